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

/// What Loop allocates and frees is of the block store. Returns what it was.
std::vector<Reverse::BlockUse> Reverse::useBlocks(Stmt &Loop) {
  std::vector<BlockUse> Replaced;
  if (!BlocksVar)
    BlocksVar = local("blocks", M.opaque("ad::block_store"));
  const Expr *Store = B.var(BlocksVar);
  llvm::DenseMap<const Variable *, Variable *> AdjointOf; // what was allocated, by its adjoint
  walk(Loop.Then, [&](Stmt *S) {
    if (S->Frees) {
      Replaced.push_back({S, *S});
      S->Text = "$0." + analysis::freedBy(*S).str() + "_with_iteration($1)";
      S->Operands = {Store, S->Operands.back()};
    }
    const Expr *Old = S->Value;
    if (!Old || !Old->Allocates)
      return;
    Replaced.push_back({S, *S});
    Expr *E = M.expr(ExprKind::Opaque, Old->Ty, Old->Loc);
    *E = *Old;
    if (S->Var->Derivative) {
      E->Text = "$0.adjoint($1)";
      Variable *Of = AdjointOf.lookup(S->Var);
      assert(Of && "numbers, and records of such, have no adjoint on the tape alone");
      E->Operands = {Store, B.var(Of)};
    } else {
      AdjointOf[Shadow.of(S->Var)] = S->Var;
      const char *Function = allocatesZeros(E) ? "zeros" : "allocate";
      E->Text = "$0." + std::string(Function) + "<" + spell(E->Ty->Element) + ">($1)";
      E->Operands = {Store, Old->Operands.back()};
    }
    S->Value = E;
    Mem->replaced(Old, E);
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
    // One operand: it is not freed by a tape, or block store, already.
    if (S->Frees && S->Operands.size() == 1 &&
        analysis::canBeInBlocks(S->Operands.back()->Ty->Element)) {
      S->Text = "$0." + analysis::freedBy(*S).str() + "_at_end($1)";
      S->Operands = {B.var(BlocksVar), S->Operands.back()};
    }
    forEachBlock(*S, [&](Block &Part) { freeBlocksAtEnd(Part); });
  }
}
