//===- analysis/carried.cpp - the state that a loop carries ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Walk the body, with the counted loops around each statement and whether every iteration comes
//    there. Whatever the body does that is no arithmetic on memory is an obstacle.
// 2. A variable that is overwritten, and that was declared ahead of the loop, is a part; but for
//    arrays that iterations only write to (carried_outputs.cpp).
// 3. What is written through a pointer parameter is a range, and what is read only must stay as it
//    is until the reverse sweep (carried_ranges.cpp).
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"
#include "plugin/analysis/output.h"
#include "plugin/core/spell.h"
#include "plugin/core/steps.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

void Carried::obstacle(const Stmt *S, llvm::Twine Why) {
  if (!Out.Obstacle.empty())
    return;
  Out.Obstacle = Why.str();
  Out.Where = S->Loc;
}

void Carried::declare(const Block &Bl) {
  walk(Bl, [&](Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Inside.insert(S->Var);
    if (S->Value && S->Value->Allocates)
      if (const Variable *Site = Mem.siteOf(S->Value))
        Inside.insert(Site);
  });
}

bool analysis::canBeHeld(const Type *T, bool Copies) {
  T = T->nonReference();
  if (T->IsEigen)
    return false;
  if (T->is(TypeKind::Opaque))
    return Copies && isCopiedObject(T);
  if (T->IsVector)
    return (Copies || llvm::StringRef(T->Spelling).starts_with("std::vector<")) &&
           canBeHeld(T->Element, Copies) && !T->Element->IsBool && !T->Smart;
  if (T->isArray() && T->Element->IsVector && !(T->IsStdArray && Copies))
    return false;   // std::array is copied as a whole
  if (T->isArray()) // one of C's is held as bytes
    return canBeHeld(T->Element, Copies && T->IsStdArray);
  const llvm::StringRef Class = T->Spelling;
  if (T->IsTagged || Class.starts_with("std::pair<") || Class.starts_with("std::tuple<"))
    return Copies && llvm::all_of(T->Fields, [&](const Field &F) {
             return !F.Const && canBeHeld(F.Ty, Copies);
           });
  if (T->isRecord() && Copies && T->TrivialCopy && T->Assignable && !T->IsMap && !T->Mutable)
    return T->IsBytes || llvm::all_of(T->Fields, [&](const Field &F) {
             return !F.Const && !F.Reference && !F.Smart && F.Exists.empty() &&
                    canBeHeld(F.Ty, Copies);
           });
  return T->isScalar() || (T->isRecord() && T->IsBytes);
}

/// Whether E may be a part of an object of a class derived from its own, of which a copy would hold
/// the part alone.
static bool mayBeDerived(const Expr *E) {
  const bool Whole =
      E->is(ExprKind::Member) ||
      (E->is(ExprKind::Variable) && E->Var->Kind == Storage::Local && !E->Ty->isReference());
  return !Whole && E->Ty->nonReference()->Polymorphic;
}

/// Whether Place, in an object of somebody else's, may be read only.
static bool isReadOnly(const Expr *Place) {
  while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf) ||
         (Place->is(ExprKind::Subscript) && !Place->operand()->Ty->isPointer()))
    Place = Place->operand();
  if (Place->is(ExprKind::Dereference) || Place->is(ExprKind::Subscript))
    return Place->operand()->Ty->ElementConst;
  return Place->is(ExprKind::Variable) &&
         (Place->Ty->isReference() || Place->Ty->isPointer() ||
          Place->Var->Kind == Storage::This) &&
         Place->Ty->ElementConst;
}

/// Whether T is a pointer to numbers, or an array of such.
static bool arePointers(const Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  return T->isPointer();
}

void Carried::addPart(const StatePart &P, const Stmt &S) {
  for (const StatePart &Part : Out.Parts)
    if (equal(Part.Place, P.Place) && (!P.Count == !Part.Count) &&
        (!P.Count || equal(P.Count, Part.Count)))
      return;
  const Type *T = P.Count ? P.Place->Ty->Element : P.Place->Ty;
  if (P.Count ? P.Place->Ty->ElementConst : !P.Place->is(ExprKind::Variable) && isReadOnly(P.Place))
    return obstacle(&S, "it reads memory that is overwritten after the loop");
  // Snapshots hold no adjoints, so the pointers to these would not be put back.
  if (const Type *Of = T->nonReference(); (P.Count || !arePointers(Of)) && holdsHandle(Of))
    return obstacle(&S, "the pointers in an object of type '" + spell(Of) + "' change");
  // Behind pointers there are bytes, or one object that the function has made.
  const bool One = P.Count && !P.Callers && P.Count->is(ExprKind::Literal) &&
                   P.Count->Text == "1" && !T->nonReference()->IsVector; // which would be a range
  const bool Bytes = canBeHeld(T, /*Copies=*/false) && !T->nonReference()->IsVector;
  if (!canBeHeld(T, Known.Copies) || (P.Count && !Bytes && !One) ||
      (!P.Count && mayBeDerived(P.Place)))
    return obstacle(&S, "it changes an object of type '" + spell(T->nonReference()) + "'");
  Out.Parts.push_back(P);
}

/// Whether V, which was declared ahead of the loop, is still there in the reverse sweep.
bool Carried::isThere(const Variable *V) const {
  return V->Kind != Storage::Local || Mem.atFunctionLevel(V) || isScalarVariable(V);
}

/// What must be held for Place, in the object V, to be put back: all of V, or the first member on
/// the way to it that can be held.
const Expr *Carried::holds(const Variable *V, const Expr *Place) {
  const Expr *Whole = B.var(const_cast<Variable *>(V));
  auto Can = [&](const Expr *E) { return canBeHeld(E->Ty, Known.Copies) && !mayBeDerived(E); };
  // Of an object of the user's that is more than bytes the rest need not be copied.
  const Type *T = V->Ty->nonReference();
  const bool Parts = T->isRecord() && (!T->IsBytes || holdsHandle(T)) && !T->IsTagged &&
                     !T->Fields.empty() && llvm::none_of(T->Fields, [](const Field &F) {
                       return llvm::StringRef(F.Name).contains('$');
                     });
  if (!Place || (Can(Whole) && !Parts))
    return Whole;
  llvm::SmallVector<const Expr *, 4> Path;
  for (const Expr *E = Place; !E->is(ExprKind::Variable); E = E->operand())
    Path.push_back(E);
  for (const Expr *E : llvm::reverse(Path)) {
    if (!E->is(ExprKind::Member) && !E->is(ExprKind::BaseOf))
      break;
    if (Can(E))
      return E;
  }
  return Whole;
}

void Carried::written(const Variable *V, const Stmt &S, const Expr *Place) {
  if (Inside.contains(V) || Later.contains(V))
    return;
  if (isStored(V)) {
    Out.HandsOn = true;
    return;
  }
  if (V->Kind == Storage::Global || V->Name.empty()) {
    const std::optional<StatePart> All = Known.Allocated(V);
    if (!All)
      return obstacle(
          &S, "it writes to memory that was allocated ahead of it, in a call, branch or loop");
    Parts.insert(V);
    return addPart(*All, S);
  }
  if ((V->Ty->isReference() && V->Ty->ElementConst) || (V->Const && !V->Ty->isScalar()))
    return obstacle(&S, "'" + V->Name + "' changes after the loop, but must not be put back");
  // Of the adjoints of the function's objects, which are there, too, only pointers are put back.
  const bool AdjointPointer = V->Derivative && (V->Ty->isRecord() || arePointers(V->Ty)) &&
                              Known.Copies && Place && Place->Ty->isPointer();
  if (!isThere(V) && !AdjointPointer)
    return obstacle(&S, "it writes to '" + V->Name + "', which is gone in the reverse sweep");
  const Expr *Part = holds(V, Place);
  if (Part->is(ExprKind::Variable))
    Parts.insert(V);
  addPart({Part, nullptr, V->Ty->isReference()}, S);
}

/// What S may write to in the object V, with pointers in it, when it writes the number in Place
/// behind one. False: that is not told.
bool Carried::writtenIn(const Variable *V, const Expr *Place, const Stmt &S) {
  const bool Within = !V->Name.empty() && !Inside.contains(V) && !Later.contains(V) && isThere(V);
  if (!Within || !Place->Ty->isReal() || !V->Ty->isRecord() || !holdsHandle(V->Ty))
    return false;
  llvm::SmallVector<const Expr *, 8> Found;
  std::function<bool(const Expr *)> Look = [&](const Expr *Object) {
    const Type *T = Object->Ty->nonReference();
    if (T->isPointer() || T->isInteger())
      return true;
    if (!holdsHandle(T)) {
      Found.push_back(Object);
      return canBeHeld(T, Known.Copies) && !mayBeDerived(Object);
    }
    return T->isRecord() && !T->IsTagged && !T->Fields.empty() &&
           llvm::all_of(T->Fields, [&](const Field &F) {
             return F.Exists.empty() && !F.Reference && !F.Const && !F.Smart &&
                    !llvm::StringRef(F.Name).contains('$') && Look(B.member(Object, F));
           });
  };
  if (!Look(B.var(const_cast<Variable *>(V))))
    return false;
  for (const Expr *Part : Found)
    addPart({Part, nullptr, /*Callers=*/false}, S);
  return true;
}

void Carried::write(const Expr *Place, const Stmt &S, bool Always,
                    std::optional<IndexRange> Given) {
  if (isWrittenOnly(Place, S))
    Outputs.push_back({Place, std::nullopt, &S, /*Writes=*/true, Always});
  else
    hold(Place, S, Always, Given);
}

void Carried::hold(const Expr *Place, const Stmt &S, bool Always, std::optional<IndexRange> Given) {
  if (const Variable *Root = rootVariable(Place)) {
    written(Root, S, Place);
    // A reference may be bound to anything that the caller has.
    return;
  }
  const Expr *Pointer = rootPointer(Place);
  if (!Pointer)
    return obstacle(&S, "it writes to a place that is not known");
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  bool Elsewhere = leadsTo(Pointer, Locals);
  // Of the adjoint of an object, on the tape, only pointers are put back.
  const bool Stored = !Elsewhere &&
                      llvm::any_of(Locals, [&](const Variable *L) { return isStored(L); }) &&
                      llvm::all_of(Locals, [&](const Variable *L) {
                        return isStored(L) || Inside.contains(L) || Later.contains(L);
                      });
  bool Fixed = true;
  walk(Place, [&](const Expr *E) {
    Fixed &= !(E->is(ExprKind::Variable) && (Inside.contains(E->Var) || Changed.contains(E->Var)));
    return Fixed;
  });
  if (Pointer->is(ExprKind::Variable) && Pointer->Var->Derivative && Known.Copies && Fixed &&
      Place->Ty->isPointer() && Place->is(ExprKind::Member) && !Stored)
    return addPart({Place, nullptr, /*Callers=*/false}, S);
  for (const Variable *L : Locals) {
    const bool Element = L->Ty && L->Ty->nonReference()->IsMap; // which it found by the key
    bool Unmeasured = false; // allocated, but nobody knows how much, or with pointers in it
    if (L->Name.empty() && !isStored(L) && !Inside.contains(L) && !Later.contains(L)) {
      const std::optional<StatePart> All = Known.Allocated(L);
      Unmeasured = (!All || holdsHandle(All->Place->Ty->Element)) && canBeLogged(Place, S);
    }
    Elsewhere |= Element || Unmeasured;
    if (!Element && !Unmeasured && !writtenIn(L, Place, S))
      written(L, S);
  }
  if (Elsewhere)
    Accesses.push_back({Place, Given ? Given : Indices.of(Place), &S, /*Writes=*/true, Always});
}

/// Where the pointers from outside of the loop lead that it looks at.
llvm::SmallPtrSet<const Variable *, 4> Carried::ledInto() const {
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  Block Alone;
  Alone.add(const_cast<Stmt *>(&Loop));
  walk(Alone, [&](Stmt *In) {
    forEachExpr(*In, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        const bool Member = Sub->is(ExprKind::Member) && isPlace(Sub); // of an object
        const Variable *V = Member ? rootVariable(Sub) : Sub->Var;
        if ((Member || Sub->is(ExprKind::Variable)) && V && !Inside.contains(V) &&
            Sub->Ty->isPointer())
          Mem.leadsTo(Sub, Locals);
        return true;
      });
    });
  });
  return Locals;
}

/// Vectors get another number of elements, or other storage: the same again when S runs again, but
/// pointers that lead into them from outside would not follow.
void Carried::resizes(const Stmt &S, bool Always) {
  for (const Expr *A : S.Operands)
    read(A, S, Always);
  if (S.OldSize)
    read(S.OldSize, S, Always);
  if (S.Value)
    read(S.Value, S, Always);
  llvm::SmallVector<const Expr *, 2> Changed(S.Writes.begin(), S.Writes.end());
  if (S.Target)
    Changed.push_back(S.Target);
  for (const Expr *Place : Changed) {
    const Variable *V = rootVariable(Place);
    if (!V)
      return obstacle(&S, "it changes the size or the storage of a container behind a pointer");
    if (ledInto().contains(V))
      return obstacle(&S, "pointers lead into '" + V->Name + "', which gets other storage");
    write(Place, S, Always);
  }
}

void Carried::readPlace(const Expr *Place, const Stmt &S, bool Always) {
  const Variable *Root = rootVariable(Place);
  const Expr *Pointer = Root ? nullptr : rootPointer(Place);
  if (Root ? Root->Derivative
           : Pointer && Pointer->is(ExprKind::Variable) && Pointer->Var->Derivative)
    return;
  // An object that is given whole, of which some members may have to be put back.
  const Type *T = Place->Ty->nonReference();
  const bool Parts =
      T->isRecord() && !T->Fields.empty() && !canBeHeld(T, Known.Copies) && !holdsHandle(T);
  if (Parts && llvm::all_of(T->Fields, [](const Field &F) { return F.Exists.empty(); })) {
    for (const Field &F : T->Fields)
      readPlace(B.member(Place, F), S, Always);
    return;
  }
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  std::optional<IndexRange> Range, Wrapped;
  if (Pointer && Mem.leadsTo(Pointer, Locals)) {
    Range = Indices.of(Place);
    Wrapped = Indices.wrapped(Place);
    Accesses.push_back({Place, Range, &S, /*Writes=*/false, Always});
  }
  Reads.push_back({Place, &S, Range, Wrapped});
}

/// Whether the text E gives the same value each time that it is evaluated, and does nothing else.
static bool isPure(const Expr *E) {
  llvm::StringRef Text = E->Text;
  if (E->OfOperands) // what they are, `read` sees
    return true;
  if (Text.starts_with("\"") && E->Operands.empty())
    return true;
  if (E->Allocates || !E->Followed.empty())
    return false;
  if (worksOnStrings(Text, {E->Operands.data(), E->Operands.size()}))
    return !Text.contains('=') || Text.contains("==") || Text.contains("!=");
  if (E->ReadsMemory)
    return false;
  if (E->Ty->IsVector) // `std::vector<double>(n)`
    return Text.starts_with(E->Ty->Spelling + "(");
  // Operators of classes, and functions, may be anything.
  bool Scalars = llvm::all_of(E->Operands, [](const Expr *Op) { return Op->Ty->isScalar(); });
  return Scalars &&
         (!Text.contains('(') || Text.starts_with("sizeof") || Text.contains("numeric_limits"));
}

/// Reads of memory in E.
void Carried::read(const Expr *E, const Stmt &S, bool Always) {
  // What stands behind `?`, `&&` and `||` is not always read.
  std::function<void(const Expr *, bool)> Visit = [&](const Expr *Sub, bool Now) {
    if (Sub->is(ExprKind::Opaque) && isLookUp(Sub)) { // the map is there as long as it is looked up
      for (const Expr *Key : llvm::drop_begin(Sub->Operands))
        Visit(Key, Now);
      return;
    }
    if (Sub->is(ExprKind::Opaque) && asksKeys(Sub)) {
      for (const Expr *Op : Sub->Operands)
        if (!Op->Ty->nonReference()->IsMap)
          Visit(Op, Now);
      return;
    }
    if (Sub->is(ExprKind::Opaque) && !isPure(Sub) && !(Sub == S.Value && isOwn(S)))
      obstacle(&S,
               Sub->Allocates ? "it allocates memory that it does not free in the same iteration"
               : asksMap(Sub) ? "it asks which keys a map has, which gets others in it or later "
                                "('[]' makes them, 'at' does not)"
                              : "it evaluates an expression that may have effects");
    if (isPlace(Sub) &&
        !(Sub->is(ExprKind::Variable) && (isScalarVariable(Sub->Var) || Sub->Var->Derivative)))
      readPlace(Sub, S, Now);
    // Of an address, the subscripts and pointers are read.
    if (Sub->is(ExprKind::AddressOf))
      return forEachPartOfAddress(Sub->operand(), [&](const Expr *Part) { Visit(Part, Now); });
    if (isPlace(Sub))
      return forEachPartOfAddress(Sub, [&](const Expr *Part) { Visit(Part, Now); });
    for (unsigned I = 0; I < Sub->Operands.size(); ++I) {
      bool Guarded = (Sub->is(ExprKind::Conditional) || Sub->is(ExprKind::Binary)) && I > 0 &&
                     (Sub->is(ExprKind::Conditional) || Sub->Text == "&&" || Sub->Text == "||");
      Visit(Sub->Operands[I], Now && !Guarded);
    }
  };
  Visit(E, Always);
}

/// Whether a jump out of B or within it may keep what follows from being run.
static bool mayJump(const Stmt &S) {
  bool Jumps = S.is(StmtKind::Break) || S.is(StmtKind::Continue) || S.is(StmtKind::Return);
  Block One;
  One.add(const_cast<Stmt *>(&S));
  walk(One, [&](Stmt *Sub) {
    Jumps |= Sub->is(StmtKind::Break) || Sub->is(StmtKind::Continue) || Sub->is(StmtKind::Return) ||
             Sub->NoReturn;
  });
  return Jumps;
}

void Carried::block(const Block &Bl, bool Always) {
  for (const Stmt *S : Bl.Stmts) {
    statement(*S, Always);
    Always &= !mayJump(*S);
  }
}

void Carried::loop(const Stmt &S, bool Always) {
  const bool Counted = countedLoop(S).has_value();
  bool Leaves = llvm::any_of(S.Then.Stmts, [](const Stmt *Sub) { return mayJump(*Sub); });
  block(S.Init, Always);
  block(S.Setup, false);
  if (S.Value)
    read(S.Value, S, false);
  if (Counted)
    Indices.enter(S);
  block(S.Then, Always && Counted && !Leaves);
  if (Counted)
    Indices.leave();
  block(S.Step, false);
}

void Carried::call(const Stmt &S) {
  if (S.Var && !S.Declares)
    written(S.Var, S);
  // Called by its name on an object that is not const, another overload may be found.
  if (S.Callee->HasMutableOverload) {
    const Expr *Object = S.Operands[0];
    const Variable *V = Object->is(ExprKind::AddressOf)  ? rootVariable(Object->operand())
                        : Object->is(ExprKind::Variable) ? Object->Var
                                                         : nullptr;
    const bool Handle = V && (V->Ty->isPointer() || V->Ty->isReference());
    if (!V || !(Handle ? V->Ty->ElementConst : V->Const))
      return obstacle(&S, "it calls the const method '" + shownName(*S.Callee).str() +
                              "' on an object that is not const");
  }
  // What the callee does: the same restrictions, and nothing behind pointers to the caller's
  // memory.
  llvm::SmallPtrSet<const Function *, 4> Seen;
  std::vector<Function *> Work{S.Callee};
  while (!Work.empty()) {
    Function *F = Work.back();
    Work.pop_back();
    if (!Seen.insert(F).second)
      continue;
    if (!Known.BodyOf(F))
      return obstacle(&S, "it calls '" + shownName(*F).str() + "', whose body is not visible");
    walk(F->Body, [&](Stmt *In) {
      if (In->is(StmtKind::Call))
        Work.push_back(In->Callee);
      const bool Resizes = (In->OldSize || In->Exchanges) && !In->Mirrors && In->Followed.empty();
      if (In->is(StmtKind::Opaque) && !Resizes)
        opaque(*In, /*Own=*/false);
      forEachExpr(*In, [&](const Expr *E) {
        walk(E, [&](const Expr *Sub) {
          if (Sub->is(ExprKind::Opaque) && !isPure(Sub))
            obstacle(&S, "it calls '" + shownName(*F).str() +
                             "', which evaluates an expression that may have "
                             "effects");
          return true;
        });
      });
    });
  }
  for (size_t I = 0; I < S.Operands.size() && I < S.Callee->Params.size(); ++I) {
    const Type *T = S.Callee->Params[I]->Ty;
    const Expr *A = S.Operands[I];
    const Type *Of = T->isPointer() || T->isReference() ? T->Element : T;
    if (holdsHandle(Of) || Of->DerivedLeads)
      return obstacle(&S, "it passes an object that leads to memory to '" +
                              shownName(*S.Callee).str() + "'");
    if ((!T->isPointer() && !T->isReference()))
      continue;
    const Expr *Where = T->isPointer() ? B.subscript(A, Indices.anything()) : A;
    if (!isPlace(Where))
      continue;
    std::optional<IndexRange> Range = T->isPointer() ? inCallee(S, I) : std::nullopt;
    if (Range) // what the user says is there, is
      Accesses.push_back({Where, Range, &S, /*Writes=*/false, /*Always=*/true});
    Reads.push_back({Where, &S, Range, std::nullopt});
    if (!T->ElementConst)
      write(Where, S, /*Always=*/false, Range);
  }
}

/// Own: of the loop itself, not of a function that it calls, which is called whole.
void Carried::opaque(const Stmt &S, bool Own) {
  if (Own && isOutput(S, Loop)) // first: a string that is only appended to is none
    return;
  if (isRepeatable(S)) {
    for (const Expr *E : S.Operands)
      if (Own)
        read(E, S, false);
    if (Own && ordersIndices(S))
      readPlace(B.subscript(S.Operands[1], Indices.anything()), S, false);
    for (const Expr *W : S.Writes)
      if (Own)
        write(W, S, false);
    return;
  }
  if (!S.NoReturn)
    obstacle(&S, "it may have effects that cannot be repeated");
}

void Carried::statement(const Stmt &S, bool Always) {
  if (!Out.Obstacle.empty())
    return;
  if (S.Frees && isOwn(S))
    return;
  if (S.Frees && freesHandedOn(S)) {
    Out.HandsOn = true;
    return read(S.Operands.back(), S, Always);
  }
  if (handsOnOwn(S)) {
    if (!Known.Blocks)
      return obstacle(&S, "it hands on memory that it allocates");
    Out.HandsOn = true;
  }
  if (S.Mirrors || S.Frees || !S.Followed.empty())
    return obstacle(&S, "it changes a container of pointers, a map, or memory of its own");
  if (S.OldSize || S.Exchanges || (S.Target && S.Target->Ty->nonReference()->IsVector))
    return resizes(S, Always);
  bool Made = S.Var && (S.is(StmtKind::Declare) || S.Declares);
  const bool Storage = Made && S.Var->Ty->Owns && Known.Blocks && !holdsVector(S.Var->Ty);
  if (Made && ((S.Var->Ty->Owns && !Storage) || S.Var->Static || holdsMap(S.Var->Ty)))
    return obstacle(&S, "it makes an object that owns memory");
  switch (S.Kind) {
  case StmtKind::Declare:
    if (S.Value && S.Value->Allocates && (Known.Blocks || (S.Var->Derivative && isOwn(S)))) {
      Out.HandsOn |= !isOwn(S); // else on the tape, or freed by the iteration
      return read(S.Value->Operands.back(), S, Always);
    }
    if (S.Value)
      read(S.Value, S, Always);
    return;
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    read(S.Value, S, Always);
    forEachPartOfAddress(S.Target, [&](const Expr *Part) { read(Part, S, Always); });
    if (S.is(StmtKind::Accumulate))
      readPlace(S.Target, S, Always);
    return write(S.Target, S, Always);
  case StmtKind::Call:
    for (const Expr *A : S.Operands)
      read(A, S, false);
    return call(S);
  case StmtKind::If:
    read(S.Value, S, Always);
    block(S.Then, false);
    return block(S.Else, false);
  case StmtKind::Switch:
    read(S.Value, S, Always);
    for (const SwitchCase &Case : S.Cases)
      block(Case.Body, false);
    return;
  case StmtKind::Loop:
    return loop(S, Always);
  case StmtKind::Block:
    return block(S.Then, Always);
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Comment:
    return;
  case StmtKind::Opaque:
    return opaque(S, /*Own=*/true);
  case StmtKind::RecordArray:
    return obstacle(&S, "it declares an object whose adjoint is on the tape: a vector of vectors, "
                        "or one that pointers lead into");
  default:
    return obstacle(&S, "it leaves the function, or has no counterpart");
  }
}

CarriedState Carried::find(bool Counted) {
  for (const Block *Part : {&Loop.Setup, &Loop.Then, &Loop.Step})
    declare(*Part);
  if (Counted) { // of others it is run ahead of the loop
    declare(Loop.Init);
    // What stands beside the counter, and changes, is handed on: `for (int i = 0, j = 0; ...)`.
    llvm::DenseSet<const Variable *> InBody;
    assignedVariables(Loop.Then, InBody);
    for (const Stmt *S : Loop.Init.Stmts)
      if (InBody.contains(S->Var))
        Inside.erase(S->Var);
  }
  assignedVariables(Loop, Changed);
  std::vector<const Stmt *> After;
  const Stmt *Outermost = nullptr;
  runsLater(Body, Loop, Outermost, After);
  for (const Stmt *S : After) // in a loop around it, that is ahead of it as well
    if (!Outermost && S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Later.insert(S->Var);
  Block Afterwards;
  for (const Stmt *S : After)
    Afterwards.add(const_cast<Stmt *>(S));
  walk(Afterwards, [&](Stmt *S) {
    if (!Outermost && S->Value && S->Value->Allocates)
      if (const Variable *Site = Mem.siteOf(S->Value); !Inside.contains(Site))
        Later.insert(Site);
  });
  if (!Loop.Setup.empty())
    obstacle(&Loop, "its condition has effects");
  bool Continues = false;
  std::function<void(const Block &)> Find = [&](const Block &Bl) {
    for (const Stmt *S : Bl.Stmts) {
      Continues |= S->is(StmtKind::Continue);
      if (S->is(StmtKind::Loop))
        continue;
      Find(S->Then);
      Find(S->Else);
      for (const SwitchCase &Case : S->Cases)
        Find(Case.Body);
    }
  };
  Find(Loop.Then);
  if (Continues && !Counted && !Loop.Step.empty())
    obstacle(&Loop, "'continue' goes on with its last part");
  findAhead();
  if (Loop.Value)
    read(Loop.Value, Loop, true);
  block(Loop.Then, /*Always=*/true);
  if (!Counted)
    block(Loop.Step, false);
  if (Out.Obstacle.empty())
    holdChangedOutputs();
  if (Out.Obstacle.empty())
    ranges();
  if (Out.Obstacle.empty())
    readOnly();
  if (Out.HandsOn && Out.Obstacle.empty())
    checkBlocks();
  return std::move(Out);
}

CarriedState analysis::carriedState(Module &M, const Block &Body, const Stmt &Loop, bool Counted,
                                    const Memory &Mem, const Surroundings &Known) {
  return Carried(M, Body, Loop, Mem, Known).find(Counted);
}
