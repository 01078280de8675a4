// Counters that are declared outside of their loops, as in C: shared by loops, asked for behind
// them or not, moved in the body, set from one another; and while loops that count.
#include "vectors.h"
#include <cmath>
#include <cstddef>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double shared(const V &x) { // by loops beside and inside of one another
  int i, j, n = static_cast<int>(x.size());
  double s = 0.5;
  for (i = 0; i < n; i++)
    s += std::sin(x[i] * s);
  for (i = n - 1; i >= 0; i--)
    for (j = i; j < n; j++)
      s += x[i] * x[j] * s;
  j = 1;
  for (i = 0; i < n; ++i)
    s *= 1 + 0.1 * x[j] * x[i];
  return s;
}

AD_MODES double in_branches(const V &x) {
  int i;
  double s = 0, w[3];
  if (x[0] > 0) {
    for (i = 0; i < 3; ++i)
      w[i] = x[i] * x[i];
    for (i = 0; i < 3; ++i)
      s += w[i] * w[2 - i] * w[i];
  } else {
    for (i = 0; i < 3; ++i)
      s += x[i] * x[i] * x[1];
  }
  return s;
}

AD_MODES double asked_behind(const V &x) {
  std::size_t i;
  double s = 0;
  for (i = 0; i < x.size(); ++i)
    s += x[i] * x[i];
  return s * x[i - 1] / static_cast<double>(i);
}

AD_MODES double left_early(const V &x) {
  std::size_t i;
  double s = 1;
  for (i = 0; i < x.size(); ++i) {
    if (x[i] > 0.8)
      break;
    s *= 1 + x[i];
  }
  return i < x.size() ? s * x[i] : s;
}

AD_MODES double left_early_unasked(const V &x) {
  std::size_t i;
  double s = 1;
  for (i = 0; i < x.size(); ++i) {
    if (x[i] > 0.8)
      break;
    if (x[i] < 0)
      return s * x[i] * x[i];
    s *= 1 + x[i];
  }
  return s * s;
}

AD_MODES double same_inside(const V &x) { // the inner loop moves the outer one's counter
  std::size_t i;
  double s = 1;
  for (i = 0; i < x.size(); ++i) {
    s += x[i] * s;
    for (i += 1; i < x.size() && x[i] < 0.5; ++i)
      s *= 1 + x[i];
  }
  return s;
}

AD_MODES double from_each_other(const V &x) {
  int i = 2, j, n = static_cast<int>(x.size());
  double s = 1;
  for (j = i, i = 0; i < n && j < n; ++i, ++j)
    s += x[i] * x[j] * s;
  i = 1;
  for (i = i + 1; i < n; ++i)
    s *= 1 + x[i] * 0.25;
  for (i = 0, j = n - 1; i < j; ++i, --j)
    s += x[i] * x[j] * s;
  return s;
}

AD_MODES double while_counts(const V &x) {
  double s = 1;
  std::size_t i = 0;
  while (i < x.size()) {
    s += std::cos(x[i] * s);
    ++i;
  }
  i = 1;
  while (i < x.size()) {
    s += x[i] * s * x[i - 1];
    i += 2;
  }
  return s;
}

AD_MODES double while_continues(const V &x) { // does not step by one in each iteration
  double s = 1;
  std::size_t i = 0;
  while (i < x.size()) {
    if (x[i] < 0.3) {
      i += 2;
      continue;
    }
    s *= 1 + x[i] * s;
    ++i;
  }
  i = 0;
  int left = 9;
  while (i < x.size()) {
    if (--left < 5)
      s += 0.25 * x[i];
    switch (left) {
    case 6:
      ++i;
      continue;
    default:
      s *= 1 + 0.5 * x[i];
    }
    ++i;
  }
  return s;
}

AD_MODES double while_repeated(const V &x) { // set once, ahead of both loops
  double s = 1;
  std::size_t i = 0;
  for (int round = 0; round < 3; ++round) {
    std::size_t k = round;
    while (i < x.size() && k < 2) {
      s *= 1 + x[i] * x[k];
      ++i;
    }
    i = round;
  }
  return s;
}

AD_MODES double seen_by_others(const V &x) {
  int i, n = static_cast<int>(x.size());
  int *where = &i;
  auto at = [&] { return x[i] * x[0]; };
  double s = 0;
  for (i = 0; i < n; ++i)
    s += at() * x[*where];
  int k;
  auto last = [&] { return x[k - 1]; };
  for (k = 0; k < n; ++k)
    s += x[k] * s;
  return s * last();
}

AD_MODES double jumps(const V &x) {
  int i = 0, rounds = 0, n = static_cast<int>(x.size());
  double s = 1;
again:
  for (; i < n; ++i) {
    s *= 1 + 0.5 * x[i];
    if (i == 2 && rounds == 0)
      break;
  }
  if (rounds++ == 0) {
    ++i;
    goto again;
  }
  return s;
}

AD_MODES double set_ahead(const V &x) {
  int n = static_cast<int>(x.size()), i = 0;
  double s = x[0];
  for (; i < n; ++i)
    s += x[i] * s;
  int k = 1;
  s *= x[k];
  while (k < n) {
    s += x[k] * x[k - 1] * s;
    k++;
  }
  return s;
}

AD_MODES double left_before_loop(const V &x) { // asked for only where the loop is not reached
  std::size_t i = 1, k = 0;
  double s = 1;
  for (;;) {
    i = 0;
    if (k == 2 || x[k] > 0.8)
      break;
    for (; i < 3; i++)
      s += x[i] * s * 0.3;
    i = 2;
    k++;
  }
  s += x[i] * s;
  for (k = 0; k < 3; k++, s += x[i] * s) {
    i = 0;
    if (x[k] > 0.5)
      continue;
    for (; i < 2; i++)
      s += x[i] * s * 0.3;
    i = 2;
  }
  i = 0;
  if (x[0] > 0.3)
    goto out;
  while (i < 3) {
    s += x[i] * s;
    i++;
  }
  i = 2;
out:
  return s * x[i];
}

AD_MODES double set_twice(const V &x) {
  int i, j, n = static_cast<int>(x.size());
  double s = 1;
  for (i = 2, i = 0; i < n; ++i)
    s += x[i] * s;
  for (i = 0, j = 0, i = 1; i < n; ++i, j++)
    s += x[i] * s * x[j];
  return s;
}

#define CHECK_ALL(...)                                                                             \
  CHECK_VECTOR(shared, __VA_ARGS__);                                                               \
  CHECK_VECTOR(in_branches, __VA_ARGS__);                                                          \
  CHECK_VECTOR(asked_behind, __VA_ARGS__);                                                         \
  CHECK_VECTOR(left_early, __VA_ARGS__);                                                           \
  CHECK_VECTOR(left_early_unasked, __VA_ARGS__);                                                   \
  CHECK_VECTOR(same_inside, __VA_ARGS__);                                                          \
  CHECK_VECTOR(from_each_other, __VA_ARGS__);                                                      \
  CHECK_VECTOR(while_counts, __VA_ARGS__);                                                         \
  CHECK_VECTOR(while_continues, __VA_ARGS__);                                                      \
  CHECK_VECTOR(while_repeated, __VA_ARGS__);                                                       \
  CHECK_VECTOR(seen_by_others, __VA_ARGS__);                                                       \
  CHECK_VECTOR(jumps, __VA_ARGS__);                                                                \
  CHECK_VECTOR(set_ahead, __VA_ARGS__);                                                            \
  CHECK_VECTOR(left_before_loop, __VA_ARGS__);                                                     \
  CHECK_VECTOR(set_twice, __VA_ARGS__);

int main() {
  CHECK_ALL({0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_ALL({-0.5, 0.25, 0.75, 0.4});
  CHECK_ALL({0.2, 0.9, 0.35});
  return finish();
}
