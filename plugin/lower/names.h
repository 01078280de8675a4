//===- lower/names.h - recognising and naming declarations ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Small questions about declarations that several files of `lower` ask.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_NAMES_H
#define AD_LOWER_NAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringRef.h"

namespace ad::core {
struct Type;
}

namespace ad::lower {

/// The only field of a smart pointer that is a parameter: what it holds.
inline constexpr llvm::StringLiteral PointerHeld = "ad::pointer_in($)";

/// std::array of known extent.
bool isStdArray(const clang::RecordDecl *RD);
/// std::complex of float, double or long double.
bool isStdComplex(const clang::RecordDecl *RD);
/// Whether values of type T hold pointers to floating values.
bool leadsElsewhere(const core::Type *T);
/// Whether a move from a T leaves something else behind than what was there.
bool losesByMove(const core::Type *T);
/// Whether a T is or holds a std::unique_ptr that Core does not look into: it can only be moved.
bool holdsUnfollowedUnique(const core::Type *T);
/// Whether a T is values alone: what bytes hold of it is all there is.
bool isPlainData(const core::Type *T);
/// std::pair, tuple, optional or variant: a record whose parts Core names by the library's
/// functions.
bool isLibraryRecord(const clang::RecordDecl *RD);
/// Whether RD is a std::pair of which a part is a function object or a lambda.
bool isFunctionPair(const clang::RecordDecl *RD);
/// std::span or std::initializer_list.
bool isHandleRecord(const clang::RecordDecl *RD);
/// Whether T is, or refers to, a std::initializer_list.
bool isElementList(clang::QualType T);
/// The iterator class of std::vector and std::span.
/// std::reference_wrapper of an object.
bool isReferenceWrapper(const clang::RecordDecl *RD);
/// Whether T is one, or has one among its template arguments.
bool holdsWrappers(clang::QualType T);
/// Whether calls of E's lambda may change what it captured.
bool isMutable(const clang::LambdaExpr *E);
bool isVectorIterator(const clang::RecordDecl *RD);
/// std::reverse_iterator over one of these or over a pointer: lowered as the pointer that it holds,
/// one past the element to which it leads.
bool isReverseIterator(const clang::RecordDecl *RD);
/// std::vector with the standard allocator, not of bool.
bool isStdVector(const clang::RecordDecl *RD);
/// std::deque with the standard allocator, not of bool.
bool isStdDeque(const clang::RecordDecl *RD);
/// std::queue or std::stack over a std::deque: in Core it is that deque.
bool isDequeAdaptor(const clang::RecordDecl *RD);
/// Whether RD is a std::set or std::multiset: with active elements, the vector of these in order.
bool isOrderedSet(const clang::RecordDecl *RD);
/// Whether T is a std::list or std::forward_list: elsewhere than in parameters and results it is
/// the deque of its elements.
bool isNodeContainer(clang::QualType T);
/// The iterator class of std::deque or std::list.
bool isSequenceIterator(const clang::RecordDecl *RD);
bool isAllocator(clang::QualType T);
/// std::valarray.
bool isStdValarray(const clang::RecordDecl *RD);
/// std::map or unordered_map with the standard allocator.
bool isStdMap(const clang::RecordDecl *RD);
/// The iterator class of one of these.
bool isMapIterator(const clang::RecordDecl *RD);
/// The class of iterators that RD, a std::reverse_iterator, turns round; null if RD is none.
const clang::ClassTemplateSpecializationDecl *reversedIterator(const clang::RecordDecl *RD);
/// std::unique_ptr with the standard deleter.
bool isUniquePtr(const clang::RecordDecl *RD);
/// std::shared_ptr.
bool isSharedPtr(const clang::RecordDecl *RD);
/// One of these two.
bool isSmartPtr(const clang::RecordDecl *RD);
/// Whether a smart pointer of this type deletes an array.
bool pointsToArray(clang::QualType Smart);
/// A std::map or unordered_map of functions, whose keys are whole numbers or strings.
bool isFunctionTable(clang::QualType T);
/// A vector, or that or an array, of std::function objects.
bool isVectorOfFunctions(clang::QualType T);
bool isContainerOfFunctions(clang::QualType T);
bool isTableOfFunctions(clang::QualType T);
/// A map of vectors of functions.
bool isTableOfLists(clang::QualType T);
/// What std::bind and its like return.
bool isBoundFunction(clang::QualType T);
/// A C array or std::array of smart pointers.
bool isSmartArray(clang::QualType T);
/// The smart pointers of which the array T is one.
clang::QualType smartElement(clang::QualType T);
/// Whether FD is one of driver/algorithms.inc.
bool isOwnAlgorithm(const clang::FunctionDecl *FD);
/// The same for all that namespace ad::algorithms holds, as the operators of its classes.
bool isWithinAlgorithms(const clang::FunctionDecl *FD);
/// What T, a class template of the library or a reference to one, is given first.
clang::QualType heldBy(clang::QualType T);
/// A class made of lambdas, `struct overloaded : Ts... { using Ts::operator()...; }`.
bool isOverloadSet(const clang::CXXRecordDecl *RD);
/// Declared inside a function.
bool isLocalClass(const clang::RecordDecl *RD);
/// A library record whose fields are public and documented: std::pair.
bool isPlainLibraryRecord(const clang::CXXRecordDecl *RD);
/// Has `T() = default` inside the class.
bool defaultedOnFirstDeclaration(const clang::CXXRecordDecl *RD);
/// The default member initialiser of F is a literal zero or empty braces.
bool isZeroInitialiser(const clang::FieldDecl *F, const clang::ASTContext &Ctx);
/// What Core calls an anonymous struct or union: it is reached as its owner.
std::string anonymousName(const clang::FieldDecl *FD);
/// A member of namespace std (inline namespaces and builtin forms too) of this name.
bool isStd(const clang::FunctionDecl *FD, llvm::StringRef Name);

/// Whether FD is declared where libc++ keeps functions of <cmath>, and only used in std.
bool isOfStdMath(const clang::FunctionDecl *FD);
/// The name of D as it reads in emitted code: without the underscores of library code; Otherwise
/// where it has none.
llvm::StringRef plainName(const clang::NamedDecl *D, llvm::StringRef Otherwise);
/// A builtin, a member of namespace std, or declared extern "C" by a system header.
bool isLibrary(const clang::FunctionDecl *FD);
/// Whether `T v;` is possible.
bool startsByDefault(clang::Sema &S, const clang::CXXRecordDecl *RD);
/// A function of the library that prints, or ends the program.
bool isPrinting(const clang::FunctionDecl *FD);
/// A function of the library that reads from a stream into what it is given: `in >> x`.
bool isExtraction(const clang::FunctionDecl *FD);
/// The integer that D, a constant, always is, if the compiler knows it.
std::optional<int64_t> constantNumber(const clang::VarDecl *D, const clang::ASTContext &Ctx);
/// std::function.
bool isStdFunction(clang::QualType T);
/// Lambdas and std::function.
bool isClosureObject(clang::QualType T);
/// Those, functions and pointers to them.
bool isCallable(clang::QualType T);
/// What a by-value or const-reference argument holds, whether it is a temporary or not.
const clang::Expr *withoutTemporary(const clang::Expr *E);
/// E as it is read: without parentheses, temporaries and conversions that change nothing.
const clang::Expr *read(const clang::Expr *E);
/// The arguments that are written out.
llvm::SmallVector<const clang::Expr *, 4> given(clang::CallExpr::const_arg_range Arguments);
/// The types that a std::pair, tuple, optional or variant is made of.
llvm::SmallVector<clang::QualType, 4> partTypes(const clang::ClassTemplateSpecializationDecl *RD);
/// How T compares numbers: the operator of std::less<>, std::greater<double> and their like; empty
/// for other types.
llvm::StringRef comparisonOf(clang::QualType T);
/// The name without `__builtin_`.
llvm::StringRef libraryName(const clang::FunctionDecl *FD);

} // namespace ad::lower

#endif
