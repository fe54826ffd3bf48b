/* rules.c - describes the tool, its rules and its notices; see sarif.h */
#include "report/common/markdown.h"
#include "report/sarif/sarif.h"

#include <string.h>

static const struct {
    const char *id, *text, *help;
} notices[A3D_NOTICES] = {
    {"file-unreadable", "The file cannot be read, or is of an unknown format.",
     "Inspect the file; --as FORMAT checks it as that format."},
    {"file-limited", "A limit was reached before everything was checked.",
     "a3dlint --limits prints the limits and how to raise them."},
    {"findings-not-kept", "There are more findings than were kept.", "--max-findings N keeps more of them."},
    {"run-interrupted", "The run was interrupted before every file was checked.", "Run it again."},
    {"configuration-wrong", "The configuration of the file has a mistake, so it was not checked.",
     "a3dlint check --print-config PATH tries it."},
    {"configuration-used", "A line of a configuration file hides findings or files, or changes a limit or the status.",
     "--untrusted reads no configuration of the checked files."},
};

const char *a3d_notice_id(a3d_notice notice)
{
    return notices[notice].id;
}

/* Writes m3g/content-size as M3gContentSize. */
static void put_name(a3d_json *j, const char *id)
{
    a3d_json_member_open(j, "name", '"');
    char *to = a3d_room(j->out, strlen(id));
    if (to == NULL)
        return;
    for (bool capital = true; *id != '\0'; id++) {
        bool word = *id != '/' && *id != '-';
        *to = capital && *id >= 'a' ? (char)(*id - 'a' + 'A') : *id;
        to += word;
        capital = !word;
    }
    a3d_ended(j->out, to);
    a3d_json_end_text(j);
}

/* Writes a text of the rule tables as a sentence; there they have no full stop. */
static void put_sentence(a3d_json *j, const char *key, const char *text)
{
    a3d_json_member_open(j, key, '{');
    a3d_json_member_open(j, "text", '"');
    a3d_json_part(j, text, strlen(text));
    a3d_putc(j->out, '.');
    a3d_json_end_text(j);
    a3d_json_close(j, '}');
}

/* A blank line inside a JSON string. */
#define EMPTY_LINE "\\u000a\\u000a"

static void put_plain(a3d_json *j, const a3d_rule *rule)
{
    a3d_json_member_open(j, "text", '"');
    a3d_puts(j->out, "What must hold: ");
    a3d_json_part(j, rule->title, strlen(rule->title));
    a3d_puts(j->out, "." EMPTY_LINE "Why: ");
    a3d_json_part(j, rule->why, strlen(rule->why));
    a3d_puts(j->out, "." EMPTY_LINE "Source: ");
    a3d_json_part(j, rule->source, strlen(rule->source));
    a3d_puts(j->out, EMPTY_LINE "a3dlint explain ");
    a3d_puts(j->out, rule->id);
    a3d_puts(j->out, " shows a file that breaks it and a repair.");
    a3d_json_end_text(j);
}

static void put_words(a3d_json *j, const char *text)
{
    for (;;) {
        size_t n = a3d_unmarked(text);
        a3d_json_part(j, text, n);
        if (text[n] == '\0')
            return;
        a3d_puts(j->out, "\\\\");
        a3d_json_part(j, text + n, 1);
        text += n + 1;
    }
}

static void put_markdown(a3d_json *j, const a3d_rule *rule)
{
    a3d_json_member_open(j, "markdown", '"');
    a3d_puts(j->out, "**What must hold.** ");
    put_words(j, rule->title);
    a3d_puts(j->out, "." EMPTY_LINE "**Why.** ");
    put_words(j, rule->why);
    a3d_puts(j->out, "." EMPTY_LINE "**Source.** ");
    put_words(j, rule->source);
    a3d_puts(j->out, EMPTY_LINE "`a3dlint explain ");
    a3d_puts(j->out, rule->id);
    a3d_puts(j->out, "` shows a file that breaks it and a repair.");
    a3d_json_end_text(j);
}

static void put_help(a3d_json *j, const a3d_rule *rule)
{
    if (A3DLINT_HOME[0] != '\0') {
        a3d_json_member_open(j, "helpUri", '"');
        a3d_puts(j->out, A3DLINT_HOME "docs/rules/");
        a3d_puts(j->out, rule->id);
        a3d_puts(j->out, ".html");
        a3d_json_end_text(j);
    }
    a3d_json_member_open(j, "help", '{');
    put_plain(j, rule);
    put_markdown(j, rule);
    a3d_json_close(j, '}');
}

static void put_tags(a3d_json *j, const a3d_rule *rule, bool github)
{
    static const char *const problems[] = {"recommendation", "recommendation", "warning", "error"};
    a3d_json_member_open(j, "properties", '{');
    a3d_json_member_open(j, "tags", '[');
    a3d_json_text(j, rule->id, strcspn(rule->id, "/"));
    a3d_json_close(j, ']');
    if (github) {
        a3d_json_member_str(j, "precision", "very-high");
        a3d_json_member_str(j, "problem.severity", problems[rule->severity]);
    }
    a3d_json_close(j, '}');
}

static void put_rule(a3d_json *j, const a3d_rule *rule, bool github)
{
    a3d_json_open(j, '{');
    a3d_json_member_str(j, "id", rule->id);
    put_name(j, rule->id);
    put_sentence(j, "shortDescription", rule->title);
    put_sentence(j, "fullDescription", rule->why);
    put_help(j, rule);
    a3d_json_member_open(j, "defaultConfiguration", '{');
    if (rule->severity != A3D_OFF) {
        a3d_json_member_str(j, "level", a3d_severity_name(rule->severity));
    } else {
        a3d_json_member_bool(j, "enabled", false);
    }
    a3d_json_close(j, '}');
    put_tags(j, rule, github);
    a3d_json_close(j, '}');
}

void a3d_sarif_tool(const a3d_sink *sink, a3d_json *j)
{
    const a3d_sarif *s = a3d_sarif_of(sink);
    a3d_json_member_open(j, "tool", '{');
    a3d_json_member_open(j, "driver", '{');
    a3d_json_member_str(j, "name", "a3dlint");
    a3d_json_member_str(j, "fullName", "a3dlint, parser and linter for 3D game assets");
    a3d_json_member_str(j, "version", A3DLINT_VERSION);
    a3d_json_member_str(j, "semanticVersion", A3DLINT_VERSION);
    if (A3DLINT_HOME[0] != '\0')
        a3d_json_member_str(j, "informationUri", A3DLINT_HOME);
    a3d_json_member_open(j, "rules", '[');
    for (size_t i = 0; i < s->n_rules; i++)
        put_rule(j, s->rules[i], s->github);
    a3d_json_close(j, ']');
    a3d_json_member_open(j, "notifications", '[');
    for (unsigned i = 0; i < A3D_NOTICES; i++) {
        a3d_json_open(j, '{');
        a3d_json_member_str(j, "id", notices[i].id);
        put_name(j, notices[i].id);
        a3d_sarif_message(j, "shortDescription", notices[i].text);
        a3d_sarif_message(j, "fullDescription", notices[i].text);
        a3d_sarif_message(j, "help", notices[i].help);
        a3d_json_close(j, '}');
    }
    a3d_json_close(j, ']');
    a3d_json_close(j, '}');
    a3d_json_close(j, '}');
}
