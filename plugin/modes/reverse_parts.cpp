//===- modes/reverse_parts.cpp - records that only name their parts -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `const State k = {v, force(x, v)};`, of which nothing else is used than `k.x` and `k.v`, is two
// numbers that never change (scalar replacement of aggregates). As such they can be computed again
// where their adjoints need them; as parts of an object they would have to be recorded.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// `V.f`, where V is a variable: V.
static const Variable *ownerOf(const Expr *E) {
  return E->is(ExprKind::Member) && E->operand()->is(ExprKind::Variable) ? E->operand()->Var
                                                                         : nullptr;
}

static bool isIdentifier(llvm::StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// Whether S declares a record of numbers, each with its value.
static bool namesParts(const Stmt &S) {
  constexpr size_t Few = 8;
  if (!S.is(StmtKind::Declare) || !S.Value || !S.Value->is(ExprKind::Braces))
    return false;
  const Variable *V = S.Var;
  const Type *T = V->Ty;
  return T->isRecord() && V->Kind == Storage::Local && !V->Static && !V->AddressTaken &&
         !V->Constant && T->IsBytes && !T->IsVector && !T->Owns && !T->IsTagged && !T->IsMap &&
         S.Value->Ty == T && T->Fields.size() <= Few &&
         T->Fields.size() == S.Value->Operands.size() &&
         llvm::all_of(llvm::seq<size_t>(0, T->Fields.size()), [&](size_t I) {
           const Field &F = T->Fields[I];
           const Expr *Value = S.Value->operand(I);
           const bool Named = !F.IsBase && F.Exists.empty() && isIdentifier(F.Name);
           return Named && (F.Ty->isReal() || F.Ty->isInteger()) && !F.Constant &&
                  Value->Ty == F.Ty;
         });
}

/// Replaces them.
void Reverse::namePartsOfRecords() {
  // 1. Those of which only parts are read.
  VariableSet Records;
  walk(Body, [&](Stmt *S) {
    if (namesParts(*S))
      Records.insert(S->Var);
  });
  walk(Body, [&](Stmt *S) {
    auto Exclude = [&](const Expr *Place) {
      if (const Variable *Root = Place && isPlace(Place) ? rootVariable(Place) : nullptr)
        Records.erase(Root);
    };
    Exclude(S->Target);
    for (const Expr *W : S->Writes)
      Exclude(W);
    if (!namesParts(*S))
      Records.erase(S->Var);
    if (S->is(StmtKind::Call) || S->is(StmtKind::Opaque))
      for (const Expr *Op : S->Operands)
        Exclude(Op);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (ownerOf(Sub))
          return false;
        if (Sub->is(ExprKind::Variable))
          Records.erase(Sub->Var);
        return true;
      });
    });
  });
  if (Records.empty())
    return;
  // 2. A number for each part.
  std::map<std::pair<const Variable *, std::string>, Variable *> Parts;
  changeBlocks(Body, [&](Block &Bl) {
    std::vector<Stmt *> Result;
    for (Stmt *S : Bl.Stmts) {
      if (!S->is(StmtKind::Declare) || !Records.contains(S->Var)) {
        Result.push_back(S);
        continue;
      }
      for (size_t I = 0; I < S->Value->Operands.size(); ++I) {
        const Field &F = S->Var->Ty->Fields[I];
        Variable *Part = local(S->Var->Name + "_" + F.Name, F.Ty, /*Const=*/true);
        Part->Loc = S->Var->Loc;
        Part->Temporary = true;
        Parts[{S->Var, F.Name}] = Part;
        Stmt *D = B.declare(Part, S->Value->operand(I));
        D->Loc = S->Loc;
        D->Origin = S->Origin ? S->Origin + 16 * unsigned(I + 1) : 0;
        Result.push_back(D);
      }
    }
    Bl.Stmts = std::move(Result);
    return false;
  });
  walk(Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      const Variable *Owner = ownerOf(E);
      return Owner && Records.contains(Owner) ? B.var(Parts.at({Owner, E->Text})) : nullptr;
    });
  });
}
