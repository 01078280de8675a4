// Copies of objects that hold vectors of pointers, or vectors of objects with pointers and numbers.
#include "vectors.h"
#include <algorithm>
#include <memory>

namespace pointers_and_number { // declared as a copy, copied in a loop, in a vector
struct Taps {
  std::vector<const double *> at;
  double gain;
  void add(double by, const double *from) {
    at.push_back(from);
    gain += by;
  }
  double read() const { return *at[0] * *at.back() + gain * 0.5; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Taps w{};
  w.gain = x[0];
  w.add(x[1], &x[2]);
  Taps v = w;
  v.add(x[2], &x[1]);
  double s = w.read() * v.read();
  for (int i = 0; i < 3; ++i) {
    Taps u = v;
    u.add(s, &x[i]);
    s += u.read();
    w = u;
    if (s > 90)
      break;
  }
  std::vector<Taps> several;
  several.push_back(w);
  several.push_back(v);
  std::vector<Taps> copies = several;
  copies[1].add(x[0], &x[0]);
  copies[0] = copies[1];
  for (const Taps &each : copies)
    s += each.read() * several[1].gain;
  return s * w.read();
}
} // namespace pointers_and_number

namespace all_kinds { // vectors of both, of pointers and of numbers
struct Term {
  double weight;
  const double *of;
};
struct Sum {
  std::vector<Term> terms;
  std::vector<const double *> seen;
  std::vector<double> past;
  double scale;
  void add(double weight, const double *of) {
    terms.push_back({weight, of});
    seen.push_back(of);
    past.push_back(weight * scale);
    scale += weight;
  }
  double read() const {
    return terms[0].weight * *terms[0].of * *terms.back().of + scale * *seen.back() * past.back();
  }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Sum w{};
  w.scale = x[0];
  w.add(x[1], &x[2]);
  Sum v = w;
  v.add(x[2], &x[1]);
  double s = w.read() * v.read();
  w = v;
  return s * w.read();
}
} // namespace all_kinds

namespace sorted { // whose elements do not start at zero
struct Shared {
  std::shared_ptr<double> value;
  double gain;
  Shared(double g = 0.5) : gain(g) {}
  double read() const { return *value * 2 + gain; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<Shared> all;
  for (double v : x) {
    Shared one(v * x[0]);
    one.value = std::make_shared<double>(v * v);
    all.push_back(one);
  }
  std::sort(all.begin(), all.end(),
            [](const Shared &a, const Shared &b) { return a.read() < b.read(); });
  return all[0].read() * all[2].read() + all[1].read();
}
} // namespace sorted

int main() {
  CHECK_CASE(pointers_and_number, {0.5, 1.5, -0.75});
  CHECK_CASE(all_kinds, {0.5, 1.5, -0.75});
  CHECK_CASE(sorted, {0.5, 1.5, -0.6});
  return finish();
}
