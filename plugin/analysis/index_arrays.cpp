//===- analysis/index_arrays.cpp - `index` in `x[index[i]]` ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/index_arrays.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

//===-- What stays as it is, and what is read in any case -----------------===//

/// Whether Place is memory that no integer of the caller's lies in: objects of different types do
/// not overlap.
static bool holdsNoIndex(const Expr *Place) {
  const Variable *Root = Place && isPlace(Place) ? rootVariable(Place) : nullptr;
  const bool Own = Root && Root->Kind == Storage::Local && !Root->Ty->isReference();
  return Own || (Place && (Place->Ty->isReal() || Place->Ty->isPointer()));
}

bool analysis::writesNoIndex(const Block &B,
                             llvm::function_ref<const Variable *(const Stmt &)> Resizes) {
  bool None = true;
  walk(B, [&](Stmt *S) {
    if (Resizes && Resizes(*S))
      return;
    None &= !S->is(StmtKind::Call) && !S->WritesUnknown;
    None &= !S->Target || holdsNoIndex(S->Target);
    None &= llvm::all_of(S->Writes, holdsNoIndex);
  });
  return None;
}

/// Whether E may evaluate its first operand and no other.
static bool evaluatesFirst(const Expr *E) {
  return E->is(ExprKind::Conditional) ||
         (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
}

/// Whether S may jump to a place outside of it.
static bool mayJump(Stmt &S, bool InLoop = false, bool InSwitch = false) {
  if (S.is(StmtKind::Break))
    return !InLoop && !InSwitch;
  if (S.is(StmtKind::Continue))
    return !InLoop;
  bool May = S.is(StmtKind::Return) || S.is(StmtKind::Goto) || S.is(StmtKind::Label);
  forEachBlock(S, [&](Block &Part) {
    for (Stmt *Inner : Part.Stmts)
      May |= mayJump(*Inner, InLoop || S.is(StmtKind::Loop), InSwitch || S.is(StmtKind::Switch));
  });
  return May;
}

/// Whether what follows S is executed in any case, if S is.
static bool goesOn(Stmt &S) {
  Block Alone;
  Alone.add(&S);
  return isQuiet(Alone) && !mayJump(S);
}

/// Adds to Arrays those whose elements E depends on.
static void arraysIn(const Expr *E, const Numbers &N, llvm::DenseSet<const Variable *> &Arrays,
                     unsigned Depth = 0) {
  walk(E, [&](const Expr *Sub) {
    if (!Sub->is(ExprKind::Variable))
      return true;
    if (Sub->Ty->isPointer())
      Arrays.insert(Sub->Var);
    const Expr *Is = N.DefinitionOf(Sub->Var);
    if (Is && Depth < 8)
      arraysIn(Is, N, Arrays, Depth + 1);
    return true;
  });
}

void IndexArrays::findTested(const Block &Body, const Numbers &N) {
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::If) || S->is(StmtKind::Switch))
      arraysIn(S->Value, N, Tested);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (evaluatesFirst(Sub))
          arraysIn(Sub->operand(), N, Tested);
        return true;
      });
    });
  });
}

void IndexArrays::find(const Block &Body, const Numbers &N) {
  if (!writesNoIndex(Body))
    return;
  findTested(Body, N);
  look(Body, N);
}

/// B is executed as a whole in each iteration of Loops. Whether what follows it is executed, too.
bool IndexArrays::look(const Block &B, const Numbers &N) {
  for (Stmt *S : B.Stmts) {
    if (!look(S->Init, N))
      return false;
    const bool IsLoop = S->is(StmtKind::Loop);
    if (!IsLoop || (S->Form != LoopForm::DoWhile && S->Setup.empty()))
      forEachExpr(*S, [&](const Expr *E) {
        look(E, S->is(StmtKind::Declare) && S->Var->Const ? S->Var->Name : llvm::StringRef(), N);
      });
    if (S->is(StmtKind::Block)) {
      if (!look(S->Then, N))
        return false;
    } else if (!goesOn(*S)) {
      return false;
    } else if (IsLoop && countedLoop(*S) &&
               llvm::all_of(S->Then.Stmts, [](Stmt *Inner) { return !mayJump(*Inner); })) {
      Loops.push_back(S);
      look(S->Then, N);
      Loops.pop_back();
    }
  }
  return true;
}

/// Looks at what is read in any case where E is evaluated.
void IndexArrays::look(const Expr *E, llvm::StringRef Name, const Numbers &N) {
  if (E->is(ExprKind::Opaque)) // perhaps `sizeof`
    return;
  const bool IsAddress = E->is(ExprKind::AddressOf);
  if ((E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference)) && E->Ty->isInteger())
    add(E, Name, N);
  if (E->is(ExprKind::Dereference) && E->operand()->is(ExprKind::Variable) && Loops.empty())
    ReadThrough.insert(E->operand()->Var);
  const bool First = evaluatesFirst(E);
  for (const Expr *Op : llvm::ArrayRef(E->Operands).take_front(First ? 1 : E->Operands.size())) {
    if (IsAddress && Op->Ty->isInteger())
      continue;
    look(Op, First || !E->is(ExprKind::Cast) ? llvm::StringRef() : Name, N);
  }
}

//===-- Blocks ------------------------------------------------------------===//

/// Whether P is made of parameters, so that nothing wraps that does not in the function itself.
static bool isOfParameters(const Polynomial &P) {
  bool Narrow = false;
  for (const auto &[Of, C] : P.Terms)
    for (const Symbol &S : Of) {
      if (isCounter(S) || S.Triangle || S.Var->Kind != Storage::Parameter)
        return false;
      Narrow |= S.Var->Ty->IsUnsigned && S.Var->Ty->Bits < 64;
    }
  const auto Shifted = P.asShifted();
  return !Narrow || (Shifted && Shifted->second == 0);
}

/// Whether all that P mentions is signed, or all of it is not.
static bool isOfOneSign(const Polynomial &P) {
  bool Signed = false, Unsigned = false;
  for (const auto &[Of, C] : P.Terms)
    for (const Symbol &S : Of)
      (S.Var->Ty->IsUnsigned ? Unsigned : Signed) = true;
  return !Signed || !Unsigned;
}

namespace {
/// A loop: its counter goes from First to Last, both included, in steps of one.
struct Run {
  Symbol Counter;
  Polynomial First, Last, Trips;
  Polynomial Times; ///< the counter in the subscript
};
} // namespace

static std::optional<Run> runOf(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Loops,
                                const Polynomial &Index, const Numbers &N) {
  const std::optional<CountedLoop> L = countedLoop(Loop);
  if (!L || std::abs(L->Step) != 1)
    return std::nullopt;
  Run R{{L->Counter, &Loop, 1}, {}, {}, {}, {}};
  const auto First = limit(R.Counter, /*Largest=*/false, Loops, N),
             Last = limit(R.Counter, /*Largest=*/true, Loops, N);
  if (!First || !Last || !isOfParameters(*First))
    return std::nullopt;
  R.First = *First;
  R.Last = *Last;
  R.Trips = Last->plus(*First, -1).plus(Polynomial::number(1));
  const auto Without = Index.with(R.Counter, Polynomial()),
             With = Index.with(R.Counter, Polynomial::number(1));
  if (!Without || !With || !isOfParameters(R.Trips))
    return std::nullopt;
  R.Times = With->plus(*Without, -1);
  return R;
}

/// Whether Loop, wherever it stands, runs at least once.
static bool runsAlways(const Stmt *Loop) {
  const std::optional<CountedLoop> L = countedLoop(*Loop);
  const std::optional<int64_t> First = L ? knownNumber(L->First) : std::nullopt,
                               Bound = L ? knownNumber(L->Bound) : std::nullopt;
  return First && Bound && L->Op == "<" && !L->Ahead && *First < *Bound;
}

/// Whether the elements of one iteration of Loop lie closest to those of the next.
static bool isClosest(const Run &Loop, llvm::ArrayRef<Run> Loops) {
  const std::optional<int64_t> Times = Loop.Times.asNumber();
  return Times && llvm::all_of(Loops, [&](const Run &Other) {
           return std::abs(Other.Times.asNumber().value_or(*Times)) >= std::abs(*Times);
         });
}

/// Moves the run of which IsIt is true to the front of Runs.
static bool bringForward(llvm::MutableArrayRef<Run> Runs,
                         llvm::function_ref<bool(const Run &)> IsIt) {
  Run *It = llvm::find_if(Runs, IsIt);
  if (It == Runs.end())
    return false;
  std::swap(*It, Runs.front());
  return true;
}

/// The elements that Array[Index] is in the iterations of Loops, if they are evenly spaced.
static std::optional<IndexBlock> blockIn(const Polynomial &Index,
                                         llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  IndexBlock R;
  llvm::SmallVector<Run, 4> Runs;
  R.First = Index;
  R.Count = Polynomial::number(1);
  auto NeedsToRun = [&](const Run &Loop) {
    if (!Loop.Trips.asNumber())
      R.Trips.push_back(Loop.Trips);
    return isOfOneSign(Loop.Trips) && Loop.Trips.asNumber().value_or(1) > 0;
  };
  for (const Stmt *Loop : Loops) {
    const std::optional<Run> Known = runOf(*Loop, Loops, Index, N);
    if (!Known)
      return std::nullopt;
    if (!Known->Times.Terms.empty())
      Runs.push_back(*Known);
    else if (!NeedsToRun(*Known))
      return std::nullopt;
  }
  // As the elements lie: each loop goes on where those before it have come to, so that there is
  // nothing in between.
  llvm::MutableArrayRef<Run> Left = Runs;
  for (Polynomial Span; !Left.empty(); Left = Left.drop_front()) {
    const bool First = Span.Terms.empty();
    if (!bringForward(Left, [&](const Run &Loop) {
          return First ? isClosest(Loop, Left) : Loop.Times == Span;
        }))
      return std::nullopt;
    const Run &Loop = Left.front();
    const int64_t Times = Loop.Times.asNumber().value_or(1);
    if (First)
      R.Step = std::abs(Times);
    R.First = *R.First.with(Loop.Counter, Times > 0 ? Loop.First : Loop.Last);
    R.Count = R.Count.times(Loop.Trips);
    Span = Polynomial::number(R.Step).times(R.Count);
    if (Left.size() > 1 && !NeedsToRun(Loop))
      return std::nullopt;
  }
  return isOfParameters(R.First) && isOfParameters(R.Count) ? std::optional(std::move(R))
                                                            : std::nullopt;
}

/// What is converted to E, where that changes no value.
static const Expr *unwidened(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->operand()->Ty->isInteger() && E->Ty->isInteger() &&
         E->Ty->Bits >= E->operand()->Ty->Bits && E->Ty->IsUnsigned == E->operand()->Ty->IsUnsigned)
    E = E->operand();
  return E;
}

/// The same where the innermost loop runs over a row, `for (k = row[i]; k < row[i + 1]; ++k)`, and
/// Index is its counter. Loops inside of that which run in any case change nothing.
std::optional<IndexBlock> IndexArrays::rows(const Polynomial &Index, const Numbers &N) const {
  const auto Shifted = Index.asShifted();
  const auto Inner = Shifted && Shifted->first && Shifted->second == 0
                         ? llvm::find(Loops, Shifted->first->Loop)
                         : Loops.end();
  if (Inner == Loops.end() || !llvm::all_of(llvm::make_range(Inner + 1, Loops.end()), runsAlways))
    return std::nullopt;
  const llvm::ArrayRef<const Stmt *> Around =
      llvm::ArrayRef(Loops).take_front(Inner - Loops.begin());
  const CountedLoop L = *countedLoop(**Inner);
  if (L.Step != 1 || L.Op != "<" || L.Ahead)
    return std::nullopt;
  const Element *From = find(unwidened(L.First), Around, N),
                *To = find(unwidened(L.Bound), Around, N);
  if (!From || !To || To->Array != From->Array || From->Block->Rows || From->Block->Step != 1 ||
      !(To->Index == From->Index.plus(Polynomial::number(1))) ||
      Around != llvm::ArrayRef(To->Loops) || Around != llvm::ArrayRef(From->Loops))
    return std::nullopt;
  IndexBlock R = *From->Block;
  R.Rows = R.Array;
  return R;
}

/// E is read in each iteration of Loops.
void IndexArrays::add(const Expr *E, llvm::StringRef Name, const Numbers &N) {
  const Expr *Base = E->operand();
  // Characters may be those of any object.
  if (!Base->is(ExprKind::Variable) || Base->Var->Kind != Storage::Parameter ||
      !Base->Var->Ty->isPointer() || Tested.contains(Base->Var) || !N.IsFixed(Base->Var) ||
      E->Ty->IsBool || E->Ty->Bits <= 8)
    return;
  const std::optional<Polynomial> Index = E->is(ExprKind::Subscript)
                                              ? polynomial(E->operand(1), 1, Loops, N)
                                              : std::optional(Polynomial());
  std::optional<IndexBlock> R = Index ? ::blockIn(*Index, Loops, N) : std::nullopt;
  if (!R && Index)
    R = rows(*Index, N);
  if (!R || find(E, Loops, N))
    return;
  R->Array = Base->Var;
  R->Name = (Name.empty() ? llvm::StringRef(Base->Var->Name) : Name).str();
  Elements.push_back({{}, Base->Var, *Index, Loops, enter(std::move(*R))});
  Elements.back().Value.Ty = E->Ty;
}

const IndexBlock *IndexArrays::enter(IndexBlock R) {
  for (const IndexBlock &Known : Blocks)
    if (Known.Array == R.Array && Known.Rows == R.Rows && Known.First == R.First &&
        Known.Count == R.Count && Known.Step == R.Step && Known.Trips == R.Trips)
      return &Known;
  R.Least.Ty = R.Greatest.Ty = R.Array->Ty->Element;
  Blocks.push_back(std::move(R));
  return &Blocks.back();
}

const Expr *IndexArrays::bounds(const IndexBlock &R, Builder &B) {
  const Expr *Run = nullptr;
  for (const Polynomial &P : R.Trips) {
    const Expr *Test = compared(P, ">", B);
    Run = Run ? B.binary("&&", Run, Test, B.M.boolType()) : Test;
  }
  const Expr *Count = writtenWide(R.Count, B), *First = writtenWide(R.First, B);
  if (Run)
    Count = B.conditional(Run, Count, B.integer(0));
  const Type *T = B.M.opaque("ad::bounds");
  if (R.Rows)
    return B.opaque("ad::bounds_of_rows($0, $1, $2, $3)", T,
                    {B.var(R.Array), B.var(R.Rows), First, Count});
  if (R.Step != 1)
    return B.opaque("ad::bounds_of($0, $1, $2, $3)", T,
                    {B.var(R.Array), First, Count, B.integer(R.Step)});
  return B.opaque("ad::bounds_of($0, $1, $2)", T, {B.var(R.Array), First, Count});
}

//===-- Elements ----------------------------------------------------------===//

const Variable *IndexArrays::elementOf(const Expr *E, llvm::ArrayRef<const Stmt *> Around,
                                       const Numbers &N) const {
  const Element *Known = find(E, Around, N);
  return Known ? &Known->Value : nullptr;
}

const IndexArrays::Element *IndexArrays::find(const Expr *E, llvm::ArrayRef<const Stmt *> Around,
                                              const Numbers &N) const {
  const bool InMemory = E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference);
  const Expr *Base = InMemory ? E->operand() : nullptr;
  if (!Base || !Base->is(ExprKind::Variable))
    return nullptr;
  std::optional<Polynomial> Index;
  for (const Element &Known : Elements) {
    // Where the loops run in which it is read in any case.
    if (Known.Array != Base->Var || Known.Loops.size() > Around.size() ||
        Around.take_front(Known.Loops.size()) != llvm::ArrayRef(Known.Loops))
      continue;
    if (!Index)
      Index = E->is(ExprKind::Subscript) ? polynomial(E->operand(1), 1, Around, N)
                                         : std::optional(Polynomial());
    if (!Index)
      return nullptr;
    if (Known.Index == *Index)
      return &Known;
  }
  return nullptr;
}

const IndexBlock *IndexArrays::blockOf(const Symbol &S) const {
  for (const Element &Known : Elements)
    if (S.Var == &Known.Value)
      return Known.Block;
  for (const IndexBlock &R : Blocks)
    if (S.Var == &R.Least || S.Var == &R.Greatest)
      return &R;
  return nullptr;
}

llvm::SmallVector<const IndexBlock *, 2> IndexArrays::blocksIn(const Polynomial &P) const {
  llvm::SmallVector<const IndexBlock *, 2> Found;
  for (const auto &[Of, C] : P.Terms)
    for (const Symbol &S : Of)
      if (const IndexBlock *R = blockOf(S))
        Found.push_back(R);
  return Found;
}

bool IndexArrays::computable(const Polynomial &P) const {
  // Of a block that is not refused none is larger than 2^40 (ad/overlap.h).
  constexpr int64_t Large = int64_t(1) << 16;
  unsigned Strides = 0;
  auto IsInt = [](const Symbol &S) {
    return !S.Triangle && !S.Var->Ty->IsUnsigned && S.Var->Ty->Bits <= 32;
  };
  return llvm::all_of(P.Terms, [&](const auto &Term) {
    const auto &[Of, C] = Term;
    const auto Blocks = llvm::count_if(Of, [&](const Symbol &S) { return blockOf(S); });
    if (Blocks == 0 || (Of.size() == 1 && std::abs(C) <= Large))
      return true;
    return Blocks == 1 && Of.size() == 2 && std::abs(C) == 1 && llvm::all_of(Of, IsInt) &&
           ++Strides == 1;
  });
}

bool IndexArrays::comparable(const Polynomial &P) const {
  return blocksIn(P).empty() || llvm::all_of(P.Terms, [&](const auto &Term) {
           return llvm::all_of(
               Term.first, [&](const Symbol &S) { return blockOf(S) || !S.Var->Ty->IsUnsigned; });
         });
}
