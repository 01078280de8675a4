//===- core/verify.cpp - the invariants of Core, checked ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/verify.h"
#include "plugin/core/printer.h"
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

using namespace ad::core;

namespace {

class Verifier {
public:
  explicit Verifier(const Function &F) : F(F) {}
  std::vector<std::string> run();

private:
  void complain(const llvm::Twine &Message);
  void require(bool Holds, const llvm::Twine &Message) {
    if (!Holds)
      complain(Message);
  }

  void declare(const Variable *V);
  void block(const Block &B);
  void scoped(const Block &B);
  void statement(const Stmt &S);
  void loop(const Stmt &S);
  void call(const Stmt &S);
  void target(const Stmt &S);
  void condition(const Expr *E);
  void value(const Expr *E);
  void operands(const Expr &E);
  void types(const Expr &E);

  const Function &F;
  std::vector<std::string> Messages;
  const Stmt *Current = nullptr;
  llvm::DenseSet<const Variable *> Visible;
  llvm::StringMap<const Variable *> Names;
  llvm::StringSet<> Labels;
  unsigned Loops = 0, Breakable = 0;
};

} // namespace

void Verifier::complain(const llvm::Twine &Message) {
  std::string Text = Message.str();
  if (Current) {
    std::string Statement;
    llvm::raw_string_ostream OS(Statement);
    // Only the head of what may be a whole loop.
    print(OS, *Current);
    Text += " in `" + llvm::StringRef(OS.str()).split('\n').first.str() + "`";
  }
  Messages.push_back(std::move(Text));
}

//===-- Variables ---------------------------------------------------------===//

void Verifier::declare(const Variable *V) {
  if (!V)
    return complain("a declaration without a variable");
  require(V->Ty, "variable '" + V->Name + "' has no type");
  require(!Visible.count(V), "variable '" + V->Name + "' is declared twice");
  require(Names.try_emplace(V->Name, V).first->second == V,
          "two variables are named '" + V->Name + "'");
  require(V->Kind != Storage::Local || !V->Ty || !V->Ty->isReference(),
          "local variable '" + V->Name + "' is a reference");
  Visible.insert(V);
}

//===-- Expressions -------------------------------------------------------===//

static unsigned operandCount(ExprKind K) {
  switch (K) {
  case ExprKind::Literal:
  case ExprKind::Variable:
    return 0;
  case ExprKind::Subscript:
  case ExprKind::Binary:
    return 2;
  case ExprKind::Conditional:
    return 3;
  default:
    return 1;
  }
}

void Verifier::operands(const Expr &E) {
  if (E.is(ExprKind::Primitive) || E.is(ExprKind::Opaque) || E.is(ExprKind::Braces))
    return;
  require(E.Operands.size() == operandCount(E.Kind),
          "`" + str(E) + "` has " + llvm::Twine(E.Operands.size()) + " operands");
}

/// The fields of a record by name, those of its bases not.
static const Field *fieldOf(const Type *T, llvm::StringRef Name) {
  for (const Field &Of : T->Fields)
    if (!Of.IsBase && (Of.Name == Name || (!Of.Shadow.empty() && Of.Shadow == Name)))
      return &Of;
  return nullptr;
}

void Verifier::types(const Expr &E) {
  auto Text = [&] { return "`" + str(E) + "`"; };
  const Type *A = E.Operands.empty() ? nullptr : E.operand(0)->Ty;
  switch (E.Kind) {
  case ExprKind::Literal:
    require(!E.Text.empty(), "a literal without text");
    break;
  case ExprKind::Variable:
    require(E.Var->Kind == Storage::Global || Visible.count(E.Var),
            "variable '" + E.Var->Name + "' is used where it is not declared");
    require(E.Ty == E.Var->Ty->nonReference(), "'" + E.Var->Name + "' is used as `" + spell(E.Ty) +
                                                   "` but declared `" + spell(E.Var->Ty) + "`");
    break;
  case ExprKind::Member:
    require(A->isRecord() && fieldOf(A, E.Text), Text() + ": no such field");
    break;
  case ExprKind::Subscript:
    require(A->isPointer() || A->isArray(),
            Text() + " is a subscript of neither array nor pointer");
    require(E.operand(1)->Ty->isInteger(), Text() + ": the subscript is not an integer");
    require(!A->Element || E.Ty == A->Element, Text() + " has not the type of an element");
    break;
  case ExprKind::Dereference:
    require(A->isPointer(), Text() + " dereferences no pointer");
    require(!A->Element || E.Ty == A->Element, Text() + " has not the type pointed to");
    break;
  case ExprKind::AddressOf:
    require(isPlace(E.operand()), Text() + " is the address of no place");
    require(E.Ty->isPointer(), Text() + " is not a pointer");
    break;
  case ExprKind::Conditional:
    require(E.operand(1)->Ty == E.operand(2)->Ty || E.Ty->isReal() || E.Ty->isPointer(),
            Text() + ": the arms differ in type");
    break;
  case ExprKind::Primitive:
    require(E.Ty->isReal(), Text() + " is not a real number");
    break;
  case ExprKind::Braces:
    require(E.Ty->isRecord() || E.Ty->isArray() || E.Operands.empty(),
            Text() + " is neither record nor array");
    require(!E.Ty->isArray() || E.Operands.size() <= E.Ty->Extent,
            Text() + " has too many elements");
    break;
  default:
    break;
  }
}

void Verifier::value(const Expr *E) {
  if (!E)
    return complain("an expression is missing");
  size_t Before = Messages.size();
  walk(E, [&](const Expr *Sub) {
    if (!Sub->Ty) {
      complain("an expression without a type");
      return false;
    }
    if (llvm::is_contained(Sub->Operands, nullptr)) {
      complain("an operand is missing");
      return false;
    }
    operands(*Sub);
    if (Messages.size() == Before)
      types(*Sub);
    return Messages.size() == Before;
  });
}

void Verifier::condition(const Expr *E) {
  value(E);
  require(!E || !E->Ty || E->Ty->isScalar() || E->Ty->is(TypeKind::Opaque),
          "the condition is no scalar");
}

//===-- Statements --------------------------------------------------------===//

void Verifier::target(const Stmt &S) {
  value(S.Target);
  if (!S.Target || !S.Target->Ty)
    return;
  if (!isPlace(S.Target))
    return complain("`" + str(*S.Target) + "` is assigned but is no place");
  const Variable *Root = rootVariable(S.Target);
  if (!Root)
    return;
  require(!Root->Const, "constant '" + Root->Name + "' is assigned");
  require(Root->Kind != Storage::Parameter || Root->Ty->isReference(),
          "parameter '" + Root->Name + "' is assigned");
}

void Verifier::call(const Stmt &S) {
  if (!S.Callee)
    return complain("a call of nothing");
  require(S.Operands.size() == S.Callee->Params.size(),
          "'" + S.Callee->Name + "' has " + llvm::Twine(S.Callee->Params.size()) +
              " parameters and gets " + llvm::Twine(S.Operands.size()) + " arguments");
  for (auto [Argument, Parameter] : llvm::zip(S.Operands, S.Callee->Params))
    require(!Parameter->Ty->isReference() || Parameter->Ty->ElementConst || !Argument ||
                isPlace(Argument),
            "parameter '" + Parameter->Name + "' is a reference and its argument no place");
  if (!S.Var)
    return;
  if (S.Declares)
    return declare(S.Var);
  require(Visible.count(S.Var) || S.Var->Kind == Storage::Global,
          "variable '" + S.Var->Name + "' is used where it is not declared");
  require(!S.Var->Const, "constant '" + S.Var->Name + "' is assigned");
}

void Verifier::loop(const Stmt &S) {
  llvm::DenseSet<const Variable *> Outside = Visible;
  block(S.Init);
  llvm::DenseSet<const Variable *> InLoop = Visible;
  ++Loops;
  ++Breakable;
  auto Test = [&] {
    block(S.Setup);
    Current = &S;
    if (S.Value)
      condition(S.Value);
  };
  if (S.Form == LoopForm::DoWhile) {
    scoped(S.body());
    scoped(S.Step);
    Test();
  } else {
    Test();
    scoped(S.body());
    Visible = InLoop;
    scoped(S.Step);
  }
  --Loops;
  --Breakable;
  Visible = std::move(Outside);
}

void Verifier::statement(const Stmt &S) {
  for (const Expr *Operand : S.Operands)
    value(Operand);
  switch (S.Kind) {
  case StmtKind::Declare:
    if (S.Value)
      value(S.Value);
    require(!S.Value || !S.Var || !S.Var->Shadow, "a shadow is declared with a value");
    return declare(S.Var);
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    value(S.Value);
    return target(S);
  case StmtKind::Call:
    return call(S);
  case StmtKind::If:
    condition(S.Value);
    scoped(S.Then);
    return scoped(S.Else);
  case StmtKind::Loop:
    return loop(S);
  case StmtKind::Switch:
    value(S.Value);
    ++Breakable;
    for (const SwitchCase &Case : S.Cases)
      scoped(Case.Body);
    --Breakable;
    return;
  case StmtKind::Break:
    return require(Breakable, "a break outside of loops and switches");
  case StmtKind::Continue:
    return require(Loops, "a continue outside of loops");
  case StmtKind::Return: {
    bool IsVoid = !F.Result || F.Result->isVoid();
    require(IsVoid == !S.Value, IsVoid ? "a value is returned" : "no value is returned");
    if (S.Value)
      value(S.Value);
    return;
  }
  case StmtKind::Block:
    return scoped(S.Then);
  case StmtKind::Opaque:
    return require(!S.Text.empty(), "an opaque statement without text");
  case StmtKind::Record:
    return value(S.Value);
  case StmtKind::Restore:
    return S.Declares ? declare(S.Var) : S.Target ? target(S) : void();
  case StmtKind::RecordArray:
    value(S.Value);
    for (const Expr *Extent : S.Operands)
      value(Extent);
    require(S.Var && S.Var->Ty->isPointer(), "an array on the tape needs a pointer");
    return S.Declares ? declare(S.Var) : void();
  case StmtKind::ReleaseArray:
    return require(S.Var && Visible.count(S.Var), "an unknown array is released");
  case StmtKind::Goto:
    return require(Labels.contains(S.Text), "there is no label '" + S.Text + "'");
  case StmtKind::Label:
  case StmtKind::Comment:
    return;
  }
}

void Verifier::block(const Block &B) {
  for (const Stmt *S : B.Stmts) {
    if (!S) {
      complain("a null statement");
      continue;
    }
    Current = S;
    statement(*S);
    bool Leaves = S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Return);
    Current = S;
    require(!Leaves || S == B.Stmts.back(), "statements follow one that leaves the block");
  }
  Current = nullptr;
}

void Verifier::scoped(const Block &B) {
  llvm::DenseSet<const Variable *> Outside = Visible;
  block(B);
  Visible = std::move(Outside);
}

std::vector<std::string> Verifier::run() {
  for (const Variable *Parameter : F.Params)
    declare(Parameter);
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::Label))
      require(Labels.insert(S->Text).second, "two labels are named '" + S->Text + "'");
  });
  block(F.Body);
  return std::move(Messages);
}

std::vector<std::string> ad::core::verify(const Function &F) { return Verifier(F).run(); }
