#include "mesh/actor/call_settings.h"

#include <array>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mesh::actor {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;
constexpr std::int64_t kMostMilliseconds =
    std::numeric_limits<std::int64_t>::max() / kNanosecondsPerMillisecond;

constexpr std::array<std::string_view, 3> kBackoffs = {{
#define MESH_BACKOFF(enumerator, name) name,
#include "mesh/contract/enumerations.def"
}};

/// Reads the members of one object; the first that is wrong ends it.
class MemberReader {
 public:
  explicit MemberReader(std::string where) : where_(std::move(where)) {}

  const std::string& wrong() const { return wrong_; }

  template <typename Number>
  void Whole(const Json& value, std::string_view key, std::int64_t least, std::int64_t most, Number& number) {
    // A number above what 64 bits hold with a sign is an unsigned one.
    const bool whole =
        value.is_number_integer() &&
        (!value.is_number_unsigned() ||
         value.get<std::uint64_t>() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()});
    const std::int64_t read = whole ? value.get<std::int64_t>() : 0;
    if (!whole || read < least || read > most)
      return Complain(key, fmt::format("is no whole number from {} to {}", least, most));
    number = static_cast<Number>(read);
  }

  void Milliseconds(const Json& value, std::string_view key, std::int64_t least, std::int64_t& nanoseconds) {
    std::int64_t milliseconds = 0;
    Whole(value, key, least, kMostMilliseconds, milliseconds);
    nanoseconds = milliseconds * kNanosecondsPerMillisecond;
  }

  void Truth(const Json& value, std::string_view key, bool& truth) {
    if (!value.is_boolean()) return Complain(key, "is neither true nor false");
    truth = value.get<bool>();
  }

  void Backoff(const Json& value, contract::Backoff& backoff) {
    const std::string name = value.is_string() ? value.get<std::string>() : std::string();
    for (std::size_t i = 0; i < kBackoffs.size(); ++i) {
      if (kBackoffs[i] == name) return void(backoff = static_cast<contract::Backoff>(i));
    }
    Complain("backoff", "is neither \"constant\" nor \"linear\" nor \"exponential\"");
  }

  void Names(const Json& value, std::string_view key, std::vector<std::string>& names) {
    if (!value.is_array()) return Complain(key, "is no list of names");
    for (const Json& name : value) {
      if (!name.is_string()) return Complain(key, "is no list of names");
      names.push_back(name.get<std::string>());
    }
  }

  void Complain(std::string_view key, std::string_view what) {
    if (wrong_.empty()) wrong_ = fmt::format("`{}{}` {}", where_, key, what);
  }

 private:
  const std::string where_;
  std::string wrong_;
};

constexpr std::int64_t kMostCount = std::numeric_limits<std::uint32_t>::max();

std::variant<RetrySettings, std::string> ReadRetry(const Json& holder, const std::string& where) {
  MemberReader reader(where);
  RetrySettings retry;
  for (const auto& [key, value] : holder.items()) {
    if (key == "attempts")
      reader.Whole(value, key, 1, kMostCount, retry.attempts);
    else if (key == "backoff")
      reader.Backoff(value, retry.backoff);
    else if (key == "delay_ms")
      reader.Milliseconds(value, key, 0, retry.delay_ns);
    else if (key == "max_delay_ms")
      reader.Milliseconds(value, key, 0, retry.max_delay_ns);
    else if (key == "jitter")
      reader.Truth(value, key, retry.jitter);
    else if (key == "errors")
      reader.Names(value, key, retry.errors);
    else
      reader.Complain(key, "is no part of a settings file");
  }
  if (!holder.contains("attempts")) reader.Complain("attempts", "is missing");
  if (!reader.wrong().empty()) return reader.wrong();
  return retry;
}

}  // namespace

bool IsCallSetting(std::string_view key) {
  return key == "timeout_ms" || key == "retry" || key == "concurrency";
}

std::variant<CallSettings, std::string> ReadCallSettings(const Json& holder, const std::string& where) {
  MemberReader reader(where);
  CallSettings calls;
  if (const auto timeout = holder.find("timeout_ms"); timeout != holder.end())
    reader.Milliseconds(*timeout, "timeout_ms", 1, calls.timeout_ns.emplace());
  if (const auto concurrency = holder.find("concurrency"); concurrency != holder.end())
    reader.Whole(*concurrency, "concurrency", 1, kMostCount, calls.concurrency.emplace());
  const auto retry = holder.find("retry");
  if (retry == holder.end() || !reader.wrong().empty()) {
    if (!reader.wrong().empty()) return reader.wrong();
    return calls;
  }
  if (!retry->is_object()) return fmt::format("`{}retry` is not an object", where);
  auto read = ReadRetry(*retry, where + "retry.");
  if (auto* wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  calls.retry = std::get<RetrySettings>(std::move(read));
  return calls;
}

}  // namespace mesh::actor
