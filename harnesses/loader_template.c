/* loader_template.c - fuzz your own loader; docs/fuzz-your-loader.md explains how.
 *
 * Copy this file next to your loader and change the three places marked HERE. It works with libFuzzer and AFL++. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* HERE (1): your loader. Include its header, or declare its function. */
int load(const uint8_t *bytes, size_t size);

/* HERE (2): call it. Whatever the file contains, the call must return and free all memory. Use what you loaded if you can:
 * many bugs show only then. Return 0 if the file was accepted and 1 if it was rejected; only `disagree` asks for it. It
 * also compares values: print lines such as "materials.id=4", with the paths of `a3dlint dump`. */
static int try_loader(const uint8_t *bytes, size_t size)
{
    return load(bytes, size) != 0;
}

/* HERE (3): the size of the largest file. With small files there are more runs per second, and smaller crashes. */
enum { MOST = 1 << 16 };

/* If your loader takes a path, write the bytes to a file and pass its path.
 *
 *     static int try_loader(const uint8_t *bytes, size_t size)
 *     {
 *         char path[64];
 *         snprintf(path, sizeof path, "/dev/shm/fuzz-%ld", (long)getpid());   // #include <unistd.h>
 *         FILE *file = fopen(path, "wb");
 *         fwrite(bytes, 1, size, file);
 *         fclose(file);
 *         return your_load_file(path) != 0;
 *     }
 */

#ifdef __cplusplus
extern "C"
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > MOST)
        return 0;
    (void)try_loader(data, size);
    return 0;
}

/* Without a fuzzer (-DREPLAY): runs the loader on files, each in a block of exactly its size, so that a sanitizer
 * sees every read beyond its end. This is how a crash is looked at again. With -DVERDICT, too, the status is 1 if a file
 * is rejected. */
#ifdef REPLAY
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char *running; /* the file */

static void put(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

/* Says which file ended the loader, and goes on as the signal does. */
static void say_signal(int number)
{
    put(running);
    put(number == SIGABRT   ? ": ended by SIGABRT, which abort() and assert() raise\n"
        : number == SIGSEGV ? ": ended by SIGSEGV, at a place in memory that is not the loader's\n"
        : number == SIGFPE  ? ": ended by SIGFPE, as a division by 0 is\n"
        : number == SIGILL  ? ": ended by SIGILL\n"
                            : ": ended by SIGBUS\n");
    signal(number, SIG_DFL);
    raise(number);
}

/* A sanitizer has its own handlers, which show more; it leaves SIGABRT alone. */
static void watch_signals(void)
{
    static const int watched[] = {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS};
    for (size_t i = 0; i < sizeof watched / sizeof *watched; i++) {
        struct sigaction others;
        int known = sigaction(watched[i], NULL, &others) == 0;
        if (known && !(others.sa_flags & SA_SIGINFO) && others.sa_handler == SIG_DFL)
            signal(watched[i], say_signal);
    }
}

int main(int argc, char **argv)
{
    int status = 0;
    watch_signals();
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (file == NULL) {
            perror(argv[i]);
            return 2;
        }
        fseek(file, 0, SEEK_END);
        size_t size = (size_t)ftell(file);
        uint8_t *bytes = (uint8_t *)malloc(size);
        rewind(file);
        size = bytes != NULL ? fread(bytes, 1, size, file) : 0;
        fclose(file);
        running = argv[i];
#ifdef VERDICT
        status |= try_loader(bytes, size);
#else
        LLVMFuzzerTestOneInput(bytes, size);
#endif
        free(bytes);
        printf("%s: done\n", argv[i]);
        fflush(stdout); /* so that it is not lost if the next file ends the loader */
    }
    return status;
}
#endif
