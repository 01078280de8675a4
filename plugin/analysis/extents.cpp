//===- analysis/extents.cpp - how far accesses through parameters go ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/extents.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

Apart::Apart(const Function &F, const Block &Body) {
  assignedVariables(Body, Assigned);
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value && S->Value->Ty->isInteger())
      Definitions[S->Var] = S->Value;
  });
  IsFixed = [this](const Variable *V) {
    return Counters.knows(V, Here) ||
           (V->Kind == Storage::Parameter && isScalarVariable(V) && !Assigned.contains(V));
  };
  DefinitionOf = [this](const Variable *V) -> const Expr * {
    return isScalarVariable(V) && !Assigned.contains(V) ? Definitions.lookup(V) : nullptr;
  };
  ElementOf = [this](const Expr *E) { return Indices.elementOf(E, Here.Loops, numbers()); };
  LimitOf = [this](const Symbol &S, bool Largest) -> std::optional<Polynomial> {
    const IndexBlock *R = Indices.blockOf(S);
    if (!R)
      return std::nullopt;
    return Polynomial::symbol({Largest ? &R->Greatest : &R->Least});
  };
  for (Variable *P : F.Params) {
    Extents.emplace_back();
    Extent &X = Extents.back();
    X.Leads = P;
    if (P->Ty->isReference()) { // to a number
      X.Known = P->Kind == Storage::Parameter && P->Ty->nonReference()->isReal();
      X.Ends = {Polynomial::number(1)};
      continue;
    }
    X.Known = P->Ty->isPointer() && P->Kind == Storage::Parameter && IsFixed(P) &&
              P->Ty->Element->Differentiable;
  }
  Indices.find(Body, numbers());
  Counters.find(Body, numbers());
  forEachSite(Body, [&](const Stmt &S, const Site &At) {
    Here = At;
    look(S);
  });
  for (Extent &X : Extents)
    simplify(X);
}

void Apart::look(const Stmt &S) {
  forEachExpr(S, [&](const Expr *E) {
    Scatters = E == S.Target;
    look(E);
  });
  if (!S.is(StmtKind::Call) && !S.is(StmtKind::Opaque))
    return;
  for (const Expr *E : S.Operands)
    handOn(E);
  for (const Expr *E : S.Writes)
    handOn(E);
}

Apart::Extent *Apart::extentOf(const Expr *Base) {
  const size_t I = Base && Base->is(ExprKind::Variable) ? indexOf(Base->Var) : Extents.size();
  return I < Extents.size() ? &Extents[I] : nullptr;
}

/// The address of what a reference leads to may be taken by whoever is given Place.
void Apart::handOn(const Expr *Place) {
  if (Extent *X = extentOf(Place))
    X->Known = false;
}

void Apart::look(const Expr *E) {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::AddressOf) || Sub->is(ExprKind::Opaque))
      for (const Expr *Op : Sub->Operands)
        handOn(Op);
    bool Subscript = Sub->is(ExprKind::Subscript);
    if (Subscript || Sub->is(ExprKind::Dereference))
      if (Extent *X = extentOf(Sub->operand())) {
        X->Known = X->Known && access(*X, Subscript ? Sub->operand(1) : nullptr);
        if (Subscript)
          look(Sub->operand(1));
        return false;
      }
    if (Extent *X = extentOf(Sub); X && !Sub->Var->Ty->isReference()) // it goes somewhere else
      X->Known = false;
    return true;
  });
}

/// The largest (or the smallest) value of P, in numbers that are known when the function is
/// entered, or one that lies farther out: the whole of the last row.
static std::optional<Polynomial> farthest(const Polynomial &P, bool Largest,
                                          const Inequalities &Bounds,
                                          llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  const std::optional<Delinearised> Parts = delinearise({&P}, Bounds);
  if (!Parts)
    return extreme(P, Largest, Bounds, Loops, N);
  const Polynomial &Rows = Parts->RowsAndColumns[0].first;
  std::optional<Polynomial> Row = farthest(Rows, Largest, Bounds, Loops, N);
  if (!Row || !Largest) // the first column is number 0
    return Row ? std::optional(Row->times(Parts->Stride)) : std::nullopt;
  return Row->plus(Polynomial::number(1)).times(Parts->Stride).plus(Polynomial::number(-1));
}

/// Whether P is never negative.
static bool notNegative(const Polynomial &P, const Inequalities &Bounds) {
  if (Bounds.imply(Polynomial(), P, 0))
    return true;
  if (std::optional<Delinearised> Parts = delinearise({&P}, Bounds))
    return notNegative(Parts->RowsAndColumns[0].first, Bounds);
  return llvm::all_of(P.Terms, [&](const auto &Term) {
    return Term.second > 0 && llvm::all_of(Term.first, [&](const Symbol &S) {
             return Bounds.imply(Polynomial(), Polynomial::symbol(S), 0);
           });
  });
}

/// Whether E is computed in 64 bits.
static bool isWide(const Expr *E) {
  while (E->is(ExprKind::Cast))
    E = E->operand();
  return !E->is(ExprKind::Variable) && !E->is(ExprKind::Literal) && E->Ty->Bits == 64;
}

bool Apart::access(Extent &X, const Expr *Index) {
  X.Wide |= Index && isWide(Index);
  // A loop that scatters reaches memory here and there: its adjoint, in the same loop, would do so
  // twice as often, which takes more time than records (twice, with 200,000 nodes of a mesh).
  return access(X, Index, numbers()) || (!Scatters && access(X, Index, numbersWithElements()));
}

bool Apart::access(Extent &X, const Expr *Index, const Numbers &N) {
  const llvm::ArrayRef<const Stmt *> Loops = Here.Loops;
  const std::optional<Polynomial> P =
      Index ? polynomial(Index, 1, Loops, N) : std::optional(Polynomial());
  if (!P)
    return false;
  const std::optional<Polynomial> Greatest = Counters.extreme(*P, /*Largest=*/true, Here),
                                  Least = Counters.extreme(*P, /*Largest=*/false, Here);
  if (!Greatest || !Least)
    return false;
  Inequalities Bounds;
  Bounds.addBounds(Loops, 1, N);
  for (const auto &[Of, C] : Greatest->Terms) // if not, the test fails
    for (const Symbol &S : Of)
      if (Indices.blockOf(S))
        Bounds.atMost(Polynomial(), Polynomial::symbol(S), 0);
  auto Reaches = [&](llvm::ArrayRef<Polynomial> Taken) {
    std::optional<Polynomial> Last = farthest(*Greatest, /*Largest=*/true, Bounds, Loops, N);
    if (!Last)
      return false;
    const bool Positive = notNegative(*Least, Bounds);
    std::optional<Polynomial> First =
        Positive ? Polynomial() : farthest(*Least, /*Largest=*/false, Bounds, Loops, N);
    if (!First || !Indices.computable(*First) || !Indices.comparable(*First) ||
        !Indices.computable(*Last))
      return false;
    X.Ends.push_back(Last->plus(Polynomial::number(1)));
    if (!Positive && !(First->asNumber() >= 0))
      X.AtLeast.push_back(*First);
    X.AtLeast.insert(X.AtLeast.end(), Taken.begin(), Taken.end());
    for (const Polynomial &P : {*Greatest, *Last, *First}) // no bounds, no answer
      for (const IndexBlock *Block : Indices.blocksIn(P))
        X.AtLeast.push_back(Polynomial::symbol({&Block->Least}));
    return true;
  };
  if (Reaches({}))
    return true;
  // Once more, where the strides are not negative: that is tested beforehand.
  std::vector<Polynomial> Strides;
  for (const auto &[Of, C] : Greatest->Terms)
    for (const Symbol &S : Of)
      if (Of.size() > 1 && !isCounter(S) && !Bounds.imply(Polynomial(), Polynomial::symbol(S), 0)) {
        Strides.push_back(Polynomial::symbol(S));
        Bounds.atMost(Polynomial(), Strides.back(), 0);
      }
  return !Strides.empty() && Reaches(Strides);
}

/// Whether A is the larger one of the two where all their numbers are large.
static bool looksLarger(const Polynomial &A, const Polynomial &B) {
  auto Degree = [](const Product &Of) {
    size_t N = 0;
    for (const Symbol &S : Of)
      N += S.Triangle ? 2 : 1;
    return N;
  };
  size_t Highest = 0;
  int64_t Sum = 0;
  for (const auto &[Of, C] : A.plus(B, -1).Terms) {
    if (Degree(Of) > Highest)
      Sum = 0;
    Highest = std::max(Highest, Degree(Of));
    if (Degree(Of) == Highest)
      Sum += C;
  }
  return Sum > 0;
}

/// Ps without those that say less than others: of those that differ by a number, the larger (or the
/// smaller) one says more.
static std::vector<Polynomial> strongest(llvm::ArrayRef<Polynomial> Ps, bool Larger) {
  std::vector<Polynomial> Kept;
  for (const Polynomial &P : Ps) {
    bool Found = false;
    for (Polynomial &Other : Kept)
      if (std::optional<int64_t> More = P.plus(Other, -1).asNumber()) {
        Found = true;
        if (Larger ? *More > 0 : *More < 0)
          Other = P;
      }
    if (!Found)
      Kept.push_back(P);
  }
  return Kept;
}

/// Fewer words that say the same.
void Apart::simplify(Extent &X) {
  std::vector<Polynomial> Ends = strongest(X.Ends, /*Larger=*/true), OfElements;
  auto HasElements = [&](const Polynomial &P) { return !Indices.blocksIn(P).empty(); };
  llvm::copy_if(Ends, std::back_inserter(OfElements), HasElements);
  llvm::erase_if(Ends, HasElements);
  // What looks smaller is taken to be; where it is not, the test fails.
  while (Ends.size() > 1) {
    const Polynomial Last = Ends.back();
    Ends.pop_back();
    Polynomial &Largest = Ends.front();
    const bool Larger = looksLarger(Last, Largest);
    X.AtLeast.push_back(Larger ? Last.plus(Largest, -1) : Largest.plus(Last, -1));
    if (Larger)
      Largest = Last;
  }
  Ends.insert(Ends.end(), OfElements.begin(), OfElements.end());
  X.Ends = std::move(Ends);
  X.AtLeast = strongest(X.AtLeast, /*Larger=*/false);
  constexpr int64_t Many = 16, Tests = 3, Blocks = 8;
  X.Known &= !X.Ends.empty() && X.Ends.size() <= Blocks &&
             int64_t(X.AtLeast.size()) - llvm::count_if(X.AtLeast, HasElements) <= Tests;
  X.Few = X.Known && X.Ends.size() == 1 && X.Ends.front().asNumber().value_or(Many) < Many;
}

size_t Apart::indexOf(const Variable *V) const {
  return llvm::find_if(Extents, [&](const Extent &X) { return X.Leads == V; }) - Extents.begin();
}

bool Apart::assumed(const Variable *A, const Variable *B) const {
  return Assumed.contains(std::minmax(indexOf(A), indexOf(B)));
}

bool Apart::assume(const Variable *Read, const Variable *Other) {
  size_t I = indexOf(Read), J = indexOf(Other);
  if (I == J || I >= Extents.size() || J >= Extents.size() || !Extents[I].Known ||
      !Extents[J].Known || Extents[I].Few)
    return false;
  Assumed.insert(std::minmax(I, J));
  return true;
}

/// The number behind the last subscript.
const Expr *Apart::end(const Extent &X, Builder &B) const {
  auto Written = [&](const Polynomial &P) { return X.Wide ? writtenWide(P, B) : written(P, B); };
  if (X.Ends.size() == 1)
    return Written(X.Ends[0]);
  std::string Text = "ad::largest(";
  std::vector<const Expr *> Ends;
  for (const Polynomial &P : X.Ends) {
    Text += (Ends.empty() ? "$" : ", $") + std::to_string(Ends.size());
    Ends.push_back(Written(P));
  }
  return B.opaque(Text + ")", B.M.intType(), Ends);
}

/// E with what Ahead finds out in the place of what stands for it.
const Expr *Apart::withBounds(const Expr *E, Builder &B, Function &F, Block &Ahead) const {
  llvm::DenseMap<const IndexBlock *, Variable *> Known;
  return rewrite(B.M, E, [&](const Expr *Sub) -> const Expr * {
    const IndexBlock *R = Sub->is(ExprKind::Variable) ? Indices.blockOf({Sub->Var}) : nullptr;
    if (!R)
      return nullptr;
    Variable *&Bounds = Known[R];
    if (!Bounds) {
      const Expr *Value = IndexArrays::bounds(*R, B);
      Bounds = F.variable(R->Name + "_bounds", Value->Ty);
      Bounds->Const = true;
      Ahead.add(B.declare(Bounds, Value));
    }
    return B.opaque(Sub->Var == &R->Least ? "$0.least" : "$0.greatest", Sub->Ty, {B.var(Bounds)});
  });
}

const Expr *Apart::overlap(Builder &B, Function &F, Block &Ahead) const {
  const Expr *Fails = nullptr;
  const Type *Bool = B.M.boolType();
  auto Or = [&](const Expr *E) { Fails = Fails ? B.binary("||", Fails, E, Bool) : E; };
  std::vector<Polynomial> Tested;
  llvm::SmallVector<std::pair<size_t, size_t>, 4> Pairs(Assumed.begin(), Assumed.end());
  llvm::sort(Pairs);
  for (auto [I, J] : Pairs)
    for (size_t K : {I, J})
      for (const Polynomial &P : Extents[K].AtLeast)
        if (!llvm::is_contained(Tested, P)) {
          Tested.push_back(P);
          auto Number = P.Terms.find({});
          int64_t Offset = Number == P.Terms.end() ? 0 : Number->second;
          const Polynomial Rest = P.plus(Polynomial::number(-Offset));
          Or(B.binary("<", Extents[K].Wide ? writtenWide(Rest, B) : written(Rest, B),
                      B.integer(-Offset), Bool));
        }
  for (auto [I, J] : Pairs) {
    const Extent &X = Extents[I], &Y = Extents[J];
    auto Start = [&](Variable *V) -> const Expr * {
      return V->Ty->isReference() ? B.addressOf(B.var(V)) : B.var(V);
    };
    Or(B.opaque("ad::overlap($0, $1, $2, $3)", Bool,
                {Start(X.Leads), end(X, B), Start(Y.Leads), end(Y, B)}));
  }
  return Fails ? withBounds(Fails, B, F, Ahead) : nullptr;
}
