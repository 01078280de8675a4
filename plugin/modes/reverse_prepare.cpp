//===- modes/reverse_prepare.cpp - reverse mode: the body made ready ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The primal's body is copied, its variables become variables of the companion.
// 2. Jumps are straightened and numbered (reverse_jumps.cpp).
// 3. Every active pointer is followed by its shadow pointer, as ordinary statements.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"
#include "plugin/modes/specialise.h"
#include "llvm/ADT/ScopeExit.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

void Reverse::adoptBody() {
  llvm::DenseMap<const Variable *, Variable *> Adopted;
  for (size_t I = 0; I < Primal.Params.size(); ++I)
    Adopted[Primal.Params[I]] = Forward.Primal[I];
  Body = adopt(M, Primal, Out, Adopted);
  for (size_t I = 0; I < Primal.Params.size(); ++I)
    if (Primal.Params[I]->Kind == Storage::This && Forward.Primal[I]->Ty->isReference())
      pointTo(Forward.Primal[I]);
}

/// The receiver is a reference: the pointer `this` becomes its address.
void Reverse::pointTo(Variable *Receiver) {
  walk(Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      if (!E->is(ExprKind::Variable) || E->Var != Receiver)
        return nullptr;
      return B.addressOf(B.var(Receiver));
    });
  });
}

/// A parameter passed by value whose parts change, or that others may change, works on a copy: its
/// adjoint belongs to the value that came in. So does one with pointers: where these lead, the
/// caller's object may no longer say when the reverse sweep comes.
void Reverse::copyChangedParameters() {
  VariableSet Changed;
  analysis::assignedVariables(Body, Changed);
  Changed.insert(Addressed.begin(), Addressed.end());
  Block Copies;
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    Variable *P = Forward.Primal[I];
    bool ByValue = P->Kind == Storage::Parameter && !P->Ty->isReference() && !P->Ty->isPointer();
    bool Leads = Detached && ByValue && Forward.Derivative[I] && holdsHandle(P->Ty);
    if (!ByValue || holdsMap(P->Ty) || !(Leads || Changed.contains(P)))
      continue;
    Variable *Copy = local(P->Name, P->Ty);
    Copy->Constant = P->Constant;
    Copy->AddressTaken = P->AddressTaken || Addressed.contains(P);
    P->AddressTaken = false;
    Addressed.erase(P);
    if (Copy->AddressTaken)
      Addressed.insert(Copy);
    walk(Body, [&](Stmt *S) {
      rewrite(M, *S, [&](const Expr *E) -> const Expr * {
        return E->is(ExprKind::Variable) ? (E->Var == P ? B.var(Copy) : E) : nullptr;
      });
    });
    // Nothing changes the sizes of its vectors: lowering has copied a parameter that does.
    llvm::SmallVector<const Expr *, 2> Sizes;
    forEachVector(M, B.var(P), [&](const Expr *Part) { Sizes.push_back(B.sizeOf(Part)); });
    forEachVector(M, B.var(Copy), [&](const Expr *Part) {
      Variable *Size = local(nameFor(Part) + "_size", M.sizeType(), /*Const=*/true);
      Size->Counts = Copy;
      Size->CountsPath = *fieldPath(Part);
      Copies.add(B.declare(Size, Sizes.front()));
      Sizes.erase(Sizes.begin());
    });
    Copies.add(B.declare(Copy, B.var(P)));
  }
  Body.Stmts.insert(Body.Stmts.begin(), Copies.Stmts.begin(), Copies.Stmts.end());
}

//===-- Shadows ------------------------------------------------------------===//

static bool isHandle(const Type *T) { return T->isPointer(); }

static bool findFollowing(Context &C, Function &F) {
  bool Follows =
      !C.bodyOf(&F) ||
      (F.Result && (F.Result->isPointer() || F.Result->isReference() || holdsHandle(F.Result)));
  auto Handle = [](const Type *T) { return T->Differentiable && holdsHandle(T->nonReference()); };
  walk(F.Body, [&](Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->is(StmtKind::Call)))
      Follows |= Handle(S->Var->Ty);
    if (S->Target) {
      // A parameter passed by value that changes is copied.
      const Variable *Root = rootVariable(S->Target);
      bool Copied = Root && Root->Kind == Storage::Parameter && !Root->Ty->isReference();
      Follows |= Handle(S->Target->Ty) || (Copied && Handle(Root->Ty));
    }
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) { // a pointer that is loaded gets a name
        bool Loaded = Sub->is(ExprKind::Member) || Sub->is(ExprKind::Subscript) ||
                      Sub->is(ExprKind::Dereference) || Sub->is(ExprKind::Conditional);
        Follows |= Loaded && Handle(Sub->Ty);
        return !Follows;
      });
    });
    if (S->is(StmtKind::Call) && !Follows)
      Follows |= S->Callee->SharesSweeps || S->Callee->HandWritten.count("sweeps") ||
                 followsHandles(C, *S->Callee);
  });
  return Follows;
}

bool ad::modes::followsHandles(Context &C, Function &F) {
  const bool Is = C.Asked.FollowsHandles.ask(&F, false, [&] { return findFollowing(C, F); });
  F.FollowsHandles = Is;
  return Is;
}

/// The locals whose address is taken, by & or by binding a reference parameter.
void Reverse::findAddressed() {
  walk(Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::AddressOf))
          if (const Variable *V = rootVariable(Sub->operand()))
            Addressed.insert(V);
        return true;
      });
    });
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        bool Handle = S->Callee->Params[I]->Ty->isReference() || S->Operands[I]->Ty->isArray();
        if (Handle && isPlace(S->Operands[I]))
          if (const Variable *V = rootVariable(S->Operands[I]))
            Addressed.insert(V);
      }
  });
}

/// Those are memory from now on: their versions cannot be told apart by name.
void Reverse::markAddressed() {
  for (Variable &V : Out.Locals)
    if (Addressed.contains(&V) && V.Kind == Storage::Local)
      V.AddressTaken = true;
}

void Reverse::bindShadows() {
  for (size_t I = 0; I < Forward.Primal.size(); ++I)
    if (Variable *D = Backward.Derivative[I]) {
      Shadow.bind(Forward.Primal[I], D);
      (D->Ty->isPointer() ? Handles : Adjoints).insert(D);
      D->Derivative = true;
      if (Variable *Passed = Forward.Derivative[I])
        Passed->Derivative = true;
    }
  if (Backward.ResultDerivative)
    Backward.ResultDerivative->Derivative = true;
  std::vector<Variable *> Locals;
  for (Variable &V : Out.Locals) {
    Locals.push_back(&V);
    if (V.Counts)
      SizeOf[{V.Counts, V.CountsPath}] = &V;
  }
  for (Variable *V : Locals) {
    if (V->Kind != Storage::Local || Shadow.of(V) || OnTape.count(V) || !V->Ty->Differentiable ||
        V->Constant || !Active->active(V))
      continue;
    bool BothHalves = Detached && !isHandle(V->Ty) && !holdsVector(V->Ty) &&
                      (Addressed.contains(V) || holdsHandle(V->Ty));
    if (BothHalves || Mirrored.contains(V) || holdsMap(V->Ty)) {
      // Both halves must find the same storage: it lives on the tape.
      Variable *P = local(V->Name + "_bar", M.pointer(derivative(M, V->Ty), false));
      OnTape[V] = P;
      P->Derivative = true;
      Required.insert(P);
      Handles.insert(P);
      Shadow.bindPlace(V, B.dereference(B.var(P)));
      continue;
    }
    Variable *S = Shadow.make(V);
    S->Derivative = true;
    if (isHandle(V->Ty) || isVectorOfHandles(V->Ty)) {
      Handles.insert(S);
      S->Const = V->Const && isHandle(V->Ty);
      S->AddressTaken = V->AddressTaken;            // who may change the one changes the other
      S->Shadow &= !V->Ty->IsVector || V->Ty->Owns; // is made with the size of the other
    } else {
      S->Const = false;
      if (V->Ty->isRecord() && !V->Ty->ZeroByBraces)
        S->Shadow = true;
      if (V->Ty->IsVector)
        S->Shadow = false;
      if (holdsVector(V->Ty))
        VectorOf[S] = V;
      Adjoints.insert(S);
    }
  }
}

/// Pointers that are loaded from memory which may change later are bound to a name, so that the
/// reverse sweep can find the same storage again.
void Reverse::namePointerLoads(Block &B) {
  std::vector<Stmt *> Result;
  for (Stmt *S : B.Stmts) {
    if (S->is(StmtKind::Loop))
      hoistLoads(S, Result);
    namePointerLoads(S->Then);
    namePointerLoads(S->Else);
    for (SwitchCase &Case : S->Cases)
      namePointerLoads(Case.Body);
    if (S->is(StmtKind::Loop)) {
      namePointerLoads(S->Init);
      namePointerLoads(S->Setup);
      namePointerLoads(S->Step);
    }
    llvm::SmallVector<std::pair<const Expr *, Variable *>, 2> Names;
    std::function<const Expr *(const Expr *)> Name;
    // The pointer value P, with what it loads from memory named.
    std::function<const Expr *(const Expr *)> Pointer = [&](const Expr *P) -> const Expr * {
      bool Arithmetic =
          P->is(ExprKind::Binary) || P->is(ExprKind::Conditional) || P->is(ExprKind::Cast);
      if (Arithmetic) {
        Expr *Copy = M.expr(P->Kind, P->Ty, P->Loc);
        *Copy = *P;
        for (const Expr *&Op : Copy->Operands)
          Op = Op->Ty->isPointer() ? Pointer(Op) : Name(Op);
        return llvm::equal(Copy->Operands, P->Operands) ? P : Copy;
      }
      // Pointers that others may set are memory like any other.
      bool Shared =
          P->is(ExprKind::Variable) &&
          (P->Var->Ty->isReference() || P->Var->AddressTaken || Addressed.contains(P->Var));
      bool Loads = Shared || P->is(ExprKind::Member) || P->is(ExprKind::Subscript) ||
                   P->is(ExprKind::Dereference);
      // The reverse half of a pair is not given the pointers that came by reference.
      bool Given = Detached && P->is(ExprKind::Variable) && P->Var->Ty->isReference();
      if (!Loads || !P->Ty->isPointer() || !P->Ty->Differentiable ||
          (Mem->stable(P, S) && !Given) || !Active->active(P))
        return Name(P);
      for (auto &[Known, Var] : Names)
        if (equal(Known, P))
          return this->B.var(Var);
      Variable *V = local(nameFor(P), P->Ty, /*Const=*/true);
      leadsAs(V, P);
      Stmt *D = this->B.declare(V, P);
      D->Loc = S->Loc;
      Result.push_back(D);
      Names.push_back({P, V});
      return this->B.var(V);
    };
    Name = [&](const Expr *E) -> const Expr * {
      return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
        bool Through = (Sub->is(ExprKind::Subscript) || Sub->is(ExprKind::Dereference)) &&
                       Sub->operand()->Ty->isPointer() && Sub->Ty->Differentiable;
        if (!Through)
          return nullptr;
        const Expr *To = Pointer(Sub->operand());
        if (Sub->is(ExprKind::Dereference))
          return To == Sub->operand() ? Sub : this->B.dereference(To);
        const Expr *Index = Name(Sub->operand(1));
        return To == Sub->operand() && Index == Sub->operand(1) ? Sub
                                                                : this->B.subscript(To, Index);
      });
    };
    bool Simple = S->is(StmtKind::Declare) || S->is(StmtKind::Assign) ||
                  S->is(StmtKind::Accumulate) || S->is(StmtKind::Call) || S->is(StmtKind::Return);
    if (Simple) {
      if (S->Target)
        S->Target = Name(S->Target);
      if (S->Value)
        S->Value = Name(S->Value);
      for (size_t I = 0; I < S->Operands.size(); ++I) {
        const Variable *Param = S->is(StmtKind::Call) ? S->Callee->Params[I] : nullptr;
        const Expr *&Arg = S->Operands[I];
        Arg = Param && Param->Ty->isPointer() ? Pointer(Arg) : Name(Arg);
        // An object with pointers needs a shadow that has them, too.
        if (Param && !Param->Ty->isPointer() && !Param->Ty->isReference() && !Param->Ty->IsVector &&
            holdsHandle(Param->Ty) && !isPlace(Arg) && Active->active(Arg)) {
          Variable *V = local(Param->Name, Arg->Ty, /*Const=*/true);
          Stmt *D = this->B.declare(V, Arg);
          D->Loc = S->Loc;
          Result.push_back(D);
          Arg = this->B.var(V);
        }
      }
    }
    if (S->is(StmtKind::Opaque) && (S->OldSize || S->Exchanges || S->Mirrors))
      replaceEach(*S, Name);
    Result.push_back(S);
  }
  B.Stmts = std::move(Result);
}

/// The handle, a T, to the derivatives of what Value, a handle, leads to; null if that is not
/// known.
const Expr *Reverse::shadowOfHandle(const Expr *Value, const Type *T) {
  if (Value->is(ExprKind::Conditional)) {
    const Expr *Then = shadowOfHandle(Value->operand(1), T);
    const Expr *Else = shadowOfHandle(Value->operand(2), T);
    return Then && Else ? B.conditional(Value->operand(0), Then, Else) : nullptr;
  }
  const bool Place = isPlace(Value);
  if (const Expr *Mine = Place ? Shadow.place(Value) : nullptr; Mine && Mine->Ty == T)
    return Mine;
  Expr *Handle = M.expr(ExprKind::Braces, T, Value->Loc);
  if (Value->is(ExprKind::Braces) && Value->Operands.empty())
    return Handle;
  if (!Place && !Value->is(ExprKind::Braces))
    return nullptr;
  const Expr *Data = Place ? B.member(Value, Value->Ty->Fields[0]) : Value->operand(0);
  const Expr *First = Shadow.pointer(Data);
  if (!First)
    return nullptr;
  markEarly(First);
  Handle->Operands = {First, Place ? B.member(Value, Value->Ty->Fields[1]) : Value->operand(1)};
  return Handle;
}

/// Lets the pointers in the shadow object Mine lead where those in Value lead. False if that is not
/// known.
bool Reverse::followFields(const Expr *Mine, const Expr *Value, std::vector<Stmt *> &To) {
  const Type *T = Mine->Ty;
  if (!holdsHandle(T))
    return true;
  if (T->isPointer()) {
    const Expr *From = Shadow.pointer(Value);
    if (!From)
      return false;
    markEarly(From);
    To.push_back(B.assign(Mine, From));
    return true;
  }
  if (T->Mutable) {
    const Expr *From = shadowOfHandle(Value, T);
    if (From)
      To.push_back(B.assign(Mine, From));
    return From;
  }
  if (Value->is(ExprKind::Braces)) {
    bool Ok = true;
    for (unsigned I = 0; I < Value->Operands.size(); ++I) {
      if (T->isArray()) {
        Ok &= followFields(B.subscript(Mine, B.integer(I)), Value->operand(I), To);
      } else if (I < T->Fields.size() && T->Fields[I].Ty->Differentiable &&
                 !T->Fields[I].Constant) {
        Ok &= followFields(B.member(Mine, T->Fields[I]), Value->operand(I), To);
      }
    }
    return Ok;
  }
  if (T->IsVector && Value->is(ExprKind::Opaque)) // new elements, whose pointers are null
    return true;
  if (!isPlace(Value))
    return false;
  if (!Shadow.place(Value))
    return false;
  bool Ok = true;
  if (T->isArray()) {
    if (isVectorOfHandles(T) && T->IsVector) { // nothing else gives the shadow its size
      To.push_back(B.effect("$0.resize($1)", {Mine, B.sizeOf(Value)}, {Mine}));
      Follows.insert(To.back());
    }
    Stmt *Loop = B.overElements(Out, Mine, [&](const Expr *K, Block &Into) {
      Ok &= followFields(B.subscript(Mine, K), B.subscript(Value, K), Into.Stmts);
    });
    To.push_back(Loop);
    return Ok;
  }
  if (T->isRecord()) {
    for (const Field &F : T->Fields)
      if (F.Ty->Differentiable && !F.Constant && holdsHandle(F.Ty))
        Ok &= followFields(B.member(Mine, F), B.member(Value, F), To);
    return Ok;
  }
  return false;
}

/// The shadow of a value that is given to a handle or a vector of handles; null if it has none.
const Expr *Reverse::shadowOf(const Expr *Value) {
  if (!Value || Value->is(ExprKind::Opaque) || !Value->Ty->Differentiable)
    return Value;
  if (Value->Ty->isPointer())
    return Shadow.pointer(Value);
  if (isPlace(Value))
    return Shadow.place(Value);
  if (!Value->is(ExprKind::Braces))
    return nullptr;
  Expr *Copy = M.expr(ExprKind::Braces, Value->Ty, Value->Loc);
  for (const Expr *Part : Value->Operands) {
    const Expr *Mine = shadowOf(Part);
    if (!Mine)
      return nullptr;
    Copy->Operands.push_back(Mine);
  }
  return Copy;
}

/// A vector of handles has no adjoint but leads to adjoints: its shadow is kept beside it by the
/// forward sweep, change by change. False: S is nothing of the kind.
bool Reverse::followVector(Stmt *S, std::vector<Stmt *> &To) {
  bool Changes = S->OldSize || S->Mirrors || S->Exchanges;
  const Expr *Place = S->is(StmtKind::Declare) && S->Var ? B.var(S->Var)
                      : !Changes                         ? nullptr
                      : S->OldSize                       ? S->Target
                                                         : S->Operands[0];
  if (!Place || !isVectorOfHandles(Place->Ty->nonReference()))
    return false;
  const Expr *Mine = Active->active(Place) ? Shadow.place(Place) : nullptr;
  if (!Mine) {
    To.push_back(S);
    return true;
  }
  markEarly(Mine);
  const Expr *Value = shadowOf(S->Value);
  Stmt *Follow = M.stmt(S->Kind, S->Loc);
  if (S->is(StmtKind::Declare)) {
    Follow->Var = Shadow.of(S->Var);
    Follow->Value = Value;
  } else if (S->is(StmtKind::Assign)) {
    Follow->Target = Mine;
    Follow->Value = Value;
  } else {
    Follow->Text = S->Text;
    Follow->Writes = {Mine};
    Follow->Operands = {Mine};
    for (const Expr *E : llvm::drop_begin(S->Operands)) // what is appended, or exchanged
      Follow->Operands.push_back(S->Value || S->Exchanges ? shadowOf(E) : E);
    if (S->Exchanges)
      Follow->Writes.push_back(Follow->Operands[1]);
  }
  if ((S->Value && !Value) || llvm::is_contained(Follow->Operands, nullptr)) {
    C.error(S->Loc,
            "cannot differentiate: a pointer in this vector may lead to storage that carries "
            "derivatives, but this one does not",
            "keep pointers to constant data in vectors of their own");
    Failed = true;
    return true;
  }
  if (Value)
    markEarly(Value);
  for (const Expr *E : Follow->Operands)
    markEarly(E);
  Follows.insert(Follow);
  if (!S->is(StmtKind::Declare))
    To.push_back(Follow);
  To.push_back(S);
  if (S->is(StmtKind::Declare))
    To.push_back(Follow);
  return true;
}

void Reverse::followHandles(Block &B) {
  std::vector<Stmt *> Result;
  for (Stmt *S : B.Stmts) {
    followHandles(S->Then);
    followHandles(S->Else);
    for (SwitchCase &Case : S->Cases)
      followHandles(Case.Body);
    if (S->is(StmtKind::Loop)) {
      followHandles(S->Init);
      followHandles(S->Setup);
      followHandles(S->Step);
    }
    if (followVector(S, Result))
      continue;
    if (!S->Followed.empty()) {
      if (Stmt *Follow = followMap(M, Shadow, *S, tape())) {
        UsesTape = true;
        Follows.insert(Follow);
        Result.push_back(Follow);
      }
      Result.push_back(S);
      continue;
    }
    bool Declare = S->is(StmtKind::Declare), Assign = S->is(StmtKind::Assign),
         Advance = S->is(StmtKind::Accumulate);
    const Type *T = Declare ? S->Var->Ty : (Assign || Advance) ? S->Target->Ty : nullptr;
    Variable *Made = S->Var && (Declare || S->Declares) ? OnTape.lookup(S->Var) : nullptr;
    if (Made && S->Var->Ty->isRecord() && holdsMap(S->Var->Ty) && !S->Var->Ty->ZeroByBraces) {
      Result.push_back(this->B.declare(Made, shadowMemory(Made->Ty, this->B.integer(1), S->Loc)));
      Block Makes;
      bringToLife(this->B, Out, this->B.dereference(this->B.var(Made)), holdsMap, Makes);
      walk(Makes, [&](Stmt *Make) { Follows.insert(Make); });
      Result.insert(Result.end(), Makes.Stmts.begin(), Makes.Stmts.end());
      if (S->Var->Ty->Owns)
        keepVectors(Made, Result);
    } else if (Made && holdsMap(S->Var->Ty)) {
      Expr *Empty = M.expr(ExprKind::Opaque, Made->Ty, S->Loc);
      Empty->Text = S->Var->Ty->Owns
                        ? "&$0.keep<ad::map_storage<" + spell(S->Var->Ty) + ">>()->value()"
                        : "$0.keep<" + spell(S->Var->Ty) + ">()";
      Empty->Operands = {tape(), this->B.integer(1)};
      Empty->ReadsMemory = Empty->Allocates = true;
      UsesTape = true;
      Result.push_back(this->B.declare(Made, Empty));
    } else if (Made && !fitsTape(S->Var->Ty) &&
               (S->Var->Ty->isRecord() || !holdsVector(S->Var->Ty))) {
      const Expr *One = this->B.integer(1);
      Result.push_back(this->B.declare(Made, shadowMemory(Made->Ty, One, S->Loc)));
      if (S->Var->Ty->Owns || diesAsBytes(S->Var->Ty)) // whose destructor nobody runs
        keepVectors(Made, Result);
    } else if (Made) {
      const Type *Leaf = S->Var->Ty;
      while (Leaf->isArray() && !Leaf->IsVector)
        Leaf = Leaf->Element;
      if (holdsVector(Leaf) && Leaf->StartsNonZero) { // the tape would run its constructor
        C.error(S->Loc,
                "cannot differentiate in reverse mode: the objects in the array '" + S->Var->Name +
                    "' hold vectors and do not start at zero",
                "declare the array outside of loops and branches, or set the members in a loop, "
                "not in the class");
        Failed = true;
      }
      Stmt *Array = M.stmt(StmtKind::RecordArray, S->Loc);
      Array->Var = Made;
      Array->Value = this->B.integer(1);
      Array->Declares = true;
      UsesStack = UsesTape = true;
      // Ahead of the object, so that the reverse sweep is done with it before it is released.
      Result.push_back(Array);
      Block Zero;
      if (!holdsVector(S->Var->Ty))
        zero(this->B.dereference(this->B.var(Made)), Zero);
      Result.insert(Result.end(), Zero.Stmts.begin(), Zero.Stmts.end());
    }
    if (S->is(StmtKind::Call) && S->Var && holdsHandle(S->Var->Ty) && Active->active(S->Var)) {
      C.error(S->Loc,
              "cannot differentiate in reverse mode: the object of type '" + spell(S->Var->Ty) +
                  "' that '" + S->Callee->SourceName +
                  "' returns leads to storage that carries derivatives",
              "write it to an output parameter");
      Failed = true;
    }
    auto Shapes = llvm::make_scope_exit([&, S] { followShapes(S, Result); });
    if (!T || !T->Differentiable) {
      Result.push_back(S);
      continue;
    }
    if (T->isPointer()) {
      const Expr *Target = Declare ? this->B.var(S->Var) : S->Target;
      const Expr *Mine =
          Declare || Target->is(ExprKind::Variable) ? Shadow.pointer(Target) : Shadow.place(Target);
      if (!Mine) {
        Result.push_back(S);
        continue;
      }
      const Expr *From = S->Value;
      if (From && From->Allocates) {
        From = shadowMemory(derivative(M, From->Ty), From->Operands.back(), From->Loc);
      } else if (From && !Advance) {
        From = Shadow.pointer(S->Value);
        if (!From) {
          C.error(S->Loc,
                  "cannot differentiate: this pointer may lead to storage that carries "
                  "derivatives, but what it is set to here has none",
                  "keep pointers to constant data in variables of their own, or in members marked "
                  "[[ad::constant]]");
          Failed = true;
          Result.push_back(S);
          continue;
        }
      }
      if (From && !Advance)
        markEarly(From);
      Stmt *Follow = M.stmt(S->Kind, S->Loc);
      Follow->Var = Declare ? Shadow.of(S->Var) : nullptr;
      Follow->Target = Declare ? nullptr : Mine;
      Follow->Value = From;
      if (Declare) {
        Result.push_back(S);
        Result.push_back(Follow);
        if (S->Value && S->Value->Allocates && !T->Element->Owns && diesAsBytes(T->Element))
          keepVectors(Follow->Var, Result);
      } else {
        Result.push_back(Follow);
        Result.push_back(S);
      }
      if (S->Value && S->Value->Allocates && holdsMap(T->Element)) {
        Block Makes;
        bringToLife(this->B, Out, this->B.dereference(Mine), holdsMap, Makes);
        walk(Makes, [&](Stmt *Make) { Follows.insert(Make); });
        Result.insert(Result.end(), Makes.Stmts.begin(), Makes.Stmts.end());
      }
      continue;
    }
    const Expr *Object = Declare ? this->B.var(S->Var) : S->Target;
    Result.push_back(S);
    if (holdsHandle(T) && (Declare || Assign) && Active->active(Object)) {
      const Expr *Mine = Shadow.place(Object);
      if (!Mine)
        continue;
      std::vector<Stmt *> Links;
      if (S->Value && !S->Value->Repeated)
        followObject(S, Mine, Links);
      else
        markEarly(Mine);
      if (T->IsVector || (Declare && holdsMixedVector(T))) // its shadow gets elements first
        followShapes(S, Result), Shapes.release();
      // A copy reads the shadow before anything overwrites it.
      bool Before = Assign && !T->IsVector;
      Result.insert(Before ? Result.end() - 1 : Result.end(), Links.begin(), Links.end());
    }
  }
  B.Stmts = std::move(Result);
}

/// Place[i] = value for each element of a braced initialiser.
void Reverse::assignElements(const Expr *Place, const Expr *Value, std::vector<Stmt *> &To) {
  if (!Value->is(ExprKind::Braces) || !Place->Ty->isArray() || Place->Ty->IsStdArray) {
    To.push_back(B.assign(Place, Value));
    return;
  }
  for (unsigned I = 0; I < Value->Operands.size(); ++I)
    assignElements(B.subscript(Place, B.integer(I)), Value->operand(I), To);
}

/// Where a jump leads out of the forward sweep, its storage is declared ahead of it: declarations
/// of arrays and records at function level lose their initialisers to assignments.
void Reverse::splitInitialisers(Block &Bl) {
  std::vector<Stmt *> Result;
  for (Stmt *S : Bl.Stmts) {
    Result.push_back(S);
    if (!S->is(StmtKind::Declare) || !S->Value || analysis::isScalarVariable(S->Var) ||
        S->Var->Static)
      continue;
    const Type *T = S->Var->Ty;
    bool Splits = T->isScalar() || (T->isArray() && !T->ElementConst) ||
                  (T->isRecord() && T->ZeroByBraces && T->TrivialCopy);
    if (!Splits)
      continue;
    const Expr *Init = S->Value;
    S->Value = nullptr;
    S->Var->Const = false;
    if (T->isArray() && !T->IsStdArray)
      zeroAll(B.var(S->Var), Init, Result);
    assignElements(B.var(S->Var), Init, Result);
  }
  Bl.Stmts = std::move(Result);
}

/// `{1, 2}` leaves the elements it does not name zero.
void Reverse::zeroAll(const Expr *Place, const Expr *Value, std::vector<Stmt *> &To) {
  if (!Value->is(ExprKind::Braces))
    return;
  uint64_t Given = Value->Operands.size();
  if (Given < Place->Ty->Extent) {
    Block Zero;
    Variable *I = local("k", M.intType());
    Stmt *Loop = M.stmt(StmtKind::Loop);
    Loop->Init.add(B.declare(I, B.integer(Given)));
    Loop->Value = B.binary("<", B.var(I), B.integer(Place->Ty->Extent), M.boolType());
    Loop->Step.add(B.accumulate(B.var(I), B.integer(1)));
    const Expr *Element = B.subscript(Place, B.var(I));
    if (Element->Ty->isScalar())
      Loop->Then.add(B.assign(Element, defaultValue(Element->Ty)));
    else
      zeroAll(Element, M.expr(ExprKind::Braces, Element->Ty), Loop->Then.Stmts);
    To.push_back(Loop);
  }
  for (unsigned K = 0; K < Given; ++K)
    if (Place->Ty->Element->isArray())
      zeroAll(B.subscript(Place, B.integer(K)), Value->operand(K), To);
}
