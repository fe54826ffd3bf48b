/* mutants.c - draws single small changes of C sources, to see whether a test notices them (ci/mutants)
 *
 *   mutants draw SEED COUNT FILE...    prints COUNT changes, a line each, the folders in turn
 *   mutants apply CHANGE < FILE        prints the file with one of these changes
 *
 * A line is FILE, LINE, COLUMN, KIND, OLD and NEW with tabs between them. Comments, texts and the lines of the
 * preprocessor are left alone. What does not compile is for the caller to find out. */
#include "engine/generate/random.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 4096, MOST_TEXT = 512 * 1024, TRIES = 200 };

typedef struct change {
    const char *kind, *old, *new;
} change;

/* Operators with a space on both sides, as the project's style has binary ones. */
static const change operators[] = {
    {"relation", " < ", " <= "},    {"relation", " <= ", " < "},    {"relation", " > ", " >= "},
    {"relation", " >= ", " > "},    {"relation", " == ", " != "},   {"relation", " != ", " == "},
    {"logic", " && ", " || "},      {"logic", " || ", " && "},      {"arithmetic", " + ", " - "},
    {"arithmetic", " - ", " + "},   {"arithmetic", " * ", " / "},   {"arithmetic", " / ", " * "},
    {"arithmetic", " % ", " / "},   {"arithmetic", " += ", " -= "}, {"arithmetic", " -= ", " += "},
    {"bits", " & ", " | "},         {"bits", " | ", " & "},         {"bits", " << ", " >> "},
    {"bits", " >> ", " << "},       {"bits", " ^ ", " | "},         {"step", "++", "--"},
    {"condition", "if (", "if (!("}};
enum { OPERATORS = sizeof operators / sizeof *operators };

typedef struct source {
    const char *name;
    char *text, *code; /* code: the text with comments, strings and preprocessor lines blanked */
    size_t size;
} source;

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "mutants: %s%s\n", what, name);
    exit(2);
}

static char *read_all(FILE *f, size_t *size)
{
    char *text = calloc(1, MOST_TEXT);
    if (text == NULL)
        fail("no memory", "");
    *size = fread(text, 1, MOST_TEXT - 1, f);
    if (ferror(f) || !feof(f))
        fail("cannot read it whole", "");
    return text;
}

/* The end of a comment, string or preprocessor line that begins at `at`; `at` itself where none does. */
static size_t skipped(const char *s, size_t at)
{
    size_t end = at;
    if (s[at] == '/' && s[at + 1] == '*') {
        const char *close = strstr(s + at + 2, "*/");
        return close != NULL ? (size_t)(close - s) + 2 : strlen(s);
    }
    if (s[at] == '#' && (at == 0 || s[at - 1] == '\n')) {
        for (; s[end] != '\0' && (s[end] != '\n' || s[end - 1] == '\\'); end++)
            ;
        return end;
    }
    if (s[at] != '"' && s[at] != '\'')
        return at;
    for (end++; s[end] != '\0' && s[end] != s[at]; end++)
        end += s[end] == '\\';
    return end + (s[end] != '\0');
}

static void blank(source *s)
{
    s->code = malloc(s->size + 1);
    if (s->code == NULL)
        fail("no memory", "");
    memcpy(s->code, s->text, s->size + 1);
    for (size_t at = 0; at < s->size;) {
        size_t end = skipped(s->text, at);
        for (size_t i = at; i < end; i++)
            s->code[i] = s->code[i] == '\n' ? '\n' : ' ';
        at = end > at ? end : at + 1;
    }
}

/* The position after the parenthesis that closes the one before `at`; 0: there is none. */
static size_t closing(const char *s, size_t at)
{
    for (int depth = 1; s[at] != '\0'; at++) {
        depth += (s[at] == '(') - (s[at] == ')');
        if (depth == 0)
            return at;
    }
    return 0;
}

/* A statement of one line: a call or an assignment, which the change deletes. */
static bool is_statement(const char *line, size_t size)
{
    size_t from = strspn(line, " ");
    if (from == 0 || from >= size || line[size - 1] != ';' || !islower((unsigned char)line[from]))
        return false;
    static const char *const words[] = {"return", "break", "continue", "goto", "const", "static", "case", "default"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(line + from, words[i], strlen(words[i])) == 0)
            return false;
    int depth = 0;
    for (size_t i = from; i < size; i++)
        depth += (line[i] == '(') - (line[i] == ')');
    size_t name = from + strspn(line + from, "abcdefghijklmnopqrstuvwxyz0123456789_.->[]");
    return depth == 0 &&
           (line[name] == '(' || strncmp(line + name, " = ", 3) == 0 || strncmp(line + name, "++;", 3) == 0);
}

/* Where a line stands, counted from 1; the column is in bytes. */
static void print_place(const source *s, size_t at, const char *kind, const char *old, size_t size, const char *new)
{
    unsigned line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at; i++)
        if (s->text[i] == '\n') {
            line++;
            start = i + 1;
        }
    printf("%s\t%u\t%zu\t%s\t%.*s\t%s\n", s->name, line, at - start + 1, kind, (int)size, old, new);
}

static bool draw_statement(const source *s, size_t at)
{
    while (at > 0 && s->code[at - 1] != '\n')
        at--;
    size_t size = strcspn(s->code + at, "\n"), from = strspn(s->code + at, " ");
    if (size == 0 || !is_statement(s->code + at, size))
        return false;
    print_place(s, at + from, "statement", s->text + at + from, size - from, ";");
    return true;
}

static bool draw_number(const source *s, size_t at)
{
    char new[32];
    while (at > 0 && isdigit((unsigned char)s->code[at - 1]))
        at--;
    size_t size = strspn(s->code + at, "0123456789");
    if (size == 0 || size > 9 || at == 0 || isalnum((unsigned char)s->code[at - 1]) || s->code[at - 1] == '_' ||
        s->code[at - 1] == '.' || isalnum((unsigned char)s->code[at + size]) || s->code[at + size] == '.' ||
        s->code[at + size] == '_')
        return false;
    unsigned long is = strtoul(s->code + at, NULL, 10);
    snprintf(new, sizeof new, "%lu", is == 1 ? 0 : is + 1);
    print_place(s, at, "number", s->text + at, size, new);
    return true;
}

static bool draw_operator(const source *s, size_t at)
{
    for (unsigned i = 0; i < OPERATORS; i++) {
        size_t size = strlen(operators[i].old);
        if (at + size >= s->size || memcmp(s->code + at, operators[i].old, size) != 0)
            continue;
        const change *c = &operators[i];
        if (strcmp(c->kind, "condition") != 0) {
            print_place(s, at, c->kind, c->old, size, c->new);
            return true;
        }
        size_t end = closing(s->code, at + size);
        char new[512];
        if (end == 0 || end - at > sizeof new - 8 || memchr(s->text + at, '\n', end - at) != NULL)
            return false;
        snprintf(new, sizeof new, "if (!(%.*s))", (int)(end - at - size), s->text + at + size);
        print_place(s, at, c->kind, s->text + at, end - at + 1, new);
        return true;
    }
    return false;
}

/* One change of any kind near a place of chance. */
static bool draw_in(a3d_random *random, const source *s)
{
    unsigned kind = a3d_random_below(random, 4);
    size_t at = a3d_random_below(random, (uint32_t)s->size);
    for (size_t i = 0; i < s->size; i++, at = (at + 1) % s->size)
        if (kind == 0 ? draw_statement(s, at) : kind == 1 ? draw_number(s, at) : draw_operator(s, at))
            return true;
    return false;
}

static size_t folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL ? (size_t)(slash - name) : 0;
}

/* Draws `count` changes; the folders take turns, so that a small one counts as much as a large one. */
static void draw(uint64_t seed, unsigned count, char **names, unsigned n)
{
    static source files[MOST_FILES];
    static unsigned first[MOST_FILES + 1];
    unsigned folders = 0;
    a3d_random random = a3d_random_of(seed);
    for (unsigned i = 0; i < n; i++) {
        FILE *f = fopen(names[i], "rb");
        if (f == NULL)
            fail("cannot open ", names[i]);
        files[i].name = names[i];
        files[i].text = read_all(f, &files[i].size);
        fclose(f);
        blank(&files[i]);
        if (i == 0 || folder_of(names[i]) != folder_of(names[i - 1]) ||
            strncmp(names[i], names[i - 1], folder_of(names[i])) != 0)
            first[folders++] = i;
    }
    first[folders] = n;
    for (unsigned i = 0; i < count; i++) {
        unsigned folder = i % folders, tries = 0;
        do {
            unsigned among = first[folder + 1] - first[folder];
            if (draw_in(&random, &files[first[folder] + a3d_random_below(&random, among)]))
                break;
        } while (++tries < TRIES);
    }
}

static void apply(char *line)
{
    char *field[6];
    size_t size, at = 0;
    for (unsigned i = 0; i < 6; i++) {
        field[i] = line;
        line = i < 5 ? strchr(line, '\t') : line + strcspn(line, "\n");
        if (line == NULL)
            fail("not a change: ", field[0]);
        *line++ = '\0';
    }
    char *text = read_all(stdin, &size);
    for (unsigned n = (unsigned)strtoul(field[1], NULL, 10); n > 1; n--)
        at += strcspn(text + at, "\n") + 1;
    at += strtoul(field[2], NULL, 10) - 1;
    size_t old = strlen(field[4]);
    if (at + old > size || memcmp(text + at, field[4], old) != 0)
        fail("the source has changed: ", field[0]);
    fwrite(text, 1, at, stdout);
    fputs(field[5], stdout);
    fwrite(text + at + old, 1, size - at - old, stdout);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "apply") == 0) {
        apply(argv[2]);
    } else if (argc > 4 && argc - 4 < MOST_FILES && strcmp(argv[1], "draw") == 0) {
        draw(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10), argv + 4, (unsigned)argc - 4);
    } else {
        fputs("usage: mutants draw SEED COUNT FILE... | mutants apply CHANGE\n", stderr);
        return 2;
    }
    return fflush(stdout) != 0;
}
