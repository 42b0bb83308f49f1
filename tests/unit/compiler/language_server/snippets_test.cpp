#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/language_server/session.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::language_server {
namespace {

/// What completion puts in for `label` where `^` stands; empty: it does not offer it.
std::string PutIn(bool fills_in, std::string text, const std::string& label) {
  const source::MemoryFileSystem disk;
  Json answer;
  Session session(disk, {}, [&](const Json& message) {
    if (message.contains("result")) answer = message;
  });
  const auto send = [&](const std::string& method, const Json& params, bool asks) {
    Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
    if (asks) message["id"] = 1;
    session.Handle(message);
  };
  const Json item = {{"completionItem", {{"snippetSupport", fills_in}}}};
  send("initialize", {{"capabilities", {{"textDocument", {{"completion", item}}}}}}, true);
  const std::size_t at = text.find('^');
  text.erase(at, 1);
  const Json document = {
      {"uri", "file:///a.flow"}, {"languageId", "meshflow"}, {"version", 1}, {"text", text}};
  send("textDocument/didOpen", {{"textDocument", document}}, false);
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::size_t begin = text.rfind('\n', at == 0 ? 0 : at - 1);
  const std::size_t column = begin == std::string::npos || at == 0 ? at : at - begin - 1;
  send("textDocument/completion",
       {{"textDocument", {{"uri", "file:///a.flow"}}}, {"position", {{"line", line}, {"character", column}}}},
       true);
  for (const Json& each : answer["result"]["items"]) {
    if (each["label"] == label) return each["textEdit"]["newText"];
  }
  return "";
}

const std::string kFlow =
    "mesh a;\nenvelope E { in text: string; }\nprocessor p(text: string);\nflow f on E {\n  p;\n  ";

TEST(Snippets, AKeywordIsFilledInToAStatement) {
  EXPECT_EQ(PutIn(true, kFlow + "i^\n}\n", "if"), "if ${1:true} {\n\t$0\n}");
  EXPECT_EQ(PutIn(false, kFlow + "i^\n}\n", "if"), "if");
}

TEST(Snippets, AStatementThatStandsThereKeepsItsRest) {
  EXPECT_EQ(PutIn(true, kFlow + "i^ text == \"a\" { p; }\n}\n", "if"), "if");
}

bool Offers(const std::string& text, const std::string& label) { return !PutIn(false, text, label).empty(); }

// Keywords that make no whole by themselves, and where none of them may stand.
TEST(Keywords, AreOfferedWhereTheyGoOn) {
  EXPECT_TRUE(Offers(kFlow + "if text == \"\" { p; } else ^\n}\n", "if"));
  EXPECT_TRUE(Offers("mesh a;\npolicy q = ^\n", "retry"));
  EXPECT_TRUE(Offers("mesh a;\npolicy q = retry 3 ^\n", "backoff"));
  EXPECT_TRUE(Offers("mesh a;\nopen ^\n", "enum"));
  EXPECT_TRUE(Offers("mesh a;\nrouter r(text: string) -> ^\n", "steps"));
  EXPECT_TRUE(Offers(kFlow + "\n}\nscenario \"s\" for f {\n  given ^\n}\n", "file"));
  EXPECT_TRUE(Offers(kFlow + "try { p; } on ^\n}\n", "timeout"));
  EXPECT_FALSE(Offers(kFlow + "saga ^\n}\n", "as"));
  EXPECT_FALSE(Offers(kFlow + "match text ^\n}\n", "timeout"));
  EXPECT_FALSE(Offers(kFlow + "set text ^\n}\n", "text"));
}

TEST(Keywords, OfAStubFitItsActor) {
  const std::string begin = kFlow + "\n}\nrouter r(text: string) -> { x, y };\nscenario \"s\" for f {\n  ";
  EXPECT_TRUE(Offers(begin + "stub p ^\n}\n", "returns"));
  EXPECT_FALSE(Offers(begin + "stub p ^\n}\n", "chooses"));
  EXPECT_FALSE(Offers(begin + "stub p ^\n}\n", "then"));
  EXPECT_TRUE(Offers(begin + "stub r ^\n}\n", "chooses"));
  EXPECT_TRUE(Offers(begin + "stub p returns {} ^\n}\n", "then"));
  EXPECT_FALSE(Offers(begin + "stub p returns {} ^\n}\n", "when"));
}

TEST(Snippets, AnEmptyFileBeginsWithTheNameOfItsMesh) {
  EXPECT_EQ(PutIn(true, "^", "mesh"), "mesh ${1:name};");
  EXPECT_EQ(PutIn(false, "m^", "mesh"), "mesh name;");
  EXPECT_EQ(PutIn(true, "mesh a;\n^\n", "mesh"), "");
}

}  // namespace
}  // namespace meshc::language_server
