// Reads the members of a JSON object, and keeps the first thing that was wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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
  const JsonNode* Find(const char* name) const;

  /// True if the member is there, if only as JSON null.
  bool Names(const char* name) const;

  void Text(const char* name, std::string& target);
  /// As Text, but it must be there.
  void NeedText(const char* name, std::string& target);
  void Number(const char* name, std::uint32_t& target);
  void Flag(const char* name, bool& target);
  /// Nanoseconds since 1970: moments of hosts, whose clocks count so.
  void Time(const char* name, std::int64_t& target_ns);
  void Time(const char* name, std::optional<std::int64_t>& target_ns);
  /// An index below `size`.
  void Index(const char* name, contract::Index size, contract::Index& target);
  /// The member if it is an array, else null.
  const JsonNode* Array(const char* name);
  /// `message` is wrong about the member.
  void Fail(const char* name, std::string message);

 private:
  const JsonNode& object_;
  SchemaError& error_;
};

}  // namespace mesh
