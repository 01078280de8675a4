//===- lower/changing_functions.cpp - one function or another -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A local std::function that is assigned holds one of the functions that are assigned to it: a
// number says which. What lambdas captured by copy lies beside it.
//
//   std::function<double(double)> g;
//   if (steep) g = [=](double x) { return k * x * x; }; else g = twice;
//
// becomes
//
//   int g_which = -1;
//   double k_kept = 0;
//   if (steep) { k_kept = k; g_which = 0; } else g_which = 1;
//
// and a call is a branch on the number. All assignments that a call may see must stand before it in
// the text: none may be in a loop that the declaration is outside of, in a lambda, or behind a
// goto.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

//===-- The text ----------------------------------------------------------===//

static bool isNamed(const Expr *E, const VarDecl *D) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return R && R->getDecl() == D;
}

/// S as an assignment of D.
static const CXXOperatorCallExpr *asAssignment(const Stmt *S, const VarDecl *D) {
  if (const auto *E = dyn_cast_or_null<Expr>(S))
    S = E->IgnoreUnlessSpelledInSource();
  const auto *C = dyn_cast_or_null<CXXOperatorCallExpr>(S);
  return C && C->getOperator() == OO_Equal && isNamed(C->getArg(0), D) ? C : nullptr;
}

static bool declares(const Stmt *S, const VarDecl *D) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (const auto *DS = dyn_cast<DeclStmt>(S); DS && llvm::is_contained(DS->decls(), D))
    return true;
  return llvm::any_of(S->children(), [D](const Stmt *C) { return declares(C, D); });
}

namespace {
/// The assignments of D in a function's body.
struct Assignments {
  const VarDecl *D;
  std::vector<const CXXOperatorCallExpr *> Found;
  bool Followed = true; ///< all of them where they can be

  void look(const Stmt *S, bool Allowed) {
    if (!S)
      return;
    if (const CXXOperatorCallExpr *A = asAssignment(S, D)) {
      Followed &= Allowed;
      Found.push_back(A);
      return look(A->getArg(1), Allowed);
    }
    // Other members would change it, or ask what it holds.
    if (const auto *Member = dyn_cast<MemberExpr>(S))
      Followed &= !isNamed(Member->getBase(), D);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      return look(Lambda->getBody(), false);
    bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    for (const Stmt *C : S->children())
      look(C, Allowed && (!Loop || declares(S, D)));
  }
};
} // namespace

/// Whether S assigns D, however it runs.
static bool alwaysAssigns(const Stmt *S, const VarDecl *D) {
  if (!S)
    return false;
  if (const auto *If = dyn_cast<IfStmt>(S))
    return alwaysAssigns(If->getThen(), D) && alwaysAssigns(If->getElse(), D);
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::any_of(Block->body(), [D](const Stmt *C) { return alwaysAssigns(C, D); });
  return asAssignment(S, D);
}

/// Whether D is assigned before anything else is done with it, in the block in S that declares it.
static bool isAssignedFirst(const Stmt *S, const VarDecl *D) {
  if (!S)
    return false;
  bool Behind = false;
  for (const Stmt *C : S->children()) {
    if (Behind && alwaysAssigns(C, D))
      return true;
    if (Behind && countMentions(C, D))
      return false;
    const auto *DS = dyn_cast_or_null<DeclStmt>(C);
    Behind |= DS && llvm::is_contained(DS->decls(), D);
  }
  return !Behind &&
         llvm::any_of(S->children(), [D](const Stmt *C) { return isAssignedFirst(C, D); });
}

//===-- The variable --------------------------------------------------------===//

FunctionList *FunctionLowering::changingFunction(const ValueDecl *D) const {
  auto Known = FunctionLists.find(D);
  return Known != FunctionLists.end() && (Known->second->Which || Known->second->IsSingle)
             ? Known->second.get()
             : nullptr;
}

/// Declares D, if it is such a variable.
bool FunctionLowering::declareChangingFunction(const VarDecl *D) {
  const Stmt *Body = Frames.back().Decl->getBody();
  if (!isStdFunction(D->getType()) || !Uses.Modified.count(D) || !Body || hasGotos(Body))
    return false;
  Assignments A{D, {}};
  A.look(Body, true);
  if (!A.Followed || A.Found.empty())
    return false;
  SourceLocation Loc = D->getLocation();
  auto List = std::make_shared<FunctionList>();
  List->Block = Out;
  const Expr *Init = D->getInit();
  const auto *Made = Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  if (Init && !(Made && Made->getConstructor()->isDefaultConstructor())) {
    const Closure *C = closure(Init);
    if (!C || (C->Lambda && isMutable(C->Lambda)))
      return false;
    List->Functions.push_back(C);
  }
  List->MayBeEmpty = List->Functions.empty() && !isAssignedFirst(Body, D);
  List->Begin = Loc;
  List->Which =
      declare(plainName(D, "function").str() + "_which", M.intType(),
              literal(List->Functions.empty() ? "-1" : "0", M.intType(), Loc), false, Loc);
  Changing.insert(List->Which);
  for (const CXXOperatorCallExpr *E : A.Found)
    keepCaptures(*List, E->getArg(1));
  FunctionLists[D] = List;
  return true;
}

bool objectLiesBeside(const core::Type *T) {
  return T->isRecord() && T->TrivialCopy && !T->Owns && !isMapHolder(T) && !core::holdsVector(T);
}

/// A variable for an object that is called.
core::Variable *FunctionLowering::keptObject(QualType T, SourceLocation Loc) {
  core::Variable *Kept = withoutValue(T, "function_kept", Loc);
  Changing.insert(Kept);
  return Kept;
}

/// The variables for what a lambda that is Given to List has captured by copy.
void FunctionLowering::keepCaptures(FunctionList &List, const Expr *Given) {
  Given = passedOn(Given);
  if (const Expr *Object = heldObject(Given)) {
    QualType T = Object->getType().getNonReferenceType().getUnqualifiedType();
    if (objectLiesBeside(type(T)))
      List.Objects[Given] = keptObject(T, Object->getExprLoc());
    return;
  }
  const auto *Lambda = dyn_cast<LambdaExpr>(Given);
  if (!Lambda)
    return;
  for (const LambdaCapture &C : Lambda->captures()) {
    if (!C.capturesVariable() || C.getCaptureKind() != LCK_ByCopy)
      continue;
    const ValueDecl *D = C.getCapturedVar();
    const core::Type *Ty = type(D->getType().getNonReferenceType().getUnqualifiedType());
    if (!Ty->isScalar())
      continue;
    core::Variable *Kept = declare(D->getName().str() + "_kept", Ty, zero(Ty, D->getLocation()),
                                   false, D->getLocation());
    Changing.insert(Kept);
    List.Kept[{Lambda, D}] = Kept;
  }
}

/// What List stands for is C from here on. Where that is one of several itself, its number as it is
/// now is kept: the name for it may end with an inner block.
void FunctionLowering::become(FunctionList &List, const Closure *C, SourceLocation Loc) {
  const core::Type *Int = M.intType();
  const core::Expr *Number = literal(std::to_string(List.Functions.size()), Int, Loc);
  if (!C->Which) {
    assign(name(List.Which, Loc), Number, Loc);
    List.Functions.push_back(C);
    return;
  }
  if (!List.Functions.empty())
    Number = binary("+", Number, C->Which, Int, Loc);
  else
    Number = C->Which;
  if (C->MayBeEmpty) {
    core::Expr *OrNone = M.expr(core::ExprKind::Conditional, Int, Loc.getRawEncoding());
    OrNone->Operands = {binary("<", C->Which, literal("0", Int, Loc), M.boolType(), Loc),
                        literal("-1", Int, Loc), Number};
    Number = OrNone;
    List.MayBeEmpty = true;
  }
  assign(name(List.Which, Loc), Number, Loc);
  List.Functions.insert(List.Functions.end(), C->Choices.begin(), C->Choices.end());
}

/// What List stands for is Given from here on. False: that is not followed.
bool FunctionLowering::become(FunctionList &List, const Expr *Given) {
  SourceLocation Loc = Given->getExprLoc();
  if (Given->getType()->isNullPtrType() || isEmptyFunction(Given)) {
    List.MayBeEmpty = true;
    assign(name(List.Which, Loc), literal("-1", M.intType(), Loc), Loc);
    return true;
  }
  const Expr *Inner = passedOn(Given), *Object = heldObject(Inner);
  const Closure *C = Object ? functionObject(Object) : closure(Given);
  Given = Inner;
  if (!C || (C->Lambda && isMutable(C->Lambda)))
    return false;
  // What has a name that List can see stays what it is.
  if (const auto *R = dyn_cast<DeclRefExpr>(Given);
      R &&
      Ctx.getSourceManager().isBeforeInTranslationUnit(R->getDecl()->getLocation(), List.Begin)) {
    become(List, C, Loc);
    return true;
  }
  if (core::Variable *Kept = List.Objects.lookup(Given)) {
    OwnedClosures.push_back(std::make_unique<Closure>());
    assign(name(Kept, Loc), expr(C->Object), Loc);
    OwnedClosures.back()->Object = standsFor(name(Kept, Loc), C->Object->getType(), Loc);
    become(List, OwnedClosures.back().get(), Loc);
    return true;
  }
  const auto *Lambda = dyn_cast<LambdaExpr>(Given);
  if (C->isObject() || !C->Inner.empty() || C->CopiesThis || (!Lambda && !C->Copies.empty()))
    return false;
  // What an inner block declares ends with it: copies lie beside the number.
  OwnedClosures.push_back(std::make_unique<Closure>(*C));
  Closure &Own = *OwnedClosures.back();
  for (auto &[D, Held] : Own.Copies) {
    if (C->References.contains(D)) {
      if (List.Block != Out &&
          !Ctx.getSourceManager().isBeforeInTranslationUnit(D->getLocation(), List.Begin))
        return false;
      continue;
    }
    core::Variable *Kept = List.Kept.lookup({Lambda, D});
    if (!Kept)
      return false;
    assign(name(Kept, Loc), Held, Loc);
    Held = name(Kept, Loc);
  }
  become(List, &Own, Loc);
  return true;
}

/// The assignment E of such a variable. Null: E is something else.
const core::Expr *FunctionLowering::assignFunction(const CallExpr *E) {
  const auto *A = dyn_cast<CXXOperatorCallExpr>(E);
  if (!A || A->getOperator() != OO_Equal || !isStdFunction(A->getArg(0)->getType()))
    return nullptr;
  const auto *R = dyn_cast<DeclRefExpr>(A->getArg(0)->IgnoreParenImpCasts());
  FunctionList *List = R ? changingFunction(R->getDecl()) : nullptr;
  if (!List)
    return nullptr;
  const Closure *C = List->Mark ? givenFunction(A->getArg(1)) : nullptr;
  if (List->Mark ? C && change(*List, C, E->getExprLoc()) : become(*List, A->getArg(1)))
    return literal("0", M.intType(), E->getExprLoc());
  error(E->getExprLoc(), "cannot differentiate this assignment of a std::function",
        "assign lambdas that capture numbers, or names of functions");
  return poison(E);
}

/// What Def, which is written out, returns: one of several functions.
void FunctionLowering::declareResult(const FunctionDecl *Def, Frame &Fr) {
  SourceLocation Loc = Def->getLocation();
  Fr.Choice = std::make_shared<FunctionList>();
  Fr.Choice->Block = Out;
  Fr.Choice->Begin = Def->getBody()->getBeginLoc();
  Fr.Choice->Which = declare("which", M.intType(), literal("-1", M.intType(), Loc), false, Loc);
  Changing.insert(Fr.Choice->Which);
  std::function<void(const Stmt *)> Look = [&](const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *R = dyn_cast<ReturnStmt>(S); R && R->getRetValue())
      return keepCaptures(*Fr.Choice, R->getRetValue());
    for (const Stmt *C : S->children())
      Look(C);
  };
  Look(Def->getBody());
}

/// C, which Arm has made in the block B, for those who call it behind B. Null: that is not
/// followed.
const Closure *FunctionLowering::outliving(const Closure *C, const Expr *Arm, core::Block &B) {
  SourceLocation Loc = Arm->getExprLoc();
  Arm = passedOn(Arm);
  if (!C || (C->Lambda && isMutable(C->Lambda)))
    return nullptr;
  if (isa<DeclRefExpr>(Arm))
    return C;
  OwnedClosures.push_back(std::make_unique<Closure>(*C));
  Closure &Own = *OwnedClosures.back();
  auto Keep = [&](core::Variable *Kept, const core::Expr *Held) {
    Changing.insert(Kept);
    core::Block Copy = capture([&] { assign(name(Kept, Loc), Held, Loc); });
    B.Stmts.insert(B.Stmts.end(), Copy.Stmts.begin(), Copy.Stmts.end());
    return name(Kept, Loc);
  };
  if (C->Object) {
    QualType T = C->Object->getType();
    if (!objectLiesBeside(type(T)))
      return nullptr;
    core::Variable *Kept = keptObject(T.getUnqualifiedType(), Loc);
    Own.Object = standsFor(Keep(Kept, expr(C->Object)), T, Loc);
    return &Own;
  }
  if (C->isObject() || !C->Inner.empty() || C->CopiesThis)
    return nullptr;
  for (auto &[D, Held] : Own.Copies) {
    if (C->References.contains(D)) {
      if (!isa<LambdaExpr>(Arm) ||
          !Ctx.getSourceManager().isBeforeInTranslationUnit(D->getLocation(), Arm->getBeginLoc()))
        return nullptr;
      continue;
    }
    if (!Held->Ty->isScalar())
      return nullptr;
    Held = Keep(declare(D->getName().str() + "_kept", Held->Ty, zero(Held->Ty, Loc), false, Loc),
                Held);
  }
  return &Own;
}

/// The function that a choice of two is: each arm makes its own.
const Closure *FunctionLowering::chosenFunction(const ConditionalOperator *E) {
  const core::Expr *C = condition(E->getCond());
  if (auto Known = decided(C))
    return closureOrEmpty(*Known ? E->getTrueExpr() : E->getFalseExpr());
  SourceLocation Loc = E->getExprLoc();
  C = freeze(C, Loc, "chosen");
  FunctionList List;
  List.Which = declare("which", M.intType(), literal("-1", M.intType(), Loc), false, Loc);
  Changing.insert(List.Which);
  size_t Followed = 0;
  auto Choose = [&](const Expr *Arm) {
    const Closure *Made = nullptr;
    core::Block B = capture([&] { Made = closureOrEmpty(Arm); });
    Followed += Made && Made->Empty;
    List.MayBeEmpty |= Made && Made->Empty;
    if (Made && Made->Empty)
      return B;
    if (const Closure *Own = outliving(Made, Arm, B)) {
      ++Followed;
      core::Block Number = capture([&] { become(List, Own, Loc); });
      B.Stmts.insert(B.Stmts.end(), Number.Stmts.begin(), Number.Stmts.end());
    }
    return B;
  };
  core::Stmt *If = stmt(core::StmtKind::If, Loc);
  If->Value = C;
  If->Then = Choose(E->getTrueExpr());
  If->Else = Choose(E->getFalseExpr());
  if (Followed != 2)
    return nullptr;
  emit(If);
  return List.Functions.empty() ? noFunction() : asClosure(List, Loc);
}

/// What the variable D holds now. Null where D is no such variable, or holds nothing yet.
const Closure *FunctionLowering::heldNow(const ValueDecl *D, SourceLocation Loc) {
  FunctionList *List = changingFunction(D);
  if (List && List->Mark)
    return heldNow(*List, Loc);
  return List && !List->Functions.empty() ? asClosure(*List, Loc) : nullptr;
}

/// The function that List stands for here.
const Closure *FunctionLowering::asClosure(const FunctionList &List, SourceLocation Loc) {
  const core::Expr *Which = freeze(name(List.Which, Loc), Loc, "which");
  OwnedClosures.push_back(std::make_unique<Closure>());
  OwnedClosures.back()->Choices = List.Functions;
  OwnedClosures.back()->Which = Which;
  OwnedClosures.back()->MayBeEmpty = List.MayBeEmpty;
  return OwnedClosures.back().get();
}

} // namespace ad::lower
