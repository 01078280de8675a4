#!/usr/bin/env bash
# Runs the unit tests of runtime/ under the sanitizers and valgrind, with both compilers, and the
# tape without exceptions.
#
# usage: sanitizers.sh [DIR]    DIR keeps the programs (default: a temporary folder)
# Prints one line per run, PASS or FAIL, and the log of what failed; ends with "N passed, N failed".
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
tests=$root/test/unit/runtime
if [ $# -gt 0 ]; then
  out=$1
  mkdir -p "$out"
else
  out=$(mktemp -d)
  trap 'rm -rf "$out"' EXIT
fi
clang=${CLANG:-clang++-19}
gcc=${GCC:-g++}
passed=0
failed=0

# run NAME COMMAND...: one line, and the log if it failed
run() {
  local name=$1
  shift
  if "$@" > "$out/log" 2>&1; then
    echo "PASS $name"
    passed=$((passed + 1))
  else
    echo "FAIL $name"
    sed 's/^/  | /' "$out/log" | tail -n 40
    failed=$((failed + 1))
  fi
}

# build NAME COMPILER FLAG...
build() {
  local name=$1 compiler=$2
  shift 2
  run "build $name" "$compiler" -Wall -Wextra -Werror -O1 -g "$@" -I"$root/runtime/include" \
    "$tests"/*.cpp -lgtest -lgtest_main -pthread -o "$out/$name"
}

# Where a process may not choose its address layout, TSan needs it switched off.
plain=()
setarch -R true 2> /dev/null && plain=(setarch -R)

# Death tests fork, which TSan and valgrind make slow and noisy: they run under the others.
alive=--gtest_filter=-*DeathTest*

for compiler in "$clang" "$gcc"; do
  short=$(basename "$compiler")
  build "$short-asan-ubsan" "$compiler" -std=c++20 -fsanitize=address,undefined \
    -fno-sanitize-recover=all
  run "$short: AddressSanitizer, UndefinedBehaviorSanitizer" \
    env ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 "$out/$short-asan-ubsan"
  build "$short-tsan" "$compiler" -std=c++17 -fsanitize=thread
  run "$short: ThreadSanitizer" "${plain[@]}" "$out/$short-tsan" "$alive"
  build "$short-valgrind" "$compiler" -std=c++17 -gdwarf-4
  # valgrind computes long double in 64 bits: what needs more precision is left out
  run "$short: valgrind" valgrind --quiet --error-exitcode=9 --leak-check=full \
    --show-leak-kinds=all "$out/$short-valgrind" "$alive:Check*"

  # Without exceptions a limit ends the program with the message.
  run "build $short-no-exceptions" "$compiler" -Wall -Wextra -Werror -std=c++17 -O1 \
    -fno-exceptions -fsanitize=undefined -I"$root/runtime/include" \
    "$root/test/runtime/no_exceptions.cpp" -o "$out/$short-no-exceptions"
  run "$short: a limit without exceptions" bash -c "
    message=\$({ '$out/$short-no-exceptions'; } 2>&1); status=\$?
    echo \"\$message\"; [ \$status -eq 134 ] &&
      grep -q 'ad::tape_limit: the tape holds 800 bytes and needs 8 more' <<< \"\$message\""
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
