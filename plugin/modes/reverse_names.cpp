//===- modes/reverse_names.cpp - pointers that are names of arrays --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A small function that was written out where it is called leaves a pointer behind for each array
// that it was given, `const double *const v = term`. Such a pointer is another name for a local
// array: it gives way to the array itself, of which the analyses know more.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// E without casts that make what a pointer leads to constant.
static const Expr *withoutCasts(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isPointer() && E->operand()->Ty->isPointer() &&
         E->Ty->Element == E->operand()->Ty->Element)
    E = E->operand();
  return E;
}

/// Whether E leads to the first element of a local array.
static bool isStartOfArray(const Expr *E) {
  const bool First = E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::Subscript) &&
                     E->operand()->operand(1)->is(ExprKind::Literal) &&
                     E->operand()->operand(1)->Text == "0";
  const Expr *Array = First ? E->operand()->operand() : E;
  return Array->is(ExprKind::Variable) && Array->Var->Kind == Storage::Local &&
         Array->Ty->isArray() && !Array->Ty->IsVector && Array->Ty->Element->isScalar();
}

void Reverse::nameArrays() {
  VariableSet Assigned;
  analysis::assignedVariables(Body, Assigned);
  llvm::DenseMap<const Variable *, const Expr *> Names;
  llvm::DenseSet<const Stmt *> Gone;
  walk(Body, [&](Stmt *S) {
    if (!S->is(StmtKind::Declare) || !S->Value || !S->Var->Ty->isPointer() ||
        S->Var->AddressTaken || Assigned.contains(S->Var) ||
        !isStartOfArray(withoutCasts(S->Value)))
      return;
    Names[S->Var] = withoutCasts(S->Value);
    Gone.insert(S);
  });
  if (Names.empty())
    return;
  changeBlocks(Body, [&](Block &Bl) {
    llvm::erase_if(Bl.Stmts, [&](const Stmt *S) { return Gone.contains(S); });
    return false;
  });
  walk(Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) {
      return E->is(ExprKind::Variable) ? Names.lookup(E->Var) : nullptr;
    });
  });
}
