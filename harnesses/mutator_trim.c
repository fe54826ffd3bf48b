/* mutator_trim.c - the reducer in a thread of its own, a candidate at a time; see mutator.h */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "mutator.h"
#include "engine/reduce/reduce.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { TRIM_LARGEST = 1 << 16, TRIES_EACH = 2, STEPS_EACH = 1 << 14 };

typedef enum trim_turn { TURN_OF_REDUCER, TURN_OF_ENGINE } trim_turn;

struct mutator_trim {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    trim_turn turn;
    const uint8_t *candidate; /* NULL: the reducer has ended */
    size_t candidate_size;
    bool holds; /* the answer */
    bool ends;  /* no more is asked */
    const a3d_format *format;
    unsigned most; /* candidates */
    size_t size;
    uint8_t data[];
};

/* The turn passes to the other side, which is waited for. */
static void pass(mutator_trim *t, trim_turn to)
{
    t->turn = to;
    pthread_cond_broadcast(&t->changed);
    while (t->turn == to && !t->ends)
        pthread_cond_wait(&t->changed, &t->lock);
}

static int ask(void *user, const uint8_t *data, uint32_t size)
{
    mutator_trim *t = user;
    if (size > t->size || size == 0)
        return 0; /* AFL++ ends when a trimmed file is larger */
    pthread_mutex_lock(&t->lock);
    t->candidate = data;
    t->candidate_size = size;
    if (!t->ends)
        pass(t, TURN_OF_ENGINE);
    int answer = t->ends ? -1 : t->holds;
    pthread_mutex_unlock(&t->lock);
    return answer;
}

static void *reduce(void *user)
{
    mutator_trim *t = user;
    a3d_arena arena;
    a3d_text out;
    a3d_reduced result;
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    a3d_reduction how = {.format = t->format,
                         .branches = t->format->usual,
                         .data = t->data,
                         .size = (uint32_t)t->size,
                         .holds = ask,
                         .user = t,
                         .most_tries = TRIES_EACH * (uint64_t)t->most,
                         .most_steps = STEPS_EACH * (uint64_t)t->most};
    (void)a3d_reduce(&arena, &how, &out, &result);
    a3d_arena_free(&arena);
    pthread_mutex_lock(&t->lock);
    t->candidate = NULL;
    t->candidate_size = 0;
    t->turn = TURN_OF_ENGINE;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Signals are for the engine's own thread. */
static bool start(mutator_trim *t)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&t->thread, NULL, reduce, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

mutator_trim *mutator_trim_begin(const a3d_format *format, const uint8_t *data, size_t size, unsigned most)
{
    mutator_trim *t = format != NULL && size > 0 && size <= TRIM_LARGEST ? calloc(1, sizeof *t + size) : NULL;
    if (t == NULL)
        return NULL;
    t->format = format;
    t->most = most;
    t->size = size;
    memcpy(t->data, data, size);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->changed, NULL);
    if (start(t))
        return t;
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
    return NULL;
}

size_t mutator_trim_next(mutator_trim *t, const uint8_t **candidate)
{
    pthread_mutex_lock(&t->lock);
    while (t->turn != TURN_OF_ENGINE)
        pthread_cond_wait(&t->changed, &t->lock);
    *candidate = t->candidate;
    size_t size = t->candidate_size;
    pthread_mutex_unlock(&t->lock);
    return size;
}

void mutator_trim_answer(mutator_trim *t, bool holds)
{
    pthread_mutex_lock(&t->lock);
    t->holds = holds;
    t->turn = TURN_OF_REDUCER;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

void mutator_trim_end(mutator_trim *t)
{
    if (t == NULL)
        return;
    pthread_mutex_lock(&t->lock);
    t->ends = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
    pthread_join(t->thread, NULL);
    pthread_cond_destroy(&t->changed);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
