// `goto` into another block, past declarations of what is used later, and back in a loop that is left.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'into' requested here}}
[[ad::differentiate(reverse)]]
double into(double x, int n) {
  if (n > 3)
    // expected-error@+2 {{cannot differentiate a goto into another block}}
    // expected-note@+1 {{use a loop, or 'break', 'continue' and 'return'}}
    goto inside;
  while (--n > 0) {
    x *= x;
  inside:
    x += 1;
  }
  return x;
}

// expected-note@+1 {{derivative of 'declares' requested here}}
[[ad::differentiate(reverse)]]
double declares(double x) {
again:
  // expected-error@+2 {{cannot differentiate a declaration between labels of what is used after the next one}}
  // expected-note@+1 {{declare it ahead of the labels}}
  double y = x * x;
  if (y < 0.1)
    goto out;
  x = y;
  if (y > 0.5)
    goto again;
out:
  return x * y;
}

// expected-note@+1 {{derivative of 'leaves' requested here}}
[[ad::differentiate(reverse)]]
double leaves(double x, int n) {
  for (int i = 0; i < n; ++i) {
  // expected-error@+2 {{cannot differentiate a goto back to a label in a loop that 'break' or 'continue' leaves}}
  // expected-note@+1 {{use a loop of its own}}
  again:
    x *= 0.5;
    if (x > 1)
      goto again;
    if (x < 0.1)
      break;
  }
  return x;
}
