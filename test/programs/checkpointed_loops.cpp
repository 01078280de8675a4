// Mode checkpointed: loops of every kind that carry a state, against reverse mode bit by bit and
// against differences.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <vector>

// A counter from 0: the snapshots are indexed by it.
BOTH double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x + 0.01 * i;
  return s;
}

// Another start and another step; backwards.
BOTH double strides(double x, int n) {
  double s = x;
  for (int i = 3; i < n; i += 2)
    s = s * s * 0.3 + x / i;
  for (unsigned char k = 40; k > 7; --k)
    s = std::cos(s) + x * k * 0.01;
  return s * x;
}

// Memory of the caller is left as the function leaves it.
BOTH void heat(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    double left = u[0];
    for (int k = 1; k < n - 1; ++k) {
      double mid = u[k];
      u[k] = mid + c * (left - 2 * mid + u[k + 1]) - 0.1 * mid * mid * mid;
      left = mid;
    }
  }
  u[0] *= u[1]; // after the loop, and read by it
}

// Two phases on the same memory, and what is between them.
BOTH double phases(double *u, int n, double c, int steps) {
  double before = u[1] * u[2];
  for (int t = 0; t < steps; ++t)
    for (int k = 0; k < n; ++k)
      u[k] = std::sin(u[k]) + c;
  double between = u[0] * u[1];
  for (int t = 0; t < steps + 2; ++t)
    for (int k = 0; k < n; ++k)
      u[k] = u[k] * u[k] * 0.5 + c * between;
  double sum = before;
  for (int k = 0; k < n; ++k)
    sum += u[k] * u[k];
  return sum;
}

// Nobody knows how often; the last iteration ends in the middle.
BOTH double until(double x, int most) {
  double s = x, t = 0, h = 0.1;
  while (true) {
    double d = std::sin(s) - 0.3 * s;
    s += h * d;
    if (s > 1.2 && t > 3)
      break;
    t += h;
    h = std::abs(d) > 0.2 ? 0.05 : 0.1;
    if (t > most)
      break;
  }
  return s * h;
}

BOTH double at_least_once(double x, double limit) {
  double s = x;
  do
    s = s * 1.1 + 0.01 * s * s;
  while (s < limit);
  return s;
}

BOTH double with_continue(double x, int n) {
  double s = x, r = 1;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s) + 0.1 * x;
    if (i % 3 == 1)
      continue;
    r = r * s * 0.7 + x;
  }
  return r;
}

// Local arrays, structs, vectors; a state that goes through functions.
struct Point {
  double x, v;
};
static void push(Point &p, double k, double h) {
  p.v -= h * k * std::sin(p.x);
  p.x += h * p.v;
}
BOTH double orbits(double k, int n) {
  std::array<double, 3> a = {1, k, 2};
  double grid[2][2] = {{k, 1}, {2, 3}};
  std::vector<double> v(4);
  for (int j = 0; j < 4; ++j)
    v[j] = k * j;
  Point p = {1, 0};
  for (int i = 0; i < n; ++i) {
    push(p, k, 0.05);
    a[i % 3] = std::cos(a[(i + 1) % 3]) * p.x;
    grid[i % 2][1] += 0.1 * a[0] * grid[1][0];
    grid[1][0] = std::sin(grid[0][1] + p.v);
    for (int j = 0; j < 4; ++j)
      v[j] = 0.5 * v[j] + 0.1 * v[(j + 1) % 4] * grid[0][1];
  }
  return p.x * a[1] + grid[1][1] + v[2] * v[0];
}

// A reference and a member.
struct Clock {
  double angle, rate;
  BOTH double run(double &energy, double g, int n) {
    for (int i = 0; i < n; ++i) {
      rate -= 0.01 * g * std::sin(angle);
      angle += 0.01 * rate;
      energy = 0.99 * energy + rate * rate;
    }
    return angle * energy;
  }
};

// A product of a grid, with guards where a loop does not run.
BOTH void grid(double *a, int rows, int columns, double c, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j)
        a[i * columns + j] = std::sin(a[i * columns + j] + c * a[((i + 1) % rows) * columns + j]);
}

// Times that are loops themselves.
BOTH double nested(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    double r = s;
    for (int j = 0; j < n - 2; ++j)
      for (int k = 0; k < 2; ++k)
        r = std::sin(r) * x + 0.1 * k;
    s = 0.5 * s + r;
  }
  return s;
}

// What the loop needs is overwritten after it.
BOTH double overwritten_after(double x, int n) {
  double s = 1, factor = 0.3 * x, y[2] = {x, 1};
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * factor + y[i % 2];
  factor = s;
  y[0] = s * s;
  double r = 1;
  for (int i = 0; i < n; ++i)
    r = std::cos(r) * factor + 0.1 * y[0];
  return r * factor;
}

int main() {
  with_snapshots({0, 1, 3, 50}, [] {
    for (int n : {0, 1, 2, 37}) {
      static int count;
      count = n;
      CHECK_STEPS(chain, count);
      CHECK_STEPS(strides, count);
      CHECK_STEPS(with_continue, count);
      CHECK_STEPS(orbits, count);
      CHECK_STEPS(overwritten_after, count);
    }
    CHECK_STEPS(until, 20);
    CHECK_STEPS(nested, 9);
    check(
        {0.4, 3.0}, 1, [](In x, Out y) { y[0] = at_least_once(x[0], x[1]); },
        AD([](In x, In d, Out y, Out y_dot) {
          y[0] = at_least_once_forward(x[0], d[0], x[1], d[1], y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = at_least_once_checkpointed(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        }));
    for (int steps : {0, 1, 25}) {
      static int count;
      count = steps;
      check(
          {0.3, 0.7, -0.4, 0.9, 0.1, 0.2}, 5,
          [](In x, Out y) {
            copy(x, y, 5);
            heat(y, 5, x[5], count);
          },
          AD([](In x, In d, Out y, Out y_dot) {
            copy(x, y, 5), copy(d, y_dot, 5);
            heat_forward(y, y_dot, 5, x[5], d[5], count);
          }),
          AD([](In x, Out x_bar, Out y, In y_bar) {
            double u[5], u_bar[5], v_bar[5], c_bar = x_bar[5];
            copy(x, u, 5), copy(y_bar, u_bar, 5), copy(x, y, 5), copy(y_bar, v_bar, 5);
            heat_reverse(u, u_bar, 5, x[5], c_bar, count);
            heat_checkpointed(y, v_bar, 5, x[5], x_bar[5], count);
            expect_true("heat: the same bits",
                        same(u, y, 5) && same(u_bar, v_bar, 5) && same(&c_bar, &x_bar[5], 1));
            add(v_bar, x_bar, 5);
          }));
      check(
          {0.3, 0.7, -0.4, 0.9, 0.1, 0.2, 0.4}, 6,
          [](In x, Out y) {
            copy(x, y, 6);
            grid(y, 2, 3, x[6], count);
            grid(y, 0, 3, x[6], count);
          },
          AD([](In x, In d, Out y, Out y_dot) {
            copy(x, y, 6), copy(d, y_dot, 6);
            grid_forward(y, y_dot, 2, 3, x[6], d[6], count);
          }),
          AD([](In x, Out x_bar, Out y, In y_bar) {
            double bar[6];
            copy(x, y, 6), copy(y_bar, bar, 6);
            grid_checkpointed(y, bar, 2, 3, x[6], x_bar[6], count);
            grid_checkpointed(nullptr, nullptr, 0, 3, x[6], x_bar[6], count);
            grid_checkpointed(nullptr, nullptr, -2, -3, x[6], x_bar[6], count);
            add(bar, x_bar, 6);
          }));
    }
    check(
        {0.3, 0.7, 0.4, 0.2}, 4,
        [](In x, Out y) {
          copy(x, y, 3);
          y[3] = phases(y, 3, x[3], 20);
        },
        AD([](In x, In d, Out y, Out y_dot) {
          copy(x, y, 3), copy(d, y_dot, 3);
          y[3] = phases_forward(y, y_dot, 3, x[3], d[3], 20, y_dot[3]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double u[3], u_bar[3], v_bar[3], c_bar = x_bar[3];
          copy(x, u, 3), copy(y_bar, u_bar, 3), copy(x, y, 3), copy(y_bar, v_bar, 3);
          const double value = phases_reverse(u, u_bar, 3, x[3], c_bar, 20, y_bar[3]);
          y[3] = phases_checkpointed(y, v_bar, 3, x[3], x_bar[3], 20, y_bar[3]);
          expect_true("phases: the same bits", same(u, y, 3) && same(u_bar, v_bar, 3) &&
                                                   same(&c_bar, &x_bar[3], 1) &&
                                                   same(&value, &y[3], 1));
          add(v_bar, x_bar, 3);
        }));
    check(
        {0.3, 0.7, 0.4, 9.8}, 4,
        [](In x, Out y) {
          Clock c = {x[0], x[1]};
          y[2] = x[2];
          y[3] = c.run(y[2], x[3], 60);
          y[0] = c.angle, y[1] = c.rate;
        },
        AD([](In x, In d, Out y, Out y_dot) {
          Clock c = {x[0], x[1]}, c_dot = {d[0], d[1]};
          y[2] = x[2], y_dot[2] = d[2];
          y[3] = c.run_forward(c_dot, y[2], y_dot[2], x[3], d[3], 60, y_dot[3]);
          y[0] = c.angle, y[1] = c.rate;
          y_dot[0] = c_dot.angle, y_dot[1] = c_dot.rate;
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          Clock c = {x[0], x[1]}, c_bar = {y_bar[0], y_bar[1]};
          double energy_bar = y_bar[2];
          y[2] = x[2];
          y[3] = c.run_checkpointed(c_bar, y[2], energy_bar, x[3], x_bar[3], 60, y_bar[3]);
          y[0] = c.angle, y[1] = c.rate;
          x_bar[0] += c_bar.angle, x_bar[1] += c_bar.rate, x_bar[2] += energy_bar;
        }));
  });
  return finish();
}
