#!/usr/bin/env bash
# Builds the benchmarks, prints their tables and draws their plots.
#
# usage: bench/run.sh [FILE...]   FILE: problems in the format of ADBench, bundle adjustment if the
#                                 name begins with ba, else mixtures (default: one of each, made up)
#
# The kernels' table is also left in build/bench/kernels.md, that of long runs in
# build/bench/checkpoint.md, the plots in build/bench/plots/*.svg.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang++-19}
[ -f build/bench/build.ninja ] ||
  cmake -S bench -B build/bench -G Ninja -DCMAKE_CXX_COMPILER="$clang" > /dev/null
cmake --build build/bench
if [ $# -eq 0 ]; then
  build/bench/gmm-bench
  echo
  build/bench/ba-bench
fi
for file in "$@"; do
  case $(basename "$file") in
    ba*) build/bench/ba-bench "$file" ;;
    *) build/bench/gmm-bench "$file" ;;
  esac
  echo
done
echo
build/bench/kernels-bench --csv build/bench/kernels.csv | tee build/bench/kernels.md
bench/plot.py build/bench/kernels.csv build/bench/plots
echo
build/bench/checkpoint-bench 10000000 build/bench/checkpoint.csv | tee build/bench/checkpoint.md
bench/plot.py build/bench/checkpoint.csv build/bench/plots
bench/plot.py build/bench/checkpoint.csv build/bench/plots kilobytes "peak kB"
