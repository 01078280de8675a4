//===- lower/inline_choice.cpp - which callees are written out ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Some callees must be lowered where they are called (mustInline), others should be (shouldInline):
// small ones, and those that are called at one place, which duplicates nothing. How the body
// returns decides how it can be written out (`exits`, `canLeave`).
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/exceptions.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/returned_records.h"

using namespace clang;

namespace ad::lower {

unsigned FunctionLowering::countStatements(const Stmt *S) {
  if (!S || isa<Expr>(S))
    return 0;
  unsigned N = isa<CompoundStmt>(S) ? 0 : 1;
  for (const Stmt *C : S->children())
    if (C)
      N += isa<Expr>(C) ? (isa<CompoundStmt>(S) ? 1 : 0) : countStatements(C);
  return N;
}

static unsigned countReturns(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return 0;
  unsigned N = isa<ReturnStmt>(S);
  for (const Stmt *C : S->children())
    N += countReturns(C);
  return N;
}

/// Adds the functions that S calls, and at how many places; closures may be anywhere.
static void countCalls(const Stmt *S, unsigned Weight,
                       llvm::DenseMap<const FunctionDecl *, unsigned> &Calls) {
  if (!S)
    return;
  if (isa<LambdaExpr>(S))
    Weight = 2;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *FD = Call->getDirectCallee())
      Calls[FD->getCanonicalDecl()] += Weight;
  for (const Stmt *C : S->children())
    countCalls(C, Weight, Calls);
}

void FunctionLowering::findCallsOnce(const FunctionDecl *FD, Frame &Fr) {
  llvm::DenseMap<const FunctionDecl *, unsigned> Calls;
  countCalls(FD->getBody(), 1, Calls);
  for (auto [Callee, Count] : Calls)
    if (Count == 1)
      Fr.CallsOnce.insert(Callee);
}

/// The last statement of Body; of an `if constexpr` at its end, that of the arm that is taken.
static const Stmt *lastOf(const CompoundStmt *Body, const ASTContext &Ctx) {
  const Stmt *Last = Body->body_empty() ? nullptr : Body->body_back();
  while (Last) {
    const auto *If = dyn_cast<IfStmt>(Last);
    bool Taken = false;
    if (const auto *Block = dyn_cast<CompoundStmt>(Last);
        Block && Last != Body && !Block->body_empty())
      Last = Block->body_back();
    else if (If && If->isConstexpr() && !If->getCond()->isValueDependent() &&
             If->getCond()->EvaluateAsBooleanCondition(Taken, Ctx))
      Last = Taken ? If->getThen() : If->getElse();
    else
      break;
  }
  return Last;
}

Exit FunctionLowering::exits(const FunctionDecl *FD) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(FD->getBody());
  if (!Body || hasGotos(Body))
    return Exit::Unstructured;
  unsigned Returns = countReturns(Body);
  if (Returns == 0 || (Returns == 1 && isa_and_nonnull<ReturnStmt>(lastOf(Body, Ctx))))
    return Exit::Single;
  return structured(llvm::SmallVector<const Stmt *, 8>(Body->body_begin(), Body->body_end()))
             ? Exit::Structured
             : Exit::Unstructured;
}

/// Whether every path through S leaves by a return or throw.
static bool alwaysReturns(const Stmt *S) {
  if (!S)
    return false;
  if (isa<ReturnStmt>(S))
    return true;
  if (const auto *C = dyn_cast<CompoundStmt>(S))
    return !C->body_empty() && alwaysReturns(C->body_back());
  if (const auto *I = dyn_cast<IfStmt>(S))
    return alwaysReturns(I->getThen()) && alwaysReturns(I->getElse());
  if (const auto *E = dyn_cast<Expr>(S))
    return isa<CXXThrowExpr>(E->IgnoreImplicit());
  return false;
}

/// Whether the block, branch or loop S declares an object that is destroyed where S ends.
bool FunctionLowering::endsObjects(const Stmt *S) {
  auto Declares = [&](const Stmt *D) {
    const auto *Decl = dyn_cast_or_null<DeclStmt>(D);
    return Decl && llvm::any_of(Decl->decls(), [&](const clang::Decl *Each) {
             const auto *V = dyn_cast<VarDecl>(Each);
             return V && isOwner(V->getType().getNonReferenceType());
           });
  };
  if (const auto *C = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(C->body(), Declares);
  const auto *If = dyn_cast<IfStmt>(S);
  return If && (Declares(If->getInit()) || Declares(If->getConditionVariableDeclStmt()));
}

bool FunctionLowering::structured(llvm::ArrayRef<const Stmt *> Stmts) {
  for (size_t I = 0; I < Stmts.size(); ++I) {
    const Stmt *S = Stmts[I];
    if (!returnsInside(S))
      continue;
    if (isa<ReturnStmt>(S))
      return true;
    auto Rest = Stmts.drop_front(I + 1);
    if (!Rest.empty() && endsObjects(S)) // ahead of what would go into it
      return false;
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      llvm::SmallVector<const Stmt *, 8> Inner(C->body_begin(), C->body_end());
      Inner.append(Rest.begin(), Rest.end());
      return structured(Inner);
    }
    if (const auto *A = dyn_cast<AttributedStmt>(S); A && isa<ReturnStmt>(A->getSubStmt()))
      return true;
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If)
      return false;
    // What follows is lowered once for each branch that goes on: one of them may.
    if (!Rest.empty() && !alwaysReturns(If->getThen()) && !alwaysReturns(If->getElse()))
      return false;
    for (const Stmt *Branch : {If->getThen(), If->getElse()}) {
      llvm::SmallVector<const Stmt *, 8> All;
      if (Branch)
        All.push_back(Branch);
      All.append(Rest.begin(), Rest.end());
      if (!structured(All))
        return false;
    }
    return true;
  }
  return true;
}

/// Whether S makes objects that a std::shared_ptr owns.
static bool sharesObjects(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S);
      Call && isStd(Call->getDirectCallee(), "make_shared"))
    return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && isSharedPtr(C->getType()->getAsCXXRecordDecl()) && C->getNumArgs() &&
      C->getArg(0)->IgnoreParenImpCasts()->getType()->isPointerType())
    return true;
  return llvm::any_of(S->children(), sharesObjects);
}

/// Whether somebody has written a rule for FD, which calls are to follow.
bool FunctionLowering::hasRule(const FunctionDecl *FD) {
  return !isLibrary(FD) && !FD->isDependentContext() && !L.function(FD)->HandWritten.empty();
}

/// Whether what FD takes of Eigen's, and only reads, are objects that companions can give it.
bool FunctionLowering::handsObjects(const FunctionDecl *FD) {
  auto Reads = [](const ParmVarDecl *P) {
    const QualType T = P->getType();
    return !isOfEigen(T) ||
           (plainMatrix(T) && (!T->isReferenceType() || T->getPointeeType().isConstQualified()));
  };
  return hasRule(FD) && !isOfEigen(FD->getReturnType()) && llvm::all_of(FD->parameters(), Reads);
}

bool FunctionLowering::mustInline(const FunctionDecl *FD, llvm::ArrayRef<const Expr *> Args) {
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def))
    return false;
  if (touchesCopied(Def))
    return true;
  QualType R = FD->getReturnType();
  // Matrices are known where they are used, by shapes and coefficients; a rule takes objects.
  if (!handsObjects(FD) &&
      (isOfEigen(R) || llvm::any_of(FD->parameters(),
                                    [](const ParmVarDecl *P) { return isOfEigen(P->getType()); })))
    return true;
  if (R->isReferenceType() || R->isPointerType() || isa<CXXConversionDecl>(FD) ||
      (L.isRecursive(Def) && isLeadingRecord(L, R)))
    return true;
  // Objects that own memory are made where they are used.
  bool Can = exits(Def) != Exit::Unstructured && !L.isRecursive(Def);
  if (isSmart(R) || (isOwner(R) && Can))
    return true;
  if (llvm::any_of(FD->parameters(), [&](const ParmVarDecl *P) {
        return isSmart(P->getType()) || (isOwner(P->getType()) && Can);
      }))
    return true;
  if (llvm::any_of(FD->parameters(), [&](const ParmVarDecl *P) {
        const bool Passed = isNodeContainer(P->getType()) && L.isRecursive(Def);
        return isSequenceIterator(P->getType()) || (L.adaptedDeque(P->getType()) && !Passed) ||
               L.localSmartArray(P->getType().getNonReferenceType());
      }))
    return true;
  // What it shares must outlive it.
  if (sharesObjects(Def->getBody()))
    return true;
  // Nobody outside can name a member of a local class.
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD);
      MD && (isLocalClass(MD->getParent()) || L.standsIn(MD->getParent())))
    return true;
  if (L.namesStandIn(R) || llvm::any_of(FD->parameters(), [this](const ParmVarDecl *P) {
        return L.namesStandIn(P->getType());
      }))
    return true;
  if (isClosureObject(R))
    return true;
  if (type(R)->Mutable || llvm::any_of(FD->parameters(), [this](const ParmVarDecl *P) {
        return type(P->getType())->nonReference()->Mutable;
      }))
    return true;
  for (unsigned I = 0; I < Args.size() && I < FD->getNumParams(); ++I)
    if ((isCallable(FD->getParamDecl(I)->getType()) &&
         (isKnownFunction(Args[I]) || isEmptyFunction(Args[I]))) ||
        functionList(Args[I]))
      return true;
  return false;
}

static bool hasLoop(const Stmt *S) {
  return S && (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S) ||
               llvm::any_of(S->children(), hasLoop));
}

bool FunctionLowering::shouldInline(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def) || Def->isDependentContext())
    return false;
  if (!attributes::requestedModes(FD).empty() || L.isRecursive(Def) || FD->isVariadic())
    return false;
  if (!L.function(FD)->Companions.empty())
    return false;
  if (isOwnAlgorithm(FD)) // what it is given are iterators
    return true;
  // What is attempted is called once more if nothing was thrown.
  if (InTry && throwsDeeply(L, FD) && L.changesOnlyGiven(FD))
    return false;
  constexpr unsigned Small = 12, Enough = 400, Whole = 2000;
  unsigned Size = countStatements(Def->getBody());
  if (callsOnce(FD) && (Size > Small || InlinedStatements + Size > Enough))
    return OwnStatements + Size <= Whole && (inlinesQuietly(FD) || leavesQuietly(FD));
  // What is as short as its call does not count.
  constexpr unsigned Tiny = 4, TinyEnough = 2000;
  // Called, loops record what they read of arrays that nobody changes.
  constexpr unsigned SmallWithLoops = 20;
  const unsigned Most = Size > Small && hasLoop(Def->getBody()) ? SmallWithLoops : Small;
  if (Size > Most || InlinedStatements + Size > (Size > Tiny ? Enough : TinyEnough))
    return false;
  const Exit How = exits(Def);
  return How == Exit::Single || (How == Exit::Structured && returnsFrom(Def)) || leavesQuietly(FD);
}

bool FunctionLowering::inlinesQuietly(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  return FD->hasBody(Def) && !Def->isDependentContext() && !L.isRecursive(Def) &&
         exits(Def) != Exit::Unstructured && checkFence(L, Def, /*Quiet=*/true);
}

static bool hasTry(const Stmt *S) {
  return S && (isa<CXXTryStmt>(S) || llvm::any_of(S->children(), hasTry));
}

/// Whether several returns can do with a result that is declared before its value is known.
bool FunctionLowering::returnsFrom(const FunctionDecl *Def) {
  const core::Type *R = type(Def->getReturnType());
  const bool Later = R->isVoid() || R->isScalar() || R->isReference() ||
                     (R->isRecord() && R->ZeroByBraces && R->TrivialCopy);
  return Later && !hasTry(Def->getBody());
}

/// The same for a callee that returns from inside of loops. Mode checkpointed keeps the call: it
/// needs no record to call again, and may know more of what is behind the callee's parameters.
bool FunctionLowering::leavesQuietly(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  return FD->hasBody(Def) && !isLibrary(FD) && canLeave(Def) && returnsFrom(Def) &&
         !F.Companions.count("checkpointed") && checkFence(L, Def, /*Quiet=*/true);
}

/// Whether a return inside of a loop of Def can set a flag and leave the loop.
bool FunctionLowering::canLeave(const FunctionDecl *Def) {
  QualType R = Def->getReturnType();
  return isa_and_nonnull<CompoundStmt>(Def->getBody()) && !hasGotos(Def->getBody()) &&
         !isa<CXXConstructorDecl>(Def) && !isOfEigen(R) && !isOwner(R) && !isSmart(R) &&
         !core::holdsMap(type(R)) && !type(R)->Mutable &&
         (!L.namesStandIn(R) || L.isOwnTagged(type(R)));
}

} // namespace ad::lower
