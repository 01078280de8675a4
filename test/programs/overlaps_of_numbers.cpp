// Results that are written through a pointer or a reference to a number, which may lie inside of an
// array that is read: it is tested on entry whether it does.
#include "one_memory.h"
#include <cmath>

#define FUNCTION [[ad::differentiate(forward, reverse)]] void

FUNCTION through_pointer(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  *out = sum;
  for (int i = 0; i < n; ++i)
    *out += x[i] * x[0];
}
FUNCTION at_a_number(const double *x, double *out, int n) {
  out[1] = x[0];
  for (int i = 0; i < n; ++i) {
    out[0] += std::sin(x[i]) * out[1];
    out[1] *= x[i];
  }
}
FUNCTION in_a_short_loop(const double *x, double *out, int n) {
  for (int j = 0; j < 3; ++j) {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += x[i] * x[i] * (j + 1);
    out[j] = s;
  }
}
FUNCTION through_reference(const double *x, double &out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  out = sum;
}
FUNCTION summed_in_place(const double *x, double &out, int n) {
  out = 0;
  for (int i = 0; i < n; ++i)
    out += x[i] * x[i] + out * x[0];
}
FUNCTION read_and_written(double *x, const double &factor, double &out, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] *= factor;
    out += x[i] * x[i] * factor;
  }
  out *= factor;
}
// Stored when the reverse sweep is over: the number's old value, others beside it, a variable that
// the reverse sweep takes back.
FUNCTION old_value(const double *x, double *out, int n) {
  double sum = *out;
  for (int i = 0; i < n; ++i)
    sum = sum * x[i] + std::sin(sum);
  *out = sum * *out + x[1];
}
FUNCTION several(double *x, double *out, int n) {
  double a = x[0], b = 1;
  for (int i = 0; i < n; ++i) {
    a *= std::cos(x[i]);
    b += a * x[i];
    if (b > 50)
      break;
  }
  *out = a;
  out[2] = b * 2;
  x[1] = a * b;
  *out = b;
}
FUNCTION after_each_other(const double *x, double *out, int n) {
  double a = 1;
  for (int i = 0; i < n; ++i)
    a *= 1 + 0.1 * x[i];
  out[0] = a;
  out[1] = x[0] * x[0] + a; // x[0] may be out[0]
}
FUNCTION parameter_changed(const double *x, double &out, double k) {
  for (int i = 0; i < 4; ++i)
    k = std::sin(k) * x[i] + x[0];
  out = k;
}
// What begins as a copy of another variable and is then set anew, or is a copy of what changes.
static double product(const double *x, int d) { return d < 0 ? 0.5 : x[d] * product(x, d - 1); }
FUNCTION copied_first(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += product(x, i);
  double last = sum;
  for (int i = 0; i < n; ++i)
    if (x[i] > 0)
      last = x[i];
  *out = last;
}
FUNCTION copy_kept(const double *x, double &out, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i)
    sum *= product(x, i);
  const double first = sum;
  for (int i = 0; i < n; ++i)
    sum = product(x, i);
  out = first;
  (&out)[2] = sum;
}
FUNCTION parameter_set(const double *x, double &out, double k, int n) {
  for (int i = 0; i < n; ++i)
    k = product(x, i);
  out = k;
}
// What is stored last may be read before that, too.
FUNCTION read_and_stored(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  out[1] += sum * sum;
  const double half = 0.5, last = half;
  out[2] += last;
  out[0] = last;
}
// Whoever is given the address may go further than a reference leads.
static void spread(double *p, double v) {
  for (int i = 0; i < 3; ++i) {
    p[i] += v;
    if (p[i] > 100)
      return;
  }
}
FUNCTION handed_on(const double *x, double &out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  spread(&out, sum);
  for (int i = 0; i < n; ++i)
    (&out)[1] += x[i] * sum;
}
static void add(double &a, double v) {
  for (int i = 0; i < 3; ++i) {
    a += v;
    if (a > 100)
      return;
  }
}
FUNCTION given_away(const double *x, double &out, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  add(out, sum);
  for (int i = 0; i < n; ++i)
    add(out, x[i] * x[i]);
}

#define RUN_REFERENCE(f, x, y, n)                                                                  \
  run([&](double *m) { f(m + x, m[y], n); },                                                       \
      [&](double *m, double *d) { AD(f##_forward(m + x, d + x, m[y], d[y], n)); },                 \
      [&](double *m, double *b) { AD(f##_reverse(m + x, b + x, m[y], b[y], n)); })

int main() {
  for (int at : {0, 1, 3, 4, 5, 9}) { // of the array m[1] to m[4]
    RUN2(through_pointer, 1, at, 4);
    RUN2(at_a_number, 1, at, 4);
    RUN2(in_a_short_loop, 1, at, 4);
    RUN2(old_value, 1, at, 4);
    RUN2(several, 1, at, 4);
    RUN2(after_each_other, 1, at, 4);
    RUN_REFERENCE(through_reference, 1, at, 4);
    RUN_REFERENCE(summed_in_place, 1, at, 4);
    RUN2(copied_first, 1, at, 4);
    RUN_REFERENCE(copy_kept, 1, at, 4);
    RUN2(read_and_stored, 1, at, 4);
    RUN_REFERENCE(handed_on, 1, at, 4);
    RUN_REFERENCE(given_away, 1, at, 4);
    for (int factor : {0, 2, at})
      run([&](double *m) { read_and_written(m + 1, m[factor], m[at], 4); },
          [&](double *m, double *d) {
            AD(read_and_written_forward(m + 1, d + 1, m[factor], d[factor], m[at], d[at], 4));
          },
          [&](double *m, double *b) {
            AD(read_and_written_reverse(m + 1, b + 1, m[factor], b[factor], m[at], b[at], 4));
          });
  }
  for (int at : {0, 1, 3, 9})
    run([&](double *m) { parameter_changed(m + 1, m[at], m[5]); },
        [&](double *m, double *d) {
          AD(parameter_changed_forward(m + 1, d + 1, m[at], d[at], m[5], d[5]));
        },
        [&](double *m, double *b) {
          double k_bar = 0;
          AD(parameter_changed_reverse(m + 1, b + 1, m[at], b[at], m[5], k_bar));
          b[5] += k_bar;
        });
  for (int at : {0, 1, 3, 9})
    run([&](double *m) { parameter_set(m + 1, m[at], m[5], 4); },
        [&](double *m, double *d) {
          AD(parameter_set_forward(m + 1, d + 1, m[at], d[at], m[5], d[5], 4));
        },
        [&](double *m, double *b) {
          double k_bar = 0;
          AD(parameter_set_reverse(m + 1, b + 1, m[at], b[at], m[5], k_bar, 4));
          b[5] += k_bar;
        });
  RUN2(through_pointer, 1, 2, 0);
  RUN_REFERENCE(through_reference, 1, 2, 0);
  return finish();
}
