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
//  1. A throw is lowered to the number of its handler, the object that the handler reads, and a
//  mark
//     that nothing goes on there. What lives in the block is destroyed before.
//  2. When the block is Core, what comes after a statement that may have thrown is left out where
//  it
//     has: the rest of a block becomes a branch, loops and switches are left.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
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
  bool Written = false; ///< by a throw that can be seen
  bool Hidden = false;  ///< by something else
  bool Tries = false;   ///< there are try blocks inside
  llvm::SmallPtrSet<const FunctionDecl *, 8> Asked;

  void look(Lowering &L, const Stmt *S);
  void look(Lowering &L, const FunctionDecl *FD);
};
} // namespace

/// Whether the library's FD throws by what it is for. That memory ends does not count: where it
/// does, companions throw themselves.
static bool libraryThrows(const FunctionDecl *FD) {
  if (!FD->getIdentifier())
    return false;
  llvm::StringRef Name = FD->getName();
  return llvm::is_contained(
             {"at", "value", "get", "visit", "any_cast", "substr", "rethrow_exception"}, Name) ||
         (Name.size() > 3 && (Name.starts_with("sto")));
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
    Hidden |= libraryThrows(FD);
    return;
  }
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!FD->hasBody(Def) || L.isConstant(FD) || (MD && MD->isVirtual())) {
    // Members that the compiler makes have no body before they are used.
    Hidden |= !FD->isImplicit() && !FD->isDefaulted();
    return;
  }
  if (!Asked.insert(Def).second)
    return;
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      look(L, I->getInit());
  look(L, Def->getBody());
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
  Tries |= isa<CXXTryStmt>(S);
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
  return T.Written;
}

/// Whether all that S's block throws can be a jump.
bool FunctionLowering::canJump(const CXXTryStmt *S) {
  Throws T;
  T.look(L, S->getTryBlock());
  return T.Written && !T.Hidden && !T.Tries && Tries.empty() && !hasGotos(S->getTryBlock());
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

/// Whether a handler of this type catches what is Thrown. Null: it catches all.
static bool catches(Sema &S, QualType Caught, QualType Thrown) {
  if (Caught.isNull())
    return true;
  Caught = Caught.getNonReferenceType().getUnqualifiedType();
  if (S.Context.hasSameUnqualifiedType(Caught, Thrown))
    return true;
  CXXBasePaths Paths;
  return Caught->isRecordType() && Thrown->isRecordType() &&
         S.IsDerivedFrom(SourceLocation(), Thrown, Caught, Paths) &&
         !Paths.isAmbiguous(S.Context.getCanonicalType(Caught)) &&
         Paths.front().Access == AS_public;
}

/// A throw in a block whose throws are jumps. False: it is an ordinary one.
bool FunctionLowering::throwTo(const CXXThrowExpr *E) {
  const Expr *Thrown = E->getSubExpr();
  if (Tries.empty() || !Thrown)
    return false;
  SourceLocation Loc = E->getExprLoc();
  const CXXTryStmt *Try = Tries.back().Try;
  for (unsigned I = 0; I < Try->getNumHandlers(); ++I) {
    const CXXCatchStmt *Handler = Try->getHandler(I);
    if (!catches(L.S, Handler->getCaughtType(), Thrown->getType()))
      continue;
    if (core::Variable *Object = Tries.back().Objects[I]) {
      if (!Ctx.hasSameUnqualifiedType(Handler->getCaughtType().getNonReferenceType(),
                                      Thrown->getType()))
        error(Loc,
              "cannot differentiate this throw: its handler reads an object of another type, '" +
                  L.spelling(Handler->getCaughtType().getNonReferenceType().getUnqualifiedType()) +
                  "'",
              "throw an object of that type");
      else
        assign(name(Object, Loc), convert(Object->Ty, value(Thrown), false, Loc), Loc);
    } else if (!isOnlyValue(L, Thrown)) {
      error(Loc, "cannot differentiate this throw: to make what it throws has effects",
            "do that in a statement of its own");
    }
    destroyDownTo(Tries.back().Lifetimes);
    assign(name(Tries.back().Caught, Loc), literal(std::to_string(I + 1), M.intType(), Loc), Loc);
    core::Stmt *Mark = stmt(StmtKind::Opaque, Loc);
    Mark->Text = "goto handler"; // replaced below
    Mark->NoReturn = true;
    Tries.back().Jumps.insert(Mark);
    emit(Mark);
    return true;
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

/// Says what in B may throw without being seen to.
void FunctionLowering::refuseHiddenThrows(const core::Block &B) {
  core::walk(B, [&](core::Stmt *S) {
    bool Hidden = S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).starts_with("(void)");
    if (S->is(StmtKind::Call)) {
      const auto *FD = static_cast<const FunctionDecl *>(S->Callee->Origin);
      Throws T;
      if (FD)
        T.look(L, FD);
      Hidden = !FD || T.Written || T.Hidden;
    }
    if (Hidden && !F.Failed)
      error(SourceLocation::getFromRawEncoding(S->Loc),
            "cannot differentiate this in a try block that changes variables before it throws: it "
            "may throw, too",
            "test for what is wrong in the block, and throw there");
  });
}

/// S, whose throws are jumps.
void FunctionLowering::tryWithJumps(const CXXTryStmt *S) {
  SourceLocation Loc = S->getTryLoc();
  TryBlock Try;
  Try.Try = S;
  Try.Lifetimes = Lifetimes.size();
  Try.Caught = declare("caught", M.intType(), literal("0", M.intType(), Loc), false, Loc);
  Changing.insert(Try.Caught);
  // What handlers read is a variable of theirs.
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    const CXXCatchStmt *Handler = S->getHandler(I);
    const VarDecl *D = Handler->getExceptionDecl();
    Try.Objects.push_back(nullptr);
    if (!D || !countMentions(Handler->getHandlerBlock(), D))
      continue;
    const core::Type *Ty = type(D->getType().getNonReferenceType().getUnqualifiedType());
    if (!Ty->isReal() && !Ty->isInteger() &&
        !(Ty->isRecord() && Ty->ZeroByBraces && Ty->TrivialCopy))
      return error(Handler->getBeginLoc(),
                   "cannot differentiate this try block: its handler reads the exception '" +
                       D->getName() + "'",
                   "decide by the type of the exception alone");
    core::Variable *V = declare(D->getName(), Ty, zero(Ty, D->getLocation()), false, Loc);
    V->AddressTaken = Uses.Escaping.count(D);
    Changing.insert(V);
    Try.Objects.back() = V;
    Bindings[D] = name(V, D->getLocation());
  }
  Tries.push_back(std::move(Try));
  core::Block Body = capture([&] { statement(S->getTryBlock()); });
  refuseHiddenThrows(Body);
  skipThrown(Body, /*Breakable=*/false);
  TryBlock Done = std::move(Tries.back());
  Tries.pop_back();
  append(Body);
  core::Stmt *Outer = nullptr, *Inner = nullptr;
  for (unsigned I = 0; I < S->getNumHandlers(); ++I) {
    core::Stmt *If = stmt(StmtKind::If, S->getHandler(I)->getBeginLoc());
    If->Value = binary("==", name(Done.Caught, Loc),
                       literal(std::to_string(I + 1), M.intType(), Loc), M.boolType(), Loc);
    If->Then = capture([&] { statement(S->getHandler(I)->getHandlerBlock()); });
    (Inner ? Inner->Else.add(If) : void(Outer = If));
    Inner = If;
  }
  emit(Outer);
}

} // namespace ad::lower
