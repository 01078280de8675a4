//===- core/carry_elements.cpp - elements that the next iteration needs ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a relaxation or of a recurrence adds to an element that the next iteration reads.
// Through memory that takes several times as long as the sum itself; in a variable it takes
// nothing.
//
//   for (int i = n; i-- > 1;) {              if (n > 1) {
//     x_bar[i - 1] += c * x_bar[i];            double x_bar_here = x_bar[n - 1];
//     x_bar[i] *= d;                           for (int i = n; i-- > 1;) {
//   }                                            double x_bar_before = x_bar[i - 1];
//                                                x_bar_before += c * x_bar_here;
//                                                x_bar_here *= d;
//                                                x_bar[i] = x_bar_here;
//                                                x_bar_here = x_bar_before;
//                                              }
//                                              x_bar[0] = x_bar_here;
//                                            }
//
// 1. Candidates: straight loops whose iterations have an order, and an array of adjoints of which
//    each iteration uses some neighbours, the same ones seen from its counter, without conditions.
//    Nothing else in the loop may be the same memory.
// 2. These make a window that moves on by one. An element is read where it comes in, and stored
//    where an iteration changes it for the last time; in between it is a variable. That pays if one
//    iteration changes it, and another one uses it.
// 3. What the window holds at first is read before the loop, and what it holds at last is stored
//    behind it: by the first and the last iteration, which use these elements in any case. What
//    only is read is not stored.
//
// Source: scalar replacement, as in D. Callahan, S. Carr and K. Kennedy, "Improving Register
// Allocation for Subscripted Variables", PLDI 1990.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/carry_elements.h"
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/builder.h"
#include "plugin/core/steps.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/ScopeExit.h"
#include <map>

using namespace ad::core;

namespace {

/// An element that each iteration uses, as often as it does.
struct Element {
  const Expr *Place = nullptr;
  bool Stored = false, Read = false; ///< Read: by others than an addition to it
  Variable *Holds = nullptr;
};

/// The elements of one array, by how far they are from the first that was found.
struct Window {
  const Expr *Array = nullptr, *Index = nullptr;
  std::map<int64_t, Element> Elements;

  int64_t from() const { return Elements.begin()->first; }
  int64_t to() const { return Elements.rbegin()->first; }
};

/// A loop that counts from First on, for as long as its counter is less than Bound, or greater.
struct Range {
  const Expr *Begin; ///< where the counter begins
  const Expr *Bound;
  bool Down;
};

class Carrying {
public:
  Carrying(Module &M, Function &F, const ApartPairs &Apart) : M(M), F(F), B(M), Known(F, Apart) {}
  void run(Block &In);

private:
  std::optional<Window> windowOf(const StraightLoop &L, const Expr *Array, const Expr *Index) const;
  bool isApart(const Expr *Other, const Window &W, const StraightLoop &L) const;
  bool isAlone(const Window &W, const StraightLoop &L) const;
  const Expr *at(const Expr *Place, const StraightLoop &L, const Expr *Counter, int64_t Plus);
  void carry(Block &In, size_t At, const StraightLoop &L, Window W, const Range &R);

  Module &M;
  Function &F;
  Builder B;
  Places Known;
  llvm::SmallVector<const Stmt *, 4> Loops; ///< at hand, outermost first
};

} // namespace

//===-- Where it pays ------------------------------------------------------===//

/// How Loop counts, if that stays the same while it runs.
static std::optional<Range> rangeOf(const Stmt &Loop, const StraightLoop &L) {
  const Expr *Test = Loop.Value, *Begin = Loop.Init.Stmts[0]->Value;
  const bool Down = Loop.Step.empty();
  if (!Begin || !Test->is(ExprKind::Binary) || Test->Text != (Down ? ">" : "<") ||
      !isVariable(Test->operand(0), L.Counter) ||
      (!Down && Loop.Step.Stmts[0]->Value->is(ExprKind::Unary)))
    return std::nullopt;
  bool Plain = true;
  for (const Expr *E : {Begin, Test->operand(1)})
    walk(E, [&](const Expr *Sub) {
      Plain &=
          Sub->Ty->isInteger() &&
          (Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Unary) ||
           (Sub->is(ExprKind::Cast) && !Sub->Explicit) ||
           (Sub->is(ExprKind::Variable) && Sub->Var != L.Counter && !Sub->Var->Ty->isReference()));
      return Plain;
    });
  return Plain ? std::optional<Range>({Begin, Test->operand(1), Down}) : std::nullopt;
}

/// Calls F on the elements that S uses. Always: not under a condition.
static void forEachElement(const Stmt &S,
                           llvm::function_ref<void(const Expr *E, bool Always, bool Stored)> F) {
  std::function<void(const Expr *, bool, bool)> Look = [&](const Expr *E, bool Always,
                                                           bool Stored) {
    if (E->is(ExprKind::Variable) || !isPlace(E)) {
      const bool Chooses = E->is(ExprKind::Conditional) || E->Ty->IsBool;
      for (size_t I = 0; I < E->Operands.size(); ++I)
        Look(E->operand(I), Always && (I == 0 || !Chooses), false);
      return;
    }
    F(E, Always, Stored);
    for (size_t I = 0; I < E->Operands.size(); ++I)
      if (I > 0 || E->operand()->Ty->isPointer())
        Look(E->operand(I), Always, false);
  };
  if (S.Target)
    Look(S.Target, true, true);
  Look(S.Value, true, false);
}

/// The elements of Array near Index that each iteration uses; none if it may use others.
std::optional<Window> Carrying::windowOf(const StraightLoop &L, const Expr *Array,
                                         const Expr *Index) const {
  Window W{Array, Index, {}};
  llvm::SmallVector<const Expr *, 4> Others; // of Array
  bool Ok = L.growth(Index) == 1;
  walk(Array, [&](const Expr *E) {
    Ok &= !E->is(ExprKind::Opaque) && !E->is(ExprKind::Primitive) &&
          !(E->is(ExprKind::Variable) && (E->Var == L.Counter || L.declares(E->Var)));
    return Ok;
  });
  for (const Stmt *S : L.statements())
    forEachElement(*S, [&](const Expr *E, bool Always, bool Stored) {
      if (!E->is(ExprKind::Subscript) || !equal(E->operand(0), Array))
        return;
      const std::optional<int64_t> Far = difference(E->operand(1), Index);
      if (!Far)
        Others.push_back(E);
      Ok &= Always && E->operand(1)->Ty == Index->Ty;
      if (!Ok || !Far)
        return;
      Element &Of = W.Elements[*Far];
      Of.Place = E;
      (Stored ? Of.Stored : Of.Read) = true;
    });
  Ok &= llvm::all_of(Others, [&](const Expr *E) { return isApart(E, W, L); });
  return Ok ? std::optional(std::move(W)) : std::nullopt;
}

/// Whether Other, an element of the same array, is never one of W's, in whichever iterations: it
/// lies in another row of a matrix.
bool Carrying::isApart(const Expr *Other, const Window &W, const StraightLoop &L) const {
  const Stmt *Loop = Loops.back();
  llvm::DenseSet<const Variable *> Changes;
  walk(const_cast<Block &>(Loop->Then), [&](Stmt *S) {
    if (S->Var)
      Changes.insert(S->Var);
    if (S->Target && S->Target->is(ExprKind::Variable))
      Changes.insert(S->Target->Var);
  });
  auto IsFixed = [&](const Variable *V) {
    return V != L.Counter && !Changes.contains(V) && V->Kind != Storage::Global &&
           !V->Ty->isReference() && !V->AddressTaken;
  };
  return llvm::all_of(W.Elements, [&](const auto &Entry) {
    const Expr *Mine = Entry.second.Place;
    const llvm::ArrayRef<const Stmt *> Outer = llvm::ArrayRef(Loops).drop_back();
    return apartInLoop(*Loop, Outer, Other, Mine) &&
           apartInIterations(Outer, Loop, Other, Loop, Mine, IsFixed);
  });
}

/// Whether nothing but the elements of W may be the same memory.
bool Carrying::isAlone(const Window &W, const StraightLoop &L) const {
  const Expr *Mine = W.Elements.begin()->second.Place;
  const Variable *Leads = leadingVariable(Mine);
  bool Alone = true;
  for (const Stmt *S : L.statements())
    forEachElement(*S, [&](const Expr *E, bool, bool) {
      if (E->is(ExprKind::Subscript) && equal(E->operand(0), W.Array))
        return;
      const Variable *Others = leadingVariable(E);
      if (E->Ty->isReal())
        Alone &= Others && Others != Leads && !Known.mayOverlap(E, Mine);
    });
  return Alone;
}

//===-- The loop that is made ----------------------------------------------===//

/// Place, an element, when the counter is Counter + Plus.
const Expr *Carrying::at(const Expr *Place, const StraightLoop &L, const Expr *Counter,
                         int64_t Plus) {
  std::function<const Expr *(const Expr *)> Value = [&](const Expr *E) -> const Expr * {
    return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
      if (!Sub->is(ExprKind::Variable))
        return nullptr;
      if (Sub->Var == L.Counter)
        return Counter;
      return L.declares(Sub->Var) ? Value(L.valueOf(Sub->Var)) : nullptr;
    });
  };
  const Expr *Index = Place->operand(1);
  const Type *T = Index->Ty;
  auto [Base, Far] = asOffset(Value(Index));
  Far += Plus;
  const Expr *Number = B.literal(std::to_string(std::abs(Far)), T);
  if (!Base)
    Index = Far < 0 ? B.unary("-", Number, T) : Number;
  else
    Index = Far == 0 ? Base : B.binary(Far < 0 ? "-" : "+", Base, Number, T);
  return B.subscript(Place->operand(0), Index);
}

void Carrying::carry(Block &In, size_t At, const StraightLoop &L, Window W, const Range &R) {
  Stmt *Loop = In.Stmts[At];
  const int64_t Comes = R.Down ? W.from() : W.to(), Goes = R.Down ? W.to() : W.from();
  int64_t Last = Comes; // where an element is stored for the last time
  for (const auto &[Far, E] : W.Elements)
    if (E.Stored && (R.Down ? Far > Last : Far < Last))
      Last = Far;
  const std::string Name = leadingVariable(W.Elements.begin()->second.Place)->Name;
  // Seen from the counter.
  for (auto &[Far, E] : W.Elements) {
    const std::optional<int64_t> Side =
        difference(E.Place->operand(1),
                   B.cast(E.Place->operand(1)->Ty, B.var(const_cast<Variable *>(L.Counter))));
    const int64_t From = Side.value_or(Far);
    E.Holds = F.variable(Name + (From < 0   ? "_before"
                                 : From > 0 ? "_behind"
                                            : "_here"),
                         E.Place->Ty);
    E.Holds->Derivative = true;
  }
  // 1. In front of the loop, and behind it.
  Block Around;
  for (auto &[Far, E] : W.Elements)
    if (Far != Comes)
      Around.add(B.declare(E.Holds, at(E.Place, L, R.Begin, R.Down ? -1 : 0)));
  Around.add(Loop);
  bool Changed = false;
  auto Finish = [&](int64_t Far, const Element &E) {
    Changed |= E.Stored;
    if ((R.Down ? Far < Last : Far > Last) && Changed)
      Around.add(B.assign(at(E.Place, L, R.Bound, R.Down ? 0 : -1),
                          B.var(W.Elements[R.Down ? Far + 1 : Far - 1].Holds)));
  };
  if (R.Down)
    for (auto &[Far, E] : W.Elements)
      Finish(Far, E);
  else
    for (auto &[Far, E] : llvm::reverse(W.Elements))
      Finish(Far, E);
  // 2. The loop itself.
  const size_t First = R.Down ? 1 : 0;
  for (Stmt *S : llvm::drop_begin(Loop->Then.Stmts, First))
    rewriteValues(M, *S, [&](const Expr *E) -> const Expr * {
      if (!E->is(ExprKind::Subscript) || !equal(E->operand(0), W.Array))
        return nullptr;
      const std::optional<int64_t> Far = difference(E->operand(1), W.Index);
      return Far ? B.var(W.Elements[*Far].Holds) : nullptr;
    });
  // The element that comes may be named by constants that the body declares.
  size_t Reads = First;
  for (size_t I = First; I < Loop->Then.Stmts.size(); ++I)
    if (const Stmt *S = Loop->Then.Stmts[I];
        S->is(StmtKind::Declare) && mentions(W.Elements[Comes].Place, S->Var))
      Reads = I + 1;
  const Element &Coming = W.Elements[Comes];
  const Expr *Value = Coming.Place;
  if (Reads < Loop->Then.Stmts.size())
    if (const Stmt *Next = Loop->Then.Stmts[Reads]; Next->is(StmtKind::Accumulate) &&
                                                    isVariable(Next->Target, Coming.Holds) &&
                                                    !mentions(Next->Value, Coming.Holds)) {
      Value = B.add(Value, Next->Value);
      Loop->Then.Stmts.erase(Loop->Then.Stmts.begin() + Reads);
    }
  Stmt *const Declared = B.declare(Coming.Holds, Value);
  Loop->Then.Stmts.insert(Loop->Then.Stmts.begin() + Reads, Declared);
  Loop->Then.add(B.assign(W.Elements[Last].Place, B.var(W.Elements[Last].Holds)));
  for (int64_t Far = Goes; Far != Comes; Far += R.Down ? -1 : 1)
    Loop->Then.add(B.assign(B.var(W.Elements[Far].Holds),
                            B.var(W.Elements[R.Down ? Far - 1 : Far + 1].Holds)));
  // With nothing in between, the element that comes is at once the one that goes on.
  const auto End = Loop->Then.Stmts.end();
  if (W.Elements.size() == 2 && Loop->Then.Stmts.size() >= Reads + 3 && End[-3] == Declared) {
    const Expr *GoesOn = End[-1]->Target;
    End[-3] = B.assign(GoesOn, Value);
    End[-2]->Value = GoesOn;
    Loop->Then.Stmts.pop_back();
  }
  // 3. If it runs.
  const Expr *Runs = B.binary(R.Down ? ">" : "<", R.Begin, R.Bound, M.boolType());
  In.Stmts[At] = B.ifThen(Runs, std::move(Around));
}

void Carrying::run(Block &In) {
  constexpr int64_t Widest = 4;
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    const bool Repeats = S->is(StmtKind::Loop);
    if (Repeats)
      Loops.push_back(S);
    auto Leave = llvm::make_scope_exit([&] {
      if (Repeats)
        Loops.pop_back();
    });
    forEachBlock(*S, [&](Block &Inner) { run(Inner); });
    if (!S->is(StmtKind::Loop) || S->AnyOrder)
      continue;
    const std::optional<StraightLoop> L = StraightLoop::of(*S);
    const std::optional<Range> R = L ? rangeOf(*S, *L) : std::nullopt;
    if (!R)
      continue;
    for (const Stmt *Store : L->statements()) {
      const Variable *Leads = Store->Target ? leadingVariable(Store->Target) : nullptr;
      if (!Leads || !Leads->Derivative || !Store->Target->is(ExprKind::Subscript))
        continue;
      std::optional<Window> W = windowOf(*L, Store->Target->operand(0), Store->Target->operand(1));
      if (!W || W->Elements.size() < 2 || W->Elements.size() > Widest ||
          W->to() - W->from() + 1 != int64_t(W->Elements.size()))
        continue;
      const int64_t Goes = R->Down ? W->to() : W->from();
      const bool Pays = llvm::any_of(W->Elements, [&](const auto &Entry) {
        return Entry.first != Goes && Entry.second.Stored;
      });
      const bool Read =
          llvm::any_of(W->Elements, [](const auto &Entry) { return Entry.second.Read; });
      if (!Pays || !Read || !isAlone(*W, *L))
        continue;
      carry(In, At, *L, std::move(*W), *R);
      break;
    }
  }
}

void ad::core::carryElements(Module &M, Function &F, const ApartPairs &Apart) {
  Carrying(M, F, Apart).run(F.Body);
}
