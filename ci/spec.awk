# ci/spec.awk - prints one table of statements as a page; see ci/spec. Variables: family, rules, facts, titles.
BEGIN {
    texts["a3d-ru"] = "published text (Russian)"
    texts["a3d-en"] = "published text (English)"
    texts["libalternativa"] = "libalternativa's description"
    texts["odol-wiki"] = "wiki page ODOLV4x"
    texts["jsr184"] = "JSR-184 file format"
    while ((getline line < titles) > 0)
        if (split(line, part, "\t") == 2) { kinds[++n_kinds] = part[1]; title[part[1]] = part[2] }
    while ((getline line < rules) > 0) {
        split(line, part, " ")
        comma = part[1] in broken ? ", " : ""
        broken[part[1]] = broken[part[1]] comma "[`" part[2] "`](../rules/" part[2] ".md) (" part[3] ")"
    }
    while ((getline line < facts) > 0)
        if (split(line, part, "\t") == 2 && line !~ /^#/) {
            comma = part[1] in tested ? "; " : ""
            tested[part[1]] = tested[part[1]] comma part[2]
        }
}
FNR == 1 { next }
{
    if (!($3 in title)) { complain($1 ": no heading for the kind '" $3 "'"); next }
    if (!($1 in broken) && !($1 in tested)) complain($1 ": neither a rule nor a test")
    ids[$3, ++of[$3]] = $1
    applies[$1] = $2; says[$1] = $5; from[$1] = sources($6, $7); note[$1] = $8
}
function complain(text) { print "spec: " family ": " text > "/dev/stderr"; bad = 1 }
# Published texts by name, and sections of our own pages as links.
function sources(names, numbers,   n, i, part, word, out) {
    n = split(names, part, ",")
    for (i = 1; i <= n; i++) out = out (out == "" ? "" : ", ") texts[part[i]]
    n = split(numbers, part, ",")
    for (i = 1; i <= n; i++) {
        if (split(part[i], word, " ") == 1) { word[2] = word[1]; word[1] = family }
        out = out (out == "" ? "" : ", ") "[" (word[1] == family ? "" : word[1] " ") "§" word[2] "](" word[1] ".md#s" word[2] ")"
    }
    return out
}
function sentence(text) { return text ~ /[.!?]$/ ? text : text "." }
END {
    print "<!-- Printed by ci/spec from statements/" family ".tsv; make docs renews it. -->\n"
    print "# Statements: " family "\n"
    print "Every statement about a file that can be checked, with its id. [" family ".md](" family ".md) explains the format.\n"
    for (k = 1; k <= n_kinds; k++)
        if (of[kinds[k]] > 0) print "- [" title[kinds[k]] "](#" kinds[k] "): " of[kinds[k]]
    for (k = 1; k <= n_kinds; k++) {
        kind = kinds[k]
        if (of[kind] == 0) continue
        print "\n<a id=\"" kind "\"></a>\n\n## " title[kind]
        for (i = 1; i <= of[kind]; i++) {
            id = ids[kind, i]
            print "\n<a id=\"" tolower(id) "\"></a>\n\n**" id "** (" applies[id] "). " sentence(says[id]) (note[id] != "" ? " *" sentence(toupper(substr(note[id], 1, 1)) substr(note[id], 2)) "*" : "") "\n"
            print "- " (id in broken ? "Rules: " broken[id] : "Tested by: " tested[id])
            if (from[id] != "") print "- Known from: " from[id]
        }
    }
    if (bad) exit 1
}
