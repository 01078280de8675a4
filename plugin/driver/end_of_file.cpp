//===- driver/end_of_file.cpp - the hook at the end of the file -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Collects the requests, generates, parses what was generated, and repeats until nothing is new.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/end_of_file.h"
#include "plugin/driver/companion_text.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/driver/mode_names.h"
#include "plugin/driver/name_capture.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::driver {

using clang::FunctionDecl;

namespace {

/// The requests that this file has to answer: those whose function has its body here. Others are
/// answered by the file that has it; the linker joins them.
std::vector<Request> answerable(clang::Sema &S, llvm::DenseSet<const FunctionDecl *> &Answered) {
  std::vector<Request> Mine;
  for (const Request &R : attributes::collectRequests(S)) {
    if (Answered.contains(R.Companion))
      continue;
    if (!attributes::checkRequest(S, R)) {
      Answered.insert(R.Companion);
      continue;
    }
    if (!R.Primal->isThisDeclarationADefinition() || R.Primal->isInvalidDecl())
      continue;
    Answered.insert(R.Companion);
    attributes::finishCompanion(R);
    Mine.push_back(R);
  }
  return Mine;
}

void print(const Emission &E) {
  for (const EmittedFunction &F : E.Functions)
    llvm::outs() << F.Text << "\n";
  llvm::outs().flush();
}

/// Every companion that was asked for must now be defined; a definition that misses its declaration
/// by a parameter would be a silent overload.
bool checkDefined(clang::Sema &S, llvm::ArrayRef<Request> Requests) {
  bool Fine = true;
  for (const Request &R : Requests)
    if (R.Companion->isDefined()) {
      Fine &= checkNames(S, R);
    } else {
      Diagnostics(S.getDiagnostics())
          .internalError(R.Where, "no definition of " + quoted(R.Companion) + " was generated");
      Fine = false;
    }
  return Fine;
}

} // namespace

void EndOfFile::ReadPendingInstantiations(
    llvm::SmallVectorImpl<std::pair<clang::ValueDecl *, clang::SourceLocation>> &) {
  if (Done || S.TUKind == clang::TU_Prefix || !S.OpaqueParser)
    return;
  Done = true;
  defineCompanions();
}

void EndOfFile::defineCompanions() {
  // An erroneous file has its own diagnostics; ours would only be about their consequences.
  if (S.getDiagnostics().hasUncompilableErrorOccurred() || attributes::collectRequests(S).empty())
    return;
  Pipeline Generator(S, O);
  CompanionText Text(S, O);
  llvm::DenseSet<const FunctionDecl *> Answered;
  for (;;) {
    S.PerformPendingInstantiations();
    std::vector<Request> Requests = answerable(S, Answered);
    if (Result)
      Result->Requests = attributes::collectRequests(S);
    if (Requests.empty() || S.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    Emission E = Generator.run(Requests);
    if (O.Print)
      print(E);
    if (Result) {
      Result->Headers.insert(Result->Headers.end(), E.Headers.begin(), E.Headers.end());
      Result->Functions.insert(Result->Functions.end(), E.Functions.begin(), E.Functions.end());
    }
    if (E.Failed || S.getDiagnostics().hasUncompilableErrorOccurred() || !Text.add(E) ||
        !checkDefined(S, Requests))
      return;
  }
}

bool EndOfFile::LookupUnqualified(clang::LookupResult &R, clang::Scope *) {
  return supplyModeName(S, R);
}

} // namespace ad::driver
