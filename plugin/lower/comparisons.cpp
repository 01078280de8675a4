//===- lower/comparisons.cpp - comparisons that the compiler writes -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// C++20: `a < b` of objects with `auto operator<=>(const T &) const = default;` compares member by
// member, until two differ.
//
//   a.x == b.x ? a.y < b.y : a.x < b.x
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// The class whose defaulted `<=>` Inner calls, if all of its members are numbers.
static const CXXRecordDecl *comparedByMembers(const Expr *Inner) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(Inner->IgnoreImplicit());
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD || Call->getOperator() != OO_Spaceship || !FD->isDefaulted())
    return nullptr;
  const CXXRecordDecl *RD = Call->getArg(0)->getType()->getAsCXXRecordDecl();
  const bool Plain = RD && RD->hasDefinition() && !RD->getNumBases() && !RD->field_empty() &&
                     llvm::all_of(RD->fields(), [](const FieldDecl *Fd) {
                       return Fd->getType()->isArithmeticType() && !Fd->isBitField();
                     });
  return Plain && RD == Call->getArg(1)->getType()->getAsCXXRecordDecl() ? RD : nullptr;
}

const core::Expr *FunctionLowering::rewritten(const CXXRewrittenBinaryOperator *E) {
  const auto Form = E->getDecomposedForm();
  const CXXRecordDecl *RD = comparedByMembers(Form.InnerBinOp);
  const bool Less = Form.Opcode == BO_LT || Form.Opcode == BO_LE,
             Greater = Form.Opcode == BO_GT || Form.Opcode == BO_GE;
  if (!RD || !(Less || Greater))
    return expr(E->getSemanticForm());
  SourceLocation Loc = E->getOperatorLoc();
  auto Place = [&](const Expr *Of) -> const core::Expr * {
    const core::Expr *P = expr(Of);
    return core::isPlace(P) ? P : freeze(P, Loc, "object");
  };
  auto Both = inOrder(
      {Part{[&] { return Place(Form.LHS); }, true}, Part{[&] { return Place(Form.RHS); }, true}});
  auto Compare = [&](llvm::StringRef Operator, const FieldDecl *Fd) {
    return binary(Operator.str(), member(Both[0], Fd, Loc), member(Both[1], Fd, Loc), M.boolType(),
                  Loc);
  };
  const llvm::SmallVector<const FieldDecl *, 4> Fields(RD->field_begin(), RD->field_end());
  const core::Expr *Result = Compare(BinaryOperator::getOpcodeStr(Form.Opcode), Fields.back());
  for (const FieldDecl *Fd : llvm::reverse(llvm::ArrayRef(Fields).drop_back())) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, M.boolType(), Loc.getRawEncoding());
    Choice->Operands = {Compare("==", Fd), Result, Compare(Less ? "<" : ">", Fd)};
    Result = Choice;
  }
  return Result;
}

} // namespace ad::lower
