#!/bin/bash
# Advice for people who know other tools is right: each option that a message names is one of the command, and each
# command exists. (What the messages say is in golden/habits.test.)
set -eu
exec python3 - "$A3DLINT_RELEASE" "$TOP/src/cli/options/habits.c" << 'END'
import re, subprocess, sys
program, source = sys.argv[1:]
run = lambda *words: subprocess.run([program, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
commands = re.findall(r'^  ([a-z]+) ', run('--help').stdout, re.M)
help_of = {c: run(c, '--help').stdout for c in commands}
assert {'check', 'fix', 'rules', 'formats'} <= set(commands), commands
said = bad = 0
for words, advice in re.findall(r'\{[A-Z0-9_ |]+,\s*" ([^"]*) ",\s*"([^"]*)"\}', open(source).read()):
    told = 0
    for word in words.split():
        for command in commands if word.startswith('-') else ['']:
            ended = run(command, word) if command else run(word)
            if ended.returncode != 2 or advice not in ended.stderr:
                continue
            told += 1
            named = re.search(r'a3dlint (\w+)', advice)
            target = named[1] if named else command or advice.split()[0]
            for option in re.findall(r'--[a-z0-9-]+', advice):
                if target != option and option not in help_of[target]:
                    bad += 1
                    print(f'{command} {word}: {advice!r}, but {target} has no {option}')
            if target not in commands and not target.startswith('-'):
                bad += 1
                print(f'{word}: {target} is no command')
    said += told
    if told == 0:
        bad += 1
        print(f'nothing leads to {advice!r}')
print(f'habits: {said} words')
sys.exit(1 if bad else 0)
END
