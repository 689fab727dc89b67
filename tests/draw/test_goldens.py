"""Pictures that are kept: what is drawn today is what was looked at when they were made."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import goldens
import pytest

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"


@pytest.mark.parametrize("name", goldens.GOLDENS)
def test_golden_pictures(name):
    kept = (goldens.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    drawn = goldens.GOLDENS[name]() + "\n"
    place = next((k for k, (a, b) in enumerate(zip(kept, drawn, strict=False)) if a != b), None)
    assert kept == drawn, (
        f"{name}.svg differs from character {place} on: {drawn[place : (place or 0) + 80]!r}; "
        "if that is meant, look at it and run python tests/draw/goldens.py"
    )


def test_every_golden_file_has_its_picture():
    assert {path.stem for path in goldens.FOLDER.glob("*.svg")} == set(goldens.GOLDENS)


def test_the_pictures_of_the_documents_are_drawn_by_their_program():
    spec = importlib.util.spec_from_file_location("make_pictures", PICTURES / "make.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    drawn = {name: picture + "\n" for name, picture in make.pictures().items()}
    kept = {path.stem: path.read_text(encoding="utf-8") for path in PICTURES.glob("*.svg")}
    assert set(kept) == set(drawn)
    for name in kept:
        assert kept[name] == drawn[name], f"run python docs/pictures/make.py for {name}.svg"
