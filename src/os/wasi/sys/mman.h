/* sys/mman.h - WASI cannot map files; they are read instead */
#ifndef A3D_OS_WASI_SYS_MMAN_H
#define A3D_OS_WASI_SYS_MMAN_H

enum { PROT_READ = 1, MAP_PRIVATE = 2, MAP_FIXED = 16, MAP_ANONYMOUS = 32, MADV_DONTNEED = 4 };
#define MAP_FAILED ((void *)-1)
#define mmap(at, size, access, flags, file, offset) \
    ((void)(at), (void)(size), (void)(access), (void)(flags), (void)(file), (void)(offset), MAP_FAILED)
#define munmap(at, size) ((void)(at), (void)(size), 0)
#define madvise(at, size, advice) ((void)(at), (void)(size), (void)(advice), 0)

#endif
