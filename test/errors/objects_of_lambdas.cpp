// Objects of lambdas that capture by reference, where they have no name.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
template <class... F> struct Overloaded : F... {
  using F::operator()...;
};
template <class... F> Overloaded(F...) -> Overloaded<F...>;
template <class F> struct Scaled : F {
  double k;
};
template <class F> Scaled(F, double) -> Scaled<F>;

// expected-note@+1 3 {{derivative of 'captured' requested here}}
[[ad::differentiate(reverse)]]
double captured(double x) {
  // expected-error@+4 {{cannot differentiate this use of an object of lambdas that capture by reference}}
  // expected-note@+3 {{give it a name with 'auto', and call it}}
  // expected-error@+2 2 {{cannot differentiate a lambda that is stored in a container}}
  // expected-note@+1 2 {{call it, pass it to a function that is called, or keep it in a variable, a member, or a std::vector or std::map of std::function alone}}
  auto g = [f = Overloaded{[&](double y) { return x * y; }, [&](int n) { return x * n; }}] {
    return f(2.0);
  };
  return g();
}

// expected-note@+1 2 {{derivative of 'with_numbers' requested here}}
[[ad::differentiate(forward)]]
double with_numbers(double x) {
  // expected-error@+4 {{cannot differentiate this use of an object of lambdas that capture by reference}}
  // expected-note@+3 {{give it a name with 'auto', and call it}}
  // expected-error@+2 {{cannot differentiate a lambda that is stored in a container}}
  // expected-note@+1 {{call it, pass it to a function that is called, or keep it in a variable, a member, or a std::vector or std::map of std::function alone}}
  Scaled s{[&](double y) { return x * y; }, x};
  return s.k;
}

// expected-note@+1 2 {{derivative of 'array' requested here}}
[[ad::differentiate(reverse)]]
double array(double x) {
  auto f = [&](double y) { return x * y; };
  // expected-error@+2 2 {{cannot differentiate a use of the closure 'f' here}}
  // expected-note@+1 2 {{call it, or pass it to a function that is called: it is not stored in containers}}
  decltype(f) both[2]{f, f};
  return x;
}
