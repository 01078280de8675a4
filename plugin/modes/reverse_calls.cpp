//===- modes/reverse_calls.cpp - the adjoints of calls ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call is the callee's forward sweep in the forward sweep, and its reverse sweep in the other; or
// the primal, and a companion that does both (rules by hand, calls that are made again). What is
// passed by value gets its adjoint in a variable, what is passed by reference has one already.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/unique.h"
#include "plugin/modes/reverse.h"
#include "plugin/modes/specialise.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// What the forward sweep does at a call: the callee's forward sweep, with the shadows of handles.
/// Arguments beyond those of the primal call are appended in the companion's order.
static const Expr *shadowArgument(Builder &B, Shadows &Shadow, const Variable *Param,
                                  const Variable *Derivative, const Expr *Arg) {
  if (Derivative->Ty->isPointer())
    return Shadow.pointer(Arg);
  if (Param->Kind == Storage::This) { // `S &this_bar` for the pointer argument `this`
    const Expr *P = Shadow.pointer(Arg);
    return P ? B.dereference(P) : nullptr;
  }
  return isPlace(Arg) ? Shadow.place(Arg) : nullptr;
}

/// The callee of S, with those handle parameters constant whose arguments carry no derivative.
Function *Reverse::specialised(Stmt *S) {
  Function *Callee = S->Callee;
  std::vector<bool> Constant(S->Operands.size());
  bool Any = false;
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Variable *Param = Callee->Params[I];
    bool Handle =
        Param->Ty->isPointer() ||
        (Param->Ty->isReference() && (!Param->Ty->ElementConst || mayBeDerived(S->Operands[I]))) ||
        holdsVector(Param->Ty->nonReference()) || holdsHandle(Param->Ty->nonReference());
    if (!Handle || !Param->Ty->Differentiable || Param->Constant || Active->active(S->Operands[I]))
      continue;
    Constant[I] = Any = true;
  }
  if (!Any)
    return Callee;
  Function *Special = specialise(C, *Callee, Constant);
  return Special ? Special : Callee;
}

/// Whether the callee of S may reach the place that is its argument number I through another one.
bool Reverse::reachedOtherwise(const Stmt *S, size_t I) const {
  const Expr *Arg = S->Operands[I];
  if (!isPlace(Arg))
    return false;
  const Variable *Root = rootVariable(Arg);
  bool Own = Root && Root->Kind != Storage::Global && !Root->Ty->isReference();
  for (size_t J = 0; J < S->Operands.size() && J < S->Callee->Params.size(); ++J) {
    const Variable *Other = S->Callee->Params[J];
    const Type *T = Other->Ty;
    bool Handle = T->isPointer() || T->isReference() || holdsHandle(T);
    if (J == I || !Handle || !T->Differentiable || Other->Constant ||
        (T->ElementConst && (T->isPointer() || T->isReference()) && !holdsHandle(T->Element)))
      continue;
    // Vectors and objects with pointers are refused then: only where it is certain.
    bool Refused = holdsVector(Arg->Ty->nonReference()) || holdsHandle(Arg->Ty->nonReference());
    if ((!Refused && (!Own || Root->AddressTaken)) || (Root && mentions(S->Operands[J], Root)))
      return true;
  }
  return false;
}

/// Whether the storage to which the handle Arg leads is still there in the reverse sweep.
bool Reverse::outlives(const Expr *Arg) const {
  bool Ok = true;
  walk(Arg, [&](const Expr *E) {
    if (E->is(ExprKind::Variable) && E->Var->Kind == Storage::Local &&
        !analysis::isScalarVariable(E->Var))
      Ok &= !Detached && Mem->atFunctionLevel(E->Var);
    return Ok;
  });
  return Ok;
}

/// What Pointer leads to, at whichever distance: `x[any]` for `&x[0]`.
const Expr *Reverse::anythingAt(const Expr *Pointer) {
  std::function<const Expr *(const Expr *)> Anywhere = [&](const Expr *Place) -> const Expr * {
    if (Place->is(ExprKind::Subscript))
      return B.subscript(isPlace(Place->operand()) && !Place->operand()->Ty->isPointer()
                             ? Anywhere(Place->operand())
                             : Place->operand(),
                         B.opaque("any", Place->operand(1)->Ty));
    return Place;
  };
  return Anywhere(B.dereference(Pointer));
}

/// Whether all that the callee of S reads is still as it was when the reverse sweep comes by.
bool Reverse::readableLater(const Stmt *S) {
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Type *Ty = S->Callee->Params[I]->Ty;
    if (!Ty->isPointer() && !Ty->isReference())
      continue;
    const Expr *Where = Ty->isPointer() ? anythingAt(S->Operands[I]) : S->Operands[I];
    if (isPlace(Where) && (!Ty->ElementConst || !Mem->stable(Where, S)))
      return false;
  }
  return true;
}

/// A variable of the companion's own, declared in To, that stands for an argument for Param or for
/// its adjoint: zero.
Variable *Reverse::standIn(const Variable *Param, llvm::StringRef Suffix, std::vector<Stmt *> &To) {
  const Type *T = Param->Kind == Storage::This ? Param->Ty->Element : Param->Ty->nonReference();
  Variable *Stand = local(Param->Name + Suffix.str(), T);
  Stand->Shadow |= T->isRecord() && !T->ZeroByBraces;
  To.push_back(declareEmpty(Stand));
  return Stand;
}

void Reverse::adjointCall(Stmt *S, Block &To) {
  Function *Callee = S->Callee;
  if (!Active->leaves(S))
    return;
  bool Pair = Callee->HandWritten.count("sweeps");
  bool Elsewhere = !Pair && Callee->Companions.count("reverse") && !C.bodyOf(Callee);
  bool ByHand = Callee->HandWritten.count("reverse") || Elsewhere;
  // The companion alone runs after the forward sweep; the pair leaves its records as it passes.
  if (ByHand && (Pair || Callee->SharesSweeps) && !readableLater(S))
    ByHand = false;
  if (!ByHand && !Pair && !Elsewhere)
    Callee = specialised(S);
  // Both halves at once: by hand, a call that is run again, or one of which the adjoint is known.
  const bool Joint = S == JointCall, Now = AtOnce.contains(S), Whole = ByHand || Joint || Now;
  auto Unread = [&](const Variable *Param) { // for an argument that is gone
    Variable *Stand = standIn(Param, "_unread", To.Stmts);
    Temporaries.insert(Stand);
    return B.var(Stand);
  };
  Plan &P = Plans[S];
  P.Callee = Callee;
  Companion *Rev = C.companion(Callee,
                               ByHand  ? Variant::Reverse
                               : Now   ? Variant::AtOnce
                               : Joint ? Variant::Joint
                                       : Variant::ReverseSweep,
                               S->Loc);
  if (!Rev) {
    Failed = true;
    return;
  }
  P.Rev = Rev;
  P.Fwd = Whole ? nullptr : C.companion(Callee, Variant::ForwardSweep, S->Loc);
  if (ByHand && !readableLater(S)) {
    C.error(S->Loc,
            "cannot differentiate this call in reverse mode: '" + Callee->Name +
                "_reverse' runs after the forward sweep, when memory that '" + Callee->Name +
                "' reads may have been overwritten",
            "write the pair '" + Callee->Name + "_forward_sweep', '" + Callee->Name +
                "_reverse_sweep', or copy the data first");
    Failed = true;
    return;
  }

  Block Before, After;
  restoreAround(S, Before, After);
  To.append(Before);
  std::vector<const Expr *> Args;
  if (Rev->Tape)
    Args.push_back(tape());
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Expr *Arg = S->Operands[I];
    Variable *Param = Callee->Params[I], *D = Rev->Derivative[I];
    // What a pointer that is passed by reference led to, the callee has recorded.
    if (!Whole && Param->Ty->isReference() && Param->Ty->Element->isPointer() && D &&
        Param->Ty->Differentiable) {
      for (const Type *Ty : {Param->Ty->Element, D->Ty->nonReference()}) {
        Variable *Stand = local(Param->Name + "_unread", Ty);
        Temporaries.insert(Stand);
        To.add(B.declare(Stand, B.literal("nullptr", Ty)));
        Args.push_back(B.var(Stand));
      }
      if (P.Fwd && P.Fwd->Derivative[I] && Active->active(Arg))
        if (const Expr *Bar = shadowArgument(B, Shadow, Param, D, Arg))
          markEarly(Bar);
      continue;
    }
    // Storage that is gone is stood in for by its shadow: the callee has recorded what it read. So
    // are elements that lie elsewhere, where there is one.
    bool Handle = Param->Ty->isPointer() || (Param->Ty->isReference() && isPlace(Arg));
    bool Moved =
        !Pair && leadsToMoved(Arg) && (Param->Ty->isPointer() || (D && Active->active(Arg)));
    bool Gone = Handle && !Whole && (!outlives(Arg) || Moved);
    // The same of a pointer whose address is passed.
    if (Gone && D && !Pair && Arg->is(ExprKind::AddressOf) && Arg->operand()->Ty->isPointer()) {
      Args.push_back(B.literal("nullptr", Param->Ty));
      Args.push_back(B.literal("nullptr", D->Ty));
      if (P.Fwd && P.Fwd->Derivative[I] && Active->active(Arg))
        if (const Expr *Bar = shadowArgument(B, Shadow, Param, D, Arg))
          markEarly(Bar);
      continue;
    }
    const bool Named = Param->Ty->isReference() && Arg->is(ExprKind::Variable) && !Gone;
    if (ByHand && Param->Kind == Storage::This && !Rev->Fn->IsMethod)
      Args.push_back(B.dereference(Arg));
    else if (!Whole && Param->Ty->isArray())
      Args.push_back(M.expr(ExprKind::Braces, Param->Ty)); // by value, and not read again
    else if (!Whole &&
             (!fitsTape(Param->Ty) || (Param->Ty->nonReference()->is(TypeKind::Opaque) && !Named)))
      Args.push_back(Unread(Param));
    else
      Args.push_back(Arg);
    if (!D) {
      if (Gone) {
        Args.back() = Param->Ty->isPointer() ? B.literal("nullptr", Param->Ty) : Unread(Param);
      }
      continue;
    }
    const Expr *Bar = Active->active(Arg) ? shadowArgument(B, Shadow, Param, D, Arg) : nullptr;
    bool ByValue = Param->Kind != Storage::This && !Param->Ty->isPointer() &&
                   !(Param->Ty->isReference() && (!Param->Ty->ElementConst || mayBeDerived(Arg)));

    // The callee must not find the adjoint of the copy behind another argument.
    if (Bar && ByValue && !Param->Ty->isReference() && reachedOtherwise(S, I)) {
      if (holdsVector(Param->Ty) || holdsHandle(Param->Ty)) {
        C.error(S->Loc,
                "cannot differentiate this call of '" + shownName(*Callee).str() +
                    "' in reverse mode: argument " + std::to_string(I + 1) +
                    " is passed by value, and reached through another argument, too",
                "copy it into a variable of its own");
        Failed = true;
        return;
      }
      Bar = nullptr;
    }
    bool Shapeless = holdsVector(Param->Ty->nonReference()) && !Whole && !Active->active(Arg);
    if (!Bar && ByValue && !Shapeless) {
      // A value without a place of its own: its adjoint is collected here and passed on.
      const Type *T = Param->Ty->nonReference();
      Variable *Mine = standIn(Param, "_bar", To.Stmts);
      Mine->Derivative = true;
      Temporaries.insert(Mine);
      Bar = B.var(Mine);
      if (Active->active(Arg)) {
        if (T->isReal())
          adjoint(Arg, Bar, After);
        else
          adjointAggregate(T, Arg, Bar, After, false);
      }
    }
    if (!Bar && D->Nullable)
      Bar = B.literal("nullptr", D->Ty);
    if (!Bar && Param->Kind == Storage::This &&
        !Param->Ty->Differentiable) // and nobody looks at it
      Bar = D->Ty->isPointer() ? B.literal("nullptr", D->Ty)
                               : B.var(standIn(Param, "_unread", To.Stmts));
    if (!Bar) {
      C.error(S->Loc,
              "cannot differentiate this call of '" + shownName(*Callee).str() +
                  "' in reverse mode: argument " + std::to_string(I + 1) +
                  " carries no derivative, but the parameter '" + Param->Name + "' does",
              "mark the parameter [[ad::constant]] if it is one, or pass a local copy");
      Failed = true;
      return;
    }
    if (P.Fwd && P.Fwd->Derivative[I])
      markEarly(Bar);
    const Type *Held = Param->Ty->nonReference();
    if (Param->Kind == Storage::This && Held->isPointer() && Bar->is(ExprKind::AddressOf))
      Held = Held->Element;
    if (isVectorOfHandles(Held) && !outlives(Bar)) {
      C.error(S->Loc,
              "cannot differentiate this call in reverse mode: its argument, a vector of pointers, "
              "is gone when the reverse sweep comes by",
              "declare the vector at the top of the differentiated function");
      Failed = true;
      return;
    }
    if (Gone)
      Args.back() = Param->Kind == Storage::This && !D->Ty->isPointer() ? B.addressOf(Bar) : Bar;
    Args.push_back(Bar);
  }
  bool HasSeed = Rev->ResultDerivative && S->Var && S->Var->Ty->Differentiable;
  if (Rev->ResultDerivative) {
    const Expr *Bar = HasSeed && Active->active(S->Var) ? Shadow.place(B.var(S->Var)) : nullptr;
    if (!Bar) {
      const Type *T = Rev->ResultDerivative->Ty->nonReference();
      Bar = T->isReal() ? B.number(0, T) : M.expr(ExprKind::Braces, T);
    } else if (!S->Declares) {
      Variable *Seed = local(S->Var->Name + "_seed", S->Var->Ty, /*Const=*/true);
      Temporaries.insert(Seed);
      To.add(B.declare(Seed, Bar));
      zero(Bar, To);
      Bar = B.var(Seed);
    }
    if (isPlace(Bar) && movesOnly(Bar->Ty))
      Bar = B.opaque("std::move($0)", Bar->Ty, {Bar});
    Args.push_back(Bar);
  }
  Stmt *Call = M.stmt(StmtKind::Call, S->Loc);
  Call->Callee = Rev->Fn;
  Call->Operands = std::move(Args);
  if (Now) {
    Call->Var = S->Var;
    Call->Declares = true;
  }
  if (!ByHand && onlyComputes(S))
    OnlyAdds[Call] = Rev;
  To.add(Call);
  To.Stmts.insert(To.Stmts.end(), After.Stmts.begin(), After.Stmts.end());
}

/// The call as the forward sweep makes it.
Stmt *Reverse::forwardCall(Stmt *S, std::vector<Stmt *> &Before) {
  Plan &P = Plans[S];
  if (!P.Fwd)
    return S;
  Stmt *Call = M.stmt(StmtKind::Call, S->Loc);
  Call->Callee = P.Fwd->Fn;
  Call->Var = S->Var;
  Call->Declares = S->Declares;
  Call->Ends = S->Ends;
  Call->Operands.push_back(tape());
  for (size_t I = 0; I < S->Operands.size(); ++I) {
    const Expr *Arg = S->Operands[I];
    Variable *Param = P.Callee->Params[I], *D = P.Fwd->Derivative[I];
    Call->Operands.push_back(Arg);
    if (!D)
      continue;
    const Expr *Bar = Active->active(Arg) ? shadowArgument(B, Shadow, Param, D, Arg) : nullptr;
    if (!Bar && holdsVector(Param->Ty->nonReference())) {
      C.error(S->Loc,
              "cannot differentiate this call in reverse mode: '" + shownName(*P.Callee).str() +
                  "' makes pointers into '" + Param->Name + "', which has no adjoint yet",
              "pass a variable");
      Failed = true;
    }
    if (!Bar && D->Ty->isPointer())
      Bar = B.literal("nullptr", D->Ty);
    if (!Bar) // its adjoint exists in the reverse sweep only; nothing is added to it here
      Bar = B.var(standIn(Param, "_unused", Before));
    Call->Operands.push_back(Bar);
  }
  return Call;
}
