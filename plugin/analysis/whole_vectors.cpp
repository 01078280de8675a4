//===- analysis/whole_vectors.cpp - what goes through vectors -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The size of a vector is what it was declared with: a number, or the size of another one. Names
//    that are declared for such, and stay, give way to what they stand for: `const int n =
//    mesh.n;`.
// 2. Loops that count up to that size, alone or one in another (`rows * columns`), and assignments
//    of a whole vector take as many steps. So does what makes anew the vector with which it is
//    exchanged, `y.assign(n, 0); ... x.swap(y);`, as it will have these elements.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/whole_vectors.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {

class Sizes {
public:
  explicit Sizes(const Block &Body) {
    assignedVariables(Body, Assigned);
    walk(Body, [&](Stmt *S) {
      if (S->is(StmtKind::Declare) && S->Value && !Assigned.contains(S->Var))
        Values[S->Var] = S->Value;
      else if (S->is(StmtKind::Declare) && S->Value && S->Var->Ty->IsVector)
        Values[S->Var] = S->Value; // elements are assigned
    });
  }

  using Factors = llvm::SmallVector<const Expr *, 4>;
  /// The number of elements that the vector V was made with, as a product.
  std::optional<Factors> of(const Variable *V) const;
  void factors(const Expr *E, Factors &Out) const;

private:
  llvm::DenseSet<const Variable *> Assigned;
  llvm::DenseMap<const Variable *, const Expr *> Values;
};

} // namespace

/// E, an integer, as a product of what does not stand for anything else.
void Sizes::factors(const Expr *E, Factors &Out) const {
  while (E->is(ExprKind::Cast) && E->Ty->isInteger())
    E = E->operand();
  if (E->is(ExprKind::Binary) && E->Text == "*") {
    factors(E->operand(0), Out);
    factors(E->operand(1), Out);
    return;
  }
  const Expr *Is = E->is(ExprKind::Variable) ? Values.lookup(E->Var) : nullptr;
  if (Is)
    return factors(Is, Out);
  // `v.size()` of another vector.
  const bool OfVector = E->is(ExprKind::Member) && E->operand()->Ty->nonReference()->IsVector &&
                        E->operand()->is(ExprKind::Variable);
  if (const std::optional<Factors> Of = OfVector ? of(E->operand()->Var) : std::nullopt)
    return Out.append(*Of);
  Out.push_back(E);
}

std::optional<Sizes::Factors> Sizes::of(const Variable *V) const {
  const Expr *Made = Values.lookup(V);
  Factors Size;
  if (!Made)
    return std::nullopt;
  if (Made->is(ExprKind::Opaque) && !Made->Operands.empty() && Made->operand()->Ty->isInteger() &&
      llvm::StringRef(Made->Text).starts_with("std::vector<")) {
    factors(Made->operand(), Size);
    return Size;
  }
  if (!Made->is(ExprKind::Variable) || !Made->Ty->nonReference()->IsVector)
    return std::nullopt;
  if (Values.count(Made->Var))
    return of(Made->Var);
  Size.push_back(Made); // as many as a vector of the caller's
  return Size;
}

/// Takes from Left the number of iterations of S, and of loops in it; returns whether that is all.
static bool takes(const Stmt &S, Sizes::Factors Left, const Sizes &Known) {
  const std::optional<CountedLoop> L = countedLoop(S);
  if (!L || std::abs(L->Step) != 1 || jumps(S)) // it may be left early
    return false;
  Sizes::Factors Bound;
  constexpr int64_t Rim = 4; // which other loops go through, or none
  const auto [Most, Number] = asOffset(L->Step > 0 ? L->Bound : L->First);
  Known.factors(Most && std::abs(Number) <= Rim ? Most : L->Bound, Bound);
  for (const Expr *E : Bound) {
    // Of `i < v.size()` the vector itself stands for its size.
    const bool Size = E->is(ExprKind::Member) && E->operand()->Ty->nonReference()->IsVector;
    auto Found = llvm::find_if(
        Left, [&](const Expr *Of) { return equal(Of, E) || (Size && equal(Of, E->operand())); });
    if (Found == Left.end())
      return false;
    Left.erase(Found);
  }
  return Left.empty() || llvm::any_of(S.Then.Stmts, [&](const Stmt *Inner) {
           return Inner->is(StmtKind::Loop) && takes(*Inner, Left, Known);
         });
}

bool analysis::isGoneThrough(const Block &Body, const Block &Around, const Expr *Array) {
  if (!Array->is(ExprKind::Variable) || !Array->Var->Ty->nonReference()->IsVector)
    return false;
  const Sizes Known(Body);
  const std::optional<Sizes::Factors> Size = Known.of(Array->Var);
  const auto IsMade = [&](const Expr *Vector) {
    return llvm::any_of(Around.Stmts, [&](const Stmt *S) {
      return S->is(StmtKind::Assign)
                 ? S->OldSize && equal(S->Target, Vector)
                 : S->is(StmtKind::Declare) && S->Value && isVariable(Vector, S->Var);
    });
  };
  return IsMade(Array) || llvm::any_of(Around.Stmts, [&](const Stmt *S) {
           if (S->Exchanges && S->Operands.size() == 2) // with what is made anew each time
             for (unsigned I : {0u, 1u})
               if (equal(S->Operands[I], Array) && IsMade(S->Operands[1 - I]))
                 return true;
           return Size && S->is(StmtKind::Loop) && takes(*S, *Size, Known);
         });
}
