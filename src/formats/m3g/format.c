/* format.c - M3G as the engine sees it. */
#include "formats/m3g/internal.h"
#include "formats/m3g/rules.h"
#include "model/doc.h"
#include "model/rules.h"

#include <stdio.h>
#include <string.h>

static const a3d_rule rules[M3G_RULES] = {
    {.id = NULL},
#define RULE(ident, fault, kebab, severity, title, why, source) \
    A3D_RULE_ROW("m3g", fault, kebab, severity, title, why, source)
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

/* Both numbers are document variables, so that a wrong one is shown as it is. */
static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    if (doc->vars[A3D_VAR_VERSION] == 0 && doc->vars[A3D_VAR_USER] == 0)
        snprintf(out, room, "%s", "");
    else
        snprintf(out, room, "%d.%d", (int)doc->vars[A3D_VAR_VERSION], (int)doc->vars[A3D_VAR_USER]);
}

/* What Nokia's loader refuses although the specification allows it. Source: specs on M3G, sections 4 and 9. */
static const a3d_compat_level nokia[] = {
    {"m3g/string-wide", A3D_ERROR},   {"m3g/texture-large", A3D_ERROR},  {"m3g/sprite-crop", A3D_ERROR},
    {"m3g/texture-units", A3D_ERROR}, {"m3g/texcoord-units", A3D_ERROR}, {NULL, A3D_OFF}};

/* Of two components the specification text demands a third of 0.0; nearly all files break it. */
static const a3d_compat_level pedantic[] = {{"m3g/texcoord-bias", A3D_ERROR}, {NULL, A3D_OFF}};

static const a3d_compat compats[] = {
    {"nokia", "what the Nokia loader does: what it refuses beyond the specification is an error", 0, nokia, "the Nokia loader refuses it"},
    {"pedantic", "the letter of the specification text where all real files break it", 0, pedantic, NULL},
    {NULL, NULL, 0, NULL, NULL}};

static const char *const twins[] = {
#define TWIN(recipe) recipe,
#include "formats/m3g/twins.def"
#undef TWIN
    NULL};

const a3d_format a3d_format_m3g = {
    .name = "m3g",
    .title = "Mobile 3D Graphics binary (JSR-184)",
    .extensions = "m3g,M3G",
    .root = &a3d_m3g_file,
    .records = a3d_m3g_records,
    .n_records = M3G_RECORDS,
    .rules = rules,
    .n_rules = M3G_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .prefix = A3D_PREFIX_U32,
    .probe = probe,
    .examine = a3d_m3g_examine,
    .follow = a3d_m3g_follow,
    .version_text = version_text,
    .fresh = a3d_m3g_fresh,
    .canonical = a3d_m3g_canonical,
    .choose = a3d_m3g_choose,
};
