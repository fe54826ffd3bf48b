/* rules_links.c - rules about external references, checked with the files to which they lead */
#include "base/utf8.h"
#include "codec/png.h"
#include "engine/document/findings.h"
#include "engine/document/targets.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/records.h"
#include "formats/m3g/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A file that was found for a reference and, if it is an image, its properties, so that it is read only once. */
typedef struct known_target {
    const char *name;
    bool checked, good;
    a3d_png png;
} known_target;

typedef struct targets {
    known_target *list;
    size_t n, cap;
    uint64_t sum; /* of their sizes */
    bool all;     /* every target was found */
} targets;

/* One external reference and the file that was found for it. */
typedef struct external {
    a3d_m3g_objects *s;
    a3d_m3g_object *o;
    const a3d_linked *target;
    known_target *met;   /* the file of this name, if there is one */
    char name[64]; /* name of the target in messages */
} external;

static a3d_finding *report(const external *e, unsigned rule)
{
    return a3d_m3g_report(e->s, rule, e->o, EXTERNAL_URI);
}

/* The warning about the URI alone follows from what is known about the target, so it is moved after that finding. */
static void replaces(const external *e, unsigned rule, uint32_t node, uint32_t off)
{
    a3d_finding *list = e->s->doc->findings;
    size_t last = e->s->doc->n_findings;
    for (uint32_t i = 0; i + 1 < last; i++) {
        if (list[i].rule != &e->s->ctx->format->rules[rule] || list[i].cause != A3D_NO_CAUSE ||
            list[i].place.node != node || list[i].off != off)
            continue;
        a3d_finding known = list[last - 1];
        list[last - 1] = list[i];
        list[last - 1].cause = i;
        list[i] = known;
        return;
    }
}

/* --- the target of a reference --- */

/* Checks M3G-077. */
static void check_kind(const external *e)
{
    static const struct {
        const char *bytes;
        uint8_t size;
        const char *kind;
    } others[] = {{"\xFF\xD8\xFF", 3, "a JPEG image"}, {"GIF8", 4, "a GIF image"},     {"BM", 2, "a BMP image"},
                  {"RIFF", 4, "a RIFF file"},          {"PK\3\4", 4, "a ZIP archive"}, {"<", 1, "a text"}};
    const char *kind = e->target->size == 0 ? "an empty file" : "a file of an unknown kind";
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (e->target->size >= others[i].size && memcmp(e->target->data, others[i].bytes, others[i].size) == 0)
            kind = others[i].kind;
    a3d_finding *f = report(e, M3G_RULE_LINK_KIND);
    size_t before = e->s->doc->n_findings;
    a3d_expect_text(f, "a PNG image or an M3G file");
    a3d_say(e->s->ctx, f, "%s is %s; expected a PNG image or an M3G file", e->name, kind);
    if (before > 0 && f == &e->s->doc->findings[before - 1])
        replaces(e, M3G_RULE_URI_KIND, f->place.node, f->off);
}

/* Reads each file once. False if memory runs out. */
static bool read_image(const external *e, known_target *met)
{
    size_t room = e->target->size + A3D_INFLATE_WINDOW;
    uint8_t *scratch = met->checked ? NULL : a3d_block_resize(e->s->doc->arena, NULL, room);
    if (scratch != NULL) {
        met->good = a3d_png_check(e->target->data, e->target->size, scratch, e->s->ctx->limits.unpacked, &met->png);
        met->checked = true;
        a3d_block_resize(e->s->doc->arena, scratch, 0);
    }
    return met->checked || a3d_limit(e->s->ctx, A3D_LIMIT_MEMORY) == A3D_OK;
}

/* Checks M3G-080. */
static void check_image_target(const external *e)
{
    known_target *met = e->met;
    if (!read_image(e, met))
        return;
    e->o->stands_for = M3G_IMAGE;
    if (met->good && !met->png.too_large)
        return;
    a3d_finding *f = report(e, met->good ? M3G_RULE_LINK_UNREAD : M3G_RULE_LINK_IMAGE);
    if (met->good)
        a3d_say(e->s->ctx, f, "%s was only checked in part, because its pixels need more bytes than may be unpacked",
                e->name);
    else
        a3d_say(e->s->ctx, f, "%s is not a valid PNG image: at byte %zu %s", e->name, met->png.at, met->png.why);
}

/* Checks M3G-058, M3G-079. */
static void check_file(const external *e)
{
    if (e->target->errors > 0) {
        a3d_finding *f = report(e, M3G_RULE_LINK_TARGET);
        a3d_say(e->s->ctx, f, "%s has %s, the first: %s", e->name, a3d_amount_of(e->target->errors, "error").text,
                e->target->first);
        return;
    }
    e->o->stands_for = (int16_t)e->target->root_kind;
    if (e->target->roots < 2)
        return;
    a3d_finding *f = report(e, M3G_RULE_LINK_ROOTS);
    a3d_actual(f, e->target->roots);
    a3d_expect(f, 1, 1);
    a3d_say(e->s->ctx, f, "%s has %s; expected 1, because only the first is used", e->name,
            a3d_amount_of(e->target->roots, "root object").text);
}

/* Checks M3G-075, M3G-076. */
static void check_target(const external *e)
{
    a3d_finding *f;
    switch (e->target->state) {
    case A3D_LINKED_UNREAD:
        f = report(e, M3G_RULE_LINK_UNREAD);
        a3d_say(e->s->ctx, f, "%s was not checked: %s", e->name, e->target->why);
        break;
    case A3D_LINKED_MISSING:
        f = report(e, M3G_RULE_LINK_MISSING);
        a3d_say(e->s->ctx, f, "%s: %s", e->name, e->target->why);
        break;
    case A3D_LINKED_CYCLE:
        f = report(e, M3G_RULE_LINK_CYCLE);
        a3d_say(e->s->ctx, f, "%s leads back to this file through other files; expected no cycle", e->name);
        break;
    case A3D_LINKED_FILE:
        check_file(e);
        break;
    default:
        if (a3d_png_signed(e->target->data, e->target->size))
            check_image_target(e);
        else
            check_kind(e);
    }
}

/* --- all of them --- */

/* Looks up the file of a reference among the known ones, or adds it. False if a limit was reached. */
static bool find_target(external *e, targets *all)
{
    const a3d_linked *t = e->target;
    bool found = t->state == A3D_LINKED_FILE || t->state == A3D_LINKED_OTHER;
    all->all = all->all && found;
    if (!found)
        return true;
    if (a3d_work(e->s->ctx, all->n) != A3D_OK)
        return false;
    for (size_t i = 0; i < all->n && e->met == NULL; i++)
        e->met = strcmp(all->list[i].name, t->name) == 0 ? &all->list[i] : NULL;
    if (e->met != NULL)
        return true;
    known_target *list = a3d_grow(e->s->doc->arena, all->list, &all->cap, all->n + 1, sizeof *list);
    const char *name = a3d_arena_text(e->s->doc->arena, t->name, strlen(t->name));
    if (list == NULL || name == NULL) {
        a3d_limit(e->s->ctx, A3D_LIMIT_MEMORY);
        return false;
    }
    all->list = list;
    e->met = &list[all->n++];
    *e->met = (known_target){.name = name};
    all->sum += t->size;
    return true;
}

/* A short name of plain characters appears in messages unchanged. */
static void name_target(external *e, const uint8_t *uri, uint32_t size)
{
    uint32_t i = 0;
    while (i < size && size < sizeof e->name && uri[i] > ' ' && uri[i] < 0x7F)
        i++;
    if (i == size && size > 0)
        memcpy(e->name, uri, size);
    else
        snprintf(e->name, sizeof e->name, "%s", "the target");
}

static void check_link(a3d_m3g_objects *s, a3d_m3g_object *o, a3d_look_fn look, void *user, targets *all)
{
    uint32_t size;
    a3d_linked target = {.state = A3D_LINKED_UNREAD, .why = "its URI is not valid text", .root_kind = -1};
    external e = {.s = s, .o = o, .target = &target};
    const uint8_t *uri = a3d_m3g_text_of(s, o, EXTERNAL_URI, &size);
    if (uri == NULL)
        return;
    name_target(&e, uri, size);
    if (a3d_utf8_valid(uri, size) == size) {
        char *text = a3d_arena_text(s->doc->arena, (const char *)uri, size);
        if (text == NULL) {
            a3d_limit(s->ctx, A3D_LIMIT_MEMORY);
            return;
        }
        if (size > 0)
            look(user, text, &target);
        else
            target.why = "its URI is empty";
    }
    if (find_target(&e, all))
        check_target(&e);
}

/* Checks M3G-081. */
static void check_type(a3d_m3g_objects *s, const a3d_m3g_link *l)
{
    if (l->value <= 1 || l->value >= s->count || s->objects[l->value].stands_for < 0)
        return;
    int kind = s->objects[l->value].stands_for;
    external e = {.s = s};
    if ((l->row->ref.spaces & M3G_KIND(kind)) != 0)
        return;
    a3d_finding *f = a3d_m3g_report_link(s, M3G_RULE_LINK_TYPE, l);
    a3d_text wanted;
    a3d_text_init(&wanted, s->doc->arena);
    a3d_put_target(&wanted, s->ctx->format, l->row->ref.spaces, true);
    a3d_say(s->ctx, f, "%s refers to an external %s; expected %.*s", l->row->name, a3d_m3g_class(s, kind).text,
            (int)wanted.size, wanted.size > 0 ? wanted.data : "");
    a3d_text_free(&wanted);
    if (s->doc->n_findings > 0 && f == &s->doc->findings[s->doc->n_findings - 1])
        replaces(&e, M3G_RULE_EXTERNAL_IMAGE, f->place.node, f->off);
}

/* Checks M3G-070. If the size excludes the file itself or all others, that is already reported. */
static void check_sum(const a3d_m3g_objects *s, const a3d_m3g_object *header, const targets *all)
{
    if (!all->all || header == NULL || !a3d_m3g_has(s, header, HEADER_approximateContentSize))
        return;
    int64_t size = a3d_m3g_get(s, header, HEADER_approximateContentSize),
            total = a3d_m3g_get(s, header, HEADER_totalFileSize);
    uint64_t wanted = (uint64_t)total + all->sum;
    if (size <= total || (uint64_t)size == wanted)
        return;
    a3d_finding *f = a3d_m3g_report(s, M3G_RULE_CONTENT_SIZE_SUM, header, HEADER_approximateContentSize);
    a3d_actual(f, size);
    a3d_expect(f, (int64_t)wanted, (int64_t)wanted);
    a3d_say(s->ctx, f,
            "approximateContentSize is %" PRId64 "; expected %" PRIu64 ", the size of this file and the %s it links to",
            size, wanted, a3d_amount_of(all->n, "file").text);
}

void a3d_m3g_follow(a3d_ctx *ctx, a3d_look_fn look, void *user)
{
    a3d_m3g_objects s = {.ctx = ctx, .doc = ctx->doc};
    targets all = {.all = true};
    if (!a3d_m3g_number_objects(&s))
        return;
    for (uint32_t i = 2; i < s.count && ctx->doc->limited == A3D_LIMIT_NONE; i++)
        if (s.objects[i].type == M3G_EXTERNAL && s.objects[i].body != A3D_NO_NODE)
            check_link(&s, &s.objects[i], look, user, &all);
    for (uint32_t i = 2; i < s.count && ctx->doc->limited == A3D_LIMIT_NONE; i++)
        if (s.objects[i].body != A3D_NO_NODE && s.objects[i].type != M3G_EXTERNAL)
            a3d_m3g_each_link(&s, &s.objects[i], check_type);
    a3d_m3g_check_linked_bones(&s);
    check_sum(&s, s.objects[1].body != A3D_NO_NODE && s.objects[1].type == M3G_HEADER ? &s.objects[1] : NULL, &all);
}
