# The simulations of Monte Carlo tree search: down the tree, through a random game, and up again.
# Included by mcts.pxi.

from libc.stdint cimport uint16_t
from libc.stdlib cimport qsort, realloc

from fylking._tree cimport Tree
from fylking.rng cimport rng_next

cdef extern from "fylking/exact.h" nogil:
    double exact_log(double x)
    double exact_exp(double x)
    double rng_unit(rng_t *rng)
    double rng_gamma(rng_t *rng, double a)

cdef extern from "fylking/spin.h" nogil:
    ctypedef int spin_t
    void spin_take(spin_t *lock)
    void spin_give(spin_t *lock)

cdef extern from "fylking/tree.h" nogil:
    enum:
        TREE_UNIT
        TREE_LOST
        TREE_DRAWN
        TREE_WON
        TREE_LAST
        TREE_PENDING
    ctypedef struct node_t "tree_node_t":
        int64_t total
        uint32_t visits, first
        float mean, rate, prior
        uint16_t action
        uint8_t bounds, flags
    ctypedef struct pool_t "tree_t":
        uint32_t chunks, count
        bint full, priors
        float exploration, first_play, rave, rave_weight
        spin_t lock
    ctypedef struct link_t "tree_step_t":
        node_t *node
        int seat, learns
    size_t CHUNK_BYTES "(TREE_CHUNK * sizeof(tree_node_t))"
    void tree_prepare()
    int tree_plant(pool_t *tree, uint64_t memory)
    void tree_fell(pool_t *tree)
    node_t *tree_at(const pool_t *tree, uint32_t i)
    uint32_t tree_take(pool_t *tree, uint32_t n)
    void node_clear(node_t *node, int action, float prior, float rate)
    bint node_is_settled(const node_t *node)
    void tree_keep(pool_t *tree, const node_t *kept)
    void tree_rate(const pool_t *tree, node_t *node)
    node_t *tree_select(const pool_t *tree, const node_t *parent, float worth)
    void tree_learn(const pool_t *tree, const node_t *parent, const uint32_t *played,
                    uint32_t now, int result)
    void tree_reserve(const pool_t *tree, link_t *path, int depth)
    void tree_release(const pool_t *tree, const link_t *path, int depth)
    void tree_back_up(const pool_t *tree, const link_t *path, int depth, int result,
                      bint reserved)
    void tree_settle(const pool_t *tree, const link_t *path, int depth, int worth)

cdef extern from "Python.h" nogil:
    int check_signals "PyErr_CheckSignals"()  # leaves the exception to the caller

cdef enum:
    DEEPEST = 4095  # actions below the root
    MOST_VISITS = 2000000000  # of a node, in all trees; hours of search
    GOING, STOPPED, INTERRUPTED, NO_ROOM  # how a simulation fares

tree_prepare()

# A way down the tree: the position reached, and the nodes on the way.
cdef struct walk_t:
    state_t *s
    int depth
    uint32_t now                       # number of the simulation
    uint32_t[2][MAX_ACTIONS] played    # by colour and action: the last simulation that had it
    link_t[DEEPEST + 1] path


cdef walk_t *new_walk(const board_t *tables) except NULL:
    cdef walk_t *walk = <walk_t *>malloc(sizeof(walk_t))
    if walk != NULL:
        walk.s = <state_t *>malloc(capacity(tables))
        if walk.s != NULL:
            walk.now = 0
            return walk
        free(walk)
    raise MemoryError


cdef void free_walk(walk_t *walk) noexcept:
    if walk != NULL:
        free(walk.s)
        free(walk)


cdef inline int acting_seat(const state_t *s) noexcept nogil:
    return s.turn.to_move != s.turn.first


cdef inline int worth_of(const state_t *s) noexcept nogil:
    """What the end of a game is worth to the first seat."""
    cdef int result = outcome(s)
    if result == OUTCOME_BLACK or result == OUTCOME_WHITE:
        return TREE_WON if result == s.turn.first else TREE_LOST
    return TREE_DRAWN


cdef inline int expand(pool_t *tree, node_t *node, const state_t *s, const board_t *tables,
                       rng_t *rng) noexcept nogil:
    """Gives a node its children, in random order (a pass comes last). 0 when memory is used up."""
    cdef int32_t[MAX_ACTIONS] actions
    cdef int i, count = legal_list(s, actions)
    cdef int mixed = count - (count > 1 and actions[count - 1] == pass_action(tables))
    cdef uint32_t first = tree_take(tree, <uint32_t>count)
    cdef uint64_t word = rng_next(rng), j
    cdef int32_t action
    cdef node_t *child
    if first == 0:
        return 0
    for i in range(mixed - 1, 0, -1):
        word = word * 6364136223846793005u + 1442695040888963407u
        j = ((word >> 32) * <uint64_t>(i + 1)) >> 32
        action = actions[j]
        actions[j] = actions[i]
        actions[i] = action
    child = tree_at(tree, first)
    for i in range(count):
        node_clear(&child[i], actions[i], 0, 1)
    child[count - 1].flags = TREE_LAST
    node.first = first
    return 1


cdef inline int walk_down(pool_t *tree, walk_t *walk, const state_t *root,
                          const board_t *tables, rng_t *rng, int64_t threshold) noexcept nogil:
    """To a leaf. A node gets its children when it is reached with at least `threshold` visits;
    with a generator of NULL none does."""
    cdef state_t *s = walk.s
    cdef node_t *node = tree_at(tree, 0)
    cdef node_t *child
    cdef int seat, above = 0, depth = 0
    cdef float worth
    copy(s, root)
    walk.path[0].node = node
    walk.path[0].seat = walk.path[0].learns = 0
    while depth < DEEPEST and not turn_is_over(&s.turn):
        if node.first == 0 and (rng == NULL or (node.visits < threshold and depth > 0)
                                or not expand(tree, node, s, tables, rng)):
            break
        seat = acting_seat(s)
        worth = node.mean if seat == above else -node.mean
        child = tree_select(tree, node, worth)
        if child == NULL:
            break
        # Before the pie choice it is not known whose the stones will be.
        walk.path[depth + 1].learns = s.turn.stage != STAGE_OPEN and s.turn.stage != STAGE_CHOOSE
        if apply(s, child.action) < 0:
            return NO_ROOM
        node = child
        above = seat
        depth += 1
        walk.path[depth].node = node
        walk.path[depth].seat = seat
    walk.depth = depth
    return GOING


# When to stop: the loop's switch and signals, and a time.
cdef struct watch_t:
    loop_t loop
    int64_t most   # milliseconds, or -1
    int64_t spent
    int64_t seen   # the clock when it was last read


cdef watch_t begin_watch(volatile int *stop, int64_t most) except *:
    cdef watch_t watch
    watch.loop = begin_loop(stop)
    watch.most = most
    watch.spent = 0
    watch.seen = watch.loop.looked
    return watch


cdef int glance(watch_t *watch) noexcept nogil:
    """Whether to go on. INTERRUPTED leaves Python's exception set."""
    cdef int64_t now = clock_ms(), passed = now - watch.seen
    watch.loop.left = 0  # due again at once, if it is to stop
    if watch.loop.stop[0]:
        return STOPPED
    if watch.loop.in_main and not watch.loop.looked <= now < watch.loop.looked + SIGNALS_MS:
        watch.loop.looked = now
        with gil:
            if check_signals() < 0:
                return INTERRUPTED
    if 0 < passed < 1000:  # else the clock was set
        watch.spent += passed
    watch.seen = now
    if watch.most >= 0 and watch.spent >= watch.most:
        return STOPPED
    watch.loop.left = POLL
    return GOING


cdef inline int play_on(walk_t *walk, rng_t *rng, int passes, bint noted,
                        watch_t *watch) noexcept nogil:
    """A random game to its end; its actions are noted, or not."""
    cdef state_t *s = walk.s
    cdef int action, status
    while not turn_is_over(&s.turn):
        action = draw(s, rng, passes)
        if noted:
            walk.played[s.turn.to_move][action] = walk.now
        if apply(s, action) < 0:
            return NO_ROOM
        if is_due(&watch.loop):
            status = glance(watch)
            if status != GOING:
                return status
    return GOING


cdef inline void begin_notes(walk_t *walk) noexcept nogil:
    """A new simulation: what earlier ones have noted counts no more."""
    walk.now += 1
    if walk.now <= 1:
        memset(walk.played, 0, sizeof(walk.played))
        walk.now = 1


cdef inline void learn(const pool_t *tree, walk_t *walk, int worth) noexcept nogil:
    """RAVE: what was played after each node tells about its children. A node that was visited
    often learns from every fourth visit only, and at last no more."""
    cdef int i, seat, colour
    cdef node_t *node
    for i in range(walk.depth, 0, -1):
        if not walk.path[i].learns:
            break
        seat = walk.path[i].seat
        colour = walk.s.turn.first ^ seat
        walk.played[colour][walk.path[i].node.action] = walk.now
        node = walk.path[i - 1].node
        if node.visits < 64 or (node.visits & 3 == 0 and node.visits < 16 * tree.rave):
            tree_learn(tree, node, walk.played[colour], walk.now,
                       TREE_WON - worth if seat else worth)


cdef int raise_what_is_set() except -1:
    """Lets out the exception that glance() has left set."""
    return -1
