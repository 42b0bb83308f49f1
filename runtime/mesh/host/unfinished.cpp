#include "mesh/host/unfinished.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "mesh/envelope/enclosing_forks.h"

namespace mesh::host {

namespace {

/// A root with thousands of children needs no thousand words.
constexpr std::size_t kMostTold = 8;

Value DetailOf(const Standing& standing) {
  ValueMap entries;
  entries["at"] = Value::String(standing.at);
  entries["curr"] = standing.actor.empty() ? Value::Null() : Value::String(standing.actor);
  return Value::Map(std::move(entries));
}

}  // namespace

void Unfinished::Add(std::unique_ptr<Envelope> envelope, Standing standing) {
  families_.insert(envelope->root());
  if (InCopy(*envelope)) return;
  Root& root = roots_[envelope->root()];
  const auto same = [&standing](const Standing& told) {
    return told.at == standing.at && told.words == standing.words;
  };
  if (std::ranges::none_of(root.standings, same)) {
    if (root.standings.size() < kMostTold)
      root.standings.push_back(std::move(standing));
    else
      ++root.more;
  }
  if (envelope->root_id.empty()) root.envelope = std::move(envelope);
}

void Unfinished::AddParent(const Envelope& parent) {
  if (parent.root_id.empty()) roots_[parent.id].envelope = std::make_unique<Envelope>(parent);
}

std::vector<std::unique_ptr<Envelope>> Unfinished::TakeRoots() {
  std::vector<std::unique_ptr<Envelope>> taken;
  for (auto& [id, root] : roots_) {
    // The root of a copy may have ended long ago.
    if (!root.envelope) continue;
    root.envelope->status.error = ErrorOf(root);
    taken.push_back(std::move(root.envelope));
  }
  roots_.clear();
  return taken;
}

Error Unfinished::ErrorOf(const Root& root) {
  Error error{.name = "unfinished"};
  ValueList detail;
  for (const Standing& standing : root.standings) {
    if (!error.message.empty()) error.message += "; ";
    error.message += fmt::format("at `{}`, {}", standing.at, standing.words);
    if (error.actor.empty()) error.actor = standing.actor;
    detail.push_back(DetailOf(standing));
  }
  if (root.more > 0) error.message += fmt::format("; and {} more", root.more);
  error.detail = Value::List(std::move(detail));
  return error;
}

}  // namespace mesh::host
