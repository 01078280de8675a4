//===- core/known_numbers.cpp - what numbers in objects are ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Statements are gone through in their order: assignments of single numbers, and copies of whole
//    objects, say what is known behind them. All else may end that.
// 2. In what is nested, loops and branches, a number is replaced if all of it leaves the number
//    alone; what is set there is not looked at.
// 3. The objects are local ones of which nobody has the address.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/known_numbers.h"
#include "plugin/core/builder.h"
#include "plugin/core/object_numbers.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class KnownNumbers {
public:
  KnownNumbers(Module &M, Function &F) : M(M), F(F), Known(F) {}
  void run();

private:
  struct Number {
    const Expr *Place;
    const Expr *Value;
  };
  bool isOwn(const Variable *Object) const;
  bool stays(const Expr *Value) const;
  void use(Stmt &S);
  void learn(const Stmt &S);

  Module &M;
  Function &F;
  Uses Known;
  std::vector<Number> Numbers;
};

} // namespace

/// Whether a T is, or holds, a union: a number may tell which member it has.
static bool holdsUnion(const Type *T) {
  return T->IsUnion || T->IsTagged || (T->isArray() && holdsUnion(T->Element)) ||
         (T->isRecord() &&
          llvm::any_of(T->Fields, [](const Field &Each) { return holdsUnion(Each.Ty); }));
}

bool KnownNumbers::isOwn(const Variable *Object) const {
  return Object && Object->Kind == Storage::Local && Object->Ty->isRecord() &&
         !Object->AddressTaken && !Object->Static && !holdsUnion(Object->Ty);
}

/// Whether Value is a number, or a variable that is the same in the whole function.
bool KnownNumbers::stays(const Expr *Value) const {
  if (Value->is(ExprKind::Literal))
    return true;
  const Variable *V = Value->is(ExprKind::Variable) ? Value->Var : nullptr;
  if (!V || !V->Ty->isInteger() || V->AddressTaken || V->Static || Known.of(V).Escapes)
    return false;
  // What a loop declares is another one in each iteration; so only what stands at the top.
  const bool Top = V->Kind == Storage::Parameter ||
                   (V->Kind == Storage::Local && llvm::any_of(F.Body.Stmts, [&](const Stmt *S) {
                      return S->is(StmtKind::Declare) && S->Var == V;
                    }));
  return Top && !Known.of(V).written();
}

/// Puts into S what numbers are known to be that all of it leaves alone.
void KnownNumbers::use(Stmt &S) {
  llvm::erase_if(Numbers, [&](const Number &N) { return !leavesNumberAlone(S, N.Place); });
  if (Numbers.empty())
    return;
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *Each) {
    rewriteValues(M, *Each, [&](const Expr *E) -> const Expr * {
      auto Found = llvm::find_if(Numbers, [&](const Number &N) { return equal(N.Place, E); });
      return Found == Numbers.end() ? nullptr : Found->Value;
    });
  });
}

/// Whether Place, a member, holds what is stored to it.
static bool holdsAll(const Expr *Place) {
  const Field *F = findField(Place->operand()->Ty->nonReference(), Place->Text);
  return F && !F->Bits;
}

/// What S says of numbers.
void KnownNumbers::learn(const Stmt &S) {
  if (S.is(StmtKind::Assign) && S.Target->is(ExprKind::Member) && S.Value && !S.OldSize &&
      isOwn(objectOfNumber(S.Target)) && fieldPath(S.Target) && holdsAll(S.Target) &&
      S.Value->Ty == S.Target->Ty && stays(S.Value))
    Numbers.push_back({S.Target, S.Value});
  // A copy has the numbers of what it is made from.
  const Variable *From = S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Variable)
                             ? S.Value->Var
                             : nullptr;
  if (!isOwn(From) || !isOwn(S.Var) || From->Ty != S.Var->Ty)
    return;
  std::vector<Number> Copied;
  Builder B(M);
  for (const Number &N : Numbers)
    if (objectOfNumber(N.Place) == From)
      Copied.push_back({rewrite(M, N.Place,
                                [&](const Expr *E) -> const Expr * {
                                  return isVariable(E, From) ? B.var(S.Var) : nullptr;
                                }),
                        N.Value});
  Numbers.insert(Numbers.end(), Copied.begin(), Copied.end());
}

void KnownNumbers::run() {
  bool Jumps = false;
  walk(F.Body, [&](const Stmt *S) { Jumps |= S->is(StmtKind::Label); });
  if (Jumps)
    return;
  for (Stmt *S : F.Body.Stmts) {
    use(*S);
    learn(*S);
  }
}

void ad::core::replaceKnownNumbers(Module &M, Function &F) { KnownNumbers(M, F).run(); }
