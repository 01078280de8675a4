// Arrays and vectors that stand outside of a loop whose iterations fill them before they read them:
// the loop is reversed iteration by iteration. What would make that wrong: an element that is read
// before it is written, or that a condition or a shorter range leaves as it was; what stands in the
// array behind the loop; what comes in from before it.
#include "vectors.h"
#include <algorithm>
#include <cmath>
using V = std::vector<double>;

namespace attention { // the first i + 1 elements, changed in place; all of another
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 4;
  V score(n), out(2);
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double top = -1e300, sum = 0;
    for (int j = 0; j <= i; ++j) {
      score[j] = x[i] * x[j] / std::sqrt(2.0);
      if (score[j] > top)
        top = score[j];
    }
    for (int j = 0; j <= i; ++j) {
      score[j] = std::exp(score[j] - top);
      sum += score[j];
    }
    for (int c = 0; c < 2; ++c) {
      double o = 0;
      for (int j = 0; j <= i; ++j)
        o += score[j] / sum * x[j + c];
      out[c] = o;
    }
    loss += out[0] * out[0] - out[1];
  }
  return loss;
}
} // namespace attention

namespace too_far { // one element more is read than was written: it is that of another iteration
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double w[8] = {};
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < i; ++j)
      w[j] = x[i] * x[j];
    for (int j = 0; j <= i; ++j)
      s += w[j] * x[j];
  }
  return s;
}
} // namespace too_far

namespace too_early { // read just before they are written
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V w(4, 0.5), v(4, 0.25);
  double s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      s += w[j] * x[i];
      w[j] = x[i] * x[j];
    }
  for (int i = 0; i < 4; ++i) {
    for (int j = 3; j >= 0; --j) {
      v[j] = x[i] * x[j];
      if (j > 0)
        s += v[j - 1] * x[j];
    }
  }
  return s;
}
} // namespace too_early

namespace sometimes { // filled, if a condition holds
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V w(3, 0.5);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (x[i] > 0.6)
      for (int j = 0; j < 3; ++j)
        w[j] = x[i] * x[j];
    for (int j = 0; j < 3; ++j)
      s += w[j] * x[i];
  }
  return s;
}
} // namespace sometimes

namespace left { // by a jump, before all is written
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double w[4] = {};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (x[i] * x[j] > 1)
        break;
      w[j] = x[i] + x[j];
    }
    for (int j = 0; j < 4; ++j)
      s += w[j] * w[j];
  }
  return s;
}
} // namespace left

namespace behind { // what the last iteration leaves is read, by another loop and by name
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 3;
  V w(n), v(n);
  double s = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      w[j] = x[i] * x[j + 1];
      v[j] = w[j] * w[j];
    }
    for (int j = 0; j < n; ++j)
      s += w[j] * v[j];
  }
  for (int i = 0; i < n; ++i) { // fills v anew
    for (int j = n - 1; j >= 0; --j)
      v[j] = std::sin(x[i] + x[j]);
    for (int j = 0; j < n; ++j)
      s += v[j] * v[0];
  }
  return s + w[1] * w[2];
}
} // namespace behind

namespace swept { // recurrences up and down, starting from an element that is set
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 5;
  V c(n), d(n), y(n);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    c[0] = -x[t] / 2;
    d[0] = x[0] / 2;
    for (int i = 1; i < n; ++i) {
      const double m = 2 + x[t] * c[i - 1];
      c[i] = -x[t] / m;
      d[i] = (x[i] + x[t] * d[i - 1]) / m;
    }
    y[n - 1] = d[n - 1];
    for (int i = n - 2; i >= 0; --i)
      y[i] = d[i] - c[i] * y[i + 1];
    for (int i = 0; i < n; ++i)
      s += y[i] * y[i];
  }
  return s;
}
} // namespace swept

namespace rows { // of two dimensions: in one array, and in an array of arrays
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 2, m = 3;
  V flat(n * m);
  double square[2][2];
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        flat[i * m + j] = x[t] * x[i + j];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        square[i][j] = flat[i] * x[j];
    for (int k = 0; k < n * m; ++k)
      s += flat[k] * flat[0];
    s += square[0][0] * square[1][1] - square[0][1] * square[1][0] * x[t];
  }
  return s;
}
} // namespace rows

namespace none { // a loop that does not run fills nothing
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double w[4] = {0.5, 0.25, 0.125, 1}, s = 0;
  for (int i = 0; i < 3; ++i) {
    const int n = x[i] > 0.6 ? 3 : 0;
    for (int j = 0; j < n; ++j)
      w[j] = x[i] * x[j];
    s += w[0] * x[i + 1];
  }
  return s;
}
} // namespace none

namespace not_once { // neither does one inside of a loop that does not run
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V w(3, 0.5);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    const int m = x[i] > 0.6 ? 2 : 0;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < 3; ++j)
        w[j] = x[i] * x[j] + k;
    for (int j = 0; j < 3; ++j)
      s += w[j] * x[i];
  }
  return s;
}
} // namespace not_once

// A mixture, by helpers that are given parts of arrays, with a counter that runs through a
// triangle.
namespace helpers {
double largest(int n, const double *const x) {
  double m = x[0];
  for (int i = 1; i < n; i++)
    if (m < x[i])
      m = x[i];
  return m;
}
double log_sum_exp(int n, const double *const x) {
  const double m = largest(n, x);
  double s = 0.;
  for (int i = 0; i < n; i++)
    s = s + std::exp(x[i] - m);
  return std::log(s) + m;
}
void subtract(int d, const double *const x, const double *const y, double *out) {
  for (int i = 0; i < d; i++)
    out[i] = x[i] - y[i];
}
void times(int d, const double *const diagonal, const double *const lower, const double *const x,
           double *out) {
  for (int i = 0; i < d; i++)
    out[i] = diagonal[i] * x[i];
  int next = 0;
  for (int i = 0; i < d; i++)
    for (int j = i + 1; j < d; j++) {
      out[j] = out[j] + lower[next] * x[i];
      next++;
    }
}
double squares(int n, const double *const x) {
  double s = x[0] * x[0];
  for (int i = 1; i < n; i++)
    s = s + x[i] * x[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
void mixture(int d, int k, int n, const double *alphas, const double *means, const double *icf,
             const double *x, double *result) {
  const int size = d * (d + 1) / 2;
  V diagonals(d * k), sums(k), centred(d), z(d), term(k);
  for (int c = 0; c < k; c++) {
    sums[c] = 0.;
    for (int i = 0; i < d; i++) {
      const double q = icf[c * size + i];
      sums[c] = sums[c] + q;
      diagonals[c * d + i] = std::exp(q);
    }
  }
  double total = 0.;
  for (int i = 0; i < n; i++) {
    for (int c = 0; c < k; c++) {
      subtract(d, &x[i * d], &means[c * d], &centred[0]);
      times(d, &diagonals[c * d], &icf[c * size + d], &centred[0], &z[0]);
      term[c] = alphas[c] + sums[c] - 0.5 * squares(d, &z[0]);
    }
    total = total + log_sum_exp(k, &term[0]);
  }
  *result = total - n * log_sum_exp(k, alphas);
  double prior = 0;
  for (int c = 0; c < k; c++)
    prior = prior + 0.5 * (squares(d, &diagonals[c * d]) + squares(size - d, &icf[c * size + d])) -
            sums[c];
  *result = *result + prior;
}
// d = 3, k = 2, n = 2; the result may be one of what is read.
[[ad::differentiate(forward, reverse)]]
double apart(const V &x) {
  double r = 0, p[26];
  for (int i = 0; i < 26; ++i)
    p[i] = 0.4 * std::sin(x[i % 5] + i);
  mixture(3, 2, 2, p, p + 2, p + 8, p + 20, &r);
  return r;
}
template <int At> [[ad::differentiate(forward, reverse)]] double overlapping(const V &x) {
  double p[26];
  for (int i = 0; i < 26; ++i)
    p[i] = 0.4 * std::sin(x[i % 5] + i);
  mixture(3, 2, 2, p, p + 2, p + 8, p + 20, p + At);
  return p[At] + p[(At + 1) % 26];
}
[[ad::differentiate(forward, reverse)]] double in_weights(const V &x) { return overlapping<0>(x); }
[[ad::differentiate(forward, reverse)]] double in_triangle(const V &x) {
  return overlapping<19>(x);
}
[[ad::differentiate(forward, reverse)]] double in_diagonal(const V &x) { return overlapping<9>(x); }
[[ad::differentiate(forward, reverse)]] double in_data(const V &x) { return overlapping<25>(x); }
} // namespace helpers

namespace pointers { // names of parts of arrays that move on, or whose array moves
double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * *p;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V w(4), v(4);
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    for (int j = 0; j < 4; ++j) {
      w[j] = x[j] * x[k];
      v[j] = x[j] + k;
    }
    int at = 1;
    const double *const p = &w[at];
    at = 2;
    s += p[0] * p[1];
    const double *const q = &w[0];
    w.swap(v);
    s += q[0] * q[1] * w[0]; // q leads into v by now
    s += sum(&w[at], 2) + sum(v.data() + k, 3) + sum(&x[k + 1], 2);
  }
  return s;
}
} // namespace pointers

int main() {
  CHECK_CASE(attention, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(too_far, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(too_early, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(sometimes, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(left, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(behind, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(swept, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(rows, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(none, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(not_once, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_CASE(pointers, {0.5, 1.5, -0.75, 0.9, 0.4});
  using namespace helpers;
  CHECK_VECTOR(apart, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_VECTOR(in_weights, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_VECTOR(in_triangle, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_VECTOR(in_diagonal, {0.5, 1.5, -0.75, 0.9, 0.4});
  CHECK_VECTOR(in_data, {0.5, 1.5, -0.75, 0.9, 0.4});
  return finish();
}
