//===- core/split_objects.cpp - local objects with vectors ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Candidates are local variables of which only members are mentioned. (What lowering has written
//    out member by member, the copy of an object, say, is no mention of the whole.)
// 2. Each member becomes a variable, declared where the object was. Counters of vectors in it
//    (Variable::Counts) belong to the new ones.
// 3. A vector that next gets its size is declared with it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/split_objects.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class Splitter {
public:
  Splitter(Module &M, Function &F) : M(M), F(F), B(M) {}
  void run();

private:
  void findObjects();
  void split(Block &In);
  const Expr *asNumber(const Expr *E, llvm::ArrayRef<Stmt *> In);
  void dropUnread();
  bool makeWithSize(Block &In, size_t At, Variable *Vector);
  const Expr *part(const Expr *E);

  using Parts = llvm::SmallVector<Variable *, 4>; ///< by field
  Module &M;
  Function &F;
  Builder B;
  llvm::MapVector<const Variable *, Parts> Objects;
};

} // namespace

static bool isVectorOfNumbers(const Type *T) {
  return T->IsVector && !T->IsEigen && T->Element->isReal() &&
         llvm::StringRef(T->Spelling).starts_with("std::vector<");
}

/// Whether objects of type T are their members, some of them vectors of numbers, and nothing else.
static bool isItsMembers(const Type *T) {
  const bool Plain = T->isRecord() && !T->IsUnion && !T->IsTagged && !T->IsMap && !T->Owns &&
                     !T->Mutable && !T->Polymorphic && !T->DerivedLeads && !T->HasMutable &&
                     T->Assignable;
  return Plain &&
         llvm::all_of(T->Fields,
                      [](const Field &Of) {
                        const bool Named = llvm::all_of(
                            Of.Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
                        return Named && !Of.Name.empty() && !Of.IsBase && !Of.Const && !Of.Bits &&
                               !Of.Smart && !Of.Shared && !Of.Reference && Of.Exists.empty() &&
                               !Of.Key &&
                               (Of.Ty->isReal() || Of.Ty->isInteger() || isVectorOfNumbers(Of.Ty));
                      }) &&
         llvm::any_of(T->Fields, [](const Field &Of) { return isVectorOfNumbers(Of.Ty); });
}

static const Field *fieldOf(const Expr *Member) {
  for (const Field &Of : Member->operand()->Ty->Fields)
    if (Of.Name == Member->Text)
      return &Of;
  return nullptr;
}

void Splitter::findObjects() {
  const Uses Known(F);
  llvm::DenseSet<const Variable *> Whole; // mentioned as such
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (!E) // anything that a pointer leads to
      return;
    if (E->is(ExprKind::Variable))
      Whole.insert(E->Var);
    const bool Part = E->is(ExprKind::Member) && E->operand()->is(ExprKind::Variable) &&
                      E->operand()->Ty->isRecord() && fieldOf(E);
    if (!Part)
      llvm::for_each(E->Operands, See);
  };
  llvm::SmallVector<Stmt *, 8> Declared;
  walk(F.Body, [&](Stmt *S) {
    forEachExpr(*S, See);
    llvm::for_each(S->Writes, See);
    for (const Stmt::End &Each : S->Ends)
      See(Each.Place);
    if (S->OldSize)
      See(S->OldSize);
    if (S->is(StmtKind::Declare) && !S->Value)
      Declared.push_back(S);
    else if (S->Var)
      Whole.insert(S->Var);
  });
  for (const Stmt *S : Declared) {
    Variable *V = S->Var;
    if (V->Kind == Storage::Local && !V->AddressTaken && !V->Static && !V->Constant &&
        !V->Derivative && !Whole.contains(V) && isItsMembers(V->Ty) && !Known.of(V).Escapes &&
        Known.of(V).Declarations == 1 && !Known.isNamedInText(V))
      Objects[V];
  }
  for (auto &[V, Members] : Objects)
    for (const Field &Of : V->Ty->Fields) {
      Variable *Member = F.variable(V->Name + "_" + Of.Name, Of.Ty);
      Member->Constant = Of.Constant;
      Member->Loc = V->Loc;
      Members.push_back(Member);
      for (Variable &Counter : F.Locals)
        if (Counter.Counts == V && Counter.CountsPath == "." + Of.Name) {
          Counter.Counts = Member;
          Counter.CountsPath.clear();
        }
    }
}

/// What stands for E, a member of an object that is split; null of others.
const Expr *Splitter::part(const Expr *E) {
  if (!E->is(ExprKind::Member) || !E->operand()->is(ExprKind::Variable))
    return nullptr;
  const auto Found = Objects.find(E->operand()->Var);
  if (Found == Objects.end())
    return nullptr;
  for (auto [Of, Member] : llvm::zip(Found->first->Ty->Fields, Found->second))
    if (Of.Name == E->Text)
      return B.var(Member);
  return nullptr;
}

/// The number that E, of a size, always is, as a literal; else E. In: where variables that it
/// mentions may be declared.
const Expr *Splitter::asNumber(const Expr *E, llvm::ArrayRef<Stmt *> In) {
  std::function<std::optional<int64_t>(const Expr *)> Value =
      [&](const Expr *Of) -> std::optional<int64_t> {
    if (Of->is(ExprKind::Cast) && Of->Ty->isInteger() && Of->Ty->Bits >= 32)
      return Value(Of->operand());
    if (Of->is(ExprKind::Binary) && (Of->Text == "*" || Of->Text == "+")) {
      constexpr int64_t Large = 1 << 20;
      const auto L = Value(Of->operand(0)), R = Value(Of->operand(1));
      return L && R && *L < Large && *R < Large ? std::optional(Of->Text == "*" ? *L * *R : *L + *R)
                                                : std::nullopt;
    }
    if (Of->is(ExprKind::Variable) && Of->Var->Const && !Of->Var->Number)
      for (const Stmt *D : In)
        if (D->is(StmtKind::Declare) && D->Var == Of->Var && D->Value)
          return Value(D->Value);
    const auto Number = knownInteger(Of);
    return Number && *Number >= 0 ? Number : std::nullopt;
  };
  const std::optional<int64_t> Number = Value(E);
  return Number ? B.literal(std::to_string(*Number), E->Ty) : E;
}

/// Whether S is `for (k = 0; k < n; ++k) Vector[k] = 0;`.
static bool fillsWithZeros(const Stmt &S, const Variable *Vector) {
  const Stmt *Fills = S.is(StmtKind::Loop) && S.Then.Stmts.size() == 1 ? S.Then.Stmts[0] : nullptr;
  if (!Fills || !Fills->is(StmtKind::Assign) || !Fills->Target->is(ExprKind::Subscript) ||
      !isVariable(Fills->Target->operand(0), Vector) ||
      !Fills->Target->operand(1)->is(ExprKind::Variable))
    return false;
  double Number = 1;
  const Expr *Value = Fills->Value;
  while (Value->is(ExprKind::Cast))
    Value = Value->operand();
  const bool Zero = Value->is(ExprKind::Literal) &&
                    !llvm::StringRef(Value->Text).getAsDouble(Number) && Number == 0;
  const Variable *Counter = Fills->Target->operand(1)->Var;
  return Zero && S.Init.Stmts.size() == 1 && S.Init.Stmts[0]->Var == Counter;
}

/// Whether Vector, which is declared at In[At] without elements, is next given its size, in the
/// same block, and is now declared there, with its counter, if it has one.
bool Splitter::makeWithSize(Block &In, size_t At, Variable *Vector) {
  std::vector<Stmt *> &Body = In.Stmts;
  auto Counts = [&](const Variable *V) { return V && V->Counts == Vector; };
  size_t Sized = At + 1;
  while (Sized < Body.size() && !mentions(*Body[Sized], Vector)) {
    const Stmt &S = *Body[Sized];
    if (!S.is(StmtKind::Declare) && !S.is(StmtKind::Assign) && !S.is(StmtKind::Opaque))
      return false; // a jump, perhaps, or a loop
    ++Sized;
  }
  const Stmt *S = Sized < Body.size() ? Body[Sized] : nullptr;
  const bool Resizes = S && S->is(StmtKind::Opaque) && S->Text == "$0.resize($1)" &&
                       S->Operands.size() == 2 && isVariable(S->Operands[0], Vector) &&
                       !mentions(S->Operands[1], Vector);
  const Stmt *Next = Resizes && Sized + 1 < Body.size() ? Body[Sized + 1] : nullptr;
  if (!Next || !Next->is(StmtKind::Assign) || !Next->Target->is(ExprKind::Variable) ||
      !Counts(Next->Target->Var))
    return false;
  Variable *Counter = Next->Target->Var;
  const auto Own = llvm::find_if(
      Body, [&](const Stmt *D) { return D->is(StmtKind::Declare) && D->Var == Counter; });
  const bool Alone = Own < Body.begin() + At &&
                     std::none_of(
                         Own + 1, Body.begin() + Sized,
                         [&](const Stmt *Between) { return mentions(*Between, Counter); });
  if (!Alone)
    return false;
  Stmt *Made = Body[At];
  Made->Value = B.opaque(Vector->Ty->Spelling + "($0)", Vector->Ty, {B.var(Counter)});
  Stmt *Count = *Own;
  Count->Value = asNumber(Next->Value, Body);
  Body[Sized] = Count;
  Body[Sized + 1] = Made;
  if (Sized + 2 < Body.size() && fillsWithZeros(*Body[Sized + 2], Vector)) // as it is
    Body.erase(Body.begin() + Sized + 2);
  Body.erase(Body.begin() + At);
  Body.erase(Own);
  return true;
}

void Splitter::split(Block &In) {
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    const Stmt *D = In.Stmts[At];
    const auto Found = D->is(StmtKind::Declare) ? Objects.find(D->Var) : Objects.end();
    if (Found == Objects.end())
      continue;
    std::vector<Stmt *> Members;
    for (Variable *Member : Found->second) {
      const bool Vector = Member->Ty->IsVector;
      Stmt *Each = B.declare(Member, Vector ? M.expr(ExprKind::Braces, Member->Ty) : nullptr);
      Each->Loc = D->Loc;
      Members.push_back(Each);
    }
    In.Stmts.erase(In.Stmts.begin() + At);
    In.Stmts.insert(In.Stmts.begin() + At, Members.begin(), Members.end());
    for (const Stmt *Each : Members)
      if (Each->Var->Ty->IsVector)
        makeWithSize(In, llvm::find(In.Stmts, Each) - In.Stmts.begin(), Each->Var);
    At = size_t(-1); // once more: statements have moved
  }
}

/// Numbers of objects that nobody reads.
void Splitter::dropUnread() {
  const Uses Known(F);
  llvm::DenseSet<const Variable *> Unread;
  for (const auto &[V, Members] : Objects)
    for (const Variable *Member : Members)
      if (Member->Ty->isInteger() && Known.of(Member).Reads == 0 &&
          Known.of(Member).OtherWrites == 0)
        Unread.insert(Member);
  changeBlocks(F.Body, [&](Block &In) {
    llvm::erase_if(In.Stmts, [&](const Stmt *S) {
      return S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) &&
             Unread.contains(S->Target->Var) && removable(S->Value);
    });
    return false;
  });
  changeBlocks(F.Body, [&](Block &In) {
    llvm::erase_if(In.Stmts, [&](const Stmt *S) {
      return S->is(StmtKind::Declare) && !S->Value && Unread.contains(S->Var) &&
             storesIn(F.Body, S->Var) == 0;
    });
    return false;
  });
}

void Splitter::run() {
  findObjects();
  if (Objects.empty())
    return;
  walk(F.Body, [&](Stmt *S) { rewrite(M, *S, [&](const Expr *E) { return part(E); }); });
  changeBlocks(F.Body, [&](Block &In) {
    split(In);
    return false;
  });
  dropUnread();
}

void ad::core::splitObjects(Module &M, Function &F) { Splitter(M, F).run(); }
