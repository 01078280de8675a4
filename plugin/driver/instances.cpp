//===- driver/instances.cpp - companions of template instances ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The emitted text holds a plain function for each instance in use. Here the instances of the
// companion that Clang made when the user's code called them receive their body, `return
// helper(...)`. It is built, not parsed: text could say the same only by explicit specialisation,
// which C++ forbids after the first use, or by one definition of the template that knows all
// instances, before all of them are known.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/instances.h"
#include "plugin/attributes/differentiable.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/driver/name_capture.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

namespace ad::driver {

using attributes::ParameterRole;
using clang::Expr;
using clang::FunctionDecl;
using clang::QualType;

namespace {

/// The function Name that was parsed from our text.
FunctionDecl *helperOf(clang::Sema &S, const FunctionDecl *Primal, llvm::StringRef Name) {
  clang::DeclarationName Wanted(&S.Context.Idents.get(Name));
  const auto *Scope = Primal->getDeclContext()->getEnclosingNamespaceContext();
  for (clang::NamedDecl *Found : Scope->lookup(Wanted))
    if (auto *F = llvm::dyn_cast<FunctionDecl>(Found))
      if (FunctionDecl *Definition = F->getDefinition();
          Definition && S.getSourceManager().isInSystemHeader(Definition->getLocation()))
        return Definition;
  return nullptr;
}

class Forwarder {
public:
  Forwarder(clang::Sema &S, EmittedInstance &Instance, FunctionDecl *Helper)
      : S(S), R(Instance.R), Instance(Instance), Companion(R.Companion), Helper(Helper),
        Loc(Companion->getLocation()) {}

  bool run();

private:
  bool arguments();
  bool refuse(unsigned Parameter, QualType Wanted);
  Expr *parameter(unsigned N);
  bool receiver(unsigned N);
  void zero(unsigned N);

  clang::Sema &S;
  const Request &R;
  EmittedInstance &Instance;
  FunctionDecl *Companion, *Helper;
  clang::SourceLocation Loc;
  llvm::SmallVector<Expr *, 8> Arguments;
  llvm::SmallVector<clang::Stmt *, 2> Statements;
};

Expr *Forwarder::parameter(unsigned N) {
  clang::ParmVarDecl *P = Companion->getParamDecl(N);
  QualType T = P->getType().getNonReferenceType();
  Expr *E = S.BuildDeclRefExpr(P, T, clang::VK_LValue, Loc);
  // What came by value, or as a temporary, goes on as one.
  if ((!P->getType()->isReferenceType() && T->isRecordType()))
    return clang::ImplicitCastExpr::Create(S.Context, T, clang::CK_NoOp, E, nullptr,
                                           clang::VK_XValue, clang::FPOptionsOverride());
  return E;
}

/// The tangent of an integer result is zero.
void Forwarder::zero(unsigned N) {
  QualType T = Companion->getParamDecl(N)->getType();
  if (!T->isLValueReferenceType() || !T->getPointeeType()->isIntegerType() ||
      T->getPointeeType()->isEnumeralType())
    return;
  Expr *Zero = clang::IntegerLiteral::Create(
      S.Context, llvm::APInt(S.Context.getIntWidth(S.Context.IntTy), 0), S.Context.IntTy, Loc);
  clang::ExprResult Assign = S.BuildBinOp(nullptr, Loc, clang::BO_Assign, parameter(N), Zero);
  if (Assign.isUsable())
    Statements.push_back(Assign.get());
  Instance.Zeroed = int(N);
}

bool Forwarder::refuse(unsigned N, QualType Wanted) {
  Diagnostics Diags(S.getDiagnostics());
  clang::PrintingPolicy Policy = S.getPrintingPolicy();
  const clang::ParmVarDecl *P = Companion->getParamDecl(N);
  Diags.error(R.Used.isValid() ? R.Used : R.Where,
              "cannot differentiate " + quoted(R.Primal) +
                  " with these template arguments: parameter " + quoted(P->getName()) + " of " +
                  quoted(Companion) + " has type " + quoted(P->getType().getAsString(Policy)) +
                  ", but the derivative needs " + quoted(Wanted.getAsString(Policy)));
  Diags.note(R.Where, "derivative of " + quoted(R.Primal) + " requested here");
  Diags.note(P->getLocation(),
             "write the parameter as a pointer or reference to the element type, so that the "
             "derivative's storage can be written");
  return false;
}

/// The object, and its derivative: parameter N.
bool Forwarder::receiver(unsigned N) {
  Instance.ByReference =
      Helper->getNumParams() > 0 && Helper->getParamDecl(0)->getType()->isReferenceType();
  QualType Object = llvm::cast<clang::CXXMethodDecl>(Companion)->getThisType();
  Expr *This = S.BuildCXXThisExpr(Loc, Object, /*IsImplicit=*/true);
  const auto Changed = Instance.ByReference ? clang::UO_Deref : clang::UO_AddrOf;
  clang::ExprResult Other =
      S.BuildUnaryOp(nullptr, Loc, Changed, Instance.ByReference ? This : parameter(N));
  if (Other.isInvalid())
    return false;
  Arguments.push_back(Instance.ByReference ? Other.get() : This);
  Arguments.push_back(Instance.ByReference ? parameter(N) : Other.get());
  return true;
}

/// The companion's parameters in its order, without the derivatives of what has none in this
/// instance.
bool Forwarder::arguments() {
  attributes::Signature Sig = attributes::signatureOf(S, attributes::originOf(R.Primal), R.M);
  if (Sig.Parameters.size() != Companion->getNumParams())
    return false;
  for (unsigned N = 0; N != Sig.Parameters.size(); ++N) {
    const attributes::CompanionParameter &P = Sig.Parameters[N];
    if (P.Role == ParameterRole::ThisDerivative) {
      if (!receiver(N))
        return false;
      Instance.Passed.push_back(N);
      continue;
    }
    if (P.Role == ParameterRole::Derivative &&
        !attributes::isDifferentiable(S, R.Primal->getParamDecl(P.Primal)->getType()))
      continue;
    if (P.Role == ParameterRole::ResultDerivative &&
        !attributes::isDifferentiable(S, R.Primal->getReturnType())) {
      zero(N);
      continue;
    }
    if (Arguments.size() >= Helper->getNumParams())
      return false;
    QualType Wanted = Helper->getParamDecl(Arguments.size())->getType();
    QualType Have = Companion->getParamDecl(N)->getType().getNonReferenceType();
    if (P.Role != ParameterRole::Primal &&
        !S.Context.hasSameUnqualifiedType(Have, Wanted.getNonReferenceType()))
      return refuse(N, Wanted);
    Arguments.push_back(parameter(N));
    Instance.Passed.push_back(N);
  }
  return Arguments.size() == Helper->getNumParams();
}

bool Forwarder::run() {
  unsigned Before = S.getDiagnostics().getNumErrors();
  S.ActOnStartOfFunctionDef(nullptr, Companion);
  bool Fine;
  {
    clang::Sema::ContextRAII Inside(S, Companion);
    Fine = arguments();
    if (Fine) {
      Expr *Callee = S.BuildDeclRefExpr(Helper, Helper->getType(), clang::VK_LValue, Loc);
      clang::ExprResult Call = S.BuildCallExpr(nullptr, Callee, Loc, Arguments, Loc);
      clang::StmtResult Return =
          Call.isInvalid() ? clang::StmtError() : S.BuildReturnStmt(Loc, Call.get());
      Fine = Return.isUsable();
      if (Fine)
        Statements.push_back(Return.get());
    }
    if (!Fine)
      Companion->setInvalidDecl();
    clang::Stmt *Body =
        clang::CompoundStmt::Create(S.Context, Statements, clang::FPOptionsOverride(), Loc, Loc);
    S.ActOnFinishFunctionBody(Companion, Body, /*IsInstantiation=*/true);
  }
  if (Fine) {
    Companion->setInstantiationIsPending(false);
    S.Consumer.HandleTopLevelDecl(clang::DeclGroupRef(Companion));
  } else if (S.getDiagnostics().getNumErrors() == Before) {
    Diagnostics(S.getDiagnostics())
        .internalError(R.Where, "the parameters of " + quoted(Companion) + " are not those of " +
                                    quoted(Helper));
  }
  return Fine;
}

} // namespace

bool defineInstances(clang::Sema &S, std::vector<EmittedInstance> &Instances) {
  bool Fine = true;
  for (EmittedInstance &Each : Instances) {
    const Request &R = Each.R;
    FunctionDecl *Helper = helperOf(S, R.Primal, Each.Helper);
    if (!Helper) {
      Diagnostics(S.getDiagnostics())
          .internalError(R.Where, "no definition of " + quoted(R.Companion) + " was generated");
      return false;
    }
    Request Named = R;
    Named.Companion = Helper;
    Fine &= checkNames(S, Named) && Forwarder(S, Each, Helper).run();
  }
  return Fine;
}

} // namespace ad::driver
