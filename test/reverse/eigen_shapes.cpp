// A matrix that a loop gives another shape is a vector that is resized; its shape is a variable.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <Eigen/Dense>
#include <vector>
using namespace Eigen;
struct Layer {
  MatrixXd W;
};

[[ad::differentiate(forward)]]
double network(const std::vector<Layer> &layers, const VectorXd &x) {
  VectorXd h = x;
  for (const Layer &l : layers)
    h = (l.W * h).array().tanh();
  return h.sum();
}
// CHECK-LABEL: double network_forward(
// CHECK:       std::vector<double> h(size);
// CHECK:       Eigen::Index h_length = size;
// CHECK:       ad::dense::product_forward(
// CHECK:       h_dot.resize([[SIZE:.*]]);
// CHECK-NEXT:  h.resize([[SIZE]]);
// CHECK-NEXT:  h_length = rows;
