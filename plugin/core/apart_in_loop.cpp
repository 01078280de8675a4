//===- core/apart_in_loop.cpp - elements that bounds tell apart -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The counters of the loop and of those around it, and the least and the greatest value that
//    each has in the body: sums of products of variables that stay as they are in the loop.
// 2. Which of these are not below zero: counters that begin there, and the ends below which they
//    stay.
// 3. The difference of the two subscripts is such a sum, too. Each counter, the innermost first,
//    gives way to the limit at which the difference is least: possible where what it is multiplied
//    with is not below zero. What is left must be above zero, whatever its variables are.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>
#include <map>

using namespace ad::core;

namespace {
using Product = llvm::SmallVector<const Variable *, 3>; ///< sorted; none: 1

/// A sum of products, each with a factor that is not zero.
struct Polynomial {
  std::map<Product, int64_t> Terms;

  void add(const Product &Of, int64_t Factor) {
    auto At = Terms.try_emplace(Of, 0).first;
    At->second += Factor;
    if (At->second == 0)
      Terms.erase(At);
  }
  void add(const Polynomial &O, int64_t Times) {
    for (const auto &[Of, Factor] : O.Terms)
      add(Of, Factor * Times);
  }
  Polynomial times(const Polynomial &O) const {
    Polynomial P;
    for (const auto &[Left, L] : Terms)
      for (const auto &[Right, R] : O.Terms) {
        Product Of = Left;
        Of.append(Right);
        llvm::sort(Of);
        P.add(Of, L * R);
      }
    return P;
  }
};

/// Counters of an iteration, by those of another one.
using Renaming = llvm::DenseMap<const Variable *, const Variable *>;

Polynomial renamed(const Polynomial &P, const Renaming &To) {
  Polynomial New;
  for (const auto &[Of, Factor] : P.Terms) {
    Product Now;
    for (const Variable *V : Of)
      Now.push_back(To.contains(V) ? To.lookup(V) : V);
    llvm::sort(Now);
    New.add(Now, Factor);
  }
  return New;
}

/// A counter, and the limits of its values in the body of its loop.
struct Counting {
  const Variable *Counter = nullptr;
  const Expr *Least = nullptr;
  const Expr *End = nullptr; ///< one more than the greatest
};

/// What the loops around a place tell about it.
class Bounds {
public:
  /// Those outside first. To: other names for the counters of this and of those inside of it.
  /// Later: it counts on from what its own counter is in an iteration before.
  void add(const Stmt &Loop, const Renaming &To = Renaming(), bool Later = false);
  bool isPositive(Polynomial P) const;

private:
  void raise(const Polynomial &End, const Polynomial &Least);
  bool isNatural(const Product &P) const;
  bool isNatural(const Polynomial &P) const;

  struct Range {
    const Variable *Counter;
    Polynomial Least;
    std::optional<Polynomial> Greatest;
  };
  llvm::SmallVector<Range, 4> Ranges;
  llvm::SmallPtrSet<const Variable *, 8> Natural;     ///< not below zero in the body
  llvm::DenseMap<const Variable *, int64_t> Positive; ///< what is above zero there, and at least
};
} // namespace

static bool stepsBy(const Stmt &S, const Variable *V, llvm::StringRef Step) {
  if (!S.is(StmtKind::Accumulate) || !isVariable(S.Target, V))
    return false;
  const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
  const Expr *By = Minus ? S.Value->operand() : S.Value;
  return By->is(ExprKind::Literal) && (Minus ? "-" : "") + By->Text == Step.str();
}

/// `for (int j = Least; j < End; ++j)` or `for (int j = End; j-- > Least;)`.
static Counting countingOf(const Stmt &Loop) {
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 ||
      !Loop.Setup.empty() || !Loop.Value || !Loop.Value->is(ExprKind::Binary))
    return {};
  const Stmt &Init = *Loop.Init.Stmts[0];
  if (!Init.is(StmtKind::Declare) || !Init.Value || !Init.Var->Ty->isInteger() ||
      Init.Var->AddressTaken || !isVariable(Loop.Value->operand(0), Init.Var))
    return {};
  const Variable *Counter = Init.Var;
  const bool Up = Loop.Step.Stmts.size() == 1 && stepsBy(*Loop.Step.Stmts[0], Counter, "1");
  const bool Down = Loop.Value->Text == ">" && Loop.Step.empty() && !Loop.Then.empty() &&
                    stepsBy(*Loop.Then.Stmts[0], Counter, "-1");
  unsigned Assignments = 0;
  walk(Loop.Then, [&](Stmt *S) {
    Assignments += (S->Target && isVariable(S->Target, Counter)) || S->Var == Counter;
  });
  if (!(Up || Down) || Assignments != (Down ? 1 : 0))
    return {};
  const Expr *Other = Loop.Value->operand(1);
  return Up ? Counting{Counter, Init.Value, Loop.Value->Text == "<" ? Other : nullptr}
            : Counting{Counter, Other, Init.Value};
}

/// Whether E is made of numbers and of local variables or parameters that Loop does not change.
static bool isSettledIn(const Expr *E, const Stmt &Loop) {
  bool Settled = true;
  walk(E, [&](const Expr *Sub) {
    const Variable *V = Sub->is(ExprKind::Variable) ? Sub->Var : nullptr;
    Settled &=
        V ? V->Kind != Storage::Global && V->Ty->isInteger() && !V->Ty->isReference() &&
                !V->AddressTaken && !V->Static
          : Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Cast);
    return Settled;
  });
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    if (S->Target && S->Target->is(ExprKind::Variable))
      Settled &= !mentions(E, S->Target->Var);
    if (S->Var)
      Settled &= !mentions(E, S->Var);
    for (const Expr *W : S->Writes)
      if (const Variable *Root = rootVariable(W))
        Settled &= !mentions(E, Root);
    if (S->is(StmtKind::Call))
      for (const Expr *Argument : S->Operands)
        if (isPlace(Argument) && rootVariable(Argument) && Argument->Ty->isInteger())
          Settled &= !mentions(E, rootVariable(Argument));
  });
  return Settled;
}

/// E as a sum of products of variables; none if it is not one, or if its numbers may wrap around
/// where a subscript has more bits.
static std::optional<Polynomial> polynomial(const Expr *E) {
  constexpr unsigned Wide = 64;
  const Type *T = E->Ty->nonReference();
  if (!T->isInteger() || (T->IsUnsigned && T->Bits < Wide))
    return std::nullopt;
  Polynomial P;
  if (E->is(ExprKind::Variable)) {
    P.add(Product{E->Var}, 1);
    return P;
  }
  if (E->is(ExprKind::Literal)) {
    int64_t Value;
    if (llvm::StringRef(E->Text).rtrim("uUlL").getAsInteger(0, Value))
      return std::nullopt;
    P.add(Product(), Value);
    return P;
  }
  if (E->is(ExprKind::Cast))
    return T->Bits >= E->operand()->Ty->nonReference()->Bits ? polynomial(E->operand())
                                                             : std::nullopt;
  if (!E->is(ExprKind::Binary) || (E->Text != "+" && E->Text != "-" && E->Text != "*"))
    return std::nullopt;
  std::optional<Polynomial> L = polynomial(E->operand(0)), R = polynomial(E->operand(1));
  if (!L || !R)
    return std::nullopt;
  if (E->Text == "*")
    return L->times(*R);
  L->add(*R, E->Text == "+" ? 1 : -1);
  return L;
}

/// A limit of a counter, which no unsigned number that goes below zero must change.
static std::optional<Polynomial> limit(const Expr *E) {
  std::optional<Polynomial> P = E ? polynomial(E) : std::nullopt;
  const bool Wraps = P && E->Ty->nonReference()->IsUnsigned &&
                     llvm::any_of(P->Terms, [](const auto &Term) { return Term.second < 0; });
  return Wraps ? std::nullopt : P;
}

bool Bounds::isNatural(const Product &P) const {
  return llvm::all_of(
      P, [&](const Variable *V) { return Natural.contains(V) || Positive.contains(V); });
}

bool Bounds::isNatural(const Polynomial &P) const {
  return llvm::all_of(P.Terms,
                      [&](const auto &Term) { return Term.second > 0 && isNatural(Term.first); });
}

/// The body of a loop that counts from Least on, not below zero, to End runs: where End is a
/// variable, less some number, that is above zero.
void Bounds::raise(const Polynomial &End, const Polynomial &Least) {
  const Variable *V = nullptr;
  int64_t Number = 0;
  for (const auto &[Of, Factor] : End.Terms) {
    if (Of.empty() && Factor < 0)
      Number = Factor;
    else if (Of.size() == 1 && Factor > 0 && !V && (Factor == 1 || End.Terms.size() == 1))
      V = Of.front();
    else
      return;
  }
  if (!V)
    return;
  const auto From = Least.Terms.find(Product());
  const bool Once = End.Terms.begin()->second == 1 || End.Terms.size() > 1;
  const int64_t AtLeast = Once ? (From == Least.Terms.end() ? 0 : From->second) + 1 - Number : 1;
  int64_t &Known = Positive.try_emplace(V, 1).first->second;
  Known = std::max(Known, AtLeast);
}

void Bounds::add(const Stmt &Loop, const Renaming &To, bool Later) {
  const Counting C = countingOf(Loop);
  auto Settled = [&](const Expr *E) -> std::optional<Polynomial> {
    std::optional<Polynomial> P =
        E && isSettledIn(E, Loop) && !mentions(E, C.Counter) ? limit(E) : std::nullopt;
    return P ? renamed(*P, To) : P;
  };
  std::optional<Polynomial> Least = C.Counter ? Settled(C.Least) : std::nullopt;
  if (!Least)
    return;
  if (Later) {
    *Least = Polynomial();
    Least->add(Product{C.Counter}, 1);
    Least->add(Product(), 1);
  }
  std::optional<Polynomial> Greatest = Settled(C.End);
  const Variable *Counter = To.contains(C.Counter) ? To.lookup(C.Counter) : C.Counter;
  if (isNatural(*Least)) {
    Natural.insert(Counter);
    // The body runs: the end is above that.
    if (Greatest)
      raise(*Greatest, *Least);
  }
  if (Greatest)
    Greatest->add(Product(), -1);
  Ranges.push_back({Counter, std::move(*Least), std::move(Greatest)});
}

/// Whether P is above zero in the body of the loops.
bool Bounds::isPositive(Polynomial P) const {
  for (const Range &R : llvm::reverse(Ranges)) {
    Polynomial Without;
    for (const auto &[Of, Factor] : P.Terms) {
      Product Rest = Of;
      auto At = llvm::find(Rest, R.Counter);
      if (At == Rest.end()) {
        Without.add(Of, Factor);
        continue;
      }
      Rest.erase(At);
      const bool Once = !llvm::is_contained(Rest, R.Counter);
      if (!Once || (Factor < 0 && !R.Greatest) || !isNatural(Rest))
        return false;
      Polynomial Times;
      Times.add(Rest, Factor);
      Without.add(Times.times(Factor > 0 ? R.Least : *R.Greatest), 1);
    }
    P = std::move(Without);
  }
  // What is at least three is three more than what is not below zero.
  for (const auto &[V, AtLeast] : Positive) {
    Polynomial More, Now;
    More.add(Product{V}, 1);
    More.add(Product(), AtLeast);
    for (const auto &[Of, Factor] : P.Terms) {
      Polynomial Term;
      Term.add(Product(), Factor);
      for (const Variable *Each : Of) {
        Polynomial By;
        By.add(Product{Each}, 1);
        Term = Term.times(Each == V ? More : By);
      }
      Now.add(Term, 1);
    }
    P = std::move(Now);
  }
  auto Number = P.Terms.find(Product());
  return Number != P.Terms.end() && isNatural(P);
}

bool ad::core::apartInLoop(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Around, const Expr *P,
                           const Expr *Q) {
  if (!P->is(ExprKind::Subscript) || !Q->is(ExprKind::Subscript) ||
      !equal(P->operand(), Q->operand()))
    return false;
  const std::optional<Polynomial> L = polynomial(P->operand(1)), R = polynomial(Q->operand(1));
  if (!L || !R)
    return false;
  Polynomial Up = *L, Down = *R;
  Up.add(*R, -1);
  Down.add(*L, -1);
  Bounds Known;
  for (const Stmt *Outer : Around)
    Known.add(*Outer);
  Known.add(Loop);
  return Known.isPositive(std::move(Up)) || Known.isPositive(std::move(Down));
}

bool ad::core::apartInIterations(llvm::ArrayRef<const Stmt *> Outer,
                                 llvm::ArrayRef<const Stmt *> InP, const Expr *P,
                                 llvm::ArrayRef<const Stmt *> InQ, const Expr *Q,
                                 llvm::function_ref<bool(const Variable *)> IsFixed) {
  if (!P->is(ExprKind::Subscript) || !Q->is(ExprKind::Subscript) ||
      !equal(P->operand(), Q->operand()) || !countingOf(*InP.front()).Counter)
    return false;
  const std::optional<Polynomial> OfP = polynomial(P->operand(1)), OfQ = polynomial(Q->operand(1));
  auto IsKnown = [&](const std::optional<Polynomial> &Of, llvm::ArrayRef<const Stmt *> Loops) {
    return Of && llvm::all_of(Of->Terms, [&](const auto &Term) {
             return llvm::all_of(Term.first, [&](const Variable *V) {
               return IsFixed(V) || llvm::any_of(Loops, [&](const Stmt *Loop) {
                        return countingOf(*Loop).Counter == V;
                      });
             });
           });
  };
  if (!IsKnown(OfP, InP) || !IsKnown(OfQ, InQ))
    return false;
  // The counters of the later iteration are other numbers than those of the earlier one.
  auto Apart = [&](llvm::ArrayRef<const Stmt *> InFirst, const Polynomial &First,
                   llvm::ArrayRef<const Stmt *> InLater, const Polynomial &OfLater) {
    std::deque<Variable> Counters;
    Renaming To;
    for (const Stmt *Loop : InLater)
      for (const Stmt *S : Loop->Init.Stmts)
        if (S->is(StmtKind::Declare)) {
          Counters.push_back(*S->Var);
          To[S->Var] = &Counters.back();
        }
    Bounds Known;
    for (const Stmt *Loop : Outer)
      Known.add(*Loop);
    for (const Stmt *Loop : InFirst)
      Known.add(*Loop);
    for (const Stmt *Loop : InLater)
      Known.add(*Loop, To, /*Later=*/Loop == InLater.front());
    const Polynomial Later = renamed(OfLater, To);
    Polynomial Up = Later, Down = First;
    Up.add(First, -1);
    Down.add(Later, -1);
    return Known.isPositive(std::move(Up)) || Known.isPositive(std::move(Down));
  };
  return Apart(InP, *OfP, InQ, *OfQ) && Apart(InQ, *OfQ, InP, *OfP);
}
