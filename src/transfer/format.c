/* format.c - the rules of whole files as a set of their own, and a record for files of no known format */
#include "model/rules.h"
#include "model/schema.h"
#include "transfer/transfer.h"

#define CONTENT_FIELDS(F, P) F(P, content, BYTES, REST, SAYS("all bytes of the file"))
A3D_RECORD_OF(CONTENT, content, "File", 0)

static const a3d_record *const records[] = {&content};

static const a3d_rule rules[] = {
    A3D_NO_RULE("file")
#define RULE(ident, fault, kebab, severity, title, why, ...) \
    A3D_RULE_ROW("file", fault, kebab, severity, title, why, __VA_ARGS__)
#include "transfer/rules.def"
#undef RULE
};

static const char *const twins[] = {
#define TWIN(recipe) recipe,
#include "transfer/twins.def"
#undef TWIN
    NULL};

static const a3d_version versions[] = {{0, NULL, NULL, false}};
static const a3d_compat compats[] = {{.name = NULL}};
static const a3d_quirk quirks[] = {{.reader = NULL}};

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    (void)doc;
    if (room > 0)
        out[0] = '\0';
}

const a3d_format a3d_format_file = {
    .name = "file",
    .title = "Whole files, before any format",
    .extensions = "",
    .root = &content,
    .records = records,
    .n_records = 1,
    .rules = rules,
    .n_rules = A3D_FILE_RULES,
    .twins = twins,
    .versions = versions,
    .compats = compats,
    .quirks = quirks,
    .version_text = version_text,
};
