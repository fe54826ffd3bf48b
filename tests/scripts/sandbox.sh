#!/bin/bash
# The sandbox of the commands that read models: what a fault in the reader could do with a file of a stranger. A library in front of the C
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
#include <stdbool.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
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
    else if (strcmp(what, "kill") == 0)
        say(what, kill(getppid(), 0));
    else if (strcmp(what, "chmod") == 0)
        say(what, chmod(getenv("SECRET"), 0644));
    else if (strcmp(what, "type") == 0)
        say(what, ioctl(0, TIOCSTI, "x"));
    else if (strcmp(what, "limit") == 0)
        say(what, prlimit(getppid(), RLIMIT_CORE, NULL, &(struct rlimit){0}));
    else
        say(what, execl("/bin/true", "true", (char *)NULL));
}

static int planted(const char *path, int flags, int mode)
{
    int (*real)(const char *, int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, "open");
    /* inside of the sandbox this question has no answer; before it, a file may be looked at */
    bool inside = prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) < 0 || getenv("ANYWHERE") != NULL;
    if (inside && strlen(path) > 4 && strcmp(path + strlen(path) - 4, ".m3g") == 0)
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

fail() { echo "sandbox: $*"; cat "$TMPDIR/out" "$TMPDIR/err"; exit 1; }
plant() { # plant WHAT STATUS SAID COMMAND...
    local what=$1 expected=$2 said=$3 status=0
    shift 3
    rm -f made
    # shellcheck disable=SC2069 # the shell that says "Bad system call" is not heard
    { SECRET=$TMPDIR/secret/key PLANT=$what LD_PRELOAD=$TMPDIR/plant.so "$a3dlint" "$@" > ../out 2> ../err; } 2> /dev/null || status=$?
    [ $status -eq "$expected" ] || fail "$what in '$*': status $status, not $expected"
    [ -z "$said" ] || grep -qx "planted $what: $said" ../err || fail "$what in '$*': not '$said'"
    [ -n "$said" ] || ! grep -q "^planted $what" ../err || fail "$what in '$*': it was done"
}
for threads in 1 2; do
    plant read 0 'Permission denied' check -j $threads tree
    plant write 0 'Permission denied' check -j $threads tree
    plant make 0 'Permission denied' check -j $threads tree
    [ ! -e made ] || fail 'a file was made'
    plant chmod 0 'Function not implemented' check -j $threads tree
    plant type 0 'Function not implemented' check -j $threads tree
    for call in exec socket fork kill; do
        plant $call 159 '' check -j $threads tree
    done
done

# Every command that reads a model has it, and so does a form that was not asked for files.
for command in 'check tree/a.m3g' 'check --untrusted tree' 'check --format html tree' 'triage tree' 'find tree' \
    'find --extract found tree' 'dump tree/a.m3g' 'dump --gltf -o a.glb tree/a.m3g' 'hex tree/a.m3g' \
    'diff tree/a.m3g tree/a.m3g' 'fix -o f.m3g tree/a.m3g' 'fix --in-place tree' 'rewrite -o w.m3g tree/a.m3g' \
    'edit -o e.m3g tree/a.m3g sections+=1' 'reduce --keep m3g/checksum tree/a.m3g'; do
    # shellcheck disable=SC2086 # words
    plant exec 159 '' $command
    # shellcheck disable=SC2086 # words
    { SECRET=$TMPDIR/secret/key PLANT=read LD_PRELOAD=$TMPDIR/plant.so "$a3dlint" $command > ../out 2> ../err; } || true
    grep -qx 'planted read: Permission denied' ../err || fail "read in '$command'"
done

# Without it all of that is possible, so the test sees what it should.
export ANYWHERE=1
for call in read write make socket chmod kill; do
    plant $call 0 'done' check --no-sandbox tree
done
plant exec 0 '' check --no-sandbox tree

# What the commands do need stays: baselines beside the tree, links, archives, configuration above.
cd "$TMPDIR"
works() { # works WHAT COMMAND...
    local what=$1 status=0
    shift
    "$a3dlint" "$@" > "$TMPDIR/out" 2> "$TMPDIR/err" || status=$?
    [ $status -eq 0 ] || fail "$what: status $status"
}
"$a3dlint" generate --break m3g/checksum -o work/tree/bad.m3g
works 'a baseline is written' check --write-baseline secret/baseline.json work/tree
printf 'baseline = secret/baseline.json\n' > .a3dlint
(cd work && works 'a baseline that a configuration above names' check tree)
works 'a baseline that is named' check --untrusted --baseline secret/baseline.json work/tree
rm .a3dlint
printf 'baseline = baseline.json\n' > secret/ours.ini
(cd / && works 'the baseline of --config' check --untrusted --config "$TMPDIR/secret/ours.ini" "$TMPDIR/work/tree")
(cd work && zip -q ../a.zip tree/a.m3g && cp ../a.zip tree/a.zip && cp ../a.zip ../odd.m3g)
(cd work && works 'an archive elsewhere' check ../a.zip && works 'an archive with another name' check ../odd.m3g)
for file in a.zip odd.m3g; do
    grep -qx '1 file: 1 valid' "$TMPDIR/out" || fail "the member of $file was not checked"
done
(cd secret && works 'an archive in a folder' check --untrusted --exclude '**/bad.m3g' ../work/tree)
grep -qx '2 files: 2 valid, 1 skipped' out || fail 'the archive of a folder was not checked'
(cd secret && works 'standard input' check - < ../work/tree/a.m3g)
(cd secret && works 'links' check --links -j 4 ../work/tree/a.m3g)
for i in $(seq 50); do cp work/tree/a.m3g "secret/$i.m3g"; done
(cd secret && works 'many named files' check --untrusted ./*.m3g)
grep -qx '50 files: 50 valid' out || fail 'not all named files were checked'

# Results: in other folders, over links and to devices.
mkdir results
works 'a page' triage -o results/page.html --fail-on never work/tree
(cd results && works 'a page without a name' triage --fail-on never ../work/tree && [ -e a3dlint-triage.html ])
works 'a repair' fix --accept-content -o results/fixed.m3g work/tree/bad.m3g
works 'the repaired file' check results/fixed.m3g
ln -s ../results/fixed.m3g secret/link.m3g
works 'a result over a link' rewrite -o secret/link.m3g work/tree/a.m3g
cmp -s results/fixed.m3g work/tree/a.m3g || fail 'the target of the link was not replaced'
works 'a result for a device' dump -o /dev/null work/tree/a.m3g
works 'a result for a pipe' dump -o /dev/stdout work/tree/a.m3g
works 'extracted models' find --extract results/found work/tree/a.m3g
[ -n "$(ls results/found)" ] || fail 'nothing was extracted'
cp work/tree/bad.m3g results/bad.m3g
(cd secret && works 'a repair in place' fix --accept-content --in-place ../results/bad.m3g)
works 'repairs in place' fix --accept-content --in-place work/tree
works 'a command of the user' reduce --while 'test -s {}' -o results/small.m3g work/tree/a.m3g

if command -v valgrind > /dev/null; then
    valgrind -q --error-exitcode=9 "$a3dlint" check work/tree > out 2> err || fail 'valgrind'
else
    skip_part 'no valgrind here'
fi
