//===- lower/tagged_unions.cpp - unions of numbers and other things -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A union of floating values of one type and of integers, flags or pointers to text has a
// derivative where a tag beside it says which of them it holds:
//  1. The union is a member of a record that has an integer, too. What is no floating value is read
//     only where a condition has asked that record: bits of a number are then never taken for an
//     integer, with which its derivative would get lost.
//  2. To write another member ends the floating value: it becomes zero first, and so does its
//     derivative.
//  3. A variable of the function's that is nothing but its members needs no tag where the member
//     that is read is the one that was written last, on every way there.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/questions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// Whether RD is a record with a union in it, and something beside it that tells what that holds.
static bool hasTag(const RecordDecl *RD) {
  bool Union = false, Tag = false;
  for (const FieldDecl *F : RD->fields()) {
    const auto *Member = F->getType()->getAsRecordDecl();
    Union |= Member && Member->isUnion();
    Tag |= F->getType()->isIntegralOrEnumerationType();
  }
  return !RD->isUnion() && Union && Tag;
}

/// The record with a tag whose union E is a member of; null if there is none.
static const RecordDecl *taggedRecord(const MemberExpr *E) {
  const auto *Of = dyn_cast<MemberExpr>(E->getBase()->IgnoreParenImpCasts());
  const auto *F = Of ? dyn_cast<FieldDecl>(Of->getMemberDecl()) : nullptr;
  return F && hasTag(F->getParent()) ? F->getParent() : nullptr;
}

namespace {

/// Finds the members of unions that are read where their tag was asked, or only written.
class TagScan {
public:
  explicit TagScan(llvm::DenseSet<const MemberExpr *> &Clear) : Clear(Clear) {}

  void visit(const Stmt *S) {
    if (!S)
      return;
    const size_t Mark = Asked.size();
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Each : C->body()) {
        visit(Each);
        after(Each);
      }
    } else if (const auto *If = dyn_cast<IfStmt>(S)) {
      guarded({If->getInit(), If->getConditionVariableDeclStmt()}, If->getCond(),
              {If->getThen(), If->getElse()});
    } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
      guarded({Switch->getInit(), Switch->getConditionVariableDeclStmt()}, Switch->getCond(),
              {Switch->getBody()});
    } else if (const auto *C = dyn_cast<ConditionalOperator>(S)) {
      guarded({}, C->getCond(), {C->getTrueExpr(), C->getFalseExpr()});
    } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp()) {
      guarded({}, B->getLHS(), {B->getRHS()});
    } else {
      if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
        if (const auto *Written = dyn_cast<MemberExpr>(B->getLHS()->IgnoreParens()))
          Clear.insert(Written);
      if (const auto *E = dyn_cast<MemberExpr>(S))
        if (const RecordDecl *RD = taggedRecord(E);
            RD && llvm::any_of(Asked, [&](const Expr *C) { return asks(C, RD); }))
          Clear.insert(E);
      for (const Stmt *C : S->children())
        visit(C);
    }
    Asked.resize(Mark);
  }

private:
  void guarded(llvm::ArrayRef<const Stmt *> Before, const Expr *Condition,
               llvm::ArrayRef<const Stmt *> Arms) {
    for (const Stmt *S : Before)
      visit(S);
    visit(Condition);
    Asked.push_back(Condition);
    for (const Stmt *S : Arms)
      visit(S);
  }

  static bool leaves(const Stmt *S) {
    if (const auto *C = dyn_cast_or_null<CompoundStmt>(S))
      S = C->body_empty() ? nullptr : C->body_back();
    const auto *E = dyn_cast_or_null<Expr>(S);
    return isa_and_nonnull<ReturnStmt, BreakStmt, ContinueStmt>(S) ||
           (E && isa<CXXThrowExpr>(E->IgnoreImplicit()));
  }

  /// What S has asked holds for what follows, too: `if (...) return ...;`, an assertion.
  void after(const Stmt *S) {
    if (const auto *If = dyn_cast<IfStmt>(S); If && leaves(If->getThen()))
      Asked.push_back(If->getCond());
    if (const auto *E = dyn_cast<Expr>(S))
      if (const auto *C = dyn_cast<ConditionalOperator>(E->IgnoreParenCasts()))
        Asked.push_back(C->getCond());
  }

  /// Whether S reads the tag of an RD, or calls a method of it.
  static bool asks(const Stmt *S, const RecordDecl *RD) {
    if (!S)
      return false;
    if (const auto *M = dyn_cast<MemberExpr>(S)) {
      const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
      const auto *Method = dyn_cast<CXXMethodDecl>(M->getMemberDecl());
      if ((F && F->getParent() == RD && F->getType()->isIntegralOrEnumerationType()) ||
          (Method && Method->getParent() == RD))
        return true;
    }
    return llvm::any_of(S->children(), [&](const Stmt *C) { return asks(C, RD); });
  }

  llvm::DenseSet<const MemberExpr *> &Clear;
  std::vector<const Expr *> Asked;
};

/// The variable whose member E is: a union of the function's own. Null if it is something else.
const VarDecl *ownUnion(const MemberExpr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->getBase()->IgnoreParens());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isUnionType() ? V : nullptr;
}

/// Finds the members of the function's own unions that are read where they were written last.
class LastWritten {
public:
  LastWritten(const FunctionDecl *In, llvm::DenseSet<const MemberExpr *> &Clear)
      : In(In), Clear(Clear) {}

  void scan() {
    findOthers(In->getBody(), nullptr);
    if (!hasGotos(In->getBody()))
      visit(In->getBody());
  }

private:
  using Members = llvm::DenseMap<const VarDecl *, const FieldDecl *>;

  /// Unions that somebody names in another way than to read a member or to write it.
  void findOthers(const Stmt *S, const Stmt *Parent) {
    if (!S)
      return;
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && V->getType()->isUnionType())
        if (!isa_and_nonnull<MemberExpr>(Parent))
          Others.insert(V);
    if (const VarDecl *V = variable(S); V && !isRead(Parent) && written(Parent) != S)
      Others.insert(V);
    for (const Stmt *C : S->children())
      findOthers(C, isa<ParenExpr>(S) ? Parent : S);
  }

  const VarDecl *variable(const Stmt *E) const {
    const auto *Member = dyn_cast<MemberExpr>(E);
    const VarDecl *V = Member ? ownUnion(Member) : nullptr;
    return V && V->getDeclContext() == In ? V : nullptr;
  }

  static bool isRead(const Stmt *S) {
    const auto *C = dyn_cast_or_null<ImplicitCastExpr>(S);
    return C && C->getCastKind() == CK_LValueToRValue;
  }
  /// What S, an assignment or the like, writes.
  static const Expr *written(const Stmt *S) {
    if (const auto *B = dyn_cast_or_null<BinaryOperator>(S); B && B->isAssignmentOp())
      return B->getLHS()->IgnoreParens();
    const auto *U = dyn_cast_or_null<UnaryOperator>(S);
    return U && U->isIncrementDecrementOp() ? U->getSubExpr()->IgnoreParens() : nullptr;
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    // Parts of these may run in any order, cases and handlers after any part of others.
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, CXXTryStmt, LambdaExpr>(S)) {
      llvm::SaveAndRestore Around(Switch, isa<SwitchStmt>(S) ? S : Switch);
      for (const Stmt *C : S->children()) {
        forgetWritten(S);
        visit(C);
      }
      return forgetWritten(S);
    }
    if (isa<SwitchCase>(S))
      forgetWritten(Switch);
    if (isa<IfStmt, AbstractConditionalOperator>(S) || isLogical(S)) {
      for (const Stmt *C : S->children()) {
        Members Before = Last;
        visit(C);
        forgetWritten(C, Before);
      }
      return;
    }
    const Expr *To = written(S);
    if (const VarDecl *V = To ? variable(To) : nullptr) {
      const auto *B = dyn_cast<BinaryOperator>(S);
      visit(B ? B->getRHS() : nullptr);
      if (!B || B->isCompoundAssignmentOp())
        read(cast<MemberExpr>(To), V);
      Last[V] = cast<FieldDecl>(cast<MemberExpr>(To)->getMemberDecl());
      return;
    }
    if (const VarDecl *V = variable(S))
      return read(cast<MemberExpr>(S), V);
    for (const Stmt *C : S->children())
      visit(C);
  }

  static bool isLogical(const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return B && B->isLogicalOp();
  }

  void read(const MemberExpr *E, const VarDecl *V) {
    if (!Others.contains(V) && Last.lookup(V) == E->getMemberDecl())
      Clear.insert(E);
  }

  /// What S may write is not known any more; nothing else has changed since Before.
  void forgetWritten(const Stmt *S, Members Before) {
    Last = std::move(Before);
    forgetWritten(S);
  }
  void forgetWritten(const Stmt *S) {
    if (!S)
      return;
    if (const Expr *To = written(S))
      if (const VarDecl *V = variable(To))
        Last.erase(V);
    for (const Stmt *C : S->children())
      forgetWritten(C);
  }

  const FunctionDecl *In;
  llvm::DenseSet<const MemberExpr *> &Clear;
  llvm::DenseSet<const VarDecl *> Others;
  Members Last;
  const Stmt *Switch = nullptr; ///< the innermost
};

} // namespace

/// Whether the member E of a union with floating values may be used here: see above.
bool FunctionLowering::checkUnionMember(const MemberExpr *E) {
  const auto *FD = cast<FieldDecl>(E->getMemberDecl());
  SourceLocation Loc = E->getMemberLoc();
  const bool Differentiable = L.differentiable(FD->getType());
  if (Differentiable && (!L.largestMember(FD->getParent()) ||
                         (L.holdsOthers(FD->getParent()) && !taggedRecord(E) && !ownUnion(E)))) {
    error(Loc, "cannot differentiate through a union of other things than one floating type",
          "use a struct, or one variable for each member");
    return false;
  }
  if (Differentiable || !L.largestMember(FD->getParent()))
    return true;
  const FunctionDecl *In = Frames.back().Decl;
  if (ScannedForTags.insert(In).second) {
    TagScan(ClearMembers).visit(In->getBody());
    LastWritten(In, ClearMembers).scan();
  }
  if (ClearMembers.contains(E))
    return true;
  error(Loc,
        "cannot differentiate this use of '" + FD->getName() +
            "', which shares its memory with floating values",
        "read it where a condition has asked the tag of its record");
  return false;
}

/// The union of which Place, without a derivative, is a part; null if there is none.
static const core::Expr *unionOf(const core::Expr *Place) {
  if (Place->Ty->Differentiable)
    return nullptr;
  for (const core::Expr *P = Place;
       P->is(ExprKind::Member) || P->is(ExprKind::Subscript) || P->is(ExprKind::BaseOf);
       P = P->operand()) {
    const core::Type *Of = P->operand()->Ty->nonReference();
    if (P->is(ExprKind::Member) && Of->IsUnion && Of->Differentiable && Of->Fields.size() == 1)
      return P->operand();
  }
  return nullptr;
}

/// Ends the floating value of the union that Target is a part of, before Value is assigned.
const core::Expr *FunctionLowering::endUnionValue(const core::Expr *Target, const core::Expr *Value,
                                                  SourceLocation Loc) {
  const core::Expr *Union = unionOf(Target);
  if (!Union)
    return Value;
  bool Reads = false;
  core::walk(Value, [&](const core::Expr *E) {
    Reads |= core::isPlace(E) && !E->is(ExprKind::Variable);
    return !Reads;
  });
  if (Reads)
    Value = freeze(Value, Loc, "value");
  const core::Field &Number = Union->Ty->nonReference()->Fields[0];
  core::Expr *Place = M.expr(ExprKind::Member, Number.Ty, Loc.getRawEncoding());
  Place->Text = Number.Name;
  Place->Operands.push_back(Union);
  assignElement(Place, nullptr, Loc);
  return Value;
}

/// Pointers to, and references to, integers that share their memory with floating values would let
/// others write there.
void FunctionLowering::refusePointersIntoUnions() {
  core::walk(F.Body, [&](core::Stmt *S) {
    auto Check = [&](const core::Expr *Place) {
      if (core::isPlace(Place) && unionOf(Place))
        error(SourceLocation::getFromRawEncoding(S->Loc),
              "cannot differentiate a pointer or reference to what shares its memory with "
              "floating values",
              "copy it into a variable");
    };
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *N) {
        if (N && N->is(ExprKind::AddressOf))
          Check(N->operand());
        return N != nullptr;
      });
    });
    if (S->is(core::StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I)
        if (S->Callee->Params[I]->Ty->isReference())
          Check(S->Operands[I]);
    for (const core::Expr *W : S->Writes)
      Check(W);
  });
}

} // namespace ad::lower
