//===- emit/function.cpp - Core functions -> C++ text ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/emit/emit.h"
#include "plugin/emit/outside.h"
#include "plugin/emit/statement.h"
#include "plugin/rules/rules.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;

//===-- What a function mentions ------------------------------------------===//

/// The names of F's parameters and of the locals that its body declares.
static llvm::StringSet<> variableNames(const Function &F) {
  llvm::StringSet<> Names;
  for (const Variable *V : F.Params)
    Names.insert(V->Name);
  core::walk(F.Body, [&](Stmt *S) {
    if (S->Var)
      Names.insert(S->Var->Name);
  });
  return Names;
}

static bool isWord(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether the identifier Name stands in Text.
static bool namesWord(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = Text.find(Name); At != llvm::StringRef::npos; At = Text.find(Name, At + 1)) {
    size_t End = At + Name.size();
    if ((At == 0 || !isWord(Text[At - 1])) && (End == Text.size() || !isWord(Text[End])))
      return true;
  }
  return false;
}

/// Whether the body of F needs its parameter V.
static bool uses(const Function &F, const Variable *V) {
  bool Used = false;
  core::walk(F.Body, [&](Stmt *S) {
    Used |= S->Var == V || (S->is(StmtKind::Opaque) && namesWord(S->Text, V->Name));
    bool OnTape = S->is(StmtKind::Record) || S->is(StmtKind::Restore) ||
                  S->is(StmtKind::RecordArray) || S->is(StmtKind::ReleaseArray);
    Used |= OnTape && emit::tapeOf(F) == V;
    forEachExpr(*S, [&](const Expr *E) {
      core::walk(E, [&](const Expr *Sub) {
        Used |= Sub->is(ExprKind::Variable) && Sub->Var == V;
        Used |= Sub->is(ExprKind::Opaque) && namesWord(Sub->Text, V->Name);
        return !Used;
      });
    });
  });
  return Used;
}

/// Whether Text calls a function of ad/container.h.
static bool shapes(llvm::StringRef Text) {
  for (llvm::StringRef Name :
       {"match", "match_size", "zeros_like", "shape_like", "follow_shape", "former_shape",
        "restore_shape", "restore_kept", "resize", "zeros_of"})
    if (namesWord(Text, Name))
      return Text.contains("ad::");
  return false;
}

/// Whether Text calls a function of ad/map.h.
/// Whether Braces of type T turn pointers into std::shared_ptr's.
static bool lendsShared(const Type *T) {
  return T->Shared || llvm::any_of(T->Fields, [](const Field &F) { return F.Shared; });
}

static bool followsKeys(llvm::StringRef Text) {
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"match_keys", "copy_keys", "erase_kept",
                                                      "clear_kept", "require_apart", "zero_entry",
                                                      "changing_keys", "clear_released",
                                                      "erase_released", "erase_released_at",
                                                      "map_storage", "maps_of", "free_map"},
                      [&](llvm::StringRef Name) { return Text.contains(("ad::" + Name).str()); });
}

std::set<std::string> emit::headers(const Function &F) {
  std::set<std::string> Headers;
  auto OfType = [&](const Type *T) {
    if (T->nonReference()->Spelling == "ad::tape")
      Headers.insert("ad/tape.h");
    if (T->nonReference()->Spelling == "ad::shared_objects")
      Headers.insert("ad/shared.h");
    const Type *Held = T->nonReference();
    if (Held->isPointer() && Held->Element->Spelling == "std::exception_ptr")
      Headers.insert("ad/caught.h");
    if (T->nonReference()->Spelling == "std::size_t") // nothing says that the user's file has it
      Headers.insert("cstddef");
    if (T->Spelling == "ad::checkpoints")
      Headers.insert("ad/checkpoint.h");
    if (T->Spelling == "ad::block_store")
      Headers.insert("ad/block_store.h");
    if (T->Spelling == "ad::recorded_state")
      Headers.insert("ad/recorded.h");
    if (T->nonReference()->IsVector)
      Headers.insert(llvm::StringRef(T->nonReference()->Spelling).starts_with("std::deque")
                         ? "deque"
                         : "vector");
  };
  if (!F.ResultOutside.empty())
    Headers.insert("ad/elements.h");
  for (const Variable *V : F.Params) {
    OfType(V->Ty);
    if (!V->Outside.empty())
      Headers.insert("ad/elements.h");
  }
  core::walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare)) {
      OfType(S->Var->Ty);
      if (S->Var->Shadow)
        Headers.insert(S->Var->Ty->Owns && holdsVector(S->Var->Ty) ? "ad/storage.h"
                                                                   : "ad/shadow.h");
      if (S->Var->Shadow && S->Var->Ty->Owns && holdsMap(S->Var->Ty))
        Headers.insert("ad/map.h");
    }
    if ((S->is(StmtKind::Call) && S->Callee->Scope.Namespaces.size() > 1 &&
         S->Callee->Scope.Namespaces[0] == "ad" && S->Callee->Scope.Namespaces[1] == "dense") ||
        (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::dense::")))
      Headers.insert("ad/dense.h");
    if ((S->is(StmtKind::Call) && emit::meetsOutside(*S->Callee)) ||
        (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::given<")))
      Headers.insert("ad/elements.h");
    if (S->is(StmtKind::Opaque) && (llvm::StringRef(S->Text).contains("_storage(") ||
                                    llvm::StringRef(S->Text).contains("ad::vectors_of<")))
      Headers.insert("ad/storage.h");
    if (S->is(StmtKind::Opaque) && shapes(S->Text))
      Headers.insert("ad/container.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::bytes"))
      Headers.insert("ad/storage.h");
    if (S->is(StmtKind::Opaque) && followsKeys(S->Text))
      Headers.insert("ad/map.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::__throw_unknown"))
      Headers.insert("ad/dispatch.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::borrow("))
      Headers.insert("ad/shared.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::delete_as<"))
      Headers.insert("ad/delete_as.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("std::bad_cast"))
      Headers.insert("typeinfo");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("ad::construct("))
      Headers.insert("ad/shadow.h");
    if (S->is(StmtKind::Opaque) && llvm::StringRef(S->Text).contains("std::sort"))
      Headers.insert("algorithm");
    forEachExpr(*S, [&](const Expr *E) {
      core::walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::Cast))
          OfType(Sub->Ty);
        if (Sub->is(ExprKind::Primitive))
          Headers.insert(rules::header(Sub).str());
        if (Sub->is(ExprKind::Opaque) && llvm::StringRef(Sub->Text).starts_with("ad::overlap("))
          Headers.insert("ad/overlap.h");
        if (Sub->is(ExprKind::Opaque) && namesWord(Sub->Text, "typeid"))
          Headers.insert("typeinfo");
        if (Sub->is(ExprKind::Member) && llvm::StringRef(Sub->Text).starts_with("ad::"))
          Headers.insert(Sub->operand()->Ty->Fields[0].Ty->IsBool ? "ad/optional.h"
                                                                  : "ad/variant.h");
        if (Sub->is(ExprKind::Opaque) && namesWord(Sub->Text, "numeric_limits"))
          Headers.insert("limits");
        llvm::StringRef Text;
        if (Sub->is(ExprKind::Opaque))
          Text = Sub->Text;
        if (shapes(Text))
          Headers.insert("ad/container.h");
        if (Text.contains("ad::bytes"))
          Headers.insert("ad/storage.h");
        if (Text.contains("ad::given<"))
          Headers.insert("ad/elements.h");
        if (followsKeys(Text))
          Headers.insert("ad/map.h");
        if (Text.contains("ad::zeros<") || Text.contains("ad::zeros_array<"))
          Headers.insert("ad/shadow.h");
        const Field *F = Sub->is(ExprKind::Member)
                             ? findField(Sub->operand()->Ty->nonReference(), Sub->Text)
                             : nullptr;
        if ((F && F->Smart) ||
            (Sub->is(ExprKind::Subscript) && Sub->operand()->Ty->nonReference()->Smart))
          Headers.insert("ad/shadow.h");
        if (Text.contains("ad::borrow(") || (Sub->is(ExprKind::Braces) && lendsShared(Sub->Ty)))
          Headers.insert("ad/shared.h");
        return true;
      });
    });
  });
  return Headers;
}

//===-- Signatures --------------------------------------------------------===//

std::string emit::specifiers(const Function &F) {
  bool IsMember = !F.Scope.Class.empty();
  std::string Text = F.IsCold ? "[[gnu::cold]] " : "";
  if (F.IsExternC)
    Text += "extern \"C\" ";
  if ((F.IsStatic && !IsMember) || F.IsHelper)
    Text += "static ";
  if (F.IsInline)
    Text += "inline ";
  return Text;
}

/// `double S::f(double x) const`: Name declared with these parameters.
static std::string prototype(const Function &F, llvm::StringRef Name,
                             llvm::function_ref<std::string(const Variable &)> Parameter) {
  llvm::SmallVector<std::string, 8> Parameters;
  for (const Variable *V : F.Params)
    if (V->Kind != Storage::This && V != F.Returned)
      Parameters.push_back(Parameter(*V));
  std::string Declarator = Name.str() + "(" + llvm::join(Parameters, ", ") + ")";
  if (F.IsConstMethod)
    Declarator += " const";
  if (!F.RefQualifier.empty())
    Declarator += " " + F.RefQualifier;
  if (F.Returned)
    return declarator(F.Returned->Ty->Element, Declarator);
  if (!F.ResultOutside.empty())
    return F.ResultOutside + " " + Declarator;
  return F.Result ? declarator(F.Result, Declarator) : "void " + Declarator;
}

/// V declared as a parameter that is called Name.
static std::string parameter(const Variable &V, llvm::StringRef Name) {
  if (!V.Outside.empty())
    return emit::outsideParameter(V, Name);
  if (V.ByValue)
    return declarator(V.Ty->Element, Name);
  return declarator(V.Ty, V.RValue ? "&" + Name.str() : Name.str(), V.Const);
}

std::string emit::declaration(const Function &F) {
  std::string Text = specifiers(F);
  if (F.IsStatic && !F.Scope.Class.empty())
    Text = "static " + Text;
  return Text + prototype(F, F.Name, [](const Variable &V) {
           std::string Text = parameter(V, V.Name);
           return V.Default.empty() ? Text : Text + " = " + V.Default;
         });
}

std::string emit::signature(const Function &F) {
  std::string Name = F.Scope.Class.empty() ? F.Name : F.Scope.Class + "::" + F.Name;
  return specifiers(F) + prototype(F, Name, [&](const Variable &V) {
           if (uses(F, &V) || &V == F.Thrown)
             return parameter(V, V.Outside.empty() ? V.Name : emit::outsideName(F, V));
           bool IsHandle = V.Ty->isPointer() || V.Ty->isReference(); // `*/*x*/` reads badly
           return parameter(V, (IsHandle ? " /*" : "/*") + V.Name + "*/");
         });
}

//===-- Definitions -------------------------------------------------------===//

std::string emit::body(const Function &F) {
  llvm::StringSet<> Names = variableNames(F);
  Statements Body(F, Names);
  Body.takeIn([&](const Variable *V) { return uses(F, V); });
  Body.block(F.Body);
  Body.giveBack();
  if (F.Catches.empty())
    return "{\n" + Body.Text + "}\n";
  std::string Text = "{\ntry {\n" + Body.Text + "}";
  for (size_t I = 0; I < F.Catches.size(); ++I)
    Text += " catch (" + F.Catches[I] + ") {\n" +
            (F.Thrown ? F.Thrown->Name + " = new std::exception_ptr(std::current_exception());\n"
                      : "") +
            "return " + std::to_string(I + 1) + ";\n}";
  return Text + "\nreturn 0;\n}\n";
}

std::string emit::enclosed(const Scope &S, llvm::StringRef Text) {
  std::string Open, Close, Path;
  auto Flush = [&] {
    if (Path.empty())
      return;
    Open += "namespace " + Path + " {\n";
    Close = "} // namespace " + Path + "\n" + Close;
    Path.clear();
  };
  for (llvm::StringRef Name : S.Namespaces) {
    bool IsInline = Name.starts_with("inline ");
    if (!Name.empty() && !IsInline) {
      Path += (Path.empty() ? "" : "::") + Name.str();
      continue;
    }
    Flush();
    if (IsInline) {
      Open += Name.str().insert(7, "namespace ") + " {\n";
      Close = "} // " + Name.str().insert(7, "namespace ") + "\n" + Close;
    } else {
      Open += "namespace {\n";
      Close = "} // namespace\n" + Close;
    }
  }
  Flush();
  if (Open.empty())
    return Text.str();
  return Open + "\n" + Text.str() + "\n" + Close;
}

std::string emit::definition(const Function &F) {
  std::string Text;
  llvm::SmallVector<llvm::StringRef, 2> Comment;
  llvm::StringRef(F.HeaderComment).split(Comment, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Comment)
    Text += "// " + Line.str() + "\n";
  return enclosed(F.Scope, Text + signature(F) + " " + body(F));
}

std::string emit::expression(const Expr *E) {
  llvm::StringSet<> None;
  return Expressions(None).exact(E).Text;
}
