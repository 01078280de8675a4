#!/usr/bin/env python3
"""Runs the programs of this directory: each compares functions with their companions.

  run.py                         all, with build/lib/ClangAD.so, at -O1
  run.py -O0 recursion 'struct_*'
  run.py --llvm 22               clang++-22 and build-22/lib/ClangAD.so
  run.py --sanitize              with the address and undefined-behaviour sanitizers
  run.py --rewriter              build/bin/clang-ad prints the source, g++ compiles it
  run.py --rewriter --gxx clang++-19 --flag=-Wall --flag=-Werror
  run.py --build DIR             another build directory
  run.py --checkpointed          reverse companions that are checkpointed, wherever that can be, and
                                 that must give the same bits as those that are not
  run.py --annotated             functions ask for both modes, which must give the same bits
  run.py --plain                 without the plugin: are the programs themselves right?
  run.py --precompiled           with the headers that most programs include compiled ahead
  run.py --share 1/2             every second one, from the first on; 2/2 are the others
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import os
import sys
import tempfile
import time

import outcome
from outcome import HERE, TOP


def programs(patterns, folder):
    """Names of the programs that match one of the patterns (all without patterns)."""
    names = sorted(os.path.basename(path)[:-4] for path in glob.glob(os.path.join(folder, "*.cpp"))
                   if not path.endswith(".part.cpp"))
    if not patterns:
        return names
    return [name for name in names if any(fnmatch.fnmatch(name, p) for p in patterns)]


def sources(name, folder):
    """A program's files: NAME.cpp, and NAME.part.cpp where there is one."""
    candidates = [os.path.join(folder, name + ".cpp"), os.path.join(folder, name + ".part.cpp")]
    return [path for path in candidates if os.path.exists(path)]


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="*", help="names of programs, with * and ?")
    parser.add_argument("-O", dest="level", default="1", help="optimisation level (default 1)")
    parser.add_argument("-j", dest="jobs", type=int, default=2, help="programs at once")
    parser.add_argument("--llvm", default="19", choices=["19", "22"])
    parser.add_argument("--build", help="the build directory (default: build, or build-22)")
    parser.add_argument("--plugin", help="the plugin (default: that of the build directory)")
    parser.add_argument("--plugin-arg", action="append", default=[], metavar="ARG",
                        help="passed on as -fplugin-arg-ARG")
    parser.add_argument("--flag", action="append", default=[], help="one more compiler flag")
    parser.add_argument("--libraries", action="store_true",
                        help="the programs of test/libraries, which need GLM and Boost")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--rewriter", action="store_true")
    parser.add_argument("--gxx", default="g++", help="compiles what the rewriter prints")
    parser.add_argument("--checkpointed", action="store_true")
    parser.add_argument("--annotated", action="store_true")
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--precompiled", action="store_true")
    parser.add_argument("--share", default="1/1", metavar="K/N", help="each N-th, from the K-th on")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each step")
    parser.add_argument("--slowest", type=int, default=0, metavar="N",
                        help="list the N programs that took longest")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not list what is right")
    parser.add_argument("-v", "--verbose", action="store_true", help="print the whole output")
    return parser.parse_args()


def compiler(options):
    build = options.build or os.path.join(
        TOP, "build" if options.llvm == "19" else "build-" + options.llvm)
    made = outcome.Compiler(
        clangxx=outcome.which("clang++-" + options.llvm),
        plugin=options.plugin or os.path.join(build, "lib", "ClangAD.so"),
        plugin_args=["-fplugin-arg-" + each for each in options.plugin_arg],
        flags=["-O" + options.level, *options.flag], timeout=options.timeout,
        plain=options.plain, gxx=options.gxx)
    if options.rewriter:
        made.rewriter = os.path.join(build, "bin", "clang-ad")
    if options.sanitize:
        # Adjoints of local objects are storage, without a table of virtual functions (ad/shadow.h).
        made.flags += ["-fsanitize=address,undefined", "-fno-sanitize=vptr",
                       "-fno-sanitize-recover=all", "-g"]
    return made


def timed(attempt):
    """The same, which gives the seconds that it took as well."""
    def run(*args):
        start = time.time()
        return attempt(*args), time.time() - start
    return run


def main():
    options = parse()
    how = compiler(options)
    counts = collections.Counter()
    passed = 0
    seconds = {}
    start = time.time()
    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = os.path.join(TOP, "test", "libraries") if options.libraries else HERE
        share, shares = map(int, options.share.split("/"))
        names = programs(options.patterns, folder)[share - 1::shares]
        if options.precompiled:
            how = outcome.precompile(how, scratch)
        attempt = timed(outcome.same_bits if options.checkpointed else
                        outcome.same_bits_annotated if options.annotated else outcome.attempt)
        running = [(name, pool.submit(attempt, how, sources(name, folder),
                                      os.path.join(scratch, name))) for name in names]
        for name, future in running:
            result, seconds[name] = future.result()
            counts[result.kind] += 1
            as_stated = outcome.judge(how, sources(name, folder)[0], result)
            passed += as_stated
            if not as_stated or not options.quiet:
                stated = " (as stated)" if as_stated and result.kind != outcome.RIGHT else ""
                print(f"{result.kind:8} {name:36} {result.why}{stated}".rstrip())
            if options.verbose and result.kind != outcome.RIGHT:
                print(result.output)
            sys.stdout.flush()
    for name in sorted(seconds, key=seconds.get, reverse=True)[:options.slowest]:
        print(f"{seconds[name]:6.1f} s {name}")
    kinds = [outcome.RIGHT, outcome.REFUSED, outcome.EMITTED, outcome.WRONG, outcome.CRASH]
    print(", ".join(f"{counts[kind]} {kind}" for kind in kinds), f"in {time.time() - start:.0f} s")
    failed = sum(counts.values()) - passed
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
