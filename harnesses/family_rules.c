/* family_rules.c - rules as edges; see family.h
 *
 * The empty statements differ in their text, so no compiler makes one of two, and every engine that counts edges
 * counts rules. */
#include "family.h"
#include "formats/a3d1/a3d1.h"
#include "formats/a3d1/rules.h"
#include "formats/a3d2/a3d2.h"
#include "formats/a3d2/rules.h"
#include "formats/m3g/m3g.h"
#include "formats/m3g/rules.h"
#include "formats/odol/odol.h"
#include "formats/odol/rules.h"
#include "formats/tanki/rules.h"
#include "formats/tanki/tanki.h"
#include "reach.h"

#if defined(__GNUC__)
#define EDGE(family, ident) __asm__ volatile("# " family " " #ident);
#else
static volatile unsigned edge;
#define EDGE(family, ident) edge = __LINE__;
#endif

static void a3d1_seen(unsigned rule)
{
    switch (rule) {
#define RULE(ident, ...) case A3D1_RULE_##ident: EDGE("a3d1", ident) break;
#include "formats/a3d1/rules.def"
#undef RULE
    default: break;
    }
}

static void a3d2_seen(unsigned rule)
{
    switch (rule) {
#define RULE(ident, ...) case A3D2_RULE_##ident: EDGE("a3d2", ident) break;
#include "formats/a3d2/rules.def"
#undef RULE
    default: break;
    }
}

static void m3g_seen(unsigned rule)
{
    switch (rule) {
#define RULE(ident, ...) case M3G_RULE_##ident: EDGE("m3g", ident) break;
#include "formats/m3g/rules.def"
#undef RULE
    default: break;
    }
}

static void odol_seen(unsigned rule)
{
    switch (rule) {
#define RULE(ident, ...) case ODOL_RULE_##ident: EDGE("odol", ident) break;
#include "formats/odol/rules.def"
#undef RULE
    default: break;
    }
}

static void tanki_seen(unsigned rule)
{
    switch (rule) {
#define RULE(ident, ...) case TANKI_RULE_##ident: EDGE("tanki", ident) break;
#include "formats/tanki/rules.def"
#undef RULE
    default: break;
    }
}

static const struct {
    const a3d_format *format;
    void (*seen)(unsigned rule);
} families[] = {
    {&a3d_format_a3d1, a3d1_seen}, {&a3d_format_a3d2, a3d2_seen}, {&a3d_format_m3g, m3g_seen},
    {&a3d_format_odol, odol_seen}, {&a3d_format_tanki, tanki_seen},
};

void family_rules_seen(const a3d_doc *doc)
{
    reach_seen(doc);
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (size_t i = 0; families[f].format == doc->format && i < doc->n_findings; i++)
            families[f].seen((unsigned)(doc->findings[i].rule - doc->format->rules));
}
