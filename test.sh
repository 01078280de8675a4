#!/usr/bin/env bash
# Installs what is missing (Debian 12), builds the plugin for both LLVM versions, runs every test, and
# ends with a line "N passed, N failed". May be run again; what is built is not built twice.
#
# usage: ./test.sh [--quick|--full]
#   --quick   LLVM 19 only, a short fuzz run
#   --full    all programs with each of LLVM 19, LLVM 22 and g++, which takes half an hour longer.
#             Otherwise each program is compiled with LLVM 19, optimised, and by one of two ways with
#             LLVM 22, not optimised: one half by the plugin, the other half by clang-ad and g++;
#             tests of Eigen are compiled with the sanitizers by LLVM 19, optimised by LLVM 22.
set -uo pipefail
cd "$(dirname "$0")"

quick=no
[ "${1:-}" = --quick ] && quick=yes
by_plugin=1/2 by_gxx=2/2 lean=(--param unoptimised=1)
[ "${1:-}" = --full ] && by_plugin=1/1 by_gxx=1/1
[ -n "${1:-}" ] && lean=()
versions=(19 22)
[ $quick = yes ] && versions=(19)
fuzz=600
[ $quick = yes ] && fuzz=60
jobs=$(nproc)
passed=0
failed=0

step() { printf '\n== %s  (%s)\n' "$*" "$(date +%H:%M:%S)"; }
# count PASSED FAILED NAME: adds to the totals and says so.
count() {
  passed=$((passed + $1))
  failed=$((failed + $2))
  printf '   %s: %d passed, %d failed\n' "$3" "$1" "$2"
}
# check NAME COMMAND...: one test.
check() {
  local name=$1 log
  shift
  log=$(mktemp)
  if "$@" > "$log" 2>&1; then
    count 1 0 "$name"
  else
    tail -n 40 "$log"
    count 0 1 "$name"
  fi
  rm -f "$log"
}
finish() {
  step "done"
  echo "$passed passed, $failed failed"
  [ "$failed" -eq 0 ]
  exit
}
# The two numbers of the last line "N passed, N failed" of a log, or "0 1" if it has none.
closing() {
  local line
  line=$(grep -oE '[0-9]+ passed, [0-9]+ failed' "$1" | tail -n 1)
  if [ -n "$line" ]; then
    echo "$line" | sed -E 's/([0-9]+) passed, ([0-9]+) failed/\1 \2/'
  else
    echo "0 1"
  fi
}

step "packages"
packages=(clang-19 libclang-19-dev llvm-19-dev llvm-19-tools clang-format-19 libclang-rt-19-dev
  clang-22 libclang-22-dev llvm-22-dev llvm-22-tools
  cmake ninja-build ccache g++ gdb valgrind python3 libgtest-dev liblbfgs-dev
  libopenblas-dev liblapacke-dev libeigen3-dev libc++-19-dev libc++abi-19-dev)
missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  echo "installing: ${missing[*]}"
  "${root[@]}" apt-get update -qq > /dev/null
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null || {
    echo "the packages could not be installed"
    count 0 1 packages
    finish
  }
fi
echo "   all there"

step "formatting"
mapfile -t sources < <(git ls-files '*.cpp' '*.h' | grep -vE '^test/(driver|errors|forward|reverse|attributes|lower|emit)/')
check "clang-format" clang-format-19 --dry-run -Werror "${sources[@]}"

for version in "${versions[@]}"; do
  build=build
  [ "$version" = 19 ] || build=build-$version
  targets=()
  [ "$version" = 19 ] || targets=(--target ClangAD clang-ad)
  step "build with LLVM $version"
  log=$(mktemp)
  # By Clang, as in demo.sh: g++ takes twice as long.
  if cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \
    -DAD_LLVM_VERSION="$version" -DAD_WARNINGS_AS_ERRORS=ON > "$log" 2>&1 &&
    cmake --build "$build" -j"$jobs" "${targets[@]}" > "$log" 2>&1; then
    count 1 0 "build"
  else
    grep -E 'error|warning' "$log" | head -n 20
    count 0 1 "build"
    finish
  fi

  if [ "$version" = 19 ]; then
    step "unit tests"
    ctest --test-dir "$build" -LE lit -E '^lit$' -j"$jobs" > "$log" 2>&1
    ok=$(grep -cE 'Test +#[0-9]+: .* Passed' "$log")
    bad=$(grep -cE 'Test +#[0-9]+: .*\*\*\*(Failed|Not Run|Timeout|Exception|SEGFAULT)' "$log")
    [ "$bad" -gt 0 ] && grep -E '\*\*\*(Failed|Not Run|Timeout|Exception|SEGFAULT)' "$log" | head -n 20
    count "$ok" "$bad" "unit tests"
  fi

  step "lit tests, LLVM $version"
  lit=/usr/lib/llvm-$version/build/utils/lit/lit.py
  [ -f "$lit" ] || lit=/usr/lib/llvm-19/build/utils/lit/lit.py
  some=()
  [ "$version" = 19 ] && some=("${lean[@]}")
  python3 "$lit" -v -j"$jobs" "${some[@]}" "$build/test" > "$log" 2>&1
  ok=$(grep -cE '^PASS: ' "$log")
  bad=$(grep -cE '^(FAIL|XPASS|UNRESOLVED|TIMEOUT): ' "$log")
  [ "$bad" -gt 0 ] && grep -E '^(FAIL|XPASS|UNRESOLVED|TIMEOUT): ' "$log" | head -n 20
  [ "$ok" -eq 0 ] && bad=$((bad + 1))
  count "$ok" "$bad" "lit"

  level=1 share=1/1
  # Headers are compiled ahead here, and stand in each program below.
  ahead=(--precompiled)
  [ "$version" = 19 ] || level=0 share=$by_plugin ahead=()
  step "programs, LLVM $version, -O$level: companions against differences"
  python3 test/programs/run.py --llvm "$version" -O "$level" --share "$share" "${ahead[@]}" -j"$jobs" -q > "$log" 2>&1
  grep -vE '^RIGHT' "$log" | tail -n 30
  read -r ok bad <<< "$(closing "$log")"
  count "$ok" "$bad" "programs"
  rm -f "$log"
done

step "programs through clang-ad, compiled by g++"
log=$(mktemp)
python3 test/programs/run.py --llvm "$version" --rewriter -O 0 --share "$by_gxx" -j"$jobs" -q > "$log" 2>&1
tail -n 20 "$log"
read -r ok bad <<< "$(closing "$log")"
count "$ok" "$bad" "rewritten programs"

step "runtime under sanitizers and valgrind"
bash test/runtime/sanitizers.sh > "$log" 2>&1
tail -n 12 "$log"
read -r ok bad <<< "$(closing "$log")"
count "$ok" "$bad" "sanitizers"

step "fuzzer, $fuzz programs"
python3 test/fuzz/run.py --count "$fuzz" --seed 1 -j"$jobs" > "$log" 2>&1
tail -n 90 "$log"
# A clean refusal is no fault of the fuzzed kind; anything else that is not right is.
read -r ok bad <<< "$(closing "$log")"
refused=$(grep -oE '[0-9]+ REFUSED' "$log" | tail -n 1 | grep -oE '[0-9]+')
count "$ok" "$((bad - ${refused:-0}))" "fuzzed programs (${refused:-0} refused)"
rm -f "$log"

finish
