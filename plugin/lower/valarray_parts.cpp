//===- lower/valarray_parts.cpp - slices and masks of std::valarray -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `v[std::slice(from, count, step)]` is elements like any other: number k of them is number
// `from + k * step` of v. `v[v > 0]` are those for which the condition holds: an assignment to them
// is a loop with a branch, as a value they are copied one after the other.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether T is the class Name of the library, or an expression of arrays of such elements.
static bool isOf(QualType T, llvm::StringRef Name) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == Name;
}

/// The elements of `v[std::slice(...)]`; none where it is something else.
Elements FunctionLowering::sliceOf(const CXXOperatorCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const Expr *Index = withoutTemporary(E->getArg(1))->IgnoreImplicit();
  if (!isOf(Index->getType(), "slice"))
    return {};
  const core::Expr *Place = expr(E->getArg(0));
  if (!core::isPlace(Place) || !Place->Ty->IsVector)
    return {};
  Place = freezePlace(Place, Loc);
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Index);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor())
    Index = Copy->getArg(0)->IgnoreImplicit();
  const core::Expr *Numbers[3];
  if (const auto *Made = dyn_cast<CXXConstructExpr>(Index); Made && Made->getNumArgs() == 3) {
    llvm::SmallVector<const Expr *, 3> Args(Made->arguments());
    auto Values = valuesOf(Args);
    for (unsigned I = 0; I < 3; ++I)
      Numbers[I] = Values[I]->is(ExprKind::Literal) ? Values[I] : freeze(Values[I], Loc, "number");
  } else {
    const core::Expr *Slice = expr(Index);
    if (!core::isPlace(Slice))
      return {};
    llvm::StringRef Names[] = {"start", "size", "stride"};
    for (unsigned I = 0; I < 3; ++I)
      Numbers[I] = name(declare(Names[I], sizeType(),
                                opaque(("$0." + Names[I] + "()").str(), sizeType(), {Slice}, Loc),
                                true, Loc),
                        Loc);
  }
  Elements All;
  All.Size = Numbers[1];
  All.Places = {Place};
  All.Shifts = true;
  const core::Expr *From = Numbers[0], *Step = Numbers[2];
  All.At = [=](const core::Expr *K) {
    auto Is = [](const core::Expr *N, llvm::StringRef Text) {
      return N->is(ExprKind::Literal) && N->Text == Text;
    };
    const core::Expr *By = Is(Step, "1") ? K : binary("*", K, Step, sizeType(), Loc);
    return subscript(Place, Is(From, "0") ? By : binary("+", From, By, sizeType(), Loc), Loc);
  };
  return All;
}

/// Of `v[condition]`: At gives the condition, Place is v; none where it is something else.
Elements FunctionLowering::maskedBy(const CXXOperatorCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Place = expr(E->getArg(0));
  if (!core::isPlace(Place) || !Place->Ty->IsVector)
    return {};
  Place = freezePlace(Place, Loc);
  const core::Type *Element = Place->Ty->Element;
  using Condition = std::function<const core::Expr *(const core::Expr *)>;
  std::function<Condition(const Expr *)> Of = [&](const Expr *Written) -> Condition {
    const Expr *C = Written->IgnoreImplicit();
    for (const Expr *Before = nullptr; C != Before;) { // it becomes a valarray<bool>
      Before = C;
      C = withoutTemporary(read(C))->IgnoreImplicit();
      if (const auto *Made = dyn_cast<CXXConstructExpr>(C); Made && Made->getNumArgs() == 1)
        C = Made->getArg(0)->IgnoreImplicit();
    }
    if (isOf(C->getType(), "valarray")) { // of truth values, a variable
      const core::Expr *Mask = expr(C);
      if (!core::isPlace(Mask) || Mask->Ty->IsVector)
        return nullptr;
      return [=](const core::Expr *K) { return opaque("$0[$1]", M.boolType(), {Mask, K}, Loc); };
    }
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(C);
    if (!Operator)
      return nullptr;
    std::string Symbol = getOperatorSpelling(Operator->getOperator());
    switch (Operator->getOperator()) {
    case OO_Less:
    case OO_Greater:
    case OO_LessEqual:
    case OO_GreaterEqual:
    case OO_EqualEqual:
    case OO_ExclaimEqual: {
      Elements A = elementsOf(Operator->getArg(0), Element);
      Elements B = elementsOf(Operator->getArg(1), Element);
      return
          [=](const core::Expr *K) { return binary(Symbol, A.At(K), B.At(K), M.boolType(), Loc); };
    }
    case OO_AmpAmp:
    case OO_PipePipe: {
      Condition A = Of(Operator->getArg(0)), B = Of(Operator->getArg(1));
      if (!A || !B)
        return nullptr;
      return [=](const core::Expr *K) { return binary(Symbol, A(K), B(K), M.boolType(), Loc); };
    }
    case OO_Exclaim: {
      Condition A = Of(Operator->getArg(0));
      if (!A)
        return nullptr;
      return [=](const core::Expr *K) { return unary("!", A(K), M.boolType(), Loc); };
    }
    default:
      return nullptr;
    }
  };
  Condition Holds = Of(E->getArg(1));
  if (!Holds)
    return {};
  return {Place, sizeOf(Place, Loc), Holds};
}

/// The elements of Mask.Place for which the condition holds, in a valarray of their own.
Elements FunctionLowering::masked(const Elements &Mask, SourceLocation Loc) {
  const core::Expr *Zero = literal("0", M.intType(), Loc), *One = literal("1", M.intType(), Loc);
  auto ForEach = [&](core::Variable *Count, llvm::function_ref<void(const core::Expr *)> Do) {
    Changing.insert(Count);
    countUp(Zero, Mask.Size, Loc, [&](const core::Expr *K) {
      core::Stmt *If = stmt(StmtKind::If, Loc);
      If->Value = Mask.At(K);
      If->Then = capture([&] {
        Do(K);
        core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
        Up->Target = name(Count, Loc);
        Up->Value = One;
        emit(Up);
      });
      emit(If);
    });
  };
  core::Variable *Count = declare("count", sizeType(), Zero, false, Loc);
  ForEach(Count, [](const core::Expr *) {});
  core::Variable *Values = F.variable("values", Mask.Place->Ty);
  Values->Loc = Loc.getRawEncoding();
  Changing.insert(Values);
  core::Variable *Size = startCounter(Values, name(Count, Loc), Loc);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = Values;
  S->Value = sized(Mask.Place->Ty, {name(Size, Loc)}, Loc);
  emit(S);
  const core::Expr *Made = name(Values, Loc);
  core::Variable *Next = declare("next", sizeType(), Zero, false, Loc);
  ForEach(Next, [&](const core::Expr *K) {
    assign(subscript(Made, name(Next, Loc), Loc), subscript(Mask.Place, K, Loc), Loc);
  });
  return {Made, sizeOf(Made, Loc), [=](const core::Expr *K) { return subscript(Made, K, Loc); }};
}

/// `v[std::slice(...)] = ...`, `v[v > 0] += ...`, element by element as the library does it.
void FunctionLowering::assignPart(const CXXOperatorCallExpr *E, const core::Type *Element) {
  SourceLocation Loc = E->getExprLoc();
  std::string Op = getOperatorSpelling(E->getOperator());
  Op.pop_back();
  const auto *Part = dyn_cast<CXXOperatorCallExpr>(read(withoutTemporary(E->getArg(0))));
  auto Refuse = [&] {
    error(Loc, "cannot differentiate this operation on a part of a std::valarray",
          "write a loop over the elements");
  };
  if (!Part || Part->getOperator() != OO_Subscript)
    return Refuse();
  Elements From = elementsOf(E->getArg(1), Element, /*Updates=*/true);
  auto Set = [&](const core::Expr *To, const core::Expr *By) {
    To = checkWritten(To, Loc);
    if (Op == "+" || Op == "-") {
      core::Stmt *Add = stmt(StmtKind::Accumulate, Loc);
      Add->Target = To;
      Add->Value = Op == "-" ? unary("-", By, By->Ty, Loc) : By;
      return emit(Add);
    }
    assign(To, Op.empty() ? By : binary(Op, To, By, Element, Loc), Loc);
  };
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  if (Elements To = sliceOf(Part); To.At) {
    From = apart(From, Part->getArg(0)->getType(), To.Places[0], /*Shifts=*/true, Loc);
    return countUp(Zero, To.Size, Loc, [&](const core::Expr *K) { Set(To.At(K), From.At(K)); });
  }
  Elements Mask = maskedBy(Part);
  if (!Mask.At || From.Size) // a whole array: its elements go where the condition holds
    return Refuse();
  countUp(Zero, Mask.Size, Loc, [&](const core::Expr *K) {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Mask.At(K);
    If->Then = capture([&] { Set(subscript(Mask.Place, K, Loc), From.At(K)); });
    emit(If);
  });
}

} // namespace ad::lower
