/* sandbox.c - see sandbox.h */
#define _GNU_SOURCE
#include "os/sandbox.h"

#if defined(A3D_WITH_SANDBOX) && defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) &&                \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && __has_include(<linux/landlock.h>)
#define A3D_HAVE_SANDBOX 1
#endif

#ifdef A3D_HAVE_SANDBOX

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files: Landlock ---- */

/* The right to shorten a file came with version 3 of Landlock; headers may lack it. Nobody gets it: files are replaced
 * by renaming. To rename within a folder takes the rights to make and to remove. */
#define RIGHT_TRUNCATE (UINT64_C(1) << 14)
#define READS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG)
#define OTHERS                                                                                                         \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR |                       \
     LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |                       \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* The message of errno if it says that something ran out, or NULL. */
static const char *shortage(void)
{
    return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? strerror(errno) : NULL;
}

/* Returns NULL, or what ran out. */
static const char *allow(int rules, const char *path, uint64_t rights)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return shortage();
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
        /* not a folder: it has no rights that only a folder can have */
        rule.allowed_access &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    }
    close(fd);
    return NULL;
}

static bool limit_files(const a3d_sandbox *may, const char **lacks)
{
    long version = landlock_version();
    struct landlock_ruleset_attr attr = {.handled_access_fs = READS | WRITES | OTHERS |
                                                              (version >= 3 ? RIGHT_TRUNCATE : 0)};
    int rules = version < 1 ? -1 : (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr.handled_access_fs, 0);
    if (rules < 0) {
        *lacks = version >= 1 ? shortage() : NULL;
        return false;
    }
    for (size_t i = 0; *lacks == NULL && i < may->n_reads; i++)
        *lacks = allow(rules, may->reads[i], READS);
    for (size_t i = 0; *lacks == NULL && i < may->n_writes; i++)
        *lacks = allow(rules, may->writes[i], READS | WRITES);
    if (*lacks == NULL && may->clears != NULL)
        *lacks = allow(rules, may->clears, LANDLOCK_ACCESS_FS_REMOVE_DIR);
    bool limited = *lacks == NULL && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return limited;
}

/* ---- calls: seccomp ---- */

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifndef SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW (1UL << 2)
#endif

/* The calls that remain. */
static const unsigned remaining[] = {
    SYS_openat,
    SYS_read,
    SYS_fstat,
    SYS_close,
    SYS_newfstatat,
    SYS_futex,
    SYS_write,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_mprotect,
    SYS_getdents64,
    SYS_lseek,
    SYS_pread64,
    SYS_readv,
    SYS_writev,
    SYS_statx,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getcwd,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
    SYS_set_robust_list,
    SYS_rseq,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getrandom,
#ifdef __x86_64__
    SYS_open,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
#endif
};

/* Those that replace a file. */
static const unsigned replacing[] = {
    SYS_renameat, SYS_renameat2, SYS_unlinkat, SYS_fsync, SYS_umask, SYS_fchmod, SYS_fchown, SYS_flock,
#ifdef __x86_64__
    SYS_rename,   SYS_unlink,   SYS_rmdir,
#endif
};

/* What is not listed fails as on a kernel that lacks it, which the C library can handle. These end the process: whoever
 * starts programs, makes processes or talks to others has taken it over. */
static const unsigned fatal[] = {
    SYS_execve, SYS_execveat, SYS_clone, SYS_socket, SYS_socketpair, SYS_kill, SYS_tgkill, SYS_ptrace,
#ifdef __x86_64__
    SYS_fork,   SYS_vfork,
#endif
};

enum { CALLS = 512, MOST = 512 }; /* numbers of calls; instructions of the filter */

typedef struct program {
    struct sock_filter at[MOST];
    unsigned short n;
} program;

/* Calls from this number to that of the next range. */
typedef struct range {
    uint32_t from, action;
} range;

static void put(program *p, uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
    p->at[p->n++] = (struct sock_filter){code, yes, no, k};
}

static void load(program *p, size_t offset)
{
    put(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

/* Allows a call if the low half of an argument, under a mask, has this value. */
static void allow_if(program *p, unsigned call, unsigned argument, uint32_t mask, uint32_t value)
{
    put(p, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 5);
    load(p, offsetof(struct seccomp_data, args) + 8 * argument); /* both machines have the low half first */
    put(p, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
    put(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    put(p, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
    load(p, offsetof(struct seccomp_data, nr));
}

/* A search tree: the kernel runs the filter once for each call that it knows, before the program goes on. */
static void put_ranges(program *p, const range *ranges, unsigned n)
{
    unsigned at = p->n, half = n / 2;
    if (n == 1) {
        put(p, BPF_RET | BPF_K, ranges->action, 0, 0);
        return;
    }
    put(p, BPF_JMP | BPF_JGE | BPF_K, ranges[half].from, 0, 0);
    put_ranges(p, ranges, half);
    p->at[at].jt = (uint8_t)(p->n - at - 1);
    put_ranges(p, ranges + half, n - half);
}

static void set_actions(uint32_t *actions, const unsigned *calls, size_t n, uint32_t action)
{
    for (size_t i = 0; i < n; i++)
        actions[calls[i]] = action;
}

#define SET(actions, calls, action) set_actions(actions, calls, sizeof(calls) / sizeof *(calls), action)

static void put_actions(program *p, bool writes)
{
    uint32_t actions[CALLS];
    range ranges[CALLS];
    unsigned n = 0;
    for (unsigned i = 0; i < CALLS; i++)
        actions[i] = SECCOMP_RET_ERRNO | ENOSYS;
    SET(actions, remaining, SECCOMP_RET_ALLOW);
    if (writes)
        SET(actions, replacing, SECCOMP_RET_ALLOW);
    SET(actions, fatal, SECCOMP_RET_KILL_PROCESS);
    for (unsigned i = 0; i < CALLS; i++)
        if (n == 0 || ranges[n - 1].action != actions[i])
            ranges[n++] = (range){i, actions[i]};
    put_ranges(p, ranges, n);
}

static bool limit_calls(const a3d_sandbox *may)
{
    program p = {.n = 0};
    load(&p, offsetof(struct seccomp_data, arch));
    put(&p, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    put(&p, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
    load(&p, offsetof(struct seccomp_data, nr));
    allow_if(&p, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD);
    allow_if(&p, SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid()); /* raise() and abort() */
    allow_if(&p, SYS_ioctl, 1, UINT32_MAX, TCGETS);              /* isatty(); others type into a terminal */
    allow_if(&p, SYS_ioctl, 1, UINT32_MAX, TIOCGWINSZ);          /* the width of a line of progress */
    put_actions(&p, may->n_writes > 0);
    struct sock_fprog filter = {.len = p.n, .filter = p.at};
    /* Older kernels slow down what has a filter, against programs that it would run. It runs none. */
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == 0 ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

const char *a3d_sandbox_kind(void)
{
    return landlock_version() > 0 ? "files and calls" : prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 ? "calls" : "no";
}

bool a3d_sandbox_enter(const a3d_sandbox *may, const char **lacks)
{
    *lacks = NULL;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    bool files = limit_files(may, lacks);
    return limit_calls(may) && files;
}

#else

const char *a3d_sandbox_kind(void)
{
    return "no";
}

bool a3d_sandbox_enter(const a3d_sandbox *may, const char **lacks)
{
    (void)may;
    *lacks = NULL;
    return false;
}

#endif
