// Maps, and objects that hold them, as results of annotated functions.
#include "harness.h"
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
using Map = std::map<int, double>;
using Names = std::unordered_map<std::string, double>;

BOTH Map sums(const double *x, int n, double k) {
  Map m;
  for (int i = 0; i < n; ++i)
    m[i % 2] += x[i] * k * x[i];
  return m;
}
// Several returns; a map that a call gives.
BOTH Map early(const double *x, int n, double k) {
  if (k < 0)
    return {};
  Map m = sums(x, n, k);
  for (int i = 0; i < n; ++i) {
    if (x[i] > 2)
      return m;
    m[7] = x[i] * m[0];
  }
  m.erase(0);
  return m;
}
BOTH Names listed(double a, double b) { return {{"sum", a + b}, {"product", a * b}}; }
BOTH double used(const double *x, int n, double k) {
  double s = 0;
  for (const auto &[i, v] : early(x, n, k))
    s += v * v * i;
  Map m = sums(x, n, s);
  m = sums(x, n, m.at(1));
  return s + m[0] + listed(s, k).at("product");
}
struct Model {
  Map weights;
  std::vector<double> offsets;
  double scale;
};
BOTH Model stepped(const Model &m, double rate) {
  Model next = m;
  for (auto &[i, w] : next.weights)
    w -= rate * w * w;
  for (double &o : next.offsets)
    o *= rate * m.scale;
  next.scale += rate;
  return next;
}
struct Gauge {
  double gain;
  BOTH Map read(double x) const { return Map{{1, x * gain}, {4, x * x}}; }
};

static void put(const Map &m, Out &y) {
  for (const auto &[i, v] : m)
    *y++ = v;
}

int main() {
  check<double>(
      {1.5, 0.5, 2.5, 0.7}, 6,
      [](In x, Out y) {
        put(sums(x, 3, x[3]), y);
        put(early(x, 3, x[3]), y);
        *y = used(x, 3, x[3]);
      },
      AD([](In x, In v, Out y, Out d) {
        Map dot{{99, 1}};
        put(sums_forward(x, v, 3, x[3], v[3], dot), y), put(dot, d);
        put(early_forward(x, v, 3, x[3], v[3], dot), y), put(dot, d);
        *y = used_forward(x, v, 3, x[3], v[3], *d);
      }),
      AD([](In x, Out b, Out y, In w) {
        put(sums_reverse(x, b, 3, x[3], b[3], {{0, w[0]}, {1, w[1]}}), y);
        put(early_reverse(x, b, 3, x[3], b[3], {{0, w[2]}, {1, w[3]}, {7, w[4]}}), y);
        *y = used_reverse(x, b, 3, x[3], b[3], w[5]);
      }));
  check<double>(
      {1.5, 0.5}, 4,
      [](In x, Out y) {
        Names m = listed(x[0], x[1]);
        *y++ = m["sum"], *y++ = m["product"];
        put(Gauge{x[0]}.read(x[1]), y);
      },
      AD([](In x, In v, Out y, Out d) {
        Names dot;
        Names m = listed_forward(x[0], v[0], x[1], v[1], dot);
        *y++ = m["sum"], *y++ = m["product"];
        *d++ = dot["sum"], *d++ = dot["product"];
        Map read_dot;
        put(Gauge{x[0]}.read_forward(Gauge{v[0]}, x[1], v[1], read_dot), y), put(read_dot, d);
      }),
      AD([](In x, Out b, Out y, In w) {
        Names m = listed_reverse(x[0], b[0], x[1], b[1], {{"sum", w[0]}, {"product", w[1]}});
        *y++ = m["sum"], *y++ = m["product"];
        Gauge bar{b[0]};
        put(Gauge{x[0]}.read_reverse(bar, x[1], b[1], {{1, w[2]}, {4, w[3]}}), y);
        b[0] = bar.gain;
      }));
  auto flat = [](const Model &m, Out y) {
    put(m.weights, y);
    for (double o : m.offsets)
      *y++ = o;
    *y = m.scale;
  };
  auto made = [](In x) { return Model{{{1, x[0]}, {5, x[1]}}, {x[2], x[3]}, x[4]}; };
  check<double>(
      {1.5, 0.5, 2.5, 0.7, 1.2, 0.3}, 5, [=](In x, Out y) { flat(stepped(made(x), x[5]), y); },
      AD([=](In x, In v, Out y, Out d) {
        Model dot{};
        flat(stepped_forward(made(x), made(v), x[5], v[5], dot), y);
        flat(dot, d);
      }),
      AD([=](In x, Out b, Out y, In w) {
        Model bar = made(b);
        flat(stepped_reverse(made(x), bar, x[5], b[5], made(w)), y);
        flat(bar, b);
      }));
  return finish();
}
