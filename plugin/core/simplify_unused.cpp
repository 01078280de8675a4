//===- core/simplify_unused.cpp - what nobody reads -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace ad::core;

/// The variable whose whole purpose the statement serves, if only it can make the statement matter.
static const Variable *servedBy(const Stmt &S) {
  if (S.is(StmtKind::Declare) || S.is(StmtKind::RecordArray) || S.is(StmtKind::ReleaseArray))
    return S.Var;
  if (!isStore(S))
    return nullptr;
  if (const Variable *Root = rootVariable(S.Target))
    return Root;
  return slotArray(S.Target);
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

/// Whether an object of the type may come and go unnoticed.
static bool runsCode(const Type *T) {
  return T->is(TypeKind::Opaque) || !T->TrivialDestroy || (T->isRecord() && !T->TrivialCopy);
}

/// Declarations that nothing in the rest of their scope mentions, though the variable may be
/// declared and used in another one.
static bool removeUnusedInScope(const Uses &Known, Block &B, bool OnlyPointers = false) {
  bool Changed = false;
  for (size_t I = B.Stmts.size(); I-- > 0;) {
    Stmt &S = *B.Stmts[I];
    bool Declares = S.is(StmtKind::Declare) || (S.is(StmtKind::Restore) && S.Declares);
    if (!Declares || (OnlyPointers && !S.Var->Ty->isPointer()) || Known.isNamedInText(S.Var) ||
        (!S.Var->Shadow && runsCode(S.Var->Ty)) || (S.Value && !removable(S.Value)) ||
        std::any_of(B.Stmts.begin() + I + 1, B.Stmts.end(),
                    [&](const Stmt *Later) { return mentions(*Later, S.Var); }))
      continue;
    if (S.is(StmtKind::Restore)) { // taken off the tape all the same
      S.Declares = false;
      S.Target = nullptr;
    } else {
      B.Stmts.erase(B.Stmts.begin() + I);
    }
    Changed = true;
  }
  return Changed;
}

/// Pointers without a value that a loop declares beside its variable, and does not look at.
static bool removeUnusedInHeads(Function &F) {
  bool Changed = false;
  walk(F.Body, [&](Stmt *S) {
    auto Looks = [&](const Variable *V) {
      return mentions(S->Value, V) ||
             llvm::any_of(llvm::ArrayRef{&S->Setup, &S->Then, &S->Step}, [&](const Block *B) {
               return llvm::any_of(B->Stmts, [&](const Stmt *In) { return mentions(*In, V); });
             });
    };
    const size_t Before = S->Init.Stmts.size();
    if (S->is(StmtKind::Loop) && S->Value && Before > 1)
      llvm::erase_if(S->Init.Stmts, [&](const Stmt *Init) {
        return Init != S->Init.Stmts.front() && Init->is(StmtKind::Declare) && !Init->Value &&
               Init->Var->Ty->isPointer() && !Looks(Init->Var);
      });
    Changed |= S->Init.Stmts.size() != Before;
  });
  return Changed;
}

void ad::core::removeUnusedPointers(Function &F) {
  Uses Known(F);
  changeScopes(F.Body, [&](Block &B) { return removeUnusedInScope(Known, B, true); });
}

/// Local classes of which no object is left.
void ad::core::removeUnusedDefinitions(Function &F) {
  auto IsUsed = [&](const Stmt *Definition) {
    const Type *T = Definition->Defines;
    bool Used = llvm::any_of(F.Params, [&](const Variable *V) { return involves(V->Ty, T); });
    auto Names = [&](llvm::StringRef Text) { return Text.contains(T->Spelling); };
    walk(F.Body, [&](Stmt *S) {
      if (S == Definition)
        return;
      Used |= (S->Var && involves(S->Var->Ty, T)) || (S->Defines && involves(S->Defines, T)) ||
              Names(S->Text);
      forEachExpr(*S, [&](const Expr *E) {
        walk(E, [&](const Expr *Sub) {
          Used |= (Sub->Ty && involves(Sub->Ty, T)) || Names(Sub->Text);
          return !Used;
        });
      });
    });
    return Used;
  };
  for (size_t I = F.Body.Stmts.size(); I-- > 0;) // the last one first: it may hold others
    if (F.Body.Stmts[I]->Defines && !IsUsed(F.Body.Stmts[I]))
      F.Body.Stmts.erase(F.Body.Stmts.begin() + I);
}

bool ad::core::removeUnused(Function &F) {
  Uses Known(F);
  bool OwnsTape = llvm::none_of(F.Params, [](const Variable *V) { return isTape(V->Ty); });
  llvm::DenseSet<const Variable *> OnTape, Released, Pinned;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::RecordArray))
      OnTape.insert(S->Var);
    if (S->is(StmtKind::ReleaseArray))
      Released.insert(S->Var);
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
    if (!Known.isPrivate(V) || runsCode(V->Ty))
      return false;
    if (Released.contains(V) && !OnTape.contains(V))
      return false;         // the other half of the pair put it there
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
  Changed |= changeBlocks(F.Body, [&](Block &B) {
    size_t Before = B.Stmts.size();
    llvm::erase_if(B.Stmts, [&](const Stmt *S) {
      return IsUnused(servedBy(*S)) || (S->is(StmtKind::Label) && !Targets.contains(S->Text));
    });
    return B.Stmts.size() != Before;
  });
  Changed |= changeScopes(F.Body, [&](Block &B) { return removeUnusedInScope(Known, B); });
  Changed |= removeUnusedInHeads(F);
  return Changed;
}
