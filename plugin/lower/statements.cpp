//===- lower/statements.cpp - blocks, branches, returns -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/returned_functions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

void FunctionLowering::statement(const Stmt *S) { sequence({S}); }

/// A scope: what references of it froze is thawed where nothing up to its end changes it.
void FunctionLowering::sequence(llvm::ArrayRef<const Stmt *> Stmts) {
  core::Block &Here = *Out;
  size_t Start = Here.Stmts.size();
  size_t InScope = References.size();
  std::vector<core::Variable *> Collected;
  auto *Outer = std::exchange(ScopeFrozen, &Collected);
  beginLifetime();
  statements(Stmts);
  References.resize(std::min(InScope, References.size()));
  endLifetime();
  ScopeFrozen = Outer;
  if (Collected.empty() || Frames.back().Returned || Frames.back().Choice)
    return;
  const core::Expr *None = nullptr;
  thaw(Here, Start, Collected, Frames.back().Result ? Frames.back().Result : None);
}

/// Statements in a row. What follows a statement that leaves is dropped (invariant 6).
void FunctionLowering::statements(llvm::ArrayRef<const Stmt *> Stmts) {
  if (llvm::any_of(Stmts, [](const Stmt *S) { return isa_and_nonnull<LabelStmt>(S); }))
    return labelled(Stmts);
  for (size_t I = 0; I < Stmts.size(); ++I) {
    if (neverGoesOn(*Out))
      return;
    const Stmt *S = Stmts[I];
    if (!S)
      continue;
    size_t InScope = References.size();
    auto Ends = llvm::make_scope_exit([&] {
      if (!isa<DeclStmt>(S))
        References.resize(std::min(InScope, References.size()));
    });
    if (const auto *E = dyn_cast<Expr>(S)) {
      fullExpression(E);
      continue;
    }
    bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    const bool Breakable = Loop || isa<SwitchStmt>(S);
    Frames.back().Breakable += Breakable;
    auto Leaves = [&] { Frames.back().Breakable -= Breakable; };
    auto Around = llvm::make_scope_exit(Leaves);
    llvm::SaveAndRestore Breaks(BreakMark,
                                Loop || isa<SwitchStmt>(S) ? Lifetimes.size() : BreakMark);
    llvm::SaveAndRestore Continues(ContinueMark, Loop ? Lifetimes.size() : ContinueMark);
    switch (S->getStmtClass()) {
    case Stmt::NullStmtClass:
      break;
    case Stmt::CompoundStmtClass: {
      const auto *C = cast<CompoundStmt>(S);
      llvm::SmallVector<const Stmt *, 8> Inner(C->body_begin(), C->body_end());
      // In an inlined callee with returns inside, what follows belongs to the paths that go on.
      if (Frames.back().Inlined && !Frames.back().Left && returnsInside(C)) {
        Inner.append(Stmts.begin() + I + 1, Stmts.end());
        return sequence(Inner);
      }
      sequence(Inner);
      break;
    }
    case Stmt::AttributedStmtClass:
      statement(cast<AttributedStmt>(S)->getSubStmt());
      break;
    case Stmt::DeclStmtClass:
      declStmt(cast<DeclStmt>(S));
      break;
    case Stmt::GotoStmtClass:
      return gotoStmt(cast<GotoStmt>(S));
    case Stmt::ReturnStmtClass:
      return returnStmt(cast<ReturnStmt>(S));
    case Stmt::IfStmtClass:
      if (Frames.back().Inlined && !Frames.back().Left && returnsInside(S))
        return ifStmt(cast<IfStmt>(S), Stmts.drop_front(I + 1));
      ifStmt(cast<IfStmt>(S), {});
      break;
    case Stmt::SwitchStmtClass:
      switchStmt(cast<SwitchStmt>(S));
      break;
    case Stmt::ForStmtClass:
      forStmt(cast<ForStmt>(S));
      break;
    case Stmt::WhileStmtClass:
      whileStmt(cast<WhileStmt>(S));
      break;
    case Stmt::DoStmtClass:
      doStmt(cast<DoStmt>(S));
      break;
    case Stmt::CXXForRangeStmtClass:
      rangeFor(cast<CXXForRangeStmt>(S));
      break;
    case Stmt::CXXTryStmtClass:
      tryStmt(cast<CXXTryStmt>(S));
      break;
    case Stmt::BreakStmtClass:
      destroyDownTo(BreakMark);
      emit(stmt(StmtKind::Break, S->getBeginLoc()));
      break;
    case Stmt::ContinueStmtClass:
      destroyDownTo(ContinueMark);
      emit(stmt(StmtKind::Continue, S->getBeginLoc()));
      break;
    default:
      error(S->getBeginLoc(),
            llvm::Twine("cannot differentiate this statement (") + S->getStmtClassName() + ")");
    }
    Around.release();
    Leaves();
    bool Falls = Breakable || !Frames.back().Breakable; // else it has jumped
    if (Frames.back().Left && Falls && returnsInside(S) &&
        goOnUnlessLeft(Stmts.drop_front(I + 1), S->getBeginLoc()))
      return;
    if (!Labelled.empty() && goOnUnlessJumped(S, Falls, Stmts.drop_front(I + 1)))
      return;
  }
}

/// After a statement in which the frame may have been left: leaves what is around it, too. At the
/// frame's own level, lowers Rest for where it was not; true: that is done.
bool FunctionLowering::goOnUnlessLeft(llvm::ArrayRef<const Stmt *> Rest, SourceLocation Loc) {
  const core::Expr *Left = name(Frames.back().Left, Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  if (Frames.back().Breakable) {
    If->Value = Left;
    If->Then = capture([&] {
      destroyDownTo(BreakMark);
      emit(stmt(StmtKind::Break, Loc));
    });
    emit(If);
    return false;
  }
  If->Value = negate(Left, Loc);
  If->Then = capture([&] { sequence(Rest); });
  if (!If->Then.empty())
    emit(If);
  return true;
}

void FunctionLowering::fullExpression(const Expr *E) {
  const Expr *Saved = std::exchange(Waiting, E);
  size_t Mark = Waiters.size();
  beginLifetime();
  effects(E);
  while (Waiters.size() > Mark) {
    emit(Waiters[Mark]);
    Waiters.erase(Waiters.begin() + Mark);
  }
  endLifetime();
  Waiting = Saved;
}

bool FunctionLowering::returnsInside(const Stmt *S) const {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt>(S))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return returnsInside(C); });
}

void FunctionLowering::returnStmt(const ReturnStmt *S) {
  Frame &Fr = Frames.back();
  const Expr *E = S->getRetValue();
  SourceLocation Loc = S->getReturnLoc();
  if (E && isOwner(Fr.Decl->getReturnType()))
    return returnOwner(S);
  if (E && core::holdsMap(type(Fr.Decl->getReturnType())))
    return returnMap(S);
  if (!Fr.Inlined && !Fr.Left) {
    core::Stmt *R = stmt(StmtKind::Return, Loc);
    const QualType Of = Fr.Decl->getReturnType();
    if (E && Fr.ResultVariable &&
        (isShared(Of) || Of->isPointerType() || type(Of)->isRecord())) // a place of the caller's
      assign(name(Fr.ResultVariable, Loc), returned(E, /*Place=*/false), Loc);
    else if (E && Fr.ResultVariable && Of->isReferenceType() &&
             Fr.ResultVariable->Ty->isReference()) {
      core::Variable *At = Fr.ResultVariable;
      assign(name(At, Loc), addressOf(returned(E, /*Place=*/true), At->Ty->nonReference(), Loc),
             Loc);
    } else if (E && E->getType()->isVoidType())
      fullExpression(E);
    else if (E)
      R->Value = isOfEigen(Fr.Decl->getReturnType())
                     ? Eigen.returned(E, Fr.Decl->getReturnType(), /*ForCaller=*/true)
                     : returned(E, Fr.Decl->getReturnType()->isReferenceType());
    destroyDownTo(0);
    writeGlobalsBack(Loc);
    return emit(R);
  }
  auto Leave = llvm::make_scope_exit([&] {
    core::Variable *Left = Frames.back().Left;
    if (!Left)
      return;
    assign(name(Left, Loc), literal("true", M.boolType(), Loc), Loc);
    if (Frames.back().Breakable) {
      destroyDownTo(BreakMark);
      emit(stmt(StmtKind::Break, Loc));
    }
  });
  if (!E)
    return;
  if (E->getType()->isVoidType())
    return fullExpression(E);
  QualType Result = Fr.Decl->getReturnType();
  if (std::shared_ptr<FunctionList> Choice = Frames.back().Choice) {
    if (!become(*Choice, E))
      error(Loc, "cannot differentiate this return of one of several functions",
            "return lambdas that capture numbers, or names of functions");
    Frames.back().Result = literal("0", M.intType(), Loc);
    return;
  }
  const bool Function = isClosureObject(E->getType()) || returnsFunction(Fr.Decl);
  if (const Closure *C = Function ? closureOrEmpty(E) : nullptr) {
    Frames.back().Returned = C;
    Frames.back().Result = literal("0", M.intType(), Loc);
    return;
  }
  if (isOfEigen(Result) && !Result->isReferenceType()) {
    if (core::Variable *V = Frames.back().ResultVariable)
      return Eigen.leave(V, E, Result);
    const core::Expr *V = Eigen.returned(E, Result, /*ForCaller=*/false);
    Frames.back().Result = V;
    return;
  }
  const core::Expr *V = Fr.ResultAs.isNull() ? returned(E, Result->isReferenceType())
                                             : valueTyped(type(Fr.ResultAs), E);
  // What the caller computes with is a value of the result's type.
  const core::Type *Ty = type(Result);
  if (Ty->isInteger() && V->Ty->isInteger() && V->Ty != Ty && !V->is(ExprKind::Literal))
    V = convert(Ty, V, /*Explicit=*/true, Loc);
  // Frames may have moved while E was lowered.
  Frame &Now = Frames.back();
  if (!Now.ResultVariable) {
    Now.Result = V;
    return;
  }
  if (Result->isReferenceType())
    V = addressOf(V, Now.ResultVariable->Ty, Loc);
  assign(name(Now.ResultVariable, Loc), V, Loc);
}

/// Rest: in an inlined callee with returns inside this If, the statements after it; they go to
/// the branch that goes on. (Where there are any, S declares nothing that is destroyed behind it.)
void FunctionLowering::ifStmt(const IfStmt *S, llvm::ArrayRef<const Stmt *> Rest) {
  if (FilledAhead.contains(S))
    return sequence(Rest);
  beginLifetime();
  if (S->getInit())
    statements(S->getInit());
  if (S->getConditionVariable())
    declStmt(S->getConditionVariableDeclStmt());
  ifBranches(S, Rest);
  endLifetime();
}

/// The same without what S declares.
void FunctionLowering::ifBranches(const IfStmt *S, llvm::ArrayRef<const Stmt *> Rest) {
  auto Follow = [&](const Stmt *Branch) {
    llvm::SmallVector<const Stmt *, 8> All;
    if (Branch)
      All.push_back(Branch);
    All.append(Rest.begin(), Rest.end());
    sequence(All);
  };
  if (S->isConsteval()) {
    const Stmt *Taken = S->isNegatedConsteval() ? S->getThen() : S->getElse();
    return Follow(Taken);
  }
  if (S->isConstexpr()) {
    Expr::EvalResult R;
    if (S->getCond()->isValueDependent() || !S->getCond()->EvaluateAsRValue(R, Ctx) ||
        !R.Val.isInt())
      return error(S->getIfLoc(), "cannot differentiate an 'if constexpr' that is not decided");
    return Follow(R.Val.getInt().getBoolValue() ? S->getThen() : S->getElse());
  }
  core::Stmt *If = stmt(StmtKind::If, S->getIfLoc());
  If->Value = condition(S->getCond());
  // An inlined callee often knows which way it goes.
  if (auto Known = decided(If->Value))
    return Follow(*Known ? S->getThen() : S->getElse());
  If->Then = capture([&] { Follow(S->getThen()); });
  If->Else = capture([&] { Follow(S->getElse()); });
  if (If->Then.empty() && If->Else.empty())
    return;
  if (If->Then.empty()) {
    std::swap(If->Then, If->Else);
    If->Value = negate(If->Value, S->getIfLoc());
  }
  emit(If);
}

namespace {
/// The statements of a switch in a row, with the labels that stand before each.
struct Segment {
  llvm::SmallVector<const CaseStmt *, 2> Labels;
  bool Default = false;
  std::vector<const Stmt *> Stmts;
};
} // namespace

/// Whether a case label hides inside S (Duff's device).
static bool hidesLabel(const Stmt *S) {
  if (!S || isa<SwitchStmt>(S) || isa<Expr>(S))
    return false;
  if (isa<SwitchCase>(S))
    return true;
  return llvm::any_of(S->children(), hidesLabel);
}

/// Core has no fallthrough: each case is its own segment and those it falls into.
void FunctionLowering::switchStmt(const SwitchStmt *S) {
  beginLifetime();
  BreakMark = Lifetimes.size(); // our caller restores it
  if (S->getInit())
    statements(S->getInit());
  if (S->getConditionVariable())
    declStmt(S->getConditionVariableDeclStmt());
  cases(S);
  endLifetime();
}

/// The same without what S declares.
void FunctionLowering::cases(const SwitchStmt *S) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  llvm::SmallVector<const Stmt *, 8> Stmts;
  if (Body)
    Stmts.append(Body->body_begin(), Body->body_end());
  else
    Stmts.push_back(S->getBody());

  std::vector<Segment> Segments;
  for (const Stmt *X : Stmts) {
    bool Fresh = true;
    while (const auto *Label = dyn_cast<SwitchCase>(X)) {
      if (Fresh)
        Segments.emplace_back();
      Fresh = false;
      if (const auto *C = dyn_cast<CaseStmt>(Label))
        Segments.back().Labels.push_back(C);
      else
        Segments.back().Default = true;
      X = Label->getSubStmt();
    }
    if (hidesLabel(X))
      return error(X->getBeginLoc(), "cannot differentiate a case label inside another statement",
                   "put the case labels directly into the switch");
    if (Segments.empty()) {
      // Declarations before the first label are in scope, but never initialised.
      if (const auto *D = dyn_cast<DeclStmt>(X))
        declStmt(D);
      continue;
    }
    Segments.back().Stmts.push_back(X);
  }
  core::Stmt *Switch = stmt(StmtKind::Switch, S->getSwitchLoc());
  Switch->Value = scoped([&] { return value(S->getCond()); }, S->getSwitchLoc());
  // A conversion to a wider type is implied by the labels.
  for (size_t I = 0; I < Segments.size(); ++I) {
    core::SwitchCase Case;
    if (!Segments[I].Default)
      for (const CaseStmt *C : Segments[I].Labels) {
        if (!C->getRHS()) {
          Case.Labels.push_back(value(C->getLHS()));
          continue;
        }
        llvm::APSInt From = C->getLHS()->EvaluateKnownConstInt(Ctx);
        llvm::APSInt To = C->getRHS()->EvaluateKnownConstInt(Ctx);
        if (To - From > 1000)
          return error(C->getBeginLoc(), "cannot differentiate a case range this wide",
                       "use an if statement");
        for (llvm::APSInt V = From; V <= To; ++V) {
          llvm::SmallString<16> Text;
          V.toString(Text, 10);
          Case.Labels.push_back(literal(Text, type(S->getCond()->getType()), C->getBeginLoc()));
        }
      }
    Case.Body = capture([&] {
      for (size_t J = I; J < Segments.size() && !neverGoesOn(*Out); ++J)
        sequence(Segments[J].Stmts);
    });
    if (!Case.Body.empty() && Case.Body.Stmts.back()->is(StmtKind::Break))
      Case.Body.Stmts.pop_back();
    Switch->Cases.push_back(Case);
  }
  emit(Switch);
}

} // namespace ad::lower
