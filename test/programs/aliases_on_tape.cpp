// Pointers to one array in a function that is called: its adjoint lies on the tape. And subscripts
// that are different numbers of a type too narrow to tell them apart.
#include "vectors.h"

double mix(const double *x, int n) {
  double a[3] = {x[0], x[1], x[2]};
  double *p = a, *q = a;
  for (int i = 0; i < n; ++i) {
    if (x[i] > 100)
      return 0;
    p = a + i % 3;
    q = x[i] > 0.5 ? p : a;
    *p = *q;
    *q *= x[1];
  }
  return a[0] * a[1] + a[2] * *q;
}

double wrapped(const double *x, int n) {
  double table[256];
  for (double &t : table)
    t = x[0];
  for (int i = 0; i < n; ++i) {
    if (x[i] > 100)
      return 0;
    table[static_cast<unsigned char>(i + 256)] = table[static_cast<unsigned char>(i)] * x[i];
    table[static_cast<unsigned char>(i)] *= x[1];
  }
  return table[0] * table[1] + table[2];
}

static unsigned char low(int i) { return i; }
static long wide(int i) { return i; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 1; k <= 3; ++k)
    s += mix(v.data(), k) * v[0] + wrapped(v.data(), k);
  const int large = 1 << 20;
  return s + v[low(256 + 1)] * double(wide(large) * wide(large) >> 20) * 1e-6 +
         v[0] * (unsigned char)(large + 3);
}

int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
