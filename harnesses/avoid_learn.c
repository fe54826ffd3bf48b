/* avoid_learn.c - by what in their documents files that crash differ from others; see avoid.h
 *
 * Lines are found one after another. A line begins with the condition that tells most files that crash from the
 * others, and gets more conditions while too many others match. Files that it covers need no further line. */
#define _POSIX_C_SOURCE 200809L
#include "avoid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATHS = 4096, LEAST_STEPS = 48, MOST_EQUAL = 16, TRIED = 12, MOST_LINES = 4 };

/* The share of the search that a line may take away, and the share of other files at which no further condition is looked
 * for. */
static const double most_lost = 0.15, wrong_enough = 0.02;

typedef struct seen {
    uint64_t path;
    double value;
} seen;

typedef struct profile {
    seen *at; /* sorted by path, then by value, each once */
    size_t n, cap;
    bool covered, lacks_memory;
} profile;

typedef struct known_path {
    uint64_t path;
    char *text;
} known_path;

typedef struct learner {
    profile *bad, *good;
    size_t n_bad, n_good, n_near; /* the first n_near good ones are near bad ones */
    const avoid_file *bad_files;
    known_path *paths; /* a hash table */
    size_t n_paths;
} learner;

/* ---- profiles ---- */

static known_path *path_slot(learner *l, uint64_t path)
{
    size_t i = (size_t)(path % MOST_PATHS);
    while (l->paths[i].text != NULL && l->paths[i].path != path)
        i = (i + 1) % MOST_PATHS;
    return &l->paths[i];
}

static void name(avoid_look *look, uint64_t path, const char *text)
{
    learner *l = ((void **)look->user)[0];
    known_path *slot = path_slot(l, path);
    if (slot->text == NULL && l->n_paths < MOST_PATHS / 2) {
        *slot = (known_path){path, strdup(text)};
        l->n_paths += slot->text != NULL;
    }
}

static void see(avoid_look *look, uint64_t path, double value)
{
    profile *p = ((void **)look->user)[1];
    if (p->n == p->cap) {
        size_t cap = p->cap * 2 + 256;
        seen *at = realloc(p->at, cap * sizeof *at);
        if (at == NULL) {
            p->lacks_memory = true;
            return;
        }
        p->at = at;
        p->cap = cap;
    }
    p->at[p->n++] = (seen){path, value};
}

static int by_path(const void *a, const void *b)
{
    const seen *x = a, *y = b;
    if (x->path != y->path)
        return x->path < y->path ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

static bool take_profile(learner *l, profile *p, const avoid_file *f, bool named)
{
    void *user[] = {l, p};
    avoid_look look = {see, NULL, named ? name : NULL, user};
    size_t kept = 0;
    if (!avoid_see(avoid_format(f->data, f->size), f->data, f->size, true, &look) || p->lacks_memory)
        return false;
    qsort(p->at, p->n, sizeof *p->at, by_path);
    for (size_t i = 0; i < p->n; i++)
        if (i == 0 || by_path(&p->at[i - 1], &p->at[i]) != 0)
            p->at[kept++] = p->at[i];
    p->n = kept;
    return true;
}

/* The values of a path, ascending. */
static const seen *values_of(const profile *p, uint64_t path, size_t *n)
{
    size_t lo = 0, hi = p->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (p->at[mid].path < path)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (*n = 0; lo + *n < p->n && p->at[lo + *n].path == path;)
        ++*n;
    return p->at + lo;
}

static bool holds_in(const avoid_condition *c, const profile *p)
{
    size_t n;
    const seen *v = values_of(p, c->path, &n);
    for (size_t i = 0; i < n; i++)
        if (avoid_holds(c, v[i].value))
            return true;
    return false;
}

static bool line_holds(const avoid_line *line, const profile *p)
{
    for (unsigned i = 0; i < line->n; i++)
        if (!holds_in(&line->conditions[i], p))
            return false;
    return line->n > 0;
}

/* ---- conditions ---- */

/* How well the line with one more condition tells bad files that are not covered from good ones. */
typedef struct search {
    learner *l;
    avoid_line line;
    size_t n_bad; /* that match the line so far */
    avoid_condition best;
    double score;
} search;

/* The share of good files that match the line, and the condition if there is one. Those near bad files say most about
 * what matters, the others how much of the search would be lost: each half. */
static double wrong_share(const learner *l, const avoid_line *line, const avoid_condition *c)
{
    size_t n[2] = {0, 0}, all[2] = {l->n_near, l->n_good - l->n_near};
    for (size_t i = 0; i < l->n_good; i++) {
        const profile *p = &l->good[i];
        n[i >= l->n_near] += (line->n == 0 || line_holds(line, p)) && (c == NULL || holds_in(c, p));
    }
    if (all[0] == 0 || all[1] == 0)
        return l->n_good > 0 ? (double)(n[0] + n[1]) / (double)l->n_good : 0;
    return (double)n[0] / (double)all[0] / 2 + (double)n[1] / (double)all[1] / 2;
}

static double worth(const search *s, const avoid_condition *c)
{
    size_t bad = 0;
    for (size_t i = 0; i < s->l->n_bad; i++) {
        const profile *p = &s->l->bad[i];
        bad += !p->covered && (s->line.n == 0 || line_holds(&s->line, p)) && holds_in(c, p);
    }
    double share = (double)bad / (double)s->n_bad;
    if (s->line.n > 0 && share < 0.8)
        return 0;
    bool rule = strncmp(c->text, "rule:", 5) == 0;
    double taste = (rule || (c->op == AVOID_EQUAL && c->value == 0) ? 0.03 : 0) - 0.0002 * (double)strlen(c->text);
    if (c->op != AVOID_ANY && (c->op != AVOID_EQUAL || fabs(c->value) > 16)) /* it may only be how one file is known */
        taste -= c->op == AVOID_EQUAL ? 0.03 : 0.01;
    double had = s->line.n > 0 ? wrong_share(s->l, &s->line, NULL) : 1;
    return share - wrong_share(s->l, &s->line, c) / (had > 0 ? had : 1) + taste;
}

static void consider(search *s, uint64_t path, avoid_op op, double value)
{
    const char *text = path_slot(s->l, path)->text;
    avoid_condition c = {.path = path, .op = op, .value = value};
    if (text == NULL)
        return;
    snprintf(c.text, sizeof c.text, "%s", text);
    double score = worth(s, &c);
    if (score > s->score) {
        s->score = score;
        s->best = c;
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Thresholds: what bounds the good files' values from above or below. */
static void consider_thresholds(search *s, uint64_t path, bool above)
{
    double *edges = malloc((s->l->n_good + 1) * sizeof *edges), last = NAN;
    size_t n = 0, n_values;
    for (size_t i = 0; edges != NULL && i < s->l->n_good; i++) {
        const seen *v = values_of(&s->l->good[i], path, &n_values);
        if (n_values > 0)
            edges[n++] = above ? v[n_values - 1].value : v[0].value;
    }
    if (edges != NULL)
        qsort(edges, n, sizeof *edges, by_value);
    size_t step = n / LEAST_STEPS + 1;
    for (size_t i = n % step == 0 && n > 0 ? step - 1 : 0; i < n; i += step) {
        if (edges[i] != last)
            consider(s, path, above ? AVOID_ABOVE : AVOID_BELOW, edges[i]);
        last = edges[i];
    }
    if (n > 0 && above)
        consider(s, path, AVOID_ABOVE, edges[n - 1]);
    if (n > 0 && !above)
        consider(s, path, AVOID_BELOW, edges[0]);
    free(edges);
}

static void consider_path(search *s, const profile *example, uint64_t path)
{
    size_t n;
    const seen *v = values_of(example, path, &n);
    consider(s, path, AVOID_ANY, 0);
    const char *text = path_slot(s->l, path)->text;
    if (text != NULL && strlen(text) > 2 && strcmp(text + strlen(text) - 2, "[]") == 0)
        n = 0; /* only the least and the greatest value of an array are known */
    for (size_t i = 0; i < n && i < MOST_EQUAL && n <= MOST_EQUAL; i++)
        consider(s, path, AVOID_EQUAL, v[i].value);
    consider_thresholds(s, path, true);
    consider_thresholds(s, path, false);
}

/* The best further condition by the values of up to a few files that are not covered. */
static bool add_condition(search *s)
{
    enum { EXAMPLES = 3 };
    unsigned examples = 0;
    s->n_bad = 0;
    for (size_t i = 0; i < s->l->n_bad; i++)
        s->n_bad += !s->l->bad[i].covered && (s->line.n == 0 || line_holds(&s->line, &s->l->bad[i]));
    s->score = s->line.n == 0 ? 0.02 : 0.2;
    unsigned had = s->line.n;
    s->best.text[0] = '\0';
    for (size_t i = 0; i < s->l->n_bad && examples < EXAMPLES; i++) {
        const profile *p = &s->l->bad[i];
        if (p->covered || (had > 0 && !line_holds(&s->line, p)))
            continue;
        examples++;
        for (size_t k = 0; k < p->n; k++)
            if (k == 0 || p->at[k].path != p->at[k - 1].path)
                consider_path(s, p, p->at[k].path);
    }
    if (s->best.text[0] == '\0')
        return false;
    s->line.conditions[s->line.n++] = s->best;
    return true;
}

static bool grow(learner *l, avoid_line *line)
{
    search s = {.l = l};
    if (!add_condition(&s))
        return false;
    while (s.line.n < AVOID_CONDITIONS && wrong_share(l, &s.line, NULL) > wrong_enough && add_condition(&s))
        ;
    *line = s.line;
    learner far = {.good = l->good + l->n_near, .n_good = l->n_good - l->n_near};
    return wrong_share(&far, line, NULL) <= most_lost;
}

/* ---- repairs ---- */

/* The value that most good files have at this path and for which the condition does not hold. */
static bool usual_value(const learner *l, const avoid_condition *c, double *value)
{
    size_t most = 0;
    for (size_t i = 0; i < l->n_good && i < 64; i++) {
        size_t n;
        const seen *v = values_of(&l->good[i], c->path, &n);
        if (n == 0 || avoid_holds(c, v[0].value))
            continue;
        avoid_condition same = {.path = c->path, .op = AVOID_EQUAL, .value = v[0].value};
        size_t times = 0;
        for (size_t k = 0; k < l->n_good; k++)
            times += holds_in(&same, &l->good[k]);
        if (times > most) {
            most = times;
            *value = v[0].value;
        }
    }
    return most > 0;
}

/* The path with [*] for [], without types in braces, and without a last step of `cut` characters. */
static void edit_path(char *out, const char *text, size_t cut)
{
    size_t end = strlen(text) - cut;
    for (size_t i = 0; i < end; i++) {
        if (text[i] == '{')
            i += strcspn(text + i, "}") + 1;
        if (i >= end)
            break;
        *out++ = text[i];
        if (text[i] == '[')
            *out++ = '*';
    }
    *out = '\0';
}

/* The edits that make the condition false, or "" if there are none. */
static void offer(const learner *l, const avoid_condition *c, char *edits)
{
    char path[2 * AVOID_PATH];
    size_t n = strlen(c->text);
    double value;
    edits[0] = '\0';
    if (strncmp(c->text, "rule:", 5) == 0) {
        strcpy(edits, "fix");
    } else if (n > 9 && strcmp(c->text + n - 9, ".$present") == 0 && c->op != AVOID_ANY) {
        edit_path(path, c->text, 0);
        snprintf(edits, AVOID_EDITS, "%s=%s", path, avoid_holds(c, 0) ? "yes" : "no");
    } else if (c->op != AVOID_ANY && usual_value(l, c, &value) && fabs(value) < 9e15) {
        bool count = n > 7 && strcmp(c->text + n - 7, ".$count") == 0;
        edit_path(path, c->text, count ? 7 : 0);
        if (count && c->op == AVOID_EQUAL)
            snprintf(edits, AVOID_EDITS, "%s%c=%.0f", path, value > c->value ? '+' : '-', fabs(value - c->value));
        else if (count && c->op == AVOID_BELOW)
            snprintf(edits, AVOID_EDITS, "%s+=%.0f", path, ceil(c->value));
        else if (!count && value == floor(value))
            snprintf(edits, AVOID_EDITS, "%s=%.0f", path, value);
    }
}

/* How many of a few bad files the edits make files that do not match. */
static unsigned repaired(const learner *l, const avoid_line *line)
{
    enum { ROOM = 1 << 20 };
    uint8_t *out = malloc(ROOM);
    unsigned n = 0, tried = 0;
    for (size_t i = 0; out != NULL && i < l->n_bad && tried < TRIED; i++) {
        const avoid_file *f = &l->bad_files[i];
        const a3d_format *format = avoid_format(f->data, f->size);
        if (!line_holds(line, &l->bad[i]))
            continue;
        tried++;
        size_t size = avoid_repair_by(line, format, f->data, f->size, out, ROOM);
        n += size > 0 && !avoid_matches(line, format, out, size);
    }
    free(out);
    return n * 2 >= tried ? n : 0;
}

static void find_repair(const learner *l, avoid_line *line)
{
    unsigned most = 0;
    avoid_line tried = *line;
    for (unsigned i = 0; i < line->n; i++) {
        offer(l, &line->conditions[i], tried.edits);
        unsigned n = tried.edits[0] != '\0' ? repaired(l, &tried) : 0;
        if (n > most) {
            most = n;
            strcpy(line->edits, tried.edits);
        }
    }
}

/* ---- all of it ---- */

static size_t take_all(learner *l, profile *to, const avoid_file *files, size_t n, bool named, const avoid_file **kept)
{
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (!take_profile(l, &to[n_kept], &files[i], named)) {
            free(to[n_kept].at);
            to[n_kept] = (profile){0};
            continue;
        }
        if (kept != NULL)
            ((avoid_file *)(uintptr_t)*kept)[n_kept] = files[i];
        n_kept++;
    }
    return n_kept;
}

/* A loader that refuses a file early reaches no fault, whatever else is in it. So of the files near bad ones only those
 * count that break no rule which no bad file breaks. */
static void drop_refused(learner *l)
{
    size_t kept = 0, n;
    for (size_t i = 0; i < l->n_good; i++) {
        profile *p = &l->good[i];
        bool refused = false;
        for (size_t k = 0; i < l->n_near && k < p->n; k++) {
            bool broken = false;
            for (size_t b = 0; p->at[k].value == AVOID_RULE && !broken && b < l->n_bad; b++) {
                values_of(&l->bad[b], p->at[k].path, &n);
                broken = n > 0;
            }
            refused |= p->at[k].value == AVOID_RULE && !broken;
        }
        profile moved = *p;
        *p = l->good[kept];
        l->good[kept] = moved;
        kept += !refused;
    }
    size_t gone = l->n_good - kept;
    for (size_t i = kept; i < l->n_good; i++) {
        free(l->good[i].at);
        l->good[i] = (profile){0};
    }
    l->n_near -= gone;
    l->n_good = kept;
}

static unsigned learn(learner *l, avoid_line *lines, unsigned most)
{
    unsigned n = 0;
    size_t left = l->n_bad;
    while (n < most && n < MOST_LINES && left > l->n_bad / 20) {
        size_t covered = 0;
        if (!grow(l, &lines[n]))
            break;
        for (size_t i = 0; i < l->n_bad; i++)
            if (!l->bad[i].covered && line_holds(&lines[n], &l->bad[i])) {
                l->bad[i].covered = true;
                covered++;
            }
        if (covered * 10 < l->n_bad)
            break;
        left -= covered;
        find_repair(l, &lines[n++]);
    }
    return n;
}

static void forget(learner *l, avoid_file *kept)
{
    for (size_t i = 0; l->bad != NULL && i < l->n_bad; i++)
        free(l->bad[i].at);
    for (size_t i = 0; l->good != NULL && i < l->n_good; i++)
        free(l->good[i].at);
    for (size_t i = 0; l->paths != NULL && i < MOST_PATHS; i++)
        free(l->paths[i].text);
    free(l->bad);
    free(l->good);
    free(l->paths);
    free(kept);
}

unsigned avoid_learn(const avoid_file *bad, size_t n_bad, const avoid_file *good, size_t n_good, size_t n_near,
                     avoid_line *lines, unsigned most)
{
    learner l = {.bad = calloc(n_bad + 1, sizeof *l.bad), .good = calloc(n_good + 1, sizeof *l.good),
                 .paths = calloc(MOST_PATHS, sizeof *l.paths)};
    avoid_file *kept = calloc(n_bad + 1, sizeof *kept);
    unsigned n = 0;
    if (l.bad != NULL && l.good != NULL && l.paths != NULL && kept != NULL) {
        const avoid_file *to = kept;
        l.n_bad = take_all(&l, l.bad, bad, n_bad, true, &to);
        l.bad_files = kept;
        l.n_good = l.n_near = take_all(&l, l.good, good, n_near, false, NULL);
        l.n_good += take_all(&l, l.good + l.n_near, good + n_near, n_good - n_near, false, NULL);
        drop_refused(&l);
        n = learn(&l, lines, most);
    }
    forget(&l, kept);
    return n;
}
