//===- clang-ad/templates.h - printing companions of templates --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The plugin defines instances one by one; a text can define a template only once, so it chooses
// by the template's arguments among the instances that the file uses.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TOOLS_TEMPLATES_H
#define AD_TOOLS_TEMPLATES_H

#include "plugin/driver/pipeline.h"

namespace ad::tools {

/// `template <class T, int N = 3> requires C<T> `; empty where Companion is no template.
std::string templateText(const clang::FunctionDecl *Companion, bool Defaults);

/// ` requires C<T>`, behind the declarator.
std::string requiresText(const clang::FunctionDecl *Companion);

/// What C++17 has no words for in the declaration of Companion; empty if nothing.
std::string whyUnprintable(const clang::FunctionDecl *Companion);

/// The definition of Companion, within its namespaces, for these instances. Empty where it cannot
/// be printed: then Why says what is in the way.
std::string templateDefinition(const clang::FunctionDecl *Companion,
                               llvm::ArrayRef<driver::EmittedInstance> Instances, std::string &Why);

} // namespace ad::tools

#endif
