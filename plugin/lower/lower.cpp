//===- lower/lower.cpp - functions: signatures, purity, recursion ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/lower.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/templates.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/overloads.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace ad::lower {

/// Whether another method of that name is not const.
static bool hasMutableOverload(const CXXMethodDecl *MD) {
  auto In = [&](const CXXRecordDecl *RD) {
    return llvm::any_of(RD->methods(), [&](const CXXMethodDecl *Other) {
      return Other->getDeclName() == MD->getDeclName() && !Other->isConst() && !Other->isStatic();
    });
  };
  const CXXRecordDecl *RD = MD->getParent();
  return In(RD) || !RD->forallBases([&](const CXXRecordDecl *Base) { return !In(Base); });
}

Lowering::Lowering(Sema &S, core::Module &M, Reporter &R)
    : S(S), Ctx(S.Context), M(M), R(R), Policy(S.getPrintingPolicy()) {
  M.SizeBits = Ctx.getTypeSize(Ctx.getSizeType());
  Policy.SuppressTagKeyword = true;
  Policy.Bool = true;
  Policy.SuppressUnwrittenScope = true;
  Policy.FullyQualifiedName = true;
  Policy.UsePreferredNames = false;
}

std::string identifierFor(const FunctionDecl *FD) {
  if (FD->getIdentifier())
    return FD->getName().str();
  switch (FD->getOverloadedOperator()) {
  case OO_Call:
    return "call";
  case OO_Plus:
    return "plus";
  case OO_Minus:
    return "minus";
  case OO_Star:
    return "times";
  case OO_Slash:
    return "divide";
  case OO_PlusEqual:
    return "plus_assign";
  case OO_MinusEqual:
    return "minus_assign";
  case OO_StarEqual:
    return "times_assign";
  case OO_SlashEqual:
    return "divide_assign";
  case OO_Equal:
    return "assign";
  case OO_Subscript:
    return "at";
  case OO_Caret:
    return "caret";
  case OO_Pipe:
    return "bar";
  case OO_Percent:
    return "percent";
  case OO_Amp:
    return "ampersand";
  default:
    break;
  }
  return isa<CXXConstructorDecl>(FD)  ? "construct"
         : isa<CXXDestructorDecl>(FD) ? "destroy"
                                      : "apply";
}

/// "<double, 3>": the arguments of FD and of the classes around it.
static std::string argumentsOf(const FunctionDecl *FD, const PrintingPolicy &Policy) {
  llvm::SmallVector<TemplateArgument, 4> All;
  for (const DeclContext *D = FD->getDeclContext(); D; D = D->getParent())
    if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(D)) {
      llvm::ArrayRef<TemplateArgument> Outer = Spec->getTemplateArgs().asArray();
      All.insert(All.begin(), Outer.begin(), Outer.end());
    }
  if (const TemplateArgumentList *Own = FD->getTemplateSpecializationArgs())
    All.append(Own->asArray().begin(), Own->asArray().end());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printTemplateArgumentList(OS, All, Policy);
  return OS.str();
}

core::Function *Lowering::function(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  if (core::Function *F = Known.lookup(FD))
    return F;
  core::Function *F = M.function(identifierFor(FD));
  Known[FD] = F;
  const FunctionDecl *Def = nullptr;
  signature(*F, FD->hasBody(Def) ? Def : FD);
  if (FindCompanions)
    FindCompanions(FD, *F);
  // The companion of an annotated virtual method dispatches (virtual.cpp); this is its own body.
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD); MD && dispatches(MD))
    for (const char *Mode : {"forward", "reverse", "checkpointed"})
      if (!F->HandWritten.count(Mode))
        F->Companions.erase(Mode);
  return F;
}

/// "spring.cpp:12"
std::string Lowering::where(const FunctionDecl *FD) const {
  PresumedLoc P = Ctx.getSourceManager().getPresumedLoc(
      Ctx.getSourceManager().getExpansionLoc(FD->getLocation()));
  if (P.isInvalid())
    return "";
  return llvm::sys::path::filename(P.getFilename()).str() + ":" + std::to_string(P.getLine());
}

std::vector<std::string> Lowering::namespacesOf(const FunctionDecl *FD) {
  std::vector<std::string> Spaces;
  for (const DeclContext *D = FD->getDeclContext(); D; D = D->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(D))
      Spaces.insert(Spaces.begin(), (N->isInline() ? "inline " : "") + N->getName().str());
  return Spaces;
}

/// What callers of FD name, or reach by what they name, has no stand-in.
void Lowering::noteCallers(const FunctionDecl *FD) {
  auto Names = [this](QualType T) {
    while (T->isReferenceType() || T->isPointerType())
      T = T->getPointeeType();
    if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl())
      InSignatures.insert(Class->getDefinition());
  };
  for (const ParmVarDecl *P : FD->parameters()) {
    Names(P->getType());
    noteReached(P->getType());
  }
  noteReached(FD->getReturnType());
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD)) {
    InSignatures.insert(MD->getParent()->getDefinition());
    noteReached(attributes::typeOf(Ctx, MD->getParent()));
  }
}

void Lowering::signature(core::Function &F, const FunctionDecl *FD) {
  F.Origin = FD;
  F.Loc = FD->getLocation().getRawEncoding();
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!attributes::requestedModes(FD).empty())
    noteCallers(FD);
  F.IsMethod = MD && MD->isInstance();
  F.CalledBySourceName = F.IsMethod && MD->isVirtual();
  F.IsConstMethod = F.IsMethod && MD->isConst();
  F.Overloaded = isOverloaded(FD);
  F.ConstChooses = F.Overloaded && isChosenByConst(FD);
  F.HasMutableOverload = F.IsConstMethod && hasMutableOverload(MD);
  if (F.IsMethod && MD->getRefQualifier() != RQ_None)
    F.RefQualifier = MD->getRefQualifier() == RQ_LValue ? "&" : "&&";
  F.IsConstructor = isa<CXXConstructorDecl>(FD);
  F.IsStatic = MD ? MD->isStatic() : FD->getStorageClass() == SC_Static;
  F.IsInline = FD->isInlined();
  F.IsExternC = FD->isExternC();
  F.SourceName = F.IsMethod && !F.CalledBySourceName ? FD->getNameAsString() : qualifiedName(FD);
  if (!MD && FD->isOverloadedOperator())
    F.SourceName = FD->getNameAsString();
  F.Where = where(FD);

  if (attributes::isInstance(FD) && attributes::annotatedDeclaration(attributes::originOf(FD)))
    F.TemplateArguments = argumentsOf(FD, Policy);

  for (const DeclContext *D = FD->getDeclContext(); D; D = D->getParent()) {
    if (const auto *C = dyn_cast<CXXRecordDecl>(D)) {
      std::string Name;
      llvm::raw_string_ostream OS(Name);
      if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(C)) {
        Spec->printName(OS, Policy);
        printTemplateArgumentList(OS, Spec->getTemplateArgs().asArray(), Policy);
      } else {
        C->printName(OS, Policy);
      }
      F.Scope.Class = F.Scope.Class.empty() ? OS.str() : OS.str() + "::" + F.Scope.Class;
    }
  }
  F.Scope.Namespaces = namespacesOf(FD);

  if (F.IsMethod) {
    core::Variable *This =
        F.variable("this", M.pointer(type(attributes::typeOf(Ctx, MD->getParent())), MD->isConst()),
                   core::Storage::This);
    F.Params.push_back(This);
  }
  for (const ParmVarDecl *P : FD->parameters()) {
    const core::Type *Ty = type(P->getType());
    if (followsSmart(P->getType().getNonReferenceType())) {
      Ty = smartRecord(P->getType());
      if (P->getType()->isReferenceType())
        Ty = M.reference(Ty, P->getType()->getPointeeType().isConstQualified());
    }
    const core::Type *Elements = adaptedDeque(P->getType());
    const bool Container =
        Elements && isNodeContainer(P->getType()) && !Elements->Element->IsVector && !isConstant(P);
    if (Container && P->getType()->isReferenceType())
      Ty = M.reference(Elements, P->getType()->getPointeeType().isConstQualified());
    else if (Container)
      Ty = Elements;
    if (Ty->Owns || isMapHolder(Ty)) // the caller's copy
      Ty = M.reference(Ty, /*ElementConst=*/false);
    core::Variable *V = F.variable(plainName(P, "argument"), Ty, core::Storage::Parameter);
    V->Const = P->getType().isConstQualified();
    V->RValue = P->getType()->isRValueReferenceType() && Ty->isReference();
    V->Constant = isConstant(P);
    V->Loc = P->getLocation().getRawEncoding();
    if (Container)
      V->Outside = spelling(P->getType().getNonReferenceType().getUnqualifiedType());
    F.Params.push_back(V);
  }
  F.Result = type(FD->getReturnType());
  if (const core::Type *Elements = adaptedDeque(FD->getReturnType());
      Elements && isNodeContainer(FD->getReturnType()) && !Elements->Element->IsVector) {
    F.Result = Elements;
    F.ResultOutside = spelling(FD->getReturnType().getUnqualifiedType());
  }
  if (F.Result->Owns || core::holdsMap(F.Result)) {
    F.MakesResult = true;
    F.Params.push_back(
        F.variable("result", M.reference(F.Result, false), core::Storage::Parameter));
    F.Result = M.voidType();
  }
}

void Lowering::lowerBody(core::Function *F) {
  if (F->HasBody || !Lowered.insert(F).second)
    return;
  const auto *FD = static_cast<const FunctionDecl *>(F->Origin);
  const FunctionDecl *Def = nullptr;
  // The insides of the library are not ours to differentiate.
  if (!FD || !FD->hasBody(Def) || isLibrary(FD))
    return;
  lowerTwice(*F, Def);
}

/// Lowers Def; once more where it has shown that functions come and go (held_functions.cpp).
void Lowering::lowerTwice(core::Function &F, const FunctionDecl *Def) {
  const auto Variables = F.Locals;
  const auto Names = F.Names;
  const auto Taken = F.Taken;
  const auto OfClosures = Converted;
  // What comes and goes here may be there from the beginning in another function.
  auto Earlier = std::make_pair(Coming, ComingElements);
  auto Back = llvm::make_scope_exit([&] { std::tie(Coming, ComingElements) = Earlier; });
  for (;;) {
    const size_t Known = Coming.size() + ComingElements.size();
    std::vector<Reporter::Unsaid> Held;
    auto *Outer = std::exchange(R.Holding, &Held);
    FunctionLowering(*this, F).run(Def);
    R.Holding = Outer;
    if (Coming.size() + ComingElements.size() == Known) {
      for (const Reporter::Unsaid &Each : Held)
        R.say(Each);
      return;
    }
    F.Locals.resize(Variables.size());
    llvm::copy(Variables, F.Locals.begin());
    F.Names = Names;
    F.Taken = Taken;
    F.Body = {};
    F.Failed = F.HasBody = false;
    Converted = OfClosures;
  }
}

//===-- Purity and recursion ----------------------------------------------===//

namespace {
/// Looks for anything in a body that somebody outside could notice.
struct PurityCheck {
  Lowering &L;
  bool MayChangeGiven = false; ///< what it is given by reference, and its object
  bool InThrow = false;

  /// Whether the place E is one that may be changed.
  bool mayChange(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      return V && V->hasLocalStorage() && !R->refersToEnclosingVariableOrCapture() &&
             (!V->getType()->isReferenceType() || (MayChangeGiven && isa<ParmVarDecl>(V)));
    }
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->getMemberDecl()->getType()->isReferenceType())
        return false;
      return M->isArrow() ? MayChangeGiven && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())
                          : mayChange(M->getBase());
    }
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      if (const auto *C = dyn_cast<ImplicitCastExpr>(S->getBase()->IgnoreParens());
          C && C->getCastKind() == CK_ArrayToPointerDecay)
        return mayChange(C->getSubExpr());
    return E->isPRValue() && E->getType()->isRecordType(); // a temporary
  }

  /// What FD is given, as far as it may change that.
  bool givenMayChange(const FunctionDecl *FD, llvm::ArrayRef<const Expr *> Args) const {
    for (size_t I = 0; I < Args.size() && I < FD->getNumParams(); ++I) {
      const QualType T = FD->getParamDecl(I)->getType();
      if (T->isReferenceType() && !T->getPointeeType().isConstQualified() && !mayChange(Args[I]))
        return false;
      const auto *Address = dyn_cast<UnaryOperator>(Args[I]->IgnoreParenImpCasts());
      if (isLibrary(FD) && T->isPointerType() && !T->getPointeeType().isConstQualified() &&
          !Args[I]->isNullPointerConstant(L.Ctx, Expr::NPC_ValueDependentIsNotNull) &&
          !(Address && Address->getOpcode() == UO_AddrOf && mayChange(Address->getSubExpr())))
        return false;
    }
    return true;
  }

  /// A call of FD that does nothing else than to change what may be changed.
  bool changes(const FunctionDecl *FD, const CallExpr *E) const {
    if (!MayChangeGiven || !FD || L.callsVirtually(E))
      return false;
    llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
    const auto *MD = dyn_cast<CXXMethodDecl>(FD);
    const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
    const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
    if (!Call && MD && MD->isInstance() && !Args.empty()) {
      Object = Args.front();
      Args.erase(Args.begin());
    }
    const bool This = Object && isa<CXXThisExpr>(Object->IgnoreParenImpCasts());
    if (MD && MD->isInstance() && !MD->isConst() && !This && !mayChange(Object))
      return false;
    if (isLibrary(FD))
      return MD ? MD->isInstance() && holdsValues(MD->getParent()) && givenMayChange(FD, Args)
                : looksAtValues(FD) && givenMayChange(FD, Args);
    return L.changesOnlyGiven(FD) && givenMayChange(FD, Args);
  }

  /// Classes of the library whose members do nothing but look at their objects, or change them.
  static bool holdsValues(const CXXRecordDecl *RD) {
    return RD->isInStdNamespace() &&
           (isMapIterator(RD) || isVectorIterator(RD) ||
            (RD->getIdentifier() &&
             llvm::is_contained({"basic_string", "basic_string_view", "vector", "array", "map",
                                 "unordered_map", "__normal_iterator"},
                                RD->getName())));
  }

  /// Functions of the library that look at what they are given, or at pointers to characters.
  static bool looksAtValues(const FunctionDecl *FD) {
    const QualType First = FD->getNumParams() ? FD->getParamDecl(0)->getType() : QualType();
    const auto *Class =
        First.isNull() ? nullptr : First.getNonReferenceType()->getAsCXXRecordDecl();
    return (FD->isOverloadedOperator() && FD->getNumParams() == 2 && Class && holdsValues(Class)) ||
           llvm::is_contained({"isspace",  "isalnum", "isupper", "islower",   "ispunct",
                               "isxdigit", "isprint", "strchr",  "strncmp",   "strtod",
                               "strtol",   "atof",    "atoi",    "atol",      "stod",
                               "stof",     "stoi",    "stol",    "to_string", "move"},
                              libraryName(FD));
  }

  /// By a constructor that does nothing but give members their values.
  bool made(const CXXConstructorDecl *C) {
    return C->isTrivial() || (C->isDefaulted() && isLibrary(C)) || L.isPure(C);
  }
  bool made(const CXXConstructExpr *E) {
    const CXXConstructorDecl *C = E->getConstructor();
    const llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
    return made(C) ||
           (MayChangeGiven && (isLibrary(C) ? holdsValues(C->getParent())
                                            : L.changesOnlyGiven(C) && givenMayChange(C, Args)));
  }

  bool pure(const Stmt *S) {
    if (!S)
      return true;
    if (isa<CXXNewExpr, CXXDeleteExpr, LambdaExpr, AsmStmt, CoroutineBodyStmt, StmtExpr, AtomicExpr,
            GotoStmt>(S))
      return false;
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      if (!mayChange(U->getSubExpr()))
        return false;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      if (!mayChange(B->getLHS()))
        return false;
    if (const auto *E = dyn_cast<Expr>(S); E && E->getType().isVolatileQualified())
      return false;
    if (const auto *C = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *FD = C->getDirectCallee();
      bool Message = InThrow && FD && isLibrary(FD);
      const bool Pure = FD && (L.callsVirtually(C) ? L.isPure(FD) : L.isPureItself(FD));
      if (!Message && !Pure && !changes(FD, C))
        return false;
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && !InThrow && !made(C))
      return false;
    if (const auto *C = dyn_cast<CXXInheritedCtorInitExpr>(S); C && !made(C->getConstructor()))
      return false;
    if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S);
        T && !InThrow && !L.endsPurely(T->getType()))
      return false;
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
      return pure(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(S))
      return pure(D->getExpr());
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *X : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(X))
          if ((V->isStaticLocal() && !V->getType().isConstQualified()) ||
              V->hasAttr<CleanupAttr>() || !L.endsPurely(V->getType()) ||
              (V->getInit() && !pure(V->getInit())))
            return false;
    bool Outer = InThrow; // who makes an exception does not look at it
    InThrow |= isa<CXXThrowExpr>(S);
    bool Pure = llvm::all_of(S->children(), [&](const Stmt *C) { return pure(C); });
    InThrow = Outer;
    return Pure;
  }
};
} // namespace

/// Whether what is passed as T cannot be written through it.
static bool isOnlyRead(QualType T) {
  while (T->isPointerType() || T->isReferenceType()) {
    T = T->getPointeeType();
    if (!T.isConstQualified())
      return false;
  }
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return T->isArithmeticType() || T->isEnumeralType() || (Class && Class->isEmpty());
}

/// Library functions that only compute.
static bool isPureLibrary(const FunctionDecl *FD) {
  llvm::StringRef Name = libraryName(FD);
  if (FD->hasAttr<ConstAttr>() ||
      !FunctionLowering::primitiveName(Name, FD->getNumParams()).empty())
    return true;
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (MD && MD->isStatic() && FD->isConstexpr() && // numeric_limits
      llvm::all_of(FD->parameters(), [](const ParmVarDecl *P) { return isOnlyRead(P->getType()); }))
    return true;
  if (MD && MD->isConst())
    return llvm::is_contained(
        {"size", "length", "empty", "max_size", "capacity", "has_value", "count", "index"}, Name);
  return llvm::is_contained({"isnan",         "isinf",
                             "isfinite",      "isnormal",
                             "signbit",       "fpclassify",
                             "isgreater",     "isless",
                             "islessgreater", "isgreaterequal",
                             "islessequal",   "isunordered",
                             "ilogb",         "ilogbf",
                             "ilogbl",        "lround",
                             "lroundf",       "lroundl",
                             "llround",       "llroundf",
                             "llroundl",      "lrint",
                             "lrintf",        "lrintl",
                             "llrint",        "llrintf",
                             "llrintl",       "abs",
                             "labs",          "llabs",
                             "min",           "max",
                             "clamp",         "strlen",
                             "strcmp",        "gcd",
                             "lcm",           "midpoint",
                             "isdigit",       "isalpha",
                             "toupper",       "tolower",
                             "size",          "ssize",
                             "empty",         "nan",
                             "nanf",          "nanl",
                             "huge_val",      "huge_valf",
                             "huge_vall",     "inf",
                             "inff",          "infl",
                             "expect",        "isinf_sign",
                             "nans",          "is_constant_evaluated",
                             "div",           "popcount",
                             "sqrt",          "floor",
                             "ceil",          "fabs",
                             "pow",           "log2"},
                            Name);
}

/// Whether all that a call of FD does is to compute; a virtual one may run what overrides it.
bool Lowering::isPure(const FunctionDecl *FD) {
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  return MD && !isLibrary(FD) && dispatches(MD) ? allPure(MD) : isPureItself(FD);
}

bool Lowering::isPureItself(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  return Pure.ask(FD, true, [&] { return findPure(FD); });
}

bool Lowering::changesOnlyGiven(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  return (!MD || !dispatches(MD)) && !isLibrary(FD) &&
         OnlyGiven.ask(FD, true, [&] { return findPure(FD, /*MayChangeGiven=*/true); });
}

bool Lowering::findPure(const FunctionDecl *FD, bool MayChangeGiven) {
  const FunctionDecl *Def = nullptr;
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (isLibrary(FD))
    return isPureLibrary(FD);
  if (MD && MD->isPureVirtual() && !FD->hasBody())
    return false;
  if (!FD->hasBody(Def) || Def->isDependentContext())
    return FD->hasAttr<ConstAttr>() || FD->hasAttr<PureAttr>() ||
           (FD->isDefaulted() && !FD->isDeleted() && isa<CXXConstructorDecl>(FD));
  PurityCheck Check{*this, MayChangeGiven};
  bool Result = Check.pure(Def->getBody()) &&
                llvm::all_of(Def->parameters(),
                             [this](const ParmVarDecl *P) { return endsPurely(P->getType()); });
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
    for (const CXXCtorInitializer *I : CD->inits())
      Result = Result && Check.pure(I->getInit());
  return Result;
}

bool Lowering::endsPurely(QualType T) {
  const CXXRecordDecl *RD = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (!RD || !RD->hasDefinition() || RD->hasTrivialDestructor())
    return true;
  const CXXDestructorDecl *D = RD->getDestructor();
  if (D && isLibrary(D)) // it frees what is its own
    return true;
  return D && (!D->isUserProvided() || isPure(D)) &&
         llvm::all_of(RD->bases(),
                      [this](const CXXBaseSpecifier &B) { return endsPurely(B.getType()); }) &&
         llvm::all_of(RD->fields(),
                      [this](const FieldDecl *F) { return endsPurely(F->getType()); });
}

/// Whether all that a virtual call of MD may run is pure.
bool Lowering::allPure(const CXXMethodDecl *MD) {
  std::vector<Target> All = targets(MD, MD->getParent());
  return !All.empty() && llvm::all_of(All, [&](const Target &T) { return isPureItself(T.Method); });
}

static void collectCallees(Lowering &L, const Stmt *S,
                           llvm::SmallPtrSetImpl<const FunctionDecl *> &Out) {
  if (!S)
    return;
  if (const auto *C = dyn_cast<CallExpr>(S); C && L.callsVirtually(C)) {
    const auto *MD = cast<CXXMethodDecl>(C->getDirectCallee());
    for (const Lowering::Target &T : L.targets(MD, MD->getParent())) {
      const FunctionDecl *Def = nullptr;
      if (T.Method->hasBody(Def) && Out.insert(Def->getCanonicalDecl()).second)
        collectCallees(L, Def->getBody(), Out);
    }
  }
  const FunctionDecl *FD = nullptr;
  if (const auto *C = dyn_cast<CallExpr>(S))
    FD = C->getDirectCallee();
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    FD = C->getConstructor();
  if (const auto *D = dyn_cast<CXXDeleteExpr>(S))
    if (const auto *RD = D->getDestroyedType()->getAsCXXRecordDecl())
      FD = RD->getDestructor();
  const FunctionDecl *Def = nullptr;
  if (FD && !isLibrary(FD) && FD->hasBody(Def) && Out.insert(Def->getCanonicalDecl()).second)
    collectCallees(L, Def->getBody(), Out);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(S))
    collectCallees(L, D->getExpr(), Out);
  for (const Stmt *C : S->children())
    collectCallees(L, C, Out);
}

bool Lowering::reachesVirtualCall(const FunctionDecl *FD) {
  llvm::SmallPtrSet<const FunctionDecl *, 16> Callees;
  std::function<bool(const Stmt *)> Calls = [&](const Stmt *S) {
    const auto *C = dyn_cast_or_null<CallExpr>(S);
    return S && ((C && callsVirtually(C)) || llvm::any_of(S->children(), Calls));
  };
  Callees.insert(FD->getCanonicalDecl());
  const FunctionDecl *Def = nullptr;
  if (FD->hasBody(Def))
    collectCallees(*this, Def->getBody(), Callees);
  return llvm::any_of(Callees, [&](const FunctionDecl *Each) {
    const FunctionDecl *Body = nullptr;
    return Each->hasBody(Body) && Calls(Body->getBody());
  });
}

bool Lowering::isRecursive(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  auto [Found, New] = Recursive.try_emplace(FD, false);
  if (!New)
    return Found->second;
  const FunctionDecl *Def = nullptr;
  if (!FD->hasBody(Def))
    return false;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Callees;
  collectCallees(*this, Def->getBody(), Callees);
  bool Result = Callees.contains(FD);
  Recursive[FD] = Result;
  return Result;
}

} // namespace ad::lower
