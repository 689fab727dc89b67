/* A table of positions that a search has seen, of a size given once: four entries to a bucket, of
 * which the one that was the least work makes room.
 *
 * What is known of a position holds for one depth of search; `certain` knowledge, which no leaf cut
 * off by the depth has touched, holds for every greater one too. */
#ifndef FYLKING_TRANSPOSITIONS_H
#define FYLKING_TRANSPOSITIONS_H

#include "fylking/bits.h"

enum {
    BOUND_LOWER = 1,
    BOUND_UPPER = 2,
    BOUND_EXACT = 3, /* both */
    BUCKET = 4,
    TABLE_MAX_ACTIONS = 1 << 11, /* more than any game has */
    TABLE_AGES = 1 << 5
};

typedef struct {
    uint64_t key;
    int32_t value;
    uint32_t rest; /* from below: 11 bits action, 8 depth, 2 bound, 1 certain, 5 work, 5 age; an
                      entry that is not in use has bound 0 */
} entry_t;

typedef struct {
    entry_t *entries; /* or NULL: no table */
    uint64_t buckets; /* a power of two */
    int age;
} table_t;

FYL_INLINE int entry_action(const entry_t *e) { return (int)(e->rest & (TABLE_MAX_ACTIONS - 1)); }
FYL_INLINE int entry_depth(const entry_t *e) { return (int)(e->rest >> 11 & 0xff); }
FYL_INLINE int entry_bound(const entry_t *e) { return (int)(e->rest >> 19 & 3); }
FYL_INLINE int entry_certain(const entry_t *e) { return (int)(e->rest >> 21 & 1); }
FYL_INLINE int entry_work(const entry_t *e) { return (int)(e->rest >> 22 & 31); }
FYL_INLINE int entry_age(const entry_t *e) { return (int)(e->rest >> 27); }

/* Takes at most so many bytes; 0 for no table. Returns -1 when there is no memory. */
FYL_COLD int table_make(table_t *t, uint64_t bytes)
{
    memset(t, 0, sizeof *t);
    if (bytes < BUCKET * sizeof(entry_t)) return 0;
    t->buckets = (uint64_t)1 << highest64(bytes / (BUCKET * sizeof(entry_t)));
    if (t->buckets > SIZE_MAX / (BUCKET * sizeof(entry_t))) return -1;
    t->entries = calloc((size_t)t->buckets, BUCKET * sizeof(entry_t));
    return t->entries == NULL ? -1 : 0;
}

FYL_COLD void table_drop(table_t *t)
{
    free(t->entries);
    t->entries = NULL;
}

FYL_COLD void table_clear(table_t *t)
{
    if (t->entries) memset(t->entries, 0, (size_t)t->buckets * BUCKET * sizeof(entry_t));
    t->age = 0;
}

/* What was stored last makes room later than what earlier searches left. */
FYL_COLD void table_next_age(table_t *t) { t->age = (t->age + 1) % TABLE_AGES; }

FYL_INLINE const entry_t *table_find(const table_t *t, uint64_t key)
{
    if (!t->entries) return NULL;
    const entry_t *bucket = t->entries + BUCKET * (key & (t->buckets - 1));
    for (int i = 0; i < BUCKET; i++)
        if (bucket[i].key == key && entry_bound(&bucket[i])) return &bucket[i];
    return NULL;
}

/* `nodes`: how many the search of the position took. */
static inline void table_store(table_t *t, uint64_t key, int value, int action, int depth,
                               int bound, int certain, uint64_t nodes)
{
    if (!t->entries) return;
    entry_t *bucket = t->entries + BUCKET * (key & (t->buckets - 1)), *chosen = bucket;
    int work = highest64(nodes | 1), least = INT32_MAX;
    if (work > 31) work = 31;
    for (int i = 0; i < BUCKET; i++) {
        entry_t *e = &bucket[i];
        if (!entry_bound(e) || e->key == key) {
            chosen = e;
            break;
        }
        int worth = entry_work(e) + (entry_age(e) == t->age ? 64 : 0);
        if (worth < least) {
            least = worth;
            chosen = e;
        }
    }
    chosen->key = key;
    chosen->value = value;
    chosen->rest = (uint32_t)action | (uint32_t)depth << 11 | (uint32_t)bound << 19 |
                   (uint32_t)certain << 21 | (uint32_t)work << 22 | (uint32_t)t->age << 27;
}

#endif
