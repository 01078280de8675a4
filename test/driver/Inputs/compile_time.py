"""compile_time.py SOURCE PLUGIN COMPILER FLAG...: what the plugin costs a compilation.

Compiles SOURCE plain, with the PLUGIN (a flag) and nothing to do, and with the plugin and one
gradient (-DGRADIENT), in turns. Prints the medians of the processor times and what is added; fails
where an addition is too large. The plugin alone is judged by whole compilations, -c -O1; a gradient
by -fsyntax-only, for what comes behind depends on the function and not on the plugin.
"""
import os
import resource
import statistics
import subprocess
import sys

ROUNDS = 11
LOADED_AIM = 0.02      # of the plain compilation
LOADED_LIMIT = 0.15    # what is let pass: single runs differ by 7 % either way
GRADIENT_LIMIT = 0.05  # seconds


def seconds(command):
    """Processor time, of the user and of the system, that `command` takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def interleaved(commands):
    """A list of ROUNDS times for each command; they take turns, so that what slows the machine down
    slows them all. A first turn warms the caches."""
    for command in commands:
        seconds(command)
    return list(zip(*[[seconds(command) for command in commands] for _ in range(ROUNDS)]))


def main():
    source, plugin, *compiler = sys.argv[1:]
    whole = compiler + ["-c", "-O1", source, "-o", os.devnull]
    syntax = compiler + ["-fsyntax-only", source]
    plain, loaded, idle, gradient, idle_whole, gradient_whole = interleaved([
        whole, whole + [plugin],
        syntax + [plugin], syntax + [plugin, "-DGRADIENT"],
        whole + [plugin], whole + [plugin, "-DGRADIENT"]])
    added = statistics.median(b / a - 1 for a, b in zip(plain, loaded))
    analysed = statistics.median(b - a for a, b in zip(idle, gradient))
    compiled = statistics.median(b - a for a, b in zip(idle_whole, gradient_whole))
    print(f"plain, -c -O1:                  {statistics.median(plain):.3f} s")
    print(f"the plugin with nothing to do:  {100 * added:+.1f} % (aim {100 * LOADED_AIM:g} %, "
          f"limit {100 * LOADED_LIMIT:g} %)")
    print(f"one gradient, -fsyntax-only:    {analysed:+.3f} s (limit {GRADIENT_LIMIT:g} s)")
    print(f"one gradient, -c -O1:           {compiled:+.3f} s")
    return 0 if added <= LOADED_LIMIT and analysed <= GRADIENT_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
