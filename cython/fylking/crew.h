/* Threads that stay between calls, and share out the parts of a piece of work.
 *
 * A call is a round. Its parts are dealt out to the members, each of whom does his own, in order,
 * and then what others have left: whoever comes late finds less to do, and holds nobody up. Between
 * rounds a member looks for the next one for a short while before he goes to sleep, for waking
 * takes longer than many a round.
 *
 * What a round is about may be read by who has taken one of its parts: it does not change before
 * all parts are reported as done. */
#ifndef FYLKING_CREW_H
#define FYLKING_CREW_H

#include <Python.h>
#include <pythread.h>

#include "fylking/atomics.h"
#include "fylking/clock.h"
#include "fylking/spin.h"

enum {
    CREW_AWAKE_US = 200,   /* before a member goes to sleep */
    CREW_PARTS = 32,       /* for a member, when there is enough to do; at most 2^8 members */
    CREW_PART_MOST = 1024, /* items in a part, so that a round can be ended soon */
    CREW_PART_LEAST = 2,
    CREW_WAKE_LEAST = 32   /* items that are worth the waking */
};

typedef void (*crew_work_t)(void *what, Py_ssize_t first, Py_ssize_t last);

/* What one thread writes while others read or write elsewhere lies in lines of the cache apart. */
typedef struct {
    atomic64_t cursor; /* the round, the end of his parts, and the next of them: 32, 16, 16 bits */
    atomic32_t asleep;
    int32_t done;            /* parts that he has done and not reported */
    PyThread_type_lock bell; /* given to wake him */
    char apart[104];
} crew_member_t;

typedef struct {
    atomic32_t round; /* the newest */
    atomic32_t stop;  /* whether to do no more of it */
    atomic32_t dismissed;
    crew_work_t work;
    void *what;
    Py_ssize_t n;
    int parts, size;
    char before[64];
    atomic32_t left; /* parts that are not reported as done */
    char after[64];
    crew_member_t member[1];
} crew_t;

static inline void crew_free(crew_t *crew)
{
    if (crew == NULL) return;
    for (int i = 1; i < crew->size; i++)
        if (crew->member[i].bell) PyThread_free_lock(crew->member[i].bell);
    free(crew);
}

/* NULL for want of memory. */
static inline crew_t *crew_new(int size)
{
    crew_t *crew = (crew_t *)calloc(1, sizeof(crew_t) + (size_t)size * sizeof(crew_member_t));
    if (crew == NULL) return NULL;
    crew->size = size;
    for (int i = 1; i < size; i++) {
        crew->member[i].bell = PyThread_allocate_lock();
        if (crew->member[i].bell == NULL) {
            crew_free(crew);
            return NULL;
        }
        PyThread_acquire_lock(crew->member[i].bell, WAIT_LOCK);
    }
    return crew;
}

static inline void crew_wake(crew_t *crew)
{
    for (int i = 1; i < crew->size; i++)
        if (exchange32(&crew->member[i].asleep, 0)) PyThread_release_lock(crew->member[i].bell);
}

/* Takes a part of the round, one's own before others'; -1 when there is none, or the round over. */
static inline int crew_take(crew_t *crew, int32_t round, int me)
{
    for (int k = 0; k < crew->size; k++) {
        crew_member_t *whose = &crew->member[(me + k) % crew->size];
        int64_t seen = load64(&whose->cursor);
        do {
            if ((int32_t)(seen >> 32) != round) return -1;
            if ((seen >> 16 & 0xffff) == (seen & 0xffff)) break;
            if (replace64(&whose->cursor, &seen, seen + 1)) return (int)(seen & 0xffff);
        } while (1);
    }
    return -1;
}

static inline void crew_do(crew_t *crew, int part, int me)
{
    if (!load32(&crew->stop))
        crew->work(crew->what, crew->n * part / crew->parts, crew->n * (part + 1) / crew->parts);
    crew->member[me].done++;
}

/* Once a round: the number of parts that are left would go to and fro between the processors. */
static inline void crew_report(crew_t *crew, int me)
{
    int32_t done = crew->member[me].done;
    crew->member[me].done = 0;
    if (done) add32(&crew->left, -done);
}

/* Opens a round, for the one who then takes its parts as member 0. */
static inline int32_t crew_open(crew_t *crew, crew_work_t work, void *what, Py_ssize_t n)
{
    int32_t round = (int32_t)((uint32_t)crew->round + 1);
    Py_ssize_t parts = n / CREW_PART_LEAST;
    if (parts > CREW_PARTS * crew->size) parts = CREW_PARTS * crew->size;
    if (parts < n / CREW_PART_MOST) parts = n / CREW_PART_MOST;
    if (parts > 0xffff) parts = 0xffff;
    if (parts < 1) parts = 1;
    crew->work = work;
    crew->what = what;
    crew->n = n;
    crew->parts = (int)parts;
    crew->stop = 0;
    store32(&crew->left, crew->parts);
    for (int i = 0; i < crew->size; i++) {
        int64_t first = parts * i / crew->size, last = parts * (i + 1) / crew->size;
        int64_t marked = (int64_t)((uint64_t)(uint32_t)round << 32);
        store64(&crew->member[i].cursor, marked | last << 16 | first);
    }
    store32(&crew->round, round);
    if (n >= CREW_WAKE_LEAST) crew_wake(crew);
    return round;
}

/* Gives up what is left of the round. */
static inline void crew_stop(crew_t *crew) { store32(&crew->stop, 1); }

/* Forgets the others and what they have in hand: after a fork they are not there. */
static inline void crew_forsake(crew_t *crew)
{
    for (int i = 0; i < crew->size; i++) {
        store64(&crew->member[i].cursor, 0);
        crew->member[i].done = 0;
    }
    crew->round = 0;
    store32(&crew->left, 0);
}

/* Takes the last parts, and waits for those who are still at work on one. */
static inline void crew_close(crew_t *crew, int32_t round)
{
    for (int part; (part = crew_take(crew, round, 0)) >= 0;) crew_do(crew, part, 0);
    crew_report(crew, 0);
    for (int i = 0; load32(&crew->left) > 0; i++) {
        relax();
        if (i >= 2000) SPIN_YIELD(); /* a member may have been put off the processor */
    }
}

static inline int crew_sees(crew_t *crew, int32_t round)
{
    return load32(&crew->round) != round || load32(&crew->dismissed);
}

/* Waits for another round than that, or for being dismissed. */
static inline void crew_watch(crew_t *crew, int32_t round, int me)
{
    crew_member_t *member = &crew->member[me];
    int64_t began = clock_us();
    for (int i = 1; !crew_sees(crew, round); i++) {
        relax();
        if (i % 64) continue;
        SPIN_YIELD(); /* the one who is to open it may be waiting for the processor */
        int64_t spent = clock_us() - began;
        if (0 <= spent && spent < CREW_AWAKE_US) continue;
        store32(&member->asleep, 1);
        /* Who opens a round now sees him asleep; one opened before he sees. */
        if (crew_sees(crew, round) && exchange32(&member->asleep, 0)) return;
        PyThread_acquire_lock(member->bell, WAIT_LOCK);
        began = clock_us();
    }
}

/* What member 1 and the others do, in threads of their own, until they are dismissed. */
static inline void crew_serve(crew_t *crew, int me)
{
    int32_t round = 0;
    for (;;) {
        crew_watch(crew, round, me);
        if (load32(&crew->dismissed)) return;
        round = load32(&crew->round);
        for (int part; (part = crew_take(crew, round, me)) >= 0;) crew_do(crew, part, me);
        crew_report(crew, me);
    }
}

static inline void crew_dismiss(crew_t *crew)
{
    store32(&crew->dismissed, 1);
    crew_wake(crew);
}

#endif
