// Parts of Flow text. Private to the folder; see `PrintSource`.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <string>

#include "compiler/syntax/declaration.h"

namespace meshc::property {

// source_expression.cpp
std::string Text(const syntax::Expression* expression);
std::string Text(const syntax::QualifiedName& name);
std::string Text(const syntax::Quantity& quantity);
std::string Quoted(llvm::StringRef text);

// source_type.cpp
std::string Text(const syntax::TypeExpression* type);
/// `name: T = default, ...`, with what leads each of them.
std::string Text(llvm::ArrayRef<syntax::MemberDeclaration> members, const char* separator);
std::string Text(const syntax::Leading& leading);

// source_clause.cpp
std::string Text(const syntax::Call& call);
std::string Text(const syntax::RetryClause& retry);
/// With a blank before it; empty if it is absent.
std::string Text(const syntax::DurationClause& timeout, const char* word);
std::string Text(const syntax::CountClause& count, const char* word);
std::string Text(const syntax::WaitClause& wait);
std::string Text(llvm::ArrayRef<syntax::QualifiedName> names);
std::string Text(llvm::ArrayRef<syntax::Identifier> names, const char* separator);

// source_statement.cpp
std::string Text(const syntax::Statement& statement);
std::string Text(const syntax::Block& block);
std::string Text(const syntax::Guards& guards);

// source_scenario.cpp
std::string Text(const syntax::ScenarioDeclaration& scenario);

/// `show` of each of `items`, joined.
template <typename Items>
std::string Joined(const Items& items, const char* separator,
                   llvm::function_ref<std::string(typename Items::const_reference)> show) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += show(item);
  }
  return text;
}

}  // namespace meshc::property
