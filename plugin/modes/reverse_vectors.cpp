//===- modes/reverse_vectors.cpp - adjoints of containers and their shapes ===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An adjoint of a vector is a vector of the same shape. The shape comes from the primal where that
// is still there, else from a counter that was recorded with every change.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether a T that is made without arguments is zero, all of it.
static bool startsZero(const Type *T) {
  while (T->isArray())
    T = T->Element;
  return T->isScalar() || T->ZeroByBraces;
}

/// Zeros in the shape of the local vector V: from V itself where it is still there, else from its
/// counter.
const Expr *Reverse::zeroVector(const Variable *V) {
  const Type *T = V->Ty;
  Expr *Zeros = M.expr(ExprKind::Opaque, T);
  Variable *Counter = counterOf(B.var(const_cast<Variable *>(V)));
  bool There = !Detached && Mem->atFunctionLevel(V);
  if (!startsZero(T->Element) || (!There && (T->Element->IsVector || !Counter))) {
    C.error(
        V->Loc,
        "cannot differentiate the vector '" + V->Name + "' in reverse mode: " +
            (There ? "its elements do not start at zero" : "the shape of its adjoint is not known"),
        There ? "use a plain record of floating values" : "declare it outside of the loop");
    Failed = true;
    return M.expr(ExprKind::Braces, T);
  }
  if (There && T->Element->IsVector) {
    Zeros->Text = "ad::zeros_like($0)";
    Zeros->Operands = {B.var(const_cast<Variable *>(V))};
    return Zeros;
  }
  Zeros->Text = T->Spelling + "($0)";
  if (There) {
    Expr *Size = M.expr(ExprKind::Member, Counter ? Counter->Ty : M.intType());
    Size->Text = "size()";
    Size->Operands = {B.var(const_cast<Variable *>(V))};
    Zeros->Operands = {Size};
  } else {
    Zeros->Operands = {B.var(Counter)};
  }
  return Zeros;
}

/// Those of parameters that the function may write have the shape that it leaves.
void Reverse::matchParameters(bool Writable, Block &To) {
  if (Detached)
    return;
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    Variable *P = Forward.Primal[I], *D = Backward.Derivative[I];
    if (!D || P->Ty->isPointer() != (P->Kind == Storage::This))
      continue;
    bool Writes = P->Ty->isReference() || P->Kind == Storage::This ? !P->Ty->ElementConst : false;
    if (Writes != Writable)
      continue;
    if (P->Kind == Storage::This)
      matchShapes(B, B.var(D), B.dereference(B.var(P)), To);
    else
      matchShapes(B, B.var(D), B.var(P), To);
  }
  if (Writable && Result && Out.Params.size() && Backward.ResultDerivative)
    matchShapes(B, B.var(Backward.ResultDerivative), B.var(Result), To);
}

void Reverse::declareBar(Variable *Bar, Block &To) {
  const Variable *V = VectorOf.lookup(Bar);
  if (V && V->Ty->IsVector) {
    To.add(B.declare(Bar, zeroVector(V)));
    return;
  }
  if (Bar->Ty->IsVector) {
    C.error(Bar->Loc, "cannot differentiate this vector in reverse mode");
    Failed = true;
  }
  To.add(B.declare(Bar, Bar->Shadow ? nullptr : defaultValue(Bar->Ty)));
  if (V)
    shapeParts(V, Bar, To);
}

Variable *Reverse::counterOf(const Expr *Place) const {
  auto Path = fieldPath(Place);
  if (!Path)
    return nullptr;
  auto It = SizeOf.find({rootVariable(Place), *Path});
  return It == SizeOf.end() ? nullptr : It->second;
}

/// Gives the vectors in the adjoint of the record V their sizes.
void Reverse::shapeParts(const Variable *V, Variable *Bar, Block &To) {
  bool There = !Detached && Mem->atFunctionLevel(V);
  if (There)
    return matchShapes(B, B.var(Bar), B.var(const_cast<Variable *>(V)), To);
  forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
    Variable *Counter = counterOf(Part);
    const Expr *Mine = Shadow.place(Part);
    if (!Part->Ty->Differentiable || !Mine)
      return;
    if (!Counter || Part->Ty->Element->IsVector || !startsZero(Part->Ty->Element)) {
      C.error(V->Loc,
              "cannot differentiate the object '" + V->Name +
                  "' in reverse mode: the shape of its adjoint is not known",
              "declare it at the top of the differentiated function");
      Failed = true;
      return;
    }
    Stmt *S = M.stmt(StmtKind::Opaque);
    S->Text = "$0.resize($1)";
    S->Operands = {Mine, B.var(Counter)};
    S->Writes = {Mine};
    To.add(S);
  });
}

/// The adjoint of a vector into which the forward sweep makes pointers: declared with the vector,
/// which must then keep its size.
void Reverse::declareEarly(const Stmt *S, Variable *Bar, Block &Fwd) {
  const Variable *V = S->Var;
  bool Changes = false;
  walk(Body,
       [&](Stmt *Other) { Changes |= Other->OldSize && core::rootVariable(Other->Target) == V; });
  if (Detached || NeedsGoto || Mem->loopDepth(S) > 0 || !Mem->atFunctionLevel(V) || Changes) {
    C.error(V->Loc,
            "cannot differentiate a pointer into the vector '" + V->Name + "' in reverse mode" +
                (Changes ? ", which changes its size" : ""),
            "use indices, or declare the vector at the top of the function with its final size");
    Failed = true;
    return;
  }
  declareBar(Bar, Fwd);
}
