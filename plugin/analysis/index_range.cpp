//===- analysis/index_range.cpp - the elements that a loop reaches --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Interval arithmetic on subscripts: a counter runs from its start to its bound, all else must stay
// the same. Products are allowed where both factors cannot be negative when the access is reached.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/index_range.h"
#include "plugin/analysis/memory.h"
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

static std::optional<int64_t> number(const Expr *E) {
  int64_t Value;
  if (E->is(ExprKind::Literal) && E->Ty->isInteger() &&
      !llvm::StringRef(E->Text).rtrim("uUlLzZ").getAsInteger(10, Value))
    return Value;
  return std::nullopt;
}

/// A + By, where A may end in a number.
const Expr *IndexRanges::shifted(const Expr *A, int64_t By) {
  if (std::optional<int64_t> Known = number(A)) {
    int64_t Sum = *Known + By;
    return Sum < 0 ? B.unary("-", B.integer(-Sum), A->Ty) : B.literal(std::to_string(Sum), A->Ty);
  }
  if (A->is(ExprKind::Binary) && (A->Text == "+" || A->Text == "-"))
    if (std::optional<int64_t> Last = number(A->operand(1))) {
      By += A->Text == "+" ? *Last : -*Last;
      A = A->operand(0);
    }
  if (By == 0)
    return A;
  return B.binary(By > 0 ? "+" : "-", A, B.integer(std::abs(By)), A->Ty);
}

const Expr *IndexRanges::plus(const Expr *A, const Expr *Other, bool Minus) {
  if (std::optional<int64_t> Known = number(Other))
    return shifted(A, Minus ? -*Known : *Known);
  if (!Minus)
    if (std::optional<int64_t> Known = number(A))
      return shifted(Other, *Known);
  if (Minus && equal(A, Other))
    return B.integer(0);
  return B.binary(Minus ? "-" : "+", A, Other, A->Ty->Bits >= Other->Ty->Bits ? A->Ty : Other->Ty);
}

const Expr *IndexRanges::times(const Expr *A, const Expr *Other) {
  std::optional<int64_t> X = number(A), Y = number(Other);
  if ((X && *X == 0) || (Y && *Y == 0))
    return B.integer(0);
  if (X && Y)
    return B.integer(*X * *Y);
  if (X && *X == 1)
    return Other;
  if (Y && *Y == 1)
    return A;
  return B.binary("*", A, Other, A->Ty->Bits >= Other->Ty->Bits ? A->Ty : Other->Ty);
}

bool IndexRanges::invariant(const Variable *V) const {
  if (V->Kind == Storage::Global)
    return V->Ty->isInteger() && V->Const;
  return V->Ty->isInteger() && isScalarVariable(V) && !Changed.contains(V) && !Inside.contains(V);
}

/// Whether E has the same value wherever it is evaluated in the region.
bool IndexRanges::isFixed(const Expr *E) const {
  if (E->is(ExprKind::Variable))
    return invariant(E->Var);
  return (E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
          E->is(ExprKind::Unary)) &&
         llvm::all_of(E->Operands, [this](const Expr *Op) { return isFixed(Op); });
}

/// Whether Factor is positive where the access is reached: the bound of a loop around it that
/// counts up from zero or more.
bool IndexRanges::positive(const Expr *Factor, unsigned Depth) const {
  if (std::optional<int64_t> Known = number(Factor))
    return *Known >= 0;
  for (unsigned I = 0; I < Depth; ++I) {
    std::optional<int64_t> First = number(Loops[I].First);
    if (Loops[I].Op == "<" && First && *First >= 0 && Loops[I].Ahead == 0) {
      const Expr *Bound = Loops[I].Bound;
      while (Bound->is(ExprKind::Cast))
        Bound = Bound->operand();
      if (equal(Bound, Factor))
        return true;
    }
  }
  return false;
}

std::optional<IndexRanges::Interval> IndexRanges::ofCounter(unsigned Loop, unsigned) {
  const CountedLoop &L = Loops[Loop];
  std::optional<Interval> First = interval(L.First, Loop), Bound = interval(L.Bound, Loop);
  // Subtraction of unsigned numbers may wrap.
  if (!First || !Bound)
    return std::nullopt;
  if (L.Step > 0) {
    const Expr *End = shifted(Bound->End, (L.Op == "<" ? -1 : 0) - L.Ahead);
    return Interval{First->Least, End};
  }
  const Expr *Least = shifted(Bound->Least, (L.Op == ">" ? 1 : 0) - L.Ahead);
  return Interval{Least, First->End};
}

/// Of an index that is evaluated within the first Depth loops.
std::optional<IndexRanges::Interval> IndexRanges::interval(const Expr *E, unsigned Depth) {
  while (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
         E->Ty->Bits >= E->operand()->Ty->Bits)
    E = E->operand();
  if (number(E))
    return Interval{E, shifted(E, 1)};
  if (E->is(ExprKind::Variable)) {
    for (unsigned I = 0; I < Depth; ++I)
      if (Loops[I].Counter == E->Var)
        return ofCounter(I, Depth);
    if (invariant(E->Var))
      return Interval{E, shifted(E, 1)};
    return std::nullopt;
  }
  if (!E->is(ExprKind::Binary))
    return std::nullopt;
  std::optional<Interval> L = interval(E->operand(0), Depth), R = interval(E->operand(1), Depth);
  if (!L || !R)
    return std::nullopt;
  if (E->Text == "+")
    return Interval{plus(L->Least, R->Least), shifted(plus(L->End, R->End), -1)};
  if (E->Text == "-")
    return Interval{shifted(plus(L->Least, R->End, /*Minus=*/true), 1),
                    plus(L->End, R->Least, /*Minus=*/true)};
  if (E->Text == "*") {
    for (unsigned I : {0u, 1u}) {
      const Interval &Varies = I ? *R : *L, &Fixed = I ? *L : *R;
      const Expr *Factor = E->operand(1 - I);
      while (Factor->is(ExprKind::Cast))
        Factor = Factor->operand();
      std::optional<int64_t> Least = number(Varies.Least);
      if (!equal(Fixed.Least, Factor) || !Least || *Least < 0 || !positive(Factor, Depth))
        continue;
      const Expr *Greatest = shifted(Varies.End, -1);
      return Interval{times(Varies.Least, Factor), shifted(times(Greatest, Factor), 1)};
    }
  }
  return std::nullopt;
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
  // 2. The pointer and its offsets, each an interval.
  std::vector<const Expr *> Offsets{At->operand(1)};
  const Expr *Base = base(At->operand(), Offsets);
  if (!Base)
    return std::nullopt;
  const Expr *Least = B.integer(0), *End = B.integer(1);
  for (const Expr *By : Offsets) {
    std::optional<Interval> I = interval(By, Loops.size());
    if (!I)
      return std::nullopt;
    Least = plus(Least, I->Least);
    End = shifted(plus(End, I->End), -1);
  }
  // 3. None if one of the loops does not run. Where one counter says how far the range goes, and
  // all other loops run, the count itself says whether that of this counter does.
  const Expr *Count = plus(End, Least, /*Minus=*/true);
  bool Wraps = Count->Ty->IsUnsigned && !(number(Least) && *number(Least) == 0);
  auto Mentioned = [&](const CountedLoop &L) {
    return llvm::any_of(Offsets, [&](const Expr *By) { return mentions(By, L.Counter); });
  };
  const bool Counts = llvm::count_if(Loops, Mentioned) == 1 && !Wraps;
  const Expr *Runs = nullptr;
  for (const CountedLoop &L : Loops) {
    if (Counts && Mentioned(L))
      continue;
    if (!isFixed(L.First) || !isFixed(L.Bound))
      return std::nullopt; // triangular, or not known before
    const Expr *First = L.Ahead ? shifted(L.First, L.Ahead) : L.First;
    if (std::optional<int64_t> From = number(First), To = number(L.Bound);
        From && To && L.Op == "<" && *From < *To)
      continue;
    const Expr *Test = B.binary(L.Op, First, L.Bound, M.boolType());
    Runs = Runs ? B.binary("&&", Runs, Test, M.boolType()) : Test;
  }
  if (Runs)
    Count = B.conditional(Runs, Count, B.integer(0));
  const Expr *First =
      number(Least) && *number(Least) == 0 ? Base : B.binary("+", Base, Least, Base->Ty);
  return IndexRange{First, Count, false};
}
