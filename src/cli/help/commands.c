/* commands.c - the commands: their names, operands, and what help and the manual say about them
 *
 * Details are paragraphs, one a line, which help and the manual fill. A line that begins with two spaces is printed as
 * it is. A paragraph says what, then when it is wanted; examples come last. */
#include "cli/help/help.h"

#include <string.h>

const a3d_command a3d_commands[] = {
    {"check", "PATH...", "check files and folders (the default command)",
     "PATH is a file, a folder, or - for standard input. Folders are walked in sorted order; .jar, .zip and .pbo"
     " archives in them are opened.\n"
     "  a3dlint models/                               what is wrong?\n"
     "  a3dlint check --write-baseline b.json models  accept what is there today\n"
     "  a3dlint check --baseline b.json models        fail only for new findings\n"
     "  a3dlint check --format sarif models           for code scanning\n"
     "Text prints a cause first, and what follows from it indented under it. Bytes at fault are in brackets.\n"
     "What is skipped: in folders, files of an unknown format whose name does not end in .a3d, .p3d, .m3g or like an"
     " archive, links that lead out of the folder or to a folder, FIFOs and devices. -v lists skipped files with the"
     " reason. --exclude GLOB skips files and whole folders; what is named on the command line is always checked.\n"
     "Archives are recognized by content, not by name. A member is reported as ARCHIVE!MEMBER. All members together"
     " may unpack to --max-unpacked bytes; archives in archives are not opened. What can be read of a damaged archive"
     " is checked, and the archive itself is reported as unreadable (status 3).\n"
     "Forms: JSON has every finding, notes included, whatever --show is. ndjson is the same with one object a line:"
     " first {\"tool\": ...}, then each file as it is checked, last {\"summary\": ...}. sarif is SARIF 2.1.0,"
     " sarif-github the same as GitHub's code scanning takes it, junit has a suite for each file and a case for each"
     " finding, github prints annotations for a workflow's log, and html is the page of triage.\n"
     "Rules: --rule sets severities, --only and --ignore choose rules. A rule that is off hides only its own findings;"
     " what follows from them is still reported.\n"
     "Configuration: .a3dlint in the folder of a file, or in a folder above it, has lines such as"
     " `m3g/checksum = off` or `fail-on = warning`, and sections [PATTERN] for some paths. The nearest file wins,"
     " then the later line; the command line wins over all. `root = true` ends the search. --print-config PATH"
     " shows what applies.\n"
     "Baselines: an entry of the file can have a \"reason\" and a last day (\"expires\"). Findings in the baseline are"
     " not reported, and entries that match nothing any more are listed.\n"
     "--links also checks the files that M3G files link to: relative names, inside the folder that was given (for a"
     " file: its own folder). Nothing is fetched over a network.\n"
     "Several threads check files (-j); the report is the same for any number of them. SIGINT and SIGTERM end the run"
     " with a report of what was checked; a second one ends it at once.\n",
     A3D_CMD_CHECK},
    {"triage", "PATH...", "group broken files by root cause, on one page",
     "Finds and checks files as check does. Files with the same root cause (rule, field, kind of damage) are one group:"
     " how many there are, the smallest of them, the likely cause, what wrote them, and a repair that was tried.\n"
     "The summary goes to standard output. The page goes to -o FILE: one HTML file that needs no other file and no"
     " network, with the list, filters, the tree of each file, its bytes with the findings in place, and its 3D"
     " content. The 3D view needs what `make page` builds. An existing file is only replaced if it is such a page.\n"
     "  a3dlint triage models/ -o triage.html\n",
     A3D_CMD_TRIAGE},
    {"fix", "PATH...", "repair what can be repaired for sure",
     "What happened to the whole file (changed line ends, base64, gzip, a second copy ...) is undone first, byte for"
     " byte, if the result proves it. Each further repair belongs to a rule: lengths, sizes, counts and checksums that"
     " disagree with what they measure,"
     " padding, booleans, lengths and null masks that are longer than necessary, bounds that do not fit the positions,"
     " extra bytes after the end, and in formats without lengths the one change with which the rest decodes."
     " `explain RULE` says whether fix repairs it.\n"
     "The result of each repair is checked. It is kept only if its finding is gone and nothing got worse. Everything"
     " that is left is listed. --rule, --only and --ignore choose rules; rules that are off are not repaired.\n"
     "A wrong checksum, a length beyond the end of the file or a bound may be right, and the content damaged. These are"
     " repaired only with --accept-content. The content then differs from what its writer wrote.\n"
     "The result of one file goes to -o OUT, to standard output, or with --in-place over the file. Otherwise the file"
     " is never written.\n"
     "Several files, folders and lists (--files-from) need --in-place or --dry-run. Files are found as check finds"
     " them, and repaired by several threads (-j); each is replaced as a whole or not at all, and only if something"
     " changed. Members of archives cannot be replaced, so archives are skipped. The last line counts all files."
     " Configuration files apply as in check; baselines do not.\n"
     "--salvage makes a valid file of one that is cut off or broken beyond repair. Complete elements are kept;"
     " incomplete ones are dropped, with the references to them and what cannot exist without them. All losses are"
     " listed.\n"
     "  a3dlint fix --dry-run models/           show what would change, field by field\n"
     "  a3dlint fix model.a3d -o good.a3d\n"
     "  a3dlint fix --in-place models/\n"
     "  a3dlint fix --salvage cut.m3g -o part.m3g\n"
     "Exit status: 0 if nothing is left at or above --fail-on, 1 if findings remain or nothing valid could be"
     " salvaged; of several files the highest.\n",
     A3D_CMD_FIX},
    {"hex", "FILE", "show every byte beside the field that owns it",
     "The streams are listed one after another: the file, then what its packed parts unpack to. A line has an offset,"
     " up to 16 bytes, the path of their field and its value; each bit of a null mask has a line. The middle of a large"
     " array is left out unless --full is given.\n"
     "A finding is printed below the bytes that it begins at. Lines that it covers are marked with !, and suspected"
     " causes are marked too. --at, --finding and --context show parts.\n"
     "  a3dlint hex model.p3d --finding 0\n",
     A3D_CMD_HEX},
    {"dump", "FILE", "print the document as a tree, or its 3D content as GLB",
     "Members that begin with $ are choices of the bytes beyond the values: $form (which of several encodings),"
     " $honest false (a length, count or checksum that is wrong), $slack (bytes that no field owns), $stream.\n"
     "--gltf writes the 3D content instead, as a GLB for Blender and other tools. What cannot be carried over, and"
     " what had to be repaired, is listed on standard error. extras.path of a node or mesh is the path of its record.\n"
     "  a3dlint dump --gltf model.a3d -o model.glb\n",
     A3D_CMD_DUMP},
    {"explain", "RULE", "explain a rule: what it requires, why, and how to repair a file",
     "The page ends with a small file that breaks the rule and a file that does not, as hex around the place."
     " `generate --break RULE` writes the first, `generate --break RULE --twin` the second.\n"
     "  a3dlint explain m3g/checksum\n",
     A3D_CMD_EXPLAIN},
    {"diff", "A B", "compare two files field by field",
     "Both files are decoded, so only their content is compared. Elements of lists are paired by their key (id) if"
     " they have one, otherwise by their content; large arrays are summarized. Lengths, counts and checksums are"
     " reported if one of them is wrong. Other encodings of the same values are reported if nothing else differs.\n"
     "--tolerance X lets floats differ by X, relative to those above 1.\n"
     "Exit status: 0 if they are the same, 1 if they differ, 3 if one cannot be decoded or the formats differ.\n",
     A3D_CMD_DIFF},
    {"edit", "FILE EDIT...", "change a document",
     "Edits are applied from left to right:\n"
     "  PATH=VALUE         set; update lengths, counts and checksums around it\n"
     "  PATH:=VALUE        set and update nothing; the value stays, right or wrong\n"
     "  PATH+=N            insert N fresh elements, at the end or before PATH's [i]\n"
     "  PATH+={...}        insert one element with these fields or values\n"
     "  PATH-=N            remove N elements, from the end or from PATH's [i] on\n"
     "  @STREAM+0x40=ff00  change bytes of a stream before it is packed\n"
     "PATH is NAME[I].NAME..., where I is a number, n..m or *. A name with $ is a choice of the encoding of what is"
     " before it: $form $count $present $fill $pack $pad $slack, and for a null mask $form $room $tail $bit[n].\n"
     "VALUE is a decimal or 0x number, f:1.5, f:nan, bits:7fc00000, \"text\" with \\xHH, hex:..., {...}, or the name of"
     " a value.\n"
     "  a3dlint edit in.a3d 'meshes[0].name=\"door\"' -o out.a3d\n",
     A3D_CMD_EDIT},
    {"rewrite", "FILE", "decode and write again, byte for byte or --canonical",
     "Without -o the result goes to standard output, unless that is a terminal. --canonical makes every free choice as"
     " the reference writer does.\n",
     A3D_CMD_REWRITE},
    {"reduce", "FILE --keep RULE | --while 'CMD {}'", "make the smallest file that still fails",
     "Records, elements and optional fields are removed, values and encodings are simplified, as long as the file keeps"
     " what it is reduced for. Lengths, counts and checksums stay right if they were right, and wrong if they were"
     " wrong. The result is never larger than FILE.\n"
     "--keep RULE keeps a finding of that rule, and one that follows from no other if FILE has one. The smallest file"
     " is often cut off after it; with --alone it has no error but this one and those that FILE has.\n"
     "--while runs CMD on each try: the file must make it end with the same status (or signal, or time out). A file"
     " of an unknown format is cut as bytes. SIGINT ends the search with the best file so far.\n"
     "  a3dlint reduce model.a3d --while './my-loader {}' -o small.a3d\n"
     "Exit status: 0 if it was reduced, 1 if there is no such finding, or CMD does not end the same way twice.\n",
     A3D_CMD_REDUCE},
    {"generate", "--as FORMAT[:V][:BRANCH] | --break RULE", "write a valid file, or one that breaks one rule",
     "Without --seed and --size it is the smallest valid file of the version, by default the newest. With them it is a"
     " random file: any part, form and encoding of the version may be in it. Each seed gives another file, and the"
     " same one on every machine. The file is checked before it is written.\n"
     "--break RULE writes a small file that breaks one rule and nothing else. With --seed or --size it is a random file"
     " that is sound but for one place, if the tables say how to break the rule (values, references, keys, counts,"
     " lengths, checksums).\n"
     "  a3dlint generate --as odol:73 -o model.p3d\n"
     "  a3dlint generate --as m3g --seed 7 --size 20Ki -o random.m3g\n"
     "  a3dlint generate --break tanki/parent-cycle -o ring.a3d\n",
     A3D_CMD_GENERATE},
    {"find", "FILE...", "find models inside any other file",
     "Every place that starts like a format is decoded. A model is listed with its offset, the size that decodes, and"
     " its verdict.\n"
     "After the magic of M3G, ODOL and Tanki, damaged models count too if their version exists; packed A3D2 counts if"
     " its package has its length; A3D1 and unpacked A3D2 count only if they are valid, without a warning, and have"
     " 64 bytes or more besides the null mask. Packed members of archives are not searched; check opens archives.\n"
     "  a3dlint find firmware.bin --extract out/\n"
     "Exit status 0 means that everything was searched, whatever was found.\n",
     A3D_CMD_FIND},
    {"rules", "", "list every rule", NULL, A3D_CMD_RULES},
    {"formats", "[FORMAT]", "list what is supported, or print a format's reference",
     "FORMAT alone lists what is supported of it. --markdown prints its reference, every record field by field."
     " --versions prints only the fields that some versions or branches do not have, as text or with --markdown as a"
     " table. --readers lists what known readers do with files that break a rule, and the severity of the rule with"
     " --compat. --dictionary prints words for fuzzers: magics, types, named values, ends of ranges.\n",
     A3D_CMD_FORMATS},
    {"help", "[COMMAND]", "explain a command",
     "--format prints the same facts in other forms: the manual page, or completions for a shell.\n", A3D_CMD_HELP},
    {NULL, NULL, NULL, NULL, 0},
};

const a3d_meaning a3d_statuses[] = {
    {"0", "no finding at or above --fail-on"},
    {"1", "findings at or above --fail-on"},
    {"2", "the command line, a configuration file or a baseline is wrong"},
    {"3", "an input cannot be read or decoded, or is a named file of unknown format"},
    {"4", "a limit was reached"},
    {"5", "memory ran out, or output cannot be written (full disk, closed pipe)"},
    {"130", "interrupted (SIGINT; 143: SIGTERM); what was checked before is reported"},
    {NULL, NULL},
};

const a3d_meaning a3d_examples[] = {
    {"a3dlint models/", "check every model below a folder"},
    {"a3dlint triage models/ -o triage.html", "group the broken ones by root cause, on one page"},
    {"a3dlint fix in.a3d -o out.a3d", "repair what can be repaired for sure"},
    {NULL, NULL},
};

const a3d_command *a3d_command_named(const char *name)
{
    for (const a3d_command *c = a3d_commands; c->name != NULL; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
