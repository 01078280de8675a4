//===- core/simplify_updates.cpp - updates of one adjoint that meet -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Every use of a value adds to its adjoint. Two additions to one place become one where nothing
// between them reads the place: the second moves up to the first, or the first down to the second.
// What clears an adjoint that the first reads goes behind the sum, where nothing else asks for it.
//
// `x += a; x += b;` and `x += a + b;` differ in the last bit, `x = a; x += b;` and `x = a + b;` do
// not. A companion that follows another one merges additions only where that one does, and each
// with those that come first there.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Updates {
public:
  Updates(Module &M, Function &F, Guide G) : M(M), F(F), G(G), B(M), Known(F) {}
  bool run();

private:
  const Expr *sum(const Expr *X, const Expr *Y, const Type *T);
  bool movesPast(const Stmt &Moved, const Stmt &Other) const;
  bool waits(const Stmt &Zero, const Stmt &Other) const;
  bool isAwaited(const Block &Body, size_t At) const;
  bool meet(Block &Body, size_t At);
  bool meetBehind(Block &Body, size_t At);
  bool replaced(Block &Body, size_t At);
  bool taken(Block &Body, size_t At);

  Module &M;
  Function &F;
  Guide G;
  Builder B;
  Places Known;
};

} // namespace

//===-- Sums ---------------------------------------------------------------===//

static bool isNegated(const Expr *E) { return E->is(ExprKind::Unary) && E->Text == "-"; }

static bool isNumber(const Expr *E) {
  if (E->is(ExprKind::Cast) && !E->Explicit && E->Ty->isReal())
    E = E->operand();
  return E->is(ExprKind::Literal) && (E->Ty->isReal() || E->Ty->isInteger());
}

static bool isProduct(const Expr *E) {
  return E->is(ExprKind::Binary) && E->Text == "*" && E->Ty->isReal();
}

/// The number that the product E starts with, and what it multiplies: null where there is none.
static std::pair<const Expr *, const Expr *> split(Builder &B, const Expr *E, const Type *T) {
  if (!isProduct(E))
    return {B.number(1, T), E};
  if (isNumber(E->operand(0)))
    return {B.cast(T, E->operand(0)), E->operand(1)};
  auto [Number, Rest] = split(B, E->operand(0), T);
  if (Rest == E->operand(0))
    return {Number, E};
  return {Number, B.mul(Rest, E->operand(1))};
}

/// X + Y as one expression of type T: terms that differ in a factor only are added up.
const Expr *Updates::sum(const Expr *X, const Expr *Y, const Type *T) {
  bool NegativeX = isNegated(X), NegativeY = isNegated(Y);
  const Expr *PlainX = NegativeX ? X->operand() : X, *PlainY = NegativeY ? Y->operand() : Y;
  if (PlainX->Ty == PlainY->Ty && PlainX->Ty == T) {
    auto [NumberX, RestX] = split(B, PlainX, T);
    auto [NumberY, RestY] = split(B, PlainY, T);
    if (!isNumber(PlainX) && equal(RestX, RestY)) {
      const Expr *Number =
          B.add(NegativeX ? B.neg(NumberX) : NumberX, NegativeY ? B.neg(NumberY) : NumberY);
      const Expr *Size = isNegated(Number) ? Number->operand() : Number;
      if (isNumber(Size))
        return B.mul(Number, RestX);
    }
  }
  return B.add(X, Y);
}

/// How long E is: its variables and numbers, a few at most for each place.
static unsigned leaves(const Expr *E) {
  constexpr unsigned Few = 4;
  if (E->Operands.empty())
    return 1;
  unsigned Count = 0;
  for (const Expr *Op : E->Operands)
    Count += leaves(Op);
  return isPlace(E) ? std::min(Count, Few) : Count;
}

//===-- Moving -------------------------------------------------------------===//

/// What the address of Place is made of.
static void addressParts(const Expr *Place, llvm::SmallVectorImpl<const Expr *> &Out) {
  while (!Place->is(ExprKind::Variable)) {
    for (const Expr *Index : llvm::drop_begin(Place->Operands))
      Out.push_back(Index);
    Place = Place->operand();
    if (Place->Ty->isPointer() || !isPlace(Place)) {
      Out.push_back(Place);
      return;
    }
  }
}

/// Whether S is a call, or holds one.
static bool calls(const Stmt &S) {
  bool Found = S.is(StmtKind::Call);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &Part) {
    Found |= llvm::any_of(Part.Stmts, [](const Stmt *Inner) { return calls(*Inner); });
  });
  return Found;
}

/// Whether the value and the address that Moved works with are the same before and after Other.
bool Updates::movesPast(const Stmt &Moved, const Stmt &Other) const {
  if (Known.mayChange(Other, Moved.Value) || (G.Careful && calls(Other)))
    return false;
  if (!Moved.Target)
    return !mentions(Other, Moved.Var);
  llvm::SmallVector<const Expr *, 4> Parts;
  addressParts(Moved.Target, Parts);
  return llvm::none_of(Parts, [&](const Expr *Part) { return Known.mayChange(Other, Part); });
}

/// Whether Zero, which clears an adjoint, does the same behind Other.
bool Updates::waits(const Stmt &Zero, const Stmt &Other) const {
  return !Known.mayUse(Other, Zero.Target) && !Known.mayAddTo(Other, Zero.Target) &&
         !Known.mayChange(Other, Zero.Target);
}

static bool zeroes(const Stmt &S) { return S.is(StmtKind::Assign) && Builder::isZero(S.Value); }

/// Whether S gives an adjoint a value, or adds to one.
static bool isUpdate(const Stmt &S) {
  if (S.is(StmtKind::Declare))
    return S.Var->Derivative && S.Var->Ty->isReal() && S.Value;
  if (!isStore(S) || !S.Target->Ty->isReal() || S.OldSize)
    return false;
  const Variable *Leading = leadingVariable(S.Target);
  return Leading && Leading->Derivative;
}

/// Whether the addition Body[At] is to become one with another behind it, before all else.
bool Updates::isAwaited(const Block &Body, size_t At) const {
  const Stmt &First = *Body.Stmts[At];
  if (!First.Origin) // of none, that of all declarations
    return false;
  return llvm::any_of(llvm::drop_begin(Body.Stmts, At + 1), [&](const Stmt *S) {
    return S->is(StmtKind::Accumulate) && equal(S->Target, First.Target) &&
           G.Follows->Merged.contains({First.Origin, S->Origin});
  });
}

/// Whether the addition Body[At] adds what a call ahead of it has made: it stands beside the call
/// in a companion that makes that again, where what is put back for it lies between others and
/// this.
static bool addsResult(const Block &Body, size_t At) {
  const Stmt &S = *Body.Stmts[At];
  return S.is(StmtKind::Accumulate) &&
         llvm::any_of(llvm::ArrayRef(Body.Stmts).take_front(At), [&](const Stmt *Call) {
           return Call->is(StmtKind::Call) && llvm::any_of(Call->Operands, [&](const Expr *Arg) {
                    return Arg->is(ExprKind::Variable) && Arg->Var->Derivative &&
                           Arg->Ty->isReal() && mentions(S.Value, Arg->Var);
                  });
         });
}

bool Updates::meet(Block &Body, size_t At) {
  if (G.Careful && addsResult(Body, At))
    return false;
  Stmt &First = *Body.Stmts[At];
  const Expr *Place = First.Target ? First.Target : B.var(First.Var);
  // `x = f * x; x += b;` is `x = f * x + b;`, one instruction where there is one for that.
  const bool OfItself =
      First.Target && !First.is(StmtKind::Accumulate) && Known.reads(First.Value, Place);
  if (OfItself && !(Place->is(ExprKind::Variable) && Known.uses().isPrivate(Place->Var)))
    return false;
  bool Up = true, Down = true;
  llvm::SmallVector<Stmt *, 4> Between, Behind; // those of it that are to come behind the sum
  for (size_t I = At + 1; I < Body.Stmts.size(); ++I) {
    Stmt &Second = *Body.Stmts[I];
    if (Second.is(StmtKind::Accumulate) && equal(Second.Target, Place)) {
      if (G.Careful && addsResult(Body, I))
        return false;
      const Decisions::Pair Both{First.Origin, Second.Origin};
      const bool Agreed = G.Follows && G.Follows->Merged.contains(Both);
      if (Known.reads(Second.Value, Place) ||
          (!Agreed && leaves(First.Value) + leaves(Second.Value) > 24))
        return false;
      if (G.Follows &&
          (((First.is(StmtKind::Accumulate) || OfItself) && !Agreed) || isAwaited(Body, I)))
        return false;
      for (const Stmt *Other : Between)
        Up = Up && movesPast(Second, *Other);
      Down = Down && llvm::all_of(Behind, [&](Stmt *Zero) { return waits(*Zero, Second); });
      if (!Up && !Down)
        return false;
      const Expr *Sum = G.Follows && !Agreed ? B.add(First.Value, Second.Value)
                                             : sum(First.Value, Second.Value, Place->Ty);
      if (G.Notes)
        G.Notes->Merged.insert(Both);
      if (Up) {
        First.Value = Sum;
        Body.Stmts.erase(Body.Stmts.begin() + I);
      } else {
        Second.Kind = First.Kind;
        Second.Var = First.Var;
        Second.Target = First.Target;
        Second.Origin = First.Origin;
        Second.Value = Sum;
        Body.Stmts.insert(Body.Stmts.begin() + I + 1, Behind.begin(), Behind.end());
        llvm::erase_if(Between, [&](Stmt *S) { return llvm::is_contained(Behind, S); });
        std::copy(Between.begin(), Between.end(), Body.Stmts.begin() + At);
        Body.Stmts[At + Between.size()] = &Second;
        Body.Stmts.erase(Body.Stmts.begin() + At + Between.size() + 1, Body.Stmts.begin() + I + 1);
      }
      return true;
    }
    // Sums stay in their order around a loop, so that they are the same however it is reversed.
    if (Known.mayUse(Second, Place) || Second.is(StmtKind::Loop))
      return false;
    Down = Down && (First.is(StmtKind::Accumulate) || !Known.mayAddTo(Second, Place)) &&
           llvm::all_of(Behind, [&](Stmt *Zero) { return waits(*Zero, Second); });
    if (Down && !movesPast(First, Second)) {
      Down = zeroes(Second);
      Behind.push_back(&Second);
    }
    Between.push_back(&Second);
  }
  return false;
}

/// An addition in the block Body[At] meets one behind the block, where that was decided: a call
/// that is run again stands in a block of its own.
bool Updates::meetBehind(Block &Body, size_t At) {
  Block &Inner = Body.Stmts[At]->Then;
  bool Leaves = false;
  walk(Inner, [&](const Stmt *S) {
    Leaves |= S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Return) ||
              S->is(StmtKind::Goto);
  });
  for (size_t K = 0; K < Inner.Stmts.size() && !Leaves; ++K) {
    Stmt &First = *Inner.Stmts[K];
    if (!First.is(StmtKind::Accumulate) || !isUpdate(First))
      continue;
    llvm::SmallVector<const Stmt *, 8> Between(llvm::drop_begin(Inner.Stmts, K + 1));
    for (size_t I = At + 1; I < Body.Stmts.size(); ++I) {
      const Stmt &Second = *Body.Stmts[I];
      auto Stays = [&](const Stmt *Other) {
        return !Known.mayUse(*Other, First.Target) && !Other->is(StmtKind::Loop) &&
               movesPast(Second, *Other);
      };
      if (Second.is(StmtKind::Accumulate) && equal(Second.Target, First.Target) &&
          G.Follows->Merged.contains({First.Origin, Second.Origin}) &&
          !Known.reads(Second.Value, First.Target) && !isAwaited(Body, I) &&
          llvm::all_of(Between, Stays)) {
        First.Value = sum(First.Value, Second.Value, First.Target->Ty);
        Body.Stmts.erase(Body.Stmts.begin() + I);
        return true;
      }
      Between.push_back(&Second);
    }
  }
  return false;
}

/// `p = a; p = f(p);` becomes `p = f(a);`.
bool Updates::replaced(Block &Body, size_t At) {
  Stmt &First = *Body.Stmts[At];
  const Variable *V = First.is(StmtKind::Declare)            ? First.Var
                      : First.Target->is(ExprKind::Variable) ? First.Target->Var
                                                             : nullptr;
  if (!V || First.is(StmtKind::Accumulate) || !Known.uses().isPrivate(V) ||
      First.Value->Ty != V->Ty || mentions(First.Value, V))
    return false;
  for (size_t I = At + 1; I < Body.Stmts.size(); ++I) {
    Stmt &Second = *Body.Stmts[I];
    if (Second.is(StmtKind::Assign) && isVariable(Second.Target, V)) {
      unsigned Reads = 0;
      walk(Second.Value, [&](const Expr *E) {
        Reads += isVariable(E, V);
        return true;
      });
      bool Simple = First.Value->is(ExprKind::Variable) || First.Value->is(ExprKind::Literal);
      if (Reads == 0 || (Reads > 1 && !Simple) || leaves(First.Value) + leaves(Second.Value) > 24)
        return false;
      const Expr *Value = First.Value;
      Second.Value = rewrite(M, Second.Value,
                             [&](const Expr *E) { return isVariable(E, V) ? Value : nullptr; });
      Second.Kind = First.Kind;
      Second.Var = First.Var;
      Second.Target = First.Target;
      Body.Stmts.erase(Body.Stmts.begin() + At);
      return true;
    }
    if (mentions(Second, V) || Known.mayChange(Second, First.Value))
      return false;
  }
  return false;
}

/// `p += e; const t = p; p = 0;` becomes `const t = p + e; p = 0;`.
bool Updates::taken(Block &Body, size_t At) {
  if (At + 2 >= Body.Stmts.size())
    return false;
  const Stmt &First = *Body.Stmts[At], &Third = *Body.Stmts[At + 2];
  Stmt &Second = *Body.Stmts[At + 1];
  if (!First.is(StmtKind::Accumulate) || First.Value->Ty != First.Target->Ty ||
      !Second.is(StmtKind::Declare) || !Second.Value || !equal(Second.Value, First.Target) ||
      !Third.is(StmtKind::Assign) || !equal(Third.Target, First.Target) ||
      Known.reads(Third.Value, First.Target))
    return false;
  Second.Value = B.add(First.Target, First.Value);
  Body.Stmts.erase(Body.Stmts.begin() + At);
  return true;
}

bool Updates::run() {
  return changeScopes(F.Body, [&](Block &Body) {
    bool Changed = false;
    for (size_t At = 0; At < Body.Stmts.size();) {
      const Stmt &S = *Body.Stmts[At];
      if ((isUpdate(S) && (meet(Body, At) || replaced(Body, At) || taken(Body, At))) ||
          (G.Follows && S.is(StmtKind::Block) && meetBehind(Body, At)))
        Changed = true; // the statement that is here now may meet another one
      else
        ++At;
    }
    return Changed;
  });
}

bool ad::core::mergeUpdates(Module &M, Function &F, Guide G) { return Updates(M, F, G).run(); }
