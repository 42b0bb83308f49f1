// Ways into a value: members, tags, elements, keys.
#pragma once

#include <string>
#include <string_view>

#include "mesh/contract/route_table.h"
#include "mesh/value/value.h"

namespace mesh::expression {

/// What becomes of a link that is not there.
enum class Access : bool {
  kHard,  ///< `expression_error`.
  kSoft,  ///< Absent; absent stays absent.
};

// Each replaces `value` by what it leads to. False: `message` says why it leads nowhere.

bool EnterMember(Value& value, contract::Index member, Access access, std::string& message);
bool EnterTag(Value& value, contract::Index tag, Access access, std::string& message);
bool EnterJsonMember(Value& value, std::string_view name, Access access, std::string& message);
/// An element of a list by int, of a map by string; json is either.
bool EnterElement(Value& value, const Value& key, Access access, std::string& message);

}  // namespace mesh::expression
