"""Blocks of labelled pieces with gotos between them: ahead, also out of loops, a few times back."""
from tree import FREE, statement


class Labels:
    """Needs what Statements needs."""

    KINDS = {"labels": (0.8, "labels")}

    WORK = ["{s} = std::sin({s}) + 0.5 * {t};", "{t} = 0.5 * {t} * {s} + 0.25;",
            "{s} *= 0.75 * $1;",
            "for (int {i} = 0; {i} < 2; ++{i}) {{ {s} += 0.3 * {t}; {t} = std::cos({s}); }}"]
    ASK = ["{s} > $1", "{t} < $1", "{n} == 1", "{n} != 2", "{s} > 0.5 * {t}"]

    def labels(self, kind):
        target = self.place(write=True)
        if not target or target.writes or self.fn.cost + 24 * self.fn.mult > self.fn.limit:
            return None
        value = self.value(FREE.beside(target), 1)
        if value.writes:
            return None
        self.fn.cost += 24 * self.fn.mult
        names = {letter: self.counter(letter) for letter in "stni"}
        count = self.random.randint(2, 4)
        label = [self.counter("label") for _ in range(count)]
        pick = lambda texts: self.random.choice(texts).format(**names)
        ladder = self.random.random() < 0.5  # all gotos ahead of all labels, as where C cleans up
        pieces = []
        for at in range(count + 1):
            ends = self.random.sample(label, count) if ladder and not at else []
            made = [self.jump(names, pick, [end]) for end in ends]
            for _ in range(self.random.randint(1, 2)):
                choice = 1 if ladder else self.random.random()
                if choice < 0.45 and at < count:
                    made.append(self.jump(names, pick, label[at:]))
                elif choice < 0.6 and at > 0:
                    back = self.random.choice(label[:at])
                    made.append(f"if (++{names['n']} < 3 && {pick(self.ASK)}) goto {back};")
                else:
                    made.append(pick(self.WORK))
            pieces.append((f"{label[at - 1]}: " if at else "") + " ".join(made))
        text = ("{{ double {s} = 0.5 * $0, {t} = 0.5; int {n} = 0; ".format(**names) +
                " ".join(pieces) + " $0 = 0.5 * std::sin({s} + {t}); }}".format(**names))
        return statement(kind, text, [target, value])

    def jump(self, names, pick, ahead):
        """A goto to one of the labels `ahead`."""
        jump = f"if ({pick(self.ASK)}) goto {self.random.choice(ahead)};"
        i = names["i"]
        if self.random.random() < 0.25:
            jump = f"for (int {i} = 0; {i} < 3; ++{i}) {{ {pick(self.WORK[:3])} {jump} }}"
        return jump
