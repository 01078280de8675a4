//===- lower/held_functions.cpp - functions that come and go --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A std::function, or a container of them, that is a member or variable and is set or filled
// wherever the program likes: by methods, by other functions, in branches and loops.
//  1. At first it is taken for one that only the block changes in which it is declared. Then what
//     it holds is known at every place, and costs nothing at run time.
//  2. If the body turns out to change it elsewhere, it is lowered again (Lowering::lowerBody), and
//     numbers say what it holds: a variable for a function, a vector for a vector of functions.
//     What lambdas captured by copy lies beside them.
//
//   struct Subject { std::vector<std::function<void(double)>> seen; ... };
//   for (double w : weights)
//     s.onStep([w, &sum](double t) { sum += w * t; });
//
//     which of them    std::vector<int> seen_which;    seen_which.push_back(0)
//     captures         std::vector<double> seen_w;     seen_w.resize(n + 1); seen_w[n] = w
//
//  3. In the end, each change of the first kind must stand in that block, and for the second kind,
//     no loop may call what it changes later on, and what is captured by reference must be there
//     for as long as the list (checkFunctionLists).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Beginning -----------------------------------------------------------===//

/// What Of, a variable or member, holds from here on.
std::shared_ptr<FunctionList> FunctionLowering::beginList(const ValueDecl *Of, SourceLocation Loc) {
  auto List = std::make_shared<FunctionList>();
  List->Of = Of;
  List->Begin = Loc;
  List->Mark = stmt(StmtKind::Block, Loc);
  emit(List->Mark);
  HeldLists.push_back(List);
  return List;
}

/// List is changed here, or asked what it holds.
void FunctionLowering::noteEvent(FunctionList &List, bool Changes, SourceLocation Loc) {
  core::Stmt *Mark = stmt(StmtKind::Block, Loc);
  emit(Mark);
  List.Events.push_back({Mark, List.Functions.size(), Changes});
}

/// A std::function that holds what Init says, or nothing where there is no Init. Null: that is not
/// known.
std::shared_ptr<FunctionList>
FunctionLowering::beginFunction(const ValueDecl *Of, const Closure *First, SourceLocation Loc) {
  std::shared_ptr<FunctionList> List = beginList(Of, Loc);
  List->IsSingle = true;
  if (!L.Coming.contains(Of)) {
    List->Functions.push_back(First);
    return List;
  }
  List->Which = declare(plainName(Of, "function").str() + "_which", M.intType(),
                        literal("-1", M.intType(), Loc), false, Loc);
  Changing.insert(List->Which);
  List->MayBeEmpty = true;
  return First->Empty || change(*List, First, Loc) ? List : nullptr;
}

/// Declares D, if it is a std::function.
bool FunctionLowering::declareComingFunction(const VarDecl *D) {
  const Expr *Init = D->getInit();
  if (!isStdFunction(D->getType()) || !Init)
    return false;
  const Closure *C = givenFunction(Init);
  std::shared_ptr<FunctionList> List = C ? beginFunction(D, C, D->getLocation()) : nullptr;
  if (List)
    FunctionLists[D] = List;
  return List != nullptr;
}

/// The reference D stands for the function or container that Init names, if that comes and goes.
bool FunctionLowering::bindListed(const ValueDecl *D, const Expr *Init) {
  std::shared_ptr<FunctionList> List;
  if (const MemberExpr *Member = followedMember(Init))
    List = listOf(Member);
  else if (const auto *R = dyn_cast<DeclRefExpr>(Init->IgnoreParenImpCasts()))
    if (auto Known = FunctionLists.find(R->getDecl()); Known != FunctionLists.end())
      List = Known->second;
  if (List)
    FunctionLists[D] = List;
  return List != nullptr;
}

/// The numbers of what a vector of functions holds.
void FunctionLowering::beginNumbers(FunctionList &List, SourceLocation Loc) {
  List.Beside.push_back(besideList(List, "which", M.intType(), List.Of->getType(), true, Loc));
}

/// A variable that lies beside List: a Ty, which the program calls T, or, where it is IsVector, one
/// for each element.
core::Variable *FunctionLowering::besideList(FunctionList &List, llvm::StringRef Name,
                                             const core::Type *Ty, QualType T, bool IsVector,
                                             SourceLocation Loc) {
  const std::string Full = (plainName(List.Of, "functions") + "_" + Name).str();
  core::Variable *V = nullptr;
  core::Block B = capture([&] {
    if (IsVector) {
      const core::Type *All = M.stdVector("std::vector<" + core::spell(Ty) + ">", Ty);
      V = F.variable(Full, All);
      V->Loc = Loc.getRawEncoding();
      Declared.insert(V);
      declareVector(V, All, nullptr, literal("0", sizeType(), Loc), Loc);
    } else if (Ty->isScalar()) {
      V = declare(Full, Ty, zero(Ty, Loc), false, Loc);
    } else {
      V = withoutValue(T, Full, Loc);
    }
  });
  Changing.insert(V);
  List.Own.insert(V);
  List.Mark->Then.Stmts.insert(List.Mark->Then.Stmts.end(), B.Stmts.begin(), B.Stmts.end());
  return V;
}

/// A copy of what From holds now.
std::shared_ptr<FunctionList> FunctionLowering::copyList(const FunctionList &From,
                                                         SourceLocation Loc) {
  if (From.grows())
    return nullptr;
  if (From.IsSingle)
    return beginFunction(From.Of, heldNow(const_cast<FunctionList &>(From), Loc), Loc);
  std::shared_ptr<FunctionList> List = beginList(From.Of, Loc);
  List->IsMap = From.IsMap;
  List->IsOfElements = From.IsOfElements;
  List->Keys = From.Keys;
  List->KeyType = From.KeyType;
  for (const Closure *C : From.Functions)
    List->Functions.push_back(copyOf(C, Loc));
  for (const auto &Each : From.Lists) {
    List->Lists.push_back(copyList(*Each, Loc));
    if (!List->Lists.back())
      return nullptr;
  }
  return List;
}

//===-- Captures ------------------------------------------------------------===//

/// C, and what it has captured in turn, with other captures by copy: Of says which.
const Closure *FunctionLowering::withCaptures(
    const Closure *C,
    llvm::function_ref<const core::Expr *(const Closure *, const ValueDecl *, const core::Expr *)>
        Of) {
  llvm::DenseMap<const Closure *, Closure *> Made;
  std::function<const Closure *(const Closure *)> Copy = [&](const Closure *From) {
    if (Closure *Known = Made.lookup(From))
      return Known;
    OwnedClosures.push_back(std::make_unique<Closure>(*From));
    Closure *To = Made[From] = OwnedClosures.back().get();
    // In the order of the text, whatever the order of the map.
    llvm::SmallVector<const ValueDecl *, 4> Captured;
    for (auto &[D, Held] : To->Copies)
      if (!To->References.contains(D))
        Captured.push_back(D);
    llvm::sort(Captured, [](const ValueDecl *A, const ValueDecl *B) {
      return A->getLocation().getRawEncoding() < B->getLocation().getRawEncoding();
    });
    for (const ValueDecl *D : Captured)
      To->Copies[D] = Of(From, D, To->Copies[D]);
    for (auto &[D, Inner] : To->Inner)
      Inner = Copy(Inner);
    return To;
  };
  return Copy(C);
}

/// Whether among C and what it has captured two functions were made of one lambda that captures:
/// what they captured would lie in one place.
static bool repeatsLambda(const Closure *C) {
  llvm::SmallPtrSet<const Closure *, 4> Seen;
  llvm::SmallPtrSet<const LambdaExpr *, 4> Lambdas;
  std::function<bool(const Closure *)> Repeats = [&](const Closure *Of) {
    if (!Seen.insert(Of).second)
      return false;
    const bool Again = Of->Lambda && !Of->Copies.empty() && !Lambdas.insert(Of->Lambda).second;
    return Again || llvm::any_of(Of->Inner, [&](auto &Each) { return Repeats(Each.second); }) ||
           llvm::any_of(Of->Choices, Repeats);
  };
  return Repeats(C);
}

/// Whether a Ty can lie beside a list as it is.
static bool canBeKept(const core::Type *Ty, bool IsVector) {
  if (IsVector)
    return numberLiesBeside(Ty);
  if (Ty->IsVector)
    return !Ty->Owns && Ty->Element->isReal();
  return Ty->isScalar() || objectLiesBeside(Ty);
}

static bool mentionsVariables(const core::Expr *E) {
  bool Any = false;
  core::walk(E, [&](const core::Expr *X) {
    Any |= X->is(ExprKind::Variable) && X->Var->Kind != core::Storage::Global;
    return !Any;
  });
  return Any;
}

/// C as one of List's, with captures that lie beside it. Element: its number there, of a vector.
const Closure *FunctionLowering::kept(FunctionList &List, const Closure *C,
                                      const core::Expr *Element, SourceLocation Loc) {
  return withCaptures(C, [&](const Closure *Of, const ValueDecl *D, const core::Expr *Held) {
    if (!mentionsVariables(Held) || !canBeKept(Held->Ty, Element))
      return Held;
    core::Variable *&V = List.Kept[{Of->Lambda, D}];
    if (!V)
      V = besideList(List, plainName(D, "captured"), Held->Ty,
                     D->getType().getNonReferenceType().getUnqualifiedType(), Element, Loc);
    const core::Expr *Place = name(V, Loc);
    if (!Element) {
      assign(Place, Held, Loc);
      return Place;
    }
    const core::Expr *N = binary("+", Element, literal("1", M.intType(), Loc), sizeType(), Loc);
    resize(Place, "$0.resize($1)", {N}, nullptr, N, Loc);
    assign(subscript(Place, Element, Loc), Held, Loc);
    return Place; // withElement makes it the element that is called
  });
}

/// Whether two closures are the same function whoever calls it.
static bool isSame(const Closure *A, const Closure *B) {
  auto Bare = [](const Closure *C) {
    return !C->isObject() && C->Copies.empty() && C->Inner.empty() && !C->This;
  };
  if (A->Empty || B->Empty)
    return A->Empty && B->Empty;
  return Bare(A) && Bare(B) && A->Lambda == B->Lambda &&
         (!A->Function || !B->Function
              ? A->Function == B->Function
              : A->Function->getCanonicalDecl() == B->Function->getCanonicalDecl());
}

/// The number of C among the functions of List.
unsigned FunctionLowering::numberOf(FunctionList &List, const Closure *C) {
  const auto Known = llvm::find_if(List.Functions, [C](const Closure *F) { return isSame(F, C); });
  const unsigned Number = Known - List.Functions.begin();
  if (Known == List.Functions.end())
    List.Functions.push_back(C);
  return Number;
}

//===-- Changing ------------------------------------------------------------===//

/// The function that E is made of, or none.
const Closure *FunctionLowering::givenFunction(const Expr *E) {
  if (E->getType()->isNullPtrType())
    return noFunction();
  const Expr *Object = heldObject(passedOn(E));
  return Object ? functionObject(Object) : closureOrEmpty(E);
}

/// What List, one function, holds is C from here on. False: that is not followed.
bool FunctionLowering::change(FunctionList &List, const Closure *C, SourceLocation Loc) {
  if (!List.Which) {
    List.Functions.assign(1, C);
    noteEvent(List, /*Changes=*/true, Loc);
    return true;
  }
  const core::Expr *Number = literal("-1", M.intType(), Loc);
  if (!C->Choices.empty()) {
    const size_t First = List.Functions.size();
    for (unsigned I = 0; I < C->Choices.size(); ++I) {
      const Closure *Each = C->Choices[I];
      if (Each->isObject() || (Each->Lambda && isMutable(Each->Lambda)) || repeatsLambda(Each))
        return false;
      // What several made of one lambda captured lies in one place: that of the chosen one does.
      core::Stmt *If = stmt(StmtKind::If, Loc);
      If->Value =
          binary("==", C->Which, literal(std::to_string(I), M.intType(), Loc), M.boolType(), Loc);
      If->Then = capture([&] { List.Functions.push_back(kept(List, Each, nullptr, Loc)); });
      if (!If->Then.empty())
        emit(If);
    }
    Number = First ? binary("+", C->Which, literal(std::to_string(First), M.intType(), Loc),
                            M.intType(), Loc)
                   : C->Which;
    Number = convert(M.intType(), Number, /*Explicit=*/false, Loc);
    if (C->MayBeEmpty && First) {
      core::Expr *Choice = M.expr(ExprKind::Conditional, M.intType(), Loc.getRawEncoding());
      Choice->Operands = {binary("<", C->Which, literal("0", M.intType(), Loc), M.boolType(), Loc),
                          C->Which, Number};
      Number = Choice;
    }
  } else if (C->Object) {
    QualType T = C->Object->getType();
    if (!canBeKept(type(T), false))
      return false;
    core::Variable *V = besideList(List, "called", type(T), T.getUnqualifiedType(), false, Loc);
    assign(name(V, Loc), expr(C->Object), Loc);
    OwnedClosures.push_back(std::make_unique<Closure>());
    OwnedClosures.back()->Object = standsFor(name(V, Loc), T, Loc);
    Number = literal(std::to_string(List.Functions.size()), M.intType(), Loc);
    List.Functions.push_back(OwnedClosures.back().get());
  } else if (!C->Empty) {
    if (C->isObject() || C->CopiesThis || (C->Lambda && isMutable(C->Lambda)) || repeatsLambda(C))
      return false;
    const unsigned I = numberOf(List, kept(List, C, nullptr, Loc));
    Number = literal(std::to_string(I), M.intType(), Loc);
  }
  assign(name(List.Which, Loc), Number, Loc);
  noteEvent(List, /*Changes=*/true, Loc);
  return true;
}

/// What Given makes comes to List, a vector. False: that is not followed.
bool FunctionLowering::append(FunctionList &List, const Expr *Given) {
  SourceLocation Loc = Given->getExprLoc();
  const Closure *C = List.grows() ? closureOrEmpty(Given) : givenFunction(Given);
  return C && append(List, C, Loc);
}

bool FunctionLowering::append(FunctionList &List, const Closure *C, SourceLocation Loc) {
  if (!List.grows()) {
    List.Functions.push_back(C);
    noteEvent(List, /*Changes=*/true, Loc);
    return true;
  }
  if (C->isObject() || C->CopiesThis || (C->Lambda && isMutable(C->Lambda)) || repeatsLambda(C))
    return false;
  const core::Expr *Numbers = name(List.Beside[0], Loc);
  const core::Expr *At = freeze(sizeOf(Numbers, Loc), Loc, "at");
  const unsigned I = numberOf(List, kept(List, C, At, Loc));
  appendElement(Numbers, literal(std::to_string(I), M.intType(), Loc), Loc);
  noteEvent(List, /*Changes=*/true, Loc);
  return true;
}

/// Members of List, a vector, that change it. False: that is not followed.
bool FunctionLowering::changeList(FunctionList &List, const CXXMemberCallExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Name = E->getMethodDecl()->getName();
  if ((Name == "push_back" || Name == "emplace_back") && E->getNumArgs() == 1)
    return append(List, E->getArg(0));
  const bool Clears = Name == "clear";
  if (!Clears && Name != "pop_back")
    return false;
  if (List.grows()) {
    const core::Expr *Numbers = name(List.Beside[0], Loc);
    const core::Expr *N = literal("0", M.intType(), Loc);
    if (!Clears)
      N = binary("-", sizeOf(Numbers, Loc), literal("1", M.intType(), Loc), sizeType(), Loc);
    resize(Numbers, "$0.resize($1)", {N}, nullptr, N, Loc);
  } else if (Clears) {
    List.Functions.clear();
  } else if (List.Functions.empty()) {
    return false;
  } else {
    List.Functions.pop_back();
  }
  noteEvent(List, /*Changes=*/true, Loc);
  return true;
}

//===-- Asking --------------------------------------------------------------===//

/// What List, one function, holds here.
const Closure *FunctionLowering::heldNow(FunctionList &List, SourceLocation Loc) {
  if (!List.Which)
    return List.Functions[0];
  noteEvent(List, /*Changes=*/false, Loc);
  return List.Functions.empty() ? noFunction() : asClosure(List, Loc);
}

/// The element of List, a vector that numbers stand for, at Index, which does not change.
const Closure *FunctionLowering::numberedElement(FunctionList &List, const core::Expr *Index,
                                                 SourceLocation Loc) {
  noteEvent(List, /*Changes=*/false, Loc);
  OwnedClosures.push_back(std::make_unique<Closure>());
  Closure *Made = OwnedClosures.back().get();
  if (List.Functions.empty()) {
    Made->Empty = true;
    return Made;
  }
  for (const Closure *Each : List.Functions)
    Made->Choices.push_back(
        withCaptures(Each, [&](const Closure *Of, const ValueDecl *D, const core::Expr *Held) {
          core::Variable *V = List.Kept.lookup({Of->Lambda, D});
          return V ? subscript(name(V, Loc), Index, Loc) : Held;
        }));
  Made->Which = freeze(subscript(name(List.Beside[0], Loc), Index, Loc), Loc, "which");
  return Made;
}

/// A condition: E holds a function. Null where what E holds is not known.
const core::Expr *FunctionLowering::testFunction(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  auto Known = [&](bool Holds) { return literal(Holds ? "true" : "false", M.boolType(), Loc); };
  if (std::optional<bool> Holds = holdsFunction(E))
    return Known(*Holds);
  if (!isStdFunction(E->getType()) || !isKnownFunction(E))
    return nullptr;
  const Closure *C = closureOrEmpty(E);
  if (!C)
    return nullptr;
  std::function<const core::Expr *(const Closure *)> Test = [&](const Closure *C) {
    if (!C->Which)
      return Known(!C->Empty);
    auto And = [&](const core::Expr *A, const core::Expr *B) {
      return A->is(ExprKind::Literal) ? B : binary("&&", A, B, M.boolType(), Loc);
    };
    const core::Expr *Holds = Known(true);
    if (C->MayBeEmpty)
      Holds = binary(">=", C->Which, literal("0", M.intType(), Loc), M.boolType(), Loc);
    for (size_t I = 0; I < C->Choices.size(); ++I) {
      const core::Expr *Each = Test(C->Choices[I]);
      if (Each->is(ExprKind::Literal) && Each->Text == "true")
        continue;
      const core::Expr *Other =
          binary("!=", C->Which, literal(std::to_string(I), M.intType(), Loc), M.boolType(), Loc);
      Holds =
          And(Holds,
              Each->is(ExprKind::Literal) ? Other : binary("||", Other, Each, M.boolType(), Loc));
    }
    return Holds;
  };
  return Test(C);
}

/// The same for what is compared with nullptr: one of two operands.
const core::Expr *FunctionLowering::testAgainstNone(const Expr *Left, const Expr *Right) {
  auto None = [](const Expr *E) {
    return isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E->IgnoreParenImpCasts());
  };
  return None(Left) == None(Right)
             ? nullptr
             : testFunction((None(Left) ? Right : Left)->IgnoreParenImpCasts());
}

/// As the library does where there is no function to call.
void FunctionLowering::throwNoFunction(SourceLocation Loc) {
  core::Stmt *Throw = stmt(StmtKind::Opaque, Loc);
  Throw->Text = "throw std::bad_function_call()";
  Throw->NoReturn = true;
  emit(Throw);
}

//===-- At the end ----------------------------------------------------------===//

namespace {
/// Where the statements of a body stand.
struct Nesting {
  struct Place {
    const core::Block *In = nullptr;
    const core::Stmt *Around = nullptr; ///< the innermost loop
  };
  llvm::DenseMap<const core::Stmt *, Place> Of;
  llvm::DenseMap<const core::Variable *, const core::Block *> Declares;
  llvm::DenseMap<const core::Block *, const core::Block *> Outer;
  llvm::DenseMap<const core::Stmt *, const core::Stmt *> OuterLoop;

  void look(core::Block &B, const core::Block *Parent, const core::Stmt *Loop) {
    Outer[&B] = Parent;
    for (core::Stmt *S : B.Stmts) {
      Of[S] = {&B, Loop};
      if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
        Declares[S->Var] = &B;
      const core::Stmt *Inside = Loop;
      if (S->is(StmtKind::Loop)) {
        OuterLoop[S] = Loop;
        Inside = S;
      }
      core::forEachBlock(*S, [&](core::Block &C) { look(C, &B, Inside); });
    }
  }

  /// Whether what is declared in A is there in B.
  bool encloses(const core::Block *A, const core::Block *B) const {
    while (B && B != A)
      B = Outer.lookup(B);
    return A && B;
  }
  bool isIn(const core::Stmt *S, const core::Stmt *Loop) const {
    const core::Stmt *Around = Of.lookup(S).Around;
    while (Around && Around != Loop)
      Around = OuterLoop.lookup(Around);
    return Around != nullptr;
  }
};
} // namespace

/// Calls Look with all that C has captured: places, and values that lie elsewhere.
static void forEachCapture(const Closure *C, llvm::DenseSet<const Closure *> &Seen,
                           llvm::function_ref<void(const core::Expr *)> Look) {
  if (!C || !Seen.insert(C).second)
    return;
  if (C->This)
    Look(C->This);
  if (C->Which)
    Look(C->Which);
  for (const auto &[D, Held] : C->Copies)
    Look(Held);
  for (const auto &[D, Inner] : C->Inner)
    forEachCapture(Inner, Seen, Look);
  for (const Closure *Each : C->Choices)
    forEachCapture(Each, Seen, Look);
}

/// What is done at At, in the loop where List changes later on, or where what a function in it
/// captured may be gone, cannot be followed.
void FunctionLowering::refuseList(const FunctionList &List, const core::Stmt *At, bool InLoop) {
  if (F.Failed)
    return;
  const std::string Name = plainName(List.Of, "this").str();
  const bool One = List.IsSingle;
  error(SourceLocation::getFromRawEncoding(At->Loc),
        "cannot differentiate through '" + Name + "': " +
            (InLoop ? One ? "the loop that calls it sets it later on"
                          : "the loop that calls what is in it fills it later on"
                    : "what a function in it captured is not there for as long"),
        InLoop ? One ? "set it ahead of the call" : "fill it ahead of the calls"
               : "capture numbers by copy");
}

/// Step 3 of the comment on top.
void FunctionLowering::checkFunctionLists() {
  if (HeldLists.empty())
    return;
  Nesting Where;
  Where.look(F.Body, nullptr, nullptr);
  llvm::DenseSet<const core::Stmt *> Marks;
  for (const auto &List : HeldLists) {
    const core::Block *Home = Where.Of.lookup(List->Mark).In;
    if (!Home)
      continue;
    for (const FunctionEvent &E : List->Events)
      Marks.insert(E.Mark);
    // Nobody asks for the keys of a map whose lists go by numbers.
    const bool Numbers =
        List->Which || List->grows() || (List->IsMap && L.Coming.contains(List->Of));
    if (!Numbers) {
      for (const FunctionEvent &E : List->Events)
        if (const core::Block *In = Where.Of.lookup(E.Mark).In;
            E.Changes && In && In != Home && !goesByNumbers(*List) && !F.Failed)
          refuseFunctionList(SourceLocation::getFromRawEncoding(E.Mark->Loc));
      continue;
    }
    for (const FunctionEvent &Change : List->Events) {
      // A loop in which a call comes before a change: it may meet what it does not know.
      const core::Stmt *Loop = Where.Of.lookup(Change.Mark).Around;
      for (; Change.Changes && Loop && !Where.isIn(List->Mark, Loop);
           Loop = Where.OuterLoop.lookup(Loop))
        for (const FunctionEvent &Use : List->Events)
          if (!Use.Changes && Use.Known < Change.Known && Where.isIn(Use.Mark, Loop))
            refuseList(*List, Use.Mark, /*InLoop=*/true);
    }
    for (size_t I = 0; I < List->Functions.size(); ++I) {
      llvm::DenseSet<const Closure *> Seen;
      forEachCapture(List->Functions[I], Seen, [&](const core::Expr *Held) {
        core::walk(Held, [&](const core::Expr *X) {
          if (!X->is(ExprKind::Variable) || X->Var->Kind != core::Storage::Local ||
              List->Own.contains(X->Var))
            return true;
          const core::Block *At = Where.Declares.lookup(X->Var);
          if (Where.encloses(At, Home))
            return true;
          // A variable itself, captured by reference: who calls the function sees the same one.
          const bool Named = List->Which && Held == X;
          for (const FunctionEvent &Use : List->Events)
            if (!Named || (!Use.Changes && Use.Known > I &&
                           !Where.encloses(At, Where.Of.lookup(Use.Mark).In)))
              refuseList(*List, Use.Mark, /*InLoop=*/false);
          return true;
        });
      });
    }
  }
  core::changeBlocks(F.Body, [&](core::Block &B) {
    std::vector<core::Stmt *> All;
    for (core::Stmt *S : B.Stmts) {
      const bool Begins = llvm::any_of(HeldLists, [S](auto &List) { return List->Mark == S; });
      if (Begins)
        All.insert(All.end(), S->Then.Stmts.begin(), S->Then.Stmts.end());
      else if (!Marks.contains(S))
        All.push_back(S);
    }
    B.Stmts.assign(All.begin(), All.end());
    return false;
  });
}

/// Whether List can be followed by numbers instead: it is, when the body is lowered again.
bool FunctionLowering::goesByNumbers(const FunctionList &List) {
  const QualType T = List.Of->getType();
  if (List.IsOfElements) {
    L.ComingElements.insert(List.Of);
    return true;
  }
  if (!List.IsSingle && !isVectorOfFunctions(T) && !isTableOfLists(T))
    return false;
  L.Coming.insert(List.Of);
  return true;
}

} // namespace ad::lower
