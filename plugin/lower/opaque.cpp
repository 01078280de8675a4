//===- lower/opaque.cpp - inactive code as text ---------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Prints code that carries no derivative from the AST (never from the source, where macros hide),
// with qualified names, and leaves a hole for every value that Core knows.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

void FunctionLowering::hole(const core::Expr *E, OpaqueText &T) {
  checkWhole(E);
  T.Text += "$" + std::to_string(T.Operands.size());
  T.Operands.push_back(E);
}

/// Functions whose only effect is outside the program: they print, or end it.
bool isPrinting(const FunctionDecl *FD) {
  if (!isLibrary(FD))
    return false;
  if (!FD->getIdentifier()) {
    if (FD->getOverloadedOperator() != OO_LessLess)
      return false;
    const auto *RD = FD->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
    return RD && RD->getIdentifier() && RD->getName() == "basic_ostream";
  }
  return llvm::StringSwitch<bool>(FD->getName())
      .Cases("printf", "fprintf", "puts", "fputs", "putchar", "fputc", "putc", "fflush", true)
      .Cases("__assert_fail", "__assert_perror_fail", "abort", "exit", "_Exit", true)
      .Cases("perror", "vprintf", "flush", "endl", true)
      .Cases("print", "println", FD->isInStdNamespace())
      .Default(false);
}

/// Whether FD reads from a stream into what it is given: `in >> x`.
bool isExtraction(const FunctionDecl *FD) {
  if (!isLibrary(FD) || FD->getOverloadedOperator() != OO_GreaterGreater)
    return false;
  const auto *RD = FD->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->getIdentifier() && RD->getName() == "basic_istream";
}

static bool needsParentheses(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens()->IgnoreImplicit();
  return isa<BinaryOperator, ConditionalOperator, CXXThrowExpr>(E) ||
         (isa<CXXOperatorCallExpr>(E) &&
          cast<CXXOperatorCallExpr>(E)->getOperator() != OO_Subscript);
}

/// Where FD has references to numbers to which it does not write: what they are given, holes for
/// Operands in Text, may be constants in the companion.
static void bindWhatIsRead(const FunctionDecl *FD, llvm::ArrayRef<const core::Expr *> Args,
                           llvm::ArrayRef<const core::Expr *> Operands,
                           llvm::ArrayRef<const core::Expr *> Writes, std::string &Text) {
  llvm::SmallVector<bool, 4> Binds(Operands.size());
  for (size_t I = 0; I < Args.size() && I < FD->getNumParams(); ++I) {
    const QualType P = FD->getParamDecl(I)->getType();
    const core::Expr *A = Args[I];
    if (!P->isLValueReferenceType() || P->getPointeeType().isConstQualified() || !A ||
        !A->is(ExprKind::Variable) || !A->Ty->isReal() ||
        llvm::any_of(Writes, [&](const core::Expr *W) { return core::equal(W, A); }))
      continue;
    for (size_t Hole = 0; Hole < Binds.size(); ++Hole)
      Binds[Hole] |= Operands[Hole] == A;
  }
  if (!llvm::is_contained(Binds, true))
    return;
  std::string Bound;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    const size_t At = std::min(Rest.find('$'), Rest.size());
    Bound += Rest.take_front(At);
    Rest = Rest.drop_front(At);
    llvm::StringRef Hole = Rest.take_front(Rest.find_first_not_of("0123456789", 1));
    Rest = Rest.drop_front(Hole.size());
    unsigned Number;
    const bool Bind = !Hole.drop_front(!Hole.empty()).getAsInteger(10, Number) &&
                      Number < Binds.size() && Binds[Number];
    Bound += Bind ? "const_cast<" + core::spell(Operands[Number]->Ty) + " &>(" + Hole.str() + ")"
                  : Hole.str();
  }
  Text = Bound;
}

/// Whether T is a std::reverse_iterator that is a pointer in Core.
bool FunctionLowering::isReversePointer(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && isReverseIterator(RD) && type(T.getNonReferenceType())->isPointer();
}

/// Appends E to T. Numbers and places are holes; classes of the library are written out.
void FunctionLowering::opaqueText(const Expr *Written, OpaqueText &T) {
  const Expr *E = Written->IgnoreParens();
  if (const auto *C = dyn_cast<ExprWithCleanups>(E))
    return opaqueText(C->getSubExpr(), T);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return opaqueText(M->getSubExpr(), T);
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return opaqueText(B->getSubExpr(), T);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return opaqueText(D->getExpr(), T);
  if (E != OpaqueRoot)
    if (const core::Expr *Matrix = Eigen.shown(Written))
      return hole(Matrix, T);
  auto List = [&](llvm::ArrayRef<const Expr *> Args, const FunctionDecl *Called = nullptr) {
    bool First = true;
    std::vector<const core::Expr *> Lowered;
    for (const Expr *A : Args) {
      if (isa<CXXDefaultArgExpr>(A))
        break;
      if (!First)
        T.Text += ", ";
      First = false;
      const size_t Start = T.Text.size();
      Lowered.push_back(operandText(A, T));
      if (Called)
        seenAs(A, Lowered.back(), Called, Lowered.size() - 1, Start, T);
      if (Lowered.back() && isReversePointer(A->getType())) // which is its pointer here
        T.Text =
            T.Text.substr(0, Start) + "std::make_reverse_iterator(" + T.Text.substr(Start) + ")";
      // A list is the deque of its elements here; what is called wants a list.
      if (Lowered.back() && L.adaptedDeque(A->getType()) &&
          Lowered.back()->Ty->nonReference()->IsVector) {
        const auto *Class = A->getType().getNonReferenceType()->getAsCXXRecordDecl();
        const std::string Type =
            L.spelling(A->getType().getNonReferenceType().getUnqualifiedType());
        if (!isNodeContainer(A->getType()) && !isOrderedSet(Class))
          error(A->getExprLoc(), "cannot differentiate a call that is given a '" + Type + "'",
                "use a std::deque, or give it the elements");
        T.Text = T.Text.substr(0, Start) + "ad::given<" + Type + ">(" + T.Text.substr(Start) + ")";
      }
    }
    return Lowered;
  };
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E)) {
    const auto *I = dyn_cast<InitListExpr>(withoutTemporary(L->getSubExpr())->IgnoreImplicit());
    if (!I || I->hasArrayFiller())
      return opaqueText(L->getSubExpr(), T);
    T.Text += "{";
    List(I->inits());
    T.Text += "}";
    return;
  }
  const auto *Named = dyn_cast<CXXFunctionalCastExpr>(E);
  if (const auto *I = dyn_cast<InitListExpr>(Named ? Named->getSubExpr() : E);
      I && !type(I->getType())->isScalar() && !type(I->getType())->Differentiable) {
    const CXXRecordDecl *RD = I->getType()->getAsCXXRecordDecl();
    T.Text += Named ? L.spelling(E->getType().getUnqualifiedType()) + "{" : "{";
    if (!RD || !RD->isEmpty())
      List(I->inits());
    T.Text += "}";
    return;
  }
  if (const auto *S = dyn_cast<StringLiteral>(E)) {
    llvm::raw_string_ostream OS(T.Text);
    S->outputString(OS);
    return;
  }
  if (const auto *Type = dyn_cast<CXXTypeidExpr>(E)) {
    T.Text += "typeid(";
    if (Type->isTypeOperand())
      T.Text += L.spelling(Type->getTypeOperand(Ctx));
    else
      hole(expr(Type->getExprOperand()), T);
    T.Text += ")";
    return;
  }
  if (const auto *Throw = dyn_cast<CXXThrowExpr>(E)) {
    T.Text += "throw";
    if (Throw->getSubExpr()) {
      T.Text += " ";
      bool Outer = std::exchange(Throwing, true);
      opaqueText(Throw->getSubExpr(), T);
      Throwing = Outer;
    }
    return;
  }
  // A lambda is no object here: what it returns is a value.
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
      Op && E->isPRValue() && !type(E->getType())->isScalar())
    if (const auto *MD = dyn_cast_or_null<CXXMethodDecl>(Op->getDirectCallee());
        MD && MD->getParent()->isLambda())
      return hole(freeze(value(E), E->getExprLoc()), T);
  // `++it` of an iterator with derivatives is said ahead of the text.
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
      Op && E != OpaqueRoot && E->isLValue() && L.differentiable(E->getType()))
    if (const auto *MD = dyn_cast_or_null<CXXMethodDecl>(Op->getDirectCallee());
        MD && !MD->isConst() && !isLibrary(MD) && !L.isPure(MD))
      return hole(expr(E), T);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
      Op && Op->getDirectCallee() &&
      (E == OpaqueRoot || !type(E->getType().getNonReferenceType())->isScalar()))
    return opaqueOperator(Op, T);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee && E == OpaqueRoot)
    Callee = OpaqueCallee;
  if (Callee && isOwnAlgorithm(Callee))
    return hole(E->isGLValue() ? expr(E) : value(E), T);
  if (Call && !isa<CXXOperatorCallExpr>(E) && Callee &&
      (E == OpaqueRoot || !type(E->getType().getNonReferenceType())->isScalar())) {
    if (const auto *MC = dyn_cast<CXXMemberCallExpr>(Call)) {
      const Expr *Object = MC->getImplicitObjectArgument();
      const auto *Conversion = dyn_cast<CXXConversionDecl>(MC->getMethodDecl());
      if (Conversion && Conversion->getConversionType()->isArithmeticType() &&
          !Object->getType()->isPointerType() && !isa<CXXThisExpr>(Object->IgnoreParenImpCasts())) {
        T.Text += "static_cast<" + L.spelling(Conversion->getConversionType()) + ">(";
        const size_t Start = T.Text.size();
        if (const core::Expr *Receiver = operandText(Object, T)) {
          noteReceiver(Conversion, Receiver, T);
          seenAs(Object, Receiver, Conversion, std::nullopt, Start, T);
        }
        T.Text += ")";
        return noteCall(Conversion, {}, T);
      }
      const size_t Start = T.Text.size();
      if (isa<CXXThisExpr>(Object->IgnoreParenImpCasts())) {
        hole(thisAs(Object), T);
        noteReceiver(MC->getDirectCallee(), T.Operands.back(), T);
        T.Text += ".";
      } else {
        bool Paren = needsParentheses(Object);
        T.Text += Paren ? "(" : "";
        const core::Expr *Receiver = operandText(Object, T);
        if (Receiver)
          noteReceiver(MC->getDirectCallee(),
                       Object->getType()->isPointerType()
                           ? dereference(Receiver, Object->getExprLoc())
                           : Receiver,
                       T);
        T.Text += Paren ? ")" : "";
        if (Paren && Receiver) // which has them where it needs them
          T.Text = T.Text.substr(0, Start) + T.Text.substr(Start + 1, T.Text.size() - Start - 2);
        seenAs(Object, Receiver, MC->getDirectCallee(), std::nullopt, Start, T);
        T.Text += Object->getType()->isPointerType() ? "->" : ".";
      }
      const auto *Ref = dyn_cast<MemberExpr>(MC->getCallee()->IgnoreParens());
      bool Qualified = MC->getMethodDecl()->isVirtual() && Ref && Ref->hasQualifier();
      T.Text += Qualified    ? L.qualifiedName(MC->getMethodDecl())
                : Conversion ? "operator " + L.spelling(Conversion->getConversionType())
                             : calledName(MC, MC->getMethodDecl());
    } else {
      T.Text += calledName(Call, Callee);
    }
    T.Text += "(";
    llvm::SaveAndRestore Fills(
        TakesIterators, isLibrary(Callee) && Callee->getIdentifier() &&
                            (Callee->getName() == "insert" || Callee->getName() == "assign"));
    const auto Args =
        List(llvm::SmallVector<const Expr *, 4>(Call->arg_begin(), Call->arg_end()), Callee);
    noteCall(Callee, Args, T);
    bindWhatIsRead(Callee, Args, T.Operands, T.Writes, T.Text);
    T.Text += ")";
    return;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E)) {
    const core::Type *Ty = type(E->getType());
    // An exception is made by its own constructor, whatever it carries.
    if (!Ty->Differentiable || !Ty->isRecord() || std::exchange(Throwing, false)) {
      if (C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor()) {
        const bool Moves = C->getConstructor()->isMoveConstructor() && givesUp(C->getArg(0)) &&
                           Ty->is(core::TypeKind::Opaque);
        const Expr *Given = C->getArg(0);
        if (const auto *Move = dyn_cast<CallExpr>(Given->IgnoreImplicit());
            Moves && Move && isStd(Move->getDirectCallee(), "move") && Move->getNumArgs() == 1)
          Given = Move->getArg(0);
        T.Text += Moves ? "std::move(" : "";
        const core::Expr *From = operandText(Given, T);
        if (From && Moves)
          noteWrite(C->getConstructor(), From, T);
        else if (From && C->getConstructor()->isCopyConstructor() && isLibrary(C->getConstructor()))
          T.Copied.push_back(From);
        T.Text += Moves ? ")" : "";
        return;
      }
      T.Text += (Ty->is(core::TypeKind::Opaque) ? Ty->Spelling
                                                : L.spelling(E->getType().getUnqualifiedType())) +
                "(";
      llvm::SaveAndRestore Fills(TakesIterators,
                                 isLibrary(C->getConstructor()) &&
                                     C->getConstructor()->getParent()->getName() != "valarray");
      noteWrites(C->getConstructor(),
                 List(llvm::SmallVector<const Expr *, 4>(C->arg_begin(), C->arg_end()),
                      C->getConstructor()),
                 T);
      T.Text += ")";
      return;
    }
  }
  // `static_cast<T &&>(x)`
  if (const auto *C = dyn_cast<CXXStaticCastExpr>(E);
      C && E->isXValue() && C->getSubExpr()->isLValue() &&
      type(E->getType())->is(core::TypeKind::Opaque)) {
    T.Text += "std::move(";
    if (const core::Expr *From = operandText(C->getSubExpr(), T))
      T.Writes.push_back(From);
    T.Text += ")";
    return;
  }
  // A member of what an assignment that moves is given: it has no other name for it.
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && E->isXValue() && holdsUnfollowedUnique(type(E->getType()))) {
    T.Text += "std::move(";
    hole(expr(E), T);
    T.Writes.push_back(T.Operands.back());
    T.Text += ")";
    return;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(C->getSubExpr()->IgnoreParens());
        Ref && isa<FunctionDecl>(Ref->getDecl())) {
      T.Text += functionText(Ref);
      return;
    }
    bool Library = !type(E->getType().getNonReferenceType())->isScalar();
    const bool ToBase =
        C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase;
    if (Library && ToBase && E->isGLValue() &&
        !type(C->getSubExpr()->getType())->HiddenNames.empty())
      return hole(expr(E), T);
    if (Library && !C->getType()->isArrayType() &&
        (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_UserDefinedConversion ||
         C->getCastKind() == CK_ConstructorConversion || C->getCastKind() == CK_DerivedToBase ||
         C->getCastKind() == CK_UncheckedDerivedToBase || C->getCastKind() == CK_LValueToRValue))
      return opaqueText(C->getSubExpr(), T);
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (isa<FunctionDecl>(R->getDecl()) ||
        (V && V->hasGlobalStorage() && !V->isStaticLocal() &&
         !type(V->getType().getNonReferenceType())->Differentiable)) {
      T.Text += functionText(R);
      return;
    }
  }
  if (E == OpaqueRoot)
    return error(E->getExprLoc(), "cannot differentiate this call",
                 "move it into a function marked [[ad::constant]]");
  const core::Expr *V = E->isGLValue() ? expr(E) : value(E);
  const bool Listed = isElementList(E->getType()) && !V->Ty->nonReference()->IsVector;
  return Listed ? elementsText(V, E->getExprLoc(), T) : hole(V, T);
}

/// Appends E to T; gives what it is, if it is a hole.
const core::Expr *FunctionLowering::operandText(const Expr *E, OpaqueText &T) {
  size_t Start = T.Text.size();
  opaqueText(E, T);
  std::string Hole = "$" + std::to_string(T.Operands.size() - 1);
  return llvm::StringRef(T.Text).drop_front(Start) == Hole ? T.Operands.back() : nullptr;
}

/// A call of FD may write Place.
void FunctionLowering::noteWrite(const FunctionDecl *FD, const core::Expr *Place, OpaqueText &T) {
  T.Constant &= L.isConstant(FD);
  if (llvm::none_of(T.Writes, [&](const core::Expr *W) { return core::equal(W, Place); }))
    T.Writes.push_back(Place);
}

/// Whether FD is an algorithm of the library that may write to where its iterators lead.
static bool writesThroughIterators(const FunctionDecl *FD) {
  static const llvm::StringRef Reads[] = {"find",
                                          "find_if",
                                          "find_if_not",
                                          "find_end",
                                          "find_first_of",
                                          "count",
                                          "count_if",
                                          "all_of",
                                          "any_of",
                                          "none_of",
                                          "equal",
                                          "mismatch",
                                          "search",
                                          "search_n",
                                          "adjacent_find",
                                          "lower_bound",
                                          "upper_bound",
                                          "equal_range",
                                          "binary_search",
                                          "max_element",
                                          "min_element",
                                          "accumulate",
                                          "reduce",
                                          "inner_product",
                                          "transform_reduce",
                                          "distance",
                                          "next",
                                          "prev",
                                          "is_sorted",
                                          "is_sorted_until",
                                          "is_heap",
                                          "is_permutation",
                                          "is_partitioned",
                                          "partition_point",
                                          "includes",
                                          "lexicographical_compare",
                                          "minmax_element"};
  return !isa<CXXMethodDecl>(FD) && FD->isInStdNamespace() && FD->getIdentifier() &&
         !FD->isOverloadedOperator() && !llvm::is_contained(Reads, FD->getName()) &&
         FD->getNumParams() >= 2 && llvm::any_of(FD->parameters(), [](const ParmVarDecl *P) {
           return P->getType()->isRecordType();
         });
}

/// What a call of FD with Args (null where one is not a hole) may write: what its pointer and
/// non-const reference arguments lead to.
void FunctionLowering::noteWrites(const FunctionDecl *FD, llvm::ArrayRef<const core::Expr *> Args,
                                  OpaqueText &T) {
  // Of those, the declaration does not say what they are given: `sscanf(text, "%d", &k)`.
  const unsigned Named = FD->getNumParams();
  for (const core::Expr *A : FD->isVariadic()
                                 ? Args.drop_front(std::min<size_t>(Named, Args.size()))
                                 : llvm::ArrayRef<const core::Expr *>())
    if (A && A->is(ExprKind::AddressOf)) {
      const core::Expr *Of = A->operand();
      const bool Element = Of->is(ExprKind::Subscript) && Of->operand()->Ty->isArray();
      noteWrite(FD, Element ? Of->operand() : Of, T);
    }
  if (L.isPure(FD))
    return;
  const FunctionDecl *Def = nullptr;
  Usage Inside;
  if (FD->hasBody(Def) && !isLibrary(FD))
    Inside.scan(Def->getBody(), L.Usages);
  const bool Behind = isLibrary(FD) || L.writesOf(FD).Behind;
  for (size_t I = 0; I < Args.size() && I < FD->getNumParams(); ++I) {
    QualType P = FD->getParamDecl(I)->getType();
    const core::Expr *A = Args[I];
    bool Handle = P->isPointerType() || P->isReferenceType();
    bool Const = Handle && P->getPointeeType().isConstQualified();
    while (A && A->is(ExprKind::Cast) && A->Ty->isPointer())
      A = A->operand();
    // Handles in what it is given; without a body `const` is taken at its word.
    if (A && Behind && !isLibrary(FD) && (Def || !Const) && (Const || !A->Ty->isPointer()))
      noteHandles(FD, A, T);
    if (A && Behind && !isLibrary(FD) && A->is(ExprKind::AddressOf))
      noteHandles(FD, A->operand(), T);
    // Iterators of vectors are pointers here.
    const bool Iterator =
        A && !Handle && A->Ty->isPointer() && !A->Ty->ElementConst && writesThroughIterators(FD);
    if (!A || !(Handle || Iterator) || Const || (P->isPointerType() && !Behind))
      continue;
    if (P->isReferenceType()) {
      bool OnlyRead = Def && !isLibrary(FD) && !Inside.Modified.count(Def->getParamDecl(I));
      if (core::isPlace(A) && !OnlyRead)
        noteWrite(FD, A, T);
    } else if (A->is(ExprKind::AddressOf)) {
      const core::Expr *Of = A->operand();
      bool Element = Of->is(ExprKind::Subscript) && Of->operand()->Ty->isArray();
      noteWrite(FD, Element ? Of->operand() : Of, T);
    } else if (A->Ty->isPointer()) {
      core::Expr *Anything = M.expr(ExprKind::Subscript, A->Ty->Element, A->Loc);
      Anything->Operands.push_back(A);
      Anything->Operands.push_back(nullptr);
      noteWrite(FD, Anything, T);
    }
  }
}

void FunctionLowering::noteCall(const FunctionDecl *FD, llvm::ArrayRef<const core::Expr *> Args,
                                OpaqueText &T) {
  noteWrites(FD, Args, T);
  T.WritesUnknown |= !isLibrary(FD) && !L.isConstant(FD) && !L.isPure(FD);
}

/// `a <=> b` where E is `(a <=> b) < 0`, as the compiler writes `a < b`.
static const CXXOperatorCallExpr *comparedByOrder(const CXXOperatorCallExpr *E) {
  if (E->getNumArgs() != 2 || !E->isComparisonOp())
    return nullptr;
  const auto *Order = dyn_cast<CXXOperatorCallExpr>(E->getArg(0)->IgnoreImplicit());
  const auto *Made = dyn_cast<CXXConstructExpr>(withoutTemporary(E->getArg(1))->IgnoreImplicit());
  const bool Zero = Made && Made->getNumArgs() == 1 &&
                    Made->getArg(0)->IgnoreParenImpCasts()->getExprLoc() == E->getOperatorLoc();
  return Zero && Order && Order->getOperator() == OO_Spaceship && Order->getNumArgs() == 2
             ? Order
             : nullptr;
}

/// An overloaded operator, written as one.
void FunctionLowering::opaqueOperator(const CXXOperatorCallExpr *E, OpaqueText &T) {
  llvm::SmallVector<const core::Expr *, 2> Lowered;
  const bool Method = isa<CXXMethodDecl>(E->getDirectCallee());
  auto Note = llvm::make_scope_exit([&] {
    llvm::ArrayRef<const core::Expr *> Args = Lowered;
    if (isExtraction(E->getDirectCallee()))
      OnlyWritten.insert(Args.back());
    if (Method && Args.front())
      noteReceiver(E->getDirectCallee(), Args.front(), T);
    noteCall(E->getDirectCallee(), Method ? Args.drop_front() : Args, T);
  });
  auto Operand = [&](const Expr *A, bool Plain = false) {
    bool Paren = !Plain && needsParentheses(A);
    T.Text += Paren ? "(" : "";
    const size_t Start = T.Text.size();
    const unsigned Number = Lowered.size();
    Lowered.push_back(operandText(A, T));
    seenAs(A, Lowered.back(), E->getDirectCallee(),
           Method && !Number ? std::nullopt : std::optional<unsigned>(Number - Method), Start, T);
    T.Text += Paren ? ")" : "";
  };
  const char *Spelling = getOperatorSpelling(E->getOperator());
  unsigned N = E->getNumArgs();
  switch (E->getOperator()) {
  case OO_Subscript:
  case OO_Call:
    Operand(E->getArg(0));
    T.Text += E->getOperator() == OO_Call ? "(" : "[";
    for (unsigned I = 1; I < N && !isa<CXXDefaultArgExpr>(E->getArg(I)); ++I) {
      T.Text += I > 1 ? ", " : "";
      Operand(E->getArg(I), /*Plain=*/true);
    }
    T.Text += E->getOperator() == OO_Call ? ")" : "]";
    return;
  case OO_Arrow:
    Operand(E->getArg(0));
    if (E == OpaqueRoot) // the pointer itself; a member that follows brings the arrow
      T.Text += ".operator->()";
    return;
  default:
    break;
  }
  if (const auto *Order = comparedByOrder(E)) {
    Operand(Order->getArg(0));
    T.Text += std::string(" ") + Spelling + " ";
    return Operand(Order->getArg(1));
  }
  if (N == 2 && E->isInfixBinaryOp()) {
    // A chain of the same operator needs no parentheses on its left.
    const auto *Left = dyn_cast<CXXOperatorCallExpr>(E->getArg(0)->IgnoreImplicit());
    Operand(E->getArg(0), /*Plain=*/Left && Left->getOperator() == E->getOperator());
    T.Text += std::string(" ") + Spelling + " ";
    return Operand(E->getArg(1));
  }
  if (N == 1) {
    T.Text += Spelling;
    return Operand(E->getArg(0));
  }
  Operand(E->getArg(0)); // postfix ++ and --
  T.Text += Spelling;
}

/// Objects that Core does not look into may change whenever something is done with them, unless
/// they are only copied.
void FunctionLowering::addObjects(core::Stmt &S, llvm::ArrayRef<const core::Expr *> Copied) {
  for (const core::Expr *O : S.Operands)
    if (core::isPlace(O) && O->Ty->is(core::TypeKind::Opaque) && !llvm::is_contained(Copied, O))
      S.Writes.push_back(O);
}

/// Whether T is a class without derivatives that only text knows: std::string, std::mt19937.
bool FunctionLowering::isOpaqueObject(QualType T) {
  return T->isRecordType() && type(T)->is(core::TypeKind::Opaque) &&
         (!L.differentiable(T) || isMapIterator(T->getAsRecordDecl()) ||
          L.isPlainException(T->getAsRecordDecl()));
}

/// E, a call or an object that is made, as text; with a Target, what it is assigned to.
OpaqueText FunctionLowering::callText(const Expr *E, const core::Expr *Target) {
  OpaqueText T;
  if (Target) {
    hole(Target, T);
    T.Text += " = ";
  }
  const Expr *Saved = std::exchange(OpaqueRoot, E->IgnoreParens());
  opaqueText(E, T);
  OpaqueRoot = Saved;
  return T;
}

core::Stmt *FunctionLowering::textStatement(const OpaqueText &T, SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = T.Text + (llvm::StringRef(T.Text).ends_with("}") ? ";" : ""); // a list, not a block
  S->Operands = T.Operands;
  S->Writes = T.Writes;
  S->WritesUnknown = T.WritesUnknown;
  S->Constant = T.Constant;
  addObjects(*S, T.Copied);
  return S;
}

/// An object that Core does not look into, as the text that makes it.
const core::Expr *FunctionLowering::opaqueValue(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  OpaqueText T = callText(E);
  // Expressions have no effects: those of this one are said ahead of it.
  llvm::erase_if(T.Writes, [](const core::Expr *W) { return W->Ty->is(core::TypeKind::Opaque); });
  if (!T.Writes.empty() || T.WritesUnknown) {
    OpaqueText Effects;
    Effects.Text = "(void)0";
    Effects.Writes = T.Writes;
    Effects.WritesUnknown = T.WritesUnknown;
    Effects.Constant = T.Constant;
    emit(textStatement(Effects, Loc));
  }
  core::Expr *Text = M.expr(ExprKind::Opaque, type(E->getType()), Loc.getRawEncoding());
  Text->Text = T.Text;
  Text->Operands.append(T.Operands.begin(), T.Operands.end());
  Text->ReadsMemory = true;
  return Text;
}

/// What a call without derivatives refers to, `counts[name]`: found once, by its address.
const core::Expr *FunctionLowering::opaquePlace(const CallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  OpaqueText T = callText(E);
  core::Variable *At = declare("at", M.pointer(type(E->getType()), E->getType().isConstQualified()),
                               nullptr, false, Loc);
  Changing.insert(At);
  core::Stmt *S = textStatement(T, Loc);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const bool Infix = Operator && Operator->isInfixBinaryOp();
  S->Text = "$" + std::to_string(T.Operands.size()) + " = &" + (Infix ? "(" : "") + T.Text +
            (Infix ? ")" : "");
  S->Operands.push_back(name(At, Loc));
  S->Writes.push_back(name(At, Loc));
  emit(S);
  return dereference(name(At, Loc), Loc);
}

/// `Target = E`, of a member without derivatives.
void FunctionLowering::opaqueMember(const core::Expr *Target, const Expr *E) {
  OpaqueText T;
  const auto *Field = Target->is(core::ExprKind::Member)
                          ? core::findField(Target->operand()->Ty->nonReference(), Target->Text)
                          : nullptr;
  T.Text = Field && Field->Const ? "const_cast<" + Target->Ty->Spelling + " &>(" : "";
  hole(Target, T);
  T.Text += Field && Field->Const ? ") = " : " = ";
  opaqueText(E, T);
  core::Stmt *S = textStatement(T, E->getExprLoc());
  S->Writes.push_back(Target);
  emit(S);
}

/// Whether E, which does not return, throws.
static bool unwinds(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD || !FD->getIdentifier())
    return isa<CXXThrowExpr>(E);
  return FD->getName() == "rethrow_exception" || FD->getName().starts_with("__throw_") ||
         (!isLibrary(FD) && FD->hasBody());
}

/// The type of what E throws; null: nobody knows.
static QualType thrownBy(const Expr *E) {
  const auto *Throw = dyn_cast<CXXThrowExpr>(E);
  return Throw && Throw->getSubExpr() ? Throw->getSubExpr()->getType() : QualType();
}

/// A call or throw as a statement of its own.
void FunctionLowering::opaqueStatement(const Expr *E, bool NoReturn) {
  core::Stmt *S = textStatement(callText(E), E->getExprLoc());
  S->NoReturn = NoReturn || isa<CXXThrowExpr>(E);
  S->WritesUnknown &= !S->NoReturn;
  if (S->NoReturn && unwinds(E)) {
    if (!InTry)
      endObjects(S);
    else
      notePassed(InTryOf && isCaughtBy(InTryOf, thrownBy(E)) ? TryLifetimes : 0);
  }
  emit(S);
}

} // namespace ad::lower
