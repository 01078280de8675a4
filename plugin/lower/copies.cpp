//===- lower/copies.cpp - copies that do nothing else ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A copy constructor or assignment that is written by hand is recognised if all that it does is
// `f = other.f` for every member f, element by element or as a whole. What moves may also leave
// something else in the other object, as `std::exchange(other.f, 0)` and `std::swap(f, other.f)`
// do: where the function itself moves, that is lowered as it is written.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/copies.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/lower/eigen.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

using namespace clang;

namespace ad::lower {

/// Whether a base class RD has nothing to copy.
static bool holdsNothing(const CXXRecordDecl *RD) {
  return RD->hasDefinition() && RD->isEmpty() &&
         llvm::none_of(RD->ctors(), [](const CXXConstructorDecl *C) {
           return C->isUserProvided() && C->isCopyOrMoveConstructor();
         });
}

namespace {

/// One such function, which copies from its parameter.
class Copy {
public:
  Copy(const CXXMethodDecl *MD, bool MayLeave)
      : From(MD->getParamDecl(0)), Moves(MayLeave && !From->getType()->isLValueReferenceType()) {}

  /// The members that MD copies; false where it does something else.
  bool read(const CXXMethodDecl *MD) {
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(MD))
      for (const CXXCtorInitializer *I : CD->inits())
        if (!initialiser(I))
          return false;
    return statement(MD->getBody());
  }

  /// F has been copied, all of it: of an anonymous union, a member that is as large.
  bool copies(const FieldDecl *F) const {
    if (!F->isAnonymousStructOrUnion())
      return Copied.lookup(F) == elements(F);
    const RecordDecl *Members = F->getType()->getAsRecordDecl();
    auto Whole = [&](const FieldDecl *M) {
      return copies(M) && (!Members->isUnion() || isAsLarge(M, Members));
    };
    return Members->isUnion() ? llvm::any_of(Members->fields(), Whole)
                              : llvm::all_of(Members->fields(), Whole);
  }

  llvm::SmallPtrSet<const CXXRecordDecl *, 2> Bases;

private:
  /// Whether the member M is as large as all of Union.
  static bool isAsLarge(const FieldDecl *M, const RecordDecl *Union) {
    const ASTContext &Ctx = M->getASTContext();
    return llvm::all_of(Union->fields(), [&](const FieldDecl *Other) {
      const QualType A = M->getType(), B = Other->getType();
      return Ctx.hasSameUnqualifiedType(A, B) || (!A->isDependentType() && !B->isDependentType() &&
                                                  Ctx.getTypeSize(A) >= Ctx.getTypeSize(B));
    });
  }
  /// E, or the object of which it is an anonymous member.
  const Expr *owner(const Expr *E) const {
    for (E = named(E);; E = named(cast<MemberExpr>(E)->getBase())) {
      const auto *M = dyn_cast<MemberExpr>(E);
      const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
      if (!F || !F->isAnonymousStructOrUnion())
        return E;
    }
  }
  /// `std::move(x)`, in a template, too.
  static bool isMove(const CallExpr *E) {
    const auto *Written = dyn_cast<UnresolvedLookupExpr>(E->getCallee());
    return E->isCallToStdMove() ||
           (Written && E->getNumArgs() == 1 && Written->getName().getAsString() == "move" &&
            llvm::all_of(Written->decls(),
                         [](const NamedDecl *D) { return D->isInStdNamespace(); }));
  }
  /// E without what changes nothing about which object it names.
  const Expr *named(const Expr *E) const {
    for (;;) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(E))
        E = Cast->getSubExpr();
      else if (const auto *Call = dyn_cast<CallExpr>(E); Call && isMove(Call))
        E = Call->getArg(0);
      else if (const CallExpr *Call = Moves ? callOf("exchange", E) : nullptr)
        E = Call->getArg(0);
      else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
               C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
        E = C->getArg(0);
      else if (const auto *L = dyn_cast<InitListExpr>(E); L && L->getNumInits() == 1)
        E = L->getInit(0);
      else if (const auto *P = dyn_cast<ParenListExpr>(E); P && P->getNumExprs() == 1)
        E = P->getExpr(0); // in a template
      else
        return E;
    }
  }
  bool isOther(const Expr *E) const {
    const auto *R = dyn_cast<DeclRefExpr>(owner(E));
    return R && R->getDecl() == From;
  }
  bool isThis(const Expr *E) const {
    E = owner(E);
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return Self && R->getDecl() == Self;
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      E = named(U->getSubExpr());
    return !Self && isa<CXXThisExpr>(E);
  }

  /// E as a call of std::Name with two arguments.
  static const CallExpr *callOf(llvm::StringRef Name, const Expr *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *FD = Call && Call->getNumArgs() == 2 ? Call->getDirectCallee() : nullptr;
    const bool Is = FD && FD->isInStdNamespace() && FD->getIdentifier() && FD->getName() == Name;
    return Is ? Call : nullptr;
  }

  /// A is a part of this object, B the same part of the other one: the member to which it belongs;
  /// Count: how many elements of it the loops around copy so.
  const FieldDecl *samePart(const Expr *A, const Expr *B, uint64_t &Count) const {
    A = named(A), B = named(B);
    if (const auto *X = dyn_cast<MemberExpr>(A)) {
      const auto *Y = dyn_cast<MemberExpr>(B);
      const auto *F = dyn_cast<FieldDecl>(X->getMemberDecl());
      bool Same = F && Y && Y->getMemberDecl() == F && !F->getType()->isReferenceType() &&
                  isThis(X->getBase()) && isOther(Y->getBase());
      return Same ? F : nullptr;
    }
    // An array of the object's own: what a pointer leads to is no part of it.
    const auto *X = dyn_cast<ArraySubscriptExpr>(A);
    const auto *Y = dyn_cast<ArraySubscriptExpr>(B);
    const ArrayType *Array = X ? named(X->getBase())->getType()->getAsArrayTypeUnsafe() : nullptr;
    const auto *I = X ? dyn_cast<DeclRefExpr>(named(X->getIdx())) : nullptr;
    const auto *J = Y ? dyn_cast<DeclRefExpr>(named(Y->getIdx())) : nullptr;
    const auto *First = X ? dyn_cast<IntegerLiteral>(named(X->getIdx())) : nullptr;
    const auto *Second = Y ? dyn_cast<IntegerLiteral>(named(Y->getIdx())) : nullptr;
    if (!Array || !Y)
      return nullptr;
    if (I && J && I->getDecl() == J->getDecl() && covers(Ends.lookup(I->getDecl()), Array))
      Count *= extent(Array);
    else if (!First || !Second || First->getValue() != Second->getValue())
      return nullptr;
    return samePart(X->getBase(), Y->getBase(), Count);
  }

  bool initialiser(const CXXCtorInitializer *I) {
    if (I->isBaseInitializer()) {
      const auto *Base = I->getBaseClass()->getAsCXXRecordDecl();
      Bases.insert(Base);
      return isOther(I->getInit()) || (!I->isWritten() && Base && holdsNothing(Base));
    }
    const FieldDecl *Member = I->getAnyMember();
    if (!Member)
      return false;
    if (!I->isWritten())
      return true; // assigned in the body, or not copied
    const auto *Y = dyn_cast<MemberExpr>(named(I->getInit()));
    Copied[Member] += elements(Member);
    return Y && Y->getMemberDecl() == Member && isOther(Y->getBase());
  }

  /// `this != &other`
  bool comparesObjects(const Expr *E) const {
    const auto *B = dyn_cast<BinaryOperator>(named(E));
    auto IsAddress = [&](const Expr *Side) {
      const auto *U = dyn_cast<UnaryOperator>(named(Side));
      return U && U->getOpcode() == UO_AddrOf && isOther(U->getSubExpr());
    };
    return B && B->isEqualityOp() &&
           ((isa<CXXThisExpr>(named(B->getLHS())) && IsAddress(B->getRHS())) ||
            (isa<CXXThisExpr>(named(B->getRHS())) && IsAddress(B->getLHS())));
  }

  bool assignment(const Expr *Target, const Expr *Value) {
    uint64_t Count = 1;
    const FieldDecl *F = samePart(Target, Value, Count);
    if (F && !named(Target)->getType()->isArrayType())
      Copied[F] += isa<MemberExpr>(named(Target)) ? elements(F) : Count;
    return F;
  }

  /// `for (int i = 0; i < 8; ++i)`
  bool loop(const ForStmt *S) {
    const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit());
    const auto *I = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    const auto *From = I && I->getInit() ? dyn_cast<IntegerLiteral>(named(I->getInit())) : nullptr;
    const auto *Test = dyn_cast_or_null<BinaryOperator>(S->getCond());
    const auto *Step = dyn_cast_or_null<UnaryOperator>(S->getInc());
    auto IsCounter = [&](const Expr *E) {
      const auto *R = dyn_cast<DeclRefExpr>(named(E));
      return R && R->getDecl() == I;
    };
    if (!From || From->getValue() != 0 || !Test || !Step || !Step->isIncrementOp() ||
        !IsCounter(Step->getSubExpr()) || !IsCounter(Test->getLHS()) ||
        (Test->getOpcode() != BO_LT && Test->getOpcode() != BO_NE))
      return false;
    Ends[I] = Test->getRHS();
    return statement(S->getBody());
  }

  bool statement(const Stmt *S) {
    if (!S)
      return false;
    if (const auto *C = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(C->body(), [this](const Stmt *Each) { return statement(Each); });
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      return !R->getRetValue() || isThis(R->getRetValue());
    if (const auto *I = dyn_cast<IfStmt>(S))
      return comparesObjects(I->getCond()) && statement(I->getThen()) &&
             (!I->getElse() || statement(I->getElse()));
    if (const auto *F = dyn_cast<ForStmt>(S))
      return loop(F);
    const auto *E = dyn_cast<Expr>(S);
    if (const auto *D = dyn_cast<DeclStmt>(S))
      return llvm::all_of(D->decls(), [](const Decl *Each) { return isa<UsingDecl>(Each); });
    if (!E)
      return isa<NullStmt>(S);
    E = E->IgnoreImplicit();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
      return statement(B->getLHS()) && statement(B->getRHS());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return B->getOpcode() == BO_Assign &&
             (assignment(B->getLHS(), B->getRHS()) || leaves(B->getLHS()));
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E))
      return O->getOperator() == OO_Equal && O->getNumArgs() == 2 &&
             (assignment(O->getArg(0), O->getArg(1)) || leaves(O->getArg(0)));
    const auto *Call = dyn_cast<CallExpr>(E);
    if (const auto *Clear = dyn_cast<CXXMemberCallExpr>(E);
        Clear && Clear->getDirectCallee() && Clear->getDirectCallee()->getIdentifier() &&
        Clear->getDirectCallee()->getName() == "clear" &&
        Clear->getRecordDecl()->isInStdNamespace())
      return leaves(Clear->getImplicitObjectArgument());
    return Moves && Call && swaps(Call);
  }

  /// A call that exchanges the same member, or all members, of both objects.
  bool swaps(const CallExpr *Call) {
    if (const CallExpr *Swap = callOf("swap", Call))
      return assignment(Swap->getArg(0), Swap->getArg(1)) ||
             assignment(Swap->getArg(1), Swap->getArg(0));
    const FunctionDecl *FD = Call->getDirectCallee(), *Def = nullptr;
    if (!FD || !FD->getIdentifier() || FD->getName() != "swap")
      return false;
    const auto *Method = dyn_cast<CXXMemberCallExpr>(Call);
    if (Method && Method->getRecordDecl()->isInStdNamespace())
      return assignment(Method->getImplicitObjectArgument(), Method->getArg(0)) ||
             assignment(Method->getArg(0), Method->getImplicitObjectArgument());
    const unsigned Number = Method ? 1 : 2;
    if (InSwap || FD->getNumParams() != Number || !FD->hasBody(Def))
      return false;
    const Expr *First = Method ? Method->getImplicitObjectArgument() : Call->getArg(0);
    const Expr *Second = Call->getArg(Number - 1);
    const bool Turned = isOther(First) && isThis(Second);
    if (!Turned && !(isThis(First) && isOther(Second)))
      return false;
    if (Turned && Method)
      return false;
    const auto *Outer = std::exchange(From, Def->getParamDecl(Turned ? 0 : Number - 1));
    const auto *OuterSelf =
        std::exchange(Self, Method ? nullptr : Def->getParamDecl(Turned ? 1 : 0));
    InSwap = true;
    const bool Done = statement(Def->getBody());
    InSwap = false;
    From = Outer;
    Self = OuterSelf;
    return Done;
  }

  /// A statement that changes a member of the other object, which has been copied.
  bool leaves(const Expr *Target) const {
    const auto *M = dyn_cast<MemberExpr>(named(Target));
    const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    return Moves && F && isOther(M->getBase()) && !F->getType()->isReferenceType() && copies(F);
  }

  /// How many elements an array has; 1 where a template parameter says so.
  static uint64_t extent(const ArrayType *A) {
    const auto *Constant = dyn_cast<ConstantArrayType>(A);
    return Constant ? Constant->getSize().getZExtValue() : 1;
  }
  /// Whether a loop from 0 to End goes through all of A.
  bool covers(const Expr *End, const ArrayType *A) const {
    if (const auto *Template = dyn_cast<DependentSizedArrayType>(A)) {
      const auto *N = dyn_cast_or_null<DeclRefExpr>(End ? named(End) : nullptr);
      const auto *Size = dyn_cast_or_null<DeclRefExpr>(Template->getSizeExpr());
      return N && Size && N->getDecl() == Size->getDecl();
    }
    Expr::EvalResult Value;
    return End && isa<ConstantArrayType>(A) && !End->isValueDependent() &&
           End->EvaluateAsInt(Value, From->getASTContext()) &&
           Value.Val.getInt().getZExtValue() == extent(A);
  }
  /// How many numbers, or objects, F is.
  static uint64_t elements(const FieldDecl *F) {
    uint64_t Count = 1;
    for (const ArrayType *A = F->getType()->getAsArrayTypeUnsafe(); A;
         A = A->getElementType()->getAsArrayTypeUnsafe())
      Count *= extent(A);
    return Count;
  }

  const ParmVarDecl *From;
  const ParmVarDecl *Self = nullptr; ///< in a function that is no member: the object that is set
  const bool Moves;                  ///< the other object may be left with something else
  bool InSwap = false;
  llvm::DenseMap<const ValueDecl *, const Expr *> Ends; ///< of loops, by counter
  llvm::DenseMap<const FieldDecl *, uint64_t> Copied;
};

/// Whether MD, written by hand, copies everything that its class holds, and does nothing else; if
/// MayLeave, but to change the object that it moves from. A member of a template that nobody has
/// used is read as it stands in the template.
bool copiesMembers(const CXXMethodDecl *MD, bool MayLeave) {
  const FunctionDecl *Def = nullptr;
  if (!MD->hasBody(Def)) {
    const FunctionDecl *Pattern = MD->getTemplateInstantiationPattern();
    if (!Pattern || !Pattern->hasBody(Def))
      return false;
  }
  const auto *Body = cast<CXXMethodDecl>(Def);
  const CXXRecordDecl *RD = Body->getParent();
  Copy C(Body, MayLeave);
  if (!C.read(Body))
    return false;
  return llvm::all_of(RD->fields(),
                      [&](const FieldDecl *F) { return F->isUnnamedBitField() || C.copies(F); }) &&
         llvm::all_of(llvm::zip(RD->bases(), MD->getParent()->bases()), [&](auto Both) {
           // In a template it may not be known what a base is.
           const auto *Written = std::get<0>(Both).getType()->getAsCXXRecordDecl();
           const auto *Base = std::get<1>(Both).getType()->getAsCXXRecordDecl();
           return (isa<CXXConstructorDecl>(MD) && C.Bases.contains(Written)) ||
                  (Base && holdsNothing(Base));
         });
}

} // namespace

/// Whether MD is private and has no body: how C++03 says `= delete`.
static bool forbidsCopies(const CXXMethodDecl *MD) {
  const FunctionDecl *Pattern = MD->getTemplateInstantiationPattern();
  return MD->getAccess() == AS_private && !MD->hasBody() && !(Pattern && Pattern->hasBody());
}

/// The first copy or move constructor or assignment of RD, or of a part of it, that is written by
/// hand and is not Plain.
static const CXXMethodDecl *findOwnCopy(const CXXRecordDecl *RD,
                                        llvm::function_ref<bool(const CXXMethodDecl *)> Plain) {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || RD->isInStdNamespace() || RD->isLambda() ||
      isOfEigen(attributes::typeOf(RD->getASTContext(), RD)))
    return nullptr;
  for (const CXXMethodDecl *MD : RD->methods()) {
    const auto *CD = dyn_cast<CXXConstructorDecl>(MD);
    bool Copies = CD ? CD->isCopyOrMoveConstructor()
                     : MD->isCopyAssignmentOperator() || MD->isMoveAssignmentOperator();
    if (Copies && MD->isUserProvided() && !forbidsCopies(MD) && !Plain(MD))
      return MD;
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    if (const CXXMethodDecl *Own = findOwnCopy(B.getType()->getAsCXXRecordDecl(), Plain))
      return Own;
  for (const FieldDecl *F : RD->fields())
    if (const CXXMethodDecl *Own =
            findOwnCopy(F->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl(), Plain))
      return Own;
  return nullptr;
}

const CXXMethodDecl *ownCopy(const CXXRecordDecl *RD) {
  return findOwnCopy(RD,
                     [](const CXXMethodDecl *MD) { return copiesMembers(MD, /*MayLeave=*/true); });
}

const CXXMethodDecl *ownAssignment(const CXXRecordDecl *RD) {
  return findOwnCopy(RD, [](const CXXMethodDecl *MD) {
    return isa<CXXConstructorDecl>(MD) || copiesMembers(MD, /*MayLeave=*/true);
  });
}

const CXXMethodDecl *ownConstructor(const CXXRecordDecl *RD) {
  return findOwnCopy(RD, [](const CXXMethodDecl *MD) {
    return !isa<CXXConstructorDecl>(MD) || copiesMembers(MD, /*MayLeave=*/true);
  });
}

bool leavesSomethingElse(const CXXRecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (Spec && RD->isInStdNamespace() &&
      llvm::is_contained({"pair", "tuple", "optional", "variant", "array"}, RD->getName())) {
    std::function<bool(const TemplateArgument &)> Leaves = [&](const TemplateArgument &A) {
      if (A.getKind() == TemplateArgument::Pack)
        return llvm::any_of(A.pack_elements(), Leaves);
      const auto *Part =
          A.getKind() == TemplateArgument::Type ? A.getAsType()->getAsCXXRecordDecl() : nullptr;
      return Part && leavesSomethingElse(Part);
    };
    return llvm::any_of(Spec->getTemplateArgs().asArray(), Leaves);
  }
  return findOwnCopy(RD,
                     [](const CXXMethodDecl *MD) { return copiesMembers(MD, /*MayLeave=*/false); });
}

} // namespace ad::lower
