// Functions marked [[ad::constant]] that write through pointers: what they leave alone would keep
// its derivative, what they write would not.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct View {
  double *p;
  int n;
  [[ad::constant]] void set(double k) const {
    for (int i = 0; i < n; ++i)
      p[i] = k;
  }
};
[[ad::constant]] static void fill(View v, double k) { v.set(k); }
[[ad::constant]] static void first(double *p, double k) { p[0] = k; }
[[ad::constant]] void elsewhere(View v);

// expected-note@+1 {{derivative of 'method' requested here}}
[[ad::differentiate(forward, reverse)]]
double method(double x) {
  double y = x * x;
  View v{&y, 1};
  // expected-error@+2 {{cannot differentiate: this statement may write to storage that carries derivatives}}
  // expected-note@+1 {{declare const what it only reads, or write in a statement of its own}}
  v.set(3);
  return y;
}

// expected-note@+1 {{derivative of 'byValue' requested here}}
[[ad::differentiate(reverse)]]
double byValue(double x) {
  double y = x * x;
  // expected-error@+2 {{cannot differentiate: this statement may write to storage that carries derivatives}}
  // expected-note@+1 {{declare const what it only reads, or write in a statement of its own}}
  fill(View{&y, 1}, 3);
  return y;
}

// expected-note@+1 {{derivative of 'pointer' requested here}}
[[ad::differentiate(reverse)]]
double pointer(double x) {
  double y = x * x, *p = &y;
  // expected-error@+2 {{cannot differentiate: this statement may write to storage that carries derivatives}}
  // expected-note@+1 {{declare const what it only reads, or write in a statement of its own}}
  first(p, 3);
  return y;
}

// expected-note@+1 {{derivative of 'unseen' requested here}}
[[ad::differentiate(forward)]]
double unseen(double x) {
  double y = x * x;
  View v{&y, 1};
  // expected-error@+2 {{cannot differentiate: this statement may write to storage that carries derivatives}}
  // expected-note@+1 {{declare const what it only reads, or write in a statement of its own}}
  elsewhere(v);
  return y;
}
