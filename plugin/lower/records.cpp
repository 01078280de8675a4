//===- lower/records.cpp - constructors and their initialisers ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An object is a variable; a constructor is what it assigns to the fields of that variable.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Field i takes parameter i and nothing else happens: `T{a, b}` says it all.
bool FunctionLowering::isPlainConstructor(const CXXConstructorDecl *CD) const {
  const FunctionDecl *Def = nullptr;
  if (!CD->hasBody(Def) || CD->getParent()->getNumBases() || isLocalClass(CD->getParent()) ||
      L.standsIn(CD->getParent()) || CD->getParent()->isAbstract())
    return false;
  CD = cast<CXXConstructorDecl>(Def);
  const auto *Body = dyn_cast<CompoundStmt>(CD->getBody());
  if (!Body || !Body->body_empty())
    return false;
  const CXXRecordDecl *RD = CD->getParent();
  unsigned Fields = std::distance(RD->field_begin(), RD->field_end());
  if (CD->getNumParams() != Fields || Fields == 0 || CD->getNumCtorInitializers() != Fields ||
      CD->isVariadic())
    return false;
  for (const CXXConstructorDecl *C : RD->ctors())
    for (const ParmVarDecl *P : C->parameters())
      if (const auto *T = P->getType()->getAsCXXRecordDecl();
          T && T->getIdentifier() && T->getName() == "initializer_list")
        return false;
  unsigned I = 0;
  for (const CXXCtorInitializer *Init : CD->inits()) {
    const FieldDecl *FD = Init->getMember();
    if (!FD || FD->getFieldIndex() != I || !FD->getType()->isScalarType() ||
        !Ctx.hasSameUnqualifiedType(FD->getType(),
                                    CD->getParamDecl(I)->getType().getNonReferenceType()))
      return false;
    const Expr *E = Init->getInit()->IgnoreParenImpCasts();
    if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1)
      E = List->getInit(0)->IgnoreParenImpCasts();
    const auto *R = dyn_cast<DeclRefExpr>(E);
    if (!R || R->getDecl() != CD->getParamDecl(I))
      return false;
    ++I;
  }
  return true;
}

/// Whether a variable of the class may be declared without an initialiser, running nothing.
static bool declaresFreely(const CXXRecordDecl *RD) {
  // What stands for a local class has no constructors.
  if (isLocalClass(RD))
    return true;
  bool Constants = llvm::any_of(RD->fields(),
                                [](const FieldDecl *F) { return F->getType().isConstQualified(); });
  return !Constants && RD->hasDefaultConstructor() && !RD->hasUserProvidedDefaultConstructor() &&
         !RD->defaultedDefaultConstructorIsConstexpr() &&
         (RD->needsImplicitDefaultConstructor() || defaultedOnFirstDeclaration(RD));
}

bool livesInStorage(const CXXRecordDecl *RD) {
  std::function<bool(QualType)> Plain = [&](QualType T) {
    const CXXRecordDecl *Part = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Part && isStdArray(Part))
      return Plain(cast<ClassTemplateSpecializationDecl>(Part)->getTemplateArgs()[0].getAsType());
    return !Part || isStdVector(Part) || isStdValarray(Part) || isStdMap(Part) ||
           (Part->isInStdNamespace() && Part->getName() == "basic_string") || livesInStorage(Part);
  };
  const CXXDestructorDecl *D = RD->getDestructor();
  return !RD->isPolymorphic() && !RD->getNumVBases() && (!D || !D->isUserProvided()) &&
         (RD->hasTrivialDestructor() || !RD->isInStdNamespace()) &&
         llvm::all_of(RD->fields(), [&](const FieldDecl *F) { return Plain(F->getType()); }) &&
         llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return Plain(B.getType()); });
}

/// Whether Is holds of the class of a member or base of RD that the program defines.
static bool anyPart(const CXXRecordDecl *RD, llvm::function_ref<bool(const CXXRecordDecl *)> Is) {
  auto Of = [&](QualType T) {
    const CXXRecordDecl *Part = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return Part && Part->hasDefinition() && !isLibraryRecord(Part) && !Part->isInStdNamespace() &&
           Is(Part);
  };
  return llvm::any_of(RD->fields(), [&](const FieldDecl *FD) { return Of(FD->getType()); }) ||
         llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return Of(B.getType()); });
}

static bool hasConstants(const CXXRecordDecl *RD) {
  return anyPart(RD, hasConstants) || llvm::any_of(RD->fields(), [](const FieldDecl *FD) {
           return FD->getType().isConstQualified();
         });
}

bool needsConstructors(Lowering &L, const CXXRecordDecl *RD) {
  return anyPart(RD, [&](const CXXRecordDecl *Part) {
    return L.standsIn(Part) ? needsConstructors(L, Part)
                            : !startsByDefault(L.S, Part) || hasConstants(Part);
  });
}

core::Variable *FunctionLowering::withoutValue(QualType T, llvm::StringRef Name,
                                               SourceLocation Loc) {
  const core::Type *Elements = L.adaptedDeque(T);
  const core::Type *Ty = Elements ? Elements : type(T);
  if (Ty->Owns || isMapHolder(Ty))
    return rawObject(Ty, Name, Loc)->Var;
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const bool StandsIn = RD && Ty->isRecord() && L.standsIn(RD);
  if (StandsIn ? needsConstructors(L, RD)
               : RD && Ty->isRecord() && !isLibraryRecord(RD) && !isLocalClass(RD) &&
                     !startsByDefault(L.S, RD)) {
    if (StandsIn || livesInStorage(RD)) {
      core::Variable *V = rawObject(Ty, Name, Loc)->Var;
      startCounters(V, nullptr, Loc);
      return V;
    }
    error(Loc,
          "cannot differentiate a choice between objects of type '" + L.spelling(T) +
              "', which has no default constructor",
          "use pointers to objects that exist, or give it one");
  }
  return declare(Name, Ty, nullptr, false, Loc);
}

/// Whether a default constructor that somebody wrote runs where an RD is declared.
static bool startsByUser(const CXXRecordDecl *RD) {
  RD = RD->getDefinition();
  if (!RD || RD->isInStdNamespace())
    return false;
  auto Starts = [](QualType T) {
    const CXXRecordDecl *Part = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return Part && startsByUser(Part);
  };
  return RD->hasUserProvidedDefaultConstructor() ||
         llvm::any_of(RD->fields(), [&](const FieldDecl *F) { return Starts(F->getType()); }) ||
         llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) { return Starts(B.getType()); });
}

const core::Expr *FunctionLowering::construct(const CXXConstructExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const CXXConstructorDecl *CD = E->getConstructor();
  if (isOfEigen(E->getType()))
    return Eigen.make(E);
  const core::Type *Ty = type(E->getType());
  if (isOwner(E->getType())) {
    if (Into)
      error(Loc, "cannot differentiate this copy of an object that owns memory",
            "copy it into a variable of its own");
    return makeOwner(E, "made");
  }
  if (L.adaptedDeque(E->getType()))
    return constructAdaptor(E, Into);
  if (Ty->IsVector && isStdValarray(E->getType()->getAsRecordDecl()))
    return constructValarray(E, Into);
  if (Ty->IsVector)
    return constructVector(E, Into);
  if (Ty->IsMap)
    return constructMap(E, Into);
  if (Ty->Mutable && !Into)
    return handleValue(E);
  if (isFunctionPair(E->getType()->getAsRecordDecl()))
    return makePair(E, Into);
  if (isLibraryRecord(E->getType()->getAsRecordDecl()) && Ty->isRecord())
    return constructLibraryRecord(E, Into);
  if (Ty->isScalar() && E->getType()->isRecordType()) { // an iterator, or a number
    const core::Expr *P = isShared(E->getType())    ? constructShared(E)
                          : isWrapper(E->getType()) ? wrapped(E->getArg(0))
                          : Ty->IsComplex           ? complexValue(E, Into != nullptr)
                          : E->getNumArgs()         ? convert(Ty, value(E->getArg(0)), false, Loc)
                                                    : zero(Ty, Loc);
    if (!Into)
      return P;
    core::Stmt *S = stmt(StmtKind::Declare, Loc);
    S->Var = Into;
    S->Value = P;
    emit(S);
    keepContainerOf(name(Into, Loc), P, Loc);
    return name(Into, Loc);
  }
  auto Declare = [&](const core::Expr *Value) {
    core::Variable *V = Into;
    if (!V) {
      V = F.variable("object", Ty);
      V->Loc = Loc.getRawEncoding();
    }
    startCounters(V, nullptr, Loc);
    core::Stmt *S = stmt(StmtKind::Declare, Loc);
    S->Var = V;
    S->Value = Value;
    emit(S);
    if (Value && !Value->is(ExprKind::Opaque)) // constructors say it member by member
      finishCounters(V, Value, Loc);
    return name(V, Loc);
  };
  auto Finish = [&](const core::Expr *Value) { return Into ? Declare(Value) : Value; };
  if (const RecordDecl *Iterator = E->getType()->getAsRecordDecl();
      isMapIterator(Iterator) && E->getNumArgs() &&
      L.differentiable(
          cast<ClassTemplateSpecializationDecl>(Iterator)->getTemplateArgs()[0].getAsType())) {
    const core::Expr *From = value(read(E->getArg(0)));
    if (Into)
      keepMapOf(name(Into, Loc), From, Loc);
    return Finish(From);
  }
  if (isOpaqueObject(E->getType())) {
    if (Into)
      Into->Const = false;
    bool Plain = CD->isDefaultConstructor() && Into && !E->getNumArgs();
    return Finish(Plain ? nullptr : opaqueValue(E));
  }

  // Copies of what can be copied field by field.
  const bool Moves = isNeverCopied(CD->getParent()) && livesInStorage(CD->getParent());
  if (CD->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 && !Moves &&
      (CD->isTrivial() || Ty->IsStdArray || (CD->isDefaulted() && Ty->TrivialCopy))) {
    const Expr *From = E->getArg(0)->IgnoreParens();
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(From))
      From = T->getSubExpr();
    if (CD->isMoveConstructor() && givesUp(From) && losesByMove(Ty)) {
      const core::Expr *Place = expr(From), *Made = takenFrom(Place, Into, Loc);
      copyHeld(Made, Place, Loc);
      return Made;
    }
    if (Into) {
      if (E->getType()->getAsCXXRecordDecl() ==
          From->getType().getNonReferenceType()->getAsCXXRecordDecl()) {
        initialise(Into, From, Loc);
        return name(Into, Loc);
      }
    }
    return Finish(value(From));
  }
  // Arrays of objects: each made by its default constructor.
  if (Ty->isArray() && !Ty->IsStdArray) {
    const core::Type *Leaf = Ty;
    while (Leaf->isArray())
      Leaf = Leaf->Element;
    if (CD->isTrivial() || Leaf->IsVector || Leaf->IsComplex || Leaf->is(core::TypeKind::Opaque) ||
        isLibraryRecord(CD->getParent()) || (CD->isDefaulted() && Leaf->ZeroByBraces)) {
      if (E->requiresZeroInitialization() || !CD->isTrivial())
        return Finish(zero(Ty, Loc));
      if (Into) {
        Into->Const = false;
        Changing.insert(Into);
      }
      return Declare(nullptr);
    }
    const bool ByDefault = !CD->isUserProvided() || declaresFreely(CD->getParent());
    if (!Into || !(ByDefault || livesInStorage(CD->getParent()))) {
      error(Loc, "cannot differentiate an array of objects with a constructor of their own",
            Into ? "give the class a defaulted default constructor"
                 : "write its elements in braces");
      return Finish(zero(Ty, Loc));
    }
    Into->Const = false;
    Changing.insert(Into);
    const core::Expr *Made = Declare(nullptr);
    constructElements(Made, E);
    return Made;
  }
  if (!Ty->isRecord() && !Ty->isArray()) {
    error(Loc, "cannot differentiate an object of type '" + L.spelling(E->getType()) + "'",
          "use std::vector, arrays, std::array or records of floating values");
    return Finish(poison(E));
  }
  if (CD->isDefaultConstructor() && Ty->IsStdArray && L.startsFilled(Ty))
    return startedObject(Ty, Into, Loc);
  if (CD->isDefaultConstructor() && (CD->isTrivial() || Ty->IsStdArray)) {
    if (E->requiresZeroInitialization() || !Into)
      return Finish(zero(Ty, Loc));
    Into->Const = false;
    Changing.insert(Into);
    return Declare(nullptr);
  }
  if (CD->isDefaultConstructor() && CD->isDefaulted() && Ty->ZeroByBraces &&
      E->requiresZeroInitialization())
    return Finish(zero(Ty, Loc));
  if (isPlainConstructor(CD)) {
    core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
    std::vector<Part> Parts;
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      Parts.push_back(argument(E->getArg(I), CD->getParamDecl(I), /*Ends=*/false));
    for (const core::Expr *V : inOrder(Parts)) {
      // Braces refuse to narrow where the constructor's call did not.
      if (V->is(ExprKind::Cast) && !V->Explicit && !V->operand()->is(ExprKind::Literal))
        V = convert(V->Ty, V->operand(), true, Loc);
      B->Operands.push_back(V);
    }
    return Finish(B);
  }
  if (Into) {
    Into->Const = false;
    Changing.insert(Into);
  }
  // An aggregate whose fields all have initialisers: `T t;` is `T t{...}`.
  if (CD->isDefaultConstructor() && !CD->isUserProvided() && CD->getParent()->isAggregate() &&
      !CD->getParent()->getNumBases() && !L.standsIn(CD->getParent()) &&
      llvm::all_of(CD->getParent()->fields(), [](const FieldDecl *FD) {
        return FD->hasInClassInitializer() && FD->getInClassInitializer();
      })) {
    llvm::SmallVector<Expr *, 4> Inits;
    for (FieldDecl *FD : CD->getParent()->fields())
      Inits.push_back(CXXDefaultInitExpr::Create(Ctx, Loc, FD, L.S.CurContext, nullptr));
    unsigned At = 0;
    const bool InPlace = llvm::any_of(CD->getParent()->fields(), [&](const FieldDecl *FD) {
      return madeInPlace(FD, Inits[At++]);
    });
    if (readsOwnMembers(Inits) && !InPlace)
      return Finish(madeInOrder(CD->getParent(), Inits, Ty, Loc));
    core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
    for (unsigned I = 0; I < Inits.size() && !InPlace; ++I)
      B->Operands.push_back(value(Inits[I]));
    if (!InPlace)
      return Finish(B);
  }
  bool ByDefault = CD->isDefaultConstructor() && !CD->isUserProvided();
  const bool StandsIn = L.standsIn(CD->getParent());
  const bool InStorage =
      StandsIn ? needsConstructors(L, CD->getParent()) : livesInStorage(CD->getParent());
  if (ByDefault || declaresFreely(CD->getParent()) || (StandsIn && !InStorage)) {
    const core::Expr *Made = Declare(E->requiresZeroInitialization() ? zero(Ty, Loc) : nullptr);
    if (startsByUser(CD->getParent()))
      emptyObjects(Made, Loc);
    constructInto(Made, E);
    return Made;
  }
  // The constructor runs once, as lowered.
  if (InStorage) {
    if (!Into) {
      Into = F.variable("object", Ty);
      Into->Loc = Loc.getRawEncoding();
    }
    Into->Shadow = true;
    const core::Expr *Made = Declare(nullptr);
    constructInto(Made, E);
    return Made;
  }
  if (CD->isDefaultConstructor()) {
    const core::Expr *Made = Declare(nullptr);
    emptyObjects(Made, Loc);
    constructInto(Made, E);
    return Made;
  }
  core::Expr *Call = constructorCall(E, Ty);
  Call->Repeated = true;
  const core::Expr *Made = Declare(Call);
  repeatConstructor(Made, E);
  return Made;
}

/// What the constructor does to the object at Target.
void FunctionLowering::constructInto(const core::Expr *Target, const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const CXXConstructorDecl *CD = E->getConstructor();
  if (Target->Ty->IsMap) { // it is there, and empty
    if (Target->Ty->Owns && CD->isMoveConstructor() && E->getNumArgs()) {
      takeMap(Target, checkWritten(freezePlace(expr(E->getArg(0)), Loc), Loc), Loc);
    } else if (E->getNumArgs()) {
      const core::Expr *From = CD->isCopyConstructor() ? expr(E->getArg(0)) : nullptr;
      copyMap(Target, From ? From : constructMap(E, nullptr), Loc, /*Takes=*/!From);
    }
    return;
  }
  if (isShared(E->getType()))
    return assign(Target, constructShared(E), Loc);
  if (isSmart(E->getType()))
    return assign(Target, makeOwner(E, "made"), Loc);
  if (plainMatrix(E->getType()) || isDecomposition(E->getType()))
    return Eigen.makeInto(Target, E);
  if (Target->Ty->IsVector && Target->Ty->Owns)
    return makeOwners(Target, E);
  if (Target->Ty->IsVector) // it is there, and empty
    return E->getNumArgs() ? initialiseVector(Target, E) : void();
  if (isFunctionPair(CD->getParent()))
    return makePair(Target, E);
  if (isLibraryRecord(CD->getParent()) && Target->Ty->isRecord())
    return assign(Target, libraryValue(E), Loc);
  if (Target->Ty->IsComplex)
    return assign(Target, complexValue(E, /*Implicitly=*/true), Loc);
  if (CD->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
      (CD->isTrivial() || Target->Ty->IsStdArray ||
       (CD->isDefaulted() && Target->Ty->TrivialCopy))) {
    const core::Expr *From = value(E->getArg(0));
    assign(Target, From, Loc);
    if (CD->isMoveConstructor() && givesUp(E->getArg(0)) && core::isPlace(From))
      takeVectors(Target, From, Loc);
    return;
  }
  if (CD->isDefaultConstructor() && CD->isTrivial()) {
    if (E->requiresZeroInitialization())
      assign(Target, zero(Target->Ty, Loc), Loc);
    return;
  }
  const FunctionDecl *Def = nullptr;
  if (CD->hasBody(Def)) {
    llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
    inlineBody(CD, nullptr, Target, nullptr, Args, E);
    return;
  }
  if (CD->isDefaulted() && CD->isDefaultConstructor()) {
    // Implicit and never defined by Clang: default initialisers only.
    for (const FieldDecl *FD : CD->getParent()->fields())
      if (const Expr *Init = FD->getInClassInitializer(); Init && L.isFollowed(FD)) {
        holdMember(Target, FD, Init);
      } else if (L.isFollowed(FD) && L.followsFunctions(FD) &&
                 !FD->getType()->isFunctionPointerType()) {
        holdFunction(Target, FD, nullptr, Loc);
      } else if (Init) {
        Frame Fr;
        Fr.Decl = CD;
        Fr.Inlined = true;
        Fr.This = Target;
        Frames.push_back(Fr);
        initialiseMember(member(Target, FD, Loc), Init);
        Frames.pop_back();
      }
    return;
  }
  error(Loc,
        "cannot differentiate a call to the constructor of '" + L.spelling(E->getType()) +
            "', whose body is not visible",
        "define it in this file");
}

/// Member and base initialisers, in the order in which C++ runs them.
void FunctionLowering::initialisers(const CXXConstructorDecl *CD, const core::Expr *Target) {
  for (const CXXCtorInitializer *I : CD->inits()) {
    const Expr *Init = I->getInit();
    SourceLocation Loc = I->getSourceLocation();
    if (Loc.isInvalid())
      Loc = CD->getLocation();
    if (I->isBaseInitializer() && I->isBaseVirtual()) {
      error(
          Loc, "cannot differentiate through a virtual base class",
          "derive from it without 'virtual', or let the classes share what it holds by a pointer");
      continue;
    }
    if (I->isBaseInitializer() || I->isDelegatingInitializer()) {
      const core::Expr *Part = Target;
      // Zero bytes, which are the derivative, are no std::runtime_error.
      if (const auto *Base = I->isBaseInitializer()
                                 ? QualType(I->getBaseClass(), 0)->getAsCXXRecordDecl()
                                 : nullptr;
          Base && Base->isInStdNamespace() && Base->isPolymorphic() &&
          Base->getName() != "exception") {
        error(Loc,
              "cannot differentiate an object of type '" + L.qualifiedName(CD->getParent()) +
                  "', whose base class '" + L.qualifiedName(Base) + "' is the library's",
              "derive it from std::exception, or keep its numbers in variables");
        continue;
      }
      if (I->isBaseInitializer())
        Part = baseOf(Target, QualType(I->getBaseClass(), 0), Loc);
      if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(Init)) {
        // `using Base::Base;`: the parameters are passed on.
        llvm::SmallVector<const Expr *, 4> Args;
        for (const ParmVarDecl *P : CD->parameters())
          Args.push_back(DeclRefExpr::Create(Ctx, {}, {}, const_cast<ParmVarDecl *>(P), false, Loc,
                                             P->getType().getNonReferenceType(), VK_LValue));
        inlineBody(Inherited->getConstructor(), nullptr, Part, nullptr, Args, Init);
        continue;
      }
      initialiseMember(Part, Init);
      if (I->isBaseInitializer() && !Lifetimes.empty())
        Lifetimes.back().Parts.push_back({Part, QualType(I->getBaseClass(), 0)});
      continue;
    }
    const FieldDecl *FD = I->getAnyMember();
    if (!FD)
      continue;
    if (L.isFollowed(FD)) {
      holdMember(Target, FD, Init);
      continue;
    }
    if (L.refersByPointer(FD)) {
      bindMember(Target, FD, Init);
      continue;
    }
    const core::Variable *Object = core::rootVariable(Target);
    if (FD->getType()->isReferenceType()) {
      // Where the constructor itself has run, too, it is bound.
      const bool Bound = CD->getParent()->isPolymorphic() || (Object && !Object->Shadow);
      if (!Bound || L.differentiable(FD->getType()))
        error(Loc,
              "cannot differentiate through '" + FD->getNameAsString() +
                  "', a member of reference type",
              "hold a pointer instead");
      continue;
    }
    const core::Expr *Place = Target;
    if (const IndirectFieldDecl *Path = I->getIndirectMember()) {
      for (const NamedDecl *Step : Path->chain())
        if (const auto *F = dyn_cast<FieldDecl>(Step))
          Place = member(Place, F, Loc);
    } else {
      Place = member(Target, FD, Loc);
    }
    // A constant is set in storage, or once more where the constructor has set it.
    if (FD->getType().isConstQualified() && Object && !Object->Shadow &&
        !CD->getParent()->isPolymorphic() && !L.standsIn(CD->getParent())) {
      if (!L.differentiable(FD->getType()))
        continue; // already set by the constructor, and not a derivative's business
      error(Loc,
            "cannot differentiate through the constant member '" + FD->getNameAsString() +
                "' of a class with a constructor",
            "make the member non-const, or mark it [[ad::constant]]");
      continue;
    }
    initialiseMember(Place, Init);
    if (!Lifetimes.empty())
      Lifetimes.back().Parts.push_back({Place, FD->getType()});
  }
}

/// Assigns the value of Init to a subobject; arrays element by element.
void FunctionLowering::initialiseMember(const core::Expr *Target, const Expr *Init) {
  const Expr *E = Init;
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
      E = D->getExpr();
    else if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else
      break;
  }
  SourceLocation Loc = Init->getExprLoc();
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && (L.standsIn(List->getType()->getAsCXXRecordDecl()) || madeInPlace(List)))
    return aggregate(Target, List);
  if (plainMatrix(E->getType()) || isDecomposition(E->getType()))
    return Eigen.makeInto(Target, E);
  if (L.followsSmartArray(E->getType()) && Target->Ty->isArray())
    return makeSmartArray(Target, E);
  if (Target->Ty->is(core::TypeKind::Opaque)) {
    // A string and the like: its own default constructor has run.
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    return C && C->getConstructor()->isDefaultConstructor() ? void() : opaqueMember(Target, E);
  }
  if (Target->Ty->Mutable)
    return assign(Target, value(E), Loc);
  // A part that is a base is made in its place: its class may be abstract.
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && !Target->Ty->isArray() &&
      (Target->is(ExprKind::BaseOf) || !isPlainConstructor(C->getConstructor())))
    return constructInto(Target, C);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && Target->Ty->isArray() && !Target->Ty->IsStdArray) {
    const CXXRecordDecl *Class = C->getConstructor()->getParent();
    if (const core::Type *Handle = Target->Ty->Element; Handle->Mutable && C->getNumArgs() == 0)
      return countUp(
          literal("0", M.intType(), Loc), sizeOf(Target, Loc), Loc,
          [&](const core::Expr *K) { assign(subscript(Target, K, Loc), zero(Handle, Loc), Loc); });
    if (C->getConstructor()->isTrivial() && !C->requiresZeroInitialization())
      return;
    if (!isLibraryRecord(Class) && !isStdComplex(Class))
      return constructElements(Target, C);
  }
  if (Target->Ty->Owns || (isSmart(E->getType()) && !isShared(E->getType()))) {
    beginLifetime();
    makeOwner(E, "made", Target);
    return endLifetime();
  }
  if (Target->Ty->IsVector)
    return initialiseVector(Target, E);
  if (!Target->Ty->isArray() || Target->Ty->IsStdArray)
    return assign(Target, value(E), Loc);
  // A C array: each element, the rest is zero.
  const core::Expr *Braces = value(E);
  if (Target->Ty->Extent > 64)
    return error(Loc, "cannot differentiate the initialiser of an array member this large",
                 "fill it with a loop in the constructor's body");
  if (Braces->is(ExprKind::Braces))
    return assignElement(Target, Braces, Loc);
  error(Loc, "cannot differentiate this initialiser of an array member");
}

} // namespace ad::lower
