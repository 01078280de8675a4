// std::list and std::forward_list as parameters and results.
#include "harness.h"
#include <forward_list>
#include <iterator>
#include <list>
#include <stdexcept>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
using List = std::list<double>;

static double squares(const List &l) {
  double s = 0;
  for (double e : l)
    s += e * e;
  return s;
}
[[ad::constant]] static bool isLong(const List &l) { return l.size() > 100; }
BOTH double weighed(const List &l, double k) {
  double s = 0;
  if (isLong(l))
    return k;
  for (auto it = l.rbegin(); it != l.rend(); ++it)
    s = s * k + *it * squares(l);
  return s;
}
// Elements come, go and change; annotated functions call one another.
BOTH double changed(List &l, double k) {
  l.push_back(k * k);
  l.front() *= k;
  for (auto it = l.begin(); it != l.end();)
    if (*it > 2.5 && *it < 3.5)
      it = l.erase(it);
    else
      ++it;
  l.insert(std::next(l.begin()), k);
  return weighed(l, k) + squares(l);
}
BOTH double copied(List l, double k) {
  l.push_front(k);
  return l.size() > 2 ? squares(l) * k : k;
}
BOTH List scaled(const List &l, double k) {
  List r;
  for (double e : l)
    r.push_front(e * k);
  return r;
}
BOTH double used(const List &l, double k) {
  List twice = scaled(scaled(l, k), k);
  return squares(twice) + twice.front();
}
BOTH double nested(const List &l, double k, int n) {
  return n == 0 ? squares(l) : nested(l, k * k, n - 1) * k;
}
struct Filter {
  double gain;
  BOTH double run(List &l) const {
    l.reverse();
    l.back() += gain;
    return squares(l) * gain;
  }
};
template <class T> BOTH T total(const std::list<T> &l, T k) {
  T s = 0;
  for (const T &e : l)
    s += e * k;
  return s * s;
}
BOTH double forwards(std::forward_list<double> &l, double k) {
  l.push_front(k);
  auto it = l.insert_after(l.begin(), k * k);
  *it += 1;
  double s = 0;
  for (double &e : l) {
    s = s * 0.5 + e * e;
    e *= k;
  }
  return s;
}
// Iterators before the first element.
BOTH double filtered(double k, int n) {
  std::forward_list<double> l;
  auto last = l.before_begin();
  for (int i = 0; i < n; ++i)
    last = l.insert_after(last, k * i + 1);
  auto before = l.before_begin();
  l.push_front(k);
  l.pop_front();
  for (auto it = l.begin(); it != l.end();)
    if (*it > 2) {
      it = l.erase_after(before);
    } else {
      before = it;
      ++it;
    }
  l.push_front(k);
  double s = 0, w = 1;
  for (double e : l) {
    s += w * e;
    w *= 1.5;
  }
  return s + *before;
}
BOTH double thrown(List &l, double k) {
  l.push_back(k);
  if (k > 5)
    throw std::runtime_error("large");
  return squares(l);
}

// Two adjoints that are one list would each be given back.
BOTH double together(const List &a, const List &b) {
  double s = 0;
  auto it = b.begin();
  for (double e : a)
    s += e * *it++;
  return s;
}

static const List at(In x, int n) { return List(x, x + n); }
static void put(const List &l, Out &y) {
  for (double e : l)
    *y++ = e;
}

int main() {
  check<double>(
      {1.5, 2, 3, 0.7}, 2,
      [](In x, Out y) { *y++ = weighed(at(x, 3), x[3]), *y = used(at(x, 3), x[3]); },
      AD([](In x, In v, Out y, Out d) {
        y[0] = weighed_forward(at(x, 3), at(v, 3), x[3], v[3], d[0]);
        y[1] = used_forward(at(x, 3), at(v, 3), x[3], v[3], d[1]);
      }),
      AD([](In x, Out b, Out y, In w) {
        List bar(b, b + 3), empty;
        y[0] = weighed_reverse(at(x, 3), bar, x[3], b[3], w[0]);
        y[1] = used_reverse(at(x, 3), empty, x[3], b[3], w[1]);
        copy(std::vector<double>(bar.begin(), bar.end()).data(), b, 3);
        add(std::vector<double>(empty.begin(), empty.end()).data(), b, 3);
      }));
  check<double>(
      {1.5, 2, 3, 0.7}, 5,
      [](In x, Out y) {
        List l = at(x, 3);
        *y++ = changed(l, x[3]);
        put(l, y);
      },
      AD([](In x, In v, Out y, Out d) {
        List l = at(x, 3), dot = at(v, 3);
        *y++ = changed_forward(l, dot, x[3], v[3], *d++);
        put(l, y), put(dot, d);
      }),
      AD([](In x, Out b, Out y, In w) {
        List l = at(x, 3), bar = at(w + 1, 4);
        *y++ = changed_reverse(l, bar, x[3], b[3], w[0]);
        put(l, y);
        add(std::vector<double>(bar.begin(), bar.end()).data(), b, 3);
      }));
  check<double>(
      {1.5, 2, 3, 0.7}, 6,
      [](In x, Out y) {
        *y++ = copied(at(x, 3), x[3]);
        put(scaled(at(x, 3), x[3]), y);
        *y++ = nested(at(x, 3), x[3], 3);
        *y = total(at(x, 3), x[3]);
      },
      AD([](In x, In v, Out y, Out d) {
        *y++ = copied_forward(at(x, 3), at(v, 3), x[3], v[3], *d++);
        List dot;
        put(scaled_forward(at(x, 3), at(v, 3), x[3], v[3], dot), y);
        put(dot, d);
        *y++ = nested_forward(at(x, 3), at(v, 3), x[3], v[3], 3, *d++);
        *y = total_forward(at(x, 3), at(v, 3), x[3], v[3], *d);
      }),
      AD([](In x, Out b, Out y, In w) {
        List bar(b, b + 3);
        *y++ = copied_reverse(at(x, 3), bar, x[3], b[3], w[0]);
        put(scaled_reverse(at(x, 3), bar, x[3], b[3], at(w + 1, 3)), y);
        *y++ = nested_reverse(at(x, 3), bar, x[3], b[3], 3, w[4]);
        *y = total_reverse(at(x, 3), bar, x[3], b[3], w[5]);
        put(bar, b);
      }));
  check<double>(
      {1.5, 2, 3, 0.7}, 4,
      [](In x, Out y) {
        List l = at(x, 3);
        *y++ = Filter{x[3]}.run(l);
        put(l, y);
      },
      AD([](In x, In v, Out y, Out d) {
        List l = at(x, 3), dot = at(v, 3);
        *y++ = Filter{x[3]}.run_forward(Filter{v[3]}, l, dot, *d++);
        put(l, y), put(dot, d);
      }),
      AD([](In x, Out b, Out y, In w) {
        List l = at(x, 3), bar = at(w + 1, 3);
        Filter f_bar{b[3]};
        *y++ = Filter{x[3]}.run_reverse(f_bar, l, bar, w[0]);
        b[3] = f_bar.gain;
        put(l, y);
        add(std::vector<double>(bar.begin(), bar.end()).data(), b, 3);
      }));
  using Forward = std::forward_list<double>;
  auto last = [](const Forward &l, Out y) {
    for (double e : l)
      *y++ = e;
  };
  check<double>(
      {1.5, 2, 3, 0.7}, 7,
      [=](In x, Out y) {
        Forward l(x, x + 3);
        y[0] = forwards(l, x[3]), y[1] = filtered(x[3], 6);
        last(l, y + 2);
      },
      AD([=](In x, In v, Out y, Out d) {
        Forward l(x, x + 3), dot(v, v + 3);
        y[0] = forwards_forward(l, dot, x[3], v[3], d[0]);
        y[1] = filtered_forward(x[3], v[3], 6, d[1]);
        last(l, y + 2), last(dot, d + 2);
      }),
      AD([=](In x, Out b, Out y, In w) {
        Forward l(x, x + 3), bar(w + 2, w + 7);
        y[0] = forwards_reverse(l, bar, x[3], b[3], w[0]);
        y[1] = filtered_reverse(x[3], b[3], 6, w[1]);
        last(l, y + 2);
        add(std::vector<double>(bar.begin(), bar.end()).data(), b, 3);
      }));
#ifndef NO_AD
  // What is thrown leaves adjoints alone, and the list as the function left it.
  List l{1, 2}, bar{7, 8, 9};
  double k_bar = 3;
  bool threw = false;
  try {
    thrown_reverse(l, bar, 6, k_bar);
  } catch (const std::runtime_error &) {
    threw = true;
  }
  expect_true("thrown", threw && l.size() == 3 && k_bar == 3 && bar == List({7, 8, 9}));
  List a{1, 2}, a_bar, b_bar;
  together_reverse(a, a_bar, a, b_bar);
  expect_true("the same list twice", a_bar == a && b_bar == a);
  threw = false;
  try {
    together_reverse(a, a_bar, a, a_bar);
  } catch (const std::exception &) {
    threw = true;
  }
  expect_true("the same adjoint twice", threw && a_bar == a);
#endif
  return finish();
}
