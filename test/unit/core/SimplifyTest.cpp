//===- SimplifyTest.cpp - what a person would not have written ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "Fixture.h"
#include "plugin/core/liveness.h"
#include "plugin/core/verify.h"

using namespace ad::core;

namespace {

class Simplify : public ad::test::CoreTest {
protected:
  Simplify() { F->Result = M.voidType(); }

  std::string simplified() {
    simplify(M, *F);
    EXPECT_EQ(verify(*F), std::vector<std::string>());
    return body();
  }
  Stmt *declare(const Expr *V, const Expr *Value = nullptr) { return B.declare(V->Var, Value); }
  Stmt *opaque(llvm::StringRef Text, std::vector<const Expr *> Operands = {}) {
    Stmt *S = M.stmt(StmtKind::Opaque);
    S->Text = Text.str();
    S->Operands = std::move(Operands);
    return S;
  }
  Block block(std::vector<Stmt *> Stmts) {
    Block Result;
    Result.Stmts = std::move(Stmts);
    return Result;
  }
  Stmt *loop(const Expr *k, std::vector<Stmt *> Body) {
    Stmt *S = M.stmt(StmtKind::Loop);
    S->Init.add(declare(k, B.integer(0)));
    S->Value = op(k, "<", n);
    S->Step.add(B.accumulate(k, B.integer(1)));
    S->Then = block(std::move(Body));
    return S;
  }
  /// A use that keeps its operand alive.
  Stmt *keep(const Expr *E) { return B.assign(B.subscript(p, n), E); }

  const Expr *a = local("a", Double), *b = local("b", Double), *k = local("k", Int);
  const Expr *Zero = number(0), *Less = op(i, "<", n);
};

TEST_F(Simplify, FirstAccumulationDeclares) {
  add(declare(a, Zero));
  add(opaque("step()"));
  add(B.accumulate(a, op(x, "*", y)));
  add(keep(a));
  EXPECT_EQ(simplified(), "  step();\n"
                          "  const double a = x * y;\n"
                          "  p[n] = a;\n");
}

TEST_F(Simplify, FirstAccumulationOfANegative) {
  add(declare(a, Zero));
  add(B.accumulate(a, B.neg(x)));
  add(B.accumulate(a, y));
  add(keep(a));
  EXPECT_EQ(simplified(), "  double a = -x;\n  a += y;\n  p[n] = a;\n");
}

TEST_F(Simplify, AccumulationThatReadsItself) {
  add(declare(a, Zero));
  add(B.accumulate(a, op(a, "+", x)));
  add(keep(a));
  EXPECT_EQ(simplified(), "  double a = 0;\n  a += a + x;\n  p[n] = a;\n");
}

TEST_F(Simplify, DeclarationMovesToItsLoop) {
  add(declare(a, Zero));
  add(opaque("step()"));
  add(loop(k, {B.accumulate(a, B.subscript(p, k))}));
  add(keep(a));
  EXPECT_EQ(simplified(), "  step();\n"
                          "  double a = 0;\n"
                          "  for (int k = 0; k < n; ++k)\n"
                          "    a += p[k];\n"
                          "  p[n] = a;\n");
}

TEST_F(Simplify, DeclarationSinksIntoABranch) {
  add(declare(a));
  add(B.ifThen(Less, block({B.assign(a, op(x, "*", y)), B.accumulate(a, x), keep(a)})));
  EXPECT_EQ(simplified(), "  if (i < n) {\n"
                          "    double a = x * y;\n"
                          "    a += x;\n"
                          "    p[n] = a;\n"
                          "  }\n");
}

TEST_F(Simplify, DeclarationSinksIntoALoopThatAssignsFirst) {
  add(declare(a));
  add(loop(k, {B.assign(a, B.subscript(p, k)), B.assign(B.subscript(p, k), op(a, "*", a))}));
  EXPECT_EQ(simplified(), "  for (int k = 0; k < n; ++k) {\n"
                          "    const double a = p[k];\n"
                          "    p[k] = a * a;\n"
                          "  }\n");
}

TEST_F(Simplify, DeclarationStaysOutsideWhereIterationsMeet) {
  add(declare(a, x));
  add(loop(k, {B.assign(B.subscript(p, k), a), B.assign(a, B.subscript(p, k))}));
  EXPECT_EQ(simplified(), "  double a = x;\n"
                          "  for (int k = 0; k < n; ++k) {\n"
                          "    p[k] = a;\n"
                          "    a = p[k];\n"
                          "  }\n");
}

TEST_F(Simplify, NoDeclarationPassesAJump) {
  Stmt *Jump = M.stmt(StmtKind::Goto), *Label = M.stmt(StmtKind::Label);
  Jump->Text = Label->Text = "done";
  add(declare(a, Zero));
  add(B.ifThen(Less, block({Jump})));
  add(B.accumulate(a, x));
  add(Label);
  add(keep(a));
  EXPECT_EQ(simplified(), "  double a = 0;\n"
                          "  if (i < n)\n"
                          "    goto done;\n"
                          "  a += x;\n"
                          "done:\n"
                          "  p[n] = a;\n");
}

TEST_F(Simplify, DeadStores) {
  add(declare(a, x));
  add(keep(a));
  add(B.assign(a, Zero));
  EXPECT_EQ(simplified(), "  const double a = x;\n  p[n] = a;\n");
}

TEST_F(Simplify, StoresThatTheNextIterationReads) {
  add(declare(a, Zero));
  add(loop(k, {keep(a), B.assign(a, B.subscript(p, k))}));
  EXPECT_EQ(simplified(), "  double a = 0;\n"
                          "  for (int k = 0; k < n; ++k) {\n"
                          "    p[n] = a;\n"
                          "    a = p[k];\n"
                          "  }\n");
}

TEST_F(Simplify, ZeroAtTheEndOfAnIteration) {
  add(loop(k, {declare(a, x), B.accumulate(a, y), keep(a), B.assign(a, Zero)}));
  EXPECT_EQ(simplified(), "  for (int k = 0; k < n; ++k) {\n"
                          "    double a = x;\n"
                          "    a += y;\n"
                          "    p[n] = a;\n"
                          "  }\n");
}

TEST_F(Simplify, VariablesThatOnlyComputeThemselves) {
  add(declare(a, Zero));
  add(loop(k, {B.accumulate(a, a)}));
  EXPECT_EQ(simplified(), "");
}

TEST_F(Simplify, AddressTakenIsSacred) {
  a->Var->AddressTaken = true;
  add(declare(a, x));
  add(B.assign(a, Zero));
  EXPECT_EQ(simplified(), "  double a = x;\n  a = 0;\n");
}

TEST_F(Simplify, CheckedAccessMayThrow) {
  add(declare(a, B.opaque("v.at($0)", Double, {n})));
  EXPECT_EQ(simplified(), "  const double a = v.at(n);\n");
}

TEST_F(Simplify, ArraysThatAreOnlyWritten) {
  const Expr *Array = local("c", M.array(Double, 3));
  add(declare(Array));
  add(loop(k, {B.assign(B.subscript(Array, k), x)}));
  EXPECT_EQ(simplified(), "");
}

TEST_F(Simplify, TapeThatNobodyReads) {
  const Expr *Tape = local("tape", M.opaque("ad::tape"));
  const Expr *At = local("s_at", M.pointer(Double, false));
  Stmt *Take = M.stmt(StmtKind::RecordArray), *Release = M.stmt(StmtKind::ReleaseArray);
  At->Var->Subscripts = 1;
  Take->Var = Release->Var = At->Var;
  Take->Declares = true;
  Take->Value = n;
  add(declare(Tape));
  add(Take);
  add(loop(k, {B.assign(B.subscript(At, k), x)}));
  add(Release);
  EXPECT_EQ(simplified(), "");
}

TEST_F(Simplify, UnusedInOneOfItsScopes) {
  Stmt *Pop = M.stmt(StmtKind::Restore);
  Pop->Var = b->Var;
  Pop->Declares = true;
  add(B.ifThen(Less, block({declare(a, x), keep(a)}), block({declare(a, x), keep(x)})));
  add(B.ifThen(op(i, ">", n), block({Pop, keep(x)}), block({declare(b, x), keep(b)})));
  F->Params.push_back(
      F->variable("tape", M.reference(M.opaque("ad::tape"), false), Storage::Parameter));
  EXPECT_EQ(simplified(), "  if (i < n) {\n"
                          "    const double a = x;\n"
                          "    p[n] = a;\n"
                          "  } else {\n"
                          "    p[n] = x;\n"
                          "  }\n"
                          "  if (i > n) {\n"
                          "    tape.pop<double>();\n"
                          "    p[n] = x;\n"
                          "  } else {\n"
                          "    const double b = x;\n"
                          "    p[n] = b;\n"
                          "  }\n");
}

TEST_F(Simplify, PartsThatNobodyReads) {
  const Expr *Array = local("c", M.array(Double, 3));
  add(declare(Array));
  add(B.assign(B.subscript(Array, i), x));
  add(keep(B.subscript(Array, n)));
  add(B.assign(B.subscript(Array, i), Zero));
  EXPECT_EQ(simplified(), "  double c[3];\n  c[i] = x;\n  p[n] = c[n];\n");
}

TEST_F(Simplify, ZeroThenAdd) {
  add(B.assign(B.subscript(p, i), Zero));
  add(B.accumulate(B.subscript(p, i), op(x, "*", y)));
  add(B.assign(B.subscript(p, i), Zero));
  add(B.accumulate(B.subscript(p, i), B.subscript(p, n)));
  EXPECT_EQ(simplified(), "  p[i] = x * y;\n  p[i] = 0;\n  p[i] += p[n];\n");
}

TEST_F(Simplify, AdjointsThatMove) {
  const Expr *t = local("t", Double);
  t->Var->Temporary = true;
  add(declare(a, op(x, "*", x)));
  add(declare(b, op(y, "*", y)));
  add(loop(k, {declare(t, a), B.assign(a, Zero), B.accumulate(b, op(y, "*", t)),
               B.accumulate(a, B.subscript(p, k))}));
  add(keep(b));
  EXPECT_EQ(simplified(), "  double a = x * x;\n"
                          "  double b = y * y;\n"
                          "  for (int k = 0; k < n; ++k) {\n"
                          "    b += y * a;\n"
                          "    a = p[k];\n"
                          "  }\n"
                          "  p[n] = b;\n");
}

TEST_F(Simplify, UpdatesThatMeet) {
  const Expr *g = parameter("g", p->Ty), *First = B.subscript(g, i), *Second = B.subscript(g, n);
  g->Var->Derivative = a->Var->Derivative = true;
  F->Params.push_back(g->Var);
  add(B.accumulate(First, op(x, "*", y)));
  add(B.accumulate(Second, x)); // perhaps the same element: additions may change places
  add(B.accumulate(First, op(x, "*", y)));
  add(declare(a, op(x, "+", y)));
  add(B.accumulate(First, B.neg(a)));
  add(keep(First)); // reads it
  add(B.accumulate(First, y));
  EXPECT_EQ(simplified(), "  g[n] += x;\n"
                          "  const double a = x + y;\n"
                          "  g[i] += 2 * x * y - a;\n"
                          "  p[n] = g[i];\n"
                          "  g[i] += y;\n");
}

TEST_F(Simplify, UpdatesThatFollow) {
  const Expr *g = parameter("g", p->Ty), *Place = B.subscript(g, i);
  g->Var->Derivative = true;
  F->Params.push_back(g->Var);
  for (const Expr *Term : {x, y, n}) {
    add(B.accumulate(Place, Term));
    F->Body.Stmts.back()->Origin = F->Body.Stmts.size();
  }
  Decisions As;
  simplify(M, *F, {nullptr, &As});
  EXPECT_EQ(body(), "  g[i] += x;\n  g[i] += y;\n  g[i] += n;\n");
  As.Merged.insert({2, 3});
  simplify(M, *F, {nullptr, &As});
  EXPECT_EQ(body(), "  g[i] += x;\n  g[i] += y + n;\n");
}

TEST_F(Simplify, UpdatesThatFollowOneByOne) { // `y` and `n` first
  a->Var->Derivative = true;
  add(declare(a, x));
  add(B.accumulate(a, y));
  F->Body.Stmts.back()->Origin = 1;
  add(B.accumulate(a, n));
  F->Body.Stmts.back()->Origin = 2;
  add(keep(a));
  Decisions As;
  As.Merged.insert({1, 2});
  simplify(M, *F, {nullptr, &As});
  EXPECT_EQ(body(), "  const double a = x + (y + n);\n  p[n] = a;\n");
}

TEST_F(Simplify, UpdatesAreNoted) {
  a->Var->Derivative = true;
  add(declare(a, x));
  add(opaque("step($0)", {a}));
  for (const Expr *Term : {y, n}) {
    add(B.accumulate(a, Term));
    F->Body.Stmts.back()->Origin = F->Body.Stmts.size();
  }
  add(keep(a));
  Decisions Notes;
  simplify(M, *F, {&Notes, nullptr});
  EXPECT_EQ(Notes.Merged.size(), 1u);
  EXPECT_TRUE(Notes.Merged.contains({3, 4}));
}

TEST_F(Simplify, UpdatesOfValuesStayAsTheyAre) {
  add(B.accumulate(B.subscript(p, i), x));
  add(B.accumulate(B.subscript(p, i), x));
  EXPECT_EQ(simplified(), "  p[i] += x;\n  p[i] += x;\n");
}

TEST_F(Simplify, UpdateThatReplaces) {
  a->Var->Derivative = true;
  add(declare(a, y));
  add(B.assign(a, op(number(2), "*", a)));
  add(B.accumulate(a, x));
  add(keep(a));
  EXPECT_EQ(simplified(), "  const double a = 2 * y + x;\n  p[n] = a;\n");
}

TEST_F(Simplify, ArraysOnTheTapeInPlaceOfNames) {
  const Expr *Tape = local("tape", M.opaque("ad::tape")),
             *At = local("at", M.pointer(Double, false));
  const Expr *g = parameter("g", p->Ty);
  g->Var->Derivative = true;
  F->Params.push_back(g->Var);
  Stmt *Take = M.stmt(StmtKind::RecordArray);
  At->Var->Subscripts = 1;
  Take->Var = At->Var;
  Take->Declares = true;
  Take->Value = n;
  a->Var->Temporary = true;
  const Expr *Slot = B.subscript(At, k), *Element = B.subscript(p, k);
  add(declare(Tape));
  add(Take);
  add(loop(k, {declare(a, call("exp", {x})), B.assign(Slot, a), B.assign(Element, a)}));
  add(loop(k, {declare(b, x), B.assign(b, Slot), B.accumulate(B.subscript(g, k), b)}));
  EXPECT_EQ(simplified(), "  ad::tape tape;\n"
                          "  double *at = tape.array<double>(n);\n"
                          "  for (int k = 0; k < n; ++k) {\n"
                          "    at[k] = std::exp(x);\n"
                          "    p[k] = at[k];\n"
                          "  }\n"
                          "  for (int k = 0; k < n; ++k)\n"
                          "    g[k] += at[k];\n");
}

TEST_F(Simplify, VersionsWithANameOfTheirOwn) {
  add(declare(a, op(x, "*", y)));
  add(declare(b, a));
  add(B.assign(a, call("sin", {a})));
  add(keep(a));
  add(B.assign(a, b));
  add(keep(op(a, "*", a)));
  EXPECT_EQ(simplified(), "  double a = x * y;\n"
                          "  const double b = a;\n"
                          "  a = std::sin(a);\n"
                          "  p[n] = a;\n"
                          "  p[n] = b * b;\n");
}

TEST_F(Simplify, CopyOfACopyOfWhatDoesNotChange) {
  b->Var->Temporary = true;
  add(declare(a, x));
  add(declare(b, a));
  add(B.assign(a, op(a, "*", a)));
  add(keep(op(a, "*", b)));
  EXPECT_EQ(simplified(), "  double a = x;\n  a *= a;\n  p[n] = a * x;\n");
}

TEST_F(Simplify, NegationsOfComparisons) {
  add(B.ifThen(B.unary("!", op(i, "==", n), Bool), block({keep(x)})));
  add(B.ifThen(op(B.unary("!", Less, Bool), "&&", B.unary("!", op(x, "<", y), Bool)),
               block({keep(x)})));
  EXPECT_EQ(simplified(), "  if (i != n)\n"
                          "    p[n] = x;\n"
                          "  if (i >= n && !(x < y))\n"
                          "    p[n] = x;\n");
}

TEST_F(Simplify, AssignmentToItself) {
  add(B.assign(B.subscript(p, i), B.subscript(p, i)));
  EXPECT_EQ(simplified(), "");
}

TEST_F(Simplify, EmptyBranches) {
  add(B.ifThen(Less, {}, block({keep(x)})));
  add(B.ifThen(op(x, "<", y), {}, block({keep(x)})));
  add(B.ifThen(Less, block({B.comment("nothing")})));
  EXPECT_EQ(simplified(), "  if (i >= n)\n"
                          "    p[n] = x;\n"
                          "  if (!(x < y))\n"
                          "    p[n] = x;\n");
}

TEST_F(Simplify, SettledBranches) {
  const Expr *Null = B.literal("nullptr", p->Ty);
  add(B.ifThen(B.cast(Bool, Null), block({keep(x)}), block({keep(y)})));
  add(B.ifThen(op(B.addressOf(B.subscript(p, i)), "!=", Null), block({keep(x)}), block({keep(y)})));
  EXPECT_EQ(simplified(), "  p[n] = y;\n  p[n] = x;\n");
}

TEST_F(Simplify, Blocks) {
  Stmt *Inner = M.stmt(StmtKind::Block);
  Inner->Then = block({declare(a, op(x, "*", y)), keep(a), keep(a)});
  add(Inner);
  EXPECT_EQ(simplified(), "  const double a = x * y;\n  p[n] = a;\n  p[n] = a;\n");
}

TEST_F(Simplify, TemporaryUsedOnce) {
  a->Var->Temporary = true;
  add(declare(a, op(x, "+", B.subscript(p, i))));
  add(declare(b, x));
  add(B.assign(B.subscript(p, n), op(number(2), "*", a)));
  add(keep(b));
  add(keep(b));
  EXPECT_EQ(simplified(), "  const double b = x;\n"
                          "  p[n] = 2 * (x + p[i]);\n"
                          "  p[n] = b;\n"
                          "  p[n] = b;\n");
}

TEST_F(Simplify, TemporaryWhoseValueChanges) {
  a->Var->Temporary = true;
  add(declare(a, B.subscript(p, i)));
  add(B.assign(B.subscript(p, n), x));
  add(keep(a));
  EXPECT_EQ(simplified(), "  const double a = p[i];\n  p[n] = x;\n  p[n] = a;\n");
}

TEST_F(Simplify, TemporaryIsNotEvaluatedInALoop) {
  a->Var->Temporary = true;
  add(declare(a, call("sin", {x})));
  add(loop(k, {keep(a)}));
  EXPECT_EQ(simplified(), "  const double a = std::sin(x);\n"
                          "  for (int k = 0; k < n; ++k)\n"
                          "    p[n] = a;\n");
}

TEST_F(Simplify, TemporaryThatIsACopy) {
  a->Var->Temporary = true;
  add(declare(a, x));
  add(loop(k, {keep(a)}));
  add(keep(op(a, "*", a)));
  EXPECT_EQ(simplified(), "  for (int k = 0; k < n; ++k)\n    p[n] = x;\n  p[n] = x * x;\n");
}

TEST_F(Simplify, AnAdjointThatIsTakenOver) {
  a->Var->Derivative = true;
  add(declare(a, x));
  Stmt *Use = opaque("use($0)", {B.addressOf(a)}); // the sum is not the variable's first value
  add(Use);
  add(B.accumulate(a, y));
  add(declare(b, a));
  add(B.assign(a, Zero));
  add(keep(op(b, "*", b)));
  EXPECT_EQ(simplified(), "  double a = x;\n"
                          "  use(&a);\n"
                          "  const double b = a + y;\n"
                          "  a = 0;\n"
                          "  p[n] = b * b;\n");
}

TEST_F(Simplify, SignsOfTemporariesMeet) {
  a->Var->Temporary = true;
  add(declare(a, B.neg(op(x, "*", y))));
  add(B.accumulate(B.subscript(p, n), B.neg(a)));
  EXPECT_EQ(simplified(), "  p[n] += x * y;\n");
}

TEST_F(Simplify, ConstOnlyWhereNobodyWrites) {
  add(declare(a, x));
  add(declare(b, x));
  add(opaque("read($0)", {b}));
  add(keep(a));
  EXPECT_EQ(simplified(), "  const double a = x;\n"
                          "  double b = x;\n"
                          "  read(b);\n"
                          "  p[n] = a;\n");
}

} // namespace
