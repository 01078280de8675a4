//===- driver/end_of_file.cpp - the hook at the end of the file -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Collects the requests, generates, parses what was generated, and repeats until nothing is new.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/end_of_file.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/companion_text.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/driver/instances.h"
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
    bool Here = R.Primal->isThisDeclarationADefinition() || R.Primal->isPureVirtual();
    if (attributes::isPattern(R.Primal) || !Here || R.Primal->isInvalidDecl())
      continue;
    Answered.insert(R.Companion);
    attributes::finishCompanion(R);
    Mine.push_back(R);
  }
  return Mine;
}

/// The instances of companions of templates that are in use. Undefined receives those whose
/// template has no body here.
std::vector<Request> usedInstances(clang::Sema &S, llvm::DenseSet<const FunctionDecl *> &Answered,
                                   std::vector<Request> &Undefined) {
  std::vector<Request> Mine;
  for (;;) {
    S.PerformPendingInstantiations();
    std::vector<Request> Found = attributes::takeInstances(S);
    if (Found.empty())
      return Mine;
    for (const Request &R : Found) {
      if (!Answered.insert(R.Companion->getCanonicalDecl()).second ||
          !attributes::checkRequest(S, R))
        continue;
      if (R.Primal->isInvalidDecl())
        continue;
      (R.Primal->isThisDeclarationADefinition() ? Mine : Undefined).push_back(R);
    }
  }
}

void print(const Emission &E) {
  for (const EmittedFunction &F : E.Functions)
    llvm::outs() << F.Text << "\n";
  llvm::outs().flush();
}

/// What lowering calls for operations on whole matrices.
bool supplyDense(clang::Sema &S) {
  auto Found = S.Context.getTranslationUnitDecl()->lookup(&S.Context.Idents.get("Eigen"));
  bool Knows = !Found.empty() && llvm::isa<clang::NamespaceDecl>(Found.front());
  return !Knows || parseText(S, "", "<ad dense>", 0, {"ad/dense.h"});
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

/// While this lives, Clang does not try to parse the bodies that companions of templates are said
/// to have: it puts their instances on a list instead.
class WithoutLateParser {
public:
  explicit WithoutLateParser(clang::Sema &S) : S(S), Before(S.LateTemplateParser) {
    S.LateTemplateParser = nullptr;
  }
  ~WithoutLateParser() { S.LateTemplateParser = Before; }

private:
  clang::Sema &S;
  decltype(clang::Sema::LateTemplateParser) Before;
};

/// What a precompiled header uses waits in the AST file, which may be asked after us: asks now.
void readPrecompiled(clang::Sema &S) {
  llvm::SmallVector<std::pair<clang::ValueDecl *, clang::SourceLocation>, 4> Pending;
  if (clang::ExternalSemaSource *Source = S.getExternalSource())
    Source->ReadPendingInstantiations(Pending);
  for (const auto &[D, Loc] : Pending)
    if (auto *F = llvm::dyn_cast<FunctionDecl>(D))
      F->setInstantiationIsPending(true);
  S.PendingInstantiations.insert(S.PendingInstantiations.begin(), Pending.begin(), Pending.end());
}

} // namespace

void EndOfFile::ReadPendingInstantiations(
    llvm::SmallVectorImpl<std::pair<clang::ValueDecl *, clang::SourceLocation>> &) {
  if (Done || S.TUKind == clang::TU_Prefix || !S.OpaqueParser)
    return;
  Done = true;
  readPrecompiled(S);
  defineCompanions();
}

void EndOfFile::defineCompanions() {
  if (attributes::collectRequests(S).empty())
    return;
  std::vector<Request> Undefined;
  WithoutLateParser Waiting(S);
  // An erroneous file has its own diagnostics; ours would only be about their consequences.
  if (!S.getDiagnostics().hasUncompilableErrorOccurred())
    defineRounds(Undefined);
  attributes::releaseTemplates(S, Undefined);
}

void EndOfFile::defineRounds(std::vector<Request> &Undefined) {
  Pipeline Generator(S, O);
  CompanionText Text(S, O);
  llvm::DenseSet<const FunctionDecl *> Answered;
  bool Answering = false;
  for (;;) {
    std::vector<Request> Instances = usedInstances(S, Answered, Undefined);
    std::vector<Request> Requests = answerable(S, Answered);
    if (Result)
      Result->Requests = attributes::collectRequests(S);
    if ((Requests.empty() && Instances.empty()) ||
        S.getDiagnostics().hasUncompilableErrorOccurred())
      return;
    if (!Answering && !supplyDense(S))
      return;
    Answering = true;
    std::vector<Request> All(Requests);
    All.insert(All.end(), Instances.begin(), Instances.end());
    Emission E = Generator.run(All);
    if (O.Print)
      print(E);
    if (Result) {
      Result->Headers.insert(Result->Headers.end(), E.Headers.begin(), E.Headers.end());
      Result->Functions.insert(Result->Functions.end(), E.Functions.begin(), E.Functions.end());
    }
    if (E.Failed || S.getDiagnostics().hasUncompilableErrorOccurred() || !Text.add(E) ||
        !checkDefined(S, Requests) || !defineInstances(S, E.Instances))
      return;
    if (Result)
      Result->Instances.insert(Result->Instances.end(), E.Instances.begin(), E.Instances.end());
  }
}

bool EndOfFile::LookupUnqualified(clang::LookupResult &R, clang::Scope *) {
  return supplyModeName(S, R);
}

} // namespace ad::driver
