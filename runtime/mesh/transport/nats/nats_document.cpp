#include "mesh/transport/nats/nats_document.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

constexpr char kVersion = '\4';
constexpr char kWithoutReply = '\3';  ///< Did not say who waits for what is sent.
constexpr char kWithoutCame = '\2';   ///< Nor how it came.
/// Between a writing and the question whether it was stored not more other processes write.
constexpr std::size_t kMostWritings = 16;

void Append(std::string& bytes, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) bytes += static_cast<char>((number & 127U) | 128U);
  bytes += static_cast<char>(number);
}

void Append(std::string& bytes, std::string_view text) {
  Append(bytes, text.size());
  bytes += text;
}

/// Reads what Append has written; bytes of another origin make it broken, and yield nothing more.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t Number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= static_cast<std::uint64_t>(byte & 127U) << shift;
      if (byte < 128) return number;
    }
    broken_ = true;
    return 0;
  }
  std::int64_t Signed() { return static_cast<std::int64_t>(Number()); }
  std::string Text() {
    const std::uint64_t size = Number();
    if (size > rest_.size()) broken_ = true;
    if (broken_) return {};
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  /// Whether there are `count` more, none of which is shorter than a byte.
  bool Has(std::uint64_t count) {
    broken_ = broken_ || count > rest_.size();
    return !broken_;
  }
  bool whole() const { return !broken_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool broken_ = false;
};

/// What is told of an end stands in its record, too: it is written once.
const std::string* FindKey(const NatsDocument& document, const std::string& body) {
  for (const auto& [key, kept] : document.entries) {
    if (kept.value == body) return &key;
  }
  return nullptr;
}

bool HasReply(const NatsDocument::Batch& batch) {
  return std::ranges::any_of(
      batch.posts, [](const NatsDocument::Post& post) { return !post.sending.letter.reply.empty(); });
}

void AppendPost(std::string& bytes, const NatsDocument& document, const NatsDocument::Post& post,
                char version) {
  const Sending& sending = post.sending;
  const std::string* const key = FindKey(document, sending.letter.body);
  Append(bytes, post.message_id);
  Append(bytes, sending.mailbox);
  Append(bytes, static_cast<std::uint64_t>(sending.not_before_ns));
  Append(bytes, sending.letter.id);
  Append(bytes, key == nullptr ? 0U : 1U);
  Append(bytes, key == nullptr ? sending.letter.body : *key);
  Append(bytes, sending.letter.suspect ? 1U : 0U);
  Append(bytes, static_cast<std::uint64_t>(sending.letter.first_unserved_ns));
  if (version == kVersion) Append(bytes, sending.letter.reply);
}

NatsDocument::Post ReadPost(Reader& reader, const NatsDocument& document, char version) {
  NatsDocument::Post post;
  Sending& sending = post.sending;
  post.message_id = reader.Text();
  sending.mailbox = reader.Text();
  sending.not_before_ns = reader.Signed();
  sending.letter.id = reader.Text();
  const bool by_key = reader.Number() == 1;
  sending.letter.body = reader.Text();
  if (by_key) {
    const auto at = document.entries.find(sending.letter.body);
    sending.letter.body = at == document.entries.end() ? std::string() : at->second.value;
  }
  sending.letter.suspect = reader.Number() == 1;
  sending.letter.first_unserved_ns = reader.Signed();
  if (version == kVersion) sending.letter.reply = reader.Text();
  return post;
}

std::uint64_t ReadHex(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number, 16);
  return number;
}

NatsDocument::Batch ReadBatch(Reader& reader, const NatsDocument& document, char version) {
  NatsDocument::Batch batch{.input = reader.Text(), .mark = reader.Text(), .posts = {}};
  const std::uint64_t posts = reader.Number();
  for (std::uint64_t i = 0; i < posts && reader.Has(1); ++i)
    batch.posts.push_back(ReadPost(reader, document, version));
  return batch;
}

}  // namespace

std::optional<std::string> NatsDocument::Get(std::string_view key, std::int64_t now_ns,
                                             const IsAlive& is_alive) const {
  const auto at = entries.find(key);
  if (at == entries.end() || at->second.expires_ns <= now_ns) return std::nullopt;
  const std::string& holder = at->second.holder;
  if (!holder.empty() && !is_alive(holder)) return std::nullopt;
  return at->second.value;
}

void NatsDocument::Make(const state::Change& change, const std::string& holder) {
  switch (change.kind) {
    case state::Change::Kind::kPut:
      entries[change.key] = {.value = change.value,
                             .expires_ns = change.expires_ns,
                             .holder = change.leased ? holder : std::string()};
      return;
    case state::Change::Kind::kErase: entries.erase(change.key); return;
    case state::Change::Kind::kErasePrefix:
      std::erase_if(entries, [&](const auto& entry) { return entry.first.starts_with(change.key); });
      return;
    case state::Change::Kind::kExpirePrefix:
      for (auto at = entries.lower_bound(change.key);
           at != entries.end() && at->first.starts_with(change.key); ++at)
        at->second.expires_ns = change.expires_ns;
      return;
  }
}

void NatsDocument::Sign(const Writing& writing) {
  std::erase_if(writings, [&](const Writing& other) { return other.process == writing.process; });
  writings.push_back(writing);
  if (writings.size() > kMostWritings) writings.erase(writings.begin());
}

bool NatsDocument::Follows(const Writing& writing) const {
  return std::ranges::any_of(writings, [&](const Writing& other) {
    return other.process == writing.process && other.number >= writing.number;
  });
}

void NatsDocument::Sweep(std::int64_t now_ns) {
  std::erase_if(entries, [&](const auto& entry) { return entry.second.expires_ns <= now_ns; });
}

void NatsDocument::Arrive(std::string_view message_id) {
  if (message_id.empty()) return;
  const auto is_it = [&](const Post& post) { return post.message_id == message_id; };
  std::erase_if(batches,
                [&](Batch& batch) { return std::erase_if(batch.posts, is_it) > 0 && batch.posts.empty(); });
}

void NatsDocument::Confirm(const std::vector<std::string>& marks) {
  std::erase_if(batches,
                [&](const Batch& batch) { return std::ranges::find(marks, batch.mark) != marks.end(); });
}

bool NatsDocument::is_memory() const {
  return std::ranges::all_of(entries, [](const auto& entry) {
    return entry.second.expires_ns != state::kNeverExpires || !entry.second.holder.empty();
  });
}

std::string NatsDocument::Encode() const {
  // As former versions read it, wherever that says all.
  const char version = std::ranges::any_of(batches, HasReply) ? kVersion : kWithoutReply;
  std::string bytes(1, version);
  Append(bytes, writings.size());
  for (const Writing& writing : writings) {
    Append(bytes, writing.process);
    Append(bytes, writing.number);
  }
  // As long as it was before it came: what fits into one bucket fits into the other.
  Append(bytes, fmt::format("{:016x}", came_as));
  Append(bytes, std::uint64_t{just_came});
  Append(bytes, entries.size());
  for (const auto& [key, kept] : entries) {
    Append(bytes, key);
    Append(bytes, kept.value);
    Append(bytes, static_cast<std::uint64_t>(kept.expires_ns));
    Append(bytes, kept.holder);
  }
  Append(bytes, batches.size());
  for (const Batch& batch : batches) {
    Append(bytes, batch.input);
    Append(bytes, batch.mark);
    Append(bytes, batch.posts.size());
    for (const Post& post : batch.posts) AppendPost(bytes, *this, post, version);
  }
  return bytes;
}

std::optional<NatsDocument> NatsDocument::Decode(std::string_view bytes) {
  const char version = bytes.empty() ? '\0' : bytes.front();
  if (version < kWithoutCame || version > kVersion) return std::nullopt;
  Reader reader(bytes.substr(1));
  NatsDocument document;
  const std::uint64_t writings = reader.Number();
  for (std::uint64_t i = 0; i < writings && reader.Has(1); ++i) {
    std::string process = reader.Text();
    document.writings.push_back({std::move(process), reader.Number()});
  }
  if (version != kWithoutCame) {
    document.came_as = ReadHex(reader.Text());
    document.just_came = reader.Number() == 1;
  }
  const std::uint64_t entries = reader.Number();
  for (std::uint64_t i = 0; i < entries && reader.Has(1); ++i) {
    const std::string key = reader.Text();
    Kept& kept = document.entries[key];
    kept.value = reader.Text();
    kept.expires_ns = reader.Signed();
    kept.holder = reader.Text();
  }
  const std::uint64_t batches = reader.Number();
  for (std::uint64_t i = 0; i < batches && reader.Has(1); ++i)
    document.batches.push_back(ReadBatch(reader, document, version));
  if (!reader.whole()) return std::nullopt;
  return document;
}

}  // namespace mesh::transport
