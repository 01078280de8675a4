//===- modes/forward_share.cpp - forward mode: shared subexpressions ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A value and its tangent often need the same calls: the optimiser may not merge two calls of a
// function that can set errno, and people would not write them twice.
//
// 1. Count the calls and longer operations in both, equal ones together.
// 2. Name the largest that occurs twice, and at least once where it is evaluated in any case (not
//    in an arm of `?:`, nor right of `&&` and `||`).
// 3. Repeat, the named definitions included, until nothing occurs twice.
//
// Deep expressions are cut into pieces beforehand: the tangent of a product nested n deep would
// have n terms that mention n factors each.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/modes/forward.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Operations from this cost on deserve a name rather than a second evaluation.
static constexpr unsigned WorthANumber = 5;

/// Products, quotients and calls may be nested so deep in one statement.
static constexpr unsigned DeepestNesting = 6;

/// How deep products, quotients and calls are nested in E, where all of it is evaluated in any
/// case.
static unsigned nesting(const Expr *E) {
  if (!E->Ty->isReal() || E->is(ExprKind::Conditional))
    return 0;
  unsigned Deepest = 0;
  for (const Expr *Operand : E->Operands)
    Deepest = std::max(Deepest, nesting(Operand));
  bool Nests =
      E->is(ExprKind::Primitive) || (E->is(ExprKind::Binary) && (E->Text == "*" || E->Text == "/"));
  return Deepest + Nests;
}

void Forward::shorten(Block &Of) {
  std::vector<Stmt *> Result;
  for (Stmt *S : Of.Stmts) {
    forEachBlock(*S, [&](Block &Inner) { shorten(Inner); });
    bool Computes = S->is(StmtKind::Declare) || S->is(StmtKind::Assign) ||
                    S->is(StmtKind::Accumulate) || S->is(StmtKind::Return);
    while (Computes && S->Value && nesting(S->Value) > DeepestNesting) {
      const Expr *Part = S->Value;
      while (nesting(Part) > DeepestNesting)
        Part =
            *std::max_element(Part->Operands.begin(), Part->Operands.end(),
                              [](const Expr *A, const Expr *C) { return nesting(A) < nesting(C); });
      Variable *Name = Fn.variable("t", Part->Ty);
      Name->Const = true;
      Result.push_back(B.declare(Name, Part));
      S->Value =
          rewrite(M, S->Value, [&](const Expr *E) { return E == Part ? B.var(Name) : nullptr; });
    }
    Result.push_back(S);
  }
  Of.Stmts = std::move(Result);
}

bool Forward::isShareable(const Expr *E) const {
  if (!E->Ty->isReal())
    return false;
  switch (E->Kind) {
  case ExprKind::Primitive:
    return true;
  case ExprKind::Opaque:
    return llvm::StringRef(E->Text).contains('(');
  case ExprKind::Binary:
  case ExprKind::Conditional:
    return cost(E) >= WorthANumber;
  default:
    return false;
  }
}

/// `sin_x` for sin(x), `t` for what has no name of its own.
std::string Forward::nameFor(const Expr *E) const {
  if (!E->is(ExprKind::Primitive))
    return "t";
  for (const Expr *Of : E->Operands) {
    while (Of->is(ExprKind::Cast) || Of->is(ExprKind::Unary))
      Of = Of->operand();
    llvm::StringRef Name;
    if (Of->is(ExprKind::Variable))
      Name = Of->Var->Name;
    else if (Of->is(ExprKind::Member))
      Name = fieldLabel(Of->Text);
    else if (Of->is(ExprKind::Subscript) && Of->operand()->is(ExprKind::Variable))
      Name = Of->operand()->Var->Name;
    if (!Name.empty() && !Name.contains(':'))
      return E->Text + "_" + Name.str();
  }
  return E->Text + "_value";
}

namespace {

struct Occurrence {
  const Expr *E;
  unsigned Size = 0;
  unsigned Total = 0, Unconditional = 0;
};

} // namespace

static unsigned size(const Expr *E) {
  unsigned Nodes = 0;
  walk(E, [&](const Expr *) {
    ++Nodes;
    return true;
  });
  return Nodes;
}

static void count(const Expr *E, bool Unconditional,
                  llvm::function_ref<bool(const Expr *)> IsShareable,
                  std::vector<Occurrence> &Found) {
  if (IsShareable(E)) {
    auto Known = llvm::find_if(Found, [&](const Occurrence &O) { return equal(O.E, E); });
    if (Known == Found.end()) {
      Found.push_back({E, size(E)});
      Known = Found.end() - 1;
    }
    ++Known->Total;
    Known->Unconditional += Unconditional;
  }
  bool Skips = E->is(ExprKind::Conditional) ||
               (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
  for (unsigned I = 0; I < E->Operands.size(); ++I)
    count(E->operand(I), Unconditional && (I == 0 || !Skips), IsShareable, Found);
}

void Forward::share(llvm::ArrayRef<const Expr **> Roots, Block &To) {
  std::vector<Stmt *> Definitions;
  for (;;) {
    std::vector<Occurrence> Found;
    auto IsShareable = [&](const Expr *E) { return isShareable(E); };
    for (const Expr **Root : Roots)
      count(*Root, true, IsShareable, Found);
    for (const Stmt *D : Definitions)
      count(D->Value, true, IsShareable, Found);
    const Occurrence *Best = nullptr;
    for (const Occurrence &O : Found)
      if (O.Total > 1 && O.Unconditional > 0 && (!Best || O.Size > Best->Size))
        Best = &O;
    if (!Best)
      break;

    const Expr *Shared = Best->E;
    Variable *Name = Fn.variable(nameFor(Shared), Shared->Ty);
    Name->Const = true;
    auto Replace = [&](const Expr *E) {
      return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
        return equal(Sub, Shared) ? B.var(Name) : nullptr;
      });
    };
    for (const Expr **Root : Roots)
      *Root = Replace(*Root);
    for (Stmt *D : Definitions)
      D->Value = Replace(D->Value);
    // Smaller ones are found later and may be needed by those found before.
    Definitions.insert(Definitions.begin(), B.declare(Name, Shared));
  }
  for (Stmt *D : Definitions)
    To.add(D);
}
