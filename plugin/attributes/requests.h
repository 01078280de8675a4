//===- attributes/requests.h - who asked for which derivative ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The requests of one compile, from the moment of the attribute to the end of the file.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_REQUESTS_H
#define AD_ATTRIBUTES_REQUESTS_H

#include "plugin/attributes/modes.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace clang {
class FunctionDecl;
class Sema;
class TagDecl;
} // namespace clang

namespace ad::attributes {

/// A derivative that somebody asked for.
struct Request {
  const clang::FunctionDecl *Primal = nullptr; ///< the definition where there is one
  Mode M = Mode::Forward;
  clang::FunctionDecl *Companion = nullptr; ///< its first declaration
  clang::SourceLocation Where;              ///< the attribute
  clang::SourceLocation Used;               ///< what needs this instance of a template's companion
};

/// Called by the attribute's handler once the companion is declared.
void recordRequest(clang::Sema &S, clang::FunctionDecl *F, clang::FunctionDecl *Companion, Mode M);

/// To be called when a class is complete: see `finishMember`.
void finishClass(clang::Sema &S, const clang::TagDecl *Class);

/// All requests of this file in order of appearance, those of a precompiled header first.
std::vector<Request> collectRequests(clang::Sema &S);

/// The instances of companions of templates that are in use and wait for their definition, with the
/// functions that they differentiate, instantiated. Takes them off Sema's list; to be called again
/// after each `PerformPendingInstantiations`.
std::vector<Request> takeInstances(clang::Sema &S);

/// Companions of templates have no body that would still be parsed (see templates.h). Undefined:
/// the instances that were taken and not defined, for Clang to treat as it does any other.
void releaseTemplates(clang::Sema &S, llvm::ArrayRef<Request> Undefined);

/// What can be checked only once the whole file is known: deleted functions, coroutines, overriding
/// methods, constants that later declarations add, companions that the user defined by hand.
/// Reports errors; true if there are none.
bool checkRequest(clang::Sema &S, const Request &R);

/// Brings the companion in line with what later declarations of its function said (`inline`).
/// To be called before the companion is defined.
void finishCompanion(const Request &R);

/// Forgets the requests of a finished compile.
void forgetRequests(clang::Sema &S);

} // namespace ad::attributes

#endif
