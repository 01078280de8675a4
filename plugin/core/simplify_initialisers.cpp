//===- core/simplify_initialisers.cpp - arrays that begin with values -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a local array begins with zeros, to which the statements that follow add, element
// by element. Where nothing reads the array before that is done, it begins with the sums.
//
//   double k_bar[2] = {};
//   k_bar[1] += 2 * t_bar;                   double k_bar[2] = {t_bar, 2 * t_bar};
//   k_bar[0] += t_bar;
//
// An array that a loop clears, element by element, when it has used it, begins anew behind that
// loop, under another name.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <map>

using namespace ad::core;

namespace {

class Initialisers {
public:
  Initialisers(Module &M, Function &F) : M(M), F(F), B(M), Known(F) {}
  bool run(Block &Bl);

private:
  using Element = std::vector<uint64_t>; ///< its subscripts, the outermost first
  std::optional<Element> elementOf(const Stmt &S, const Variable *Array) const;
  const Expr *braces(const Type *T, Element &At, const std::map<Element, const Expr *> &Values);
  bool tryArray(Block &Bl, size_t At);
  bool beginAnew(Block &Bl, size_t At);

  Module &M;
  Function &F;
  Builder B;
  Places Known;
};

} // namespace

static std::optional<uint64_t> number(const Expr *E) {
  uint64_t Value;
  while (E && E->is(ExprKind::Cast) && E->Ty->isInteger())
    E = E->operand();
  if (E && E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Value))
    return Value;
  return std::nullopt;
}

/// How many numbers there are in a T, arrays of arrays of numbers; 0 if it is something else.
static uint64_t numbersIn(const Type *T) {
  uint64_t Count = 1;
  for (; T->isArray() && !T->IsStdArray && !T->IsVector; T = T->Element)
    Count *= T->Extent;
  return T->isReal() && !T->IsComplex ? Count : 0;
}

/// The element of Array that S adds to, or sets, with a value that is none of the array's.
std::optional<Initialisers::Element> Initialisers::elementOf(const Stmt &S,
                                                             const Variable *Array) const {
  if (!isStore(S) || mentions(S.Value, Array))
    return std::nullopt;
  Element Subscripts;
  const Expr *E = S.Target;
  for (; E->is(ExprKind::Subscript); E = E->operand(0)) {
    const std::optional<uint64_t> Index = number(E->operand(1));
    if (!Index || *Index >= E->operand(0)->Ty->Extent)
      return std::nullopt;
    Subscripts.insert(Subscripts.begin(), *Index);
  }
  const bool Converts = S.Value->Ty != S.Target->Ty; // which braces might not do
  if (!isVariable(E, Array) || !S.Target->Ty->isReal() || Converts)
    return std::nullopt;
  return Subscripts;
}

/// The values of the part of the array that At names, of type T.
const Expr *Initialisers::braces(const Type *T, Element &At,
                                 const std::map<Element, const Expr *> &Values) {
  if (!T->isArray()) {
    auto Known = Values.find(At);
    return Known == Values.end() ? B.number(0, T) : Known->second;
  }
  Expr *All = M.expr(ExprKind::Braces, T);
  for (uint64_t I = 0; I < T->Extent; ++I) {
    At.push_back(I);
    All->Operands.push_back(braces(T->Element, At, Values));
    At.pop_back();
  }
  return All;
}

bool Initialisers::tryArray(Block &Bl, size_t At) {
  constexpr uint64_t Most = 16;
  Stmt *Declaration = Bl.Stmts[At];
  const Variable *Array = Declaration->Var;
  const Expr *Zeros = Declaration->Value;
  if (!Declaration->is(StmtKind::Declare) || !Array->Derivative || Array->Static || !Zeros ||
      !Zeros->is(ExprKind::Braces) || !Zeros->Operands.empty() ||
      Known.uses().isNamedInText(Array) || Known.uses().of(Array).Declarations != 1)
    return false;
  const uint64_t Count = numbersIn(Array->Ty);
  if (Count == 0 || Count > Most)
    return false;
  // 1. The statements that each give a value to an element of its own, up to the first one that
  // does
  //    anything else with the array, or changes what these values are made of.
  std::map<Element, const Expr *> Values;
  llvm::SmallVector<size_t, 8> Setting;
  for (size_t I = At + 1; I < Bl.Stmts.size(); ++I) {
    const Stmt &S = *Bl.Stmts[I];
    if (mentions(S, Array)) {
      const std::optional<Element> Of = elementOf(S, Array);
      if (!Of || !Values.try_emplace(*Of, S.Value).second)
        break;
      Setting.push_back(I);
      continue;
    }
    if (llvm::any_of(Values, [&](const auto &Each) { return Known.mayChange(S, Each.second); }))
      break;
  }
  // 2. Zeros are worth writing down where they are not the most.
  if (Values.size() < 2 || 2 * Values.size() < Count)
    return false;
  Element Whole;
  Declaration->Value = braces(Array->Ty, Whole, Values);
  Bl.Stmts[Setting.back()] = Declaration;
  Setting.pop_back();
  for (size_t I : llvm::reverse(Setting))
    Bl.Stmts.erase(Bl.Stmts.begin() + I);
  Bl.Stmts.erase(Bl.Stmts.begin() + At);
  return true;
}

/// The statement with which Loop, from one end of Array to the other, clears each element when it
/// has used it; null if there is none.
static const Stmt *clearsAll(const Stmt &Loop, const Variable *Array) {
  const Stmt *Init = Loop.is(StmtKind::Loop) && Loop.Form == LoopForm::For && Loop.Setup.empty() &&
                             Loop.Init.Stmts.size() == 1 && Loop.Value && !Loop.Then.empty()
                         ? Loop.Init.Stmts[0]
                         : nullptr;
  if (!Init || !Init->is(StmtKind::Declare) || !Loop.Value->is(ExprKind::Binary) ||
      !isVariable(Loop.Value->operand(0), Init->Var) || jumps(Loop))
    return nullptr;
  const Variable *Counter = Init->Var;
  auto Counts = [&](const Block &By, bool Down) {
    const Stmt *S = By.empty() ? nullptr : By.Stmts[0];
    const Expr *Step =
        S && S->is(StmtKind::Accumulate) && isVariable(S->Target, Counter) ? S->Value : nullptr;
    if (Step && Down)
      Step = Step->is(ExprKind::Unary) && Step->Text == "-" ? Step->operand() : nullptr;
    return number(Step) == 1;
  };
  const auto First = number(Init->Value), Last = number(Loop.Value->operand(1));
  const bool Up = Loop.Value->Text == "<" && First == 0 && Last == Array->Ty->Extent &&
                  Loop.Step.Stmts.size() == 1 && Counts(Loop.Step, /*Down=*/false);
  const bool Down = Loop.Value->Text == ">" && First == Array->Ty->Extent && Last == 0 &&
                    Loop.Step.empty() && Counts(Loop.Then, /*Down=*/true);
  if (!Up && !Down)
    return nullptr;
  const Stmt *Clear = nullptr;
  for (const Stmt *S : Loop.Then.Stmts)
    if (mentions(*S, Array))
      Clear = S;
  if (!Clear || !Clear->is(StmtKind::Assign) || !Builder::isZero(Clear->Value))
    return nullptr;
  bool Own = true;
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (!E) // any element of what is written
      return;
    if (E->is(ExprKind::Subscript) && isVariable(E->operand(0), Array)) {
      Own &= isVariable(E->operand(1), Counter);
      return;
    }
    Own &= !isVariable(E, Array);
    llvm::for_each(E->Operands, See);
  };
  unsigned Sets = 0;
  walk(Loop.Then, [&](Stmt *S) {
    forEachExpr(*S, See);
    llvm::for_each(S->Writes, See);
    Own &= !S->is(StmtKind::Break) && !S->is(StmtKind::Continue) && !S->is(StmtKind::Return) &&
           !S->is(StmtKind::Call) && !S->is(StmtKind::Opaque);
    Sets += S->Target && isVariable(S->Target, Counter);
  });
  return Own && Sets == (Down ? 1 : 0) ? Clear : nullptr;
}

/// Bl.Stmts[At] declares an array: a loop in Bl that clears it ends its life.
bool Initialisers::beginAnew(Block &Bl, size_t At) {
  const Stmt &Declaration = *Bl.Stmts[At];
  Variable *Array = Declaration.Var;
  if (!Declaration.is(StmtKind::Declare) || !Array->Derivative || Array->Static ||
      !Array->Ty->isArray() || Array->Ty->IsStdArray || Array->Ty->IsVector ||
      !Array->Ty->Element->isReal() || numbersIn(Array->Ty) == 0 ||
      !Known.uses().isPrivate(Array) || Known.uses().of(Array).Declarations != 1)
    return false;
  for (size_t I = At + 1; I < Bl.Stmts.size(); ++I) {
    const Stmt *Clear = clearsAll(*Bl.Stmts[I], Array);
    size_t Next = I + 1;
    while (Clear && Next < Bl.Stmts.size() && !mentions(*Bl.Stmts[Next], Array))
      ++Next;
    const bool Sets = Clear && Next < Bl.Stmts.size() && elementOf(*Bl.Stmts[Next], Array);
    if (!Sets)
      continue;
    llvm::erase(Bl.Stmts[I]->Then.Stmts, Clear);
    Variable *Anew = F.variable(Array->Wanted.empty() ? Array->Name : Array->Wanted, Array->Ty);
    Anew->Derivative = true;
    Anew->Loc = Array->Loc;
    Block Rest;
    Rest.Stmts.assign(Bl.Stmts.begin() + Next, Bl.Stmts.end());
    walk(Rest, [&](Stmt *S) {
      rewrite(M, *S, [&](const Expr *E) { return isVariable(E, Array) ? B.var(Anew) : nullptr; });
    });
    Bl.Stmts.insert(Bl.Stmts.begin() + Next, B.declare(Anew, M.expr(ExprKind::Braces, Anew->Ty)));
    Known = Places(F);
    return true;
  }
  return false;
}

bool Initialisers::run(Block &Bl) {
  bool Any = false;
  for (size_t At = 0; At < Bl.Stmts.size(); ++At)
    Any |= beginAnew(Bl, At);
  for (size_t At = 0; At < Bl.Stmts.size();) {
    forEachBlock(*Bl.Stmts[At], [&](Block &Inner) { Any |= run(Inner); });
    if (tryArray(Bl, At))
      Any = true;
    else
      ++At;
  }
  return Any;
}

bool ad::core::mergeInitialisers(Module &M, Function &F) { return Initialisers(M, F).run(F.Body); }
