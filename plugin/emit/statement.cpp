//===- emit/statement.cpp - Core statements -> C++ text -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/emit/statement.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/emit/outside.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ad;
using namespace ad::core;
using namespace ad::emit;

const Variable *emit::tapeOf(const Function &F) {
  for (const Variable *V : F.Params)
    if (V->Ty->nonReference()->Spelling == "ad::tape")
      return V;
  for (const Variable &V : F.Locals)
    if (V.Ty->nonReference()->Spelling == "ad::tape")
      return &V;
  return nullptr;
}

bool emit::hasContinue(const Block &B) {
  return llvm::any_of(B.Stmts, [](const Stmt *S) {
    if (S->is(StmtKind::Continue))
      return true;
    if (S->is(StmtKind::Loop))
      return false;
    return hasContinue(S->Then) || hasContinue(S->Else) ||
           llvm::any_of(S->Cases, [](const SwitchCase &C) { return hasContinue(C.Body); });
  });
}

Statements::Statements(const Function &F, const llvm::StringSet<> &Variables)
    : F(F), Variables(Variables), Print(Variables) {
  if (const Variable *V = tapeOf(F))
    Tape = V->Name;
  for (const auto &Name : F.Names)
    Names.insert(Name.getKey());
  for (const auto &Name : Variables)
    Names.insert(Name.getKey());
}

std::string Statements::freshName(llvm::StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned I = 1; !Names.insert(Name).second; ++I)
    Name = (Wanted + llvm::Twine("_") + llvm::Twine(I)).str();
  return Name;
}

//===-- Lines -------------------------------------------------------------===//

void Statements::line(llvm::StringRef Content, llvm::StringRef Note) {
  Text.append(Indent * 2, ' ');
  Text += Content;
  if (!Note.empty())
    Text += " // " + Note.str();
  Text += '\n';
}

void Statements::open(llvm::StringRef Head, llvm::StringRef Note) {
  line(Head.empty() ? "{" : Head.str() + " {", Note);
  ++Indent;
}

void Statements::close(llvm::StringRef Tail) {
  --Indent;
  line("}" + Tail.str());
}

void Statements::comment(llvm::StringRef Comment) {
  llvm::SmallVector<llvm::StringRef, 2> Lines;
  Comment.split(Lines, '\n');
  for (llvm::StringRef Line : Lines)
    line(Line.starts_with("//") || Line.starts_with("/*") ? Line.str() : "// " + Line.str());
}

/// Whether an array of Ts on the tape is zero bytes: objects that cannot be made by `{}` are
/// adjoints there; so is an empty optional.
static bool startsAsBytes(const Type *T) {
  return T->isRecord() && (!T->ZeroByBraces || holdsTagged(T));
}

/// Whether First records a pointer to an array of the tape for which Second makes another.
static bool nests(const Stmt &First, const Stmt &Second) {
  if (!First.is(StmtKind::Record) || !Second.is(StmtKind::RecordArray) || Second.Declares ||
      !First.Value->is(ExprKind::Variable) || First.Value->Var != Second.Var)
    return false;
  const Type *Leaf = Second.Var->Ty->Element;
  if (holdsVector(Leaf))
    return false;
  while (Leaf->isArray() || Leaf->isPointer())
    Leaf = Leaf->Element;
  return Leaf->isScalar() || !startsAsBytes(Leaf);
}

/// Whether First releases an array of the tape and Second takes back the one before.
static bool unnests(const Stmt &First, const Stmt &Second) {
  return First.is(StmtKind::ReleaseArray) && Second.is(StmtKind::Restore) && !Second.Declares &&
         Second.Target && Second.Target->is(ExprKind::Variable) && Second.Target->Var == First.Var;
}

void Statements::block(const Block &B) {
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    const Stmt &S = *B.Stmts[I];
    const Stmt *Next = I + 1 < B.Stmts.size() ? B.Stmts[I + 1] : nullptr;
    if (Next && nests(S, *Next)) {
      line(Tape + ".nest(" + S.Value->Var->Name + ", " + extents(*Next) + ");", Next->Note);
      ++I;
    } else if (Next && unnests(S, *Next)) {
      line(Tape + ".unnest(" + S.Var->Name + ");", S.Note);
      ++I;
    } else {
      statement(S);
    }
  }
  if (!B.empty() && B.Stmts.back()->is(StmtKind::Label)) // a label needs a statement
    Text.insert(Text.size() - 1, ";");
}

/// Whether B is one plain statement, which needs no braces.
static bool isSingle(const Block &B) {
  if (B.Stmts.size() != 1 || B.Stmts[0]->Disjoint) // which comes with a pragma
    return false;
  const Stmt &S = *B.Stmts[0];
  switch (S.Kind) {
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
  case StmtKind::Record:
  case StmtKind::ReleaseArray:
  case StmtKind::Goto:
    return true;
  case StmtKind::Call:
  case StmtKind::Restore:
  case StmtKind::RecordArray:
    return !S.Declares;
  case StmtKind::Opaque:
    return S.Ends.empty() && !llvm::StringRef(S.Text).contains(';') &&
           !llvm::StringRef(S.Text).ends_with("}");
  default:
    return false;
  }
}

/// The sizes of the array that S makes.
std::string Statements::extents(const Stmt &S) const {
  std::string Text = Print.exact(S.Value).Text;
  for (const Expr *Extent : S.Operands)
    Text += ", " + Print.exact(Extent).Text;
  return Text;
}

/// At the beginning of a block: its sums may be formed in any order.
void Statements::reassociate() { Text += "#pragma clang fp reassociate(on)\n"; }

void Statements::headed(llvm::StringRef Head, const Block &B, llvm::StringRef Note,
                        bool Reassociates) {
  if (!isSingle(B) || Reassociates) {
    open(Head, Note);
    if (Reassociates)
      reassociate();
    block(B);
    close();
    return;
  }
  line(Head, Note);
  ++Indent;
  block(B);
  --Indent;
}

//===-- Assignments -------------------------------------------------------===//

static const Expr *stripImplicit(const Expr *E) {
  return E->is(ExprKind::Cast) && !E->Explicit ? E->operand() : E;
}

static bool isLiteralOne(const Expr *E) {
  E = stripImplicit(E);
  return E->is(ExprKind::Literal) && E->Text == "1";
}

/// `x += 1` of integers and pointers is `++x`.
static std::string increment(llvm::StringRef Place, llvm::StringRef Sign, const Expr *Target,
                             const Expr *By, llvm::StringRef ByText) {
  bool Counts = (Target->Ty->isInteger() && !Target->Ty->IsBool) || Target->Ty->isPointer();
  if (Counts && isLiteralOne(By))
    return (llvm::Twine(Sign) + Sign + Place).str();
  return (Place + llvm::Twine(" ") + Sign + "= " + ByText).str();
}

/// The X of `Target = Target op X` (or X op Target) that C++ would evaluate the same way as `Target
/// op= X`; else null.
static const Expr *compoundOperand(const Stmt &S, Numeric &ComputedIn, std::string &Operator) {
  const Expr *Value = S.Value;
  if (Value->Ty == S.Target->Ty)
    Value = stripImplicit(Value);
  if (!Value->is(ExprKind::Binary))
    return nullptr;
  // `x = e * x` too, unless e is a product that reads better in its place.
  const Expr *Left = stripImplicit(Value->operand(0)), *Right = stripImplicit(Value->operand(1));
  bool Commutes = S.Target->Ty->isReal() && (Value->Text == "*" || Value->Text == "+") &&
                  equal(Right, S.Target) && !equal(Left, S.Target) &&
                  !(Left->is(ExprKind::Binary) && Left->Text == Value->Text);
  if (!Commutes && !equal(Left, S.Target))
    return nullptr;
  switch (precedence(Value->Text)) {
  case Multiplicative:
  case Additive:
  case Shift:
  case BitAnd:
  case BitXor:
  case BitOr:
    ComputedIn = numeric(Value->Ty);
    Operator = Value->Text;
    return Value->operand(Commutes ? 0 : 1);
  default:
    return nullptr;
  }
}

/// What binds a member of reference type, in an object that is there already; empty if S does not.
std::string Statements::binding(const Stmt &S) const {
  const Field *F = S.Target->is(ExprKind::Member)
                       ? findField(S.Target->operand()->Ty->nonReference(), S.Target->Text)
                       : nullptr;
  if (!F || !F->Reference)
    return "";
  return "ad::bind<" + std::to_string(F->Offset) + ">(" + Print.place(S.Target->operand()) + ", " +
         Print.argument(S.Value) + ")";
}

std::string Statements::assignment(const Stmt &S) const {
  if (std::string Bound = binding(S); !Bound.empty())
    return Bound;
  std::string Place = Print.written(S.Target);
  Numeric Of = numeric(S.Target->Ty);
  if (S.is(StmtKind::Accumulate)) {
    bool Negative = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
    const Expr *By = Negative ? S.Value->operand() : S.Value;
    return increment(Place, Negative ? "-" : "+", S.Target, By, Print.converted(By));
  }
  Numeric ComputedIn;
  std::string Operator;
  if (const Expr *By = compoundOperand(S, ComputedIn, Operator)) {
    Printed Operand = Print.loose(By);
    bool IsShift = precedence(Operator) == Shift;
    if (Of && !IsShift && usual(Of, Operand.Type) != ComputedIn)
      Operand = Print.exact(By);
    if (!Of || IsShift || usual(Of, Operand.Type) == ComputedIn) {
      if (Operator == "+" || Operator == "-")
        return increment(Place, Operator, S.Target, By, Operand.Text);
      return Place + " " + Operator + "= " + Operand.Text;
    }
  }
  if (holdsReference(S.Target->Ty))
    return "ad::replace(" + Place + ", " + Print.exact(S.Value).Text + ")";
  return Place + " = " + Print.converted(S.Value);
}

//===-- Calls --------------------------------------------------------------===//

/// `v = ` or `T v = ` or nothing.
std::string Statements::result(const Stmt &S) const {
  if (!S.Var)
    return "";
  return (S.Declares ? declared(*S.Var) : S.Var->Name) + " = ";
}

/// The symbol of an operator function, empty for other functions.
static llvm::StringRef operatorSymbol(const Function &Callee) {
  llvm::StringRef Name = Callee.SourceName.empty() ? Callee.Name : Callee.SourceName;
  if (size_t Colons = Name.rfind("::"); Colons != llvm::StringRef::npos)
    Name = Name.substr(Colons + 2);
  if (!Name.consume_front("operator"))
    return "";
  Name = Name.ltrim();
  return Name.empty() || llvm::StringRef("+-*/%^&|~!=<>([").find(Name[0]) == llvm::StringRef::npos
             ? llvm::StringRef()
             : Name;
}

/// The argument E of a call of Callee, for the parameter P, where it chooses Callee only as what
/// the program sees it as: one of a base, or one that may not change. Else it is Plain.
std::string Statements::chosen(const Function &Callee, const Variable &P, const Expr *E,
                               const std::string &Plain) const {
  const bool Pointer = E->is(ExprKind::AddressOf);
  const Expr *Place = Pointer ? E->operand() : E;
  const bool AsBase = Callee.Overloaded && Place->is(ExprKind::BaseOf);
  const bool AsConst = Callee.ConstChooses && isPlace(Place) &&
                       (P.Ty->isPointer() ? Pointer : P.Ty->isReference()) && P.Ty->ElementConst &&
                       P.Ty->Element->isRecord() && !isDeclaredConst(Place);
  if (Callee.ConstChooses && P.Ty->isPointer() && !Pointer && P.Ty->ElementConst &&
      P.Ty->Element->isRecord() && E->Ty->isPointer() && !E->Ty->ElementConst)
    return Print.constant(E);
  return AsBase || AsConst ? (Pointer ? "&" : "") + Print.cast(Place, AsConst) : Plain;
}

/// The arguments of a call of Callee; what a parameter `T &&` takes is cast to it.
std::string Statements::arguments(const Function &Callee, llvm::ArrayRef<const Expr *> List,
                                  llvm::ArrayRef<Variable *> Parameters) const {
  std::string Text;
  for (size_t I = 0; I < List.size(); ++I) {
    bool Moves = I < Parameters.size() && Parameters[I]->RValue;
    if (I < Parameters.size() && Parameters[I]->Outside.size()) {
      Text += (I ? ", " : "") + outsideArgument(*Parameters[I], Print.argument(List[I]));
      continue;
    }
    std::string Argument = Print.argument(List[I]);
    if (I < Parameters.size())
      Argument = chosen(Callee, *Parameters[I], List[I], Argument);
    if (Moves)
      Argument = "static_cast<" + declarator(Parameters[I]->Ty, "&") + ">(" + Argument + ")";
    Text += (I ? ", " : "") + Argument;
  }
  return Text;
}

/// What ends the objects that an exception from S passes by.
std::vector<std::string> Statements::ends(const Stmt &S) {
  std::vector<std::string> Text;
  for (const Stmt::End &End : S.Ends)
    if (!End.Place->is(ExprKind::Literal)) // a null pointer, which leads to nothing
      Text.push_back(Print.filled(End.Text, {End.Place}, /*Changes=*/true) + ";");
  return Text;
}

void Statements::call(const Stmt &S) {
  const Function &Callee = *S.Callee;
  llvm::ArrayRef<const Expr *> Arguments = S.Operands;
  llvm::ArrayRef<Variable *> Parameters = Callee.Params;
  std::string Made, End; // `new (&place) T(` call `)`
  llvm::SmallVector<const Expr *, 8> Others;
  llvm::SmallVector<Variable *, 8> OtherParameters;
  if (Callee.Returned) { // `storage = f_reverse(x, x_bar, storage_bar);`
    for (size_t I = 0; I < Arguments.size(); ++I) {
      if (Parameters[I] == Callee.Returned) {
        Made = Print.place(Arguments[I]) + " = ";
        continue;
      }
      Others.push_back(Arguments[I]);
      OtherParameters.push_back(Parameters[I]);
    }
    Arguments = Others;
    Parameters = OtherParameters;
  }
  if (Callee.MakesResult) {
    const Expr *Place = Arguments.back();
    Made = Place->Ty->Owns ? "::new (static_cast<void *>(&" + Print.place(Place) + ")) " +
                                 spell(Place->Ty) + "("
                           : Print.place(Place) + " = ";
    End = Place->Ty->Owns ? ")" : "";
    Arguments = Arguments.drop_back();
  }
  std::string Name = Callee.SourceName.empty() ? Callee.Name : Callee.SourceName;
  llvm::StringRef Symbol = operatorSymbol(Callee);
  std::string Object; // the first operand of an operator, where it is one
  std::string Call;
  if (Callee.IsConstructor) {
    // The object exists as far as Core is concerned: give it its value.
    const Expr *Pointer = Arguments[0];
    std::string Target = Pointer->is(ExprKind::AddressOf)
                             ? Print.place(Pointer->operand())
                             : "*" + grouped(Print.exact(Pointer), Prefix);
    line(Target + " = " + Name + "(" +
             arguments(Callee, Arguments.drop_front(), Parameters.drop_front()) + ");",
         S.Note);
    return;
  }
  if (Callee.IsMethod) {
    const Expr *Pointer = Arguments[0];
    Arguments = Arguments.drop_front();
    Parameters = Parameters.drop_front();
    bool Qualified = Callee.CalledBySourceName && llvm::StringRef(Name).contains("::");
    // By its name on an object that may change, another overload is found.
    const bool IsPlace = Pointer->is(ExprKind::AddressOf);
    const bool Const = IsPlace ? isDeclaredConst(Pointer->operand()) : Pointer->Ty->ElementConst;
    const bool AsConst = Callee.HasMutableOverload && !Const;
    const bool Changes = !Callee.IsConstMethod && IsPlace && Const;
    if (!Symbol.empty() && !Qualified) {
      Object = AsConst && IsPlace ? Print.cast(Pointer->operand(), true)
               : AsConst          ? "(*" + Print.constant(Pointer) + ")"
               : Changes          ? Print.changing(Pointer->operand())
               : IsPlace          ? Print.object(Pointer->operand(), "operator")
                                  : "(*" + Print.exact(Pointer).Text + ")";
    } else {
      bool OnThis = Pointer->is(ExprKind::Variable) && Pointer->Var->Kind == Storage::This;
      bool Hidden = Variables.contains(Callee.Name);
      llvm::StringRef Method = Callee.CalledBySourceName ? Callee.SourceName : Callee.Name;
      if (Callee.RefQualifier == "&&")
        Call = "static_cast<" + declarator(Pointer->Ty->Element, "&&", Pointer->Ty->ElementConst) +
               ">(" +
               (Pointer->is(ExprKind::AddressOf) ? Print.place(Pointer->operand())
                                                 : "*" + grouped(Print.exact(Pointer), Prefix)) +
               ")." + Method.str();
      else
        Call = AsConst && IsPlace  ? Print.cast(Pointer->operand(), true) + "." + Method.str()
               : AsConst           ? Print.constant(Pointer) + "->" + Method.str()
               : Changes           ? Print.changing(Pointer->operand()) + "." + Method.str()
               : OnThis && !Hidden ? Method.str()
                                   : Print.receiver(Pointer, Method) + Method.str();
    }
  } else if (!Symbol.empty() && !Arguments.empty()) {
    Object =
        chosen(Callee, *Parameters[0], Arguments[0], grouped(Print.exact(Arguments[0]), Prefix));
    Arguments = Arguments.drop_front();
    Parameters = Parameters.drop_front();
  }
  if (Object.empty())
    Call += (Callee.IsMethod ? "" : Name) + "(" + arguments(Callee, Arguments, Parameters) + ")";
  else if (Symbol == "()" || Symbol == "[]")
    Call = Object + Symbol.substr(0, 1).str() + arguments(Callee, Arguments, Parameters) +
           Symbol.substr(1).str();
  else if (Arguments.empty())
    Call = Symbol.str() + Object;
  else // C++ spells an operator with two operands in the middle
    Call = Object + " " + Symbol.str() + " " +
           chosen(Callee, *Parameters[0], Arguments[0], grouped(Print.exact(Arguments[0]), Prefix));
  if (!Callee.ResultOutside.empty() && S.Var)
    Call = "ad::elements_of(" + Call + ").values";
  Call = Made + Call + End;
  if (const std::vector<std::string> Ends = ends(S); !Ends.empty())
    Call = "ad::guarded([&] { return " + Call + "; }, [&] { " + llvm::join(Ends, " ") + " })";
  line(result(S) + Call + ";", S.Note);
  // The adjoint of what was there before the call, which was empty.
  if (Callee.Returned && Callee.Params.back()->ByValue)
    line(Print.place(S.Operands.back()) + " = {};");
}

/// What is pushed must have the very type that is popped.
std::string Statements::recorded(const Expr *E) const {
  Printed P = Print.exact(E);
  bool Deduced = E->is(ExprKind::Variable) || E->is(ExprKind::Member) ||
                 E->is(ExprKind::Subscript) || E->is(ExprKind::Dereference) ||
                 (P.Type && P.Type == numeric(E->Ty));
  return Deduced ? ".push(" + P.Text + ")" : ".push<" + spell(E->Ty) + ">(" + P.Text + ")";
}

//===-- Branches ----------------------------------------------------------===//

void Statements::branch(const Stmt &S) {
  // LLVM's rule: braces for all branches of a chain or for none.
  llvm::SmallVector<const Stmt *, 4> Chain = {&S};
  while (Chain.back()->Else.Stmts.size() == 1 && Chain.back()->Else.Stmts[0]->is(StmtKind::If))
    Chain.push_back(Chain.back()->Else.Stmts[0]);
  const Block &Last = Chain.back()->Else;
  bool Bare = llvm::all_of(Chain, [](const Stmt *If) { return isSingle(If->Then); }) &&
              (Last.empty() || isSingle(Last));
  std::string Before;
  auto Part = [&](const std::string &Head, const Block &B, llvm::StringRef Note) {
    if (Bare) {
      headed(Head, B, Note);
      return;
    }
    open(Before + Head, Note);
    block(B);
    --Indent;
    Before = "} ";
  };
  for (const Stmt *If : Chain)
    Part((If == &S ? "if (" : "else if (") + Print.condition(If->Value) + ")", If->Then, If->Note);
  if (!Last.empty())
    Part("else", Last, {});
  if (!Bare)
    line("}");
}

/// Whether control never reaches what follows S.
static bool leaves(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
  case StmtKind::Goto:
    return true;
  case StmtKind::Opaque:
    return S.NoReturn;
  case StmtKind::If:
    return !S.Then.empty() && !S.Else.empty() && leaves(*S.Then.Stmts.back()) &&
           leaves(*S.Else.Stmts.back());
  default:
    return false;
  }
}

void Statements::choose(const Stmt &S) {
  line("switch (" + Print.loose(S.Value).Text + ") {", S.Note);
  for (const SwitchCase &Case : S.Cases) {
    bool Braced = llvm::any_of(Case.Body.Stmts, [](const Stmt *Part) {
      // A loop's declarations may have to stand before it.
      return Part->is(StmtKind::Declare) || Part->Declares ||
             (Part->is(StmtKind::Loop) && !Part->Init.empty());
    });
    std::string Brace = Braced ? " {" : "";
    if (Case.Labels.empty())
      line("default:" + Brace);
    for (const Expr *Label : Case.Labels)
      line("case " + Print.loose(Label).Text + ":" + (Label == Case.Labels.back() ? Brace : ""));
    ++Indent;
    block(Case.Body);
    if (Case.Body.empty() || !leaves(*Case.Body.Stmts.back()))
      line("break;");
    --Indent;
    if (Braced)
      line("}");
  }
  line("}");
}

//===-- Loops -------------------------------------------------------------===//

/// Whether B can stand between the semicolons of a `for`: expressions, or declarations that share
/// one type specifier.
static bool fitsHead(const Block &B) {
  if (llvm::all_of(B.Stmts, [](const Stmt *S) {
        return S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate) ||
               (S->is(StmtKind::Opaque) && S->Text == "++$0");
      }))
    return true;
  const Variable *First = B.Stmts[0]->Var;
  return llvm::all_of(B.Stmts, [&](const Stmt *S) {
    return S->is(StmtKind::Declare) && !S->Var->Shadow && !S->Var->Static &&
           (B.Stmts.size() == 1 || (S->Value && S->Var->Ty == First->Ty && !First->Ty->Element &&
                                    S->Var->Const == First->Const));
  });
}

std::string Statements::inHead(const Block &B) const {
  std::string Head;
  for (const Stmt *S : B.Stmts) {
    if (!Head.empty())
      Head += ", ";
    if (S->is(StmtKind::Opaque))
      Head += Print.filled(S->Text, S->Operands);
    else if (!S->is(StmtKind::Declare))
      Head += assignment(*S);
    else if (S == B.Stmts[0])
      Head += initialised(*S->Var, S->Value);
    else
      Head += S->Var->Name + " = " + Print.initializer(S->Value);
  }
  return Head;
}

/// `for (T i = n; i > lo;) { --i; ... }`, which people write `for (T i = n; i-- > lo;)`. The loop
/// must own i: the short form leaves another value behind.
static bool countsDownFirst(const Stmt &S) {
  if (S.Form != LoopForm::For || !S.Setup.empty() || !S.Step.empty() || !S.Value ||
      S.Init.Stmts.size() != 1 || !S.Init.Stmts[0]->is(StmtKind::Declare) || S.body().empty())
    return false;
  const Variable *Counter = S.Init.Stmts[0]->Var;
  const Stmt &First = *S.body().Stmts[0];
  auto IsCounter = [&](const Expr *E) {
    return E->is(ExprKind::Variable) && E->Var == Counter && Counter->Ty->isInteger();
  };
  return S.Value->is(ExprKind::Binary) && (S.Value->Text == ">" || S.Value->Text == "!=") &&
         IsCounter(S.Value->operand(0)) && !mentions(S.Value->operand(1), Counter) &&
         First.is(StmtKind::Accumulate) && IsCounter(First.Target) &&
         First.Value->is(ExprKind::Unary) && First.Value->Text == "-" &&
         isLiteralOne(First.Value->operand());
}

/// The body of S in an own scope, then what runs before the next iteration. A `continue` in the
/// body must not skip that: it becomes a jump.
void Statements::loopBody(const Stmt &S, bool StepAtEnd) {
  std::string Outer = std::move(ContinueLabel);
  ContinueLabel.clear();
  if (!StepAtEnd || !hasContinue(S.body())) {
    block(S.body());
    ContinueLabel = std::move(Outer);
    return;
  }
  ContinueLabel = freshName("next");
  std::string Label = ContinueLabel;
  open("");
  block(S.body());
  close();
  ContinueLabel = std::move(Outer);
  --Indent;
  line(Label + ":");
  ++Indent;
}

void Statements::loop(const Stmt &S) {
  std::string Test = S.Value ? Print.condition(S.Value) : "";
  auto LeaveUnlessTest = [&] {
    if (!S.Value)
      return;
    line("if (" + Print.negated(S.Value) + ")");
    ++Indent;
    line("break;");
    --Indent;
  };
  if (S.Form == LoopForm::DoWhile) {
    block(S.Init);
    bool TestAtEnd = !S.Setup.empty() || !S.Step.empty();
    open(TestAtEnd ? "while (true)" : "do", S.Note);
    loopBody(S, TestAtEnd);
    block(S.Step);
    block(S.Setup);
    if (TestAtEnd)
      LeaveUnlessTest();
    close(TestAtEnd ? "" : " while (" + (Test.empty() ? "true" : Test) + ");");
    return;
  }
  if (countsDownFirst(S)) {
    const Expr *Counter = S.Value->operand(0);
    const Expr *Bound = S.Value->operand(1);
    Block Rest;
    Rest.Stmts.assign(S.body().Stmts.begin() + 1, S.body().Stmts.end());
    std::string Outer = std::move(ContinueLabel);
    ContinueLabel.clear();
    headed("for (" + inHead(S.Init) + "; " + Counter->Var->Name + "-- " + S.Value->Text + " " +
               grouped(Print.loose(Bound), static_cast<Precedence>(Relational + 1)) + ";)",
           Rest, S.Note, S.Reassociates);
    ContinueLabel = std::move(Outer);
    return;
  }

  bool StepInHead = fitsHead(S.Step) && (S.Step.empty() || !S.Step.Stmts[0]->Var);
  bool InitInHead = fitsHead(S.Init);
  if (!InitInHead)
    block(S.Init);
  std::string Init = InitInHead ? inHead(S.Init) : "", Step = StepInHead ? inHead(S.Step) : "";
  std::string HeadTest = S.Setup.empty() ? Test : "";
  std::string Head;
  bool Counts = S.Form == LoopForm::For || !Init.empty() || !Step.empty();
  if (Counts && (!Init.empty() || !Step.empty() || HeadTest.empty()))
    Head = "for (" + Init + ";" + (HeadTest.empty() ? "" : " " + HeadTest) + ";" +
           (Step.empty() ? "" : " " + Step) + ")";
  else
    Head = "while (" + (HeadTest.empty() ? "true" : HeadTest) + ")";
  if (S.Setup.empty() && StepInHead) {
    std::string Outer = std::move(ContinueLabel);
    ContinueLabel.clear();
    if (S.Disjoint)
      Text += "#pragma clang loop vectorize(assume_safety)\n";
    headed(Head, S.body(), S.Note, S.Reassociates);
    ContinueLabel = std::move(Outer);
    return;
  }
  open(Head, S.Note);
  block(S.Setup);
  if (!S.Setup.empty())
    LeaveUnlessTest();
  loopBody(S, !StepInHead);
  if (!StepInHead)
    block(S.Step);
  close();
}

//===-- All kinds ---------------------------------------------------------===//

void Statements::statement(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Declare:
    return declare(S);
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    return line(assignment(S) + ";", S.Note);
  case StmtKind::Call:
    return call(S);
  case StmtKind::If:
    return branch(S);
  case StmtKind::Loop:
    return loop(S);
  case StmtKind::Switch:
    return choose(S);
  case StmtKind::Break:
    return line("break;", S.Note);
  case StmtKind::Continue:
    return line(ContinueLabel.empty() ? "continue;" : "goto " + ContinueLabel + ";", S.Note);
  case StmtKind::Return:
    return line(returned(S.Value), S.Note);
  case StmtKind::Block:
    open("", S.Note);
    if (S.Reassociates)
      reassociate();
    block(S.Then);
    return close();
  case StmtKind::Opaque: {
    for (const std::string &End : ends(S))
      line(End);
    std::string Filled = Print.filled(S.Text, S.Operands, /*Changes=*/true);
    llvm::StringRef Trimmed = llvm::StringRef(Filled).rtrim();
    // A brace may also end a value that was filled in.
    bool Ends = Trimmed.ends_with(";") || llvm::StringRef(S.Text).rtrim().ends_with("}");
    return line(Trimmed.str() + (Ends ? "" : ";"), S.Note);
  }
  case StmtKind::Record:
    return line(Tape + recorded(S.Value) + ";", S.Note);
  case StmtKind::Restore:
    if (S.Declares)
      return line(declared(*S.Var) + " = " + Tape + ".pop<" + spell(S.Var->Ty) + ">();", S.Note);
    if (!S.Target)
      return line(Tape + ".pop<" + spell(S.Var->Ty) + ">();", S.Note);
    if (S.Target->Ty->isArray())
      return line(Tape + ".pop(" + Print.place(S.Target) + ");", S.Note);
    return line(Print.place(S.Target) + " = " + Tape + ".pop<" + spell(S.Target->Ty) + ">();",
                S.Note);
  case StmtKind::RecordArray: {
    const Type *Element = S.Var->Ty->Element;
    if (Element->IsVector && Element->Owns) // nobody destroys its elements
      return line(result(S) + "&" + Tape + ".object<ad::vector_storage<" + spell(Element) +
                      ">>()->value();",
                  S.Note);
    if (holdsVector(Element))
      return line(result(S) + Tape + ".object<" + spell(Element) + ">();", S.Note);
    const std::string Extents = extents(S);
    for (size_t I = 0; I < S.Operands.size(); ++I)
      Element = Element->Element;
    const Type *Leaf = Element;
    while (Leaf->isArray())
      Leaf = Leaf->Element;
    const char *Array = startsAsBytes(Leaf) ? ".shadow<" : ".array<";
    return line(result(S) + Tape + Array + spell(Element) + ">(" + Extents + ");", S.Note);
  }
  case StmtKind::ReleaseArray:
    return line(Tape + ".release(" + S.Var->Name + ");", S.Note);
  case StmtKind::Goto:
    return line("goto " + S.Text + ";", S.Note);
  case StmtKind::Label:
    --Indent;
    line(S.Text + ":");
    ++Indent;
    return;
  case StmtKind::Comment:
    return comment(S.Text);
  }
}
