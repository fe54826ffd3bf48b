/* test_threads.c - what os/threads.h promises of a wait: it lasts as long as was asked, or until it is signalled */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "os/process.h"
#include "os/threads.h"

typedef struct pair {
    a3d_lock lock;
    a3d_condition condition;
    bool said;
} pair;

static void begin(pair *p)
{
    p->said = false;
    a3d_lock_init(&p->lock);
    a3d_condition_init(&p->condition);
}

static void end(pair *p)
{
    a3d_condition_free(&p->condition);
    a3d_lock_free(&p->lock);
}

/* Of each wait a different part of a second is over when it begins: some of them end in the next second. A clock may
 * be as coarse as 16 milliseconds. */
static void a_wait_that_nobody_ends_lasts_as_long_as_asked(void **state)
{
    enum { WAITS = 6, LONG = 199, COARSE = 16 };
    pair p;
    (void)state;
    begin(&p);
    a3d_lock_take(&p.lock);
    for (unsigned i = 0; i < WAITS; i++) {
        int64_t before = a3d_os_now(), least = before + LONG - COARSE;
        while (a3d_condition_wait_for(&p.condition, &p.lock, LONG))
            least = a3d_os_now() + LONG - COARSE; /* it may wake without a reason, and says so */
        assert_true(a3d_os_now() >= least);
    }
    a3d_lock_release(&p.lock);
    end(&p);
}

static void *say(void *user)
{
    pair *p = user;
    a3d_lock_take(&p->lock);
    p->said = true;
    a3d_condition_signal(&p->condition);
    a3d_lock_release(&p->lock);
    return NULL;
}

static void a_signal_ends_a_wait(void **state)
{
    pair p;
    a3d_thread thread;
    bool ended = false;
    (void)state;
    begin(&p);
    a3d_lock_take(&p.lock);
    assert_true(a3d_thread_start(&thread, 1 << 18, say, &p));
    for (unsigned i = 0; i < 100 && !p.said; i++)
        ended = a3d_condition_wait_for(&p.condition, &p.lock, 999);
    assert_true(p.said);
    assert_true(ended);
    a3d_lock_release(&p.lock);
    a3d_thread_join(thread);
    end(&p);
}

/* Fills so many frames of more than 4 KiB, and counts them on the way back. */
static size_t deep(size_t frames)
{
    volatile unsigned char frame[4096];
    for (size_t i = 0; i < sizeof frame; i++)
        frame[i] = 1;
    return (frames > 1 ? deep(frames - 1) : 0) + frame[frames % sizeof frame];
}

static void *go_deep(void *user)
{
    size_t *frames = user;
    *frames = deep(*frames);
    return NULL;
}

/* 12 MiB are more than any system gives to a thread that asks for nothing. */
static void a_thread_has_the_stack_that_it_asked_for(void **state)
{
    a3d_thread thread;
    size_t frames = 3072;
    (void)state;
    assert_true(a3d_thread_start(&thread, 24 << 20, go_deep, &frames));
    a3d_thread_join(thread);
    assert_int_equal(frames, 3072);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_has_the_stack_that_it_asked_for),
        cmocka_unit_test(a_wait_that_nobody_ends_lasts_as_long_as_asked),
        cmocka_unit_test(a_signal_ends_a_wait),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
