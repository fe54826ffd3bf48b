/* sys/file.h - WASI cannot lock files */
#ifndef A3D_OS_WASI_SYS_FILE_H
#define A3D_OS_WASI_SYS_FILE_H

enum { LOCK_EX = 2, LOCK_NB = 4 };
#define flock(file, how) ((void)(file), (void)(how), 0)

#endif
