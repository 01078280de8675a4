//===- lower/library_records.cpp - pair, tuple, optional, variant ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// These classes are records whose fields are named as the library reaches them: `std::get<0>($)`,
// `*$`. A value is made as a whole, by Braces; of an optional or variant (IsTagged) they hold which
// part there is, and that part. Their constructors and members are these Braces and fields.
//
// An optional or variant that holds vectors is a class of our own, as a local variable: it has all
// parts at once, so that modes see a record like any other.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

//===-- Types -------------------------------------------------------------===//

/// Whether a derivative of this type can start as `T()`.
static bool startsZero(const core::Type *T) {
  while (T->isArray())
    T = T->Element;
  return T->isScalar() || T->ZeroByBraces || !T->Differentiable;
}

/// Whether objects of class RD lead to others of it, by pointers, members and what containers hold.
static bool leadsToItself(const CXXRecordDecl *RD) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  std::function<bool(const CXXRecordDecl *)> Parts;
  auto Leads = [&](QualType T) {
    while (T->isPointerType() || T->isReferenceType() || T->isArrayType())
      T = T->isArrayType() ? QualType(T->getArrayElementTypeNoTypeQual(), 0) : T->getPointeeType();
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    Class = Class ? Class->getDefinition() : nullptr;
    return Class && (Class == RD->getDefinition() || (Seen.insert(Class).second && Parts(Class)));
  };
  std::function<bool(const TemplateArgument &)> Argument = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Pack
               ? llvm::any_of(A.pack_elements(), Argument)
               : A.getKind() == TemplateArgument::Type && Leads(A.getAsType());
  };
  Parts = [&](const CXXRecordDecl *Class) {
    if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
        Spec && Class->isInStdNamespace())
      return llvm::any_of(Spec->getTemplateArgs().asArray(), Argument);
    return llvm::any_of(Class->fields(), [&](const FieldDecl *F) { return Leads(F->getType()); }) ||
           llvm::any_of(Class->bases(),
                        [&](const CXXBaseSpecifier &B) { return Leads(B.getType()); });
  };
  return Parts(RD->getDefinition());
}

const core::Type *Lowering::libraryRecord(const ClassTemplateSpecializationDecl *RD, QualType T) {
  llvm::SmallVector<QualType, 4> Types = partTypes(RD);
  llvm::StringRef Name = RD->getName();
  bool Optional = Name == "optional", Variant = Name == "variant";
  const core::Type *Unknown = opaqueType(T.getCanonicalType(), T);
  if ((Optional || Variant) && leadsToItself(RD)) // a class of our own would have no end
    return Unknown;
  std::vector<core::Field> Fields;
  if (Optional)
    Fields.push_back({"has_value()", M.boolType()});
  if (Variant)
    Fields.push_back({"index()", M.integer("std::size_t", 64, true)});
  bool TrivialCopy = true, Zero = true, Vectors = false, Leads = false;
  for (unsigned I = 0; I < Types.size(); ++I) {
    const bool Key = Name == "pair" && I == 0 && Types[I].isConstQualified() && // in maps
                     Types[I]->isRealFloatingType();
    if (Types[I]->isReferenceType() ||
        (Types[I].isConstQualified() && differentiable(Types[I]) && !Key))
      return Unknown;
    TrivialCopy &= !Types[I].isConstQualified();
    const core::Type *Part = partType(RD, Types[I]);
    bool Iterator = isMapIterator(Types[I]->getAsRecordDecl());
    if (Part->is(core::TypeKind::Opaque) && differentiable(Types[I]) && !Iterator)
      return Unknown;
    // Companions make zero bytes of objects of other classes (ad::engaged).
    const bool Bytes = (Optional || (Variant && I > 0)) && Part->isRecord() && Part->IsBytes &&
                       !Part->Polymorphic && !core::holdsTagged(Part);
    if (isOwnTagged(Part) || (Part->IsMap && Part->Owns) ||
        ((Optional || Variant) &&
         (core::holdsMap(Part) || Part->Owns || (!startsZero(Part) && !Bytes))))
      return Unknown;
    Vectors |= core::holdsVector(Part);
    Leads |= (Optional || Variant) && leadsElsewhere(Part);
    std::string At = std::to_string(I);
    core::Field F;
    F.Ty = Part;
    F.Key = F.Constant = Key;
    F.Smart = followsSmart(Types[I]);
    F.Shared = F.Smart && isSharedPtr(Types[I]->getAsCXXRecordDecl());
    TrivialCopy &= !F.Smart || F.Shared;
    F.Name = Optional         ? "*$"
             : Name != "pair" ? "std::get<" + At + ">($)"
             : I == 0         ? "first"
                              : "second";
    if (Optional) {
      F.Shadow = "ad::engaged($)";
      F.Exists = "$0.has_value()";
    }
    if (Variant) {
      F.Shadow = "ad::alternative<" + At + ">($)";
      F.Exists = "$0.index() == " + At;
    }
    if (Part->isRecord()) {
      TrivialCopy &= Part->TrivialCopy;
      Zero &= Part->ZeroByBraces || Bytes;
    } else if (Part->isArray()) {
      Zero &= startsZero(Part);
    }
    Fields.push_back(F);
  }
  // What there is of a derivative could not be told from what there is not.
  if (Leads && !llvm::all_of(Fields, [](const core::Field &F) { return startsZero(F.Ty); }))
    return Unknown;
  if ((Optional || Variant) && (Vectors || Leads))
    return ownTagged(std::move(Fields), Optional);
  // Arguments of a pack are not qualified by Clang.
  const unsigned First = Optional || Variant ? 1 : 0;
  std::string Spelling = "std::" + Name.str() + "<";
  for (unsigned I = 0; I < Types.size(); ++I)
    Spelling += (I ? ", " : "") + std::string(Types[I].isConstQualified() ? "const " : "") +
                (Fields[I + First].Smart ? spelling(Types[I].getUnqualifiedType())
                                         : core::spell(Fields[I + First].Ty));
  core::Type *R = M.record(Spelling + ">");
  R->Differentiable =
      differentiable(T) && llvm::any_of(Fields, [](auto &F) { return F.Ty->Differentiable; });
  R->Fields = std::move(Fields);
  R->TrivialCopy = TrivialCopy;
  R->ZeroByBraces = Zero;
  R->IsTagged = Optional || Variant;
  R->TrivialDestroy = RD->hasTrivialDestructor();
  R->IsBytes = T.isTriviallyCopyableType(Ctx);
  return R;
}

/// The class of our own that has the tag and the parts Fields.
const core::Type *Lowering::ownTagged(std::vector<core::Field> Fields, bool Optional) {
  std::string Name = Optional ? "Optional" : "Variant";
  if (unsigned N = LocalNames[Name]++)
    Name += "_" + std::to_string(N + 1);
  core::Type *R = M.record(Name);
  std::string Text = "struct " + Name + " {";
  for (size_t I = 0; I < Fields.size(); ++I) {
    core::Field &F = Fields[I];
    F = {I          ? Optional ? "value" : "alternative_" + std::to_string(I - 1)
                  : Optional ? "engaged"
                    : "index",
         F.Ty};
    Text += " " + core::declarator(F.Ty, F.Name) + ";";
  }
  R->Differentiable = R->TrivialCopy = R->ZeroByBraces = true;
  R->TrivialDestroy = false;
  R->Fields = std::move(Fields);
  LocalRecords.push_back({R, Text + " };"});
  OwnTagged.insert(R);
  return R;
}

//===-- Values ------------------------------------------------------------===//

/// The field I of Whole; of an optional or variant, the part I.
const core::Expr *FunctionLowering::part(const core::Expr *Whole, unsigned I) {
  return part(Whole, Whole->Ty->Fields[I + (L.isTagged(Whole->Ty) ? 1 : 0)]);
}

/// Whether the variant Of holds its alternative I.
const core::Expr *FunctionLowering::isAlternative(const core::Expr *Of, unsigned I,
                                                  SourceLocation Loc) {
  return binary("==", part(Of, Of->Ty->Fields[0]), literal(std::to_string(I), M.intType(), Loc),
                M.boolType(), Loc);
}

/// An optional or variant that holds Value as its part I.
const core::Expr *FunctionLowering::withPart(const core::Type *Ty, unsigned I,
                                             const core::Expr *Value, SourceLocation Loc) {
  core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  const core::Type *Tag = Ty->Fields[0].Ty;
  B->Operands.push_back(literal(Tag->IsBool ? "true" : std::to_string(I), Tag, Loc));
  for (unsigned K = 0; K < I; ++K)
    B->Operands.push_back(zero(Ty->Fields[K + 1].Ty, Loc));
  B->Operands.push_back(Value);
  for (unsigned K = I + 2; L.isOwnTagged(Ty) && K < Ty->Fields.size(); ++K)
    B->Operands.push_back(zero(Ty->Fields[K].Ty, Loc));
  return B;
}

/// The library throws where the part I of the optional or variant Of is not there.
void FunctionLowering::checkPart(const core::Expr *Of, unsigned I, SourceLocation Loc) {
  const bool Optional = Of->Ty->Fields[0].Ty->IsBool;
  core::Stmt *Check = stmt(StmtKind::Opaque, Loc);
  if (!L.isOwnTagged(Of->Ty)) {
    Check->Text = Optional ? "(void)$0.value()" : "(void)std::get<" + std::to_string(I) + ">($0)";
    Check->Operands = {Of};
    return emit(Check);
  }
  Check->Text = Optional ? "throw std::bad_optional_access()" : "throw std::bad_variant_access()";
  Check->NoReturn = true;
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = negate(Optional ? part(Of, Of->Ty->Fields[0]) : isAlternative(Of, I, Loc), Loc);
  If->Then.add(Check);
  emit(If);
}

/// The alternative of a variant that a value of type T becomes.
static int alternative(const core::Type *Ty, const core::Type *T) {
  for (unsigned I = 1; I < Ty->Fields.size(); ++I)
    if (Ty->Fields[I].Ty == T)
      return static_cast<int>(I - 1);
  return -1;
}

static bool named(const Expr *E, llvm::StringRef Name) {
  const auto *RD = E->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == Name;
}

/// E as the optional or variant Ty: one of that type, a part, std::nullopt; null if it is none.
const core::Expr *FunctionLowering::taggedFrom(const core::Type *Ty, const Expr *E) {
  const Expr *Given = read(E);
  const core::Type *From = type(Given->getType())->nonReference();
  if (From == Ty)
    return value(Given);
  bool Optional = Ty->Fields[0].Ty->IsBool;
  if (Optional && named(Given, "nullopt_t"))
    return zero(Ty, E->getExprLoc());
  int I = Optional ? 0 : alternative(Ty, From);
  if (I < 0 || (From->isRecord() && From != Ty->Fields[I + 1].Ty))
    return nullptr;
  return withPart(Ty, I, valueAs(Ty->Fields[I + 1].Ty, E, /*Moves=*/true), E->getExprLoc());
}

/// The value of E as a Ty: numbers are converted; Moves: E is what a T && is bound to.
const core::Expr *FunctionLowering::valueAs(const core::Type *Ty, const Expr *E, bool Moves) {
  SourceLocation Loc = E->getExprLoc();
  if (named(E, "monostate"))
    return opaque("std::monostate()", Ty, {}, Loc);
  if (L.isTagged(Ty))
    if (const core::Expr *Tagged = taggedFrom(Ty, E))
      return Tagged;
  if (Ty->isPointer() && E->IgnoreParenImpCasts()->getType()->isNullPtrType())
    return literal("nullptr", Ty, Loc);
  const core::Expr *V = Ty->IsVector ? vectorValue(E, Ty) : value(read(E));
  if (Ty->isPointer() && isShared(E->getType())) {
    V = shareValue(V, Moves && givesUp(E->IgnoreParens()), Loc);
    const CXXRecordDecl *Derived = L.classOf(V->Ty->Element), *Base = L.classOf(Ty->Element);
    const core::Expr *Part = V->Ty != Ty && V->Ty->Element != Ty->Element && Derived && Base
                                 ? asBase(dereference(V, Loc), Derived, Base, Loc)
                                 : nullptr;
    return Part ? addressOf(Part, Ty, Loc) : convert(Ty, V, false, Loc);
  }
  if (V->Ty == Ty)
    return Moves && givesUp(E) && losesByMove(Ty) ? takenFrom(V, nullptr, Loc) : V;
  if ((Ty->isReal() || Ty->isInteger()) && (V->Ty->isReal() || V->Ty->isInteger()))
    return convert(Ty, V, false, Loc);
  if (Ty->isPointer() && (V->Ty->isPointer() || V->is(ExprKind::Literal)))
    return convert(Ty, V, false, Loc);
  if (!Ty->is(core::TypeKind::Opaque))
    error(Loc, "cannot differentiate a conversion to '" + core::spell(Ty) + "' here",
          "convert the value in a statement of its own");
  return V;
}

/// A pair or tuple of Parts, the arguments that FD takes.
const core::Expr *FunctionLowering::fromParts(const core::Type *Ty, const FunctionDecl *FD,
                                              llvm::ArrayRef<const Expr *> Parts, const Expr *E) {
  std::vector<Part> Lowered;
  const auto *Made =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(E->getType()->getAsCXXRecordDecl());
  for (unsigned I = 0; I < Parts.size(); ++I) {
    const Expr *P = Parts[I];
    const core::Type *Wanted = Ty->Fields[I].Ty;
    bool Moves = FD->getParamDecl(I)->getType()->isRValueReferenceType();
    QualType Class = Made && isLibraryRecord(Made) ? partTypes(Made)[I] : QualType();
    const bool Matrix = !Class.isNull() && L.ownMatrix(Class) == Wanted;
    Lowered.push_back(
        {[=] { return Matrix ? Eigen.makeOwn(P, Class) : valueAs(Wanted, P, Moves); }, false});
  }
  core::Expr *B = M.expr(ExprKind::Braces, Ty, E->getExprLoc().getRawEncoding());
  for (const core::Expr *V : inOrder(Lowered))
    B->Operands.push_back(V);
  return B;
}

/// The I of std::in_place_index<I>, or the alternative that std::in_place_type<T> names.
static int inPlace(const Expr *E, const core::Type *Ty, Lowering &L) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      E->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!Spec || !Spec->isInStdNamespace())
    return -1;
  const TemplateArgument &A = Spec->getTemplateArgs()[0];
  if (Spec->getName() == "in_place_index_t")
    return static_cast<int>(A.getAsIntegral().getZExtValue());
  return Spec->getName() == "in_place_type_t" ? alternative(Ty, L.type(A.getAsType())) : -1;
}

/// What the class T, an optional or variant, becomes of E, an expression of matrices; null if none.
const core::Expr *FunctionLowering::taggedFromMatrix(QualType T, const Expr *E) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Spec || !isOfEigen(E->getType()))
    return nullptr;
  const core::Type *Ty = type(T);
  const llvm::SmallVector<QualType, 4> Types = partTypes(Spec);
  for (unsigned I = 0; I < Types.size(); ++I)
    if (const core::Type *Matrix = L.ownMatrix(Types[I]);
        Matrix && Matrix == Ty->Fields[I + 1].Ty &&
        (Types.size() == 1 || Ctx.hasSameUnqualifiedType(Types[I], E->getType())))
      return withPart(Ty, I, Eigen.makeOwn(E, Types[I]), E->getExprLoc());
  return nullptr;
}

/// What a constructor of one of these classes makes.
const core::Expr *FunctionLowering::libraryValue(const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(Ctx.getBaseElementType(E->getType())); // of each, in an array
  const CXXConstructorDecl *CD = E->getConstructor();
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  auto Refuse = [&]() -> const core::Expr * {
    error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
          "construct it from the values of its parts");
    return zero(Ty, Loc);
  };
  if (Args.empty())
    return zero(Ty, Loc);
  const Expr *First = read(Args[0]);
  bool Moves =
      losesByMove(Ty) && givesUp(First) && CD->getParamDecl(0)->getType()->isRValueReferenceType();
  if (Args.size() == 1 && type(First->getType())->nonReference() == Ty)
    return Moves ? takenFrom(value(First), nullptr, Loc) : value(First);
  if (!L.isTagged(Ty)) {
    if (Args.size() == Ty->Fields.size() && !named(First, "piecewise_construct_t") &&
        !named(First, "allocator_arg_t"))
      return fromParts(Ty, CD, Args, E);
    // From another pair or tuple: part by part.
    if (const core::Expr *Pair = Args.size() == 1 ? pairOfExtremes(Ty, First) : nullptr)
      return Pair;
    const core::Type *Other = type(First->getType())->nonReference();
    if (Args.size() != 1 || !Other->isRecord() || L.isTagged(Other) ||
        !isLibraryRecord(First->getType().getNonReferenceType()->getAsRecordDecl()) ||
        Other->Fields.size() != Ty->Fields.size())
      return Refuse();
    const core::Expr *From = value(First);
    core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
    if (!core::isPlace(From) && !From->is(ExprKind::Braces))
      From = freeze(From, Loc, "object");
    for (unsigned I = 0; I < Ty->Fields.size(); ++I) {
      const core::Type *Wanted = Ty->Fields[I].Ty;
      const core::Expr *V = From->is(ExprKind::Braces) && I < From->Operands.size()
                                ? From->operand(I)
                            : From->is(ExprKind::Braces) ? zero(Wanted, Loc)
                                                         : part(From, I);
      if (V->Ty != Wanted && !(V->Ty->isScalar() && Wanted->isScalar()))
        return Refuse();
      if (Moves && core::holdsVector(Wanted) && core::isPlace(V))
        V = takenFrom(V, nullptr, Loc);
      B->Operands.push_back(convert(Wanted, V, false, Loc));
    }
    return B;
  }
  int I = Ty->Fields[0].Ty->IsBool ? (named(First, "in_place_t") ? 0 : -1) : inPlace(First, Ty, L);
  if (I < 0) {
    const core::Expr *Made = Args.size() == 1 ? taggedFromMatrix(E->getType(), First) : nullptr;
    if (!Made && Args.size() == 1)
      Made = taggedFrom(Ty, First);
    return Made ? Made : Refuse();
  }
  const core::Type *Held = Ty->Fields[I + 1].Ty;
  if (Args.size() == 1)
    return startsZero(Held) ? withPart(Ty, I, zero(Held, Loc), Loc) : Refuse();
  const core::Type *Given = type(read(Args[1])->getType())->nonReference();
  if (Args.size() > 2 || (Given->isRecord() && Given != Held))
    return Refuse();
  return withPart(Ty, I, valueAs(Held, Args[1], /*Moves=*/true), Loc);
}

const core::Expr *FunctionLowering::constructLibraryRecord(const CXXConstructExpr *E,
                                                           core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  if (Into && E->getNumArgs() == 1) {
    const Expr *From = read(E->getArg(0));
    if (becomesCall(From) && type(From->getType()) == Into->Ty) {
      initialise(Into, From, Loc);
      return name(Into, Loc);
    }
    if (E->getConstructor()->isMoveConstructor() && givesUp(From) && losesByMove(Into->Ty))
      return takenFrom(value(From), Into, Loc);
  }
  if (!E->getNumArgs() && L.startsFilled(type(E->getType())))
    return startedObject(type(E->getType()), Into, Loc);
  const core::Expr *V = libraryValue(E);
  if (!Into)
    return V;
  declare(Into, V, Loc);
  return name(Into, Loc);
}

//===-- Functions and members ---------------------------------------------===//

/// The part that `std::get<I>` or `std::get<T>` names; -1 where it is none.
static int partOf(const FunctionDecl *FD, const core::Type *Ty, Lowering &L) {
  const auto *Args = FD->getTemplateSpecializationArgs();
  if (!Args || !Args->size() || !Ty->isRecord())
    return -1;
  if (Args->get(0).getKind() == TemplateArgument::Integral)
    return static_cast<int>(Args->get(0).getAsIntegral().getZExtValue());
  if (Args->get(0).getKind() != TemplateArgument::Type)
    return -1;
  const core::Type *T = L.type(Args->get(0).getAsType());
  unsigned First = L.isTagged(Ty) ? 1 : 0;
  for (unsigned I = First; I < Ty->Fields.size(); ++I)
    if (Ty->Fields[I].Ty == T)
      return static_cast<int>(I - First);
  return -1;
}

static const CallExpr *tieCall(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(read(E));
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  return isStd(FD, "tie") || isStd(FD, "forward_as_tuple") ? Call : nullptr;
}

/// `std::tie(a, b) = r`: one assignment after the other.
const core::Expr *FunctionLowering::assignTied(const CallExpr *Tie, const Expr *Right,
                                               SourceLocation Loc) {
  std::vector<const core::Expr *> From;
  llvm::SmallVector<QualType, 4> Classes; // of the parts
  if (const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          read(Right)->getType().getNonReferenceType()->getAsCXXRecordDecl());
      Spec && isLibraryRecord(Spec))
    Classes = partTypes(Spec);
  if (const CallExpr *Other = tieCall(Right)) {
    From = inOrder(llvm::SmallVector<const Expr *, 4>(Other->arg_begin(), Other->arg_end()));
  } else {
    const core::Expr *V = value(read(Right));
    if (!V->Ty->isRecord() || L.isTagged(V->Ty))
      return poison(Tie);
    bool Made = V->is(ExprKind::Braces);
    if (!Made && !core::isPlace(V))
      V = freeze(V, Loc, "object");
    for (unsigned I = 0; I < V->Ty->Fields.size(); ++I)
      From.push_back(!Made                    ? part(V, I)
                     : I < V->Operands.size() ? freeze(V->operand(I), Loc)
                                              : zero(V->Ty->Fields[I].Ty, Loc));
  }
  // All places are found before any of them is assigned.
  std::vector<const core::Expr *> To;
  core::Block Assigned;
  for (unsigned I = 0; I < Tie->getNumArgs() && I < From.size(); ++I) {
    const Expr *Given = Tie->getArg(I)->IgnoreParenImpCasts();
    bool Ignored =
        named(Given, "_Swallow_assign") || named(Given, "__ignore_t") || named(Given, "ignore_t");
    if (plainMatrix(Given->getType())) { // which gets another shape, perhaps
      if (tieCall(Right) || I >= Classes.size() || !core::isPlace(From[I]))
        return poison(Tie);
      Eigen.assignOwn(Given, From[I], Classes[I]);
      To.push_back(nullptr);
      continue;
    }
    To.push_back(Ignored ? nullptr : steady(checkWritten(target(Given), Loc), Assigned, Loc));
    From[I] = steady(From[I], Assigned, Loc);
    if (!To.back())
      continue;
    Assigned.append(written(To.back(), Loc));
  }
  for (unsigned I = 0; I < To.size(); ++I) {
    const core::Expr *Place = To[I];
    if (!Place)
      continue;
    if (Place->Ty != From[I]->Ty && !(Place->Ty->isScalar() && From[I]->Ty->isScalar()))
      error(Loc, "cannot differentiate this assignment to a tuple of references",
            "assign the parts one by one");
    assignOrMove(Place, convert(Place->Ty, From[I], false, Loc), givesUp(read(Right)), Loc);
  }
  return literal("0", M.intType(), Loc);
}

/// Whether `emplace(Args...)` calls a constructor of the class Held of the part, rather than giving
/// it a value.
static bool constructsPart(Lowering &L, const core::Type *Held, llvm::ArrayRef<const Expr *> Args) {
  if (Args.size() > 1)
    return true;
  if (!Held->isRecord() || L.isTagged(Held))
    return false;
  return Args.empty() ? !startsZero(Held) : L.type(Args[0]->getType())->nonReference()->isScalar();
}

/// The members of std::optional, variant, pair and tuple.
const core::Expr *FunctionLowering::recordMember(const CallExpr *E, const Expr *Object,
                                                 llvm::ArrayRef<const Expr *> Args,
                                                 llvm::StringRef Name, bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  bool Arrow = Object->getType()->isPointerType();
  QualType Class = Arrow ? Object->getType()->getPointeeType() : Object->getType();
  const core::Type *Ty = type(Class);
  auto Whole = [this, Object, Arrow, Loc]() -> const core::Expr * {
    if (Arrow)
      return dereference(value(Object), Loc);
    const core::Expr *A = expr(Object);
    return core::isPlace(A) ? A : freeze(A, Loc, "object");
  };
  if (!Ty->isRecord())
    return nullptr;
  bool Tagged = L.isTagged(Ty), Optional = Tagged && Ty->Fields[0].Ty->IsBool;
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  auto Tag = [&](const core::Expr *Of) { return part(Of, Ty->Fields[0]); };
  Known = true;
  if (Name == "operator=") {
    const Expr *Right = Args[0];
    const Expr *Given = read(Right);
    auto Value = [=]() -> const core::Expr * {
      const core::Expr *V = Tagged                                         ? taggedFrom(Ty, Right)
                            : type(Given->getType())->nonReference() == Ty ? value(Given)
                                                                           : nullptr;
      if (V)
        return V;
      error(Loc, "cannot differentiate this assignment to '" + Ty->Spelling + "'",
            "assign a value of its own type");
      return zero(Ty, Loc);
    };
    // C++17: the right side of an assignment comes first.
    auto Parts = inOrder({Part{Value, false}, Part{Whole, true}});
    return assignOrMove(checkWritten(Parts[1], Loc), Parts[0], givesUp(Given), Loc);
  }
  if (Name == "swap" && Args.size() == 1 && Ty->TrivialCopy) {
    const Expr *Other = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return expr(Other); }, true}});
    swap(checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc), Loc);
    return Nothing;
  }
  if (Tagged && !Optional) {
    if (Name == "index")
      return Tag(Whole());
    if (Name == "valueless_by_exception")
      return literal("false", M.boolType(), Loc);
    const auto *MC = dyn_cast<CXXMemberCallExpr>(E);
    int I = Name == "emplace" && MC ? partOf(MC->getMethodDecl(), Ty, L) : -1;
    const core::Type *Held = I >= 0 ? Ty->Fields[I + 1].Ty : nullptr;
    const bool Made = Held && constructsPart(L, Held, Args);
    if (Made || (Held && Args.size() == 1)) {
      QualType T = (Class->isPointerType() ? Class->getPointeeType() : Class).getNonReferenceType();
      const auto *Spec = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
      const Expr *Value = Made ? madeFrom(partTypes(Spec)[I], Args, Loc) : Args[0];
      if (!Value)
        return Nothing;
      auto Parts = inOrder(
          {Part{Whole, true}, Part{[=] { return valueAs(Held, Value, /*Moves=*/true); }, false}});
      const core::Expr *Target = checkWritten(Parts[0], Loc);
      assign(Target, withPart(Ty, I, Parts[1], Loc), Loc);
      return part(Target, I);
    }
  }
  if (Optional) {
    if (Name == "has_value" || Name == "operator bool")
      return Tag(Whole());
    if (Name == "operator*")
      return part(Whole(), 0);
    if (Name == "operator->")
      return pointerTo(part(Whole(), 0), type(E->getType()), Loc);
    if (Name == "value") {
      const core::Expr *O = Whole();
      checkPart(O, 0, Loc);
      return part(O, 0);
    }
    if (Name == "value_or") {
      const core::Type *Held = Ty->Fields[1].Ty;
      const Expr *Otherwise = Args[0];
      auto Parts =
          inOrder({Part{Whole, true}, Part{[=] { return valueAs(Held, Otherwise); }, false}});
      core::Expr *C = M.expr(ExprKind::Conditional, Held, Loc.getRawEncoding());
      C->Operands = {Tag(Parts[0]), part(Parts[0], 0), Parts[1]};
      return C;
    }
    if (Name == "reset") {
      const core::Expr *O = checkWritten(Whole(), Loc);
      assign(O, zero(Ty, Loc), Loc);
      return Nothing;
    }
    if (Name == "emplace") {
      const core::Type *Held = Ty->Fields[1].Ty;
      const bool Made = constructsPart(L, Held, Args);
      const Expr *Value = Made           ? madeFrom(heldBy(Class), Args, Loc)
                          : Args.empty() ? nullptr
                                         : Args[0];
      if (Made && !Value)
        return Nothing;
      auto Parts = inOrder(
          {Part{Whole, true},
           Part{[=] { return Value ? valueAs(Held, Value, /*Moves=*/true) : zero(Held, Loc); },
                false}});
      const core::Expr *O = checkWritten(Parts[0], Loc);
      assign(O, withPart(Ty, 0, Parts[1], Loc), Loc);
      return part(O, 0);
    }
  }
  Known = false;
  return nullptr;
}

const core::Expr *FunctionLowering::recordCall(const CallExpr *E, const FunctionDecl *FD,
                                               bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  if (!isLibrary(FD))
    return nullptr;
  llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
  // Members, and `std::tie(a, b) = r`.
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD)) {
    if (!isLibraryRecord(MD->getParent()) || isa<CXXConstructorDecl>(MD) || !MD->isInstance()) {
      // Bases of std::optional have its members in some libraries.
      if (!MD->isInstance() || !MD->getParent()->getName().starts_with("_Optional"))
        return nullptr;
    }
    const Expr *Object;
    if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
      Object = MC->getImplicitObjectArgument();
      for (;;) {
        const auto *C = dyn_cast<ImplicitCastExpr>(Object->IgnoreParens());
        if (!C || (C->getCastKind() != CK_UncheckedDerivedToBase &&
                   C->getCastKind() != CK_DerivedToBase && C->getCastKind() != CK_NoOp))
          break;
        Object = C->getSubExpr();
      }
    } else {
      Object = Args[0];
      Args.erase(Args.begin());
    }
    std::string Name = MD->getNameAsString();
    if (Name == "operator=" && !Args.empty())
      if (const CallExpr *Tie = tieCall(Object)) {
        Known = true;
        return assignTied(Tie, Args[0], Loc);
      }
    return recordMember(E, Object, Args, Name, Known);
  }
  if (!FD->isInStdNamespace() || Args.empty() ||
      (FD->getIdentifier() && FD->getName() == "get" &&
       isFunctionPair(Args[0]->getType()->getAsRecordDecl())))
    return nullptr;
  const core::Type *Ty = type(Args[0]->getType())->nonReference();
  auto Whole = [this, &Args, Loc]() -> const core::Expr * {
    const core::Expr *A = expr(Args[0]);
    return core::isPlace(A) ? A : freeze(A, Loc, "object");
  };
  if (!FD->getIdentifier()) {
    // Comparisons of an optional with nullopt.
    OverloadedOperatorKind Op = FD->getOverloadedOperator();
    if (Args.size() != 2 || (Op != OO_EqualEqual && Op != OO_ExclaimEqual))
      return nullptr;
    unsigned O = named(Args[1], "nullopt_t") ? 0 : named(Args[0], "nullopt_t") ? 1 : 2;
    if (O == 2 || !type(Args[O]->getType())->nonReference()->isRecord())
      return nullptr;
    Known = true;
    const core::Expr *Of = expr(Args[O]);
    if (!core::isPlace(Of))
      Of = freeze(Of, Loc, "object");
    const core::Expr *Has = part(Of, Of->Ty->Fields[0]);
    return Op == OO_EqualEqual ? negate(Has, Loc) : Has;
  }
  llvm::StringRef Name = FD->getName();
  if (Name == "make_pair" && isFunctionPair(E->getType()->getAsRecordDecl())) {
    const Expr *Made = madeFrom(E->getType(), Args, Loc);
    Known = true;
    return Made ? value(Made) : poison(E);
  }
  if (Name == "make_tuple" || Name == "make_pair") {
    const core::Type *Made = type(E->getType());
    if (!Made->isRecord() || Made->Fields.size() != Args.size())
      return nullptr;
    Known = true;
    return fromParts(Made, FD, Args, E);
  }
  if (Name == "make_optional" && Args.size() == 1 && L.isTagged(type(E->getType()))) {
    Known = true;
    const core::Type *Made = type(E->getType());
    return withPart(Made, 0, valueAs(Made->Fields[1].Ty, Args[0], /*Moves=*/true), Loc);
  }
  if (Name == "get" && Args.size() == 1) {
    // std::get<I>(std::tie(a, b)) and the like are not followed.
    int I = partOf(FD, Ty, L);
    if (I < 0)
      return nullptr;
    Known = true;
    const core::Expr *Of = Whole();
    if (L.isTagged(Ty))
      checkPart(Of, I, Loc);
    return part(Of, I);
  }
  if (Name == "holds_alternative" && L.isTagged(Ty)) {
    int I = partOf(FD, Ty, L);
    if (I < 0)
      return nullptr;
    Known = true;
    return isAlternative(Whole(), I, Loc);
  }
  if (Name == "get_if" && Args.size() == 1 && Ty->isPointer() && L.isTagged(Ty->Element)) {
    int I = partOf(FD, Ty->Element, L);
    if (I < 0)
      return nullptr;
    Known = true;
    const core::Expr *Of = dereference(value(Args[0]), Loc);
    const core::Type *Pointer = type(E->getType());
    core::Expr *C = M.expr(ExprKind::Conditional, Pointer, Loc.getRawEncoding());
    C->Operands = {isAlternative(Of, I, Loc), addressOf(part(Of, I), Pointer, Loc),
                   literal("nullptr", Pointer, Loc)};
    return C;
  }
  return nullptr;
}

} // namespace ad::lower
