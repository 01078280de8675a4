//===- lower/gotos.cpp - goto and labels ----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core has no goto. A block with labels is lowered as what its gotos do:
//
//  1. The block is cut before each label. A variable holds the number of the label to which a goto
//     has jumped, and 0 once that is reached.
//  2. A goto sets it. What follows in the same piece is skipped, loops around the goto are left.
//  3. A piece over which a goto may jump runs if it is where the goto leads, or if there was none.
//  4. Where a goto leads back, the pieces from its label on are the body of a loop.
//
// Only gotos out of inner blocks and within a block: none may lead into a loop or branch.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::StmtKind;

/// The gotos in S, in order.
static void collectGotos(const Stmt *S, llvm::SmallVectorImpl<const GotoStmt *> &Found) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *G = dyn_cast<GotoStmt>(S))
    Found.push_back(G);
  for (const Stmt *C : S->children())
    collectGotos(C, Found);
}

static llvm::SmallVector<const GotoStmt *, 4> gotosIn(llvm::ArrayRef<const Stmt *> Stmts) {
  llvm::SmallVector<const GotoStmt *, 4> Found;
  for (const Stmt *S : Stmts)
    collectGotos(S, Found);
  return Found;
}

bool hasGotos(const Stmt *S) { return !gotosIn({S}).empty(); }

/// Whether S has a break or continue of a loop or switch around it.
static bool leavesLoop(const Stmt *S, bool InSwitch = false) {
  if (!S || isa<LambdaExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  if (isa<ContinueStmt>(S) || (isa<BreakStmt>(S) && !InSwitch))
    return true;
  InSwitch |= isa<SwitchStmt>(S);
  return llvm::any_of(S->children(), [&](const Stmt *C) { return leavesLoop(C, InSwitch); });
}

static bool mentions(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  if (const auto *R = dyn_cast<DeclRefExpr>(S); R && R->getDecl() == V)
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return mentions(C, V); });
}

/// Stmts, in which labels stand, cut before each of them.
static LabelledBlock cut(llvm::ArrayRef<const Stmt *> Stmts) {
  LabelledBlock B;
  B.Pieces.emplace_back();
  for (const Stmt *S : Stmts) {
    bool Fresh = true;
    while (const auto *Label = dyn_cast_or_null<LabelStmt>(S)) {
      if (Fresh)
        B.Pieces.emplace_back();
      Fresh = false;
      B.Labels[Label->getDecl()] = B.Pieces.size() - 1;
      S = Label->getSubStmt();
    }
    B.Pieces.back().push_back(S);
  }
  return B;
}

/// The block among those being lowered in whose list of statements the label of S stands.
const LabelledBlock *FunctionLowering::labelledBlock(const GotoStmt *S) const {
  for (const LabelledBlock &B : llvm::reverse(Labelled))
    if (B.Frame == Frames.size() && B.Labels.count(S->getLabel()))
      return &B;
  return nullptr;
}

void FunctionLowering::gotoStmt(const GotoStmt *S) {
  SourceLocation Loc = S->getGotoLoc();
  const LabelledBlock *To = labelledBlock(S);
  if (!To)
    return error(Loc, "cannot differentiate a goto into another block",
                 "use a loop, or 'break', 'continue' and 'return'");
  const unsigned Number = To->Labels.lookup(S->getLabel());
  assign(name(To->At, Loc), literal(std::to_string(Number), M.intType(), Loc), Loc);
  if (Frames.back().Breakable > To->Breakable) {
    destroyDownTo(BreakMark);
    emit(stmt(StmtKind::Break, Loc));
  }
}

/// After S, in which gotos may have jumped: leaves what is around it, too (Falls: unless they did).
/// Where their block is the one being lowered, lowers Rest for where they did not; true: that is
/// done.
bool FunctionLowering::goOnUnlessJumped(const Stmt *S, bool Falls,
                                        llvm::ArrayRef<const Stmt *> Rest) {
  SourceLocation Loc = S->getBeginLoc();
  const core::Expr *Leaves = nullptr, *Stays = nullptr;
  llvm::SmallPtrSet<const LabelledBlock *, 2> Seen;
  for (const GotoStmt *G : gotosIn({S})) {
    const LabelledBlock *To = labelledBlock(G);
    if (!To || !Seen.insert(To).second)
      continue;
    const core::Expr *At = name(To->At, Loc), *Zero = literal("0", M.intType(), Loc);
    if (Frames.back().Breakable > To->Breakable) {
      const core::Expr *Jumped = binary("!=", At, Zero, M.boolType(), Loc);
      Leaves = Leaves ? binary("||", Leaves, Jumped, M.boolType(), Loc) : Jumped;
    } else {
      const core::Expr *Here = binary("==", At, Zero, M.boolType(), Loc);
      Stays = Stays ? binary("&&", Stays, Here, M.boolType(), Loc) : Here;
    }
  }
  if (Leaves && Falls) {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Leaves;
    If->Then = capture([&] {
      destroyDownTo(BreakMark);
      emit(stmt(StmtKind::Break, Loc));
    });
    emit(If);
  }
  if (!Stays || neverGoesOn(*Out))
    return false;
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = Stays;
  If->Then = capture([&] { sequence(Rest); });
  if (!If->Then.empty())
    emit(If);
  return true;
}

/// A list of statements with labels.
void FunctionLowering::labelled(llvm::ArrayRef<const Stmt *> Stmts) {
  LabelledBlock B = cut(Stmts);
  B.Frame = Frames.size();
  B.Breakable = Frames.back().Breakable;
  const auto *Label =
      llvm::find_if(Stmts, [](const Stmt *S) { return isa_and_nonnull<LabelStmt>(S); });
  SourceLocation Loc = cast<LabelStmt>(*Label)->getIdentLoc();
  // 1. From where to where gotos lead.
  bool Back = false;
  for (unsigned I = 0; I < B.Pieces.size(); ++I)
    for (const GotoStmt *G : gotosIn(B.Pieces[I]))
      if (unsigned To = B.Labels.lookup(G->getLabel())) {
        B.Gotos.push_back({I, To});
        Back |= To <= I;
      }
  if (Back && llvm::any_of(Stmts, [](const Stmt *S) { return leavesLoop(S); }))
    return error(Loc,
                 "cannot differentiate a goto back to a label in a loop that 'break' or "
                 "'continue' leaves",
                 "use a loop of its own");
  if (B.Gotos.empty()) {
    llvm::SmallVector<const Stmt *, 8> Plain;
    for (const auto &Piece : B.Pieces)
      Plain.append(Piece.begin(), Piece.end());
    return statements(Plain);
  }
  // 2. Variables that live in several pieces are declared ahead of all.
  for (unsigned I = 0; I < B.Pieces.size(); ++I) {
    bool Jumped = I > 0;
    for (const Stmt *&S : B.Pieces[I]) {
      Jumped |= hasGotos(S);
      const auto *D = dyn_cast_or_null<DeclStmt>(S);
      if (!D || !Jumped)
        continue;
      bool Later = false, Plain = true;
      for (const Decl *Each : D->decls()) {
        const auto *V = dyn_cast<VarDecl>(Each);
        if (!V)
          continue;
        for (unsigned J = I + 1; J < B.Pieces.size(); ++J)
          for (const Stmt *Use : B.Pieces[J])
            Later |= mentions(Use, V);
        Plain &= !V->getInit() && V->getType()->isScalarType();
      }
      if (!Later)
        continue;
      if (!Plain)
        return error(S->getBeginLoc(),
                     "cannot differentiate a declaration between labels of what is used after "
                     "the next one",
                     "declare it ahead of the labels");
      declStmt(D);
      S = nullptr;
    }
  }
  B.At = declare("label", M.intType(), literal("0", M.intType(), Loc), false, Loc);
  Changing.insert(B.At);
  Labelled.push_back(std::move(B));
  piecesFrom(0);
  Labelled.pop_back();
}

/// The pieces of the innermost labelled block from number I on. Whether their end is reached by
/// gotos only.
bool FunctionLowering::piecesFrom(unsigned I) {
  const LabelledBlock B = Labelled.back(); // which moves while others are lowered
  SourceLocation Loc = SourceLocation::getFromRawEncoding(B.At->Loc);
  const core::Expr *At = name(B.At, Loc);
  auto Number = [&](unsigned N) { return literal(std::to_string(N), M.intType(), Loc); };
  auto Compared = [&](llvm::StringRef Op, unsigned N) {
    return binary(Op, At, Number(N), M.boolType(), Loc);
  };
  auto Any = [&](auto Test) { return llvm::any_of(B.Gotos, Test); };
  // Runs Body where no goto has jumped, or one to a label that compares so with I.
  auto Unless = [&](bool Jumped, llvm::StringRef Op, core::Block Body) {
    if (!Jumped)
      return append(Body);
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = binary("||", Compared("==", 0), Compared(Op, I), M.boolType(), Loc);
    If->Then = std::move(Body);
    emit(If);
  };
  // Whether gotos jump over piece J on their way, or over the loop that begins with it.
  auto Skips = [&](unsigned J) {
    return Any([&](auto &G) {
      return G.first < J && G.second != J && (G.second > J || G.second <= G.first);
    });
  };
  auto SkipsLoop = [&](unsigned J) {
    return Any([&](auto &G) { return G.first < J && G.second <= G.first; });
  };
  const bool Last = I + 1 == B.Pieces.size();
  // What is asked later on must not find the number of a label that has been reached.
  const bool Reached = Any([&](auto &G) { return G.second == I; });
  bool Asked = Any([&](auto &G) { return G.first >= I; });
  for (unsigned J = I + 1; J < B.Pieces.size(); ++J)
    Asked |= Skips(J) || SkipsLoop(J);
  bool Ends = false;
  auto Piece = [&] {
    const bool Skipped = Skips(I);
    core::Block Own = capture([&] {
      if (Reached && Asked)
        assign(At, Number(0), Loc);
      if (Skipped)
        beginLifetime();
      statements(B.Pieces[I]);
      if (Skipped)
        endLifetime();
    });
    Ends = neverGoesOn(Own);
    Unless(Skipped, "==", std::move(Own));
    if (!Last)
      Ends = !neverGoesOn(*Out) && piecesFrom(I + 1);
  };
  const bool Back = Any([&](auto &G) { return G.second == I && G.first >= I; });
  if (I == 0 || !Back) {
    Piece();
    return Ends;
  }
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  Loop->Form = core::LoopForm::DoWhile;
  Loop->Then = capture([&] {
    beginLifetime();
    Piece();
    endLifetime();
  });
  bool Farther = Any([&](auto &G) { return G.first >= I && G.second < I; });
  Loop->Value = Ends && !Farther ? nullptr : Compared("==", I);
  core::Block Around;
  Around.add(Loop);
  Unless(SkipsLoop(I), ">=", std::move(Around));
  return Ends;
}

} // namespace ad::lower
