//===- lower/function.cpp - one body: parameters, order, freezing ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The frame around a body, and the tools that keep C++'s order of evaluation (inOrder, freeze).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/attributes/marks.h"
#include "plugin/core/scopes.h"
#include "plugin/core/simplify.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

FunctionLowering::FunctionLowering(Lowering &L, core::Function &F)
    : State(L, F), OwnMatrices(std::make_unique<Matrices>(*this)), Eigen(*OwnMatrices) {}

FunctionLowering::~FunctionLowering() = default;

void FunctionLowering::run(const FunctionDecl *FD) {
  if (!checkFence(L, FD)) {
    F.Failed = true;
    return;
  }
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *I : CD->inits())
      Uses.scan(I->getInit(), L.Usages);
  Uses.scan(FD->getBody(), L.Usages);
  // A name made up here must not hide a function or global that the body means.
  for (const NamedDecl *D : Uses.Named)
    if (D->getIdentifier() && D->getDeclContext()->getRedeclContext()->isFileContext())
      F.keepFree(D->getName());

  Out = &F.Body;
  bool Annotated = !attributes::requestedModes(FD).empty() || !F.Companions.empty();
  Frame Fr;
  Fr.Decl = FD;
  if (F.IsMethod && !F.Params.empty())
    Fr.This = dereference(name(F.Params[0], FD->getLocation()), FD->getLocation());
  if (!attributes::requestedModes(FD).empty())
    findCallsOnce(FD, Fr);
  Frames.push_back(Fr);
  findUntyped(FD, QualType(), {});
  parameters(FD);
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(FD))
    initialisers(CD, Fr.This);
  if (F.MakesResult) {
    Frames.back().ResultVariable = F.Params.back();
    Changing.insert(F.Params.back());
  }
  if (isOwner(FD->getReturnType()) && (Annotated || !F.MakesResult))
    error(FD->getLocation(),
          "cannot differentiate a function whose result is an object that owns memory",
          "write it to an output parameter");
  // A loop that is to be run again does not return, it breaks.
  const SourceLocation Loc = FD->getLocation();
  std::function<bool(const Stmt *)> LoopReturns = [&](const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    const bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    return (Loop && returnsInside(S)) || llvm::any_of(S->children(), LoopReturns);
  };
  if ((L.RunsAgain || F.Companions.count("checkpointed")) && LoopReturns(FD->getBody()) &&
      canLeave(FD) && returnsFrom(FD)) {
    if (!FD->getReturnType()->isVoidType()) {
      Frames.back().ResultVariable = withoutValue(FD->getReturnType(), "result", Loc);
      Changing.insert(Frames.back().ResultVariable);
    }
    Frames.back().Left =
        declare("left", M.boolType(), literal("false", M.boolType(), Loc), false, Loc);
    Changing.insert(Frames.back().Left);
  }
  if (Annotated)
    copyWrittenGlobals(FD);
  bodyOf(FD);
  if (Frames.back().Left) {
    writeGlobalsBack(Loc);
    core::Stmt *Return = stmt(StmtKind::Return, Loc);
    if (const core::Variable *Result = Frames.back().ResultVariable)
      Return->Value = name(const_cast<core::Variable *>(Result), Loc);
    emit(Return);
  }
  if (const auto *D = dyn_cast<CXXDestructorDecl>(FD)) {
    size_t Before = Out->Stmts.size();
    destroyParts(Fr.This, D->getParent(), FD->getLocation());
    if (Out->Stmts.size() != Before && returnsInside(FD->getBody()))
      error(FD->getLocation(), "cannot differentiate a recursive destructor that returns early",
            "let it end at its closing brace");
  }
  if (F.Body.Stmts.empty() || !F.Body.Stmts.back()->is(StmtKind::Return))
    writeGlobalsBack(FD->getBodyRBrace());
  checkLifetimes();
  Frames.pop_back();
  finish();
  localRecords();
  core::removeUnusedPointers(F);
  F.HasBody = !F.Failed;
}

/// The statements of Def. A try block that is the body of a function that is no constructor does
/// what it would do in braces.
void FunctionLowering::bodyOf(const FunctionDecl *Def) {
  const Stmt *S = Def->getBody();
  if (const auto *Body = dyn_cast_or_null<CompoundStmt>(S))
    sequence(llvm::SmallVector<const Stmt *, 8>(Body->body_begin(), Body->body_end()));
  else if (S && (isa<CXXConstructorDecl, CXXDestructorDecl>(Def)))
    error(Def->getLocation(), "cannot differentiate a function whose body is a try block",
          "put the try block into the braces of the body");
  else if (S)
    sequence({S});
}

/// Whether an object of type T holds references to what is differentiated.
static bool holdsReferences(Lowering &L, QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->isInStdNamespace())
    return false;
  return llvm::any_of(Class->fields(),
                      [&](const FieldDecl *F) {
                        return F->getType()->isReferenceType() ? L.differentiable(F->getType())
                                                               : holdsReferences(L, F->getType());
                      }) ||
         llvm::any_of(Class->bases(),
                      [&](const CXXBaseSpecifier &B) { return holdsReferences(L, B.getType()); });
}

/// Whether a T is, or leads to, a pair with a constant number, the key of an element of a map.
static bool leadsToKey(const core::Type *T) {
  while (T->isArray() || T->isPointer() || T->isReference())
    T = T->Element;
  return llvm::any_of(T->Fields, [](const core::Field &F) { return F.Key; });
}

/// By-value parameters that the body assigns become locals: the caller's value stays available.
void FunctionLowering::parameters(const FunctionDecl *FD) {
  unsigned Offset = F.IsMethod ? 1 : 0;
  if (L.isOwnTagged(type(FD->getReturnType())))
    error(FD->getLocation(),
          "cannot differentiate a function whose result is of type '" +
              L.spelling(FD->getReturnType()) + "'",
          "return the vector, and tell by its size or another result whether there is one");
  else if (holdsReferences(L, FD->getReturnType()))
    error(FD->getLocation(),
          "cannot differentiate a function whose result, of type '" +
              L.spelling(FD->getReturnType()) + "', holds references",
          "return the values, or hold pointers instead");
  if (const core::Type *Rows = L.adaptedDeque(FD->getReturnType());
      Rows && Rows->Element->IsVector && !FD->getReturnType()->isReferenceType())
    error(FD->getLocation(),
          "cannot differentiate a function whose result is of type '" +
              L.spelling(FD->getReturnType()) + "'",
          "return a std::vector");
  for (unsigned I = 0; I < FD->getNumParams(); ++I) {
    const ParmVarDecl *P = FD->getParamDecl(I);
    if (L.isOwnTagged(type(P->getType())->nonReference()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            core::holdsVector(type(P->getType())->nonReference())
                ? "pass the vector, and whether there is one"
                : "pass the pointer, or null where there is none");
    else if (L.namesStandIn(P->getType()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) +
                "', which holds functions, references or matrices of run-time size",
            "make the object inside");
    else if (isSmart(P->getType()) && !P->getType()->isReferenceType() && !isShared(P->getType()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            "pass the pointer that it holds");
    else if (L.localSmartArray(P->getType().getNonReferenceType()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            "pass a std::vector, or what the pointers lead to");
    else if (L.adaptedDeque(P->getType()) && F.Params[I + Offset]->Outside.empty())
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            isOrderedSet(P->getType().getNonReferenceType()->getAsRecordDecl()) ||
                    L.adaptedDeque(P->getType())->Element->IsVector
                ? "pass a std::vector"
                : "pass a std::deque");
    else if (isSequenceIterator(P->getType()))
      error(P->getLocation(), "cannot differentiate a parameter that is an iterator of a deque",
            "pass the deque");
    else if (holdsWrappers(P->getType()) &&
             (!attributes::requestedModes(FD).empty() || !F.Companions.empty()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            "pass references or pointers");
    else if (leadsToKey(type(P->getType())) &&
             (!attributes::requestedModes(FD).empty() || !F.Companions.empty()))
      error(P->getLocation(),
            "cannot differentiate a parameter of type '" +
                L.spelling(P->getType().getNonReferenceType().getUnqualifiedType()) + "'",
            "pass the numbers one by one, or the map");
    else if (isOwner(P->getType()) &&
             (!attributes::requestedModes(FD).empty() || !F.Companions.empty()))
      error(P->getLocation(),
            "cannot differentiate a parameter passed by value whose type owns memory",
            "pass it by const reference");
    else if (isMapHolder(type(P->getType())) &&
             (!attributes::requestedModes(FD).empty() || !F.Companions.empty()))
      error(P->getLocation(),
            "cannot differentiate a parameter passed by value whose type holds a map",
            "pass it by const reference");
    bindParameter(P, F.Params[I + Offset]);
  }
}

void FunctionLowering::bindParameter(const ParmVarDecl *P, core::Variable *V) {
  if (Uses.Escaping.count(P))
    V->AddressTaken = true;
  if (isOfEigen(P->getType()))
    return Eigen.parameter(P, V);
  if (isSmart(P->getType()) && V->Ty->nonReference()->isRecord()) {
    const core::Expr *Object = name(V, P->getLocation());
    const core::Expr *Held = Bindings[P] = part(Object, Object->Ty->Fields[0]);
    if (!V->Ty->isReference() && Uses.Modified.count(P)) {
      core::Variable *Copy = declare(V->Name, Held->Ty, Held, false, P->getLocation());
      Changing.insert(Copy);
      Declared.insert(Copy);
      Bindings[P] = name(Copy, P->getLocation());
    }
    return;
  }
  const core::Expr *Place = name(V, P->getLocation());
  if (V->Ty->Mutable && Uses.Modified.count(P))
    return bindHandle(P, V->Ty, Place, P->getLocation());
  if (!V->Ty->isReference() && Uses.Modified.count(P)) {
    core::Variable *Copy = declare(V->Name, V->Ty, Place, false, P->getLocation());
    Copy->Constant = V->Constant;
    Copy->AddressTaken = V->AddressTaken;
    V->AddressTaken = false;
    Changing.insert(Copy);
    Declared.insert(Copy);
    Place = name(Copy, P->getLocation());
  } else if (V->Ty->isReference() && !V->Ty->ElementConst) {
    Changing.insert(V);
  }
  Bindings[P] = Place;
}

/// AddressTaken was a cautious guess from the source; what was emitted says it exactly.
void FunctionLowering::finish() {
  startStatics();
  if (Shared && Shared->Kind == core::Storage::Local) {
    core::Stmt *S = stmt(StmtKind::Declare, SourceLocation::getFromRawEncoding(Shared->Loc));
    S->Var = Shared;
    F.Body.Stmts.insert(F.Body.Stmts.begin(), S);
  }
  checkHeld();
  checkMatrices();
  checkFunctionLists();
  refuseCopiesOfMaps();
  refuseUnnamedClasses();
  lookAtDerived();
  refuseChangedConstants();
  refusePointersIntoVariants();
  refusePointersIntoMoved();
  refusePointersIntoShifted();
  refusePointersIntoUnions();
  refuseLostTypes();
  refuseChangedParameters();
  refuseValuesReadBack();
  refuseFilledObjects();
  recountByOtherNames();
  llvm::DenseSet<const core::Variable *> Assigned;
  core::walk(F.Body, [&](core::Stmt *S) {
    if (S->Target && S->Target->is(ExprKind::Variable))
      Assigned.insert(S->Target->Var);
  });
  for (core::Variable &V : F.Locals)
    V.Const |= V.Counts && !Assigned.contains(&V);
  for (core::Variable &V : F.Locals)
    V.AddressTaken = false;
  auto Take = [](const core::Expr *Place) {
    if (core::Variable *V = core::rootVariable(Place))
      V->AddressTaken = true;
  };
  core::walk(F.Body, [&](core::Stmt *S) {
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *N) {
        if (N && N->is(ExprKind::AddressOf))
          Take(N->operand());
        if (N && N->is(ExprKind::AddressOf) && N->operand()->is(ExprKind::Subscript) &&
            N->operand()->operand()->Ty->nonReference()->Shared && !F.Failed)
          error(SourceLocation::getFromRawEncoding(S->Loc),
                "cannot differentiate an iterator of a vector of std::shared_ptr, or a pointer "
                "into one",
                "use an index, or a range-based for loop");
        // A pure function may ask for a reference that it does not write through.
        if (N && N->is(ExprKind::Opaque))
          for (const core::Expr *O : N->Operands)
            if (core::Variable *V = core::isPlace(O) ? core::rootVariable(O) : nullptr;
                V && V->Ty->isRecord() && V->Kind == core::Storage::Local && !UserConst.count(V))
              V->Const = false;
        return N != nullptr;
      });
    });
    if (S->is(StmtKind::Opaque))
      for (const core::Expr *O : S->Operands)
        if (core::Variable *V = O && core::isPlace(O) ? core::rootVariable(O) : nullptr;
            V && V->Ty->isRecord() && V->Kind == core::Storage::Local && !UserConst.count(V))
          V->Const = false;
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        const core::Type *Ty = S->Callee->Params[I]->Ty;
        if (!Ty->isReference() || !S->Operands[I])
          continue;
        Take(S->Operands[I]);
        // A callee may ask for a reference that it does not write through.
        core::Variable *Root = core::rootVariable(S->Operands[I]);
        if (Root && Root->Kind == core::Storage::Local && !Ty->ElementConst)
          Root->Const = false;
      }
  });
  if (F.Failed)
    return;
  checkCopies();
  if (core::OutOfScope Lost = core::usedOutOfScope(F); Lost.At)
    error(SourceLocation::getFromRawEncoding(Lost.At->Loc),
          "cannot differentiate this: it needs '" + Lost.Used->Name + "', which is gone here",
          "declare what it uses in the block around both, or use it where it is declared");
}

/// Text copies objects where the user's code moves them; what can only be moved is moved member by
/// member, where that is known.
void FunctionLowering::checkCopies() {
  core::walk(F.Body, [&](const core::Stmt *S) {
    const core::Expr *From = S->Value;
    if (F.Failed || !(S->is(StmtKind::Declare) || S->OldSize) || !From)
      return;
    // What is appended has a name in the companion, unless it is empty.
    if (!core::isPlace(From) && !(S->OldSize && !From->Operands.empty()))
      return;
    const core::Type *Ty = From->Ty->nonReference();
    const bool Copies = S->OldSize || S->Var->Ty == Ty;
    if (Copies && Ty->isRecord() && Ty->Differentiable && !Ty->Owns && !holdsUnfollowedUnique(Ty) &&
        isNeverCopied(L.classOf(Ty)))
      error(SourceLocation::getFromRawEncoding(S->Loc),
            "cannot differentiate a copy of an object of type '" + Ty->Spelling +
                "', which its class forbids",
            "let it be copied ('= default'), or hold it by a std::unique_ptr");
  });
}

/// Inside the library the user's line is where it was called.
SourceLocation FunctionLowering::usersLine(SourceLocation Loc) const {
  for (const Frame &Fr : Frames)
    if (Fr.Inlined && isLibrary(Fr.Decl))
      return Fr.Call;
  return Loc;
}

void FunctionLowering::error(SourceLocation Loc, const llvm::Twine &Message,
                             llvm::StringRef WayOut) {
  F.Failed = true;
  for (const Frame &Fr : Frames)
    if (Fr.Inlined && isLibrary(Fr.Decl) && libraryName(Fr.Decl) == "make_unique")
      return L.R.error(Fr.Call, Message.str(), WayOut); // the class is the user's
    else if (Fr.Inlined && isLibrary(Fr.Decl))
      return L.R.error(Fr.Call,
                       "cannot differentiate a call to '" + L.qualifiedName(Fr.Decl, false) +
                           "', for which there is no rule",
                       "write what it does as a loop or with the functions of <cmath>");
  // The text of an algorithm is ours.
  const SourceManager &Sources = Ctx.getSourceManager();
  for (const Frame &Fr : Frames)
    if (Fr.Inlined && Sources.getBufferName(Fr.Decl->getLocation()) == "<ad algorithms>")
      return L.R.error(Fr.Call, Message.str(), WayOut);
  L.R.error(Loc, Message.str(), WayOut);
}

/// Stands for what could not be lowered, after the error.
const core::Expr *FunctionLowering::poison(const Expr *E) {
  QualType T = E->getType();
  if (!F.Failed)
    error(E->getExprLoc(), "cannot differentiate a value of type '" + L.spelling(T) + "'",
          "use std::vector, arrays, std::array or a record of floating values");
  const core::Type *Ty = T.isNull() ? M.intType() : type(T.getNonReferenceType());
  if (!E->isGLValue())
    return literal("0", Ty, E->getExprLoc());
  return name(F.variable("refused", Ty), E->getExprLoc());
}

core::Block FunctionLowering::capture(llvm::function_ref<void()> Body) {
  core::Block B;
  core::Block *Saved = Out;
  Out = &B;
  Body();
  Out = Saved;
  return B;
}

core::Variable *FunctionLowering::declare(llvm::StringRef Name, const core::Type *Ty,
                                          const core::Expr *Value, bool Const, SourceLocation Loc) {
  if (Value && Ty->Owns)
    error(Loc,
          "cannot differentiate this copy of an object that owns memory, of type '" + Ty->Spelling +
              "'",
          "bind it by reference, or copy it into a variable of its own");
  core::Variable *V = F.variable(Name, Ty);
  V->Const = Const;
  V->Loc = Loc.getRawEncoding();
  if (Ty->IsMap && Value && core::isPlace(Value)) {
    declareMap(V, Loc);
    copyMap(name(V, Loc), Value, Loc);
    return V;
  }
  declare(V, Value, Loc);
  return V;
}

void FunctionLowering::declare(core::Variable *V, const core::Expr *Value, SourceLocation Loc) {
  Value = movedOn(Value, Loc);
  startCounters(V, Value, Loc);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  S->Value = Value;
  emit(S);
  finishCounters(V, Value, Loc);
  keepMapOf(name(V, Loc), Value, Loc);
  keepContainerOf(name(V, Loc), Value, Loc);
}

/// What `Target + e`, `e + Target` or `Target - e`, as Value, adds to or takes from Target: e.
static const core::Expr *addedTo(const core::Expr *Target, const core::Expr *Value) {
  const bool Number = Target->Ty->isReal() || Target->Ty->isInteger() || Target->Ty->isPointer();
  const bool Sum = Value->is(ExprKind::Binary) && (Value->Text == "+" || Value->Text == "-");
  if (!Number || !Sum || Value->Ty != Target->Ty)
    return nullptr;
  const core::Expr *L = Value->operand(0), *R = Value->operand(1);
  const core::Type *Added = Target->Ty->isPointer() ? R->Ty : Target->Ty;
  if (core::equal(L, Target) && R->Ty == Added && !R->Ty->isPointer())
    return R;
  return Value->Text == "+" && core::equal(R, Target) && L->Ty == Added && !L->Ty->isPointer()
             ? L
             : nullptr;
}

/// Companions declare such variables: their types must have names that can be written.
void FunctionLowering::refuseUnnamedClasses() {
  llvm::DenseSet<const core::Variable *> Declared;
  core::walk(F.Body, [&](core::Stmt *S) {
    if (S->Var)
      Declared.insert(S->Var);
  });
  for (const core::Variable &V : F.Locals)
    if (Declared.contains(&V) && llvm::StringRef(core::spell(V.Ty)).contains("(unnamed "))
      error(SourceLocation::getFromRawEncoding(V.Loc ? V.Loc : F.Loc),
            "cannot differentiate a variable of a class that has no name", "give the class a name");
}

void FunctionLowering::assign(const core::Expr *Target, const core::Expr *Value,
                              SourceLocation Loc) {
  if (L.HasStandIns && core::holdsVector(Target->Ty)) // is assigned part by part
    copyHeld(Target, Value, Loc);
  if (Target->Ty->IsVector)
    return assignVector(Target, Value, Loc);
  if (Target->Ty->IsMap)
    return copyMap(Target, Value, Loc);
  bool OwnAssignment = core::hasOwnAssignment(Target->Ty);
  if (OwnAssignment && Value->is(ExprKind::Conditional))
    Value = freeze(Value, Loc);
  bool Parts = core::isPlace(Value) || Value->is(ExprKind::Braces);
  // `p = P{p.y, p.x}`, part by part.
  if (OwnAssignment && Value->is(ExprKind::Braces) && mayChange(written(Target, Loc), Value))
    Value = freeze(Value, Loc);
  if (Target->Ty->Owns || (Parts && OwnAssignment))
    return assignFields(Target, Value, Loc);
  if (((Target->Ty->isRecord() || Target->Ty->IsStdArray) && core::holdsVector(Target->Ty)) ||
      (Target->Ty->IsStdArray && core::holdsMap(Target->Ty)))
    return assignParts(Target, Value, Loc);
  Value = movedOn(Value, Loc);
  keepMapOf(Target, Value, Loc);
  keepContainerOf(Target, Value, Loc);
  Value = endUnionValue(Target, Value, Loc);
  core::Stmt *S = stmt(StmtKind::Assign, Loc);
  S->Target = Target;
  S->Value = Value;
  // `s = s + e` is `s += e`: a sum, of which the analyses know more.
  const core::Expr *Added = core::isPlace(Target) ? addedTo(Target, Value) : nullptr;
  if (Added) {
    const bool Less = Value->Text == "-";
    S->Kind = StmtKind::Accumulate;
    S->Value = Less ? unary("-", Added, Added->Ty, Loc) : Added;
  }
  emit(S);
}

/// Evaluates the parts from first to last. A part's value is frozen only if the statements of a
/// later part may change it: what is written without side effects stays a tree.
std::vector<const core::Expr *> FunctionLowering::inOrder(llvm::ArrayRef<Part> Parts) {
  std::vector<const core::Expr *> Results;
  std::vector<core::Block> Before;
  for (const Part &P : Parts)
    Before.push_back(capture([&] { Results.push_back(P.Lower()); }));
  for (size_t I = 0; I < Parts.size(); ++I) {
    append(Before[I]);
    const core::Expr *&R = Results[I];
    bool Place = Parts[I].IsPlace && core::isPlace(R);
    bool Disturbed = llvm::any_of(llvm::ArrayRef(Before).drop_front(I + 1),
                                  [&](auto &B) { return Place ? mayMove(B, R) : mayChange(B, R); });
    if (!Disturbed)
      continue;
    SourceLocation Loc = SourceLocation::getFromRawEncoding(R->Loc);
    R = Place ? freezePlace(R, Loc) : freeze(R, Loc);
  }
  return Results;
}

std::vector<const core::Expr *> FunctionLowering::inOrder(llvm::ArrayRef<const Expr *> Es) {
  std::vector<Part> Parts;
  for (const Expr *E : Es)
    Parts.push_back({[this, E] { return expr(E); }, E->isGLValue()});
  return inOrder(Parts);
}

std::vector<const core::Expr *> FunctionLowering::inOrderOf(const Expr *Call,
                                                            std::vector<Part> Parts) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  if (!Operator || !Operator->isAssignmentOp() || Parts.size() != 2)
    return inOrder(Parts);
  std::swap(Parts[0], Parts[1]);
  std::vector<const core::Expr *> Results = inOrder(Parts);
  std::swap(Results[0], Results[1]);
  return Results;
}

std::vector<const core::Expr *> FunctionLowering::valuesOf(llvm::ArrayRef<const Expr *> Es) {
  std::vector<Part> Parts;
  for (const Expr *E : Es)
    Parts.push_back({[this, E] { return value(read(E)); }, false});
  return inOrder(Parts);
}

const core::Expr *FunctionLowering::freeze(const core::Expr *E, SourceLocation Loc,
                                           llvm::StringRef Name) {
  bool Object = E->Ty->Owns || (isMapHolder(E->Ty) && core::isPlace(E));
  if (isSettled(E) || Object) // an object is its place
    return E;
  if (E->is(ExprKind::Braces) && E->Ty->isArray() && !E->Ty->IsStdArray) {
    // A row of an initialiser: C++ has no array values, only values of its elements.
    core::Expr *Row = M.expr(ExprKind::Braces, E->Ty, E->Loc);
    for (const core::Expr *Element : E->Operands)
      Row->Operands.push_back(freeze(Element, Loc, Name));
    return Row;
  }
  std::string Wanted = Name.str();
  if (Wanted.empty())
    Wanted = E->is(ExprKind::Variable) ? E->Var->Name + "_before"
             : E->Ty->isInteger()      ? (E->Ty->IsBool ? "holds" : "index")
             : E->Ty->isPointer()      ? "at"
                                       : "value";
  bool Const = !E->Ty->isArray();
  core::Variable *V = declare(Wanted, E->Ty, E, Const, Loc);
  if (Frozen)
    Frozen->push_back(V);
  return name(V, Loc);
}

const core::Expr *FunctionLowering::freezePlace(const core::Expr *P, SourceLocation Loc) {
  if (P->is(ExprKind::Variable))
    return P;
  core::Expr *Copy = M.expr(P->Kind, P->Ty, P->Loc);
  Copy->Text = P->Text;
  Copy->ReadsMemory = P->ReadsMemory;
  Copy->OfOperands = P->OfOperands;
  for (size_t I = 0; I < P->Operands.size(); ++I) {
    const core::Expr *O = P->Operands[I];
    bool IsPlace = I == 0 && !P->is(ExprKind::Dereference) && !O->Ty->isPointer();
    // A pointer into an array moves when its own place's indices do.
    if (O->is(ExprKind::AddressOf)) {
      core::Expr *A = M.expr(ExprKind::AddressOf, O->Ty, O->Loc);
      A->Operands.push_back(freezePlace(O->operand(), Loc));
      Copy->Operands.push_back(A);
    } else {
      Copy->Operands.push_back(IsPlace ? freezePlace(O, Loc) : freeze(O, Loc));
    }
  }
  return Copy;
}

/// Stands for what writes to Place.
core::Block FunctionLowering::written(const core::Expr *Place, SourceLocation Loc) {
  core::Block B;
  B.add(stmt(StmtKind::Assign, Loc));
  B.Stmts.back()->Target = Place;
  return B;
}

/// P, so that it stays where it is when Later has run, if it is a place.
const core::Expr *FunctionLowering::steady(const core::Expr *P, const core::Block &Later,
                                           SourceLocation Loc) {
  return core::isPlace(P) && mayMove(Later, P) ? freezePlace(P, Loc) : P;
}

bool FunctionLowering::isSettled(const core::Expr *E) const {
  switch (E->Kind) {
  case ExprKind::Literal:
    return true;
  case ExprKind::Variable:
    if (E->Var->Kind == core::Storage::This || E->Var->Const)
      return !E->Var->Ty->isReference();
    return E->Var->Ty->isScalar() && E->Var->Kind != core::Storage::Global &&
           !E->Var->AddressTaken && !Changing.count(E->Var);
  case ExprKind::Binary:
  case ExprKind::Unary:
  case ExprKind::Cast:
    return E->Ty->isInteger() &&
           llvm::all_of(E->Operands, [&](const core::Expr *O) { return isSettled(O); });
  case ExprKind::AddressOf: {
    const core::Expr *P = E->operand();
    while (P->is(ExprKind::Member) || P->is(ExprKind::BaseOf) ||
           (P->is(ExprKind::Subscript) && P->operand()->Ty->isArray() && isSettled(P->operand(1))))
      P = P->operand();
    return P->is(ExprKind::Variable);
  }
  default:
    return false;
  }
}

/// Whether values of type T have elements that can be subscripted: of braces they cannot.
static bool holdsArray(const core::Type *T) {
  return T->isArray() ||
         llvm::any_of(T->Fields, [](const core::Field &F) { return holdsArray(F.Ty); });
}

/// Whether what Text calls may depend on the types of its operands: a template deduces them, `<<`
/// is one of many. The members of the library's containers, and its constructors, convert.
static bool asksForTypes(llvm::StringRef Text, llvm::ArrayRef<const core::Expr *> Operands) {
  if (Text.contains("<<"))
    return true;
  if (Text.starts_with("$0.") || Text.starts_with("$0->"))
    return !llvm::StringRef(Operands[0]->Ty->nonReference()->Spelling).starts_with("std::");
  auto [Called, Given] = Text.split('(');
  return !Given.empty() && !Called.empty() && !Called.ends_with(">") && !Called.contains('[') &&
         Called != "std::string";
}

void FunctionLowering::thaw(core::Block &B, size_t Start, llvm::ArrayRef<core::Variable *> Frozen,
                            llvm::MutableArrayRef<const core::Expr *> Extra) {
  for (core::Variable *V : llvm::reverse(Frozen)) {
    size_t At = Start;
    while (At < B.Stmts.size() && !(B.Stmts[At]->is(StmtKind::Declare) && B.Stmts[At]->Var == V))
      ++At;
    if (At == B.Stmts.size() || isHeld(V))
      continue;
    const core::Expr *Value = B.Stmts[At]->Value;
    bool Changes = Value->is(ExprKind::Braces) && holdsArray(Value->Ty);
    for (size_t I = At + 1; I < B.Stmts.size() && !Changes; ++I)
      Changes = mayChange(*B.Stmts[I], Value);
    if (Changes)
      continue;
    // A field of braces is the operand, and so is a field of that where it is braces, too.
    std::function<const core::Expr *(const core::Expr *)> Part =
        [&](const core::Expr *N) -> const core::Expr * {
      if (!N->is(ExprKind::Member))
        return N->is(ExprKind::Variable) && N->Var == V ? Value : nullptr;
      const core::Expr *Of = Part(N->operand());
      if (Of && Of->is(ExprKind::Braces))
        for (size_t I = 0; I < Of->Ty->Fields.size(); ++I)
          if (Of->Ty->Fields[I].Name == N->Text)
            return I >= Of->Operands.size() ? zero(N->Ty, {})
                   : N->Ty->isInteger() || N->Ty->isReal()
                       ? convert(N->Ty, Of->operand(I), false, {})
                       : Of->operand(I);
      return nullptr;
    };
    // In text, what stands for a variable or field has its type, also in `c ? a : b`.
    std::function<const core::Expr *(const core::Expr *)> In, Typed;
    Typed = [&](const core::Expr *O) -> const core::Expr * {
      if (O->is(ExprKind::Conditional))
        return core::rewrite(M, O, [&](const core::Expr *Arm) {
          return Arm == O->operand(1) || Arm == O->operand(2) ? Typed(Arm) : In(Arm);
        });
      const core::Expr *New = core::rewrite(M, O, In);
      const bool Converts = (O->is(ExprKind::Variable) || O->is(ExprKind::Member)) &&
                            New->is(ExprKind::Cast) && !New->Explicit &&
                            (New->Ty->isReal() || New->Ty->isInteger());
      return Converts ? convert(New->Ty, New->operand(), /*Explicit=*/true,
                                SourceLocation::getFromRawEncoding(New->Loc))
                      : New;
    };
    In = [&](const core::Expr *N) -> const core::Expr * {
      if (!N->is(ExprKind::Opaque) || !asksForTypes(N->Text, N->Operands))
        return Part(N);
      core::Expr *Copy = M.expr(N->Kind, N->Ty, N->Loc);
      *Copy = *N;
      for (const core::Expr *&O : Copy->Operands)
        O = Typed(O);
      return llvm::equal(Copy->Operands, N->Operands) ? N : Copy;
    };
    auto Replace = [&](const core::Expr *&E) {
      if (E)
        E = core::rewrite(M, E, In);
    };
    core::Block Rest;
    Rest.Stmts.assign(B.Stmts.begin() + At + 1, B.Stmts.end());
    core::walk(Rest, [&](core::Stmt *S) {
      Replace(S->Target);
      Replace(S->Value);
      const bool Asks = S->is(StmtKind::Opaque) && asksForTypes(S->Text, S->Operands);
      for (const core::Expr *&O : S->Operands)
        O = Asks ? Typed(O) : core::rewrite(M, O, In);
      for (const core::Expr *&W : S->Writes)
        Replace(W);
    });
    for (const core::Expr *&E : Extra)
      Replace(E);
    B.Stmts.erase(B.Stmts.begin() + At);
  }
}

} // namespace ad::lower
