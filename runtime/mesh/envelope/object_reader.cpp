#include "mesh/envelope/object_reader.h"

#include <limits>

#include "mesh/value/constraints.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_tree.h"

namespace mesh {

ObjectReader::ObjectReader(const JsonNode& object, SchemaError& error) : object_(object), error_(error) {
  if (!object.is(JsonNode::Kind::kObject) && ok()) error_.message = "an object is expected";
}

const JsonNode* ObjectReader::Find(std::string_view name) const {
  if (!ok()) return nullptr;
  const JsonNode* found = object_.Find(name);
  return found == nullptr || found->is(JsonNode::Kind::kNull) ? nullptr : found;
}

bool ObjectReader::Names(std::string_view name) const { return ok() && object_.Find(name) != nullptr; }

void ObjectReader::Fail(std::string_view name, std::string message) {
  if (!ok()) return;
  error_.message = std::move(message);
  PrefixPath(error_, name);
}

void ObjectReader::Text(std::string_view name, std::string& target) {
  const JsonNode* member = Find(name);
  if (member == nullptr) return;
  if (!member->is(JsonNode::Kind::kString)) return Fail(name, "a string is expected");
  target = member->text;
}

void ObjectReader::NeedText(std::string_view name, std::string& target) {
  if (Find(name) == nullptr) return Fail(name, "a string is missing");
  Text(name, target);
}

void ObjectReader::Number(std::string_view name, std::uint32_t& target) {
  const JsonNode* member = Find(name);
  if (member == nullptr) return;
  const auto number = CountOf(*member);
  const bool fits = number && *number <= std::numeric_limits<std::uint32_t>::max();
  if (!fits) return Fail(name, "a whole number below 2^32 is expected");
  target = static_cast<std::uint32_t>(*number);
}

void ObjectReader::Flag(std::string_view name, bool& target) {
  const JsonNode* member = Find(name);
  if (member == nullptr) return;
  if (!member->is(JsonNode::Kind::kBool)) return Fail(name, "true or false is expected");
  target = member->boolean;
}

void ObjectReader::Time(std::string_view name, std::int64_t& target_ns) {
  std::optional<std::int64_t> time;
  Time(name, time);
  if (time) target_ns = *time;
}

void ObjectReader::Time(std::string_view name, std::optional<std::int64_t>& target_ns) {
  const JsonNode* member = Find(name);
  if (member == nullptr) return;
  if (!member->is(JsonNode::Kind::kString)) return Fail(name, "a string is expected");
  if (member->text.empty()) return;
  Timestamp time;
  if (!ParseTimestamp(member->text, time)) return Fail(name, "a time of RFC 3339 is expected");
  target_ns = NanosecondsSinceEpoch(time);
  if (!target_ns) Fail(name, "a time within the years 1678 to 2261 is expected");
}

void ObjectReader::Index(std::string_view name, contract::Index size, contract::Index& target) {
  contract::Index index = contract::kNone;
  Number(name, index);
  if (ok() && index != contract::kNone && index >= size) return Fail(name, "the table has no such entry");
  if (index != contract::kNone) target = index;
}

const JsonNode* ObjectReader::Array(std::string_view name) {
  const JsonNode* member = Find(name);
  if (member == nullptr || member->is(JsonNode::Kind::kArray)) return member;
  Fail(name, "an array is expected");
  return nullptr;
}

}  // namespace mesh
