#!/usr/bin/env python3
"""Random programs, each compared with its companions.

  run.py --count 600 --seed 7            a run that can be repeated exactly
  run.py --count 600 --seed 7 --only 42  program 42 of that run, alone
  run.py --until-failure                 ends at the first program that is neither right nor refused
  run.py --checkpointed                  reverse companions that are checkpointed wherever that can
                                         be must give the same bits as those that are not
  run.py --plain                         without the plugin: are the programs themselves sound?

A failing program is shrunk and saved in --save (default: build/fuzz-failures).
The last line but one is a summary, the last `N passed, N failed`. A run of at least 600 programs
goes on, to at most half as many again, until each kind of statement and expression occurs 20 times,
and fails when one does not.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import random
import re
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "programs"))

import outcome  # noqa: E402 (test/programs/outcome.py)
from outcome import CRASH, EMITTED, REFUSED, RIGHT, TOP, WRONG, Outcome  # noqa: E402

import containers  # noqa: E402
import program  # noqa: E402
from shrink import Shrinker  # noqa: E402
from statements import Statements  # noqa: E402

LEAST = 20  # occurrences of each kind in a run of FULL programs
FULL = 600
ROUGH = "ROUGH"  # no point was found where differences can be trusted; the rest was checked


def source(programs):
    """One file with these programs and a main."""
    lines = ['#include "fuzz.h"', ""]
    lines += [each.text() for each in programs]
    lines += ["static const fuzz::Case cases[] = {"]
    lines += [line for each in programs for line in each.cases()]
    lines += ["};", "", "int main(int argc, char **argv) { return fuzz::run(cases, argc, argv); }",
              ""]
    return "\n".join(lines)


def judge(names, status, output):
    """Outcomes by program from what the binary printed."""
    found, begun, bits = {}, None, collections.defaultdict(list)
    for line in output.splitlines():
        word, _, rest = line.partition(" ")
        name = rest.split(":")[0].split("_")[0]
        if word == "BEGIN":
            begun = name
        elif word == "BITS":
            bits[begun].append(rest)
        elif word == "FAIL":
            found[name] = Outcome(WRONG, rest.partition(": ")[2], line)
        elif word in ("OK", "ROUGH", "UNTAME") and name not in found:
            found[name] = Outcome(RIGHT, word, "\n".join(bits[name]))
    if begun and begun not in found:
        how = "hangs" if status is None else f"ends with status {status}"
        text = next((l for l in output.splitlines() if "ERROR" in l or "runtime error" in l), "")
        found[begun] = Outcome(WRONG, f"the program {how} {text}".strip(), output)
    return {name: found.get(name, Outcome(WRONG, "was not reached", output)) for name in names}


def attempt(how, programs, scratch, tag):
    """{program name: outcome}."""
    if not how.checkpointed:
        return attempt_once(how, programs, scratch, tag)
    recorded = attempt_once(how.recording(), programs, scratch, tag)
    result = attempt_once(how.checkpointing(), programs, scratch, tag)
    for name, once in recorded.items():
        if once.kind != RIGHT:
            result[name] = once
        elif result[name].kind == RIGHT and result[name].output != once.output:
            result[name] = Outcome(WRONG, "other bits than without checkpoints")
    return result


def attempt_once(how, programs, scratch, tag):
    """The same in one way. A file that does not compile is taken apart."""
    path = os.path.join(scratch, f"{tag}.cpp")
    with open(path, "w") as file:
        file.write(source(programs))
    binary = os.path.join(scratch, tag)
    names = [each.name for each in programs]
    bad = outcome.build(how, [path], binary)
    if bad is None and "-fsyntax-only" in how.flags:
        return {name: Outcome(RIGHT, "compiled") for name in names}
    if bad is None:
        status, output = outcome.run([binary], how.timeout)
        result = judge(names, status, output)
        # A program that takes the others down with it: the rest is run one by one.
        if any(each.why == "was not reached" for each in result.values()):
            for name in names:
                if result[name].why == "was not reached":
                    status, output = outcome.run([binary, name], how.timeout)
                    result[name] = judge([name], status, output)[name]
        os.remove(binary)
        return result
    if len(programs) == 1:
        return {names[0]: bad}
    result = {}
    for each in programs:
        result.update(attempt_once(how, [each], scratch, f"{tag}_{each.name}"))
    return result


def signature(result):
    """What must stay the same while a failure is shrunk."""
    if result.kind in (WRONG, CRASH):
        return result.kind
    return result.kind, re.sub(r"'[^']*'|\d+", "", result.why)


def shrunk(how, failing, first, scratch, budget):
    wanted = signature(first)
    count = [0]
    if first.kind != WRONG:  # it shows at compile time
        how = dataclasses.replace(how, flags=how.flags + ["-fsyntax-only"])

    def still_fails(candidate):
        count[0] += 1
        result = attempt(how, [candidate], scratch, f"shrink{count[0]}")
        return signature(result[candidate.name]) == wanted

    return Shrinker(failing, still_fails, budget).run()


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=FULL)
    parser.add_argument("--seed", type=int, help="default: drawn, and printed")
    parser.add_argument("--only", type=int, action="append", help="only this program of the run")
    parser.add_argument("--skip", type=int, action="append", default=[], help="not this program")
    parser.add_argument("--batch", type=int, default=20, help="programs in one file")
    parser.add_argument("-j", dest="jobs", type=int, default=2)
    parser.add_argument("-O", dest="level", default="0")
    parser.add_argument("--llvm", default="19", choices=["19", "22"])
    parser.add_argument("--plugin")
    parser.add_argument("--plugin-arg", action="append", default=[], metavar="ARG",
                        help="passed on as -fplugin-arg-ARG")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--rewriter", action="store_true", help="clang-ad and g++")
    parser.add_argument("--checkpointed", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--save", default=os.path.join(TOP, "build", "fuzz-failures"),
                        help="where failures are saved")
    parser.add_argument("--shrink", type=int, default=3, help="how many failures to shrink")
    parser.add_argument("--budget", type=int, default=500, help="attempts for each of them")
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    parser.add_argument("--until-failure", action="store_true",
                        help="name the first program that is WRONG, EMITTED or CRASH, and end")
    parser.add_argument("--histogram", action="store_true", help="print it for short runs, too")
    return parser.parse_args()


def compiler(options):
    build = os.path.join(TOP, "build" if options.llvm == "19" else "build-" + options.llvm)
    made = outcome.Compiler(
        clangxx=outcome.which("clang++-" + options.llvm), include=[HERE],
        plugin=options.plugin or os.path.join(build, "lib", "ClangAD.so"),
        plugin_args=["-fplugin-arg-" + each for each in options.plugin_arg],
        flags=["-O" + options.level, "-Wno-everything"], timeout=options.timeout,
        plain=options.plain, checkpointed=options.checkpointed)
    if options.rewriter:
        made.rewriter = os.path.join(build, "bin", "clang-ad")
    if options.sanitize:
        # Adjoints of local objects are storage, without a table of virtual functions (ad/shadow.h).
        made.flags += ["-fsanitize=address,undefined", "-fno-sanitize=vptr",
                       "-fno-sanitize-recover=all", "-g"]
    return made


def save(options, number, program_, result, note):
    os.makedirs(options.save, exist_ok=True)
    path = os.path.join(options.save, f"seed{options.seed}_{number}.cpp")
    with open(path, "w") as file:
        file.write(f"// {result.kind}: {result.why}\n// Program {number} of seed {options.seed}, "
                   f"count {options.count}{note}.\n" + source([program_]))
    return path


def until_failure(how, options, programs, scratch):
    """Names the first program that is neither right nor refused; the exit status."""
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    futures = [pool.submit(attempt, how, programs[i:i + options.batch], scratch, f"batch{i}")
               for i in range(0, len(programs), options.batch)]
    try:
        for future in futures:
            for name, result in future.result().items():
                if result.kind not in (RIGHT, REFUSED):
                    print(f"program {name[1:]}: {result.kind}: {result.why}")
                    return 1
    finally:
        pool.shutdown(cancel_futures=True)
    print("no failure")
    return 0


def rare_kinds(produced):
    """Those that occur too seldom."""
    expected = set(Statements.KINDS) | {"parameter " + each for each in
                                        program.Parameter.KINDS}
    expected |= {"std::" + each for each in [*program.CMATH_1, *program.CMATH_2]}
    expected |= set(program.CMATH_TEXT) | {"helper " + each for each in program.Generator.SHAPES}
    return sorted(kind for kind in expected | set(produced) if produced[kind] < LEAST)


def print_histogram(produced):
    """True if every kind occurs often enough."""
    rare = rare_kinds(produced)
    print("kinds of statement and expression:")
    ordered = sorted(produced.items(), key=lambda pair: (-pair[1], pair[0]))
    width = 42
    for i in range(0, len(ordered), 3):
        print("  " + "".join(f"{count:6} {kind:{width - 7}}" for kind, count in
                             ordered[i:i + 3]).rstrip())
    if rare:
        print(f"fewer than {LEAST} times: " +
              ", ".join(f"{kind} ({produced[kind]})" for kind in rare))
    return not rare


def main():
    options = parse()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1 << 30)
    how, start = compiler(options), time.time()
    produced, programs = collections.Counter(), []
    while len(programs) < options.count or (
            FULL <= options.count and len(programs) < 1.5 * options.count and
            rare_kinds(produced)):
        made = program.make(options.seed, len(programs), produced, options.count)
        produced.update(made.kinds())
        programs.append(made)
    if options.only:
        programs = [programs[number] for number in options.only]
    programs = [each for each in programs if int(each.name[1:]) not in options.skip]
    print(f"seed {options.seed}, {len(programs)} programs")
    sys.stdout.flush()

    if options.until_failure:
        with tempfile.TemporaryDirectory() as scratch:
            return until_failure(how, options, programs, scratch)

    counts, whys, failures, rough = collections.Counter(), collections.Counter(), [], 0
    by_name = {each.name: each for each in programs}
    with tempfile.TemporaryDirectory() as scratch:
        pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
        batches = [programs[i:i + options.batch] for i in range(0, len(programs), options.batch)]
        futures = [pool.submit(attempt, how, batch, scratch, f"batch{i}")
                   for i, batch in enumerate(batches)]
        for future in futures:
            for name, result in future.result().items():
                counts[result.kind] += 1
                rough += result.why in (ROUGH, "UNTAME")
                if result.kind != RIGHT:
                    failures.append((name, result))
                    whys[f"{result.kind} {re.sub('[0-9]+', 'N', result.why)}"] += 1
            if options.stop and failures:
                for other in futures:
                    other.cancel()
                break
        took = time.time() - start
        for why, count in whys.most_common(40):
            print(f"{count:5} {why}")
        # The worst first; one of each signature before the second of any.
        order = {WRONG: 0, CRASH: 1, EMITTED: 2, REFUSED: 3}
        failures.sort(key=lambda pair: order[pair[1].kind])
        seen = collections.Counter()
        ranked = []
        for name, result in failures:
            seen[signature(result)] += 1
            ranked.append((seen[signature(result)], name, result))
        ranked.sort(key=lambda triple: triple[0])
        for rank, (_, name, result) in enumerate(ranked):
            number = int(name[1:])
            if rank < options.shrink:
                small = shrunk(how, by_name[name], result, scratch, options.budget)
                path = save(options, number, small, result, ", shrunk")
                print(f"shrunk to {path}")
            elif rank < 50:
                save(options, number, by_name[name], result, "")
            sys.stdout.flush()
        pool.shutdown()

    enough = True
    if options.histogram or len(programs) >= FULL:
        enough = print_histogram(produced)
    print(", ".join(f"{counts[kind]} {kind}" for kind in (RIGHT, REFUSED, EMITTED, WRONG, CRASH)) +
          f" ({rough} without differences) in {took:.0f} s")
    failed = sum(counts.values()) - counts[RIGHT] + (len(programs) >= FULL and not enough)
    print(f"{counts[RIGHT]} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
