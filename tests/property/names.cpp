// Every name of every example has one declaration, found by definition and references alike. With another
// name for it, findings and scenarios stay as they were, and with the old one again each byte does,
// but for what steps took and gave by name, which is written out.
//
// What a scenario compares with an error's name is text, which stays: those names are only looked up.
//
//   names_test [--every N]
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/editing/run_every.h"
#include "tests/property/editing/scenario_outcomes.h"

namespace meshc::property {
namespace {

/// Of the style of the old one, or a finding would say so.
std::string FreshFor(const std::string& name) {
  return name[0] >= 'A' && name[0] <= 'Z' ? "QuiteAnotherName" : "quite_another_name";
}

struct Place {
  std::string path;
  std::size_t begin = 0;
  std::string text;
};

/// Of all that is declared in the example and mentioned in it.
std::vector<std::pair<Place, Place>> NamesOf(const Texts& texts) {
  const auto c = CheckTexts(texts, RootOf(texts));
  std::vector<std::pair<Place, Place>> names;  // Where it stands, where it is declared.
  const auto place = [&](source::SourceRange range) {
    return Place{std::string(c->sources.Name(range.file)), range.begin, std::string(c->sources.Text(range))};
  };
  for (const sema::Mention& mention : c->mentions) {
    if (sema::IsImplied(mention.access)) continue;
    const Place at = place(mention.range);
    const Place declared = place(mention.declared);
    if (texts.contains(at.path) && texts.contains(declared.path)) names.emplace_back(at, declared);
  }
  return names;
}

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// A step that took or gave by name has said so since the first renaming: `p(n: n)` is `p`.
std::string WithoutPairs(std::string text, const std::string& name) {
  const std::string pair = name + ": " + name;
  for (const std::string& written : {"(" + pair + ")", " as { " + pair + " }", ", " + pair})
    text = Replaced(text, written, "");
  return text;
}

class Names {
 public:
  explicit Names(const Texts& texts) : texts_(texts) {
    for (const auto& [path, text] : texts) editor_.Open(path, text);
  }

  /// Empty: all is as it should be.
  std::string Look(const Place& at, const Place& declared) {
    const std::string where = fmt::format("{} of {} at byte {}", at.text, at.path, at.begin);
    const Json params = editor_.At(at.path, at.begin);
    const Json definition = editor_.Ask("textDocument/definition", params);
    if (definition.is_null() || (definition.is_array() && definition.size() != 1))
      return where + " has not one definition: " + definition.dump();
    const Json& found = definition.is_array() ? definition[0] : definition;
    const std::string uri = found.contains("targetUri") ? found["targetUri"] : found["uri"];
    const Json range =
        found.contains("targetSelectionRange") ? found["targetSelectionRange"] : found["range"];
    if (uri != UriOf(declared.path) || range["start"] != editor_.Position(declared.path, declared.begin))
      return where + " has another definition: " + found.dump();
    const auto here = References(params);
    if (here != References(editor_.At(declared.path, declared.begin)))
      return where + " has other references than its declaration";
    if (!here.contains(Key(at)) || !here.contains(Key(declared)))
      return where + " is not among its references";
    if (IsText(declared.text) || !renamed_.insert(Key(declared)).second) return "";
    const std::string problem = Rename(declared, where);
    Replace(texts_);
    return problem;
  }

 private:
  using PlaceKey = std::pair<std::string, std::string>;  // URI and position.
  PlaceKey Key(const Place& place) const {
    return {UriOf(place.path), editor_.Position(place.path, place.begin).dump()};
  }

  std::set<PlaceKey> References(Json params) {
    params["context"] = {{"includeDeclaration", true}};
    std::set<PlaceKey> places;
    for (const Json& place : editor_.Ask("textDocument/references", params))
      places.emplace(place["uri"].get<std::string>(), place["range"]["start"].dump());
    return places;
  }

  /// The name of an error is a value, too: `"nothing_found: no flights"`.
  bool IsText(const std::string& name) const {
    return std::any_of(texts_.begin(), texts_.end(),
                       [&](const auto& text) { return text.second.find('"' + name) != std::string::npos; });
  }

  std::string Rename(const Place& declared, const std::string& where) {
    const std::string before = State();
    Json params = editor_.At(declared.path, declared.begin);
    const std::string fresh = FreshFor(declared.text);
    params["newName"] = fresh;
    Replace(editor_.With(editor_.Ask("textDocument/rename", params)));
    const std::string after = Replaced(State(), fresh, declared.text);
    params["newName"] = declared.text;
    // What stands before the declaration may have changed its length: it is where the name is now.
    params = MovedTo(declared, fresh, params);
    Replace(editor_.With(editor_.Ask("textDocument/rename", params)));
    if (after != before) return fmt::format("{} renamed changes\n{}\nto\n{}", where, before, after);
    for (const auto& [path, text] : texts_) {
      if (WithoutPairs(editor_.Text(path), declared.text) != text)
        return where + " renamed back leaves another text:\n" + editor_.Text(path);
    }
    return "";
  }

  /// As many mentions stand before the declaration now as before.
  Json MovedTo(const Place& declared, const std::string& fresh, Json params) const {
    const std::string& text = editor_.Text(declared.path);
    std::size_t now = 0;
    for (std::size_t was = 0; was < declared.begin;) {
      const bool renamed = text.compare(now, fresh.size(), fresh) == 0;
      now += renamed ? fresh.size() : 1;
      was += renamed ? declared.text.size() : 1;
    }
    params["position"] = editor_.Position(declared.path, now);
    return params;
  }

  void Replace(const Texts& texts) {
    for (const auto& [path, text] : texts) {
      if (editor_.Text(path) != text) editor_.Replace(path, 0, editor_.Text(path).size(), text);
    }
  }

  /// Codes and messages of findings, and what scenarios come to.
  std::string State() {
    std::string state;
    for (const auto& [path, text] : texts_) {
      for (const Json& finding : editor_.Findings(path))
        state += finding["code"].get<std::string>() + " " + finding["message"].get<std::string>() + "\n";
    }
    return state + ScenarioOutcomes(editor_, texts_);
  }

  const Texts& texts_;
  source::MemoryFileSystem disk_;
  Editor editor_{disk_};
  std::set<PlaceKey> renamed_;
};

int Run(int every) {
  int count = 0;
  int looked = 0;
  int wrong = 0;
  for (const Texts& texts : Examples()) {
    Names names(texts);
    for (const auto& [at, declared] : NamesOf(texts)) {
      if (++count % every != 0) continue;
      ++looked;
      std::string problem;
      try {
        problem = names.Look(at, declared);
      } catch (const std::runtime_error& refusal) {
        const std::string_view reason = refusal.what();
        const bool by_name_alone = reason.find("nothing gives the param") != std::string_view::npos ||
                                   reason.find("has no field to go to") != std::string_view::npos;
        if (!by_name_alone) problem = fmt::format("{} of {}: {}", at.text, at.path, refusal.what());
      }
      if (!problem.empty()) fmt::print("{}\n", problem);
      wrong += problem.empty() ? 0 : 1;
    }
  }
  fmt::print("{} names, {} of them wrong\n", looked, wrong);
  return looked > 0 && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::RunEvery(argc, argv, "Looks up and renames the names of the examples", 1,
                                   meshc::property::Run);
}
