//===- analysis/running_counters.cpp - `k` in `a[k++]` ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/running_counters.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

static const Polynomial One = Polynomial::number(1);

/// How often the innermost of Loops comes to its body, at most, while those behind the Outer first
/// run once each.
static std::optional<Polynomial> trips(llvm::ArrayRef<const Stmt *> Loops, size_t Outer,
                                       const Numbers &N) {
  Polynomial Times = One;
  for (size_t I = Loops.size(); I-- > Outer;) {
    const llvm::ArrayRef<const Stmt *> Nest = Loops.take_front(I + 1), Around = Nest.drop_back();
    const std::optional<CountedLoop> L = countedLoop(*Loops[I]);
    if (!L || std::abs(L->Step) != 1)
      return std::nullopt;
    const Symbol Counter{L->Counter, Loops[I], 1};
    const std::optional<Polynomial> First = limit(Counter, /*Largest=*/false, Nest, N),
                                    Last = limit(Counter, /*Largest=*/true, Nest, N);
    if (!First || !Last)
      return std::nullopt;
    // The sum of Base + Rise * counter.
    const std::optional<Polynomial> Base = Times.with(Counter, Polynomial()),
                                    Next = Times.with(Counter, One);
    const Polynomial Runs = Last->plus(*First, -1).plus(One);
    const auto Rise = Base && Next ? Next->plus(*Base, -1).asNumber() : std::nullopt;
    if (!Rise)
      return std::nullopt;
    Polynomial Sum = Base->plus(*First, *Rise).times(Runs);
    if (*Rise) {
      const auto Triangle = Runs.times(Runs.plus(One, -1)).halfOfTriangle();
      if (!Triangle)
        return std::nullopt;
      Sum = Sum.plus(*Triangle, *Rise);
    }
    // What an iteration of the loop around it adds must not be negative.
    if (I > Outer) {
      Inequalities Bounds;
      Bounds.addBounds(Around, 1, N);
      const auto Least = analysis::extreme(Sum, /*Largest=*/false, Bounds, Around, N);
      if (!Least || !(Least->asNumber() >= 0))
        return std::nullopt;
    }
    Times = Sum.inTriangles();
  }
  return Times;
}

void RunningCounters::find(const Block &Body, const Numbers &N) {
  struct Declaration {
    size_t Depth;
    const Expr *Value;
  };
  llvm::DenseMap<const Variable *, Declaration> Declared;
  forEachSite(Body, [&](const Stmt &S, const Site &At) {
    if (S.is(StmtKind::Declare) && S.Value && S.Var->Ty->isInteger() && isScalarVariable(S.Var))
      Declared[S.Var] = {At.Loops.size(), S.Value};
    if (!S.Target || !S.Target->is(ExprKind::Variable))
      return;
    const Variable *V = S.Target->Var;
    const bool Only = !Counters.count(V);
    Range &R = Counters[V];
    R = {};
    const auto From = Declared.find(V);
    const bool Steps =
        S.is(StmtKind::Accumulate) && S.Value->is(ExprKind::Literal) && S.Value->Text == "1";
    if (!Only || !Steps || From == Declared.end())
      return;
    const auto [Depth, Value] = From->second;
    const auto Start = polynomial(Value, 1, At.Loops.take_front(Depth), N);
    const auto Times = trips(At.Loops, Depth, N);
    if (Start && Times)
      R = {{At.In, At.At, {}, {}}, *Start, Start->plus(*Times)};
  });
}

bool RunningCounters::knows(const Variable *V, const Site &Here) const {
  const auto Known = Counters.find(V);
  return Known != Counters.end() && Known->second.Step.In && Known->second.Step.In == Here.In &&
         Here.At <= Known->second.Step.At;
}

bool RunningCounters::depends(const Polynomial &P, const Site &Here) const {
  return llvm::any_of(P.Terms, [&](const auto &Term) {
    return llvm::any_of(Term.first, [&](const Symbol &S) { return knows(S.Var, Here); });
  });
}

std::optional<Polynomial> RunningCounters::extreme(Polynomial P, bool Largest,
                                                   const Site &Here) const {
  for (const auto &[V, R] : Counters) {
    if (!knows(V, Here))
      continue;
    const Symbol Counter{V, nullptr, 0};
    const auto Next = P.with(Counter, Polynomial::symbol(Counter).plus(One));
    const auto Rise = Next ? Next->plus(P, -1).asNumber() : std::nullopt;
    if (!Rise || *Rise < 0)
      return std::nullopt;
    P = *P.with(Counter, Largest ? R.End.plus(One, -1) : R.Least);
  }
  return P;
}
