// Callees that are written out, since a pointer without a type is passed to them, and that use goto.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -verify %s

using Rhs = int (*)(double y, double *dy, void *context);

static int euler(Rhs f, void *context, double *y, int n) {
  int state = 0;
  for (int i = 0; i < n; ++i) {
    double d;
    state = f(*y, &d, context);
    if (state != 0)
      goto done;
    *y += 0.1 * d;
  }
done:
  return state;
}

static int decay(double y, double *dy, void *context) {
  *dy = -*static_cast<double *>(context) * y;
  return y < 0;
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]] double f(double k, double y, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'euler', which is inlined and uses goto}}
  // expected-note@+1 {{leave its loops by 'break' or 'return'}}
  return euler(decay, &k, &y, n) == 0 ? y : -1;
}
