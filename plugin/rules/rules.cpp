//===- rules/rules.cpp - the derivatives of the primitives ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Reads rules.def three times over: as code that builds the derivatives, as text for the
// documentation, and for what a line mentions.
//
//===----------------------------------------------------------------------===//
#include "plugin/rules/rules.h"
#include "plugin/core/walk.h"
#include "plugin/rules/term.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ad::core;
using namespace ad::rules;

namespace {

/// Builds the partial derivative by operand Index.
using Maker = Term (*)(unsigned Index, const Term &X, const Term &Y, const Term &Z, const Term &R);

#define AD_MAKER(Partials)                                                                         \
  [](unsigned Index, [[maybe_unused]] const Term &x, [[maybe_unused]] const Term &y,               \
     [[maybe_unused]] const Term &z, [[maybe_unused]] const Term &r) -> Term {                     \
    switch (Index) { Partials }                                                                    \
    return none();                                                                                 \
  }
#define AD_PARTIAL(Index, Value)                                                                   \
  case Index:                                                                                      \
    return Value;

const Maker Makers[] = {
#define RULE1(Name, DX, Choices) AD_MAKER(AD_PARTIAL(0, DX)),
#define RULE2(Name, DX, DY, Choices) AD_MAKER(AD_PARTIAL(0, DX) AD_PARTIAL(1, DY)),
#define RULE3(Name, DX, DY, DZ, Choices)                                                           \
  AD_MAKER(AD_PARTIAL(0, DX) AD_PARTIAL(1, DY) AD_PARTIAL(2, DZ)),
#include "plugin/rules/rules.def"
};

const Row Rows[] = {
#define RULE1(Name, DX, Choices) {#Name, 1, {#DX}, Choices},
#define RULE2(Name, DX, DY, Choices) {#Name, 2, {#DX, #DY}, Choices},
#define RULE3(Name, DX, DY, DZ, Choices) {#Name, 3, {#DX, #DY, #DZ}, Choices},
#include "plugin/rules/rules.def"
};

/// The line for the primitive; null if there is none.
const Row *find(llvm::StringRef Name, unsigned Arity) {
  using Index = llvm::StringMap<llvm::SmallVector<const Row *, 1>>;
  static const Index ByName = [] {
    Index Result;
    for (const Row &R : Rows)
      Result[R.Name].push_back(&R);
    return Result;
  }();
  auto Found = ByName.find(Name);
  if (Found != ByName.end())
    for (const Row *R : Found->second)
      if (R->Arity == Arity)
        return R;
  return nullptr;
}

/// Whether the identifier Word stands in Text.
bool mentionsWord(llvm::StringRef Text, char Word) {
  auto isPart = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == Word && (I == 0 || !isPart(Text[I - 1])) &&
        (I + 1 == Text.size() || !isPart(Text[I + 1])))
      return true;
  return false;
}

} // namespace

llvm::ArrayRef<Row> ad::rules::table() { return Rows; }

bool ad::rules::known(llvm::StringRef Name, unsigned Arity) { return find(Name, Arity); }

bool ad::rules::hasPartial(const Expr *Call, unsigned Index) {
  return isComplex(Call) || hasPartial(Call->Text, Call->Operands.size(), Index);
}

bool ad::rules::hasPartial(llvm::StringRef Name, unsigned Arity, unsigned Index) {
  const Row *R = find(Name, Arity);
  return R && Index < Arity && R->Partials[Index] != "none()";
}

const Expr *ad::rules::partial(Builder &B, const Expr *Call, unsigned Index, const Expr *Result) {
  if (Call->Ty->IsComplex)
    if (const Expr *Own = complexPartial(B, Call, Index, Result))
      return Builder::isZero(Own) ? nullptr : Own;
  const Row *Rule = find(Call->Text, Call->Operands.size());
  assert(Rule && "not a primitive");
  llvm::SmallVector<Term, 4> Args(3, Term(0.0));
  for (unsigned I = 0; I < Call->Operands.size(); ++I)
    Args[I] = Term(B, Call->operand(I), Call->Ty);
  Term Value = Makers[Rule - Rows](Index, Args[0], Args[1], Args[2], Term(B, Result, Call->Ty));
  assert(!Value.isNone() && "no closed form: ask hasPartial first");
  const Expr *E = Value.expr(B, Call->Ty);
  return Builder::isZero(E) ? nullptr : E;
}

bool ad::rules::usesResult(const Expr *Call, unsigned Index) {
  if (isComplex(Call)) {
    if (Call->Text == "pow")
      return Index == 1 || number(Call->operand(1)) == -1.0;
    if (Call->Text == "polar" || Call->Text == "abs")
      return Call->Text == "abs" || Index == 1;
  }
  const Row *Rule = find(Call->Text, Call->Operands.size());
  if (!Rule || Index >= Rule->Arity)
    return false;
  if (Rule->Name == "pow" && Index == 0)
    return powBaseUsesResult(Call->operand(0), number(Call->operand(1)));
  return mentionsWord(Rule->Partials[Index], 'r');
}

const Expr *ad::rules::scale(Builder &B, const Expr *Partial, const Expr *Factor) {
  if (!Partial->is(ExprKind::Conditional))
    return B.mul(Partial, Factor);
  return B.select(Partial->operand(0), scale(B, Partial->operand(1), Factor),
                  scale(B, Partial->operand(2), Factor));
}

const Expr *ad::rules::sum(Builder &B, const Expr *A, const Expr *C) {
  if (A->is(ExprKind::Conditional) && C->is(ExprKind::Conditional) &&
      equal(A->operand(0), C->operand(0)))
    return B.select(A->operand(0), sum(B, A->operand(1), C->operand(1)),
                    sum(B, A->operand(2), C->operand(2)));
  return B.add(A, C);
}

static bool isOurs(llvm::StringRef Name) { return Name == "digamma" || Name == "polygamma"; }

/// Functions of C that C++ does not have.
static bool isOfCAlone(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Names[] = {"j0", "j1", "jn",    "y0",
                                                  "y1", "yn", "exp10", "roundeven"};
  return llvm::is_contained(Names, Name);
}

std::string ad::rules::spelling(llvm::StringRef Name) {
  return (isOurs(Name) ? "ad::" : isOfCAlone(Name) ? "::" : "std::") + Name.str();
}

llvm::StringRef ad::rules::header(const Expr *Call) {
  return isComplex(Call) ? "complex" : header(Call->Text);
}

llvm::StringRef ad::rules::header(llvm::StringRef Name) {
  if (isOurs(Name))
    return "ad/special.h";
  if (isOfCAlone(Name))
    return "math.h";
  return Name == "min" || Name == "max" || Name == "clamp" ? "algorithm" : "cmath";
}
