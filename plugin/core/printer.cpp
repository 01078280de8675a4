//===- core/printer.cpp - Core as text ------------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/printer.h"
#include "plugin/core/spell.h"

using namespace ad::core;
using llvm::raw_ostream;

//===-- Expressions -------------------------------------------------------===//

static void printList(raw_ostream &OS, llvm::ArrayRef<const Expr *> List) {
  llvm::interleave(
      List, [&](const Expr *E) { E ? print(OS, *E) : void(OS << "null"); }, [&] { OS << ", "; });
}

static void printOperand(raw_ostream &OS, const Expr &E) {
  bool Grouped = E.is(ExprKind::Binary) || E.is(ExprKind::Conditional);
  OS << (Grouped ? "(" : "");
  print(OS, E);
  OS << (Grouped ? ")" : "");
}

/// Text with its holes filled in.
static void printFilled(raw_ostream &OS, llvm::StringRef Text,
                        llvm::ArrayRef<const Expr *> Operands) {
  OS << '`';
  for (size_t I = 0; I < Text.size(); ++I) {
    size_t Length = 0;
    while (Text[I] == '$' && I + 1 + Length < Text.size() && isdigit(Text[I + 1 + Length]))
      ++Length;
    unsigned Hole = 0;
    if (!Length || Text.substr(I + 1, Length).getAsInteger(10, Hole) || Hole >= Operands.size()) {
      OS << Text[I];
      continue;
    }
    print(OS, *Operands[Hole]);
    I += Length;
  }
  OS << '`';
}

void ad::core::print(raw_ostream &OS, const Expr &E) {
  switch (E.Kind) {
  case ExprKind::Literal:
    OS << E.Text;
    break;
  case ExprKind::Variable:
    OS << (E.Var->Kind == Storage::Global ? "@" : "") << E.Var->Name;
    break;
  case ExprKind::Member:
    if (E.operand()->is(ExprKind::Dereference)) {
      printOperand(OS, *E.operand()->operand());
      OS << "->" << E.Text;
    } else {
      printOperand(OS, *E.operand());
      OS << '.' << E.Text;
    }
    break;
  case ExprKind::BaseOf:
    OS << "base<" << spell(E.Ty) << ">(";
    print(OS, *E.operand());
    OS << ')';
    break;
  case ExprKind::Subscript:
    printOperand(OS, *E.operand());
    OS << '[';
    printList(OS, E.Operands[1]);
    OS << ']';
    break;
  case ExprKind::Dereference:
    OS << '*';
    printOperand(OS, *E.operand());
    break;
  case ExprKind::AddressOf:
    OS << '&';
    printOperand(OS, *E.operand());
    break;
  case ExprKind::Unary:
    OS << E.Text;
    printOperand(OS, *E.operand());
    break;
  case ExprKind::Binary:
    printOperand(OS, *E.operand(0));
    OS << ' ' << E.Text << ' ';
    printOperand(OS, *E.operand(1));
    break;
  case ExprKind::Conditional:
    printOperand(OS, *E.operand(0));
    OS << " ? ";
    printOperand(OS, *E.operand(1));
    OS << " : ";
    printOperand(OS, *E.operand(2));
    break;
  case ExprKind::Cast:
    OS << (E.Explicit ? "cast<" : "to<") << spell(E.Ty) << ">(";
    print(OS, *E.operand());
    OS << ')';
    break;
  case ExprKind::Primitive:
    OS << E.Text << '(';
    printList(OS, E.Operands);
    OS << ')';
    break;
  case ExprKind::Opaque:
    printFilled(OS, E.Text, E.Operands);
    break;
  case ExprKind::Braces:
    OS << spell(E.Ty) << '{';
    printList(OS, E.Operands);
    OS << '}';
    break;
  }
}

//===-- Statements --------------------------------------------------------===//

static void printDeclared(raw_ostream &OS, const Variable &V) {
  OS << V.Name << ": " << (V.Static ? "static " : "");
  if (V.Const && V.Ty->isPointer()) // `const` before a pointer would be read as the pointee's
    OS << "constant ";
  else if (V.Const)
    OS << "const ";
  OS << spell(V.Ty);
  if (V.Constant)
    OS << " inactive";
  if (V.AddressTaken)
    OS << " addressed";
  if (V.Shadow)
    OS << " shadow";
  if (V.Temporary)
    OS << " temporary";
}

/// Whether the statement fits between the semicolons of a loop's head.
static bool isSimple(const Stmt &S) {
  return S.is(StmtKind::Declare) || S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate);
}

static void printSimple(raw_ostream &OS, const Stmt &S) {
  if (S.is(StmtKind::Declare)) {
    printDeclared(OS, *S.Var);
    if (S.Value) {
      OS << " = ";
      printList(OS, S.Value);
    }
    return;
  }
  printList(OS, S.Target); // a missing part shows as null: the verifier prints such statements
  OS << (S.is(StmtKind::Assign) ? " = " : " += ");
  printList(OS, S.Value);
}

static void printBraced(raw_ostream &OS, const Block &B, unsigned Indent) {
  OS << " {\n";
  print(OS, B, Indent + 1);
  OS.indent(Indent * 2) << '}';
}

static void printLoop(raw_ostream &OS, const Stmt &S, unsigned Indent) {
  auto AllSimple = [](const Block &B) {
    return llvm::all_of(B.Stmts, [](const Stmt *S) { return isSimple(*S); });
  };
  auto Inline = [&](const Block &B) {
    llvm::interleave(
        B.Stmts, [&](const Stmt *Part) { printSimple(OS, *Part); }, [&] { OS << ", "; });
  };
  auto Part = [&](llvm::StringRef Name, const Block &B) {
    OS.indent(Indent * 2 + 2) << Name;
    printBraced(OS, B, Indent + 1);
    OS << '\n';
  };
  bool InitInline = AllSimple(S.Init), StepInline = AllSimple(S.Step);
  OS << (S.Form == LoopForm::DoWhile ? "do" : S.Form == LoopForm::While ? "while" : "for");
  bool HasInit = !S.Init.empty() && InitInline, HasStep = !S.Step.empty() && StepInline;
  if (HasInit || HasStep || S.Form == LoopForm::For) {
    OS << (HasInit ? " " : "");
    Inline(InitInline ? S.Init : Block());
    OS << ';';
  }
  if (S.Value) {
    OS << ' ';
    printList(OS, S.Value);
  }
  if (HasStep || S.Form == LoopForm::For) {
    OS << (HasStep ? "; " : ";");
    Inline(StepInline ? S.Step : Block());
  }
  OS << " {\n";
  if (!InitInline)
    Part("init", S.Init);
  if (!S.Setup.empty())
    Part("setup", S.Setup);
  print(OS, S.body(), Indent + 1);
  if (!StepInline)
    Part("step", S.Step);
  OS.indent(Indent * 2) << '}';
}

static void printEnds(raw_ostream &OS, const Stmt &S) {
  for (const Stmt::End &End : S.Ends) {
    OS << (&End == S.Ends.data() ? " ends " : ", ");
    print(OS, *End.Place);
  }
}

static void printOpaque(raw_ostream &OS, const Stmt &S) {
  OS << "opaque ";
  printFilled(OS, S.Text, S.Operands);
  if (!S.Writes.empty() || S.WritesUnknown)
    OS << " writes ";
  printList(OS, S.Writes);
  if (S.WritesUnknown)
    OS << (S.Writes.empty() ? "unknown" : ", unknown");
  if (S.NoReturn)
    OS << " noreturn";
  printEnds(OS, S);
}

/// `v: T = ` or `v = ` or nothing.
static void printResult(raw_ostream &OS, const Stmt &S) {
  if (!S.Var)
    return;
  if (S.Declares)
    printDeclared(OS, *S.Var);
  else
    OS << S.Var->Name;
  OS << " = ";
}

static void printKind(raw_ostream &OS, const Stmt &S, unsigned Indent) {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    printSimple(OS, S);
    break;
  case StmtKind::Call:
    printResult(OS, S);
    OS << "call " << (S.Callee->SourceName.empty() ? S.Callee->Name : S.Callee->SourceName) << '(';
    printList(OS, S.Operands);
    OS << ')';
    break;
  case StmtKind::If:
    OS << "if ";
    printList(OS, S.Value);
    printBraced(OS, S.Then, Indent);
    if (!S.Else.empty()) {
      OS << " else";
      printBraced(OS, S.Else, Indent);
    }
    break;
  case StmtKind::Loop:
    printLoop(OS, S, Indent);
    break;
  case StmtKind::Switch:
    OS << "switch ";
    printList(OS, S.Value);
    OS << " {\n";
    for (const SwitchCase &Case : S.Cases) {
      OS.indent(Indent * 2) << (Case.Labels.empty() ? "default" : "case ");
      printList(OS, Case.Labels);
      OS << ":\n";
      print(OS, Case.Body, Indent + 1);
    }
    OS.indent(Indent * 2) << '}';
    break;
  case StmtKind::Break:
    OS << "break";
    break;
  case StmtKind::Continue:
    OS << "continue";
    break;
  case StmtKind::Return:
    OS << "return";
    if (S.Value) {
      OS << ' ';
      printList(OS, S.Value);
    }
    break;
  case StmtKind::Block:
    OS << (S.Checkpoint ? "checkpoint" : "block");
    printBraced(OS, S.Then, Indent);
    break;
  case StmtKind::Opaque:
    printOpaque(OS, S);
    break;
  case StmtKind::Record:
    OS << "push ";
    printList(OS, S.Value);
    break;
  case StmtKind::Restore:
    if (S.Declares) {
      printResult(OS, S);
      OS << "pop";
      break;
    }
    if (!S.Target) {
      OS << "pop";
      break;
    }
    OS << "pop ";
    printList(OS, S.Target);
    break;
  case StmtKind::RecordArray:
    printResult(OS, S);
    OS << "array<" << spell(S.Var->Ty->Element) << ">(";
    printList(OS, S.Value);
    for (const Expr *Extent : S.Operands) {
      OS << ", ";
      printList(OS, Extent);
    }
    OS << ')';
    break;
  case StmtKind::ReleaseArray:
    OS << "release " << S.Var->Name;
    break;
  case StmtKind::Goto:
    OS << "goto " << S.Text;
    break;
  case StmtKind::Label:
    OS << S.Text << ':';
    break;
  case StmtKind::Comment:
    OS << "// " << S.Text;
    break;
  }
}

void ad::core::print(raw_ostream &OS, const Stmt &S, unsigned Indent) {
  OS.indent(Indent * 2);
  printKind(OS, S, Indent);
  if (!S.Note.empty())
    OS << " // " << S.Note;
  OS << '\n';
}

void ad::core::print(raw_ostream &OS, const Block &B, unsigned Indent) {
  for (const Stmt *S : B.Stmts)
    print(OS, *S, Indent);
}

void ad::core::print(raw_ostream &OS, const Function &F) {
  OS << "function " << (F.Scope.Class.empty() ? "" : F.Scope.Class + "::") << F.Name << '(';
  llvm::interleave(
      F.Params, [&](const Variable *V) { printDeclared(OS, *V); }, [&] { OS << ", "; });
  OS << ") -> " << (F.Result ? spell(F.Result) : "void");
  printBraced(OS, F.Body, 0);
  OS << '\n';
}

std::string ad::core::str(const Expr &E) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, E);
  return Text;
}

std::string ad::core::str(const Block &B) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, B);
  return Text;
}
