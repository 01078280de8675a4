//===- emit/expression.cpp - Core expressions -> C++ text -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// No parenthesis that C++ does not need, except those that -Wall asks for; no conversion that C++
// performs anyway. Both decisions are taken from the printed text of the operands (Printed), never
// from Core's tree alone: a conversion that was left out changes what the operator computes in.
//
//===----------------------------------------------------------------------===//
#include "plugin/emit/expression.h"
#include "plugin/core/places.h"
#include "plugin/core/spell.h"
#include "plugin/core/unique.h"
#include "plugin/core/walk.h"
#include "plugin/rules/rules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

//===-- Grouping ----------------------------------------------------------===//

std::string emit::grouped(const Printed &P, Precedence Least) {
  return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
}

Precedence emit::precedence(llvm::StringRef Operator) {
  return llvm::StringSwitch<Precedence>(Operator)
      .Cases("*", "/", "%", Multiplicative)
      .Cases("+", "-", Additive)
      .Cases("<<", ">>", Shift)
      .Cases("<", ">", "<=", ">=", Relational)
      .Cases("==", "!=", Equality)
      .Case("&", BitAnd)
      .Case("^", BitXor)
      .Case("|", BitOr)
      .Case("&&", LogicalAnd)
      .Case("||", LogicalOr)
      .Default(Assignment);
}

static bool isBitwise(Precedence P) {
  return P == BitAnd || P == BitXor || P == BitOr || P == Shift;
}
static bool isComparison(Precedence P) { return P == Relational || P == Equality; }

/// Whether -Wparentheses and its kin ask for parentheses that the grammar does not.
static bool misreads(Precedence Outer, llvm::StringRef OuterText, const Printed &Operand) {
  if (Operand.Operator.empty() || Operand.Operator == OuterText)
    return isComparison(Outer) && !Operand.Operator.empty();
  Precedence Inner = precedence(Operand.Operator);
  return (Outer == LogicalOr && Inner == LogicalAnd) || isBitwise(Outer) ||
         (isBitwise(Inner) && Outer > LogicalAnd) || (isComparison(Outer) && isComparison(Inner));
}

//===-- Names -------------------------------------------------------------===//

/// Integer types for which <cmath> has overloads (it has none for enumerations).
static bool isBuiltinInteger(const Type *T) {
  return T->isInteger() && llvm::StringSwitch<bool>(T->Spelling)
                               .Cases("int", "unsigned int", "long", "unsigned long", "short", true)
                               .Cases("unsigned short", "long long", "unsigned long long", true)
                               .Cases("std::size_t", "size_t", "std::ptrdiff_t", "ptrdiff_t", true)
                               .Default(false);
}

//===-- Leaves and conversions --------------------------------------------===//

static bool isImplicitCast(const Expr *E) { return E->is(ExprKind::Cast) && !E->Explicit; }

bool emit::isPlainReal(const Expr *E) {
  return E->is(ExprKind::Literal) && E->Ty->isReal() && !E->Text.empty() &&
         (llvm::isDigit(E->Text[0]) || E->Text[0] == '.');
}

/// A C array that decays: `a` for `&a[0]`.
static const Expr *decayed(const Expr *E) {
  if (!E->is(ExprKind::AddressOf) || !E->operand()->is(ExprKind::Subscript))
    return nullptr;
  const Expr *Base = E->operand()->operand(0), *Index = E->operand()->operand(1);
  bool IsZero = Index && Index->is(ExprKind::Literal) && Index->Text == "0";
  const Type *Of = Base->Ty;
  return IsZero && Of->isArray() && !Of->IsStdArray && !Of->Smart ? Base : nullptr;
}

/// The vector v in `&v[0]`, which is `v.data()`; else null.
static const Expr *firstOf(const Expr *E) {
  if (!E->operand()->is(ExprKind::Subscript))
    return nullptr;
  const Expr *Base = E->operand()->operand(0), *Index = E->operand()->operand(1);
  bool IsZero = Index->is(ExprKind::Literal) && Index->Text == "0";
  const Type *Of = Base->Ty->nonReference();
  bool HasData =
      Of->IsVector && (Of->IsEigen || llvm::StringRef(Of->Spelling).starts_with("std::vector"));
  return IsZero && HasData ? Base : nullptr;
}

Printed Expressions::literal(const Expr *E) const {
  Printed P;
  if (E->Text == "nullptr" && E->Ty->isPointer()) {
    P.Text = "static_cast<" + spell(E->Ty) + ">(nullptr)";
    return P;
  }
  if (E->Ty->IsComplex)
    return complexNumber(E);
  P.Text = isPlainReal(E) ? realText(E->Text, E->Ty) : E->Text;
  P.Type = numeric(E->Ty);
  return P;
}

/// Whether the conversion is one that a reader should see.
static bool losesValues(Numeric From, Numeric To) {
  return From && To && From.Kind >= Numeric::Real &&
         (To.Kind == Numeric::Integer || To.Bits < From.Bits);
}

Printed Expressions::loose(const Expr *E) const {
  if (E->Ty->IsComplex && isRealText(E))
    return E->is(ExprKind::Literal) && hasIntegerText(E)
               ? Printed{E->Text, Postfix, numericInt(), {}}
               : realForm(E);
  if (isPlainReal(E)) {
    Printed P = literal(E);
    if (hasIntegerText(E)) {
      P.Text = E->Text;
      P.Type = numericInt();
    }
    return P;
  }
  if (E->is(ExprKind::Literal) && E->Text == "nullptr") {
    Printed P;
    P.Text = E->Text;
    return P;
  }
  if (isImplicitCast(E)) {
    const Expr *Source = E->operand();
    Numeric From = numeric(Source->Ty), To = numeric(E->Ty);
    if (losesValues(From, To) || (E->Ty->IsBool && From && !Source->Ty->IsBool))
      return exact(E);
    // What is beneath may be left out too if that changes no value: the conversion that C++
    // performs then starts from the inner type.
    if (isImplicitCast(Source) && preserves(numeric(Source->operand()->Ty), From))
      return loose(Source);
    return Source->is(ExprKind::Literal) ? loose(Source) : exact(Source);
  }
  if (E->is(ExprKind::Unary))
    return unary(E, /*Exactly=*/false);
  if (E->is(ExprKind::Conditional))
    return conditional(E, /*Exactly=*/false);
  return exact(E);
}

/// Whether a pointer conversion takes away const from what it leads to.
static bool dropsConst(const Type *From, const Type *To) {
  if (!From->isPointer() || !To->isPointer())
    return false;
  return (From->ElementConst && !To->ElementConst) || dropsConst(From->Element, To->Element);
}

Printed Expressions::cast(const Expr *E) const {
  const Expr *Source = E->operand();
  bool IsNumber = isImplicitCast(E) && E->Ty->isReal() && hasIntegerText(Source);
  Printed P;
  P.Type = numeric(E->Ty);
  if (E->Ty->IsComplex)
    return complexNumber(E);
  if (IsNumber) {
    P.Text = realText(Source->Text, E->Ty);
    return P;
  }
  bool Widens =
      isImplicitCast(Source) && preserves(numeric(Source->operand()->Ty), numeric(Source->Ty));
  const char *Keyword = dropsConst(Source->Ty, E->Ty) ? "const_cast<" : "static_cast<";
  P.Text = Keyword + spell(E->Ty) + ">(" + (Widens ? loose(Source) : exact(Source)).Text + ")";
  return P;
}

std::string Expressions::converted(const Expr *E) const {
  // The literal as it was written: C++ rounds it as it did for the user.
  if (isImplicitCast(E) && E->Ty->isReal() && E->operand()->is(ExprKind::Literal))
    return loose(E->operand()).Text;
  return loose(E).Text;
}

std::string Expressions::argument(const Expr *E) const {
  const Expr *Number = E->is(ExprKind::Unary) ? E->operand() : E;
  return isPlainReal(Number) ? exact(E).Text : converted(E);
}

//===-- Places ------------------------------------------------------------===//

bool emit::isThis(const Expr *Pointer) {
  return Pointer->is(ExprKind::Variable) && Pointer->Var->Kind == Storage::This;
}

/// `const_cast<T &>(Text)`.
static std::string asReference(const Type *T, const std::string &Text) {
  Type Reference;
  Reference.Kind = TypeKind::Reference;
  Reference.Element = T;
  return "const_cast<" + spell(&Reference) + ">(" + Text + ")";
}

std::string Expressions::referred(const Expr *Pointer) const {
  const Field *F = Pointer->is(ExprKind::Member)
                       ? findField(Pointer->operand()->Ty->nonReference(), Pointer->Text)
                       : nullptr;
  if (F && F->Reference)
    return member(Pointer).Text.substr(1);
  // The derivative of what the primal promises not to change.
  if (!Pointer->is(ExprKind::Cast) || !dropsConst(Pointer->operand()->Ty, Pointer->Ty))
    return "";
  const std::string Constant = referred(Pointer->operand());
  return Constant.empty() ? "" : asReference(Pointer->Ty->Element, Constant);
}

/// Whether what is called Name in a base of T is another one in T itself; so are the companions of
/// both.
static bool hidesName(const Type *T, llvm::StringRef Name) {
  return llvm::any_of(T->HiddenNames, [&](const std::string &Hidden) {
    return Name == Hidden || (Hidden != "operator" && Name.starts_with(Hidden + "_"));
  });
}

/// What Pointer, which is not null, leads to.
std::string Expressions::pointee(const Expr *Pointer) const {
  if (Pointer->is(ExprKind::AddressOf))
    return place(Pointer->operand());
  std::string Referred = referred(Pointer);
  return Referred.empty() ? "*" + grouped(exact(Pointer), Prefix) : Referred;
}

bool emit::isHidden(const Expr *E, llvm::StringRef Name) {
  for (; E->is(ExprKind::BaseOf); E = E->operand())
    if (hidesName(E->operand()->Ty->nonReference(), Name))
      return true;
  return false;
}

std::string Expressions::cast(const Expr *E, bool Const) const {
  Type Reference;
  Reference.Kind = TypeKind::Reference;
  Reference.Element = E->Ty->nonReference();
  Reference.ElementConst = Const || isDeclaredConst(E);
  return "static_cast<" + spell(&Reference) + ">(" + exact(E).Text + ")";
}

std::string Expressions::changing(const Expr *Place) const {
  return asReference(Place->Ty->nonReference(), place(Place));
}

std::string Expressions::constant(const Expr *Pointer) const {
  Type Const = *Pointer->Ty;
  Const.ElementConst = true;
  Const.IsRestrict = false;
  return "static_cast<" + spell(&Const) + ">(" + exact(Pointer).Text + ")";
}

std::string Expressions::object(const Expr *Place, llvm::StringRef Name) const {
  return isHidden(Place, Name) ? cast(Place, false) : grouped(exact(Place), Postfix);
}

std::string Expressions::receiver(const Expr *Pointer, llvm::StringRef Name) const {
  if (Pointer->is(ExprKind::AddressOf) && isHidden(Pointer->operand(), Name))
    return cast(Pointer->operand(), false) + ".";
  if (std::string Referred = referred(Pointer); !Referred.empty())
    return Referred + ".";
  if (Pointer->is(ExprKind::AddressOf))
    return grouped(exact(Pointer->operand()), Postfix) + ".";
  return grouped(exact(Pointer), Postfix) + "->";
}

/// Whether an object of type T, or one of its bases, has a field of that name.
static bool hasField(const Type *T, llvm::StringRef Field) {
  return llvm::any_of(T->Fields, [&](const core::Field &F) {
    return F.IsBase ? hasField(F.Ty, Field) : F.Name == Field;
  });
}

/// The base class by which a field must be named, since a class between it and E, or another base
/// of one, has a field of the same name; null where the name alone finds the field.
static const Type *qualifier(const Expr *Base, llvm::StringRef Field) {
  const Type *Found = Base->Ty;
  bool Hidden = false;
  for (; Base->is(ExprKind::BaseOf); Base = Base->operand())
    for (const core::Field &F : Base->operand()->Ty->Fields)
      Hidden |= F.IsBase ? F.Ty != Base->Ty && hasField(F.Ty, Field) : F.Name == Field;
  return Hidden ? Found : nullptr;
}

/// Whether the member E of a derivative, of the primal's constant field F, is printed as one that
/// may change: a derivative is storage, whose parts are set after it was made.
static bool isChangedAnyway(const Expr *E, const Field &F) {
  const Variable *V = leadingVariable(E);
  return F.Const && !E->Ty->isScalar() && V && V->Derivative;
}

Printed Expressions::member(const Expr *E) const {
  Printed P;
  P.Type = numeric(E->Ty);
  const Expr *Base = E->operand();
  // The members of an anonymous struct or union are named as if they were its owner's.
  while (Base->is(ExprKind::Member) &&
         llvm::StringRef(Base->Text).find_first_not_of('$') == llvm::StringRef::npos)
    Base = Base->operand();
  std::string Name = E->Text;
  if (size_t Hole = Name.find('$'); Hole != std::string::npos) {
    bool IsCall = Hole + 1 < Name.size();
    // `ad::engaged($)` fills what is empty, of a constant member, too.
    P.Text = Name.substr(0, Hole) + (IsCall ? written(Base) : grouped(exact(Base), Prefix)) +
             Name.substr(Hole + 1);
    P.Binds = IsCall ? Postfix : Prefix;
    if (const Field *F = findField(E->operand()->Ty->nonReference(), E->Text); F && F->Smart) {
      P.Text = "ad::pointer_in(" + P.Text + ")";
      P.Binds = Postfix;
    }
    return P;
  }
  const Type *Qualifier = qualifier(Base, E->Text);
  if (Qualifier)
    Name = Qualifier->Spelling + "::" + Name;
  bool FromBase = Base->is(ExprKind::BaseOf); // perhaps a dependent one: `this->` is needed then
  while (Base->is(ExprKind::BaseOf))
    Base = Base->operand();
  if (Base->is(ExprKind::Member) && Base->Text == "*$")
    P.Text = grouped(exact(Base->operand()), Postfix) + "->" + Name;
  else if (!Base->is(ExprKind::Dereference))
    P.Text = grouped(exact(Base), Postfix) + "." + Name;
  else if (isThis(Base->operand()) && !FromBase && !Variables.contains(E->Text))
    P.Text = Name;
  else
    P.Text = receiver(Base->operand(), "") + Name;
  const Field *F = findField(E->operand()->Ty->nonReference(), E->Text);
  if (F && F->Smart) {
    P.Text = "ad::pointer_in(" + P.Text + ")";
  } else if (F && F->Reference) {
    P.Text = "&" + P.Text;
    P.Binds = Prefix;
  } else if (F && isChangedAnyway(E, *F)) { // what is asked of it depends on that, too
    P.Text = asReference(E->Ty, P.Text);
  }
  return P;
}

Printed Expressions::subscript(const Expr *E) const {
  const Expr *Base = E->operand(0);
  bool PastRow = false;
  if (const Expr *Array = decayed(Base)) {
    PastRow = !staysWithin(Array, E->operand(1));
    Base = Array;
  }
  if (Base->is(ExprKind::Member) && Base->Text == "data()" &&
      (Base->operand()->Ty->Mutable || Base->operand()->Ty->IsEigen))
    Base = Base->operand(); // the object's own subscript
  Printed P;
  P.Type = numeric(E->Ty);
  // Clang takes `(&a.x)[i]` for a.x, whatever i is, where it looks for what may overlap; the user's
  // own `(&x)[i]`, behind a reference, it does not.
  if (Base->is(ExprKind::AddressOf) && !Base->operand()->is(ExprKind::Subscript)) {
    P.Text = "*(" + grouped(exact(Base), Additive) + " + " +
             grouped(loose(E->operand(1)), Multiplicative) + ")";
    P.Binds = Prefix;
    return P;
  }
  std::string Start = grouped(exact(Base), Postfix);
  if (PastRow)
    Start = "(&" + Start + "[0])";
  bool Call = Base->Ty->nonReference()->IsMatrix;
  P.Text = Start + (Call ? "(" : "[") + loose(E->operand(1)).Text + (Call ? ")" : "]");
  if (Base->Ty->nonReference()->Smart)
    P.Text = "ad::pointer_in(" + P.Text + ")";
  return P;
}

bool emit::isInConstant(const Expr *Place) {
  for (const Expr *E = Place; isPlace(E) && !E->Operands.empty(); E = E->operand()) {
    if (E->is(ExprKind::Dereference) ||
        (E->is(ExprKind::Subscript) && E->operand()->Ty->isPointer()))
      return false;
    if (!E->is(ExprKind::Member))
      continue;
    const Field *F = findField(E->operand()->Ty->nonReference(), E->Text);
    if (F && F->Const && !isChangedAnyway(E, *F))
      return true;
  }
  return false;
}

std::string Expressions::written(const Expr *E) const {
  if (!isInConstant(E))
    return place(E);
  return asReference(E->Ty, place(E));
}

std::string Expressions::place(const Expr *E) const {
  if (E->is(ExprKind::BaseOf))
    return "static_cast<" + spell(E->Ty) + " &>(" + exact(E->operand()).Text + ")";
  return exact(E).Text;
}

//===-- Operations --------------------------------------------------------===//

/// Whether `-a * b` is the same as `-(a * b)`: not where a is an integer, perhaps an unsigned one.
static bool signMovesIn(const Expr *E) {
  if (!E->is(ExprKind::Binary) || (E->Text != "*" && E->Text != "/"))
    return false;
  while (E->is(ExprKind::Binary) && (E->Text == "*" || E->Text == "/") && E->Ty->isReal())
    E = E->operand();
  return E->Ty->isReal() && !E->is(ExprKind::Cast) && !E->is(ExprKind::Unary);
}

Printed Expressions::unary(const Expr *E, bool Exactly) const {
  const Expr *Of = E->operand();
  if (E->Text == "-" && E->Ty->isReal() && signMovesIn(Of)) {
    Printed P = exact(Of);
    P.Text = "-" + P.Text;
    return P;
  }
  if (E->Text == "-" && Of->is(ExprKind::Unary) && Of->Text == "-" && E->Ty->isReal())
    return Exactly ? exact(Of->operand()) : loose(Of->operand());
  // `-0` is no negative zero: its zero stays a real number.
  bool IsZero = isPlainReal(Of) && Of->Text == "0";
  Printed Operand = E->Text == "!"                                    ? truth(Of)
                    : Exactly || IsZero || !Of->is(ExprKind::Literal) ? exact(Of)
                                                                      : loose(Of);
  std::string Text = grouped(Operand, Prefix);
  if (!Text.empty() && Text[0] == E->Text[0] && E->Text != "!")
    Text = "(" + Text + ")"; // `--x` would be another operator
  Printed P;
  P.Text = E->Text + Text;
  P.Binds = Prefix;
  P.Type = E->Text == "!" ? numeric(E->Ty) : promoted(Operand.Type);
  if (!P.Type)
    P.Type = numeric(E->Ty);
  return P;
}

/// Prints the operands A and B such that C++ evaluates the operation in the type Wanted.
std::pair<Printed, Printed> Expressions::agreeing(const Expr *A, const Expr *B,
                                                  Numeric Wanted) const {
  if (Wanted.Kind == Numeric::Complex)
    return complexOperands(A, B);
  auto Short = [&](const Expr *E) {
    return E->is(ExprKind::Literal) || numeric(E->Ty) == Wanted ? loose(E) : exact(E);
  };
  Printed ShortA = Short(A), ShortB = Short(B);
  if (!Wanted || !ShortA.Type || !ShortB.Type || usual(ShortA.Type, ShortB.Type) == Wanted)
    return {ShortA, ShortB};
  Printed ExactA = exact(A), ExactB = exact(B);
  bool OnlyA = usual(ExactA.Type, ShortB.Type) == Wanted;
  bool OnlyB = usual(ShortA.Type, ExactB.Type) == Wanted;
  auto IsNumber = [](const Expr *E) {
    return hasIntegerText(isImplicitCast(E) ? E->operand() : E);
  };
  if (OnlyB && (!OnlyA || (IsNumber(B) && !IsNumber(A)))) // `n / 2.0` reads better than a cast
    return {ShortA, ExactB};
  if (OnlyA)
    return {ExactA, ShortB};
  return {ExactA, ExactB};
}

Printed Expressions::binary(const Expr *E) const {
  const Expr *A = E->operand(0), *B = E->operand(1);
  Precedence Binds = precedence(E->Text);
  std::pair<Printed, Printed> Operands;
  if (Binds == LogicalAnd || Binds == LogicalOr) {
    Operands = {truth(A), truth(B)};
  } else if (Binds == Shift) {
    Operands = {exact(A), loose(B)};
  } else if (isComparison(Binds)) {
    Numeric Common = usual(numeric(A->Ty), numeric(B->Ty));
    Operands = agreeing(A, B, Common);
    // -Wsign-compare: show the conversion between signed and unsigned that the user left to C++.
    auto Differs = [&](const Expr *Of, const Printed &P) {
      Numeric Type = promoted(P.Type);
      return Type.Kind == Numeric::Integer && Common.Kind == Numeric::Integer &&
             Type.Unsigned != Common.Unsigned && !hasIntegerText(Of) &&
             !(isImplicitCast(Of) && hasIntegerText(Of->operand()));
    };
    if (Differs(A, Operands.first) && Common.Unsigned)
      Operands.first = exact(A);
    if (Differs(B, Operands.second) && Common.Unsigned)
      Operands.second = exact(B);
  } else {
    Operands =
        agreeing(A, B, E->Ty->isScalar() && !E->Ty->isPointer() ? numeric(E->Ty) : Numeric());
  }
  Printed P;
  P.Binds = Binds;
  P.Operator = E->Text;
  P.Type = numeric(E->Ty);
  auto Side = [&](const Printed &Operand, bool Right) {
    bool Group = misreads(Binds, E->Text, Operand);
    // Equal precedence groups from the left.
    Precedence Least = static_cast<Precedence>(Binds + (Right ? 1 : 0));
    if (isComparison(Binds) && !Right && Operand.Text[0] == '!')
      Group = true; // -Wlogical-not-parentheses
    return Group ? "(" + Operand.Text + ")" : grouped(Operand, Least);
  };
  P.Text = Side(Operands.first, false) + " " + E->Text + " " + Side(Operands.second, true);
  return P;
}

Printed Expressions::conditional(const Expr *E, bool Exactly) const {
  Printed A = loose(E->operand(1)), B = loose(E->operand(2));
  // Pointers to two classes meet in their base.
  for (auto [Arm, P] : {std::pair(E->operand(1), &A), {E->operand(2), &B}})
    if (Arm->is(ExprKind::AddressOf) && Arm->operand()->is(ExprKind::BaseOf))
      P->Text = "static_cast<" + spell(Arm->Ty) + ">(" + std::exchange(P->Text, "") + ")";
  Numeric Type = numeric(E->Ty);
  bool Agree = promoted(A.Type) == promoted(B.Type); // no arm converts to the type of the other
  if (usual(A.Type, B.Type) != Type && Type && (Exactly || !Agree))
    std::tie(A, B) = agreeing(E->operand(1), E->operand(2), Type);
  Printed C = truth(E->operand(0));
  // `a + b ? c : d` is legal but -Wparentheses doubts it.
  if (!C.Operator.empty() && !isComparison(C.Binds) && C.Binds > LogicalAnd)
    C.Binds = Comma;
  Printed P;
  // A choice between the two marks needs no parentheses, but is hard to read without.
  P.Text = grouped(C, LogicalOr) + " ? " + grouped(A, A.Binds == Ternary ? LogicalOr : Comma) +
           " : " + grouped(B, Ternary);
  P.Binds = Ternary;
  P.Type = A.Type && B.Type ? usual(A.Type, B.Type) : Type;
  return P;
}

Printed Expressions::primitive(const Expr *E) const {
  if (rules::isComplex(E))
    return complexPrimitive(E);
  // <cmath> selects its overload by the widest argument, integers counting as double. std::min and
  // its kin want equal types, std::abs has overloads of its own for integers.
  bool Deduces = rules::header(E->Text) != "cmath" || E->Text == "abs";
  Numeric Double = {Numeric::Real, 64, false}, Selected;
  llvm::SmallVector<Printed, 3> Arguments;
  for (const Expr *Operand : E->Operands) {
    Arguments.push_back(loose(Operand));
    if (!Operand->Ty->isReal())
      continue;
    const Expr *Bare = isImplicitCast(Operand) ? Operand->operand() : Operand;
    Printed &Argument = Arguments.back();
    if (Deduces || (Bare->Ty->isInteger() && !isBuiltinInteger(Bare->Ty)))
      Argument = exact(Operand);
    Numeric Counts = Argument.Type.Kind == Numeric::Integer ? Double : Argument.Type;
    Selected = Selected ? usual(Selected, Counts) : Counts;
  }
  bool AllIntegers =
      llvm::all_of(Arguments, [](const Printed &P) { return P.Type.Kind == Numeric::Integer; });
  if (Selected != numeric(E->Ty) || (AllIntegers && hasIntegerText(E->operand(0))))
    for (auto [Argument, Operand] : llvm::zip(Arguments, E->Operands))
      if (Operand->Ty->isReal())
        Argument = exact(Operand);
  Printed P;
  P.Type = numeric(E->Ty);
  P.Text = rules::spelling(E->Text) + "(" +
           llvm::join(llvm::map_range(Arguments, [](const Printed &A) { return A.Text; }), ", ") +
           ")";
  return P;
}

//===-- Conditions --------------------------------------------------------===//

Printed Expressions::truth(const Expr *E) const {
  return loose(isImplicitCast(E) && E->Ty->IsBool ? E->operand() : E);
}

std::string Expressions::condition(const Expr *E) const { return truth(E).Text; }

std::string Expressions::negated(const Expr *E) const {
  if (isImplicitCast(E) && E->Ty->IsBool)
    E = E->operand();
  if (E->is(ExprKind::Unary) && E->Text == "!")
    return condition(E->operand());
  if (E->is(ExprKind::Binary) && isComparison(precedence(E->Text))) {
    // `!(x < y)` and `x >= y` differ where one is not a number.
    bool Ordered = !E->operand(0)->Ty->isReal() && !E->operand(1)->Ty->isReal();
    llvm::StringRef Opposite = llvm::StringSwitch<llvm::StringRef>(E->Text)
                                   .Case("==", "!=")
                                   .Case("!=", "==")
                                   .Case("<", Ordered ? ">=" : "")
                                   .Case(">", Ordered ? "<=" : "")
                                   .Case("<=", Ordered ? ">" : "")
                                   .Case(">=", Ordered ? "<" : "")
                                   .Default("");
    if (!Opposite.empty()) {
      Expr Flipped = *E;
      Flipped.Text = Opposite.str();
      return binary(&Flipped).Text;
    }
  }
  return "!" + grouped(loose(E), Prefix);
}

//===-- Braces ------------------------------------------------------------===//

/// A member of a braced list, where C++ forbids conversions that may lose values.
std::string Expressions::element(const Expr *E) const {
  if (E->is(ExprKind::Braces))
    return initializer(E);
  const Expr *Number = E->is(ExprKind::Unary) ? E->operand() : E;
  if (Number->is(ExprKind::Literal) || !numeric(E->Ty))
    return converted(E);
  Printed Short = loose(E);
  return preserves(Short.Type, numeric(E->Ty)) && Short.Type.Kind == numeric(E->Ty).Kind
             ? Short.Text
             : exact(E).Text;
}

std::string Expressions::initializer(const Expr *E) const {
  if (!E->is(ExprKind::Braces))
    return converted(E);
  if (E->Ty->IsTagged)
    return tagged(E);
  std::string List;
  for (size_t I = 0; I < E->Operands.size(); ++I) {
    bool Shared = E->Ty->Shared || (I < E->Ty->Fields.size() && E->Ty->Fields[I].Shared);
    bool Lent = Shared && !E->operand(I)->is(ExprKind::Literal);
    const Expr *Part = E->operand(I);
    const bool Binds = I < E->Ty->Fields.size() && E->Ty->Fields[I].Reference;
    std::string Element = Binds ? pointee(Part) : element(Part);
    // An empty element could be taken for an argument of a string in the one before it.
    if (E->Ty->IsVector && Part->Ty->isRecord() && Element == "{}" &&
        llvm::any_of(Part->Ty->Fields, [](const Field &F) { return F.Ty->is(TypeKind::Opaque); }))
      Element = spell(Part->Ty) + Element;
    // A pair or tuple moves an object, but copies one that it makes of braces.
    if (Part->is(ExprKind::Braces) && Element.front() == '{' &&
        llvm::StringRef(E->Ty->Spelling).starts_with("std::") && movesOnly(Part->Ty))
      Element = spell(Part->Ty) + Element;
    List += (I ? ", " : "") + (Lent ? "ad::borrow(" + Element + ")" : Element);
  }
  // std::array is a record that holds an array: its elements may omit their braces only where they
  // have none themselves. The braces of a vector are those of its list: others around them would
  // make one element of two.
  bool Nested = E->Ty->IsStdArray && !E->Ty->IsVector &&
                llvm::any_of(E->Operands, [](const Expr *Of) { return Of->is(ExprKind::Braces); });
  // A constructor takes all fields or none.
  if (E->Ty->isRecord() && !E->Operands.empty() && !E->Ty->Fields.empty() &&
      llvm::StringRef(E->Ty->Spelling).starts_with("std::"))
    for (size_t I = E->Operands.size(); I < E->Ty->Fields.size(); ++I)
      List += E->Ty->Fields[I].Ty->isScalar() ? ", 0" : ", {}";
  std::string Type = E->Ty->NamedBraces && !List.empty() ? spell(E->Ty) : "";
  return Type + (Nested ? "{{" + List + "}}" : "{" + List + "}");
}

/// A std::optional or std::variant with the part that exists.
std::string Expressions::tagged(const Expr *E) const {
  if (E->Operands.size() < 2)
    return "{}";
  const Expr *Part = E->Operands.back();
  std::string Value = Part->is(ExprKind::Literal) ? argument(Part) : exact(Part).Text;
  if (E->Ty->Fields[0].Ty->IsBool)
    return "{" + Value + "}";
  return E->Ty->Spelling + "(std::in_place_index<" + E->operand(0)->Text + ">, " + Value + ")";
}

Printed Expressions::braces(const Expr *E) const {
  Printed P;
  std::string Value = initializer(E);
  bool IsNothing = E->Ty->IsTagged && E->Operands.empty() && E->Ty->Fields[0].Ty->IsBool;
  P.Text = IsNothing ? "std::nullopt" : Value[0] == '{' ? spell(E->Ty) + Value : Value;
  P.Type = numeric(E->Ty);
  return P;
}

//===-- All kinds ---------------------------------------------------------===//

Printed Expressions::exact(const Expr *E) const {
  Printed P;
  P.Type = numeric(E->Ty);
  switch (E->Kind) {
  case ExprKind::Literal:
    return literal(E);
  case ExprKind::Variable:
    P.Text = E->Var->Kind == Storage::This ? "this" : E->Var->Name;
    return P;
  case ExprKind::Member:
    return member(E);
  case ExprKind::BaseOf:
    return exact(E->operand());
  case ExprKind::Subscript:
    return subscript(E);
  case ExprKind::Dereference:
    P.Text = pointee(E->operand());
    P.Binds = P.Text[0] == '*' ? Prefix : Postfix;
    return P;
  case ExprKind::AddressOf:
    if (const Expr *Array = decayed(E))
      return exact(Array);
    if (const Expr *Vector = firstOf(E)) {
      P.Text = Vector->Ty->nonReference()->Smart ? "ad::pointers_in(" + exact(Vector).Text + ")"
                                                 : grouped(exact(Vector), Postfix) + ".data()";
      P.Binds = Postfix;
      return P;
    }
    P.Text = "&" + (!E->Ty->ElementConst && isInConstant(E->operand())
                        ? written(E->operand())
                        : grouped(exact(E->operand()), Prefix));
    P.Binds = Prefix;
    return P;
  case ExprKind::Unary:
    return unary(E, /*Exactly=*/true);
  case ExprKind::Binary:
    return binary(E);
  case ExprKind::Conditional:
    return conditional(E, /*Exactly=*/true);
  case ExprKind::Cast:
    return cast(E);
  case ExprKind::Primitive:
    return primitive(E);
  case ExprKind::Opaque:
    // A pointer by which an element may be changed.
    P.Text = filled(E->Text, E->Operands, E->Ty->isPointer() && !E->Ty->ElementConst);
    P.Binds = E->Text == "$0" ? Comma : bindsOpaque(E->Text);
    return P;
  case ExprKind::Braces:
    return braces(E);
  }
  return P;
}
