// The AST as text, one line per node. Private to the folder; see `PrintTree`.
#pragma once

#include <fmt/format.h>

#include <string>

#include "compiler/syntax/file.h"

namespace meshc::syntax {

/// Collects indented lines, each of which ends in the place of its node: `Step p @3:5-3:7`.
class TreePrinter {
 public:
  explicit TreePrinter(const source::SourceManager& sources) : sources_(sources) {}

  template <typename... Arguments>
  void Line(SourceRange range, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    Add(fmt::format(format, std::forward<Arguments>(arguments)...), range);
  }
  void Indent() { ++depth_; }
  void Dedent() { --depth_; }
  std::string Take() { return std::move(text_); }

 private:
  void Add(const std::string& line, SourceRange range);

  const source::SourceManager& sources_;
  std::string text_;
  int depth_ = 0;
};

/// Indents while it lives.
class Nested {
 public:
  explicit Nested(TreePrinter& printer) : printer_(printer) { printer_.Indent(); }
  ~Nested() { printer_.Dedent(); }
  Nested(const Nested&) = delete;
  Nested& operator=(const Nested&) = delete;

 private:
  TreePrinter& printer_;
};

/// Expressions in prefix form: `(+ a (* 2 b))`. Null prints as nothing.
std::string Show(const Expression* expression);
std::string Show(const TypeExpression* type);
std::string Show(const QualifiedName& name);
std::string Show(const Quantity& quantity);
std::string Show(const RetryClause& retry);
std::string Show(llvm::ArrayRef<QualifiedName> names);
std::string Show(llvm::ArrayRef<Identifier> path, std::string_view separator);
std::string_view Spelling(BinaryOperator op);

void PrintDeclaration(TreePrinter& printer, const Declaration& declaration);
void PrintScenario(TreePrinter& printer, const ScenarioDeclaration& scenario);
void PrintBlock(TreePrinter& printer, const Block& block);
void PrintGuards(TreePrinter& printer, const Guards& guards);

}  // namespace meshc::syntax
