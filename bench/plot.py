#!/usr/bin/env python3
"""Draws what kernels-bench or checkpoint-bench measured: one SVG for each kernel, time (or what
another COLUMN holds) over size, both logarithmic. Closed forms are dashed.

usage: plot.py results.csv DIRECTORY [COLUMN TITLE]
"""
import collections
import csv
import math
import os
import re
import sys

COLOURS = {"objective": "#000000", "forward": "#1b7837", "reverse": "#d6604d",
           "by hand": "#4393c3", "differences": "#999999", "ADOL-C": "#9970ab", "Sacado": "#bf812d",
           "3 repeats": "#4393c3", "20 snapshots": "#1b7837", "logarithmic": "#9970ab"}
CLOSED = " (closed form)"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 680, 420, 70, 190, 40, 50


def read(path, column):
    """Kernel -> tool -> [(size, seconds or what the column holds)]."""
    series = collections.defaultdict(lambda: collections.defaultdict(list))
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            measured = max(float(row[column]), 1e-12)
            series[row["kernel"]][row["tool"]].append((int(row["size"]), measured))
    return series


def slope(points):
    """By how much the logarithm of time grows with that of size, from the first to the last."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    return math.log(y1 / y0) / math.log(x1 / x0) if x1 > x0 else float("nan")


def draw(kernel, tools, title):
    sizes = [size for points in tools.values() for size, _ in points]
    times = [time for points in tools.values() for _, time in points]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    least, most = math.log(min(sizes)), math.log(max(sizes))

    def x(size):
        return LEFT + (math.log(size) - least) / ((most - least) or 1) * (WIDTH - LEFT - RIGHT)

    def y(time):
        share = (math.log10(time) - low) / ((high - low) or 1)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
           'font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{LEFT}" y="24" font-size="15">{kernel}: {title} over size</text>']
    for power in range(low, high + 1):
        at = y(10 ** power)
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" '
                   'stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">1e{power}</text>')
    for size in sorted(set(sizes)):
        out.append(f'<text x="{x(size):.1f}" y="{HEIGHT - BOTTOM + 20}" '
                   f'text-anchor="middle">{size}</text>')
    for line, (tool, points) in enumerate(sorted(tools.items(), key=lambda t: -t[1][-1][1])):
        colour = COLOURS.get(tool.replace(CLOSED, ""), "#333333")
        dashes = ' stroke-dasharray="5 4"' if tool.endswith(CLOSED) else ""
        path = " ".join(f"{x(size):.1f},{y(time):.1f}" for size, time in sorted(points))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"'
                   f'{dashes}/>')
        out.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 18 * (line + 1)}" '
                   f'fill="{colour}">{tool}: n^{slope(sorted(points)):.2f}</text>')
    return "\n".join(out + ["</svg>", ""])


def main():
    results, directory, *what = sys.argv[1:]
    column, title = what or ("seconds", "seconds per call")
    os.makedirs(directory, exist_ok=True)
    for kernel, tools in read(results, column).items():
        stem = kernel + ("_" + column if what else "")
        name = re.sub("[^a-z0-9]+", "_", stem.lower()) + ".svg"
        with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
            file.write(draw(kernel, tools, title))


if __name__ == "__main__":
    main()
