//===- core/steady_sizes.cpp - vectors that never change size -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Candidates are local vectors of which nobody has the address, and which change their size, if
//    at all, in swaps with other candidates and by being assigned these.
// 2. Candidates that are swapped, assigned, or made with another one's size make groups of one
//    size, provided that those among them that are made with something else are all made with the
//    same number, which never changes. A group of which that is not true is none of candidates.
// 3. In groups, the counters are constants: what brings them up to date goes. The counter that is
//    declared first stands for the others, if it is declared outside of everything.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steady_sizes.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class SteadySizes {
public:
  SteadySizes(Module &M, Function &F) : M(M), F(F), Known(F), B(M) {}
  void run();

private:
  /// A local vector.
  struct Vector {
    Stmt *Counted = nullptr;                     ///< the declaration of its counter
    Stmt *Made = nullptr;                        ///< its own
    const Variable *Like = nullptr;              ///< it is made with the size of this candidate
    llvm::SmallVector<const Variable *, 2> With; ///< swapped with these, assigned these
    const Variable *Leader = nullptr;            ///< of its group
    Variable *Size = nullptr;                    ///< the counter that tells it, in the end
  };
  using Group = llvm::SmallVector<const Variable *, 4>;

  void findVectors();
  void look(Stmt &S);
  void lookAtCall(const Stmt &S);
  void forget(const Expr *Place);
  void together(const Expr *A, const Expr *B);
  const Variable *leader(const Variable *V);
  bool isSteady(const Group &Of) const;
  bool isConstant(const Expr *E) const;
  void settle(const Group &Of);

  const Variable *counterOf(const Variable *V) const {
    return Vectors.find(V)->second.Counted->Var;
  }

  Module &M;
  Function &F;
  const Uses Known;
  Builder B;
  llvm::MapVector<const Variable *, Vector> Vectors;
  llvm::DenseMap<const Stmt *, unsigned> Order; ///< of the statements outside of everything
  /// Nothing that is not the function's own is written, but numbers that carry derivatives.
  bool OutsideStays = true;
};

} // namespace

/// The variable V in `v.size()`.
static const Variable *sizeOfVariable(const Expr *E) {
  const bool Is = E && E->is(ExprKind::Member) && E->Text == "size()" &&
                  E->operand()->is(ExprKind::Variable) &&
                  E->operand()->Ty->nonReference()->IsVector;
  return Is ? E->operand()->Var : nullptr;
}

/// Whether the counter that is declared with First tells the size of a vector that is made with
/// Value.
static bool tellsSize(const Variable *Counter, const Expr *First, const Expr *Value) {
  if (!First || !Value)
    return false;
  if (isPlace(Value))
    return First->is(ExprKind::Member) && First->Text == "size()" && equal(First->operand(), Value);
  return Value->is(ExprKind::Opaque) && !Value->Operands.empty() &&
         llvm::StringRef(Value->Text).starts_with("std::vector<") &&
         isVariable(Value->operand(0), Counter);
}

void SteadySizes::findVectors() {
  llvm::DenseMap<const Variable *, unsigned> Declared;
  walk(F.Body, [&](Stmt *S) {
    const Variable *V = S->is(StmtKind::Declare) ? S->Var : nullptr;
    if (!V)
      return;
    ++Declared[V];
    if (V->Counts && V->CountsPath.empty())
      Vectors[V->Counts].Counted = S;
    else if (V->Kind == Storage::Local && V->Ty->IsVector && !V->Ty->IsEigen &&
             llvm::StringRef(V->Ty->Spelling).starts_with("std::vector<") &&
             !holdsVector(V->Ty->Element) && !V->Ty->Owns && !V->Static)
      Vectors[V].Made = S;
  });
  Vectors.remove_if([&](const auto &Each) {
    const auto &[V, Found] = Each;
    return !Found.Made || !Found.Counted || Declared[V] != 1 || Declared[Found.Counted->Var] != 1 ||
           !tellsSize(Found.Counted->Var, Found.Counted->Value, Found.Made->Value) ||
           Known.isNamedInText(V) || Known.isNamedInText(Found.Counted->Var);
  });
}

/// The vector at Place may get any size.
void SteadySizes::forget(const Expr *Place) {
  if (const Variable *V = isPlace(Place) ? rootVariable(Place) : nullptr)
    Vectors.erase(V);
}

/// The vectors at A and B have the same size, or none of them is a candidate.
void SteadySizes::together(const Expr *A, const Expr *B) {
  const bool Both = A->is(ExprKind::Variable) && B->is(ExprKind::Variable) &&
                    Vectors.count(A->Var) && Vectors.count(B->Var);
  if (Both) {
    Vectors[A->Var].With.push_back(B->Var);
    return;
  }
  forget(A);
  forget(B);
}

/// Whether a store to Place may change what is not the function's own, and no number with a
/// derivative: an integer, a pointer, a vector's size.
static bool storesOutside(const Expr *Place) {
  const Variable *V = isPlace(Place) ? rootVariable(Place) : nullptr;
  const bool Own = V && V->Kind == Storage::Local && !V->Ty->isReference();
  return !Own && !Place->Ty->nonReference()->isReal();
}

void SteadySizes::lookAtCall(const Stmt &S) {
  for (size_t I = 0; I < S.Operands.size(); ++I) {
    const Type *T = I < S.Callee->Params.size() ? S.Callee->Params[I]->Ty : nullptr;
    const bool Reads = T && !T->isPointer() && (!T->isReference() || T->ElementConst);
    if (Reads)
      continue;
    if (!S.Operands[I]->Ty->isPointer() || S.Operands[I]->is(ExprKind::AddressOf))
      forget(S.Operands[I]->is(ExprKind::AddressOf) ? S.Operands[I]->operand() : S.Operands[I]);
    const Type *To = T ? T->Element : nullptr;
    OutsideStays &= To && (To->isReal() || T->ElementConst);
  }
}

void SteadySizes::look(Stmt &S) {
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::AddressOf) && Sub->operand()->is(ExprKind::Variable))
        forget(Sub->operand());
      return true;
    });
  });
  OutsideStays &= !S.WritesUnknown && !(S.Target && storesOutside(S.Target)) &&
                  llvm::none_of(S.Writes, storesOutside);
  const bool Counts = S.Target && S.Target->is(ExprKind::Variable) && S.Target->Var->Counts &&
                      S.Target->Var->CountsPath.empty();
  if (Counts && (!S.is(StmtKind::Assign) || sizeOfVariable(S.Value) != S.Target->Var->Counts))
    Vectors.erase(S.Target->Var->Counts);
  if (S.Exchanges)
    return together(S.Operands[0], S.Operands[1]);
  if (S.is(StmtKind::Assign) && S.Target->is(ExprKind::Variable) &&
      S.Target->Ty->nonReference()->IsVector)
    return together(S.Target, S.Value);
  if (S.Target && (S.OldSize || S.Target->Ty->nonReference()->IsVector))
    forget(S.Target);
  for (const Expr *W : S.Writes)
    if (W->Ty->nonReference()->IsVector || (W->Var && W->Var->Counts))
      forget(W);
  if (S.Mirrors)
    forget(S.Operands[0]);
  if (S.is(StmtKind::Declare) && S.Var->Ty->isReference() && S.Value)
    forget(S.Value);
  if (!S.is(StmtKind::Call))
    return;
  if (S.Var)
    Vectors.erase(S.Var);
  lookAtCall(S);
}

/// Whether E has the same value wherever it stands.
bool SteadySizes::isConstant(const Expr *E) const {
  bool Is = true;
  walk(E, [&](const Expr *Sub) {
    switch (Sub->Kind) {
    case ExprKind::Literal:
    case ExprKind::Cast:
    case ExprKind::Binary:
    case ExprKind::Unary:
      Is &= Sub->Ty->isInteger();
      return Is;
    case ExprKind::Member: // of what a caller has
      Is &= OutsideStays && Sub->Ty->isInteger() && Sub->operand()->is(ExprKind::Variable) &&
            Sub->operand()->Var->Kind == Storage::Parameter &&
            Sub->operand()->Var->Ty->isReference() && Sub->operand()->Var->Ty->ElementConst;
      return false;
    case ExprKind::Variable: {
      const Variable *V = Sub->Var;
      const bool Stays = !V->Ty->isReference() && V->Ty->isInteger() && !Known.of(V).written() &&
                         !Known.of(V).Escapes && !V->AddressTaken;
      Is &= Stays && (V->Kind == Storage::Parameter ||
                      (V->Kind == Storage::Local && llvm::any_of(Order, [&](const auto &Each) {
                         return Each.first->is(StmtKind::Declare) && Each.first->Var == V;
                       })));
      return false;
    }
    default:
      return Is = false;
    }
  });
  return Is;
}

const Variable *SteadySizes::leader(const Variable *V) {
  while (Vectors[V].Leader != V)
    V = Vectors[V].Leader;
  return V;
}

bool SteadySizes::isSteady(const Group &Of) const {
  const Expr *First = nullptr;
  for (const Variable *V : Of) {
    const Vector &Each = Vectors.find(V)->second;
    if (Each.Like)
      continue;
    const Expr *Size = Each.Counted->Value;
    if (First && !(equal(First, Size) && isConstant(Size)))
      return false;
    First = Size;
  }
  return First;
}

void SteadySizes::settle(const Group &Of) {
  llvm::DenseSet<const Variable *> Counters;
  for (const Variable *V : Of)
    Counters.insert(counterOf(V));
  changeBlocks(F.Body, [&](Block &Bl) {
    llvm::erase_if(Bl.Stmts, [&](const Stmt *S) {
      return S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) &&
             Counters.contains(S->Target->Var);
    });
    return false;
  });
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Assign) && S->OldSize && S->Target->is(ExprKind::Variable) &&
        llvm::is_contained(Of, S->Target->Var))
      S->OldSize = nullptr;
  });
  const Stmt *First = nullptr;
  for (const Variable *V : Of) {
    const Stmt *Counted = Vectors[V].Counted;
    if (Order.count(Counted) && (!First || Order[Counted] < Order[First]))
      First = Counted;
  }
  for (const Variable *V : Of) {
    Vector &Each = Vectors[V];
    Each.Counted->Var->Const = true;
    Each.Size = First ? First->Var : Each.Counted->Var;
    if (Each.Counted->Var == Each.Size)
      continue;
    // It stays, for the adjoint of its vector.
    Each.Counted->Value = B.var(Each.Size);
    Each.Counted->Var->Temporary = true;
  }
}

void SteadySizes::run() {
  findVectors();
  for (const Stmt *S : F.Body.Stmts)
    Order[S] = Order.size();
  for (size_t Before = ~size_t(0); Before != Vectors.size();) {
    Before = Vectors.size();
    for (auto &[V, Found] : Vectors)
      Found.With.clear();
    walk(F.Body, [&](Stmt *S) { look(*S); });
    if (Vectors.size() != Before)
      continue;
    for (auto &[V, Found] : Vectors) {
      const Variable *Of = sizeOfVariable(Found.Counted->Value);
      Found.Like = Of && Vectors.count(Of) ? Of : nullptr;
      Found.Leader = V;
    }
    for (auto &[V, Found] : Vectors) {
      for (const Variable *Other : Found.With)
        Vectors[leader(Other)].Leader = leader(V);
      if (Found.Like)
        Vectors[leader(Found.Like)].Leader = leader(V);
    }
    llvm::MapVector<const Variable *, Group> Groups;
    for (auto &[V, Found] : Vectors)
      Groups[leader(V)].push_back(V);
    for (const auto &[Leader, Of] : Groups)
      if (!isSteady(Of))
        for (const Variable *V : Of)
          Vectors.erase(V);
    if (Vectors.size() != Before)
      continue;
    for (const auto &[Leader, Of] : Groups)
      settle(Of);
  }
  walk(F.Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      const Variable *V = sizeOfVariable(E);
      if (E->is(ExprKind::Variable) && E->Var->CountsPath.empty())
        V = E->Var->Counts;
      return V && Vectors.count(V) ? B.var(Vectors[V].Size) : nullptr;
    });
  });
}

void ad::core::settleSizes(Module &M, Function &F) { SteadySizes(M, F).run(); }
