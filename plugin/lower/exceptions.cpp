//===- lower/exceptions.cpp - try blocks ----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A try block is first attempted: a function of its own runs what may throw, as the program would,
// on copies, and says which handler would catch. Then
//
//   const int caught = f_attempt(x);
//   if (caught == 0) { what the try block does } else if (caught == 1) { the first handler } ...
//
// is ordinary Core, without exceptions. That is right as long as nobody can tell that it was
// attempted: up to the last statement that may throw, the block changes no variable from outside of
// it, and calls pure functions only. Other blocks may have throws that are jumps (throws.cpp);
// anything else is refused.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether S itself, not its branches, may throw.
static bool throwsItself(const core::Stmt &S) {
  bool Throws = S.is(StmtKind::Call) || S.is(StmtKind::Opaque) || S.OldSize;
  core::forEachExpr(S, [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *X) {
      Throws |= X->is(ExprKind::Opaque);
      return !Throws;
    });
  });
  return Throws;
}

static bool mayLeave(core::Stmt *S) {
  core::Block One;
  One.add(S);
  bool Throws = false;
  core::walk(One, [&](core::Stmt *X) { Throws |= throwsItself(*X); });
  return Throws;
}

/// Whether the call does nothing but compute its result.
bool FunctionLowering::callsPure(const core::Function *Callee) {
  const auto *FD = static_cast<const FunctionDecl *>(Callee->Origin);
  return FD && !Callee->IsSynthetic && L.isPure(FD);
}

/// Calls Look with what a call may change, which changes only what it is given: null for an object
/// behind a pointer.
static void forEachGiven(const core::Stmt &Call,
                         llvm::function_ref<void(const core::Expr *)> Look) {
  for (size_t I = 0; I < Call.Operands.size() && I < Call.Callee->Params.size(); ++I) {
    const core::Expr *Given = Call.Operands[I];
    const core::Type *As = Call.Callee->Params[I]->Ty;
    const auto *FD = static_cast<const FunctionDecl *>(Call.Callee->Origin);
    const bool Object = I == 0 && isa<CXXMethodDecl>(FD) && As->isPointer();
    if (!As->ElementConst && (As->isReference() || Object))
      Look(As->isReference() ? Given : Given->is(ExprKind::AddressOf) ? Given->operand() : nullptr);
  }
}

/// The first variable from outside of Prefix that it changes, or what else it does that a second
/// run would repeat; empty if nothing. Last is the statement that may assign its result.
/// Kept, where there is one, gets those that can be put back: numbers and pointers that carry no
/// derivatives.
std::string FunctionLowering::leavesTraces(const core::Block &Prefix, const core::Stmt *Last,
                                           llvm::SetVector<core::Variable *> *Kept) {
  llvm::DenseSet<const core::Variable *> Inner;
  core::walk(Prefix, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Inner.insert(S->Var);
  });
  std::string Trace;
  auto Written = [&](const core::Expr *Place) {
    core::Variable *V = Place ? core::rootVariable(Place) : nullptr;
    if (Kept && Place && Place->is(ExprKind::Variable) && !Inner.contains(V) &&
        V->Kind == core::Storage::Local && V->Ty->isScalar() && !V->Ty->Differentiable)
      Kept->insert(V);
    else if (!V || !Inner.contains(V))
      Trace = V ? "'" + V->Name + "' is changed" : "memory is changed";
  };
  core::walk(Prefix, [&](core::Stmt *S) {
    core::forEachExpr(*S, [&](const core::Expr *Whole) {
      core::walk(Whole, [&](const core::Expr *E) { // `m[key]` makes what is not there
        if (core::inserts(E))
          Written(E->operand());
        return true;
      });
    });
    if (S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate)) {
      if (S != Last)
        Written(S->Target);
    } else if (S->is(StmtKind::Call)) {
      if (S->Var && !Inner.contains(S->Var) && S != Last)
        Trace = "'" + S->Var->Name + "' is changed";
      if (const auto *FD = static_cast<const FunctionDecl *>(S->Callee->Origin);
          !callsPure(S->Callee) && FD && L.changesOnlyGiven(FD))
        forEachGiven(*S, Written);
      else if (!callsPure(S->Callee))
        Trace = "'" + core::shownName(*S->Callee).str() + "', which has effects, is called";
    } else if (S->is(StmtKind::Opaque)) {
      bool Check = llvm::StringRef(S->Text).starts_with("(void)") && S->Writes.empty();
      if (S->OldSize)
        Written(S->Target);
      else if (S->Exchanges)
        llvm::for_each(S->Writes, Written);
      else if (!S->NoReturn && !Check)
        Trace = "code with effects runs";
    }
  });
  return Trace;
}

/// Statements that leave Prefix leave the attempt: nothing was thrown.
static void leaveInstead(core::Block &B, bool InLoop, bool InSwitch,
                         llvm::function_ref<core::Stmt *()> Leave) {
  for (core::Stmt *&S : B.Stmts) {
    if (S->is(StmtKind::Return) || (S->is(StmtKind::Break) && !InLoop && !InSwitch) ||
        (S->is(StmtKind::Continue) && !InLoop)) {
      S = Leave();
      continue;
    }
    bool Loop = S->is(StmtKind::Loop), Switch = S->is(StmtKind::Switch);
    core::forEachBlock(*S, [&](core::Block &Inner) {
      leaveInstead(Inner, InLoop || Loop, Switch || (InSwitch && !Loop), Leave);
    });
  }
}

/// The call of a function that runs Prefix and returns the number of the handler that catches; what
/// that looks at is in Thrown.
core::Stmt *
FunctionLowering::attempt(const core::Block &Prefix, std::vector<std::string> Catches,
                          core::Variable *Thrown, SourceLocation Loc,
                          const llvm::MapVector<core::Variable *, core::Variable *> &Copies) {
  std::string Wanted = identifierFor(Frames.front().Decl) + "_attempt";
  core::Function *G = L.madeFunction(Frames.front().Decl, Wanted, Wanted);
  G->Result = M.intType();
  G->Catches = std::move(Catches);
  core::Stmt *Call = stmt(StmtKind::Call, Loc);
  Call->Callee = G;
  Call->Var = F.variable("caught", M.intType());
  Call->Var->Const = true;
  Call->Declares = true;

  // 1. Variables: those of the block are copied, the others are passed.
  core::Block Body = core::clone(M, Prefix);
  llvm::DenseMap<const core::Variable *, core::Variable *> Mine;
  core::walk(Body, [&](core::Stmt *S) {
    if (!S->Var || !(S->is(StmtKind::Declare) || S->Declares) || Mine.count(S->Var))
      return;
    core::Variable *Own = G->variable(S->Var->Name, S->Var->Ty);
    std::string Name = Own->Name;
    *Own = *S->Var;
    Own->Name = Name;
    // An element of a map, which is constant here.
    if (Own->Ty->isPointer() && S->Value && !S->Value->Followed.empty())
      Own->Ty = M.pointer(Own->Ty->Element, /*ElementConst=*/true);
    Mine[S->Var] = Own;
  });
  // Those into which pointers and references are made that are none to constants.
  llvm::DenseSet<const core::Variable *> Led;
  core::walk(Body, [&](core::Stmt *S) {
    if (S->is(StmtKind::Call))
      for (auto [Argument, Parameter] : llvm::zip(S->Operands, S->Callee->Params))
        if (Parameter->Ty->isReference() && !Parameter->Ty->ElementConst)
          Led.insert(core::rootVariable(Argument));
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *X) {
        if (X->is(ExprKind::AddressOf) && !X->Ty->ElementConst)
          Led.insert(core::rootVariable(X->operand()));
        return true;
      });
    });
  });
  auto Pass = [&](core::Variable *V) {
    if (!V || V->Kind == core::Storage::Global || Mine.count(V))
      return;
    const core::Type *Ty = V->Ty->nonReference();
    bool This = V->Kind == core::Storage::This;
    core::Variable *Copy = Copies.lookup(V);
    if (!Ty->isScalar() || Copy)
      Ty = M.reference(Ty, /*ElementConst=*/!Led.contains(V) && !Copy);
    core::Variable *P = G->variable(This ? "self" : V->Name, Ty, core::Storage::Parameter);
    P->Constant = true;
    G->Params.push_back(P);
    Mine[V] = P;
    Call->Operands.push_back(name(Copy ? Copy : V, Loc));
  };
  // 2. The statement that stores the result keeps it to itself, and what is returned is computed:
  // either may throw.
  std::function<void(core::Block &)> KeepReturned = [&](core::Block &Bl) {
    for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
      core::forEachBlock(*Bl.Stmts[I], KeepReturned);
      if (!Bl.Stmts[I]->is(StmtKind::Return) || !Bl.Stmts[I]->Value || !throwsItself(*Bl.Stmts[I]))
        continue;
      core::Stmt *Keep = stmt(StmtKind::Declare, Loc);
      Keep->Var = G->variable("value", Bl.Stmts[I]->Value->Ty);
      Mine[Keep->Var] = Keep->Var;
      Keep->Value = Bl.Stmts[I]->Value;
      Bl.Stmts.insert(Bl.Stmts.begin() + I++, Keep);
    }
  };
  KeepReturned(Body);
  core::Stmt *&Last = Body.Stmts.back();
  bool Stores = Last->is(StmtKind::Assign) || Last->is(StmtKind::Accumulate);
  if (Stores &&
      !(core::rootVariable(Last->Target) && Mine.count(core::rootVariable(Last->Target)))) {
    core::Stmt *Keep = stmt(StmtKind::Declare, Loc);
    Keep->Var = G->variable("value", Last->Value->Ty);
    Mine[Keep->Var] = Keep->Var;
    Keep->Value = Last->Value;
    Last = Keep;
  }
  core::walk(Body, [&](core::Stmt *S) {
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *X) {
        if (X->is(ExprKind::Variable))
          Pass(X->Var);
        return true;
      });
    });
    if (S->Var && !Mine.count(S->Var)) { // a call's result
      Mine[S->Var] = G->variable(S->Var->Name, S->Var->Ty);
      S->Declares = true;
    }
  });
  core::walk(Body, [&](core::Stmt *S) {
    core::rewrite(M, *S, [&](const core::Expr *E) -> const core::Expr * {
      core::Variable *V = E->is(ExprKind::Variable) ? Mine.lookup(E->Var) : nullptr;
      return V ? name(V, Loc) : nullptr;
    });
    if (core::Variable *V = Mine.lookup(S->Var))
      S->Var = V;
  });
  for (core::Variable &V : G->Locals)
    if (core::Variable *Of = V.Counts ? Mine.lookup(V.Counts) : nullptr)
      V.Counts = Of;

  // 3. Wherever it ends, nothing was thrown.
  leaveInstead(Body, false, false, [&] {
    core::Stmt *Leave = stmt(StmtKind::Return, Loc);
    Leave->Value = literal("0", M.intType(), Loc);
    return Leave;
  });
  if (Thrown) {
    G->Thrown = G->variable(Thrown->Name, M.reference(Thrown->Ty, /*ElementConst=*/false),
                            core::Storage::Parameter);
    G->Thrown->Constant = true;
    G->Params.push_back(G->Thrown);
    Call->Operands.push_back(name(Thrown, Loc));
  }
  G->Body = std::move(Body);
  FunctionLowering(L, *G).localRecords();
  G->HasBody = true;
  return Call;
}

/// Whether Prefix names variables from outside of it whose class is declared by functions.
static bool holdsOuterLocals(Lowering &L, const core::Block &Prefix) {
  bool Found = false;
  llvm::DenseSet<const core::Variable *> Inner;
  core::walk(Prefix, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Inner.insert(S->Var);
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *X) {
        Found |=
            X->is(ExprKind::Variable) && !Inner.contains(X->Var) &&
            llvm::any_of(L.LocalRecords, [&](auto &R) { return core::involves(X->Var->Ty, R.Ty); });
        return !Found;
      });
    });
  });
  return Found;
}

void FunctionLowering::tryStmt(const CXXTryStmt *S) {
  SourceLocation Loc = S->getTryLoc();
  auto Refuse = [&](SourceLocation At, const llvm::Twine &Why, llvm::StringRef WayOut) {
    error(At, "cannot differentiate this try block: " + Why, WayOut);
  };
  if (!Tries.empty() && throwsNothing(S))
    return statement(S->getTryBlock());
  if (!Tries.empty())
    return canJump(S) ? tryWithJumps(S)
                      : Refuse(Loc, "it stands in another one, and what throws in it is not seen",
                               "move it out of that, or throw in the try block itself");
  const bool OuterPasses = std::exchange(PassesEffects, false);
  core::Block Body = capture([&] {
    llvm::SaveAndRestore Nested(InOuterTry, InTry);
    llvm::SaveAndRestore Inside(InTry, true);
    llvm::SaveAndRestore Of(InTryOf, S);
    llvm::SaveAndRestore Around(TryLifetimes, Lifetimes.size());
    statement(S->getTryBlock());
  });
  const bool Passes = std::exchange(PassesEffects, OuterPasses);
  size_t Length = Body.Stmts.size();
  while (Length && !mayLeave(Body.Stmts[Length - 1]))
    --Length;
  if (!Length) // nothing to catch
    return append(Body);
  core::Block Prefix;
  Prefix.Stmts.assign(Body.Stmts.begin(), Body.Stmts.begin() + Length);
  llvm::SetVector<core::Variable *> Kept;
  std::string Trace = leavesTraces(Prefix, Prefix.Stmts.back());
  bool Looks = false;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I)
    Looks |= looksAtThrown(S->getHandler(I));
  if (!F.Failed && (Looks || !Trace.empty() || Passes) && canJump(S))
    return tryWithJumps(S);
  if (Passes)
    return Refuse(Loc,
                  "something in it may throw past an object whose destructor changes more than the "
                  "object",
                  "throw where it can be seen, in the block or in a function that it calls and "
                  "that is not recursive");
  if (!Trace.empty())
    Trace = leavesTraces(Prefix, Prefix.Stmts.back(), &Kept);
  if (!Trace.empty())
    return Refuse(Loc, Trace + " before something that may throw",
                  "compute in variables of the try block and assign results last, or catch the "
                  "exception in the caller");
  std::vector<std::string> Catches;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    if (!checkCaught(S->getHandler(I)))
      return;
    Catches.push_back(caughtBy(S->getHandler(I)));
  }
  if (holdsOuterLocals(L, Prefix))
    return Refuse(Loc, "it works with an object of a local class", "move the class to a namespace");
  core::Variable *Thrown = Looks ? declareThrown(Loc) : nullptr;
  llvm::MapVector<core::Variable *, core::Variable *> Copies;
  for (core::Variable *V : Kept) {
    Copies[V] = declare(V->Name + "_tried", V->Ty, name(V, Loc), /*Const=*/false, Loc);
    Changing.insert(Copies[V]);
  }
  core::Stmt *Attempt = attempt(Prefix, Catches, Thrown, Loc, Copies);
  endEffectsUnlessCaught(Attempt);
  emit(Attempt);
  core::Stmt *Outer = nullptr, *Inner = nullptr;
  for (unsigned I = 0; I <= S->getNumHandlers(); ++I) {
    core::Block Branch = I ? capture([&] {
      for (auto [V, Copy] : Copies)
        assign(name(V, Loc), name(Copy, Loc), Loc);
      handle(S->getHandler(I - 1), Thrown);
    })
                           : std::move(Body);
    if (I == S->getNumHandlers()) {
      Inner->Else = std::move(Branch);
      break;
    }
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = binary("==", name(Attempt->Var, Loc), literal(std::to_string(I), M.intType(), Loc),
                       M.boolType(), Loc);
    If->Then = std::move(Branch);
    if (Inner)
      Inner->Else.add(If);
    else
      Outer = If;
    Inner = If;
  }
  emit(Outer);
}

} // namespace ad::lower
