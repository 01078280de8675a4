//===- EmitTest.cpp - expressions and functions as C++ --------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "Fixture.h"

using namespace ad::core;
using ad::emit::expression;

namespace {

class Emit : public ad::test::CoreTest {
protected:
  const Expr *toDouble(const Expr *E, bool Explicit = false) { return B.cast(Double, E, Explicit); }
  std::string assigned(const Expr *Target, const Expr *Value) {
    F->Body = {};
    add(B.assign(Target, Value));
    return body();
  }
};

TEST_F(Emit, PrecedenceAsks) {
  EXPECT_EQ(expression(op(op(x, "+", y), "*", x)), "(x + y) * x");
  EXPECT_EQ(expression(op(op(x, "*", y), "+", x)), "x * y + x");
  EXPECT_EQ(expression(op(x, "-", op(y, "-", x))), "x - (y - x)");
  EXPECT_EQ(expression(op(op(x, "-", y), "-", x)), "x - y - x");
  EXPECT_EQ(expression(op(x, "*", op(y, "*", x))), "x * (y * x)");
  EXPECT_EQ(expression(B.unary("-", op(x, "+", y), Double)), "-(x + y)");
  EXPECT_EQ(expression(B.unary("-", B.unary("-", x, Double), Double)), "x");
  EXPECT_EQ(expression(B.unary("-", B.unary("-", n, Int), Int)), "-(-n)");
  EXPECT_EQ(expression(op(x, "-", B.unary("-", y, Double))), "x - -y");
  EXPECT_EQ(expression(op(B.conditional(op(n, "<", i), x, y), "*", y)), "(n < i ? x : y) * y");
  EXPECT_EQ(expression(B.conditional(op(n, "<", i), x, B.conditional(op(n, ">", i), y, x))),
            "n < i ? x : n > i ? y : x");
}

TEST_F(Emit, ParenthesesThatWarningsAskFor) {
  const Expr *Less = op(n, "<", i), *More = op(n, ">", i);
  EXPECT_EQ(expression(op(op(Less, "&&", More), "||", Less)), "(n < i && n > i) || n < i");
  EXPECT_EQ(expression(op(op(n, "+", i), "<<", i)), "(n + i) << i");
  EXPECT_EQ(expression(op(n, "+", op(i, "<<", n))), "n + (i << n)");
  EXPECT_EQ(expression(op(op(n, "&", i), "|", n)), "(n & i) | n");
  EXPECT_EQ(expression(B.binary("&", op(n, "==", i), n, Int)), "(n == i) & n");
  EXPECT_EQ(expression(B.binary("==", Less, More, Bool)), "(n < i) == (n > i)");
}

TEST_F(Emit, LiteralsInRealArithmetic) {
  EXPECT_EQ(expression(op(number(2), "*", x)), "2 * x");
  EXPECT_EQ(expression(op(number(1), "/", x)), "1 / x");
  EXPECT_EQ(expression(op(number(1), "/", number(3))), "1.0 / 3");
  EXPECT_EQ(expression(B.unary("-", number(0), Double)), "-0.0");
  EXPECT_EQ(expression(op(B.literal("1.5e3", Double), "*", x)), "1.5e3 * x");
  EXPECT_EQ(assigned(x, number(0)), "  x = 0;\n");
}

TEST_F(Emit, LiteralsInOtherRealTypes) {
  EXPECT_EQ(expression(op(B.number(0.5, Float), "*", s)), "0.5F * s");
  EXPECT_EQ(expression(op(B.number(2, Float), "*", s)), "2 * s");
  EXPECT_EQ(expression(op(B.literal("0.5f", Float), "*", s)), "0.5f * s");
  const Expr *l = parameter("l", LongDouble);
  EXPECT_EQ(expression(op(B.number(0.1, LongDouble), "*", l)), "0.1L * l");
  EXPECT_EQ(expression(call("pow", {s, B.number(2, Float)})), "std::pow(s, 2.0F)");
}

TEST_F(Emit, ConversionsThatCxxPerforms) {
  EXPECT_EQ(expression(op(toDouble(n), "*", x)), "n * x");
  EXPECT_EQ(expression(op(x, "*", toDouble(op(n, "/", i)))), "x * (n / i)");
  EXPECT_EQ(expression(op(toDouble(op(n, "/", i)), "*", x)), "n / i * x");
  EXPECT_EQ(expression(op(toDouble(s), "*", x)), "s * x");
  EXPECT_EQ(assigned(x, toDouble(n)), "  x = n;\n");
  EXPECT_EQ(assigned(s, B.cast(Float, B.literal("0.1", Double))), "  s = 0.1;\n");
  EXPECT_EQ(expression(B.subscript(p, B.cast(Long, i))), "p[i]");
}

TEST_F(Emit, ConversionsThatCxxWouldNotPerform) {
  EXPECT_EQ(expression(op(toDouble(n), "/", toDouble(i))), "static_cast<double>(n) / i");
  EXPECT_EQ(expression(op(toDouble(n, true), "/", toDouble(i))), "static_cast<double>(n) / i");
  EXPECT_EQ(expression(op(toDouble(n), "/", number(2))), "n / 2.0");
  EXPECT_EQ(expression(op(toDouble(n), "/", toDouble(B.integer(2)))), "n / 2.0");
  EXPECT_EQ(expression(B.unary("-", toDouble(n), Double)), "-static_cast<double>(n)");
  EXPECT_EQ(assigned(s, B.cast(Float, x)), "  s = static_cast<float>(x);\n");
  EXPECT_EQ(assigned(n, B.cast(Int, x)), "  n = static_cast<int>(x);\n");
  EXPECT_EQ(expression(op(toDouble(B.cast(Float, x)), "*", y)), "static_cast<float>(x) * y");
  EXPECT_EQ(expression(op(B.cast(UnsignedLong, i), "<", u)), "static_cast<unsigned long>(i) < u");
  EXPECT_EQ(expression(op(B.cast(UnsignedLong, B.integer(0)), "<", u)), "0 < u");
}

TEST_F(Emit, Primitives) {
  EXPECT_EQ(expression(call("sin", {x})), "std::sin(x)");
  EXPECT_EQ(expression(B.primitive("sqrt", {toDouble(n)}, Double)), "std::sqrt(n)");
  EXPECT_EQ(expression(B.primitive("sqrt", {number(2)}, Double)), "std::sqrt(2.0)");
  EXPECT_EQ(expression(B.primitive("sin", {toDouble(s)}, Double)),
            "std::sin(static_cast<double>(s))");
  EXPECT_EQ(expression(B.primitive("pow", {x, number(2)}, Double)), "std::pow(x, 2)");
  EXPECT_EQ(expression(B.primitive("pow", {B.cast(Float, n), s}, Float)),
            "std::pow(static_cast<float>(n), s)");
  EXPECT_EQ(expression(B.primitive("max", {x, number(0)}, Double)), "std::max(x, 0.0)");
  EXPECT_EQ(expression(B.primitive("abs", {toDouble(n)}, Double)),
            "std::abs(static_cast<double>(n))");
  EXPECT_EQ(expression(B.primitive("jn", {B.integer(2), x}, Double)), "::jn(2, x)");
  EXPECT_EQ(expression(B.primitive("ldexp", {x, n}, Double)), "std::ldexp(x, n)");
}

TEST_F(Emit, Conditionals) {
  const Expr *C = op(n, "<", i);
  EXPECT_EQ(expression(op(B.conditional(C, number(1), number(0)), "/", number(3))),
            "(n < i ? 1 : 0) / 3.0");
  EXPECT_EQ(expression(op(B.conditional(C, number(1), number(0)), "*", x)), "(n < i ? 1 : 0) * x");
  EXPECT_EQ(assigned(x, B.conditional(C, number(1), number(0))), "  x = n < i ? 1 : 0;\n");
  EXPECT_EQ(expression(B.conditional(B.cast(Bool, op(n, "+", i)), x, y)), "(n + i) ? x : y");
}

TEST_F(Emit, PlacesAndPointers) {
  Type *S = M.record("S");
  S->Fields.push_back({"w", Double, false, false});
  const Expr *Object = local("object", S), *Pointer = local("q", M.pointer(S, false));
  EXPECT_EQ(expression(B.member(Object, "w")), "object.w");
  EXPECT_EQ(expression(B.member(B.dereference(Pointer), "w")), "q->w");
  EXPECT_EQ(expression(B.member(B.subscript(Pointer, i), "w")), "q[i].w");
  EXPECT_EQ(expression(B.dereference(op(p, "+", i))), "*(p + i)");
  EXPECT_EQ(expression(B.subscript(op(p, "+", i), n)), "(p + i)[n]");
  const Expr *Array = local("a", M.array(Double, 3));
  const Expr *Decayed = B.addressOf(B.subscript(Array, B.integer(0)));
  EXPECT_EQ(expression(Decayed), "a");
  EXPECT_EQ(expression(op(Decayed, "+", i)), "a + i");
  EXPECT_EQ(expression(B.addressOf(B.subscript(Array, i))), "&a[i]");
}

TEST_F(Emit, FieldsOfThis) {
  Type *S = M.record("S");
  S->Fields.push_back({"w", Double, false, false});
  S->Fields.push_back({"x", Double, false, false});
  Variable *This = F->variable("this", M.pointer(S, true), Storage::This);
  F->Params.insert(F->Params.begin(), This);
  const Expr *Object = B.dereference(B.var(This));
  const Expr *Product = op(B.member(Object, "w"), "*", B.member(Object, "x"));
  EXPECT_EQ(assigned(y, Product), "  y = w * this->x;\n") << "a parameter hides x";
  EXPECT_EQ(expression(Object), "*this");
}

TEST_F(Emit, FieldsOfBases) {
  Type *Base = M.record("Base"), *Derived = M.record("Derived");
  Base->Fields.push_back({"w", Double, false, false});
  Base->Fields.push_back({"h", Double, false, false});
  Derived->Fields.push_back({"", Base, false, true});
  Derived->Fields.push_back({"h", Double, false, false});
  const Expr *d = local("d", Derived);
  const Expr *OfBase = B.member(d, Derived->Fields[0]);
  EXPECT_EQ(expression(B.member(d, "w")), "d.w");
  EXPECT_EQ(expression(B.member(d, "h")), "d.h");
  EXPECT_EQ(expression(B.member(OfBase, "h")), "d.Base::h");
  EXPECT_EQ(assigned(OfBase, local("b", Base)), "  static_cast<Base &>(d) = b;\n");
}

TEST_F(Emit, Braces) {
  Type *S = M.record("S");
  S->Fields.push_back({"w", Double, false, false});
  Expr *Value = M.expr(ExprKind::Braces, S);
  Value->Operands = {toDouble(n)};
  const Expr *Object = local("object", S);
  EXPECT_EQ(assigned(Object, Value), "  object = S{static_cast<double>(n)};\n");
  add(B.declare(Object->Var, Value));
  EXPECT_EQ(body(), "  object = S{static_cast<double>(n)};\n"
                    "  S object = {static_cast<double>(n)};\n");
}

TEST_F(Emit, OpaqueHoles) {
  Type *S = M.record("S");
  const Expr *Object = B.dereference(local("q", M.pointer(S, false)));
  EXPECT_EQ(expression(B.opaque("$0.size()", UnsignedLong, {Object})), "q->size()");
  EXPECT_EQ(expression(B.opaque("std::size($0)", UnsignedLong, {op(p, "+", i)})),
            "std::size(p + i)");
  EXPECT_EQ(expression(B.opaque("$0[$1]", Double, {op(p, "+", i), op(n, "+", i)})),
            "(p + i)[n + i]");
  EXPECT_EQ(expression(op(B.opaque("$0 % 2", Int, {op(n, "+", i)}), "*", i)), "((n + i) % 2) * i");
  EXPECT_EQ(expression(op(B.opaque("std::max<int>($0, 2)", Int, {n}), "*", i)),
            "std::max<int>(n, 2) * i");
}

TEST_F(Emit, CompoundAssignments) {
  EXPECT_EQ(assigned(x, op(x, "*", y)), "  x *= y;\n");
  EXPECT_EQ(assigned(x, op(x, "/", op(y, "+", x))), "  x /= y + x;\n");
  EXPECT_EQ(assigned(x, op(op(x, "*", y), "*", y)), "  x = x * y * y;\n");
  EXPECT_EQ(assigned(x, op(y, "*", x)), "  x *= y;\n");
  EXPECT_EQ(assigned(x, op(op(y, "*", y), "*", x)), "  x = y * y * x;\n");
  EXPECT_EQ(assigned(x, op(y, "-", x)), "  x = y - x;\n");
  EXPECT_EQ(assigned(n, op(n, "+", B.integer(1))), "  ++n;\n");
  EXPECT_EQ(assigned(s, B.cast(Float, op(toDouble(s), "*", x))), "  s *= x;\n");
  EXPECT_EQ(assigned(n, B.cast(Int, op(toDouble(n), "*", toDouble(i)))),
            "  n *= static_cast<double>(i);\n");
}

TEST_F(Emit, Accumulations) {
  add(B.accumulate(x, op(y, "*", y)));
  add(B.accumulate(x, B.neg(op(y, "*", y))));
  add(B.accumulate(i, B.integer(1)));
  add(B.accumulate(i, B.integer(-1)));
  add(B.accumulate(p, B.integer(1)));
  add(B.accumulate(x, number(1)));
  EXPECT_EQ(body(), "  x += y * y;\n  x -= y * y;\n  ++i;\n  --i;\n  ++p;\n  x += 1;\n");
}

TEST_F(Emit, TapesAndShadows) {
  Variable *Tape = F->variable("tape", M.opaque("ad::tape"));
  Variable *At = F->variable("s_at", M.pointer(Double, false));
  Variable *Bar = F->variable("v_bar", M.record("V"));
  Bar->Shadow = true;
  add(B.declare(Tape));
  add(B.declare(Bar));
  Stmt *Array = M.stmt(StmtKind::RecordArray);
  Array->Var = At;
  Array->Declares = true;
  Array->Value = n;
  Array->Note = "s on entry";
  add(Array);
  add(B.record(x));
  add(B.record(number(2)));
  add(B.restore(x));
  Stmt *Release = M.stmt(StmtKind::ReleaseArray);
  Release->Var = At;
  add(Release);
  EXPECT_EQ(body(), "  ad::tape tape;\n"
                    "  ad::shadow<V> v_bar_storage;\n"
                    "  V &v_bar = v_bar_storage.value();\n"
                    "  double *s_at = tape.array<double>(n); // s on entry\n"
                    "  tape.push(x);\n"
                    "  tape.push(2.0);\n"
                    "  x = tape.pop<double>();\n"
                    "  tape.release(s_at);\n");
  EXPECT_EQ(ad::emit::headers(*F), (std::set<std::string>{"ad/shadow.h", "ad/tape.h"}));
}

TEST_F(Emit, Calls) {
  Function *G = M.function("g");
  G->SourceName = "ns::g";
  Function *Method = M.function("norm");
  Method->IsMethod = true;
  Function *Times = M.function("operator*");
  Times->SourceName = "operator*";
  Type *V = M.record("V");
  const Expr *a = local("a", V), *b = local("b", V), *q = local("q", M.pointer(V, false));
  for (Function *Called : {G, Times})
    Called->Params = {Called->variable("u", Called == G ? Double : V, Storage::Parameter),
                      Called->variable("v", Called == G ? Double : V, Storage::Parameter)};
  Method->Params = {Method->variable("self", M.pointer(V, false), Storage::Parameter)};
  auto Call = [&](Function *Callee, std::vector<const Expr *> Operands, Variable *Result) {
    Stmt *S = M.stmt(StmtKind::Call);
    S->Callee = Callee;
    S->Operands = std::move(Operands);
    S->Var = Result;
    S->Declares = Result != nullptr;
    add(S);
  };
  Call(G, {x, number(1)}, nullptr);
  Call(Method, {B.addressOf(a)}, F->variable("r", Double));
  Call(Method, {q}, F->variable("t", Double));
  Call(Times, {a, b}, F->variable("c", V));
  EXPECT_EQ(body(), "  ns::g(x, 1.0);\n"
                    "  double r = a.norm();\n"
                    "  double t = q->norm();\n"
                    "  V c = a * b;\n");
}

TEST_F(Emit, Definitions) {
  F->Scope.Namespaces = {"a", "b", "", "inline v1"};
  F->HeaderComment = "f_reverse: adjoint of f (a.cpp:1)";
  F->IsStatic = true;
  F->Params.resize(3);
  F->Params.push_back(F->variable("q_bar", M.pointer(Double, false), Storage::Parameter));
  F->Params.push_back(F->variable("f_bar", Double, Storage::Parameter));
  F->Params.back()->Default = "1";
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = op(x, "*", y);
  add(Return);
  EXPECT_EQ(ad::emit::definition(*F),
            "namespace a::b {\n"
            "namespace {\n"
            "inline namespace v1 {\n"
            "\n"
            "// f_reverse: adjoint of f (a.cpp:1)\n"
            "static double f(double x, double y, float /*s*/, double * /*q_bar*/, "
            "double /*f_bar*/) {\n"
            "  return x * y;\n"
            "}\n"
            "\n"
            "} // inline namespace v1\n"
            "} // namespace\n"
            "} // namespace a::b\n");
  EXPECT_EQ(ad::emit::declaration(*F),
            "static double f(double x, double y, float s, double *q_bar, double f_bar = 1)");
}

TEST_F(Emit, Methods) {
  F->Scope.Class = "Outer::S";
  F->IsMethod = F->IsConstMethod = F->IsInline = true;
  F->Params = {F->variable("this", M.pointer(M.record("S"), true), Storage::This), x->Var};
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = x;
  add(Return);
  EXPECT_EQ(ad::emit::definition(*F),
            "inline double Outer::S::f(double x) const {\n  return x;\n}\n");
}

} // namespace
