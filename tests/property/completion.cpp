// What completion offers: at every name of every example, taken out there, the list holds the name, mostly
// near its head; and what it offers makes no error where it is put. In random programs, whose flows are
// longer and of more names, a list that says that it has more holds the name once its first letters are
// there.
//
//   completion_test [--every N] [--put N] [--head PERCENT] [--verbose] [--seed FIRST] [--programs N]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/program/random_program.h"
#include "tests/property/program/random_scenario.h"

namespace meshc::property {
namespace {

constexpr int kHead = 5;

struct Tally {
  int names = 0;
  int in_head = 0;
  int missing = 0;
  int late = 0;  // Came with their letters, if at all.
  int items = 0;
  int wrong = 0;
};

/// A name that stands in a text.
struct Name {
  std::string path;
  std::size_t begin = 0;
  std::string text;
};

std::vector<Name> NamesOf(const Texts& texts) {
  const auto c = CheckTexts(texts, RootOf(texts));
  std::vector<Name> names;
  for (const sema::Mention& mention : c->mentions) {
    const std::string path(c->sources.Name(mention.range.file));
    if (sema::IsImplied(mention.access) || !texts.contains(path)) continue;
    Name name{path, mention.range.begin, std::string(c->sources.Text(mention.range))};
    if (names.empty() || names.back().path != path || names.back().begin != name.begin)
      names.push_back(std::move(name));
  }
  return names;
}

/// What would stand there.
std::string Inserted(const Json& item) { return item["textEdit"]["newText"].get<std::string>(); }

/// Errors that begin where something was put.
std::set<std::string> ErrorsAt(const Json& findings, const Json& position) {
  std::set<std::string> errors;
  for (const Json& finding : findings) {
    if (finding["severity"] == 1 && finding["range"]["start"] == position)
      errors.insert(finding["message"].get<std::string>());
  }
  return errors;
}

class Places {
 public:
  /// `may_wait`: a name may come with its letters.
  Places(const Texts& texts, Tally& tally, bool verbose, bool may_wait)
      : tally_(tally), verbose_(verbose), may_wait_(may_wait) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
  }

  void Look(const Name& name, bool put) {
    const std::size_t end = name.begin + name.text.size();
    editor_.Replace(name.path, name.begin, end, "");
    const Json list = Ask(name, 0);
    Count(name, list);
    if (put) Put(name, list["items"]);
    editor_.Replace(name.path, name.begin, name.begin, name.text);
  }

  bool HasErrors(const std::string& path) {
    const Json findings = editor_.Findings(path);
    return std::any_of(findings.begin(), findings.end(),
                       [](const Json& finding) { return finding["severity"] == 1; });
  }

 private:
  Json Ask(const Name& name, std::size_t letters) {
    return editor_.Ask("textDocument/completion", editor_.At(name.path, name.begin + letters));
  }

  /// Where the name is among the items; none: it is not.
  static std::optional<int> PlaceOf(const Name& name, const Json& items) {
    const auto found = std::find_if(items.begin(), items.end(), [&](const Json& item) {
      return Inserted(item) == name.text || item["label"] == name.text;
    });
    return found == items.end() ? std::nullopt : std::optional(static_cast<int>(found - items.begin()));
  }

  void Count(const Name& name, const Json& list) {
    ++tally_.names;
    const auto place = PlaceOf(name, list["items"]);
    tally_.in_head += place && *place < kHead ? 1 : 0;
    if (place && *place >= kHead && verbose_)
      fmt::print("{} is number {}: {}\n", name.text, *place + 1, LineOf(name));
    if (place || (may_wait_ && list["isIncomplete"] && ComesWithLetters(name))) return;
    ++tally_.missing;
    fmt::print("{} is not among {} items: {}\n", name.text, list["items"].size(), LineOf(name));
  }

  /// An editor asks again as long as the list says that it has more.
  bool ComesWithLetters(const Name& name) {
    ++tally_.late;
    bool comes = false;
    std::size_t letters = 0;
    for (bool has_more = true; has_more && !comes && letters < name.text.size();) {
      editor_.Replace(name.path, name.begin + letters, name.begin + letters, name.text.substr(letters, 1));
      const Json list = Ask(name, ++letters);
      comes = PlaceOf(name, list["items"]).has_value();
      has_more = list["isIncomplete"].get<bool>();
    }
    editor_.Replace(name.path, name.begin, name.begin + letters, "");
    return comes;
  }

  void Put(const Name& name, const Json& items) {
    const Json position = editor_.Position(name.path, name.begin);
    for (const Json& item : items) {
      const std::string text = Inserted(item);
      // What it lacks is told with the item.
      if (item.value("detail", "").starts_with("lacks")) continue;
      ++tally_.items;
      editor_.Replace(name.path, name.begin, name.begin, text);
      const auto errors = ErrorsAt(editor_.Findings(name.path), position);
      if (!errors.empty()) {
        ++tally_.wrong;
        fmt::print("{} is offered and wrong: {}\n  {}\n", text, LineOf(name), *errors.begin());
      }
      editor_.Replace(name.path, name.begin, name.begin + text.size(), "");
    }
  }

  std::string LineOf(const Name& name) const {
    const std::string& text = editor_.Text(name.path);
    const std::size_t begin = name.begin == 0 ? 0 : text.rfind('\n', name.begin - 1) + 1;
    return fmt::format("{}: {}|{}", name.path, text.substr(begin, name.begin - begin),
                       text.substr(name.begin, text.find('\n', name.begin) - name.begin));
  }

  source::MemoryFileSystem disk_;
  Editor editor_{disk_};
  Tally& tally_;
  bool verbose_;  // Tells the names behind the head, too.
  bool may_wait_;
};

struct Options {
  int every = 1;
  int put = 0;
  int head = 90;
  bool verbose = false;
  std::uint64_t seed = 1;
  int programs = 0;
};

bool Holds(const Tally& tally, int head) {
  fmt::print("{} names: {} among the first {}, {} missing, {} late; {} items put there: {} wrong\n",
             tally.names, tally.in_head, kHead, tally.missing, tally.late, tally.items, tally.wrong);
  return tally.names > 0 && tally.missing == 0 && tally.wrong == 0 &&
         tally.in_head * 100 >= tally.names * head;
}

class Survey {
 public:
  explicit Survey(const Options& options) : options_(options) {}

  void At(const Texts& texts, bool may_wait, Tally& tally) {
    Places places(texts, tally, options_.verbose, may_wait);
    // What is an error where it stands is not offered there.
    if (may_wait && places.HasErrors(texts.begin()->first)) return;
    for (const Name& name : NamesOf(texts)) {
      if (++count_ % options_.every != 0) continue;
      // In long flows, what could not be tried is offered all the same.
      places.Look(name, !may_wait && options_.put > 0 && count_ % options_.put == 0);
    }
  }

 private:
  const Options& options_;
  int count_ = 0;
};

int Run(const Options& options) {
  Survey survey(options);
  Tally examples;
  for (const Texts& texts : Examples()) survey.At(texts, false, examples);
  bool holds = Holds(examples, options.head);
  Tally random;
  for (int i = 0; i < options.programs; ++i) {
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
    Random choices(seed);
    const Program program = RandomProgram(seed, Features::All());
    survey.At({{fmt::format("/seed{}.flow", seed), program.Text() + RandomScenario(program, choices)}}, true,
              random);
  }
  // Their names say nothing, so which are likely cannot be told.
  if (options.programs > 0) holds &= Holds(random, 0);
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Takes names out of the examples and asks what may stand there");
  meshc::property::Options options;
  app.add_option("--every", options.every, "Takes one name of so many");
  app.add_option("--put", options.put, "Puts what is offered at one name of so many; 0: nowhere");
  app.add_option("--head", options.head, "So many of a hundred names stand at the head of the list");
  app.add_flag("--verbose", options.verbose, "Tells which names stand behind the head");
  app.add_option("--seed", options.seed, "Of the first random program");
  app.add_option("--programs", options.programs, "So many random programs beside the examples");
  CLI11_PARSE(app, argc, argv);
  try {
    return meshc::property::Run(options);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
