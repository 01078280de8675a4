// Checkpointed loops that make nodes with pointers, link them anew and hand them on from one
// iteration to the next: stacks, queues, lists, trees, arrays of pointers to nodes. They get them
// from an ad::block_store, which holds where the pointers lead, and those to the adjoints.
#include "checkpointed.h"
#include <array>
#include <cmath>
#include <cstdlib>

struct Node {
  double x;
  Node *next;
};

// One node is pushed in each step; two are popped where there are many.
BOTH double stack(double x, int n) {
  Node *top = nullptr;
  int depth = 0;
  double s = x;
  for (int t = 0; t < n; ++t) {
    top = new Node{std::sin(s + 0.1 * t), top};
    ++depth;
    if (depth > 4 + t % 3) {
      Node *gone = top;
      top = top->next;
      s = 0.9 * s + 0.3 * gone->x * top->x;
      delete gone;
      gone = top;
      top = top->next;
      s += 0.1 * std::cos(gone->x);
      delete gone;
      depth -= 2;
    }
  }
  while (top) {
    Node *next = top->next;
    s += top->x * x;
    delete top;
    top = next;
  }
  return s;
}

// Made at one end, used up at the other.
BOTH double queue(double x, int n) {
  Node *first = new Node{x, nullptr}, *last = first;
  double s = x;
  for (int t = 0; t < n; ++t) {
    Node *made = new Node{std::sin(last->x + x * s), nullptr};
    last->next = made;
    last = made;
    if (t > 3) {
      Node *gone = first;
      first = first->next;
      s = 0.95 * s + 0.1 * gone->x * first->x;
      delete gone;
    }
  }
  while (first) {
    Node *next = first->next;
    s += first->x;
    delete first;
    first = next;
  }
  return s;
}

// The whole list is made anew, the other way round, and the old one freed.
BOTH double rebuilt(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 5; ++i)
    head = new Node{x * (1 + 0.2 * i), head};
  for (int t = 0; t < n; ++t) {
    Node *made = nullptr;
    while (head) {
      made = new Node{std::sin(head->x + (made ? 0.3 * made->x : 0.1)), made};
      Node *next = head->next;
      delete head;
      head = next;
    }
    head = made;
  }
  double s = 0;
  while (head) {
    Node *next = head->next;
    s = 0.7 * s + head->x;
    delete head;
    head = next;
  }
  return s;
}

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

// Nodes come to the middle of the list, and leave it there.
BOTH double middle(double x, int n) {
  Node *head = new Node{0, nullptr};
  for (int i = 0; i < 3; ++i)
    head->next = new Node{x * (i + 1), head->next};
  double s = x;
  for (int t = 0; t < n; ++t) {
    Node *at = head;
    for (int k = 0; k < t % 3 && at->next; ++k)
      at = at->next;
    if (t % 5 < 3) {
      at->next = new Node{std::sin(s + at->x), at->next};
    } else if (at->next) {
      Node *gone = at->next;
      at->next = gone->next;
      s += 0.1 * gone->x;
      delete gone;
    }
    for (Node *p = head; p->next; p = p->next)
      if (p->x > p->next->x)
        p->next->x = 0.8 * p->x + 0.1 * p->next->x;
    if (t % 7 == 6 && head->next) {
      Node *gone = head->next;
      head->next = gone->next;
      delete gone;
    }
    s = 0.9 * s + 0.05 * x;
  }
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
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

// Nodes that lead to an array that none of them owns, and to each other.
struct Item {
  const double *weight;
  Item *next;
  double x;
};
BOTH double outside(double x, int n) {
  double weights[4];
  for (int i = 0; i < 4; ++i)
    weights[i] = x * (i + 1);
  Item *first = nullptr;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    first = new Item{&weights[t % 4], first, std::sin(s + x)};
    for (Item *p = first; p; p = p->next)
      s = 0.8 * s + 0.05 * *p->weight * p->x;
    if (t % 3 == 2) {
      Item *second = first->next;
      first->next = second->next;
      delete second;
      Item *gone = first;
      first = first->next;
      delete gone;
    }
  }
  while (first) {
    Item *next = first->next;
    delete first;
    first = next;
  }
  return s;
}

// An array of lists.
BOTH double buckets(double x, int n) {
  Node *heads[3] = {nullptr, nullptr, nullptr};
  double s = x;
  for (int t = 0; t < n; ++t) {
    const int k = s > 0.5 ? t % 3 : t % 2;
    heads[k] = new Node{std::sin(s + k), heads[k]};
    s = 0.7 * s;
    for (int i = 0; i < 3; ++i)
      if (heads[i])
        s += 0.1 * heads[i]->x;
    if (t % 4 == 3 && heads[0]) {
      Node *gone = heads[0];
      heads[0] = gone->next;
      delete gone;
    }
  }
  for (int i = 0; i < 3; ++i)
    while (heads[i]) {
      Node *next = heads[i]->next;
      s += heads[i]->x;
      delete heads[i];
      heads[i] = next;
    }
  return s;
}

// Arrays of pointers to nodes, made anew as they grow.
BOTH double table(double x, int n) {
  int room = 1, size = 0;
  Node **all = new Node *[room];
  double s = x;
  for (int t = 0; t < n; ++t) {
    if (size == room) {
      Node **more = new Node *[2 * room];
      for (int i = 0; i < size; ++i)
        more[i] = all[i];
      delete[] all;
      all = more;
      room *= 2;
    }
    all[size] = new Node{std::sin(s + 0.1 * t), size ? all[size / 2] : nullptr};
    ++size;
    Node *at = all[size - 1];
    while (at->next) {
      at = at->next;
      s = 0.9 * s + 0.1 * at->x;
    }
  }
  for (int i = 0; i < size; ++i) {
    s += all[i]->x;
    delete all[i];
  }
  delete[] all;
  return s;
}

// Until nothing is left: nodes are halved, those that are small go.
BOTH double until_empty(double x, int n) {
  Node *top = nullptr;
  for (int i = 0; i < n && i < 6; ++i)
    top = new Node{x + i, top};
  double s = 0;
  while (top) {
    Node *gone = top;
    top = gone->next;
    const double half = 0.45 * gone->x;
    s = 0.9 * s + half * half;
    if (half > 0.3) {
      top = new Node{half * std::cos(0.1 * x), top};
      top = new Node{half, top};
    }
    delete gone;
  }
  return s;
}

// Nodes of different kinds, and numbers, take turns.
struct Pair {
  double a, b;
};
BOTH double turns(double x, int n) {
  double *u = new double[2];
  u[0] = x;
  u[1] = 0.3;
  Node *top = nullptr;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    double *w = new double[2];
    w[0] = std::sin(u[0] + 0.1 * (top ? top->x : x));
    w[1] = 0.9 * u[1] + 0.1 * s;
    delete[] u;
    u = w;
    if (t % 2) {
      top = new Node{u[0] * x, top};
    } else if (top) {
      Node *gone = top;
      top = gone->next;
      s += gone->x * u[1];
      delete gone;
    }
    Pair *p = new Pair{u[0], u[1]};
    s = 0.9 * s + p->a * p->b;
    delete p;
  }
  const double r = s + u[0] * u[1];
  delete[] u;
  while (top) {
    Node *next = top->next;
    delete top;
    top = next;
  }
  return r;
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

// Three loops, with nodes made between them; the second one turns the list round.
BOTH double phases(double x, int n) {
  Node *head = nullptr;
  double s = x;
  for (int t = 0; t < n; ++t) {
    head = new Node{std::sin(s + t), head};
    if (t > 4) {
      Node *gone = head->next;
      head->next = gone->next;
      s += 0.1 * gone->x;
      delete gone;
    }
  }
  head = new Node{s * x, head};
  head = new Node{s + x, head};
  for (int t = 0; t < n; ++t) {
    Node *other = nullptr;
    while (head) {
      Node *next = head->next;
      head->next = other;
      head->x = 0.99 * head->x + (other ? 0.01 * other->x : 0);
      other = head;
      head = next;
    }
    head = other;
  }
  const double middle = head->x;
  Node *extra = new Node{middle * x, nullptr};
  for (int t = 0; t < n; ++t) {
    Node *made = new Node{std::cos(extra->x) + s * head->x, extra->next};
    delete extra;
    extra = made;
    extra->next = t % 2 ? head : nullptr;
  }
  s += extra->x + (extra->next ? extra->next->x : 0);
  delete extra;
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s * middle;
}

// A list that is walked ahead of the loop, in it, between two loops and after them.
BOTH double walked(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 5; ++i)
    head = new Node{x + 0.2 * i, head};
  for (Node *p = head; p; p = p->next)
    p->x = std::sin(p->x) * (p->next ? p->next->x : x);
  double s = 0;
  for (int t = 0; t < n; ++t) { // the first one becomes the last one but one
    Node *first = head, *at = head->next;
    head = at;
    while (at->next->next)
      at = at->next;
    first->next = at->next;
    at->next = first;
    first->x = 0.9 * first->x + 0.1 * std::sin(first->next->x + s);
    s = 0.9 * s + 0.1 * head->x;
  }
  for (Node *p = head; p; p = p->next)
    p->x = std::cos(p->x * s) + (p->next ? p->next->x : x);
  for (int t = 0; t < n; ++t) { // the second one goes, another one comes
    Node *gone = head->next;
    head->next = new Node{std::sin(gone->x + s), gone->next};
    delete gone;
    Node *second = head->next;
    head->next = second->next;
    second->next = head;
    head = second;
  }
  for (Node *p = head; p; p = p->next)
    s += p->x * p->x;
  while (head) {
    Node *next = head->next;
    delete head;
    head = next;
  }
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

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(stack, n);
      CHECK_STEPS(queue, n);
      CHECK_STEPS(rebuilt, n);
      CHECK_STEPS(ring, n);
      CHECK_STEPS(middle, n);
      CHECK_STEPS(tree, n);
      CHECK_STEPS(growing, n);
      CHECK_STEPS(outside, n);
      CHECK_STEPS(buckets, n);
      CHECK_STEPS(table, n);
      CHECK_STEPS(until_empty, n);
      CHECK_STEPS(turns, n);
      CHECK_STEPS(pool, n);
      CHECK_STEPS(quads, n);
      CHECK_STEPS(ends_on_heap, n);
      CHECK_STEPS(phases, n);
      CHECK_STEPS(walked, n);
      CHECK_STEPS(classes, n);
    }
  });
  return finish();
}
