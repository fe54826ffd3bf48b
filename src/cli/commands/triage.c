/* triage.c - `a3dlint triage`: groups broken files by root cause, and writes a page that shows them */
#include "cli/commands/check_files.h"
#include "cli/commands/commands.h"
#include "cli/commands/page_parts.h"
#include "cli/input/files.h"
#include "cli/options/cli.h"
#include "cli/output/complain.h"
#include "cli/output/status.h"
#include "cli/output/write.h"
#include "os/files.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_PAGE "a3dlint-triage.html"

/* Whether the page may be written: the path is free, or has a triage page, which is replaced. Complains if not. */
static bool may_replace(const char *path)
{
    char start[sizeof A3D_PAGE_MARK - 1];
    a3d_os_info info;
    bool there = a3d_os_info_of(path, &info);
    if (!there && !a3d_os_was_missing()) {
        a3d_complain("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    size_t n = there && info.kind == A3D_OS_FILE ? a3d_read_head(path, (uint8_t *)start, sizeof start) : SIZE_MAX;
    if (n == SIZE_MAX || (n == sizeof start && memcmp(start, A3D_PAGE_MARK, n) == 0))
        return true;
    a3d_complain("%s already exists and is not a triage page; choose another file with -o", path);
    return false;
}

/* ---- the report form for a3d_check_files ---- */

typedef struct triage_report {
    a3d_triage *triage;
    a3d_page_parts parts;
    const char *path; /* of the page */
    unsigned shows;   /* A3D_SHOWS_… */
    bool as_json, as_data;
    int status;
} triage_report;

static void begin_report(a3d_sink *sink)
{
    triage_report *r = sink->state;
    r->triage = a3d_triage_new(sink->out->arena, r->shows);
    sink->out->failed |= r->triage == NULL;
}

static void report_file(a3d_sink *sink, const char *path, const a3d_result *result)
{
    triage_report *r = sink->state;
    if (sink->out->failed || !a3d_triage_add(r->triage, sink, path, result))
        sink->out->failed = true;
}

static void write_page(a3d_sink *sink, triage_report *r)
{
    a3d_text page;
    a3d_text_init(&page, sink->out->arena);
    a3d_triage_page(&page, r->triage, sink, &r->parts);
    const char *why = a3d_write_output(r->path, &page);
    if (why != NULL) {
        a3d_complain("cannot write %s: %s", r->path, why);
        r->status = A3D_EXIT_FAULT;
    }
    a3d_text_free(&page);
}

static void end_report(a3d_sink *sink)
{
    triage_report *r = sink->state;
    if (sink->out->failed || !a3d_triage_close(r->triage)) {
        sink->out->failed = true;
        return;
    }
    if (r->as_data) {
        a3d_triage_data(sink->out, r->triage, sink, r->shows & A3D_SHOWS_VIEW);
        a3d_putc(sink->out, '\n');
        return;
    }
    if (sink->status == A3D_EXIT_FAULT) /* the page would lack files */
        r->status = A3D_EXIT_FAULT;
    else
        write_page(sink, r);
    const char *written = r->status == 0 ? r->path : NULL;
    if (r->as_json) {
        a3d_triage_json(sink->out, r->triage, sink, written);
        return;
    }
    a3d_triage_text(sink->out, r->triage, sink);
    if (written != NULL) {
        a3d_puts(sink->out, "\nthe page is ");
        a3d_put_file_name(sink->out, written);
        bool lacks_view = r->parts.view.size == 0 && (r->shows & A3D_SHOWS_VIEW);
        a3d_puts(sink->out, lacks_view ? ", without the 3D view, which `make page` builds\n" : "\n");
        if (a3d_triage_groups(r->triage) == 0 && !(r->shows & A3D_SHOWS_VALID))
            a3d_puts(sink->out, "it shows no file; --include valid adds files with nothing wrong\n");
    }
}

/* Reads --include, --no-bytes and --no-3d. */
static bool read_shows(const a3d_cli *cli, unsigned *shows)
{
    *shows = A3D_SHOWS_USUAL;
    if (cli->no_bytes)
        *shows &= ~(unsigned)A3D_SHOWS_BYTES;
    if (cli->no_3d)
        *shows &= ~(unsigned)A3D_SHOWS_VIEW;
    if (cli->include == NULL)
        return true;
    *shows |= A3D_SHOWS_VALID;
    if (strcmp(cli->include, "valid") == 0)
        return true;
    a3d_complain("--include %s: the only choice is valid", cli->include);
    return false;
}

static const a3d_report_form form = {"triage", NULL, begin_report, report_file, end_report, false, true, NULL, false};

/* Reads --format and what goes with it. Returns 0, or an exit status after a message. */
static int read_form(const a3d_cli *cli, triage_report *r)
{
    const char *word = cli->format != NULL ? cli->format : "text";
    r->as_json = strcmp(word, "json") == 0;
    r->as_data = strcmp(word, "data") == 0;
    if (!r->as_json && !r->as_data && strcmp(word, "text") != 0)
        a3d_complain("unknown format '%s'; choose from text, json and data", word);
    else if (r->as_data && cli->output != NULL)
        a3d_complain("--format data goes to standard output and writes no page; leave out -o");
    else if (read_shows(cli, &r->shows))
        return 0;
    return A3D_EXIT_USAGE;
}

int a3d_run_triage(a3d_cli *cli)
{
    triage_report r = {.path = cli->output != NULL ? cli->output : DEFAULT_PAGE};
    int status = read_form(cli, &r);
    if (status != 0)
        return status;
    if (r.as_data)
        return a3d_check_files(cli, &form, &r, NULL);
    if (strcmp(r.path, "-") == 0) {
        a3d_complain("-o: the page is a file beside the summary; check --format html writes it to standard output");
        return A3D_EXIT_USAGE;
    }
    if (!may_replace(r.path))
        return A3D_EXIT_USAGE;
    if (!a3d_load_page(cli->arena, &r.parts))
        return A3D_EXIT_FAULT;
    if (!(r.shows & A3D_SHOWS_VIEW))
        r.parts.view = (a3d_page_part){NULL, 0};
    cli->output = r.path;
    status = a3d_check_files(cli, &form, &r, NULL);
    return status > r.status ? status : r.status;
}
