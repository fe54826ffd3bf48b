/* format.c - ODOL P3D as the engine sees it */
#include "formats/odol/odol.h"
#include "formats/odol/rules.h"
#include "formats/odol/schema.h"
#include "model/rules.h"

#include <stdio.h>
#include <string.h>

static const a3d_rule rules[ODOL_RULES] = {
    A3D_NO_RULE("odol")
#define RULE(ident, fault_, kebab, severity_, title_, why_, ...) \
    A3D_RULE_ROW("odol", fault_, kebab, severity_, title_, why_, __VA_ARGS__)
#include "formats/odol/rules.def"
#undef RULE
};

#define ARMA(n) {n, #n, NULL, true}
#define DAYZ(n) {n, #n, "dayz", true}
static const a3d_version versions[] = {
    ARMA(40), ARMA(41), ARMA(42), ARMA(43), ARMA(44), ARMA(45), ARMA(46), ARMA(47), ARMA(48), ARMA(49),
    ARMA(50), ARMA(51), ARMA(52), ARMA(53), ARMA(54), ARMA(55), ARMA(56), ARMA(57), ARMA(58), ARMA(59),
    ARMA(60), ARMA(61), ARMA(62), ARMA(63), ARMA(64), ARMA(65), ARMA(66), ARMA(67), ARMA(68), ARMA(69),
    ARMA(70), ARMA(71), ARMA(72), ARMA(73), ARMA(74), ARMA(75), DAYZ(53), DAYZ(54), DAYZ(55), {0, NULL, NULL, false}};

static const a3d_branch branches[] = {
    {"dayz", ODOL_DAYZ, 53, 55}, {"arma", ODOL_ARMA, ODOL_FIRST_VERSION, ODOL_LAST_VERSION}, {NULL, 0, 0, 0}};

/* Blocks have a flag byte since version 64 and use LZO since 44; before the flag, blocks of 1024 bytes or more are
 * packed. */
static const a3d_block_rule blocks = {64, 44, 1024};

static int probe(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "ODOL", 4) == 0 ? 3 : 0;
}

static void version_text(const a3d_doc *doc, char *out, size_t room)
{
    const char *branch = doc->vars[A3D_VAR_BRANCH] & ODOL_DAYZ ? " (DayZ)" : "";
    snprintf(out, room, "%lld%s", (long long)doc->vars[A3D_VAR_VERSION], branch);
}

#define A3D_FAMILY "odol"
#define A3D_READERS "formats/odol/readers.def"
#define A3D_TWINS "formats/odol/twins.def"
#include "model/lists.def"

const a3d_format a3d_format_odol = {
    .name = "odol",
    .title = "ODOL P3D, the binarised models of Arma and DayZ",
    .extensions = "p3d",
    .root = &a3d_odol_root,
    .records = a3d_odol_records,
    .n_records = REC_COUNT,
    .rules = rules,
    .n_rules = ODOL_RULES,
    .twins = twins,
    .versions = versions,
    .branches = branches,
    .fork = {P3D_modelInfo, MODEL_INFO_autocenter, MODEL_INFO_skeleton},
    .compats = compats,
    .quirks = quirks,
    .version_at = 4,
    .blocks = &blocks,
    .prefix = A3D_PREFIX_U32,
    .probe = probe,
    .examine = a3d_odol_examine,
    .version_text = version_text,
    .choose = a3d_odol_choose,
    .repair = a3d_odol_repair,
    .removed = a3d_odol_removed,
    .scene = a3d_odol_scene,
};
