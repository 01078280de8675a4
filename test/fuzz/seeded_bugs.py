#!/usr/bin/env python3
"""Bugs seeded on purpose, one at a time: does the fuzzer find each of them?

  seeded_bugs.py                   builds a plugin for each bug in turn and fuzzes it
  seeded_bugs.py --only cos-sign   this bug alone; may be repeated
  seeded_bugs.py --list --check    only: do the sources still hold the places where bugs are seeded?

The sources are copied to --work (default: build/seeded), where they are changed and built; the next
run builds only what differs. A bug is caught where a program fails that is right with the plugin as
it is. Prints a line for each bug, `CAUGHT NAME: program N of seed S: KIND` or `MISSED NAME`, and at
the end `N caught, M missed`. The exit status is 0 if all are caught.

A change of the sources can make a snippet below disappear: then seed that bug anew where its code
has gone, or replace it by another of its kind.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
LEAST = 20  # bugs that there must be


class Bug(NamedTuple):
    name: str
    what: str
    file: str  # in plugin/
    old: str  # occurs once in it
    new: str


BUGS = [
    # -- rules -------------------------------------------------------------------------------
    Bug("cos-sign", "the sign of a partial derivative", "rules/rules.def",
        "RULE1(cos, -sin(x)", "RULE1(cos, sin(x)"),
    Bug("tanh-operand", "the operand where the result belongs", "rules/rules.def",
        "RULE1(tanh, 1 - r * r", "RULE1(tanh, 1 - x * x"),
    Bug("log2-factor", "a factor on the wrong side of the fraction", "rules/rules.def",
        "RULE1(log2, 1 / (Ln2 * x)", "RULE1(log2, Ln2 / x"),
    Bug("atan2-operands", "operands confused", "rules/rules.def",
        "RULE2(atan2, select(x * x + y * y == 0, 0, y / (",
        "RULE2(atan2, select(x * x + y * y == 0, 0, x / ("),
    Bug("fma-swapped", "partial derivatives in the wrong order", "rules/rules.def",
        "RULE3(fma, y, x, 1", "RULE3(fma, x, y, 1"),
    Bug("fmin-tie", "both operands are chosen where they tie", "rules/rules.def",
        "RULE2(fmin, select(r == x, 1, 0), select(r == x, 0, 1)",
        "RULE2(fmin, select(r == x, 1, 0), select(r == y, 1, 0)"),
    Bug("max-branch", "the operand that was not chosen", "rules/rules.def",
        "RULE2(max, select(x < y, 0, 1), select(x < y, 1, 0)",
        "RULE2(max, select(y < x, 0, 1), select(y < x, 1, 0)"),
    Bug("remainder-sign", "the integer multiple is negated", "rules/rules.def",
        "RULE2(remainder, 1, round((r - x) / y)", "RULE2(remainder, 1, round((x - r) / y)"),
    Bug("pow-exponent", "the result is not divided by the base", "rules/pow.cpp",
        "Elsewhere = Y * R / X", "Elsewhere = Y * R"),

    # -- reverse sweeps ----------------------------------------------------------------------
    Bug("adjoint-assigned", "`=` instead of `+=`", "modes/reverse_adjoint.cpp",
        "To.add(B.accumulate(Bar, Seed));", "To.add(B.assign(Bar, Seed));"),
    Bug("overwrite-keeps-adjoint", "no zero after an overwrite", "modes/reverse_adjoint.cpp",
        """Leaves.Stmts.end());
    if (!Adds)
      To.add(B.assign(Bar, B.number(0, Bar->Ty)));
    return;
""", """Leaves.Stmts.end());
    return;
"""),
    Bug("callee-adjoint-lost", "the adjoints of arguments that are expressions are not passed on",
        "modes/reverse_calls.cpp", """
  To.Stmts.insert(To.Stmts.end(), After.Stmts.begin(), After.Stmts.end());""", ""),
    Bug("call-target-keeps-adjoint", "no zero where a call's result overwrites a variable",
        "modes/reverse_calls.cpp", """zero(Bar, To);
      Bar = B.var(Seed);""", "Bar = B.var(Seed);"),
    Bug("adjoint-before-restore", "the adjoint reads the new value", "modes/reverse_assemble.cpp",
        """    restore(S, Rev);
    Rev.append(P.Adjoint);
    return;
  case StmtKind::Call: {""", """    Rev.append(P.Adjoint);
    restore(S, Rev);
    return;
  case StmtKind::Call: {"""),
    Bug("pops-in-push-order", "the tape is read in the order in which it was written",
        "modes/reverse_finish.cpp",
        "Take.Stmts.insert(Take.Stmts.begin(), T);", "Take.add(T);"),
    Bug("increment-repeated", "an increment is made again instead of taken back",
        "modes/reverse_assemble.cpp", "Rev.add(B.accumulate(S->Target, Back));",
        "Rev.add(B.accumulate(S->Target, S->Value));"),
    Bug("else-not-recorded", "what only the else branch needs is not recorded",
        "modes/reverse_record.cpp", """    flow(S->Else, Else);
    unite(T, Else);""", "    flow(S->Else, Else);"),
    Bug("iterations-not-recorded", "what the iteration before needs is not recorded",
        "modes/reverse_record.cpp", "if (Entry.size() == Before)", "if (Entry.size() >= Before)"),
    Bug("adjoint-of-last-iteration", "an adjoint is not zero when its iteration begins",
        "modes/reverse_assemble.cpp",
        "if (HasBar && Early.contains(Bar) && (Depth || Mem->runsAgain(S)))",
        "if (HasBar && Early.contains(Bar) && (Depth || Mem->loopDepth(S) > 1))"),
    Bug("sums-read-in-loops", "a loop that reads its own sum is reversed iteration by iteration",
        "modes/reverse_fuse.cpp", "Mem->lives(V, Loop) && !reads(*Loop, V)", "Mem->lives(V, Loop)"),
    Bug("written-again", "elements that are written once more count as left behind",
        "analysis/dependence.cpp", "Later.add(&Before, &After, -L->Step);",
        "Later.add(&Before, &After, -L->Step - 1);"),
    Bug("loop-not-reversed", "the iterations are taken back from first to last",
        "modes/reverse_loops.cpp", """As(End)));
    R->Value = B.binary(">", I, L.First, M.boolType());
    R->Then.add(B.accumulate(I, B.unary("-", B.integer(1), M.intType())));""", """As(L.First)));
    R->Value = B.binary("<", I, End, M.boolType());
    R->Step.add(B.accumulate(I, B.integer(1)));"""),
    Bug("inclusive-bound", "the last iteration of `i <= n` is not taken back",
        "modes/reverse_loops.cpp",
        """End = L.Op == "<" ? L.Bound : PlusOne(L.Bound, L.Bound->Ty);""", "End = L.Bound;"),
    Bug("jump-not-flagged", "a break leaves no trace", "modes/reverse_assemble.cpp",
        """  case StmtKind::Continue:
    setFlag(S, Fwd);
""", "  case StmtKind::Continue:\n"),
    Bug("trips-lost-at-return", "how often a loop ran is not kept where it is left by a return",
        "modes/reverse_record.cpp", """    if (leavesBy(*S, StmtKind::Return))
      Ask(FlowAtReturn);
    if (!S->is(StmtKind::Loop)""", """    if (!S->is(StmtKind::Loop) && leavesBy(*S, StmtKind::Return))
      Ask(FlowAtReturn);
    if (!S->is(StmtKind::Loop)"""),
    Bug("held-while-written", "an array is copied before a loop that writes to it",
        "modes/reverse_hold.cpp", "      Only &= !S.Target || !isIn(S.Target, E);\n      F(E);",
        "      if (E != S.Target)\n        F(E);"),
    Bug("pointer-not-followed", "the shadow of a pointer stays when the pointer moves",
        "modes/reverse_prepare.cpp", "(Assign || Advance) ? S->Target->Ty",
        "Assign ? S->Target->Ty"),

    Bug("place-not-handed-out", "what a callee may hand back is reached by its name alone",
        "core/uses.cpp", "S.is(StmtKind::Call) && mayHandOut(*S.Callee)", "false"),
    Bug("operator-left-first", "the left side of an overloaded += is evaluated first",
        "lower/function.cpp", "!Operator->isAssignmentOp() || Parts", "true || Parts"),

    # -- forward mode ------------------------------------------------------------------------
    Bug("primal-before-tangent", "the tangent reads the new value", "modes/forward.cpp",
        """  setTangent(Place, Dot, To);
  To.add(Copy);""", """  To.add(Copy);
  setTangent(Place, Dot, To);"""),
    Bug("tangent-pointer-stays", "the tangent's pointer stays when the pointer moves",
        "modes/forward.cpp", "    To.add(B.accumulate(Place, S->Value));\n", ""),
    Bug("difference-sign", "c - x as if it were c + x", "modes/forward_expressions.cpp",
        ": B.neg(DotR);", ": B.cast(E->Ty, DotR);"),
    Bug("power-factor", "the exponent of x * x * x is forgotten", "modes/forward_expressions.cpp",
        "B.number(llvm::count_if(All, isThis), E->Ty)", "B.number(1, E->Ty)"),

    # -- analysis ----------------------------------------------------------------------------
    Bug("written-by-call-inactive", "what a callee writes carries no derivative",
        "analysis/activity.cpp", """          if (writable(P) && AnyVaried)
            markPlaceVaried(A, Changed);
""", ""),
    Bug("second-arm-inactive", "the third operand of ?: is not looked at", "analysis/activity.cpp",
        "return in(E->operand(1), NeedUseful) || in(E->operand(2), NeedUseful);",
        "return in(E->operand(1), NeedUseful);"),

    # -- lowering ----------------------------------------------------------------------------
    Bug("postfix-new-value", "x++ has the value of ++x", "lower/operators.cpp",
        """    const core::Expr *Before =
        freeze(Place, Loc, Place->is(ExprKind::Variable) ? Place->Var->Name + "_before" : "before");
    emit(S);
    return Before;""", """    emit(S);
    return freeze(Place, Loc, "after");"""),
    Bug("value-not-frozen", "values that a later operand changes are not kept",
        "lower/function.cpp", "Place ? mayMove(B, R) : mayChange(B, R)",
        "Place ? mayChange(B, R) : mayMove(B, R)"),
    Bug("left-side-first", "the left side of += is evaluated first", "lower/operators.cpp",
        "value(Right); }, false}, Part{[=] { return target(Left); }, true}});\n"
        "  const core::Expr *Target = checkWritten(Parts[1], Loc), *Value = Parts[0];",
        "target(Left); }, true}, Part{[=] { return value(Right); }, false}});\n"
        "  const core::Expr *Target = checkWritten(Parts[0], Loc), *Value = Parts[1];"),
    Bug("short-circuit", "the right side of || is evaluated where that of && is",
        "lower/operators.cpp", "And ? name(Holds, Loc) : negate(name(Holds, Loc), Loc)",
        "And ? negate(name(Holds, Loc), Loc) : name(Holds, Loc)"),
]


def read(path):
    with open(path) as file:
        return file.read()


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def complaints(bugs):
    """What is wrong with the table."""
    for bug in bugs:
        count = read(os.path.join(TOP, "plugin", bug.file)).count(bug.old)
        if count != 1:
            yield f"{bug.name}: its snippet occurs {count} times in plugin/{bug.file}"
        if bug.old == bug.new:
            yield f"{bug.name}: changes nothing"
    if len({bug.name for bug in BUGS}) != len(BUGS):
        yield "two bugs have the same name"
    if len(BUGS) < LEAST:
        yield f"{len(BUGS)} bugs; there should be at least {LEAST}"


class Bench:
    """A copy of the sources, and what is built from it."""

    def __init__(self, options):
        self.options = options
        self.source = os.path.join(options.work, "source")
        self.build = os.path.join(options.work, "build")
        self.clean = os.path.join(options.work, "clean", "lib")  # the plugin without a bug
        self.skip = []  # programs that fail with it, too

    def call(self, *command):
        """Whether it succeeded; says why not."""
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            print("\n".join(done.stdout.splitlines()[-30:]))
        return done.returncode == 0

    def copy(self):
        """Brings the copy up to date. Files that are the same stay, and with them what is built."""
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                                 "CMakeLists.txt", "cmake", "plugin", "runtime", "tools"],
                                cwd=TOP, stdout=subprocess.PIPE, text=True, check=True).stdout
        names = {each for each in listed.splitlines() if os.path.isfile(os.path.join(TOP, each))}
        for folder, _, files in os.walk(self.source):
            for each in files:
                path = os.path.join(folder, each)
                if os.path.relpath(path, self.source) not in names:
                    os.remove(path)
        for name in names:
            here, there = os.path.join(TOP, name), os.path.join(self.source, name)
            if not os.path.exists(there) or read(here) != read(there):
                os.makedirs(os.path.dirname(there), exist_ok=True)
                shutil.copyfile(here, there)

    def make(self):
        return self.call("cmake", "--build", self.build, f"-j{self.options.jobs}", "-t", "ClangAD")

    def prepare(self):
        self.copy()
        if not self.call("cmake", "-S", self.source, "-B", self.build, "-G", "Ninja",
                         "-DAD_BUILD_TESTS=OFF") or not self.make():
            return False
        shutil.rmtree(self.clean, ignore_errors=True)
        shutil.copytree(os.path.join(self.build, "lib"), self.clean)
        include = os.path.join(os.path.dirname(self.clean), "include")
        if not os.path.lexists(include):
            os.symlink(os.path.join(self.build, "include"), include)
        return True

    def fuzz(self, plugin, *more):
        """(number, kind) of the first program that fails; None if there is none."""
        options = self.options
        done = subprocess.run(
            [sys.executable, os.path.join(HERE, "run.py"), "--until-failure",
             "--seed", str(options.seed), "--count", str(options.count), f"-j{options.jobs}",
             "--timeout", "60", "--plugin", os.path.join(plugin, "ClangAD.so"), *more],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        found = re.search(r"^program (\d+): (\w+)", done.stdout, re.M)
        if not found and done.returncode:
            sys.exit("run.py failed:\n" + done.stdout)
        return found and (found[1], found[2])

    def outcome(self, bug):
        """The line to print for this bug, and whether it was caught."""
        path = os.path.join(self.source, "plugin", bug.file)
        good = read(path)
        write(path, good.replace(bug.old, bug.new))
        try:
            if not self.make():
                return f"MISSED {bug.name}: does not compile", False
            while found := self.fuzz(os.path.join(self.build, "lib"), *self.skip):
                number, kind = found
                # Twice: a program that only was out of time, on a machine that is used, is no catch.
                if not self.fuzz(os.path.join(self.build, "lib"), "--only", number):
                    continue
                if not self.fuzz(self.clean, "--only", number):
                    where = f"program {number} of seed {self.options.seed}"
                    return f"CAUGHT {bug.name}: {where}: {kind}", True
                self.skip += ["--skip", number]
            return f"MISSED {bug.name}", False
        finally:
            write(path, good)


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME",
                        choices=[bug.name for bug in BUGS], help="only this bug")
    parser.add_argument("--list", action="store_true", help="print the bugs, seed none")
    parser.add_argument("--check", action="store_true", help="look for the snippets, seed none")
    parser.add_argument("--count", type=int, default=600, help="programs to try for each bug")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", "-j", type=int, default=2)
    parser.add_argument("--work", default=os.path.join(TOP, "build", "seeded"))
    return parser.parse_args()


def main():
    options = parse()
    bugs = [bug for bug in BUGS if not options.only or bug.name in options.only]
    if options.list:
        for bug in bugs:
            print(f"{bug.name:26} {bug.file:29} {bug.what}")
    wrong = list(complaints(bugs))
    for line in wrong:
        print(line)
    if wrong or options.list or options.check:
        return 1 if wrong else 0
    bench, caught = Bench(options), 0
    if not bench.prepare():
        return 1
    for bug in bugs:
        start = time.time()
        line, found = bench.outcome(bug)
        caught += found
        print(f"{line}  ({time.time() - start:.0f} s)", flush=True)
    print(f"{caught} caught, {len(bugs) - caught} missed")
    return 0 if caught == len(bugs) else 1


if __name__ == "__main__":
    sys.exit(main())
