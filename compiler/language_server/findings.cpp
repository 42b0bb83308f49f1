#include "compiler/language_server/findings.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "compiler/language_server/convert.h"
#include "compiler/loading/library.h"

namespace meshc::language_server {
namespace {

/// By place, then by code and message: what several roots say is in one order, whichever said it first.
void SortByPlace(Json& findings) {
  const auto key = [](const Json& finding) {
    const Json& start = finding["range"]["start"];
    return std::make_tuple(start["line"].get<std::uint32_t>(), start["character"].get<std::uint32_t>(),
                           finding["code"].get<std::string>(), finding["message"].get<std::string>());
  };
  std::stable_sort(findings.begin(), findings.end(),
                   [&](const Json& a, const Json& b) { return key(a) < key(b); });
}

}  // namespace

std::map<std::string, Json> CollectFindings(const Session& session, const std::vector<Root>& roots) {
  std::map<std::string, Json> found;
  for (const Root& root : roots) {
    const source::SourceManager& sources = root->sources();
    for (std::uint32_t i = 0; i < sources.FileCount(); ++i) {
      if (!loading::IsLibrary(sources, {i})) found.try_emplace(std::string(sources.Name({i})), Json::array());
    }
    Converter convert(session, *root);
    for (const diagnostics::Diagnostic& diagnostic : root->compilation().diagnostics.all()) {
      const auto file =
          diagnostic.range.has_value() ? sources.Name(diagnostic.range.file) : root->compilation().path;
      const auto of_file = found.find(std::string(file));
      if (of_file == found.end()) continue;
      Json finding = convert.Finding(diagnostic);
      Json& known = of_file->second;
      if (roots.size() > 1 && std::find(known.begin(), known.end(), finding) != known.end()) continue;
      known.push_back(std::move(finding));
    }
  }
  for (auto& [name, findings] : found) {
    const Json outcomes = session.OutcomesOf(name);
    findings.insert(findings.end(), outcomes.begin(), outcomes.end());
    SortByPlace(findings);
  }
  return found;
}

namespace {

/// What a finding says, wherever it stands: one that has only moved is no new one.
std::pair<std::string, std::string> SaidBy(const Json& finding) {
  return {finding.value("code", ""), finding.value("message", "")};
}

/// Leaves out of `findings` what `before` does not say, or not so often. True: something was left out.
bool KeepBackNew(const Json& before, Json& findings) {
  std::multiset<std::pair<std::string, std::string>> told;
  for (const Json& finding : before) told.insert(SaidBy(finding));
  Json kept = Json::array();
  for (Json& finding : findings) {
    const auto known = told.find(SaidBy(finding));
    if (known == told.end()) continue;
    told.erase(known);
    kept.push_back(std::move(finding));
  }
  const bool some = kept.size() != findings.size();
  findings = std::move(kept);
  return some;
}

/// Gives way for as long as it lives.
class GivingWay {
 public:
  GivingWay(Workspace& workspace, const std::function<bool()>& others) : workspace_(workspace) {
    workspace_.GiveWayTo(others);
  }
  GivingWay(const GivingWay&) = delete;
  GivingWay& operator=(const GivingWay&) = delete;
  ~GivingWay() { workspace_.GiveWayTo({}); }

 private:
  Workspace& workspace_;
};

/// Those that reach a file that is open, by name.
std::map<std::string, Root> OpenRoots(Workspace& workspace, const std::function<bool()>& gives_way) {
  const GivingWay giving_way(workspace, gives_way);
  std::map<std::string, Root> roots;
  for (const std::string& name : workspace.OpenNames()) {
    for (const Root& root : workspace.FindingsOf(name)) roots[root->compilation().path] = root;
  }
  return roots;
}

}  // namespace

/// New findings may be kept back; gone ones go at once.
bool Session::Publish(bool gone_only, const std::function<bool()>& gives_way) {
  if (workspace_ == nullptr) return has_news_ = false;
  bool kept_back = false;
  const std::map<std::string, Root> roots = OpenRoots(*workspace_, gives_way);
  workspace_->Trim();
  has_news_ = false;
  if (!pushes_) {
    RefreshOthers();
    return false;
  }
  std::vector<Root> all;
  for (const auto& [path, root] : roots) all.push_back(root);
  auto found = CollectFindings(*this, all);
  for (const auto& [name, told] : told_) found.try_emplace(name, Json::array());
  for (auto& [name, findings] : found) {
    if (gone_only && KeepBackNew(told_[name], findings)) kept_back = true;
    TellFindings(name, std::move(findings));
  }
  RefreshOthers();
  return kept_back;
}

void Session::TellFindings(const std::string& name, Json findings) {
  const auto version = versions_.find(name);
  const bool is_open = version != versions_.end();
  const bool new_version =
      is_open && (!told_versions_.contains(name) || told_versions_[name] != version->second);
  Json& told = told_[name];
  const bool never = told.is_null();
  if (never) told = Json::array();
  if (!new_version && told == findings) return;
  Json params = {{"uri", UriOfName(name)}, {"diagnostics", findings}};
  if (is_open) {
    if (!version->second.is_null()) params["version"] = version->second;
    told_versions_[name] = version->second;
  }
  told = std::move(findings);
  Notify("textDocument/publishDiagnostics", std::move(params));
}

}  // namespace meshc::language_server
