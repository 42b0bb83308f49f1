// After any sequence of edits the findings that an editor is shown are those of a fresh check of the same
// texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "compiler/language_server/findings.h"
#include "compiler/language_server/session.h"
#include "compiler/pipeline/run_stages.h"
#include "compiler/pipeline/settle.h"
#include "compiler/source/memory_file_system.h"
#include "tests/property/random.h"
#include "tests/support/places.h"

namespace meshc {
namespace {

using language_server::Json;

constexpr const char* kFolder = "/mesh/";

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Json PositionAt(const std::string& text, std::size_t offset) {
  const std::size_t line_begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  return {{"line", std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n')},
          {"character", offset - line_begin}};
}

language_server::SessionDefaults Defaults() {
  language_server::SessionDefaults defaults;
  defaults.folder = "/mesh";
  return defaults;
}

/// One editor with a root and a part, both open.
class Editor {
 public:
  Editor(std::map<std::string, std::string> texts, std::uint64_t seed)
      : texts_(std::move(texts)),
        random_(seed),
        disk_(OnDisk()),
        session_(disk_, Defaults(), [this](const Json& message) { Take(message); }) {
    Ask("initialize",
        {{"rootUri", "file:///mesh"}, {"capabilities", {{"general", {{"positionEncodings", {"utf-8"}}}}}}});
    for (const auto& [name, text] : texts_)
      Tell("didOpen", {{"uri", UriOf(name)}, {"version", 0}, {"text", text}});
  }

  /// One random edit, told as an editor would.
  void Edit() {
    const std::string name = Any();
    std::string& text = texts_[name];
    std::size_t begin = Offset(text);
    std::size_t end = begin;
    std::string fresh;
    switch (random_.Below(7)) {
      case 0: fresh = std::string(1, "{}()[];:,.=>x1\" \n"[random_.Below(17)]); break;
      case 1: end = std::min(text.size(), begin + 1); break;
      case 2: begin = LineBegin(text, begin), end = std::min(text.find('\n', begin), text.size()); break;
      case 3: fresh = text.substr(LineBegin(text, Offset(text)), 30); break;
      case 4: fresh = "import \"part.flow\";\n"; break;
      case 5: fresh = "  set note = text;"; break;
      default: return Undo();
    }
    undo_.push_back({name, text});
    Change(name, begin, end, fresh);
  }

  void AskSomething() {
    const std::string name = Any();
    static const char* const kMethods[] = {
        "hover",         "definition",           "references", "completion",
        "signatureHelp", "documentSymbol",       "inlayHint",  "semanticTokens/full",
        "foldingRange",  "prepareCallHierarchy", "codeLens",   "formatting"};
    const std::string& text = texts_[name];
    const Json position = PositionAt(text, Offset(text));
    Ask(std::string("textDocument/") + kMethods[random_.Below(12)],
        {{"textDocument", {{"uri", UriOf(name)}}},
         {"position", position},
         {"range", {{"start", PositionAt(text, 0)}, {"end", position}}}});
  }

  void RequireFresh() {
    session_.Publish();
    const auto fresh = FreshFindings();
    for (const auto& [name, text] : texts_) {
      const auto told = told_.find(UriOf(name));
      const Json shown = told == told_.end() ? Json::array() : told->second;
      ASSERT_EQ(shown, fresh.at(name)) << name << "\n" << text;
    }
  }

 private:
  std::map<std::string, std::string> OnDisk() const {
    std::map<std::string, std::string> files;
    for (const auto& [name, text] : texts_) files[kFolder + name] = text;
    return files;
  }

  static std::string UriOf(const std::string& name) { return "file:///mesh/" + name; }
  std::string Any() {
    return std::next(texts_.begin(), random_.Below(static_cast<int>(texts_.size())))->first;
  }
  std::size_t Offset(const std::string& text) {
    std::size_t at = static_cast<std::size_t>(random_.Below(static_cast<int>(text.size()) + 1));
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
    return at;
  }
  static std::size_t LineBegin(const std::string& text, std::size_t at) {
    return at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  }

  void Undo() {
    if (undo_.empty()) return;
    const auto [name, before] = undo_.back();
    undo_.pop_back();
    Change(name, 0, texts_[name].size(), before);
  }

  void Change(const std::string& name, std::size_t begin, std::size_t end, const std::string& fresh) {
    std::string& text = texts_[name];
    const Json range = {{"start", PositionAt(text, begin)}, {"end", PositionAt(text, end)}};
    session_.Handle({{"jsonrpc", "2.0"},
                     {"method", "textDocument/didChange"},
                     {"params",
                      {{"textDocument", {{"uri", UriOf(name)}, {"version", ++version_}}},
                       {"contentChanges", {{{"range", range}, {"text", fresh}}}}}}});
    text.replace(begin, end - begin, fresh);
  }

  void Ask(const std::string& method, const Json& params) {
    session_.Handle({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}});
  }

  void Tell(const std::string& what, const Json& document) {
    session_.Handle(
        {{"jsonrpc", "2.0"}, {"method", "textDocument/" + what}, {"params", {{"textDocument", document}}}});
  }

  void Take(const Json& message) {
    if (message.contains("error")) ADD_FAILURE() << message;
    if (message.value("method", "") == "textDocument/publishDiagnostics")
      told_[message["params"]["uri"]] = message["params"]["diagnostics"];
  }

  /// As a fresh session on these texts would tell, each file checked as `meshc roots` says.
  std::map<std::string, Json> FreshFindings() {
    std::map<std::string, Json> found;
    source::MemoryFileSystem disk(OnDisk());
    language_server::Session fresh(disk, Defaults(), [&](const Json& message) {
      if (message.value("method", "") == "textDocument/publishDiagnostics")
        found[message["params"]["uri"].get<std::string>().substr(std::string("file:///mesh/").size())] =
            message["params"]["diagnostics"];
    });
    fresh.Handle({{"jsonrpc", "2.0"},
                  {"id", 1},
                  {"method", "initialize"},
                  {"params",
                   {{"rootUri", "file:///mesh"},
                    {"capabilities", {{"general", {{"positionEncodings", {"utf-8"}}}}}}}}});
    for (const auto& [name, text] : texts_) {
      fresh.Handle({{"jsonrpc", "2.0"},
                    {"method", "textDocument/didOpen"},
                    {"params", {{"textDocument", {{"uri", UriOf(name)}, {"version", 0}, {"text", text}}}}}});
    }
    fresh.Publish();
    for (const auto& [name, text] : texts_) found.try_emplace(name, Json::array());
    return found;
  }

  std::map<std::string, std::string> texts_;
  property::Random random_;
  source::MemoryFileSystem disk_;
  std::map<std::string, Json> told_;
  language_server::Session session_;
  std::vector<std::pair<std::string, std::string>> undo_;
  int version_ = 0;
};

constexpr const char* kPart = R"(record Order { id: string; price: float; }
enum Mood { calm, angry }
processor pricer(text: string) -> (note: string);
)";

constexpr const char* kRoot = R"(mesh shop;
import "part.flow";
envelope Ticket { in text: string; in mood: Mood = calm; note: string; out reply: string; }
error failed recoverable;
processor writer(text: string, note: string?) -> (reply: string) { raises failed; }
router triage(text: string) -> { yes, no };
flow answer on Ticket {
  route triage { yes => pricer; no => { } }
  writer;
} on failed as e { set reply = e.message; }
)";

void RunEdits(std::map<std::string, std::string> texts, std::uint64_t seed, int edits) {
  Editor editor(std::move(texts), seed);
  for (int i = 0; i < edits && !::testing::Test::HasFailure(); ++i) {
    editor.Edit();
    editor.AskSomething();
    editor.RequireFresh();
  }
}

TEST(Edits, FindingsAreThoseOfAFreshCheck) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    RunEdits({{"part.flow", kPart}, {"shop.flow", kRoot}}, seed, 60);
}

TEST(Edits, FindingsOfAnExampleAreThoseOfAFreshCheck) {
  const auto folder = test::SourceFolder() / "examples" / "support";
  RunEdits({{"platform.flow", ReadFile(folder / "platform.flow")},
            {"types.flow", ReadFile(folder / "types.flow")},
            {"support.flow", ReadFile(folder / "support.flow")}},
           7, 60);
}

}  // namespace
}  // namespace meshc
