// Reads the members of a JSON object, and keeps the first thing that was wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/value/json.h"

namespace mesh {

struct JsonNode;

/// Members that are missing or null leave the target as it is, unless the method says otherwise.
/// Every method is without effect once something was wrong.
class ObjectReader {
 public:
  /// Both outlive the reader; `error` is empty.
  ObjectReader(const JsonNode& object, SchemaError& error);

  bool ok() const { return error_.message.empty(); }
  /// The member, or null if it is missing or JSON null.
  const JsonNode* Find(std::string_view name) const;

  /// True if the member is there, if only as JSON null.
  bool Names(std::string_view name) const;

  void Text(std::string_view name, std::string& target);
  /// As Text, but it must be there.
  void NeedText(std::string_view name, std::string& target);
  void Number(std::string_view name, std::uint32_t& target);
  void Flag(std::string_view name, bool& target);
  /// Nanoseconds since 1970: moments of hosts, whose clocks count so.
  void Time(std::string_view name, std::int64_t& target_ns);
  void Time(std::string_view name, std::optional<std::int64_t>& target_ns);
  /// An index below `size`.
  void Index(std::string_view name, contract::Index size, contract::Index& target);
  /// The member if it is an array, else null.
  const JsonNode* Array(std::string_view name);
  /// `message` is wrong about the member.
  void Fail(std::string_view name, std::string message);

 private:
  const JsonNode& object_;
  SchemaError& error_;
};

}  // namespace mesh
