// Calls that statements make and adjoints of statements ahead of them read; quotients that cancel.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace chain {
BOTH double f(const V &v) {
  double angle = 0.1, x = 0, y = 0, cost = 0;
  for (double q : v) {
    angle += q;
    x += q * std::cos(angle);
    y += 0.7 * std::sin(angle);
    cost += x * x + y * y;
  }
  return cost;
}
} // namespace chain

namespace changed_between {
BOTH double f(const V &v) {
  double angle = v[0], x = 0, y = 0;
  for (double q : v) {
    x += q * std::cos(angle);
    angle *= q;
    y += q * std::sin(angle) * x;
  }
  return x * y;
}
} // namespace changed_between

namespace changed_by_itself {
BOTH double f(const V &v) {
  double a = v[0], s = 0;
  for (double q : v) {
    a = q * std::cos(a);
    s += q * std::sin(a);
  }
  return s * a;
}
} // namespace changed_by_itself

namespace of_elements {
BOTH double f(const V &v) {
  V u(v), w(v.size());
  double s = 0;
  for (unsigned t = 0; t < 3; ++t)
    for (unsigned i = 0; i + 1 < u.size(); ++i) {
      w[i] = std::cos(u[i]) * u[i + 1];
      u[i + 1] += 0.1 * std::sin(u[i]);
      s += std::sin(u[i]) * w[i];
      u[i] = 0.3 + 0.5 * std::cos(u[i]);
    }
  return s + u[1];
}
} // namespace of_elements

namespace through_a_pointer {
BOTH double f(const V &v) {
  double a = v[0], x = 0, y = 0, *p = &a;
  for (double q : v) {
    x += q * std::cos(a);
    *p += 0.2 * q;
    y += x * std::sin(a);
  }
  return x * y;
}
} // namespace through_a_pointer

namespace in_branches {
BOTH double f(const V &v) {
  double x = 0, y = 0, a = 0.2;
  for (double q : v) {
    a += q;
    x += q * std::cos(a);
    if (q > 0.8)
      y += std::sin(a);
    if (a > 9)
      break;
    y += q * std::sin(a);
  }
  return x * y;
}
} // namespace in_branches

namespace of_a_constant_length {
BOTH double f(const V &v) {
  double x = 0, y = 0, a = 0.2;
  for (double q : v) {
    a += q;
    x += 0.5 * std::exp(-a) + std::tanh(a);
    y += std::log(a) * q;
    y -= std::exp(-a) * x;
  }
  return x * y;
}
} // namespace of_a_constant_length

namespace likelihoods {
BOTH double f(const V &v) {
  double loss = 0, t = 0.3;
  for (double q : v) {
    t += q;
    loss -= std::log(1 / (1 + std::exp(-t * q)));
    loss -= std::log(q / (q * t)) + std::log(2 / (t * q));
  }
  return loss;
}
} // namespace likelihoods

namespace quotients {
BOTH double f(const V &v) {
  double s = 1;
  for (double q : v) {
    s = (1 / (1 / (s + q))) * s / (s * q);
    s += 1 / (1 / (1 + q * q)) + std::sqrt(1 / (s * s + q));
  }
  return s;
}
} // namespace quotients

int main() {
  CHECK_CASE_TWICE(chain);
  CHECK_CASE_TWICE(changed_between);
  CHECK_CASE_TWICE(changed_by_itself);
  CHECK_CASE_TWICE(of_elements);
  CHECK_CASE_TWICE(through_a_pointer);
  CHECK_CASE_TWICE(in_branches);
  CHECK_CASE_TWICE(of_a_constant_length);
  CHECK_CASE_TWICE(likelihoods);
  CHECK_CASE_TWICE(quotients);
  return finish();
}
