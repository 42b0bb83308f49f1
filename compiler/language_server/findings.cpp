#include "compiler/language_server/findings.h"

#include <algorithm>
#include <tuple>

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

/// New findings may be kept back; gone ones go at once.
namespace {

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
    const Json& before = told_[name];
    if (gone_only) {
      const std::size_t count = findings.size();
      for (std::size_t i = findings.size(); i-- > 0;) {
        if (std::find(before.begin(), before.end(), findings[i]) == before.end()) findings.erase(i);
      }
      kept_back = kept_back || findings.size() != count;
    }
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
    params["version"] = version->second;
    told_versions_[name] = version->second;
  }
  told = std::move(findings);
  Notify("textDocument/publishDiagnostics", std::move(params));
}

}  // namespace meshc::language_server
