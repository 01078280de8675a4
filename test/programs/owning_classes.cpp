// Other classes that own memory: templates, growing buffers, guards, lists with recursive
// destructors, objects on the heap, moves out of functions.
#include "arrays.h"
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

// As in headers of numerical codes.
template <class T> class Vec {
public:
  explicit Vec(int n = 0) : size_(n), data_(n ? new T[n]() : nullptr) {}
  Vec(const Vec &o) : size_(o.size_), data_(o.size_ ? new T[o.size_] : nullptr) {
    for (int i = 0; i < size_; ++i)
      data_[i] = o.data_[i];
  }
  Vec(Vec &&o) noexcept
      : size_(std::exchange(o.size_, 0)), data_(std::exchange(o.data_, nullptr)) {}
  Vec &operator=(Vec o) { // copy and swap
    swap(*this, o);
    return *this;
  }
  ~Vec() { delete[] data_; }
  friend void swap(Vec &a, Vec &b) {
    std::swap(a.size_, b.size_);
    std::swap(a.data_, b.data_);
  }
  int size() const { return size_; }
  T &operator[](int i) { return data_[i]; }
  const T &operator[](int i) const { return data_[i]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  int size_;
  T *data_;
};
template <class T> Vec<T> operator-(const Vec<T> &a, const Vec<T> &b) {
  Vec<T> c(a.size());
  for (int i = 0; i < a.size(); ++i)
    c[i] = a[i] - b[i];
  return c;
}
template <class T> T dot(const Vec<T> &a, const Vec<T> &b) {
  T s = 0;
  for (int i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}

BOTH double vectors(const double *x, int n) {
  Vec<double> a(n), b;
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i];
  b = a;
  for (double &each : b)
    each *= x[0];
  Vec<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = n - 1 - i;
  double s = dot(a - b, b);
  b = a - b;
  swap(a, b);
  for (int i = 0; i < n; ++i)
    s += a[order[i]] * b[i];
  b = Vec<double>(2);
  return s + b[1];
}

// Rows of rows: a destructor with a loop.
struct Table {
  int n;
  double **row;
  Table(int size, double value) : n(size), row(new double *[size]) {
    for (int i = 0; i < n; ++i) {
      row[i] = new double[n];
      for (int j = 0; j < n; ++j)
        row[i][j] = i == j ? value : 0;
    }
  }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;
  ~Table() {
    for (int i = 0; i < n; ++i)
      delete[] row[i];
    delete[] row;
  }
  double *operator[](int i) { return row[i]; }
};
BOTH double table(const double *x, int n) {
  double s = 0;
  for (int k = 1; k < 3; ++k) {
    Table t(n, x[k % n]);
    for (int i = 1; i < n; ++i)
      t[i][0] = t[i - 1][0] * x[i] + s;
    if (t[n - 1][0] > 5)
      return t[0][0] * s;
    s += t[n - 1][0] * t[1][1];
  }
  return s;
}

// Append with growth, as a vector written by hand.
struct Buffer {
  double *data = nullptr;
  int used = 0, room = 0;
  ~Buffer() { delete[] data; }
  void push(double v) {
    if (used == room) {
      int larger = room ? 2 * room : 1;
      double *fresh = new double[larger];
      for (int i = 0; i < used; ++i)
        fresh[i] = data[i];
      delete[] data;
      data = fresh;
      room = larger;
    }
    data[used++] = v;
  }
};
BOTH double pushed(const double *x, int n) {
  Buffer b;
  for (int i = 0; i < n; ++i) {
    b.push(x[i] * (i ? b.data[i - 1] : 1.0));
    if (i % 2)
      b.push(b.data[0] * x[i]);
  }
  double s = 0;
  for (int i = 0; i < b.used; ++i)
    s += b.data[i] * b.data[b.used - 1 - i];
  return s;
}

// A destructor that changes what the derivative sees.
struct Scale {
  double *at, by;
  Scale(double *p, double b) : at(p), by(b) { *at *= b; }
  ~Scale() { *at /= by * by; }
};
BOTH double guarded(const double *x, int n) {
  double y = x[0], s = 0;
  for (int i = 1; i < n; ++i) {
    Scale outer(&y, x[i] + 2);
    s += y * y;
    if (x[i] < 0)
      continue;
    Scale inner(&y, y + 3);
    s += y * x[i];
  }
  return s + y;
}

// A list that deletes its rest, and a tree that owns its branches.
struct Link {
  double value;
  Link *next;
  Link(double v, Link *n) : value(v), next(n) {}
  ~Link() { delete next; }
};
BOTH double list(const double *x, int n) {
  Link *head = nullptr;
  for (int i = 0; i < n; ++i)
    head = new Link(x[i] * x[i], head);
  double s = 0;
  for (Link *p = head; p->next; p = p->next)
    s += p->value * p->next->value;
  delete head;
  return s;
}

struct List {
  Link *head = nullptr;
  List() = default;
  List(const List &) = delete;
  List &operator=(const List &) = delete;
  ~List() { delete head; }
  void push(double v) { head = new Link(v, head); }
  void pop() {
    Link *gone = head;
    head = head->next;
    gone->next = nullptr;
    delete gone;
  }
};
BOTH double owned(const double *x, int n) {
  List l;
  for (int i = 0; i < n; ++i)
    l.push(x[i] * (l.head ? l.head->value : 1));
  double s = l.head->value;
  l.pop();
  return s * l.head->value;
}

// An object on the heap that owns memory itself.
BOTH double heap(const double *x, int n) {
  Vec<double> *v = new Vec<double>(n);
  for (int i = 0; i < n; ++i)
    (*v)[i] = x[i] * x[i];
  Vec<double> *w = new Vec<double>(*v);
  (*w)[0] *= (*v)[1];
  double s = dot(*v, *w);
  delete v;
  delete w;
  return s;
}

// Temporaries in conditions and in expressions.
BOTH double temporaries(const double *x, int n) {
  Vec<double> a(n);
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  double s = dot(a - a, a) + dot(a, Vec<double>(a));
  int k = 0;
  while (dot(a, a - Vec<double>(n)) > 0.5 && k < 3) {
    for (double &each : a)
      each *= 0.8 * x[0] + 0.2;
    s += k++ ? dot(a, a) : dot(a - a, a) + a[0];
  }
  const Vec<double> &d = a - Vec<double>(n);
  return s * d[0];
}

int main() {
  CHECK_ARRAY(vectors, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(table, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(table, {3.0, 1.5, 2.0});
  CHECK_ARRAY(pushed, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(guarded, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(list, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(owned, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(heap, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(temporaries, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
