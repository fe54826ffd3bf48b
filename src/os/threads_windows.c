/* threads_windows.c - see threads.h */
#include "os/threads.h"

#ifdef _WIN32
#include <stdlib.h>
#include <windows.h>

typedef struct start {
    void *(*run)(void *user);
    void *user;
} start;

static DWORD WINAPI begin(void *user)
{
    start s = *(start *)user;
    free(user);
    s.run(s.user);
    return 0;
}

bool a3d_thread_start(a3d_thread *thread, size_t stack, void *(*run)(void *user), void *user)
{
    start *s = malloc(sizeof *s);
    if (s == NULL)
        return false;
    *s = (start){run, user};
    *thread = CreateThread(NULL, stack, begin, s, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (*thread == NULL)
        free(s);
    return *thread != NULL;
}

void a3d_thread_join(a3d_thread thread)
{
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

/* Locks and conditions are one pointer each, and need not be freed. */
void a3d_lock_init(a3d_lock *lock)
{
    InitializeSRWLock((SRWLOCK *)&lock->at);
}

void a3d_lock_free(a3d_lock *lock)
{
    (void)lock;
}

void a3d_lock_take(a3d_lock *lock)
{
    AcquireSRWLockExclusive((SRWLOCK *)&lock->at);
}

void a3d_lock_release(a3d_lock *lock)
{
    ReleaseSRWLockExclusive((SRWLOCK *)&lock->at);
}

void a3d_condition_init(a3d_condition *condition)
{
    InitializeConditionVariable((CONDITION_VARIABLE *)&condition->at);
}

void a3d_condition_free(a3d_condition *condition)
{
    (void)condition;
}

void a3d_condition_signal(a3d_condition *condition)
{
    WakeConditionVariable((CONDITION_VARIABLE *)&condition->at);
}

void a3d_condition_broadcast(a3d_condition *condition)
{
    WakeAllConditionVariable((CONDITION_VARIABLE *)&condition->at);
}

void a3d_condition_wait(a3d_condition *condition, a3d_lock *lock)
{
    SleepConditionVariableSRW((CONDITION_VARIABLE *)&condition->at, (SRWLOCK *)&lock->at, INFINITE, 0);
}

bool a3d_condition_wait_for(a3d_condition *condition, a3d_lock *lock, unsigned most)
{
    return SleepConditionVariableSRW((CONDITION_VARIABLE *)&condition->at, (SRWLOCK *)&lock->at, most, 0) != 0;
}
#endif
