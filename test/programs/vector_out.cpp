// Vectors that the caller sees: overwritten, grown, returned.
#include "vectors.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = y[i] * x[i] + (i > 0 ? y[i - 1] : 1);
  y.push_back(x[0] * y[1]);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
std::vector<double> g(const std::vector<double> &x, double a) {
  std::vector<double> y;
  for (double e : x)
    if (e > 0)
      y.push_back(a * e * e);
  return y;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 0.3, 1.1, 0.7}, 4,
      [](In x, Out out) {
        std::vector<double> y(x + 3, x + 6);
        f(std::vector<double>(x, x + 3), y);
        copy(y.data(), out, 4);
      },
      AD([](In x, In x_dot, Out out, Out out_dot) {
        std::vector<double> y(x + 3, x + 6), y_dot(x_dot + 3, x_dot + 6);
        f_forward(std::vector<double>(x, x + 3), std::vector<double>(x_dot, x_dot + 3), y, y_dot);
        copy(y.data(), out, 4);
        copy(y_dot.data(), out_dot, 4);
      }),
      AD([](In x, Out x_bar, Out out, In out_bar) {
        std::vector<double> y(x + 3, x + 6), y_bar(out_bar, out_bar + 4), a_bar;
        f_reverse(std::vector<double>(x, x + 3), a_bar, y, y_bar);
        copy(y.data(), out, 4);
        for (int i = 0; i < 3; ++i) {
          x_bar[i] += a_bar[i];
          x_bar[3 + i] += y_bar.at(i);
        }
        if (y_bar.size() != 3)
          out[0] = 0;
      }));
  check(
      {0.5, 1.5, -0.75, 0.3}, 2,
      [](In x, Out out) { copy(g(std::vector<double>(x, x + 3), x[3]).data(), out, 2); },
      AD([](In x, In x_dot, Out out, Out out_dot) {
        std::vector<double> dot;
        const auto y = g_forward(std::vector<double>(x, x + 3),
                                 std::vector<double>(x_dot, x_dot + 3), x[3], x_dot[3], dot);
        copy(y.data(), out, 2);
        copy(dot.data(), out_dot, 2);
      }),
      AD([](In x, Out x_bar, Out out, In out_bar) {
        std::vector<double> bar(x_bar, x_bar + 3);
        const auto y = g_reverse(std::vector<double>(x, x + 3), bar, x[3], x_bar[3],
                                 std::vector<double>(out_bar, out_bar + 2));
        copy(y.data(), out, 2);
        copy(bar.data(), x_bar, 3);
      }));
  return finish();
}
