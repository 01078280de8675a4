//===- lower/converted_calls.cpp - functions made for closures ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where a callee that is given closures (closures.cpp) cannot be inlined, because it is recursive
// or returns from inside a loop, a function is made for these arguments:
//  1. what the closures capture is collected, in order: values, and places captured by reference;
//  2. the function of these lambdas with captures of these types is looked up, or made: its
//     parameters are those of the callee that are no closures, then the captures;
//  3. in its body the closures are the same lambdas, with the parameters for captures.
//
// So it is with methods of an object that holds references or closures (held_members.cpp): its
// members, and what they stand for, are passed one by one, and in the body of the function they
// are what there is of the object.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/fence.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/returned_records.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// One capture, in the caller.
struct Capture {
  const Closure *Owner;
  const ValueDecl *D; ///< null: `this`
  const core::Expr *Held;
  bool ByReference;
  const core::Type *Handle = nullptr; ///< Held is the pointer or the size of such a span
  /// No Owner: a member of an object of that number. Path names it, or the part whose member D
  /// stands for Held.
  unsigned Of = 0;
  std::string Path{};
  bool Const = false;               ///< a reference to what may not be written by this name
  std::optional<unsigned> Object{}; ///< Held is the object of that number
  QualType As{};                    ///< of a member that is a void pointer: its type
};

/// A member of an object that stands for a closure.
struct MemberFunction {
  unsigned Of;
  std::string Path;
  const FieldDecl *Field;
  const Closure *Function; ///< null: an empty std::function
};

/// The closures that a call passes, and all that they capture.
struct Captures {
  std::vector<const Closure *> Closures; ///< each once
  std::vector<Capture> All;
  std::vector<MemberFunction> Functions;
  std::vector<const core::Expr *> Objects; ///< whose members are passed; their places
  std::vector<const void *> Key;           ///< equal where the same function serves
  bool IsPlain = true;                     ///< lambdas and functions only
  std::function<bool(const core::Expr *)> IsSettled;
  std::function<std::pair<const core::Expr *, const core::Expr *>(const core::Expr *)> HandleParts;

  void add(const Closure *C) {
    auto Known = llvm::find(Closures, C);
    Key.push_back(reinterpret_cast<const void *>(Known - Closures.begin() + 1));
    if (Known != Closures.end())
      return;
    Closures.push_back(C);
    IsPlain &= !C->isObject();
    if (!IsPlain)
      return;
    Key.push_back(C->Lambda     ? static_cast<const void *>(C->Lambda)
                  : C->Function ? C->Function->getCanonicalDecl()
                                : nullptr);
    if (!C->Lambda)
      return;
    if (C->This)
      leaf({C, nullptr, C->This, true});
    for (const LambdaCapture &L : C->Lambda->captures()) {
      if (!L.capturesVariable())
        continue;
      const ValueDecl *D = L.getCapturedVar();
      if (const Closure *Inner = C->Inner.lookup(D))
        add(Inner);
      else if (const core::Expr *Held = C->Copies.lookup(D))
        leaf({C, D, Held, C->References.contains(D) || isMutable(C->Lambda)});
      else
        Key.push_back(nullptr);
    }
  }

  void add(MemberFunction M) {
    Functions.push_back(M);
    Key.push_back(M.Field);
    M.Function ? add(M.Function) : Key.push_back(nullptr);
  }

  void leaf(Capture C) {
    if (const core::Type *Handle = C.Held->Ty; Handle->Mutable) {
      auto [Data, Size] = HandleParts(C.Held);
      leaf({C.Owner, C.D, Data, C.ByReference, Handle, C.Of, C.Path, C.Const});
      return leaf({C.Owner, C.D, Size, C.ByReference, Handle, C.Of, C.Path, C.Const});
    }
    // What never changes is as good as a copy.
    C.ByReference &= core::isPlace(C.Held) && !(C.Held->Ty->isScalar() && IsSettled(C.Held));
    // Objects are not copied once more.
    C.ByReference |= core::isPlace(C.Held) && !C.Held->Ty->isScalar();
    C.Const |= isConst(C.Held);
    All.push_back(C);
    Key.push_back(C.Held->Ty);
    Key.push_back(reinterpret_cast<const void *>(C.ByReference ? C.Const ? 2 : 1 : 0));
  }

  /// Whether the place may not be written.
  static bool isConst(const core::Expr *Place) {
    const core::Expr *At = Place; // `this` of a constant method leads to what is constant
    while (At->is(ExprKind::Member) || At->is(ExprKind::BaseOf))
      At = At->operand();
    if (At->is(ExprKind::Dereference))
      return At->operand()->Ty->ElementConst;
    const core::Variable *V = core::rootVariable(Place);
    return V && (V->Const || (V->Ty->isReference() && V->Ty->ElementConst));
  }
};

static bool namesLocalClass(Lowering &L, QualType T) {
  if (L.namesStandIn(T))
    return true;
  T = T.getNonReferenceType();
  while (T->isPointerType())
    T = T->getPointeeType();
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && !RD->isLambda() && isLocalClass(RD);
}

/// Whether a parameter of type T leads to an object whose members are passed one by one.
static bool leadsApart(Lowering &L, QualType T) {
  return (T->isReferenceType() || T->isPointerType()) &&
         L.standsIn(T->getPointeeType()->getAsCXXRecordDecl());
}

bool isLeadingRecord(Lowering &L, QualType T) {
  if (!T->isRecordType() || L.namesStandIn(T))
    return false;
  const core::Type *Ty = L.type(T);
  return Ty->isRecord() && Ty->Differentiable && Ty->TrivialCopy && Ty->ZeroByBraces &&
         Ty->TrivialDestroy && !Ty->Owns && !Ty->Polymorphic && !Ty->IsTagged && !Ty->IsMap &&
         !Ty->Mutable && core::holdsHandle(Ty) && !core::holdsVector(Ty);
}

/// Whether the caller can give a place for a result of type T, a pointer to what the callee made or
/// found.
bool FunctionLowering::isResultPointer(QualType T) {
  return isSmart(T) || (T->isPointerType() && T->getPointeeType()->isObjectType());
}

/// The pointer as which a reference that Def returns is given back; null where there is none.
static QualType placeResult(Lowering &L, const FunctionDecl *Def) {
  const QualType R = Def->getReturnType();
  if (!R->isLValueReferenceType() || !R->getPointeeType()->isObjectType())
    return QualType();
  const QualType To = R->getPointeeType();
  const auto *RD = To->getAsCXXRecordDecl();
  const core::Type *Ty = L.type(To);
  const bool Plain =
      Ty->isScalar() || (Ty->isRecord() && Ty->TrivialCopy && Ty->TrivialDestroy && !Ty->Owns &&
                         !Ty->Polymorphic && !Ty->IsTagged && !Ty->IsMap && !Ty->Mutable);
  return Plain && !(RD && RD->isInStdNamespace()) ? L.Ctx.getPointerType(To) : QualType();
}

/// Whether a call of Def can become a call of a function made for its closures.
bool FunctionLowering::canConvert(const FunctionDecl *Def) {
  QualType R = Def->getReturnType();
  if (isa<CXXConstructorDecl>(Def) || (R->isReferenceType() && placeResult(L, Def).isNull()) ||
      (R->isPointerType() && !isResultPointer(R)) || isClosureObject(R) || namesLocalClass(L, R) ||
      Def->isVariadic() || isHandleRecord(R->getAsRecordDecl()) || isOfEigen(R))
    return false;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(Def); MD && !MD->getParent()->isLambda() &&
                                                     isLocalClass(MD->getParent()) &&
                                                     !L.standsIn(MD->getParent()))
    return false;
  return llvm::none_of(Def->parameters(), [this](const ParmVarDecl *P) {
    QualType T = P->getType();
    return isOfEigen(T) || (namesLocalClass(L, T) && !leadsApart(L, T)) ||
           L.localSmartArray(T.getNonReferenceType()) ||
           (T->isReferenceType() && !T->getPointeeType().isConstQualified() &&
            isHandleRecord(T->getPointeeType()->getAsRecordDecl()));
  });
}

/// Passes the members of the object at Place, and what they stand for: its number among the objects
/// that are passed so. Nothing where one of them cannot be.
std::optional<unsigned> FunctionLowering::passObject(const core::Expr *Place, Captures &Passed,
                                                     SourceLocation Loc) {
  auto Known = llvm::find_if(Passed.Objects,
                             [&](const core::Expr *Each) { return core::equal(Each, Place); });
  unsigned Number = Known - Passed.Objects.begin();
  Passed.Key.push_back(reinterpret_cast<const void *>(uintptr_t(Number)));
  if (Known != Passed.Objects.end())
    return Number;
  Passed.Key.push_back(Place->Ty);
  Passed.Objects.push_back(Place);
  return passMembers(Place, Number, "", Passed, Loc) ? std::optional(Number) : std::nullopt;
}

/// The same for Place, the part Path of object Of.
bool FunctionLowering::passMembers(const core::Expr *Place, unsigned Of, const std::string &Path,
                                   Captures &Passed, SourceLocation Loc) {
  const CXXRecordDecl *Class = L.classOf(Place->Ty);
  std::optional<std::string> Here = core::isPlace(Place) ? core::fieldPath(Place) : std::nullopt;
  const core::Variable *Object = Here ? core::rootVariable(Place) : nullptr;
  if (!Class || !Object)
    return false;
  for (const CXXBaseSpecifier &B : Class->bases())
    if (const core::Expr *Base = baseOf(Place, B.getType(), Loc);
        !passMembers(Base, Of, Path + "." + Base->Ty->Spelling, Passed, Loc))
      return false;
  for (const FieldDecl *FD : Class->fields()) {
    if (L.isFollowed(FD)) {
      const auto Notes = llvm::reverse(Held);
      const auto Note = llvm::find_if(Notes, [&](const HeldMember &Each) {
        return Each.Field == FD && Each.Object == Object && Each.Path == *Here;
      });
      if (Note == Notes.end() || Note->List)
        return false;
      if (Note->Place)
        Passed.leaf({nullptr, FD, Note->Place, true, nullptr, Of, Path,
                     FD->getType()->getPointeeType().isConstQualified(), std::nullopt, Note->As});
      else
        Passed.add(MemberFunction{Of, Path, FD, Note->Function});
      continue;
    }
    if (FD->isUnnamedBitField())
      continue;
    if (FD->isBitField() || FD->isAnonymousStructOrUnion())
      return false;
    const core::Expr *Part = member(Place, FD, Loc);
    const std::string Inner = Path + "." + FD->getName().str();
    if (L.standsIn(FD->getType()->getAsCXXRecordDecl())) {
      if (!passMembers(Part, Of, Inner, Passed, Loc))
        return false;
      continue;
    }
    if (L.isOwnTagged(Part->Ty))
      return false;
    Passed.leaf({nullptr, FD, Part, true, nullptr, Of, Inner});
  }
  return true;
}

const core::Expr *FunctionLowering::convertedCall(const FunctionDecl *Def, const Expr *Object,
                                                  const core::Expr *Target, const Closure *Env,
                                                  llvm::ArrayRef<const Expr *> Args,
                                                  const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  Uses.scan(Def->getBody(), L.Usages);
  // 1. The closures, and the other arguments.
  Captures Passed;
  Passed.IsSettled = [this](const core::Expr *E) { return isSettled(E); };
  Passed.HandleParts = [this, Loc](const core::Expr *E) { return handleParts(E, Loc); };
  std::vector<std::pair<const ParmVarDecl *, const Closure *>> ByParameter;
  if (Env)
    Passed.add(Env);
  std::vector<Part> Parts;
  if (Object && !Env) {
    bool Pointer = Object->getType()->isPointerType();
    Parts.push_back(
        {[this, Object, Pointer, Loc] {
           const core::Expr *P = value(Object);
           return Pointer ? dereference(P, Loc) : core::isPlace(P) ? P : freeze(P, Loc, "object");
         },
         true});
  } else if (Target && !Env) {
    Parts.push_back({[Target] { return Target; }, true});
  }
  std::vector<const ParmVarDecl *> Plain;
  for (unsigned I = 0; I < Args.size() && I < Def->getNumParams(); ++I) {
    const ParmVarDecl *P = Def->getParamDecl(I);
    const bool Kept = isStdFunction(P->getType()) && !P->getType()->isReferenceType();
    if (const Closure *C = changesFunction(P) && !Kept ? nullptr : closureOrEmpty(Args[I])) {
      ByParameter.push_back({P, C});
      Passed.Key.push_back(P);
      Passed.add(C);
      continue;
    }
    Plain.push_back(P);
    Parts.push_back(argument(Args[I], P));
  }
  const size_t Before = Parts.size() - Plain.size(); // the object, if it comes first
  std::vector<const core::Expr *> Values = inOrderOf(E, std::move(Parts));
  if (!Passed.IsPlain) {
    error(Loc,
          "cannot differentiate this call: it passes an object that is called to a function that "
          "is recursive or returns from inside a loop",
          "pass a lambda that calls it");
    return poison(E);
  }
  // Objects that hold references or closures are passed by their members.
  auto Pass = [&](const core::Expr *Place) {
    std::optional<unsigned> Number = passObject(Place, Passed, Loc);
    if (!Number || !Passed.IsPlain)
      error(Loc,
            "cannot differentiate a call to '" + Def->getNameAsString() +
                "', which is recursive or returns from inside a loop, and works with an object "
                "that holds a reference or a closure",
            "hold a pointer or a value in it, or pass what the member stands for as a parameter");
    return Number.value_or(0);
  };
  const bool Apart = Before && L.standsIn(L.classOf(Values[0]->Ty));
  const bool ByAddress = Before && !Apart;
  std::vector<std::pair<const ParmVarDecl *, unsigned>> ApartParameters;
  if (Apart)
    Pass(Values[0]);
  for (size_t I = 0; I < Plain.size();) {
    const QualType T = Plain[I]->getType();
    if (!leadsApart(L, T) && !L.standsIn(T->getAsCXXRecordDecl())) {
      ++I;
      continue;
    }
    const core::Expr *Object = Values[I + Before];
    if (T->isPointerType())
      Object = dereference(Object, Loc);
    Passed.Key.push_back(Plain[I]);
    ApartParameters.push_back({Plain[I], Pass(Object)});
    if (T->isPointerType() && (Uses.Modified.count(Plain[I]) || Uses.Escaping.count(Plain[I])))
      refuseHeld(Loc, Plain[I]->getName());
    Plain.erase(Plain.begin() + I);
    Values.erase(Values.begin() + I + Before);
  }
  if (Apart)
    Values.erase(Values.begin());
  for (size_t I = 0; I < Passed.All.size() && !F.Failed; ++I)
    if (L.standsIn(L.classOf(Passed.All[I].Held->Ty))) {
      const unsigned Number = Pass(Passed.All[I].Held);
      Passed.All[I].Object = Number;
    }
  if (F.Failed)
    return poison(E);
  for (size_t I = 0; I < Plain.size(); ++I) {
    const core::Expr *&V = Values[I + ByAddress];
    QualType T = Plain[I]->getType();
    if (T->isReferenceType() && !T->getPointeeType().isConstQualified() && !core::isPlace(V))
      V = name(declare("value", V->Ty, V, false, Loc), Loc);
  }
  // What may be given back has a shadow: a null pointer, too.
  for (const core::Expr *&V : Values)
    if (Def->getReturnType()->isPointerType() && V->is(ExprKind::Literal) && V->Ty->isPointer()) {
      core::Variable *Null = declare("none", V->Ty, V, /*Const=*/false, Loc);
      Changing.insert(Null);
      Declared.insert(Null);
      V = name(Null, Loc);
    }
  // A span is a pointer and a size.
  for (size_t I = Plain.size(); I-- > 0;) {
    const core::Type *Ty = type(Plain[I]->getType())->nonReference();
    if (!Ty->Mutable)
      continue;
    auto At = Values.begin() + I + ByAddress;
    auto [Data, Size] = handleParts(*At, Loc);
    const core::Expr *Whole = handle(Ty, Data, Size, Loc);
    *At = Whole->operand(0);
    Values.insert(At + 1, Whole->operand(1));
  }
  const core::Type *Self = nullptr; // the same for all callers, whatever their pointers are
  if (ByAddress) {
    Self = M.pointer(Values[0]->Ty, cast<CXXMethodDecl>(Def)->isConst());
    Values[0] = addressOf(Values[0], Self, Loc);
  }

  // 2. The function.
  core::Function *&Known = L.Converted[{Def, Passed.Key}];
  core::Function *Made = Known;
  // A function that passes itself a closure of the one that it was passed would go on for ever.
  constexpr unsigned Deepest = 30;
  if (!Made && (L.Converting == Deepest || L.ConvertedTooDeep)) {
    if (!std::exchange(L.ConvertedTooDeep, true))
      error(Loc,
            "cannot differentiate this recursive call: the function that it passes on is another "
            "one each time",
            "pass the same function on, and what changes as an argument");
    return poison(E);
  }
  if (!Made) {
    llvm::SaveAndRestore Deeper(L.Converting, L.Converting + 1);
    std::string Name = Env && Env == Passed.Closures[0] && !Env->Name.empty() ? Env->Name
                       : Env                                                  ? "lambda"
                                                                              : identifierFor(Def);
    Made = Known = L.madeFunction(Def, Name, Name + "_closed");
    FunctionLowering Inner(L, *Made);
    core::Variable *This = nullptr;
    if (ByAddress) {
      This = Made->variable("self", Self, core::Storage::Parameter);
      Made->Params.push_back(This);
    }
    for (const core::Expr *Each : Passed.Objects)
      Inner.Apart.push_back(Made->variable("object", Each->Ty));
    for (auto [P, Number] : ApartParameters) {
      const core::Expr *Object = Inner.name(Inner.Apart[Number], Loc);
      Inner.Bindings[P] =
          P->getType()->isPointerType() ? Inner.addressOf(Object, type(P->getType()), Loc) : Object;
    }
    for (const ParmVarDecl *P : Plain) {
      llvm::StringRef Name = plainName(P, "argument");
      if (const core::Type *Ty = type(P->getType())->nonReference(); Ty->Mutable) {
        for (const core::Field &Fd : Ty->Fields)
          Made->Params.push_back(Made->variable((Name + "_" + core::fieldLabel(Fd.Name)).str(),
                                                Fd.Ty, core::Storage::Parameter));
        continue;
      }
      const core::Type *Ty = type(P->getType());
      // The caller destroys its copy; a smart pointer may have given away its object by then.
      bool Gives = Uses.Modified.count(P) || Uses.Escaping.count(P);
      if (isOwner(P->getType()) && (Gives || !isSmart(P->getType())))
        Ty = M.reference(Ty, /*ElementConst=*/false);
      core::Variable *V = Made->variable(Name, Ty, core::Storage::Parameter);
      V->Const = P->getType().isConstQualified();
      V->Constant = L.isConstant(P);
      V->Loc = P->getLocation().getRawEncoding();
      Made->Params.push_back(V);
    }
    // 3. Its closures.
    std::map<const Closure *, Closure *> Mine;
    for (const Closure *C : Passed.Closures) {
      Inner.OwnedClosures.push_back(std::make_unique<Closure>());
      Closure *Copy = Mine[C] = Inner.OwnedClosures.back().get();
      Copy->Lambda = C->Lambda;
      Copy->Function = C->Function;
      Copy->Empty = C->Empty;
      Copy->Name = C->Name;
      Copy->References = C->References;
      Copy->CopiesThis = C->CopiesThis;
    }
    for (const Closure *C : Passed.Closures)
      for (auto [D, Nested] : C->Inner)
        if (Mine.count(Nested))
          Mine[C]->Inner[D] = Mine[Nested];
    const core::Expr *Data = nullptr; // of the span whose size comes next
    for (const Capture &C : Passed.All) {
      auto Bind = [&](const core::Expr *Held) {
        if (!C.Owner)
          Inner.bindMember(Inner.Apart[C.Of], C.Path, cast<FieldDecl>(C.D), Held, nullptr, C.As);
        else if (C.D)
          Mine[C.Owner]->Copies[C.D] = Held;
        else
          Mine[C.Owner]->This = Held;
      };
      if (C.Object) {
        Bind(Inner.name(Inner.Apart[*C.Object], Loc));
        continue;
      }
      const core::Type *Ty = C.Held->Ty;
      if (C.ByReference)
        Ty = M.reference(Ty, C.Const);
      core::Variable *V =
          Made->variable(C.D ? plainName(C.D, "captured") : "self", Ty, core::Storage::Parameter);
      V->Loc = Loc.getRawEncoding();
      if (const core::Variable *Root = core::rootVariable(C.Held))
        V->Constant = Root->Constant;
      Made->Params.push_back(V);
      if (C.ByReference && !Ty->ElementConst)
        Inner.Changing.insert(V);
      const core::Expr *Held = Inner.name(V, Loc);
      if (C.Handle && Data)
        Held = Inner.handle(C.Handle, std::exchange(Data, nullptr), Held, Loc);
      else if (C.Handle)
        Data = Held;
      if (C.Handle && Data)
        continue;
      Bind(Held);
    }
    for (auto &[P, C] : ByParameter)
      Inner.Closures[P] = Mine[C];
    for (const MemberFunction &Each : Passed.Functions)
      Inner.bindMember(Inner.Apart[Each.Of], Each.Path, Each.Field, nullptr, Mine[Each.Function]);
    if (const QualType Place = placeResult(L, Def); !Place.isNull())
      Made->Result = type(Place);
    const bool Leads = isLeadingRecord(L, Def->getReturnType());
    if (Made->Result->isPointer() || Leads) { // the caller's place for it
      core::Variable *V = Made->variable("made", M.reference(Made->Result, /*ElementConst=*/false),
                                         core::Storage::Parameter);
      Made->Params.push_back(V);
      Inner.Changing.insert(V);
      Made->Result = M.voidType();
    }
    if (Apart)
      Inner.Receiver = Inner.Apart[0];
    Inner.runConverted(Def, This, Env ? Mine[Env] : nullptr, Plain);
  }
  for (const Capture &C : Passed.All)
    if (!C.Object)
      Values.push_back(C.Held);
  const core::Expr *Result = nullptr;
  const QualType Place = placeResult(L, Def);
  const bool Leads = isLeadingRecord(L, Def->getReturnType());
  if (isResultPointer(Def->getReturnType()) || !Place.isNull() || Leads) {
    const core::Type *Ty = type(Place.isNull() ? Def->getReturnType() : Place);
    core::Variable *V = declare(identifierFor(Def) + "_made", Ty,
                                Leads ? zero(Ty, Loc) : literal("nullptr", Ty, Loc),
                                /*Const=*/false, Loc);
    Changing.insert(V);
    Declared.insert(V);
    Result = name(V, Loc);
    Values.push_back(Result);
    if (!Place.isNull())
      Result = dereference(Result, Loc);
  }
  if (Made->Params.size() > Values.size() && holdsShared(Made->Params.back()))
    Values.push_back(name(sharedObjects(Loc), Loc));
  if (Made->Failed) {
    F.Failed = true;
    return poison(E);
  }
  const core::Expr *Value = callStatement(Made, Def, Values, Loc, nullptr, true);
  return Result ? Result : Value;
}

/// In a function to which the members of Object are passed: what FD is, that of the part Path if it
/// is followed, else the one that Path names.
void FunctionLowering::bindMember(core::Variable *Object, const std::string &Path,
                                  const FieldDecl *FD, const core::Expr *Place,
                                  const Closure *Function, QualType As) {
  if (L.isFollowed(FD))
    Held.push_back({FD, Object, Path, Place, Function, {}, nullptr, As});
  else
    MembersApart[{Object, Path}] = Place;
}

/// What the function has as the member E of an object, if its members were passed.
const core::Expr *FunctionLowering::memberApart(const core::Expr *E) const {
  if (Apart.empty())
    return nullptr;
  std::optional<std::string> Path = core::fieldPath(E);
  auto Found = Path ? MembersApart.find({core::rootVariable(E), *Path}) : MembersApart.end();
  return Found == MembersApart.end() ? nullptr : Found->second;
}

/// The body of Def as that of a function made for its closures.
void FunctionLowering::runConverted(const FunctionDecl *Def, core::Variable *This,
                                    const Closure *Env, llvm::ArrayRef<const ParmVarDecl *> Plain) {
  if (!checkFence(L, Def)) {
    F.Failed = true;
    return;
  }
  Uses.scan(Def->getBody(), L.Usages);
  for (const NamedDecl *D : Uses.Named)
    if (D->getIdentifier() && D->getDeclContext()->getRedeclContext()->isFileContext())
      F.keepFree(D->getName());
  Out = &F.Body;
  Frame Fr;
  Fr.Decl = Def;
  Fr.Env = Env;
  if (This)
    Fr.This = dereference(name(This, Def->getLocation()), Def->getLocation());
  else if (Receiver)
    Fr.This = name(Receiver, Def->getLocation());
  if ((isResultPointer(Def->getReturnType()) || !placeResult(L, Def).isNull() ||
       isLeadingRecord(L, Def->getReturnType())) &&
      F.Result->isVoid())
    Fr.ResultVariable = F.Params.back();
  Frames.push_back(Fr);
  size_t Next = This ? 1 : 0;
  for (const ParmVarDecl *P : Plain) {
    const core::Type *Ty = type(P->getType())->nonReference();
    SourceLocation Loc = P->getLocation();
    core::Variable *V = F.Params[Next++];
    if (Ty->Mutable)
      bindHandle(P, Ty, handle(Ty, name(V, Loc), name(F.Params[Next++], Loc), Loc), Loc);
    else
      bindParameter(P, V);
  }
  for (const ParmVarDecl *P : Def->parameters()) // that are set to other functions
    if (const Closure *C = changesFunction(P) ? Closures.lookup(P) : nullptr)
      if (std::shared_ptr<FunctionList> List = beginFunction(P, C, P->getLocation())) {
        Closures.erase(P);
        FunctionLists[P] = List;
      }
  bodyOf(Def);
  Frames.pop_back();
  shareWithCaller();
  core::walk(F.Body, [&](core::Stmt *S) {
    core::forEachExpr(*S, [&](const core::Expr *E) {
      auto Mentions = [&](const core::Variable *V) { return core::mentions(E, V); };
      if (llvm::any_of(Apart, Mentions) && !std::exchange(F.Failed, true))
        error(SourceLocation::getFromRawEncoding(S->Loc),
              "cannot differentiate a use of a whole object that holds a reference or a closure "
              "in '" +
                  Def->getNameAsString() + "', which is recursive or returns from inside a loop",
              "use its members");
    });
  });
  finish();
  localRecords();
  F.HasBody = !F.Failed;
}

core::Function *Lowering::madeFunction(const FunctionDecl *Def, const std::string &Name,
                                       const std::string &Label) {
  core::Function *F = M.function(Name);
  F->Origin = Def;
  F->IsSynthetic = true;
  F->IsHelper = F->IsStatic = true;
  F->Loc = Def->getLocation().getRawEncoding();
  F->Where = where(Def);
  F->Scope.Namespaces = namespacesOf(Def);
  std::string Space;
  for (llvm::StringRef N : F->Scope.Namespaces)
    if (!N.empty() && !N.starts_with("inline "))
      Space += N.str() + "::";
  auto IsOurs = [&](const std::string &Wanted) {
    return llvm::any_of(M.Functions, [&](const core::Function &Other) {
      return Other.IsSynthetic && Other.SourceName == Space + Wanted;
    });
  };
  // What the program itself calls so, be it a variable, would hide it.
  std::string Base = Label;
  while (!IsOurs(Base) && Ctx.Idents.find(Base) != Ctx.Idents.end())
    Base += "_function";
  std::string Free = Base;
  for (unsigned N = 2; IsOurs(Free); ++N)
    Free = Base + "_" + std::to_string(N);
  F->SourceName = Space + Free;
  F->Result = type(Def->getReturnType());
  Lowered.insert(F);
  return F;
}

} // namespace ad::lower
