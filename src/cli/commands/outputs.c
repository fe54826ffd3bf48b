/* outputs.c - see outputs.h */
#include "cli/commands/outputs.h"
#include "cli/commands/check_files.h"
#include "cli/commands/check_run.h"
#include "cli/config/config.h"
#include "cli/input/files.h"
#include "cli/input/paths.h"
#include "cli/output/complain.h"
#include "os/files.h"

#include <string.h>

/* Whether a path, or standard input, is the file. */
static bool is_file(const char *path, const a3d_os_info *file)
{
    a3d_os_info info;
    bool found = strcmp(path, "-") == 0 ? a3d_os_info_of_open(A3D_OS_STDIN, &info) : a3d_os_info_of(path, &info);
    return found && info.device == file->device && info.node == file->node;
}

/* The option that names the file to be read, or NULL. */
static const char *reader_of(const a3d_cli *cli, const a3d_os_info *file)
{
    const struct {
        const char *option, *path;
    } read[] = {{"--baseline", cli->baseline}, {"--config", cli->config}, {"--files-from", cli->files_from}};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        if (read[i].path != NULL && is_file(read[i].path, file))
            return read[i].option;
    return NULL;
}

/* Configuration files are read while the run goes on, so their names count. */
static bool is_named_like_settings(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    return strcmp(name, A3D_CONFIG_NAME) == 0 || strcmp(name, ".gitignore") == 0;
}

static bool is_input(const a3d_cli *cli, const a3d_os_info *file)
{
    size_t n = strcmp(cli->command, "edit") == 0 && cli->operands.n > 1 ? 1 : cli->operands.n;
    for (size_t i = 0; i < n; i++)
        if (is_file(cli->operands.at[i], file))
            return true;
    return false;
}

bool a3d_is_free(const a3d_cli *cli, const char *option, const char *path)
{
    a3d_os_info file;
    if (path == NULL || strcmp(path, "-") == 0)
        return true;
    bool there = a3d_os_info_of(path, &file) && file.kind == A3D_OS_FILE;
    const char *reader = there ? reader_of(cli, &file) : NULL;
    if (is_named_like_settings(path))
        a3d_complain("%s %s: that is the name of a configuration file; choose another file", option, path);
    else if (reader != NULL)
        a3d_complain("%s %s: that is the file of %s, which is read; choose another file", option, path, reader);
    else if (there && is_input(cli, &file))
        a3d_complain("%s %s: that is an input; choose another file", option, path);
    else
        return true;
    return false;
}

bool a3d_may_replace(const a3d_cli *cli, const char *option, const char *path)
{
    if (path == NULL)
        return true;
    if (!a3d_may_follow(cli, option, path))
        return false;
    if (!a3d_is_named_like_input(path))
        return a3d_is_free(cli, option, path);
    a3d_complain("%s %s: that is an input or has the name of one; choose another file", option, path);
    return false;
}

/* Whether the folders of two absolute paths are the same, by whatever links, and so is the rest. */
static bool is_place(const a3d_cli *cli, const char *a, const char *b)
{
    a3d_os_info one, other;
    const char *last = strrchr(a, '/'), *same = strrchr(b, '/');
    if (strcmp(a, b) == 0)
        return true;
    if (last == NULL || same == NULL || strcmp(last, same) != 0)
        return false;
    const char *in = a3d_folder_of(cli->arena, a), *within = a3d_folder_of(cli->arena, b);
    return in != NULL && within != NULL && a3d_os_info_of(in, &one) && a3d_os_info_of(within, &other) &&
           one.device == other.device && one.node == other.node;
}

bool a3d_is_path(const a3d_cli *cli, const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return false;
    const char *whole = a3d_absolute(cli->arena, a), *other = a3d_absolute(cli->arena, b);
    return a3d_is_same_file(a, b) || (whole != NULL && other != NULL && is_place(cli, whole, other));
}

bool a3d_outputs_differ(const a3d_cli *cli)
{
    bool to_file = cli->output != NULL && strcmp(cli->output, "-") != 0;
    const struct {
        const char *option, *path;
    } to[] = {{"-o", to_file ? cli->output : NULL}, {"--write-baseline", cli->write_baseline}, {"--cache", cli->cache}};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        for (size_t k = i + 1; k < sizeof to / sizeof *to; k++)
            if (a3d_is_path(cli, to[i].path, to[k].path)) {
                a3d_complain("%s and %s are the same file, %s; each needs a file of its own", to[i].option,
                             to[k].option, to[k].path);
                return false;
            }
    return true;
}
