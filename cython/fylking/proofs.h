/* What a proof-number search has found out: a table of a size given once, four entries to a bucket,
 * of which the one that was the least work makes room.
 *
 * An entry is a bound of a position's value, which holds whatever was asked, or the two numbers
 * that say how far a search for one bound has come. */
#ifndef FYLKING_PROOFS_H
#define FYLKING_PROOFS_H

#include "fylking/bits.h"

enum {
    PROOF_NONE = 0, /* the entry is not in use */
    PROOF_LOWER = 1,
    PROOF_UPPER = 2,
    PROOF_OPEN = 3,
    PROOF_BUCKET = 4,
    PROOF_BUCKETS = 1 << 10,    /* at least: without a table the search would not get far */
    PROOF_CERTAIN = (1 << 28) - 1 /* a number without end: there is no way */
};

typedef struct {
    uint64_t key;
    uint64_t what; /* from below: 2 bits kind; two numbers of 28 bits, or a value of 32; in the
                      highest 6 the work */
} proof_t;

typedef struct {
    proof_t *entries;
    uint64_t buckets; /* a power of two */
} proofs_t;

FYL_INLINE int proof_kind(const proof_t *e) { return (int)(e->what & 3); }
FYL_INLINE int proof_value(const proof_t *e) { return (int)(int32_t)(uint32_t)(e->what >> 2); }
FYL_INLINE int proof_for(const proof_t *e) { return (int)(e->what >> 2 & PROOF_CERTAIN); }
FYL_INLINE int proof_against(const proof_t *e) { return (int)(e->what >> 30 & PROOF_CERTAIN); }
FYL_INLINE int proof_work(const proof_t *e) { return (int)(e->what >> 58); }

/* Takes at most so many bytes, or PROOF_BUCKETS. Returns -1 when there is no memory. */
FYL_COLD int proofs_make(proofs_t *t, uint64_t bytes)
{
    uint64_t size = PROOF_BUCKET * sizeof(proof_t);
    t->buckets = (uint64_t)1 << highest64(bytes / size | PROOF_BUCKETS);
    t->entries = t->buckets > SIZE_MAX / size ? NULL : calloc((size_t)t->buckets, (size_t)size);
    return t->entries == NULL ? -1 : 0;
}

FYL_COLD void proofs_drop(proofs_t *t)
{
    free(t->entries);
    t->entries = NULL;
}

FYL_INLINE proof_t *proofs_bucket(const proofs_t *t, uint64_t key)
{
    return t->entries + PROOF_BUCKET * (key & (t->buckets - 1));
}

FYL_INLINE const proof_t *proofs_find(const proofs_t *t, uint64_t key)
{
    const proof_t *bucket = proofs_bucket(t, key);
    for (int i = 0; i < PROOF_BUCKET; i++)
        if (bucket[i].key == key && proof_kind(&bucket[i])) return &bucket[i];
    return NULL;
}

/* `nodes`: how many it took. */
static inline void proofs_store(proofs_t *t, uint64_t key, uint64_t what, uint64_t nodes)
{
    proof_t *bucket = proofs_bucket(t, key), *chosen = bucket;
    int least = 64;
    for (int i = 0; i < PROOF_BUCKET; i++) {
        proof_t *e = &bucket[i];
        if (!proof_kind(e) || e->key == key) {
            chosen = e;
            break;
        }
        if (proof_work(e) < least) {
            least = proof_work(e);
            chosen = e;
        }
    }
    chosen->key = key;
    chosen->what = what | (uint64_t)highest64(nodes | 1) << 58;
}

FYL_INLINE void proofs_store_value(proofs_t *t, uint64_t key, int kind, int value, uint64_t nodes)
{
    proofs_store(t, key, (uint64_t)kind | (uint64_t)(uint32_t)value << 2, nodes);
}

FYL_INLINE void proofs_store_open(proofs_t *t, uint64_t key, int number_for, int against,
                                  uint64_t nodes)
{
    proofs_store(t, key, PROOF_OPEN | (uint64_t)number_for << 2 | (uint64_t)against << 30, nodes);
}

#endif
