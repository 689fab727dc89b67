"""FV7's guard, tried with steps that flip what they like: the rules' own never cycle."""

from libc.stdint cimport int8_t, uint8_t
from libc.stdlib cimport free, malloc

from fylking.fravan cimport *
from fylking.turn cimport HEAD_BYTES

cdef extern from "stub.h" nogil:
    void stub_flip(state_t *s, cascade_t *c, int p)
    void stub_refresh(state_t *s)

# The colouring at the start of round i is the number i in binary, written over the stones
# `first`, `first` + 1, ... (a stone differs from the turn's start where there is a 1).
cdef struct plan_t:
    int first    # the stone that is bit 0
    int length   # rounds after which ...
    int back     # ... the colouring is that of this round again; -1: nothing flips any more
    int split    # whether the backlash flips the odd bits
    int blink    # whether each attack flips a stone more that the backlash flips back
    int round    # the round under way
    int attacks  # how many there were

cdef int number_after(const plan_t *plan) noexcept nogil:
    if plan.round + 1 < plan.length:
        return plan.round + 1
    return plan.back if plan.back >= 0 else plan.length - 1


cdef void flip_bits(state_t *s, cascade_t *c, const plan_t *plan, int bits) noexcept nogil:
    cdef int p = plan.first
    while bits:
        if bits & 1:
            stub_flip(s, c, p)
        p += 1
        bits >>= 1


cdef void planned_step(state_t *s, cascade_t *c, int colour) noexcept nogil:
    cdef plan_t *plan = <plan_t *>c.user
    cdef int now = plan.round if plan.round < plan.length else plan.length - 1
    cdef int bits = now ^ number_after(plan)
    c.flips = 0
    if colour != s.turn.to_move:  # the attack
        plan.attacks += 1
        flip_bits(s, c, plan, bits & 0x5555 if plan.split else bits)
        if plan.blink:
            stub_flip(s, c, plan.first + 12)
        return
    if plan.split:
        flip_bits(s, c, plan, bits & 0xaaaa)
    if plan.blink:
        stub_flip(s, c, plan.first + 12)
    plan.round += 1


def planned_turn(int size, bytes data, int action, int first, int length, int back, bint split,
                 bint blink, then=()):
    """Plays `action` with planned flips, then the actions `then` by the rules.

    Returns attacks made, whether the position was left unstable, its bytes; and both again after
    the actions that follow.
    """
    cdef board_t tables
    cdef cascade_t cascade
    cdef plan_t plan
    cdef uint8_t[BYTES] out
    cdef const uint8_t *given = data
    cdef state_t *s
    init(&tables, size)
    assert len(data) == HEAD_BYTES + point_count(&tables)
    s = <state_t *>malloc(capacity(&tables))
    if s == NULL:
        raise MemoryError
    plan.first, plan.length, plan.back = first, length, back
    plan.split, plan.blink, plan.round, plan.attacks = split, blink, 0, 0
    cascade.user = &plan
    try:
        set_up(s, &tables, <const int8_t *>given + HEAD_BYTES, given)
        assert s.unstable and is_legal(s, action)
        assert apply_with(s, &cascade, action, planned_step) == 0
        stub_refresh(s)
        result = plan.attacks, bool(s.unstable), (<char *>out)[:write(s, out)]
        for action in then:
            assert is_legal(s, action)
            assert apply(s, action) == 0
        return (*result, bool(s.unstable), (<char *>out)[:write(s, out)])
    finally:
        free(s)
