#include "mesh/envelope/object_reader.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "mesh/value/constraints.h"

namespace mesh {

ObjectReader::ObjectReader(const nlohmann::json& object, SchemaError& error)
    : object_(object), error_(error) {
  if (!object.is_object() && ok()) error_.message = "an object is expected";
}

const nlohmann::json* ObjectReader::Find(const char* name) const {
  if (!ok()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

bool ObjectReader::Names(const char* name) const { return ok() && object_.contains(name); }

void ObjectReader::Fail(const char* name, std::string message) {
  if (!ok()) return;
  error_.message = std::move(message);
  PrefixPath(error_, name);
}

void ObjectReader::Text(const char* name, std::string& target) {
  const nlohmann::json* member = Find(name);
  if (member == nullptr) return;
  if (!member->is_string()) return Fail(name, "a string is expected");
  target = member->get<std::string>();
}

void ObjectReader::NeedText(const char* name, std::string& target) {
  if (Find(name) == nullptr) return Fail(name, "a string is missing");
  Text(name, target);
}

void ObjectReader::Number(const char* name, std::uint32_t& target) {
  const nlohmann::json* member = Find(name);
  if (member == nullptr) return;
  const bool fits = member->is_number_unsigned() &&
                    member->get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
  if (!fits) return Fail(name, "a whole number below 2^32 is expected");
  target = member->get<std::uint32_t>();
}

void ObjectReader::Flag(const char* name, bool& target) {
  const nlohmann::json* member = Find(name);
  if (member == nullptr) return;
  if (!member->is_boolean()) return Fail(name, "true or false is expected");
  target = member->get<bool>();
}

void ObjectReader::Time(const char* name, std::int64_t& target_ns) {
  std::optional<std::int64_t> time;
  Time(name, time);
  if (time) target_ns = *time;
}

void ObjectReader::Time(const char* name, std::optional<std::int64_t>& target_ns) {
  std::string text;
  Text(name, text);
  if (text.empty()) return;
  Timestamp time;
  if (!ParseTimestamp(text, time)) return Fail(name, "a time of RFC 3339 is expected");
  target_ns = NanosecondsSinceEpoch(time);
  if (!target_ns) Fail(name, "a time within the years 1678 to 2261 is expected");
}

void ObjectReader::Index(const char* name, contract::Index size, contract::Index& target) {
  contract::Index index = contract::kNone;
  Number(name, index);
  if (ok() && index != contract::kNone && index >= size) return Fail(name, "the table has no such entry");
  if (index != contract::kNone) target = index;
}

const nlohmann::json* ObjectReader::Array(const char* name) {
  const nlohmann::json* member = Find(name);
  if (member == nullptr || member->is_array()) return member;
  Fail(name, "an array is expected");
  return nullptr;
}

}  // namespace mesh
