/* help.c - see help.h */
#include "cli/help/help.h"
#include "a3dlint.h"
#include "cli/options/options.h"

#include <string.h>

const a3d_command a3d_commands[] = {
    {"check", "PATH...", "judge files and folders (the default)",
     "PATH is a file, a folder, which is walked in sorted order, or - for standard input. Files met in a folder\n"
     "that are of no known format are skipped and counted, unless they are called .a3d, .p3d, .m3g or like an\n"
     "archive. So are links that lead out of the folder or to a folder, FIFOs and devices. -v names what is skipped, "
     "and\n"
     "why; a run that judged nothing says so on standard error.\n"
     "--exclude GLOB, and exclude = GLOB in .a3dlint, leave out files and whole folders while walking; they count as\n"
     "skipped. What is named itself is judged.\n"
     "Members of .jar, .zip and .pbo archives are judged like files of a folder and named ARCHIVE!MEMBER. The content\n"
     "tells an archive, not its name. Together they may unpack to --max-unpacked bytes; archives inside are not "
     "opened.\n"
     "Of a damaged archive what can be read is judged, and the archive itself is reported as unreadable (status 3).\n"
     "Files are judged by several threads (-j); the report is the same for any number of them.\n"
     "SIGINT and SIGTERM end the run with a report of what was judged; a second one ends it at once.\n"
     "Text shows a cause first and what follows from it indented under it; bytes at fault stand in brackets.\n"
     "JSON holds every finding, notes included, whatever --show says. ndjson is the same, one object a line:\n"
     "first {\"tool\": ...}, then each file as it is judged, in the shape it has in JSON, last {\"summary\": ...}.\n"
     "sarif is SARIF 2.1.0, sarif-github the same as GitHub's code scanning takes it, junit a suite for each file and "
     "a\n"
     "case for each finding, github annotations in the log of a workflow. --stats adds what each file contains, and "
     "the\n"
     "sums.\n"
     "A rule that is off hides only itself; what follows from it is shown. --only turns off all other rules.\n"
     "Settings that belong to files stand in .a3dlint, in the folder of a file or above it, up to one that says\n"
     "`root = true`: lines like `m3g/checksum = off` or `fail-on = warning`, some below a [PATTERN] for paths. The "
     "nearest\n"
     "file wins over those above, later lines over earlier ones, the command line over all; --print-config tells.\n"
     "To accept what is found now: --write-baseline FILE once, then --baseline FILE, which mutes what FILE knows, "
     "fails on\n"
     "what is new, and tells what is gone. In FILE an entry may get a \"reason\" and a last day (\"expires\").\n"
     "--links also judges what M3G files link to: relative names, found beside the file that links to them and inside\n"
     "the folder that was given (of a file: its own folder). Nothing is fetched over a network.\n",
     A3D_CMD_CHECK},
    {"find", "FILE...", "find models inside any other files",
     "Every place is looked at where the first bytes speak for a format, and what stands there is decoded. A member "
     "is\n"
     "told with its offset, the size that decodes, and its verdict. Behind the magic of M3G, ODOL and Tanki damaged "
     "ones\n"
     "count too, when their version exists; packed A3D2 when its package has its length; A3D1 and A3D2 without "
     "packing\n"
     "only when they are valid, without a warning, and have 64 bytes or more besides the null mask. What an archive "
     "has\n"
     "packed is not looked into; check does that. Exit status 0 says that everything was searched, whatever was "
     "found.\n",
     A3D_CMD_FIND},
    {"dump", "FILE", "print the document as a tree",
     "Members that begin with $ are what the bytes chose beyond values: $form (which of several spellings),\n"
     "$honest false (a length, count or checksum that is wrong), $slack (bytes that no field owns), $stream.\n"
     "--gltf writes what can be seen of the file instead, as a GLB for any 3D tool; what cannot be carried over, and\n"
     "what had to be mended, is told on standard error. extras.path of its nodes and meshes is the path of their "
     "record.\n",
     A3D_CMD_DUMP},
    {"hex", "FILE", "show every byte beside the field that owns it",
     "The streams follow each other: the file, then what its packed parts unpack to. A line is an offset, up to 16\n"
     "bytes, the path of their field and its value; the bits of a null mask are named one by one. The middle of a\n"
     "large array is folded unless --full. Findings stand under the bytes that they begin at, ! marks lines that they\n"
     "cover, and suspected causes are marked too. --at, --finding and --context show parts.\n",
     A3D_CMD_HEX},
    {"diff", "A B", "tell how two files differ, field by field",
     "Both are decoded, so that only what they hold is compared. Elements of lists answer to each other by their key\n"
     "(id) where they have one, else by what they hold; large arrays are folded. Lengths, counts and checksums are\n"
     "told when one of them is wrong. Other forms of the same values (encodings, packing, bytes that no field owns)\n"
     "are told when nothing else differs. --tolerance X lets floats differ by X, relative to those above 1.\n"
     "Exit status: 0 the same, 1 different, 3 one cannot be decoded or they are of different formats.\n",
     A3D_CMD_DIFF},
    {"reduce", "FILE --keep RULE | --while 'CMD {}'",
     "make the smallest file that still has a finding, or still makes a command fail",
     "Records, elements and optional fields go as long as the file keeps what it is reduced for; values become what a\n"
     "fresh document has, forms the simplest. Each try is encoded again, so that lengths, counts and checksums stay\n"
     "right where they were, and those that are wrong stay wrong. The result is never larger than FILE.\n"
     "--keep RULE keeps a finding of that rule, and one that follows from no other if FILE has one. The smallest file\n"
     "is often cut off behind it; with --alone it has no error but this one and those that FILE has.\n"
     "--while runs CMD on each try: the file must make it end with the same status (or signal, or run out of time).\n"
     "What decodes as no known format is cut as bytes. SIGINT ends the search with the best file so far.\n"
     "Exit status: 0 reduced, 1 there is no such finding, or CMD does not end the same way twice.\n",
     A3D_CMD_REDUCE},
    {"triage", "PATH...", "group broken files by their root cause, in one page to look at",
     "Files are found and judged as check does. Those with the same root cause (rule, field, kind of damage) are one\n"
     "group: how many there are, the smallest, the likely cause, what wrote them, and a repair that was tried on it.\n"
     "The summary goes to standard output, and everything into one HTML file that needs no other and no network: the "
     "list,\n"
     "filters, the tree of each file, its bytes with the findings in place, and what can be drawn in 3D. The 3D view "
     "is\n"
     "there when `make page` built it. A file that is there is only replaced when it is such a page.\n"
     "`check --format html` writes the same page to standard output.\n",
     A3D_CMD_TRIAGE},
    {"fix", "FILE", "repair what can be repaired for sure",
     "Each repair is that of a rule: lengths, sizes, counts and checksums that do not agree with what they measure, "
     "padding,\n"
     "booleans, lengths and null masks that are longer than they need to be, bounds that do not fit the positions, "
     "idle\n"
     "bytes behind the end, and in formats without lengths the one change with which the rest decodes. explain RULE "
     "tells\n"
     "whether fix repairs it. What came of it is judged: a repair stays when its finding is gone and nothing got "
     "worse.\n"
     "All that is left is said. --rule, --only and --ignore choose rules, those that are off are not repaired.\n"
     "The result goes to -o OUT, to standard output, or with --in-place over FILE; else FILE is never written to.\n"
     "--salvage makes a valid file of one that is cut off or broken beyond that: elements that are whole are kept, "
     "what is\n"
     "not goes, and so do references to it and what cannot stand without it; all that is lost is listed.\n"
     "Exit status: 0 nothing is left at or above --fail-on, 1 findings remain, or nothing valid could be salvaged.\n",
     A3D_CMD_FIX},
    {"rewrite", "FILE", "decode and write again, byte for byte or --canonical",
     "Without -o the result goes to standard output, unless that is a terminal.\n",
     A3D_CMD_REWRITE},
    {"edit", "FILE EDIT...", "change a document in words",
     "Edits are applied from left to right:\n"
     "  PATH=VALUE        set, and repair honest lengths, counts, addresses and checksums around it\n"
     "  PATH:=VALUE       set and repair nothing; the value stays, right or wrong\n"
     "  PATH+=N           insert N fresh elements, at the end or before PATH's [i]\n"
     "  PATH+={...}       insert one element with these fields or values\n"
     "  PATH-=N           remove N elements, from the end or from PATH's [i] on\n"
     "  @STREAM+0x40=ff00 change bytes of a stream after it was encoded and before it is packed\n"
     "PATH is NAME[I].NAME..., where I is a number, n..m or *. A name with $ is a choice of what stands before\n"
     "it: $form $count $present $fill $pack $pad $slack, and for a null mask $form $room $tail $bit[n].\n"
     "VALUE is a decimal or 0x number, f:1.5, f:nan, bits:7fc00000, \"text\" with \\xHH, hex:..., {...}, or the name\n"
     "of a value.\n",
     A3D_CMD_EDIT},
    {"generate", "--as FORMAT[:VERSION][:BRANCH] | --break RULE",
     "write a valid file of a format: the smallest one, or one of chance",
     "Without a version it is the newest. With --seed or --size the file is put together by chance from the tables:\n"
     "any part, form and encoding that the version has may be in it. Each seed gives another file, and the same\n"
     "one on every machine. It is checked before it is written: no rule of severity error is broken.\n"
     "--break RULE writes a small file that breaks one rule and nothing else. With --seed or --size it is one of\n"
     "chance that is sound but for one place, where the tables say how to break the rule (values, references, keys,\n"
     "counts, lengths, checksums).\n",
     A3D_CMD_GENERATE},
    {"rules", "", "list every rule", NULL, A3D_CMD_RULES},
    {"explain", "RULE", "tell what a rule demands, why, by what source, and how to repair it",
     "The page ends with a small file that breaks the rule and its neighbour that does not, as hex around the place.\n"
     "`generate --break RULE` writes the first, `generate --break RULE --twin` the other.\n",
     A3D_CMD_EXPLAIN},
    {"formats", "[FORMAT]", "list what is supported, or print a format's reference",
     "FORMAT alone says what is supported of it. --markdown prints its reference, every record field by field;\n"
     "--versions only the fields that some versions or branches do not have, as text or with --markdown as a table.\n"
     "--readers tells what known readers do with files that break a rule, and what the rule counts for with --compat.\n"
     "--dictionary prints words for fuzzers: magics, types, named values, ends of ranges and of wire types.\n",
     A3D_CMD_FORMATS},
    {"help", "[COMMAND]", "tell what a command does",
     "--format prints the same facts in other forms: the manual page, or completions for a shell.\n",
     A3D_CMD_HELP},
    {NULL, NULL, NULL, NULL, 0},
};

const a3d_meaning a3d_statuses[] = {
    {"0", "nothing at or above --fail-on"},
    {"1", "findings at or above --fail-on"},
    {"2", "the command line, a configuration file or a baseline is wrong"},
    {"3", "an input cannot be read, does not decode, or is named and of no known format"},
    {"4", "a limit was reached"},
    {"5", "memory ran out, or output cannot be written (full disk, closed pipe)"},
    {"130", "interrupted (SIGINT; 143: SIGTERM); what was judged before is reported, whatever it was"},
    {NULL, NULL},
};

const a3d_meaning a3d_examples[] = {
    {"a3dlint models/", "lint every model below a folder"},
    {"a3dlint check --format json --show note a.m3g > report.json", "keep the whole report"},
    {"a3dlint edit in.a3d 'boxes[0].id=7' -o out.a3d", "change a value, repair what depends on it"},
    {NULL, NULL},
};

const a3d_command *a3d_command_named(const char *name)
{
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

void a3d_put_limits(a3d_text *out)
{
    a3d_puts(out, "What one file may cost. Reaching a limit gives the verdict `limited` and exit status 4.\n"
                  "N may end in Ki, Mi or Gi.\n\n");
    for (const a3d_limit_text *t = a3d_limit_texts; t->option != NULL; t++)
        a3d_printf(out, "  %-16s %s\n  %-16s %s\n", t->option, t->value, "", t->meaning);
}

static void put_statuses(a3d_text *out)
{
    a3d_puts(out, "Exit status, the highest of all files:\n");
    for (const a3d_meaning *m = a3d_statuses; m->text != NULL; m++)
        a3d_printf(out, "  %-3s  %s\n", m->text, m->meaning);
}

static void put_overview(a3d_text *out)
{
    a3d_puts(out, "a3dlint " A3DLINT_VERSION ": strict parser and linter for 3D game assets\n"
                  "(Alternativa3D A3D1 and A3D2, Tanki Online A3D, M3G, ODOL P3D)\n\n"
                  "usage: a3dlint [COMMAND] [OPTION...] OPERAND...\n\nCommands (a3dlint COMMAND --help tells more):\n");
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        a3d_printf(out, "  %-9s %s\n", c->name, c->summary);
    a3d_puts(out, "\nExamples:\n");
    for (const a3d_meaning *m = a3d_examples; m->text != NULL; m++)
        a3d_printf(out, "  %s\n      %s\n", m->text, m->meaning);
    a3d_puts(out, "\nOptions of check:\n");
    a3d_put_options(out, A3D_CMD_CHECK);
    a3d_putc(out, '\n');
    put_statuses(out);
}

void a3d_help(a3d_text *out, const a3d_command *command)
{
    if (command == NULL) {
        put_overview(out);
        return;
    }
    a3d_printf(out, "usage: a3dlint %s [OPTION...]%s%s\n\n%s.\n", command->name,
               command->operands[0] != '\0' ? " " : "", command->operands, command->summary);
    if (command->details != NULL)
        a3d_printf(out, "\n%s", command->details);
    a3d_puts(out, "\nOptions:\n");
    a3d_put_options(out, command->bit);
    a3d_putc(out, '\n');
    put_statuses(out);
}
