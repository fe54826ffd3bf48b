/* afl_main.c - runs a harness under AFL++, and over files without it.
 *
 * AFL++ keeps a fork server between itself and the process that runs inputs: that process stops itself after each
 * input, the fork server sees it and tells AFL++, AFL++ tells the fork server to go on, which wakes the process. Four
 * changes of process for an input that takes a few microseconds cost more than the input. Here the process that runs
 * inputs, the runner, speaks to AFL++ itself, by copies of the fork server's two pipes and in its words. An empty target
 * makes more than twice as many runs so. Nothing of AFL++ is changed, and it does not know the difference.
 *
 * Between the fork server and the runner is a keeper, which sleeps until the runner dies, says how, and makes a new one.
 * It also knows whether the runner had answered: after a time-out AFL++ kills the runner, which may just have answered,
 * and a second answer for the same input would shift all that follow by one. The first input of all is an exception:
 * of it AFL++ knows the keeper, so a time-out that comes just as it is answered yields two answers.
 *
 *     afl-fuzz -i SEEDS -o FOLDER -- TARGET        one process for all inputs
 *     afl-fuzz -i SEEDS -o FOLDER -- TARGET -N     a new one after N of them; -1: a fork for each
 *     TARGET FILE...                               runs each file
 *
 * Where there is no /proc it takes turns as AFL++ does. It is compiled by any compiler but AFL++'s, since it runs while
 * AFL++ may read the map of edges, and linked with a harness by afl-clang-fast, in place of -fsanitize=fuzzer.
 * Facts: include/forkserver.h and instrumentation/afl-compiler-rt.o.c of AFL++ 4.04c. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ORDERS = 198, ANSWERS = 199, /* AFL++'s descriptors, by convention */
    BEYOND = 200,                /* where copies of them may lie */
    MOST_INPUT = 1 << 20,        /* the longest input that AFL++ makes */
    STOPPED = 0x137f,            /* how waitpid tells of a process that SIGSTOP stopped: an input without a crash */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of AFL++'s runtime, which afl-clang-fast links. */
extern uint8_t *__afl_area_ptr, *__afl_fuzz_ptr;
extern uint32_t *__afl_fuzz_len;
int __afl_sharedmem_fuzzing = 1; /* inputs come by shared memory, where AFL++ can */
void __afl_manual_init(void);
int __afl_persistent_loop(unsigned times);

/* AFL++ looks for these words in the file. */
static const char *volatile const marks[] = {"##SIG_AFL_PERSISTENT##", "##SIG_AFL_DEFER_FORKSRV##"};

/* Of AddressSanitizer, if it is there. */
__attribute__((weak)) void __asan_poison_memory_region(const volatile void *at, size_t size);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void *at, size_t size);

/* Shows the input alone to AddressSanitizer: the memory that AFL++ shares goes on behind it. */
static void fence(size_t size)
{
    static size_t shown = MOST_INPUT;
    if (!__asan_poison_memory_region)
        return;
    if (shown > size)
        __asan_poison_memory_region(__afl_fuzz_ptr + size, shown - size);
    __asan_unpoison_memory_region(__afl_fuzz_ptr, size);
    shown = size;
}

/* An input from standard input: what AFL++ does when it has no memory to share. */
static void run_standard_input(void)
{
    uint8_t *data = malloc(MOST_INPUT);
    ssize_t size = 0, more = 1;
    lseek(STDIN_FILENO, 0, SEEK_SET);
    while (data != NULL && more > 0 && size < MOST_INPUT)
        size += (more = read(STDIN_FILENO, data + size, (size_t)(MOST_INPUT - size))) > 0 ? more : 0;
    uint8_t *exact = data != NULL ? realloc(data, size > 0 ? (size_t)size : 1) : NULL;
    if (exact != NULL)
        LLVMFuzzerTestOneInput(exact, (size_t)size);
    free(exact);
}

static void run_input(void)
{
    __afl_area_ptr[0] = 1; /* so that an input without any edge is not taken for a target without any */
    if (__afl_fuzz_ptr == NULL) {
        run_standard_input();
        return;
    }
    fence(*__afl_fuzz_len);
    LLVMFuzzerTestOneInput(__afl_fuzz_ptr, *__afl_fuzz_len);
}

/* The state of a process by /proc: 'S' is asleep. 0 when nobody can say. */
static char state_of(pid_t process)
{
    char path[64], stat[512];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, stat, sizeof stat - 1) : 0;
    if (file >= 0)
        close(file);
    stat[n > 0 ? n : 0] = '\0';
    const char *name_end = strrchr(stat, ')'); /* the name may hold anything */
    return name_end != NULL && name_end[1] == ' ' ? name_end[2] : '\0';
}

/* Waits until the fork server has said who we are and sleeps for our end: from then on the pipes are ours. Once for
 * each fork; false where there is no /proc. */
static int take_pipes(void)
{
    pid_t server = getppid();
    for (char state; (state = state_of(server)) != 'S'; sched_yield())
        if (state == '\0')
            return 0;
    return 1;
}

/* How far the runner is, for the keeper to see when it has died. */
enum { RUNS, HANDS_OVER, LEAVES };

/* What keeper and runner share. The runner puts its answer into a pipe of theirs, notes that it hands it over, and moves
 * it on to AFL++ by one call that happens or does not: so the keeper knows, at whichever instruction the runner was
 * killed, whether AFL++ has an answer. */
typedef struct desk {
    volatile int *doing;
    int in, out; /* the pipe */
    int orders, answers;
} desk;

static int answer(const desk *d)
{
    int32_t stopped = STOPPED;
    if (write(d->in, &stopped, sizeof stopped) != sizeof stopped)
        return 0;
    *d->doing = HANDS_OVER;
    return splice(d->out, NULL, d->answers, NULL, sizeof stopped, 0) == sizeof stopped;
}

static int was_answered(const desk *d)
{
    int waits = 0;
    int32_t dropped;
    if (ioctl(d->out, FIONREAD, &waits) == 0 && waits > 0 && read(d->out, &dropped, sizeof dropped) == sizeof dropped)
        return 0;
    return *d->doing == HANDS_OVER;
}

/* Waits for an order and takes it. AFL++ may have killed us for the last input, which we had just answered, and then
 * wrote this order: a read that waits for it may take it before the kill takes effect, and nobody would carry it out.
 * poll() takes nothing, and a process that was killed does not return from it. */
static int take_order(const desk *d)
{
    int32_t order;
    struct pollfd waits = {.fd = d->orders, .events = POLLIN};
    while (poll(&waits, 1, -1) < 0 && errno == EINTR)
        ;
    return read(d->orders, &order, sizeof order) == sizeof order;
}

/* The runner: for each input AFL++ is told who runs it, and how it went. Of the first it may have been told. */
static void run_turns(const desk *d, int told, unsigned long times)
{
    int32_t me = (int32_t)getpid();
    for (;; told = 0) {
        if (!told && !take_order(d))
            break;
        *d->doing = RUNS; /* from here on AFL++ may kill us */
        if (!told && write(d->answers, &me, sizeof me) != sizeof me)
            break;
        run_input();
        if (--times == 0)
            exit(0);
        if (!answer(d))
            break;
    }
    *d->doing = LEAVES; /* AFL++ is gone */
    _exit(0);
}

/* The keeper: makes one runner after the other. */
static void keep(int orders, int answers, unsigned long times)
{
    int ends[2];
    desk d = {mmap(NULL, sizeof *d.doing, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), -1, -1, orders, answers};
    if (d.doing == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0)
        _exit(1);
    d.out = ends[0];
    d.in = ends[1];
    for (int told = 1;; told = 0) {
        *d.doing = told ? RUNS : HANDS_OVER; /* nothing to answer before there is an order */
        pid_t runner = fork();
        if (runner == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            run_turns(&d, told, times);
        }
        int status = 0;
        if (runner < 0 || waitpid(runner, &status, 0) != runner || *d.doing == LEAVES)
            _exit(0);
        if (!was_answered(&d) && write(answers, &status, sizeof status) != sizeof status)
            _exit(0);
    }
}

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    int ok = size >= 0 && size < LONG_MAX && fseek(file, 0, SEEK_SET) == 0 && (data = malloc(size > 0 ? (size_t)size : 1)) != NULL &&
             fread(data, 1, (size_t)size, file) == (size_t)size;
    if (file != NULL)
        fclose(file);
    if (ok)
        LLVMFuzzerTestOneInput(data, (size_t)size);
    else
        fprintf(stderr, "%s: cannot be read\n", path);
    free(data);
    return ok ? 0 : 1;
}

/* Runs what AFL++ orders: `times` inputs in this process. */
static void serve(int orders, int answers, unsigned long times)
{
    static const uint8_t first[4];
    LLVMFuzzerTestOneInput(first, sizeof first); /* what a target makes once, every fork has */
    __afl_manual_init();                         /* the fork server stays in here; whom it forks goes on */
    if (take_pipes()) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* when the fork server ends */
        keep(orders, answers, times);
    }
    while (__afl_persistent_loop(times < UINT_MAX ? (unsigned)times : UINT_MAX))
        run_input();
}

int main(int argc, char **argv)
{
    int orders = fcntl(ORDERS, F_DUPFD_CLOEXEC, BEYOND), answers = fcntl(ANSWERS, F_DUPFD_CLOEXEC, BEYOND), failed = 0;
    unsigned long times = argc > 1 && argv[1][0] == '-' ? strtoul(argv[1] + 1, NULL, 10) : 0;
    if (orders >= 0 && answers >= 0 && marks[0] != NULL && getenv("__AFL_SHM_ID") != NULL) {
        serve(orders, answers, times > 0 ? times : ULONG_MAX);
        return 0;
    }
    if (argc < 2)
        run_standard_input();
    for (int i = 1; i < argc; i++)
        failed |= argv[i][0] == '-' ? 0 : run_file(argv[i]);
    return failed;
}
