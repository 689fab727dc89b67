"""Builds the toy's kernel against the installed package."""

from pathlib import Path

import numpy
from Cython.Build import cythonize
from setuptools import Extension, setup

import fylking

site = str(Path(fylking.__file__).parent.parent)  # where "fylking/loops.pxi" is found
folders = [fylking.get_include(), numpy.get_include(), "."]
macros = [("NPY_NO_DEPRECATED_API", "NPY_1_7_API_VERSION")]
module = Extension("toy_kernel", ["toy_kernel.pyx"], include_dirs=folders, define_macros=macros)
setup(
    name="toy",
    ext_modules=cythonize(
        [module],
        language_level=3,
        include_path=[site],
        compiler_directives={"cdivision": True, "boundscheck": False, "wraparound": False},
    ),
    script_args=["build_ext", "-i"],
)
