// Vectors of two types have no element in common; a row of a vector of vectors may be the other
// vector.
#include "harness.h"
#include <array>
#include <cmath>
#include <vector>

struct Body {
  double x[3], m;
};

[[ad::differentiate(forward, reverse)]]
void accelerations(const std::vector<Body> &b, std::vector<std::array<double, 3>> &a) {
  for (std::size_t i = 0; i < b.size(); ++i) {
    a[i] = {0, 0, 0};
    for (std::size_t j = 0; j < b.size(); ++j)
      if (i != j) {
        double d[3], r2 = 0.1;
        for (int k = 0; k < 3; ++k) {
          d[k] = b[j].x[k] - b[i].x[k];
          r2 += d[k] * d[k];
        }
        for (int k = 0; k < 3; ++k)
          a[i][k] += b[j].m * d[k] / (r2 * std::sqrt(r2));
      }
  }
}

[[ad::differentiate(forward, reverse)]]
void scale(std::vector<std::vector<double>> &rows, std::vector<double> &w) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t k = 0; k < w.size(); ++k)
      rows[i][k] *= std::sin(w[k]) + rows[i][0] * w[1];
}

[[ad::differentiate(forward, reverse)]]
void members(std::vector<Body> &b, std::vector<double> &w, const double &c) {
  for (std::size_t i = 0; i < b.size(); ++i)
    for (std::size_t k = 0; k < w.size(); ++k) {
      b[i].m *= w[k] * b[i].x[k % 3];
      b[i].x[0] += c * w[k]; // c may be one of either
      w[k] += b[i].m * c;
    }
}

static std::vector<Body> bodies(In x) {
  std::vector<Body> b(2);
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k)
      b[i].x[k] = x[4 * i + k];
    b[i].m = x[4 * i + 3];
  }
  return b;
}
static void store(const std::vector<Body> &b, Out x) {
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k)
      x[4 * i + k] = b[i].x[k];
    x[4 * i + 3] = b[i].m;
  }
}
using Triples = std::vector<std::array<double, 3>>;
static void take(const Triples &a, Out y) {
  for (int i = 0; i < 6; ++i)
    y[i] = a[i / 3][i % 3];
}

int main() {
  const std::initializer_list<double> at = {0.3, -0.2, 0.7, 1.1, 0.9, 0.4, -0.6, 0.8};
  check(
      at, 6,
      [](In x, Out y) {
        Triples a(2);
        accelerations(bodies(x), a);
        take(a, y);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Triples a(2), a_dot(2);
        accelerations_forward(bodies(x), bodies(x_dot), a, a_dot);
        take(a, y);
        take(a_dot, y_dot);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Triples a(2), a_bar(2);
        for (int i = 0; i < 6; ++i)
          a_bar[i / 3][i % 3] = y_bar[i];
        std::vector<Body> b_bar = bodies(x_bar);
        accelerations_reverse(bodies(x), b_bar, a, a_bar);
        store(b_bar, x_bar);
        take(a, y);
      }));
  // The second vector is a row of the first, or not.
  for (bool row : {false, true})
    check(
        {0.3, -0.2, 0.7, 1.1, 0.9, 0.4}, 4,
        [=](In x, Out y) {
          std::vector<std::vector<double>> rows{{x[0], x[1]}, {x[2], x[3]}};
          std::vector<double> w{x[4], x[5]};
          scale(rows, row ? rows[1] : w);
          for (int i = 0; i < 4; ++i)
            y[i] = rows[i / 2][i % 2];
        },
        AD([=](In x, In x_dot, Out y, Out y_dot) {
          std::vector<std::vector<double>> rows{{x[0], x[1]}, {x[2], x[3]}};
          std::vector<std::vector<double>> dots{{x_dot[0], x_dot[1]}, {x_dot[2], x_dot[3]}};
          std::vector<double> w{x[4], x[5]}, w_dot{x_dot[4], x_dot[5]};
          scale_forward(rows, dots, row ? rows[1] : w, row ? dots[1] : w_dot);
          for (int i = 0; i < 4; ++i) {
            y[i] = rows[i / 2][i % 2];
            y_dot[i] = dots[i / 2][i % 2];
          }
        }),
        AD([=](In x, Out x_bar, Out y, In y_bar) {
          std::vector<std::vector<double>> rows{{x[0], x[1]}, {x[2], x[3]}};
          std::vector<std::vector<double>> bars{{y_bar[0], y_bar[1]}, {y_bar[2], y_bar[3]}};
          std::vector<double> w{x[4], x[5]}, w_bar{0, 0};
          scale_reverse(rows, bars, row ? rows[1] : w, row ? bars[1] : w_bar);
          for (int i = 0; i < 4; ++i) {
            y[i] = rows[i / 2][i % 2];
            x_bar[i] += bars[i / 2][i % 2];
          }
          x_bar[4] += w_bar[0];
          x_bar[5] += w_bar[1];
        }));
  // A number that may lie in either.
  for (int in : {0, 1})
    check(
        {0.3, -0.2, 0.7, 1.1, 0.9, 0.4, -0.6, 0.8, 0.5, 1.2}, 10,
        [=](In x, Out y) {
          std::vector<Body> b = bodies(x);
          std::vector<double> w{x[8], x[9]};
          members(b, w, in ? b[1].m : w[1]);
          store(b, y);
          y[8] = w[0];
          y[9] = w[1];
        },
        AD([=](In x, In x_dot, Out y, Out y_dot) {
          std::vector<Body> b = bodies(x), b_dot = bodies(x_dot);
          std::vector<double> w{x[8], x[9]}, w_dot{x_dot[8], x_dot[9]};
          members_forward(b, b_dot, w, w_dot, in ? b[1].m : w[1], in ? b_dot[1].m : w_dot[1]);
          store(b, y);
          store(b_dot, y_dot);
          y[8] = w[0];
          y[9] = w[1];
          y_dot[8] = w_dot[0];
          y_dot[9] = w_dot[1];
        }),
        AD([=](In x, Out x_bar, Out y, In y_bar) {
          std::vector<Body> b = bodies(x), b_bar = bodies(y_bar);
          std::vector<double> w{x[8], x[9]}, w_bar{y_bar[8], y_bar[9]};
          members_reverse(b, b_bar, w, w_bar, in ? b[1].m : w[1], in ? b_bar[1].m : w_bar[1]);
          store(b, y);
          y[8] = w[0];
          y[9] = w[1];
          double bar[8];
          store(b_bar, bar);
          for (int i = 0; i < 8; ++i)
            x_bar[i] += bar[i];
          x_bar[8] += w_bar[0];
          x_bar[9] += w_bar[1];
        }));
  return finish();
}
