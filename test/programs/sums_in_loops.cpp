// Adjoints in memory to which every iteration of a loop adds are summed in variables of their own.
// What would make that wrong: a read in between, one element reached in two ways, a loop that does
// not run or a branch that is never taken and whose element does not exist, calls, jumps,
// subscripts that change.
#include "vectors.h"
using V = std::vector<double>;

namespace pairs { // x_bar[3 * i + k] for k = 0, 1, 2, and x_bar[3 * j + k]
[[ad::differentiate(forward, reverse)]]
double energy(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double square = 0.1;
      for (int k = 0; k < 3; ++k) {
        const double apart = x[3 * i + k] - x[3 * j + k];
        square += apart * apart;
      }
      e += 1 / square;
    }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return energy(x.data(), int(x.size()) / 3);
}
} // namespace pairs

namespace all_pairs { // the two are one element where i == j
[[ad::differentiate(forward, reverse)]]
double product(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      e += x[i] * sin(x[j]) * x[0];
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return product(x.data(), int(x.size()));
}
} // namespace all_pairs

namespace read_meanwhile { // the adjoint that is added to is read by the next iteration
[[ad::differentiate(forward, reverse)]]
double walk(const double *x, double *y, int n, int m) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i)
      y[i] = sin(y[i]) * y[0] + y[i - 1];
  return y[n - 1] * y[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[4];
  return walk(x.data(), y, 4, 2);
}
} // namespace read_meanwhile

namespace never_run { // the loop has no iteration: `rest` leads nowhere
[[ad::differentiate(forward, reverse)]]
double scaled(const double *x, const double *rest, int n, int m) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int j = 0; j < m; ++j)
      s += rest[i] * x[j] * rest[j];
    e += s * s;
  }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double none[1] = {x[0]};
  return scaled(x.data(), none, 3, 0);
}
} // namespace never_run

namespace backwards { // the loop of three runs from the last to the first
[[ad::differentiate(forward, reverse)]]
double turned(const double *x, int n) {
  double p = 1;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < 3; ++k)
      p = sin(p + x[k] * x[3 + j]);
  return p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return turned(x.data(), int(x.size()) - 3);
}
} // namespace backwards

namespace numbers { // passed by value, twice the same, and on to a function that is called in a
                    // loop
[[ad::differentiate(forward, reverse)]]
double steps(const double *x, double a, double b, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] * a > 0.3)
      break;
    for (int j = 0; j < n; ++j)
      e = sin(e + a * x[j]) + b * x[i];
  }
  while (e * a > 0.01)
    e *= b * x[0];
  return e + a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += steps(x.data(), sum + x[k], x[0], int(x.size())) * x[1];
  return sum + steps(x.data(), x[2], x[2], 2);
}
} // namespace numbers

namespace never_taken { // p leads nowhere, and is not asked
[[ad::differentiate(forward, reverse)]]
double guarded(const double *x, const double *p, int n) {
  double e = 0;
  for (int j = 0; j < n; ++j) {
    e += x[j] * x[j];
    if (p)
      e += p[0] * x[j];
  }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return guarded(x.data(), x.data() + 1, 3) + guarded(x.data(), nullptr, int(x.size()));
}
} // namespace never_taken

namespace same_array { // given twice: x_bar is y_bar, which the loop reads and sets
[[ad::differentiate(forward, reverse)]]
void outer(const double *x, double *y, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[i] * x[j] + 0.5 * y[i * m + j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[6] = {x[0], x[1], x[2], x[3], 0.4, 0.7};
  outer(y, y, 2, 3);
  double apart[6] = {0.1, 0.2, 0.3, 0.4, 0.5, x[1]};
  outer(x.data(), apart, 2, 3);
  double e = 0;
  for (int i = 0; i < 6; ++i)
    e += (i + 1) * y[i] * apart[i];
  return e;
}
} // namespace same_array

namespace called_in_between { // what is called adds to the same element, and reads it
[[ad::differentiate(forward, reverse)]]
void scale(double *x, double by) {
  x[0] *= by;
}
[[ad::differentiate(forward, reverse)]]
double steps(double *x, int n) {
  double e = 0;
  for (int j = 1; j < n; ++j) {
    e += x[0] * sin(x[j]);
    if (j % 2)
      scale(x, x[j]);
    e += x[0] * x[j];
  }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[5];
  for (int i = 0; i < 5; ++i)
    y[i] = x[i] + 0.5;
  return steps(y, 5) + y[0];
}
} // namespace called_in_between

namespace jumps { // iterations are cut short, loops are left
[[ad::differentiate(forward, reverse)]]
double search(const double *x, const int *at, int n) {
  double e = 1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (x[j] < 0)
        continue;
      e += x[at[i]] * x[j];
      if (e > 3)
        break;
      e *= 1 + 0.1 * x[at[i]];
    }
    if (e > 6)
      return e * x[0];
  }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int at[] = {3, 0, 0, 2, 1};
  return search(x.data(), at, 5) * search(x.data() + 1, at + 2, 3) + search(x.data(), at, 3);
}
} // namespace jumps

namespace changing { // subscripts that the loop computes, as numbers and in memory
[[ad::differentiate(forward, reverse)]]
double walk(const double *x, int *at, int n) {
  double e = 0;
  int here = 0;
  for (int j = 0; j < 2 * n; ++j) {
    e += x[here] * x[j % n] + x[at[0]] * x[0];
    here = (here + j) % n;
    at[0] = (at[0] + 1) % n;
  }
  return e * e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  int at[1] = {1};
  return walk(x.data(), at, int(x.size()));
}
} // namespace changing

namespace tables { // of three by two: the loops of both are short
[[ad::differentiate(forward, reverse)]]
double product(const double *m, const double *x, int n) {
  double e = 0;
  for (int j = 0; j < n; ++j)
    for (int r = 0; r < 3; ++r) {
      double sum = m[6 + r];
      for (int c = 0; c < 2; ++c)
        sum += m[2 * r + c] * x[(j + c) % n];
      for (int k = 2; k >= 0; --k)
        sum += m[6 + k] * m[8 - k];
      e += sin(sum);
    }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return product(x.data(), x.data() + 5, 4);
}
} // namespace tables

namespace members { // of elements of vectors, which grow
struct Body {
  double at = 0, mass = 0;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  std::vector<Body> all(2);
  double e = 0;
  for (int i = 0; i < int(x.size()); ++i) {
    all[i % 2].at += x[i];
    all[1].mass += all[0].at * x[i];
    if (i == 1)
      all.push_back({x[0], x[1]});
    for (int j = 0; j < int(all.size()); ++j)
      e += all[0].mass * all[j].at + all[1].mass * sin(all[j].at);
  }
  return e;
}
} // namespace members

namespace handed_out { // pointers to what is added to lead in from elsewhere
struct Link {
  double *to;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[4] = {x[0], x[1], x[2], x[3]};
  Link links[2] = {{&y[0]}, {&y[1]}};
  double *p = y;
  double e = 0;
  for (int j = 0; j < 4; ++j) {
    e += p[0] * y[j] + *links[j % 2].to;
    *links[1].to *= 0.5 + y[j];
    links[j % 2].to = &y[3 - j];
  }
  return e;
}
} // namespace handed_out

int main() {
  CHECK_CASE(pairs, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4, 1.2, 0.3, 0.8});
  CHECK_CASE(all_pairs, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(read_meanwhile, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(never_run, {0.5, 0.1, -0.2});
  CHECK_CASE(backwards, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(numbers, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(never_taken, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(same_array, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(called_in_between, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(jumps, {0.5, 0.9, -0.2, 0.4, 0.7});
  CHECK_CASE(changing, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(tables, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4});
  CHECK_CASE(members, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(handed_out, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
