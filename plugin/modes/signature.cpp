//===- modes/signature.cpp - the signatures of companions -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// One rule: the derivative of a T is a T, every differentiable parameter is followed by its
// derivative, the result's derivative comes last. What differs between the variants is who writes:
// tangents are written where the primal is, adjoints everywhere.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/modes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ad::core;
using namespace ad::modes;

namespace {

/// Builds one signature. The order of the steps is that of the parameter list.
class Signature {
public:
  Signature(Module &M, Function &F, Variant Kind, Companion &Out)
      : M(M), F(F), Kind(Kind), Out(Out) {}

  void build();

private:
  bool isSweep() const { return Kind == Variant::ForwardSweep || Kind == Variant::ReverseSweep; }
  bool isForward() const { return Kind == Variant::Forward; }
  /// The mode by which the user asks for this companion.
  llvm::StringRef mode() const { return modeOf(Kind); }
  llvm::StringRef nameSuffix() const;
  llvm::StringRef variableSuffix() const { return isForward() ? "_dot" : "_bar"; }

  void nameCompanion();
  void addTape();
  bool takesReceiver() const;
  bool meetsUsers() const;
  void addPrimal(Variable *Param);
  void addDerivative(Variable *Param);
  void addResultDerivative();

  const Type *derivativeOfParameter(const Variable *Param);
  Variable *parameter(llvm::StringRef Name, const Type *Ty, Storage Kind = Storage::Parameter);
  std::string fresh(const llvm::Twine &Wanted);

  Module &M;
  Function &F;
  Variant Kind;
  Companion &Out;
  Function *Fn = nullptr;
};

} // namespace

llvm::StringRef ad::modes::modeOf(Variant V) {
  return V == Variant::Forward                               ? "forward"
         : V == Variant::Checkpointed || V == Variant::Joint ? "checkpointed"
                                                             : "reverse";
}

llvm::StringRef Signature::nameSuffix() const {
  switch (Kind) {
  case Variant::Forward:
    return "_forward";
  case Variant::Reverse:
    return "_reverse";
  case Variant::Overlapping:
    return "_reverse_overlapping";
  case Variant::Checkpointed:
    return "_checkpointed";
  case Variant::Joint:
    return "_joint";
  case Variant::AtOnce:
    return "_both_sweeps";
  case Variant::ForwardSweep:
    return "_forward_sweep";
  case Variant::ReverseSweep:
    return "_reverse_sweep";
  }
  return "";
}

/// The function's name as an identifier: `operator+` has none of its own.
static std::string identifier(const Function &F) {
  llvm::StringRef Name = F.Name;
  if (F.IsConstructor)
    return "construct";
  if (Name.starts_with("~"))
    return "destroy";
  if (Name.consume_front("operator")) {
    llvm::StringRef Word = llvm::StringSwitch<llvm::StringRef>(Name.trim())
                               .Case("+", "plus")
                               .Case("-", "minus")
                               .Case("*", "times")
                               .Case("/", "divided_by")
                               .Case("%", "modulo")
                               .Case("=", "assign")
                               .Case("+=", "add")
                               .Case("-=", "subtract")
                               .Case("*=", "scale")
                               .Case("/=", "divide")
                               .Case("==", "equal")
                               .Case("!=", "differ")
                               .Case("<", "less")
                               .Case(">", "greater")
                               .Case("<=", "less_equal")
                               .Case(">=", "greater_equal")
                               .Case("[]", "subscript")
                               .Case("()", "call")
                               .Case("->", "arrow")
                               .Case("++", "increment")
                               .Case("--", "decrement")
                               .Case("!", "negate")
                               .Default("");
    if (!Word.empty())
      return Word.str();
    if (Name.empty() || llvm::isAlnum(Name.front()) || Name.front() == '_')
      Name = F.Name; // an ordinary name such as `operators`
  }
  std::string Result;
  for (char C : Name.take_while([](char C) { return C != '<'; })) {
    bool Allowed = llvm::isAlnum(C) || C == '_';
    if (Allowed)
      Result += C;
    else if (!Result.empty() && Result.back() != '_')
      Result += '_';
  }
  return Result.empty() ? "f" : Result;
}

/// Template arguments as a part of an identifier: `<std::array<double, 3>>` gives
/// "std_array_double_3".
static std::string words(llvm::StringRef Arguments) {
  constexpr size_t Long = 40;
  std::string Result;
  for (char C : Arguments) {
    if (llvm::isAlnum(C))
      Result += C;
    else if (C == '*')
      Result += Result.empty() || Result.back() == '_' ? "pointer" : "_pointer";
    else if (C == '-')
      Result += "minus_";
    else if (!Result.empty() && Result.back() != '_')
      Result += '_';
    if (Result.size() >= Long)
      break;
  }
  while (!Result.empty() && Result.back() == '_')
    Result.pop_back();
  return Result.empty() ? "instance" : Result;
}

static std::string qualifier(const Scope &S) {
  std::string Result;
  for (llvm::StringRef N : S.Namespaces)
    if (!N.empty() && !N.starts_with("inline "))
      Result += (N + "::").str();
  if (!S.Class.empty())
    Result += S.Class + "::";
  return Result;
}

void Signature::nameCompanion() {
  auto Known = F.Companions.find(mode().str());
  auto Hand = F.HandWritten.find(isSweep() ? "sweeps" : mode().str());
  const bool Ours =
      Kind == Variant::Overlapping || Kind == Variant::Joint || Kind == Variant::AtOnce;
  Out.HandWritten = !Ours && Hand != F.HandWritten.end() && Hand->second;
  Fn->Scope = F.Scope;
  Fn->IsCold = Kind == Variant::Overlapping;

  // 1. Annotated or written by hand: the user's name in the user's scope.
  if (Known != F.Companions.end() && !isSweep() && !Ours) {
    llvm::StringRef Qualified = Known->second;
    Fn->SourceName = Qualified.str();
    Fn->Name = Qualified.substr(Qualified.rfind(':') + 1).str();
    // A rule for a third-party method is a free function.
    bool IsMethodRule =
        !F.Scope.Class.empty() && Qualified.contains((F.Scope.Class + "::").c_str());
    Fn->IsMethod = F.IsMethod && (!Out.HandWritten || IsMethodRule);
    Fn->IsConstMethod = Fn->IsMethod && F.IsConstMethod;
    Fn->HasMutableOverload = Fn->IsMethod && F.HasMutableOverload;
    Fn->Overloaded = F.Overloaded;
    Fn->ConstChooses = F.ConstChooses;
    Fn->RefQualifier = Fn->IsMethod ? F.RefQualifier : "";
    if (F.IsMethod && !Fn->IsMethod)
      Fn->Scope.Class.clear();
    Fn->IsStatic = F.IsStatic;
    Fn->IsInline = F.IsInline;
    Fn->IsExternC = F.IsExternC;
    return;
  }

  // 2. Nobody asked by name: a free function of ours beside the callee, with internal linkage
  // unless
  //    it is known to other files.
  bool Shared = isSweep() && (F.SharesSweeps || Out.HandWritten);
  Fn->IsHelper = Fn->IsStatic = !Shared;
  Fn->Scope.Class.clear();
  std::string Stem = identifier(F);
  if (!F.Scope.Class.empty()) {
    llvm::StringRef Class = F.Scope.Class;
    Class = Class.take_until([](char C) { return C == '<'; });
    Stem = (Class.substr(Class.rfind(':') + 1) + "_" + Stem).str();
  }
  if (!F.TemplateArguments.empty())
    Stem += "_" + words(F.TemplateArguments);
  std::string Name = Stem + nameSuffix().str();
  auto taken = [&](const std::string &Candidate) {
    return llvm::any_of(M.Functions, [&](const Function &Other) {
      return &Other != Fn && Other.Name == Candidate && Other.Scope.Class.empty();
    });
  };
  for (unsigned I = 2; !Shared && taken(Name); ++I)
    Name = Stem + nameSuffix().str() + "_" + std::to_string(I);
  Fn->Name = Name;
  Fn->SourceName = qualifier(Fn->Scope) + Name;
}

/// A name that neither the companion nor the primal's body uses.
std::string Signature::fresh(const llvm::Twine &Wanted) {
  std::string Base = Wanted.str(), Name = Base;
  for (unsigned I = 1; F.Names.count(Name) || Fn->Names.count(Name); ++I)
    Name = Base + "_" + std::to_string(I);
  return Name;
}

Variable *Signature::parameter(llvm::StringRef Name, const Type *Ty, Storage Kind) {
  Variable *V = Fn->variable(Name, Ty, Kind);
  Fn->Params.push_back(V);
  return V;
}

void Signature::addTape() {
  const Type *TapeTy = M.reference(M.opaque("ad::tape"), /*ElementConst=*/false);
  Out.Tape = parameter(fresh("tape"), TapeTy);
}

/// Whether this free function takes the receiver of a method by reference, as any C++ function
/// would: rules written by hand do, and what stands in for the companion that is a method.
bool Signature::takesReceiver() const {
  return Out.HandWritten || Kind == Variant::Reverse || Kind == Variant::Checkpointed ||
         Kind == Variant::Overlapping;
}

/// Whether what users wrote calls it, or is called by its name: containers are theirs there.
bool Signature::meetsUsers() const {
  return Out.HandWritten || (!Fn->IsHelper && !isSweep()) ||
         (!F.TemplateArguments.empty() &&
          (isForward() || Kind == Variant::Reverse || Kind == Variant::Checkpointed));
}

/// Whether F makes its result in storage of its caller because that is, or holds, a map.
static bool returnsMap(const Function &F) {
  return F.MakesResult && holdsMap(F.Params.back()->Ty->Element) &&
         !F.Params.back()->Ty->Element->Owns;
}

void Signature::addPrimal(Variable *Param) {
  std::string Name = Param->Name;
  const Type *Ty = Param->Ty;
  Storage Kind = Param->Kind;
  if (Kind == Storage::This && !Fn->IsMethod) {
    Name = fresh("self");
    Kind = Storage::Parameter;
    if (takesReceiver())
      Ty = M.reference(Ty->Element, Ty->ElementConst);
  }
  Variable *V = parameter(Name, Ty, Kind);
  V->Const = Param->Const;
  V->RValue = Param->RValue && !Fn->IsHelper;
  V->Constant = Param->Constant;
  V->AddressTaken = Param->AddressTaken;
  V->Loc = Param->Loc;
  if (meetsUsers())
    V->Outside = Param->Outside;
  if (meetsUsers() && returnsMap(F) && Param == F.Params.back())
    Fn->Returned = V;
  Out.Primal.push_back(V);
}

/// The type of the parameter that follows Param; null if none does.
const Type *Signature::derivativeOfParameter(const Variable *Param) {
  const Type *Ty = Param->Ty;
  if (Param->Kind == Storage::This) {
    // The user's signatures have it whatever the fields are, those of instances of them, too.
    const bool Users = !Fn->IsHelper || !F.TemplateArguments.empty();
    if ((Param->Constant && Fn->IsHelper) || (!Ty->Differentiable && !Users))
      return nullptr;
    if (!Fn->IsMethod && !takesReceiver()) // a pointer `self`, by value
      return isForward() ? Ty : derivative(M, Ty);
    return M.reference(Ty->Element, isForward() && Ty->ElementConst);
  }
  if (Param->Constant || !Ty->Differentiable)
    return nullptr;
  if (isForward())
    return Ty;
  if (Ty->isPointer() || Ty->isReference() || Ty->Mutable)
    return derivative(M, Ty);
  return M.reference(Ty, /*ElementConst=*/false);
}

/// Whether storage that outlives the call is reached through a parameter of type T.
static bool leadsOut(const Type *T) {
  if (T->isPointer() || T->isReference())
    return true;
  if (T->isArray())
    return leadsOut(T->Element);
  return T->IsMap ||
         (T->isRecord() && llvm::any_of(T->Fields, [](const Field &F) { return leadsOut(F.Ty); }));
}

void Signature::addDerivative(Variable *Param) {
  const Type *Ty = derivativeOfParameter(Param);
  // The forward sweep only passes shadow handles along, if it needs any: adjoints of values are no
  // business of it.
  bool Passed = (Param->Kind == Storage::This || leadsOut(Param->Ty)) &&
                (!Fn->IsHelper || F.FollowsHandles.value_or(true));
  const Type *Held = Param->Kind == Storage::This ? Param->Ty->Element : Param->Ty->nonReference();
  if (holdsVector(Held) && !isVectorOfHandles(Held) && !holdsMap(Held)) {
    auto Into = F.PointsInto.find(F.Params[Out.Derivative.size()]);
    bool Points = Into != F.PointsInto.end() && Into->second;
    Passed &= Fn->IsHelper && (Points || holdsHandle(Held));
  }
  if (Kind == Variant::ForwardSweep && !Passed)
    Ty = nullptr;
  Variable *V = nullptr;
  if (Ty) {
    const bool OfResult = Fn->Returned && Fn->Returned == Out.Primal.back();
    V = parameter(
        fresh((OfResult ? identifier(F) : Out.Primal.back()->Name) + variableSuffix().str()), Ty);
    V->ByValue = OfResult && !isForward();
    V->Loc = Param->Loc;
    V->RValue = isForward() && Out.Primal.back()->RValue;
    V->Outside = Out.Primal.back()->Outside;
    auto Rule = F.Nullable.find(isSweep() ? "sweeps" : mode().str());
    V->Nullable =
        Out.HandWritten && Rule != F.Nullable.end() && Rule->second[Out.Derivative.size()];
  }
  Out.Derivative.push_back(V);
}

/// Forward assigns the result's tangent; reverse reads its adjoint. A result that is itself a
/// handle leads to its shadow in either mode, so it is handed out while the primal runs.
void Signature::addResultDerivative() {
  const Type *Ty = F.Result;
  if (!Ty || !Ty->Differentiable)
    return;
  bool IsHandle = Ty->isPointer() || Ty->isReference();
  const Type *Held = Ty;
  if (Ty->isReference())
    Held = M.pointer(Ty->Element, Ty->ElementConst);
  if (!isForward())
    Held = derivative(M, Held);
  if (isForward() || (IsHandle && Kind != Variant::ReverseSweep))
    Held = M.reference(Held, /*ElementConst=*/false);
  else if (IsHandle || Kind == Variant::ForwardSweep)
    return;
  Out.ResultDerivative = parameter(fresh(identifier(F) + variableSuffix()), Held);
  Out.ResultDerivative->Outside = Fn->ResultOutside;
  bool Joint = Kind == Variant::Reverse || Kind == Variant::Checkpointed;
  if (Joint && Ty->isReal() && !Ty->IsComplex)
    Out.ResultDerivative->Default = "1";
}

void Signature::build() {
  Fn = M.function("");
  Out.Fn = Fn;
  Out.Kind = Kind;
  Fn->Where = F.Where;
  Fn->Loc = F.Loc;
  Fn->Origin = F.Origin;
  Fn->Result = Kind == Variant::ReverseSweep ? M.voidType() : F.Result;
  nameCompanion();
  if (meetsUsers() && Kind != Variant::ReverseSweep)
    Fn->ResultOutside = F.ResultOutside;

  // 1. The tape, then the receiver and the parameters, each followed by its derivative.
  if (isSweep() || Kind == Variant::AtOnce)
    addTape();
  for (Variable *P : F.Params) {
    addPrimal(P);
    addDerivative(P);
  }
  // 2. The result's derivative comes last.
  addResultDerivative();
}

void ad::modes::declareCompanion(Context &C, Function &F, Variant V, Companion &Out) {
  Signature(C.M, F, V, Out).build();
}
