//===- core/core.h - the intermediate language ---------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core: a small, typed, structured language between C++ and C++. Expressions are pure trees;
// every side effect is a statement of its own, in the order in which C++ performs them. All modes
// are functions Core -> Core, so that they compose.
//
// Invariants (checked by verify.h):
//  1. Expressions have no side effects; a read of memory sees the memory as it is when the
//     statement that holds the expression starts.
//  2. Variable names are unique within a function (also across nested scopes), so statements may
//     move between scopes without capture. One variable may be declared in several scopes of which
//     none encloses another (the forward sweep's loop and the reverse sweep's).
//  3. Parameters passed by value are never assigned (lower copies those that are).
//  4. A place is: Variable (not of reference type unless a parameter), Member of a place,
//     Subscript of an array place or of a pointer value, Dereference of a pointer value.
//  5. Local variables never have reference type: lower replaces a local reference by the place it
//     is bound to (with its indices frozen in constants), or by a pointer.
//  6. Statements after a Break, Continue or Return in the same block do not exist.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_CORE_H
#define AD_CORE_CORE_H

#include "plugin/core/type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace ad::core {

/// clang::SourceLocation's raw encoding; 0 where there is none.
using Location = unsigned;

enum class Storage {
  Parameter,
  This, ///< the pointer `this`
  Local,
  Global ///< namespace scope or static: read only, or refused by the fence
};

struct Variable {
  std::string Name;   ///< as emitted; for globals fully qualified
  std::string Wanted; ///< what Name is without its number, where another variable has that name
  const Type *Ty = nullptr;
  Storage Kind = Storage::Local;
  unsigned Order = 0;        ///< which of its function's variables it is, as they were made
  bool Const = false;        ///< declared const; locals: never assigned after the declaration
  bool Constant = false;     ///< [[ad::constant]]: inactive by the user's word
  bool Key = false;          ///< what it is declared as becomes a key of a map, and may not vary
  bool AddressTaken = false; ///< a pointer or reference to (part of) it may exist
  bool Static = false;       ///< emit `static constexpr`/`static const` (function-local constants)
  /// Adjoint of a record that `{}` cannot make zero, or object that owns memory: emitted as a
  /// reference into an ad::shadow<T> (declared without a value).
  bool Shadow = false;
  bool Temporary = false; ///< made by a mode: may be substituted where it is used (simplify.h)
  /// An array of records that only this name leads to: how many subscripts name an element of it.
  unsigned Subscripts = 0;
  /// Leads to (or is) storage of derivatives, which never overlaps storage of values.
  bool Derivative = false;
  /// This integer always tells how many elements a local vector has: the variable Counts itself, or
  /// the part of it that CountsPath names (".rows").
  const Variable *Counts = nullptr;
  std::string CountsPath;
  std::optional<int64_t> Number; ///< what this integer is, where the compiler knows it
  bool CountsUp = false; ///< counts its loop's iterations, from zero or more (loop_counters.h)
  bool OnlyRead = false; ///< parameter, a pointer: nothing is written by it
  bool RValue = false;   ///< parameter declared `T &&`: Ty is T &, arguments are cast
  bool Nullable = false; ///< derivative parameter of a rule by hand: null where there is none
  std::string Default;   ///< parameters: default argument, printed by emit::declaration only
  /// Parameters of what users call: the container of the caller's, "std::list<double>", whose
  /// elements this one holds; printed as that, and given its elements back at the end.
  std::string Outside;
  bool ByValue = false; ///< parameter of reference type that users pass by value: their copy
  Location Loc = 0;
};

//===-- Expressions -------------------------------------------------------===//

enum class ExprKind {
  Literal,     ///< Text, as the user wrote it ("1.5", "0x10", "true", "nullptr", "M_PI" expanded)
  Variable,    ///< Var
  Member,      ///< Operands[0] . Text ; a place of record type (dereference pointers first)
  BaseOf,      ///< Operands[0] viewed as its base class Ty; prints as is (implicit conversion)
  Subscript,   ///< Operands[0] (array place, std::array place, or pointer value) [ Operands[1] ]
  Dereference, ///< * Operands[0]; prints p->f when under a Member
  AddressOf,   ///< & Operands[0] (a place)
  Unary,       ///< Text in { "-", "+", "!", "~" }
  Binary,      ///< Text in { + - * / % < > <= >= == != && || & | ^ << >> }; pointer arithmetic too
  Conditional, ///< Operands[0] ? [1] : [2]
  Cast,        ///< explicit or value-changing implicit conversion of Operands[0] to Ty
  Primitive,   ///< smooth (or piecewise smooth) function Text of the rules table: "sin", "pow", ...
               ///< Operands are already converted to the type Ty in which it is evaluated
  Opaque,      ///< inactive, pure C++ text: Text with $0, $1... for Operands ("std::size($0)")
  Braces       ///< record or array value { Operands... } of type Ty (aggregate initialisation);
               ///< fewer operands than elements: the rest is zero
};

struct Expr {
  ExprKind Kind;
  const Type *Ty = nullptr;
  std::string Text;
  core::Variable *Var = nullptr;
  llvm::SmallVector<const Expr *, 2> Operands;
  /// Opaque: reads memory that its operands do not name (e.g. `strlen($0)`): never re-evaluated
  /// later unless nothing was written since. Cast: the user wrote it (print it even if implicit
  /// conversion would do the same).
  bool ReadsMemory = false;
  /// Opaque: of that memory only the objects that the operands are, and no pointer in them: the
  /// same value again as long as these stay as they are.
  bool OfOperands = false;
  bool Explicit = false;
  /// Opaque: a constructor; what it assigns is said again by the statements that follow.
  bool Repeated = false;
  /// Opaque of pointer type: new memory, for as many elements as the last operand says. Only as the
  /// whole value of a Declare or Assign.
  bool Allocates = false;
  /// Opaque of pointer type: an element of the map in the first operand, which does not change. The
  /// text that finds its shadow, with the shadow of the map in place of it. Text that makes the
  /// element (core::inserts) is the whole value of a Declare.
  std::string Followed;
  /// Literal: the function, made by lower, to which it points.
  Function *Names = nullptr;
  Location Loc = 0;

  bool is(ExprKind K) const { return Kind == K; }
  const Expr *operand(unsigned I = 0) const { return Operands[I]; }
};

//===-- Statements --------------------------------------------------------===//

struct Stmt;

struct Block {
  std::vector<Stmt *> Stmts;
  bool empty() const { return Stmts.empty(); }
  void add(Stmt *S) { Stmts.push_back(S); }
  void append(const Block &More) {
    Stmts.insert(Stmts.end(), More.Stmts.begin(), More.Stmts.end());
  }
};

enum class StmtKind {
  Declare,    ///< Var with optional Value
  Assign,     ///< Target = Value; scalars, records, std::array
  Accumulate, ///< Target += Value (Value may be a Unary "-": prints as -=; ints: ++, --)
  Call,       ///< [Var =] Callee(Args); a user's function whose derivative may be needed
  If,         ///< Value ? Then : Else
  Loop,       ///< see below
  Switch,     ///< Value, Cases; no fallthrough (lower has copied what is fallen into)
  Break,      ///< leaves the innermost Loop or Switch
  Continue,
  Return,       ///< Value may be null
  Block,        ///< { Then }
  Opaque,       ///< verbatim inactive text, holes $0.. for Operands; Writes lists what it may write
  Record,       ///< tape.push(Value)                                 (made by modes only)
  Restore,      ///< Target = tape.pop<T>(); Declares: `T v = ...`    (made by modes only);
                ///< neither: popped and dropped, Var tells the type
  RecordArray,  ///< Var = tape.array<T>(Value)                       (made by modes only)
                ///< with Operands (Value, then the other extents): an array of arrays
  ReleaseArray, ///< tape.release(Var)                               (made by modes only)
  Goto,         ///< goto Text                                        (made by modes only)
  Label,        ///< Text:                                            (made by modes only)
  Comment       ///< // Text
};

enum class LoopForm { For, While, DoWhile };

struct SwitchCase {
  std::vector<const Expr *> Labels; ///< empty: default
  Block Body;
};

struct Stmt {
  StmtKind Kind;
  Location Loc = 0;
  /// The number of a statement of the primal, of the loop that reverses it, and of each addition of
  /// its adjoint: the same in all companions that are compared by it (core/decisions.h). 0: none.
  unsigned Origin = 0;

  Variable *Var = nullptr;      ///< Declare, Call (result, may be null), RecordArray, ReleaseArray
  bool Declares = false;        ///< Call, Restore, RecordArray: also declares Var
  const Expr *Target = nullptr; ///< Assign, Accumulate, Restore
  const Expr *Value = nullptr;  ///< Declare, Assign, Accumulate, If, Loop, Switch, Return, Record
  Function *Callee = nullptr;   ///< Call
  /// Call: one per parameter of Callee (Callee->Params, receiver first for methods: a pointer
  /// value for `this`). For a parameter of reference type the argument is a place (or, for const
  /// references, may be any expression). Opaque: the holes of Text.
  std::vector<const Expr *> Operands;
  std::vector<const Expr *> Writes; ///< Opaque: places that may be written (a place of array or
                                    ///< record type stands for all of it; Subscript/Dereference of
                                    ///< a pointer with null index means anything reachable from it)
  bool WritesUnknown = false;       ///< Opaque: may write any memory that is not a private local
  bool NoReturn = false;            ///< Opaque: throw, abort
  bool Checkpoint = false;          ///< Block: marked by ad::checkpoint, reverse mode runs it again
  bool Constant = false; ///< Opaque: the numbers that it may write carry no derivative after it,
                         ///< because the user says so; else it may have left them alone
  bool Frees = false;    ///< Opaque: gives back the memory to which the last operand points
  /// Opaque, and Assign to a vector: changes the number of elements of the vector Target, which
  /// before had so many. Opaque: Value is the element that push_back appends, else null.
  const Expr *OldSize = nullptr;
  /// Opaque: what it does to its first operand, the derivative of that needs, too.
  bool Mirrors = false;
  /// Opaque: exchanges the two vectors in Operands, storage and all; Writes has them, too.
  bool Exchanges = false;
  /// Opaque, ahead of all else in a function: Text is the definition of this record, a local class.
  const Type *Defines = nullptr;
  /// Opaque: changes the maps among its operands, but no number in them. Followed does the same to
  /// their derivatives, before it; Kept, where given, so that elements that go live on on the tape,
  /// the last operand.
  std::string Followed, Kept;
  /// What ends an object that an exception passes by: text whose $0 is its place.
  struct End {
    std::string Text;
    const Expr *Place = nullptr;
    bool Derivative = false; ///< of its derivative, too
    /// Place is a pointer to an object with virtual functions: frees that, and so does its
    /// companion with the derivative, which has no table of such functions.
    Function *Destroyer = nullptr;
  };
  /// Opaque that throws: what is done ahead of it. Call: what is done if that throws.
  std::vector<End> Ends;
  /// Loop: its iterations may run in any order, statement by statement: where one writes to memory,
  /// no other reads, or writes but to add.
  bool AnyOrder = false;
  /// Loop: where one of its iterations writes, no other reads or writes, but sums that none reads.
  bool Apart = false;
  /// Loop: where one of its iterations writes, no other reads or writes; the optimiser is told.
  bool Disjoint = false;
  /// Loop that counts down: its iterations may run in any order, but for this adjoint, which they
  /// hand on.
  const Variable *HandsOn = nullptr;
  /// Loop, Block: the sums in its body (Then) may be formed in any order.
  bool Reassociates = false;
  std::string Text; ///< Opaque, Goto, Label, Comment
  std::string Note; ///< any: comment at the end of its (first) line

  Block Then, Else; ///< If: branches. Block: Then. Loop: Then is the body
  // Loop: Init; then { Setup; test Value; body; Step } (DoWhile: { body; Setup; test Value }).
  // Value == null: forever. `continue` runs Step. Variables declared in Init live for the loop.
  LoopForm Form = LoopForm::For;
  Block Init, Setup, Step;
  std::vector<SwitchCase> Cases;

  Block &body() { return Then; }
  const Block &body() const { return Then; }
  bool is(StmtKind K) const { return Kind == K; }
};

class Module;

/// The field of that name, looked up through bases; null if there is none.
const Field *findField(const Type *Record, llvm::StringRef Name);
/// The allocation E with its elements zero, as shadows need it.
const Expr *zeroAllocation(Module &M, const Expr *E);
/// Whether `=` between two T is their class's own business, or forbidden.
bool hasOwnAssignment(const Type *T);
/// Whether a T is an object with a reference, or has such a part: it is made, never assigned.
bool holdsReference(const Type *T);
/// Whether a T has an object that owns memory in an array, or in an object of the library other
/// than std::vector.
bool boxesOwner(const Type *T);
/// Whether a T has a vector among its parts, not behind pointers.
bool holdsVector(const Type *T);
/// Whether T is a std::deque (or a std::list, queue or stack, which are one here).
bool isDeque(const Type *T);
/// Whether a T has a deque among its parts or their elements, not behind pointers.
bool holdsDeque(const Type *T);
/// Whether E makes the element of a map that it leads to, if there is none.
bool inserts(const Expr *E);
/// Whether a T is an iterator over a map that Core follows.
bool isMapIterator(const Type *T);
/// Whether Is holds of a part of T: the type of a field, or of the elements of a map.
bool anyPart(const Type *T, llvm::function_ref<bool(const Type *)> Is);
/// Whether a T has a map among its parts, not behind pointers.
bool holdsMap(const Type *T);
/// Whether a T holds an object of the library's that Core does not look into, and whose destructor
/// cannot do with zero bytes: a std::list, a stream.
bool diesAsBytes(const Type *T);
/// Whether a T has optionals or variants among its parts, not behind pointers: an assignment to one
/// reads what it held.
bool holdsTagged(const Type *T);
/// Whether arrays on the tape can hold objects of type T.
bool fitsTape(const Type *T);
/// Whether a T has differentiable numbers among its parts, not behind pointers.
bool holdsNumbers(const Type *T);
/// Whether a T is Record, leads to one, or has one among its parts, not behind pointers.
bool involves(const Type *T, const Type *Record);
/// Whether a T is, or has among its parts, a pointer to differentiable storage.
bool holdsHandle(const Type *T);
/// Whether a T has vectors, and all that it holds are handles: no numbers of its own.
bool isVectorOfHandles(const Type *T);
/// Calls F for the place of every vector in Place, which is a variable or a part of one.
void forEachVector(Module &M, const Expr *Place, llvm::function_ref<void(const Expr *)> F);
/// The same for every vector and every map.
void forEachContainer(Module &M, const Expr *Place, llvm::function_ref<void(const Expr *)> F);
/// Whether Place, as it is printed, may not be changed by that name.
bool isDeclaredConst(const Expr *Place);
/// What names made from a field's are made of: "0" of "std::get<0>($)", "" of "*$".
llvm::StringRef fieldLabel(llvm::StringRef Name);
/// The path from the variable at its root to Place, ".a.b"; none if it is not by fields alone.
std::optional<std::string> fieldPath(const Expr *Place);

//===-- Functions ---------------------------------------------------------===//

/// Where a function is written: how `emit` opens and closes its surroundings.
struct Scope {
  /// Enclosing namespaces, outermost first; "" is an anonymous one, "inline x" an inline one.
  std::vector<std::string> Namespaces;
  std::string Class; ///< qualified within Namespaces ("S", "Outer::S"); empty for free functions
};

struct Function {
  std::string Name;       ///< unqualified ("energy", "call" for operator())
  std::string SourceName; ///< spelling for calls, fully qualified ("ns::energy", "operator+")
  core::Scope Scope;
  std::string Where; ///< "spring.cpp:12", for the header comment
  /// "<double, 3>" for an instance of an annotated template or of a member of one: its companions
  /// are helpers that have the arguments in their names.
  std::string TemplateArguments;
  std::string
      HeaderComment; ///< "energy_reverse: adjoint of energy (spring.cpp:12)"; lines end in \n
  Location Loc = 0;

  std::vector<Variable *> Params; ///< with `this` first for non-static methods (Storage::This)
  const Type *Result = nullptr;
  core::Block Body;
  bool HasBody = false; ///< Body was lowered
  bool Failed = false;  ///< the fence refused it (already diagnosed)

  bool IsMethod = false; ///< non-static member function (constructors too: Params[0] is this)
  bool IsConstMethod = false;
  bool HasMutableOverload = false; ///< a const method; another of that name is not const
  /// There are others of that name: one may be found for an object that is given as it is declared,
  /// not as one of a base; ConstChooses: not as one that may not change.
  bool Overloaded = false, ConstChooses = false;
  std::string RefQualifier; ///< of a method: "", "&" or "&&"
  bool IsConstructor =
      false; ///< body works on an object that the primal's constructor already made
  bool CalledBySourceName = false; ///< method: a virtual one is named with its class, or is not
  bool IsStatic = false;           ///< `static` free function, or static member
  bool IsInline = false;           ///< inline, constexpr or defined in class
  /// Made by lower for a callee and its closures: where it is called itself, it is emitted, too.
  bool IsSynthetic = false;
  /// Synthetic: the exceptions that it catches; it returns which, counted from 1, or 0.
  std::vector<std::string> Catches;
  Variable *Thrown = nullptr; ///< ... and the parameter, if any, to which it gives what it caught
  bool IsExternC = false;
  /// Emitted by us for a callee that carries no annotation: internal linkage, free function.
  bool IsHelper = false;
  bool IsCold = false; ///< rarely called: made for size
  /// A primal that returns an object that owns memory: the last of Params is the storage in which
  /// the object is made, and Result is void. Objects passed by value are passed by reference.
  bool MakesResult = false;
  /// A companion by the user's name of such a function whose result is, or holds, a map: the
  /// parameter that stands for the storage, printed as a local variable that is returned.
  Variable *Returned = nullptr;
  std::string ResultOutside; ///< as Variable::Outside, of the result
  /// Annotated (in any mode we are asked for), or a hand-written companion exists: call companions
  /// by name instead of generating helpers.
  std::map<std::string, std::string> Companions; ///< mode name -> qualified companion name
  /// Mode name -> it is the user's own rule; "sweeps" for a pair f_forward_sweep, f_reverse_sweep.
  std::map<std::string, bool> HandWritten;
  /// Mode name -> the parameters whose derivatives the rule by hand takes as `_Nullable` pointers.
  std::map<std::string, std::vector<bool>> Nullable;
  /// Its pair of sweeps is known to other files: its body may be in any of them.
  bool SharesSweeps = false;
  const void *Origin = nullptr; ///< the clang::FunctionDecl it was lowered from

  /// Its forward sweep follows handles by their shadows (modes/modes.h), once known.
  std::optional<bool> FollowsHandles;
  /// Parameters into whose vectors its forward sweep makes pointers; see modes::pointsInto.
  llvm::DenseMap<const Variable *, bool> PointsInto;
  /// It links memory that it allocates to what its caller sees, once known.
  std::optional<bool> HandsOutMemory;

  /// It only computes its result (modes/modes.h), once known.
  std::optional<bool> OnlyComputes;

  /// The same function where these parameters are constant (modes/specialise.h).
  std::map<std::vector<bool>, Function *> Specialised;

  std::deque<Variable> Locals;     ///< owns its variables (parameters too)
  llvm::StringMap<unsigned> Names; ///< every identifier used in the function
  llvm::StringSet<> Taken;         ///< of these, names of functions and globals

  /// A new variable with a name that is unique in the function, derived from Wanted.
  Variable *variable(llvm::StringRef Wanted, const Type *Ty, Storage Kind = Storage::Local);
  /// Reserves a name that no variable of the function has.
  std::string uniqueName(llvm::StringRef Wanted);
  /// Gives V another name, unique in the function, derived from Wanted.
  void rename(Variable *V, llvm::StringRef Wanted);
  /// No variable is to hide this function or global.
  void keepFree(llvm::StringRef Name);
};

/// Owns everything: types, expressions, statements, functions of one compile.
class Module {
public:
  // Types, interned.
  const Type *voidType();
  const Type *real(llvm::StringRef Spelling, unsigned Bits);
  const Type *doubleType() { return real("double", 64); }
  /// A std::complex of Part, spelled as such.
  const Type *complex(llvm::StringRef Spelling, const Type *Part);
  const Type *integer(llvm::StringRef Spelling, unsigned Bits, bool Unsigned);
  const Type *enumeration(llvm::StringRef Spelling, unsigned Bits, bool Unsigned);
  const Type *intType() { return integer("int", 32, false); }
  const Type *boolType() { return integer("bool", 8, true); }
  const Type *sizeType() { return integer("std::size_t", SizeBits, true); }
  const Type *pointer(const Type *Element, bool ElementConst, bool Restrict = false);
  const Type *reference(const Type *Element, bool ElementConst);
  const Type *array(const Type *Element, uint64_t Extent, bool ElementConst = false);
  const Type *opaque(llvm::StringRef Spelling);
  /// A std::array, spelled as such.
  const Type *stdArray(llvm::StringRef Spelling, const Type *Element, uint64_t Extent);
  /// A matrix of Eigen: a record that holds an array where the number of elements is known at
  /// compile time, else an array like std::vector.
  const Type *eigenMatrix(llvm::StringRef Spelling, const Type *Element,
                          std::optional<uint64_t> Extent, bool TwoDimensions);
  /// A std::vector, spelled as such.
  const Type *stdVector(llvm::StringRef Spelling, const Type *Element);
  /// An array of smart pointers: Spelling is that of the std::array, or of an element.
  const Type *smartArray(llvm::StringRef Spelling, const Type *Pointer, uint64_t Extent, bool IsStd,
                         bool Shared);
  /// A std::vector of smart pointers, spelled as such, in Core of the pointers that they hold.
  const Type *smartVector(llvm::StringRef Spelling, const Type *Pointer, bool Shared);
  /// A new or known record of this spelling; the caller fills a new one in (Fields empty).
  Type *record(llvm::StringRef Spelling);

  Expr *expr(ExprKind K, const Type *Ty, Location Loc = 0);
  Stmt *stmt(StmtKind K, Location Loc = 0);
  Function *function(llvm::StringRef Name);

  std::deque<Function> Functions;
  unsigned SizeBits = 64; ///< of the target's std::size_t

private:
  const Type *intern(Type T);
  std::deque<Type> Types;
  std::deque<Expr> Exprs;
  std::deque<Stmt> Stmts;
};

} // namespace ad::core

#endif
