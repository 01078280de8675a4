//===- attributes/requests.cpp - who asked for which derivative -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Requests of the file itself are noted as the handler meets them; those of a precompiled header
// are found again by their marks in the AST.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/requests.h"
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"

namespace ad::attributes {

using clang::CXXMethodDecl;
using clang::FunctionDecl;

namespace {

struct Noted {
  FunctionDecl *Primal;
  FunctionDecl *Companion;
  Mode M;
};

struct Log {
  std::vector<Noted> All;
  std::vector<Noted> UnfinishedMembers;
};

/// A handler has no place of its own to keep things between calls; a compile stays in one thread.
Log &logOf(clang::Sema &S) {
  static thread_local llvm::DenseMap<clang::Sema *, Log> Logs;
  return Logs[&S];
}

/// Defined in files that hold a request, so that a file which includes a precompiled header knows,
/// without reading all of it, whether there is anything to look for.
constexpr llvm::StringLiteral MarkerMacro = "__CLANG_AD_ANNOTATED__";

void defineMarker(clang::Preprocessor &PP, clang::SourceLocation Loc) {
  clang::IdentifierInfo *Name = PP.getIdentifierInfo(MarkerMacro);
  if (Name->hasMacroDefinition())
    return;
  clang::MacroInfo *Empty = PP.AllocateMacroInfo(Loc);
  Empty->setDefinitionEndLoc(Loc);
  PP.appendDefMacroDirective(Name, Empty);
}

/// Requests among the declarations of Scope, its namespaces and its classes.
void collectFrom(clang::DeclContext *Scope, std::vector<Noted> &Out) {
  for (clang::Decl *D : Scope->decls()) {
    // Templates are found through what they declare.
    if (auto *Template = llvm::dyn_cast<clang::TemplateDecl>(D);
        Template && Template->getTemplatedDecl())
      D = Template->getTemplatedDecl();
    if (auto *F = llvm::dyn_cast<FunctionDecl>(D)) {
      if (F->isFromASTFile() && F->hasAttr<clang::AnnotateAttr>())
        for (Mode M : requestedModes(F))
          if (annotatedDeclaration(F, M) == F)
            if (FunctionDecl *Companion = findCompanion(F, M))
              Out.push_back({F, Companion, M});
    } else if (auto *Inner = llvm::dyn_cast<clang::DeclContext>(D)) {
      if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::RecordDecl>(D))
        collectFrom(Inner, Out);
    }
  }
}

} // namespace

void recordRequest(clang::Sema &S, FunctionDecl *F, FunctionDecl *Companion, Mode M) {
  Log &L = logOf(S);
  L.All.push_back({F, Companion, M});
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->isBeingDefined())
    L.UnfinishedMembers.push_back({F, Companion, M});
  defineMarker(S.getPreprocessor(), F->getLocation());
}

void finishClass(clang::Sema &S, const clang::TagDecl *Class) {
  std::vector<Noted> &Members = logOf(S).UnfinishedMembers;
  llvm::erase_if(Members, [&](const Noted &N) {
    if (llvm::cast<CXXMethodDecl>(N.Primal)->getParent()->getCanonicalDecl() !=
        Class->getCanonicalDecl())
      return false;
    finishMember(S, N.Primal, N.Companion, N.M);
    return true;
  });
}

std::vector<Request> collectRequests(clang::Sema &S) {
  std::vector<Noted> Found;
  clang::MacroInfo *Marker =
      S.getPreprocessor().getMacroInfo(S.getPreprocessor().getIdentifierInfo(MarkerMacro));
  if (Marker && S.Context.getExternalSource())
    collectFrom(S.Context.getTranslationUnitDecl(), Found);
  std::vector<Noted> &Here = logOf(S).All;
  Found.insert(Found.end(), Here.begin(), Here.end());

  std::vector<Request> Requests;
  for (const Noted &N : Found) {
    const FunctionDecl *Definition = N.Primal->getDefinition();
    Requests.push_back({Definition ? Definition : N.Primal,
                        N.M,
                        N.Companion->getFirstDecl(),
                        requestLocation(N.Primal, N.M).getBegin(),
                        {}});
  }
  return Requests;
}

/// The user's definition of a companion, or of an instance of it.
static const FunctionDecl *writtenByHand(FunctionDecl *Companion) {
  const FunctionDecl *Definition = Companion->getDefinition();
  if (Definition && !Definition->isLateTemplateParsed())
    return Definition;
  if (const clang::FunctionTemplateDecl *Template = Companion->getDescribedFunctionTemplate())
    for (const FunctionDecl *Instance : Template->specializations())
      if (Instance->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
        return Instance;
  return nullptr;
}

bool checkRequest(clang::Sema &S, const Request &R) {
  driver::Diagnostics Diags(S.getDiagnostics());
  std::string Name = driver::quoted(R.Primal);
  auto Refuse = [&](clang::SourceLocation Loc, const std::string &Message) {
    Diags.error(Loc, Message);
    Diags.note(R.Where, "derivative of " + Name + " requested here");
    return false;
  };

  if (R.Primal->isDeleted())
    return Refuse(R.Primal->getLocation(), "deleted function " + Name + " has no derivative");
  if (llvm::isa_and_nonnull<clang::CoroutineBodyStmt>(R.Primal->getBody()))
    return Refuse(R.Primal->getLocation(), "coroutine " + Name + " cannot be differentiated");
  if (isInstance(R.Primal) && !isInstance(R.Companion))
    return Refuse(R.Primal->getLocation(),
                  "'ad::differentiate' cannot be applied to " + Name +
                      ", a specialisation of a template; annotate the template");
  if (R.Primal->isPureVirtual() && isInstance(R.Companion))
    return Refuse(R.Used, "cannot differentiate " + Name + ", a pure virtual method of a template");
  if (clang::QualType T = R.Primal->getReturnType();
      isInstance(R.Companion) && (T->isReferenceType() || T->isPointerType()))
    return Refuse(R.Used, "cannot differentiate " + Name +
                              " with these template arguments: it returns a pointer or a "
                              "reference");
  if (clang::QualType Local = localArgument(R.Companion);
      isInstance(R.Companion) && !Local.isNull()) {
    Refuse(R.Used, "cannot differentiate " + Name + ": nothing outside of its function can name " +
                       driver::quoted(Local.getAsString(S.getPrintingPolicy())));
    Diags.note(R.Where, "annotate a function that calls it, or give the class a name outside of "
                        "functions");
    return false;
  }
  if (const FunctionDecl *ByHand = writtenByHand(R.Companion))
    return Refuse(ByHand->getLocation(), "definition of " + driver::quoted(ByHand) +
                                             " which is generated, because " + Name +
                                             " is annotated");

  const FunctionDecl *Fixing = annotatedDeclaration(originOf(R.Primal));
  for (const FunctionDecl *D : R.Primal->redecls())
    for (unsigned I = 0; I != D->getNumParams(); ++I)
      if (isConstant(D->getParamDecl(I)) && !isConstantParameter(R.Primal, I)) {
        Diags.error(D->getParamDecl(I)->getLocation(),
                    "parameter is [[ad::constant]] here, but not where " + Name +
                        " was first annotated");
        Diags.note(Fixing->getLocation(), "first annotated here");
        return false;
      }
  return true;
}

std::vector<Request> takeInstances(clang::Sema &S) {
  llvm::DenseMap<const FunctionDecl *, Request> Templates;
  for (const Request &R : collectRequests(S))
    if (isPattern(R.Companion))
      Templates[R.Companion] = R;
  std::vector<Request> Instances;
  auto Waiting = std::move(S.LateParsedInstantiations);
  S.LateParsedInstantiations.clear();
  for (const auto &Each : Waiting) {
    auto *Companion = llvm::dyn_cast<FunctionDecl>(Each.first);
    auto Found = Companion ? Templates.find(originOf(Companion)->getFirstDecl()) : Templates.end();
    if (Found == Templates.end()) {
      S.LateParsedInstantiations.push_back(Each);
      continue;
    }
    Request R = Found->second;
    R.Used = Each.second;
    R.Companion = Companion;
    R.Primal = primalInstance(S, R.Primal, Companion);
    if (R.Primal)
      Instances.push_back(R);
    else if (!S.getDiagnostics().hasUncompilableErrorOccurred())
      driver::Diagnostics(S.getDiagnostics())
          .internalError(R.Where, "no function found for " + driver::quoted(Companion));
  }
  return Instances;
}

void releaseTemplates(clang::Sema &S, llvm::ArrayRef<Request> Undefined) {
  llvm::SmallPtrSet<const FunctionDecl *, 8> Templates;
  for (const Request &R : collectRequests(S))
    if (isPattern(R.Companion)) {
      R.Companion->setLateTemplateParsed(false);
      Templates.insert(R.Companion);
    }
  // After an error nobody wants to hear that companions are not defined.
  if (S.getDiagnostics().hasErrorOccurred())
    llvm::erase_if(S.PendingInstantiations, [&](const auto &Each) {
      const auto *F = llvm::dyn_cast<FunctionDecl>(Each.first);
      return F && Templates.contains(originOf(F)->getFirstDecl());
    });
  for (const Request &R : Undefined) {
    R.Companion->setInstantiationIsPending(true);
    S.PendingInstantiations.push_back({R.Companion, R.Used});
  }
}

void finishCompanion(const Request &R) {
  for (const FunctionDecl *D : R.Primal->redecls())
    if (D->isInlined() || D->isConstexpr())
      R.Companion->setImplicitlyInline();
  // No file has the body of a pure virtual method: each that sees the class may call it.
  if (R.Primal->isPureVirtual())
    R.Companion->setImplicitlyInline();
}

void forgetRequests(clang::Sema &S) { logOf(S) = Log(); }

} // namespace ad::attributes
