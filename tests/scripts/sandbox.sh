#!/bin/bash
# The sandbox of `check`: what a fault in the reader could do with a file of a stranger. A library in front of the C
# library tries it at the moment when the file is opened.
set -eu
cd "$TMPDIR"
. "$TOP/tests/scripts/lib/skip.sh"
a3dlint=$A3DLINT_RELEASE # sanitizers need calls that the sandbox does not leave
if ! "$a3dlint" --version | grep -qx 'sandbox: files and calls'; then
    skip 'no sandbox here (Linux 5.13 or later)'
fi
cat > plant.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void say(const char *what, int result)
{
    char line[100];
    int n = snprintf(line, sizeof line, "planted %s: %s\n", what, result >= 0 ? "done" : strerror(errno));
    if (write(2, line, (size_t)n) < 0)
        abort();
}

static void plant(int (*real)(const char *, int, ...))
{
    const char *what = getenv("PLANT");
    if (strcmp(what, "read") == 0)
        say(what, real(getenv("SECRET"), O_RDONLY));
    else if (strcmp(what, "write") == 0)
        say(what, real(getenv("SECRET"), O_WRONLY));
    else if (strcmp(what, "make") == 0)
        say(what, real("made", O_WRONLY | O_CREAT, 0600));
    else if (strcmp(what, "socket") == 0)
        say(what, socket(AF_INET, SOCK_STREAM, 0));
    else if (strcmp(what, "fork") == 0)
        say(what, fork());
    else
        say(what, execl("/bin/true", "true", (char *)NULL));
}

static int planted(const char *path, int flags, int mode)
{
    int (*real)(const char *, int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, "open");
    if (strlen(path) > 4 && strcmp(path + strlen(path) - 4, ".m3g") == 0)
        plant(real);
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(args, int) : 0;
    va_end(args);
    return planted(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = (flags & O_CREAT) != 0 ? va_arg(args, int) : 0;
    va_end(args);
    return planted(path, flags, mode);
}
END
"${CC:-cc}" -shared -fPIC plant.c -o plant.so -ldl
mkdir secret work work/tree
echo key > secret/key
"$a3dlint" generate --as m3g -o work/tree/a.m3g
cd work

fail() { echo "sandbox: $*"; cat ../out ../err; exit 1; }
plant() { # plant WHAT STATUS SAID OPTION...
    local what=$1 expected=$2 said=$3 status=0
    shift 3
    rm -f made
    # shellcheck disable=SC2069 # the shell that says "Bad system call" is not heard
    { SECRET=$TMPDIR/secret/key PLANT=$what LD_PRELOAD=$TMPDIR/plant.so "$a3dlint" check "$@" tree > ../out 2> ../err; } 2> /dev/null || status=$?
    [ $status -eq "$expected" ] || fail "$what with '$*': status $status, not $expected"
    [ -z "$said" ] || grep -qx "planted $what: $said" ../err || fail "$what with '$*': not '$said'"
    [ -n "$said" ] || ! grep -q "^planted $what" ../err || fail "$what with '$*': it was done"
}
for threads in 1 2; do
    plant read 0 'Permission denied' -j $threads
    plant write 0 'Permission denied' -j $threads
    plant make 0 'Permission denied' -j $threads
    [ ! -e made ] || fail 'a file was made'
    plant exec 159 '' -j $threads
    plant socket 159 '' -j $threads
    plant fork 159 '' -j $threads
done
# Without it all of that is possible, so the test sees what it should.
plant read 0 done --no-sandbox
plant write 0 done --no-sandbox
plant make 0 done --no-sandbox
plant socket 0 done --no-sandbox
plant exec 0 '' --no-sandbox

# What check does need stays: baselines beside the tree, links, archives, configuration above.
cd "$TMPDIR"
"$a3dlint" generate --break m3g/checksum -o work/tree/bad.m3g
"$a3dlint" check --write-baseline secret/baseline.json work/tree > out 2> err || fail 'a baseline cannot be written'
printf 'baseline = secret/baseline.json\n' > .a3dlint
(cd work && "$a3dlint" check tree > ../out 2> ../err) || fail 'a baseline that a configuration above names'
"$a3dlint" check --untrusted --baseline secret/baseline.json work/tree > out 2> err || fail 'a baseline that is named'
rm .a3dlint
(cd work && zip -q ../a.zip tree/a.m3g)
(cd work && "$a3dlint" check ../a.zip > ../out 2> ../err) || fail 'an archive elsewhere'
(cd secret && "$a3dlint" check - < ../work/tree/a.m3g > ../out 2> ../err) || fail 'standard input'
(cd secret && "$a3dlint" check --links -j 4 ../work/tree/a.m3g > ../out 2> ../err) || fail 'links'
