//===- core/kept_vectors.cpp - vectors that every iteration makes ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A vector that each iteration makes and frees costs two calls of the allocator, and so does its
// adjoint. Declared ahead of the outermost loop, it keeps its memory:
//
//   for (int i = 0; i < n; ++i) {            std::vector<double> h;
//     std::vector<double> h(m);              for (int i = 0; i < n; ++i) {
//     ...                                      h.assign(m, 0);
//   }                                          ...
//                                            }
//
// The elements are what they were; an exception, a `break` or a `continue` leaves a vector behind
// that nothing reads any more. Where it has changed places with another one, its memory is that
// one's, which goes where this vector would have gone.
//
// The adjoint of `h = next` hands all of h_bar on to next_bar, which is new: they change places.
//
//   std::vector<double> next_bar(m);                    std::vector<double> next_bar;
//   const std::vector<double> h_seed = h_bar;           next_bar.swap(h_bar);
//   h_bar = std::vector<double>(n);                     h_bar.assign(n, 0);
//   for (std::size_t k = 0; k < next_bar.size(); ++k)
//     next_bar[k] += h_seed[k];
//
// So do `h` and `next`, if that assignment is the last that is said of `next`.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/kept_vectors.h"
#include "plugin/core/builder.h"
#include "plugin/core/renaming.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class Keeper {
public:
  Keeper(Module &M, Function &F);
  void run(Block &In, std::vector<Stmt *> *Ahead);
  bool Jumps = false; ///< a jump must not pass by a declaration

private:
  bool mayGiveAway(const Variable *V) const;
  void handOn(Block &In);
  void handZeros(Block &In);
  void handValues(Block &In);
  void noteDeclared(Block &In);
  bool isKept(const Stmt &D) const;
  Stmt *filled(const Expr *V, const Expr *Value);

  Module &M;
  Function &F;
  Builder B;
  const Uses Known;
  llvm::DenseSet<const Variable *> Ended;    ///< by exceptions that pass
  llvm::DenseSet<const Variable *> Lent;     ///< to text that may note where elements are
  llvm::DenseSet<const Variable *> Declared; ///< ahead of a loop, or in none
  llvm::DenseSet<const Variable *> Handed;   ///< their first elements by others
};

} // namespace

/// Declared is what In declares outside of its loops.
void Keeper::noteDeclared(Block &In) {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Declare))
      Declared.insert(S->Var);
    if (!S->is(StmtKind::Loop))
      forEachBlock(*S, [&](Block &Part) { noteDeclared(Part); });
  }
}

Keeper::Keeper(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {
  noteDeclared(F.Body);
  walk(F.Body, [&](Stmt *S) {
    Jumps |= S->is(StmtKind::Goto) || S->is(StmtKind::Label);
    for (const Stmt::End &End : S->Ends)
      if (const Variable *V = rootVariable(End.Place))
        Ended.insert(V);
    auto Lend = [&](const Expr *Operand) {
      const bool Size = Operand->is(ExprKind::Member) && Operand->Text == "size()";
      if (isPlace(Operand) && !Size)
        Lent.insert(rootVariable(Operand));
    };
    if (S->is(StmtKind::Opaque) && !S->Exchanges)
      llvm::for_each(S->Operands, Lend);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::Opaque))
          llvm::for_each(Sub->Operands, Lend);
        return true;
      });
    });
  });
}

/// Whether T is a std::vector of numbers, with the allocator of the library.
static bool isVectorOfNumbers(const Type *T) {
  return T->IsVector && (T->Element->isReal() || T->Element->isInteger()) &&
         T->Element->Spelling != "bool" &&
         T->Spelling == "std::vector<" + T->Element->Spelling + ">";
}

/// Of `std::vector<T>(a, b)` that `a, b`: what `assign` takes; none if E is something else.
static const Expr *constructed(const Expr *E) {
  const std::string &Of = E->Ty->Spelling;
  const bool Is = E->is(ExprKind::Opaque) && !E->Allocates &&
                  (E->Text == Of + "($0)" || E->Text == Of + "($0, $1)");
  return Is ? E : nullptr;
}

/// Whether the declaration D is one of a vector that may be declared ahead of the loop.
bool Keeper::isKept(const Stmt &D) const {
  const Variable *V = D.is(StmtKind::Declare) ? D.Var : nullptr;
  if (!V || V->Kind != Storage::Local || V->Static || V->Shadow || !isVectorOfNumbers(V->Ty) ||
      Ended.contains(V))
    return false;
  return D.Value ? D.Value->Ty == V->Ty && (isPlace(D.Value) || constructed(D.Value))
                 : Handed.contains(V);
}

/// Whether Loop does nothing but add the elements of Of to those of V, all of them, one by one, and
/// clear them if it Clears.
static bool addsAll(const Stmt &Loop, const Variable *V, const Variable *Of, bool Clears) {
  if (!Loop.is(StmtKind::Loop) || Loop.Then.Stmts.size() != (Clears ? 2 : 1) ||
      Loop.Init.Stmts.size() != 1 || Loop.Step.Stmts.size() != 1 || !Loop.Setup.empty() ||
      !Loop.Value)
    return false;
  const Stmt &Init = *Loop.Init.Stmts[0], &Add = *Loop.Then.Stmts[0],
             &Clear = *Loop.Then.Stmts.back();
  const Expr *Test = Loop.Value;
  auto IsElement = [&](const Expr *E, const Variable *Vector) {
    return E && E->is(ExprKind::Subscript) && isVariable(E->operand(), Vector) &&
           isVariable(E->operand(1), Init.Var);
  };
  return Init.is(StmtKind::Declare) && Init.Value && Init.Value->is(ExprKind::Literal) &&
         Init.Value->Text == "0" && Test->is(ExprKind::Binary) && Test->Text == "<" &&
         isVariable(Test->operand(0), Init.Var) && Test->operand(1)->is(ExprKind::Member) &&
         Test->operand(1)->Text == "size()" && isVariable(Test->operand(1)->operand(), V) &&
         Add.is(StmtKind::Accumulate) && IsElement(Add.Target, V) && IsElement(Add.Value, Of) &&
         (!Clears || (Clear.is(StmtKind::Assign) && equal(Clear.Target, Add.Value) &&
                      Builder::isZero(Clear.Value)));
}

static bool isZeros(const Stmt &D) {
  return D.is(StmtKind::Declare) && D.Value && isVectorOfNumbers(D.Var->Ty) &&
         constructed(D.Value) && D.Value->Operands.size() == 1;
}

static bool noneMentions(llvm::ArrayRef<Stmt *> Stmts, const Variable *V) {
  return llvm::none_of(Stmts, [V](const Stmt *S) { return mentions(*S, V); });
}

/// Whether In[At] is the first to ask for what In[Made] declares, zeros of an adjoint.
static bool firstUse(const Block &In, size_t Made, size_t At, const Variable *From) {
  const Stmt &D = *In.Stmts[Made];
  return isZeros(D) && !D.Var->Shadow && D.Var->Derivative && D.Var->Ty == From->Ty &&
         From->Derivative &&
         noneMentions(llvm::ArrayRef(In.Stmts).slice(Made + 1, At - Made - 1), D.Var);
}

/// Whether no pointer leads to the elements of V, a vector of numbers, which would be another's.
bool Keeper::mayGiveAway(const Variable *V) const {
  return !V->AddressTaken && !Known.of(V).Escapes && !Ended.contains(V) && !Lent.contains(V);
}

/// Adjoints of assignments between vectors: see above. The sizes are the same, since the value was
/// assigned to the one from the other.
void Keeper::handOn(Block &In) {
  for (size_t At = 0; At + 2 < In.Stmts.size(); ++At) {
    Stmt &Seed = *In.Stmts[At], &Clear = *In.Stmts[At + 1], &Add = *In.Stmts[At + 2];
    const bool Copies = Seed.is(StmtKind::Declare) && Seed.Value &&
                        Seed.Value->is(ExprKind::Variable) && isVectorOfNumbers(Seed.Var->Ty);
    if (!Copies || !Clear.is(StmtKind::Assign) || !equal(Clear.Target, Seed.Value) ||
        !constructed(Clear.Value) || mentions(Clear.Value, Seed.Value->Var) ||
        !noneMentions(llvm::ArrayRef(In.Stmts).drop_front(At + 3), Seed.Var))
      continue;
    for (size_t Made = 0; Made < At; ++Made) {
      Stmt &D = *In.Stmts[Made];
      if (!firstUse(In, Made, At, Seed.Value->Var) || !mayGiveAway(D.Var) ||
          !mayGiveAway(Seed.Value->Var) || !addsAll(Add, D.Var, Seed.Var, /*Clears=*/false))
        continue;
      D.Value = nullptr;
      Handed.insert(D.Var);
      In.Stmts[At] = B.exchange(B.var(D.Var), Seed.Value);
      In.Stmts.erase(In.Stmts.begin() + At + 2);
      break;
    }
  }
}

/// The same where the size stays, and the one adjoint leaves zeros to the other.
void Keeper::handZeros(Block &In) {
  for (size_t Made = 0; Made < In.Stmts.size(); ++Made)
    for (size_t At = Made + 1; isZeros(*In.Stmts[Made]) && At < In.Stmts.size(); ++At) {
      const Stmt &Loop = *In.Stmts[At];
      if (!mentions(Loop, In.Stmts[Made]->Var))
        continue;
      const Expr *Value =
          Loop.is(StmtKind::Loop) && !Loop.Then.empty() ? Loop.Then.Stmts[0]->Value : nullptr;
      Variable *From = Value && Value->is(ExprKind::Subscript) ? rootVariable(Value) : nullptr;
      if (From && firstUse(In, Made, At, From) && mayGiveAway(From) &&
          mayGiveAway(In.Stmts[Made]->Var) &&
          addsAll(Loop, In.Stmts[Made]->Var, From, /*Clears=*/true))
        In.Stmts[At] = B.exchange(B.var(In.Stmts[Made]->Var), B.var(From));
      break;
    }
}

/// `s = next;`, the last that is said of `next`.
void Keeper::handValues(Block &In) {
  auto IsOwn = [&](const Expr *E) {
    return E && E->is(ExprKind::Variable) && isVectorOfNumbers(E->Ty) &&
           E->Var->Kind == Storage::Local && !E->Var->Static && !E->Var->Shadow &&
           mayGiveAway(E->Var);
  };
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    const Stmt &S = *In.Stmts[At];
    const auto All = llvm::ArrayRef(In.Stmts);
    const bool Last =
        S.is(StmtKind::Assign) && IsOwn(S.Target) && IsOwn(S.Value) &&
        S.Target->Var != S.Value->Var &&
        llvm::any_of(All.take_front(At),
                     [&](const Stmt *D) {
                       return D->is(StmtKind::Declare) && D->Var == S.Value->Var && isKept(*D);
                     }) &&
        noneMentions(All.drop_front(At + 1), S.Value->Var);
    if (Last)
      In.Stmts[At] = B.exchange(S.Target, S.Value);
  }
}

/// The statement that gives V, which has memory of its own, that value.
Stmt *Keeper::filled(const Expr *V, const Expr *Value) {
  const Expr *Of = constructed(Value);
  if (!Of)
    return B.assign(V, Value);
  if (Of->Operands.size() == 1)
    return B.effect("$0.assign($1, 0)", {V, Of->operand(0)}, {V});
  return B.effect("$0.assign($1, $2)", {V, Of->operand(0), Of->operand(1)}, {V});
}

/// Ahead: where declarations go, of the outermost loop; null where there is none.
void Keeper::run(Block &In, std::vector<Stmt *> *Ahead) {
  handOn(In);
  handZeros(In);
  if (Ahead)
    handValues(In);
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    if (Ahead && isKept(*S)) {
      if (!Declared.insert(S->Var).second) { // it is made elsewhere, too
        Variable *Mine = another(F, S->Var);
        rename(M, llvm::ArrayRef(In.Stmts).drop_front(At), S->Var, Mine);
        S->Var = Mine;
      }
      S->Var->Const = false;
      Ahead->push_back(B.declare(S->Var));
      if (S->Value)
        In.Stmts[At] = filled(B.var(S->Var), S->Value);
      else
        In.Stmts.erase(In.Stmts.begin() + At--);
      continue;
    }
    const bool Sized = Ahead && S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) &&
                       isVectorOfNumbers(S->Target->Ty) && constructed(S->Value) &&
                       S->Value->Operands.size() == 1;
    if (Sized)
      In.Stmts[At] = filled(S->Target, S->Value);
    if (S->is(StmtKind::Loop) && !Ahead) {
      std::vector<Stmt *> Mine;
      run(S->Then, &Mine);
      In.Stmts.insert(In.Stmts.begin() + At, Mine.begin(), Mine.end());
      At += Mine.size();
    } else {
      forEachBlock(*S, [&](Block &Part) { run(Part, Ahead); });
    }
  }
}

void ad::core::keepVectors(Module &M, Function &F) {
  Keeper K(M, F);
  if (!K.Jumps)
    K.run(F.Body, nullptr);
}
