//===- core/core.cpp - ownership and interning of Core's nodes ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/core.h"
#include "plugin/core/spell.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Twine.h"
#include <functional>

using namespace ad::core;

std::string Function::uniqueName(llvm::StringRef Wanted) {
  if (Names.try_emplace(Wanted, 0).second)
    return Wanted.str();
  for (unsigned I = Names[Wanted] + 1;; ++I) {
    std::string Candidate = (Wanted + "_" + llvm::Twine(I)).str();
    if (Names.try_emplace(Candidate, 0).second) {
      Names[Wanted] = I;
      return Candidate;
    }
  }
}

void Function::rename(Variable *V, llvm::StringRef Wanted) {
  V->Name = uniqueName(Wanted);
  V->Wanted = V->Name == Wanted || Taken.contains(Wanted) ? "" : Wanted.str();
}

void Function::keepFree(llvm::StringRef Name) {
  Names.try_emplace(Name, 0);
  Taken.insert(Name);
}

Variable *Function::variable(llvm::StringRef Wanted, const Type *Ty, Storage Kind) {
  Locals.emplace_back();
  Locals.back().Order = Locals.size();
  Variable &V = Locals.back();
  rename(&V, Wanted);
  V.Ty = Ty;
  V.Kind = Kind;
  return &V;
}

const Type *Module::intern(Type T) {
  for (const Type &Known : Types)
    if (Known.Kind == T.Kind && Known.Spelling == T.Spelling && Known.Element == T.Element &&
        Known.ElementConst == T.ElementConst && Known.IsRestrict == T.IsRestrict &&
        Known.IsStdArray == T.IsStdArray && Known.IsVector == T.IsVector &&
        Known.Extent == T.Extent && Known.Smart == T.Smart)
      return &Known;
  Types.push_back(std::move(T));
  return &Types.back();
}

const Type *Module::voidType() {
  Type T;
  T.Kind = TypeKind::Void;
  T.Spelling = "void";
  return intern(std::move(T));
}

const Type *Module::real(llvm::StringRef Spelling, unsigned Bits) {
  Type T;
  T.Kind = TypeKind::Real;
  T.Spelling = Spelling.str();
  T.Bits = Bits;
  T.Differentiable = true;
  return intern(std::move(T));
}

const Type *Module::complex(llvm::StringRef Spelling, const Type *Part) {
  Type T;
  T.Kind = TypeKind::Real;
  T.Spelling = Spelling.str();
  T.Element = Part;
  T.Bits = Part->Bits;
  T.IsComplex = T.Differentiable = true;
  return intern(std::move(T));
}

const Type *Module::integer(llvm::StringRef Spelling, unsigned Bits, bool Unsigned) {
  Type T;
  T.Kind = TypeKind::Integer;
  T.Spelling = Spelling.str();
  T.Bits = Bits;
  T.IsUnsigned = Unsigned;
  T.IsBool = Spelling == "bool";
  return intern(std::move(T));
}

const Type *Module::enumeration(llvm::StringRef Spelling, unsigned Bits, bool Unsigned) {
  Type T;
  T.Kind = TypeKind::Integer;
  T.Spelling = Spelling.str();
  T.Bits = Bits;
  T.IsUnsigned = Unsigned;
  T.IsEnum = true;
  return intern(std::move(T));
}

const Type *Module::pointer(const Type *Element, bool ElementConst, bool Restrict) {
  Type T;
  T.Kind = TypeKind::Pointer;
  T.Element = Element;
  T.ElementConst = ElementConst;
  T.IsRestrict = Restrict;
  T.Differentiable = Element->Differentiable;
  return intern(std::move(T));
}

const Type *Module::reference(const Type *Element, bool ElementConst) {
  Type T;
  T.Kind = TypeKind::Reference;
  T.Element = Element;
  T.ElementConst = ElementConst;
  T.Differentiable = Element->Differentiable;
  return intern(std::move(T));
}

const Type *Module::array(const Type *Element, uint64_t Extent, bool ElementConst) {
  Type T;
  T.Kind = TypeKind::Array;
  T.Element = Element;
  T.Extent = Extent;
  T.ElementConst = ElementConst;
  T.Differentiable = Element->Differentiable;
  return intern(std::move(T));
}

const Type *Module::stdArray(llvm::StringRef Spelling, const Type *Element, uint64_t Extent) {
  Type T;
  T.Kind = TypeKind::Array;
  T.Spelling = Spelling.str();
  T.Element = Element;
  T.Extent = Extent;
  T.IsStdArray = true;
  T.Differentiable = Element->Differentiable;
  return intern(std::move(T));
}

const Type *Module::stdVector(llvm::StringRef Spelling, const Type *Element) {
  Type T;
  T.Kind = TypeKind::Array;
  T.Spelling = Spelling.str();
  T.Element = Element;
  T.IsStdArray = T.IsVector = true;
  T.Differentiable = Element->Differentiable;
  T.Owns = Element->Owns;
  return intern(std::move(T));
}

const Type *Module::smartVector(llvm::StringRef Spelling, const Type *Pointer, bool Shared) {
  Type T = *stdVector(Spelling, Pointer);
  T.Smart = true;
  T.Shared = Shared;
  T.Owns = !Shared; // what is shared lives until the function ends
  return intern(std::move(T));
}

const Type *Module::smartArray(llvm::StringRef Spelling, const Type *Pointer, uint64_t Extent,
                               bool IsStd, bool Shared) {
  Type T = *(IsStd ? stdArray(Spelling, Pointer, Extent) : array(Pointer, Extent, false));
  T.Spelling = Spelling.str();
  T.Smart = true;
  T.Shared = Shared;
  return intern(std::move(T));
}

const Type *Module::eigenMatrix(llvm::StringRef Spelling, const Type *Element,
                                std::optional<uint64_t> Extent, bool TwoDimensions) {
  Type T;
  T.Kind = Extent ? TypeKind::Record : TypeKind::Array;
  T.Spelling = Spelling.str();
  T.IsEigen = true;
  T.IsMatrix = TwoDimensions;
  T.Differentiable = Element->Differentiable;
  if (Extent) {
    T.Fields.push_back({"data()", array(Element, *Extent)});
    T.TrivialCopy = true;
    T.StartsNonZero = T.Differentiable; // Eigen leaves the elements unset
  } else {
    T.Element = Element;
    T.IsStdArray = T.IsVector = true;
  }
  return intern(std::move(T));
}

const Field *ad::core::findField(const Type *Record, llvm::StringRef Name) {
  for (const Field &F : Record->Fields) {
    if (!F.IsBase && (F.Name == Name || (!F.Shadow.empty() && F.Shadow == Name)))
      return &F;
    if (F.IsBase)
      if (const Field *Inherited = findField(F.Ty, Name))
        return Inherited;
  }
  return nullptr;
}

bool ad::core::isDeclaredConst(const Expr *Place) {
  switch (Place->Kind) {
  case ExprKind::Variable:
    return Place->Var->Ty->isReference() ? Place->Var->Ty->ElementConst
                                         : Place->Var->Const && !Place->Var->Shadow;
  case ExprKind::BaseOf:
    return isDeclaredConst(Place->operand());
  case ExprKind::Member: {
    const Field *F = findField(Place->operand()->Ty->nonReference(), Place->Text);
    return F && !F->Mutable && !F->Reference && !F->Smart &&
           (F->Const || isDeclaredConst(Place->operand()));
  }
  case ExprKind::Subscript:
  case ExprKind::Dereference: {
    const Expr *Of = Place->operand();
    if (Of->is(ExprKind::AddressOf))
      return isDeclaredConst(Of->operand());
    return Of->Ty->nonReference()->isPointer() ? Of->Ty->nonReference()->ElementConst
                                               : isDeclaredConst(Of);
  }
  default:
    return false;
  }
}

bool ad::core::holdsReference(const Type *T) {
  if (T->isArray())
    return holdsReference(T->Element);
  return T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) {
           return F.Reference || holdsReference(F.Ty);
         });
}

bool ad::core::hasOwnAssignment(const Type *T) {
  if (!T->isRecord() || T->IsTagged)
    return false;
  return !T->TrivialCopy || llvm::any_of(T->Fields, [](const Field &F) {
    const Type *Leaf = F.Ty;
    while (Leaf->isArray())
      Leaf = Leaf->Element;
    return F.Const || hasOwnAssignment(Leaf);
  });
}

bool ad::core::boxesOwner(const Type *T) {
  auto Has = [](const Type *Part) { return Part->Owns || boxesOwner(Part); };
  if (T->IsVector) // storage, if they do
    return boxesOwner(T->Element);
  if (T->isArray())
    return Has(T->Element);
  return llvm::any_of(T->Fields,
                      [&](const Field &F) { return T->Owns ? boxesOwner(F.Ty) : Has(F.Ty); });
}

bool ad::core::holdsVector(const Type *T) {
  if (T->IsVector)
    return true;
  if (T->isArray())
    return holdsVector(T->Element);
  return T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) { return holdsVector(F.Ty); });
}

bool ad::core::isDeque(const Type *T) {
  return T->IsVector && llvm::StringRef(T->Spelling).starts_with("std::deque");
}

bool ad::core::holdsDeque(const Type *T) {
  if (T->isArray())
    return isDeque(T) || holdsDeque(T->Element);
  return T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) { return holdsDeque(F.Ty); });
}

bool ad::core::inserts(const Expr *E) {
  llvm::StringRef Text = E->Followed;
  return Text.contains('[') || Text.contains("zero_entry") || Text.contains("try_emplace");
}

bool ad::core::isMapIterator(const Type *T) {
  const llvm::StringRef Class = T->nonReference()->Spelling;
  return T->nonReference()->is(TypeKind::Opaque) && Class.contains("map<") &&
         Class.ends_with("iterator");
}

bool ad::core::anyPart(const Type *T, llvm::function_ref<bool(const Type *)> Is) {
  return (T->IsMap && Is(T->Mapped)) ||
         llvm::any_of(T->Fields, [&](const Field &F) { return Is(F.Ty); });
}

bool ad::core::holdsMap(const Type *T) {
  if (T->isArray())
    return holdsMap(T->Element);
  return T->IsMap ||
         (T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) { return holdsMap(F.Ty); }));
}

bool ad::core::diesAsBytes(const Type *T) {
  if (T->IsVector)
    return false;
  if (T->isArray())
    return diesAsBytes(T->Element);
  llvm::StringRef Name = T->Spelling;
  if (T->is(TypeKind::Opaque) && Name.consume_front("std::"))
    return Name.starts_with("list<") || Name.starts_with("unordered_") ||
           Name.starts_with("deque<") || Name.starts_with("queue<") || Name.starts_with("stack<") ||
           Name.contains("stream") || Name.contains("regex") || Name.starts_with("locale");
  return T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) { return diesAsBytes(F.Ty); });
}

bool ad::core::holdsTagged(const Type *T) {
  if (T->isArray())
    return holdsTagged(T->Element);
  return T->IsTagged || (T->isRecord() &&
                         llvm::any_of(T->Fields, [](const Field &F) { return holdsTagged(F.Ty); }));
}

bool ad::core::fitsTape(const Type *T) {
  if (T->isArray())
    return !T->IsVector && fitsTape(T->Element);
  return !T->isRecord() || T->IsBytes;
}

bool ad::core::holdsNumbers(const Type *T) {
  if (T->isArray())
    return holdsNumbers(T->Element);
  if (T->isRecord())
    return llvm::any_of(T->Fields, [](const Field &F) {
      return F.Ty->Differentiable && !F.Constant && holdsNumbers(F.Ty);
    });
  return T->isReal();
}

bool ad::core::involves(const Type *T, const Type *Record) {
  llvm::SmallPtrSet<const Type *, 8> Seen; // vectors of pointers lead in circles
  std::function<bool(const Type *)> Visit = [&](const Type *Part) {
    while (Part->Element && Part != Record)
      Part = Part->Element;
    return Part == Record || (Part->isRecord() && Seen.insert(Part).second &&
                              llvm::any_of(Part->Fields, [&](const Field &F) {
                                return !F.Ty->isPointer() && Visit(F.Ty);
                              }));
  };
  return Visit(T);
}

bool ad::core::holdsHandle(const Type *T) {
  if (T->isArray())
    return holdsHandle(T->Element);
  if (T->IsMap)
    return holdsHandle(T->Mapped);
  if (T->isRecord())
    return llvm::any_of(T->Fields, [](const Field &F) {
      return F.Ty->Differentiable && !F.Constant && holdsHandle(F.Ty);
    });
  return T->isPointer() && T->Differentiable;
}

/// Whether a T is, or holds, a vector of what carries derivatives.
static bool holdsFollowedVector(const Type *T) {
  if (T->IsVector)
    return T->Differentiable;
  if (T->isArray())
    return holdsFollowedVector(T->Element);
  return T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) {
           return !F.Constant && holdsFollowedVector(F.Ty);
         });
}

bool ad::core::isVectorOfHandles(const Type *T) {
  return T->Differentiable && holdsFollowedVector(T) && !holdsNumbers(T) && !holdsMap(T);
}

/// Calls F for the parts of Place of which Is holds, and which none of which it holds has.
static void forEachPart(Module &M, const Expr *Place, llvm::function_ref<bool(const Type *)> Is,
                        llvm::function_ref<void(const Expr *)> F) {
  const Type *T = Place->Ty->nonReference();
  if (Is(T))
    return F(Place);
  if (!T->isRecord())
    return;
  for (const Field &Fd : T->Fields) {
    Expr *Part = M.expr(Fd.IsBase ? ExprKind::BaseOf : ExprKind::Member, Fd.Ty, Place->Loc);
    if (!Fd.IsBase)
      Part->Text = Fd.Name;
    Part->Operands = {Place};
    forEachPart(M, Part, Is, F);
  }
}

void ad::core::forEachVector(Module &M, const Expr *Place,
                             llvm::function_ref<void(const Expr *)> F) {
  if (holdsVector(Place->Ty->nonReference()))
    forEachPart(M, Place, [](const Type *T) { return T->IsVector; }, F);
}

void ad::core::forEachContainer(Module &M, const Expr *Place,
                                llvm::function_ref<void(const Expr *)> F) {
  forEachPart(M, Place, [](const Type *T) { return T->IsVector || T->IsMap; }, F);
}

llvm::StringRef ad::core::fieldLabel(llvm::StringRef Name) {
  if (Name.contains('$'))
    return Name.contains('<') ? Name.split('<').second.split('>').first : "";
  return Name.split('(').first;
}

std::optional<std::string> ad::core::fieldPath(const Expr *Place) {
  if (Place->is(ExprKind::Variable))
    return "";
  if (!Place->is(ExprKind::Member) && !Place->is(ExprKind::BaseOf))
    return std::nullopt;
  std::optional<std::string> Base = fieldPath(Place->operand());
  if (!Base || Place->is(ExprKind::Member))
    return Base ? *Base + "." + Place->Text : Base;
  return *Base + "." + Place->Ty->Spelling;
}

const Type *Module::opaque(llvm::StringRef Spelling) {
  Type T;
  T.Kind = TypeKind::Opaque;
  T.Spelling = Spelling.str();
  return intern(std::move(T));
}

Type *Module::record(llvm::StringRef Spelling) {
  for (Type &Known : Types)
    if (Known.Kind == TypeKind::Record && Known.Spelling == Spelling)
      return &Known;
  Types.emplace_back();
  Types.back().Kind = TypeKind::Record;
  Types.back().Spelling = Spelling.str();
  return &Types.back();
}

const Expr *ad::core::zeroAllocation(Module &M, const Expr *E) {
  llvm::StringRef Text = E->Text;
  const Type *Leaf = E->Ty->Element;
  while (Leaf->isArray())
    Leaf = Leaf->Element;
  bool Plain = Leaf->isScalar() || Leaf->ZeroByBraces;
  if ((Text.ends_with("()") && Plain) || Text.contains("calloc(") || Text.contains("zeros"))
    return E;
  Expr *Zero = M.expr(E->Kind, E->Ty, E->Loc);
  *Zero = *E;
  std::string Element = spell(E->Ty->Element);
  size_t C = std::min(Text.find("malloc("), Text.find("aligned_alloc("));
  if (C != llvm::StringRef::npos)
    Zero->Text = Text.take_front(C).str() + "calloc($" + std::to_string(E->Operands.size() - 1) +
                 ", sizeof(" + Element + ")))";
  else if (Text.starts_with("new ") && Plain)
    Zero->Text = (Text.contains('(') ? "new " + Element : Text.str()) + "()";
  else if (Text.contains('['))
    Zero->Text = "ad::zeros_array<" + Element + ">($0)";
  else
    Zero->Text = "ad::zeros<" + Element + ">()";
  return Zero;
}

Expr *Module::expr(ExprKind K, const Type *Ty, Location Loc) {
  Exprs.emplace_back();
  Exprs.back().Kind = K;
  Exprs.back().Ty = Ty;
  Exprs.back().Loc = Loc;
  return &Exprs.back();
}

Stmt *Module::stmt(StmtKind K, Location Loc) {
  Stmts.emplace_back();
  Stmts.back().Kind = K;
  Stmts.back().Loc = Loc;
  return &Stmts.back();
}

Function *Module::function(llvm::StringRef Name) {
  Functions.emplace_back();
  Functions.back().Name = Name.str();
  return &Functions.back();
}
