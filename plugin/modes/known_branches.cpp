//===- modes/known_branches.cpp - branches that are never taken -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/known_branches.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseMap.h"

using namespace ad;
using namespace ad::core;

namespace {

class KnownBranches {
public:
  KnownBranches(Module &M, Function &F) : M(M) {
    llvm::DenseSet<const Variable *> Assigned;
    analysis::assignedVariables(F.Body, Assigned);
    walk(F.Body, [&](Stmt *S) {
      const Variable *V = S->is(StmtKind::Declare) ? S->Var : nullptr;
      if (V && V->Kind == Storage::Local && V->Ty->isInteger() && !V->AddressTaken && !V->Static &&
          !Assigned.contains(V) && S->Value)
        if (const auto Number = numberOf(S->Value))
          Numbers[V] = *Number;
    });
  }

  void drop(Block &Bl);

  bool Dropped = false;

private:
  std::optional<int64_t> numberOf(const Expr *E) const;
  const Expr *chosen(const Expr *E) const;

  Module &M;
  llvm::DenseMap<const Variable *, int64_t> Numbers;
};

} // namespace

/// The number that E always is, if it is known, and small enough not to change with its type.
std::optional<int64_t> KnownBranches::numberOf(const Expr *E) const {
  constexpr int64_t Large = 1 << 30;
  auto Plain = [&](int64_t Value) {
    const bool Fits = !(E->Ty->IsUnsigned && Value < 0) && std::abs(Value) < Large;
    return Fits ? std::optional(Value) : std::nullopt;
  };
  if (!E->Ty || !E->Ty->isInteger())
    return std::nullopt;
  switch (E->Kind) {
  case ExprKind::Literal: {
    if (E->Text == "true" || E->Text == "false")
      return E->Text == "true";
    int64_t Value;
    return llvm::StringRef(E->Text).getAsInteger(10, Value) ? std::nullopt : Plain(Value);
  }
  case ExprKind::Variable: {
    const auto It = Numbers.find(E->Var);
    return It == Numbers.end() ? E->Var->Number : std::optional(It->second);
  }
  case ExprKind::Cast: {
    const auto Of = E->operand()->Ty->isInteger() ? numberOf(E->operand()) : std::nullopt;
    return Of && E->Ty->IsBool       ? std::optional<int64_t>(*Of != 0)
           : Of && E->Ty->Bits >= 32 ? Plain(*Of)
                                     : std::nullopt;
  }
  case ExprKind::Unary: {
    const auto Of = numberOf(E->operand());
    return !Of              ? std::nullopt
           : E->Text == "!" ? std::optional<int64_t>(*Of == 0)
           : E->Text == "-" ? Plain(-*Of)
                            : std::nullopt;
  }
  case ExprKind::Binary: {
    const auto L = numberOf(E->operand(0)), R = numberOf(E->operand(1));
    if (E->Text == "&&")
      return (L && !*L) || (R && !*R) ? std::optional<int64_t>(0)
             : L && R                 ? std::optional<int64_t>(1)
                                      : std::nullopt;
    if (E->Text == "||")
      return (L && *L) || (R && *R) ? std::optional<int64_t>(1)
             : L && R               ? std::optional<int64_t>(0)
                                    : std::nullopt;
    if (!L || !R)
      return std::nullopt;
    // Beside an unsigned number a negative one is a large one, whether Core shows that or not.
    const bool Unsigned = E->operand(0)->Ty->IsUnsigned || E->operand(1)->Ty->IsUnsigned;
    if (Unsigned && (*L < 0 || *R < 0 || (E->Text == "-" && *L < *R)))
      return std::nullopt;
    return E->Text == "=="   ? std::optional<int64_t>(*L == *R)
           : E->Text == "!=" ? std::optional<int64_t>(*L != *R)
           : E->Text == "<"  ? std::optional<int64_t>(*L < *R)
           : E->Text == "<=" ? std::optional<int64_t>(*L <= *R)
           : E->Text == ">"  ? std::optional<int64_t>(*L > *R)
           : E->Text == ">=" ? std::optional<int64_t>(*L >= *R)
           : E->Text == "+"  ? Plain(*L + *R)
           : E->Text == "-"  ? Plain(*L - *R)
           : E->Text == "*"  ? Plain(*L * *R)
                             : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

/// Of `c ? a : b`, where c is known, the one that it is.
const Expr *KnownBranches::chosen(const Expr *E) const {
  if (!E->is(ExprKind::Conditional))
    return nullptr;
  const auto Known = numberOf(E->operand(0));
  if (!Known || E->operand(1)->Ty != E->operand(2)->Ty)
    return nullptr;
  const Expr *Taken = E->operand(*Known ? 1 : 2);
  return rewrite(M, Taken, [this](const Expr *Sub) { return chosen(Sub); });
}

/// Whether nothing happens where the variables that B declares end.
static bool endsQuietly(const Block &B) {
  return llvm::none_of(B.Stmts, [](const Stmt *S) {
    const Type *T = S->Var && (S->is(StmtKind::Declare) || S->Declares) ? S->Var->Ty : nullptr;
    while (T && T->isArray() && !T->IsVector)
      T = T->Element;
    return T && !T->isScalar() && !T->isReference();
  });
}

/// Whether Bl ends by leaving it.
static bool leaves(const Block &Bl) {
  const Stmt *Last = Bl.empty() ? nullptr : Bl.Stmts.back();
  return Last &&
         (Last->is(StmtKind::Return) || Last->is(StmtKind::Break) || Last->is(StmtKind::Continue));
}

static bool hasLabel(llvm::ArrayRef<Stmt *> Stmts) {
  Block Some;
  Some.Stmts.assign(Stmts.begin(), Stmts.end());
  bool Found = false;
  walk(Some, [&](Stmt *S) { Found |= S->is(StmtKind::Label); });
  return Found;
}

void KnownBranches::drop(Block &Bl) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    rewrite(M, *S, [this](const Expr *E) { return chosen(E); });
    forEachBlock(*S, [&](Block &Part) { drop(Part); });
    const auto Known = S->is(StmtKind::If) ? numberOf(S->Value) : std::nullopt;
    if (!Known)
      continue;
    Dropped = true;
    Block Taken = std::move(*Known ? S->Then : S->Else);
    if (endsQuietly(Taken)) {
      Bl.Stmts.erase(Bl.Stmts.begin() + I);
      Bl.Stmts.insert(Bl.Stmts.begin() + I, Taken.Stmts.begin(), Taken.Stmts.end());
      I += Taken.Stmts.size();
      if (leaves(Taken) && !hasLabel(llvm::ArrayRef(Bl.Stmts).drop_front(I)))
        Bl.Stmts.resize(I);
      --I;
      continue;
    }
    S->Kind = StmtKind::Block;
    S->Value = nullptr;
    S->Else = {};
    S->Then = std::move(Taken);
  }
}

bool modes::dropKnownBranches(Module &M, Function &F) {
  KnownBranches Known(M, F);
  Known.drop(F.Body);
  return Known.Dropped;
}
