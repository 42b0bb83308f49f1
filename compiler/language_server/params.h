// What an editor has sent, member by member: what is missing or of another kind is told in words.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace meshc::language_server {

/// `object[name]`, as long as `object`. Throws RequestError (-32602) unless that is there.
const nlohmann::json& Member(const nlohmann::json& object, const char* name);

/// As Member, of one that is a text.
const std::string& TextMember(const nlohmann::json& object, const char* name);

/// As Member, of one that is a list.
const nlohmann::json& ListMember(const nlohmann::json& object, const char* name);

/// The member if it is there and a whole number, else `otherwise`.
std::int64_t IntegerOr(const nlohmann::json& object, const char* name, std::int64_t otherwise);

}  // namespace meshc::language_server
