//===- core/builder.cpp - folding constructors for Core -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A negative number is a Unary "-" of a Literal, so one rule (pull the sign out of products and
// quotients) serves numbers and expressions alike, and `+=` of a negative value prints as `-=`.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace ad::core;

//===-- Numbers -----------------------------------------------------------===//

/// The value of a numeric literal's text; none where it is not a plain number.
static std::optional<double> parse(llvm::StringRef Text) {
  std::string Digits;
  for (char C : Text)
    if (C != '\'')
      Digits += C;
  llvm::StringRef Number = Digits;
  if (Number.empty() || !(llvm::isDigit(Number[0]) || Number[0] == '.'))
    return std::nullopt;
  if (Number.size() > 1 && Number[0] == '0' && !Number.contains('.') &&
      !Number.contains_insensitive('e')) // octal, binary, hexadecimal: not ours to fold
    return std::nullopt;
  if (Number.starts_with_insensitive("0x"))
    return std::nullopt;
  Number = Number.rtrim("fFlLuUzZ");
  double Value;
  auto [End, Error] = std::from_chars(Number.begin(), Number.end(), Value);
  if (Error != std::errc() || End != Number.end())
    return std::nullopt;
  return Value;
}

/// The value of a literal, also through a sign or an implicit conversion.
static std::optional<double> valueOf(const Expr *E) {
  if (E->is(ExprKind::Literal) && (E->Ty->isReal() || E->Ty->isInteger()))
    return parse(E->Text);
  if (E->is(ExprKind::Cast) && !E->Explicit && E->Ty->isReal())
    return valueOf(E->operand());
  if (E->is(ExprKind::Unary) && E->Text == "-")
    if (auto Value = valueOf(E->operand()))
      return -*Value;
  return std::nullopt;
}

/// Whether arithmetic on Value in double is arithmetic in the type Ty too.
static bool exactIn(double Value, const Type *Ty) {
  if (Ty->Bits == 32)
    return static_cast<double>(static_cast<float>(Value)) == Value;
  // The text of a long double may hold digits that our double has lost: trust integers only.
  return Ty->Bits == 64 || (Value == std::floor(Value) && std::fabs(Value) < 0x1p53);
}

static bool isNegated(const Expr *E) { return E->is(ExprKind::Unary) && E->Text == "-"; }

/// A product that is not one of numbers alone (those that did not fold stay as they are).
static bool isProduct(const Expr *E) {
  return E->is(ExprKind::Binary) && E->Text == "*" && E->Ty->isReal() && !valueOf(E->operand(1));
}

/// C * X where C is a number.
static bool isScaled(const Expr *E) { return isProduct(E) && valueOf(E->operand()); }

/// 1 / X.
static bool isReciprocal(const Expr *E) {
  return E->is(ExprKind::Binary) && E->Text == "/" && E->Ty->isReal() &&
         Builder::isOne(E->operand());
}

/// The number that a product starts with; none if it does not.
static std::optional<double> leadingNumber(const Expr *E) {
  return isProduct(E) ? leadingNumber(E->operand()) : valueOf(E);
}

/// The product E with By in place of its leading number.
static const Expr *withLeading(Builder &B, const Expr *E, const Expr *By) {
  return isProduct(E) ? B.mul(withLeading(B, E->operand(0), By), E->operand(1)) : By;
}

bool Builder::isZero(const Expr *E) {
  if (E->is(ExprKind::Braces))
    return llvm::all_of(E->Operands, isZero);
  auto Value = valueOf(E);
  return Value && *Value == 0;
}

bool Builder::isOne(const Expr *E) {
  auto Value = valueOf(E);
  return Value && *Value == 1;
}

//===-- Leaves ------------------------------------------------------------===//

const Expr *Builder::literal(llvm::StringRef Text, const Type *Ty) {
  Expr *E = M.expr(ExprKind::Literal, Ty);
  E->Text = Text.str();
  return E;
}

const Expr *Builder::number(double Value, const Type *Ty) {
  if (std::signbit(Value) && Value != 0)
    return unary("-", number(-Value, Ty), Ty);
  if (!std::isfinite(Value))
    return opaque("std::numeric_limits<" + Ty->Spelling +
                      (std::isnan(Value) ? ">::quiet_NaN()" : ">::infinity()"),
                  Ty);
  char Digits[32];
  auto [End, Error] = std::to_chars(Digits, Digits + sizeof Digits, std::fabs(Value));
  (void)Error; // 32 characters hold every shortest double
  return literal(llvm::StringRef(Digits, End - Digits), Ty);
}

const Expr *Builder::integer(int64_t Value) {
  if (Value < 0)
    return unary("-", literal(llvm::Twine(-static_cast<uint64_t>(Value)).str(), M.intType()),
                 M.intType());
  return literal(llvm::Twine(Value).str(), M.intType());
}

const Expr *Builder::var(Variable *V) {
  Expr *E = M.expr(ExprKind::Variable, V->Ty->nonReference(), V->Loc);
  E->Var = V;
  return E;
}

//===-- Places ------------------------------------------------------------===//

const Expr *Builder::member(const Expr *Base, const Field &F) {
  Expr *E = M.expr(F.IsBase ? ExprKind::BaseOf : ExprKind::Member, F.Ty->nonReference(), Base->Loc);
  E->Text = F.Name;
  E->Operands.push_back(Base);
  return E;
}

const Expr *Builder::shadowMember(const Expr *Base, const Field &F) {
  if (F.Shadow.empty())
    return member(Base, F);
  Field InShadow = F;
  InShadow.Name = F.Shadow;
  return member(Base, InShadow);
}

/// The path of base classes that leads to the field Name, ending with it; empty if there is none.
static llvm::SmallVector<const Field *, 4> pathTo(const Type *Record, llvm::StringRef Name) {
  for (const Field &F : Record->Fields)
    if (!F.IsBase && F.Name == Name)
      return {&F};
  for (const Field &F : Record->Fields) {
    if (!F.IsBase)
      continue;
    auto Path = pathTo(F.Ty, Name);
    if (Path.empty())
      continue;
    Path.insert(Path.begin(), &F);
    return Path;
  }
  return {};
}

const Expr *Builder::member(const Expr *Base, llvm::StringRef Name) {
  auto Path = pathTo(Base->Ty, Name);
  assert(!Path.empty() && "no such field");
  for (const Field *F : Path)
    Base = member(Base, *F);
  return Base;
}

const Expr *Builder::subscript(const Expr *Base, const Expr *Index) {
  assert((Base->Ty->isArray() || Base->Ty->isPointer()) &&
         "subscript of neither array nor pointer");
  Expr *E = M.expr(ExprKind::Subscript, Base->Ty->Element, Base->Loc);
  E->Operands = {Base, Index};
  return E;
}

const Expr *Builder::dereference(const Expr *Pointer) {
  if (Pointer->is(ExprKind::AddressOf))
    return Pointer->operand();
  assert(Pointer->Ty->isPointer() && "dereference of no pointer");
  if (Pointer->is(ExprKind::Literal)) // `*nullptr`, in a branch that is never taken, needs its type
    Pointer = cast(Pointer->Ty, Pointer, /*Explicit=*/true);
  Expr *E = M.expr(ExprKind::Dereference, Pointer->Ty->Element, Pointer->Loc);
  E->Operands.push_back(Pointer);
  return E;
}

/// Whether the place may only be read.
static bool isConstPlace(const Expr *Place) {
  switch (Place->Kind) {
  case ExprKind::Variable:
    return Place->Var->Const || (Place->Var->Ty->isReference() && Place->Var->Ty->ElementConst) ||
           (Place->Ty->isArray() && Place->Ty->ElementConst);
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return (Place->Ty->isArray() && Place->Ty->ElementConst) || isConstPlace(Place->operand());
  case ExprKind::Subscript:
    return Place->operand()->Ty->ElementConst ||
           (!Place->operand()->Ty->isPointer() && isConstPlace(Place->operand()));
  case ExprKind::Dereference:
    return Place->operand()->Ty->ElementConst;
  default:
    return false;
  }
}

const Expr *Builder::addressOf(const Expr *Place) {
  if (Place->is(ExprKind::Dereference))
    return Place->operand();
  Expr *E = M.expr(ExprKind::AddressOf, M.pointer(Place->Ty, isConstPlace(Place)), Place->Loc);
  E->Operands.push_back(Place);
  return E;
}

//===-- Plain nodes -------------------------------------------------------===//

const Expr *Builder::unary(llvm::StringRef Op, const Expr *A, const Type *Ty) {
  Expr *E = M.expr(ExprKind::Unary, Ty, A->Loc);
  E->Text = Op.str();
  E->Operands.push_back(A);
  return E;
}

const Expr *Builder::binary(llvm::StringRef Op, const Expr *A, const Expr *B, const Type *Ty) {
  Expr *E = M.expr(ExprKind::Binary, Ty, A->Loc);
  E->Text = Op.str();
  E->Operands = {A, B};
  return E;
}

const Expr *Builder::conditional(const Expr *C, const Expr *A, const Expr *B) {
  Expr *E = M.expr(ExprKind::Conditional, A->Ty, C->Loc);
  E->Operands = {C, A, B};
  return E;
}

const Expr *Builder::cast(const Type *Ty, const Expr *A, bool Explicit) {
  if (A->Ty == Ty && !Explicit)
    return A;
  Expr *E = M.expr(ExprKind::Cast, Ty, A->Loc);
  E->Explicit = Explicit;
  E->Operands.push_back(A);
  return E;
}

const Expr *Builder::primitive(llvm::StringRef Name, llvm::ArrayRef<const Expr *> Args,
                               const Type *Ty) {
  Expr *E = M.expr(ExprKind::Primitive, Ty, Args.empty() ? 0 : Args[0]->Loc);
  E->Text = Name.str();
  E->Operands.append(Args.begin(), Args.end());
  return E;
}

const Expr *Builder::opaque(llvm::StringRef Text, const Type *Ty,
                            llvm::ArrayRef<const Expr *> Args) {
  Expr *E = M.expr(ExprKind::Opaque, Ty, Args.empty() ? 0 : Args[0]->Loc);
  E->Text = Text.str();
  E->Operands.append(Args.begin(), Args.end());
  return E;
}

//===-- Folding arithmetic ------------------------------------------------===//

/// The type in which C++ evaluates A op B (for the types that derivatives have).
static const Type *common(const Expr *A, const Expr *B) {
  const Type *OfA = A->Ty, *OfB = B->Ty;
  if (OfA->IsComplex != OfB->IsComplex)
    return OfA->IsComplex ? OfA : OfB;
  if (OfA->isReal() && OfB->isReal())
    return OfB->Bits > OfA->Bits ? OfB : OfA;
  if (OfB->isReal() || OfB->isPointer())
    return OfB;
  if (OfA->isInteger() && OfB->isInteger() && OfB->Bits > OfA->Bits)
    return OfB;
  return OfA;
}

/// Value as a number of type Ty if it is exactly representable, else null.
static const Expr *exactNumber(Builder &B, double Value, bool Exact, const Type *Ty) {
  return Exact && Ty->isReal() && std::isfinite(Value) && exactIn(Value, Ty) ? B.number(Value, Ty)
                                                                             : nullptr;
}

/// The values of two numbers, if both are numbers and arithmetic in Ty can be done here.
static std::optional<std::pair<double, double>> values(const Expr *A, const Expr *B,
                                                       const Type *Ty) {
  auto X = valueOf(A), Y = valueOf(B);
  if (X && Y && Ty->isReal() && exactIn(*X, Ty) && exactIn(*Y, Ty))
    return std::pair(*X, *Y);
  return std::nullopt;
}

const Expr *Builder::add(const Expr *A, const Expr *B) {
  const Type *Ty = common(A, B);
  if (isZero(A))
    return cast(Ty, B);
  if (isZero(B))
    return cast(Ty, A);
  if (auto V = values(A, B, Ty)) {
    double Sum = V->first + V->second;
    bool Exact = Sum - V->first == V->second && Sum - V->second == V->first;
    if (const Expr *Folded = exactNumber(*this, Sum, Exact, Ty))
      return Folded;
  }
  if (isNegated(A) && isNegated(B))
    return neg(add(A->operand(), B->operand()));
  if (isNegated(B))
    return sub(A, B->operand());
  if (isNegated(A))
    return sub(B, A->operand());
  return binary("+", A, B, Ty);
}

const Expr *Builder::sub(const Expr *A, const Expr *B) {
  const Type *Ty = common(A, B);
  if (isZero(B))
    return cast(Ty, A);
  if (isZero(A))
    return cast(Ty, neg(B));
  if (auto V = values(A, B, Ty)) {
    double Difference = V->first - V->second;
    bool Exact = V->first - Difference == V->second && Difference + V->second == V->first;
    if (const Expr *Folded = exactNumber(*this, Difference, Exact, Ty))
      return Folded;
  }
  if (isNegated(B))
    return add(A, B->operand());
  if (isNegated(A))
    return neg(add(A->operand(), B));
  return binary("-", A, B, Ty);
}

const Expr *Builder::mul(const Expr *A, const Expr *B) {
  const Type *Ty = common(A, B);
  if (isZero(A) || isZero(B))
    return number(0, Ty);
  if (isOne(A))
    return cast(Ty, B);
  if (isOne(B))
    return cast(Ty, A);
  if (isNegated(A))
    return neg(mul(A->operand(), B));
  if (isNegated(B))
    return neg(mul(A, B->operand()));
  if (!Ty->isReal())
    return binary("*", A, B, Ty);
  if (auto V = values(A, B, Ty)) {
    double Product = V->first * V->second;
    bool Exact = std::fma(V->first, V->second, -Product) == 0;
    if (const Expr *Folded = exactNumber(*this, Product, Exact, Ty))
      return Folded;
  }
  // Numbers go to the front, and products group from the left: x * 2 and x * (2 * y) become 2 * x
  // and 2 * x * y. A seed that comes last is then multiplied last: what it meets does not wait for
  // it (the chain through the iterations of a loop is one product long).
  if (valueOf(B) && !valueOf(A))
    return mul(B, A);
  if (isScaled(B) && !valueOf(A) && B->Ty == Ty)
    return mul(mul(B->operand(0), A), B->operand(1));
  if (isProduct(B) && B->Ty == Ty)
    return mul(mul(A, B->operand(0)), B->operand(1));
  // 2 * (x / 2) is x, and 2 * (3 / x) is 6 / x.
  if (B->is(ExprKind::Binary) && B->Text == "/" && B->Ty == Ty && valueOf(A)) {
    const Expr *Over = B->operand(0), *Under = B->operand(1);
    const Expr *Factor = valueOf(Under) ? div(A, Under) : valueOf(Over) ? mul(A, Over) : B;
    if (valueOf(Factor))
      return valueOf(Under) ? mul(Factor, Over) : div(Factor, Under);
  }
  if (isReciprocal(A) && !valueOf(B) && A->Ty == Ty)
    return div(B, A->operand(1));
  if (isReciprocal(B) && B->Ty == Ty)
    return div(A, B->operand(1));
  return binary("*", A, B, Ty);
}

const Expr *Builder::div(const Expr *A, const Expr *B) {
  const Type *Ty = common(A, B);
  if (isZero(A))
    return number(0, Ty);
  if (isOne(B))
    return cast(Ty, A);
  if (isNegated(A))
    return neg(div(A->operand(), B));
  if (isNegated(B))
    return neg(div(A, B->operand()));
  if (auto V = values(A, B, Ty); V && V->second != 0) {
    double Quotient = V->first / V->second;
    bool Exact = std::fma(Quotient, V->second, -V->first) == 0;
    if (const Expr *Folded = exactNumber(*this, Quotient, Exact, Ty))
      return Folded;
  }
  // x / (x / y) is y, x / (1 / y) is x * y, and x * y / (y * z) is x / z: adjoints of the logarithm
  // of a quotient.
  if (B->is(ExprKind::Binary) && B->Text == "/" && B->Ty == Ty && A->Ty == Ty &&
      equal(A, B->operand(0)) && !valueOf(A))
    return B->operand(1);
  if (isReciprocal(B) && B->Ty == Ty && !valueOf(B->operand(1)))
    return mul(A, B->operand(1));
  for (unsigned I = 0; I < 2 && isProduct(B) && B->Ty == Ty; ++I) {
    const Expr *Factor = B->operand(I), *Rest = B->operand(1 - I);
    if (valueOf(Factor) || A->Ty != Ty)
      continue;
    if (equal(A, Factor))
      return div(number(1, Ty), Rest);
    if (isProduct(A) && equal(A->operand(1), Factor))
      return div(A->operand(0), Rest);
  }
  // 2 * x / 2 is x, and 2 / (2 * x) is 1 / x.
  auto Quotient = [&](double Over, double Under) {
    const Expr *Folded = Under != 0 ? div(number(Over, Ty), number(Under, Ty)) : B;
    return valueOf(Folded) ? Folded : nullptr;
  };
  auto Over = leadingNumber(A), Under = leadingNumber(B);
  if (Over && valueOf(B) && isProduct(A) && A->Ty == Ty)
    if (const Expr *Leading = Quotient(*Over, *Under))
      return withLeading(*this, A, Leading);
  if (Under && valueOf(A) && isProduct(B) && B->Ty == Ty)
    if (const Expr *Leading = Quotient(*Over, *Under))
      return div(Leading, withLeading(*this, B, number(1, Ty)));
  return binary("/", A, B, Ty);
}

const Expr *Builder::neg(const Expr *A) {
  if (isZero(A))
    return A;
  if (isNegated(A))
    return A->operand();
  return unary("-", A, A->Ty);
}

const Expr *Builder::select(const Expr *C, const Expr *A, const Expr *B) {
  if (equal(A, B))
    return A;
  if (C->is(ExprKind::Literal) && C->Text == "true")
    return A;
  if (C->is(ExprKind::Literal) && C->Text == "false")
    return B;
  Expr *E = M.expr(ExprKind::Conditional, common(A, B), C->Loc);
  E->Operands = {C, A, B};
  return E;
}

//===-- Statements --------------------------------------------------------===//

Stmt *Builder::declare(Variable *V, const Expr *Value) {
  Stmt *S = M.stmt(StmtKind::Declare, V->Loc);
  S->Var = V;
  S->Value = Value;
  return S;
}

Stmt *Builder::assign(const Expr *Target, const Expr *Value) {
  Stmt *S = M.stmt(StmtKind::Assign, Target->Loc);
  S->Target = Target;
  S->Value = Value;
  return S;
}

Stmt *Builder::accumulate(const Expr *Target, const Expr *Value) {
  Stmt *S = M.stmt(StmtKind::Accumulate, Target->Loc);
  S->Target = Target;
  S->Value = Value;
  return S;
}

Stmt *Builder::comment(llvm::StringRef Text) {
  Stmt *S = M.stmt(StmtKind::Comment);
  S->Text = Text.str();
  return S;
}

Stmt *Builder::ifThen(const Expr *Cond, Block Then, Block Else) {
  Stmt *S = M.stmt(StmtKind::If, Cond->Loc);
  S->Value = Cond;
  S->Then = std::move(Then);
  S->Else = std::move(Else);
  return S;
}

Stmt *Builder::record(const Expr *Value) {
  Stmt *S = M.stmt(StmtKind::Record, Value->Loc);
  S->Value = Value;
  return S;
}

Stmt *Builder::restore(const Expr *Target) {
  Stmt *S = M.stmt(StmtKind::Restore, Target->Loc);
  S->Target = Target;
  return S;
}

Stmt *Builder::effect(llvm::StringRef Text, llvm::ArrayRef<const Expr *> Operands,
                      llvm::ArrayRef<const Expr *> Writes) {
  Stmt *S = M.stmt(StmtKind::Opaque);
  S->Text = Text.str();
  S->Operands.assign(Operands.begin(), Operands.end());
  S->Writes.assign(Writes.begin(), Writes.end());
  return S;
}

Stmt *Builder::exchange(const Expr *A, const Expr *B) {
  Stmt *S = effect("$0.swap($1)", {A, B}, {A, B});
  S->Exchanges = true;
  return S;
}

const Expr *Builder::sizeOf(const Expr *Array) {
  const Type *T = Array->Ty->nonReference();
  if (!T->IsVector)
    return integer(T->Extent);
  Expr *Size = M.expr(ExprKind::Member, M.sizeType());
  Size->Text = "size()";
  Size->Operands = {Array};
  return Size;
}

Stmt *Builder::overElements(Function &F, const Expr *Array,
                            llvm::function_ref<void(const Expr *, Block &)> Body) {
  Variable *K = F.variable("k", Array->Ty->nonReference()->IsVector ? M.sizeType() : M.intType());
  Stmt *Loop = M.stmt(StmtKind::Loop);
  Loop->Init.add(declare(K, integer(0)));
  Loop->Value = binary("<", var(K), sizeOf(Array), M.boolType());
  Loop->Step.add(accumulate(var(K), integer(1)));
  Body(var(K), Loop->Then);
  return Loop;
}
