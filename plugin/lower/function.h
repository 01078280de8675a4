//===- lower/function.h - lowering one body -------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the files of `lower` do for one another while they lower one function, by file. What they
// share meanwhile is in state.h, what they hand one another in operands.h.
//
// Expressions come out as pure trees; side effects are emitted as statements on the way, in C++'s
// order (Clang's, where C++ leaves it open). inOrder() is where values that a later side effect
// could change are frozen; everything that has more than one operand goes through it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_FUNCTION_H
#define AD_LOWER_FUNCTION_H

#include "plugin/lower/operands.h"
#include "plugin/lower/questions.h"
#include "plugin/lower/state.h"
#include "plugin/lower/views.h"
#include "llvm/ADT/SetVector.h"

namespace ad::lower {

class Matrices;
struct Captures;

class FunctionLowering : State {
public:
  FunctionLowering(Lowering &L, core::Function &F);
  ~FunctionLowering();

  void run(const clang::FunctionDecl *FD);
  /// The rule for a library function of this name, or nothing.
  static std::string primitiveName(llvm::StringRef Name, unsigned Arity);
  /// The body of the function that calls what a pointer to a function leads to (pointers.cpp).
  void dispatch(const clang::FunctionProtoType *T, clang::SourceLocation Loc);
  /// The body of the function that stands for Lambda (pointer_targets.cpp).
  void lambdaBody(const clang::LambdaExpr *Lambda);
  /// The body of the function that destroys what F's parameter leads to (polymorphic.cpp).
  void destroyer(const clang::CXXRecordDecl *RD, clang::SourceLocation Loc);
  /// The body of the function that calls MD by the class of the object (virtual.cpp).
  void dispatch(const clang::CXXMethodDecl *MD, const clang::CXXRecordDecl *Static,
                clang::SourceLocation Loc);

private:
  // function.cpp: shared tools.
  void parameters(const clang::FunctionDecl *FD);
  void bodyOf(const clang::FunctionDecl *Def);
  void bindParameter(const clang::ParmVarDecl *P, core::Variable *V);
  void finish();
  void localRecords();
  void error(clang::SourceLocation Loc, const llvm::Twine &Message, llvm::StringRef WayOut = {});
  const core::Expr *poison(const clang::Expr *E);
  void emit(core::Stmt *S) {
    if (!Lifetimes.empty())
      unwindAhead(S);
    Out->add(S);
    followHeld(S);
  }
  core::Stmt *stmt(core::StmtKind K, clang::SourceLocation Loc) {
    return M.stmt(K, usersLine(Loc).getRawEncoding());
  }
  clang::SourceLocation usersLine(clang::SourceLocation Loc) const;
  core::Block capture(llvm::function_ref<void()> Body);
  void append(const core::Block &B) {
    Out->Stmts.insert(Out->Stmts.end(), B.Stmts.begin(), B.Stmts.end());
  }
  core::Variable *declare(llvm::StringRef Name, const core::Type *Ty, const core::Expr *Value,
                          bool Const, clang::SourceLocation Loc);
  void declare(core::Variable *V, const core::Expr *Value, clang::SourceLocation Loc);
  void assign(const core::Expr *Target, const core::Expr *Value, clang::SourceLocation Loc);
  std::vector<const core::Expr *> inOrder(llvm::ArrayRef<Part> Parts);
  std::vector<const core::Expr *> inOrder(llvm::ArrayRef<const clang::Expr *> Es);
  /// The object (or the first argument) and the arguments of Call in its order: the right side of
  /// an overloaded assignment operator, `a += b`, comes first.
  std::vector<const core::Expr *> inOrderOf(const clang::Expr *Call, std::vector<Part> Parts);
  /// What the arguments Es hold, in order.
  std::vector<const core::Expr *> valuesOf(llvm::ArrayRef<const clang::Expr *> Es);
  /// A constant that holds the value of E now.
  const core::Expr *freeze(const core::Expr *E, clang::SourceLocation Loc,
                           llvm::StringRef Name = {});
  /// The place P with indices and pointers frozen.
  core::Block written(const core::Expr *Place, clang::SourceLocation Loc);
  const core::Expr *steady(const core::Expr *P, const core::Block &Later,
                           clang::SourceLocation Loc);
  const core::Expr *freezePlace(const core::Expr *P, clang::SourceLocation Loc);
  /// Literals and names that never change.
  bool isSettled(const core::Expr *E) const;
  /// Undoes the freezing of constants declared in B from Start on, where nothing in between
  /// changes them. Replaces them in the rest of B and in Extra.
  void thaw(core::Block &B, size_t Start, llvm::ArrayRef<core::Variable *> Frozen,
            llvm::MutableArrayRef<const core::Expr *> Extra);

  // nodes.cpp: what needs to know the function, beside Nodes.
  const core::Expr *member(const core::Expr *Base, const clang::FieldDecl *FD,
                           clang::SourceLocation Loc);
  const core::Expr *baseOf(const core::Expr *Place, clang::QualType Base,
                           clang::SourceLocation Loc);
  const core::Expr *addressOf(const core::Expr *Place, const core::Type *Ty,
                              clang::SourceLocation Loc);
  const core::Type *type(clang::QualType T) { return L.type(T); }

  // expressions.cpp
  /// A glvalue's place or a prvalue's value.
  const core::Expr *expr(const clang::Expr *E);
  /// The value of E: like expr, but a conditional lvalue is read, not pointed to.
  const core::Expr *value(const clang::Expr *E);
  /// E converted to bool, as in a condition.
  const core::Expr *condition(const clang::Expr *E);
  const core::Expr *conditionWithin(const clang::Expr *E);
  /// Only the side effects of E.
  void effects(const clang::Expr *E);
  /// The initial value of V; a call or a conditional with statements declares V by itself and
  /// returns null.
  void initialise(core::Variable *V, const clang::Expr *Init, clang::SourceLocation Loc);
  const core::Expr *reference(const clang::DeclRefExpr *E);
  const core::Expr *global(const clang::VarDecl *D, clang::SourceLocation Loc);
  const core::Expr *objectRead(const clang::Expr *E);
  const core::Expr *memberAccess(const clang::MemberExpr *E, bool Reads = false);
  const core::Expr *castExpr(const clang::CastExpr *E);
  const core::Expr *rewritten(const clang::CXXRewrittenBinaryOperator *E);
  const core::Expr *temporary(const clang::MaterializeTemporaryExpr *E);
  const core::Expr *thisPlace(clang::SourceLocation Loc);

  // aggregates.cpp
  const core::Expr *defaultInit(const clang::Expr *Init);
  const core::Expr *parenList(const clang::CXXParenListInitExpr *E);
  static bool readsOwnMembers(llvm::ArrayRef<clang::Expr *> Inits);
  const core::Expr *madeInOrder(const clang::CXXRecordDecl *Class,
                                llvm::ArrayRef<clang::Expr *> Inits, const core::Type *Ty,
                                clang::SourceLocation Loc);
  const core::Expr *initList(const clang::InitListExpr *E);

  // literals.cpp
  const core::Expr *literalExpr(const clang::Expr *E);
  const core::Expr *sizeOf(const clang::UnaryExprOrTypeTraitExpr *E);

  // operators.cpp
  bool memberOfChoice(const clang::Expr *E);
  const core::Expr *unaryOperator(const clang::UnaryOperator *E, bool Discarded);
  const core::Expr *binaryOperator(const clang::BinaryOperator *E);
  const core::Expr *assignment(const clang::BinaryOperator *E);
  const core::Expr *compoundAssignment(const clang::CompoundAssignOperator *E);
  const core::Expr *logical(const clang::BinaryOperator *E);
  /// A choice between two places, as a pointer to the one that is taken.
  const core::Expr *conditionalPointer(const clang::Expr *E);
  const core::Expr *decayed(const clang::Expr *E, const core::Type *Ty);
  const core::Expr *choice(const clang::Expr *E, const core::Type *Ty,
                           llvm::function_ref<const core::Expr *(const clang::Expr *)> Leaf);
  /// The value of a condition made of literals, as inlining leaves them.
  static std::optional<bool> decided(const core::Expr *E);
  const core::Expr *conditional(const clang::AbstractConditionalOperator *E, bool AsPlace);
  const core::Expr *branches(const core::Expr *C, core::Block Then, const core::Expr *A,
                             core::Block Else, const core::Expr *B, core::Variable *Into,
                             clang::SourceLocation Loc);
  const core::Expr *oneOf(unsigned First, unsigned Count,
                          llvm::function_ref<const core::Expr *(unsigned)> Is,
                          llvm::function_ref<const core::Expr *(unsigned)> Arm, clang::QualType T,
                          llvm::StringRef Name, clang::SourceLocation Loc);
  bool isInactiveGlobal(const core::Expr *Place) const;
  void writeGlobal(const core::Expr *Place, llvm::StringRef Before, llvm::StringRef After,
                   const core::Expr *Value, clang::SourceLocation Loc);
  /// The place that E names, as the target of an assignment.
  const core::Expr *target(const clang::Expr *E);
  const core::Expr *checkWritten(const core::Expr *Place, clang::SourceLocation Loc);
  bool deferIncrement(const clang::UnaryOperator *E, core::Stmt *S);

  // statements.cpp
  void statement(const clang::Stmt *S);
  void statements(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void sequence(llvm::ArrayRef<const clang::Stmt *> Stmts);
  void fullExpression(const clang::Expr *E);
  void returnStmt(const clang::ReturnStmt *S);
  void ifStmt(const clang::IfStmt *S, llvm::ArrayRef<const clang::Stmt *> Rest);
  void ifBranches(const clang::IfStmt *S, llvm::ArrayRef<const clang::Stmt *> Rest);
  void switchStmt(const clang::SwitchStmt *S);
  void cases(const clang::SwitchStmt *S);
  bool returnsInside(const clang::Stmt *S) const;
  bool goOnUnlessLeft(llvm::ArrayRef<const clang::Stmt *> Rest, clang::SourceLocation Loc);

  // gotos.cpp
  const LabelledBlock *labelledBlock(const clang::GotoStmt *S) const;
  void gotoStmt(const clang::GotoStmt *S);
  bool goOnUnlessJumped(const clang::Stmt *S, bool Falls, llvm::ArrayRef<const clang::Stmt *> Rest);
  void labelled(llvm::ArrayRef<const clang::Stmt *> Stmts);
  bool piecesFrom(unsigned I);

  // loops.cpp
  void forStmt(const clang::ForStmt *S);
  void whileStmt(const clang::WhileStmt *S);
  void testInBody(const clang::DeclStmt *Declares, const clang::Expr *Condition);
  void declareForStep(core::Stmt &Loop);
  void doStmt(const clang::DoStmt *S);
  void rangeFor(const clang::CXXForRangeStmt *S);
  void rangeLoop(const clang::CXXForRangeStmt *S);
  const core::Expr *rangeOf(const clang::CXXForRangeStmt *S);
  bool overIterators(const clang::CXXForRangeStmt *S, const core::Expr *Range);
  void opaqueRange(const clang::CXXForRangeStmt *S, const core::Expr *Range);
  void bindElement(const clang::VarDecl *V, const core::Expr *Element);
  const core::Expr *convertedElement(const clang::VarDecl *V, const core::Expr *Element);
  bool countDown(const clang::ForStmt *S, core::Stmt *Loop);

  // views.cpp
  bool readPipeline(const clang::Expr *E, Pipeline &P);
  bool startAt(const clang::CXXOperatorCallExpr *E, Pipeline &P);
  bool startIn(const clang::Expr *E, Pipeline &P);
  bool addStage(llvm::StringRef Name, const clang::Expr *Given, Pipeline &P);
  bool chooseIndices(const Stage &S, Pipeline &P, clang::SourceLocation Loc);
  bool declareView(const clang::VarDecl *D);
  const core::Expr *callStage(const Stage &S, const core::Expr *Element, clang::QualType &T,
                              clang::SourceLocation Loc);
  void runStages(const clang::CXXForRangeStmt *S, const Pipeline &P, size_t I,
                 const core::Expr *Element, clang::QualType T);
  bool overViews(const clang::CXXForRangeStmt *S);

  // declarations.cpp
  void declStmt(const clang::DeclStmt *S);
  void variableDecl(const clang::VarDecl *D);
  bool staticDecl(const clang::VarDecl *D);
  bool isUnreadStatic(const clang::ValueDecl *D) const;
  bool writesUnread(const clang::Expr *E);
  void referenceDecl(const clang::VarDecl *D);
  void structuredBinding(const clang::DecompositionDecl *D);
  void declareArrayCopy(const clang::VarDecl *D, const core::Expr *From);
  void checkCopies();
  void forget(const clang::ValueDecl *D);
  core::Variable *newVariable(const clang::VarDecl *D);
  bool mayChangeLater(const core::Expr *E) const;
  void become(core::Variable *V, const core::Variable *Made, core::Block &Before,
              clang::SourceLocation Loc);
  void bindReference(const clang::ValueDecl *D, const clang::Expr *Init, clang::SourceLocation Loc);

  // calls.cpp
  /// Into: the variable that takes the result of a Call statement, declared by it or not.
  const core::Expr *call(const clang::CallExpr *E, core::Variable *Into = nullptr,
                         bool Declares = true);
  CallKind callKind(const clang::FunctionDecl *FD, const clang::Expr *Object,
                    llvm::ArrayRef<const clang::Expr *> Args, const clang::CallExpr *E);
  bool dispatchesTo(const clang::CXXMethodDecl *MD, const clang::Expr *Object) const;
  const core::Expr *callStatement(const clang::FunctionDecl *FD,
                                  llvm::ArrayRef<const core::Expr *> Args,
                                  clang::SourceLocation Loc, core::Variable *Into, bool Declares) {
    return callStatement(L.function(FD), FD, Args, Loc, Into, Declares);
  }
  /// Callee stands for FD.
  const core::Expr *callStatement(core::Function *Callee, const clang::FunctionDecl *FD,
                                  llvm::ArrayRef<const core::Expr *> Args,
                                  clang::SourceLocation Loc, core::Variable *Into, bool Declares);
  const core::Expr *opaqueCall(const clang::FunctionDecl *FD, const clang::Expr *Object,
                               llvm::ArrayRef<const clang::Expr *> Args, const clang::CallExpr *E,
                               bool Reads);
  bool readsGlobals(const clang::FunctionDecl *FD);
  /// The call E of Called, which is the function C.
  const core::Expr *callKnown(const clang::CallExpr *E, const clang::Expr *Called, const Closure *C,
                              llvm::ArrayRef<const clang::Expr *> Args);
  Part argument(const clang::Expr *Arg, const clang::ParmVarDecl *P, bool Ends = true);
  bool becomesCall(const clang::Expr *E);

  // virtual.cpp
  const core::Expr *asBase(const core::Expr *Object, const clang::CXXRecordDecl *From,
                           const clang::CXXRecordDecl *To, clang::SourceLocation Loc);
  const core::Expr *whichMethod(const clang::CXXMethodDecl *MD, const clang::CXXRecordDecl *Static,
                                const core::Expr *Object, clang::SourceLocation Loc,
                                llvm::SmallVectorImpl<const clang::CXXMethodDecl *> &Methods);
  const core::Expr *receiver(const clang::CXXMethodDecl *Method, const clang::CXXRecordDecl *Static,
                             const core::Expr *Place, clang::SourceLocation Loc);
  /// Whether a virtual method with such a result stands where it is called.
  bool runsInPlace(clang::QualType Result) {
    return Result->isReferenceType() || Result->isPointerType() || isSmart(Result);
  }
  const core::Expr *virtualInPlace(const clang::CXXMethodDecl *MD, const clang::Expr *Object,
                                   llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *E);
  const core::Expr *constantCall(const clang::FunctionDecl *FD,
                                 llvm::ArrayRef<const core::Expr *> Args,
                                 clang::SourceLocation Loc);
  bool underConstruction(const core::Expr *Place) const;
  bool refuseUnderConstruction(const clang::CXXMethodDecl *MD, const core::Expr *Place,
                               clang::SourceLocation Loc);
  const clang::CXXMethodDecl *methodWhileMade(const clang::CXXMethodDecl *MD,
                                              const core::Expr *&Place, clang::SourceLocation Loc);
  const clang::CXXMethodDecl *knownMethod(const clang::CXXMethodDecl *MD, const core::Expr *&Place,
                                          clang::SourceLocation Loc);
  const clang::CXXRecordDecl *declaredClass(const clang::CXXMethodDecl *MD,
                                            const core::Expr *&Place);
  /// Args: the object's place, then the arguments. Null after an error.
  const core::Expr *virtualCall(const clang::CXXMethodDecl *MD,
                                llvm::ArrayRef<const core::Expr *> Args, clang::SourceLocation Loc,
                                core::Variable *Into, bool Declares);
  const core::Expr *downcast(const core::Expr *Pointer, const core::Type *To,
                             clang::SourceLocation Loc);
  const core::Expr *dynamicCast(const clang::CXXDynamicCastExpr *E);
  /// The same of Operand, a Given that may be a Wanted. Pointer: where it is none, the value is
  /// null, else std::bad_cast is thrown.
  const core::Expr *dynamicCast(const core::Expr *Operand, clang::QualType Given,
                                clang::QualType Wanted, bool Pointer, const clang::Expr *E);

  // exceptions.cpp
  void tryStmt(const clang::CXXTryStmt *S);
  bool callsPure(const core::Function *Callee);
  std::string leavesTraces(const core::Block &Prefix, const core::Stmt *Last,
                           llvm::SetVector<core::Variable *> *Kept = nullptr);
  core::Stmt *attempt(const core::Block &Prefix, std::vector<std::string> Catches,
                      core::Variable *Thrown, clang::SourceLocation Loc,
                      const llvm::MapVector<core::Variable *, core::Variable *> &Copies = {});

  // throws.cpp
  bool throwsHere(const clang::FunctionDecl *FD);
  bool mayThrow(const core::Function *Callee);
  bool throwsVisibly(const core::Function *Callee);
  bool throwsNothing(const clang::CXXTryStmt *S);
  bool canJump(const clang::CXXTryStmt *S);
  void handOver(const clang::Expr *Thrown, const TryBlock &Try, unsigned I,
                clang::SourceLocation Loc);
  core::Stmt *jumpMark(clang::SourceLocation Loc);
  core::Block leaveFor(size_t Outermost, const core::Expr *Handler, clang::SourceLocation Loc);
  bool isCaughtBy(const clang::CXXTryStmt *Try, clang::QualType Thrown);
  bool throwTo(const clang::CXXThrowExpr *E);
  void skipThrown(core::Block &B, bool Breakable);
  bool declareCaught(TryBlock &Try, clang::SourceLocation Loc);
  void tryWithJumps(const clang::CXXTryStmt *S);

  // caught.cpp
  const core::Stmt *attemptInside(const core::Block &Tried, bool Destroys,
                                  clang::SourceLocation Loc, core::Block &Before,
                                  core::Block &Jumps);
  void throwToOuter(core::Stmt *Throw, const clang::CXXCatchStmt *From);
  bool looksAtThrown(const clang::CXXCatchStmt *Handler);
  bool checkCaught(const clang::CXXCatchStmt *Handler);
  bool onlyAsks(const clang::Stmt *S, const clang::VarDecl *D);
  bool asksCaught(const clang::Expr *Object) const;
  const core::Expr *askOnce(const core::Expr *Text, llvm::StringRef Name,
                            clang::SourceLocation Loc);
  std::string caughtBy(const clang::CXXCatchStmt *Handler);
  core::Variable *declareThrown(clang::SourceLocation Loc);
  core::Stmt *endThrown(core::Variable *Thrown, clang::SourceLocation Loc);
  void keepThrown(const clang::Expr *E, core::Variable *Thrown, clang::SourceLocation Loc);
  bool throwAgain(clang::SourceLocation Loc);
  void handle(const clang::CXXCatchStmt *Handler, core::Variable *Thrown);

  // caught_members.cpp
  CaughtMembers declareCaughtMembers(const clang::CXXCatchStmt *Handler);
  const core::Expr *caughtMember(const clang::Expr *E);
  const clang::Expr *memberSetBy(const clang::CXXConstructExpr *Made, const clang::FieldDecl *FD);
  void handMembersOver(const clang::Expr *Thrown, const CaughtMembers &Parts,
                       const clang::CXXCatchStmt *Handler, clang::SourceLocation Loc);

  // attempts.cpp
  void attemptMembers(core::Block &B);
  void refuseAttempt(const core::Stmt *S);
  void attemptMember(core::Stmt *S, core::Block &Before, bool Destroys = false);

  // regions.cpp
  /// ad::checkpoint: a marked block. Known: it is one.
  const core::Expr *regionCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                               bool &Known);

  // library.cpp
  /// A library function that Core knows (mathematics, swap, clamp, members of std::array): its
  /// value, or null if it is none.
  const core::Expr *libraryCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                bool &Known);
  const core::Expr *comparison(const clang::CallExpr *E, bool &Known);
  const core::Expr *mathCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                             llvm::StringRef Name);
  const core::Expr *splitting(const clang::CallExpr *E, llvm::StringRef Name);
  const core::Expr *sineAndCosine(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                  llvm::StringRef Name);
  const core::Expr *minMax(const clang::CallExpr *E, const clang::FunctionDecl *FD);
  const core::Expr *arrayMember(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                                bool &Known);
  const core::Expr *extremePlace(const clang::Expr *E);
  const core::Expr *boundPlace(const clang::Expr *E, bool MayChange, llvm::StringRef What);
  std::optional<Extremes> extremes(const clang::Expr *E);
  const core::Expr *pairOfExtremes(const core::Type *Ty, const clang::Expr *First);
  bool bindExtremes(const clang::ValueDecl *D, const clang::Expr *Init);
  void swap(const core::Expr *A, const core::Expr *B, clang::SourceLocation Loc);

  // inline_choice.cpp
  Exit exits(const clang::FunctionDecl *FD);
  bool canLeave(const clang::FunctionDecl *Def);
  bool endsObjects(const clang::Stmt *S);
  bool structured(llvm::ArrayRef<const clang::Stmt *> Stmts);
  static void findCallsOnce(const clang::FunctionDecl *FD, Frame &Fr);
  bool shouldInline(const clang::FunctionDecl *FD);
  /// Whether FD does part of the work of the function being differentiated, which calls it once.
  bool callsOnce(const clang::FunctionDecl *FD) const {
    return !Frames.empty() && Frames.back().CallsOnce.contains(FD->getCanonicalDecl());
  }
  /// A function whose visible body is within what we understand.
  bool inlinesQuietly(const clang::FunctionDecl *FD);
  bool returnsFrom(const clang::FunctionDecl *Def);
  bool leavesQuietly(const clang::FunctionDecl *FD);
  /// Results that are places, arguments that are closures: only the body itself says what they are.
  bool hasRule(const clang::FunctionDecl *FD);
  bool handsObjects(const clang::FunctionDecl *FD);
  bool mustInline(const clang::FunctionDecl *FD, llvm::ArrayRef<const clang::Expr *> Args);
  static unsigned countStatements(const clang::Stmt *S);

  // inline.cpp
  const core::Expr *inlineCall(const clang::FunctionDecl *FD, const clang::Expr *Object,
                               const Closure *Env, llvm::ArrayRef<const clang::Expr *> Args,
                               const clang::Expr *E);
  /// The body of FD in place, its parameters bound to Args; Target is the object of a constructor.
  const core::Expr *inlineBody(const clang::FunctionDecl *FD, const clang::Expr *Object,
                               const core::Expr *Target, const Closure *Env,
                               llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *E);

  // closures.cpp, converted_calls.cpp
  void declareOverloadSet(const clang::VarDecl *D);
  const Closure *declaredInSet(const clang::Expr *E, const clang::CXXRecordDecl *RD) const;
  const Closure *closure(const clang::Expr *E);
  const Closure *closureOf(const clang::ValueDecl *D) const;
  const Closure *knownClosure(const clang::Expr *E);
  const Closure *closureOrEmpty(const clang::Expr *E);
  const Closure *noFunction();
  bool isEmptyFunction(const clang::Expr *E) const;
  std::optional<bool> holdsFunction(const clang::Expr *E);
  std::optional<bool> isNoFunction(const clang::Expr *Left, const clang::Expr *Right);
  bool isKnownFunction(const clang::Expr *E);
  const core::Expr *captureOf(const clang::ValueDecl *D) const;
  const Closure *makeClosure(const clang::LambdaExpr *E);
  const Closure *copyOf(const Closure *C, clang::SourceLocation Loc);
  const core::Expr *copyOf(const core::Expr *Held, llvm::StringRef Name, bool Changes,
                           clang::SourceLocation Loc);
  bool isCalledAs(const clang::FunctionDecl *FD, const clang::FunctionProtoType *Type) const;
  const clang::FunctionDecl *targetOf(const Closure *C, const clang::FunctionDecl *Direct,
                                      const clang::FunctionProtoType *CalledAs,
                                      clang::SourceLocation Loc);
  const core::Expr *lambdaCall(const clang::LambdaExpr *Lambda,
                               llvm::ArrayRef<const core::Expr *> Args, clang::SourceLocation Loc);
  const core::Expr *knownCall(const clang::FunctionDecl *FD,
                              llvm::ArrayRef<const core::Expr *> Args, clang::SourceLocation Loc);
  const core::Expr *functionValue(const clang::FunctionDecl *FD, const core::Type *Ty,
                                  clang::SourceLocation Loc);
  const core::Expr *heldValue(const Lowering::HeldLambda &Held, const core::Type *Ty,
                              clang::SourceLocation Loc);
  // pointer_targets.cpp
  const core::Expr *lambdaPointer(const clang::LambdaExpr *Lambda, const core::Type *Ty,
                                  clang::SourceLocation Loc);
  const core::Expr *pointerToKnown(const clang::ValueDecl *D, clang::SourceLocation Loc);
  const core::Expr *asArgument(core::Variable *P, clang::SourceLocation Loc);
  const core::Expr *classNumber(const core::Expr *Place, llvm::ArrayRef<const core::Type *> Classes,
                                llvm::ArrayRef<unsigned> Numbers);
  void elseThrow(core::Stmt *Switch, const llvm::Twine &Unknown, clang::SourceLocation Loc);
  const core::Expr *memberPointer(const clang::UnaryOperator *E);
  const core::Expr *throughMemberPointer(const clang::BinaryOperator *E);
  const core::Expr *methodPointerCall(const clang::CXXMemberCallExpr *E, core::Variable *Into,
                                      bool Declares);
  const clang::CXXMethodDecl *knownMethod(const clang::Expr *Object, const clang::Expr *Pointer);
  const core::Expr *pointerCall(const clang::CallExpr *E, llvm::ArrayRef<const clang::Expr *> Args,
                                core::Variable *Into, bool Declares);
  bool changesFunction(const clang::VarDecl *D) const;
  bool canConvert(const clang::FunctionDecl *Def);
  std::optional<unsigned> passObject(const core::Expr *Place, Captures &Passed,
                                     clang::SourceLocation Loc);
  bool passMembers(const core::Expr *Place, unsigned Of, const std::string &Path, Captures &Passed,
                   clang::SourceLocation Loc);
  Part aggregatePart(const clang::CXXRecordDecl *Class, unsigned I, const clang::Expr *Init);
  const core::Expr *boundBy(const clang::FieldDecl *FD, const clang::Expr *Init);
  void bindMember(core::Variable *Object, const std::string &Path, const clang::FieldDecl *FD,
                  const core::Expr *Place, const Closure *Function = nullptr,
                  clang::QualType As = {});
  const core::Expr *memberApart(const core::Expr *E) const;
  /// Target: the object, where it is known as a place.
  const core::Expr *convertedCall(const clang::FunctionDecl *Def, const clang::Expr *Object,
                                  const core::Expr *Target, const Closure *Env,
                                  llvm::ArrayRef<const clang::Expr *> Args, const clang::Expr *E);
  void runConverted(const clang::FunctionDecl *Def, core::Variable *This, const Closure *Env,
                    llvm::ArrayRef<const clang::ParmVarDecl *> Plain);

  // function_lists.cpp
  FunctionList *functionList(const clang::Expr *E);
  static const clang::ValueDecl *namedContainer(const clang::Expr *E);
  bool declareConstantList(const clang::VarDecl *D, bool OnlyAsked = false);
  std::shared_ptr<FunctionList> makeList(const clang::ValueDecl *Of, const clang::Expr *Init,
                                         clang::SourceLocation Loc);
  static std::optional<unsigned> fixedIndex(const FunctionList &List, const core::Expr *Index);
  const core::Expr *assignElement(const clang::CallExpr *E);
  bool declareFunctionList(const clang::VarDecl *D);
  bool bindFunctionList(const clang::ParmVarDecl *P, const clang::Expr *Argument);
  const core::Expr *functionListMember(const clang::CallExpr *E, bool &Known);
  void refuseFunctionList(clang::SourceLocation Loc);
  FunctionList *listedFunction(const clang::Expr *E, const core::Expr *&Index);
  const core::Expr *callListed(const clang::CallExpr *E, const clang::Expr *Called,
                               llvm::ArrayRef<const clang::Expr *> Args);
  void overList(const clang::CXXForRangeStmt *S, FunctionList &Of);
  bool overFunctions(const clang::CXXForRangeStmt *S);

  // function_tables.cpp
  std::shared_ptr<FunctionList> makeTable(const clang::ValueDecl *Of, const clang::Expr *Init,
                                          clang::SourceLocation Loc);
  bool declareFunctionTable(const clang::VarDecl *D);
  const clang::Expr *givenAs(const clang::Expr *E) const;
  bool constantKey(const clang::Expr *E, clang::QualType Of, FunctionKey &Key) const;
  bool addToTable(FunctionList &List, const clang::Expr *Key, const clang::Expr *Function);
  FunctionList *listInTable(const clang::Expr *E);
  bool overListInTable(const clang::CXXForRangeStmt *S,
                       llvm::function_ref<void(FunctionList &)> Over);
  const core::Expr *numberInTable(const FunctionList &List, const clang::Expr *Key);
  const core::Expr *functionTableMember(const clang::CallExpr *E, bool &Known);
  const core::Expr *placeInTable(const clang::Expr *E, FunctionList *&List);
  FunctionList *functionInTable(const clang::Expr *E, const core::Expr *&Index);
  bool isInTable(const clang::Expr *E);
  bool declareTableIterator(const clang::VarDecl *D);
  const core::Expr *keyInTable(const FunctionEntry &Entry, const core::Type *Ty,
                               clang::SourceLocation Loc);
  void bindTableElement(const clang::VarDecl *D, FunctionEntry Entry, const clang::Stmt *Body);
  const core::Expr *keyOfFunction(const clang::MemberExpr *E);
  static std::vector<unsigned> loopOrder(const FunctionList &List, clang::QualType T);

  // bound_functions.cpp
  const Closure *boundFunction(const clang::Expr *E);
  const clang::Expr *boundCallee(const clang::Expr *E);
  const clang::Expr *boundCopy(const clang::Expr *E);
  const core::Expr *callBound(const clang::CallExpr *E, const Closure *C,
                              llvm::ArrayRef<const clang::Expr *> Args);

  // changing_functions.cpp
  FunctionList *changingFunction(const clang::ValueDecl *D) const;
  bool declareChangingFunction(const clang::VarDecl *D);
  const core::Expr *assignFunction(const clang::CallExpr *E);
  void keepCaptures(FunctionList &List, const clang::Expr *Given);
  void become(FunctionList &List, const Closure *C, clang::SourceLocation Loc);
  bool become(FunctionList &List, const clang::Expr *Given);
  core::Variable *keptObject(clang::QualType T, clang::SourceLocation Loc);
  const Closure *outliving(const Closure *C, const clang::Expr *Arm, core::Block &B);
  const Closure *chosenFunction(const clang::ConditionalOperator *E);
  const Closure *heldNow(const clang::ValueDecl *D, clang::SourceLocation Loc);
  const Closure *asClosure(const FunctionList &List, clang::SourceLocation Loc);
  void declareResult(const clang::FunctionDecl *Def, Frame &Fr);

  // held_functions.cpp
  std::shared_ptr<FunctionList> beginList(const clang::ValueDecl *Of, clang::SourceLocation Loc);
  void noteEvent(FunctionList &List, bool Changes, clang::SourceLocation Loc);
  std::shared_ptr<FunctionList> beginFunction(const clang::ValueDecl *Of, const Closure *First,
                                              clang::SourceLocation Loc);
  void beginNumbers(FunctionList &List, clang::SourceLocation Loc);
  core::Variable *besideList(FunctionList &List, llvm::StringRef Name, const core::Type *Ty,
                             clang::QualType T, bool IsVector, clang::SourceLocation Loc);
  const Closure *
  withCaptures(const Closure *C,
               llvm::function_ref<const core::Expr *(const Closure *, const clang::ValueDecl *,
                                                     const core::Expr *)>
                   Of);
  const Closure *kept(FunctionList &List, const Closure *C, const core::Expr *Element,
                      clang::SourceLocation Loc);
  static unsigned numberOf(FunctionList &List, const Closure *C);
  const Closure *givenFunction(const clang::Expr *E);
  bool change(FunctionList &List, const Closure *C, clang::SourceLocation Loc);
  bool append(FunctionList &List, const clang::Expr *Given);
  bool append(FunctionList &List, const Closure *C, clang::SourceLocation Loc);
  bool changeList(FunctionList &List, const clang::CXXMemberCallExpr *E);
  bool declareComingFunction(const clang::VarDecl *D);
  bool bindListed(const clang::ValueDecl *D, const clang::Expr *Init);
  const Closure *heldNow(FunctionList &List, clang::SourceLocation Loc);
  const Closure *numberedElement(FunctionList &List, const core::Expr *Index,
                                 clang::SourceLocation Loc);
  const core::Expr *testFunction(const clang::Expr *E);
  const core::Expr *testAgainstNone(const clang::Expr *Left, const clang::Expr *Right);
  void throwNoFunction(clang::SourceLocation Loc);
  std::shared_ptr<FunctionList> copyList(const FunctionList &From, clang::SourceLocation Loc);
  void refuseList(const FunctionList &List, const core::Stmt *At, bool InLoop);
  void checkFunctionLists();
  bool goesByNumbers(const FunctionList &List);

  // function_objects.cpp
  static const clang::Expr *heldObject(const clang::Expr *E);
  const Closure *functionObject(const clang::Expr *From);
  bool isListed(const clang::Expr *E);
  const Closure *oneListed(const clang::Expr *E, bool Copied);
  const clang::Expr *asVariable(const Closure *C, clang::SourceLocation Loc);
  const core::Expr *callBuilt(const clang::CallExpr *E, const clang::Expr *Call);
  bool convertsCall(const Closure *C, const clang::FunctionProtoType *CalledAs) const;
  const core::Expr *callConverted(const clang::CallExpr *E, const Closure *C,
                                  llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *callObject(const clang::CallExpr *E, const Closure *C,
                               llvm::ArrayRef<const clang::Expr *> Args);
  const clang::Expr *standsFor(const core::Expr *Place, clang::QualType T,
                               clang::SourceLocation Loc);

  // reference_wrappers.cpp
  bool isWrapper(clang::QualType T);
  const core::Expr *wrapped(const clang::Expr *E);
  const core::Expr *wrapperCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                bool &Known);

  // held_members.cpp
  void refuseHeld(clang::SourceLocation Loc, llvm::StringRef Name);
  void note(const core::Expr *Place, HeldMember New, clang::SourceLocation Loc);
  void bindMember(const core::Expr *Target, const clang::FieldDecl *FD, const clang::Expr *Init);
  void holdMember(const core::Expr *Place, const clang::FieldDecl *FD, const clang::Expr *Init);
  void copyHeld(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc);
  void followHeld(const core::Stmt *S);
  void holdFunction(const core::Expr *Place, const clang::FieldDecl *FD, const clang::Expr *Init,
                    clang::SourceLocation Loc);
  const HeldMember *noteOf(const HeldPath &At, const clang::FieldDecl *FD) const;
  const HeldMember *noteAt(const core::Expr *Place, const clang::FieldDecl *FD) const;
  const core::Expr *objectOf(const clang::MemberExpr *E);
  std::shared_ptr<FunctionList> listOf(const clang::MemberExpr *E);
  const HeldMember *heldMember(const clang::MemberExpr *E);
  void holdContext(const core::Expr *Place, const clang::FieldDecl *FD, const clang::Expr *Init);
  const HeldMember *heldContext(const clang::Expr *E);
  const core::Expr *setContext(const clang::BinaryOperator *E);
  static bool isNamedObject(const clang::Expr *E);
  const clang::MemberExpr *followedMember(const clang::Expr *E) const;
  void aggregate(const core::Expr *Target, const clang::InitListExpr *List);
  const core::Expr *makeAggregate(const clang::InitListExpr *List, core::Variable *Into);
  bool isHeld(const core::Variable *V) const;
  void checkHeld();
  /// No matrix of ours goes where one of Eigen's own is (eigen_objects.cpp).
  void checkMatrices();
  void checkWhole(const core::Expr *E);
  void checkReferences(const core::Type *Ty, clang::SourceLocation Loc);

  // function_pairs.cpp
  void makePair(const core::Expr *Target, const clang::CXXConstructExpr *E);
  const core::Expr *makePair(const clang::CXXConstructExpr *E, core::Variable *Into);
  void bindPart(const clang::BindingDecl *B, const core::Expr *Whole, const clang::FieldDecl *FD,
                bool ByReference);

  // held_elements.cpp
  bool
  forEachFunction(const clang::CXXRecordDecl *Class, const std::string &Path,
                  llvm::function_ref<void(const std::string &, const clang::FieldDecl *)> Look);
  void beginElements(const core::Variable *V, const core::Type *Ty, const std::string &Path,
                     clang::SourceLocation Loc);
  void refuseElements(const core::Type *Ty, clang::SourceLocation Loc);
  const Closure *heldElement(FunctionList &List, const core::Expr *Base, clang::SourceLocation Loc);
  const Closure *notedFunction(const HeldMember &Known, const core::Expr *Base,
                               clang::SourceLocation Loc);
  void appendHeld(const core::Expr *Place, const core::Expr *From, clang::SourceLocation Loc);
  void replaceHeld(const core::Expr *Place, const core::Expr *From, clang::SourceLocation Loc);
  bool setElement(FunctionList &List, const core::Expr *Index, const Closure *C,
                  clang::SourceLocation Loc);
  void makeHeldElements(const core::Expr *Target, const core::Expr *Value,
                        clang::SourceLocation Loc);
  bool followElements(const core::Stmt *S);
  const core::Expr *elementBehind(const clang::MemberExpr *E, const core::Expr *Pointer);
  bool movesElements(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
                     clang::SourceLocation Loc);
  void resizeElements(const core::Stmt *S, clang::SourceLocation Loc);

  // algorithms.cpp
  const clang::CallExpr *ownQsort(const clang::CallExpr *E);
  const clang::CallExpr *ownAlgorithm(llvm::StringRef Name,
                                      llvm::ArrayRef<const clang::Expr *> Args,
                                      clang::SourceLocation Loc);
  const core::Expr *libraryAlgorithm(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                     bool &Known);
  const core::Expr *vectorAlgorithm(const clang::CallExpr *E, const clang::Expr *Object,
                                    llvm::StringRef Member,
                                    llvm::ArrayRef<const clang::Expr *> Args);

  // containers.cpp
  const core::Type *sizeType() { return M.sizeType(); }
  const core::Expr *sizeOf(const core::Expr *Container, clang::SourceLocation Loc);
  core::Variable *startCounter(core::Variable *V, const core::Expr *Size, clang::SourceLocation Loc,
                               const std::string &Path = "");
  void startCounters(core::Variable *V, const core::Expr *Value, clang::SourceLocation Loc);
  void finishCounters(core::Variable *V, const core::Expr *Value, clang::SourceLocation Loc);
  core::Variable *counterOf(const core::Expr *Place);
  void initialiseVector(const core::Expr *Place, const clang::Expr *Init);
  const core::Expr *part(const core::Expr *Whole, const core::Field &Fd);
  void assignParts(const core::Expr *Target, const core::Expr *Value, clang::SourceLocation Loc);
  const core::Expr *knownSize(const core::Expr *Value, clang::SourceLocation Loc);
  void counted(const core::Expr *Place, const core::Expr *Size, clang::SourceLocation Loc);
  void recountByOtherNames();
  void recount(const core::Stmt &Call);
  const core::Expr *checkResizable(const core::Expr *Place, clang::SourceLocation Loc);
  const core::Expr *oldSize(const core::Expr *Place, clang::SourceLocation Loc);
  void resize(const core::Expr *Place, llvm::StringRef Text,
              llvm::ArrayRef<const core::Expr *> Operands, const core::Expr *Appended,
              const core::Expr *NewSize, clang::SourceLocation Loc,
              const core::Expr *Before = nullptr);
  void appendElement(const core::Expr *A, const core::Expr *Value, clang::SourceLocation Loc);
  void appendCopies(const core::Expr *A, const core::Expr *N, const core::Expr *Value,
                    clang::SourceLocation Loc);
  void countUp(const core::Expr *From, const core::Expr *To, clang::SourceLocation Loc,
               llvm::function_ref<void(const core::Expr *)> Body);
  const core::Expr *declareVector(core::Variable *V, const core::Type *Ty, const core::Expr *Value,
                                  const core::Expr *Size, clang::SourceLocation Loc);
  const core::Expr *sized(const core::Type *Ty, llvm::ArrayRef<const core::Expr *> Operands,
                          clang::SourceLocation Loc);
  bool isConstantVector(const clang::Expr *E);
  void fill(const core::Expr *Place, const core::Expr *From, const core::Expr *N,
            const core::Expr *Fill, clang::SourceLocation Loc);
  const core::Expr *freezeFill(const core::Expr *Fill, clang::SourceLocation Loc);
  const core::Expr *contained(const clang::Expr *E);
  const core::Expr *vectorValue(const clang::Expr *E, const core::Type *Ty);
  const core::Expr *constructVector(const clang::CXXConstructExpr *E, core::Variable *Into);
  void assignVector(const core::Expr *Place, const core::Expr *Value, clang::SourceLocation Loc);
  bool takenAsItIs(const clang::Expr *Given, const core::Type *Element);
  const core::Expr *convertElement(const core::Expr *Element, clang::QualType From,
                                   clang::QualType To, clang::SourceLocation Loc);
  const clang::Expr *madeFrom(clang::QualType T, llvm::ArrayRef<const clang::Expr *> Args,
                              clang::SourceLocation Loc);
  const core::Expr *sequenceMember(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                                   const clang::Expr *Object, const core::Type *Ty,
                                   const std::string &Name,
                                   llvm::ArrayRef<const clang::Expr *> Args, bool &Known);
  const core::Expr *vectorMember(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                                 bool &Known);
  // complex.cpp
  const core::Expr *complexCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                bool &Known);
  const core::Expr *ofReal(llvm::StringRef Name, const clang::Expr *E, const core::Type *Ty,
                           clang::SourceLocation Loc);
  const core::Expr *complexOperator(const clang::CXXOperatorCallExpr *E, bool &Known);
  const core::Expr *complexValue(const clang::CXXConstructExpr *E, bool Implicitly);
  const core::Expr *primitive(llvm::StringRef Name, llvm::ArrayRef<const core::Expr *> Operands,
                              const core::Type *Ty, clang::SourceLocation Loc);
  // library_records.cpp
  const core::Expr *part(const core::Expr *Whole, unsigned I);
  const core::Expr *isAlternative(const core::Expr *Of, unsigned I, clang::SourceLocation Loc);
  const core::Expr *withPart(const core::Type *Ty, unsigned I, const core::Expr *Value,
                             clang::SourceLocation Loc);
  void checkPart(const core::Expr *Of, unsigned I, clang::SourceLocation Loc);
  const core::Expr *taggedFromMatrix(clang::QualType T, const clang::Expr *E);
  const core::Expr *taggedFrom(const core::Type *Ty, const clang::Expr *E);
  const core::Expr *valueAs(const core::Type *Ty, const clang::Expr *E, bool Moves = false);
  const core::Expr *fromParts(const core::Type *Ty, const clang::FunctionDecl *FD,
                              llvm::ArrayRef<const clang::Expr *> Parts, const clang::Expr *E);
  const core::Expr *libraryValue(const clang::CXXConstructExpr *E);
  const core::Expr *constructLibraryRecord(const clang::CXXConstructExpr *E, core::Variable *Into);
  const core::Expr *recordCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                               bool &Known);
  const core::Expr *recordMember(const clang::CallExpr *E, const clang::Expr *Object,
                                 llvm::ArrayRef<const clang::Expr *> Args, llvm::StringRef Name,
                                 bool &Known);
  const core::Expr *assignTied(const clang::CallExpr *Tie, const clang::Expr *Right,
                               clang::SourceLocation Loc);
  // spans.cpp
  std::pair<const core::Expr *, const core::Expr *> handleParts(const core::Expr *V,
                                                                clang::SourceLocation Loc);
  const core::Expr *handle(const core::Type *Ty, const core::Expr *Data, const core::Expr *Size,
                           clang::SourceLocation Loc);
  void bindHandle(const clang::ValueDecl *D, const core::Type *Ty, const core::Expr *V,
                  clang::SourceLocation Loc);
  const core::Expr *holdHandle(const clang::ValueDecl *D, const core::Type *Ty, const core::Expr *V,
                               bool Changes, clang::SourceLocation Loc);
  const core::Expr *handleValue(const clang::CXXConstructExpr *E);
  const core::Expr *handleCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                               bool &Known);
  // visit.cpp
  const clang::CallExpr *callWithParts(const clang::Expr *Callable, const core::Expr *Whole,
                                       const clang::Expr *WholeExpr,
                                       llvm::ArrayRef<unsigned> Indices, clang::SourceLocation Loc);
  const core::Expr *visitCall(const clang::CallExpr *E, const clang::FunctionDecl *FD, bool &Known);
  bool bindPart(const clang::VarDecl *D, const clang::Expr *Init);
  void refusePointersIntoVariants();
  // deques.cpp
  const core::Expr *constructAdaptor(const clang::CXXConstructExpr *E, core::Variable *Into);
  const core::Expr *dequeMember(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                                bool &Known);
  const core::Expr *constructHeap(const clang::CXXConstructExpr *E,
                                  llvm::ArrayRef<const clang::Expr *> Args, core::Variable *Into);
  const core::Expr *changeHeap(const clang::CallExpr *E, const clang::Expr *Object,
                               const core::Type *Ty, llvm::StringRef Name,
                               llvm::ArrayRef<const clang::Expr *> Args);
  void exchangeElements(const core::Expr *A, const core::Expr *B, clang::SourceLocation Loc);
  const core::Expr *changeFrontRow(const core::Expr *A, llvm::StringRef Name,
                                   llvm::ArrayRef<const clang::Expr *> Args, clang::QualType Of,
                                   clang::SourceLocation Loc);
  const core::Expr *changeBack(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                               const clang::Expr *Object, const core::Type *Ty,
                               const std::string &Name, llvm::ArrayRef<const clang::Expr *> Args,
                               bool &Known);
  void refuseReferencesInto(const core::Expr *Deque, clang::SourceLocation Loc);
  // ordered_sets.cpp
  const core::Expr *constructSet(const clang::CXXConstructExpr *E, core::Variable *Into);
  const core::Expr *setMember(const clang::CallExpr *E, const core::Expr *Set,
                              const clang::CXXRecordDecl *Class, llvm::StringRef Name,
                              llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *ofSet(llvm::StringRef Algorithm, const core::Expr *Set,
                          const clang::CXXRecordDecl *Class,
                          llvm::ArrayRef<const clang::Expr *> Args, clang::SourceLocation Loc);
  void insertInSet(const core::Expr *Set, const clang::CXXRecordDecl *Class,
                   const clang::Expr *Element, clang::SourceLocation Loc,
                   const core::Expr **At = nullptr, const core::Expr **Inserted = nullptr);
  // growing_functions.cpp
  bool declareGrowingList(const clang::VarDecl *D, FunctionList &List);
  bool appendTo(FunctionList &List, const clang::Expr *Given);
  const Closure *grownElement(FunctionList &List, const core::Expr *Index,
                              clang::SourceLocation Loc);
  const core::Expr *sizeOfList(const FunctionList &List, clang::SourceLocation Loc);

  // written_globals.cpp
  void refuseArgumentsIn(const clang::VarDecl *D, const clang::FunctionDecl *FD, bool Written);
  void copyWrittenGlobals(const clang::FunctionDecl *FD);
  void writeGlobalsBack(clang::SourceLocation Loc);
  bool canBeCopied(const clang::VarDecl *D);
  bool isPlainMutable(const clang::VarDecl *D);
  bool touchesCopied(const clang::FunctionDecl *Def);

  // moves.cpp
  static bool givesUp(const clang::Expr *E);
  const core::Expr *movedOn(const core::Expr *Value, clang::SourceLocation Loc);
  const core::Expr *assignOrMove(const core::Expr *Target, const core::Expr *Value, bool Moves,
                                 clang::SourceLocation Loc);
  const core::Expr *takenFrom(const core::Expr *Place, core::Variable *Into,
                              clang::SourceLocation Loc);
  void takeVectors(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc);
  void exchange(const core::Expr *A, const core::Expr *B, clang::SourceLocation Loc);
  void refusePointersIntoMoved();

  // map_holders.cpp
  const core::Expr *emptyHolder(const core::Type *Ty, llvm::StringRef Name,
                                clang::SourceLocation Loc);
  void appendHolder(const core::Expr *A, const core::Expr *Value, clang::SourceLocation Loc);
  const core::Expr *declareHolders(core::Variable *V, const core::Expr *Value,
                                   clang::SourceLocation Loc);
  void takeHolder(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc);
  bool bindHolder(const clang::VarDecl *D);
  const core::Expr *madeHolder(const clang::Expr *E, bool Spare);
  void returnMap(const clang::ReturnStmt *S);
  // filled_objects.cpp
  void startObject(const core::Expr *Place, clang::SourceLocation Loc);
  const core::Expr *startedObject(const core::Type *Ty, core::Variable *Into,
                                  clang::SourceLocation Loc);
  void refuseFilledObjects();

  // maps.cpp
  void takeMap(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc);
  const core::Expr *newMap(const core::Type *Ty, clang::SourceLocation Loc);
  void refuseCopiesOfMaps();
  void refuseUnnamedClasses();
  void lookAtDerived();
  void refuseChangedConstants();
  void declareMap(core::Variable *V, clang::SourceLocation Loc);
  void changeMap(llvm::StringRef Text, llvm::StringRef Followed, llvm::StringRef Kept,
                 llvm::ArrayRef<const core::Expr *> Operands, clang::SourceLocation Loc);
  /// Takes: From may be a map that nobody else will ask for.
  void copyMap(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc,
               bool Takes = false);
  void insertEach(const core::Expr *Map, const core::Expr *First, const core::Expr *Count,
                  clang::SourceLocation Loc);
  bool insertFrom(const core::Expr *Map, llvm::ArrayRef<const clang::Expr *> Args,
                  clang::SourceLocation Loc);
  const core::Expr *constructMap(const clang::CXXConstructExpr *E, core::Variable *Into);
  void insertAll(const core::Expr *Map, const clang::Expr *List);
  const core::Expr *newKey(const core::Expr *V, clang::SourceLocation Loc);
  const core::Expr *mapKey(const clang::Expr *E, clang::QualType Key, bool Makes);
  const core::Expr *mapElement(const core::Expr *Map, const core::Expr *Key, llvm::StringRef Text,
                               bool Const, clang::SourceLocation Loc);
  const core::Expr *insertOnce(const core::Expr *Map, const core::Expr *Key,
                               const core::Expr *Value, clang::SourceLocation Loc);
  const core::Expr *mapEntry(const core::Expr *Iterator, clang::SourceLocation Loc);
  const core::Expr *mapAt(const core::Expr *Iterator);
  void keepMapOf(const core::Expr *Iterator, const core::Expr *Value, clang::SourceLocation Loc);
  const core::Expr *mapIteratorCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                    bool &Known);
  const core::Expr *mapMember(const clang::CallExpr *E, const clang::CXXMethodDecl *MD,
                              const clang::Expr *Object, llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *mapCall(const clang::CallExpr *E, const clang::FunctionDecl *FD, bool &Known);
  void mapRange(const clang::CXXForRangeStmt *S, const core::Expr *Range);
  void mapRange(const clang::CXXForRangeStmt *S, const core::Expr *Range, clang::QualType Iterator,
                llvm::function_ref<void(const core::Expr *)> Body);
  const core::Type *entryType(const core::Type *Ty);
  // smart_maps.cpp
  const core::Expr *smartEntry(const core::Expr *Map, const core::Expr *At, llvm::StringRef Text,
                               llvm::StringRef Followed, bool Const, clang::SourceLocation Loc);
  const core::Expr *smartMapped(const core::Expr *Map, const core::Expr *Key, bool Makes,
                                bool Const, clang::SourceLocation Loc);
  void overMap(const core::Expr *Map, bool Const, clang::SourceLocation Loc,
               llvm::function_ref<void(const core::Expr *)> Body);
  void destroyMapped(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  void clearMap(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  void eraseOwned(const core::Expr *Map, clang::QualType T, const core::Expr *At, bool IsKey,
                  clang::SourceLocation Loc);
  const core::Expr *givenTo(clang::QualType T, const clang::Expr *E);
  std::pair<const core::Expr *, const core::Expr *>
  insertSmart(llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args, clang::QualType T,
              const core::Expr *&Map, llvm::function_ref<const core::Expr *()> Whole,
              clang::SourceLocation Loc);
  // valarrays.cpp
  Elements elementsOf(const clang::Expr *E, const core::Type *Element, bool Updates = false);
  Elements elementsAt(const clang::Expr *E, const core::Type *Element, bool Updates);
  Elements apart(const Elements &From, clang::QualType T, const core::Expr *To, bool Shifts,
                 clang::SourceLocation Loc);
  const core::Expr *valarrayOf(const Elements &From, core::Variable *Into, const core::Type *Ty,
                               clang::SourceLocation Loc);
  const core::Expr *constructValarray(const clang::CXXConstructExpr *E, core::Variable *Into);
  const core::Expr *reduced(llvm::StringRef Name, const Elements &Of, const core::Type *Ty,
                            clang::SourceLocation Loc);
  const core::Expr *assignValarray(const clang::CXXOperatorCallExpr *E);
  // valarray_parts.cpp
  Elements sliceOf(const clang::CXXOperatorCallExpr *E);
  Elements maskedBy(const clang::CXXOperatorCallExpr *E);
  Elements masked(const Elements &Mask, clang::SourceLocation Loc);
  void assignPart(const clang::CXXOperatorCallExpr *E, const core::Type *Element);
  const core::Expr *valarrayCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                 bool &Known);
  // sequence_iterators.cpp
  bool isSequenceIterator(clang::QualType T);
  bool comesAndGoes(clang::QualType T);
  const core::Expr *iteratorInto(const core::Expr *Container, const core::Expr *Index);
  const core::Expr *containerAt(const core::Expr *Iterator);
  const core::Expr *loseContainer(const clang::Expr *Iterator);
  void keepContainerOf(const core::Expr *Iterator, const core::Expr *Value,
                       clang::SourceLocation Loc);
  void watchIterator(const clang::VarDecl *D);
  llvm::SmallVector<const core::Expr *, 2> iteratorsInto(const core::Expr *Container);
  void moveIterators(const core::Expr *Container, const core::Expr *From, bool Up,
                     const core::Expr *Except, clang::SourceLocation Loc, bool Before = false);
  void refuseIteratorsInto(const core::Expr *Container, clang::SourceLocation Loc);
  void refuseIteratorsPast(const core::Expr *Container, llvm::ArrayRef<const core::Expr *> Given,
                           clang::SourceLocation Loc);
  const clang::Expr *asPlace(const clang::Expr *E);
  const clang::Expr *placeOf(clang::QualType Element, const core::Expr *Index,
                             clang::SourceLocation Loc);
  const core::Expr *sequencePosition(const clang::CallExpr *E, const core::Expr *Container,
                                     clang::QualType Element, llvm::StringRef Name,
                                     llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *listAlgorithm(const clang::CallExpr *E, const core::Expr *Container,
                                  clang::QualType Element, llvm::StringRef Name,
                                  llvm::ArrayRef<const clang::Expr *> Args);
  void refusePointersIntoShifted();
  // iterators.cpp
  const core::Expr *iteratorCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                 bool &Known);
  const core::Expr *start(const core::Expr *P, clang::SourceLocation Loc);
  const core::Expr *moved(llvm::StringRef Op, const core::Expr *It, const core::Expr *By,
                          clang::SourceLocation Loc);
  const core::Expr *apart(const core::Expr *Last, const core::Expr *First, const core::Type *Ty,
                          clang::SourceLocation Loc);
  const core::Expr *distance(const core::Expr *First, const core::Expr *Last,
                             clang::SourceLocation Loc);
  const core::Expr *permute(llvm::StringRef Algorithm, const core::Expr *From,
                            const core::Expr *Past, const core::Expr *Middle, const core::Expr *N,
                            llvm::StringRef Compared, clang::SourceLocation Loc);
  const core::Expr *algorithm(const clang::CallExpr *E, const clang::FunctionDecl *FD, bool &Known);

  // reallocation.cpp
  const HeapPointers &heapPointers(const clang::VarDecl *D);
  const core::Expr *elementsOf(const clang::Expr *Value);
  /// The number of elements behind D, if realloc gets D.
  void declareHeapSize(const clang::VarDecl *D);
  void followHeapSize(const clang::BinaryOperator *Assignment);
  /// Text makes Count elements.
  const core::Expr *reallocate(const clang::CallExpr *Call, llvm::StringRef Text,
                               const core::Type *Element, const core::Expr *Count,
                               core::Variable *Into);

  // memory.cpp
  /// memcpy, memmove, memset, malloc and their like; Known: E is one of them.
  const core::Expr *memoryCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                               bool &Known);
  const core::Expr *elementCount(const clang::Expr *Bytes, clang::QualType T);
  void copyElements(const core::Expr *To, const core::Expr *From, const core::Expr *Count,
                    bool MayOverlap, clang::SourceLocation Loc);
  void assignElement(const core::Expr *To, const core::Expr *From, clang::SourceLocation Loc);

  // own_statics.cpp
  bool declareTable(const clang::VarDecl *D);
  bool declareScratch(const clang::VarDecl *D);
  bool declareAsLocal(const clang::VarDecl *D);
  void startStatics();

  // tagged_unions.cpp
  bool checkUnionMember(const clang::MemberExpr *E);
  const core::Expr *endUnionValue(const core::Expr *Target, const core::Expr *Value,
                                  clang::SourceLocation Loc);
  void refusePointersIntoUnions();

  // untyped_memory.cpp
  void refuseLostTypes();
  void findUntyped(const clang::FunctionDecl *FD, clang::QualType Result,
                   llvm::ArrayRef<std::pair<const clang::ParmVarDecl *, clang::QualType>> Given);
  clang::QualType untypedAs(const clang::Expr *E);
  clang::QualType declaredType(const clang::VarDecl *D);
  const core::Expr *typedPointer(const clang::Expr *E);
  const core::Expr *valueTyped(const core::Type *Ty, const clang::Expr *E);
  bool passesTyped(const clang::FunctionDecl *FD, llvm::ArrayRef<const clang::Expr *> Args);
  bool isTypedBuffer(const clang::VarDecl *D);
  bool declareBuffer(const clang::VarDecl *D);
  const core::Expr *placementNew(const clang::CXXNewExpr *E);
  const core::Expr *alignedMemory(const clang::CallExpr *E);

  // allocation.cpp
  /// E, if it makes new memory: a `new` expression, or the cast of a call of malloc or its like.
  const clang::Expr *allocation(const clang::Expr *E);
  const core::Expr *allocate(const clang::Expr *E, core::Variable *Into);
  const core::Expr *newObject(const clang::CXXNewExpr *E, core::Variable *Into);
  const core::Expr *newMemory(const core::Type *Element, llvm::StringRef Text,
                              const core::Expr *Count, core::Variable *Into,
                              clang::SourceLocation Loc,
                              llvm::ArrayRef<const core::Expr *> Given = {});
  void deleteObject(const clang::CXXDeleteExpr *E);
  void deletePointer(const core::Expr *Pointer, clang::QualType T, bool IsArray,
                     clang::SourceLocation Loc);
  void freeMemory(llvm::StringRef Text, const core::Expr *Pointer, clang::SourceLocation Loc);

  // polymorphic.cpp
  bool madeByConstructor(clang::QualType T);
  bool madeByConstructor(const core::Type *Ty);
  const core::Expr *newConstructed(const clang::CXXNewExpr *E, core::Variable *Into);
  const core::Expr *localPolymorphic(const clang::CXXConstructExpr *C, llvm::StringRef Name);
  void deletePolymorphic(const core::Expr *Pointer, const clang::CXXRecordDecl *RD,
                         clang::SourceLocation Loc);
  void callDestroyer(const core::Expr *Pointer, const clang::CXXRecordDecl *RD,
                     clang::SourceLocation Loc);

  // smart_pointers.cpp
  bool isSmart(clang::QualType T);
  bool isResultPointer(clang::QualType T);
  bool isShared(clang::QualType T);
  const core::Expr *asSmart(const core::Expr *P, clang::QualType To, clang::SourceLocation Loc);
  const core::Expr *makeSmart(const clang::Expr *E, llvm::StringRef Name);
  void deleteSmart(const core::Expr *Pointer, clang::QualType T, clang::SourceLocation Loc);
  const core::Expr *smartMember(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                                bool &Known);

  void refuseChangedParameters();

  // smart_arrays.cpp
  bool declareSmartArray(const clang::VarDecl *D);
  void makeSmartArray(const core::Expr *Target, const clang::Expr *Init);
  void destroySmartArray(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);

  // shared_pointers.cpp
  core::Variable *sharedObjects(clang::SourceLocation Loc);
  void shareWithCaller();
  void share(const core::Expr *Pointer, clang::QualType T, clang::SourceLocation Loc);
  const core::Expr *shareValue(const core::Expr *Place, bool Moves, clang::SourceLocation Loc);
  const core::Expr *constructShared(const clang::CXXConstructExpr *E);
  const core::Expr *sharedFrom(const clang::Expr *E, clang::QualType To);
  const core::Expr *makeShared(const clang::CallExpr *E, clang::QualType T);
  const core::Expr *sharedMember(const clang::CallExpr *E, const clang::Expr *Object,
                                 llvm::ArrayRef<const clang::Expr *> Args);
  const core::Expr *sharedCall(const clang::CallExpr *E, const clang::FunctionDecl *FD,
                               bool &Known);

  // lifetimes.cpp
  bool isOwner(clang::QualType T);
  void bringToLife(const core::Expr *Place, clang::SourceLocation Loc);
  const core::Expr *rawObject(const core::Type *Ty, llvm::StringRef Name,
                              clang::SourceLocation Loc);
  const core::Expr *makeChosenOwner(const clang::ConditionalOperator *E, llvm::StringRef Name,
                                    const core::Expr *Target);
  const core::Expr *makeOwner(const clang::Expr *E, llvm::StringRef Name,
                              const core::Expr *Target = nullptr);
  void relocate(const core::Expr *Target, const core::Expr *Made, clang::SourceLocation Loc);
  void takeOver(const core::Expr *Target, const core::Expr *Made, clang::SourceLocation Loc);
  void assignFields(const core::Expr *Target, const core::Expr *Value, clang::SourceLocation Loc);
  void ownerDecl(const clang::VarDecl *D);
  void beginLifetime();
  void endLifetime();
  void destroyDownTo(size_t Mark);
  std::vector<std::pair<const core::Expr *, clang::QualType>> aliveAbove(size_t Mark) const;
  void unwindDownTo(size_t Mark);
  void destroyLater(const core::Expr *Place, clang::QualType T);
  bool hasDoomed() const;
  bool spare(const core::Expr *Place);
  const core::Expr *scoped(llvm::function_ref<const core::Expr *()> Make,
                           clang::SourceLocation Loc);
  const core::Expr *returned(const clang::Expr *E, bool Place);
  void returnOwner(const clang::ReturnStmt *S);
  void destroy(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  void runDestructor(const core::Expr *Place, const clang::CXXRecordDecl *RD,
                     clang::SourceLocation Loc);
  void destroyParts(const core::Expr *Place, const clang::CXXRecordDecl *RD,
                    clang::SourceLocation Loc);
  void checkBoxes();
  void checkLifetimes();
  bool ownsItself(const clang::CXXRecordDecl *RD);

  // unwinding.cpp
  bool endsByItself(const core::Expr *Place, clang::QualType T);
  core::Function *destroyerOf(const clang::CXXRecordDecl *RD, const core::Expr *Pointer);
  void freeMembers(const core::Expr *Place, clang::QualType T, std::vector<core::Stmt::End> &Ends);
  std::vector<core::Stmt::End> endsOfObjects(bool Quiet = false);
  bool mayHaveEffects(clang::QualType T);
  bool isSeen(const core::Block &B, llvm::ArrayRef<const core::Expr *> Ending, bool Inside);
  core::Block effectsOfEnds(size_t Mark, bool Inside);
  bool unwinder(const core::Block &Effects, clang::SourceLocation Loc, core::Stmt::End &End);
  void endObjects(core::Stmt *Throw);
  void endObjectsUnlessDone(core::Stmt *Call);
  void endEffectsUnlessCaught(core::Stmt *Attempt);
  void notePassed(size_t Mark);
  void unwindAhead(core::Stmt *S);

  // owners.cpp
  void resizeStorage(const core::Expr *Place, const core::Expr *N, clang::SourceLocation Loc);
  void makeElements(const core::Expr *Place, const core::Expr *From, const core::Expr *To,
                    clang::SourceLocation Loc, llvm::function_ref<void(const core::Expr *)> Make);
  void makeElement(const core::Expr *Target, clang::QualType T,
                   llvm::ArrayRef<const clang::Expr *> Args, clang::SourceLocation Loc);
  void copyElement(const core::Expr *Target, const core::Expr *From, clang::QualType T,
                   clang::SourceLocation Loc);
  void copyElements(const core::Expr *Target, const core::Expr *From, clang::QualType T,
                    clang::SourceLocation Loc);
  void destroyElements(const core::Expr *Place, const core::Expr *From, const core::Expr *To,
                       clang::QualType T, clang::SourceLocation Loc);
  void destroyAll(const core::Expr *Place, clang::QualType T, clang::SourceLocation Loc);
  void makeOwners(const core::Expr *Target, const clang::CXXConstructExpr *E);
  const core::Expr *ownersMember(const clang::CallExpr *E, const clang::Expr *Object,
                                 llvm::StringRef Name, llvm::ArrayRef<const clang::Expr *> Args,
                                 llvm::function_ref<const core::Expr *()> Whole);

  // records.cpp
  /// A variable that gets its value from assignments.
  core::Variable *withoutValue(clang::QualType T, llvm::StringRef Name, clang::SourceLocation Loc);
  const core::Expr *construct(const clang::CXXConstructExpr *E, core::Variable *Into);
  void constructInto(const core::Expr *Target, const clang::CXXConstructExpr *E);
  void constructElements(const core::Expr *Target, const clang::CXXConstructExpr *E);
  core::Expr *constructorCall(const clang::CXXConstructExpr *E, const core::Type *Ty);
  void giveBackFirst(const core::Expr *Target, core::Block &Body, clang::SourceLocation Loc);
  void emptyObjects(const core::Expr *Place, clang::SourceLocation Loc);
  void repeatConstructor(const core::Expr *Target, const clang::CXXConstructExpr *E);
  void initialisers(const clang::CXXConstructorDecl *CD, const core::Expr *Target);
  void initialiseMember(const core::Expr *Target, const clang::Expr *Init);
  bool isPlainConstructor(const clang::CXXConstructorDecl *CD) const;

  // opaque.cpp
  bool isReversePointer(clang::QualType T);
  void opaqueText(const clang::Expr *E, OpaqueText &T);
  void opaqueOperator(const clang::CXXOperatorCallExpr *E, OpaqueText &T);
  OpaqueText callText(const clang::Expr *E, const core::Expr *Target = nullptr);
  const core::Expr *operandText(const clang::Expr *E, OpaqueText &T);

  // called.cpp
  const core::Expr *thisAs(const clang::Expr *Object);
  std::string calledName(const clang::CallExpr *Call, const clang::FunctionDecl *FD);
  std::string functionText(const clang::DeclRefExpr *Ref);
  void seenAs(const clang::Expr *E, const core::Expr *Shown, const clang::FunctionDecl *FD,
              std::optional<unsigned> Parameter, size_t Start, OpaqueText &T);

  void noteWrite(const clang::FunctionDecl *FD, const core::Expr *Place, OpaqueText &T);
  void noteHandles(const clang::FunctionDecl *FD, const core::Expr *Place, OpaqueText &T,
                   unsigned Depth = 0);
  void noteWrites(const clang::FunctionDecl *FD, llvm::ArrayRef<const core::Expr *> Args,
                  OpaqueText &T);
  void noteCall(const clang::FunctionDecl *FD, llvm::ArrayRef<const core::Expr *> Args,
                OpaqueText &T);
  void noteReceiver(const clang::FunctionDecl *FD, const core::Expr *Receiver, OpaqueText &T);
  core::Stmt *textStatement(const OpaqueText &T, clang::SourceLocation Loc);
  void hole(const core::Expr *E, OpaqueText &T);
  std::string listText(const core::Expr *Elements, unsigned Number, clang::SourceLocation Loc);
  void elementsText(const core::Expr *V, clang::SourceLocation Loc, OpaqueText &T);
  void opaqueMember(const core::Expr *Target, const clang::Expr *E);
  void opaqueStatement(const clang::Expr *E, bool NoReturn);
  void addObjects(core::Stmt &S, llvm::ArrayRef<const core::Expr *> Copied = {});
  void refuseValuesReadBack();
  void refuseReadBack(clang::SourceLocation Loc);
  bool isOpaqueObject(clang::QualType T);
  const core::Expr *opaqueValue(const clang::Expr *E);
  const core::Expr *opaquePlace(const clang::CallExpr *E);

  friend class Matrices;
  std::unique_ptr<Matrices> OwnMatrices; ///< of a class that few files need to know
  Matrices &Eigen;
};

} // namespace ad::lower

#endif
