//===- lower/declarations.cpp - local variables and references ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Local references do not exist in Core: they are the place they are bound to, its indices frozen
// if they may change while the reference lives.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

void FunctionLowering::declStmt(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      variableDecl(V);
      declareHeapSize(V);
      continue;
    }
    if (isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl, NamespaceAliasDecl,
            UsingEnumDecl, EnumDecl, EmptyDecl, UsingShadowDecl>(D))
      continue;
    // A local class is declared again where its type is named (see types of local classes).
    if (isa<TagDecl>(D))
      continue;
    if (isa<FunctionDecl>(D))
      continue;
    error(D->getLocation(), "cannot differentiate a declaration of this kind");
  }
}

/// The Core variable of D, bound to it.
core::Variable *FunctionLowering::newVariable(const VarDecl *D) {
  const core::Type *Adapted = L.adaptedDeque(D->getType());
  if (!Adapted)
    Adapted = L.localSmartArray(D->getType());
  core::Variable *V = F.variable(plainName(D, "object"), Adapted ? Adapted : type(declaredType(D)));
  V->Const =
      D->getType().isConstQualified() || Ctx.getBaseElementType(D->getType()).isConstQualified();
  V->Constant = L.isConstant(D) || D->isStaticLocal();
  V->Number = constantNumber(D, Ctx);
  V->AddressTaken = Uses.Escaping.count(D);
  V->Loc = D->getLocation().getRawEncoding();
  if (Uses.Modified.count(D) && !V->Const)
    Changing.insert(V);
  Declared.insert(V);
  if (V->Const)
    UserConst.insert(V);
  Bindings[D] = name(V, D->getLocation());
  return V;
}

/// D begins anew: the body that declares it may be written out several times, and what D stood for
/// there before is not what it stands for here.
void FunctionLowering::forget(const ValueDecl *D) {
  Bindings.erase(D);
  Closures.erase(D);
  FunctionLists.erase(D);
  FunctionEntries.erase(D);
  Pairs.erase(D);
  Pipelines.erase(D);
}

void FunctionLowering::variableDecl(const VarDecl *D) {
  SourceLocation Loc = D->getLocation();
  if (D->isInvalidDecl()) {
    F.Failed = true;
    return;
  }
  if (D->hasExternalStorage())
    return;
  if ((D->isStaticLocal() || D->getTLSKind() != VarDecl::TLS_None) && staticDecl(D))
    return;
  forget(D);
  if (D->getType()->isReferenceType())
    return referenceDecl(D);
  if (declareBuffer(D))
    return;
  if (isOfEigen(D->getType()))
    return Eigen.declare(D);
  if (const auto *Copied = dyn_cast_or_null<ArrayInitLoopExpr>(D->getInit()))
    return declareArrayCopy(D, expr(Copied->getCommonExpr()->getSourceExpr()));
  const Expr *Init = D->getInit();
  // A lambda is known by its body, not stored.
  if (Init && !changesFunction(D)) {
    const ValueDecl *Outer = std::exchange(Defining, isStdFunction(D->getType()) ? D : nullptr);
    const Closure *C = closureOrEmpty(Init);
    Defining = Outer;
    if (C) {
      if (C->Name.empty())
        const_cast<Closure *>(C)->Name = plainName(D, "").str();
      Closures[D] = C;
      return;
    }
  }
  if (declareFunctionList(D) || declareFunctionTable(D) || declareTableIterator(D) ||
      declareChangingFunction(D) || declareView(D))
    return;
  if (Init && bindPart(D, Init))
    return;
  if (Init && isOverloadSet(D->getType()->getAsCXXRecordDecl()))
    return declareOverloadSet(D);
  if (Init && bindExtremes(D, Init)) {
    if (const auto *DD = dyn_cast<DecompositionDecl>(D))
      structuredBinding(DD);
    return;
  }
  if (declareComingFunction(D))
    return;
  const core::Type *Ty = type(D->getType());
  if (isStdFunction(D->getType())) {
    error(Loc,
          "cannot differentiate the std::function '" + plainName(D, "this") +
              "': which function it holds is not known",
          "initialise it with a function or a lambda; assign it in the same function only, outside "
          "of loops");
    Bindings[D] = name(F.variable(plainName(D, "object"), Ty), Loc);
    return;
  }
  if (Ty->is(core::TypeKind::Opaque) && !isOpaqueObject(D->getType()) &&
      !L.adaptedDeque(D->getType()) && !L.localSmartArray(D->getType())) {
    error(Loc,
          "cannot differentiate a function with a variable of type '" + L.spelling(D->getType()) +
              "'",
          L.differentiable(D->getType())
              ? "use std::vector, arrays, std::array or records of floating values"
              : "move it into a function that is called, marked [[ad::constant]]");
    Bindings[D] = name(F.variable(plainName(D, "object"), Ty), Loc);
    return;
  }
  if (isOwner(D->getType()))
    return ownerDecl(D);
  if (declareSmartArray(D))
    return;
  if ((Ty->IsMap || isMapHolder(Ty)) && bindHolder(D))
    return;
  const core::Type *Leaf = Ty;
  while (Leaf->isArray() && !Leaf->IsVector)
    Leaf = Leaf->Element;
  if (Leaf->Owns)
    error(Loc,
          "cannot differentiate an array of objects of type '" + Leaf->Spelling +
              "', whose destructor is not trivial",
          "use single objects, or keep the array in the caller");

  if (Ty->Mutable)
    return bindHandle(D, Ty, Init ? value(Init) : zero(Ty, Loc), Loc);
  beginLifetime();
  const Expr *Saved = std::exchange(Waiting, Init);
  size_t Mark = Waiters.size();
  if (Init) {
    // The variable is bound before its initialiser is lowered only where that can mention it.
    core::Variable *V = newVariable(D);
    initialise(V, Init, Loc);
  } else {
    core::Stmt *S = stmt(StmtKind::Declare, Loc);
    S->Var = newVariable(D);
    startCounters(S->Var, nullptr, Loc);
    S->Var->Const = false;
    Changing.insert(S->Var);
    emit(S);
  }
  while (Waiters.size() > Mark) {
    emit(Waiters[Mark]);
    Waiters.erase(Waiters.begin() + Mark);
  }
  Waiting = Saved;
  endLifetime();
  watchIterator(D);
  if (const auto *DD = dyn_cast<DecompositionDecl>(D))
    structuredBinding(DD);
}

/// D, bindings by value, is a copy of the C array From.
void FunctionLowering::declareArrayCopy(const VarDecl *D, const core::Expr *From) {
  SourceLocation Loc = D->getLocation();
  core::Variable *Copy = newVariable(D);
  if (!isPlainData(Copy->Ty))
    error(Loc, "cannot differentiate a copy of a C array as a whole",
          "bind it by reference, or use std::array");
  Copy->Const = false;
  Changing.insert(Copy);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = Copy;
  emit(S);
  if (!F.Failed)
    assignElement(name(Copy, Loc), From, Loc);
  structuredBinding(cast<DecompositionDecl>(D));
}

bool isNeverCopied(const CXXRecordDecl *RD) {
  if (!RD || !RD->hasDefinition() || RD->isLambda())
    return false;
  for (const CXXConstructorDecl *CD : RD->ctors())
    if (CD->isCopyConstructor())
      return CD->isDeleted();
  return RD->hasUserDeclaredMoveConstructor() || RD->hasUserDeclaredMoveAssignment() ||
         RD->defaultedCopyConstructorIsDeleted();
}

/// The variable that Before, which evaluates the initialiser E of V to Value, has made for it
/// alone: what both arms of `c ? g(x) : h(x)` fill, a vector, or an object that cannot be copied,
/// that a function that is written out returns.
static const core::Variable *madeFor(Lowering &L, const core::Variable *V, const Expr *E,
                                     const core::Expr *Value, const core::Block &Before) {
  E = E->IgnoreParenImpCasts();
  if (Before.empty() || !Value->is(ExprKind::Variable) || Value->Var->Ty != V->Ty)
    return nullptr;
  const core::Variable *Made = Value->Var;
  if (isa<AbstractConditionalOperator>(E))
    return Before.Stmts.back()->is(StmtKind::If) ? Made : nullptr;
  const bool Declared = llvm::any_of(Before.Stmts, [&](const core::Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var == Made;
  });
  const bool InPlace = V->Ty->IsVector || isNeverCopied(L.classOf(V->Ty));
  const bool Returned = isa<CallExpr>(E) && E->isPRValue() && InPlace;
  return Returned && Declared && !Made->AddressTaken && !Made->Static ? Made : nullptr;
}

/// V takes the place of Made in Before.
void FunctionLowering::become(core::Variable *V, const core::Variable *Made, core::Block &Before,
                              SourceLocation Loc) {
  core::walk(Before, [&](core::Stmt *S) {
    if (S->Var == Made)
      S->Var = V;
    core::rewrite(M, *S, [&](const core::Expr *N) -> const core::Expr * {
      return N->is(ExprKind::Variable) && N->Var == Made ? name(V, Loc) : nullptr;
    });
  });
  V->Const = false;
  V->Shadow = Made->Shadow;
  Changing.insert(V);
  core::forEachVector(M, name(const_cast<core::Variable *>(Made), Loc),
                      [&](const core::Expr *Part) {
                        if (core::Variable *N = counterOf(Part)) {
                          N->Counts = V;
                          Counters[{V, N->CountsPath}] = N;
                        }
                      });
}

/// Declares V with the value of Init; calls, constructors and conditionals with statements declare
/// it themselves.
void FunctionLowering::initialise(core::Variable *V, const Expr *Init, SourceLocation Loc) {
  const Expr *E = Init;
  for (;;) {
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *I = dyn_cast<InitListExpr>(E);
             I && I->getNumInits() == 1 && (I->isTransparent() || I->getType()->isScalarType()))
      E = I->getInit(0);
    else if (const auto *I = dyn_cast<ImplicitCastExpr>(E);
             I && I->getCastKind() == CK_ConstructorConversion &&
             isStdValarray(I->getType()->getAsRecordDecl())) // `a = b + c` is made in place
      E = I->getSubExpr();
    else
      break;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    construct(C, V);
    return;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && (L.standsIn(List->getType()->getAsCXXRecordDecl()) || madeInPlace(List))) {
    makeAggregate(List, V);
    return;
  }
  if (const Expr *New = allocation(E);
      New && (type(New->getType()) == V->Ty ||
              (isa<CallExpr>(New) && V->Ty->isPointer() && !V->Ty->Element->isVoid()))) {
    allocate(New, V);
    return;
  }
  if (becomesCall(E) && type(E->getType()) == V->Ty) {
    call(cast<CallExpr>(E->IgnoreParenImpCasts()), V);
    return;
  }
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  const core::Expr *Value = nullptr;
  core::Block Before = capture([&] { Value = valueTyped(V->Ty, E); });
  if (const core::Variable *Made = madeFor(L, V, E, Value, Before)) {
    become(V, Made, Before, Loc);
    return append(Before);
  }
  append(Before);
  if (V->Ty->IsVector) {
    declareVector(V, V->Ty, Value, knownSize(Value, Loc), Loc);
    return;
  }
  if (V->Ty->IsMap) {
    declareMap(V, Loc);
    return copyMap(name(V, Loc), Value, Loc, E->isPRValue());
  }
  Value = movedOn(Value, Loc);
  startCounters(V, Value, Loc);
  S->Value = Value;
  emit(S);
  finishCounters(V, Value, Loc);
  keepMapOf(name(V, Loc), Value, Loc);
  keepContainerOf(name(V, Loc), Value, Loc);
}

void FunctionLowering::referenceDecl(const VarDecl *D) {
  bindReference(D, D->getInit(), D->getLocation());
  if (const auto *DD = dyn_cast<DecompositionDecl>(D))
    structuredBinding(DD);
}

/// The expression that a reference is bound to, without what only keeps a temporary alive.
static const Expr *boundTo(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp)
      E = C->getSubExpr();
    else
      return E;
  }
}

/// Whether what E reads may hold something else later on.
bool FunctionLowering::mayChangeLater(const core::Expr *E) const {
  bool Changes = false;
  core::walk(E, [&](const core::Expr *Sub) {
    if (Sub->is(core::ExprKind::Variable))
      Changes |= !Sub->Var->Const && (Changing.count(Sub->Var) || Sub->Var->AddressTaken);
    else if (core::isPlace(Sub))
      Changes = true;
    return !Changes;
  });
  return Changes;
}

void FunctionLowering::bindReference(const ValueDecl *D, const Expr *Init, SourceLocation Loc) {
  if (!Init) {
    F.Failed = true;
    return;
  }
  if (bindListed(D, Init))
    return;
  // What the member holds later on is asked where the reference is called.
  if (const MemberExpr *Member = followedMember(Init); Member && isStdFunction(Member->getType()))
    L.Coming.insert(Member->getMemberDecl());
  if (const Closure *C = closureOrEmpty(Init)) {
    Closures[D] = C;
    return;
  }
  if (isOfEigen(D->getType()))
    return Eigen.bindReference(D, Init);
  if (bindExtremes(D, Init))
    return;
  const Expr *E = boundTo(Init);
  // A temporary lives as long as the reference: it is a local of that name.
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E)) {
    if (isOwner(T->getType())) {
      Bindings[D] = makeOwner(T->getSubExpr(), plainName(D, "object"));
      return destroyLater(Bindings[D], T->getType());
    }
    if (isMapHolder(type(T->getType()))) {
      Bindings[D] = madeHolder(T->getSubExpr(), /*Spare=*/true);
      return;
    }
    core::Variable *V = F.variable(plainName(D, "object"), type(T->getType()));
    V->Const = D->getType()->getPointeeType().isConstQualified();
    V->AddressTaken = Uses.Escaping.count(D);
    V->Loc = Loc.getRawEncoding();
    if (!V->Const)
      Changing.insert(V);
    initialise(V, T->getSubExpr(), Loc);
    Bindings[D] = name(V, Loc);
    return;
  }
  const core::Expr *Place = boundPlace(E, true, ("'" + plainName(D, "this") + "'").str());
  if (!core::isPlace(Place)) {
    bool Const = !Place->Ty->isArray();
    Bindings[D] = name(declare(D->getName(), Place->Ty, Place, Const, Loc), Loc);
    return;
  }
  auto *Outer = std::exchange(Frozen, ScopeFrozen);
  Bindings[D] = freezePlace(Place, Loc);
  References.push_back({D, Bindings[D]});
  Frozen = Outer;
}

/// The field of this index, bases not counted.
static const core::Field *namedField(const core::Type *Ty, uint64_t Index) {
  if (Ty->isRecord())
    for (const core::Field &Each : Ty->Fields)
      if (!Each.IsBase && Index-- == 0)
        return &Each;
  return nullptr;
}

/// The member that the function that returns for a binding, `get`, is nothing but; null where it
/// does something else.
static const FieldDecl *gotMember(const FunctionDecl *FD, const CXXRecordDecl *Class) {
  const FunctionDecl *Def = nullptr;
  const Stmt *S = FD->hasBody(Def) ? Def->getBody() : nullptr;
  // What is left of an `if constexpr`; none: E is something else.
  auto KeptOf = [&](const Stmt *E) -> std::optional<const Stmt *> {
    const auto *If = dyn_cast<IfStmt>(E);
    if (!If || !If->isConstexpr() || If->getInit() || If->getConditionVariable())
      return std::nullopt;
    const auto Kept = If->getNondiscardedCase(FD->getASTContext());
    return Kept ? std::optional<const Stmt *>(*Kept) : std::nullopt;
  };
  auto DoesNothing = [&](const Stmt *E) {
    const auto Kept = KeptOf(E);
    const auto *D = dyn_cast<DeclStmt>(E);
    return isa<NullStmt>(E) || (Kept && (!*Kept || isa<NullStmt>(*Kept))) ||
           (D && llvm::all_of(D->decls(), [](const Decl *X) { return isa<StaticAssertDecl>(X); }));
  };
  while (S && !isa<ReturnStmt>(S)) {
    if (const auto *C = dyn_cast<CompoundStmt>(S)) { // behind the first there is nothing, or nobody
      const auto First = llvm::find_if_not(C->body(), DoesNothing);
      S = First == C->body_end() ? nullptr : *First;
    } else {
      S = KeptOf(S).value_or(nullptr);
    }
  }
  const Expr *E = S ? cast<ReturnStmt>(S)->getRetValue() : nullptr;
  auto Bare = [](const Expr *E) {
    for (;;) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(E))
        E = Cast->getSubExpr();
      else if (const auto *Call = dyn_cast<CallExpr>(E);
               Call && Call->getNumArgs() == 1 &&
               (Call->isCallToStdMove() || isStd(Call->getDirectCallee(), "forward")))
        E = Call->getArg(0);
      else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
               C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
        E = C->getArg(0);
      else
        return E;
    }
  };
  const auto *M = E ? dyn_cast<MemberExpr>(Bare(E)) : nullptr;
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!F || F->getParent()->getCanonicalDecl() != Class->getCanonicalDecl())
    return nullptr;
  const Expr *Base = Bare(M->getBase());
  const auto *R = dyn_cast<DeclRefExpr>(Base);
  const bool Whole = isa<CXXThisExpr>(Base) ||
                     (R && Def->getNumParams() == 1 && R->getDecl() == Def->getParamDecl(0));
  const QualType Returned = FD->getReturnType().getNonReferenceType();
  return Whole && FD->getASTContext().hasSameUnqualifiedType(Returned,
                                                             F->getType().getNonReferenceType())
             ? F
             : nullptr;
}

/// Bindings are the fields or elements of the (unnamed) whole.
void FunctionLowering::structuredBinding(const DecompositionDecl *D) {
  if (auto Both = Pairs.find(D); Both != Pairs.end()) {
    Bindings[D->bindings()[0]] = Both->second.Smaller;
    Bindings[D->bindings()[1]] = Both->second.Larger;
    return;
  }
  const core::Expr *Whole = Bindings.lookup(D);
  if (!Whole) {
    F.Failed = true;
    return;
  }
  uint64_t Index = 0;
  for (const BindingDecl *B : D->bindings()) {
    const Expr *E = B->getBinding();
    forget(B);
    if (!E)
      return error(D->getLocation(), "cannot differentiate this structured binding");
    if (B->getHoldingVar()) {
      const auto *Class = D->getType().getNonReferenceType()->getAsCXXRecordDecl();
      const Expr *Init = B->getHoldingVar()->getInit();
      const auto *Get = Init ? dyn_cast<CallExpr>(Init->IgnoreImplicit()) : nullptr;
      const FunctionDecl *FD = Get ? Get->getDirectCallee() : nullptr;
      if (Class && !Class->isInStdNamespace()) {
        const FieldDecl *Got = FD ? gotMember(FD, Class) : nullptr;
        const bool Copies = FD && !FD->getReturnType()->isReferenceType();
        if (!Got || L.isFollowed(Got) || (Copies && !type(Got->getType())->isScalar())) {
          error(B->getLocation(),
                "cannot differentiate a structured binding by a 'get' that does something else "
                "than return a member",
                "call 'get' itself");
          Bindings[B] = name(F.variable(B->getName(), type(B->getType())), B->getLocation());
        } else if (const core::Expr *Part = member(Whole, Got, B->getLocation()); Copies) {
          core::Variable *Own =
              declare(B->getName(), type(Got->getType()), Part, /*Const=*/false, B->getLocation());
          Changing.insert(Own);
          Bindings[B] = name(Own, B->getLocation());
        } else {
          Bindings[B] = Part;
        }
        // std::get<I> on std::array and std::pair.
      } else if (const CXXRecordDecl *Pair = L.classOf(Whole->Ty); isFunctionPair(Pair)) {
        bindPart(B, Whole, *std::next(Pair->field_begin(), Index), D->getType()->isReferenceType());
      } else if (Whole->Ty->IsStdArray) {
        Bindings[B] = subscript(
            Whole, literal(std::to_string(Index), M.intType(), D->getLocation()), B->getLocation());
      } else if (const core::Field *Named = namedField(Whole->Ty, Index)) {
        core::Expr *Field = M.expr(ExprKind::Member, Named->Ty, B->getLocation().getRawEncoding());
        Field->Text = Named->Name;
        Field->Operands.push_back(Whole);
        Bindings[B] = Field;
      } else {
        error(B->getLocation(), "cannot differentiate a structured binding of type '" +
                                    L.spelling(D->getType().getNonReferenceType()) + "'");
        Bindings[B] = name(F.variable(B->getName(), type(B->getType())), B->getLocation());
      }
    } else if (followedMember(E) && !bindListed(B, E) && isCallable(E->getType())) {
      if (D->getType()->isReferenceType())
        L.Coming.insert(followedMember(E)->getMemberDecl());
      Closures[B] = closureOrEmpty(E);
    } else if (!FunctionLists.count(B)) {
      Bindings[B] = expr(E);
    }
    ++Index;
  }
}

} // namespace ad::lower
