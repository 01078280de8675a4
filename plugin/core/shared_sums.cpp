//===- core/shared_sums.cpp - sums of the same products -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of `out[k] += p / z * v[k]` adds to those of p and z what differs by factors that the
// loop over k leaves alone:
//
//   for (int k = 0; k < d; ++k) {               double t_bar_sum = 0;
//     const double t_bar = ...;                 for (int k = 0; k < d; ++k) {
//     p_bar += t_bar * z_inverse;                 const double t_bar = ...;
//     z_bar -= z_inverse * z_inverse * p          t_bar_sum += t_bar;
//              * t_bar;                         }
//   }                                           if (t_bar_sum != 0) {
//                                                 p_bar += z_inverse * t_bar_sum;
//                                                 z_bar -= z_inverse * z_inverse * p * t_bar_sum;
//                                               }
//
// 1. Candidates: straight loops that add to several adjoints in variables which nothing else in
//    them reads, products of which the same factors change with the iteration, or sums of such. If
//    there are none, factors count that constants of the iteration are made of.
// 2. The products behind the loop ask first whether there is something to hand on: where the loop
//    does not run, the factors need not be numbers at all.
// 3. Sums that only serve to be added elsewhere behind the loop are not made any more.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/shared_sums.h"
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

using Factors = llvm::SmallVector<const Expr *, 4>;

/// What S adds, or a part of it, Of: Stays * Varies, in a loop that leaves Stays alone.
struct Term {
  Stmt *S;
  const Expr *Of;
  bool Negative = false;
  Factors Stays, Varies;
};

class Sharing {
public:
  Sharing(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {}
  void in(Block &Bl);
  bool Changed = false;

private:
  bool isSum(const Stmt &S, const StraightLoop &L) const;
  void terms(Stmt *S, const Stmt &Loop, const StraightLoop &L, bool Through,
             llvm::SmallVectorImpl<Term> &Out) const;
  llvm::SmallVector<Term, 4> group(const Stmt &Loop, bool Through) const;
  void share(Block &Bl, size_t At, llvm::ArrayRef<Term> Terms);
  void leaveOut(Block &Body, const Term &T);
  const Expr *handedOn(Block &Bl, size_t At, const Variable *V, llvm::ArrayRef<Term> Terms);

  Module &M;
  Function &F;
  Builder B;
  Places Known;
};

} // namespace

/// The factors of E, and of constants of the iteration if Through says where they are declared;
/// returns whether their product is the negative of E.
static bool factorsOf(const Expr *E, const StraightLoop *Through, Factors &Out) {
  if (E->is(ExprKind::Unary) && E->Text == "-")
    return !factorsOf(E->operand(), Through, Out);
  if (E->is(ExprKind::Binary) && E->Text == "*") {
    const bool First = factorsOf(E->operand(0), Through, Out);
    return factorsOf(E->operand(1), Through, Out) != First;
  }
  const Expr *Value = Through && E->is(ExprKind::Variable) ? Through->valueOf(E->Var) : nullptr;
  if (Value && Value->Ty == E->Ty &&
      (Value->is(ExprKind::Unary) || (Value->is(ExprKind::Binary) && Value->Text == "*")))
    return factorsOf(Value, Through, Out);
  Out.push_back(E);
  return false;
}

/// Whether P and Q have the same factors.
static bool same(Factors P, const Factors &Q) {
  for (const Expr *E : Q) {
    auto Found = llvm::find_if(P, [&](const Expr *Of) { return equal(Of, E); });
    if (Found == P.end())
      return false;
    P.erase(Found);
  }
  return P.empty();
}

/// The terms of E: whether each is subtracted, and what it is.
static void addends(const Expr *E, bool Negative,
                    llvm::SmallVectorImpl<std::pair<bool, const Expr *>> &Out) {
  const bool Minus = E->is(ExprKind::Unary) && E->Text == "-";
  const bool Two = E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-");
  if (!Minus && !Two)
    return Out.push_back({Negative, E});
  addends(E->operand(0), Negative != Minus, Out);
  if (Two)
    addends(E->operand(1), Negative != (E->Text == "-"), Out);
}

/// Whether S adds to an adjoint that nothing else in the loop asks for, or sets.
bool Sharing::isSum(const Stmt &S, const StraightLoop &L) const {
  if (!S.is(StmtKind::Accumulate) || !S.Target->is(ExprKind::Variable))
    return false;
  const Variable *V = S.Target->Var;
  if (!V->Derivative || V->AddressTaken || V->Static || V->Kind == Storage::Global || L.declares(V))
    return false;
  return llvm::none_of(L.statements(), [&](const Stmt *Other) {
    const bool Sets = Other->is(StmtKind::Assign) && Known.mayOverlap(Other->Target, S.Target);
    return Sets || Known.reads(Other->Value, S.Target) ||
           (Other->Target && Known.addressReads(Other->Target, S.Target));
  });
}

void Sharing::terms(Stmt *S, const Stmt &Loop, const StraightLoop &L, bool Through,
                    llvm::SmallVectorImpl<Term> &Out) const {
  llvm::SmallVector<std::pair<bool, const Expr *>, 4> All;
  addends(S->Value, false, All);
  for (auto [Negative, E] : All) {
    Term T{S, E, Negative, {}, {}};
    Factors Of;
    T.Negative ^= factorsOf(E, Through ? &L : nullptr, Of);
    for (const Expr *Factor : Of)
      (Known.mayChange(Loop, Factor) ? T.Varies : T.Stays).push_back(Factor);
    // Wherever in the iteration these are read, they are the same.
    const bool Same = llvm::none_of(T.Varies, [&](const Expr *Factor) {
      return llvm::any_of(L.statements(), [&](const Stmt *Other) {
        return isStore(*Other) && Known.reads(Factor, Other->Target);
      });
    });
    if (Same && !T.Varies.empty() && E->Ty == S->Target->Ty)
      Out.push_back(std::move(T));
  }
}

/// Several sums of the same products.
llvm::SmallVector<Term, 4> Sharing::group(const Stmt &Loop, bool Through) const {
  llvm::SmallVector<Term, 4> All;
  if (const std::optional<StraightLoop> L = StraightLoop::of(Loop))
    for (Stmt *S : L->statements())
      if (isSum(*S, *L))
        terms(S, Loop, *L, Through, All);
  for (const Term &First : All) {
    llvm::SmallVector<Term, 4> Group;
    for (const Term &T : All)
      if (T.S->Target->Ty == First.S->Target->Ty && same(T.Varies, First.Varies))
        Group.push_back(T);
    if (Group.size() > 1)
      return Group;
  }
  return {};
}

/// Where V is declared right ahead of the loop At, in which one statement adds to it, to be added
/// somewhere right behind it: that place. Both statements go then.
const Expr *Sharing::handedOn(Block &Bl, size_t At, const Variable *V, llvm::ArrayRef<Term> Terms) {
  const auto IsZero = [](const Stmt *S) {
    return S->Value && S->Value->is(ExprKind::Literal) && Builder::isZero(S->Value);
  };
  size_t Begin = At, End = At + 1;
  while (Begin > 0 && Bl.Stmts[Begin - 1]->is(StmtKind::Declare) && IsZero(Bl.Stmts[Begin - 1]) &&
         Bl.Stmts[Begin - 1]->Var != V)
    --Begin;
  const bool Declared = Begin > 0 && Bl.Stmts[Begin - 1]->is(StmtKind::Declare) &&
                        Bl.Stmts[Begin - 1]->Var == V && IsZero(Bl.Stmts[Begin - 1]) &&
                        Known.uses().of(V).Stores == 1;
  for (; End < Bl.Stmts.size() && Bl.Stmts[End]->is(StmtKind::If); ++End) {
    const Stmt &If = *Bl.Stmts[End];
    const Stmt *Add = If.Then.Stmts.size() == 1 && If.Else.empty() ? If.Then.Stmts[0] : nullptr;
    if (!Declared || !Add || !Add->is(StmtKind::Accumulate) || !isVariable(Add->Value, V) ||
        !If.Value->is(ExprKind::Binary) || If.Value->Text != "!=" ||
        !isVariable(If.Value->operand(0), V) || Known.uses().of(V).Reads != 2)
      continue;
    // What else is done here does not ask for it.
    const Expr *Place = Add->Target;
    for (const Term &T : Terms)
      for (const Expr *E : T.Stays)
        if (Known.reads(E, Place))
          return nullptr;
    for (size_t I = At + 1; I < End; ++I)
      if (Known.mayChange(*Bl.Stmts[I], Place) && Known.mayUse(*Bl.Stmts[I], Place))
        return nullptr;
    Bl.Stmts.erase(Bl.Stmts.begin() + End);
    Bl.Stmts[Begin - 1]->Kind = StmtKind::Comment; // so that the others stay where they are
    return Place;
  }
  return nullptr;
}

/// Whether S adds nothing but T.
static bool isWhole(const Term &T) {
  llvm::SmallVector<std::pair<bool, const Expr *>, 4> All;
  addends(T.S->Value, false, All);
  return All.size() == 1;
}

/// Takes T out of what its statement adds; that goes if there is nothing else.
void Sharing::leaveOut(Block &Body, const Term &T) {
  llvm::SmallVector<std::pair<bool, const Expr *>, 4> All;
  addends(T.S->Value, false, All);
  const Expr *Rest = nullptr;
  for (auto [Negative, E] : All) {
    if (E == T.Of)
      continue;
    Rest = !Rest ? (Negative ? B.neg(E) : E) : Negative ? B.sub(Rest, E) : B.add(Rest, E);
  }
  if (Rest)
    T.S->Value = Rest;
  else
    llvm::erase(Body.Stmts, T.S);
}

void Sharing::share(Block &Bl, size_t At, llvm::ArrayRef<Term> Terms) {
  Stmt *Loop = Bl.Stmts[At];
  const Factors &Varies = Terms.front().Varies;
  const bool Named = Varies.size() == 1 && Varies.front()->is(ExprKind::Variable);
  Variable *Sum =
      F.variable(Named ? Varies.front()->Var->Name + "_sum" : "sum", Terms.front().S->Target->Ty);
  Sum->Derivative = true;
  auto Product = [&](const Factors &Of, const Expr *Last) {
    const Expr *All = nullptr;
    for (const Expr *E : Of)
      All = All ? B.mul(All, E) : E;
    return !Last ? All : All ? B.mul(All, Last) : Last;
  };
  Block Behind;
  for (const Term &T : Terms) {
    const Expr *Place = isWhole(T) ? handedOn(Bl, At, T.S->Target->Var, Terms) : nullptr;
    const Expr *Value = Product(T.Stays, B.var(Sum));
    Behind.add(B.accumulate(Place ? Place : T.S->Target, T.Negative ? B.neg(Value) : Value));
  }
  Stmt *Adds = B.accumulate(B.var(Sum), Product(Varies, nullptr));
  Adds->Loc = Terms.front().S->Loc;
  Loop->Then.Stmts.insert(llvm::find(Loop->Then.Stmts, Terms.back().S), Adds);
  for (const Term &T : Terms)
    leaveOut(Loop->Then, T);
  const Expr *Some = B.binary("!=", B.var(Sum), B.number(0, Sum->Ty), M.boolType());
  Bl.Stmts.insert(Bl.Stmts.begin() + At + 1, B.ifThen(Some, std::move(Behind)));
  Bl.Stmts.insert(Bl.Stmts.begin() + At, B.declare(Sum, B.number(0, Sum->Ty)));
}

void Sharing::in(Block &Bl) {
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    forEachBlock(*Bl.Stmts[At], [&](Block &Part) { in(Part); });
    if (!Bl.Stmts[At]->is(StmtKind::Loop))
      continue;
    llvm::SmallVector<Term, 4> Terms = group(*Bl.Stmts[At], /*Through=*/false);
    if (Terms.empty())
      Terms = group(*Bl.Stmts[At], /*Through=*/true);
    if (Terms.empty())
      continue;
    const Stmt *Loop = Bl.Stmts[At];
    share(Bl, At, Terms);
    Changed = true;
    llvm::erase_if(Bl.Stmts,
                   [](const Stmt *S) { return S->is(StmtKind::Comment) && S->Text.empty(); });
    Known = Places(F);
    At = llvm::find(Bl.Stmts, Loop) - Bl.Stmts.begin() - 1; // there may be more
  }
}

void ad::core::shareSums(Module &M, Function &F) {
  Sharing Sums(M, F);
  Sums.in(F.Body);
  if (Sums.Changed)
    removeUnused(F); // constants of iterations
}
