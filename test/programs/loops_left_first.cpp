// Loops whose iterations begin with a break, of which the last one is not counted: what the
// condition reads is read again behind it, overwritten, and recorded.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace shared_read {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V x = v;
  double s = 0;
  int i = 0;
  for (;;) {
    if (i == 3 || x[i] * x[i] > 3.0)
      break;
    s += x[i] * x[i] * s + std::sin(x[i]);
    x[i] = s;
    x[i + 1] += 0.1 * s;
    ++i;
  }
  return s + x[i];
}
} // namespace shared_read

namespace shared_exp {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double y = v[0], s = v[1];
  while (true) {
    if (std::exp(y) * s > 9)
      break;
    s += std::exp(y) * y;
    y += 0.3 * std::sin(s);
  }
  return y * s;
}
} // namespace shared_exp

namespace shared_scalar {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double y = v[0], s = v[1];
  for (int k = 0; k < 50; ++k) {
    if (std::fabs(y * y - v[2]) < 1e-8)
      break;
    const double d = y * y - v[2];
    y -= d / (2 * y);
    s = s * 0.5 + y * d;
  }
  return y * s;
}
} // namespace shared_scalar

namespace two_leading {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double y = v[0], s = v[1];
  for (int k = 0; k < 50; ++k) {
    if (std::fabs(y * y - v[2]) < 1e-8)
      break;
    if (s > 20)
      break;
    y -= (y * y - v[2]) / (2 * y);
    s = s * 1.5 + y;
  }
  return y * s;
}
} // namespace two_leading

namespace nested_inner {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    double y = v[i];
    while (true) {
      if (y * s > 5 || y > 4)
        break;
      y += 0.7 + 0.1 * std::sin(y * s);
      s += y * 0.2;
    }
    s += y;
  }
  return s;
}
} // namespace nested_inner

namespace call_in_cond {
static double g(double &a) {
  a += 0.1;
  return a * a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], s = v[1];
  for (;;) {
    if (g(a) > 6)
      break;
    s = s * a + 0.2;
  }
  return s * a;
}
} // namespace call_in_cond

namespace vector_cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  double s = 0;
  while (true) {
    if (w.empty())
      break;
    s = s * w.back() + w.back();
    w.pop_back();
  }
  return s;
}
} // namespace vector_cond

namespace read_before_store {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x[4] = {v[0], v[1], v[2], v[3]};
  double s = 1;
  for (int k = 0, i = 0; k < 9 && x[i] * s < 6; ++k) {
    s += x[i] * x[i] * 0.3;
    x[i] = 0.9 * x[i] * s;
    i = (i + 1) % 4;
  }
  return s * x[0] * x[3];
}
} // namespace read_before_store

namespace through_function {
static double run(double y, double t, int most) {
  int k = 0;
  while (k < most && y * y < t) {
    y += 0.2 * y * std::sin(t);
    ++k;
  }
  return y * k;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += run(v[i], 3 + s * 0.1, 5 + i) * v[0];
  return s;
}
} // namespace through_function

namespace continue_after {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[0];
  for (int k = 0; k < 12; ++k) {
    if (s > 6)
      break;
    if (k % 3 == 1)
      continue;
    s += std::sin(s) * v[k % 4] + 0.3;
  }
  return s * s;
}
} // namespace continue_after

namespace switch_inside {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[0];
  for (int k = 0; k < 12; ++k) {
    if (s > 6)
      break;
    switch (k % 3) {
    case 0:
      s *= 1.1 * v[1];
      break;
    case 1:
      s += v[2];
    default:
      s += 0.1 * s;
    }
  }
  return s;
}
} // namespace switch_inside

namespace return_inside {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[0];
  for (int k = 0; k < 12; ++k) {
    if (s > 6)
      break;
    s += s * v[k % 4];
    if (k == 3)
      return s * v[1];
  }
  return s;
}
} // namespace return_inside

namespace struct_reads {
struct S {
  double a, b;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S p{v[0], v[1]};
  S *q = &p;
  double s = v[2];
  for (;;) {
    if (q->a * q->b > 4)
      break;
    s += q->a * q->b * std::sin(q->a);
    q->a += 0.2 * s;
    q->b *= 1.1;
  }
  return s * p.a;
}
} // namespace struct_reads

namespace pointer_walk {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  double *p = w.data(), *e = p + 4;
  double s = 0.5;
  while (true) {
    if (p == e || *p * *p > 4)
      break;
    s += *p * *p * s;
    *p = s;
    ++p;
  }
  return s * w[0] * w[3];
}
} // namespace pointer_walk

namespace exp_in_cond_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  double s = 0.5;
  for (int i = 0; i < 4; ++i) {
    for (;;) {
      if (std::exp(w[i]) * s > 8)
        break;
      s += std::exp(w[i]) * 0.2;
      w[i] += 0.1 * s;
    }
    s *= 0.6;
  }
  return s * w[0] * w[3];
}
} // namespace exp_in_cond_loop

int main() {
  CHECK_CASE_TWICE(shared_read);
  CHECK_CASE_TWICE(shared_exp);
  CHECK_CASE_TWICE(shared_scalar);
  CHECK_CASE_TWICE(two_leading);
  CHECK_CASE_TWICE(nested_inner);
  CHECK_CASE_TWICE(call_in_cond);
  CHECK_CASE_TWICE(vector_cond);
  CHECK_CASE_TWICE(read_before_store);
  CHECK_CASE_TWICE(through_function);
  CHECK_CASE_TWICE(continue_after);
  CHECK_CASE_TWICE(switch_inside);
  CHECK_CASE_TWICE(return_inside);
  CHECK_CASE_TWICE(struct_reads);
  CHECK_CASE_TWICE(pointer_walk);
  CHECK_CASE_TWICE(exp_in_cond_loop);
  return finish();
}
