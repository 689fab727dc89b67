"""Builds the extension modules here: `python setup.py build_ext --inplace`."""

from glob import glob

from Cython.Build import cythonize
from setuptools import Extension, setup

import fylking

modules = [
    Extension(source.removesuffix(".pyx"), [source], include_dirs=[fylking.get_include()])
    for source in sorted(glob("*.pyx"))
]
setup(name="cython-bot", ext_modules=cythonize(modules, language_level=3))
