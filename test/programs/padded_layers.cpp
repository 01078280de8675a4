// Convolutions with padding: what is asked of a subscript says how far it goes, so that arrays are
// told apart when the function is entered; and arrays that do overlap.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <vector>

BOTH double layer(const double *im, const double *w, double *out, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0.1;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) {
          const int y = i + p - 1, x = j + q - 1;
          if (y < 0 || y >= n || x < 0 || x >= n)
            continue;
          s += w[p * 3 + q] * im[y * n + x];
        }
      out[i * n + j] = std::sin(s);
    }
  double e = 0;
  for (int k = 0; k < n * n; ++k)
    e += out[k] * out[k];
  return e;
}

BOTH double in_line(const double *x, double *y, const double *w, int n, int taps) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = 0; k < taps; ++k)
      if (i - k >= 0)
        y[i] += w[k] * x[i - k];
    e += y[i] * y[i];
  }
  return e;
}

BOTH double next_to(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    double s = x[i] * x[i];
    if (i > 0)
      s += std::sin(x[i - 1]);
    if (i + 1 < n)
      s *= 1 + x[i + 1];
    if (i > 1 && i < n - 2)
      s += x[i - 2] * x[i + 2];
    y[i] = s;
  }
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += y[i] * y[i];
  return e;
}

BOTH double at_most(const double *x, double *y, int n, int most) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    const int at = 2 * i - 3;
    if (0 <= at && most > at)
      y[at] = x[at] * x[i];
    else if (!(at < 0) && at <= most)
      y[i] = x[at] + x[i];
    e += y[i] * y[i];
  }
  return e;
}

// The branch says something of another iteration's number.
BOTH double other_number(const double *x, double *y, int n) {
  double e = 0;
  int before = 0;
  for (int i = 0; i < n; ++i) {
    const int at = i * i % 7;
    if (before >= 0 && before < 2)
      y[at] = x[at] * x[i];
    before = at;
    e += y[i] * y[i];
  }
  return e;
}

static double all(const V &v, int n) {
  const int m = n * n + 9;
  double s = 0;
  // Apart; one array; and one that begins in the middle of another.
  {
    V im = spread(v, m), w = spread(v, 9), out(m);
    s += layer(im.data(), w.data(), out.data(), n) + weighed(im) + weighed(out);
  }
  {
    V im = spread(v, 2 * m), w = spread(v, 9);
    s += layer(im.data(), w.data(), im.data(), n) + weighed(im);
  }
  {
    V im = spread(v, 2 * m), w = spread(v, 9);
    s += layer(im.data() + n, w.data(), im.data(), n) + weighed(im);
  }
  {
    V im = spread(v, 2 * m), w = spread(v, 9);
    s += layer(im.data(), w.data(), im.data() + n * n - 1, n) + weighed(im);
  }
  for (int off : {0, 1, 3, 12}) {
    V x = spread(v, 40);
    s += in_line(x.data(), x.data() + off, x.data() + 30, n, 3) + weighed(x);
    V z = spread(v, 40);
    s += 0.01 * next_to(z.data() + off, z.data(), n) + weighed(z);
    V a = spread(v, 40);
    s += at_most(a.data(), a.data() + off, n, 5) + weighed(a);
    V b = spread(v, 40);
    s += other_number(b.data() + off, b.data(), n) + weighed(b);
  }
  return s;
}

namespace sizes {
BOTH double f(const V &v) {
  return all(v, told(v, 0)) + all(v, told(v, 1)) + all(v, told(v, 2)) + all(v, told(v, 3)) +
         all(v, told(v, 6));
}
} // namespace sizes

int main() {
  CHECK_CASE_TWICE(sizes);
  return finish();
}
