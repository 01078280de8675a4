// Matrices that change their shape: through the layers of a network, by resize, in branches.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "through.h"
using namespace Eigen;

struct Layer {
  MatrixXd W;
  VectorXd b;
  bool linear = false;
  VectorXd forward(const VectorXd &x) const {
    VectorXd z = W * x + b;
    if (!linear)
      z = z.array().tanh();
    return z;
  }
};
using Layers = std::vector<Layer>;
/// The widths are 3, 4, 2, 1.
static Layers layersOf(const std::vector<double> &v) {
  Layers all(3);
  const int width[] = {3, 4, 2, 1};
  size_t k = 3;
  for (int l = 0; l < 3; ++l) {
    all[l].W.resize(width[l + 1], width[l]);
    all[l].b.resize(width[l + 1]);
    all[l].linear = l == 2;
    for (double &x : all[l].W.reshaped()) {
      x = std::sin(v[k % v.size()] * (1 + 0.3 * double(k)));
      ++k;
    }
    for (double &x : all[l].b)
      x = v[k++ % v.size()];
  }
  return all;
}

// The adjoints of the layers by forward and reverse mode, at random layers; of the input by
// differences.
#define CHECK_LAYERS(space)                                                                        \
  {                                                                                                \
    const std::vector<double> v{.3, -.2, .5, .7, -.4, .6, .1, -.8};                                \
    const Layers at = layersOf(v);                                                                 \
    const VectorXd x = Vector3d(v.data());                                                         \
    Layers bar = layersOf(v);                                                                      \
    for (Layer & l : bar) {                                                                        \
      l.W.setZero();                                                                               \
      l.b.setZero();                                                                               \
    }                                                                                              \
    VectorXd x_bar = VectorXd::Zero(3);                                                            \
    const double y = space::g_reverse(at, bar, x, x_bar, 1);                                       \
    expect("value", y, space::g(at, x));                                                           \
    for (size_t l = 0; l < at.size(); ++l)                                                         \
      for (Index k = 0; k < at[l].W.size() + at[l].b.size(); ++k) {                                \
        auto part = [&](Layers &of) -> double & {                                                  \
          return k < at[l].W.size() ? of[l].W.data()[k] : of[l].b[k - at[l].W.size()];             \
        };                                                                                         \
        Layers dot = bar;                                                                          \
        for (Layer & of : dot) {                                                                   \
          of.W.setZero();                                                                          \
          of.b.setZero();                                                                          \
        }                                                                                          \
        part(dot) = 1;                                                                             \
        double y_dot = 0;                                                                          \
        expect("value of forward", space::g_forward(at, dot, x, VectorXd::Zero(3), y_dot), y);     \
        expect("forward and reverse", y_dot, part(bar), 1e-11);                                    \
        const double slope = double(harness::difference(                                           \
            [&](long double t) {                                                                   \
              Layers moved = at;                                                                   \
              part(moved) += double(t);                                                            \
              return space::g(moved, x);                                                           \
            },                                                                                     \
            1e-4L));                                                                               \
        expect("differences", part(bar), slope, 1e-7);                                             \
      }                                                                                            \
    for (int k = 0; k < 3; ++k) {                                                                  \
      VectorXd x_dot = VectorXd::Unit(3, k);                                                       \
      double y_dot = 0;                                                                            \
      Layers dot = bar;                                                                            \
      for (Layer & of : dot) {                                                                     \
        of.W.setZero();                                                                            \
        of.b.setZero();                                                                            \
      }                                                                                            \
      space::g_forward(at, dot, x, x_dot, y_dot);                                                  \
      expect("forward and reverse, x", y_dot, x_bar[k], 1e-11);                                    \
    }                                                                                              \
  }

namespace by_index {
[[ad::differentiate(forward, reverse)]] double g(const Layers &layers, const VectorXd &x) {
  VectorXd h = x;
  for (size_t i = 0; i < layers.size(); ++i) {
    VectorXd z = layers[i].W * h + layers[i].b;
    if (i + 1 < layers.size())
      z = z.array().tanh().matrix();
    h = z;
  }
  return h.squaredNorm() + h.size();
}
} // namespace by_index

namespace by_range {
[[ad::differentiate(forward, reverse)]] double g(const Layers &layers, const VectorXd &x) {
  VectorXd h = x;
  double s = 0;
  for (const Layer &l : layers) {
    h = l.forward(h);
    s += h.sum() * h(h.size() - 1) + h.tail(1).norm();
  }
  return s * h(0);
}
} // namespace by_range

namespace matrices_of_columns {
[[ad::differentiate(forward, reverse)]] double g(const Layers &layers, const VectorXd &x) {
  MatrixXd H(x.size(), 2);
  H.col(0) = x;
  H.col(1) = 2 * x;
  Matrix<double, Dynamic, Dynamic, RowMajor> K = H;
  for (const Layer &l : layers) {
    H = ((l.W * H).colwise() + l.b).array().tanh();
    K = (l.W * K).cwiseAbs2();
  }
  return H(0, 1) * H.sum() + K(0, 1) * H.cols() + K.row(0).sum() * double(K.rows());
}
} // namespace matrices_of_columns

namespace resized {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  MatrixXd M(2, 2);
  M.setZero();
  M(0, 1) = v[0];
  double s = M.norm();
  M.resize(3, 3);
  M.setIdentity();
  M.row(0) = Vector3d(v.data()).transpose();
  s += M.determinant() + M.trace();
  VectorXd w = M.row(0) * 2;
  w.conservativeResize(5);
  w.tail(2) << v[1] * v[2], w(0) * w(1);
  w.conservativeResize(4);
  s += w.prod();
  for (int n = 1; n < 4; ++n) {
    w.setConstant(n, v[n % 3]);
    s *= w.squaredNorm();
  }
  M = (M.topLeftCorner(1, 2) * s).eval();
  return M.sum() + double(M.cols());
}
} // namespace resized

// Lists of numbers where the shape is only known when the function runs, in both orders.
namespace listed {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const int n = static_cast<int>(v.size()) / 2;
  MatrixXd A(n, 2);
  A << v[0], v[1], v[2], v[3];
  Matrix<double, Dynamic, Dynamic, RowMajor> B(n, n);
  B << v[3], v[0] * v[1], 1, v[2];
  const MatrixXd C = A * B;
  return C(0, 1) * C(1, 0) + A(1, 0) * B(0, 1);
}
} // namespace listed

namespace first_shape_inside {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const VectorXd x = Map<const VectorXd>(v.data(), 4);
  VectorXd y;
  MatrixXd A;
  if (v[0] > 0)
    y = x.head(3) * v[1];
  else
    y = x;
  double s = y.size() == 3 ? y.prod() : 0;
  for (int k = 1; k < 4; ++k) {
    A = x.head(k) * x.tail(2).transpose();
    s += A.sum() * A(k - 1, 0) + A.rows();
    y = (A.col(1) - y.head(1).replicate(k, 1)).eval();
  }
  return s * y.norm();
}
} // namespace first_shape_inside

int main() {
  CHECK_LAYERS(by_index);
  CHECK_LAYERS(by_range);
  CHECK_LAYERS(matrices_of_columns);
  CHECK_CASE(resized, {.3, .5, .9});
  CHECK_CASE(listed, {.3, .5, -.7, .9});
  CHECK_CASE(first_shape_inside, {.3, .5, -.7, .9});
  return finish();
}
