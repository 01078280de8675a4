//===- analysis/output.cpp - statements that only write output ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Known by their names: functions of <cstdio>, `<<` to a stream, appending to a std::string. What
// is not known may change the course of things by ways that nobody sees (the mode in which numbers
// are rounded), and is left to be repeated, or not.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/output.h"
#include "plugin/core/places.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

/// Whether Text is a call of a function that prints, and the object to which it does is its first
/// hole, if it is in a hole.
static bool prints(llvm::StringRef Text) {
  Text.consume_front("::");
  Text.consume_front("std::");
  for (llvm::StringRef Name :
       {"printf(", "fprintf(", "puts(", "fputs(", "putchar(", "fputc(", "putc(", "fwrite(",
        "fflush(", "perror(", "cout <<", "cerr <<", "clog <<"})
    if (Text.starts_with(Name))
      return true;
  return false;
}

static bool appends(const Stmt &S) {
  if (S.Operands.empty())
    return false;
  const llvm::StringRef Text = S.Text, Of = S.Operands[0]->Ty->nonReference()->Spelling;
  const bool Stream = Of.contains("stream"), String = Of.contains("string") && !Stream;
  return (Stream && Text.starts_with("$0 <<")) ||
         (String && (Text.starts_with("$0 += ") || Text.starts_with("$0.append(") ||
                     Text.starts_with("$0.push_back(")));
}

/// Whether S is such a statement, if what it writes to is nobody else's.
static bool mayBeOutput(const Stmt &S) {
  if (!S.is(StmtKind::Opaque) || S.NoReturn || S.WritesUnknown || S.Frees || S.Var || S.Target ||
      S.Value || S.OldSize || S.Exchanges || S.Mirrors || !S.Followed.empty())
    return false;
  return prints(S.Text) || appends(S);
}

bool analysis::isOutput(const Stmt &S, const Stmt &Loop) {
  if (!mayBeOutput(S))
    return false;
  for (const Expr *E : S.Operands) { // all that it evaluates besides
    bool Plain = true;
    walk(E, [&](const Expr *Sub) {
      Plain &= !Sub->Allocates && Sub->Followed.empty();
      return Plain;
    });
    if (!Plain)
      return false;
  }
  Block Whole;
  Whole.add(const_cast<Stmt *>(&Loop));
  return llvm::all_of(S.Writes, [&](const Expr *W) {
    const Variable *To = leadingVariable(W);
    const Type *T = To ? To->Ty->nonReference() : nullptr;
    if (T && T->isPointer())
      T = T->Element;
    if (!T || T->isScalar() || T->isArray() || T->Differentiable)
      return false;
    bool Used = false;
    walk(Whole, [&](Stmt *Other) {
      if (mayBeOutput(*Other))
        return;
      forEachExpr(*Other, [&](const Expr *E) { Used |= mentions(E, To); });
      for (const Expr *Written : Other->Writes)
        Used |= mentions(Written, To);
      Used |= Other->Var == To;
    });
    return !Used;
  });
}

void analysis::dropOutput(Block &Bl, const Stmt &Loop) {
  llvm::erase_if(Bl.Stmts, [&](Stmt *S) { return isOutput(*S, Loop); });
  for (Stmt *S : Bl.Stmts)
    forEachBlock(*S, [&](Block &Part) { dropOutput(Part, Loop); });
}
