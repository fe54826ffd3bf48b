#!/bin/bash
# The mutator as AFL++ loads it. First called in turn as AFL++ does: what is repaired and what is not, trimming, turns,
# descriptions. Then by afl-fuzz itself on an example loader.
# needs: build/harness/a3d_mutator.so build/harness/afl_main.o build/a3dlint
set -eu
. "$TOP/tests/scripts/lib/skip.sh"
bad=0
complain() { echo "mutator-afl: $*"; bad=1; }
unset ASAN_OPTIONS UBSAN_OPTIONS # of the tests around this one
make -s --no-print-directory -C "$TOP" build/harness/a3d_mutator.so build/harness/afl_main.o
library=$TOP/build/harness/a3d_mutator.so lint=$A3DLINT_RELEASE
cd "$TMPDIR"
mkdir files
cp "$CORPUS"/m3g/*.m3g files
"$lint" generate --as m3g --seed 7 --size 2000 -o first.m3g > /dev/null

cat > driver.c << 'END'
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOOK(result, name, ...) static result (*name)(__VA_ARGS__)
HOOK(void *, afl_custom_init, void *, unsigned);
HOOK(size_t, afl_custom_fuzz, void *, uint8_t *, size_t, uint8_t **, uint8_t *, size_t, size_t);
HOOK(unsigned, afl_custom_fuzz_count, void *, const uint8_t *, size_t);
HOOK(const char *, afl_custom_describe, void *, size_t);
HOOK(size_t, afl_custom_post_process, void *, uint8_t *, size_t, uint8_t **);
HOOK(int, afl_custom_init_trim, void *, uint8_t *, size_t);
HOOK(size_t, afl_custom_trim, void *, uint8_t **);
HOOK(int, afl_custom_post_trim, void *, unsigned char);
HOOK(unsigned char, afl_custom_queue_get, void *, const char *);
HOOK(unsigned char, afl_custom_queue_new_entry, void *, const char *, const char *);
HOOK(void, afl_custom_deinit, void *);

static void *state;
static uint8_t file[1 << 16], changed[1 << 17];

static size_t read_file(const char *name)
{
    FILE *f = fopen(name, "rb");
    size_t n = f != NULL ? fread(file, 1, sizeof file, f) : 0;
    if (n == 0)
        exit(2);
    fclose(f);
    return n;
}

static void write_file(const char *name, const uint8_t *data, size_t size)
{
    FILE *f = fopen(name, "wb");
    if (f == NULL || fwrite(data, 1, size, f) != size || fclose(f) != 0)
        exit(2);
}

static void must(int holds, const char *what)
{
    if (!holds) {
        printf("driver: %s\n", what);
        exit(1);
    }
}

/* Every byte of the file changed alone, and three bytes put in before every one: DIR/KIND-PLACE. */
static void repair(const char *name, const char *dir)
{
    char path[4096];
    size_t size = read_file(name);
    afl_custom_queue_get(state, name);
    for (size_t at = 12; at < size; at++) {
        for (int put = 0; put < 2; put++) {
            size_t more = put ? 3 : 0;
            uint8_t *out = NULL;
            memcpy(changed, file, at);
            memset(changed + at, 0xa5, more);
            memcpy(changed + at + more, file + at, size - at);
            changed[at] ^= put ? 0 : 0x10;
            must(afl_custom_post_process(state, changed, size + more, &out) == size + more, "another size after repair");
            snprintf(path, sizeof path, "%s/%s-%zu.m3g", dir, put ? "put" : "set", at);
            write_file(path, out, size + more);
        }
    }
}

/* Mutants stay as they are, and so do files of the queue whatever is wrong with them. */
static void leave_alone(const char *name)
{
    size_t size = read_file(name);
    uint8_t *out = NULL, *after = NULL;
    afl_custom_queue_get(state, name);
    for (int i = 0; i < 500; i++) {
        size_t n = afl_custom_fuzz(state, file, size, &out, NULL, 0, sizeof file);
        must(n > 0 && afl_custom_post_process(state, out, n, &after) == n && after == out, "a mutant is repaired");
        memcpy(changed, out, n);
        must(afl_custom_post_process(state, changed, n, &after) == n && after == changed, "a copy of a mutant is repaired");
        if (i < 20)
            printf("made %s\n", afl_custom_describe(state, 200));
    }
    int left = 0;
    for (size_t at = 60; at < 100; at++) {
        memcpy(changed, file, size);
        changed[at] ^= 1;
        write_file("entry", changed, size);
        afl_custom_queue_new_entry(state, "entry", NULL);
        must(afl_custom_post_process(state, changed, size, &after) == size && after == changed, "a file of the queue is repaired");
        changed[at + 20] ^= 1;
        afl_custom_post_process(state, changed, size, &after);
        left += after == changed;
    }
    must(left < 20, "few other files are repaired");
}

/* As long as the file has its identifier, its text, and its own size at the place of totalFileSize. */
static int still(const uint8_t *data, size_t n)
{
    uint32_t total = 0;
    if (n < 33 || memcmp(data, file, 12) != 0 || memmem(data, n, "keep me", 7) == NULL)
        return 0;
    memcpy(&total, data + 29, 4);
    return total == n;
}

/* Trimmed as AFL++ does. */
static void trim(const char *name)
{
    static uint8_t best[1 << 16];
    size_t size = read_file(name), n = size;
    int steps = 0, last = afl_custom_init_trim(state, file, size);
    memcpy(best, file, size);
    for (int step = 0; step < last; steps++) {
        uint8_t *out = NULL;
        size_t got = afl_custom_trim(state, &out);
        must(out != NULL && got <= size, "a candidate is larger than the file, which ends AFL++");
        int holds = still(out, got);
        if (holds) {
            n = got;
            memcpy(best, out, got);
        }
        step = afl_custom_post_trim(state, (unsigned char)holds);
        must(step >= 0 && steps <= last, "the steps do not end");
    }
    write_file("trimmed.m3g", best, n);
    printf("trimmed %zu to %zu\n", size, n);
    /* and given up in the middle */
    must(afl_custom_init_trim(state, file, size) > 0, "no second trimming");
    uint8_t *out = NULL;
    must(afl_custom_trim(state, &out) > 0 && afl_custom_post_trim(state, 0) == 1, "no first step");
    must(afl_custom_trim(state, &out) > 0, "no second step");
}

static void turns(const char *name)
{
    size_t size = read_file(name);
    unsigned before = afl_custom_fuzz_count(state, file, size);
    afl_custom_queue_new_entry(state, name, NULL);
    unsigned first = afl_custom_fuzz_count(state, file, size), second = afl_custom_fuzz_count(state, file, size);
    for (int i = 0; i < 8; i++)
        afl_custom_fuzz_count(state, file, size);
    unsigned last = afl_custom_fuzz_count(state, file, size);
    afl_custom_queue_new_entry(state, name, NULL);
    printf("turns %u %u %u %u %u\n", before, first, second, last, afl_custom_fuzz_count(state, file, size));
}

int main(int argc, char **argv)
{
    void *library = argc > 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    must(library != NULL, "the library does not load");
#define LOAD(name) must((*(void **)&name = dlsym(library, #name)) != NULL, "the library lacks " #name)
    LOAD(afl_custom_init); LOAD(afl_custom_fuzz); LOAD(afl_custom_fuzz_count); LOAD(afl_custom_describe);
    LOAD(afl_custom_post_process); LOAD(afl_custom_init_trim); LOAD(afl_custom_trim); LOAD(afl_custom_post_trim);
    LOAD(afl_custom_queue_get); LOAD(afl_custom_queue_new_entry); LOAD(afl_custom_deinit);
    state = afl_custom_init(NULL, 1);
    must(state != NULL, "no state");
    if (strcmp(argv[2], "repair") == 0)
        repair(argv[3], argv[4]);
    if (strcmp(argv[2], "leave") == 0)
        leave_alone(argv[3]);
    if (strcmp(argv[2], "trim") == 0)
        trim(argv[3]);
    if (strcmp(argv[2], "turns") == 0)
        turns(argv[3]);
    afl_custom_deinit(state);
    return 0;
}
END
${CC:-cc} -D_GNU_SOURCE -std=c11 -O1 -g driver.c -ldl -o driver

# Checksums and lengths: few of the changed files break these rules, and all did without repair.
plain=first.m3g
mkdir repaired
./driver "$library" repair "$plain" repaired
"$lint" check --format ndjson repaired > said.json || true
node -e '
const kinds = { set: [0, 0, 0], put: [0, 0, 0] };
for (const line of require("fs").readFileSync("said.json", "utf8").split("\n").filter((l) => l.startsWith("{\"path\""))) {
  const f = JSON.parse(line), k = kinds[/\/(set|put)-/.exec(f.path)[1]], rules = f.findings.map((x) => x.rule);
  k[0]++;
  k[1] += rules.includes("m3g/checksum");
  k[2] += rules.includes("m3g/total-file-size");
}
console.log(JSON.stringify(kinds));
const { set, put } = kinds;
process.exit(set[0] > 500 && set[1] < set[0] / 5 && put[1] < put[0] / 4 && put[2] < put[0] / 4 ? 0 : 1);' || complain 'too few files are repaired'

./driver "$library" leave "$plain" | tee said || complain 'what is meant to be wrong is repaired'
grep -q '^made a3d_.*[=\[]' said || complain 'no description has a path or a value'
if grep -q '[/ ,:].*[/ ,:]' <(sed 's/^made //' said); then complain 'a description cannot be part of a file name'; fi

# Trimming.
"$lint" edit first.m3g -o keep.m3g 'sections[0].objects[0].authoringField="keep me"' > log 2>&1 || complain "$(cat log)"
./driver "$library" trim keep.m3g | tee said || complain 'trimming fails'
read -r _ from _ to < said
[ "$to" -lt $((from / 4)) ] || complain "a file of $from bytes is trimmed to $to"
grep -q 'keep me' trimmed.m3g || complain 'the trimmed file does not hold'

# A file with new rules gets more turns, until they are used up, and none for rules that are known.
printf 'turns %s\n' '256 512 256 256 256' > expected
one=$CORPUS/rules/m3g/$(ls "$CORPUS/rules/m3g" | grep '^total-file-size.bad' | head -n 1)
./driver "$library" turns "$one" > said
diff expected said || complain 'other turns'

# By AFL++ itself.
command -v afl-clang-fast > /dev/null || { skip_part 'no AFL++ here (ci/deps fuzz installs it)'; exit $bad; }
ulimit -c 0
loaders=$TOP/harnesses/loaders
AFL_QUIET=1 afl-clang-fast -std=c11 -O2 "$loaders/loader_m3g.c" "$loaders/m3g_read.c" "$loaders/loader.c" "$loaders/rooms.c" "$loaders/loader_fuzz.c" \
    "$TOP/build/harness/afl_main.o" -lz -o loader
mkdir seeds
find "$CORPUS/m3g" -type f -size -3k | sort | head -n 20 | xargs cp -t seeds
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
# run_afl EXECUTIONS: into out, and what the mutator did into mutator.log
run_afl() {
    rm -rf out mutator.log
    LOADER_FAULTS=record:$PWD/record AFL_CUSTOM_MUTATOR_LIBRARY=$library A3D_MUTATOR_LOG=$PWD/mutator.log \
        afl-fuzz -E "$1" -V 300 -s 3 -t 2000 -i seeds -o out -- ./loader > log 2>&1 || { tail -n 20 log; complain 'afl-fuzz fails'; }
    cat mutator.log || complain 'the mutator was not ended'
    read -r _ repaired _ trimmed _ rules _ known < mutator.log
}
run_afl 20000
[ "$repaired" -gt 100 ] || complain "AFL++ had only $repaired files repaired"
[ "$rules" -gt 5 ] || complain "the queue broke only $rules rules"
[ "$known" -ge "$(ls seeds | wc -l)" ] || complain "only $known files of the queue are known"
export AFL_CUSTOM_MUTATOR_ONLY=1
run_afl 20000
[ "$repaired" -eq 0 ] || complain "without changes of AFL++'s own $repaired files are repaired"
[ "$trimmed" -gt 0 ] || complain 'no candidate of a trimming held'
ls out/default/queue | grep -q ',a3d_.*[=\[]' || { ls out/default/queue | tail; complain 'no name of the queue has a description'; }
exit $bad
