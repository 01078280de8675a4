//===- lower/referring_members.cpp - references in objects ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A reference is a pointer in Core (Field::Reference) if nobody can follow what it stands for
// (held_members.cpp): in objects with virtual functions, which are passed around by their bases, in
// those that callers give, and in elements of containers and what smart pointers lead to. It is
// bound where the object is made, by the constructor, which the text runs, and in the derivative by
// ad::bind.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"

using namespace clang;

namespace ad::lower {

/// Whether containers or smart pointers of this file hold objects of Class.
bool Lowering::isElement(const CXXRecordDecl *Class) {
  if (!S.getStdNamespace())
    return false;
  auto Holds = [&](llvm::StringRef Name) {
    for (const NamedDecl *D : S.getStdNamespace()->lookup(&Ctx.Idents.get(Name)))
      if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
        for (const ClassTemplateSpecializationDecl *Of : Template->specializations()) {
          const TemplateArgument &First = Of->getTemplateArgs()[0];
          if (First.getKind() == TemplateArgument::Type &&
              declaresSameEntity(First.getAsType()->getAsCXXRecordDecl(), Class))
            return true;
        }
    return false;
  };
  return llvm::any_of(
      std::initializer_list<llvm::StringRef>{"vector", "deque", "unique_ptr", "shared_ptr"}, Holds);
}

bool Lowering::refersByPointer(const FieldDecl *FD) {
  const auto *Class = dyn_cast<CXXRecordDecl>(FD->getParent());
  if (!FD->getType()->isReferenceType() || !Class || isConstant(FD) || standsIn(Class))
    return false;
  return ReferringElements.contains(Class->getDefinition()) ||
         (differentiable(FD->getType()) &&
          (Class->isPolymorphic() || InSignatures.contains(Class->getDefinition())));
}

const core::Type *Lowering::referringType(const FieldDecl *FD) {
  return type(Ctx.getPointerType(FD->getType()->getPointeeType()));
}

/// The pointer to what the member FD is bound to by Init.
const core::Expr *FunctionLowering::boundBy(const FieldDecl *FD, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  while (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init->IgnoreParens()))
    Init = D->getExpr();
  const core::Expr *To = expr(Init);
  if (core::isPlace(To))
    return addressOf(To, L.referringType(FD), Loc);
  error(Loc,
        "cannot differentiate through '" + FD->getName() +
            "', a member of reference type, which is bound to a temporary",
        "bind it to a variable");
  return literal("nullptr", L.referringType(FD), Loc);
}

/// What Init is becomes that to which the member FD of Target refers.
void FunctionLowering::bindMember(const core::Expr *Target, const FieldDecl *FD, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  const core::Expr *To = boundBy(FD, Init);
  assign(member(Target, FD, Loc)->operand(), To, Loc);
}

} // namespace ad::lower
