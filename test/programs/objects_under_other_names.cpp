// Local objects with vectors, parts of which have other names for a while; that change sizes in
// branches and are left early.
#include "told.h"
#include <cmath>
#include <utility>
#include <vector>
struct State {
  double t = 0;
  V x;
  int steps = 0;
};
namespace names {
BOTH double f(const V &v) {
  double sum = 0;
  for (int r = 0; r < told(v, 3); ++r) {
    State s;
    V &x = s.x;
    x.resize(2);
    int &k = s.steps;
    double &t = s.t;
    for (; k < 4; ++k) {
      x.push_back(v[k % 4] * (t + 1));
      t += x.back() * 0.3;
    }
    auto &[time, values, count] = s;
    values[1] = time * count;
    sum += values[1] * values[2] + x[3] + s.t * s.steps;
    auto add = [&](double d) {
      s.x[0] += d;
      s.t *= 1.1;
    };
    add(sum);
    sum += s.x[0] * s.t;
    V *p = &s.x;
    (*p)[1] *= 2;
    sum += s.x[1];
  }
  return sum;
}
} // namespace names
namespace kept_over_loops {
BOTH double f(const V &v) {
  State a, b;
  a.x.resize(4);
  b.x.resize(4);
  for (int i = 0; i < 4; ++i)
    a.x[i] = v[i];
  for (int r = 0; r < told(v, 5); ++r) {
    for (std::size_t i = 0; i < a.x.size(); ++i)
      b.x[i] = std::sin(a.x[i]) + a.t * 0.1;
    std::swap(a.x, b.x);
    a.t = b.t + a.x[r % 4];
    b.t = a.t * 0.5;
    if (a.t > 100)
      break;
    switch (r) {
    case 1: {
      State c;
      c.x = a.x;
      c.x[0] *= 2;
      a.x = c.x;
      break;
    }
    case 2:
      a.x.resize(6, v[0]);
      b.x.resize(6);
      break;
    default:
      a.steps += r;
    }
  }
  double s = a.t * a.steps;
  for (double e : a.x)
    s += e * e;
  return s;
}
} // namespace kept_over_loops
namespace early {
BOTH double f(const V &v) {
  State a;
  if (v[0] > 50)
    return a.t;
  a.x.resize(3);
  for (int i = 0; i < 3; ++i) {
    a.x[i] = v[i] * v[3];
    if (a.x[i] > 40)
      return a.x[i];
  }
  State b;
  b.x.resize(a.x.size());
  b.x[2] = a.x[1] * a.x[2];
  return b.x[2] + b.x[0];
}
} // namespace early
int main() {
  CHECK_CASE_TWICE(names);
  CHECK_CASE_TWICE(kept_over_loops);
  CHECK_CASE_TWICE(early);
  return finish();
}
