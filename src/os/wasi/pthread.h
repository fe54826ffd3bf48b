/* pthread.h - WASI has one thread: none can be created, and nothing has to be locked */
#ifndef A3D_OS_WASI_PTHREAD_H
#define A3D_OS_WASI_PTHREAD_H

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

typedef int a3d_pthread, a3d_pthread_attr, a3d_pthread_lock;
#define pthread_t a3d_pthread
#define pthread_attr_t a3d_pthread_attr
#define pthread_mutex_t a3d_pthread_lock
#define pthread_cond_t a3d_pthread_lock
#define PTHREAD_MUTEX_INITIALIZER 0

#define pthread_mutex_init(lock, attributes) ((void)(lock), 0)
#define pthread_mutex_destroy(lock) ((void)(lock), 0)
#define pthread_mutex_lock(lock) ((void)(lock), 0)
#define pthread_mutex_unlock(lock) ((void)(lock), 0)
#define pthread_cond_init(cond, attributes) ((void)(cond), 0)
#define pthread_cond_destroy(cond) ((void)(cond), 0)
#define pthread_cond_signal(cond) ((void)(cond), 0)
#define pthread_cond_broadcast(cond) ((void)(cond), 0)
#define pthread_cond_wait(cond, lock) ((void)(cond), (void)(lock), ENOTSUP)
#define pthread_cond_timedwait(cond, lock, until) ((void)(cond), (void)(lock), (void)(until), ETIMEDOUT)
#define pthread_attr_init(attributes) ((void)(attributes), 0)
#define pthread_attr_setstacksize(attributes, size) ((void)(attributes), (void)(size), 0)
#define pthread_attr_destroy(attributes) ((void)(attributes), 0)
#define pthread_create(thread, attributes, start, data) \
    ((void)(thread), (void)(attributes), (void)(start), (void)(data), ENOTSUP)
#define pthread_join(thread, result) ((void)(thread), (void)(result), 0)

#endif
