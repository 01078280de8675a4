#!/usr/bin/env python3
"""Puts the present output of the compiler into the pages of the documentation.

A block in a page that shows code of an example, or what the plugin makes of it, follows a comment
that says where it comes from:

    <!-- show: source examples/tour/loops.cpp chain -->
    <!-- show: emitted examples/tour/loops.cpp chain_reverse -->
    <!-- show: dump core examples/tour/loops.cpp chain -->
    <!-- show: messages examples/tour/refused.cpp -->
    <!-- show: run examples/first/main.cpp -->

usage: docs/update.py [--check] COMPILER...    (from anywhere)
    COMPILER: the command that compiles with the plugin, such as
    clang++-19 -std=c++17 -fplugin=build/lib/ClangAD.so
    --check: change nothing; fail, with a difference, if a page is out of date
"""
import difflib
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PAGES = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
BLOCK = re.compile(r"(<!-- show: (?P<what>[^>]+?) -->\n```\w*\n).*?(^```$)", re.S | re.M)


@functools.lru_cache(maxsize=None)
def compile(compiler, file, *options):
    """Standard output and messages of compiling FILE in its own directory, without its path."""
    path = TOP / file
    done = subprocess.run([*compiler, *options, path.name], cwd=path.parent, capture_output=True,
                          text=True)
    if "PLEASE submit a bug report" in done.stderr or "internal error" in done.stderr:
        sys.exit(f"{file}: the compiler failed\n{done.stderr}")
    return done.stdout, done.stderr


def function(text, name):
    """The function or record NAME at file scope, with the comments and attributes above it."""
    lines = text.splitlines(True)
    first = next((i for i, line in enumerate(lines)
                  if re.match(rf"\w.*\b{name}\b.*[({{]", line)), None)
    if first is None:
        sys.exit(f"no function {name}")
    last = next(i for i, line in enumerate(lines) if i >= first and
                (line.startswith("}") or (i == first and line.endswith("}\n"))))
    while first > 0 and re.match(r"//|\[\[", lines[first - 1]):
        first -= 1
    return "".join(lines[first:last + 1])


def emitted(text, name):
    found = re.search(rf"^// {name}: .*?^}}\n", text, re.S | re.M)
    if not found:
        sys.exit(f"no companion {name}")
    return found[0]


def dumped(text, stage, name):
    """What a stage printed about NAME: the first such piece."""
    start = rf"^activity of {name}:\n(?:  [^\n]*\n)*" if stage == "activity" else \
        rf"^function {name}\(.*?^}}\n"
    found = re.search(start, text, re.S | re.M)
    if not found:
        sys.exit(f"no {stage} of {name}")
    return found[0]


def show(compiler, what):
    kind, *rest = what.split()
    if kind == "source":
        text = (TOP / rest[0]).read_text()
        return function(text, rest[1]) if len(rest) > 1 else text
    if kind == "emitted":
        text, _ = compile(compiler, rest[0], "-fsyntax-only", "-fplugin-arg-ad-print")
        return emitted(text, rest[1])
    if kind == "dump":
        text, _ = compile(compiler, rest[1], "-fsyntax-only", "-fplugin-arg-ad-dump=" + rest[0])
        return dumped(text, rest[0], rest[2])
    if kind == "messages":
        _, text = compile(compiler, rest[0], "-fsyntax-only")
        return text
    if kind == "run":
        with tempfile.TemporaryDirectory() as folder:
            program = folder + "/program"
            compile(compiler, rest[0], "-O1", "-o", program)
            return subprocess.run([program], capture_output=True, text=True).stdout
    sys.exit(f"what is '{kind}'?")


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    compiler = tuple(a if not a.startswith("-fplugin=") else
                     "-fplugin=" + str(pathlib.Path(a[9:]).resolve())
                     for a in arguments[check:])
    if not compiler:
        sys.exit(__doc__)
    stale = 0
    for page in PAGES:
        old = page.read_text()
        new = BLOCK.sub(lambda m: m[1] + show(compiler, m["what"]) + m[3], old)
        if old == new:
            continue
        stale += 1
        if check:
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), page.name, page.name + " now"))
        else:
            page.write_text(new)
            print("updated", page.relative_to(TOP))
    if check and stale:
        sys.exit("pages are out of date: run docs/update.py")


main()
