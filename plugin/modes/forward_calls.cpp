//===- modes/forward_calls.cpp - forward mode: calls ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call through which a derivative may flow becomes a call of the callee's forward companion:
// every differentiable argument is followed by its tangent, the result's tangent is stored where
// the caller wants it. A call that only sees constants stays as it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/modes/forward.h"
#include "plugin/modes/specialise.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// A local that is declared here, as zero.
Variable *Forward::scratch(llvm::StringRef Name, const Type *Ty, Block &To) {
  Variable *V = Fn.variable(Name, Ty);
  const Type *Leaf = Ty;
  while (Leaf->isArray())
    Leaf = Leaf->Element;
  V->Shadow = Ty->Owns || (Leaf->isRecord() && !Leaf->ZeroByBraces);
  To.add(B.declare(V, V->Shadow ? nullptr : zero(Ty)));
  return V;
}

/// Whether zero storage of type Ty leads nowhere else.
static bool isSelfContained(const Type *Ty) {
  if (Ty->isPointer())
    return !Ty->Differentiable;
  if (Ty->isArray())
    return !Ty->IsVector && isSelfContained(Ty->Element);
  return llvm::all_of(Ty->Fields, [](const Field &F) { return isSelfContained(F.Ty); });
}

/// What the tangent of the inactive argument Arg would be stored in: an object as large as what Arg
/// is or points to; null where its extent or class is not known, or where it leads to other
/// storage.
static const Type *zeroStorage(const Expr *Arg, const Variable *Param) {
  if (Param->Kind == Storage::This && !Param->Ty->Differentiable) // nobody looks at it
    return Param->Ty->Element;
  if (mayBeDerived(Arg))
    return nullptr;
  const Type *Ty = Param->Ty->nonReference();
  if (Ty->isPointer() && Param->Kind == Storage::This)
    Ty = Ty->Element;
  if (!Ty->isPointer())
    return isSelfContained(Ty) ? Ty : nullptr;
  if (Param->Ty->isReference() || !Arg->is(ExprKind::AddressOf))
    return nullptr;
  const Expr *Object = Arg->operand();
  bool IsElement = Object->is(ExprKind::Subscript);
  if (IsElement && !Object->operand()->Ty->isArray())
    return nullptr;
  const Type *Held = IsElement ? Object->operand()->Ty : Object->Ty;
  return isSelfContained(Held) ? Held : nullptr;
}

/// The tangent of a constant of the program, to which a pointer may lead beside storage that
/// carries derivatives: zero, made once. Null for what is no constant.
Variable *Forward::zeroOf(const Variable *V) {
  bool IsConstant = V->Kind == Storage::Global || V->Constant || V->Static;
  if (!IsConstant || !V->Ty->Differentiable || !isSelfContained(V->Ty) || V->Ty->isReference())
    return nullptr;
  Variable *&Zero = Zeros[V];
  if (!Zero) {
    std::string Name = V->Name.substr(V->Name.rfind(':') + 1) + "_dot";
    const Type *Ty =
        V->Ty->isArray() && !V->Ty->IsStdArray ? M.array(V->Ty->Element, V->Ty->Extent) : V->Ty;
    Zero = scratch(Name, Ty, Prologue);
    // Pointers of the caller's may lead there for as long as to V.
    Zero->Static = Zero->Const = V->Kind == Storage::Global && V->Const;
  }
  return Zero;
}

static bool isNull(const Expr *Arg) { return Arg->is(ExprKind::Literal) && Arg->Ty->isPointer(); }

/// Zero storage for the tangent of an argument that has none. It exists: see specialised().
const Expr *Forward::inactiveStorage(const Expr *Arg, const Variable *Param,
                                     const Variable *Derivative, Block &To) {
  if (isNull(Arg) || Derivative->Nullable)
    return zero(Derivative->Ty);
  const Type *Held = zeroStorage(Arg, Param);
  if (Held->isArray() && !Held->IsStdArray)
    Held = M.array(Held->Element, Held->Extent); // not of constants
  const Expr *Place = B.var(scratch(Derivative->Name, Held, To));
  if (!Derivative->Ty->isPointer())
    return Place;
  bool IsElement = Param->Kind != Storage::This && Arg->operand()->is(ExprKind::Subscript);
  return B.addressOf(IsElement ? B.subscript(Place, Arg->operand()->operand(1)) : Place);
}

/// The callee of S, or the callee with those parameters constant whose arguments carry no
/// derivative, where that is needed: nobody could say where their tangents are. Null after an
/// error.
Function *Forward::specialised(const Stmt *S) {
  Function *Callee = S->Callee;
  std::vector<bool> Constant(S->Operands.size());
  const Variable *Needs = nullptr;
  auto Rule = Callee->Nullable.find("forward");
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Variable *Param = Callee->Params[I];
    const Expr *Arg = S->Operands[I];
    const Type *Ty = Param->Ty->nonReference();
    if (!Ty->Differentiable || Param->Constant || Ty->isReal() || Active->active(Arg) ||
        isNull(Arg))
      continue;
    Constant[I] = true;
    if (!zeroStorage(Arg, Param) && !(Rule != Callee->Nullable.end() && Rule->second[I]))
      Needs = Param;
  }
  if (!Needs)
    return Callee;
  if (Function *Special = specialise(C, *Callee, Constant))
    return Special;
  fail(S->Loc,
       "cannot differentiate this call: an argument carries no derivative, but the parameter '" +
           Needs->Name + "' of '" + shownName(*Callee).str() + "' does",
       Needs->Kind == Storage::This ? "copy the object into a local variable first"
                                    : "mark the parameter [[ad::constant]]");
  return nullptr;
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
    if (!IsActive)
      return inactiveStorage(Arg, Param, Derivative, To);
    const Expr *Dot = tangentValue(Arg);
    return !Dot || Ty->isPointer() ? Dot : B.dereference(Dot);
  }
  // 3. References: a place, or for `const T &` any value.
  if (IsActive && isPlace(Arg))
    return tangentOfPlace(Arg);
  if (Ty->ElementConst && (IsActive || Ty->Element->isReal()))
    return tangentValue(Arg);
  return inactiveStorage(Arg, Param, Derivative, To);
}

void Forward::call(Stmt *S, Block &To) {
  Function *Callee = S->Callee;
  // 1. Does a derivative flow through it?
  Variable *ResultTangent = S->Var ? tangentOf(S->Var) : nullptr;
  endTangents(*S);
  if (!ResultTangent && !Active->leaves(S)) {
    To.add(S);
    return;
  }
  Callee = specialised(S);
  Companion *Dot = Callee ? C.companion(Callee, Variant::Forward, S->Loc) : nullptr;
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
