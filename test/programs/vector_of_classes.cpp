// Vectors of classes that have no default constructor, or one that does not make zeros, alone and
// as members of other classes; objects without derivatives among them.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &x)

// Default member initialisers.
namespace springs {
struct Vec2 {
  double x = 0, y = 0;
  Vec2 &operator+=(Vec2 o) {
    x += o.x;
    y += o.y;
    return *this;
  }
};
static Vec2 operator*(double s, Vec2 v) { return {s * v.x, s * v.y}; }

struct Particle {
  Vec2 place, speed;
  double mass = 1;
  bool fixed = false;
};

struct World {
  explicit World(std::size_t n) : particles(n) {}
  Particle &operator[](std::size_t i) { return particles[i]; }
  void connect(int a, int b, double k, double rest = 1) { springs.push_back({a, b, k, rest}); }
  void step(double dt) {
    std::vector<Vec2> force(particles.size(), Vec2{0, -9.8});
    for (const auto &s : springs) {
      Particle &a = particles[s.a], &b = particles[s.b];
      const double dx = b.place.x - a.place.x, dy = b.place.y - a.place.y;
      const double length = std::hypot(dx, dy), t = s.k * (length - s.rest) / length;
      force[s.a] += Vec2{t * dx, t * dy};
      force[s.b] += Vec2{-t * dx, -t * dy};
    }
    for (std::size_t i = 0; i < particles.size(); ++i) {
      auto &p = particles[i];
      if (p.fixed)
        continue;
      p.speed += dt / p.mass * force[i];
      p.place += dt * p.speed;
    }
  }
  double energy() const {
    double e = 0;
    for (const auto &p : particles)
      e += p.mass * (p.speed.x * p.speed.x + p.speed.y * p.speed.y) + p.place.y;
    return e;
  }

  struct Spring {
    int a, b;
    double k;
    double rest = 1;
  };
  std::vector<Particle> particles;
  std::vector<Spring> springs;
};

FUNCTION {
  World w(3);
  for (int i = 0; i < 3; ++i)
    w[i].place = {x[2 * i], x[2 * i + 1]};
  w[0].fixed = true;
  w[2].mass = x[6];
  w.connect(0, 1, x[7]);
  w.connect(1, 2, 5, x[8]);
  for (int t = 0; t < 4; ++t)
    w.step(0.05);
  return w.energy();
}
} // namespace springs

// Classes with vectors of their own, made without derivatives and loaded later.
namespace network {
enum class Activation { Leaky, Tanh, Sigmoid };

struct Layer {
  Layer(int in, int out, Activation a) : in(in), out(out), a(a), w(in * out), b(out, 0.0), z(out) {}
  void load(const double *&p) {
    for (auto &v : w)
      v = *p++;
    for (auto &v : b)
      v = *p++;
  }
  std::vector<double> forward(const std::vector<double> &x) {
    std::vector<double> y(out);
    for (int o = 0; o < out; ++o) {
      double s = b[o];
      for (int i = 0; i < in; ++i)
        s += w[o * in + i] * x[i];
      z[o] = s;
      y[o] = activate(s);
    }
    return y;
  }

  double activate(double s) const {
    switch (a) {
    case Activation::Leaky:
      return s > 0 ? s : 0.01 * s;
    case Activation::Tanh:
      return std::tanh(s);
    case Activation::Sigmoid:
      return 1 / (1 + std::exp(-s));
    }
    return s;
  }
  int in, out;
  Activation a;
  std::vector<double> w, b, z;
};

struct Network {
  explicit Network(const std::vector<int> &sizes) {
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i)
      layers.emplace_back(sizes[i], sizes[i + 1],
                          i + 2 < sizes.size() ? Activation::Tanh : Activation::Sigmoid);
  }
  void load(const double *p) {
    for (auto &l : layers)
      l.load(p);
  }
  std::vector<double> predict(std::vector<double> x) {
    for (auto &l : layers)
      x = l.forward(x);
    return x;
  }

  std::vector<Layer> layers;
};

FUNCTION {
  Network n({2, 2, 1});
  n.load(x.data());
  const double e = n.predict({x[9], x[10]})[0] - 0.3;
  return e * e;
}
} // namespace network

// Resized in place, in loops, in callees; erased and overwritten.
namespace resized {
struct Cell {
  double value = 1;
  double weights[2] = {1, 2};
  std::vector<double> past;
};

static void remember(std::vector<Cell> &cells, double v) {
  cells.resize(cells.size() + 1);
  cells.back().past.push_back(v);
  cells.back().past.push_back(v * v);
  cells[0].value *= v;
}

static double recurse(std::vector<Cell> cells, int n) {
  if (n == 0)
    return cells.back().value * cells[0].past[0];
  cells.push_back(cells[0]);
  cells[0].past[0] *= cells[1].weights[1] + n;
  return recurse(cells, n - 1) + cells.back().past[0];
}

FUNCTION {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<Cell> cells(1);
    for (int i = 0; i < k; ++i) {
      remember(cells, x[i] + s);
      if (s > 100)
        break;
    }
    cells.resize(cells.size() + 1);
    cells.back().weights[1] = x[2];
    cells.erase(cells.begin());
    for (const auto &c : cells) {
      s += c.value * c.weights[0] * c.weights[1];
      for (double p : c.past)
        s += std::sin(p) * x[1];
    }
    cells.front().past.assign(1, s);
    s += 0.1 * recurse(cells, 2);
  }
  return s;
}
} // namespace resized

// A copy of an object without derivatives, from which one with derivatives is subtracted.
namespace filter {
struct Matrix {
  Matrix(std::size_t r, std::size_t c, double v = 0) : r(r), c(c), data(r * c, v) {}
  static Matrix identity(std::size_t n) {
    Matrix m(n, n);
    for (std::size_t i = 0; i < n; ++i)
      m(i, i) = 1;
    return m;
  }
  double &operator()(std::size_t i, std::size_t j) { return data[i * c + j]; }
  const double &operator()(std::size_t i, std::size_t j) const { return data[i * c + j]; }
  Matrix operator*(const Matrix &o) const {
    Matrix m(r, o.c);
    for (std::size_t i = 0; i < r; ++i)
      for (std::size_t j = 0; j < o.c; ++j)
        for (std::size_t k = 0; k < c; ++k)
          m(i, j) += (*this)(i, k) * o(k, j);
    return m;
  }
  friend Matrix operator+(Matrix a, const Matrix &b) {
    for (std::size_t i = 0; i < a.data.size(); ++i)
      a.data[i] += b.data[i];
    return a;
  }
  friend Matrix operator-(const Matrix &a, const Matrix &b) {
    Matrix m = a;
    for (std::size_t i = 0; i < m.data.size(); ++i)
      m.data[i] -= b.data[i];
    return m;
  }
  Matrix inverse() const { // of two rows
    const double d = (*this)(0, 0) * (*this)(1, 1) - (*this)(0, 1) * (*this)(1, 0);
    Matrix m(2, 2);
    m(0, 0) = (*this)(1, 1) / d;
    m(1, 1) = (*this)(0, 0) / d;
    m(0, 1) = -(*this)(0, 1) / d;
    m(1, 0) = -(*this)(1, 0) / d;
    return m;
  }

  std::size_t r, c;
  std::vector<double> data;
};

struct Filter {
  Filter(double q, double r) : state(2, 1), cov(Matrix::identity(2)), noise(2, 2), error(2, 2) {
    noise(0, 0) = noise(1, 1) = q;
    error(0, 0) = r;
    error(1, 1) = 2 * r;
  }
  double update(const Matrix &z) {
    cov = cov + noise;
    const Matrix y = z - state, gain = cov * (cov + error).inverse();
    state = state + gain * y;
    cov = (Matrix::identity(2) - gain) * cov;
    return y(0, 0) * y(0, 0) + y(1, 0) * state(1, 0);
  }

  Matrix state, cov, noise, error;
};

FUNCTION {
  Filter f(x[4], x[5]);
  double s = 0;
  for (int t = 0; t < 4; t += 2) {
    Matrix z(2, 1);
    z(0, 0) = x[t];
    z(1, 0) = x[t + 1];
    s += f.update(z);
  }
  return s;
}
} // namespace filter

// Pointers in vectors beside numbers in one object.
namespace mixed {
struct Mixed {
  std::vector<double *> at;
  double k = 0;
  double w[2] = {0, 0};
  std::vector<double> own;
};

static double use(const Mixed &s, double x) {
  double r = 0;
  for (double *q : s.at)
    r += std::sin(*q * x + s.k);
  for (double v : s.own)
    r *= v;
  return r;
}

static void change(Mixed &s, double x) {
  for (double *q : s.at)
    *q = std::cos(*q) * x;
  s.k *= x;
  s.own.push_back(s.k * x);
  s.at.pop_back();
}

static double recurse(double x, double y, int n) {
  Mixed s;
  double a = x, b = y;
  s.k = x * y;
  s.at.push_back(&a);
  s.at.push_back(&b);
  s.at.push_back(&s.w[1]);
  s.own.push_back(x);
  for (int i = 0; i < n; ++i) {
    *s.at[i % 3] += s.k * (i + 1);
    s.k = std::sin(s.k + *s.at[2] + s.own[0]);
    s.own[0] *= a;
    if (s.k > 50)
      return s.k;
  }
  double r = use(s, x);
  if (n > 0)
    r += recurse(r * 0.1, s.w[1], n - 1);
  return r;
}

FUNCTION {
  double t = recurse(x[0], x[1], 2);
  for (int i = 0; i < 3; ++i) {
    Mixed s;
    double a = x[0] * i, b = x[1];
    s.at.push_back(&a);
    s.at.push_back(&b);
    s.own.assign(2, x[2]);
    s.k = t;
    t += use(s, x[0]);
    change(s, x[1]);
    t += use(s, a) + b;
  }
  return t;
}
} // namespace mixed

// A list of values that a constructor passes on.
namespace list {
struct Polynomial {
  Polynomial(std::initializer_list<double> c) : c(c) {}
  double operator()(double x) const {
    double r = 0;
    for (auto it = c.rbegin(); it != c.rend(); ++it)
      r = r * x + *it;
    return r;
  }

  std::vector<double> c;
};

FUNCTION {
  Polynomial p{x[0], x[1] * x[0], 2.0};
  return p(x[2]) * p(x[1]);
}
} // namespace list

// Sorted, and copied by iterators: elements are appended one by one.
namespace sorted {
struct Bond {
  double strike, spread;
  int id;
  Bond(double strike, double spread, int id) : strike(strike), spread(spread), id(id) {}
  friend bool operator<(const Bond &a, const Bond &b) { return a.strike < b.strike; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<Bond> bonds;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    bonds.emplace_back(x[i] * x[i], x[i + 1], int(i));
  std::sort(bonds.begin(), bonds.end());
  std::vector<Bond> first(bonds.begin(), bonds.begin() + 2);
  std::stable_sort(bonds.begin(), bonds.end(),
                   [](const Bond &a, const Bond &b) { return a.spread > b.spread; });
  double s = first[1].strike * first[0].spread;
  for (std::size_t i = 0; i < bonds.size(); ++i)
    s += std::exp(-0.1 * double(i) * bonds[i].strike) * bonds[i].spread * bonds[i].id;
  return s;
}
} // namespace sorted

int main() {
  CHECK_CASE(sorted, {0.9, 0.2, 0.4, 1.1, -0.3});
  CHECK_CASE(springs, {0., 0., 1., .2, 2., -.3, 1.5, 3., .8});
  CHECK_CASE(network, {.1, -.2, .3, .4, .5, -.6, .7, .8, .9, .5, .6});
  CHECK_CASE(resized, {.3, .4, .5});
  CHECK_CASE(filter, {.1, .2, .3, .5, .4, .7});
  CHECK_CASE(mixed, {.3, .4, .5});
  CHECK_CASE(list, {.3, .4, .5});
  return finish();
}
