//===- modes/forward.cpp - forward mode: statements -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The primal's body is copied, its variables become variables of the companion.
// 2. Activity says which of them carry a tangent; those get one, `x_dot` beside `x`.
// 3. Statements are transformed in order. With t the tangent of e:
//      T x = e;      T x = e; T x_dot = t;
//      p = e;        p_dot = t; p = e;
//      p += e;       p_dot += t; p += e;
//      return e;     f_dot = t; return e;
//    Control flow is that of the primal.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/forward.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/modes/array_names.h"
#include "plugin/modes/specialise.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

Forward::Forward(Context &C, Function &Primal, Companion &Out)
    : C(C), M(C.M), B(C.M), Primal(Primal), Out(Out), Fn(*Out.Fn),
      Shadow(C.M, *Out.Fn, "dot", /*Mutable=*/false) {}

void Forward::fail(Location Loc, llvm::StringRef Message, llvm::StringRef WayOut) {
  C.error(Loc, Message, WayOut);
  Fn.Failed = true;
}

void Forward::run() {
  if (!checkShared(C, Primal) || !checkOutside(C, Primal)) {
    Fn.Failed = true;
    return;
  }
  adoptBody();
  nameArrays(M, Body);
  shorten(Body);
  Function View; // the primal's parameters, as the companion has them
  View.Params = Out.Primal;
  Active = std::make_unique<analysis::Activity>(View, Body);
  if (llvm::raw_ostream *OS = C.dump("activity"))
    Active->print(*OS, Fn);
  if (const Stmt *S = Active->notUnderstood(Body))
    return fail(S->Loc ? S->Loc : Primal.Loc, "cannot differentiate how this vector is made",
                "make it with its size and set the elements in a loop");
  if (const Stmt *S = Active->variedKey(Body))
    return fail(S->Loc ? S->Loc : Primal.Loc, VariedKey, VariedKeyWayOut);
  for (const Variable &V : Fn.Locals)
    if (const Type *E = elementsNotZero(V.Kind == Storage::This ? V.Ty->Element : V.Ty);
        E && (Active->active(&V) || V.Kind != Storage::Local))
      return fail(V.Loc ? V.Loc : Primal.Loc,
                  "cannot differentiate '" + V.Name + "': in its vector, a '" + E->Spelling +
                      "' that is made without arguments is not zero",
                  "remove the default member initialisers or the default constructor of the class");
  bindShadows();
  Block Result;
  transform(Body, Result);
  Fn.Body = std::move(Prologue);
  if (!Fn.IsHelper)
    for (size_t I = 0; I < Out.Primal.size(); ++I)
      if (Variable *Derivative = Out.Derivative[I]) {
        bool This = Out.Primal[I]->Kind == Storage::This;
        if (This || !Out.Primal[I]->Ty->isPointer())
          matchShapes(B, Fn, B.var(Derivative),
                      This ? B.dereference(B.var(Out.Primal[I])) : B.var(Out.Primal[I]), Fn.Body);
      }
  for (Stmt *S : Result.Stmts)
    Fn.Body.add(S);
  Fn.HasBody = true;
}

//===-- The body, made ours -----------------------------------------------===//

void Forward::adoptBody() {
  llvm::DenseMap<const Variable *, Variable *> Adopted;
  for (size_t I = 0; I < Primal.Params.size(); ++I)
    Adopted[Primal.Params[I]] = Out.Primal[I];
  Body = adopt(M, Primal, Fn, Adopted);
}

void Forward::bindShadows() {
  for (size_t I = 0; I < Out.Primal.size(); ++I)
    if (Variable *Derivative = Out.Derivative[I])
      Shadow.bind(Out.Primal[I], Derivative);
  Shadow.Absent = [this](const Variable *V) { return zeroOf(V); };
}

/// The tangent of V; null if it has none.
Variable *Forward::tangentOf(Variable *V) {
  if (Variable *Known = Shadow.of(V))
    return Known;
  if (V->Kind != Storage::Local || !V->Ty->Differentiable || V->Constant || !Active->active(V))
    return nullptr;
  return Shadow.make(V);
}

//===-- Statements --------------------------------------------------------===//

void Forward::transform(const Block &In, Block &To) {
  for (Stmt *S : In.Stmts)
    transform(S, To);
}

void Forward::transform(Stmt *S, Block &To) {
  Before = &To;
  switch (S->Kind) {
  case StmtKind::Declare:
    return declare(S, To);
  case StmtKind::Assign:
    return assign(S, To);
  case StmtKind::Accumulate:
    return accumulate(S, To);
  case StmtKind::Call:
    return call(S, To);
  case StmtKind::Loop:
    return loop(S, To);
  case StmtKind::Return:
    return returns(S, To);
  case StmtKind::Opaque:
    return opaque(S, To);
  case StmtKind::Record:
  case StmtKind::Restore:
  case StmtKind::RecordArray:
  case StmtKind::ReleaseArray:
    return tape(S, To);
  case StmtKind::If:
  case StmtKind::Switch:
  case StmtKind::Block: {
    Stmt *Copy = M.stmt(S->Kind, S->Loc);
    *Copy = *S;
    forEachBlock(*Copy, [&](Block &Inner) {
      Block Source = std::move(Inner);
      Inner = {};
      transform(Source, Inner);
    });
    To.add(Copy);
    return;
  }
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Goto:
  case StmtKind::Label:
  case StmtKind::Comment:
    To.add(S);
    return;
  }
}

/// Whether E calls a function of which the derivative is wanted.
bool Forward::hasActiveCall(const Expr *E) const {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    Found |= Sub->is(ExprKind::Primitive) && Active->active(Sub);
    return !Found;
  });
  return Found;
}

/// `y = c ? exp(x) : 0` becomes `if (c) y = exp(x); else y = 0;`, in whose branches the value and
/// its tangent can share the call. Returns whether it did.
bool Forward::splitConditional(Stmt *S, Block &To) {
  const Expr *Value = S->Value;
  if (!Value || !Value->is(ExprKind::Conditional) || !Value->Ty->isReal() ||
      !(hasActiveCall(Value->operand(1)) || hasActiveCall(Value->operand(2))))
    return false;
  const bool Declares = S->is(StmtKind::Declare);
  if (Declares) {
    S->Var->Const = false;
    To.add(B.declare(S->Var));
    if (Variable *Tangent = tangentOf(S->Var))
      To.add(B.declare(Tangent));
  }
  Block Arms[2];
  for (unsigned I : {0, 1}) {
    Stmt *Arm = M.stmt(Declares ? StmtKind::Assign : S->Kind, S->Loc);
    *Arm = *S;
    if (Declares) {
      Arm->Kind = StmtKind::Assign;
      Arm->Var = nullptr;
      Arm->Target = B.var(S->Var);
    }
    Arm->Value = Value->operand(I + 1);
    transform(Arm, Arms[I]);
  }
  if (!S->is(StmtKind::Return)) {
    To.add(B.ifThen(Value->operand(0), std::move(Arms[0]), std::move(Arms[1])));
    return true;
  }
  To.add(B.ifThen(Value->operand(0), std::move(Arms[0])));
  for (Stmt *Arm : Arms[1].Stmts)
    To.add(Arm);
  return true;
}

void Forward::declareTangent(Variable *Tangent, const Expr *Value, Block &To) {
  if (Tangent->Shadow) { // declared as zero bytes; a value is assigned
    To.add(B.declare(Tangent));
    if (Value)
      setTangent(B.var(Tangent), Value, To);
    return;
  }
  To.add(B.declare(Tangent, Value));
}

/// Where the object at Pointer is zero bytes: its members that cannot be destroyed as such.
void Forward::bringToLife(const Expr *Pointer, const Expr *Zeros, Block &To) {
  if (llvm::StringRef(Zeros->Text).contains("ad::zeros<"))
    modes::bringToLife(
        B, Fn, B.dereference(Pointer), [](const Type *T) { return diesAsBytes(T) || holdsMap(T); },
        To);
}

void Forward::declare(Stmt *S, Block &To) {
  Variable *Tangent = tangentOf(S->Var);
  if (!Tangent) {
    To.add(S);
    return;
  }
  if (!S->Value) {
    To.add(S);
    // As uninitialised as the primal; a record is zero, lest a copy of it read garbage.
    bool ByBraces = S->Var->Ty->isRecord() && !Tangent->Shadow;
    return declareTangent(Tangent, ByBraces ? zero(Tangent->Ty) : nullptr, To);
  }
  if (S->Value->Allocates) {
    To.add(S);
    const Expr *Zeros = zeroAllocation(M, S->Value);
    declareTangent(Tangent, Zeros, To);
    return bringToLife(B.var(Tangent), Zeros, To);
  }
  if (splitConditional(S, To))
    return;
  if (Tangent->Shadow && (S->Value->is(ExprKind::Braces) || !Active->active(S->Value))) {
    To.add(S);
    declareTangent(Tangent, nullptr, To);
    if (S->Value->is(ExprKind::Braces))
      fill(B.var(Tangent), S->Value, To);
    else if (S->Value->is(ExprKind::Opaque) && S->Value->Operands.size() == 1 &&
             S->Value->operand(0)->Ty->isInteger()) // new elements, whose pointers are null
      matchShapes(B, Fn, B.var(Tangent), B.var(S->Var), To, "ad::shape_like");
    else if (!S->Value->Repeated) // whose vectors are cleared, to be filled again
      matchShapes(B, Fn, B.var(Tangent), B.var(S->Var), To);
    return;
  }
  const Expr *Value = S->Value, *Dot = tangentValue(Value);
  if (!Dot)
    return;
  if (Value->Ty->isReal() && isShareable(Value)) // the variable is the name for its value
    Dot = rewrite(M, Dot, [&](const Expr *E) -> const Expr * {
      return equal(E, Value) ? B.var(S->Var) : nullptr;
    });
  share({&Value, &Dot}, To);
  Stmt *Copy = M.stmt(S->Kind, S->Loc);
  *Copy = *S;
  Copy->Value = Value;
  To.add(Copy);
  if (!Tangent->Shadow && !S->Var->Ty->isArray())
    Tangent->Const = S->Var->Const;
  bool Unshaped = S->Var->Ty->isRecord() && holdsVector(S->Var->Ty) && !Active->active(Value) &&
                  !Value->Repeated;
  if (Unshaped)
    Tangent->Const = false;
  declareTangent(Tangent, Dot, To);
  if (Unshaped)
    matchShapes(B, Fn, B.var(Tangent), B.var(S->Var), To);
}

/// Whether Target is a local scalar that is reached by its name only.
bool Forward::isPrivateScalar(const Expr *Target) const {
  return Target->is(ExprKind::Variable) && Target->Var->Kind == Storage::Local &&
         !Target->Var->AddressTaken && Target->Ty->isReal();
}

void Forward::assign(Stmt *S, Block &To) {
  const Expr *Target = S->Target, *Place = tangentOfPlace(Target);
  if (!Place) {
    To.add(S);
    return;
  }
  if (S->Value->Allocates) {
    To.add(S);
    const Expr *Zeros = zeroAllocation(M, S->Value);
    To.add(B.assign(Place, Zeros));
    return bringToLife(Place, Zeros, To);
  }
  if (splitConditional(S, To))
    return;
  const Expr *Value = S->Value, *Dot = tangentValue(Value);
  if (!Dot)
    return;
  Stmt *Copy = M.stmt(S->Kind, S->Loc);
  *Copy = *S;
  // `y = exp(x)` may come first, so that its tangent can use y.
  if (isPrivateScalar(Target) && isShareable(Value) && !mentions(Value, Target->Var)) {
    const Expr *Reused = rewrite(
        M, Dot, [&](const Expr *E) -> const Expr * { return equal(E, Value) ? Target : nullptr; });
    if (Reused != Dot) {
      share({&Value, &Reused}, To);
      Copy->Value = Value;
      To.add(Copy);
      return setTangent(Place, Reused, To);
    }
  }
  share({&Value, &Dot}, To);
  Copy->Value = Value;
  setTangent(Place, Dot, To);
  To.add(Copy);
}

void Forward::accumulate(Stmt *S, Block &To) {
  const Expr *Place = tangentOfPlace(S->Target);
  if (!Place) {
    To.add(S);
    return;
  }
  Stmt *Copy = M.stmt(S->Kind, S->Loc);
  *Copy = *S;
  if (S->Target->Ty->isPointer()) {
    To.add(B.accumulate(Place, S->Value));
    To.add(Copy);
    return;
  }
  if (splitConditional(S, To))
    return;
  const Expr *Value = S->Value, *Dot = tangent(Value);
  if (Dot) {
    share({&Value, &Dot}, To);
    To.add(B.accumulate(Place, Dot));
  }
  Copy->Value = Value;
  To.add(Copy);
}

void Forward::loop(Stmt *S, Block &To) {
  Stmt *Copy = M.stmt(S->Kind, S->Loc);
  *Copy = *S;
  forEachBlock(*Copy, [&](Block &Inner) {
    Block Source = std::move(Inner);
    Inner = {};
    transform(Source, Inner);
  });
  To.add(Copy);
}

void Forward::returns(Stmt *S, Block &To) {
  Variable *ResultDot = Out.ResultDerivative;
  if (!S->Value || !ResultDot) {
    To.add(S);
    return;
  }
  if (splitConditional(S, To))
    return;
  const Expr *Value = S->Value, *Dot = tangentValue(Value);
  if (!Dot)
    return;
  share({&Value, &Dot}, To);
  setTangent(B.var(ResultDot), Dot, To);
  Stmt *Copy = M.stmt(S->Kind, S->Loc);
  *Copy = *S;
  Copy->Value = Value;
  To.add(Copy);
}

/// A call of the companion of the function that destroys what End ends. Null where that has no
/// tangent.
const Expr *Forward::destroyed(const Stmt::End &End, Location Loc) {
  const Expr *Dot = Active->active(End.Place) ? tangentValue(End.Place) : nullptr;
  Companion *Destroyer = Dot ? C.companion(End.Destroyer, Variant::Forward, Loc) : nullptr;
  if (!Destroyer || !Destroyer->Derivative[0])
    return nullptr;
  Expr *Named = M.expr(ExprKind::Opaque, M.voidType(), Loc);
  Named->Text = Destroyer->Fn->SourceName;
  Named->Names = Destroyer->Fn;
  return B.opaque("$0($1, $2)", M.voidType(), {Named, End.Place, Dot});
}

/// The objects that S ends if an exception passes by have tangents, which end before them.
void Forward::endTangents(Stmt &S) {
  std::vector<Stmt::End> Ends;
  for (const Stmt::End &End : S.Ends) {
    if (const Expr *Call = End.Destroyer ? destroyed(End, S.Loc) : nullptr) {
      Ends.push_back({"$0", Call});
      continue;
    }
    const Expr *Of = End.Derivative && Active->active(End.Place) ? End.Place : nullptr;
    Stmt::End Dot = End;
    Dot.Place = !Of ? nullptr : Of->Ty->isPointer() ? tangentValue(Of) : tangentOfPlace(Of);
    if (Dot.Place)
      Ends.push_back(Dot);
    Ends.push_back(End);
  }
  S.Ends = std::move(Ends);
}

/// Code that is no function of the inputs as far as derivatives go. What it assigns is constant;
/// what it may write, or may leave alone, has a tangent that nobody knows.
void Forward::opaque(Stmt *S, Block &To) {
  if (S->OldSize)
    return resize(S, To);
  if (S->Exchanges)
    return exchange(S, To);
  if (!S->Followed.empty()) {
    if (Stmt *Follow = followMap(M, Shadow, *S))
      To.add(Follow);
    To.add(S);
    return;
  }
  auto FreeVectors = [&](const Expr *At) {
    if (freesVectors(*S))
      forEachContainer(M, B.dereference(At), [&](const Expr *Part) {
        To.add(B.effect(Part->Ty->IsMap ? "ad::free_map($0)" : "ad::free_storage($0)", {Part},
                        {Part}));
      });
  };
  if (S->Frees)
    FreeVectors(S->Operands.back());
  if (S->Frees && S->Operands.back()->Ty->Differentiable && Active->active(S->Operands.back())) {
    const Expr *Dot = tangentValue(S->Operands.back());
    if (!Dot)
      return;
    FreeVectors(Dot);
    Stmt *Free = M.stmt(S->Kind, S->Loc);
    *Free = *S;
    Free->Operands.back() = Dot;
    To.add(Free);
  }
  endTangents(*S);
  To.add(S);
  if (const Expr *Place = S->Mirrors ? tangentOfPlace(S->Operands[0]) : nullptr) {
    Stmt *Dot = M.stmt(S->Kind, S->Loc);
    *Dot = *S;
    Dot->Operands[0] = Place;
    To.add(Dot);
  }
  for (const Expr *Written : S->Writes) {
    if (!Written->Ty->Differentiable || !Active->active(Written))
      continue;
    // What it wrote is no function of the inputs; of a record or array it may have left parts
    // alone.
    const Expr *Place = overwrites(*S, Written) ? tangentOfPlace(Written) : nullptr;
    if (Place)
      setZero(Place, To);
    else
      fail(S->Loc,
           "cannot differentiate: this statement may write to storage that carries "
           "derivatives",
           "declare const what it only reads, or write in a statement of its own");
  }
}

void Forward::exchange(Stmt *S, Block &To) {
  const Expr *A = tangentOfPlace(S->Operands[0]), *Other = tangentOfPlace(S->Operands[1]);
  if (!A != !Other)
    return fail(S->Loc, "cannot differentiate: a vector that carries derivatives is exchanged with "
                        "one that carries none");
  To.add(S);
  if (A)
    To.add(B.exchange(A, Other));
}

/// A vector's tangent changes its size with it; what push_back appends has a tangent to append.
void Forward::resize(Stmt *S, Block &To) {
  Stmt *Plain = M.stmt(S->Kind, S->Loc);
  *Plain = *S;
  Plain->OldSize = Plain->Target = Plain->Value = nullptr;
  if (const Expr *Place = tangentOfPlace(S->Target)) {
    Stmt *Dot = M.stmt(StmtKind::Opaque, S->Loc);
    *Dot = *Plain;
    Dot->Operands[0] = Place;
    Dot->Writes = {Place};
    if (madeOfBytes(S->Target->Ty->nonReference()) && Dot->Text == "$0.resize($1)")
      Dot->Text = withBytes("ad::resize", S->Target->Ty) + "($0, $1)";
    if (S->Value) {
      const Expr *Value = tangentValue(S->Value);
      if (!Value)
        return;
      Dot->Operands[1] = Value;
    }
    To.add(Dot);
  }
  To.add(Plain);
}

/// What a companion records on its tape is recorded with its tangent, which lies above it.
void Forward::tape(Stmt *S, Block &To) {
  switch (S->Kind) {
  case StmtKind::Record: {
    To.add(S);
    if (!S->Value->Ty->Differentiable || !Active->active(S->Value))
      return;
    if (const Expr *Dot = tangentValue(S->Value))
      To.add(B.record(Dot));
    return;
  }
  case StmtKind::Restore: {
    const Expr *Target = S->Declares ? B.var(S->Var) : S->Target;
    Variable *Tangent = S->Declares ? tangentOf(S->Var) : nullptr;
    const Expr *Place = S->Declares ? (Tangent ? B.var(Tangent) : nullptr) : tangentOfPlace(Target);
    if (Place) {
      Stmt *Dot = M.stmt(S->Kind, S->Loc);
      *Dot = *S;
      Dot->Var = Tangent;
      Dot->Target = S->Declares ? nullptr : Place;
      To.add(Dot);
    }
    To.add(S);
    return;
  }
  case StmtKind::RecordArray:
  case StmtKind::ReleaseArray: {
    Variable *Tangent = tangentOf(S->Var);
    Stmt *Dot = M.stmt(S->Kind, S->Loc);
    *Dot = *S;
    Dot->Var = Tangent;
    bool TangentFirst = Tangent && S->is(StmtKind::ReleaseArray);
    if (TangentFirst)
      To.add(Dot);
    To.add(S);
    if (Tangent && !TangentFirst)
      To.add(Dot);
    return;
  }
  default:
    return;
  }
}

void ad::modes::forward(Context &C, Function &F, Companion &Out) { Forward(C, F, Out).run(); }
