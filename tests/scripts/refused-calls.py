"""refused-calls.py PROGRAM FOLDER COMMANDS: runs each command of the list in a copy of FOLDER, again and again, and lets one
call to the system fail each time, by strace. SEED chooses CALLS=600 of all of them; CALLS=all takes each.

A run must be the same as without a failure, or end with a status of its own and a message, and leave each file as it was
or as it has to become. In COMMANDS a ~ is a blank in a word, <FILE is standard input, and a line that starts with ? is a
report, which may say which file could not be read. One that starts with ! runs programs of its own, whose calls succeed."""
import collections
import errno
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

ERRORS = {
    "openat": ["EIO", "EMFILE", "EACCES"], "read": ["EIO", "EINTR"], "pread64": ["EIO"], "write": ["ENOSPC", "EINTR"],
    "fsync": ["EIO", "EINTR"], "close": ["EIO"], "rename": ["EIO"], "renameat": ["EIO"], "renameat2": ["EIO"],
    "newfstatat": ["EIO", "EACCES"], "fstat": ["EIO"], "statx": ["EIO"], "getdents64": ["EIO"], "mmap": ["ENOMEM"],
    "mprotect": ["ENOMEM"], "mremap": ["ENOMEM"], "clone": ["EAGAIN"], "clone3": ["EAGAIN"], "ftruncate": ["EIO"],
    "fchmod": ["EPERM"], "fchown": ["EPERM"], "unlink": ["EIO"], "unlinkat": ["EIO"], "getcwd": ["EACCES"],
    "readlink": ["EIO"], "readlinkat": ["EIO"], "access": ["EIO"], "faccessat": ["EIO"], "mkdir": ["EIO"],
    "mkdirat": ["EIO"], "flock": ["ENOLCK"], "lseek": ["EIO"], "landlock_create_ruleset": ["EMFILE"],
    "landlock_add_rule": ["EINVAL"], "landlock_restrict_self": ["EPERM"], "seccomp": ["EINVAL"], "prctl": ["EINVAL"],
}
BEGIN = 'rt_sigaction(SIGPIPE, {sa_handler=SIG_IGN'  # the first call of main(); those of the loader come before

Run = collections.namedtuple("Run", "status out err files")
Command = collections.namedtuple("Command", "line words stdin report cache alone")


def parse(line):
    words, _, stdin = line.lstrip("?! ").partition("<")
    words = [w.replace("~", " ") for w in words.split()]
    cache = words[words.index("--cache") + 1] if "--cache" in words else None
    return Command(line, words, stdin or os.devnull, line.startswith("?"), cache, line.startswith("!"))


class Bench:
    def __init__(self, program, source, work):
        self.program, self.source, self.folder, self.log = program, source, os.path.join(work, "in"), os.path.join(work, "log")

    def files(self):
        found = {}
        for folder, folders, names in os.walk(self.folder):
            for name in folders:
                found[os.path.relpath(os.path.join(folder, name), self.folder)] = None
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def renew(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        subprocess.run(["cp", "-a", self.source, self.folder], check=True)

    def run(self, command, *trace):
        with open(os.path.join(self.folder, command.stdin), "rb") as stdin:
            p = subprocess.run(["strace", *([] if command.alone else ["-f"]), "-qq", "-o", self.log, *trace, self.program, *command.words], cwd=self.folder,
                               stdin=stdin, capture_output=True, timeout=600, check=False)
        files = self.files()
        files.pop(command.cache, None)
        return Run(p.returncode, p.stdout, p.stderr, files)

    def calls(self):
        """The numbers of each call of main() that the last run made, by the thread that made most of them."""
        seen, loader = collections.Counter(), collections.Counter()
        with open(self.log, errors="replace") as log:
            for line in log:
                call = re.match(r"(?:(\d+) +)?(\w+)\(", line)
                if BEGIN in line:
                    loader = collections.Counter({name: n for (_, name), n in seen.items()})
                if call:
                    seen[call.groups()] += 1
        most = collections.Counter()
        for (_, name), n in seen.items():
            most[name] = max(most[name], n)
        return {name: range(loader[name] + 1, n + 1) for name, n in most.items() if name in ERRORS}


def fault(run, sound, before, command, error):
    """What is wrong with a run, or None."""
    if run.status < 0:
        return f"signal {-run.status}"
    if (run.status, run.out, run.files) == (sound.status, sound.out, sound.files):
        return None
    told = run.err.strip() != b"" or (run.status == 1 and os.strerror(getattr(errno, error)).encode() in run.out)
    if not told:
        return f"status {run.status} without a message"
    if run.status in (0, sound.status) and not (command.report and run.status > 0):
        return f"status {run.status} as if nothing had failed"
    for name in set(before) | set(sound.files) | set(run.files):
        if run.files.get(name, 0) not in (before.get(name, 0), sound.files.get(name, 0)) and not command.report:
            return f"{name} is neither as before nor as it has to become"
    return None


def main(program, source, listed):
    seed, wanted = int(os.environ.get("SEED") or random.randrange(1 << 30)), os.environ.get("CALLS") or "600"
    bad = 0
    with tempfile.TemporaryDirectory() as work:
        bench, tries = Bench(program, source, work), []
        for command in map(parse, open(listed).read().splitlines()):
            bench.renew()
            before = bench.files()
            sound = bench.run(command)
            if sound.status not in (0, 1):
                print(f"{command.line}: status {sound.status}: {sound.err.decode()}")
                bad += 1
            tries += [(command, before, sound, name, n, error, rest) for name, numbers in bench.calls().items()
                      for n in numbers for error in ERRORS[name] for rest in ("", "+") if error != "EINTR" or rest == ""]
        all_of_them = len(tries)
        if wanted != "all":
            tries = random.Random(seed).sample(tries, min(int(wanted), all_of_them))
        changed = True
        for command, before, sound, name, n, error, rest in tries:
            if changed:
                bench.renew()
            run = bench.run(command, "-e", f"trace={name}", "-e", f"inject={name}:error={error}:when={n}{rest}")
            changed = run.files != before or command.cache
            why = fault(run, sound, before, command, error)
            if why and not (name == "write" and rest and run.status == 5):  # then no message can be written either
                print(f"{command.line}: {name} {n}{rest} fails with {error}: {why}: {run.err.decode(errors='replace')[:200]}")
                bad += 1
    print(f"refused-calls: {len(tries)} of {all_of_them} calls, SEED={seed}: {bad} failed")
    return bad > 0 or not tries


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
