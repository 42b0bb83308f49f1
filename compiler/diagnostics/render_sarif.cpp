#include <map>
#include <nlohmann/json.hpp>

#include "compiler/diagnostics/explain_page.h"
#include "compiler/diagnostics/fingerprint.h"
#include "compiler/diagnostics/prose.h"
#include "compiler/diagnostics/render.h"
#include "compiler/diagnostics/uri.h"

namespace meshc::diagnostics {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kSourceRoot = "%SRCROOT%";

std::string_view Level(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

Json Artifact(const source::SourceManager& sources, source::FileId file) {
  const std::string uri = PathUri(sources.Name(file));
  Json location = {{"uri", uri}};
  if (!uri.starts_with("file:")) location["uriBaseId"] = kSourceRoot;
  return location;
}

Json Region(const source::SourceManager& sources, source::SourceRange range) {
  const auto begin = sources.Locate(range.file, range.begin);
  const auto end = sources.Locate(range.file, range.end);
  return {{"startLine", begin.line},
          {"startColumn", begin.column},
          {"endLine", end.line},
          {"endColumn", end.column}};
}

Json PhysicalLocation(const source::SourceManager& sources, source::SourceRange range) {
  return {{"physicalLocation",
           {{"artifactLocation", Artifact(sources, range.file)}, {"region", Region(sources, range)}}}};
}

Json RelatedLocations(const source::SourceManager& sources, const Diagnostic& diagnostic) {
  Json all = Json::array();
  const auto add = [&](source::SourceRange range, const std::string& text) {
    if (!range.has_value()) return;
    Json location = PhysicalLocation(sources, range);
    if (!text.empty()) location["message"] = {{"text", text}};
    all.push_back(std::move(location));
  };
  for (const Label& label : diagnostic.labels) add(label.range, label.text);
  for (const Note& note : diagnostic.notes) add(note.range, note.text);
  return all;
}

/// One change per file that the mend touches.
Json FixObject(const source::SourceManager& sources, const Fix& fix) {
  std::map<source::FileId, Json> replacements;
  for (const Edit& edit : fix.edits) {
    replacements[edit.range.file].push_back(
        {{"deletedRegion", Region(sources, edit.range)}, {"insertedContent", {{"text", edit.text}}}});
  }
  Json changes = Json::array();
  for (auto& [file, list] : replacements) {
    changes.push_back({{"artifactLocation", Artifact(sources, file)}, {"replacements", std::move(list)}});
  }
  return {{"description", {{"text", fix.help}}}, {"artifactChanges", std::move(changes)}};
}

Json Fixes(const source::SourceManager& sources, const Diagnostic& diagnostic) {
  Json all = Json::array();
  for (const Fix& fix : diagnostic.fixes) {
    if (!fix.edits.empty()) all.push_back(FixObject(sources, fix));
  }
  return all;
}

Json Rule(Code code) {
  const CodeRow& row = *FindCode(code);
  const std::string page(ExplainPage(code));
  return {{"id", PrintCode(code)},
          {"name", row.name},
          {"shortDescription", {{"text", PageTitle(page)}}},
          {"fullDescription", {{"text", PageSummary(page)}}},
          {"help", {{"text", page}, {"markdown", page}}},
          {"defaultConfiguration", {{"level", Level(row.severity)}}},
          {"properties", {{"tags", {row.flag}}}}};
}

/// The rules that the findings name, each once, in the order of their codes.
class Rules {
 public:
  explicit Rules(const std::vector<FoundIn>& found) {
    for (const FoundIn& part : found) {
      for (const Diagnostic& diagnostic : *part.diagnostics) indices_[diagnostic.code] = 0;
    }
    std::size_t next = 0;
    for (auto& [code, index] : indices_) index = next++;
  }

  std::size_t IndexOf(Code code) const { return indices_.at(code); }

  Json ToJson() const {
    Json rules = Json::array();
    for (const auto& [code, index] : indices_) rules.push_back(Rule(code));
    return rules;
  }

 private:
  std::map<Code, std::size_t> indices_;
};

Json Result(const FoundIn& part, const Diagnostic& diagnostic, const Rules& rules,
            Fingerprinter& fingerprints) {
  const source::SourceManager& sources = *part.sources;
  Json result = {{"ruleId", PrintCode(diagnostic.code)},
                 {"ruleIndex", rules.IndexOf(diagnostic.code)},
                 {"level", Level(diagnostic.severity)},
                 {"message", {{"text", Prose(diagnostic)}}}};
  if (diagnostic.range.has_value()) {
    result["locations"] = Json::array({PhysicalLocation(sources, diagnostic.range)});
  }
  if (Json related = RelatedLocations(sources, diagnostic); !related.empty())
    result["relatedLocations"] = std::move(related);
  result["partialFingerprints"] = {{"meshcFinding/v1", fingerprints.Next(diagnostic, sources, part.root)}};
  if (Json fixes = Fixes(sources, diagnostic); !fixes.empty()) result["fixes"] = std::move(fixes);
  return result;
}

/// Whether all files could be read.
Json Invocation(const std::vector<FoundIn>& found) {
  Json problems = Json::array();
  for (const FoundIn& part : found) {
    if (!part.problem.empty())
      problems.push_back({{"level", "error"}, {"message", {{"text", part.problem}}}});
  }
  Json invocation = {{"executionSuccessful", problems.empty()}};
  if (!problems.empty()) invocation["toolExecutionNotifications"] = std::move(problems);
  return invocation;
}

}  // namespace

std::string RenderSarif(const std::vector<FoundIn>& found, std::string_view version) {
  const Rules rules(found);
  Fingerprinter fingerprints;
  Json results = Json::array();
  for (const FoundIn& part : found) {
    for (const Diagnostic& diagnostic : *part.diagnostics)
      results.push_back(Result(part, diagnostic, rules, fingerprints));
  }
  const Json root = {{"description", {{"text", "The folder that meshc ran in."}}}};
  const Json driver = {{"name", "meshc"}, {"semanticVersion", version}, {"rules", rules.ToJson()}};
  const Json run = {{"tool", {{"driver", driver}}},
                    {"invocations", Json::array({Invocation(found)})},
                    {"columnKind", "unicodeCodePoints"},
                    {"originalUriBaseIds", {{kSourceRoot, root}}},
                    {"results", std::move(results)}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::diagnostics
