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
#include "plugin/lower/eigen.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/returned_functions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

static bool changesSizes(const FunctionDecl *FD) {
  return FD->getName().starts_with("append_") || FD->getName().starts_with("vector_") ||
         FD->getName().starts_with("owners_") || FD->getName().starts_with("heap_");
}

/// Whether Place and what E is the boundary of are certainly different objects.
static bool isElsewhere(const core::Expr *Place, const core::Expr *E) {
  const core::Variable *V = core::isPlace(Place) ? core::rootVariable(Place) : nullptr;
  const core::Variable *Of = nullptr;
  core::walk(E, [&](const core::Expr *Sub) {
    if (Sub->is(ExprKind::Variable) && Sub->Ty->nonReference()->isArray())
      Of = Sub->Var;
    return true;
  });
  auto Own = [](const core::Variable *X) {
    return X->Kind == core::Storage::Local && !X->Ty->isReference();
  };
  return V && Of && V != Of && (Own(V) || Own(Of));
}

/// Whether E is the begin or the end of a vector or array that has a name.
static bool isBoundary(const core::Expr *E) {
  while (E->is(ExprKind::Cast))
    E = E->operand();
  if (E->is(ExprKind::Binary) && E->Text == "+" && E->Ty->isPointer())
    return isBoundary(E->operand(0)) &&
           (E->operand(1)->is(ExprKind::Literal) || E->operand(1)->is(ExprKind::Member));
  if (!E->is(ExprKind::AddressOf) || !E->operand()->is(ExprKind::Subscript))
    return false;
  const core::Expr *Whole = E->operand()->operand();
  return Whole->Ty->isArray() && Whole->is(ExprKind::Variable) &&
         E->operand()->operand(1)->is(ExprKind::Literal);
}

const core::Expr *FunctionLowering::inlineCall(const FunctionDecl *FD, const Expr *Object,
                                               const Closure *Env,
                                               llvm::ArrayRef<const Expr *> Args, const Expr *E) {
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

/// Whether V is a copy of the numbers in E, `points[i]`, whose parts read as well there as in V.
static bool isCopyOfNumbers(const core::Expr *E, const core::Variable *V) {
  const core::Type *T = V->Ty;
  return core::isPlace(E) && E->Ty == T && T->isRecord() && T->IsBytes && !T->IsUnion &&
         !T->IsTagged && core::cost(E) <= 6 && llvm::all_of(T->Fields, [](const core::Field &F) {
           return F.Ty->isReal() || F.Ty->isInteger();
         });
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

/// E, if it makes or names an overload set of lambdas that change nothing of their own.
static const Expr *overloadSetIn(const Expr *E) {
  const CXXRecordDecl *Class = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!isOverloadSet(Class))
    return nullptr;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
        !Base || !Base->isLambda() || Base->isGenericLambda() ||
        !Base->getLambdaCallOperator()->isConst())
      return nullptr;
  E = passedOn(E);
  while (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    if (C->getNumArgs() != 1)
      break;
    E = passedOn(C->getArg(0));
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return isa<InitListExpr>(E) || (R && isa<ParmVarDecl>(R->getDecl())) ? E : nullptr;
}

/// The lambdas that are written in E, an overload set. None where it has a name.
static std::vector<const LambdaExpr *> lambdasOf(const Expr *E) {
  std::vector<const LambdaExpr *> All;
  if (const auto *Braces = dyn_cast<InitListExpr>(E))
    for (const Expr *I : Braces->inits())
      if (const auto *Lambda = dyn_cast<LambdaExpr>(passedOn(I)))
        All.push_back(Lambda);
  return All;
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
  if (isa<CXXTryStmt>(Def->getBody()) && isa<CXXConstructorDecl, CXXDestructorDecl>(Def)) {
    error(Loc, "cannot differentiate a call to '" + Name + "', whose body is a try block",
          "put the try block into the braces of the body");
    return poison(E);
  }
  bool Place = FD->getReturnType()->isReferenceType();
  bool Recursive =
      L.isRecursive(Def) || llvm::any_of(Frames, [&](const Frame &Fr) { return Fr.Decl == Def; });
  Exit How = exits(Def);
  bool Leaves = false;
  const bool Typed = passesTyped(Def, Args) || !untypedAs(E).isNull();
  if (Recursive || How == Exit::Unstructured) {
    Leaves = !Recursive && canLeave(Def);
    if (!Typed && canConvert(Def) && !throwsHere(Def) && !(Leaves && shouldInline(FD)))
      return convertedCall(Def, Object, Target, Env, Args, E);
  }
  if (Recursive && throwsHere(Def)) {
    error(Loc,
          "cannot differentiate a call to '" + Name +
              "', which is recursive and throws what is caught here",
          "return what is wrong, and throw in the try block");
    return poison(E);
  }
  if ((Recursive || How == Exit::Unstructured) && !Leaves) {
    const QualType Result = FD->getReturnType();
    if (Recursive && (Result->isVoidType() || Result->isArithmeticType())) {
      error(
          Loc,
          "cannot differentiate a call to '" + Name +
              "', which is recursive and works with an object that holds a reference or a closure",
          "hold a pointer or a value in it, or pass what the member stands for as a parameter");
      return poison(E);
    }
    if (!Recursive && hasGotos(Def->getBody())) {
      error(Loc, "cannot differentiate a call to '" + Name + "', which is inlined and uses goto",
            "leave its loops by 'break' or 'return'");
      return poison(E);
    }
    return Cannot(Recursive ? "which is recursive and returns a place or a closure"
                            : "which is inlined and returns from inside a loop or switch");
  }
  std::optional<PlainMatrix> Matrix = Place ? std::nullopt : plainMatrix(FD->getReturnType());
  if (How == Exit::Structured && !Place && isOfEigen(FD->getReturnType()) && !Matrix)
    return Cannot("which returns an expression of matrices from several places");
  if (!checkFence(L, Def, isLibrary(Def))) {
    if (isLibrary(Def))
      error(Loc, "cannot differentiate a call to '" + L.qualifiedName(FD) + "'",
            "write what it does, or mark a function that calls it [[ad::constant]]");
    F.Failed = true;
    return poison(E);
  }
  (callsOnce(FD) ? OwnStatements : InlinedStatements) += countStatements(Def->getBody());
  Uses.scan(Def->getBody(), L.Usages);
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      Uses.scan(I->getInit(), L.Usages);

  std::vector<core::Variable *> Candidates;
  const core::Expr *Result = nullptr;
  Returned = nullptr;
  std::vector<std::pair<const ParmVarDecl *, QualType>> Given; // void pointers with a type
  for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I) {
    Arguments[Def->getParamDecl(I)] = Args[I];
    if (QualType T = untypedAs(Args[I]); !T.isNull())
      Given.push_back({Def->getParamDecl(I), T});
  }
  const QualType ResultAs = untypedAs(E);
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
    // What an argument calls may be inlined, too, with the same parameters: f(a, f(b, s)).
    std::vector<std::function<void()>> Again;
    // Members that parameters refer to, and what they hold so far.
    std::vector<std::pair<const MemberExpr *, const Closure *>> Referred;
    for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I) {
      const ParmVarDecl *P = Def->getParamDecl(I);
      if (P->getType()->isLValueReferenceType() && isStdFunction(P->getType()) &&
          bindListed(P, Args[I])) {
        Again.push_back([=] {
          forget(P);
          bindListed(P, Args[I]);
        });
        continue;
      }
      if (const Closure *C = changesFunction(P) ? nullptr : closureOrEmpty(Args[I])) {
        if (const MemberExpr *Member = followedMember(Args[I]);
            Member && P->getType()->isReferenceType())
          Referred.push_back({Member, C});
        Again.push_back([=] {
          forget(P);
          Closures[P] = C;
        });
        continue;
      }
      if (isStdFunction(P->getType()) && changesFunction(P)) {
        if (const Closure *C = P->getType()->isReferenceType() ? nullptr : givenFunction(Args[I])) {
          Again.push_back([=] {
            forget(P);
            if (std::shared_ptr<FunctionList> List = beginFunction(P, C, P->getLocation()))
              FunctionLists[P] = List;
          });
          continue;
        }
      }
      // The lambdas of an overload set are found by their call operators.
      if (const Expr *Set = overloadSetIn(Args[I])) {
        for (const LambdaExpr *Lambda : lambdasOf(Set))
          Closures[Lambda->getCallOperator()] = makeClosure(Lambda);
        continue;
      }
      if (bindFunctionList(P, Args[I])) {
        Again.push_back([=] {
          forget(P);
          bindFunctionList(P, Args[I]);
        });
        continue;
      }
      if (isOfEigen(P->getType())) {
        Eigen.bind(P, Args[I]);
        Again.push_back(Eigen.bound(P));
        continue;
      }
      Again.push_back([=] { forget(P); });
      Indices.push_back(I);
      const Expr *Arg = Args[I];
      if (QualType T = untypedAs(Arg); !T.isNull())
        Parts.push_back({[this, Arg, Ty = type(T)] { return valueTyped(Ty, Arg); }, false});
      else
        Parts.push_back(argument(Arg, P));
    }
    auto *Before = std::exchange(Temporaries, &Candidates);
    std::vector<const core::Expr *> Values = inOrderOf(E, std::move(Parts));
    Temporaries = Before;
    for (const auto &Bind : Again)
      Bind();
    for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I)
      Arguments[Def->getParamDecl(I)] = Args[I];
    findUntyped(Def, ResultAs, Given);
    auto *Outer = std::exchange(Frozen, &Candidates);
    Frame Fr;
    Fr.Decl = Def;
    Fr.Inlined = true;
    Fr.Call = Loc;
    Fr.Env = Env;
    Fr.This = Target;
    Fr.ResultAs = ResultAs;
    if (callsOnce(FD))
      findCallsOnce(Def, Fr);
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
      if (isOwner(P->getType())) {
        Bindings[P] = V;
        continue;
      }
      const core::Type *Elements = L.adaptedDeque(P->getType());
      const core::Type *Ty = Elements ? Elements : type(declaredType(P).getNonReferenceType());
      if (isMapHolder(Ty) && core::isPlace(V)) { // a copy, or made for this call
        Bindings[P] = V;
        continue;
      }
      if (Ty->Mutable) {
        bindHandle(P, Ty, V, Loc);
        continue;
      }
      bool Changes = Uses.Modified.count(P);
      // A literal argument is the parameter: conditions on it are decided here.
      const bool Moves = isSequenceIterator(P->getType()) && !isOwnAlgorithm(Def);
      if (!Changes && !Moves && V->is(ExprKind::Literal) && V->Ty == Ty &&
          !Uses.Escaping.count(P)) {
        Bindings[P] = V;
        continue;
      }
      // What the members of an object stand for is known by its name alone (held_members.cpp).
      if (!Changes && !Uses.Escaping.count(P) && V->is(core::ExprKind::AddressOf) &&
          L.standsIn(L.classOf(V->operand()->Ty))) {
        Bindings[P] = addressOf(freezePlace(V->operand(), Loc), Ty, Loc);
        continue;
      }
      // A boundary of a vector is a good name for itself as long as the vector keeps its size.
      if (!Changes && !Uses.Escaping.count(P) && isOwnAlgorithm(Def) && isBoundary(V) &&
          (!changesSizes(Def) || isElsewhere(Values[0], V))) {
        Bindings[P] = convert(Ty, V, false, Loc);
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
      else if (!Copy->Constant && !Copy->AddressTaken && !Moves)
        Candidates.push_back(Copy);
      Bindings[P] = name(Copy, Loc);
      if (Moves)
        watchIterator(P);
    }
    Frozen = Outer;

    // 2. The body.
    if (How != Exit::Single && !FD->getReturnType()->isVoidType() && !returnsFunction(FD)) {
      QualType Held = ResultAs.isNull() ? FD->getReturnType().getNonReferenceType() : ResultAs;
      if (Place)
        Held = Ctx.getPointerType(Held);
      std::string Wanted = FD->getIdentifier() ? Name + (Place ? "_at" : "_value") : "value";
      Fr.ResultVariable =
          Matrix ? Eigen.resultVariable(Held, Wanted, Loc) : withoutValue(Held, Wanted, Loc);
      Changing.insert(Fr.ResultVariable);
    }
    if (How != Exit::Single && returnsFunction(FD))
      declareResult(Def, Fr);
    if (Leaves) {
      Fr.Left = declare("left", M.boolType(), literal("false", M.boolType(), Loc), false, Loc);
      Changing.insert(Fr.Left);
    }
    Frames.push_back(Fr);
    const Expr *Saved = std::exchange(Waiting, nullptr);
    const auto *OuterMembers = std::exchange(Members, nullptr); // it has a `this` of its own
    const auto *OuterDefaults = std::exchange(Defaults, nullptr);
    beginLifetime();
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
      initialisers(CD, Target);
    const auto *Compound = cast<CompoundStmt>(Def->getBody());
    sequence(llvm::SmallVector<const Stmt *, 8>(Compound->body_begin(), Compound->body_end()));
    endLifetime();
    Waiting = Saved;
    Members = OuterMembers;
    Defaults = OuterDefaults;
    Fr = Frames.back();
    Frames.pop_back();
    Returned = Fr.Returned;
    for (auto [Member, C] : Referred) {
      const auto *FD = cast<FieldDecl>(Member->getMemberDecl());
      const HeldMember *Now = noteAt(objectOf(Member), FD);
      const bool Element = Now && Now->List && Now->List->IsOfElements;
      if (Now && !Element && Now->Function != C && isStdFunction(FD->getType()))
        L.Coming.insert(FD); // it must be asked where it is called
    }
    if (Fr.Choice && !Fr.Choice->Functions.empty())
      Returned = asClosure(*Fr.Choice, Loc);
    else if (Fr.Choice && Fr.Choice->MayBeEmpty)
      Returned = noFunction();
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
    if ((Ty->isReal() || Ty->isInteger()) && Result->Ty != Ty)
      Result = convert(Ty, Result, false, Loc);
  }

  // 3. Undo the freezing where it is not needed.
  llvm::erase_if(Candidates, [&](core::Variable *V) {
    for (const core::Stmt *S : Body.Stmts)
      if (S->is(StmtKind::Declare) && S->Var == V) {
        if (!isOnlyRead(Body, V))
          return true;
        V->Const |= V->Ty->isScalar();
        if (!S->Value || isPlain(S->Value))
          return false;
        if (S->Value->is(ExprKind::Braces) || isCopyOfNumbers(S->Value, V))
          return !S->Value->Ty->isRecord() || !onlyMembers(Body, Result, V);
        core::Block Returned;
        core::Stmt *R = stmt(StmtKind::Return, Loc);
        R->Value = Result;
        Returned.add(R);
        return countUses(Body, V) + countUses(Returned, V) > 1;
      }
    return true;
  });
  // What a returned closure captured is needed as it is.
  if (!Returned)
    thaw(Body, 0, Candidates, Result);
  append(Body);
  return Result;
}

} // namespace ad::lower
