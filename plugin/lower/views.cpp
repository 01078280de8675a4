//===- lower/views.cpp - loops over pipelines of std::views ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A range-based `for` over views is the loop that they describe:
//
//   for (double y : v | std::views::drop(1) | std::views::filter(p) | std::views::transform(f))
//
// runs over the indices from 1 of v; an element that fails p is skipped, y is f of the others. As
// long as no element may be skipped, take, drop and reverse only choose the indices; behind that,
// they count. Over a map it is the loop over its elements.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/views.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::LoopForm;
using core::StmtKind;

/// Whether D is declared in std::ranges, or in Inner in there.
static bool isInRanges(const NamedDecl *D, llvm::StringRef Inner = {}) {
  const auto *Space = dyn_cast<NamespaceDecl>(D->getDeclContext()->getEnclosingNamespaceContext());
  if (Space && !Inner.empty() && Space->getName() == Inner)
    Space = dyn_cast<NamespaceDecl>(Space->getDeclContext());
  else if (!Inner.empty())
    return false;
  return Space && D->getIdentifier() && Space->getName() == "ranges" && Space->isInStdNamespace();
}

bool isView(const CXXRecordDecl *RD) {
  return RD && isInRanges(RD) && (RD->getName().ends_with("_view") || RD->getName() == "subrange");
}

bool isView(QualType T) { return isView(T.getNonReferenceType()->getAsCXXRecordDecl()); }

/// The name of the adaptor std::views::... that E is; empty for other expressions.
static llvm::StringRef adaptor(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(read(E)->IgnoreParenImpCasts());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && isInRanges(V, "views") ? V->getName() : "";
}

/// The arguments of E, a call of an adaptor, whose name is put into Name. Null: it is none.
static const CXXOperatorCallExpr *adaptorCall(const Expr *E, llvm::StringRef &Name) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(read(E)->IgnoreParenImpCasts());
  if (!Call || Call->getOperator() != OO_Call)
    return nullptr;
  Name = adaptor(Call->getArg(0));
  return Name.empty() ? nullptr : Call;
}

//===-- What a pipeline is made of ----------------------------------------===//

/// Reads E, stage by stage. False: it is no pipeline that is understood.
bool FunctionLowering::readPipeline(const Expr *E, Pipeline &P) {
  E = read(E)->IgnoreParenImpCasts();
  if (const auto *R = dyn_cast<DeclRefExpr>(E); R && isView(E->getType())) {
    auto Known = Pipelines.find(R->getDecl());
    if (Known == Pipelines.end())
      return false;
    P = Known->second;
    return true;
  }
  const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
  if (Op && Op->getOperator() == OO_Pipe) {
    llvm::StringRef Name = adaptor(Op->getArg(1));
    if (!Name.empty())
      return readPipeline(Op->getArg(0), P) && addStage(Name, nullptr, P);
    const CXXOperatorCallExpr *Call = adaptorCall(Op->getArg(1), Name);
    return Call && Call->getNumArgs() == 2 && readPipeline(Op->getArg(0), P) &&
           addStage(Name, Call->getArg(1), P);
  }
  llvm::StringRef Name;
  if (const CXXOperatorCallExpr *Call = adaptorCall(E, Name)) {
    if (Name == "iota")
      return Call->getNumArgs() >= 2 && startAt(Call, P);
    if (Call->getNumArgs() == 3)
      return readPipeline(Call->getArg(1), P) && addStage(Name, Call->getArg(2), P);
    return Call->getNumArgs() == 2 && readPipeline(Call->getArg(1), P) &&
           addStage(Name, nullptr, P);
  }
  return E->isLValue() && !isView(E->getType()) && startIn(E, P);
}

/// `std::views::iota(first, past)`: the numbers themselves.
bool FunctionLowering::startAt(const CXXOperatorCallExpr *E, Pipeline &P) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getArg(1)->getType().getNonReferenceType().getUnqualifiedType();
  P.Element = T;
  P.Index = type(T);
  if (!P.Index->isInteger() ||
      (E->getNumArgs() == 3 && !Ctx.hasSameUnqualifiedType(T, E->getArg(2)->getType())))
    return false;
  llvm::SmallVector<const Expr *, 2> Args(E->arg_begin() + 1, E->arg_end());
  auto Values = valuesOf(Args);
  P.First = freeze(convert(P.Index, Values[0], false, Loc), Loc, "first");
  if (Values.size() == 2)
    P.Past = freeze(convert(P.Index, Values[1], false, Loc), Loc, "past");
  return true;
}

/// The type that the class RD calls Name; null if there is none.
static QualType memberTypedef(const RecordDecl *RD, llvm::StringRef Name) {
  for (const Decl *D : RD->decls())
    if (const auto *T = dyn_cast<TypedefNameDecl>(D); T && T->getName() == Name)
      return T->getUnderlyingType().getCanonicalType();
  return {};
}

/// The elements of the container E, by index; those of a map as they come.
bool FunctionLowering::startIn(const Expr *E, Pipeline &P) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType();
  const RecordDecl *RD = T->getAsRecordDecl();
  bool Const = T.isConstQualified();
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    P.Element = A->getElementType();
  else if (RD && (isStdVector(RD) || isStdArray(RD) || isStdDeque(RD)))
    P.Element = Const ? heldBy(T).withConst() : heldBy(T);
  else if (RD && isHandleRecord(RD) && RD->getIdentifier() && RD->getName() == "span")
    P.Element = heldBy(T);
  else if (!RD || !isStdMap(RD))
    return false;
  const core::Expr *Range = expr(E);
  P.Index = M.integer("std::size_t", Ctx.getTypeSize(Ctx.getSizeType()), true);
  if (RD && isStdMap(RD)) {
    const auto Entry = memberTypedef(RD, "value_type");
    if (Entry.isNull() || !Range->Ty->IsMap || !core::isPlace(Range))
      return false;
    P.Element = Const ? Entry.withConst() : Entry;
    P.Iterator = memberTypedef(RD, Const ? "const_iterator" : "iterator");
    auto *Outer = std::exchange(Frozen, ScopeFrozen);
    P.Range = freezePlace(Range, Loc);
    Frozen = Outer;
    P.IsMap = P.Skips = true;
    return true;
  }
  P.First = literal("0", P.Index, Loc);
  if (Range->Ty->Mutable) {
    auto [Data, Size] = handleParts(Range, Loc);
    P.Range = freeze(Data, Loc, "elements");
    P.Past = freeze(Size, Loc, "length");
    return true;
  }
  if (!Range->Ty->isArray() || !core::isPlace(Range))
    return false;
  auto *Outer = std::exchange(Frozen, ScopeFrozen);
  P.Range = freezePlace(Range, Loc);
  Frozen = Outer;
  P.Past = sizeOf(P.Range, Loc);
  return true;
}

/// Adds the adaptor Name, Given its argument. False: it is not understood there.
bool FunctionLowering::addStage(llvm::StringRef Name, const Expr *Given, Pipeline &P) {
  if (Name == "all" || Name == "common")
    return true;
  if (Name == "reverse") {
    P.Backwards = !P.Backwards;
    return !P.Skips && P.Past;
  }
  Stage S;
  if (Name == "keys" || Name == "values") {
    S.Kind = Stage::Part;
    S.Number = Name == "values";
    P.Stages.push_back(S);
    return true;
  }
  if (!Given)
    return false;
  SourceLocation Loc = Given->getExprLoc();
  if (Name == "take" || Name == "drop") {
    S.Kind = Name == "take" ? Stage::Take : Stage::Drop;
    S.Count = freeze(convert(P.Index, value(Given), false, Loc), Loc, "count");
    if (!P.Skips)
      return chooseIndices(S, P, Loc);
  } else if (Name == "transform" || Name == "filter" || Name == "take_while") {
    S.Kind = Name == "transform" ? Stage::Transform
             : Name == "filter"  ? Stage::Filter
                                 : Stage::TakeWhile;
    const Expr *Called = read(Given)->IgnoreParenImpCasts();
    S.Called = Called;
    if (!Called->getType()->isMemberPointerType()) {
      const Closure *C = closure(Given);
      if (!C || C->isObject() || (C->Lambda && isMutable(C->Lambda)))
        return false;
      S.Called = asVariable(C, Loc);
    }
    P.Skips |= S.Kind != Stage::Transform;
  } else {
    return false;
  }
  P.Stages.push_back(S);
  return true;
}

/// take and drop, where every index is an element.
bool FunctionLowering::chooseIndices(const Stage &S, Pipeline &P, SourceLocation Loc) {
  bool Take = S.Kind == Stage::Take;
  const core::Expr *Number = S.Count;
  if (P.Past) {
    bool Zero = P.First->is(ExprKind::Literal) && P.First->Text == "0";
    const core::Expr *Length = Zero ? P.Past : binary("-", P.Past, P.First, P.Index, Loc);
    core::Expr *Least = M.expr(ExprKind::Conditional, P.Index, Loc.getRawEncoding());
    Least->Operands = {binary("<", Number, Length, M.boolType(), Loc), Number, Length};
    Number = freeze(Least, Loc, "count");
  }
  if (P.Backwards)
    (Take ? P.First : P.Past) =
        freeze(binary("-", P.Past, Number, P.Index, Loc), Loc, Take ? "first" : "past");
  else
    (Take ? P.Past : P.First) =
        freeze(binary("+", P.First, Number, P.Index, Loc), Loc, Take ? "past" : "first");
  return true;
}

/// `auto w = v | std::views::...`: w is a name for the pipeline. False: D is something else.
bool FunctionLowering::declareView(const VarDecl *D) {
  if (!isView(D->getType()) || D->getType()->isReferenceType() || !D->getInit() ||
      (D->getType()->getAsRecordDecl()->getName() == "subrange" &&
       isa<CallExpr>(read(D->getInit()))))
    return false;
  Pipeline P;
  if (!readPipeline(D->getInit(), P)) {
    if (!F.Failed)
      error(D->getLocation(), "cannot differentiate these views",
            "write the loop, or copy the elements into a std::vector");
    return true;
  }
  if (P.Range && P.Stages.empty() && P.Past)
    P.Past = freeze(P.Past, D->getLocation(), "length");
  Pipelines[D] = P;
  return true;
}

//===-- The loop ----------------------------------------------------------===//

/// What the stage S makes of Element, which it changes along with its type T. Null after an error.
const core::Expr *FunctionLowering::callStage(const Stage &S, const core::Expr *Element,
                                              QualType &T, SourceLocation Loc) {
  const core::Expr *Place =
      core::isPlace(Element)
          ? Element
          : name(declare("element", type(T.getUnqualifiedType()), Element, true, Loc), Loc);
  Expr *Given = const_cast<Expr *>(standsFor(Place, T, Loc));
  Expr *Called = const_cast<Expr *>(S.Called);
  Sema::SFINAETrap Quiet(L.S);
  ExprResult Call = ExprError();
  if (!Called->getType()->isMemberPointerType()) {
    Call = L.S.BuildCallExpr(nullptr, Called, Loc, Given, Loc);
  } else {
    Call = L.S.BuildBinOp(nullptr, Loc, BO_PtrMemD, Given, Called);
    if (Call.isUsable() && Called->getType()->isMemberFunctionPointerType())
      Call = L.S.BuildCallExpr(nullptr, Call.get(), Loc, {}, Loc);
  }
  if (!Call.isUsable()) {
    error(Loc, "cannot differentiate these views", "write the loop");
    return nullptr;
  }
  T = Call.get()->getType();
  return Call.get()->isGLValue() ? expr(Call.get()) : value(Call.get());
}

/// Whether B changes more than variables of its own.
static bool changesMore(core::Block &B) {
  llvm::DenseSet<const core::Variable *> Own;
  core::walk(B, [&](core::Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      Own.insert(S->Var);
  });
  auto IsOwn = [&](const core::Expr *Place) { return Own.contains(core::rootVariable(Place)); };
  bool More = false;
  core::walk(B, [&](core::Stmt *S) {
    More |= S->WritesUnknown || (S->Target && !IsOwn(S->Target)) || !llvm::all_of(S->Writes, IsOwn);
    if (S->is(StmtKind::Call))
      More |= llvm::any_of(S->Callee->Params, [](const core::Variable *P) {
        return (P->Ty->isPointer() || P->Ty->isReference()) && !P->Ty->ElementConst;
      });
  });
  return More;
}

/// The body of S, for an Element that has come as far as the stage number I.
void FunctionLowering::runStages(const CXXForRangeStmt *S, const Pipeline &P, size_t I,
                                 const core::Expr *Element, QualType T) {
  SourceLocation Loc = S->getForLoc();
  if (I == P.Stages.size()) {
    beginLifetime();
    bindElement(S->getLoopVariable(), Element);
    statement(S->getBody());
    return endLifetime();
  }
  const Stage &Each = P.Stages[I];
  auto Leave = [&](const core::Expr *Where) {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Where;
    If->Then.add(stmt(StmtKind::Break, Loc));
    emit(If);
  };
  auto Count = [&] {
    core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
    Up->Target = name(Each.Counter, Loc);
    Up->Value = literal("1", M.intType(), Loc);
    return Up;
  };
  if (Each.Kind == Stage::Transform) {
    const core::Expr *Made = nullptr;
    core::Block Calling = capture([&] { Made = callStage(Each, Element, T, Loc); });
    // A stage that tests what it is given asks for it anew.
    bool Again = llvm::any_of(llvm::drop_begin(P.Stages, I + 1), [](const Stage &Later) {
      return Later.Kind == Stage::Filter || Later.Kind == Stage::TakeWhile;
    });
    if (Again && changesMore(Calling))
      error(Loc,
            "cannot differentiate these views: a transform that changes something is called more "
            "than once for an element",
            "write the loop");
    append(Calling);
    if (Made)
      runStages(S, P, I + 1, Made, T);
    return;
  }
  if (Each.Kind == Stage::Part) {
    const auto *Pair = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
    if (!core::isPlace(Element))
      Element = name(declare("element", Element->Ty, Element, true, Loc), Loc);
    if (!Pair || !isLibraryRecord(Pair) || Pair->getName() != "pair" ||
        Element->Ty->Fields.size() != 2)
      return error(Loc, "cannot differentiate these views", "write the loop");
    const QualType Of = partTypes(Pair)[Each.Number];
    return runStages(S, P, I + 1, part(Element, Each.Number),
                     T.isConstQualified() ? Of.withConst() : Of);
  }
  if (Each.Kind == Stage::Take) {
    Leave(binary(">=", name(Each.Counter, Loc), Each.Count, M.boolType(), Loc));
    emit(Count());
    return runStages(S, P, I + 1, Element, T);
  }
  if (!core::isPlace(Element))
    Element = name(declare("element", type(T.getUnqualifiedType()), Element, true, Loc), Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  if (Each.Kind == Stage::Drop) {
    If->Value = binary("<", name(Each.Counter, Loc), Each.Count, M.boolType(), Loc);
    If->Then.add(Count());
    If->Else = capture([&] { runStages(S, P, I + 1, Element, T); });
    return emit(If);
  }
  QualType Result = T;
  const core::Expr *Holds = callStage(Each, Element, Result, Loc);
  if (!Holds)
    return;
  Holds = convert(M.boolType(), Holds, false, Loc);
  if (Each.Kind == Stage::TakeWhile) {
    Leave(negate(Holds, Loc));
    return runStages(S, P, I + 1, Element, T);
  }
  If->Value = Holds;
  If->Then = capture([&] { runStages(S, P, I + 1, Element, T); });
  emit(If);
}

/// S, if it is a loop over views.
bool FunctionLowering::overViews(const CXXForRangeStmt *S) {
  const Expr *Init = S->getRangeInit();
  if (!isView(Init->getType()))
    return false;
  SourceLocation Loc = S->getForLoc();
  Pipeline P;
  if (!readPipeline(Init, P)) {
    if (!F.Failed)
      error(Loc, "cannot differentiate a loop over these views",
            "write it with an index, or copy the elements into a std::vector");
    return true;
  }
  for (Stage &Each : P.Stages)
    if (Each.Kind == Stage::Take || Each.Kind == Stage::Drop) {
      Each.Counter = declare(Each.Kind == Stage::Take ? "taken" : "dropped", P.Index,
                             literal("0", P.Index, Loc), false, Loc);
      Changing.insert(Each.Counter);
    }
  if (P.IsMap) {
    mapRange(S, P.Range, P.Iterator,
             [&](const core::Expr *Entry) { runStages(S, P, 0, Entry, P.Element); });
    return true;
  }
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  Loop->Form = LoopForm::For;
  core::Variable *Index = nullptr;
  Loop->Init = capture([&] {
    Index = declare(P.Range ? "k" : plainName(S->getLoopVariable(), "k"), P.Index,
                    P.Backwards ? P.Past : P.First, false, Loc);
  });
  Changing.insert(Index);
  const core::Expr *At = name(Index, Loc);
  core::Stmt *Step = stmt(StmtKind::Accumulate, Loc);
  Step->Target = At;
  const core::Expr *One = literal("1", M.intType(), Loc);
  Step->Value = P.Backwards ? unary("-", One, M.intType(), Loc) : One;
  if (P.Past)
    Loop->Value = P.Backwards ? binary(">", At, P.First, M.boolType(), Loc)
                              : binary("<", At, P.Past, M.boolType(), Loc);
  Loop->Then = capture([&] {
    if (P.Backwards)
      emit(Step);
    runStages(S, P, 0, P.Range ? subscript(P.Range, At, Loc) : At, P.Element);
  });
  if (!P.Backwards)
    Loop->Step.add(Step);
  emit(Loop);
  return true;
}

} // namespace ad::lower
