//===- lower/library.cpp - the library functions that Core knows ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// <cmath> and its C names become Primitives; min, max, clamp, swap, exchange, move and the members
// of std::array become what they do.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/ranges.h"
#include "plugin/rules/rules.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// "sinf", "sinl", "__builtin_sin" and "std::sin" are all "sin".
std::string FunctionLowering::primitiveName(llvm::StringRef Name, unsigned Arity) {
  Name.consume_front("__builtin_");
  if (rules::known(Name, Arity))
    return Name.str();
  if ((Name.ends_with("f") || Name.ends_with("l")) && rules::known(Name.drop_back(), Arity))
    return Name.drop_back().str();
  return {};
}

/// Operands that are integers by nature; all others are converted to the type of the result.
static bool isOrder(llvm::StringRef Name, unsigned I) {
  unsigned Orders = llvm::StringSwitch<unsigned>(Name)
                        .Cases("ldexp", "scalbn", "scalbln", 2u)
                        .Cases("jn", "yn", "sph_bessel", "sph_neumann", 1u)
                        .Cases("hermite", "laguerre", "legendre", 1u)
                        .Cases("assoc_laguerre", "assoc_legendre", 3u)
                        .Default(0u);
  return Orders >> I & 1;
}

const core::Expr *FunctionLowering::mathCall(const CallExpr *E, const FunctionDecl *FD,
                                             llvm::StringRef Name) {
  const core::Type *Ty = type(E->getType());
  std::vector<Part> Parts;
  // The object of a call through std::function comes first.
  auto Args = llvm::ArrayRef(E->getArgs(), E->getNumArgs()).take_back(FD->getNumParams());
  for (const Expr *A : Args)
    Parts.push_back({[this, A] { return value(A); }, false});
  std::vector<const core::Expr *> Values = inOrder(Parts);
  core::Expr *P = M.expr(ExprKind::Primitive, Ty, E->getExprLoc().getRawEncoding());
  P->Text = Name.str();
  for (unsigned I = 0; I < Values.size(); ++I)
    P->Operands.push_back(isOrder(Name, I) || (Name == "nexttoward" && I == 1)
                              ? Values[I]
                              : convert(Ty, Values[I], false, Args[I]->getExprLoc()));
  return P;
}

/// std::min, std::max of two values or a list, std::clamp: of floating values, by the rules table;
/// of integers, opaque.
const core::Expr *FunctionLowering::minMax(const CallExpr *E, const FunctionDecl *FD) {
  SourceLocation Loc = E->getExprLoc();
  llvm::StringRef Name = FD->getName();
  llvm::SmallVector<const Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    Args.push_back(read(A));
  if (Args.size() == 1) {
    const auto *List = dyn_cast<CXXStdInitializerListExpr>(Args[0]->IgnoreParenImpCasts());
    const auto *Inits = List ? dyn_cast<InitListExpr>(read(List->getSubExpr())) : nullptr;
    if (!Inits || Inits->getNumInits() == 0)
      return nullptr;
    Args.assign(Inits->inits().begin(), Inits->inits().end());
  }
  QualType T = E->getType().getNonReferenceType();
  if (!T->isArithmeticType())
    return nullptr;
  const core::Type *Ty = type(T);
  std::vector<Part> Parts;
  for (const Expr *A : Args)
    Parts.push_back({[this, A] { return value(A); }, false});
  std::vector<const core::Expr *> Values = inOrder(Parts);
  auto Combine = [&](llvm::ArrayRef<const core::Expr *> Operands) -> const core::Expr * {
    if (Ty->isReal()) {
      core::Expr *P = M.expr(ExprKind::Primitive, Ty, Loc.getRawEncoding());
      P->Text = Name.str();
      for (const core::Expr *O : Operands)
        P->Operands.push_back(convert(Ty, O, false, Loc));
      return P;
    }
    bool SameType =
        llvm::all_of(Operands, [&](const core::Expr *O) { return O->Ty == Operands[0]->Ty; });
    std::string Text = "std::" + Name.str() + (SameType ? "" : "<" + Ty->Spelling + ">") + "($0";
    for (size_t I = 1; I < Operands.size(); ++I)
      Text += ", $" + std::to_string(I);
    return opaque(Text + ")", Ty, Operands, Loc);
  };
  if (Name == "clamp")
    return Combine(Values);
  const core::Expr *Result = Values[0];
  for (size_t I = 1; I < Values.size(); ++I)
    Result = Combine({Result, Values[I]});
  return Result;
}

/// `std::max(x, y)` or `std::clamp(x, low, high)` of numbers as a reference: a pointer to the one
/// that it is. Null for other calls.
const core::Expr *FunctionLowering::extremePlace(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD)
    return nullptr;
  const bool Max = isStd(FD, "max"), Clamp = isStd(FD, "clamp");
  if (!(Max || Clamp || isStd(FD, "min")) || Call->getNumArgs() != (Clamp ? 3 : 2) ||
      !Call->getType()->isArithmeticType())
    return nullptr;
  const core::Type *Ty = M.pointer(type(Call->getType()), true);
  std::vector<Part> Parts;
  for (const Expr *A : Call->arguments())
    Parts.push_back({[this, A, Ty, Loc]() -> const core::Expr * {
                       if (const core::Expr *Inner = extremePlace(A))
                         return freeze(Inner, Loc, "target");
                       const core::Expr *P = expr(A);
                       if (!core::isPlace(P))
                         P = name(declare("value", P->Ty, P, true, Loc), Loc);
                       return addressOf(P, Ty, Loc);
                     },
                     false});
  std::vector<const core::Expr *> At = inOrder(Parts);
  auto Less = [&](const core::Expr *A, const core::Expr *B) {
    return binary("<", dereference(A, Loc), dereference(B, Loc), M.boolType(), Loc);
  };
  auto Choose = [&](const core::Expr *If, const core::Expr *Then, const core::Expr *Else) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    Choice->Operands = {If, Then, Else};
    return Choice;
  };
  if (Clamp)
    return Choose(Less(At[0], At[1]), At[1], Choose(Less(At[2], At[0]), At[2], At[0]));
  return Choose(Max ? Less(At[0], At[1]) : Less(At[1], At[0]), At[1], At[0]);
}

/// E, to which a const reference is bound. Where it is one of several objects (`std::max(x, y)`)
/// it is a value, which is right as long as none of them changes; where they MayChange, it is the
/// place, or an error that names What.
const core::Expr *FunctionLowering::boundPlace(const Expr *E, bool MayChange,
                                               llvm::StringRef What) {
  const core::Expr *Value = nullptr;
  core::Block Before = capture([&] { Value = expr(E); });
  if (MayChange && !core::isPlace(Value) && E->isGLValue() && mayChangeLater(Value)) {
    SourceLocation Loc = E->getExprLoc();
    if (const core::Expr *Target = extremePlace(E))
      return dereference(freeze(Target, Loc, "target"), Loc);
    error(Loc,
          "cannot differentiate " + What.str() +
              ", a reference to one of several objects that may change",
          "copy the value, or bind the reference with '?:'");
  }
  append(Before);
  return Value;
}

/// `std::minmax(x, y)`, or a variable that holds one: what the two references of the pair stand
/// for. Nothing for other expressions.
std::optional<Extremes> FunctionLowering::extremes(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  E = E->IgnoreUnlessSpelledInSource();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (auto Known = Pairs.find(Ref->getDecl()); Known != Pairs.end())
      return Known->second;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *FD = Call ? Call->getDirectCallee() : nullptr;
  if (!FD || !isStd(FD, "minmax") || Call->getNumArgs() < 2 ||
      !Call->getArg(0)->getType()->isArithmeticType())
    return std::nullopt;
  // std::minmax(x, y, less)
  const Expr *Less = Call->getNumArgs() > 2 ? withoutTemporary(Call->getArg(2)) : nullptr;
  auto IsLess = [&](const core::Expr *X, const core::Expr *Y) -> const core::Expr * {
    if (!Less)
      return binary("<", X, Y, M.boolType(), Loc);
    QualType T = Call->getArg(0)->getType().withConst();
    const Expr *Asked = invoked(L.S, {Less, standsFor(X, T, Loc), standsFor(Y, T, Loc)}, Loc);
    return Asked ? condition(Asked) : nullptr;
  };
  const core::Type *Ty = type(Call->getArg(0)->getType());
  auto Choose = [&](const core::Expr *X, const core::Expr *Y,
                    bool Lead) -> std::optional<Extremes> {
    auto Follow = [&](const core::Expr *E) { return Lead ? dereference(E, Loc) : E; };
    const core::Expr *Swapped = IsLess(Follow(Y), Follow(X));
    if (!Swapped)
      return std::nullopt;
    Swapped = freeze(Swapped, Loc, "swapped");
    auto One = [&](const core::Expr *Then, const core::Expr *Else, llvm::StringRef Name) {
      core::Expr *Choice = M.expr(ExprKind::Conditional, Then->Ty, Loc.getRawEncoding());
      Choice->Operands = {Swapped, Then, Else};
      return Follow(freeze(Choice, Loc, Name));
    };
    return Extremes{One(Y, X, "smaller"), One(X, Y, "larger")};
  };
  bool Known = true;
  auto Read = [&](const Expr *A) {
    const core::Expr *P = expr(A);
    Known &=
        core::isPlace(P) || isa<MaterializeTemporaryExpr>(A->IgnoreParens()) || !mayChangeLater(P);
    return core::isPlace(P) ? P : freeze(P, Loc);
  };
  std::vector<const core::Expr *> Values =
      inOrder({Part{[&] { return Read(Call->getArg(0)); }, true},
               Part{[&] { return Read(Call->getArg(1)); }, true}});
  if (!Known)
    return std::nullopt;
  if (!mayChangeLater(Values[0]) && !mayChangeLater(Values[1]))
    return Choose(Values[0], Values[1], false);
  const core::Type *Pointer = M.pointer(Ty, true);
  return Choose(addressOf(Values[0], Pointer, Loc), addressOf(Values[1], Pointer, Loc), true);
}

/// `std::pair<double, double>(std::minmax(x, y))`, a Ty; null where First is something else.
const core::Expr *FunctionLowering::pairOfExtremes(const core::Type *Ty, const Expr *First) {
  std::optional<Extremes> Both = extremes(First);
  if (!Both || Ty->Fields.size() != 2)
    return nullptr;
  core::Expr *Pair = M.expr(ExprKind::Braces, Ty, First->getExprLoc().getRawEncoding());
  for (auto [Value, Field] :
       {std::pair(Both->Smaller, Ty->Fields[0]), std::pair(Both->Larger, Ty->Fields[1])})
    Pair->Operands.push_back(convert(Field.Ty, Value, false, First->getExprLoc()));
  return Pair;
}

/// `auto p = std::minmax(x, y)`: p is no object, but a name for both. False for anything else.
bool FunctionLowering::bindExtremes(const ValueDecl *D, const Expr *Init) {
  const auto *Pair = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      D->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!Pair || !isLibraryRecord(Pair) || Pair->getName() != "pair" ||
      !Pair->getTemplateArgs()[0].getAsType()->isReferenceType() || Uses.Modified.count(D))
    return false;
  auto *Outer = std::exchange(Frozen, ScopeFrozen);
  std::optional<Extremes> Both = extremes(Init);
  Frozen = Outer;
  if (Both)
    Pairs[D] = *Both;
  return Both.has_value();
}

/// Exchanges two places of one type; C arrays element by element.
void FunctionLowering::swap(const core::Expr *A, const core::Expr *B, SourceLocation Loc) {
  if (A->Ty->IsVector)
    return exchange(A, B, Loc);
  if (A->Ty->IsMap) {
    changeMap("$0.swap($1)", "$0.swap($1)", "", {A, B}, Loc);
    return Out->Stmts.back()->Writes.push_back(B);
  }
  core::Block Both = written(A, Loc);
  Both.append(written(B, Loc));
  A = steady(A, Both, Loc);
  B = steady(B, Both, Loc);
  if (A->Ty->isRecord() && core::holdsVector(A->Ty)) {
    for (const core::Field &Fd : A->Ty->Fields)
      swap(part(A, Fd), part(B, Fd), Loc);
    return;
  }
  if (A->Ty->isArray() && !A->Ty->IsStdArray) {
    core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
    core::Variable *K = nullptr;
    Loop->Init =
        capture([&] { K = declare("k", M.intType(), literal("0", M.intType(), Loc), false, Loc); });
    Changing.insert(K);
    const core::Expr *I = name(K, Loc);
    Loop->Value =
        binary("<", I, literal(std::to_string(A->Ty->Extent), M.intType(), Loc), M.boolType(), Loc);
    core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
    Up->Target = I;
    Up->Value = literal("1", M.intType(), Loc);
    Loop->Step.add(Up);
    Loop->Then = capture([&] { swap(subscript(A, I, Loc), subscript(B, I, Loc), Loc); });
    return emit(Loop);
  }
  const core::Expr *Saved = name(declare("saved", A->Ty, A, true, Loc), Loc);
  assign(A, B, Loc);
  assign(B, Saved, Loc);
}

/// The members of std::array, as the element accesses that they are.
const core::Expr *FunctionLowering::arrayMember(const CallExpr *E, const CXXMethodDecl *MD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  bool Operator = isa<CXXOperatorCallExpr>(E);
  const Expr *Object =
      Operator ? E->getArg(0) : cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
  QualType Class = Object->getType();
  if (!type(Class->isPointerType() ? Class->getPointeeType() : Class)->IsStdArray)
    return nullptr;
  const Expr *Index =
      E->getNumArgs() > (Operator ? 1u : 0u) ? E->getArg(Operator ? 1 : 0) : nullptr;
  std::string Name = MD->getNameAsString();
  if (!llvm::is_contained({"operator[]", "at", "front", "back", "data", "size", "max_size", "empty",
                           "begin", "end", "cbegin", "cend", "fill"},
                          Name))
    return nullptr;
  Known = true;
  auto Array = [this, Object, Loc]() -> const core::Expr * {
    if (Object->getType()->isPointerType())
      return dereference(value(Object), Loc);
    const core::Expr *A = value(Object);
    return core::isPlace(A) ? A : freeze(A, Loc, "values");
  };
  auto At = [&](const core::Expr *A, uint64_t I) {
    return subscript(A, literal(std::to_string(I), M.intType(), Loc), Loc);
  };
  if (Index && Name != "fill") {
    auto Parts = inOrder({Part{Array, true}, Part{[=] { return value(Index); }, false}});
    uint64_t Constant;
    bool Inside = Parts[1]->is(ExprKind::Literal) &&
                  !llvm::StringRef(Parts[1]->Text).getAsInteger(0, Constant) &&
                  Constant < Parts[0]->Ty->Extent;
    if (Name == "at" && !Inside) {
      core::Stmt *Check = stmt(StmtKind::Opaque, Loc);
      Check->Text = "(void)$0.at($1)";
      Check->Operands = {Parts[0], Parts[1]};
      emit(Check);
    }
    return subscript(Parts[0], Parts[1], Loc);
  }
  const core::Expr *A = Array();
  if (!A->Ty->isArray())
    return poison(E);
  uint64_t N = A->Ty->Extent;
  if (Name == "size" || Name == "max_size")
    return literal(std::to_string(N), type(E->getType()), Loc);
  if (Name == "empty")
    return literal(N ? "false" : "true", M.boolType(), Loc);
  if (Name == "front")
    return At(A, 0);
  if (Name == "back")
    return At(A, N - 1);
  if (Name == "fill") {
    const core::Expr *V = freeze(value(read(Index)), Loc, "value");
    core::Stmt *Loop = stmt(StmtKind::Loop, Loc);
    core::Variable *K = nullptr;
    Loop->Init =
        capture([&] { K = declare("k", M.intType(), literal("0", M.intType(), Loc), false, Loc); });
    Changing.insert(K);
    Loop->Value =
        binary("<", name(K, Loc), literal(std::to_string(N), M.intType(), Loc), M.boolType(), Loc);
    core::Stmt *Up = stmt(StmtKind::Accumulate, Loc);
    Up->Target = name(K, Loc);
    Up->Value = literal("1", M.intType(), Loc);
    Loop->Step.add(Up);
    Loop->Then = capture([&] { assign(subscript(A, name(K, Loc), Loc), V, Loc); });
    emit(Loop);
    return literal("0", M.intType(), Loc);
  }
  const core::Type *Pointer = type(E->getType());
  if (!Pointer->isPointer())
    return poison(E);
  if (Name == "data" || Name == "begin" || Name == "cbegin")
    return addressOf(At(A, 0), Pointer, Loc);
  return binary("+", addressOf(At(A, 0), Pointer, Loc),
                literal(std::to_string(N), M.intType(), Loc), Pointer, Loc);
}

/// modf, frexp and remquo leave a second result behind a pointer: a whole number, or an exponent.
const core::Expr *FunctionLowering::splitting(const CallExpr *E, llvm::StringRef Name) {
  Name.consume_front("__builtin_");
  if (!llvm::is_contained({"modf", "frexp", "remquo"}, Name) && !Name.consume_back("f"))
    Name.consume_back("l");
  bool Modf = Name == "modf", Frexp = Name == "frexp";
  if (!(Modf || Frexp || Name == "remquo") || E->getNumArgs() != (Modf || Frexp ? 2u : 3u))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  std::vector<Part> Parts;
  for (const Expr *A : E->arguments())
    Parts.push_back({[this, A] { return value(A); }, false});
  std::vector<const core::Expr *> Values = inOrder(Parts);
  const core::Expr *X = convert(Ty, Values[0], false, Loc);
  auto Primitive = [&](llvm::StringRef Called, llvm::ArrayRef<const core::Expr *> Operands) {
    core::Expr *P = M.expr(ExprKind::Primitive, Ty, Loc.getRawEncoding());
    P->Text = Called.str();
    P->Operands.append(Operands.begin(), Operands.end());
    return P;
  };
  if (!Values.back()->Ty->isPointer())
    return poison(E);
  const core::Expr *Second = dereference(Values.back(), Loc);
  if (Modf) {
    // x - trunc(x), also for an infinite x.
    if (!X->is(ExprKind::Variable))
      X = freeze(X, Loc, "value");
    assign(Second, Primitive("trunc", {X}), Loc);
    core::Expr *C = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    C->Operands = {opaque("std::isinf($0)", M.boolType(), {X}, Loc),
                   Primitive("copysign", {literal("0.0", Ty, Loc), X}),
                   binary("-", X, Primitive("trunc", {X}), Ty, Loc)};
    return C;
  }
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Operands = {X};
  S->Writes = {Second};
  if (Frexp) {
    // The mantissa is x scaled by the exponent that was just found.
    S->Text = "(void)std::frexp($0, $1)";
    S->Operands.push_back(Values[1]);
    emit(S);
    return Primitive("ldexp", {X, unary("-", Second, M.intType(), Loc)});
  }
  const core::Expr *Y = convert(Ty, Values[1], false, Loc);
  S->Text = "(void)std::remquo($0, $1, $2)";
  S->Operands.push_back(Y);
  S->Operands.push_back(Values[2]);
  emit(S);
  return Primitive("remainder", {X, Y});
}

/// `sincos(x, &sine, &cosine)`, as GNU C has it.
const core::Expr *FunctionLowering::sineAndCosine(const CallExpr *E, const FunctionDecl *FD,
                                                  llvm::StringRef Name) {
  Name.consume_front("__builtin_");
  if (!llvm::is_contained({"sincos", "sincosf", "sincosl"}, Name) || E->getNumArgs() != 3 ||
      !FD->isExternC() || FD->hasBody())
    return nullptr;
  const SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(FD->getParamDecl(0)->getType());
  std::vector<Part> Parts;
  for (const Expr *A : E->arguments())
    Parts.push_back({[this, A] { return value(A); }, false});
  const std::vector<const core::Expr *> Values = inOrder(Parts);
  if (!Ty->isReal() || !Values[1]->Ty->isPointer() || !Values[2]->Ty->isPointer())
    return poison(E);
  const core::Expr *X = freeze(convert(Ty, Values[0], false, Loc), Loc, "angle");
  for (auto [Called, At] : {std::pair("sin", Values[1]), std::pair("cos", Values[2])}) {
    core::Expr *P = M.expr(ExprKind::Primitive, Ty, Loc.getRawEncoding());
    P->Text = Called;
    P->Operands.push_back(X);
    assign(dereference(At, Loc), P, Loc);
  }
  return literal("0", M.intType(), Loc);
}

llvm::StringRef comparisonOf(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!RD || !RD->isInStdNamespace() || !RD->getIdentifier())
    return {};
  return llvm::StringSwitch<llvm::StringRef>(RD->getName())
      .Case("less", "<")
      .Case("greater", ">")
      .Case("less_equal", "<=")
      .Case("greater_equal", ">=")
      .Default({});
}

/// A call of a function object that compares numbers. Those that take any type look at pointers
/// first, which would be all that is left to see of them.
const core::Expr *FunctionLowering::comparison(const CallExpr *E, bool &Known) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Call || Call->getNumArgs() != 3)
    return nullptr;
  llvm::StringRef Op = comparisonOf(Call->getArg(0)->getType());
  const Expr *Left = Call->getArg(1), *Right = Call->getArg(2);
  if (Op.empty())
    return nullptr;
  if (!Left->getType()->isArithmeticType() || !Right->getType()->isArithmeticType()) {
    BinaryOperatorKind Kind = Op == "<" ? BO_LT : Op == ">" ? BO_GT : Op == "<=" ? BO_LE : BO_GE;
    ExprResult Compared = L.S.BuildBinOp(nullptr, E->getExprLoc(), Kind, const_cast<Expr *>(Left),
                                         const_cast<Expr *>(Right));
    Known = Compared.isUsable();
    return Known ? value(Compared.get()) : nullptr;
  }
  Known = true;
  std::vector<const core::Expr *> Values = valuesOf({Left, Right});
  return binary(Op, Values[0], Values[1], M.boolType(), E->getExprLoc());
}

const core::Expr *FunctionLowering::libraryCall(const CallExpr *E, const FunctionDecl *FD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  if (const core::Expr *R = comparison(E, Known); Known)
    return R;
  if (const Expr *Older = withoutRange(L, E);
      Older && (Discarded == E || Ctx.hasSameUnqualifiedType(Older->getType(), E->getType()))) {
    Known = true;
    const auto *Own = dyn_cast<CallExpr>(Older->IgnoreImplicit());
    return Own && Own->getDirectCallee() && !isLibrary(Own->getDirectCallee())
               ? inlineCall(Own->getDirectCallee(), nullptr, nullptr,
                            llvm::ArrayRef<const Expr *>(Own->getArgs(), Own->getNumArgs()), Own)
               : expr(Older);
  }
  if (const core::Expr *R = iteratorCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = wrapperCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = mapCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = valarrayCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = memoryCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = smartMember(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = complexCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = recordCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = visitCall(E, FD, Known); Known)
    return R;
  if (const core::Expr *R = handleCall(E, FD, Known); Known)
    return R;
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD)) {
    if (isStdArray(MD->getParent()) && !isa<CXXConstructorDecl>(MD) && MD->isInstance())
      return arrayMember(E, MD, Known);
    if (isStdVector(MD->getParent()) && !isa<CXXConstructorDecl>(MD) && MD->isInstance())
      return vectorMember(E, MD, Known);
    if (isStdDeque(MD->getParent()) || isDequeAdaptor(MD->getParent()))
      return dequeMember(E, MD, Known);
    return nullptr;
  }
  if (!FD->getIdentifier() || !isLibrary(FD))
    return nullptr;
  llvm::StringRef Name = FD->getName();
  // Called through std::function, which is the first argument.
  if (isa<CXXOperatorCallExpr>(E) && !FD->isOverloadedOperator()) {
    std::string Primitive = primitiveName(Name, FD->getNumParams());
    Known = !Primitive.empty() && E->getType()->isRealFloatingType();
    return Known ? mathCall(E, FD, Primitive) : nullptr;
  }
  unsigned Arity = E->getNumArgs();
  // Only the library's own functions, not a user's function in a header that happens to be system.
  bool Standard = FD->isInStdNamespace() || isOfStdMath(FD) || FD->isExternC() ||
                  FD->getBuiltinID() ||
                  FD->getDeclContext()->getRedeclContext()->isTranslationUnit();
  if (!Standard)
    return nullptr;
  if (Name == "qsort" && Arity == 4)
    if (const core::Expr *R = libraryAlgorithm(E, FD, Known); Known)
      return R;
  if (FD->isInStdNamespace()) {
    if ((Name == "min" || Name == "max") && (Arity == 1 || Arity == 2)) {
      const core::Expr *R = minMax(E, FD);
      Known = R != nullptr;
      return R;
    }
    if (Name == "clamp" && Arity == 3) {
      const core::Expr *R = minMax(E, FD);
      Known = R != nullptr;
      return R;
    }
    if ((Name == "move" || Name == "forward" || Name == "as_const" || Name == "move_if_noexcept") &&
        Arity == 1) {
      Known = true;
      return expr(E->getArg(0));
    }
    if ((Name == "addressof" || Name == "__addressof") && Arity == 1) {
      Known = true;
      return addressOf(expr(E->getArg(0)), type(E->getType()), Loc);
    }
    if (Name == "swap" && Arity == 2 && E->getArg(0)->isGLValue()) {
      const core::Type *Ty = type(E->getArg(0)->getType());
      const core::Type *Leaf = Ty;
      while (Leaf->isArray() && !Leaf->IsVector)
        Leaf = Leaf->Element;
      if (Leaf->IsVector || Ty->IsMap || Leaf->isScalar() ||
          (Leaf->isRecord() && Leaf->TrivialCopy)) {
        Known = true;
        auto Places = inOrder({E->getArg(0), E->getArg(1)});
        swap(checkWritten(Places[0], Loc), checkWritten(Places[1], Loc), Loc);
        return literal("0", M.intType(), Loc);
      }
    }
    if (const core::Expr *R = algorithm(E, FD, Known); Known)
      return R;
    if (const core::Expr *R = libraryAlgorithm(E, FD, Known); Known)
      return R;
    if (Name == "exchange" && Arity == 2) {
      Known = true;
      const QualType Replaced = E->getArg(0)->getType();
      const Expr *New = read(E->getArg(1));
      if (!takenAsItIs(New, type(Replaced)))
        New = madeFrom(Replaced, {New}, Loc);
      if (!New)
        return poison(E);
      const bool Moves = givesUp(E->getArg(1));
      auto Taken = [&]() -> const core::Expr * {
        if (Moves && isSmart(Replaced) && !isShared(Replaced))
          return givenTo(Replaced, New);
        const core::Expr *V = value(New);
        return Moves && core::isPlace(V) && losesByMove(V->Ty->nonReference())
                   ? takenFrom(V, nullptr, Loc)
                   : V;
      };
      auto Parts = inOrder({Part{[=] { return expr(E->getArg(0)); }, true}, Part{Taken, false}});
      const core::Expr *Place = checkWritten(Parts[0], Loc);
      if (!Parts[1])
        return poison(E);
      const bool Owner = isSmart(Replaced); // which may become a variable of the user's
      core::Variable *Before = declare("old", Place->Ty, Place, /*Const=*/!Owner, Loc);
      if (Owner)
        Changing.insert(Before);
      const core::Expr *Old = name(Before, Loc);
      assign(Place, convert(Place->Ty, Parts[1], false, Loc), Loc);
      return Old;
    }
    if (Name == "get" && Arity == 1) {
      const auto *Args = FD->getTemplateSpecializationArgs();
      const core::Type *Ty = type(E->getArg(0)->getType());
      if (Args && Args->size() && Args->get(0).getKind() == TemplateArgument::Integral &&
          Ty->IsStdArray) {
        Known = true;
        llvm::SmallString<8> I;
        Args->get(0).getAsIntegral().toString(I, 10);
        return subscript(expr(E->getArg(0)), literal(I, M.intType(), Loc), Loc);
      }
    }
    if ((Name == "begin" || Name == "end" || Name == "cbegin" || Name == "cend" ||
         Name == "data") &&
        Arity == 1 && type(E->getArg(0)->getType())->isArray() && type(E->getType())->isPointer()) {
      Known = true;
      const core::Expr *A = expr(E->getArg(0));
      const core::Type *Pointer = type(E->getType());
      const core::Expr *First =
          addressOf(subscript(A, literal("0", M.intType(), Loc), Loc), Pointer, Loc);
      if (!Name.ends_with("end"))
        return First;
      return binary("+", First, sizeOf(A, Loc), Pointer, Loc);
    }
    if ((Name == "size" || Name == "ssize") && Arity == 1 &&
        type(E->getArg(0)->getType())->isArray()) {
      Known = true;
      const core::Type *Ty = type(E->getArg(0)->getType());
      if (Ty->IsVector)
        return convert(type(E->getType()), sizeOf(expr(E->getArg(0)), Loc), false, Loc);
      return literal(std::to_string(Ty->Extent), type(E->getType()), Loc);
    }
  }
  if (const core::Expr *Both = sineAndCosine(E, FD, Name)) {
    Known = true;
    return Both;
  }
  if (!E->getType()->isRealFloatingType())
    return nullptr;
  if (const core::Expr *Split = splitting(E, Name)) {
    Known = true;
    return Split;
  }
  if (std::string Primitive = primitiveName(Name, Arity); !Primitive.empty()) {
    // Without an argument that could be active (`std::sqrt(2)`) it is the same primitive.
    Known = true;
    return mathCall(E, FD, Primitive);
  }
  return nullptr;
}

} // namespace ad::lower
