#include "compiler/language_server/refresh.h"

#include <algorithm>
#include <array>
#include <utility>

namespace meshc::language_server {
namespace {

struct Row {
  const char* capability;
  const char* method;
};

constexpr std::array<Row, 3> kShown{{
    {"/workspace/semanticTokens/refreshSupport", "workspace/semanticTokens/refresh"},
    {"/workspace/inlayHint/refreshSupport", "workspace/inlayHint/refresh"},
    {"/workspace/codeLens/refreshSupport", "workspace/codeLens/refresh"},
}};
constexpr Row kPulled{"/workspace/diagnostics/refreshSupport", "workspace/diagnostic/refresh"};

bool Can(const nlohmann::json& capabilities, const Row& row) {
  const nlohmann::json::json_pointer at(row.capability);
  return capabilities.contains(at) && capabilities.at(at) == true;
}

}  // namespace

Refresh::Refresh(const Json& capabilities, bool pulls) {
  for (const Row& row : kShown) {
    if (Can(capabilities, row)) methods_.emplace_back(row.method);
  }
  if (pulls && Can(capabilities, kPulled)) methods_.emplace_back(kPulled.method);
}

void Refresh::Tell(const std::vector<std::string>& open, const Together& together, const Ask& ask) {
  const std::set<std::string> changed = std::exchange(changed_, {});
  const bool all = std::exchange(all_changed_, false);
  if (methods_.empty()) return;
  // The editor asks by itself of a text that it has changed, but not if another one changed behind it.
  const auto is_stale = [&](const std::string& file) {
    return std::ranges::any_of(
        changed, [&](const std::string& other) { return other != file && together(file, other); });
  };
  due_ = due_ || (all && !open.empty()) || std::ranges::any_of(open, is_stale);
  AskNow(ask);
}

void Refresh::Answered(const Json& id, const Ask& ask) {
  if (!id.is_string() || waiting_.erase(id.get<std::string>()) == 0) return;
  AskNow(ask);
}

void Refresh::AskNow(const Ask& ask) {
  if (!due_ || !waiting_.empty()) return;
  due_ = false;
  for (const std::string& method : methods_) waiting_.insert(ask(method));
}

}  // namespace meshc::language_server
