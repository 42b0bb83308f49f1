// Editors are programs that others write: whatever one sends instead of params, each request has an answer.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/language_server/session.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::language_server {
namespace {

const char* const kUri = "file:///mesh/a.flow";

const char* const kText = R"(mesh a;
envelope E { in text: string; note: string; out reply: string; }
error bad recoverable;
processor first(text: string) -> (note: string) { raises bad; timeout 2s; }
processor second(text: string) -> (reply: string);
flow inner on E { first; }
flow outer on E sla 1m { inner; second; } on bad { second; }
scenario "all is well" for outer { given { text: "hi" }; expect visits first, second; }
)";

const std::vector<const char*> kMethods = {"textDocument/hover",
                                           "textDocument/definition",
                                           "textDocument/declaration",
                                           "textDocument/typeDefinition",
                                           "textDocument/references",
                                           "textDocument/documentHighlight",
                                           "textDocument/implementation",
                                           "textDocument/documentSymbol",
                                           "workspace/symbol",
                                           "textDocument/foldingRange",
                                           "textDocument/selectionRange",
                                           "textDocument/documentLink",
                                           "textDocument/semanticTokens/full",
                                           "textDocument/semanticTokens/full/delta",
                                           "textDocument/semanticTokens/range",
                                           "textDocument/inlayHint",
                                           "textDocument/completion",
                                           "textDocument/signatureHelp",
                                           "textDocument/prepareRename",
                                           "textDocument/rename",
                                           "textDocument/formatting",
                                           "textDocument/rangeFormatting",
                                           "textDocument/onTypeFormatting",
                                           "textDocument/codeAction",
                                           "textDocument/codeLens",
                                           "codeLens/resolve",
                                           "textDocument/prepareCallHierarchy",
                                           "callHierarchy/incomingCalls",
                                           "callHierarchy/outgoingCalls",
                                           "workspace/executeCommand",
                                           "meshc/graph",
                                           "meshc/trace",
                                           "textDocument/diagnostic",
                                           "workspace/textDocumentContent"};

/// What each of them takes, all together: each finds its own.
Json WholeParams() {
  const Json position = {{"line", 6}, {"character", 26}};
  const Json range = {{"start", position}, {"end", {{"line", 6}, {"character", 32}}}};
  return {{"textDocument", {{"uri", kUri}, {"version", 1}}},
          {"position", position},
          {"range", range},
          {"positions", {position}},
          {"item", {{"uri", kUri}, {"range", range}, {"selectionRange", range}}},
          {"data", {{"uri", kUri}, {"position", position}, {"what", "callers"}}},
          {"context", {{"includeDeclaration", true}, {"diagnostics", Json::array()}, {"triggerKind", 1}}},
          {"command", "meshc.traceScenario"},
          {"arguments", {kUri, "all is well"}},
          {"scenario", "all is well"},
          {"level", "flow"},
          {"format", "mermaid"},
          {"newName", "third"},
          {"keepWas", true},
          {"query", "i"},
          {"uri", "meshc-std:/resilience.flow"},
          {"ch", "}"},
          {"options", {{"tabSize", 2}, {"insertSpaces", true}}},
          {"previousResultId", "1"}};
}

class DamagedParams : public testing::Test {
 protected:
  DamagedParams() : session_(disk_, Defaults(), [this](const Json& message) { answer_ = message; }) {
    Ask("initialize", Json::object());
    session_.Handle({{"jsonrpc", "2.0"},
                     {"method", "textDocument/didOpen"},
                     {"params", {{"textDocument", {{"uri", kUri}, {"version", 1}, {"text", kText}}}}}});
  }

  static SessionDefaults Defaults() {
    SessionDefaults defaults;
    defaults.folder = "/mesh";
    return defaults;
  }

  const Json& Ask(const char* method, const Json& params) {
    answer_ = nullptr;
    session_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
    return answer_;
  }

  /// A result, or an error that tells in our own words that the params are wrong or nothing can be done.
  void ExpectAnswer(const char* method, const Json& params) {
    const Json& answer = Ask(method, params);
    ASSERT_TRUE(answer.contains("id")) << method << " " << params;
    if (answer.contains("result")) return;
    const int code = answer["error"]["code"];
    EXPECT_TRUE(code == -32602 || code == -32803) << method << " " << params << ": " << answer;
    EXPECT_EQ(answer["error"]["message"].get<std::string>().find("json"), std::string::npos) << answer;
  }

  source::MemoryFileSystem disk_;
  Json answer_;
  Session session_;
};

TEST_F(DamagedParams, WholeOnesAreTakenByEachMethod) {
  for (const char* method : kMethods)
    EXPECT_TRUE(Ask(method, WholeParams()).contains("result")) << method << answer_;
}

TEST_F(DamagedParams, HaveAnAnswerWhateverIsMissing) {
  const Json flat = WholeParams().flatten();
  for (const auto& [path, value] : flat.items()) {
    for (Json::json_pointer at(path); !at.empty(); at = at.parent_pointer()) {
      Json params = WholeParams();
      Json& parent = params[at.parent_pointer()];
      if (parent.is_object())
        parent.erase(at.back());
      else
        parent.erase(std::stoul(at.back()));
      for (const char* method : kMethods) ExpectAnswer(method, params);
    }
  }
}

TEST_F(DamagedParams, HaveAnAnswerWhateverStandsThere) {
  const std::vector<Json> others = {nullptr,       true,          -1, 4'294'967'296, 1e300, "x",
                                    Json::array(), Json::object()};
  const Json flat = WholeParams().flatten();
  for (const auto& [path, value] : flat.items()) {
    for (Json::json_pointer at(path); !at.empty(); at = at.parent_pointer()) {
      for (const Json& other : others) {
        Json params = WholeParams();
        params[at] = other;
        for (const char* method : kMethods) ExpectAnswer(method, params);
      }
    }
  }
  for (const Json& other : others) {
    for (const char* method : kMethods) ExpectAnswer(method, other);
  }
}

/// They have no answer: the session lives on.
TEST_F(DamagedParams, OfNotificationsEndNothing) {
  Json whole = WholeParams();
  whole["textDocument"]["text"] = kText;
  whole["contentChanges"] = {{{"range", whole["range"]}, {"text", "inner"}}};
  whole["settings"] = {{"meshc", {{"delay", 1}, {"warnings", {"error"}}, {"hints", {{"hops", true}}}}}};
  whole["changes"] = {{{"uri", kUri}, {"type", 2}}};
  whole["event"] = {{"added", {{{"uri", "file:///other"}}}}, {"removed", Json::array()}};
  const std::vector<Json> others = {nullptr, -1, 1e300, "x", Json::array(), Json::object()};
  const Json flat = whole.flatten();
  for (const auto& [path, value] : flat.items()) {
    for (const Json& other : others) {
      Json params = whole;
      params[Json::json_pointer(path)] = other;
      for (const char* method : {"textDocument/didOpen", "textDocument/didChange", "textDocument/didSave",
                                 "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles",
                                 "workspace/didChangeWorkspaceFolders", "textDocument/didClose"})
        session_.Handle({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
    }
  }
  EXPECT_TRUE(Ask("workspace/symbol", {{"query", "i"}}).contains("result"));
}

TEST_F(DamagedParams, NameWhatIsMissing) {
  EXPECT_EQ(Ask("textDocument/hover", Json::object())["error"]["message"], "the params lack `textDocument`");
  Json params = WholeParams();
  params.erase("position");
  params.erase("range");
  EXPECT_EQ(Ask("textDocument/hover", params)["error"]["message"], "the params lack `position`");
  params["textDocument"]["uri"] = 1;
  EXPECT_EQ(Ask("textDocument/hover", params)["error"]["message"], "`uri` is no text");
  params = WholeParams();
  params["positions"] = 1;
  EXPECT_EQ(Ask("textDocument/selectionRange", params)["error"]["message"], "`positions` is no list");
}

}  // namespace
}  // namespace meshc::language_server
