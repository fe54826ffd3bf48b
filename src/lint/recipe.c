/* recipe.c - makes files from recipes, `NAME.EXT = BASE EDIT... STEP...`; see corpus/README.md */
#include "engine/edit/edit.h"
#include "lint/generate.h"
#include "lint/steps.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 64, MOST_STEPS = 16, MOST_TEXT = 8192 };

/* A recipe, split into words. */
typedef struct recipe {
    char text[MOST_TEXT]; /* all words, each with a NUL */
    const char *words[MOST_WORDS];
    unsigned n;
} recipe;

/* Splits like a shell: quotes keep words together, but nothing is expanded. Returns false if the line is too long. */
static bool split(recipe *r, const char *line)
{
    size_t used = 0;
    char quote = 0;
    bool inside = false;
    r->n = 0;
    for (; used < MOST_TEXT - 1; line++) {
        bool ends = *line == '\0' || (*line == ' ' && quote == 0);
        if (ends && inside)
            r->text[used++] = '\0';
        inside = inside && !ends;
        if (*line == '\0')
            return quote == 0;
        if (ends)
            continue;
        if (!inside) {
            if (r->n == MOST_WORDS)
                return false;
            r->words[r->n++] = &r->text[used];
            inside = true;
        }
        if (quote == 0 && (*line == '\'' || *line == '"'))
            quote = *line;
        else if (*line == quote)
            quote = 0;
        else
            r->text[used++] = *line;
    }
    return false;
}

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
}

const char *a3d_put_recipe_hex(a3d_text *out, const char *word)
{
    for (; *word != '\0'; word += 2) {
        if (strspn(word, "0123456789abcdefABCDEF") < 2)
            return "hex: takes pairs of hex digits";
        char byte = (char)(digit(word[0]) << 4 | digit(word[1]));
        unsigned long n = word[2] == '*' ? strtoul(word + 3, NULL, 10) : 1;
        while (n-- > 0 && !out->failed)
            a3d_putc(out, byte);
        if (word[2] == '*')
            break;
    }
    return NULL;
}

static bool fits(const a3d_version *version, const a3d_branch *branch)
{
    return version != NULL && version->number >= branch->since && version->number <= branch->until;
}

/* Appends the file @FORMAT:VERSION:BRANCH, the smallest valid one, or with %SIZE at the end a random one of about that
 * size. Without a version it is the newest. */
static const char *put_generated(a3d_arena *arena, const char *words, a3d_text *out)
{
    const char *percent = strchr(words, '%');
    const char *as = a3d_arena_text(arena, words, percent != NULL ? (size_t)(percent - words) : strlen(words));
    a3d_wish wish = {.size = percent != NULL ? strtoul(percent + 1, NULL, 10) : 0, .seed = 1};
    if (as == NULL)
        return "memory ran out";
    const char *version = strchr(as, ':'), *branch = version != NULL ? strchr(version + 1, ':') : NULL;
    size_t n = version == NULL ? 0 : branch != NULL ? (size_t)(branch - version - 1) : strlen(version + 1);
    wish.format = a3d_format_named(as, version != NULL ? (size_t)(version - as) : strlen(as));
    for (const a3d_version *v = wish.format != NULL ? wish.format->versions : NULL; v != NULL && v->text != NULL; v++)
        if (v->generated && v->branch == NULL &&
            (n == 0 || (strlen(v->text) == n && memcmp(v->text, version + 1, n) == 0)))
            wish.version = v;
    for (const a3d_branch *b = wish.format != NULL ? wish.format->branches : NULL; b != NULL && b->name != NULL; b++)
        if (branch != NULL ? strcmp(b->name, branch + 1) == 0 : fits(wish.version, b))
            wish.branch = b->mask;
    return wish.version != NULL ? a3d_generate_random(arena, &wish, out) : "unknown version";
}

/* Decodes the file made so far, edits it and encodes it again. */
static const char *apply_edits(a3d_arena *arena, const recipe *r, unsigned from, unsigned to, a3d_text *file)
{
    a3d_options options = {.format = NULL};
    a3d_patch *patches = NULL;
    size_t n_patches = 0;
    a3d_text source = *file;
    const a3d_result *result = a3d_lint(arena, (const uint8_t *)source.data, source.size, &options);
    if (result == NULL || result->doc == NULL)
        return "what the recipe starts from is of no known format";
    if (result->verdict == A3DLINT_LIMITED)
        return result->message;
    for (unsigned i = from; i < to; i++) {
        const char *why = a3d_edit(result->doc, r->words[i], &patches, &n_patches);
        if (why != NULL)
            return why;
    }
    a3d_text_init(file, arena);
    const char *why = a3d_encode(result->doc, A3D_FAITHFUL, file, patches, n_patches);
    return why;
}

/* The recipe with this name, with or without the extension. */
static const char *find_recipe(const a3d_format *format, const char *name)
{
    size_t n = strlen(name);
    for (const char *const *line = format->twins; line != NULL && *line != NULL; line++)
        if (strncmp(*line, name, n) == 0 && ((*line)[n] == ' ' || (*line)[n] == '.'))
            return *line;
    return NULL;
}

static const char *make_recipe(a3d_arena *arena, const a3d_format *format, const char *name, unsigned steps,
                               a3d_text *out);

/* Applies one of the last words; then:NAME appends the file of another recipe. */
static const char *apply_step(a3d_arena *arena, const a3d_format *format, const char *word, unsigned steps,
                              a3d_text *out)
{
    a3d_text other;
    if (strncmp(word, "then:", 5) != 0) {
        a3d_apply_step(word, out);
        return NULL;
    }
    a3d_text_init(&other, arena);
    const char *why = make_recipe(arena, format, word + 5, steps - 1, &other);
    a3d_put(out, other.data, other.size);
    a3d_text_free(&other);
    return why;
}

static const char *make_recipe(a3d_arena *arena, const a3d_format *format, const char *name, unsigned steps,
                               a3d_text *out)
{
    const char *line = find_recipe(format, name), *why = NULL;
    recipe *r = a3d_arena_alloc(arena, sizeof *r);
    if (r == NULL)
        return "memory ran out";
    if (line == NULL || steps == 0)
        return "unknown recipe";
    if (!split(r, line) || r->n < 3 || strcmp(r->words[1], "=") != 0)
        return "the recipe is not NAME = BASE EDIT...";
    if (strncmp(r->words[2], "hex:", 4) == 0) {
        why = a3d_put_recipe_hex(out, r->words[2] + 4);
        for (unsigned i = 3; why == NULL && i < r->n; i++)
            why = a3d_put_recipe_hex(out, r->words[i]);
        return why;
    }
    why = r->words[2][0] == '@' ? put_generated(arena, r->words[2] + 1, out)
                                : make_recipe(arena, format, r->words[2], steps - 1, out);
    unsigned end = 3;
    while (end < r->n && !a3d_is_step(r->words[end]) && strncmp(r->words[end], "then:", 5) != 0)
        end++;
    if (why == NULL && end > 3)
        why = apply_edits(arena, r, 3, end, out);
    for (unsigned i = end; why == NULL && i < r->n; i++)
        why = apply_step(arena, format, r->words[i], steps, out);
    return why != NULL ? why : out->failed ? "memory ran out" : NULL;
}

const char *a3d_make_recipe(a3d_arena *arena, const a3d_format *format, const char *name, a3d_text *out)
{
    out->size = 0;
    return make_recipe(arena, format, name, MOST_STEPS, out);
}
