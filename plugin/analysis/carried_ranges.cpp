//===- analysis/carried_ranges.cpp - the state behind pointers -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. What is written through a pointer parameter is a range: from the least to the greatest
//    subscript, by interval arithmetic on the bounds of the loops (index_range.h). Every iteration
//    must come there, for there need be no memory otherwise.
// 2. Where that is not to be told, it is as much as the user says ([[ad::extent]]) of each
//    parameter from which the pointer may come.
// 3. Else each element is logged before it is written for the first time, where that can be done.
// 4. What is read only must stay as it is until the end of the function: else it is a part, too.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// Whether that memory is there for certain: every iteration comes by.
bool Carried::proven(const IndexRange &R) const {
  const Expr *Object = R.First;
  while (R.Whole && !Object->Operands.empty())
    Object = Object->operand();
  if (R.Whole && Object->is(ExprKind::Variable) && Object->Var->Kind == Storage::This)
    return true;
  return llvm::any_of(Accesses, [&](const Access &Other) {
    return Other.Always && Other.Range && Other.Range->same(R);
  });
}

/// The parameters of which Pointer is made; false if there is anything else in it.
bool Carried::origins(const Expr *Pointer, llvm::SmallSetVector<const Variable *, 4> &Into,
                      llvm::DenseSet<const Variable *> &Seen) const {
  if (Pointer->is(ExprKind::Literal)) // null
    return true;
  if (Pointer->is(ExprKind::Cast) || Pointer->is(ExprKind::Binary) ||
      Pointer->is(ExprKind::Conditional))
    return llvm::all_of(Pointer->Operands, [&](const Expr *Op) {
      return !Op->Ty->isPointer() || origins(Op, Into, Seen);
    });
  if (Pointer->is(ExprKind::AddressOf)) {
    const Expr *Of = Pointer->operand();
    if (const Variable *Root = rootVariable(Of)) // of the caller's memory, it may be anything
      return !Root->Ty->isReference() && Root->Kind != Storage::Global;
    return rootPointer(Of) && origins(rootPointer(Of), Into, Seen);
  }
  if (!Pointer->is(ExprKind::Variable))
    return false;
  const Variable *V = Pointer->Var;
  if (V->Kind == Storage::Parameter && !V->Ty->isReference()) {
    Into.insert(V);
    return true;
  }
  if (V->Kind != Storage::Local || !isScalarVariable(V))
    return false;
  if (!Seen.insert(V).second)
    return true;
  bool Known = true, Declared = false;
  walk(Body, [&](Stmt *S) {
    const bool Declares = S->Var == V && S->is(StmtKind::Declare);
    const bool Sets =
        S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) && S->Target->Var == V;
    Declared |= Declares;
    if ((Declares && S->Value) || Sets)
      Known &= origins(S->Value, Into, Seen);
    else if (!Declares)
      Known &= S->Var != V && !(S->Target && rootVariable(S->Target) == V) &&
               llvm::none_of(S->Writes, [&](const Expr *W) { return mentions(W, V); });
  });
  return Known && Declared;
}

/// Adds all of what lies behind the parameters through which Place is reached, if the user says how
/// much that is.
bool Carried::addGiven(const Expr *Place, const Stmt &S) {
  llvm::SmallSetVector<const Variable *, 4> From;
  llvm::DenseSet<const Variable *> Seen;
  const Expr *Pointer = rootPointer(Place);
  if (!Pointer || !origins(Pointer, From, Seen))
    return false;
  for (const Variable *V : From)
    if (!Known.ExtentOf(V))
      return false;
  for (const Variable *V : From)
    addPart({B.var(const_cast<Variable *>(V)), Known.ExtentOf(V), /*Callers=*/true}, S);
  return true;
}

/// The range behind argument I of the call S, if its callee says how much that is.
std::optional<IndexRange> Carried::inCallee(const Stmt &S, size_t I) {
  const Function &F = *S.Callee;
  const Expr *Count = Known.ExtentInCallee(F, I), *First = S.Operands[I];
  if (!Count)
    return std::nullopt;
  Count = rewrite(M, Count, [&](const Expr *E) -> const Expr * {
    auto At = E->is(ExprKind::Variable) ? llvm::find(F.Params, E->Var) : F.Params.end();
    return At == F.Params.end() ? nullptr : S.Operands[At - F.Params.begin()];
  });
  // Both must be what they are already where the loop begins.
  bool Fixed = true;
  for (const Expr *Part : {First, Count})
    walk(Part, [&](const Expr *E) {
      Fixed &= E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
               (E->is(ExprKind::Variable) && isScalarVariable(E->Var) &&
                !Changed.contains(E->Var) && !Inside.contains(E->Var));
      return Fixed;
    });
  if (!Fixed)
    return std::nullopt;
  return IndexRange{First, Count};
}

const Expr *analysis::loggedFor(const Expr *Place) {
  return Place->is(ExprKind::Member) && Place->Ty->isInteger() ? Place->operand() : Place;
}

/// Whether S can be told to log what Place holds before it writes to it.
bool Carried::canBeLogged(const Expr *Place, const Stmt &S) const {
  const bool Stores = S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate);
  const Type *T = Place->Ty->nonReference();
  if (!Known.Logs || !Stores || S.Target != Place || !canBeHeld(T, /*Copies=*/false) ||
      T->IsVector || holdsHandle(T))
    return false;
  if (const Expr *Whole = loggedFor(Place); Whole != Place && !Whole->Ty->nonReference()->IsBytes)
    return false;
  // What holds it must lie where it lies for good: nothing that gets other storage, or another
  // alternative.
  for (const Expr *E = Place; !E->Operands.empty() && isPlace(E); E = E->operand()) {
    const Type *Holder = E->operand()->Ty->nonReference();
    const bool Plain = E->is(ExprKind::Member) || E->is(ExprKind::BaseOf)
                           ? Holder->isRecord() && !Holder->IsTagged
                       : E->is(ExprKind::Subscript) ? Holder->isPointer() || Holder->isArray()
                                                    : Holder->isPointer();
    if (!Plain || Holder->IsVector || Holder->IsEigen || Holder->IsMap)
      return false;
    if (Holder->isPointer()) // what is there is found without what the pointer is kept in
      break;
  }
  bool Can = true;
  walk(Body, [&](Stmt *In) {
    const bool Replaces =
        In->OldSize || In->Exchanges || (In->Target && In->Target->Ty->nonReference()->IsVector);
    llvm::SmallVector<const Expr *, 4> Of(In->Writes.begin(), In->Writes.end());
    if (In->Target)
      Of.push_back(In->Target);
    if (Replaces)
      for (const Expr *Vector : Of) {
        const Variable *Root = rootVariable(Vector);
        Can &= Root && Root->Kind == Storage::Local;
      }
    if (In->is(StmtKind::Loop)) // there is no room for it in the head of a loop
      for (const Block *Head : {&In->Init, &In->Setup, &In->Step})
        walk(*Head, [&](Stmt *Part) { Can &= Part != &S; });
  });
  return Can;
}

/// The ranges of what is written through pointers.
void Carried::ranges() {
  for (const Access &A : Accesses) {
    if (!A.Writes)
      continue;
    const bool Proven = A.Range && proven(*A.Range);
    if (Proven)
      addPart({A.Range->First, A.Range->Count, /*Callers=*/true}, *A.S);
    else if (addGiven(A.Place, *A.S))
      continue;
    else if (canBeLogged(A.Place, *A.S))
      Out.Logged.insert(A.S);
    else
      return obstacle(A.S,
                      llvm::Twine(A.Range ? "it is not known how much memory there is behind a "
                                            "pointer, as not every iteration writes to it"
                                          : "it is not known which elements behind a pointer "
                                            "it writes to") +
                          "; [[ad::extent(n)]] on a parameter says how many there are");
  }
}

bool analysis::runsLater(const Block &Bl, const Stmt &Region, const Stmt *&Outermost,
                         std::vector<const Stmt *> &Later) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    bool Found = S == &Region;
    const bool Loops = !Found && S->is(StmtKind::Loop);
    if (!Found) {
      const Stmt *Around = Outermost ? Outermost : Loops ? S : nullptr;
      forEachBlock(*S, [&](Block &Part) {
        const bool Here = runsLater(Part, Region, Around, Later);
        Found |= Here;
      });
      if (Found && Loops) // the next iteration
        forEachBlock(*S, [&](Block &Part) {
          if (&Part == &S->Init)
            return;
          const Stmt *Any = nullptr;
          std::vector<const Stmt *> None;
          if (!runsLater(Part, Region, Any, None))
            Later.insert(Later.end(), Part.Stmts.begin(), Part.Stmts.end());
        });
      if (Found)
        Outermost = Around;
    }
    if (!Found)
      continue;
    for (size_t J = Outermost && Outermost != S ? 0 : I + 1; J < Bl.Stmts.size(); ++J)
      if (J != I)
        Later.push_back(Bl.Stmts[J]);
    return true;
  }
  return false;
}

/// Whether all iterations of Around write to the same ranges: then a later run of the region
/// overwrites nothing else.
bool Carried::staysTheSame(const Stmt &Around) const {
  llvm::DenseSet<const Variable *> Varies;
  assignedVariables(Around, Varies);
  Block Alone;
  Alone.add(const_cast<Stmt *>(&Around));
  walk(Alone, [&](Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Varies.insert(S->Var);
  });
  auto Same = [&](const Expr *E) {
    bool Fixed = true;
    walk(E, [&](const Expr *Sub) {
      Fixed &= !(Sub->is(ExprKind::Variable) && Varies.contains(Sub->Var));
      return Fixed;
    });
    return Fixed;
  };
  return llvm::all_of(Out.Parts, [&](const StatePart &P) {
    return P.Place->is(ExprKind::Variable) && !P.Count
               ? true
               : Same(P.Place) && (!P.Count || Same(P.Count));
  });
}

bool analysis::mayResize(const Stmt &S, const Variable *V) {
  if (!V->Ty || !holdsVector(V->Ty->nonReference())) // without a type: allocated memory
    return false;
  bool May = false;
  auto Look = [&](const Expr *Place) {
    const Variable *Root = Place && isPlace(Place) ? rootVariable(Place) : nullptr;
    May |= !Root || Root == V;
  };
  Block Alone;
  Alone.add(const_cast<Stmt *>(&S));
  walk(Alone, [&](Stmt *In) {
    if (In->OldSize || (In->Target && In->Target->Ty->nonReference()->IsVector))
      Look(In->Target);
    if (In->Exchanges || In->Mirrors)
      for (const Expr *Place : In->Operands)
        Look(Place);
    if (!In->is(StmtKind::Call))
      return;
    for (size_t I = 0; I < In->Operands.size() && I < In->Callee->Params.size(); ++I) {
      const Type *T = In->Callee->Params[I]->Ty;
      if ((T->isReference() || T->isPointer()) && !T->ElementConst && holdsVector(T->Element))
        Look(In->Operands[I]->is(ExprKind::AddressOf) ? In->Operands[I]->operand()
                                                      : In->Operands[I]);
    }
  });
  return May;
}

/// Whether one of Later may write to Place, whichever element it is.
bool Carried::mayOverwrite(llvm::ArrayRef<const Stmt *> Later, const Expr *Place) {
  const Expr *Any = rewrite(M, Place, [&](const Expr *E) -> const Expr * {
    return E->is(ExprKind::Subscript) && !E->operand(1)->is(ExprKind::Opaque)
               ? B.subscript(E->operand(0), Indices.anything())
               : nullptr;
  });
  return llvm::any_of(Later, [&](const Stmt *S) {
    // Of a map, it changes no element that is there.
    const bool LooksUp = S->is(StmtKind::Declare) && S->Value && !S->Value->Followed.empty();
    return !LooksUp && Mem.mayWrite(*S, Any);
  });
}

/// What is read, and overwritten after the loop, is put back, too.
void Carried::readOnly() {
  std::vector<const Stmt *> After;
  const Stmt *Outermost = nullptr;
  runsLater(Body, Loop, Outermost, After);
  if (Outermost && !staysTheSame(*Outermost))
    After.push_back(&Loop);
  // Pointers would not follow a vector that has other storage by then.
  for (const Variable *V : ledInto())
    for (const Stmt *S : After)
      if (S != &Loop && mayResize(*S, V))
        return obstacle(&Loop,
                        "pointers lead into '" + V->Name + "', which gets other storage later");
  for (const Read &R : Reads) {
    llvm::SmallPtrSet<const Variable *, 4> Locals;
    const Variable *Root = rootVariable(R.Place);
    const Expr *Pointer = Root ? nullptr : rootPointer(R.Place);
    bool Elsewhere = Root ? false : !Pointer || Mem.leadsTo(Pointer, Locals);
    if (Root)
      Locals.insert(Root);
    bool Own = !Elsewhere, Stored = false;
    for (const Variable *L : Locals) {
      if (!Inside.contains(L) && !isThere(L))
        return obstacle(R.S, "it reads '" + L->Name + "', which is gone in the reverse sweep");
      // Memory that is allocated later is not there yet.
      Own &= Inside.contains(L) || Parts.contains(L) || isStored(L) ||
             (L->Name.empty() && Later.contains(L));
      Stored |= isStored(L);
    }
    const bool Resized = llvm::any_of(Locals, [&](const Variable *L) {
      return llvm::any_of(After, [&](const Stmt *S) { return mayResize(*S, L); });
    });
    if ((Own && !Stored) || !(Resized || mayOverwrite(After, R.Place)))
      continue;
    if (Own) {
      Out.HandsOn = true;
      continue;
    }
    // A member that the loop sets is a part by itself, and its derivative, too.
    if (Root && llvm::any_of(Out.Parts, [&](const StatePart &P) {
          return !P.Count && equal(P.Place, R.Place);
        }))
      continue;
    // Those to the derivatives change with them, and nobody reads these here.
    const Type *T = R.Place->Ty->nonReference();
    if (!R.Place->is(ExprKind::Variable) && T->isPointer() && T->Differentiable)
      return obstacle(R.S, "it reads a pointer in an object or array that is set after it");
    for (const Variable *L : Locals)
      written(L, *R.S, Root ? R.Place : nullptr);
    const bool InPart =
        R.Wrapped && llvm::any_of(Out.Parts, [&](const StatePart &P) {
          return P.Count && equal(P.Place, R.Wrapped->First) && equal(P.Count, R.Wrapped->Count);
        });
    if (!Elsewhere || InPart)
      continue;
    if (R.Range && proven(*R.Range))
      addPart({R.Range->First, R.Range->Count, /*Callers=*/true}, *R.S);
    else if (!addGiven(R.Place, *R.S))
      return obstacle(R.S, "it reads memory that is overwritten after the loop");
  }
}
