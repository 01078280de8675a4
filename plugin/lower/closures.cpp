//===- lower/closures.cpp - functions that are known as values ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Lambdas, pointers to functions and std::function are followed by what they are, not stored: a
// variable or parameter that holds one stands for it (Closure), and a call of it is a call of that
// very function. Where such a callee cannot be inlined, because it is recursive or returns from
// inside a loop, a function is made for these arguments:
//  1. what the closures capture is collected, in order: values, and places captured by reference;
//  2. the function of these lambdas with captures of these types is looked up, or made: its
//     parameters are those of the callee that are no closures, then the captures;
//  3. in its body the closures are the same lambdas, with the parameters for captures.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
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

bool isClosureObject(QualType T) {
  return isLambda(T.getNonReferenceType()->getAsCXXRecordDecl()) || isStdFunction(T);
}

bool isCallable(QualType T) {
  return isClosureObject(T) || isFunctionPointer(T.getNonReferenceType());
}

/// E without what only passes a function on: conversions, copies, `&f`, `*p`, `+[] {}`.
static const Expr *passedOn(const Expr *E, bool *Copied = nullptr) {
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
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() >= 1 &&
                                                            isCallable(C->getType()) &&
                                                            isCallable(C->getArg(0)->getType())) {
      if (Copied)
        *Copied |= C->getConstructor()->isCopyOrMoveConstructor() ||
                   !isLambda(C->getType()->getAsCXXRecordDecl());
      E = C->getArg(0);
    } else if (const auto *I = dyn_cast<InitListExpr>(E); I && I->getNumInits() == 1)
      E = I->getInit(0);
    else if (const auto *C = dyn_cast<CXXMemberCallExpr>(E);
             C && isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl()) &&
             isLambda(C->getMethodDecl()->getParent()))
      E = C->getImplicitObjectArgument();
    else if (const auto *C = dyn_cast<CallExpr>(E);
             C && C->getDirectCallee() && C->getNumArgs() == 1 &&
             (isStd(C->getDirectCallee(), "move") || isStd(C->getDirectCallee(), "forward")))
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

static bool isMutable(const LambdaExpr *E) {
  const CXXMethodDecl *Operator = E->getCallOperator();
  return Operator && !Operator->isConst();
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
  while (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E))
    E = C->getSubExpr()->IgnoreImplicit();
  const auto *List = dyn_cast<InitListExpr>(E);
  for (const Expr *I : List ? List->inits() : llvm::ArrayRef<Expr *>()) {
    if (I->getType()->getAsCXXRecordDecl() != RD)
      continue;
    const Expr *Made = I->IgnoreImplicit();
    if (const auto *C = dyn_cast<CXXConstructExpr>(Made); C && C->getNumArgs() == 1)
      Made = C->getArg(0)->IgnoreImplicit();
    const auto *Lambda = dyn_cast<LambdaExpr>(Made);
    bool Copies = !Lambda || llvm::any_of(Lambda->captures(), [](const LambdaCapture &C) {
      return C.getCaptureKind() != LCK_ByRef;
    });
    return Named && Copies ? nullptr : I;
  }
  return nullptr;
}

/// Whether closure(E) finds one. Evaluates nothing.
bool FunctionLowering::isKnownFunction(const Expr *E) const {
  if (!isCallable(E->getType()))
    return false;
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  E = passedOn(E);
  if (isa<LambdaExpr>(E))
    return true;
  if (const Expr *One = ofOverloadSet(E, RD))
    return isKnownFunction(One);
  if (followedMember(E))
    return true;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    if (isa<FunctionDecl>(R->getDecl()) || closureOf(R->getDecl()))
      return true;
    const Expr *Init = constantInitialiser(R->getDecl());
    return Init && isKnownFunction(Init);
  }
  return isa<CallExpr>(E) && isClosureObject(E->getType());
}

/// The function that E is, seen through copies and names; null if it is none that is known.
const Closure *FunctionLowering::closure(const Expr *E) {
  if (!isCallable(E->getType()))
    return nullptr;
  bool Copied = false;
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  E = passedOn(E, &Copied);
  if (const Expr *One = ofOverloadSet(E, RD))
    return closure(One);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return makeClosure(Lambda);
  if (const MemberExpr *Member = followedMember(E)) {
    const HeldMember *Found = heldMember(Member);
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
    if (const Expr *Init = constantInitialiser(R->getDecl()))
      return closure(Init);
  }
  // A function that returns one: its body says which.
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && isClosureObject(E->getType())) {
    Returned = nullptr;
    call(Call);
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
    if (const Closure *Inner = From ? closure(From) : nullptr) {
      Made->Inner[D] = Inner;
      if (C.getCaptureKind() == LCK_ByRef)
        Made->References.insert(D);
      continue;
    }
    if (E->isInitCapture(&C)) {
      const auto *V = cast<VarDecl>(D);
      if (isOwner(V->getType()))
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
  // std::function converts arguments and results: let it have nothing to do.
  if (CalledAs) {
    bool Same = CalledAs->getNumParams() == FD->getNumParams() &&
                (CalledAs->getReturnType()->isVoidType() ||
                 Ctx.hasSameUnqualifiedType(CalledAs->getReturnType(), FD->getReturnType()));
    for (unsigned I = 0; Same && I < FD->getNumParams(); ++I) {
      QualType P = FD->getParamDecl(I)->getType(), Q = CalledAs->getParamType(I);
      bool Reads = P->isReferenceType() && P->getPointeeType().isConstQualified();
      Same = Ctx.hasSameUnqualifiedType(P, Q) ||
             ((Reads || !P->isReferenceType()) &&
              Ctx.hasSameUnqualifiedType(P.getNonReferenceType(), Q.getNonReferenceType()));
    }
    if (!Same)
      return Refuse("the function and the std::function that holds it have different signatures");
  }
  return FD;
}

//===-- A function for these closures ---------------------------------------===//

namespace {
/// One capture, in the caller.
struct Capture {
  const Closure *Owner;
  const ValueDecl *D; ///< null: `this`
  const core::Expr *Held;
  bool ByReference;
  const core::Type *Handle = nullptr; ///< Held is the pointer or the size of such a span
};

/// The closures that a call passes, and all that they capture.
struct Captures {
  std::vector<const Closure *> Closures; ///< each once
  std::vector<Capture> All;
  std::vector<const void *> Key; ///< equal where the same function serves
  std::function<bool(const core::Expr *)> IsSettled;
  std::function<std::pair<const core::Expr *, const core::Expr *>(const core::Expr *)> HandleParts;

  void add(const Closure *C) {
    auto Known = llvm::find(Closures, C);
    Key.push_back(reinterpret_cast<const void *>(Known - Closures.begin() + 1));
    if (Known != Closures.end())
      return;
    Closures.push_back(C);
    Key.push_back(C->Lambda ? static_cast<const void *>(C->Lambda)
                            : C->Function->getCanonicalDecl());
    if (!C->Lambda)
      return;
    if (C->This)
      leaf({C, nullptr, C->This, true});
    for (const LambdaCapture &L : C->Lambda->captures()) {
      if (!L.capturesVariable())
        continue;
      const ValueDecl *D = L.getCapturedVar();
      if (const Closure *Inner = C->Inner.lookup(D))
        add(Inner);
      else if (const core::Expr *Held = C->Copies.lookup(D))
        leaf({C, D, Held, C->References.contains(D) || isMutable(C->Lambda)});
      else
        Key.push_back(nullptr);
    }
  }

private:
  void leaf(Capture C) {
    if (const core::Type *Handle = C.Held->Ty; Handle->Mutable) {
      auto [Data, Size] = HandleParts(C.Held);
      leaf({C.Owner, C.D, Data, C.ByReference, Handle});
      return leaf({C.Owner, C.D, Size, C.ByReference, Handle});
    }
    // What never changes is as good as a copy.
    C.ByReference &= core::isPlace(C.Held) && !(C.Held->Ty->isScalar() && IsSettled(C.Held));
    // Objects are not copied once more.
    C.ByReference |= core::isPlace(C.Held) && !C.Held->Ty->isScalar();
    All.push_back(C);
    Key.push_back(C.Held->Ty);
    Key.push_back(reinterpret_cast<const void *>(C.ByReference ? isConst(C.Held) ? 2 : 1 : 0));
  }

public:
  /// Whether the place may not be written.
  static bool isConst(const core::Expr *Place) {
    const core::Expr *At = Place; // `this` of a constant method leads to what is constant
    while (At->is(ExprKind::Member) || At->is(ExprKind::BaseOf))
      At = At->operand();
    if (At->is(ExprKind::Dereference))
      return At->operand()->Ty->ElementConst;
    const core::Variable *V = core::rootVariable(Place);
    return V && (V->Const || (V->Ty->isReference() && V->Ty->ElementConst));
  }
};
} // namespace

static bool namesLocalClass(Lowering &L, QualType T) {
  if (L.namesStandIn(T))
    return true;
  T = T.getNonReferenceType();
  while (T->isPointerType())
    T = T->getPointeeType();
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && !RD->isLambda() && isLocalClass(RD);
}

/// Whether a call of Def can become a call of a function made for its closures.
bool FunctionLowering::canConvert(const FunctionDecl *Def) const {
  QualType R = Def->getReturnType();
  if (isa<CXXConstructorDecl>(Def) || R->isReferenceType() || R->isPointerType() ||
      isClosureObject(R) || namesLocalClass(L, R) || Def->isVariadic() ||
      isHandleRecord(R->getAsRecordDecl()))
    return false;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(Def);
      MD && !MD->getParent()->isLambda() &&
      (isLocalClass(MD->getParent()) || L.standsIn(MD->getParent())))
    return false;
  return llvm::none_of(Def->parameters(), [this](const ParmVarDecl *P) {
    QualType T = P->getType();
    return namesLocalClass(L, T) ||
           (T->isReferenceType() && !T->getPointeeType().isConstQualified() &&
            isHandleRecord(T->getPointeeType()->getAsRecordDecl()));
  });
}

/// Whether the function whose parameter P is assigns another function to it. A lambda stays what it
/// is.
bool FunctionLowering::changesFunction(const ParmVarDecl *P) const {
  if (!Uses.Modified.count(P) || P->getType()->isFunctionReferenceType() ||
      isLambda(P->getType().getNonReferenceType()->getAsCXXRecordDecl()))
    return false;
  // To move it on is not to change it, if that is all that is done to it.
  const auto *FD = dyn_cast<FunctionDecl>(P->getDeclContext());
  const FunctionDecl *Def = nullptr;
  if (P->getType()->isReferenceType() || !FD || !FD->hasBody(Def) || !isStdFunction(P->getType()))
    return true;
  unsigned Mentions = countMentions(Def->getBody(), P);
  const Expr *Moved = nullptr;
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      if (unsigned Here = countMentions(I->getInit(), P)) {
        Mentions += Here;
        Moved = I->getInit();
      }
  const auto *R = Moved ? dyn_cast<DeclRefExpr>(passedOn(Moved)) : nullptr;
  return Mentions != 1 || !R || R->getDecl() != P;
}

const core::Expr *FunctionLowering::convertedCall(const FunctionDecl *Def, const Expr *Object,
                                                  const Closure *Env,
                                                  llvm::ArrayRef<const Expr *> Args,
                                                  const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  Uses.scan(Def->getBody(), L.Usages);
  // 1. The closures, and the other arguments.
  Captures Passed;
  Passed.IsSettled = [this](const core::Expr *E) { return isSettled(E); };
  Passed.HandleParts = [this, Loc](const core::Expr *E) { return handleParts(E, Loc); };
  std::vector<std::pair<const ParmVarDecl *, const Closure *>> ByParameter;
  if (Env)
    Passed.add(Env);
  std::vector<Part> Parts;
  if (Object && !Env) {
    bool Pointer = Object->getType()->isPointerType();
    Parts.push_back(
        {[this, Object, Pointer, Loc] {
           const core::Expr *P = value(Object);
           return Pointer ? dereference(P, Loc) : core::isPlace(P) ? P : freeze(P, Loc, "object");
         },
         true});
  }
  std::vector<const ParmVarDecl *> Plain;
  for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I) {
    const ParmVarDecl *P = Def->getParamDecl(I);
    if (const Closure *C = changesFunction(P) ? nullptr : closure(Args[I])) {
      ByParameter.push_back({P, C});
      Passed.Key.push_back(P);
      Passed.add(C);
      continue;
    }
    Plain.push_back(P);
    Parts.push_back(argument(Args[I], P));
  }
  std::vector<const core::Expr *> Values = inOrder(Parts);
  for (const Capture &C : Passed.All)
    if (const CXXRecordDecl *Class = L.classOf(C.Held->Ty); Class && L.standsIn(Class)) {
      error(Loc,
            "cannot differentiate this call: the function captures an object that holds "
            "functions or references",
            "capture what it holds");
      return poison(E);
    }
  for (size_t I = 0; I < Plain.size(); ++I) {
    const core::Expr *&V = Values[I + (Object && !Env)];
    QualType T = Plain[I]->getType();
    if (T->isReferenceType() && !T->getPointeeType().isConstQualified() && !core::isPlace(V))
      V = name(declare("value", V->Ty, V, false, Loc), Loc);
    if (isOwner(T))
      destroyLater(V, T);
  }
  // A span is a pointer and a size.
  for (size_t I = Plain.size(); I-- > 0;) {
    const core::Type *Ty = type(Plain[I]->getType())->nonReference();
    if (!Ty->Mutable)
      continue;
    auto At = Values.begin() + I + (Object && !Env);
    auto [Data, Size] = handleParts(*At, Loc);
    const core::Expr *Whole = handle(Ty, Data, Size, Loc);
    *At = Whole->operand(0);
    Values.insert(At + 1, Whole->operand(1));
  }
  if (Object && !Env)
    Values[0] =
        addressOf(Values[0], M.pointer(Values[0]->Ty, cast<CXXMethodDecl>(Def)->isConst()), Loc);

  // 2. The function.
  core::Function *&Known = L.Converted[{Def, Passed.Key}];
  core::Function *Made = Known;
  // A function that passes itself a closure of the one that it was passed would go on for ever.
  constexpr unsigned Deepest = 30;
  if (!Made && (L.Converting == Deepest || L.ConvertedTooDeep)) {
    if (!std::exchange(L.ConvertedTooDeep, true))
      error(Loc,
            "cannot differentiate this recursive call: the function that it passes on is another "
            "one each time",
            "pass the same function on, and what changes as an argument");
    return poison(E);
  }
  if (!Made) {
    llvm::SaveAndRestore Deeper(L.Converting, L.Converting + 1);
    std::string Name = Env && Env == Passed.Closures[0] && !Env->Name.empty() ? Env->Name
                       : Env                                                  ? "lambda"
                                                                              : identifierFor(Def);
    Made = Known = L.convertedFunction(Def, Name);
    FunctionLowering Inner(L, *Made);
    core::Variable *This = nullptr;
    if (Object && !Env) {
      This = Made->variable("self", Values[0]->Ty, core::Storage::Parameter);
      Made->Params.push_back(This);
    }
    for (const ParmVarDecl *P : Plain) {
      llvm::StringRef Name = plainName(P, "argument");
      if (const core::Type *Ty = type(P->getType())->nonReference(); Ty->Mutable) {
        for (const core::Field &Fd : Ty->Fields)
          Made->Params.push_back(Made->variable((Name + "_" + core::fieldLabel(Fd.Name)).str(),
                                                Fd.Ty, core::Storage::Parameter));
        continue;
      }
      const core::Type *Ty = type(P->getType());
      // The caller destroys its copy; a smart pointer may have given away its object by then.
      bool Gives = Uses.Modified.count(P) || Uses.Escaping.count(P);
      if (isOwner(P->getType()) && (Gives || !isSmart(P->getType())))
        Ty = M.reference(Ty, /*ElementConst=*/false);
      core::Variable *V = Made->variable(Name, Ty, core::Storage::Parameter);
      V->Const = P->getType().isConstQualified();
      V->Constant = L.isConstant(P);
      V->Loc = P->getLocation().getRawEncoding();
      Made->Params.push_back(V);
    }
    // 3. Its closures.
    std::map<const Closure *, Closure *> Mine;
    for (const Closure *C : Passed.Closures) {
      Inner.OwnedClosures.push_back(std::make_unique<Closure>());
      Closure *Copy = Mine[C] = Inner.OwnedClosures.back().get();
      Copy->Lambda = C->Lambda;
      Copy->Function = C->Function;
      Copy->Name = C->Name;
      Copy->References = C->References;
      Copy->CopiesThis = C->CopiesThis;
    }
    for (const Closure *C : Passed.Closures)
      for (auto [D, Nested] : C->Inner)
        if (Mine.count(Nested))
          Mine[C]->Inner[D] = Mine[Nested];
    const core::Expr *Data = nullptr; // of the span whose size comes next
    for (const Capture &C : Passed.All) {
      const core::Type *Ty = C.Held->Ty;
      if (C.ByReference)
        Ty = M.reference(Ty, Captures::isConst(C.Held));
      core::Variable *V =
          Made->variable(C.D ? plainName(C.D, "captured") : "self", Ty, core::Storage::Parameter);
      V->Loc = Loc.getRawEncoding();
      if (const core::Variable *Root = core::rootVariable(C.Held))
        V->Constant = Root->Constant;
      Made->Params.push_back(V);
      if (C.ByReference && !Ty->ElementConst)
        Inner.Changing.insert(V);
      const core::Expr *Held = Inner.name(V, Loc);
      if (C.Handle && Data)
        Held = Inner.handle(C.Handle, std::exchange(Data, nullptr), Held, Loc);
      else if (C.Handle)
        Data = Held;
      if (C.D)
        Mine[C.Owner]->Copies[C.D] = Held;
      else
        Mine[C.Owner]->This = Held;
    }
    for (auto &[P, C] : ByParameter)
      Inner.Closures[P] = Mine[C];
    if (Made->Result->isPointer()) { // the caller's place for it
      core::Variable *V = Made->variable("made", M.reference(Made->Result, /*ElementConst=*/false),
                                         core::Storage::Parameter);
      Made->Params.push_back(V);
      Inner.Changing.insert(V);
      Made->Result = M.voidType();
    }
    Inner.runConverted(Def, This, Env ? Mine[Env] : nullptr, Plain);
  }
  for (const Capture &C : Passed.All)
    Values.push_back(C.Held);
  const core::Expr *Result = nullptr;
  if (isSmart(Def->getReturnType())) {
    const core::Type *Ty = type(Def->getReturnType());
    core::Variable *V = declare(identifierFor(Def) + "_made", Ty, literal("nullptr", Ty, Loc),
                                /*Const=*/false, Loc);
    Changing.insert(V);
    Declared.insert(V);
    Result = name(V, Loc);
    Values.push_back(Result);
  }
  if (Made->Params.size() > Values.size() && holdsShared(Made->Params.back()))
    Values.push_back(name(sharedObjects(Loc), Loc));
  if (Made->Failed) {
    F.Failed = true;
    return poison(E);
  }
  const core::Expr *Value = callStatement(Made, Def, Values, Loc, nullptr, true);
  return Result ? Result : Value;
}

/// The body of Def as that of a function made for its closures.
void FunctionLowering::runConverted(const FunctionDecl *Def, core::Variable *This,
                                    const Closure *Env, llvm::ArrayRef<const ParmVarDecl *> Plain) {
  if (!checkFence(L, Def)) {
    F.Failed = true;
    return;
  }
  Uses.scan(Def->getBody(), L.Usages);
  for (const NamedDecl *D : Uses.Named)
    if (D->getIdentifier() && D->getDeclContext()->getRedeclContext()->isFileContext())
      F.keepFree(D->getName());
  Out = &F.Body;
  Frame Fr;
  Fr.Decl = Def;
  Fr.Env = Env;
  if (This)
    Fr.This = dereference(name(This, Def->getLocation()), Def->getLocation());
  if (isSmart(Def->getReturnType()) && F.Result->isVoid())
    Fr.ResultVariable = F.Params.back();
  Frames.push_back(Fr);
  size_t Next = This ? 1 : 0;
  for (const ParmVarDecl *P : Plain) {
    const core::Type *Ty = type(P->getType())->nonReference();
    SourceLocation Loc = P->getLocation();
    core::Variable *V = F.Params[Next++];
    if (Ty->Mutable)
      bindHandle(P, Ty, handle(Ty, name(V, Loc), name(F.Params[Next++], Loc), Loc), Loc);
    else
      bindParameter(P, V);
  }
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  if (Body)
    sequence(llvm::SmallVector<const Stmt *, 8>(Body->body_begin(), Body->body_end()));
  else
    error(Def->getLocation(), "cannot differentiate a function whose body is a try block");
  Frames.pop_back();
  shareWithCaller();
  finish();
  localRecords();
  F.HasBody = !F.Failed;
}

core::Function *Lowering::convertedFunction(const FunctionDecl *Def, const std::string &Name) {
  core::Function *F = M.function(Name);
  F->Origin = Def;
  F->IsSynthetic = true;
  F->IsHelper = F->IsStatic = true;
  F->Loc = Def->getLocation().getRawEncoding();
  F->Where = where(Def);
  F->Scope.Namespaces = namespacesOf(Def);
  std::string Space;
  for (llvm::StringRef N : F->Scope.Namespaces)
    if (!N.empty() && !N.starts_with("inline "))
      Space += N.str() + "::";
  unsigned Same = llvm::count_if(
      M.Functions, [&](const core::Function &Other) { return Other.Name == Name && &Other != F; });
  F->SourceName = Space + Name + "_closed" + (Same ? "_" + std::to_string(Same + 1) : "");
  F->Result = type(Def->getReturnType());
  Lowered.insert(F);
  return F;
}

} // namespace ad::lower
