// Two parameters of a pendulum, its damping and its length, from angles that were measured over a
// long window: a gradient through 200,000 steps of an integrator. In mode reverse every step is
// recorded; in mode checkpointed the steps are run again from snapshots, in a few kilobytes.
//
//   fit [PICTURE]   PICTURE: an SVG file, of the fit, and of the memory over the length of the
//   window
#include "ad/options.h"
#include "ad/progress.h"
#include "picture.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

constexpr int Samples = 400, Steps = 500; // between two samples

/// The sum of squares of what the angles differ from those that were measured.
[[ad::differentiate(reverse, checkpointed)]]
double misfit([[ad::constant]] const double *measured, int samples, double damping, double length) {
  const double h = 0.001;
  double angle = 1.2, speed = 0, sum = 0;
  for (int i = 0; i < samples; ++i) {
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

/// The angles of such a pendulum, one for each sample.
static std::vector<double> angles(double damping, double length) {
  std::vector<double> all(Samples);
  double angle = 1.2, speed = 0;
  for (double &sample : all) {
    for (int j = 0; j < Steps; ++j) {
      speed -= 0.001 * (9.81 / length * std::sin(angle) + damping * speed);
      angle += 0.001 * speed;
    }
    sample = angle;
  }
  return all;
}

/// A gradient, and the memory that it takes.
struct Gradient {
  double damping = 0, length = 0;
  std::size_t bytes;
  Gradient(bool checkpointed, const std::vector<double> &measured, int samples, double d,
           double l) {
    bytes = bytesOf([&] {
      (checkpointed ? misfit_checkpointed : misfit_reverse)(measured.data(), samples, d, damping, l,
                                                            length, 1);
    });
  }
};

int main(int argc, char **argv) {
  // 1. The measurements: those of a pendulum of 0.7 m, rounded to a thousandth.
  std::vector<double> measured = angles(0.05, 0.7);
  for (double &angle : measured)
    angle = std::round(1000 * angle) / 1000;

  // 2. One gradient in either mode.
  double damping = 0.06, length = 0.702;
  const Gradient recorded(false, measured, Samples, damping, length);
  const Gradient checkpointed(true, measured, Samples, damping, length);
  std::printf("reverse:      %zu kB\n", recorded.bytes / 1000);
  std::printf("checkpointed: %zu kB, %s gradient\n", checkpointed.bytes / 1000,
              recorded.damping != checkpointed.damping || recorded.length != checkpointed.length
                  ? "another"
                  : "the same");

  // 3. The fit: steps along the gradient, in logarithms of the parameters, as long as they help.
  ad::options o;
  o.progress = ad::progress_bar;
  double rate[2] = {1e-3, 1e-6}, before[2] = {};
  double value = 0;
  for (int round = 0; round < 200; ++round) {
    double bars[2] = {};
    value = misfit_checkpointed(measured.data(), Samples, damping, bars[0], length, bars[1]);
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
  if (argc > 1) {
    Curve data{"measured", "#d9622b", {}, {}, false}, fit{"fitted", "#0b6e99", {}, {}};
    const std::vector<double> fitted = angles(damping, length);
    for (int i = 0; i < Samples / 10; ++i) {
      data.x.push_back(0.5 * (i + 1)), data.y.push_back(measured[i]);
      fit.x.push_back(0.5 * (i + 1)), fit.y.push_back(fitted[i]);
    }
    Curve memory[2] = {{"reverse", "#d9622b", {}, {}}, {"checkpointed", "#0b6e99", {}, {}}};
    for (int samples = 2; samples <= Samples; samples *= 2)
      for (int mode = 0; mode < 2; ++mode) {
        const Gradient g(mode == 1, measured, samples, damping, length);
        memory[mode].x.push_back(samples * Steps);
        memory[mode].y.push_back(static_cast<double>(g.bytes) / 1000);
      }
    Picture picture(argv[1], 2);
    picture.draw({"The first tenth of the window",
                  "seconds",
                  "angle",
                  {0, 20},
                  {-1.5, 1.5},
                  false,
                  {data, fit}});
    picture.draw({"Memory of one gradient",
                  "steps",
                  "kilobytes",
                  {1000, 1e6},
                  {1, 1e4},
                  true,
                  {memory[0], memory[1]}});
    if (!picture.finish())
      return 1;
  }
  return std::abs(damping - 0.05) < 1e-4 && std::abs(length - 0.7) < 1e-5 ? 0 : 1;
}
