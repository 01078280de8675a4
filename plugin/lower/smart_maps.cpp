//===- lower/smart_maps.cpp - maps of smart pointers ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The map stays what it is; Core sees the pointer in a value as the second part of its entry, which
// is a smart pointer (Field::Smart). What is shared lives until the function ends; what a
// std::unique_ptr holds is deleted by statements, where the value is replaced, erased, or ends with
// its map. The library never sees a pointer that it would delete: it is taken out of the value
// before the value goes (ad/map.h).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The type of the values in maps of type T.
static QualType mappedBy(QualType T) {
  const auto *RD = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD->getTemplateArgs()[1].getAsType();
}

/// The pointer in the value of Map to whose entry Text leads, Followed that of a derivative; At is
/// the second hole of both.
const core::Expr *FunctionLowering::smartEntry(const core::Expr *Map, const core::Expr *At,
                                               llvm::StringRef Text, llvm::StringRef Followed,
                                               bool Const, SourceLocation Loc) {
  const core::Type *Pair = entryType(Map->Ty);
  core::Expr *E = M.expr(ExprKind::Opaque, M.pointer(Pair, Const), Loc.getRawEncoding());
  E->Text = Text.str();
  E->Followed = Followed.str();
  E->Operands = {Map, At};
  E->ReadsMemory = true;
  return part(dereference(name(declare("entry", E->Ty, E, true, Loc), Loc), Loc), Pair->Fields[1]);
}

/// The pointer in the value at Key. Makes: an empty one, if there is none yet; else it throws.
const core::Expr *FunctionLowering::smartMapped(const core::Expr *Map, const core::Expr *Key,
                                                bool Makes, bool Const, SourceLocation Loc) {
  const llvm::StringRef Text = Makes ? "&*$0.try_emplace($1).first" : "&*$0.find($1)";
  if (!Makes) {
    core::Stmt *Check = stmt(StmtKind::Opaque, Loc);
    Check->Text = "(void)$0.at($1)";
    Check->Operands = {Map, Key};
    emit(Check);
  }
  return smartEntry(Map, Key, Text, Text, Const, Loc);
}

/// The std::unique_ptr's in the map at Place give up what they hold.
void FunctionLowering::destroyMapped(const core::Expr *Place, QualType T, SourceLocation Loc) {
  overMap(Place, /*Const=*/false, Loc, [&](const core::Expr *At) {
    deleteSmart(smartEntry(Place, At, "&*$1", "&*$0.find($1->first)", false, Loc), mappedBy(T),
                Loc);
  });
}

/// The map at Place, of type T, gets empty.
void FunctionLowering::clearMap(const core::Expr *Place, QualType T, SourceLocation Loc) {
  if (!Place->Ty->nonReference()->Owns)
    return copyMap(Place, zero(type(T), Loc), Loc);
  Place = freezePlace(Place, Loc);
  destroyMapped(Place, T, Loc);
  changeMap("ad::clear_released($0)", "ad::clear_released($0)", "ad::clear_kept($1, $0)", {Place},
            Loc);
}

/// The value at the iterator or key At, if there is one, ends; the library then takes it out.
void FunctionLowering::eraseOwned(const core::Expr *Map, QualType T, const core::Expr *At,
                                  bool IsKey, SourceLocation Loc) {
  Map = freezePlace(Map, Loc);
  auto Gone = [&] {
    llvm::StringRef Found = IsKey ? "&*$0.find($1)" : "&*$0.find($1->first)";
    deleteSmart(smartEntry(Map, At, IsKey ? Found : "&*$1", Found, false, Loc), mappedBy(T), Loc);
  };
  if (IsKey) {
    core::Expr *There =
        const_cast<core::Expr *>(opaque("$0.find($1) != $0.end()", M.boolType(), {Map, At}, Loc));
    There->ReadsMemory = true;
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = There;
    If->Then = capture(Gone);
    emit(If);
  } else {
    Gone();
  }
  std::string Key = IsKey ? "$1" : "$1->first";
  changeMap(IsKey ? "ad::erase_released($0, $1)" : "ad::erase_released_at($0, $1)",
            "ad::erase_released($0, " + Key + ")", "ad::erase_kept($2, $0, " + Key + ")", {Map, At},
            Loc);
}

/// The key and value of which E makes a pair; nulls where it does otherwise.
static std::pair<const Expr *, const Expr *> partsOfPair(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() == 1)
      E = C->getArg(0);
    else
      break;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E); C && C->getNumArgs() == 2)
    return {C->getArg(0), C->getArg(1)};
  const auto *Call = dyn_cast<CallExpr>(E);
  if (Call && isStd(Call->getDirectCallee(), "make_pair") && Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

/// Whether the library looks for the key Given before it touches the value that goes with it.
static bool looksFirst(ASTContext &Ctx, QualType Map, const Expr *Given, QualType Key) {
  if (Map->getAsCXXRecordDecl()->getName() != "map")
    return false;
  const QualType T = Given->IgnoreImplicit()->getType();
  return Ctx.hasSameUnqualifiedType(T, Key) || (T->isScalarType() && Key->isScalarType());
}

/// A pointer to an object that the argument E makes or gives up, for a smart pointer of type T.
/// Nobody owns it yet.
const core::Expr *FunctionLowering::givenTo(QualType T, const Expr *E) {
  if (isShared(T))
    return sharedFrom(E, T);
  const Expr *New = madeFrom(T, E, E->getExprLoc());
  return New ? makeOwner(New, "made") : nullptr;
}

/// `insert`, `emplace`, `try_emplace` and `insert_or_assign` of the map of type T at Whole. Gives
/// the key and whether it was new; nulls where this is another one of their forms.
std::pair<const core::Expr *, const core::Expr *>
FunctionLowering::insertSmart(llvm::StringRef Name, llvm::ArrayRef<const Expr *> Args, QualType T,
                              const core::Expr *&Map,
                              llvm::function_ref<const core::Expr *()> Whole, SourceLocation Loc) {
  const Expr *KeyGiven = Args[0], *Given = Args.size() > 1 ? Args[1] : nullptr;
  if (Name == "insert")
    std::tie(KeyGiven, Given) =
        Args.size() == 1 ? partsOfPair(Args[0]) : std::pair<const Expr *, const Expr *>();
  if (!KeyGiven || Args.size() > 2 || (!Given && Name != "try_emplace"))
    return {nullptr, nullptr};
  const QualType Key = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl())
                           ->getTemplateArgs()[0]
                           .getAsType();
  const QualType Held = mappedBy(T);
  const core::Expr *Null = literal("nullptr", type(Held), Loc);
  // What is moved from stays as it is where the key is there already.
  const bool Place =
      Given && !isShared(Held) && givesUp(Given->IgnoreParens()) && isSmart(Given->getType());
  const bool Leaves =
      Place && (Name == "try_emplace" || (Name == "emplace" && looksFirst(Ctx, T, KeyGiven, Key)));
  beginLifetime();
  std::vector<Part> Steps{Part{[&] { return Whole(); }, true},
                          Part{[&] { return mapKey(KeyGiven, Key, /*Makes=*/true); }, false}};
  if (Given)
    Steps.push_back(Leaves ? Part{[&] { return expr(Given); }, true}
                           : Part{[&] {
                                    const core::Expr *P = givenTo(Held, Given);
                                    return P ? P : Null;
                                  },
                                  false});
  auto Parts = inOrder(Steps);
  Map = freezePlace(checkWritten(Parts[0], Loc), Loc);
  const core::Expr *At = Parts[1], *Value = Given ? Parts[2] : Null;
  if (Leaves)
    Value = checkWritten(freezePlace(Value, Loc), Loc);
  else if (!Value->is(ExprKind::Literal))
    Value = freeze(Value, Loc, "given");
  core::Expr *Missing =
      const_cast<core::Expr *>(opaque("$0.find($1) == $0.end()", M.boolType(), {Map, At}, Loc));
  Missing->ReadsMemory = true;
  const core::Expr *Inserted = name(declare("inserted", M.boolType(), Missing, true, Loc), Loc);
  auto Put = [&] {
    const core::Expr *Element = smartMapped(Map, At, /*Makes=*/true, false, Loc);
    const core::Expr *By = Value;
    if (Leaves) {
      By = name(declare("moved", Value->Ty, Value, true, Loc), Loc);
      assign(Value, literal("nullptr", Value->Ty, Loc), Loc);
    }
    const core::Expr *Old = nullptr;
    if (Name == "insert_or_assign" && !isShared(Held))
      Old = name(declare("old", Element->Ty, Element, true, Loc), Loc);
    const core::Expr *Kept = asSmart(By, Held, Loc);
    if (!Kept)
      error(Loc, "cannot differentiate how a '" + L.spelling(Held) + "' gets into this map",
            "give it a pointer of its own type");
    assign(Element, Kept ? Kept : Null, Loc);
    if (Old)
      deleteSmart(Old, Held, Loc);
  };
  if (Name == "insert_or_assign") {
    Put();
  } else {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Inserted;
    If->Then = capture(Put);
    if (!Leaves && !isShared(Held) && !Value->is(ExprKind::Literal))
      If->Else = capture([&] { deleteSmart(Value, Held, Loc); });
    emit(If);
  }
  endLifetime();
  return {At, Inserted};
}

} // namespace ad::lower
