//===- modes/only_computes.cpp - functions that do nothing but compute ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Of a function that throws nothing, writes to variables of its own alone, and reads no others than
// it is given (but constants), nothing comes but its result. That is so if it is so of the body of
// each function that it may come to, itself included: recursion needs no assumption that way.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "plugin/modes/modes.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether that is so of the body of F, calls left out of account.
static bool bodyOnlyComputes(Context &C, Function &F) {
  if (!F.HandWritten.empty() || F.Failed || !C.knowsBodyOf(&F) || F.MakesResult || F.IsConstructor)
    return false;
  if (!isQuiet(F.Body, [](const Function &) { return true; }))
    return false;
  const analysis::Memory Mem(F, F.Body, /*Detached=*/false, /*JumpsOut=*/false);
  llvm::DenseSet<const Variable *> Own;
  for (const Variable &V : F.Locals)
    if (V.Kind == Storage::Local && !V.Static && !V.Ty->isReference())
      Own.insert(&V);
  bool Only = true;
  walk(F.Body, [&](Stmt *S) {
    Only &= !S->Checkpoint && !S->WritesUnknown && S->Writes.empty();
    Only &= !S->is(StmtKind::Call) || !S->Var || Own.contains(S->Var);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Only &= !Sub->ReadsMemory;
        Only &= !Sub->is(ExprKind::Variable) || Sub->Var->Kind != Storage::Global ||
                (Sub->Var->Const && !Sub->Ty->isPointer());
        return Only;
      });
    });
    if (!S->Target)
      return;
    const Variable *Root = rootVariable(S->Target);
    const Expr *Pointer = Root ? nullptr : rootPointer(S->Target);
    Only &= Root ? Own.contains(Root) : Pointer && Mem.leadsOnlyTo(Pointer, Own);
  });
  return Only;
}

bool modes::onlyComputes(Context &C, Function &F) {
  if (F.OnlyComputes)
    return *F.OnlyComputes;
  llvm::SmallPtrSet<Function *, 8> Seen{&F};
  llvm::SmallVector<Function *, 8> Next{&F};
  bool Only = true;
  while (Only && !Next.empty()) {
    Function &At = *Next.pop_back_val();
    if (At.OnlyComputes) {
      Only &= *At.OnlyComputes;
      continue;
    }
    Only &= bodyOnlyComputes(C, At);
    if (Only)
      walk(At.Body, [&](Stmt *S) {
        if (S->is(StmtKind::Call) && Seen.insert(S->Callee).second)
          Next.push_back(S->Callee);
      });
  }
  F.OnlyComputes = Only;
  return Only;
}
