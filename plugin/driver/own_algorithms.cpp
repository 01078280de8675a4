//===- driver/own_algorithms.cpp - the library's algorithms as loops ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/own_algorithms.h"
#include "plugin/driver/companion_text.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

namespace ad::driver {

void supplyAlgorithms(clang::Sema &S) {
  static const std::string Text =
#include "plugin/driver/algorithms.inc"
  //
#include "plugin/driver/appending_algorithms.inc"
  //
#include "plugin/driver/projected_algorithms.inc"
  //
#include "plugin/driver/ordered_algorithms.inc"
      ;
  auto Knows = [&](llvm::StringRef Name) {
    clang::NamespaceDecl *Std = S.getStdNamespace();
    return Std && !Std->lookup(&S.Context.Idents.get(Name)).empty();
  };
  if (!Knows("vector") || !Knows("pair") || !Knows("swap") || !Knows("iterator_traits"))
    return;
  clang::Sema::ContextRAII Outside(S, S.Context.getTranslationUnitDecl());
  parseText(S, Text, "<ad algorithms>", 0, {"vector"});
}

} // namespace ad::driver
