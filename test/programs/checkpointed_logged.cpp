// Checkpointed loops that write behind pointers to nobody knows how many elements, which are logged
// as they are first written; and to arrays that no iteration reads, which are not part of the
// state. What would make that wrong: objects whose members are written alone, other names of the
// same memory, elements that are read before they are written, or overwritten after the loop.
#include "checkpointed.h"
#include <cmath>
#include <vector>

// Which elements it writes to nobody can tell beforehand.
BOTH double scatter(double *u, int n, double a, int steps) {
  int at = 1;
  for (int t = 0; t < steps; ++t) {
    u[at] = std::sin(u[at] + a * u[(at + 3) % n]);
    at = (at * 3 + t) % n;
  }
  return u[1] * a;
}

// Not every step writes, and the last one is not known.
BOTH double until(double *u, int n, double a, int steps) {
  double s = a;
  int t = 0;
  while (true) {
    const int k = (t * t) % n;
    if (s > 0.5)
      u[k] = 0.5 * u[k] + s;
    else
      u[n - 1 - k] += s * s;
    s = std::sin(s + u[k]);
    if (++t >= steps)
      break;
  }
  return s;
}

// Steps move on: each writes to an element that it reads first.
BOTH double walks(double *u, int n, double a, int steps) {
  double s = a;
  for (int t = 0; t < steps; ++t) {
    double *p = u;
    for (int k = 0; k < t % (n + 1); ++k) {
      s = std::sin(s) * *p;
      *p++ = s;
    }
  }
  return s;
}

// Members, and whole objects; numbers that carry no derivative.
struct Cell {
  double value, slope;
  int visits;
};
static void step(Cell *cells, Cell &first, int n, double a, int steps) {
  for (int t = 0; t < steps; ++t) {
    Cell *c = cells + (t * 7) % n;
    if (c->visits > 2) {
      *c = first;
      continue;
    }
    ++c->visits;
    if (t % 2)
      c->slope = a * c->value + first.slope;
    c->value = std::sin(c->value) + c->slope * c->visits;
  }
}
BOTH double objects(double *u, int n, double a, int steps) {
  Cell cells[5];
  for (int k = 0; k < n; ++k)
    cells[k] = {u[k], 0.5 * u[k], k % 3};
  step(cells, cells[1], n, a, steps);
  for (int k = 0; k < n; ++k)
    u[k] = cells[k].value + cells[k].slope * cells[k].visits;
  return a;
}

// The same memory by two names: one of a known extent, one that is logged.
static double overlaps(double *u, double *v, int n, double a, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n - 1; ++k)
      u[k] = u[k] * a + 0.2;
    if (u[0] > 0.3)
      v[t % (n - 1)] = std::sin(v[t % (n - 1)]) + u[n - 2];
    if (t % 3 == 2)
      return overlaps(v, u, n, 0.9 * a, steps - t - 1);
  }
  return v[0];
}
BOTH double shifted(double *u, int n, double a, int steps) {
  return overlaps(u, u + 1, n, a, steps) + overlaps(u, u, n, a, steps);
}

// Loops in the steps, one of them checkpointed itself.
BOTH double nested(double *u, int n, double a, int steps) {
  double s = a;
  for (int t = 0; t < steps; ++t) {
    double r = s;
    for (int i = 0; i < t + steps; ++i) {
      const int k = (i + t) % n;
      if (r < 0.8)
        u[k] = std::sin(u[k] * r);
      r = 0.5 * r + u[(k + 1) % n] * a;
    }
    s = std::cos(r) * s;
  }
  return s;
}

// What no step reads is what it was, whenever a step runs again.
BOTH double traced(double *u, int n, double a, int steps) {
  std::vector<double> history(steps + 1), every(3 * steps + 3);
  double s = a, sum = 0;
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s) + 0.1 * u[t % n];
    history[t] = s * s;
    if (t % 2)
      every[3 * t] = s;
    for (int k = 1; k < 3; ++k)
      every[3 * t + k] = k * s;
  }
  for (double x : history)
    sum += x * x;
  for (double x : every)
    sum += std::sin(x);
  return sum;
}
BOTH double outputs(double *u, int n, double a, int steps) {
  double s = a;
  for (int t = 0; t < steps && t < n; ++t) // a condition that is not the counter's alone
    u[t] = s = std::sin(s);
  for (int t = 0; t < (steps < n ? steps : n); ++t) {
    s = std::sin(s) * a;
    if (s > 0)
      u[t] = s;
  }
  return s;
}
// Overwritten after the loop, and by a loop that is checkpointed, too.
BOTH double overwritten(double *u, int n, double a, int steps) {
  const int most = steps < n ? steps : n;
  double s = a;
  for (int t = 0; t < most; ++t) {
    s = std::sin(s) * a;
    u[t] = s;
  }
  for (int t = 0; t < most; ++t) {
    s += std::sin(s * u[t]);
    u[most - 1 - t] = 2 * s;
  }
  if (n > 2)
    u[1] = s * s;
  return s;
}
// Another size afterwards.
BOTH double resized(double *u, int n, double a, int steps) {
  std::vector<double> history(steps);
  double s = a, sum = 0;
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s) + u[t % n];
    history[t] = s;
  }
  for (double x : history)
    sum += x * x * a;
  history.resize(1);
  history.shrink_to_fit();
  return sum + history[0];
}
// Each step reads what the one before has written, or what the next one will.
BOTH double chained(double *u, int n, double a, int steps) {
  std::vector<double> path(steps + 2, a), back(steps + 2, a);
  for (int t = 0; t < steps; ++t) {
    path[t + 1] = std::sin(path[t]) + u[t % n];
    back[t] = back[t] * path[t] + back[t + 1];
  }
  return path[steps] * a + back[0] + back[steps];
}

#define CHECK(F)                                                                                   \
  check(                                                                                           \
      {0.3, 0.7, -0.4, 0.9, 0.1, 0.6}, 6,                                                          \
      [](In x, Out y) {                                                                            \
        copy(x, y, 5);                                                                             \
        y[5] = F(y, 5, x[5], count);                                                               \
      },                                                                                           \
      AD([](In x, In d, Out y, Out y_dot) {                                                        \
        copy(x, y, 5), copy(d, y_dot, 5);                                                          \
        y[5] = F##_forward(y, y_dot, 5, x[5], d[5], count, y_dot[5]);                              \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double u[5], u_bar[5], v_bar[5], c_bar = x_bar[5];                                         \
        copy(x, u, 5), copy(y_bar, u_bar, 5), copy(x, y, 5), copy(y_bar, v_bar, 5);                \
        const double value = F##_reverse(u, u_bar, 5, x[5], c_bar, count, y_bar[5]);               \
        y[5] = F##_checkpointed(y, v_bar, 5, x[5], x_bar[5], count, y_bar[5]);                     \
        expect_true(#F ": the same bits", same(u, y, 5) && same(u_bar, v_bar, 5) &&                \
                                              same(&c_bar, &x_bar[5], 1) &&                        \
                                              same(&value, y + 5, 1));                             \
        add(v_bar, x_bar, 5);                                                                      \
      }))

int main() {
  static int count;
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 9}) {
      count = steps;
      CHECK(scatter);
      CHECK(until);
      CHECK(walks);
      CHECK(objects);
      CHECK(shifted);
      CHECK(nested);
      CHECK(traced);
      CHECK(outputs);
      CHECK(overwritten);
      CHECK(resized);
      CHECK(chained);
    }
  });
  return finish();
}
