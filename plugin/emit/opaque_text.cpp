//===- emit/opaque_text.cpp - text with holes for expressions -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Text that Core does not look into, as it was written, but for what stands at its holes. What
// stands around a hole says how: as an argument, as the object of a member, in parentheses.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/unique.h"
#include "plugin/core/walk.h"
#include "plugin/emit/expression.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

Precedence emit::bindsOpaque(llvm::StringRef Text) {
  int Depth = 0;
  Precedence Binds = Postfix;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Quote) {
      if (C == '\\')
        ++I;
      else if (C == Quote)
        Quote = 0;
      continue;
    }
    if (C == '"' || (C == '\'' && (I == 0 || !llvm::isAlnum(Text[I - 1]))))
      Quote = C;
    else if (llvm::StringRef("([{").contains(C))
      ++Depth;
    else if (llvm::StringRef(")]}").contains(C))
      --Depth;
    else if (Depth == 0 && C == '-' && Text.substr(I).starts_with("->"))
      ++I;
    else if (Depth == 0 && !llvm::isAlnum(C) && !llvm::StringRef("_:.$").contains(C)) {
      if (C == '<') { // perhaps template arguments: then a closing `>` and a call follow
        size_t Close = Text.find('>', I);
        if (Close != llvm::StringRef::npos &&
            Text.substr(Close + 1, 1).find_first_of("({:>") == 0) {
          I = Text.substr(Close + 1, 1) == ">" ? Close + 1 : Close;
          continue;
        }
      }
      return Comma;
    }
  }
  return Binds;
}

/// Whether the hole between Before and After stands where any expression may.
static bool isDelimited(llvm::StringRef Before, llvm::StringRef After) {
  Before = Before.rtrim();
  After = After.ltrim();
  bool Opens =
      Before.empty() || llvm::StringRef("([{,;").contains(Before.back()) ||
      Before.ends_with("return") ||
      (Before.ends_with("=") && !llvm::StringRef("=<>!").contains(
                                    Before.drop_back().empty() ? ' ' : Before.drop_back().back()));
  bool Closes = After.empty() || llvm::StringRef(")]},;").contains(After.front());
  return Opens && Closes;
}

/// Before and After cast the object E between them to one that may change, or may not: how long the
/// cast is, if that is so anyway, else 0.
static size_t needlessCast(const Expr *E, llvm::StringRef Before, llvm::StringRef After) {
  const bool Pointer = E->Ty->isPointer();
  while (Pointer && E->is(ExprKind::Cast) && E->operand()->Ty->isPointer()) // not printed
    E = E->operand();
  const Type *Class = Pointer ? E->Ty->Element : E->Ty->nonReference();
  if (!Class->isRecord() || !After.starts_with(")"))
    return 0;
  const bool Const = E->is(ExprKind::AddressOf) ? isDeclaredConst(E->operand())
                     : Pointer                  ? E->Ty->ElementConst
                                                : isDeclaredConst(E);
  const std::string Cast =
      (Const ? "static_cast<const " : "const_cast<") + spell(Class) + (Pointer ? " *>(" : " &>(");
  return Before.ends_with(Cast) ? Cast.size() : 0;
}

/// The name of the member that text like `.size()` selects; of other text, that of operators.
static llvm::StringRef named(llvm::StringRef After) {
  if (!After.consume_front("->") && !After.consume_front("."))
    return "operator";
  return After.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// The object of a class derived from E's, or a pointer to one, as which E may be printed where
/// After follows it: what that names is found there. E itself where it hides that.
static const Expr *unlessHidden(const Expr *E, llvm::StringRef After) {
  const bool Arrow = E->is(ExprKind::AddressOf) && E->operand()->is(ExprKind::BaseOf);
  if (!Arrow && !E->is(ExprKind::BaseOf))
    return E;
  if (Arrow || isHidden(E, named(After)))
    return E;
  while (E->is(ExprKind::BaseOf))
    E = E->operand();
  return E;
}

std::string Expressions::filled(llvm::StringRef Text, llvm::ArrayRef<const Expr *> Operands,
                                bool Changes) const {
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    size_t Length = 0;
    while (Text[I] == '$' && I + 1 + Length < Text.size() && llvm::isDigit(Text[I + 1 + Length]))
      ++Length;
    unsigned Hole = 0;
    if (!Length || Text.substr(I + 1, Length).getAsInteger(10, Hole) || Hole >= Operands.size()) {
      Result += Text[I];
      continue;
    }
    llvm::StringRef Before = Text.take_front(I), After = Text.substr(I + 1 + Length);
    I += Length;
    if (size_t Cast = needlessCast(Operands[Hole], Before, After)) {
      Result.resize(Result.size() - Cast);
      Before = Before.drop_back(Cast);
      After = After.drop_front();
      I += 1;
    }
    const Expr *Operand = unlessHidden(Operands[Hole], After);
    bool Selects = After.starts_with(".") && !After.starts_with("...");
    if (Operand->is(ExprKind::BaseOf)) {
      Result += cast(Operand, false);
    } else if (Changes && (Operand->Ty->IsVector || Operand->Ty->IsMap) && isInConstant(Operand)) {
      Result += written(Operand);
    } else if (Selects && Operand->is(ExprKind::Dereference) && isThis(Operand->operand()) &&
               !Variables.contains(After.drop_front().take_while(
                   [](char C) { return llvm::isAlnum(C) || C == '_'; }))) {
      I += 1; // inside the class the name alone says it
    } else if (Selects && Operand->is(ExprKind::Dereference)) {
      Result += receiver(Operand->operand(), named(After)); // `p->size()` for `(*p).size()`
      I += 1;
    } else if (After.starts_with("->") && Operand->is(ExprKind::AddressOf)) {
      Result += receiver(Operand, named(After));
      I += 2;
    } else if (isDelimited(Before, After)) {
      Result += argument(Operand);
    } else {
      const Expr *Number = Operand->is(ExprKind::Unary) ? Operand->operand() : Operand;
      Result += grouped(isPlainReal(Number) ? exact(Operand) : loose(Operand), Postfix);
    }
  }
  return Result;
}
