//===- lower/lower.h - Clang AST -> Core ----------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Turns functions of the user's program into Core. What Core holds after it (beyond the invariants
// of core.h):
//  - A C array used as a pointer is AddressOf(Subscript(a, 0)); `*(p + i)` is Subscript(p, i).
//  - `x op= e` is Assign(x, Binary(op, x, e)), the Binary cast to the type of x where C++ computes
//    in a wider one; `x += e` and `x -= e` are Accumulate, also `++`/`--` (of pointers too).
//  - Nested plain blocks are flattened (names are unique); If keeps its two branches.
//  - `for (T i = n; i-- > 0;)` is `for (T i = n - 1; i >= 0; --i)` where T is signed, and
//    `for (T i = n; i > 0;) { --i; ...}` where it is not.
//  - `assert(c)` is If(!c) { Opaque call of the handler, NoReturn }.
//  - A string literal is a Literal of pointer type.
//  - SourceName is fully qualified for free functions and static members, bare for methods.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_LOWER_H
#define AD_LOWER_LOWER_H

#include "plugin/core/circular.h"
#include "plugin/core/core.h"
#include "plugin/lower/report.h"
#include "plugin/lower/usage.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace clang {
class Sema;
}

namespace ad::lower {

/// One per compile.
class Lowering {
public:
  Lowering(clang::Sema &S, core::Module &M, Reporter &R);

  /// The Core function of FD: its signature at once, its body when lowerBody is asked for it.
  /// A function with Failed set after diagnosing.
  core::Function *function(const clang::FunctionDecl *FD);
  /// Lowers the body if it is visible and not lowered yet; afterwards HasBody or Failed is set.
  void lowerBody(core::Function *F);

  /// The Core type of T, top-level qualifiers dropped.
  const core::Type *type(clang::QualType T);
  /// Whether T is a smart pointer that Core follows, as the pointer in it: what it holds may carry
  /// derivatives, or does more in its destructor than to free memory. Others are kept as they are.
  bool followsSmart(clang::QualType T);
  /// The same for an array of them.
  bool followsSmartArray(clang::QualType T);
  bool followsSmartParts(const clang::RecordDecl *RD);
  /// Whether a value of type T holds a floating value somewhere, directly or behind a handle.
  bool differentiable(clang::QualType T);
  /// Whether RD is an exception of the library and carries nothing that has a derivative:
  /// `struct calc_error : std::runtime_error`.
  bool isPlainException(const clang::RecordDecl *RD);
  /// Marked [[ad::constant]].
  bool isConstant(const clang::Decl *D) const;
  /// The qualified name of D as it can be written at the end of the file.
  std::string qualifiedName(const clang::NamedDecl *D, bool TemplateArguments = true) const;
  /// How to print D and its template arguments.
  clang::PrintingPolicy namingPolicy(const clang::NamedDecl *D) const;
  /// `<int, 3>`, the arguments of FD, an instance of a template. Of those that a call wrote, the
  /// first Written, the others follow from what it is given; all of them where the call wrote none.
  std::string templateArguments(const clang::FunctionDecl *FD,
                                std::optional<unsigned> Written = std::nullopt) const;
  std::string spelling(clang::QualType T) const;

  /// Whether FD keeps variables of its own from call to call, and nothing that carries derivatives
  /// gets into it: it is called as it stands (statics.cpp).
  bool keepsState(const clang::FunctionDecl *FD);

  /// Whether calling FD does nothing but compute its result (visibly, or by its known name).
  bool isPure(const clang::FunctionDecl *FD);
  /// The same for this very function, whatever overrides it.
  bool isPureItself(const clang::FunctionDecl *FD);
  bool allPure(const clang::CXXMethodDecl *MD);
  /// Whether all that a call of FD may do, besides, is to change what it is given by reference, and
  /// its object.
  bool changesOnlyGiven(const clang::FunctionDecl *FD);
  /// Whether the destructor of a T, if it has one, changes nothing that others can see.
  bool endsPurely(clang::QualType T);
  /// What a call may write of what it is given: its parameters or object themselves, and what lies
  /// behind pointers.
  struct WritesOf {
    bool Parameters = false, Behind = false;
    bool operator==(const WritesOf &O) const {
      return Parameters == O.Parameters && Behind == O.Behind;
    }
  };
  WritesOf writesOf(const clang::FunctionDecl *FD);
  /// The method that runs where a virtual one is called on an object of this very class.
  struct Target {
    const clang::CXXRecordDecl *Class;
    const clang::CXXMethodDecl *Method;
  };
  /// The classes that an object which is seen as an RD may be of, as far as this file knows.
  std::vector<const clang::CXXRecordDecl *> concrete(const clang::CXXRecordDecl *RD);
  /// What a call of MD on a Static may run, as far as this file knows.
  std::vector<Target> targets(const clang::CXXMethodDecl *MD, const clang::CXXRecordDecl *Static);
  /// Whether the object's class decides at run time what E calls.
  bool callsVirtually(const clang::CallExpr *E) const;
  /// A function of our own that does what Def, or a part of it, does (converted_calls.cpp): no
  /// parameters yet. Its name begins with Label.
  core::Function *madeFunction(const clang::FunctionDecl *Def, const std::string &Name,
                               const std::string &Label);
  /// Whether only a function can name T, or a part of it.
  bool isLocalType(const core::Type *T) const;
  std::map<std::pair<const clang::FunctionDecl *, std::vector<const void *>>, core::Function *>
      Converted;
  unsigned Converting = 0; ///< how many of these are being made, one inside the other
  bool ConvertedTooDeep = false;
  /// The function that calls MD on a Static by the class of the object (virtual.cpp).
  core::Function *dispatcher(const clang::CXXMethodDecl *MD, const clang::CXXRecordDecl *Static,
                             clang::SourceLocation Loc);
  /// The function that destroys and frees an object on the heap that is seen as an RD
  /// (polymorphic.cpp).
  core::Function *destroyer(const clang::CXXRecordDecl *RD, clang::SourceLocation Loc);
  /// The function that calls what a pointer to functions of type T leads to (pointers.cpp).
  core::Function *dispatcher(const clang::FunctionProtoType *T, clang::SourceLocation Loc);
  /// Whether a call of MD may run an overrider of it.
  static bool dispatches(const clang::CXXMethodDecl *MD);
  /// The functions of this type whose address the file takes.
  std::vector<const clang::FunctionDecl *> addressTaken(const clang::FunctionProtoType *T);
  /// A lambda that a constant of the whole program holds as a pointer, and how that is spelled.
  struct HeldLambda {
    const clang::LambdaExpr *Lambda;
    std::string Place;
    const clang::VarDecl *In;
  };
  /// Those of this type, Place is empty of those that are values; Unknown: a variable that holds
  /// such lambdas and may change.
  std::vector<HeldLambda> heldLambdas(const clang::FunctionProtoType *T,
                                      const clang::VarDecl *&Unknown);
  /// The function that stands for Lambda where a pointer to it is a value (lambda_pointers.cpp).
  core::Function *lambdaFunction(const clang::LambdaExpr *Lambda);
  /// Whether calls through pointers of its type know Lambda.
  bool isKnownTarget(const clang::LambdaExpr *Lambda);
  /// Whether the object to which Lambda is passed makes a pointer of it.
  bool isMadePointer(const clang::LambdaExpr *Lambda);
  void findTargets();
  /// Whether a T that is made without arguments may hold vectors with elements, or pointers to
  /// something, which no statement sets (filled_objects.cpp).
  bool startsFilled(const core::Type *T);
  bool startsPointing(const core::Type *T);
  llvm::DenseMap<const core::Type *, bool> Filled;
  /// The class that T was made from; null if it is none.
  const clang::CXXRecordDecl *classOf(const core::Type *T) const {
    return llvm::dyn_cast_or_null<clang::CXXRecordDecl>(RecordOf.lookup(T->nonReference()));
  }
  /// Notes what callers of the annotated function FD know: ahead of all types of such functions.
  void noteCallers(const clang::FunctionDecl *FD);
  /// Forgets which classes there are: new ones may have been instantiated.
  void refresh() {
    Classes.clear();
    Taken.clear();
    Held.clear();
    Pointed.clear();
    TargetsKnown = false;
  }

  /// Static variables that are local ones here: each must be written before it is read, which the
  /// pipeline asks the analyses (own_statics.cpp).
  struct OwnStatic {
    core::Variable *Var;
    clang::SourceLocation Loc;
  };
  llvm::DenseMap<const core::Function *, std::vector<OwnStatic>> OwnStatics;

  /// The member that covers the union RD, if that holds floating values of one type (unions.cpp);
  /// else null.
  const clang::FieldDecl *largestMember(const clang::RecordDecl *RD);
  bool holdsOthers(const clang::RecordDecl *RD);
  /// Whether objects of class RD hold references or functions, and a stand-in of their other
  /// members is all that Core has of them (held_members.cpp).
  bool standsIn(const clang::RecordDecl *RD);
  bool holdsStandIn(clang::QualType T);
  std::string spellingHere(clang::QualType T);
  /// Whether that is so of the T itself, or what it leads to.
  bool namesStandIn(clang::QualType T);
  const core::Type *memberType(const clang::FieldDecl *FD); ///< of a field of it
  /// What a matrix T of run-time size is in objects and containers that callers do not know
  /// (eigen_objects.cpp); null if T is none.
  const core::Type *ownMatrix(clang::QualType T);
  /// The type of a T in a container, pair or the like of class Of.
  const core::Type *partType(const clang::RecordDecl *Of, clang::QualType T);
  /// Whether T is what ownMatrix made of a matrix with two dimensions.
  bool isOwnMatrix(const core::Type *T) const { return OwnMatrices.contains(T); }
  /// Whether FD is such a reference or function.
  bool isFollowed(const clang::FieldDecl *FD);
  bool isContext(const clang::FieldDecl *FD);
  bool followsFunctions(const clang::FieldDecl *FD);
  bool isElement(const clang::CXXRecordDecl *Class);
  /// Whether FD is a reference that is a pointer in Core (referring_members.cpp).
  bool refersByPointer(const clang::FieldDecl *FD);
  /// That pointer's type.
  const core::Type *referringType(const clang::FieldDecl *FD);
  bool followsMembers(const clang::CXXRecordDecl *RD);
  bool HasStandIns = false; ///< there is a type of such a class
  /// Variables and members that hold functions that come and go: numbers say which
  /// (held_functions.cpp).
  llvm::DenseSet<const clang::ValueDecl *> Coming;
  /// The same for members of what containers hold (held_elements.cpp).
  llvm::DenseSet<const clang::ValueDecl *> ComingElements;

  /// The type of the deque that a std::queue or std::stack is; null if T is none, or not one that
  /// Core follows. It is what local variables of type T become; elsewhere they are not known.
  const core::Type *adaptedDeque(clang::QualType T);
  /// What a local array T of smart pointers is in Core, an array of pointers; null: T is none.
  const core::Type *localSmartArray(clang::QualType T);

  /// Whether T is an optional or variant: the first field tells which of the others there is.
  bool isTagged(const core::Type *T) const { return T->IsTagged || OwnTagged.contains(T); }
  /// Whether it is one of ours, which stands for one that holds vectors (library_records.cpp).
  bool isOwnTagged(const core::Type *T) const { return OwnTagged.contains(T); }
  /// A record whose only field is the pointer that the smart pointer of type T holds.
  const core::Type *smartRecord(clang::QualType T);

  /// Whether FD makes virtual calls, directly or through others.
  bool reachesVirtualCall(const clang::FunctionDecl *FD);
  /// Whether FD is called by itself, directly or through others.
  bool isRecursive(const clang::FunctionDecl *FD);

  /// Whether the file asks for mode checkpointed: loops of all functions may be run again then.
  bool RunsAgain = false;
  /// What the pipeline knows about a callee: its companions by mode (declared or hand-written).
  /// Called once for each function when its signature is made; fills Companions/HandWritten.
  std::function<void(const clang::FunctionDecl *, core::Function &)> FindCompanions;
  /// Declares namespace ad::algorithms, where the library's algorithms are written as loops.
  std::function<void()> SupplyAlgorithms;
  /// That namespace, declared when it is asked for first; null: not there.
  clang::NamespaceDecl *algorithms();

  clang::Sema &S;
  clang::ASTContext &Ctx;
  core::Module &M;
  Reporter &R;
  clang::PrintingPolicy Policy;

  /// Globals that differentiated functions write, and mutable ones that they read.
  llvm::DenseMap<const clang::VarDecl *, clang::SourceLocation> GlobalWrites, GlobalReads;
  /// Those that some of them work on a copy of (written_globals.cpp).
  llvm::DenseSet<const clang::VarDecl *> GlobalCopies;
  /// Classes that functions declare inside themselves, with the text that declares them again.
  struct LocalRecord {
    const core::Type *Ty;
    std::string Definition;
    bool StartsPlainly = true; ///< its objects start as the definition says
  };
  std::vector<LocalRecord> LocalRecords;
  UsageCache Usages;
  enum class Fence { Passed, Refused, RefusedQuietly };
  llvm::DenseMap<const clang::FunctionDecl *, Fence> Fenced;

private:
  void lowerTwice(core::Function &F, const clang::FunctionDecl *Def);
  bool findPure(const clang::FunctionDecl *FD, bool MayChangeGiven = false);
  WritesOf findWrites(const clang::FunctionDecl *FD);
  const core::Type *opaqueType(clang::QualType T, clang::QualType Written);
  const core::Type *recordType(const clang::RecordDecl *RD, clang::QualType T);
  const core::Type *libraryRecord(const clang::ClassTemplateSpecializationDecl *RD,
                                  clang::QualType T);
  const core::Type *ownTagged(std::vector<core::Field> Fields, bool Optional);
  const core::Type *mapType(const clang::ClassTemplateSpecializationDecl *RD, clang::QualType T);
  const core::Type *mapIterator(const clang::ClassTemplateSpecializationDecl *RD);
  const core::Type *rowsType(const core::Type *Row);
  const core::Type *handleType(const clang::ClassTemplateSpecializationDecl *RD, clang::QualType T);
  std::string localDefinition(const clang::RecordDecl *RD, llvm::StringRef Name);
  bool startsPlainly(const clang::RecordDecl *RD);
  void signature(core::Function &F, const clang::FunctionDecl *FD);
  std::string where(const clang::FunctionDecl *FD) const;
  static std::vector<std::string> namespacesOf(const clang::FunctionDecl *FD);

  llvm::DenseMap<const clang::FunctionDecl *, core::Function *> Known;
  llvm::DenseMap<const clang::RecordDecl *, const core::Type *> Records;
  llvm::DenseMap<const core::Type *, const clang::RecordDecl *> RecordOf;
  llvm::DenseMap<const clang::RecordDecl *, bool> StandIns;
  llvm::DenseSet<const clang::RecordDecl *> InSignatures; ///< of annotated functions
  /// Classes with references of which containers or smart pointers hold objects.
  llvm::DenseSet<const clang::RecordDecl *> ReferringElements;
  llvm::DenseSet<const clang::RecordDecl *> Reached; ///< from those, by members and handles
  void noteReached(clang::QualType T);
  llvm::ArrayRef<const clang::CXXRecordDecl *> classes();
  std::vector<const clang::CXXRecordDecl *> Classes; ///< the polymorphic ones of this file
  std::map<std::pair<const clang::CXXMethodDecl *, const clang::CXXRecordDecl *>, core::Function *>
      Dispatchers;
  llvm::DenseMap<const clang::Type *, core::Function *> PointerDispatchers;
  llvm::DenseMap<const clang::CXXRecordDecl *, core::Function *> Destroyers;
  std::vector<const clang::FunctionDecl *> Taken; ///< whose address is taken; once computed
  std::vector<HeldLambda> Held;                   ///< with them; Place is empty where it may change
  /// Lambdas to which functions make pointers; whether the library does that.
  llvm::MapVector<const clang::LambdaExpr *, bool> Pointed;
  llvm::DenseMap<const clang::LambdaExpr *, core::Function *> LambdaFunctions;
  bool TargetsKnown = false, ContextsKnown = false;
  llvm::DenseSet<const clang::FieldDecl *> Contexts;  ///< void pointers (untyped_members.cpp)
  llvm::DenseMap<void *, const core::Type *> Opaques; ///< by canonical type
  llvm::StringMap<unsigned> LocalNames;
  llvm::DenseMap<void *, bool> Differentiable; ///< by canonical type
  core::Circular<const clang::FunctionDecl *, bool> Pure, OnlyGiven;
  core::Circular<const clang::FunctionDecl *, WritesOf> Writes;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Recursive, Stateful;
  llvm::DenseSet<core::Function *> Lowered;
  llvm::DenseSet<const core::Type *> OwnTagged, OwnMatrices;
  llvm::DenseMap<const core::Type *, const core::Type *> OwnMatrixOf; ///< by type of coefficients
  llvm::DenseMap<const clang::RecordDecl *, const core::Type *> SmartRecords;
};

/// An identifier for functions whose name is none: parts of helpers' names.
std::string identifierFor(const clang::FunctionDecl *FD);

} // namespace ad::lower

#endif
