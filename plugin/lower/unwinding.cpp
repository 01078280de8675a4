//===- lower/unwinding.cpp - what an exception passes by ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The objects that own memory are storage in Core, which no exception destroys. A throw that leaves
// the function ends those that are alive itself (Stmt::Ends): by their own destructors, since
// nothing is computed from them any more. What is left of them is zero bytes, which own nothing.
//
// A destructor that changes what outlives the function is lowered ahead of the throw, as it is
// ahead of a return. Where a call may throw, all that such destructors do is a function of its own:
//
//   ad::guarded([&] { return g_forward(x, x_dot, n); }, [&] { f_unwinding(x, s.w); });
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

namespace {

using Classes = llvm::SmallPtrSet<const CXXRecordDecl *, 8>;
using IsKnown = llvm::function_ref<bool(const CXXRecordDecl *)>;

/// Whether Holds, for the class of a T and those of all that is destroyed with it.
bool allDestroyed(QualType T, Classes &Seen, IsKnown Holds);

bool allDestroyed(const TemplateArgument &A, Classes &Seen, IsKnown Holds) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::all_of(A.pack_elements(), [&](const TemplateArgument &Each) {
      return allDestroyed(Each, Seen, Holds);
    });
  return A.getKind() != TemplateArgument::Type || allDestroyed(A.getAsType(), Seen, Holds);
}

bool allDestroyed(QualType T, Classes &Seen, IsKnown Holds) {
  const CXXRecordDecl *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->hasTrivialDestructor() || !Seen.insert(Class).second)
    return true;
  if (!Holds(Class))
    return false;
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (Spec && Class->isInStdNamespace())
    return llvm::all_of(Spec->getTemplateArgs().asArray(),
                        [&](const TemplateArgument &A) { return allDestroyed(A, Seen, Holds); });
  return llvm::all_of(
             Class->fields(),
             [&](const FieldDecl *F) { return allDestroyed(F->getType(), Seen, Holds); }) &&
         llvm::all_of(Class->bases(), [&](const CXXBaseSpecifier &B) {
           return allDestroyed(B.getType(), Seen, Holds);
         });
}

/// Whether S sets a member to a constant, as `data = nullptr` does.
bool clearsMember(const Expr *E) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(E);
  const auto *Set = B && B->getOpcode() == BO_Assign
                        ? dyn_cast<MemberExpr>(B->getLHS()->IgnoreParens())
                        : nullptr;
  return Set && isa<CXXThisExpr>(Set->getBase()->IgnoreParenImpCasts()) &&
         !Set->getMemberDecl()->getType()->isReferenceType() &&
         isa<CXXNullPtrLiteralExpr, IntegerLiteral>(B->getRHS()->IgnoreParenImpCasts());
}

/// Whether all that S does is to free what pointers lead to.
bool onlyFrees(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const Expr *Asked = If->getCond()->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(Asked))
      Asked = B->getLHS()->IgnoreParenImpCasts();
    return isa<MemberExpr>(Asked) && !If->getElse() && onlyFrees(If->getThen());
  }
  if (const auto *Body = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Body->body(), onlyFrees);
  const auto *E = dyn_cast<Expr>(S);
  E = E ? E->IgnoreImplicit() : nullptr;
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (E && isa<CXXDeleteExpr>(E)) || clearsMember(E) ||
         (Callee && Callee->getIdentifier() && Callee->getName() == "free" && Callee->isExternC());
}

/// Whether its destructor gives the memory of a derivative back, too: that has no table of virtual
/// functions, and no other numbers than floating ones.
bool endsDerivatives(const CXXRecordDecl *Class) {
  if (Class->isPolymorphic())
    return false;
  const CXXDestructorDecl *D = Class->getDestructor();
  if (Class->isInStdNamespace() || !D || !D->isUserProvided())
    return true;
  const FunctionDecl *Def = nullptr;
  return D->hasBody(Def) && onlyFrees(Def->getBody());
}

} // namespace

/// Whether Place is storage, or a part of such, or of an object that is being made on the heap.
static bool isInStorage(const core::Expr *Place) {
  const core::Expr *Root = Place;
  while (Root->is(ExprKind::Member) || Root->is(ExprKind::BaseOf))
    Root = Root->operand();
  if (Root->is(ExprKind::Dereference))
    return Root != Place && Root->operand()->is(ExprKind::Variable);
  return Root->is(ExprKind::Variable) && Root->Var->Shadow;
}

/// Whether Place is a local object with virtual functions, which is made on the heap.
static bool isOnHeap(const core::Expr *Place, QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->isPolymorphic() && Place->is(ExprKind::Dereference) &&
         Place->operand()->is(ExprKind::Variable);
}

/// Whether the destructor of the object at Place, of type T, gives back what Core's statements made
/// of it.
bool FunctionLowering::endsByItself(const core::Expr *Place, QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || Class->hasTrivialDestructor() || isShared(T) || L.holdsStandIn(T))
    return false;
  if (isSmart(T)) {
    if (!Place->Ty->isPointer() || !(Place->is(ExprKind::Variable) || isInStorage(Place)))
      return false;
  } else if (!(isInStorage(Place) || isOnHeap(Place, T)) || core::holdsMap(Place->Ty) ||
             (!Place->Ty->IsVector && L.classOf(Place->Ty) != Class)) {
    return false;
  }
  Classes Seen;
  return allDestroyed(T, Seen, [&](const CXXRecordDecl *Class) {
    const CXXDestructorDecl *D = Class->getDestructor();
    return !isSharedPtr(Class) && !plainMatrix(Class) && !Class->isUnion() &&
           (!D || D->getAccess() == AS_public);
  });
}

//===-- Destructors that change more than their object ----------------------===//

/// Whether to destroy a T may do more than to end the object and to free what it leads to.
bool FunctionLowering::mayHaveEffects(QualType T) {
  Classes Seen;
  return !allDestroyed(T, Seen, [&](const CXXRecordDecl *Class) {
    const CXXDestructorDecl *D = Class->getDestructor();
    const FunctionDecl *Def = nullptr;
    return Class->isInStdNamespace() || !D || !D->isUserProvided() ||
           (D->hasBody(Def) && (onlyFrees(Def->getBody()) || L.isPure(D)));
  });
}

/// Whether B, which destroys the objects at the places in Ending, changes what is there when they
/// are gone: in the function if Inside, else behind it.
bool FunctionLowering::isSeen(const core::Block &B, llvm::ArrayRef<const core::Expr *> Ending,
                              bool Inside) {
  llvm::DenseSet<const core::Variable *> Own;
  for (const core::Expr *Place : Ending)
    Own.insert(core::rootVariable(Place));
  core::walk(B, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Own.insert(S->Var);
  });
  auto Lasts = [&](const core::Expr *Place) {
    while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf))
      Place = Place->operand();
    if (Place->is(ExprKind::Dereference) &&
        llvm::any_of(Ending, [&](auto *E) { return core::equal(E, Place->operand()); }))
      return false;
    const core::Variable *V = core::rootVariable(Place);
    return !V || (!Own.contains(V) && (Inside || V->Kind != core::Storage::Local));
  };
  bool Seen = false;
  core::walk(B, [&](core::Stmt *S) {
    if (S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate))
      Seen |= Lasts(S->Target);
    else if (S->is(StmtKind::Call))
      Seen |= !callsPure(S->Callee) || (S->Var && Lasts(name(S->Var, SourceLocation())));
    else if (S->is(StmtKind::Opaque) && !S->Frees)
      Seen |=
          S->WritesUnknown || (S->OldSize && Lasts(S->Target)) || llvm::any_of(S->Writes, Lasts);
  });
  return Seen;
}

/// What destructors do that an exception runs which leaves all lifetimes from Mark on, where that
/// changes what is still there then; Inside: it is caught in this function.
core::Block FunctionLowering::effectsOfEnds(size_t Mark, bool Inside) {
  std::vector<std::pair<const core::Expr *, QualType>> Ending;
  if (!Unwinding && !F.Failed)
    for (const auto &Object : aliveAbove(Mark))
      if (!Object.second.isNull() && mayHaveEffects(Object.second))
        Ending.push_back(Object);
  if (Ending.empty())
    return {};
  llvm::SaveAndRestore Looks(Unwinding, true);
  core::Block Effects = capture([&] {
    for (auto &[Place, T] : Ending) {
      SourceLocation Loc = SourceLocation::getFromRawEncoding(Place->Loc);
      if (Place->is(ExprKind::BaseOf))
        runDestructor(Place, T->getAsCXXRecordDecl(), Loc);
      else
        destroy(Place, T, Loc);
    }
  });
  llvm::SmallVector<const core::Expr *, 4> Places;
  for (const auto &Object : Ending)
    Places.push_back(Object.first);
  if (!isSeen(Effects, Places, Inside))
    Effects.Stmts.clear();
  return Effects;
}

/// In a block that is attempted, something may throw past the objects of the lifetimes from Mark
/// on.
void FunctionLowering::notePassed(size_t Mark) {
  const bool Inside = Mark >= TryLifetimes || InOuterTry;
  PassesEffects = PassesEffects || !effectsOfEnds(Mark, Inside).empty();
}

/// Nothing in B frees memory any more that may be a block of an ad::block_store.
static void dropFrees(core::Block &B) {
  llvm::erase_if(B.Stmts, [](core::Stmt *S) {
    const core::Type *T = S->Frees ? S->Operands.back()->Ty->Element : nullptr;
    return T && !T->Owns && !T->Polymorphic;
  });
  for (core::Stmt *S : B.Stmts)
    core::forEachBlock(*S, dropFrees);
}

/// Whether the place is a variable that nobody can write to.
static bool isConstant(const core::Expr *Place) {
  return Place->is(ExprKind::Variable) &&
         (Place->Var->Const || (Place->Var->Ty->isReference() && Place->Var->Ty->ElementConst));
}

/// A function that does what Effects does, and in End the call of it. False: there is none, for it
/// would need a whole object of a class that is declared in the function.
bool FunctionLowering::unwinder(const core::Block &Effects, SourceLocation Loc,
                                core::Stmt::End &End) {
  const std::string Wanted = identifierFor(Frames.front().Decl) + "_unwinding";
  core::Function *G = L.madeFunction(Frames.front().Decl, Wanted, Wanted);
  G->Result = M.voidType();
  G->HeaderComment = G->SourceName.substr(G->SourceName.rfind(':') + 1) +
                     ": what destructors do where an exception passes (" + G->Where + ")";
  core::Expr *Call = M.expr(ExprKind::Opaque, M.voidType(), Loc.getRawEncoding());
  core::Expr *Named = M.expr(ExprKind::Opaque, M.voidType(), Loc.getRawEncoding());
  Named->Text = G->SourceName;
  Named->Names = G;
  Call->Text = "$0(";
  Call->Operands = {Named};
  Call->ReadsMemory = true;

  // 1. Variables of the block are its own.
  core::Block Body = core::clone(M, Effects), Copies;
  llvm::DenseMap<const core::Variable *, core::Variable *> Mine;
  if (L.RunsAgain) // the store gives it back itself
    dropFrees(Body);
  core::walk(Body, [&](core::Stmt *S) {
    if (!S->Var || !(S->is(StmtKind::Declare) || S->Declares) || Mine.count(S->Var))
      return;
    core::Variable *Own = G->variable(S->Var->Name, S->Var->Ty);
    const std::string Name = Own->Name;
    *Own = *S->Var;
    Own->Name = Name;
    Mine[S->Var] = Own;
  });

  std::vector<const core::Expr *> Targets;
  core::walk(Body, [&](core::Stmt *S) {
    if (S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate))
      Targets.push_back(S->Target);
    if (S->Var)
      Targets.push_back(name(S->Var, Loc));
    Targets.insert(Targets.end(), S->Writes.begin(), S->Writes.end());
  });
  auto Assigned = [&](const core::Expr *Place) {
    return llvm::any_of(Targets, [&](auto *T) { return core::equal(T, Place); });
  };

  // 2. Numbers and pointers are passed by value, also those in objects; others by reference.
  std::vector<std::pair<const core::Expr *, core::Variable *>> Passed;
  bool Whole = false;
  auto Parameter = [&](const core::Expr *Outer, llvm::StringRef Name) {
    for (auto &[Place, P] : Passed)
      if (core::equal(Place, Outer))
        return P;
    const core::Type *Ty = Outer->Ty->nonReference();
    Whole |= llvm::any_of(L.LocalRecords, [&](auto &R) { return core::involves(Ty, R.Ty); }) ||
             (Ty->isRecord() && !L.classOf(Ty));
    // What the caller sees is there in the function, too.
    const bool ByValue = Ty->isScalar() && !Outer->Ty->isReference() &&
                         !(Outer->is(ExprKind::Variable) && Outer->Var->Ty->isReference());
    core::Variable *P =
        G->variable(Name, ByValue ? Ty : M.reference(Ty, /*ElementConst=*/isConstant(Outer)),
                    core::Storage::Parameter);
    P->Constant = true;
    G->Params.push_back(P);
    Call->Text += (Passed.empty() ? "$" : ", $") + std::to_string(Call->Operands.size());
    Call->Operands.push_back(Outer);
    if (ByValue && Assigned(Outer)) {
      core::Stmt *Copy = stmt(StmtKind::Declare, Loc);
      Copy->Var = G->variable(Name, Ty);
      Copy->Value = name(P, Loc);
      Copies.add(Copy);
      P = Copy->Var;
    }
    Passed.push_back({Outer, P});
    return P;
  };
  auto Inner = [&](const core::Expr *E) -> const core::Expr * {
    const core::Expr *Root = E;
    while ((Root->is(ExprKind::Member) && Root->operand()->Ty->nonReference()->isRecord()) ||
           Root->is(ExprKind::BaseOf))
      Root = Root->operand();
    if (!Root->is(ExprKind::Variable) || Root->Var->Kind == core::Storage::Global)
      return nullptr;
    if (core::Variable *Own = Mine.lookup(Root->Var))
      return E == Root ? name(Own, Loc) : nullptr;
    if (E != Root && !E->Ty->isScalar())
      return nullptr;
    if (E != Root && !Root->Var->Shadow)
      return nullptr;
    const bool This = Root->Var->Kind == core::Storage::This;
    return name(Parameter(E, E != Root ? E->Text : This ? "self" : Root->Var->Name), Loc);
  };
  core::walk(Body, [&](core::Stmt *S) {
    core::rewrite(M, *S, Inner);
    if (S->Var && !Mine.count(S->Var)) // the result of a call
      S->Var = Parameter(name(S->Var, Loc), S->Var->Name);
    else if (S->Var)
      S->Var = Mine.lookup(S->Var);
  });
  for (core::Variable &V : G->Locals)
    if (core::Variable *Of = V.Counts ? Mine.lookup(V.Counts) : nullptr)
      V.Counts = Of;
  G->Body = std::move(Copies);
  G->Body.Stmts.insert(G->Body.Stmts.end(), Body.Stmts.begin(), Body.Stmts.end());
  FunctionLowering(L, *G).localRecords();
  G->HasBody = true;
  Call->Text += ")";
  End = {"$0", Call, /*Derivative=*/false};
  return !Whole;
}

//===-- Where something throws ----------------------------------------------===//

/// The function that destroys the object with virtual functions to which Pointer leads, seen as an
/// RD; null where there is none.
core::Function *FunctionLowering::destroyerOf(const CXXRecordDecl *RD, const core::Expr *Pointer) {
  const std::vector<const CXXRecordDecl *> Classes =
      RD ? L.concrete(RD) : std::vector<const CXXRecordDecl *>();
  const bool Known = !Classes.empty() && Ctx.getLangOpts().RTTI &&
                     llvm::all_of(Classes, [&](const CXXRecordDecl *Class) {
                       const core::Type *Ty = type(attributes::typeOf(Ctx, Class));
                       return !isLocalClass(Class) && (!Ty->Owns || ownsItsVectors(Ty));
                     });
  if (!Known || !Pointer->Ty->Element->Differentiable)
    return nullptr;
  core::Function *Made = L.destroyer(RD, RD->getLocation());
  return Made->Failed ? nullptr : Made;
}

/// The classes that a function declares have no destructors in its companions. Adds what the one of
/// T frees, where that is numbers to which members of the object at Place lead.
void FunctionLowering::freeMembers(const core::Expr *Place, QualType T,
                                   std::vector<core::Stmt::End> &Ends) {
  const auto *Class = T->getAsCXXRecordDecl();
  const CXXDestructorDecl *D = Class && isLocalClass(Class) ? Class->getDestructor() : nullptr;
  const auto *Body =
      D && D->isUserProvided() ? dyn_cast_or_null<CompoundStmt>(D->getBody()) : nullptr;
  if (!Body || L.classOf(Place->Ty) != Class)
    return;
  auto Member = [](const Expr *E) {
    const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    return M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) ? M->getMemberDecl()
                                                                      : nullptr;
  };
  for (const Stmt *S : Body->body()) {
    const ValueDecl *Asked = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(S); If && !If->getElse() && !If->getInit()) {
      Asked = Member(If->getCond());
      S = Asked ? If->getThen() : S;
    }
    const auto *E = dyn_cast<Expr>(S);
    const auto *Delete = E ? dyn_cast<CXXDeleteExpr>(E->IgnoreImplicit()) : nullptr;
    const auto *Field =
        Delete ? dyn_cast_or_null<FieldDecl>(Member(Delete->getArgument())) : nullptr;
    if (!Field || (Asked && Asked != Field) || !Delete->getDestroyedType()->isArithmeticType())
      continue;
    Ends.push_back({Delete->isArrayForm() ? "delete[] $0" : "delete $0",
                    member(Place, Field, Delete->getBeginLoc()), /*Derivative=*/true});
  }
}

/// What ends the objects that are alive, last made first. Quiet: only those whose destructors
/// change nothing else.
std::vector<core::Stmt::End> FunctionLowering::endsOfObjects(bool Quiet) {
  std::vector<core::Stmt::End> Ends;
  if (InTry || !Tries.empty())
    return Ends;
  auto Add = [&](const auto &Object) {
    const auto &[Place, T] = Object;
    if (T.isNull())
      return Ends.push_back({"::operator delete($0)", Place, /*Derivative=*/true});
    if (!endsByItself(Place, T) || (Quiet && mayHaveEffects(T)))
      return;
    Classes Seen;
    std::string Text = "ad::end($0)";
    if (isOnHeap(Place, T))
      return Ends.push_back({"delete $0", Place->operand(), /*Derivative=*/false,
                             destroyerOf(T->getAsCXXRecordDecl(), Place->operand())});
    if (isSmart(T) && !pointsToArray(T) && Place->Ty->Element->Polymorphic)
      return Ends.push_back({"delete $0", Place, /*Derivative=*/false,
                             destroyerOf(heldBy(T)->getAsCXXRecordDecl(), Place)});
    freeMembers(Place, T, Ends);
    if (isSmart(T))
      Text = pointsToArray(T) ? "delete[] $0" : "delete $0";
    else if (Place->is(ExprKind::BaseOf)) // whose place is written like that of the whole
      Text = "ad::end<" + L.spelling(T) + ">($0)";
    Ends.push_back({Text, Place, allDestroyed(T, Seen, endsDerivatives)});
  };
  for (const Lifetime &Life : llvm::reverse(Lifetimes)) {
    llvm::for_each(llvm::reverse(Life.Objects), Add);
    llvm::for_each(llvm::reverse(Life.Parts), Add);
  }
  return Ends;
}

/// Throw leaves the function: ahead of it the objects that are alive end.
void FunctionLowering::endObjects(core::Stmt *Throw) {
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Throw->Loc);
  const core::Block Effects = effectsOfEnds(0, /*Inside=*/false);
  std::vector<core::Stmt::End> Ends = endsOfObjects(/*Quiet=*/!Effects.empty());
  if (Ends.empty() && Effects.empty())
    return;
  // What the exception is made of is read ahead of that.
  bool Known = true;
  for (const core::Expr *&Read : Throw->Operands) {
    if (Read->is(ExprKind::Literal))
      continue;
    if (Read->Ty->isScalar() && !Read->Ty->isPointer())
      Read = freeze(Read, Loc);
    else if (!Read->is(ExprKind::Variable) || !Read->Ty->is(core::TypeKind::Opaque))
      Known = false;
    if (mayChange(Effects, Read) && !F.Failed)
      error(Loc,
            "cannot differentiate this throw: a destructor that it runs changes what it throws",
            "copy that to a variable of its own, and throw the variable");
  }
  append(Effects);
  if (Known)
    Throw->Ends = std::move(Ends);
}

/// If the function that Call calls throws, the objects that are alive end.
void FunctionLowering::endObjectsUnlessDone(core::Stmt *Call) {
  if (Unwinding || Lifetimes.empty() || !throwsVisibly(Call->Callee))
    return;
  if (InTry)
    return notePassed(TryLifetimes);
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Call->Loc);
  const bool Place = Call->Callee->Result->isReference();
  const core::Block Effects = Tries.empty() ? effectsOfEnds(0, /*Inside=*/false) : core::Block();
  core::Stmt::End Runs;
  if (!Effects.empty() && (Place || !unwinder(Effects, Loc, Runs)))
    return error(Loc,
                 "cannot differentiate this call: it may throw, and a destructor that the "
                 "exception runs changes more than its object",
                 Place ? "return a pointer or a value"
                       : "call it ahead of the object, or declare the class outside of functions");
  if (Place)
    return;
  Call->Ends = endsOfObjects(/*Quiet=*/!Effects.empty());
  if (!Effects.empty())
    Call->Ends.insert(Call->Ends.begin(), Runs);
}

/// What Attempt, of which no handler may catch what it throws, passes by.
void FunctionLowering::endEffectsUnlessCaught(core::Stmt *Attempt) {
  const std::vector<std::string> &Catches = Attempt->Callee->Catches;
  if (Unwinding || (!Catches.empty() && Catches.back() == "..."))
    return;
  if (InTry)
    return notePassed(TryLifetimes);
  const core::Block Effects = effectsOfEnds(0, /*Inside=*/false);
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Attempt->Loc);
  core::Stmt::End Runs;
  if (Effects.empty())
    return;
  if (!unwinder(Effects, Loc, Runs))
    return error(Loc,
                 "cannot differentiate this try block: what it does not catch runs a destructor "
                 "that changes more than its object",
                 "catch all in it, or declare the class outside of functions");
  Attempt->Ends = {Runs};
}

} // namespace ad::lower
