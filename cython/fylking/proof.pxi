# Proof-number search (df-pn), compiled against each game's kernel. Included by the game's .pyx
# after alphabeta.pxi.
#
# It answers one question: is a position worth `bound` or more to the side that acts? Every position
# has two numbers: how much there is still to do for a yes, and how much for a no. At each position
# the search follows the action that is nearest to a yes, until the numbers of another one are
# better; so it goes deep where few answers are left, whatever the length of the games, which alpha-
# beta cannot without a depth. No position comes back in any game.

from fylking._proof cimport Prover

cdef extern from "fylking/proofs.h" nogil:
    enum:
        PROOF_LOWER
        PROOF_UPPER
        PROOF_OPEN
        PROOF_CERTAIN
    ctypedef struct proof_t:
        pass
    ctypedef struct proofs_t:
        pass
    int proofs_make(proofs_t *table, uint64_t nbytes)
    void proofs_drop(proofs_t *table)
    const proof_t *proofs_find(const proofs_t *table, uint64_t key)
    void proofs_store_value(proofs_t *table, uint64_t key, int kind, int value, uint64_t nodes)
    void proofs_store_open(proofs_t *table, uint64_t key, int number_for, int against,
                           uint64_t nodes)
    int proof_kind(const proof_t *entry)
    int proof_value(const proof_t *entry)
    int proof_for(const proof_t *entry)
    int proof_against(const proof_t *entry)

cdef enum:
    POINT = 100   # of an evaluation
    FIRST = 8     # first numbers count evaluations in this, so that they outweigh the numbers of
    LEAD = 300    # answers by far; but no more than so many

# What is known about a position, or about what an action leads to, for one bound.
cdef struct claim_t:
    uint64_t known_by  # key, or 0: known without the table
    int32_t yes        # 0: proven ...
    int32_t no         # ... or 0: refuted
    int32_t value      # then a bound of the value: from below if proven, else from above
    int32_t action
    bint again         # whether the side that acted acts again

cdef struct proof_search_t:
    const board_t *tables
    proofs_t table
    images_t images
    bint by_images
    claim_t *claims  # `width` for each ply: of the side that acts next, as if it were the other
    char *states
    size_t room
    int width
    int64_t nodes, most
    int64_t deadline
    bint stopped
    loop_t loop


cdef inline state_t *proof_state(proof_search_t *search, int ply) noexcept nogil:
    return <state_t *>(search.states + <size_t>ply * search.room)


cdef inline void settle(claim_t *claim, int value, int bound) noexcept nogil:
    claim.value = value
    claim.yes = 0 if value >= bound else PROOF_CERTAIN
    claim.no = PROOF_CERTAIN if value >= bound else 0


cdef inline bint recall(const proof_search_t *search, claim_t *claim, int bound) noexcept nogil:
    """Whether the table knows something."""
    cdef const proof_t *entry = proofs_find(&search.table, claim.known_by)
    cdef int kind, value
    if entry == NULL:
        return False
    kind = proof_kind(entry)
    if kind == PROOF_OPEN:
        claim.yes = proof_for(entry)
        claim.no = proof_against(entry)
        return True
    value = proof_value(entry)
    if (kind == PROOF_LOWER) == (value >= bound):
        settle(claim, value, bound)
        return True
    return False


cdef inline void turn_claim(claim_t *claim) noexcept nogil:
    """What one side has to show, the other has to refute."""
    cdef int32_t yes = claim.yes
    claim.yes = claim.no
    claim.no = yes
    claim.value = -claim.value


cdef int judge(proof_search_t *search, int ply, int bound, claim_t *claim) except -1 nogil:
    """First numbers of a position, for the side that acts there."""
    cdef state_t *s = proof_state(search, ply)
    cdef state_t *after = proof_state(search, ply + 1)
    cdef int image, lead, last = pass_action(search.tables)
    claim.known_by = 0
    claim.value = 0
    if turn_is_over(&s.turn):
        settle(claim, margin_worth(s), bound)
        return 0
    if s.turn.stage == STAGE_PASSED and is_legal(s, last):  # the game can be ended at once
        copy(after, s)
        if apply(after, last) < 0:
            with gil:
                raise MemoryError
        if -margin_worth(after) >= bound:
            settle(claim, -margin_worth(after), bound)
            return 0
    claim.known_by = key_by_images(&search.images, s, &image) if search.by_images else key(s)
    claim.known_by |= 1  # 0 is taken, and the table does not look at this bit
    if recall(search, claim, bound):
        return 0
    if bound > WON:
        lead = guess(s) - POINT * (bound - WIN) // 2
    elif bound < -WON:
        lead = guess(s) - POINT * (bound + WIN) // 2
    else:
        lead = guess(s)
    lead = min(max(lead // FIRST, -LEAD), LEAD)  # who is behind has more to do
    claim.yes = 1 - min(lead, 0)
    claim.no = 1 + max(lead, 0)
    return 0


cdef int make_child(proof_search_t *search, int ply, int action) except -1 nogil:
    """Makes a child. Returns whether the side that acted acts again."""
    cdef state_t *child = proof_state(search, ply + 1)
    cdef bint again
    copy(child, proof_state(search, ply))
    if apply(child, action) < 0:
        with gil:
            raise MemoryError
    again = seat_of(child) == seat_of(proof_state(search, ply))
    settle_seats(child)
    if is_due(&search.loop):
        if poll(&search.loop) or (
                search.deadline >= 0 and clock_ms() >= search.deadline):
            search.stopped = True
    return again


cdef int look_around(proof_search_t *search, int ply, int bound) except -1 nogil:
    """Looks at the children, up to the first that proves the bound. Returns how many."""
    cdef claim_t *claims = search.claims + <size_t>ply * search.width
    cdef claim_t *claim
    cdef int32_t[MAX_ACTIONS] actions
    cdef int i, count = legal_list(proof_state(search, ply), actions)
    for i in range(count):
        if search.nodes == search.most:
            search.stopped = True
        if search.stopped:
            return 0
        search.nodes += 1
        claim = &claims[i]
        claim.action = actions[i]
        claim.again = make_child(search, ply, claim.action)
        judge(search, ply + 1, bound if claim.again else 1 - bound, claim)
        if claim.again:
            turn_claim(claim)
        if claim.no == 0:
            return i + 1
    return count


cdef int prove(proof_search_t *search, int ply, int bound, claim_t *found, int most_yes,
               int most_no) except -1 nogil:
    """Searches until a number of the position reaches its limit.

    `found`, which has the position's key, gets the numbers and the action that leads to a yes."""
    cdef claim_t *claims = search.claims + <size_t>ply * search.width
    cdef claim_t *claim
    cdef claim_t *chosen
    cdef int64_t before = search.nodes, limit
    cdef int i, count, least, second, greatest, left, value, below, action
    if ply == MAX_PLY:
        search.stopped = True
        return 0
    count = look_around(search, ply, bound)
    while not search.stopped:
        # The numbers against the other side are those for this one. To refute every action, count
        # the hardest, and one for each other: by different ways they often lead to the same.
        chosen = NULL
        least = second = PROOF_CERTAIN
        greatest = left = 0
        value = FAILED
        for i in range(count):
            claim = &claims[i]
            if chosen == NULL or claim.no < least:
                second = least
                least = claim.no
                chosen = claim
            elif claim.no < second:
                second = claim.no
            if claim.yes:
                left += 1
                greatest = max(greatest, claim.yes)
            else:
                value = max(value, -claim.value)
        if least == 0:
            found.yes = 0
            found.no = PROOF_CERTAIN
            found.value = -chosen.value
            found.action = chosen.action
            proofs_store_value(&search.table, found.known_by, PROOF_LOWER, found.value,
                               <uint64_t>(search.nodes - before))
            return 0
        if left == 0:
            found.yes = PROOF_CERTAIN
            found.no = 0
            found.value = value
            proofs_store_value(&search.table, found.known_by, PROOF_UPPER, found.value,
                               <uint64_t>(search.nodes - before))
            return 0
        found.yes = min(least, PROOF_CERTAIN - 1)
        found.no = min(greatest + left - 1, PROOF_CERTAIN - 1)
        if found.yes >= most_yes or found.no >= most_no:
            proofs_store_open(&search.table, found.known_by, found.yes, found.no,
                              <uint64_t>(search.nodes - before))
            return 0
        # A quarter more than the next best saves many changes from one to the other.
        limit = min(<int64_t>second + second // 4 + 1, <int64_t>most_yes)
        below = PROOF_CERTAIN if most_no == PROOF_CERTAIN else most_no - (left - 1)
        action = chosen.action  # the search below says its own
        make_child(search, ply, action)
        if chosen.again:
            turn_claim(chosen)
            prove(search, ply + 1, bound, chosen, <int>limit, below)
            turn_claim(chosen)
        else:
            prove(search, ply + 1, 1 - bound, chosen, below, <int>limit)
        chosen.action = action
        for i in range(count):  # what the search found may be of use to others
            claim = &claims[i]
            if claim != chosen and claim.known_by and claim.yes and claim.no:
                if recall(search, claim, bound if claim.again else 1 - bound) and claim.again:
                    turn_claim(claim)
    return 0


cdef class KernelProver(Prover):
    cdef proof_search_t tree
    cdef bint at_work

    def __cinit__(self, game, uint64_t memory, symmetries=()):
        cdef proof_search_t *tree = &self.tree
        cdef size_t levels = MAX_PLY + 2
        tree.tables = board_of_size(game.size)
        tree.width = action_count(tree.tables)
        tree.room = (capacity(tree.tables) + 63) & ~<size_t>63
        # Memory that is not touched costs nothing: searches rarely go as deep as they may.
        tree.claims = <claim_t *>malloc(levels * <size_t>tree.width * sizeof(claim_t))
        tree.states = <char *>malloc(levels * tree.room)
        if tree.claims == NULL or tree.states == NULL or proofs_make(&tree.table, memory) < 0:
            raise MemoryError
        tree.by_images = len(symmetries) > 1
        if tree.by_images:
            make_images(&tree.images, tree.tables, symmetries)
        self.game = game

    def __dealloc__(self):
        free(self.tree.claims)
        free(self.tree.states)
        proofs_drop(&self.tree.table)
        images_drop(&self.tree.images)

    def prove(self, KernelPosition pos, int bound, int64_t nodes, int64_t milliseconds,
              Control control):
        if self.at_work:
            raise Error("a search is at work already, in another thread or below a signal handler")
        self.at_work = True
        try:
            return self.prove_alone(pos, bound, nodes, milliseconds, control)
        finally:
            self.at_work = False

    cdef prove_alone(self, KernelPosition pos, int bound, int64_t nodes, int64_t milliseconds,
                     Control control):
        cdef proof_search_t *tree = &self.tree
        cdef claim_t found
        if pos.tables != tree.tables or turn_is_over(&pos.s.turn):
            raise ValueError("no position to search")
        copy(proof_state(tree, 0), pos.s)
        settle_seats(proof_state(tree, 0))
        tree.loop = begin_loop(&control.stop)
        tree.deadline = clock_ms() + milliseconds if milliseconds >= 0 else -1
        tree.nodes = 0
        tree.most = nodes
        tree.stopped = False
        found.value = 0
        found.action = -1
        found.known_by = 0  # nobody looks it up: the action would be missing
        with nogil:
            prove(tree, 0, bound, &found, PROOF_CERTAIN, PROOF_CERTAIN)
        return (not tree.stopped, found.value, found.action, tree.nodes)
