//===- core/simplify_last.cpp - the last iteration that took a branch -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where the reverse sweep goes back no farther than to the last iteration in which a branch was
// taken, and does nothing in the others, which one it was is all there is to be kept:
//
//   bool *taken_at = tape.array<bool>(n);     int i_last = n;
//   for (int i = 0; i < n; ++i) {             for (int i = 0; i < n; ++i)
//     const bool taken = m < x[i];              if (m < x[i]) {
//     taken_at[i] = taken;                        m = x[i];
//     if (taken)                                  i_last = i;
//       m = x[i];                               }
//   }
//   for (int i = n; i-- > 0;) {               if (i_last < n) {
//     if (taken_at[i]) {                        x_bar[i_last] += m_bar;
//       x_bar[i] += m_bar;                      m_bar = 0;
//       m_bar = 0;                            }
//       break;
//     }
//   }
//
// Of a loop that does something else, too, and whose iterations hand on nothing but m_bar
// (Stmt::HandsOn), the last iteration that took the branch is the only one to which that matters;
// and then the order of the iterations does not:
//
//   for (int i = n; i-- > 0;) {               for (int i = 0; i < n; ++i) {
//     if (taken_at[i]) {                        if (i == i_last)
//       x_bar[i] += m_bar;                        x_bar[i] += m_bar;
//       m_bar = 0;                              ...
//     }                                       }
//     ...
//   }
//
// In a loop of an array by the iterations of loops, `last_at[t]` keeps it for those around it.
//
// Where m began with x[0], which gets what is left of m_bar, `int i_last = 0` will do, and
// `x_bar[i_last] += m_bar`.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

/// The loop that sets the flags, and where.
struct Setting {
  Block *In = nullptr;
  size_t At = 0;
  Stmt *Loop = nullptr;
  Variable *Counter = nullptr;
  const Expr *Bound = nullptr; ///< which the counter never is in the loop
  size_t First = 0;            ///< of the three statements `taken = ...; flags[...] = taken; if`
};

/// The loop that reads them from the last one on, up to the first that is set; or, with HandsOn,
/// all of them.
struct Search {
  Block *In = nullptr;
  size_t At = 0;
  Variable *Counter = nullptr;
  Stmt *Taken = nullptr;
};

class Last {
public:
  Last(Module &M, Function &F) : M(M), F(F), B(M) {}
  bool run();

private:
  bool keep(Block &In, size_t At);
  void beginAtOther(Block &In, size_t At, Stmt &Kept, const Variable *Had);
  std::optional<Setting> setting(const Variable *Flags) const;
  std::optional<Search> search(const Variable *Flags) const;
  bool meets(const Setting &Set, const Search &Read, const Variable *Flags) const;
  bool follows(const Block &In, size_t At, const Setting &Set, const Search &Read) const;
  Variable *keepInArray(Stmt &Array, const Setting &Set, Search &Read, Variable *Kept);
  void readLast(const Setting &Set, const Search &Read, Variable *Kept);
  void readInAnyOrder(const Setting &Set, const Search &Read, Variable *Kept);

  Module &M;
  Function &F;
  mutable Builder B;
};

} // namespace

/// `flags[...]...[...]`, one of the numbers in Flags.
static bool isFlag(const Expr *E, const Variable *Flags) {
  const Expr *Array = E;
  while (Array->is(ExprKind::Subscript))
    Array = Array->operand(0);
  return Array != E && E->Ty->IsBool && isVariable(Array, Flags);
}

/// The variable that alone Init declares; null where there is another.
static Variable *counterOf(const Stmt &Loop) {
  const bool Counts = Loop.is(StmtKind::Loop) && Loop.Form == LoopForm::For && Loop.Setup.empty() &&
                      Loop.Init.Stmts.size() == 1 && Loop.Init.Stmts[0]->is(StmtKind::Declare) &&
                      Loop.Init.Stmts[0]->Value && Loop.Value && Loop.Value->is(ExprKind::Binary) &&
                      isVariable(Loop.Value->operand(0), Loop.Init.Stmts[0]->Var);
  return Counts && Loop.Init.Stmts[0]->Var->Ty->isInteger() ? Loop.Init.Stmts[0]->Var : nullptr;
}

/// Whether S is `V += By`, By one or minus one.
static bool steps(const Stmt &S, const Variable *V, bool Down) {
  if (!S.is(StmtKind::Accumulate) || !isVariable(S.Target, V))
    return false;
  const bool Negative = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
  const Expr *Size = Negative ? S.Value->operand() : S.Value;
  return Negative == Down && Size->is(ExprKind::Literal) && Size->Text == "1";
}

static bool changes(const Block &Bl, const Variable *V) {
  bool Found = false;
  walk(Bl, [&](Stmt *S) {
    Found |= (S->Target && isVariable(S->Target, V)) ||
             (S->Var == V && !S->is(StmtKind::Declare)) ||
             llvm::any_of(S->Writes, [&](const Expr *W) { return mentions(W, V); });
    if (S->is(StmtKind::Call) || S->is(StmtKind::Opaque)) // perhaps by reference
      Found |= llvm::any_of(S->Operands, [&](const Expr *A) { return isVariable(A, V); });
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Found |= Sub->is(ExprKind::AddressOf) && isVariable(Sub->operand(), V);
        return true;
      });
    });
  });
  return Found;
}

std::optional<Setting> Last::setting(const Variable *Flags) const {
  std::optional<Setting> Found;
  changeBlocks(F.Body, [&](Block &Bl) {
    for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
      Stmt &S = *Bl.Stmts[I];
      Setting Is{&Bl, I, &S, counterOf(S)};
      if (!Is.Counter || S.Value->Text != "<" || S.Step.Stmts.size() != 1 ||
          !steps(*S.Step.Stmts[0], Is.Counter, /*Down=*/false) || changes(S.Then, Is.Counter))
        continue;
      Is.Bound = S.Value->operand(1);
      const std::vector<Stmt *> &Body = S.Then.Stmts;
      for (; Is.First + 2 < Body.size(); ++Is.First) {
        const Stmt &Taken = *Body[Is.First], &Set = *Body[Is.First + 1], &If = *Body[Is.First + 2];
        if (Set.is(StmtKind::Assign) && isFlag(Set.Target, Flags) && Taken.is(StmtKind::Declare) &&
            Taken.Value && isVariable(Set.Value, Taken.Var) && If.is(StmtKind::If) &&
            isVariable(If.Value, Taken.Var) && Uses(F).of(Taken.Var).Reads == 2)
          Found = Is;
        if (Found)
          break;
      }
    }
    return false;
  });
  return Found;
}

/// Whether E is V, or a product with it.
static bool isTimes(const Expr *E, const Variable *V) {
  if (E->is(ExprKind::Unary) && E->Text == "-")
    return isTimes(E->operand(), V);
  if (E->is(ExprKind::Binary) && E->Text == "*")
    return isTimes(E->operand(0), V) != isTimes(E->operand(1), V);
  return isVariable(E, V);
}

/// Whether If, in Loop, adds what Loop hands on to something, and leaves nothing of it; and nothing
/// else there asks for it.
static bool handsAllOn(const Stmt &Loop, const Stmt &If) {
  const Variable *V = Loop.HandsOn;
  const Stmt *Clear = If.Then.Stmts.back();
  bool Hands = Clear->is(StmtKind::Assign) && isVariable(Clear->Target, V) &&
               Clear->Value->is(ExprKind::Literal) && Builder::isZero(Clear->Value);
  for (const Stmt *S : llvm::ArrayRef(If.Then.Stmts).drop_back())
    Hands &= S->is(StmtKind::Accumulate) && !mentions(S->Target, V) && isTimes(S->Value, V);
  for (const Stmt *S : Loop.Then.Stmts)
    Hands &= S == &If || !mentions(*S, V);
  return Hands;
}

std::optional<Search> Last::search(const Variable *Flags) const {
  std::optional<Search> Found;
  changeBlocks(F.Body, [&](Block &Bl) {
    for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
      Stmt &S = *Bl.Stmts[I];
      Search Is{&Bl, I, counterOf(S)};
      if (!Is.Counter || S.Value->Text != ">" || !S.Step.empty() || S.Then.Stmts.size() < 2 ||
          !steps(*S.Then.Stmts[0], Is.Counter, /*Down=*/true))
        continue;
      for (Stmt *If : llvm::drop_begin(S.Then.Stmts)) {
        const std::vector<Stmt *> &Then = If->Then.Stmts;
        if (!If->is(StmtKind::If) || !isFlag(If->Value, Flags) || !If->Else.empty() ||
            Then.empty() || changes(If->Then, Is.Counter))
          continue;
        Is.Taken = If;
        const bool Ends = S.Then.Stmts.size() == 2 && Then.back()->is(StmtKind::Break);
        if (Ends || (S.HandsOn && handsAllOn(S, *If)))
          Found = Is;
      }
    }
    return false;
  });
  return Found;
}

/// `if (last < n) { X[last] += bar; bar = 0; } X[0] += bar;`, At of In, with `last` declared by
/// Kept, or had from it: X[last] += bar.
void Last::beginAtOther(Block &In, size_t At, Stmt &Kept, const Variable *Had) {
  Stmt *If = In.Stmts[At];
  if (If->Then.Stmts.size() != 2 || !If->Else.empty() || At + 1 == In.Stmts.size())
    return;
  Stmt *Add = If->Then.Stmts[0], *Clear = If->Then.Stmts[1], *Next = In.Stmts[At + 1];
  auto AddsTo = [](const Stmt &S) {
    return S.is(StmtKind::Accumulate) && S.Target->is(ExprKind::Subscript) &&
                   S.Value->is(ExprKind::Variable)
               ? S.Target
               : nullptr;
  };
  const Expr *Taken = AddsTo(*Add), *Begun = AddsTo(*Next);
  const bool Same = Taken && Begun && equal(Taken->operand(), Begun->operand()) &&
                    equal(Add->Value, Next->Value) && isVariable(Taken->operand(1), Had) &&
                    Begun->operand(1)->is(ExprKind::Literal);
  const Variable *Bar = Same ? Add->Value->Var : nullptr;
  if (!Bar || Bar->Kind != Storage::Local || Bar->AddressTaken || !Clear->is(StmtKind::Assign) ||
      !isVariable(Clear->Target, Bar) || !Clear->Value->is(ExprKind::Literal) ||
      Clear->Value->Text != "0")
    return;
  // What is left of it is nobody's then.
  const bool Mine = llvm::any_of(llvm::ArrayRef(In.Stmts).take_front(At), [&](const Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var == Bar;
  });
  const bool Read = llvm::any_of(llvm::ArrayRef(In.Stmts).drop_front(At + 2),
                                 [&](const Stmt *S) { return mentions(*S, Bar); });
  if (!Mine || Read)
    return;
  Kept.Value = B.literal(Begun->operand(1)->Text, Kept.Var->Ty);
  In.Stmts[At] = Add;
  In.Stmts.erase(In.Stmts.begin() + At + 1);
}

/// Whether both loops run for the same iterations, and nothing else asks for the flags.
bool Last::meets(const Setting &Set, const Search &Read, const Variable *Flags) const {
  const Stmt &Reader = *Read.In->Stmts[Read.At], &Writer = *Set.Loop;
  const Expr *Counter = B.var(Set.Counter);
  const Expr *Index = rewrite(M, Read.Taken->Value->operand(1), [&](const Expr *E) {
    return isVariable(E, Read.Counter) ? Counter : nullptr;
  });
  unsigned Mentions = 0;
  walk(F.Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Mentions += isVariable(Sub, Flags);
        return true;
      });
    });
  });
  return Mentions == 2 && equal(Reader.Init.Stmts[0]->Value, Set.Bound) &&
         equal(Reader.Value->operand(1), Writer.Init.Stmts[0]->Value) &&
         equal(Index, Writer.Then.Stmts[Set.First + 1]->Target->operand(1)) &&
         Set.Counter->Ty == Read.Counter->Ty && Set.Counter->Ty == Set.Bound->Ty &&
         removable(Set.Bound) && !jumps(Writer);
}

/// `if (i_last < n)`, with the iteration in place of the counter.
void Last::readLast(const Setting &Set, const Search &Read, Variable *Kept) {
  Stmt *If = Read.Taken;
  If->Then.Stmts.pop_back();
  If->Value = B.binary("<", B.var(Kept), Set.Bound, M.boolType());
  walk(If->Then, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      return isVariable(E, Read.Counter) ? B.var(Kept) : nullptr;
    });
  });
  Read.In->Stmts[Read.At] = If;
}

/// `if (i == i_last)`, in a loop that goes up.
void Last::readInAnyOrder(const Setting &Set, const Search &Read, Variable *Kept) {
  Stmt &Loop = *Read.In->Stmts[Read.At];
  const Expr *I = B.var(Read.Counter);
  Stmt *const Clear = Read.Taken->Then.Stmts.back();
  Read.Taken->Then.Stmts.pop_back();
  Read.Taken->Value = B.binary("==", I, B.var(Kept), M.boolType());
  Loop.Init.Stmts[0] = B.declare(Read.Counter, Set.Loop->Init.Stmts[0]->Value);
  Loop.Value = B.binary("<", I, Set.Bound, M.boolType());
  Loop.Then.Stmts.erase(Loop.Then.Stmts.begin());
  Loop.Step.add(B.accumulate(I, B.integer(1)));
  Loop.HandsOn = nullptr;
  Block Then;
  Then.add(Clear);
  Stmt *If = B.ifThen(B.binary("<", B.var(Kept), Set.Bound, M.boolType()), std::move(Then));
  Read.In->Stmts.insert(Read.In->Stmts.begin() + Read.At + 1, If);
}

/// Whether nothing that Loop does changes where E, a flag, is, but for its last subscript.
static bool staysInRow(const Expr *E, const Stmt &Loop) {
  bool Stays = true;
  walk(E->operand(0), [&](const Expr *Sub) {
    Stays &= Sub->is(ExprKind::Subscript) || Sub->is(ExprKind::Binary) ||
             Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Cast) ||
             (Sub->is(ExprKind::Variable) && !changes(Loop.Then, Sub->Var) &&
              !changes(Loop.Init, Sub->Var) && !Sub->Var->AddressTaken);
    return Stays;
  });
  walk(Loop.Then, [&](Stmt *S) { Stays &= !S->Var || !mentions(E->operand(0), S->Var); });
  return Stays;
}

/// Whether the flags that Read reads are those that Set has set: of an array that In makes At, by
/// the iterations of more than one loop, or of one loop right ahead.
bool Last::follows(const Block &In, size_t At, const Setting &Set, const Search &Read) const {
  const Stmt &Array = *In.Stmts[At];
  const bool Rows = !Array.Operands.empty();
  const Expr *SetAt = Set.Loop->Then.Stmts[Set.First + 1]->Target, *ReadAt = Read.Taken->Value;
  const Stmt &Reader = *Read.In->Stmts[Read.At];
  if (Rows &&
      (Set.In == Read.In || !staysInRow(SetAt, *Set.Loop) || !staysInRow(ReadAt, Reader) ||
       mentions(SetAt->operand(0), Set.Counter) || mentions(ReadAt->operand(0), Read.Counter)))
    return false;
  auto Holds = [](Stmt *S, const Stmt *Loop) {
    Block Alone;
    Alone.add(S);
    bool Found = false;
    walk(Alone, [&](Stmt *Sub) { Found |= Sub == Loop; });
    return Found;
  };
  bool After = false;
  for (Stmt *Later :
       Rows ? llvm::drop_begin(In.Stmts, At + 1) : llvm::drop_begin(Set.In->Stmts, Set.At)) {
    if (After && Holds(Later, &Reader))
      return true;
    After |= Holds(Later, Set.Loop);
  }
  return false;
}

/// Kept, for each of the other loops' iterations, goes to an array in place of the flags; what it
/// was there is the variable that is returned.
Variable *Last::keepInArray(Stmt &Array, const Setting &Set, Search &Read, Variable *Kept) {
  Variable *Flags = Array.Var;
  const Type *Ty = Kept->Ty;
  for (size_t I = 0; I < Array.Operands.size(); ++I)
    Ty = M.pointer(Ty, false);
  Variable *Slots = F.variable(Kept->Name + "_at", Ty);
  Slots->Subscripts = Array.Operands.size();
  Array.Operands.pop_back();
  Array.Var = Slots;
  auto Slot = [&](const Expr *Flag) {
    std::function<const Expr *(const Expr *)> Of = [&](const Expr *E) -> const Expr * {
      return E->is(ExprKind::Subscript) ? B.subscript(Of(E->operand(0)), E->operand(1))
                                        : B.var(Slots);
    };
    return Of(Flag->operand(0));
  };
  Stmt *Keep = B.assign(Slot(Set.Loop->Then.Stmts[Set.First + 1]->Target), B.var(Kept));
  Set.In->Stmts.insert(Set.In->Stmts.begin() + Set.At + 1, Keep);
  Variable *Had = F.variable(Read.Counter->Name + "_taken", Kept->Ty);
  Had->Const = true;
  Read.In->Stmts.insert(Read.In->Stmts.begin() + Read.At++,
                        B.declare(Had, Slot(Read.Taken->Value)));
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::ReleaseArray) && S->Var == Flags)
      S->Var = Slots;
  });
  return Had;
}

bool Last::keep(Block &In, size_t At) {
  Stmt &Array = *In.Stmts[At];
  if (!Array.is(StmtKind::RecordArray) || !Array.Declares)
    return false;
  const Type *Leaf = Array.Var->Ty;
  for (size_t I = 0; I <= Array.Operands.size() && Leaf; ++I)
    Leaf = Leaf->isPointer() ? Leaf->Element : nullptr;
  if (!Leaf || !Leaf->IsBool)
    return false;
  Variable *Flags = Array.Var;
  std::optional<Setting> Set = setting(Flags);
  std::optional<Search> Read = Set ? search(Flags) : std::nullopt;
  if (!Read || !follows(In, At, *Set, *Read))
    return false;
  if (!meets(*Set, *Read, Flags))
    return false;
  Stmt &Writer = *Set->Loop;
  Variable *Kept = F.variable(Set->Counter->Name + "_last", Set->Counter->Ty);
  const bool Ends = Read->Taken->Then.Stmts.back()->is(StmtKind::Break);
  Stmt *const If = Read->Taken;
  const bool Rows = !Array.Operands.empty();
  Variable *const Had = Rows ? keepInArray(Array, *Set, *Read, Kept) : Kept;
  // Set: where the branch was taken.
  std::vector<Stmt *> &Body = Writer.Then.Stmts;
  Stmt *Branch = Body[Set->First + 2];
  Branch->Value = Body[Set->First]->Value;
  Branch->Then.add(B.assign(B.var(Kept), B.var(Set->Counter)));
  Body.erase(Body.begin() + Set->First, Body.begin() + Set->First + 2);
  Stmt *Declare = B.declare(Kept, Set->Bound);
  if (Ends)
    readLast(*Set, *Read, Had);
  else
    readInAnyOrder(*Set, *Read, Had);
  Set->In->Stmts.insert(Set->In->Stmts.begin() + Set->At, Declare);
  if (!Rows)
    llvm::erase(In.Stmts, &Array);
  if (Ends)
    beginAtOther(*Read->In, llvm::find(Read->In->Stmts, If) - Read->In->Stmts.begin(), *Declare,
                 Had);
  changeBlocks(F.Body, [&](Block &Bl) {
    llvm::erase_if(Bl.Stmts,
                   [&](const Stmt *S) { return S->is(StmtKind::ReleaseArray) && S->Var == Flags; });
    return false;
  });
  return true;
}

bool Last::run() {
  return changeScopes(F.Body, [&](Block &In) {
    for (size_t At = 0; At < In.Stmts.size(); ++At)
      if (keep(In, At))
        return true;
    return false;
  });
}

bool ad::core::keepLastTaken(Module &M, Function &F) { return Last(M, F).run(); }
