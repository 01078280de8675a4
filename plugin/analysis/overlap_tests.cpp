//===- analysis/overlap_tests.cpp - whether parameters lead to the same memory -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What is asked when a function is entered, of all that has been assumed (extents.h).
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/extents.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// The number behind the last subscript.
const Expr *Apart::end(const Extent &X, Builder &B) const {
  auto Written = [&](const Polynomial &P) { return written(P, computed(X), B); };
  if (X.Ends.size() == 1)
    return Written(X.Ends[0]);
  std::string Text = "ad::largest(";
  std::vector<const Expr *> Ends;
  for (const Polynomial &P : X.Ends) {
    Text += (Ends.empty() ? "$" : ", $") + std::to_string(Ends.size());
    Ends.push_back(Written(P));
  }
  return B.opaque(Text + ")", B.M.intType(), Ends);
}

/// Whether X and Y overlap.
const Expr *Apart::overlap(const Extent &X, const Extent &Y, Builder &B) const {
  if (Y.Elements && !X.Elements)
    return overlap(Y, X, B);
  const Type *Bool = B.M.boolType();
  if (Y.Elements)
    return B.opaque("ad::overlap($0, $1)", Bool, {X.Part, Y.Part});
  auto Start = [&](const Extent &Of) -> const Expr * {
    if (Of.Part)
      return Of.Part;
    return Of.Leads->Ty->isReference() ? B.addressOf(B.var(Of.Leads)) : B.var(Of.Leads);
  };
  if (X.Elements)
    return B.opaque("ad::overlap($0, $1, $2)", Bool, {X.Part, Start(Y), end(Y, B)});
  return B.opaque("ad::overlap($0, $1, $2, $3)", Bool, {Start(X), end(X, B), Start(Y), end(Y, B)});
}

/// E with what Ahead finds out, and what members are, in the place of what stands for it.
const Expr *Apart::withBounds(const Expr *E, Builder &B, Function &F, Block &Ahead) const {
  llvm::DenseMap<const IndexBlock *, Variable *> Known;
  llvm::DenseMap<const Member *, Variable *> Quotients;
  return rewrite(B.M, E, [&](const Expr *Sub) -> const Expr * {
    for (const Member &Part : Members) {
      if (!isVariable(Sub, &Part.Value))
        continue;
      if (!Part.Divisor)
        return Part.Is;
      Variable *&Quotient = Quotients[&Part];
      if (!Quotient) {
        Quotient = F.variable("quotient", Part.Is->Ty);
        Quotient->Const = true;
        Ahead.add(B.declare(Quotient, Part.Is));
      }
      return B.var(Quotient);
    }
    const IndexBlock *R = Sub->is(ExprKind::Variable) ? Indices.blockOf({Sub->Var}) : nullptr;
    if (!R)
      return nullptr;
    Variable *&Bounds = Known[R];
    if (!Bounds) {
      const Expr *Value = IndexArrays::bounds(*R, B);
      Bounds = F.variable(R->Name + "_bounds", Value->Ty);
      Bounds->Const = true;
      Ahead.add(B.declare(Bounds, Value));
    }
    return B.opaque(Sub->Var == &R->Least ? "$0.least" : "$0.greatest", Sub->Ty, {B.var(Bounds)});
  });
}

const Expr *Apart::overlap(Builder &B, Function &F, Block &Ahead) const {
  const Expr *Fails = nullptr;
  const Type *Bool = B.M.boolType();
  auto Or = [&](const Expr *E) { Fails = Fails ? B.binary("||", Fails, E, Bool) : E; };
  std::vector<Polynomial> Tested;
  llvm::SmallVector<std::pair<unsigned, unsigned>, 4> Pairs(Assumed.begin(), Assumed.end());
  llvm::sort(Pairs);
  for (auto [I, J] : Pairs)
    for (size_t K : {I, J})
      for (const Polynomial &P : Extents[K].AtLeast)
        if (!llvm::is_contained(Tested, P)) {
          Tested.push_back(P);
          Or(compared(P, "<", B, computed(Extents[K])));
        }
  for (auto [I, J] : Pairs)
    Or(overlap(Extents[I], Extents[J], B));
  for (size_t I = 0; Fails && I < Sizes.size(); ++I) {
    const Variable *V = Sizes[I].first;
    const Expr *Other = Sizes[I].second;
    const Expr *Name = B.var(const_cast<Variable *>(V));
    const bool Known = llvm::any_of(llvm::ArrayRef(Sizes).take_front(I), [&](const auto &Before) {
      return Before.first == V && equal(Before.second, Other);
    });
    if (!Known && !assumed({Name, /*Elements=*/true}, {Other, /*Elements=*/true}))
      Or(B.binary("==", B.addressOf(Name), B.addressOf(Other), Bool));
  }
  return Fails ? withBounds(Fails, B, F, Ahead) : nullptr;
}
