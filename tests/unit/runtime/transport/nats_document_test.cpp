// What is kept of one owner on a NATS server.
#include "mesh/transport/nats/nats_document.h"

#include <gtest/gtest.h>

#include "mesh/state/keys.h"

namespace mesh::test {
namespace {

using transport::NatsDocument;

bool Alive(const std::string& holder) { return holder == "alive"; }

NatsDocument Filled() {
  NatsDocument document;
  document.writings = {{"w", 300}, {"v", 2}};
  document.Make({.key = "k", .value = std::string("a\0b", 3)}, "");
  document.Make({.key = "end", .value = "the end", .expires_ns = 10}, "");
  document.Make({.key = "lease", .value = "l", .leased = true}, "alive");
  document.batches.push_back(
      {.input = "17",
       .mark = "m",
       .posts = {
           {"id@17",
            {"a", {.id = "id", .body = "body", .suspect = true, .first_unserved_ns = 3, .reply = "me"}, 5}},
           {"x@17", {"b", {.id = "x", .body = "the end"}}}}});
  return document;
}

TEST(NatsDocument, IsOfTheFormerVersionWhereNobodyWaits) {
  NatsDocument document = Filled();
  EXPECT_EQ(document.Encode().front(), '\4');
  document.batches[0].posts[0].sending.letter.reply.clear();
  const std::string former = document.Encode();
  EXPECT_EQ(former.front(), '\3');
  const auto read = NatsDocument::Decode(former);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->Encode(), former);
  EXPECT_EQ(read->batches[0].posts[1].sending.letter.body, "the end");
}

TEST(NatsDocument, IsReadAsItWasWritten) {
  const auto read = NatsDocument::Decode(Filled().Encode());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->writings, (std::vector<NatsDocument::Writing>{{"w", 300}, {"v", 2}}));
  EXPECT_EQ(read->Get("k", 0, Alive), std::string("a\0b", 3));
  ASSERT_EQ(read->batches.size(), 1U);
  const auto& posts = read->batches[0].posts;
  ASSERT_EQ(posts.size(), 2U);
  EXPECT_EQ(posts[0].message_id, "id@17");
  EXPECT_EQ(posts[0].sending.mailbox, "a");
  EXPECT_EQ(posts[0].sending.not_before_ns, 5);
  EXPECT_EQ(posts[0].sending.letter.body, "body");
  EXPECT_TRUE(posts[0].sending.letter.suspect);
  EXPECT_EQ(posts[0].sending.letter.first_unserved_ns, 3);
  EXPECT_EQ(posts[0].sending.letter.reply, "me");
  EXPECT_EQ(posts[1].sending.letter.body, "the end") << "it stands there once";
  EXPECT_EQ(read->Encode(), Filled().Encode());
}

TEST(NatsDocument, OfWhichAByteIsMissingIsNone) {
  const std::string bytes = Filled().Encode();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(NatsDocument::Decode(bytes.substr(0, size))) << size;
  EXPECT_FALSE(NatsDocument::Decode("\1" + bytes.substr(1))) << "of another version";
}

TEST(NatsDocument, KnowsWhatItFollowsFrom) {
  NatsDocument document;
  document.Sign({"a", 1});
  document.Sign({"b", 1});
  document.Sign({"a", 3});
  EXPECT_EQ(document.writings, (std::vector<NatsDocument::Writing>{{"b", 1}, {"a", 3}}));
  EXPECT_TRUE(document.Follows({"a", 2})) << "the numbers of a process grow";
  EXPECT_TRUE(document.Follows({"b", 1}));
  EXPECT_FALSE(document.Follows({"b", 2}));
  EXPECT_FALSE(document.Follows({"c", 1}));
  for (std::uint64_t i = 0; i < 100; ++i) document.Sign({std::to_string(i), i});
  EXPECT_LT(document.writings.size(), 100U) << "those who wrote long ago do not ask any more";
  EXPECT_TRUE(document.Follows({"99", 99}));
}

TEST(NatsDocument, ForgetsInTime) {
  NatsDocument document = Filled();
  EXPECT_TRUE(document.Get("end", 9, Alive));
  EXPECT_FALSE(document.Get("end", 10, Alive));
  EXPECT_FALSE(document.is_memory()) << "something in it stays";
  document.Make({.kind = state::Change::Kind::kErase, .key = "k"}, "");
  EXPECT_TRUE(document.is_memory());
  document.Sweep(10);
  EXPECT_EQ(document.entries.size(), 1U);
  EXPECT_FALSE(document.Get("lease", 0, [](const std::string&) { return false; })) << "its holder died";
  document.Confirm({"other"});
  EXPECT_FALSE(document.empty());
  document.Confirm({"m"});
  document.Make({.kind = state::Change::Kind::kErasePrefix, .key = "le"}, "");
  EXPECT_TRUE(document.empty());
}

TEST(NatsDocument, KeepsNoMessageThatHasCome) {
  NatsDocument document = Filled();
  document.Arrive("");
  document.Arrive("of another");
  ASSERT_EQ(document.batches[0].posts.size(), 2U);
  document.Arrive("id@17");
  ASSERT_EQ(document.batches.size(), 1U);
  ASSERT_EQ(document.batches[0].posts.size(), 1U);
  EXPECT_EQ(document.batches[0].posts[0].message_id, "x@17");
  document.Arrive("x@17");
  EXPECT_TRUE(document.batches.empty());
}

TEST(NatsDocument, LetsAPrefixExpire) {
  NatsDocument document;
  for (const char* key : {"a1", "a2", "b"}) document.Make({.key = key, .value = "v"}, "");
  document.Make({.kind = state::Change::Kind::kExpirePrefix, .key = "a", .expires_ns = 10}, "");
  document.Sweep(10);
  EXPECT_EQ(document.entries.size(), 1U);
  EXPECT_TRUE(document.Get("b", 10, Alive));
}

}  // namespace
}  // namespace mesh::test
