// Elements of an adjoint are made of zero bytes, and the members among them that hold no numbers.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <string>
#include <utility>
#include <vector>
struct Layer {
  std::string name;
  double weight;
  Layer(std::string n, double w) : name(std::move(n)), weight(w) {}
};

// CHECK-LABEL: double product_reverse(double x, double &x_bar, double y, double &y_bar, double product_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    const double x_1 = x;
// CHECK-NEXT:    const double y_1 = y;
// CHECK-NEXT:    ad::owning_shadow<Layer> object_storage;
// CHECK-NEXT:    Layer &object = object_storage.value();
// CHECK-NEXT:    ad::construct(object.name);
// CHECK-NEXT:    std::string n("in");
// CHECK-NEXT:    object.name = std::move(n);
// CHECK-NEXT:    object.weight = x_1;
// CHECK-NEXT:    std::vector<Layer> layers;
// CHECK-NEXT:    layers.push_back(object);
// CHECK-NEXT:    std::size_t layers_size = 1;
// CHECK-NEXT:    ad::owning_shadow<Layer> object_1_storage;
// CHECK-NEXT:    Layer &object_1 = object_1_storage.value();
// CHECK-NEXT:    ad::construct(object_1.name);
// CHECK-NEXT:    std::string n_1("out");
// CHECK-NEXT:    object_1.name = std::move(n_1);
// CHECK-NEXT:    object_1.weight = y_1;
// CHECK-NEXT:    layers.push_back(object_1);
// CHECK-NEXT:    ++layers_size;
// CHECK-NEXT:    double s = 1;
// CHECK-NEXT:    double *s_at = tape.array<double>(layers.size());
// CHECK-NEXT:    for (std::size_t k = 0; k < layers.size(); ++k) {
// CHECK-NEXT:      s_at[k] = s;
// CHECK-NEXT:      s *= layers[k].weight;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    std::vector<Layer> layers_bar =
// CHECK-NEXT:        ad::zeros_of<std::vector<Layer>, ad::bytes_with<&Layer::name>>(layers.size());
// CHECK-NEXT:    ad::shadow<Layer> object_bar_storage;
// CHECK-NEXT:    Layer &object_bar = object_bar_storage.value();
// CHECK-NEXT:    ad::shadow<Layer> object_1_bar_storage;
// CHECK-NEXT:    Layer &object_1_bar = object_1_bar_storage.value();
// CHECK-NEXT:    double s_bar = product_bar;
// CHECK-NEXT:    for (std::size_t k = layers.size(); k-- > 0;) {
// CHECK-NEXT:      layers_bar[k].weight += s_at[k] * s_bar;
// CHECK-NEXT:      s_bar *= layers[k].weight;
// CHECK-NEXT:    }
// CHECK-NEXT:    --layers_size;
// CHECK-NEXT:    object_1_bar.weight += layers_bar[layers_size].weight;
// CHECK-NEXT:    ad::resize<ad::bytes_with<&Layer::name>>(layers_bar, layers_size);
// CHECK-NEXT:    const double y_1_bar = object_1_bar.weight;
// CHECK-NEXT:    object_1_bar.weight = 0;
// CHECK-NEXT:    --layers_size;
// CHECK-NEXT:    object_bar.weight += layers_bar[layers_size].weight;
// CHECK-NEXT:    ad::resize<ad::bytes_with<&Layer::name>>(layers_bar, layers_size);
// CHECK-NEXT:    const double x_1_bar = object_bar.weight;
// CHECK-NEXT:    object_bar.weight = 0;
// CHECK-NEXT:    y_bar += y_1_bar;
// CHECK-NEXT:    x_bar += x_1_bar;
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double product(double x, double y) {
  std::vector<Layer> layers;
  layers.emplace_back("in", x);
  layers.emplace_back("out", y);
  double s = 1;
  for (const Layer &l : layers)
    s *= l.weight;
  return s;
}
