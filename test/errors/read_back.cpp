// Values that go through strings, distributions and durations.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <chrono>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// expected-note@+1 {{derivative of 'printed' requested here}}
[[ad::differentiate(reverse)]]
double printed(double x) {
  std::ostringstream out;
  out << x * x;
  const std::string text = out.str();
  // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
  // expected-note@+1 {{keep it in a variable of its own, or mark what goes in [[ad::constant]]}}
  return std::stod(text) * x;
}

// expected-note@+1 {{derivative of 'drawn' requested here}}
[[ad::differentiate(forward)]]
double drawn(double mean) {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal(mean, 1);
  // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
  // expected-note@+1 {{keep it in a variable of its own}}
  return normal(generator);
}

// expected-note@+1 {{derivative of 'lasting' requested here}}
[[ad::differentiate(forward)]]
double lasting(double x) {
  // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
  // expected-note@+1 {{keep it in a variable of its own}}
  return std::chrono::duration<double>(x * x).count();
}

// expected-note@+1 {{derivative of 'read' requested here}}
[[ad::differentiate(reverse)]]
double read(double x, const std::string &text) {
  std::istringstream in(text);
  double y = x;
  // expected-error@+2 {{cannot differentiate: this statement may write to storage that carries derivatives}}
  // expected-note@+1 {{write in a statement of its own}}
  in >> y;
  return x * y;
}

static double logged(std::ostringstream &out, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 3)
      return x;
    out << x << ' ';
    x *= x;
  }
  return x;
}

// expected-note@+1 {{derivative of 'through_callee' requested here}}
[[ad::differentiate(reverse)]]
double through_callee(double x) {
  std::ostringstream out;
  const double y = logged(out, x, 2);
  // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
  // expected-note@+1 {{keep it in a variable of its own}}
  return y * std::stod(out.str());
}

// expected-note@+1 {{derivative of 'from_exception' requested here}}
[[ad::differentiate(reverse)]]
double from_exception(double x) {
  double y = x;
  try {
    y *= x;
    if (y > 1)
      throw std::runtime_error(std::to_string(y));
  } catch (const std::exception &e) {
    // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
    // expected-note@+1 {{keep it in a variable of its own, or mark what goes in [[ad::constant]]}}
    y = std::stod(e.what());
  }
  return y;
}

double checked(double x) {
  if (x > 1)
    throw std::runtime_error(std::to_string(x));
  return x;
}
// expected-note@+1 {{derivative of 'from_attempt' requested here}}
[[ad::differentiate(reverse)]]
double from_attempt(const std::vector<double> &v) {
  try {
    return checked(v[0]) * v.at(1);
  } catch (const std::exception &e) {
    // expected-error@+2 {{cannot differentiate a value that was kept in an object without derivatives}}
    // expected-note@+1 {{keep it in a variable of its own, or mark what goes in [[ad::constant]]}}
    return std::stod(e.what());
  }
}
