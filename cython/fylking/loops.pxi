# The native loops, compiled against each game's kernel: no call in them is indirect. Included by
# the game's .pyx after it has cimported the kernel's names.
#
# They run without the GIL. Every POLL actions they look at the stop switch, which other threads
# set; in the main thread they also let Python deal with signals now and then, so that Ctrl-C ends
# them with KeyboardInterrupt. Other threads never wait for the GIL.

import threading as _threading

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, malloc

from fylking.rng cimport rng_below, rng_split, rng_t

cdef extern from "fylking/clock.h" nogil:
    int64_t clock_ms()

cdef enum:
    POLL = 1 << 12
    SIGNALS_MS = 30  # time between two looks at signals

cdef struct loop_t:
    volatile int *stop
    int left         # actions until the next poll
    bint in_main     # whether signals come to this thread
    int64_t looked   # when it last looked at signals, in ms


cdef loop_t begin_loop(volatile int *stop) except *:
    cdef loop_t loop
    loop.stop = stop
    loop.left = POLL
    loop.in_main = _threading.current_thread() is _threading.main_thread()
    loop.looked = clock_ms()
    return loop


cdef int poll(loop_t *loop) except -1 nogil:
    """Whether to stop; an exception when a signal handler raised one."""
    cdef int64_t now
    if loop.stop[0]:
        loop.left = 0  # due again at once: a tree is left one level at a time
        return 1
    loop.left = POLL
    if loop.in_main:
        now = clock_ms()
        if not loop.looked <= now < loop.looked + SIGNALS_MS:
            loop.looked = now
            with gil:
                PyErr_CheckSignals()
    return 0


cdef inline bint is_due(loop_t *loop) noexcept nogil:
    loop.left -= 1
    return loop.left <= 0


# ---- Playouts ----

cdef struct tally_t:
    int64_t black, white, draws, cutoffs, actions

cdef int draw_listed(const state_t *s, int pass_number, rng_t *rng, int passes) noexcept nogil:
    """Like draw(), by way of the whole list of legal actions."""
    cdef int32_t[MAX_ACTIONS] actions
    cdef int count = legal_list(s, actions)
    if passes == PASSES_FORCED and count > 1 and actions[count - 1] == pass_number:
        count -= 1
    return actions[rng_below(rng, <uint32_t>count)]


cdef int play_out(state_t *s, rng_t *rng, int64_t most, int passes, int listed_pass,
                  tally_t *tally, loop_t *loop) except -1 nogil:
    """One game to its end, or to `most` actions. `listed_pass`: -1, or the number of the pass when
    actions are to be drawn from lists."""
    cdef int64_t count = 0
    cdef int action, result
    while not turn_is_over(&s.turn):
        if count == most:
            break
        if listed_pass >= 0:
            action = draw_listed(s, listed_pass, rng, passes)
        else:
            action = draw(s, rng, passes)
        if apply(s, action) < 0:
            with gil:
                raise MemoryError
        count += 1
        if is_due(loop) and poll(loop):
            break
    tally.actions += count
    result = outcome(s)
    tally.black += result == OUTCOME_BLACK
    tally.white += result == OUTCOME_WHITE
    tally.draws += result == OUTCOME_DRAW
    tally.cutoffs += result == OUTCOME_NONE
    return 0


cdef run_playouts(const state_t *root, const board_t *tables, const rng_t *rng, int64_t first,
                  int64_t last, int64_t most, int passes, bint listed, volatile int *stop):
    """Games first..last-1, each with the generator split off for its number."""
    cdef tally_t tally
    cdef loop_t loop
    cdef rng_t own
    cdef int64_t i
    cdef int listed_pass = pass_action(tables) if listed else -1
    cdef state_t *s
    loop = begin_loop(stop)
    s = <state_t *>malloc(capacity(tables))
    if s == NULL:
        raise MemoryError
    memset(&tally, 0, sizeof(tally))
    try:
        with nogil:
            for i in range(first, last):
                rng_split(&own, rng, <uint64_t>i)
                copy(s, root)
                play_out(s, &own, most, passes, listed_pass, &tally, &loop)
                if stop[0]:
                    break
    finally:
        free(s)
    return (tally.black, tally.white, tally.draws, tally.cutoffs, tally.actions)


# ---- Perft ----

# One level of the tree: the actions of a node; the child being looked at is among the states.
cdef struct frame_t:
    int32_t[MAX_ACTIONS] actions

cdef struct tree_t:
    frame_t *frames
    char *states
    size_t room  # bytes of a state
    bint make_leaves
    loop_t loop

cdef int plant(tree_t *tree, const board_t *tables, int depth, bint make_leaves,
               volatile int *stop) except -1:
    tree.make_leaves = make_leaves
    tree.loop = begin_loop(stop)
    tree.room = (capacity(tables) + 63) & ~<size_t>63
    # Memory that is not touched costs nothing: deep trees are rarely climbed to the end.
    tree.frames = <frame_t *>malloc(<size_t>(depth + 1) * sizeof(frame_t))
    tree.states = <char *>malloc(<size_t>(depth + 1) * tree.room)
    if tree.frames == NULL or tree.states == NULL:
        fell(tree)
        raise MemoryError
    return 0


cdef void fell(tree_t *tree) noexcept:
    free(tree.frames)
    free(tree.states)


cdef inline state_t *child_at(tree_t *tree, int level) noexcept nogil:
    return <state_t *>(tree.states + <size_t>level * tree.room)


cdef int visit(tree_t *tree, const state_t *parent, int action, int depth) except -1 nogil:
    """Makes the child at this depth. 1 when the loop is to stop."""
    copy(child_at(tree, depth), parent)
    if apply(child_at(tree, depth), action) < 0:
        with gil:
            raise MemoryError
    if is_due(&tree.loop):
        return poll(&tree.loop)
    return 0


cdef int64_t count_leaves(tree_t *tree, const state_t *s, int depth) except -1 nogil:
    cdef frame_t *frame = &tree.frames[depth]
    cdef int i, count
    cdef int64_t leaves = 0
    if depth == 0:
        return 1
    if depth == 1 and not tree.make_leaves:
        if is_due(&tree.loop):
            poll(&tree.loop)
        return legal_count(s)
    count = legal_list(s, frame.actions)
    for i in range(count):
        if visit(tree, s, frame.actions[i], depth):
            return leaves
        leaves += 1 if depth == 1 else count_leaves(tree, child_at(tree, depth), depth - 1)
    return leaves


cdef run_perft(const state_t *s, const board_t *tables, int depth, bint make_leaves,
               volatile int *stop):
    cdef tree_t tree
    cdef int64_t leaves
    plant(&tree, tables, depth, make_leaves, stop)
    try:
        with nogil:
            leaves = count_leaves(&tree, s, depth)
    finally:
        fell(&tree)
    return leaves


cdef struct sums_t:
    int64_t leaves, black, margin  # black: stones; margin: Black's half points minus White's
    int points

cdef int sum_leaves(tree_t *tree, const state_t *s, int depth, sums_t *sums) except -1 nogil:
    cdef frame_t *frame = &tree.frames[depth]
    cdef int8_t[BYTES] cells
    cdef int[2] half_points
    cdef int i, count
    if depth == 0:
        tree.loop.left -= 7  # a score is the work of many actions
        sums.leaves += 1
        score(s, half_points)
        sums.margin += half_points[0] - half_points[1]
        board(s, cells)
        for i in range(sums.points):
            sums.black += cells[i] > 0
        return 0
    count = legal_list(s, frame.actions)
    for i in range(count):
        if visit(tree, s, frame.actions[i], depth):
            return 0
        sum_leaves(tree, child_at(tree, depth), depth - 1, sums)
    return 0


cdef run_perft_sums(const state_t *s, const board_t *tables, int depth, volatile int *stop):
    cdef tree_t tree
    cdef sums_t sums
    memset(&sums, 0, sizeof(sums))
    sums.points = point_count(tables)
    plant(&tree, tables, depth, True, stop)
    try:
        with nogil:
            sum_leaves(&tree, s, depth, &sums)
    finally:
        fell(&tree)
    return (sums.leaves, sums.black, sums.margin / 2.0)


cdef int64_t count_turn_leaves(tree_t *tree, const state_t *s, int depth,
                               int level) except -1 nogil:
    """Sequences of whole turns; `level` steps deep in the tree's frames."""
    cdef frame_t *frame = &tree.frames[level]
    cdef int64_t leaves = 0
    cdef int i, count
    cdef state_t *child = child_at(tree, level)
    if turns_at_once(s, depth, &tree.loop, &leaves):
        return leaves
    count = legal_list(s, frame.actions)
    for i in range(count):
        if visit(tree, s, frame.actions[i], level):
            return leaves
        leaves += count_turn_leaves(
            tree, child, depth - (not turn_is_within(&child.turn)), level + 1)
    return leaves


cdef run_perft_turns(const state_t *s, const board_t *tables, int depth, volatile int *stop):
    cdef tree_t tree
    cdef int64_t leaves
    plant(&tree, tables, (depth + 1) * MAX_STEPS, False, stop)
    try:
        with nogil:
            leaves = count_turn_leaves(&tree, s, depth, 0)
    finally:
        fell(&tree)
    return leaves
