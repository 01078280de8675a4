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
// The forward sweep is left as the user wrote it, but for loops whose iterations have nothing in
// common (Stmt::Apart). There, too, two loops may change places: what an iteration of the outer one
// computes is computed in the same order, bit by bit. A sum that ends in an element is formed
// there; what iterations add to one variable, a single loop does.
//
// 1. Candidates: a loop in which iterations may run in any order, and such loops in it that are
//    straight and whose ends are the same for all iterations of the outer one. What an inner loop
//    of adjoints does for the primal stays where it is; what is left of it adds to adjoints.
// 2. They change places if fewer accesses go from row to row then, and no two rows of one array are
//    stored to at once. Arrays on the tape have rows of their own, which change places, too
//    (turn_slots.cpp).
// 3. The outer loop is cut in front of each such loop and behind it. Where a part needs what an
//    adjoint was before it was cleared, clearing comes last; where what comes behind needs a number
//    that was set ahead, both come first. As in split_loops.cpp, statements of
//    one iteration change places only if they do not depend on each other; constants that several
//    parts need are computed in each, so they must be cheap; or they lie in an element that is
//    cleared afterwards, and that nothing reads in between.
//
// Source: loop interchange and distribution as in R. Allen and K. Kennedy, "Optimizing Compilers
// for Modern Architectures", sections 5.2 and 5.6; that sums commute is taken as known.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/interchange_loops.h"
#include "plugin/core/builder.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/turn_slots.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SetVector.h"

using namespace ad::core;

namespace {

/// A statement of the outer loop's body, and the part that it goes to. Along: a loop that changes
/// places with the outer one; it is a part by itself.
struct Piece {
  Stmt *S;
  bool Along = false;
  unsigned To = 0;
};

using Pieces = std::vector<Piece>;
using Constants = llvm::SmallSetVector<const Stmt *, 8>;

class Interchange {
public:
  Interchange(Module &M, const Function &F, const ApartPairs &Apart) : M(M), Known(F, Apart) {}
  void run(Block &In);
  bool Any = false;

private:
  bool attempt(const Stmt &Outer, std::vector<Stmt *> &Out);
  bool attemptPlain(const Stmt &Outer, std::vector<Stmt *> &Out);
  bool sumInPlace(Block &Body, size_t At) const;
  bool keepInPlace(Block &Body, size_t At);
  Pieces cut(const Stmt &Outer, const Movement &ByOuter) const;
  bool findNeeds(const Stmt &Outer, const Pieces &Body, unsigned To, Constants &Needs) const;
  bool place(const Stmt &Outer, Pieces &Body, bool ClearsLast, bool OthersFirst,
             std::vector<Constants> &Needs) const;
  Stmt *makePart(const Stmt &Outer, const Pieces &Body, unsigned To, const Constants &Needs) const;
  std::pair<Stmt *, Stmt *> peel(Stmt *Inner) const;
  bool hasFixedEnds(const Stmt &Inner, const Stmt &Outer) const;
  bool mayMeet(const Expr *P, const Expr *Q) const;
  bool mayChangePlaces(const Stmt &S, const Stmt &T) const;
  bool fits(const Stmt &Outer, llvm::ArrayRef<Piece> Body) const;
  unsigned costOfAccesses(const StraightLoop &L, const Movement &By, bool InOrder) const;

  Module &M;
  Places Known;
  llvm::DenseSet<const Stmt *> Keeps; ///< what stores constants in elements that are cleared later
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
    forEachExpr(T, [&](const Expr *E) { // no text that reads what nobody knows
      walk(E, [&](const Expr *Sub) {
        Plain &= !(Sub->is(ExprKind::Opaque) && Sub->ReadsMemory);
        return Plain;
      });
    });
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
/// number, or go elsewhere. InOrder: each addition to a sum waits for the one before.
unsigned Interchange::costOfAccesses(const StraightLoop &L, const Movement &By,
                                     bool InOrder) const {
  unsigned Sum = 0;
  auto Access = [&](const Expr *Place, unsigned Weight) {
    const std::optional<int64_t> Stride =
        Known.isSlot(Place) && goesAcross(Place, By) ? 1 : By.stride(Place);
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
  constexpr unsigned Waiting = 2;
  for (const Stmt *S : L.statements()) {
    See(S->Value);
    if (isStore(*S) && !S->Target->is(ExprKind::Variable))
      Access(S->Target, 2);
    if (InOrder && S->is(StmtKind::Accumulate) && By.stride(S->Target) == 0)
      Sum += Waiting;
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

/// Whether the ends of Inner, which counts, are known where Outer begins, and stay what they are.
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
      // What is behind a pointer may not be there where Outer does not run.
      const bool Reaches = Sub->is(ExprKind::Subscript) || Sub->is(ExprKind::Dereference);
      const bool This = Reaches && Sub->operand()->is(ExprKind::Variable) &&
                        Sub->operand()->Var->Kind == Storage::This;
      Fixed &= !Sub->is(ExprKind::Opaque) && !Sub->is(ExprKind::Primitive) && (!Reaches || This) &&
               !mayTrap(Sub);
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
    StraightLoop::Constants Needs;
    bool Stores = false;
    for (const Stmt *S : L->statements())
      if (isStore(*S) && isDerivative(S->Target) == Adjoint) {
        Stores = true;
        for (const Variable *V : L->needsOf({S->Target, S->Value}))
          Needs.insert(V);
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

/// The variable of the primal's to which S adds, null if it does something else.
static const Variable *addsTo(const Stmt &S) {
  const bool Adds = S.is(StmtKind::Accumulate) && S.Target->is(ExprKind::Variable);
  return Adds && !S.Target->Var->Derivative ? S.Target->Var : nullptr;
}

/// The places in memory to which S, with all that is nested in it, adds for the primal.
static llvm::SmallVector<const Expr *, 4> sumsIn(Stmt &S) {
  llvm::SmallVector<const Expr *, 4> Out;
  Block All;
  All.add(&S);
  walk(All, [&](Stmt *Sub) {
    if (Sub->is(StmtKind::Accumulate) && Sub->Target->Ty->isReal() &&
        !Sub->Target->is(ExprKind::Variable) && !isDerivative(Sub->Target))
      Out.push_back(Sub->Target);
  });
  return Out;
}

/// Whether two sums of the primal in memory may meet, perhaps in different iterations.
bool Interchange::mayMeet(const Expr *P, const Expr *Q) const {
  return leadingVariable(P) == leadingVariable(Q) || Known.mayOverlap(P, Q);
}

/// Whether the statements keep their meaning where the parts come one after the other, constants
/// that a later part needs being computed there again.
bool Interchange::fits(const Stmt &Outer, llvm::ArrayRef<Piece> Body) const {
  for (size_t I = 0; I < Body.size(); ++I)
    for (size_t J = I + 1; J < Body.size(); ++J) {
      const Stmt &S = *Body[I].S, &T = *Body[J].S;
      if (Body[I].To > Body[J].To && !mayChangePlaces(S, T))
        return false;
      if (Body[I].To == Body[J].To)
        continue;
      if (addsTo(S) && addsTo(S) == addsTo(T)) // in turn
        return false;
      if (Outer.Apart) // sums in memory do not meet
        continue;
      for (const Expr *P : sumsIn(*Body[I].S))
        for (const Expr *Q : sumsIn(*Body[J].S))
          if (mayMeet(P, Q))
            return false;
    }
  return true;
}

/// The body of Outer in pieces, loops that gain by it marked.
Pieces Interchange::cut(const Stmt &Outer, const Movement &ByOuter) const {
  Pieces Body;
  for (Stmt *S : Outer.Then.Stmts) {
    auto [Primal, Moves] = !S->is(StmtKind::Loop) ? std::pair<Stmt *, Stmt *>()
                           : Outer.Apart          ? std::pair<Stmt *, Stmt *>(nullptr, S)
                                                  : peel(S);
    size_t First;
    const std::optional<StraightLoop> L = Moves && counterOf(*S, First) && hasFixedEnds(*S, Outer)
                                              ? StraightLoop::of(*Moves)
                                              : std::nullopt;
    Movement Across = ByOuter; // also of what the inner loop gives names to: `at = i * n + j`
    if (L)
      Across.Values.insert(L->Values.begin(), L->Values.end());
    if (!L || storesToTwoRows(*L, Across) ||
        4 * costOfAccesses(*L, Across, Outer.Apart) >= 3 * costOfAccesses(*L, *L, Outer.Apart)) {
      Body.push_back({S});
      continue;
    }
    if (Primal)
      Body.push_back({Primal});
    Body.push_back({Moves, /*Along=*/true});
  }
  return Body;
}

/// The constants of other parts that a part needs; false if they cannot be computed there again.
bool Interchange::findNeeds(const Stmt &Outer, const Pieces &Body, unsigned To,
                            Constants &Needs) const {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Piece &P : Body)
      if (P.S->is(StmtKind::Declare) && P.To != To && !Needs.contains(P.S)) {
        bool Needed = llvm::any_of(Needs, [&](const Stmt *N) { return mentions(*N, P.S->Var); });
        for (const Piece &User : Body)
          Needed |= User.To == To && mentions(*User.S, P.S->Var);
        if (Needed)
          Changed |= Needs.insert(P.S);
      }
  }
  // Each of them must be the same number there, also while a loop runs.
  for (const Stmt *N : Needs) {
    if (!isCheapConstant(*N, Outer.Then))
      return false;
    const size_t At = llvm::find_if(Body, [&](const Piece &P) { return P.S == N; }) - Body.begin();
    for (size_t I = 0; I < Body.size(); ++I) {
      const bool Moves = Body[I].To == To ? Body[I].Along : (I < At) != (Body[I].To < To);
      if (I != At && Moves && Known.mayChange(*Body[I].S, N->Value))
        return false;
    }
  }
  return true;
}

/// Puts the pieces into parts. ClearsLast: what clears or scales adjoints into the last one.
/// OthersFirst: all but that, and but the loops that change places, into the first one.
/// Needs: constants of other parts, for each part. Returns whether that can be done.
bool Interchange::place(const Stmt &Outer, Pieces &Body, bool ClearsLast, bool OthersFirst,
                        std::vector<Constants> &Needs) const {
  auto Clears = [&](const Piece &P) {
    return P.S->is(StmtKind::Assign) && isDerivative(P.S->Target) &&
           !P.S->Target->is(ExprKind::Variable) && !Keeps.contains(P.S);
  };
  unsigned Parts = OthersFirst;
  bool Open = OthersFirst; // the part at hand takes more statements
  for (Piece &P : Body) {
    const bool First = OthersFirst && !P.Along && !Clears(P);
    Parts += !First && (P.Along || !Open);
    Open = First ? Open : !P.Along;
    P.To = First ? 0 : Parts - 1;
  }
  Parts += ClearsLast && !Open;
  for (Piece &P : Body)
    if (ClearsLast && Clears(P))
      P.To = Parts - 1;
  Needs.assign(Parts, {});
  for (unsigned To = 0; To < Parts; ++To)
    if (!findNeeds(Outer, Body, To, Needs[To]))
      return false;
  return fits(Outer, Body);
}

/// The loops of one part; null if it does nothing.
Stmt *Interchange::makePart(const Stmt &Outer, const Pieces &Body, unsigned To,
                            const Constants &Needs) const {
  auto Head = [&](const Stmt &Of) {
    Stmt *Loop = M.stmt(StmtKind::Loop, Of.Loc);
    *Loop = Of;
    Loop->Then = Block();
    return Loop;
  };
  Stmt *Part = Head(Outer);
  const Stmt *Along = nullptr;
  bool Does = false;
  for (const Piece &P : Body) {
    if (P.To == To && P.Along)
      Along = P.S;
    else if (Needs.contains(P.S) || (P.To == To && !P.S->is(StmtKind::Comment)))
      Part->Then.add(P.S);
    Does |= P.To == To && !P.S->is(StmtKind::Declare) && !P.S->is(StmtKind::Comment);
  }
  if (To > 0 || Along)
    Part->Note.clear();
  if (!Along)
    return Does ? Part : nullptr;
  size_t Skip = 0;
  counterOf(*Along, Skip);
  const auto Begin = Along->Then.Stmts.begin(), End = Along->Then.Stmts.end();
  Part->Then.Stmts.insert(Part->Then.Stmts.end(), Begin + Skip, End);
  Stmt *Now = Head(*Along);
  Now->Then.Stmts.assign(Begin, Begin + Skip);
  Now->Then.add(Part);
  return Now;
}

/// Forms the sum that the statement At of Body begins in the element where the iteration leaves it,
/// if it does; no other iteration uses that.
///   double t = 0;                     c[i][j] = 0;
///   for (...) t += a[i][k] * b[k][j]; for (...) c[i][j] += a[i][k] * b[k][j];
///   c[i][j] = t / n;                  c[i][j] = c[i][j] / n;
bool Interchange::sumInPlace(Block &Body, size_t At) const {
  Stmt &Begin = *Body.Stmts[At];
  const Variable *Sum = Begin.is(StmtKind::Declare) && Begin.Value ? Begin.Var : nullptr;
  if (!Sum || !Sum->Ty->isReal() || Sum->Static || Sum->AddressTaken)
    return false;
  size_t Last = Body.Stmts.size() - 1;
  while (Last > At && !mentions(*Body.Stmts[Last], Sum))
    --Last;
  Stmt &End = *Body.Stmts[Last];
  if (Last == At || !End.is(StmtKind::Assign) || End.Target->is(ExprKind::Variable) ||
      End.Target->Ty->nonReference() != Sum->Ty || mentions(End.Target, Sum) ||
      Known.reads(Begin.Value, End.Target) || Known.reads(End.Value, End.Target))
    return false;
  bool Loops = false;
  for (size_t I = At + 1; I < Last; ++I) {
    const Stmt &S = *Body.Stmts[I];
    Loops |= S.is(StmtKind::Loop) && mentions(S, Sum);
    if (Known.mayUse(S, End.Target) || Known.mayAddTo(S, End.Target) ||
        Known.mayChange(S, End.Target) || (S.Var && mentions(End.Target, S.Var)))
      return false;
  }
  if (!Loops)
    return false;
  const Expr *Place = End.Target;
  auto InPlace = [&](const Expr *E) { return isVariable(E, Sum) ? Place : nullptr; };
  Block Uses;
  Uses.Stmts.assign(Body.Stmts.begin() + At + 1, Body.Stmts.begin() + Last + 1);
  walk(Uses, [&](Stmt *S) { rewrite(M, *S, InPlace); });
  Stmt *Starts = M.stmt(StmtKind::Assign, Begin.Loc);
  Starts->Target = Place;
  Starts->Value = Begin.Value;
  Body.Stmts[At] = Starts;
  if (equal(End.Value, Place))
    Body.Stmts.erase(Body.Stmts.begin() + Last);
  return true;
}

/// Puts the constant that the statement At of Body declares, and that a loop behind it reads, into
/// an element of an adjoint that the iteration clears, and does not read again: the loop would
/// compute the constant again each time, perhaps from what lies here and there.
///   const double t = b[at[j]] * c_bar[j];     c_bar[j] = b[at[j]] * c_bar[j];
///   c_bar[j] = 0;                             for (...) a_bar[k] += x[k][j] * c_bar[j];
///   for (...) a_bar[k] += x[k][j] * t;        c_bar[j] = 0;
bool Interchange::keepInPlace(Block &Body, size_t At) {
  const Stmt &Begin = *Body.Stmts[At];
  const Variable *V = Begin.is(StmtKind::Declare) && Begin.Value ? Begin.Var : nullptr;
  if (!V || !V->Ty->isReal() || V->Static || V->AddressTaken || storesIn(Body, V) > 1)
    return false;
  auto IsCleared = [&](const Stmt *S) {
    return S->is(StmtKind::Assign) && S->Value && Builder::isZero(S->Value) &&
           S->Target->is(ExprKind::Subscript) && S->Target->Ty->nonReference() == V->Ty &&
           isDerivative(S->Target) && Known.reads(Begin.Value, S->Target);
  };
  auto Clears = std::find_if(Body.Stmts.begin() + At, Body.Stmts.end(), IsCleared);
  if (Clears == Body.Stmts.end())
    return false;
  Stmt *Clear = *Clears;
  const Expr *Place = Clear->Target;
  const size_t Cleared = Clears - Body.Stmts.begin();
  size_t Last = At; // that uses the element
  for (size_t I = At + 1; I < Body.Stmts.size(); ++I)
    if (I != Cleared &&
        (Known.mayUse(*Body.Stmts[I], Place) || Known.mayAddTo(*Body.Stmts[I], Place)))
      Last = I;
  if (Last > Cleared)
    return false;
  bool Loops = false, Else = false; // what reads the constant
  for (size_t I = At + 1; I < Body.Stmts.size(); ++I) {
    const Stmt &S = *Body.Stmts[I];
    if (I <= Last)
      Else |= mentions(S, V) || Known.mayChange(S, Begin.Value);
    else if (I != Cleared && Known.mayChange(S, Place))
      return false;
    else
      Loops |= S.is(StmtKind::Loop) && mentions(S, V);
  }
  if (!Loops)
    return false;
  Body.Stmts.erase(Clears);
  Block Uses;
  Uses.Stmts.assign(Body.Stmts.begin() + Last + 1, Body.Stmts.end());
  walk(Uses, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) { return isVariable(E, V) ? Place : nullptr; });
  });
  Stmt *Keep = M.stmt(StmtKind::Assign, Begin.Loc);
  Keep->Target = Place;
  Keep->Value = Else ? Builder(M).var(Begin.Var) : Begin.Value;
  Keeps.insert(Keep);
  Body.Stmts.insert(Body.Stmts.begin() + Last + 1, Keep);
  Body.Stmts.push_back(Clear);
  if (!Else)
    Body.Stmts.erase(Body.Stmts.begin() + At);
  return true;
}

/// Outer as several loops.
bool Interchange::attempt(const Stmt &Outer, std::vector<Stmt *> &Out) {
  if (!llvm::all_of(Outer.Then.Stmts, [](const Stmt *S) { return isPlain(*S); }))
    return false;
  auto InPlace = [&](llvm::function_ref<bool(Block &, size_t)> Moves) {
    Stmt *Changed = M.stmt(StmtKind::Loop, Outer.Loc);
    *Changed = Outer;
    Changed->Then = clone(M, Outer.Then);
    bool Any = false;
    for (size_t At = 0; At < Changed->Then.Stmts.size(); ++At)
      Any |= Moves(Changed->Then, At);
    return Any && attemptPlain(*Changed, Out);
  };
  auto Keep = [&](Block &Body, size_t At) { return keepInPlace(Body, At); };
  auto Sum = [&](Block &Body, size_t At) { return sumInPlace(Body, At); };
  return (Outer.AnyOrder && InPlace(Keep)) || attemptPlain(Outer, Out) ||
         (Outer.Apart && InPlace(Sum));
}

/// Outer, as it is, as several loops.
bool Interchange::attemptPlain(const Stmt &Outer, std::vector<Stmt *> &Out) {
  size_t First = 0;
  const Variable *Counter = counterOf(Outer, First);
  if (!Counter || First != 0 || !(Outer.AnyOrder || Outer.Apart) || runsAFewTimes(Outer) ||
      !llvm::all_of(Outer.Then.Stmts, [](const Stmt *S) { return isPlain(*S); }))
    return false;
  Movement ByOuter;
  ByOuter.Counter = Counter;
  for (const Stmt *S : Outer.Then.Stmts)
    if (isCheapConstant(*S, Outer.Then))
      ByOuter.Values[S->Var] = S->Value;
  Pieces Body = cut(Outer, ByOuter);
  if (llvm::none_of(Body, [](const Piece &P) { return P.Along; }))
    return false;
  std::vector<Constants> Needs;
  auto Fits = [&](bool ClearsLast, bool OthersFirst) {
    return place(Outer, Body, ClearsLast, OthersFirst, Needs);
  };
  if (!Fits(false, false) && !Fits(true, false) && !Fits(false, true) && !Fits(true, true))
    return false;
  for (unsigned To = 0; To < Needs.size(); ++To)
    if (Stmt *Part = makePart(Outer, Body, To, Needs[To]))
      Out.push_back(Part);
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
  if (I.Any) {
    F.Body = clone(M, F.Body); // what several loops compute stands in each of them
    turnSlots(M, F);
  }
  return I.Any;
}
