//===- lower/allocation.cpp - new, delete, malloc, free -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An allocation is the value of a declaration: memory without a value. Constructors and
// initialisers are assignments to what it points to, destructors are what they do before the memory
// is freed.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/spell.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

static bool isMalloc(const CallExpr *Call) {
  const FunctionDecl *FD = Call->getDirectCallee();
  return FD && isLibrary(FD) &&
         llvm::is_contained({"malloc", "calloc", "realloc", "aligned_alloc"}, libraryName(FD));
}

/// The call of malloc or its like whose result E casts; null if it is none.
static const CallExpr *castOfMalloc(const Expr *E) {
  const auto *C = dyn_cast<CastExpr>(E);
  if (!C || C->getCastKind() != CK_BitCast || !C->getType()->isPointerType())
    return nullptr;
  const auto *Call = dyn_cast<CallExpr>(C->getSubExpr()->IgnoreParenImpCasts());
  return Call && isMalloc(Call) ? Call : nullptr;
}

const Expr *FunctionLowering::allocation(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Call = dyn_cast<CallExpr>(E);
  const bool Typed =
      Call && isMalloc(Call) && !UntypedCalls.lookup(Call).isNull(); // known by what it is set to
  const auto *New = dyn_cast<CXXNewExpr>(E);
  const bool Makes = New && !(New->getNumPlacementArgs() == 1 &&
                              New->getOperatorNew()->isReservedGlobalPlacementOperator());
  return Makes || castOfMalloc(E) || Typed ? E : nullptr;
}

/// Whether objects of class RD have lists, queues, stacks or the like as members, which are other
/// containers in companions.
static bool holdsAdapted(Lowering &L, const CXXRecordDecl *RD) {
  return RD && RD->hasDefinition() && llvm::any_of(RD->fields(), [&](const FieldDecl *F) {
           return L.adaptedDeque(F->getType()) != nullptr;
         });
}

/// `double[n][3]`: the array of Count elements of type T, as `new` spells it.
static std::string arrayOf(const core::Type *T, llvm::StringRef Count) {
  std::string Extents = "[" + Count.str() + "]";
  for (; T->isArray() && !T->IsStdArray; T = T->Element)
    Extents += "[" + std::to_string(T->Extent) + "]";
  return core::spell(T) + Extents;
}

/// Given: what Text needs ahead of Count.
const core::Expr *FunctionLowering::newMemory(const core::Type *Element, llvm::StringRef Text,
                                              const core::Expr *Count, core::Variable *Into,
                                              SourceLocation Loc,
                                              llvm::ArrayRef<const core::Expr *> Given) {
  const bool Storage = Element->isRecord() && Element->Owns && fitsStorage(Element);
  if (core::holdsMap(Element) && !Storage &&
      (core::diesAsBytes(Element) || !madeByConstructor(Element)))
    error(Loc, "cannot differentiate 'new' of an object that holds a map",
          "use a local variable, or keep the object in the caller");
  // The derivative starts as zero bytes, which are no deque.
  if (core::holdsDeque(Element) && !Element->ZeroByBraces && Element->Differentiable)
    error(Loc,
          "cannot differentiate 'new' of an object that holds a deque, and whose class has "
          "constructors or virtual functions",
          "use a local variable, a std::vector, or keep the object in the caller");
  if (!Into) {
    Into = F.variable(Element->isRecord() ? "made" : "memory", M.pointer(Element, false));
    Into->Const = true;
    Into->Loc = Loc.getRawEncoding();
  }
  core::Expr *E = M.expr(ExprKind::Opaque, Into->Ty, Loc.getRawEncoding());
  E->Text = Text.str();
  E->Operands.append(Given.begin(), Given.end());
  E->Operands.push_back(Count);
  E->ReadsMemory = E->Allocates = true;
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = Into;
  S->Value = E;
  emit(S);
  return name(Into, Loc);
}

const core::Expr *FunctionLowering::allocate(const Expr *E, core::Variable *Into) {
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return newObject(New, Into);
  const auto *Bare = dyn_cast<CallExpr>(E);
  const CallExpr *Call = Bare ? Bare : castOfMalloc(E);
  SourceLocation Loc = E->getExprLoc();
  QualType T = (Bare ? UntypedCalls.lookup(Bare) : E->getType())->getPointeeType();
  const core::Type *Element = type(T);
  const core::Type *Leaf = Element;
  while (Leaf->isArray() && !Leaf->IsVector)
    Leaf = Leaf->Element;
  bool Plain = Leaf->isScalar() || (Leaf->isRecord() && Leaf->TrivialCopy && Leaf->TrivialDestroy);
  if (!Plain || T.isConstQualified()) {
    error(Loc, "cannot differentiate this allocation of objects of type '" + L.spelling(T) + "'",
          "use 'new'");
    return poison(E);
  }
  const FunctionDecl *FD = Call->getDirectCallee();
  llvm::StringRef Function = libraryName(FD);
  bool Zero = Function == "calloc", Again = Function == "realloc",
       Aligned = Function == "aligned_alloc";
  const core::Expr *Count = nullptr;
  if (Zero) {
    for (bool First : {false, true}) {
      const core::Expr *N = nullptr;
      capture([&] { N = elementCount(Call->getArg(First ? 0 : 1), T); });
      if (!N || !N->is(ExprKind::Literal))
        continue;
      Count = value(Call->getArg(First ? 1 : 0));
      if (N->Text != "1")
        Count = binary("*", N, Count, sizeType(), Loc);
      break;
    }
  } else {
    Count = elementCount(Call->getArg(Again || Aligned ? 1 : 0), T);
  }
  if (!Count) {
    error(Loc,
          "cannot differentiate this allocation, whose number of bytes is not a number of elements",
          "write it as 'n * sizeof(T)'");
    return poison(E);
  }
  if (!Count->is(ExprKind::Literal))
    Count = freeze(Count, Loc, "count");
  Allocated = Count;
  std::string Name = L.qualifiedName(FD), Spelled = core::spell(Element);
  if (Again)
    Name.erase(Name.rfind("realloc"), 2).replace(Name.rfind("alloc"), 0, "m");
  bool One = Count->is(ExprKind::Literal) && Count->Text == "1";
  std::string Bytes = Zero      ? "$0, sizeof(" + Spelled + ")"
                      : Aligned ? "$0, $1 * sizeof(" + Spelled + ")"
                      : One     ? "sizeof(" + Spelled + ")"
                                : "$0 * sizeof(" + Spelled + ")";
  std::string Text =
      "static_cast<" + core::spell(M.pointer(Element, false)) + ">(" + Name + "(" + Bytes + "))";
  if (Again)
    return reallocate(Call, Text, Element, Count, Into);
  if (Aligned)
    return newMemory(Element, Text, Count, Into, Loc,
                     {freeze(value(Call->getArg(0)), Loc, "alignment")});
  return newMemory(Element, Text, Count, Into, Loc);
}

/// Storage for an object that is made in it by assignments; what an optional or variant is assigned
/// to was one before, and zero bytes are.
static std::string storage(const core::Type *Pointer, llvm::StringRef New, const std::string &Size,
                           bool Zero) {
  std::string Made = (New + "(" + Size + ")").str();
  if (Zero || core::holdsTagged(Pointer->Element))
    Made = "__builtin_memset(" + Made + ", 0, " + Size + ")";
  return "static_cast<" + core::spell(Pointer) + ">(" + Made + ")";
}

/// Whether `new` and `delete` of a T stay what they are: its constructor makes what no assignment
/// can, a table of virtual functions, a string.
bool FunctionLowering::madeByConstructor(QualType T) {
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && (RD->isPolymorphic() ||
                (!RD->hasTrivialDestructor() && type(T)->isRecord() && !type(T)->Owns &&
                 !isLocalClass(RD) && !L.standsIn(RD) && !isLibraryRecord(RD)));
}

bool FunctionLowering::madeByConstructor(const core::Type *Ty) {
  const CXXRecordDecl *RD = Ty->isRecord() ? L.classOf(Ty) : nullptr;
  return RD && madeByConstructor(attributes::typeOf(Ctx, RD));
}

/// Whether a T is a vector whose elements have no destructors to be run by statements.
static bool isPlainVector(const core::Type *T) { return T->IsVector && !T->Owns; }

const core::Expr *FunctionLowering::newObject(const CXXNewExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getAllocatedType();
  const core::Type *Element = type(T);
  auto Refuse = [&](const llvm::Twine &What, llvm::StringRef WayOut) -> const core::Expr * {
    error(Loc, "cannot differentiate " + What, WayOut);
    return poison(E);
  };
  if (E->getNumPlacementArgs() == 1 && E->getOperatorNew()->isReservedGlobalPlacementOperator())
    return placementNew(E);
  if (E->getNumPlacementArgs() || !E->getOperatorNew()->isReplaceableGlobalAllocationFunction())
    return Refuse("'new' with an allocation function of the program's own",
                  "use plain 'new', or let the caller own the memory");
  const core::Type *Leaf = Element;
  while (Leaf->isArray() && !Leaf->IsStdArray)
    Leaf = Leaf->Element;
  if (Leaf->is(core::TypeKind::Opaque) || T.isConstQualified() ||
      (core::holdsVector(Leaf) &&
       (E->isArray() || !(madeByConstructor(T) || fitsStorage(Element)))))
    return Refuse("'new' of an object of type '" + L.spelling(T) + "'",
                  holdsAdapted(L, Ctx.getBaseElementType(T)->getAsCXXRecordDecl())
                      ? "let it hold a std::vector, or a std::deque of numbers, in place of lists, "
                        "queues and stacks"
                      : "allocate numbers or records of numbers and pointers");
  const CXXRecordDecl *RD = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
  if (RD && RD->getNumVBases())
    return Refuse("'new' of an object of type '" + L.spelling(T) + "', which has a virtual base",
                  "make the object a variable, or let the caller own it");
  if (RD && RD->isPolymorphic() && E->isArray())
    return Refuse("an array from 'new' of objects with virtual functions",
                  "use an array of pointers");
  if (!E->isArray() && madeByConstructor(T))
    return newConstructed(E, Into);
  const Expr *Init = E->getInitializer();
  const CXXConstructExpr *Constructor = E->getConstructExpr();
  bool Trivial = !Constructor || (Constructor->getConstructor()->isTrivial() &&
                                  Constructor->getConstructor()->isDefaultConstructor());
  const core::Expr *One = literal("1", M.intType(), Loc);
  bool OverAligned = Ctx.getTypeAlign(T) > Ctx.getTargetInfo().getNewAlign();
  const std::string TooAligned =
      "'new' of an object of type '" + L.spelling(T) + "', which is over-aligned";

  if (!E->isArray()) {
    bool Zero = Trivial && (Constructor ? Constructor->requiresZeroInitialization()
                                        : Init && isa<ImplicitValueInitExpr>(Init));
    // Braces are assigned as a whole: the object may be made first.
    bool Declares =
        (Trivial && (!Element->isRecord() || Element->ZeroByBraces)) || isPlainVector(Element);
    std::string Text = "new " + core::spell(Element) + (Zero ? "()" : "");
    if (!Declares && OverAligned)
      return Refuse(TooAligned, "let the caller own the object");
    if (!Declares)
      Text = storage(M.pointer(Element, false), "::operator new",
                     "sizeof(" + core::spell(Element) + ")",
                     (Constructor && Constructor->requiresZeroInitialization()) ||
                         core::holdsVector(Element)); // which are empty, then
    const core::Expr *Value = nullptr;
    const InitListExpr *Parts = Init ? madeInPlace(Init) : nullptr;
    if (Init && !Constructor && !Zero && !Parts)
      Value = value(Init);
    const core::Expr *At = newMemory(Element, Text, One, Into, Loc);
    const core::Expr *Object = dereference(At, Loc);
    if (!Declares)
      bringToLife(Object, Loc);
    if (Value)
      assign(Object, convert(Element, Value, false, Loc), Loc);
    else if (Parts)
      aggregate(Object, Parts);
    else if (Constructor && !Trivial) {
      beginLifetime();
      Lifetimes.back().Parts.push_back({At, QualType()});
      constructInto(Object, Constructor);
      endLifetime();
    } else if (Zero && !Declares)
      assign(Object, zero(Element, Loc), Loc);
    return At;
  }

  // Arrays.
  if (Leaf->isRecord() && !Leaf->TrivialDestroy)
    return Refuse("an array from 'new' of objects with a destructor of their own",
                  "use an array of plain records, or of pointers");
  if (!Trivial && OverAligned)
    return Refuse(TooAligned, "let the caller own the objects");
  const core::Expr *Count = value(*E->getArraySize());
  if (!Count->is(ExprKind::Literal))
    Count = freeze(Count, Loc, "count");
  const auto *List = dyn_cast_or_null<InitListExpr>(Init);
  bool Zero = List || (Constructor ? Trivial && Constructor->requiresZeroInitialization()
                                   : Init && isa<ImplicitValueInitExpr>(Init));
  std::string Text = "new " + arrayOf(Element, "$0") + (Zero ? "()" : "");
  if (!Trivial)
    Text = storage(M.pointer(Element, false), "::operator new[]",
                   "$0 * sizeof(" + core::spell(Element) + ")",
                   Constructor->requiresZeroInitialization());
  std::vector<const core::Expr *> Values;
  if (List)
    for (const Expr *Item : List->inits())
      Values.push_back(value(Item));
  const core::Expr *At = newMemory(Element, Text, Count, Into, Loc);
  for (size_t I = 0; I < Values.size(); ++I) {
    const core::Expr *To = subscript(At, literal(std::to_string(I), M.intType(), Loc), Loc);
    assignElement(To, Values[I], Loc);
  }
  if (!Trivial)
    countUp(literal("0", M.intType(), Loc), Count, Loc,
            [&](const core::Expr *K) { constructInto(subscript(At, K, Loc), Constructor); });
  return At;
}

void FunctionLowering::freeMemory(llvm::StringRef Text, const core::Expr *Pointer,
                                  SourceLocation Loc) {
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = Text.str();
  S->Operands = {Pointer};
  S->Frees = S->WritesUnknown = true;
  emit(S);
}

void FunctionLowering::deleteObject(const CXXDeleteExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getDestroyedType();
  if (!E->getOperatorDelete()->isReplaceableGlobalAllocationFunction())
    return error(Loc,
                 "cannot differentiate 'delete' of an object of type '" + L.spelling(T) +
                     "', which has an 'operator delete' of its own",
                 "let the caller own the object");
  deletePointer(value(E->getArgument()), T, E->isArrayForm(), Loc);
}

void FunctionLowering::deletePointer(const core::Expr *Pointer, QualType T, bool IsArray,
                                     SourceLocation Loc) {
  if (core::holdsMap(type(T)) && !madeByConstructor(T) && !type(T)->Owns)
    return error(Loc, "cannot differentiate 'delete' of an object that holds a map",
                 "use a local variable, or keep the object in the caller");
  const auto *RD = T->getAsCXXRecordDecl();
  if (RD && RD->isPolymorphic() && !IsArray)
    return deletePolymorphic(Pointer, RD, Loc);
  if (!RD || RD->hasTrivialDestructor() || (!IsArray && !L.differentiable(T) && ownsItself(RD)) ||
      (!IsArray && (madeByConstructor(T) || isPlainVector(type(T)) ||
                    (L.standsIn(RD) && !type(T)->Owns)))) // whose vectors end with it
    return freeMemory(IsArray ? "delete[] $0" : "delete $0", Pointer, Loc);
  if (IsArray)
    return error(Loc,
                 "cannot differentiate 'delete' of an object of type '" + L.spelling(T) +
                     "', one of an array of objects that own memory",
                 "let the caller own the object");
  const core::Expr *P = freeze(Pointer, Loc, "gone");
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = binary("!=", P, literal("nullptr", P->Ty, Loc), M.boolType(), Loc);
  If->Then = capture([&] {
    destroy(dereference(P, Loc), T, Loc);
    freeMemory(P->Ty->ElementConst ? "::operator delete(const_cast<" +
                                         core::spell(M.pointer(P->Ty->Element, false)) + ">($0))"
                                   : "::operator delete($0)",
               P, Loc);
  });
  emit(If);
}

} // namespace ad::lower
