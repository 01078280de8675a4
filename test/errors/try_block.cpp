// `try` blocks that leave traces before something throws that is not seen, and handlers that look at floating values.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>
[[gnu::pure]] int asks(double x);
double half(double x) {
  if (x < 0)
    throw x;
  return x / 2;
}

// expected-note@+1 {{derivative of 'sums' requested here}}
[[ad::differentiate(reverse)]]
double sums(const std::vector<double> &a) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate this try block: 's' is changed before something that may throw}}
  // expected-note@+1 {{compute in variables of the try block and assign results last, or catch the exception in the caller}}
  try {
    for (std::size_t i = 0; i < 3; ++i) {
      s += a[i];
      s += asks(s);
    }
  } catch (...) {
  }
  return s;
}

struct Far : std::runtime_error {
  using std::runtime_error::runtime_error;
  double by = 1;
  void grow() { by *= 2; }
};
// expected-note@+1 {{derivative of 'reads' requested here}}
[[ad::differentiate(reverse)]]
double reads(double x) {
  try {
    if (x < 0)
      throw Far("negative");
    return half(x) * x;
    // expected-error@+2 {{cannot differentiate this try block: its handler reads the exception 'e', which holds floating values}}
    // expected-note@+1 {{throw where it can be seen, in the block or in a function that it calls, an object of that very class, without virtual functions}}
  } catch (Far &e) {
    e.grow();
    return e.by * x;
  } catch (double) {
    return x;
  }
}

struct Low {
  double by;
};
struct Lower : Low {
  double much;
};
// expected-note@+1 {{derivative of 'other' requested here}}
[[ad::differentiate(reverse)]]
double other(double x) {
  double s = x;
  try {
    s *= x;
    if (x < 0)
      throw Low{x};
    if (x < -1)
      // expected-error@+2 {{cannot differentiate this throw: its handler reads an object of another type, 'Low'}}
      // expected-note@+1 {{throw an object of that type}}
      throw Lower{{x}, 2 * x};
  } catch (const Low &low) {
    s -= low.by;
  }
  return s;
}

int thrown;
// expected-note@+1 {{derivative of 'makes' requested here}}
[[ad::differentiate(reverse)]]
double makes(double x) {
  double s = x;
  try {
    s *= x;
    if (x < 0)
      // expected-error@+2 {{cannot differentiate this throw: to make what it throws has effects}}
      // expected-note@+1 {{do that in a statement of its own}}
      throw ++thrown;
  } catch (int) {
  }
  return s;
}

double tested(double x) {
  if (x < 0)
    throw 1;
  return x;
}
// expected-note@+1 {{derivative of 'conditions' requested here}}
[[ad::differentiate(reverse)]]
double conditions(double x) {
  double s = x;
  try {
    s *= x;
    // expected-error@+2 {{cannot differentiate this loop: its condition or step may throw}}
    // expected-note@+1 {{throw in its body}}
    while (tested(s) > 1)
      s -= 0.5;
  } catch (int) {
  }
  return s;
}

// expected-note@+1 {{derivative of 'tests' requested here}}
[[ad::differentiate(reverse)]]
double tests(const std::vector<double> &a, const std::string &text) {
  double s = 0;
  std::size_t end = 0;
  try {
    s += a[0];
    // expected-error@+2 {{cannot differentiate this in a try block that changes variables before it throws: it may throw, too}}
    // expected-note@+1 {{test for what is wrong in the block, and throw there}}
    s *= std::stod(text, &end);
  } catch (const std::out_of_range &) {
  }
  return s * a[end];
}

// expected-note@+1 {{derivative of 'inside' requested here}}
[[ad::differentiate(reverse)]]
double inside(double x) {
  double s = x;
  auto tries = [&](double t) {
    // expected-error@+2 {{cannot differentiate this try block: it stands in another one, and what throws in it is not seen}}
    // expected-note@+1 {{move it out of that, or throw in the try block itself}}
    try {
      if (t > 3)
        throw 2;
      return t * asks(t);
    } catch (int) {
      return 0.0;
    }
  };
  std::function<double(double)> held = tries;
  try {
    s *= x;
    s += held(x);
    if (s > 3)
      throw 1;
  } catch (int) {
  }
  return s;
}

// expected-note@+1 {{derivative of 'again' requested here}}
[[ad::differentiate(reverse)]]
double again(double x) {
  double s = x;
  try {
    s *= x;
    try {
      s = half(s);
    } catch (...) {
      // expected-error@+2 {{cannot differentiate this throw: what it throws again is read by a handler around it}}
      // expected-note@+1 {{throw an object that is made here}}
      throw;
    }
  } catch (double other) {
    s = other;
  }
  return s;
}

static double sorted() {
  try {
    throw;
  } catch (int) {
    return 2;
  } catch (...) {
    return 3;
  }
}

// expected-note@+1 {{derivative of 'elsewhere' requested here}}
[[ad::differentiate(reverse)]]
double elsewhere(double x) {
  double s = x;
  try {
    s *= x;
    if (s > 1)
      throw 1;
    // expected-error@+2 {{cannot differentiate this try block: its handler calls a function that asks for the exception that is handled}}
    // expected-note@+1 {{pass it the exception, or throw again in the handler itself}}
  } catch (...) {
    s *= sorted();
  }
  return s;
}

// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(reverse)]]
double changed(double x) {
  double s = x;
  try {
    s *= x;
    if (s > 1)
      throw 1;
    // expected-error@+2 {{cannot differentiate this try block: its handler changes a copy of the exception and throws it again}}
    // expected-note@+1 {{catch it by reference}}
  } catch (int code) {
    if (++code > 1)
      throw;
  }
  return s;
}

// expected-note@+1 {{derivative of 'effects' requested here}}
[[ad::differentiate(reverse)]]
double effects(const std::vector<double> &a, int i) {
  // expected-error@+2 {{cannot differentiate this try block: code with effects runs before something that may throw}}
  // expected-note@+1 {{compute in variables of the try block}}
  try {
    std::puts("start");
    return asks(i) * a[0];
  } catch (const std::out_of_range &) {
    return a[0];
  }
}

struct Caught {
  double value;
  Caught(double x) try : value(half(x)) {
    value *= x;
  } catch (...) {
  }
};
// expected-note@+1 {{derivative of 'body' requested here}}
[[ad::differentiate(reverse)]]
double body(double x) {
  // expected-error@+2 {{cannot differentiate a call to 'Caught', whose body is a try block}}
  // expected-note@+1 {{put the try block into the braces of the body}}
  Caught c(x);
  return c.value;
}

double descend(double x, int n) {
  if (x > 3)
    throw n;
  return n > 0 ? descend(x * x, n - 1) : x;
}
// expected-note@+1 {{derivative of 'thrown_from_below' requested here}}
[[ad::differentiate(reverse)]]
double thrown_from_below(double x) {
  double y = x;
  // expected-error@+2 {{cannot differentiate this try block: 'y' is changed before something that may throw}}
  // expected-note@+1 {{compute in variables of the try block and assign results last, or catch the exception in the caller}}
  try {
    y *= 2;
    y += descend(x, 2);
  } catch (int) {
    y = 0;
  }
  return y;
}

struct Beyond : std::runtime_error {
  double by;
  explicit Beyond(double b) : std::runtime_error("beyond") { by = 2 * b; }
};
// expected-note@+1 {{derivative of 'set_in_the_body' requested here}}
[[ad::differentiate(reverse)]]
double set_in_the_body(double x) {
  double y = x;
  try {
    y *= 2;
    if (y > 1)
      // expected-error@+2 {{cannot differentiate this throw: its handler reads 'by', and what that is set to here is not known}}
      // expected-note@+1 {{throw an object of type 'Beyond' that is made here, by a constructor with an empty body that sets the member from its parameters}}
      throw Beyond(y);
  } catch (const Beyond &e) {
    y = e.by;
  }
  return y;
}
