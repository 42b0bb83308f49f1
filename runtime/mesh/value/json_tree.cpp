#include "mesh/value/json_tree.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>
#include <nlohmann/json.hpp>

#include "mesh/contract/enumerator.h"
#include "mesh/value/byte_block.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_problem.h"
#include "mesh/value/json_string.h"

namespace mesh {
namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t kNodesPerChunk = 128;
/// What is kept for the next text of a thread, if it is no larger.
constexpr std::size_t kMostSpareBytes = 64UL * 1024;

std::uint64_t PrefixOf(std::string_view name) {
  std::uint64_t prefix = 0;
  const std::size_t size = std::min(name.size(), sizeof prefix);
  for (std::size_t i = 0; i < size; ++i) prefix = prefix << 8U | static_cast<unsigned char>(name[i]);
  return size == 0 ? 0 : prefix << 8 * (sizeof prefix - size);
}

/// Names are told apart by length and first letter before anything is called.
bool SameName(std::string_view a, std::string_view b) {
  return a.size() == b.size() && (a.empty() || (a.front() == b.front() && a == b));
}

}  // namespace

struct JsonTree::Storage {
  /// A member of an object that is sorted. Most names differ within their first bytes, which compare at once.
  struct Member {
    std::uint64_t prefix = 0;  ///< The first eight bytes of the name, zeros behind it, as one number.
    std::size_t index = 0;     ///< Among those that are pending.
  };

  JsonNode root;
  std::string padded;     ///< The text, with `kJsonPadding` zeros behind it.
  std::string unescaped;  ///< The strings with escapes, as they read without them.
  /// Nodes stay where they are: a chunk never grows beyond what it was made for.
  std::vector<std::vector<JsonNode>> chunks;
  std::size_t used_chunks = 0;
  std::vector<JsonNode> pending;  ///< Of objects and arrays that have not ended: the first `used` of them.
  std::size_t used = 0;
  std::vector<Member> members;     ///< Of the object that ends.
  std::deque<std::string> digits;  ///< Of numbers that stand in no text.
  nlohmann::json tree;             ///< What nodes look at that another reader has read.

  void CopyText(std::string_view text) {
    padded.assign(text);
    padded.append(kJsonPadding, '\0');
    if (unescaped.size() < padded.size()) unescaped.resize(padded.size());
  }

  std::span<const JsonNode> Keep(std::span<const JsonNode> nodes) {
    if (nodes.empty()) return {};
    std::vector<JsonNode>& chunk = ChunkFor(nodes.size());
    const std::size_t first = chunk.size();
    chunk.insert(chunk.end(), nodes.begin(), nodes.end());
    return std::span(chunk).subspan(first);
  }

  /// Those that `order` lists.
  std::span<const JsonNode> Keep(std::span<const JsonNode> nodes, std::span<const Member> order) {
    if (order.empty()) return {};
    std::vector<JsonNode>& chunk = ChunkFor(order.size());
    const std::size_t first = chunk.size();
    for (const Member& member : order) chunk.push_back(nodes[member.index]);
    return std::span(chunk).subspan(first);
  }

  void Clear() {
    for (std::size_t i = 0; i < used_chunks; ++i) chunks[i].clear();
    used_chunks = 0;
    used = 0;
    digits.clear();
    tree = nullptr;
    root = {};
  }

  bool is_small() const {
    return padded.capacity() + unescaped.capacity() <= kMostSpareBytes &&
           (chunks.size() * kNodesPerChunk + pending.capacity()) * sizeof(JsonNode) <= kMostSpareBytes;
  }

 private:
  std::vector<JsonNode>& ChunkFor(std::size_t count) {
    if (used_chunks > 0) {
      std::vector<JsonNode>& last = chunks[used_chunks - 1];
      if (last.capacity() - last.size() >= count) return last;
    }
    if (used_chunks == chunks.size()) chunks.emplace_back();
    std::vector<JsonNode>& next = chunks[used_chunks++];
    next.reserve(std::max(count, kNodesPerChunk));
    return next;
  }
};

namespace {

/// Whether a token is a number of JSON that a float can hold, or comes near to.
bool IsNumber(std::string_view token) {
  constexpr std::size_t kSafeDigits = 300;
  const char* at = token.data();
  const char* const end = at + token.size();
  const auto digits = [&at, end] {
    const char* const first = at;
    while (at < end && *at >= '0' && *at <= '9') ++at;
    return at > first;
  };
  if (at < end && *at == '-') ++at;
  const char* const whole = at;
  if (!digits() || (*whole == '0' && at - whole > 1)) return false;
  if (at < end && *at == '.' && (++at, !digits())) return false;
  if (at == end) return token.size() < kSafeDigits;
  if (*at != 'e' && *at != 'E') return false;
  ++at;
  if (at < end && (*at == '-' || *at == '+')) ++at;
  if (!digits() || at != end) return false;
  double nearest = 0;
  return std::from_chars(token.data(), end, nearest).ec == std::errc{};
}

}  // namespace

/// Fills a storage in one pass over the text. Gives up at the first mistake: the other reader describes it.
class JsonTree::Builder {
 public:
  explicit Builder(Storage& storage) : storage_(storage) {}

  bool Read(std::string_view text) {
    storage_.CopyText(text);
    at_ = storage_.padded.data();
    if (!simdjson::validate_utf8(at_, text.size())) return false;
    unescaped_ = storage_.unescaped.data();
    if (!Take(1, storage_.root)) return false;
    SkipSpace();
    return at_ == storage_.padded.data() + text.size();
  }

  void Read(const nlohmann::json& json, JsonNode& node) {
    if (const auto exact = ExactDigits(json)) {
      node = Digits(std::string(*exact));
    } else if (json.is_object() || json.is_array()) {
      const std::size_t first = storage_.used;
      for (auto child = json.begin(); child != json.end(); ++child) {
        JsonNode read;
        Read(*child, read);
        if (json.is_object()) read.name = child.key();
        Push(read);
      }
      Close(json.is_object() ? Kind::kObject : Kind::kArray, first, node);
    } else if (json.is_string()) {
      node = {.kind = Kind::kString, .text = json.get_ref<const std::string&>()};
    } else if (json.is_boolean()) {
      node = {.kind = Kind::kBool, .boolean = json.get<bool>()};
    } else if (json.is_number()) {
      node = Digits(json.is_number_float() ? PrintFloat(json.get<double>()) : json.dump());
    }
  }

 private:
  JsonNode Digits(std::string digits) {
    return {.kind = Kind::kNumber, .text = storage_.digits.emplace_back(std::move(digits))};
  }

  void SkipSpace() {
    while (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t') ++at_;
  }

  /// Returns true if `character` comes next, behind space, and passes it.
  bool Next(char character) {
    if (*at_ != character) {
      SkipSpace();
      if (*at_ != character) return false;
    }
    ++at_;
    return true;
  }

  bool Take(int depth, JsonNode& node) {
    if (depth > kMaxJsonDepth) return false;
    SkipSpace();
    switch (*at_) {
      case '{': ++at_; return TakeObject(depth, node);
      case '[': ++at_; return TakeArray(depth, node);
      case '"':
        ++at_;
        node.kind = Kind::kString;
        return TakeText(node.text);
      case 't':
      case 'f':
        node.kind = Kind::kBool;
        node.boolean = *at_ == 't';
        return node.boolean ? TakeWord("true") : TakeWord("false");
      case 'n': return TakeWord("null");
      default:
        node.kind = Kind::kNumber;
        node.text = TakeNumber();
        return IsNumber(node.text);
    }
  }

  bool TakeWord(std::string_view word) {
    if (std::memcmp(at_, word.data(), word.size()) != 0) return false;
    at_ += word.size();
    return true;
  }

  /// The characters that numbers are made of.
  std::string_view TakeNumber() {
    const char* const begin = at_;
    const auto is_digit = [](char character) { return character >= '0' && character <= '9'; };
    while (is_digit(*at_) || *at_ == '.' || *at_ == 'e' || *at_ == 'E' || *at_ == '-' || *at_ == '+') ++at_;
    return {begin, at_};
  }

  /// The rest of a string, from behind its quote. A string without escapes is read where it stands.
  bool TakeText(std::string_view& text) {
    const char* const begin = at_;
    at_ = FindPlainEnd(begin);
    if (*at_ == '"') {
      text = {begin, at_++};
      return true;
    }
    char* const first = unescaped_;
    at_ = UnescapeString(begin, unescaped_);
    text = {first, unescaped_};
    return at_ != nullptr;
  }

  void Push(const JsonNode& node) {
    if (storage_.used == pending_.size()) pending_.resize(2 * pending_.size() + kNodesPerChunk);
    pending_[storage_.used++] = node;
  }

  bool TakeObject(int depth, JsonNode& node) {
    const std::size_t first = storage_.used;
    for (bool more = !Next('}'); more;) {
      JsonNode child;
      if (!Next('"') || !TakeText(child.name) || !Next(':') || !Take(depth + 1, child)) return false;
      Push(child);
      more = Next(',');
      if (!more && !Next('}')) return false;
    }
    if (!Sort(first)) return false;
    node.kind = Kind::kObject;
    node.children = storage_.Keep(pending_, members_);
    storage_.used = first;
    return true;
  }

  /// Lists the members that are pending from `first` on by name; false if two have the same one.
  bool Sort(std::size_t first) {
    members_.clear();
    for (std::size_t i = first; i < storage_.used; ++i) members_.push_back({PrefixOf(pending_[i].name), i});
    const auto by_name = [this](const Storage::Member& a, const Storage::Member& b) {
      return a.prefix != b.prefix ? a.prefix < b.prefix : pending_[a.index].name < pending_[b.index].name;
    };
    std::sort(members_.begin(), members_.end(), by_name);
    const auto same = [this](const Storage::Member& a, const Storage::Member& b) {
      return a.prefix == b.prefix && pending_[a.index].name == pending_[b.index].name;
    };
    return std::adjacent_find(members_.begin(), members_.end(), same) == members_.end();
  }

  bool TakeArray(int depth, JsonNode& node) {
    const std::size_t first = storage_.used;
    for (bool more = !Next(']'); more;) {
      JsonNode child;
      if (!Take(depth + 1, child)) return false;
      Push(child);
      more = Next(',');
      if (!more && !Next(']')) return false;
    }
    Close(Kind::kArray, first, node);
    return true;
  }

  /// What is pending from `first` on are the children of `node`.
  void Close(Kind kind, std::size_t first, JsonNode& node) {
    node.kind = kind;
    node.children = storage_.Keep(std::span(pending_).subspan(first, storage_.used - first));
    storage_.used = first;
  }

  Storage& storage_;
  const char* at_ = nullptr;   ///< In the padded text; the zeros behind it end every token.
  char* unescaped_ = nullptr;  ///< The place of the next string with escapes.
  std::vector<JsonNode>& pending_ = storage_.pending;
  std::vector<Storage::Member>& members_ = storage_.members;
};

const JsonNode* JsonNode::Find(std::string_view member) const {
  constexpr std::size_t kFew = 16;
  if (kind != Kind::kObject) return nullptr;
  if (children.size() <= kFew) {
    for (const JsonNode& child : children) {
      if (SameName(child.name, member)) return &child;
    }
    return nullptr;
  }
  const auto found = std::ranges::lower_bound(children, member, std::less<>(), &JsonNode::name);
  return found != children.end() && found->name == member ? &*found : nullptr;
}

std::string_view KindOfNode(const JsonNode& node) {
  switch (node.kind) {
    case Kind::kNull: return "null";
    case Kind::kBool: return "boolean";
    case Kind::kNumber: return "number";
    case Kind::kString: return "string";
    case Kind::kArray: return "array";
    case Kind::kObject: return "object";
  }
  contract::NoSuchEnumerator();
}

namespace {

/// The storage that the last tree of this thread has left behind: making one costs more than reading a
/// small text.
template <typename Storage>
std::unique_ptr<Storage>& Spare() {
  thread_local std::unique_ptr<Storage> spare;
  return spare;
}

}  // namespace

JsonTree::JsonTree(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}
JsonTree::JsonTree(JsonTree&&) noexcept = default;
JsonTree& JsonTree::operator=(JsonTree&&) noexcept = default;

JsonTree::~JsonTree() {
  if (storage_ == nullptr || !storage_->is_small()) return;
  storage_->Clear();
  Spare<Storage>() = std::move(storage_);
}

const JsonNode& JsonTree::root() const { return storage_->root; }

std::variant<JsonTree, SchemaError> JsonTree::Read(std::string_view text) {
  auto storage = std::move(Spare<Storage>());
  if (storage == nullptr) storage = std::make_unique<Storage>();
  if (Builder(*storage).Read(text)) return JsonTree(std::move(storage));
  auto parsed = ParseJson(text);
  if (auto* error = std::get_if<SchemaError>(&parsed)) return std::move(*error);
  storage = std::make_unique<Storage>();
  storage->tree = std::get<nlohmann::json>(std::move(parsed));
  Builder(*storage).Read(storage->tree, storage->root);
  return JsonTree(std::move(storage));
}

JsonTree JsonTree::Of(const nlohmann::json& json) {
  auto storage = std::make_unique<Storage>();
  Builder(*storage).Read(json, storage->root);
  return JsonTree(std::move(storage));
}

}  // namespace mesh
