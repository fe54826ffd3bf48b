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
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files: Landlock ---- */

/* Rights that came with later versions of Landlock; headers may lack them. */
#define RIGHT_REFER (UINT64_C(1) << 13)
#define RIGHT_TRUNCATE (UINT64_C(1) << 14)
#define READS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define WRITES                                                                                                         \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | RIGHT_REFER |      \
     RIGHT_TRUNCATE)
#define OTHERS                                                                                                         \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_CHAR |                       \
     LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |                       \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)

/* Libraries that the C library loads late (character sets of names in archives), and what it asks of the system. */
static const char *const system_files[] = {"/usr/lib", "/usr/share/locale", "/lib", "/lib64", "/etc/ld.so.cache",
                                           "/usr/share/zoneinfo", "/etc/localtime", "/dev/null", "/dev/tty"};

static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

/* A file has no rights that only a folder can have. */
static void allow(int rules, const char *path, uint64_t rights)
{
    struct stat st;
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && !S_ISDIR(st.st_mode))
        rights &= LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | RIGHT_TRUNCATE;
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = fd};
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(fd);
}

static bool limit_files(const a3d_sandbox *may)
{
    long version = landlock_version();
    uint64_t known = READS | WRITES | OTHERS;
    known &= version < 2 ? ~RIGHT_REFER : UINT64_MAX;
    known &= version < 3 ? ~RIGHT_TRUNCATE : UINT64_MAX;
    struct landlock_ruleset_attr attr = {.handled_access_fs = known};
    int rules = version < 1 ? -1 : (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr.handled_access_fs, 0);
    if (rules < 0)
        return false;
    for (size_t i = 0; i < sizeof system_files / sizeof *system_files; i++)
        allow(rules, system_files[i], READS & known);
    for (size_t i = 0; i < may->n_reads; i++)
        allow(rules, may->reads[i], READS & known);
    for (size_t i = 0; i < may->n_writes; i++)
        allow(rules, may->writes[i], (READS | WRITES) & known);
    bool limited = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return limited;
}

/* ---- calls: seccomp ---- */

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define END(action) BPF_STMT(BPF_RET | BPF_K, action)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), END(SECCOMP_RET_ALLOW)
#define KILL(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), END(SECCOMP_RET_KILL_PROCESS)

/* The calls that remain, the frequent ones first. What is not listed fails as on a kernel that does not have it, which
 * the C library copes with; what starts programs, makes processes or talks to others ends the process. */
static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
    END(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    ALLOW(openat), ALLOW(read), ALLOW(fstat), ALLOW(close), ALLOW(mmap), ALLOW(munmap), ALLOW(newfstatat),
    ALLOW(futex), ALLOW(write), ALLOW(getdents64), ALLOW(mremap), ALLOW(madvise), ALLOW(brk), ALLOW(mprotect),
#ifdef __x86_64__
    ALLOW(open), ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(rename), ALLOW(unlink), ALLOW(poll),
    ALLOW(chmod), ALLOW(chown), ALLOW(select),
    KILL(fork), KILL(vfork),
#endif
    ALLOW(faccessat), ALLOW(faccessat2), ALLOW(readlinkat), ALLOW(statx), ALLOW(lseek), ALLOW(pread64), ALLOW(readv),
    ALLOW(writev), ALLOW(fcntl), ALLOW(ioctl), ALLOW(getcwd), ALLOW(dup), ALLOW(clock_gettime), ALLOW(clock_nanosleep),
    ALLOW(nanosleep), ALLOW(gettimeofday), ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn),
    ALLOW(sigaltstack), ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group), ALLOW(set_robust_list), ALLOW(rseq),
    ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW(getpid), ALLOW(gettid), ALLOW(tgkill), ALLOW(getuid),
    ALLOW(geteuid), ALLOW(getgid), ALLOW(getegid), ALLOW(umask), ALLOW(uname), ALLOW(sysinfo), ALLOW(getrandom),
    ALLOW(prlimit64), ALLOW(membarrier), ALLOW(renameat), ALLOW(renameat2), ALLOW(unlinkat), ALLOW(fsync),
    ALLOW(fdatasync), ALLOW(ftruncate), ALLOW(fchmod), ALLOW(fchmodat), ALLOW(fchown), ALLOW(fchownat), ALLOW(flock),
    ALLOW(ppoll), ALLOW(pselect6), ALLOW(kill),
    KILL(execve), KILL(execveat), KILL(socket), KILL(socketpair), KILL(connect), KILL(bind), KILL(ptrace),
    KILL(process_vm_readv), KILL(process_vm_writev), KILL(bpf), KILL(mount), KILL(keyctl),
    /* a thread, not a process */
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
    LOAD(args[0]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    END(SECCOMP_RET_ALLOW),
    END(SECCOMP_RET_KILL_PROCESS),
    END(SECCOMP_RET_ERRNO | ENOSYS),
};

static bool limit_calls(void)
{
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

const char *a3d_sandbox_kind(void)
{
    return landlock_version() > 0 ? "files and calls" : prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0 ? "calls" : "no";
}

bool a3d_sandbox_enter(const a3d_sandbox *may)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    bool files = limit_files(may);
    return limit_calls() && files;
}

#else

const char *a3d_sandbox_kind(void)
{
    return "no";
}

bool a3d_sandbox_enter(const a3d_sandbox *may)
{
    (void)may;
    return false;
}

#endif
