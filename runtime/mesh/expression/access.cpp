#include "mesh/expression/access.h"

#include <fmt/format.h>

namespace mesh::expression {
namespace {

bool Missing(Value& value, Access access, std::string text, std::string& message) {
  value = Value();
  if (access == Access::kSoft) return true;
  message = std::move(text);
  return false;
}

/// Not in place at once: the child lives inside of `value`.
bool Replace(Value& value, const Value& child) {
  Value copy = child;
  value = std::move(copy);
  return true;
}

}  // namespace

bool EnterMember(Value& value, contract::Index member, Access access, std::string& message) {
  if (value.kind() != ValueKind::kRecord || member >= value.members().size()) {
    return Missing(value, access, "a member is read of what is not there", message);
  }
  const Value& child = value.members()[member];
  if (child.kind() == ValueKind::kAbsent)
    return Missing(value, access, "an optional member is absent", message);
  return Replace(value, child);
}

bool EnterTag(Value& value, contract::Index tag, Access access, std::string& message) {
  if (value.kind() != ValueKind::kUnion || value.tag() != tag) {
    return Missing(value, access, "a union holds another tag", message);
  }
  return Replace(value, value.tagged());
}

bool EnterJsonMember(Value& value, std::string_view name, Access access, std::string& message) {
  if (value.kind() != ValueKind::kMap) {
    return Missing(value, access, fmt::format("`{}` is read of json that is no object", name), message);
  }
  const auto found = value.map().find(name);
  if (found == value.map().end())
    return Missing(value, access, fmt::format("there is no key `{}`", name), message);
  return Replace(value, found->second);
}

bool EnterElement(Value& value, const Value& key, Access access, std::string& message) {
  if (key.kind() == ValueKind::kString) return EnterJsonMember(value, key.text(), access, message);
  if (key.kind() != ValueKind::kInt || value.kind() != ValueKind::kList) {
    return Missing(value, access, "an index does not fit what it is applied to", message);
  }
  const std::int64_t index = key.integer();
  const ValueList& list = value.list();
  if (index >= 0 && static_cast<std::uint64_t>(index) < list.size()) {
    return Replace(value, list[static_cast<std::size_t>(index)]);
  }
  return Missing(value, access, fmt::format("index {} is outside of a list of {}", index, list.size()),
                 message);
}

}  // namespace mesh::expression
