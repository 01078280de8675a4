//===- lower/operators.cpp - operators and their side effects -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Assignments, increments, short circuits and conditionals: values stay trees, effects become
// statements.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// `v[i++] = e` reads best as `v[i] = e; ++i;`: an increment of a local that the full expression
/// mentions nowhere else may wait until its end.
bool FunctionLowering::deferIncrement(const UnaryOperator *E, core::Stmt *S) {
  if (!Waiting || !Tries.empty()) // what comes in between may throw
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDeclOrParm() || V->getType()->isReferenceType() ||
      Uses.Escaping.count(V) || countMentions(Waiting, V) != 1 || Frames.back().Env)
    return false;
  Waiters.push_back(S);
  return true;
}

const core::Expr *FunctionLowering::target(const Expr *E) {
  bool Saved = std::exchange(WritesNext, isa<DeclRefExpr>(E->IgnoreParens()));
  const core::Expr *Place = expr(E);
  WritesNext = Saved;
  return Place;
}

const core::Expr *FunctionLowering::unaryOperator(const UnaryOperator *E, bool Discarded) {
  SourceLocation Loc = E->getOperatorLoc();
  const Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_PostInc:
  case UO_PreInc:
  case UO_PostDec:
  case UO_PreDec: {
    const core::Expr *Place = checkWritten(target(Sub), Loc);
    if (isInactiveGlobal(Place) && (Discarded || E->isPrefix())) {
      writeGlobal(Place, E->isDecrementOp() ? "--" : "++", "", nullptr, Loc);
      return Place;
    }
    core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
    S->Target = Place;
    const core::Type *Step = Place->Ty->isReal() ? Place->Ty : M.intType();
    S->Value = literal("1", Step, Loc);
    if (E->isDecrementOp())
      S->Value = unary("-", S->Value, Step, Loc);
    if (Discarded || E->isPrefix()) {
      emit(S);
      return Place;
    }
    if (deferIncrement(E, S))
      return Place;
    const core::Expr *Before =
        freeze(Place, Loc, Place->is(ExprKind::Variable) ? Place->Var->Name + "_before" : "before");
    emit(S);
    return Before;
  }
  case UO_AddrOf: {
    if (E->getType()->isFunctionPointerType() && Sub->getType()->isFunctionType())
      return expr(Sub);
    if (E->getType()->isMemberPointerType())
      return memberPointer(E);
    if (const core::Expr *Extreme = extremePlace(Sub))
      return Extreme;
    const core::Expr *Place = expr(Sub);
    if (!core::isPlace(Place))
      return poison(E);
    return addressOf(Place, type(E->getType()), Loc);
  }
  case UO_Deref: {
    if (E->getType()->isFunctionType()) // `(*f)(x)` is `f(x)`
      return value(Sub);
    if (isa<CXXThisExpr>(Sub->IgnoreParens()))
      return thisPlace(Loc);
    const core::Expr *P = value(Sub);
    if (!P->Ty->isPointer())
      return poison(E);
    return dereference(P, Loc);
  }
  case UO_Plus:
    return value(Sub);
  case UO_Minus:
    return unary("-", value(Sub), type(E->getType()), Loc);
  case UO_Not:
    return unary("~", value(Sub), type(E->getType()), Loc);
  case UO_LNot:
    return unary("!", condition(Sub), M.boolType(), Loc);
  case UO_Extension:
    return expr(Sub);
  default:
    error(Loc, "cannot differentiate this operator");
    return poison(E);
  }
}

const core::Expr *FunctionLowering::binaryOperator(const BinaryOperator *E) {
  SourceLocation Loc = E->getOperatorLoc();
  switch (E->getOpcode()) {
  case BO_Assign: {
    const core::Expr *Target = assignment(E);
    followHeapSize(E);
    return Target;
  }
  case BO_Comma:
    effects(E->getLHS());
    return expr(E->getRHS());
  case BO_LAnd:
  case BO_LOr:
    return logical(E);
  case BO_PtrMemD:
  case BO_PtrMemI:
    return throughMemberPointer(E);
  case BO_Cmp:
    error(Loc, "cannot differentiate through '<=>' here", "compare with '<' and '=='");
    return poison(E);
  default:
    break;
  }
  if (E->isEqualityOp())
    if (std::optional<bool> None = isNoFunction(E->getLHS(), E->getRHS()))
      return literal(*None == (E->getOpcode() == BO_EQ) ? "true" : "false", M.boolType(), Loc);
  if (E->getOpcode() != BO_Shl && E->getOpcode() != BO_Shr)
    if (const ValueDecl *D = unsequenced(E->getLHS(), E->getRHS())) {
      error(Loc,
            "cannot differentiate an unsequenced modification of '" + D->getNameAsString() + "'",
            "modify it in a statement of its own");
      return poison(E);
    }
  const Expr *A = E->getLHS(), *B = E->getRHS();
  auto Parts =
      inOrder({Part{[=] { return value(A); }, false}, Part{[=] { return value(B); }, false}});
  return binary(BinaryOperator::getOpcodeStr(E->getOpcode()), Parts[0], Parts[1],
                type(E->getType()), Loc);
}

/// The right side comes first (C++17, [expr.ass]).
const core::Expr *FunctionLowering::assignment(const BinaryOperator *E) {
  SourceLocation Loc = E->getOperatorLoc();
  const Expr *Right = E->getRHS(), *Left = E->getLHS();
  if (const core::Expr *Set = setContext(E))
    return Set;
  // `x = g(y)` with a plain local: the call's result needs no second name.
  if (const auto *R = dyn_cast<DeclRefExpr>(Left->IgnoreParens()); R && becomesCall(Right)) {
    const core::Expr *Place = expr(Left);
    if (Place->is(ExprKind::Variable) && Place->Var->Kind == core::Storage::Local &&
        Place->Var->Ty == type(Right->getType()) && !Place->Var->Const) {
      call(cast<CallExpr>(Right->IgnoreParenImpCasts()), Place->Var, /*Declares=*/false);
      return Place;
    }
  }
  const auto *Named = dyn_cast<DeclRefExpr>(Left->IgnoreParens());
  const auto *Variable = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
  const core::Type *Ty = type(Variable ? declaredType(Variable) : Left->getType());
  auto Parts = inOrder({Part{[=] { return valueTyped(Ty, Right); }, false},
                        Part{[=] { return target(Left); }, true}});
  const core::Expr *Target = checkWritten(Parts[1], Loc);
  if (!core::isPlace(Target)) {
    error(Loc, "cannot differentiate an assignment to this expression");
    return poison(E);
  }
  if (isInactiveGlobal(Target)) {
    writeGlobal(Target, "", " = ", Parts[0], Loc);
    return Target;
  }
  assign(Target, Parts[0], Loc);
  return Target;
}

const core::Expr *FunctionLowering::compoundAssignment(const CompoundAssignOperator *E) {
  SourceLocation Loc = E->getOperatorLoc();
  const Expr *Right = E->getRHS(), *Left = E->getLHS();
  auto Parts = inOrder(
      {Part{[=] { return value(Right); }, false}, Part{[=] { return target(Left); }, true}});
  const core::Expr *Target = checkWritten(Parts[1], Loc), *Value = Parts[0];
  if (!core::isPlace(Target)) {
    error(Loc, "cannot differentiate an assignment to this expression");
    return poison(E);
  }
  if (isInactiveGlobal(Target)) {
    writeGlobal(Target, "", (" " + E->getOpcodeStr() + " ").str(), Value, Loc);
    return Target;
  }
  QualType Computed = E->getComputationLHSType();
  bool ThroughOther = !Target->Ty->isPointer() && type(Computed) != Target->Ty;
  bool Sum = E->getOpcode() == BO_AddAssign || E->getOpcode() == BO_SubAssign;
  // `i += 0.5` truncates after the sum, so only same-kind sums are accumulations.
  if (Sum && (Target->Ty->isReal() || Target->Ty->isPointer() || Value->Ty->isInteger())) {
    core::Stmt *S = stmt(StmtKind::Accumulate, Loc);
    S->Target = Target;
    S->Value = E->getOpcode() == BO_AddAssign ? Value : unary("-", Value, Value->Ty, Loc);
    emit(S);
    return Target;
  }
  const core::Expr *Old = Target;
  bool Converts = ThroughOther && (Computed->isRealFloatingType() != Target->Ty->isInteger() ||
                                   Computed->isRealFloatingType());
  if (Converts)
    Old = convert(type(Computed), Old, false, Loc);
  llvm::StringRef Op =
      BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(E->getOpcode()));
  const core::Expr *New = binary(Op, Old, Value, type(E->getComputationResultType()), Loc);
  if (Converts)
    New = convert(Target->Ty, New, false, Loc);
  assign(Target, New, Loc);
  return Target;
}

const core::Expr *FunctionLowering::logical(const BinaryOperator *E) {
  SourceLocation Loc = E->getOperatorLoc();
  bool And = E->getOpcode() == BO_LAnd;
  const core::Expr *A = condition(E->getLHS());
  if (auto Known = decided(A))
    return *Known == And ? condition(E->getRHS())
                         : literal(And ? "false" : "true", M.boolType(), Loc);
  const core::Expr *B = nullptr;
  const Expr *Saved = std::exchange(Waiting, nullptr);
  core::Block Right = capture([&] { B = condition(E->getRHS()); });
  Waiting = Saved;
  if (Right.empty())
    return binary(And ? "&&" : "||", A, B, M.boolType(), Loc);
  // The right side has effects: they happen only if it is reached.
  core::Variable *Holds = declare("holds", M.boolType(), A, false, Loc);
  Changing.insert(Holds);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = And ? name(Holds, Loc) : negate(name(Holds, Loc), Loc);
  If->Then = Right;
  core::Stmt *S = stmt(StmtKind::Assign, Loc);
  S->Target = name(Holds, Loc);
  S->Value = B;
  If->Then.add(S);
  emit(If);
  return name(Holds, Loc);
}

std::optional<bool> FunctionLowering::decided(const core::Expr *E) {
  auto Number = [](const core::Expr *X) -> std::optional<long long> {
    long long N;
    if (X->is(ExprKind::Literal) && X->Ty->isInteger()) {
      if (X->Text == "true" || X->Text == "false")
        return X->Text == "true";
      if (!llvm::StringRef(X->Text).getAsInteger(0, N))
        return N;
    }
    return std::nullopt;
  };
  if (auto N = Number(E))
    return *N != 0;
  if (E->is(ExprKind::Unary) && E->Text == "!") {
    auto Inner = decided(E->operand());
    return Inner ? std::optional<bool>(!*Inner) : std::nullopt;
  }
  if (!E->is(ExprKind::Binary))
    return std::nullopt;
  auto A = Number(E->operand(0)), B = Number(E->operand(1));
  if (!A || !B)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<bool>>(E->Text)
      .Case("==", *A == *B)
      .Case("!=", *A != *B)
      .Case("<", *A < *B)
      .Case(">", *A > *B)
      .Case("<=", *A <= *B)
      .Case(">=", *A >= *B)
      .Default(std::nullopt);
}

/// `c ? x : throw e` is a check followed by x.
static bool throws(const Expr *E) { return isa<CXXThrowExpr>(E->IgnoreParenImpCasts()); }

/// Whether E is all that a variable is initialised with, or that is returned: temporaries in it end
/// when it has been evaluated.
static bool isLastOf(ASTContext &Ctx, const Expr *E) {
  for (DynTypedNodeList Parents = Ctx.getParents(*E); Parents.size() == 1;
       Parents = Ctx.getParents(Parents[0])) {
    if (Parents[0].get<VarDecl>() || Parents[0].get<ReturnStmt>())
      return true;
    if (!Parents[0].get<ImplicitCastExpr>() && !Parents[0].get<ExprWithCleanups>() &&
        !Parents[0].get<ParenExpr>())
      return false;
  }
  return false;
}

/// Both arms without effects: a tree. Else an If that fills a variable.
const core::Expr *FunctionLowering::conditional(const AbstractConditionalOperator *E,
                                                bool AsPlace) {
  SourceLocation Loc = E->getQuestionLoc();
  if (const core::Expr *Known = OpaqueValues.lookup(E)) // see memberOfChoice
    return Known;
  if (E->getType()->isVoidType()) {
    effects(E);
    return literal("0", M.intType(), Loc);
  }
  // A choice of functions is one of pointers to them.
  bool OfFunctions = E->getType()->isFunctionType();
  AsPlace &= !OfFunctions;
  bool Check = throws(E->getTrueExpr()) || throws(E->getFalseExpr());
  if (AsPlace && isa<BinaryConditionalOperator>(E)) { // `a ?: b`
    error(Loc, "cannot differentiate this choice between places", "use 'if'");
    return poison(E);
  }
  if (AsPlace && !Check) {
    const core::Expr *Pointer = conditionalPointer(E);
    return dereference(
        Pointer->is(ExprKind::Conditional) ? freeze(Pointer, Loc, "target") : Pointer, Loc);
  }
  if (const auto *B = dyn_cast<BinaryConditionalOperator>(E))
    OpaqueValues[B->getOpaqueValue()] = freeze(value(B->getCommon()), Loc, "value");
  const core::Expr *C = conditionWithin(E->getCond()); // its temporaries live on
  if (auto Known = decided(C)) {
    const Expr *Taken = *Known ? E->getTrueExpr() : E->getFalseExpr();
    return AsPlace ? expr(Taken) : value(Taken);
  }
  const core::Expr *A = nullptr, *B = nullptr;
  auto Arm = [&](const Expr *X) {
    auto Make = [&] {
      const core::Expr *V = AsPlace ? expr(X) : value(X);
      for (const auto &[Place, T] : Lifetimes.back().Objects)
        if (mayHaveEffects(T) &&
            !isLastOf(Ctx, E)) // too early: they live as long as the whole expression
          error(X->getExprLoc(),
                "cannot differentiate a temporary object in one of two choices, whose destructor "
                "changes more than the object",
                "use 'if', or give the object a name ahead of the choice");
      return V;
    };
    return scoped(Make, X->getExprLoc());
  };
  const Expr *Saved = std::exchange(Waiting, nullptr);
  core::Block Then = capture([&] { A = Arm(E->getTrueExpr()); });
  core::Block Else = capture([&] { B = Arm(E->getFalseExpr()); });
  Waiting = Saved;
  if (Check) {
    bool First = throws(E->getTrueExpr());
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = First ? C : negate(C, Loc);
    If->Then = First ? Then : Else;
    emit(If);
    append(First ? Else : Then);
    return First ? B : A;
  }
  QualType T = OfFunctions ? Ctx.getPointerType(E->getType()) : E->getType().getNonReferenceType();
  const core::Type *Ty = type(T);
  bool Simple = Then.empty() && Else.empty();
  if (Simple && (!core::hasOwnAssignment(Ty) || (core::isPlace(A) && core::isPlace(B)))) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    Choice->Operands = {C, A, B};
    return Choice;
  }
  return branches(C, Then, A, Else, B, withoutValue(T, "value", Loc), Loc);
}

/// `(c ? a : b).push_back(x)`: a branch, for containers are known by their names. False: E is no
/// such call.
bool FunctionLowering::memberOfChoice(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const auto *C =
      Call ? dyn_cast<ConditionalOperator>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts())
           : nullptr;
  if (!C || !C->isGLValue() || OpaqueValues.count(C) || throws(C->getTrueExpr()) ||
      throws(C->getFalseExpr()) || !type(C->getType())->IsVector)
    return false;
  SourceLocation Loc = C->getQuestionLoc();
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = condition(C->getCond());
  auto Arm = [&](const Expr *Chosen) {
    return capture([&] {
      OpaqueValues[C] = freezePlace(expr(Chosen), Loc);
      effects(E);
      OpaqueValues.erase(C);
    });
  };
  const Expr *Saved = std::exchange(Waiting, nullptr);
  If->Then = Arm(C->getTrueExpr());
  If->Else = Arm(C->getFalseExpr());
  Waiting = Saved;
  emit(If);
  return true;
}

/// An If whose arms leave their values in one variable.
const core::Expr *FunctionLowering::branches(const core::Expr *C, core::Block Then,
                                             const core::Expr *A, core::Block Else,
                                             const core::Expr *B, core::Variable *V,
                                             SourceLocation Loc) {
  Changing.insert(V);
  auto Fill = [&](core::Block &Arm, const core::Expr *Value) {
    if (core::holdsVector(V->Ty) || core::hasOwnAssignment(V->Ty)) // vectors have other sizes now
      return Arm.append(capture([&] { assign(name(V, Loc), Value, Loc); }));
    core::Stmt *S = stmt(StmtKind::Assign, Loc);
    S->Target = name(V, Loc);
    S->Value = Value;
    Arm.add(S);
  };
  Fill(Then, A);
  Fill(Else, B);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = C;
  If->Then = Then;
  If->Else = Else;
  emit(If);
  return name(V, Loc);
}

/// The first of the arms number First to Count - 1 for which Is holds, or the last of them: what it
/// gives, of type T.
const core::Expr *FunctionLowering::oneOf(unsigned First, unsigned Count,
                                          llvm::function_ref<const core::Expr *(unsigned)> Is,
                                          llvm::function_ref<const core::Expr *(unsigned)> Arm,
                                          QualType T, llvm::StringRef Name, SourceLocation Loc) {
  if (First + 1 == Count)
    return Arm(First);
  const core::Expr *C = Is(First), *A = nullptr, *B = nullptr;
  const Expr *Saved = std::exchange(Waiting, nullptr);
  core::Block Then = capture([&] { A = Arm(First); });
  core::Block Else = capture([&] { B = oneOf(First + 1, Count, Is, Arm, T, Name, Loc); });
  Waiting = Saved;
  if (!T->isVoidType())
    return branches(C, Then, A, Else, B, withoutValue(T, Name, Loc), Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = C;
  If->Then = Then;
  If->Else = Else;
  emit(If);
  return literal("0", M.intType(), Loc);
}

const core::Expr *FunctionLowering::conditionalPointer(const Expr *Written) {
  const core::Type *Ty = M.pointer(type(Written->getType()), Written->getType().isConstQualified());
  return choice(Written, Ty, [this, Ty](const Expr *Place) -> const core::Expr * {
    SourceLocation Loc = Place->getExprLoc();
    if (const core::Expr *Extreme = extremePlace(Place))
      return Extreme;
    const core::Expr *P = expr(Place);
    if (core::isPlace(P))
      return addressOf(P, Ty, Loc);
    error(Loc, "cannot differentiate this choice between places", "use 'if'");
    return literal("nullptr", Ty, Loc);
  });
}

/// The array E as a pointer to its first element; null if it is none that Core knows.
const core::Expr *FunctionLowering::decayed(const Expr *E, const core::Type *Ty) {
  SourceLocation Loc = E->getExprLoc();
  E = E->IgnoreParens();
  if (isa<StringLiteral, PredefinedExpr>(E))
    return literalExpr(E);
  if (isa<ConditionalOperator>(E) && !L.differentiable(E->getType())) // strings have no places
    return choice(E, Ty, [this, Ty](const Expr *Array) {
      const core::Expr *First = decayed(Array, Ty);
      return First ? First : poison(Array);
    });
  const core::Expr *Array = expr(E);
  if (!Array->Ty->isArray())
    return nullptr;
  if (!core::isPlace(Array))
    Array = freeze(Array, Loc, "values");
  return addressOf(subscript(Array, literal("0", M.intType(), Loc), Loc), Ty, Loc);
}

/// The pointer of type Ty that Written chooses with `?:`; Leaf makes one of each arm.
const core::Expr *
FunctionLowering::choice(const Expr *Written, const core::Type *Ty,
                         llvm::function_ref<const core::Expr *(const Expr *)> Leaf) {
  SourceLocation Loc = Written->getExprLoc();
  const Expr *Inner = Written->IgnoreParens();
  const auto *E = dyn_cast<ConditionalOperator>(Inner);
  if (!E || throws(E->getTrueExpr()) || throws(E->getFalseExpr()))
    return Leaf(Inner);
  const core::Expr *C = condition(E->getCond());
  if (auto Known = decided(C))
    return choice(*Known ? E->getTrueExpr() : E->getFalseExpr(), Ty, Leaf);
  const core::Expr *A = nullptr, *B = nullptr;
  const Expr *Saved = std::exchange(Waiting, nullptr);
  core::Block Then = capture([&] { A = choice(E->getTrueExpr(), Ty, Leaf); });
  core::Block Else = capture([&] { B = choice(E->getFalseExpr(), Ty, Leaf); });
  Waiting = Saved;
  if (!Then.empty() || !Else.empty())
    return branches(C, Then, A, Else, B, declare("target", Ty, nullptr, false, Loc), Loc);
  core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
  Choice->Operands = {C, A, B};
  return Choice;
}

} // namespace ad::lower
