// Inner loops over the elements of a vector, whose records are lent once for all iterations of the
// loops around them. What would make that wrong: vectors that are of another size by then, made in
// the loop, or reached by other names; loops that never run.
#include "vectors.h"
using V = std::vector<double>;

namespace steady { // a buffer that is filled anew
double soft(const V &v) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); ++i)
    sum += exp(v[i] * v[i]);
  return log(sum);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V now = x, next(x.size()), buffer(x.size());
  for (int t = 0; t < 4; ++t) {
    for (int j = 0; j < int(x.size()); ++j) {
      for (int i = 0; i < int(x.size()); ++i)
        buffer[i] = now[i] * x[j] + 0.1 * t;
      next[j] = soft(buffer) - 0.3 * j;
    }
    now = next;
  }
  return soft(now) * now[0];
}
} // namespace steady

namespace growing { // in the loop around, or in the one around that; by assignment; by a callee
void grow(V &v, int t) {
  if (t % 2)
    v.push_back(0.1 * t);
  if (t > 100)
    grow(v, t - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V by_one = {x[0]}, by_callee = {x[1]}, assigned, shrinking = x;
  double sum = 0;
  for (int t = 0; t < 5; ++t) {
    for (int j = 0; j < 2; ++j) {
      for (size_t i = 0; i < by_one.size(); ++i)
        sum += sin(by_one[i] * x[2] + 0.1 * sum);
      for (size_t i = 0; i < by_callee.size(); ++i)
        sum += sin(by_callee[i] * x[3] + 0.1 * sum);
      for (size_t i = 0; i < assigned.size(); ++i)
        sum += sin(assigned[i] * x[1] + 0.1 * sum);
      for (size_t i = 0; i < shrinking.size(); ++i)
        sum += sin(shrinking[i] * x[1] + 0.1 * sum);
      by_one.push_back(0.2 * sum);
    }
    grow(by_callee, t);
    assigned = V(t, x[2]);
    if (!shrinking.empty())
      shrinking.pop_back();
  }
  return sum;
}
} // namespace growing

namespace made_inside { // a vector for each iteration, rows of different sizes
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  std::vector<V> rows;
  for (int r = 0; r < 3; ++r)
    rows.push_back(V(r, x[r]));
  for (int t = 0; t < 4; ++t) {
    V mine(t, x[0]);
    for (int j = 0; j < 3; ++j) {
      for (size_t i = 0; i < mine.size(); ++i)
        sum += sin(mine[i] * x[j] + 0.1 * sum);
      for (size_t i = 0; i < rows[j].size(); ++i)
        sum += sin(rows[j][i] * x[j] + 0.1 * sum);
    }
  }
  return sum;
}
} // namespace made_inside

namespace one_by_two_names { // the sizes of parameters, of which one is the other
void walk(const V &read, V &write, double &sum) {
  for (int t = 0; t < 3; ++t) {
    for (int j = 0; j < 2; ++j)
      for (size_t i = 0; i < read.size(); ++i)
        sum += sin(read[i] + 0.1 * sum);
    write.push_back(0.3 * sum);
    if (t > 50)
      walk(read, write, sum);
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x;
  double sum = 0;
  walk(v, v, sum);
  return sum;
}
} // namespace one_by_two_names

namespace never { // nothing to lend
[[ad::differentiate(forward, reverse)]]
double times(const V &x, int n) {
  V none;
  double sum = x[0];
  for (int t = 0; t < n; ++t)
    for (int j = 0; j < n - 1; ++j) {
      for (size_t i = 1; i < none.size(); ++i)
        sum += sin(none[i] * sum);
      for (size_t i = 1; i < x.size(); ++i)
        sum += sin(x[i] * sum);
    }
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return times(x, 0) + times(x, 1) * times(x, 3);
}
} // namespace never

namespace constants_inside { // a name for a number, known to no one outside of the loop
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double s = x[0];
  for (int i = 0; i < 2; ++i) {
    const int n = 3;
    double p = s;
    for (int j = 0; j < n; ++j)
      p = sin(p + x[j] * s);
    s = p * x[i];
  }
  return s;
}
} // namespace constants_inside

int main() {
  CHECK_CASE(constants_inside, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(steady, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(growing, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(made_inside, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(one_by_two_names, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(never, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
