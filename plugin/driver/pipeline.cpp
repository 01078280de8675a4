//===- driver/pipeline.cpp - from requests to text ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Every request becomes a companion with a declared signature, in a work list.
// 2. Each entry's primal is lowered, its mode fills in the body; calls in it add entries.
// 3. The functions are simplified and written out, callees before callers.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/pipeline.h"
#include "plugin/analysis/idle_pointers.h"
#include "plugin/analysis/scratch.h"
#include "plugin/attributes/templates.h"
#include "plugin/core/anonymous_parts.h"
#include "plugin/core/carry_elements.h"
#include "plugin/core/disjoint_loops.h"
#include "plugin/core/factor_sums.h"
#include "plugin/core/first_values.h"
#include "plugin/core/interchange_loops.h"
#include "plugin/core/join_sums.h"
#include "plugin/core/kept_vectors.h"
#include "plugin/core/known_numbers.h"
#include "plugin/core/loop_counters.h"
#include "plugin/core/names.h"
#include "plugin/core/object_numbers.h"
#include "plugin/core/printer.h"
#include "plugin/core/reciprocals.h"
#include "plugin/core/repeated_values.h"
#include "plugin/core/returned_objects.h"
#include "plugin/core/shared_sums.h"
#include "plugin/core/simplify.h"
#include "plugin/core/sizes_ahead.h"
#include "plugin/core/split_loops.h"
#include "plugin/core/split_objects.h"
#include "plugin/core/split_rims.h"
#include "plugin/core/steady_calls.h"
#include "plugin/core/steady_members.h"
#include "plugin/core/steady_products.h"
#include "plugin/core/steady_sizes.h"
#include "plugin/core/unused_tapes.h"
#include "plugin/core/vector_pointers.h"
#include "plugin/core/verify.h"
#include "plugin/core/versions.h"
#include "plugin/core/walk.h"
#include "plugin/core/walking_pointers.h"
#include "plugin/driver/custom_rules.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/driver/format.h"
#include "plugin/driver/own_algorithms.h"
#include "plugin/emit/emit.h"
#include "plugin/lower/extents.h"
#include "plugin/lower/lower.h"
#include "plugin/modes/gather_stencils.h"
#include "plugin/modes/keep_rows.h"
#include "plugin/modes/known_branches.h"
#include "plugin/modes/loop_bounds.h"
#include "plugin/modes/modes.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/raw_ostream.h"
#include <deque>
#include <map>
#include <set>

namespace ad::driver {

using core::Function;
using modes::Companion;
using modes::Variant;

struct Pipeline::State : modes::Context {
  State(clang::Sema &S, const Options &O)
      : modes::Context(Core), S(S), O(O), Diags(S.getDiagnostics()), Low(S, Core, Diags) {
    Low.FindCompanions = [&S](const clang::FunctionDecl *FD, Function &F) {
      findCompanions(S, FD, F);
    };
    Low.SupplyAlgorithms = [&S] { supplyAlgorithms(S); };
  }

  struct Entry {
    Function *Primal;
    Variant Kind;
    Companion Made, Second; ///< Second: the reverse half of a pair
    clang::SourceLocation Where;
    std::vector<lower::Request> Chain; ///< who asked
    bool Done = false, Emitted = false, Declared = false;
  };

  // modes::Context
  Companion *companion(Function *Callee, Variant V, core::Location Caller) override;
  bool bodyOf(Function *Callee) override {
    // A body that has a rule by hand is only looked at: it may hold what has no derivative.
    return Callee->HandWritten.empty() ? hasBody(Callee, /*Quietly=*/false) : knowsBodyOf(Callee);
  }
  bool knowsBodyOf(Function *Callee) override { return hasBody(Callee, !Callee->Failed); }
  bool hasBody(Function *Callee, bool Quietly) {
    if (Unsaid.count(Callee))
      return false;
    std::vector<lower::Reporter::Unsaid> Errors;
    auto *Outer = std::exchange(Diags.Holding, Quietly ? &Errors : Diags.Holding);
    Low.lowerBody(Callee);
    checkStatics(*Callee);
    Diags.Holding = Outer;
    if (Quietly && Callee->Failed) {
      Callee->Failed = false;
      Unsaid[Callee] = std::move(Errors);
      return false;
    }
    const bool Has = Callee->HasBody && !Callee->Failed;
    if (Has && Narrowed.insert(Callee).second)
      narrow(*Callee);
    return Has;
  }
  /// The same for a body that is to be differentiated.
  bool needBodyOf(Function *Callee) {
    for (const lower::Reporter::Unsaid &Each : Unsaid.lookup(Callee)) {
      Callee->Failed = true;
      Diags.say(Each);
    }
    return bodyOf(Callee);
  }
  const core::Expr *extentOf(const Function &F, unsigned I) override {
    return lower::extentOf(Core, F, I, Diags);
  }
  void error(core::Location Loc, llvm::StringRef Message, llvm::StringRef WayOut) override {
    Diags.error(clang::SourceLocation::getFromRawEncoding(Loc), Message, WayOut);
  }
  void remark(core::Location Loc, llvm::StringRef Message) override {
    if (O.Report)
      Diags.remark(clang::SourceLocation::getFromRawEncoding(Loc), Message);
  }
  void warning(core::Location Loc, llvm::StringRef Message) override {
    // In our text of an algorithm there is nothing that the user could change.
    const auto At = clang::SourceLocation::getFromRawEncoding(Loc);
    if (S.getSourceManager().getBufferName(At) == "<ad algorithms>")
      return remark(Loc, Message);
    if (O.enabled("warnings"))
      Diags.warning(At, Message);
  }
  llvm::raw_ostream *dump(llvm::StringRef Stage) override {
    return O.dumps(Stage) ? &llvm::outs() : nullptr;
  }
  bool enabled(llvm::StringRef Analysis) override { return O.enabled(Analysis); }
  bool checkpointsAll() override { return O.CheckpointAll; }
  bool keepsOrder() override { return KeepsOrder || !O.enabled("reassociate"); }
  const core::Decisions *follows() override { return Followed ? &*Followed : nullptr; }

  Entry &enter(Function *Primal, Variant V, clang::SourceLocation Where);
  void checkStatics(Function &F);
  void narrow(Function &F);
  void make(Entry &E);
  void guard(Entry &E);
  bool runsAgain(Variant V) const;
  void finish(Companion &Made, const Function &Primal, Variant V);
  void emit(Entry &E, Emission &Out);
  void dropTapes();
  bool reachesItself(Entry &E);
  void emit(Function &F, Emission &Out);
  void emitPrimal(Function &F, Emission &Out);
  std::set<const Function *> Narrowed; ///< whose variables stand where they are used
  /// Why bodies that were only looked at could not be lowered.
  llvm::DenseMap<const Function *, std::vector<lower::Reporter::Unsaid>> Unsaid;
  std::set<Function *> Primals; ///< synthetic functions that are called themselves

  clang::Sema &S;
  const Options &O;
  core::Module Core;
  lower::Reporter Diags;
  lower::Lowering Low;
  std::deque<Entry> Entries;
  std::map<std::pair<Function *, Variant>, Entry *> Known;
  std::map<const Function *, Entry *> EntryOf;
  std::optional<core::Decisions> Followed; ///< by the companion that is being made
  /// Whether sums keep the order of their terms: that of companions which are to give the same
  /// bits.
  bool KeepsOrder = false;
  size_t Next = 0;
};

/// Static variables that local ones stand for must not read what another call has left there.
void Pipeline::State::checkStatics(Function &F) {
  const auto Own = Low.OwnStatics.lookup(&F);
  Low.OwnStatics.erase(&F);
  for (const auto &[V, Loc] : Own) {
    if (F.Failed || analysis::isFilledFirst(V, F.Body, Core))
      continue;
    F.Failed = true;
    Diags.error(
        Loc, "cannot differentiate a function with the mutable static variable '" + V->Name + "'",
        "make it a local variable, a parameter, or const; what only reads it may be marked "
        "[[ad::constant]]");
  }
}

/// What C declares ahead of all, and moves along, as people write it in C++.
void Pipeline::State::narrow(Function &F) {
  if (O.enabled("branches"))
    modes::dropKnownBranches(Core, F);
  if (O.enabled("counters"))
    core::declareCounters(Core, F);
  if (O.enabled("first-values"))
    core::declareWithFirstValues(Core, F);
  if (O.enabled("versions"))
    core::nameVersions(Core, F);
  if (O.enabled("walks")) {
    core::replaceVectorPointers(Core, F);
    core::indexPointers(Core, F);
  }
  core::noteCounters(F);
  if (O.enabled("counters"))
    modes::separateCounters(Core, F);
  core::joinCopies(Core, F);
  if (O.enabled("sizes"))
    core::settleSizes(Core, F);
  if (O.enabled("members")) {
    core::replaceKnownNumbers(Core, F);
    if (O.enabled("branches") && modes::dropKnownBranches(Core, F))
      core::replaceKnownNumbers(Core, F);
    core::nameObjectNumbers(Core, F);
    core::splitObjects(Core, F);
    if (O.enabled("first-values"))
      core::declareWithFirstValues(Core, F);
    if (O.enabled("sizes"))
      core::settleSizes(Core, F);
  }
  // The ends of a range that is written to are told by whole loops.
  if (O.enabled("rims") && !keepsOrder() && core::splitRims(Core, F))
    modes::dropKnownBranches(Core, F);
  if (O.enabled("first-values"))
    core::joinSums(Core, F);
  if (O.enabled("sizes"))
    core::declareSizesAhead(F);
  core::dropCopies(Core, F);
  if (O.enabled("steady"))
    core::makeSteadyCallsAhead(Core, F);
  if (O.enabled("parts"))
    core::nameRepeatedValues(Core, F);
  analysis::markIdlePointers(F);
}

/// A pair of sweeps is one entry, made together.
static Variant keyOf(Variant V) { return V == Variant::ReverseSweep ? Variant::ForwardSweep : V; }

Pipeline::State::Entry &Pipeline::State::enter(Function *Primal, Variant V,
                                               clang::SourceLocation Where) {
  Entry *&Slot = Known[{Primal, keyOf(V)}];
  if (Slot)
    return *Slot;
  Entries.push_back({Primal, keyOf(V), {}, {}, Where, {}});
  Slot = &Entries.back();
  Slot->Chain.assign(Diags.Chain.begin(), Diags.Chain.end());
  if (keyOf(V) == Variant::ForwardSweep) {
    modes::declareCompanion(*this, *Primal, Variant::ForwardSweep, Slot->Made);
    modes::declareCompanion(*this, *Primal, Variant::ReverseSweep, Slot->Second);
    EntryOf[Slot->Second.Fn] = Slot;
  } else {
    modes::declareCompanion(*this, *Primal, V, Slot->Made);
  }
  EntryOf[Slot->Made.Fn] = Slot;
  return *Slot;
}

/// What is made for a request.
static Variant variantOf(Mode M) {
  return M == Mode::Forward        ? Variant::Forward
         : M == Mode::Checkpointed ? Variant::Checkpointed
                                   : Variant::Reverse;
}

Companion *Pipeline::State::companion(Function *Callee, Variant V, core::Location Caller) {
  clang::SourceLocation Where = clang::SourceLocation::getFromRawEncoding(Caller);
  if (Callee->Failed)
    return nullptr;
  bool Sweep = keyOf(V) == Variant::ForwardSweep;
  const bool Ours = V == Variant::Overlapping || V == Variant::Joint || V == Variant::AtOnce;
  if (Sweep || V == Variant::Joint)
    modes::followShadows(*this, *Callee);
  bool Named = Sweep ? Callee->SharesSweeps || Callee->HandWritten.count("sweeps")
                     : !Ours && Callee->Companions.count(modes::modeOf(V).str());
  if (!Named && !needBodyOf(Callee)) {
    if (!Callee->Failed)
      Diags.error(Where,
                  "cannot differentiate this call: the body of " + quoted(Callee->SourceName) +
                      " is not visible here",
                  "annotate its declaration with [[ad::differentiate(" + modes::modeOf(V).str() +
                      ")]], write its rule as a function '" + Callee->Name + "_" +
                      modes::modeOf(V).str() + "', or mark it [[ad::constant]]");
    return nullptr;
  }
  Entry &E = enter(Callee, V, Where);
  return V == Variant::ReverseSweep ? &E.Second : &E.Made;
}

/// Whether companions of that kind run loops or calls again, which others record.
bool Pipeline::State::runsAgain(Variant V) const {
  const bool Recording = V == Variant::Reverse || V == Variant::Overlapping || V == Variant::AtOnce;
  return V == Variant::Checkpointed || V == Variant::Joint || (Recording && O.CheckpointAll);
}

void Pipeline::State::make(Entry &E) {
  E.Done = true;
  if (E.Made.HandWritten)
    return;
  if (!needBodyOf(E.Primal)) {
    if (E.Kind == Variant::ForwardSweep && E.Primal->SharesSweeps && !E.Primal->Failed)
      return; // made where the body is
    E.Made.Fn->Failed = true;
    return;
  }
  if (llvm::raw_ostream *OS = dump("core"))
    core::print(*OS, *E.Primal);
  unsigned Before = Diags.Errors;
  Followed.reset();
  if (runsAgain(E.Kind))
    Followed = modes::decisionsOfRecording(*this, *E.Primal, E.Kind);
  switch (E.Kind) {
  case Variant::Forward:
    modes::forward(*this, *E.Primal, E.Made);
    break;
  case Variant::Reverse:
  case Variant::Overlapping:
  case Variant::Checkpointed:
  case Variant::Joint:
  case Variant::AtOnce:
    modes::reverse(*this, *E.Primal, E.Made);
    break;
  default:
    modes::sweeps(*this, *E.Primal, E.Made, E.Second);
    break;
  }
  if (Diags.Errors != Before)
    E.Made.Fn->Failed = true;
  if (E.Made.Fn->Failed)
    return;
  finish(E.Made, *E.Primal, E.Kind);
  if (E.Second.Fn)
    finish(E.Second, *E.Primal, Variant::ReverseSweep);
}

/// The text of Core for what F does.
static std::string textOf(const Function &F) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  core::print(OS, F);
  OS.flush();
  return Text.substr(Text.find('\n'));
}

/// Begins with the test whether arrays overlap, if the companion for arrays that do is another.
void Pipeline::State::guard(Entry &E) {
  auto Twin = Known.find({E.Primal, Variant::Overlapping});
  if (E.Made.Guard.empty() || !E.Made.Fn->HasBody || Twin == Known.end())
    return;
  Entry &Other = *Twin->second;
  if (textOf(*E.Made.Fn) == textOf(*Other.Made.Fn)) {
    Other.Emitted = true;
    return;
  }
  core::Block Whole = std::move(E.Made.Guard);
  Whole.append(E.Made.Fn->Body);
  E.Made.Fn->Body = std::move(Whole);
}

void Pipeline::State::finish(Companion &Made, const Function &Primal, Variant V) {
  static const char *const What[] = {"tangent",
                                     "adjoint",
                                     "adjoint, where arrays may overlap,",
                                     "adjoint, in bounded memory,",
                                     "both sweeps, joint,",
                                     "both sweeps",
                                     "forward sweep",
                                     "reverse sweep"};
  Function &F = *Made.Fn;
  F.HasBody = true;
  std::string Of = Primal.CalledBySourceName ? Primal.SourceName : Primal.Name;
  F.HeaderComment = F.Name + ": " + What[int(V)] + " of " + Of + Primal.TemplateArguments + " (" +
                    Primal.Where + ")";
  if (llvm::raw_ostream *OS = dump("mode"))
    core::print(*OS, F);
  if (O.dumps("verify"))
    for (const std::string &Fault : core::verify(F))
      llvm::outs() << "verify: " << F.Name << ": " << Fault << "\n";
  core::assignNamedParts(Core, F);
  if (O.enabled("simplify"))
    core::simplify(Core, F, {nullptr, follows(), keepsOrder()});
  const bool Sums = V != Variant::Forward && O.enabled("sum");
  if (Sums)
    core::sumLocally(Core, F, {nullptr, follows()});
  const bool AnyOrder = V != Variant::Forward && !keepsOrder();
  if (AnyOrder) { // for the vectoriser
    bool Changed = O.enabled("gather") && modes::gatherStencils(Core, F, Made.Apart);
    Changed |= O.enabled("split") && core::splitLoops(Core, F, Made.Apart);
    Changed |= O.enabled("gather") && modes::keepRows(Core, F, Made.Apart);
    Changed |= O.enabled("interchange") && core::interchangeLoops(Core, F, Made.Apart);
    Changed |= O.enabled("reciprocals") && core::shareReciprocals(Core, F);
    Changed |= O.enabled("factor") && core::factorSums(Core, F);
    if (Changed && O.enabled("simplify"))
      core::simplify(Core, F, {nullptr, follows()});
  }
  if (Sums)
    core::sumElements(Core, F, Made.Apart, {nullptr, follows()});
  if (AnyOrder && Sums && O.enabled("factor"))
    core::shareSums(Core, F);
  if (V != Variant::Forward && O.enabled("carry"))
    core::carryElements(Core, F, Made.Apart);
  if (V != Variant::Forward && O.enabled("members"))
    core::nameSteadyMembers(Core, F, Made.Apart);
  if (V != Variant::Forward && O.enabled("products"))
    core::nameSteadyProducts(Core, F, Made.Apart);
  if (O.enabled("simplify")) { // sums that are local now hide nothing any more
    core::substituteTemporaries(Core, F);
    core::markConst(F);
  }
  if (AnyOrder)
    core::reassociateSums(Core, F);
  if (O.enabled("simplify")) {
    core::dropLastReleases(F);
    core::removeUnusedDefinitions(F);
    core::makeFromRanges(Core, F);
    if (O.enabled("keep"))
      core::keepVectors(Core, F);
    core::shortenNames(F);
  }
  if (O.enabled("disjoint"))
    core::markDisjointLoops(Core, F, Made.Apart);
  if (llvm::raw_ostream *OS = dump("companion"))
    core::print(*OS, F);
}

void Pipeline::State::emit(Function &F, Emission &Out) {
  for (const std::string &H : emit::headers(F))
    if (!llvm::is_contained(Out.Headers, H))
      Out.Headers.push_back(H);
  EmittedFunction Text;
  Text.Name = F.Name;
  Text.Text = formatted(emit::definition(F));
  Out.Functions.push_back(std::move(Text));
}

/// Where both sweeps of a function need no tape, its caller has none to give; then they are what
/// the user's own companion is, if there is one.
void Pipeline::State::dropTapes() {
  llvm::SetVector<Function *> Takers;
  std::vector<Function *> All;
  for (Entry &E : Entries) {
    if (E.Kind == Variant::AtOnce && E.Made.Fn->HasBody)
      Takers.insert(E.Made.Fn);
    for (Function *F : {E.Made.Fn, E.Second.Fn})
      if (F && F->HasBody)
        All.push_back(F);
  }
  std::map<const Function *, Function *> Same;
  for (Function *F : core::dropUnusedTapes(Takers, All)) {
    Entry &E = *EntryOf[F];
    auto Users = Known.find({E.Primal, Variant::Reverse});
    if (Users == Known.end() || E.Primal->IsMethod || !Users->second->Made.Fn->HasBody)
      continue;
    Same[F] = Users->second->Made.Fn;
    E.Emitted = true;
  }
  for (Function *F : All)
    core::walk(F->Body, [&](core::Stmt *S) {
      if (auto It = Same.find(S->Callee); It != Same.end())
        S->Callee = It->second;
    });
}

/// The functions that lower made and that S calls, or to which pointers in it lead.
static void addSynthetic(const core::Stmt &S, llvm::SetVector<Function *> &Out) {
  if (S.Callee && S.Callee->IsSynthetic)
    Out.insert(S.Callee);
  core::forEachExpr(S, [&](const core::Expr *E) {
    core::walk(E, [&](const core::Expr *Sub) {
      if (Sub->Names)
        Out.insert(Sub->Names);
      return true;
    });
  });
}

/// Whether the functions of E call themselves, directly or through other helpers.
bool Pipeline::State::reachesItself(Entry &E) {
  std::set<const Entry *> Seen;
  std::vector<Entry *> Next{&E};
  bool Found = false;
  while (!Next.empty() && !Found) {
    Entry *At = Next.back();
    Next.pop_back();
    for (Function *F : {At->Made.Fn, At->Second.Fn})
      if (F)
        core::walk(F->Body, [&](core::Stmt *S) {
          llvm::SetVector<Function *> Named;
          addSynthetic(*S, Named);
          if (S->Callee)
            Named.insert(S->Callee);
          for (Function *Each : Named) {
            auto It = EntryOf.find(Each);
            if (It == EntryOf.end())
              continue;
            Found |= It->second == &E;
            if (Seen.insert(It->second).second)
              Next.push_back(It->second);
          }
        });
  }
  return Found;
}

void Pipeline::State::emit(Entry &E, Emission &Out) {
  if (E.Emitted || E.Made.HandWritten || !E.Done || !E.Made.Fn->HasBody)
    return;
  E.Emitted = true;
  // Callees first; those that are under way (recursion) were declared ahead.
  std::vector<Function *> Mine{E.Made.Fn};
  if (E.Second.Fn)
    Mine.push_back(E.Second.Fn);
  for (Function *F : Mine)
    core::walk(F->Body, [&](core::Stmt *S) {
      llvm::SetVector<Function *> Synthetic;
      addSynthetic(*S, Synthetic);
      for (Function *Each : Synthetic)
        if (auto Of = EntryOf.find(Each); Of != EntryOf.end()) // a companion that text names
          emit(*Of->second, Out);
        else
          emitPrimal(*Each, Out);
      auto It = EntryOf.find(S->Callee);
      if (It == EntryOf.end())
        return;
      if (It->second->Made.Fn->IsHelper) // others are declared where their function was annotated
        emit(*It->second, Out);
    });
  for (Function *F : Mine)
    emit(*F, Out);
}

/// A function that lower made, and that is called where it carries no derivative.
void Pipeline::State::emitPrimal(Function &F, Emission &Out) {
  if (!Primals.insert(&F).second || !F.HasBody)
    return;
  std::string Name = F.Name;
  F.Name = F.SourceName.substr(F.SourceName.rfind(':') + 1);
  if (F.HeaderComment.empty())
    F.HeaderComment = F.Name + ": " +
                      (F.Catches.empty() ? Name + " with the functions that it is called with"
                                         : "which handler its try block runs, 0 for none") +
                      " (" + F.Where + ")";
  if (O.enabled("simplify") && F.Catches.empty()) // what an attempt computes is whether it throws
    core::simplify(Core, F);
  llvm::SetVector<Function *> Others;
  core::walk(F.Body, [&](core::Stmt *S) { addSynthetic(*S, Others); });
  if (!Others.empty()) // it and those that it calls may call each other
    Out.Functions.push_back({"", formatted(emit::enclosed(F.Scope, emit::declaration(F) + ";\n"))});
  for (Function *Each : Others)
    emitPrimal(*Each, Out);
  emit(F, Out);
  F.Name = Name;
}

Pipeline::Pipeline(clang::Sema &S, const Options &O) : Own(new State(S, O)) {}
Pipeline::~Pipeline() = default;

Emission Pipeline::run(llvm::ArrayRef<Request> Requests) {
  State &P = *Own;
  Emission Out;
  unsigned Before = P.Diags.Errors;
  P.Low.RunsAgain |=
      llvm::any_of(Requests, [](const Request &R) { return R.M == Mode::Checkpointed; });
  P.KeepsOrder |= P.Low.RunsAgain;
  P.Low.refresh();
  for (const Request &R : Requests)
    P.Low.noteCallers(R.Primal);
  for (const Request &R : Requests) {
    // Of a virtual method, the companion looks at the object's class first.
    const auto *MD = llvm::dyn_cast<clang::CXXMethodDecl>(R.Primal);
    Function *F = MD && P.Low.dispatches(MD) ? P.Low.dispatcher(MD, MD->getParent(), R.Where)
                                             : P.Low.function(R.Primal);
    if (!F || F->Failed)
      continue;
    const Variant V = variantOf(R.M);
    if (attributes::isInstance(R.Companion)) {
      lower::RequestScope Scope(P.Diags, R.Where,
                                "derivative of " + quoted(R.Primal) + " requested here");
      State::Entry &E = P.enter(F, V, R.Used);
      Out.Instances.push_back({R, E.Made.Fn->Name, {}, -1, false});
      continue;
    }
    const std::string Name = modes::modeOf(V).str();
    F->Companions[Name] = writableName(R.Companion);
    F->HandWritten.erase(Name);
    lower::RequestScope Scope(P.Diags, R.Where,
                              "derivative of " + quoted(R.Primal) + " requested here");
    P.enter(F, V, R.Where);
    if (V != Variant::Forward)
      modes::followShadows(P, *F);
    if (V == Variant::Reverse && F->SharesSweeps)
      P.enter(F, Variant::ForwardSweep, R.Where);
  }
  for (; P.Next < P.Entries.size(); ++P.Next) {
    State::Entry &E = P.Entries[P.Next];
    P.Diags.Chain.assign(E.Chain.begin(), E.Chain.end());
    if (E.Made.Fn->IsHelper)
      P.Diags.Chain.push_back({E.Where, quoted(E.Primal->SourceName) + " called here"});
    P.make(E);
    P.Diags.Chain.clear();
  }
  // What could not be made has an error, or the companion would be without a body.
  if (P.Diags.Errors == Before)
    for (State::Entry &E : P.Entries)
      if (E.Primal->Failed ||
          (E.Primal->HasBody && (E.Made.Fn->Failed || (E.Second.Fn && E.Second.Fn->Failed))))
        P.Diags.error(E.Where,
                      "internal error of clang-ad: " + quoted(E.Made.Fn->Name) + " was not made",
                      "please report this, with the preprocessed source");
  Out.Failed = P.Diags.Errors != Before;
  if (Out.Failed)
    return Out;
  P.dropTapes();
  for (State::Entry &E : P.Entries)
    P.guard(E);
  // Sweeps that other files know and helpers that call each other in a circle are declared first.
  std::string Declarations;
  for (State::Entry &E : P.Entries) {
    if (E.Declared || E.Made.HandWritten)
      continue;
    bool Shared = E.Kind == Variant::ForwardSweep && E.Primal->SharesSweeps;
    bool Circular = E.Made.Fn->HasBody && !E.Emitted && E.Made.Fn->IsHelper && P.reachesItself(E);
    if (!Shared && !Circular)
      continue;
    E.Declared = true;
    for (Function *F : {E.Made.Fn, E.Second.Fn})
      if (F)
        Declarations += emit::enclosed(F->Scope, emit::declaration(*F) + ";\n");
  }
  if (!Declarations.empty())
    Out.Functions.push_back({"", formatted(Declarations)});
  for (State::Entry &E : P.Entries)
    P.emit(E, Out);
  return Out;
}

} // namespace ad::driver
