/* format.c - M3G as the engine sees it */
#include "formats/m3g/internal.h"
#include "formats/m3g/rules.h"
#include "model/doc.h"
#include "model/rules.h"

#include <stdio.h>
#include <string.h>

static const a3d_rule rules[M3G_RULES] = {
    A3D_NO_RULE("m3g")
#define RULE(ident, fault, kebab, severity, title, why, ...) \
    A3D_RULE_ROW("m3g", fault, kebab, severity, title, why, __VA_ARGS__)
#include "formats/m3g/rules.def"
#undef RULE
};

static const a3d_version versions[] = {{1, "1.0", NULL, true}, {2, "2.0", NULL, false}, {0, NULL, NULL, false}};

/* The part of the identifier that survives changed line ends, and the same without top bits. */
static const char mark[] = "\xABJSR184\xBB\r\n\x1A\n";
static const char stripped[] = "\x2BJSR184\x3B";

static int probe(const uint8_t *data, size_t size)
{
    if (size >= 12 && memcmp(data, mark, 12) == 0)
        return 3;
    if (size >= 4 && memcmp(data, mark, 4) == 0)
        return 2;
    if (size >= 8 && memcmp(data, stripped, 8) == 0)
        return 2;
    return size > 1 && size < 4 && memcmp(data, mark, size) == 0;
}

static int published_value(const a3d_doc *doc, unsigned variable)
{
    uint32_t publisher = a3d_publisher(doc, variable);
    return publisher != A3D_NO_NODE ? (int)a3d_at(doc, publisher)->v.i : 0;
}

/* The version that the header states, even if it is wrong. If only the type of the object was read, the version is
 * unknown. */
static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    int major = published_value(doc, A3D_VAR_VERSION), minor = published_value(doc, A3D_VAR_USER);
    if (major == 0 && minor == 0)
        snprintf(out, room, "%s", "");
    else
        snprintf(out, room, "%d.%d", major, minor);
}

#define A3D_FAMILY "m3g"
#define A3D_READERS "formats/m3g/readers.def"
#define A3D_TWINS "formats/m3g/twins.def"
#include "model/lists.def"

const a3d_format a3d_format_m3g = {
    .name = "m3g",
    .title = "Mobile 3D Graphics binary (JSR-184)",
    .extensions = "m3g,M3G",
    .sparse = true,
    .root = &a3d_m3g_file,
    .records = a3d_m3g_records,
    .n_records = M3G_RECORDS,
    .rules = rules,
    .n_rules = M3G_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .quirks = quirks,
    .prefix = A3D_PREFIX_U32,
    .probe = probe,
    .examine = a3d_m3g_examine,
    .follow = a3d_m3g_follow,
    .version_text = version_text,
    .writer = a3d_m3g_writer,
    .fresh = a3d_m3g_fresh,
    .canonical = a3d_m3g_canonical,
    .scene = a3d_m3g_scene,
    .choose = a3d_m3g_choose,
};
