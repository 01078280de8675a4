//===- lower/spans.cpp - std::span and std::initializer_list --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A handle to elements that lie elsewhere is a pointer and a size. Only the parameters of the
// differentiated function keep the class; every other one is Braces of these two, and variables of
// the class are two variables.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// A list of vectors or of lists is a vector of vectors.
const core::Type *Lowering::rowsType(const core::Type *Row) {
  auto VectorOf = [&](const core::Type *E) {
    return M.stdVector("std::vector<" + core::spell(E) + ">", E);
  };
  if (Row->IsVector && llvm::StringRef(Row->Spelling).starts_with("std::vector<"))
    return VectorOf(Row);
  bool List = Row->Mutable && llvm::StringRef(Row->Spelling).starts_with("std::initializer_list<");
  return List ? VectorOf(VectorOf(Row->Fields[0].Ty->Element)) : nullptr;
}

const core::Type *Lowering::handleType(const ClassTemplateSpecializationDecl *RD, QualType T) {
  const auto &Args = RD->getTemplateArgs();
  QualType Element = Args[0].getAsType();
  const core::Type *E = type(Element);
  if (RD->getName() == "initializer_list" && E->Differentiable)
    if (const core::Type *Rows = rowsType(E))
      return Rows;
  const bool List = RD->getName() == "initializer_list";
  if (E->is(core::TypeKind::Opaque) && !List)
    return opaqueType(T.getCanonicalType(), T);
  std::string Extent;
  if (!List && Args.size() > 1)
    if (uint64_t N = Args[1].getAsIntegral().getZExtValue(); N != ~uint64_t(0))
      Extent = ", " + std::to_string(N);
  auto Make = [&](const core::Type *E, bool Const) {
    const std::string Of = core::spell(E);
    const std::string Held = !Const ? Of : E->isPointer() ? Of + "const" : "const " + Of;
    core::Type *R =
        M.record(List ? "std::initializer_list<" + Of + ">" : "std::span<" + Held + Extent + ">");
    R->Fields.clear();
    R->Fields.push_back({List ? "begin()" : "data()", M.pointer(E, Const || List)});
    R->Fields.push_back({"size()", M.integer("std::size_t", 64, true)});
    R->Differentiable = E->Differentiable;
    R->TrivialCopy = R->IsBytes = true;
    R->ZeroByBraces = Extent.empty(); // else it cannot be made without elements
    R->NamedBraces = !Extent.empty(); // the constructor of a span of fixed extent is explicit
    R->Mutable = R;
    return R;
  };
  const bool Const = Element.isConstQualified();
  core::Type *R = Make(E, Const);
  // Adjoints that are pointers only have to lead to what is not constant.
  const core::Type *To =
      E->isPointer() && E->ElementConst ? M.pointer(E->Element, /*ElementConst=*/false) : E;
  if (!List && (To != E || (Const && !E->isPointer())))
    R->Mutable = Make(To, Const && E->isPointer());
  return R;
}

/// The pointer and the size of V: a handle, or something that a handle can be made from.
std::pair<const core::Expr *, const core::Expr *>
FunctionLowering::handleParts(const core::Expr *V, SourceLocation Loc) {
  if (V->Ty->isArray()) {
    if (!core::isPlace(V))
      V = name(declare("values", V->Ty, V, false, Loc), Loc);
    const core::Expr *First = subscript(V, literal("0", M.intType(), Loc), Loc);
    return {addressOf(First, M.pointer(V->Ty->Element, true), Loc), sizeOf(V, Loc)};
  }
  if (V->is(ExprKind::Conditional)) {
    const core::Expr *Holds = freeze(V->operand(0), Loc);
    const auto Then = handleParts(V->operand(1), Loc), Else = handleParts(V->operand(2), Loc);
    auto OneOf = [&](const core::Expr *A, const core::Expr *B, const core::Type *Ty) {
      core::Expr *E = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
      E->Operands = {Holds, convert(Ty, A, false, Loc), convert(Ty, B, false, Loc)};
      return E;
    };
    return {OneOf(Then.first, Else.first, V->Ty->Fields[0].Ty),
            OneOf(Then.second, Else.second, sizeType())};
  }
  if (V->is(ExprKind::Braces) && V->Operands.size() == 2)
    return {V->operand(0), V->operand(1)};
  if (V->is(ExprKind::Braces))
    return {literal("nullptr", V->Ty->Fields[0].Ty, Loc), literal("0", M.intType(), Loc)};
  return {part(V, V->Ty->Fields[0]), part(V, V->Ty->Fields[1])};
}

const core::Expr *FunctionLowering::handle(const core::Type *Ty, const core::Expr *Data,
                                           const core::Expr *Size, SourceLocation Loc) {
  const core::Type *Pointer = Ty->Fields[0].Ty;
  if (Data->is(ExprKind::AddressOf) && Data->Ty != Pointer)
    Data = addressOf(Data->operand(), Pointer, Loc);
  core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  B->Operands = {convert(Pointer, Data, false, Loc), convert(sizeType(), Size, false, Loc)};
  return B;
}

bool isElementList(QualType T) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && isHandleRecord(RD) && RD->getName() == "initializer_list";
}

/// The std::initializer_list V, which only the compiler can make: the ends of its elements, where
/// the library takes them as well.
void FunctionLowering::elementsText(const core::Expr *V, SourceLocation Loc, OpaqueText &T) {
  if (!TakesIterators)
    return error(Loc, "cannot differentiate this use of a std::initializer_list",
                 "loop over it, or make a container of it");
  auto [Data, Size] = handleParts(V, Loc);
  hole(Data, T);
  T.Text += ", ";
  hole(Data, T);
  T.Text += " + ";
  hole(Size, T);
}

/// A variable or parameter D of such a class, with the value V.
void FunctionLowering::bindHandle(const ValueDecl *D, const core::Type *Ty, const core::Expr *V,
                                  SourceLocation Loc) {
  Bindings[D] = holdHandle(D, Ty, V, Uses.Modified.count(D), Loc);
}

const core::Expr *FunctionLowering::holdHandle(const ValueDecl *D, const core::Type *Ty,
                                               const core::Expr *V, bool Changes,
                                               SourceLocation Loc) {
  auto [Data, Size] = handleParts(V, Loc);
  const core::Expr *Whole = handle(Ty, Data, Size, Loc);
  std::string Name = plainName(D, "elements").str();
  auto Hold = [&](const core::Expr *Part, llvm::StringRef Suffix) -> const core::Expr * {
    if (!Changes && isSettled(Part))
      return Part;
    core::Variable *Held = declare((Name + Suffix).str(), Part->Ty, Part, !Changes, Loc);
    if (Changes)
      Changing.insert(Held);
    return name(Held, Loc);
  };
  core::Expr *Bound = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  Bound->Operands = {Hold(Whole->operand(0), "_data"), Hold(Whole->operand(1), "_size")};
  return Bound;
}

/// What a constructor of std::span makes.
const core::Expr *FunctionLowering::handleValue(const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  if (Args.empty())
    return M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  std::vector<Part> Parts;
  for (const Expr *Arg : Args) {
    const Expr *A = read(Arg);
    Parts.push_back({[this, A] { return A->isGLValue() ? expr(A) : value(A); }, A->isGLValue()});
  }
  std::vector<const core::Expr *> Values = inOrder(Parts);
  if (Values.size() == 2 && Values[0]->Ty->isPointer()) {
    const core::Expr *Size = Values[1];
    if (Size->Ty->isPointer())
      Size = binary("-", Size, Values[0], type(Ctx.getPointerDiffType()), Loc);
    return handle(Ty, Values[0], Size, Loc);
  }
  if (Values.size() == 1 && (Values[0]->Ty->isArray() || Values[0]->Ty->Mutable)) {
    auto [Data, Size] = handleParts(Values[0], Loc);
    return handle(Ty, Data, Size, Loc);
  }
  error(Loc, "cannot differentiate this constructor of '" + L.spelling(E->getType()) + "'",
        "construct it from a pointer and a size");
  return M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
}

/// The members of std::span and std::initializer_list.
const core::Expr *FunctionLowering::handleCall(const CallExpr *E, const FunctionDecl *FD,
                                               bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!MD || !MD->isInstance() || !isHandleRecord(MD->getParent()) || isa<CXXConstructorDecl>(MD))
    return nullptr;
  llvm::SmallVector<const Expr *, 4> Args = given(E->arguments());
  const Expr *Object;
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = MC->getImplicitObjectArgument();
  } else {
    Object = read(Args[0]);
    Args.erase(Args.begin());
  }
  bool Arrow = Object->getType()->isPointerType();
  std::string Name = MD->getNameAsString();
  const core::Type *Ty = type(Arrow ? Object->getType()->getPointeeType() : Object->getType());
  Ty = Ty->nonReference();
  if (Ty->IsVector)
    return sequenceMember(E, MD, Object, Ty, Name, Args, Known);
  if (!Ty->Mutable || (Arrow && MD->getParent()->getName() != "initializer_list"))
    return nullptr;
  Known = true;
  if (Name == "operator=") {
    const Expr *Right = read(Args[0]);
    auto Parts = inOrder(
        {Part{[=] { return value(Right); }, false}, Part{[=] { return expr(Object); }, true}});
    const core::Expr *Target = Parts[1];
    auto [Data, Size] = handleParts(Parts[0], Loc);
    if (core::isPlace(Target)) { // a member or an element
      const bool Empty = Data->is(ExprKind::Literal);
      assign(Target, Empty ? zero(Ty, Loc) : handle(Ty, Data, Size, Loc), Loc);
      return Target;
    }
    if (!Target->is(ExprKind::Braces) || !Target->operand(0)->is(ExprKind::Variable) ||
        !Target->operand(1)->is(ExprKind::Variable)) {
      error(Loc, "cannot differentiate an assignment to this span", "declare a new one");
      return poison(E);
    }
    const core::Expr *NewSize = freeze(convert(sizeType(), Size, false, Loc), Loc, "new_size");
    assign(Target->operand(0), convert(Target->operand(0)->Ty, Data, false, Loc), Loc);
    assign(Target->operand(1), NewSize, Loc);
    return Target;
  }
  std::vector<Part> Lowered{
      Part{[=] { return Arrow ? dereference(value(Object), Loc) : value(Object); }, true}};
  for (const Expr *A : Args)
    Lowered.push_back({[this, A] { return value(read(A)); }, false});
  std::vector<const core::Expr *> Values = inOrder(Lowered);
  if (const TemplateArgumentList *Numbers = MD->getTemplateSpecializationArgs()) // first<2>()
    for (const TemplateArgument &A : Numbers->asArray())
      if (A.getKind() == TemplateArgument::Integral && !A.getAsIntegral().isAllOnes())
        Values.push_back(
            literal(llvm::toString(A.getAsIntegral(), 10), type(A.getIntegralType()), Loc));
  const auto Parts = handleParts(Values[0], Loc);
  const core::Expr *Data = Parts.first, *Size = Parts.second;
  const core::Type *Int = M.intType();
  auto From = [&](const core::Expr *By) { // no elements begin and end nowhere
    return Data->is(ExprKind::Literal) ? Data : binary("+", Data, By, Data->Ty, Loc);
  };
  if (Name == "size")
    return Size;
  if (Name == "empty")
    return binary("==", Size, literal("0", Int, Loc), M.boolType(), Loc);
  static const llvm::StringRef First[] = {"data", "begin", "cbegin", "rend", "crend"};
  if (llvm::is_contained(First, Name))
    return Data;
  static const llvm::StringRef Last[] = {"end", "cend", "rbegin", "crbegin"};
  if (llvm::is_contained(Last, Name))
    return From(Size);
  if (Name == "operator[]")
    return subscript(Data, Values[1], Loc);
  if (Name == "front")
    return subscript(Data, literal("0", Int, Loc), Loc);
  if (Name == "back")
    return subscript(Data, binary("-", Size, literal("1", Int, Loc), sizeType(), Loc), Loc);
  const core::Type *Result = type(E->getType());
  if (Result->Mutable && Values.size() == 2 && Name == "first")
    return handle(Result, Data, Values[1], Loc);
  if (Result->Mutable && Values.size() == 2 && Name == "last")
    return handle(Result, From(binary("-", Size, Values[1], sizeType(), Loc)), Values[1], Loc);
  if (Result->Mutable && Values.size() == 2 && Name == "subspan")
    return handle(Result, From(Values[1]), binary("-", Size, Values[1], sizeType(), Loc), Loc);
  if (Result->Mutable && Values.size() == 3 && Name == "subspan")
    return handle(Result, From(Values[1]), Values[2], Loc);
  error(Loc,
        "cannot differentiate a call to 'std::" + MD->getParent()->getName() + "::" + Name + "'",
        "use an index loop, subspan, first or last");
  return poison(E);
}

} // namespace ad::lower
