#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

using syntax::BackoffWord;

std::string_view Spelling(BackoffWord word) {
  switch (word) {
    case BackoffWord::kNone: return "";
    case BackoffWord::kConstant: return "constant";
    case BackoffWord::kLinear: return "linear";
    case BackoffWord::kExponential: return "exponential";
  }
  NoSuchEnumerator();
}

void WriteBackoff(Writer& writer, const syntax::RetryClause& retry) {
  writer.NextWord("backoff");
  writer.NextWord(Spelling(retry.backoff));
  writer.Blank();
  writer.Leaf(retry.delay.range.end);
  if (!retry.has_max_delay) return;
  writer.Word("..");
  writer.Leaf(retry.max_delay.range.end);
}

void WriteOnClause(Writer& writer, const syntax::OnClause& clause) {
  writer.NextWord("on");
  writer.Blank();
  WriteNames(writer, clause.errors);
  if (!clause.variable.text.empty()) {
    writer.NextWord("as");
    writer.Blank();
    WriteName(writer, clause.variable);
  }
  writer.Blank();
  WriteBlock(writer, clause.body);
}

}  // namespace

void WriteRetry(Writer& writer, const syntax::RetryClause& retry) {
  writer.Word("retry");
  writer.Blank();
  if (!retry.policy.name.text.empty()) return WriteName(writer, retry.policy);
  writer.Leaf(retry.attempts.range.end);
  if (retry.backoff != BackoffWord::kNone) WriteBackoff(writer, retry);
  if (retry.jitter) {
    writer.NextWord("jitter");
  }
  if (retry.errors.empty()) return;
  writer.NextWord("on");
  writer.Blank();
  WriteNames(writer, retry.errors);
}

void WriteClause(Writer& writer, std::string_view word, source::SourceRange clause) {
  writer.Word(word);
  writer.Blank();
  writer.Leaf(clause.end);
}

void WriteGuards(Writer& writer, const syntax::Guards& guards) {
  for (const syntax::OnClause& clause : guards.clauses) WriteOnClause(writer, clause);
  if (!guards.has_finally) return;
  writer.NextWord("finally");
  writer.Blank();
  WriteBlock(writer, guards.finally_body);
}

}  // namespace meshc::format
