//===- analysis/progress.cpp - writes that only move on -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. What is known of counters: they lie between the first value and the bound of their loop. From
//    this `isAtMost` proves inequalities, one counter at a time.
// 2. In one dimension, a write to the counter of the outermost shared loop never comes back to
//    smaller subscripts.
// 3. A subscript `row * width + column` with 0 <= column < width is ordered by rows, then columns.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/progress.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {
/// Base + Offset; a null base is zero.
struct Linear {
  const Expr *Base = nullptr;
  int64_t Offset = 0;

  static Linear of(const Expr *E, int64_t More = 0) {
    auto [Base, Offset] = asOffset(E);
    return {Base, Offset + More};
  }
};

/// The counted loops around two accesses.
class Facts {
  llvm::SmallVector<CountedLoop, 6> Loops;

  const CountedLoop *loopOf(const Expr *E) const {
    if (E && E->is(ExprKind::Variable))
      for (const CountedLoop &L : Loops)
        if (L.Counter == E->Var)
          return &L;
    return nullptr;
  }
  /// E + More, unless it may wrap below zero.
  static std::optional<Linear> plain(const Expr *E, int64_t More) {
    Linear L = Linear::of(E);
    if (E->Ty->IsUnsigned && L.Offset < 0)
      return std::nullopt;
    L.Offset += More;
    return L;
  }
  static std::optional<Linear> greatest(const CountedLoop &L) {
    return L.Step < 0 ? plain(L.First, 0) : plain(L.Bound, -L.Ahead - (L.Op == "<" ? 1 : 0));
  }
  static std::optional<Linear> least(const CountedLoop &L) {
    return L.Step > 0 ? plain(L.First, 0) : plain(L.Bound, -L.Ahead + (L.Op == ">" ? 1 : 0));
  }

public:
  void add(llvm::ArrayRef<const Stmt *> Around) {
    for (const Stmt *S : Around)
      if (std::optional<CountedLoop> L = countedLoop(*S))
        Loops.push_back(*L);
  }

  bool isAtMost(Linear A, Linear B, unsigned Depth = 4) const {
    bool Same = A.Base == B.Base || (A.Base && B.Base && equal(A.Base, B.Base));
    if (Same)
      return A.Offset <= B.Offset;
    if (Depth == 0)
      return false;
    if (const CountedLoop *L = loopOf(A.Base))
      if (std::optional<Linear> Top = greatest(*L))
        if (isAtMost({Top->Base, Top->Offset + A.Offset}, B, Depth - 1))
          return true;
    if (const CountedLoop *L = loopOf(B.Base))
      if (std::optional<Linear> Bottom = least(*L))
        return isAtMost(A, {Bottom->Base, Bottom->Offset + B.Offset}, Depth - 1);
    return false;
  }
};

/// `row * width + column`
struct Flat {
  const Expr *Row = nullptr, *Width = nullptr, *Column = nullptr;
};
} // namespace

static const Expr *strip(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
         E->Ty->Bits >= E->operand()->Ty->Bits)
    E = E->operand();
  return E;
}

/// Index as rows and columns, where IsRow and IsWidth tell the two factors apart.
static std::optional<Flat> flat(const Expr *Index, llvm::function_ref<bool(const Expr *)> IsRow,
                                llvm::function_ref<bool(const Expr *)> IsWidth) {
  Index = strip(Index);
  if (!Index->is(ExprKind::Binary) || Index->Text != "+")
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const Expr *Product = strip(Index->operand(I));
    if (!Product->is(ExprKind::Binary) || Product->Text != "*")
      continue;
    for (unsigned J : {0u, 1u}) {
      const Expr *Row = strip(Product->operand(J)), *Width = strip(Product->operand(1 - J));
      if (IsRow(Row) && IsWidth(Width))
        return Flat{Row, Width, strip(Index->operand(1 - I))};
    }
  }
  return std::nullopt;
}

static bool liesBehindByRows(const Access &Read, const Access &Write, const CountedLoop &Outer,
                             const Facts &Known, unsigned Shared, bool WrittenBefore,
                             llvm::function_ref<bool(const Variable *)> Fixed) {
  auto IsFixed = [&](const Expr *Width) {
    bool All = true;
    walk(Width, [&](const Expr *E) {
      All &= E->is(ExprKind::Literal) || (E->is(ExprKind::Variable) && Fixed(E->Var));
      return All;
    });
    return All;
  };
  std::optional<Flat> To =
      flat(Write.Index, [&](const Expr *Row) { return mentions(Row, Outer.Counter); }, IsFixed);
  if (!To)
    return false;
  std::optional<Flat> From = flat(
      Read.Index, [](const Expr *) { return true; },
      [&](const Expr *Width) { return equal(Width, To->Width); });
  if (!From)
    return false;
  const Linear Row = Linear::of(To->Row), RowRead = Linear::of(From->Row);
  bool ByCounter = Row.Base && Row.Base->is(ExprKind::Variable) && Row.Base->Var == Outer.Counter;
  if (!ByCounter)
    return false;
  for (const Expr *Column : {To->Column, From->Column})
    if (!Known.isAtMost({}, Linear::of(Column)) ||
        !Known.isAtMost(Linear::of(Column), Linear::of(To->Width, -1)))
      return false;
  if (Known.isAtMost({RowRead.Base, RowRead.Offset + 1}, Row))
    return true;
  if (!Known.isAtMost(RowRead, Row))
    return false;
  if (Shared == 1 && WrittenBefore)
    return true; // later writes are to later rows
  // In the same row, the column of the write does not go back.
  const Linear Column = Linear::of(To->Column), ColumnRead = Linear::of(From->Column);
  std::optional<CountedLoop> Inner;
  if (Shared > 1)
    Inner = countedLoop(*Write.Loops[1]);
  bool Ascends = Column.Base && Column.Base->is(ExprKind::Variable) &&
                 (Column.Base->Var == Outer.Counter ||
                  (Inner && Inner->Step > 0 && Column.Base->Var == Inner->Counter));
  return Ascends && Known.isAtMost({ColumnRead.Base, ColumnRead.Offset + 1}, Column);
}

bool analysis::liesBehind(const Access &Read, const Access &Write, unsigned Shared,
                          bool WrittenBefore, llvm::function_ref<bool(const Variable *)> Fixed) {
  std::optional<CountedLoop> Outer = countedLoop(*Write.Loops[0]);
  if (!Outer)
    return false;
  Facts Known;
  Known.add(Read.Loops);
  Known.add(Write.Loops.drop_front(Shared));
  const Linear To = Linear::of(Write.Index), From = Linear::of(Read.Index);
  if (To.Base && To.Base->is(ExprKind::Variable) && To.Base->Var == Outer->Counter)
    return Outer->Step > 0 ? Known.isAtMost({From.Base, From.Offset + 1}, To)
                           : Known.isAtMost({To.Base, To.Offset + 1}, From);
  return Outer->Step > 0 &&
         liesBehindByRows(Read, Write, *Outer, Known, Shared, WrittenBefore, Fixed);
}
