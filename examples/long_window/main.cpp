// Two parameters of a pendulum, its damping and its length, from angles that were measured over a
// long window: a gradient through 200,000 steps of an integrator. In mode reverse every step is
// recorded; in mode checkpointed the steps are run again from snapshots, in a few kilobytes.
#include "ad/options.h"
#include "ad/progress.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

constexpr int Samples = 400, Steps = 500; // between two samples

/// The sum of squares of what the angles differ from those that were measured.
[[ad::differentiate(reverse, checkpointed)]]
double misfit([[ad::constant]] const double *measured, double damping, double length) {
  const double h = 0.001;
  double angle = 1.2, speed = 0, sum = 0;
  for (int i = 0; i < Samples; ++i) {
    for (int j = 0; j < Steps; ++j) {
      speed -= h * (9.81 / length * std::sin(angle) + damping * speed);
      angle += h * speed;
    }
    double miss = angle - measured[i];
    sum += miss * miss;
  }
  return sum;
}

// What the program holds, and the most that it has held.
static std::size_t held, most;
void *operator new(std::size_t bytes) {
  auto *at = static_cast<std::size_t *>(std::malloc(bytes + 16));
  if (!at)
    throw std::bad_alloc();
  *at = bytes;
  held += bytes;
  most = held > most ? held : most;
  return at + 2;
}
void operator delete(void *at) noexcept {
  if (!at)
    return;
  auto *block = static_cast<std::size_t *>(at) - 2;
  held -= *block;
  std::free(block);
}
void operator delete(void *at, std::size_t) noexcept { operator delete(at); }

template <class Gradient> std::size_t bytesOf(Gradient gradient) {
  const std::size_t before = most = held;
  gradient();
  return most - before;
}

int main() {
  // 1. The measurements: those of a pendulum of 0.7 m, rounded to a thousandth.
  std::vector<double> measured(Samples);
  double angle = 1.2, speed = 0;
  for (int i = 0; i < Samples; ++i) {
    for (int j = 0; j < Steps; ++j) {
      speed -= 0.001 * (9.81 / 0.7 * std::sin(angle) + 0.05 * speed);
      angle += 0.001 * speed;
    }
    measured[i] = std::round(1000 * angle) / 1000;
  }

  // 2. One gradient in either mode.
  double damping = 0.06, length = 0.702;
  double damping_bar[2] = {}, length_bar[2] = {};
  const std::size_t recorded = bytesOf(
      [&] { misfit_reverse(measured.data(), damping, damping_bar[0], length, length_bar[0]); });
  const std::size_t checkpointed = bytesOf([&] {
    misfit_checkpointed(measured.data(), damping, damping_bar[1], length, length_bar[1]);
  });
  std::printf("reverse:      %zu kB\n", recorded / 1000);
  std::printf("checkpointed: %zu kB, %s gradient\n", checkpointed / 1000,
              std::memcmp(damping_bar, damping_bar + 1, sizeof(double)) ||
                      std::memcmp(length_bar, length_bar + 1, sizeof(double))
                  ? "another"
                  : "the same");

  // 3. The fit: steps along the gradient, in logarithms of the parameters, as long as they help.
  ad::options o;
  o.progress = ad::progress_bar;
  double rate[2] = {1e-3, 1e-6}, before[2] = {};
  double value = 0;
  for (int round = 0; round < 200; ++round) {
    double bars[2] = {};
    value = misfit_checkpointed(measured.data(), damping, bars[0], length, bars[1]);
    double *parameters[2] = {&damping, &length};
    for (int i = 0; i < 2; ++i) { // faster while the sign stays, slower where it changes (Rprop)
      const double scaled = bars[i] * *parameters[i];
      rate[i] *= scaled * before[i] > 0 ? 1.5 : scaled * before[i] < 0 ? 0.5 : 1;
      *parameters[i] *= scaled > 0 ? 1 - rate[i] : 1 + rate[i];
      before[i] = scaled;
    }
    if (rate[0] < 1e-9 && rate[1] < 1e-9)
      break;
  }
  std::printf("misfit %.2e: damping %.4f per second, length %.4f m\n", value, damping, length);
  return std::abs(damping - 0.05) < 1e-4 && std::abs(length - 0.7) < 1e-5 ? 0 : 1;
}
