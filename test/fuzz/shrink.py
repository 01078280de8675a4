"""Makes a failing program smaller while it still fails in the same way.

1. Drop whole items (helpers, classes, constants), and empty whole bodies.
2. Drop runs of statements from every block, halving the runs (delta debugging).
3. Replace a statement by the statements of one of its blocks.
4. Replace expressions by literals, then by one of their own operands.
Repeated until nothing changes or the budget of attempts is spent.
"""
from tree import Node

LITERALS = {"d": "0.5", "i": "1", "b": "true"}


class Shrinker:
    def __init__(self, program, still_fails, budget):
        self.program, self.still_fails, self.budget = program, still_fails, budget

    def holds(self):
        """Whether the program, as changed, still fails."""
        if self.budget <= 0:
            return False
        self.budget -= 1
        return self.still_fails(self.program)

    def run(self):
        before = None
        while before != self.program.text() and self.budget > 0:
            before = self.program.text()
            self.drop(self.program.items)
            self.empty_bodies()
            self.drop(self.program.items)
            for node in self.all(lambda node: node.type == "block"):
                self.drop(node.kids)
            self.unwrap()
            self.simplify()
        return self.program

    def all(self, wanted):
        found = [node for item in self.program.items for node in item.walk() if wanted(node)]
        return sorted(found, key=lambda node: -len(list(node.walk())))

    def empty_bodies(self):
        """All that is not a return leaves every function but the last, then each in turn."""
        bodies = [kid for item in self.program.items for kid in item.kids if kid.type == "block"]
        for chosen in [bodies[:-1]] + [[body] for body in bodies]:
            saved = [body.kids[:] for body in chosen]
            for body in chosen:
                body.kids = [kid for kid in body.kids if kid.keep]
            if not self.holds():
                for body, kids in zip(chosen, saved):
                    body.kids = kids

    def drop(self, nodes):
        """Delta debugging on a list of items or statements."""
        size = max(len(nodes), 1)
        while size >= 1:
            start = 0
            while start < len(nodes):
                run = nodes[start:start + size]
                kept = [node for node in run if node.keep]
                saved = nodes[:]
                nodes[start:start + size] = kept
                if len(kept) == len(run) or not self.holds():
                    nodes[:] = saved
                    start += size
                else:
                    start += len(kept)
                if self.budget <= 0:
                    return
            size //= 2

    def unwrap(self):
        """Statements replaced by what is inside them."""
        for parent in self.all(lambda node: node.type == "block"):
            i = 0
            while i < len(parent.kids):
                for inner in [kid for kid in parent.kids[i].kids if kid.type == "block"]:
                    saved = parent.kids[:]
                    parent.kids[i:i + 1] = inner.kids
                    if self.holds():
                        i -= 1
                        break
                    parent.kids[:] = saved
                i += 1
                if self.budget <= 0:
                    return

    def simplify(self):
        """Expressions replaced by literals or operands."""
        for parent in self.all(lambda node: bool(node.kids)):
            for i, kid in enumerate(parent.kids):
                if kid.type not in LITERALS or kid.kind == "literal" or self.budget <= 0:
                    continue
                candidates = []
                if not kid.place and kid.text != LITERALS[kid.type]:
                    candidates.append(Node("literal", kid.type, LITERALS[kid.type]))
                    candidates += [inner for inner in kid.kids if inner.type == kid.type]
                for candidate in candidates:
                    parent.kids[i] = candidate
                    if self.holds():
                        break
                    parent.kids[i] = kid
