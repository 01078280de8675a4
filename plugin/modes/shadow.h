//===- modes/shadow.h - where the derivative of a place lives -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Maps primal places and pointers to those of their derivative (tangent or adjoint): the shadow of
// `a[i].x` is `a_bar[i].x`, the shadow of the pointer `p + i` is `p_bar + i`, of `node->next` it is
// `node_bar->next`. Shared by all modes; the suffix is theirs.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_SHADOW_H
#define AD_MODES_SHADOW_H

#include "plugin/core/builder.h"
#include "llvm/ADT/DenseMap.h"

namespace ad::modes {

class Shadows {
public:
  /// Mutable: derivatives are written wherever the primal is read (adjoints), so handles lead to
  /// mutable storage. Tangents are written only where the primal is, and keep its types.
  Shadows(core::Module &M, core::Function &Fn, llvm::StringRef Suffix, bool Mutable = true)
      : B(M), Fn(Fn), Suffix(Suffix.str()), Mutable(Mutable) {}

  /// Declares S to be the shadow of V.
  void bind(const core::Variable *V, core::Variable *S) { Map[V] = S; }
  /// Declares the place S, which need not be a variable, to be the shadow of V.
  void bindPlace(const core::Variable *V, const core::Expr *S) { Places[V] = S; }
  core::Variable *of(const core::Variable *V) const { return Map.lookup(V); }
  /// A new local shadow of V, of type derivative(V->Ty), named <V>_<suffix>.
  core::Variable *make(const core::Variable *V);

  /// Asked for a variable without a shadow to which a pointer may lead that has one (`c ? x :
  /// table`): returns zero storage of its type, or null.
  std::function<core::Variable *(const core::Variable *)> Absent;

  /// The shadow of a place, or null where it has none (inactive root).
  const core::Expr *place(const core::Expr *Place);
  /// The shadow of a pointer value, or null where it has none.
  const core::Expr *pointer(const core::Expr *Pointer);
  /// Whether Place is where one of several pointers leads, of which some have shadows.
  bool mixes(const core::Expr *Place);
  /// `(b ? x : k)[i]`, a number, as `b ? x[i] : k[i]`; null if it is nothing of the kind.
  const core::Expr *distributed(const core::Expr *Place);

private:
  const core::Expr *mutableHandle(const core::Expr *Loaded);

  core::Builder B;
  core::Function &Fn;
  std::string Suffix;
  bool Mutable;
  bool UsesAbsent = false; ///< the place at hand is what a pointer leads to
  llvm::DenseMap<const core::Variable *, core::Variable *> Map;
  llvm::DenseMap<const core::Variable *, const core::Expr *> Places;
};

/// Calls F for the place of every map in Place, and that of its derivative.
void forEachMap(core::Builder &B, const core::Expr *Place, const core::Expr *Derivative,
                llvm::function_ref<void(const core::Expr *, const core::Expr *)> F);
/// What S, a statement that changes a map, does to the derivative of that; with a Tape, so that the
/// elements that go live on. Null: it has none.
core::Stmt *followMap(core::Module &M, Shadows &Shadow, const core::Stmt &S,
                      const core::Expr *Tape = nullptr);

/// The type of elements of a vector in a T that are not zero when they are made, as its derivative
/// would make them; null if there are none.
const core::Type *elementsNotZero(const core::Type *T);

/// Adds the checks that the vectors in Derivative have as many elements as those in Of
/// (ad/container.h: one that is empty is made so).
void matchShapes(core::Builder &B, core::Function &F, const core::Expr *Derivative,
                 const core::Expr *Of, core::Block &To, llvm::StringRef How = "ad::match");

/// Whether the derivative of a T can be made: zero, all of it.
bool startsZero(const core::Type *T);

/// Whether that is so only of zero bytes: a T that is made without arguments is something else.
/// T: also a vector or array of such objects.
bool madeOfBytes(const core::Type *T);
/// "ad::bytes", "ad::bytes_with<&Part::name>": how ad/container.h makes such objects; else nothing.
std::string howMade(const core::Type *Vector);
/// "ad::zeros_of<std::vector<Part>, ad::bytes>", or the type itself: followed by a number of
/// elements, that many that are zero.
std::string zerosOf(const core::Type *Vector);
/// "ad::match<ad::bytes>": a function of ad/container.h, for derivatives of such vectors.
std::string withBytes(llvm::StringRef Function, const core::Type *Vector);
/// Makes the parts of the zero bytes at Place that these are not yet: parts of which Needs holds,
/// as it does of all that has such a part.
void bringToLife(core::Builder &B, core::Function &F, const core::Expr *Place,
                 llvm::function_ref<bool(const core::Type *)> Needs, core::Block &To);
/// The text that gives the memory of a vector or map of objects that own memory back when the tape
/// ends.
std::string freedWithTape(const core::Type *Vector);
/// Whether S frees an object with such vectors, or with maps, whose destructor nobody runs.
bool freesVectors(const core::Stmt &S);
/// Whether a T has a vector of objects that hold numbers, and pointers to others.
bool holdsMixedVector(const core::Type *T);
/// Bar gets Count elements, of which the new ones are zero.
core::Stmt *resizeZeros(core::Builder &B, const core::Expr *Bar, const core::Expr *Count);

} // namespace ad::modes

#endif
