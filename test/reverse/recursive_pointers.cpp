// A recursive function that returns a pointer writes it to a place of its caller, with its shadow.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// CHECK-LABEL: // insert_forward_sweep: forward sweep of insert
// CHECK-NEXT: static void insert_forward_sweep(ad::tape &tape, Tree *at, Tree *at_bar, double key, Tree *&made,
// CHECK-NEXT:                                  Tree *&made_bar) {
// CHECK:          made_bar = made_1_bar;
// CHECK-NEXT:     made = made_1;
// CHECK:            insert_forward_sweep(tape, at_left, at_left_bar, key, insert_made, insert_made_bar);
// CHECK-NEXT:       at_bar->left = insert_made_bar;
// CHECK-NEXT:       at->left = insert_made;
// CHECK-LABEL: double smallest_reverse(
// CHECK:        Tree *none = nullptr;
// CHECK-NEXT:   Tree *none_bar = nullptr;
// CHECK:        insert_forward_sweep(tape, none, none_bar, x, insert_made, insert_made_bar);
struct Tree {
  double key;
  Tree *left, *right;
};
static Tree *insert(Tree *at, double key) {
  if (!at)
    return new Tree{key, nullptr, nullptr};
  if (key < at->key)
    at->left = insert(at->left, key);
  else
    at->right = insert(at->right, key);
  return at;
}
static void destroy(Tree *at) {
  if (!at)
    return;
  destroy(at->left);
  destroy(at->right);
  delete at;
}
[[ad::differentiate(reverse)]]
double smallest(double x, double y) {
  Tree *root = insert(insert(nullptr, x), y);
  double s = root->left ? root->left->key : root->key;
  destroy(root);
  return s;
}
