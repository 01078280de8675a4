//===- lower/closures.cpp - functions that are known as values ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Lambdas, pointers to functions and std::function are followed by what they are, not stored: a
// variable or parameter that holds one stands for it (Closure), and a call of it is a call of that
// very function. Where such a callee cannot be inlined: converted_calls.cpp.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/returned_functions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Recognising -------------------------------------------------------===//

static bool isLambda(const CXXRecordDecl *RD) { return RD && RD->isLambda(); }

bool isStdFunction(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == "function";
}

static bool isFunctionPointer(QualType T) {
  return T->isFunctionPointerType() || T->isFunctionReferenceType() || T->isFunctionType();
}

/// What std::bind, std::bind_front and std::mem_fn return.
bool isBoundFunction(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() &&
         llvm::is_contained({"_Bind", "_Bind_result", "_Bind_front", "_Mem_fn", "_Mem_fn_base"},
                            RD->getName());
}

/// Whether E is a call of one of these.
static bool bindsFunction(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  return FD && isLibrary(FD) && isBoundFunction(E->getType());
}

/// A std::reference_wrapper of a closure, which is the closure itself by another name.
static bool isWrappedClosure(QualType T) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return Spec && Spec->isInStdNamespace() && Spec->getName() == "reference_wrapper" &&
         isClosureObject(Spec->getTemplateArgs()[0].getAsType());
}

bool isClosureObject(QualType T) {
  return isLambda(T.getNonReferenceType()->getAsCXXRecordDecl()) || isStdFunction(T) ||
         isBoundFunction(T) || isWrappedClosure(T);
}

bool isCallable(QualType T) {
  return isClosureObject(T) || isFunctionPointer(T.getNonReferenceType());
}

/// Whether E makes a std::function, which may be copied, of a reference to a closure that changes.
static bool sharesState(const CXXConstructExpr *E) {
  const QualType Given = E->getArg(0)->getType();
  if (!isStdFunction(E->getType()) || !isWrappedClosure(Given))
    return false;
  const auto *Held = heldBy(Given)->getAsCXXRecordDecl();
  return !isLambda(Held) || !Held->getLambdaCallOperator() ||
         !Held->getLambdaCallOperator()->isConst();
}

const Expr *passedOn(const Expr *E, bool *Copied) {
  for (;;) {
    if (const Expr *Inner = read(E)->IgnoreParenImpCasts(); Inner != E)
      E = Inner;
    else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else if (const auto *F = dyn_cast<CXXFunctionalCastExpr>(E))
      E = F->getSubExpr();
    else if (const auto *S = dyn_cast<CXXStaticCastExpr>(E))
      E = S->getSubExpr();
    else if (const auto *N = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = N->getReplacement();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() >= 1 && isCallable(C->getType()) &&
             isCallable(C->getArg(0)->getType()) && !sharesState(C)) {
      if (Copied && !isWrappedClosure(C->getType()))
        *Copied |= C->getConstructor()->isCopyOrMoveConstructor() ||
                   !isLambda(C->getType()->getAsCXXRecordDecl());
      E = C->getArg(0);
    } else if (const auto *I = dyn_cast<InitListExpr>(E);
               I && I->getNumInits() == 1 && isCallable(I->getType()))
      E = I->getInit(0);
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
             C && isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl()) &&
             isLambda(C->getMethodDecl()->getParent()))
      E = C->getImplicitObjectArgument();
    else if (const auto *C = dyn_cast<CallExpr>(E);
             C && C->getDirectCallee() && C->getNumArgs() == 1 &&
             (isStd(C->getDirectCallee(), "move") || isStd(C->getDirectCallee(), "forward") ||
              isWrappedClosure(C->getType())))
      E = C->getArg(0);
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && isCallable(U->getSubExpr()->getType()) &&
             (U->getOpcode() == UO_Plus || U->getOpcode() == UO_AddrOf ||
              U->getOpcode() == UO_Deref))
      E = U->getSubExpr();
    else
      return E;
  }
}

/// Whether the choice E, of which a T is made, is one of functions that no pointer can stand for.
static bool isChoiceOfFunctions(const ConditionalOperator *E, QualType T) {
  return !isFunctionPointer(T) || isa<LambdaExpr>(passedOn(E->getTrueExpr())) ||
         isa<LambdaExpr>(passedOn(E->getFalseExpr()));
}

/// What a global of a closure or function type holds for ever. Null where that depends on when the
/// program looks: captures were made before main() and may have changed.
static const Expr *constantInitialiser(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasGlobalStorage() || !V->getAnyInitializer() || !isCallable(V->getType()))
    return nullptr;
  const Expr *Init = V->getAnyInitializer(), *Held = passedOn(Init);
  bool Fixed = V->isConstexpr();
  if (const auto *Lambda = dyn_cast<LambdaExpr>(Held))
    Fixed |= Lambda->captures().empty() || (!isMutable(Lambda) && V->hasConstantInitialization());
  else
    Fixed |= isa<DeclRefExpr>(Held);
  bool Const = V->getType().isConstQualified() || V->getType()->isReferenceType() ||
               isLambda(V->getType()->getAsCXXRecordDecl());
  return Fixed && Const ? Init : nullptr;
}

const Closure *FunctionLowering::closureOf(const ValueDecl *D) const {
  for (const Frame &Fr : llvm::reverse(Frames))
    if (Fr.Env)
      if (const Closure *C = Fr.Env->Inner.lookup(D))
        return C;
  return Closures.lookup(D);
}

/// The lambdas in the braces of E, an overload set.
static llvm::ArrayRef<Expr *> inBraces(const Expr *E) {
  E = E->IgnoreImplicit();
  while (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E))
    E = C->getSubExpr()->IgnoreImplicit();
  const auto *List = dyn_cast<InitListExpr>(E);
  return List ? List->inits() : llvm::ArrayRef<Expr *>();
}

static const LambdaExpr *lambdaIn(const Expr *E) {
  E = E->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() == 1)
    E = C->getArg(0)->IgnoreImplicit();
  return dyn_cast<LambdaExpr>(E);
}

static bool holdsCopies(const LambdaExpr *Lambda) {
  return llvm::any_of(Lambda->captures(),
                      [](const LambdaCapture &C) { return C.getCaptureKind() != LCK_ByRef; });
}

/// An overload set is declared: what its lambdas capture by copy is copied now. They are found
/// again by their call operators.
void FunctionLowering::declareOverloadSet(const VarDecl *D) {
  for (const Expr *I : inBraces(D->getInit()))
    if (const LambdaExpr *Lambda = lambdaIn(I); Lambda && holdsCopies(Lambda))
      Closures[Lambda->getCallOperator()] = makeClosure(Lambda);
}

/// The one of E's lambdas, an overload set that was written in braces, that is an RD. Null where it
/// is none, or holds copies that may have changed since.
static const Expr *ofOverloadSet(const Expr *E, const CXXRecordDecl *RD) {
  if (!isOverloadSet(E->getType()->getAsCXXRecordDecl()))
    return nullptr;
  bool Named = false;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    E = V && V->getInit() ? V->getInit()->IgnoreImplicit() : E;
    Named = true;
  }
  for (const Expr *I : inBraces(E)) {
    if (I->getType()->getAsCXXRecordDecl() != RD)
      continue;
    const LambdaExpr *Lambda = lambdaIn(I);
    bool Copies = !Lambda || holdsCopies(Lambda);
    return Named && Copies ? nullptr : I;
  }
  return nullptr;
}

/// The lambda of class RD of E, an overload set with a name, whose captures were copied where that
/// was declared.
const Closure *FunctionLowering::declaredInSet(const Expr *E, const CXXRecordDecl *RD) const {
  const bool Named = isa<DeclRefExpr>(E) && isOverloadSet(E->getType()->getAsCXXRecordDecl());
  return Named && RD && RD->isLambda() ? Closures.lookup(RD->getLambdaCallOperator()) : nullptr;
}

/// Whether a return statement in S gives a lambda.
static bool givesLambda(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue()) {
    std::function<bool(const Expr *)> Gives = [&](const Expr *E) {
      E = passedOn(E);
      const auto *Choice = dyn_cast<ConditionalOperator>(E);
      return isa<LambdaExpr>(E) ||
             (Choice && (Gives(Choice->getTrueExpr()) || Gives(Choice->getFalseExpr())));
    };
    return Gives(R->getRetValue());
  }
  return llvm::any_of(S->children(), givesLambda);
}

bool returnsFunction(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  return FD && (isClosureObject(FD->getReturnType()) ||
                (FD->getReturnType()->isFunctionPointerType() && FD->hasBody(Def) &&
                 !isLibrary(FD) && givesLambda(Def->getBody())));
}

/// Whether E is a call that gives a function which its body says.
static bool callGivesFunction(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && (isClosureObject(E->getType()) || returnsFunction(Call->getDirectCallee()));
}

/// Whether closure(E) finds one. Evaluates nothing.
bool FunctionLowering::isKnownFunction(const Expr *E) {
  const QualType T = E->getType().getNonReferenceType();
  if (!isCallable(T))
    return false;
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  E = passedOn(E);
  if (isa<LambdaExpr>(E))
    return true;
  if (const Expr *One = ofOverloadSet(E, RD))
    return isKnownFunction(One);
  if (declaredInSet(E, RD))
    return true;
  if (followedMember(E))
    return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const Closure *C = closureOf(R->getDecl());
    if (isa<FunctionDecl>(R->getDecl()) || (C && !C->Empty) || changingFunction(R->getDecl()))
      return true;
    const Expr *Init = constantInitialiser(R->getDecl());
    return Init && isKnownFunction(Init);
  }
  auto IsKnown = [&](const Expr *Arm) {
    return isKnownFunction(Arm) || (isStdFunction(T) && isEmptyFunction(Arm));
  };
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return isChoiceOfFunctions(Choice, T) && IsKnown(Choice->getTrueExpr()) &&
           IsKnown(Choice->getFalseExpr());
  return heldObject(E) || isListed(E) || callGivesFunction(E);
}

/// The function that E is, seen through copies and names; null if it is none that is known.
const Closure *FunctionLowering::knownClosure(const Expr *E) {
  if (!isCallable(E->getType()))
    return nullptr;
  const Expr *Whole = E;
  bool Copied = false;
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  E = passedOn(E, &Copied);
  if (const Expr *One = ofOverloadSet(E, RD))
    return closure(One);
  if (const Closure *C = declaredInSet(E, RD))
    return Copied ? copyOf(C, E->getExprLoc()) : C;
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return makeClosure(Lambda);
  if (const MemberExpr *Member = followedMember(E)) {
    const HeldMember *Found = heldMember(Member);
    if (Found && Found->List && Found->List->IsOfElements)
      return heldElement(*Found->List, objectOf(Member), E->getExprLoc());
    if (Found && Found->List && Found->List->IsSingle)
      return heldNow(*Found->List, E->getExprLoc());
    return Found && Found->Function && Copied ? copyOf(Found->Function, E->getExprLoc())
           : Found                            ? Found->Function
                                              : nullptr;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *FD = dyn_cast<FunctionDecl>(R->getDecl())) {
      auto Made = std::make_unique<Closure>();
      Made->Function = FD;
      OwnedClosures.push_back(std::move(Made));
      return OwnedClosures.back().get();
    }
    if (const Closure *C = closureOf(R->getDecl()))
      return Copied ? copyOf(C, E->getExprLoc()) : C;
    if (const Closure *C = heldNow(R->getDecl(), E->getExprLoc()))
      return C;
    if (const Expr *Init = constantInitialiser(R->getDecl()))
      return closure(Init);
  }
  if (isListed(E))
    return oneListed(E, Copied);
  if (bindsFunction(E))
    return boundFunction(E);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return isKnownFunction(Whole) ? chosenFunction(Choice) : nullptr;
  if (const Expr *Object = heldObject(E))
    return functionObject(Object);
  // A function that returns one: its body says which.
  if (callGivesFunction(E)) {
    Returned = nullptr;
    call(cast<CallExpr>(E));
    return std::exchange(Returned, nullptr);
  }
  return nullptr;
}

/// A copy of C: one that changes its captures has captures of its own.
const Closure *FunctionLowering::copyOf(const Closure *C, SourceLocation Loc) {
  if (!C->Lambda || !isMutable(C->Lambda) ||
      (C->Copies.empty() && C->Inner.empty() && !C->CopiesThis))
    return C;
  auto Made = std::make_unique<Closure>(*C);
  for (auto &[D, Held] : Made->Copies)
    if (!C->References.contains(D))
      Held = copyOf(Held, D->getName(), /*Changes=*/true, Loc);
  if (C->CopiesThis)
    Made->This = copyOf(C->This, "self", /*Changes=*/true, Loc);
  for (auto &[D, Inner] : Made->Inner)
    if (!C->References.contains(D))
      Inner = copyOf(Inner, Loc);
  OwnedClosures.push_back(std::move(Made));
  return OwnedClosures.back().get();
}

/// A variable that holds what Held is now.
const core::Expr *FunctionLowering::copyOf(const core::Expr *Held, llvm::StringRef Name,
                                           bool Changes, SourceLocation Loc) {
  if (Held->Ty->isRecord() && !Held->Ty->TrivialCopy)
    error(Loc,
          "cannot differentiate this copy of a captured object of type '" + Held->Ty->Spelling +
              "', which has a copy constructor of its own",
          "capture it by reference");
  bool Array = Held->Ty->isArray() && !Held->Ty->IsStdArray; // of these Core has no values
  core::Variable *Copy =
      declare(Name, Held->Ty, Array ? nullptr : Held, !Changes && !Held->Ty->isArray(), Loc);
  const core::Expr *Made = name(Copy, Loc);
  if (Changes || Array)
    Changing.insert(Copy);
  if (Array)
    assignElement(Made, Held, Loc);
  return Made;
}

/// The copy of D that the lambda whose body is being lowered has; null if it has none.
const core::Expr *FunctionLowering::captureOf(const ValueDecl *D) const {
  for (const Frame &Fr : llvm::reverse(Frames))
    if (Fr.Env)
      if (const core::Expr *Copy = Fr.Env->Copies.lookup(D))
        return Copy;
  return nullptr;
}

const Closure *FunctionLowering::makeClosure(const LambdaExpr *E) {
  OwnedClosures.push_back(std::make_unique<Closure>());
  Closure *Made = OwnedClosures.back().get();
  Made->Lambda = E;
  bool Mutable = isMutable(E);
  auto Init = E->capture_init_begin();
  for (const LambdaCapture &C : E->captures()) {
    const Expr *From = *Init++;
    if (C.capturesThis()) {
      Made->This = thisPlace(C.getLocation());
      Made->CopiesThis = C.getCaptureKind() == LCK_StarThis;
      if (Made->CopiesThis)
        Made->This = copyOf(Made->This, "self", Mutable, C.getLocation());
      continue;
    }
    if (!C.capturesVariable())
      continue;
    const ValueDecl *D = C.getCapturedVar();
    if (C.getCaptureKind() == LCK_ByCopy && isSequenceIterator(D->getType()))
      error(C.getLocation(),
            "cannot differentiate a closure that holds an iterator of a list or deque",
            "capture the iterator by reference");
    // `std::function<...> f = [&f](...) { ... f(...) ... };` is about to hold this very closure.
    if (D == Defining) {
      if (C.getCaptureKind() == LCK_ByRef) {
        Made->Inner[D] = Made;
        Made->References.insert(D);
      }
      continue;
    }
    // What a reference leads to is asked where it is called.
    if (From && C.getCaptureKind() == LCK_ByRef && isStdFunction(From->getType())) {
      if (const MemberExpr *Member = followedMember(From))
        L.Coming.insert(Member->getMemberDecl());
      if (bindListed(D, From)) {
        Made->References.insert(D);
        continue;
      }
    }
    if (const Closure *Inner = From ? closureOrEmpty(From) : nullptr) {
      Made->Inner[D] = Inner;
      if (C.getCaptureKind() == LCK_ByRef)
        Made->References.insert(D);
      continue;
    }
    if (E->isInitCapture(&C)) {
      const auto *V = cast<VarDecl>(D);
      if (isOwner(V->getType()) || L.followsSmartArray(V->getType()))
        error(C.getLocation(), "cannot differentiate a closure that owns memory",
              "keep the object in a variable and capture it by reference");
      if (isOfEigen(V->getType()) && !V->getType()->isReferenceType()) {
        if (Mutable)
          error(C.getLocation(), "cannot differentiate a matrix in a mutable lambda",
                "keep it in a variable and capture it by reference");
        Eigen.declare(V);
      } else if (V->getType()->isReferenceType()) {
        bindReference(V, V->getInit(), C.getLocation());
        Made->Copies[V] = Bindings.lookup(V);
        Made->References.insert(V);
      } else if (const core::Type *Ty = type(V->getType()); Ty->Mutable) {
        Made->Copies[V] = holdHandle(V, Ty, value(V->getInit()), Mutable, C.getLocation());
      } else if (Ty->isRecord() && !Ty->TrivialCopy && !isOwner(V->getType())) {
        core::Variable *Own = F.variable(V->getName(), Ty);
        Own->Const = !Mutable;
        if (Mutable)
          Changing.insert(Own);
        initialise(Own, V->getInit(), C.getLocation());
        Made->Copies[V] = name(Own, C.getLocation());
      } else {
        core::Variable *Own = declare(V->getName(), type(V->getType()), value(V->getInit()),
                                      !Mutable, C.getLocation());
        if (Mutable)
          Changing.insert(Own);
        Made->Copies[V] = name(Own, C.getLocation());
      }
      continue;
    }
    if (isOfEigen(D->getType())) {
      if (C.getCaptureKind() == LCK_ByRef)
        Made->References.insert(D);
      else if (const core::Expr *Copy = Eigen.captured(D, From, Mutable))
        Made->Copies[D] = Copy;
      continue;
    }
    const core::Expr *Held = Bindings.lookup(D);
    for (const Frame &Fr : llvm::reverse(Frames))
      if (Fr.Env && Fr.Env->Copies.count(D)) {
        Held = Fr.Env->Copies.lookup(D);
        break;
      }
    if (!Held)
      continue; // a constant: its initialiser is used
    if (C.getCaptureKind() == LCK_ByRef) {
      Made->References.insert(D);
    } else if (Held->Ty->Mutable) {
      Held = holdHandle(D, Held->Ty, Held, Mutable, C.getLocation());
    } else if (Held->Ty->isRecord() && !Held->Ty->TrivialCopy) {
      core::Variable *Copy = F.variable(D->getName(), Held->Ty);
      Copy->Const = !Mutable;
      if (Mutable)
        Changing.insert(Copy);
      initialise(Copy, From, C.getLocation());
      Held = name(Copy, C.getLocation());
    } else if (Mutable || !isSettled(Held)) {
      Held = copyOf(Held, D->getName(), Mutable, C.getLocation());
    }
    Made->Copies[D] = Held;
  }
  return Made;
}

//===-- Calling -----------------------------------------------------------===//

/// Whether a std::function with the signature Type that holds FD has nothing to convert.
bool FunctionLowering::isCalledAs(const FunctionDecl *FD, const FunctionProtoType *Type) const {
  bool Same = Type->getNumParams() == FD->getNumParams() &&
              (Type->getReturnType()->isVoidType() ||
               Ctx.hasSameUnqualifiedType(Type->getReturnType(), FD->getReturnType()));
  for (unsigned I = 0; Same && I < FD->getNumParams(); ++I) {
    QualType P = FD->getParamDecl(I)->getType(), Q = Type->getParamType(I);
    bool Reads = P->isReferenceType() && P->getPointeeType().isConstQualified();
    Same = Ctx.hasSameUnqualifiedType(P, Q) ||
           ((Reads || !P->isReferenceType()) &&
            Ctx.hasSameUnqualifiedType(P.getNonReferenceType(), Q.getNonReferenceType()));
  }
  return Same;
}

/// The function that a call of C runs, Direct where the call itself says it. Null after an error.
const FunctionDecl *FunctionLowering::targetOf(const Closure *C, const FunctionDecl *Direct,
                                               const FunctionProtoType *CalledAs,
                                               SourceLocation Loc) {
  if (C->Function && !CalledAs)
    return C->Function;
  const FunctionDecl *FD = C->Function;
  if (!FD) {
    const auto *MD = dyn_cast_or_null<CXXMethodDecl>(Direct);
    if (isLambda(MD ? MD->getParent() : nullptr))
      return Direct;
    FD = C->Lambda->getCallOperator();
  }
  auto Refuse = [&](llvm::StringRef Why) -> const FunctionDecl * {
    error(Loc, "cannot differentiate this call: " + Why,
          "call the function itself, or pass it to a function template");
    return nullptr;
  };
  if (FD->isDependentContext() || FD->isTemplated())
    return Refuse("which instance of the generic lambda it runs is not known");
  if (CalledAs && !isCalledAs(FD, CalledAs))
    return Refuse("the function and the std::function that holds it have different signatures");
  return FD;
}

/// Counts what S, in which Const tells that the next name is only read, does with D: what only
/// reads it, or moves it on, as Moved. Everything else is Others.
static void findChanges(const Stmt *S, const VarDecl *D, bool Const, const DeclRefExpr *&Moved,
                        unsigned &Others) {
  if (!S)
    return;
  if (const auto *R = dyn_cast<DeclRefExpr>(S)) {
    Others += R->getDecl() == D && !Const;
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && Call->getNumArgs() == 1 && isStd(Call->getDirectCallee(), "move"))
    if (const auto *R = dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreParens());
        R && R->getDecl() == D) {
      Others += Moved != nullptr;
      Moved = R;
      return;
    }
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  const bool ToConst = Cast && Cast->getCastKind() == CK_NoOp && Cast->isGLValue() &&
                       Cast->getType().isConstQualified();
  for (const Stmt *C : S->children())
    findChanges(C, D, ToConst || (Const && isa<ParenExpr>(S)), Moved, Others);
}

/// Whether the std::function D, a variable of the function or one of its parameters, is changed by
/// more than being moved on, last of all.
static bool isMovedOnOnly(const Stmt *Body, const VarDecl *D) {
  const DeclRefExpr *Moved = nullptr;
  unsigned Others = 0;
  findChanges(Body, D, false, Moved, Others);
  return !Others && (!Moved || isLastMention(Body, Moved));
}

/// Whether the function in which D is declared assigns another function to it. A lambda stays what
/// it is.
bool FunctionLowering::changesFunction(const VarDecl *D) const {
  if (!Uses.Modified.count(D) || D->getType()->isFunctionReferenceType() ||
      isLambda(D->getType().getNonReferenceType()->getAsCXXRecordDecl()) ||
      isBoundFunction(D->getType()))
    return false;
  // To move it on is not to change it, if that is all that is done to it.
  if (D->getType()->isReferenceType() || !isStdFunction(D->getType()))
    return true;
  if (!isa<ParmVarDecl>(D))
    return !isMovedOnOnly(Frames.back().Decl->getBody(), D);
  const auto *FD = dyn_cast<FunctionDecl>(D->getDeclContext());
  const FunctionDecl *Def = nullptr;
  if (!FD || !FD->hasBody(Def))
    return true;
  unsigned Initialises = 0; // where a constructor moves it into a member
  const Expr *Moved = nullptr;
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      if (unsigned Here = countMentions(I->getInit(), D)) {
        Initialises += Here;
        Moved = I->getInit();
      }
  if (!Initialises)
    return !isMovedOnOnly(Def->getBody(), D);
  const auto *R = dyn_cast<DeclRefExpr>(passedOn(Moved));
  return Initialises + countMentions(Def->getBody(), D) != 1 || !R || R->getDecl() != D;
}

} // namespace ad::lower
