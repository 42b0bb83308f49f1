#include <gtest/gtest.h>

#include "compiler/language_server/session.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::language_server {
namespace {

const char* const kGreeting = R"(mesh greeting;
envelope Hello { in name: string; out text: string; }
processor greet(name: string) -> (text: string);
flow hello on Hello { greet; }
)";

/// Two meshes; the scenario of one reads a file.
class WatchedFiles : public testing::Test {
 protected:
  WatchedFiles() : session_(disk_, {}, [this](const Json& message) { Take(message); }) {
    disk_.Put("/mesh/case.json", R"({"name": "Ada"})");
    const Json capabilities = {{"workspace",
                                {{"didChangeWatchedFiles", {{"dynamicRegistration", true}}},
                                 {"inlayHint", {{"refreshSupport", true}}}}}};
    Send("initialize", {{"rootUri", "file:///mesh"}, {"capabilities", capabilities}}, 1);
    Open("file:///mesh/reads.flow",
         std::string(kGreeting) +
             "scenario \"of a file\" for hello {\n  given file \"case.json\";\n"
             "  stub greet returns { text: \"hi\" };\n  expect visits greet;\n}\n");
    Open("file:///mesh/alone.flow", kGreeting);
    session_.Publish();
    checks_ = session_.workspace().checks();
    findings_.clear();
    refreshed_ = 0;
  }

  void Send(const std::string& method, const Json& params, const Json& id = nullptr) {
    Json message = {{"jsonrpc", "2.0"}, {"method", method}, {"params", params}};
    if (!id.is_null()) message["id"] = id;
    session_.Handle(message);
  }

  void Open(const std::string& uri, const std::string& text) {
    Send("textDocument/didOpen",
         {{"textDocument", {{"uri", uri}, {"languageId", "meshflow"}, {"version", 1}, {"text", text}}}});
  }

  /// How many roots are checked for a change of that file.
  std::uint64_t ChecksAfter(const std::string& name, int type) {
    Send("workspace/didChangeWatchedFiles",
         {{"changes", {{{"uri", "file:///mesh/" + name}, {"type", type}}}}});
    session_.Publish();
    return session_.workspace().checks() - checks_;
  }

  void Take(const Json& message) {
    const std::string method = message.value("method", "");
    if (method == "textDocument/publishDiagnostics")
      findings_[message["params"]["uri"]] = message["params"]["diagnostics"].size();
    if (method == "workspace/inlayHint/refresh") ++refreshed_;
  }

  static constexpr int kCreated = 1;
  static constexpr int kChanged = 2;
  static constexpr int kDeleted = 3;

  source::MemoryFileSystem disk_;
  std::map<std::string, std::size_t> findings_;
  int refreshed_ = 0;
  std::uint64_t checks_ = 0;
  Session session_;
};

TEST_F(WatchedFiles, OnlyTheRootThatReadsAChangedFileIsCheckedAgain) {
  disk_.Put("/mesh/case.json", R"({"name": 7})");
  EXPECT_EQ(ChecksAfter("case.json", kChanged), 1U);
  EXPECT_EQ(findings_, (std::map<std::string, std::size_t>{{"file:///mesh/reads.flow", 1}}));
  EXPECT_EQ(refreshed_, 1);
}

TEST_F(WatchedFiles, AFileThatNobodyReadsChangesNothing) {
  disk_.Put("/mesh/package.json", "{}");
  EXPECT_EQ(ChecksAfter("package.json", kCreated), 0U);
  EXPECT_FALSE(session_.has_news());
  EXPECT_EQ(refreshed_, 0);
}

TEST_F(WatchedFiles, WhatTheEditorHasLiesOverWhatChangesOnDisk) {
  disk_.Put("/mesh/alone.flow", "mesh broken");
  EXPECT_EQ(ChecksAfter("alone.flow", kChanged), 0U);
}

TEST_F(WatchedFiles, WhoWatchesIsNotCheckedAgainForASave) {
  Send("textDocument/didSave", {{"textDocument", {{"uri", "file:///mesh/alone.flow"}}}});
  session_.Publish();
  EXPECT_EQ(session_.workspace().checks(), checks_);
}

/// Another file may be imported by now.
TEST_F(WatchedFiles, ANewFlowFileMayBelongToAll) {
  disk_.Put("/mesh/new.flow", "mesh new;\n");
  EXPECT_EQ(ChecksAfter("new.flow", kCreated), 2U);
}

TEST_F(WatchedFiles, AFileThatIsReadAndGoesIsMissed) {
  Open("file:///mesh/other.flow", "mesh other;\nimport \"part.flow\";\n");
  session_.Publish();
  findings_.clear();
  disk_.Put("/mesh/part.flow", "record Part { id: string; }\n");
  ChecksAfter("part.flow", kCreated);
  EXPECT_EQ(findings_["file:///mesh/other.flow"], 0U);
  disk_.Put("/mesh/part.flow", "record Part { id: strin; }\n");
  ChecksAfter("part.flow", kChanged);
  EXPECT_EQ(findings_["file:///mesh/part.flow"], 1U);
}

}  // namespace
}  // namespace meshc::language_server
