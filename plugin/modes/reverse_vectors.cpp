//===- modes/reverse_vectors.cpp - adjoints of containers and their shapes ===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An adjoint of a vector is a vector of the same shape. The shape comes from the primal where that
// is still there, else from a counter that was recorded with every change.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/resizing.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

//===-- Adjoints that the forward sweep makes -----------------------------===//

/// Whether V leads to an object of the caller's: `this`, or what stands for it.
static bool leadsToObject(const Variable *V) {
  return V->Kind == Storage::This || (V->Kind == Storage::Parameter && V->Ty->isPointer());
}

/// The object that V is, or leads to.
static const Type *objectOf(const Variable *V) {
  return leadsToObject(V) ? V->Ty->Element : V->Ty->nonReference();
}

static bool holdsNumbersInVectors(const Variable *V) {
  return holdsVector(objectOf(V)) && !isVectorOfHandles(objectOf(V));
}

/// The variable in which Place is, or that leads to its object.
static const Variable *objectAt(const Expr *Place) {
  if (const Variable *V = rootVariable(Place))
    return V;
  const Expr *P = rootPointer(Place);
  return P && P->is(ExprKind::Variable) && leadsToObject(P->Var) ? P->Var : nullptr;
}

/// The variables of vectors to which the expression E leads.
static void vectorsIn(const Expr *E, llvm::function_ref<void(const Variable *)> Found) {
  walk(E, [&](const Expr *Sub) {
    const Variable *V = nullptr;
    if (Sub->is(ExprKind::AddressOf))
      V = objectAt(Sub->operand());
    else if (Sub->is(ExprKind::Variable) && Sub->Ty->isArray() && !Sub->Ty->IsStdArray)
      V = Sub->Var; // of vectors
    if (V && holdsNumbersInVectors(V))
      Found(V);
    return true;
  });
}

/// The variables of vectors to whose elements the forward sweep of Body makes pointers, which it
/// follows by pointers to the elements of their adjoints.
static void pointedInto(Context &C, Block &Body, llvm::function_ref<void(const Variable *)> Found) {
  walk(Body, [&](Stmt *S) {
    const Variable *To = S->is(StmtKind::Declare)                         ? S->Var
                         : S->Target && S->Target->is(ExprKind::Variable) ? S->Target->Var
                                                                          : nullptr;
    if (To && To->Constant)
      return;
    if (S->Value && S->Value->Ty && holdsHandle(S->Value->Ty->nonReference()))
      vectorsIn(S->Value, Found);
    if (!S->is(StmtKind::Call))
      return;
    // What the callee follows, its forward sweep must be given.
    bool Follows = S->Callee->SharesSweeps || S->Callee->HandWritten.count("sweeps") ||
                   followsHandles(C, *S->Callee);
    for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
      const Variable *P = S->Callee->Params[I];
      const Expr *A = S->Operands[I];
      bool Object = P->Ty->isReference() || P->Kind == Storage::This;
      bool Shadowed = P->Ty->Differentiable && !P->Constant &&
                      (P->Ty->isReference() || holdsHandle(P->Ty)); // an element's, too
      if (Object && holdsVector(P->Ty->Element) ? !pointsInto(C, *S->Callee, P)
                                                : !Follows || !Shadowed)
        continue;
      vectorsIn(A, Found);
      const Variable *V = isPlace(A) ? objectAt(A) : nullptr;
      if (A->is(ExprKind::Variable) && leadsToObject(A->Var))
        V = A->Var; // passed on
      if (V && holdsNumbersInVectors(V))
        Found(V);
    }
  });
}

bool modes::pointsInto(Context &C, Function &F, const Variable *P) {
  const bool Into = C.Asked.PointsInto.ask(P, false, [&] {
    bool Found = false;
    if (C.bodyOf(&F))
      pointedInto(C, F.Body, [&](const Variable *V) { Found |= V == P; });
    return Found;
  });
  if (Into) // other files, which see no body, could not know what its forward sweep wants
    F.SharesSweeps = false;
  return F.PointsInto[P] = Into;
}

void modes::followShadows(Context &C, Function &F) {
  followsHandles(C, F);
  for (const Variable *P : F.Params)
    pointsInto(C, F, P);
}

void Reverse::findPointedInto() {
  pointedInto(C, Body, [&](const Variable *V) { PointedInto.insert(V); });
  findResized();
}

void Reverse::findResized() {
  walk(Body, [&](Stmt *S) {
    auto Behind = [](const Expr *Place) { return !rootVariable(Place); };
    ResizesBehind |=
        (S->OldSize && Behind(S->Target)) || (S->Exchanges && llvm::any_of(S->Operands, Behind));
  });
  for (const Variable *V : Forward.Primal)
    if (holdsVector(objectOf(V)) && resized(V))
      Resized.insert(V);
  for (const Variable &V : Out.Locals)
    if (V.Kind == Storage::Local && holdsVector(V.Ty->nonReference()) && resized(&V))
      Resized.insert(&V);
}

/// Whether S may change the number of elements of a vector in V.
bool Reverse::resizes(Stmt &S, const Variable *V) const {
  auto In = [&](const Expr *Place) {
    const Variable *Root = rootVariable(Place);
    return Root ? Root == V : mentions(Place, V);
  };
  return (S.OldSize && In(S.Target)) || ((S.Exchanges || S.Mirrors) && In(S.Operands[0])) ||
         (S.Exchanges && In(S.Operands[1])) || (S.is(StmtKind::Call) && resizedByCall(C, &S, V));
}

bool Reverse::resized(const Variable *V) const { return resized(V, Body); }

bool Reverse::resized(const Variable *V, const Block &In) const {
  bool Changes = false;
  walk(const_cast<Block &>(In), [&](Stmt *S) { Changes |= resizes(*S, V); });
  return Changes;
}

/// Finds the parameters, vectors of numbers, that change their size in statements of the outermost
/// block alone, all of which are executed.
void Reverse::findShaped() {
  Shaped.clear();
  if (!llvm::all_of(Body.Stmts, [&](const Stmt *S) { return jumpsIn(S).empty(); }))
    return;
  for (const Variable *P : Forward.Primal) {
    const Type *T = P->Ty->nonReference();
    if (!P->Ty->isReference() || !T->IsVector || T->IsEigen || !T->Element->isReal())
      continue;
    const Stmt *Last = nullptr;
    bool Known = true;
    walk(Body, [&](Stmt *S) {
      if (!resizes(*S, P))
        return;
      Known &= S->is(StmtKind::Opaque) && S->OldSize && isVariable(S->Target, P) &&
               llvm::is_contained(Body.Stmts, S);
      Last = S;
    });
    if (Known && Last)
      Shaped[P] = Last;
  }
}

/// Whether a T is or holds a vector whose elements hold vectors.
static bool holdsRows(const Type *T) {
  if (T->isArray())
    return (T->IsVector && holdsVector(T->Element)) || holdsRows(T->Element);
  return (T->IsMap && holdsVector(T->Mapped)) ||
         llvm::any_of(T->Fields, [](const Field &F) { return holdsRows(F.Ty); });
}

/// Whether V, of vectors that hold vectors, loses elements, whose shapes are then known only to
/// the forward sweep.
bool Reverse::shrinks(const Variable *V) const {
  if (!holdsRows(V->Ty->nonReference()))
    return false;
  bool Loses = false;
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    const Variable *Root = S->OldSize ? rootVariable(S->Target) : nullptr;
    const bool Elsewhere = S->OldSize && !Root && Mem->leadsToOwn(rootPointer(S->Target));
    Loses |= S->OldSize && !Elsewhere && (!Root || Root == V) &&
             holdsVector(S->Target->Ty->Element) && !(S->is(StmtKind::Opaque) && S->Value);
  });
  return Loses;
}

/// Whether objects of type T cannot be assigned.
static bool holdsConst(const Type *T) {
  if (T->isArray())
    return !T->IsVector && holdsConst(T->Element);
  return T->isRecord() &&
         llvm::any_of(T->Fields, [](const Field &F) { return F.Const || holdsConst(F.Ty); });
}

/// Whether a T has a vector of objects that own memory among its parts.
static bool holdsOwners(const Type *T) {
  if (T->IsVector || T->isArray())
    return (T->IsVector && T->Owns) || holdsOwners(T->Element);
  return llvm::any_of(T->Fields, [](const Field &F) { return holdsOwners(F.Ty); });
}

bool ad::modes::holdsMixedVector(const Type *T) {
  if (T->IsVector && holdsHandle(T) && holdsNumbers(T->Element))
    return true;
  return T->isArray() ? holdsMixedVector(T->Element) : llvm::any_of(T->Fields, [](const Field &F) {
    return !F.Constant && holdsMixedVector(F.Ty);
  });
}

/// Which adjoints of vectors must exist in the forward sweep, or can be given their shape only
/// there: those are objects on the tape, which change with the vector.
void Reverse::findMirrored() {
  findPointedInto();
  // Locals that change their size by another name: `auto &to = left ? a : b; to.push_back(x);`.
  llvm::SmallPtrSet<const Variable *, 4> Behind;
  walk(Body, [&](Stmt *S) {
    auto See = [&](const Expr *Place) {
      if (const Expr *P = rootVariable(Place) ? nullptr : rootPointer(Place))
        Mem->leadsTo(P, Behind);
    };
    if (S->Exchanges)
      llvm::for_each(S->Operands, See);
    else if (S->OldSize)
      See(S->Target);
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        if (behindOwnPointer(S->Operands[I]) &&
            mayChange(C, *S->Callee, S->Callee->Params[I], Change::Size))
          Mem->leadsTo(S->Operands[I], Behind);
  });
  auto Refuse = [&](const Variable *V, const std::string &Why) {
    const std::string What =
        leadsToObject(V) ? "a vector of its object" : "the vector '" + V->Name + "'";
    C.error(V->Loc ? V->Loc : Primal.Loc,
            "cannot differentiate a pointer into " + What + " in reverse mode, " + Why,
            "use indices, or a vector that keeps its size");
    Failed = true;
  };
  for (const Variable *P : Forward.Primal)
    if (holdsNumbersInVectors(P) && Active->active(P) && shrinks(P)) {
      C.error(P->Loc,
              "cannot differentiate in reverse mode: the vector of vectors '" + P->Name +
                  "', a parameter, loses elements",
              "take it by value and return what becomes of it");
      Failed = true;
    }
  for (const Variable *P : Forward.Primal)
    if (!Detached && holdsOwners(objectOf(P)) && Active->active(P) && resized(P)) {
      C.error(P->Loc,
              "cannot differentiate in reverse mode: '" + P->Name +
                  "', a parameter with objects that own memory, changes their number",
              "take it by const reference and change a copy");
      Failed = true;
    }
  for (const Variable *P : Forward.Primal)
    if (holdsMixedVector(P->Ty->isPointer() ? P->Ty->Element : objectOf(P)) && Active->active(P) &&
        resized(P)) {
      C.error(P->Loc,
              "cannot differentiate in reverse mode: '" + P->Name +
                  "', a parameter with objects that hold numbers and pointers, changes their "
                  "number",
              "change it in the function that declares it");
      Failed = true;
    }
  for (const Variable *V : PointedInto)
    if (V->Kind != Storage::Local && Active->active(V) && resized(V))
      Refuse(V, "which changes its size");
  for (Variable &V : Out.Locals) {
    if (V.Kind != Storage::Local || V.Ty->isReference() || V.Ty->isPointer() ||
        !holdsVector(V.Ty) || isVectorOfHandles(V.Ty) || !V.Ty->Differentiable || V.Constant ||
        !Active->active(&V))
      continue;
    bool There = !Detached && Mem->atFunctionLevel(&V);
    bool Led = PointedInto.contains(&V);
    bool Countable = true;
    std::function<void(const Type *)> See = [&](const Type *T) {
      if (T->IsVector)
        Countable &= !holdsVector(T->Element);
      else if (T->isArray())
        Countable &= !holdsVector(T->Element);
      for (const Field &F : T->Fields)
        See(F.Ty);
    };
    See(V.Ty);
    // Where jumps leave the body, what it declares gets its value only later.
    bool Late = Led && (NeedsGoto || resized(&V) || Behind.contains(&V));
    // The forward sweep sets the pointers beside the numbers.
    bool Mixed = holdsHandle(V.Ty);
    if (holdsMap(V.Ty)) // whose adjoint the forward sweep has, too
      Mirrored.insert(&V);
    else if (There ? Late || (!Countable && shrinks(&V)) || holdsMixedVector(V.Ty)
                   : Led || !Countable || Mixed)
      Mirrored.insert(&V);
  }
  // Storage is exchanged between adjoints of one kind.
  for (size_t Before = ~size_t(0); Before != Mirrored.size();) {
    Before = Mirrored.size();
    walk(Body, [&](Stmt *S) {
      if (!S->Exchanges)
        return;
      const Expr *A = S->Operands[0], *Other = S->Operands[1];
      for (auto [From, To] : {std::pair(A, Other), std::pair(Other, A)}) {
        const Variable *V = rootVariable(From), *W = rootVariable(To);
        if (isVectorOfHandles(From->Ty) || !From->Ty->Differentiable)
          continue;
        if (!onTape(From) || (W ? Mirrored.contains(W) : !V))
          continue;
        if (W && W->Kind == Storage::Local && !W->Ty->isReference())
          Mirrored.insert(W);
        else if (V && !onTape(To) && !Failed)
          Refuse(V, "which is exchanged with one of the caller's");
      }
    });
  }
  for (const Variable *V : Mirrored) {
    if (isDeque(V->Ty) && changesDeque(V)) {
      Refuse(V, "a deque whose elements come and go");
    } else if (holdsDeque(V->Ty) && changesDeque(V)) {
      C.error(V->Loc,
              "cannot differentiate in reverse mode: '" + V->Name +
                  "' holds a deque whose elements come and go, and needs its adjoint early",
              "use a std::vector, or give the deque a variable of its own");
      Failed = true;
    }
    // Where it grows, its elements are assigned.
    bool Assigned = true;
    forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
      Assigned &= !Part->Ty->Differentiable || !holdsConst(Part->Ty->Element);
    });
    if (!Assigned && resized(V)) {
      C.error(V->Loc,
              "cannot differentiate the vector '" + V->Name +
                  "' in reverse mode: it grows, and its elements have constant members",
              "let the members be no constants, or make the vector with its size");
      Failed = true;
    }
    // The object itself is made of zero bytes, or of braces that make zeros.
    bool Zero = true;
    forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
      Zero &= !Part->Ty->Differentiable || Part->Ty->Owns || startsZero(Part->Ty->Element);
    });
    if (!Zero) {
      C.error(V->Loc,
              "cannot differentiate the vector '" + V->Name +
                  "' in reverse mode: its elements do not start at zero",
              "use a plain record of floating values");
      Failed = true;
    }
    bool Flat = true, Maps = false;
    forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
      Maps |= holdsMap(Part->Ty->Element);
      Flat &= !holdsVector(Part->Ty->Element) && !holdsMap(Part->Ty->Element);
    });
    if (PointedInto.contains(V) || Maps)
      walk(Body, [&](Stmt *S) {
        if (!S->is(StmtKind::Call) || Failed || !resizedByCall(C, S, V))
          return;
        if (!Flat)
          Refuse(V, "which '" + shownName(*S->Callee).str() + "' may resize");
        else if (madeOfBytes(V->Ty) && changedByCall(C, S, V, Change::Storage))
          Refuse(V, "which '" + shownName(*S->Callee).str() + "' may replace");
      });
  }
}

/// Whether a deque in V may change its number of elements: its adjoint on the tape would only know
/// how many there are, not at which end they come and go.
bool Reverse::changesDeque(const Variable *V) const {
  bool Changes = false;
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    const Expr *Place = S->OldSize ? S->Target : S->Mirrors ? S->Operands[0] : nullptr;
    Changes |= (Place && isDeque(Place->Ty->nonReference()) && rootVariable(Place) == V) ||
               (S->is(StmtKind::Call) && resizedByCall(C, S, V));
  });
  return Changes;
}

/// Whether the adjoint of Place is on the tape.
bool Reverse::onTape(const Expr *Place) const {
  const Variable *V = rootVariable(Place);
  return V ? Mirrored.contains(V)
           : Active->active(Place) && shapesEarly(rootPointer(Place), Mirrored);
}

/// Lets the pointers in the shadow object Mine lead where those in the value of S lead.
void Reverse::followObject(const Stmt *S, const Expr *Mine, std::vector<Stmt *> &To) {
  markEarly(Mine);
  if (followFields(Mine, S->Value, To))
    return;
  C.error(S->Loc,
          "cannot differentiate in reverse mode: where the pointers in this object of type '" +
              Mine->Ty->Spelling + "' lead is not known",
          "set its fields one by one, and mark those that lead to constants [[ad::constant]]");
  Failed = true;
}

/// The vectors with adjoints on the tape that the call S may resize.
std::vector<const Variable *> Reverse::resizedOnTape(const Stmt *S) const {
  std::vector<const Variable *> Found;
  for (const Variable &V : Out.Locals)
    if (Mirrored.contains(&V) && &V != S->Var && resizedByCall(C, S, &V))
      Found.push_back(&V);
  return Found;
}

/// What the forward sweep recorded of shapes after the call S is taken off the tape before the
/// callee's reverse sweep, and restored after it.
void Reverse::restoreAround(const Stmt *S, Block &Before, Block &After) {
  for (const Variable *V : resizedOnTape(S))
    if (PointedInto.contains(V))
      forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
        const Expr *Bar = Part->Ty->Differentiable ? Shadow.place(Part) : nullptr;
        if (!Bar)
          return;
        const std::string How = howMade(Part->Ty);
        const Type *T = M.opaque("ad::former_shape<" + spell(Part->Ty) +
                                 (How.empty() ? ">" : ", " + How + ">"));
        Variable *Former = local(nameFor(Part) + "_former", T);
        Temporaries.insert(Former);
        Block Taken;
        const bool Aside = changedByCall(C, S, V, Change::Storage);
        const Expr *Made = Aside ? B.opaque(T->Spelling + "($0, $1)", T, {tape(), Bar})
                                 : B.opaque(T->Spelling + "($0)", T, {tape()});
        Taken.add(B.declare(Former, Made));
        Taken.append(Before);
        Before = std::move(Taken);
        After.add(B.effect("$0.restore($1)", {B.var(Former), Bar}, {Bar}));
      });
}

bool modes::holdsVectorsInObjects(const Type *T) {
  while (T->IsVector)
    T = T->Element;
  return (T->isRecord() || T->isArray()) && holdsVector(T);
}

/// After S: the adjoints on the tape change their shapes with their vectors.
void Reverse::followShapes(Stmt *S, std::vector<Stmt *> &To) {
  Block Made;
  auto Shape = [&](const Expr *Place) {
    if (const Expr *Bar = Shadow.place(Place))
      matchShapes(B, Out, Bar, Place, Made, "ad::shape_like");
  };
  const bool Empty = S->is(StmtKind::Declare) && // storage, not made yet; or to be cleared
                     (S->Var->Shadow || (S->Value && S->Value->Repeated) ||
                      (holdsMap(S->Var->Ty) && S->Var->Ty->IsVector && S->Value &&
                       S->Value->is(ExprKind::Braces) && S->Value->Operands.empty()));
  if (S->Var && Mirrored.contains(S->Var) && !Empty && (S->is(StmtKind::Declare) || S->Declares))
    Shape(B.var(S->Var));
  bool First = S->is(StmtKind::Assign) && !S->OldSize && S->Target->is(ExprKind::Variable);
  if (First && onTape(S->Target)) // the value of a variable that was declared ahead
    Shape(S->Target);
  auto Follow = [&](const Expr *Place) {
    const Expr *Bar = Place->Ty->Differentiable ? Shadow.place(Place) : nullptr;
    if (!Bar)
      return;
    const Type *T = Place->Ty->nonReference();
    Made.add(B.effect((T->Owns ? "ad::follow_storage" : withBytes("ad::follow_shape", T)) +
                          "($0, $1, $2)",
                      {tape(), Bar, Place}, {Bar}));
    UsesTape = UsesStack = true;
  };
  if (S->is(StmtKind::Call)) // its reverse sweep takes the sizes back itself
    shapeBehind(S, Made);
  if (S->is(StmtKind::Call))
    for (const Variable *V : resizedOnTape(S)) {
      const Expr *Whole = B.var(const_cast<Variable *>(V));
      if (PointedInto.contains(V))
        forEachVector(M, Whole, Follow);
      else
        Shape(Whole);
    }
  const Expr *Place = S->OldSize ? S->Target : S->Mirrors ? S->Operands[0] : nullptr;
  if (Place && Place->Ty->Differentiable && onTape(Place) && !isVectorOfHandles(Place->Ty)) {
    Follow(Place);
    ShapesFollowed.insert(S);
    if (holdsVectorsInObjects(Place->Ty->Element)) {
      const Expr *Last = B.binary("-", B.sizeOf(Place), B.integer(1), M.sizeType());
      if (S->Value)
        Shape(B.subscript(Place, Last));
    }
    if (S->is(StmtKind::Opaque) && S->Value && holdsHandle(S->Value->Ty)) {
      const Expr *Last = B.binary("-", B.sizeOf(Place), B.integer(1), M.sizeType());
      followObject(S, B.subscript(Shadow.place(Place), Last), Made.Stmts);
    }
  }
  if (S->Exchanges && S->Operands[0]->Ty->Differentiable && onTape(S->Operands[0]))
    Made.add(B.exchange(Shadow.place(S->Operands[0]), Shadow.place(S->Operands[1])));
  walk(Made, [&](Stmt *Inner) { Follows.insert(Inner); });
  To.insert(To.end(), Made.Stmts.begin(), Made.Stmts.end());
}

void Reverse::restoreShape(const Expr *Bar, Block &To) {
  const Type *T = Bar->Ty->nonReference();
  const bool Keeps = holdsMap(T->Element); // pointers lead to their elements
  To.add(B.effect((T->Owns ? "ad::restore_storage"
                           : withBytes(Keeps ? "ad::restore_kept" : "ad::restore_shape", T)) +
                      "($0, $1)",
                  {tape(), Bar}, {Bar}));
}

//===-- Adjoints that the reverse sweep makes -----------------------------===//

/// Adjoints of parameters whose size may change have the shape that the function leaves; the others
/// are matched on entry, before pointers are made into them.
void Reverse::matchParameters(bool Writable, Block &To) {
  if (Detached)
    return;
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    Variable *P = Forward.Primal[I], *D = Backward.Derivative[I];
    if (!D || P->Ty->isPointer() != (P->Kind == Storage::This) || changesKeys(P))
      continue;
    auto Resizes = [&](const Variable *V) {
      const bool Handle = V->Ty->isReference() || V->Kind == Storage::This;
      return Handle && !V->Ty->ElementConst && resized(V) &&
             !isVectorOfHandles(V->Ty->nonReference());
    };
    // Both sweeps of a call: what is only read may be what is resized, by another name.
    const bool ByAnotherName =
        Forward.Kind == Variant::Joint && P->Ty->isReference() &&
        llvm::any_of(Forward.Primal, [&](const Variable *Other) {
          return Other->Ty->nonReference() == P->Ty->nonReference() && Resizes(Other);
        });
    const bool Writes = Resizes(P) || ByAnotherName;
    if (Writes != Writable || Shaped.contains(P))
      continue;
    if (P->Kind == Storage::This)
      matchShapes(B, Out, B.var(D), B.dereference(B.var(P)), To);
    else
      matchShapes(B, Out, B.var(D), B.var(P), To);
  }
  if (Writable && Result && Out.Params.size() && Backward.ResultDerivative)
    matchShapes(B, Out, B.var(Backward.ResultDerivative), B.var(Result), To);
}

/// S has been executed: adjoints of parameters that change their size no more get it.
void Reverse::matchShaped(const Stmt *S, Block &To) {
  for (size_t I = 0; I < Forward.Primal.size(); ++I)
    if (Variable *P = Forward.Primal[I], *D = Backward.Derivative[I]; D && Shaped.lookup(P) == S)
      matchShapes(B, Out, B.var(D), B.var(P), To);
}

/// Zeros in the shape of V: from V itself where it is still there, else from its counters.
void Reverse::declareBar(Variable *Bar, Block &To) {
  const Variable *V = VectorOf.lookup(Bar);
  const Type *T = Bar->Ty;
  if (!V) {
    To.add(B.declare(Bar, Bar->Shadow ? nullptr : defaultValue(T)));
    return;
  }
  bool There = !Detached && Mem->atFunctionLevel(V);
  const Expr *Of = B.var(const_cast<Variable *>(V));
  bool Plain = T->IsVector && !T->Element->IsVector && !holdsVector(T->Element);
  if (T->IsVector && T->IsEigen) {
    if (!There && T->IsMatrix) {
      C.error(V->Loc,
              "cannot differentiate in reverse mode: a matrix is returned from inside a statement",
              "return it at the end of the function");
      Failed = true;
    }
    To.add(B.declare(Bar, There ? B.opaque("ad::zeros_like($0)", T, {Of})
                                : B.opaque(T->Spelling + "::Zero($0)", T, {B.var(counterOf(Of))})));
    return;
  }
  if (Plain && startsZero(T->Element)) {
    const Expr *Size = There ? B.sizeOf(Of) : B.var(counterOf(Of));
    To.add(B.declare(Bar, B.opaque(zerosOf(T) + "($0)", T, {Size})));
    return;
  }
  const Type *Leaf = T;
  while (Leaf->IsVector)
    Leaf = Leaf->Element;
  if (There && T->IsVector && T->Element->IsVector && startsZero(Leaf)) {
    To.add(B.declare(Bar, B.opaque(withBytes("ad::zeros_like", T) + "($0)", T, {Of})));
    if (holdsVector(Leaf))
      matchShapes(B, Out, B.var(Bar), Of, To);
    return;
  }
  To.add(B.declare(Bar, Bar->Shadow ? nullptr : defaultValue(T)));
  shapeParts(V, Bar, To);
}

/// An adjoint that the forward sweep makes, since it hands it on. The vectors in a record may
/// change their sizes after that; unless pointers lead into them they get their shape when the
/// reverse sweep begins.
void Reverse::declareEarlyBar(Variable *Bar, Block &Fwd, Block &RevDecls) {
  const Variable *V = VectorOf.lookup(Bar);
  if (!Bar->Ty->isRecord() || PointedInto.contains(V))
    return declareBar(Bar, Fwd);
  Fwd.add(B.declare(Bar, Bar->Shadow ? nullptr : defaultValue(Bar->Ty)));
  shapeParts(V, Bar, RevDecls);
}

Variable *Reverse::counterOf(const Expr *Place) const {
  auto Path = fieldPath(Place);
  if (!Path)
    return nullptr;
  auto It = SizeOf.find({rootVariable(Place), *Path});
  return It == SizeOf.end() ? nullptr : It->second;
}

/// Gives the vectors in the adjoint of the record V their sizes.
void Reverse::shapeParts(const Variable *V, Variable *Bar, Block &To) {
  bool Zero = true, Links = false;
  std::function<void(const Type *)> See = [&](const Type *T) {
    if (T->IsVector && !isVectorOfHandles(T))
      Zero &= startsZero(T->Element);
    Links |= T->IsVector && isVectorOfHandles(T);
    if (T->isArray())
      See(T->Element);
    for (const Field &F : T->Fields)
      See(F.Ty);
  };
  See(V->Ty);
  if (!Zero) {
    C.error(V->Loc,
            "cannot differentiate '" + V->Name +
                "' in reverse mode: the elements of a vector in it do not start at zero",
            "use a plain record of floating values");
    Failed = true;
    return;
  }
  if (!Detached && Mem->atFunctionLevel(V))
    return matchShapes(B, Out, B.var(Bar), B.var(const_cast<Variable *>(V)), To,
                       Links ? "ad::shape_like" : "ad::match");
  forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
    Variable *Counter = counterOf(Part);
    const Expr *Mine = Shadow.place(Part);
    if (!Part->Ty->Differentiable || isVectorOfHandles(Part->Ty) || !Mine || Failed)
      return;
    if (Counter)
      return To.add(resizeZeros(B, Mine, B.var(Counter)));
    C.error(V->Loc,
            "cannot differentiate '" + V->Name +
                "' in reverse mode: how long the vectors in it are is not known here",
            "copy it into a variable that is declared by itself");
    Failed = true;
  });
}
