# Alpha-beta search, compiled against each game's kernel. Included by the game's .pyx after
# position.pxi.
#
# Values are seen from the side that acts: who acts next is read from the positions, since the same
# side may act again (the pie choice, P3; the steps of a turn, FZ7).

from fylking.errors import Error

from libc.stdlib cimport calloc

from fylking._alphabeta cimport Searcher

cdef extern from "fylking/images.h" nogil:
    ctypedef struct images_t:
        pass
    int images_make(images_t *images, int points, int count, const int32_t *to)
    void images_drop(images_t *images)
    uint64_t images_key(const images_t *images, const uint8_t *data, int *image)

cdef extern from "fylking/transpositions.h" nogil:
    enum:
        BOUND_LOWER
        BOUND_UPPER
        BOUND_EXACT
        TABLE_MAX_ACTIONS
    ctypedef struct entry_t:
        int32_t value
    ctypedef struct table_t:
        pass
    int table_make(table_t *table, uint64_t nbytes)
    void table_drop(table_t *table)
    void table_clear(table_t *table)
    void table_next_age(table_t *table)
    const entry_t *table_find(const table_t *table, uint64_t key)
    void table_store(table_t *table, uint64_t key, int value, int action, int depth, int bound,
                     int certain, uint64_t nodes)
    int entry_action(const entry_t *entry)
    int entry_depth(const entry_t *entry)
    int entry_bound(const entry_t *entry)
    bint entry_certain(const entry_t *entry)

cdef enum:
    WIN = 1000000
    WON = 990000          # as in _alphabeta.WON
    ENDLESS = 255         # depth of a search to the ends of the games
    MAX_DEPTH = 254
    MAX_PLY = 400         # deeper than that no search looks
    FAILED = -2147483647  # no value: an exception was raised
    LOOK_DEPTH = 3        # from this depth on, children are ordered by their evaluations ...
    MOST_HISTORY = 3200   # ... to which what is remembered of an action adds at most two points

# One level of the tree.
cdef struct level_t:
    int32_t *actions
    int32_t *orders   # the greater, the sooner an action is tried
    int32_t *line     # the principal variation from here on ...
    int length        # ... and its length
    int32_t[2] killers

cdef struct search_t:
    const board_t *tables
    table_t table
    level_t *levels
    char *states
    size_t room       # bytes of a state
    int32_t *history  # by colour and action: how often it cut off
    int width         # number of actions
    bint by_margin
    bint by_images    # whether positions are known by the least of their images
    images_t images
    int32_t *actions  # for each image, where an action goes
    int32_t *sources  # for each image, where an action of it comes from
    int64_t nodes, most
    int64_t deadline  # in ms, or -1
    bint stopped
    loop_t loop


cdef inline state_t *state_at(search_t *search, int ply) noexcept nogil:
    return <state_t *>(search.states + <size_t>ply * search.room)


cdef inline int seat_of(const state_t *s) noexcept nogil:
    return s.turn.to_move != s.turn.first


cdef int margin_worth(const state_t *s) noexcept nogil:
    """Of a finished game, to the player to move: the outcome, and by how much."""
    cdef int[2] half_points
    cdef int result = outcome(s), margin
    if result == OUTCOME_DRAW:
        return 0
    score(s, half_points)
    margin = half_points[s.turn.to_move] - half_points[s.turn.to_move ^ 1]
    return margin + (WIN if result == s.turn.to_move else -WIN)


cdef int worth(const search_t *search, const state_t *s, int ply) noexcept nogil:
    """Of a finished game, to the player to move."""
    cdef int result
    if search.by_margin:
        return margin_worth(s)
    result = outcome(s)
    if result == OUTCOME_DRAW:
        return 0
    return WIN - ply if result == s.turn.to_move else ply - WIN


cdef int guess(const state_t *s) noexcept nogil:
    """What a position that is not looked into is worth to the side that acts."""
    cdef int value = evaluate(s)
    if s.turn.stage == STAGE_CHOOSE:  # P3: the better side is taken
        return abs(value)
    return value if s.turn.to_move == BLACK else -value


cdef uint64_t key_by_images(const images_t *images, const state_t *s, int *image) noexcept nogil:
    """The key that a position shares with its images; and the image it is taken from."""
    cdef uint8_t[BYTES] data
    write(s, data)
    return images_key(images, data, image)


cdef int make_images(images_t *images, const board_t *tables, symmetries) except -1:
    """The words of the images under the symmetries, the first of which is the identity."""
    cdef int i, k, points = point_count(tables), status
    cdef int32_t *to = <int32_t *>malloc(len(symmetries) * <size_t>points * sizeof(int32_t))
    if to == NULL:
        raise MemoryError
    for i, symmetry in enumerate(symmetries):
        for k, image in enumerate(symmetry.points.tolist()):
            to[i * points + k] = image
    status = images_make(images, points, <int>len(symmetries), to)
    free(to)
    if status < 0:
        raise MemoryError
    return 0


cdef inline void settle_seats(state_t *s) noexcept nogil:
    """After the pie choice it makes no difference to a colour which seat has it."""
    if s.turn.stage != STAGE_OPEN and s.turn.stage != STAGE_CHOOSE:
        s.turn.first = BLACK


cdef int descend(search_t *search, const state_t *parent, int action, int ply) except -1 nogil:
    """Makes a child. Returns whether the side that acted acts again."""
    cdef state_t *child = state_at(search, ply)
    cdef bint again
    copy(child, parent)
    if apply(child, action) < 0:
        with gil:
            raise MemoryError
    again = seat_of(child) == seat_of(parent)
    settle_seats(child)
    if is_due(&search.loop):
        if poll(&search.loop) or (
                search.deadline >= 0 and clock_ms() >= search.deadline):
            search.stopped = True
    return again


cdef int order(search_t *search, const state_t *s, level_t *level, int count, int depth, int ply,
               int first) except -1 nogil:
    """Says how soon each action is to be tried; `first` is what the table says, or -1."""
    cdef int32_t *history = search.history + s.turn.to_move * search.width
    cdef int i, action, value
    cdef bint look = depth >= LOOK_DEPTH and count > 2
    cdef bint again
    cdef state_t *child
    for i in range(count):
        action = level.actions[i]
        if action == first:
            level.orders[i] = 1 << 30
            continue
        value = min(history[action], 1 << 20)
        if action == level.killers[0]:
            value += 1 << 28
        elif action == level.killers[1]:
            value += 1 << 27
        elif look:
            again = descend(search, s, action, ply + 1)
            child = state_at(search, ply + 1)
            value = guess(child) if not turn_is_over(&child.turn) else worth(search, child, ply)
            value = 16 * (value if again else -value) + min(history[action], MOST_HISTORY)
        level.orders[i] = value
    return 0


cdef inline void take_next(level_t *level, int i, int count) noexcept nogil:
    """Brings the action to be tried next to place i; of equals the first."""
    cdef int k, best = i
    cdef int32_t action, value
    for k in range(i + 1, count):
        if level.orders[k] > level.orders[best]:
            best = k
    action = level.actions[best]
    value = level.orders[best]
    while best > i:  # the others keep their order
        level.actions[best] = level.actions[best - 1]
        level.orders[best] = level.orders[best - 1]
        best -= 1
    level.actions[i] = action
    level.orders[i] = value


cdef inline int told_value(const search_t *search, int value, int ply) noexcept nogil:
    """A value of the table, which counts distances from the position, as one from the root."""
    if search.by_margin:
        return value
    return value - ply if value >= WON else value + ply if value <= -WON else value


cdef inline int kept_value(const search_t *search, int value, int ply) noexcept nogil:
    return told_value(search, value, -ply)


cdef inline int told_bound(const entry_t *entry, int depth) noexcept nogil:
    """How far an entry's value holds for a search of this depth: a bound, or 0.

    A win that is found stays one when the search looks deeper, and so does what is certain."""
    cdef int bound = entry_bound(entry)
    if entry_depth(entry) == depth:
        return bound
    if entry_depth(entry) > depth:
        return 0
    if entry_certain(entry):
        return bound
    if entry.value >= WON:
        return bound & BOUND_LOWER
    if entry.value <= -WON:
        return bound & BOUND_UPPER
    return 0


cdef void cut_off(search_t *search, level_t *level, const state_t *s, int action,
                  int depth) noexcept nogil:
    cdef int32_t *history = search.history + s.turn.to_move * search.width
    cdef int i
    if level.killers[0] != action:
        level.killers[1] = level.killers[0]
        level.killers[0] = action
    history[action] += depth * depth if depth < ENDLESS else 16
    if history[action] > 1 << 24:
        for i in range(2 * search.width):
            search.history[i] //= 2


cdef int look(search_t *search, const state_t *s, int depth, int ply, int alpha, int beta,
              bint *certain) except FAILED nogil:
    """The value of a position to the side that acts, or a bound outside of the window.

    `certain` gets whether no leaf that the depth cut off stands behind it. A search that is
    stopped returns anything."""
    cdef level_t *level = &search.levels[ply]
    cdef level_t *next
    cdef const entry_t *entry
    cdef bint wide = beta - alpha > 1, all_certain = True, again, child_certain
    cdef int image, first = -1, bound, value, best = FAILED, chosen = -1, count, i, action
    cdef int low = alpha, less
    cdef int64_t before = search.nodes
    cdef uint64_t known
    level.length = 0
    certain[0] = True
    if turn_is_over(&s.turn):
        return worth(search, s, ply)
    if depth == 0 or ply == MAX_PLY:
        certain[0] = False
        return guess(s)
    image = 0
    known = key_by_images(&search.images, s, &image) if search.by_images else key(s)
    entry = table_find(&search.table, known)
    if entry != NULL:
        first = search.sources[image * search.width + entry_action(entry)]
        bound = told_bound(entry, depth)
        value = told_value(search, entry.value, ply)
        if not wide and (bound == BOUND_EXACT or (bound == BOUND_LOWER and value >= beta)
                         or (bound == BOUND_UPPER and value <= alpha)):
            certain[0] = entry_certain(entry) or abs(value) >= WON
            if ply == 0:
                level.line[0] = first
                level.length = 1
            return value
    count = legal_list(s, level.actions)
    order(search, s, level, count, depth, ply, first)
    less = depth if depth == ENDLESS else depth - 1
    next = &search.levels[ply + 1]
    for i in range(count):
        take_next(level, i, count)
        action = level.actions[i]
        if search.nodes == search.most:
            search.stopped = True
        again = descend(search, s, action, ply + 1)
        if search.stopped:
            break
        search.nodes += 1
        value = FAILED
        if i > 0 and wide:
            if again:
                value = look(search, state_at(search, ply + 1), less, ply + 1, low, low + 1,
                             &child_certain)
            else:
                value = -look(search, state_at(search, ply + 1), less, ply + 1, -low - 1, -low,
                              &child_certain)
        if not search.stopped and (value == FAILED or low < value < beta):
            if again:
                value = look(search, state_at(search, ply + 1), less, ply + 1, low, beta,
                             &child_certain)
            else:
                value = -look(search, state_at(search, ply + 1), less, ply + 1, -beta, -low,
                              &child_certain)
        if search.stopped:
            break
        all_certain = all_certain and child_certain
        if value > best:
            best = value
            chosen = action
            if value > low:
                low = value
                if wide or ply == 0:
                    level.line[0] = action
                    level.length = 1 + next.length
                    memcpy(level.line + 1, next.line, <size_t>next.length * sizeof(int32_t))
            if value >= beta:
                all_certain = child_certain
                cut_off(search, level, s, action, depth)
                break
    if search.stopped:
        return 0
    bound = BOUND_LOWER if best >= beta else BOUND_UPPER if best <= alpha else BOUND_EXACT
    certain[0] = all_certain or (best >= WON and bound == BOUND_LOWER) or (
        best <= -WON and bound == BOUND_UPPER)
    table_store(&search.table, known, kept_value(search, best, ply),
                search.actions[image * search.width + chosen], depth, bound, certain[0],
                <uint64_t>(search.nodes - before))
    return best


cdef class KernelSearcher(Searcher):
    cdef search_t tree
    cdef bint at_work

    def __cinit__(self, game, uint64_t memory, bint by_margin, symmetries=()):
        cdef const board_t *tables = board_of_size(game.size)
        cdef search_t *tree = &self.tree
        cdef size_t width = <size_t>action_count(tables), levels = MAX_PLY + 2
        cdef size_t images = max(1, len(symmetries))
        cdef size_t i
        if width > TABLE_MAX_ACTIONS:
            raise OptionError(f"{game!r} has more than {TABLE_MAX_ACTIONS} actions")
        self.game = game
        tree.tables = tables
        tree.width = <int>width
        tree.by_margin = by_margin
        tree.by_images = images > 1
        tree.room = (capacity(tables) + 63) & ~<size_t>63
        # Memory that is not touched costs nothing: searches rarely go as deep as they may.
        tree.levels = <level_t *>calloc(levels, sizeof(level_t))
        tree.states = <char *>malloc(levels * tree.room)
        tree.history = <int32_t *>calloc(2 * width, sizeof(int32_t))
        tree.actions = <int32_t *>malloc(2 * images * width * sizeof(int32_t))
        if (tree.levels == NULL or tree.states == NULL or tree.history == NULL
                or tree.actions == NULL):
            raise MemoryError
        tree.sources = tree.actions + images * width
        tree.levels[0].actions = <int32_t *>malloc(
            levels * (2 * width + MAX_PLY + 2) * sizeof(int32_t))
        if tree.levels[0].actions == NULL or table_make(&tree.table, memory) < 0:
            raise MemoryError
        for i in range(levels):
            tree.levels[i].actions = tree.levels[0].actions + i * (2 * width + MAX_PLY + 2)
            tree.levels[i].orders = tree.levels[i].actions + width
            tree.levels[i].line = tree.levels[i].orders + width
        if tree.by_images:
            make_images(&tree.images, tables, symmetries)
        self.learn(symmetries or game.symmetries[:1])
        self.forget_killers()

    def __dealloc__(self):
        if self.tree.levels != NULL:
            free(self.tree.levels[0].actions)
        free(self.tree.levels)
        free(self.tree.states)
        free(self.tree.history)
        free(self.tree.actions)
        images_drop(&self.tree.images)
        table_drop(&self.tree.table)

    cdef learn(self, symmetries):
        """Where actions of images come from."""
        cdef int i, k, width = self.tree.width
        for i, symmetry in enumerate(symmetries):
            for k, image in enumerate(symmetry.actions.tolist()):
                self.tree.actions[i * width + k] = image
                self.tree.sources[i * width + <int>image] = k

    cdef int check_idle(self) except -1:
        if self.at_work:
            raise Error("a search is at work already, in another thread or below a signal handler")
        return 0

    cdef void forget_killers(self) noexcept:
        cdef int i
        for i in range(MAX_PLY + 2):
            self.tree.levels[i].killers[0] = self.tree.levels[i].killers[1] = -1

    def clear(self):
        self.check_idle()
        table_clear(&self.tree.table)
        memset(self.tree.history, 0, 2 * <size_t>self.tree.width * sizeof(int32_t))
        self.forget_killers()

    def begin(self):
        cdef int i
        self.check_idle()
        table_next_age(&self.tree.table)
        for i in range(2 * self.tree.width):
            self.tree.history[i] //= 4
        self.forget_killers()

    def search(self, KernelPosition pos, int depth, int alpha, int beta, int64_t nodes,
               int64_t milliseconds, Control control):
        self.check_idle()
        self.at_work = True
        try:
            return self.search_alone(pos, depth, alpha, beta, nodes, milliseconds, control)
        finally:
            self.at_work = False

    cdef search_alone(self, KernelPosition pos, int depth, int alpha, int beta, int64_t nodes,
                      int64_t milliseconds, Control control):
        cdef search_t *tree = &self.tree
        cdef int value, i
        cdef bint certain = False
        if pos.tables != tree.tables or turn_is_over(&pos.s.turn) or not 0 <= depth <= MAX_DEPTH:
            raise ValueError("no position to search, or no depth")
        copy(state_at(tree, 0), pos.s)
        settle_seats(state_at(tree, 0))
        tree.loop = begin_loop(&control.stop)
        tree.deadline = clock_ms() + milliseconds if milliseconds >= 0 else -1
        tree.nodes = 0
        tree.most = nodes
        tree.stopped = False
        with nogil:
            value = look(tree, state_at(tree, 0), depth if depth else ENDLESS, 0, alpha, beta,
                         &certain)
        variation = tuple([tree.levels[0].line[i] for i in range(tree.levels[0].length)])
        return (not tree.stopped, value, certain, variation, tree.nodes)
