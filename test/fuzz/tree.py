"""The fuzzer's own syntax trees: just enough C++ to print, count and shrink a program.

A node is a text with holes $0, $1... for its children, a kind (for the histogram) and a type:
  'd' floating expression   'i' integer expression   'b' condition
  's' statement             'block' statements in braces   'item' function, class or constant
`place` marks expressions that may stand left of an assignment. `reads` and `writes` are the roots
(variables, or memory that several names may reach) that evaluating an expression touches: they
keep unsequenced operands apart. lo and hi bound an integer expression.
"""
import copy
import re

HOLE = re.compile(r"\$(\d)")


class Node:
    __slots__ = ("kind", "type", "text", "kids", "reads", "writes", "keep", "place", "lo", "hi")

    def __init__(self, kind, type_, text, kids=(), reads=(), writes=(), keep=False, place=False,
                 lo=None, hi=None):
        self.kind, self.type, self.text = kind, type_, text
        self.kids = list(kids)
        self.keep, self.place, self.lo, self.hi = keep, place, lo, hi
        self.reads, self.writes = frozenset(reads), frozenset(writes)
        for kid in self.kids:
            if kid.type in ("d", "i", "b", "r"):
                self.reads |= kid.reads
                self.writes |= kid.writes

    def render(self, indent=""):
        if self.type == "block":
            inner = indent + "  "
            lines = [inner + kid.render(inner) + "\n" for kid in self.kids]
            return "{\n" + "".join(lines) + indent + "}"
        return HOLE.sub(lambda hole: self.kids[int(hole[1])].render(indent), self.text)

    def walk(self):
        yield self
        for kid in self.kids:
            yield from kid.walk()

    def clone(self):
        return copy.deepcopy(self)


def block(statements):
    return Node("block", "block", None, statements)


def statement(kind, text, kids=(), keep=False):
    return Node(kind, "s", text, kids, keep=keep)


class Bans:
    """What an operand must leave alone, because another operand is unsequenced with it."""

    def __init__(self, reads=frozenset(), writes=frozenset()):
        self.reads, self.writes = frozenset(reads), frozenset(writes)

    def beside(self, other):
        """The bans for an operand that is unsequenced with `other`."""
        return Bans(self.reads | other.writes, self.writes | other.reads | other.writes)


FREE = Bans()


class Var:
    """A name in scope. kind: d, i, b (scalars), arr, sarr (size), mat (rows, columns), ptr (size
    elements from where it points), rec, recptr, recarr (record), vec, rows (of vectors), iter. A
    fixed one is not assigned; an inactive one is a table of constants, an unpointed one a vector to
    whose elements no pointers are made (docs/limits.md: a vector that the caller sees has either
    those or another size)."""

    def __init__(self, name, kind, size=None, record=None, const=False, roots=None, lo=0, hi=0,
                 fixed=False, inactive=False, unpointed=False):
        self.name, self.kind, self.size, self.record = name, kind, size, record
        self.const, self.lo, self.hi, self.fixed = const, lo, hi, fixed
        self.inactive, self.unpointed = inactive, unpointed
        self.pointed = self.exchanged = False  # by another name; with a vector that the caller sees
        self.roots = frozenset([name] if roots is None else roots)


class Fn:
    """What the generator knows of the function that it is writing."""

    def __init__(self, result="double", loose=False, limit=400, deepest=3):
        self.result, self.loose, self.limit, self.deepest = result, loose, limit, deepest
        self.depth = self.branch_depth = self.loop_depth = self.switch_depth = 0
        self.returns = self.names = self.cost = self.block_start = 0
        self.mult = 1  # how often the statement being written is executed, at most
        self.wide = set()  # names of variables that are not doubles
        self.self_calls = 0
        self.held = 0  # blocks that nothing leaves, for they free memory at their end
        self.pinned = frozenset()  # roots of vectors that keep their size here
        self.counters = set()  # names of those that are declared outside of their loops
        self.counting = set()  # those on which loops around run
        self.moving = frozenset()  # and that inner loops may move on
        self.ahead = []  # names of variables that its first line declares
        self.steps = False  # the loop around steps at its body's end, which nothing may skip
