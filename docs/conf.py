"""The documentation site: `sphinx-build -W -b html docs build/site` on the installed package."""

from __future__ import annotations

import fylking

project = "fylking"
author = "the fylking developers"
project_copyright = author
release = version = fylking.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "studies/*.json"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

# Docstrings are in Google's style, and a single pair of backticks in them is code.
default_role = "code"
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_attr_annotations = False
napoleon_use_ivar = True  # else an attribute would be described twice
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # signatures of compiled methods have none; the stubs do
autodoc_default_options = {"members": True, "undoc-members": False}

html_theme = "furo"
html_title = f"fylking {version}"
html_static_path: list[str] = []
