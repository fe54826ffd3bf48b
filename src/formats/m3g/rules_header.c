/* rules_header.c - rules about the header: its version and the size of all content */
#include "engine/document/findings.h"
#include "formats/m3g/causes.h"
#include "formats/m3g/scan.h"

#include <string.h>

uint32_t a3d_m3g_find_header(const scan *s)
{
    if (s->sections.count == 0 || !a3d_was_read(s->doc, s->sections.first))
        return A3D_NO_NODE;
    elements objects = list(s->doc, s->sections.first, SECTION_objects);
    int64_t type;
    if (objects.count == 0 || !read_type(s->doc, objects.first, &type) || type != M3G_HEADER)
        return A3D_NO_NODE;
    uint32_t body = a3d_field(s->doc, objects.first, OBJECT_body);
    return a3d_was_read(s->doc, body) ? body : A3D_NO_NODE;
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
        a3d_say(s->ctx, f,
                "the file version is 2.0; expected 1.0, because 2.0 is a draft (JSR-297) of which only the framing is "
                "checked");
    } else {
        f = report(s, M3G_RULE_VERSION, node);
        a3d_say(s->ctx, f, "%s is %d; expected %d, because 1.0 is the only version",
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
        a3d_say(
            s->ctx, f,
            "approximateContentSize is %lld, the size of this file alone; expected more, because it links to others",
            (long long)size);
        return;
    }
    a3d_expect(f, total, links ? UINT32_MAX : total);
    a3d_say(s->ctx, f, "approximateContentSize is %lld; expected %lld%s", (long long)size, (long long)total,
            links ? " or more" : ", the size of the file");
}
