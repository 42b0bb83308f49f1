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

const Json kBegin = {{"line", 0}, {"character", 0}};
const Json kActions = {{"range", {{"start", kBegin}, {"end", kBegin}}},
                       {"context", {{"diagnostics", Json::array()}}}};

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

/// What comes in while the answer is made counts as what came before.
TEST_F(OvertakenSession, AnAnswerIsTakenBackIfItsRequestWasCancelledOrItsTextHasChangedMeanwhile) {
  const auto ask = [&](const std::string& method, const Json& params, bool cancelled,
                       const std::vector<Json>& edits) {
    Json full = params;
    full["textDocument"] = {{"uri", kSale}};
    session_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", full}}, {},
                    {[&] { return cancelled; }, [&] { return edits; }});
    return answer_.contains("error") ? answer_["error"]["code"].get<int>() : 0;
  };
  EXPECT_EQ(ask("textDocument/codeAction", kActions, false, {}), 0);
  EXPECT_EQ(ask("textDocument/codeAction", kActions, true, {}), -32800);
  EXPECT_EQ(ask("textDocument/rename", kRename, true, {}), -32800) << "though it would be refused";
  EXPECT_EQ(ask("textDocument/codeAction", kActions, false, {Edit(kPart)}), -32801);
  EXPECT_EQ(ask("textDocument/formatting", kTabs, false, {Edit(kPart)}), 0);
  EXPECT_EQ(ask("textDocument/formatting", kTabs, false, {Edit(kSale)}), -32801);
  EXPECT_EQ(ask("textDocument/hover", kRename, false, {Edit(kSale)}), 0);
}

/// Clients of former versions of the protocol tell none.
TEST_F(OvertakenSession, AnEditWithoutAVersionIsHeeded) {
  Json edit = Edit(kSale);
  edit["params"]["textDocument"]["version"] = nullptr;
  session_.Handle(edit);
  Json params = kTabs;
  params["textDocument"] = {{"uri", kSale}};
  session_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", "textDocument/formatting"}, {"params", params}});
  EXPECT_TRUE(answer_["result"].empty()) << "`mesh other;` is formatted: " << answer_;
}

/// An editor whose settings are these.
class SessionSettings : public testing::Test {
 protected:
  SessionSettings() : session_(disk_, {}, [this](const Json& message) { Take(message); }) {}

  void Initialize(const Json& options) {
    session_.Handle({{"jsonrpc", "2.0"},
                     {"id", 1},
                     {"method", "initialize"},
                     {"params", {{"initializationOptions", options}}}});
  }
  void Configure(const Json& settings) {
    session_.Handle({{"jsonrpc", "2.0"},
                     {"method", "workspace/didChangeConfiguration"},
                     {"params", {{"settings", settings}}}});
  }
  void Put(const std::string& text) {
    const bool opens = version_++ == 0;
    Json params = {{"textDocument", {{"uri", kSale}, {"version", version_}}}};
    if (opens)
      params["textDocument"]["text"] = text;
    else
      params["contentChanges"] = {{{"text", text}}};
    session_.Handle({{"jsonrpc", "2.0"},
                     {"method", opens ? "textDocument/didOpen" : "textDocument/didChange"},
                     {"params", params}});
  }
  void Take(const Json& message) {
    if (message.value("method", "") == "textDocument/publishDiagnostics")
      findings_ = message["params"]["diagnostics"];
    if (message.value("method", "") == "window/logMessage") logged_ = message["params"]["message"];
  }

  source::MemoryFileSystem disk_;
  Json findings_;
  std::string logged_;
  int version_ = 0;
  Session session_;
};

TEST_F(SessionSettings, StandBelowMeshcOrByThemselves) {
  Initialize({{"delay", 70}, {"hints", {{"hops", true}}}});
  EXPECT_EQ(session_.delay_ms(), 70);
  EXPECT_TRUE(session_.switches().hint_hops);
  Configure({{"meshc", {{"delay", 80}}}});
  EXPECT_EQ(session_.delay_ms(), 80);
  EXPECT_TRUE(session_.switches().hint_hops) << "what is not told stays";
  Configure({{"delay", 90}});
  EXPECT_EQ(session_.delay_ms(), 90);
}

/// Editors tell of their settings though there are none for meshc.
TEST_F(SessionSettings, StayAsTheyAreWhenOthersAreTold) {
  Initialize({{"meshc", {{"delay", 70}}}});
  for (const Json& others :
       {Json::object(), Json(nullptr), Json{{"python", {{"delay", 1}}}}, Json{{"meshc", 1}}}) {
    Configure(others);
    EXPECT_EQ(session_.delay_ms(), 70) << others;
  }
}

TEST_F(SessionSettings, SayWhichWarningsShow) {
  const char* const unused = "mesh sale;\nrecord Aside { x: int; }\n";
  Initialize(Json::object());
  Put(unused);
  session_.Publish();
  ASSERT_EQ(findings_.size(), 1U) << findings_;
  EXPECT_EQ(findings_[0]["severity"], 2);
  const std::string code = findings_[0]["code"];
  Configure({{"meshc", {{"warnings", {"error"}}}}});
  session_.Publish();
  EXPECT_EQ(findings_[0]["severity"], 1);
  Configure({{"meshc", {{"warnings", {"no-" + code}}}}});
  session_.Publish();
  EXPECT_TRUE(findings_.empty()) << findings_;
  Configure({{"meshc", {{"warnings", {"no-such-thing"}}}}});
  EXPECT_NE(logged_.find("such-thing"), std::string::npos) << logged_;
}

TEST_F(SessionSettings, SayWhereImportsAreLookedFor) {
  disk_.Put("/library/part.flow", "const limit = 3;\n");
  Initialize({{"importPaths", {"/library"}}});
  Put("mesh sale;\nimport \"part.flow\";\n");
  session_.Publish();
  ASSERT_TRUE(findings_.is_array());
  for (const Json& finding : findings_) EXPECT_NE(finding["severity"], 1) << finding;
  Configure({{"importPaths", Json::array()}});
  session_.Publish();
  ASSERT_EQ(findings_.size(), 1U) << findings_;
  EXPECT_EQ(findings_[0]["code"], "MC2002");
}

/// A finding that has only moved is no new one.
TEST_F(SessionSettings, DelayKeepsBackNewFindingsAlone) {
  Initialize({{"delay", 1000}});
  Put("mesh sale;\nrecord Aside { x: nothing; }\n");
  EXPECT_TRUE(session_.Publish(true)) << "what is new is kept back";
  EXPECT_TRUE(findings_.empty()) << findings_;
  session_.Publish();
  const std::size_t count = findings_.size();
  ASSERT_GT(count, 0U);
  Put("mesh sale;\n\nrecord Aside { x: nothing; }\n");
  EXPECT_FALSE(session_.Publish(true));
  ASSERT_EQ(findings_.size(), count) << findings_;
  EXPECT_EQ(findings_.back()["range"]["start"]["line"], 2);
  Put("mesh sale;\n\nrecord Aside { x: nothing; y: nothing; }\n");
  EXPECT_TRUE(session_.Publish(true));
  EXPECT_EQ(findings_.size(), count) << "one of two that say the same is new";
  Put("mesh sale;\n");
  session_.Publish(true);
  EXPECT_TRUE(findings_.empty()) << "gone ones go at once";
}

/// An editor that asks for findings is pushed none: it would show both.
TEST(SessionPull, FindingsAreAskedForByEditorsThatTakeNonePushed) {
  source::MemoryFileSystem disk;
  std::vector<Json> told;
  Session session(disk, {}, [&](const Json& message) { told.push_back(message); });
  const auto handle = [&](const Json& message) { session.Handle(message); };
  handle({{"jsonrpc", "2.0"},
          {"id", 1},
          {"method", "initialize"},
          {"params", {{"capabilities", {{"textDocument", {{"diagnostic", Json::object()}}}}}}}});
  EXPECT_TRUE(told.back()["result"]["capabilities"].contains("diagnosticProvider"));
  handle({{"jsonrpc", "2.0"},
          {"method", "textDocument/didOpen"},
          {"params",
           {{"textDocument",
             {{"uri", kSale}, {"version", 1}, {"text", "mesh sale;\nrecord R { x: nothing; }\n"}}}}}});
  session.Publish();
  for (const Json& message : told) EXPECT_NE(message.value("method", ""), "textDocument/publishDiagnostics");
  handle({{"jsonrpc", "2.0"},
          {"id", 2},
          {"method", "textDocument/diagnostic"},
          {"params", {{"textDocument", {{"uri", kSale}}}}}});
  const Json& report = told.back()["result"];
  EXPECT_EQ(report["kind"], "full");
  ASSERT_FALSE(report["items"].empty());
  EXPECT_EQ(report["items"].back()["range"]["start"]["line"], 1);
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
