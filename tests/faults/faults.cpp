// faults sqlite|nats|amqp|nats_redis [--count N] [--seed S]
#include <charconv>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "run.h"

namespace meshc::test {
namespace {

/// False: it is none of what is known.
bool Read(int count, char** words, FaultOptions& options) {
  const std::map<std::string_view, PlaceKind> places = {{"sqlite", PlaceKind::kSqlite},
                                                        {"nats", PlaceKind::kNats},
                                                        {"amqp", PlaceKind::kAmqpBesideRedis},
                                                        {"nats_redis", PlaceKind::kNatsBesideRedis}};
  if (count < 2 || count % 2 != 0 || !places.contains(words[1])) return false;
  options.place = places.at(words[1]);
  for (int i = 2; i < count; i += 2) {
    const std::string_view name = words[i];
    const std::string_view value = words[i + 1];
    const auto read = [value](auto& number) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      return error == std::errc() && end == value.data() + value.size() && number > 0;
    };
    if (!(name == "--count" && read(options.count)) && !(name == "--seed" && read(options.seed)))
      return false;
  }
  return true;
}

class Faults : public testing::Test {
 public:
  explicit Faults(const FaultOptions& options) : options_(options) {}
  void TestBody() override {
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
    std::fputs("faults sqlite|nats|amqp|nats_redis [--count N] [--seed S]\n", stderr);
    return 2;
  }
  testing::RegisterTest("Faults", "LoseNothing", nullptr, argv[1], __FILE__, __LINE__,
                        [options]() -> testing::Test* { return new Faults(options); });
  return RUN_ALL_TESTS();
}
