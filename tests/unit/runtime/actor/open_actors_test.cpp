#include "mesh/actor/open_actors.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "mesh/actor/open_once.h"

namespace mesh::actor {
namespace {

int made = 0;
int opened = 0;

class Plain final : public Handler {
 public:
  explicit Plain(std::shared_ptr<int> shared = nullptr) : shared_(std::move(shared)) { ++made; }
  Outcome Invoke(std::span<const Value>, Context&) override { return Results{}; }

 private:
  std::shared_ptr<int> shared_;
};

Entry EntryOf(std::function<std::unique_ptr<Handler>()> make) {
  return {.actor = "writer", .contract = "", .make = std::move(make), .recode = nullptr};
}

/// What the actor makes its handlers with; else why it cannot be opened.
std::variant<std::vector<Entry>, std::string> OpenOne(Open open) {
  const Entry entry = EntryOf([open] { return OpenOnce(open); });
  return OpenActors({&entry, 1}, AllSettings::Only({{"url", "u"}}));
}

class OpenActorsTest : public testing::Test {
 protected:
  void SetUp() override { made = opened = 0; }
};

TEST_F(OpenActorsTest, MakesNoMorePlainHandlersThanAreAskedFor) {
  const Entry entry = EntryOf([] { return std::make_unique<Plain>(); });
  const auto entries = std::get<std::vector<Entry>>(OpenActors({&entry, 1}, {}));
  const auto first = entries.front().make();
  EXPECT_EQ(made, 1);
  const auto second = entries.front().make();
  EXPECT_EQ(made, 2);
  EXPECT_NE(first, second);
}

TEST_F(OpenActorsTest, OpensOnceAndClosesAfterTheLastHandler) {
  std::weak_ptr<int> watched;
  auto entries = std::get<std::vector<Entry>>(OpenOne([&](const Settings& settings) -> Factory {
    ++opened;
    EXPECT_EQ(settings.Find("url"), "u");
    auto shared = std::make_shared<int>(7);
    watched = shared;
    return [shared] { return std::make_unique<Plain>(shared); };
  }));
  auto first = entries.front().make();
  auto second = entries.front().make();
  EXPECT_EQ(opened, 1);
  entries.clear();
  first.reset();
  EXPECT_FALSE(watched.expired());
  second.reset();
  EXPECT_TRUE(watched.expired());
}

TEST_F(OpenActorsTest, SaysWhyAnActorCannotBeServed) {
  const auto failed = OpenOne([](const Settings&) -> Factory { return Failure{"no url"}; });
  EXPECT_EQ(std::get<std::string>(failed), "the actor `writer` cannot be served: no url\n");
  const auto thrown = OpenOne([](const Settings&) -> Factory { throw std::runtime_error("no door"); });
  EXPECT_EQ(std::get<std::string>(thrown), "the actor `writer` cannot be served: no door\n");
  EXPECT_EQ(made, 0);
}

TEST_F(OpenActorsTest, LeavesAConstructorThatThrowsToTheCallsThatMeetIt) {
  const Entry entry = EntryOf([]() -> std::unique_ptr<Handler> { throw std::runtime_error("not yet"); });
  const auto entries = std::get<std::vector<Entry>>(OpenActors({&entry, 1}, {}));
  EXPECT_THROW(entries.front().make(), std::runtime_error);
}

}  // namespace
}  // namespace mesh::actor
