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

MOST = (1 << 63) - 1
"""The greatest int64."""

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
    """A copy of the integers that the caller gave: int64, or Python's where some are greater."""
    array = as_array(values, what)
    if array.dtype == np.uint64 and np.any(array > MOST):
        return array.astype(object)
    if array.dtype.kind in "iu":
        return np.array(array, np.int64)
    if array.ndim == 1 and array.dtype.kind in "fO":
        with suppress(TypeError):  # NumPy makes floats, or objects, of ints beyond 64 bits
            return np.array([_index(value) for value in cast("Iterable[Any]", values)], object)
    raise TypeError(f"{what} are integers, not {array.dtype}")


def _index(value: Any) -> int:
    if isinstance(value, bool | np.bool_):
        raise TypeError("a bool is no integer")
    return index(value)


def in_64_bits(integers: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """What `as_integers` gave as int64; what is beyond stays far from what anything means."""
    if integers.dtype == np.int64:
        return integers
    return np.array([min(max(value, -MOST), MOST) for value in integers], np.int64)


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
