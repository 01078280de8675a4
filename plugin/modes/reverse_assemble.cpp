//===- modes/reverse_assemble.cpp - both sweeps from their parts ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Forward and reverse sweep are made side by side, statement by statement: what the first records
// before a statement, the second takes back at the statement's mirror point. Jumps are mirrored by
// guards: the adjoint of what a jump skipped is skipped.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static void append(Block &To, const Block &From) {
  To.Stmts.insert(To.Stmts.end(), From.Stmts.begin(), From.Stmts.end());
}

const Expr *Reverse::defaultValue(const Type *T) {
  if (T->isReal())
    return B.number(0, T);
  if (T->isPointer())
    return B.literal("nullptr", T);
  if (T->isInteger())
    return T->IsBool ? B.literal("false", T) : B.literal("0", T);
  return M.expr(ExprKind::Braces, T);
}

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

/// The condition that none of these jumps was taken; null if there are none.
const Expr *Reverse::notJumped(llvm::ArrayRef<int> Ids) {
  const Expr *All = nullptr;
  llvm::SmallVector<const Variable *, 2> Done;
  for (int Id : Ids) {
    const Jump &J = Jumps[Id];
    if (llvm::is_contained(Done, J.Flag))
      continue;
    Done.push_back(J.Flag);
    const Expr *Test = nullptr;
    if (J.Flag->Ty->IsBool) {
      Test = B.unary("!", B.var(J.Flag), M.boolType());
    } else {
      size_t Mine = 0, Total = 0;
      for (size_t K = 0; K < Jumps.size(); ++K)
        if (Jumps[K].Flag == J.Flag) {
          ++Total;
          Mine += llvm::is_contained(Ids, int(K));
        }
      if (Mine == Total) {
        Test = B.binary("==", B.var(J.Flag), B.integer(0), M.boolType());
      } else {
        for (int Other : Ids)
          if (Jumps[Other].Flag == J.Flag) {
            const Expr *Ne =
                B.binary("!=", B.var(J.Flag), B.integer(Jumps[Other].Id), M.boolType());
            Test = Test ? B.binary("&&", Test, Ne, M.boolType()) : Ne;
          }
      }
    }
    All = All ? B.binary("&&", All, Test, M.boolType()) : Test;
  }
  return All;
}

void Reverse::setFlag(const Stmt *S, Block &Fwd) {
  for (const Jump &J : Jumps)
    if (J.S == S && Required.contains(J.Flag))
      Fwd.add(B.assign(B.var(J.Flag),
                       J.Flag->Ty->IsBool ? B.literal("true", J.Flag->Ty) : B.integer(J.Id)));
}

/// The place in the array in which this iteration's version is kept.
const Expr *Reverse::slot(const Plan &P) {
  const Expr *Place = B.var(P.Slots);
  for (const Stmt *Loop : P.Nest) {
    const analysis::CountedLoop &L = *Plans[Loop].Counted;
    const Expr *Index = B.var(L.Counter);
    bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
    if (L.Step > 0) {
      if (!FromZero)
        Index = B.binary("-", Index, L.First, L.Counter->Ty);
      if (L.Step != 1)
        Index = B.binary("/", Index, B.integer(L.Step), L.Counter->Ty);
    } else {
      Index = B.binary("-", L.First, Index, L.Counter->Ty);
      if (L.Step != -1)
        Index = B.binary("/", Index, B.integer(-L.Step), L.Counter->Ty);
    }
    Place = B.subscript(Place, Index);
  }
  return Place;
}

/// E + By, where E may already end in a number: `n - 1 + 1` is `n`.
const Expr *Reverse::shifted(const Expr *E, int64_t By, const Type *T) {
  if (E->is(ExprKind::Cast) && !E->Explicit && E->operand()->is(ExprKind::Literal))
    E = E->operand();
  bool Ends = E->is(ExprKind::Binary) && E->Ty->isInteger() && (E->Text == "+" || E->Text == "-") &&
              E->operand(1)->is(ExprKind::Literal) && E->operand(1)->Ty->isInteger();
  int64_t Number;
  Ends &= !E->Ty->IsUnsigned || E->Ty == T;
  if (Ends && !llvm::StringRef(E->operand(1)->Text).getAsInteger(10, Number) &&
      Number < (1 << 30) && E->operand(0)->Ty->isInteger()) {
    By += E->Text == "+" ? Number : -Number;
    E = E->operand(0);
  }
  if (By == 0)
    return E;
  if (E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Number) &&
      Number < (1 << 30) && Number + By >= 0)
    return B.literal(std::to_string(Number + By), T);
  return B.binary(By > 0 ? "+" : "-", E, B.integer(std::abs(By)), T);
}

/// How many times the loop runs; may be negative where it does not run.
const Expr *Reverse::tripCount(const analysis::CountedLoop &L) {
  const Expr *Lo = L.Step > 0 ? L.First : L.Bound, *Hi = L.Step > 0 ? L.Bound : L.First;
  const Type *T = L.Bound->Ty->Bits >= L.Counter->Ty->Bits ? L.Bound->Ty : L.Counter->Ty;
  bool FromZero = Lo->is(ExprKind::Literal) && Lo->Text == "0";
  int64_t From = 0;
  bool Literal = Lo->is(ExprKind::Literal) && !llvm::StringRef(Lo->Text).getAsInteger(10, From) &&
                 From >= 0 && From < (1 << 30);
  const Expr *N = FromZero ? Hi : Literal ? shifted(Hi, -From, T) : B.binary("-", Hi, Lo, T);
  int64_t Step = std::abs(L.Step), Extra = Step - 1 + (L.Op == "<=" || L.Op == ">=" ? 1 : 0);
  if (Extra)
    N = shifted(N, Extra, T);
  if (Step != 1)
    N = B.binary("/", N, B.integer(Step), T);
  bool MayWrap = !FromZero &&
                 (L.Bound->Ty->IsUnsigned || L.Counter->Ty->IsUnsigned || L.First->Ty->IsUnsigned);
  if (MayWrap)
    N = B.conditional(B.binary(L.Op, L.First, L.Bound, M.boolType()), N, B.literal("0", T));
  return N;
}

void Reverse::keepBefore(Stmt *S, Block &Fwd) {
  Plan &P = Plans[S];
  if (P.How == Keep::Nothing || P.How == Keep::Inverse || P.SaveAfter || P.SaveAtEnd)
    return;
  auto Keep1 = [&](Variable *V) {
    if (P.How == Keep::Copy) {
      Fwd.add(Hoisted.contains(P.Slots) ? B.assign(B.var(P.Slots), B.var(V))
                                        : B.declare(P.Slots, B.var(V)));
      return;
    }
    if (P.How == Keep::Push) {
      Fwd.add(B.record(B.var(V)));
      UsesStack = true;
    } else {
      Fwd.add(B.assign(slot(P), B.var(V)));
    }
    UsesTape = true;
  };
  if (S->is(StmtKind::Opaque)) {
    for (const Expr *W : S->Writes)
      if (W->is(ExprKind::Variable) && tracked(W->Var))
        Keep1(W->Var);
    return;
  }
  Keep1(S->Var ? S->Var : S->Target->Var);
}

void Reverse::restore(Stmt *S, Block &Rev) {
  Plan &P = Plans[S];
  if (P.How == Keep::Nothing || P.SaveAfter || P.SaveAtEnd)
    return;
  if (P.How == Keep::Inverse) {
    const Expr *Back = S->Value->is(ExprKind::Unary) && S->Value->Text == "-"
                           ? S->Value->operand()
                           : B.unary("-", S->Value, S->Value->Ty);
    Rev.add(B.accumulate(S->Target, Back));
    return;
  }
  auto Restore1 = [&](Variable *V) {
    if (P.How == Keep::Push)
      Rev.add(B.restore(B.var(V)));
    else if (P.How == Keep::Copy)
      Rev.add(B.assign(B.var(V), B.var(P.Slots)));
    else
      Rev.add(B.assign(B.var(V), slot(P)));
    Restored.insert(V);
  };
  if (S->is(StmtKind::Opaque)) {
    for (const Expr *W : llvm::reverse(S->Writes))
      if (W->is(ExprKind::Variable) && tracked(W->Var))
        Restore1(W->Var);
    return;
  }
  Restore1(S->Var ? S->Var : S->Target->Var);
}

void Reverse::sweep(Block &Bl, Block &Fwd, Block &Rev) {
  struct Part {
    Block Decls, Rev;
    std::vector<int> Jumps;
  };
  std::vector<Part> Parts(Bl.Stmts.size());
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    sweep(Bl.Stmts[I], Fwd, Parts[I].Rev, Parts[I].Decls);
    Parts[I].Jumps = jumpsIn(Bl.Stmts[I]);
  }
  Block Later, Decls; // the mirror image of the statements after the present one
  for (Part &P : llvm::reverse(Parts)) {
    if (!P.Jumps.empty() && !Later.empty()) {
      append(Decls, Later);
      Block Guarded;
      Guarded.add(B.ifThen(notJumped(P.Jumps), std::move(Decls)));
      Later = std::move(Guarded);
      Decls = Block();
    }
    append(P.Decls, Decls);
    Decls = std::move(P.Decls);
    append(Later, P.Rev);
  }
  append(Rev, Decls);
  append(Rev, Later);
}

void Reverse::sweepReturn(Stmt *S, Block &Fwd) {
  bool Flagged = llvm::any_of(Jumps, [&](const Jump &J) { return J.S == S; });
  if (S->Value && S->Value->Ty && !S->Value->Ty->isVoid()) {
    const Type *T = Primal.Result;
    const Expr *V = S->Value;
    bool Final = !Flagged && Body.Stmts.back() == S;
    if (Final && !Result && !NeedsGoto) {
      Result = local(Primal.Name + "_value", T, /*Const=*/true);
      Result->Temporary = true;
      Fwd.add(B.declare(Result, V));
    } else {
      if (!Result) {
        Result = local(Primal.Name + "_value", T);
        Result->Shadow = T->isRecord() && !T->ZeroByBraces;
        Hoisted.insert(Result);
      }
      Fwd.add(B.assign(B.var(Result), V));
    }
  } else if (S->Value) {
    Stmt *Run = M.stmt(StmtKind::Opaque, S->Loc); // `return g();` of a void function
    Run->Text = "$0";
    Run->Operands = {S->Value};
    Fwd.add(Run);
  }
  if (Flagged) {
    setFlag(S, Fwd);
    Stmt *Goto = M.stmt(StmtKind::Goto, S->Loc);
    Goto->Text = "reverse_sweep";
    Fwd.add(Goto);
  }
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

void Reverse::sweep(Stmt *S, Block &Fwd, Block &Rev, Block &RevDecls) {
  Plan &P = Plans[S];
  switch (S->Kind) {
  case StmtKind::Declare: {
    Variable *V = S->Var;
    if (Hoisted.contains(V)) {
      keepBefore(S, Fwd);
      if (S->Value)
        Fwd.add(B.assign(B.var(V), S->Value));
    } else {
      Fwd.add(S);
      if (P.SaveAfter) {
        Fwd.add(B.assign(slot(P), B.var(V)));
        UsesTape = true;
        RevDecls.add(B.declare(V, slot(P)));
      } else if (P.SaveAtEnd) {
        RevDecls.add(B.declare(V, slot(P)));
      } else if (Recomputed.contains(V) && Required.contains(V)) {
        RevDecls.add(B.declare(V, S->Value));
      }
    }
    Variable *Bar = Shadow.of(V);
    bool HasBar = Bar && Adjoints.contains(Bar);
    if (HasBar && !Early.contains(Bar))
      declareBar(Bar, RevDecls);
    else if (HasBar && VectorOf.count(Bar))
      declareEarly(S, Bar, Fwd);
    append(Rev, P.Adjoint);
    if (HasBar && Early.contains(Bar) && Mem->loopDepth(S) > 0)
      zero(B.var(Bar), Rev);
    restore(S, Rev);
    return;
  }
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    keepBefore(S, Fwd);
    if (S->OldSize) {
      Stmt *Plain = M.stmt(S->Kind, S->Loc);
      *Plain = *S;
      Plain->OldSize = nullptr;
      Fwd.add(Plain);
      restore(S, Rev);
      append(Rev, P.Adjoint);
      return;
    }
    Fwd.add(S);
    restore(S, Rev);
    append(Rev, P.Adjoint);
    return;
  case StmtKind::Call: {
    std::vector<Stmt *> Before;
    Stmt *Call = forwardCall(S, Before);
    for (Stmt *D : Before)
      Fwd.add(D);
    // What the callee leaves on the tape must be taken back before the old value of its result.
    Variable *Old = nullptr;
    if (P.Fwd && S->Var && !S->Declares && P.How == Keep::Push) {
      Old = local(S->Var->Name + "_old", S->Var->Ty, /*Const=*/true);
      Fwd.add(B.declare(Old, B.var(S->Var)));
    } else {
      keepBefore(S, Fwd);
    }
    if (S->Var && S->Declares && Hoisted.contains(S->Var)) {
      if (Call == S) {
        Call = M.stmt(StmtKind::Call, S->Loc);
        *Call = *S;
      }
      Call->Declares = false;
    }
    Fwd.add(Call);
    if (Old) {
      Fwd.add(B.record(B.var(Old)));
      UsesStack = UsesTape = true;
    }
    if (P.SaveAfter) {
      Fwd.add(B.assign(slot(P), B.var(S->Var)));
      UsesTape = true;
      RevDecls.add(B.declare(S->Var, slot(P)));
    }
    if (P.Fwd)
      UsesStack = UsesTape = true;
    Variable *Bar = S->Var && S->Declares ? Shadow.of(S->Var) : nullptr;
    if (Bar && Adjoints.contains(Bar) && !Early.contains(Bar))
      declareBar(Bar, RevDecls);
    else if (Bar && VectorOf.count(Bar) && Early.contains(Bar))
      declareEarly(S, Bar, Fwd);
    if (!S->Declares)
      restore(S, Rev);
    append(Rev, P.Adjoint);
    if (Bar && Adjoints.contains(Bar) && Early.contains(Bar) && Mem->loopDepth(S) > 0)
      zero(B.var(Bar), Rev);
    if (S->Declares)
      restore(S, Rev);
    return;
  }
  case StmtKind::RecordArray: {
    keepBefore(S, Fwd);
    if (Hoisted.contains(S->Var))
      S->Declares = false;
    Fwd.add(S);
    Stmt *Release = M.stmt(StmtKind::ReleaseArray, S->Loc);
    Release->Var = S->Var;
    Rev.add(Release);
    restore(S, Rev);
    return;
  }
  case StmtKind::Opaque:
    keepBefore(S, Fwd);
    if (S->OldSize) {
      Stmt *Plain = M.stmt(S->Kind, S->Loc);
      *Plain = *S;
      Plain->OldSize = Plain->Target = Plain->Value = nullptr;
      Fwd.add(Plain);
    } else {
      Fwd.add(S);
    }
    restore(S, Rev);
    append(Rev, P.Adjoint);
    return;
  case StmtKind::Return:
    sweepReturn(S, Fwd);
    append(Rev, P.Adjoint);
    return;
  case StmtKind::Break:
  case StmtKind::Continue:
    setFlag(S, Fwd);
    Fwd.add(S);
    return;
  case StmtKind::Block: {
    Stmt *F = M.stmt(StmtKind::Block, S->Loc), *R = M.stmt(StmtKind::Block, S->Loc);
    sweep(S->Then, F->Then, R->Then);
    if (!F->Then.empty())
      Fwd.add(F);
    if (!R->Then.empty())
      Rev.add(R);
    return;
  }
  case StmtKind::If: {
    Block Then, Else, RevThen, RevElse;
    sweep(S->Then, Then, RevThen);
    sweep(S->Else, Else, RevElse);
    Stmt *F = B.ifThen(S->Value, std::move(Then), std::move(Else));
    F->Loc = S->Loc;
    Fwd.add(F);
    if (P.Needed && (!RevThen.empty() || !RevElse.empty())) {
      if (RevThen.empty())
        Rev.add(B.ifThen(B.unary("!", P.Test, M.boolType()), std::move(RevElse)));
      else
        Rev.add(B.ifThen(P.Test, std::move(RevThen), std::move(RevElse)));
    }
    return;
  }
  case StmtKind::Switch: {
    Stmt *F = M.stmt(StmtKind::Switch, S->Loc), *R = M.stmt(StmtKind::Switch, S->Loc);
    F->Value = S->Value;
    R->Value = P.Test;
    bool Any = false;
    for (SwitchCase &Case : S->Cases) {
      F->Cases.push_back({Case.Labels, {}});
      R->Cases.push_back({Case.Labels, {}});
      sweep(Case.Body, F->Cases.back().Body, R->Cases.back().Body);
      Any |= !R->Cases.back().Body.empty();
    }
    Fwd.add(F);
    if (P.Needed && Any)
      Rev.add(R);
    return;
  }
  case StmtKind::Loop:
    sweepLoop(S, Fwd, Rev);
    return;
  default:
    Fwd.add(S);
    return;
  }
}

/// `continue` in a loop whose step has become several statements goes to a label before them.
static void redirectContinue(Module &M, Block &Bl, llvm::StringRef Label, bool &Any) {
  for (Stmt *&S : Bl.Stmts) {
    if (S->is(StmtKind::Continue)) {
      Stmt *Goto = M.stmt(StmtKind::Goto, S->Loc);
      Goto->Text = Label.str();
      S = Goto;
      Any = true;
    }
    if (S->is(StmtKind::Loop))
      continue;
    redirectContinue(M, S->Then, Label, Any);
    redirectContinue(M, S->Else, Label, Any);
    for (SwitchCase &Case : S->Cases)
      redirectContinue(M, Case.Body, Label, Any);
  }
}

void Reverse::sweepLoop(Stmt *S, Block &Fwd, Block &Rev) {
  Plan &P = Plans[S];
  Stmt *F = M.stmt(StmtKind::Loop, S->Loc);
  F->Form = S->Form;
  F->Value = S->Value;
  if (!P.Needed) {
    // Nothing to take back, but its jumps may matter outside.
    Block Unused;
    F->Init = S->Init;
    F->Step = S->Step;
    F->Setup = S->Setup;
    sweep(S->Then, F->Then, Unused);
    Fwd.add(F);
    return;
  }
  // 1. Arrays for the versions that are kept by iteration.
  std::vector<Stmt *> &Kept = SlotArrays[S];
  bool Repeated = Mem->loopDepth(S) > 0;
  for (Stmt *K : Kept) {
    Variable *Slots = Plans[K].Slots;
    if (Repeated) {
      Fwd.add(B.record(B.var(Slots)));
      UsesStack = true;
    }
    Stmt *Array = M.stmt(StmtKind::RecordArray, S->Loc);
    Array->Var = Slots;
    Array->Value = tripCount(*P.Counted);
    for (const Stmt *Inner : llvm::drop_begin(Plans[K].Nest))
      Array->Operands.push_back(tripCount(*Plans[Inner].Counted));
    Array->Declares = !Hoisted.contains(Slots);
    Fwd.add(Array);
    UsesTape = true;
  }

  // 2. Both sweeps of the parts.
  Block RevInit, RevSetup, RevBody, RevStep, InitDecls;
  if (P.Counted) {
    F->Init = S->Init;
  } else {
    for (Stmt *I : S->Init.Stmts) {
      Block R;
      sweep(I, F->Init, R, InitDecls);
      append(R, RevInit);
      RevInit = std::move(R);
    }
  }
  sweep(S->Setup, F->Setup, RevSetup);
  if (P.Trips)
    F->Then.add(B.accumulate(B.var(P.Trips), B.integer(1)));
  sweep(S->Then, F->Then, RevBody);
  for (Stmt *Declared : S->Then.Stmts)
    if (Plans[Declared].SaveAtEnd) {
      F->Then.add(B.assign(slot(Plans[Declared]), B.var(Declared->Var)));
      UsesTape = true;
    }
  if (P.Counted)
    F->Step = S->Step;
  else
    sweep(S->Step, F->Step, RevStep);
  if (F->Step.Stmts.size() > 1) {
    std::string Label = Out.uniqueName("next");
    bool Any = false;
    redirectContinue(M, F->Then, Label, Any);
    if (Any) {
      Stmt *Inner = M.stmt(StmtKind::Block, S->Loc), *L = M.stmt(StmtKind::Label, S->Loc);
      Inner->Then = std::move(F->Then);
      L->Text = Label;
      F->Then = Block();
      F->Then.add(Inner);
      F->Then.add(L);
    }
    append(F->Then, F->Step);
    F->Step = Block();
  }
  Fwd.add(F);

  // 3. One reverse iteration: step, body, setup, each if it was run.
  std::vector<int> Leaving; // jumps that end the loop
  for (const Stmt *Sub : S->Then.Stmts)
    for (int J : jumpsIn(Sub))
      if (!Jumps[J].S->is(StmtKind::Continue))
        Leaving.push_back(J);
  auto Guarded = [&](Block Part, Block &Into) {
    if (Part.empty())
      return;
    if (Leaving.empty())
      append(Into, Part);
    else
      Into.add(B.ifThen(notJumped(Leaving), std::move(Part)));
  };
  Block Iteration;
  if (S->Form == LoopForm::DoWhile) {
    Guarded(RevSetup, Iteration);
    append(Iteration, RevBody);
  } else {
    Guarded(RevStep, Iteration);
    append(Iteration, RevBody);
    append(Iteration, RevSetup);
  }
  for (int J : Leaving) {
    Variable *Flag = Jumps[J].Flag;
    if (!Required.contains(Flag))
      continue;
    bool Done = false;
    for (const Stmt *R : Iteration.Stmts)
      Done |=
          R->is(StmtKind::Assign) && R->Target->is(ExprKind::Variable) && R->Target->Var == Flag;
    if (!Done)
      Iteration.add(B.assign(B.var(Flag), defaultValue(Flag->Ty)));
  }

  // 4. The loop's mirror: what the last test did, the iterations, the start.
  append(Rev, InitDecls);
  if (S->Form != LoopForm::DoWhile)
    Guarded(RevSetup, Rev);
  reverseLoop(S, std::move(Iteration), Rev);
  for (Stmt *K : llvm::reverse(Kept)) {
    Variable *Slots = Plans[K].Slots;
    Stmt *Release = M.stmt(StmtKind::ReleaseArray, S->Loc);
    Release->Var = Slots;
    Rev.add(Release);
    if (Repeated)
      Rev.add(B.restore(B.var(Slots)));
  }
  append(Rev, RevInit);
}

static bool literalOne(const Expr *E) { return E->is(ExprKind::Literal) && E->Text == "1"; }

void Reverse::reverseLoop(Stmt *S, Block Iteration, Block &Rev) {
  Plan &P = Plans[S];
  if (Iteration.empty() && !P.Trips)
    return;
  Stmt *R = M.stmt(StmtKind::Loop, S->Loc);
  R->Form = LoopForm::For;
  auto PlusOne = [&](const Expr *E, const Type *T) { return shifted(E, 1, T); };
  if (P.Trips) {
    R->Value = B.binary(">", B.var(P.Trips), B.literal("0", P.Trips->Ty), M.boolType());
    R->Step.add(B.accumulate(B.var(P.Trips), B.unary("-", B.integer(1), M.intType())));
    if (P.Counted) {
      const analysis::CountedLoop &L = *P.Counted;
      const Type *T = L.Counter->Ty;
      const Expr *Index = B.binary("-", B.var(P.Trips), B.integer(1), P.Trips->Ty);
      Index = B.cast(T, Index, /*Explicit=*/true);
      if (std::abs(L.Step) != 1)
        Index = B.binary("*", Index, B.integer(std::abs(L.Step)), T);
      bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
      if (L.Step < 0)
        Index = B.binary("-", L.First, Index, T);
      else if (!FromZero)
        Index = B.binary("+", L.First, Index, T);
      R->Then.add(B.declare(L.Counter, Index));
    }
    append(R->Then, Iteration);
    Rev.add(R);
    return;
  }
  const analysis::CountedLoop &L = *P.Counted;
  const Type *T = L.Counter->Ty;
  auto As = [&](const Expr *E) {
    int64_t Number;
    bool IsNumber = E->is(ExprKind::Literal) && T->Bits >= 32 &&
                    !llvm::StringRef(E->Text).getAsInteger(10, Number) && Number < (1 << 30);
    return E->Ty == T ? E : IsNumber ? B.literal(E->Text, T) : B.cast(T, E, /*Explicit=*/true);
  };
  const Expr *I = B.var(L.Counter);
  if (L.Step == 1) { // for (int i = n; i-- > 0;)
    const Expr *End = L.Op == "<" ? L.Bound : PlusOne(L.Bound, L.Bound->Ty);
    R->Init.add(B.declare(L.Counter, As(End)));
    R->Value = B.binary(">", I, L.First, M.boolType());
    R->Then.add(B.accumulate(I, B.unary("-", B.integer(1), M.intType())));
  } else if (L.Step == -1) {
    const Expr *Start = L.Op == ">=" ? L.Bound : PlusOne(L.Bound, L.Bound->Ty);
    R->Init.add(B.declare(L.Counter, As(Start)));
    bool Before =
        L.First->is(ExprKind::Binary) && L.First->Text == "-" && literalOne(L.First->operand(1));
    R->Value =
        B.binary(Before ? "<" : "<=", I, Before ? L.First->operand(0) : L.First, M.boolType());
    R->Step.add(B.accumulate(I, B.integer(1)));
  } else {
    Variable *N = local("remaining", M.integer("long", 64, false));
    Temporaries.insert(N);
    const Expr *Count = tripCount(L);
    R->Init.add(B.declare(N, Count->Ty == N->Ty ? Count : B.cast(N->Ty, Count, true)));
    R->Value = B.binary(">", B.var(N), B.literal("0", N->Ty), M.boolType());
    R->Then.add(B.accumulate(B.var(N), B.unary("-", B.integer(1), M.intType())));
    const Expr *Offset = B.binary("*", B.cast(T, B.var(N), true), B.integer(std::abs(L.Step)), T);
    bool FromZero = L.First->is(ExprKind::Literal) && L.First->Text == "0";
    R->Then.add(B.declare(L.Counter, L.Step < 0 ? B.binary("-", L.First, Offset, T)
                                     : FromZero ? Offset
                                                : B.binary("+", L.First, Offset, T)));
  }
  append(R->Then, Iteration);
  Rev.add(R);
}

//===-- The whole ----------------------------------------------------------===//

static bool mentionsVariable(const Block &Bl, const Variable *V) {
  bool Found = false;
  walk(Bl, [&](Stmt *S) {
    Found |= S->Var == V;
    forEachExpr(*S, [&](const Expr *E) { Found |= mentions(E, V); });
  });
  return Found;
}

static bool hasLoop(const Block &Bl) {
  bool Found = false;
  walk(Bl, [&](Stmt *S) { Found |= S->is(StmtKind::Loop); });
  return Found;
}

static void dropReleases(Block &Bl) {
  llvm::erase_if(Bl.Stmts, [](const Stmt *S) { return S->is(StmtKind::ReleaseArray); });
  for (Stmt *S : Bl.Stmts) {
    dropReleases(S->Then);
    dropReleases(S->Else);
    for (SwitchCase &Case : S->Cases)
      dropReleases(Case.Body);
  }
}

void Reverse::finish(Block Fwd, Block Rev) {
  Block &To = Out.Body;
  // The tape first: it outlives what is on it.
  if (TapeVar)
    To.add(B.declare(TapeVar));
  if (!UsesStack)
    dropReleases(Rev); // the tape frees its arrays when it goes
  std::vector<Variable *> Locals;
  for (Variable &V : Out.Locals)
    Locals.push_back(&V);
  for (Variable *V : Locals)
    if (Hoisted.contains(V) && (mentionsVariable(Fwd, V) || mentionsVariable(Rev, V))) {
      V->Const = false;
      To.add(B.declare(V, V->Shadow ? nullptr : defaultValue(V->Ty)));
    }
  for (Variable *V : Locals)
    if (Early.contains(V) && V->Kind == Storage::Local && !VectorOf.count(V))
      declareBar(V, To);
  Block Checks, ChecksAfter;
  matchParameters(/*Writable=*/false, Checks);
  matchParameters(/*Writable=*/true, ChecksAfter);
  append(To, Checks);
  bool Headings = hasLoop(Fwd) || hasLoop(Rev);
  if (Headings)
    To.add(B.comment("forward sweep"));
  if (NeedsGoto) {
    Stmt *Region = M.stmt(StmtKind::Block), *Label = M.stmt(StmtKind::Label);
    for (Stmt *S : Fwd.Stmts) // storage that the reverse sweep reads
      (S->is(StmtKind::Declare) && (!S->Value || S->Var->Static) && mentionsVariable(Rev, S->Var)
           ? To
           : Region->Then)
          .add(S);
    Label->Text = "reverse_sweep";
    To.add(Region);
    To.add(Label);
  } else {
    append(To, Fwd);
  }
  append(To, ChecksAfter);
  if (Headings && !Rev.empty())
    To.add(B.comment("reverse sweep"));
  if (NeedsGoto) { // jumps must not cross initialisations
    Stmt *Region = M.stmt(StmtKind::Block);
    Region->Then = std::move(Rev);
    To.add(Region);
  } else {
    append(To, Rev);
  }
  if (Result) {
    Stmt *Return = M.stmt(StmtKind::Return);
    Return->Value = B.var(Result);
    // A value that the reverse sweep leaves alone needs no second name.
    for (size_t I = 0; I < To.Stmts.size() && !Hoisted.contains(Result); ++I) {
      Stmt *S = To.Stmts[I];
      bool Named = S->is(StmtKind::Declare) && S->Var == Result && S->Value &&
                   S->Value->is(ExprKind::Variable) && S->Value->Ty == Primal.Result &&
                   (S->Value->Var->Kind == Storage::Local || !S->Value->Var->Ty->isReference()) &&
                   analysis::isScalarVariable(S->Value->Var) && !Restored.contains(S->Value->Var);
      bool Constant = S->is(StmtKind::Declare) && S->Var == Result && S->Value &&
                      S->Value->is(ExprKind::Literal);
      if (!Named && !Constant)
        continue;
      Return->Value = S->Value;
      To.Stmts.erase(To.Stmts.begin() + I);
      break;
    }
    To.add(Return);
  }
}

/// The pair: what the reverse sweep reads of the forward sweep's locals travels on the tape.
void Reverse::finishPair(Block Fwd, Block Rev) {
  Function &F = *Forward.Fn, &R = *Backward.Fn;
  std::vector<Variable *> Locals, Carried;
  for (Variable &V : Out.Locals)
    if (V.Kind == Storage::Local)
      Locals.push_back(&V);
  Block FwdDecls, RevDecls, Save, Take;
  for (Variable *V : Locals) {
    if (Hoisted.contains(V)) {
      V->Const = false;
      if (mentionsVariable(Fwd, V))
        FwdDecls.add(B.declare(V, V->Shadow ? nullptr : defaultValue(V->Ty)));
    }
    if (!tracked(V) && !RequiredAtEnd.contains(V))
      continue;
    if (RequiredAtEnd.contains(V) && mentionsVariable(Fwd, V)) {
      Carried.push_back(V);
      continue;
    }
    if (mentionsVariable(Rev, V))
      RevDecls.add(B.declare(V, defaultValue(V->Ty)));
  }
  for (Variable *V : Carried) {
    Save.add(B.record(B.var(V)));
    Stmt *T = M.stmt(StmtKind::Restore);
    T->Target = B.var(V);
    T->Var = V;
    T->Declares = true;
    Take.Stmts.insert(Take.Stmts.begin(), T);
  }
  append(F.Body, FwdDecls);
  if (NeedsGoto) {
    Stmt *Region = M.stmt(StmtKind::Block), *Label = M.stmt(StmtKind::Label);
    // Variables that are saved at the end must be declared outside the region.
    Block Outside, Inside;
    for (Stmt *S : Fwd.Stmts) {
      if (S->is(StmtKind::Declare) && llvm::is_contained(Carried, S->Var)) {
        Outside.add(B.declare(S->Var, defaultValue(S->Var->Ty)));
        S->Var->Const = false;
        if (S->Value)
          Inside.add(B.assign(B.var(S->Var), S->Value));
        continue;
      }
      if (S->Declares && S->Var && llvm::is_contained(Carried, S->Var)) {
        Outside.add(B.declare(S->Var, defaultValue(S->Var->Ty)));
        S->Var->Const = false;
        S->Declares = false;
      }
      Inside.add(S);
    }
    append(F.Body, Outside);
    Region->Then = std::move(Inside);
    Label->Text = "reverse_sweep";
    F.Body.add(Region);
    F.Body.add(Label);
  } else {
    append(F.Body, Fwd);
  }
  append(F.Body, Save);
  if (Result) {
    Stmt *Return = M.stmt(StmtKind::Return);
    Return->Value = B.var(Result);
    F.Body.add(Return);
  }
  append(R.Body, Take);
  append(R.Body, RevDecls);
  append(R.Body, Rev);

  for (size_t I = 0; I < Forward.Derivative.size(); ++I)
    if (const Variable *D = Backward.Derivative[I]; D && !Forward.Derivative[I])
      if (mentionsVariable(F.Body, D) && !Failed) {
        C.error(Primal.Loc,
                "cannot differentiate '" + Primal.Name +
                    "' in reverse mode: it keeps pointers into '" + Forward.Primal[I]->Name + "'",
                "use indices instead");
        Failed = true;
      }
  // Each half has parameters of its own.
  llvm::DenseMap<const Variable *, Variable *> ToForward, ToReverse;
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    ToReverse[Forward.Primal[I]] = Backward.Primal[I];
    if (Backward.Derivative[I] && Forward.Derivative[I])
      ToForward[Backward.Derivative[I]] = Forward.Derivative[I];
  }
  ToReverse[Forward.Tape] = Backward.Tape;
  for (Variable *V : Locals)
    if (mentionsVariable(R.Body, V)) {
      R.Names.erase(V->Name); // reserved so that the halves share it
      Variable *Own = R.variable(V->Name, V->Ty);
      std::string Name = Own->Name;
      *Own = *V;
      Own->Name = Name;
      ToReverse[V] = Own;
    }
  auto Rename = [&](Block &Bl, llvm::DenseMap<const Variable *, Variable *> &Map) {
    walk(Bl, [&](Stmt *S) {
      auto Fix = [&](const Expr *E) -> const Expr * {
        return E ? rewrite(M, E,
                           [&](const Expr *Sub) -> const Expr * {
                             if (!Sub->is(ExprKind::Variable))
                               return nullptr;
                             auto It = Map.find(Sub->Var);
                             return It == Map.end() ? Sub : B.var(It->second);
                           })
                 : nullptr;
      };
      S->Target = Fix(S->Target);
      S->Value = Fix(S->Value);
      for (const Expr *&E : S->Operands)
        E = Fix(E);
      for (const Expr *&E : S->Writes)
        E = Fix(E);
      if (S->Var)
        if (auto It = Map.find(S->Var); It != Map.end())
          S->Var = It->second;
    });
  };
  // Statements may be shared between the halves (recomputed declarations are not, adjoints are
  // made once): copy before renaming.
  F.Body = clone(M, F.Body);
  R.Body = clone(M, R.Body);
  Rename(F.Body, ToForward);
  Rename(R.Body, ToReverse);
}
