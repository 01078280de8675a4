#!/usr/bin/env bash
# From nothing to a fitted model: installs what is missing (Debian 12), builds the plugin, and lets it
# differentiate the log-likelihood of a Gaussian mixture, which is then fitted to the eruptions of
# Old Faithful. May be run again; takes seconds once everything is built.
#
# usage: ./demo.sh
set -euo pipefail
cd "$(dirname "$0")"

packages=(clang-19 libclang-19-dev llvm-19-dev cmake ninja-build g++ libgtest-dev liblbfgs-dev)
example=examples/old_faithful
out=build/demo

step() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
run() {
  printf '$ %s\n' "$*"
  "$@"
}

step "What is needed"
missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  run "${root[@]}" apt-get update -qq
  run "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}"
else
  echo "everything is installed: ${packages[*]}"
fi

step "The plugin"
# Clang builds it in less than half of the time that g++ takes.
[ -f build/build.ninja ] ||
  run cmake --preset default -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19
run cmake --build build --target ClangAD

step "The log-likelihood in plain C++"
sed -n '/^double log_likelihood/,/^}/p' $example/mixture.cpp

step "Compiled: the companion log_likelihood_reverse, as the compiler now sees it"
mkdir -p $out
flags=(-std=c++17 -O3 -march=native -Wall -Wextra -fplugin=build/lib/ClangAD.so)
run clang++-19 "${flags[@]}" -fplugin-arg-ad-print -c $example/mixture.cpp -o $out/mixture.o \
  > $out/companions.txt
echo "all companions: $out/companions.txt"
echo
sed -n '/^\/\/ log_likelihood_reverse:/,/^}/p' $out/companions.txt

step "Checked, fitted, measured, drawn"
run clang++-19 "${flags[@]}" $example/fit.cpp $example/picture.cpp $out/mixture.o -llbfgs -o $out/fit
run $out/fit $out/old_faithful.svg
