// Every list of the grammar with 9,000 members: all of them reach the tree.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include <fmt/format.h>

#include "parsed_text.h"

namespace meshc::syntax {
namespace {

constexpr int kMembers = 9'000;

/// A list: the text before it, a member, whose name stands for `@`, the text between two members and behind
/// the last.
struct List {
  const char* name;
  const char* head;
  const char* member;
  const char* between;
  const char* tail;
};

std::string NameOf(int member) { return fmt::format("m{}", member); }

std::string TextOf(const List& list) {
  std::string text = list.head;
  const std::string member = list.member;
  const std::size_t place = member.find('@');
  for (int i = 0; i < kMembers; ++i) {
    if (i > 0) text += list.between;
    text += member.substr(0, place) + NameOf(i) + member.substr(place + 1);
  }
  return text + list.tail;
}

/// The words of the printed tree: runs of letters, digits and `_`.
std::set<std::string> WordsOf(const std::string& tree) {
  std::set<std::string> words;
  std::string word;
  for (const char c : tree + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  return words;
}

class LongLists : public testing::TestWithParam<List> {};

TEST_P(LongLists, KeepAllMembers) {
  const ParsedText parsed(TextOf(GetParam()));
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  const auto words = WordsOf(parsed.Tree());
  int missing = 0;
  for (int i = 0; i < kMembers; ++i) missing += words.contains(NameOf(i)) ? 0 : 1;
  EXPECT_EQ(missing, 0);
}

constexpr List kLists[] = {
    {"fields", "envelope E { ", "@: int;", " ", " }"},
    {"members", "record R { ", "@: int;", " ", " }"},
    {"values", "enum K { ", "@", ", ", " }"},
    {"union_members", "union U { ", "@: int;", " ", " }"},
    {"params", "processor p(", "@: int", ", ", ");"},
    {"results", "processor p() -> (", "@: int", ", ", ");"},
    {"raised_errors", "processor p() { raises ", "@", ", ", "; }"},
    {"labels", "router r() -> { ", "@", ", ", " };"},
    {"steps", "router r() -> steps { ", "@", ", ", " };"},
    {"statements", "flow f on E { ", "@;", " ", " }"},
    {"chain", "flow f on E { ", "@", " -> ", "; }"},
    {"branches", "flow f on E { parallel { ", "@;", " ", " } }"},
    {"block_branches", "flow f on E { parallel { ", "{ @; }", " ", " } }"},
    {"optional_branches", "flow f on E { parallel { ", "optional @;", " ", " } }"},
    {"bindings", "flow f on E { p(", "@: 1", ", ", "); }"},
    {"targets", "flow f on E { p as { ", "@: a", ", ", " }; }"},
    {"path", "flow f on E { set ", "@", ".", " = 1; }"},
    {"else_arms", "flow f on E { if a { } ", "else if @ { }", " ", " }"},
    {"match_arms", "flow f on E { match a { ", "@ => b;", " ", " } }"},
    {"patterns", "flow f on E { match a { ", "@", ", ", " => b; } }"},
    {"route_arms", "flow f on E { route r { ", "@ => b;", " ", " } }"},
    {"route_labels", "flow f on E { route r { ", "@", ", ", " => b; } }"},
    {"collects", "flow f on E { each x in xs { a; } collect ", "@ into b", ", ", "; }"},
    {"clauses", "flow f on E { try { a; } ", "on @ { }", " ", " }"},
    {"clause_errors", "flow f on E { try { a; } on ", "@", ", ", " { } }"},
    {"elements", "flow f on E { set a = [", "@", ", ", "]; }"},
    {"entries", "flow f on E { set a = { ", "@: 1", ", ", " }; }"},
    {"arguments", "flow f on E { set a = f(", "@", ", ", "); }"},
    {"settings", "flavor v { ", "@ 1;", " ", " }"},
    {"lanes", "deploy d for m.a { lanes { ", "@", ", ", " }; }"},
    {"signals", "scenario \"s\" for f { ", "signal @ 1;", " ", " }"},
    {"stubs", "scenario \"s\" for f { ", "stub @ returns { };", " ", " }"},
    {"expectations", "scenario \"s\" for f { ", "expect @;", " ", " }"},
};

INSTANTIATE_TEST_SUITE_P(Each, LongLists, testing::ValuesIn(kLists),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace meshc::syntax
