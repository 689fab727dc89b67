# Monte Carlo tree search, compiled against each game's kernel. Included by the game's .pyx after
# position.pxi.
#
# A simulation walks down the tree from the root, playing the actions on a copy of the root's
# position, to a leaf; a random game, or an evaluator, says what that is worth; and this is brought
# up the path. Who acts comes from the position: results are kept by seat.
#
# Threads share a tree: what touches it is done under its lock, the random games are not. Or each
# has a tree of its own (`join`), and what all found is put together at the root.

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


# A leaf that an evaluator is asked about.
cdef struct leaf_t:
    int seat, depth, count
    link_t *path
    int32_t *actions

cdef struct choice_t:
    float prior
    int32_t action
    node_t node

cdef int by_prior(const void *a, const void *b) noexcept nogil:
    """Tried ones first, then by prior, then by number."""
    cdef const choice_t *x = <const choice_t *>a
    cdef const choice_t *y = <const choice_t *>b
    cdef bint tried_x = x.node.visits > 0, tried_y = y.node.visits > 0
    if tried_x != tried_y:
        return tried_y - tried_x
    if x.prior != y.prior:
        return 1 if x.prior < y.prior else -1
    return x.action - y.action


cdef int raise_what_is_set() except -1:
    """Lets out the exception that glance() has left set."""
    return -1


cdef class KernelTree(Tree):
    cdef pool_t pool
    cdef state_t *root
    cdef const board_t *tables
    cdef rng_t base, rng
    cdef int passes              # that random games may take
    cdef int64_t threshold       # visits at which a node gets children
    cdef int64_t left            # simulations still to begin, or -1
    cdef int64_t most_nodes      # or -1
    cdef uint64_t epoch          # how often generators were split off for threads
    cdef walk_t *walk
    cdef leaf_t *leaves
    cdef int pending, room       # leaves in use, and their number
    cdef list others             # trees of other threads, over the same positions
    cdef uint32_t most_visits

    def __cinit__(self, KernelPosition position, Rng rng, memory, exploration, first_play,
                  rave, passes, priors, threshold):
        self.game = position.game
        self.tables = position.tables
        self.base = self.rng = rng.state
        self.memory = memory
        self.others = []
        self.most_visits = MOST_VISITS
        self.threshold = threshold
        self.left = self.most_nodes = -1
        self.root = <state_t *>malloc(capacity(self.tables))
        self.walk = new_walk(self.tables)
        if self.root == NULL or tree_plant(&self.pool, memory) < 0:
            raise MemoryError
        self.pool.exploration = exploration
        self.pool.first_play = first_play
        self.passes = as_passes(passes)
        self.pool.rave = 0 if priors else rave
        self.pool.rave_weight = 1 / self.pool.rave if self.pool.rave > 0 else 0
        self.pool.priors = priors
        copy(self.root, position.s)
        self.see_the_end()

    def __dealloc__(self):
        if self.leaves != NULL:
            self.drop_leaves()
            free(self.leaves)
        tree_fell(&self.pool)
        free_walk(self.walk)
        free(self.root)

    cdef void see_the_end(self) noexcept:
        """A game that is over at the root is worth what it is worth."""
        cdef link_t path
        path.node = tree_at(&self.pool, 0)
        path.seat = path.learns = 0
        if turn_is_over(&self.root.turn):
            tree_settle(&self.pool, &path, 0, worth_of(self.root))

    # ---- Several trees ----

    def join(self, list others):
        cdef KernelTree tree
        self.others = others
        self.memory = sum([self.memory, *[other.memory for other in others]])
        for tree in self.trees():
            tree.most_visits = <uint32_t>(MOST_VISITS // (1 + len(others)))

    cdef list trees(self):
        return [self, *self.others]

    cdef node_t whole(self) except *:
        """The root, with the bounds that all trees together know."""
        cdef node_t root = tree_at(&self.pool, 0)[0]
        cdef node_t[MAX_ACTIONS] room
        cdef node_t *child
        cdef KernelTree other
        cdef int seat, least, greatest
        if not self.others:
            return root
        for other in self.others:
            narrow(&root, tree_at(&other.pool, 0).bounds)
        child = self.below_root(room)
        if child != NULL:
            # Each tree may have proved another part of it.
            seat = acting_seat(self.root)
            least = greatest = -1
            while True:
                least = max(least, lowest(child, seat))
                greatest = max(greatest, highest(child, seat))
                if child.flags & TREE_LAST:
                    break
                child += 1
            narrow(&root, as_bounds(least, greatest, seat))
        return root

    cdef node_t *below_root(self, node_t *room) except? NULL:
        """The children of the root: with several trees a block in `room`, of what all found (the
        nodes have no children themselves)."""
        cdef int32_t[MAX_ACTIONS] actions
        cdef int[MAX_ACTIONS] place
        cdef KernelTree tree
        cdef node_t *child
        cdef node_t *met
        cdef int count, i
        cdef bint any = False
        if not self.others:
            return self.children(tree_at(&self.pool, 0))
        count = legal_list(self.root, actions)
        for i in range(count):
            node_clear(&room[i], actions[i], 0, 1)
            place[actions[i]] = i
            room[i].flags = TREE_LAST if i == count - 1 else 0
        for tree in self.trees():
            child = tree.children(tree_at(&tree.pool, 0))
            while child != NULL:
                any = True
                met = &room[place[child.action]]
                met.visits += child.visits
                met.total += child.total
                narrow(met, child.bounds)
                child = NULL if child.flags & TREE_LAST else child + 1
        return room if any else NULL

    cdef node_t *played(self, int action) noexcept:
        """The child of the root by that action, in this tree; NULL if there is none."""
        cdef node_t *child = self.children(tree_at(&self.pool, 0))
        while child != NULL and child.action != action:
            child = NULL if child.flags & TREE_LAST else child + 1
        return child

    # ---- What it is ----

    @property
    def nodes(self):
        cdef KernelTree tree
        return sum([tree.pool.count for tree in self.trees()])

    @property
    def used(self):
        cdef KernelTree tree
        return sum([tree.pool.chunks * CHUNK_BYTES for tree in self.trees()])

    @property
    def full(self):
        cdef KernelTree tree
        return any([tree.pool.full for tree in self.trees()])

    @property
    def visits(self):
        cdef KernelTree tree
        return sum([tree_at(&tree.pool, 0).visits for tree in self.trees()])

    @property
    def bounds(self):
        cdef int seat = acting_seat(self.root)
        cdef node_t root = self.whole()
        return (lowest(&root, seat), highest(&root, seat))

    def position(self):
        cdef KernelPosition position = KernelPosition.__new__(KernelPosition, self.game)
        copy(position.s, self.root)
        return position

    def is_root(self, KernelPosition position):
        cdef uint8_t[BYTES] mine
        cdef uint8_t[BYTES] theirs
        cdef int length
        if self.tables != position.tables:
            return False
        length = write(self.root, mine)
        return (length == write(position.s, theirs)
                and memcmp(mine, theirs, <size_t>length) == 0)

    # ---- Random games ----

    def begin(self, int64_t simulations, int64_t nodes):
        cdef int64_t count = 1 + len(self.others), i
        cdef KernelTree tree
        for i, tree in enumerate(self.trees()):  # a share each, whichever thread is faster
            tree.left = simulations if simulations < 0 else (
                simulations // count + (i < simulations % count))
            tree.most_nodes = nodes if nodes < 0 else nodes // count + (i < nodes % count)
        self.epoch += 1

    cdef inline bint may_begin(self) noexcept nogil:
        """Whether there is another simulation to begin; counts it as begun."""
        cdef node_t *root = tree_at(&self.pool, 0)
        if self.left == 0 or node_is_settled(root) or root.visits >= self.most_visits:
            return False
        if self.most_nodes >= 0 and (self.pool.full or self.pool.count >= self.most_nodes):
            return False
        self.left -= self.left > 0
        return True

    def run(self, int which, bint shared, int64_t milliseconds, Control control):
        cdef watch_t watch = begin_watch(&control.stop, milliseconds)
        cdef walk_t *walk
        cdef rng_t split
        cdef int64_t done = 0
        cdef KernelTree tree = self.others[which - 1] if which and self.others else self
        if self.others or not shared:
            tree.simulate(tree.walk, &tree.rng, False, &watch, &done)
            # A proof ends it for all, but not where each has a number to do: what they find by
            # then shall not depend on who is faster.
            if (self.others and tree.left < 0 and tree.most_nodes < 0
                    and node_is_settled(tree_at(&tree.pool, 0))):
                control.cancel()
            return done
        rng_split(&split, &self.base, self.epoch << 16 | <uint64_t>which)
        walk = new_walk(self.tables)
        try:
            self.simulate(walk, &split, True, &watch, &done)
        finally:
            free_walk(walk)
        return done

    cdef int simulate(self, walk_t *walk, rng_t *rng, bint shared, watch_t *watch,
                      int64_t *done) except -1:
        cdef int status
        with nogil:
            if shared:
                spin_take(&self.pool.lock)
            status = self.simulate_locked(walk, rng, shared, watch, done)
            if shared:
                spin_give(&self.pool.lock)
        if status == NO_ROOM:
            raise MemoryError
        return -1 if status == INTERRUPTED else 0

    cdef inline int simulate_locked(self, walk_t *walk, rng_t *rng, bint shared, watch_t *watch,
                                    int64_t *done) noexcept nogil:
        """The simulations of one thread, which holds the lock of a tree that is shared. One that
        is broken off leaves nothing behind."""
        cdef pool_t *pool = &self.pool
        cdef bint over, noted = pool.rave > 0
        cdef int status, worth
        cdef rng_t before
        while self.may_begin():
            before = rng[0]
            begin_notes(walk)
            status = walk_down(pool, walk, self.root, self.tables, rng, self.threshold)
            over = turn_is_over(&walk.s.turn)
            if status == GOING and not over:
                if shared:
                    tree_reserve(pool, walk.path, walk.depth)
                    spin_give(&pool.lock)
                status = play_on(walk, rng, self.passes, noted, watch)
                if shared:
                    spin_take(&pool.lock)
                    if status != GOING:
                        tree_release(pool, walk.path, walk.depth)
            if status != GOING:
                rng[0] = before
                self.left += self.left >= 0
                return status
            worth = worth_of(walk.s)
            tree_back_up(pool, walk.path, walk.depth, (worth - TREE_DRAWN) * TREE_UNIT,
                         shared and not over)
            if noted:
                learn(pool, walk, worth)
            if over:
                tree_settle(pool, walk.path, walk.depth, worth)
            done[0] += 1
            watch.loop.left -= walk.depth + 1
            if watch.loop.left <= 0:
                status = glance(watch)
                if status != GOING:
                    return status
        return GOING

    # ---- Evaluators ----

    def gather(self, int most, masks, planes, Py_ssize_t row, Control control):
        cdef uint8_t *legal = <uint8_t *>address(masks)
        cdef char *seen = <char *>address(planes)
        cdef int actions = action_count(self.tables), cells = plane_cells(self.tables)
        cdef size_t width = <size_t>cells * sizeof(float)
        cdef pool_t *pool = &self.pool
        cdef walk_t *walk = self.walk
        cdef watch_t watch = begin_watch(&control.stop, -1)
        cdef int64_t done = 0
        cdef int status = GOING, worth
        self.make_room(most)
        with nogil:
            while self.pending < most and self.may_begin():
                status = walk_down(pool, walk, self.root, self.tables, NULL, 0)
                if status != GOING:
                    break
                if turn_is_over(&walk.s.turn):
                    worth = worth_of(walk.s)
                    tree_back_up(pool, walk.path, walk.depth, (worth - TREE_DRAWN) * TREE_UNIT,
                                 False)
                    tree_settle(pool, walk.path, walk.depth, worth)
                    done += 1
                elif walk.path[walk.depth].node.flags & TREE_PENDING:
                    self.left += self.left >= 0
                    break
                else:
                    legal_mask(walk.s, legal + (row + self.pending) * actions)
                    write_planes(walk.s, cells, cnp.NPY_FLOAT32,
                                 seen + <size_t>(row + self.pending) * width)
                    status = self.keep_leaf(walk)
                    if status != GOING:
                        break
                watch.loop.left -= walk.depth + 8
                if watch.loop.left <= 0:
                    status = glance(&watch)
                    if status != GOING:
                        break
        if status == NO_ROOM or status == INTERRUPTED:
            self.drop_leaves()
            if status == NO_ROOM:
                raise MemoryError
            raise_what_is_set()
        return self.pending, done

    cdef int make_room(self, int most) except -1:
        """Room for so many leaves."""
        cdef leaf_t *leaves
        self.drop_leaves()
        if most > self.room:
            leaves = <leaf_t *>realloc(self.leaves, <size_t>most * sizeof(leaf_t))
            if leaves == NULL:
                raise MemoryError
            self.leaves = leaves
            self.room = most
        return 0

    cdef int keep_leaf(self, walk_t *walk) noexcept nogil:
        """Remembers where a walk has led, and counts it as lost until the answer is there."""
        cdef int32_t[MAX_ACTIONS] actions
        cdef int count = legal_list(walk.s, actions)
        cdef leaf_t *leaf = &self.leaves[self.pending]
        leaf.path = <link_t *>malloc(<size_t>(walk.depth + 1) * sizeof(link_t))
        leaf.actions = <int32_t *>malloc(<size_t>count * sizeof(int32_t))
        if leaf.path == NULL or leaf.actions == NULL:
            free(leaf.path)
            free(leaf.actions)
            return NO_ROOM
        memcpy(leaf.path, walk.path, <size_t>(walk.depth + 1) * sizeof(link_t))
        memcpy(leaf.actions, actions, <size_t>count * sizeof(int32_t))
        leaf.seat = acting_seat(walk.s)
        leaf.depth = walk.depth
        leaf.count = count
        leaf.path[leaf.depth].node.flags |= TREE_PENDING
        tree_reserve(&self.pool, leaf.path, leaf.depth)
        self.pending += 1
        return GOING

    cdef void free_leaves(self) noexcept:
        cdef int i
        for i in range(self.pending):
            self.leaves[i].path[self.leaves[i].depth].node.flags &= ~TREE_PENDING & 0xff
            free(self.leaves[i].path)
            free(self.leaves[i].actions)
        self.pending = 0

    cdef void drop_leaves(self) noexcept:
        cdef int i
        for i in range(self.pending):
            tree_release(&self.pool, self.leaves[i].path, self.leaves[i].depth)
            self.left += self.left >= 0
        self.free_leaves()

    def forget(self):
        self.drop_leaves()

    def feed(self, policies, values, Py_ssize_t row):
        cdef int actions = action_count(self.tables), i, result
        cdef const float *policy = <const float *>address(policies) + row * actions
        cdef const float *value = <const float *>address(values) + row
        cdef leaf_t *leaf
        for i in range(self.pending):
            leaf = &self.leaves[i]
            result = <int>(value[i] * TREE_UNIT)
            tree_back_up(&self.pool, leaf.path, leaf.depth, -result if leaf.seat else result, True)
            self.expand_by(leaf, policy + i * actions)
        self.free_leaves()

    cdef void expand_by(self, leaf_t *leaf, const float *policy) noexcept:
        """Gives a leaf its children, the likely ones first; none when memory is used up."""
        cdef choice_t[MAX_ACTIONS] choices
        cdef node_t *node = leaf.path[leaf.depth].node
        cdef double total = 0
        cdef uint32_t first
        cdef int i
        if node.first != 0:
            return
        first = tree_take(&self.pool, <uint32_t>leaf.count)
        if first == 0:
            return
        for i in range(leaf.count):
            total += policy[leaf.actions[i]]
        for i in range(leaf.count):
            choices[i].action = leaf.actions[i]
            choices[i].prior = (<float>(policy[leaf.actions[i]] / total) if total > 0
                                else <float>(1.0 / leaf.count))
            node_clear(&choices[i].node, choices[i].action, choices[i].prior, choices[i].prior)
        self.put_block(first, choices, leaf.count)
        node.first = first

    cdef void put_block(self, uint32_t first, choice_t *choices, int count) noexcept:
        """Writes nodes to a block, in order."""
        cdef node_t *child = tree_at(&self.pool, first)
        cdef int i
        qsort(choices, <size_t>count, sizeof(choice_t), by_prior)
        for i in range(count):
            child[i] = choices[i].node
            child[i].flags = TREE_LAST if i == count - 1 else 0

    def add_noise(self, double share, double alpha):
        cdef choice_t[MAX_ACTIONS] choices
        cdef double[MAX_ACTIONS] noise
        cdef node_t *root = tree_at(&self.pool, 0)
        cdef node_t *child
        cdef double total = 0
        cdef int count = 0, i
        if root.first == 0:
            return False
        child = tree_at(&self.pool, root.first)
        while True:
            choices[count].node = child[count]
            choices[count].action = child[count].action
            noise[count] = rng_gamma(&self.rng, alpha)
            total += noise[count]
            count += 1
            if child[count - 1].flags & TREE_LAST:
                break
        for i in range(count):
            choices[i].prior = <float>((1 - share) * choices[i].node.prior + share * (
                noise[i] / total if total > 0 else 1.0 / count))
            choices[i].node.prior = choices[i].prior
            tree_rate(&self.pool, &choices[i].node)
        self.put_block(root.first, choices, count)
        return True

    # ---- Playing ----

    def push(self, int action):
        cdef node_t *kept = NULL
        cdef node_t *root = tree_at(&self.pool, 0)
        cdef int seat = acting_seat(self.root)
        cdef KernelTree other
        for other in self.others:
            other.push(action)
        self.drop_leaves()
        if root.first != 0:
            kept = tree_at(&self.pool, root.first)
            while kept.action != action:
                if kept.flags & TREE_LAST:
                    raise ValueError("not an action of the root")
                kept += 1
        if apply(self.root, action) < 0:
            raise MemoryError
        tree_keep(&self.pool, kept)
        root.action = 0
        if seat:
            root.total = -root.total
        tree_rate(&self.pool, root)
        self.see_the_end()
        return kept != NULL

    # ---- What it found ----

    def read(self, visits, values, low, high):
        cdef int64_t *count = <int64_t *>address(visits)
        cdef double *mean = <double *>address(values)
        cdef int8_t *least = <int8_t *>address(low)
        cdef int8_t *greatest = <int8_t *>address(high)
        cdef int seat = acting_seat(self.root)
        cdef node_t[MAX_ACTIONS] room
        cdef node_t *child = self.below_root(room)
        while child != NULL:
            count[child.action] = child.visits
            least[child.action] = lowest(child, seat)
            greatest[child.action] = highest(child, seat)
            if child.visits:
                mean[child.action] = mean_of(child, seat)
            child = NULL if child.flags & TREE_LAST else child + 1

    cdef inline node_t *children(self, const node_t *node) noexcept:
        return tree_at(&self.pool, node.first) if node.first else NULL

    cdef node_t *best_of(self, node_t *first, const node_t *parent, int seat) noexcept:
        """The child that is played at a node where a seat acts; NULL if none was tried."""
        cdef node_t *child = first
        cdef node_t *best = NULL
        cdef double value, best_value = 0
        cdef int rank, best_rank = 0, won = lowest(parent, seat)
        while child != NULL:
            if child.visits:
                value = mean_of(child, seat)
                if not node_is_settled(child):
                    rank = 2
                else:  # a proof of the parent's worth; a draw; a loss
                    rank = 3 if node_is_settled(parent) and lowest(child, seat) == won else (
                        1 if lowest(child, seat) == 0 else 0)
                if best == NULL or is_better(rank, child, value, best_rank, best, best_value):
                    best, best_rank, best_value = child, rank, value
            child = NULL if child.flags & TREE_LAST else child + 1
        if best_rank == 2 and best_value < 0:  # rather a certain draw
            child = first
            while child != NULL:
                if child.visits and node_is_settled(child) and lowest(child, seat) == 0:
                    return child
                child = NULL if child.flags & TREE_LAST else child + 1
        return best

    def line(self, Py_ssize_t most):
        cdef node_t[MAX_ACTIONS] room
        cdef node_t root = self.whole()
        cdef node_t *node = self.best_of(self.below_root(room), &root, acting_seat(self.root))
        cdef node_t *met
        cdef state_t *s = self.walk.s
        cdef KernelTree tree, fullest = self
        cdef list actions = []
        copy(s, self.root)
        while node != NULL and len(actions) < most:
            actions.append(node.action)
            if apply(s, node.action) < 0:
                raise MemoryError
            if turn_is_over(&s.turn):
                break
            if len(actions) == 1:  # from here on a tree with a proof, or that has seen most of it
                node = NULL
                for tree in self.trees():
                    met = tree.played(actions[0])
                    if met != NULL and (node == NULL or is_fuller(met, node)):
                        node, fullest = met, tree
            node = fullest.best_of(fullest.children(node), node, acting_seat(s))
        return actions

    def sample(self, double temperature):
        cdef double[MAX_ACTIONS] weights
        cdef int seat = acting_seat(self.root), count = 0, i
        cdef node_t[MAX_ACTIONS] room
        cdef node_t root = self.whole()
        cdef node_t *first = self.below_root(room)
        cdef node_t *child
        cdef uint32_t most = 0
        cdef double total = 0, point
        if first == NULL:
            raise ValueError("nothing was searched")
        child = first
        while child != NULL:
            if not self.is_lost(child, seat, &root) and child.visits > most:
                most = child.visits
            child = NULL if child.flags & TREE_LAST else child + 1
        child = first
        while child != NULL:
            weights[count] = 0
            if child.visits and not self.is_lost(child, seat, &root):
                weights[count] = exact_exp(
                    exact_log(<double>child.visits / <double>most) / temperature)
            total += weights[count]
            count += 1
            child = NULL if child.flags & TREE_LAST else child + 1
        point = rng_unit(&self.rng) * total
        for i in range(count):
            point -= weights[i]
            if weights[i] > 0 and point < 0:
                return first[i].action
        return self.best_of(first, &root, seat).action

    cdef inline bint is_lost(self, const node_t *child, int seat, const node_t *root) noexcept:
        """Whether an action is known to be worse than another one."""
        return highest(child, seat) < lowest(root, seat) or (
            highest(child, seat) < 0 and highest(root, seat) >= 0)


cdef inline int lowest(const node_t *node, int seat) noexcept nogil:
    """The least return that a seat can have."""
    return TREE_DRAWN - (node.bounds >> 2) if seat else (node.bounds & 3) - TREE_DRAWN


cdef inline int highest(const node_t *node, int seat) noexcept nogil:
    """The greatest."""
    return TREE_DRAWN - (node.bounds & 3) if seat else (node.bounds >> 2) - TREE_DRAWN


cdef inline bint is_fuller(const node_t *one, const node_t *other) noexcept nogil:
    """Whether more is known of a node than of the same one in another tree."""
    if node_is_settled(one) != node_is_settled(other):
        return node_is_settled(one)
    return one.visits > other.visits


cdef inline int as_bounds(int least, int greatest, int seat) noexcept nogil:
    """The bounds of a node whose least and greatest return for a seat these are."""
    if seat:
        least, greatest = -greatest, -least
    return least + TREE_DRAWN | (greatest + TREE_DRAWN) << 2


cdef inline void narrow(node_t *node, int bounds) noexcept nogil:
    """Takes what other bounds say of the same node to what is known."""
    node.bounds = <uint8_t>(max(node.bounds & 3, bounds & 3)
                            | min(node.bounds >> 2, bounds >> 2) << 2)


cdef inline double mean_of(const node_t *node, int seat) noexcept nogil:
    """A visited node's value for the seat that chose it."""
    if node_is_settled(node):
        return lowest(node, seat)
    return <double>node.total / (<double>node.visits * TREE_UNIT)


cdef inline bint is_better(int rank, const node_t *node, double value, int best_rank,
                           const node_t *best, double best_value) noexcept nogil:
    if rank != best_rank:
        return rank > best_rank
    if node.visits != best.visits:
        return node.visits > best.visits
    if value != best_value:
        return value > best_value
    return node.action < best.action
