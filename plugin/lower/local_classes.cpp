//===- lower/local_classes.cpp - classes that functions declare -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Nobody outside of a function can name a class that is declared in it: companions, and what they
// call, declare it again. It has the same members there, with what they start as, but no functions:
// those are lowered where they are called.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether the text of S means the same everywhere.
static bool isPlainText(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && (isa<CXXTemporaryObjectExpr>(C) || !C->getConstructor()->isImplicit()) &&
      !C->getConstructor()->getParent()->isInStdNamespace())
    return false;
  return isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr,
             StringLiteral, CharacterLiteral, UnaryOperator, BinaryOperator, ParenExpr,
             ImplicitCastExpr, InitListExpr, CXXConstructExpr, MaterializeTemporaryExpr,
             CXXBindTemporaryExpr, ExprWithCleanups, CXXStdInitializerListExpr,
             ImplicitValueInitExpr, CXXDefaultArgExpr>(S) &&
         llvm::all_of(S->children(), isPlainText);
}

/// The constructor without arguments that RD has, if it is the user's own.
static const CXXConstructorDecl *ownDefault(const RecordDecl *RD) {
  const auto *CRD = dyn_cast<CXXRecordDecl>(RD);
  if (!CRD)
    return nullptr;
  for (const CXXConstructorDecl *C : CRD->ctors())
    if (C->isDefaultConstructor() && C->isUserProvided() && !C->isDeleted())
      return C;
  return nullptr;
}

/// What FD starts as in an object that is made without arguments: ` = 0.5`, `{1, 2}`; empty if it
/// starts as nothing in particular, nullopt if that cannot be said in the class.
static std::optional<std::string> startOf(Lowering &L, const FieldDecl *FD) {
  const ASTContext &Ctx = L.Ctx;
  const Expr *Init = FD->getInClassInitializer();
  bool List = Init && FD->getInClassInitStyle() == ICIS_ListInit;
  if (const CXXConstructorDecl *C = ownDefault(FD->getParent());
      C && C->doesThisDeclarationHaveABody())
    for (const CXXCtorInitializer *I : C->inits())
      if (I->isWritten() && I->getMember() == FD) {
        Init = I->getInit();
        List = isa<InitListExpr>(Init->IgnoreImplicit());
      }
  if (!Init)
    return "";
  if (Init->isValueDependent())
    return std::nullopt;
  Expr::EvalResult R;
  const QualType T = FD->getType();
  const bool Known = T->isArithmeticType() && Init->EvaluateAsRValue(R, Ctx);
  if (Known && R.Val.isFloat()) {
    llvm::APFloat Number = R.Val.getFloat();
    bool Loses = false;
    Number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &Loses);
    if (Loses)
      return std::nullopt;
    const core::Expr *E = core::Builder(L.M).number(Number.convertToDouble(), L.type(T));
    return " = " + (E->is(ExprKind::Unary) ? "-" + E->operand()->Text : E->Text);
  }
  if (Known && R.Val.isInt() && !isPlainText(Init)) {
    llvm::SmallString<40> Number;
    R.Val.getInt().toString(Number, 10);
    return (" = " + Number).str();
  }
  if (!isPlainText(Init))
    return std::nullopt;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Init->printPretty(OS, nullptr, PrintingPolicy(Ctx.getLangOpts()));
  return List && llvm::StringRef(Text).starts_with("{") ? Text : " = " + Text;
}

/// Whether what is declared again for RD starts as its objects do.
bool Lowering::startsPlainly(const RecordDecl *RD) {
  if (standsIn(RD))
    return true;
  const CXXConstructorDecl *C = ownDefault(RD);
  if (C && (!C->doesThisDeclarationHaveABody() || !cast<CompoundStmt>(C->getBody())->body_empty()))
    return false;
  return llvm::all_of(RD->fields(), [&](const FieldDecl *FD) {
    const std::optional<std::string> Start = startOf(*this, FD);
    return Start && (Start->empty() || !type(FD->getType())->IsTagged);
  });
}

/// A local class with its fields, for functions that have to declare it again.
std::string Lowering::localDefinition(const RecordDecl *RD, llvm::StringRef Name) {
  std::string Text = RD->isUnion() ? "union" : "struct";
  if (!Name.empty())
    Text += " " + Name.str();
  if (const auto *CRD = dyn_cast<CXXRecordDecl>(RD); CRD && !isFunctionPair(CRD)) {
    bool First = true;
    for (const CXXBaseSpecifier &B : CRD->bases()) {
      Text += (First ? " : " : ", ") + type(B.getType())->Spelling;
      First = false;
    }
  }
  Text += " {";
  std::function<const core::Type *(const core::Type *)> Writable = [&](const core::Type *T) {
    bool Array = T->isArray() && !T->IsVector && !T->IsStdArray;
    return Array ? M.array(Writable(T->Element), T->Extent, /*ElementConst=*/false) : T;
  };
  for (const FieldDecl *FD : RD->fields()) {
    if (isFollowed(FD))
      continue;
    const auto *Class = FD->getType()->getAsCXXRecordDecl();
    if (FD->isAnonymousStructOrUnion()) {
      Text += " " + localDefinition(Class, "") + ";";
      continue;
    }
    const auto *Smart =
        Class && isSmartPtr(Class) ? cast<ClassTemplateSpecializationDecl>(Class) : nullptr;
    const QualType To = Smart ? Smart->getTemplateArgs()[0].getAsType() : QualType();
    Text +=
        " " + (Smart && standsIn(To->getAsCXXRecordDecl())
                   ? "std::" + Smart->getNameAsString() + "<" + spellingHere(To) + "> " +
                         FD->getName().str()
               : Smart
                   ? spelling(FD->getType().getUnqualifiedType()) + " " + FD->getName().str()
                   : core::declarator(Writable(standsIn(RD) ? memberType(FD) : type(FD->getType())),
                                      FD->getName()));
    if (const std::optional<std::string> Start = startOf(*this, FD);
        Start && !standsIn(RD) && !type(FD->getType())->IsTagged && !FD->isBitField())
      Text += *Start;
    if (FD->isBitField())
      Text += " : " + llvm::toString(FD->getBitWidth()->EvaluateKnownConstInt(Ctx), 10);
    Text += ";";
  }
  return Text + " }";
}

/// Local classes are declared again at the top: companions stand outside their function.
void FunctionLowering::localRecords() {
  std::vector<core::Stmt *> Definitions;
  for (const Lowering::LocalRecord &Local : L.LocalRecords) {
    bool Named = false;
    for (const core::Variable &V : F.Locals) {
      if (!core::involves(V.Ty, Local.Ty) || llvm::is_contained(Apart, &V))
        continue;
      Named = true;
      if (V.Ty->nonReference()->isArray() && !Local.StartsPlainly)
        error(SourceLocation::getFromRawEncoding(V.Loc ? V.Loc : F.Loc),
              "cannot differentiate '" + V.Name +
                  "', an array of a class that the function declares and that makes its objects by "
                  "code",
              "declare the class outside of the function");
    }
    core::walk(F.Body, [&](core::Stmt *S) {
      core::forEachExpr(*S, [&](const core::Expr *E) {
        core::walk(E, [&](const core::Expr *Sub) {
          Named |= core::involves(Sub->Ty, Local.Ty);
          return !Named;
        });
      });
    });
    if (!Named)
      continue;
    core::Stmt *S = stmt(StmtKind::Opaque, SourceLocation::getFromRawEncoding(F.Loc));
    S->Text = Local.Definition;
    S->Defines = Local.Ty;
    Definitions.push_back(S);
  }
  F.Body.Stmts.insert(F.Body.Stmts.begin(), Definitions.begin(), Definitions.end());
}

} // namespace ad::lower
