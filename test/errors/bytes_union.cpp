// Unions that do not hold floating values of one type.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
union Number {
  double d;
  long l;
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  Number n;
  n.d = x;
  // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  n.l += 1;
  return n.d;
}

// expected-note@+1 5 {{derivative of 'others' requested here}}
[[ad::differentiate(reverse)]]
double others(double x) {
  Number read, counted, led, branched;
  read.l = 1;
  // A branch, or a closure, may have written the number.
  branched.l = 1;
  if (x > 0)
    branched.d = x;
  // expected-error@+2 2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+1 2 {{read it where a condition has asked the tag of its record}}
  double s = read.l * double(branched.l);
  counted.l = 1;
  ++counted.d;
  // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  s += counted.l;
  // So may somebody who has its address.
  double *p = &led.d;
  led.l = 2;
  *p = x;
  // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  s += led.l;
  auto write = [&] { read.d = x; };
  write();
  // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  return s * read.l;
}

// What stands ahead of a use in the text need not run ahead of it: the last part of a loop, other
// cases of a switch, what a throw leaves out.
// expected-note@+1 3 {{derivative of 'in_other_order' requested here}}
[[ad::differentiate(reverse)]]
double in_other_order(double x, int n) {
  Number counted, chosen;
  double s = 0;
  counted.d = x;
  // expected-error@+4 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
  // expected-note@+3 {{read it where a condition has asked the tag of its record}}
  for (int k = 0; k < n; counted.l = 3, ++k) {
    // Ahead of it, in the first iteration.
    s += counted.l;
    counted.d = x;
  }
  chosen.d = x;
  switch (n) {
  case 0:
    chosen.l = 3;
    break;
  case 1:
    // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
    // expected-note@+1 {{read it where a condition has asked the tag of its record}}
    s += chosen.l;
    break;
  default:
    chosen.l = 4;
    [[fallthrough]];
  case 2:
    // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
    // expected-note@+1 {{read it where a condition has asked the tag of its record}}
    s += chosen.l;
  }
  return s;
}

// expected-note@+1 {{derivative of 'in_handler' requested here}}
[[ad::differentiate(reverse)]]
double in_handler(double x, int n) {
  Number caught;
  double s = 0;
  caught.d = x;
  try {
    caught.d = x;
    if (n > 4)
      throw n;
    caught.l = 4;
  } catch (int) {
    // expected-error@+2 {{cannot differentiate this use of 'l', which shares its memory with floating values}}
    // expected-note@+1 {{read it where a condition has asked the tag of its record}}
    s += caught.l;
  }
  return s;
}

struct Untagged {
  Number n;
};
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  Untagged u;
  // expected-error@+2 {{cannot differentiate through a union of other things than one floating type}}
  // expected-note@+1 {{use a struct, or one variable for each member}}
  u.n.d = x;
  return x;
}

union Rough {
  double d;
  float f;
};
// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate this initialiser of a union}}
  // expected-note@+1 {{assign to its member}}
  Rough r = {x};
  return x;
}

// A tag tells what the union holds; bits of a number are never taken for an integer.
struct Tagged {
  int tag;
  union {
    double value;
    long bits;
  };
};
// expected-note@+1 {{derivative of 'halved' requested here}}
[[ad::differentiate(reverse)]]
double halved(double x) {
  Tagged t;
  t.tag = 1;
  t.value = x;
  // expected-error@+2 {{cannot differentiate this use of 'bits', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  t.bits = 0x5fe6eb50c7b537a9 - (t.bits >> 1);
  return t.value;
}

static void raise(long &bits) { bits += 1; }
// expected-note@+1 2 {{derivative of 'raised' requested here}}
[[ad::differentiate(reverse)]]
double raised(double x) {
  Tagged t;
  t.tag = 1;
  t.value = x;
  // expected-error@+2 {{cannot differentiate this use of 'bits', which shares its memory with floating values}}
  // expected-note@+1 {{read it where a condition has asked the tag of its record}}
  raise(t.bits);
  // expected-error@+3 {{cannot differentiate a pointer or reference to what shares its memory with floating values}}
  // expected-note@+2 {{copy it into a variable}}
  if (t.tag == 2) {
    long *p = &t.bits;
    *p += 1;
  }
  return t.value;
}
