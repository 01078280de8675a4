//===- lower/attempts.cpp - members of the library that throw -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a try block whose throws are jumps (throws.cpp), what the library throws becomes a jump, too:
// a statement with such a call is attempted (exceptions.cpp) before it runs.
//
//   const int caught_1 = f_attempt(v, i);
//   if (caught_1 != 0) {
//     caught = caught_1;
//     the mark
//   }
//   s += v[i];
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/exceptions.h"
#include "plugin/lower/function.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

bool throwsByName(llvm::StringRef Name) {
  return llvm::is_contained(
             {"at", "value", "get", "substr", "__throw_out_of_range", "__throw_bad_function_call"},
             Name) ||
         llvm::is_contained({"stoi", "stol", "stoll", "stoul", "stoull", "stof", "stod", "stold"},
                            Name);
}

/// Whether Text calls one of these.
static bool callsThrowing(llvm::StringRef Text) {
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    Text = Text.drop_until(InName);
    llvm::StringRef Name = Text.take_while(InName);
    Text = Text.drop_front(Name.size());
    if (throwsByName(Name) && (Text.starts_with("(") || Text.starts_with("<")))
      return true;
  }
  return false;
}

bool callsThrowing(const core::Stmt &S) {
  bool Found = S.is(StmtKind::Opaque) && !S.NoReturn && callsThrowing(S.Text);
  core::forEachExpr(S, [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *X) {
      Found |= X->is(ExprKind::Opaque) && callsThrowing(X->Text);
      return !Found;
    });
  });
  return Found;
}

void FunctionLowering::refuseAttempt(const core::Stmt *S) {
  error(SourceLocation::getFromRawEncoding(S->Loc),
        "cannot differentiate this in a try block that changes variables before it throws: it may "
        "throw, too",
        "test for what is wrong in the block, and throw there");
}

/// `asked = E` for the statement `x = E` of text, where x is all that it writes. Null: it is none.
static core::Expr *assignedText(core::Module &M, const core::Stmt &S) {
  llvm::StringRef Text = S.Text;
  auto IsObject = [](const core::Expr *W) { return W->Ty->is(core::TypeKind::Opaque); };
  if (!S.is(StmtKind::Opaque) || S.WritesUnknown || S.Operands.empty() ||
      !Text.consume_front("$0 = ") || Text.contains("++") || Text.contains("--") ||
      Text.contains(" = ") || !llvm::all_of(S.Writes, [&](const core::Expr *W) {
        return core::equal(W, S.Operands[0]) || IsObject(W);
      }))
    return nullptr;
  core::Expr *E = M.expr(ExprKind::Opaque, S.Operands[0]->Ty, S.Loc);
  for (size_t At; (At = Text.find('$')) != llvm::StringRef::npos;) {
    E->Text += Text.take_front(At + 1);
    Text = Text.drop_front(At + 1);
    unsigned Number = 0;
    Text.consumeInteger(10, Number);
    E->Text += std::to_string(Number - 1);
  }
  E->Text += Text;
  E->Operands.append(S.Operands.begin() + 1, S.Operands.end());
  E->ReadsMemory = true;
  return E;
}

/// The value that S, itself, computes by such a call. Null: it is a check, or does something else.
static const core::Expr *askedBy(core::Module &M, const core::Stmt &S) {
  return S.is(StmtKind::Opaque) ? assignedText(M, S) : S.Value;
}

/// S is about to be emitted: where it calls a member of the library that throws, the objects that
/// are alive are destroyed first.
void FunctionLowering::unwindAhead(core::Stmt *S) {
  const bool Alive = llvm::any_of(
      Lifetimes, [](auto &Life) { return !Life.Objects.empty() || !Life.Parts.empty(); });
  if (Unwinding || F.Failed || (!Alive && Tries.empty()) || !callsThrowing(*S))
    return;
  if (InTry && Tries.empty())
    return notePassed(TryLifetimes);
  SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc);
  if (!Tries.empty()) {
    bool Inside = false;
    for (size_t I = Tries.front().Lifetimes; I < Lifetimes.size(); ++I)
      Inside |= !Lifetimes[I].Objects.empty() || !Lifetimes[I].Parts.empty();
    if (!Inside)
      NothingAlive.insert(S);
    else {
      core::Block Before;
      attemptMember(S, Before, /*Destroys=*/true);
      AttemptedAhead.insert(S);
      Out->Stmts.insert(Out->Stmts.end(), Before.Stmts.begin(), Before.Stmts.end());
    }
    return;
  }
  const core::Block Effects = effectsOfEnds(0, /*Inside=*/false);
  if (Effects.empty())
    return;
  // What throws is asked in an attempt, and does so, or what it threw is thrown, behind the
  // destructors.
  core::Stmt *Throws = stmt(StmtKind::Opaque, Loc);
  if (const core::Expr *Asked = askedBy(M, *S)) {
    Throws->Text = "(void)$0";
    Throws->Operands = {Asked};
  } else {
    *Throws = *S;
  }
  core::Block Tried;
  Tried.add(Throws);
  const bool Check = Throws->is(StmtKind::Opaque) && Throws->Writes.empty() &&
                     !Throws->WritesUnknown && !Throws->Frees;
  if (!Check || S->is(StmtKind::Loop) || S->is(StmtKind::Call))
    return error(Loc,
                 "cannot differentiate this: it may throw, and a destructor that the exception "
                 "runs changes more than its object",
                 "test for what is wrong, and throw in the function");
  const bool Changes =
      llvm::any_of(Throws->Operands, [&](const core::Expr *E) { return mayChange(Effects, E); });
  core::Variable *Thrown = Changes ? declareThrown(Loc) : nullptr;
  core::Stmt *Attempt = attempt(Tried, {"..."}, Thrown, Loc);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  If->Value =
      binary("!=", name(Attempt->Var, Loc), literal("0", M.intType(), Loc), M.boolType(), Loc);
  If->Then = Effects;
  core::Stmt *Leaves = stmt(StmtKind::Opaque, Loc);
  *Leaves = *Throws;
  if (Thrown) {
    Leaves->Text = "std::rethrow_exception(*$0)";
    Leaves->Operands = {name(Thrown, Loc)};
    If->Then.add(endThrown(Thrown, Loc));
  }
  Leaves->NoReturn = true;
  If->Then.add(Leaves);
  Out->add(Attempt);
  Out->add(If);
}

/// Adds to Before the attempt of S, and what is done where it fails.
void FunctionLowering::attemptMember(core::Stmt *S, core::Block &Before, bool Destroys) {
  SourceLocation Loc = SourceLocation::getFromRawEncoding(S->Loc);
  core::Block Tried;
  Tried.add(S);
  const core::Expr *Value =
      S->is(StmtKind::If) || S->is(StmtKind::Switch) ? S->Value : assignedText(M, *S);
  if (Value) {
    core::Stmt *Asked = stmt(StmtKind::Declare, Loc);
    Asked->Var = F.variable("asked", Value->Ty);
    Asked->Value = Value;
    Tried.Stmts = {Asked};
  }
  std::string Trace = leavesTraces(Tried, Tried.Stmts.back());
  const bool Unseen = Tries.back().Destroys && !Destroys && !NothingAlive.contains(S);
  if (S->is(StmtKind::Loop) || !Trace.empty() || Unseen)
    return refuseAttempt(S);
  core::Stmt *If = stmt(StmtKind::If, Loc);
  const core::Stmt *Attempt = attemptInside(Tried, Destroys, Loc, Before, If->Then);
  If->Value =
      binary("!=", name(Attempt->Var, Loc), literal("0", M.intType(), Loc), M.boolType(), Loc);
  Before.add(If);
}

/// Adds to Before the attempt of Tried, which may throw to any of the try blocks around it, and to
/// Jumps what leaves for the handler that catches. Destroys: it ends what lives up to there.
const core::Stmt *FunctionLowering::attemptInside(const core::Block &Tried, bool Destroys,
                                                  SourceLocation Loc, core::Block &Before,
                                                  core::Block &Jumps) {
  // Handlers that no other one hides, innermost first.
  std::vector<std::string> Catches;
  std::vector<std::pair<size_t, unsigned>> Numbers;
  core::Variable *Thrown = nullptr;
  for (size_t T = Tries.size(); T-- > 0;) {
    for (unsigned I = 0; I < Tries[T].Try->getNumHandlers(); ++I) {
      const CXXCatchStmt *Handler = Tries[T].Try->getHandler(I);
      bool Hidden = llvm::any_of(Numbers, [&](auto &Earlier) {
        return catches(L.S, Tries[Earlier.first].Try->getHandler(Earlier.second)->getCaughtType(),
                       Handler->getCaughtType());
      });
      if (Hidden)
        continue;
      Catches.push_back(caughtBy(Handler));
      Numbers.push_back({T, I});
      if (Tries[T].Thrown && !Thrown)
        Thrown = Tries[T].Thrown;
    }
  }
  core::Stmt *Attempt = attempt(Tried, Catches, Thrown, Loc);
  endEffectsUnlessCaught(Attempt);
  Before.add(Attempt);
  const core::Expr *Number = name(Attempt->Var, Loc);
  bool Alone = llvm::all_of(Numbers, [&](auto &N) { return N.first + 1 == Tries.size(); }) &&
               Numbers.size() == Tries.back().Try->getNumHandlers();
  auto LeaveFor = [&](size_t T, const core::Expr *Handler) {
    if (Destroys)
      unwindDownTo(Tries[T].Lifetimes);
    append(leaveFor(T, Handler, Loc));
  };
  if (Alone) {
    Jumps = capture([&] { LeaveFor(Tries.size() - 1, Number); });
    return Attempt;
  }
  core::Block *Rest = &Jumps;
  for (size_t I = 0; I < Numbers.size(); ++I) {
    const auto T = Numbers[I].first;
    const auto Handler = Numbers[I].second;
    core::Block Jump = capture([&] {
      if (Tries[T].Thrown && Tries[T].Thrown != Thrown)
        assign(name(Tries[T].Thrown, Loc), name(Thrown, Loc), Loc);
      LeaveFor(T, literal(std::to_string(Handler + 1), M.intType(), Loc));
    });
    if (I + 1 == Numbers.size()) {
      *Rest = std::move(Jump);
      break;
    }
    core::Stmt *This = stmt(StmtKind::If, Loc);
    This->Value =
        binary("==", Number, literal(std::to_string(I + 1), M.intType(), Loc), M.boolType(), Loc);
    This->Then = std::move(Jump);
    Rest->add(This);
    Rest = &This->Else;
  }
  return Attempt;
}

/// Attempts what in B, the innermost try block, calls members of the library that throw.
void FunctionLowering::attemptMembers(core::Block &B) {
  core::Block Done;
  const core::Stmt *Last = nullptr;
  for (core::Stmt *S : B.Stmts) {
    core::forEachBlock(*S, [&](core::Block &Inner) { attemptMembers(Inner); });
    bool Again = Last && Last->is(StmtKind::Opaque) && S->is(StmtKind::Opaque) &&
                 Last->Text == S->Text && llvm::StringRef(S->Text).starts_with("(void)") &&
                 llvm::equal(Last->Operands, S->Operands, core::equal);
    if (Again)
      continue; // it has just been attempted
    // The attempts in a block inside of this one know its handlers.
    const bool Attempts = S->is(StmtKind::Call) && !S->Callee->Catches.empty();
    if (S->is(StmtKind::Call) && !Attempts && mayThrow(S->Callee) && !F.Failed)
      refuseAttempt(S);
    else if (callsThrowing(*S) && !F.Failed && !AttemptedAhead.contains(S))
      attemptMember(S, Done);
    Done.add(S);
    Last = S;
  }
  B = std::move(Done);
}

} // namespace ad::lower
