//===- lower/inline.cpp - callees' bodies in place ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Small callees, and those whose result is a place or whose arguments are closures, are lowered
// where they are called:
//  1. Arguments are evaluated in order; parameters are bound to constants that hold them, or to the
//     places (with frozen indices) that references refer to.
//  2. The body is lowered into a block of its own; its locals get names of their own.
//  3. Constants that nothing in the block changes are replaced by what they hold, where that reads
//     better: plain names and literals always, other values if they are used once.
//  4. The value of the only return is the value of the call; several returns assign one variable.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

static unsigned countStatements(const Stmt *S) {
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

FunctionLowering::Exit FunctionLowering::exits(const FunctionDecl *FD) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(FD->getBody());
  if (!Body)
    return Exit::Unstructured;
  unsigned Returns = countReturns(Body);
  if (Returns == 0 || (Returns == 1 && isa<ReturnStmt>(Body->body_back())))
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

bool FunctionLowering::structured(llvm::ArrayRef<const Stmt *> Stmts) const {
  for (size_t I = 0; I < Stmts.size(); ++I) {
    const Stmt *S = Stmts[I];
    if (!returnsInside(S))
      continue;
    if (isa<ReturnStmt>(S))
      return true;
    auto Rest = Stmts.drop_front(I + 1);
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

bool FunctionLowering::mustInline(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def))
    return false;
  QualType R = FD->getReturnType();
  if (R->isReferenceType() || R->isPointerType() || isa<CXXConversionDecl>(FD))
    return true;
  // Nobody outside can name a member of a local class.
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD); MD && isLocalClass(MD->getParent()))
    return true;
  if (const auto *RD = R->getAsCXXRecordDecl(); RD && RD->isLambda())
    return true;
  if (type(R)->Mutable)
    return true;
  return llvm::any_of(FD->parameters(), [this](const ParmVarDecl *P) {
    if (type(P->getType())->nonReference()->Mutable)
      return true;
    const auto *RD = P->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return RD && RD->isLambda();
  });
}

bool FunctionLowering::shouldInline(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def) || Def->isDependentContext())
    return false;
  if (!attributes::requestedModes(FD).empty() || L.isRecursive(Def) || FD->isVariadic())
    return false;
  if (!L.function(FD)->Companions.empty())
    return false;
  constexpr unsigned Small = 12, Enough = 200;
  unsigned Size = countStatements(Def->getBody());
  return Size <= Small && InlinedStatements + Size <= Enough && exits(Def) == Exit::Single;
}

bool FunctionLowering::inlinesQuietly(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  return FD->hasBody(Def) && !Def->isDependentContext() && !L.isRecursive(Def) &&
         exits(Def) != Exit::Unstructured && checkFence(L, Def, /*Quiet=*/true);
}

const core::Expr *FunctionLowering::inlineCall(const FunctionDecl *FD, const Expr *Object,
                                               llvm::ArrayRef<const Expr *> Args, const Expr *E) {
  const Closure *Env = nullptr;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD); MD && MD->getParent()->isLambda())
    Env = closure(Object);
  return inlineBody(FD, Env ? nullptr : Object, nullptr, Env, Args, E);
}

/// How often V is read, loops counted as many times.
static unsigned countUses(const core::Block &B, const core::Variable *V, unsigned Weight = 1) {
  unsigned N = 0;
  auto Count = [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *X) {
      if (X && X->is(ExprKind::Variable) && X->Var == V)
        N += Weight;
      return X != nullptr;
    });
  };
  for (const core::Stmt *S : B.Stmts) {
    core::forEachExpr(*S, Count);
    unsigned Inner = S->is(StmtKind::Loop) ? 2 : Weight;
    for (const core::Block *C : {&S->Then, &S->Else, &S->Init, &S->Setup, &S->Step})
      N += countUses(*C, V, Inner);
    for (const core::SwitchCase &C : S->Cases)
      N += countUses(C.Body, V, Inner);
  }
  return N;
}

/// Whether nothing in B writes V or keeps its address.
static bool isOnlyRead(const core::Block &B, const core::Variable *V) {
  bool Only = true;
  auto IsPart = [&](const core::Expr *Place) {
    return Place && core::isPlace(Place) && core::rootVariable(Place) == V;
  };
  core::walk(B, [&](core::Stmt *S) {
    if (IsPart(S->Target) || (S->Var == V && !S->is(StmtKind::Declare)))
      Only = false;
    for (const core::Expr *W : S->Writes)
      if (IsPart(W))
        Only = false;
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        const core::Type *T = S->Callee->Params[I]->Ty;
        if (T->isReference() && !T->ElementConst && IsPart(S->Operands[I]))
          Only = false;
      }
    core::forEachExpr(*S, [&](const core::Expr *E) {
      core::walk(E, [&](const core::Expr *X) {
        if (X->is(ExprKind::AddressOf) && IsPart(X->operand()))
          Only = false;
        return true;
      });
    });
  });
  return Only;
}

/// Whether V is only read field by field, each at most once or as plainly as a name.
static bool onlyMembers(const core::Block &B, const core::Expr *Result, const core::Variable *V) {
  bool Only = true;
  auto Look = [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *X) {
      if (X->is(ExprKind::Member) && X->operand()->is(ExprKind::Variable) && X->operand()->Var == V)
        return false;
      Only &= !(X->is(ExprKind::Variable) && X->Var == V);
      return true;
    });
  };
  core::walk(B, [&](core::Stmt *S) { core::forEachExpr(*S, Look); });
  if (Result)
    Look(Result);
  return Only;
}

/// Values that read as well as a name does.
static bool isPlain(const core::Expr *E) {
  switch (E->Kind) {
  case ExprKind::Literal:
  case ExprKind::Variable:
    return true;
  case ExprKind::Unary:
  case ExprKind::Cast:
  case ExprKind::Member:
    return isPlain(E->operand());
  case ExprKind::AddressOf:
    return isPlain(E->operand());
  case ExprKind::Dereference:
    return E->operand()->is(ExprKind::Variable);
  case ExprKind::Subscript:
    return isPlain(E->operand()) && isPlain(E->operand(1)) && E->Ty->isInteger();
  default:
    return false;
  }
}

const core::Expr *FunctionLowering::inlineBody(const FunctionDecl *FD, const Expr *Object,
                                               const core::Expr *Target, const Closure *Env,
                                               llvm::ArrayRef<const Expr *> Args, const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  const FunctionDecl *Def = nullptr;
  std::string Name = FD->getNameAsString();
  if (!FD->hasBody(Def)) {
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(FD) + "', whose body is not visible",
          "define it in this file, or annotate its declaration");
    return poison(E);
  }
  auto Cannot = [&](llvm::StringRef Why) -> const core::Expr * {
    error(Loc, "cannot differentiate a call to '" + Name + "', " + Why.str(),
          "return the value itself, or write it to an output parameter");
    return poison(E);
  };
  bool Lambda = Env != nullptr;
  bool Place = FD->getReturnType()->isReferenceType();
  if (llvm::any_of(Frames, [&](const Frame &Fr) { return Fr.Decl == Def; }) || L.isRecursive(Def))
    return Cannot(Lambda ? "a recursive closure"
                         : "which is recursive and returns a place or takes a closure");
  Exit How = exits(Def);
  if (How == Exit::Unstructured)
    return Cannot("which is inlined and returns from inside a loop or switch");
  if (!checkFence(L, Def, isLibrary(Def))) {
    F.Failed = true;
    return poison(E);
  }
  InlinedStatements += countStatements(Def->getBody());
  Uses.scan(Def->getBody(), L.Usages);
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      Uses.scan(I->getInit(), L.Usages);

  std::vector<core::Variable *> Candidates;
  const core::Expr *Result = nullptr;
  core::Block Body = capture([&] {
    // 1. Arguments.
    std::vector<Part> Parts;
    if (Object) {
      bool Pointer = Object->getType()->isPointerType();
      Parts.push_back({[this, Object, Pointer, Loc] {
                         const core::Expr *P = value(Object);
                         if (Pointer)
                           return dereference(P, Loc);
                         return core::isPlace(P) ? P : freeze(P, Loc, "object");
                       },
                       true});
    }
    llvm::SmallVector<unsigned, 4> Indices; // of parameters that are not closures
    for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I) {
      const ParmVarDecl *P = Def->getParamDecl(I);
      if (const Closure *C = closure(Args[I])) {
        Closures[P] = C;
        continue;
      }
      Indices.push_back(I);
      Parts.push_back(argument(Args[I], P));
    }
    auto *Before = std::exchange(Temporaries, &Candidates);
    std::vector<const core::Expr *> Values = inOrder(Parts);
    Temporaries = Before;
    auto *Outer = std::exchange(Frozen, &Candidates);
    Frame Fr;
    Fr.Decl = Def;
    Fr.Inlined = true;
    Fr.Call = Loc;
    Fr.Env = Env;
    Fr.This = Target;
    if (Object)
      Fr.This = freezePlace(Values[0], Loc);
    for (unsigned I = 0; I < Indices.size(); ++I) {
      const ParmVarDecl *P = Def->getParamDecl(Indices[I]);
      const core::Expr *V = Values[I + (Object ? 1 : 0)];
      llvm::StringRef Wanted = plainName(P, "argument");
      bool Reference = P->getType()->isReferenceType();
      if (Reference && core::isPlace(V)) {
        Bindings[P] = freezePlace(V, Loc);
        continue;
      }
      const core::Type *Ty = type(P->getType().getNonReferenceType());
      if (Ty->Mutable) {
        bindHandle(P, Ty, V, Loc);
        continue;
      }
      bool Changes = Uses.Modified.count(P);
      // A literal argument is the parameter: conditions on it are decided here.
      if (!Changes && V->is(ExprKind::Literal) && V->Ty == Ty && !Uses.Escaping.count(P)) {
        Bindings[P] = V;
        continue;
      }
      core::Variable *Copy =
          declare(Wanted, Ty, convert(Ty, V, false, Loc), !Changes && !Ty->isArray(), Loc);
      Copy->AddressTaken = Uses.Escaping.count(P);
      Copy->Constant = L.isConstant(P);
      Declared.insert(Copy);
      if (P->getType().isConstQualified())
        UserConst.insert(Copy);
      if (Changes)
        Changing.insert(Copy);
      else if (!Copy->Constant && !Copy->AddressTaken)
        Candidates.push_back(Copy);
      Bindings[P] = name(Copy, Loc);
    }
    Frozen = Outer;

    // 2. The body.
    const core::Type *Ty = type(FD->getReturnType().getNonReferenceType());
    if (How == Exit::Structured && !FD->getReturnType()->isVoidType()) {
      const core::Type *Held =
          Place ? M.pointer(Ty, FD->getReturnType()->getPointeeType().isConstQualified()) : Ty;
      std::string Wanted = FD->getIdentifier() ? Name + (Place ? "_at" : "_value") : "value";
      Fr.ResultVariable = declare(Wanted, Held, nullptr, false, Loc);
      Changing.insert(Fr.ResultVariable);
    }
    Frames.push_back(Fr);
    const Expr *Saved = std::exchange(Waiting, nullptr);
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
      initialisers(CD, Target);
    const auto *Compound = cast<CompoundStmt>(Def->getBody());
    sequence(llvm::SmallVector<const Stmt *, 8>(Compound->body_begin(), Compound->body_end()));
    Waiting = Saved;
    Fr = Frames.back();
    Frames.pop_back();
    Result = Fr.Result;
    if (Fr.ResultVariable) {
      Result = name(Fr.ResultVariable, Loc);
      if (Place)
        Result = dereference(Result, Loc);
    }
  });
  if (!Result) {
    if (!FD->getReturnType()->isVoidType() && !isa<CXXConstructorDecl>(FD) && !F.Failed &&
        !neverGoesOn(Body))
      return Cannot("which does not return a value");
    Result = literal("0", M.intType(), Loc);
  } else if (!Place) {
    // The value has the declared type of the result.
    const core::Type *Ty = type(FD->getReturnType());
    if (Ty->isReal() && Result->Ty != Ty)
      Result = convert(Ty, Result, false, Loc);
  }

  // 3. Undo the freezing where it is not needed.
  llvm::erase_if(Candidates, [&](core::Variable *V) {
    for (const core::Stmt *S : Body.Stmts)
      if (S->is(StmtKind::Declare) && S->Var == V) {
        if (!isOnlyRead(Body, V))
          return true;
        if (!S->Value || isPlain(S->Value))
          return false;
        if (S->Value->is(ExprKind::Braces))
          return !S->Value->Ty->isRecord() || !onlyMembers(Body, Result, V);
        core::Block Returned;
        core::Stmt *R = stmt(StmtKind::Return, Loc);
        R->Value = Result;
        Returned.add(R);
        return countUses(Body, V) + countUses(Returned, V) > 1;
      }
    return true;
  });
  thaw(Body, 0, Candidates, Result);
  append(Body);
  return Result;
}

//===-- Closures ----------------------------------------------------------===//

/// The one of E's lambdas, an overload set that was written in braces, that is an RD. Null where it
/// is none, or holds copies that may have changed since.
static const Expr *ofOverloadSet(const Expr *E, const CXXRecordDecl *RD) {
  if (!isOverloadSet(E->getType()->getAsCXXRecordDecl()))
    return nullptr;
  bool Named = false;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    E = V && V->getInit() ? V->getInit()->IgnoreImplicit() : E;
    Named = true;
  }
  while (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E))
    E = C->getSubExpr()->IgnoreImplicit();
  const auto *List = dyn_cast<InitListExpr>(E);
  for (const Expr *I : List ? List->inits() : llvm::ArrayRef<Expr *>()) {
    if (I->getType()->getAsCXXRecordDecl() != RD)
      continue;
    const Expr *Made = I->IgnoreImplicit();
    if (const auto *C = dyn_cast<CXXConstructExpr>(Made); C && C->getNumArgs() == 1)
      Made = C->getArg(0)->IgnoreImplicit();
    const auto *Lambda = dyn_cast<LambdaExpr>(Made);
    bool Copies = !Lambda || llvm::any_of(Lambda->captures(), [](const LambdaCapture &C) {
      return C.getCaptureKind() != LCK_ByRef;
    });
    return Named && Copies ? nullptr : I;
  }
  return nullptr;
}

/// The lambda that E is, seen through copies and names; null if it is none that is known.
const Closure *FunctionLowering::closure(const Expr *E) {
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!RD || !RD->isLambda())
    return nullptr;
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() == 1)
      E = C->getArg(0);
    else if (const auto *I = dyn_cast<InitListExpr>(E); I && I->getNumInits() == 1)
      E = I->getInit(0);
    else if (const Expr *One = ofOverloadSet(E, RD))
      E = One;
    else
      break;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return makeClosure(Lambda);
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return Closures.lookup(R->getDecl());
  return nullptr;
}

const Closure *FunctionLowering::makeClosure(const LambdaExpr *E) {
  auto Made = std::make_unique<Closure>();
  Made->Lambda = E;
  const CXXMethodDecl *Operator = E->getCallOperator();
  bool Mutable = Operator && !Operator->isConst();
  auto Init = E->capture_init_begin();
  for (const LambdaCapture &C : E->captures()) {
    const Expr *From = *Init++;
    if (C.capturesThis()) {
      Made->This = thisPlace(C.getLocation());
      continue;
    }
    if (!C.capturesVariable())
      continue;
    const ValueDecl *D = C.getCapturedVar();
    if (const Closure *Inner = From ? closure(From) : nullptr) {
      Closures[D] = Inner;
      continue;
    }
    if (E->isInitCapture(&C)) {
      const auto *V = cast<VarDecl>(D);
      if (V->getType()->isReferenceType())
        bindReference(V, V->getInit(), C.getLocation());
      else
        Made->Copies[V] = name(declare(V->getName(), type(V->getType()), value(V->getInit()),
                                       !Mutable, C.getLocation()),
                               C.getLocation());
      continue;
    }
    if (C.getCaptureKind() == LCK_ByRef)
      continue;
    const core::Expr *Held = Bindings.lookup(D);
    for (const Frame &Fr : llvm::reverse(Frames))
      if (Fr.Env && Fr.Env->Copies.count(D)) {
        Held = Fr.Env->Copies.lookup(D);
        break;
      }
    if (!Held)
      continue; // a constant: its initialiser is used
    if (Mutable || !isSettled(Held)) {
      core::Variable *Copy =
          declare(D->getName(), Held->Ty, Held, !Mutable && !Held->Ty->isArray(), C.getLocation());
      if (Mutable)
        Changing.insert(Copy);
      Held = name(Copy, C.getLocation());
    }
    Made->Copies[D] = Held;
  }
  OwnedClosures.push_back(std::move(Made));
  return OwnedClosures.back().get();
}

} // namespace ad::lower
