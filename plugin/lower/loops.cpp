//===- lower/loops.cpp - for, while, do, range-for ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A condition with side effects puts them into Setup; a step into Step. Count-downs that test and
// decrement at once are written in the shape that the loop analysis knows (see lower.h).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::LoopForm;
using core::StmtKind;

/// Literal conditions are dropped: null means forever.
static const core::Expr *unlessTrue(const core::Expr *E) {
  if (E && E->is(ExprKind::Literal) && (E->Text == "true" || E->Text == "1"))
    return nullptr;
  return E;
}

/// `while (T v = ...)`: the test stands in the body, as `T v = ...; if (!v) break;`. What a loop's
/// Setup declares is reversed behind the body, which could not see it.
static bool testsInBody(const VarDecl *V) { return V && !V->getType().isDestructedType(); }

void FunctionLowering::testInBody(const DeclStmt *Declares, const Expr *Condition) {
  declStmt(Declares);
  SourceLocation Loc = Condition->getExprLoc();
  core::Stmt *Test = stmt(StmtKind::If, Loc);
  Test->Value = negate(condition(Condition), Loc);
  Test->Then.add(stmt(StmtKind::Break, Loc));
  emit(Test);
}

/// What the body of Loop declares and its step mentions is declared ahead of the loop.
void FunctionLowering::declareForStep(core::Stmt &Loop) {
  for (core::Stmt *S : Loop.Then.Stmts) {
    core::Variable *V = S->Var;
    const bool Declares = S->is(StmtKind::Declare) || S->Declares;
    if (!V || !Declares ||
        llvm::none_of(Loop.Step.Stmts, [&](const core::Stmt *T) { return core::mentions(*T, V); }))
      continue;
    core::Stmt *Ahead = stmt(StmtKind::Declare, SourceLocation::getFromRawEncoding(S->Loc));
    Ahead->Var = V;
    if (V->Ty->isScalar()) // the reverse sweep keeps what was there before
      Ahead->Value =
          literal(V->Ty->isPointer() ? "nullptr" : "0", V->Ty,
                  S->Loc ? SourceLocation::getFromRawEncoding(S->Loc) : SourceLocation());
    emit(Ahead);
    V->Const = false;
    if (S->is(StmtKind::Declare)) {
      S->Kind = StmtKind::Assign;
      S->Target = name(V, SourceLocation::getFromRawEncoding(S->Loc));
      S->Var = nullptr;
    } else {
      S->Declares = false;
    }
  }
}

void FunctionLowering::forStmt(const ForStmt *S) {
  core::Stmt *Loop = stmt(StmtKind::Loop, S->getForLoc());
  Loop->Form = LoopForm::For;
  beginLifetime();
  BreakMark = ContinueMark = Lifetimes.size(); // our caller restores them
  if (S->getInit())
    Loop->Init = capture([&] { statements(S->getInit()); });
  // Init holds declarations and plain statements only; a branch must stand before the loop, and
  // what is destroyed after it.
  if (!Lifetimes.back().Objects.empty() || llvm::any_of(Loop->Init.Stmts, [](const core::Stmt *I) {
        return !I->is(StmtKind::Declare) && !I->is(StmtKind::Assign) &&
               !I->is(StmtKind::Accumulate);
      })) {
    append(Loop->Init);
    Loop->Init = {};
  }
  const bool InBody = testsInBody(S->getConditionVariable());
  bool CountsDown = countDown(S, Loop);
  if (!CountsDown && !InBody) {
    const core::Expr *C = nullptr;
    Loop->Setup = capture([&] {
      if (S->getConditionVariable())
        declStmt(S->getConditionVariableDeclStmt());
      if (S->getCond())
        C = condition(S->getCond());
    });
    Loop->Value = unlessTrue(C);
  }
  core::Block First = Loop->Then;
  Loop->Then = capture([&] {
    append(First);
    if (InBody)
      testInBody(S->getConditionVariableDeclStmt(), S->getCond());
    statement(S->getBody());
  });
  if (S->getInc())
    Loop->Step.Stmts = [&] {
      core::Block Step = capture([&] { fullExpression(S->getInc()); });
      Step.Stmts.insert(Step.Stmts.begin(), Loop->Step.Stmts.begin(), Loop->Step.Stmts.end());
      return Step.Stmts;
    }();
  if (InBody)
    declareForStep(*Loop);
  emit(Loop);
  endLifetime();
}

/// `for (T i = n; i-- > 0;)`: the loop counts down from n - 1 to 0.
bool FunctionLowering::countDown(const ForStmt *S, core::Stmt *Loop) {
  if (S->getInc() || !S->getCond() || S->getConditionVariable() || Loop->Init.Stmts.size() != 1 ||
      !Loop->Init.Stmts[0]->is(StmtKind::Declare) || !Loop->Init.Stmts[0]->Value)
    return false;
  const Expr *C = S->getCond()->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(C)) {
    Expr::EvalResult R;
    if ((B->getOpcode() != BO_GT && B->getOpcode() != BO_NE) ||
        !B->getRHS()->EvaluateAsRValue(R, Ctx) || !R.Val.isInt() || R.Val.getInt() != 0)
      return false;
    C = B->getLHS()->IgnoreParenImpCasts();
  }
  const auto *U = dyn_cast<UnaryOperator>(C);
  if (!U || U->getOpcode() != UO_PostDec)
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  core::Stmt *Init = Loop->Init.Stmts[0];
  const core::Expr *Bound = R ? Bindings.lookup(R->getDecl()) : nullptr;
  if (!Bound || !Bound->is(ExprKind::Variable) || Bound->Var != Init->Var ||
      !Init->Var->Ty->isInteger())
    return false;
  SourceLocation Loc = U->getOperatorLoc();
  const core::Type *Int = M.intType();
  const core::Expr *I = name(Init->Var, Loc), *Zero = literal("0", Int, Loc);
  core::Stmt *Down = stmt(StmtKind::Accumulate, Loc);
  Down->Target = I;
  Down->Value = unary("-", literal("1", Int, Loc), Int, Loc);
  if (Init->Var->Ty->IsUnsigned) {
    Loop->Value = binary(">", I, Zero, M.boolType(), Loc);
    Loop->Then.add(Down);
    return true;
  }
  Init->Value = binary("-", Init->Value, literal("1", Int, Loc), Init->Value->Ty, Loc);
  Loop->Value = binary(">=", I, Zero, M.boolType(), Loc);
  Loop->Step.add(Down);
  return true;
}

void FunctionLowering::whileStmt(const WhileStmt *S) {
  core::Stmt *Loop = stmt(StmtKind::Loop, S->getWhileLoc());
  Loop->Form = LoopForm::While;
  const bool InBody = testsInBody(S->getConditionVariable());
  const core::Expr *C = nullptr;
  if (!InBody)
    Loop->Setup = capture([&] {
      if (S->getConditionVariable())
        declStmt(S->getConditionVariableDeclStmt());
      C = condition(S->getCond());
    });
  Loop->Value = unlessTrue(C);
  Loop->Then = capture([&] {
    if (InBody)
      testInBody(S->getConditionVariableDeclStmt(), S->getCond());
    statement(S->getBody());
  });
  emit(Loop);
}

void FunctionLowering::doStmt(const DoStmt *S) {
  core::Stmt *Loop = stmt(StmtKind::Loop, S->getDoLoc());
  Loop->Form = LoopForm::DoWhile;
  Loop->Then = capture([&] { statement(S->getBody()); });
  const core::Expr *C = nullptr;
  Loop->Setup = capture([&] { C = condition(S->getCond()); });
  Loop->Value = unlessTrue(C);
  emit(Loop);
}

/// Over a class of the user's: what C++ says it means, with pointers or with iterators, and ends,
/// of the user's own. False if it is none.
bool FunctionLowering::overIterators(const CXXForRangeStmt *S, const core::Expr *Range) {
  const auto *Begin = dyn_cast_or_null<VarDecl>(S->getBeginStmt()->getSingleDecl());
  if (!Begin || type(Begin->getType())->is(core::TypeKind::Opaque))
    return false;
  Bindings[cast<VarDecl>(S->getRangeStmt()->getSingleDecl())] = Range;
  Uses.Modified.insert(Begin);
  declStmt(S->getBeginStmt());
  declStmt(S->getEndStmt());
  core::Stmt *Loop = stmt(StmtKind::Loop, S->getForLoc());
  Loop->Form = LoopForm::For;
  Loop->Setup = capture([&] { Loop->Value = condition(S->getCond()); });
  Loop->Step = capture([&] { fullExpression(S->getInc()); });
  Loop->Then = capture([&] { sequence({S->getLoopVarStmt(), S->getBody()}); });
  emit(Loop);
  return true;
}

/// Over a container without derivatives: with its iterators, as C++ has it.
void FunctionLowering::opaqueRange(const CXXForRangeStmt *S, const core::Expr *Range) {
  SourceLocation Loc = S->getForLoc();
  if (!core::isPlace(Range))
    Range = name(declare("range", Range->Ty, Range, false, Loc), Loc);
  Bindings[cast<VarDecl>(S->getRangeStmt()->getSingleDecl())] = Range;
  statement(S->getBeginStmt());
  statement(S->getEndStmt());
  core::Stmt *Loop = stmt(StmtKind::Loop, S->getForLoc());
  Loop->Form = LoopForm::For;
  const core::Expr *C = nullptr;
  Loop->Setup = capture([&] { C = condition(S->getCond()); });
  Loop->Value = C;
  Loop->Step = capture([&] { effects(S->getInc()); });
  Loop->Then = capture([&] {
    declStmt(S->getLoopVarStmt());
    statement(S->getBody());
  });
  emit(Loop);
}

/// Whether Init makes a reference of a std::reference_wrapper.
static bool convertsWrapper(const Expr *Init) {
  const auto *C = Init ? dyn_cast<CXXMemberCallExpr>(Init->IgnoreParenImpCasts()) : nullptr;
  return C && isa_and_nonnull<CXXConversionDecl>(C->getMethodDecl()) &&
         isReferenceWrapper(C->getMethodDecl()->getParent());
}

/// The element that Init, of the variable of a loop, starts with: `*__begin`.
static const Expr *elementIn(const Stmt *Init) {
  const Expr *Of = nullptr;
  if (const auto *U = dyn_cast<UnaryOperator>(Init); U && U->getOpcode() == UO_Deref)
    Of = U->getSubExpr();
  else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(Init); C && C->getOperator() == OO_Star)
    Of = C->getArg(0);
  const auto *Ref = Of ? dyn_cast<DeclRefExpr>(Of->IgnoreParenImpCasts()) : nullptr;
  if (Ref && Ref->getDecl()->isImplicit())
    return cast<Expr>(Init);
  for (const Stmt *Child : Init->children())
    if (const Expr *Found = Child ? elementIn(Child) : nullptr)
      return Found;
  return nullptr;
}

/// What V, the variable of a loop over Elements of another type, is or refers to: made by a
/// constructor or a conversion of a class, or another number. Null where it is the Element itself.
const core::Expr *FunctionLowering::convertedElement(const VarDecl *V, const core::Expr *Element) {
  SourceLocation Loc = V->getLocation();
  const Expr *Read = V->getInit() ? elementIn(V->getInit()) : nullptr;
  if (!Read || convertsWrapper(V->getInit()) || V->getType()->isArrayType())
    return nullptr;
  const bool Refers = V->getType()->isReferenceType();
  const QualType From = Read->getType(), To = V->getType().getNonReferenceType();
  const core::Type *Ty = type(To);
  const auto *Base = To->getAsCXXRecordDecl(), *Derived = From->getAsCXXRecordDecl();
  const bool Dies = Ty->isRecord() && isOwner(To); // a copy that has a destructor of its own
  if ((Ctx.hasSameUnqualifiedType(From, To) && (Refers || !Dies)) ||
      (Ty->isScalar() && Element->Ty->isScalar() && (!Refers || Ty->isPointer())) ||
      (Refers && Base && Derived && Derived->isDerivedFrom(Base)))
    return nullptr;
  auto *Given =
      new (Ctx) OpaqueValueExpr(Loc, From, Read->isLValue() ? VK_LValue : VK_XValue, OK_Ordinary);
  OpaqueValues[Given] = core::isPlace(Element) ? Element : freeze(Element, Loc, "element");
  const QualType T = To.getUnqualifiedType();
  const ExprResult Made =
      L.S.PerformCopyInitialization(InitializedEntity::InitializeTemporary(T), Loc, Given);
  if (!Made.isUsable()) {
    poison(Given);
    return nullptr;
  }
  if (Dies) {
    const core::Expr *Object = makeOwner(Made.get(), plainName(V, "object"));
    destroyLater(Object, To);
    return Object;
  }
  core::Variable *Copy = nullptr;
  if (Refers) {
    Copy = F.variable(plainName(V, "element"), Ty);
    Copy->Loc = Loc.getRawEncoding();
    Declared.insert(Copy);
    Changing.insert(Copy);
  } else {
    Copy = newVariable(V);
  }
  initialise(Copy, Made.get(), Loc);
  return name(Copy, Loc);
}

/// The variable V of a loop is Element.
void FunctionLowering::bindElement(const VarDecl *V, const core::Expr *Element) {
  SourceLocation Loc = V->getLocation();
  forget(V);
  if (const core::Expr *Made = convertedElement(V, Element)) {
    Bindings[V] = Made;
    if (const auto *D = dyn_cast<DecompositionDecl>(V))
      structuredBinding(D);
    return;
  }
  if (V->getType()->isReferenceType() && !core::isPlace(Element))
    Element = name(declare(plainName(V, "element"), Element->Ty, Element, true, Loc), Loc);
  if (V->getType()->isReferenceType()) {
    const auto *Of = V->getType()->getPointeeType()->getAsCXXRecordDecl();
    const CXXRecordDecl *Class = Of ? L.classOf(Element->Ty->nonReference()) : nullptr;
    const bool ToBase = Class && Class->hasDefinition() && Class->isDerivedFrom(Of);
    const core::Expr *Base = ToBase ? asBase(Element, Class, Of, Loc) : nullptr;
    Bindings[V] = Base ? Base : Element;
  } else if (const core::Type *Ty = type(V->getType()); Ty->Mutable) {
    return bindHandle(V, Ty, Element, Loc);
  } else if (isa_and_nonnull<ArrayInitLoopExpr>(V->getInit())) {
    return declareArrayCopy(V, Element);
  } else if (core::holdsVector(Ty) && core::isPlace(Element)) { // a copy with sizes of its own
    auto *From =
        new (Ctx) OpaqueValueExpr(Loc, V->getType().getUnqualifiedType(), VK_LValue, OK_Ordinary);
    OpaqueValues[From] = Element;
    const ExprResult Copied = L.S.PerformCopyInitialization(
        InitializedEntity::InitializeVariable(const_cast<VarDecl *>(V)), Loc, From);
    if (!Copied.isUsable())
      poison(From);
    else
      initialise(newVariable(V), Copied.get(), Loc);
  } else {
    core::Variable *Copy = newVariable(V);
    core::Stmt *D = stmt(StmtKind::Declare, Loc);
    D->Var = Copy;
    D->Value = convert(Copy->Ty, Element, false, Loc);
    emit(D);
  }
  if (const auto *D = dyn_cast<DecompositionDecl>(V))
    structuredBinding(D);
}

/// Whether a temporary object in E lives on as long as what E is bound to.
static bool extendsTemporary(const Expr *E) {
  const auto *T = dyn_cast<MaterializeTemporaryExpr>(E);
  if (T && T->getExtendingDecl())
    return true;
  return llvm::any_of(E->children(), [](const Stmt *C) {
    const auto *Part = dyn_cast_or_null<Expr>(C);
    return Part && extendsTemporary(Part);
  });
}

/// What the loop S goes through. Its temporaries end here, but for the one that it is a part of.
const core::Expr *FunctionLowering::rangeOf(const CXXForRangeStmt *S) {
  const Expr *E = S->getRangeInit();
  beginLifetime();
  const core::Expr *Range = expr(E);
  auto &Made = Lifetimes.back().Objects;
  if (!Made.empty() && extendsTemporary(E)) {
    if (Made.size() > 1)
      error(S->getForLoc(), "cannot differentiate a loop over a part of one of several temporaries",
            "give the object a name ahead of the loop");
    auto &Loop = Lifetimes[Lifetimes.size() - 2].Objects;
    Loop.insert(Loop.end(), Made.begin(), Made.end());
    Made.clear();
  }
  endLifetime();
  return Range;
}

/// Over C arrays and std::array: an index loop, the variable bound to the element.
void FunctionLowering::rangeFor(const CXXForRangeStmt *S) {
  beginLifetime();
  BreakMark = ContinueMark = Lifetimes.size(); // our caller restores them
  if (S->getInit())
    statements(S->getInit());
  if (!overFunctions(S) && !overViews(S))
    rangeLoop(S);
  endLifetime();
}

/// The same without what S declares ahead of the loop.
void FunctionLowering::rangeLoop(const CXXForRangeStmt *S) {
  SourceLocation Loc = S->getForLoc();
  const core::Expr *Range = rangeOf(S);
  const core::Expr *Length = nullptr;
  if (Range->Ty->Mutable) { // a span: its elements, counted
    auto [Data, Size] = handleParts(Range, Loc);
    bool Stays = Range->is(ExprKind::Variable) && Range->Var->Kind == core::Storage::Parameter &&
                 !Range->Var->Ty->isReference();
    Range = Stays ? Data : freeze(Data, Loc, "elements");
    Length = Stays ? Size : freeze(Size, Loc, "length");
  } else if (core::isPlace(Range)) {
    auto *Outer = std::exchange(Frozen, ScopeFrozen);
    Range = freezePlace(Range, Loc);
    Frozen = Outer;
  } else if (Range->Ty->isArray())
    Range = name(declare("values", Range->Ty, Range, false, Loc), Loc);
  if (Range->Ty->IsMap)
    return mapRange(S, Range);
  if (!Range->Ty->isArray() && !Length) {
    if (Range->Ty->is(core::TypeKind::Opaque) && !L.differentiable(S->getRangeInit()->getType()))
      return opaqueRange(S, Range);
    if (!F.Failed && core::isPlace(Range) && overIterators(S, Range))
      return;
    if (!F.Failed)
      error(Loc,
            "cannot differentiate a loop over a range of type '" +
                L.spelling(S->getRangeInit()->getType()) + "'",
            "loop over an array or std::array, or by index");
    return;
  }
  const VarDecl *V = S->getLoopVariable();
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  Loop->Form = LoopForm::For;
  const core::Type *Size = type(Ctx.getSizeType());
  if (Range->Ty->IsStdArray || Length)
    Size = M.integer("std::size_t", Ctx.getTypeSize(Ctx.getSizeType()), true);
  core::Variable *Index = nullptr;
  Loop->Init =
      capture([&] { Index = declare("k", Size, literal("0", M.intType(), Loc), false, Loc); });
  Changing.insert(Index);
  const core::Expr *I = name(Index, Loc);
  if (comesAndGoes(S->getRangeInit()->getType())) {
    IteratorVariables[Index] = Range;
    References.push_back({V, I});
  }
  Loop->Value = binary("<", I, Length ? Length : sizeOf(Range, Loc), M.boolType(), Loc);
  core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
  Up->Target = I;
  Up->Value = literal("1", M.intType(), Loc);
  Loop->Step.add(Up);
  Loop->Then = capture([&] {
    const core::Expr *Element = subscript(Range, I, Loc);
    if (Element->Ty->isPointer() && convertsWrapper(V->getInit()))
      Element = dereference(Element, Loc);
    beginLifetime();
    bindElement(V, Element);
    statement(S->getBody());
    endLifetime();
  });
  emit(Loop);
}

} // namespace ad::lower
