//===- lower/maps.cpp - std::map and std::unordered_map -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The elements of a map stay where they are while others come and go. So an element is what a
// pointer leads to, which the map has given (Expr::Followed), and what makes and removes elements
// is a statement (Stmt::Followed). Modes do the same to the derivative, a map of the same keys.
// Iterators carry no derivative: the derivative's element is found by the key.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Types -------------------------------------------------------------===//

/// Whether zero bytes are a T (ad::zero_entry).
static bool livesAsBytes(const core::Type *T) {
  if (T->isArray() && !T->IsVector)
    return T->IsStdArray && livesAsBytes(T->Element);
  if (!T->isRecord() || T->IsComplex)
    return T->isScalar() || (T->IsVector && T->Element->isReal() && !core::isDeque(T));
  return !T->Polymorphic && !T->Owns && !T->Fields.empty() &&
         llvm::all_of(T->Fields, [](const core::Field &F) { return livesAsBytes(F.Ty); });
}

/// Whether the derivative of an element of type T can start as `T()` or zero bytes, and copies are
/// by parts.
static bool isPlainElement(const core::Type *T) {
  if (T->IsMap)
    return !T->Owns;
  if (T->isReal() || T->isPointer() || (T->IsVector && T->Element->isReal()))
    return true;
  if (T->isArray()) // of owners, both maps would free what they lead to
    return T->IsStdArray && isPlainElement(T->Element) && !T->Element->IsMap && !T->Owns;
  return T->isRecord() && (T->ZeroByBraces || livesAsBytes(T)) && T->TrivialCopy && !T->IsTagged &&
         !core::holdsMap(T) && !leadsElsewhere(T);
}

/// Whether an object of type T that is made without arguments changes nothing but itself.
static bool startsQuietly(Lowering &L, QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  return !RD || RD->isInStdNamespace() || !RD->hasUserProvidedDefaultConstructor() ||
         llvm::all_of(RD->ctors(), [&](const CXXConstructorDecl *C) {
           const FunctionDecl *Def = nullptr;
           return !C->isDefaultConstructor() || (C->hasBody(Def) && L.isPure(Def));
         });
}

/// Whether what a map of type T makes at a new key need not be zero, and is in its derivatives.
static bool makesZeros(const core::Type *T) {
  const core::Type *Leaf = T->Mapped;
  while (Leaf->isArray() && !Leaf->IsVector)
    Leaf = Leaf->Element;
  return Leaf->isRecord() && !Leaf->IsMap && !Leaf->ZeroByBraces;
}

/// The type T of values in maps; smart pointers stay what they are.
static std::string heldSpelling(Lowering &L, const RecordDecl *Of, QualType T) {
  return L.followsSmart(T) ? L.spelling(T.getUnqualifiedType()) : core::spell(L.partType(Of, T));
}

/// `std::map<K, V>`, with an order or a hash that is not the usual one.
static std::string mapSpelling(Lowering &L, const ClassTemplateSpecializationDecl *RD) {
  llvm::ArrayRef<TemplateArgument> Args = RD->getTemplateArgs().asArray().drop_back();
  auto IsUsual = [&](const TemplateArgument &A) {
    const auto *Class =
        dyn_cast_or_null<ClassTemplateSpecializationDecl>(A.getAsType()->getAsCXXRecordDecl());
    return Class && Class->isInStdNamespace() &&
           llvm::is_contained({"less", "hash", "equal_to"}, Class->getName()) &&
           L.Ctx.hasSameType(Class->getTemplateArgs()[0].getAsType(), Args[0].getAsType());
  };
  if (llvm::all_of(Args.drop_front(2), IsUsual))
    Args = Args.take_front(2);
  std::string Text = "std::" + RD->getName().str() + "<";
  for (size_t I = 0; I < Args.size(); ++I)
    Text += (I ? ", " : "") +
            (I == 1 ? heldSpelling(L, RD, Args[1].getAsType()) : L.spelling(Args[I].getAsType()));
  return Text + ">";
}

const core::Type *Lowering::mapType(const ClassTemplateSpecializationDecl *RD, QualType T) {
  QualType Key = RD->getTemplateArgs()[0].getAsType(), Held = RD->getTemplateArgs()[1].getAsType();
  const core::Type *Unknown = opaqueType(T.getCanonicalType(), T);
  const core::Type *Value = partType(RD, Held);
  if (!differentiable(Held) || (differentiable(Key) && !Key->isRealFloatingType()) ||
      !isPlainElement(Value) || isOwnTagged(Value) ||
      (!plainMatrix(Held) && !startsQuietly(*this, Held)))
    return Unknown;
  // A shadow's pointer, of which nothing is constant, cannot take the place of the value's.
  if (followsSmart(Held) && Value->isPointer() && Value->Element->isPointer() &&
      Value->Element->ElementConst)
    return Unknown;
  core::Type *R = M.record(mapSpelling(*this, RD));
  RecordOf[R] = RD;
  R->Mapped = Value;
  R->IsMap = R->Differentiable = R->ZeroByBraces = true;
  R->TrivialCopy = R->TrivialDestroy = false;
  R->Smart = followsSmart(Held);
  R->Shared = R->Smart && isSharedPtr(Held->getAsCXXRecordDecl());
  R->Owns = R->Smart && !R->Shared;
  return R;
}

/// An object that Core does not look into: its class is the same whatever the order or the hash.
const core::Type *Lowering::mapIterator(const ClassTemplateSpecializationDecl *RD) {
  QualType T = attributes::typeOf(Ctx, RD);
  const ClassTemplateSpecializationDecl *Forwards = reversedIterator(RD);
  RD = Forwards ? Forwards : RD;
  llvm::StringRef Name = RD->getName();
  bool Ordered = Name.starts_with("_Rb_tree");
  const auto *Pair = cast<ClassTemplateSpecializationDecl>(
      RD->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl());
  QualType Key = Pair->getTemplateArgs()[0].getAsType().getUnqualifiedType();
  QualType Held = Pair->getTemplateArgs()[1].getAsType();
  // The class depends on whether hashes are kept, which a hash of the user's own may decide.
  const auto &Args = RD->getTemplateArgs();
  bool Usual = Ordered || (Args.size() == 3 && Args[2].getKind() == TemplateArgument::Integral &&
                           Args[2].getAsIntegral().getBoolValue() == !type(Key)->isScalar());
  if (!differentiable(Held) || !Usual)
    return opaqueType(T.getCanonicalType(), T);
  return M.opaque((Ordered ? "std::map<" : "std::unordered_map<") + core::spell(type(Key)) + ", " +
                  heldSpelling(*this, Pair, Held) +
                  ">::" + (Name.contains("const") ? "const_" : "") +
                  (Forwards ? "reverse_iterator" : "iterator"));
}

/// An iterator of a map that Core follows.
static bool isIterator(Lowering &L, QualType T) {
  const RecordDecl *RD = T.getNonReferenceType()->getAsRecordDecl();
  if (const RecordDecl *Forwards = reversedIterator(RD))
    RD = Forwards;
  return isMapIterator(RD) &&
         L.differentiable(
             cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType());
}

/// How Map finds or makes an element that is assigned at once: its class needs no constructor
/// without arguments.
static llvm::StringRef madeAtOnce(const core::Expr *Map) {
  return makesZeros(Map->Ty->nonReference()) ? "&ad::zero_entry($0, $1)" : "&$0[$1]";
}

//===-- Elements ----------------------------------------------------------===//

/// The number V, which becomes a key of a map, or any other value.
const core::Expr *FunctionLowering::newKey(const core::Expr *V, SourceLocation Loc) {
  if (!V->Ty->isReal() || V->is(ExprKind::Literal))
    return freeze(V, Loc, "key");
  core::Variable *Key = declare("key", V->Ty, V, true, Loc);
  Key->Key = Key->Constant = true;
  return name(Key, Loc);
}

/// The key E, which may be said several times. Makes: there may be no element of it yet.
const core::Expr *FunctionLowering::mapKey(const Expr *E, QualType Key, bool Makes) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(Key);
  if (Ty->isScalar()) {
    const core::Expr *V = convert(Ty, value(read(E)), false, Loc);
    return V->is(ExprKind::Literal) ? V : Makes ? newKey(V, Loc) : freeze(V, Loc, "key");
  }
  // `m["a"]`: the literal says it all.
  const Expr *Inner = E->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(Inner); C && C->getNumArgs())
    Inner = C->getArg(0)->IgnoreImplicit();
  if (isa<clang::StringLiteral>(Inner)) {
    OpaqueText T;
    opaqueText(Inner, T);
    return literal(T.Text, Ty, Loc);
  }
  if (E->IgnoreImplicit()->isGLValue() && type(E->IgnoreImplicit()->getType()) == Ty)
    return freezePlace(expr(E->IgnoreImplicit()), Loc);
  if (Ty->isRecord())
    return freeze(value(E), Loc, "key");
  return name(declare("key", Ty, opaqueValue(read(E)), true, Loc), Loc);
}

/// The mapped value at Key, as Text finds it.
const core::Expr *FunctionLowering::mapElement(const core::Expr *Map, const core::Expr *Key,
                                               llvm::StringRef Text, bool Const,
                                               SourceLocation Loc) {
  if (Map->Ty->nonReference()->Smart)
    return smartMapped(Map, Key, /*Makes=*/!Text.contains(".at("), Const, Loc);
  core::Expr *E = M.expr(ExprKind::Opaque, M.pointer(Map->Ty->Mapped, Const), Loc.getRawEncoding());
  E->Text = E->Followed = Text.str();
  if (Text == "&$0[$1]" && makesZeros(Map->Ty->nonReference()))
    E->Followed = "&ad::zero_entry($0, $1)";
  E->Operands = {Map, Key};
  E->ReadsMemory = true;
  const bool Starts = Text == "&$0[$1]" && L.startsFilled(Map->Ty->Mapped);
  const core::Expr *Missing = nullptr;
  if (Starts)
    Missing =
        freeze(opaque("$0.find($1) == $0.end()", M.boolType(), {Map, Key}, Loc), Loc, "is_new");
  const core::Expr *Place = dereference(name(declare("entry", E->Ty, E, true, Loc), Loc), Loc);
  if (Starts) {
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Missing;
    If->Then = capture([&] { startObject(Place, Loc); });
    emit(If);
  }
  return Place;
}

/// Inserts Value at Key, if there is nothing yet. Gives whether there was nothing.
const core::Expr *FunctionLowering::insertOnce(const core::Expr *Map, const core::Expr *Key,
                                               const core::Expr *Value, SourceLocation Loc) {
  core::Expr *Missing =
      const_cast<core::Expr *>(opaque("$0.find($1) == $0.end()", M.boolType(), {Map, Key}, Loc));
  Missing->ReadsMemory = true;
  const core::Expr *Inserted = name(declare("inserted", M.boolType(), Missing, true, Loc), Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = Inserted;
  If->Then = capture([&] {
    const core::Expr *Element =
        mapElement(Map, Key, Value ? madeAtOnce(Map) : "&$0[$1]", false, Loc);
    if (Value)
      assign(Element, convert(Element->Ty, Value, false, Loc), Loc);
  });
  emit(If);
  return Inserted;
}

/// The map into which an iterator leads; null if that is not known.
const core::Expr *FunctionLowering::mapAt(const core::Expr *Iterator) {
  if (Iterator->is(ExprKind::Opaque) && !Iterator->Operands.empty()) {
    const core::Expr *Of = Iterator->operand();
    return Of->Ty->nonReference()->IsMap ? Of : mapAt(Of);
  }
  for (auto &[Known, Map] : MapOf)
    if (core::equal(Known, Iterator))
      return Map;
  return nullptr;
}

/// Iterator is set to Value, and must not lead into another map than before.
void FunctionLowering::keepMapOf(const core::Expr *Iterator, const core::Expr *Value,
                                 SourceLocation Loc) {
  if (Value && Value->is(ExprKind::Braces) && Value->Ty->isRecord()) // `(iterator, inserted)`
    for (unsigned I = 0; I < Value->Operands.size() && I < Value->Ty->Fields.size(); ++I)
      if (Value->operand(I)->Ty->is(core::TypeKind::Opaque))
        keepMapOf(part(Iterator, Value->Ty->Fields[I]), Value->operand(I), Loc);
  const core::Expr *Map = Value && Value->Ty->is(core::TypeKind::Opaque) ? mapAt(Value) : nullptr;
  if (!Map)
    return;
  const core::Expr *Before = mapAt(Iterator);
  if (!Before) {
    MapOf.push_back({Iterator, freezePlace(Map, Loc)});
    return;
  }
  if (!core::equal(Before, Map))
    error(Loc, "cannot differentiate: this iterator leads into different maps",
          "use one iterator for each map");
}

/// The type of the pairs of keys and values in maps of type Ty; null if it is not followed.
const core::Type *FunctionLowering::entryType(const core::Type *Ty) {
  const core::Type *Pair = nullptr;
  for (const auto *D : L.classOf(Ty->nonReference())->decls())
    if (const auto *TD = dyn_cast<TypedefNameDecl>(D); TD && TD->getName() == "value_type")
      Pair = type(TD->getUnderlyingType());
  return Pair && Pair->isRecord() ? Pair : nullptr;
}

/// A pointer to the key and value to which Iterator leads.
const core::Expr *FunctionLowering::mapEntry(const core::Expr *Iterator, SourceLocation Loc) {
  const core::Expr *Map = mapAt(Iterator);
  if (!Map) {
    error(Loc, "cannot differentiate: which map this iterator leads into is not known here",
          "get the iterator from the map in the same function, or pass the key");
    return nullptr;
  }
  if (!core::isPlace(Iterator))
    Iterator = freeze(Iterator, Loc, "it");
  const core::Type *Pair = entryType(Map->Ty);
  if (!Pair)
    return nullptr;
  llvm::StringRef Class = Iterator->Ty->Spelling;
  bool Const = Class.ends_with("const_iterator") || Class.ends_with("const_reverse_iterator") ||
               Class.contains("_const_iterator<");
  core::Expr *E = M.expr(ExprKind::Opaque, M.pointer(Pair, Const), Loc.getRawEncoding());
  E->Text = "&*$1";
  E->Followed = "&*$0.find($1->first)";
  E->Operands = {Map, Iterator};
  E->ReadsMemory = true;
  return name(declare("entry", E->Ty, E, true, Loc), Loc);
}

//===-- Members and operators ---------------------------------------------===//

/// Operators of iterators, std::next and std::prev.
const core::Expr *FunctionLowering::mapIteratorCall(const CallExpr *E, const FunctionDecl *FD,
                                                    bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  llvm::SmallVector<const Expr *, 3> Args(E->arg_begin(), E->arg_end());
  if (isStd(FD, "next") || isStd(FD, "prev")) {
    Known = true;
    auto Parts = inOrder(Args);
    return opaque("std::" + FD->getName().str() + (Args.size() == 1 ? "($0)" : "($0, $1)"),
                  type(E->getType()), Parts, Loc);
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator)
    return nullptr;
  Known = true;
  auto Value = [this](const Expr *A) { return Part{[this, A] { return value(read(A)); }, false}; };
  switch (Operator->getOperator()) {
  case OO_Star:
  case OO_Arrow: {
    const core::Expr *P = mapEntry(value(read(Args[0])), Loc);
    return !P ? poison(E) : Operator->getOperator() == OO_Star ? dereference(P, Loc) : P;
  }
  case OO_PlusPlus:
  case OO_MinusMinus: {
    const core::Expr *It = expr(Args[0]);
    const core::Expr *Before = It;
    if (Args.size() > 1 && Discarded != E)
      Before = name(declare("before", It->Ty, It, true, Loc), Loc);
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = std::string(getOperatorSpelling(Operator->getOperator())) + "$0";
    S->Operands = S->Writes = {It};
    emit(S);
    return Before;
  }
  case OO_EqualEqual:
  case OO_ExclaimEqual: {
    auto Parts = inOrder({Value(Args[0]), Value(Args[1])});
    core::Expr *C = const_cast<core::Expr *>(
        opaque(std::string("$0 ") + getOperatorSpelling(Operator->getOperator()) + " $1",
               M.boolType(), Parts, Loc));
    C->ReadsMemory = true;
    return C;
  }
  case OO_Equal: {
    auto Parts = inOrder({Value(Args[1]), Part{[&] { return expr(Args[0]); }, true}});
    keepMapOf(Parts[1], Parts[0], Loc);
    core::Stmt *S = stmt(StmtKind::Opaque, Loc);
    S->Text = "$0 = $1";
    S->Operands = {Parts[1], Parts[0]};
    S->Writes = {Parts[1]};
    emit(S);
    return Parts[1];
  }
  default:
    error(Loc, "cannot differentiate this operator of an iterator", "use ++, --, == and !=");
    return Nothing;
  }
}

const core::Expr *FunctionLowering::mapMember(const CallExpr *E, const CXXMethodDecl *MD,
                                              const Expr *Object,
                                              llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  std::string Name = MD->getNameAsString();
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  auto Whole = [this, Object, Loc]() -> const core::Expr * {
    const core::Expr *A =
        Object->getType()->isPointerType() ? dereference(value(Object), Loc) : expr(Object);
    return core::isPlace(A) ? A : freeze(A, Loc, "values");
  };
  QualType Class =
      Object->getType()->isPointerType() ? Object->getType()->getPointeeType() : Object->getType();
  const auto &Arguments =
      cast<ClassTemplateSpecializationDecl>(Class->getAsCXXRecordDecl())->getTemplateArgs();
  QualType Key = Arguments[0].getAsType();
  const core::Type *Held = type(Arguments[1].getAsType());
  auto WithKey = [&](bool Makes = false) {
    const Expr *A = Args[0];
    return inOrder({Part{Whole, true}, Part{[=] { return mapKey(A, Key, Makes); }, false}});
  };
  auto Asks = [&](llvm::StringRef Text, llvm::ArrayRef<const core::Expr *> Operands) {
    core::Expr *Answer = const_cast<core::Expr *>(opaque(Text, type(E->getType()), Operands, Loc));
    Answer->ReadsMemory = true;
    return Answer;
  };
  // `(iterator, whether it was inserted)`
  auto Result = [&](const core::Expr *Map, const core::Expr *At,
                    const core::Expr *Inserted) -> const core::Expr * {
    const core::Type *Pair = type(E->getType());
    if (Discarded == E || !Pair->isRecord())
      return Nothing;
    core::Expr *B = M.expr(ExprKind::Braces, Pair, Loc.getRawEncoding());
    B->Operands = {opaque("$0.find($1)", Pair->Fields[0].Ty, {Map, At}, Loc), Inserted};
    return B;
  };
  const QualType Mapped = Arguments[1].getAsType();
  const QualType MapType = Class.getUnqualifiedType();
  const bool Owns = type(Class)->Owns; // values that statements delete
  auto ValueOf = [=](const Expr *A) -> const core::Expr * {
    // `m.emplace(key, 3.0)` makes an object of the class that the map holds.
    if (Held->isRecord() && !Held->IsMap && type(A->getType())->nonReference()->isScalar())
      A = madeFrom(Mapped, A, Loc);
    if (!A)
      return nullptr;
    const core::Expr *V = value(read(A));
    if (V->Ty == Held && core::isPlace(V) && Name != "try_emplace" && losesByMove(Held) &&
        givesUp(A))
      return takenFrom(V, nullptr, Loc);
    return V->Ty == Held || (V->Ty->isScalar() && Held->isScalar()) ? convert(Held, V, false, Loc)
                                                                    : nullptr;
  };
  if (llvm::is_contained({"begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend"},
                         Name))
    return Asks("$0." + Name + "()", {Whole()});
  if (Name == "size" || Name == "empty")
    return Asks("$0." + Name + "()", {Whole()});
  if (llvm::is_contained({"find", "lower_bound", "upper_bound", "count", "contains"}, Name) &&
      Args.size() == 1)
    return Asks("$0." + Name + "($1)", WithKey());
  if (Name == "at" || Name == "operator[]") {
    auto Parts = WithKey(/*Makes=*/Name != "at");
    if (Name == "at")
      return mapElement(Parts[0], Parts[1], "&$0.at($1)", E->getType().isConstQualified(), Loc);
    return mapElement(checkWritten(Parts[0], Loc), Parts[1], "&$0[$1]", false, Loc);
  }
  if (Name == "clear") {
    clearMap(checkWritten(Whole(), Loc), Class, Loc);
    return Nothing;
  }
  if ((Name == "reserve" || Name == "rehash") && Args.size() == 1) {
    const Expr *A = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return value(A); }, false}});
    changeMap("$0." + Name + "($1)", "$0." + Name + "($1)", "", Parts, Loc);
    return Nothing;
  }
  if (Name == "swap" && Args.size() == 1) {
    const Expr *Other = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return expr(Other); }, true}});
    changeMap("$0.swap($1)", "$0.swap($1)", "",
              {checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc)}, Loc);
    Out->Stmts.back()->Writes.push_back(Parts[1]);
    return Nothing;
  }
  if (Name == "erase" && Args.size() == 1 && !isIterator(L, Args[0]->getType())) {
    auto Parts = WithKey();
    const core::Expr *Count = Nothing;
    if (Discarded != E)
      Count =
          name(declare("erased", type(E->getType()), Asks("$0.count($1)", Parts), true, Loc), Loc);
    if (Owns)
      eraseOwned(checkWritten(Parts[0], Loc), MapType, Parts[1], /*IsKey=*/true, Loc);
    else
      changeMap("$0.erase($1)", "$0.erase($1)", "ad::erase_kept($2, $0, $1)",
                {checkWritten(Parts[0], Loc), Parts[1]}, Loc);
    return Count;
  }
  if (Name == "erase" && Args.size() == 1) {
    const Expr *At = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return value(read(At)); }, false}});
    const core::Expr *It = Parts[1], *Next = Nothing;
    if (!core::isPlace(It))
      It = freeze(It, Loc, "it");
    if (Discarded != E) {
      const core::Expr *After = opaque("std::next($0)", type(E->getType()), {It}, Loc);
      Next = name(declare("next", After->Ty, After, true, Loc), Loc);
    }
    if (Owns)
      eraseOwned(checkWritten(Parts[0], Loc), MapType, It, /*IsKey=*/false, Loc);
    else
      changeMap("$0.erase($1)", "$0.erase($1->first)", "ad::erase_kept($2, $0, $1->first)",
                {checkWritten(Parts[0], Loc), It}, Loc);
    return Next;
  }
  static const llvm::StringRef Inserts[] = {"insert", "emplace", "try_emplace", "insert_or_assign"};
  if (type(Class)->Smart && llvm::is_contained(Inserts, Name) &&
      !isIterator(L, Args[0]->getType()) &&
      !isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit())) {
    const core::Expr *Map = nullptr;
    auto [At, Inserted] = insertSmart(Name, Args, MapType, Map, Whole, Loc);
    if (At)
      return Result(Map, At, Inserted);
  }
  const bool Filled = Name == "insert" && Discarded == E &&
                      !isa<CXXStdInitializerListExpr>(Args[0]->IgnoreImplicit()) &&
                      (type(Args[0]->getType())->nonReference()->Mutable || Args.size() == 2);
  if (Filled && insertFrom(checkWritten(freezePlace(Whole(), Loc), Loc), Args, Loc))
    return Nothing;
  if (Name == "insert" && Args.size() == 1 && !isIterator(L, Args[0]->getType())) {
    const Expr *Given = Args[0];
    if (isa<CXXStdInitializerListExpr>(Given->IgnoreImplicit())) {
      insertAll(checkWritten(freezePlace(Whole(), Loc), Loc), Given);
      return Nothing;
    }
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return value(read(Given)); }, false}});
    const core::Expr *V = Parts[1], *Map = checkWritten(Parts[0], Loc);
    if (V->Ty->isRecord() && V->Ty->Fields.size() == 2) {
      bool Made = V->is(ExprKind::Braces) && V->Operands.size() == 2;
      if (!Made && !core::isPlace(V))
        V = freeze(V, Loc, "object");
      const core::Expr *At = newKey(Made ? V->operand(0) : part(V, 0), Loc);
      return Result(Map, At, insertOnce(Map, At, Made ? V->operand(1) : part(V, 1), Loc));
    }
  }
  bool Emplaces = (Name == "emplace" && Args.size() == 2) ||
                  (Name == "try_emplace" && (Args.size() == 1 || Args.size() == 2));
  if ((Emplaces || (Name == "insert_or_assign" && Args.size() == 2)) &&
      !isIterator(L, Args[0]->getType())) {
    const Expr *A = Args[0], *B = Args.size() > 1 ? Args[1] : nullptr;
    std::vector<Part> Steps{Part{Whole, true},
                            Part{[=] { return mapKey(A, Key, /*Makes=*/true); }, false}};
    const core::Expr *Given = nullptr;
    bool Fits = true;
    if (B)
      Steps.push_back(Part{[&, B] {
                             Given = ValueOf(B);
                             Fits = Given;
                             return Given ? Given : Nothing;
                           },
                           false});
    auto Parts = inOrder(Steps);
    const core::Expr *Map = checkWritten(Parts[0], Loc), *At = Parts[1];
    if (Fits && Emplaces)
      return Result(Map, At, insertOnce(Map, At, B ? Parts[2] : nullptr, Loc));
    if (Fits && Discarded == E) {
      assign(mapElement(Map, At, madeAtOnce(Map), false, Loc), Parts[2], Loc);
      return Nothing;
    }
  }
  if (Name == "operator=") {
    const Expr *Right = Args[0];
    if (isa<CXXStdInitializerListExpr>(Right->IgnoreImplicit())) {
      const core::Expr *Map = checkWritten(freezePlace(Whole(), Loc), Loc);
      copyMap(Map, zero(type(Class), Loc), Loc);
      insertAll(Map, Right);
      return Map;
    }
    auto Parts = inOrder({Part{[=] { return expr(read(Right)); }, true}, Part{Whole, true}});
    const core::Expr *Map = checkWritten(Parts[1], Loc);
    if (MD->isMoveAssignmentOperator() && givesUp(Right) && core::isPlace(Parts[0]) &&
        Parts[0]->Ty == Map->Ty && !core::equal(Map, Parts[0])) {
      clearMap(Map, MapType, Loc);
      takeMap(Map, checkWritten(Parts[0], Loc), Loc);
      return Map;
    }
    copyMap(Map, Parts[0], Loc, read(Right)->isPRValue());
    return Map;
  }
  error(Loc, "cannot differentiate this call of '" + type(Class)->Spelling + "::" + Name + "'",
        "use [], at, find, insert, erase or a loop over the elements");
  return poison(E);
}

const core::Expr *FunctionLowering::mapCall(const CallExpr *E, const FunctionDecl *FD,
                                            bool &Known) {
  if (llvm::any_of(E->arguments(), [&](const Expr *A) { return isIterator(L, A->getType()); }) &&
      !isa<CXXMemberCallExpr>(E) && isLibrary(FD))
    return mapIteratorCall(E, FD, Known);
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!MD || !MD->isInstance() || !isStdMap(MD->getParent()))
    return nullptr;
  llvm::SmallVector<const Expr *, 3> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  const Expr *Object;
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = MC->getImplicitObjectArgument();
  } else {
    Object = Args[0];
    Args.erase(Args.begin());
  }
  QualType Class = Object->getType();
  if (!type(Class->isPointerType() ? Class->getPointeeType() : Class)->IsMap)
    return nullptr;
  Known = true;
  return mapMember(E, MD, Object, Args);
}

/// for (auto &[key, value] : map)
void FunctionLowering::mapRange(const CXXForRangeStmt *S, const core::Expr *Range) {
  const QualType Iterator = cast<VarDecl>(S->getBeginStmt()->getSingleDecl())->getType();
  mapRange(S, Range, Iterator, [&](const core::Expr *Entry) {
    beginLifetime();
    bindElement(S->getLoopVariable(), Entry);
    statement(S->getBody());
    endLifetime();
  });
}

/// The same, with what the loop does to each element.
void FunctionLowering::mapRange(const CXXForRangeStmt *S, const core::Expr *Range, QualType T,
                                llvm::function_ref<void(const core::Expr *)> Body) {
  SourceLocation Loc = S->getForLoc();
  const core::Type *Iterator = type(T);
  core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
  core::Variable *It = nullptr;
  Loop->Init = capture([&] {
    It = declare("it", Iterator, opaque("$0.begin()", Iterator, {Range}, Loc), false, Loc);
  });
  const core::Expr *At = name(It, Loc);
  MapOf.push_back({At, Range});
  core::Expr *Test =
      const_cast<core::Expr *>(opaque("$0 != $1.end()", M.boolType(), {At, Range}, Loc));
  Test->ReadsMemory = true;
  Loop->Value = Test;
  core::Stmt *Step = stmt(StmtKind::Opaque, Loc);
  Step->Text = "++$0";
  Step->Operands = Step->Writes = {At};
  Loop->Step.add(Step);
  Loop->Then = capture([&] {
    const core::Expr *P = mapEntry(At, Loc);
    if (!P)
      return;
    Body(dereference(P, Loc));
  });
  emit(Loop);
}

} // namespace ad::lower
