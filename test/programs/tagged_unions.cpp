// Unions of a number and other things, with a tag that says which of them it is.
#include "scalars.h"
#include <string>
#include <utility>

namespace anonymous { // in a struct
struct Value {
  enum Kind { Num, Int } kind;
  union {
    double d;
    int i;
  };
};
Value num(double d) {
  Value v;
  v.kind = Value::Num;
  v.d = d;
  return v;
}
Value integer(int i) {
  Value v;
  v.kind = Value::Int;
  v.i = i;
  return v;
}
double as_double(const Value &v) { return v.kind == Value::Num ? v.d : v.i; }
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Value a[3] = {num(x), integer(3), num(y * x)};
  double s = 0;
  for (const Value &v : a)
    s += as_double(v) * as_double(v);
  return s;
}
} // namespace anonymous

namespace stack { // tokens of an expression
struct Token {
  char type;
  union Payload {
    double number;
    char op;
  } u;
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Token t[5];
  t[0].type = 'n';
  t[0].u.number = x;
  t[1].type = 'n';
  t[1].u.number = y;
  t[2].type = 'o';
  t[2].u.op = '*';
  t[3].type = 'n';
  t[3].u.number = x + y;
  t[4].type = 'o';
  t[4].u.op = '+';
  double st[8];
  int sp = 0;
  for (int i = 0; i < 5; ++i) {
    if (t[i].type == 'n')
      st[sp++] = t[i].u.number;
    else {
      double b = st[--sp], a = st[--sp];
      switch (t[i].u.op) {
      case '*':
        st[sp++] = a * b;
        break;
      case '+':
        st[sp++] = a + b;
        break;
      }
    }
  }
  return st[0];
}
} // namespace stack

namespace in_class { // a class with constructors and operators
class Val {
  enum class Tag { Num, Int, Flag } tag_;
  union {
    double num_;
    long int_;
    bool flag_;
  };

public:
  Val(double d) : tag_(Tag::Num), num_(d) {}
  Val(long i) : tag_(Tag::Int), int_(i) {}
  Val(bool b) : tag_(Tag::Flag), flag_(b) {}
  bool is_num() const { return tag_ == Tag::Num; }
  double as_double() const {
    switch (tag_) {
    case Tag::Num:
      return num_;
    case Tag::Int:
      return double(int_);
    case Tag::Flag:
      return flag_ ? 1 : 0;
    }
    return 0;
  }
  friend Val operator+(const Val &a, const Val &b) {
    if (a.tag_ == Tag::Int && b.tag_ == Tag::Int)
      return Val(a.int_ + b.int_);
    return Val(a.as_double() + b.as_double());
  }
  void set(double d) {
    tag_ = Tag::Num;
    num_ = d;
  }
  void set(long i) {
    tag_ = Tag::Int;
    int_ = i;
  }
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Val a(x), b(3L), c(true), d(y * x);
  Val s = a + b;
  Val t = b + Val(4L);
  s = s + d + c;
  a.set(2L);
  double r = s.as_double() * t.as_double() + a.as_double() * x;
  a.set(y);
  return r + (a + b).as_double() * y;
}
} // namespace in_class

namespace turned { // what is a number and becomes none, in a loop
struct Slot {
  int is_num;
  union {
    double num;
    int op;
    const char *name;
  } v;
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Slot prog[4] = {};
  prog[0].is_num = 1;
  prog[0].v.num = x * y;
  prog[1].is_num = 0;
  prog[1].v.op = 2;
  prog[2].is_num = 1;
  prog[2].v.num = y;
  double acc = 0;
  int mode = 1;
  for (int rep = 0; rep < 3; ++rep) {
    for (int i = 0; i < 3; ++i) {
      if (prog[i].is_num)
        acc += mode * prog[i].v.num * acc + prog[i].v.num;
      else
        mode = prog[i].v.op;
    }
    prog[0].is_num = !prog[0].is_num;
    if (prog[0].is_num)
      prog[0].v.num = acc;
    else
      prog[0].v.op = 3;
  }
  return acc;
}
} // namespace turned

namespace exchanged { // swapped and copied
struct V {
  enum { N, I } k;
  union {
    double d;
    int i;
  };
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  V a{V::N, {x}}, b;
  b.k = V::I;
  b.i = 4;
  std::swap(a, b);
  V c = b;
  b.k = V::I;
  b.i = 7;
  double s = 0;
  for (const V *p : {&a, &b, &c})
    s += p->k == V::N ? p->d * y : p->i * x;
  return s;
}
} // namespace exchanged

namespace counted { // integers that count
struct V {
  int k;
  union {
    double d;
    int i;
  } u;
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  V v;
  v.k = 0;
  v.u.d = x;
  double s = v.u.d * v.u.d;
  v.k = 1;
  v.u.i = 1;
  for (int n = 0; n < 3; ++n)
    if (v.k == 1) {
      v.u.i += 2;
      ++v.u.i;
      s += y * v.u.i;
    }
  v.k = 0;
  v.u.d = y * s;
  return v.u.d + s;
}
} // namespace counted

namespace untagged { // what is read was written last
union Slot {
  double d;
  int i;
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Slot s;
  s.d = x * y;
  double r = s.d * s.d;
  for (int k = 0; k < 3; ++k) {
    s.i = k;
    ++s.i;
    r += s.i * x;
    s.d = r * y;
    r += s.d;
  }
  if (x > 1) {
    s.i = 4;
    r *= s.i;
  } else {
    r += s.d;
  }
  return r;
}
} // namespace untagged

int main() {
  CHECK_SCALARS(anonymous::f, {1.5, 0.7});
  CHECK_SCALARS(stack::f, {1.5, 0.7});
  CHECK_SCALARS(in_class::f, {1.5, 0.7});
  CHECK_SCALARS(turned::f, {0.5, 0.3});
  CHECK_SCALARS(exchanged::f, {1.5, 0.7});
  CHECK_SCALARS(counted::f, {1.5, 0.7});
  CHECK_SCALARS(untagged::f, {1.5, 0.7});
  CHECK_SCALARS(untagged::f, {0.5, 0.7});
  return finish();
}
