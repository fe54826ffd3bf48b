/* fuzz_make.c - files and texts that come from the tables alone: random documents, files that break a rule, mutants,
 * references, dictionaries, pages of rules.
 *
 * An input is text, a wish on each line: KIND FORMAT VERSION FROM TO SIZE SEED, the first two words, the rest numbers.
 * VERSION counts the format's versions from 0; FROM and TO (at most 64 more) are rules, recipes or seeds:
 *   random   a valid file for each seed            recipe  the file of each recipe
 *   break    a file that breaks each rule          mutant  a mutant of a random file for each seed
 *   twin     its neighbour that does not           text    everything that is printed of the format
 *   page     the page of each rule                 pair    how a file that breaks each rule differs from its neighbour
 *   next     how the file of each recipe differs from that of the next one
 *   whole    the page of each rule about whole files, with the files that it shows; FORMAT does not matter */
#include "lint/generate.h"
#include "family.h"
#include "judge.h"
#include "pool.h"
#include "report/reference/dictionary.h"
#include "report/diff/diff.h"
#include "report/reference/rule_page.h"
#include "report/common/readers.h"
#include "report/reference/reference.h"
#include "engine/mutate/mutate.h"
#include "report/forms.h"
#include "report/reference/catalog.h"
#include "transfer/transfer.h"

#include <stdio.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TEXT = 2048, MOST_LINES = 8, MOST_WIDE = 64, MOST_SIZE = 1 << 14 };

typedef struct line {
    char kind[16], format[16];
    unsigned version, from, to, size;
    unsigned long seed;
} line;

/* The version of this number, or the next one that files can be made of. */
static const a3d_version *version_of(const a3d_format *format, unsigned number)
{
    unsigned n = 0;
    while (format->versions[n].text != NULL)
        n++;
    while (!format->versions[number % n].generated)
        number++;
    return &format->versions[number % n];
}

static uint32_t branch_of(const a3d_format *format, const a3d_version *version)
{
    for (const a3d_branch *b = format->branches; b != NULL && b->name != NULL && version->branch != NULL; b++)
        if (strcmp(b->name, version->branch) == 0)
            return b->mask;
    return 0;
}

static void hold(const a3d_format *format, const a3d_text *file, const a3d_allocator *mem)
{
    judged result = judge_with(format, (const uint8_t *)file->data, (uint32_t)file->size, &(judge_how){.mem = mem, .seen = family_rules_seen});
    if (result.broken[0] != '\0')
        family_refuse(format->name, file->size, result.broken);
}

static void make_random(a3d_arena *arena, const a3d_wish *wish, a3d_text *out)
{
    if (a3d_generate_random(arena, wish, out) != NULL)
        return;
    a3d_options options = {.format = wish->format, .branch = wish->branch};
    const a3d_result *r = a3d_lint(arena, (const uint8_t *)out->data, out->size, &options);
    if (r == NULL || r->verdict != A3DLINT_VALID)
        family_refuse("make", out->size, "a random file is not valid");
}

static void make_mutant(a3d_arena *arena, const a3d_wish *wish, a3d_text *out)
{
    a3d_text file;
    a3d_text_init(&file, arena);
    const char *why = a3d_generate_random(arena, wish, &file);
    uint8_t *room = why == NULL ? a3d_extend(out, file.size + 512) : NULL;
    a3d_mutation m = {wish->format, (const uint8_t *)file.data, (uint32_t)file.size, wish->seed % 3 == 0 ? (const uint8_t *)file.data : NULL,
                      wish->seed % 3 == 0 ? (uint32_t)file.size : 0, wish->seed, NULL, NULL};
    out->size = room != NULL ? a3d_mutate(arena, &m, room, out->size) : 0;
}

/* The page of a rule, with files that show it. */
static void make_page(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, a3d_text *out)
{
    a3d_text bad, good;
    a3d_options options = {.format = wish->format};
    a3d_text_init(&bad, arena);
    a3d_text_init(&good, arena);
    if (a3d_break_rule(arena, rule, wish, false, &bad) != NULL || a3d_break_rule(arena, rule, wish, true, &good) != NULL)
        return;
    a3d_twin twins[] = {{"bad", a3d_lint(arena, (const uint8_t *)bad.data, bad.size, &options)},
                        {"good", a3d_lint(arena, (const uint8_t *)good.data, good.size, &options)}};
    a3d_rule_page(out, rule, &twins[0], &twins[1], wish->seed % 2 == 0, wish->seed % 4 == 1 ? 80 : 0);
}

/* How two files differ, told in the way that the seed chooses; the differences are the same from both sides. */
static void make_pair(const a3d_wish *wish, const a3d_text *a, const a3d_text *b, a3d_text *out)
{
    a3d_options options = {.format = wish->format};
    unsigned choice = (unsigned)wish->seed;
    a3d_diff_options how = {.json = choice & 1, .color = (choice & 2) != 0, .all = (choice & 4) != 0, .tolerance = (choice & 8) != 0 ? 1e-5 : 0,
                            .each = (choice & 16) != 0, .width = (choice & 32) != 0 ? 80 : 0};
    const a3d_text *texts[2] = {a, b};
    a3d_diff_file files[2];
    a3d_diff_end there, back;
    for (unsigned i = 0; i < 2; i++) {
        const a3d_result *r = a3d_lint(out->arena, (const uint8_t *)texts[i]->data, texts[i]->size, &options);
        if (r == NULL || r->doc == NULL || r->doc->limited != A3D_LIMIT_NONE)
            return;
        files[i] = (a3d_diff_file){i == 0 ? "a" : "b", r, (const uint8_t *)texts[i]->data};
    }
    if (!a3d_diff(out, &files[0], &files[1], &how, &there) || !a3d_diff(out, &files[1], &files[0], &how, &back) ||
        there.same != back.same)
        family_refuse("make", out->size, "two files differ one way, and not the other");
}

static void make_rule_pair(a3d_arena *arena, const a3d_rule *rule, const a3d_wish *wish, a3d_text *out)
{
    a3d_text bad, good;
    a3d_text_init(&bad, arena);
    a3d_text_init(&good, arena);
    if (a3d_break_rule(arena, rule, wish, false, &bad) == NULL && a3d_break_rule(arena, rule, wish, true, &good) == NULL)
        make_pair(wish, &bad, &good, out);
}

/* The file of the recipe of this number, which is found by its name. */
static bool make_recipe(a3d_arena *arena, const a3d_format *format, unsigned number, a3d_text *out)
{
    unsigned n = 0;
    while (format->twins[n] != NULL)
        n++;
    const char *twin = format->twins[number % n], *name = a3d_arena_text(arena, twin, strcspn(twin, " "));
    return name != NULL && a3d_make_recipe(arena, format, name, out) == NULL;
}

static void make_recipe_pair(a3d_arena *arena, const a3d_wish *wish, unsigned number, a3d_text *out)
{
    a3d_text a, b;
    a3d_text_init(&a, arena);
    a3d_text_init(&b, arena);
    if (make_recipe(arena, wish->format, number, &a) && make_recipe(arena, wish->format, number + 1, &b))
        make_pair(wish, &a, &b, out);
}

static void make_texts(const a3d_format *format, a3d_text *out)
{
    a3d_reference(out, format);
    a3d_versions(out, format, true);
    a3d_versions(out, format, false);
    a3d_dictionary(out, format);
    a3d_readers(out, format, true);
    a3d_readers(out, format, false);
    a3d_format_text(out, format);
    a3d_formats_text(out, a3d_formats());
    a3d_put_form_names(out);
    a3d_rules_text(out, NULL);
    a3d_rules_json(out, NULL);
    a3d_rules_index(out);
    if (out->failed)
        family_refuse("make", out->size, "a text ran out of memory");
}

static bool is_file(const char *kind)
{
    static const char *const texts[] = {"text", "page", "pair", "next", "whole"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(kind, texts[i]) == 0)
            return false;
    return true;
}

/* The name of a file is part of what such a rule checks, so the recipe's name goes with it. */
static const a3d_result *check_recipe(a3d_arena *arena, const char *name)
{
    a3d_text file;
    a3d_options options = {.name = name};
    a3d_text_init(&file, arena);
    if (a3d_make_recipe(arena, &a3d_format_file, name, &file) != NULL)
        return NULL;
    return a3d_lint(arena, (const uint8_t *)file.data, file.size, &options);
}

static void make_whole(a3d_arena *arena, unsigned number, bool markdown, a3d_text *out)
{
    const a3d_format *format = &a3d_format_file;
    const a3d_rule *rule = &format->rules[1 + number % (format->n_rules - 1u)];
    a3d_twin twins[2] = {{"bad", NULL}, {"good", NULL}};
    char name[120];
    for (unsigned i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s.%s", strchr(rule->id, '/') + 1, twins[i].name);
        twins[i].result = check_recipe(arena, name);
        if (twins[i].result == NULL)
            return;
    }
    a3d_rule_page(out, rule, &twins[0], &twins[1], markdown, number % 2 == 0 ? 80 : 0);
}

static void make_one(a3d_arena *arena, const line *l, const a3d_wish *wish, unsigned number, const a3d_allocator *mem)
{
    const a3d_format *format = wish->format;
    const a3d_rule *rule = &format->rules[1 + number % (format->n_rules - 1u)];
    a3d_text out;
    a3d_text_init(&out, arena);
    if (strcmp(l->kind, "random") == 0)
        make_random(arena, wish, &out);
    else if (strcmp(l->kind, "break") == 0)
        a3d_break_rule(arena, rule, wish, false, &out);
    else if (strcmp(l->kind, "twin") == 0)
        a3d_break_rule(arena, rule, wish, true, &out);
    else if (strcmp(l->kind, "recipe") == 0)
        make_recipe(arena, format, number, &out);
    else if (strcmp(l->kind, "mutant") == 0)
        make_mutant(arena, wish, &out);
    else if (strcmp(l->kind, "page") == 0)
        make_page(arena, rule, wish, &out);
    else if (strcmp(l->kind, "pair") == 0)
        make_rule_pair(arena, rule, wish, &out);
    else if (strcmp(l->kind, "next") == 0)
        make_recipe_pair(arena, wish, number, &out);
    else if (strcmp(l->kind, "text") == 0)
        make_texts(format, &out);
    else if (strcmp(l->kind, "whole") == 0)
        make_whole(arena, number, l->seed % 2 == 0, &out);
    if (is_file(l->kind) && out.size > 0)
        hold(format, &out, mem);
}

static void run_line(const char *text, const a3d_allocator *mem)
{
    line l;
    a3d_arena arena;
    if (sscanf(text, "%15s %15s %u %u %u %u %lu", l.kind, l.format, &l.version, &l.from, &l.to, &l.size, &l.seed) != 7)
        return;
    const a3d_format *format = a3d_format_named(l.format, strlen(l.format));
    if (format == NULL)
        return;
    const a3d_version *version = version_of(format, l.version);
    for (unsigned n = l.from; n <= l.to && n - l.from <= MOST_WIDE; n++) {
        a3d_wish wish = {.format = format, .version = version, .branch = branch_of(format, version), .seed = l.seed + n,
                         .size = l.size % MOST_SIZE};
        a3d_arena_init(&arena, mem);
        make_one(&arena, &l, &wish, n, mem);
        a3d_arena_free(&arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static pool memory;
    char text[MOST_TEXT];
    if (size >= sizeof text)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    a3d_allocator mem = pool_restart(&memory);
    char *at = text;
    for (unsigned i = 0; i < MOST_LINES && at != NULL; i++) {
        char *next = strchr(at, '\n');
        if (next != NULL)
            *next++ = '\0';
        run_line(at, &mem);
        at = next;
    }
    return 0;
}
