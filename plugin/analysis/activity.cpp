//===- analysis/activity.cpp - which variables carry derivatives ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Varied: differentiable parameters that are not marked constant; then whatever is assigned
//    from a varied expression, until nothing changes. A pointer and what it points to are one:
//    taking the address of x and storing it in p ties p and x together, both ways.
// 2. Useful: results, and memory that the caller sees (through non-constant parameters); then
//    whatever flows into something useful.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/activity.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

void analysis::carriers(const Expr *E, llvm::SmallVectorImpl<const Variable *> &Out) {
  switch (E->Kind) {
  case ExprKind::Variable:
    if (E->Var->Ty->Differentiable)
      Out.push_back(E->Var);
    return;
  case ExprKind::Literal:
    return;
  case ExprKind::Opaque:
    if (!E->Followed.empty())
      carriers(E->operand(), Out);
    return;
  case ExprKind::Member:
    if (E->Ty->Differentiable)
      carriers(E->operand(), Out);
    return;
  case ExprKind::Subscript:
  case ExprKind::BaseOf:
  case ExprKind::Dereference:
  case ExprKind::AddressOf:
    carriers(E->operand(), Out);
    return;
  case ExprKind::Conditional:
    carriers(E->operand(1), Out);
    carriers(E->operand(2), Out);
    return;
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Primitive:
  case ExprKind::Braces:
    if (!E->Ty->Differentiable && !E->is(ExprKind::Braces))
      return;
    for (const Expr *Op : E->Operands)
      carriers(Op, Out);
    return;
  }
}

bool analysis::inConstantField(const Expr *Place) {
  for (const Expr *P = Place;; P = P->operand()) {
    const Field *Of =
        P->is(ExprKind::Member) ? findField(P->operand()->Ty->nonReference(), P->Text) : nullptr;
    if (Of && Of->Constant)
      return true;
    if (!P->is(ExprKind::Member) && !P->is(ExprKind::BaseOf) && !P->is(ExprKind::Subscript) &&
        !P->is(ExprKind::Dereference))
      return false;
  }
}

/// The variable of whose object Place is a member, by the path of its members.
static const Variable *objectOf(const Expr *Place) {
  while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf))
    Place = Place->operand();
  return Place->is(ExprKind::Variable) ? Place->Var : nullptr;
}

static bool holdsUnion(const Type *T) {
  return T->IsUnion || (T->isArray() && holdsUnion(T->Element)) ||
         llvm::any_of(T->Fields, [](const Field &F) { return holdsUnion(F.Ty); });
}

/// Whether all that is done to members of V's object says which of them.
static bool hasParts(const Variable *V) {
  const Type *T = V->Ty;
  return V->Kind == Storage::Local && T->isRecord() && !V->AddressTaken && !T->IsTagged &&
         !T->Owns && !T->IsMap && !holdsHandle(T) && !holdsTagged(T) && !holdsMap(T) &&
         !holdsUnion(T);
}

/// Whether what is at one of the paths is part of what is at the other.
static bool meet(llvm::StringRef A, llvm::StringRef B) {
  if (A.size() > B.size())
    std::swap(A, B);
  return B.starts_with(A) && (A.size() == B.size() || B[A.size()] == '.');
}

/// Part: a member or a base of an object. Derivatives of vectors must have their sizes wherever
/// that of the object is made use of: these are as varied as all of it.
bool Activity::inPart(const Expr *Part, bool NeedUseful) const {
  const Variable *V = objectOf(Part);
  const bool ByItself = V && hasParts(V) && !holdsVector(Part->Ty);
  const std::optional<std::string> Path = ByItself ? fieldPath(Part) : std::nullopt;
  if (!Path)
    return in(Part->operand(), NeedUseful);
  if (!Varied.contains(V) || (NeedUseful && !Useful.contains(V)))
    return false;
  const auto Found = Parts.find(V);
  return Found != Parts.end() &&
         llvm::any_of(Found->second, [&](const std::string &One) { return meet(One, *Path); });
}

/// V, or the part of it that Path leads to, is varied. Returns whether that is new.
bool Activity::markVaried(const Variable *V, const std::string &Path) {
  const bool New = Varied.insert(V).second;
  return (hasParts(V) && Parts[V].insert(Path).second) || New;
}

/// The part of V at Path, a T, gets Value.
void Activity::setVaried(const Variable *V, const std::string &Path, const Type *T,
                         const Expr *Value, bool &Changed) {
  // A copy of an object has its parts.
  const Variable *From = T->isRecord() && hasParts(V) ? objectOf(Value) : nullptr;
  const auto Of = From && hasParts(From) ? fieldPath(Value) : std::nullopt;
  if (Of) {
    for (const std::string &One : std::set<std::string>(Parts[From]))
      if (meet(One, *Of))
        Changed |= markVaried(V, Path + (One.size() > Of->size() ? One.substr(Of->size()) : ""));
    return;
  }
  const bool Each = Value->is(ExprKind::Braces) && T->isRecord() && hasParts(V) &&
                    Value->Operands.size() <= T->Fields.size() &&
                    llvm::none_of(T->Fields, [](const Field &F) { return F.IsBase; });
  if (!Each) {
    if (varied(Value))
      Changed |= markVaried(V, Path);
    return;
  }
  for (size_t I = 0; I < Value->Operands.size(); ++I)
    if (const Field &F = T->Fields[I]; F.Ty->Differentiable && !F.Constant)
      setVaried(V, Path + "." + F.Name, F.Ty, Value->Operands[I], Changed);
}

bool Activity::in(const Expr *E, bool NeedUseful) const {
  switch (E->Kind) {
  case ExprKind::Variable:
    return Varied.contains(E->Var) && (!NeedUseful || Useful.contains(E->Var));
  case ExprKind::Literal:
    return false;
  case ExprKind::Opaque:
    return !E->Followed.empty() && in(E->operand(), NeedUseful);
  case ExprKind::Member:
    return E->Ty->Differentiable && !inConstantField(E) && inPart(E, NeedUseful);
  case ExprKind::BaseOf:
    return E->Ty->Differentiable && inPart(E, NeedUseful);
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    return E->Ty->Differentiable && in(E->operand(), NeedUseful);
  case ExprKind::AddressOf:
    return in(E->operand(), NeedUseful);
  case ExprKind::Conditional:
    return in(E->operand(1), NeedUseful) || in(E->operand(2), NeedUseful);
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Cast:
  case ExprKind::Primitive:
  case ExprKind::Braces:
    if (!E->Ty->Differentiable)
      return false;
    for (const Expr *Op : E->Operands)
      if (in(Op, NeedUseful))
        return true;
    return false;
  }
  return false;
}

/// The path to the smallest part of V of which it is known that Place is in it.
static std::string pathIn(const Expr *Place, const Variable *V) {
  while (Place->is(ExprKind::Member) || Place->is(ExprKind::BaseOf) ||
         Place->is(ExprKind::Subscript)) {
    if (const auto Path = fieldPath(Place); Path && objectOf(Place) == V)
      return *Path;
    Place = Place->operand();
  }
  return "";
}

void Activity::markPlaceVaried(const Expr *Place, bool &Changed) {
  if (inConstantField(Place))
    return;
  llvm::SmallVector<const Variable *, 2> Roots;
  carriers(Place, Roots);
  for (const Variable *V : Roots)
    if (!V->Constant && V->Kind != Storage::Global)
      Changed |= markVaried(V, pathIn(Place, V));
}

void Activity::markUseful(const Expr *E, bool &Changed) {
  llvm::SmallVector<const Variable *, 4> Roots;
  carriers(E, Roots);
  for (const Variable *V : Roots)
    Changed |= Useful.insert(V).second;
}

bool Activity::usefulPlace(const Expr *Place) const {
  llvm::SmallVector<const Variable *, 2> Roots;
  carriers(Place, Roots);
  return llvm::any_of(Roots, [&](const Variable *V) { return Useful.contains(V); });
}

/// Whether what the argument for P leads to may be written by the function.
static bool writable(const Variable *P) {
  if (!P->Ty->Differentiable || P->Constant)
    return false;
  bool Handle = P->Kind == Storage::This || P->Ty->isReference() || holdsHandle(P->Ty);
  return Handle && !((P->Ty->isReference() || P->Ty->isPointer()) && P->Ty->ElementConst &&
                     !P->Ty->Element->DerivedLeads && !holdsHandle(P->Ty->Element));
}

const Stmt *Activity::notUnderstood(const Block &Body) const {
  // What a constructor of the user's assigns is said again behind its call; of what the library's
  // do, nothing is.
  auto Constructed = [](const Expr *E) {
    return E->Ty->isRecord() && !llvm::StringRef(E->Ty->Spelling).starts_with("std::") &&
           llvm::StringRef(E->Text).starts_with(E->Ty->Spelling + "(");
  };
  const Stmt *Found = nullptr;
  walk(Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *Whole) {
      walk(Whole, [&](const Expr *E) {
        if (E->is(ExprKind::Opaque) && E->Ty && E->Ty->Differentiable && holdsVector(E->Ty) &&
            !Constructed(E))
          for (const Expr *Op : E->Operands)
            if (Op->Ty->nonReference()->Differentiable && varied(Op))
              Found = S;
        return !Found;
      });
    });
  });
  return Found;
}

const Stmt *Activity::variedKey(const Block &Body) const {
  const Stmt *Found = nullptr;
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Var->Key && S->Value && varied(S->Value))
      Found = S;
    forEachExpr(*S, [&](const Expr *Whole) {
      walk(Whole, [&](const Expr *E) {
        if (E->is(ExprKind::Braces) && E->Ty && E->Ty->isRecord())
          for (size_t I = 0; I < std::min(E->Operands.size(), E->Ty->Fields.size()); ++I)
            if (E->Ty->Fields[I].Key && varied(E->Operands[I]))
              Found = S;
        return !Found;
      });
    });
  });
  return Found;
}

bool Activity::leaves(const Stmt *S) const {
  bool Any = S->Var && active(S->Var);
  for (size_t I = 0; I < S->Operands.size(); ++I)
    Any |= writable(S->Callee->Params[I]) && active(S->Operands[I]);
  return Any;
}

Activity::Activity(const Function &F, const Block &Body) {
  for (const Variable *P : F.Params)
    if (P->Ty->Differentiable && !P->Constant) {
      Varied.insert(P);
      // Handles lead to memory that the caller sees; reading alone makes no output of it, but its
      // adjoint is an output of the reverse sweep.
      if (P->Kind == Storage::This || P->Ty->isReference() || holdsHandle(P->Ty))
        Useful.insert(P);
    }

  bool Changed = true;
  auto Flow = [&](const Expr *Target, const Variable *Var, const Expr *Value) {
    const Type *T = Target ? Target->Ty : Var->Ty;
    if (!T->Differentiable)
      return;
    llvm::SmallVector<const Variable *, 2> Roots;
    if (Target)
      carriers(Target, Roots);
    else
      Roots.push_back(Var);
    if (varied(Value)) {
      const Variable *Object = Target ? objectOf(Target) : Var;
      if (Target && (!Object || !hasParts(Object) || inConstantField(Target)))
        markPlaceVaried(Target, Changed);
      else if (!Object->Constant)
        setVaried(Object, Target ? *fieldPath(Target) : "", T, Value, Changed);
    }
    if (llvm::any_of(Roots, [&](const Variable *V) { return Useful.contains(V); }))
      markUseful(Value, Changed);
    if (!holdsHandle(T))
      return;
    // A stored handle ties both sides: what is written through one is seen through the other.
    llvm::SmallVector<const Variable *, 4> Sources;
    carriers(Value, Sources);
    bool AnyVaried = false, AnyUseful = false;
    for (const Variable *V : Roots) {
      AnyVaried |= Varied.contains(V);
      AnyUseful |= Useful.contains(V);
    }
    for (const Variable *V : Sources) {
      AnyVaried |= Varied.contains(V);
      AnyUseful |= Useful.contains(V);
    }
    for (llvm::SmallVectorImpl<const Variable *> *Side :
         std::initializer_list<llvm::SmallVectorImpl<const Variable *> *>{&Roots, &Sources})
      for (const Variable *V : *Side) {
        if (AnyVaried && !V->Constant && V->Kind != Storage::Global)
          Changed |= markVaried(V);
        if (AnyUseful)
          Changed |= Useful.insert(V).second;
      }
  };
  while (Changed) {
    Changed = false;
    walk(Body, [&](Stmt *S) {
      switch (S->Kind) {
      case StmtKind::Declare:
        if (S->Value)
          Flow(nullptr, S->Var, S->Value);
        break;
      case StmtKind::Assign:
      case StmtKind::Accumulate:
        Flow(S->Target, nullptr, S->Value);
        break;
      case StmtKind::Return:
        if (S->Value && S->Value->Ty && S->Value->Ty->Differentiable)
          markUseful(S->Value, Changed);
        break;
      case StmtKind::Call: {
        bool AnyVaried = false, AnyUseful = S->Var && Useful.contains(S->Var);
        for (const Expr *A : S->Operands)
          AnyVaried |= A->Ty && A->Ty->Differentiable && varied(A);
        for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
          if (writable(S->Callee->Params[I])) // a constant object may hold pointers, too
            AnyUseful |= S->Operands[I]->Ty->Differentiable && usefulPlace(S->Operands[I]);
        }
        if (S->Var && S->Var->Ty->Differentiable && AnyVaried && !S->Var->Constant)
          Changed |= markVaried(S->Var);
        for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
          const Variable *P = S->Callee->Params[I];
          const Expr *A = S->Operands[I];
          if (!P->Ty->Differentiable || P->Constant || !A->Ty->Differentiable)
            continue;
          if (writable(P) && AnyVaried)
            markPlaceVaried(A, Changed);
          if (AnyUseful || (writable(P) && AnyVaried))
            markUseful(A, Changed);
        }
        break;
      }
      case StmtKind::Opaque: // an element appended
        if (S->OldSize && S->Value)
          Flow(S->Target, nullptr, S->Value);
        if (!S->Followed.empty() && S->Operands.size() > 1 &&
            S->Operands[1]->Ty->nonReference()->IsMap) {
          Flow(S->Operands[0], nullptr, S->Operands[1]);
          Flow(S->Operands[1], nullptr, S->Operands[0]);
        }
        if (S->Exchanges) {
          Flow(S->Operands[0], nullptr, S->Operands[1]);
          Flow(S->Operands[1], nullptr, S->Operands[0]);
        }
        break;
      case StmtKind::Record: // what lies on the tape is taken back somewhere
        if (S->Value->Ty->Differentiable)
          markUseful(S->Value, Changed);
        break;
      case StmtKind::Restore:
        if (S->Declares) {
          if (S->Var->Ty->Differentiable && !S->Var->Constant)
            Changed |= markVaried(S->Var);
        } else if (S->Target->Ty->Differentiable) {
          markPlaceVaried(S->Target, Changed);
        }
        break;
      default:
        break;
      }
    });
  }
}

void Activity::print(llvm::raw_ostream &OS, const Function &F) const {
  OS << "activity of " << F.Name << ":\n";
  auto Line = [&](const Variable &V) {
    if (!V.Ty->Differentiable)
      return;
    bool IsVaried = Varied.contains(&V), IsUseful = Useful.contains(&V);
    OS << "  " << V.Name << ": "
       << (IsVaried && IsUseful ? "[ACTIVE]"
           : IsVaried           ? "[VARIED]"
           : IsUseful           ? "[USEFUL]"
                                : "[NONE]")
       << "\n";
  };
  for (const Variable &V : F.Locals)
    Line(V);
}
