//===- modes/reverse_allocation.cpp - memory from new and malloc ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The shadow of memory that the function allocates belongs to the tape: pointers to it are followed
// in the forward sweep, and adjoints live in it until the reverse sweep is through. What the primal
// frees, the tape frees when it ends: until then the reverse sweep may read it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

using VariableSet = llvm::DenseSet<const Variable *>;

/// Zeros of the tape's own, for as many elements.
const Expr *Reverse::shadowMemory(const Type *Pointer, const Expr *Count, Location Loc) {
  Expr *E = M.expr(ExprKind::Opaque, Pointer, Loc);
  const Type *Held = Pointer->Element;
  bool Frees = (holdsVector(Held) || holdsMap(Held)) && !Held->Owns && !diesAsBytes(Held);
  E->Text = Frees ? "$0.owning_zeros<" + spell(Held) + ">()" : "$0.zeros<" + spell(Held) + ">($1)";
  E->Operands = {tape(), Count};
  E->ReadsMemory = E->Allocates = true;
  UsesTape = true;
  return E;
}

std::string ad::modes::freedWithTape(const Type *Vector) {
  if (Vector->IsMap)
    return "$0.keep<ad::maps_of<" + spell(Vector) + ">>($1)";
  llvm::StringRef Element = Vector->Spelling;
  Element.consume_front("std::vector<");
  Element.consume_back(">");
  return "$0.keep<ad::vectors_of<" + Element.str() + ">>($1)";
}

/// The vectors and maps of the object in the tape's memory to which Pointer leads are freed with
/// the tape.
void Reverse::keepVectors(Variable *Pointer, std::vector<Stmt *> &To) {
  forEachContainer(M, B.dereference(B.var(Pointer)), [&](const Expr *Vector) {
    Stmt *Keep = B.effect(freedWithTape(Vector->Ty), {tape(), Vector}, {Vector});
    Follows.insert(Keep);
    To.push_back(Keep);
  });
}

bool ad::modes::freesVectors(const Stmt &S) {
  const Type *Gone = S.Operands.back()->Ty->Element;
  return Gone && Gone->Owns && (holdsVector(Gone) || holdsMap(Gone)) &&
         llvm::StringRef(S.Text).starts_with("::operator delete");
}

static bool isSharedHolder(const Type *T) {
  return T->nonReference()->Spelling == "ad::shared_objects";
}

/// What the forward sweep does where the primal frees memory.
Stmt *Reverse::freeAtEnd(Stmt *S) {
  llvm::StringRef Text = S->Text;
  bool Shared = isSharedHolder(S->Operands[0]->Ty);
  const bool Later = Text.ends_with("_at_end($1)") || Text.ends_with("_with_iteration($1)");
  if (Later && !Shared) // of a tape, or block store, already
    return S;
  Stmt *Free = M.stmt(StmtKind::Opaque, S->Loc);
  *Free = *S;
  if (!Shared)
    Free->Text = "$0." + analysis::freedBy(*S).str() + "_at_end($1)";
  Free->Operands = {tape(), S->Operands.back()};
  UsesTape = true;
  return Free;
}

/// Whether E is an element of a local array that does not move while Loop runs.
static bool isFixedElement(const Expr *E, const VariableSet &Changed, const Stmt &Loop) {
  if (!E->is(ExprKind::Subscript) || !E->Ty->isReal())
    return false;
  bool Fixed = true;
  const Expr *Base = E;
  while (
      Base->is(ExprKind::Subscript) && Base->operand()->Ty->isArray() &&
      (!Base->operand()->Ty->IsVector || (Base->operand()->is(ExprKind::Variable) &&
                                          !analysis::mayChangeSize(Loop.Then, Base->operand())))) {
    walk(Base->operand(1), [&](const Expr *Sub) {
      bool Plain = Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) ||
                   Sub->is(ExprKind::Cast) ||
                   (Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var) &&
                    !Changed.contains(Sub->Var));
      Fixed &= Plain && Sub->Ty->isInteger();
      return Fixed;
    });
    Base = Base->operand();
  }
  if (Base->is(ExprKind::Subscript) && Base->operand()->is(ExprKind::Variable) &&
      analysis::isScalarVariable(Base->operand()->Var)) { // through a pointer
    walk(Base->operand(1), [&](const Expr *Sub) {
      Fixed &= Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Cast) ||
               (Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var) &&
                !Changed.contains(Sub->Var));
      return Fixed;
    });
    return Fixed && !Changed.contains(Base->operand()->Var);
  }
  return Fixed && Base->is(ExprKind::Variable) && Base->Var->Kind == Storage::Local &&
         !Changed.contains(Base->Var);
}

/// The variables that Loop assigns or declares.
static VariableSet changedIn(const Stmt &Loop) {
  VariableSet Changed;
  for (const Block *Part : {&Loop.Init, &Loop.Setup, &Loop.Then, &Loop.Step}) {
    analysis::assignedVariables(*Part, Changed);
    walk(*Part, [&](Stmt *S) {
      if (S->Var)
        Changed.insert(S->Var);
    });
  }
  return Changed;
}

/// Calls F on what is evaluated whenever Body is entered: not in branches and inner loops, nor
/// behind what may leave it.
static void forEachCertain(const Block &Body, llvm::function_ref<void(const Expr *)> F) {
  std::function<void(const Expr *)> Visit = [&](const Expr *E) {
    F(E);
    bool First = E->is(ExprKind::Conditional) ||
                 (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
    for (const Expr *Op : First ? llvm::ArrayRef(E->Operands).take_front() : E->Operands)
      Visit(Op);
  };
  for (const Stmt *S : Body.Stmts) {
    if (S->Target)
      Visit(S->Target);
    if (S->Value && !S->is(StmtKind::Loop))
      Visit(S->Value);
    for (const Expr *Op : S->Operands)
      Visit(Op);
    Block One;
    One.add(const_cast<Stmt *>(S));
    bool Leaves = false;
    walk(One, [&](Stmt *T) {
      Leaves |= T->is(StmtKind::Break) || T->is(StmtKind::Continue) || T->is(StmtKind::Return) ||
                T->is(StmtKind::Call) || T->NoReturn;
    });
    if (Leaves)
      return;
  }
}

/// Whether Loop runs at all, asked ahead of it; null if that cannot be said there.
static const Expr *runs(Module &M, const Stmt &Loop) {
  if (!analysis::countedLoop(Loop))
    return nullptr;
  const Expr *Test = Loop.Value;
  for (const Stmt *S : llvm::reverse(Loop.Init.Stmts)) {
    if (!S->is(StmtKind::Declare) || !S->Value || S->Value->Ty != S->Var->Ty)
      return nullptr;
    Test = rewrite(M, Test, [&](const Expr *E) -> const Expr * {
      return E->is(ExprKind::Variable) && E->Var == S->Var ? S->Value : nullptr;
    });
  }
  if (Test->is(ExprKind::Binary) && Test->Text == "<") {
    const auto First = analysis::knownNumber(Test->operand(0)),
               Last = analysis::knownNumber(Test->operand(1));
    if (First && Last && *First < *Last)
      return Builder(M).literal("true", M.boolType());
  }
  return Test;
}

/// Whether Ahead, statements that have just run, have surely looked into Object, which is still
/// there and the same.
static bool lookedInto(const Expr *Object, llvm::ArrayRef<Stmt *> Ahead) {
  for (Stmt *S : llvm::reverse(Ahead)) {
    Block One;
    One.add(S);
    bool Found = false, Stays = true;
    if (!S->is(StmtKind::Loop))
      forEachCertain(One, [&](const Expr *E) {
        Found |= E->is(ExprKind::Member) && equal(E->operand(), Object);
      });
    if (Found)
      return true;
    llvm::DenseSet<const Variable *> Assigned;
    analysis::assignedVariables(One, Assigned);
    walk(One, [&](Stmt *T) {
      Stays &= !T->is(StmtKind::Call) && !T->is(StmtKind::Label) && !T->OldSize &&
               (!T->is(StmtKind::Opaque) || T->Frees) && !(T->Var && mentions(Object, T->Var));
    });
    for (const Variable *V : Assigned)
      Stays &= !mentions(Object, V) || !V->Ty->isScalar();
    if (!Stays)
      return false;
  }
  return false;
}

/// V, new, is a name of E: where that leads, it does, too.
void Reverse::leadsAs(const Variable *V, const Expr *E) {
  if (!E->Ty->isPointer())
    return;
  Mem->named(V, E);
  if (Halves)
    Halves->named(V, E);
}

/// Pointers and extents of objects, and factors that are elements of local arrays, which a loop
/// only reads, get a name before it: what the reverse sweep needs of them is kept once, not in each
/// iteration.
void Reverse::hoistLoads(Stmt *Loop, std::vector<Stmt *> &Before) {
  llvm::SmallVector<std::pair<const Expr *, Variable *>, 4> Names;
  auto Known = [&](const Expr *E) -> const Expr * {
    for (auto &[Named, V] : Names)
      if (equal(Named, E))
        return B.var(V);
    return nullptr;
  };
  auto Declare = [&](const Expr *E, const Expr *Value) {
    Variable *V = local(nameFor(E), E->Ty, /*Const=*/true);
    leadsAs(V, E);
    Stmt *D = B.declare(V, Value);
    D->Loc = Loop->Loc;
    D->Origin = Loop->Origin ? Loop->Origin + 16 * unsigned(Names.size() + 1) : 0;
    Before.push_back(D);
    Names.push_back({E, V});
    return B.var(V);
  };
  auto OnlyRead = [&](const Expr *E) { return !Mem->stable(E, Loop) && !Mem->mayWrite(*Loop, E); };
  // The adjoints of factors are summed apart: in the same loops as a pair of sweeps does it.
  auto IsRecorded = [&](const Expr *E) {
    return !(Halves ? *Halves : *Mem).stable(E, Loop) && !Mem->mayWrite(*Loop, E);
  };
  const VariableSet Assigned = changedIn(*Loop);
  auto IsSame = [&](const Expr *Object) { // in all iterations
    bool Same = true;
    walk(Object, [&](const Expr *Sub) {
      Same &= Sub->is(ExprKind::Variable) ? !Assigned.contains(Sub->Var)
                                          : !Sub->Ty->isScalar() || Sub->is(ExprKind::Literal);
      return Same;
    });
    return Same;
  };
  const size_t Ahead = Before.size();
  auto Wanted = [&](const Expr *E) {
    if (!E->is(ExprKind::Member))
      return false;
    const Expr *Object = E;
    while (Object->is(ExprKind::Member) || Object->is(ExprKind::BaseOf))
      Object = Object->operand();
    bool This = Object->is(ExprKind::Dereference) && !Primal.Params.empty() &&
                Primal.Params[0]->Kind == Storage::This &&
                Object->operand()->is(ExprKind::Variable) &&
                Object->operand()->Var == Forward.Primal[0];
    bool Pointer = E->Ty->isPointer() && E->Ty->Differentiable && Active->active(E);
    bool Number = E->Ty->isInteger();
    if (!(Pointer || Number) || !OnlyRead(E))
      return false;
    // Others need not be there if the loop does not run.
    return This || Object->is(ExprKind::Variable) ||
           (IsSame(Object) && lookedInto(Object, llvm::ArrayRef(Before).take_front(Ahead)));
  };
  // Factors that the first iteration reads: there is one, perhaps, and they are within bounds.
  if (const Expr *Runs = runs(M, *Loop)) {
    forEachCertain(Loop->Then, [&](const Expr *E) {
      if (E->is(ExprKind::Binary) && E->Text == "*" && E->Ty->isReal())
        for (const Expr *Side : E->Operands)
          if (isFixedElement(Side, Assigned, *Loop) && Active->active(Side) && !Known(Side) &&
              IsRecorded(Side))
            Declare(Side, Runs->is(ExprKind::Literal)
                              ? Side
                              : B.conditional(Runs, Side, B.number(0, Side->Ty)));
    });
  }
  std::function<const Expr *(const Expr *)> Name = [&](const Expr *E) -> const Expr * {
    if (E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::Member) &&
        E->operand()->Ty->isScalar())
      return E;
    if (E->is(ExprKind::Binary) && E->Text == "*" && E->Ty->isReal() &&
        (Known(E->operand(0)) || Known(E->operand(1)))) {
      auto Side = [&](const Expr *Op) {
        const Expr *V = Known(Op);
        return V ? V : rewrite(M, Op, Name);
      };
      return B.binary("*", Side(E->operand(0)), Side(E->operand(1)), E->Ty);
    }
    if (!Wanted(E))
      return nullptr;
    const Expr *V = Known(E);
    return V ? V : Declare(E, E);
  };
  Block Whole;
  Whole.add(Loop);
  walk(Whole, [&](Stmt *S) {
    if (!S->is(StmtKind::Call))
      return rewrite(M, *S, Name);
    for (size_t I = 0; I < S->Operands.size(); ++I)
      if (!(S->Callee->Params[I]->Ty->isReference() && Wanted(S->Operands[I])))
        S->Operands[I] = rewrite(M, S->Operands[I], Name);
  });
}

//===-- Memory that outlives the call ---------------------------------------===//

/// Whether memory of type E can be linked to a T: whether a pointer to an E that may be set is
/// reached from it.
static bool canHold(const Type *T, bool Const, const Type *E,
                    llvm::SmallVectorImpl<std::pair<const Type *, bool>> &Seen) {
  if (llvm::is_contained(Seen, std::pair(T, Const)))
    return false;
  Seen.push_back({T, Const});
  if (T->isArray())
    return canHold(T->Element, Const, E, Seen);
  if (T->isPointer()) {
    // Records may be linked by pointers to their bases.
    bool Same = T->Element == E || (T->Element->isRecord() && E->isRecord());
    return (!Const && Same) || canHold(T->Element, T->ElementConst, E, Seen);
  }
  return anyPart(T, [&](const Type *Part) { return canHold(Part, Const, E, Seen); });
}

/// The same for memory of the caller to which Param leads. Behind: only through the pointers in the
/// object that Param is or refers to, which is the function's own.
static bool canHold(const Variable *Param, bool Behind, const Type *E) {
  const Type *T = Param->Ty;
  llvm::SmallVector<std::pair<const Type *, bool>, 8> Seen;
  bool Handle = T->isPointer() || T->isReference();
  if (!Behind)
    return Handle ? canHold(T->Element, T->ElementConst, E, Seen)
                  : canHold(T, /*Const=*/true, E, Seen);
  std::function<bool(const Type *)> Holds = [&](const Type *Part) {
    if (Part->isPointer())
      return canHold(Part->Element, Part->ElementConst, E, Seen);
    return (Part->isArray() && Holds(Part->Element)) || anyPart(Part, Holds);
  };
  return Holds(Handle ? T->Element : T);
}

/// The types of differentiable memory that F, or what it calls, allocates.
static void addAllocated(Context &C, Function &F, llvm::SmallPtrSetImpl<const Type *> &Types,
                         llvm::SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second || !C.bodyOf(&F))
    return;
  walk(F.Body, [&](Stmt *S) {
    if (S->Value && S->Value->Allocates && S->Value->Ty->Element->Differentiable)
      Types.insert(S->Value->Ty->Element);
    if (S->is(StmtKind::Call))
      addAllocated(C, *S->Callee, Types, Seen);
  });
}

analysis::AllocatedTypes modes::allocatedTypes(Context &C, Function &F) {
  analysis::AllocatedTypes Types;
  llvm::SmallPtrSet<const Function *, 8> Seen;
  addAllocated(C, F, Types, Seen);
  return Types;
}

static bool setsPointers(Context &C, Function &F, llvm::SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return false;
  if (!C.knowsBodyOf(&F))
    return true;
  bool Sets = false;
  walk(F.Body, [&](Stmt *S) {
    if (!Sets)
      Sets = S->is(StmtKind::Call) ? setsPointers(C, *S->Callee, Seen) : analysis::setsPointers(*S);
  });
  return Sets;
}

bool modes::setsPointers(Context &C, Function &F) {
  llvm::SmallPtrSet<const Function *, 8> Seen;
  return ::setsPointers(C, F, Seen);
}

/// The first statement after which memory of the function's own may be reached by its caller.
static const Stmt *outliving(Context &C, const analysis::Memory &Mem, const Block &Body) {
  const Stmt *Found = nullptr;
  // The types of memory of the function's own that Value leads to.
  auto AddOwn = [&](const Expr *Value, llvm::SmallPtrSetImpl<const Type *> &Own) {
    llvm::SmallPtrSet<const Stmt *, 4> Calls;
    Mem.ownMemory(Value, Own, Calls);
    llvm::SmallPtrSet<const Function *, 8> Seen;
    for (const Stmt *Call : Calls)
      if (handsOutMemory(C, *Call->Callee))
        addAllocated(C, *Call->Callee, Own, Seen);
  };
  walk(Body, [&](Stmt *S) {
    if (Found)
      return;
    llvm::SmallPtrSet<const Type *, 4> Own;
    if (S->is(StmtKind::Assign) && isPlace(S->Target)) {
      const Variable *Root = rootVariable(S->Target);
      bool Callers = Root ? Root->Ty->isReference() || Root->Kind == Storage::Global
                          : Mem.mayBeCallers(rootPointer(S->Target));
      if (Callers)
        AddOwn(S->Value, Own);
      if (!Own.empty())
        Found = S;
    } else if (S->is(StmtKind::Return) && S->Value && !S->Value->Ty->isReal() &&
               !S->Value->Ty->isInteger()) {
      AddOwn(S->Value, Own);
      if (!Own.empty())
        Found = S;
    } else if (S->is(StmtKind::Call)) {
      bool Asked = false;
      for (size_t I = 0; I < S->Operands.size() && !Found; ++I) {
        const Variable *Param = S->Callee->Params[I];
        if (!Param->Ty->Differentiable || !Mem.reachesCallers(S->Operands[I]))
          continue;
        if (!Asked) {
          for (const Expr *Arg : S->Operands)
            AddOwn(Arg, Own);
          llvm::SmallPtrSet<const Function *, 8> Seen;
          if (handsOutMemory(C, *S->Callee))
            addAllocated(C, *S->Callee, Own, Seen);
          Asked = true;
        }
        const Expr *Arg = S->Operands[I];
        const Variable *Root = isPlace(Arg) ? rootVariable(Arg) : nullptr;
        bool Behind = Param->Ty->isPointer()      ? !Mem.mayBeCallers(Arg)
                      : !Param->Ty->isReference() ? true
                      : Root ? Root->Kind == Storage::Local && !Root->Ty->isReference()
                             : isPlace(Arg) && !Mem.mayBeCallers(rootPointer(Arg));
        if (llvm::any_of(Own, [&](const Type *E) { return canHold(Param, Behind, E); }))
          Found = S;
      }
    }
  });
  return Found;
}

bool modes::handsOutMemory(Context &C, Function &F) {
  if (F.HandsOutMemory)
    return *F.HandsOutMemory;
  F.HandsOutMemory = true; // in a circle: perhaps
  bool Does = false;
  if (C.bodyOf(&F)) {
    auto Allocates = [&](Function &Callee) { return modes::allocatedTypes(C, Callee); };
    analysis::Memory Mem(F, F.Body, /*Detached=*/true, /*JumpsOut=*/false, Allocates);
    Does = outliving(C, Mem, F.Body);
  }
  F.HandsOutMemory = Does;
  return Does;
}

/// The adjoint of memory ends with the tape: nobody may hold on to it.
void Reverse::checkOutliving() {
  Failed |= !checkOutside(C, Primal);
  if (Detached || Failed)
    return;
  auto Allocates = [&](Function &Callee) { return modes::allocatedTypes(C, Callee); };
  analysis::Memory Trusting(Out, Body, Detached, NeedsGoto, Allocates);
  const Stmt *S = outliving(C, Trusting, Body);
  if (!S) {
    Failed |= !checkShared(C, Primal);
    return;
  }
  C.error(S->Loc,
          "cannot differentiate in reverse mode: memory that '" + shownName(Primal).str() +
              "' allocates may outlive the call",
          "let the caller allocate it, or free it before the function returns");
  Failed = true;
}

/// What is shared lives on the tape: its holder goes where no call asks for it.
void Reverse::dropSharedObjects(Block &In) {
  auto IsHolder = [](const Variable *V) {
    return V && V->Kind == Storage::Local && isSharedHolder(V->Ty);
  };
  bool PassedOn = false;
  walk(In, [&](Stmt *S) {
    if (S->is(StmtKind::Call))
      for (const Expr *E : S->Operands)
        PassedOn |= E->is(ExprKind::Variable) && IsHolder(E->Var);
  });
  if (!PassedOn)
    llvm::erase_if(In.Stmts,
                   [&](const Stmt *S) { return S->is(StmtKind::Declare) && IsHolder(S->Var); });
}

/// So does what is shared in loops that the sweep In has as they were.
void Reverse::shareOnTape(Block &In) {
  walk(In, [&](Stmt *S) {
    if (S->Frees && isSharedHolder(S->Operands[0]->Ty))
      *S = *freeAtEnd(S);
  });
}
