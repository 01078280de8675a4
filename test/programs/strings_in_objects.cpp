// Beyond clang-ad: emitted functions use private members
// Objects of classes with constructors that hold text: strings of all characters, const, in arrays
// and in other objects, looked at through a view. Texts are too long for the object itself.
#include "vectors.h"
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace wide {
class Rate {
  std::wstring name;
  std::u32string unit;
  double v;

public:
  Rate(std::wstring n, double v)
      : name(std::move(n)), unit(U"a unit with a rather long name"), v(v) {}
  double get() const { return v * name.size() + unit.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Rate a(L"a name that the object itself cannot hold", x[0]);
  Rate b(L"b", x[1]);
  for (int i = 0; i < 3; ++i)
    if (i % 2)
      b = a;
    else
      a = Rate(L"another name of some length, too", x[i] * b.get());
  return a.get() * b.get();
}
} // namespace wide

namespace in_arrays {
struct Named {
  std::string name;
  double weight;
};
class Table {
  std::array<std::string, 2> names;
  std::array<Named, 2> rows;
  double v;

public:
  Table(std::string n, double v) : names{n, n + n}, v(v) {
    rows[0].name = names[0];
    rows[1].name = "short";
    rows[0].weight = v;
    rows[1].weight = v * v;
  }
  double get() const {
    return v * names[1].size() * rows[0].weight + rows[1].weight * rows[1].name.size();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Table a("a name that the object itself cannot hold", x[0]);
  Table b("b", x[1]);
  Table c = x[2] > 0 ? a : b;
  return a.get() * b.get() + c.get();
}
} // namespace in_arrays

namespace constant {
class Rate {
  const std::string name;
  double v;

public:
  Rate(std::string n, double v) : name(std::move(n)), v(v) {}
  double get() const { return v * name.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Rate a("a name that the object itself cannot hold", x[0]);
  Rate b("b", x[1]);
  return a.get() * b.get() + x[2];
}
} // namespace constant

namespace viewed {
class Word {
  std::string text;
  std::string_view first;
  double v;

public:
  Word(std::string t, double v) : text(std::move(t)), first(text), v(v) {}
  double get() const { return v * first.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Word a("a text that the object itself cannot hold", x[0]);
  Word b("b", x[1]);
  return a.get() * b.get() + x[2];
}
} // namespace viewed

namespace in_library_objects {
struct Kept {
  std::string name;
  std::pair<std::string, double> pair;
  std::tuple<std::string, double> tuple;
  std::variant<std::string, double> either;
  Kept(double v)
      : name("a name that the object itself cannot hold"), pair{name, v}, tuple{name, v * v},
        either{v} {}
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Kept a(x[0]), b(x[1]);
  return a.pair.second * std::get<1>(b.tuple) * std::get<double>(a.either) * b.name.size() + x[2];
}
} // namespace in_library_objects

int main() {
  CHECK_CASE(wide, {0.5, 1.5, -0.75});
  CHECK_CASE(in_arrays, {0.5, 1.5, -0.75});
  CHECK_CASE(in_arrays, {0.5, 1.5, 0.75});
  CHECK_CASE(constant, {0.5, 1.5, -0.75});
  CHECK_CASE(viewed, {0.5, 1.5, -0.75});
  CHECK_CASE(in_library_objects, {0.5, 1.5, -0.75});
  return finish();
}
