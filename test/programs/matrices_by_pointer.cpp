// A matrix class that owns its memory, elements of vectors that grow to their size first, results
// that are written through pointers to them; objects that need not be there where a loop does not
// run.
#include "vectors.h"
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

class Matrix {
public:
  int rows, columns;
  double *data;
  Matrix() : rows(0), columns(0), data(nullptr) {}
  Matrix(int r, int c) : rows(r), columns(c) { data = new double[r * c]; }
  Matrix(const Matrix &o) : rows(o.rows), columns(o.columns) {
    data = new double[rows * columns];
    for (int i = 0; i < rows * columns; i++)
      data[i] = o.data[i];
  }
  Matrix &operator=(const Matrix &o) {
    if (this == &o)
      return *this;
    resize(o.rows, o.columns);
    for (int i = 0; i < rows * columns; i++)
      data[i] = o.data[i];
    return *this;
  }
  ~Matrix() { delete[] data; }
  double &operator()(int i, int j) { return data[j * rows + i]; }
  const double &operator()(int i, int j) const { return data[j * rows + i]; }
  void resize(int r, int c) {
    if (r * c != rows * columns) {
      if (data != nullptr)
        delete[] data;
      data = r * c > 0 ? new double[r * c] : nullptr;
    }
    rows = r;
    columns = c;
  }
};

static void multiply(const Matrix &a, const Matrix &b, Matrix *out) {
  out->resize(a.rows, b.columns);
  for (int i = 0; i < a.rows; i++)
    for (int k = 0; k < b.columns; k++) {
      (*out)(i, k) = a(i, 0) * b(0, k);
      for (int j = 1; j < a.columns; j++)
        (*out)(i, k) += a(i, j) * b(j, k);
    }
}
static void fill(Matrix *m, const V &x, int shift) {
  for (int i = 0; i < m->rows * m->columns; ++i)
    m->data[i] = x[(i + shift) % x.size()];
}

AD_MODES double chain(const V &x) { // each from the one before, through pointers
  std::vector<Matrix> links, products;
  links.resize(3);
  for (int i = 0; i < 3; ++i) {
    links[i].resize(2, 2);
    fill(&links[i], x, i);
  }
  products.resize(3);
  for (int i = 0; i < 3; ++i) {
    if (i == 0)
      products[i] = links[i];
    else
      multiply(products[i - 1], links[i], &products[i]);
  }
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k)
      s += products[i].data[k] * products[i].data[k];
  return s;
}

AD_MODES double reused(const V &x) { // one result for all, and sizes that change
  Matrix a(2, 2), b(2, 3), out;
  fill(&a, x, 0);
  fill(&b, x, 1);
  double s = 0;
  for (int round = 0; round < 3; ++round) {
    multiply(a, round == 1 ? a : b, &out);
    for (int i = 0; i < out.rows; ++i)
      for (int k = 0; k < out.columns; ++k)
        s += out(i, k) * out(i, k) * (round + 1);
    a(0, round % 2) = s * 0.1;
  }
  return s;
}

AD_MODES double perhaps_none(const V &x) { // the last one, if there is one
  std::vector<Matrix> all;
  double s = 1;
  for (int n = 0; n < 3; ++n) {
    all.resize(n);
    Matrix *last = n > 0 ? &all[n - 1] : nullptr;
    for (int i = 0; i < n; ++i) {
      last->resize(1, 2);
      fill(last, x, i);
      for (int k = 0; k < last->columns; ++k)
        s += last->data[k] * s;
    }
  }
  return s;
}

int main() {
  CHECK_VECTOR(chain, {0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_VECTOR(reused, {0.55, 0.25, -0.75, 0.9, 0.4});
  CHECK_VECTOR(perhaps_none, {0.55, 0.25, -0.75, 0.9, 0.4});
  return finish();
}
