#include <nlohmann/json.hpp>

#include "compiler/diagnostics/render.h"

namespace meshc::diagnostics {
namespace {

using Json = nlohmann::ordered_json;

/// Null if there is no place.
Json PlaceJson(const source::SourceManager& sources, source::SourceRange range) {
  if (!range.has_value()) return nullptr;
  const auto begin = sources.Locate(range.file, range.begin);
  const auto end = sources.Locate(range.file, range.end);
  return {{"file", std::string(sources.Name(range.file))},
          {"line", begin.line},
          {"column", begin.column},
          {"end_line", end.line},
          {"end_column", end.column},
          {"begin", range.begin},
          {"end", range.end}};
}

Json FixJson(const source::SourceManager& sources, const Fix& fix) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) {
    edits.push_back({{"place", PlaceJson(sources, edit.range)}, {"text", edit.text}});
  }
  return {{"help", fix.help},
          {"applicability", fix.applicability == Applicability::kMachine ? "machine" : "maybe"},
          {"edits", std::move(edits)}};
}

Json DiagnosticJson(const source::SourceManager& sources, const Diagnostic& diagnostic) {
  Json labels = Json::array();
  for (const Label& label : diagnostic.labels) {
    labels.push_back({{"place", PlaceJson(sources, label.range)}, {"text", label.text}});
  }
  Json notes = Json::array();
  for (const Note& note : diagnostic.notes) {
    notes.push_back({{"text", note.text}, {"place", PlaceJson(sources, note.range)}});
  }
  Json fixes = Json::array();
  for (const Fix& fix : diagnostic.fixes) fixes.push_back(FixJson(sources, fix));

  const CodeRow* row = FindCode(diagnostic.code);
  return {{"code", PrintCode(diagnostic.code)},
          {"flag", row != nullptr ? std::string(row->flag) : ""},
          {"severity", diagnostic.severity == Severity::kError ? "error" : "warning"},
          {"message", diagnostic.message},
          {"place", PlaceJson(sources, diagnostic.range)},
          {"labels", std::move(labels)},
          {"notes", std::move(notes)},
          {"path", diagnostic.path},
          {"fixes", std::move(fixes)}};
}

}  // namespace

std::string RenderJson(const std::vector<FoundIn>& found) {
  Json all = Json::array();
  for (const FoundIn& part : found) {
    for (const Diagnostic& diagnostic : *part.diagnostics)
      all.push_back(DiagnosticJson(*part.sources, diagnostic));
  }
  // Source text may be quoted in a message before it is known to be UTF-8.
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::diagnostics
