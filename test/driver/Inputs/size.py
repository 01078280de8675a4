"""size.py SOURCE PRINTED LIMIT KNOWN: compares the sizes of functions and of their reverse companions.

SOURCE is C++, PRINTED what -fplugin-arg-ad-print prints for it. The size of a function is the
number of its statements: what ends in a semicolon, and each if, for, while, do and switch. Prints
a table; fails if a companion has more than LIMIT times the statements of its function. KNOWN lists
companions that do, each with the number of statements that it must not exceed; one that no longer
does must leave the list. At least twenty must stay within the limit.
"""
import re
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
CONTROL = re.compile(r"\b(?:if|for|while|do|switch)\b")


def bodies(text):
    """name -> body of each function that is defined at the top level of `text`."""
    found, depth, start, head = {}, 0, 0, 0
    for at, c in enumerate(text):
        if c == "{":
            if depth == 0:
                start = at
            depth += 1
        elif c == "}":
            depth -= 1
            if depth == 0:
                named = re.search(r"(\w+)\([^;{}]*\)\s*$", text[head:start].rpartition("]]")[2])
                if named:
                    found[named[1]] = text[start + 1:at]
                head = at + 1
        elif c == ";" and depth == 0:
            head = at + 1
    return found


def statements(body):
    """How many statements stand in `body`."""
    count, parentheses = 0, 0
    for c in body:
        parentheses += (c == "(") - (c == ")")
        count += c == ";" and parentheses == 0
    # The `while` of a do loop, and the semicolon behind it, belong to the `do`.
    return count + len(CONTROL.findall(body)) - 2 * len(re.findall(r"\bdo\b", body))


def main():
    with open(sys.argv[1]) as source, open(sys.argv[2]) as printed:
        functions = bodies(COMMENT.sub("", source.read()))
        companions = bodies(COMMENT.sub("", printed.read()))
    limit = float(sys.argv[3])
    with open(sys.argv[4]) as file:
        known = {name: int(most) for name, most in
                 (line.split() for line in file if not line.startswith("#"))}
    large, done = [], []
    print(f"{'function':16} {'statements':>10} {'companion':>10} {'ratio':>6}")
    for name, function in functions.items():
        own, derived = statements(function), statements(companions[name + "_reverse"])
        print(f"{name:16} {own:10} {derived:10} {derived / own:6.2f}")
        if derived > max(limit * own, known.get(name, 0)):
            large.append(name)
        if name in known and derived <= limit * own:
            done.append(name)
    within = len(functions) - len(known)
    print(f"{within} are at most {limit:g} times as large, {len(known)} are known to be larger")
    if large:
        print("too large:", ", ".join(large))
    if done:
        print("no longer too large, to be taken off the list:", ", ".join(done))
    return 1 if large or done or within < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
