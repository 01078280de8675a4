#!/usr/bin/env python3
"""Writes docs/limits.md from the tests beside this file: each limit, the message, and the test.

  limits.py           writes docs/limits.md
  limits.py --check   fails where docs/limits.md is not what would be written

A test is named by its first line; its messages are those of its `expected-error` and
`expected-note` comments, which the test itself verifies.
"""
import glob
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(TOP, "docs", "limits.md")

HEAD = """# What is refused

<!-- Written by test/errors/limits.py from the tests that it links; do not edit. -->

What clang-ad cannot differentiate is an error at your own line, with a note that says what to do
instead and another that says who asked ("derivative of 'f' requested here"). Nothing is skipped
silently. A function that is none of the derivative's business can be marked `[[ad::constant]]`: its
body is then never looked at.

Each entry links the test that shows the message.
"""

EXPECTED = re.compile(r"expected-(error|note)@\+\d+ (?:\d+ )?\{\{(.*?)\}\}")


def entry(path):
    """The lines of the page on one test."""
    name = os.path.basename(path)
    with open(path) as file:
        text = file.read()
    title = text.split("\n", 1)[0].removeprefix("// ").rstrip(".")
    messages, seen = [], set()
    for kind, message in EXPECTED.findall(text):
        if message in seen or message.startswith("derivative of "):
            continue
        seen.add(message)
        messages.append(f"{'error' if kind == 'error' else '  note'}: {message}")
    return f"## {title}\n\n```\n" + "\n".join(messages) + \
        f"\n```\n\n[test/errors/{name}](../test/errors/{name})\n"


def page():
    tests = sorted(glob.glob(os.path.join(HERE, "*.cpp")))
    return HEAD + "\n" + "\n".join(entry(path) for path in tests)


def main():
    if "--check" in sys.argv[1:]:
        with open(PAGE) as file:
            if file.read() != page():
                print("docs/limits.md is out of date: run test/errors/limits.py")
                return 1
        return 0
    os.makedirs(os.path.dirname(PAGE), exist_ok=True)
    with open(PAGE, "w") as file:
        file.write(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
