// Loops that write to elements, each iteration to its own, reversed at once. What would make that
// wrong: elements that another iteration uses, that are read behind the loop, or that are reached
// by two names; adjoints that are not complete when the loop runs.
#include "checkpointed.h"
#include "one_memory.h"
#include <cmath>

#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES void layer(const double *w, const double *x, double *y, int m, int n) {
  for (int i = 0; i < m; ++i) {
    double s = 0.1;
    for (int j = 0; j < n; ++j)
      s += w[i * n + j] * x[j];
    y[i] = std::tanh(s);
  }
}

// Rows of a table, in two loops; each entry of x is used in many of them.
AD_MODES void distances(const double *x, const double *scale, double *d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      d[i * n + j] = std::sqrt(1 + (x[i] - x[j]) * (x[i] - x[j]) * scale[i] * scale[i]);
}

// Rows that overlap: the last entry of one is the first of the next.
AD_MODES void overlapping_rows(const double *x, const double *, double *d, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= n; ++j)
      d[i * n + j] += x[i] * d[i * n + j] * x[j];
}

AD_MODES void in_place(const double *x, const double *w, double *y, int n) {
  for (int i = 0; i < n; ++i)
    if (y[i] > 0.45)
      y[i] = std::sin(y[i]) * x[i] * w[i];
}

// The next iteration reads what this one leaves.
AD_MODES void recurrence(const double *x, const double *w, double *y, int n) {
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] * x[i] * w[i] + y[i];
}

// Behind the loop: read, overwritten, scaled by name and by another pointer.
AD_MODES double read_behind(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * y[i];
  return y[1] * y[2];
}
AD_MODES void overwritten_behind(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * y[i];
  y[1] = x[0];
}
AD_MODES void scaled_behind(const double *x, double *y, int n) {
  double *first = y;
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * y[i];
  *first *= x[2];
}
AD_MODES void read_by_next(const double *x, const double *, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = std::exp(x[i]) * y[i];
  for (int i = 0; i < n; ++i)
    y[n + i] = y[i] * x[i];
}
AD_MODES void one_after_another(const double *x, const double *w, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[i] * w[i];
  for (int i = n - 1; i >= 0; --i)
    y[n + i] = x[i] * w[i];
}

// All iterations add to the same elements, and to one more.
AD_MODES void columns(const double *A, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[j] += A[i * n + j] * x[i];
}
AD_MODES void total(const double *x, const double *w, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[0] += x[i] * std::sin(w[i]);
}

// The condition of the loop and its subscripts come from memory.
AD_MODES void scattered(const double *x, double *y, const int *where, const int *count) {
  for (int i = 0; i < *count; ++i)
    y[where[i]] += x[i] * x[where[i]];
}
AD_MODES void assigned_anywhere(const double *x, double *y, const int *where, const int *count) {
  for (int i = 0; i < *count; ++i)
    y[where[i]] = x[i] * x[where[i]];
}

// Adjoints of numbers are one memory, too: f(x, x).
AD_MODES void scaled_by(double a, double b, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * a + b * b;
}
AD_MODES void once(double &x, double a) { x *= a; }

BOTH void same_bits(const double *__restrict x, double *__restrict y, double a, double b, int n) {
  for (int i = 0; i < n; ++i) {
    double s = a;
    for (int j = 0; j < n; ++j)
      s = std::sin(s * x[j] + b) * x[i];
    y[i] += s * a;
  }
}

int main() {
  for (int y : {8, 6, 3, 0}) { // apart, overlapping, the same
    RUN3(layer, 0, 6, y, 2, 2);
    RUN3(in_place, 0, 3, y, 3);
    RUN3(recurrence, 0, 3, y, 3);
    RUN3(one_after_another, 0, 2, y, 2);
    RUN3(read_by_next, 0, 2, y, 2);
    RUN3(columns, 0, 4, y, 2);
    RUN3(total, 0, 3, y, 3);
    RUN2(overwritten_behind, 0, y, 3);
    RUN2(scaled_behind, 0, y, 3);
    const int where[] = {2, 0, 2, 1}, count = 4;
    RUN2(scattered, 0, y, where, &count);
    RUN2(assigned_anywhere, 0, y, where, &count);
  }
  for (int to : {8, 2, 0}) {
    RUN3(distances, 0, 2, to, 2);
    RUN3(overlapping_rows, 0, 2, (to < 6 ? to : 6), 2);
  }
  run([](double *m) { m[11] = read_behind(m, m + 3, 3); },
      [](double *m, double *d) { AD(m[11] = read_behind_forward(m, d, m + 3, d + 3, 3, d[11])); },
      [](double *m, double *b) {
        const double seed = b[11];
        (void)seed;
        b[11] = 0;
        AD(m[11] = read_behind_reverse(m, b, m + 3, b + 3, 3, seed));
      });
  run([](double *m) { scaled_by(m[3], m[3], m, m + 4, 3); },
      [](double *m, double *d) {
        AD(scaled_by_forward(m[3], d[3], m[3], d[3], m, d, m + 4, d + 4, 3));
      },
      [](double *m, double *b) {
        AD(scaled_by_reverse(m[3], b[3], m[3], b[3], m, b, m + 4, b + 4, 3));
      });
  run([](double *m) { once(m[0], m[0]); },
      [](double *m, double *d) { AD(once_forward(m[0], d[0], m[0], d[0])); },
      [](double *m, double *b) { AD(once_reverse(m[0], b[0], m[0], b[0])); });
#ifndef NO_AD
  for (int n : {0, 1, 5}) {
    double y[5] = {}, again[5] = {}, x_bar[5] = {}, x_again[5] = {}, y_bar[5], y_again[5];
    double bars[2] = {0.1, 0.2}, bars_again[2] = {0.1, 0.2};
    copy(values + 5, y_bar, 5);
    copy(values + 5, y_again, 5);
    same_bits_reverse(values, x_bar, y, y_bar, 0.7, bars[0], 0.3, bars[1], n);
    same_bits_checkpointed(values, x_again, again, y_again, 0.7, bars_again[0], 0.3, bars_again[1],
                           n);
    expect_true("the same bits", same(y, again, 5) && same(x_bar, x_again, 5) &&
                                     same(y_bar, y_again, 5) && same(bars, bars_again, 2));
  }
#endif
  return finish();
}
