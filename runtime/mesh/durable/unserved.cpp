#include "mesh/durable/unserved.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/route/builtin_errors.h"
#include "mesh/transport/clock.h"
#include "mesh/value/json.h"
#include "mesh/value/json_tree.h"

namespace mesh::durable {

namespace {

using nlohmann::json;

using transport::kSecondNs;

/// An empty object where it is none.
json ParseBody(std::string_view body) {
  auto parsed = ParseJson(body);
  auto* const object = std::get_if<json>(&parsed);
  return object != nullptr && object->is_object() ? std::move(*object) : json::object();
}

}  // namespace

std::optional<std::int64_t> NextTry(const transport::Letter& letter, std::int64_t now_ns) {
  constexpr std::int64_t kLongest = 3600 * kSecondNs;
  if (letter.first_unserved_ns == 0) return now_ns + kSecondNs;
  const std::int64_t tried_ns = now_ns - letter.first_unserved_ns;
  if (tried_ns > kLongest) return std::nullopt;
  // As long again as it has been tried: so each wait is about twice the one before.
  return now_ns + std::clamp(tried_ns, kSecondNs, 60 * kSecondNs);
}

std::string EndUnroutable(std::string_view body, std::string_view claim, std::string_view why,
                          std::int64_t now_ns) {
  json envelope = ParseBody(body);
  json& route = envelope["route"];
  json& status = envelope["status"];
  status["phase"] = "failed";
  status["actor"] = nullptr;
  status["updated_at"] = PrintTimestamp(Timestamp::FromNanoseconds(now_ns));
  status["error"] = {{"name", route::BuiltinName(contract::BuiltinError::kUnroutable)},
                     {"message", why},
                     {"actor", route.value("curr", json())}};
  if (!claim.empty()) route["claim"] = claim;
  route["curr"] = nullptr;
  route["at"] = nullptr;
  return WriteJson(envelope);
}

std::optional<EndHead> ReadEnd(std::string_view body) {
  const auto read = JsonTree::Read(body);
  const auto* const tree = std::get_if<JsonTree>(&read);
  if (tree == nullptr) return std::nullopt;
  const JsonNode& envelope = tree->root();
  const auto text_of = [](const JsonNode* object, std::string_view member) {
    const JsonNode* const found = object == nullptr ? nullptr : object->Find(member);
    return found != nullptr && found->is(JsonNode::Kind::kString) ? std::optional(std::string(found->text))
                                                                  : std::nullopt;
  };
  const auto id = text_of(&envelope, "id");
  if (!id) return std::nullopt;
  const JsonNode* const status = envelope.Find("status");
  return EndHead{.id = *id,
                 .claim = text_of(envelope.Find("route"), "claim").value_or(""),
                 .failed = text_of(status == nullptr ? &envelope : status, "phase") != "succeeded"};
}

std::string WithBefore(std::string body, const std::optional<std::string>& before) {
  if (!before || !body.ends_with('}')) return body;
  body.pop_back();
  return fmt::format(R"({},"before":{}}})", body, *before);
}

std::string WriteUnreadable(const transport::Letter& letter, std::string_view why, std::size_t most) {
  // Bytes that are no text become replacement characters.
  json kept{{"id", letter.id}, {"why", why}, {"body", std::string_view(letter.body).substr(0, most)}};
  if (letter.body.size() > most) kept["bytes"] = letter.body.size();
  return WriteJson(kept);
}

}  // namespace mesh::durable
