// Memory and time of gradients through long runs: recorded (reverse), and run again from snapshots
// (checkpointed) with a fixed number of repetitions, of snapshots, and with logarithmically many.
// Each case is a process of its own, so that its peak memory is its own. Beside what is measured
// stand the closed forms: so many snapshots of so many bytes, and so many extra steps for each
// step.
//
//   checkpoint-bench [MOST STEPS [CSV]]     CSV: for bench/plot.py
#include "ad/options.h"
#include "ad/schedule.h"
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
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

/// The same with two buffers that are swapped after each step.
[[ad::differentiate(reverse, checkpointed)]]
void swapped([[ad::extent(Cells)]] double *u, [[ad::extent(Cells)]] double *next, double c,
             int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < Cells - 1; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.001 * u[k] * u[k] * u[k];
    std::swap(u, next);
  }
}

/// And without a word on how much memory there is: each element is logged as it is first written.
[[ad::differentiate(reverse, checkpointed)]]
void logged(double *u, double *next, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < Cells - 1; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.001 * u[k] * u[k] * u[k];
    std::swap(u, next);
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

/// The step is shorter where the motion is fast: nobody knows how many there are, somewhat more
/// than end / 0.001.
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

enum Problem { Heat, Swapped, Logged, Pendulum, Lorenz };
static const char *const Names[] = {"heat", "heat, swapped buffers", "heat, logged", "pendulum",
                                    "Lorenz"};
/// Of a snapshot: the array; two arrays and which is which; what a log holds of them, with where it
/// was; angle and speed; x, y, z and t.
static const std::size_t StateBytes[] = {
    (Cells - 2) * sizeof(double), 2 * Cells * sizeof(double) + 4 * sizeof(double *),
    2 * (Cells - 2) * 3 * sizeof(double), 2 * sizeof(double), 4 * sizeof(double)};

static std::vector<double> initial() {
  std::vector<double> u(Cells);
  for (int k = 0; k < Cells; ++k)
    u[k] = std::sin(0.1 * k);
  return u;
}

/// The function itself; something that depends on its result.
static double primal(Problem problem, int steps) {
  std::vector<double> u = initial(), v = u;
  switch (problem) {
  case Heat:
    heat(u.data(), 0.2, steps);
    return u[1];
  case Swapped:
    swapped(u.data(), v.data(), 0.2, steps);
    return u[1];
  case Logged:
    logged(u.data(), v.data(), 0.2, steps);
    return u[1];
  case Pendulum:
    return pendulum(1, 0, 9.81, steps);
  default:
    return lorenz(10, 1, 1, 1, 0.001 * steps);
  }
}

/// One gradient; the derivative by the parameter.
static double gradient(Problem problem, bool checkpointed, int steps) {
  double bar = 0, a = 0, b = 0, c = 0, end = 0;
  std::vector<double> u = initial(), v = u, u_bar(Cells, 1.0), v_bar(Cells, 1.0);
  switch (problem) {
  case Heat:
    (checkpointed ? heat_checkpointed : heat_reverse)(u.data(), u_bar.data(), 0.2, bar, steps);
    return bar;
  case Swapped:
    (checkpointed ? swapped_checkpointed : swapped_reverse)(u.data(), u_bar.data(), v.data(),
                                                            v_bar.data(), 0.2, bar, steps);
    return bar;
  case Logged:
    (checkpointed ? logged_checkpointed : logged_reverse)(u.data(), u_bar.data(), v.data(),
                                                          v_bar.data(), 0.2, bar, steps);
    return bar;
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
static Measured once(const std::function<double()> &run) {
  int ends[2];
  if (pipe(ends))
    std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    const auto start = std::chrono::steady_clock::now();
    Measured m;
    m.value = run();
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

/// The fastest of three such runs, if they are short.
static Measured measure(const std::function<double()> &run) {
  Measured best = once(run);
  for (int again = 0; again < 2 && best.seconds < 5; ++again)
    if (const Measured other = once(run); other.seconds < best.seconds)
      best = other;
  return best;
}

static Measured measure(Problem problem, bool checkpointed, int steps, std::size_t snapshots) {
  return measure([=] {
    ad::options o;
    o.snapshots = snapshots;
    return gradient(problem, checkpointed, steps);
  });
}

static std::FILE *table;

static void point(Problem problem, const char *setting, int steps, double seconds,
                  double kilobytes) {
  if (table)
    std::fprintf(table, "\"%s\",%s,%d,%g,%g\n", Names[problem], setting, steps, seconds, kilobytes);
}

/// Seconds of a step and of its reversal, for the closed form of the time: measured once, at the
/// length to which reverse mode goes.
struct Costs {
  double step, reversal;
};

static void row(Problem problem, int steps, const char *setting, std::size_t snapshots,
                std::size_t held, const Costs &costs) {
  const Measured m = measure(problem, true, steps, snapshots);
  const double extra = static_cast<double>(ad::optimal_advances(steps, held)) / steps;
  const double seconds = steps * ((1 + extra) * costs.step + costs.reversal);
  const double kilobytes = static_cast<double>(held * StateBytes[problem]) / 1024;
  std::printf("| %s | %d | %s | %.3f | %.3f | %ld | %.0f | %.2f | %a |\n", Names[problem], steps,
              setting, m.seconds, seconds, m.kilobytes, kilobytes, extra, m.value);
  std::fflush(stdout);
  point(problem, setting, steps, m.seconds, static_cast<double>(m.kilobytes));
  const std::string form = std::string(setting) + " (closed form)";
  point(problem, form.c_str(), steps, seconds, kilobytes);
}

int main(int argc, char **argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 1000000; // steps
  const int recorded = 100000;                              // for reverse mode
  table = argc > 2 ? std::fopen(argv[2], "w") : nullptr;
  if (table)
    std::fprintf(table, "kernel,tool,size,seconds,kilobytes\n");
  std::printf("| problem | steps | setting | seconds | closed form | peak kB | closed form | extra "
              "steps per step | derivative |\n|---|---:|---|---:|---:|---:|---:|---:|---|\n");
  for (Problem problem : {Heat, Swapped, Logged, Pendulum, Lorenz}) {
    Costs costs;
    costs.step = measure([=] { return primal(problem, recorded); }).seconds / recorded;
    const std::size_t held = ad::default_snapshots(recorded);
    const double runs = 1 + static_cast<double>(ad::optimal_advances(recorded, held)) / recorded;
    costs.reversal = measure(problem, true, recorded, 0).seconds / recorded - runs * costs.step;
    for (int steps = 1000; steps <= most; steps *= 10) {
      if (steps <= recorded) {
        const Measured m = measure(problem, false, steps, 0);
        std::printf("| %s | %d | reverse | %.3f | | %ld | | | %a |\n", Names[problem], steps,
                    m.seconds, m.kilobytes, m.value);
        point(problem, "reverse", steps, m.seconds, static_cast<double>(m.kilobytes));
      }
      row(problem, steps, "3 repeats", 0, ad::default_snapshots(steps), costs);
      row(problem, steps, "20 snapshots", 20, 20, costs);
      const std::size_t few = ad::logarithmic_snapshots(steps);
      row(problem, steps, "logarithmic", few, few, costs);
    }
  }
  if (table)
    std::fclose(table);
}
