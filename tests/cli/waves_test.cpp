// `compat --waves`: the order of a deployment, written into a chart.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/memory_world.h"

namespace meshc {
namespace {

constexpr const char* kOldWaves = R"(mesh shop;
envelope E { in text: string(1..5); out var reply: string; }
processor one(text: string(1..5)) -> (reply: string) { timeout 1s; }
processor two(reply: string) -> (reply: string) { timeout 1s; }
processor gone(reply: string) -> (reply: string) { timeout 1s; }
flow main on E { one -> two -> gone; }
)";
constexpr const char* kChart = "out/deploy/helm/shop";

/// The old version in a lock, and a chart of what came of it since.
class Waves : public testing::Test {
 protected:
  Waves() {
    world_.files.Put("shop.flow", kOldWaves);
    Lock("1");
  }
  void Lock(const std::string& name) {
    EXPECT_EQ(world_.Run({"lock", "shop.flow", "--name", name}).exit_code, 0);
    for (const auto& [path, text] : world_.output.files) {
      if (path.starts_with("mesh.lock")) world_.files.Put(path, text);
    }
  }
  void Change(const std::string& what, const std::string& by) {
    std::string text = world_.files.files().at("shop.flow");
    ASSERT_NE(text.find(what), std::string::npos);
    world_.files.Put("shop.flow", text.replace(text.find(what), what.size(), by));
  }
  test::Outcome Plan() {
    EXPECT_EQ(world_.Run({"compile", "shop.flow", "-o", "out", "--only", "helm"}).exit_code, 0);
    return world_.Run({"compat", "shop.flow", "--waves", kChart});
  }
  std::string Wave(int number) const {
    const std::string path = std::string(kChart) + "/values-wave-" + std::to_string(number) + ".yaml";
    return world_.output.Read(path).value_or("");
  }
  /// The value of a line of a wave.
  std::string Value(int number, const std::string& key) const {
    const std::string wave = Wave(number);
    const std::size_t at = wave.find("  " + key + ": ");
    if (at == std::string::npos) return "none";
    const std::size_t begin = at + key.size() + 4;
    return wave.substr(begin, wave.find('\n', begin) - begin);
  }

  test::MemoryWorld world_;
};

TEST_F(Waves, BringTheTablesAndThenSwitch) {
  Change("two(reply: string) -> (reply: string) { timeout 1s",
         "two(reply: string) -> (reply: string) { timeout 2s");
  EXPECT_EQ(Plan().exit_code, 0);
  EXPECT_NE(Value(1, "current"), Value(2, "current"));
  EXPECT_EQ(Value(2, "current"), Value(2, "wave"));
  EXPECT_EQ(Value(1, "wave"), Value(2, "wave"));
  EXPECT_EQ(Value(1, "actors"), "[]");
  EXPECT_EQ(Wave(3), "");
}

TEST_F(Waves, LeaveHostsAsTheyAreUntilFormerEnvelopesHaveEnded) {
  Change("two(reply: string)", "two(reply: string, text: string(1..5))");
  EXPECT_EQ(Plan().exit_code, 1) << "by itself it is a break";
  EXPECT_EQ(Value(1, "actors"), "[\"two\"]");
  EXPECT_EQ(Value(2, "actors"), "[\"two\"]");
  EXPECT_EQ(Value(3, "actors"), "[]");
  EXPECT_EQ(Value(2, "current"), Value(3, "current"));
  EXPECT_NE(Wave(3).find("When the former envelopes have ended, up to 3s"), std::string::npos) << Wave(3);
  world_.files.Put("shop.flow", kOldWaves);
  Change("two(reply: string) -> (reply: string) { timeout 1s",
         "two(reply: string) -> (reply: string) { timeout 2s");
  Plan();
  EXPECT_EQ(Wave(3), "") << "it was of another plan";
}

TEST_F(Waves, LetClientsFollowWhenFormerEnvelopesHaveEnded) {
  Change("in text: string(1..5);", "in text: string(1..9);");
  Change("one(text: string(1..5))", "one(text: string(1..9))");
  Plan();
  EXPECT_NE(Wave(2).find("have ended, up to 3s, clients may follow"), std::string::npos) << Wave(2);
}

TEST_F(Waves, ComeFromTheNewestOtherVersion) {
  Change("two(reply: string) -> (reply: string) { timeout 1s",
         "two(reply: string) -> (reply: string) { timeout 2s");
  Lock("2");
  EXPECT_EQ(Plan().exit_code, 0);
  EXPECT_NE(Value(1, "current"), Value(2, "current"));
}

TEST_F(Waves, AreRefusedWhereThereIsNothingToComeFromOrNoChart) {
  const auto same = Plan();
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_NE(same.err.find("there is no other version"), std::string::npos) << same.err;
  Change("processor gone(reply: string) -> (reply: string) { timeout 1s",
         "processor gone(reply: string) -> (reply: string) { timeout 3s");
  const auto elsewhere = world_.Run({"compat", "shop.flow", "--waves", "nowhere"});
  EXPECT_EQ(elsewhere.exit_code, 2);
  EXPECT_NE(elsewhere.err.find("nowhere/routes/"), std::string::npos) << elsewhere.err;
  EXPECT_FALSE(world_.output.Exists("nowhere/values-wave-1.yaml"));
}

}  // namespace
}  // namespace meshc
