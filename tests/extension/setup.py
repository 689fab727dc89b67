"""Builds the modules of this folder against the installed package, as an outsider would."""

from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

import fylking

modules = [
    Extension(source.removesuffix(".pyx"), [source], include_dirs=[fylking.get_include(), "."])
    for source in sorted(glob("*.pyx"))
]
setup(
    name="outside",
    ext_modules=cythonize(modules, language_level=3),
    script_args=["build_ext", "-i"],
)
