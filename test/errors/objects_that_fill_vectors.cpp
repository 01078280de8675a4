// Objects whose constructor gives elements to a vector, made without arguments inside others.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <tuple>
#include <utility>
#include <vector>

struct Weights {
  std::vector<double> w{1, 2};
};
struct Layer {
  Weights weights;
  double bias;
};

// expected-note@+1 {{derivative of 'empty_braces' requested here}}
[[ad::differentiate(reverse)]]
double empty_braces(double x) {
  // expected-error@+2 {{cannot differentiate an object that is made without arguments here, whose class gives elements to a vector}}
  // expected-note@+1 {{make it as a variable of its own, and copy that}}
  Layer l{};
  l.weights.w[0] = x;
  return l.weights.w[0] * l.weights.w[1];
}

// expected-note@+1 {{derivative of 'rest_of_an_array' requested here}}
[[ad::differentiate(reverse)]]
double rest_of_an_array(double x) {
  // expected-error@+2 {{cannot differentiate an object that is made without arguments here, whose class gives elements to a vector}}
  // expected-note@+1 {{make it as a variable of its own, and copy that}}
  Layer l[2] = {{Weights(), x}};
  l[1].weights.w[0] = x;
  return l[1].weights.w[0] * l[0].bias;
}

// expected-note@+1 {{derivative of 'on_the_heap' requested here}}
[[ad::differentiate(forward)]]
double on_the_heap(double x) {
  // expected-error@+2 {{cannot differentiate an object that is made without arguments here, whose class gives elements to a vector}}
  // expected-note@+1 {{make it as a variable of its own, and copy that}}
  auto *l = new Layer{};
  l->weights.w[0] = x;
  const double y = l->weights.w[0] * x;
  delete l;
  return y;
}

// expected-note@+1 {{derivative of 'array_of_pairs' requested here}}
[[ad::differentiate(reverse)]]
double array_of_pairs(double x) {
  // expected-error@+2 {{cannot differentiate an object that is made without arguments here, whose class gives elements to a vector}}
  // expected-note@+1 {{make it as a variable of its own, and copy that}}
  std::pair<Weights, double> all[2];
  all[0].first.w[0] = x;
  return all[0].first.w[0] * x;
}

// expected-note@+1 {{derivative of 'temporary' requested here}}
[[ad::differentiate(forward)]]
double temporary(double x) {
  // expected-error@+2 {{cannot differentiate an object that is made without arguments here, whose class gives elements to a vector}}
  // expected-note@+1 {{make it as a variable of its own, and copy that}}
  return Layer{}.weights.w[0] * x;
}
