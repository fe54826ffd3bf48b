#!/usr/bin/env python3
"""gitignore.py A3DLINT SEED TREES: makes random trees with random .gitignore files and compares what `check --gitignore`
skips with what `git check-ignore` prints. Prints the first difference and exits with 1, or the number of files."""
import os
import random
import shutil
import subprocess
import sys

NAMES = ['a', 'b', 'c', 'ab', 'AB', 'C.X', 'abc', 'A', 'a.x', 'b.x', '.a', 'a b', 'a ', '!a', '#a', '\\a', '[a]', 'a*', '-o', 'a]', '{a,b}',
         'é', 'x' * 40, 'a-b', '~', 'a:b']
PIECES = ['a', 'b', 'c', 'ab', '.x', 'A', '*', '*', '**', '?', '[ab]', '[!a]', '[^b]', '[a-c]', '[A-C]', '[A]', 'B', '\\A', 'C', '[[:alpha:]]', '[[:punct:]x]',
          '[[:upper:][:space:]]', '[]a]', '[!]a]', '[a-]', '[\\]a]', '[[:foo:]]', '[[a]', '[[:a]', '[[:]', '[b-\\c]', '[+--]', '\\a', '\\*', '\\[',
          '\\\\', '\\ ', ' ', '{a,b}', '!', '#', '***', 'é', '-', ']', '~']
JOINTS = ['/', '/', '/**/', '/*/', '//', '\\/', '**/', '/**']


def pattern(rng, paths):
    if paths and rng.random() < 0.3:  # one that matches something for sure, or nearly
        text = rng.choice(paths)
        cut = rng.randrange(len(text) + 1)
        text = rng.choice(['', '/', '**/', '*']) + text[cut:] if rng.random() < 0.5 else text[:cut] + rng.choice(['', '*', '**', '/**', '/*'])
    else:
        text = ''.join(rng.choice(PIECES) for _ in range(rng.randint(1, 3)))
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            text += rng.choice(JOINTS) + ''.join(rng.choice(PIECES) for _ in range(rng.randint(0, 2)))
    text = rng.choice(['', '', '', '/', '!', '!', '!/', '\\', '**/']) + text
    text += rng.choice(['', '', '', '/', '/', '/**', '/*', ' ', '  ', '\\ ', '\\', '[a', '\t', '\\  '])
    return text


def lines(rng, paths):
    # A few bytes of chance may look like a model; these do not.
    text = b'\xef\xbb\xbf' if rng.random() < 0.1 else b'# patterns\n'
    end = rng.choice([b'\n', b'\n', b'\r\n'])
    for _ in range(rng.randint(1, 8)):
        line = pattern(rng, paths).encode()
        text += rng.choice([b'', b'', b'', b'', b'#', b'\n', b' ']) + line + end
    return text if rng.random() < 0.8 else text[:-len(end)]


def make(rng, top):
    """Makes a tree below top. Returns its files, relative to top."""
    folders, files = [''], []
    for _ in range(rng.randint(1, 12)):
        folder = rng.choice(folders) + rng.choice(NAMES) + '/'
        if folder not in folders:
            folders.append(folder)
    for folder in folders:
        os.makedirs(f'{top}/{folder}')
    for _ in range(rng.randint(3, 40)):
        file = rng.choice(folders) + rng.choice(NAMES)
        if file + '/' not in folders and file not in files:
            files.append(file)
            open(f'{top}/{file}', 'wb').close()
    for part in ('objects', 'refs', 'info'):
        os.makedirs(f'{top}/.git/{part}')
    with open(f'{top}/.git/HEAD', 'w') as out:
        out.write('ref: refs/heads/main\n')
    places = ['.gitignore'] + [folder + '.gitignore' for folder in rng.sample(folders, min(len(folders), rng.randint(0, 4)))]
    for place in sorted(set(places + ['.git/info/exclude'] * rng.randint(0, 1))):
        base = place[:-len('.gitignore')] if place.endswith('.gitignore') else ''
        below = [p[len(base):] for p in files + folders if p.startswith(base) and p != base]
        with open(f'{top}/{place}', 'wb') as out:
            out.write(lines(rng, [p.rstrip('/') for p in below]))
        if place.endswith('.gitignore'):
            files.append(place)
    files = sorted(set(files))
    config = '[core]\n'
    if rng.random() < 0.2:
        config += rng.choice(['  ignorecase = true\n', '\tignoreCase=yes ; on other systems\n', 'IGNORECASE\n'])
    if rng.random() < 0.1:
        config += '\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n'
    with open(f'{top}/.git/config', 'w') as out:
        out.write(config)
    if rng.random() < 0.4:
        track(rng, top, rng.sample(files, rng.randint(0, len(files))))
    return files


def track(rng, top, files):
    """Lets Git track these files, in an index of any version, with hashes of either length."""
    subprocess.run(['git', 'update-index', '--index-version', rng.choice('234'), '--add', '-z', '--stdin'], cwd=top, check=True,
                   input=b'\0'.join(file.encode() for file in files))


def kept_by_git(top, files):
    names = b'\0'.join(file.encode() for file in files)
    # Without --no-index a name like a* would be a pattern of tracked files.
    done = subprocess.run(['git', '-c', 'core.excludesFile=', 'check-ignore', '-z', '--stdin', '--no-index'], cwd=top, input=names,
                          capture_output=True)
    if done.returncode > 1 or done.stderr:
        sys.exit(f'git check-ignore: {done.stderr.decode()}')
    kept = set(files) - set(done.stdout.decode().split('\0'))
    if os.path.exists(f'{top}/.git/index'):
        tracked = subprocess.run(['git', 'ls-files', '-z'], cwd=top, check=True, capture_output=True).stdout
        kept |= set(files) & set(tracked.decode().split('\0'))
    return kept


def kept_by_us(tool, tops):
    """The files of each tree that were not ignored; all others of them are skipped for their content, or empty."""
    done = subprocess.run([tool, 'check', '-v', '-j1', '--gitignore', *tops], capture_output=True)
    if done.returncode or done.stderr.replace(b'\n', b'').split(b';')[0] != b'a3dlint: no file was checked':
        sys.exit(f'status {done.returncode}: {done.stderr.decode()}')
    kept = {top: set() for top in tops}
    for line in done.stdout.decode().splitlines():
        path, found, why = line.rpartition(': skipped: ')
        top = path.split('/')[0]
        if found and not why.startswith('ignored by Git') and not path.endswith('/.git'):
            kept[top].add(path[len(top) + 1:])
    return kept


def main():
    tool, seed, trees = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    files = ignored = 0
    for first in range(0, trees, 50):
        rng = random.Random(seed * 1000003 + first)
        tree = {f't{i}': make(rng, f't{i}') for i in range(min(50, trees - first))}
        ours = kept_by_us(tool, sorted(tree))
        for top in tree:
            git = kept_by_git(top, tree[top])
            files += len(tree[top])
            ignored += len(tree[top]) - len(git)
            if git != ours[top]:
                print(f'gitignore: seed {seed}, tree {first}/{top}: only Git keeps {sorted(git - ours[top])}; '
                      f'only a3dlint keeps {sorted(ours[top] - git)}')
                for place in ['.git/info/exclude'] + [f for f in tree[top] if f.endswith('.gitignore')]:
                    if os.path.exists(f'{top}/{place}'):
                        print(f'  {place}: {open(f"{top}/{place}", "rb").read()!r}')
                sys.exit(1)
        for top in tree:
            shutil.rmtree(top)
    print(f'gitignore: seed {seed}: {trees} trees, {files} files, {ignored} ignored, as Git says')


main()
