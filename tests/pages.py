"""The documents, and the blocks that they show."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))] if DOCS.exists() else []
"""All pages; none where only the package and its tests are."""


def blocks_of(page, language):
    """The texts of a page's blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
