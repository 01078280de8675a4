//===- core/type.h - the types of Core ------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Types of the intermediate language: Clang's, reduced to what differentiation
// must know. `lower` makes them; everything after it works on these alone.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_TYPE_H
#define AD_CORE_TYPE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ad::core {

struct Type;
struct Function;

/// A field or a base class subobject of a record.
struct Field {
  /// Empty for a base. Parts of library classes are named by how they are reached: with a `$` for
  /// the object, "std::get<0>($)", or as a member, "has_value()".
  std::string Name;
  const Type *Ty = nullptr;
  bool Constant = false; ///< marked [[ad::constant]]: carries no derivative
  bool IsBase = false;   ///< reached by conversion, not by name
  bool Const = false;    ///< set by constructors only
  bool Mutable = false;  ///< changes in constant objects, too
  bool Bits = false;     ///< a bit-field: what it holds may be other than what is stored
  bool Smart = false;    ///< a smart pointer, of which Core knows the pointer that it holds
  bool Shared = false;   ///< one that is a std::shared_ptr
  /// A reference, of which Core knows the pointer to what it is bound to. It lies so many bytes
  /// from the start of its object.
  bool Reference = false;
  uint64_t Offset = 0;
  std::string Shadow{}; ///< the name in a derivative, where that is another
  std::string Exists{}; ///< condition on the object ($0) without which there is no such part
  bool Key = false;     ///< of an element of a map, and a number: nothing varied may be one
};

enum class TypeKind {
  Void,
  Integer,   ///< integers, bool, char, enums, nullptr_t: never differentiable
  Real,      ///< float, double, long double, and complex numbers made of them (IsComplex)
  Pointer,   ///< to Element
  Reference, ///< to Element; only parameters and callee results have it
  Array,     ///< Extent elements of type Element; also std::array (IsStdArray)
  Record,    ///< class, struct, union, closure: Fields
  Opaque     ///< a type whose inside Core does not look at; never differentiable
};

/// A type, unqualified at its top level. Owned by the Module, compared by address (interned).
struct Type {
  TypeKind Kind = TypeKind::Void;
  /// C++ spelling, fully qualified. For Integer, Real, Record, Opaque, Void and std::array;
  /// pointers, references and C arrays are spelled from Element by `emit`.
  std::string Spelling;
  const Type *Element = nullptr; ///< Pointer, Reference, Array, complex numbers
  bool ElementConst = false;     ///< Pointer, Reference: `const T *`; Array: `const T[n]`
  bool IsRestrict = false;       ///< Pointer declared __restrict
  bool IsStdArray = false;       ///< Array that is a std::array (assignable, passed by value)
  /// Array that is a std::vector: IsStdArray too, but its extent is known at run time, as the place
  /// `v.size()` (a Member of integer type).
  bool IsVector = false;
  /// Array of smart pointers, of which Core knows the pointers that they hold: a vector, or a
  /// member of a record. A local array of them is one of pointers.
  bool Smart = false;
  bool Shared = false; ///< ... that are std::shared_ptr
  /// One of Eigen's vectors or matrices (Module::eigenMatrix).
  bool IsEigen = false;
  /// With two dimensions: its elements are written `a(k)`, and its size does not tell its shape.
  bool IsMatrix = false;
  /// Real that is a std::complex: Bits are those of a part, Element is the type of a part. It is a
  /// number like any other, but derivatives are multiplied by conjugates (rules/complex.cpp).
  bool IsComplex = false;
  bool IsBool = false;       ///< Integer that is bool
  bool IsUnsigned = false;   ///< Integer that is unsigned
  bool IsEnum = false;       ///< Integer that is an enumeration: not made from a literal
  uint64_t Extent = 0;       ///< Array
  unsigned Bits = 0;         ///< Integer, Real: width (80-bit long double has 128)
  std::vector<Field> Fields; ///< Record: bases first, then fields, in declaration order
  bool IsUnion = false;      ///< Record
  /// Record that is a handle, a std::span: the same to mutable storage, which is its derivative.
  /// Its fields are a pointer and a size; it is made as a whole, and locals of the type do not
  /// exist.
  const Type *Mutable = nullptr;
  /// Record of the library, std::optional or std::variant: the first field tells which of the
  /// others exist. A value is Braces of that number and the fields up to the one that exists; empty
  /// Braces are the value that `{}` makes. A derivative in which the part is missing is zero.
  bool IsTagged = false;
  /// Record: `T{}` zero-initialises every differentiable leaf and runs no user code (aggregate or
  /// defaulted constructor, no vtable). Else the emitter needs ad::shadow<T> as adjoint storage.
  bool ZeroByBraces = false;
  /// Record of the library, std::map or unordered_map: its elements keep their addresses while it
  /// changes. Statements change it (Stmt::Followed), pointers lead to its elements
  /// (Expr::Followed).
  bool IsMap = false;
  const Type *Mapped = nullptr; ///< of a map: the type of its values
  /// Record with an explicit constructor: braces name the type.
  bool NamedBraces = false;
  /// Record whose braces call a constructor: they hold all elements, or none.
  bool BracesConstruct = false;
  /// Record: an object that is made without arguments may hold floating values other than zero.
  bool StartsNonZero = false;
  /// Record: copying is memberwise (no user-provided copy constructor or assignment).
  bool TrivialCopy = false;
  bool TrivialDestroy = true;
  /// Record: copied, assigned and destroyed member by member, none of them a reference or constant.
  bool Assignable = false;
  bool HasMutable = false; ///< Record: a field is declared `mutable`
  /// Record: the names of methods of its bases that are found only where it is seen as one of them,
  /// since it has others of that name; "operator" where it has operators that stand for theirs.
  std::vector<std::string> HiddenNames;
  /// Record with virtual functions: an object that is seen as one may hold pointers of its class.
  bool DerivedLeads = false;
  bool Polymorphic = false; ///< Record: what is seen as one may be of a class derived from it
  /// Record: trivially copyable, so that arrays on the tape may hold it.
  bool IsBytes = false;
  /// Record: its destructor does more than free vectors. Core destroys such objects by statements;
  /// variables of the type are storage (Variable::Shadow). Vector: of such objects, which
  /// statements make and destroy.
  bool Owns = false;
  bool Differentiable = false; ///< holds a floating value somewhere, directly or behind a handle

  bool is(TypeKind K) const { return Kind == K; }
  bool isReal() const { return Kind == TypeKind::Real; }
  bool isInteger() const { return Kind == TypeKind::Integer; }
  bool isPointer() const { return Kind == TypeKind::Pointer; }
  bool isReference() const { return Kind == TypeKind::Reference; }
  bool isArray() const { return Kind == TypeKind::Array; }
  bool isRecord() const { return Kind == TypeKind::Record; }
  bool isVoid() const { return Kind == TypeKind::Void; }
  bool isScalar() const { return isReal() || isInteger() || isPointer(); }
  const Type *nonReference() const { return isReference() ? Element : this; }
};

} // namespace ad::core

#endif
