#!/bin/bash
# Changes of sources: each fits its place, and no comment, text or line of the preprocessor is changed.
# needs: build/release/mutants
set -eu
mutants=$TOP/build/release/mutants
cat > "$TMPDIR/a.c" <<'END'
#define SIZE 7 /* 1 < 2 */
int f(int a)
{
    /* if (a < 3) a = 4; */
    puts("5 < 6");
    if (a < 8)
        a++;
    return a;
}
END
cd "$TMPDIR"
"$mutants" draw 1 200 a.c > changes
[ "$(wc -l < changes)" -eq 200 ]
cut -f 2-6 changes | sort -u > seen
cat > expected <<'END'
5	5	statement	puts("5 < 6");	;
6	10	relation	 < 	 <= 
6	13	number	8	9
6	5	condition	if (a < 8)	if (!(a < 8))
7	10	step	++	--
7	9	statement	a++;	;
END
diff expected seen
while IFS= read -r change; do
    "$mutants" apply "$change" < a.c > b.c
    ! cmp -s a.c b.c || { echo "nothing changed: $change"; exit 1; }
done < changes
[ "$("$mutants" apply $'a.c\t7\t9\tstatement\ta++;\t;' < a.c | sed -n 7p)" = '        ;' ]
if "$mutants" apply $'a.c\t7\t9\tstatement\tb++;\t;' < a.c > b.c 2> err; then exit 1; fi
grep -q 'the source has changed' err
# The same seed draws the same.
"$mutants" draw 1 200 a.c | cmp - changes

# The report counts what was noticed, and leaves out what is equivalent.
printf 'killed by unit\ta.c\t6\t10\trelation\t < \t <= \nsurvived\ta.c\t7\t10\tstep\t++\t--\nstillborn\ta.c\t6\t13\tnumber\t8\t9\n' > results
"$TOP/ci/mutants-report" "$TMPDIR/results" abc 1 > report
grep -q 'notice 1: \*\*50.0 %\*\*' report
grep -q '^| a.c:7 | `++` to `--` |' report

# It names the tests that were not used, if there are any.
if grep -q '^Left out' report; then exit 1; fi
"$TOP/ci/mutants-report" "$TMPDIR/results" abc 1 'unit.a script.b' > report
grep -qxF 'Left out, because they fail without a change or take too long: unit.a script.b.' report
