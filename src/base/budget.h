/* budget.h - a bound on the memory of arenas
 *
 * Each file has an account, from which its arenas take what they ask the system for. An account has a limit of its own,
 * and may share a pool with the accounts of other threads. Both refuse before memory is taken.
 *
 * Which of the two refused matters: what the account refuses is refused whatever else runs, and what the pool refuses
 * may be granted once other files are done. */
#ifndef A3D_BASE_BUDGET_H
#define A3D_BASE_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

/* Any number of threads may use a pool at the same time. */
typedef struct a3d_pool {
    size_t most;          /* bytes that all of its accounts together may hold */
    _Atomic size_t drawn; /* bytes that they took out of it */
} a3d_pool;

typedef enum a3d_lack {
    A3D_LACK_NONE,
    A3D_LACK_OWN,   /* the account has reached its limit */
    A3D_LACK_SHARED /* the pool has nothing left */
} a3d_lack;

/* An account may be used by one thread at a time. */
typedef struct a3d_account {
    a3d_pool *pool; /* or NULL */
    size_t most;    /* bytes that it may hold */
    size_t held;
    size_t sure;    /* `held` may rise to this without a question */
    size_t drawn;   /* bytes taken out of the pool; at least held - exempt */
    size_t exempt;  /* bytes of `held` that do not come out of the pool */
    bool certain;   /* refuse nothing and do not use the pool; for small amounts that something else bounds */
    a3d_lack lack;  /* the first refusal; cleared by the user of the account */
} a3d_account;

/* Changes the limit of an account. What it holds already stays. */
void a3d_account_limit(a3d_account *account, size_t most);
/* Returns to the pool what is not needed. */
void a3d_settle(a3d_account *account);
/* Takes `bytes` beyond what is sure. */
bool a3d_account_ask(a3d_account *account, size_t bytes);
/* Takes `bytes`. False when they are refused. */
static inline bool a3d_account_take(a3d_account *account, size_t bytes)
{
    if (account->held > account->sure || bytes > account->sure - account->held)
        return a3d_account_ask(account, bytes);
    account->held += bytes;
    return true;
}
/* Gives back `bytes` that were taken. What was drawn for them is kept up to a limit, because the pool is slow. */
enum { A3D_DRAWN_KEPT = 256 << 10 };
static inline void a3d_account_return(a3d_account *account, size_t bytes)
{
    account->held -= bytes;
    if (account->drawn > A3D_DRAWN_KEPT && account->drawn - A3D_DRAWN_KEPT > account->held)
        a3d_settle(account);
}
/* How many bytes the account's own limit still allows. */
size_t a3d_allowance(const a3d_account *account);
/* Returns everything to the pool, and exempts what is still held from it. */
void a3d_leave_pool(a3d_account *account);

#endif
