# NumPy arrays that the game's classes write to. Included by position.pxi.

cdef cnp.ndarray fitting(object out, int dimensions, const cnp.npy_intp *shape, int kind,
                         int other_kind=-1):
    """The caller's array, if it can be written: C-contiguous, of the shape and of a kind asked."""
    cdef cnp.ndarray array
    cdef bint fits
    cdef int i
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a NumPy array, not {type(out).__name__}")
    array = out
    fits = (cnp.PyArray_TYPE(array) in (kind, other_kind) and cnp.PyArray_ISCARRAY(array)
            and cnp.PyArray_NDIM(array) == dimensions)
    for i in range(dimensions if fits else 0):
        fits = fits and cnp.PyArray_DIM(array, i) == shape[i]
    if not fits:
        kinds = [cnp.PyArray_DescrFromType(k) for k in (kind, other_kind) if k >= 0]
        wanted = tuple([shape[i] for i in range(dimensions)])
        state = "" if out.flags.carray else "unwriteable, unaligned or not contiguous "
        raise OptionError(
            f"out must be a writeable C-contiguous array of {' or '.join(map(str, kinds))} and "
            f"shape {wanted}, not {state}{out.dtype} of shape {out.shape}")
    return array


cdef int plane_kind(object dtype) except -1:
    """NumPy's number of a dtype that planes can have."""
    cdef cnp.dtype known
    if isinstance(dtype, str) and dtype == "float32":
        return cnp.NPY_FLOAT32
    try:
        known = np.dtype(dtype)
    except (TypeError, ValueError, SyntaxError):
        raise TypeError(f"dtype must be float32 or uint8, not {dtype!r}") from None
    if known.type_num not in (cnp.NPY_FLOAT32, cnp.NPY_UINT8) or not known.isnative:
        raise OptionError(f"dtype must be float32 or uint8, not {known}")
    return known.type_num


cdef inline int plane_cells(const board_t *tables) noexcept nogil:
    """Numbers in an observation."""
    return PLANES * ranks(tables) * files(tables)


cdef inline void write_planes(const state_t *s, int cells, int kind, void *out) noexcept nogil:
    """An observation of `cells` numbers of a kind."""
    cdef uint8_t[OBSERVATION] small
    cdef float *wide = <float *>out
    cdef int i
    if kind == cnp.NPY_UINT8:
        planes(s, <uint8_t *>out)
    else:
        planes(s, small)
        for i in range(cells):
            wide[i] = small[i]
