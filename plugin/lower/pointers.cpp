//===- lower/pointers.cpp - pointers to functions -------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A pointer to a function that is not known where it is called (closures.cpp) is a value, and the
// call a call of a dispatching function: it compares the pointer with the functions of its type
// whose address this file takes, and calls the one it finds. Another one is an exception.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

core::Function *Lowering::dispatcher(const FunctionProtoType *T, SourceLocation Loc) {
  QualType Type = Ctx.getFunctionTypeWithExceptionSpec(QualType(T, 0), EST_None);
  core::Function *&F = PointerDispatchers[Type.getCanonicalType().getTypePtr()];
  if (F)
    return F;
  core::Function *Made = F = M.function("call_pointer");
  Made->IsSynthetic = Made->IsHelper = Made->IsStatic = true;
  Made->Loc = Loc.getRawEncoding();
  PresumedLoc P = Ctx.getSourceManager().getPresumedLoc(Loc);
  Made->Where = P.isValid() ? "line " + std::to_string(P.getLine()) : "";
  unsigned Same = PointerDispatchers.size();
  Made->SourceName = "call_pointer" + (Same > 1 ? "_" + std::to_string(Same) : "");
  Made->Result = type(T->getReturnType());
  Lowered.insert(Made);
  FunctionLowering(*this, *Made).dispatch(T, Loc);
  return Made;
}

//===-- The dispatching function ------------------------------------------===//

void FunctionLowering::dispatch(const FunctionProtoType *T, SourceLocation Loc) {
  Out = &F.Body;
  QualType Pointer = Ctx.getPointerType(QualType(T, 0));
  auto Refuse = [&](const llvm::Twine &Why, llvm::StringRef WayOut) {
    error(Loc, "cannot differentiate a call through a pointer: " + Why, WayOut);
  };
  core::Variable *Function = F.variable("function", type(Pointer), core::Storage::Parameter);
  F.Params.push_back(Function);
  for (QualType P : T->param_types())
    F.Params.push_back(F.variable("argument", type(P), core::Storage::Parameter));
  if (F.Result->isReference() || F.Result->isPointer())
    return Refuse("it returns a pointer or a reference",
                  "return the value, or write to an out-parameter");
  if (F.Result->Owns || llvm::any_of(F.Params, [](auto *P) { return P->Ty->Owns; }))
    return Refuse("it passes an object that owns memory by value", "pass it by reference");
  if (T->isVariadic())
    return Refuse("its function is variadic",
                  "call the function directly, or make the call in a function marked "
                  "[[ad::constant]] that takes the pointer");
  std::vector<const FunctionDecl *> All = L.addressTaken(T);
  const VarDecl *Unknown = nullptr;
  std::vector<Lowering::HeldLambda> Lambdas = L.heldLambdas(T, Unknown);
  if (Unknown)
    return Refuse("it may lead to a lambda in '" + Unknown->getName() +
                      "', which may hold another one by then",
                  "declare that as a constant array, or give the lambda a name as a function");
  if (All.empty() && Lambdas.empty())
    return Refuse("this file takes the address of no function of its type",
                  "call the function directly, or let the pointer lead to functions with names");
  const size_t Count = All.size() + Lambdas.size();
  std::vector<const core::Expr *> Known;
  for (const FunctionDecl *FD : All)
    Known.push_back(functionValue(FD, Function->Ty, Loc));
  for (const Lowering::HeldLambda &Held : Lambdas)
    Known.push_back(heldValue(Held, Function->Ty, Loc));
  const core::Expr *Which = literal("-1", M.intType(), Loc);
  for (size_t I = Count; I-- > 0;) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, M.intType(), Loc.getRawEncoding());
    Choice->Operands = {binary("==", name(Function, Loc), Known[I], M.boolType(), Loc),
                        literal(std::to_string(I), M.intType(), Loc), Which};
    Which = Choice;
  }
  core::Variable *Number = declare("which", M.intType(), Which, /*Const=*/true, Loc);
  core::Stmt *Switch = stmt(StmtKind::Switch, Loc);
  Switch->Value = name(Number, Loc);
  for (size_t I = 0; I < Count; ++I) {
    core::SwitchCase Case;
    Case.Labels.push_back(literal(std::to_string(I), M.intType(), Loc));
    Case.Body = capture([&] {
      std::vector<const core::Expr *> Args;
      for (core::Variable *P : llvm::drop_begin(F.Params))
        Args.push_back(asArgument(P, Loc));
      core::Stmt *Return = stmt(StmtKind::Return, Loc);
      const core::Expr *Value = I < All.size()
                                    ? knownCall(All[I], Args, Loc)
                                    : lambdaCall(Lambdas[I - All.size()].Lambda, Args, Loc);
      if (!F.Result->isVoid())
        Return->Value = Value;
      emit(Return);
    });
    Switch->Cases.push_back(std::move(Case));
  }
  elseThrow(Switch, "the derivative of the function to which a pointer leads is not in this file",
            Loc);
  finish();
  F.HasBody = !F.Failed;
}

const core::Expr *FunctionLowering::heldValue(const Lowering::HeldLambda &Held,
                                              const core::Type *Ty, SourceLocation Loc) {
  return Held.Place.empty() ? lambdaPointer(Held.Lambda, Ty, Loc) : literal(Held.Place, Ty, Loc);
}

/// A call of Lambda, which captures nothing, with values at hand.
const core::Expr *FunctionLowering::lambdaCall(const LambdaExpr *Lambda,
                                               llvm::ArrayRef<const core::Expr *> Args,
                                               SourceLocation Loc) {
  const CXXMethodDecl *Call = Lambda->getCallOperator();
  llvm::SmallVector<const Expr *, 4> Given;
  for (size_t I = 0; I < Args.size(); ++I)
    Given.push_back(
        standsFor(Args[I], Call->getParamDecl(I)->getType().getNonReferenceType(), Loc));
  return inlineCall(Call, nullptr, makeClosure(Lambda), Given, Lambda);
}

/// The parameter P of a dispatching function as an argument: where it holds vectors, as a variable
/// whose sizes are followed.
const core::Expr *FunctionLowering::asArgument(core::Variable *P, SourceLocation Loc) {
  const core::Expr *Value = name(P, Loc);
  if (P->Ty->isReference() || !core::holdsVector(P->Ty))
    return Value;
  return name(declare(P->Name, P->Ty, Value, /*Const=*/false, Loc), Loc);
}

/// A call of FD, a primitive or a function with a body, with values at hand.
const core::Expr *FunctionLowering::knownCall(const FunctionDecl *FD,
                                              llvm::ArrayRef<const core::Expr *> Args,
                                              SourceLocation Loc) {
  if (L.isConstant(FD))
    return constantCall(FD, Args, Loc);
  if (!isLibrary(FD))
    return callStatement(FD, Args, Loc, nullptr, true);
  std::string Primitive = primitiveName(libraryName(FD), Args.size());
  const core::Type *Ty = type(FD->getReturnType());
  if (!Ty->isReal() || Primitive.empty()) {
    error(Loc,
          "cannot differentiate a call to '" + L.qualifiedName(FD) +
              "' through a pointer: there is no rule for it",
          "write what it does as a function of the program");
    return literal("0", Ty, Loc);
  }
  core::Expr *P = M.expr(ExprKind::Primitive, Ty, Loc.getRawEncoding());
  P->Text = Primitive;
  P->Operands.append(Args.begin(), Args.end());
  return P;
}

//===-- Pointers to members -----------------------------------------------===//

/// `&S::a`
const core::Expr *FunctionLowering::memberPointer(const UnaryOperator *E) {
  const auto *R = cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
  if (const auto *MD = dyn_cast<CXXMethodDecl>(R->getDecl()))
    return functionValue(MD, type(E->getType()), E->getExprLoc());
  return literal("&" + L.qualifiedName(R->getDecl()), type(E->getType()), E->getExprLoc());
}

/// `s.*p`: p is one of the fields of its type that the class of s has.
const core::Expr *FunctionLowering::throughMemberPointer(const BinaryOperator *E) {
  SourceLocation Loc = E->getExprLoc();
  bool Arrow = E->getOpcode() == BO_PtrMemI;
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  auto Parts = inOrder({Part{[=] {
                               const core::Expr *O = value(Left);
                               if (Arrow)
                                 return dereference(O, Loc);
                               return core::isPlace(O) ? O : freeze(O, Loc, "object");
                             },
                             true},
                        Part{[=] { return value(Right); }, false}});
  const auto *T = Right->getType()->castAs<MemberPointerType>();
  const CXXRecordDecl *Class = L.classOf(Parts[0]->Ty);
  bool Const = E->getType().isConstQualified();
  std::vector<const FieldDecl *> Fields;
  if (Class && Parts[1]->Ty == type(QualType(T, 0)))
    for (const FieldDecl *FD : Class->fields())
      if (!FD->isBitField() && !FD->getType()->isReferenceType() &&
          Ctx.hasSameUnqualifiedType(FD->getType(), T->getPointeeType()))
        Fields.push_back(FD);
  auto Named = [&](const FieldDecl *FD) {
    return literal("&" + L.qualifiedName(FD), Parts[1]->Ty, Loc);
  };
  if (Fields.empty() || llvm::any_of(Fields, [&](auto *FD) { return L.isConstant(FD); })) {
    error(Loc, "cannot differentiate through this pointer to member", "name the member directly");
    return poison(E);
  }
  const core::Expr *Which = Parts[1];
  for (const FieldDecl *FD : Fields)
    if (Which->is(ExprKind::Literal) && Which->Text == Named(FD)->Text)
      return member(Parts[0], FD, Loc);
  const core::Type *Ty = M.pointer(type(E->getType()), Const);
  const core::Expr *Object = freezePlace(Parts[0], Loc);
  Which = freeze(Which, Loc, "which");
  const core::Expr *At = addressOf(member(Object, Fields.back(), Loc), Ty, Loc);
  Fields.pop_back();
  for (const FieldDecl *FD : llvm::reverse(Fields)) {
    core::Expr *Choice = M.expr(ExprKind::Conditional, Ty, Loc.getRawEncoding());
    Choice->Operands = {binary("==", Which, Named(FD), M.boolType(), Loc),
                        addressOf(member(Object, FD, Loc), Ty, Loc), At};
    At = Choice;
  }
  return dereference(At->is(ExprKind::Conditional) ? freeze(At, Loc, "target") : At, Loc);
}

/// The method to which Pointer leads, if that is known here: one of the object's class, or of a
/// base.
const CXXMethodDecl *FunctionLowering::knownMethod(const Expr *Object, const Expr *Pointer) {
  Pointer = Pointer->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Pointer)) // `&S::f`
    if (const auto *R = dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens()))
      return dyn_cast<CXXMethodDecl>(R->getDecl());
  if (!isa<DeclRefExpr>(Pointer))
    return nullptr;
  const core::Expr *Which = value(Pointer);
  QualType T = Object->getType();
  const CXXRecordDecl *Class =
      (T->isPointerType() ? T->getPointeeType() : T).getNonReferenceType()->getAsCXXRecordDecl();
  if (!Which->is(ExprKind::Literal) || !Class || !Class->hasDefinition())
    return nullptr;
  llvm::SmallVector<const CXXRecordDecl *, 4> Classes{Class};
  Class->forallBases([&](const CXXRecordDecl *Base) {
    Classes.push_back(Base);
    return true;
  });
  for (const CXXRecordDecl *RD : Classes)
    for (const CXXMethodDecl *MD : RD->methods())
      if (MD->isInstance() && MD->getAccess() == AS_public &&
          !isa<CXXConstructorDecl, CXXDestructorDecl>(MD) &&
          Ctx.hasSameFunctionTypeIgnoringExceptionSpec(
              MD->getType(), Pointer->getType()->castAs<MemberPointerType>()->getPointeeType()) &&
          Which->Text == functionValue(MD, Which->Ty, Pointer->getExprLoc())->Text)
        return MD;
  return nullptr;
}

/// `s.f(x)` for E, `(s.*p)(x)`, where p leads to MD; null if it cannot be called so.
static const CallExpr *directCall(Sema &S, const CXXMemberCallExpr *E, const CXXMethodDecl *MD) {
  const auto *Callee = cast<BinaryOperator>(E->getCallee()->IgnoreParens());
  auto *Method = const_cast<CXXMethodDecl *>(MD);
  SourceLocation Loc = E->getExprLoc();
  llvm::SmallVector<Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    Args.push_back(const_cast<Expr *>(A));
  TemplateArgumentListInfo Arguments(Loc, Loc);
  if (const TemplateArgumentList *Own = MD->getTemplateSpecializationArgs())
    for (const TemplateArgument &A : Own->asArray())
      if (A.getKind() != TemplateArgument::Pack)
        Arguments.addArgument(S.getTrivialTemplateArgumentLoc(A, QualType(), Loc));
  Expr *Member = S.BuildMemberExpr(
      Callee->getLHS(), Callee->getOpcode() == BO_PtrMemI, Loc, NestedNameSpecifierLoc(),
      SourceLocation(), Method, DeclAccessPair::make(Method, AS_public), false,
      DeclarationNameInfo(MD->getDeclName(), Loc), S.Context.BoundMemberTy, VK_PRValue, OK_Ordinary,
      Arguments.size() ? &Arguments : nullptr);
  ExprResult Call = S.BuildCallExpr(nullptr, Member, Loc, Args, Loc);
  return Call.isUsable() ? dyn_cast<CallExpr>(Call.get()->IgnoreImplicit()) : nullptr;
}

/// `(s.*p)(x)`: p is one of the methods of its type that the class has.
const core::Expr *FunctionLowering::methodPointerCall(const CXXMemberCallExpr *E,
                                                      core::Variable *Into, bool Declares) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Callee = cast<BinaryOperator>(E->getCallee()->IgnoreParens());
  const Expr *Left = Callee->getLHS(), *Right = Callee->getRHS();
  const auto *T = Right->getType()->castAs<MemberPointerType>();
  const auto *Proto = T->getPointeeType()->castAs<FunctionProtoType>();
  bool Arrow = Callee->getOpcode() == BO_PtrMemI;
  if (const CXXMethodDecl *MD = knownMethod(Left, Right))
    if (const CallExpr *Call = directCall(L.S, E, MD))
      return call(Call, Into, Declares);
  std::vector<Part> Parts{{[=] {
                             const core::Expr *O = value(Left);
                             if (Arrow)
                               return dereference(O, Loc);
                             return core::isPlace(O) ? O : freeze(O, Loc, "object");
                           },
                           true},
                          {[=] { return value(Right); }, false}};
  for (unsigned I = 0; I < E->getNumArgs(); ++I) {
    const Expr *Arg = E->getArg(I);
    bool Reference = Proto->getParamType(I)->isReferenceType();
    Parts.push_back({[=] { return Reference ? expr(Arg) : value(Arg); }, Reference});
  }
  std::vector<const core::Expr *> Values = inOrder(Parts);
  const CXXRecordDecl *Class = L.classOf(Values[0]->Ty);
  std::vector<const CXXMethodDecl *> Methods;
  if (Class && Values[1]->Ty == type(QualType(T, 0)))
    for (const CXXMethodDecl *MD : Class->methods())
      if (MD->isInstance() && !isa<CXXConstructorDecl, CXXDestructorDecl>(MD) &&
          Ctx.hasSameFunctionTypeIgnoringExceptionSpec(MD->getType(), T->getPointeeType()))
        Methods.push_back(MD);
  auto Refuse = [&](llvm::StringRef Why) {
    error(Loc, "cannot differentiate a call through a pointer to member: " + Why,
          "call the method directly");
    return poison(E);
  };
  const bool OfTemplate =
      Class && llvm::any_of(Class->decls(), [&](const Decl *D) {
        const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
        return Template && llvm::any_of(Template->specializations(), [&](const FunctionDecl *FD) {
                 return Ctx.hasSameFunctionTypeIgnoringExceptionSpec(FD->getType(),
                                                                     T->getPointeeType());
               });
      });
  if (OfTemplate)
    return Refuse("it may be an instance of a template");
  if (Methods.empty())
    return Refuse("the class has no method of its type");
  if (llvm::any_of(Methods, [](const CXXMethodDecl *MD) { return MD->isVirtual(); }))
    return Refuse("the class has virtual methods of its type");
  if (E->getType()->isReferenceType() || E->getType()->isPointerType() || E->isGLValue())
    return Refuse("it returns a pointer or a reference");
  const core::Expr *Which = freeze(Values[1], Loc, "which");
  Values[0] =
      addressOf(freezePlace(Values[0], Loc), M.pointer(Values[0]->Ty, Proto->isConst()), Loc);
  Values.erase(Values.begin() + 1);
  for (const core::Expr *&V : Values)
    V = core::isPlace(V) ? freezePlace(V, Loc) : freeze(V, Loc);
  // A branch for each; the last needs no test.
  const core::Type *Ty = type(E->getType());
  core::Variable *Result = Ty->isVoid() ? nullptr : declare("value", Ty, nullptr, false, Loc);
  if (Result)
    Changing.insert(Result);
  std::function<void(size_t)> Chain = [&](size_t I) {
    auto Run = [&] {
      const core::Expr *Value = callStatement(Methods[I], Values, Loc, nullptr, true);
      if (Result)
        assign(name(Result, Loc), Value, Loc);
    };
    if (I + 1 == Methods.size())
      return Run();
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = binary("==", Which, functionValue(Methods[I], Which->Ty, Loc), M.boolType(), Loc);
    If->Then = capture(Run);
    If->Else = capture([&] { Chain(I + 1); });
    emit(If);
  };
  for (size_t I = 0; I < Methods.size(); ++I) // known where it is called
    if (Which->is(ExprKind::Literal) &&
        Which->Text == functionValue(Methods[I], Which->Ty, Loc)->Text)
      Methods = {Methods[I]};
  Chain(0);
  return Result ? name(Result, Loc) : literal("0", M.intType(), Loc);
}

//===-- The call ----------------------------------------------------------===//

/// FD as a value: a pointer to it of type Ty.
const core::Expr *FunctionLowering::functionValue(const FunctionDecl *FD, const core::Type *Ty,
                                                  SourceLocation Loc) {
  if (const auto *MD = dyn_cast<CXXMethodDecl>(FD); MD && MD->isLambdaStaticInvoker())
    error(Loc, "cannot differentiate through a pointer to this lambda",
          "give it a name as a function");
  std::string Text = (FD->isCXXInstanceMember() ? "&" : "") + L.qualifiedName(FD);
  // One of several of its name.
  auto Found = FD->getDeclContext()->getRedeclContext()->lookup(FD->getDeclName());
  bool Overloaded = llvm::any_of(Found, [&](const NamedDecl *D) {
    const auto *Other = dyn_cast<FunctionDecl>(D->getUnderlyingDecl());
    return !Other || Other->getCanonicalDecl() != FD->getCanonicalDecl();
  });
  return literal(Overloaded ? "static_cast<" + Ty->Spelling + ">(" + Text + ")" : Text, Ty, Loc);
}

/// D, a pointer or reference to a function that is known, as a pointer to it; null if it is none.
const core::Expr *FunctionLowering::pointerToKnown(const ValueDecl *D, SourceLocation Loc) {
  QualType T = D->getType().getNonReferenceType();
  const Closure *C = closureOf(D);
  if (!C || (!T->isFunctionPointerType() && !T->isFunctionType()))
    return nullptr;
  const core::Type *Ty = type(T->isFunctionType() ? Ctx.getPointerType(T) : T);
  if (C->Empty)
    return literal("nullptr", Ty, Loc);
  if (C->Lambda && C->Lambda->captures().empty() && !C->Lambda->isGenericLambda() &&
      T->isFunctionPointerType())
    return lambdaPointer(C->Lambda, Ty, Loc);
  const FunctionDecl *FD = C->Function;
  return FD && Ctx.hasSameFunctionTypeIgnoringExceptionSpec(
                   FD->getType(), T->isFunctionType() ? T : T->getPointeeType())
             ? functionValue(FD, Ty, Loc)
             : nullptr;
}

const core::Expr *FunctionLowering::pointerCall(const CallExpr *E,
                                                llvm::ArrayRef<const Expr *> Args,
                                                core::Variable *Into, bool Declares) {
  SourceLocation Loc = E->getExprLoc();
  const auto *T =
      E->getCallee()->getType()->getPointeeType().getCanonicalType()->castAs<FunctionProtoType>();
  core::Function *Callee = L.dispatcher(T, Loc);
  if (Callee->Failed) {
    F.Failed = true;
    return poison(E);
  }
  const Expr *Called = E->getCallee();
  std::vector<Part> Parts{{[=] { return value(Called); }, false}};
  for (unsigned I = 0; I < Args.size(); ++I) {
    const Expr *Arg = Args[I];
    bool Reference = T->getParamType(I)->isReferenceType();
    Parts.push_back({[=] { return Reference ? expr(Arg) : value(Arg); }, Reference});
  }
  std::vector<const core::Expr *> Values = inOrder(Parts);
  for (unsigned I = 0; I < Args.size(); ++I) {
    QualType P = T->getParamType(I);
    const core::Expr *&V = Values[I + 1];
    if (!P->isReferenceType() || P->getPointeeType().isConstQualified())
      continue;
    if (core::isPlace(V))
      checkWritten(V, Loc);
    else
      V = name(declare("value", V->Ty, V, false, Loc), Loc);
  }
  return callStatement(Callee, nullptr, Values, Loc, Into, Declares);
}

} // namespace ad::lower
