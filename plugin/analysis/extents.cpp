//===- analysis/extents.cpp - how far accesses through parameters go ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/extents.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

//===-- Where parameters lead -------------------------------------------------===//

/// Whether T is a vector whose elements, and theirs if they are vectors, lie in one piece.
static bool isInOnePiece(const Type *T) {
  const bool Vector =
      T->IsVector && (T->IsEigen || llvm::StringRef(T->Spelling).starts_with("std::vector<"));
  const Type *Of = Vector ? T->Element : nullptr;
  while (Of && Of->isArray() && !Of->IsVector && !Of->Smart)
    Of = Of->Element;
  return Of && (Of->IsVector ? isInOnePiece(Of)
                             : Of->isReal() || Of->isInteger() || (Of->isRecord() && Of->IsBytes));
}

Lead analysis::leadTo(const Expr *Place) {
  Lead Part;         // the pointer, or the outermost vector, that leads to Place
  bool Named = true; // what is around E is a member of it
  for (const Expr *E = Place;; E = E->operand()) {
    const Expr *Of = E->Operands.empty() ? nullptr : E->operand();
    switch (E->Kind) {
    case ExprKind::Variable: // a whole vector is its elements, and how many there are
      if (!Part)
        return {E, E->Var->Ty->isReference() && isInOnePiece(E->Ty->nonReference())};
      return Named && E->Var->Ty->isReference() ? Part : Lead();
    case ExprKind::Subscript:
    case ExprKind::Dereference:
      if (Of->Ty->isPointer()) {
        if (!Part && Of->is(ExprKind::Variable))
          return {Of};
        if (Part)
          return Named && E->is(ExprKind::Dereference) && Of->is(ExprKind::Variable) ? Part
                                                                                     : Lead();
        Part = {Of};
        Named = true;
      } else if (isInOnePiece(Of->Ty->nonReference())) {
        if (Part && !Part.Elements) // a pointer in it leads elsewhere
          return {};
        Part = {Of, /*Elements=*/true};
        Named = true;
      } else if (Of->Ty->nonReference()->IsVector) {
        return {};
      } else {
        Named = false;
      }
      continue;
    case ExprKind::BaseOf:
      Named = false;
      continue;
    case ExprKind::Member:
      continue;
    default:
      return {};
    }
  }
}

/// Whether V is a parameter, or the object of a method.
static bool isGiven(const Variable *V) {
  return V->Kind == Storage::Parameter || V->Kind == Storage::This;
}

/// The parameter that leads to the object of which E is a member, or a member of a member; null of
/// others.
static const Variable *ownerOf(const Expr *E) {
  while (E->is(ExprKind::Member))
    E = E->operand();
  const bool Pointer = E->is(ExprKind::Dereference);
  E = Pointer ? E->operand() : E;
  const bool Leads = E->is(ExprKind::Variable) && isGiven(E->Var) &&
                     (Pointer ? E->Var->Ty->isPointer() : E->Var->Ty->isReference());
  return Leads ? E->Var : nullptr;
}

/// Whether the object to which V leads may be looked into on entry, for what it is as long as the
/// function runs.
bool Apart::canLookInto(const Variable *V) const {
  const bool There = V && (V->Ty->isReference() || V->Kind == Storage::This ||
                           (Indices.readsThrough(V) && IsFixed(V)));
  return There && Unchanged;
}

/// Whether Is, with which V is declared, is still what V is: not where a running counter has made
/// steps in between. Ahead of the next one, in its block, there are none behind declarations there.
bool Apart::isOfNow(const Variable *V, const Expr *Is) const {
  bool Runs = false;
  walk(Is, [&](const Expr *Sub) {
    Runs |= Sub->is(ExprKind::Variable) && Counters.knows(Sub->Var, Here);
    return !Runs;
  });
  return !Runs || DeclaredIn.lookup(V) == Here.In;
}

const Variable *Apart::member(Member New) {
  for (const Member &Known : Members)
    if (equal(Known.Is, New.Is))
      return &Known.Value;
  New.Value.Ty = New.Is->Ty;
  New.Value.Name = llvm::formatv("member {0,4}", Members.size()).str(); // tells it from others
  Members.push_back(std::move(New));
  return &Members.back().Value;
}

/// What stands for E, a quotient of numbers that do not change: the function need not form it, and
/// so it is formed in numbers that do not overflow.
const Variable *Apart::quotientOf(const Expr *E) {
  const auto Of = polynomial(E->operand(0), 1, {}, numbers()),
             By = polynomial(E->operand(1), 1, {}, numbers());
  if (!Of || !By || By->asNumber().value_or(1) <= 0)
    return nullptr;
  for (const Polynomial *P : {&*Of, &*By})
    for (const auto &[Product, C] : P->Terms)
      for (const Symbol &S : Product)
        if (Counters.knows(S.Var, Here))
          return nullptr;
  Builder B(M);
  auto Written = [&](const Polynomial &P) {
    return rewrite(M, writtenSaturated(P, B), [&](const Expr *Sub) -> const Expr * {
      for (const Member &Known : Members)
        if (isVariable(Sub, &Known.Value))
          return Known.Is;
      return nullptr;
    });
  };
  const Type *T = M.integer("std::ptrdiff_t", M.SizeBits, false);
  const Expr *Is = B.opaque("ad::quotient($0, $1)", T, {Written(*Of), Written(*By)});
  return member({{}, Is, *By});
}

/// What stands for E, a number in such an object, or the size of a vector there, perhaps converted
/// to a narrower type; or a quotient.
const Variable *Apart::memberOf(const Expr *E) {
  if (E->is(ExprKind::Binary))
    return quotientOf(E);
  const Expr *Number = E;
  while (Number->is(ExprKind::Cast) && Number->Ty->isInteger())
    Number = Number->operand();
  if (!Number->is(ExprKind::Member) || !Number->Ty->isInteger() || !canLookInto(ownerOf(Number)))
    return nullptr;
  const Expr *Of = Number->operand();
  for (const Variable *V : Resized) {
    if (isVariable(Of, V))
      return nullptr;
    if (Of->Ty->nonReference() == V->Ty->nonReference())
      Sizes.push_back({V, Of}); // that of another vector, it is to be hoped
  }
  return member({{}, E, std::nullopt});
}

/// The parameter, a vector of numbers, of which S changes the number of elements, and nothing else:
/// they then lie where they did, or in memory that was nobody's. Null of other statements.
static const Variable *resizedBy(const Stmt &S) {
  const Expr *Vector = S.is(StmtKind::Opaque) && S.OldSize && !S.Exchanges ? S.Target : nullptr;
  const bool Given = Vector && Vector->is(ExprKind::Variable) &&
                     Vector->Var->Kind == Storage::Parameter && Vector->Var->Ty->isReference();
  const Type *T = Given ? Vector->Var->Ty->nonReference() : nullptr;
  return Given && T->IsVector && !T->IsEigen && T->Element->isReal() ? Vector->Var : nullptr;
}

/// Whether B stores no pointers in objects of the caller's.
static bool storesNoPointer(const Block &B) {
  bool None = true;
  walk(B, [&](Stmt *S) {
    if (!S->Target || !S->Target->Ty->isPointer())
      return;
    const Variable *Root = rootVariable(S->Target);
    None &= Root && !Root->Ty->isReference();
  });
  return None;
}

//===-- How far ---------------------------------------------------------------===//

Apart::Apart(Module &M, const Function &F, const Block &Body, const StridedLoops &Strided)
    : M(M), Unchanged(writesNoIndex(Body, resizedBy) && storesNoPointer(Body)), Strided(Strided),
      Whole(&Body) {
  walk(Body, [&](Stmt *S) {
    if (const Variable *V = resizedBy(*S))
      Resized.insert(V);
  });
  assignedVariables(Body, Assigned);
  auto IsJump = [](const Stmt *S) {
    return S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Return) ||
           S->is(StmtKind::Goto);
  };
  walk(Body, [&](Stmt *S) {
    HasJumps |= IsJump(S) && S != Body.Stmts.back();
    if (S->is(StmtKind::Loop))
      walk(S->Then, [&](Stmt *Sub) {
        if (IsJump(Sub))
          Left.insert(S);
      });
    if (S->is(StmtKind::Declare) && S->Value && S->Value->Ty->isInteger())
      Definitions[S->Var] = S->Value;
  });
  IsFixed = [this](const Variable *V) {
    return Counters.knows(V, Here) || (isGiven(V) && isScalarVariable(V) && !Assigned.contains(V));
  };
  DefinitionOf = [this](const Variable *V) -> const Expr * {
    const Expr *Is = isScalarVariable(V) && !Assigned.contains(V) ? Definitions.lookup(V) : nullptr;
    return Is && isOfNow(V, Is) ? Is : nullptr;
  };
  ElementOf = [this](const Expr *E) { return Indices.elementOf(E, Here.Loops, numbers()); };
  LimitOf = [this](const Symbol &S, bool Largest) -> std::optional<Polynomial> {
    const IndexBlock *R = Indices.blockOf(S);
    if (!R)
      return std::nullopt;
    return Polynomial::symbol({Largest ? &R->Greatest : &R->Least});
  };
  MemberOf = [this](const Expr *E) { return memberOf(E); };
  for (Variable *P : F.Params) {
    Extents.emplace_back();
    Extent &X = Extents.back();
    X.Leads = P;
    if (P->Ty->isReference()) {
      X.Known = P->Kind == Storage::Parameter && P->Ty->nonReference()->Differentiable;
      X.Ends = {Polynomial::number(1)};
      continue;
    }
    X.Known = P->Ty->isPointer() && isGiven(P) && IsFixed(P) && P->Ty->Element->Differentiable;
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

/// Whether parts of E are evaluated or not.
static bool choosesParts(const Expr *E) {
  bool Chooses = false;
  walk(E, [&](const Expr *Sub) {
    Chooses |= Sub->is(ExprKind::Conditional) ||
               (Sub->is(ExprKind::Binary) && (Sub->Text == "&&" || Sub->Text == "||"));
    return !Chooses;
  });
  return Chooses;
}

void Apart::look(const Stmt &S) {
  if (S.is(StmtKind::Loop))
    BlockOf[&S] = Here.In;
  if (S.is(StmtKind::Declare))
    DeclaredIn[S.Var] = Here.In;
  const Variable *V = resizedBy(S);
  forEachExpr(S, [&](const Expr *E) {
    Scatters = E == S.Target;
    Chooses = choosesParts(E);
    if (!V || !isVariable(E, V))
      look(E);
  });
  if (V)
    return;
  if (!S.is(StmtKind::Call) && !S.is(StmtKind::Opaque))
    return;
  for (const Expr *E : S.Operands)
    handOn(E);
  for (const Expr *E : S.Writes)
    handOn(E);
}

Apart::Extent *Apart::extentOf(const Lead &Of) {
  if (!Of)
    return nullptr;
  const size_t I = indexOf(Of);
  if (I < Extents.size())
    return &Extents[I];
  const Variable *Owner =
      Of.From->is(ExprKind::Variable) && !Of.Elements ? nullptr : ownerOf(Of.From);
  if (!Owner)
    return nullptr;
  const Type *T = Of.From->Ty->nonReference();
  Extent X;
  X.Leads = const_cast<Variable *>(Owner);
  X.Part = Of.From;
  X.Elements = Of.Elements;
  X.Known = canLookInto(Owner) && T->Differentiable;
  Extents.push_back(std::move(X));
  return &Extents.back();
}

/// V goes where it cannot be followed.
void Apart::forget(const Variable *V) {
  for (Extent &X : Extents)
    X.Known &= X.Leads != V;
}

/// The address of what a reference leads to may be taken by whoever is given Place.
void Apart::handOn(const Expr *Place) {
  if (Place && Place->is(ExprKind::Variable))
    forget(Place->Var);
}

void Apart::lookAtSubscripts(const Expr *Place) {
  for (; !Place->is(ExprKind::Variable); Place = Place->operand())
    if (Place->is(ExprKind::Subscript))
      look(Place->operand(1));
}

/// Whether E is a place that a parameter leads to.
bool Apart::lookAtPlace(const Expr *E) {
  if (!isPlace(E))
    return false;
  Extent *X = extentOf(leadTo(E));
  if (!X)
    return false;
  const Variable *V = X->Leads;
  auto Leads = [&](const Expr *From) {
    return X->Part ? equal(From, X->Part) : isVariable(From, V);
  };
  const bool Pointer = !X->Elements && (X->Part || V->Ty->isPointer());
  const bool Whole = Pointer       ? Leads(E)
                     : X->Elements ? isVariable(E, V)
                                   : !X->Part && !E->Ty->nonReference()->isScalar();
  if (Whole) { // a pointer goes somewhere else, or the parts of an object do
    forget(V);
  } else if (Pointer && X->Known) {
    const Expr *At = E;
    while (!Leads(At->operand()))
      At = At->operand();
    const bool Known = access(*X, At->is(ExprKind::Subscript) ? At->operand(1) : nullptr);
    X->Known = Known;
  }
  lookAtSubscripts(E);
  return true;
}

void Apart::look(const Expr *E) {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::AddressOf) || Sub->is(ExprKind::Opaque))
      for (const Expr *Op : Sub->Operands)
        handOn(Op);
    return !lookAtPlace(Sub);
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

/// What Index is made of that has one value in each iteration: counters, and what is declared
/// there.
llvm::SmallVector<const Variable *, 4> Apart::constantsIn(const Expr *Index) const {
  llvm::SmallVector<const Variable *, 4> Found;
  std::function<void(const Expr *)> Look = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (!Sub->is(ExprKind::Variable) || llvm::is_contained(Found, Sub->Var))
        return true;
      const Expr *Is = DefinitionOf(Sub->Var);
      const bool Counts = llvm::any_of(Here.Loops, [&](const Stmt *Loop) {
        const auto L = countedLoop(*Loop);
        return L && L->Counter == Sub->Var;
      });
      if (Counts || Is)
        Found.push_back(Sub->Var);
      if (Is && !Counts)
        Look(Is);
      return true;
    });
  };
  Look(Index);
  return Found;
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

/// Whether A, of the same access as B, takes fewer elements, or less that must be asked.
bool Apart::saysMore(const Extent &A, const Extent &B) {
  if (A.AtLeast.size() != B.AtLeast.size())
    return A.AtLeast.size() < B.AtLeast.size();
  const std::optional<int64_t> Less = B.Ends.back().plus(A.Ends.back(), -1).asNumber();
  return Less ? *Less > 0 : looksLarger(B.Ends.back(), A.Ends.back());
}

/// What the branches around the access say of its subscript limits it.
bool Apart::accessGuarded(Extent &X, const Expr *Index) {
  if (!Index || Here.Branches.empty())
    return false;
  const Site Outer = Here;
  const bool Chose = Chooses;
  llvm::SmallVector<const Stmt *, 8> Loops(Here.Loops);
  const auto Guards = Guarded.of(constantsIn(Index), Here);
  Loops.append(Guards.begin(), Guards.end());
  Here.Loops = Loops;
  Chooses = true; // these loops are not run
  const bool Known = !Guards.empty() && access(X, Index, numbers());
  Here = Outer;
  Chooses = Chose;
  return Known;
}

/// What goes in strides of any length is between the ends of its loop, if these are above zero.
bool Apart::access(Extent &X, const Expr *Index) {
  llvm::SmallVector<const Stmt *, 8> Loops(Here.Loops);
  std::vector<Polynomial> Strides;
  for (const Stmt *Loop : Here.Loops) {
    const auto L = countedLoop(*Loop);
    const auto Found = L ? Strided.find(L->Counter) : Strided.end();
    if (Found == Strided.end())
      continue;
    const auto Stride = polynomial(Found->second.Stride, 1, Here.Loops, numbers());
    if (!Stride || mentionsCounter(*Stride))
      continue;
    Loops.push_back(Found->second.ByOne);
    if (!llvm::is_contained(Strides, *Stride))
      Strides.push_back(*Stride);
  }
  if (Strides.empty())
    return accessInLoops(X, Index);
  const Site Outer = Here;
  const bool Chose = Chooses;
  Here.Loops = Loops;
  Chooses = true; // these loops are not run
  const bool Known = accessInLoops(X, Index);
  X.AtLeast.insert(X.AtLeast.end(), Strides.begin(), Strides.end());
  Here = Outer;
  Chooses = Chose;
  return Known;
}

bool Apart::accessInLoops(Extent &X, const Expr *Index) {
  X.Wide |= Index && isWide(Index, Here.Loops, numbers());
  // A loop that scatters reaches memory here and there: its adjoint, in the same loop, would do so
  // twice as often, which takes more time than records (twice, with 200,000 nodes of a mesh).
  Extent ByBranches = X;
  const bool Guarded = accessGuarded(ByBranches, Index), Known = access(X, Index, numbers());
  if (Guarded && (!Known || saysMore(ByBranches, X)))
    X = std::move(ByBranches);
  return Known || Guarded || (!Scatters && access(X, Index, numbersWithElements()));
}

/// The number of the outermost loop around Here that the values of P depend on; how many there are,
/// if on none.
size_t Apart::outermostLoop(const Polynomial &P, const Numbers &N) const {
  llvm::SmallVector<Polynomial, 4> Work{P};
  llvm::SmallVector<const Stmt *, 4> Seen;
  while (!Work.empty()) {
    const Polynomial Next = Work.pop_back_val();
    for (const auto &[Of, C] : Next.Terms)
      for (const Symbol &S : Of) {
        if (!S.Loop || llvm::is_contained(Seen, S.Loop))
          continue;
        Seen.push_back(S.Loop);
        for (const bool Largest : {false, true})
          if (const std::optional<Polynomial> Limit = limit(S, Largest, Here.Loops, N))
            Work.push_back(*Limit);
      }
  }
  return llvm::find_if(Here.Loops,
                       [&](const Stmt *Loop) { return llvm::is_contained(Seen, Loop); }) -
         Here.Loops.begin();
}

/// Whether all iterations of the loops around Here, from that one on, are made, once they begin,
/// and come to Here, those in which the counters are as large as they become.
bool Apart::comesToEnd(size_t Outermost, const Numbers &N) const {
  if (Outermost == Here.Loops.size())
    return true;
  if (Chooses || Here.Asked > Outermost || Left.contains(Here.Loops[Outermost]))
    return false;
  for (size_t I = Outermost; I < Here.Loops.size(); ++I) {
    const std::optional<CountedLoop> L = countedLoop(*Here.Loops[I]);
    if (!L || std::abs(L->Step) != 1)
      return false;
    if (I == Outermost || hasFixedEnds(*Here.Loops[I], Here.Loops.take_front(I), N))
      continue;
    // `for (int j = i; j < n; ++j)`, where i is less than n.
    const llvm::ArrayRef<const Stmt *> Around = Here.Loops.take_front(I);
    const Expr *From = usableBound(L->First), *To = usableBound(L->Bound);
    const auto First = From ? polynomial(From, 1, Around, N) : std::nullopt,
               Bound = To ? polynomial(To, 1, Around, N) : std::nullopt;
    Inequalities Bounds;
    Bounds.addBounds(Around, 1, N);
    const bool Up = L->Step > 0;
    if (!First || !Bound || !Bounds.imply(Up ? *First : *Bound, Up ? *Bound : *First, 0))
      return false;
  }
  return true;
}

/// Whether P is written with numbers larger than itself: a product that is subtracted, where of
/// `(i - k) * m` only the difference is formed, or one that is divided by two.
static bool needsLarger(const Polynomial &P) {
  return llvm::any_of(P.Terms, [](const auto &Term) {
    const auto &[Of, C] = Term;
    return (C < 0 && !Of.empty() && (Of.size() > 1 || C < -1)) ||
           llvm::any_of(Of, [](const Symbol &S) { return S.Triangle; });
  });
}

/// Index, of an access at Here to X, is from First on, and less than End.
void Apart::noteEnd(Extent &X, const Polynomial &Index, const Polynomial &End,
                    const Polynomial &First, const Numbers &N) {
  const size_t Outermost = Counters.depends(Index, Here) ? 0 : outermostLoop(Index, N);
  const bool Forms = comesToEnd(Outermost, N) && !needsLarger(End) && !needsLarger(First);
  const bool Plain = cannotOverflow(End) && cannotOverflow(First);
  X.Beyond |= !Forms && !Plain;
  X.Within.push_back(Outermost < Here.Loops.size() ? BlockOf.lookup(Here.Loops[Outermost])
                                                   : Here.In);
}

/// Whether the Ends that X has in the end may be numbers that the function does not form where
/// other accesses are made than those that say so. All: those that there were.
bool Apart::goesBeyond(const Extent &X, llvm::ArrayRef<Polynomial> All) const {
  const bool Same = llvm::all_of(All, [&](const Polynomial &P) { return P == All.front(); }),
             Together = llvm::all_equal(X.Within) && !HasJumps;
  if (X.Within.size() != All.size() || Same || Together)
    return false;
  return llvm::any_of(X.Ends, [&](const Polynomial &End) {
    if (cannotOverflow(End))
      return false;
    for (size_t I = 0; I < All.size(); ++I)
      if (All[I] == End && X.Within[I] == Whole && !HasJumps)
        return false;
    return true;
  });
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
  Bounds.addConditions(Here.Branches, Loops, 1, N);
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
    noteEnd(X, *P, X.Ends.back(), *First, N);
    if (!Positive && !(First->asNumber() >= 0))
      X.AtLeast.push_back(*First);
    X.AtLeast.insert(X.AtLeast.end(), Taken.begin(), Taken.end());
    for (const Polynomial &P : {*Greatest, *Last, *First})
      for (const auto &[Of, C] : P.Terms)
        for (const Symbol &S : Of)
          for (const Member &Known : Members)
            if (S.Var == &Known.Value && Known.Divisor && !Known.Divisor->asNumber())
              X.AtLeast.push_back(Known.Divisor->plus(Polynomial::number(-1)));
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

/// How many elements lie where a subscript of X leads: rows are many.
static int64_t elementsIn(const Type *T) {
  int64_t Count = 1;
  for (T = T->nonReference()->isPointer() ? T->nonReference()->Element : T->nonReference();
       T && T->isArray() && !T->IsVector; T = T->Element)
    Count *= int64_t(T->Extent);
  return Count;
}

/// Fewer words that say the same.
void Apart::simplify(Extent &X) {
  if (X.Elements) // of which the vector knows how many there are
    return;
  const std::vector<Polynomial> All = std::move(X.Ends);
  std::vector<Polynomial> Ends = strongest(All, /*Larger=*/true), OfElements;
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
  X.Beyond |= goesBeyond(X, All);
  X.AtLeast = strongest(X.AtLeast, /*Larger=*/false);
  X.Known &=
      llvm::none_of(X.AtLeast, [](const Polynomial &P) { return P.asNumber().value_or(0) < 0; });
  constexpr int64_t Many = 16, Tests = 3, Blocks = 8;
  X.Known &= !X.Ends.empty() && X.Ends.size() <= Blocks &&
             int64_t(X.AtLeast.size()) - llvm::count_if(X.AtLeast, HasElements) <= Tests;
  X.Few = X.Known && X.Ends.size() == 1 &&
          X.Ends.front().asNumber().value_or(Many) * elementsIn(X.Part ? X.Part->Ty : X.Leads->Ty) <
              Many;
}

size_t Apart::indexOf(const Lead &Of) const {
  return llvm::find_if(Extents,
                       [&](const Extent &X) {
                         const bool Parameter = Of.From->is(ExprKind::Variable) && !Of.Elements;
                         return Parameter
                                    ? !X.Part && X.Leads == Of.From->Var
                                    : X.Part && X.Elements == Of.Elements && equal(X.Part, Of.From);
                       }) -
         Extents.begin();
}

bool Apart::assumed(const Lead &A, const Lead &B) const {
  return Assumed.contains(std::minmax<unsigned>(indexOf(A), indexOf(B)));
}

bool Apart::assume(const Lead &Read, const Lead &Other) {
  size_t I = indexOf(Read), J = indexOf(Other);
  if (assumed(Read, Other)) // the test is there already
    return true;
  if (I == J || I >= Extents.size() || J >= Extents.size() || !Extents[I].Known ||
      !Extents[J].Known || Extents[I].Few)
    return false;
  Assumed.insert(std::minmax<unsigned>(I, J));
  return true;
}

void Apart::assume(const llvm::DenseSet<std::pair<unsigned, unsigned>> &Others) {
  Assumed.insert(Others.begin(), Others.end());
}
