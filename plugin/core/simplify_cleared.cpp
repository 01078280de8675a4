//===- core/simplify_cleared.cpp - arrays that need not be cleared --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a local array begins with zeros, all that the array has room for, of which a loop
// may use a few. Where the first to touch it is a loop that adds to each element in use, that loop
// sets them instead.
//
//   double z_bar[32] = {};                   double z_bar[32];
//   for (int j = 0; j < d; ++j)              for (int j = 0; j < d; ++j)
//     z_bar[j] += 2 * z[j] * s_bar;            z_bar[j] = 2 * z[j] * s_bar;
//
// 1. That loop counts from 0 to an end that does not change, or down to 0, and adds to the element
// of
//    its counter in every iteration, once. It does nothing else with the array.
// 2. All others that use the array, in the block that declares it, are loops to the same end, up or
//    down, that use the element of their counters. What is used by its number (`z_bar[0]`), and may
//    lie beyond the end, is cleared by itself.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Cleared {
public:
  Cleared(Module &M, Function &F) : B(M), Known(F) {}
  bool run(Block &Bl);

private:
  struct Counter {
    const Variable *Var;
    const Expr *End; ///< it is less than that
  };
  std::optional<Counter> counterOf(const Stmt &Loop) const;
  Stmt *setsAll(const Stmt &Loop, const Variable *Array, const Expr *&End) const;
  bool staysBelow(const Block &Bl, size_t From, const Variable *Array, const Expr *End,
                  llvm::SmallVectorImpl<Counter> &Around,
                  llvm::SmallVectorImpl<const Expr *> &Numbers) const;
  bool tryArray(Block &Bl, size_t At);

  Builder B;
  Places Known;
};

} // namespace

/// Whether each value of From is one of To.
static bool holds(const Type *To, const Type *From) {
  if (!To->isInteger() || !From->isInteger() || To->IsBool > From->IsBool)
    return false;
  return To->IsUnsigned == From->IsUnsigned ? To->Bits >= From->Bits
                                            : From->IsUnsigned && To->Bits > From->Bits;
}

/// E without what changes its type, but no value of it.
static const Expr *withoutCasts(const Expr *E) {
  while (E->is(ExprKind::Cast) && holds(E->Ty, E->operand()->Ty))
    E = E->operand();
  return E;
}

static bool isNumber(const Expr *E, llvm::StringRef Text) {
  return E && withoutCasts(E)->is(ExprKind::Literal) && withoutCasts(E)->Text == Text;
}

/// The step of S, if all it does is to count V on by one, or down.
static int stepOf(const Stmt &S, const Variable *V) {
  if (!S.is(StmtKind::Accumulate) || !isVariable(S.Target, V))
    return 0;
  const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
  return isNumber(Minus ? S.Value->operand() : S.Value, "1") ? (Minus ? -1 : 1) : 0;
}

/// The counter of a loop, if it runs up or down between fixed ends.
std::optional<Cleared::Counter> Cleared::counterOf(const Stmt &Loop) const {
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 ||
      !Loop.Setup.empty() || !Loop.Value || !Loop.Value->is(ExprKind::Binary))
    return std::nullopt;
  const Stmt &Init = *Loop.Init.Stmts[0];
  if (!Init.is(StmtKind::Declare) || !Init.Value || !Init.Var->Ty->isInteger() ||
      !Known.uses().isPrivate(Init.Var) || !isVariable(Loop.Value->operand(0), Init.Var))
    return std::nullopt;
  const bool Up = Loop.Value->Text == "<" && Loop.Step.Stmts.size() == 1 &&
                  stepOf(*Loop.Step.Stmts[0], Init.Var) == 1;
  const bool Down = Loop.Value->Text == ">" && Loop.Step.empty() && !Loop.Then.empty() &&
                    holds(Init.Var->Ty, Init.Value->Ty) &&
                    stepOf(*Loop.Then.Stmts[0], Init.Var) == -1;
  if (!Up && !Down)
    return std::nullopt;
  bool Changes = false; // elsewhere
  walk(Loop.Then, [&](Stmt *S) {
    Changes |= !(Down && S == Loop.Then.Stmts[0]) &&
               ((S->Target && isVariable(S->Target, Init.Var)) || !S->Writes.empty() ||
                (S->is(StmtKind::Call) && mentions(*S, Init.Var)));
  });
  const Expr *End = Up ? Loop.Value->operand(1) : Init.Value;
  auto Keeps = [&](const Variable *V) { // its value
    const bool Copy = V->Kind == Storage::Parameter && !V->Ty->isReference() && !V->AddressTaken;
    return V->Ty->isInteger() && (Copy || Known.uses().isPrivate(V)) &&
           !Known.uses().of(V).written() && !Known.uses().of(V).Lent;
  };
  bool Fixed = true;
  walk(End, [&](const Expr *E) {
    Fixed &= E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
             (E->is(ExprKind::Variable) && Keeps(E->Var));
    return Fixed;
  });
  if (Changes || !Fixed)
    return std::nullopt;
  return Counter{Init.Var, withoutCasts(End)};
}

/// The one statement with which Loop adds to all elements of Array in front of End.
Stmt *Cleared::setsAll(const Stmt &Loop, const Variable *Array, const Expr *&End) const {
  const std::optional<Counter> C = counterOf(Loop);
  const bool Down = C && Loop.Step.empty();
  if (!C || !isNumber(Down ? Loop.Value->operand(1) : Loop.Init.Stmts[0]->Value, "0"))
    return nullptr;
  End = C->End;
  Stmt *Sets = nullptr;
  unsigned Mentions = 0;
  bool Jumps = false;
  walk(Loop.Then, [&](Stmt *S) {
    Jumps |= S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Goto) ||
             S->is(StmtKind::Return);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Mentions += isVariable(Sub, Array);
        return true;
      });
    });
  });
  for (Stmt *S : Loop.Then.Stmts)
    if (S->is(StmtKind::Accumulate) && S->Target->is(ExprKind::Subscript) &&
        isVariable(S->Target->operand(0), Array) &&
        isVariable(withoutCasts(S->Target->operand(1)), C->Var))
      Sets = S;
  return Mentions == 1 && !Jumps ? Sets : nullptr;
}

/// Whether all that uses Array from Bl.Stmts[From] on are elements in front of End, or Numbers.
bool Cleared::staysBelow(const Block &Bl, size_t From, const Variable *Array, const Expr *End,
                         llvm::SmallVectorImpl<Counter> &Around,
                         llvm::SmallVectorImpl<const Expr *> &Numbers) const {
  auto InUse = [&](const Expr *Index) {
    const Expr *I = withoutCasts(Index);
    int64_t Number, Size;
    if (I->is(ExprKind::Literal) && End->is(ExprKind::Literal) &&
        !llvm::StringRef(I->Text).getAsInteger(10, Number) &&
        !llvm::StringRef(End->Text).getAsInteger(10, Size) && Number < Size)
      return true;
    if (I->is(ExprKind::Literal)) {
      Numbers.push_back(Index);
      return true;
    }
    return llvm::any_of(
        Around, [&](const Counter &C) { return isVariable(I, C.Var) && equal(C.End, End); });
  };
  bool Ok = true;
  for (size_t I = From; I < Bl.Stmts.size() && Ok; ++I) {
    Stmt *S = Bl.Stmts[I];
    std::function<void(const Expr *)> See = [&](const Expr *E) {
      if (E->is(ExprKind::Subscript) && isVariable(E->operand(0), Array)) {
        Ok &= InUse(E->operand(1));
        See(E->operand(1));
        return;
      }
      Ok &= !isVariable(E, Array);
      for (const Expr *Op : E->Operands)
        See(Op);
    };
    forEachExpr(*S, See);
    for (const Expr *W : S->Writes)
      See(W);
    const std::optional<Counter> C = counterOf(*S);
    if (C)
      Around.push_back(*C);
    forEachBlock(
        *S, [&](Block &Inner) { Ok = Ok && staysBelow(Inner, 0, Array, End, Around, Numbers); });
    if (C)
      Around.pop_back();
  }
  return Ok;
}

bool Cleared::tryArray(Block &Bl, size_t At) {
  Stmt &Declaration = *Bl.Stmts[At];
  const Variable *Array = Declaration.Var;
  const Expr *Zeros = Declaration.Value;
  if (!Declaration.is(StmtKind::Declare) || !Array->Derivative || Array->Static || !Zeros ||
      !Zeros->is(ExprKind::Braces) || !Zeros->Operands.empty() || !Array->Ty->isArray() ||
      Array->Ty->IsStdArray || !Array->Ty->Element->isReal() || Known.uses().isNamedInText(Array) ||
      Known.uses().of(Array).Declarations != 1)
    return false;
  size_t First = At + 1;
  while (First < Bl.Stmts.size() && !mentions(*Bl.Stmts[First], Array))
    ++First;
  const Expr *End = nullptr;
  Stmt *Sets = First < Bl.Stmts.size() ? setsAll(*Bl.Stmts[First], Array, End) : nullptr;
  llvm::SmallVector<Counter, 4> Around;
  llvm::SmallVector<const Expr *, 2> Numbers;
  if (!Sets || !staysBelow(Bl, First + 1, Array, End, Around, Numbers))
    return false;
  Sets->Kind = StmtKind::Assign;
  Declaration.Value = nullptr;
  llvm::SmallVector<const Expr *, 2> Done;
  for (const Expr *Number : Numbers) {
    if (llvm::any_of(Done, [&](const Expr *E) { return equal(E, Number); }))
      continue;
    Done.push_back(Number);
    const Expr *Element = B.subscript(B.var(Declaration.Var), Number);
    Bl.Stmts.insert(Bl.Stmts.begin() + At + 1, B.assign(Element, B.number(0, Element->Ty)));
  }
  return true;
}

bool Cleared::run(Block &Bl) {
  bool Any = false;
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    Any |= tryArray(Bl, At);
    forEachBlock(*Bl.Stmts[At], [&](Block &Inner) { Any |= run(Inner); });
  }
  return Any;
}

bool ad::core::setOnFirstUse(Module &M, Function &F) { return Cleared(M, F).run(F.Body); }
