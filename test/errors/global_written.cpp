// Globals that carry a value which depends on a parameter, where no copy can stand for them: what
// is recursive, dispatched at run time or [[ad::constant]] names them
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <set>

static double last = 0, sum = 0, seen = 0;

static void add(int n, double x) {
  if (n == 0)
    return;
  // expected-error@+2 {{cannot differentiate a write to 'sum', which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  sum += x;
  add(n - 1, x * x);
}

// expected-note@+1 {{derivative of 'recursive' requested here}}
[[ad::differentiate(reverse)]]
double recursive(double x) {
  sum = x;
  add(3, x);
  return sum;
}

[[ad::constant]] static void show() { seen = last; }

// expected-note@+1 {{derivative of 'shown' requested here}}
[[ad::differentiate(reverse)]]
double shown(double x) {
  // expected-error@+2 {{cannot differentiate a write to 'last', which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  last = x;
  show();
  return x * x;
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double x) const { return x; }
};
static double scale = 1;
struct Disc final : Shape {
  // expected-error@+2 {{cannot differentiate a read of 'scale', a global that a differentiated function writes}}
  // expected-note@+1 {{pass it as a parameter, or mark it [[ad::constant]]}}
  double area(double x) const override { return scale * x * x; }
};

// expected-note@+1 {{derivative of 'dispatched' requested here}}
[[ad::differentiate(reverse)]]
double dispatched(const Shape &s, double x) {
  scale = x;
  return s.area(x) + scale;
}

static int steps = 2;
static int &same = steps;
// expected-note@+1 {{derivative of 'twice' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate 'twice': it writes the global 'steps', to which 'same' leads, too}}
// expected-note@+1 {{read and write it by one name, or pass it as a parameter}}
double twice(double x) {
  steps = 3;
  return x * same;
}

static bool descending;
struct Order {
  bool operator()(int a, int b) const { return descending ? a > b : a < b; }
};
// expected-note@+1 {{derivative of 'first_of' requested here}}
[[ad::differentiate(forward)]]
double first_of(const double *x) {
  descending = true;
  std::set<int, Order> order{0, 1};
  double s = x[*order.begin()];
  // expected-error@+2 {{cannot differentiate a read of 'descending', a global that a differentiated function writes}}
  // expected-note@+1 {{pass it as a parameter, or mark it [[ad::constant]]}}
  return descending ? s : 2 * s;
}

static int limit;
static int steps_to(int n, int k = limit) {
  while (n < 9) {
    if (n > 5)
      return n;
    n += k;
  }
  return n;
}
// expected-note@+1 {{derivative of 'scaled' requested here}}
[[ad::differentiate(forward)]]
double scaled(double x) {
  limit = 2;
  // expected-error@+2 {{cannot differentiate a read of 'limit', a global that a differentiated function writes}}
  // expected-note@+1 {{pass it as a parameter, or mark it [[ad::constant]]}}
  return x * steps_to(2) * limit;
}
