// Checkpointed loops whose state is in the caller's tuples, optionals, valarrays and deques, or in
// lists and queues.
#include "vectors.h"
#include <cmath>
#include <deque>
#include <list>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

using V = std::vector<double>;

namespace va_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::valarray<double> &u, int n) {
  for (int t = 0; t < n; ++t) {
    u += 0.1 * std::sin(u) * u[1];
    u[1] -= 0.05 * u[0];
  }
  return u.sum();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> u(v.data(), 2);
  return g(u, 20) * u[0];
}
} // namespace va_param

namespace dq_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::deque<double> &w, int n) {
  double s = 0;
  for (int t = 0; t < n; ++t) {
    w[0] = std::sin(w[1] + w[2]);
    std::swap(w[0], w[2]);
    s += w[1] * w[0];
    w[1] *= 0.9;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<double> w(v.begin(), v.end());
  return g(w, 20) * w[0];
}
} // namespace dq_param

namespace tuple_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::tuple<double, double> &s, int n) {
  for (int t = 0; t < n; ++t) {
    auto [a, b] = s;
    s = {a + 0.1 * std::sin(b), b - 0.1 * a};
  }
  return std::get<0>(s);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::tuple<double, double> s{v[0], v[1]};
  return g(s, 20) * std::get<1>(s);
}
} // namespace tuple_param

namespace optional_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::optional<double> &s, double x, int n) {
  for (int t = 0; t < n; ++t) {
    if (s)
      x += 0.1 * std::sin(*s - x);
    if (t % 3)
      s = x * x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<double> s;
  return g(s, v[0], 20) * (s ? *s : 1.0);
}
} // namespace optional_param

namespace pairs_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::vector<std::pair<double, int>> &s,
                                                      int n) {
  for (int t = 0; t < n; ++t) {
    s[0].first += 0.1 * std::sin(s[1].first);
    s[1].first -= 0.1 * s[0].first;
    s[0].second++;
  }
  return s[0].first * s[0].second;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<double, int>> s{{v[0], 1}, {v[1], 2}};
  return g(s, 20) * s[1].first;
}
} // namespace pairs_param

namespace member_param {
struct R {
  std::valarray<double> u;
  std::optional<double> last;
};
[[ad::differentiate(forward, checkpointed)]] double g(R &r, int n) {
  for (int t = 0; t < n; ++t) {
    r.u += 0.1 * std::sin(r.u);
    if (r.last)
      r.u[0] += 0.01 * *r.last;
    r.last = r.u[1];
  }
  return r.u.sum();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  R r;
  r.u = std::valarray<double>(v.data(), 2);
  return g(r, 20) * r.u[0];
}
} // namespace member_param

namespace log_param {
[[ad::differentiate(forward, checkpointed)]] double g(std::vector<double> &log, double x, int n) {
  for (int t = 0; t < n; ++t) {
    x += 0.1 * std::sin(x);
    if (t % 2)
      log.push_back(x);
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V log;
  double x = g(log, v[0], 20);
  for (double e : log)
    x += e * e;
  return x;
}
} // namespace log_param

namespace list_state {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::list<double> w(v.begin(), v.end());
  double s = 0;
  for (int t = 0; t < 20; ++t) {
    double a = w.front();
    w.pop_front();
    w.push_back(0.9 * a + 0.1 * std::sin(w.back()));
    s += a;
  }
  return s;
}
} // namespace list_state

namespace pq_state {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::priority_queue<double> w;
  for (double e : v)
    w.push(e);
  double s = 0;
  for (int t = 0; t < 20; ++t) {
    double a = w.top();
    w.pop();
    w.push(0.8 * a + 0.01);
    s += a * a;
  }
  return s;
}
} // namespace pq_state

namespace queue_state {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::queue<double> w;
  for (double e : v)
    w.push(e);
  double s = 0;
  for (int t = 0; t < 20; ++t) {
    double a = w.front();
    w.pop();
    w.push(0.8 * a * a + 0.1 * s);
    s += a;
  }
  return s;
}
} // namespace queue_state

namespace set_state {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::set<double> w(v.begin(), v.end());
  double s = 0;
  for (int t = 0; t < 20; ++t) {
    double a = *w.begin();
    w.erase(w.begin());
    w.insert(a * 1.7 + 0.01);
    s += a;
  }
  return s;
}
} // namespace set_state

namespace string_opt {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::optional<std::string> name;
  std::tuple<double, std::string> s{v[0], "a"};
  for (int t = 0; t < 20; ++t) {
    auto &[x, n] = s;
    x += 0.1 * std::sin(x * n.size());
    if (t % 4 == 0)
      n += 'b';
  }
  return std::get<0>(s);
}
} // namespace string_opt

namespace var_vec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::variant<double, V> s = v[0];
  for (int t = 0; t < 20; ++t) {
    if (auto *d = std::get_if<double>(&s)) {
      if (t == 5)
        s = V{*d, v[1]};
      else
        *d += 0.1 * std::sin(*d);
    } else {
      auto &w = std::get<V>(s);
      w[0] += 0.1 * w[1];
    }
  }
  return std::get<V>(s)[0];
}
} // namespace var_vec

int main() {
  CHECK_CASE_TWICE(va_param);
  CHECK_CASE_TWICE(dq_param);
  CHECK_CASE_TWICE(tuple_param);
  CHECK_CASE_TWICE(optional_param);
  CHECK_CASE_TWICE(pairs_param);
  CHECK_CASE_TWICE(member_param);
  CHECK_CASE_TWICE(log_param);
  CHECK_CASE_TWICE(list_state);
  CHECK_CASE_TWICE(pq_state);
  CHECK_CASE_TWICE(queue_state);
  CHECK_CASE_TWICE(set_state);
  CHECK_CASE_TWICE(string_opt);
  CHECK_CASE_TWICE(var_vec);
  return finish();
}
