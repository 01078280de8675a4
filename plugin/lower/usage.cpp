//===- lower/usage.cpp - how a body uses its variables --------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/usage.h"
#include "plugin/lower/names.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace ad::lower {

namespace {

enum class Access {
  Read,  ///< only its value is used
  Write, ///< it is assigned
  Look,  ///< a pointer or reference to const is made
  Escape ///< a pointer or reference is made through which it may be written
};

/// An expression whose value is an iterator that is lowered as a pointer or a number.
static bool isIterator(const Expr *E) {
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return RD && (isVectorIterator(RD) || isReverseIterator(RD) || isSequenceIterator(RD));
}

class Scanner {
public:
  Scanner(Usage &U, UsageCache &Known) : U(U), Known(Known) {}

  void scan(const Stmt *S, Access A);

private:
  void note(const ValueDecl *D, Access A) {
    if (A == Access::Write || A == Access::Escape)
      U.Modified.insert(D);
    if (A == Access::Look || A == Access::Escape)
      U.Escaping.insert(D);
  }
  void noteThis(Access A) {
    U.ThisModified |= A == Access::Write || A == Access::Escape;
    U.ThisEscapes |= A == Access::Look || A == Access::Escape;
  }
  /// Result: what is done to the reference that the call returns.
  void arguments(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args, Access Result);
  void object(const CXXMethodDecl *Method, const Expr *Object, bool Arrow, Access Result);
  /// The result of a function that returns a reference is (part of) E.
  void returned(const Expr *E);
  /// What a visible callee does; null if it is not visible.
  const Usage *callee(const FunctionDecl *FD);
  /// What binding an initialiser to a variable or parameter of type T does to it.
  static Access binding(QualType T) {
    if (!T->isReferenceType())
      return Access::Read;
    return T->getPointeeType().isConstQualified() ? Access::Look : Access::Escape;
  }
  void children(const Stmt *S) {
    for (const Stmt *C : S->children())
      if (C)
        scan(C, Access::Read);
  }

  Usage &U;
  UsageCache &Known;

public:
  bool ReturnsReference = false; ///< the function whose body is scanned
};

const Usage *Scanner::callee(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (!FD || !FD->hasBody(Def) || Def->isDependentContext())
    return nullptr;
  auto Found = Known.find(Def);
  if (Found != Known.end())
    return Found->second.get(); // null while it is being looked at: then nothing is known
  Known[Def] = nullptr;
  auto Made = std::make_unique<Usage>();
  Scanner Inner(*Made, Known);
  Inner.ReturnsReference = FD->getReturnType()->isReferenceType();
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      Inner.scan(I->getInit(), I->isAnyMemberInitializer() ? binding(I->getAnyMember()->getType())
                                                           : Access::Read);
  Inner.scan(Def->getBody(), Access::Read);
  const Usage *Result = Made.get();
  Known[Def] = std::move(Made);
  return Result;
}

/// An access through a reference that the callee holds, as far as the callee can be seen.
static Access through(Access Bound, const Usage *Callee, bool Modifies, bool Keeps) {
  if (!Callee || Bound == Access::Read)
    return Bound;
  if (Keeps)
    return Modifies ? Access::Escape : Access::Look;
  return Modifies ? Access::Write : Access::Read;
}

/// Both: the stronger of two accesses, an escape if one looks and the other writes.
static Access both(Access A, Access B) {
  if (A == Access::Read || A == B)
    return B;
  return B == Access::Read ? A : Access::Escape;
}

void Scanner::returned(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    scan(C->getCond(), Access::Read);
    returned(C->getTrueExpr());
    return returned(C->getFalseExpr());
  }
  const Expr *Root = E;
  for (;;) {
    Root = Root->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(Root)) {
      if (isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
        U.ThisReturned = true;
        return;
      }
      if (M->isArrow())
        break;
      Root = M->getBase();
    } else if (const auto *S = dyn_cast<ArraySubscriptExpr>(Root)) {
      const auto *Decay = dyn_cast<ImplicitCastExpr>(S->getBase()->IgnoreParens());
      scan(S->getIdx(), Access::Read);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        break;
      Root = Decay->getSubExpr();
    } else if (const auto *C = dyn_cast<ImplicitCastExpr>(Root);
               C && C->isGLValue() && C->getCastKind() != CK_UserDefinedConversion) {
      Root = C->getSubExpr();
    } else {
      break;
    }
  }
  if (const auto *O = dyn_cast<UnaryOperator>(Root);
      O && O->getOpcode() == UO_Deref && isa<CXXThisExpr>(O->getSubExpr()->IgnoreParenImpCasts())) {
    U.ThisReturned = true;
    return;
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(Root)) {
    U.Returned.insert(R->getDecl());
    return;
  }
  // Through a pointer or another call: whatever it is made of may be reached.
  scan(Root, isa<CallExpr>(Root) ? Access::Escape : Access::Read);
}

void Scanner::arguments(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Args,
                        Access Result) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const Usage *Inside = Method && Method->isVirtual() ? nullptr : callee(Callee);
  const FunctionDecl *Def = nullptr;
  if (Inside)
    Callee->hasBody(Def);
  for (size_t I = 0; I < Args.size(); ++I) {
    Access A = Callee && I < Callee->getNumParams() ? binding(Callee->getParamDecl(I)->getType())
                                                    : Access::Read;
    if (Def && I < Def->getNumParams()) {
      const ParmVarDecl *P = Def->getParamDecl(I);
      A = through(A, Inside, Inside->Modified.count(P), Inside->Escaping.count(P));
      if (Inside->Returned.count(P))
        A = both(A, Result);
    }
    scan(Args[I], A);
  }
}

/// `a[i]` and the like on std::array and std::vector: what is done to the element is done to the
/// whole. (`v = w` and `v.emplace_back(x)` return references, too.)
static bool isElementAccess(const CXXMethodDecl *Method) {
  if (!Method || !(isStdArray(Method->getParent()) || isStdVector(Method->getParent()) ||
                   isStdDeque(Method->getParent()) || isStdValarray(Method->getParent())))
    return false;
  return Method->getOverloadedOperator() == OO_Subscript ||
         (Method->getIdentifier() &&
          llvm::is_contained({"at", "front", "back"}, Method->getName()));
}

void Scanner::object(const CXXMethodDecl *Method, const Expr *Object, bool Arrow, Access Result) {
  Access A = Method && Method->isConst() ? Access::Look : Access::Escape;
  if (isElementAccess(Method))
    A = Result;
  else if (Method && !Method->getReturnType()->isReferenceType() &&
           (isStdDeque(Method->getParent()) || isDequeAdaptor(Method->getParent())))
    A = Method->isConst() ? Access::Read : Access::Write; // their iterators are numbers
  else if (Method && Method->isConst() && isSmartPtr(Method->getParent()))
    A = Access::Read; // what it leads to is no part of it
  else if (Method && Method->getParent()->isInStdNamespace() &&
           (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()))
    A = both(Access::Write, Result);
  else if (const Usage *Inside = Method && !Method->isVirtual() ? callee(Method) : nullptr) {
    A = through(A, Inside, Inside->ThisModified, Inside->ThisEscapes);
    if (Inside->ThisReturned)
      A = both(A, Result);
  }
  if (Arrow && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
    return noteThis(A);
  scan(Object, Arrow ? Access::Read : A);
}

void Scanner::scan(const Stmt *S, Access A) {
  if (!S)
    return;
  switch (S->getStmtClass()) {
  case Stmt::DeclRefExprClass: {
    const ValueDecl *D = cast<DeclRefExpr>(S)->getDecl();
    note(D, A);
    if (const auto *B = dyn_cast<BindingDecl>(D))
      if (const auto *Whole = B->getDecomposedDecl())
        note(cast<ValueDecl>(Whole), A);
    if (!D->getDeclContext()->isFunctionOrMethod())
      U.Named.insert(D);
    return;
  }
  case Stmt::MemberExprClass: {
    const auto *M = cast<MemberExpr>(S);
    if (isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()))
      return noteThis(A);
    return scan(M->getBase(), M->isArrow() ? Access::Read : A);
  }
  case Stmt::CXXThisExprClass:
    return noteThis(Access::Escape);
  case Stmt::ArraySubscriptExprClass: {
    const auto *X = cast<ArraySubscriptExpr>(S);
    const Expr *Base = X->getBase()->IgnoreParens();
    if (const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
        Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      scan(Decay->getSubExpr(), A);
    else
      scan(Base, Access::Read);
    return scan(X->getIdx(), Access::Read);
  }
  case Stmt::ParenExprClass:
    return scan(cast<ParenExpr>(S)->getSubExpr(), A);
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::ConstantExprClass:
  case Stmt::CXXBindTemporaryExprClass:
    for (const Stmt *C : S->children())
      scan(C, A);
    return;
  case Stmt::CXXDefaultArgExprClass:
    return scan(cast<CXXDefaultArgExpr>(S)->getExpr(), A);
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::ImplicitCastExprClass: {
    const auto *C = cast<CastExpr>(S);
    switch (C->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return scan(C->getSubExpr(), Access::Escape);
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic:
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
    case CK_LValueBitCast:
      return scan(C->getSubExpr(), A);
    default:
      return scan(C->getSubExpr(), Access::Read);
    }
  }
  case Stmt::UnaryOperatorClass: {
    const auto *O = cast<UnaryOperator>(S);
    if (O->isIncrementDecrementOp())
      return scan(O->getSubExpr(), Access::Write);
    if (O->getOpcode() == UO_Deref && isa<CXXThisExpr>(O->getSubExpr()->IgnoreParenImpCasts()))
      return noteThis(A);
    return scan(O->getSubExpr(), O->getOpcode() == UO_AddrOf ? Access::Escape : Access::Read);
  }
  case Stmt::CompoundAssignOperatorClass:
  case Stmt::BinaryOperatorClass: {
    const auto *O = cast<BinaryOperator>(S);
    if (O->isAssignmentOp()) {
      if (A == Access::Escape)
        scan(O->getLHS(), A);
      scan(O->getLHS(), Access::Write);
      return scan(O->getRHS(), Access::Read);
    }
    scan(O->getLHS(), O->getOpcode() == BO_PtrMemD ? A : Access::Read);
    return scan(O->getRHS(), O->getOpcode() == BO_Comma ? A : Access::Read);
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(S);
    scan(C->getCond(), Access::Read);
    scan(C->getTrueExpr(), A);
    return scan(C->getFalseExpr(), A);
  }
  case Stmt::CXXMemberCallExprClass: {
    const auto *C = cast<CXXMemberCallExpr>(S);
    const auto *M = C->getMethodDecl();
    if (M)
      U.Named.insert(M);
    if (const auto *Callee = dyn_cast<MemberExpr>(C->getCallee()->IgnoreParens()))
      object(M, Callee->getBase(), Callee->isArrow(), A);
    else
      scan(C->getCallee(), Access::Escape);
    llvm::SmallVector<const Expr *, 4> Args(C->arg_begin(), C->arg_end());
    if (!M) { // through a pointer to a method
      for (const Expr *Arg : Args)
        scan(Arg, Arg->isGLValue() ? Access::Escape : Access::Read);
      return;
    }
    return arguments(M, Args, A);
  }
  case Stmt::CXXOperatorCallExprClass: {
    const auto *C = cast<CXXOperatorCallExpr>(S);
    llvm::SmallVector<const Expr *, 4> Args(C->arg_begin(), C->arg_end());
    const FunctionDecl *Callee = C->getDirectCallee();
    if (llvm::any_of(Args, isIterator)) { // operators of pointers
      OverloadedOperatorKind Op = C->getOperator();
      bool Changes = Op == OO_PlusPlus || Op == OO_MinusMinus || Op == OO_PlusEqual ||
                     Op == OO_MinusEqual || Op == OO_Equal;
      scan(Args[0], Changes ? Access::Write : Access::Read);
      for (const Expr *Arg : llvm::drop_begin(Args))
        scan(Arg, Access::Read);
      return;
    }
    if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(Callee); M && !M->isStatic()) {
      object(M, Args[0], false, A);
      return arguments(M, llvm::ArrayRef(Args).drop_front(), A);
    }
    return arguments(Callee, Args, A);
  }
  case Stmt::CallExprClass: {
    const auto *C = cast<CallExpr>(S);
    llvm::SmallVector<const Expr *, 4> Args(C->arg_begin(), C->arg_end());
    scan(C->getCallee(), Access::Read);
    if (!C->getDirectCallee()) { // through a pointer: its type says what is passed by reference
      QualType T = C->getCallee()->getType();
      const auto *P = (T->isPointerType() ? T->getPointeeType() : T)->getAs<FunctionProtoType>();
      for (size_t I = 0; I < Args.size(); ++I)
        scan(Args[I], P && I < P->getNumParams() ? binding(P->getParamType(I)) : Access::Escape);
      return;
    }
    return arguments(C->getDirectCallee(), Args, A);
  }
  case Stmt::CXXTemporaryObjectExprClass:
  case Stmt::CXXConstructExprClass: {
    const auto *C = cast<CXXConstructExpr>(S);
    llvm::SmallVector<const Expr *, 4> Args(C->arg_begin(), C->arg_end());
    if (isIterator(C)) {
      for (const Expr *Arg : Args)
        scan(Arg, Access::Read);
      return;
    }
    // Copying an object (trivially) only reads it.
    if (C->getConstructor()->isCopyOrMoveConstructor() && C->getConstructor()->isTrivial())
      return scan(Args[0], Access::Read);
    return arguments(C->getConstructor(), Args, Access::Read);
  }
  case Stmt::InitListExprClass: {
    // A member may be a reference to what it is given.
    const auto *List = cast<InitListExpr>(S);
    if (!List->isSemanticForm() && List->getSemanticForm())
      List = List->getSemanticForm();
    const RecordDecl *Class = List->getType()->getAsRecordDecl();
    if (!Class || Class->isUnion())
      return children(S);
    const auto *WithBases = dyn_cast<CXXRecordDecl>(Class);
    unsigned I = WithBases ? WithBases->getNumBases() : 0;
    for (unsigned B = 0; B < I && B < List->getNumInits(); ++B)
      scan(List->getInit(B), Access::Read);
    for (const FieldDecl *FD : Class->fields())
      if (!FD->isUnnamedBitField() && I < List->getNumInits())
        scan(List->getInit(I++), binding(FD->getType()));
    return;
  }
  case Stmt::DeclStmtClass:
    for (const Decl *D : cast<DeclStmt>(S)->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
        scan(V->getInit(), binding(V->getType()));
    return;
  case Stmt::CXXForRangeStmtClass: {
    const auto *R = cast<CXXForRangeStmt>(S);
    scan(R->getInit(), Access::Read);
    scan(R->getRangeInit(), binding(R->getLoopVariable()->getType()));
    return scan(R->getBody(), Access::Read);
  }
  case Stmt::ReturnStmtClass:
    if (const Expr *V = cast<ReturnStmt>(S)->getRetValue(); V && ReturnsReference)
      return returned(V);
    return children(S);
  case Stmt::LambdaExprClass: {
    const auto *L = cast<LambdaExpr>(S);
    for (auto [C, Init] : llvm::zip(L->captures(), L->capture_inits())) {
      const bool Own = L->isInitCapture(&C); // `[&q = x]`
      scan(Init, Own ? binding(cast<VarDecl>(C.getCapturedVar())->getType()) : Access::Read);
    }
    // What a generic lambda does is known in its instances only.
    if (FunctionTemplateDecl *Generic = L->getDependentCallOperator()) {
      for (const FunctionDecl *Instance : Generic->specializations())
        scan(Instance->getBody(), Access::Read);
      return;
    }
    return scan(L->getBody(), Access::Read);
  }
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return;
  default:
    return children(S);
  }
}

} // namespace

void Usage::scan(const Stmt *S, UsageCache &Known) { Scanner(*this, Known).scan(S, Access::Read); }

unsigned countMentions(const Stmt *E, const ValueDecl *D) {
  if (!E)
    return 0;
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return R->getDecl() == D;
  unsigned N = 0;
  for (const Stmt *C : E->children())
    N += countMentions(C, D);
  return N;
}

/// Whether something in S may keep a reference or a pointer to D, or jump back.
static bool mayBeKept(const Stmt *S, const ValueDecl *D) {
  if (!S)
    return false;
  auto HoldsHandles = [](QualType T) {
    const auto *RD = T->getAsCXXRecordDecl();
    return T->isReferenceType() || T->isPointerType() ||
           (RD && RD->hasDefinition() && llvm::any_of(RD->fields(), [](const FieldDecl *F) {
              return F->getType()->isReferenceType() || F->getType()->isPointerType();
            }));
  };
  if (isa<GotoStmt, IndirectGotoStmt>(S) || (isa<LambdaExpr>(S) && countMentions(S, D)))
    return true;
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->getOpcode() == UO_AddrOf && countMentions(U->getSubExpr(), D))
    return true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->getInit() && HoldsHandles(V->getType()) && countMentions(V->getInit(), D))
        return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) { return mayBeKept(C, D); });
}

/// Whether Last is the last part of S, as it runs, that mentions its variable.
static bool endsWith(const Stmt *S, const DeclRefExpr *Last) {
  const ValueDecl *D = Last->getDecl();
  if (isa<LabelStmt, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S)) {
    // A loop in whose body it is declared, or none.
    const Stmt *Body = isa<ForStmt>(S)           ? cast<ForStmt>(S)->getBody()
                       : isa<WhileStmt>(S)       ? cast<WhileStmt>(S)->getBody()
                       : isa<DoStmt>(S)          ? cast<DoStmt>(S)->getBody()
                       : isa<CXXForRangeStmt>(S) ? cast<CXXForRangeStmt>(S)->getBody()
                                                 : nullptr;
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    return Block && countMentions(S, D) == countMentions(Block, D) &&
           llvm::any_of(Block->body(),
                        [&](const Stmt *C) {
                          const auto *Declared = dyn_cast<DeclStmt>(C);
                          return Declared && llvm::is_contained(Declared->decls(), D);
                        }) &&
           endsWith(Block, Last);
  }
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    const Stmt *With = nullptr; // the last statement that mentions it
    for (const Stmt *C : Block->body())
      if (countMentions(C, D))
        With = C;
    return With && endsWith(With, Last);
  }
  if (const auto *If = dyn_cast<IfStmt>(S); If && !countMentions(If->getCond(), D))
    return llvm::any_of(If->children(), [&](const Stmt *C) {
      return C && countMentions(C, D) && endsWith(C, Last);
    });
  llvm::SmallVector<const Stmt *, 8> Next{S};
  bool Found = false;
  while (!Next.empty()) {
    const Stmt *At = Next.pop_back_val();
    Found |= At == Last;
    for (const Stmt *C : At->children())
      if (C)
        Next.push_back(C);
  }
  return Found && countMentions(S, D) == 1;
}

bool isLastMention(const Stmt *Body, const DeclRefExpr *Last) {
  const auto *D = dyn_cast<VarDecl>(Last->getDecl());
  return D && D->hasLocalStorage() && !D->getType()->isReferenceType() && endsWith(Body, Last) &&
         !mayBeKept(Body, D);
}

/// The variables that E modifies by operators of its own (a call's body is sequenced by itself).
static void modifications(const Expr *E, llvm::SmallVectorImpl<const ValueDecl *> &Out) {
  if (!E)
    return;
  const Expr *Target = nullptr;
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    Target = U->getSubExpr();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    Target = B->getLHS();
  if (Target)
    if (const auto *R = dyn_cast<DeclRefExpr>(Target->IgnoreParens()))
      Out.push_back(R->getDecl());
  if (isa<LambdaExpr>(E))
    return;
  for (const Stmt *C : E->children())
    modifications(dyn_cast_or_null<Expr>(C), Out);
}

const ValueDecl *unsequenced(const Expr *A, const Expr *B) {
  for (auto [X, Y] : {std::pair(A, B), std::pair(B, A)}) {
    llvm::SmallVector<const ValueDecl *, 2> Changed;
    modifications(X, Changed);
    for (const ValueDecl *D : Changed)
      if (countMentions(Y, D))
        return D;
  }
  return nullptr;
}

bool onlyWrites(const Stmt *S, const VarDecl *D, bool Discarded) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S))
    S = E->IgnoreParens();
  if (const auto *R = dyn_cast<DeclRefExpr>(S))
    return R->getDecl() != D;
  auto Names = [&](const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return R && R->getDecl() == D;
  };
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && Names(U->getSubExpr()))
    return Discarded;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && Names(B->getLHS()))
    return Discarded && onlyWrites(B->getRHS(), D, false);
  const auto *If = dyn_cast<IfStmt>(S);
  return llvm::all_of(S->children(), [&](const Stmt *C) {
    return onlyWrites(C, D, isa<CompoundStmt>(S) || (If && C && C != If->getCond()));
  });
}

} // namespace ad::lower
