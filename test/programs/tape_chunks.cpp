// A tape that grows step by step takes no block of 128 to 512 KiB. The GNU C library maps blocks of
// 128 KiB and more by themselves, and keeps twice the largest of these; with a smaller one it would
// give the tape's memory back to the system on each call.
#include "harness.h"
#include <cstdlib>
#include <new>

namespace {
std::size_t between = 0, most = 0;
constexpr std::size_t KiB = 1024;
} // namespace

void *operator new(std::size_t size) {
  between += size >= 128 * KiB && size < 512 * KiB;
  most = size > most ? size : most;
  if (void *memory = std::malloc(size))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

[[ad::differentiate(forward, reverse)]]
double settle(double x, double rate) {
  [[ad::constant]] double left = 1;
  while (left > 0.01) {
    x -= 1e-4 * rate * std::sin(x);
    left *= 1 - 1e-4;
  }
  return x;
}

int main() {
  check(
      {0.7, 0.3}, 1, [](In x, Out y) { y[0] = settle(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = settle_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = settle_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
#ifndef NO_AD
#ifndef AD_BITS // where it may be checkpointed
  expect_true("many chunks", most >= 512 * KiB);
#endif
  expect_true("none of a size that is given back", between == 0);
#endif
  return finish();
}
