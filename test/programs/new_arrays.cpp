// new double[n], new double[n](), new double[n]{...}, delete[]: kept, overwritten, moved, aliased.
#include "arrays.h"

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double buffer(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * x[n - 1 - i];
  delete[] w;
  return s;
}

BOTH double zeroed(const double *x, int n) {
  double *w = new double[n](), *v = new double[3]{x[0], 2 * x[1]}, *u = new double[2]{};
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      w[i] += w[(i + 1) % n] * x[i] + v[k];
  u[1] = w[0] * w[1];
  double s = u[0] + u[1] * v[1];
  delete[] u;
  delete[] v;
  delete[] w;
  return s;
}

// Overwritten in place, and swapped.
BOTH double buffers(const double *x, int n) {
  double *a = new double[n], *b = new double[n];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < n; ++i)
      b[i] = a[i] * a[(i + 1) % n] + 0.25 * a[i];
    double *t = a;
    a = b;
    b = t;
  }
  double s = a[0] * b[0];
  delete[] a;
  delete[] b;
  return s;
}

// One in each iteration, not in all of them; freed behind a branch.
BOTH double inLoop(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < n; ++k) {
    if (x[k] < 0)
      continue;
    double *w = new double[k + 1];
    for (int i = 0; i <= k; ++i)
      w[i] = x[i] * s + k;
    s += w[k] * w[0];
    w[0] = s * x[k];
    if (k == 3) {
      s *= w[0];
      delete[] w;
      break;
    }
    s += 0.1 * w[0] * w[0];
    delete[] w;
  }
  return s;
}

// A pointer that is set anew.
BOTH double again(const double *x, int n) {
  double *w = nullptr, s = 0;
  for (int k = 1; k <= 3; ++k) {
    delete[] w;
    w = new double[n];
    for (int i = 0; i < n; ++i)
      w[i] = x[i] * k + s;
    s += w[0] * w[n - 1];
  }
  if (w)
    s *= w[1];
  delete[] w;
  return s;
}

// Growing by hand.
BOTH double growing(const double *x, int n) {
  int size = 0, capacity = 1;
  double *data = new double[capacity];
  for (int i = 0; i < n; ++i) {
    if (size == capacity) {
      double *larger = new double[2 * capacity];
      for (int k = 0; k < size; ++k)
        larger[k] = data[k];
      delete[] data;
      data = larger;
      capacity *= 2;
    }
    data[size++] = x[i] * (i ? data[i - 1] : 1);
  }
  double s = 0;
  for (int i = 0; i < size; ++i)
    s += data[i] * data[i];
  delete[] data;
  return s;
}

BOTH double early(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i) {
    w[i] = x[i] * x[i];
    if (w[i] > 2) {
      double s = w[i] * x[0];
      delete[] w;
      return s;
    }
  }
  double s = w[0] * w[n - 1];
  delete[] w;
  return s;
}

// Rows: an array of pointers.
BOTH double rows(const double *x, int n) {
  double **a = new double *[n];
  for (int i = 0; i < n; ++i) {
    a[i] = new double[n];
    for (int j = 0; j < n; ++j)
      a[i][j] = x[i] * x[j] + (i == j);
  }
  for (int k = 0; k + 1 < n; ++k)
    for (int j = 0; j < n; ++j)
      a[k + 1][j] -= a[k][j] * a[k + 1][k] / a[k][k];
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += a[i][i] * a[i][0];
    delete[] a[i];
  }
  delete[] a;
  return s;
}

// In callees: with an annotation, without, recursive, and called twice.
double *make(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = std::sin(x[i]);
  return w;
}
double norm(const double *x, int n) {
  double *w = make(x, n), s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * w[i];
  delete[] w;
  return std::sqrt(s);
}
BOTH double scaled(const double *x, int n) {
  double s = norm(x, n), *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] / s;
  s = norm(w, n - 1);
  delete[] w;
  return s;
}
double halves(const double *x, int n) {
  if (n == 1)
    return x[0] * x[0];
  int half = n / 2;
  double *l = new double[half], *r = new double[n - half];
  for (int i = 0; i < n; ++i)
    (i < half ? l[i] : r[i - half]) = x[i] * x[n - 1 - i] + x[i];
  double s = halves(l, half) * 0.5 + std::sin(halves(r, n - half));
  delete[] l;
  delete[] r;
  return s;
}
void fill(double **where, const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  *where = w;
}
BOTH double calls(const double *x, int n) {
  double s = norm(x, n) * scaled(x, n);
  for (int i = 0; i < 2; ++i)
    s += norm(x + i, n - i) * s;
  double *w = nullptr;
  fill(&w, x, n);
  s += halves(w, n) * w[0];
  delete[] w;
  return s;
}

// float, long double, integers: those that carry derivatives and those that do not.
BOTH double kinds(const double *x, int n) {
  int *order = new int[n];
  float *f = new float[2];
  long double *l = new long double(x[0] * x[1]);
  bool *odd = new bool[n]();
  for (int i = 0; i < n; ++i)
    order[i] = n - 1 - i, odd[i] = i % 2;
  f[0] = 0.5f;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[order[i]] * x[order[i]] * (odd[i] ? *l : f[0]);
  delete[] order;
  delete[] f;
  delete l;
  delete[] odd;
  return s;
}

int main() {
  CHECK_ARRAY(buffer, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(zeroed, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(buffers, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(inLoop, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(inLoop, {-0.5, -1.5});
  CHECK_ARRAY(again, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(growing, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(early, {0.5, 1.25, -0.75, 0.3});
  CHECK_ARRAY(early, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(rows, {0.5, 1.5, -0.75});
  CHECK_ARRAY(scaled, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(calls, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(kinds, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
