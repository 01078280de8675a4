// Functions made of one lambda, of which one is chosen, set, copied or replaced: each has what it
// captured.
#include "solvers.h"
#include "vectors.h"
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace choice_same_lambda {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  F g;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    g = v[i] > 1 ? make(v[0]) : make(v[1]);
    s += g(v[3]) * (i + 1);
  }
  return s;
}
} // namespace choice_same_lambda

namespace choice_same_member {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver p;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    p.set(v[i] > 1 ? make(v[0]) : make(v[1]));
    s += p.run(v[3]) * (i + 1);
  }
  return s;
}
} // namespace choice_same_member

namespace copy_object_then_change {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver a;
  if (v[0] > 0.1)
    a.set(make(v[1]));
  Solver b = a;
  if (v[1] > 0.1)
    a.set(make(v[2]));
  return b.run(v[3]) * a.run(v[0]);
}
} // namespace copy_object_then_change

namespace pop_and_push_same {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver a;
  for (int i = 0; i < 4; ++i) {
    a.add(make(v[i]));
    if (v[i] > 1) {
      a.fs.pop_back();
      a.add(make(v[i] * v[0]));
    }
  }
  double s = 0;
  for (auto &g : a.fs)
    s = s * 0.5 + g(v[1]);
  return s;
}
} // namespace pop_and_push_same

namespace choice_pass {
static double use(F g, double x, bool c) {
  if (c)
    g = make(x);
  return g(x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use(v[0] > 1 ? make(v[1]) : make(v[2]), v[3], v[1] > 1) + use(nullptr, v[0], true);
}
} // namespace choice_pass

namespace add_param {
static void fill(Solver &s, double k, int n) {
  for (int i = 0; i < n; ++i)
    s.add(make(k * (i + 1)));
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  fill(s, v[0], 2);
  fill(s, v[1], 1);
  return s.all(v[2]) * v[3];
}
} // namespace add_param

namespace set_helper_twice {
static void put(Solver &s, double k) {
  s.set([k](double x) { return std::sin(k * x); });
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s, t;
  put(s, v[0]);
  put(t, v[1]);
  double r = s.run(v[2]) + t.run(v[3]);
  if (v[0] > 1)
    put(s, v[2]);
  return r * s.run(v[1]) * t.run(v[0]);
}
} // namespace set_helper_twice

namespace capture_changes_later {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  for (int i = 0; i < 2; ++i) {
    s.set([k](double x) { return k * x; });
    k += v[1];
  }
  k *= 3;
  return s.run(v[2]) * k;
}
} // namespace capture_changes_later

namespace ref_capture_changes {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  double k = v[0];
  for (int i = 0; i < 2; ++i) {
    s.set([&k](double x) { return k * x; });
    k += v[1];
  }
  k *= 3;
  return s.run(v[2]) * k;
}
} // namespace ref_capture_changes

namespace set_in_switch {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  for (int i = 0; i < 3; ++i) {
    switch (i) {
    case 0:
      s.set(make(v[0]));
      break;
    case 1:
      s.set(nullptr);
      break;
    default:
      s.set(make(v[1]));
    }
    if (i < 2)
      continue;
  }
  return s.run(v[2]) + v[3];
}
} // namespace set_in_switch

namespace reset_and_call_throws {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  if (v[0] > 1)
    s.set(make(v[1]));
  try {
    return s.f(v[2]) * v[0];
  } catch (const std::bad_function_call &) {
    return v[3] * v[0];
  }
}
} // namespace reset_and_call_throws

namespace bool_captured {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  for (int i = 0; i < 2; ++i) {
    bool up = v[i] > 1;
    s.set([up, &v](double x) { return up ? x * v[3] : x; });
  }
  return s.run(v[2]);
}
} // namespace bool_captured

namespace vec_captured {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Solver s;
  for (int i = 0; i < 2; ++i) {
    V w = {v[i], v[i + 1]};
    s.set([w](double x) { return w[0] * x + w[1]; });
  }
  return s.run(v[3]);
}
} // namespace vec_captured

namespace map_same {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, F> m;
  m["a"] = make(v[0]);
  m["b"] = make(v[1]);
  m.emplace("c", compose(make(v[2]), make(v[3])));
  double s = 0;
  for (auto &[k, g] : m)
    s = g(s) * 0.5;
  return s;
}
} // namespace map_same

int main() {
  CHECK_CASE_TWICE(choice_same_lambda);
  CHECK_CASE_TWICE(choice_same_member);
  CHECK_CASE_TWICE(copy_object_then_change);
  CHECK_CASE_TWICE(pop_and_push_same);
  CHECK_CASE_TWICE(choice_pass);
  CHECK_CASE_TWICE(add_param);
  CHECK_CASE_TWICE(set_helper_twice);
  CHECK_CASE_TWICE(capture_changes_later);
  CHECK_CASE_TWICE(ref_capture_changes);
  CHECK_CASE_TWICE(set_in_switch);
  CHECK_CASE_TWICE(reset_and_call_throws);
  CHECK_CASE_TWICE(bool_captured);
  CHECK_CASE_TWICE(vec_captured);
  CHECK_CASE_TWICE(map_same);
  return finish();
}
