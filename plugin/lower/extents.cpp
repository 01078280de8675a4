//===- lower/extents.cpp - how much there is behind a pointer --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/extents.h"
#include "plugin/attributes/extent.h"
#include "plugin/core/builder.h"
#include "clang/AST/Decl.h"

namespace ad::lower {

const core::Expr *extentOf(core::Module &M, const core::Function &F, unsigned I, Reporter &R) {
  const auto *FD = static_cast<const clang::FunctionDecl *>(F.Origin);
  const unsigned First = F.IsMethod ? 1 : 0;
  // A function that lowering has made for a call has parameters of its own.
  if (!FD || F.IsSynthetic || I < First || F.Params.size() != FD->getNumParams() + First)
    return nullptr;
  core::Builder B(M);
  llvm::SmallVector<const core::Expr *, 4> Values;
  for (const auto &[Part, Parameter] : attributes::extentOf(FD, I - First)) {
    if (Parameter) {
      Values.push_back(B.var(F.Params[*Parameter + First]));
      continue;
    }
    uint64_t Number;
    if (!Part.getAsInteger(10, Number)) {
      Values.push_back(B.integer(Number));
      continue;
    }
    if (!llvm::StringRef("+-*/").contains(Part)) {
      R.error(FD->getParamDecl(I - First)->getLocation(),
              "'ad::extent' names '" + Part.str() + "', which is no integer parameter of '" +
                  F.Name + "'",
              "name a parameter that is passed by value");
      return nullptr;
    }
    const core::Expr *Right = Values.pop_back_val(), *Left = Values.pop_back_val();
    const core::Type *Ty = Left->Ty->Bits >= Right->Ty->Bits ? Left->Ty : Right->Ty;
    Values.push_back(B.binary(Part, Left, Right, Ty));
  }
  return Values.empty() ? nullptr : Values.back();
}

} // namespace ad::lower
