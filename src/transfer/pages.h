/* pages.h - code pages of 8-bit text */
#ifndef A3D_TRANSFER_PAGES_H
#define A3D_TRANSFER_PAGES_H

#include <stdint.h>

enum { A3D_PAGES = 10, A3D_PAGE_CHARACTERS = 0x10000 };

typedef struct a3d_page {
    const char *name;
    uint16_t upper[128]; /* characters of the bytes 80 to FF, all below A3D_PAGE_CHARACTERS; all 0: the byte itself */
} a3d_page;

extern const a3d_page a3d_pages[A3D_PAGES];

#endif
