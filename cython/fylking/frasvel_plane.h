/* Frasvel's work on whole planes. Included by frasvel.h once for each FRASVEL_KIND: a number of
 * words, 0 for one AVX2 register. No include guard, on purpose. */

#if FRASVEL_KIND == 0
#define PLANE __m256i
#define WORDS 4
#elif defined(FYL_PAIRS) && FRASVEL_KIND > 2
#define PLANE FRASVEL_ON(pairs)
#define WORDS FRASVEL_KIND
typedef struct {
    pair_t p[WORDS / 2];
} PLANE;
#else
#define PLANE FRASVEL_ON(words)
#define WORDS FRASVEL_KIND
typedef struct {
    uint64_t w[WORDS];
} PLANE;
#endif

/* ---- Planes ---- */

#if FRASVEL_KIND == 0

FYL_INLINE PLANE FRASVEL_ON(load)(const uint64_t *p)
{
    return _mm256_loadu_si256((const PLANE *)p);
}

FYL_INLINE void FRASVEL_ON(store)(uint64_t *p, PLANE x) { _mm256_storeu_si256((PLANE *)p, x); }
FYL_INLINE PLANE FRASVEL_ON(none)(void) { return _mm256_setzero_si256(); }
FYL_INLINE PLANE FRASVEL_ON(and)(PLANE x, PLANE y) { return _mm256_and_si256(x, y); }
FYL_INLINE PLANE FRASVEL_ON(or)(PLANE x, PLANE y) { return _mm256_or_si256(x, y); }
FYL_INLINE PLANE FRASVEL_ON(less)(PLANE x, PLANE y) { return _mm256_andnot_si256(y, x); }
FYL_INLINE int FRASVEL_ON(any)(PLANE x) { return !_mm256_testz_si256(x, x); }

/* One step in direction d (B2): ranks are the 16-bit lanes, files their bits. */
FYL_INLINE PLANE FRASVEL_ON(step)(const frasvel_board_t *b, PLANE x, int d)
{
    (void)b;
    if (d == 0 || d == 1) x = _mm256_slli_epi16(x, 1);
    if (d == 3 || d == 4) x = _mm256_srli_epi16(x, 1);
    if (d == 1 || d == 2) x = _mm256_alignr_epi8(x, _mm256_permute2x128_si256(x, x, 0x08), 14);
    if (d == 4 || d == 5) x = _mm256_alignr_epi8(_mm256_permute2x128_si256(x, x, 0x81), x, 2);
    return x;
}

#elif defined(FYL_PAIRS) && FRASVEL_KIND > 2

FYL_INLINE PLANE FRASVEL_ON(load)(const uint64_t *p)
{
    PLANE x;
    memcpy(&x, p, sizeof x);
    return x;
}

FYL_INLINE void FRASVEL_ON(store)(uint64_t *p, PLANE x) { memcpy(p, &x, sizeof x); }

FYL_INLINE PLANE FRASVEL_ON(none)(void)
{
    PLANE x;
    for (int i = 0; i < WORDS / 2; i++) x.p[i] = (pair_t){0, 0};
    return x;
}

FYL_INLINE PLANE FRASVEL_ON(and)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS / 2; i++) x.p[i] &= y.p[i];
    return x;
}

FYL_INLINE PLANE FRASVEL_ON(or)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS / 2; i++) x.p[i] |= y.p[i];
    return x;
}

FYL_INLINE PLANE FRASVEL_ON(less)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS / 2; i++) x.p[i] &= ~y.p[i];
    return x;
}

FYL_INLINE int FRASVEL_ON(any)(PLANE x)
{
    pair_t any = x.p[0];
    for (int i = 1; i < WORDS / 2; i++) any |= x.p[i];
    return (any[0] | any[1]) != 0;
}

/* One step in direction d (B2). */
FYL_INLINE PLANE FRASVEL_ON(step)(const frasvel_board_t *b, PLANE x, int d)
{
    PLANE y;
    pair_t none = {0, 0};
    int by = d < 3 ? b->step[d] : -b->step[d];
    for (int i = 0; i < WORDS / 2; i++) {
        if (d < 3)
            y.p[i] = x.p[i] << by | PAIR_BETWEEN(i > 0 ? x.p[i - 1] : none, x.p[i]) >> (64 - by);
        else
            y.p[i] = x.p[i] >> by |
                     PAIR_BETWEEN(x.p[i], i < WORDS / 2 - 1 ? x.p[i + 1] : none) << (64 - by);
    }
    return y;
}

#else

FYL_INLINE PLANE FRASVEL_ON(load)(const uint64_t *p)
{
    PLANE x;
    for (int i = 0; i < WORDS; i++) x.w[i] = p[i];
    return x;
}

FYL_INLINE void FRASVEL_ON(store)(uint64_t *p, PLANE x)
{
    for (int i = 0; i < WORDS; i++) p[i] = x.w[i];
}

FYL_INLINE PLANE FRASVEL_ON(none)(void)
{
    PLANE x;
    for (int i = 0; i < WORDS; i++) x.w[i] = 0;
    return x;
}

FYL_INLINE PLANE FRASVEL_ON(and)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS; i++) x.w[i] &= y.w[i];
    return x;
}

FYL_INLINE PLANE FRASVEL_ON(or)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS; i++) x.w[i] |= y.w[i];
    return x;
}

/* x without y */
FYL_INLINE PLANE FRASVEL_ON(less)(PLANE x, PLANE y)
{
    for (int i = 0; i < WORDS; i++) x.w[i] &= ~y.w[i];
    return x;
}

FYL_INLINE int FRASVEL_ON(any)(PLANE x)
{
    uint64_t any = 0;
    for (int i = 0; i < WORDS; i++) any |= x.w[i];
    return any != 0;
}

/* One step in direction d (B2). */
FYL_INLINE PLANE FRASVEL_ON(step)(const frasvel_board_t *b, PLANE x, int d)
{
    PLANE y;
    int by = d < 3 ? b->step[d] : -b->step[d];
    for (int i = 0; i < WORDS; i++) {
        if (d < 3)
            y.w[i] = x.w[i] << by | (i > 0 ? x.w[i - 1] >> (64 - by) : 0);
        else
            y.w[i] = x.w[i] >> by | (i < WORDS - 1 ? x.w[i + 1] << (64 - by) : 0);
    }
    return y;
}

#endif

FYL_INLINE int FRASVEL_ON(count)(PLANE x)
{
    uint64_t w[WORDS];
    FRASVEL_ON(store)(w, x);
    return set_count(w, WORDS);
}

FYL_INLINE int FRASVEL_ON(nth)(PLANE x, int k)
{
    uint64_t w[WORDS];
    FRASVEL_ON(store)(w, x);
    return set_nth(w, WORDS, k);
}

FYL_INLINE PLANE FRASVEL_ON(one)(int bit)
{
    uint64_t w[WORDS] = {0};
    set_add(w, bit);
    return FRASVEL_ON(load)(w);
}

/* The cells and all their neighbours, and bits that are no cells. */
FYL_INLINE PLANE FRASVEL_ON(dilate)(const frasvel_board_t *b, PLANE x)
{
    PLANE east = FRASVEL_ON(or)(x, FRASVEL_ON(step)(b, x, 0));
    PLANE west = FRASVEL_ON(or)(x, FRASVEL_ON(step)(b, x, 3));
    PLANE north = FRASVEL_ON(step)(b, east, 2); /* N and NE */
    PLANE south = FRASVEL_ON(step)(b, west, 5); /* S and SW */
    return FRASVEL_ON(or)(FRASVEL_ON(or)(east, west), FRASVEL_ON(or)(north, south));
}

/* FS1: what of `within` is connected to `seed` (which lies in it). */
FYL_INLINE PLANE FRASVEL_ON(flood)(const frasvel_board_t *b, PLANE seed, PLANE within)
{
    for (;;) {
        PLANE more = FRASVEL_ON(and)(FRASVEL_ON(dilate)(b, seed), within);
        if (!FRASVEL_ON(any)(FRASVEL_ON(less)(more, seed))) return seed;
        seed = more;
    }
}

/* Stacks of exactly this height. */
FYL_INLINE PLANE FRASVEL_ON(exactly)(const frasvel_t *s, int height, int colour)
{
    return FRASVEL_ON(less)(FRASVEL_ON(load)(frasvel_plane_of(s, height, colour)),
                            FRASVEL_ON(load)(frasvel_plane_of(s, height + 1, colour)));
}

/* ---- Legal placements and moves ---- */

/* What the moves of one turn depend on, whatever their height. */
typedef struct {
    PLANE own, enemy, empty, beside; /* beside: empty cells next to an enemy stack */
} FRASVEL_ON(scene);

FYL_INLINE FRASVEL_ON(scene) FRASVEL_ON(look)(const frasvel_t *s)
{
    const frasvel_board_t *b = s->board;
    FRASVEL_ON(scene) x;
    x.own = FRASVEL_ON(load)(frasvel_plane_of(s, 1, s->turn.to_move));
    x.enemy = FRASVEL_ON(load)(frasvel_plane_of(s, 1, s->turn.to_move ^ 1));
    x.empty = FRASVEL_ON(less)(FRASVEL_ON(load)(b->board), FRASVEL_ON(or)(x.own, x.enemy));
    x.beside = FRASVEL_ON(and)(FRASVEL_ON(dilate)(b, x.enemy), x.empty);
    return x;
}

/* FS2: empty cells with no friendly neighbour. */
FYL_INLINE PLANE FRASVEL_ON(placements)(const frasvel_t *s, const FRASVEL_ON(scene) *x)
{
    return FRASVEL_ON(less)(x->empty, FRASVEL_ON(dilate)(s->board, x->own));
}

/* FS5: empty cells next to an enemy stack higher than h: no way of such a stack has one. */
FYL_INLINE PLANE FRASVEL_ON(feared)(const frasvel_t *s, const FRASVEL_ON(scene) *x, int h)
{
    PLANE higher = FRASVEL_ON(load)(frasvel_plane_of(s, h + 1, s->turn.to_move ^ 1));
    return FRASVEL_ON(and)(FRASVEL_ON(dilate)(s->board, higher), x->empty);
}

/* All legal moves: for each height less one and each direction, the stacks that can move so. A
 * stack higher than the longest way on the board cannot. */
typedef struct {
    int tall; /* heights */
    PLANE from[HEX_MAX_SIDE][6];
} FRASVEL_ON(moves);

#define FRASVEL_SIX(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) /* directions as constants */

/* FS3, FS5: all moves.
 *
 * For all cells at once and each direction, `ways` are those from which a stack of height h could
 * land (no enemy on the next h cells, the last of them empty), `touch` those with a cell next to
 * an enemy among these. Both grow by one step with each height; what is high enough to be feared
 * depends on the height, and is looked at last. There are few branches, which would be hard to
 * foresee. */
FYL_INLINE void FRASVEL_ON(find_moves)(const frasvel_t *s, const FRASVEL_ON(scene) *x,
                                       FRASVEL_ON(moves) *moves)
{
    const frasvel_board_t *b = s->board;
    int tall = 0, mover = s->turn.to_move;
    PLANE exact[HEX_MAX_SIDE], open = FRASVEL_ON(or)(x->empty, x->own);
    do {
        exact[tall] = FRASVEL_ON(exactly)(s, tall + 1, mover);
        tall++;
    } while (tall < s->top && tall < b->hex.side - 1 &&
             FRASVEL_ON(any)(FRASVEL_ON(load)(frasvel_plane_of(s, tall + 1, mover))));
    moves->tall = tall;
#define FRASVEL_CAN(d)                                                                            \
    {                                                                                             \
        PLANE ways = FRASVEL_ON(step)(b, x->empty, (d + 3) % 6);                                  \
        PLANE touch = FRASVEL_ON(step)(b, x->beside, (d + 3) % 6);                                \
        for (int i = 0;; i++) {                                                                   \
            moves->from[i][d] = FRASVEL_ON(and)(FRASVEL_ON(and)(ways, touch), exact[i]);          \
            if (i + 1 == tall) break;                                                             \
            ways = FRASVEL_ON(step)(b, FRASVEL_ON(and)(ways, open), (d + 3) % 6);                 \
            touch = FRASVEL_ON(step)(b, FRASVEL_ON(or)(touch, x->beside), (d + 3) % 6);           \
        }                                                                                         \
    }
    FRASVEL_SIX(FRASVEL_CAN)
    for (int h = 1; h <= tall; h++) {
        PLANE *from = moves->from[h - 1], ahead[6], any = FRASVEL_ON(none)(), feared;
        for (int d = 0; d < 6; d++) any = FRASVEL_ON(or)(any, from[d]);
        if (!FRASVEL_ON(any)(any)) continue;
        feared = FRASVEL_ON(feared)(s, x, h);
        if (!FRASVEL_ON(any)(feared)) continue;
        for (int d = 0; d < 6; d++) ahead[d] = FRASVEL_ON(none)();
#define FRASVEL_AHEAD(d)                                                                          \
    ahead[d] = FRASVEL_ON(step)(b, FRASVEL_ON(or)(ahead[d], feared), (d + 3) % 6);
        for (int i = 0; i < h; i++) {
            FRASVEL_SIX(FRASVEL_AHEAD)
        }
        for (int d = 0; d < 6; d++) from[d] = FRASVEL_ON(less)(from[d], ahead[d]);
    }
}

/* Where a count is an instruction it is cheaper than a branch. */
#if defined(FYL_AVX2)
#define FRASVEL_WORTH_COUNTING(x) 1
#else
#define FRASVEL_WORTH_COUNTING(x) FRASVEL_ON(any)(x)
#endif

/* Counts them, by height and direction. Returns how many there are. */
FYL_INLINE int FRASVEL_ON(count_moves)(const FRASVEL_ON(moves) *moves, int16_t *counts)
{
    int total = 0;
    for (int i = 0; i < moves->tall; i++)
        for (int d = 0; d < 6; d++) {
            int count = 0;
            if (FRASVEL_WORTH_COUNTING(moves->from[i][d]))
                count = FRASVEL_ON(count)(moves->from[i][d]);
            total += count;
            counts[6 * i + d] = (int16_t)count;
        }
    return total;
}

/* The stacks that can move in a direction, whatever their heights. */
FYL_INLINE PLANE FRASVEL_ON(going)(const FRASVEL_ON(moves) *moves, int d)
{
    PLANE from = moves->from[0][d];
    for (int i = 1; i < moves->tall; i++) from = FRASVEL_ON(or)(from, moves->from[i][d]);
    return from;
}

static inline int FRASVEL_ON(turn_count)(const frasvel_t *s)
{
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(moves) moves;
    PLANE from[6], any = FRASVEL_ON(none)();
    int count = FRASVEL_ON(count)(FRASVEL_ON(placements)(s, &x));
    FRASVEL_ON(find_moves)(s, &x, &moves);
    for (int d = 0; d < 6; d++) {
        from[d] = FRASVEL_ON(going)(&moves, d);
        any = FRASVEL_ON(or)(any, from[d]);
    }
    if (FRASVEL_ON(any)(any)) /* early in a game there are none */
        for (int d = 0; d < 6; d++) count += FRASVEL_ON(count)(from[d]);
    return count;
}

/* The legal moves by direction: in words, the stacks that can move so; and those that can move. */
typedef struct {
    uint64_t to[6][WORDS], any[WORDS];
} FRASVEL_ON(movers);

FYL_INLINE void FRASVEL_ON(find_movers)(const frasvel_t *s, const FRASVEL_ON(scene) *x,
                                        FRASVEL_ON(movers) *movers)
{
    FRASVEL_ON(moves) moves;
    PLANE any = FRASVEL_ON(none)();
    FRASVEL_ON(find_moves)(s, x, &moves);
    for (int d = 0; d < 6; d++) {
        PLANE to = FRASVEL_ON(going)(&moves, d);
        FRASVEL_ON(store)(movers->to[d], to);
        any = FRASVEL_ON(or)(any, to);
    }
    FRASVEL_ON(store)(movers->any, any);
}

/* The directions, as bits, in which the stack at a bit of word i can move. */
FYL_INLINE uint32_t FRASVEL_ON(directions)(const FRASVEL_ON(movers) *movers, int i, int bit)
{
    uint32_t directions = 0;
    for (int d = 0; d < 6; d++) directions |= (uint32_t)(movers->to[d][i] >> bit & 1) << d;
    return directions;
}

static inline int FRASVEL_ON(turn_list)(const frasvel_t *s, int32_t *out)
{
    const frasvel_board_t *b = s->board;
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(movers) movers;
    uint64_t words[WORDS];
    int count = 0;
    FRASVEL_ON(store)(words, FRASVEL_ON(placements)(s, &x));
    for (int i = 0; i < WORDS; i++)
        for (uint64_t w = words[i]; w; w &= w - 1) out[count++] = b->point[64 * i + lowest64(w)];
    FRASVEL_ON(find_movers)(s, &x, &movers);
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t w = movers.any[i]; w; w &= w - 1) {
            int bit = lowest64(w), first = b->hex.points + 6 * b->point[64 * i + bit];
            uint32_t directions = FRASVEL_ON(directions)(&movers, i, bit);
            for (int d = 0; d < 6; d++) {
                out[count] = first + d;
                count += (int)(directions >> d & 1);
            }
        }
    }
    return count;
}

/* A byte a placement and a move, 1 for the legal ones. May write two bytes too many. Returns where
 * they end. */
static inline uint8_t *FRASVEL_ON(turn_mask)(const frasvel_t *s, uint8_t *out)
{
    const frasvel_board_t *b = s->board;
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(movers) movers;
    uint64_t words[WORDS];
    FRASVEL_ON(store)(words, FRASVEL_ON(placements)(s, &x));
    for (int rank = 0; rank < b->hex.side; rank++) /* what is too much is overwritten below */
        rank_plane(&b->hex, frasvel_rank(b, words, rank) >> b->hex.rank_file[rank],
                   out + b->hex.rank_point[rank]);
    FRASVEL_ON(find_movers)(s, &x, &movers);
    out += b->hex.points;
    memset(out, 0, 6 * (size_t)b->hex.points);
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t w = movers.any[i]; w; w &= w - 1) {
            int bit = lowest64(w);
            put8(out + 6 * b->point[64 * i + bit],
                 spread8(FRASVEL_ON(directions)(&movers, i, bit)));
        }
    }
    return out + 6 * b->hex.points;
}

/* Draws: placements come first, then moves by height, direction and origin. */
static inline int FRASVEL_ON(turn_draw)(const frasvel_t *s, rng_t *rng, int passes)
{
    const frasvel_board_t *b = s->board;
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(moves) moves;
    int16_t counts[6 * HEX_MAX_SIDE];
    FRASVEL_ON(find_moves)(s, &x, &moves);
    PLANE places = FRASVEL_ON(placements)(s, &x);
    int placements = FRASVEL_ON(count)(places);
    int total = placements + FRASVEL_ON(count_moves)(&moves, counts), k, i = 0;
    if (total == 0) return 7 * b->hex.points;
    k = (int)rng_below(rng, (uint32_t)(total + (passes == PASSES_UNIFORM)));
    if (k == total) return 7 * b->hex.points;
    if (k < placements) return b->point[FRASVEL_ON(nth)(places, k)];
    for (k -= placements; k >= counts[i]; i++) k -= counts[i];
    int from = FRASVEL_ON(nth)(moves.from[i / 6][i % 6], k);
    return b->hex.points + 6 * b->point[from] + i % 6;
}

static inline int FRASVEL_ON(is_placement)(const frasvel_t *s, int p)
{
    uint64_t words[WORDS];
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(store)(words, FRASVEL_ON(placements)(s, &x));
    return set_has(words, s->board->bit[p]);
}

/* FS3, FS5: one way, walked cell by cell. */
static inline int FRASVEL_ON(is_move)(const frasvel_t *s, int from, int direction)
{
    const frasvel_board_t *b = s->board;
    int h = frasvel_height(s, b->bit[from], s->turn.to_move), touched = 0, p = from;
    uint64_t enemy[WORDS], empty[WORDS], beside[WORDS], feared[WORDS];
    if (h == 0) return 0;
    FRASVEL_ON(scene) x = FRASVEL_ON(look)(s);
    FRASVEL_ON(store)(enemy, x.enemy);
    FRASVEL_ON(store)(empty, x.empty);
    FRASVEL_ON(store)(beside, x.beside);
    FRASVEL_ON(store)(feared, FRASVEL_ON(feared)(s, &x, h));
    for (int i = 0; i < h; i++) {
        p = b->hex.neighbour[p][direction];
        if (p < 0 || set_has(enemy, b->bit[p]) || set_has(feared, b->bit[p])) return 0;
        touched |= set_has(beside, b->bit[p]);
    }
    return touched && set_has(empty, b->bit[p]);
}

/* ---- Moving ---- */

FYL_INLINE int FRASVEL_ON(trace)(const frasvel_t *s, PLANE cells, int16_t *out)
{
    uint64_t words[WORDS];
    int n = 0;
    FRASVEL_ON(store)(words, cells);
    for (int i = 0; i < WORDS; i++)
        for (uint64_t w = words[i]; w; w &= w - 1)
            out[n++] = s->board->point[64 * i + lowest64(w)];
    return n;
}

/* FS3-FS7: moves the stack on `from`. Returns k, the number of groups absorbed. */
static inline int FRASVEL_ON(move)(frasvel_t *s, int from, int direction,
                                           frasvel_trace_t *trace)
{
    const frasvel_board_t *b = s->board;
    int mover = s->turn.to_move, origin = b->bit[from], step = b->step[direction];
    int h = frasvel_height(s, origin, mover), landing = origin + h * step, k = 0;
    PLANE enemy = FRASVEL_ON(load)(frasvel_plane_of(s, 1, mover ^ 1));
    PLANE own = FRASVEL_ON(load)(frasvel_plane_of(s, 1, mover));
    uint64_t way[WORDS] = {0};
    for (int bit = origin + step;; bit += step) {
        set_add(way, bit);
        if (bit == landing) break;
    }
    /* FS4: enemy stacks next to an empty cell of the way. */
    PLANE path = FRASVEL_ON(less)(FRASVEL_ON(load)(way), own);
    PLANE touched = FRASVEL_ON(and)(FRASVEL_ON(dilate)(b, path), enemy);
    if (trace) trace->first[0] = 0;
    for (int g = 1; g <= h && FRASVEL_ON(any)(touched); g++) { /* FS5: none is higher */
        PLANE exact = FRASVEL_ON(exactly)(s, g, mover ^ 1), lowered = FRASVEL_ON(none)();
        PLANE seeds = FRASVEL_ON(and)(touched, exact);
        if (!FRASVEL_ON(any)(seeds)) continue;
        touched = FRASVEL_ON(less)(touched, exact);
        do { /* FS6: each group once */
            PLANE group = FRASVEL_ON(flood)(b, FRASVEL_ON(one)(FRASVEL_ON(nth)(seeds, 0)), exact);
            seeds = FRASVEL_ON(less)(seeds, group);
            lowered = FRASVEL_ON(or)(lowered, group);
            if (trace)
                trace->first[k + 1] = (int16_t)(
                    trace->first[k] + FRASVEL_ON(trace)(s, group, trace->cell + trace->first[k]));
            k++;
        } while (FRASVEL_ON(any)(seeds));
        uint64_t *plane = frasvel_plane(s, g, mover ^ 1);
        FRASVEL_ON(store)(plane, FRASVEL_ON(less)(FRASVEL_ON(load)(plane), lowered));
    }
    /* FS7: the origin is empty, the landing cell has height h; its group of height h grows. */
    PLANE there = FRASVEL_ON(one)(landing), gone = FRASVEL_ON(one)(origin);
    PLANE alike = FRASVEL_ON(or)(FRASVEL_ON(less)(FRASVEL_ON(exactly)(s, h, mover), gone), there);
    PLANE group = FRASVEL_ON(flood)(b, there, alike);
    for (int g = 1; g <= h; g++) {
        uint64_t *plane = frasvel_plane(s, g, mover);
        PLANE others = FRASVEL_ON(less)(FRASVEL_ON(load)(plane), gone);
        FRASVEL_ON(store)(plane, FRASVEL_ON(or)(others, there));
    }
    for (; s->top < h + k; s->top++) /* the planes above the new top come into use */
        memset(frasvel_plane(s, s->top + 2, 0), 0, 2 * WORDS * sizeof(uint64_t));
    for (int g = h + 1; g <= h + k; g++) {
        uint64_t *plane = frasvel_plane(s, g, mover);
        FRASVEL_ON(store)(plane, FRASVEL_ON(or)(FRASVEL_ON(load)(plane), group));
    }
    while (s->top > 0 && !FRASVEL_ON(any)(FRASVEL_ON(load)(frasvel_plane_of(s, s->top, 0))) &&
           !FRASVEL_ON(any)(FRASVEL_ON(load)(frasvel_plane_of(s, s->top, 1))))
        s->top--;
    if (trace) {
        trace->groups = k;
        trace->grown = FRASVEL_ON(trace)(s, group, trace->grow);
    }
    return k;
}

/* ---- Evaluation ---- */

/* FS9, FS10 for all cells at once; but a cell whose greatest neighbours of both colours are equally
 * high counts for nobody. Heights count too: what is high absorbs, and is not absorbed. */
static inline int FRASVEL_ON(evaluate)(const frasvel_t *s)
{
    const frasvel_board_t *b = s->board;
    PLANE above[2] = {FRASVEL_ON(none)(), FRASVEL_ON(none)()}, near_above[2] = {above[0], above[0]};
    PLANE open = FRASVEL_ON(load)(b->board);
    int points = 0, pieces = 0, top = 0;
    for (int colour = 0; colour < 2; colour++)
        open = FRASVEL_ON(less)(open, FRASVEL_ON(load)(frasvel_plane_of(s, 1, colour)));
    for (int h = s->top; h > 0; h--) {
        PLANE here[2], near[2];
        for (int colour = 0; colour < 2; colour++) {
            here[colour] = FRASVEL_ON(load)(frasvel_plane_of(s, h, colour));
            near[colour] = FRASVEL_ON(dilate)(b, here[colour]);
        }
        for (int colour = 0; colour < 2; colour++) {
            int sign = colour == BLACK ? 1 : -1;
            PLANE exact = FRASVEL_ON(less)(here[colour], above[colour]);
            PLANE control = FRASVEL_ON(less)(FRASVEL_ON(and)(open, near[colour]), near[colour ^ 1]);
            int dead = FRASVEL_ON(count)(FRASVEL_ON(and)(exact, near_above[colour ^ 1]));
            points += sign * (FRASVEL_ON(count)(control) + FRASVEL_ON(count)(exact) - 2 * dead);
            pieces += sign * FRASVEL_ON(count)(here[colour]);
            if (h == s->top) top += sign * FRASVEL_ON(any)(exact);
        }
        for (int colour = 0; colour < 2; colour++) {
            open = FRASVEL_ON(less)(open, near[colour]);
            above[colour] = here[colour];
            near_above[colour] = near[colour];
        }
    }
    return 100 * points + 60 * pieces + 150 * top;
}

#undef FRASVEL_SIX
#undef FRASVEL_CAN
#undef FRASVEL_AHEAD
#undef FRASVEL_WORTH_COUNTING
#undef PLANE
#undef WORDS
