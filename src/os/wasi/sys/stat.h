/* sys/stat.h - what WASI's lacks: it has no modes of files */
#include_next <sys/stat.h>
#ifndef A3D_OS_WASI_SYS_STAT_H
#define A3D_OS_WASI_SYS_STAT_H

#define umask(mask) ((mode_t)(mask))
#define fchmod(file, mode) ((void)(file), (void)(mode), 0)

#endif
