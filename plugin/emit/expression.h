//===- emit/expression.h - Core expressions -> C++ text -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_EMIT_EXPRESSION_H
#define AD_EMIT_EXPRESSION_H

#include "plugin/core/core.h"
#include "plugin/emit/numeric.h"
#include "llvm/ADT/StringSet.h"

namespace ad::emit {

/// C++'s operators by how tightly they bind.
enum Precedence : unsigned {
  Comma,
  Assignment,
  Ternary = Assignment, ///< groups right to left with assignments
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Prefix,
  Postfix
};

/// A printed expression, and what its surroundings must know about it.
struct Printed {
  std::string Text;
  Precedence Binds = Postfix;
  Numeric Type;         ///< of the text, not of the Core expression
  std::string Operator; ///< outermost binary operator, if any
};

/// Prints the expressions of one function. The members differ in what they ask of the text's type.
class Expressions {
public:
  /// Variables: the names that hide fields of `this`.
  explicit Expressions(const llvm::StringSet<> &Variables) : Variables(Variables) {}

  /// The text has the type of E: nothing around it converts.
  Printed exact(const core::Expr *E) const;
  /// What surrounds the text converts it to the type of E: implicit conversions are left out.
  Printed loose(const core::Expr *E) const;

  /// The right-hand side of an initialisation, an assignment, a return: converts, but conversions
  /// that lose values are shown.
  std::string converted(const core::Expr *E) const;
  /// An argument of a call: real numbers are printed as such, since they may select an overload.
  std::string argument(const core::Expr *E) const;
  /// `= VALUE` of a declaration: braces bare.
  std::string initializer(const core::Expr *E) const;
  /// Where a bool is expected.
  std::string condition(const core::Expr *E) const;
  std::string negated(const core::Expr *E) const;
  /// The left-hand side of an assignment.
  std::string place(const core::Expr *E) const;
  /// The place as one that can be assigned, also if it is part of a constant member.
  std::string written(const core::Expr *E) const;
  /// What a member of reference type is bound to, as the member itself; empty if Pointer is not the
  /// pointer that Core has for one.
  std::string referred(const core::Expr *Pointer) const;
  /// What Pointer, which is not null, leads to.
  std::string pointee(const core::Expr *Pointer) const;
  /// Pointer as the object of a member: "p->", "x.", "" for `this` (where Name is not hidden).
  std::string receiver(const core::Expr *Pointer, llvm::StringRef Name) const;
  /// Place as the object of the method Name, or of an operator.
  std::string object(const core::Expr *Place, llvm::StringRef Name) const;
  /// Pointer as one that changes nothing.
  std::string constant(const core::Expr *Pointer) const;
  /// A reference to Place that may change, though Place may not.
  std::string changing(const core::Expr *Place) const;
  /// A reference to Place as what Core sees it as: as one of a base. Const: that changes nothing.
  std::string cast(const core::Expr *Place, bool Const) const;
  /// Opaque text with its holes filled.
  /// Changes: the text is a statement, which may change vectors and maps among the operands.
  std::string filled(llvm::StringRef Text, llvm::ArrayRef<const core::Expr *> Operands,
                     bool Changes = false) const;

private:
  Printed truth(const core::Expr *E) const;
  Printed literal(const core::Expr *E) const;
  Printed member(const core::Expr *E) const;
  Printed subscript(const core::Expr *E) const;
  Printed unary(const core::Expr *E, bool Exactly) const;
  Printed binary(const core::Expr *E) const;
  Printed conditional(const core::Expr *E, bool Exactly) const;
  Printed cast(const core::Expr *E) const;
  Printed primitive(const core::Expr *E) const;
  Printed braces(const core::Expr *E) const;
  std::string element(const core::Expr *E) const;
  std::string tagged(const core::Expr *E) const;
  // complex.cpp
  static bool isRealText(const core::Expr *E);
  Printed realForm(const core::Expr *E) const;
  Printed complexNumber(const core::Expr *E) const;
  Printed complexPrimitive(const core::Expr *E) const;
  std::pair<Printed, Printed> complexOperands(const core::Expr *A, const core::Expr *B) const;
  std::pair<Printed, Printed> agreeing(const core::Expr *A, const core::Expr *B,
                                       Numeric Wanted) const;

  const llvm::StringSet<> &Variables;
};

/// Text, in parentheses unless it binds at least as tightly as Least.
std::string grouped(const Printed &P, Precedence Least);

/// The precedence of a binary operator.
Precedence precedence(llvm::StringRef Operator);

/// How tightly opaque text binds: a chain of names, calls, subscripts and members binds as one.
Precedence bindsOpaque(llvm::StringRef Text);

bool isPlainReal(const core::Expr *E);
/// Whether Pointer is `this`.
bool isThis(const core::Expr *Pointer);
/// Whether E is a base of an object, in whose class Name is another one.
bool isHidden(const core::Expr *E, llvm::StringRef Name);
/// Whether Place is in a member that only constructors may set.
bool isInConstant(const core::Expr *Place);

} // namespace ad::emit

#endif
