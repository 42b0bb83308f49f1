// faults sqlite|nats|amqp|nats_redis|nats_cluster [--count N] [--seed S] [--disk]
#include <charconv>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "run.h"

namespace meshc::test {
namespace {

/// Reads one place and any options, in any order. Returns false if a word is none of these.
bool Read(int count, char** words, FaultOptions& options) {
  const std::map<std::string_view, PlaceKind> places = {{"sqlite", PlaceKind::kSqlite},
                                                        {"nats", PlaceKind::kNats},
                                                        {"amqp", PlaceKind::kAmqpBesideRedis},
                                                        {"nats_redis", PlaceKind::kNatsBesideRedis},
                                                        {"nats_cluster", PlaceKind::kNatsCluster}};
  bool has_place = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (const auto place = places.find(word); place != places.end() && !has_place) {
      options.place = place->second;
      has_place = true;
      continue;
    }
    if (word == "--disk") {
      options.loses_disk = true;
      continue;
    }
    if (++i == count) return false;
    const std::string_view value = words[i];
    const auto read = [value](auto& number) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      return error == std::errc() && end == value.data() + value.size() && number > 0;
    };
    if (!(word == "--count" && read(options.count)) && !(word == "--seed" && read(options.seed)))
      return false;
  }
  return has_place;
}

class Faults : public testing::Test {
 public:
  explicit Faults(const FaultOptions& options) : options_(options) {}
  void TestBody() override {
    if (options_.place == PlaceKind::kNatsCluster && mesh::test::NewerNats().empty())
      GTEST_SKIP() << "takes a nats-server of 2.10.20 or newer";
    FaultRun run(options_);
    run.Run();
    std::puts(run.Told().c_str());
  }

 private:
  const FaultOptions options_;
};

}  // namespace
}  // namespace meshc::test

int main(int argc, char** argv) {
  using meshc::test::Faults;
  testing::InitGoogleTest(&argc, argv);
  meshc::test::FaultOptions options;
  if (!meshc::test::Read(argc, argv, options)) {
    std::fputs("faults sqlite|nats|amqp|nats_redis|nats_cluster [--count N] [--seed S] [--disk]\n", stderr);
    return 2;
  }
  testing::RegisterTest("Faults", "LoseNothing", nullptr, nullptr, __FILE__, __LINE__,
                        [options]() -> testing::Test* { return new Faults(options); });
  return RUN_ALL_TESTS();
}
