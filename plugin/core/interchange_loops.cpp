//===- core/interchange_loops.cpp - adjoint loops along memory ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `s += a[i][k] * b[k][j]`, in a loop over k, goes down a column of b, and so does its adjoint,
// which stores there. The sum s is formed in the user's order; the adjoint is nothing but sums,
// which may be formed in any: along the rows, several at once.
//
//   for (int j = 0; j < n; ++j) {              for (int k = 0; k < n; ++k) {
//     for (int k = 0; k < n; ++k) {              double a_bar_sum = 0;
//       a_bar[i][k] += b[k][j] * c_bar[i][j];    for (int j = 0; j < n; ++j) {
//       b_bar[k][j] += a[i][k] * c_bar[i][j];      a_bar_sum += b[k][j] * c_bar[i][j];
//     }                                            b_bar[k][j] += a[i][k] * c_bar[i][j];
//     c_bar[i][j] = 0;                           }
//   }                                            a_bar[i][k] += a_bar_sum;
//                                              }
//                                              for (int j = 0; j < n; ++j)
//                                                c_bar[i][j] = 0;
//
// (The sums in variables are made by simplify_element_sums.cpp.)
//
// 1. Candidates: a loop in which iterations may run in any order, and such a loop in it that is
//    straight and whose ends are the same for all iterations of the outer one. What the inner loop
//    does for the primal stays where it is; what is left of it adds to adjoints.
// 2. They change places if fewer accesses go from row to row then, and no two rows of one array are
//    stored to at once.
// 3. The outer loop is cut into what comes before, the two loops, and what clears adjoints. As in
//    split_loops.cpp, statements of one iteration change places only if they do not depend on each
//    other; constants that several parts need are computed in each, so they must be cheap.
//
// Source: loop interchange and distribution as in R. Allen and K. Kennedy, "Optimizing Compilers
// for Modern Architectures", sections 5.2 and 5.6; that sums commute is taken as known.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/interchange_loops.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SetVector.h"

using namespace ad::core;

namespace {

enum Part : unsigned { Before, Along, After };

/// A statement of the outer loop's body, and the part that it goes to.
struct Piece {
  Stmt *S;
  Part To = Before;
};

class Interchange {
public:
  Interchange(Module &M, const Function &F, const ApartPairs &Apart) : M(M), Known(F, Apart) {}
  void run(Block &In);
  bool Any = false;

private:
  bool attempt(const Stmt &Outer, std::vector<Stmt *> &Out);
  std::pair<Stmt *, Stmt *> peel(Stmt *Inner) const;
  bool hasFixedEnds(const Stmt &Inner, const Stmt &Outer) const;
  bool mayChangePlaces(const Stmt &S, const Stmt &T) const;
  bool fits(llvm::ArrayRef<Piece> Body) const;

  Module &M;
  Places Known;
};

} // namespace

static bool isDerivative(const Expr *Place) {
  const Variable *Leads = leadingVariable(Place);
  return Leads && Leads->Derivative;
}

/// Whether S, with all that is nested in it, does nothing but declare, store and loop.
static bool isPlain(const Stmt &S) {
  bool Plain = true;
  auto See = [&](const Stmt &T) {
    const bool Declares = T.is(StmtKind::Declare) && T.Var->Ty->isScalar() && !T.Var->Static;
    Plain &= Declares || (isStore(T) && T.Target->Ty->isScalar() && !T.OldSize) ||
             T.is(StmtKind::Loop) || T.is(StmtKind::If) || T.is(StmtKind::Comment);
  };
  See(S);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &B) { walk(B, [&](Stmt *T) { See(*T); }); });
  return Plain;
}

/// Whether S declares a constant that is cheap to compute again.
static bool isCheapConstant(const Stmt &S, const Block &In) {
  constexpr unsigned Most = 8;
  return S.is(StmtKind::Declare) && S.Value && S.Var->Ty->isScalar() && !S.Var->Ty->isPointer() &&
         isArithmetic(S.Value) && cost(S.Value) <= Most && storesIn(In, S.Var) == 1;
}

/// What the accesses of an iteration cost: those that stay where they are, go on to the next
/// number, or go elsewhere.
static unsigned costOfAccesses(const StraightLoop &L, const Movement &By) {
  unsigned Sum = 0;
  auto Access = [&](const Expr *Place, unsigned Weight) {
    const std::optional<int64_t> Stride = By.stride(Place);
    Sum += Weight * (Stride == 0 ? 0 : Stride == 1 || Stride == -1 ? 1 : 4);
  };
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (isPlace(E) && !E->is(ExprKind::Variable)) {
      if (E->Ty->isReal())
        Access(E, 1);
      return;
    }
    for (const Expr *Op : E->Operands)
      See(Op);
  };
  for (const Stmt *S : L.statements()) {
    See(S->Value);
    if (isStore(*S) && !S->Target->is(ExprKind::Variable))
      Access(S->Target, 2);
  }
  return Sum;
}

/// Whether an iteration stores to two elements of one array that move: rows of one matrix, which
/// the vectoriser would have to tell apart each time.
static bool storesToTwoRows(const StraightLoop &L, const Movement &By) {
  llvm::SmallVector<const Expr *, 4> Moving;
  for (const Stmt *S : L.statements())
    if (isStore(*S) && !S->Target->is(ExprKind::Variable) && By.stride(S->Target) != 0)
      Moving.push_back(S->Target);
  return llvm::any_of(Moving, [&](const Expr *One) {
    return llvm::any_of(Moving, [&](const Expr *Other) {
      return leadingVariable(One) == leadingVariable(Other) && !equal(One, Other);
    });
  });
}

/// Whether the ends of Inner are known where Outer begins, and stay what they are.
bool Interchange::hasFixedEnds(const Stmt &Inner, const Stmt &Outer) const {
  llvm::DenseSet<const Variable *> Changes;
  for (const Stmt *S : Outer.Init.Stmts)
    Changes.insert(S->Var);
  walk(Outer.Then, [&](Stmt *S) {
    if (S->Var)
      Changes.insert(S->Var);
  });
  auto IsFixed = [&](const Expr *E) {
    bool Fixed = true;
    walk(E, [&](const Expr *Sub) {
      Fixed &= !Sub->is(ExprKind::Opaque) && !Sub->is(ExprKind::Primitive);
      if (Sub->is(ExprKind::Variable))
        Fixed &= !Changes.contains(Sub->Var);
      if (isPlace(Sub) && Sub->Ty->isScalar())
        walk(Outer.Then,
             [&](Stmt *S) { Fixed &= !S->Target || !Known.mayOverlap(S->Target, Sub); });
      return Fixed;
    });
    return Fixed;
  };
  // `i < n`: of the test, what does not count.
  const Expr *Test = Inner.Value;
  if (!Test->is(ExprKind::Binary) || !isVariable(Test->operand(0), Inner.Init.Stmts[0]->Var))
    return false;
  return IsFixed(Inner.Init.Stmts[0]->Value) && IsFixed(Test->operand(1));
}

/// Inner as two loops: of what it does for the primal, null if that is nothing, and what it adds to
/// adjoints, null if it does more than that or the two cannot be told apart.
std::pair<Stmt *, Stmt *> Interchange::peel(Stmt *Inner) const {
  const std::optional<StraightLoop> L = StraightLoop::of(*Inner);
  if (!L || !Inner->AnyOrder)
    return {};
  size_t First;
  counterOf(*Inner, First);
  auto Of = [&](bool Adjoint) -> Stmt * {
    Stmt *Loop = M.stmt(StmtKind::Loop, Inner->Loc);
    *Loop = *Inner;
    Loop->Note.clear();
    Loop->Then.Stmts.assign(Inner->Then.Stmts.begin(), Inner->Then.Stmts.begin() + First);
    llvm::SmallSetVector<const Variable *, 8> Needs;
    std::function<void(const Expr *)> Need = [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::Variable) && L->declares(Sub->Var) && Needs.insert(Sub->Var))
          Need(L->valueOf(Sub->Var));
        return true;
      });
    };
    bool Stores = false;
    for (const Stmt *S : L->statements())
      if (isStore(*S) && isDerivative(S->Target) == Adjoint) {
        Stores = true;
        Need(S->Target);
        Need(S->Value);
      }
    for (Stmt *S : L->statements())
      if (isStore(*S) ? isDerivative(S->Target) == Adjoint : Needs.contains(S->Var))
        Loop->Then.add(S);
    return Stores ? Loop : nullptr;
  };
  Stmt *Primal = Of(false), *Adjoint = Of(true);
  if (!Adjoint)
    return {};
  for (const Stmt *S : Adjoint->Then.Stmts) {
    if (S->is(StmtKind::Declare)) { // read by the adjoint when the primal has done its work
      if (Primal && llvm::any_of(Primal->Then.Stmts, [&](const Stmt *P) {
            return isStore(*P) && P->Target->Ty->isReal() && Known.reads(S->Value, P->Target);
          }))
        return {};
      continue;
    }
    if (!S->Target->Ty->isReal()) // counts
      continue;
    if (!S->is(StmtKind::Accumulate))
      return {};
    for (const Stmt *P : L->statements())
      if (isStore(*P) && !isDerivative(P->Target)) {
        const size_t AtS = llvm::find(L->statements(), S) - L->statements().begin(),
                     AtP = llvm::find(L->statements(), P) - L->statements().begin();
        if (AtP > AtS &&
            (Known.reads(S->Value, P->Target) || Known.addressReads(S->Target, P->Target)))
          return {};
      }
  }
  return {Primal, Adjoint};
}

/// Whether what S and T do, in one iteration, may be done in the other order.
bool Interchange::mayChangePlaces(const Stmt &S, const Stmt &T) const {
  auto Independent = [&](const Stmt &A, const Stmt &B) {
    bool Ok = true;
    auto See = [&](const Stmt &Sub) {
      if (Sub.Var)
        Ok &= !mentions(B, Sub.Var) || Sub.is(StmtKind::Loop);
      if (Sub.Target)
        Ok &= !Known.mayUse(B, Sub.Target) &&
              (Sub.is(StmtKind::Accumulate) || !Known.mayAddTo(B, Sub.Target));
    };
    See(A);
    forEachBlock(const_cast<Stmt &>(A),
                 [&](Block &In) { walk(In, [&](Stmt *Sub) { See(*Sub); }); });
    return Ok;
  };
  return Independent(S, T) && Independent(T, S);
}

/// Whether the statements keep their meaning where the parts come one after the other, constants
/// that a later part needs being computed there again.
bool Interchange::fits(llvm::ArrayRef<Piece> Body) const {
  for (size_t I = 0; I < Body.size(); ++I)
    for (size_t J = I + 1; J < Body.size(); ++J) {
      const Stmt &S = *Body[I].S, &T = *Body[J].S;
      if (Body[I].To > Body[J].To && !mayChangePlaces(S, T))
        return false;
    }
  return true;
}

/// Outer as several loops.
bool Interchange::attempt(const Stmt &Outer, std::vector<Stmt *> &Out) {
  size_t First = 0;
  const Variable *Counter = counterOf(Outer, First);
  if (!Counter || First != 0 || !Outer.AnyOrder || runsAFewTimes(Outer) ||
      !llvm::all_of(Outer.Then.Stmts, [](const Stmt *S) { return isPlain(*S); }))
    return false;
  Movement ByOuter;
  ByOuter.Counter = Counter;
  for (const Stmt *S : Outer.Then.Stmts)
    if (isCheapConstant(*S, Outer.Then))
      ByOuter.Values[S->Var] = S->Value;
  // 1. The inner loop that gains by it.
  std::vector<Piece> Body;
  const Stmt *Gains = nullptr;
  for (Stmt *S : Outer.Then.Stmts) {
    auto [Primal, Adjoint] =
        Gains || !S->is(StmtKind::Loop) ? std::pair<Stmt *, Stmt *>() : peel(S);
    const std::optional<StraightLoop> L =
        Adjoint && hasFixedEnds(*S, Outer) ? StraightLoop::of(*Adjoint) : std::nullopt;
    if (!L || storesToTwoRows(*L, ByOuter) ||
        4 * costOfAccesses(*L, ByOuter) >= 3 * costOfAccesses(*L, *L)) {
      Body.push_back({S});
      continue;
    }
    if (Primal)
      Body.push_back({Primal});
    Body.push_back({Adjoint, Along});
    Gains = Adjoint;
  }
  if (!Gains)
    return false;
  // 2. What clears or scales adjoints comes last, if it cannot stay ahead of the loops.
  bool Follows = false, AheadStays = true;
  auto Place = [&] {
    Follows = false;
    bool Ahead = true;
    for (Piece &P : Body) {
      Ahead &= P.S != Gains;
      if (P.S->is(StmtKind::Assign) && isDerivative(P.S->Target) &&
          !P.S->Target->is(ExprKind::Variable)) {
        P.To = Ahead && AheadStays ? Before : After;
        Follows |= P.To == After;
      }
    }
  };
  // 3. Constants that the later parts need.
  auto NeedsOf = [&](Part To, llvm::SmallSetVector<const Stmt *, 8> &Needs) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Piece &P : Body)
        if (P.S->is(StmtKind::Declare) && !Needs.contains(P.S)) {
          bool Needed = llvm::any_of(Needs, [&](const Stmt *N) { return mentions(*N, P.S->Var); });
          for (const Piece &User : Body)
            Needed |= User.To == To && User.S != P.S && mentions(*User.S, P.S->Var);
          if (Needed)
            Changed |= Needs.insert(P.S);
        }
    }
    // Each of them must be the same number there.
    for (const Stmt *N : Needs) {
      if (!isCheapConstant(*N, Outer.Then))
        return false;
      size_t At = 0;
      while (Body[At].S != N)
        ++At;
      for (size_t I = 0; I < Body.size(); ++I) {
        const bool Earlier = Body[I].To < To;
        if (I != At && Body[I].To != To && (I < At) != Earlier &&
            Known.mayChange(*Body[I].S, N->Value))
          return false;
      }
    }
    return true;
  };
  llvm::SmallSetVector<const Stmt *, 8> ForAlong, ForAfter;
  auto Fits = [&] {
    ForAlong.clear();
    ForAfter.clear();
    Place();
    return NeedsOf(Along, ForAlong) && (!Follows || NeedsOf(After, ForAfter)) && fits(Body);
  };
  if (!Fits()) {
    AheadStays = false;
    if (!Fits())
      return false;
  }
  // 4. The loops.
  auto Head = [&](const Stmt &Of) {
    Stmt *Loop = M.stmt(StmtKind::Loop, Of.Loc);
    *Loop = Of;
    Loop->Then = Block();
    return Loop;
  };
  auto Fill = [&](Part To, const llvm::SmallSetVector<const Stmt *, 8> &Needs, Block &Into) {
    for (const Piece &P : Body)
      if (P.To == To || Needs.contains(P.S))
        Into.add(P.S);
  };
  Stmt *Rest = Head(Outer);
  Fill(Before, {}, Rest->Then);
  llvm::erase_if(Rest->Then.Stmts, [](const Stmt *S) { return S->is(StmtKind::Comment); });
  if (llvm::any_of(Rest->Then.Stmts, [](const Stmt *S) { return !S->is(StmtKind::Declare); }))
    Out.push_back(Rest);
  Stmt *Now = Head(*Gains), *Inside = Head(Outer);
  Inside->Note.clear();
  size_t Skip = 0;
  counterOf(*Gains, Skip);
  Now->Then.Stmts.assign(Gains->Then.Stmts.begin(), Gains->Then.Stmts.begin() + Skip);
  for (const Piece &P : Body)
    if (ForAlong.contains(P.S))
      Inside->Then.add(P.S);
  Inside->Then.Stmts.insert(Inside->Then.Stmts.end(), Gains->Then.Stmts.begin() + Skip,
                            Gains->Then.Stmts.end());
  Now->Then.add(Inside);
  Out.push_back(Now);
  if (Follows) {
    Stmt *Last = Head(Outer);
    Last->Note.clear();
    Fill(After, ForAfter, Last->Then);
    Out.push_back(Last);
  }
  return true;
}

void Interchange::run(Block &In) {
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    std::vector<Stmt *> Loops;
    if (S->is(StmtKind::Loop) && attempt(*S, Loops)) {
      Any = true;
      In.Stmts.erase(In.Stmts.begin() + At);
      In.Stmts.insert(In.Stmts.begin() + At, Loops.begin(), Loops.end());
      At += Loops.size() - 1;
      continue;
    }
    forEachBlock(*S, [&](Block &Inner) { run(Inner); });
  }
}

bool ad::core::interchangeLoops(Module &M, Function &F, const ApartPairs &Apart) {
  Interchange I(M, F, Apart);
  I.run(F.Body);
  if (I.Any)
    F.Body = clone(M, F.Body); // what several loops compute stands in each of them
  return I.Any;
}
