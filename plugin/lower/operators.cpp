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

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// `v[i++] = e` reads best as `v[i] = e; ++i;`: an increment of a local that the full expression
/// mentions nowhere else may wait until its end.
bool FunctionLowering::deferIncrement(const UnaryOperator *E, core::Stmt *S) {
  if (!Waiting)
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || !V->isLocalVarDeclOrParm() || V->getType()->isReferenceType() ||
      Uses.Escaping.count(V) || countMentions(Waiting, V) != 1 || Frames.back().Env)
    return false;
  Waiters.push_back(S);
  return true;
}

const core::Expr *FunctionLowering::unaryOperator(const UnaryOperator *E, bool Discarded) {
  SourceLocation Loc = E->getOperatorLoc();
  const Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_PostInc:
  case UO_PreInc:
  case UO_PostDec:
  case UO_PreDec: {
    const core::Expr *Place = checkWritten(expr(Sub), Loc);
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
    if (E->getType()->isMemberPointerType() || E->getType()->isFunctionPointerType()) {
      error(Loc, "cannot differentiate through a pointer to a function or member",
            "call the function or name the member directly");
      return poison(E);
    }
    const core::Expr *Place = expr(Sub);
    if (!core::isPlace(Place))
      return poison(E);
    return addressOf(Place, type(E->getType()), Loc);
  }
  case UO_Deref: {
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
  case BO_Assign:
    return assignment(E);
  case BO_Comma:
    effects(E->getLHS());
    return expr(E->getRHS());
  case BO_LAnd:
  case BO_LOr:
    return logical(E);
  case BO_PtrMemD:
  case BO_PtrMemI:
    error(Loc, "cannot differentiate through a pointer to member", "name the member directly");
    return poison(E);
  case BO_Cmp:
    error(Loc, "cannot differentiate through '<=>' here", "compare with '<' and '=='");
    return poison(E);
  default:
    break;
  }
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
  // `x = g(y)` with a plain local: the call's result needs no second name.
  if (const auto *R = dyn_cast<DeclRefExpr>(Left->IgnoreParens()); R && becomesCall(Right)) {
    const core::Expr *Place = expr(Left);
    if (Place->is(ExprKind::Variable) && Place->Var->Kind == core::Storage::Local &&
        Place->Var->Ty == type(Right->getType()) && !Place->Var->Const) {
      call(cast<CallExpr>(Right->IgnoreParenImpCasts()), Place->Var, /*Declares=*/false);
      return Place;
    }
  }
  auto Parts =
      inOrder({Part{[=] { return value(Right); }, false}, Part{[=] { return expr(Left); }, true}});
  const core::Expr *Target = checkWritten(Parts[1], Loc);
  if (!core::isPlace(Target)) {
    error(Loc, "cannot differentiate an assignment to this expression");
    return poison(E);
  }
  assign(Target, Parts[0], Loc);
  return Target;
}

const core::Expr *FunctionLowering::compoundAssignment(const CompoundAssignOperator *E) {
  SourceLocation Loc = E->getOperatorLoc();
  const Expr *Right = E->getRHS(), *Left = E->getLHS();
  auto Parts =
      inOrder({Part{[=] { return value(Right); }, false}, Part{[=] { return expr(Left); }, true}});
  const core::Expr *Target = checkWritten(Parts[1], Loc), *Value = Parts[0];
  if (!core::isPlace(Target)) {
    error(Loc, "cannot differentiate an assignment to this expression");
    return poison(E);
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

/// Both arms without effects: a tree. Else an If that fills a variable; for a place, a pointer.
const core::Expr *FunctionLowering::conditional(const AbstractConditionalOperator *E,
                                                bool AsPlace) {
  SourceLocation Loc = E->getQuestionLoc();
  if (const auto *B = dyn_cast<BinaryConditionalOperator>(E)) {
    const core::Expr *Common = freeze(value(B->getCommon()), Loc, "value");
    OpaqueValues[B->getOpaqueValue()] = Common;
  }
  if (E->getType()->isVoidType()) {
    effects(E);
    return literal("0", M.intType(), Loc);
  }
  const core::Expr *C = condition(E->getCond());
  if (C->is(ExprKind::Literal) && (C->Text == "true" || C->Text == "false")) {
    const Expr *Taken = C->Text == "true" ? E->getTrueExpr() : E->getFalseExpr();
    return AsPlace ? expr(Taken) : value(Taken);
  }
  const core::Expr *A = nullptr, *B = nullptr;
  auto Throws = [](const Expr *X) { return isa<CXXThrowExpr>(X->IgnoreParenImpCasts()); };
  const Expr *Saved = std::exchange(Waiting, nullptr);
  core::Block Then =
      capture([&] { A = AsPlace ? expr(E->getTrueExpr()) : value(E->getTrueExpr()); });
  core::Block Else =
      capture([&] { B = AsPlace ? expr(E->getFalseExpr()) : value(E->getFalseExpr()); });
  Waiting = Saved;
  // `c ? x : throw e` is a check followed by x.
  if (Throws(E->getTrueExpr()) || Throws(E->getFalseExpr())) {
    bool First = Throws(E->getTrueExpr());
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = First ? C : negate(C, Loc);
    If->Then = First ? Then : Else;
    emit(If);
    append(First ? Else : Then);
    return First ? B : A;
  }
  const core::Type *Ty = type(E->getType().getNonReferenceType());
  if (AsPlace) {
    if (!core::isPlace(A) || !core::isPlace(B))
      return poison(E);
    const core::Type *Pointer = M.pointer(Ty, E->getType().isConstQualified());
    A = addressOf(A, Pointer, Loc);
    B = addressOf(B, Pointer, Loc);
    Ty = Pointer;
  }
  const core::Expr *Result;
  if (Then.empty() && Else.empty()) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    Choice->Operands = {C, A, B};
    if (!AsPlace)
      return Choice;
    Result = freeze(Choice, Loc, "target");
  } else {
    core::Variable *V = declare(AsPlace ? "target" : "value", Ty, nullptr, false, Loc);
    Changing.insert(V);
    auto Fill = [&](core::Block &Arm, const core::Expr *Value) {
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
    Result = name(V, Loc);
  }
  return AsPlace ? dereference(Result, Loc) : Result;
}

} // namespace ad::lower
