//===- lower/pointer_targets.cpp - what pointers to functions lead to -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call through a pointer that is a value (pointers.cpp) calls one of these:
//
//  1. functions of its type whose address the file takes;
//  2. lambdas that constants of the whole program hold, `table[0].run`;
//  3. lambdas to which functions make pointers, `Op{"square", [](double x) { return x * x; }}`. A
//     lambda has no name: a function of its own, `f_lambda`, does what it does, and the pointer
//     leads there. This is for functions that are differentiated, or called by such: pointers that
//     others make, and pass to companions, lead to what has no name.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/attributes/templates.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"
#include "clang/AST/ASTLambda.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The lambda that E turns into a pointer; null if it does not.
const LambdaExpr *asPointer(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    const auto *U = dyn_cast<UnaryOperator>(E);
    const auto *C = dyn_cast<ExplicitCastExpr>(E);
    if (U && U->getOpcode() == UO_Plus)
      E = U->getSubExpr();
    else if (C)
      E = C->getSubExpr();
    else
      break;
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()))
    return nullptr;
  const auto *Lambda =
      dyn_cast<LambdaExpr>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
  return Lambda && !Lambda->isGenericLambda() ? Lambda : nullptr;
}

/// The lambda that E is, if it is neither generic nor captures anything.
static const LambdaExpr *plainLambda(const Expr *E) {
  const auto *Lambda = dyn_cast<LambdaExpr>(E->IgnoreImplicit());
  return Lambda && Lambda->captures().empty() && !Lambda->isGenericLambda() ? Lambda : nullptr;
}

/// Whether T is a std::pair with pointers to functions, which it makes of lambdas that it is given.
static bool holdsPointers(QualType T) {
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD && RD->isInStdNamespace() && RD->getName() == "pair" &&
         llvm::any_of(RD->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
           return A.getKind() == TemplateArgument::Type && A.getAsType()->isFunctionPointerType();
         });
}

/// Whether a T of a function is a table of functions that stay, which is asked by its index alone.
static bool isFollowedTable(QualType T, ASTContext &Ctx) {
  const QualType Element = Ctx.getBaseElementType(T);
  return T->isArrayType() && Element.isConstQualified() && Element->isFunctionPointerType();
}

//===-- What the file has -------------------------------------------------===//

namespace {

/// What pointers in a file may lead to.
class Targets {
public:
  explicit Targets(Lowering &L) : L(L) {}

  void collect(const DeclContext *D);

  llvm::SetVector<const FunctionDecl *> Taken;
  llvm::MapVector<const LambdaExpr *, bool> Pointed; ///< lambdas; whether the library converts them
  std::vector<Lowering::HeldLambda> Held;

private:
  void point(const LambdaExpr *Lambda, bool ByLibrary);
  void mention(const FunctionDecl *FD);
  void convert(const CXXMemberCallExpr *Call);
  void pointConverted();
  void dropUnreached();
  void collectIn(const DeclContext *D);
  void collect(const Stmt *S);
  void collect(const FunctionDecl *FD);
  void collect(const VarDecl *V);
  void collectHeld(const Expr *E, const VarDecl *V, const std::string &Place);

  Lowering &L;
  bool InTable = false; ///< in one that stays: its lambdas are asked for by their numbers
  const FunctionDecl *In = nullptr; ///< the function around, lambdas left out; null: none
  llvm::DenseMap<const LambdaExpr *, llvm::SmallPtrSet<const FunctionDecl *, 2>> Around;
  /// Lambdas by their classes, and conversions of objects of these, each with the function around.
  llvm::DenseMap<const CXXRecordDecl *, const LambdaExpr *> LambdaOf;
  std::vector<std::pair<const CXXRecordDecl *, const FunctionDecl *>> Converted;
  llvm::DenseMap<const FunctionDecl *, llvm::SetVector<const FunctionDecl *>> Mentions;
};

} // namespace

void Targets::point(const LambdaExpr *Lambda, bool ByLibrary) {
  if (InTable)
    return;
  Pointed.insert({Lambda, ByLibrary});
  Around[Lambda].insert(In);
}

/// A conversion of an object that holds a lambda, a variable or parameter, to a pointer.
void Targets::convert(const CXXMemberCallExpr *Call) {
  const CXXRecordDecl *Class = Call->getRecordDecl();
  if (isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()) && Class && Class->isLambda())
    Converted.push_back({Class, In});
}

void Targets::pointConverted() {
  for (auto [Class, FD] : Converted)
    if (const LambdaExpr *Lambda = LambdaOf.lookup(Class);
        Lambda && Lambda->captures().empty() && !Lambda->isGenericLambda()) {
      In = FD;
      point(Lambda, false);
    }
  In = nullptr;
}

void Targets::mention(const FunctionDecl *FD) {
  if (In && FD)
    Mentions[In].insert(FD->getCanonicalDecl());
}

/// Leaves out lambdas in functions that those which are differentiated do not call.
void Targets::dropUnreached() {
  llvm::SetVector<const FunctionDecl *> Reached;
  auto Enter = [&](const FunctionDecl *FD) {
    const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
    if (FD && ((MD && (MD->isVirtual() || isa<CXXDestructorDecl>(MD))) ||
               !attributes::requestedModes(FD).empty() ||
               !attributes::requestedModes(attributes::originOf(FD)).empty()))
      Reached.insert(FD);
  };
  for (const auto &Each : Mentions)
    Enter(Each.first);
  for (const auto &Each : Around)
    llvm::for_each(Each.second, Enter);
  for (size_t I = 0; I < Reached.size(); ++I)
    if (auto Found = Mentions.find(Reached[I]); Found != Mentions.end())
      Reached.insert(Found->second.begin(), Found->second.end());
  Pointed.remove_if([&](const auto &Each) {
    return llvm::none_of(Around[Each.first],
                         [&](const FunctionDecl *FD) { return !FD || Reached.contains(FD); });
  });
}

/// The functions that S mentions other than to call them, and the lambdas to which it makes
/// pointers.
void Targets::collect(const Stmt *S) {
  if (!S)
    return;
  if (const auto *R = dyn_cast<DeclRefExpr>(S)) {
    const auto *FD = dyn_cast<FunctionDecl>(R->getDecl());
    const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
    if (FD && !(MD && (MD->isInstance() || MD->isLambdaStaticInvoker())))
      Taken.insert(FD->getCanonicalDecl());
    mention(FD);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(S))
    mention(Call->getDirectCallee());
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    mention(C->getConstructor());
  if (const auto *M = dyn_cast<MemberExpr>(S))
    mention(dyn_cast<FunctionDecl>(M->getMemberDecl()));
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    if (const LambdaExpr *Lambda = asPointer(Call))
      point(Lambda, false);
    else
      convert(Call);
    // `emplace_back([](double x) { ... })` makes the pointer itself.
    for (const Expr *Argument : Call->arguments())
      if (const LambdaExpr *Lambda = plainLambda(Argument))
        point(Lambda, false);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && holdsPointers(C->getType()))
    for (const Expr *Argument : C->arguments())
      if (const LambdaExpr *Lambda = plainLambda(Argument))
        point(Lambda, true);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    LambdaOf[Lambda->getLambdaClass()] = Lambda;
    for (const Expr *Init : Lambda->capture_inits())
      collect(Init);
    if (!Lambda->getDependentCallOperator())
      collect(Lambda->getBody());
    return;
  }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return collect(Default->getExpr());
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each)) {
        const bool Before = std::exchange(InTable, InTable || isFollowedTable(V->getType(), L.Ctx));
        collect(V->getInit());
        InTable = Before;
      }
    return;
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  for (const Stmt *C : S->children())
    if (!(Call && C == Call->getCallee() && Call->getDirectCallee() &&
          !isa<CXXMemberCallExpr>(Call)))
      collect(C);
}

/// The lambdas in E, which makes what V holds at Place; Place is empty where it may change.
void Targets::collectHeld(const Expr *E, const VarDecl *V, const std::string &Place) {
  if (!E)
    return;
  if (const LambdaExpr *Lambda = asPointer(E)) {
    Held.push_back({Lambda, Place, V});
    return;
  }
  E = E->IgnoreImplicit();
  const auto *List = dyn_cast<InitListExpr>(E);
  if (!List) {
    for (const Stmt *C : E->children())
      if (const auto *Inner = dyn_cast_or_null<Expr>(C); Inner && !isa<LambdaExpr>(E))
        collectHeld(Inner, V, "");
    return;
  }
  if (const InitListExpr *Semantic = List->getSemanticForm())
    List = Semantic;
  const RecordDecl *RD = List->getType()->getAsRecordDecl();
  auto Part = [&](unsigned I) -> std::string {
    if (Place.empty() || (RD && RD->isUnion()))
      return "";
    if (!RD)
      return Place + "[" + std::to_string(I) + "]";
    if (isStdArray(RD))
      return Place;
    const auto *Class = dyn_cast<CXXRecordDecl>(RD);
    unsigned Bases = Class ? Class->getNumBases() : 0;
    if (I < Bases)
      return Place;
    const FieldDecl *F = *std::next(RD->field_begin(), I - Bases);
    return F->getIdentifier() && !F->isMutable() ? Place + "." + F->getName().str() : "";
  };
  for (unsigned I = 0; I < List->getNumInits(); ++I)
    collectHeld(List->getInit(I), V, Part(I));
}

void Targets::collect(const VarDecl *V) {
  if (!V->isLocalVarDecl()) // those are met where they are declared
    collect(V->getInit());
  const bool Const = V->isConstexpr() || V->getType().isConstQualified() ||
                     L.Ctx.getBaseElementType(V->getType()).isConstQualified();
  if (V->hasGlobalStorage() && !V->isStaticLocal() && V->getInit() && !V->isInvalidDecl() &&
      !V->getType()->isDependentType())
    collectHeld(V->getInit(), V, Const && V->getIdentifier() ? L.qualifiedName(V) : "");
}

void Targets::collect(const FunctionDecl *FD) {
  const FunctionDecl *Outer = In;
  if (!isLambdaCallOperator(FD))
    In = FD->getCanonicalDecl();
  if (FD->isThisDeclarationADefinition() && FD->hasBody() && !FD->isDependentContext()) {
    collect(FD->getBody());
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(FD))
      for (const CXXCtorInitializer *I : CD->inits())
        collect(I->getInit());
  }
  collectIn(FD);
  In = Outer;
}

void Targets::collect(const DeclContext *D) {
  collectIn(D);
  pointConverted();
  dropUnreached();
}

void Targets::collectIn(const DeclContext *D) {
  const SourceManager &SM = L.Ctx.getSourceManager();
  for (const Decl *Each : D->decls()) {
    if (SM.isInSystemHeader(Each->getLocation()))
      continue;
    if (const auto *V = dyn_cast<VarDecl>(Each))
      collect(V);
    else if (const auto *F = dyn_cast<FieldDecl>(Each))
      collect(F->hasInClassInitializer() ? F->getInClassInitializer() : nullptr);
    else if (const auto *T = dyn_cast<FunctionTemplateDecl>(Each))
      for (const FunctionDecl *Instance : T->specializations())
        collect(Instance);
    else if (const auto *T = dyn_cast<ClassTemplateDecl>(Each))
      for (const ClassTemplateSpecializationDecl *Instance : T->specializations())
        collectIn(Instance);
    else if (const auto *FD = dyn_cast<FunctionDecl>(Each))
      collect(FD);
    else if (const auto *Inner = dyn_cast<DeclContext>(Each))
      collectIn(Inner);
  }
}

void Lowering::findTargets() {
  if (std::exchange(TargetsKnown, true))
    return;
  Targets All(*this);
  All.collect(Ctx.getTranslationUnitDecl());
  Taken.assign(All.Taken.begin(), All.Taken.end());
  Pointed = std::move(All.Pointed);
  Held = std::move(All.Held);
}

static bool isOfType(const LambdaExpr *Lambda, const FunctionProtoType *T, ASTContext &Ctx) {
  const auto *Type = Lambda->getCallOperator()->getType()->castAs<FunctionProtoType>();
  return Ctx.hasSameType(Type->getReturnType(), T->getReturnType()) &&
         llvm::equal(Type->getParamTypes(), T->getParamTypes(),
                     [&](QualType A, QualType B) { return Ctx.hasSameUnqualifiedType(A, B); });
}

std::vector<Lowering::HeldLambda> Lowering::heldLambdas(const FunctionProtoType *T,
                                                        const VarDecl *&Unknown) {
  findTargets();
  std::vector<HeldLambda> Found;
  for (const HeldLambda &Each : Held) {
    if (!isOfType(Each.Lambda, T, Ctx))
      continue;
    if (Each.Place.empty())
      Unknown = Each.In;
    else
      Found.push_back(Each);
  }
  for (const auto &Each : Pointed)
    if (isOfType(Each.first, T, Ctx) &&
        llvm::none_of(Held, [&](const HeldLambda &H) { return H.Lambda == Each.first; }))
      Found.push_back({Each.first, "", nullptr});
  return Found;
}

std::vector<const FunctionDecl *> Lowering::addressTaken(const FunctionProtoType *T) {
  findTargets();
  std::vector<const FunctionDecl *> Found;
  for (const FunctionDecl *FD : Taken) {
    if (!Ctx.hasSameFunctionTypeIgnoringExceptionSpec(FD->getType(), QualType(T, 0)))
      continue;
    // A function that is defined elsewhere is one that this file does not know.
    bool Rule = isLibrary(FD)
                    ? !FunctionLowering::primitiveName(libraryName(FD), FD->getNumParams()).empty()
                    : FD->hasBody() || !function(FD)->Companions.empty();
    if (Rule || isConstant(FD))
      Found.push_back(FD);
  }
  return Found;
}

bool Lowering::isKnownTarget(const LambdaExpr *Lambda) {
  findTargets();
  return Pointed.contains(Lambda);
}

bool Lowering::isMadePointer(const LambdaExpr *Lambda) {
  findTargets();
  return Pointed.lookup(Lambda);
}

//===-- Pointers to lambdas that are values -------------------------------===//

core::Function *Lowering::lambdaFunction(const LambdaExpr *Lambda) {
  core::Function *&Known = LambdaFunctions[Lambda];
  if (Known)
    return Known;
  const CXXMethodDecl *Call = Lambda->getCallOperator();
  const DeclContext *Around = Call->getParent()->getDeclContext();
  while (isLambdaCallOperator(Around))
    Around = Around->getParent()->getParent();
  const auto *In = dyn_cast<NamedDecl>(Around); // a function, or a class with a member set to it
  const std::string Name = (In && In->getIdentifier() ? In->getName().str() + "_" : "") + "lambda";
  core::Function *Made = Known = madeFunction(Call, Name, Name);
  Made->HeaderComment = Made->SourceName.substr(Made->SourceName.rfind(':') + 1) +
                        ": the lambda to which pointers lead (" + Made->Where + ")";
  FunctionLowering(*this, *Made).lambdaBody(Lambda);
  return Made;
}

void FunctionLowering::lambdaBody(const LambdaExpr *Lambda) {
  Out = &F.Body;
  SourceLocation Loc = Lambda->getBeginLoc();
  bool Local = L.isLocalType(F.Result);
  std::vector<const core::Expr *> Args;
  for (const ParmVarDecl *P : Lambda->getCallOperator()->parameters()) {
    F.Params.push_back(F.variable(P->getIdentifier() ? P->getName() : "argument",
                                  type(P->getType()), core::Storage::Parameter));
    Local |= L.isLocalType(F.Params.back()->Ty);
    Args.push_back(asArgument(F.Params.back(), Loc));
  }
  if (Local)
    return error(Loc,
                 "cannot differentiate a pointer to this lambda: it is given a class that is local "
                 "to a function",
                 "move the class to a namespace");
  core::Stmt *Return = stmt(StmtKind::Return, Loc);
  const core::Expr *Value = lambdaCall(Lambda, Args, Loc);
  if (!F.Result->isVoid())
    Return->Value = Value;
  emit(Return);
  finish();
  F.HasBody = !F.Failed;
}

bool Lowering::isLocalType(const core::Type *T) const {
  return llvm::any_of(RecordOf, [&](const auto &Each) {
    return Each.second && isLocalClass(Each.second) && core::involves(T, Each.first);
  });
}

/// Lambda, which captures nothing, as a pointer; Ty: of this type.
const core::Expr *FunctionLowering::lambdaPointer(const LambdaExpr *Lambda, const core::Type *Ty,
                                                  SourceLocation Loc) {
  const auto *T = Lambda->getCallOperator()->getType()->castAs<FunctionProtoType>();
  if (!Ty)
    Ty = type(Ctx.getPointerType(Ctx.getFunctionType(T->getReturnType(), T->getParamTypes(), {})));
  core::Expr *Pointer = M.expr(ExprKind::Literal, Ty, Loc.getRawEncoding());
  Pointer->Text = "nullptr";
  if (!L.isKnownTarget(Lambda)) {
    error(Loc, "cannot differentiate through a pointer to this lambda",
          "give it a name as a function");
    return Pointer;
  }
  core::Function *Named = L.lambdaFunction(Lambda);
  F.Failed |= Named->Failed;
  Pointer->Text = Named->SourceName;
  Pointer->Names = Named;
  return Pointer;
}

} // namespace ad::lower
