// What the parser expected and what it found, in words.
#pragma once

#include <FlowParser.h>

#include <string>
#include <string_view>

namespace meshc::syntax {

/// "a name", "`;` or `->`", "an expression".
std::string DescribeExpected(const antlr4::misc::IntervalSet& expected,
                             const antlr4::dfa::Vocabulary& vocabulary);

/// What the rule of a block repeats: "a statement". Empty for other rules.
std::string_view DescribeItem(std::size_t block_rule);

/// The first line of the lexeme, and not too much of it.
std::string Shorten(std::string_view lexeme);
/// The same in backticks.
std::string Quote(std::string_view lexeme);

}  // namespace meshc::syntax
