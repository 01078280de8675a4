// Globals that carry a value which depends on a parameter, where no copy can stand for them: what
// is recursive, dispatched at run time or [[ad::constant]] names them
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
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
