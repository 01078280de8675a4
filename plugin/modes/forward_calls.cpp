//===- modes/forward_calls.cpp - forward mode: calls ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call through which a derivative may flow becomes a call of the callee's forward companion:
// every differentiable argument is followed by its tangent, the result's tangent is stored where
// the caller wants it. A call that only sees constants stays as it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/modes/forward.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// A local that is declared here, as zero.
Variable *Forward::scratch(llvm::StringRef Name, const Type *Ty, Block &To) {
  Variable *V = Fn.variable(Name, Ty);
  const Type *Leaf = Ty;
  while (Leaf->isArray())
    Leaf = Leaf->Element;
  V->Shadow = Leaf->isRecord() && !Leaf->ZeroByBraces;
  To.add(B.declare(V, V->Shadow ? nullptr : zero(Ty)));
  return V;
}

/// Storage for the tangent of an argument that has none: as large as what the argument is, zero.
const Expr *Forward::inactiveStorage(const Expr *Arg, const Variable *Derivative, Block &To) {
  const Type *Ty = Derivative->Ty;
  if (!Ty->isPointer()) {
    Variable *V = scratch(Derivative->Name, Ty->nonReference(), To);
    return B.var(V);
  }
  // A pointer to a whole object, or into an array of known extent.
  if (Arg->is(ExprKind::Literal))
    return zero(Ty);
  if (!Arg->is(ExprKind::AddressOf))
    return nullptr;
  const Expr *Object = Arg->operand();
  if (!Object->is(ExprKind::Subscript)) {
    Variable *V = scratch(Derivative->Name, Object->Ty, To);
    return B.addressOf(B.var(V));
  }
  const Expr *Array = Object->operand();
  if (!Array->Ty->isArray())
    return nullptr;
  const Type *Held =
      Array->Ty->IsStdArray ? Array->Ty : M.array(Array->Ty->Element, Array->Ty->Extent);
  Variable *V = scratch(Derivative->Name, Held, To);
  return B.addressOf(B.subscript(B.var(V), Object->operand(1)));
}

/// What follows Arg in the call of the companion.
const Expr *Forward::tangentArgument(const Expr *Arg, const Variable *Param,
                                     const Variable *Derivative, Block &To) {
  bool IsActive = Active->active(Arg);
  const Type *Ty = Derivative->Ty;
  // 1. Values.
  if (!Ty->isReference() && !Ty->isPointer())
    return tangentValue(Arg);
  // 2. Handles; the receiver of a method is a pointer, its tangent `S &this_dot`.
  if (Ty->isPointer() || Param->Ty->isPointer()) {
    const Expr *Dot = nullptr;
    if (IsActive) {
      Dot = tangentValue(Arg);
      if (!Dot)
        return nullptr;
    } else if (!Ty->isPointer()) {
      return inactiveStorage(B.dereference(Arg), Derivative, To);
    } else {
      Dot = inactiveStorage(Arg, Derivative, To);
    }
    if (Dot)
      return Ty->isPointer() ? Dot : B.dereference(Dot);
    fail(Arg->Loc,
         "cannot differentiate this call: the argument carries no derivative, but the parameter '" +
             Param->Name + "' does",
         "mark the parameter [[ad::constant]]");
    return nullptr;
  }
  // 3. References: a place, or for `const T &` any value.
  if (IsActive && isPlace(Arg))
    return tangentOfPlace(Arg);
  if (Ty->ElementConst && (IsActive || !Ty->Element->isRecord()) && !Ty->Element->isArray())
    return tangentValue(Arg);
  return inactiveStorage(Arg, Derivative, To);
}

void Forward::call(Stmt *S, Block &To) {
  Function *Callee = S->Callee;
  // 1. Does a derivative flow through it?
  Variable *ResultTangent = S->Var ? tangentOf(S->Var) : nullptr;
  bool Flows = ResultTangent != nullptr;
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Variable *Param = Callee->Params[I];
    Flows |= Param->Ty->Differentiable && !Param->Constant && Active->active(S->Operands[I]);
  }
  if (!Flows) {
    To.add(S);
    return;
  }
  Companion *Dot = C.companion(Callee, Variant::Forward, S->Loc);
  if (!Dot) {
    Fn.Failed = true;
    return;
  }

  // 2. Arguments.
  Stmt *Call = M.stmt(StmtKind::Call, S->Loc);
  *Call = *S;
  Call->Callee = Dot->Fn;
  Call->Operands.clear();
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Expr *Arg = S->Operands[I];
    const Variable *Param = Callee->Params[I];
    bool ByReference = Param->Ty->isPointer() && Dot->Primal[I]->Ty->isReference();
    Call->Operands.push_back(ByReference ? B.dereference(Arg) : Arg);
    if (const Variable *Derivative = Dot->Derivative[I]) {
      const Expr *Tangent = tangentArgument(Arg, Param, Derivative, To);
      if (!Tangent)
        return;
      Call->Operands.push_back(Tangent);
    }
  }

  // 3. The result's tangent.
  if (Dot->ResultDerivative) {
    const Type *Ty = Dot->ResultDerivative->Ty->Element;
    if (!ResultTangent)
      ResultTangent = scratch(Dot->ResultDerivative->Name, Ty, To);
    else if (S->Declares)
      declareTangent(ResultTangent, Ty->isRecord() && !ResultTangent->Shadow ? zero(Ty) : nullptr,
                     To);
    Call->Operands.push_back(B.var(ResultTangent));
  } else if (ResultTangent && S->Declares) {
    declareTangent(ResultTangent, ResultTangent->Shadow ? nullptr : zero(ResultTangent->Ty), To);
  } else if (ResultTangent) {
    setZero(B.var(ResultTangent), To);
  }
  To.add(Call);
}
