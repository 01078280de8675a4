// Loops that move pointers and iterators along: to an end, beside a counter, back, in strides, with
// others that are kept or asked for behind the loop.
#include "vectors.h"
#include <cmath>
#include <cstddef>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double iterators(const V &x) {
  double s = 0.5;
  for (auto it = x.begin(); it != x.end(); ++it)
    s += std::sin(*it * s);
  for (V::const_iterator it = x.begin() + 1; it < x.end(); ++it)
    s += *it * it[-1] * s;
  for (auto it = x.cbegin(); it != x.cend() - 1; it++)
    s *= 1 + 0.25 * it[1] * *it;
  return s;
}

AD_MODES double written_through(const V &x) {
  V w = x;
  for (auto it = w.begin(); it != w.end(); ++it)
    *it *= *it + x[0];
  double s = 0;
  for (double *p = w.data(), *end = p + w.size(); p != end; ++p) {
    if (*p < 0)
      continue;
    s += *p * s;
    *p = s;
    s += *p;
  }
  return s * w[1];
}

static double walked(const double *x, int n) {
  const double *p, *end = x + n, *best = x;
  double s = 1;
  for (p = x; p < end; ++p) {
    s += *p * *x * s;
    if (*p > *best)
      best = p;
  }
  s += *best * static_cast<double>(best - x);
  for (p = x + 1; p != end; ++p) {
    s *= 1 + *p * p[-1];
    if (s > 3)
      break;
  }
  if (p != end)
    s += *p;
  p = x;
  while (p != end) {
    s += *p * s * 0.25;
    ++p;
  }
  p = x;
  while (p != end)
    s += *p++ * 0.5;
  for (p = x; p < end; p += 2)
    s += *p * s;
  for (p = end; p-- != x;)
    s += *p * s * 0.125;
  return s;
}
AD_MODES double pointers(const V &x) { return walked(x.data(), static_cast<int>(x.size())); }

AD_MODES double beside(const V &x) {
  const int n = 2;
  const double *a = x.data();
  double s = 0;
  int i, j, k;
  for (i = 0; i < n; ++i)
    for (j = 0; j < n; ++j) {
      const double *row = a + i * n, *column = a + j;
      double e = 0;
      for (k = 0; k < n; ++k, ++row, column += n)
        e += *row * *column;
      s += e * e;
    }
  const double *back = a + 3, *kept = a;
  for (k = 0; k < 3; ++k, --back, kept += 1)
    s += *back * *kept * s;
  s += *kept * *back; // both are asked for
  const double *odd = a;
  for (std::size_t m = 0; m < 2; m++, odd += 2)
    s += odd[0] * odd[1] * (odd == a ? 2 : 3);
  return s;
}

// Parameters that move.
static double counted_down(const double *x, int n) {
  double s = 0;
  while (n--)
    s += std::sin(*x++) * (n + 1);
  return s;
}
static double together(const double *x, const double *y, double *z, int n) {
  double s = 0.5;
  while (n > 0) {
    double d = *x++ - *y++;
    *z++ = d * s;
    s += d * d * z[-1];
    n--;
  }
  return s + z[-1] * x[-1];
}
static double unsigned_down(const double *x, std::size_t n, unsigned step) {
  double s = 1;
  while (n-- > 0)
    s *= 1 + x[n] * s;
  for (unsigned i = 0; i < 2; ++i) {
    s += *x * x[1] * s;
    if (s > 5)
      break;
    x += step;
  }
  return s;
}
static double skipping(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    if (*x < 0) {
      ++x;
      continue;
    }
    s += *x++ * s;
  }
  for (int i = 0; i < 2; ++i) {
    --x;
    s += *x * x[-1] * i;
  }
  return s;
}
AD_MODES double parameters(const V &x) {
  const int n = static_cast<int>(x.size());
  V z(x.size());
  double s = counted_down(x.data(), n) + together(x.data(), x.data() + 1, z.data(), n - 1);
  s += unsigned_down(x.data(), x.size(), 1) * z[0];
  return s + skipping(x.data(), n) * z[1];
}
// The same without being written out.
AD_MODES double own_parameters(const double *x, double *y, int n, int m) {
  double s = 0.25;
  while (n--) {
    s += *x * s;
    *y++ = *x++ * s;
  }
  while (m-- > 0)
    s += *--y * s;
  return s + n;
}

AD_MODES double changed_ends(const V &x) {
  // The end stays where it was; what it was made of changes.
  int n = 2;
  int *q = &n;
  const double *a = x.data(), *end = a + n;
  *q = 4;
  double s = 0;
  for (const double *p = a; p != end; ++p)
    s += *p * *p;
  V w{x[0], x[1]};
  w.reserve(8);
  const double *first = w.data(), *last = first + w.size();
  w.push_back(x[2]);
  for (const double *p = first; p != last; ++p)
    s += *p * s;
  int m = 2;
  const double *stop = a + m;
  m = 3;
  for (const double *p = a; p < stop; ++p)
    s += *p * s * m;
  int stride[2] = {1, 1};
  const double *p = a;
  for (int k = 0; k < 2; ++k, p += stride[0]) {
    s += *p * s;
    stride[0] = 2;
  }
  return s;
}

AD_MODES double unsigned_steps(const V &x) { // in front of the first one, and backwards
  const double *mid = x.data() + 1;
  const unsigned n = 2, stride = 1;
  double s = 0;
  for (const double *p = mid; p != mid + n; ++p)
    s += *p * p[-1] * s + p[-1];
  const double *q = mid + 2;
  for (unsigned k = 0; k < n; ++k, q -= stride)
    s += *q * q[-1] * (k + 1);
  q = mid + 1;
  for (std::size_t k = 0; k < 2; ++k, q -= 1)
    s += *q * s;
  q = mid;
  const int back = -1;
  for (std::size_t k = 0; k < 2; ++k, q += back)
    s += *q * s;
  return s;
}

// Pointers that are set, or moved, behind a loop that could be reversed at once.
AD_MODES double moved_behind(V &w, double *y) {
  for (std::size_t i = 1; i < w.size(); ++i)
    w[i] = 0.5;
  return *y++;
}
AD_MODES double stored_behind(const double *x, double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  *y++ = s;
  *y = s * s;
  return *--y;
}
AD_MODES double behind(const V &x) {
  V w = x, y = x;
  const double s = moved_behind(w, y.data()) * w[0] * w[1];
  return s * stored_behind(x.data(), y.data(), 3) * y[1];
}

AD_MODES double local_arrays(const V &x) {
  double a[4], b[2][2];
  int k;
  double *p;
  for (p = a, k = 0; p != a + 4; ++p, ++k)
    *p = x[k % 3] * (k + 1);
  double s = 0;
  for (const double *r = a; r < a + 4; ++r)
    s += *r * *r;
  for (int i = 0; i < 2; ++i)
    for (double *c = b[i]; c != b[i] + 2; ++c)
      *c = a[i] * s;
  const double *all = &b[0][0];
  for (k = 3; k >= 0; k--)
    s += *all++ * (k + 1);
  return s;
}

struct Body {
  double m, at[2];
};
AD_MODES double members(const V &x) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i + 2 < x.size(); ++i)
    bodies.push_back({x[i] * x[i], {x[i + 1], x[i + 2]}});
  double s = 0;
  for (std::vector<Body>::const_iterator b = bodies.begin(); b != bodies.end(); ++b)
    for (std::vector<Body>::const_iterator c = bodies.begin(); c != b; ++c)
      s += b->m * c->m * (b->at[0] - c->at[0]) * c->at[1];
  for (auto b = bodies.begin(); b != bodies.end(); ++b) {
    b->m *= s;
    for (double *p = b->at; p != b->at + 2; ++p)
      s += *p * b->m;
  }
  return s;
}

AD_MODES double growing(const V &x) { // the end moves
  V w{x[0], x[1]};
  w.reserve(8);
  double s = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    for (auto it = w.begin(); it != w.end(); ++it)
      s += *it * w[i];
    if (w.size() < 4)
      w.push_back(s * x[2]);
  }
  return s;
}

AD_MODES double renamed(const V &x, const V &y) {
  const V *from = &x;
  double s = 0;
  for (int round = 0; round < 2; ++round) {
    for (auto it = from->begin(); it != from->end(); ++it)
      s += *it * *it * (round + 1);
    from = &y;
  }
  return s;
}
AD_MODES double chosen(const V &x) {
  const V y{x[1] * x[0], x[2]};
  return renamed(x, y);
}

AD_MODES double counted_twice(const V &x) {
  const double *p = x.data(), *q = x.data();
  double s = 1;
  for (size_t k = 0; k + 1 < x.size(); k += 2, ++k)
    s += *p++ * x[k] * s;
  for (size_t k = 0; k + 1 < x.size(); ++k, ++k, ++q)
    s *= *q + x[k];
  return s;
}

AD_MODES double of_parameters(const V &x) {
  V y(x.size());
  const int n = static_cast<int>(x.size());
  return own_parameters(x.data(), y.data(), n, n) * y[1];
}

// The end is declared in the head of the loop, too.
AD_MODES double ends_in_heads(const V &x) {
  const int n = static_cast<int>(x.size());
  const double *first = x.data();
  double s = 0.3;
  for (const double *end = first + n, *p = first; p < end; ++p)
    s = s * *p + std::sin(s);
  for (const double *p = first, *end = p + n; p != end; ++p)
    s = s * *p + std::cos(s);
  return s;
}

AD_MODES double ends_of_iterators(const V &x) {
  V y = x;
  double s = 0.3;
  for (int k = 0; k < 2; ++k) {
    for (auto it = y.begin(), end = y.end(); it != end; ++it)
      *it = s * *it + std::sin(s);
    for (auto it = x.begin(), last = x.end() - 1, to = y.cbegin() + 1; it != last; ++it, ++to)
      s += *it * *to;
    for (auto end = y.cend(), it = y.cbegin(); it != end; it += 1)
      s *= 0.7 + 0.1 * *it;
  }
  for (auto it = y.rbegin(), end = y.rend(); it != end; ++it)
    s = s * *it + 0.1;
  return s;
}

AD_MODES double ends_in_heads_of(const double *x, int n) {
  double s = 0.3;
  for (const double *end = x + n, *p = x; p < end; p += 2) {
    s = s * *p + std::sin(s);
    if (s > 3)
      break;
  }
  const double *p, *end;
  for (end = x + n, p = x; p < end; ++p)
    s += s * *p;
  return s;
}

AD_MODES double with_ends_in_heads(const V &x) {
  return ends_in_heads_of(x.data(), static_cast<int>(x.size())) * x[0];
}

// What goes to y[2] is one sum, also where the loops are checkpointed, whose state has pointers.
AD_MODES double named_beside(const double *x, const double *y, int n) {
  double s = 0.3, u = 0.4;
  const double *p = x, *q = y;
  const double v = *p++ + 0.4;
  for (int i = 0; i < 3; ++i, ++q) {
    s = 0.8 * s + 0.2 * (0.4 * q[0] + 0.4 * u);
    s += 0.1 * std::cos(v + 0.5 * y[2]);
    for (int j = 0; j < n; ++j) {
      u = 0.4 * *p++ + 0.2;
      if (y[i] > 0.4)
        --q;
    }
    p -= n;
    if (y[i] > 0.4)
      q += n;
  }
  return s;
}

AD_MODES double beside_walks(const V &x) { return named_beside(x.data(), x.data(), 3) * x[0]; }

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(iterators, __VA_ARGS__);                                                            \
  CHECK_VECTOR(written_through, __VA_ARGS__);                                                      \
  CHECK_VECTOR(pointers, __VA_ARGS__);                                                             \
  CHECK_VECTOR(beside, __VA_ARGS__);                                                               \
  CHECK_VECTOR(changed_ends, __VA_ARGS__);                                                         \
  CHECK_VECTOR(unsigned_steps, __VA_ARGS__);                                                       \
  CHECK_VECTOR(behind, __VA_ARGS__);                                                               \
  CHECK_VECTOR(local_arrays, __VA_ARGS__);                                                         \
  CHECK_VECTOR(parameters, __VA_ARGS__);                                                           \
  CHECK_VECTOR(counted_twice, __VA_ARGS__);                                                        \
  CHECK_VECTOR(of_parameters, __VA_ARGS__);                                                        \
  CHECK_VECTOR(members, __VA_ARGS__);                                                              \
  CHECK_VECTOR(ends_in_heads, __VA_ARGS__);                                                        \
  CHECK_VECTOR(ends_of_iterators, __VA_ARGS__);                                                    \
  CHECK_VECTOR(with_ends_in_heads, __VA_ARGS__);                                                   \
  CHECK_VECTOR(beside_walks, __VA_ARGS__);                                                         \
  CHECK_VECTOR(growing, __VA_ARGS__);                                                              \
  CHECK_VECTOR(chosen, __VA_ARGS__)

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({0.35, -0.45, 0.75, -0.4});
  return finish();
}
