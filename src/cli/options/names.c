/* names.c - see names.h */
#include "cli/options/names.h"
#include "base/distance.h"
#include "lint/lint.h"
#include "model/format.h"

#include <string.h>

static const char *const levels[] = {"off", "note", "warning", "error", "never"};

int a3d_level_of(const char *word)
{
    for (int i = 0; i < 5; i++)
        if (strcmp(levels[i], word) == 0)
            return i;
    return -1;
}

/* Reads the digits at *text and moves *text past them. False when there are none, or too many for 64 bits. */
static bool digits(const char **text, uint64_t *value)
{
    const char *p = *text;
    for (*value = 0; *p >= '0' && *p <= '9'; p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (*value > (UINT64_MAX - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    bool some = p > *text;
    *text = p;
    return some;
}

bool a3d_parse_seed(const char *text, uint64_t *value)
{
    return digits(&text, value) && *text == '\0';
}

bool a3d_parse_number(const char *text, uint64_t *value)
{
    static const char *const units[] = {"", "Ki", "Mi", "Gi"};
    if (!digits(&text, value))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(text, units[i]) == 0) {
            bool fits = *value <= (uint64_t)INT64_MAX >> 10 * i;
            *value <<= 10 * i;
            return fits;
        }
    }
    return false;
}

bool a3d_names_compat(const char *name)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++)
            if (strcmp(c->name, name) == 0)
                return true;
    return false;
}

/* ---- the nearest ---- */

static void consider(a3d_near *near, const char *word, const char *name, const char *shown)
{
    unsigned d = a3d_distance(word, name);
    if (d < strlen(word) && (near->name == NULL || d < near->distance))
        *near = (a3d_near){shown, d};
}

/* A word without a format, like "checksum", is compared with the names after the slash. */
void a3d_near_rules(a3d_near *near, const char *word)
{
    if (strchr(word, '*') != NULL)
        return;
    for (const a3d_format *const *f = a3d_rule_sets(); *f != NULL; f++) {
        for (unsigned i = 1; i < (*f)->n_rules; i++) {
            const char *id = (*f)->rules[i].id, *slash = strchr(id, '/');
            consider(near, word, strchr(word, '/') == NULL && slash != NULL ? slash + 1 : id, id);
        }
    }
}

void a3d_near_compats(a3d_near *near, const char *word)
{
    for (const a3d_format *const *f = a3d_formats(); *f != NULL; f++)
        for (const a3d_compat *c = (*f)->compats; c->name != NULL; c++)
            consider(near, word, c->name, c->name);
}

/* The first letters of a level, like "warn", mean that level; else the most similar one is the nearest. */
static void near_levels(a3d_near *near, const char *word, unsigned from, unsigned to)
{
    for (unsigned i = from; i <= to; i++) {
        consider(near, word, levels[i], levels[i]);
        if (strlen(word) >= 3 && strncmp(levels[i], word, strlen(word)) == 0)
            *near = (a3d_near){levels[i], 1};
        if (i == A3D_NOTE && (strcmp(word, "info") == 0 || strcmp(word, "hint") == 0)) /* as other tools call it */
            *near = (a3d_near){levels[i], 1};
    }
}

int a3d_parse_level(a3d_text *problem, const char *word, unsigned from, unsigned to)
{
    int level = a3d_level_of(word);
    a3d_near near = {0};
    if (level >= (int)from && level <= (int)to)
        return level;
    a3d_puts(problem, "takes ");
    for (unsigned i = from; i <= to; i++)
        a3d_printf(problem, "%s%s", levels[i], i == to ? "" : i + 1 == to ? " or " : ", ");
    a3d_printf(problem, ", not '%s'", word);
    near_levels(&near, word, from, to);
    if (near.name != NULL && near.distance <= 2)
        a3d_put_near(problem, &near, "");
    return -1;
}

void a3d_near_word(a3d_near *near, const char *word, const char *name)
{
    consider(near, word, name, name);
}

void a3d_put_near(a3d_text *out, const a3d_near *near, const char *otherwise)
{
    if (near->name != NULL && near->distance <= 2 + strlen(near->name) / 5)
        a3d_printf(out, "; did you mean %s?", near->name);
    else
        a3d_printf(out, "; see %s", otherwise);
}
