// Matrices of run-time size in an object: a vector is a std::vector of its coefficients, a matrix a
// record of these and its shape. What is assigned gives them their shape.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -isystem %eigen -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
#include <Eigen/Dense>
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Layer {
  MatrixXd W;
  VectorXd b;
  VectorXd operator()(const VectorXd &x) const { return W * x + b; }
};

[[ad::differentiate(reverse)]]
double twice(const MatrixXd &A, const VectorXd &x) {
  Layer layer{A, x};
  layer.b = layer(layer.b);
  return layer.b.sum();
}

// CHECK: // twice_reverse: adjoint of twice (matrix_members.cpp:16)
// CHECK-NEXT: double twice_reverse(const Eigen::MatrixXd &A, Eigen::MatrixXd &A_bar, const Eigen::VectorXd &x,
// CHECK-NEXT:                      Eigen::VectorXd &x_bar, double twice_bar) {
// CHECK-NEXT:   struct Matrix {
// CHECK-NEXT:     std::vector<double> values;
// CHECK-NEXT:     Eigen::Index rows = 0;
// CHECK-NEXT:     Eigen::Index cols = 0;
// CHECK-NEXT:   };
// CHECK-NEXT:   struct Layer_members {
// CHECK-NEXT:     Matrix W;
// CHECK-NEXT:     std::vector<double> b;
// CHECK-NEXT:   };
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   ad::match(A_bar, A);
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const Eigen::Index rows = A.rows();
// CHECK-NEXT:   const Eigen::Index cols = A.cols();
// CHECK-NEXT:   const Eigen::Index size = x.size();
// CHECK-NEXT:   Layer_members *layer_bar = tape.owning_zeros<Layer_members>();
// CHECK-NEXT:   Layer_members layer;
// CHECK-NEXT:   ad::shape_like(layer_bar->W.values, layer.W.values);
// CHECK-NEXT:   ad::shape_like(layer_bar->b, layer.b);
// CHECK-NEXT:   const Eigen::Index size_1 = rows * cols;
// CHECK-NEXT:   layer.W.values.resize(size_1);
// CHECK-NEXT:   ad::follow_shape(tape, layer_bar->W.values, layer.W.values);
// CHECK-NEXT:   layer.W.rows = rows;
// CHECK-NEXT:   layer.W.cols = cols;
// CHECK-NEXT:   for (Eigen::Index k = 0; k < rows * cols; ++k)
// CHECK-NEXT:     layer.W.values[k] = A(k);
// CHECK-NEXT:   const Eigen::Index size_2 = size;
// CHECK-NEXT:   layer.b.resize(size_2);
// CHECK-NEXT:   ad::follow_shape(tape, layer_bar->b, layer.b);
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size; ++k)
// CHECK-NEXT:     layer.b[k] = x[k];
// CHECK-NEXT:   const Eigen::Index rows_1 = layer.W.rows;
// CHECK-NEXT:   const Eigen::Index size_3 = layer.b.size();
// CHECK-NEXT:   std::vector<double> product(rows_1);
// CHECK-NEXT:   std::vector<double> product_bar(product.size());
// CHECK-NEXT:   ad::dense::product_forward_sweep(tape, rows_1, size_3, 1, layer.W.values.data(),
// CHECK-NEXT:                                    layer_bar->W.values.data(), false, layer.b.data(),
// CHECK-NEXT:                                    layer_bar->b.data(), false, product.data(), product_bar.data());
// CHECK-NEXT:   const Eigen::Index size_4 = layer.b.size();
// CHECK-NEXT:   std::vector<double> result(size_4);
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size_4; ++k)
// CHECK-NEXT:     result[k] = product[k] + layer.b[k];
// CHECK-NEXT:   const Eigen::Index size_5 = size_4;
// CHECK-NEXT:   layer.b.resize(size_5);
// CHECK-NEXT:   ad::follow_shape(tape, layer_bar->b, layer.b);
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size_4; ++k)
// CHECK-NEXT:     layer.b[k] = result[k];
// CHECK-NEXT:   const Eigen::Index size_6 = layer.b.size();
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   const double sum_bar = twice_bar;
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size_6; ++k) { // each iteration is reversed at once
// CHECK-NEXT:     sum += layer.b[k];
// CHECK-NEXT:     layer_bar->b[k] += sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   std::vector<double> result_bar(result.size());
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size_4; ++k) {
// CHECK-NEXT:     result_bar[k] += layer_bar->b[k];
// CHECK-NEXT:     layer_bar->b[k] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::restore_shape(tape, layer_bar->b);
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size_4; ++k) {
// CHECK-NEXT:     product_bar[k] += result_bar[k];
// CHECK-NEXT:     layer_bar->b[k] += result_bar[k];
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::dense::product_reverse_sweep(tape, rows_1, size_3, 1, layer.W.values.data(),
// CHECK-NEXT:                                    layer_bar->W.values.data(), false, layer.b.data(),
// CHECK-NEXT:                                    layer_bar->b.data(), false, product.data(), product_bar.data());
// CHECK-NEXT:   for (Eigen::Index k = 0; k < size; ++k) {
// CHECK-NEXT:     x_bar[k] += layer_bar->b[k];
// CHECK-NEXT:     layer_bar->b[k] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::restore_shape(tape, layer_bar->b);
// CHECK-NEXT:   for (Eigen::Index k = 0; k < rows * cols; ++k) {
// CHECK-NEXT:     A_bar(k) += layer_bar->W.values[k];
// CHECK-NEXT:     layer_bar->W.values[k] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::restore_shape(tape, layer_bar->W.values);
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
