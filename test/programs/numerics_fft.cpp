// A radix-2 FFT of eight complex numbers in place, with bit reversal.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *re, double *im, int n) {
  for (int i = 1, j = 0; i < n; ++i) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (int size = 2; size <= n; size *= 2) {
    const double angle = -6.283185307179586 / size;
    for (int start = 0; start < n; start += size)
      for (int k = 0; k < size / 2; ++k) {
        const double c = std::cos(angle * k), s = std::sin(angle * k);
        const int a = start + k, b = a + size / 2;
        const double u = re[b] * c - im[b] * s, v = re[b] * s + im[b] * c;
        re[b] = re[a] - u;
        im[b] = im[a] - v;
        re[a] += u;
        im[a] += v;
      }
  }
  for (int i = 0; i < n; ++i) {
    re[i] = re[i] * re[i] + im[i] * im[i];
    im[i] = 0;
  }
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3, 0.1, 0.9, -1.2, 1.5, -2.5, 0.7, 0.2, 0.4, -0.1, 0.6, 0.8}, 16,
      [](In x, Out y) {
        copy(x, y, 16);
        f(y, y + 8, 8);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 16);
        copy(x_dot, y_dot, 16);
        f_forward(y, y_dot, y + 8, y_dot + 8, 8);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[16];
        copy(x, y, 16);
        copy(y_bar, b, 16);
        f_reverse(y, b, y + 8, b + 8, 8);
        add(b, x_bar, 16);
      }));
  return finish();
}
