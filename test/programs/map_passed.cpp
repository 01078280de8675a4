// Maps as parameters, fields and results, and passed on.
#include "harness.h"
#ifndef NO_AD
#include <ad/container.h>
#endif
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using Table = std::map<std::string, double>;

[[ad::differentiate(forward, reverse)]]
double looked_up(const Table &p, const std::vector<std::string> &names, double x) {
  double s = 0;
  for (const std::string &name : names)
    if (auto it = p.find(name); it != p.end())
      s += it->second * x;
  for (const auto &[name, v] : p)
    s += v * v * x;
  return s * p.at("a");
}

[[ad::differentiate(forward, reverse)]]
void scaled(std::unordered_map<int, double> &m, double x) { // the keys stay
  for (auto &[k, v] : m)
    v *= x * v;
  m.at(1) += m.at(2);
}

[[ad::differentiate(forward, reverse)]]
double by_value(std::map<int, double> m, double x) {
  m[7] = x * m[1];
  m[1] *= m[7];
  return m[1] + m[2] * x;
}

static void add(Table &m, const std::string &key, double v) { m[key] += v; }
static double total(const Table &m) {
  double s = 0;
  for (const auto &[k, v] : m)
    s += v * v;
  return s;
}
static void fill(Table &m, const double *x, int n) { // recursive: not inlined
  if (n == 0)
    return;
  m["k" + std::to_string(n % 2)] += x[n - 1] * x[n - 1];
  fill(m, x, n - 1);
}
static double without(std::map<int, double> m, int key) { // a copy of its own
  m.erase(key);
  double s = 1;
  for (auto &[k, v] : m) {
    v *= v;
    s *= v;
  }
  return key > 0 ? s + without(m, key - 1) : s;
}

[[ad::differentiate(forward, reverse)]]
double helped(const std::vector<double> &x) {
  Table m;
  for (std::size_t i = 0; i < x.size(); ++i)
    add(m, i % 2 ? "odd" : "even", x[i] * x[0]);
  fill(m, x.data(), static_cast<int>(x.size()));
  double s = total(m) * total(m);
  fill(m, x.data(), 2);
  std::map<int, double> other{{0, x[0]}, {1, x[1]}, {2, s}};
  return s + total(m) * without(other, 1) + other[1];
}

struct Model {
  std::map<std::string, double> weights;
  double bias = 0;
  double apply(const std::string &name, double x) const { return weights.at(name) * x + bias; }
  void train(const std::string &name, double x) { weights[name] += x * bias; }
};

[[ad::differentiate(forward, reverse)]]
double modelled(const Model &m, double x) {
  return m.apply("a", x) * m.apply("b", x * x);
}

[[ad::differentiate(forward, reverse)]]
double trained(const std::vector<double> &x) {
  Model m;
  m.bias = x[0];
  for (double each : x) {
    m.train("a", each);
    m.train("b", each * each);
  }
  return m.apply("a", x[1]) * m.apply("b", x[0]);
}

static std::map<int, double> squares(const std::vector<double> &x) {
  std::map<int, double> m;
  for (std::size_t i = 0; i < x.size(); ++i)
    m[static_cast<int>(i)] = x[i] * x[i];
  return m;
}

static double twice(const std::map<int, double> &given) { // a temporary, copied twice
  std::map<int, double> a = given, b = given;
  a[0] *= b[1];
  return a[0] * b[0] + given.at(2);
}

[[ad::differentiate(forward, reverse)]]
double returned(const std::vector<double> &x) {
  std::map<int, double> m = squares(x);
  double s = twice(squares(x));
  for (const auto &[k, v] : m)
    s += k * v;
  return s * squares(x).at(0);
}

[[ad::differentiate(forward, reverse)]]
void rekeyed(std::map<int, double> &m, double x) { // keys come and go
  m[3] = m[1] * x;
  m[1] *= m[2];
  m.erase(2);
  m[4] = m[3] * m[3];
}

struct Counter {
  std::map<std::string, double> sums;
  [[ad::differentiate(forward, reverse)]] double count(const std::string &name, double x) {
    sums[name] += x * x;
    return sums[name] * static_cast<double>(sums.size());
  }
};

#define CHECK_VECTOR_AT(f, ...)                                                                    \
  check(                                                                                           \
      {__VA_ARGS__}, 1, [](In x, Out y) { y[0] = f(std::vector<double>(x, x + 3)); },              \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = f##_forward(std::vector<double>(x, x + 3), std::vector<double>(x_dot, x_dot + 3),   \
                           y_dot[0]);                                                              \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        std::vector<double> bar(x_bar, x_bar + 3);                                                 \
        y[0] = f##_reverse(std::vector<double>(x, x + 3), bar, y_bar[0]);                          \
        copy(bar.data(), x_bar, 3);                                                                \
      }))

static Table table(In x) { return {{"a", x[0]}, {"b", x[1]}, {"c", x[2]}}; }
static void untable(const Table &t, Out x) {
  x[0] = t.at("a");
  x[1] = t.at("b");
  x[2] = t.at("c");
}

int main() {
  const std::vector<std::string> names{"b", "z", "b", "c"};
  check(
      {0.5, 1.5, -0.75, 0.3}, 1, [&](In x, Out y) { y[0] = looked_up(table(x), names, x[3]); },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        y[0] = looked_up_forward(table(x), table(x_dot), names, x[3], x_dot[3], y_dot[0]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Table bar = table(x_bar);
        y[0] = looked_up_reverse(table(x), bar, names, x[3], x_bar[3], y_bar[0]);
        untable(bar, x_bar);
      }));
  using Numbers = std::unordered_map<int, double>;
  check(
      {0.5, 1.5, -0.75}, 2,
      [](In x, Out y) {
        Numbers m{{1, x[0]}, {2, x[1]}};
        scaled(m, x[2]);
        y[0] = m[1];
        y[1] = m[2];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Numbers m{{1, x[0]}, {2, x[1]}}, m_dot{{2, x_dot[1]}, {1, x_dot[0]}};
        scaled_forward(m, m_dot, x[2], x_dot[2]);
        y[0] = m[1], y_dot[0] = m_dot[1];
        y[1] = m[2], y_dot[1] = m_dot[2];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Numbers m{{1, x[0]}, {2, x[1]}}, m_bar{{2, y_bar[1]}, {1, y_bar[0]}};
        scaled_reverse(m, m_bar, x[2], x_bar[2]);
        y[0] = m[1], x_bar[0] += m_bar[1];
        y[1] = m[2], x_bar[1] += m_bar[2];
      }));
  using Ordered = std::map<int, double>;
  check(
      {0.5, 1.5, -0.75}, 1, [](In x, Out y) { y[0] = by_value({{1, x[0]}, {2, x[1]}}, x[2]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = by_value_forward({{1, x[0]}, {2, x[1]}}, {{1, x_dot[0]}, {2, x_dot[1]}}, x[2],
                                x_dot[2], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Ordered bar; // empty: zeros
        y[0] = by_value_reverse({{1, x[0]}, {2, x[1]}}, bar, x[2], x_bar[2], y_bar[0]);
        x_bar[0] += bar.at(1), x_bar[1] += bar.at(2);
        expect("keys of the adjoint", bar.size(), 2);
      }));
  CHECK_VECTOR_AT(helped, 0.5, 1.5, -0.75);
  check(
      {0.5, 1.5, -0.75, 0.3}, 1, [](In x, Out y) { y[0] = modelled({table(x), x[1]}, x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] =
            modelled_forward({table(x), x[1]}, {table(x_dot), x_dot[1]}, x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Model bar;
        y[0] = modelled_reverse({table(x), x[1]}, bar, x[3], x_bar[3], y_bar[0]);
        x_bar[0] += bar.weights["a"];
        x_bar[1] += bar.weights["b"] + bar.bias;
      }));
  CHECK_VECTOR_AT(trained, 0.5, 1.5, -0.75);
  CHECK_VECTOR_AT(returned, 0.5, 1.5, -0.75);
  check(
      {0.5, 1.5, -0.75}, 3,
      [](In x, Out y) {
        Ordered m{{1, x[0]}, {2, x[1]}};
        rekeyed(m, x[2]);
        y[0] = m[1], y[1] = m[3], y[2] = m[4];
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Ordered m{{1, x[0]}, {2, x[1]}}, m_dot{{1, x_dot[0]}, {2, x_dot[1]}};
        rekeyed_forward(m, m_dot, x[2], x_dot[2]);
        y[0] = m[1], y[1] = m[3], y[2] = m[4];
        y_dot[0] = m_dot[1], y_dot[1] = m_dot[3], y_dot[2] = m_dot[4];
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Ordered m{{1, x[0]}, {2, x[1]}}, m_bar{{1, y_bar[0]}, {3, y_bar[1]}, {4, y_bar[2]}};
        rekeyed_reverse(m, m_bar, x[2], x_bar[2]);
        y[0] = m[1], y[1] = m[3], y[2] = m[4];
        expect("keys on entry", m_bar.size(), 2);
        x_bar[0] += m_bar.at(1), x_bar[1] += m_bar.at(2);
      }));
  check(
      {0.5, 1.5, -0.75, 0.3}, 1,
      [](In x, Out y) {
        Counter c{table(x)};
        y[0] = c.count("a", x[3]) + c.count("new", x[3]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Counter c{table(x)}, c_dot{table(x_dot)};
        double first = 0;
        y[0] = c.count_forward(c_dot, "a", x[3], x_dot[3], first);
        y[0] += c.count_forward(c_dot, "new", x[3], x_dot[3], y_dot[0]);
        y_dot[0] += first;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Counter c{table(x)}, bar; // the second call first
        c.count("a", x[3]);
        y[0] = c.count_reverse(bar, "new", x[3], x_bar[3], y_bar[0]);
        Counter again{table(x)};
        y[0] += again.count_reverse(bar, "a", x[3], x_bar[3], y_bar[0]);
        x_bar[0] += bar.sums.at("a");
        x_bar[1] += bar.sums.at("b");
        x_bar[2] += bar.sums.at("c");
      }));
#ifndef NO_AD
  Ordered m{{1, 1}}, wrong{{5, 1}};
  double x_bar = 7;
  try {
    rekeyed_reverse(m, wrong, 2, x_bar);
    expect_true("other keys are refused", false);
  } catch (const ad::shape_mismatch &) {
    expect("the adjoint is as it was", wrong.at(5), 1);
    expect("of x, too", x_bar, 7);
  }
#endif
  return finish();
}
