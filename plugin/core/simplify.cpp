//===- core/simplify.cpp - what a person would not have written -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace ad::core;

/// Calls Change on every block of F, inner ones first.
static bool forAllBlocks(Block &B, llvm::function_ref<bool(Block &)> Change) {
  bool Changed = false;
  for (Stmt *S : B.Stmts)
    forEachBlock(*S, [&](Block &Inner) { Changed |= forAllBlocks(Inner, Change); });
  return Change(B) || Changed;
}

static bool eraseIf(Block &B, llvm::function_ref<bool(Stmt *)> Predicate) {
  size_t Before = B.Stmts.size();
  llvm::erase_if(B.Stmts, Predicate);
  return B.Stmts.size() != Before;
}

static bool isVariable(const Expr *E, const Variable *V) {
  return E && E->is(ExprKind::Variable) && E->Var == V;
}

//===-- Unused variables --------------------------------------------------===//

static bool isStore(const Stmt &S) { return S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate); }

/// The variable whose whole purpose the statement serves, if only it can make the statement matter.
static const Variable *servedBy(const Stmt &S) {
  if (S.is(StmtKind::Declare) || S.is(StmtKind::RecordArray) || S.is(StmtKind::ReleaseArray))
    return S.Var;
  if (!isStore(S))
    return nullptr;
  if (const Variable *Root = rootVariable(S.Target))
    return Root;
  bool IsSlot = S.Target->is(ExprKind::Subscript) && S.Target->operand()->is(ExprKind::Variable);
  return IsSlot ? S.Target->operand()->Var : nullptr;
}

static bool usesTape(const Function &F) {
  bool Used = false;
  walk(F.Body, [&](Stmt *S) {
    Used |= S->is(StmtKind::Record) || S->is(StmtKind::Restore) || S->is(StmtKind::RecordArray) ||
            S->is(StmtKind::ReleaseArray);
  });
  return Used;
}

static bool isTape(const Type *T) { return T->nonReference()->Spelling == "ad::tape"; }

bool ad::core::removeUnused(Function &F) {
  Uses Known(F);
  bool OwnsTape = llvm::none_of(F.Params, [](const Variable *V) { return isTape(V->Ty); });
  llvm::DenseSet<const Variable *> OnTape, Pinned;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::RecordArray))
      OnTape.insert(S->Var);
    if (servedBy(*S) && S->Value && !removable(S->Value))
      Pinned.insert(servedBy(*S));
    if (S->is(StmtKind::Loop) && S->Form == LoopForm::For) // a loop's variable is its head's
      for (const Stmt *Init : S->Init.Stmts)
        Pinned.insert(Init->Var);
  });
  auto IsUnused = [&](const Variable *V) {
    if (!V || V->Kind != Storage::Local || Pinned.contains(V))
      return false;
    const Use &Of = Known.of(V);
    if (V->Shadow)
      return Of.Reads == 0 && !Of.written();
    if (isTape(V->Ty))
      return Of.Reads == 0 && !usesTape(F);
    bool RunsCode = V->Ty->is(TypeKind::Opaque) || !V->Ty->TrivialDestroy ||
                    (V->Ty->isRecord() && !V->Ty->TrivialCopy);
    if (!Known.isPrivate(V) || RunsCode)
      return false;
    if (OnTape.contains(V)) // the sweeps of a pair must agree on what is on their tape
      return OwnsTape && Of.Reads == Of.SlotStores && Of.Stores == 0;
    return Of.Reads == 0 && Of.OtherWrites == 0;
  };
  llvm::StringSet<> Targets;
  bool Changed = false;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Goto))
      Targets.insert(S->Text);
    if (S->is(StmtKind::Call) && S->Declares && Known.isPrivate(S->Var) &&
        Known.of(S->Var).Reads == 0 && !Known.of(S->Var).written()) {
      S->Var = nullptr;
      S->Declares = false;
      Changed = true;
    }
  });
  Changed |= forAllBlocks(F.Body, [&](Block &B) {
    return eraseIf(B, [&](Stmt *S) {
      return IsUnused(servedBy(*S)) || (S->is(StmtKind::Label) && !Targets.contains(S->Text));
    });
  });
  return Changed;
}

//===-- Empty statements --------------------------------------------------===//

static bool isIdle(const Block &B) {
  return llvm::all_of(B.Stmts, [](const Stmt *S) { return S->is(StmtKind::Comment); });
}

/// Whether the loop only counts in variables of its own.
static bool isIdleLoop(const Stmt &S) {
  if (S.Form != LoopForm::For || !S.Value || !removable(S.Value) || !isIdle(S.body()) ||
      !isIdle(S.Setup))
    return false;
  llvm::DenseSet<const Variable *> Own;
  for (const Stmt *Init : S.Init.Stmts) {
    if (!Init->is(StmtKind::Declare) || (Init->Value && !removable(Init->Value)))
      return false;
    Own.insert(Init->Var);
  }
  return llvm::all_of(S.Step.Stmts, [&](const Stmt *Step) {
    return isStore(*Step) && Step->Target->is(ExprKind::Variable) &&
           Own.contains(Step->Target->Var) && removable(Step->Value);
  });
}

static bool isIdle(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::If:
    return isIdle(S.Then) && isIdle(S.Else) && removable(S.Value);
  case StmtKind::Switch:
    return removable(S.Value) &&
           llvm::all_of(S.Cases, [](const SwitchCase &Case) { return isIdle(Case.Body); });
  case StmtKind::Loop:
    return isIdleLoop(S);
  case StmtKind::Block:
    return isIdle(S.Then);
  default:
    return false;
  }
}

static const Expr *negation(Builder &B, const Expr *E) {
  if (E->is(ExprKind::Unary) && E->Text == "!")
    return E->operand();
  static const std::pair<llvm::StringRef, llvm::StringRef> Opposites[] = {
      {"==", "!="}, {"!=", "=="}, {"<", ">="}, {">=", "<"}, {">", "<="}, {"<=", ">"}};
  for (auto [Operator, Opposite] : Opposites) {
    if (!E->is(ExprKind::Binary) || E->Text != Operator)
      continue;
    // `!(x < y)` and `x >= y` differ where one is not a number.
    bool OfReals = E->operand(0)->Ty->isReal() || E->operand(1)->Ty->isReal();
    if (!OfReals || Operator == "!=" || Operator == "==")
      return B.binary(Opposite, E->operand(0), E->operand(1), E->Ty);
  }
  return B.unary("!", E, B.M.boolType());
}

/// Whether the braces of the block end the life of something.
static bool ownsObjects(const Stmt &S) {
  return llvm::any_of(S.Then.Stmts, [](const Stmt *Inner) {
    bool Declares = Inner->is(StmtKind::Declare) || Inner->Declares;
    return Declares && (!Inner->Var->Ty->TrivialDestroy || Inner->Var->Ty->is(TypeKind::Opaque));
  });
}

bool ad::core::removeEmpty(Module &M, Function &F) {
  Builder B(M);
  return forAllBlocks(F.Body, [&](Block &Body) {
    bool Changed = eraseIf(Body, [](Stmt *S) { return isIdle(*S); });
    for (size_t I = 0; I < Body.Stmts.size(); ++I) {
      Stmt *S = Body.Stmts[I];
      if (S->is(StmtKind::If) && isIdle(S->Then) && !isIdle(S->Else)) {
        S->Then = std::exchange(S->Else, Block());
        S->Value = negation(B, S->Value);
        Changed = true;
      } else if (S->is(StmtKind::If) && !S->Else.empty() && isIdle(S->Else)) {
        S->Else = Block();
        Changed = true;
      } else if (S->is(StmtKind::Block) && !ownsObjects(*S) && !jumps(*S)) {
        std::vector<Stmt *> Inner = std::move(S->Then.Stmts);
        Body.Stmts.erase(Body.Stmts.begin() + I);
        Body.Stmts.insert(Body.Stmts.begin() + I, Inner.begin(), Inner.end());
        I += Inner.size();
        --I;
        Changed = true;
      }
    }
    return Changed;
  });
}

//===-- Declarations ------------------------------------------------------===//

namespace {

/// Moves one declaration of a block towards its first use.
class DeclarationMover {
public:
  DeclarationMover(const Uses &Known, Block &B) : Known(Known), B(B) {}
  bool run();

private:
  bool moveDown(size_t At);
  bool merge(Stmt &Declaration, Stmt &First) const;
  bool sink(Stmt *Declaration, Stmt &First) const;

  const Uses &Known;
  Block &B;
};

} // namespace

/// Makes First the declaration, if it gives the variable its first value.
bool DeclarationMover::merge(Stmt &Declaration, Stmt &First) const {
  Variable *V = Declaration.Var;
  bool Stores = isStore(First) && isVariable(First.Target, V) && !mentions(First.Value, V);
  if (Stores && (First.is(StmtKind::Assign) || Declaration.Value)) {
    First.Kind = StmtKind::Declare;
    First.Var = V;
    First.Target = nullptr;
    return true;
  }
  if (Declaration.Value || First.Declares)
    return false;
  bool Pops = First.is(StmtKind::Restore) && isVariable(First.Target, V);
  bool Calls = First.is(StmtKind::Call) && First.Var == V &&
               llvm::none_of(First.Operands, [&](const Expr *E) { return mentions(E, V); });
  if (!Pops && !Calls)
    return false;
  First.Var = V;
  First.Target = nullptr;
  First.Declares = true;
  return true;
}

/// Puts the declaration into the one block of First that mentions its variable.
bool DeclarationMover::sink(Stmt *Declaration, Stmt &First) const {
  const Variable *V = Declaration->Var;
  auto Mentions = [&](const Block &In) {
    return llvm::any_of(In.Stmts, [&](const Stmt *S) { return mentions(*S, V); });
  };
  if (jumps(First) || (First.Value && mentions(First.Value, V)))
    return false;
  Block *Into = nullptr;
  if (First.is(StmtKind::If) && Mentions(First.Then) != Mentions(First.Else))
    Into = Mentions(First.Then) ? &First.Then : &First.Else;
  if (First.is(StmtKind::Block))
    Into = &First.Then;
  if (First.is(StmtKind::Loop) && !Declaration->Value && !Mentions(First.Init) &&
      !Mentions(First.Setup) && !Mentions(First.Step)) {
    // Each iteration must make its own value before anything reads it.
    auto Use = llvm::find_if(First.Then.Stmts, [&](const Stmt *S) { return mentions(*S, V); });
    bool Fresh = Use != First.Then.Stmts.end() &&
                 (((*Use)->is(StmtKind::Assign) && isVariable((*Use)->Target, V) &&
                   !mentions((*Use)->Value, V)) ||
                  ((*Use)->is(StmtKind::Restore) && isVariable((*Use)->Target, V)));
    if (Fresh)
      Into = &First.Then;
  }
  if (!Into)
    return false;
  Into->Stmts.insert(Into->Stmts.begin(), Declaration);
  return true;
}

bool DeclarationMover::moveDown(size_t At) {
  Stmt *Declaration = B.Stmts[At];
  const Variable *V = Declaration->Var;
  if (!Declaration->is(StmtKind::Declare) || !Known.isPrivate(V) || !V->Ty->TrivialDestroy ||
      V->Ty->is(TypeKind::Opaque) || (Declaration->Value && !Builder::isZero(Declaration->Value)))
    return false;
  auto Mentions = [&](const Stmt *S) { return mentions(*S, V); };
  auto Here = B.Stmts.begin() + At;
  auto First = std::find_if(Here + 1, B.Stmts.end(), Mentions);
  // A jump out of the range would enter the variable's scope past its declaration.
  if (First == B.Stmts.end() || std::any_of(Here, First, [](Stmt *S) { return jumps(*S); }))
    return false;
  bool Alone = std::none_of(First + 1, B.Stmts.end(), Mentions);
  if (merge(*Declaration, **First) || (Alone && sink(Declaration, **First))) {
    B.Stmts.erase(Here);
    return true;
  }
  // Declarations keep their order among themselves.
  bool Passes = std::any_of(Here + 1, First, [](const Stmt *S) {
    return !S->is(StmtKind::Declare) && !S->is(StmtKind::Comment) && !S->is(StmtKind::RecordArray);
  });
  if (!Passes)
    return false;
  std::rotate(Here, Here + 1, First);
  return true;
}

bool DeclarationMover::run() {
  bool Changed = false;
  for (size_t At = B.Stmts.size(); At-- > 0;)
    Changed |= moveDown(At);
  return Changed;
}

bool ad::core::mergeDeclarations(Function &F) {
  Uses Known(F);
  bool Jumps = llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); });
  bool Changed = false;
  // Variables of a loop's Init and Setup are used outside of these blocks.
  std::function<void(Block &)> Visit = [&](Block &B) {
    if (!Jumps || llvm::none_of(B.Stmts, [](const Stmt *S) { return jumps(*S); }))
      Changed |= DeclarationMover(Known, B).run();
    for (Stmt *S : B.Stmts) {
      Visit(S->Then);
      Visit(S->Else);
      Visit(S->Step);
      for (SwitchCase &Case : S->Cases)
        Visit(Case.Body);
    }
  };
  Visit(F.Body);
  return Changed;
}

//===-- Temporaries -------------------------------------------------------===//

namespace {

class Substitution {
public:
  Substitution(Module &M, Function &F) : M(M), F(F), Known(F) {}
  bool run();

private:
  const Expr *valueOf(const Stmt &Declaration);
  void replaceIn(Stmt &S, const Variable *V, const Expr *By);
  bool isUnchanging(const Expr *E) const;
  bool leaves(const Stmt &S, const Expr *Value) const;
  bool tryOnce(Block &B, size_t At);

  Module &M;
  Function &F;
  Uses Known;
};

} // namespace

/// What stands for the variable: its value, converted as the declaration converts it.
const Expr *Substitution::valueOf(const Stmt &Declaration) {
  return Builder(M).cast(Declaration.Var->Ty, Declaration.Value);
}

void Substitution::replaceIn(Stmt &S, const Variable *V, const Expr *By) {
  rewrite(M, S, [&](const Expr *E) { return isVariable(E, V) ? By : nullptr; });
  // The value may bring its sign along.
  auto IsNegated = [](const Expr *E) { return E->is(ExprKind::Unary) && E->Text == "-"; };
  if (isStore(S) && IsNegated(S.Value) && IsNegated(S.Value->operand()))
    S.Value = S.Value->operand()->operand();
}

/// A literal, or a variable that keeps its value for life.
bool Substitution::isUnchanging(const Expr *E) const {
  if (E->is(ExprKind::Literal))
    return true;
  if (!E->is(ExprKind::Variable) || !E->Ty->isScalar())
    return false;
  const Variable *V = E->Var;
  if (V->Kind == Storage::Parameter)
    return !V->Ty->isReference() && !V->AddressTaken && !Known.of(V).Escapes &&
           !Known.of(V).written();
  return Known.isPrivate(V) && Known.of(V).Declarations == 1 && !Known.of(V).written();
}

/// Whether Value is the same before and after S.
bool Substitution::leaves(const Stmt &S, const Expr *Value) const {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Comment:
  case StmtKind::Record:
    return true;
  case StmtKind::Assign:
  case StmtKind::Accumulate: {
    const Variable *Root = rootVariable(S.Target);
    if (Root && Known.isPrivate(Root))
      return !mentions(Value, Root);
    return !Known.readsMemory(Value) && (!Root || !mentions(Value, Root));
  }
  default:
    return false;
  }
}

/// Whether S evaluates what it holds exactly once, before it changes anything.
static bool evaluatesFirst(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Call:
  case StmtKind::If:
  case StmtKind::Switch:
  case StmtKind::Return:
  case StmtKind::Record:
  case StmtKind::RecordArray:
    return true;
  default:
    return false;
  }
}

bool Substitution::tryOnce(Block &B, size_t At) {
  Stmt &Declaration = *B.Stmts[At];
  const Variable *V = Declaration.Var;
  if (!Declaration.is(StmtKind::Declare) || !V->Temporary || !Declaration.Value ||
      !V->Ty->isScalar() || !Known.isPrivate(V) || Known.of(V).written() || Known.of(V).Lent ||
      Known.of(V).Declarations != 1)
    return false;
  const Expr *Value = valueOf(Declaration);
  if (isUnchanging(Value)) {
    walk(F.Body, [&](Stmt *S) { replaceIn(*S, V, Value); });
  } else {
    if (Known.of(V).Reads != 1)
      return false;
    size_t User = At + 1;
    auto Mentions = [&](const Stmt &S) {
      bool Found = false;
      forEachExpr(S, [&](const Expr *E) { Found |= mentions(E, V); });
      return Found;
    };
    while (User < B.Stmts.size() && !Mentions(*B.Stmts[User]) && leaves(*B.Stmts[User], Value))
      ++User;
    if (User == B.Stmts.size() || !evaluatesFirst(*B.Stmts[User]) || !Mentions(*B.Stmts[User]))
      return false;
    replaceIn(*B.Stmts[User], V, Value);
  }
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

bool Substitution::run() {
  bool Changed = false;
  std::function<bool(Block &)> Visit = [&](Block &B) {
    for (size_t At = 0; At < B.Stmts.size(); ++At) {
      if (tryOnce(B, At)) {
        Known = Uses(F);
        Changed = true;
        --At;
        continue;
      }
      Stmt *S = B.Stmts[At];
      for (Block *Inner : {&S->Then, &S->Else, &S->Step})
        Visit(*Inner);
      for (SwitchCase &Case : S->Cases)
        Visit(Case.Body);
    }
    return Changed;
  };
  return Visit(F.Body);
}

bool ad::core::substituteTemporaries(Module &M, Function &F) { return Substitution(M, F).run(); }

//===-- Constants ---------------------------------------------------------===//

void ad::core::markConst(Function &F) {
  Uses Known(F);
  llvm::DenseSet<const Variable *> InHead;
  llvm::DenseMap<Variable *, unsigned> Initialised;
  walk(F.Body, [&](Stmt *S) {
    for (const Stmt *Init : S->Init.Stmts)
      InHead.insert(Init->Var);
    if ((S->is(StmtKind::Declare) && S->Value) ||
        (S->Declares && (S->is(StmtKind::Call) || S->is(StmtKind::Restore))))
      ++Initialised[S->Var];
  });
  for (auto [V, Declarations] : Initialised) {
    const Use &Of = Known.of(V);
    bool IsNumber = V->Ty->isReal() || V->Ty->isInteger();
    if (IsNumber && !InHead.contains(V) && Known.isPrivate(V) && !Of.written() && !Of.Lent &&
        Of.Declarations == Declarations)
      V->Const = true;
  }
}

//===-- All of them -------------------------------------------------------===//

void ad::core::simplify(Module &M, Function &F) {
  // Each pass makes work for the others; every change removes or joins statements or moves a
  // declaration forward, so this ends. The bound is a belt to these braces.
  for (unsigned Round = 0; Round < 16; ++Round) {
    bool Changed = removeDeadStores(F);
    Changed |= removeUnused(F);
    Changed |= removeEmpty(M, F);
    Changed |= substituteTemporaries(M, F);
    Changed |= mergeDeclarations(F);
    if (!Changed)
      break;
  }
  markConst(F);
}
