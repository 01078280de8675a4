//===- modes/specialise.cpp - functions with constant parameters ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/specialise.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

Block ad::modes::adopt(Module &M, const Function &From, Function &To,
                       llvm::DenseMap<const Variable *, Variable *> &Adopted) {
  for (const Variable &V : From.Locals) {
    if (Adopted.count(&V) || V.Kind != Storage::Local)
      continue;
    Variable *Mine = To.variable(V.Name, V.Ty);
    std::string Name = std::move(Mine->Name);
    *Mine = V;
    Mine->Name = std::move(Name);
    Adopted[&V] = Mine;
  }
  for (auto &[Theirs, Mine] : Adopted)
    if (Variable *Vector = Mine->Counts ? Adopted.lookup(Mine->Counts) : nullptr)
      Mine->Counts = Vector;
  for (const auto &Name : From.Names) // of globals and functions, too: not ours to hide
    To.Names.try_emplace(Name.getKey(), 0);
  for (const auto &Name : From.Taken)
    To.Taken.insert(Name.getKey());

  Builder B(M);
  Block Body = clone(M, From.Body);
  walk(Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      if (!E->is(ExprKind::Variable))
        return nullptr;
      Variable *Mine = Adopted.lookup(E->Var);
      if (!Mine)
        return E;
      Expr *Copy = M.expr(ExprKind::Variable, E->Ty, E->Loc);
      Copy->Var = Mine;
      return Copy;
    });
    if (Variable *Mine = Adopted.lookup(S->Var))
      S->Var = Mine;
  });
  return Body;
}

Function *ad::modes::specialise(Context &C, Function &F, const std::vector<bool> &Constant) {
  auto [Known, IsNew] = F.Specialised.try_emplace(Constant, nullptr);
  if (!IsNew)
    return Known->second;
  if (!C.bodyOf(&F))
    return nullptr;

  Function *Special = C.M.function(F.Name);
  Known->second = Special;
  Special->SourceName = F.SourceName;
  Special->Scope = F.Scope;
  Special->Loc = F.Loc;
  Special->Result = F.Result;
  Special->IsMethod = F.IsMethod;
  Special->CalledBySourceName = F.CalledBySourceName;
  Special->IsConstMethod = F.IsConstMethod;
  Special->HasMutableOverload = F.HasMutableOverload;
  Special->Overloaded = F.Overloaded;
  Special->ConstChooses = F.ConstChooses;
  Special->RefQualifier = F.RefQualifier;
  Special->IsConstructor = F.IsConstructor;
  Special->IsStatic = F.IsStatic;
  Special->IsInline = F.IsInline;
  Special->Origin = F.Origin;

  llvm::DenseMap<const Variable *, Variable *> Adopted;
  std::string Names;
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Variable *P = F.Params[I];
    Variable *Mine = Special->variable(P->Name, P->Ty, P->Kind);
    *Mine = *P;
    Mine->Constant |= Constant[I];
    if (Constant[I])
      Names += (Names.empty() ? "" : ", ") + P->Name;
    Special->Params.push_back(Mine);
    Adopted[P] = Mine;
  }
  Special->Where = F.Where + ", where " + Names + " carries no derivative";
  Special->Body = adopt(C.M, F, *Special, Adopted);
  Special->HasBody = true;
  return Special;
}

bool ad::modes::mayBeDerived(const Expr *Arg) {
  const Expr *Object = Arg->is(ExprKind::AddressOf) ? Arg->operand() : Arg;
  if (Object->is(ExprKind::BaseOf))
    return true;
  const Type *Ty = Object->Ty->isPointer() ? Object->Ty->Element : Object->Ty->nonReference();
  bool Whole = !Object->Ty->isPointer() && !Object->is(ExprKind::Dereference) &&
               !(Object->is(ExprKind::Variable) && Object->Var->Ty->isReference()) &&
               !(Object->is(ExprKind::Subscript) && Object->operand()->Ty->isPointer());
  return Ty->Polymorphic && !Whole;
}
