// goto: out of loops, back, over pieces of a function, into the middle of a loop made of labels.
#include "vectors.h"
#include <cstdlib>

namespace leaves_loops {
double sum(const double *a, int n, double limit) {
  double s = 0;
  int i, j;
  double *squares = new double[n];
  for (i = 0; i < n; ++i)
    squares[i] = a[i] * a[i];
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      s += squares[i] * a[j];
      if (s > limit)
        goto done;
    }
  s *= 2;
done:
  delete[] squares;
  return s * a[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  const int n = int(x.size());
  return sum(x.data(), n, 0.2) + sum(x.data(), n, 20) * x[1];
}
} // namespace leaves_loops

namespace goes_back {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::size_t i = 0;
  double s = 0;
again:
  s += x[i] * std::sin(s + i);
  if (++i < x.size())
    goto again;
  return s;
}
} // namespace goes_back

namespace next_element { // of an outer loop
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < 0)
      goto next;
    for (std::size_t j = 0; j < i; ++j) {
      if (x[j] > x[i])
        goto next;
      s += x[j] * x[i];
    }
    s = s * 0.9 + x[i];
  next:
    s += 0.01 * x[i];
  }
  return s;
}
} // namespace next_element

namespace irreducible { // a loop with two entries
double machine(double x, int n) {
  double s = x;
  int k = 0;
  if (n % 2)
    goto odd;
even:
  s = std::sin(s) * x;
  if (++k >= n)
    goto out;
odd:
  s = s * x + 0.1;
  if (++k < n)
    goto even;
out:
  return s * x;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (int n = 1; n < 7; ++n)
    s += machine(x[n % 2], n);
  return s;
}
} // namespace irreducible

namespace failures { // the way of C to clean up
double roots(const std::vector<double> &x, std::size_t n, int &error) {
  double s = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i] < 0) {
      error = 1;
      goto fail;
    }
    s += std::sqrt(x[i]);
  }
  return s;
fail:
  s = -s * s;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  int error = 0;
  const double all = roots(x, x.size(), error);
  return all * (1 + error) + roots(x, 2, error);
}
} // namespace failures

namespace out_of_switches {
double run(double x, int operation) {
  double r = x;
  int rounds = 0;
top:
  switch (operation) {
  case 0:
    r *= x;
    break;
  case 1:
    r += x * x;
    operation = 0;
    if (++rounds < 3)
      goto top;
    break;
  case 2:
    r = std::exp(r * 0.1);
    operation = 1;
    goto top;
  default:
    goto bad;
  }
  return r * 2;
bad:
  return -r;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 1;
  for (int k = 0; k < 4; ++k)
    s *= run(x[k % 2], k);
  return s;
}
} // namespace out_of_switches

namespace ladders { // what a function in C made is given back from the label on that it jumps to
int process(const double *in, double *out, int n) {
  int rc = -1;
  double *roots = nullptr, *sums = nullptr;
  roots = static_cast<double *>(std::malloc(n * sizeof(double)));
  if (!roots)
    goto done;
  sums = static_cast<double *>(std::calloc(n, sizeof(double)));
  if (!sums)
    goto free_roots;
  for (int i = 0; i < n; ++i) {
    if (in[i] < 0) {
      rc = -2;
      goto free_sums;
    }
    roots[i] = std::sqrt(in[i]);
    sums[i] = roots[i] + (i ? sums[i - 1] : 0);
  }
  *out = sums[n - 1] * roots[0];
  rc = 0;
free_sums:
  std::free(sums);
free_roots:
  std::free(roots);
done:
  return rc;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double a = 0, b = 0;
  const double negative[3] = {x[0], -1, x[2]};
  const int fine = process(x.data(), &a, 3), bad = process(negative, &b, 3);
  return a + b + (fine == 0 ? x[1] * x[1] : 0) + (bad == -2 ? x[2] * 3 : 0);
}
} // namespace ladders

namespace into_ladders { // three labels; the second is passed on the way from the first
double from(int start, double x, double y) {
  double s = x;
  if (start > 2)
    goto last;
  if (start > 1)
    goto second;
  if (start > 0)
    goto first;
  s *= 2;
first:
  s *= y;
second:
  s += x * y;
last:
  return s * s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (int start = 0; start < 4; ++start)
    s = 0.5 * s + from(start, x[0], x[1]);
  return s;
}
} // namespace into_ladders

namespace ladders_in_loops { // labels ahead of loops, to which nothing goes back from behind them
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = x[0];
  int tries = 0;
  if (x[1] > 2)
    goto end;
  if (x[1] > 0.5)
    goto middle;
  s += x[1];
middle:
  s *= x[1];
again:
  s = std::sin(s) + x[0] * x[1];
  if (++tries < 3)
    goto again;
end:
  return s * x[0];
}
} // namespace ladders_in_loops

int main() {
  CHECK_CASE(leaves_loops, {0.3, 0.4, 0.5, 0.6});
  CHECK_CASE(goes_back, {0.3, 0.4, 0.5, 0.6});
  CHECK_CASE(next_element, {0.3, -0.2, 0.5, 0.1, 0.9});
  CHECK_CASE(irreducible, {0.4, 0.7});
  CHECK_CASE(failures, {0.3, 0.4, 0.5, 0.6});
  CHECK_CASE(failures, {0.3, 0.4, -0.5, 0.6});
  CHECK_CASE(out_of_switches, {0.7, 0.4});
  CHECK_CASE(ladders, {0.7, 0.4, 0.9});
  CHECK_CASE(into_ladders, {0.7, 0.4});
  CHECK_CASE(ladders_in_loops, {0.7, 0.4});
  CHECK_CASE(ladders_in_loops, {0.7, 0.9});
  CHECK_CASE(ladders_in_loops, {0.7, 2.4});
  return finish();
}
