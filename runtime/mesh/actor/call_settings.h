// How the actors of a host are called, where somebody who runs it says it otherwise than the mesh declares.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/declaration.h"

namespace mesh::actor {

/// As `contract::RetryPolicy`, with names of errors: tables of one mesh count them differently.
struct RetrySettings {
  std::uint32_t attempts = 1;  ///< In all, the first one included.
  contract::Backoff backoff = contract::Backoff::kConstant;
  bool jitter = false;
  std::int64_t delay_ns = 0;
  std::int64_t max_delay_ns = 0;         ///< 0: unbounded.
  std::vector<std::string> errors = {};  ///< Empty: every retriable one.
};

/// What is absent holds as it is declared. What a call itself states goes before both.
struct CallSettings {
  std::optional<std::int64_t> timeout_ns;
  std::optional<RetrySettings> retry;
  std::optional<std::uint32_t> concurrency;

  bool empty() const { return !timeout_ns && !retry && !concurrency; }
};

/// By the name of the actor.
using CallsOfActors = std::map<std::string, CallSettings, std::less<>>;

/// True for the members of a settings file that ReadCallSettings reads.
bool IsCallSetting(std::string_view key);

/// Reads `timeout_ms`, `retry` and `concurrency` of an object, and leaves the rest to others. `where` goes
/// before the names in a sentence that says what is wrong: `actors.judge.`.
std::variant<CallSettings, std::string> ReadCallSettings(const nlohmann::json& holder,
                                                         const std::string& where);

}  // namespace mesh::actor
