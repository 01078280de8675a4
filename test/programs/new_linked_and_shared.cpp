// Pointers into the same memory, workspaces that callees make and free, rings, tables, exceptions.
#include "arrays.h"
#include <algorithm>
#include <cstring>
#include <stdexcept>
#define BOTH [[ad::differentiate(forward, reverse)]]
// pointer arithmetic into heap, aliasing
BOTH double alias(const double *x, int n) {
  double *w = new double[2 * n];
  double *lo = w, *hi = w + n, *end = w + 2 * n;
  for (double *p = w; p != end; ++p)
    *p = x[(p - w) % n];
  for (int i = 0; i < n; ++i) {
    hi[i] *= lo[i];
    lo[i] += w[n + (i + 1) % n];
  }
  double s = 0;
  for (double *p = lo; p < end; ++p)
    s += *p * *p;
  delete[] lo;
  return s;
}
// null deletes, conditional allocation
BOTH double cond(const double *x, int n) {
  double *w = nullptr, s = 1;
  for (int k = 0; k < n; ++k) {
    if (!w && x[k] > 0)
      w = new double[n];
    if (w) {
      w[k] = x[k] * s;
      s += w[k] * w[k];
    }
    if (k == 2) {
      delete[] w;
      w = nullptr;
    }
  }
  delete[] w;
  return s;
}
// switch with allocation, fallthrough
BOTH double sw(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k) {
    double *w = nullptr;
    switch (k % 3) {
    case 0:
      w = new double[1]{x[k]};
      break;
    case 1:
      w = new double[2]{x[k], x[0]};
    default:
      if (!w)
        w = new double(x[k] * x[k]), s += *w;
      else
        s += w[1];
    }
    s += w[0] * s;
    if (k % 3 == 2)
      delete w;
    else if (k % 3 == 1)
      delete[] w;
    else
      delete[] w;
  }
  return s;
}
// alloc in one callee, free in another, in a loop, behind struct
struct Ws {
  double *a;
  double *b;
  int n;
};
Ws open(int n) {
  Ws w;
  w.a = new double[n]();
  w.b = new double[n];
  w.n = n;
  return w;
}
void close(Ws *w) {
  delete[] w->a;
  delete[] w->b;
}
void run(Ws &w, const double *x) {
  for (int i = 0; i < w.n; ++i) {
    w.b[i] = x[i] * (1 + w.a[i]);
  }
  for (int i = 0; i < w.n; ++i) {
    w.a[i] += w.b[i] * w.b[(i + 1) % w.n];
    if (w.a[i] > 3)
      return;
  }
  std::swap(w.a, w.b);
}
BOTH double ws(const double *x, int n) {
  Ws w = open(n);
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    run(w, x);
    s += w.a[0] * w.b[n - 1];
  }
  close(&w);
  return s;
}
// doubly linked, relink
struct D {
  double v;
  D *prev, *next;
};
BOTH double dl(const double *x, int n) {
  D head{0, nullptr, nullptr};
  head.prev = head.next = &head;
  for (int i = 0; i < n; ++i) {
    D *d = new D{x[i], head.prev, &head};
    head.prev->next = d;
    head.prev = d;
  }
  double s = 0;
  int k = 0;
  for (D *d = head.next; d != &head; d = d->next) {
    d->v *= d->prev->v + 1;
    s += d->v * (++k);
  }
  D *m = head.next->next;
  m->prev->next = m->next;
  m->next->prev = m->prev;
  s *= m->v;
  delete m;
  while (head.next != &head) {
    D *d = head.next;
    head.next = d->next;
    s += d->v * d->v;
    delete d;
  }
  return s;
}
// exceptions thrown by callee after allocation of ours... caught by test main
BOTH double thr(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i];
  if (x[0] > 10) {
    delete[] w;
    throw std::runtime_error("big");
  }
  double s = w[0] * w[n - 1];
  delete[] w;
  return s;
}
// hash table
struct Entry {
  int key;
  double val;
  Entry *next;
};
BOTH double table(const double *x, int n) {
  Entry *t[4] = {};
  for (int i = 0; i < n; ++i) {
    int key = i * 7 % 5;
    Entry *e = t[key % 4];
    while (e && e->key != key)
      e = e->next;
    if (!e) {
      e = new Entry{key, 1, t[key % 4]};
      t[key % 4] = e;
    }
    e->val *= x[i];
  }
  double s = 0;
  for (int b = 0; b < 4; ++b)
    while (t[b]) {
      Entry *e = t[b];
      t[b] = e->next;
      s += e->val * e->val;
      delete e;
    }
  return s;
}
// std algorithms on heap
BOTH double algo(const double *x, int n) {
  double *w = new double[n];
  std::copy(x, x + n, w);
  std::fill(w + 1, w + 2, x[0]);
  for (int i = 0; i < n; ++i)
    w[i] *= w[0];
  std::sort(w, w + n);
  double s = w[0] * 2 + w[n - 1] * w[1];
  delete[] w;
  return s;
}
int main() {
  CHECK_ARRAY(alias, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(cond, {0.5, 0.5, -0.75, 0.3, 0.4});
  CHECK_ARRAY(sw, {0.5, 0.5, -0.75, 0.3, 0.4});
  CHECK_ARRAY(ws, {0.5, 0.5, -0.75, 0.3, 0.4});
  CHECK_ARRAY(dl, {0.5, 0.5, -0.75, 0.3, 0.4});
  CHECK_ARRAY(thr, {0.5, 0.5, -0.75, 0.3, 0.4});
  CHECK_ARRAY(table, {0.5, 0.5, -0.75, 0.3, 0.4, 0.8});
  CHECK_ARRAY(algo, {0.5, 0.6, -0.75, 0.3, 0.4, 0.8});
  double x[1] = {11}, x_bar[1] = {0}, d;
  try {
    thr_reverse(x, x_bar, 1);
    expect_true("throws", false);
  } catch (const std::runtime_error &) {
  }
  try {
    thr_forward(x, x_bar, 1, d);
    expect_true("throws", false);
  } catch (const std::runtime_error &) {
  }
  return finish();
}
