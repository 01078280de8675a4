//===- lower/read_back.cpp - values that hide in opaque objects -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A floating value that is given to an object without derivatives (a stream, a distribution, a
// duration) may be looked at there, but not come back as a floating value: it would have lost its
// derivative. Which objects may hold one is found by following the statements until nothing is new.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether the floating value E may depend on a parameter.
bool mayVary(const core::Expr *E) {
  bool Varies = false;
  if (E && E->Ty->isReal())
    core::walk(E, [&](const core::Expr *X) {
      Varies |= X->is(ExprKind::Variable) && X->Ty->Differentiable && !X->Var->Constant &&
                X->Var->Kind != core::Storage::Global;
      return !Varies;
    });
  return Varies;
}

/// Whether text can be written to a T and read back.
static bool holdsText(const core::Type *T) {
  llvm::StringRef Name = T->Spelling;
  Name.consume_front("std::");
  Name.consume_front("__cxx11::");
  Name.consume_front("basic_");
  return T->is(core::TypeKind::Opaque) &&
         (Name == "string" || Name.starts_with("string<") || Name.starts_with("stringstream") ||
          Name.starts_with("ostringstream"));
}

void FunctionLowering::refuseReadBack(SourceLocation Loc) {
  error(Loc, "cannot differentiate a value that was kept in an object without derivatives",
        "keep it in a variable of its own, or mark what goes in [[ad::constant]]");
}

void FunctionLowering::refuseValuesReadBack() {
  llvm::DenseSet<const core::Variable *> Holding;
  auto Mentions = [&](const core::Expr *E) {
    bool Found = false;
    core::walk(E, [&](const core::Expr *X) {
      Found |= X->is(ExprKind::Variable) && Holding.contains(X->Var);
      return !Found;
    });
    return Found;
  };
  auto Gives = [&](llvm::ArrayRef<const core::Expr *> Operands) {
    return llvm::any_of(Operands, [&](const core::Expr *O) {
      return O && !OnlyWritten.contains(O) && (mayVary(O) || Mentions(O));
    });
  };
  // Pointers to them, too, and to text: exceptions and what they say (caught.cpp).
  auto IsObject = [](const core::Type *T) {
    if (T->isPointer())
      T = T->Element;
    return T->is(core::TypeKind::Opaque) || T->Spelling == "char";
  };
  // 1. The objects. A callee may write what it is given to a string that it is given, too: that
  // matters to those who look into the string afterwards.
  auto Collect = [&](bool ThroughCalls) {
    size_t Known = Holding.size();
    core::walk(F.Body, [&](core::Stmt *S) {
      if (S->is(StmtKind::Declare) && S->Value && IsObject(S->Var->Ty) && Gives(S->Value->Operands))
        Holding.insert(S->Var);
      if (S->is(StmtKind::Opaque) && Gives(S->Operands))
        for (const core::Expr *W : S->Writes)
          if (const core::Variable *V = core::rootVariable(W); V && IsObject(W->Ty))
            Holding.insert(V);
      if (S->is(StmtKind::Call) && S->Callee->Thrown &&
          llvm::any_of(S->Operands,
                       [&](const core::Expr *O) { return O->Ty->Differentiable || Mentions(O); }))
        Holding.insert(S->Operands.back()->Var);
      if (ThroughCalls && S->is(StmtKind::Call) &&
          llvm::any_of(S->Operands,
                       [&](const core::Expr *O) { return O->Ty->Differentiable || Mentions(O); }))
        for (size_t I = 0; I < S->Operands.size(); ++I)
          if (const core::Type *P = S->Callee->Params[I]->Ty;
              P->isReference() && !P->ElementConst && holdsText(P->Element))
            if (const core::Variable *V = core::rootVariable(S->Operands[I]))
              Holding.insert(V);
    });
    return Holding.size() != Known;
  };
  while (Collect(/*ThroughCalls=*/false))
    ;
  llvm::DenseSet<const core::Stmt *> Readers;
  core::walk(F.Body, [&](core::Stmt *S) {
    if (S->is(StmtKind::Call) && S->Var && S->Var->Ty->Differentiable &&
        llvm::any_of(S->Operands, Mentions))
      Readers.insert(S);
  });
  while (Collect(/*ThroughCalls=*/true))
    ;
  // 2. What is read from them.
  core::walk(F.Body, [&](core::Stmt *S) {
    auto Any = [&](llvm::ArrayRef<const core::Expr *> Operands) {
      return llvm::any_of(Operands, [&](const core::Expr *O) { return O && Mentions(O); });
    };
    auto IsValue = [](const core::Type *T) {
      return T->isReal() || (T->isPointer() && T->Element->isReal());
    };
    bool Reads = Readers.contains(S);
    if (S->is(StmtKind::Opaque))
      Reads |= Any(S->Operands) &&
               llvm::any_of(S->Writes, [&](const core::Expr *W) { return IsValue(W->Ty); });
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *X) {
        Reads |= X->is(ExprKind::Opaque) && IsValue(X->Ty) && Any(X->Operands);
        return !Reads;
      });
    });
    if (Reads)
      refuseReadBack(SourceLocation::getFromRawEncoding(S->Loc));
  });
}

} // namespace ad::lower
