/* transfer_check.c - compares what is reported and repaired with what was done to the file. */
#define _XOPEN_SOURCE 700
#include "transfer.h"
#include "lint/fix.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct outcome {
    bool seen;  /* false: a valid file came out that nothing can tell from a sound one */
    bool named, restored, sealed, wrong, advised;
    unsigned errors;
    char root[100];
    const char *message;
} outcome;

static bool is_one_of(const char *rule, const char *rules)
{
    if (strncmp(rule, "file/", 5) != 0)
        return false;
    size_t n = strlen(rule += 5);
    for (const char *word = rules; *word != '\0'; word += strcspn(word, " "), word += *word == ' ')
        if (strcspn(word, " ") == n && strncmp(word, rule, n) == 0)
            return true;
    return false;
}

/* Whether a place is in the head of the file or of a packed stream, or has the damaged byte. */
static bool in_head(const maker *m, uint32_t off, uint32_t size)
{
    enum { HEAD = 16 };
    return off < HEAD || (off <= m->at && m->at - off < size);
}

static bool damages_head(const kind *k)
{
    return strstr(k->rules, "HEAD") != NULL;
}

static bool names_head(const maker *m, const a3d_result *r, const a3d_finding *root)
{
    bool there = in_head(m, root->off, root->size);
    for (uint32_t i = 0; i < root->n_suspects; i++)
        there |= in_head(m, root->suspects[i].off, root->suspects[i].size);
    return there && r->format == m->format;
}

/* The first finding without a cause, and how many errors have none. */
static const a3d_finding *find_root(const a3d_result *r, outcome *o)
{
    const a3d_finding *root = NULL;
    for (size_t i = 0; r->doc != NULL && i < r->doc->n_findings; i++) {
        const a3d_finding *f = &r->doc->findings[i];
        o->advised |= f->n_suspects > 0;
        if (f->cause != A3D_NO_CAUSE || f->severity < A3D_WARNING)
            continue;
        o->errors += f->severity == A3D_ERROR;
        if (root == NULL)
            root = f;
    }
    return root;
}

static bool equals(const uint8_t *a, size_t n, const uint8_t *b, size_t size)
{
    return n == size && (n == 0 || memcmp(a, b, n) == 0);
}

static void check(const kind *k, const maker *m, const a3d_result *r, outcome *o)
{
    const a3d_finding *root = find_root(r, o);
    bool head = damages_head(k);
    o->seen = !head || r->verdict != A3DLINT_VALID;
    o->named = root != NULL && (is_one_of(root->rule->id, k->rules) || (head && names_head(m, r, root)));
    if (k->fate == NAMED)
        o->named &= r->format == m->format && r->verdict == A3DLINT_VALID;
    o->sealed = k->fate == LOST && r->verdict == A3DLINT_VALID;
    snprintf(o->root, sizeof o->root, "%s", root != NULL ? root->rule->id : "nothing");
    o->message = root != NULL ? root->message : r->message != NULL ? r->message : a3d_verdict_name(r->verdict);
}

/* Whether this is the sound file, or what `fix` makes of that: it goes on when the damage is undone. */
static bool is_restored(const maker *m, const a3d_fixing *f)
{
    a3d_options options = {.format = m->format};
    if (equals(f->data, f->size, m->data, m->size))
        return true;
    a3d_fixing sound = a3d_fix_file(m->arena, m->data, m->size, &options);
    return sound.n_fixed > 0 && equals(f->data, f->size, sound.data, sound.size);
}

static void check_fix(const kind *k, const maker *m, const a3d_fixing *f, outcome *o)
{
    bool changed = !equals(f->data, f->size, (const uint8_t *)m->out->data, m->out->size);
    bool valid = f->after != NULL && f->after->verdict == A3DLINT_VALID;
    o->restored = k->fate <= PERHAPS && changed && is_restored(m, f);
    o->sealed |= k->fate == LOST && valid;
    o->wrong = changed && !o->restored && (k->fate == LOST || (k->fate != NAMED && valid));
}

/* ---- the command ---- */

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(data, 1, size, f) != size || fclose(f) != 0) {
        perror(path);
        exit(3);
    }
}

/* Whether `fix` of the command line writes the same bytes as the library: a new file, or none when nothing changes. */
static bool command_agrees(const wish *w, const maker *m, const char *name, const a3d_fixing *f)
{
    char dir[] = "/tmp/transfer-XXXXXX", in[200], out[200], command[700];
    if (mkdtemp(dir) == NULL)
        exit(3);
    snprintf(in, sizeof in, "%s/%.50s", dir, name != NULL ? name : "model");
    snprintf(out, sizeof out, "%s/out", dir);
    write_file(in, m->out->data, m->out->size);
    snprintf(command, sizeof command, "%.200s fix -o %s %s >/dev/null 2>&1", w->command, out, in);
    int status = system(command);
    size_t size = 0;
    uint8_t *data = read_file(out, 64u << 20, &size);
    bool changed = !equals(f->data, f->size, (const uint8_t *)m->out->data, m->out->size);
    bool same = data != NULL ? equals(data, size, f->data, f->size) : !changed;
    free(data);
    remove(in);
    remove(out);
    remove(dir);
    return status != -1 && same;
}

/* ---- one damage ---- */

static void tell(const kind *k, const maker *m, const char *name, const outcome *o)
{
    bool missed = o->seen && !o->named, kept = k->fate == KEPT && !o->restored;
    bool advised = o->advised && !damages_head(k) && k->fate != NAMED;
    if (missed || kept || o->sealed || o->wrong || advised)
        printf("%s | %s | as %s |%s%s%s%s%s | %s: %s\n", m->path, k->name, name != NULL ? name : "no name",
               missed ? " not named" : "", kept ? " not restored" : "", o->sealed ? " CALLED SOUND" : "",
               o->wrong ? " WRONG REPAIR" : "", advised ? " advised" : "", o->root, o->message);
}

static void keep(const wish *w, const kind *k, const maker *m)
{
    const char *base = strrchr(m->path, '/') != NULL ? strrchr(m->path, '/') + 1 : m->path;
    char path[700];
    int n = snprintf(path, sizeof path, "%.300s/", w->keep);
    snprintf(path + n, sizeof path - (size_t)n, "%.60s-%.200s", k->name, base);
    for (char *p = path + n; *p != '\0'; p++)
        if (*p == ' ' || *p == '%' || *p == '/')
            *p = '_';
    write_file(path, m->out->data, m->out->size);
}

static void count(tally *t, const kind *k, const outcome *o)
{
    t->drawn += o->seen;
    t->named += o->seen && o->named;
    t->restored += o->restored;
    t->sealed += o->sealed;
    t->wrong += o->wrong;
    t->advised += o->advised && !damages_head(k) && k->fate != NAMED;
    t->errors += o->seen ? o->errors : 0;
}

static void check_damaged(family *f, unsigned i, maker *m, const wish *w)
{
    enum { COMMAND_EVERY = 16 };
    const kind *k = &kinds[i];
    outcome o = {0};
    char name[40];
    tally *t = &f->tallies[i];
    snprintf(name, sizeof name, "model.%.30s", m->extension != NULL ? m->extension : "");
    a3d_options options = {.name = m->extension != NULL ? name : NULL};
    const uint8_t *data = (const uint8_t *)m->out->data;
    const a3d_result *r = a3d_lint(m->arena, data, m->out->size, &options);
    if (r == NULL)
        exit(3);
    check(k, m, r, &o);
    a3d_fixing fixing = a3d_fix_file(m->arena, data, m->out->size, &options);
    check_fix(k, m, &fixing, &o);
    count(t, k, &o);
    if (w->command != NULL && draw() % COMMAND_EVERY == 0) {
        t->by_command++;
        t->unequal += !command_agrees(w, m, options.name, &fixing);
    }
    if (w->show)
        tell(k, m, options.name, &o);
    if (w->keep != NULL && ((o.seen && !o.named) || (k->fate == KEPT && !o.restored) || o.sealed || o.wrong))
        keep(w, k, m);
}

void try_damage(family *f, size_t file, unsigned i, const wish *w)
{
    a3d_arena arena;
    a3d_text out;
    draw_from(w->seed, file, i);
    const input *in = &f->files[file], *other = &f->files[(file + 1 + draw() % f->n) % f->n];
    a3d_arena_init(&arena, NULL);
    a3d_text_init(&out, &arena);
    maker m = {.arena = &arena, .format = f->format, .path = in->path, .data = in->data, .size = in->size,
               .other = other->data, .other_size = other->size, .arg = kinds[i].arg, .out = &out};
    m.extension = draw() % 2 == 0 ? first_extension(f->format) : NULL;
    bool made = kinds[i].make(&m);
    if (out.failed)
        exit(3);
    if (made && (kinds[i].fate == NAMED || !equals((const uint8_t *)out.data, out.size, in->data, in->size)))
        check_damaged(f, i, &m, w);
    a3d_arena_free(&arena);
}
