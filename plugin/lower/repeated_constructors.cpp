//===- lower/repeated_constructors.cpp - objects that constructors make ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where a class cannot be declared without running a user's constructor, that constructor makes the
// object (Opaque) and its assignments are repeated on the fields: they say where each field comes
// from, and change nothing. So it must change nothing else but what it is given by reference, of
// which it gets a copy, and what it has allocated, appended or put into maps is taken back before
// that is said again.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/overloads.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether all that CD does with its parameter P is to move it into a member.
static bool movesOnce(const CXXConstructorDecl *CD, const ParmVarDecl *P) {
  const FunctionDecl *Def = nullptr;
  if (!CD->hasBody(Def))
    return false;
  unsigned Index = P->getFunctionScopeIndex(), Moves = 0;
  P = Def->getParamDecl(Index);
  for (const CXXCtorInitializer *I : cast<CXXConstructorDecl>(Def)->inits()) {
    const auto *C = dyn_cast<CXXConstructExpr>(I->getInit()->IgnoreImplicit());
    const auto *Call =
        C && C->getNumArgs() ? dyn_cast<CallExpr>(C->getArg(0)->IgnoreImplicit()) : nullptr;
    const auto *Named = Call && Call->getNumArgs() == 1 && isStd(Call->getDirectCallee(), "move") &&
                                I->isAnyMemberInitializer() &&
                                C->getType().getCanonicalType() == P->getType().getCanonicalType()
                            ? dyn_cast<DeclRefExpr>(Call->getArg(0)->IgnoreImplicit())
                            : nullptr;
    Moves += Named && Named->getDecl() == P;
  }
  unsigned Mentions = countMentions(Def->getBody(), P);
  for (const CXXCtorInitializer *I : cast<CXXConstructorDecl>(Def)->inits())
    Mentions += countMentions(I->getInit(), P);
  return Moves == 1 && Mentions == 1;
}

/// Whether all that a call of F does is to compute: it may run twice.
static bool onlyComputes(Lowering &L, const core::Function &F) {
  const auto *FD = static_cast<const FunctionDecl *>(F.Origin);
  return FD && L.isPure(FD);
}

/// Whether CD changes what its parameter number I refers to, a number, a pointer or a plain record,
/// as `Layer(const double *&at, int n) : w(at, at + n) { at += n; }` does, and keeps no reference
/// to it.
static bool movesOn(Lowering &L, const CXXConstructorDecl *CD, unsigned I) {
  const FunctionDecl *Def = nullptr;
  const QualType T = CD->getParamDecl(I)->getType();
  if (!T->isLValueReferenceType() || T->getPointeeType().isConstQualified() || !CD->hasBody(Def))
    return false;
  const QualType To = T->getPointeeType();
  const core::Type *Ty = L.type(To);
  const bool Plain = Ty->isRecord() && Ty->IsBytes && !Ty->IsTagged && !Ty->Polymorphic;
  if (!To->isArithmeticType() && !To->isPointerType() && !Plain) // iterators are pointers in Core
    return false;
  Usage U;
  U.scan(Def->getBody(), L.Usages);
  for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Def)->inits())
    U.scan(Init->getInit(), L.Usages);
  const ParmVarDecl *P = Def->getParamDecl(I);
  return U.Modified.contains(P) && !U.Escaping.contains(P);
}

/// Whether Place is one of Places, or a part of one.
static bool isPartOf(const core::Expr *Place, llvm::ArrayRef<const core::Expr *> Places) {
  for (;; Place = Place->operand()) {
    if (llvm::any_of(Places, [&](const core::Expr *Each) { return core::equal(Place, Each); }))
      return true;
    if (!Place->is(ExprKind::Member) && !Place->is(ExprKind::BaseOf))
      return false;
  }
}

/// Whether B writes to anything that is neither part of Object nor a variable of its own, nor in
/// one of Places.
static bool writesElsewhere(Lowering &L, core::Block &B, const core::Expr *Object,
                            llvm::DenseSet<const core::Variable *> Own,
                            llvm::ArrayRef<const core::Expr *> Places = {}) {
  llvm::DenseSet<const core::Variable *> Inside;
  Own.insert(core::rootVariable(Object));
  if (const core::Expr *Pointer = core::rootPointer(Object); Pointer && !core::rootVariable(Object))
    Inside.insert(Pointer->Var); // an object behind it
  core::walk(B, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Own.insert(S->Var);
  });
  // Pointers to elements of its own maps, and to what a std::shared_ptr in it will own.
  core::walk(B, [&](core::Stmt *S) {
    if (S->Value && !S->Value->Followed.empty() &&
        Own.contains(core::rootVariable(S->Value->operand())))
      Inside.insert(S->Var);
    if (S->is(StmtKind::Opaque) && S->Operands.size() > 1 &&
        S->Operands[0]->is(ExprKind::Variable) && holdsShared(S->Operands[0]->Var) &&
        S->Operands[1]->is(ExprKind::Variable))
      Inside.insert(S->Operands[1]->Var);
  });
  bool Elsewhere = false;
  auto IsOwn = [&](const core::Variable *V) {
    return Own.contains(V) || (V && V->Counts && Own.contains(V->Counts));
  };
  core::walk(B, [&](core::Stmt *S) {
    Elsewhere |= (S->is(StmtKind::Call) && !onlyComputes(L, *S->Callee)) || S->WritesUnknown;
    const core::Expr *Pointer = S->Target ? core::rootPointer(S->Target) : nullptr;
    if (S->Target &&
        !(Pointer && Pointer->is(ExprKind::Variable) && Inside.contains(Pointer->Var)) &&
        !isPartOf(S->Target, Places))
      Elsewhere |= !IsOwn(core::rootVariable(S->Target));
    for (const core::Expr *W : S->Writes) {
      const core::Expr *At = core::rootPointer(W);
      Elsewhere |= !(At && At->is(ExprKind::Variable) && Inside.contains(At->Var)) &&
                   !Own.contains(core::rootVariable(W));
    }
  });
  return Elsewhere;
}

/// The objects in the array Target are made by their default constructor.
void FunctionLowering::constructElements(const core::Expr *Target, const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = Target->Ty;
  core::Block Body = capture([&] {
    countUp(literal("0", M.intType(), Loc), literal(std::to_string(Ty->Extent), M.intType(), Loc),
            Loc, [&](const core::Expr *K) {
              const core::Expr *Element = subscript(Target, K, Loc);
              const bool Rows =
                  Element->Ty->isArray() && !Element->Ty->IsVector && !Element->Ty->IsStdArray;
              return Rows ? constructElements(Element, E) : constructInto(Element, E);
            });
  });
  if (writesElsewhere(L, Body, Target, {}))
    error(Loc,
          "cannot differentiate the constructor of '" +
              L.qualifiedName(E->getConstructor()->getParent()) +
              "', which changes more than its object",
          "make these changes in a function of their own");
  append(Body);
}

/// The std::initializer_list that the hole Number, its elements or where they are, is passed as.
std::string FunctionLowering::listText(const core::Expr *Elements, unsigned Number,
                                       SourceLocation Loc) {
  const std::string Hole = "$" + std::to_string(Number);
  if (!Elements->Ty->isArray() || Elements->Ty->IsVector || Elements->Ty->Extent > 64) {
    error(Loc, "cannot differentiate this constructor, which is passed a std::initializer_list",
          "write the elements in braces, or pass it a std::vector");
    return Hole;
  }
  std::string Text = "{";
  for (uint64_t I = 0; I < Elements->Ty->Extent; ++I)
    Text += (I ? ", " : "") + Hole + "[" + std::to_string(I) + "]";
  return Text + "}";
}

/// `T(a, b)`, an object of type Ty made by its constructor. The arguments are evaluated once, for
/// the constructor and for its assignments.
core::Expr *FunctionLowering::constructorCall(const CXXConstructExpr *E, const core::Type *Ty) {
  SourceLocation Loc = E->getExprLoc();
  const CXXConstructorDecl *CD = E->getConstructor();
  std::vector<Part> Parts;
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    Parts.push_back(argument(E->getArg(I), I < CD->getNumParams() ? CD->getParamDecl(I) : nullptr,
                             /*Ends=*/false));
  std::vector<const core::Expr *> Values = inOrder(Parts);
  core::Expr *Call = M.expr(ExprKind::Opaque, Ty, Loc.getRawEncoding());
  std::string Text = Ty->Spelling + "(";
  for (unsigned I = 0; I < Values.size(); ++I) {
    const core::Expr *V = Values[I];
    if (!V->is(ExprKind::Literal) && !core::isPlace(V))
      V = freeze(V, Loc);
    if (V->Ty->isRecord() &&
        llvm::any_of(V->Ty->Fields, [](const auto &F) { return holdsUnfollowedUnique(F.Ty); }))
      error(Loc,
            "cannot differentiate this move of an object of type '" + V->Ty->Spelling +
                "', with a std::unique_ptr to what carries no derivatives",
            "let the object stay where it is, or hold by value what the pointer leads to");
    // What it changes is another one's, so that the assignments find what there was.
    const core::Expr *Given = V;
    if (I < CD->getNumParams() && core::isPlace(V) && movesOn(L, CD, I)) {
      core::Variable *Copy = declare("given", V->Ty->nonReference(), V, /*Const=*/false, Loc);
      Copy->Constant = Copy->AddressTaken = true;
      Changing.insert(Copy);
      Given = name(Copy, Loc);
    }
    Call->Operands.push_back(Given);
    std::string Hole = "$" + std::to_string(I);
    if (I < CD->getNumParams()) {
      Prepared[E->getArg(I)] = V;
      if (QualType T = CD->getParamDecl(I)->getType(); isShared(T)) {
        if (!V->is(ExprKind::Literal))
          Hole = "ad::borrow(" + Hole + ")";
      } else if (choosesOverload(CD, V)) {
        Hole = "static_cast<" + core::spell(V->Ty) + ">(" + Hole + ")";
      } else if (isSmart(T)) {
        if (T->isReferenceType() || !movesOnce(CD, CD->getParamDecl(I)))
          error(Loc,
                "cannot differentiate this constructor of '" + L.spelling(E->getType()) +
                    "', which does more with a smart pointer than to keep it",
                "take it by value and move it into a member, 'm(std::move(p))'");
        Hole = L.spelling(T.getUnqualifiedType()) + "(" + Hole + ")";
      } else if (isElementList(T)) {
        Hole = listText(V, I, Loc);
      }
    }
    Text += (I ? ", " : "") + Hole;
  }
  Call->Text = Text + ")";
  Call->ReadsMemory = true;
  return Call;
}

/// The library's objects at Place that Core does not look into, and to which a constructor may have
/// added something, are as they were before that.
void FunctionLowering::emptyObjects(const core::Expr *Place, SourceLocation Loc) {
  const core::Type *T = Place->Ty;
  if (T->isArray() && !T->IsVector) {
    core::Block Each = capture([&] {
      countUp(literal("0", M.intType(), Loc), sizeOf(Place, Loc), Loc,
              [&](const core::Expr *K) { emptyObjects(subscript(Place, K, Loc), Loc); });
    });
    if (!Each.Stmts.back()->Then.empty())
      append(Each);
    return;
  }
  if (T->isRecord() && !T->IsMap && !T->IsTagged) {
    for (const core::Field &Fd : T->Fields)
      if (!Fd.Const)
        emptyObjects(part(Place, Fd), Loc);
    return;
  }
  if (!T->is(core::TypeKind::Opaque) || !losesByMove(T))
    return;
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "$0 = " + T->Spelling + "()";
  S->Operands = S->Writes = {Place};
  emit(S);
}

/// The pointers in the object at Target that Body sets to what it allocates, and to nothing else:
/// what they hold so far, the constructor has allocated before. Those that Body sets in branches
/// alone may hold anything, and what it frees again is gone.
void FunctionLowering::giveBackFirst(const core::Expr *Target, core::Block &Body,
                                     SourceLocation Loc) {
  llvm::DenseMap<const core::Variable *, const core::Expr *> Values;
  core::walk(Body, [&](core::Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value)
      Values[S->Var] = S->Value;
  });
  auto Source = [&](const core::Expr *E) {
    for (;;) {
      if (E->is(ExprKind::AddressOf) || E->is(ExprKind::BaseOf) || E->is(ExprKind::Dereference))
        E = E->operand();
      else if (const core::Expr *Value =
                   E->is(ExprKind::Variable) ? Values.lookup(E->Var) : nullptr)
        E = Value;
      else
        return E;
    }
  };
  // The object may go by other names inside of loops.
  std::function<bool(const core::Expr *, const core::Expr *)> Same = [&](const core::Expr *A,
                                                                         const core::Expr *B) {
    if (A->Kind == B->Kind && (A->is(ExprKind::Member) || A->is(ExprKind::BaseOf)))
      return A->Text == B->Text && A->Ty == B->Ty && Same(A->operand(), B->operand());
    if (A->is(ExprKind::Dereference) && B->is(ExprKind::Dereference))
      return core::equal(Source(A), Source(B));
    return core::equal(A, B);
  };
  llvm::DenseSet<const core::Stmt *> Always; // not in branches and loops
  std::function<void(core::Block &)> Straight = [&](core::Block &B) {
    for (core::Stmt *S : B.Stmts) {
      Always.insert(S);
      if (S->is(StmtKind::Block))
        Straight(S->Then);
    }
  };
  Straight(Body);
  // What Body allocates for Part, if that is all that it sets it to; null otherwise.
  auto Allocated = [&](const core::Expr *Part) -> const core::Expr * {
    const core::Expr *New = nullptr;
    bool Others = false, Set = false, Kept = true;
    core::walk(Body, [&](core::Stmt *S) {
      if (S->is(StmtKind::Assign) && Same(S->Target, Part)) {
        const core::Expr *From = Source(S->Value);
        New = From->Allocates ? From : New;
        Others |= !From->Allocates && !From->is(ExprKind::Literal);
        Set |= Always.contains(S);
        Kept = true;
      } else if (S->Frees) {
        const core::Expr *Gone = S->Operands.back(), *From = Source(Gone);
        Kept &= From != New && !Same(Gone, Part);
      }
    });
    return Set && Kept && !Others ? New : nullptr;
  };
  llvm::SmallPtrSet<const core::Expr *, 4> Seen; // what several lead to is given back once
  std::function<void(const core::Expr *)> GiveBack = [&](const core::Expr *Place) {
    for (const core::Field &Fd : Place->Ty->Fields) {
      const core::Expr *Part = part(Place, Fd);
      const core::Expr *New =
          Part->Ty->isPointer() && !Fd.Shared && !Fd.Reference ? Allocated(Part) : nullptr;
      if (New && Seen.insert(New).second) {
        const llvm::StringRef Made = New->Text; // what it is given are operands
        const bool Array = Made.starts_with("new ") ? Made.split('(').first.contains('[')
                                                    : Made.contains("operator new[]");
        core::Stmt *S = stmt(StmtKind::Opaque, Loc);
        S->Text = Made.contains("alloc(") ? "std::free($0)" : Array ? "delete[] $0" : "delete $0";
        S->Operands = {Part};
        emit(S);
      } else if (Part->Ty->isRecord() && !Part->Ty->IsMap && !Part->Ty->IsTagged) {
        GiveBack(Part);
      }
    }
  };
  GiveBack(Target);
}

/// Whether B puts elements into Map.
static bool fills(core::Block &B, const core::Expr *Map) {
  bool Fills = false;
  core::walk(B, [&](core::Stmt *S) {
    Fills |= S->Value && core::inserts(S->Value) && core::equal(S->Value->operand(), Map);
    Fills |= !S->Followed.empty() &&
             llvm::any_of(S->Operands, [&](const core::Expr *Of) { return core::equal(Of, Map); });
  });
  return Fills;
}

/// What the constructor that has made the object at Target assigns, said again.
void FunctionLowering::repeatConstructor(const core::Expr *Target, const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::DenseSet<const core::Variable *> Given; // smart pointers, which it empties
  for (unsigned I = 0; I < E->getNumArgs() && I < E->getConstructor()->getNumParams(); ++I)
    if (const core::Expr *V = Prepared.lookup(E->getArg(I));
        V && isSmart(E->getConstructor()->getParamDecl(I)->getType()))
      Given.insert(core::rootVariable(V));
  if (E->getConstructor()->isMoveConstructor() && givesUp(E->getArg(0)))
    if (const core::Expr *From = Prepared.lookup(E->getArg(0)))
      Given.insert(core::rootVariable(From)); // which it leaves as a move does
  Given.erase(nullptr);
  auto AlsoGiven = [&](const core::Expr *V, unsigned Number) {
    for (unsigned I = 0; I < E->getNumArgs() && I < E->getConstructor()->getNumParams(); ++I)
      if (const core::Expr *Other = Prepared.lookup(E->getArg(I));
          Other && I != Number && core::isPlace(Other) &&
          E->getConstructor()->getParamDecl(I)->getType()->isReferenceType() &&
          (isPartOf(Other, V) || isPartOf(V, Other)))
        return true;
    return false;
  };
  std::vector<const core::Expr *> Moved; // of which the constructor was given copies
  for (unsigned I = 0; I < E->getNumArgs() && I < E->getConstructor()->getNumParams(); ++I)
    if (const core::Expr *V = Prepared.lookup(E->getArg(I));
        V && core::isPlace(V) && movesOn(L, E->getConstructor(), I) && !AlsoGiven(V, I))
      Moved.push_back(V);
  core::Block Body = capture([&] {
    core::forEachVector(M, Target, [&](const core::Expr *Vector) { // to be filled again
      resize(Vector, "$0.clear()", {}, nullptr, literal("0", M.intType(), Loc), Loc);
    });
    emptyObjects(Target, Loc);
    constructInto(Target, E);
  });
  core::Block Emptied = capture([&] {
    core::forEachContainer(M, Target, [&](const core::Expr *Part) {
      if (Part->Ty->IsMap && fills(Body, Part))
        changeMap("$0.clear()", "$0.clear()", "ad::clear_kept($1, $0)", {Part}, Loc);
    });
  });
  Body.Stmts.insert(Body.Stmts.begin(), Emptied.Stmts.begin(), Emptied.Stmts.end());
  giveBackFirst(Target, Body, Loc);
  if (writesElsewhere(L, Body, Target, std::move(Given), Moved))
    error(Loc,
          "cannot differentiate the constructor of '" + L.spelling(E->getType()) +
              "', which changes more than its object",
          "make these changes in a function of their own");
  append(Body);
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    Prepared.erase(E->getArg(I));
}

} // namespace ad::lower
