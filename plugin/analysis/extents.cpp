//===- analysis/extents.cpp - how far accesses through parameters go ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/extents.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

Apart::Apart(const Function &F, const Block &Body) {
  assignedVariables(Body, Assigned);
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value && S->Value->Ty->isInteger())
      Definitions[S->Var] = S->Value;
  });
  IsFixed = [this](const Variable *V) {
    return V->Kind == Storage::Parameter && isScalarVariable(V) && !Assigned.contains(V);
  };
  DefinitionOf = [this](const Variable *V) -> const Expr * {
    return isScalarVariable(V) && !Assigned.contains(V) ? Definitions.lookup(V) : nullptr;
  };
  for (Variable *P : F.Params) {
    Extents.emplace_back();
    Extent &X = Extents.back();
    X.Leads = P;
    if (P->Ty->isReference()) { // to a number
      X.Known = P->Kind == Storage::Parameter && P->Ty->nonReference()->isReal();
      X.Ends = {Polynomial::number(1)};
      continue;
    }
    X.Known = P->Ty->isPointer() && P->Kind == Storage::Parameter && IsFixed(P) &&
              P->Ty->Element->Differentiable;
  }
  LoopNest Loops;
  look(Body, Loops);
  for (Extent &X : Extents)
    simplify(X);
}

void Apart::look(const Block &Bl, LoopNest &Loops) {
  for (const Stmt *S : Bl.Stmts) {
    forEachExpr(*S, [&](const Expr *E) { look(E, Loops); });
    if (S->is(StmtKind::Call) || S->is(StmtKind::Opaque)) {
      for (const Expr *E : S->Operands)
        handOn(E);
      for (const Expr *E : S->Writes)
        handOn(E);
    }
    look(S->Init, Loops);
    if (S->is(StmtKind::Loop))
      Loops.push_back(S);
    for (const Block *Part : {&S->Setup, &S->Then, &S->Else, &S->Step})
      look(*Part, Loops);
    if (S->is(StmtKind::Loop))
      Loops.pop_back();
    for (const SwitchCase &C : S->Cases)
      look(C.Body, Loops);
  }
}

Apart::Extent *Apart::extentOf(const Expr *Base) {
  const size_t I = Base && Base->is(ExprKind::Variable) ? indexOf(Base->Var) : Extents.size();
  return I < Extents.size() ? &Extents[I] : nullptr;
}

/// The address of what a reference leads to may be taken by whoever is given Place.
void Apart::handOn(const Expr *Place) {
  if (Extent *X = extentOf(Place))
    X->Known = false;
}

void Apart::look(const Expr *E, const LoopNest &Loops) {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::AddressOf) || Sub->is(ExprKind::Opaque))
      for (const Expr *Op : Sub->Operands)
        handOn(Op);
    bool Subscript = Sub->is(ExprKind::Subscript);
    if (Subscript || Sub->is(ExprKind::Dereference))
      if (Extent *X = extentOf(Sub->operand())) {
        X->Known = X->Known && access(*X, Subscript ? Sub->operand(1) : nullptr, Loops);
        if (Subscript)
          look(Sub->operand(1), Loops);
        return false;
      }
    if (Extent *X = extentOf(Sub); X && !Sub->Var->Ty->isReference()) // it goes somewhere else
      X->Known = false;
    return true;
  });
}

/// The largest (or the smallest) value of P, in numbers that are known when the function is
/// entered, or one that lies farther out: the whole of the last row.
static std::optional<Polynomial> farthest(const Polynomial &P, bool Largest,
                                          const Inequalities &Bounds,
                                          llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  const std::optional<Delinearised> Parts = delinearise({&P}, Bounds);
  if (!Parts)
    return extreme(P, Largest, Bounds, Loops, N);
  const Polynomial &Rows = Parts->RowsAndColumns[0].first;
  std::optional<Polynomial> Row = farthest(Rows, Largest, Bounds, Loops, N);
  if (!Row || !Largest) // the first column is number 0
    return Row ? std::optional(Row->times(Parts->Stride)) : std::nullopt;
  return Row->plus(Polynomial::number(1)).times(Parts->Stride).plus(Polynomial::number(-1));
}

/// Whether P is never negative.
static bool notNegative(const Polynomial &P, const Inequalities &Bounds) {
  if (Bounds.imply(Polynomial(), P, 0))
    return true;
  if (std::optional<Delinearised> Parts = delinearise({&P}, Bounds))
    return notNegative(Parts->RowsAndColumns[0].first, Bounds);
  return llvm::all_of(P.Terms, [&](const auto &Term) {
    return Term.second > 0 && llvm::all_of(Term.first, [&](const Symbol &S) {
             return Bounds.imply(Polynomial(), Polynomial::symbol(S), 0);
           });
  });
}

bool Apart::access(Extent &X, const Expr *Index, const LoopNest &Loops) {
  const Numbers N = numbers();
  std::optional<Polynomial> P =
      Index ? polynomial(Index, 1, Loops, N) : std::optional(Polynomial());
  if (!P)
    return false;
  Inequalities Bounds;
  Bounds.addBounds(Loops, 1, N);
  std::optional<Polynomial> Last = farthest(*P, /*Largest=*/true, Bounds, Loops, N);
  if (!Last)
    return false;
  X.Ends.push_back(Last->plus(Polynomial::number(1)));
  if (notNegative(*P, Bounds))
    return true;
  std::optional<Polynomial> First = farthest(*P, /*Largest=*/false, Bounds, Loops, N);
  if (First && !(First->asNumber() >= 0))
    X.AtLeast.push_back(*First);
  return First.has_value();
}

/// Fewer words that say the same.
void Apart::simplify(Extent &X) {
  std::vector<Polynomial> Ends, Tests;
  for (const Polynomial &E : X.Ends) { // the largest of those that differ by a number
    bool Found = false;
    for (Polynomial &Other : Ends)
      if (std::optional<int64_t> More = E.plus(Other, -1).asNumber()) {
        Found = true;
        if (*More > 0)
          Other = E;
      }
    if (!Found)
      Ends.push_back(E);
  }
  // A number is taken to be less than what is not known; where it is not, the test fails.
  if (Ends.size() > 1)
    llvm::erase_if(Ends, [&](const Polynomial &E) {
      if (!E.asNumber())
        return false;
      const Polynomial &Other = &E == &Ends.front() ? Ends.back() : Ends.front();
      X.AtLeast.push_back(Other.plus(E, -1));
      return true;
    });
  for (const Polynomial &P : X.AtLeast) { // the smallest of those that differ by a number
    bool Found = false;
    for (Polynomial &Other : Tests)
      if (std::optional<int64_t> More = P.plus(Other, -1).asNumber()) {
        Found = true;
        if (*More < 0)
          Other = P;
      }
    if (!Found)
      Tests.push_back(P);
  }
  X.Ends = std::move(Ends);
  X.AtLeast = std::move(Tests);
  constexpr int64_t Many = 16;
  X.Known &= X.Ends.size() == 1 && X.AtLeast.size() <= 2;
  X.Few = X.Known && X.Ends.front().asNumber().value_or(Many) < Many;
}

size_t Apart::indexOf(const Variable *V) const {
  return llvm::find_if(Extents, [&](const Extent &X) { return X.Leads == V; }) - Extents.begin();
}

bool Apart::assumed(const Variable *A, const Variable *B) const {
  return Assumed.contains(std::minmax(indexOf(A), indexOf(B)));
}

bool Apart::assume(const Variable *Read, const Variable *Other) {
  size_t I = indexOf(Read), J = indexOf(Other);
  if (I == J || I >= Extents.size() || J >= Extents.size() || !Extents[I].Known ||
      !Extents[J].Known || Extents[I].Few)
    return false;
  Assumed.insert(std::minmax(I, J));
  return true;
}

const Expr *Apart::overlap(Builder &B) const {
  const Expr *Fails = nullptr;
  const Type *Bool = B.M.boolType();
  auto Or = [&](const Expr *E) { Fails = Fails ? B.binary("||", Fails, E, Bool) : E; };
  std::vector<Polynomial> Tested;
  llvm::SmallVector<std::pair<size_t, size_t>, 4> Pairs(Assumed.begin(), Assumed.end());
  llvm::sort(Pairs);
  for (auto [I, J] : Pairs)
    for (size_t K : {I, J})
      for (const Polynomial &P : Extents[K].AtLeast)
        if (!llvm::is_contained(Tested, P)) {
          Tested.push_back(P);
          auto Number = P.Terms.find({});
          int64_t Offset = Number == P.Terms.end() ? 0 : Number->second;
          Or(B.binary("<", written(P.plus(Polynomial::number(-Offset)), B), B.integer(-Offset),
                      Bool));
        }
  for (auto [I, J] : Pairs) {
    const Extent &X = Extents[I], &Y = Extents[J];
    auto Start = [&](Variable *V) -> const Expr * {
      return V->Ty->isReference() ? B.addressOf(B.var(V)) : B.var(V);
    };
    Or(B.opaque("ad::overlap($0, $1, $2, $3)", Bool,
                {Start(X.Leads), written(X.Ends[0], B), Start(Y.Leads), written(Y.Ends[0], B)}));
  }
  return Fails;
}
