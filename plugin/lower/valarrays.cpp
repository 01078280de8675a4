//===- lower/valarrays.cpp - std::valarray --------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In Core a valarray is a vector (Type::IsVector) of that name. An expression of whole arrays is a
// loop over its elements: `a = b * c + 1` computes element k of the right side, whatever it is made
// of, and stores it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// What stands for elements of a valarray on the left of an assignment.
static bool isPart(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() &&
         (RD->getName() == "slice_array" || RD->getName() == "mask_array");
}

/// A valarray, or an expression of valarrays.
static bool isArrayLike(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && (isStdValarray(RD) || isPart(T) ||
                (RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == "_Expr"));
}

/// E without what only turns an expression of arrays into an array.
static const Expr *array(const Expr *E) {
  for (;;) {
    E = read(E);
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    const auto *I = dyn_cast<CastExpr>(E);
    if (C && C->getNumArgs() == 1 && isArrayLike(C->getType()) &&
        isArrayLike(C->getArg(0)->getType()))
      E = C->getArg(0);
    else if (I && isArrayLike(I->getType()) && isArrayLike(I->getSubExpr()->getType()) &&
             I->getCastKind() != CK_LValueToRValue)
      E = I->getSubExpr();
    else
      return E;
  }
}

/// Whether E makes a valarray of what array() leaves: a copy.
static bool makesCopy(const Expr *E) {
  for (const Expr *End = array(E); E != End;) {
    E = read(E);
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    const auto *I = dyn_cast<CastExpr>(E);
    if (C && isStdValarray(C->getType()->getAsCXXRecordDecl()))
      return true;
    if (!C && !I)
      return false;
    E = C ? C->getArg(0) : I->getSubExpr();
  }
  return false;
}

/// From, whose elements are assigned to those of To: a copy of it where the program makes one and
/// To is read by other numbers than it is written (Shifts: it is a slice that is).
Elements FunctionLowering::apart(const Elements &From, QualType T, const core::Expr *To,
                                 bool Shifts, SourceLocation Loc) {
  auto IsTo = [&](const core::Expr *P) { return core::equal(P, To); };
  const bool Reads = (From.Place && IsTo(From.Place)) || llvm::any_of(From.Places, IsTo);
  if (!Reads || !From.Copied || !(From.Shifts || Shifts))
    return From;
  const core::Expr *Copy =
      valarrayOf(From, nullptr, type(T.getNonReferenceType().getUnqualifiedType()), Loc);
  return {Copy, sizeOf(Copy, Loc), [=](const core::Expr *K) { return subscript(Copy, K, Loc); }};
}

/// The arrays and numbers of which E is made are found now, its elements in the loop.
Elements FunctionLowering::elementsOf(const Expr *Written, const core::Type *Element,
                                      bool Updates) {
  Elements All = elementsAt(array(Written), Element, Updates);
  All.Copied |= makesCopy(Written);
  return All;
}

Elements FunctionLowering::elementsAt(const Expr *E, const core::Type *Element, bool Updates) {
  SourceLocation Loc = E->getExprLoc();
  if (!isArrayLike(E->getType())) { // the same number for every element
    // Compound assignments take it by reference, and it may be one of the elements.
    if (E->isGLValue() && Updates) {
      const core::Expr *Place = freezePlace(expr(E), Loc);
      return {nullptr, nullptr, [=](const core::Expr *) { return Place; }};
    }
    const core::Expr *V = freeze(convert(Element, value(E), false, Loc), Loc, "number");
    return {nullptr, nullptr, [=](const core::Expr *) { return V; }};
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  std::string Name;
  if (FD && isLibrary(FD) && FD->getIdentifier() && !isa<CXXMethodDecl>(FD))
    Name = primitiveName(FD->getName(), Call->getNumArgs());
  bool Arithmetic = false;
  if (Operator)
    switch (Operator->getOperator()) {
    case OO_Plus:
    case OO_Minus:
    case OO_Star:
    case OO_Slash:
      Arithmetic = true;
      Name = getOperatorSpelling(Operator->getOperator());
      break;
    default:
      break;
    }
  if (!Name.empty()) {
    std::vector<Elements> Parts;
    Elements Whole;
    for (const Expr *A : Call->arguments()) {
      Parts.push_back(elementsOf(A, Element));
      if (!Whole.Size)
        Whole.Size = Parts.back().Size;
      if (Parts.back().Place)
        Whole.Places.push_back(Parts.back().Place);
      Whole.Places.append(Parts.back().Places);
      Whole.Copied |= Parts.back().Copied;
      Whole.Shifts |= Parts.back().Shifts;
    }
    Whole.At = [=](const core::Expr *K) -> const core::Expr * {
      std::vector<const core::Expr *> Operands;
      for (const Elements &P : Parts)
        Operands.push_back(P.At(K));
      if (!Arithmetic)
        return primitive(Name, Operands, Element, Loc);
      return Operands.size() == 1 ? unary(Name, Operands[0], Element, Loc)
                                  : binary(Name, Operands[0], Operands[1], Element, Loc);
    };
    return Whole;
  }
  if (Operator && Operator->getOperator() == OO_Subscript) {
    if (Elements Slice = sliceOf(Operator); Slice.At)
      return Slice;
    if (Elements Mask = maskedBy(Operator); Mask.At)
      return masked(Mask, Loc);
  }
  const core::Expr *Place = expr(E);
  if (!core::isPlace(Place) || !Place->Ty->IsVector) {
    if (!F.Failed)
      error(Loc, "cannot differentiate this expression of valarrays",
            "write a loop over the elements");
    Place = name(F.variable("refused", M.stdVector("", Element)), Loc);
  }
  Place = freezePlace(Place, Loc);
  return {Place, sizeOf(Place, Loc), [=](const core::Expr *K) { return subscript(Place, K, Loc); }};
}

/// A new valarray, Into or one of its own, with the elements of From.
const core::Expr *FunctionLowering::valarrayOf(const Elements &From, core::Variable *Into,
                                               const core::Type *Ty, SourceLocation Loc) {
  if (!Into) {
    Into = F.variable("values", Ty);
    Into->Loc = Loc.getRawEncoding();
  }
  Into->Const = false;
  Changing.insert(Into);
  core::Variable *Size = startCounter(Into, From.Size, Loc);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = Into;
  S->Value = sized(Ty, {name(Size, Loc)}, Loc);
  emit(S);
  const core::Expr *Made = name(Into, Loc);
  countUp(literal("0", M.intType(), Loc), name(Size, Loc), Loc,
          [&](const core::Expr *K) { assign(subscript(Made, K, Loc), From.At(K), Loc); });
  return Made;
}

const core::Expr *FunctionLowering::constructValarray(const CXXConstructExpr *E,
                                                      core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  llvm::SmallVector<const Expr *, 2> Args = given(E->arguments());
  if (Args.empty()) {
    if (Into) {
      Into->Const = false;
      Changing.insert(Into);
    }
    return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  }
  if (isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit())) {
    const core::Expr *B = vectorValue(Args[0], Ty);
    return declareVector(Into, Ty, B, knownSize(B, Loc), Loc);
  }
  if (Args.size() == 1 && isArrayLike(Args[0]->getType())) {
    const Expr *From = array(Args[0]);
    if (Into && type(From->getType())->nonReference() == Ty && becomesCall(From)) {
      initialise(Into, From, Loc);
      return name(Into, Loc);
    }
    Elements All = elementsOf(Args[0], Ty->Element);
    if (!All.Place)
      return valarrayOf(All, Into, Ty, Loc);
    return Into ? declareVector(Into, Ty, All.Place, knownSize(All.Place, Loc), Loc) : All.Place;
  }
  bool Count = Args.back()->getType()->isIntegralOrEnumerationType();
  if (Count && (Args.size() == 1 || Args[0]->getType()->isArithmeticType())) {
    auto Values = valuesOf(Args);
    Elements All;
    All.Size = Values.back();
    if (!All.Size->is(ExprKind::Literal))
      All.Size = convert(sizeType(), All.Size, false, Loc);
    if (Args.size() == 2) {
      const core::Expr *Fill = freeze(convert(Ty->Element, Values[0], false, Loc), Loc, "fill");
      All.At = [=](const core::Expr *) { return Fill; };
      return valarrayOf(All, Into, Ty, Loc);
    }
    if (!Into) {
      Into = F.variable("values", Ty);
      Into->Loc = Loc.getRawEncoding();
    }
    core::Variable *Size = startCounter(Into, All.Size, Loc);
    core::Stmt *S = stmt(StmtKind::Declare, Loc);
    S->Var = Into;
    S->Value = sized(Ty, {name(Size, Loc)}, Loc);
    emit(S);
    return name(Into, Loc);
  }
  if (Count && Args.size() == 2 && type(Args[0]->getType())->isPointer()) {
    auto Values = valuesOf(Args);
    const core::Expr *From = freeze(Values[0], Loc, "from");
    Elements All;
    All.Size = convert(sizeType(), Values[1], false, Loc);
    All.At = [=](const core::Expr *K) { return subscript(From, K, Loc); };
    return valarrayOf(All, Into, Ty, Loc);
  }
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
        "construct it with its size and set the elements in a loop");
  return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
}

/// sum, min and max of the elements.
const core::Expr *FunctionLowering::reduced(llvm::StringRef Name, const Elements &Of,
                                            const core::Type *Ty, SourceLocation Loc) {
  const core::Expr *Zero = literal("0", M.intType(), Loc);
  const core::Expr *First = Name == "sum" ? zero(Ty, Loc) : Of.At(Zero);
  core::Variable *V = declare(Name, Ty, First, false, Loc);
  Changing.insert(V);
  const core::Expr *From = Name == "sum" ? Zero : literal("1", M.intType(), Loc);
  countUp(From, Of.Size, Loc, [&](const core::Expr *K) {
    if (Name == "sum") {
      core::Stmt *Add = stmt(StmtKind::Accumulate, Loc);
      Add->Target = name(V, Loc);
      Add->Value = Of.At(K);
      return emit(Add);
    }
    const core::Expr *Each = freeze(Of.At(K), Loc, "element");
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Name == "min" ? binary("<", Each, name(V, Loc), M.boolType(), Loc)
                              : binary("<", name(V, Loc), Each, M.boolType(), Loc);
    If->Then = capture([&] { assign(name(V, Loc), Each, Loc); });
    emit(If);
  });
  return name(V, Loc);
}

/// `a = ...`, `a += ...`: element by element.
const core::Expr *FunctionLowering::assignValarray(const CXXOperatorCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getArg(0)->getType());
  std::string Op = getOperatorSpelling(E->getOperator());
  Op.pop_back();
  // C++17: the right side of an assignment comes first.
  if (const Expr *Right = E->getArg(1); Op.empty() && type(Right->getType())->Mutable) { // a list
    auto Parts = inOrder({Part{[=] { return vectorValue(Right, Ty); }, false},
                          Part{[=] { return expr(E->getArg(0)); }, true}});
    const core::Expr *Place = checkWritten(freezePlace(Parts[1], Loc), Loc);
    assignVector(Place, Parts[0], Loc);
    return Place;
  }
  Elements From = elementsOf(E->getArg(1), Ty->Element, /*Updates=*/!Op.empty());
  const core::Expr *Place = checkWritten(freezePlace(expr(E->getArg(0)), Loc), Loc);
  auto IsMine = [&](const core::Expr *P) { return core::equal(P, Place); };
  From = apart(From, E->getArg(0)->getType(), Place, /*Shifts=*/false, Loc);
  if (Op.empty() && From.Place) {
    if (!IsMine(From.Place))
      assignVector(Place, From.Place, Loc);
    return Place;
  }
  // What the array itself is part of has as many elements.
  if (Op.empty() && From.Size && llvm::none_of(From.Places, IsMine)) {
    assignVector(Place, valarrayOf(From, nullptr, Ty, Loc), Loc);
    return Place;
  }
  countUp(literal("0", M.intType(), Loc), sizeOf(Place, Loc), Loc, [&](const core::Expr *K) {
    const core::Expr *Element = subscript(Place, K, Loc);
    const core::Expr *By = From.At(K);
    if (Op == "+" || Op == "-") {
      core::Stmt *Add = stmt(StmtKind::Accumulate, Loc);
      Add->Target = Element;
      Add->Value = Op == "-" ? unary("-", By, By->Ty, Loc) : By;
      return emit(Add);
    }
    assign(Element, Op.empty() ? By : binary(Op, Element, By, Ty->Element, Loc), Loc);
  });
  return Place;
}

const core::Expr *FunctionLowering::valarrayCall(const CallExpr *E, const FunctionDecl *FD,
                                                 bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
  if (Object && Object->getType()->isPointerType())
    return nullptr;
  auto IsReal = [&](const Expr *A) {
    const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        A->getType().getNonReferenceType()->getAsCXXRecordDecl());
    if (Spec && isPart(A->getType()))
      return Spec->getTemplateArgs()[0].getAsType()->isRealFloatingType();
    return isArrayLike(A->getType()) &&
           (isStdValarray(Spec) ? type(A->getType().getNonReferenceType())->IsVector
                                : Spec->getTemplateArgs()[1].getAsType()->isRealFloatingType());
  };
  if (!isLibrary(FD) || !(Object ? IsReal(Object) : llvm::any_of(E->arguments(), IsReal)))
    return nullptr;
  auto ElementType = [&](const Expr *A) {
    const auto *Spec = cast<ClassTemplateSpecializationDecl>(
        A->getType().getNonReferenceType()->getAsCXXRecordDecl());
    return type(
        Spec->getTemplateArgs()[isStdValarray(Spec) || isPart(A->getType()) ? 0 : 1].getAsType());
  };
  Known = true;
  auto Refuse = [&]() -> const core::Expr * {
    error(Loc, "cannot differentiate this operation on a std::valarray",
          "write a loop over the elements");
    return poison(E);
  };
  if (Member) {
    std::string Name = FD->getNameAsString();
    if (Name == "sum" || Name == "min" || Name == "max")
      return reduced(Name, elementsOf(Object, ElementType(Object)), ElementType(Object), Loc);
    if (Name == "size")
      return elementsOf(Object, ElementType(Object)).Size;
    if (!isStdValarray(Object->getType()->getAsCXXRecordDecl()))
      return Refuse();
    if (Name == "swap") {
      const Expr *Other = E->getArg(0);
      auto Parts = inOrder(
          {Part{[=] { return expr(Object); }, true}, Part{[=] { return expr(Other); }, true}});
      exchange(checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc), Loc);
      return literal("0", M.intType(), Loc);
    }
    if (Name == "resize") { // the elements start anew
      const core::Type *Ty = type(Object->getType());
      auto Args = given(E->arguments());
      auto Values = valuesOf(Args);
      Elements All;
      All.Size =
          Values[0]->is(ExprKind::Literal) ? Values[0] : convert(sizeType(), Values[0], false, Loc);
      const core::Expr *Fill =
          Args.size() > 1 ? freeze(convert(Ty->Element, Values[1], false, Loc), Loc, "fill")
                          : zero(Ty->Element, Loc);
      All.At = [=](const core::Expr *) { return Fill; };
      const core::Expr *Place = checkWritten(freezePlace(expr(Object), Loc), Loc);
      assignVector(Place, valarrayOf(All, nullptr, Ty, Loc), Loc);
      return literal("0", M.intType(), Loc);
    }
    if (Name == "apply") {
      const CallExpr *Own = ownAlgorithm("valarray_apply", {Object, E->getArg(0)}, Loc);
      if (Own)
        return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                          llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
    }
    if ((Name == "shift" || Name == "cshift") && E->getNumArgs() == 1) {
      const CallExpr *Own = ownAlgorithm("valarray_" + Name, {Object, E->getArg(0)}, Loc);
      if (Own)
        return inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                          llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
    }
    return Refuse();
  }
  if (Operator)
    switch (Operator->getOperator()) {
    case OO_Subscript: {
      const Expr *Index = E->getArg(1), *Of = E->getArg(0);
      if (!Index->getType()->isIntegralOrEnumerationType()) { // a part, as a value
        const core::Type *Element = ElementType(Of);
        if (Elements Slice = sliceOf(Operator); Slice.At)
          return valarrayOf(Slice, nullptr,
                            M.stdVector("std::valarray<" + Element->Spelling + ">", Element), Loc);
        Elements Mask = maskedBy(Operator);
        return Mask.At ? masked(Mask, Loc).Place : Refuse();
      }
      if (!isStdValarray(Of->getType().getNonReferenceType()->getAsCXXRecordDecl())) {
        Elements All = elementsOf(Of, ElementType(Of));
        return All.At(freeze(value(Index), Loc, "index"));
      }
      auto Parts = inOrder(
          {Part{[=] { return expr(Of); }, true}, Part{[=] { return value(Index); }, false}});
      if (!core::isPlace(Parts[0]))
        return Refuse();
      return subscript(Parts[0], Parts[1], Loc);
    }
    case OO_Equal:
    case OO_PlusEqual:
    case OO_MinusEqual:
    case OO_StarEqual:
    case OO_SlashEqual:
      if (!isArrayLike(E->getArg(0)->getType())) { // of what holds one
        Known = false;
        return nullptr;
      }
      if (isPart(E->getArg(0)->getType())) {
        assignPart(Operator, ElementType(E->getArg(0)));
        return literal("0", M.intType(), Loc);
      }
      return assignValarray(Operator);
    case OO_Plus:
    case OO_Minus:
    case OO_Star:
    case OO_Slash:
      break;
    default:
      return Refuse();
    }
  bool Primitive = FD->getIdentifier() && !primitiveName(FD->getName(), E->getNumArgs()).empty();
  if (!Operator && !Primitive) {
    Known = false; // std::begin, swap, a move
    return nullptr;
  }
  // The whole array, where it is asked for.
  const Expr *One = *llvm::find_if(E->arguments(), IsReal);
  const core::Type *Element = ElementType(One);
  return valarrayOf(elementsOf(E, Element), nullptr,
                    M.stdVector("std::valarray<" + Element->Spelling + ">", Element), Loc);
}

} // namespace ad::lower
