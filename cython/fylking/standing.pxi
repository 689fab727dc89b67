# How nodes of the tree stand: their bounds and means for a seat, and which is better. Included by
# mcts.pxi.


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
