// Trees of nlohmann::json as text: numbers keep their digits, everything else is as in its own dump.
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_writer.h"

namespace mesh {
namespace {

template <typename Json>
void WriteTree(JsonWriter& out, const Json& node);

template <typename Json>
void WriteChildren(JsonWriter& out, const Json& node) {
  for (auto child = node.begin(); child != node.end(); ++child) {
    if (node.is_object()) out.Name(child.key());
    WriteTree(out, *child);
  }
}

template <typename Json>
void WriteTree(JsonWriter& out, const Json& node) {
  using enum nlohmann::json::value_t;
  switch (node.type()) {
    case discarded:
    case null: return out.Null();
    case boolean: return out.Bool(node.template get<bool>());
    case number_integer: return out.Int(node.template get<std::int64_t>());
    case number_unsigned: return out.Count(node.template get<std::uint64_t>());
    case number_float: return out.Float(node.template get<double>());
    case string: return out.Text(node.template get_ref<const std::string&>());
    case binary: return out.Digits(*ExactDigits(node));
    case array:
      out.BeginArray();
      WriteChildren(out, node);
      return out.EndArray();
    case object:
      out.BeginObject();
      WriteChildren(out, node);
      return out.EndObject();
  }
}

template <typename Json>
std::string Write(const Json& json) {
  JsonWriter out;
  WriteTree(out, json);
  return out.Take();
}

}  // namespace

std::string WriteJson(const nlohmann::ordered_json& json) { return Write(json); }
std::string WriteJson(const nlohmann::json& json) { return Write(json); }

}  // namespace mesh
