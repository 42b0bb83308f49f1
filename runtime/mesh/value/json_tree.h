// What a JSON text says, as a tree that can be walked by type.
//
// Read in one pass by simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019). Numbers
// keep their digits: no kind of number of C++ holds all that JSON may say.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <variant>

#include <nlohmann/json_fwd.hpp>

namespace mesh {

struct SchemaError;

struct JsonNode {
  enum class Kind : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  std::string_view name = {};               ///< Of a member of an object.
  std::string_view text = {};               ///< What a string says; the digits of a number.
  std::span<const JsonNode> children = {};  ///< Elements in order; members by name, each name once.

  bool is(Kind of) const { return kind == of; }
  /// The member of an object; null: it has none of this name.
  const JsonNode* Find(std::string_view member) const;
};

/// `string`: what a node is, for messages.
std::string_view KindOfNode(const JsonNode& node);

/// Owns what its nodes look at. Movable; immutable, so it may be read in any thread.
class JsonTree {
 public:
  /// The error's path is empty; its message is that of `FindJsonProblem`.
  static std::variant<JsonTree, SchemaError> Read(std::string_view text);
  /// Of a tree from ParseJson, or one that is not deeper than it allows; it outlives this one.
  static JsonTree Of(const nlohmann::json& json);

  JsonTree(JsonTree&&) noexcept;
  JsonTree& operator=(JsonTree&&) noexcept;
  ~JsonTree();

  const JsonNode& root() const;

 private:
  struct Storage;
  class Builder;
  explicit JsonTree(std::unique_ptr<Storage> storage);

  std::unique_ptr<Storage> storage_;
};

}  // namespace mesh
