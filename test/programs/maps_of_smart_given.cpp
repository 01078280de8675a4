// Maps of smart pointers that callers give: their derivatives have the same keys, and lead to the
// derivatives of the objects.
#include "valued.h"
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>

using Owned = std::map<std::string, std::unique_ptr<Base>>;
using Shared = std::unordered_map<int, std::shared_ptr<Base>>;

[[ad::differentiate(forward, reverse)]]
double owned(const Owned &m, double x) {
  double s = m.at("two")->value(x);
  for (const auto &[name, p] : m)
    s += p->value(x) * p->a;
  return s;
}

[[ad::differentiate(forward, reverse)]]
double shared(Shared &m, double x) {
  m.at(1)->a *= x;
  double s = 0;
  for (auto &[k, p] : m)
    s += k * p->value(x);
  auto it = m.find(2);
  return it == m.end() ? s : s * it->second->a;
}

struct Book {
  Owned items;
  double scale;
};

[[ad::differentiate(forward, reverse)]]
double price(const Book &b, double x) {
  double s = 0;
  for (const auto &[name, p] : b.items)
    s += p->value(x);
  return s * b.scale;
}

static int Failures = 0;
static void check(const char *What, double Got, double Expected) {
  if (std::fabs(Got - Expected) <= 1e-12 * (1 + std::fabs(Expected)))
    return;
  std::printf("%s: %.17g, not %.17g\n", What, Got, Expected);
  ++Failures;
}

static Owned twoOwned(double a, double c, double d) {
  Owned m;
  m["one"] = std::make_unique<Base>(a);
  m["two"] = std::make_unique<Der>(c, d);
  return m;
}
static Shared twoShared(double a, double c, double d) {
  Shared m;
  m[1] = std::make_shared<Base>(a);
  m[2] = std::make_shared<Der>(c, d);
  return m;
}

int main() {
  const double a = 1.3, c = 0.7, d = 0.4, x = 1.9;
  {
    Owned m = twoOwned(a, c, d), dot = twoOwned(0, 1, 0), bar = twoOwned(0, 0, 0);
    double Dot = 0, x_bar = 0;
    owned_forward(m, dot, x, 0, Dot);
    owned_reverse(m, bar, x, x_bar);
    check("owned c", bar["two"]->a, x * x + 2 * c * x * x + d);
    check("owned forward", Dot, bar["two"]->a);
    check("owned a", bar["one"]->a, 2 * a * x);
    check("owned d", static_cast<Der &>(*bar["two"]).b, 1 + c);
    check("owned x", x_bar, 2 * c * x + a * a + 2 * c * c * x);
    Owned none;
    bool Thrown = false;
    try {
      owned_reverse(m, none, x, x_bar);
    } catch (const std::exception &) { // there is nothing that its pointers could lead to
      Thrown = true;
    }
    check("owned without adjoints", Thrown, 1);
  }
  {
    Shared m = twoShared(a, c, d), dot = twoShared(1, 0, 0), bar = twoShared(0, 0, 0);
    double Dot = 0, x_bar = 0;
    shared_forward(m, dot, x, 0, Dot);
    m[1]->a = a;
    double value = shared_reverse(m, bar, x, x_bar);
    double s = a * x * x + 2 * (c * x * x + d);
    check("shared value", value, s * c);
    check("shared a", bar[1]->a, x * x * c);
    check("shared forward", Dot, bar[1]->a);
    check("shared c", bar[2]->a, s + 2 * x * x * c);
    check("shared d", static_cast<Der &>(*bar[2]).b, 2 * c);
    check("shared x", x_bar, c * (2 * a * x + 4 * c * x));
  }
  {
    Book b{twoOwned(a, c, d), 3}, bar{twoOwned(0, 0, 0), 0};
    double x_bar = 0;
    price_reverse(b, bar, x, x_bar);
    check("price scale", bar.scale, a * x + c * x * x + d);
    check("price a", bar.items["one"]->a, 3 * x);
    check("price x", x_bar, 3 * (a + 2 * c * x));
  }
  return Failures;
}
