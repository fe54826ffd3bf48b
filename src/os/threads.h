/* threads.h - threads, locks and conditions */
#ifndef A3D_OS_THREADS_H
#define A3D_OS_THREADS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef _WIN32
typedef void *a3d_thread;
#define A3D_LOCK void *
#define A3D_CONDITION void *
#else
#include <pthread.h>
typedef pthread_t a3d_thread;
#define A3D_LOCK pthread_mutex_t
#define A3D_CONDITION pthread_cond_t
#endif

typedef struct a3d_lock {
    A3D_LOCK at;
} a3d_lock;

typedef struct a3d_condition {
    A3D_CONDITION at;
} a3d_condition;

/* Starts a thread that calls run(user), with a stack of so many bytes. False when the system refuses it; then
 * nothing is to be joined. */
bool a3d_thread_start(a3d_thread *thread, size_t stack, void *(*run)(void *user), void *user);
/* Waits until the thread has returned, and frees it. Call it once for each thread that was started. */
void a3d_thread_join(a3d_thread thread);

/* A lock is held by one thread at a time, and must not be taken again by who holds it. Only the holder releases it.
 * Free it when nobody holds it or waits for it. */
void a3d_lock_init(a3d_lock *lock);
void a3d_lock_free(a3d_lock *lock);
void a3d_lock_take(a3d_lock *lock);
void a3d_lock_release(a3d_lock *lock);

/* Threads wait at a condition until another signals it, which wakes one of them, or broadcasts, which wakes all. Who
 * waits holds the lock; it is released meanwhile and held again afterwards. A wait may also end without a signal, so
 * ask again for what was waited for. Free it when nobody waits. */
void a3d_condition_init(a3d_condition *condition);
void a3d_condition_free(a3d_condition *condition);
void a3d_condition_signal(a3d_condition *condition);
void a3d_condition_broadcast(a3d_condition *condition);
void a3d_condition_wait(a3d_condition *condition, a3d_lock *lock);
/* Waits at most so many milliseconds, below 1000. False when they passed. */
bool a3d_condition_wait_for(a3d_condition *condition, a3d_lock *lock, unsigned most);

#endif
