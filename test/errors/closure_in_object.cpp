// Closures in containers, closures that own memory, instances of generic lambdas that nobody names.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

// expected-note@+1 {{derivative of 'stored' requested here}}
[[ad::differentiate(reverse)]]
double stored(double a, double x) {
  auto f = [=](double t) { return t * a; };
  // expected-error@+2 {{cannot differentiate a use of the closure 'f' here}}
  // expected-note@+1 {{call it, or pass it to a function that is called: it is not stored in containers}}
  std::vector<decltype(f)> v{f};
  return v.size();
}

// expected-note@+1 {{derivative of 'listed' requested here}}
[[ad::differentiate(reverse)]]
double listed(double x) {
  std::vector<std::function<double(double)>> v;
  std::vector<double> row(3, x);
  for (int i = 0; i < 3; ++i) {
    row[i] += x;
    // expected-error@+2 {{cannot differentiate this use of a container of functions}}
    // expected-note@+1 {{fill it first, with functions and lambdas that capture numbers, and loop over it or call its elements}}
    v.push_back([=](double t) { return t * row[i]; });
  }
  return v.size();
}

// expected-note@+1 {{derivative of 'called_before' requested here}}
[[ad::differentiate(reverse)]]
double called_before(double x) {
  std::vector<std::function<double(double)>> v;
  double s = x;
  for (int i = 0; i < 3; ++i) {
    v.push_back([=](double t) { return t * x; });
    // expected-error@+2 {{cannot differentiate this use of a container of functions}}
    // expected-note@+1 {{fill it first, with functions and lambdas that capture numbers, and loop over it or call its elements}}
    s += v.front()(s);
    v.push_back([=](double t) { return t + i; });
  }
  return s;
}

// expected-note@+1 {{derivative of 'generic' requested here}}
[[ad::differentiate(reverse)]]
double generic(double x) {
  double (*p)(double) = [](auto t) { return t * t; };
  // expected-error@+2 {{cannot differentiate this call: which instance of the generic lambda it runs is not known}}
  // expected-note@+1 {{call the function itself, or pass it to a function template}}
  return p(x);
}

// expected-note@+1 {{derivative of 'owning' requested here}}
[[ad::differentiate(reverse)]]
double owning(double x) {
  auto p = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate a closure that owns memory}}
  // expected-note@+1 {{keep the object in a variable and capture it by reference}}
  auto f = [q = std::move(p)](double t) { return *q * t; };
  return f(x);
}

// expected-note@+1 {{derivative of 'by_branch' requested here}}
[[ad::differentiate(reverse)]]
double by_branch(double x) {
  std::map<std::string, std::function<double(double)>> table;
  table["one"] = [](double t) { return t; };
  if (x > 0)
    // expected-error@+2 {{cannot differentiate this use of a container of functions}}
    // expected-note@+1 {{fill it first, with functions and lambdas that capture numbers, and loop over it or call its elements}}
    table["two"] = [](double t) { return t * t; };
  return table.at("one")(x);
}

// expected-note@+1 {{derivative of 'not_there' requested here}}
[[ad::differentiate(reverse)]]
double not_there(double x) {
  std::map<int, std::function<double(double)>> table{{1, [](double t) { return t; }}};
  // expected-error@+2 {{cannot differentiate this call: the map has no function with this key here}}
  // expected-note@+1 {{fill the map where it is declared}}
  return table.at(2)(x);
}

// expected-note@+1 {{derivative of 'counting' requested here}}
[[ad::differentiate(reverse)]]
double counting(double x) {
  auto g = std::bind([n = 0.0](double t) mutable { return n += t; }, std::placeholders::_1);
  // expected-error@+2 {{cannot differentiate a call of this closure}}
  // expected-note@+1 {{which function it is must be known where it is called: take it as a template parameter, or call it directly}}
  return g(x);
}

// expected-note@+1 2 {{derivative of 'paired' requested here}}
[[ad::differentiate(reverse)]]
double paired(double x) {
  // expected-error@+2 {{cannot differentiate a lambda that is stored in a container}}
  // expected-note@+1 {{call it, pass it to a function that is called, or keep it in a variable, a member, or a std::vector or std::map of std::function alone}}
  std::tuple<int, std::function<double(double)>> p{1, [](double t) { return t * t; }};
  // expected-error@+2 {{cannot differentiate a call through 'std::function'}}
  // expected-note@+1 {{which function it is must be known where it is called: take it as a template parameter, or call it directly}}
  return std::get<1>(p)(x);
}

struct Stage {
  double gain;
  std::function<double(double)> shape;
};

// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(reverse)]]
double ordered(double x) {
  std::vector<Stage> stages{{x, [](double t) { return t * t; }}, {2, [](double t) { return t; }}};
  // expected-error@+2 {{cannot differentiate this use of a container of objects of type 'Stage', which hold functions}}
  // expected-note@+1 {{append to it by push_back in the function that declares it, loop over it, and change the order of indices instead of that of its elements}}
  std::sort(stages.begin(), stages.end(), [](const Stage &a, const Stage &b) { return a.gain < b.gain; });
  return stages[0].shape(x);
}

// What an algorithm writes is refused where it is called.
// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(double x) {
  std::vector<Stage> stages{{x, [](double t) { return t * t; }}, {2, [](double t) { return t; }}};
  std::vector<Stage> others = stages;
  // expected-error@+2 {{cannot differentiate this use of a container of objects of type 'Stage', which hold functions}}
  // expected-note@+1 {{append to it by push_back in the function that declares it, loop over it, and change the order of indices instead of that of its elements}}
  std::transform(stages.begin(), stages.end(), others.begin(), [](Stage s) { return s; });
  return others[0].shape(x);
}
