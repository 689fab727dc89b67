# Monte Carlo tree search, compiled against each game's kernel. Included by the game's .pyx after
# position.pxi.
#
# A simulation walks down the tree from the root, playing the actions on a copy of the root's
# position, to a leaf; a random game, or an evaluator, says what that is worth; and this is brought
# up the path. Who acts comes from the position: results are kept by seat.
#
# Threads share a tree: what touches it is done under its lock, the random games are not. Or each
# has a tree of its own (`join`), and what all found is put together at the root.

include "walks.pxi"
include "standing.pxi"


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
