// From ANTLR's trees to the AST. Private to the folder: one build_<construct>.cpp per family.
//
// Every function takes what recovery may have left: a null context, or one whose labels are null.
// It gives back an Invalid node or an empty name then; the mistake has been reported by the parser.
// What the grammar cannot tell (words that are names to it, numbers, strings) is checked here.
#pragma once

#include <FlowParser.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Allocator.h>

#include <algorithm>
#include <memory>
#include <type_traits>
#include <vector>

#include "compiler/syntax/parse/doc_comments.h"
#include "compiler/syntax/parse/meant_texts.h"
#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"
#include "compiler/syntax/parse/tree_parser.h"

namespace meshc::syntax {

/// What the builders of one file share.
struct Build {
  llvm::BumpPtrAllocator& arena;
  Reporter& reporter;
  TokenWindow* window;  ///< What is read: the declaration, or a large block of it.
  DocComments& docs;
  std::vector<Annotation>& misplaced;
  SyntaxId next_id = 0;
  bool cut_short = false;  ///< See TokenList.
  MeantTexts* meant = nullptr;
  bool outlives_text = false;  ///< The nodes do, so that the arena holds all text that they refer to.

  template <typename Node>
  Node* New() {
    static_assert(std::is_trivially_destructible_v<Node>, "the arena runs no destructors");
    return new (arena.Allocate<Node>()) Node();
  }
  /// An expression or statement, which has an id.
  template <typename Node>
  Node* NewWithId(SourceRange range) {
    Node* node = New<Node>();
    node->range = range;
    node->id = next_id++;
    return node;
  }
  template <typename Item>
  llvm::ArrayRef<Item> Keep(const llvm::SmallVectorImpl<Item>& items) {
    Item* kept = arena.Allocate<Item>(items.size());
    std::uninitialized_copy(items.begin(), items.end(), kept);
    return {kept, items.size()};
  }

  SourceRange RangeOf(const antlr4::Token* token) const;
  SourceRange RangeOf(const antlr4::ParserRuleContext* context) const;
  SourceRange RangeOf(const antlr4::Token* first, const antlr4::Token* last) const;
  /// What is read there: a repair may have put another text in its place.
  llvm::StringRef TextOf(SourceRange range) const;
  /// A part of the file's text, as long as the nodes live.
  llvm::StringRef KeepText(std::string_view text) const {
    const llvm::StringRef part(text.data(), text.size());
    return outlives_text ? part.copy(arena) : part;
  }
};

/// True if there is nothing to read: recovery left the rule, or never entered it.
inline bool IsBroken(const antlr4::ParserRuleContext* context) {
  return context == nullptr || context->exception != nullptr;
}

// ---- Names and literals ----
Identifier BuildName(const Build& build, const antlr4::ParserRuleContext* name);
QualifiedName BuildQualifiedName(const Build& build, FlowParser::QualifiedNameContext* tree);
llvm::ArrayRef<QualifiedName> BuildNames(Build& build,
                                         const std::vector<FlowParser::QualifiedNameContext*>& trees);
llvm::ArrayRef<QualifiedName> BuildNames(Build& build, FlowParser::NameListContext* tree);
llvm::ArrayRef<Identifier> BuildPath(Build& build, const std::vector<FlowParser::AnyNameContext*>& parts);
/// `a.b.c` without blanks.
llvm::StringRef BuildDottedName(Build& build, FlowParser::DottedNameContext* tree, SourceRange& range);
llvm::StringRef BuildString(Build& build, const antlr4::Token* token);
LiteralExpression* BuildLiteral(Build& build, const antlr4::Token* token, const antlr4::Token* minus);
/// Reports what is no whole number; the value is 1 then.
std::int64_t BuildCount(Build& build, const antlr4::Token* token);
/// A number with or without unit; sema judges the unit.
Quantity BuildQuantity(Build& build, const antlr4::Token* token);
/// Reports that the word at `range` is none of `expected`.
void ReportUnknownWord(Build& build, const Identifier& word, std::string_view expected);
void ReportDuplicate(Build& build, SourceRange range, std::string_view clause);

// ---- Expressions and types ----
const Expression* BuildExpression(Build& build, FlowParser::ExpressionContext* tree);
const RecordExpression* BuildRecordLiteral(Build& build, FlowParser::RecordLiteralContext* tree);
const Expression* BuildInvalid(Build& build, SourceRange range);
const TypeExpression* BuildType(Build& build, FlowParser::TypeContext* tree);

// ---- Clauses ----
RetryClause BuildRetry(Build& build, FlowParser::RetryClauseContext* tree);
DurationClause BuildTimeout(Build& build, FlowParser::TimeoutClauseContext* tree);
/// `absent`: where an absent clause belongs.
CountClause BuildMax(Build& build, FlowParser::MaxClauseContext* tree, SourceRange absent);
WaitClause BuildWait(Build& build, FlowParser::WaitClauseContext* tree);
Guards BuildGuards(Build& build, FlowParser::GuardsContext* tree);

// ---- Statements ----
using TakeStatement = llvm::function_ref<void(FlowParser::StatementContext*)>;
/// Calls `take` for the tree of each statement of a block. The trees of a large block are parsed here, and
/// each is freed after its call.
void ForEachItem(Build& build, FlowParser::BlockContext* tree, TakeStatement take);
Block BuildBlock(Build& build, FlowParser::BlockContext* tree);
const Statement* BuildStatement(Build& build, FlowParser::StatementContext* tree);
/// A statement or the body of an arm, by its choice.
const Statement* BuildChoice(Build& build, antlr4::ParserRuleContext* tree);
Call BuildCall(Build& build, FlowParser::CallContext* tree);
const Statement* BuildChain(Build& build, FlowParser::ChainStatementContext* tree);
const Statement* BuildOptional(Build& build, FlowParser::OptionalStatementContext* tree);
const Statement* BuildSet(Build& build, FlowParser::SetStatementContext* tree);
const Statement* BuildIf(Build& build, FlowParser::IfStatementContext* tree);
const Statement* BuildMatch(Build& build, FlowParser::MatchStatementContext* tree);
const Statement* BuildRoute(Build& build, FlowParser::RouteStatementContext* tree);
const Statement* BuildFollow(Build& build, FlowParser::FollowStatementContext* tree);
const Statement* BuildWhile(Build& build, FlowParser::WhileStatementContext* tree);
const Statement* BuildRepeat(Build& build, FlowParser::RepeatStatementContext* tree);
const Statement* BuildLoop(Build& build, FlowParser::LoopStatementContext* tree);
const Statement* BuildJump(Build& build, FlowParser::JumpStatementContext* tree);
const Statement* BuildParallel(Build& build, FlowParser::ParallelStatementContext* tree);
const Statement* BuildEach(Build& build, FlowParser::EachStatementContext* tree);
const Statement* BuildTry(Build& build, FlowParser::TryStatementContext* tree);
const Statement* BuildRaise(Build& build, FlowParser::RaiseStatementContext* tree);
const Statement* BuildSaga(Build& build, FlowParser::SagaStatementContext* tree);
const Statement* BuildTap(Build& build, FlowParser::TapStatementContext* tree);
const Statement* BuildAwait(Build& build, FlowParser::AwaitStatementContext* tree);

// ---- Declarations ----
/// Null if it has no name to know it by. The `mesh` line is none: its parts go to `file`.
const Declaration* BuildDeclaration(Build& build, FlowParser::DeclarationContext* tree, File& file);
/// Annotations and the doc comment before them, or before `first` if there are none.
Leading BuildLeading(Build& build, const std::vector<FlowParser::AnnotationContext*>& annotations,
                     const antlr4::ParserRuleContext* owner);
llvm::ArrayRef<Annotation> BuildAnnotations(Build& build,
                                            const std::vector<FlowParser::AnnotationContext*>& trees);
/// Reports annotations of `what`, which takes none.
void RefuseAnnotations(Build& build, llvm::ArrayRef<Annotation> annotations, std::string_view what);
llvm::ArrayRef<MemberDeclaration> BuildParameters(Build& build, FlowParser::ParameterListContext* tree);
llvm::ArrayRef<ValueDeclaration> BuildValues(Build& build, FlowParser::ValueListContext* tree);
/// Reports that what begins with `first` has too many tokens for a tree.
void ReportTooLarge(Build& build, const Token& first);
/// Reports that `{}` may not stand here.
void ReportEmpty(Build& build, SourceRange range, std::string_view what);

Declaration* BuildImport(Build& build, FlowParser::ImportDeclarationContext* tree);
Declaration* BuildTypeAlias(Build& build, FlowParser::TypeAliasContext* tree);
Declaration* BuildRecord(Build& build, FlowParser::RecordDeclarationContext* tree);
Declaration* BuildEnum(Build& build, FlowParser::EnumDeclarationContext* tree);
Declaration* BuildUnion(Build& build, FlowParser::UnionDeclarationContext* tree);
Declaration* BuildEnvelope(Build& build, FlowParser::EnvelopeDeclarationContext* tree);
Declaration* BuildError(Build& build, FlowParser::ErrorDeclarationContext* tree);
Declaration* BuildProcessor(Build& build, FlowParser::ProcessorDeclarationContext* tree);
Declaration* BuildRouter(Build& build, FlowParser::RouterDeclarationContext* tree);
Declaration* BuildPolicy(Build& build, FlowParser::PolicyDeclarationContext* tree);
Declaration* BuildFlow(Build& build, FlowParser::FlowDeclarationContext* tree);
Declaration* BuildScenario(Build& build, FlowParser::ScenarioDeclarationContext* tree);
Declaration* BuildFlavor(Build& build, FlowParser::FlavorDeclarationContext* tree);
Declaration* BuildDeploy(Build& build, FlowParser::DeployDeclarationContext* tree);

/// A rule that is known to be of that kind.
template <typename Context>
Context* As(antlr4::ParserRuleContext* tree) {
  return static_cast<Context*>(tree);
}

}  // namespace meshc::syntax
