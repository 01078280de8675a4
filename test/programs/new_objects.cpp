// Objects from new: numbers, records with and without constructors, arrays of records.
#include "arrays.h"

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Pair {
  double a, b;
};
struct Marked {
  double v = 1;
  int k = 0;
  Marked *next = nullptr;
};
struct Body {
  Body(double m, double v) : mass(m), speed(v) {}
  double energy() const { return 0.5 * mass * speed * speed; }
  void push(double by) { speed += by / mass; }
  double mass, speed;
};

BOTH double numbers(const double *x, int) {
  double *p = new double(x[0] * x[1]), *q = new double, *z = new double();
  *q = *p * x[2];
  *p *= *q;
  *z += *p + *q;
  double s = *p * *q + *z;
  delete p;
  delete q;
  delete z;
  return s;
}

BOTH double records(const double *x, int n) {
  Pair *p = new Pair, *q = new Pair{x[0], x[1]}, *z = new Pair();
  p->a = x[2], p->b = q->a * q->b;
  *z = *p;
  z->a *= p->b + q->a;
  Marked *m = new Marked;
  m->v *= x[0];
  Body *b = new Body(x[0] + 2, x[1]);
  for (int i = 0; i < n; ++i)
    b->push(x[i] * z->a);
  double s = z->a * z->b + b->energy() * m->v + m->k;
  delete p;
  delete q;
  delete z;
  delete m;
  delete b;
  return s;
}

BOTH double arrays(const double *x, int n) {
  Pair *p = new Pair[n], *z = new Pair[n]();
  Marked *m = new Marked[n];
  for (int i = 0; i < n; ++i) {
    p[i].a = x[i];
    p[i].b = i ? p[i - 1].b * x[i] : 1 + x[i];
    m[i].v += x[i];
    m[i].k += i;
    if (i)
      m[i].next = &m[i - 1];
  }
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i)
      z[i].a += p[i].a * p[n - 1 - i].b, p[i].a *= z[i].a;
  double s = 0;
  for (Marked *w = &m[n - 1]; w; w = w->next)
    s += w->v * z[w->k].a;
  delete[] p;
  delete[] z;
  delete[] m;
  return s;
}

// A record that leads to memory, as a local.
struct View {
  double *data;
  int n;
};
double total(const View &v) {
  double s = 0;
  for (int i = 0; i < v.n; ++i)
    s += v.data[i] * v.data[i];
  return s;
}
void release(View &v) {
  delete[] v.data;
  v.data = nullptr;
}
BOTH double views(const double *x, int n) {
  double s = 0;
  for (int k = 1; k <= 2; ++k) {
    View v = {new double[n], n}, w;
    w.n = n - 1;
    w.data = new double[w.n];
    for (int i = 0; i < n; ++i)
      v.data[i] = x[i] * k + s;
    for (int i = 0; i < w.n; ++i)
      w.data[i] = v.data[i] * v.data[i + 1];
    s += total(v) * total(w);
    release(v);
    release(w);
  }
  return s;
}

int main() {
  CHECK_ARRAY(numbers, {0.5, 1.5, -0.75});
  CHECK_ARRAY(records, {0.5, 1.5, -0.75});
  CHECK_ARRAY(arrays, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(views, {0.5, 0.25, -0.75, 0.3});
  return finish();
}
