// Members without derivatives are made by their own constructors.
#include "vectors.h"
#include <string>
struct Config {
  std::string name = "none";
  double w = 1;
  int n = 2;
};
struct Tagged {
  std::string tag;
  double v;
  Tagged(std::string t, double x) : tag(std::move(t)), v(x * x) {}
  double get() const { return v * tag.size(); }
};
struct Lab {
  double v;
  std::string s;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Config c;
  c.w = x[0] * c.name.size();
  Tagged t("abc", x[1]);
  Lab l{x[2], "ab"};
  Lab m = l;
  m.v *= x[0];
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Tagged q(l.s + "z", x[i]);
    s += q.get();
  }
  return c.w * c.n + t.get() + m.v * m.s.size() + s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
