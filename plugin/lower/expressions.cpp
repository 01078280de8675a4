//===- lower/expressions.cpp - names, members, conversions, braces --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The dispatch over Clang's expressions, and those that are not operators or calls.
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

/// What is subscripted: the array itself where the base was written as one (`a[i]`), not as a
/// pointer to its first element.
static const core::Expr *subscripted(const Expr *Base, const core::Expr *Lowered) {
  const auto *Decay = dyn_cast<ImplicitCastExpr>(Base->IgnoreParens());
  if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay ||
      !Lowered->is(ExprKind::AddressOf) || !Lowered->operand()->is(ExprKind::Subscript))
    return Lowered;
  return Lowered->operand()->operand();
}

const core::Expr *FunctionLowering::expr(const Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return expr(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::ConstantExprClass:
    return expr(cast<ConstantExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return expr(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return expr(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return expr(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return expr(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return defaultInit(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::GenericSelectionExprClass:
    return expr(cast<GenericSelectionExpr>(E)->getResultExpr());
  case Stmt::ChooseExprClass:
    return expr(cast<ChooseExpr>(E)->getChosenSubExpr());
  case Stmt::OpaqueValueExprClass:
    if (const core::Expr *Known = OpaqueValues.lookup(E))
      return Known;
    if (E->isLValue() && !cast<OpaqueValueExpr>(E)->getSourceExpr()->isGLValue()) { // kept for all
      const core::Expr *Made = value(cast<OpaqueValueExpr>(E)->getSourceExpr());
      if (!Made->is(ExprKind::Variable))
        Made =
            name(declare("made", type(E->getType()), Made, true, E->getExprLoc()), E->getExprLoc());
      return OpaqueValues[E] = Made;
    }
    return expr(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::SizeOfPackExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::OffsetOfExprClass:
    return literalExpr(E);
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return sizeOf(cast<UnaryExprOrTypeTraitExpr>(E));
  case Stmt::DeclRefExprClass:
    return reference(cast<DeclRefExpr>(E));
  case Stmt::CXXThisExprClass:
    return addressOf(thisPlace(E->getExprLoc()), type(E->getType()), E->getExprLoc());
  case Stmt::MemberExprClass:
    return memberAccess(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *S = cast<ArraySubscriptExpr>(E);
    if (const ValueDecl *D = unsequenced(S->getLHS(), S->getRHS());
        D && !L.Ctx.getLangOpts().CPlusPlus17)
      error(E->getExprLoc(),
            "cannot differentiate an unsequenced modification of '" + D->getName() + "'");
    auto Parts = inOrder({S->getBase(), S->getIdx()});
    if (!Parts[0]->Ty->Element)
      return poison(E);
    return subscript(subscripted(S->getBase(), Parts[0]), Parts[1], E->getExprLoc());
  }
  case Stmt::UnaryOperatorClass:
    return unaryOperator(cast<UnaryOperator>(E), false);
  case Stmt::BinaryOperatorClass:
    return binaryOperator(cast<BinaryOperator>(E));
  case Stmt::CompoundAssignOperatorClass:
    return compoundAssignment(cast<CompoundAssignOperator>(E));
  case Stmt::ConditionalOperatorClass:
  case Stmt::BinaryConditionalOperatorClass:
    return conditional(cast<AbstractConditionalOperator>(E), E->isGLValue());
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXReinterpretCastExprClass:
    return castExpr(cast<CastExpr>(E));
  case Stmt::CXXDynamicCastExprClass:
    return dynamicCast(cast<CXXDynamicCastExpr>(E));
  case Stmt::InitListExprClass:
    return initList(cast<InitListExpr>(E));
  case Stmt::CXXParenListInitExprClass:
    return parenList(cast<CXXParenListInitExpr>(E));
  case Stmt::CXXStdInitializerListExprClass:
    if (const core::Type *Rows = type(E->getType()); Rows->IsVector) {
      const core::Expr *All = vectorValue(E, Rows);
      return declareVector(nullptr, Rows, All, knownSize(All, E->getExprLoc()), E->getExprLoc());
    }
    return expr(cast<CXXStdInitializerListExpr>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return temporary(cast<MaterializeTemporaryExpr>(E));
  case Stmt::CXXNewExprClass:
    return newObject(cast<CXXNewExpr>(E), nullptr);
  case Stmt::CXXDeleteExprClass:
    deleteObject(cast<CXXDeleteExpr>(E));
    return literal("0", M.intType(), E->getExprLoc());
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return construct(cast<CXXConstructExpr>(E), nullptr);
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    if (const LambdaExpr *Lambda = asPointer(E))
      return lambdaPointer(Lambda, type(E->getType()), E->getExprLoc());
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E); // of a variable that holds a lambda
        Call && isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()) &&
        Call->getRecordDecl()->isLambda())
      if (const Closure *C = closure(Call->getImplicitObjectArgument());
          C && C->Lambda && C->Lambda->captures().empty() && !C->Lambda->isGenericLambda())
        return lambdaPointer(C->Lambda, type(E->getType()), E->getExprLoc());
    return Eigen.passOn(E, call(cast<CallExpr>(E)));
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return rewritten(cast<CXXRewrittenBinaryOperator>(E));
  case Stmt::LambdaExprClass:
    if (const auto *Lambda = cast<LambdaExpr>(E); L.isMadePointer(Lambda))
      return lambdaPointer(Lambda, nullptr, E->getExprLoc());
    error(E->getExprLoc(), "cannot differentiate a lambda that is stored in a container",
          "call it, pass it to a function that is called, or keep it in a variable, a member, or a "
          "std::vector or std::map of std::function alone");
    return poison(E);
  case Stmt::CXXThrowExprClass:
    effects(E);
    return literal("0", M.intType(), E->getExprLoc());
  default:
    error(E->getExprLoc(),
          llvm::Twine("cannot differentiate this expression (") + E->getStmtClassName() + ")",
          "compute it outside, or in a function marked [[ad::constant]]");
    return poison(E);
  }
}

const core::Expr *FunctionLowering::value(const Expr *E) {
  const Expr *Inner = E->IgnoreParenNoopCasts(Ctx); // what a `const double &` is bound to
  // A choice between objects is one of them, not a copy: it may be written to.
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(Inner))
    return conditional(C, C->isGLValue() && !C->getType()->isScalarType());
  return expr(E);
}

/// A condition within an expression.
const core::Expr *FunctionLowering::conditionWithin(const Expr *E) {
  const core::Expr *C = value(E);
  bool Found = C->is(ExprKind::Conditional) && C->Ty->isPointer() &&
               C->operand(1)->is(ExprKind::AddressOf) && C->operand(2)->is(ExprKind::Literal);
  return Found ? C->operand(0) : C; // what std::get_if found
}

const core::Expr *FunctionLowering::condition(const Expr *E) {
  return scoped([&] { return conditionWithin(E); }, E->getExprLoc());
}

/// Evaluates E for what it does.
void FunctionLowering::effects(const Expr *E) {
  if (!E->isGLValue() && isOwner(E->getType()))
    return destroyLater(makeOwner(E, "unused"), E->getType());
  const Expr *Inner = E->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(Inner))
    return effects(C->getSubExpr());
  if (const auto *C = dyn_cast<CXXBindTemporaryExpr>(Inner))
    return effects(C->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(Inner);
      C && (C->getCastKind() == CK_ToVoid || C->getCastKind() == CK_LValueToRValue ||
            C->getCastKind() == CK_NoOp))
    return effects(C->getSubExpr());
  if (writesUnread(Inner))
    return;
  if (const auto *U = dyn_cast<UnaryOperator>(Inner)) {
    unaryOperator(U, true);
    return;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(Inner); B && B->getOpcode() == BO_Comma) {
    effects(B->getLHS());
    return effects(B->getRHS());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(Inner)) {
    core::Stmt *If = stmt(StmtKind::If, C->getExprLoc());
    If->Value = condition(C->getCond());
    const Expr *Saved = std::exchange(Waiting, nullptr);
    If->Then = capture([&] { effects(C->getTrueExpr()); });
    If->Else = capture([&] { effects(C->getFalseExpr()); });
    Waiting = Saved;
    if (If->Then.empty() && If->Else.empty())
      return;
    if (If->Then.empty()) {
      std::swap(If->Then, If->Else);
      If->Value = negate(If->Value, C->getExprLoc());
    }
    return emit(If);
  }
  if (const auto *T = dyn_cast<CXXThrowExpr>(Inner))
    return throwTo(T) ? void() : opaqueStatement(T, true);
  if (memberOfChoice(Inner))
    return;
  const Expr *Saved = std::exchange(Discarded, Inner);
  expr(Inner);
  Discarded = Saved;
}

const core::Expr *FunctionLowering::reference(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  SourceLocation Loc = E->getLocation();
  for (const Frame &Fr : llvm::reverse(Frames))
    if (Fr.Env)
      if (const core::Expr *Copy = Fr.Env->Copies.lookup(D))
        return Copy->is(ExprKind::Variable) ? name(Copy->Var, Loc) : Copy;
  if (const core::Expr *Bound = Bindings.lookup(D)) {
    if (!Bound->is(ExprKind::Variable))
      return Bound;
    return name(Bound->Var, Loc);
  }
  if (const auto *EC = dyn_cast<EnumConstantDecl>(D)) {
    llvm::SmallString<16> Number;
    EC->getInitVal().toString(Number, 10);
    // An enumerator of a local enumeration has no name outside its function.
    bool Local =
        EC->getDeclContext()->getParent()->isFunctionOrMethod() || EC->getParentFunctionOrMethod();
    return literal(Local ? std::string(Number) : L.qualifiedName(EC), type(E->getType()), Loc);
  }
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    if (V->hasGlobalStorage() && !V->isStaticLocal())
      return global(V, Loc);
    // A constant of an enclosing function that a lambda or local class may read without capture.
    if (const Expr *Init = V->getAnyInitializer();
        Init && V->mightBeUsableInConstantExpressions(Ctx) && V->getType()->isScalarType())
      return expr(Init);
  }
  if (const auto *B = dyn_cast<BindingDecl>(D); B && B->getBinding())
    return expr(B->getBinding());
  if (const auto *FD = dyn_cast<FunctionDecl>(D); FD && !FD->isCXXInstanceMember())
    return functionValue(FD, type(Ctx.getPointerType(FD->getType())), Loc);
  if (isa<FunctionDecl>(D))
    error(Loc, "cannot differentiate through a function used as a value",
          "call '" + D->getNameAsString() + "' directly");
  else if (const core::Expr *Pointer = pointerToKnown(D, Loc))
    return Pointer;
  else if (isCallable(D->getType()))
    error(Loc,
          "cannot differentiate a use of " +
              (D->getNameAsString().find("__") == 0
                   ? std::string("this closure")
                   : "the closure '" + D->getNameAsString() + "'") +
              " here",
          "call it, or pass it to a function that is called: it is not stored in containers");
  else
    error(Loc, "cannot differentiate a use of '" + D->getNameAsString() + "' here");
  return poison(E);
}

/// Constants are read; mutable globals too, as long as no differentiated function writes them
/// (checked where one is written).
const core::Expr *FunctionLowering::global(const VarDecl *D, SourceLocation Loc) {
  D = D->getCanonicalDecl();
  if (!D->getIdentifier()) {
    error(Loc, "cannot differentiate through a union without a name outside of functions",
          "give it a name");
    return name(F.variable("refused", M.intType()), Loc);
  }
  auto Own = Copied.find(D);
  const bool Copies = Own != Copied.end();
  if (Copies && Own->second)
    return name(Own->second, Loc);
  core::Variable *&V = Globals[D];
  if (!V) {
    F.Locals.emplace_back();
    V = &F.Locals.back();
    V->Name = L.qualifiedName(D);
    QualType T = D->getType();
    V->Ty = type(T.getNonReferenceType());
    V->Kind = core::Storage::Global;
    V->Const = T.getNonReferenceType().isConstQualified() || D->isConstexpr() ||
               Ctx.getBaseElementType(T).isConstQualified();
    V->Constant = L.isConstant(D);
    V->Number = constantNumber(D, Ctx);
    V->Loc = D->getLocation().getRawEncoding();
    if (!Copies && (T.isVolatileQualified() || D->getTLSKind() != VarDecl::TLS_None))
      error(Loc,
            "cannot differentiate a read of '" + V->Name + "', which is " +
                (T.isVolatileQualified() ? "volatile" : "thread-local"),
            "read it into a local variable of the caller and pass that");
  }
  if (!V->Const && !WritesNext && !Copies) {
    L.GlobalReads.try_emplace(D, Loc);
    if ((L.GlobalWrites.count(D) || L.GlobalCopies.contains(D)) && !V->Constant)
      error(Loc,
            "cannot differentiate a read of '" + V->Name +
                "', a global that a differentiated function writes",
            "pass it as a parameter, or mark it [[ad::constant]]");
  }
  return name(V, Loc);
}

/// A place that is about to be written: a global cannot keep its derivative between calls.
const core::Expr *FunctionLowering::checkWritten(const core::Expr *Place, SourceLocation Loc) {
  core::Variable *V = core::rootVariable(Place);
  if (V && V->Kind == core::Storage::Global && (V->Const || !isInactiveGlobal(Place)))
    error(Loc, "cannot differentiate a write to '" + V->Name + "', which outlives the call",
          "pass it as a parameter, or write it in a function marked [[ad::constant]]");
  return Place;
}

/// Part of a global that carries no derivative: a counter, a flag, what is marked constant.
bool FunctionLowering::isInactiveGlobal(const core::Expr *Place) const {
  const core::Variable *V = core::rootVariable(Place);
  return V && V->Kind == core::Storage::Global && (V->Constant || !Place->Ty->Differentiable);
}

/// Such a write happens once, where the primal is computed, and nobody may read it here.
void FunctionLowering::writeGlobal(const core::Expr *Place, llvm::StringRef Before,
                                   llvm::StringRef After, const core::Expr *Value,
                                   SourceLocation Loc) {
  core::Variable *V = core::rootVariable(Place);
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = (Before + "$0" + After + (Value ? "$1" : "")).str();
  S->Operands.push_back(Place);
  if (Value)
    S->Operands.push_back(Value);
  S->Writes.push_back(Place);
  emit(S);
  for (auto &[D, Known] : Globals) {
    if (Known != V)
      continue;
    L.GlobalWrites.try_emplace(D, Loc);
    auto Read = L.GlobalReads.find(D);
    if (Read != L.GlobalReads.end() || L.GlobalCopies.contains(D))
      error(Read != L.GlobalReads.end() ? Read->second : Loc,
            "cannot differentiate a read of '" + V->Name +
                "', a global that a differentiated function writes",
            "pass it as a parameter");
  }
}

const core::Expr *FunctionLowering::thisPlace(SourceLocation Loc) {
  for (const Frame &Fr : llvm::reverse(Frames)) {
    if (Fr.This)
      return Fr.This;
    if (Fr.Env && Fr.Env->This)
      return Fr.Env->This;
    if (Fr.Inlined && !Fr.Env)
      break;
  }
  error(Loc, "cannot differentiate a use of 'this' here");
  return name(F.variable("refused", M.intType()), Loc);
}

/// What the member E is read from: of a choice between objects, the members are chosen from.
const core::Expr *FunctionLowering::objectRead(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return conditional(C, false);
  const auto *M = dyn_cast<MemberExpr>(E);
  return M && !M->isArrow() ? memberAccess(M, true) : value(E);
}

/// Reads: the member is not changed by this use of it.
const core::Expr *FunctionLowering::memberAccess(const MemberExpr *E, bool Reads) {
  if (const core::Expr *Caught = caughtMember(E))
    return Caught;
  const ValueDecl *D = E->getMemberDecl();
  SourceLocation Loc = E->getMemberLoc();
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    effects(E->getBase());
    return global(V, Loc);
  }
  if (const core::Expr *Key = keyOfFunction(E))
    return Key;
  if (const auto *EC = dyn_cast<EnumConstantDecl>(D))
    return literal(L.qualifiedName(EC), type(E->getType()), Loc);
  const auto *FD = dyn_cast<FieldDecl>(D);
  if (!FD) {
    error(Loc, "cannot differentiate through a member function used as a value",
          "call it directly");
    return poison(E);
  }
  if (std::optional<Extremes> Both = extremes(E->getBase()))
    return FD->getName() == "first" ? Both->Smaller : Both->Larger;
  if (L.isFollowed(FD)) {
    const HeldMember *Held = heldMember(E);
    if (Held && Held->Place)
      return Held->Place;
    if (Held)
      error(Loc, "cannot differentiate a use of the function '" + FD->getName() + "' here",
            "call it, or pass it to a function that is called");
    return poison(E);
  }
  if (FD->getType()->isReferenceType() && L.differentiable(FD->getType()) &&
      !L.refersByPointer(FD)) {
    error(Loc, "cannot differentiate through '" + FD->getName() + "', a member of reference type",
          "hold a pointer instead");
    return poison(E);
  }
  if (FD->getParent()->isUnion() && !checkUnionMember(E))
    return poison(E);
  bool This = isa<CXXThisExpr>(E->getBase()->IgnoreParens());
  if (This && Defaults)
    if (auto Made = Defaults->find(FD); Made != Defaults->end())
      return Made->second;
  const core::Expr *Base = This                     ? thisPlace(E->getExprLoc())
                           : Reads && !E->isArrow() ? objectRead(E->getBase())
                                                    : value(E->getBase());
  if (E->isArrow() && !This) {
    if (!Base->Ty->isPointer())
      return poison(E);
    Base = dereference(Base, E->getExprLoc());
  }
  // A field of a value that has no name: name it first.
  if (!core::isPlace(Base) && !Base->is(ExprKind::Conditional))
    Base = freeze(Base, Loc, "object");
  if (Base->is(ExprKind::Conditional)) {
    core::Expr *C = M.expr(ExprKind::Conditional, type(FD->getType()), Base->Loc);
    C->Operands = {Base->operand(0), member(Base->operand(1), FD, Loc),
                   member(Base->operand(2), FD, Loc)};
    return C;
  }
  return member(Base, FD, Loc);
}

/// What to do where a base class is virtual.
static constexpr llvm::StringLiteral WithoutVirtual =
    "derive from it without 'virtual', or let the classes share what it holds by a pointer";

const core::Expr *FunctionLowering::castExpr(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  SourceLocation Loc = E->getExprLoc();
  // `(short)i` is two casts to Clang: one without effect, and what it means.
  const auto *Implicit = dyn_cast<ImplicitCastExpr>(E);
  bool Explicit = !Implicit || Implicit->isPartOfExplicitCast();
  QualType To = E->getType();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    ReadsNext = isa<CallExpr>(Sub->IgnoreParens());
    const auto *Member = dyn_cast<MemberExpr>(Sub->IgnoreParens());
    const core::Expr *V = Member ? memberAccess(Member, true) : value(Sub);
    ReadsNext = false;
    return V;
  }
  case CK_NoOp:
    if (E->isPRValue() && To->isPointerType()) {
      const core::Expr *V = value(Sub);
      const bool Drops = Explicit && V->Ty->isPointer() && V->Ty != type(To);
      return Drops ? convert(type(To), V, true, Loc) : V;
    }
    [[fallthrough]];
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return E->isGLValue() ? expr(Sub) : value(Sub);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return expr(Sub);
  case CK_NullToPointer:
    return literal("nullptr", type(To), Loc);
  case CK_ArrayToPointerDecay: {
    const core::Expr *First = decayed(Sub, type(To));
    return First ? First : poison(E);
  }
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    return convert(type(To), value(Sub), Explicit, Loc);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean: {
    if (std::optional<bool> Holds = holdsFunction(Sub))
      return literal(*Holds ? "true" : "false", M.boolType(), Loc);
    const core::Expr *V = value(Sub);
    return Explicit ? convert(type(To), V, true, Loc) : V;
  }
  case CK_UncheckedDerivedToBase:
  case CK_DerivedToBase: {
    bool Pointer = To->isPointerType();
    const core::Expr *Place = expr(Sub);
    if (Pointer)
      Place = dereference(Place, Loc);
    else if (!core::isPlace(Place))
      Place = freeze(Place, Loc, "object");
    QualType At = Pointer ? To->getPointeeType() : To;
    const CXXRecordDecl *From =
        (Pointer ? Sub->getType()->getPointeeType() : Sub->getType())->getAsCXXRecordDecl();
    // Step by step, so that each level is a BaseOf.
    for (const CXXBaseSpecifier *B : E->path()) {
      if (B->isVirtual())
        error(Loc, "cannot differentiate through a virtual base class", WithoutVirtual);
      Place = baseOf(Place, B->getType(), Loc);
      From = B->getType()->getAsCXXRecordDecl();
    }
    (void)From;
    Place = baseOf(Place, At, Loc);
    return Pointer ? addressOf(Place, type(To), Loc) : Place;
  }
  case CK_BaseToDerived: {
    for (const CXXBaseSpecifier *B : E->path())
      if (B->isVirtual())
        error(Loc, "cannot differentiate through a virtual base class", WithoutVirtual);
    const core::Expr *Pointer = nullptr;
    const core::Type *Wanted =
        To->isPointerType() ? type(To) : M.pointer(type(To), To.isConstQualified());
    if (To->isPointerType()) {
      Pointer = value(Sub);
    } else {
      const core::Expr *Place = expr(Sub);
      Pointer = addressOf(Place, M.pointer(Place->Ty, To.isConstQualified()), Loc);
    }
    QualType Base = To->isPointerType() ? Sub->getType()->getPointeeType() : Sub->getType();
    // An object has no derivative as one of a class without numbers: it must be seen here.
    bool Followed = L.differentiable(Base) || !L.differentiable(To);
    const core::Expr *Down = downcast(Pointer, Wanted, Loc);
    if (!Followed && !Down->is(ExprKind::AddressOf)) {
      error(Loc,
            "cannot differentiate this cast down from '" + L.spelling(Base.getUnqualifiedType()) +
                "', which holds no floating values",
            "use the object as one of its own class");
      return poison(E);
    }
    return To->isPointerType() ? Down : dereference(Down, Loc);
  }
  case CK_ToVoid:
    effects(Sub);
    return literal("0", M.intType(), Loc);
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_LValueToRValueBitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    if (const Expr *New = allocation(E))
      return allocate(New, nullptr);
    if (QualType Typed = untypedAs(Sub);
        !Typed.isNull() && To->isPointerType() &&
        Ctx.hasSameUnqualifiedType(Typed->getPointeeType(), To->getPointeeType()))
      return convert(type(To), typedPointer(Sub), /*Explicit=*/false, Loc);
    if (L.differentiable(To) || L.differentiable(Sub->getType())) {
      error(Loc,
            "cannot differentiate through a cast that reinterprets '" + L.spelling(Sub->getType()) +
                "' as '" + L.spelling(To) + "'",
            To->isVoidPointerType() || Sub->getType()->isVoidPointerType()
                ? "a variable, parameter or result of type 'void *' may be followed that leads to "
                  "one type alone; give members of classes the type that they are cast to"
                : "use the value with its own type; values that are copied as bytes lose their "
                  "derivatives");
      return poison(E);
    }
    if (To->isVoidPointerType() && Sub->getType()->isFunctionPointerType())
      return opaque("reinterpret_cast<" + L.spelling(To) + ">($0)", type(To), {value(Sub)}, Loc);
    if (To->isVoidPointerType())
      return convert(type(To), value(Sub), Explicit, Loc);
    return opaque("(" + L.spelling(To) + ")$0", type(To), {value(Sub)}, Loc);
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    error(Loc, "cannot differentiate through an atomic",
          "accumulate in a local variable and store it outside the differentiated function");
    return poison(E);
  default:
    error(Loc, llvm::Twine("cannot differentiate a conversion of this kind (") +
                   E->getCastKindName() + ")");
    return poison(E);
  }
}

bool usesThis(const Stmt *S) {
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
    S = D->getExpr();
  return isa<CXXThisExpr>(S) ||
         llvm::any_of(S->children(), [](const Stmt *C) { return C && usesThis(C); });
}

/// A temporary that a reference is bound to is a local; one that is only read needs no name.
const core::Expr *FunctionLowering::temporary(const MaterializeTemporaryExpr *E) {
  if (isOwner(E->getType())) {
    const core::Expr *Made = makeOwner(E->getSubExpr(), "object");
    destroyLater(Made, E->getType());
    return Made;
  }
  if (isMapHolder(type(E->getType())))
    return madeHolder(E->getSubExpr(), /*Spare=*/true);
  if (const InitListExpr *List = madeInPlace(E->getSubExpr());
      List && type(E->getType())->isRecord())
    return makeAggregate(List, nullptr);
  const core::Expr *V = value(E->getSubExpr());
  // What a call returned or a constructor made has a name already.
  if (V->is(ExprKind::Variable) && V->Var->Kind == core::Storage::Local &&
      !Declared.count(V->Var) && (V->Ty->isRecord() || V->Ty->isArray()))
    return V;
  if (V->is(ExprKind::Literal) || V->Ty->Mutable)
    return V;
  // What `T &&` is bound to may be written; inlineBody makes it const again where it is not.
  bool Const = E->getType().isConstQualified();
  core::Variable *Held =
      declare(V->Ty->isRecord() ? "object" : "value", V->Ty, V, Const, E->getExprLoc());
  if (!Const && V->Ty->isScalar())
    Changing.insert(Held);
  if (Temporaries)
    Temporaries->push_back(Held);
  return name(Held, E->getExprLoc());
}

} // namespace ad::lower
