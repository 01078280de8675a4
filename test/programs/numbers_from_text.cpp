// Numbers that are read from text.
#include "vectors.h"
#include <array>
#include <complex>
#include <sstream>
#include <string>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

BOTH double until_the_end(const V &v) {
  std::istringstream in("0.5 2");
  double x, s = 0;
  while (in >> x)
    s += x * v[0];
  return s;
}
BOTH double one(const V &v) {
  std::istringstream in("0.5 2");
  double x, s = 0;
  in >> x;
  s += x * v[0];
  return s;
}
BOTH double two(const V &v) {
  std::istringstream in("0.5 2");
  double x, y, s = 0;
  in >> x >> y;
  s += x * v[0];
  return s + y;
}
BOTH double named(const V &v) {
  std::istringstream in("k 2");
  std::string n;
  double y, s = 0;
  while (in >> n >> y)
    s += y * v[0];
  return s + y;
}
BOTH double written_and_read(const V &v) {
  std::stringstream in;
  in << 2.5 << ' ' << 3;
  double x, s = v[0] * v[1];
  int k = 0;
  in >> x >> k;
  s += x * v[k];
  return s * x;
}
BOTH double elements(const V &v) {
  std::istringstream in("0.5 2 3");
  V w;
  double x;
  while (in >> x)
    w.push_back(x * v[0]);
  std::array<double, 2> a;
  in.clear();
  in.str("7 8");
  for (auto &e : a)
    in >> e;
  return w[0] * w[2] + a[1] * v[1];
}
struct Opt {
  double lr = 0.1;
  int n = 1;
};
static Opt parse(const std::string &text) {
  Opt o;
  std::istringstream in(text);
  std::string key;
  while (in >> key) {
    if (key == "lr")
      in >> o.lr;
    else if (key == "n")
      in >> o.n;
  }
  return o;
}
BOTH double options(const V &v) {
  Opt o = parse("lr 0.3 n 4");
  double x = v[0];
  for (int i = 0; i < o.n; ++i)
    x -= o.lr * (x - v[1]) * x;
  return x;
}

struct Place {
  double x, y;
};
static std::istream &operator>>(std::istream &in, Place &p) { return in >> p.x >> p.y; }
BOTH double by_own_operator(const V &v) {
  std::istringstream in("1.5 2.5 3");
  Place p;
  double z;
  in >> p >> z;
  return p.x * v[0] + p.y * v[1] * z;
}
BOTH double complex_number(const V &v) {
  std::istringstream in("(1.5,2)");
  std::complex<double> z;
  in >> z;
  return std::abs(z * v[0]) * v[1];
}

int main() {
  CHECK_TWICE(by_own_operator);
  CHECK_TWICE(complex_number);
  CHECK_TWICE(until_the_end);
  CHECK_TWICE(one);
  CHECK_TWICE(two);
  CHECK_TWICE(named);
  CHECK_TWICE(written_and_read);
  CHECK_TWICE(elements);
  CHECK_TWICE(options);
  return finish();
}
