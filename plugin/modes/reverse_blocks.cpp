//===- modes/reverse_blocks.cpp - memory that iterations hand on ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that is run again may allocate memory that later iterations read and free:
//
//   double *next = new double[n];
//   ...
//   delete[] u;
//   u = next;
//
// What lies there is a part of the state, and must be found where it was by all that leads to it,
// and to its adjoint. So the loop gets it from an ad::block_store, which gives the same addresses
// again to iterations that are run again from the same snapshot. All that the function frees goes
// through the store: it knows what is its own.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether the memory that E allocates is zero: `new double[n]()`, calloc.
static bool allocatesZeros(const Expr *E) {
  const llvm::StringRef Text = E->Text;
  return Text.ends_with("()") || Text.contains("calloc(") || Text.contains("__builtin_memset(");
}

std::vector<std::pair<Stmt *, Stmt *>> Reverse::allocationsAhead(const Stmt &Loop) {
  std::vector<std::pair<Stmt *, Stmt *>> Found;
  llvm::DenseMap<const Variable *, Stmt *> ByAdjoint;
  // False: the loop is there.
  std::function<bool(const Block &)> Look = [&](const Block &In) {
    for (Stmt *S : In.Stmts) {
      if (S == &Loop)
        return false;
      auto At = Plans.find(S);
      const bool Again = (At != Plans.end() && At->second.Again) || S->Checkpoint;
      if (Again || Mem->reversedWith(S)) // it may run twice
        continue;
      if (S->is(StmtKind::Declare) && S->Value && S->Value->Allocates &&
          analysis::canBeInBlocks(S->Value->Ty->Element)) {
        if (!S->Var->Derivative && S->Value->Operands.size() == 1)
          ByAdjoint[Shadow.of(S->Var)] = S;
        else if (Stmt *Of = S->Var->Derivative ? ByAdjoint.lookup(S->Var) : nullptr)
          Found.push_back({Of, S});
      }
      bool Ahead = true;
      forEachBlock(*S, [&](Block &Part) { Ahead = Ahead && Look(Part); });
      if (!Ahead)
        return false;
    }
    return true;
  };
  Look(Body);
  return Found;
}

/// Whether Site is memory that one of them allocates.
bool Reverse::isAhead(const Variable *Site, const Stmt &Loop) {
  return llvm::any_of(allocationsAhead(Loop), [&](const auto &Pair) {
    return Mem->siteOf(Pair.first->Value) == Site || Mem->siteOf(Pair.second->Value) == Site;
  });
}

/// Whether Loop has an iteration for each object with pointers that it frees.
bool Reverse::freesNodes(const Stmt &Loop) const {
  return recordsLittle(&Loop) && llvm::any_of(Loop.Then.Stmts, [](const Stmt *S) {
           return S->Frees && holdsHandle(S->Operands.back()->Ty->Element);
         });
}

/// What S allocates is of the block store; Of: it is the adjoint of that.
void Reverse::allocateInBlocks(Stmt *S, const Variable *Of, const char *Where,
                               std::vector<BlockUse> &Replaced) {
  const Expr *Old = S->Value;
  Replaced.push_back({S, *S});
  Expr *E = M.expr(ExprKind::Opaque, Old->Ty, Old->Loc);
  *E = *Old;
  if (Of) {
    E->Text = "$0.adjoint($1)";
    E->Operands = {B.var(BlocksVar), B.var(const_cast<Variable *>(Of))};
  } else {
    const Type *Element = E->Ty->Element;
    std::string Types = spell(Element);
    for (const std::string &Member : analysis::pointersIn(Element))
      Types += ", &" + Member;
    E->Text = std::string("$0.") + (allocatesZeros(E) ? "zeros" : "allocate") + Where + "<" +
              Types + ">($1)";
    E->Operands = {B.var(BlocksVar), Old->Operands.back()};
  }
  S->Value = E;
  Mem->replaced(Old, E);
}

/// Whether a T is or holds a pointer.
static bool holdsPointer(const Type *T) {
  return T->isPointer() || ((T->IsVector || T->isArray()) && holdsPointer(T->Element)) ||
         llvm::any_of(T->Fields, [](const Field &F) { return holdsPointer(F.Ty); });
}

/// The pointers in the object at Place. False: there are some that nobody can name.
static bool addPointersIn(const Expr *Place, Builder &B, std::vector<const Expr *> &Found) {
  const Type *T = Place->Ty->nonReference();
  if (T->isPointer()) {
    Found.push_back(Place);
    return true;
  }
  if (T->IsVector || T->isArray())
    return !holdsPointer(T);
  return llvm::all_of(T->Fields, [&](const Field &F) {
    return F.Reference || !holdsPointer(F.Ty) || addPointersIn(B.member(Place, F), B, Found);
  });
}

/// Where an exception passes S, what may be a block is left to the store, which gives it back when
/// the exception has left the function. False: there is nothing of the kind.
bool Reverse::leaveBlocks(Stmt &S) {
  std::vector<Stmt::End> Ends;
  bool Changed = false;
  auto InStore = [&](const std::string &Text, const Expr *Place) {
    Ends.push_back({"$0", B.opaque(Text, M.voidType(), {B.var(BlocksVar), Place})});
    Changed = true;
  };
  for (const Stmt::End &End : S.Ends) {
    const Type *T = End.Place->Ty->nonReference();
    std::vector<const Expr *> Pointers;
    Stmt Freeing = S;
    Freeing.Text = End.Text;
    if (T->isPointer() && analysis::canBeInBlocks(T->Element))
      InStore("$0." + analysis::freedBy(Freeing).str() + "_at_end($1)", End.Place);
    else if (T->isPointer() || End.Text == "$0")
      Ends.push_back(End);
    else if (addPointersIn(End.Place, B, Pointers)) {
      for (const Expr *P : Pointers)
        if (analysis::canBeInBlocks(P->Ty->Element))
          InStore("$0.let_go($1)", P);
      Ends.push_back(End);
    } else {
      Changed = true;
    }
  }
  S.Ends = std::move(Ends);
  return Changed;
}

/// What Loop allocates and frees is of the block store, as is Ahead, what was allocated ahead of
/// it. Returns what it was.
std::vector<Reverse::BlockUse>
Reverse::useBlocks(Stmt &Loop, const llvm::SmallPtrSetImpl<const Variable *> &Ahead) {
  std::vector<BlockUse> Replaced;
  if (!BlocksVar)
    BlocksVar = local("blocks", M.opaque("ad::block_store"));
  for (auto [Made, Adjoint] : allocationsAhead(Loop))
    if (Ahead.contains(Mem->siteOf(Made->Value)) || Ahead.contains(Mem->siteOf(Adjoint->Value))) {
      allocateInBlocks(Made, nullptr, "_ahead", Replaced);
      allocateInBlocks(Adjoint, Made->Var, "", Replaced);
    }
  llvm::DenseMap<const Variable *, Variable *> AdjointOf; // what was allocated, by its adjoint
  walk(Loop.Then, [&](Stmt *S) {
    if (const Stmt Was = *S; leaveBlocks(*S))
      Replaced.push_back({S, Was});
    if (S->Frees) {
      Replaced.push_back({S, *S});
      S->Text = "$0." + analysis::freedBy(*S).str() + "_with_iteration($1)";
      S->Operands = {B.var(BlocksVar), S->Operands.back()};
    }
    if (!S->Value || !S->Value->Allocates)
      return;
    const Variable *Of = S->Var->Derivative ? AdjointOf.lookup(S->Var) : nullptr;
    assert((Of || !S->Var->Derivative) && "what can be in blocks has no adjoint on the tape alone");
    if (!S->Var->Derivative)
      AdjointOf[Shadow.of(S->Var)] = S->Var;
    allocateInBlocks(S, Of, "", Replaced);
  });
  return Replaced;
}

void Reverse::undoBlocks(const std::vector<BlockUse> &Replaced) {
  for (const BlockUse &Use : Replaced)
    *Use.first = Use.second;
  if (InStore.empty())
    BlocksVar = nullptr;
}

/// Whether Body, that of a loop, allocates from the block store.
bool Reverse::usesBlocks(const Block &Body) const {
  bool Uses = false;
  if (BlocksVar)
    walk(Body, [&](Stmt *S) {
      Uses |= S->Value && S->Value->Allocates && mentions(S->Value, BlocksVar);
      Uses |= S->Frees && mentions(S->Operands.front(), BlocksVar);
    });
  return Uses;
}

/// An iteration begins: what the one before it has freed may be used again.
void Reverse::beginBlocks(const Checkpoint &Again, Block &To) {
  if (Again.Blocks)
    To.add(B.effect("$0.begin_iteration()", {B.var(Again.Blocks)}, {B.var(Again.Blocks)}));
}

/// What In frees may be a block, but in loops that are run again and free what they allocate.
void Reverse::freeBlocksAtEnd(Block &In) {
  for (Stmt *S : In.Stmts) {
    if (Plans[S].Again)
      continue;
    leaveBlocks(*S);
    // One operand: it is not freed by a tape, or block store, already.
    if (S->Frees && S->Operands.size() == 1 &&
        analysis::canBeInBlocks(S->Operands.back()->Ty->Element)) {
      S->Text = "$0." + analysis::freedBy(*S).str() + "_at_end($1)";
      S->Operands = {B.var(BlocksVar), S->Operands.back()};
    }
    forEachBlock(*S, [&](Block &Part) { freeBlocksAtEnd(Part); });
  }
}
