/* sys/resource.h - WASI has no limits of its own */
#ifndef A3D_OS_WASI_SYS_RESOURCE_H
#define A3D_OS_WASI_SYS_RESOURCE_H

enum { RLIMIT_STACK = 3 };
struct rlimit {
    unsigned long rlim_cur, rlim_max;
};
#define getrlimit(what, limit) ((void)(what), (void)(limit), -1)
#define setrlimit(what, limit) ((void)(what), (void)(limit), -1)

#endif
