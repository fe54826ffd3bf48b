/* restore.c - puts back the CR bytes that a conversion of CR LF to LF took away */
#include "base/never.h"
#include "transfer/transfer.h"

#include <string.h>

enum { CR = 0x0d, LF = 0x0a, WORSE_IN_A_ROW = 8, FEW = 2 };

typedef struct search {
    a3d_arena *arena;
    a3d_sound_fn sound;
    void *user;
    unsigned left; /* trials */
    uint8_t *data; /* with the CR bytes that are back so far */
    size_t size;
    uint8_t *trial;
    size_t room;   /* of both */
} search;

/* What the best of all places for one CR achieves. */
typedef struct step {
    size_t at, error; /* the place, and the first error with it */
    bool sound;
    unsigned equal;   /* places that achieve the same */
} step;

static bool ask(search *s, const uint8_t *data, size_t size, size_t *error)
{
    s->left -= s->left > 0;
    *error = 0;
    return s->sound(s->user, data, size, error);
}

static void insert(const search *s, size_t at, uint8_t *to)
{
    memcpy(to, s->data, at);
    to[at] = CR;
    memcpy(to + at + 1, s->data + at, s->size - at);
}

/* Compares a place with the best one so far. */
static void weigh(step *best, size_t at, bool sound, size_t error)
{
    if (sound == best->sound && (sound || error == best->error)) {
        best->equal++;
    } else if (sound || (!best->sound && error > best->error)) {
        *best = (step){at, error, sound, 1};
    }
}

/* Tries all places before the error, nearest first. Places where the error comes earlier than before are in what is
 * already right; after a few of them in a row the search ends. */
static step best_place(search *s, size_t error)
{
    step best = {.error = error};
    unsigned worse = 0;
    for (size_t at = error < s->size ? error + 1 : s->size; at-- > 0 && s->left > 0 && worse < WORSE_IN_A_ROW;) {
        size_t after;
        if (s->data[at] != LF)
            continue;
        insert(s, at, s->trial);
        bool sound = ask(s, s->trial, s->size + 1, &after);
        worse = !sound && after < error ? worse + 1 : 0;
        if (sound || after > error + 1)
            weigh(&best, at, sound, after);
    }
    return best;
}

/* Whether the file is sound with the CR at another place too, where no line ends. Then any one byte may be missing
 * around there, and nothing shows that it is a CR. */
static bool is_any_byte(search *s, size_t at)
{
    static const int shifts[] = {-5, -3, 3, 6};
    size_t error;
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        size_t to = at + (size_t)shifts[i], first = to < at ? to : at;
        if (to >= s->size)
            continue;
        memcpy(s->trial, s->data, s->size);
        memmove(s->trial + first + (to < at), s->data + first + (to > at), to < at ? at - to : to - at);
        s->trial[to] = CR;
        if (ask(s, s->trial, s->size, &error))
            return true;
    }
    return false;
}

/* Whether the file is sound with another byte in the place of the CR. Then one byte is missing there, and nothing shows
 * that it is a CR. */
static bool is_any_value(search *s, size_t at)
{
    static const uint8_t others[] = {0x00, 0x0c, ' ', '0', 'e', 0x80, 0xff};
    size_t error;
    bool any = false;
    for (size_t i = 0; i < sizeof others && !any; i++) {
        s->data[at] = others[i];
        any = ask(s, s->data, s->size, &error);
    }
    s->data[at] = CR;
    return any;
}

bool a3d_restore_cr(a3d_arena *arena, const uint8_t *data, size_t size, a3d_sound_fn sound, void *user, unsigned trials,
                    a3d_restored *out)
{
    size_t room = size + trials + 1, error = 0;
    search s = {arena, sound, user, trials, a3d_block_resize(arena, NULL, room), size,
                a3d_block_resize(arena, NULL, room), room};
    bool done = false, more = s.data != NULL && s.trial != NULL && trials > 0;
    *out = (a3d_restored){.unique = true};
    if (more) {
        memcpy(s.data, data, size);
        done = ask(&s, s.data, size, &error);
    }
    while (more && !done && s.left > 0) {
        step best = best_place(&s, error);
        more = best.equal > 0 && !A3D_NEVER(s.size + 1 > s.room);
        if (!more)
            break;
        insert(&s, best.at, s.trial);
        memcpy(s.data, s.trial, ++s.size);
        out->unique = out->unique && best.equal == 1 && s.left > 0;
        out->added++;
        error = best.error;
        done = best.sound;
        out->at = best.at;
        out->any_byte = done && out->added <= FEW && is_any_byte(&s, best.at);
        out->any_value = done && out->added == 1 && !out->any_byte && is_any_value(&s, best.at);
    }
    a3d_block_resize(arena, s.trial, 0);
    if (!done)
        s.data = a3d_block_resize(arena, s.data, 0);
    out->data = s.data;
    out->size = s.size;
    out->trials = trials - s.left;
    return done;
}
