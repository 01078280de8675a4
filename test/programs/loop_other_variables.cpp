// Loops that count, whose heads declare other variables beside the counter, that iterations hand
// on.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double index(const V &x) {
  double y[8], s = 0;
  for (int i = 0; i < 8; i++)
    y[i] = x[i % 4] * (i + 1);
  for (int i = 0, j = 0, n = 8; i < n; i++) {
    y[i] *= y[j] * 0.1 + 1;
    j = (j * 3 + i) % 8;
  }
  for (int i = 0; i < 8; i++)
    s += y[i] * y[i] * i;
  return s;
}

static void bump(int &j) { j = (j * 3 + 1) % 4; }

AD_MODES double by_reference(const V &x) {
  double s = 1;
  for (int i = 0, j = 0; i < 4; i++) {
    s = s * x[i] + std::sin(s) * x[j];
    bump(j);
  }
  for (int i = 0, j = 1; i < 4; i++) {
    s = s * x[i] + std::sin(s) * x[j];
    bump(j);
    if (j == 2 && i > 2)
      break;
  }
  return s;
}

AD_MODES double nested(const V &x) {
  double s = 1;
  for (int k = 0; k < 3; k++)
    for (int i = 0, j = k; i < 4; i++) {
      s = s * x[i] + std::sin(s) * x[j];
      j = (j * 3 + i) % 4;
    }
  return s;
}

AD_MODES double of_other_types(const V &x) {
  const double *p;
  double s = 1, t, u;
  int i;
  for (i = 0, p = x.data(); i < 4; i++)
    s = s * *p++ + std::sin(s);
  for (t = 0, u = 1, i = 0; i < 4; i++) {
    t += u * x[i];
    u *= t + x[i] * s;
  }
  return s * t * u;
}

// The bits of a fast Fourier transform, in which `j` is the number with the bits of `i` reversed.
AD_MODES double bits_reversed(const V &x) {
  double y[8], s = 0;
  int i, j, m;
  for (i = 0; i < 8; i++)
    y[i] = x[i % 4] * (i + 1);
  for (i = 0, j = 0; i < 8; i++) {
    if (j > i) {
      const double t = y[i] * y[i];
      y[i] = y[j];
      y[j] = t;
    }
    m = 4;
    while (m >= 1 && j >= m) {
      j -= m;
      m >>= 1;
    }
    j += m;
  }
  for (i = 0; i < 8; i++)
    s += y[i] * y[i] * i;
  return s;
}

// The counter begins where another one does, that changes.
AD_MODES double begins_with_another(const V &x) {
  int i, j;
  double s = 1;
  for (i = j = 0; i < 4; i++)
    s += x[j++] * s;
  for (int n = 2, k = n; k < 4; k++) {
    s += x[k] * s;
    n *= 2;
  }
  for (int k = 0; k < 3; k++)
    for (int n = k, m = n + 1, l = n, o = l; l < m + 2; l++, o++)
      s += x[o % 4] * x[l % 4] * s;
  return s;
}

int main() {
  CHECK_VECTOR(index, {0.1, 0.25, 0.37, 0.7});
  CHECK_VECTOR(by_reference, {0.1, 0.25, 0.37, 0.7});
  CHECK_VECTOR(nested, {0.1, 0.25, 0.37, 0.7});
  CHECK_VECTOR(of_other_types, {0.1, 0.25, 0.37, 0.7});
  CHECK_VECTOR(begins_with_another, {0.1, 0.25, 0.37, 0.7});
  CHECK_VECTOR(bits_reversed, {0.1, 0.25, 0.37, 0.7});
  return finish();
}
