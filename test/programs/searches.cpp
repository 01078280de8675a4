// Loops that look for something: only the iteration that found it last is reversed, and run once
// more for that. Left alone where what is found is made of what the loop changes.
#include "vectors.h"
#include <algorithm>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace nearest { // among points of two numbers: a distance, an index, and a number besides
AD_MODES double f(const V &x) {
  double least = 1e9, weight = 0.5;
  int hit = -1;
  const int n = int(x.size()) / 2;
  for (int i = 1; i < n; ++i) {
    double square = 0;
    for (int k = 0; k < 2; ++k) {
      const double apart = x[2 * i + k] - x[k];
      square += apart * apart;
    }
    if (square < least && square > 0.001) {
      least = square;
      weight = x[2 * i] * sin(x[1]);
      hit = i;
    }
  }
  return hit < 0 ? weight : sqrt(least) * weight + x[2 * hit + 1];
}
} // namespace nearest

namespace objects { // of which the loop sets a part, in the steps of another loop
struct hit {
  double at, slope;
  int which;
};
AD_MODES double f(const V &x) {
  double sum = 0, from = x[0];
  for (int step = 0; step < 3; ++step) {
    hit best = {3 + from * from, from, -1};
    for (unsigned i = 0; i < x.size(); ++i) {
      if (x[i] < from)
        continue;
      const double along = (x[i] - from) * (1 + x[i]);
      if (along <= 1e-6)
        continue;
      if (along < best.at) {
        best.at = along;
        best.which = i;
      }
    }
    if (best.which < 0)
      return sum + best.at * best.slope;
    sum += best.at * best.slope * x[best.which];
    from += 0.5 * best.at;
  }
  return sum;
}
} // namespace objects

namespace first { // the search ends with it; nothing at all is found; it does not run
AD_MODES double at(const double *x, int n, double limit) {
  double found = limit;
  for (int i = 0; i < n; ++i)
    if (x[i] * x[0] > limit) {
      found = x[i] * x[i] * limit;
      break;
    }
  return found;
}
AD_MODES double f(const V &x) {
  const int n = int(x.size());
  return at(x.data(), n, x[1] * x[1]) + at(x.data(), n, 9 + x[2]) * at(x.data(), 0, x[3]);
}
} // namespace first

namespace two_loops { // what is found, by both counters; and what the inner loop hands on
AD_MODES double f(const V &x) {
  const int n = int(x.size());
  double most = -1e9, carried = -1e9;
  for (int i = 0; i < n; ++i) {
    double row = x[i] * x[0], walk = 1;
    for (int j = 0; j < i; ++j) {
      const double pair = row - x[j] * x[j];
      walk *= 1.1 * x[j];
      if (pair > most)
        most = pair * row;
      if (walk * row > carried)
        carried = walk * row;
    }
  }
  return most * carried;
}
} // namespace two_loops

namespace left_alone { // what is found is made of what was found, summed or overwritten
AD_MODES double f(const V &x) {
  double v[6] = {}, best = x[0], second = -5, sum = 0, scale = 1, mean = 0;
  for (unsigned i = 0; i < x.size(); ++i) {
    sum += x[i] * x[i];
    if (x[i] > best) {
      second = best;
      best = x[i];
    } else if (x[i] > second) {
      second = x[i] * scale;
    }
    if (x[i] * sum > mean) {
      mean = x[i] * sum;
      scale *= 1.1;
    }
    v[i] = best * x[i];
    double worst = 0;
    for (unsigned j = 0; j <= i; ++j) {
      v[j] *= 1.1;
      if (v[j] > worst)
        worst = v[j] * v[0];
    }
    sum += worst;
  }
  return best * second + sum * mean;
}
} // namespace left_alone

namespace through_names { // another name for what the loop sets, or writes
AD_MODES double f(const V &x) {
  double a = x[0], b = x[1], *p = x[2] > 0 ? &a : &b, kept = 0.1;
  for (unsigned i = 0; i < x.size(); ++i) {
    if (x[i] * *p > kept) {
      kept = x[i] * *p;
      a = x[i];
    }
  }
  double y[6] = {}, *into = y, most = 0.2;
  for (int i = 0; i < 6; ++i) {
    into[i] = x[i] * x[5 - i] + into[0];
    if (into[i] > most)
      most = into[i] + y[i / 2];
  }
  return kept * a * b + most * y[3];
}
} // namespace through_names

namespace used_in_values { // what is found is asked for in more than conditions
AD_MODES double f(const V &x) {
  double most = x[0], gap = 0, steps = 0;
  for (unsigned i = 1; i < x.size(); ++i) {
    const double rise = x[i] - most;
    if (rise > 0)
      most = x[i] * x[0];
    gap += rise * rise;
    const bool large = most > 0.9;
    steps += large ? x[i] : 0;
  }
  double least = 1e9, last = 0;
  for (unsigned i = 0; i < x.size(); ++i) {
    last = x[i] * 2;
    if (last * last < least)
      least = last * last;
  }
  return most * gap + steps * least * last;
}
} // namespace used_in_values

namespace in_part { // a jump between the numbers that are found
AD_MODES double f(const V &x) {
  double a = 0.1, b = 0.2, c = x[0];
  for (unsigned i = 0; i < x.size(); ++i)
    if (sin(x[i]) > a) {
      a = sin(x[i]);
      if (i == 3)
        break;
      b = x[i] * x[i];
      if (i > 1)
        continue;
      c = a < 0.6 ? x[i] : 2 * x[i];
    }
  return a * b + c;
}
} // namespace in_part

namespace restored { // searches in a loop whose later steps need what was found by earlier ones
AD_MODES double f(const V &x) {
  V at = x;
  double sum = 0;
  int which = 0, times = 0;
  for (int step = 0; step < 4; ++step) {
    const double before = at[which] * at[which];
    which = 0;
    for (unsigned i = 0; i < at.size(); ++i)
      if (at[i] > at[which]) {
        which = i;
        ++times;
      }
    sum += before * at[which];
    at[which] = sin(at[which]) - 0.7 * times;
    double least = 100;
    for (double each : at)
      if (each * each < least)
        least = each * each;
    sum += least * least;
  }
  return sum;
}
} // namespace restored

int main() {
#define AT(a) {0.5, 1.5, a, 2.0, 0.3, 1.1}
#define CHECK_ALL(space)                                                                           \
  CHECK_CASE(space, AT(-1.3));                                                                     \
  CHECK_CASE(space, AT(0.4));                                                                      \
  CHECK_CASE(space, AT(1.9))
  CHECK_ALL(nearest);
  CHECK_ALL(objects);
  CHECK_ALL(first);
  CHECK_ALL(two_loops);
  CHECK_ALL(left_alone);
  CHECK_ALL(through_names);
  CHECK_ALL(used_in_values);
  CHECK_ALL(in_part);
  CHECK_ALL(restored);
  return finish();
}
