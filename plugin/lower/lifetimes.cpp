//===- lower/lifetimes.cpp - objects whose destructor does something ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An object that owns memory is storage in Core, in which no C++ object begins or ends its life by
// itself (Variable::Shadow): what its constructor does is assigned to its fields, what its
// destructor does stands where its lifetime ends.
//
//  1. A local is destroyed at the end of its block, and by every break, continue and return that
//     leaves it. A temporary is destroyed at the end of the expression that made it.
//  2. A result is made where it is used: `Mat c = a + b;` gives the name c to what `operator+`,
//  which
//     is inlined, made.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

bool FunctionLowering::isOwner(QualType T) {
  return !T->isReferenceType() && T->isRecordType() && !isOfEigen(T) &&
         (type(T)->Owns || (isSmart(T) && !isShared(T)));
}

/// Storage for an object, without a value.
const core::Expr *FunctionLowering::rawObject(const core::Type *Ty, llvm::StringRef Name,
                                              SourceLocation Loc) {
  core::Variable *V = F.variable(Name, Ty);
  V->Loc = Loc.getRawEncoding();
  if (Ty->IsVector && !Ty->Owns) { // of maps
    Changing.insert(V);
    Declared.insert(V);
    return declareVector(V, Ty, zero(Ty, Loc), nullptr, Loc);
  }
  V->Shadow = true;
  Changing.insert(V);
  Declared.insert(V);
  if (!Ty->Owns && !isMapHolder(Ty)) // a choice between objects with vectors
    startCounters(V, nullptr, Loc);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  emit(S);
  return name(V, Loc);
}

/// Makes the members of the object at Place, storage, that zero bytes are not: maps, and those of
/// the library's classes that Core does not look into.
void FunctionLowering::bringToLife(const core::Expr *Place, SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  std::function<void(const core::Expr *)> Look = [&](const core::Expr *Part) {
    if (Part->Ty->IsMap) { // empty both before and after
      core::Stmt *Makes = stmt(StmtKind::Opaque, Loc);
      Makes->Text = "ad::construct($0)";
      Makes->Operands = {Part};
      return emit(Makes);
    }
    if (Part->Ty->is(core::TypeKind::Opaque) &&
        llvm::StringRef(Part->Ty->Spelling).starts_with("std::")) {
      S->Text +=
          (S->Operands.empty() ? "ad::construct($" : ", $") + std::to_string(S->Operands.size());
      S->Operands.push_back(Part);
    }
    const CXXRecordDecl *Class = Part->Ty->isRecord() ? L.classOf(Part->Ty) : nullptr;
    if (!Class)
      return;
    for (const CXXBaseSpecifier &B : Class->bases())
      Look(baseOf(Part, B.getType(), Loc));
    for (const FieldDecl *FD : Class->fields())
      if (FD->getType()->isRecordType() && !L.isFollowed(FD))
        Look(member(Part, FD, Loc));
  };
  Look(Place);
  if (S->Operands.empty())
    return;
  S->Text += ")";
  S->Writes.insert(S->Writes.end(), S->Operands.begin(), S->Operands.end());
  emit(S);
}

bool mayPointInside(const core::Type *T) {
  llvm::SmallVector<const core::Type *, 8> Held, Led;
  std::function<void(const core::Type *)> Look = [&](const core::Type *Part) {
    if (Part->isPointer())
      Led.push_back(Part->Element);
    else if (Part->isArray())
      Look(Part->Element);
    Held.push_back(Part);
    for (const core::Field &Fd : Part->Fields)
      if (!Fd.Smart && !Fd.Ty->Smart) // what those own lies elsewhere
        Look(Fd.Ty);
  };
  Look(T);
  return llvm::any_of(Led, [&](const core::Type *To) { return llvm::is_contained(Held, To); });
}

bool ownsItsVectors(const core::Type *T) {
  if (T->IsVector)
    return T->Owns;
  return (!T->isArray() || ownsItsVectors(T->Element)) &&
         llvm::all_of(T->Fields, [](const core::Field &F) { return ownsItsVectors(F.Ty); });
}

/// Whether a T is or holds a vector of objects that own memory and hold vectors themselves: those
/// of elements that end would not be given back.
static bool holdsLayeredOwners(const core::Type *T) {
  if (T->IsVector && T->Owns && T->Element->isRecord() && core::holdsVector(T->Element))
    return true;
  return T->IsVector || T->isArray() ? holdsLayeredOwners(T->Element)
                                     : llvm::any_of(T->Fields, [](const core::Field &F) {
                                         return holdsLayeredOwners(F.Ty);
                                       });
}

bool fitsStorage(const core::Type *T) {
  if (holdsLayeredOwners(T))
    return false;
  if (T->IsVector && !T->Owns) {
    while (T->IsVector && !T->IsEigen && !core::isDeque(T))
      T = T->Element;
    while (T->isArray() && !T->IsVector)
      T = T->Element;
    // Nobody destroys the elements.
    return T->isScalar() || (T->isRecord() && T->TrivialDestroy && !T->Mutable &&
                             !core::holdsMap(T) && !core::holdsVector(T));
  }
  return T->IsVector ||
         ((!T->isArray() || fitsStorage(T->Element)) &&
          llvm::all_of(T->Fields, [](const core::Field &F) {
            const bool Const = F.Const && core::holdsVector(F.Ty); // which nobody could fill
            return (!core::holdsMap(F.Ty) || F.Ty->IsMap) && !Const && fitsStorage(F.Ty);
          }));
}

/// The object of class type that the prvalue E makes, at Target if there is one; nobody destroys it
/// yet.
const core::Expr *FunctionLowering::makeOwner(const Expr *E, llvm::StringRef Name,
                                              const core::Expr *Target) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  auto Refuse = [&](llvm::StringRef Why) {
    error(Loc,
          "cannot differentiate this object of type '" + L.spelling(E->getType()) + "', " + Why,
          "declare it by itself and assign to it, or keep it in the caller");
    return name(F.variable("refused", Ty), Loc);
  };
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<CastExpr>(E);
             C && !E->isGLValue() &&
             (C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_NoOp ||
              C->getCastKind() == CK_UserDefinedConversion))
      E = C->getSubExpr();
    else if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->isElidable() && C->getNumArgs() >= 1 && !C->getArg(0)->isLValue())
      E = C->getArg(0);
    else if (const auto *I = dyn_cast<InitListExpr>(E);
             I && I->getNumInits() == 1 &&
             Ctx.hasSameUnqualifiedType(I->getInit(0)->getType(), I->getType()))
      E = I->getInit(0);
    else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else
      break;
  }
  if (isShared(E->getType())) {
    const core::Expr *Made = value(E);
    if (Target)
      assign(Target, Made, Loc);
    return Made;
  }
  const auto *RD = E->getType()->getAsCXXRecordDecl();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E);
      Choice && (isSmart(E->getType()) || (RD && !RD->isPolymorphic() && fitsStorage(Ty))))
    return makeChosenOwner(Choice, Name, Target);
  if (isSmart(E->getType())) {
    const core::Expr *Made = makeSmart(E, Name);
    if (Target)
      assign(Target, Made, Loc);
    return Made;
  }
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (RD && RD->isPolymorphic() && Made && !Made->getConstructor()->isCopyOrMoveConstructor() &&
      !Target && ownsItsVectors(Ty) && !isLocalClass(RD))
    return localPolymorphic(Made, Name);
  if (holdsLayeredOwners(Ty)) {
    error(Loc,
          "cannot differentiate a vector of objects that own memory and hold vectors, of type '" +
              L.spelling(E->getType()) + "'",
          "use a vector of std::unique_ptr to them");
    return name(F.variable("refused", Ty), Loc);
  }
  if (!RD || RD->isPolymorphic() || !fitsStorage(Ty))
    return Refuse(RD && RD->isPolymorphic() ? "which has virtual functions and a destructor"
                                            : "which owns vectors and other memory");
  if (isa<CXXConstructExpr, InitListExpr>(E)) {
    if (!Target)
      Target = rawObject(Ty, Name, Loc);
    else if (!Target->is(ExprKind::Variable)) // whose declaration does it
      bringToLife(Target, Loc);
    if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
      constructInto(Target, C);
      return Target;
    }
    const auto *I = cast<InitListExpr>(E);
    if (!I->isSemanticForm() && I->getSemanticForm())
      I = I->getSemanticForm();
    if (RD->getNumBases())
      return Refuse("an aggregate with bases");
    aggregate(Target, I);
    return Target;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const core::Expr *Made = call(Call);
    if (!Made->is(ExprKind::Variable) || !Made->Var->Shadow)
      return F.Failed ? Made : Refuse("the result of this call");
    if (Target)
      relocate(Target, Made, Loc);
    return Target ? Target : Made;
  }
  return Refuse("made in this way");
}

/// The same for a choice: each arm makes the object, at the place of both.
const core::Expr *FunctionLowering::makeChosenOwner(const ConditionalOperator *E,
                                                    llvm::StringRef Name,
                                                    const core::Expr *Target) {
  SourceLocation Loc = E->getQuestionLoc();
  const core::Type *Ty = type(E->getType());
  const core::Expr *C = condition(E->getCond());
  if (!Target && isSmart(E->getType())) {
    core::Variable *V = declare(Name, Ty, literal("nullptr", Ty, Loc), false, Loc);
    Changing.insert(V);
    Declared.insert(V);
    Target = name(V, Loc);
  } else if (!Target) {
    Target = rawObject(Ty, Name, Loc);
  }
  auto Arm = [&](const Expr *X) {
    return capture([&] {
      beginLifetime();
      if (isa<CXXThrowExpr>(X->IgnoreParenImpCasts()))
        value(X);
      else
        makeOwner(X, "made", Target);
      endLifetime();
    });
  };
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = C;
  If->Then = Arm(E->getTrueExpr());
  If->Else = Arm(E->getFalseExpr());
  emit(If);
  return Target;
}

/// The members of Made are those of Target from now on: a move that leaves nothing behind.
void FunctionLowering::relocate(const core::Expr *Target, const core::Expr *Made,
                                SourceLocation Loc) {
  if (Made->Var->AddressTaken && mayPointInside(Target->Ty))
    error(Loc,
          "cannot differentiate this move of an object that may point into itself, of type '" +
              Target->Ty->Spelling + "'",
          "declare the result where it is returned");
  takeOver(Target, Made, Loc);
}

/// The same for the parts of an object. The vectors in Target are empty.
void FunctionLowering::takeOver(const core::Expr *Target, const core::Expr *Made,
                                SourceLocation Loc) {
  if (Target->Ty->IsVector)
    return exchange(Target, Made, Loc);
  if (Target->Ty->IsMap)
    return takeMap(Target, Made, Loc);
  if (!core::holdsVector(Target->Ty) && !core::holdsMap(Target->Ty))
    return Target->Ty->isRecord() ? assignFields(Target, Made, Loc) : assign(Target, Made, Loc);
  for (const core::Field &Fd : Target->Ty->Fields)
    takeOver(part(Target, Fd), part(Made, Fd), Loc);
}

/// Target = Value without the assignment operator of the class: field by field.
void FunctionLowering::assignFields(const core::Expr *Target, const core::Expr *Value,
                                    SourceLocation Loc) {
  if (!Target->Ty->isRecord()) // a vector of maps
    return assign(Target, Value, Loc);
  const core::Block Whole = written(Target, Loc);
  Target = steady(Target, Whole, Loc);
  Value = steady(Value, Whole, Loc);
  for (size_t I = 0; I < Target->Ty->Fields.size(); ++I) {
    const core::Field &Fd = Target->Ty->Fields[I];
    auto Part = [&](const core::Expr *Whole) {
      core::Expr *E = M.expr(Fd.IsBase ? ExprKind::BaseOf : ExprKind::Member, Fd.Ty, Whole->Loc);
      if (!Fd.IsBase)
        E->Text = Fd.Name;
      E->Operands = {Whole};
      return E;
    };
    const core::Expr *From = nullptr;
    if (core::isPlace(Value))
      From = Part(Value);
    else if (Value->is(ExprKind::Braces))
      From = I < Value->Operands.size() ? Value->operand(I) : zero(Fd.Ty, Loc);
    if (!From)
      return error(Loc, "cannot differentiate this assignment of an object that owns memory",
                   "assign its parts one by one");
    if (Fd.Ty->isRecord() && !Fd.Ty->IsMap && !Fd.Ty->IsTagged)
      assignFields(Part(Target), From, Loc);
    else
      assignElement(Part(Target), From, Loc);
  }
}

void FunctionLowering::ownerDecl(const VarDecl *D) {
  SourceLocation Loc = D->getLocation();
  beginLifetime();
  const core::Expr *Place = D->getInit()
                                ? makeOwner(D->getInit(), plainName(D, "object"))
                                : rawObject(type(D->getType()), plainName(D, "object"), Loc);
  endLifetime();
  if (Place->is(ExprKind::Variable)) {
    Place->Var->Constant = L.isConstant(D);
    if (Place->Var->Name != plainName(D, "object")) // made by a callee
      F.rename(Place->Var, plainName(D, "object"));
  }
  Bindings[D] = Place;
  if (!F.Failed)
    destroyLater(Place, D->getType());
}

void FunctionLowering::beginLifetime() {
  Lifetimes.emplace_back();
  Lifetimes.back().Frame = Frames.size();
}

/// Destroys what the innermost lifetime holds, last made first.
void FunctionLowering::endLifetime() {
  if (!neverGoesOn(*Out))
    destroyDownTo(Lifetimes.size() - 1);
  Lifetimes.pop_back();
}

/// Before a jump out of all lifetimes above Mark.
void FunctionLowering::destroyDownTo(size_t Mark) {
  for (size_t I = Lifetimes.size(); I-- > Mark;) {
    auto List = Lifetimes[I].Objects; // destructors have lifetimes of their own
    for (auto &[Place, T] : llvm::reverse(List))
      destroy(Place, T, SourceLocation::getFromRawEncoding(Place->Loc));
  }
}

/// What is alive in the lifetimes above Mark, last made first: objects, and parts of those that are
/// being made. A place without a type is a pointer to the memory of such a one.
std::vector<std::pair<const core::Expr *, QualType>>
FunctionLowering::aliveAbove(size_t Mark) const {
  std::vector<std::pair<const core::Expr *, QualType>> All, Alive;
  for (size_t I = Lifetimes.size(); I-- > Mark;) {
    All.insert(All.end(), Lifetimes[I].Objects.rbegin(), Lifetimes[I].Objects.rend());
    All.insert(All.end(), Lifetimes[I].Parts.rbegin(), Lifetimes[I].Parts.rend());
  }
  for (const auto &Each : All) {
    auto Is = [](const core::Expr *Place) {
      return [Place](const auto &Other) { return core::equal(Other.first, Place); };
    };
    bool Known = llvm::any_of(Alive, Is(Each.first)); // or a part of what is made
    for (const core::Expr *At = Each.first; At->is(ExprKind::Member) || At->is(ExprKind::BaseOf);) {
      At = At->operand();
      Known |= llvm::any_of(All, Is(At));
    }
    if (!Known)
      Alive.push_back(Each);
  }
  return Alive;
}

/// Before a throw out of all lifetimes above Mark.
void FunctionLowering::unwindDownTo(size_t Mark) {
  for (auto &[Place, T] : aliveAbove(Mark)) {
    SourceLocation Loc = SourceLocation::getFromRawEncoding(Place->Loc);
    if (T.isNull())
      freeMemory("::operator delete($0)", Place, Loc);
    else if (Place->is(ExprKind::BaseOf))
      runDestructor(Place, T->getAsCXXRecordDecl(), Loc);
    else
      destroy(Place, T, Loc);
  }
}

void FunctionLowering::destroyLater(const core::Expr *Place, QualType T) {
  Lifetimes.back().Objects.push_back({Place, T});
  for (TryBlock &Try : Tries)
    Try.Destroys = true;
}

/// Whether objects of the present frame wait for their destruction.
bool FunctionLowering::hasDoomed() const {
  return llvm::any_of(Lifetimes, [&](const Lifetime &Life) {
    return Life.Frame == Frames.size() && !Life.Objects.empty();
  });
}

/// The object at Place outlives the present frame. Whether it is one of its locals.
bool FunctionLowering::spare(const core::Expr *Place) {
  for (Lifetime &Life : Lifetimes)
    if (Life.Frame == Frames.size()) {
      size_t Before = Life.Objects.size();
      llvm::erase_if(Life.Objects, [&](auto &Object) { return core::equal(Object.first, Place); });
      if (Life.Objects.size() != Before)
        return true;
    }
  return false;
}

/// The value that Make gives, with the temporaries that it needs destroyed.
const core::Expr *FunctionLowering::scoped(llvm::function_ref<const core::Expr *()> Make,
                                           SourceLocation Loc) {
  beginLifetime();
  const core::Expr *V = Make();
  if (!Lifetimes.back().Objects.empty() && !V->Ty->Owns)
    V = freeze(V, Loc);
  endLifetime();
  return V;
}

/// The value E of the function or frame that returns now.
const core::Expr *FunctionLowering::returned(const Expr *E, bool Place) {
  SourceLocation Loc = E->getExprLoc();
  beginLifetime();
  const core::Expr *V = Place ? expr(E) : value(E);
  if (hasDoomed() && !Place)
    V = freeze(V, Loc);
  endLifetime();
  return V;
}

/// `return` of an object: the local itself where that is all that is ever returned.
void FunctionLowering::returnOwner(const ReturnStmt *S) {
  SourceLocation Loc = S->getReturnLoc();
  const Expr *E = S->getRetValue();
  if (!Frames.back().ResultVariable) {
    const VarDecl *Local = S->getNRVOCandidate();
    const core::Expr *Named = Local ? Bindings.lookup(Local) : nullptr;
    if (Named && spare(Named)) {
      Frames.back().Result = Named;
      return;
    }
    beginLifetime();
    const core::Expr *Made = makeOwner(E, "made");
    endLifetime();
    Frames.back().Result = Made;
    return;
  }
  beginLifetime();
  const core::Expr *Target = name(Frames.back().ResultVariable, Loc);
  const Expr *Inner = E;
  while (isa<ExprWithCleanups, ParenExpr, CXXBindTemporaryExpr>(Inner))
    Inner = cast<Expr>(*Inner->child_begin());
  const auto *C = dyn_cast<CXXConstructExpr>(Inner);
  if (C && !(C->isElidable() && C->getNumArgs() && !C->getArg(0)->isLValue() &&
             !C->getArg(0)->isXValue()))
    constructInto(Target, C);
  else
    makeOwner(E, "made", Target);
  endLifetime();
  if (Frames.back().Inlined)
    return;
  destroyDownTo(0);
  emit(stmt(StmtKind::Return, Loc));
}

/// Whether destroying an RD may destroy further objects of the class.
bool FunctionLowering::ownsItself(const CXXRecordDecl *RD) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  std::function<bool(const CXXRecordDecl *)> Visit = [&](const CXXRecordDecl *Class) -> bool {
    Class = Class ? Class->getDefinition() : nullptr;
    if (!Class || Class->hasTrivialDestructor())
      return false;
    if (Class == RD->getDefinition() && !Seen.empty())
      return true;
    if (!Seen.insert(Class).second)
      return false;
    auto OfType = [&](QualType T) {
      return Visit(Ctx.getBaseElementType(T)->getAsCXXRecordDecl());
    };
    if (isUniquePtr(Class))
      return OfType(cast<ClassTemplateSpecializationDecl>(Class)->getTemplateArgs()[0].getAsType());
    if (const CXXDestructorDecl *D = Class->getDestructor(); D && L.isRecursive(D))
      return true;
    // The elements of a container are not among its fields.
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (Spec && Class->isInStdNamespace() && !isSharedPtr(Class) &&
        llvm::any_of(Spec->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
          return A.getKind() == TemplateArgument::Type && OfType(A.getAsType());
        }))
      return true;
    return llvm::any_of(Class->fields(),
                        [&](const FieldDecl *F) { return OfType(F->getType()); }) ||
           llvm::any_of(Class->bases(),
                        [&](const CXXBaseSpecifier &B) { return OfType(B.getType()); });
  };
  return Visit(RD);
}

/// What destroying the object at Place does.
void FunctionLowering::destroy(const core::Expr *Place, QualType T, SourceLocation Loc) {
  if (isSmart(T))
    return deleteSmart(Place, T, Loc);
  if (L.followsSmartArray(T))
    return destroySmartArray(Place, T, Loc);
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD || RD->hasTrivialDestructor() || plainMatrix(RD) || isDecomposition(T))
    return;
  if (Place->Ty->IsVector)
    return Place->Ty->Owns ? destroyAll(Place, T, Loc) : void(); // the rest is not for statements
  if (Place->Ty->IsMap)
    return Place->Ty->Owns ? destroyMapped(Place, T, Loc) : void();
  if (RD->isInStdNamespace() && isOpaqueObject(T)) {
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = "$0.~" + RD->getNameAsString() + "()";
    S->Operands = S->Writes = {Place};
    return emit(S);
  }
  if (Place->is(ExprKind::Dereference) && RD->isPolymorphic()) {
    runDestructor(Place, RD, Loc);
    return freeMemory("::operator delete($0)", Place->operand(), Loc);
  }
  if (RD->isPolymorphic() || !RD->getDestructor() || T->isArrayType())
    return error(
        Loc, "cannot differentiate the destruction of an object of type '" + L.spelling(T) + "'",
        "keep the object in the caller and pass it by reference");
  if (!ownsItself(RD))
    return runDestructor(Place, RD, Loc);
  const CXXDestructorDecl *D = RD->getDestructor();
  if (!Place->Ty->Differentiable) { // all of it is none of the derivative's business
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = "$0.~" + RD->getNameAsString() + "()";
    S->Operands = S->Writes = {Place};
    return emit(S);
  }
  if (!D->hasBody())
    return error(Loc,
                 "cannot differentiate the destruction of an object of type '" + L.spelling(T) +
                     "', which owns others of its type",
                 "give the class a destructor");
  core::Stmt *S = stmt(StmtKind::Call, Loc);
  S->Callee = L.function(D);
  S->Operands = {addressOf(Place, M.pointer(Place->Ty, false), Loc)};
  emit(S);
}

/// What the destructor of RD does to the object at Place.
void FunctionLowering::runDestructor(const core::Expr *Place, const CXXRecordDecl *RD,
                                     SourceLocation Loc) {
  const CXXDestructorDecl *D = RD->getDestructor();
  const FunctionDecl *Def = nullptr;
  if (D && D->isUserProvided()) {
    if (!D->hasBody(Def))
      return error(Loc,
                   "cannot differentiate the destruction of an object of type '" +
                       L.qualifiedName(RD) + "', whose destructor is not visible",
                   "define it in this file");
    if (exits(Def) == Exit::Unstructured || !checkFence(L, Def)) {
      F.Failed = true;
      return;
    }
    Uses.scan(Def->getBody(), L.Usages);
    Frame Fr;
    Fr.Decl = Def;
    Fr.Inlined = true;
    Fr.Call = Loc;
    Fr.This = freezePlace(Place, Loc);
    Frames.push_back(Fr);
    const Expr *Saved = std::exchange(Waiting, nullptr);
    const auto *Body = cast<CompoundStmt>(Def->getBody());
    sequence(llvm::SmallVector<const Stmt *, 8>(Body->body_begin(), Body->body_end()));
    Waiting = Saved;
    Frames.pop_back();
  }
  destroyParts(Place, RD, Loc);
}

/// The members and bases of an object, last first.
void FunctionLowering::destroyParts(const core::Expr *Place, const CXXRecordDecl *RD,
                                    SourceLocation Loc) {
  llvm::SmallVector<const FieldDecl *, 4> Fields(RD->field_begin(), RD->field_end());
  for (const FieldDecl *FD : llvm::reverse(Fields)) {
    QualType Base = Ctx.getBaseElementType(FD->getType());
    const auto *Class = Base->getAsCXXRecordDecl();
    if (!Class || Class->hasTrivialDestructor() || L.isFollowed(FD))
      continue;
    if (FD->getType()->isArrayType() && !L.followsSmartArray(FD->getType()))
      error(Loc, "cannot differentiate an array of objects that own memory",
            "keep the object in the caller and pass it by reference");
    else
      destroy(member(Place, FD, Loc), FD->getType(), Loc);
  }
  llvm::SmallVector<const CXXBaseSpecifier *, 2> Bases;
  for (const CXXBaseSpecifier &B : RD->bases())
    Bases.push_back(&B);
  for (const CXXBaseSpecifier *B : llvm::reverse(Bases))
    if (const auto *Base = B->getType()->getAsCXXRecordDecl(); !Base->hasTrivialDestructor())
      runDestructor(baseOf(Place, B->getType(), Loc), Base, Loc);
}

/// Objects that own memory are neither made nor copied by the library, whose containers would run
/// constructors and destructors that nobody has lowered.
void FunctionLowering::checkBoxes() {
  auto Check = [&](const core::Type *T, core::Location Loc) {
    if (!F.Failed && core::boxesOwner(T))
      error(SourceLocation::getFromRawEncoding(Loc),
            "cannot differentiate what this does to objects that own memory inside of a '" +
                T->Spelling + "'",
            "use objects of their own, or let the caller make them and change what they hold");
  };
  for (const core::Variable *P : F.Params)
    if (P->Kind == core::Storage::Parameter && !P->Ty->isPointer() && !P->Ty->isReference())
      Check(P->Ty, P->Loc);
  core::walk(F.Body, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Check(S->Var->Ty, S->Var->Loc);
    if (S->Target && (S->is(StmtKind::Assign) || S->OldSize))
      Check(S->Target->Ty, S->Loc);
  });
}

/// Every object that owns memory is used where it is declared: else an expression was taken apart
/// in a way that its lifetime does not allow.
void FunctionLowering::checkLifetimes() {
  checkBoxes();
  llvm::DenseSet<const core::Variable *> Live;
  std::function<void(const core::Block &)> Visit = [&](const core::Block &B) {
    llvm::SmallVector<const core::Variable *, 4> Here;
    for (core::Stmt *S : B.Stmts) {
      auto Look = [&](const core::Expr *E) {
        core::walk(E, [&](const core::Expr *X) {
          if (X && X->is(ExprKind::Variable) && X->Var->Shadow && X->Var->Ty->Owns &&
              !Live.contains(X->Var) && !F.Failed)
            error(SourceLocation::getFromRawEncoding(S->Loc),
                  "cannot differentiate this use of an object that owns memory",
                  "give the object a name of its own");
          return X != nullptr;
        });
      };
      if (S->is(StmtKind::Declare) && S->Var->Shadow && Live.insert(S->Var).second)
        Here.push_back(S->Var);
      core::forEachExpr(*S, Look);
      core::forEachBlock(*S, Visit);
    }
    for (const core::Variable *V : Here)
      Live.erase(V);
  };
  Visit(F.Body);
}

} // namespace ad::lower
