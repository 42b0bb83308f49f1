// The page for authors of handlers: its flow, its handlers, its tests and its settings are built and run as
// they stand there, against a model that this program serves.
#include <gtest/gtest.h>
#include <httplib.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

/// The fenced blocks of a language.
std::vector<std::string> Blocks(const std::string& page, const std::string& language) {
  const std::string fence = "```" + language + "\n";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos;) {
    at += fence.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

/// Writes blocks whose first line names their file behind `comment`.
void WriteNamed(const ScratchFolder& scratch, const std::vector<std::string>& blocks,
                const std::string& comment) {
  for (const std::string& block : blocks) {
    ASSERT_TRUE(block.starts_with(comment)) << block;
    WriteFile(scratch / block.substr(comment.size(), block.find('\n') - comment.size()), block);
  }
}

/// A model that knows one key and one topic, on a port that was free.
class Model {
 public:
  Model() {
    server_.Post("/v1/complete", [](const httplib::Request& request, httplib::Response& response) {
      if (request.get_header_value("Authorization") != "Bearer key") response.status = 403;
      const std::string topic = Json::parse(request.body).at("topic");
      if (topic == "riddles") response.status = 503;
      response.set_content(Json{{"text", "Drink " + topic + "."}}.dump(), "application/json");
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~Model() {
    server_.stop();
    thread_.join();
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

class HandlersPage : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    scratch_ = std::make_unique<ScratchFolder>("handlers_page");
    const std::string page = ReadFile(SourceFolder() / "runtime/HANDLERS.md");
    WriteFile(*scratch_ / "slogans.flow", Blocks(page, "flow").at(0));
    WriteNamed(*scratch_, Blocks(page, "cpp"), "// ");
    WriteNamed(*scratch_, Blocks(page, "cmake"), "# ");
    settings_ = Json::parse(Blocks(page, "json").at(0));
    Do({Meshc(), "compile", "slogans.flow", "-o", "out"});
    Do({"cmake", "-S", "out", "-B", "out/build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=", "-Dmeshc_DIR=" + BuildFolder().string()});
    Do({"cmake", "--build", "out/build"});
  }
  static void TearDownTestSuite() { scratch_.reset(); }

  static void Do(const std::vector<std::string>& command) {
    if (!problem_.empty()) return;
    const ProgramRun run = RunProgram(command, {.folder = scratch_->path().string()});
    if (run.exit_code != 0) problem_ = command[0] + " " + command[1] + "\n" + run.out + run.err;
  }

  void SetUp() override { ASSERT_EQ(problem_, ""); }

  /// The result of the one envelope about `topic`.
  ProgramRun Run(const std::string& topic, const std::vector<std::string>& more) const {
    WriteFile(*scratch_ / "input.jsonl", Json{{"topic", topic}}.dump() + "\n");
    std::vector<std::string> command = {*scratch_ / "out/build/studio_slogans-host", "--input",
                                        "input.jsonl"};
    command.insert(command.end(), more.begin(), more.end());
    return RunProgram(command, {.folder = scratch_->path().string()});
  }

  static inline std::unique_ptr<ScratchFolder> scratch_;
  static inline Json settings_;
  static inline std::string problem_;
};

TEST_F(HandlersPage, HandlersCallAModel) {
  const Model model;
  Json settings = settings_;
  settings["settings"]["model_url"] = model.url();
  settings["actors"]["writer"]["settings"]["model_key"] = "key";
  WriteFile(*scratch_ / "settings.json", settings.dump());
  const ProgramRun run = Run("tea", {"--settings", "settings.json"});
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  const Json result = Json::parse(run.out);
  EXPECT_EQ(result.at("payload").at("draft"), "Drink tea.");
  EXPECT_EQ(result.at("payload").at("score"), 1.0);

  const ProgramRun refused = Run("riddles", {"--settings", "settings.json", "--deterministic"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(Json::parse(refused.out).at("error").at("name"), "model_error") << refused.out;
}

TEST_F(HandlersPage, AHostSaysWhatItLacksInsteadOfStarting) {
  const ProgramRun run = Run("tea", {});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find("the actor `writer` cannot be served: the setting `model_url` is missing"),
            std::string::npos)
      << run.err;
}

TEST_F(HandlersPage, TestsOfOneHandlerPass) {
  const ProgramRun run = RunProgram({*scratch_ / "out/build/handlers_test"});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
}

}  // namespace
}  // namespace meshc::test
