#include "mesh/actor/lane_settings.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "mesh/actor/settings.h"

namespace mesh::actor {
namespace {

std::string WrongOf(const std::string& lanes) {
  const auto parsed = AllSettings::Parse("{\"lanes\": " + lanes + "}");
  const auto* const wrong = std::get_if<std::string>(&parsed);
  return wrong == nullptr ? "" : *wrong;
}

TEST(LaneSettings, AreReadBesideTheSettingsOfHandlers) {
  const auto parsed = AllSettings::Parse(
      R"({"settings": {"url": "a"}, "lanes": {"names": ["realtime", "batch"], "weights": [9, 1]}})");
  const auto& lanes = std::get<AllSettings>(parsed).lanes();
  EXPECT_EQ(lanes.names, (std::vector<std::string>{"realtime", "batch"}));
  EXPECT_EQ(lanes.weights, (std::vector<std::uint32_t>{9, 1}));
  EXPECT_EQ(WrongOf(R"({"names": ["a"]})"), "");
}

TEST(LaneSettings, SayWhatIsWrongWithThem) {
  EXPECT_EQ(WrongOf("[]"), "`lanes` is not an object");
  for (const char* names : {"{}", R"({"names": []})", R"({"names": [1]})", R"({"names": ["a@b"]})"})
    EXPECT_EQ(WrongOf(names), "`lanes.names` is no list of names") << names;
  EXPECT_EQ(WrongOf(R"({"names": ["a", "a"]})"), "`lanes.names` has `a` twice");
  for (const char* weights : {"[1]", "[1, 0]", "[1, -1]", "1", "[1, 5000000000]"})
    EXPECT_NE(WrongOf(R"({"names": ["a", "b"], "weights": )" + std::string(weights) + "}"), "") << weights;
  EXPECT_EQ(WrongOf(R"({"names": ["a"], "policy": 1})"), "`lanes.policy` is no part of a settings file");
}

}  // namespace
}  // namespace mesh::actor
