//===- lower/containers.cpp - std::vector ---------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// How vectors are made and copied, and what their members do. Their sizes: vector_sizes.cpp; moves
// and swaps: moves.cpp.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// for (k = From; k < To; ++k) Body(k)
void FunctionLowering::countUp(const core::Expr *From, const core::Expr *To, SourceLocation Loc,
                               llvm::function_ref<void(const core::Expr *)> Body) {
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  core::Variable *K = nullptr;
  Loop->Init = capture([&] { K = declare("k", sizeType(), From, false, Loc); });
  Loop->Value = binary("<", name(K, Loc), To, M.boolType(), Loc);
  core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
  Up->Target = name(K, Loc);
  Up->Value = literal("1", M.intType(), Loc);
  Loop->Step.add(Up);
  Loop->Then = capture([&] { Body(name(K, Loc)); }); // which leaves K alone
  Changing.insert(K);
  emit(Loop);
}

/// Declares V (or a new variable) as a vector with the value Value.
const core::Expr *FunctionLowering::declareVector(core::Variable *V, const core::Type *Ty,
                                                  const core::Expr *Value, const core::Expr *Size,
                                                  SourceLocation Loc) {
  if (!V) {
    V = F.variable("values", Ty);
    V->Loc = Loc.getRawEncoding();
  }
  if (core::holdsMap(Ty) && Value && !Value->is(ExprKind::Opaque) &&
      !(Value->is(ExprKind::Braces) && Value->Operands.empty()))
    return declareHolders(V, Value, Loc);
  // Elements whose pointers derivatives follow, and that braces do not make for these.
  if (Value && Value->is(ExprKind::Braces) && !Value->Operands.empty() && Ty->Element->isRecord() &&
      core::holdsHandle(Ty->Element) && !Ty->Element->ZeroByBraces && !Ty->Owns)
    return declareHolders(V, Value, Loc);
  startCounter(V, Size, Loc);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  S->Value = Value;
  emit(S);
  if (Value && !Size && !(Value->is(ExprKind::Braces) && Value->Operands.empty()))
    counted(name(V, Loc), sizeOf(name(V, Loc), Loc), Loc);
  return name(V, Loc);
}

/// `std::vector<T>(n)` and `std::vector<T>(n, x)` where x carries no derivative.
const core::Expr *FunctionLowering::sized(const core::Type *Ty,
                                          llvm::ArrayRef<const core::Expr *> Operands,
                                          SourceLocation Loc) {
  return opaque(Ty->Spelling + (Operands.size() == 1 ? "($0)" : "($0, $1)"), Ty, Operands, Loc);
}

static bool isPlainNumber(const core::Expr *E) {
  while (E->is(ExprKind::Cast) || E->is(ExprKind::Unary))
    E = E->operand();
  return E->is(ExprKind::Literal);
}

/// Whether E makes a vector of constants: of zeros, of a number that is known here, of such
/// vectors.
bool FunctionLowering::isConstantVector(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  while (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E)) // `std::vector<double>(n)`
    E = Cast->getSubExpr()->IgnoreImplicit()->IgnoreParens();
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made || !isStdVector(Made->getConstructor()->getParent()))
    return false;
  return llvm::all_of(Made->arguments(), [&](const Expr *A) {
    if (isa<CXXDefaultArgExpr>(A) || A->getType()->isIntegralOrEnumerationType())
      return true;
    return A->getType()->isFloatingType() ? A->isEvaluatable(Ctx) : isConstantVector(A);
  });
}

/// The elements of Place from number From to N become Fill, one by one.
void FunctionLowering::fill(const core::Expr *Place, const core::Expr *From, const core::Expr *N,
                            const core::Expr *Fill, SourceLocation Loc) {
  countUp(From, N, Loc, [&](const core::Expr *K) {
    assign(subscript(Place, K, Loc), convert(Place->Ty->Element, Fill, false, Loc), Loc);
  });
}

/// Fill, which becomes many elements, evaluated once. A reference may lead to an element.
const core::Expr *FunctionLowering::freezeFill(const core::Expr *Fill, SourceLocation Loc) {
  bool Object = Fill->is(ExprKind::Variable) && !Fill->Ty->isReal();
  if (isPlainNumber(Fill) || (Object && !Fill->Var->Ty->isReference()))
    return Fill;
  if (Fill->Ty->IsVector)
    return declareVector(F.variable("fill", Fill->Ty), Fill->Ty, Fill, knownSize(Fill, Loc), Loc);
  return freeze(Fill, Loc, "fill");
}

/// Whether a vector can be filled with an element of type T, one by one: new elements are zero.
static bool isFillable(const core::Type *T) {
  return !T->Differentiable || T->isReal() || T->IsVector ||
         (T->isRecord() && T->TrivialCopy && (T->ZeroByBraces || T->IsEigen)) ||
         (T->IsStdArray && !T->Element->IsVector && isFillable(T->Element));
}

/// The same for the vector Ty: pointers are values like others, but for smart ones.
static bool isFilled(const core::Type *Ty) {
  return isFillable(Ty->Element) || (Ty->Element->isPointer() && !Ty->Smart);
}

/// Whether E is a null pointer, as which elements start.
static bool isNull(const core::Expr *E) { return E->is(ExprKind::Literal) && E->Ty->isPointer(); }

/// Whether a vector can be made of copies of a T, one after the other.
static bool isAppendable(const core::Type *T) {
  return T->isRecord() && !T->Owns && !T->IsTagged && !T->Polymorphic && !core::holdsHandle(T);
}

/// A copy of Value comes to the end of the vector A.
void FunctionLowering::appendElement(const core::Expr *A, const core::Expr *Value,
                                     SourceLocation Loc) {
  if (core::holdsMap(A->Ty->Element))
    return appendHolder(A, Value, Loc);
  const core::Expr *More =
      binary("+", oldSize(A, Loc), literal("1", M.intType(), Loc), sizeType(), Loc);
  const bool Moves = core::isPlace(Value) && holdsUnfollowedUnique(Value->Ty);
  resize(A,
         A->Ty->Shared ? "$0.push_back(ad::borrow($1))"
         : Moves       ? "$0.push_back(std::move($1))"
                       : "$0.push_back($1)",
         {Value}, Value, More, Loc);
}

/// N copies of Value come to the end of the vector A.
void FunctionLowering::appendCopies(const core::Expr *A, const core::Expr *N,
                                    const core::Expr *Value, SourceLocation Loc) {
  const core::Type *Int = M.intType();
  countUp(literal("0", Int, Loc), N, Loc,
          [&](const core::Expr *) { appendElement(A, Value, Loc); });
}

/// The value of E, an element or a number, as a container takes it.
const core::Expr *FunctionLowering::contained(const Expr *E) {
  const QualType T = E->getType().getNonReferenceType().getUnqualifiedType();
  return L.ownMatrix(T) ? Eigen.makeOwn(E, T) : value(E);
}

/// The value of E, a vector or a list of elements, as a vector.
const core::Expr *FunctionLowering::vectorValue(const Expr *E, const core::Type *Ty) {
  const auto *List = dyn_cast<CXXStdInitializerListExpr>(E->IgnoreImplicit());
  const auto *Inits = List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()) : nullptr;
  if (!Inits && type(E->getType())->Mutable) {
    // A std::initializer_list that somebody else has made.
    SourceLocation Loc = E->getExprLoc();
    auto [Data, Size] = handleParts(value(E), Loc);
    if (Size->is(ExprKind::Literal) && Size->Text == "0") // `v = {}`
      return M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
    const core::Expr *From = freeze(Data, Loc, "first"), *N = freeze(Size, Loc, "count");
    core::Variable *V = F.variable("values", Ty);
    declareVector(V, Ty, sized(Ty, {N}, Loc), N, Loc);
    Changing.insert(V);
    countUp(literal("0", M.intType(), Loc), N, Loc, [&](const core::Expr *K) {
      assign(subscript(name(V, Loc), K, Loc), subscript(From, K, Loc), Loc);
    });
    return name(V, Loc);
  }
  if (!Inits)
    return value(E);
  std::vector<Part> Parts;
  for (const Expr *I : Inits->inits())
    Parts.push_back(
        {[this, I, Ty] { return Ty->Element->IsVector ? vectorValue(I, Ty->Element) : value(I); },
         false});
  core::Expr *B = M.expr(ExprKind::Braces, Ty, E->getExprLoc().getRawEncoding());
  for (const core::Expr *V : inOrder(Parts))
    B->Operands.push_back(convert(Ty->Element, V, false, E->getExprLoc()));
  return B;
}

/// E before a conversion to an integer of more bits, which another one to as many makes, too.
static const core::Expr *asItWas(const core::Expr *E) {
  const bool Widens = E->is(ExprKind::Cast) && E->Ty->isInteger() && !E->Ty->IsBool &&
                      E->operand()->Ty->isInteger() && E->Ty->Bits >= E->operand()->Ty->Bits;
  return Widens ? E->operand() : E;
}

const core::Expr *FunctionLowering::constructVector(const CXXConstructExpr *E,
                                                    core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Adapted = L.adaptedDeque(E->getType());
  const core::Type *Ty = Adapted ? Adapted : type(E->getType());
  const CXXConstructorDecl *CD = E->getConstructor();
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  if (Args.size() > 1 && isAllocator(Args.back()->getType()))
    Args.pop_back();
  auto Changes = [&](core::Variable *V) {
    if (V) {
      V->Const = false;
      Changing.insert(V);
    }
  };
  if (Args.empty()) {
    Changes(Into);
    return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  }
  const Expr *First = Args[0]->IgnoreParens();
  if (CD->isCopyOrMoveConstructor()) {
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(First)) {
      First = T->getSubExpr();
      if (Into && type(First->getType()) == Ty) {
        initialise(Into, First, Loc);
        return name(Into, Loc);
      }
    }
    const core::Expr *From = value(First);
    if (core::isPlace(From) && CD->isMoveConstructor() && givesUp(First))
      return takenFrom(From, Into, Loc);
    const bool Copies = Into || (isMapHolder(Ty) && core::isPlace(From)); // of those, an argument
    return Copies ? declareVector(Into, Ty, From, knownSize(From, Loc), Loc) : From;
  }
  // A list of elements.
  if (isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit()) ||
      (Args.size() == 1 && type(Args[0]->getType())->Mutable)) {
    const core::Expr *B = vectorValue(Args[0], Ty);
    return declareVector(Into, Ty, B, knownSize(B, Loc), Loc);
  }
  bool Count = First->getType()->isIntegralOrEnumerationType();
  if (Count && Args.size() <= 2) {
    std::vector<Part> Parts;
    for (const Expr *A : Args)
      Parts.push_back({[this, A] { return contained(A); }, false});
    std::vector<const core::Expr *> Values = inOrder(Parts);
    const core::Expr *N = Values[0];
    if (!N->is(ExprKind::Literal))
      N = convert(sizeType(), N, false, Loc);
    const core::Expr *Fill = Values.size() > 1 && !isNull(Values[1]) ? Values[1] : nullptr;
    bool Inactive = Fill && (isPlainNumber(Fill) || !Ty->Element->Differentiable ||
                             (Ty->Element->IsVector && isConstantVector(Args[1])));
    if (!Into)
      Into = F.variable("values", Ty);
    if (Fill && !isFilled(Ty) && isAppendable(Ty->Element)) {
      Fill = freezeFill(Fill, Loc);
      N = name(declare("count", sizeType(), convert(sizeType(), N, false, Loc), true, Loc), Loc);
      declareVector(Into, Ty, zero(Ty, Loc), literal("0", M.intType(), Loc), Loc);
      Changes(Into);
      appendCopies(name(Into, Loc), N, Fill, Loc);
      return name(Into, Loc);
    }
    if (Fill && !isFilled(Ty))
      error(Loc, "cannot differentiate this initialiser of a vector of objects",
            "set the elements in a loop");
    if (Fill && !Inactive)
      Fill = freezeFill(Fill, Loc);
    core::Variable *Size = startCounter(Into, N, Loc);
    core::Stmt *S = stmt(StmtKind::Declare, Loc);
    S->Var = Into;
    const core::Expr *Length = name(Size, Loc);
    S->Value = Inactive ? sized(Ty, {Length, Fill}, Loc) : sized(Ty, {Length}, Loc);
    emit(S);
    if (Fill && !Inactive) {
      Changes(Into);
      fill(name(Into, Loc), literal("0", M.intType(), Loc), Length, Fill, Loc);
    }
    return name(Into, Loc);
  }
  // A range between two pointers or iterators.
  const auto *Class = Args[0]->getType()->getAsCXXRecordDecl();
  bool Backwards = Class && isReverseIterator(Class);
  const bool Numbered = isSequenceIterator(Args[0]->getType());
  if (Args.size() == 2 && (Numbered || (type(Args[0]->getType())->isPointer() &&
                                        type(Args[1]->getType())->isPointer()))) {
    // It is made with its size, and then its elements are assigned.
    const QualType Held = cast<ClassTemplateSpecializationDecl>(E->getType()->getAsCXXRecordDecl())
                              ->getTemplateArgs()[0]
                              .getAsType();
    const auto *OfClass = Held->getAsCXXRecordDecl();
    // Or, where there are none to be made ahead, they are appended.
    const bool Appends = OfClass && OfClass->hasDefinition() && type(Held)->isRecord() &&
                         !L.S.LookupDefaultConstructor(const_cast<CXXRecordDecl *>(OfClass));
    auto *Iterator =
        new (Ctx) OpaqueValueExpr(Loc, Args[0]->getType().getNonReferenceType(), VK_LValue);
    const ExprResult Read = L.S.BuildUnaryOp(nullptr, Loc, UO_Deref, Iterator);
    const QualType Given = Read.isUsable() ? Read.get()->getType() : Held;
    std::vector<Part> Parts;
    for (const Expr *A : Args)
      Parts.push_back({[this, A] { return contained(A); }, false});
    std::vector<const core::Expr *> Values = inOrder(Parts);
    const core::Expr *From = Numbered ? freeze(Values[0], Loc, "first") : start(Values[0], Loc);
    const core::Expr *Of = containerAt(Values[0]);
    if (Numbered && !Of) {
      loseContainer(Args[0]);
      return declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
    }
    const core::Expr *Last = Backwards ? From : Values[1], *First = Backwards ? Values[1] : From;
    const core::Expr *N =
        Numbered ? distance(First, Last, Loc)
                 : convert(sizeType(),
                           asItWas(binary("-", Last, First, type(Ctx.getPointerDiffType()), Loc)),
                           false, Loc);
    if (!Into)
      Into = F.variable("values", Ty);
    Changes(Into);
    const core::Expr *Length = nullptr;
    if (Appends) {
      Length = freeze(N, Loc, "length");
      declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
    } else {
      Length = name(startCounter(Into, N, Loc), Loc);
      core::Stmt *S = stmt(StmtKind::Declare, Loc);
      S->Var = Into;
      S->Value = sized(Ty, {Length}, Loc);
      emit(S);
    }
    countUp(literal("0", M.intType(), Loc), Length, Loc, [&](const core::Expr *K) {
      const core::Expr *One = literal("1", M.intType(), Loc);
      const core::Expr *At =
          Backwards ? binary("-", From, binary("+", K, One, sizeType(), Loc), From->Ty, Loc)
          : From->is(ExprKind::Literal) && From->Text == "0" ? K
                                                             : binary("+", From, K, From->Ty, Loc);
      const core::Expr *Element = Of          ? subscript(Of, At, Loc)
                                  : Backwards ? dereference(At, Loc)
                                              : subscript(From, K, Loc);
      Element = convertElement(Element, Given, Held, Loc);
      if (Appends)
        appendElement(name(Into, Loc), Element, Loc);
      else
        assign(subscript(name(Into, Loc), K, Loc), Element, Loc);
    });
    return name(Into, Loc);
  }
  const core::Expr *Whole = declareVector(Into, Ty, zero(Ty, Loc), nullptr, Loc);
  if (Args.size() == 2 && isMapIterator(Class)) { // its entries, one by one
    Changes(Whole->Var);
    auto *Out = new (Ctx) OpaqueValueExpr(Loc, E->getType().getUnqualifiedType(), VK_LValue);
    OpaqueValues[Out] = Whole;
    const CallExpr *Own = ownAlgorithm("append_copy_entries", {Args[0], Args[1], Out}, Loc);
    if (Own) {
      inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                 llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own);
      return Whole;
    }
  }
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
        "construct it with its size and set the elements in a loop");
  return Whole;
}

/// The member at Place, which is empty, gets the value of its initialiser.
void FunctionLowering::initialiseVector(const core::Expr *Place, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  const auto *E = dyn_cast<CXXConstructExpr>(Init);
  llvm::SmallVector<const Expr *, 3> Args;
  if (E)
    for (const Expr *A : E->arguments())
      if (!isa<CXXDefaultArgExpr>(A))
        Args.push_back(A);
  if (E && Args.empty())
    return;
  bool Count = E && Args.size() <= 2 && !E->getConstructor()->isCopyOrMoveConstructor() &&
               Args[0]->getType()->isIntegralOrEnumerationType() &&
               !isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit());
  if (E && E->getConstructor()->isMoveConstructor() && givesUp(Args[0]))
    return exchange(Place, checkWritten(expr(Args[0]), Loc), Loc);
  bool Rows = Args.size() > 1 && Place->Ty->Element->IsVector && Place->Ty->Differentiable;
  if (!Count || Rows)
    return assignVector(Place, vectorValue(E && Args.size() == 1 ? Args[0] : Init, Place->Ty), Loc);
  std::vector<Part> Parts;
  for (const Expr *A : Args)
    Parts.push_back({[this, A] { return contained(A); }, false});
  std::vector<const core::Expr *> Values = inOrder(Parts);
  const core::Expr *N = Values[0];
  if (!N->is(ExprKind::Literal))
    N = name(declare("count", sizeType(), convert(sizeType(), N, false, Loc), true, Loc), Loc);
  const core::Expr *Fill = Values.size() > 1 && !isNull(Values[1]) ? Values[1] : nullptr;
  if (Fill && !isFilled(Place->Ty) && isAppendable(Place->Ty->Element))
    return appendCopies(Place, N, freezeFill(Fill, Loc), Loc);
  if (Fill && !isFilled(Place->Ty))
    error(Loc, "cannot differentiate this initialiser of a vector of objects",
          "set the elements in a loop");
  if (Fill)
    Fill = freezeFill(Fill, Loc);
  resize(Place, "$0.resize($1)", {N}, nullptr, N, Loc, literal("0", M.intType(), Loc));
  if (Fill)
    fill(Place, literal("0", M.intType(), Loc), N, Fill, Loc);
}

const core::Expr *FunctionLowering::part(const core::Expr *Whole, const core::Field &Fd) {
  core::Expr *E = M.expr(Fd.IsBase ? ExprKind::BaseOf : ExprKind::Member, Fd.Ty, Whole->Loc);
  if (!Fd.IsBase)
    E->Text = Fd.Name;
  E->Operands = {Whole};
  return E;
}

/// `a = b` of records that hold vectors, part by part.
void FunctionLowering::assignParts(const core::Expr *Target, const core::Expr *Value,
                                   SourceLocation Loc) {
  if (!core::isPlace(Value))
    Value = name(declare("whole", Value->Ty, Value, false, Loc), Loc);
  const core::Block Whole = written(Target, Loc);
  Target = steady(Target, Whole, Loc);
  Value = steady(Value, Whole, Loc);
  std::function<void(const core::Expr *, const core::Expr *)> Copy = [&](const core::Expr *To,
                                                                         const core::Expr *From) {
    if (!To->Ty->isArray() || To->Ty->IsVector ||
        (To->Ty->IsStdArray && !core::holdsVector(To->Ty) && !core::holdsMap(To->Ty)))
      return assign(To, From, Loc);
    countUp(literal("0", M.intType(), Loc), sizeOf(To, Loc), Loc,
            [&](const core::Expr *K) { Copy(subscript(To, K, Loc), subscript(From, K, Loc)); });
  };
  if (Target->Ty->isArray())
    return Copy(Target, Value);
  for (const core::Field &Fd : Target->Ty->Fields)
    Copy(part(Target, Fd), part(Value, Fd));
}

/// `v = w`; Value is a vector or a list.
void FunctionLowering::assignVector(const core::Expr *Place, const core::Expr *Value,
                                    SourceLocation Loc) {
  checkResizable(Place, Loc);
  const bool Maps = core::holdsMap(Place->Ty->Element);
  if ((core::holdsVector(Place->Ty->Element) || Maps) && Place->Ty->Differentiable) {
    // Row by row: each change of a shape is a statement of its own.
    const core::Variable *To = core::rootVariable(Place), *From = core::rootVariable(Value);
    const bool Apart = core::isPlace(Value) && From && From != To &&
                       (To || (From->Kind == core::Storage::Local && !From->AddressTaken &&
                               !From->Ty->isReference()));
    if (!Apart && Maps)
      return exchange(Place, declareVector(nullptr, Place->Ty, Value, nullptr, Loc), Loc);
    if (!Apart) // a copy first: the place may be a part of it, or the other way round
      Value = declareVector(nullptr, Place->Ty, Value, knownSize(Value, Loc), Loc);
    const core::Expr *N = name(declare("rows", sizeType(), sizeOf(Value, Loc), true, Loc), Loc);
    const core::Expr *Zero = literal("0", M.intType(), Loc);
    resize(Place, "$0.clear()", {}, nullptr, Zero, Loc);
    countUp(Zero, N, Loc,
            [&](const core::Expr *K) { appendElement(Place, subscript(Value, K, Loc), Loc); });
    return;
  }
  core::Stmt *S = stmt(StmtKind::Assign, Loc);
  S->Target = Place;
  S->Value = Value;
  S->OldSize = oldSize(Place, Loc);
  emit(S);
  counted(Place, sizeOf(Place, Loc), Loc);
}

/// Whether Given becomes an Element without a constructor or a conversion of its class.
bool FunctionLowering::takenAsItIs(const Expr *Given, const core::Type *Element) {
  const core::Type *Ty = type(Given->getType())->nonReference();
  return Ty == Element || (Ty->isScalar() && Element->isScalar());
}

/// Element, of the type From, as the To that a container makes of it.
const core::Expr *FunctionLowering::convertElement(const core::Expr *Element, QualType From,
                                                   QualType To, SourceLocation Loc) {
  From = From.getNonReferenceType();
  if (isWrapper(From) && !isWrapper(To)) {
    From = cast<ClassTemplateSpecializationDecl>(From->getAsCXXRecordDecl())
               ->getTemplateArgs()[0]
               .getAsType();
    Element = dereference(Element, Loc);
  }
  const core::Type *Ty = type(To);
  if (Ty->isPointer() && !Element->Ty->isPointer()) // of std::reference_wrapper
    return addressOf(Element, Ty, Loc);
  if (Ctx.hasSameUnqualifiedType(From, To) || (Element->Ty->isScalar() && Ty->isScalar()))
    return Ty->isReal() ? convert(Ty, Element, false, Loc) : Element;
  auto *Given = new (Ctx) OpaqueValueExpr(Loc, From, VK_LValue, OK_Ordinary);
  OpaqueValues[Given] = core::isPlace(Element) ? Element : freeze(Element, Loc, "element");
  const Expr *Made = madeFrom(To.getUnqualifiedType(), {Given}, Loc);
  return Made ? scoped([&] { return convert(Ty, value(Made), false, Loc); }, Loc) : zero(Ty, Loc);
}

/// `T(args...)`, as emplace_back makes it.
const Expr *FunctionLowering::madeFrom(QualType T, llvm::ArrayRef<const Expr *> Args,
                                       SourceLocation Loc) {
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : Args) {
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(A))
      A = Temporary->getSubExpr();
    Given.push_back(const_cast<Expr *>(A));
  }
  ExprResult Made = L.S.BuildCXXTypeConstructExpr(Ctx.getTrivialTypeSourceInfo(T, Loc), Loc, Given,
                                                  Loc, /*ListInitialization=*/false);
  if (Made.isInvalid()) {
    F.Failed = true;
    return nullptr;
  }
  return Made.get();
}

static QualType elementOf(const CXXRecordDecl *Vector) {
  return cast<ClassTemplateSpecializationDecl>(Vector)->getTemplateArgs()[0].getAsType();
}

/// The members of std::vector.
const core::Expr *FunctionLowering::vectorMember(const CallExpr *E, const CXXMethodDecl *MD,
                                                 bool &Known) {
  bool Operator = isa<CXXOperatorCallExpr>(E);
  const Expr *Object =
      Operator ? E->getArg(0) : cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
  const core::Type *Ty = type(
      Object->getType()->isPointerType() ? Object->getType()->getPointeeType() : Object->getType());
  if (!Ty->IsVector)
    return nullptr;
  llvm::SmallVector<const Expr *, 2> Args;
  for (unsigned I = Operator ? 1 : 0; I < E->getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(E->getArg(I)))
      Args.push_back(E->getArg(I));
  return sequenceMember(E, MD, Object, Ty, MD->getNameAsString(), Args, Known);
}

/// The same by Name, of a vector or deque of type Ty.
const core::Expr *FunctionLowering::sequenceMember(const CallExpr *E, const CXXMethodDecl *MD,
                                                   const Expr *Object, const core::Type *Ty,
                                                   const std::string &Name,
                                                   llvm::ArrayRef<const Expr *> Args, bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  auto Whole = [this, Object, Loc]() -> const core::Expr * {
    if (Object->getType()->isPointerType())
      return dereference(value(Object), Loc);
    const core::Expr *A = expr(Object);
    return core::isPlace(A) ? A : freeze(A, Loc, "values");
  };
  Known = true;
  if (Ty->Owns)
    if (const core::Expr *R = ownersMember(E, Object, Name, Args, Whole))
      return R;
  const core::Type *Int = M.intType();
  const core::Expr *Zero = literal("0", Int, Loc), *Nothing = Zero;

  if (Name == "operator[]" || Name == "at") {
    const Expr *Index = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return value(Index); }, false}});
    if (Name == "at") {
      core::Stmt *Check = stmt(StmtKind::Opaque, Loc);
      Check->Text = "(void)$0.at($1)";
      Check->Operands = {Parts[0], Parts[1]};
      emit(Check);
    }
    return subscript(Parts[0], Parts[1], Loc);
  }
  if (Name == "front" || Name == "data")
    if (Args.empty()) {
      const core::Expr *Element = subscript(Whole(), Zero, Loc);
      return Name == "front" ? Element : addressOf(Element, type(E->getType()), Loc);
    }
  bool Reversed = Name == "rbegin" || Name == "crbegin" || Name == "rend" || Name == "crend";
  if (Name == "begin" || Name == "cbegin" || Name == "end" || Name == "cend" || Reversed) {
    const core::Expr *A = Whole();
    const core::Type *Pointer = type(E->getType());
    const core::Expr *First = addressOf(subscript(A, Zero, Loc), Pointer, Loc);
    return (Name.find("begin") != std::string::npos) != Reversed
               ? First
               : binary("+", First, sizeOf(A, Loc), Pointer, Loc);
  }
  if (Name == "back") {
    const core::Expr *A = Whole();
    core::Variable *N = counterOf(A);
    const core::Expr *Size = N ? name(N, Loc) : sizeOf(A, Loc);
    return subscript(A, binary("-", Size, literal("1", Int, Loc), sizeType(), Loc), Loc);
  }
  if (Name == "size")
    return sizeOf(Whole(), Loc);
  if (Name == "empty")
    return binary("==", sizeOf(Whole(), Loc), Zero, M.boolType(), Loc);
  if (Name == "reserve" || Name == "shrink_to_fit") {
    auto Parts = std::vector<Part>{Part{Whole, true}};
    for (const Expr *A : Args)
      Parts.push_back({[this, A] { return contained(A); }, false});
    auto Values = inOrder(Parts);
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = Args.empty() ? "$0.shrink_to_fit()" : "$0.reserve($1)";
    S->Operands.assign(Values.begin(), Values.end());
    S->Mirrors = true;
    emit(S);
    return Nothing;
  }
  if (Name == "capacity") {
    core::Expr *Room =
        const_cast<core::Expr *>(opaque("$0.capacity()", sizeType(), {Whole()}, Loc));
    Room->ReadsMemory = true;
    return name(declare("room", sizeType(), Room, true, Loc), Loc);
  }
  if (Name == "clear") {
    resize(checkWritten(Whole(), Loc), "$0.clear()", {}, nullptr, Zero, Loc);
    return Nothing;
  }
  if (Name == "pop_back") {
    const core::Expr *A = checkWritten(Whole(), Loc);
    const core::Expr *Less = binary("-", oldSize(A, Loc), literal("1", Int, Loc), sizeType(), Loc);
    resize(A, "$0.pop_back()", {}, nullptr, Less, Loc);
    return Nothing;
  }
  if (Name == "push_back" || Name == "emplace_back") {
    bool Same = Args.size() == 1 && !Ty->Shared && !isWrapper(elementOf(MD->getParent())) &&
                takenAsItIs(Args[0], Ty->Element);
    const Expr *Element = Same ? Args[0] : madeFrom(elementOf(MD->getParent()), Args, Loc);
    if (!Element)
      return Nothing;
    auto Appended = [=] {
      const core::Expr *V = value(Element);
      if (losesByMove(V->Ty) && core::isPlace(V) && givesUp(Element))
        V = takenFrom(V, nullptr, Loc);
      return convert(Ty->Element, V, false, Loc);
    };
    auto Parts = inOrder({Part{Whole, true}, Part{Appended, false}});
    const core::Expr *A = checkWritten(Parts[0], Loc);
    appendElement(A, Parts[1], Loc);
    if (Name == "emplace_back")
      return subscript(A, binary("-", sizeOf(A, Loc), literal("1", Int, Loc), sizeType(), Loc),
                       Loc);
    return Nothing;
  }
  bool Assigns =
      Name == "assign" && Args.size() == 2 && Args[0]->getType()->isIntegralOrEnumerationType();
  if (Name == "resize" || Assigns) {
    std::vector<Part> Parts{Part{Whole, true}};
    for (const Expr *A : Args)
      Parts.push_back({[this, A] { return contained(A); }, false});
    auto Values = inOrder(Parts);
    const core::Expr *A = checkWritten(Values[0], Loc);
    const core::Expr *N = Values[1];
    if (!N->is(ExprKind::Literal))
      N = name(declare("new_size", sizeType(), convert(sizeType(), N, false, Loc), true, Loc), Loc);
    const core::Expr *Fill = Values.size() > 2 ? Values[2] : nullptr;
    if (Fill && Assigns && !isFilled(Ty) && isAppendable(Ty->Element)) {
      Fill = freezeFill(Fill, Loc);
      resize(A, "$0.clear()", {}, nullptr, Zero, Loc);
      appendCopies(A, N, Fill, Loc);
      return Nothing;
    }
    if (Fill && !isFilled(Ty)) {
      error(Loc, "cannot differentiate this call of 'std::vector::" + Name + "'",
            "change the size, then set the elements in a loop");
      return Nothing;
    }
    if (Fill)
      Fill = freezeFill(Fill, Loc);
    const core::Expr *From = Assigns ? Zero : Fill ? oldSize(A, Loc) : nullptr;
    if (From && !From->is(ExprKind::Literal))
      From = name(declare("first", sizeType(), From, true, Loc), Loc);
    resize(A, "$0.resize($1)", {N}, nullptr, N, Loc);
    if (Fill)
      fill(A, From, N, Fill, Loc);
    return Nothing;
  }
  if (Name == "operator=" || (Name == "assign" && Args.size() == 1)) { // of a list
    const Expr *Right = Args[0];
    bool Moves = MD->isMoveAssignmentOperator() && givesUp(Right);
    // C++17: the right side of an assignment comes first.
    auto Parts = inOrder({Part{[=] { return vectorValue(Right, Ty); }, false}, Part{Whole, true}});
    const core::Expr *A = checkWritten(Parts[1], Loc);
    if (Parts[0]->Ty != A->Ty) {
      error(Loc, "cannot differentiate this assignment to a vector", "assign another vector");
      return A;
    }
    if (Moves && core::isPlace(Parts[0]))
      takeVectors(A, checkWritten(Parts[0], Loc), Loc);
    else
      assignVector(A, Parts[0], Loc);
    return A;
  }
  if (Name == "swap" && Args.size() == 1) {
    const Expr *Other = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return expr(Other); }, true}});
    exchange(checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc), Loc);
    return Nothing;
  }
  if (Name == "emplace" && Args.size() > 1 && !Ty->Smart && !Ty->Owns) {
    QualType Element = elementOf(MD->getParent());
    const bool Same = Args.size() == 2 &&
                      Ctx.hasSameUnqualifiedType(Args[1]->getType().getNonReferenceType(), Element);
    const Expr *Made = Same ? Args[1] : madeFrom(Element, Args.drop_front(), Loc);
    if (const core::Expr *R =
            Made ? vectorAlgorithm(E, Object, "insert", {Args[0], Made}) : nullptr)
      return R;
  }
  if (Name == "insert" || Name == "erase" || Name == "assign")
    if (const core::Expr *R = vectorAlgorithm(E, Object, Name, Args))
      return R;
  error(Loc, "cannot differentiate a call to 'std::vector::" + Name + "'",
        "use an index loop, push_back, resize or assignment");
  return poison(E);
}

} // namespace ad::lower
