#include "durable_effects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace meshc::test {

namespace {

const Effects& Of(const EffectLedger& ledger, const char* actor, int id) {
  static const Effects none;
  const auto at = ledger.find({actor, id});
  return at == ledger.end() ? none : at->second;
}

}  // namespace

EffectLedger ReadEffects(const std::string& path) {
  EffectLedger ledger;
  std::ifstream lines(path);
  std::string actor;
  int id = 0;
  std::string key;
  std::string answer;
  while (lines >> actor >> id >> key >> answer) {
    Effects& effects = ledger[{actor, id}];
    effects.keys.insert(key);
    effects.answers.insert(answer);
  }
  return ledger;
}

std::size_t InputsOf(const EffectLedger& ledger, const std::string& actor) {
  return static_cast<std::size_t>(
      std::ranges::count_if(ledger, [&actor](const auto& each) { return each.first.first == actor; }));
}

void CheckEffects(const nlohmann::json& payload, const EffectLedger& ledger) {
  const int id = payload.at("id");
  const auto once = [&](const char* actor, const std::string& answer) {
    const Effects& effects = Of(ledger, actor, id);
    EXPECT_EQ(effects.keys.size(), 1U) << actor << " of " << id;
    EXPECT_TRUE(answer.empty() || effects.answers.contains(answer)) << actor << " of " << id;
  };
  once("check", payload.at("checked"));
  once("quote", payload.at("quoted"));
  once("pay", payload.at("paid"));
  once("note", "");
  const bool undone = payload.at("receipt") == "undone";
  EXPECT_EQ(Of(ledger, "refund", id).keys.size(), undone ? 1U : 0U) << id;
  const Effects& parts = Of(ledger, "weigh", id);
  EXPECT_EQ(parts.keys.size(), payload.at("items").size()) << id;
  for (const nlohmann::json& part : payload.at("parts"))
    EXPECT_TRUE(parts.answers.contains(part.get<std::string>())) << id;
}

}  // namespace meshc::test
