/* rules.c - structural rules that tables cannot express: which objects each section may hold, and what is missing.
 *
 * rules_header.c checks the identifier and the header, and the other rules_*.c check the contents of objects. All rules
 * run on whatever was read. Something is reported as missing only if everything was decoded. */
#include "engine/document/findings.h"
#include "formats/m3g/causes.h"
#include "formats/m3g/objects.h"
#include "formats/m3g/scan.h"

static bool is_external(const scan *s, int64_t type)
{
    return type == M3G_EXTERNAL ||
           (s->draft && (type == M3G_DRAFT_EXTERNAL_OBJECT || type == M3G_DRAFT_EXTERNAL_IMAGE));
}

/* --- objects in their sections --- */

static void check_external(scan *s, uint32_t section, uint32_t node)
{
    if (linked(s) == 0) {
        a3d_finding *f = report(s, M3G_RULE_EXTERNAL_UNFLAGGED, node);
        a3d_say(s->ctx, f, "the file has an external reference, but hasExternalReferences is 0; expected 1");
    } else if (section != 1) {
        a3d_finding *f = report(s, M3G_RULE_EXTERNAL_PLACE, node);
        a3d_say(s->ctx, f, "an external reference is in section %u; expected it in section 1", (unsigned)section);
    }
}

static void check_header_place(scan *s, uint32_t section, uint32_t index, int64_t type, uint32_t node)
{
    if (section == 0 && index == 0) {
        if (type == M3G_HEADER)
            return;
        a3d_finding *f = report(s, M3G_RULE_HEADER_FIRST, node);
        a3d_say(s->ctx, f, "type of the first object is %s; expected 0 (Header)",
                a3d_named_value(s->doc, node, type).text);
        a3d_actual(f, type);
        a3d_expect(f, M3G_HEADER, M3G_HEADER);
    } else if (section == 0) {
        a3d_finding *f = report(s, M3G_RULE_HEADER_ALONE, node);
        a3d_say(s->ctx, f, "section 0 has another object after the header; expected only the header");
    } else if (type == M3G_HEADER) {
        a3d_finding *f = report(s, M3G_RULE_HEADER_ONCE, node);
        a3d_say(s->ctx, f, "section %u has a Header; expected only one, in section 0", (unsigned)section);
    }
}

/* From version 2 on, the switch over the known types is not reached. */
static void check_draft_type(scan *s, int64_t type, uint32_t node)
{
    if (!s->draft || type <= M3G_DRAFT_LAST || type >= M3G_DRAFT_EXTERNAL_OBJECT)
        return;
    a3d_finding *f = report(s, M3G_RULE_OBJECT_TYPE, node);
    a3d_say(s->ctx, f, "type is %d; expected 0\u201337 or 253\u2013255", (int)type);
    a3d_actual(f, type);
    a3d_expect_text(f, "0\u201337 or 253\u2013255");
}

static int check_objects(scan *s, uint32_t section, elements objects, uint32_t externals)
{
    for (uint32_t i = 0; i < objects.count; i++) {
        int64_t type;
        if (a3d_work(s->ctx, 1) != A3D_OK)
            return A3D_STOP;
        if (!read_type(s->doc, objects.first + i, &type))
            continue;
        uint32_t node = a3d_field(s->doc, objects.first + i, OBJECT_type);
        check_header_place(s, section, i, type, node);
        check_draft_type(s, type, node);
        if (is_external(s, type)) {
            check_external(s, section, node);
        /* a header is reported as such */
        } else if (section == 1 && externals > 0 && linked(s) == 1 && type != M3G_HEADER) {
            a3d_finding *f = report(s, M3G_RULE_EXTERNAL_MIXED, node);
            a3d_say(s->ctx, f, "type is %s; expected 255 (ExternalReference), like other objects of section 1",
                    a3d_named_value(s->doc, node, type).text);
            a3d_actual(f, type);
        }
    }
    return A3D_OK;
}

static uint32_t count_externals(const scan *s, elements objects)
{
    uint32_t n = 0;
    int64_t type;
    for (uint32_t i = 0; i < objects.count; i++)
        n += read_type(s->doc, objects.first + i, &type) && is_external(s, type);
    return n;
}

static void check_scheme(scan *s, uint32_t section, uint32_t index)
{
    int64_t scheme = a3d_value(s->doc, section, SECTION_scheme);
    int64_t stored = a3d_value(s->doc, section, SECTION_totalLength) - M3G_SECTION_LEAST;
    int64_t unpacked = a3d_value(s->doc, section, SECTION_uncompressedLength);
    if (index == 0 && scheme == M3G_DEFLATED) {
        a3d_finding *f = report(s, M3G_RULE_HEADER_STORED, a3d_field(s->doc, section, SECTION_scheme));
        a3d_say(s->ctx, f, "scheme is 1 (zlib); expected 0 (stored) in the section of the header");
        a3d_expect(f, M3G_STORED, M3G_STORED);
        a3d_actual(f, scheme);
    }
    bool honest = a3d_at(s->doc, a3d_field(s->doc, section, SECTION_uncompressedLength))->honest;
    if (scheme == M3G_DEFLATED && honest && unpacked > 0 && stored >= unpacked) {
        a3d_finding *f = report(s, M3G_RULE_ZLIB_NO_GAIN, a3d_field(s->doc, section, SECTION_scheme));
        a3d_say(s->ctx, f, "the section takes %s compressed; expected less than %s, its size when stored",
                a3d_amount_of((uint64_t)stored, "byte").text, a3d_number_of((uint64_t)unpacked).text);
    }
}

static int check_section(scan *s, uint32_t index)
{
    uint32_t section = s->sections.first + index;
    elements objects = {0, 0, false};
    if (a3d_work(s->ctx, 1) != A3D_OK)
        return A3D_STOP;
    if (a3d_was_read(s->doc, section)) {
        check_scheme(s, section, index);
        objects = list(s->doc, section, SECTION_objects);
    }
    s->complete = s->complete && objects.known;
    s->objects += objects.count;
    uint32_t externals = 0;
    if (index == 1)
        s->externals_at_1 = externals = count_externals(s, objects);
    if (index > 0)
        s->objects_after += objects.count;
    return check_objects(s, index, objects, externals);
}

/* --- what is not there --- */

/* Already reported where its zlib stream should be. */
static bool streamless(const a3d_doc *doc, uint32_t section)
{
    return a3d_value(doc, section, SECTION_scheme) == M3G_DEFLATED &&
           a3d_value(doc, section, SECTION_totalLength) == M3G_SECTION_LEAST;
}

static void check_empty(scan *s, uint32_t section, uint32_t index)
{
    if (!a3d_was_read(s->doc, section) || a3d_value(s->doc, section, SECTION_uncompressedLength) != 0 ||
        a3d_side_find(s->doc, section, A3D_SIDE_TAINT, NULL) != NULL)
        return;
    elements objects = list(s->doc, section, SECTION_objects);
    if (!objects.known || objects.count > 0)
        return;
    if (index == 0) {
        a3d_finding *f = report(s, M3G_RULE_HEADER_FIRST, a3d_field(s->doc, section, SECTION_objects));
        a3d_say(s->ctx, f, "section 0 is empty; expected the header");
    } else if (!streamless(s->doc, section)) {
        a3d_finding *f = report(s, M3G_RULE_EMPTY_SECTION, section);
        a3d_say(s->ctx, f, "section %u is empty; expected an object", (unsigned)index);
    }
}

/* A file without any object is reported as such. */
static void check_empty_sections(scan *s)
{
    for (uint32_t i = 0; s->objects > 0 && i < s->sections.count; i++)
        check_empty(s, s->sections.first + i, i);
}

static void check_missing(scan *s)
{
    uint32_t sections = a3d_field(s->doc, s->doc->root, CONTAINER_sections);
    if (s->objects == 0) {
        a3d_finding *f = report(s, M3G_RULE_NO_OBJECTS, sections);
        a3d_say(s->ctx, f,
                s->sections.count == 0 ? "the file has no section; expected the header"
                                       : "the file has only empty sections; expected the header");
        return;
    }
    if (s->objects == 1 && s->objects_after == 0) {
        a3d_finding *f = report(s, M3G_RULE_ONLY_HEADER, sections);
        a3d_say(s->ctx, f, "the file has only a header; expected an object in a section after it");
    } else if (linked(s) == 1 && s->externals_at_1 == 0) {
        a3d_finding *f = report(s, M3G_RULE_EXTERNAL_MISSING,
                                a3d_field(s->doc, s->header, HEADER_hasExternalReferences));
        a3d_say(s->ctx, f, "hasExternalReferences is 1, but section 1 has no external reference; expected 0");
    }
}

/* --- what the objects hold --- */

/* Whether the header is missing, so that the numbers of all objects are off. */
static bool headless(const scan *s)
{
    if (s->header != A3D_NO_NODE || s->sections.count == 0 || !a3d_was_read(s->doc, s->sections.first))
        return false;
    elements objects = list(s->doc, s->sections.first, SECTION_objects);
    return objects.known && objects.count == 0;
}

static void check_objects_of_1(const scan *s)
{
    a3d_m3g_objects scene = {.ctx = s->ctx, .doc = s->doc};
    if (s->draft || !a3d_m3g_number_objects(&scene))
        return;
    a3d_m3g_check_references(&scene);
    a3d_m3g_check_ranges(&scene);
    a3d_m3g_check_images(&scene);
    a3d_m3g_check_animation(&scene);
    a3d_m3g_check_geometry(&scene);
    a3d_m3g_check_trees(&scene);
    a3d_m3g_check_meshes(&scene);
}

void a3d_m3g_examine(a3d_ctx *ctx)
{
    scan s = {.ctx = ctx, .doc = ctx->doc, .header = A3D_NO_NODE, .complete = true};
    s.sections = list(s.doc, s.doc->root, CONTAINER_sections);
    if (!s.sections.known)
        return;
    s.header = a3d_m3g_find_header(&s);
    s.draft = header_has(&s, HEADER_versionMajor) && a3d_value(s.doc, s.header, HEADER_versionMajor) >= 2;
    a3d_m3g_check_version(&s);
    a3d_m3g_check_content_size(&s);
    for (uint32_t i = 0; i < s.sections.count; i++)
        if (check_section(&s, i) != A3D_OK)
            return;
    check_empty_sections(&s);
    if (s.complete && !s.doc->faulty)
        check_missing(&s);
    a3d_m3g_blame_stray_headers(ctx, s.header);
    a3d_m3g_blame_scheme(ctx);
    a3d_m3g_blame_numbers(ctx, M3G_RULE_HEADER_ALONE);
    a3d_m3g_blame_numbers(ctx, M3G_RULE_HEADER_ONCE);
    if (!s.complete) /* an opaque section hides objects, so the numbers of all later objects are off */
        a3d_m3g_blame_numbers(ctx, M3G_RULE_COMPRESSION_SCHEME);
    if (headless(&s))
        a3d_m3g_blame_numbers(ctx, M3G_RULE_HEADER_FIRST);
    else
        check_objects_of_1(&s);
}
