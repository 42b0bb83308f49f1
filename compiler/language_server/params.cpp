#include "compiler/language_server/params.h"

#include <fmt/format.h>

#include <limits>

#include "compiler/language_server/errors.h"

namespace meshc::language_server {

using Json = nlohmann::json;

const Json& Member(const Json& object, const char* name) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  if (found == object.end())
    throw RequestError(ErrorCode::kInvalidParams, fmt::format("the params lack `{}`", name));
  return *found;
}

const std::string& TextMember(const Json& object, const char* name) {
  const Json& member = Member(object, name);
  if (!member.is_string())
    throw RequestError(ErrorCode::kInvalidParams, fmt::format("`{}` is no text", name));
  return member.get_ref<const std::string&>();
}

const Json& ListMember(const Json& object, const char* name) {
  const Json& member = Member(object, name);
  if (!member.is_array()) throw RequestError(ErrorCode::kInvalidParams, fmt::format("`{}` is no list", name));
  return member;
}

std::int64_t IntegerOr(const Json& object, const char* name, std::int64_t otherwise) {
  const auto found = object.is_object() ? object.find(name) : object.end();
  // The library would make an integer of any number, if it fits or not.
  if (found == object.end() || !found->is_number_integer()) return otherwise;
  const bool fits = !found->is_number_unsigned() ||
                    found->get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return fits ? found->get<std::int64_t>() : otherwise;
}

}  // namespace meshc::language_server
