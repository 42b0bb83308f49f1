#include "mesh/value/json_tree.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh {
namespace {

std::string Print(const JsonNode& node) {
  using Kind = JsonNode::Kind;
  switch (node.kind) {
    case Kind::kNull: return "null";
    case Kind::kBool: return node.boolean ? "true" : "false";
    case Kind::kNumber: return std::string(node.text);
    case Kind::kString: return nlohmann::json(node.text).dump();
    case Kind::kArray:
    case Kind::kObject: break;
  }
  std::string text;
  for (const JsonNode& child : node.children) {
    text += text.empty() ? "" : ",";
    if (node.is(Kind::kObject)) text += nlohmann::json(child.name).dump() + ":";
    text += Print(child);
  }
  return node.is(Kind::kObject) ? "{" + text + "}" : "[" + text + "]";
}

/// As it is read, or the problem.
std::string Read(std::string_view text) {
  const auto read = JsonTree::Read(text);
  if (const auto* error = std::get_if<SchemaError>(&read)) return "problem: " + error->message;
  return Print(std::get<JsonTree>(read).root());
}

/// The same by way of the other reader.
std::string ReadSlowly(std::string_view text) {
  const auto parsed = ParseJson(text);
  if (const auto* error = std::get_if<SchemaError>(&parsed)) return "problem: " + error->message;
  return Print(JsonTree::Of(std::get<nlohmann::json>(parsed)).root());
}

TEST(JsonTree, MembersComeByNameAndNumbersKeepTheirDigits) {
  EXPECT_EQ(Read(R"( { "b" : [ 1e2 , -0 , 1.50 ,12345678901234567890123 ] , "a" : { "\u00e9" : null } } )"),
            R"({"a":{"é":null},"b":[1e2,-0,1.50,12345678901234567890123]})");
}

TEST(JsonTree, ATextMayBeOneScalar) {
  for (const char* text : {"1", "-0", "\"x\"", "true", "null"}) EXPECT_EQ(Read(text), text);
}

TEST(JsonTree, FindsMembersOfSmallAndLargeObjects) {
  for (const int size : {1, 8, 9, 100}) {
    nlohmann::json object;
    for (int i = 0; i < size; ++i) object["m" + std::to_string(i)] = i;
    const auto read = JsonTree::Read(object.dump());
    const JsonNode& root = std::get<JsonTree>(read).root();
    for (int i = 0; i < size; ++i) {
      const JsonNode* found = root.Find("m" + std::to_string(i));
      ASSERT_NE(found, nullptr);
      EXPECT_EQ(found->text, std::to_string(i));
    }
    EXPECT_EQ(root.Find("m"), nullptr);
    EXPECT_EQ(root.Find("z"), nullptr);
  }
}

TEST(JsonTree, ATreeStaysAsItIsWhileOthersAreRead) {
  const auto first = JsonTree::Read(R"({"a":"first","b":[1,2,3]})");
  const auto second = JsonTree::Read(R"({"a":"second","b":[4,5,6]})");
  EXPECT_EQ(Print(std::get<JsonTree>(first).root()), R"({"a":"first","b":[1,2,3]})");
  EXPECT_EQ(Print(std::get<JsonTree>(second).root()), R"({"a":"second","b":[4,5,6]})");
}

TEST(JsonTree, RefusesWhatIsNoJsonInTheWordsOfItsProblem) {
  EXPECT_EQ(Read("{\"a\":1,\"a\":2}"), "problem: line 1, column 8: this name stands in its object before");
  EXPECT_EQ(Read("[1e400]"), "problem: line 1, column 2: this number is too large");
  EXPECT_EQ(Read("[\"\\ud800\"]"), "problem: line 1, column 3: this escape is half of a surrogate pair");
  EXPECT_EQ(Read("[1] 2"), "problem: line 1, column 5: nothing may follow the value");
  EXPECT_NE(Read(std::string(100'000, '[')).find("deeper"), std::string::npos);
}

/// Texts that are nearly JSON: both readers take the same ones, and make the same of them.
TEST(JsonTree, AgreesWithTheOtherReaderOnDamagedTexts) {
  const std::vector<std::string> seeds = {
      R"({"id":"1","route":{"prev":["a",{"of":["b"],"times":2}],"at":3,"loops":{"0":1}},"payload":{"x":1.5e-3}})",
      R"([null,true,false,-0,-0.0,0.1,1e400,18446744073709551615,-9223372036854775809,"\u00e9\ud83d\ude00\n"])",
      R"({"a":{"b":{"c":[[],{},[{}]]}},"":0,"a\u0062":"é"})"};
  const std::string letters = "{}[]:,\"\\0123456789.eE+-truefalsn \n\t\x01\x80\xC3/u";
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): a failure is to be repeated.
  for (int round = 0; round < 30'000; ++round) {
    std::string text = seeds[random() % seeds.size()];
    for (std::uint32_t edits = random() % 4; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      const char letter = letters[random() % letters.size()];
      if (random() % 3 == 0) {
        text.erase(at, 1 + random() % 3);
      } else if (random() % 2 == 0) {
        text[at] = letter;
      } else {
        text.insert(at, 1, letter);
      }
    }
    ASSERT_EQ(Read(text), ReadSlowly(text)) << text;
  }
}

}  // namespace
}  // namespace mesh
