/* commands.c - the commands: their names, operands, and what help and the manual say about them
 *
 * Details have one paragraph on each line, which help and the manual fill. A line that begins with `# ` is a heading,
 * one with `* ` an item of a list, and one with two spaces is printed as it is. What most people need comes first. */
#include "cli/help/help.h"
#include "cli/options/tools.h"

#include <string.h>

const a3d_command a3d_commands[] = {
    {"check", "PATH...", "check files and folders (the default command)",
     "PATH is a file, a folder, or - for standard input. Folders are searched for models, also in .jar, .zip and "
     ".pbo archives. The exit status is 1 if there are errors.\n"
     "  a3dlint models/                                check everything in a folder\n"
     "  a3dlint check --write-baseline b.json models/  accept today's findings\n"
     "  a3dlint check --baseline b.json models/        fail only for new findings\n"
     "  a3dlint check --ignore m3g/checksum models/    turn a rule off\n"
     "  a3dlint check --format sarif models/           report for code scanning\n"
     "# Reading the report\n"
     "A finding has its severity and rule, what is wrong, the field and its place, and the bytes at fault in "
     "brackets. Findings that another one may have caused are indented under it: repair the outermost one first, "
     "then check again.\n"
     "`a3dlint explain RULE` says why a rule exists and how to repair a file. `a3dlint hex FILE --finding 0` "
     "shows the bytes around the first finding.\n"
     "# Choosing rules\n"
     "* --rule ID=LEVEL sets the severity of a rule.\n"
     "* --only ID checks only this rule.\n"
     "* --ignore ID turns a rule off.\n"
     "A rule that is off hides only its own findings. What follows from them is still reported.\n"
     "# Accepting findings\n"
     "--write-baseline FILE writes the findings of today into a file. With --baseline FILE they are not reported, "
     "and entries that are no longer found are listed. You can add a \"reason\" and a last day (\"expires\") to an "
     "entry.\n"
     "# Configuration\n"
     "A file .a3dlint has settings for its folder and all folders below it:\n"
     "  m3g/checksum = off\n"
     "  fail-on = warning\n"
     "A section [PATTERN] is for some paths only. The nearest file wins, in a file the later line, and the "
     "command line wins over all. `root = true` ends the search in the folders above. --print-config PATH shows "
     "what applies to a path.\n"
     "# Forms of the report\n"
     "* text: findings at or above --show, for people.\n"
     "* json: every finding, notes included, whatever --show is.\n"
     "* ndjson: the same, one object per line: first {\"tool\": ...}, then each file as it is checked, last "
     "{\"summary\": ...}.\n"
     "* sarif: SARIF 2.1.0. sarif-github: the same, as GitHub's code scanning requires.\n"
     "* junit: a suite for each file and a case for each finding.\n"
     "* github: annotations in the log of a workflow.\n"
     "* html: the page of triage.\n"
     "-o FILE writes the report to a file, at the end of the run: FILE is replaced as a whole or not at all, and never "
     "if it is an input or has the name of a model.\n"
     "# Skipped files\n"
     "In folders, a3dlint skips files of an unknown format unless their extension is that of a model (.a3d, .p3d, "
     ".m3g) or an archive. It also skips links that lead to a folder or out of the folder, FIFOs, devices, and "
     "folders called " A3D_TOOL_FOLDERS_TEXT " (with --untrusted only .git). "
     "-v lists skipped files with the reason.\n"
     "--follow follows links wherever they lead, for trees that you trust: the sandbox then lets all files be read. "
     "--exclude GLOB skips more files, and whole folders. --gitignore skips what Git would ignore. A path on the "
     "command line is skipped only with --force-exclude.\n"
     "# Archives\n"
     "Archives are recognized by content, not by name. A member is reported as ARCHIVE!MEMBER. Zip archives may have "
     "stored and deflated members; others are reported as unreadable. All members "
     "together may unpack to --max-unpacked bytes. Archives in archives are not opened. Of a damaged archive, the "
     "readable part is checked, and the archive itself is reported as unreadable (status 3).\n"
     "# Links\n"
     "--links also checks the files that M3G files link to. Only relative names inside the folder that is checked "
     "are followed; for a file, its own folder. Nothing is fetched over a network.\n"
     "# Cache\n"
     "--cache FILE keeps results. In the next run, a file that has not changed is not checked again, if neither "
     "settings nor a3dlint changed. The report is the same. --links, --stats and the form html check each file. "
     "Whoever can write FILE decides what is reported.\n"
     "# Threads and signals\n"
     "Several threads check files (-j). The report is the same for any number of them. SIGINT and SIGTERM end the "
     "run with a report of what was checked; a second signal ends it at once.\n",
     A3D_CMD_CHECK, NULL, NULL},
    {"triage", "PATH...", "group broken files by root cause, on one page",
     "This command finds and checks files as check does. It prints a summary, and writes a page with all broken "
     "files.\n"
     "  a3dlint triage models/ -o triage.html\n"
     "# Groups\n"
     "Files with the same root cause (rule, field, kind of damage) form a group. Of each group you see how many "
     "files it has, the smallest of them, the likely cause, what wrote them, and a repair that was tried.\n"
     "# The page\n"
     "The page goes to -o FILE. It is one HTML file that needs no other file and no network. It has the list with "
     "filters, and for each file with findings its tree, its bytes with the findings in place, and its 3D content. The "
     "3D view needs what `make page` builds. An existing file is replaced only if it is such a page.\n"
     "Before you send the page to others: --no-bytes and --no-3d leave content out of it. Names and values of fields "
     "stay.\n",
     A3D_CMD_TRIAGE, NULL, NULL},
    {"fix", "PATH...", "repair what can be repaired for sure",
     "The repaired file goes to -o OUT, to standard output, or with --in-place over the file itself. Otherwise a "
     "file is never changed.\n"
     "  a3dlint fix --dry-run models/             show what would change\n"
     "  a3dlint fix model.a3d -o good.a3d         repair one file\n"
     "  a3dlint fix --in-place models/            repair a folder\n"
     "  a3dlint fix --salvage cut.m3g -o part.m3g keep the complete parts\n"
     "# What is repaired\n"
     "Damage to the whole file (converted line ends, base64, gzip, a second copy ...) is undone first, byte for "
     "byte, if the result proves it. A file that is valid then stays as it was written; notes about it are not "
     "repaired. Each further repair belongs to a rule; `explain RULE` says whether fix repairs it:\n"
     "* lengths, sizes, counts and checksums that disagree with what they measure;\n"
     "* padding, booleans, lengths and null masks that are longer than necessary;\n"
     "* bounds that do not fit the positions;\n"
     "* extra bytes after the end;\n"
     "* in formats without lengths, the one change with which the rest decodes.\n"
     "The result of each repair is checked. It is kept only if its finding is gone and nothing got worse. All "
     "remaining findings are listed.\n"
     "--rule, --only and --ignore choose rules. Rules that are off are not repaired.\n"
     "# When the content may be damaged\n"
     "A wrong checksum, a length beyond the end of the file, or bounds may be correct, and the content damaged. "
     "These are repaired only with --accept-content. The content may then differ from what its writer wrote.\n"
     "# Many files\n"
     "Several files, folders and lists (--files-from) need --in-place or --dry-run. Files are found as check "
     "finds them, and repaired by several threads (-j). A file is replaced as a whole or not at all, and only if "
     "something changed. Archives are skipped, because their members cannot be replaced. The last line counts all "
     "files. Configuration files apply as in check; baselines do not.\n"
     "# Salvage\n"
     "--salvage makes a valid file of one that is cut off or broken beyond repair. Complete elements are kept. "
     "Incomplete ones and those that overlap blocks of zeros are dropped, with the references to them and what "
     "cannot exist without them. All losses are listed, and what was kept although it may be damaged. If all geometry "
     "is lost, nothing is written.\n"
     "# Limit of work\n"
     "All repairs of a file together may take 64 Mi steps and as many as --max-work. Then fix stops, keeps what was "
     "repaired, and ends with status 4.\n",
     A3D_CMD_FIX, "nothing is left at or above --fail-on",
     "some findings are left, or nothing valid could be salvaged"},
    {"hex", "FILE", "show every byte beside the field that owns it",
     "Each line has an offset, up to 16 bytes, the path of their field and its value. A finding is printed below "
     "the bytes at which it begins. ! marks the lines that it covers; suspected causes are marked, too.\n"
     "  a3dlint hex model.p3d --finding 0\n"
     "The file comes first, then each packed part as it unpacks. Each bit of a null mask has a line. The middle "
     "of a large array is left out unless --full is given. --at, --finding and --context show parts.\n"
     "In a terminal of fewer than 120 columns a row has 8 bytes, and the name of a record is above its fields. Without "
     "a terminal each line is one row, however long.\n",
     A3D_CMD_HEX, "the file was shown, whatever its findings", NULL},
    {"dump", "FILE", "print the document as a tree, or its 3D content as GLB",
     "  a3dlint dump model.m3g                       the document as JSON\n"
     "  a3dlint dump --text model.m3g                the document for people\n"
     "  a3dlint dump --gltf model.a3d -o model.glb   the 3D content\n"
     "# The tree\n"
     "Members that begin with $ describe the bytes beyond the values:\n"
     "* $form: which of several encodings;\n"
     "* $honest false: a length, count or checksum is wrong;\n"
     "* $slack: bytes that no field owns;\n"
     "* $stream: the packed part that the content is in.\n"
     "# GLB\n"
     "--gltf writes a GLB for Blender and other tools. What cannot be carried over, and what had to be repaired, "
     "is listed on standard error and in asset.extras.lost. Morph targets, skins and animations of nodes are kept; "
     "an animation has one timeline, without repetitions. Images of M3G are part of it; PNG and JPEG files that a "
     "model names are expected beside it. extras.path of a node or mesh is the path of its record, and extras of "
     "accessors say which bytes their numbers come from.\n",
     A3D_CMD_DUMP, "the document was printed, whatever its findings", NULL},
    {"explain", "RULE", "explain a rule: what it requires, why, and how to repair a file",
     "  a3dlint explain m3g/checksum\n"
     "The page ends with a small file that breaks the rule and one that does not, as hex around the place. "
     "`generate --break RULE` writes the first, `generate --break RULE --twin` the second.\n",
     A3D_CMD_EXPLAIN, "the rule was explained", NULL},
    {"diff", "A B", "compare two files field by field",
     "  a3dlint diff old.m3g new.m3g\n"
     "Both files are decoded, and only their content is compared. Elements of lists are paired by their key (id) "
     "if they have one, otherwise by their content. References by position are compared by what they name. "
     "Large arrays are summarized. Objects that only one file has are one line for several of a list, with their "
     "number and size; --all shows each.\n"
     "Lengths, counts and checksums are reported if one of them is wrong. Different encodings of the same values "
     "are reported if nothing else differs. --all reports both in any case.\n"
     "--tolerance X lets floats differ by X, relative to those above 1.\n",
     A3D_CMD_DIFF, "the files are the same", "the files differ"},
    {"edit", "FILE EDIT...", "change fields of a file",
     "  a3dlint edit in.a3d 'meshes[0].name=\"door\"' -o out.a3d\n"
     "# Edits\n"
     "They are applied from left to right:\n"
     "  PATH=VALUE         set; update lengths, counts and checksums around it\n"
     "  PATH:=VALUE        set and update nothing; the value stays, right or wrong\n"
     "  PATH+=N            insert N fresh elements, at the end or before PATH's [i]\n"
     "  PATH+={...}        insert one element with these fields or values\n"
     "  PATH-=N            remove N elements, from the end or from PATH's [i] on\n"
     "  @STREAM+0x40=ff00  change bytes of a stream before it is packed\n"
     "When elements come or go, references by position keep naming the same elements. References to removed "
     "elements name nothing afterwards; edit says how many.\n"
     "# Paths\n"
     "PATH is NAME[I].NAME..., where I is a number, n..m or *. A name with $ is a choice of the encoding of what "
     "is before it: $form $count $present $fill $pack $pad $slack, and for a null mask $form $room $tail $bit[n].\n"
     "# Values\n"
     "VALUE is one of these:\n"
     "* a decimal or 0x number, f:1.5, f:nan, bits:7fc00000;\n"
     "* \"text\" with \\xHH, or hex:...;\n"
     "* the name of a value, or true or false;\n"
     "* {...}\n",
     A3D_CMD_EDIT, "the result was written, valid or not", NULL},
    {"rewrite", "FILE", "decode and write again, byte for byte or --canonical",
     "  a3dlint rewrite in.p3d --canonical -o out.p3d\n"
     "Without --canonical the result is the file itself, byte for byte. --canonical makes every free choice as the "
     "reference writer does. Without -o the result goes to standard output, unless that is a terminal.\n",
     A3D_CMD_REWRITE, "the result was written, valid or not", NULL},
    {"reduce", "FILE --keep RULE | --while 'CMD {}'", "make the smallest file that still fails",
     "  a3dlint reduce model.a3d --keep tanki/block-id -o small.a3d\n"
     "  a3dlint reduce model.a3d --while './my-loader {}' -o small.a3d\n"
     "Records, elements and optional fields are removed, values and encodings are simplified, as long as the file "
     "still fails. Lengths, counts and checksums stay right if they were right, and wrong if they were wrong. The "
     "result is never larger than FILE.\n"
     "# What must stay\n"
     "--keep RULE keeps a finding of that rule, and one that follows from no other if FILE has one. The smallest "
     "file is often cut off after it. With --alone the result has no new error of another rule.\n"
     "--while CMD runs a command on each try. The file must make it end with the same status, the same signal, or "
     "a time-out, as FILE does, and as an empty file does not; 126 and 127 mean that CMD cannot be run. A file of an "
     "unknown format is cut as bytes. SIGINT ends the search with the best file so far. So does the limit of work, "
     "with status 4: 64 Mi steps and as many as --max-work, without those of CMD.\n",
     A3D_CMD_REDUCE, "the result was written", "FILE has no such finding, or CMD does not end the same way twice"},
    {"generate", "--as FORMAT[:V][:BRANCH] | --break RULE", "write a valid file, or one that breaks one rule",
     "  a3dlint generate --as odol:73 -o model.p3d\n"
     "  a3dlint generate --as m3g --seed 7 --size 20Ki -o random.m3g\n"
     "  a3dlint generate --break tanki/parent-cycle -o ring.a3d\n"
     "# Valid files\n"
     "Without --seed and --size it is the smallest valid file of the version, by default the newest. With one of "
     "them it is a random file: any part, form and encoding of the version may be in it. Each seed gives another "
     "file, with the same values on every machine; another zlib may pack them differently. The file is checked "
     "before it is written. All tries for a file of about --size bytes may take --max-work steps together, by default "
     "64 Mi and as many as a check of such a file. Then its size may be another, with status 4.\n"
     "# Broken files\n"
     "--break RULE writes a small file that breaks one rule and nothing else. With --seed or --size it is a "
     "random file that is valid except for one place, if the tables say how to break the rule (values, "
     "references, keys, counts, lengths, checksums).\n",
     A3D_CMD_GENERATE, "the file was written", NULL},
    {"find", "FILE...", "find models inside any other file",
     "  a3dlint find firmware.bin --extract out/\n"
     "Every place that starts like a format is decoded. A model is listed with its offset, the size that decodes, "
     "and its verdict.\n"
     "# What counts as a model\n"
     "* M3G, ODOL and Tanki: the identifier and an existing version, even if the model is damaged.\n"
     "* Packed A3D2: a package that has its length.\n"
     "* A3D1 and unpacked A3D2: only a valid model without a warning, with 64 bytes or more besides the null mask.\n"
     "Packed members of archives are not searched; check opens archives.\n",
     A3D_CMD_FIND, "everything was searched, whatever was found", NULL},
    {"rules", "[FORMAT]", "list every rule, or those of a format",
     "  a3dlint rules                          every rule\n"
     "  a3dlint rules m3g                      those of M3G (file: of any file)\n",
     A3D_CMD_RULES, "the rules were listed", NULL},
    {"formats", "[FORMAT]", "list what is supported, or print a format's reference",
     "  a3dlint formats                        every format, its versions and readers\n"
     "  a3dlint formats --markdown m3g         the reference: every record, by field\n"
     "  a3dlint formats --versions odol        the fields that some versions lack\n"
     "  a3dlint formats --readers a3d2         what known readers do with broken files\n"
     "  a3dlint formats --dictionary tanki     words for fuzzers\n"
     "--readers also shows the severity that each rule has with --compat. A dictionary has magics, types, named "
     "values and the ends of ranges.\n",
     A3D_CMD_FORMATS, "the formats were listed", NULL},
    {"help", "[COMMAND]", "explain a command",
     "--format prints the same facts in other forms: mdoc is the manual page, bash, zsh and fish are completions.\n",
     A3D_CMD_HELP, "the text was printed", NULL},
    {NULL, NULL, NULL, NULL, 0, NULL, NULL},
};

const a3d_meaning a3d_statuses[] = {
    {"0", "no finding at or above --fail-on"},
    {"1", "there are findings at or above --fail-on"},
    {"2", "the command line, a configuration file or a baseline is wrong"},
    {"3", "an input cannot be read or decoded, or is a named file of unknown format"},
    {"4", "a limit was reached"},
    {"5", "memory ran out, or output cannot be written (full disk, closed pipe)"},
    {"130", "interrupted (SIGINT; 143: SIGTERM); what was checked before is reported"},
    {NULL, NULL},
};

const a3d_meaning a3d_examples[] = {
    {"a3dlint models/", "check every model in a folder, with its archives"},
    {"a3dlint triage models/ -o triage.html", "group the broken files by root cause, on one page"},
    {"a3dlint fix in.a3d -o out.a3d", "repair what can be repaired for sure"},
    {NULL, NULL},
};

char a3d_line_kind(const char *line)
{
    if (strncmp(line, "# ", 2) == 0 || strncmp(line, "* ", 2) == 0 || strncmp(line, "  ", 2) == 0)
        return line[0];
    return 'p';
}

const a3d_command *a3d_command_named(const char *name)
{
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
