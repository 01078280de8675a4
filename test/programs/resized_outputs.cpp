// Vectors of the caller's that get their size from the function, as results do, before or between
// the loops that fill them: they may be the vectors that it reads, too.
#include "one_memory.h"
#include <cmath>
#include <cstddef>
#include <vector>

using V = std::vector<double>;
#define FUNCTION [[ad::differentiate(forward, reverse)]] void

struct Model {
  V a = V(4), b = V(4);
  double scale = 0;
};

FUNCTION filled(const V &x, V &y) {
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = std::exp(x[i]) * x[0] + y[i];
}
FUNCTION of_model(const Model &m, V &y) {
  y.resize(m.a.size());
  for (int i = 0; i < static_cast<int>(m.a.size()); ++i)
    y[i] = m.scale * std::sin(m.a[i]) * m.b[i] + y[0];
}
FUNCTION from_pointer(const double *x, int n, V &y) {
  y.resize(n);
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * x[0] + y[i] * x[n - 1];
}
FUNCTION sized_by_another(const V &x, const double *w, V &y) {
  y.resize(x.size() + 1);
  for (std::size_t i = 0; i < x.size(); ++i) // of the new size, if it is y
    y[i] = w[i % 3] * x[i] * w[0];
}
FUNCTION into_pointer(const V &x, double *z, V &y) {
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i) {
    z[i] = x[i] * y[i];
    y[i] = z[i] * x[0];
  }
}
FUNCTION read_before(const V &x, V &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * x[i];
  y.assign(3, s);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] *= std::cos(x[i]) * s;
  y.push_back(s * y[0]);
}
FUNCTION shrinks(V &y, const V &x) {
  for (double &e : y)
    e = e * e;
  y.resize(2);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] *= x[i] * x[1];
  y.resize(3, 0.5);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += x[i] * y[i];
}
FUNCTION in_a_branch(const V &x, V &y, bool more) {
  if (more)
    y.resize(x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] * x[0];
}
FUNCTION left_early(const V &x, V &y) {
  if (x[0] > 10)
    return;
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[0];
}
FUNCTION twice(const V &x, V &y, V &z) {
  y.resize(x.size());
  z.resize(y.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] * x[i];
    z[i] = y[i] * x[0];
  }
}

/// Three vectors, of four, four and one number, and a place in them.
struct Memory {
  V x, y, z;
  double rest[3];
  explicit Memory(const double *m, std::size_t n = 4)
      : x(m, m + 4), y(m + 4, m + 4 + n), z(m + 8, m + 9) {
    copy(m + 9, rest, 3);
  }
  void to(double *m) const {
    for (int i = 0; i < 4; ++i) {
      m[i] = i < static_cast<int>(x.size()) ? x[i] : 0;
      m[4 + i] = i < static_cast<int>(y.size()) ? y[i] : 0;
    }
    m[8] = z.empty() ? 0 : z[0];
    copy(rest, m + 9, 3);
  }
};

/// primal(memory) and its companions; the vectors have n elements on entry, and the adjoints then
/// have the shape that the function leaves, or none.
template <class Primal, class Forward, class Reverse>
static void with(std::size_t n, Primal primal, Forward forward, Reverse reverse) {
  run(
      [&](double *m) {
        Memory p(m, n);
        primal(p);
        p.to(m);
      },
      [&](double *m, double *d) {
        Memory p(m, n), p_dot(d, n);
        forward(p, p_dot);
        p.to(m);
        p_dot.to(d);
      },
      [&](double *m, double *b) {
        Memory p(m, n), left(m, n), p_bar(b);
        primal(left);
        p_bar.x.resize(left.x.size());
        p_bar.y.resize(left.y.size());
        p_bar.z.assign(left.z.size(), b[8]);
        for (std::size_t i = 1; i < p_bar.z.size(); ++i)
          p_bar.z[i] = 0;
        reverse(p, p_bar);
        p.to(m);
        p_bar.to(b);
      });
}
#define RUN_XY(f, n, x, y)                                                                         \
  with(                                                                                            \
      n, [](Memory &p) { f(p.x, p.y); },                                                           \
      [](Memory &p, Memory &d) { AD(f##_forward(p.x, d.x, p.y, d.y)); },                           \
      [](Memory &p, Memory &b) { AD(f##_reverse(p.x, b.x, p.y, b.y)); })

int main() {
  for (std::size_t n : {4, 2, 0}) {
    with(
        n, [](Memory &p) { sized_by_another(p.x, p.rest, p.y); },
        [](Memory &p, Memory &d) {
          AD(sized_by_another_forward(p.x, d.x, p.rest, d.rest, p.y, d.y));
        },
        [](Memory &p, Memory &b) {
          AD(sized_by_another_reverse(p.x, b.x, p.rest, b.rest, p.y, b.y));
        });
    for (V Memory::*y : {&Memory::y, &Memory::x})
      for (V Memory::*z : {&Memory::z, &Memory::y, &Memory::x})
        with(
            n, [=](Memory &p) { twice(p.x, p.*y, p.*z); },
            [=](Memory &p, Memory &d) { AD(twice_forward(p.x, d.x, p.*y, d.*y, p.*z, d.*z)); },
            [=](Memory &p, Memory &b) { AD(twice_reverse(p.x, b.x, p.*y, b.*y, p.*z, b.*z)); });
    for (bool own : {false, true})
      run(
          [=](double *m) {
            Model p{V(m, m + 4), V(m + 4, m + 8), m[8]};
            V y(own ? 0 : n);
            of_model(p, own ? p.b : y);
            copy((own ? p.b : y).data(), m, 4);
          },
          [=](double *m, double *d) {
            Model p{V(m, m + 4), V(m + 4, m + 8), m[8]}, p_dot{V(d, d + 4), V(d + 4, d + 8), d[8]};
            V y(own ? 0 : n), y_dot(y.size());
            AD(of_model_forward(p, p_dot, own ? p.b : y, own ? p_dot.b : y_dot));
            copy((own ? p.b : y).data(), m, 4);
            copy((own ? p_dot.b : y_dot).data(), d, 4);
          },
          [=](double *m, double *b) {
            Model p{V(m, m + 4), V(m + 4, m + 8), m[8]}, p_bar{V(4), V(4), b[8]};
            V y(own ? 0 : n), y_bar(4);
            for (int i = 0; i < 4; ++i)
              (own ? p_bar.b : y_bar)[i] += b[i];
            AD(of_model_reverse(p, p_bar, own ? p.b : y, own ? p_bar.b : y_bar));
            copy((own ? p.b : y).data(), m, 4);
            copy(p_bar.a.data(), b, 4);
            add(p_bar.b.data(), b + 4, 4);
            b[8] = p_bar.scale;
          });
    RUN_XY(filled, n, x, y);
    RUN_XY(filled, n, y, y);
    RUN_XY(filled, n, x, x);
    RUN_XY(read_before, n, x, y);
    RUN_XY(left_early, n, x, y);
    with(
        n, [](Memory &p) { from_pointer(p.rest, 3, p.y); },
        [](Memory &p, Memory &d) { AD(from_pointer_forward(p.rest, d.rest, 3, p.y, d.y)); },
        [](Memory &p, Memory &b) { AD(from_pointer_reverse(p.rest, b.rest, 3, p.y, b.y)); });
    with(
        n, [](Memory &p) { from_pointer(p.x.data(), 3, p.y); },
        [](Memory &p, Memory &d) { AD(from_pointer_forward(p.x.data(), d.x.data(), 3, p.y, d.y)); },
        [](Memory &p, Memory &b) {
          AD(from_pointer_reverse(p.x.data(), b.x.data(), 3, p.y, b.y));
        });
    with(
        n, [](Memory &p) { into_pointer(p.x, p.x.data(), p.y); },
        [](Memory &p, Memory &d) {
          AD(into_pointer_forward(p.x, d.x, p.x.data(), d.x.data(), p.y, d.y));
        },
        [](Memory &p, Memory &b) {
          AD(into_pointer_reverse(p.x, b.x, p.x.data(), b.x.data(), p.y, b.y));
        });
    with(
        n, [](Memory &p) { shrinks(p.y, p.x); },
        [](Memory &p, Memory &d) { AD(shrinks_forward(p.y, d.y, p.x, d.x)); },
        [](Memory &p, Memory &b) { AD(shrinks_reverse(p.y, b.y, p.x, b.x)); });
    for (bool more : {false, true})
      with(
          n, [=](Memory &p) { in_a_branch(p.x, p.y, more); },
          [=](Memory &p, Memory &d) { AD(in_a_branch_forward(p.x, d.x, p.y, d.y, more)); },
          [=](Memory &p, Memory &b) { AD(in_a_branch_reverse(p.x, b.x, p.y, b.y, more)); });
  }
  return finish();
}
