//===- lower/written_globals.cpp - globals that an annotated function writes =//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A global that is written with values that depend on parameters cannot keep its derivative between
// calls. Where the function and all that it calls can be seen, its companion works on a copy whose
// derivative starts at zero and ends with the call:
//  1. the bodies that the function runs are looked at: which globals they write;
//  2. each of these is copied into a local variable on entry;
//  3. what names it, in callees that are written out, means the copy;
//  4. where the function returns, the copy is written back.
// Callees that name it are written out; one that cannot be is an error, since it would see another
// variable (`FunctionLowering::global`).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/AST/DeclFriend.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::StmtKind;

namespace {
/// What a function and its visible callees do with globals.
struct GlobalUses {
  Lowering &L;
  llvm::SetVector<const VarDecl *> Written, Named;
  llvm::SmallPtrSet<const VarDecl *, 4> Elsewhere; ///< named by what is called as it stands
  llvm::SmallPtrSet<const FunctionDecl *, 16> Asked;
  llvm::SmallPtrSet<const FunctionDecl *, 16> Standing; ///< asked as what is called as it stands
  llvm::SmallPtrSet<const VarDecl *, 4> Asking;
  llvm::DenseMap<const VarDecl *, const VarDecl *> Aliases; ///< global -> what leads to it, too
  const VarDecl *Alias = nullptr;                           ///< whose initialiser is looked at
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Given;        ///< to templates of the library
  std::vector<const Stmt *> Bodies;
  bool CallsUnseen = false;

  explicit GlobalUses(Lowering &L) : L(L) {}

  void function(const FunctionDecl *FD, bool AsItStands) {
    const FunctionDecl *Def = nullptr;
    if (isLibrary(FD))
      return;
    if (!FD->hasBody(Def)) {
      CallsUnseen |= !FD->isDefaulted() && !FD->isImplicit();
      return;
    }
    AsItStands |= L.isConstant(FD) || L.keepsState(FD);
    if (Def->isDependentContext() || (AsItStands && !Standing.insert(Def).second) ||
        (!Asked.insert(Def).second && !AsItStands))
      return;
    Bodies.push_back(Def->getBody());
    if (!AsItStands) {
      Usage U;
      U.scan(Def->getBody(), L.Usages);
      for (const ValueDecl *D : U.Modified)
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasGlobalStorage() && !V->isStaticLocal())
          Written.insert(V->getCanonicalDecl());
    }
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
      for (const CXXCtorInitializer *I : CD->inits())
        statement(I->getInit(), AsItStands);
    statement(Def->getBody(), AsItStands);
  }

  /// What a function of the library may call: operators and swaps of the classes it is made for.
  void libraryCall(const FunctionDecl *FD) {
    if (const auto *Args = FD->getTemplateSpecializationArgs())
      given(Args->asArray());
    if (const auto *MD = dyn_cast<CXXMethodDecl>(FD))
      if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(MD->getParent()))
        given(Spec->getTemplateArgs().asArray());
  }

  void given(llvm::ArrayRef<TemplateArgument> Args) {
    for (const TemplateArgument &A : Args)
      if (A.getKind() == TemplateArgument::Pack)
        given(A.getPackAsArray());
      else if (A.getKind() == TemplateArgument::Type && !A.getAsType()->isDependentType())
        given(A.getAsType());
  }

  void given(QualType T) {
    T = T.getNonReferenceType();
    while (T->isPointerType() || T->isArrayType())
      T = T->isPointerType() ? T->getPointeeType()
                             : QualType(T->getArrayElementTypeNoTypeQual(), 0);
    const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
    RD = RD ? RD->getDefinition() : nullptr;
    if (!RD || RD->isLambda() || !Given.insert(RD).second)
      return;
    if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD))
      given(Spec->getTemplateArgs().asArray());
    if (L.Ctx.getSourceManager().isInSystemHeader(RD->getLocation()))
      return;
    auto Calls = [&](const Decl *D) {
      const auto *FD = dyn_cast_or_null<FunctionDecl>(D);
      if (FD && (FD->isOverloadedOperator() || (FD->getIdentifier() && FD->getName() == "swap")))
        function(FD, /*AsItStands=*/true);
    };
    for (const CXXMethodDecl *M : RD->methods())
      Calls(M);
    for (const FriendDecl *F : RD->friends())
      Calls(F->getFriendDecl());
    for (const Decl *D : RD->getDeclContext()->getRedeclContext()->decls())
      if (!L.Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
        Calls(D);
  }

  void statement(const Stmt *S, bool AsItStands) {
    if (!S)
      return;
    const ValueDecl *D = nullptr;
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      D = R->getDecl();
    else if (const auto *Member = dyn_cast<MemberExpr>(S))
      D = Member->getMemberDecl();
    if (const auto *V = dyn_cast_or_null<VarDecl>(D);
        V && V->hasGlobalStorage() && !V->isStaticLocal()) {
      Named.insert(V->getCanonicalDecl());
      if (AsItStands)
        Elsewhere.insert(V->getCanonicalDecl());
      if (Alias)
        Aliases.try_emplace(V->getCanonicalDecl(), Alias);
      // What it leads to is known by another name, too.
      if (!V->getType()->isArithmeticType() && Asking.insert(V->getCanonicalDecl()).second) {
        const VarDecl *Outer = std::exchange(Alias, V);
        statement(V->getAnyInitializer(), /*AsItStands=*/true);
        Alias = Outer;
      }
    }
    if (const auto *FD = dyn_cast_or_null<FunctionDecl>(D)) {
      function(FD, AsItStands);
      if (isLibrary(FD))
        libraryCall(FD);
    }
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S)) // is not among what calls say
      statement(Default->getExpr(), /*AsItStands=*/true);
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && Call->getDirectCallee() && isLibrary(Call->getDirectCallee()))
      for (const Expr *A : Call->arguments())
        if (const auto *R = dyn_cast<DeclRefExpr>(A->IgnoreParenImpCasts()))
          if (const auto *FD = dyn_cast<FunctionDecl>(R->getDecl()))
            function(FD, /*AsItStands=*/true);
    if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
      function(C->getConstructor(), AsItStands);
      if (const auto *Spec =
              dyn_cast<ClassTemplateSpecializationDecl>(C->getConstructor()->getParent());
          Spec && isLibrary(C->getConstructor()))
        given(Spec->getTemplateArgs().asArray());
      if (const CXXDestructorDecl *Gone = C->getConstructor()->getParent()->getDestructor())
        function(Gone, AsItStands);
    }
    for (const Stmt *C : S->children())
      statement(C, AsItStands);
  }
};
} // namespace

/// Whether D is a number, an array of numbers, a plain record or a vector of
/// numbers that may change.
bool FunctionLowering::isPlainMutable(const VarDecl *D) {
  const QualType T = D->getType();
  if (T->isReferenceType() || T.isVolatileQualified() || T.isConstQualified() ||
      Ctx.getBaseElementType(T).isConstQualified() || L.isConstant(D) || !D->getIdentifier())
    return false;
  const RecordDecl *RD = Ctx.getBaseElementType(T)->getAsRecordDecl();
  if (RD && !RD->getIdentifier() && !RD->getTypedefNameForAnonDecl())
    return false; // its class has no name
  const core::Type *Ty = type(T);
  const core::Type *Leaf = Ty;
  while (Leaf->isArray() && !Leaf->IsVector)
    Leaf = Leaf->Element;
  return Leaf->isReal() || Leaf->isInteger() ||
         (Leaf->isRecord() && Leaf->IsBytes && Leaf->TrivialCopy && !Leaf->Owns &&
          !Leaf->IsTagged && !Leaf->Polymorphic && !leadsElsewhere(Leaf)) ||
         (Ty->IsVector && Ty->Element->isScalar() && !core::isDeque(Ty));
}

/// Whether a local variable can stand for D.
bool FunctionLowering::canBeCopied(const VarDecl *D) {
  constexpr int64_t MostBytes = 1 << 16; // arrays on the stack
  const core::Type *Ty = type(D->getType());
  return isPlainMutable(D) && (!Ty->IsVector || Ty->Element->isReal()) &&
         Ctx.getTypeSizeInChars(D->getType()).getQuantity() <= MostBytes;
}

/// Whether memory of the two types may be the same; numbers of different types are not.
static bool mayShare(ASTContext &Ctx, QualType A, QualType B) {
  const QualType First = Ctx.getBaseElementType(A).getCanonicalType().getUnqualifiedType();
  const QualType Second = Ctx.getBaseElementType(B).getCanonicalType().getUnqualifiedType();
  return !First->isArithmeticType() || !Second->isArithmeticType() || First == Second;
}

/// An argument that leads into D would show something else than the copy that the function works on
/// if it writes D; or else may write it, unlike what reads of D in the reverse sweep take for
/// granted: an exception, before anything has happened.
void FunctionLowering::refuseArgumentsIn(const VarDecl *D, const FunctionDecl *FD, bool Written) {
  const SourceLocation Loc = FD->getLocation();
  const core::Type *Ty = type(D->getType());
  for (const ParmVarDecl *P : FD->parameters()) {
    const QualType PT = P->getType();
    const QualType To = PT->isPointerType() || PT->isReferenceType() ? PT->getPointeeType() : PT;
    const core::Expr *Argument = Bindings.lookup(P);
    if (To == PT || To->isIncompleteType() || To->isFunctionType() || !Argument)
      continue;
    if (!Written && Ctx.getBaseElementType(To).isConstQualified())
      continue;
    const bool Vector = type(To)->IsVector && PT->isReferenceType();
    llvm::StringRef Text = "ad::overlap($0, 1, &$1, 1)";
    if (Ty->IsVector && Vector)
      Text = "ad::overlap($0, $1)";
    else if (Ty->IsVector)
      Text = PT->isPointerType() ? "ad::overlap($1, $0, 1)" : "ad::overlap($1, &$0, 1)";
    else if (PT->isReferenceType())
      Text = "ad::overlap(&$0, 1, &$1, 1)";
    if (!Ty->IsVector && (Vector || !mayShare(Ctx, To, D->getType())))
      continue;
    core::Expr *Test = M.expr(core::ExprKind::Opaque, M.boolType(), Argument->Loc);
    Test->Text = Text.str();
    Test->Operands = {Argument, global(D, Loc)};
    core::Stmt *Refuse = stmt(StmtKind::If, Loc);
    Refuse->Value = Test;
    Refuse->Then = capture([&] {
      core::Stmt *Throw = stmt(StmtKind::Opaque, Loc);
      Throw->Text = ("ad::__throw_unknown_target(\"the argument '" + P->getName() +
                     "' leads into the global '" + D->getName() + "', which the function " +
                     (Written ? "writes" : "reads by its name") + "\")")
                        .str();
      Throw->NoReturn = true;
      emit(Throw);
    });
    emit(Refuse);
  }
}

void FunctionLowering::copyWrittenGlobals(const FunctionDecl *FD) {
  GlobalUses All(L);
  All.function(FD, false);
  std::vector<const VarDecl *> Written(All.Written.begin(), All.Written.end());
  llvm::sort(Written, [](const VarDecl *A, const VarDecl *B) {
    return A->getLocation().getRawEncoding() < B->getLocation().getRawEncoding();
  });
  for (const VarDecl *D : Written) {
    if (const VarDecl *Alias = All.Aliases.lookup(D))
      error(FD->getLocation(),
            "cannot differentiate '" + FD->getNameAsString() + "': it writes the global '" +
                D->getNameAsString() + "', to which '" + Alias->getNameAsString() + "' leads, too",
            "read and write it by one name, or pass it as a parameter");
    // Counters that nobody reads are written where they are.
    const bool Needed =
        L.differentiable(D->getType()) ||
        !llvm::all_of(All.Bodies, [D](const Stmt *Body) { return onlyWrites(Body, D); });
    if (!Needed || All.Elsewhere.contains(D) || L.GlobalReads.count(D) || L.GlobalWrites.count(D) ||
        (All.CallsUnseen && D->isExternallyVisible()) || !canBeCopied(D))
      continue;
    const SourceLocation Loc = FD->getLocation();
    const QualType T = D->getType().getUnqualifiedType();
    auto *Copy = VarDecl::Create(Ctx, const_cast<FunctionDecl *>(FD), Loc, Loc,
                                 &Ctx.Idents.get(D->getName().str() + "_here"), T,
                                 Ctx.getTrivialTypeSourceInfo(T, Loc), SC_None);
    auto *Name = DeclRefExpr::Create(Ctx, {}, {}, const_cast<VarDecl *>(D),
                                     /*RefersToEnclosing=*/false, Loc, D->getType(), VK_LValue);
    Copied[D] = nullptr;
    refuseArgumentsIn(D, FD, /*Written=*/true);
    Uses.Modified.insert(Copy);
    if (Uses.Escaping.count(D) || T->isArrayType())
      Uses.Escaping.insert(Copy);
    if (!T->isArrayType())
      L.S.AddInitializerToDecl(Copy, Name, /*DirectInit=*/false);
    variableDecl(Copy);
    const core::Expr *Local = Bindings.lookup(Copy);
    if (!Local || !Local->is(core::ExprKind::Variable)) {
      Copied.erase(D);
      continue;
    }
    if (T->isArrayType())
      assignElement(Local, global(D, Loc), Loc);
    Copied[D] = Local->Var;
    L.GlobalCopies.insert(D);
  }
  for (const VarDecl *D : All.Named)
    if (!All.Written.contains(D) && isPlainMutable(D))
      refuseArgumentsIn(D, FD, /*Written=*/false);
}

void FunctionLowering::writeGlobalsBack(SourceLocation Loc) {
  for (auto [D, Copy] : Copied) {
    if (!Copy)
      continue;
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = Copy->Ty->isArray() && !Copy->Ty->IsVector && !Copy->Ty->IsStdArray
                  ? "__builtin_memcpy($0, $1, sizeof($0))"
                  : "$0 = $1";
    S->Operands = {name(Globals.lookup(D), Loc), name(Copy, Loc)};
    S->Writes = {S->Operands[0]};
    emit(S);
  }
}

/// Whether Def, or what it calls, names a global that is a local variable here.
bool FunctionLowering::touchesCopied(const FunctionDecl *Def) {
  if (Copied.empty())
    return false;
  GlobalUses All(L);
  All.function(Def, false);
  return llvm::any_of(All.Named, [this](const VarDecl *D) { return Copied.count(D); });
}

} // namespace ad::lower
