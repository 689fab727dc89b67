"""The shape of a line, as the schema says it: the schema is the one place that knows it.

What is understood here is the part of JSON Schema that `schema.json` uses. It is made into
functions once, for a million lines are checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import Any

Check = Callable[[Any, str], None]
"""Raises ValueError with what is wrong; the text says where the value stands in the line."""

_ANNOTATIONS = {"description", "title", "$schema"}
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
_NAMES = {"object": "an object", "array": "a list", "string": "a text", "integer": "a whole number"}
_NAMES |= {"number": "a number", "boolean": "true or false", "null": "null"}
SHOWN = 40


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line of a record; a new object each time.

    >>> from fylking import record
    >>> record.schema()["$defs"]["head"]["properties"]["fylking_match"]["const"]
    1
    """
    text = (files("fylking.record") / "schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


@cache
def check_of(name: str) -> Check:
    """The check of what the schema defines under a name: "head" or "game"."""
    definitions = schema()["$defs"]
    return _made(definitions[name], definitions)


def shown(value: Any) -> str:
    """A value of a line for a message, cut short."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def _made(part: dict[str, Any], definitions: dict[str, Any]) -> Check:
    """The check that a part of the schema describes."""
    part = {key: value for key, value in part.items() if key not in _ANNOTATIONS}
    if "$ref" in part:
        return _made(definitions[part["$ref"].rpartition("/")[2]], definitions)
    checks = [
        _MAKERS[key](value, part, definitions) for key, value in part.items() if key in _MAKERS
    ]
    unknown = part.keys() - _MAKERS.keys() - _READ_BY_OTHERS
    assert not unknown, f"the schema has what is not understood here: {unknown}"
    if len(checks) == 1:
        return checks[0]

    def check(value: Any, where: str) -> None:
        for one in checks:
            one(value, where)

    return check


def _type(wanted: str | list[str], *_: Any) -> Check:
    names = [wanted] if isinstance(wanted, str) else wanted
    # A bool is an int for Python, not for JSON.
    allowed = {kind for name in names for kind in _TYPES[name]}
    text = " or ".join(_NAMES[name] for name in names)

    def check(value: Any, where: str) -> None:
        kind = type(value)
        if kind not in allowed or (kind is float and not isfinite(value)):  # such as 1e999
            raise ValueError(f"{where} is {text}, not {shown(value)}")

    return check


def _enum(choices: list[Any], *_: Any) -> Check:
    allowed = {(isinstance(choice, bool), choice) for choice in choices}
    text = " or ".join(map(json.dumps, choices))

    def check(value: Any, where: str) -> None:
        known = isinstance(value, int | float | str)
        if not known or (isinstance(value, bool), value) not in allowed:
            raise ValueError(f"{where} is {text}, not {shown(value)}")

    return check


def _const(choice: Any, *_: Any) -> Check:
    return _enum([choice])


def _minimum(least: float, *_: Any) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None and value < least:
            raise ValueError(f"{where} is {least} or more, not {shown(value)}")

    return check


def _maximum(most: float, *_: Any) -> Check:
    def check(value: Any, where: str) -> None:
        if value is not None and value > most:
            raise ValueError(f"{where} is at most {most}, not {shown(value)}")

    return check


def _items(part: dict[str, Any], whole: dict[str, Any], definitions: dict[str, Any]) -> Check:
    one = _made(part, definitions)
    least, most = whole.get("minItems", 0), whole.get("maxItems")

    def check(value: Any, where: str) -> None:
        if value is None:
            return
        if len(value) < least or (most is not None and len(value) > most):
            wanted = least if least == most else f"{least} or more"
            raise ValueError(f"{where} has {len(value)} entries; it has {wanted}")
        try:
            for item in value:
                one(item, where)
        except ValueError:  # names are made only where one is needed
            for i, item in enumerate(value):
                one(item, f"{where}[{i}]")

    return check


def _properties(parts: dict[str, Any], whole: dict[str, Any], definitions: dict[str, Any]) -> Check:
    checks = {name: _made(part, definitions) for name, part in parts.items()}
    required = whole.get("required", [])

    def check(value: Any, where: str) -> None:
        if value is None:
            return
        for name in required:
            if name not in value:
                raise ValueError(f"{where} has no {name!r}")
        for name, item in value.items():
            one = checks.get(name)
            if one is None:
                raise ValueError(f"{where} has {shown(name)}, which is no field of it")
            one(item, name if where in ("the head", "the game") else f"{where}.{name}")

    return check


_MAKERS: dict[str, Callable[..., Check]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _minimum,
    "maximum": _maximum,
    "items": _items,
    "properties": _properties,
}
_READ_BY_OTHERS = {"minItems", "maxItems", "required", "additionalProperties"}
