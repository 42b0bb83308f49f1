// From the AST to tokens and breaks. Private to the folder: one write_<construct>.cpp per family,
// named as the build_<construct>.cpp of compiler/syntax.
//
// Each function writes its construct from its first to its last token. What stands before and
// behind it is the caller's.
#pragma once

#include "compiler/format/writer.h"
#include "compiler/syntax/declaration.h"

namespace meshc::format {

// ---- Names and literals ----
void WriteName(Writer& writer, const syntax::Identifier& name);
void WriteName(Writer& writer, const syntax::QualifiedName& name);
/// `a.b.c`, up to byte `end`.
void WriteDottedName(Writer& writer, std::uint32_t end);
/// `a, b, c` without brackets: as many on a line as fit.
void WriteNames(Writer& writer, llvm::ArrayRef<syntax::QualifiedName> names);
void WriteNames(Writer& writer, llvm::ArrayRef<syntax::Identifier> names);

// ---- Expressions and types ----
/// With the parentheses around it.
void WriteExpression(Writer& writer, const syntax::Expression& expression);
void WriteType(Writer& writer, const syntax::TypeExpression& type);

// ---- Clauses ----
void WriteRetry(Writer& writer, const syntax::RetryClause& retry);
/// `word` and a number or quantity that ends the range of the clause: `max 3`, `timeout 5s`.
void WriteClause(Writer& writer, std::string_view word, source::SourceRange clause);
void WriteGuards(Writer& writer, const syntax::Guards& guards);

// ---- Statements ----
void WriteBlock(Writer& writer, const syntax::Block& block);
void WriteStatement(Writer& writer, const syntax::Statement& statement);
void WriteCall(Writer& writer, const syntax::Call& call);
void WriteChain(Writer& writer, const syntax::ChainStatement& chain);
void WriteIf(Writer& writer, const syntax::IfStatement& statement);
void WriteMatch(Writer& writer, const syntax::MatchStatement& match);
void WriteRoute(Writer& writer, const syntax::RouteStatement& route);
void WriteWhile(Writer& writer, const syntax::WhileStatement& loop);
void WriteRepeat(Writer& writer, const syntax::RepeatStatement& loop);
void WriteLoop(Writer& writer, const syntax::LoopStatement& loop);
void WriteParallel(Writer& writer, const syntax::ParallelStatement& parallel);
void WriteEach(Writer& writer, const syntax::EachStatement& each);
void WriteTry(Writer& writer, const syntax::TryStatement& statement);
void WriteRaise(Writer& writer, const syntax::RaiseStatement& raise);
void WriteAwait(Writer& writer, const syntax::AwaitStatement& await);

// ---- Declarations ----
/// With its annotations.
void WriteDeclaration(Writer& writer, const syntax::Declaration& declaration);
/// Annotations of a member, param or value: on its line.
void WriteAnnotations(Writer& writer, const syntax::Leading& leading);
/// Annotations that the AST keeps apart, if the next token begins one, and what stands behind each.
void WriteMisplaced(Writer& writer, bool on_own_lines);
void WriteMember(Writer& writer, const syntax::MemberDeclaration& member);
void WriteValues(Writer& writer, llvm::ArrayRef<syntax::ValueDeclaration> values);
void WriteImport(Writer& writer, const syntax::ImportDeclaration& import);
void WriteTypeAlias(Writer& writer, const syntax::TypeAliasDeclaration& alias);
void WriteRecord(Writer& writer, const syntax::RecordDeclaration& record);
void WriteEnum(Writer& writer, const syntax::EnumDeclaration& declaration);
void WriteUnion(Writer& writer, const syntax::UnionDeclaration& declaration);
void WriteEnvelope(Writer& writer, const syntax::EnvelopeDeclaration& envelope);
void WriteError(Writer& writer, const syntax::ErrorDeclaration& error);
void WriteProcessor(Writer& writer, const syntax::ProcessorDeclaration& processor);
void WriteRouter(Writer& writer, const syntax::RouterDeclaration& router);
void WritePolicy(Writer& writer, const syntax::PolicyDeclaration& policy);
void WriteFlow(Writer& writer, const syntax::FlowDeclaration& flow);
void WriteScenario(Writer& writer, const syntax::ScenarioDeclaration& scenario);
void WriteFlavor(Writer& writer, const syntax::FlavorDeclaration& flavor);
void WriteDeploy(Writer& writer, const syntax::DeployDeclaration& deploy);

}  // namespace meshc::format
