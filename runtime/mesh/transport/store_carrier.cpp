#include "mesh/transport/store_carrier.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "mesh/state/keys.h"
#include "mesh/transport/server_names.h"
#include "mesh/transport/unkept_state.h"
#include "mesh/value/saturating.h"

namespace mesh::transport {

namespace {

/// Roots of which it is remembered what is obsolete: what is forgotten goes a day after the end of its root.
constexpr std::size_t kMostRoots = 10'000;
/// What the end of a root sends is of no use to anybody when its end is forgotten.
constexpr std::int64_t kLastNs = 24LL * 3600 * 1'000'000'000;

/// By whose key it is found what an input has led to: a root's, if there is one.
std::string OwnerOf(const Transition& transition) {
  std::string owner;
  const auto look = [&owner](const std::string& key) {
    const std::string of = state::OwnerOf(key);
    if (owner.empty() || (state::IsRootKey(of) && !state::IsRootKey(owner))) owner = of;
  };
  for (const state::Change& change : transition.changes) look(change.key);
  for (const state::Condition& condition : transition.conditions) look(condition.key);
  return owner;
}

// A batch: a mark, the nonce of its input, then each sending, all of it texts with their lengths. Without the
// mark nobody's reply stands there.
constexpr std::string_view kWithReplies = "\2";

void AddText(std::string& bytes, std::string_view text) {
  bytes += fmt::format("{}:", text.size());
  bytes += text;
}

/// `end`: how the root has ended, which stays for longer than a batch: that is not written twice.
std::string WriteBatch(std::string_view nonce, const std::vector<Sending>& sends, const std::string* end) {
  std::string bytes;
  AddText(bytes, kWithReplies);
  AddText(bytes, nonce);
  for (const Sending& sending : sends) {
    const Letter& letter = sending.letter;
    const bool is_end = end != nullptr && letter.body == *end;
    AddText(bytes, sending.mailbox);
    AddText(bytes, letter.id);
    AddText(bytes, is_end ? "1" : "0");
    AddText(bytes, is_end ? std::string_view() : std::string_view(letter.body));
    AddText(bytes, letter.nonce);
    AddText(bytes, letter.suspect ? "1" : "0");
    AddText(bytes, std::to_string(letter.first_unserved_ns));
    AddText(bytes, letter.reply);
    AddText(bytes, std::to_string(sending.not_before_ns));
  }
  return bytes;
}

class BatchReader {
 public:
  explicit BatchReader(std::string_view bytes)
      : rest_(bytes), nonce_(Text()), replies_(nonce_ == kWithReplies) {
    if (replies_) nonce_ = Text();
  }
  const std::string& nonce() const { return nonce_; }
  bool more() const { return !rest_.empty(); }
  std::string Text() {
    const std::size_t colon = std::min(rest_.find(':'), rest_.size());
    const auto size = static_cast<std::size_t>(ToNumber(rest_.substr(0, colon)));
    rest_.remove_prefix(std::min(colon + 1, rest_.size()));
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(std::min(size, rest_.size()));
    return text;
  }
  std::int64_t Number() { return ToNumber(Text()); }
  Sending Next(const std::function<std::string()>& read_end) {
    Sending sending{.mailbox = Text(), .letter = {}};
    sending.letter.id = Text();
    const bool is_end = Number() != 0;
    sending.letter.body = Text();
    if (is_end) sending.letter.body = read_end();
    sending.letter.nonce = Text();
    sending.letter.suspect = Number() != 0;
    sending.letter.first_unserved_ns = Number();
    if (replies_) sending.letter.reply = Text();
    sending.not_before_ns = Number();
    return sending;
  }

 private:
  static std::int64_t ToNumber(std::string_view text) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
  }
  std::string_view rest_;
  std::string nonce_;
  bool replies_;
};

/// How it says that the root of `owner` has ended; null: it does not.
const std::string* EndOf(const Transition& transition, const std::string& owner) {
  const std::string key = state::EndKey(state::RootOf(owner));
  const auto at = std::ranges::find(transition.changes, key, &state::Change::key);
  return at == transition.changes.end() || at->kind != state::Change::Kind::kPut ? nullptr : &at->value;
}

/// When a root has ended no line of it is on its way: of what was to be sent only the telling of its end is
/// of use to anybody.
void EraseSpent(const std::string& owner, const state::State& state, std::vector<state::Change>& changes) {
  for (const state::Entry& entry : state.Scan(state::BatchPrefix(state::RootOf(owner)))) {
    BatchReader batch(entry.value);
    bool tells = false;
    while (batch.more()) tells = IsReplyMailbox(batch.Next([] { return std::string(); }).mailbox) || tells;
    if (!tells) changes.push_back({.kind = state::Change::Kind::kErase, .key = entry.key});
  }
}

/// Whatever may not have been sent of what the input, or that of which it is a copy, has led to. It may have
/// been, and be called twice: so each claims its line first, as one whose holder has died.
void AddUnsent(StoreCarrier::Work& work, const std::string& owner, bool is_copy, const state::State& state) {
  const auto read_end = [&] { return state.Get(state::EndKey(state::RootOf(owner))).value_or(""); };
  for (const state::Entry& entry : state.Scan(state::BatchPrefix(state::RootOf(owner)))) {
    // All of it is safe by now.
    if (std::ranges::find(work.obsolete, entry.key) != work.obsolete.end()) continue;
    BatchReader batch(entry.value);
    if (!is_copy && (work.nonce.empty() || batch.nonce() != work.nonce)) continue;
    while (batch.more()) {
      work.sends.push_back(batch.Next(read_end));
      work.sends.back().letter.suspect = true;
    }
    work.batches.push_back(entry.key);
    work.resends = true;
  }
}

/// Nothing goes on by it.
bool OnlyTells(const std::vector<Sending>& sends) {
  return std::ranges::all_of(sends, [](const Sending& each) { return IsReplyMailbox(each.mailbox); });
}

Transition PlanFirst(const StoreCarrier::Work& work, const state::State& state) {
  // Somebody may have claimed its line.
  if (work.is_unkept && !work.again) {
    UnkeptState unkept(state);
    Transition planned = work.plan(unkept);
    unkept.AddTo(planned.conditions);
    return planned;
  }
  const auto ahead = state.ReadAhead();
  return work.plan(ahead == nullptr ? state : *ahead);
}

}  // namespace

bool StoreCarrier::Begin(Work& work, const state::State& state) {
  Transition planned = PlanFirst(work, state);
  if (planned.conditions.empty() && planned.changes.empty()) {
    work.sends = std::move(planned.sends);
    // What it holds goes where it was made, and not in the one thread that hears of what was sent.
    work.plan = nullptr;
    return true;
  }
  const std::string owner = OwnerOf(planned);
  // A copy would send what is safe already, and that would come to be a copy in its turn, for ever.
  const bool is_late = work.again && OnlyTells(planned.sends);
  if (planned.is_copy || is_late || MayAdd(planned, owner)) TakeObsolete(work, owner);
  work.first = std::move(planned);
  return false;
}

void StoreCarrier::TakeObsolete(Work& work, const std::string& owner) {
  const std::lock_guard lock(mutex_);
  if (auto node = obsolete_.extract(PartOf(owner))) work.obsolete = std::move(node.mapped());
}

bool StoreCarrier::MayAdd(const Transition& transition, const std::string& owner) const {
  return std::ranges::any_of(transition.changes, [&](const state::Change& change) {
    return joins_owners_ || state::OwnerOf(change.key) == owner;
  });
}

Transition StoreCarrier::Plan(Work& work, const state::State& state) {
  Transition transition = work.first ? *std::exchange(work.first, std::nullopt) : work.plan(state);
  work.sends.clear();
  work.batches.clear();
  work.resends = false;
  const std::string owner = OwnerOf(transition);
  // It was taken for new at first.
  if (transition.is_copy && work.obsolete.empty()) TakeObsolete(work, owner);
  std::vector<Sending> sends = std::exchange(transition.sends, {});
  // What nobody had before has led to nothing; and what it leads to now takes the place of what it led to
  // before: else each holder that dies would double it.
  const bool only_tells = OnlyTells(sends);
  const bool is_late = work.again && only_tells && EndOf(transition, owner) == nullptr;
  if (state::IsRootKey(owner) && (transition.is_copy || is_late))
    AddUnsent(work, owner, transition.is_copy, state);
  std::int64_t expires_ns = state::kNeverExpires;
  const auto ends = [&owner](const state::Change& change) {
    return change.kind == state::Change::Kind::kErase && state::IsRootKey(owner) && change.key == owner;
  };
  if (std::ranges::any_of(transition.changes, ends)) {
    // No line of the root is on its way any more; but who waits for its end may not have been told.
    expires_ns = AddSaturating(clock_.now_ns(), kLastNs);
    // What takes all of a root at once has no room for it.
    if (!joins_owners_) EraseSpent(owner, state, transition.changes);
    transition.changes.push_back({.kind = state::Change::Kind::kExpirePrefix,
                                  .key = state::BatchPrefix(state::RootOf(owner)),
                                  .expires_ns = expires_ns});
  }
  // Who has entered once more may be told when the root has ended.
  if (only_tells) expires_ns = AddSaturating(clock_.now_ns(), kLastNs);
  const bool may_add = MayAdd(transition, owner);
  // Who relies on no root begins anew.
  if (state::IsRootKey(owner) && !sends.empty() && !transition.sends_again && may_add) {
    work.batches.push_back(state::BatchKey(state::RootOf(owner), mark_()));
    std::string batch = WriteBatch(work.nonce, sends, EndOf(transition, owner));
    transition.changes.push_back(
        {.key = work.batches.back(), .value = std::move(batch), .expires_ns = expires_ns});
  }
  std::ranges::move(sends, std::back_inserter(work.sends));
  work.erases = may_add || transition.is_copy;
  for (const std::string& key : work.erases ? work.obsolete : std::vector<std::string>())
    transition.changes.push_back({.kind = state::Change::Kind::kErase, .key = key});
  return transition;
}

std::vector<state::Change> StoreCarrier::Sent(const Work& work) {
  std::vector<std::string> obsolete = work.batches;
  if (!work.erases) obsolete.insert(obsolete.end(), work.obsolete.begin(), work.obsolete.end());
  if (obsolete.empty()) return {};
  const std::lock_guard lock(mutex_);
  if (obsolete_.size() >= kMostRoots) obsolete_.clear();
  auto& keys = obsolete_[PartOf(state::OwnerOf(obsolete.front()))];
  std::ranges::move(obsolete, std::back_inserter(keys));
  std::vector<state::Change> at_once;
  if (!work.resends) return at_once;
  for (const std::string& key : work.batches)
    at_once.push_back({.kind = state::Change::Kind::kErase, .key = key});
  return at_once;
}

void StoreCarrier::GiveBack(Work work) {
  if (work.obsolete.empty()) return;
  const std::lock_guard lock(mutex_);
  auto& keys = obsolete_[PartOf(state::OwnerOf(work.obsolete.front()))];
  std::ranges::move(work.obsolete, std::back_inserter(keys));
}

std::vector<state::Change> StoreCarrier::TakeErasures() {
  std::vector<state::Change> erasures;
  if (!joins_owners_) return erasures;
  const std::lock_guard lock(mutex_);
  for (std::string& key : obsolete_[{}])
    erasures.push_back({.kind = state::Change::Kind::kErase, .key = std::move(key)});
  obsolete_.clear();
  return erasures;
}

}  // namespace mesh::transport
