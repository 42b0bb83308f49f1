// The world outside of the mesh of `durable/`: a file in which every effect stands with its key.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace meshc::test {

/// The keys under which an actor has made an effect for an input, and what it answered.
struct Effects {
  std::set<std::string> keys;
  std::set<std::string> answers;
};
using EffectLedger = std::map<std::pair<std::string, int>, Effects>;  ///< By actor and input.

EffectLedger ReadEffects(const std::string& path);
/// How many inputs one of these actors was called for.
std::size_t InputsOf(const EffectLedger& ledger, const std::string& actor);
/// Fails the test unless the effects of an input that has ended so are those on its way, each under one key.
void CheckEffects(const nlohmann::json& payload, const EffectLedger& ledger);

}  // namespace meshc::test
