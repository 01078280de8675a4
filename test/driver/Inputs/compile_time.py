"""compile_time.py VALGRIND SOURCE PLUGIN COMPILER FLAG...: what the plugin costs a compilation.

Compiles SOURCE plain, with the PLUGIN (a flag) and nothing to do, and with the plugin and one
gradient (-DGRADIENT), all with -fsyntax-only, for what comes behind depends on the function and not
on the plugin. Counts the instructions under valgrind's cachegrind, since the times of a machine
that does other things as well differ by tens of per cent. What the plugin adds with nothing to do
is put in relation to a whole compilation, -c -O1, by how much longer that takes than the plain one.
Fails where an addition is too large.
"""
import concurrent.futures
import os
import re
import resource
import subprocess
import sys

LOADED_LIMIT = 0.005   # of a whole compilation
GRADIENT_LIMIT = 0.05  # seconds
TIMED = 7              # compilations, of which the fastest says what an instruction takes


def instructions(valgrind, command):
    """How many `command` runs."""
    tool = [valgrind, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(tool + command, check=True, stderr=subprocess.PIPE, text=True)
    return int(re.search(r"I +refs: +([\d,]+)", done.stderr)[1].replace(",", ""))


def seconds(command):
    """Processor time, of the user, that `command` takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime


def main():
    valgrind, source, plugin, *compiler = sys.argv[1:]
    syntax = compiler + ["-fsyntax-only", source]
    commands = [syntax, syntax + [plugin], syntax + [plugin, "-DGRADIENT"]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        plain, loaded, gradient = pool.map(lambda c: instructions(valgrind, c), commands)
    whole = compiler + ["-c", "-O1", source, "-o", os.devnull]
    times = [(seconds(syntax), seconds(whole)) for _ in range(TIMED)]
    fastest, longer = (min(each) for each in zip(*times))
    each = fastest / plain
    added = (loaded - plain) / (longer / each)
    taken = (gradient - loaded) * each
    print(f"plain:                          {plain / 1e6:.0f} million instructions, {fastest:.2f} s; "
          f"with -c -O1 {longer:.2f} s")
    print(f"the plugin with nothing to do:  {(loaded - plain) / 1e6:+.1f} million, {100 * added:+.1f} % "
          f"(limit {100 * LOADED_LIMIT:g} %)")
    print(f"one gradient, -fsyntax-only:    {(gradient - loaded) / 1e6:+.1f} million, {taken:+.3f} s "
          f"(limit {GRADIENT_LIMIT:g} s)")
    return 0 if added <= LOADED_LIMIT and taken <= GRADIENT_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
