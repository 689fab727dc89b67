"""NumPy arrays that callers give to be written to."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from fylking.errors import OptionError

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
