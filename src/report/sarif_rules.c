/* sarif_rules.c - the tool, its rules and its notices as SARIF describes them; see sarif.h */
#include "report/sarif.h"

#include <string.h>

static const struct {
    const char *id, *text, *help;
} notices[A3D_NOTICES] = {
    {"file-unreadable", "The file cannot be read, or is of no known format.", "Look at the file; --as FORMAT judges it as that format."},
    {"file-limited", "A limit was reached before everything was judged.", "a3dlint --limits tells the limits and how to raise them."},
    {"findings-not-kept", "There are more findings than were kept.", "--max-findings N keeps more of them."},
    {"run-interrupted", "The run was interrupted before every file was judged.", "Run it again."},
    {"configuration-wrong", "The configuration of the file has a mistake, so that it was not judged.", "a3dlint check --print-config PATH tries it."},
};

const char *a3d_notice_id(a3d_notice notice)
{
    return notices[notice].id;
}

/* m3g/content-size: M3gContentSize */
static void put_name(a3d_json *j, const char *id)
{
    a3d_text name;
    a3d_text_init(&name, j->out->arena);
    for (bool capital = true; *id != '\0'; id++) {
        bool word = *id != '/' && *id != '-';
        if (word)
            a3d_putc(&name, capital && *id >= 'a' && *id <= 'z' ? (char)(*id - 'a' + 'A') : *id);
        capital = !word;
    }
    a3d_sarif_buffer(j, "name", &name);
}

/* A text of the rule tables as a sentence: they have no full stop at the end. */
static void put_sentence(a3d_json *j, const char *key, const char *text)
{
    a3d_text sentence;
    a3d_text_init(&sentence, j->out->arena);
    a3d_printf(&sentence, "%s.", text);
    a3d_json_key(j, key);
    a3d_json_open(j, '{');
    a3d_sarif_buffer(j, "text", &sentence);
    a3d_json_close(j, '}');
}

static void put_words(a3d_text *out, const char *text, bool markdown)
{
    for (; *text != '\0'; text++) {
        if (markdown && strchr("*<>|\\`[]_", *text) != NULL)
            a3d_putc(out, '\\');
        a3d_putc(out, *text);
    }
}

static void put_help_text(a3d_json *j, const char *key, const a3d_rule *rule, bool markdown)
{
    static const char *const names[] = {"What must hold", "Why", "Source"};
    const char *const facts[] = {rule->title, rule->why, rule->source};
    a3d_text text;
    a3d_text_init(&text, j->out->arena);
    for (unsigned i = 0; i < 3; i++) {
        a3d_printf(&text, markdown ? "**%s.** " : "%s: ", names[i]);
        put_words(&text, facts[i], markdown);
        a3d_puts(&text, i < 2 ? ".\n\n" : "\n\n");
    }
    a3d_printf(&text, markdown ? "`a3dlint explain %s` shows a file that breaks it and a repair." : "a3dlint explain %s shows a file that breaks it and a repair.", rule->id);
    a3d_sarif_buffer(j, key, &text);
}

static void put_help(a3d_json *j, const a3d_rule *rule)
{
    a3d_text uri;
    a3d_text_init(&uri, j->out->arena);
    a3d_printf(&uri, A3D_HOME "docs/rules/%s.md", rule->id);
    a3d_sarif_buffer(j, "helpUri", &uri);
    a3d_json_key(j, "help");
    a3d_json_open(j, '{');
    put_help_text(j, "text", rule, false);
    put_help_text(j, "markdown", rule, true);
    a3d_json_close(j, '}');
}

static void put_tags(a3d_json *j, const a3d_rule *rule, bool github)
{
    static const char *const problems[] = {"recommendation", "recommendation", "warning", "error"};
    a3d_json_key(j, "properties");
    a3d_json_open(j, '{');
    a3d_json_key(j, "tags");
    a3d_json_open(j, '[');
    a3d_json_text(j, rule->id, strcspn(rule->id, "/"));
    a3d_json_close(j, ']');
    if (github) {
        a3d_sarif_text(j, "precision", "very-high");
        a3d_sarif_text(j, "problem.severity", problems[rule->severity]);
    }
    a3d_json_close(j, '}');
}

static void put_rule(a3d_json *j, const a3d_rule *rule, bool github)
{
    a3d_json_open(j, '{');
    a3d_sarif_text(j, "id", rule->id);
    put_name(j, rule->id);
    put_sentence(j, "shortDescription", rule->title);
    put_sentence(j, "fullDescription", rule->why);
    put_help(j, rule);
    a3d_json_key(j, "defaultConfiguration");
    a3d_json_open(j, '{');
    if (rule->severity != A3D_OFF) {
        a3d_sarif_text(j, "level", a3d_severity_name(rule->severity));
    } else {
        a3d_json_key(j, "enabled");
        a3d_json_bool(j, false);
    }
    a3d_json_close(j, '}');
    put_tags(j, rule, github);
    a3d_json_close(j, '}');
}

void a3d_sarif_tool(const a3d_sink *sink, a3d_json *j)
{
    const a3d_sarif *s = a3d_sarif_of(sink);
    a3d_json_key(j, "tool");
    a3d_json_open(j, '{');
    a3d_json_key(j, "driver");
    a3d_json_open(j, '{');
    a3d_sarif_text(j, "name", "a3dlint");
    a3d_sarif_text(j, "fullName", "a3dlint, parser and linter for 3D game assets");
    a3d_sarif_text(j, "version", A3DLINT_VERSION);
    a3d_sarif_text(j, "semanticVersion", A3DLINT_VERSION);
    a3d_sarif_text(j, "informationUri", A3D_HOME);
    a3d_json_key(j, "rules");
    a3d_json_open(j, '[');
    for (size_t i = 0; i < s->n_rules; i++)
        put_rule(j, s->rules[i], s->github);
    a3d_json_close(j, ']');
    a3d_json_key(j, "notifications");
    a3d_json_open(j, '[');
    for (unsigned i = 0; i < A3D_NOTICES; i++) {
        a3d_json_open(j, '{');
        a3d_sarif_text(j, "id", notices[i].id);
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
