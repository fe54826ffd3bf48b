/* sys/ioctl.h - WASI's lacks the size of a terminal, which is not known */
#include_next <sys/ioctl.h>
#ifndef A3D_OS_WASI_SYS_IOCTL_H
#define A3D_OS_WASI_SYS_IOCTL_H

struct winsize {
    unsigned short ws_row, ws_col;
};
enum { TIOCGWINSZ = -1 };

#endif
