// What an editor is told after any sequence of edits is what it would be told of the same texts from the
// beginning, and what `meshc check` says of them.
//
//   session_test [--seed FIRST] [--count EDITS]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/editing/random_edits.h"
#include "tests/property/program/random_program.h"
#include "tests/property/program/random_scenario.h"

namespace meshc::property {
namespace {

constexpr int kEditsOfOneSession = 60;

Texts RandomTexts(Random& random) {
  const Program program = RandomProgram(random.Next(), Features::All());
  std::string text = program.Text();
  text += RandomScenario(program, random);
  return {{"/random.flow", text}};
}

/// Flows that have nothing to do with each other, so that an edit in one leaves out the others: alone, on
/// their own envelopes; calling each other in pairs; with errors and warnings of their own; behind a
/// scenario.
std::string ManyFlows(Random& random) {
  std::string text =
      "mesh many;\nerror lost recoverable;\nerror rare retriable;\nrecord Note { text: string; size: int; }\n"
      "envelope Work { in note: Note; var draft: string?; var count: int = 0; out reply: string; }\n"
      "processor write(note: Note) -> (draft: string) { raises lost; timeout 2s; }\n"
      "processor tell(draft: string) -> (reply: string);\nprocessor fall_back() -> (reply: string);\n"
      "processor charge(count: int) { effect at_least_once; raises rare; }\n"
      // What only names a field or an error does not use it, whether it is judged again or not.
      "error never recoverable;\n"
      "envelope Inner { in note: string; in size: int; out reply: string; }\n"
      "envelope Outer { in note: string; in size: int; out reply: string; }\n"
      "flow inner on Inner { tell(draft: note); }\nflow outer on Outer { inner; }\n"
      "scenario \"it fails\" for inner { given { note: \"a\", size: 1 }; expect outcome failed never; }\n";
  // What heads show by themselves is known from the check before.
  if (random.OneIn(3)) text += "enum Mood { Glad, sad }\nflow Odd on Inner { tell(draft: note); }\n";
  if (random.OneIn(4)) text += "error ra_re retriable;\nerror ra__re retriable;\n";
  constexpr int kFlows = 9;
  for (int i = 0; i < kFlows; ++i) {
    const std::string calls = i > 0 && random.OneIn(3) ? fmt::format("  part{};\n", i - 1) : "";
    const char* const bodies[] = {
        "  write -> tell;\n",
        "  write;\n  if note.size > 3 { set count = note.size; } else { set draft = note.text; }\n  tell;\n",
        "  repeat max 2 { write; charge; } until count > 1;\n  tell;\n",
        "  try { write -> tell; } on lost as e { fall_back; }\n",
        "  if note.size > 0 { set draft = \"a\"; }\n  tell;\n",  // An error: it may be absent.
        "  saga { charge; write; }\n  tell;\n"};
    text += fmt::format("flow work{} on Work sla 5s {{\n{}{}}}\n", i, calls, bodies[random.Below(6)]);
    text += fmt::format("flow part{} on Work {{ set count = {}; fall_back; }}\n", i, i);
    if (random.OneIn(2))
      text += fmt::format(
          "scenario \"number {}\" for work{} {{\n  given {{ note: {{ text: \"x\", size: {} }} }};\n"
          "  stub write returns {{ draft: \"y\" }};\n  expect hops <= 4;\n}}\n",
          i, i, i);
  }
  return text;
}

using Finding = std::tuple<int, int, std::string, std::string>;  // Line, character, code, message.

std::set<Finding> Told(const Json& findings) {
  std::set<Finding> told;
  for (const Json& finding : findings) {
    const std::string message = finding["message"].get<std::string>();
    told.emplace(finding["range"]["start"]["line"].get<int>(),
                 finding["range"]["start"]["character"].get<int>(), finding["code"].get<std::string>(),
                 message.substr(0, message.find('\n')));
  }
  return told;
}

/// By `meshc check`, of a text that nothing else reaches.
std::set<Finding> Checked(const std::string& text) {
  const auto c = CheckTexts({{"/a.flow", text}}, "/a.flow");
  const language_server::LineIndex lines(text);
  std::set<Finding> found;
  for (const diagnostics::Diagnostic& diagnostic : c->diagnostics.all()) {
    if (diagnostic.range.has_value() && diagnostic.range.file.index != 0) continue;
    const auto at = lines.PositionOf(diagnostic.range.begin, Encoding::kUtf8);
    const std::string& message = diagnostic.message;
    found.emplace(at.line, at.character, diagnostics::PrintCode(diagnostic.code),
                  message.substr(0, message.find('\n')));
  }
  return found;
}

/// One session: opened, edited, asked, and compared after each edit.
class Session {
 public:
  Session(const Texts& texts, Random& random)
      : texts_(texts), random_(random), editor_(disk_), edits_(random) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
    auto edited = texts.begin();
    std::advance(edited, random.Below(static_cast<int>(texts.size())));
    path_ = edited->first;
  }

  /// Empty: all is as it should be.
  std::string Edit() {
    const TextEdit edit = edits_.Next(editor_.Text(path_));
    last_ = fmt::format("{} [{}, {}) by `{}`", path_, edit.begin, edit.end, edit.by);
    editor_.Replace(path_, edit.begin, edit.end, edit.by);
    if (std::string broken = AskSomething(); !broken.empty()) return broken;
    for (const auto& [path, text] : texts_) {
      Editor fresh(disk_);
      for (const auto& [other, unused] : texts_) fresh.Open(other, editor_.Text(other));
      if (const Json now = editor_.Findings(path), then = fresh.Findings(path); now != then)
        return Broken("the findings of " + path, now, then);
    }
    if (texts_.size() == 1) {
      const auto told = Told(editor_.Findings(path_));
      if (told != Checked(editor_.Text(path_)))
        return Broken("`meshc check`", editor_.Findings(path_), nullptr);
    }
    return "";
  }

  std::uint64_t TakenOver() { return editor_.TakenOver(); }

 private:
  std::string Broken(const std::string& what, const Json& now, const Json& then) const {
    return fmt::format("{}\n--- after {}: {} differ\n--- told: {}\n--- from the beginning: {}\n",
                       editor_.Text(path_), last_, what, now.dump(1), then.dump(1));
  }

  /// Whatever is asked is answered, and changes nothing. Empty: so it is.
  std::string AskSomething() {
    static const std::vector<std::string> kAtPlaces = {"hover",         "definition", "completion",
                                                       "signatureHelp", "references", "documentHighlight",
                                                       "prepareRename"};
    static const std::vector<std::string> kOfFiles = {"documentSymbol", "foldingRange", "semanticTokens/full",
                                                      "codeLens",       "documentLink", "formatting"};
    if (random_.OneIn(2)) return "";
    const auto pick = [&](const auto& all) {
      return "textDocument/" + all[static_cast<std::size_t>(random_.Below(static_cast<int>(all.size())))];
    };
    const std::string& text = editor_.Text(path_);
    auto at = static_cast<std::size_t>(random_.Below(static_cast<int>(text.size()) + 1));
    const std::string method = pick(random_.OneIn(4) ? kOfFiles : kAtPlaces);
    Json params = editor_.At(path_, at);
    params["context"] = {{"includeDeclaration", true}};
    params["options"] = {{"tabSize", 2}, {"insertSpaces", true}};
    last_ += ", then " + method + " at " + std::to_string(at);
    try {
      editor_.Ask(method, params);
    } catch (const std::runtime_error& error) {
      // Answers may be refused with a reason; meshc itself may not be wrong.
      if (std::string_view(error.what()).find("-32603") != std::string_view::npos)
        return fmt::format("{}\n--- after {}: {}\n", text, last_, error.what());
    }
    return "";
  }

  source::MemoryFileSystem disk_;
  const Texts& texts_;
  Random& random_;
  Editor editor_;
  RandomEdits edits_;
  std::string path_;
  std::string last_;
};

int Run(std::uint64_t seed, int count) {
  const std::vector<Texts> examples = Examples();
  std::uint64_t taken_over = 0;
  for (int edits = 0; edits < count; ++seed) {
    Random random(seed);
    const bool example = random.OneIn(2);
    const Texts texts =
        example ? examples[static_cast<std::size_t>(random.Below(static_cast<int>(examples.size())))]
        : random.OneIn(2) ? RandomTexts(random)
                          : Texts{{"/many.flow", ManyFlows(random)}};
    Session session(texts, random);
    for (int i = 0; i < kEditsOfOneSession && edits < count; ++i, ++edits) {
      const std::string broken = session.Edit();
      if (broken.empty()) continue;
      fmt::print("{}seed {}\n", broken, seed);
      return 1;
    }
    taken_over += session.TakenOver();
  }
  fmt::print("{} edits are told as from the beginning; {} flows and scenarios were taken over\n", count,
             taken_over);
  // A few edits may all be in texts of which nothing can be left out.
  constexpr int kManyEdits = 1000;
  if (count < kManyEdits || taken_over > 0) return 0;
  fmt::print("so nothing was seen of taking over\n");
  return 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Edits texts in a session of the language server and compares with fresh checks");
  std::uint64_t seed = 1;
  int count = 300;
  app.add_option("--seed", seed, "The first one");
  app.add_option("--count", count, "Edits to make");
  CLI11_PARSE(app, argc, argv);
  try {
    return meshc::property::Run(seed, count);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
