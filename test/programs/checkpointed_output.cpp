// Mode checkpointed, and regions: what a loop prints, or appends to a text, it does once, whatever
// is run again, against reverse mode bit by bit.
#include "checkpointed.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#ifdef NO_AD
namespace ad {
template <class Region> auto checkpoint(Region &&body) { return body(); }
} // namespace ad
#else
#include "ad/region.h"
#endif

static FILE *out;

BOTH double printing(const double *x, int n, int steps) {
  double s = x[0];
  std::string log;
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s * x[t % n]) + 0.1;
    std::fprintf(stdout, "step %d: %g\n", t, s);
    if (t % 2 == 0) {
      std::printf("even\n");
      std::cout << s << std::endl;
    }
    log += "x";
  }
  return s;
}

BOTH double until(const double *x, int n, FILE *file, std::ostringstream &stream, int steps) {
  double s = x[0];
  int t = 0;
  while (true) {
    const double last = s;
    s = 0.5 * std::cos(s) + 0.2 * x[t % n];
    std::fprintf(file, "%d ", t);
    stream << t << ' ';
    if (++t >= steps || std::abs(s - last) < 1e-12)
      break;
    for (int k = 0; k < steps; ++k)
      s = 0.9 * s + 0.1 * std::sin(s * x[k % n]);
  }
  std::fputs("end\n", file);
  return s;
}

BOTH double in_region(const double *x, int n, FILE *file, int steps) {
  double s = x[0];
  for (int t = 0; t < steps; ++t)
    ad::checkpoint([&] {
      s = std::sin(s) * x[t % n] + 0.3;
      std::fprintf(file, "%d ", t);
      s *= 1 + 0.1 * s;
    });
  return s;
}

// What the text says is used: recorded.
BOTH double used(const double *x, int n, int steps) {
  double s = x[0];
  std::string log;
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s * x[t % n]) + 0.1;
    log += "x";
    if (log.size() > 5)
      s *= 0.9;
  }
  return s;
}

#ifndef NO_AD
static std::string written(FILE *file) {
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;)
    text += char(c);
  std::fclose(file);
  return text;
}
static void check_output(int steps) {
  const double x[3] = {0.3, 0.7, 0.9};
  double bar[3] = {}, again[3] = {};
  FILE *kept = std::tmpfile(), *file = std::tmpfile();
  std::ostringstream first, second;
  const double value = until_reverse(x, bar, 3, kept, first, steps, 1);
  const double same_value = until_checkpointed(x, again, 3, file, second, steps, 1);
  expect_true("until: the same bits", same(bar, again, 3) && value == same_value);
  expect_true("until: the same text",
              written(kept) == written(file) && first.str() == second.str());
  file = std::tmpfile();
  in_region(x, 3, file, steps);
  const std::string once = written(file);
  file = std::tmpfile();
  in_region_reverse(x, bar, 3, file, steps, 1);
  expect_true("in_region: the same text", written(file) == once);
  file = std::tmpfile();
  in_region_checkpointed(x, again, 3, file, steps, 1);
  expect_true("in_region: the same text", written(file) == once);
  expect_true("in_region: the same bits", same(bar, again, 3));
}
#endif

int main() {
  out = std::freopen("/dev/null", "w", stdout);
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(printing, steps);
      CHECK_ARRAY_STEPS(used, steps);
#ifndef NO_AD
      check_output(steps);
#endif
    }
  });
  return finish();
}
