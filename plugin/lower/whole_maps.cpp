//===- lower/whole_maps.cpp - maps declared, copied, moved and filled -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What is done to a map as a whole (maps.cpp has what is done to its elements). A copy is made
// element by element, so that the derivative's is. `std::map<std::string, double> m(list)`, where
// a parameter is the list, and the same of the ends of an array or vector of pairs, are loops that
// insert one element after the other.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Declared, copied and moved ---------------------------------------===//

void FunctionLowering::declareMap(core::Variable *V, SourceLocation Loc) {
  V->Const = false;
  Changing.insert(V);
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  emit(S);
}

/// A statement that changes the map Operands[0], and which elements it has.
void FunctionLowering::changeMap(llvm::StringRef Text, llvm::StringRef Followed,
                                 llvm::StringRef Kept, llvm::ArrayRef<const core::Expr *> Operands,
                                 SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = Text.str();
  S->Followed = Followed.str();
  S->Kept = Kept.str();
  S->Operands.assign(Operands.begin(), Operands.end());
  S->Writes = {Operands[0]};
  emit(S);
}

/// A new map, to be filled by what makes it.
const core::Expr *FunctionLowering::newMap(const core::Type *Ty, SourceLocation Loc) {
  core::Variable *V = F.variable("values", Ty);
  V->Loc = Loc.getRawEncoding();
  declareMap(V, Loc);
  SpareMaps.insert(V);
  return name(V, Loc);
}

/// The safety net: Core's assignments and declarations do not copy maps.
void FunctionLowering::refuseCopiesOfMaps() {
  std::function<bool(const core::Expr *)> Copies = [&](const core::Expr *E) {
    if (!core::holdsMap(E->Ty->nonReference()) || E->Ty->isPointer())
      return false;
    // What a constructor makes, its assignments say again (records.cpp).
    return !E->is(ExprKind::Opaque) &&
           (!E->is(ExprKind::Braces) || llvm::any_of(E->Operands, Copies));
  };
  for (const core::Variable &V : F.Locals)
    if (V.Kind == core::Storage::Local && core::holdsMap(V.Ty) && V.Ty->Polymorphic)
      error(SourceLocation::getFromRawEncoding(V.Loc ? V.Loc : F.Loc),
            "cannot differentiate a variable of type '" + core::spell(V.Ty) +
                "', which holds a map",
            "use maps by themselves, or classes without virtual functions");
  core::walk(F.Body, [&](core::Stmt *S) {
    bool Sets = S->is(StmtKind::Declare) || S->is(StmtKind::Assign) || S->is(StmtKind::Return);
    bool Result = S->is(StmtKind::Call) && S->Var && core::holdsMap(S->Var->Ty);
    if (Result || (Sets && S->Value && S->Value->Ty && Copies(S->Value)))
      error(SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc),
            "cannot differentiate this copy of an object that holds a map",
            "pass it by reference, or copy its members one by one");
  });
}

/// The elements of From become those of To, which is empty: pointers lead to them still.
void FunctionLowering::takeMap(const core::Expr *To, const core::Expr *From, SourceLocation Loc) {
  changeMap("$0.swap($1)", "$0.swap($1)", "", {To, From}, Loc);
  Out->Stmts.back()->Writes.push_back(From);
}

/// The elements of From are copied one by one, so that their derivatives are.
void FunctionLowering::copyMap(const core::Expr *To, const core::Expr *From, SourceLocation Loc,
                               bool Takes) {
  if (To->Ty->nonReference()->Owns)
    return error(Loc,
                 "cannot differentiate this use of a '" + To->Ty->nonReference()->Spelling + "'",
                 "move it from a variable, or fill it element by element");
  if (From->is(ExprKind::Braces) && From->Operands.empty())
    return changeMap("$0.clear()", "$0.clear()", "ad::clear_kept($1, $0)", {To}, Loc);
  if (Takes && From->is(ExprKind::Variable) && From->Ty == To->Ty && SpareMaps.erase(From->Var)) {
    changeMap("$0.swap($1)", "$0.swap($1)", "", {To, From}, Loc);
    Out->Stmts.back()->Writes.push_back(From);
    return;
  }
  if (!core::isPlace(From) || From->Ty != To->Ty)
    return error(Loc, "cannot differentiate this copy of a '" + To->Ty->Spelling + "'",
                 "copy a variable, or fill the map element by element");
  From = freezePlace(From, Loc);
  To = freezePlace(To, Loc);
  changeMap("$0 = $1", "ad::copy_keys($0, $1)", "ad::copy_keys($2, $0, $1)", {To, From}, Loc);
  overMap(From, /*Const=*/true, Loc, [&](const core::Expr *At) {
    auto Element = [&](const core::Expr *Of, llvm::StringRef Text, llvm::StringRef Found,
                       bool Const) {
      core::Expr *E =
          const_cast<core::Expr *>(opaque(Text, M.pointer(To->Ty->Mapped, Const), {Of, At}, Loc));
      E->Followed = Found.str();
      E->ReadsMemory = true;
      return dereference(name(declare("entry", E->Ty, E, true, Loc), Loc), Loc);
    };
    if (To->Ty->Smart)
      return assign(smartEntry(To, At, "&*$0.find($1->first)", "&*$0.find($1->first)", false, Loc),
                    smartEntry(From, At, "&*$1", "&*$0.find($1->first)", true, Loc), Loc);
    const core::Expr *Source = Element(From, "&$1->second", "&$0.find($1->first)->second", true);
    const core::Expr *Copy =
        Element(To, "&$0.find($1->first)->second", "&$0.find($1->first)->second", false);
    assign(Copy, Source, Loc);
  });
}

/// Goes through Map: Body is given the iterator. Const: one that changes nothing.
void FunctionLowering::overMap(const core::Expr *Map, bool Const, SourceLocation Loc,
                               llvm::function_ref<void(const core::Expr *)> Body) {
  const std::string C = Const ? "c" : "";
  const core::Type *Iterator =
      M.opaque(Map->Ty->nonReference()->Spelling + (Const ? "::const_iterator" : "::iterator"));
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  core::Variable *It = nullptr;
  Loop->Init = capture([&] {
    It = declare("it", Iterator, opaque("$0." + C + "begin()", Iterator, {Map}, Loc), false, Loc);
  });
  const core::Expr *At = name(It, Loc);
  Loop->Value = opaque("$0 != $1." + C + "end()", M.boolType(), {At, Map}, Loc);
  const_cast<core::Expr *>(Loop->Value)->ReadsMemory = true;
  core::Stmt *Step = stmt(StmtKind::Opaque, Loc);
  Step->Text = "++$0";
  Step->Operands = Step->Writes = {At};
  Loop->Step.add(Step);
  Loop->Then = capture([&] { Body(At); });
  emit(Loop);
}

//===-- Filled -----------------------------------------------------------===//

/// `{{"a", x}, {"b", y}}`
void FunctionLowering::insertAll(const core::Expr *Map, const Expr *E) {
  const auto *List = dyn_cast<CXXStdInitializerListExpr>(E->IgnoreImplicit());
  const auto *Inits = List ? dyn_cast<InitListExpr>(List->getSubExpr()->IgnoreImplicit()) : nullptr;
  SourceLocation Loc = E->getExprLoc();
  if (!Inits)
    return error(Loc, "cannot differentiate how this '" + Map->Ty->Spelling + "' is filled",
                 "insert its elements one by one");
  // All of them are made before the first is inserted.
  std::vector<Part> Parts;
  for (const Expr *I : Inits->inits())
    Parts.push_back({[this, I] { return value(I); }, false});
  for (const core::Expr *V : inOrder(Parts)) {
    if (!V->is(ExprKind::Braces) && !core::isPlace(V))
      V = freeze(V, Loc, "object");
    bool Made = V->is(ExprKind::Braces);
    if (Made ? V->Operands.size() < 2 : V->Ty->Fields.size() != 2)
      return error(Loc, "cannot differentiate how this '" + Map->Ty->Spelling + "' is filled",
                   "insert its elements one by one");
    const core::Expr *Key = Made ? V->operand(0) : part(V, 0);
    insertOnce(Map, newKey(Key, Loc), Made ? V->operand(1) : part(V, 1), Loc);
  }
}

/// Whether a T is a pair whose second part can become an element of Map.
static bool isEntryOf(const core::Type *Map, const core::Type *T) {
  return T && T->isRecord() && T->Fields.size() == 2 && T->Fields[1].Ty == Map->Mapped;
}

/// Inserts Count pairs, from First on, into Map.
void FunctionLowering::insertEach(const core::Expr *Map, const core::Expr *First,
                                  const core::Expr *Count, SourceLocation Loc) {
  First = freeze(First, Loc, "first");
  Count = freeze(Count, Loc, "count");
  countUp(literal("0", M.intType(), Loc), Count, Loc, [&](const core::Expr *K) {
    const core::Expr *Each = subscript(First, K, Loc);
    insertOnce(Map, newKey(part(Each, 0), Loc), part(Each, 1), Loc);
  });
}

/// Inserts what Args name, a list or the ends of an array. False: they are something else.
bool FunctionLowering::insertFrom(const core::Expr *Map, llvm::ArrayRef<const Expr *> Args,
                                  SourceLocation Loc) {
  const core::Type *Of = Map->Ty;
  if (Of->Smart || Of->Owns || Args.empty())
    return false;
  const core::Type *Given = type(Args[0]->getType())->nonReference();
  if (Args.size() == 1 && Given->Mutable) {
    auto [Data, Size] = handleParts(value(read(Args[0])), Loc);
    if (!Data->Ty->isPointer() || !isEntryOf(Of, Data->Ty->Element))
      return false;
    insertEach(Map, Data, Size, Loc);
    return true;
  }
  if (Args.size() != 2 || !Given->isPointer() || !isEntryOf(Of, Given->Element) ||
      type(Args[1]->getType())->nonReference() != Given)
    return false;
  std::vector<const core::Expr *> Ends = valuesOf({Args[0], Args[1]});
  insertEach(Map, Ends[0], distance(Ends[0], Ends[1], Loc), Loc);
  return true;
}

//===-- Constructed ------------------------------------------------------===//

const core::Expr *FunctionLowering::constructMap(const CXXConstructExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  if (!Into) {
    Into = F.variable("values", Ty);
    Into->Loc = Loc.getRawEncoding();
    SpareMaps.insert(Into);
  }
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  const core::Expr *Map = name(Into, Loc);
  if (Args.empty() || (Args.size() == 1 && Args[0]->getType()->isIntegerType())) {
    declareMap(Into, Loc);
    return Map;
  }
  if (E->getConstructor()->isCopyOrMoveConstructor()) {
    const Expr *From = read(Args[0]);
    if (const auto *Made = dyn_cast<CXXConstructExpr>(From); Made && type(Made->getType()) == Ty)
      return constructMap(Made, Into);
    const core::Expr *Place = expr(From);
    declareMap(Into, Loc);
    if (E->getConstructor()->isMoveConstructor() && givesUp(From) && core::isPlace(Place) &&
        Place->Ty == Ty)
      takeMap(Map, checkWritten(Place, Loc), Loc);
    else
      copyMap(Map, Place, Loc, From->isPRValue());
    return Map;
  }
  declareMap(Into, Loc);
  if (isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit())) {
    insertAll(Map, Args[0]);
    return Map;
  }
  if (insertFrom(Map, Args, Loc))
    return Map;
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
        "insert its elements one by one");
  return Map;
}

} // namespace ad::lower
