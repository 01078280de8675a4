// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
// An object that holds a function and its context is followed by what its members are set to.
struct Function {
  double (*function)(double x, void *params);
  void *params;
};
static double scaled(double x, void *params) { return *(double *)params * x; }
static double twice(const Function *f, double x) { return 2 * f->function(x, f->params); }

// CHECK-LABEL: double f_reverse(
// CHECK: const double [[A:.*]]_bar = 2 * x * f_bar;
// CHECK: x_bar += 2 * [[A]] * f_bar;
// CHECK: a_bar += [[A]]_bar;
[[ad::differentiate(reverse)]]
double f(double x, double a) {
  Function g;
  g.function = &scaled;
  g.params = &a;
  return twice(&g, x);
}

// No object is left of the class of its members: nor is the class.
static double line(double x, void *params) {
  auto *p = static_cast<double *>(params);
  return p[0] * x + p[1];
}
static double integral(const Function *f, double to, int n) {
  double s = 0, h = to / n;
  for (int i = 0; i < n; ++i)
    s += f->function((i + 0.5) * h, f->params) * h;
  return s;
}
// CHECK-LABEL: double area_reverse(
// CHECK-NOT: Function_members
// CHECK: return s;
[[ad::differentiate(reverse)]]
double area(double a, double b) {
  double p[2] = {a, b};
  Function f{line, &p[0]};
  return integral(&f, 1, 10);
}
