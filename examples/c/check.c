/* check.c - checks files with liba3dlint and prints what is wrong:
 *
 *     cc check.c $(pkg-config --cflags --libs a3dlint) -o check && ./check door.a3d
 *
 * The exit status is 0 if all files are valid, 1 if one is not, 2 if one cannot be read. */
#include <a3dlint.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads a whole file. Returns its bytes, which the caller frees, or NULL. */
static unsigned char *read_file(const char *path, size_t *size)
{
    unsigned char *bytes = NULL;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && ftell(file) >= 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        bytes = (unsigned char *)malloc(*size + 1);
        if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

static void show_finding(const char *path, const a3dlint_finding *f)
{
    static const char *const names[] = {"off", "note", "warning", "error"};
    printf("%s: %s %s: %s\n", path, names[f->severity], f->rule, f->message);
    printf("    %s, %" PRIu64 " byte%s from byte %" PRIu64 " of %s", f->path[0] != '\0' ? f->path : "the file", f->size,
           f->size == 1 ? "" : "s", f->offset, f->stream);
    if (f->expected != NULL && f->actual != NULL)
        printf("; expected %s, found %s", f->expected, f->actual);
    putchar('\n');
}

/* Leaves out findings that follow from another one, because people want to see the cause. Returns the exit status. */
static int check_file(const a3dlint *lint, const char *path)
{
    size_t size = 0;
    unsigned char *bytes = read_file(path, &size);
    if (bytes == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 2;
    }
    a3dlint_report *report = a3dlint_check(lint, path, bytes, size);
    if (report == NULL) {
        fprintf(stderr, "%s: not enough memory\n", path);
        free(bytes);
        return 2;
    }
    const char *format = a3dlint_get_format(report), *version = a3dlint_get_version(report);
    printf("%s: %s %s: %s\n", path, format != NULL ? format : "?", version != NULL ? version : "?",
           a3dlint_verdict_name(a3dlint_get_verdict(report)));
    for (size_t i = 0; i < a3dlint_get_findings(report, NULL); i++) {
        a3dlint_finding finding;
        if (a3dlint_get_finding(report, i, &finding) == 0 && finding.cause == A3DLINT_NO_CAUSE && finding.severity >= A3DLINT_WARNING)
            show_finding(path, &finding);
    }
    int status = a3dlint_get_verdict(report) == A3DLINT_VALID ? 0 : 1;
    a3dlint_report_free(report);
    free(bytes);
    return status;
}

int main(int argc, char **argv)
{
    int status = 0;
    a3dlint *lint = a3dlint_new(NULL);
    if (lint == NULL)
        return 2;
    a3dlint_set_limit(lint, A3DLINT_MAX_UNPACKED, (uint64_t)256 << 20);
    a3dlint_set_severity(lint, "*/trailing-bytes", A3DLINT_WARNING);
    for (int i = 1; i < argc; i++) {
        int one = check_file(lint, argv[i]);
        status = one > status ? one : status;
    }
    a3dlint_free(lint);
    return status;
}
