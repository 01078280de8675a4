//===- lower/unwinding.cpp - what an exception passes by ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The objects that own memory are storage in Core, which no exception destroys. A throw that leaves
// the function ends those that are alive itself (Stmt::Ends): by their own destructors, since
// nothing is computed from them any more. What is left of them is zero bytes, which own nothing.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/effects.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

namespace {

using Classes = llvm::SmallPtrSet<const CXXRecordDecl *, 8>;
using IsKnown = llvm::function_ref<bool(const CXXRecordDecl *)>;

/// Whether Holds, for the class of a T and those of all that is destroyed with it.
bool allDestroyed(QualType T, Classes &Seen, IsKnown Holds);

bool allDestroyed(const TemplateArgument &A, Classes &Seen, IsKnown Holds) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::all_of(A.pack_elements(), [&](const TemplateArgument &Each) {
      return allDestroyed(Each, Seen, Holds);
    });
  return A.getKind() != TemplateArgument::Type || allDestroyed(A.getAsType(), Seen, Holds);
}

bool allDestroyed(QualType T, Classes &Seen, IsKnown Holds) {
  const CXXRecordDecl *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Class->hasTrivialDestructor() || !Seen.insert(Class).second)
    return true;
  if (!Holds(Class))
    return false;
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
  if (Spec && Class->isInStdNamespace())
    return llvm::all_of(Spec->getTemplateArgs().asArray(),
                        [&](const TemplateArgument &A) { return allDestroyed(A, Seen, Holds); });
  return llvm::all_of(
             Class->fields(),
             [&](const FieldDecl *F) { return allDestroyed(F->getType(), Seen, Holds); }) &&
         llvm::all_of(Class->bases(), [&](const CXXBaseSpecifier &B) {
           return allDestroyed(B.getType(), Seen, Holds);
         });
}

/// Whether all that S does is to free what pointers lead to.
bool onlyFrees(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    const Expr *Asked = If->getCond()->IgnoreParenImpCasts();
    if (const auto *B = dyn_cast<BinaryOperator>(Asked))
      Asked = B->getLHS()->IgnoreParenImpCasts();
    return isa<MemberExpr>(Asked) && !If->getElse() && onlyFrees(If->getThen());
  }
  if (const auto *Body = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Body->body(), onlyFrees);
  const auto *E = dyn_cast<Expr>(S);
  E = E ? E->IgnoreImplicit() : nullptr;
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (E && isa<CXXDeleteExpr>(E)) ||
         (Callee && Callee->getIdentifier() && Callee->getName() == "free" && Callee->isExternC());
}

/// Whether its destructor gives the memory of a derivative back, too: that has no table of virtual
/// functions, and no other numbers than floating ones.
bool endsDerivatives(const CXXRecordDecl *Class) {
  if (Class->isPolymorphic())
    return false;
  const CXXDestructorDecl *D = Class->getDestructor();
  if (Class->isInStdNamespace() || !D || !D->isUserProvided())
    return true;
  const FunctionDecl *Def = nullptr;
  return D->hasBody(Def) && onlyFrees(Def->getBody());
}

} // namespace

/// Whether Place is storage, or a part of such, or of an object that is being made on the heap.
static bool isInStorage(const core::Expr *Place) {
  const core::Expr *Root = Place;
  while (Root->is(ExprKind::Member) || Root->is(ExprKind::BaseOf))
    Root = Root->operand();
  if (Root->is(ExprKind::Dereference))
    return Root != Place && Root->operand()->is(ExprKind::Variable);
  return Root->is(ExprKind::Variable) && Root->Var->Shadow;
}

/// Whether the destructor of the object at Place, of type T, gives back what Core's statements made
/// of it.
bool FunctionLowering::endsByItself(const core::Expr *Place, QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || Class->hasTrivialDestructor() || isShared(T) || L.holdsStandIn(T))
    return false;
  if (isSmart(T)) {
    if (!Place->Ty->isPointer() || !(Place->is(ExprKind::Variable) || isInStorage(Place)))
      return false;
  } else if (!isInStorage(Place) || core::holdsMap(Place->Ty) ||
             (!Place->Ty->IsVector && L.classOf(Place->Ty) != Class)) {
    return false;
  }
  Classes Seen;
  return allDestroyed(T, Seen, [&](const CXXRecordDecl *Class) {
    const CXXDestructorDecl *D = Class->getDestructor();
    return !isSharedPtr(Class) && !plainMatrix(Class) && !Class->isUnion() &&
           (!D || D->getAccess() == AS_public);
  });
}

/// What ends the objects that are alive, last made first.
std::vector<core::Stmt::End> FunctionLowering::endsOfObjects() {
  std::vector<core::Stmt::End> Ends;
  if (InTry || !Tries.empty())
    return Ends;
  auto Add = [&](const auto &Object) {
    const auto &[Place, T] = Object;
    if (T.isNull())
      return Ends.push_back({"::operator delete($0)", Place, /*Derivative=*/true});
    if (!endsByItself(Place, T))
      return;
    Classes Seen;
    std::string Text = "ad::end($0)";
    if (isSmart(T))
      Text = pointsToArray(T) ? "delete[] $0" : "delete $0";
    else if (Place->is(ExprKind::BaseOf)) // whose place is written like that of the whole
      Text = "ad::end<" + L.spelling(T) + ">($0)";
    Ends.push_back({Text, Place, allDestroyed(T, Seen, endsDerivatives)});
  };
  for (const Lifetime &Life : llvm::reverse(Lifetimes)) {
    llvm::for_each(llvm::reverse(Life.Objects), Add);
    llvm::for_each(llvm::reverse(Life.Parts), Add);
  }
  return Ends;
}

/// Throw leaves the function: ahead of it the objects that are alive end.
void FunctionLowering::endObjects(core::Stmt *Throw) {
  std::vector<core::Stmt::End> Ends = endsOfObjects();
  if (Ends.empty())
    return;
  // What the exception is made of is read ahead of that.
  for (const core::Expr *&Read : Throw->Operands) {
    if (Read->is(ExprKind::Literal))
      continue;
    if (Read->Ty->isScalar() && !Read->Ty->isPointer())
      Read = freeze(Read, SourceLocation::getFromRawEncoding(Read->Loc));
    else if (!Read->is(ExprKind::Variable) || !Read->Ty->is(core::TypeKind::Opaque))
      return;
  }
  Throw->Ends = std::move(Ends);
}

/// If the function that Call calls throws, the objects that are alive end.
void FunctionLowering::endObjectsUnlessDone(core::Stmt *Call) {
  if (!Call->Callee->Result->isReference() && throwsVisibly(Call->Callee))
    Call->Ends = endsOfObjects();
}

} // namespace ad::lower
