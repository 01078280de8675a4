//===- lower/fence.cpp - what is refused before anything else -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Three questions for each node: is its class in supported.def, is its type one that we
// differentiate, and if it is a call, is the function one that hides what it does.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/fence.h"
#include "plugin/lower/copies.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"
#include "plugin/lower/views.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"
#include <functional>
#include <set>

using namespace clang;

namespace ad::lower {

namespace {

class Fence {
public:
  Fence(Lowering &L, bool Quiet) : L(L), Quiet(Quiet) {}

  bool Passed = true;

  void function(const FunctionDecl *FD);
  void visit(const Stmt *S);

private:
  void refuse(SourceLocation Loc, const llvm::Twine &What, llvm::StringRef WayOut) {
    Passed = false;
    // Once in each function is enough.
    if (Quiet || !Said.insert(What.str()).second)
      return;
    L.R.error(Loc, ("cannot differentiate " + What).str(), WayOut);
  }
  bool kind(const Stmt *S);
  bool partOf(QualType T, SourceLocation Loc);
  bool typeOf(QualType T, SourceLocation Loc);
  bool object(QualType T, SourceLocation Loc);
  /// How objects are copied: elements are Shifted where others are erased.
  enum How { Anyhow, Constructed, Assigned, Shifted };
  const CXXMethodDecl *ownCopyWithin(QualType T, How Is = Anyhow);
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Looking; ///< the classes that hold what is looked at
  bool copies(const Expr *E);
  bool captures(const LambdaExpr *E);
  void variable(const VarDecl *D);
  bool call(const CallExpr *E);
  bool smartArray(const Expr *E);
  llvm::SmallPtrSet<const Expr *, 4> Listed; ///< arrays that a container takes its elements from
  bool boundFunction(const CallExpr *E);
  bool asksPlainly(const CallExpr *E);
  bool movesPlainly(const Expr *E);
  void initialiser(const Expr *Init, bool Binds = false);

  Lowering &L;
  bool Quiet;
  const FunctionDecl *Function = nullptr; ///< the one whose body is looked at
  bool InConstant = false; ///< in the initialiser of what may be computed at compile time
  std::set<std::string> Said;
};

/// Asks supported.def about the class of the node. False where its children need no look.
bool Fence::kind(const Stmt *S) {
  switch (S->getStmtClass()) {
#define SUPPORTED(Node)                                                                            \
  case Stmt::Node##Class:                                                                          \
    return true;
#include "plugin/lower/supported.def"
  default:
    break;
  }
  llvm::StringRef Name = S->getStmtClassName();
  if (Name == "RecoveryExpr" || Name == "TypoExpr") {
    Passed = false; // Clang has said what is wrong
    return false;
  }
#define REFUSED(Node, What, WayOut)                                                                \
  if (Name == #Node)                                                                               \
    return refuse(S->getBeginLoc(), What, WayOut), false;
#include "plugin/lower/supported.def"
  if (isa<OMPExecutableDirective>(S))
    refuse(S->getBeginLoc(), "an OpenMP directive",
           "compile without -fopenmp, or keep the directive outside the differentiated function");
  else
    refuse(S->getBeginLoc(), "a node of class '" + Name + "'",
           "write it in simpler terms, or move it into a function marked [[ad::constant]]");
  return false;
}

/// What to use instead of a T, a class of the library that we do not follow.
static const char *insteadOf(Lowering &L, QualType T) {
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  const bool Container = RD && (isStdVector(RD) || isStdDeque(RD) || isStdMap(RD));
  if (Container && holdsItself(L.Ctx, RD))
    return "let objects hold std::unique_ptr's to others of their class, or indices into one "
           "std::vector of all";
  if (Container && L.isOwnTagged(L.type(isStdMap(RD) ? RD->getTemplateArgs()[1].getAsType()
                                                     : RD->getTemplateArgs()[0].getAsType())))
    return "an element that may be missing, or one of several, holds neither vectors nor pointers: "
           "use arrays of fixed size, or a container for each of the types";
  const bool Tagged = RD && (RD->getName() == "variant" || RD->getName() == "optional");
  if (Tagged && llvm::any_of(partTypes(RD), [](QualType Part) {
        const auto *Class = Part->getAsCXXRecordDecl();
        return Part->isPointerType() || (Class && isSmartPtr(Class));
      }))
    return "let an object that leads to others of its kind hold std::unique_ptr's or pointers, "
           "null "
           "where there is none, and a number that says which it is";
  if (RD && RD->getName() == "weak_ptr")
    return "hold a plain pointer";
  return "use std::vector, arrays, std::array or a record of floating values";
}

/// A class has a base or a member of type T. Pairs with constant numbers are what maps hold.
bool Fence::partOf(QualType T, SourceLocation Loc) {
  T = L.Ctx.getBaseElementType(T);
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !isLibraryRecord(RD) || !L.differentiable(T))
    return true;
  const core::Type *Ty = L.type(T);
  if (!Ty->is(core::TypeKind::Opaque) &&
      llvm::none_of(Ty->Fields, [](const core::Field &F) { return F.Key; }))
    return true;
  refuse(Loc, "a class with a part of type '" + L.spelling(T.getUnqualifiedType()) + "'",
         "hold the numbers in members of the class");
  return false;
}

/// Types that hold floating values in a form we do not follow.
bool Fence::typeOf(QualType Written, SourceLocation Loc) {
  if (Written.isNull())
    return true;
  QualType T = Written.getNonReferenceType();
  if (T.isVolatileQualified()) {
    refuse(Loc, "a volatile object", "copy it into a plain variable outside the function");
    return false;
  }
  T = T.getCanonicalType();
  while (const auto *A = T->getAsArrayTypeUnsafe()) {
    if (isa<VariableArrayType>(A)) {
      refuse(Loc, "a variable-length array", "use an array of fixed size, or take a pointer");
      return false;
    }
    T = A->getElementType().getCanonicalType();
  }
  while (T->isPointerType())
    T = T->getPointeeType().getCanonicalType();
  if (Written.getNonReferenceType()->isPointerType() && L.localSmartArray(T)) {
    refuse(Loc, "a pointer to an array of smart pointers", "use a reference");
    return false;
  }
  const char *What = nullptr, *WayOut = "use float, double or long double";
  if (T->isFloat16Type() || T->isHalfType() || T->isBFloat16Type() || T->isFloat128Type() ||
      T->isIbm128Type())
    return refuse(Loc, "a value of type '" + L.spelling(T.getUnqualifiedType()) + "'", WayOut),
           false;
  if (T->isAnyComplexType()) {
    What = "_Complex numbers";
    WayOut = "use std::complex, or two real variables";
  } else if (T->isVectorType() || T->isMatrixType()) {
    What = "vector types";
    WayOut = "write a loop over the elements: the compiler vectorises it";
  } else if (T->isAtomicType()) {
    What = "an atomic object";
    WayOut = "accumulate in a local variable and store it outside the differentiated function";
  }
  if (What) {
    refuse(Loc, What, WayOut);
    return false;
  }
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  // What algorithms of std::ranges return, for example `std::ranges::in_fun_result`.
  const auto *Space = RD ? dyn_cast<NamespaceDecl>(RD->getDeclContext()) : nullptr;
  const bool OfRanges = Space && Space->getName() == "ranges" && Space->isInStdNamespace();
  if (RD && RD->hasDefinition() && !RD->isInStdNamespace() && !OfRanges && !RD->isLambda()) {
    for (const CXXBaseSpecifier &B : RD->bases())
      if (!partOf(B.getType(), Loc))
        return false;
    for (const FieldDecl *F : RD->fields()) {
      if (!partOf(F->getType(), Loc))
        return false;
      const CXXRecordDecl *Held = F->getType()->getAsCXXRecordDecl();
      if (!Held)
        continue;
      if (isVectorIterator(Held) || isReverseIterator(Held) || isSequenceIterator(Held) ||
          isReferenceWrapper(Held)) {
        refuse(Loc,
               (isReferenceWrapper(Held) ? "the reference '" : "the iterator '") +
                   F->getName().str() + "', a member of a class",
               "hold a pointer, or an index");
        return false;
      }
      // In companions, a vector of them is one of pointers.
      if (isStdVector(Held) && holdsWrappers(F->getType()) && L.differentiable(F->getType())) {
        refuse(Loc, "the references in '" + F->getName().str() + "', a member of a class",
               "hold pointers");
        return false;
      }
    }
  }
  if (!RD || !RD->isInStdNamespace() || !RD->getIdentifier())
    return true;
  llvm::StringRef Name = RD->getName();
  if (llvm::is_contained({"atomic", "atomic_ref", "atomic_flag", "thread", "jthread", "mutex",
                          "lock_guard", "unique_lock", "scoped_lock", "condition_variable",
                          "future", "promise"},
                         Name)) {
    refuse(Loc, "threads and atomics ('std::" + Name.str() + "')",
           "start threads in the caller and differentiate what each of them computes");
    return false;
  }
  if ((isReferenceWrapper(RD) && L.type(T)->isPointer()) || isClosureObject(T))
    return true;
  if (llvm::is_contained({"move_only_function", "any", "reference_wrapper"}, Name)) {
    refuse(Loc, "calls through 'std::" + Name.str() + "'",
           "take the function as a template parameter, or call it directly");
    return false;
  }
  if (isStdVector(RD) && L.type(T)->IsVector)
    return true;
  if ((isStdArray(RD) || isLibraryRecord(RD) || isStdMap(RD) || isStdDeque(RD)) &&
      holdsWrappers(T)) {
    refuse(Loc, "a value of type '" + L.spelling(T.getUnqualifiedType()) + "'",
           "hold pointers, or keep the references in a std::vector");
    return false;
  }
  // Tuples and pairs of references come and go within an expression, or are only names (minmax).
  if (isLibraryRecord(RD) && (L.type(T)->isRecord() || Name == "tuple" || Name == "pair"))
    return true;
  if (isFunctionPair(RD))
    return true;
  if (isHandleRecord(RD) && (L.type(T)->Mutable || L.type(T)->IsVector))
    return true;
  if (((isStdValarray(RD) || isStdDeque(RD)) && L.type(T)->IsVector) || Name == "_Expr" ||
      Name == "slice_array" || Name == "mask_array")
    return true;
  if ((isDequeAdaptor(RD) || isStdDeque(RD)) && L.adaptedDeque(T))
    return true;
  if ((isStdMap(RD) && L.type(T)->IsMap) || isMapIterator(RD) || isSequenceIterator(RD))
    return true;
  if (isStdComplex(RD) || isStdArray(RD) || isSmartPtr(RD) || isVectorIterator(RD) ||
      isReverseIterator(RD) || Name == "back_insert_iterator" || Name == "front_insert_iterator" ||
      Name == "__shared_ptr" || Name == "__shared_ptr_access" || isPlainLibraryRecord(RD) ||
      isBoundFunction(T) || Name == "initializer_list" || !L.differentiable(T))
    return true;
  refuse(Loc,
         "a value of type '" +
             Written.getNonReferenceType().getUnqualifiedType().getAsString(L.Policy) + "'",
         insteadOf(L, T));
  return false;
}

static const char *const CopyMembers =
    "let it copy all of every member, as '= default' does, and do the rest in another function";

static std::string copyName(const CXXMethodDecl *Own) {
  const auto *Constructor = dyn_cast<CXXConstructorDecl>(Own);
  return !Constructor                       ? "assignment"
         : Constructor->isMoveConstructor() ? "move constructor"
                                            : "copy constructor";
}

/// Whether an object of the library's class RD holds those that its template arguments name.
static bool holdsArguments(const CXXRecordDecl *RD) {
  return RD->isInStdNamespace() && RD->getIdentifier() &&
         llvm::is_contained({"pair",
                             "tuple",
                             "optional",
                             "variant",
                             "array",
                             "vector",
                             "deque",
                             "list",
                             "forward_list",
                             "map",
                             "multimap",
                             "set",
                             "multiset",
                             "unordered_map",
                             "unordered_multimap",
                             "unordered_set",
                             "unordered_multiset",
                             "queue",
                             "stack",
                             "priority_queue",
                             "valarray",
                             "_Bind",
                             "_Bind_result",
                             "initializer_list"},
                            RD->getName());
}

/// The function of a class, of which a T holds objects, that does something else than copy them
/// where a T is copied as Is says: in elements, captures and bound arguments, too.
const CXXMethodDecl *Fence::ownCopyWithin(QualType T, How Is) {
  T = L.Ctx.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
  if (const auto *Function = T->getAs<FunctionProtoType>()) { // what std::bind() is given
    for (QualType Each : Function->param_types())
      if (const CXXMethodDecl *Own = ownCopyWithin(Each, Is))
        return Own;
    return ownCopyWithin(Function->getReturnType(), Is);
  }
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || isOfEigen(T) || isView(T) || !Looking.insert(RD).second)
    return nullptr;
  auto Done = llvm::make_scope_exit([&] { Looking.erase(RD); });
  if (RD->isInStdNamespace()) {
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
    if (!Spec || !holdsArguments(RD))
      return nullptr;
    if (Is == Assigned &&
        !llvm::is_contained({"pair", "tuple", "array", "valarray"}, RD->getName()))
      Is = Anyhow;
    std::function<const CXXMethodDecl *(const TemplateArgument &)> Within =
        [&](const TemplateArgument &A) -> const CXXMethodDecl * {
      if (A.getKind() == TemplateArgument::Type)
        return ownCopyWithin(A.getAsType(), Is);
      if (A.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &Each : A.pack_elements())
          if (const CXXMethodDecl *Own = Within(Each))
            return Own;
      return nullptr;
    };
    for (const TemplateArgument &A : Spec->getTemplateArgs().asArray())
      if (const CXXMethodDecl *Own = Within(A))
        return Own;
    return nullptr;
  }
  if (!RD->isLambda()) {
    if (!L.differentiable(T) || L.type(T)->Owns)
      return nullptr;
    if (const CXXMethodDecl *Own = Is == Assigned || Is == Shifted ? ownAssignment(RD)
                                   : Is == Constructed             ? ownConstructor(RD)
                                                                   : ownCopy(RD))
      return Own;
    for (const CXXBaseSpecifier &B : RD->bases())
      if (const CXXMethodDecl *Own = ownCopyWithin(B.getType(), Is))
        return Own;
  }
  for (const FieldDecl *F : RD->fields())
    if (const CXXMethodDecl *Own = ownCopyWithin(F->getType(), Is))
      return Own;
  return nullptr;
}

/// An object of type T is made here, which companions may copy. Those that own memory they do not.
bool Fence::object(QualType T, SourceLocation Loc) {
  T = L.Ctx.getBaseElementType(T);
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD || isOfEigen(T) || isView(T))
    return true;
  if (RD->isInStdNamespace()) {
    const CXXMethodDecl *Own = ownCopyWithin(T, Constructed);
    if (!Own)
      return true;
    refuse(Loc,
           "an object that holds objects of class '" + L.qualifiedName(Own->getParent()) +
               "', whose " + copyName(Own) + " does something else than copy them",
           CopyMembers);
    return false;
  }
  if (!L.differentiable(T) || L.type(T)->Owns)
    return true;
  const CXXMethodDecl *Own = ownCopy(RD);
  if (!Own)
    return true;
  refuse(Loc,
         "an object of class '" + L.spelling(T.getUnqualifiedType()) + "', whose " + copyName(Own) +
             " does something else than copy it",
         CopyMembers);
  return false;
}

/// E copies no objects, nor closures, nor within the library, whose classes do something else then.
bool Fence::copies(const Expr *E) {
  const CXXMethodDecl *Own = nullptr;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    const bool Copies = Made->getConstructor()->isCopyOrMoveConstructor() && !Made->isElidable();
    if (Made->getNumArgs() && (Copies || isStdFunction(Made->getType())))
      Own = ownCopyWithin(Made->getArg(0)->getType(), Constructed);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *FD = Call->getDirectCallee();
    const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
    if (!FD)
      return true;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    const Expr *Object = Member                              ? Member->getImplicitObjectArgument()
                         : isa<CXXOperatorCallExpr>(E) && MD ? Call->getArg(0)
                                                             : nullptr;
    if (isLibrary(FD)) {
      const llvm::StringRef Name = libraryName(FD);
      const bool Grows =
          llvm::is_contained({"push_back", "push_front", "push", "emplace_back", "emplace_front",
                              "try_emplace", "resize", "reserve", "shrink_to_fit", "value_or"},
                             Name);
      const bool Moves =
          llvm::is_contained({"emplace", "insert", "insert_or_assign", "assign"}, Name);
      const bool Sets = MD && MD->getOverloadedOperator() == OO_Equal;
      if (Object && (Grows || Moves || Sets || Name == "erase")) {
        const QualType T = Object->getType()->isPointerType() ? Object->getType()->getPointeeType()
                                                              : Object->getType();
        Own = ownCopyWithin(T, Grows ? Constructed : Moves ? Anyhow : Sets ? Assigned : Shifted);
      }
      for (const Expr *A : Call->arguments())
        if (const CXXRecordDecl *RD = A->getType()->getAsCXXRecordDecl();
            !Own && A->isPRValue() && RD && RD->isLambda())
          Own = ownCopyWithin(A->getType(), Constructed);
    }
  }
  if (!Own)
    return true;
  refuse(E->getExprLoc(),
         "a copy of objects of class '" + L.qualifiedName(Own->getParent()) + "', whose " +
             copyName(Own) + " does something else than copy them",
         CopyMembers);
  return false;
}

/// Captures of several objects as a whole are plain copies.
bool Fence::captures(const LambdaExpr *E) {
  auto Init = E->capture_init_begin();
  for (const LambdaCapture &C : E->captures()) {
    const Expr *From = *Init++;
    if (!C.capturesVariable() || C.getCaptureKind() != LCK_ByCopy)
      continue;
    const QualType T = C.getCapturedVar()->getType().getNonReferenceType();
    const auto *RD = T->getAsCXXRecordDecl();
    if (!T->isArrayType() && !(RD && (RD->isInStdNamespace() || RD->isLambda())))
      continue;
    const bool Made = From && isa<LambdaExpr>(From->IgnoreImplicit());
    if (const CXXMethodDecl *Own = Made ? nullptr : ownCopyWithin(T, Constructed)) {
      refuse(C.getLocation(),
             "a capture by copy of objects of class '" + L.qualifiedName(Own->getParent()) +
                 "', whose " + copyName(Own) + " does something else than copy them",
             "capture them by reference");
      return false;
    }
  }
  return true;
}

/// Bound functions stay what they are made.
bool Fence::boundFunction(const CallExpr *E) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Operator || Operator->getOperator() != OO_Equal ||
      !isBoundFunction(Operator->getArg(0)->getType()))
    return true;
  refuse(E->getExprLoc(), "this assignment of a bound function", "assign it to a std::function");
  return false;
}

/// Arrays of smart pointers are no values: statements make and move their elements.
bool Fence::smartArray(const Expr *E) {
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    Listed.insert(List->getSubExpr());
  if (!L.localSmartArray(E->getType()) || Listed.contains(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  const auto *MD = Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (isa<MaterializeTemporaryExpr, CXXTemporaryObjectExpr>(E) || (Call && E->isPRValue()) ||
      (Made && Made->getNumArgs()) || (MD && MD->getOverloadedOperator() == OO_Equal)) {
    refuse(E->getExprLoc(), "an array of smart pointers that is copied or moved as a whole",
           "move its elements one by one, or keep them in a std::vector");
    return false;
  }
  return true;
}

/// Init is the value of a new variable or member, which may be an array of smart pointers that
/// takes over those of another, or that of bindings to the elements of an array (Binds).
void Fence::initialiser(const Expr *Init, bool Binds) {
  if (const auto *Loop = dyn_cast_or_null<ArrayInitLoopExpr>(Init);
      Loop && (Binds || L.localSmartArray(Loop->getType())))
    return visit(Loop->getCommonExpr()->getSourceExpr());
  const auto *Made = Init ? dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit()) : nullptr;
  if (Made && Made->getNumArgs() == 1 && Made->getArg(0)->isGLValue() &&
      !isa<MaterializeTemporaryExpr>(Made->getArg(0)) && L.localSmartArray(Made->getType()))
    return visit(Made->getArg(0));
  visit(Init);
}

void Fence::variable(const VarDecl *D) {
  if (D->isInvalidDecl()) {
    Passed = false;
    return;
  }
  if (isa<ParmVarDecl>(D) && L.localSmartArray(D->getType()))
    return refuse(D->getLocation(), "an array of smart pointers that is passed by value",
                  "pass it by reference");
  const QualType T = D->getType().getNonReferenceType().getUnqualifiedType();
  const RecordDecl *RD = T->getAsRecordDecl();
  if (RD && isHandleRecord(RD) && RD->getName() == "initializer_list" && L.differentiable(T) &&
      L.type(T)->is(core::TypeKind::Opaque))
    return refuse(D->getLocation(), "a variable or parameter of type '" + L.spelling(T) + "'",
                  "use a std::vector");
  if (typeOf(D->getType(), D->getLocation()))
    object(D->getType(), D->getLocation());
}

static bool isQuestionWhen(const FunctionDecl *FD) {
  return isLibrary(FD) && libraryName(FD) == "is_constant_evaluated";
}

/// Whether FD, which is not the library's, asks whether it is evaluated at compile time.
static bool asksWhen(const FunctionDecl *FD, llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen) {
  const FunctionDecl *Def = nullptr;
  if (!FD->isConstexpr() || isLibrary(FD) || !FD->hasBody(Def) || !Seen.insert(Def).second)
    return false;
  std::function<bool(const Stmt *)> Asks = [&](const Stmt *S) {
    const auto *If = dyn_cast_or_null<IfStmt>(S);
    const auto *Call = dyn_cast_or_null<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return S && ((If && If->isConsteval()) || (Callee && isQuestionWhen(Callee)) ||
                 (Callee && asksWhen(Callee, Seen)) || llvm::any_of(S->children(), Asks));
  };
  return Asks(Def->getBody());
}

/// What companions keep as a constant is computed at compile time, and what they assign at run
/// time, whichever it is in the function; and all that is lowered is what is done at run time.
bool Fence::asksPlainly(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  if (!FD || (Function && isLibrary(Function)))
    return true;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  const bool Itself = isQuestionWhen(FD);
  if (!InConstant && (Itself || !E->getType()->isIntegralOrEnumerationType()))
    return true;
  if (!Itself && !asksWhen(FD, Seen))
    return true;
  refuse(E->getExprLoc(),
         Itself ? "a constant that asks whether it is evaluated at compile time"
                : "a call to '" + L.qualifiedName(FD) +
                      "', which asks whether it is evaluated at compile time",
         "write the number that it is here");
  return false;
}

/// Functions that move values where nobody can follow. True where the call may pass.
bool Fence::call(const CallExpr *E) {
  const FunctionDecl *FD = E->getDirectCallee();
  if (E->getCallee()->getType()->isBlockPointerType()) {
    refuse(E->getExprLoc(), "a call of a block", "take a function or a lambda instead");
    return false;
  }
  if (!FD || !isLibrary(FD))
    return true;
  llvm::StringRef Name = libraryName(FD);
  SourceLocation Loc = E->getExprLoc();
  bool Active = llvm::any_of(E->arguments(), [&](const Expr *A) {
    return L.differentiable(A->IgnoreParenImpCasts()->getType());
  });
  if (llvm::is_contained({"mempcpy", "bcopy", "bzero", "memcpy_inline", "__memcpy_chk",
                          "__memmove_chk", "__memset_chk"},
                         Name)) {
    if (!Active)
      return true;
    refuse(Loc, "a call to '" + Name.str() + "' on floating values",
           "assign the values in a loop: bytes carry no derivatives");
    return false;
  }
  if (Name == "bit_cast") {
    refuse(Loc, "a bit cast",
           "values that are copied as bytes lose their derivatives; assign them instead");
    return false;
  }
  if (llvm::is_contained({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "siglongjmp"},
                         Name)) {
    refuse(Loc, "a call to '" + Name.str() + "'", "return an error code, or throw");
    return false;
  }
  if (Name == "alloca") {
    refuse(Loc, "a call to '" + Name.str() + "'",
           "use 'new' or 'malloc', or let the caller own the memory");
    return false;
  }
  if (Name == "va_start" || Name == "va_end" || Name == "va_copy") {
    refuse(Loc, "variable arguments", "take a pointer and a length");
    return false;
  }
  return true;
}

/// Whether FD, of the library, moves the elements of ranges.
static bool movesElements(const FunctionDecl *FD, unsigned Arguments) {
  const llvm::StringRef Name = libraryName(FD);
  return (Name == "move" && Arguments == 3) ||
         llvm::is_contained({"move_backward", "make_move_iterator", "uninitialized_move"}, Name);
}

/// The class of the elements that the iterator E goes through.
static const CXXRecordDecl *elementClass(const Expr *E) {
  QualType T = E->getType().getNonReferenceType();
  const auto *Iterator = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (Iterator && Iterator->getTemplateArgs().size() &&
      Iterator->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    T = Iterator->getTemplateArgs()[0].getAsType();
  return T->isPointerType() ? T->getPointeeType()->getAsCXXRecordDecl() : nullptr;
}

/// The library, which E calls, moves what is given to it by rules of ours: not as a class has it
/// whose move leaves something else behind.
bool Fence::movesPlainly(const Expr *E) {
  llvm::SmallVector<const Expr *, 4> Given;
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getDirectCallee() && isLibrary(Call->getDirectCallee()) &&
      !Call->isCallToStdMove() && libraryName(Call->getDirectCallee()) != "forward")
    Given.append(Call->arg_begin(), Call->arg_end());
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
           Made && Made->getConstructor()->getParent()->isInStdNamespace())
    Given.append(Made->arg_begin(), Made->arg_end());
  if (const auto *Call = dyn_cast<CallExpr>(E);
      !Given.empty() && Call && movesElements(Call->getDirectCallee(), Call->getNumArgs()))
    if (const CXXRecordDecl *RD = elementClass(Given[0]); RD && leavesSomethingElse(RD)) {
      refuse(E->getExprLoc(),
             "this move of objects of class '" + RD->getNameAsString() +
                 "' within the library, which leaves more behind than empty members",
             "move them one by one, in a loop");
      return false;
    }
  for (const Expr *A : Given) {
    const Expr *Inner = A->IgnoreParens();
    const auto *Moved = dyn_cast<CallExpr>(Inner->IgnoreParenImpCasts());
    const bool Named = Inner->isXValue() && !isa<MaterializeTemporaryExpr>(Inner);
    const auto *RD = Inner->getType()->getAsCXXRecordDecl();
    if (RD && L.type(Inner->getType().getUnqualifiedType())->Owns)
      continue; // what it does is done as it is written
    if (!(Named || (Moved && Moved->isCallToStdMove())) || !RD || !leavesSomethingElse(RD))
      continue;
    const auto *Object =
        Moved ? dyn_cast<DeclRefExpr>(Moved->getArg(0)->IgnoreParenImpCasts()) : nullptr;
    if (Object && Function && isLastMention(Function->getBody(), Object))
      continue; // nobody sees what is left
    refuse(A->getExprLoc(),
           "this move of an object of class '" +
               L.spelling(Inner->getType().getCanonicalType().getUnqualifiedType()) +
               "' into the library, which leaves more behind than empty members",
           "copy it, or move it into an object of its class first");
    return false;
  }
  return true;
}

void Fence::visit(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (E->containsErrors()) {
      Passed = false;
      return;
    }
    if (E->isTypeDependent() || E->isValueDependent()) {
      refuse(E->getExprLoc(), "code that depends on a template parameter",
             "instantiate the template");
      return;
    }
  }
  if (!kind(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    // Functions and members as such have no value to look at.
    if (!E->getType()->isFunctionType() && !isa<StringLiteral>(E) &&
        !typeOf(E->getType(), E->getExprLoc()))
      return;
    if (E->isPRValue() && !object(E->getType(), E->getExprLoc()))
      return;
    if (!smartArray(E) || !movesPlainly(E) || !copies(E))
      return;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E); Lambda && !captures(Lambda))
      return;
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && !(call(Call) && boundFunction(Call) && asksPlainly(Call)))
      return;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
      for (const LambdaCapture &C : Lambda->captures())
        if (C.capturesVariable() && Lambda->isInitCapture(&C)) {
          const auto *V = cast<VarDecl>(C.getCapturedVar());
          typeOf(V->getType(), V->getLocation());
          const auto *Copy = dyn_cast<CXXConstructExpr>(V->getInit()->IgnoreImplicit());
          if (Copy && Copy->getConstructor()->isCopyOrMoveConstructor()) // see captures()
            visit(Copy->getArg(0));
          else
            initialiser(V->getInit());
        }
      return;
    }
    if (isa<UnaryExprOrTypeTraitExpr, PredefinedExpr, OffsetOfExpr, RequiresExpr,
            ConceptSpecializationExpr, TypeTraitExpr, SourceLocExpr, CXXNoexceptExpr>(E))
      return;
    if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      return visit(D->getExpr());
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
      return visit(D->getExpr());
    if (const auto *G = dyn_cast<GenericSelectionExpr>(E))
      return visit(G->getResultExpr());
    if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(E))
      return visit(R->getSemanticForm());
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *X : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(X)) {
        variable(V);
        const bool Outer =
            std::exchange(InConstant, V->isConstexpr() || V->isStaticLocal() ||
                                          (V->getType().isConstQualified() &&
                                           V->getType()->isIntegralOrEnumerationType()));
        initialiser(V->getInit(), isa<DecompositionDecl>(V));
        InConstant = Outer;
      }
    return;
  }
  if (const auto *R = dyn_cast<CXXForRangeStmt>(S)) {
    visit(R->getInit());
    variable(R->getLoopVariable());
    visit(R->getRangeInit());
    return visit(R->getBody());
  }
  for (const Stmt *C : S->children())
    visit(C);
}

void Fence::function(const FunctionDecl *FD) {
  if (FD->isInvalidDecl()) {
    Passed = false;
    return;
  }
  if (FD->isDependentContext()) {
    refuse(FD->getLocation(), "a template that is not instantiated", "annotate an instance of it");
    return;
  }
  if (FD->isVariadic()) {
    refuse(FD->getLocation(), "a variadic function", "take a pointer and a length");
    return;
  }
  Function = FD;
  for (const ParmVarDecl *P : FD->parameters())
    variable(P);
  if (!Passed)
    return; // the body would only repeat it
  if (const auto *CD = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *I : CD->inits())
      initialiser(I->getInit());
  visit(FD->getBody());
}

} // namespace

bool checkFence(Lowering &L, const FunctionDecl *FD, bool Quiet) {
  auto [Known, New] = L.Fenced.try_emplace(FD, Lowering::Fence::Passed);
  // What was refused in silence is refused again, aloud.
  if (!New && (Quiet || Known->second != Lowering::Fence::RefusedQuietly))
    return Known->second == Lowering::Fence::Passed;
  Fence F(L, Quiet);
  F.function(FD);
  L.Fenced[FD] = F.Passed               ? Lowering::Fence::Passed
                 : Quiet || L.R.Holding ? Lowering::Fence::RefusedQuietly
                                        : Lowering::Fence::Refused;
  return F.Passed;
}

} // namespace ad::lower
