// What completion offers: at every name of every example, taken out there, the list holds the name, mostly
// near its head; and what it offers makes no error where it is put.
//
//   completion_test [--every N] [--put N] [--head PERCENT] [--verbose]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <set>
#include <string>
#include <string_view>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"

namespace meshc::property {
namespace {

constexpr int kHead = 5;

struct Tally {
  int names = 0;
  int in_head = 0;
  int missing = 0;
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
  Places(const Texts& texts, Tally& tally, bool verbose) : tally_(tally), verbose_(verbose) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
  }

  void Look(const Name& name, bool put) {
    const std::size_t end = name.begin + name.text.size();
    editor_.Replace(name.path, name.begin, end, "");
    const Json items = editor_.Ask("textDocument/completion", editor_.At(name.path, name.begin))["items"];
    Count(name, items);
    if (put) Put(name, items);
    editor_.Replace(name.path, name.begin, name.begin, name.text);
  }

 private:
  void Count(const Name& name, const Json& items) {
    ++tally_.names;
    int place = 0;
    for (const Json& item : items) {
      if (Inserted(item) == name.text || item["label"] == name.text) {
        tally_.in_head += place < kHead ? 1 : 0;
        if (place >= kHead && verbose_)
          fmt::print("{} is number {}: {}\n", name.text, place + 1, LineOf(name));
        return;
      }
      ++place;
    }
    ++tally_.missing;
    fmt::print("{} is not among {} items: {}\n", name.text, items.size(), LineOf(name));
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
};

int Run(int every, int put, int head, bool verbose) {
  Tally tally;
  int count = 0;
  for (const Texts& texts : Examples()) {
    Places places(texts, tally, verbose);
    for (const Name& name : NamesOf(texts)) {
      if (++count % every == 0) places.Look(name, put > 0 && count % put == 0);
    }
  }
  fmt::print("{} names: {} among the first {}, {} missing; {} items put there: {} wrong\n", tally.names,
             tally.in_head, kHead, tally.missing, tally.items, tally.wrong);
  const bool holds =
      tally.names > 0 && tally.missing == 0 && tally.wrong == 0 && tally.in_head * 100 >= tally.names * head;
  return holds ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Takes names out of the examples and asks what may stand there");
  int every = 1;
  int put = 0;
  int head = 90;
  bool verbose = false;
  app.add_option("--every", every, "Takes one name of so many");
  app.add_option("--put", put, "Puts what is offered at one name of so many; 0: nowhere");
  app.add_option("--head", head, "So many of a hundred names stand at the head of the list");
  app.add_flag("--verbose", verbose, "Tells which names stand behind the head");
  CLI11_PARSE(app, argc, argv);
  try {
    return meshc::property::Run(every, put, head, verbose);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
