#include "mesh/actor/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace mesh::actor {
namespace {

constexpr std::string_view kFile = R"({
  "settings": {"model_url": "http://all", "tries": 3, "quiet": true},
  "actors": {"writer": {"settings": {"model_url": "http://writer"}}}
})";

TEST(Settings, OfAnActorGoBeforeThoseOfAll) {
  const auto settings = std::get<AllSettings>(AllSettings::Parse(kFile));
  EXPECT_EQ(settings.Of("writer").Find("model_url"), "http://writer");
  EXPECT_EQ(settings.Of("judge").Find("model_url"), "http://all");
  EXPECT_EQ(settings.Of("writer").Find("tries"), "3");
  EXPECT_EQ(settings.Of("writer").Find("quiet"), "true");
  EXPECT_EQ(settings.Of("writer").Find("nothing_of_that_name"), std::nullopt);
}

TEST(Settings, ComeFromTheEnvironmentAtLast) {
  ASSERT_EQ(setenv("MESH_SETTINGS_TEST_URL", "http://environment", 1), 0);
  EXPECT_EQ(Settings().Find("mesh_settings_test_url"), "http://environment");
  const Settings own(Settings::Texts{{"mesh_settings_test_url", "here"}});
  EXPECT_EQ(own.Find("mesh_settings_test_url"), "here");
}

TEST(Settings, OfAWrongFileSayWhatIsWrongWithoutItsTexts) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"{", "it is not a JSON object"},
      {"[]", "it is not a JSON object"},
      {R"({"setting": {}})", "`setting` is no part of a settings file"},
      {R"({"settings": 1})", "`settings` is not an object"},
      {R"({"actors": {"a": {"settings": {"key": ["secret"]}}}})",
       "`actors.a.settings.key` is neither a text nor a number nor a boolean"},
      {R"({"actors": {"a": 1}})", "`actors.a` is not an object"},
      {R"({"actors": 1})", "`actors` is not an object"},
  };
  for (const auto& [text, reason] : kWrong) {
    const auto parsed = AllSettings::Parse(text);
    ASSERT_TRUE(std::holds_alternative<std::string>(parsed)) << text;
    EXPECT_EQ(std::get<std::string>(parsed), reason);
  }
}

}  // namespace
}  // namespace mesh::actor
