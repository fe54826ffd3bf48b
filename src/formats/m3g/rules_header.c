/* rules_header.c - rules about the identifier and the header: its version and the size of all content */
#include "engine/document/findings.h"
#include "formats/m3g/causes.h"
#include "formats/m3g/scan.h"

#include <string.h>

/* --- the identifier --- */

typedef struct damage {
    const char *bytes;
    uint8_t size;
    bool whole; /* the file ends there */
    const char *what;
} damage;

static const damage damages[] = {
    {"\x2BJSR184\x3B", 8, false, "the top bits of its bytes were cleared"},
    {"\xABJSR184\xBB\n\x1A\n", 11, false, "CR LF became LF"},
    {"\xABJSR184\xBB\r\n\x1A\r\n", 13, false, "LF became CR LF"},
    {"\xABJSR184\xBB\r\r\n\x1A\r\n", 14, false, "LF became CR LF"},
    {"\xABJSR184\xBB\r\n", 10, true, "it ends at the end-of-text byte 1A"},
    {"\xABJSR184\xBB\r\n\x1A", 11, true, "it ends at the end-of-text byte 1A"},
};

void a3d_m3g_explain_identifier(scan *s)
{
    const a3d_stream *file = &s->doc->streams[0];
    if (s->doc->n_findings == 0)
        return;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        const damage *d = &damages[i];
        bool fits = d->whole ? file->size == d->size : file->size >= d->size;
        if (!fits || memcmp(file->data, d->bytes, d->size) != 0)
            continue;
        uint32_t node = a3d_field(s->doc, s->doc->root, CONTAINER_identifier);
        a3d_finding *f = a3d_report(s->ctx, &s->ctx->format->rules[M3G_RULE_IDENTIFIER_TEXT_DAMAGE], node, 0, 0,
                                    d->size);
        f->cause = 0;
        a3d_say(s->ctx, f, "The file was damaged by a transfer as text: %s", d->what);
        return;
    }
}

/* --- the header --- */

uint32_t a3d_m3g_find_header(const scan *s)
{
    if (s->sections.count == 0 || !present(s->doc, s->sections.first))
        return A3D_NO_NODE;
    elements objects = list(s->doc, s->sections.first, SECTION_objects);
    int64_t type;
    if (objects.count == 0 || !read_type(s->doc, objects.first, &type) || type != M3G_HEADER)
        return A3D_NO_NODE;
    uint32_t body = a3d_field(s->doc, objects.first, OBJECT_body);
    return present(s->doc, body) ? body : A3D_NO_NODE;
}

void a3d_m3g_check_version(scan *s)
{
    if (!header_has(s, HEADER_versionMinor))
        return;
    int64_t major = a3d_value(s->doc, s->header, HEADER_versionMajor);
    int64_t minor = a3d_value(s->doc, s->header, HEADER_versionMinor);
    uint32_t node = a3d_field(s->doc, s->header, major != 1 ? HEADER_versionMajor : HEADER_versionMinor);
    size_t before = s->doc->n_findings;
    if (major == 1 && minor == 0)
        return;
    a3d_finding *f;
    if (major == 2 && minor == 0) {
        f = report(s, M3G_RULE_VERSION_DRAFT, node);
        a3d_say(s->ctx, f, "Version 2.0, a draft (JSR-297) that was never final; only its framing is checked");
    } else {
        f = report(s, M3G_RULE_VERSION, node);
        a3d_say(s->ctx, f, "Version %d.%d: %s is %d and must be %d; only 1.0 exists", (int)major, (int)minor,
                a3d_row_name(a3d_at(s->doc, node)->row), (int)(major != 1 ? major : minor), major != 1);
    }
    a3d_expect(f, major != 1, major != 1);
    a3d_actual(f, major != 1 ? major : minor);
    if (s->doc->n_findings > before)
        a3d_m3g_blame_version(s->ctx->doc, s->header, (uint32_t)before, major, minor);
}

/* Checks M3G-067, M3G-068, M3G-069. */
void a3d_m3g_check_content_size(scan *s)
{
    int links = linked(s);
    if (links < 0 || !header_has(s, HEADER_approximateContentSize))
        return;
    uint32_t node = a3d_field(s->doc, s->header, HEADER_approximateContentSize);
    int64_t size = a3d_value(s->doc, s->header, HEADER_approximateContentSize);
    int64_t total = a3d_value(s->doc, s->header, HEADER_totalFileSize);
    if (links ? size > total : size == total)
        return;
    unsigned rule = !links         ? M3G_RULE_CONTENT_SIZE
                    : size < total ? M3G_RULE_CONTENT_SIZE_LINKED
                                   : M3G_RULE_CONTENT_SIZE_UNLINKED;
    a3d_finding *f = report(s, rule, node);
    a3d_actual(f, size);
    if (rule == M3G_RULE_CONTENT_SIZE_UNLINKED) {
        a3d_say(s->ctx, f, "ApproximateContentSize is the size of this file alone, though it links to others");
        return;
    }
    a3d_expect(f, total, links ? UINT32_MAX : total);
    a3d_say(s->ctx, f, "ApproximateContentSize is %lld; it should be %lld%s", (long long)size, (long long)total,
            links ? " or more" : "");
}
