#include "mesh/value/json_tree.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>
#include <nlohmann/json.hpp>

#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_problem.h"

namespace mesh {
namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t kNodesPerChunk = 128;
/// Of a text that is scanned.
constexpr std::size_t kLeastRoom = 4096;
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
  /// Finds where tokens begin, and what is no UTF-8.
  std::unique_ptr<simdjson::internal::dom_parser_implementation> scanner;
  std::string padded;     ///< The text, with room behind it that simdjson may read.
  std::string unescaped;  ///< What strings with escapes say.
  /// Nodes stay where they are: a chunk never grows beyond what it was made for.
  std::vector<std::vector<JsonNode>> chunks;
  std::size_t used_chunks = 0;
  std::vector<JsonNode> pending;  ///< Of objects and arrays that have not ended: the first `used` of them.
  std::size_t used = 0;
  std::vector<Member> members;     ///< Of the object that ends.
  std::deque<std::string> digits;  ///< Of numbers that stand in no text.
  nlohmann::json tree;             ///< What nodes look at that another reader has read.

  /// Where the tokens of the text begin; none: it is no JSON.
  std::span<const std::uint32_t> FindTokens(std::string_view text) {
    padded.assign(text);
    padded.append(simdjson::SIMDJSON_PADDING, '\0');
    if (unescaped.size() < padded.size()) unescaped.resize(padded.size());
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(padded.data());
    if (!MayScan(text.size()) || scanner->stage1(bytes, text.size(), simdjson::stage1_mode::regular))
      return {};
    return {scanner->structural_indexes.get(), scanner->n_structural_indexes};
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
  bool MayScan(std::size_t size) {
    if (scanner != nullptr && scanner->capacity() > size) return true;
    const std::size_t room = std::max(2 * size, kLeastRoom);
    const bool refused =
        scanner != nullptr ? scanner->set_capacity(room) != simdjson::SUCCESS
                           : simdjson::get_active_implementation()->create_dom_parser_implementation(
                                 room, static_cast<std::size_t>(kMaxJsonDepth), scanner) != simdjson::SUCCESS;
    return !refused;
  }

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

/// Fills a storage. Whatever simdjson does not take, or what this tree does not hold, makes it give up:
/// tokens are found by simdjson's first pass, which is most of the work, and taken here, because its second
/// one keeps no digits, and its other interface costs as much again for each member.
class JsonTree::Builder {
 public:
  explicit Builder(Storage& storage) : storage_(storage) {}

  bool Read(std::string_view text) {
    tokens_ = storage_.FindTokens(text);
    text_ = std::string_view(storage_.padded).substr(0, text.size());
    // One look at all of it instead of one at each of its many short texts.
    has_escapes_ = text_.find('\\') != std::string_view::npos;
    unescaped_ = reinterpret_cast<std::uint8_t*>(storage_.unescaped.data());
    // A text that is no more than a number or a string is read the other way.
    const bool nests = Next('{', 0) || Next('[', 0);
    return nests && Take(1, storage_.root) && next_ == tokens_.size();
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

  /// True if the next token begins so; then `step` tokens are passed.
  bool Next(char begin, std::size_t step = 1) {
    if (next_ == tokens_.size() || text_[tokens_[next_]] != begin) return false;
    next_ += step;
    return true;
  }

  /// The next token, without the space behind it; empty: there is none.
  std::string_view Token() {
    if (next_ == tokens_.size()) return {};
    const std::size_t begin = tokens_[next_++];
    std::size_t end = next_ < tokens_.size() ? tokens_[next_] : text_.size();
    while (end > begin && IsSpace(text_[end - 1])) --end;
    return text_.substr(begin, end - begin);
  }
  static bool IsSpace(char character) {
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
  }

  bool Take(int depth, JsonNode& node) {
    if (depth > kMaxJsonDepth) return false;
    if (Next('{')) return TakeObject(depth, node);
    if (Next('[')) return TakeArray(depth, node);
    if (Next('"', 0)) {
      node.kind = Kind::kString;
      return TakeText(node.text);
    }
    const std::string_view token = Token();
    if (token == "true" || token == "false") {
      node.kind = Kind::kBool;
      node.boolean = token == "true";
      return true;
    }
    if (token == "null") return true;
    node.kind = Kind::kNumber;
    node.text = token;
    return IsNumber(token);
  }

  /// What stands there without an escape is looked at where it stands. That it is UTF-8, and holds no control
  /// characters, the first pass has shown.
  bool TakeText(std::string_view& text) {
    const std::string_view token = Token();
    if (token.size() < 2 || token.back() != '"') return false;
    text = token.substr(1, token.size() - 2);
    return !has_escapes_ || text.find('\\') == std::string_view::npos || Unescape(text);
  }

  bool Unescape(std::string_view& text) {
    const auto* const from = reinterpret_cast<const std::uint8_t*>(text.data());
    std::uint8_t* const end = storage_.scanner->parse_string(from, unescaped_);
    if (end == nullptr) return false;
    text = {reinterpret_cast<const char*>(unescaped_), static_cast<std::size_t>(end - unescaped_)};
    unescaped_ = end;
    return true;
  }

  void Push(const JsonNode& node) {
    if (storage_.used == pending_.size()) pending_.resize(2 * pending_.size() + kNodesPerChunk);
    pending_[storage_.used++] = node;
  }

  bool TakeObject(int depth, JsonNode& node) {
    const std::size_t first = storage_.used;
    for (bool more = !Next('}'); more;) {
      JsonNode child;
      if (!Next('"', 0) || !TakeText(child.name) || !Next(':') || !Take(depth + 1, child)) return false;
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
  std::string_view text_;
  bool has_escapes_ = false;  ///< Something in the text.
  std::span<const std::uint32_t> tokens_;
  std::size_t next_ = 0;               ///< Of the tokens.
  std::uint8_t* unescaped_ = nullptr;  ///< Where the next string with escapes goes.
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
