/* catalog.c - lists the rules of all formats as text and as JSON; see catalog.h */
#include "report/reference/catalog.h"
#include "report/common/readers.h"

#include <string.h>

/* Walks over the rules of all formats in order, or of one. Initialize the counters with zeros; next() returns NULL
 * after the last rule. */
typedef struct cursor {
    const a3d_format *only; /* or NULL */
    size_t format;
    unsigned rule;
} cursor;

static const a3d_rule *next(cursor *c)
{
    const a3d_format *const *formats = a3d_rule_sets();
    while (formats[c->format] != NULL) {
        bool listed = c->only == NULL || c->only == formats[c->format];
        if (listed && ++c->rule < formats[c->format]->n_rules)
            return &formats[c->format]->rules[c->rule];
        c->format++;
        c->rule = 0;
    }
    return NULL;
}

void a3d_rules_json(a3d_text *out, const a3d_format *only)
{
    a3d_json j;
    cursor c = {.only = only};
    a3d_json_init(&j, out, true);
    a3d_json_open(&j, '{');
    a3d_json_member_open(&j, "rules", '[');
    for (const a3d_rule *rule; (rule = next(&c)) != NULL;) {
        a3d_json_open(&j, '{');
        a3d_json_member_str(&j, "id", rule->id);
        a3d_json_member_str(&j, "severity", a3d_severity_name(rule->severity));
        a3d_json_member_str(&j, "title", rule->title);
        a3d_json_member_str(&j, "rationale", rule->why);
        a3d_json_member_str(&j, "source", rule->source);
        a3d_json_member_bool(&j, "fixable", rule->fix != A3D_FIX_NONE);
        a3d_json_readers(&j, a3d_rule_set_of(rule->id), rule->id, A3D_ALL_READERS, true);
        a3d_json_close(&j, '}');
    }
    a3d_json_close(&j, ']');
    a3d_json_close(&j, '}');
    a3d_putc(out, '\n');
}

void a3d_rules_text(a3d_text *out, const a3d_format *only)
{
    cursor c = {.only = only};
    for (const a3d_rule *rule; (rule = next(&c)) != NULL;)
        a3d_printf(out, "%-8s %-30s %s\n", a3d_severity_name(rule->severity), rule->id, rule->title);
}
