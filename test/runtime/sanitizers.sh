#!/usr/bin/env bash
# Runs the unit tests of runtime/ under the sanitizers and valgrind, with both compilers, and the
# tape without exceptions.
#
# usage: sanitizers.sh [DIR]    DIR keeps the programs (default: a temporary folder)
# Prints one line per run, PASS or FAIL, and the log of what failed; ends with "N passed, N failed".
# What is said of one compiler comes together; both work at the same time.
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

# run NAME COMMAND...: one line, and the log if it failed
run() {
  local name=$1 log
  shift
  log=$(mktemp -p "$out")
  if "$@" > "$log" 2>&1; then
    echo "PASS $name"
  else
    echo "FAIL $name"
    sed 's/^/  | /' "$log" | tail -n 40
  fi
}

# compile NAME COMPILER FLAG...
compile() {
  local name=$1 compiler=$2
  shift 2
  "$compiler" -Wall -Wextra -Werror -g "$@" -I"$root/runtime/include" -pthread \
    "$tests"/*.cpp -lgtest -lgtest_main -o "$out/$name"
}

# compile_instrumented NAME COMPILER FLAG...: without optimisation, which takes three times as long
# for what sanitizers have written (and makes g++ warn of it), but for the millions of schedules.
compile_instrumented() {
  local name=$1 compiler=$2 schedules=$tests/ScheduleTest.cpp others
  shift 2
  mapfile -t others < <(ls "$tests"/*.cpp | grep -v "^$schedules\$")
  local flags=(-Wall -Wextra -Werror -g "$@" -I"$root/runtime/include" -pthread)
  "$compiler" -O1 "${flags[@]}" -c "$schedules" -o "$out/$name.o" &&
    "$compiler" -O0 "${flags[@]}" "${others[@]}" "$out/$name.o" \
      -lgtest -lgtest_main -o "$out/$name"
}

# Where a process may not choose its address layout, TSan needs it switched off.
plain=()
setarch -R true 2> /dev/null && plain=(setarch -R)

# Death tests fork, which TSan and valgrind make slow and noisy: they run under the others.
alive=--gtest_filter=-*DeathTest*

# with COMPILER: all runs
with() {
  local compiler=$1 short
  short=$(basename "$compiler")
  run "build $short-asan-ubsan" compile_instrumented "$short-asan-ubsan" "$compiler" -std=c++20 \
    -fsanitize=address,undefined -fno-sanitize-recover=all
  run "$short: AddressSanitizer, UndefinedBehaviorSanitizer" \
    env ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 "$out/$short-asan-ubsan"
  run "build $short-tsan" compile_instrumented "$short-tsan" "$compiler" -std=c++17 \
    -fsanitize=thread
  run "$short: ThreadSanitizer" "${plain[@]}" "$out/$short-tsan" "$alive"
  run "build $short-valgrind" compile "$short-valgrind" "$compiler" -O1 -std=c++17 -gdwarf-4
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
}

with "$clang" > "$out/clang.txt" &
with "$gcc" > "$out/gcc.txt" &
wait
cat "$out/clang.txt" "$out/gcc.txt"
passed=$(cat "$out/clang.txt" "$out/gcc.txt" | grep -c '^PASS ')
failed=$(cat "$out/clang.txt" "$out/gcc.txt" | grep -c '^FAIL ')
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
