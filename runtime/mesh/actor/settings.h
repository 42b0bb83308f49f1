// What a handler is configured with: names and texts from outside, secrets among them; and how it is called.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/actor/call_settings.h"
#include "mesh/actor/lane_settings.h"

namespace mesh::actor {

/// A value. Settings of an actor go before those of all, and both before the environment.
class Settings {
 public:
  using Texts = std::map<std::string, std::string, std::less<>>;

  Settings() = default;
  explicit Settings(Texts texts) : texts_(std::move(texts)) {}

  /// The text of a setting; else that of the environment variable of the name, written in capitals.
  std::optional<std::string> Find(std::string_view name) const;

 private:
  Texts texts_;
};

/// The settings of every actor of a host.
class AllSettings {
 public:
  /// From a JSON object, which may also have `lanes` (lane_settings.h): `{"settings": {…}, "actors":
  /// {"judge": {"settings": {…}, "timeout_ms": 300000, "retry":
  /// {"attempts": 3, …}, "concurrency": 4}}}`. Members of `settings` are texts, numbers or booleans. Else:
  /// what is wrong with it.
  static std::variant<AllSettings, std::string> Parse(std::string_view json);

  /// The same for every actor, from no file.
  static AllSettings Only(Settings::Texts texts);

  Settings Of(std::string_view actor) const;
  /// How actors are called, of those for which that is said.
  const CallsOfActors& calls() const { return calls_; }
  const Lanes& lanes() const { return lanes_; }
  /// The actors that have settings of their own, sorted.
  std::vector<std::string_view> actors() const;

 private:
  Settings::Texts all_;
  std::map<std::string, Settings::Texts, std::less<>> actors_;
  CallsOfActors calls_;
  Lanes lanes_;
};

}  // namespace mesh::actor
