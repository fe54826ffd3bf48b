/* threads_posix.c - see threads.h */
#define _POSIX_C_SOURCE 200809L
#include "os/threads.h"

#ifndef _WIN32
#include <time.h>

bool a3d_thread_start(a3d_thread *thread, size_t stack, void *(*run)(void *user), void *user)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, stack);
    bool started = pthread_create(thread, &attributes, run, user) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

void a3d_thread_join(a3d_thread thread)
{
    pthread_join(thread, NULL);
}

void a3d_lock_init(a3d_lock *lock)
{
    pthread_mutex_init(&lock->at, NULL);
}

void a3d_lock_free(a3d_lock *lock)
{
    pthread_mutex_destroy(&lock->at);
}

void a3d_lock_take(a3d_lock *lock)
{
    pthread_mutex_lock(&lock->at);
}

void a3d_lock_release(a3d_lock *lock)
{
    pthread_mutex_unlock(&lock->at);
}

void a3d_condition_init(a3d_condition *condition)
{
    pthread_cond_init(&condition->at, NULL);
}

void a3d_condition_free(a3d_condition *condition)
{
    pthread_cond_destroy(&condition->at);
}

void a3d_condition_signal(a3d_condition *condition)
{
    pthread_cond_signal(&condition->at);
}

void a3d_condition_broadcast(a3d_condition *condition)
{
    pthread_cond_broadcast(&condition->at);
}

void a3d_condition_wait(a3d_condition *condition, a3d_lock *lock)
{
    pthread_cond_wait(&condition->at, &lock->at);
}

bool a3d_condition_wait_for(a3d_condition *condition, a3d_lock *lock, unsigned most)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)most * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    return pthread_cond_timedwait(&condition->at, &lock->at, &until) == 0;
}
#endif
