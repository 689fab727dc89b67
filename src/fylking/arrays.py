"""NumPy arrays that callers give to be written to."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from fylking.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable

Planes: TypeAlias = npt.NDArray[np.float32] | npt.NDArray[np.uint8]
"""What observations are."""

Results: TypeAlias = tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]
"""Rewards, terminated and truncated."""


def as_array(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """An array of what the caller gave, whatever its shape and dtype."""
    try:
        return np.asarray(values)
    except ValueError as error:
        raise OptionError(f"{what} cannot be made an array: {error}") from None


def as_integers(values: npt.ArrayLike, what: str) -> npt.NDArray[Any]:
    """An array of the integers that the caller gave; of Python's where some are very great."""
    array = as_array(values, what)
    if array.dtype.kind in "iu":
        return array
    if array.ndim == 1 and array.dtype.kind in "fO":
        with suppress(TypeError):  # NumPy makes floats, or objects, of ints beyond 64 bits
            return np.array([index(value) for value in cast("Iterable[Any]", values)], object)
    raise TypeError(f"{what} are integers, not {array.dtype}")


def in_64_bits(integers: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """A copy of what `as_integers` gave; what is beyond stays far from what anything means."""
    least, most = -(1 << 63), (1 << 63) - 1
    if integers.dtype == object:
        return np.array([min(max(value, least), most) for value in integers], np.int64)
    if integers.dtype == np.uint64:
        integers = np.minimum(integers, most)
    return np.array(integers, np.int64)


def fitting(
    out: npt.NDArray[Any] | None, shape: tuple[int, ...], dtype: np.dtype[Any], what: str = "out"
) -> npt.NDArray[Any]:
    """The caller's array, if it fits; a new one for None."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{what} must be a NumPy array, not {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype or not out.flags.carray:
        state = "" if out.flags.carray else "unwriteable, unaligned or not contiguous "
        raise OptionError(
            f"{what} must be a writeable C-contiguous array of {dtype} and shape {shape}, "
            f"not {state}{out.dtype} of shape {out.shape}"
        )
    return out
