/* budget.c - see budget.h */
#include "base/budget.h"

#include <stdatomic.h>
#include <stdint.h>

/* Accounts draw from the pool in steps, because it is shared by all threads. */
enum { STEP = 32 << 10 };

static size_t needed(const a3d_account *a)
{
    size_t out_of_pool = a->held > a->exempt ? a->held - a->exempt : 0;
    return out_of_pool > SIZE_MAX - STEP ? SIZE_MAX : (out_of_pool + STEP - 1) / STEP * STEP;
}

static bool draw(a3d_account *a, size_t more)
{
    size_t drawn = atomic_load(&a->pool->drawn);
    do {
        if (drawn > a->pool->most || more > a->pool->most - drawn)
            return false;
    } while (!atomic_compare_exchange_weak(&a->pool->drawn, &drawn, drawn + more));
    a->drawn += more;
    return true;
}

static void give_back(a3d_account *a, size_t kept)
{
    if (a->pool != NULL && a->drawn > kept) {
        atomic_fetch_sub(&a->pool->drawn, a->drawn - kept);
        a->drawn = kept;
    }
    a->sure = 0;
}

static bool refuse(a3d_account *a, a3d_lack lack)
{
    if (a->lack == A3D_LACK_NONE)
        a->lack = lack;
    return false;
}

size_t a3d_allowance(const a3d_account *a)
{
    return a->certain ? SIZE_MAX - a->held : a->held < a->most ? a->most - a->held : 0;
}

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

bool a3d_account_ask(a3d_account *a, size_t bytes)
{
    if (bytes > a3d_allowance(a))
        return refuse(a, A3D_LACK_OWN);
    a->held += bytes;
    if (a->certain) {
        a->exempt += bytes;
        a->sure = a->held;
        return true;
    }
    size_t need = a->pool != NULL ? needed(a) : 0;
    if (need > a->drawn && !draw(a, need - a->drawn)) {
        a->held -= bytes;
        return refuse(a, A3D_LACK_SHARED);
    }
    a->sure = a->pool != NULL ? lesser(a->most, a->exempt + a->drawn) : a->most;
    return true;
}

void a3d_account_limit(a3d_account *a, size_t most)
{
    a->most = most;
    a->sure = 0;
}

void a3d_settle(a3d_account *a)
{
    give_back(a, needed(a));
}

void a3d_leave_pool(a3d_account *a)
{
    a->exempt = a->held;
    give_back(a, 0);
}
