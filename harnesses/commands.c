/* commands.c - see commands.h */
#include "commands.h"
#include "lint/generate.h"
#include "family.h"
#include "judge_views.h"
#include "report/dump/dump.h"
#include "report/gltf/gltf.h"
#include "report/hex/hex.h"
#include "report/stats/stats.h"
#include "report/triage/triage.h"
#include "report/forms.h"

#include <string.h>

uint64_t command_hash(const uint8_t *data, size_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ data[i]) * UINT64_C(1099511628211);
    return hash;
}

bool command_flip(command_run *c)
{
    return a3d_random_below(&c->random, 2) != 0;
}

uint32_t command_below(command_run *c, uint32_t n)
{
    return a3d_random_below(&c->random, n);
}

a3d_limits command_limits(const command_run *c, size_t size)
{
    enum { UNPACKED = 4 << 20, WORK = 8192, FINDINGS = 6, MORE_WORK = 1 << 18 };
    if (c->turn % 2 != 0)
        return (a3d_limits){.unpacked = UNPACKED + 64 * (uint64_t)size, .work = MORE_WORK + 8 * (uint64_t)size};
    return (a3d_limits){.unpacked = UNPACKED + 64 * (uint64_t)size, .work = WORK + 8 * (uint64_t)size, .findings = FINDINGS};
}

/* Files that the program makes itself stand behind links. */
static a3d_link_found look_up(void *user, a3d_arena *arena, const char *from, const char *uri, uint64_t limit, a3d_link_file *file)
{
    command_run *c = user;
    a3d_text out;
    (void)from;
    a3d_text_init(&out, arena);
    *file = (a3d_link_file){.why = "there is no such file"};
    if (command_below(c, 8) == 0)
        return A3D_LINK_PASSED_OVER;
    if (a3d_make_recipe(arena, a3d_format_named("m3g", 3), uri, &out) != NULL) {
        out.size = 0;
        switch (command_below(c, 3)) {
        case 0: return A3D_LINK_MISSING;
        case 1: *file = (a3d_link_file){.data = c->data, .size = c->size, .name = "input"}; return A3D_LINK_FOUND; /* itself */
        default: a3d_puts(&out, "\x89PNG\r\n\x1a\nno image");
        }
    }
    if (out.failed)
        return A3D_LINK_MISSING;
    if (out.size > limit || command_below(c, 16) == 0)
        return A3D_LINK_TOO_LARGE;
    *file = (a3d_link_file){.data = (const uint8_t *)out.data, .size = out.size, .name = uri};
    return A3D_LINK_FOUND;
}

const a3d_result *command_judge(command_run *c, const uint8_t *data, size_t size, const a3d_format *format)
{
    static const char *const names[] = {NULL, "input.m3g", "door.A3D", "a/b.p3d", "noname", "x.txt", ".a3d", "input"};
    static const a3d_level levels[] = {{"*/*-limit", A3D_OFF}, {"odol/*", A3D_NOTE}, {"*", A3D_ERROR}, {"m3g/checksum", A3D_WARNING}};
    static const char *const only[] = {"a3d?/*", "*/*e*"};
    a3d_options options = {.limits = command_limits(c, size), .format = format, .name = names[command_below(c, 8)]};
    if (command_flip(c))
        options.links = (a3d_links){look_up, c, "input"};
    if (command_below(c, 4) == 0) {
        options.levels = levels;
        options.n_levels = 1 + command_below(c, 4);
    }
    if (command_below(c, 16) == 0) {
        options.only = only;
        options.n_only = 2;
    }
    const char *compat[1] = {NULL};
    const a3d_compat *compats = format != NULL ? format->compats : NULL;
    for (unsigned n = command_below(c, 4); compats != NULL && compats->name != NULL && n > 0; n--)
        compat[0] = compats++->name;
    options.compats = compat;
    options.n_compats = compat[0] != NULL;
    return a3d_lint(c->arena, data, size, &options);
}

/* ---- reports ---- */

/* What a baseline might know of each finding. */
static const a3d_standing *baseline(command_run *c, size_t n)
{
    static const char *const reasons[] = {NULL, "known", "\"waits\"\n<for> ]]> the artist"};
    a3d_standing *list = n > 0 ? a3d_arena_alloc(c->arena, n * sizeof *list) : NULL;
    for (size_t i = 0; list != NULL && i < n; i++) {
        list[i] = (a3d_standing){.known = (a3d_known)command_below(c, 4), .reason = reasons[command_below(c, 3)]};
        list[i].suppressed = list[i].known == A3D_UNCHANGED && command_flip(c);
        list[i].expired = !list[i].suppressed && command_flip(c);
        list[i].expires = list[i].expired ? "2025-12-31" : NULL;
    }
    return list;
}

static a3d_page_parts page_parts(command_run *c)
{
    static const a3d_page_part scripts[] = {{"'use strict';", 13}, {"", 0}};
    a3d_page_part view = {"/* </script> */", command_flip(c) ? 15 : 0};
    return (a3d_page_parts){.style = {"p {}", 4}, .scripts = scripts, .n_scripts = command_below(c, 3), .view = view};
}

static void report(command_run *c, const a3d_report_form *form, const a3d_result *result)
{
    static const a3d_vanished gone[] = {{"base.json", 7, "tree.m3g", "m3g/checksum", "sections[1].checksum", "0123456789abcdef"},
                                        {"base.json", 9, "-", "tanki/truncated", "", "0123456789abcdef"}};
    a3d_page_parts parts = page_parts(c);
    a3d_text out;
    a3d_text_init(&out, c->arena);
    a3d_sink sink = {.out = &out, .show = (a3d_severity)(1 + command_below(c, 3)), .fail_on = (a3d_severity)(1 + command_below(c, 4)),
                     .quiet = command_below(c, 4) == 0, .verbose = command_flip(c), .color = command_flip(c), .said = command_below(c, 8) == 0,
                     .mistaken = result->doc == NULL && command_below(c, 8) == 0, .interrupted = command_below(c, 8) == 0,
                     .state = form->page ? &parts : NULL, .status = (int)command_below(c, 6), .stats = command_flip(c) ? a3d_stats_new(c->arena) : NULL};
    form->begin(&sink);
    if (form->skipped != NULL)
        form->skipped(&sink, "./notes.txt", "this is no known format");
    for (unsigned i = command_below(c, 3); i < 3; i++) {
        sink.standing = command_flip(c) && result->doc != NULL ? baseline(c, result->doc->n_findings) : NULL;
        form->file(&sink, i == 1 ? "./a b/\xff<&>.m3g" : "input", result);
    }
    sink.vanished = gone;
    sink.n_vanished = command_below(c, 3);
    form->end(&sink);
    a3d_text_free(&out);
}

/* The file twice, and what a baseline suppresses of it. */
static void triage(command_run *c, const a3d_result *result)
{
    a3d_text out;
    a3d_text_init(&out, c->arena);
    a3d_sink sink = {.out = &out, .show = A3D_WARNING, .verbose = command_flip(c), .color = command_flip(c)};
    a3d_triage *t = a3d_triage_new(c->arena, command_below(c, 16));
    bool ok = t != NULL;
    for (unsigned i = 0; i < 3 && ok; i++) {
        sink.standing = i == 2 && result->doc != NULL ? baseline(c, result->doc->n_findings) : NULL;
        ok = a3d_triage_add(t, &sink, i == 0 ? "first" : "a \"second\" one's", result);
    }
    if (ok && a3d_triage_close(t)) {
        a3d_triage_text(&out, t, &sink);
        a3d_triage_json(&out, t, &sink, command_flip(c) ? "page.html" : NULL);
    }
    a3d_text_free(&out);
}

void command_reports(command_run *c, const a3d_result *result)
{
    for (const a3d_report_form *form = a3d_report_forms; form->name != NULL; form++)
        report(c, form, result);
    triage(c, result);
}

/* ---- views ---- */

/* A path into the document, or bytes of the file; sometimes one that is not there. */
static const char *some_place(command_run *c, const a3d_doc *doc, a3d_text *place)
{
    uint32_t node = command_below(c, (uint32_t)doc->n_nodes);
    switch (command_below(c, 8)) {
    case 0: return NULL;
    case 1: a3d_printf(place, "@file+%u", command_below(c, (uint32_t)c->size + 2)); break;
    case 2: a3d_puts(place, "@nowhere+1"); break;
    case 3: a3d_puts(place, "nothing[7].of.this"); break;
    default: a3d_put_path(place, doc, node); break;
    }
    a3d_putc(place, '\0');
    return place->failed ? NULL : place->data;
}

static void hex(command_run *c, const a3d_result *result)
{
    a3d_text out, place;
    a3d_text_init(&out, c->arena);
    a3d_text_init(&place, c->arena);
    bool *among = command_flip(c) ? a3d_arena_alloc(c->arena, result->doc->n_findings + 1) : NULL;
    for (size_t i = 0; among != NULL && i < result->doc->n_findings; i++)
        among[i] = command_flip(c);
    a3d_hex_options how = {.full = command_below(c, 4) == 0, .color = command_flip(c), .near = command_flip(c),
                           .context = command_below(c, A3D_HEX_CONTEXT + 1), .among = among};
    if (command_below(c, 4) == 0) {
        how.one = true;
        how.finding = command_below(c, (uint32_t)result->doc->n_findings + 1);
    } else {
        how.at = some_place(c, result->doc, &place);
    }
    how.width = command_flip(c) ? 40 + command_below(c, 100) : 0;
    a3d_hex(&out, result, &how);
    a3d_text_free(&out);
    a3d_text_free(&place);
}

void command_views(command_run *c, const a3d_result *result)
{
    enum { MOST_SHOWN = 8192 };
    a3d_text out;
    a3d_text_init(&out, c->arena);
    for (unsigned i = 0; i < 4; i++) {
        hex(c, result);
        a3d_dump(&out, i > 1 ? "input" : NULL, result, &(a3d_dump_options){.text = (i & 1) != 0, .full = (i & 2) != 0});
        out.size = 0;
    }
    char why[300] = "";
    unsigned width = c->size % 4 == 0 ? 0 : 40 + (unsigned)(c->size % 100);
    bool full = c->size % 2 == 0;
    if (result->size <= MOST_SHOWN && result->doc->limited == A3D_LIMIT_NONE &&
        !(judge_hex_values(c->arena, result, why, sizeof why) && judge_folded(c->arena, result, why, sizeof why) &&
          judge_hex_rows(c->arena, result, width, full, why, sizeof why)))
        family_refuse("commands", c->size, why);
    a3d_gltf gltf;
    a3d_gltf_make_whole(c->arena, result, &gltf);
    a3d_text_free(&gltf.glb);
    a3d_text_free(&out);
}
