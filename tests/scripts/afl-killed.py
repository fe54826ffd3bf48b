#!/usr/bin/env python3
"""afl-killed.py TARGET: plays AFL++ where it kills a process that has just answered, and orders the next input before
the process has noticed. Each order must be carried out, by another process. Processes of the target run when no other
wants the processor, so that they notice a kill late."""
import ctypes
import os
import select
import signal
import struct
import sys
import time

STOPPED = 0x137F  # an input without a crash
TURNS = 50
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
libc = ctypes.CDLL(None)
edges = libc.shmget(0, 1 << 16, 0o1600)
order_out, order_in = os.pipe()
answer_out, answer_in = os.pipe()
server = os.fork()
if server == 0:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.environ.update(__AFL_SHM_ID=str(edges), __AFL_DEFER_FORKSRV='1', __AFL_PERSISTENT='1')
    os.dup2(order_out, 198)
    os.dup2(answer_in, 199)
    for pipe in (order_out, order_in, answer_out, answer_in):
        os.close(pipe)
    os.execv(sys.argv[1], sys.argv[1:])
os.close(order_out)
os.close(answer_in)


def answer():
    if not select.select([answer_out], [], [], 300)[0]:
        sys.exit('afl-killed: an order got lost: nobody carries it out')
    return struct.unpack('<I', os.read(answer_out, 4))[0]


def sleeps(process):
    with open(f'/proc/{process}/stat', encoding='latin-1') as file:
        return file.read().rpartition(')')[2].split()[0] == 'S'


try:
    answer()  # what the target can do
    killed = 0
    for turn in range(1 + TURNS):
        os.write(order_in, struct.pack('<I', 0))
        runner = answer()
        if runner == killed:
            sys.exit(f'afl-killed: turn {turn}: {runner} was killed and goes on')
        select.select([answer_out], [], [], 300)
        if turn > 0:  # the first process that AFL++ is told of is not the one that runs inputs
            while not sleeps(runner):
                time.sleep(0.001)
            os.kill(runner, signal.SIGKILL)
            killed = runner
        how = answer()
        if how != STOPPED:
            sys.exit(f'afl-killed: turn {turn}: the answer is {how:#x}')
finally:
    os.kill(server, signal.SIGKILL)
    libc.shmctl(edges, 0, None)
print(f'afl-killed: {TURNS} orders after a kill')
