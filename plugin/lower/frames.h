//===- lower/frames.h - what lowering remembers of a body -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Functions that are known as values, callees that are being inlined, blocks with labels, and what
// ends with a scope.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_FRAMES_H
#define AD_LOWER_FRAMES_H

#include "plugin/core/core.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace ad::lower {

/// What a std::bind hands on: something that is Given, or an argument of the call.
struct BoundArgument {
  const clang::Expr *Given = nullptr;
  unsigned Placeholder = 0; ///< from 1; 0: Given, or, where that is null, all arguments
};

/// A function that is known as a value: a lambda object with what it captured, or a function.
struct Closure {
  const clang::LambdaExpr *Lambda = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  bool Empty = false; ///< it is none (empty_functions.cpp)
  std::string Name;   ///< of the variable that holds it
  /// Captures by copy; places for those by reference.
  llvm::DenseMap<const clang::ValueDecl *, const core::Expr *> Copies;
  llvm::DenseSet<const clang::ValueDecl *> References;             ///< which of them are
  llvm::DenseMap<const clang::ValueDecl *, const Closure *> Inner; ///< captures that are closures
  const core::Expr *This = nullptr; ///< place of the enclosing object
  bool CopiesThis = false;          ///< ... of a copy of it
  /// What stands for an object whose call operator is called, no lambda (function_objects.cpp).
  const clang::Expr *Object = nullptr;
  std::vector<const Closure *> Choices; ///< it is one of these, that of number Which
  const core::Expr *Which = nullptr;
  bool MayBeEmpty = false; ///< ... or none, where Which is negative
  /// Of a std::bind: what is called, and what it is given (bound_functions.cpp).
  const clang::Expr *BoundTo = nullptr;
  std::vector<BoundArgument> Bound;

  /// Neither a lambda nor a function.
  bool isObject() const { return Object || Which || BoundTo; }
};

/// What is done with a list of functions: it is changed, or asked, when it Known so many.
struct FunctionEvent {
  core::Stmt *Mark;
  size_t Known;
  bool Changes;
};

/// A constant key of a map.
struct FunctionKey {
  std::string Text;
  int64_t Number = 0;
  bool operator==(const FunctionKey &K) const { return Text == K.Text && Number == K.Number; }
  bool operator<(const FunctionKey &K) const {
    return Number != K.Number ? Number < K.Number : Text < K.Text;
  }
};

/// A container of functions, as far as it has been filled (function_lists.cpp), or the functions
/// that a variable or a result may be (changing_functions.cpp).
struct FunctionList {
  std::vector<const Closure *> Functions;
  const core::Block *Block = nullptr; ///< where it is declared
  core::Variable *Which = nullptr;    ///< of a variable or result: which one it is, or -1
  clang::SourceLocation Begin;        ///< ... where it begins to exist
  bool MayBeEmpty = false;            ///< ... and whether that must be asked
  /// What lambdas that become one of them captured by copy.
  llvm::DenseMap<std::pair<const clang::Expr *, const clang::ValueDecl *>, core::Variable *> Kept;
  llvm::DenseMap<const clang::Expr *, core::Variable *> Objects; ///< those that become one of them
  /// Of a map: its keys, numbers or texts, one for each function (function_tables.cpp).
  std::vector<FunctionKey> Keys;
  clang::QualType KeyType{};
  bool IsMap = false;
  std::vector<std::shared_ptr<FunctionList>> Lists; ///< ... of a map of lists: these
  /// Of a vector that is filled in loops and branches (growing_functions.cpp): what it is given, by
  /// number, the vectors beside it, and how many callees were being written out.
  std::vector<const clang::Expr *> Sites;
  std::vector<core::Variable *> Beside;      ///< the first of them is as long as the list
  llvm::DenseSet<const clang::Decl *> Peers; ///< declared in the same block
  size_t Depth = 0;
  bool grows() const { return !Beside.empty(); }
  /// Of what comes and goes (held_functions.cpp): the variable or member that it is, the place
  /// where that is made and what lies beside it is declared, and what is done with it.
  const clang::ValueDecl *Of = nullptr;
  core::Stmt *Mark = nullptr;
  bool IsSingle = false;     ///< one std::function
  bool IsOfElements = false; ///< a member of the elements of a container (held_elements.cpp)
  std::vector<FunctionEvent> Events;
  llvm::DenseSet<const core::Variable *> Own; ///< what lies beside it
};

/// A function in a map, by number or name: an iterator, or the element that a loop is at.
struct FunctionEntry {
  FunctionList *List = nullptr;
  const core::Expr *Index = nullptr; ///< -1: there is none
};

/// What the two references of a `std::minmax(x, y)` stand for.
struct Extremes {
  const core::Expr *Smaller, *Larger;
};

/// What a member of an object stands for: a place, or a function (held_members.cpp).
struct HeldMember {
  const clang::FieldDecl *Field = nullptr;
  const core::Variable *Object = nullptr;
  std::string Path; ///< of the part of Object whose member it is
  const core::Expr *Place = nullptr;
  const Closure *Function = nullptr; ///< null where there is no place: an empty std::function
  /// What comes and goes: a container of functions, or one that is set anywhere.
  std::shared_ptr<FunctionList> List{};
  core::Stmt *Mark = nullptr; ///< stands where that is so
  clang::QualType As{};       ///< of a void pointer: the type of Place, if that has one
};

/// Where an object is: by members alone, or in a container, that has "[]" in the path.
struct HeldPath {
  const core::Variable *Object = nullptr;
  std::string Path;
  const core::Expr *Index = nullptr; ///< ... in that container
};

/// The local pointers of a function that lead to memory from malloc and its like.
struct HeapPointers {
  std::vector<const clang::VarDecl *> Given;      ///< to realloc
  llvm::DenseSet<const clang::VarDecl *> Sized;   ///< those, and what they are set from
  llvm::DenseSet<const clang::VarDecl *> Unclear; ///< set from something else, or by somebody else
  llvm::DenseMap<const clang::VarDecl *, std::vector<const clang::VarDecl *>> From;
};

/// The function itself, or a callee that is being inlined.
struct Frame {
  const clang::FunctionDecl *Decl = nullptr;
  const core::Expr *This = nullptr; ///< place of *this
  const Closure *Env = nullptr;     ///< of a lambda's call operator
  bool Inlined = false;
  clang::SourceLocation Call;               ///< where it is inlined
  core::Variable *ResultVariable = nullptr; ///< where several returns leave the value
  const core::Expr *Result = nullptr;       ///< value or place of the only return
  clang::QualType ResultAs;                 ///< of a `void *` that is known: the pointer that it is
  const Closure *Returned = nullptr;        ///< ... that is a function
  std::shared_ptr<FunctionList> Choice;     ///< ... one of several, that several returns give
  core::Variable *Left = nullptr; ///< tells that a return inside of a loop or switch was reached
  unsigned Breakable = 0;         ///< in how many loops and switches of its own it is
  /// Functions that it calls at one place: inlining these duplicates nothing.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> CallsOnce;
};

/// A list of statements with labels, while it is lowered (gotos.cpp).
struct LabelledBlock {
  std::vector<llvm::SmallVector<const clang::Stmt *, 8>> Pieces; ///< each but the first at a label
  llvm::DenseMap<const clang::LabelDecl *, unsigned> Labels;     ///< the number of its piece
  std::vector<std::pair<unsigned, unsigned>> Gotos;              ///< from which piece to which
  core::Variable *At = nullptr; ///< the number of the label to which a goto has jumped, else 0
  size_t Frame = 0;             ///< number of frames
  unsigned Breakable = 0;       ///< in how many loops and switches of its frame it stands
};

/// What a handler reads of an exception that is only asked (caught_members.cpp).
struct CaughtMembers {
  std::vector<std::pair<const clang::FieldDecl *, core::Variable *>> Members; ///< floating ones
  bool Only = false; ///< it asks nothing else
};

/// A handler that is being lowered, and the exception at which it looks; null: it looks at none.
struct HandlerInWork {
  const clang::CXXCatchStmt *Handler = nullptr;
  core::Variable *Thrown = nullptr;
};

/// A try block whose throws are jumps to its handlers (throws.cpp).
struct TryBlock {
  const clang::CXXTryStmt *Try = nullptr;
  core::Variable *Caught = nullptr;           ///< the number of the handler that goes on, or 0
  std::vector<core::Variable *> Objects;      ///< what each handler reads; null: nothing, or Thrown
  std::vector<CaughtMembers> Parts;           ///< ... of each
  core::Variable *Thrown = nullptr;           ///< holds what the others look at
  size_t Lifetimes = 0;                       ///< how many there are around it
  bool Destroys = false;                      ///< objects end inside of it
  bool Passed = false;                        ///< throws leave it for a handler of an outer block
  llvm::DenseSet<const core::Stmt *> Jumps{}; ///< the marks at which throws leave it
};

/// What ends at the same place: objects that are destroyed there, first made first.
struct Lifetime {
  size_t Frame = 0; ///< number of frames
  std::vector<std::pair<const core::Expr *, clang::QualType>> Objects;
  /// Of an object whose constructor runs: they end here if that throws. A pointer without a type:
  /// the memory of the object.
  std::vector<std::pair<const core::Expr *, clang::QualType>> Parts;
};

} // namespace ad::lower

#endif
