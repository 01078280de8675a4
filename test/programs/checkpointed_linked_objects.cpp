// Checkpointed loops that hand linked objects on (see checkpointed_linked.cpp): trees, lists in
// both directions, arrays of objects with pointers, classes with bases, nodes without numbers.
#include "checkpointed.h"
#include <array>
#include <cmath>

struct Node {
  double x;
  Node *next;
};

struct Twin {
  Twin *prev;
  double x, v;
  Twin *next;
};

struct Ends {
  Twin *head = nullptr, *tail = nullptr;
  int count = 0;
};

// What leaves one end of a list comes, changed, to the other.
BOTH double ring(double x, int n) {
  Ends ends;
  for (int i = 0; i < 4; ++i) {
    Twin *made = new Twin{ends.tail, x + i, 0, nullptr};
    if (ends.tail)
      ends.tail->next = made;
    else
      ends.head = made;
    ends.tail = made;
    ++ends.count;
  }
  for (int t = 0; t < n; ++t) {
    for (Twin *p = ends.head; p; p = p->next) {
      double a = -std::sin(p->x);
      if (p->prev)
        a += 0.3 * (p->prev->x - p->x);
      if (p->next)
        a += 0.3 * (p->next->x - p->x);
      p->v += 0.05 * a;
    }
    for (Twin *p = ends.head; p; p = p->next)
      p->x += 0.05 * p->v;
    if (t % 2) {
      Twin *gone = ends.head;
      ends.head = gone->next;
      ends.head->prev = nullptr;
      Twin *made = new Twin{ends.tail, gone->x + 0.1, gone->v * x, nullptr};
      ends.tail->next = made;
      ends.tail = made;
      delete gone;
    }
  }
  double s = ends.count;
  while (ends.head) {
    Twin *next = ends.head->next;
    s += ends.head->x * ends.head->v;
    delete ends.head;
    ends.head = next;
  }
  return s;
}

// A tree is made from the positions in each step, filled with sums on the way, asked, and freed.
struct Tree {
  double mass, sum, key;
  Tree *left, *right;
};

BOTH double tree(double x, int n) {
  double p[6], v[6];
  for (int i = 0; i < 6; ++i) {
    p[i] = std::cos(1.7 * i) * x;
    v[i] = 0;
  }
  for (int t = 0; t < n; ++t) {
    Tree *root = new Tree{1, p[0], p[0], nullptr, nullptr};
    for (int i = 1; i < 6; ++i) {
      Tree *at = root;
      while (true) {
        at->mass += 1;
        at->sum += p[i];
        if (p[i] < at->key) {
          if (!at->left) {
            at->left = new Tree{1, p[i], p[i], nullptr, nullptr};
            break;
          }
          at = at->left;
        } else {
          if (!at->right) {
            at->right = new Tree{1, p[i], p[i], nullptr, nullptr};
            break;
          }
          at = at->right;
        }
      }
    }
    for (int i = 0; i < 6; ++i) {
      double f = 0;
      Tree *at = root;
      while (at) {
        f += 0.1 * std::sin(at->sum / at->mass - p[i]);
        at = p[i] < at->key ? at->left : at->right;
      }
      v[i] += 0.05 * f;
    }
    for (int i = 0; i < 6; ++i)
      p[i] += 0.05 * v[i];
    while (root) { // the left child goes up, until there is none
      if (root->left) {
        Tree *up = root->left;
        root->left = up->right;
        up->right = root;
        root = up;
      } else {
        Tree *next = root->right;
        delete root;
        root = next;
      }
    }
  }
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += p[i] * v[i] + p[i];
  return s;
}

// A search tree that grows over the steps.
BOTH double growing(double x, int n) {
  Tree *root = new Tree{x, 0, 0.5, nullptr, nullptr};
  double s = x;
  for (int t = 0; t < n; ++t) {
    Tree *at = root;
    double key = std::sin(s + 1.3 * t);
    while (true) {
      s = 0.9 * s + 0.1 * at->mass;
      at->mass = 0.99 * at->mass + 0.01 * key;
      Tree *down = key < at->key ? at->left : at->right;
      if (!down) {
        Tree *made = new Tree{key * x, 0, key, nullptr, nullptr};
        if (key < at->key)
          at->left = made;
        else
          at->right = made;
        break;
      }
      at = down;
    }
  }
  while (root) {
    if (root->left) {
      Tree *up = root->left;
      root->left = up->right;
      up->right = root;
      root = up;
    } else {
      Tree *next = root->right;
      s += root->mass;
      delete root;
      root = next;
    }
  }
  return s;
}

// A pool of nodes in one block, made anew in each step, which the list goes through.
BOTH double pool(double x, int n) {
  Twin *all = new Twin[4];
  for (int i = 0; i < 4; ++i)
    all[i] = Twin{i > 0 ? &all[i - 1] : nullptr, x + i, 0, i < 3 ? &all[i + 1] : nullptr};
  for (int t = 0; t < n; ++t) {
    Twin *made = new Twin[4];
    for (int i = 0; i < 4; ++i) {
      const int k = (i + t) % 4, next = (k + 1) % 4;
      const Twin *old = &all[i];
      made[k].x = std::sin(old->x + (old->next ? 0.3 * old->next->x : x));
      made[k].v = 0.9 * old->v + (old->prev ? 0.1 * old->prev->x : 0);
      made[k].next = &made[next];
      made[next].prev = t % 2 ? &made[k] : nullptr;
    }
    delete[] all;
    all = made;
  }
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += all[i].x + all[i].v * (all[i].next ? all[i].next->v : x);
  delete[] all;
  return s;
}

// Children in arrays: C's, the library's, and a matrix of them; numbers among the pointers.
struct Quad {
  int count;
  Quad *child[2][2];
  double sum, weight[2];
  std::array<Quad *, 2> twins;
  double last;
};

BOTH double quads(double x, int n) {
  double p[5], q[5];
  for (int i = 0; i < 5; ++i) {
    p[i] = std::cos(1.7 * i) * x;
    q[i] = std::sin(2.3 * i + x);
  }
  for (int t = 0; t < n; ++t) {
    Quad *root = new Quad{};
    Quad *made[16];
    int size = 0;
    made[size++] = root;
    for (int i = 0; i < 5; ++i) {
      Quad *at = root;
      for (int depth = 0; depth < 2; ++depth) {
        at->sum += p[i] * q[i];
        at->weight[depth] += p[i];
        ++at->count;
        Quad *&down = at->child[p[i] > 0][q[i] > 0.1 * depth];
        if (!down) {
          down = new Quad{};
          down->twins[depth] = at;
          made[size++] = down;
        }
        at = down;
      }
      at->last = at->last + q[i];
      ++at->count;
    }
    for (int i = 0; i < 5; ++i) {
      double f = root->sum / root->count;
      const Quad *in = root->child[p[i] > 0][q[i] > 0];
      if (in) {
        f += std::sin(in->weight[1]) / in->count + in->twins[0]->weight[0];
        for (const auto &row : in->child)
          for (const Quad *leaf : row)
            if (leaf)
              f += 0.1 * leaf->last * leaf->twins[1]->sum;
      }
      p[i] = 0.95 * p[i] + 0.02 * std::sin(f);
      q[i] = 0.95 * q[i] - 0.02 * p[i];
    }
    for (int i = 0; i < size; ++i)
      delete made[i];
  }
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += p[i] * q[i] + p[i];
  return s;
}

// The ends of the list are in an object of its own memory.
BOTH double ends_on_heap(double x, int n) {
  Ends *ends = new Ends;
  double s = x;
  for (int t = 0; t < n; ++t) {
    Twin *made = new Twin{ends->tail, std::sin(s), s, nullptr};
    if (ends->tail)
      ends->tail->next = made;
    else
      ends->head = made;
    ends->tail = made;
    if (++ends->count > 3) {
      Twin *gone = ends->head;
      ends->head = gone->next;
      ends->head->prev = nullptr;
      s = 0.9 * s + 0.2 * gone->x * ends->head->v;
      delete gone;
      --ends->count;
    }
  }
  while (ends->head) {
    Twin *next = ends->head->next;
    s += ends->head->x;
    delete ends->head;
    ends->head = next;
  }
  delete ends;
  return s;
}

// Members that nobody else may name, of a class and of its base.
class Named {
  Named *next;
  double x;

public:
  Named(double x, Named *next) : next(next), x(x) {}
  Named *rest() const { return next; }
  double get() const { return x; }
  void put(double to) { x = to; }
};

class Linked : public Named {
  double y;
  Linked *next;

public:
  Linked(double y, Linked *over, Named *next) : Named(0.5 * y, next), y(y), next(over) {}
  Linked *over() const { return next; }
  double sum() const { return y * get() + (next ? next->y : 0); }
};

BOTH double classes(double x, int n) {
  Linked *top = nullptr;
  Named *other = nullptr;
  double s = x;
  for (int t = 0; t < n; ++t) {
    if (t % 2)
      other = new Named(std::sin(s), other);
    top = new Linked(s + 0.1 * t, top, other);
    if (top->rest())
      top->rest()->put(0.7 * s + 0.1 * top->rest()->get());
    s = 0.8 * s + 0.1 * std::sin(top->sum());
    if (t > 6) {
      Linked *gone = top;
      top = top->over();
      delete gone;
      gone = top;
      top = top->over();
      s += 0.1 * (gone->rest() ? gone->rest()->get() : x);
      delete gone;
      top = new Linked(s * x, top, other);
    }
  }
  while (top) {
    Linked *gone = top;
    s += gone->sum() + (gone->rest() ? gone->rest()->get() : 0);
    top = gone->over();
    delete gone;
  }
  while (other) {
    Named *gone = other;
    other = gone->rest();
    delete gone;
  }
  return s;
}

// An object of the function's own leads to nodes, which lead to each other.
struct Graph {
  Node *in[3];
  int at;
  double w;
};
BOTH double graph(double x, int n) {
  Graph g{};
  g.w = x;
  for (int i = 0; i < 3; ++i)
    g.in[i] = new Node{x + i, nullptr};
  for (int t = 0; t < n; ++t) {
    Node *&slot = g.in[g.at];
    Node *old = slot;
    slot = new Node{std::sin(old->x + g.w), g.in[(g.at + 1) % 3]};
    g.w = 0.5 * g.w + 0.1 * (old->next ? x : 1.0) * slot->next->x;
    for (int i = 0; i < 3; ++i)
      if (i != g.at && g.in[i]->next == old)
        g.in[i]->next = slot;
    delete old;
    g.at = (g.at + 1 + t % 2) % 3;
  }
  double s = g.w;
  for (int i = 0; i < 3; ++i) {
    s += g.in[i]->x;
    delete g.in[i];
  }
  return s;
}

// Nodes without numbers have no adjoints.
struct Job {
  int k;
  Job *next;
};
BOTH double jobs(double x, int n) {
  Job *top = nullptr;
  double *u = new double[1];
  u[0] = x;
  for (int t = 0; t < n; ++t) {
    top = new Job{t, top};
    double *w = new double[1];
    w[0] = std::sin(u[0] * (1 + 0.01 * top->k));
    delete[] u;
    u = w;
    if (t % 3 == 2) {
      Job *g = top;
      top = top->next;
      u[0] += 0.1 * x * top->k / (t + 1);
      delete g;
    }
  }
  double r = u[0];
  delete[] u;
  while (top) {
    Job *g = top;
    top = top->next;
    r += 0.01 * g->k * x;
    delete g;
  }
  return r;
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(ring, n);
      CHECK_STEPS(tree, n);
      CHECK_STEPS(growing, n);
      CHECK_STEPS(pool, n);
      CHECK_STEPS(quads, n);
      CHECK_STEPS(ends_on_heap, n);
      CHECK_STEPS(classes, n);
      CHECK_STEPS(graph, n);
      CHECK_STEPS(jobs, n);
    }
  });
  return finish();
}
