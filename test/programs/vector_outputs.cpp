// Vectors that the function fills for its caller.
#include "vectors.h"
[[ad::differentiate(forward, reverse)]]
void g(const std::vector<double> &x, std::vector<double> &y, std::vector<std::vector<double>> &m) {
  for (auto it = x.begin(); it != x.end(); ++it) {
    y.push_back(*it * *it);
    m.push_back({*it, y.back()});
  }
  for (auto &r : m)
    for (double &e : r)
      e *= x[0];
  y.swap(m[0]);
}
int main() {
  check(
      {0.5, 0.7, 0.2}, 2,
      [](In x, Out o) {
        std::vector<double> y;
        std::vector<std::vector<double>> m;
        g({x, x + 3}, y, m);
        o[0] = y[0] * y[1] + m[0][2];
        o[1] = m[1][1] + m[2][0];
      },
      AD([](In x, In x_dot, Out o, Out o_dot) {
        std::vector<double> y, yd;
        std::vector<std::vector<double>> m, md;
        g_forward({x, x + 3}, {x_dot, x_dot + 3}, y, yd, m, md);
        o[0] = y[0] * y[1] + m[0][2];
        o[1] = m[1][1] + m[2][0];
        o_dot[0] = yd[0] * y[1] + y[0] * yd[1] + md[0][2];
        o_dot[1] = md[1][1] + md[2][0];
      }),
      AD([](In x, Out x_bar, Out o, In o_bar) {
        std::vector<double> y;
        std::vector<std::vector<double>> m;
        {
          auto y2 = y;
          auto m2 = m;
          g({x, x + 3}, y2, m2);
          o[0] = y2[0] * y2[1] + m2[0][2];
          o[1] = m2[1][1] + m2[2][0];
          std::vector<double> yb(y2.size()), bar;
          auto mb = m2;
          for (auto &r : mb)
            for (auto &e : r)
              e = 0;
          yb[0] = y2[1] * o_bar[0];
          yb[1] = y2[0] * o_bar[0];
          mb[0][2] = o_bar[0];
          mb[1][1] = o_bar[1];
          mb[2][0] = o_bar[1];
          g_reverse({x, x + 3}, bar, y, yb, m, mb);
          for (int i = 0; i < 3; ++i)
            x_bar[i] += bar[i];
        }
      }));
  return finish();
}
