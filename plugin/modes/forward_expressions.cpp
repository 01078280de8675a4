//===- modes/forward_expressions.cpp - forward mode: expressions ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The tangent of an expression is an expression over values and tangents as they are before the
// statement. Null stands for zero, so inactive operands vanish.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/modes/forward.h"
#include "plugin/rules/rules.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// The tangent of a place; null if it carries none.
const Expr *Forward::tangentOfPlace(const Expr *E) {
  if (!E->Ty->Differentiable || !Active->active(E))
    return nullptr;
  if (Variable *Root = rootVariable(E))
    tangentOf(Root);
  walk(E, [&](const Expr *Sub) { // pointers that lead there
    if (Sub && Sub->is(ExprKind::Variable))
      tangentOf(Sub->Var);
    return true;
  });
  if (const Expr *Place = Shadow.place(E))
    return Place;
  fail(E->Loc, "cannot differentiate: this may be storage that carries no derivative",
       "copy what is constant into a local variable first");
  return nullptr;
}

const Expr *Forward::tangent(const Expr *E) {
  if (!E->Ty->isReal() || !Active->active(E))
    return nullptr;
  switch (E->Kind) {
  case ExprKind::Variable:
  case ExprKind::Member:
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    if (const Expr *Each = Shadow.mixes(E) ? Shadow.distributed(E) : nullptr)
      return tangent(Each);
    return tangentOfPlace(E);
  case ExprKind::Unary: {
    const Expr *Dot = tangent(E->operand());
    return Dot && E->Text == "-" ? B.neg(Dot) : Dot;
  }
  case ExprKind::Binary:
    return tangentOfBinary(E);
  case ExprKind::Conditional: {
    const Expr *Then = tangent(E->operand(1)), *Else = tangent(E->operand(2));
    if (!Then && !Else)
      return nullptr;
    return B.select(E->operand(0), Then ? Then : B.number(0, E->Ty),
                    Else ? Else : B.number(0, E->Ty));
  }
  case ExprKind::Cast: {
    const Expr *Dot = tangent(E->operand());
    return Dot ? B.cast(E->Ty, Dot, E->Explicit) : nullptr;
  }
  case ExprKind::Primitive:
    return tangentOfPrimitive(E);
  default:
    fail(E->Loc, "cannot differentiate this expression");
    return nullptr;
  }
}

/// A + C, as one sum: `a + (b + c)` reads worse than `a + b + c`.
static const Expr *plus(Builder &B, const Expr *A, const Expr *C) {
  bool IsSum = C->is(ExprKind::Binary) && (C->Text == "+" || C->Text == "-");
  if (!IsSum)
    return B.add(A, C);
  const Expr *Left = plus(B, A, C->operand(0));
  return C->Text == "+" ? B.add(Left, C->operand(1)) : B.sub(Left, C->operand(1));
}

/// A - C, as one sum.
static const Expr *minus(Builder &B, const Expr *A, const Expr *C) {
  bool IsSum = C->is(ExprKind::Binary) && (C->Text == "+" || C->Text == "-");
  if (!IsSum)
    return B.sub(A, C);
  const Expr *Left = minus(B, A, C->operand(0));
  return C->Text == "+" ? B.sub(Left, C->operand(1)) : B.add(Left, C->operand(1));
}

/// The factors of `a * b * c`, in order.
static void factors(const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (E->is(ExprKind::Binary) && E->Text == "*") {
    factors(E->operand(0), Out);
    Out.push_back(E->operand(1));
  } else {
    Out.push_back(E);
  }
}

/// The tangent of a product in which an active factor is repeated: `2 * a * x * x_dot` for
/// `a * x * x`. Null where none is.
const Expr *Forward::tangentOfPower(const Expr *E) {
  llvm::SmallVector<const Expr *, 4> All;
  factors(E, All);
  auto isRepeated = [&](const Expr *F) {
    return llvm::count_if(All, [&](const Expr *Other) { return equal(F, Other); }) > 1;
  };
  if (llvm::none_of(All, [&](const Expr *F) { return Active->active(F) && isRepeated(F); }))
    return nullptr;
  const Expr *Sum = nullptr;
  for (unsigned I = 0; I < All.size(); ++I) {
    auto isThis = [&](const Expr *Other) { return equal(All[I], Other); };
    if (llvm::any_of(llvm::ArrayRef(All).take_front(I), isThis))
      continue; // counted with its first occurrence
    const Expr *Dot = tangent(All[I]);
    if (!Dot)
      continue;
    const Expr *Product = B.number(llvm::count_if(All, isThis), E->Ty);
    for (unsigned J = 0; J < All.size(); ++J)
      if (J != I)
        Product = B.mul(Product, All[J]);
    Product = B.mul(Product, Dot);
    Sum = Sum ? plus(B, Sum, Product) : Product;
  }
  return Sum;
}

const Expr *Forward::tangentOfBinary(const Expr *E) {
  const Expr *L = E->operand(0), *R = E->operand(1);
  const Expr *DotL = tangent(L), *DotR = tangent(R);
  if (!DotL && !DotR)
    return nullptr;
  if (E->Text == "+")
    return DotL && DotR ? plus(B, DotL, DotR) : DotL ? B.cast(E->Ty, DotL) : B.cast(E->Ty, DotR);
  if (E->Text == "-")
    return DotL && DotR ? minus(B, DotL, DotR) : DotL ? B.cast(E->Ty, DotL) : B.neg(DotR);
  if (E->Text == "*") {
    if (const Expr *Power = tangentOfPower(E))
      return Power;
    const Expr *Left = DotL ? B.mul(DotL, R) : nullptr, *Right = DotR ? B.mul(L, DotR) : nullptr;
    return Left && Right ? plus(B, Left, Right) : Left ? Left : Right;
  }
  if (E->Text == "/") { // with q = l / r: (l_dot - q * r_dot) / r
    if (!DotR)
      return B.div(DotL, R);
    const Expr *Pull = B.mul(E, DotR);
    return B.div(DotL ? B.sub(DotL, Pull) : B.neg(Pull), R);
  }
  fail(E->Loc, "cannot differentiate operator '" + E->Text + "'");
  return nullptr;
}

const Expr *Forward::tangentOfPrimitive(const Expr *E) {
  if (E->Text == "complex") { // the pair of its parts' tangents
    const Expr *Re = tangent(E->operand(0)), *Im = tangent(E->operand(1));
    if (!Im)
      return Re ? B.cast(E->Ty, Re) : nullptr;
    return B.primitive("complex", {Re ? Re : B.number(0, Im->Ty), Im}, E->Ty);
  }
  const Expr *Sum = nullptr;
  for (unsigned I = 0; I < E->Operands.size(); ++I) {
    const Expr *Dot = tangent(E->operand(I));
    if (!Dot)
      continue;
    if (!rules::hasPartial(E, I)) {
      fail(E->Loc, "cannot differentiate '" + E->Text + "' by operand " + std::to_string(I + 1),
           "make that operand a constant");
      return nullptr;
    }
    const Expr *Term = rules::push(B, E, I, E, Dot);
    if (!Term)
      continue;
    Sum = Sum ? rules::sum(B, Sum, Term) : Term;
  }
  return Sum;
}

//===-- Values of every type ----------------------------------------------===//

const Expr *Forward::zero(const Type *Ty) {
  if (Ty->IsEnum)
    return B.cast(Ty, B.integer(0), /*Explicit=*/true);
  if (Ty->isReal() || Ty->isInteger())
    return B.number(0, Ty);
  if (Ty->isPointer())
    return B.literal("nullptr", Ty);
  const Type *Leaf = Ty;
  while (Leaf->isArray())
    Leaf = Leaf->Element;
  if (Leaf->isRecord() && !Leaf->ZeroByBraces) // `T{}` would be something else
    return B.var(scratch("zero", Ty, *Before));
  return M.expr(ExprKind::Braces, Ty);
}

const Expr *Forward::tangentValue(const Expr *E) {
  if (E->Ty->isReal()) {
    const Expr *Dot = tangent(E);
    return Dot ? Dot : zero(E->Ty);
  }
  if (E->Ty->isPointer()) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable))
        tangentOf(Sub->Var);
      return true;
    });
    if (const Expr *Dot = Shadow.pointer(E))
      return Dot;
    fail(E->Loc,
         "cannot differentiate: this pointer may lead to storage that carries no "
         "derivative, but what it is assigned to leads to storage that does",
         "copy what is constant into a local variable first");
    return nullptr;
  }
  if (E->is(ExprKind::Braces))
    return tangentOfBraces(E);
  if (!Active->active(E) && !(E->is(ExprKind::Conditional) && holdsVector(E->Ty))) {
    if (E->Ty->IsVector || !holdsVector(E->Ty) || !isPlace(E))
      return E->Ty->IsVector ? zeroVector(E) : zero(E->Ty);
    const Expr *Zeros = B.var(scratch("zero", E->Ty, *Before));
    matchShapes(B, Fn, Zeros, E, *Before);
    return Zeros;
  }
  if (E->is(ExprKind::Conditional)) {
    const Expr *Then = tangentValue(E->operand(1)), *Else = tangentValue(E->operand(2));
    return Then && Else ? B.conditional(E->operand(0), Then, Else) : nullptr;
  }
  if (isPlace(E))
    return tangentOfPlace(E);
  fail(E->Loc, "cannot differentiate this value of type '" + E->Ty->Spelling + "'");
  return nullptr;
}

/// A vector of zeros with as many elements as E, which carries no derivative.
const Expr *Forward::zeroVector(const Expr *E) {
  const Type *Element = E->Ty->Element;
  while (Element->isArray())
    Element = Element->Element;
  if (!E->Ty->Differentiable || !startsZero(Element)) {
    fail(E->Loc, "cannot differentiate this vector, whose elements do not start at zero");
    return nullptr;
  }
  Expr *Zeros = M.expr(ExprKind::Opaque, E->Ty, E->Loc);
  Zeros->Text = zerosOf(E->Ty) + "($0)";
  if (E->Ty->IsEigen && E->Ty->IsVector && E->is(ExprKind::Opaque)) {
    Zeros->Text = E->Ty->Spelling + (E->Ty->IsMatrix ? "::Zero($1, $2)" : "::Zero($0)");
    Zeros->Operands = E->Operands;
    return Zeros;
  }
  if (E->is(ExprKind::Opaque) && !E->Operands.empty()) {
    Zeros->Operands = {E->operand(0)};
    if (E->Ty->Element->IsVector && E->Operands.size() > 1) {
      const Expr *Row = E->operand(1);
      Zeros->Text = E->Ty->Spelling + "($0, $1)";
      Zeros->Operands.push_back(zeroVector(Row));
    }
    return Zeros;
  }
  if (isPlace(E)) {
    Zeros->Text = withBytes("ad::zeros_like", E->Ty) + "($0)";
    Zeros->Operands = {E};
    return Zeros;
  }
  fail(E->Loc, "cannot differentiate this vector");
  return nullptr;
}

/// Braces of the elements' tangents. Trailing zeros are left out, as C++ fills them in.
const Expr *Forward::tangentOfBraces(const Expr *E) {
  const Type *Ty = E->Ty;
  if (Ty->IsVector) { // as many elements, zero or not
    Expr *Result = M.expr(ExprKind::Braces, Ty, E->Loc);
    for (const Expr *Element : E->Operands) {
      const Expr *Dot = Element->Ty->Differentiable ? tangentValue(Element) : zero(Element->Ty);
      if (!Dot)
        return nullptr;
      Result->Operands.push_back(Dot);
    }
    return Result;
  }
  if (Ty->isRecord() && !Ty->ZeroByBraces && !Ty->Mutable) {
    Variable *V = scratch("tangent", Ty, *Before);
    fill(B.var(V), E, *Before);
    return B.var(V);
  }
  Expr *Result = M.expr(ExprKind::Braces, Ty, E->Loc);
  size_t Needed = 0;
  for (unsigned I = 0; I < E->Operands.size(); ++I) {
    const Expr *Element = E->operand(I);
    bool Constant = Ty->isRecord() && I < Ty->Fields.size() && Ty->Fields[I].Constant;
    const Type *Part = Element->Ty; // text that becomes a string has none
    if (Ty->isRecord() && I < Ty->Fields.size() && Part->isPointer() && !Part->Differentiable)
      Part = Ty->Fields[I].Ty;
    bool Same = (Ty->IsTagged && (I == 0 || Element->Ty->is(TypeKind::Opaque))) ||
                (Ty->Mutable && I == 1);                                   // the size of a handle
    const Expr *Dot = Same                                       ? Element // which part there is
                      : Element->Ty->Differentiable && !Constant ? tangentValue(Element)
                                                                 : zero(Part);
    if (!Dot)
      return nullptr;
    Result->Operands.push_back(Dot);
    if (!Builder::isZero(Dot) || Ty->IsTagged || Ty->Mutable)
      Needed = I + 1;
  }
  if (!Needed || !Ty->BracesConstruct)
    Result->Operands.truncate(Needed);
  return Result;
}

/// Stores the tangents of Braces at a Place that is zero, or empty, and that they do not mention.
void Forward::fill(const Expr *Place, const Expr *Braces, Block &To) {
  const Type *Ty = Place->Ty;
  if (Ty->IsVector && !Braces->Operands.empty()) {
    const Expr *Size = B.integer(Braces->Operands.size());
    if (const Expr *Zeros = zeroVector(B.opaque(Ty->Spelling + "($0)", Ty, {Size})))
      To.add(B.assign(Place, Zeros));
  }
  for (unsigned I = 0; I < Braces->Operands.size(); ++I) {
    const Expr *Element = Braces->operand(I);
    bool Constant = Ty->isRecord() && (I >= Ty->Fields.size() || Ty->Fields[I].Constant);
    if (!Element->Ty->Differentiable || Constant)
      continue;
    const Expr *Part =
        Ty->isRecord() ? B.shadowMember(Place, Ty->Fields[I]) : B.subscript(Place, B.integer(I));
    if (Element->is(ExprKind::Braces) && !Element->Ty->Mutable) {
      fill(Part, Element, To);
      continue;
    }
    const bool Shaped = Element->Ty->Differentiable && holdsVector(Element->Ty);
    if (Shaped && isPlace(Element) && !Active->active(Element)) {
      matchShapes(B, Fn, Part, Element, To);
      continue;
    }
    const Expr *Dot = Shaped || Active->active(Element) ? tangentValue(Element) : nullptr;
    if (Dot && !Builder::isZero(Dot))
      To.add(B.assign(Part, Dot));
  }
}

//===-- Stores ------------------------------------------------------------===//

/// Sets every differentiable scalar of the tangent at Place to zero, element by element.
void Forward::setZero(const Expr *Place, Block &To) {
  const Type *Ty = Place->Ty;
  if (!Ty->Differentiable)
    return;
  if (Ty->isReal()) {
    To.add(B.assign(Place, zero(Ty)));
  } else if (Ty->isRecord() && Ty->ZeroByBraces && !Ty->IsUnion) {
    To.add(B.assign(Place, zero(Ty)));
  } else if (Ty->isRecord()) {
    for (const Field &F : Ty->Fields)
      if (F.Ty->Differentiable && !F.Constant)
        setZero(B.shadowMember(Place, F), To);
  } else if (Ty->IsStdArray && !Ty->IsVector && Ty->Element->isReal()) {
    To.add(B.assign(Place, zero(Ty)));
  } else if (Ty->isArray()) {
    Stmt *Loop = B.overElements(
        Fn, Place, [&](const Expr *K, Block &Into) { setZero(B.subscript(Place, K), Into); });
    if (!Loop->Then.empty())
      To.add(Loop);
  }
}

void Forward::setTangent(const Expr *Place, const Expr *Value, Block &To) {
  const Type *Ty = Place->Ty;
  bool IsZero = Value->is(ExprKind::Braces) && Value->Operands.empty() && !Value->Ty->IsVector;
  if (IsZero)
    return setZero(Place, To);
  if (!isPlace(Value) || !(hasOwnAssignment(Ty) || (Ty->isArray() && !Ty->IsStdArray)))
    return To.add(B.assign(Place, Value));
  if (Ty->isArray())
    return To.add(B.overElements(Fn, Place, [&](const Expr *K, Block &Into) {
      setTangent(B.subscript(Place, K), B.subscript(Value, K), Into);
    }));
  for (const Field &F : Ty->Fields)
    if (F.Ty->Differentiable && !F.Constant)
      setTangent(B.shadowMember(Place, F), B.shadowMember(Value, F), To);
}
