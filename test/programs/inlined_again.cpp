// Bodies that are written out several times: what a variable in them stood for the first time (a
// function, a reference, a view) is not what it stands for the next time.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;
using Law = double (*)(double);
using Function = std::function<double(double)>;

static double square(double t) { return t * t; }
static double cube(double t) { return t * t * t; }

// Copies of a pointer: known, not known, known to be another one.
namespace copies {
static double run(const Law &law, double t) {
  Law copy = law;
  Law again = copy;
  return again(t) * copy(t);
}

BOTH double f(const V &v) {
  Law either = v[0] > 1 ? square : cube;
  return run(either, v[0]) + run(square, v[3]) + run(either, v[2]) + run(cube, v[1]);
}
} // namespace copies

namespace bindings {
struct Held {
  Law law;
};

static double run(const Law &law, double t) {
  Held held{law};
  auto [bound] = held;
  return bound(t) * t;
}

BOTH double f(const V &v) {
  Law either = v[0] > 1 ? square : cube;
  return run(square, v[3]) + run(either, v[2]) + run(cube, v[1]) + run(either, v[0]);
}
} // namespace bindings

// A value of the pointer, beside its calls.
namespace stored {
static double run(const Law &law, double t) {
  Law laws[2] = {square, law};
  bindings::Held held{law};
  return laws[t > 1](t) * held.law(t);
}

BOTH double f(const V &v) {
  Law either = v[0] > 1 ? square : cube;
  return run(either, v[0]) + run(square, v[3]) + run(cube, v[2]) + run(either, v[1]);
}
} // namespace stored

namespace loops {
static double run(const std::vector<Law> &laws, double t) {
  double s = 0;
  for (Law law : laws) {
    Law copy = law;
    Law table[1] = {law};
    s += copy(t) * table[0](t);
  }
  return s;
}

BOTH double f(const V &v) {
  std::vector<Law> known{square, cube}, other;
  other.push_back(v[0] > 1 ? square : cube);
  other.push_back(v[1] > 1 ? square : cube);
  return run(known, v[3]) + run(other, v[2]) * run(known, v[1]) + run(other, v[0]);
}
} // namespace loops

// A std::function that is one of several, behind a parameter that was known before.
namespace one_of_several {
static double run(const Function &law, double t) { return law(t); }

BOTH double f(const V &v) {
  Function law = square;
  if (v[0] > 1)
    law = cube;
  return run(cube, v[3]) + run(law, v[2]) + run([&](double t) { return t * v[0]; }, v[1]) +
         run(law, v[0]);
}
} // namespace one_of_several

// A variable becomes such a function, in a branch.
namespace kept_in_branches {
static double run(const Function &law, double t) {
  Function own;
  if (t > 1)
    own = law;
  else
    own = square;
  auto copy = own;
  return copy(t) * own(t);
}

BOTH double f(const V &v) {
  Function law = square;
  if (v[0] > 1)
    law = cube;
  return run(law, v[2]) + run(cube, v[3]) + run([&](double t) { return t * v[0]; }, v[1]) +
         run(law, v[0]);
}
} // namespace kept_in_branches

namespace kept_by_choices {
BOTH double f(const V &v) {
  const double k = v[3];
  Function first = square, second;
  if (v[0] > 1)
    first = [k](double t) { return k * t; };
  if (v[1] > 1)
    second = cube;
  Function third = v[2] > 1 ? first : second;
  Function fourth;
  if (v[2] > 1)
    fourth = second;
  else
    fourth = first;
  first = cube;
  return (third ? third(v[0]) : v[1]) + (fourth ? fourth(v[1]) * v[3] : v[2]) + first(v[2]);
}
} // namespace kept_by_choices

namespace maps {
static double run(const std::map<std::string, Function> &laws, double t) {
  double s = 0;
  for (auto &[name, law] : laws) {
    auto copy = law;
    s += copy(t) * name.size();
  }
  auto found = laws.find("b");
  return found == laws.end() ? s : s + found->second(t);
}

BOTH double f(const V &v) {
  std::map<std::string, Function> first{{"a", square}, {"b", cube}},
      second{{"bb", [&](double t) { return t * v[1]; }}, {"b", square}};
  return run(first, v[3]) + run(second, v[2]) * run(first, v[1]) + run(second, v[0]);
}
} // namespace maps

// Branches that are settled only later: what both sweeps declare keeps its braces.
namespace settled {
static double run(const std::optional<Law> &given, double t) {
  if (!given)
    return t;
  auto law = *given;
  return law(t) * t;
}

BOTH double f(const V &v) {
  return run(square, v[0]) + run(std::nullopt, v[1]) + run(cube, v[2]) * v[3];
}
} // namespace settled

int main() {
  CHECK_CASE_TWICE(copies);
  CHECK_CASE_TWICE(bindings);
  CHECK_CASE_TWICE(stored);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(one_of_several);
  CHECK_CASE_TWICE(kept_in_branches);
  CHECK_CASE_TWICE(kept_by_choices);
  CHECK_CASE_TWICE(maps);
  CHECK_CASE_TWICE(settled);
  return finish();
}
