// A loop over copies of elements that hold vectors: each has its sizes, and an adjoint with them.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

struct Layer {
  std::vector<double> weights;
  double bias;
};

[[ad::differentiate(reverse)]]
double scaled(const std::vector<Layer> &layers, double k) {
  double s = 0;
  for (auto layer : layers) {
    layer.weights[0] *= k;
    s += layer.weights[0] * layer.bias;
  }
  return s;
}

// CHECK: // scaled_reverse: adjoint of scaled (loops_over_copies.cpp:11)
// CHECK-NEXT: double scaled_reverse(const std::vector<Layer> &layers, std::vector<Layer> &layers_bar, double k,
// CHECK-NEXT:                       double &k_bar, double scaled_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   ad::match(layers_bar, layers);
// CHECK-NEXT:   for (std::size_t k_1 = 0; k_1 < layers.size(); ++k_1)
// CHECK-NEXT:     ad::match(layers_bar[k_1].weights, layers[k_1].weights);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   std::size_t *layer_weights_size_at = tape.array<std::size_t>(layers.size());
// CHECK-NEXT:   double *layer_weights_0_at = tape.array<double>(layers.size());
// CHECK-NEXT:   double *layer_bias_at = tape.array<double>(layers.size());
// CHECK-NEXT:   double *layer_weights_0_1_at = tape.array<double>(layers.size());
// CHECK-NEXT:   std::size_t layer_weights_size = 0;
// CHECK-NEXT:   for (std::size_t k_1 = 0; k_1 < layers.size(); ++k_1) {
// CHECK-NEXT:     layer_weights_size_at[k_1] = layer_weights_size;
// CHECK-NEXT:     Layer layer = layers[k_1];
// CHECK-NEXT:     layer_weights_size = layer.weights.size();
// CHECK-NEXT:     layer_weights_0_at[k_1] = layer.weights[0];
// CHECK-NEXT:     layer.weights[0] *= k;
// CHECK-NEXT:     layer_bias_at[k_1] = layer.bias;
// CHECK-NEXT:     layer_weights_0_1_at[k_1] = layer.weights[0];
// CHECK-NEXT:     s += layer.weights[0] * layer.bias;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = scaled_bar;
// CHECK-NEXT:   double k_bar_sum = 0;
// CHECK-NEXT:   for (std::size_t k_1 = layers.size(); k_1-- > 0;) {
// CHECK-NEXT:     Layer layer_bar = {};
// CHECK-NEXT:     layer_bar.weights.resize(layer_weights_size);
// CHECK-NEXT:     layer_bar.weights[0] += layer_bias_at[k_1] * s_bar;
// CHECK-NEXT:     layer_bar.bias += layer_weights_0_1_at[k_1] * s_bar;
// CHECK-NEXT:     k_bar_sum += layer_weights_0_at[k_1] * layer_bar.weights[0];
// CHECK-NEXT:     layer_bar.weights[0] *= k;
// CHECK-NEXT:     for (std::size_t k_2 = 0; k_2 < layers_bar[k_1].weights.size(); ++k_2)
// CHECK-NEXT:       layers_bar[k_1].weights[k_2] += layer_bar.weights[k_2];
// CHECK-NEXT:     layers_bar[k_1].bias += layer_bar.bias;
// CHECK-NEXT:     layer_weights_size = layer_weights_size_at[k_1];
// CHECK-NEXT:   }
// CHECK-NEXT:   k_bar += k_bar_sum;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
