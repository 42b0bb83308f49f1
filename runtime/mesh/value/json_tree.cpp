#include "mesh/value/json_tree.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <simdjson.h>
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_problem.h"

namespace mesh {
namespace {

namespace ondemand = simdjson::ondemand;
using Kind = JsonNode::Kind;

constexpr std::size_t kNodesPerChunk = 128;
/// What is kept for the next text of a thread, if it is no larger.
constexpr std::size_t kMostSpareBytes = 64UL * 1024;

/// A member of an object that is sorted. Most names differ within their first bytes, which compare at once.
struct Member {
  std::uint64_t prefix = 0;  ///< The first eight bytes of the name, zeros behind it, as one number.
  std::size_t index = 0;     ///< Among those that are pending.
};

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
  JsonNode root;
  ondemand::parser parser;  ///< Owns what strings say.
  std::string padded;       ///< The text, with room behind it that simdjson may read.
  /// Nodes stay where they are: a chunk never grows beyond what it was made for.
  std::vector<std::vector<JsonNode>> chunks;
  std::size_t used_chunks = 0;
  std::vector<JsonNode> pending;  ///< Of objects and arrays that have not ended: the first `used` of them.
  std::size_t used = 0;
  std::vector<Member> members;     ///< Of the object that ends.
  std::deque<std::string> digits;  ///< Of numbers that stand in no text.
  nlohmann::json tree;             ///< What nodes look at that another reader has read.

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
    return padded.capacity() <= kMostSpareBytes &&
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

/// Fills a storage. Whatever simdjson does not take, or what this tree does not hold, makes it give up.
class JsonTree::Builder {
 public:
  explicit Builder(Storage& storage) : storage_(storage) {}

  bool Read(std::string_view text) {
    storage_.padded.assign(text);
    storage_.padded.append(simdjson::SIMDJSON_PADDING, '\0');
    ondemand::document document;
    if (storage_.parser.iterate(storage_.padded.data(), text.size(), storage_.padded.size()).get(document))
      return false;
    ondemand::value value;
    // A text that is no more than a number or a string is read the other way.
    if (document.get_value().get(value) || !Take(value, 1, storage_.root)) return false;
    const char* rest = nullptr;
    return document.current_location().get(rest) == simdjson::OUT_OF_BOUNDS;
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

  bool Take(ondemand::value& value, int depth, JsonNode& node) {
    ondemand::json_type type = {};
    if (depth > kMaxJsonDepth || value.type().get(type)) return false;
    switch (type) {
      case ondemand::json_type::object: return TakeObject(value, depth, node);
      case ondemand::json_type::array: return TakeArray(value, depth, node);
      case ondemand::json_type::string: node.kind = Kind::kString; return TakeText(value, node.text);
      case ondemand::json_type::number: return TakeNumber(value, node);
      case ondemand::json_type::boolean:
        node.kind = Kind::kBool;
        return value.get_bool().get(node.boolean) == simdjson::SUCCESS;
      case ondemand::json_type::null: return IsNull(value);
    }
    return false;
  }

  static bool IsNull(ondemand::value& value) {
    bool null = false;
    return value.is_null().get(null) == simdjson::SUCCESS && null;
  }

  /// What stands there without an escape is looked at where it stands. That it is UTF-8, and holds no control
  /// characters, the first pass over the whole text has shown.
  static bool TakeText(ondemand::value& value, std::string_view& text) {
    const std::string_view token = value.raw_json_token();
    const std::size_t last = token.find_last_not_of(" \t\r\n");
    const bool closed = last != std::string_view::npos && last > 0 && token[last] == '"';
    if (!closed || token.find('\\') != std::string_view::npos)
      return value.get_string().get(text) == simdjson::SUCCESS;
    text = token.substr(1, last - 1);
    return value.get_raw_json_string().error() == simdjson::SUCCESS;
  }

  static bool TakeName(ondemand::field& field, std::string_view& name) {
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"' && *end != '\\') ++end;
    name = {begin, static_cast<std::size_t>(end - begin)};
    return *end == '"' || field.unescaped_key().get(name) == simdjson::SUCCESS;
  }

  static bool TakeNumber(ondemand::value& value, JsonNode& node) {
    std::string_view token = value.raw_json_token();
    token = token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
    node.kind = Kind::kNumber;
    node.text = token;
    std::int64_t whole = 0;
    // Most are short and whole, which is seen at once.
    if (token.size() < 16 && value.get_int64().get(whole) == simdjson::SUCCESS) return true;
    double nearest = 0;
    return value.get_double().get(nearest) == simdjson::SUCCESS;
  }

  void Push(const JsonNode& node) {
    if (storage_.used == pending_.size()) pending_.resize(2 * pending_.size() + kNodesPerChunk);
    pending_[storage_.used++] = node;
  }

  bool TakeObject(ondemand::value& value, int depth, JsonNode& node) {
    ondemand::object object;
    if (value.get_object().get(object)) return false;
    const std::size_t first = storage_.used;
    for (auto each : object) {
      JsonNode child;
      ondemand::field field;
      if (std::move(each).get(field) || !TakeName(field, child.name) ||
          !Take(field.value(), depth + 1, child))
        return false;
      Push(child);
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
    const auto by_name = [this](const Member& a, const Member& b) {
      return a.prefix != b.prefix ? a.prefix < b.prefix : pending_[a.index].name < pending_[b.index].name;
    };
    std::sort(members_.begin(), members_.end(), by_name);
    const auto same = [this](const Member& a, const Member& b) {
      return a.prefix == b.prefix && pending_[a.index].name == pending_[b.index].name;
    };
    return std::adjacent_find(members_.begin(), members_.end(), same) == members_.end();
  }

  bool TakeArray(ondemand::value& value, int depth, JsonNode& node) {
    ondemand::array array;
    if (value.get_array().get(array)) return false;
    const std::size_t first = storage_.used;
    for (auto element : array) {
      JsonNode child;
      ondemand::value inner;
      if (element.get(inner) || !Take(inner, depth + 1, child)) return false;
      Push(child);
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
  std::vector<JsonNode>& pending_ = storage_.pending;
  std::vector<Member>& members_ = storage_.members;
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
  return "";
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
