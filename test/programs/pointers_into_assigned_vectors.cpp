// Vectors of the caller's that are given new values, while pointers that it has passed lead into
// them: the storage stays, and so must that of the adjoint, into which theirs lead.
#include "harness.h"
#include <algorithm>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Vector = std::vector<double>;
struct Holder {
  Vector u;
};

BOTH double assigned(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::cos(r) * *q;
  u = w;
  return s + u[0] * u[1];
}

BOTH double assigned_often(Vector &u, const Vector &w, double *q, double &r, int n) {
  for (int i = 0; i < n; ++i)
    *q *= std::cos(r);
  for (int i = 0; i < n; ++i)
    u = w;
  return u[0] * u[1];
}

BOTH double made(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = r;
  for (int i = 0; i < n; ++i)
    s = std::sin(s * q[i]) + r;
  u.assign(3, w[1] * s);
  return u[0] * u[1] * s;
}

BOTH double from_range(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = r;
  for (int i = 0; i < n; ++i)
    s = std::sin(s * q[i]) + r;
  u.assign(w.begin(), w.end());
  return u[0] * u[1] * s;
}

BOTH double listed(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = r;
  for (int i = 0; i < n; ++i)
    s = std::sin(s * q[i]) + r;
  u = {s, w[0] * s, w[2]};
  return u[0] * u[1] * s;
}

BOTH double shorter(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = r;
  for (int i = 0; i < n; ++i)
    s = std::sin(s * q[i]) + r;
  u.resize(1);
  u.push_back(s * w[0]);
  u.push_back(s * w[1]);
  return u[0] * u[1] * s;
}

BOTH double cleared(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = r;
  for (int i = 0; i < n; ++i)
    s = std::sin(s * q[i]) + r;
  u.clear();
  for (int i = 0; i < 3; ++i)
    u.push_back(s * w[i]);
  return u[0] * u[1] * s;
}

BOTH double copied(Vector &u, const Vector &w, double *q, double &r, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::cos(r) * q[i] * s + q[i];
  std::copy(w.begin(), w.end(), u.begin());
  for (int i = 0; i < n; ++i)
    s += std::cos(r) * q[i] * s + q[i];
  return s + u[0] * u[1];
}

BOTH double in_object(Holder &h, const Vector &w, double *q, double &r, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::cos(r) * *q;
  h.u = w;
  return s + h.u[0] * h.u[1];
}
BOTH double behind_pointer(Holder *h, const Vector &w, double *q, double &r, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += std::cos(r) * *q;
  h->u = w;
  return s + h->u[0] * h->u[1];
}

/// F(U, w, &u[a], u[b], ...), where U is u or the object that holds it.
#define CHECK_INTO(F, U, U_bar)                                                                    \
  for (int a = 0; a < 3; ++a)                                                                      \
    for (int b = 0; b < 3; ++b)                                                                    \
  check(                                                                                           \
      {.1, .2, .3, .4, .5, .6}, 7,                                                                 \
      [=](In x, Out y) {                                                                           \
        Holder h{{x, x + 3}};                                                                      \
        Vector w(x + 3, x + 6);                                                                    \
        y[6] = F(U, w, &h.u[a], h.u[b], 3 - a);                                                    \
        copy(h.u.data(), y, 3);                                                                    \
        copy(w.data(), y + 3, 3);                                                                  \
      },                                                                                           \
      AD([=](In x, In x_dot, Out y, Out y_dot) {                                                   \
        Holder h{{x, x + 3}}, d{{x_dot, x_dot + 3}};                                               \
        Vector w(x + 3, x + 6), w_dot(x_dot + 3, x_dot + 6);                                       \
        y[6] = F##_forward(U, U_bar, w, w_dot, &h.u[a], &d.u[a], h.u[b], d.u[b], 3 - a, y_dot[6]); \
        copy(h.u.data(), y, 3);                                                                    \
        copy(w.data(), y + 3, 3);                                                                  \
        copy(d.u.data(), y_dot, 3);                                                                \
        copy(w_dot.data(), y_dot + 3, 3);                                                          \
      }),                                                                                          \
      AD([=](In x, Out x_bar, Out y, In y_bar) {                                                   \
        Holder h{{x, x + 3}}, d{{y_bar, y_bar + 3}};                                               \
        Vector w(x + 3, x + 6), w_bar(y_bar + 3, y_bar + 6);                                       \
        y[6] = F##_reverse(U, U_bar, w, w_bar, &h.u[a], &d.u[a], h.u[b], d.u[b], 3 - a, y_bar[6]); \
        copy(h.u.data(), y, 3);                                                                    \
        copy(w.data(), y + 3, 3);                                                                  \
        add(d.u.data(), x_bar, 3);                                                                 \
        add(w_bar.data(), x_bar + 3, 3);                                                           \
      }))

int main() {
  CHECK_INTO(assigned, h.u, d.u);
  CHECK_INTO(assigned_often, h.u, d.u);
  CHECK_INTO(made, h.u, d.u);
  CHECK_INTO(from_range, h.u, d.u);
  CHECK_INTO(listed, h.u, d.u);
  CHECK_INTO(shorter, h.u, d.u);
  CHECK_INTO(cleared, h.u, d.u);
  CHECK_INTO(copied, h.u, d.u);
  CHECK_INTO(in_object, h, d);
  CHECK_INTO(behind_pointer, &h, &d);
  return finish();
}
