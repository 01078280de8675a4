//===- core/simplify_sums.cpp - adjoints that a loop adds to --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An adjoint in memory that every iteration of a loop adds to is summed in a local variable, which
// is added to memory when the loop is done: one that the optimiser can keep in a register, which it
// cannot do with memory that another store of the loop may touch.
//
//   for (int j = i + 1; j < n; ++j) {        double x_bar_sum = 0;
//     x_bar[i] += t;                         for (int j = i + 1; j < n; ++j) {
//     x_bar[j] -= t;                           x_bar_sum += t;
//   }                                          x_bar[j] -= t;
//                                            }
//                                            if (x_bar_sum != 0)
//                                              x_bar[i] += x_bar_sum;
//
// 1. Candidates: additions to a place that is the same in all iterations, or to elements of it that
//    a short inner loop goes through (`x_bar[3 * i + k]`), whose sums are a short array.
// 2. Nothing in the loop may read the place, or store there, but to add.
// 3. A loop that does not run touches no memory: hence the test, without which `x_bar[i]` might be
//    an element that does not exist.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Sums {
public:
  Sums(Module &M, Function &F) : M(M), F(F), B(M), Known(std::make_unique<Places>(F)) {}
  void run(Block &Body);

private:
  /// A loop that goes through 0, 1, ... Count - 1, in this order or the other.
  struct ShortLoop {
    Variable *Counter = nullptr;
    int64_t Count = 0;
  };
  /// An addition in the loop, and the short loop around it that its place depends on, if any.
  struct Candidate {
    Stmt *Adds;
    ShortLoop Along;
  };
  static std::optional<ShortLoop> shortLoop(const Stmt &Loop);
  void collect(const Block &In, llvm::SmallVectorImpl<ShortLoop> &Around,
               llvm::SmallVectorImpl<Candidate> &Out) const;
  bool isFixed(const Expr *Place, const Stmt &Loop, const Variable *But) const;
  bool gains(const Expr *Place, const Stmt &Loop) const;
  bool isAddedToOnly(const Candidate &C, const Stmt &Loop);
  void sum(const Candidate &C, Stmt &Loop, Block &Before, Block &After);

  Module &M;
  Function &F;
  Builder B;
  std::unique_ptr<Places> Known;
};

} // namespace

static std::optional<int64_t> number(const Expr *E) {
  int64_t Value;
  while (E->is(ExprKind::Cast) && E->Ty->isInteger())
    E = E->operand();
  if (E->is(ExprKind::Literal) && E->Ty->isInteger() &&
      !llvm::StringRef(E->Text).rtrim("uUlLzZ").getAsInteger(10, Value))
    return Value;
  return std::nullopt;
}

std::optional<Sums::ShortLoop> Sums::shortLoop(const Stmt &Loop) {
  constexpr int64_t Most = 8;
  if (Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 || !Loop.Setup.empty() ||
      !Loop.Value || !Loop.Value->is(ExprKind::Binary))
    return std::nullopt;
  const Stmt &Init = *Loop.Init.Stmts[0];
  const Expr *Bound = Loop.Value->operand(1);
  if (!Init.is(StmtKind::Declare) || !Init.Value || !isVariable(Loop.Value->operand(0), Init.Var))
    return std::nullopt;
  auto CountsBy = [&](const Block &In, llvm::StringRef Step) {
    if (In.empty() || !In.Stmts[0]->is(StmtKind::Accumulate))
      return false;
    const Stmt &S = *In.Stmts[0];
    const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
    const Expr *By = Minus ? S.Value->operand() : S.Value;
    return isVariable(S.Target, Init.Var) && By->is(ExprKind::Literal) &&
           (Minus ? "-" : "") + By->Text == Step.str();
  };
  const std::optional<int64_t> First = number(Init.Value), Last = number(Bound);
  const bool Up = Loop.Value->Text == "<" && CountsBy(Loop.Step, "1");
  const bool Down = Loop.Value->Text == ">" && Loop.Step.empty() && CountsBy(Loop.Then, "-1");
  if (!First || !Last || !(Up || Down) || (Up ? *First : *Last) != 0)
    return std::nullopt;
  const int64_t Count = Up ? *Last : *First;
  return Count > 0 && Count <= Most ? std::optional(ShortLoop{Init.Var, Count}) : std::nullopt;
}

/// Additions to adjoints in memory. Of one place only the first: `sum` sees to the others.
void Sums::collect(const Block &In, llvm::SmallVectorImpl<ShortLoop> &Around,
                   llvm::SmallVectorImpl<Candidate> &Out) const {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Accumulate) && S->Target->Ty->isReal() &&
        S->Target->is(ExprKind::Subscript) && S->Target->operand()->Ty->isPointer()) {
      const Variable *Leads = leadingVariable(S->Target);
      Candidate C{S, {}};
      unsigned Along = 0;
      for (const ShortLoop &L : Around)
        if (mentions(S->Target, L.Counter)) {
          C.Along = L;
          ++Along;
        }
      if (Leads && Leads->Derivative && Along <= 1)
        Out.push_back(C);
    }
    std::optional<ShortLoop> Short = S->is(StmtKind::Loop) ? shortLoop(*S) : std::nullopt;
    if (Short)
      Around.push_back(*Short);
    collect(S->Then, Around, Out);
    collect(S->Else, Around, Out);
    if (Short)
      Around.pop_back();
  }
}

/// Whether the place is the same whenever Loop comes by, apart from the variable But.
bool Sums::isFixed(const Expr *Place, const Stmt &Loop, const Variable *But) const {
  const Expr *Index = Place->operand(1), *Base = Place->operand(0);
  if (But)
    Index = rewrite(M, Index, [&](const Expr *E) -> const Expr * {
      return isVariable(E, But) ? B.M.expr(ExprKind::Literal, E->Ty) : nullptr;
    });
  return Base->is(ExprKind::Variable) && !Known->mayChange(Loop, Base) &&
         !Known->mayChange(Loop, Index);
}

/// Whether the loop uses other memory, which to the optimiser may be the place.
bool Sums::gains(const Expr *Place, const Stmt &Loop) const {
  bool Other = false;
  auto See = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (isPlace(Sub) && Sub->Ty == Place->Ty && !equal(Sub, Place)) {
        const Variable *Root = rootVariable(Sub);
        Other |= !(Root && Known->uses().isPrivate(Root)) && !Known->isSlot(Sub);
      }
      return !Other;
    });
  };
  walk(Loop.Then, [&](Stmt *S) { forEachExpr(*S, See); });
  return Other;
}

bool Sums::isAddedToOnly(const Candidate &C, const Stmt &Loop) {
  const Expr *Place = C.Adds->Target;
  if (C.Along.Counter) { // any element of it
    const Expr *Any = B.opaque("?", Place->operand(1)->Ty);
    Place = B.subscript(Place->operand(), Any);
  }
  return !Known->mayUse(Loop, Place);
}

void Sums::sum(const Candidate &C, Stmt &Loop, Block &Before, Block &After) {
  const Expr *Place = C.Adds->Target;
  const Type *T = Place->Ty;
  Variable *Along = C.Along.Counter;
  const std::string Name = leadingVariable(Place)->Name + "_sum";
  Variable *Sum = F.variable(Name, Along ? M.array(T, C.Along.Count) : T);
  Sum->Derivative = true;
  Before.add(B.declare(Sum, Along ? M.expr(ExprKind::Braces, Sum->Ty) : B.number(0, T)));
  walk(Loop.Then, [&](Stmt *S) {
    if (S->is(StmtKind::Accumulate) && equal(S->Target, Place))
      S->Target = Along ? B.subscript(B.var(Sum), B.var(Along)) : B.var(Sum);
  });
  auto AddTo = [&](const Expr *To, const Expr *Part) {
    Block Add;
    Add.add(B.accumulate(To, Part));
    return B.ifThen(B.binary("!=", Part, B.number(0, T), M.boolType()), std::move(Add));
  };
  if (!Along) {
    After.add(AddTo(Place, B.var(Sum)));
    return;
  }
  Variable *K = F.variable(Along->Name, Along->Ty);
  Stmt *Each = M.stmt(StmtKind::Loop);
  Each->Init.add(B.declare(K, B.literal("0", K->Ty)));
  Each->Value =
      B.binary("<", B.var(K), B.literal(std::to_string(C.Along.Count), K->Ty), M.boolType());
  Each->Step.add(B.accumulate(B.var(K), B.integer(1)));
  const Expr *Element = rewrite(M, Place, [&](const Expr *E) -> const Expr * {
    return isVariable(E, Along) ? B.var(K) : nullptr;
  });
  Each->Then.add(AddTo(Element, B.subscript(B.var(Sum), B.var(K))));
  After.add(Each);
}

void Sums::run(Block &Body) {
  for (size_t I = 0; I < Body.Stmts.size(); ++I) {
    Stmt *S = Body.Stmts[I];
    Block Before, After;
    if (S->is(StmtKind::Loop) && !shortLoop(*S)) {
      llvm::SmallVector<ShortLoop, 2> Around;
      llvm::SmallVector<Candidate, 8> Found;
      collect(S->Then, Around, Found);
      for (const Candidate &C : Found) {
        const Expr *Place = C.Adds->Target;
        if (Place->is(ExprKind::Subscript) && Place->operand()->Ty->isPointer() &&
            isFixed(Place, *S, C.Along.Counter) && gains(Place, *S) && isAddedToOnly(C, *S)) {
          sum(C, *S, Before, After);
          Known = std::make_unique<Places>(F);
        }
      }
    }
    Body.Stmts.insert(Body.Stmts.begin() + I + 1, After.Stmts.begin(), After.Stmts.end());
    Body.Stmts.insert(Body.Stmts.begin() + I, Before.Stmts.begin(), Before.Stmts.end());
    forEachBlock(*S, [&](Block &Inner) { run(Inner); });
    I += Before.Stmts.size() + After.Stmts.size();
  }
}

void ad::core::sumLocally(Module &M, Function &F) { Sums(M, F).run(F.Body); }
