//===- modes/ahead_of_loops.cpp - arrays that loops of loops use ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/ahead_of_loops.h"
#include "plugin/core/builder.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

Variable *modes::declareFlow(Module &M, Function &F, const Type *T, const Expr *Runs,
                             const Expr *Extent, Ahead &Makes) {
  Builder B(M);
  Variable *Flow = F.variable("flow", M.stdVector("std::vector<" + T->Spelling + ">", T));
  Flow->Derivative = true;
  Variable *Size = F.variable(Flow->Name + "_size", M.sizeType());
  Size->Counts = Flow;
  Size->Const = true;
  Makes.Stmts.push_back(B.declare(
      Size, B.conditional(Runs, B.cast(M.sizeType(), Extent), B.literal("0", M.sizeType()))));
  Makes.Stmts.push_back(
      B.declare(Flow, B.opaque(Flow->Ty->Spelling + "($0)", Flow->Ty, {B.var(Size)})));
  return Flow;
}

bool modes::mayStandAhead(const Ahead &Of, const Stmt &Loop, const Uses &Known) {
  if (!Loop.is(StmtKind::Loop))
    return false;
  return llvm::all_of(Of.MadeOf, [&](const Variable *V) {
    const Use &All = Known.of(V);
    if (V->Ty->isReference() || V->Kind == Storage::Global || All.OtherWrites || All.Escapes)
      return false;
    bool Same = true;
    for (const Block *In : {&Loop.Init, &Loop.Setup, &Loop.Then, &Loop.Step}) {
      Same &= storesIn(*In, V) == 0;
      walk(*In, [&](Stmt *S) { Same &= S->Var != V; });
    }
    return Same;
  });
}

bool modes::replaceLoops(Block &In, const Stmt *Around, std::vector<Ahead> &Out, const Uses &Known,
                         Replace Each) {
  bool Any = false;
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    std::vector<Ahead> Mine(1);
    const std::vector<Stmt *> Made = Each(*S, Around, Mine[0]);
    if (!Made.empty()) {
      Any = true;
      In.Stmts.erase(In.Stmts.begin() + At);
      In.Stmts.insert(In.Stmts.begin() + At, Made.begin(), Made.end());
    } else {
      Mine.clear();
      forEachBlock(*S, [&](Block &Inside) { Any |= replaceLoops(Inside, S, Mine, Known, Each); });
    }
    if (Made.empty() && !Mine.empty()) { // its iterations share an array now
      S->AnyOrder = false;
      S->Apart = false;
    }
    for (Ahead &A : Mine)
      if (Around && mayStandAhead(A, *Around, Known)) {
        Out.push_back(std::move(A));
      } else {
        In.Stmts.insert(In.Stmts.begin() + At, A.Stmts.begin(), A.Stmts.end());
        At += A.Stmts.size();
      }
    At += Made.empty() ? 0 : Made.size() - 1;
  }
  return Any;
}
