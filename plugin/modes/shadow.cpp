//===- modes/shadow.cpp - where the derivative of a place lives -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The shadow of a place is reached along the same path as the place itself, starting at the
// shadow of its root. Paths that leave differentiable memory (an integer field, a field marked
// [[ad::constant]], an inactive root) have no shadow.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/shadow.h"
#include "plugin/core/walk.h"
#include "plugin/modes/modes.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad::core;
using namespace ad::modes;

const Type *ad::modes::derivative(Module &M, const Type *T) {
  switch (T->Kind) {
  case TypeKind::Pointer:
    // Two `const T *__restrict` may lead to the same objects, which are only read. Their adjoints
    // are written, so the promise does not carry over.
    // Handles themselves stay as constant as they were: `const double *const *` is followed by
    // `double *const *`.
    return M.pointer(derivative(M, T->Element), T->ElementConst && T->Element->isPointer(),
                     T->IsRestrict && !T->ElementConst);
  case TypeKind::Reference:
    return M.reference(derivative(M, T->Element), T->ElementConst && T->Element->isPointer());
  case TypeKind::Array:
    if (T->IsStdArray)
      return T;
    return M.array(derivative(M, T->Element), T->Extent, /*ElementConst=*/false);
  default:
    return T->Mutable ? T->Mutable : T;
  }
}

Variable *Shadows::make(const Variable *V) {
  const Type *Ty = Mutable ? derivative(B.M, V->Ty) : V->Ty;
  // A tangent array of constants is computed at run time all the same.
  if (!Mutable && Ty->isArray() && Ty->ElementConst)
    Ty = B.M.array(Ty->Element, Ty->Extent);
  Variable *S = Fn.variable(V->Name + "_" + Suffix, Ty);
  S->Loc = V->Loc;
  const Type *Leaf = Ty;
  while (Leaf->isArray())
    Leaf = Leaf->Element;
  S->Shadow = Ty->Owns || (Leaf->isRecord() && !Leaf->ZeroByBraces);
  bind(V, S);
  return S;
}

const Expr *Shadows::place(const Expr *Place) {
  switch (Place->Kind) {
  case ExprKind::Variable: {
    if (const Expr *S = Places.lookup(Place->Var))
      return S;
    Variable *S = of(Place->Var);
    if (!S && UsesAbsent)
      S = Absent(Place->Var);
    return S ? B.var(S) : nullptr;
  }
  case ExprKind::Member: {
    const Type *Record = Place->operand()->Ty->nonReference();
    const Field *F = findField(Record, Place->Text);
    if (!Place->Ty->Differentiable || (F && F->Constant))
      return nullptr;
    const Expr *Base = place(Place->operand());
    if (!Base)
      return nullptr;
    Expr *E = B.M.expr(ExprKind::Member, Place->Ty, Place->Loc);
    E->Text = F && !F->Shadow.empty() ? F->Shadow : Place->Text;
    if (Base->Ty->Mutable)
      for (const Field &Mine : Base->Ty->Fields)
        if (Mine.Name == E->Text)
          E->Ty = Mine.Ty;
    E->Operands = {Base};
    return E;
  }
  case ExprKind::BaseOf: {
    const Expr *Base = place(Place->operand());
    if (!Base)
      return nullptr;
    Expr *E = B.M.expr(ExprKind::BaseOf, Place->Ty, Place->Loc);
    E->Operands = {Base};
    return E;
  }
  case ExprKind::Subscript: {
    if (!Place->Ty->Differentiable)
      return nullptr;
    const Expr *Base =
        Place->operand()->Ty->isPointer() ? pointer(Place->operand()) : place(Place->operand());
    return Base ? B.subscript(Base, Place->operand(1)) : nullptr;
  }
  case ExprKind::Dereference: {
    if (!Place->Ty->Differentiable)
      return nullptr;
    const Expr *P = pointer(Place->operand());
    return P ? B.dereference(P) : nullptr;
  }
  default:
    return nullptr;
  }
}

/// A handle that was loaded from a shadow record still has the type that its field has in the
/// primal. Adjoints are accumulated behind it: that storage is mutable by construction.
const Expr *Shadows::mutableHandle(const Expr *Loaded) {
  if (!Mutable || !Loaded || !Loaded->Ty->isPointer() || !Loaded->Ty->ElementConst)
    return Loaded;
  const Type *Ty = derivative(B.M, Loaded->Ty);
  return Ty == Loaded->Ty ? Loaded : B.cast(Ty, Loaded, /*Explicit=*/true);
}

const Expr *Shadows::pointer(const Expr *Pointer) {
  switch (Pointer->Kind) {
  case ExprKind::Variable: {
    if (const Expr *S = Places.lookup(Pointer->Var))
      return S;
    Variable *S = of(Pointer->Var);
    if (!S)
      return nullptr;
    // `this` is followed by a reference to its derivative.
    if (Pointer->Var->Ty->isPointer() && S->Ty->isReference() && !S->Ty->Element->isPointer())
      return B.addressOf(B.var(S));
    if (Pointer->Ty->isArray())
      return B.var(S);
    return mutableHandle(B.var(S));
  }
  case ExprKind::Member:
  case ExprKind::BaseOf:
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    return mutableHandle(place(Pointer));
  case ExprKind::AddressOf: {
    const Expr *S = place(Pointer->operand());
    if (!S && Absent) {
      UsesAbsent = true;
      S = place(Pointer->operand());
      UsesAbsent = false;
    }
    return S ? B.addressOf(S) : nullptr;
  }
  case ExprKind::Literal: // nullptr
    return Pointer->Ty->Differentiable || Pointer->Text == "nullptr" ? Pointer : nullptr;
  case ExprKind::Binary: {
    // p + i, i + p, p - i: differences of pointers are integers and have no shadow.
    if (!Pointer->Ty->isPointer())
      return nullptr;
    const Expr *L = Pointer->operand(0), *R = Pointer->operand(1);
    auto isHandle = [](const Expr *E) { return E->Ty->isPointer() || E->Ty->isArray(); };
    const Expr *ShadowL = isHandle(L) ? pointer(L) : L;
    const Expr *ShadowR = isHandle(R) ? pointer(R) : R;
    if (!ShadowL || !ShadowR)
      return nullptr;
    const Type *Ty = Mutable ? derivative(B.M, Pointer->Ty) : Pointer->Ty;
    return B.binary(Pointer->Text, ShadowL, ShadowR, Ty);
  }
  case ExprKind::Conditional: {
    const Expr *Then = pointer(Pointer->operand(1));
    const Expr *Else = pointer(Pointer->operand(2));
    return Then && Else ? B.conditional(Pointer->operand(0), Then, Else) : nullptr;
  }
  case ExprKind::Cast: {
    const Expr *From = Pointer->operand();
    if (From->Ty->isInteger()) // nullptr, 0
      return From->is(ExprKind::Literal) ? Pointer : nullptr;
    const Expr *S = From->Ty->isArray() ? place(From) : pointer(From);
    const Type *Ty = Mutable ? derivative(B.M, Pointer->Ty) : Pointer->Ty;
    return S ? B.cast(Ty, S, Pointer->Explicit) : nullptr;
  }
  case ExprKind::Opaque: {
    const Expr *Of = Pointer->Followed.empty() ? nullptr : place(Pointer->operand());
    if (!Of)
      return nullptr;
    const Type *Ty = Mutable ? derivative(B.M, Pointer->Ty) : Pointer->Ty;
    // An element that is a pointer has the type that it has in the map.
    const bool Leads = Pointer->Ty->Element->isPointer() && Ty != Pointer->Ty;
    Expr *E = B.M.expr(ExprKind::Opaque, Ty, Pointer->Loc);
    *E = *Pointer;
    E->Ty = Leads ? Pointer->Ty : Ty;
    E->Text = Pointer->Followed;
    E->Operands[0] = Of;
    return Leads ? B.cast(Ty, E, /*Explicit=*/true) : E;
  }
  default:
    return nullptr;
  }
}

/// The pointer that leads to the object in which Place is; null if none does.
static const Expr *pointerTo(const Expr *Place) {
  while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf) ||
         (Place->is(ExprKind::Subscript) && !Place->operand()->Ty->isPointer()))
    Place = Place->operand();
  const bool Through = Place->is(ExprKind::Subscript) || Place->is(ExprKind::Dereference);
  return Through && Place->operand()->Ty->isPointer() ? Place->operand() : nullptr;
}

bool Shadows::mixes(const Expr *Place) {
  bool Chooses = false, Has = false, Lacks = false;
  std::function<void(const Expr *)> Look = [&](const Expr *E) {
    if (E->is(ExprKind::Cast))
      return Look(E->operand());
    if (E->is(ExprKind::Binary) && E->Ty->isPointer())
      return Look(E->operand(E->operand()->Ty->isPointer() ? 0 : 1));
    if (E->is(ExprKind::Conditional)) {
      Chooses = true;
      Look(E->operand(1));
      return Look(E->operand(2));
    }
    if (E->is(ExprKind::Literal)) // leads nowhere
      return;
    (pointer(E) ? Has : Lacks) = true;
  };
  if (const Expr *Pointer = pointerTo(Place))
    Look(Pointer);
  return Chooses && Has && Lacks;
}

const Expr *Shadows::distributed(const Expr *Place) {
  const Expr *Pointer = pointerTo(Place), *Choice = Pointer;
  while (Choice && (Choice->is(ExprKind::Cast) ||
                    (Choice->is(ExprKind::Binary) && Choice->operand()->Ty->isPointer())))
    Choice = Choice->operand();
  if (!Choice || !Choice->is(ExprKind::Conditional))
    return nullptr;
  auto With = [&](unsigned Arm) {
    return rewrite(B.M, Place, [&](const Expr *E) -> const Expr * {
      return E == Choice ? Choice->operand(Arm) : nullptr;
    });
  };
  return B.conditional(Choice->operand(0), With(1), With(2));
}

void ad::modes::bringToLife(Builder &B, Function &F, const Expr *Place,
                            llvm::function_ref<bool(const Type *)> Needs, Block &To) {
  const Type *T = Place->Ty->nonReference();
  if (!Needs(T) || T->IsVector) // that is empty
    return;
  if (T->IsMap || T->is(TypeKind::Opaque))
    return To.add(B.effect("ad::construct($0)", {Place}, {Place}));
  if (T->isArray())
    return To.add(B.overElements(F, Place, [&](const Expr *K, Block &Into) {
      bringToLife(B, F, B.subscript(Place, K), Needs, Into);
    }));
  for (const Field &Part : T->Fields)
    bringToLife(B, F, B.member(Place, Part), Needs, To);
}

void ad::modes::forEachMap(Builder &B, const Expr *Place, const Expr *Derivative,
                           llvm::function_ref<void(const Expr *, const Expr *)> F) {
  const Type *T = Place->Ty->nonReference();
  if (T->IsMap)
    return F(Place, Derivative);
  for (const Field &Part : T->Fields)
    if (holdsMap(Part.Ty) && !Part.Constant)
      forEachMap(B, B.member(Place, Part), B.shadowMember(Derivative, Part), F);
}

Stmt *ad::modes::followMap(Module &M, Shadows &Shadow, const Stmt &S, const Expr *Tape) {
  const Expr *Of = Shadow.place(S.Operands[0]);
  if (!Of)
    return nullptr;
  Stmt *Follow = M.stmt(StmtKind::Opaque, S.Loc);
  bool Keeps = Tape && !S.Kept.empty();
  Follow->Text = Keeps ? S.Kept : S.Followed;
  for (const Expr *E : S.Operands) {
    const Expr *Mine = E->Ty->nonReference()->IsMap ? Shadow.place(E) : nullptr;
    Follow->Operands.push_back(Mine ? Mine : E);
  }
  if (Keeps)
    Follow->Operands.push_back(Tape);
  Follow->Writes = {Of};
  return Follow;
}

//===-- Shapes ------------------------------------------------------------===//

const Type *ad::modes::elementsNotZero(const Type *T) {
  if (!T->Differentiable)
    return nullptr;
  if (T->isReference() || T->isArray()) {
    const Type *Leaf = T->Element;
    while (Leaf->isArray())
      Leaf = Leaf->Element;
    return T->IsVector && Leaf->StartsNonZero && !Leaf->Owns && !startsZero(Leaf)
               ? Leaf
               : elementsNotZero(T->Element);
  }
  for (const Field &F : T->Fields)
    if (const Type *Found = F.Constant || !T->isRecord() ? nullptr : elementsNotZero(F.Ty))
      return Found;
  return nullptr;
}

bool ad::modes::overwrites(const Stmt &S, const Expr *Written) {
  bool Assigns = llvm::StringRef(S.Text).starts_with("$0 = ") && equal(Written, S.Operands[0]);
  bool Named = !Written->is(ExprKind::Subscript) || Written->operand(1);
  return Assigns || (S.Constant && Named && Written->Ty->isReal() && isPlace(Written));
}

static const Type *leafOf(const Type *T) {
  while (T->isArray())
    T = T->Element;
  return T;
}

/// Whether T is a class of the library's, or one of the user's with such members, that holds no
/// numbers, and of which an object without arguments has no memory: members of such types are made
/// in zero bytes.
static bool isMadeAlone(const Type *T) {
  if (T->isRecord())
    return !T->Differentiable && T->ZeroByBraces && llvm::all_of(T->Fields, [](const Field &F) {
      return F.Ty->isScalar() || isMadeAlone(F.Ty);
    });
  llvm::StringRef Name = T->Spelling;
  if (!T->is(TypeKind::Opaque) || !Name.consume_front("std::") || diesAsBytes(T))
    return false;
  static const llvm::StringRef Known[] = {"string",  "basic_string<", "map<",      "set<",
                                          "vector<", "function<",     "multimap<", "multiset<"};
  return llvm::any_of(Known, [&](llvm::StringRef K) {
    return Name.starts_with(K) && (K.ends_with("<") || Name == K);
  });
}

/// Calls Made with those members of the object of class T, and of its bases, that are made so.
static void eachMadeAlone(const Type *T, llvm::function_ref<void(const Field &)> Made) {
  for (const Field &F : T->Fields)
    if (F.IsBase)
      eachMadeAlone(F.Ty, Made);
    else if (isMadeAlone(F.Ty))
      Made(F);
}

/// Whether zero bytes are a T that can be assigned to and destroyed, once the members are made that
/// are made alone.
static bool livesAsBytes(const Type *T, bool Whole = true) {
  if (T->isScalar() || T->IsVector)
    return !isDeque(T);
  if (T->isArray())
    return livesAsBytes(T->Element, /*Whole=*/false);
  return T->isRecord() && !T->IsMap && !T->IsTagged && !T->Polymorphic && !T->Owns &&
         llvm::all_of(T->Fields, [&](const Field &F) {
           return (Whole && isMadeAlone(F.Ty)) || livesAsBytes(F.Ty, Whole && F.IsBase);
         });
}

bool ad::modes::startsZero(const Type *T) {
  while (T->isArray() && !T->IsVector)
    T = T->Element;
  return T->isScalar() || T->IsVector || T->ZeroByBraces || livesAsBytes(T);
}

bool ad::modes::madeOfBytes(const Type *T) {
  T = leafOf(T);
  return T->isRecord() && !T->ZeroByBraces;
}

std::string ad::modes::howMade(const Type *Vector) {
  const Type *T = leafOf(Vector->nonReference());
  if (!madeOfBytes(T))
    return "";
  std::vector<std::string> Members;
  eachMadeAlone(T, [&](const Field &F) { Members.push_back("&" + T->Spelling + "::" + F.Name); });
  return Members.empty() ? "ad::bytes" : "ad::bytes_with<" + llvm::join(Members, ", ") + ">";
}

std::string ad::modes::withBytes(llvm::StringRef Function, const Type *Vector) {
  std::string How = howMade(Vector);
  return Function.str() + (How.empty() ? "" : "<" + How + ">");
}

std::string ad::modes::zerosOf(const Type *Vector) {
  std::string How = howMade(Vector);
  return How.empty() ? Vector->Spelling : "ad::zeros_of<" + Vector->Spelling + ", " + How + ">";
}

Stmt *ad::modes::resizeZeros(Builder &B, const Expr *Bar, const Expr *Count) {
  bool Bytes = madeOfBytes(Bar->Ty->nonReference());
  return B.effect(Bytes ? withBytes("ad::resize", Bar->Ty) + "($0, $1)" : "$0.resize($1)",
                  {Bar, Count}, {Bar});
}

/// Whether T is a vector of vectors of ... of scalars or of objects without vectors or maps.
static bool isPlainVector(const Type *T) {
  return T->IsVector && (T->Element->IsVector ? isPlainVector(T->Element)
                                              : !holdsVector(T->Element) && !holdsMap(T->Element));
}

void ad::modes::matchShapes(Builder &B, Function &F, const Expr *Derivative, const Expr *Of,
                            Block &To, llvm::StringRef How) {
  const Type *T = Of->Ty->nonReference();
  if (!T->Differentiable || !(holdsVector(T) || holdsMap(T)))
    return;
  if (T->IsMap) {
    To.add(B.effect("ad::match_keys($0, $1)", {Derivative, Of}, {Derivative}));
    return;
  }
  bool Given = How == "ad::match" && T->IsVector && holdsHandle(T);
  if (isVectorOfHandles(T) && !T->IsVector)
    ;
  else if (isVectorOfHandles(T) && How == "ad::shape_like") // of a local: its links are set after
    To.add(B.effect("$0.resize($1)", {Derivative, B.sizeOf(Of)}, {Derivative}));
  else if (isVectorOfHandles(T) || Given) // storage cannot be made up
    To.add(B.effect("ad::match_size($0, $1)", {Derivative, Of}, {}));
  else if (T->IsVector) // elements that do not start at zero are not made here: the sizes must
                        // agree
    To.add(startsZero(leafOf(T))
               ? B.effect(withBytes(How, T) + "($0, $1)", {Derivative, Of}, {Derivative})
               : B.effect("ad::match_size($0, $1)", {Derivative, Of}, {}));
  if (isPlainVector(T))
    return;
  if (T->isArray()) {
    Stmt *Loop = B.overElements(F, Of, [&](const Expr *K, Block &Into) {
      matchShapes(B, F, B.subscript(Derivative, K), B.subscript(Of, K), Into, How);
    });
    if (!Loop->Then.empty())
      To.add(Loop);
  } else {
    for (const Field &Part : T->Fields)
      if (Part.Ty->Differentiable && !Part.Constant)
        matchShapes(B, F, B.shadowMember(Derivative, Part), B.member(Of, Part), To, How);
  }
}
