#include "compiler/language_server/server.h"

#include <gtest/gtest.h>

#include <sstream>

#include "compiler/language_server/framing.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::language_server {
namespace {

std::string Framed(const std::string& body) {
  std::ostringstream out;
  WriteFrame(out, body);
  return out.str();
}

std::string Request(int id, const std::string& method, const Json& params = Json::object()) {
  return Framed(Json{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}.dump());
}

std::string Notification(const std::string& method, const Json& params = Json::object()) {
  return Framed(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
}

struct Outcome {
  int exit_code = 0;
  std::vector<Json> messages;
  std::string err;

  const Json& AnswerTo(int id) const {
    for (const Json& message : messages) {
      if (message.contains("id") && message["id"] == id) return message;
    }
    static const Json kNone;
    return kNone;
  }
};

Outcome RunServer(const std::string& bytes, Pace pace = Pace::kOneByOne) {
  source::MemoryFileSystem disk;
  disk.Put("/mesh/a.flow", "mesh a;\n");
  std::istringstream in(bytes);
  std::ostringstream out;
  std::ostringstream err;
  Outcome outcome;
  SessionDefaults defaults;
  defaults.folder = "/mesh";
  outcome.exit_code = Serve(disk, defaults, {in, out, err, nullptr}, pace);
  outcome.err = err.str();
  std::istringstream told(out.str());
  for (Frame frame = ReadFrame(told); frame.kind == Frame::Kind::kMessage; frame = ReadFrame(told))
    outcome.messages.push_back(Json::parse(frame.body));
  return outcome;
}

int CodeOf(const Json& answer) { return answer.contains("error") ? answer["error"]["code"].get<int>() : 0; }

TEST(Server, ExitAfterShutdownIsClean) {
  for (const Pace pace : {Pace::kOneByOne, Pace::kAsTheyCome})
    EXPECT_EQ(
        RunServer(Request(1, "initialize") + Request(2, "shutdown") + Notification("exit"), pace).exit_code,
        0);
}

TEST(Server, ExitWithoutShutdownAndTheEndOfInputAreExitCode1) {
  for (const Pace pace : {Pace::kOneByOne, Pace::kAsTheyCome}) {
    EXPECT_EQ(RunServer(Request(1, "initialize") + Notification("exit"), pace).exit_code, 1);
    EXPECT_EQ(RunServer(Request(1, "initialize"), pace).exit_code, 1);
    EXPECT_EQ(RunServer("", pace).exit_code, 1);
  }
}

TEST(Server, RefusesRequestsBeforeTheSessionAndAfter) {
  const Outcome outcome =
      RunServer(Request(1, "textDocument/hover") + Request(2, "initialize") + Request(3, "initialize") +
                Request(4, "shutdown") + Request(5, "textDocument/hover") + Notification("exit"));
  EXPECT_EQ(CodeOf(outcome.AnswerTo(1)), -32002);
  EXPECT_EQ(CodeOf(outcome.AnswerTo(3)), -32600);
  EXPECT_EQ(CodeOf(outcome.AnswerTo(5)), -32600);
}

TEST(Server, SaysWhatIsNoJsonAndGoesOn) {
  const std::string deep(10'000, '[');
  const Outcome outcome = RunServer(Framed("{") + Framed(deep + std::string(10'000, ']')) +
                                    Framed("\"\\ud800\"") + Request(9, "initialize"));
  ASSERT_EQ(outcome.messages.size(), 4U);
  const char* const sentences[] = {"the message ends before its JSON does, after 1 bytes",
                                   "the message is nested more than 500 levels deep",
                                   "the message is no JSON from byte 7 on"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(CodeOf(outcome.messages[i]), -32700);
    EXPECT_EQ(outcome.messages[i]["error"]["message"], sentences[i]);
  }
  EXPECT_TRUE(outcome.AnswerTo(9).contains("result"));
}

Json Opened(const char* text) {
  return {{"textDocument",
           {{"uri", "file:///mesh/b.flow"}, {"languageId", "meshflow"}, {"version", 1}, {"text", text}}}};
}

/// How often findings of b.flow were told, and how many the last time.
std::pair<int, std::size_t> ToldOf(const Outcome& outcome) {
  std::pair<int, std::size_t> told;
  for (const Json& message : outcome.messages) {
    if (message.value("method", "") != "textDocument/publishDiagnostics") continue;
    if (message["params"]["uri"] != "file:///mesh/b.flow") continue;
    told = {told.first + 1, message["params"]["diagnostics"].size()};
  }
  return told;
}

TEST(Server, TellsWhatItHasFoundThoughAllWasSentInOneGo) {
  const std::string opens =
      Request(1, "initialize") +
      Notification("textDocument/didOpen", Opened("mesh b;\nrecord R { x: nothing; }\n"));
  for (const Pace pace : {Pace::kOneByOne, Pace::kAsTheyCome}) {
    for (const std::string& rest :
         {Request(2, "shutdown") + Notification("exit"), Notification("exit"), std::string()})
      EXPECT_EQ(ToldOf(RunServer(opens + rest, pace)), std::make_pair(1, std::size_t{1})) << rest;
  }
}

TEST(Server, AMessageAbove64MiBEndsTheSessionWithAReason) {
  const Outcome outcome = RunServer("Content-Length: 70000000\r\n\r\n");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("67108864"), std::string::npos);
}

TEST(Server, ChoosesUtf8IfItIsOffered) {
  const Json offers = {{"capabilities", {{"general", {{"positionEncodings", {"utf-32", "utf-8"}}}}}}};
  EXPECT_EQ(
      RunServer(Request(1, "initialize", offers)).AnswerTo(1)["result"]["capabilities"]["positionEncoding"],
      "utf-8");
  EXPECT_EQ(RunServer(Request(1, "initialize")).AnswerTo(1)["result"]["capabilities"]["positionEncoding"],
            "utf-16");
}

TEST(Server, ARequestNamedExitEndsNothingWithoutAnAnswer) {
  const Outcome outcome = RunServer(Request(1, "initialize") + Request(2, "exit"), Pace::kAsTheyCome);
  EXPECT_EQ(CodeOf(outcome.AnswerTo(2)), -32601);
}

/// Requests wait behind a cancellation that the reader has seen, unless they were answered before it came:
/// each has exactly one answer.
TEST(Server, EveryRequestHasOneAnswerThoughManyAreCancelled) {
  std::string bytes = Request(1, "initialize");
  for (int id = 2; id < 200; ++id) {
    bytes += Request(id, "workspace/symbol", {{"query", ""}});
    bytes += Notification("$/cancelRequest", {{"id", id}});
  }
  const Outcome outcome =
      RunServer(bytes + Request(200, "shutdown") + Notification("exit"), Pace::kAsTheyCome);
  EXPECT_EQ(outcome.exit_code, 0);
  std::size_t answers = 0;
  for (const Json& message : outcome.messages) {
    if (!message.contains("id")) continue;
    ++answers;
    EXPECT_TRUE(CodeOf(message) == 0 || CodeOf(message) == -32800) << message;
  }
  EXPECT_EQ(answers, 200U);
}

}  // namespace
}  // namespace meshc::language_server
