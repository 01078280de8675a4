//===- attributes/templates.h - companions of templates ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion of a template is a template with parameters of its own, or a member of the same class
// template. It has no body, ever: the end of the file defines its specialisations one by one. Until
// then Clang is told that the body will be parsed late, so that it puts every specialisation in use
// on the list of those that wait for it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_TEMPLATES_H
#define AD_ATTRIBUTES_TEMPLATES_H

#include "clang/AST/Type.h"
#include <string>

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace ad::attributes {

/// The declaration in the template that F, an instance or an explicit specialisation, goes back to;
/// F itself for all others.
const clang::FunctionDecl *originOf(const clang::FunctionDecl *F);

/// Whether F belongs to a template that is not instantiated: its body has no types yet.
bool isPattern(const clang::FunctionDecl *F);

/// Whether F was made from a template, explicit specialisations included.
bool isInstance(const clang::FunctionDecl *F);

/// A template argument of F or of a class around it that only the inside of a function can name:
/// closures and other local classes. Null if there is none.
clang::QualType localArgument(const clang::FunctionDecl *F);

/// Makes Companion a template with copies of F's template parameters, if F is one. `Previous`: an
/// earlier declaration of F or null; its default template arguments count too.
void makeTemplate(clang::Sema &S, clang::FunctionDecl *F, const clang::FunctionDecl *Previous,
                  clang::FunctionDecl *Companion);

/// What tells apart templates that have the same parameter types: template parameters, constraints,
/// result type.
std::string templateKey(const clang::FunctionDecl *F);

/// Whether the types or the `requires` clause of F, which belongs to a template, name its
/// parameters.
bool namesItsParameters(const clang::FunctionDecl *F);

/// The function of the same template arguments as Companion, an instance of the companion of the
/// template that Pattern is in. Instantiates it with its body, if there is one. Null after an
/// error.
clang::FunctionDecl *primalInstance(clang::Sema &S, const clang::FunctionDecl *Pattern,
                                    clang::FunctionDecl *Companion);

} // namespace ad::attributes

#endif
