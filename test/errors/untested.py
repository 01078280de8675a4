#!/usr/bin/env python3
"""Fails if there is a message of an error in plugin/ that no test shows.

What a call of `error`, `refuse` or `fail` is given as its message is text and, perhaps, names in
between. Each piece of text must stand in a test. What no program can reach, as far as anybody
knows, stands in guards.txt beside this file, with the reason; a line there that is in no message any
more, or that a test shows, is a failure, too.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))

CALL = re.compile(r"\b(?:error|refuse|fail)\s*\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
SHORTEST = 5  # of the pieces that are looked for


def files(folder, *endings):
    """The files below a folder of the project."""
    for where, _, names in os.walk(os.path.join(TOP, folder)):
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(where, name)


def read(path):
    with open(path, errors="replace") as file:
        return file.read()


def arguments(text, at):
    """The arguments of the call whose parenthesis opens ahead of `at`."""
    found, begin, depth, quoted = [], at, 1, False
    while depth and at < len(text):
        c = text[at]
        if quoted:
            at += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        if not quoted and (depth == 0 or (depth == 1 and c == ",")):
            found.append(text[begin:at])
            begin = at + 1
        at += 1
    return found


def messages():
    """Place and pieces of each message."""
    for path in files("plugin", ".cpp"):
        text = read(path)
        for call in CALL.finditer(text):
            for argument in arguments(text, call.end()):
                pieces = LITERAL.findall(re.sub(r'"\s*\n\s*"', "", argument))
                if not pieces:
                    continue
                line = text.count("\n", 0, call.start()) + 1
                pieces = [p.replace('\\"', '"').strip(" '") for p in pieces]
                yield (f"{os.path.relpath(path, TOP)}:{line}",
                       [p for p in pieces if len(p) >= SHORTEST])
                break  # behind the message is the way out


def guards():
    """The pieces of text that stand in guards.txt."""
    lines = read(os.path.join(HERE, "guards.txt")).splitlines()
    return [line for line in lines if line and not line.startswith(("#", "  "))]


def main():
    shown = "\n".join(re.sub(r"\s+", " ", read(path))
                      for path in files("test", ".cpp", ".h", ".test", ".c", ".py", ".sh")
                      if os.path.abspath(path) != os.path.abspath(__file__))
    known, used, failures = guards(), set(), 0
    for place, pieces in messages():
        for piece in pieces:
            if piece in shown:
                continue
            guard = next((g for g in known if g in piece), None)
            if guard:
                used.add(guard)
                continue
            print(f"{place}: no test shows: {piece}")
            failures += 1
    for guard in known:
        if guard not in used:
            print(f"guards.txt: not needed: {guard}")
            failures += 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
