//===- core/vector_pointers.cpp - pointers into vectors -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which elements a pointer leads to is known of one that stays in a vector that stays. Double
// buffers are exchanged, and so are often the pointers to them; but the vectors could as well be:
// that moves their elements from name to name, not in memory.
//
//   double *now = a.data(), *then = b.data();    for (int t = 0; t < steps; ++t) {
//   for (int t = 0; t < steps; ++t) {              for (int i = 1; i < n - 1; ++i)
//     for (int i = 1; i < n - 1; ++i)                b[i] = 0.5 * (a[i - 1] + a[i + 1]);
//       then[i] = 0.5 * (now[i - 1] + now[i + 1]);   a.swap(b);
//     std::swap(now, then);                        }
//   }
//
//   for (int t = 0; t < steps; ++t) {            for (int t = 0; t < steps; ++t) {
//     const double *u = a.data();                  for (int i = 1; i < n - 1; ++i)
//     for (int i = 1; i < n - 1; ++i)                b[i] = 0.5 * (a[i - 1] + a[i + 1]);
//       b[i] = 0.5 * (u[i - 1] + u[i + 1]);        a.swap(b);
//     a.swap(b);                                 }
//   }
//
// 1. Two pointers are declared in the block in which two vectors are, which begin with as many
//    elements, and lead to the first ones. All that happens to the pointers is that they are
//    exchanged with one another; nobody mentions the vectors behind the first of their declarations
//    other than to declare the second one.
// 2. A pointer is declared as the address of an element, and never changes. Of the statements
//    behind it in its block, none up to the last one that mentions it changes the vector, but for
//    its elements, or the number that says which element it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/vector_pointers.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class VectorPointers {
public:
  VectorPointers(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {}
  void run();

private:
  Variable *vectorOf(const Stmt &S, const Expr *&First) const;
  const Stmt *declarationOf(const Block &In, const Variable *V, size_t Before) const;
  bool haveOneSize(const Block &In, const Stmt &A, const Stmt &B, size_t Before) const;
  bool exchange(Block &In);
  void findExchanges(Block &In, const Variable *P, const Variable *Q,
                     std::vector<std::pair<Block *, size_t>> &Out);
  bool lead(Block &In, size_t At);
  void replace(Block &In, size_t From, const Variable *P, Variable *V, const Expr *First);
  void settle(Variable *V);

  Module &M;
  Function &F;
  Builder B;
  Uses Known;
};

} // namespace

static const Expr *uncast(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->Ty->isPointer() && E->operand()->Ty->isPointer())
    E = E->operand();
  return E;
}

static bool isZero(const Expr *E) {
  return E->is(ExprKind::Literal) && llvm::StringRef(E->Text) == "0";
}

/// The local vector into which S declares a pointer, to its element First; null: S does not.
Variable *VectorPointers::vectorOf(const Stmt &S, const Expr *&First) const {
  if (!S.is(StmtKind::Declare) || !S.Value || !S.Var->Ty->isPointer() || S.Var->Static ||
      !isTracked(S.Var, Known))
    return nullptr;
  const Expr *At = uncast(S.Value);
  if (!At->is(ExprKind::AddressOf) || !At->operand()->is(ExprKind::Subscript))
    return nullptr;
  const Expr *Vector = At->operand()->operand(0);
  First = At->operand()->operand(1);
  const bool Local = Vector->is(ExprKind::Variable) && Vector->Ty->IsVector &&
                     Vector->Var->Kind == Storage::Local && !Vector->Var->Static &&
                     Vector->Ty->Element->isReal() && S.Var->Ty->Element == Vector->Ty->Element &&
                     llvm::StringRef(Vector->Ty->Spelling).starts_with("std::vector<");
  return Local ? Vector->Var : nullptr;
}

/// Gives P, from In.Stmts[From] on, the place where it leads: element First of V.
void VectorPointers::replace(Block &In, size_t From, const Variable *P, Variable *V,
                             const Expr *First) {
  auto Behind = [&](const Expr *Index) {
    return isZero(First) ? Index : B.binary("+", First, Index, Index->Ty);
  };
  std::function<const Expr *(const Expr *)> At = [&](const Expr *E) -> const Expr * {
    if (E->is(ExprKind::Subscript) && isVariable(uncast(E->operand(0)), P))
      return B.subscript(B.var(V), Behind(rewrite(M, E->operand(1), At)));
    if (E->is(ExprKind::Dereference) && isVariable(uncast(E->operand()), P))
      return B.subscript(B.var(V), First);
    if (!isVariable(E, P))
      return nullptr;
    const Expr *Address = B.addressOf(B.subscript(B.var(V), First));
    return Address->Ty == E->Ty ? Address : B.cast(E->Ty, Address);
  };
  Block Rest;
  Rest.Stmts.assign(In.Stmts.begin() + From, In.Stmts.end());
  walk(Rest, [&](Stmt *S) {
    rewrite(M, *S, At);
    for (const Expr *&W : S->Writes)
      W = rewrite(M, W, At);
  });
}

/// No pointer may lead to V any more, where none does.
void VectorPointers::settle(Variable *V) {
  bool Taken = false;
  walk(F.Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Taken |= Sub->is(ExprKind::AddressOf) && rootVariable(Sub->operand()) == V;
        return !Taken;
      });
    });
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        Taken |= S->Callee->Params[I]->Ty->isReference() && S->Operands[I] &&
                 rootVariable(S->Operands[I]) == V;
  });
  V->AddressTaken &= Taken;
}

/// Whether S makes a pointer into V.
static bool takesAddress(const Stmt &S, const Variable *V) {
  bool Takes = false;
  Block Alone;
  Alone.add(const_cast<Stmt *>(&S));
  walk(Alone, [&](Stmt *In) {
    forEachExpr(*In, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Takes |= Sub->is(ExprKind::AddressOf) && rootVariable(Sub->operand()) == V;
        return !Takes;
      });
    });
    Takes |= In->is(StmtKind::Call) && mentions(*In, V);
  });
  return Takes;
}

//===-- Pointers that are exchanged ---------------------------------------===//

/// The statement of In, ahead of In.Stmts[Before], that declares V; null: there is none.
const Stmt *VectorPointers::declarationOf(const Block &In, const Variable *V, size_t Before) const {
  for (size_t I = 0; I < Before; ++I)
    if (In.Stmts[I]->is(StmtKind::Declare) && In.Stmts[I]->Var == V)
      return In.Stmts[I];
  return nullptr;
}

/// Whether E is made of constants, and of variables that are never written.
static bool isSettled(const Expr *E, const Uses &Known) {
  bool Settled = true;
  walk(E, [&](const Expr *Sub) {
    Settled &=
        Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Cast) ||
        (Sub->is(ExprKind::Variable) && Sub->Ty->isScalar() && !Sub->Var->Ty->isReference() &&
         !Sub->Var->AddressTaken && Sub->Var->Kind != Storage::Global &&
         !Known.of(Sub->Var).written() && !Known.of(Sub->Var).Escapes);
    return Settled;
  });
  return Settled;
}

/// Whether these declare vectors of one size, which stays until In.Stmts[Before].
bool VectorPointers::haveOneSize(const Block &In, const Stmt &A, const Stmt &Other,
                                 size_t Before) const {
  auto SizeOf = [&](const Stmt &S) -> const Expr * {
    const bool Sized = S.Value && S.Value->is(ExprKind::Opaque) && !S.Value->Operands.empty() &&
                       (S.Value->Text == S.Var->Ty->Spelling + "($0)" ||
                        S.Value->Text == S.Var->Ty->Spelling + "($0, $1)") &&
                       S.Value->operand(0)->Ty->isInteger();
    return Sized && isSettled(S.Value->operand(0), Known) ? S.Value->operand(0) : nullptr;
  };
  auto Defined = [&](const Expr *E) {
    const Stmt *D = E->is(ExprKind::Variable) ? declarationOf(In, E->Var, Before) : nullptr;
    return D && D->Value && isSettled(D->Value, Known) ? D->Value : E;
  };
  const Expr *SizeA = SizeOf(A), *SizeB = SizeOf(Other);
  if (!SizeA || !SizeB || !(equal(SizeA, SizeB) || equal(Defined(SizeA), Defined(SizeB))))
    return false;
  bool Stays = true;
  for (size_t I = 0; I < Before; ++I) {
    Block Alone;
    Alone.add(In.Stmts[I]);
    walk(Alone, [&](Stmt *S) {
      const bool Whole =
          S->OldSize || S->Exchanges || S->WritesUnknown ||
          (S->Target && (isVariable(S->Target, A.Var) || isVariable(S->Target, Other.Var))) ||
          llvm::any_of(S->Writes, [&](const Expr *W) {
            return rootVariable(W) == A.Var || rootVariable(W) == Other.Var;
          });
      const bool Given = S->is(StmtKind::Call) && (mentions(*S, A.Var) || mentions(*S, Other.Var));
      Stays &= !Whole && !Given;
    });
  }
  return Stays;
}

/// Finds where P and Q are exchanged, in and under In.
void VectorPointers::findExchanges(Block &In, const Variable *P, const Variable *Q,
                                   std::vector<std::pair<Block *, size_t>> &Out) {
  for (size_t I = 0; I < In.Stmts.size(); ++I) {
    const Stmt &S = *In.Stmts[I];
    const bool Saves = S.is(StmtKind::Declare) && S.Value && S.Var->Ty == P->Ty &&
                       (isVariable(S.Value, P) || isVariable(S.Value, Q));
    if (Saves && I + 2 < In.Stmts.size()) {
      const Variable *First = S.Value->Var, *Second = First == P ? Q : P;
      const Stmt &Then = *In.Stmts[I + 1], &Last = *In.Stmts[I + 2];
      if (Then.is(StmtKind::Assign) && isVariable(Then.Target, First) &&
          isVariable(Then.Value, Second) && Last.is(StmtKind::Assign) &&
          isVariable(Last.Target, Second) && isVariable(Last.Value, S.Var) &&
          Known.of(S.Var).Reads == 1 && !Known.of(S.Var).written()) {
        Out.push_back({&In, I});
        I += 2;
        continue;
      }
    }
    forEachBlock(*In.Stmts[I], [&](Block &Part) { findExchanges(Part, P, Q, Out); });
  }
}

/// 1. Returns whether there were any two in In.
bool VectorPointers::exchange(Block &In) {
  for (size_t I = 0; I < In.Stmts.size(); ++I) {
    const Expr *First = nullptr;
    Variable *A = vectorOf(*In.Stmts[I], First);
    if (!A || !isZero(First) || !Known.of(In.Stmts[I]->Var).Stores)
      continue;
    for (size_t K = I + 1; K < In.Stmts.size(); ++K) {
      Variable *Other = vectorOf(*In.Stmts[K], First);
      const Variable *P = In.Stmts[I]->Var, *Q = In.Stmts[K]->Var;
      if (!Other || Other == A || !isZero(First) || Other->Ty != A->Ty || P->Ty != Q->Ty)
        continue;
      const Stmt *OfA = declarationOf(In, A, I), *OfOther = declarationOf(In, Other, I);
      if (!OfA || !OfOther || !haveOneSize(In, *OfA, *OfOther, K))
        continue;
      std::vector<std::pair<Block *, size_t>> Places;
      findExchanges(In, P, Q, Places);
      bool Only = !Places.empty();
      for (const Variable *Each : {P, Q})
        Only &= Known.of(Each).Stores == Places.size() && !Known.of(Each).OtherWrites;
      for (size_t At = I + 1; At < In.Stmts.size(); ++At)
        Only &= At == K || (!mentions(*In.Stmts[At], A) && !mentions(*In.Stmts[At], Other));
      for (size_t At = 0; At < I; ++At) // nobody else knows where they are
        Only &= !takesAddress(*In.Stmts[At], A) && !takesAddress(*In.Stmts[At], Other);
      if (!Only)
        continue;
      for (auto [Bl, At] : llvm::reverse(Places)) { // inner blocks' places stay what they are
        Stmt *Swap = B.exchange(B.var(A), B.var(Other));
        Swap->Loc = Bl->Stmts[At]->Loc;
        Bl->Stmts[At] = Swap;
        Bl->Stmts.erase(Bl->Stmts.begin() + At + 1, Bl->Stmts.begin() + At + 3);
      }
      replace(In, I + 1, P, A, First);
      replace(In, I + 1, Q, Other, First);
      In.Stmts.erase(In.Stmts.begin() + K);
      In.Stmts.erase(In.Stmts.begin() + I);
      settle(A);
      settle(Other);
      return true;
    }
  }
  return false;
}

//===-- Pointers that stay ------------------------------------------------===//

/// Whether In.Stmts[At] declares a pointer into a vector that is exchanged, or changes otherwise,
/// elsewhere, which gives way to it.
bool VectorPointers::lead(Block &In, size_t At) {
  const Expr *First = nullptr;
  Variable *V = vectorOf(*In.Stmts[At], First);
  const Variable *P = V ? In.Stmts[At]->Var : nullptr;
  if (!V || Known.of(P).written() || !isSettled(First, Known))
    return false;
  auto Moves = [&](const Block &Bl, bool Any) {
    bool Found = false;
    walk(Bl, [&](Stmt *S) {
      auto IsIt = [&](const Expr *Place) { return Place && (Any || rootVariable(Place) == V); };
      const bool Whole = S->OldSize || S->Exchanges || S->WritesUnknown ||
                         (S->is(StmtKind::Assign) && !S->Target->Ty->isScalar());
      Found |=
          (Whole && (IsIt(S->Target) || llvm::any_of(S->Writes, IsIt))) ||
          (Any && S->is(StmtKind::Call)) ||
          llvm::any_of(S->Writes, [&](const Expr *W) { return !W->Ty->isScalar() && IsIt(W); });
    });
    return Found;
  };
  if (!Moves(F.Body, /*Any=*/false))
    return false; // the pointer tells as much
  size_t End = In.Stmts.size();
  while (End > At + 1 && !mentions(*In.Stmts[End - 1], P))
    --End;
  Block Between;
  Between.Stmts.assign(In.Stmts.begin() + At + 1, In.Stmts.begin() + End);
  if (Moves(Between, /*Any=*/true))
    return false;
  replace(In, At + 1, P, V, First);
  In.Stmts.erase(In.Stmts.begin() + At);
  settle(V);
  return true;
}

void VectorPointers::run() {
  bool Changed = false;
  changeBlocks(F.Body, [&](Block &In) {
    while (exchange(In)) {
      Known = Uses(F);
      Changed = true;
    }
    for (size_t At = 0; At < In.Stmts.size(); ++At)
      while (At < In.Stmts.size() && lead(In, At)) {
        Known = Uses(F);
        Changed = true;
      }
    return Changed;
  });
}

void ad::core::replaceVectorPointers(Module &M, Function &F) { VectorPointers(M, F).run(); }
