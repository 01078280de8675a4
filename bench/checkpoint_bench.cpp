// Memory and time of gradients through long runs: recorded (reverse), and run again from snapshots
// (checkpointed) with a fixed number of repetitions, of snapshots, and with logarithmically many.
// Each case is a process of its own, so that its peak memory is its own.
//
//   clang++-19 -std=c++17 -O3 -fplugin=build/lib/ClangAD.so bench/checkpoint_bench.cpp -o b && ./b
#include "ad/options.h"
#include "ad/schedule.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

constexpr int Cells = 100;

/// Heat with a sink, explicit Euler: u' = c u_xx - 0.001 u^3.
[[ad::differentiate(reverse, checkpointed)]]
void heat(double *u, double c, int steps) {
  double next[Cells];
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < Cells - 1; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.001 * u[k] * u[k] * u[k];
    for (int k = 1; k < Cells - 1; ++k)
      u[k] = next[k];
  }
}

[[ad::differentiate(reverse, checkpointed)]]
double pendulum(double angle, double speed, double g, int steps) {
  for (int t = 0; t < steps; ++t) {
    speed -= 0.001 * g * std::sin(angle);
    angle += 0.001 * speed;
  }
  return angle;
}

/// The step is shorter where the motion is fast: nobody knows how many there are.
[[ad::differentiate(reverse, checkpointed)]]
double lorenz(double sigma, double x, double y, double z, double end) {
  double t = 0;
  while (t < end) {
    double dx = sigma * (y - x), dy = x * (14 - z) - y, dz = x * y - 8.0 / 3 * z;
    double speed = std::abs(dx) + std::abs(dy) + std::abs(dz);
    double h = speed > 10 ? 0.0005 : 0.001;
    x += h * dx;
    y += h * dy;
    z += h * dz;
    t += h;
  }
  return x;
}

enum Problem { Heat, Pendulum, Lorenz };
static const char *const Names[] = {"heat", "pendulum", "Lorenz"};

/// One gradient; the derivative by the parameter.
static double gradient(Problem problem, bool checkpointed, int steps) {
  double bar = 0, a = 0, b = 0, c = 0, end = 0;
  switch (problem) {
  case Heat: {
    std::vector<double> u(Cells), u_bar(Cells, 1.0);
    for (int k = 0; k < Cells; ++k)
      u[k] = std::sin(0.1 * k);
    (checkpointed ? heat_checkpointed : heat_reverse)(u.data(), u_bar.data(), 0.2, bar, steps);
    return bar;
  }
  case Pendulum:
    (checkpointed ? pendulum_checkpointed : pendulum_reverse)(1, a, 0, b, 9.81, bar, steps, 1);
    return bar;
  default:
    (checkpointed ? lorenz_checkpointed : lorenz_reverse)(10, bar, 1, a, 1, b, 1, c, 0.001 * steps,
                                                          end, 1);
    return bar;
  }
}

struct Measured {
  double seconds, value;
  long kilobytes;
};

/// In a process of its own: the memory beyond that of a process that does nothing.
static Measured measure(Problem problem, bool checkpointed, int steps, std::size_t snapshots,
                        std::size_t repeats) {
  int ends[2];
  if (pipe(ends))
    std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    ad::options o;
    o.snapshots = snapshots;
    o.repeats = repeats;
    rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    const auto start = std::chrono::steady_clock::now();
    Measured m;
    m.value = gradient(problem, checkpointed, steps);
    m.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    getrusage(RUSAGE_SELF, &after);
    m.kilobytes = after.ru_maxrss - before.ru_maxrss;
    const bool written = write(ends[1], &m, sizeof(m)) == sizeof(m);
    _exit(written ? 0 : 1);
  }
  Measured m = {};
  if (read(ends[0], &m, sizeof(m)) != sizeof(m))
    m.seconds = -1;
  close(ends[0]);
  close(ends[1]);
  waitpid(child, nullptr, 0);
  return m;
}

static void row(Problem problem, int steps, const char *setting, bool checkpointed,
                std::size_t snapshots, std::size_t repeats, double closed) {
  const Measured m = measure(problem, checkpointed, steps, snapshots, repeats);
  std::printf("| %s | %d | %s | %.3f | %ld | ", Names[problem], steps, setting, m.seconds,
              m.kilobytes);
  if (closed >= 0)
    std::printf("%.2f", closed);
  std::printf(" | %a |\n", m.value);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 1000000; // steps
  const int recorded = 200000;                              // for reverse mode
  std::printf(
      "| problem | steps | setting | seconds | peak kB | extra steps per step, closed form | "
      "derivative |\n|---|---:|---|---:|---:|---:|---|\n");
  for (Problem problem : {Heat, Pendulum, Lorenz})
    for (int steps = 1000; steps <= most; steps *= 10) {
      auto closed = [&](std::size_t snapshots) {
        return static_cast<double>(ad::optimal_advances(steps, snapshots)) / steps;
      };
      if (steps <= recorded)
        row(problem, steps, "reverse", false, 0, 0, -1);
      row(problem, steps, "default", true, 0, 0, closed(ad::default_snapshots(steps)));
      row(problem, steps, "20 snapshots", true, 20, 0, closed(20));
      const std::size_t few = ad::logarithmic_snapshots(steps);
      row(problem, steps, "logarithmic", true, few, 0, closed(few));
    }
}
