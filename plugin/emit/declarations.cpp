//===- emit/declarations.cpp - declarations of variables ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Most variables are declared as a person would. What has no constructor that may run, derivatives
// of objects among them, is storage (ad/shadow.h), whose strings and maps are brought to life.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/emit/statement.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

std::string Statements::declared(const Variable &V) const {
  return declarator(V.Ty, V.Name, V.Const);
}

/// Whether the value is known to the compiler without evaluating anything.
static bool isConstantExpression(const Expr *E) {
  bool Constant = true;
  core::walk(E, [&](const Expr *Sub) {
    Constant &= Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Braces) ||
                Sub->is(ExprKind::Unary) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Cast);
    return Constant;
  });
  return Constant;
}

/// Whether Text, which starts with a parenthesis, ends with the one that closes it.
static bool isParenthesised(llvm::StringRef Text) {
  int Depth = 0;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (Quote && C == '\\')
      ++I;
    else if (Quote)
      Quote = C == Quote ? 0 : Quote;
    else if (C == '"' || (C == '\'' && !llvm::isAlnum(Text[I - 1])))
      Quote = C;
    else if (llvm::StringRef("([{").contains(C))
      ++Depth;
    else if (llvm::StringRef(")]}").contains(C) && --Depth == 0)
      return I + 1 == Text.size();
  }
  return false;
}

/// Whether Text may be read as a declarator without its type: `n`, `*n`, `n[2]` or nothing.
static bool mayDeclare(llvm::StringRef Text) {
  Text = Text.trim(" *&").take_until([](char C) { return C == '['; });
  return llvm::all_of(Text, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// Whether there are no arguments in Text, `(T(n), k)`, or the first may be read as the declaration
/// of a parameter: then the whole may be read as that of a function.
static bool mayBeParameters(llvm::StringRef Text) {
  if (Text == "()")
    return true;
  int Depth = 0;
  size_t Opens = 0, End = 0;
  for (size_t I = 0; I < Text.size() && !End; ++I) {
    const char C = Text[I];
    if (llvm::StringRef("([{").contains(C))
      Opens = Depth++ == 1 && C == '(' ? I : Opens;
    else if (llvm::StringRef(")]}").contains(C))
      --Depth;
    if (Depth == 0 || (Depth == 1 && C == ',' && Text[I - 1] == ')'))
      End = I;
  }
  const llvm::StringRef First = Text.slice(1, End);
  const llvm::StringRef Type = Text.slice(1, Opens);
  return Opens > 1 && First.ends_with(")") && !Type.ends_with("_cast") &&
         llvm::all_of(Type.take_until([](char C) { return C == '<'; }),
                      [](char C) { return llvm::isAlnum(C) || C == '_' || C == ':'; }) &&
         mayDeclare(Text.slice(Opens + 1, End - 1));
}

/// `int i = 0`: a declaration without its semicolon.
std::string Statements::initialised(const Variable &V, const Expr *Value) const {
  if (!Value)
    return declarator(V.Ty, V.Name);
  // `std::vector<double> v(n)`
  if (Value->is(ExprKind::Opaque) && (V.Ty->IsVector || V.Ty->is(TypeKind::Opaque)) &&
      llvm::StringRef(Value->Text).starts_with(V.Ty->Spelling + "(")) {
    std::string Made = Print.initializer(Value);
    if (llvm::StringRef(Made).starts_with(V.Ty->Spelling + "(")) {
      const std::string Arguments = Made.substr(V.Ty->Spelling.size());
      if (isParenthesised(Arguments) && !mayBeParameters(Arguments))
        return declarator(V.Ty, V.Name, V.Const) + Arguments;
    }
  }
  if (Value->is(ExprKind::Primitive) && V.Ty->IsComplex && Value->Text == "complex")
    return declarator(V.Ty, V.Name, V.Const) +
           Print.initializer(Value).substr(V.Ty->Spelling.size()); // `std::complex<double> z(x, y)`
  if (Value->is(ExprKind::Braces) && V.Ty->IsVector && Value->Operands.empty())
    return declarator(V.Ty, V.Name);
  std::string Text = declarator(V.Ty, V.Name, V.Const) + " = " + Print.initializer(Value);
  if (!V.Static)
    return Text;
  if (V.Const && isConstantExpression(Value))
    return "static constexpr " + declarator(V.Ty, V.Name) + " = " + Print.initializer(Value);
  return "static " + Text;
}

using PartTest = llvm::function_ref<bool(const Type *)>;

static bool isFixedArray(const Type *T) { return T->isArray() && !T->IsVector && !T->IsEigen; }

/// Whether Wanted holds of a T or of one of its parts.
static bool hasPart(const Type *T, PartTest Wanted) {
  return Wanted(T) || (isFixedArray(T) && hasPart(T->Element, Wanted)) ||
         llvm::any_of(T->Fields, [&](const Field &F) { return hasPart(F.Ty, Wanted); });
}

/// The parts for which Wanted holds of the object of type T that Path names; those in arrays are
/// left to InArray.
static void eachPart(const Type *T, const std::string &Path, PartTest Wanted,
                     std::vector<std::string> &Found,
                     llvm::function_ref<void(const Type *, const std::string &)> InArray) {
  // Made of zero bytes, an optional is empty; a variant holds the first of its alternatives.
  if (Wanted(T) || (T->IsTagged && hasPart(T, Wanted)))
    Found.push_back(Path);
  else if (isFixedArray(T) && hasPart(T->Element, Wanted))
    InArray(T, Path);
  else
    for (const Field &F : T->Fields) {
      auto [Before, After] = llvm::StringRef(F.Name).split('$'); // "std::get<0>($)"
      std::string Part = F.IsBase                         ? Path
                         : Before.size() == F.Name.size() ? Path + "." + F.Name
                                                          : (Before + Path + After).str();
      eachPart(F.Ty, Part, Wanted, Found, InArray);
    }
}

/// `ad::construct(o.a, o.b);`: brings the parts of the object to life that zero bytes do not make.
void Statements::construct(const Type *T, const std::string &Path, PartTest Wanted) {
  std::vector<std::string> Parts;
  std::vector<std::pair<const Type *, std::string>> Arrays;
  eachPart(T, Path, Wanted, Parts, [&](const Type *Array, const std::string &In) {
    Arrays.emplace_back(Array->Element, In);
  });
  if (!Parts.empty())
    line("ad::construct(" + llvm::join(Parts, ", ") + ");");
  for (const auto &[Element, In] : Arrays) {
    std::string Each = freshName("each");
    std::vector<std::string> Inner;
    unsigned Deeper = 0;
    eachPart(Element, Each, Wanted, Inner, [&](const Type *, const std::string &) { ++Deeper; });
    bool Braces = Deeper + !Inner.empty() > 1;
    line("for (auto &" + Each + " : " + In + ")" + (Braces ? " {" : ""));
    ++Indent;
    construct(Element, Each, Wanted);
    --Indent;
    if (Braces)
      line("}");
  }
}

/// Whether T is a class of the library's that zero bytes are no object of: a std::string, a set.
static bool isLibraryObject(const Type *T) {
  return T->is(TypeKind::Opaque) && llvm::StringRef(T->Spelling).starts_with("std::");
}

void Statements::declare(const Stmt &S) {
  const Variable &V = *S.Var;
  if (!V.Shadow) {
    line(initialised(V, S.Value) + ";", S.Note);
    return;
  }
  std::string Storage = freshName(V.Name + "_storage");
  // What stands for an object has its strings and the like; derivatives have none. An empty deque
  // has memory.
  auto Constructed = [&V](const Type *T) {
    return T->IsMap || isDeque(T) || (isLibraryObject(T) && (!V.Derivative || diesAsBytes(T)));
  };
  bool Constructs = hasPart(V.Ty, Constructed);
  bool Frees = (holdsVector(V.Ty) || Constructs) && !V.Ty->Owns;
  const char *Kind = V.Ty->IsVector && V.Ty->Owns ? "ad::vector_storage<"
                     : V.Ty->IsMap && V.Ty->Owns  ? "ad::map_storage<"
                     : Frees                      ? "ad::owning_shadow<"
                                                  : "ad::shadow<";
  line(Kind + spell(V.Ty) + "> " + Storage + ";", S.Note);
  Type Reference;
  Reference.Kind = TypeKind::Reference;
  Reference.Element = V.Ty;
  line(declarator(&Reference, V.Name) + " = " + Storage + ".value();");
  if (V.Ty->Owns && !V.Ty->IsVector) {
    std::vector<std::string> Vectors;
    eachPart(
        V.Ty, V.Name, [](const Type *T) { return T->IsVector; }, Vectors,
        [](const Type *, const std::string &) {});
    if (!Vectors.empty())
      line("ad::vectors_of " + freshName(V.Name + "_vectors") + "(" + llvm::join(Vectors, ", ") +
           ");");
  }
  if (Constructs && !(V.Ty->IsMap && V.Ty->Owns))
    construct(V.Ty, V.Name, Constructed);
  if (V.Ty->Owns && !V.Ty->IsMap && !V.Ty->IsVector) {
    std::vector<std::string> Maps;
    eachPart(
        V.Ty, V.Name, [](const Type *T) { return T->IsMap; }, Maps,
        [](const Type *, const std::string &) {});
    if (!Maps.empty())
      line("ad::maps_of " + freshName(V.Name + "_maps") + "(" + llvm::join(Maps, ", ") + ");");
  }
}
