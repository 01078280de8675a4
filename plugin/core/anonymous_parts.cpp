//===- core/anonymous_parts.cpp - what has no name is not assigned --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/anonymous_parts.h"
#include "plugin/core/builder.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

static bool isAnonymous(const Expr *E) {
  return E && E->is(ExprKind::Member) && E->Ty->isRecord() &&
         llvm::StringRef(E->Text).find_first_not_of('$') == llvm::StringRef::npos;
}

/// `{}` of type T.
static const Expr *emptyBraces(Module &M, const Type *T) {
  Builder B(M);
  return T->isScalar() ? B.number(0, T) : M.expr(ExprKind::Braces, T, 0);
}

/// Appends S, an assignment, to Into, by members where what it assigns has no name.
static void assignByName(Module &M, Stmt *S, Block &Into) {
  const Expr *Value = S->Value;
  const bool Place = isPlace(Value), Braces = Value->is(ExprKind::Braces);
  if (!isAnonymous(S->Target) || !(Place || Braces))
    return Into.add(S);
  Builder B(M);
  const auto &Fields = S->Target->Ty->Fields;
  for (size_t I = 0; I < Fields.size(); ++I) {
    const Expr *Part = Place                        ? B.member(Value, Fields[I])
                       : I < Value->Operands.size() ? Value->operand(I)
                                                    : emptyBraces(M, Fields[I].Ty);
    Stmt *Each = B.assign(B.member(S->Target, Fields[I]), Part);
    Each->Loc = S->Loc;
    assignByName(M, Each, Into);
  }
}

static void assignNamedParts(Module &M, Block &In) {
  Block Named;
  for (Stmt *S : In.Stmts) {
    forEachBlock(*S, [&](Block &Nested) { assignNamedParts(M, Nested); });
    if (S->is(StmtKind::Assign))
      assignByName(M, S, Named);
    else
      Named.add(S);
  }
  In = std::move(Named);
}

void core::assignNamedParts(Module &M, Function &F) { ::assignNamedParts(M, F.Body); }
