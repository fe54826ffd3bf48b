/* commands_public.c - an input through the public interface, as a program of somebody else's would; see commands.h */
#include "commands.h"
#include "family.h"

#include <string.h>

static void refuse(const command_run *c, const char *what)
{
    family_refuse("public", c->size, what);
}

static a3dlint_answer look_up(void *user, const char *from, const char *uri, uint64_t limit, a3dlint_linked *linked)
{
    command_run *c = user;
    (void)from;
    linked->why = "it is not there";
    if (command_flip(c))
        return A3DLINT_MISSING;
    *linked = (a3dlint_linked){c->data, c->size, uri, NULL};
    return c->size > limit ? A3DLINT_TOO_LARGE : A3DLINT_FOUND;
}

/* Choices that exist and choices that do not. */
static void choose(command_run *c, a3dlint *lint)
{
    static const char *const formats[] = {NULL, "odol", "m3g", "a3d3"}, *const branches[] = {NULL, "dayz", "mars"};
    int wrong = a3dlint_set_limit(lint, (a3dlint_limit)99, 1) + a3dlint_set_severity(lint, "no/*", A3DLINT_NOTE) +
                a3dlint_set_severity(lint, "*", (a3dlint_severity)9) + a3dlint_add_only(lint, "no/rule") + a3dlint_add_compat(lint, "no-reader") +
                a3dlint_set_format(lint, "m3g", "dayz");
    if (wrong != -6)
        refuse(c, "what is not there was chosen");
    a3d_limits limits = command_limits(c, c->size);
    a3dlint_set_limit(lint, A3DLINT_MAX_UNPACKED, limits.unpacked);
    a3dlint_set_limit(lint, A3DLINT_MAX_WORK, limits.work);
    if (command_flip(c))
        a3dlint_set_lookup(lint, look_up, c);
    switch (command_below(c, 8)) {
    case 0: a3dlint_set_severity(lint, "*", A3DLINT_NOTE); break;
    case 1: a3dlint_add_only(lint, "*/*a*"); a3dlint_add_only(lint, "m3g/*"); break;
    case 2: a3dlint_add_compat(lint, "flash"); a3dlint_add_compat(lint, "nokia"); break;
    case 3: a3dlint_set_format(lint, formats[command_below(c, 4)], branches[command_below(c, 3)]); break;
    case 4: a3dlint_set_limit(lint, A3DLINT_MAX_FINDINGS, 1); break;
    default: break;
    }
}

static void read_findings(const command_run *c, a3dlint_report *report)
{
    a3dlint_finding finding;
    size_t more, n = a3dlint_get_findings(report, &more);
    if (n != a3dlint_get_findings(report, NULL))
        refuse(c, "there are as many findings as one asks for");
    for (size_t i = 0; i < n; i++)
        if (a3dlint_get_finding(report, i, &finding) != 0 || finding.rule == NULL || finding.path == NULL || finding.stream == NULL)
            refuse(c, "a finding cannot be had");
    if (a3dlint_get_finding(report, n, &finding) == 0)
        refuse(c, "there is one finding too many");
}

static void read_report(command_run *c, a3dlint_report *report)
{
    static const char *const forms[] = {"text", "json", "sarif", "junit"};
    const uint8_t *bytes;
    const char *text;
    size_t size;
    a3dlint_verdict verdict = a3dlint_get_verdict(report);
    if ((verdict == A3DLINT_UNREADABLE || verdict == A3DLINT_LIMITED) && a3dlint_get_message(report) == NULL)
        refuse(c, "nothing says why there is no verdict");
    if ((verdict == A3DLINT_UNREADABLE) != (a3dlint_get_format(report) == NULL) || a3dlint_verdict_name(verdict) == NULL)
        refuse(c, "the verdict does not fit the format");
    a3dlint_get_version(report);
    a3dlint_get_branch(report);
    if (a3dlint_get_steps(report) == 0 && verdict == A3DLINT_VALID)
        refuse(c, "a verdict without work");
    if (a3dlint_get_count(report, (a3dlint_severity)9) != 0 || (verdict == A3DLINT_VALID && a3dlint_get_count(report, A3DLINT_ERROR) != 0))
        refuse(c, "a valid file has errors");
    read_findings(c, report);
    a3dlint_write(report, forms[command_below(c, 4)], &text, &size);
    if (a3dlint_rewrite(report, A3DLINT_FAITHFUL, &bytes, &size) == NULL && (size != c->size || memcmp(bytes, c->data, size) != 0))
        refuse(c, "other bytes are written");
    a3dlint_rewrite(report, A3DLINT_CANONICAL, &bytes, &size);
}

void command_public(command_run *c)
{
    a3dlint_memory memory = {c->arena->mem.resize, c->arena->mem.user};
    a3dlint_rule_info rule;
    a3dlint_reader_info reader;
    a3dlint_quirk quirk;
    a3dlint *lint = a3dlint_new(&memory);
    a3dlint_report *report = NULL;
    if (lint != NULL) {
        choose(c, lint);
        report = a3dlint_check(lint, command_flip(c) ? "dir/input.m3g" : NULL, c->data, c->size);
    }
    if (report != NULL)
        read_report(c, report);
    a3dlint_report_free(report);
    a3dlint_free(lint);
    if (a3dlint_version()[0] == '\0' || a3dlint_get_rule(0, &rule) != 0 || a3dlint_get_rule(SIZE_MAX, &rule) == 0)
        refuse(c, "the catalogue does not begin, or does not end");
    a3dlint_get_rule(command_below(c, 1024), &rule);
    if (a3dlint_get_reader(0, &reader) != 0 || a3dlint_get_reader(SIZE_MAX, &reader) == 0 || a3dlint_get_quirk(NULL, SIZE_MAX, &quirk) == 0)
        refuse(c, "the known readers do not begin, or do not end");
    a3dlint_get_reader(command_below(c, 32), &reader);
    if (a3dlint_get_quirk(command_flip(c) ? rule.id : NULL, command_below(c, 256), &quirk) == 0 && a3dlint_does_name(quirk.does) == NULL)
        refuse(c, "what a reader does has no name");
}
