// Memory that callees allocate beside other pointers that they are given.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;
struct Layer {
  int n;
  double *weights, *out;
};
static void make(Layer *l, int n) {
  l->n = n;
  l->weights = new double[n];
  l->out = new double[n]();
}
static void drop(Layer *l) {
  delete[] l->weights;
  delete[] l->out;
  l->weights = l->out = nullptr;
}
static int run(Layer *l, const double *in, int n) {
  for (int i = 0; i < l->n; ++i) {
    double a = 0;
    for (int j = 0; j < n; ++j)
      a += in[j] * l->weights[(i + j) % l->n];
    if (a > 40)
      return i;
    l->out[i] = std::tanh(a);
  }
  return l->n;
}
[[ad::differentiate(forward, reverse)]]
double network(const V &x) {
  Layer *layers = new Layer[3];
  for (int i = 0; i < 3; ++i) {
    make(&layers[i], i + 2);
    for (int j = 0; j < layers[i].n; ++j)
      layers[i].weights[j] = x[(i + j) % 3] * (j + 1);
  }
  const double *in = x.data();
  int n = 3;
  for (int i = 0; i < 3; ++i) {
    n = run(layers + i, in, n);
    in = layers[i].out;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += in[i] * in[i] + layers[0].out[0];
  for (int i = 2; i >= 0; --i)
    drop(layers + i);
  delete[] layers;
  return s;
}
struct Buffer {
  int n;
  double *d;
};
static void fill(int n, const V &x, Buffer &b) {
  b.n = n;
  b.d = new double[n];
  for (int i = 0; i < n; ++i) {
    if (i > 50)
      return;
    b.d[i] = x[i % 3] * (i + 1);
  }
}
static double norm(const Buffer &b) {
  double s = 0;
  for (int i = 0; i < b.n; ++i) {
    if (s > 1e6)
      return s * b.d[i];
    s += b.d[i] * b.d[i];
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double buffers(const V &x) {
  Buffer b[2];
  fill(2, x, b[0]);
  fill(3, x, b[1]);
  Buffer *p = b, *q = b + 1;
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    std::swap(*p, *q);
    p->d[1] *= q->d[0];
    std::swap(p, q);
    s += p->d[0] * q->d[1] + norm(*p) * 0.1;
  }
  delete[] b[0].d;
  delete[] b[1].d;
  return s;
}
int main() {
  CHECK_VECTOR(network, {0.3, 0.7, 1.1});
  CHECK_VECTOR(buffers, {0.3, 0.7, 1.1});
  return finish();
}
