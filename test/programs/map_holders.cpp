// Objects that hold maps beside other members: grown, copied, returned, passed by value, made by
// constructors.
#include "vectors.h"
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

namespace beside_vectors {
struct Point {
  double x, y;
};
struct Net { // whose vector grows
  std::vector<Point> at;
  std::map<int, double> weights;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Net net;
  for (double v : x)
    net.at.push_back({v, 2 * v});
  net.weights[1] = x[0];
  double s = net.weights[1];
  for (const Point &p : net.at)
    s += p.x * p.y * net.weights[1];
  net.at.pop_back();
  net.at.back().x *= 2;
  for (const Point &p : net.at)
    s += p.x * p.y;
  return s;
}
} // namespace beside_vectors

namespace in_loops {
struct Net {
  std::vector<double> values;
  std::map<int, double> sums;
  std::vector<std::vector<double>> rows;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    Net net;
    for (std::size_t i = 0; i < x.size(); ++i) {
      net.values.push_back(x[i]);
      net.sums[i % 2] += x[i] * x[i];
      net.rows.push_back({x[i], net.sums[i % 2]});
    }
    s += net.sums[0] * net.values[k] + net.rows[2][1];
    net.values.resize(2);
    net.rows.pop_back();
    s *= net.values[0] + net.rows.back()[0];
  }
  return s;
}
} // namespace in_loops

namespace beside_indices {
struct Cells { // no number but in the map
  std::unordered_map<int, std::vector<double>> at;
  std::vector<int> order;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Cells cells;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const int c = i % 2;
    if (cells.at.find(c) == cells.at.end())
      cells.order.push_back(c);
    cells.at[c].push_back(x[i] * x[0]);
  }
  double s = 0;
  for (int c : cells.order)
    for (double v : cells.at.at(c))
      s = 0.5 * s + v * v * (c + 1);
  return s;
}
} // namespace beside_indices

namespace returned {
struct Model {
  std::map<int, double> terms;
  double scale = 2;
};
Model make(const std::vector<double> &x, std::size_t from) {
  Model m;
  for (std::size_t i = from; i < x.size(); ++i)
    m.terms[i] = x[i];
  m.scale *= x[from];
  return m;
}
Model larger(const Model &a, const Model &b) {
  if (a.scale > b.scale)
    return a;
  return b;
}
Model plain(double v) { return Model{{{0, v}, {1, v * v}}, v}; }
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Model a = make(x, 0), b = make(x, 1);
  b = larger(a, b);
  b.terms[0] += 1;
  auto c = larger(plain(x[2]), b);
  const Model &d = make(x, 2);
  Model e{{{0, x[0]}}, x[1]};
  return a.terms[0] * a.scale + b.terms[1] * b.scale + c.terms[1] * c.scale + d.terms.at(2) +
         e.terms[0] * e.scale;
}
} // namespace returned

namespace by_value {
struct Model {
  std::map<int, double> terms;
  std::vector<double> values;
};
double use(Model m) {
  m.values.push_back(m.terms[0]);
  m.terms[0] *= 2;
  return m.values.back() * m.values.front() + m.terms[0];
}
struct Terms {
  std::map<int, double> at;
  double scale;
};
double down(Terms t, int depth) { // stays a call
  if (depth > 0)
    return down(t, depth - 1) * t.at[1];
  t.at[1] *= 2;
  return t.at[0] * t.at[1] * t.scale;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Model m;
  m.terms[0] = x[0];
  m.terms[1] = x[1];
  m.values.push_back(x[2]);
  double s = use(m) + use(m);
  m.values.clear();
  m.values.push_back(s * x[1]);
  Terms t;
  t.at = m.terms;
  t.scale = x[2];
  return use(m) + down(t, 2) * m.terms[0];
}
} // namespace by_value

namespace constructed {
class Model {
  std::string name;
  std::map<std::string, double> terms;
  double scale;

public:
  Model(std::string n, double s, double v) : name(std::move(n)), scale(s) { terms[name] = v * s; }
  Model scaled(double by) const {
    Model m = *this;
    for (auto &[key, v] : m.terms)
      v *= by;
    m.scale += by;
    return m;
  }
  Model &with(const std::string &n, double v) {
    terms[n] = v;
    return *this;
  }
  double sum() const {
    double s = 0;
    for (const auto &[key, v] : terms)
      s += v * key.size();
    return s * scale;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Model m("first", x[0], x[1]);
  Model n = m.scaled(x[2]).scaled(x[0]);
  Model o = Model("a", 1, x[1]).with("bc", x[0] * x[1]);
  return m.sum() * n.sum() + o.sum();
}
} // namespace constructed

namespace text_and_pointers {
class Reader { // a string, and a pointer to numbers
  std::string text;
  std::size_t at = 0;
  const double *x;

  double term() {
    double v = factor();
    while (at < text.size() && text[at] == '*') {
      ++at;
      v *= factor();
    }
    return v;
  }
  double factor() {
    const char c = text[at++];
    if (c == '(') {
      const double v = sum();
      ++at;
      return v;
    }
    return c >= 'a' && c <= 'c' ? x[c - 'a'] : c - '0';
  }

public:
  Reader(std::string t, const double *x) : text(std::move(t)), x(x) {}
  double sum() {
    double v = term();
    while (at < text.size() && text[at] == '+') {
      ++at;
      v += term();
    }
    return v;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Reader r("a*(b+2*c)+c*b*(a+3)", x.data());
  return r.sum();
}
} // namespace text_and_pointers

namespace with_objects { // of classes that hold strings
class Journal {
  std::string name;
  std::vector<std::string> lines;

public:
  explicit Journal(std::string n) : name(std::move(n)) {}
  void note(const std::string &line) { lines.push_back(name + ": " + line); }
  std::size_t size() const { return lines.size(); }
};
class Fit {
  Journal journal;
  std::vector<double> weights;
  std::map<int, double> kept;

public:
  Fit(std::size_t n, double start) : journal("fit"), weights(n, start) {}
  double loss(const std::vector<double> &x) {
    journal.note("loss");
    double s = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      kept[i] = weights[i] * x[i];
      s += kept[i] * kept[i];
    }
    return s;
  }
  void step(const std::vector<double> &x, double by) {
    for (std::size_t i = 0; i < x.size(); ++i)
      weights[i] -= by * x[i] * kept.at(i);
  }
  std::size_t lines() const { return journal.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Fit fit(x.size(), 0.5);
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    s += fit.loss(x);
    fit.step(x, x[0]);
  }
  return s + fit.lines() * x[1];
}
} // namespace with_objects

namespace constant { // members that only the constructor sets
class Data {
  const std::vector<double> values;
  const std::map<int, double> terms;
  const std::string names[2];
  const std::array<double, 2> ends;
  double v;

public:
  Data(std::vector<double> a, std::map<int, double> t, const std::string &n, double v)
      : values(std::move(a)), terms(std::move(t)), names{n, n + " and some more of it"},
        ends{values.front(), values.back()}, v(v) {}
  double get() const { return v * values[1] * terms.at(1) * names[1].size() + ends[0] * ends[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::map<int, double> m{{1, x[0]}, {2, x[1]}};
  Data a(x, m, "a", x[0]);
  m[1] *= 2;
  Data b({x[2], x[0] * x[1]}, m, "b", x[1]);
  return a.get() * b.get();
}
} // namespace constant

namespace beside_optionals { // copied with what they hold, or without
struct Model {
  std::map<int, double> terms;
  std::optional<double> bias;
  std::variant<int, double> scale;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Model a;
  a.terms[1] = x[0];
  a.bias = x[1];
  a.scale = x[2];
  Model b = a;
  if (x[0] > 1)
    a.bias.reset();
  Model c = a;
  return b.terms.at(1) * *b.bias + c.bias.value_or(2.0) * std::get<1>(c.scale) * c.terms[1];
}
} // namespace beside_optionals

namespace with_initialisers { // beside vectors that come and go, and are pointed into
struct Point {
  double x, y;
};
struct Cloud {
  double weight = 3;
  std::vector<Point> points;
  std::vector<std::vector<double>> rows;
  double scale;
  Cloud() : scale(2) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Cloud c;
  for (double v : x) {
    c.points.push_back({v, v * v});
    Point &last = c.points.back();
    last.x *= c.weight;
    c.weight += last.y;
    c.rows.push_back({v, c.weight});
  }
  Point *second = &c.points[1];
  second->x *= 2;
  c.points.pop_back();
  c.rows.pop_back();
  double s = 0;
  for (const Point &p : c.points)
    s += p.x * p.y * c.weight;
  for (const auto &row : c.rows)
    s += row[0] * row[1];
  return s * c.scale;
}
} // namespace with_initialisers

int main() {
  CHECK_CASE(beside_vectors, {0.5, 1.5, -0.75});
  CHECK_CASE(in_loops, {0.5, 1.5, -0.75});
  CHECK_CASE(beside_indices, {0.5, 1.5, -0.75});
  CHECK_CASE(returned, {0.5, 1.5, -0.75});
  CHECK_CASE(by_value, {0.5, 1.5, -0.75});
  CHECK_CASE(constructed, {0.5, 1.5, -0.75});
  CHECK_CASE(text_and_pointers, {0.5, 1.5, -0.75});
  CHECK_CASE(constant, {0.5, 1.5, -0.75});
  CHECK_CASE(beside_optionals, {0.5, 1.5, -0.75});
  CHECK_CASE(beside_optionals, {1.5, 0.5, -0.75});
  CHECK_CASE(with_initialisers, {0.5, 1.5, -0.75});
  CHECK_CASE(with_objects, {0.5, 1.5, -0.75});
  return finish();
}
