//===- lower/throws.cpp - throws that are jumps to a handler --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A try block that leaves traces before it throws cannot be attempted (exceptions.cpp). Where all
// that throws in it is written out, in the block or in functions that stand in place, a throw is a
// jump to a handler that is known here:
//
//   int caught = 0;
//   y = x * x;
//   if (y > 1)
//     caught = 1;
//   else
//     y = 2 * y;
//   if (caught == 1) { the first handler }
//
//  1. A throw is lowered to the number of its handler, what the handler reads (caught.cpp), and a
//     mark that nothing goes on there. What lives in the block is destroyed before.
//  2. When the block is Core, members of the library that throw are attempted one by one
//     (attempts.cpp).
//  3. What comes after a statement that may have thrown is left out where it has: the rest of a
//     block becomes a branch, loops and switches are left.
//
// A throw that an outer try block catches leaves the inner ones with the number -1, which is none
// of their handlers'.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/exceptions.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- What throws -------------------------------------------------------===//

namespace {
/// What may leave a statement by an exception, and how.
struct Throws {
  bool Written = false;    ///< by a throw that can be seen
  bool Library = false;    ///< in a member of the library that throws by what it is for
  bool Hidden = false;     ///< by something else
  bool Deep = false;       ///< visibly, in a function that calls itself: it cannot stand in place
  bool Dispatched = false; ///< visibly, in what a virtual call may run
  llvm::SmallPtrSet<const FunctionDecl *, 8> Asked;

  void look(Lowering &L, const Stmt *S);
  void look(Lowering &L, const FunctionDecl *FD);
  void lookAtTargets(Lowering &L, const CXXMethodDecl *MD);
};
} // namespace

/// Whether the library's FD throws by what it is for, and not where Core can tell. That memory ends
/// does not count: where it does, companions throw themselves.
static bool throwsUnseen(const FunctionDecl *FD) {
  return FD->getIdentifier() &&
         llvm::is_contained({"visit", "any_cast", "rethrow_exception"}, FD->getName());
}

static bool isNothrow(const FunctionDecl *FD) {
  const auto *T = FD->getType()->getAs<FunctionProtoType>();
  return T && !isUnresolvedExceptionSpec(T->getExceptionSpecType()) && T->isNothrow();
}

void Throws::look(Lowering &L, const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (isNothrow(FD))
    return;
  if (isLibrary(FD)) {
    Library |= FD->getIdentifier() && throwsByName(FD->getName());
    Hidden |= throwsUnseen(FD);
    return;
  }
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!FD->hasBody(Def) || (MD && MD->isVirtual())) {
    // Members that the compiler makes have no body before they are used.
    Hidden |= !FD->isImplicit() && !FD->isDefaulted();
    if (MD && Lowering::dispatches(MD))
      lookAtTargets(L, MD);
    return;
  }
  if (!Asked.insert(Def).second)
    return;
  const bool Others = std::exchange(Written, false), Members = std::exchange(Library, false);
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      look(L, I->getInit());
  look(L, Def->getBody());
  Deep |= (Written || Library) && L.isRecursive(Def);
  Written |= Others;
  Library |= Members;
}

/// What a virtual call of MD may run is dispatched to: none of it is a throw that can be a jump.
void Throws::lookAtTargets(Lowering &L, const CXXMethodDecl *MD) {
  for (const Lowering::Target &Each : L.targets(MD, MD->getParent())) {
    const FunctionDecl *Def = nullptr;
    if (!Each.Method->hasBody(Def) || !Asked.insert(Def).second)
      continue;
    Throws Its;
    Its.Asked = Asked;
    Its.look(L, Def->getBody());
    Asked = Its.Asked;
    Dispatched |= Its.Written || Its.Library || Its.Dispatched;
  }
}

void Throws::look(Lowering &L, const Stmt *S) {
  if (!S)
    return;
  if (isa<CXXThrowExpr>(S)) {
    Written = true;
    return; // what is thrown is looked at where it is lowered
  }
  if (isa<LambdaExpr>(S))
    return; // what it does, it does where it is called
  if (const auto *D = dyn_cast<CXXDynamicCastExpr>(S))
    Hidden |= !D->getType()->isPointerType();
  if (const auto *C = dyn_cast<CallExpr>(S)) {
    if (const FunctionDecl *FD = C->getDirectCallee())
      look(L, FD);
    else
      Hidden |= !isa<CXXPseudoDestructorExpr>(C->getCallee()->IgnoreParens());
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    look(L, C->getConstructor());
  for (const Stmt *C : S->children())
    look(L, C);
}

bool FunctionLowering::throwsHere(const FunctionDecl *FD) {
  Throws T;
  if (Tries.empty() || isLibrary(FD))
    return false;
  T.look(L, FD);
  return T.Written || T.Library;
}

/// Whether a call of Callee, which does not stand in place, may throw.
bool FunctionLowering::mayThrow(const core::Function *Callee) {
  const auto *FD = static_cast<const FunctionDecl *>(Callee->Origin);
  Throws T;
  if (FD)
    T.look(L, FD);
  return !FD || T.Written || T.Library || T.Hidden;
}

/// Whether Callee, or one that it may be at run time, has a throw that can be seen. Asked: those
/// that are being looked at.
static bool throwsVisibly(Lowering &L, const core::Function *Callee,
                          llvm::SmallPtrSetImpl<const core::Function *> &Asked) {
  if (!Asked.insert(Callee).second)
    return false;
  const auto *FD = static_cast<const FunctionDecl *>(Callee->Origin);
  Throws T;
  if (const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD); MD && Lowering::dispatches(MD))
    T.lookAtTargets(L, MD);
  else if (FD)
    T.look(L, FD);
  bool Found = T.Written || T.Library || T.Dispatched;
  if (Found || !Callee->IsSynthetic)
    return Found;
  // It calls what pointers lead to, or has the functions in it that it is given.
  core::walk(Callee->Body, [&](core::Stmt *S) {
    Found = Found || S->NoReturn || callsThrowing(*S) ||
            (S->is(StmtKind::Call) && throwsVisibly(L, S->Callee, Asked));
  });
  return Found;
}

bool FunctionLowering::throwsVisibly(const core::Function *Callee) {
  llvm::SmallPtrSet<const core::Function *, 8> Asked;
  return lower::throwsVisibly(L, Callee, Asked);
}

bool throwsDeeply(Lowering &L, const FunctionDecl *FD) {
  Throws T;
  T.look(L, FD);
  return T.Deep;
}

/// Whether nothing in S's block throws.
bool FunctionLowering::throwsNothing(const CXXTryStmt *S) {
  Throws T;
  T.look(L, S->getTryBlock());
  return !T.Written && !T.Library && !T.Hidden;
}

/// Whether all that S's block throws can be a jump.
bool FunctionLowering::canJump(const CXXTryStmt *S) {
  Throws T;
  T.look(L, S->getTryBlock());
  return (T.Written || T.Library) && !T.Hidden && !T.Deep && !hasGotos(S->getTryBlock());
}

//===-- A throw -------------------------------------------------------------===//

/// Whether to leave out E, what is thrown, leaves out nothing else.
static bool isOnlyValue(Lowering &L, const Stmt *E) {
  if (!E)
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return false;
  if (isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr>(E))
    return false;
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *FD = C->getDirectCallee();
    if (!FD || (!isLibrary(FD) && !L.isPure(FD)))
      return false;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    const FunctionDecl *Def = nullptr;
    const CXXConstructorDecl *CD = C->getConstructor();
    if (!isLibrary(CD) && CD->hasBody(Def) && CD->isUserProvided() &&
        !(isa<CompoundStmt>(Def->getBody()) && cast<CompoundStmt>(Def->getBody())->body_empty()))
      return false;
  }
  return llvm::all_of(E->children(), [&](const Stmt *C) { return isOnlyValue(L, C); });
}

/// Whether a handler of a pointer to Caught catches a pointer to Thrown.
static bool catchesPointer(Sema &S, QualType Caught, QualType Thrown) {
  if (Thrown.getCVRQualifiers() & ~Caught.getCVRQualifiers())
    return false;
  Caught = Caught.getUnqualifiedType();
  Thrown = Thrown.getUnqualifiedType();
  return (Caught->isVoidType() && !Thrown->isFunctionType()) ||
         (!Thrown->isPointerType() && !Caught->isPointerType() && catches(S, Caught, Thrown));
}

bool catches(Sema &S, QualType Caught, QualType Thrown) {
  if (Caught.isNull())
    return true;
  if (Thrown.isNull())
    return false;
  Caught = Caught.getNonReferenceType().getUnqualifiedType();
  Thrown = Thrown.getNonReferenceType().getUnqualifiedType();
  if (S.Context.hasSameUnqualifiedType(Caught, Thrown))
    return true;
  if (Caught->isPointerType() && Thrown->isPointerType())
    return catchesPointer(S, Caught->getPointeeType(), Thrown->getPointeeType());
  if (Caught->isPointerType() && Thrown->isNullPtrType())
    return true;
  CXXBasePaths Paths;
  return Caught->isRecordType() && Thrown->isRecordType() &&
         S.IsDerivedFrom(SourceLocation(), Thrown, Caught, Paths) &&
         !Paths.isAmbiguous(S.Context.getCanonicalType(Caught)) &&
         Paths.front().Access == AS_public;
}

/// Gives the handler number I of Try what it reads of Thrown.
void FunctionLowering::handOver(const Expr *Thrown, const TryBlock &Try, unsigned I,
                                SourceLocation Loc) {
  const CXXCatchStmt *Handler = Try.Try->getHandler(I);
  if (core::Variable *Object = Try.Objects[I]) {
    if (!Ctx.hasSameUnqualifiedType(Handler->getCaughtType().getNonReferenceType(),
                                    Thrown->getType()))
      error(Loc,
            "cannot differentiate this throw: its handler reads an object of another type, '" +
                L.spelling(Handler->getCaughtType().getNonReferenceType().getUnqualifiedType()) +
                "'",
            "throw an object of that type");
    else
      assign(name(Object, Loc), convert(Object->Ty, value(Thrown), false, Loc), Loc);
    return;
  }
  const CaughtMembers &Parts = Try.Parts[I];
  const bool Keeps = Try.Thrown && looksAtThrown(Handler) && !Parts.Only;
  if (!Parts.Members.empty())
    handMembersOver(Thrown, Parts, Handler, Loc);
  if (Keeps)
    keepThrown(Thrown, Try.Thrown, Loc);
  if (!F.Failed && (!Keeps || !Parts.Members.empty()) && !isOnlyValue(L, Thrown))
    error(Loc, "cannot differentiate this throw: to make what it throws has effects",
          "do that in a statement of its own");
}

/// The mark that the innermost try block is left here.
core::Stmt *FunctionLowering::jumpMark(SourceLocation Loc) {
  core::Stmt *Mark = stmt(StmtKind::Opaque, Loc);
  Mark->Text = "goto handler"; // replaced below
  Mark->NoReturn = true;
  Tries.back().Jumps.insert(Mark);
  return Mark;
}

/// The statements that leave the try blocks from the innermost out to number Outermost, in which
/// the handler of the number Handler goes on.
core::Block FunctionLowering::leaveFor(size_t Outermost, const core::Expr *Handler,
                                       SourceLocation Loc) {
  return capture([&] {
    for (size_t Inner = Outermost + 1; Inner < Tries.size(); ++Inner) {
      Tries[Inner].Passed = true;
      assign(name(Tries[Inner].Caught, Loc), literal("-1", M.intType(), Loc), Loc);
    }
    assign(name(Tries[Outermost].Caught, Loc), Handler, Loc);
    emit(jumpMark(Loc));
  });
}

/// Whether a handler of Try catches what is Thrown.
bool FunctionLowering::isCaughtBy(const CXXTryStmt *Try, QualType Thrown) {
  for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
    if (catches(L.S, Try->getHandler(I)->getCaughtType(), Thrown))
      return true;
  return false;
}

/// A throw in a block whose throws are jumps. False: it is an ordinary one.
bool FunctionLowering::throwTo(const CXXThrowExpr *E) {
  const Expr *Thrown = E->getSubExpr();
  SourceLocation Loc = E->getExprLoc();
  if (!Thrown)
    return throwAgain(Loc);
  for (size_t T = Tries.size(); T-- > 0;) {
    const CXXTryStmt *Try = Tries[T].Try;
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
      if (!catches(L.S, Try->getHandler(I)->getCaughtType(), Thrown->getType()))
        continue;
      handOver(Thrown, Tries[T], I, Loc);
      unwindDownTo(Tries[T].Lifetimes);
      append(leaveFor(T, literal(std::to_string(I + 1), M.intType(), Loc), Loc));
      return true;
    }
  }
  return false;
}

//===-- The block -----------------------------------------------------------===//

/// Whether B or a block in it throws.
static bool throwsIn(const core::Block &B, const TryBlock &Try) {
  bool Found = false;
  core::walk(B, [&](core::Stmt *S) { Found |= Try.Jumps.contains(S); });
  return Found;
}

/// Leaves out what comes after throws in B; Breakable: a break leaves what is around B.
void FunctionLowering::skipThrown(core::Block &B, bool Breakable) {
  const TryBlock &Try = Tries.back();
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    core::Stmt *S = B.Stmts[I];
    if (Try.Jumps.contains(S)) {
      B.Stmts.resize(I);
      if (Breakable)
        B.add(stmt(StmtKind::Break, SourceLocation::getFromRawEncoding(S->Loc)));
      return;
    }
    core::Block One;
    One.add(S);
    if (!throwsIn(One, Try))
      continue;
    SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc);
    if (throwsIn(S->Setup, Try) || throwsIn(S->Step, Try) || throwsIn(S->Init, Try))
      return error(Loc, "cannot differentiate this loop: its condition or step may throw",
                   "throw in its body");
    bool Leavable = S->is(StmtKind::Loop) || S->is(StmtKind::Switch);
    bool Always = S->is(StmtKind::If) && neverGoesOn(S->Then) && S->Else.empty();
    core::forEachBlock(*S, [&](core::Block &Inner) { skipThrown(Inner, Breakable || Leavable); });
    if (Breakable && !Leavable)
      continue; // the break has left what is around
    const core::Expr *Caught = name(Try.Caught, Loc), *None = literal("0", M.intType(), Loc);
    if (Breakable) {
      core::Stmt *Leave = stmt(StmtKind::If, Loc);
      Leave->Value = binary("!=", Caught, None, M.boolType(), Loc);
      Leave->Then.add(stmt(StmtKind::Break, Loc));
      B.Stmts.insert(B.Stmts.begin() + I + 1, Leave);
      continue;
    }
    core::Block Rest;
    Rest.Stmts.assign(B.Stmts.begin() + I + 1, B.Stmts.end());
    B.Stmts.resize(I + 1);
    skipThrown(Rest, /*Breakable=*/false);
    if (Rest.empty())
      return;
    if (Always) {
      S->Else = std::move(Rest);
      return;
    }
    core::Stmt *GoOn = stmt(StmtKind::If, Loc);
    GoOn->Value = binary("==", Caught, None, M.boolType(), Loc);
    GoOn->Then = std::move(Rest);
    B.add(GoOn);
    return;
  }
}

/// What the handlers of Try read is a variable of theirs. False after an error.
bool FunctionLowering::declareCaught(TryBlock &Try, SourceLocation Loc) {
  for (unsigned I = 0; I < Try.Try->getNumHandlers(); ++I) {
    const CXXCatchStmt *Handler = Try.Try->getHandler(I);
    const VarDecl *D = Handler->getExceptionDecl();
    Try.Objects.push_back(nullptr);
    Try.Parts.push_back({});
    if (!looksAtThrown(Handler))
      continue;
    const core::Type *Ty =
        D ? type(D->getType().getNonReferenceType().getUnqualifiedType()) : nullptr;
    bool Plain = Ty && countMentions(Handler->getHandlerBlock(), D) &&
                 (Ty->isReal() || Ty->isInteger() ||
                  (Ty->isRecord() && Ty->ZeroByBraces && Ty->TrivialCopy));
    if (!Plain || throwsAgain(Handler->getHandlerBlock())) {
      Try.Parts.back() = declareCaughtMembers(Handler);
      if (!checkCaught(Handler))
        return false;
      if (!Try.Thrown && !Try.Parts.back().Only)
        Try.Thrown = declareThrown(Loc);
      continue;
    }
    core::Variable *V = declare(D->getName(), Ty, zero(Ty, D->getLocation()), false, Loc);
    V->AddressTaken = Uses.Escaping.count(D);
    Changing.insert(V);
    Try.Objects.back() = V;
    Bindings[D] = name(V, D->getLocation());
  }
  return true;
}

/// S, whose throws are jumps.
void FunctionLowering::tryWithJumps(const CXXTryStmt *S) {
  SourceLocation Loc = S->getTryLoc();
  TryBlock Try;
  Try.Try = S;
  Try.Lifetimes = Lifetimes.size();
  Try.Caught = declare("caught", M.intType(), literal("0", M.intType(), Loc), false, Loc);
  Changing.insert(Try.Caught);
  if (!declareCaught(Try, Loc))
    return;
  Tries.push_back(std::move(Try));
  core::Block Body = capture([&] { statement(S->getTryBlock()); });
  attemptMembers(Body);
  skipThrown(Body, /*Breakable=*/false);
  TryBlock Done = std::move(Tries.back());
  Tries.pop_back();
  append(Body);
  core::Stmt *Outer = nullptr, *Inner = nullptr;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    core::Stmt *If = stmt(StmtKind::If, S->getHandler(I)->getBeginLoc());
    If->Value = binary("==", name(Done.Caught, Loc),
                       literal(std::to_string(I + 1), M.intType(), Loc), M.boolType(), Loc);
    const bool Looks = !Done.Objects[I] && !Done.Parts[I].Only;
    If->Then = capture([&] { handle(S->getHandler(I), Looks ? Done.Thrown : nullptr); });
    (Inner ? Inner->Else.add(If) : void(Outer = If));
    Inner = If;
  }
  emit(Outer);
  if (!Done.Passed)
    return;
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = binary("!=", name(Tries.back().Caught, Loc), literal("0", M.intType(), Loc),
                     M.boolType(), Loc);
  If->Then.add(jumpMark(Loc));
  emit(If);
}

} // namespace ad::lower
