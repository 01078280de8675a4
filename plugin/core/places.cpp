//===- core/places.cpp - what statements do to each other -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Two places are told apart, in this order, by
//
//   1. the types of the numbers in them (the language's own aliasing rule),
//   2. their variables, where at least one can only be reached by its name,
//   3. what they lead to: storage of derivatives never overlaps storage of values, an array on the
//      tape overlaps nothing else, and neither do objects of types of which none contains the
//      other,
//   4. what the caller knows of the pointers by which they are reached,
//   5. a field or a subscript, where both start from the same place.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/places.h"
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"

using namespace ad::core;

Places::Places(const Function &F, ApartPairs Apart) : Known(F), Apart(std::move(Apart)) {
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::RecordArray) && Known.of(S->Var).Stores == 0 && Known.isPrivate(S->Var))
      Fresh.insert(S->Var);
    if (S->is(StmtKind::Declare) && S->Var->Ty->isArray() && S->Var->Subscripts &&
        Known.isPrivate(S->Var))
      Fresh.insert(S->Var);
  });
  // Nothing but subscripts, and the tape, may see the pointer itself.
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (!E)
      return;
    if (E->is(ExprKind::Variable))
      Fresh.erase(E->Var);
    for (const Expr *Operand : E->Operands) {
      bool IsBase =
          E->is(ExprKind::Subscript) && Operand == E->operand() && Operand->is(ExprKind::Variable);
      if (!IsBase)
        See(Operand);
    }
  };
  walk(F.Body, [&](Stmt *S) {
    bool Stacked = S->is(StmtKind::Record) || S->is(StmtKind::Restore);
    if (S->is(StmtKind::Declare) && S->Value)
      if (!S->Value->is(ExprKind::Literal))
        Fresh.erase(S->Var);
    forEachExpr(*S, [&](const Expr *E) {
      if (!(Stacked && E->is(ExprKind::Variable)))
        See(E);
    });
    for (const Expr *Place : S->Writes)
      See(Place);
  });
}

const Variable *ad::core::leadingVariable(const Expr *E) {
  while (E)
    switch (E->Kind) {
    case ExprKind::Variable:
      return E->Var;
    case ExprKind::Member:
    case ExprKind::BaseOf:
    case ExprKind::Subscript:
    case ExprKind::Dereference:
    case ExprKind::AddressOf:
      E = E->operand();
      break;
    default:
      return nullptr;
    }
  return nullptr;
}

/// Whether every access to V is by its name.
bool Places::isOwn(const Variable *V) const {
  if (V->Kind == Storage::Parameter)
    return !V->Ty->isReference() && !V->AddressTaken && !Known.of(V).Escapes &&
           !Known.isNamedInText(V);
  return Known.isPrivate(V);
}

bool Places::isSlot(const Expr *E) const {
  const Variable *Array = slotArray(E);
  return Array && Fresh.contains(Array);
}

/// Whether an object of type Outer may have one of type Inner among its parts.
static bool mayContain(const Type *Outer, const Type *Inner) {
  if (Outer == Inner)
    return true;
  if (Outer->isArray())
    return mayContain(Outer->Element, Inner);
  if (Outer->isRecord())
    return Outer->Fields.empty() || llvm::any_of(Outer->Fields, [&](const Field &F) {
             return F.Ty->isReference() || mayContain(F.Ty, Inner);
           });
  if (Inner->isRecord() || Inner->isArray())
    return Outer->is(TypeKind::Opaque) || Outer->is(TypeKind::Void);
  return Outer->is(TypeKind::Opaque) || Inner->is(TypeKind::Opaque) || Outer->Kind == Inner->Kind;
}

/// The type of the object by whose handle the place is reached.
static const Type *objectOf(const Expr *Place, const Variable *Root) {
  if (Root)
    return Root->Ty->nonReference();
  const Expr *Pointer = rootPointer(Place);
  return Pointer && Pointer->Ty->isPointer() ? Pointer->Ty->Element : nullptr;
}

/// The pointer, or the reference to a vector, through which Place is reached; null of others.
static const Variable *reachedThrough(const Expr *Place) {
  if (const Expr *Pointer = rootPointer(Place))
    return Pointer->is(ExprKind::Variable) ? Pointer->Var : nullptr;
  const Variable *Root = rootVariable(Place);
  return Root && Root->Ty->isReference() && Root->Ty->Element->IsVector ? Root : nullptr;
}

bool Places::areApart(const Expr *P, const Expr *Q) const {
  const Variable *FromP = reachedThrough(P), *FromQ = reachedThrough(Q);
  return FromP && FromQ && (Apart.contains({FromP, FromQ}) || Apart.contains({FromQ, FromP}));
}

bool Places::mayOverlap(const Expr *P, const Expr *Q) const {
  const Type *OfP = scalarIn(P->Ty), *OfQ = scalarIn(Q->Ty);
  if (OfP->isScalar() && OfQ->isScalar() && distinctScalars(OfP, OfQ) &&
      !P->Ty->nonReference()->IsVector && !Q->Ty->nonReference()->IsVector && !isInUnion(P) &&
      !isInUnion(Q))
    return false;
  const Variable *RootP = rootVariable(P), *RootQ = rootVariable(Q);
  bool SameStart = RootP && RootP == RootQ;
  if (!SameStart) {
    if ((RootP && isOwn(RootP)) || (RootQ && isOwn(RootQ)))
      return false;
    const Variable *FromP = leadingVariable(P), *FromQ = leadingVariable(Q);
    if (FromP && FromQ && FromP != FromQ &&
        (FromP->Derivative != FromQ->Derivative || (isSlot(P) && Fresh.contains(FromP)) ||
         (isSlot(Q) && Fresh.contains(FromQ))))
      return false;
    const Type *ObjectP = objectOf(P, RootP), *ObjectQ = objectOf(Q, RootQ);
    if (ObjectP && ObjectQ && !mayContain(ObjectP, ObjectQ) && !mayContain(ObjectQ, ObjectP))
      return false;
    if (areApart(P, Q))
      return false;
    SameStart = !RootP && !RootQ && rootPointer(P) && equal(rootPointer(P), rootPointer(Q));
  }
  if (!SameStart)
    return true;
  llvm::SmallVector<const Expr *, 4> StepsP, StepsQ;
  stepsTo(P, StepsP);
  stepsTo(Q, StepsQ);
  for (auto [A, B] : llvm::zip(StepsP, StepsQ)) {
    if (A->Kind != B->Kind)
      return true;
    if (A->is(ExprKind::Member) && A->Text != B->Text)
      return A->operand()->Ty->nonReference()->IsUnion;
    if (A->is(ExprKind::Subscript) &&
        distinctIndices(A->operand(1), B->operand(1), /*SameMoment=*/true))
      return false;
  }
  return true;
}

bool Places::addressReads(const Expr *Place, const Expr *P) const {
  switch (Place->Kind) {
  case ExprKind::Variable:
    return false;
  case ExprKind::Dereference:
    return reads(Place->operand(), P);
  default:
    for (const Expr *Index : llvm::drop_begin(Place->Operands))
      if (Index && reads(Index, P))
        return true;
    const Expr *Base = Place->operand();
    return Base->Ty->isPointer() || !isPlace(Base) ? reads(Base, P) : addressReads(Base, P);
  }
}

bool Places::reads(const Expr *E, const Expr *P) const {
  if (!E)
    return false;
  if (isPlace(E))
    return mayOverlap(E, P) || addressReads(E, P);
  if (E->is(ExprKind::AddressOf) && isPlace(E->operand()))
    return addressReads(E->operand(), P);
  if (E->is(ExprKind::Opaque)) {
    const Variable *Root = rootVariable(P);
    if (!Root || !isOwn(Root))
      return true;
  }
  return llvm::any_of(E->Operands, [&](const Expr *Operand) { return reads(Operand, P); });
}

/// What a call, or opaque code, may do to memory that it is not plainly given.
bool Places::touches(const Stmt &S, const Expr *P) const {
  const Variable *Root = rootVariable(P);
  return !Root || !isOwn(Root) || mentions(S, Root);
}

static bool transfers(const Stmt &S) {
  return S.is(StmtKind::Break) || S.is(StmtKind::Continue) || S.is(StmtKind::Return) ||
         S.is(StmtKind::Goto) || S.is(StmtKind::Label) || S.NoReturn;
}

static bool anyWithin(const Stmt &S, llvm::function_ref<bool(const Stmt &)> Holds) {
  if (Holds(S))
    return true;
  bool Found = false;
  forEachBlock(const_cast<Stmt &>(S), [&](Block &B) {
    for (const Stmt *Inner : B.Stmts)
      Found = Found || anyWithin(*Inner, Holds);
  });
  return Found;
}

/// Whether all that S, text, changes is derivatives, of which E has none: `d_bar.emplace_front()`.
static bool changesDerivativesAlone(const Stmt &S, const Expr *E) {
  const bool Known = S.is(StmtKind::Opaque) && !S.WritesUnknown && !S.Frees && !S.Writes.empty();
  auto IsDerivative = [](const Expr *Place) {
    const Variable *V = rootVariable(Place);
    return V && V->Derivative;
  };
  if (!Known || !llvm::all_of(S.Writes, IsDerivative))
    return false;
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    Reads |= (Sub->is(ExprKind::Variable) && Sub->Var->Derivative) || Sub->is(ExprKind::Opaque);
    return !Reads;
  });
  return !Reads;
}

bool Places::mayChange(const Stmt &S, const Expr *E) const {
  return anyWithin(S, [&](const Stmt &Inner) {
    if (transfers(Inner))
      return true;
    if (Inner.Var && mentions(E, Inner.Var))
      return true;
    if (Inner.Target && reads(E, Inner.Target))
      return true;
    if (changesDerivativesAlone(Inner, E))
      return false;
    bool Unknown = Inner.is(StmtKind::Call) || Inner.is(StmtKind::Opaque) || Inner.OldSize ||
                   (Inner.Value && inserts(Inner.Value));
    if (!Unknown)
      return false;
    bool Meets = Known.readsMemory(E);
    walk(E, [&](const Expr *Sub) {
      Meets |= Sub->is(ExprKind::Variable) && (!isOwn(Sub->Var) || mentions(Inner, Sub->Var));
      return !Meets;
    });
    return Meets;
  });
}

bool Places::mayUse(const Stmt &S, const Expr *P) const {
  return anyWithin(S, [&](const Stmt &Inner) {
    if (transfers(Inner))
      return true;
    if (Inner.is(StmtKind::Call) || Inner.is(StmtKind::Opaque) || Inner.OldSize)
      return touches(Inner, P);
    if (Inner.Var && mentions(P, Inner.Var))
      return true;
    return mayUseItself(Inner, P);
  });
}

bool Places::mayUseItself(const Stmt &S, const Expr *P) const {
  if (S.Target &&
      ((!S.is(StmtKind::Accumulate) && mayOverlap(S.Target, P)) || addressReads(S.Target, P)))
    return true;
  bool Reads = reads(S.Value, P);
  for (const Expr *Operand : S.Operands)
    Reads = Reads || reads(Operand, P);
  return Reads;
}

bool Places::mayAddTo(const Stmt &S, const Expr *P) const {
  return anyWithin(S, [&](const Stmt &Inner) {
    return Inner.is(StmtKind::Accumulate) && mayOverlap(Inner.Target, P);
  });
}
