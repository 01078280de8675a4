//===- lower/polymorphic.cpp - objects with virtual functions on the heap --===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `new Circle(r)` stays what it is, so that the object is of its class; what the constructor
// assigns is said again on its fields (records.cpp). Derivatives are storage of the same class.
//
// `delete` finds the class of the object as virtual calls do:
//
//  1. Where destructors do no more than free vectors, ad::delete_as<Circle, Box> runs that of the
//     class of the primal, on the derivative, too, which has no table of virtual functions.
//  2. Else a function for each base class, `destroy_Shape`, does what the destructors do, statement
//     by statement, and frees the memory. It calls itself for objects that own others.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

const core::Expr *FunctionLowering::newConstructed(const CXXNewExpr *E, core::Variable *Into) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getAllocatedType();
  const CXXConstructExpr *C = E->getConstructExpr();
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  // An aggregate, or a copy member by member: its members are assigned.
  const Expr *Given = C && C->getNumArgs() && C->getConstructor()->isCopyOrMoveConstructor() &&
                              !C->getConstructor()->isUserProvided()
                          ? C->getArg(0)
                      : C ? nullptr
                          : E->getInitializer();
  if (Given && !isLocalClass(RD) && !RD->isPolymorphic() && !L.standsIn(RD) && !type(T)->Owns &&
      startsByDefault(L.S, RD)) {
    const core::Expr *V = value(Given);
    const core::Expr *At = newMemory(type(T), "new " + L.spelling(T) + "()",
                                     literal("1", M.intType(), Loc), Into, Loc, {});
    assign(dereference(At, Loc), V, Loc);
    return At;
  }
  if (!C || isLocalClass(RD)) {
    error(Loc,
          "cannot differentiate 'new' of an object of type '" + L.spelling(T) + "'" +
              (C ? ", a class with virtual functions that is local to a function" : ""),
          C ? "move the class to a namespace" : "give the class a constructor");
    return poison(E);
  }
  core::Expr *Call = constructorCall(C, type(T));
  const core::Expr *At = newMemory(type(T), "new " + Call->Text, literal("1", M.intType(), Loc),
                                   Into, Loc, Call->Operands);
  repeatConstructor(dereference(At, Loc), C);
  return At;
}

/// A local variable or temporary that owns memory: made on the heap, so that its constructor gives
/// it its class and only statements end its life.
const core::Expr *FunctionLowering::localPolymorphic(const CXXConstructExpr *C,
                                                     llvm::StringRef Name) {
  SourceLocation Loc = C->getExprLoc();
  const core::Type *Ty = type(C->getType());
  core::Expr *Call = constructorCall(C, Ty);
  core::Variable *At = F.variable(Name.str() + "_at", M.pointer(Ty, false));
  At->Loc = Loc.getRawEncoding();
  At->Const = true;
  newMemory(Ty, "new " + Call->Text, literal("1", M.intType(), Loc), At, Loc, Call->Operands);
  const core::Expr *Object = dereference(name(At, Loc), Loc);
  repeatConstructor(Object, C);
  return Object;
}

/// S destroys and frees the object at P, of one of the classes, and its derivative.
static void deletesAs(core::Stmt &S, const std::string &Classes, const core::Expr *P) {
  S.Text = "ad::delete_as<" + Classes + ">($0, $1)";
  S.Operands = {P, P};
  S.Frees = S.WritesUnknown = true;
}

void FunctionLowering::deletePolymorphic(const core::Expr *Pointer, const CXXRecordDecl *RD,
                                         SourceLocation Loc) {
  std::vector<const CXXRecordDecl *> Classes = L.concrete(RD);
  auto Refuse = [&](const llvm::Twine &Why, llvm::StringRef WayOut) {
    error(Loc,
          "cannot differentiate 'delete' of an object of type '" + L.qualifiedName(RD) +
              "': " + Why,
          WayOut);
  };
  if (!Ctx.getLangOpts().RTTI)
    return Refuse("classes cannot be told apart under -fno-rtti", "compile with -frtti");
  if (Classes.empty())
    return Refuse("no class derived from it is defined in this file", "include their definitions");
  bool Quiet = true;
  std::string Names;
  for (const CXXRecordDecl *Class : Classes) {
    const core::Type *Ty = type(attributes::typeOf(Ctx, Class));
    if (isLocalClass(Class))
      return Refuse("'" + Class->getName() + "' is local to a function",
                    "move the class to a namespace");
    if (Ty->Owns && !ownsItsVectors(Ty))
      return Refuse("a '" + Class->getName() + "' owns vectors and other memory",
                    "keep the vectors in classes that own nothing else");
    Quiet &= !Ty->Owns;
    Names += (Names.empty() ? "" : ", ") + Ty->Spelling;
  }
  if (!Quiet)
    return callDestroyer(Pointer, RD, Loc);
  const core::Expr *P = core::isPlace(Pointer) ? freezePlace(Pointer, Loc) : freeze(Pointer, Loc);
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  deletesAs(*S, Names, P);
  emit(S);
}

void FunctionLowering::callDestroyer(const core::Expr *Pointer, const CXXRecordDecl *RD,
                                     SourceLocation Loc) {
  core::Function *Destroyer = L.destroyer(RD, Loc);
  if (Destroyer->Failed) {
    F.Failed = true;
    return;
  }
  const core::Type *To = M.pointer(type(attributes::typeOf(Ctx, RD)), false);
  core::Stmt *S = stmt(StmtKind::Call, Loc);
  S->Callee = Destroyer;
  S->Operands = {convert(To, Pointer, Pointer->Ty->ElementConst, Loc)};
  emit(S);
}

core::Function *Lowering::destroyer(const CXXRecordDecl *RD, SourceLocation Loc) {
  core::Function *&Known = Destroyers[RD->getCanonicalDecl()];
  if (Known)
    return Known;
  const std::string Name = "destroy_" + RD->getNameAsString();
  core::Function *Made = Known = madeFunction(RD->getDestructor(), Name, Name + "_closed");
  Made->Result = M.voidType();
  const core::Type *Pointer = M.pointer(type(attributes::typeOf(Ctx, RD)), false);
  Made->Params.push_back(Made->variable("gone", Pointer, core::Storage::Parameter));
  FunctionLowering(*this, *Made).destroyer(RD, Loc);
  return Made;
}

void FunctionLowering::destroyer(const CXXRecordDecl *RD, SourceLocation Loc) {
  Out = &F.Body;
  Frame Fr;
  Fr.Decl = RD->getDestructor();
  Frames.push_back(Fr);
  beginLifetime();
  const core::Expr *Gone = name(F.Params[0], Loc);
  std::vector<const CXXRecordDecl *> Classes = L.concrete(RD);
  std::vector<const core::Type *> Types;
  std::vector<unsigned> Numbers;
  for (const CXXRecordDecl *Class : Classes)
    Numbers.push_back(Types.size()), Types.push_back(type(attributes::typeOf(Ctx, Class)));
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value = binary("==", Gone, literal("nullptr", Gone->Ty, Loc), M.boolType(), Loc);
  If->Then.add(stmt(StmtKind::Return, Loc));
  emit(If);
  core::Variable *Type =
      declare("type", M.intType(), classNumber(dereference(Gone, Loc), Types, Numbers),
              /*Const=*/true, Loc);
  core::Stmt *Switch = stmt(StmtKind::Switch, Loc);
  Switch->Value = name(Type, Loc);
  for (size_t I = 0; I < Classes.size(); ++I) {
    core::SwitchCase Case;
    Case.Labels.push_back(literal(std::to_string(I), M.intType(), Loc));
    Case.Body = capture([&] {
      const core::Type *To = M.pointer(Types[I], false);
      const core::Expr *Object =
          Types[I] == Gone->Ty->Element
              ? Gone
              : name(declare("object", To, convert(To, Gone, true, Loc), true, Loc), Loc);
      if (Types[I]->Owns) {
        runDestructor(dereference(Object, Loc), Classes[I], Loc);
        freeMemory("::operator delete($0)", Object, Loc);
      } else { // vectors end with it
        core::Stmt *S = stmt(StmtKind::Opaque, Loc);
        deletesAs(*S, Types[I]->Spelling, Object);
        emit(S);
      }
      emit(stmt(StmtKind::Return, Loc));
    });
    Switch->Cases.push_back(std::move(Case));
  }
  elseThrow(Switch,
            L.qualifiedName(RD) + ": an object of a class that is not in this file is deleted",
            Loc);
  endLifetime();
  Frames.pop_back();
  finish();
  F.HasBody = !F.Failed;
}

} // namespace ad::lower
