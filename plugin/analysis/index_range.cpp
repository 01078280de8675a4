//===- analysis/index_range.cpp - the elements that a loop reaches --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/index_range.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

bool IndexRange::same(const IndexRange &Other) const {
  return Whole == Other.Whole && equal(First, Other.First) && (Whole || equal(Count, Other.Count));
}

const Expr *IndexRanges::anything() {
  if (!Anything)
    Anything = B.opaque("?", M.intType());
  return Anything;
}

/// The parameter from which Pointer is made by adding Offsets; null if it is not known.
const Expr *IndexRanges::base(const Expr *Pointer, std::vector<const Expr *> &Offsets) {
  while (Pointer->is(ExprKind::Cast) && Pointer->operand()->Ty->isPointer())
    Pointer = Pointer->operand();
  if (Pointer->is(ExprKind::Variable)) {
    const Variable *V = Pointer->Var;
    bool Param = V->Kind == Storage::Parameter || V->Kind == Storage::This;
    return Param && V->Ty->isPointer() && !Changed.contains(V) ? Pointer : nullptr;
  }
  if (Pointer->is(ExprKind::Binary) && Pointer->Text == "+") {
    const Expr *P = Pointer->operand(0), *By = Pointer->operand(1);
    if (!P->Ty->isPointer())
      std::swap(P, By);
    Offsets.push_back(By);
    return base(P, Offsets);
  }
  if (Pointer->is(ExprKind::AddressOf) && Pointer->operand()->is(ExprKind::Subscript) &&
      Pointer->operand()->operand()->Ty->isPointer()) {
    Offsets.push_back(Pointer->operand()->operand(1));
    return base(Pointer->operand()->operand(), Offsets);
  }
  return nullptr;
}
/// Whether the counter of Loop, if it runs, comes to its bound.
static bool comesToBound(const Stmt &Loop) { return std::abs(countedLoop(Loop)->Step) == 1; }

/// Whether one of the ends of Loop depends on counters of others, at most, and these come to where
/// that makes them farthest.
bool IndexRanges::hasOneFixedEnd(const Stmt &Loop) const {
  const CountedLoop L = *countedLoop(Loop);
  unsigned Depend = 0;
  for (const Expr *E : {L.First, L.Bound}) {
    const std::optional<Polynomial> P = polynomial(E, 1, Loops, numbers());
    if (!P)
      return false;
    Depend += mentionsCounter(*P);
    for (const auto &[Of, C] : P->Terms)
      for (const Symbol &S : Of)
        if (isCounter(S) && (Of.size() > 1 || !comesToBound(*S.Loop)))
          return false;
  }
  return Depend <= 1;
}

/// The loop whose counter alone says how far Index goes, with Others around it or in it: it need
/// not be asked whether this one runs, for there are not more than no elements if it does not.
const Stmt *IndexRanges::loopThatCounts(const Polynomial &Index) const {
  const Stmt *Found = nullptr;
  for (const auto &[Of, C] : Index.Terms) {
    if (llvm::none_of(Of, isCounter))
      continue;
    if (Found || Of.size() != 1)
      return nullptr;
    Found = Of[0].Loop;
  }
  return Found && comesToBound(*Found) && hasOneFixedEnd(*Found) ? Found : nullptr;
}

/// Whether one and the same iteration of all loops, if they run, comes to the least value of Index,
/// and one to the greatest: each counter takes part once.
bool IndexRanges::comesToEnds(const Polynomial &Index) const {
  llvm::SmallPtrSet<const Stmt *, 4> Seen;
  for (const auto &[Of, C] : Index.Terms)
    for (const Symbol &S : Of)
      if (isCounter(S) && (!Seen.insert(S.Loop).second || !comesToBound(*S.Loop)))
        return false;
  return true;
}

std::optional<IndexRange> IndexRanges::of(const Expr *Place) {
  // 1. The part that is reached through the pointer: `p[i]` of `p[i].x`.
  const Expr *At = Place;
  while (At->is(ExprKind::Member) || At->is(ExprKind::BaseOf) ||
         (At->is(ExprKind::Subscript) && !At->operand()->Ty->isPointer()))
    At = At->operand();
  if (At->is(ExprKind::Dereference)) {
    // `*p`, `p->x`, `this->x[i]`: the member, up to the first subscript.
    std::vector<const Expr *> Offsets;
    if (!base(At->operand(), Offsets) || !Offsets.empty())
      return std::nullopt;
    const Expr *Whole = Place;
    for (const Expr *E = Place; E != At; E = E->operand())
      if (E->is(ExprKind::Subscript))
        Whole = E->operand();
    return IndexRange{Whole, nullptr, true};
  }
  if (!At->is(ExprKind::Subscript))
    return std::nullopt;
  // 2. How far the sum of all offsets to the pointer goes.
  std::vector<const Expr *> Offsets{At->operand(1)};
  const Expr *Base = base(At->operand(), Offsets);
  if (!Base)
    return std::nullopt;
  Polynomial Index;
  bool Wide = false;
  for (const Expr *By : Offsets) {
    std::optional<Polynomial> P = polynomial(By, 1, Loops, numbers());
    if (!P)
      return std::nullopt;
    Index = Index.plus(*P);
    Wide |= isWide(By, Loops, numbers());
  }
  auto Written = [&](const Polynomial &P) { return Wide ? writtenWide(P, B) : written(P, B); };
  const std::optional<Reach> Ends = reach(Index, Loops, numbers());
  if (!Ends)
    return std::nullopt;
  const Polynomial Elements = Ends->Greatest.plus(Ends->Least, -1).plus(Polynomial::number(1));
  const Expr *Count = Written(Elements);
  // 3. None if one of the loops does not run.
  const bool Wraps = Count->Ty->IsUnsigned && Elements.Terms.size() > 1;
  const Stmt *Counts = Wraps ? nullptr : loopThatCounts(Index);
  std::vector<const Stmt *> Others;
  llvm::copy_if(Loops, std::back_inserter(Others), [=](const Stmt *S) { return S != Counts; });
  if ((!Counts && !comesToEnds(Index)) ||
      !llvm::all_of(Others, [this](const Stmt *S) { return hasFixedEnds(*S, Loops, numbers()); }))
    return std::nullopt;
  if (const Expr *Runs = runs(Others, numbers(), B))
    Count = B.conditional(Runs, Count, B.integer(0));
  const Expr *First =
      Ends->Least == Polynomial() ? Base : B.binary("+", Base, Written(Ends->Least), Base->Ty);
  return IndexRange{First, Count, false};
}

std::optional<IndexRange> IndexRanges::wrapped(const Expr *Place) {
  while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf) ||
         (Place->is(ExprKind::Subscript) && !Place->operand()->Ty->isPointer()))
    Place = Place->operand();
  const Expr *Index = Place->is(ExprKind::Subscript) ? Place->operand(1) : nullptr;
  while (Index && Index->is(ExprKind::Cast))
    Index = Index->operand();
  if (!Index || !Index->is(ExprKind::Binary) || Index->Text != "%" ||
      (Index->Ty->IsUnsigned && Index->operand(1)->is(ExprKind::Cast))) // perhaps of one below zero
    return std::nullopt;
  std::vector<const Expr *> Offsets;
  const Expr *Base = base(Place->operand(), Offsets);
  const std::optional<Polynomial> Count = polynomial(Index->operand(1), 1, Loops, numbers());
  if (!Base || !Offsets.empty() || !Count || mentionsCounter(*Count))
    return std::nullopt;
  if (!Index->Ty->IsUnsigned) {
    const std::optional<Polynomial> Of = polynomial(Index->operand(0), 1, Loops, numbers());
    const std::optional<Reach> Ends = Of ? reach(*Of, Loops, numbers()) : std::nullopt;
    Inequalities Bounds;
    Bounds.addBounds(Loops, 1, numbers());
    const std::optional<int64_t> Least = Ends ? Ends->Least.asNumber() : std::nullopt;
    if (!(Least && *Least >= 0) && !(Of && Bounds.imply(Polynomial(), *Of, 0)))
      return std::nullopt;
  }
  const bool Wide = isWide(Index->operand(1), Loops, numbers());
  return IndexRange{Base, Wide ? writtenWide(*Count, B) : written(*Count, B), false};
}
