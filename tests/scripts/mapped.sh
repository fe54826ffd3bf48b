#!/bin/bash
# A large file is mapped. One that gets shorter while it is mapped is an error of this file, and the run continues. A
# library that is loaded first cuts the file right after it was mapped, which the sandbox would not let it do.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
fail() { echo "$1"; exit 1; }
cat > cut.c <<'C'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
static int is_named(int fd, const char *path)
{
    char link[40], at[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = fd >= 0 && path != NULL ? readlink(link, at, sizeof at - 1) : -1;
    at[n > 0 ? n : 0] = '\0';
    return n > (ssize_t)strlen(path != NULL ? path : "") && strcmp(at + n - strlen(path), path) == 0;
}
void *mmap(void *p, size_t size, int prot, int flags, int fd, off_t off)
{
    long made = syscall(SYS_mmap, p, size, prot, flags, fd, off);
    if (is_named(fd, getenv("CUT")) && truncate(getenv("CUT"), atol(getenv("LEFT"))) != 0)
        abort();
    return (void *)made;
}
C
[ "$(uname -m)" = x86_64 ] || skip 'the library that cuts the file is for x86-64'
"${CC:-cc}" -shared -fPIC -O1 cut.c -o cut.so

"$A3DLINT_RELEASE" generate --as m3g -o small.m3g
size=40M
make_files() { # a large file of $size
    rm -rf tree
    mkdir tree
    cp small.m3g tree/a.m3g
    cp small.m3g tree/c.m3g
    cp small.m3g tree/large.m3g
    truncate -s "$size" tree/large.m3g
    cp small.m3g member.m3g
    truncate -s 40M member.m3g
    rm -f tree/b.zip
    zip -q -0 tree/b.zip member.m3g
}
check() { # check STATUS CUT LEFT FILE...
    local expected=$1 status=0
    export CUT=$2 LEFT=$3
    shift 3
    make_files
    LD_PRELOAD=$PWD/cut.so timeout 600 "$A3DLINT_RELEASE" check --no-sandbox -q -v --show error "$@" > out 2> err || status=$?
    unset CUT LEFT
    [ $status -eq $expected ] || { cat out err; fail "status $status, not $expected"; }
}
for left in 0 60 4096 5000 30000000; do
    for threads in 1 4; do
        check 3 tree/large.m3g $left -j $threads tree
        grep -q 'tree/large.m3g: cannot be read: the file got shorter while it was checked' err ||
            { cat out err; fail "a file cut to $left bytes goes unnoticed"; }
        grep -q 'tree/a.m3g: valid' out && grep -q 'tree/c.m3g: valid' out || { cat out; fail 'other files are missing'; }
        check 3 tree/b.zip $left -j $threads tree
        grep -q 'tree/b.zip: cannot be read: the file got shorter while it was checked' err ||
            { cat out err; fail "an archive cut to $left bytes goes unnoticed"; }
    done
done
check 1 tree/large.m3g 41943040 -j 2 tree # takes nothing away
grep -q 'tree/large.m3g: invalid' out || { cat out; fail 'a whole file is not checked'; }

# SECURITY.md says from which size on.
from=$(sed -n 's/.*`check` maps files of \([0-9]*\) MiB or more.*/\1/p' "$TOP/SECURITY.md")
[ -n "$from" ] || fail 'SECURITY.md does not say which files are mapped'
size=$((from << 20))
check 3 tree/large.m3g 60 tree/large.m3g
size=$(((from << 20) - 1))
check 1 tree/large.m3g 60 tree/large.m3g # is read, so nothing cuts it
