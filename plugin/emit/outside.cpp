//===- emit/outside.cpp - containers that users see ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/emit/outside.h"
#include "plugin/core/spell.h"
#include "plugin/emit/statement.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

static bool isConst(const Variable &V) {
  return V.Ty->isReference() ? V.Ty->ElementConst : V.Const;
}

std::string emit::outsideParameter(const Variable &V, llvm::StringRef Name) {
  llvm::StringRef Handle = V.RValue ? " &&" : V.Ty->isReference() ? " &" : " ";
  return (isConst(V) ? "const " : "") + V.Outside + Handle.str() + Name.str();
}

std::string emit::outsideName(const Function &F, const Variable &V) {
  llvm::StringRef Kind = llvm::StringRef(V.Outside).take_until([](char C) { return C == '<'; });
  std::string Wanted = V.Name + "_" + Kind.substr(Kind.rfind(':') + 1).str(), Name = Wanted;
  for (unsigned I = 1; F.Names.count(Name); ++I)
    Name = Wanted + "_" + std::to_string(I);
  return Name;
}

bool emit::meetsOutside(const Function &F) {
  return !F.ResultOutside.empty() ||
         llvm::any_of(F.Params, [](const Variable *V) { return !V->Outside.empty(); });
}

std::string emit::outsideArgument(const Variable &P, llvm::StringRef Argument) {
  std::string Given = "ad::given<" + P.Outside + ">(" + Argument.str() + ")";
  return P.RValue ? "std::move(" + Given + ".list)" : Given;
}

/// The elements of parameters, and the storage of a result that is a map, ahead of the body.
void Statements::takeIn(llvm::function_ref<bool(const Variable *)> Used) {
  if (F.Returned) {
    line(declarator(F.Returned->Ty->Element, F.Returned->Name) + "{};");
    if (const Variable *Derivative = F.Params.back(); Derivative != F.Returned)
      if (!Derivative->ByValue)
        line(Derivative->Name + " = {};");
  }
  // Each of two that are one would be given back. What is passed is followed by its derivative, the
  // derivative of the result comes last.
  llvm::SmallVector<const Variable *, 4> Values, Derivatives;
  for (const Variable *V : F.Params)
    if (!V->Outside.empty())
      (Values.size() == Derivatives.size() && !(V == F.Params.back() && !F.ResultOutside.empty())
           ? Values
           : Derivatives)
          .push_back(V);
  for (const auto &All : {Values, Derivatives})
    for (size_t I = 0; I < All.size(); ++I)
      for (size_t J = 0; J < I; ++J) {
        const Variable *V = All[J], *W = All[I];
        if (V->Outside == W->Outside && V->Ty->isReference() && W->Ty->isReference() &&
            (!isConst(*V) || !isConst(*W)) && Used(V) && Used(W))
          line("ad::require_apart(" + outsideName(F, *V) + ", " + outsideName(F, *W) + ");");
      }
  for (const Variable *V : F.Params)
    if (!V->Outside.empty() && Used(V)) {
      const std::string Held = freshName(V->Name + "_elements");
      line("ad::elements_of " + Held + "(" + outsideName(F, *V) + ");");
      line(declarator(V->Ty->nonReference(), "&" + V->Name, isConst(*V)) + " = " + Held +
           ".values;");
    }
}

/// At the end of the body.
void Statements::giveBack() {
  bool Ends = F.Body.empty() || !F.Body.Stmts.back()->is(StmtKind::Return);
  if (F.Returned && Ends)
    line("return " + F.Returned->Name + ";");
}

/// `return E;`
std::string Statements::returned(const Expr *E) const {
  if (F.Returned)
    return "return " + F.Returned->Name + ";";
  if (!E)
    return "return;";
  std::string Value = Print.converted(E);
  if (!F.ResultOutside.empty())
    Value = "ad::list_of<" + F.ResultOutside + ">(" + Value + ")";
  return "return " + Value + ";";
}
