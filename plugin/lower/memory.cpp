//===- lower/memory.cpp - memcpy, memmove, memset -------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What functions on bytes mean for values: copies of elements, where the number of bytes is
// recognisably a number of elements. Anything else on floating values is refused.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// A pointer before its conversion to `void *`.
static const Expr *withoutCast(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    const auto *C = dyn_cast<ExplicitCastExpr>(E);
    if (!C || C->getCastKind() != CK_BitCast)
      return E;
    E = C->getSubExpr();
  }
}

/// The same with the decay of arrays put back.
static const Expr *pointerArgument(const Expr *E) {
  const Expr *Inner = withoutCast(E);
  if (!Inner->getType()->isArrayType())
    return Inner;
  const Expr *Decayed = E;
  while (const auto *C = dyn_cast<CastExpr>(Decayed->IgnoreParens())) {
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      return C;
    Decayed = C->getSubExpr();
  }
  return Inner;
}

/// Bytes as a number of elements of type T: `n * sizeof(T)`, `sizeof array`, or a constant that is
/// such a number, or a variable that was set to one and stays so. Null where that cannot be seen.
const core::Expr *FunctionLowering::elementCount(const Expr *Bytes, QualType T) {
  SourceLocation Loc = Bytes->getExprLoc();
  uint64_t Size = Ctx.getTypeSizeInChars(T).getQuantity();
  const Expr *E = Bytes->IgnoreParenImpCasts();
  while (const auto *C = dyn_cast<ExplicitCastExpr>(E)) {
    if (C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_NoOp)
      return nullptr;
    E = C->getSubExpr()->IgnoreParenImpCasts();
  }
  Expr::EvalResult R;
  if (E->EvaluateAsInt(R, Ctx)) {
    uint64_t N = R.Val.getInt().getZExtValue();
    return N % Size ? nullptr : literal(std::to_string(N / Size), sizeType(), Loc);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->getOpcode() == BO_Mul) {
    for (bool Left : {true, false}) {
      const Expr *Sized = Left ? B->getLHS() : B->getRHS();
      const Expr *Other = Left ? B->getRHS() : B->getLHS();
      const core::Expr *N = elementCount(Sized, T);
      if (!N)
        continue;
      const core::Expr *Rest = value(Other->IgnoreImpCasts());
      if (N->is(ExprKind::Literal) && N->Text == "1")
        return Rest;
      return binary("*", N, Rest, sizeType(), Loc);
    }
    return nullptr;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->hasLocalStorage() && !Uses.Modified.count(V) && !Uses.Escaping.count(V)) {
      const Expr *Set = isa<ParmVarDecl>(V) ? Arguments.lookup(V) : V->getInit();
      const core::Expr *N = nullptr;
      core::Block Before;
      if (Set)
        Before = capture([&] { N = elementCount(Set, T); }); // only to see whether it is one
      if (N && isa<ParmVarDecl>(V) && Before.empty() && !mayChangeLater(N))
        return N;
      if (N)
        return binary("/", value(E), literal("sizeof(" + L.spelling(T) + ")", sizeType(), Loc),
                      sizeType(), Loc);
    }
  return nullptr;
}

/// To = From, arrays element by element. From may be null: zero.
void FunctionLowering::assignElement(const core::Expr *To, const core::Expr *From,
                                     SourceLocation Loc) {
  const bool Smart = To->Ty->Smart && !To->Ty->IsVector; // is no value
  if (!To->Ty->isArray() || (To->Ty->IsStdArray && !Smart))
    return assign(To, From ? From : zero(To->Ty, Loc), Loc);
  auto Index = [&](uint64_t I) { return literal(std::to_string(I), M.intType(), Loc); };
  if (From && From->is(ExprKind::Braces) && !From->Operands.empty()) {
    for (uint64_t I = 0; I < To->Ty->Extent; ++I)
      assignElement(subscript(To, Index(I), Loc),
                    I < From->Operands.size() ? From->operand(I) : nullptr, Loc);
    return;
  }
  bool Zero = !From || From->is(ExprKind::Braces);
  countUp(Index(0), Index(To->Ty->Extent), Loc, [&](const core::Expr *K) {
    assignElement(subscript(To, K, Loc), Zero ? nullptr : subscript(From, K, Loc), Loc);
  });
}

/// Count elements from From to To, both pointers. From may be null: zero.
void FunctionLowering::copyElements(const core::Expr *To, const core::Expr *From,
                                    const core::Expr *Count, bool MayOverlap, SourceLocation Loc) {
  auto Element = [&](const core::Expr *K) {
    assignElement(subscript(To, K, Loc), From ? subscript(From, K, Loc) : nullptr, Loc);
  };
  const core::Expr *First = literal("0", M.intType(), Loc);
  if (Count->is(ExprKind::Literal) && Count->Text == "1")
    return assignElement(dereference(To, Loc), From ? dereference(From, Loc) : nullptr, Loc);
  if (!MayOverlap)
    return countUp(First, Count, Loc, Element);
  // Away from the end that is still to be read.
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = binary("<=", To, From, M.boolType(), Loc);
  If->Then = capture([&] { countUp(First, Count, Loc, Element); });
  If->Else = capture([&] {
    countUp(First, Count, Loc, [&](const core::Expr *K) {
      const core::Expr *Back = binary("-", Count, literal("1", M.intType(), Loc), sizeType(), Loc);
      Element(binary("-", Back, K, sizeType(), Loc));
    });
  });
  emit(If);
}

bool isPlainData(const core::Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  return T->isScalar() || (T->isRecord() && T->TrivialCopy && T->TrivialDestroy && !T->IsUnion);
}

const core::Expr *FunctionLowering::memoryCall(const CallExpr *E, const FunctionDecl *FD,
                                               bool &Known) {
  if (!FD->getIdentifier() || !isLibrary(FD) || isa<CXXMethodDecl>(FD))
    return nullptr;
  llvm::StringRef Name = libraryName(FD);
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  if (Name == "free" && E->getNumArgs() == 1) {
    Known = true;
    freeMemory(L.qualifiedName(FD) + "($0)", value(pointerArgument(E->getArg(0))), Loc);
    return Nothing;
  }
  if (Name == "posix_memalign" && E->getNumArgs() == 3) {
    Known = true;
    return alignedMemory(E);
  }
  if (llvm::is_contained({"malloc", "calloc", "realloc", "aligned_alloc"}, Name)) {
    Known = true;
    if (allocation(E))
      return allocate(E, nullptr);
    error(Loc, "cannot differentiate a call to '" + Name + "' whose result has no type",
          "cast the result to a pointer to what is stored there: 'static_cast<double *>(...)'");
    return poison(E);
  }
  bool Sets = Name == "memset";
  if (!(Sets || Name == "memcpy" || Name == "memmove") || E->getNumArgs() != 3)
    return nullptr;
  const Expr *To = pointerArgument(E->getArg(0));
  const Expr *From = Sets ? nullptr : pointerArgument(E->getArg(1));
  auto TypeOf = [&](const Expr *P) {
    QualType Typed = untypedAs(P);
    return Typed.isNull() ? P->getType() : Typed;
  };
  const QualType ToType = TypeOf(To), FromType = From ? TypeOf(From) : QualType();
  if (!L.differentiable(ToType) && !(From && L.differentiable(FromType)))
    return nullptr;
  Known = true;
  auto Refuse = [&](llvm::StringRef Why) {
    error(Loc, "cannot differentiate this call to '" + Name + "'" + Why,
          "assign the values in a loop: bytes carry no derivatives");
    return Nothing;
  };
  QualType T = ToType->getPointeeType();
  if (From && !Ctx.hasSameUnqualifiedType(T, FromType->getPointeeType()))
    T = Ctx.getBaseElementType(T); // a matrix and a row of numbers
  if (From && !Ctx.hasSameUnqualifiedType(T, Ctx.getBaseElementType(FromType->getPointeeType())) &&
      !Ctx.hasSameUnqualifiedType(T, FromType->getPointeeType()))
    return Refuse(", which copies between different types");
  const core::Type *Element = type(T);
  if (!isPlainData(Element) || (Sets && !zero(Element, Loc)))
    return Refuse(" on objects of class type");
  if (E != Discarded)
    return Refuse(", whose result is used");
  Expr::EvalResult Byte;
  if (Sets && !(E->getArg(1)->EvaluateAsInt(Byte, Ctx) && Byte.Val.getInt().isZero()))
    return Refuse(", which sets bytes that are not zero");
  const core::Expr *Count = nullptr;
  std::vector<Part> Parts{Part{[=] { return value(To); }, false}};
  if (From)
    Parts.push_back({[=] { return value(From); }, false});
  Parts.push_back({[&] {
                     Count = elementCount(E->getArg(2), T);
                     return Count ? Count : Nothing;
                   },
                   false});
  std::vector<const core::Expr *> Values = inOrder(Parts);
  if (!Count)
    return Refuse(", whose number of bytes is not a number of elements ('n * sizeof(T)')");
  bool Several = !(Values.back()->is(ExprKind::Literal) && Values.back()->Text == "1");
  auto Pointer = [&](const core::Expr *P, llvm::StringRef Wanted) -> const core::Expr * {
    if (P->Ty->Element != Element) {
      const core::Expr *First = dereference(P, Loc);
      while (First->Ty != Element)
        First = subscript(First, literal("0", M.intType(), Loc), Loc);
      const core::Type *Flat = M.pointer(Element, P->Ty->ElementConst);
      return name(declare(Wanted, Flat, addressOf(First, Flat, Loc), /*Const=*/true, Loc), Loc);
    }
    if (!Several || !P->is(ExprKind::AddressOf))
      return Several ? freeze(P, Loc, Wanted) : P;
    // The copy may run past the end of a row into the next one.
    const core::Expr *Row = P->operand()->is(ExprKind::Subscript) ? P->operand()->operand() : P;
    return Row->is(ExprKind::Subscript) ? name(declare(Wanted, P->Ty, P, /*Const=*/true, Loc), Loc)
                                        : P;
  };
  const core::Expr *Target = Pointer(Values[0], "to");
  const core::Expr *Source = From ? Pointer(Values[1], "from") : nullptr;
  if (core::isPlace(dereference(Target, Loc)))
    checkWritten(dereference(Target, Loc), Loc);
  const core::Expr *N = Values.back();
  if (!N->is(ExprKind::Literal))
    N = freeze(convert(sizeType(), N, false, Loc), Loc, "count");
  copyElements(Target, Source, N, Name == "memmove", Loc);
  return Nothing;
}

} // namespace ad::lower
