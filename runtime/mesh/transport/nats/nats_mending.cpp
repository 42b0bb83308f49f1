// What a server that was killed has brought back, and how it goes again.
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/transport/nats/nats_buckets.h"
#include "mesh/value/base64.h"

namespace mesh::transport {

std::uint64_t NatsBuckets::Run() const {
  std::string server = connection_.server_id();
  const std::lock_guard lock(mutex_);
  if (server != server_) {
    server_ = std::move(server);
    ++run_;
  }
  return run_;
}

std::string NatsBuckets::MendingMark(const std::string& server) const {
  return NatsNames::Entry(names_.ended(), "mended." + server);
}

void NatsBuckets::LookForMending() {
  const std::uint64_t run = Run();
  const auto mark = Read(names_.ended(), MendingMark(connection_.server_id()));
  if (mark && mark->revision > 0 && Run() == run) mended_ = run;
}

void NatsBuckets::Mend() {
  const std::lock_guard lock(mending_);
  LookForMending();
  if (!Doubts()) return;
  const std::uint64_t run = Run();
  const std::string mark = MendingMark(connection_.server_id());
  const std::string start = NatsNames::Entry(names_.state(), "");
  const auto subjects = Subjects(names_.state(), start + ">");
  if (!subjects) return;
  for (const std::string& subject : *subjects) {
    // Who is told of another start begins anew.
    if (closed_ || Run() != run) return;
    const std::string key = subject.substr(start.size());
    auto found = Find(key);
    if (found && found->place == Place::kState && found->document.is_memory()) MoveToEnded(key, *found);
  }
  if (Run() != run) return;
  if (publisher_.PublishAndWait({.subject = mark}).kind == NatsConfirmation::Kind::kStored) mended_ = run;
}

std::optional<std::vector<std::string>> NatsBuckets::Subjects(const std::string& bucket,
                                                              const std::string& filter) const {
  std::vector<std::string> subjects;
  for (std::size_t total = 1; subjects.size() < total;) {
    const nlohmann::json question = {{"subjects_filter", filter}, {"offset", subjects.size()}};
    const auto answer = AskLeader("$JS.API.STREAM.INFO." + bucket, question.dump());
    if (!answer) return std::nullopt;
    if (!answer->contains("state") || !(*answer)["state"].contains("subjects")) break;
    for (const auto& [subject, count] : (*answer)["state"]["subjects"].items()) subjects.push_back(subject);
    total = answer->value("total", subjects.size());
  }
  return subjects;
}

std::optional<std::vector<NatsBuckets::Newest>> NatsBuckets::Hidden(const std::string& key) const {
  std::vector<Newest> values;
  while (true) {
    const std::uint64_t next = values.empty() ? 1 : values.back().revision + 1;
    const nlohmann::json question = {{"seq", next}, {"next_by_subj", NatsNames::Entry(names_.state(), key)}};
    const auto answer = AskLeader("$JS.API.STREAM.MSG.GET." + names_.state(), question.dump());
    if (!answer) return std::nullopt;
    if (!answer->contains("message")) return values;
    const nlohmann::json& message = (*answer)["message"];
    values.push_back(
        {message.value("seq", next), DecodeBase64(message.value("data", std::string())).value_or("")});
  }
}

/// A server of version 2.9 that was started anew may not find the last message of a subject, though it is
/// there, and confirms and throws away what is written after it. So what nobody has seen come is looked for
/// by another way before it is brought: else its root would begin once more. What is found goes by the second
/// bucket, as if it had not come yet, because nothing can be compared with it where it lies.
NatsBuckets::Written NatsBuckets::Uncover(const std::string& key, const Found& ended) const {
  const auto values = Hidden(key);
  if (!values) return Written::kClosed;
  if (values->empty()) return Written::kDone;
  const auto now = Fetch(Place::kState, key);
  if (!now) return Written::kClosed;
  if (now->revision != 0) return Written::kConflict;
  auto hidden = NatsDocument::Decode(values->back().bytes);
  if (!hidden) return Written::kClosed;
  const auto by = hidden->writings.empty() ? NatsDocument::Writing() : hidden->writings.back();
  if (!IsLate(*hidden, by, ended)) {
    hidden->came_as = 0;
    hidden->just_came = false;
    switch (Put(names_.ended(), key, hidden->Encode(), ended.revision).kind) {
      case NatsConfirmation::Kind::kStored: break;
      case NatsConfirmation::Kind::kConflict: return Written::kConflict;
      case NatsConfirmation::Kind::kRefused: return Written::kTooLarge;
      case NatsConfirmation::Kind::kClosed: return Written::kClosed;
    }
  }
  // The oldest first: whoever comes between finds the newest.
  for (const Newest& value : *values) Drop(value.revision);
  return Written::kConflict;
}

/// Where a start of the server lay between reading and writing.
bool NatsBuckets::WentOnLate(const std::string& key, const NatsDocument::Writing& by,
                             const Found& found) const {
  const auto ended = Fetch(Place::kEnded, key);
  return ended && IsLate(found.document, by, *ended);
}

}  // namespace mesh::transport
