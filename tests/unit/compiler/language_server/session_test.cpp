#include "compiler/language_server/session.h"

#include <gtest/gtest.h>

#include "compiler/pipeline/run_stages.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::language_server {
namespace {

const char* const kSale = "file:///mesh/sale.flow";
const char* const kPart = "file:///mesh/part.flow";

class OvertakenSession : public testing::Test {
 protected:
  OvertakenSession() : session_(disk_, Defaults(), [this](const Json& message) { Take(message); }) {
    session_.Handle({{"jsonrpc", "2.0"}, {"id", 0}, {"method", "initialize"}, {"params", Json::object()}});
    Open(kSale, "mesh sale;  import \"part.flow\";\n");
    Open(kPart, "const limit  = 3;\n");
  }

  static SessionDefaults Defaults() {
    SessionDefaults defaults;
    defaults.folder = "/mesh";
    return defaults;
  }

  static Json Edit(const char* uri) {
    return {{"jsonrpc", "2.0"},
            {"method", "textDocument/didChange"},
            {"params",
             {{"textDocument", {{"uri", uri}, {"version", 2}}},
              {"contentChanges", {{{"text", "mesh other;\n"}}}}}}};
  }

  void Open(const char* uri, const char* text) {
    session_.Handle(
        {{"jsonrpc", "2.0"},
         {"method", "textDocument/didOpen"},
         {"params",
          {{"textDocument", {{"uri", uri}, {"languageId", "meshflow"}, {"version", 1}, {"text", text}}}}}});
  }

  /// The code of the error that a question of sale.flow is answered with after the edits behind it; 0: none.
  int CodeOf(const std::string& method, const Json& params, const std::vector<Json>& overtaking) {
    Json full = params;
    full["textDocument"] = {{"uri", kSale}};
    for (const Json& edit : overtaking) session_.Handle(edit);
    session_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", full}}, overtaking);
    return answer_.contains("error") ? answer_["error"]["code"].get<int>() : 0;
  }

  void Take(const Json& message) {
    if (message.contains("id")) answer_ = message;
    if (message.value("method", "") == "textDocument/publishDiagnostics") ++told_;
  }

  source::MemoryFileSystem disk_;
  Json answer_;
  int told_ = 0;
  Session session_;
};

const Json kTabs = {{"options", {{"tabSize", 2}, {"insertSpaces", true}}}};
const Json kRename = {{"position", {{"line", 0}, {"character", 6}}}, {"newName", "shop"}};

TEST_F(OvertakenSession, FormattingIsRefusedAfterAnEditOfItsOwnText) {
  EXPECT_EQ(CodeOf("textDocument/formatting", kTabs, {Edit(kSale)}), -32801);
}

/// An editor that saves all files formats each, while it still tells of the others.
TEST_F(OvertakenSession, FormattingIsAnsweredAfterAnEditOfAnotherText) {
  EXPECT_EQ(CodeOf("textDocument/formatting", kTabs, {Edit(kPart)}), 0);
}

TEST_F(OvertakenSession, FormattingIsAnsweredAfterAnEditOfNoText) {
  EXPECT_EQ(CodeOf("textDocument/formatting", kTabs, {{{"method", "textDocument/didChange"}}}), 0);
}

TEST_F(OvertakenSession, RenamingIsRefusedAfterAnEditOfAnyText) {
  EXPECT_EQ(CodeOf("textDocument/rename", kRename, {Edit(kPart)}), -32801);
}

TEST_F(OvertakenSession, HoveringIsAnsweredOnTheNewestText) {
  EXPECT_EQ(CodeOf("textDocument/hover", {{"position", {{"line", 0}, {"character", 6}}}}, {Edit(kSale)}), 0);
}

/// What comes meanwhile is not kept waiting, and findings are told all the same, later.
TEST_F(OvertakenSession, FindingsThatGiveWayAreToldLater) {
  ASSERT_TRUE(session_.has_news());
  told_ = 0;
  EXPECT_THROW(session_.Publish(false, [] { return true; }), pipeline::Interrupted);
  EXPECT_EQ(told_, 0);
  EXPECT_TRUE(session_.has_news());
  session_.Publish(false, [] { return false; });
  EXPECT_EQ(told_, 2) << "one for each open file";
  EXPECT_FALSE(session_.has_news());
}

/// A question in between is answered, though nobody may ask for the whole.
TEST_F(OvertakenSession, AnswersGiveWayToNobody) {
  EXPECT_THROW(session_.Publish(false, [] { return true; }), pipeline::Interrupted);
  EXPECT_EQ(CodeOf("textDocument/references", {{"position", {{"line", 0}, {"character", 6}}}}, {}), 0);
}

/// Folders come and go while an editor is open.
TEST(SessionFolders, FilesOfAFolderAreKnownAsLongAsItIsOpen) {
  source::MemoryFileSystem disk;
  disk.Put("/other/other.flow", "mesh other;\nrecord Elsewhere { id: string; }\n");
  Json answer;
  Session session(disk, {}, [&](const Json& message) { answer = message; });
  const auto ask = [&](const std::string& method, const Json& params) {
    session.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
    return answer["result"].size();
  };
  const auto change = [&](const char* added, const char* removed) {
    const auto list = [](const char* uri) { return uri == nullptr ? Json::array() : Json{{{"uri", uri}}}; };
    session.Handle({{"jsonrpc", "2.0"},
                    {"method", "workspace/didChangeWorkspaceFolders"},
                    {"params", {{"event", {{"added", list(added)}, {"removed", list(removed)}}}}}});
  };
  ask("initialize", {{"workspaceFolders", {{{"uri", "file:///mesh"}}}}});
  EXPECT_EQ(ask("workspace/symbol", {{"query", "Elsewhere"}}), 0);
  change("file:///other", nullptr);
  EXPECT_EQ(ask("workspace/symbol", {{"query", "Elsewhere"}}), 1);
  change(nullptr, "file:///other");
  EXPECT_EQ(ask("workspace/symbol", {{"query", "Elsewhere"}}), 0);
}

}  // namespace
}  // namespace meshc::language_server
