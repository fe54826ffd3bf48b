#!/usr/bin/env python3
"""ci/api.py DIR: prints the references of the library, the npm package and the Python package into DIR, from the comments of
their sources: src/a3dlint.h, packages/npm/index.d.ts, packages/python/src/a3dlint. ci/docs runs it."""
from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent


def prose(comment: str) -> str:
    """A comment without its signs: paragraphs, and code where it is indented by four blanks."""
    body = re.sub(r"^/\*+ ?|\s*\*/$", "", comment.strip())
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in body.split("\n")]
    parts: list[str] = []
    code: list[str] = []
    for line in [*lines, ""]:
        if line.startswith("    ") or (code and not line):
            code.append(line[4:])
            continue
        if any(code):
            parts += ["```", *"\n".join(code).strip("\n").split("\n"), "```", ""]
        code = []
        parts.append(line)
    return "\n".join(parts).strip()


def marked(text: str) -> str:
    """Names of functions and constants in a text, as code."""
    return re.sub(r"(?<![`\w/])(a3dlint_\w+|A3DLINT_\w+)(?![`\w])", r"`\1`", text)


def section(title: str, text: str, language: str, code: str) -> str:
    block = f"```{language}\n{code.strip()}\n```"
    return "\n\n".join(part for part in (f"### {title}", text, block) if part) + "\n"


# ---- C ----

def c_names(code: str) -> list[str]:
    """What a declaration declares."""
    whole = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    functions = re.findall(r"\b(a3dlint_\w+)\(", whole)
    pointer = re.findall(r"\(\*(a3dlint_\w+)\)\(", whole)
    types = re.findall(r"^\} (a3dlint_\w+);|^typedef struct \w+ (\w+);", whole, flags=re.M)
    constants = re.findall(r"^#define (A3DLINT_\w+)", whole, flags=re.M)
    return pointer or [a or b for a, b in types] or functions or constants


def c_page() -> str:
    text = (TOP / "src/a3dlint.h").read_text(encoding="utf-8")
    intro, rest = re.match(r"(/\*.*?\*/)(.*)", text, flags=re.S).groups()  # type: ignore[union-attr]
    first, *others = prose(intro).split("\n")
    out = ["# The C library", "", first.split(" - ", 1)[1][0].upper() + first.split(" - ", 1)[1][1:], *others, "",
           "Link with `-la3dlint` (`pkg-config a3dlint`). [An example](../../examples/c/check.c) checks the files that it is given.", ""]
    rest = rest[rest.index("/* The version of the running library"):rest.rindex("#ifdef __cplusplus")]
    items = re.split(r"\n\n(?=/\*|typedef|#define|A3DLINT_API)", "\n\n" + rest.strip())
    for item in items:
        item = item.strip()
        title = re.fullmatch(r"/\* ---- (.*) ---- \*/", item)
        if title:
            out += [f"## {title[1][0].upper()}{title[1][1:]}", ""]
            continue
        if not item:
            continue
        comment = re.match(r"/\*.*?\*/\n", item, flags=re.S)
        code = item[comment.end():] if comment else item
        code = re.sub(r"^A3DLINT_API ", "", code, flags=re.M)
        names = c_names(code)
        assert names, code
        out.append(section(", ".join(names), marked(prose(comment[0])) if comment else "", "c", code))
    return "\n".join(out)


# ---- JavaScript ----

def javascript_page() -> str:
    text = (TOP / "packages/npm/index.d.ts").read_text(encoding="utf-8")
    out = ["# The npm package", "",
           "What the package `a3dlint` exports, as TypeScript declares it. [In JavaScript](../javascript.md) says how to build and install",
           "it. The types of reports are made from [the schema of reports](../report.schema.json) and [that of "
           "repairs](../fix.schema.json).", ""]
    pattern = re.compile(r"(?:^(/\*\*(?:(?!\*/).)*\*/)\n)?^(export class \w+ extends \w+ \{\}|"
                         r"export (?:interface|class) .*?^\}|export (?:type (?!\{)|function |const ).*?;$)", flags=re.S | re.M)
    constants: list[str] = []
    for comment, code in pattern.findall(text):
        name = re.match(r"export (?:declare )?(?:type|interface|class|function|const) (\w+)", code)
        assert name, code
        if code.startswith("export const"):
            constants.append(code)
            continue
        out.append(section(name[1], prose(comment) if comment else "", "ts", code))
    out.append(section("version, check, report, fix, hex, toGLB, generate, explain, rules",
                       "The functions of `AsyncEngine`, with an engine that is loaded when it is first needed.", "ts", "\n".join(constants)))
    return "\n".join(out)


# ---- Python ----

def signature(node: ast.FunctionDef) -> str:
    lines, line = [], f"{node.name}("
    parts = ast.unparse(node.args).split(", ")
    for i, part in enumerate(parts):
        piece = part + (", " if i + 1 < len(parts) else "")
        if len(line) + len(piece) > 100:
            lines.append(line.rstrip())
            line = " " * (len(node.name) + 1)
        line += piece
    return "\n".join([*lines, f"{line})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")])


def plain(text: str | None) -> str:
    """A docstring as Markdown."""
    if not text:
        return ""
    parts, block = [], []
    for line in [*text.replace("``", "`").split("\n"), ""]:
        if line.startswith("    "):
            block.append(line[4:])
            continue
        if block:
            parts += ["```python", *block, "```"]
            block = []
        parts.append(line)
    return "\n".join(parts).strip()


def python_class(node: ast.ClassDef) -> str:
    rows, methods = [], []
    body = node.body
    for i, item in enumerate(body):
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            after = body[i + 1] if i + 1 < len(body) else None
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            kind = ast.unparse(item.annotation).replace("|", "\\|")
            rows.append(f"| `{item.target.id}` | `{kind}` | {plain(said)} |")
        elif isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            kind = ast.unparse(item.returns).replace("|", "\\|") if item.returns else ""
            if any(isinstance(d, ast.Name) and d.id == "property" for d in item.decorator_list):
                methods.append(f"| `{item.name}` | `{kind}` | {plain(ast.get_docstring(item))} |")
    table = ["| attribute | type | |", "|---|---|---|", *rows, *methods] if rows or methods else []
    return "\n".join([f"### {node.name}", "", plain(ast.get_docstring(node)), "" if ast.get_docstring(node) else "", *table]).replace("\n\n\n", "\n\n") + "\n"


def python_page() -> str:
    root = TOP / "packages/python/src/a3dlint"
    trees = {name: ast.parse((root / f"{name}.py").read_text(encoding="utf-8"))
             for name in ("__init__", "_library", "_merge", "_report", "dask")}
    found = {n.name: n for name in ("_library", "_merge", "_report", "__init__") for n in trees[name].body
             if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    public = next(ast.literal_eval(n.value) for n in trees["__init__"].body
                  if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and n.targets[0].id == "__all__")
    out = ["# The Python package", "", plain(ast.get_docstring(trees["__init__"])), "",
           "[In Python](../python.md) says how to build and install it.", "", "## Functions", ""]
    functions = [found[name] for name in public if isinstance(found.get(name), ast.FunctionDef)]
    classes = [found[name] for name in public if isinstance(found.get(name), ast.ClassDef)]
    missing = [name for name in public if name not in found and name not in ("Severity", "Verdict")]
    assert not missing, missing
    out += [section(n.name, plain(ast.get_docstring(n)), "python", signature(n)) for n in functions]
    out += ["## Classes", ""] + [python_class(n) for n in classes]
    out += ["## a3dlint.dask", "", plain(ast.get_docstring(trees["dask"])), ""]
    out += [section(n.name, plain(ast.get_docstring(n)), "python", signature(n)) for n in trees["dask"].body
            if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
    return "\n".join(out)


def main(folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for name, page in (("c", c_page()), ("javascript", javascript_page()), ("python", python_page())):
        (target / f"{name}.md").write_text(re.sub(r"\n{3,}", "\n\n", page).rstrip() + "\n", encoding="utf-8")


if len(sys.argv) != 2:
    sys.exit("usage: ci/api.py DIR")
main(sys.argv[1])
