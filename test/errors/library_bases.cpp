// Objects of classes derived from classes of the library that hold something, other than thrown ones
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <stdexcept>
struct Fail : std::runtime_error {
  double at;
  // expected-error@+2 {{cannot differentiate an object of type 'Fail', whose base class 'std::runtime_error' is the library's}}
  // expected-note@+1 {{derive it from std::exception, or keep its numbers in variables}}
  explicit Fail(double at) : std::runtime_error("fail"), at(at) {}
};
struct Worse : std::logic_error {
  double at;
  // expected-error@+2 {{cannot differentiate an object of type 'Worse', whose base class 'std::logic_error' is the library's}}
  // expected-note@+1 {{derive it from std::exception, or keep its numbers in variables}}
  explicit Worse(double at) : std::logic_error("fail"), at(at) {}
};
// expected-note@+1 {{derivative of 'local' requested here}}
[[ad::differentiate(reverse)]]
double local(double x) {
  Fail f(x * x);
  return f.at;
}
// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(forward)]]
double made(double x) {
  Worse *f = new Worse(x * x);
  const double y = f->at;
  delete f;
  return y;
}
