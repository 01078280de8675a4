// Constructors of objects on the heap that change what they are given.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <vector>
struct Layer {
  virtual ~Layer() = default;
  virtual double run(double x) const = 0;
};
struct ByIterator : Layer {
  double w;
  explicit ByIterator(std::vector<double>::const_iterator &it) : w(*it++) {}
  double run(double x) const override { return w * x; }
};
// An iterator is a pointer in companions, of which the constructor could be given no copy.
// expected-note@+1 {{derivative of 'iterators' requested here}}
[[ad::differentiate(reverse)]]
double iterators(const std::vector<double> &v) {
  auto it = v.begin();
  // expected-error@+2 {{cannot differentiate the constructor of 'ByIterator', which changes more than its object}}
  // expected-note@+1 {{make these changes in a function of their own}}
  std::unique_ptr<Layer> l = std::make_unique<ByIterator>(it);
  return l->run(*it);
}

struct Twice : Layer {
  double w, b;
  Twice(const double *&from, const double *const &start) : w(*from++), b(*start) {}
  double run(double x) const override { return w * x + b; }
};
// expected-note@+1 {{derivative of 'twice' requested here}}
[[ad::differentiate(reverse)]]
double twice(const std::vector<double> &v) {
  const double *at = v.data();
  // expected-error@+2 {{cannot differentiate the constructor of 'Twice', which changes more than its object}}
  // expected-note@+1 {{make these changes in a function of their own}}
  std::unique_ptr<Layer> l = std::make_unique<Twice>(at, at);
  return l->run(2);
}

struct Keeps : Layer {
  const double **from;
  double w;
  explicit Keeps(const double *&at) : from(&at), w(*at++) {}
  double run(double x) const override { return w * x + **from; }
};
// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(reverse)]]
double kept(const std::vector<double> &v) {
  const double *at = v.data();
  // expected-error@+2 {{cannot differentiate the constructor of 'Keeps', which changes more than its object}}
  // expected-note@+1 {{make these changes in a function of their own}}
  std::unique_ptr<Layer> l = std::make_unique<Keeps>(at);
  return l->run(2);
}
