//===- lower/growing_functions.cpp - vectors of functions filled in loops -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A local vector of std::function objects that loops and branches append to holds lambdas of a few
// places in the text, with what each captured by copy:
//
//   std::vector<std::function<double(double)>> layers;
//   for (int i = 0; i < n; ++i)
//     layers.push_back([w = x[i]](double t) { return std::tanh(w * t); });
//
// becomes vectors of the numbers that were captured, `layers_w.push_back(x[i])`, and, where there
// are several such places, one that says from which of them an element is. A call of an element is
// the body of the lambda with the captures of that element.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// The lambda that Site gives, itself or by the name of a variable; null: it is none.
static const LambdaExpr *lambdaOf(const Expr *Site) {
  if (const auto *R = dyn_cast<DeclRefExpr>(Site))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && V->getInit())
      Site = V->getInit()->IgnoreImplicit();
  return dyn_cast<LambdaExpr>(Site);
}

/// The declarations that stand beside that of D.
static void findPeers(const Stmt *S, const VarDecl *D, llvm::DenseSet<const Decl *> &Peers) {
  if (!S)
    return;
  llvm::SmallVector<const Decl *, 8> Declared;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    for (const Stmt *C : Block->body())
      if (const auto *Decls = dyn_cast<DeclStmt>(C))
        Declared.append(Decls->decl_begin(), Decls->decl_end());
  if (llvm::is_contained(Declared, D))
    Peers.insert(Declared.begin(), Declared.end());
  for (const Stmt *C : S->children())
    findPeers(C, D, Peers);
}

/// Adds what calls of push_back and emplace_back in S give D. Plain: all of them stand in the block
/// that declares it.
static void findSites(const Stmt *S, const VarDecl *D, std::vector<const Expr *> &Sites,
                      bool Inside, bool &Plain) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
    const auto *R = dyn_cast<DeclRefExpr>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts());
    const CXXMethodDecl *MD = Call->getMethodDecl();
    if (R && R->getDecl() == D && MD && MD->getIdentifier() && Call->getNumArgs() == 1 &&
        (MD->getName() == "push_back" || MD->getName() == "emplace_back")) {
      Sites.push_back(Call->getArg(0));
      Plain &= !Inside;
    }
  }
  const auto *Block = dyn_cast<CompoundStmt>(S);
  const bool Declares = Block && llvm::any_of(Block->body(), [D](const Stmt *C) {
                          const auto *Decls = dyn_cast<DeclStmt>(C);
                          return Decls && llvm::is_contained(Decls->decls(), D);
                        });
  const bool Deeper = !Declares && (Inside || isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt,
                                                  CXXForRangeStmt, SwitchStmt, LambdaExpr>(S));
  for (const Stmt *C : S->children())
    findSites(C, D, Sites, Deeper, Plain);
}

bool numberLiesBeside(const core::Type *Ty) {
  return Ty->isReal() || (Ty->isInteger() && !Ty->IsBool && !Ty->IsEnum);
}

bool FunctionLowering::declareGrowingList(const VarDecl *D, FunctionList &List) {
  const Stmt *Body = Frames.back().Decl->getBody();
  bool Plain = true;
  std::vector<const Expr *> Sites;
  findSites(Body, D, Sites, false, Plain);
  if (Plain || Sites.empty() || hasGotos(Body))
    return false;
  SourceLocation Loc = D->getLocation();
  List.Begin = Loc;
  List.Depth = Frames.size();
  findPeers(Body, D, List.Peers);
  auto Vector = [&](llvm::StringRef Name, const core::Type *Element) {
    const core::Type *Ty = M.stdVector("std::vector<" + core::spell(Element) + ">", Element);
    core::Variable *V = F.variable((plainName(D, "functions") + "_" + Name).str(), Ty);
    V->Loc = Loc.getRawEncoding();
    Declared.insert(V);
    Changing.insert(V);
    declareVector(V, Ty, nullptr, literal("0", sizeType(), Loc), Loc);
    List.Beside.push_back(V);
    return V;
  };
  for (const Expr *Site : Sites)
    List.Sites.push_back(passedOn(Site));
  std::vector<std::pair<const Expr *, const ValueDecl *>> Captured;
  for (const Expr *Site : List.Sites)
    if (const LambdaExpr *Lambda = lambdaOf(Site))
      for (const LambdaCapture &C : Lambda->captures())
        if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy)
          Captured.push_back({Lambda, C.getCapturedVar()});
  if (List.Sites.size() > 1)
    Vector("which", M.intType());
  for (auto &[Lambda, Of] : Captured)
    if (const core::Type *Ty = type(Of->getType().getNonReferenceType().getUnqualifiedType());
        numberLiesBeside(Ty))
      List.Kept[{Lambda, Of}] = Vector(Of->getName(), Ty);
  if (List.Beside.empty())
    Vector("which", M.intType());
  List.Functions.assign(List.Sites.size(), nullptr);
  return true;
}

/// List gets what Given makes. False: that is not followed.
bool FunctionLowering::appendTo(FunctionList &List, const Expr *Given) {
  SourceLocation Loc = Given->getExprLoc();
  const Expr *Inner = passedOn(Given);
  auto Site = llvm::find(List.Sites, Inner);
  if (Site == List.Sites.end() || Frames.size() != List.Depth)
    return false;
  const Closure *C = closure(Given);
  if (!C || C->isObject() || C->CopiesThis || (C->Lambda && isMutable(C->Lambda)) ||
      C->Lambda != lambdaOf(Inner))
    return false;
  const SourceManager &SM = Ctx.getSourceManager();
  // Whether D means the same wherever the list can be seen.
  auto Before = [&](const ValueDecl *D) {
    const bool Seen =
        SM.isBeforeInTranslationUnit(D->getLocation(), List.Begin) || List.Peers.contains(D);
    return Seen && (!D->getType()->isReferenceType() || isa<ParmVarDecl>(D));
  };
  // A copy that is as good as D.
  auto IsItself = [&](const ValueDecl *D, const core::Expr *Held) {
    const core::Expr *Own = Bindings.lookup(D);
    return Own && Own->is(ExprKind::Variable) && Held->is(ExprKind::Variable) &&
           Own->Var == Held->Var && !Uses.Modified.count(D) && !D->getType()->isReferenceType();
  };
  for (const auto &[D, Nested] : C->Inner)
    if (!Before(D))
      return false;
  OwnedClosures.push_back(std::make_unique<Closure>(*C));
  Closure &Own = *OwnedClosures.back();
  llvm::DenseMap<const core::Variable *, const core::Expr *> Values;
  for (auto &[D, Held] : Own.Copies) {
    core::Variable *Kept = List.Kept.lookup({C->Lambda, D});
    if (Kept && !C->References.contains(D))
      Values[Kept] = Held;
    else if (!Before(D) || (!C->References.contains(D) && !IsItself(D, Held)))
      return false;
  }
  const unsigned Number = Site - List.Sites.begin();
  List.Functions[Number] = &Own;
  const bool Numbered = List.Sites.size() > 1 || List.Kept.empty();
  for (size_t I = 0; I < List.Beside.size(); ++I) {
    core::Variable *V = List.Beside[I];
    const core::Expr *Value = Values.lookup(V);
    if (!Value)
      Value = Numbered && I == 0 ? literal(std::to_string(Number), M.intType(), Loc)
                                 : zero(V->Ty->Element, Loc);
    const core::Expr *Place = name(V, Loc);
    appendElement(Place, Value, Loc);
  }
  return true;
}

const core::Expr *FunctionLowering::sizeOfList(const FunctionList &List, SourceLocation Loc) {
  return List.grows() ? sizeOf(name(List.Beside[0], Loc), Loc)
                      : literal(std::to_string(List.Functions.size()), sizeType(), Loc);
}

/// The element of List at Index, which does not change. Null, and an error, where one of the places
/// that append to it comes later in the text.
const Closure *FunctionLowering::grownElement(FunctionList &List, const core::Expr *Index,
                                              SourceLocation Loc) {
  if (List.Mark)
    return numberedElement(List, Index, Loc);
  if (llvm::is_contained(List.Functions, nullptr)) {
    refuseFunctionList(Loc);
    return nullptr;
  }
  std::vector<const Closure *> Elements;
  for (size_t I = 0; I < List.Sites.size(); ++I) {
    OwnedClosures.push_back(std::make_unique<Closure>(*List.Functions[I]));
    Closure &Own = *OwnedClosures.back();
    for (auto &[D, Held] : Own.Copies)
      if (core::Variable *Kept = List.Kept.lookup({Own.Lambda, D});
          Kept && !Own.References.contains(D))
        Held = subscript(name(Kept, Loc), Index, Loc);
    Elements.push_back(&Own);
  }
  if (Elements.size() == 1)
    return Elements[0];
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Choices = Elements;
  OwnedClosures.back()->Which =
      freeze(subscript(name(List.Beside[0], Loc), Index, Loc), Loc, "which");
  return OwnedClosures.back().get();
}

} // namespace ad::lower
