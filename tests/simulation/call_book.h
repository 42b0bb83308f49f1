// Every call of a handler in one simulation, and what the world outside of the mesh has seen of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/contract/route_table.h"

namespace mesh::simulation {

struct Call {
  enum class Fate : std::uint8_t {
    kRuns,      ///< Or its process has died.
    kAnswered,  ///< In time.
    kLate,      ///< It had been disowned.
  };
  std::size_t number = 0;  ///< From 1.
  std::string envelope;
  std::string root;
  std::string actor;
  std::string point;
  std::string arguments;  ///< As a text that differs where they do.
  std::string effect_key;
  std::uint32_t attempt = 1;
  std::int64_t begun_ns = 0;
  std::int64_t ended_ns = 0;
  std::int64_t timeout_ns = 0;
  actor::Outcome outcome = {};  ///< What it would answer.
  Fate fate = Fate::kRuns;
};

/// What a call is asked: copies of one message ask the same.
struct Question {
  std::string envelope;
  std::string point;
  std::string arguments;
  std::uint32_t attempt = 1;
  friend auto operator<=>(const Question&, const Question&) = default;
};

class CallBook {
 public:
  Call& Add(Call call);
  const std::deque<Call>& calls() const { return calls_; }
  /// Calls that were asked so, in the order of beginning.
  std::vector<const Call*> Asked(const Question& question) const;
  /// Keys of effects that the world outside has seen, of envelopes of that root.
  const std::set<std::string>& EffectsOf(const std::string& root) const;

  /// A handler makes its effect.
  void MakeEffect(const Call& call) { effects_[call.root].insert(call.effect_key); }

 private:
  std::deque<Call> calls_;
  std::map<Question, std::vector<const Call*>> asked_;
  std::map<std::string, std::set<std::string>> effects_;  ///< By root.
};

/// One text for one list of values.
std::string PrintArguments(std::span<const Value> arguments);

/// What an actor answers by chance, and after how long: a function of the seed and the number of the call, so
/// that it answers differently when it is asked twice.
struct ChanceAnswer {
  actor::Outcome outcome;
  std::int64_t takes_ns = 0;
};
ChanceAnswer AnswerByChance(const contract::RouteTable& table, const contract::Actor& actor,
                            std::uint64_t seed, std::size_t number);

}  // namespace mesh::simulation
