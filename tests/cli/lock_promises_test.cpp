// What `mesh.lock` keeps of promises that no digest covers, and how it finds that they were changed.
#include <gtest/gtest.h>

#include <utility>

#include "tests/support/memory_world.h"
#include "tests/support/orders_flow.h"

namespace meshc {
namespace {

using Words = std::vector<std::string>;

/// The mesh of orders with one more declaration, which leaves its digest as it is.
std::string With(const std::string& declaration) { return test::kOrdersFlow + declaration; }

std::string Lanes(const std::string& names) {
  return With(
      "deploy p for shop.orders { transport nats { url \"nats://n\"; monitoring \"nats:8222\"; } lanes { " +
      names + " }; }\n");
}

class LockPromises : public testing::Test {
 protected:
  test::Outcome Run(const Words& arguments) {
    const auto outcome = world_.Run(arguments);
    for (const auto& [path, text] : std::exchange(world_.output.files, {})) world_.files.Put(path, text);
    return outcome;
  }

  test::Outcome Release(const std::string& source, const std::string& name) {
    world_.files.Put("shop.flow", source);
    return Run({"lock", "shop.flow", "--name", name});
  }

  std::string Read(const std::string& path) const {
    const auto found = world_.files.files().find(path);
    return found == world_.files.files().end() ? "" : found->second;
  }

  /// The tables beside the lock, by path.
  std::map<std::string, std::string> Tables() const {
    std::map<std::string, std::string> tables;
    for (const auto& [path, text] : world_.files.files()) {
      if (path.starts_with("mesh.lock.d/")) tables.emplace(path, text);
    }
    return tables;
  }

  void Change(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = Read(path);
    ASSERT_NE(text.find(from), std::string::npos) << text;
    world_.files.Put(path, text.replace(text.find(from), from.size(), to));
  }

  test::MemoryWorld world_;
};

TEST_F(LockPromises, OfOneDigestStandBesideEachOther) {
  ASSERT_EQ(Release(Lanes("fast, slow"), "1.0").exit_code, 0);
  const auto first = Tables();
  ASSERT_EQ(first.size(), 1U);
  ASSERT_EQ(Release(Lanes("fast"), "1.1").exit_code, 0);
  const auto both = Tables();
  EXPECT_EQ(both.size(), 2U);
  EXPECT_EQ(both.at(first.begin()->first), first.begin()->second) << "never changed once written";
  const std::string lock = Read("mesh.lock");
  EXPECT_LT(lock.find("name \"1.0\""), lock.find("name \"1.1\"")) << lock;
  const auto outcome = Run({"compat", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("deploy p, against 1.0"), std::string::npos) << outcome.err;
  EXPECT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 0);
}

TEST_F(LockPromises, OfOneDigestAreOneTableInAnOutput) {
  Release(Lanes("fast, slow"), "1.0");
  Release(Lanes("fast"), "1.1");
  std::string next = Lanes("fast");
  world_.files.Put("shop.flow", next.replace(next.find("out reply"), 0, "in phone: string?;\n  "));
  const auto outcome = Run({"compile", "shop.flow", "-o", "gen"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  std::size_t released = 0;
  for (const auto& [path, text] : world_.files.files()) {
    if (path.starts_with("gen/routes/released/")) ++released;
  }
  EXPECT_EQ(released, 1U);
}

TEST_F(LockPromises, GoWithTheirDigest) {
  Release(Lanes("fast, slow"), "1.0");
  Release(Lanes("fast"), "1.1");
  const std::string lock = Read("mesh.lock");
  const std::string digest = lock.substr(lock.find("version ") + 8, 16);
  ASSERT_EQ(Run({"lock", "shop.flow", "--drop", digest}).exit_code, 0);
  EXPECT_EQ(Read("mesh.lock").find("\nversion "), std::string::npos) << Read("mesh.lock");
}

TEST_F(LockPromises, OfAnOlderVersionAreVerifiedToo) {
  Release(Lanes("fast, slow"), "1.0");
  const std::string table = Tables().begin()->first;
  std::string next = Lanes("fast, slow");
  Release(next.replace(next.find("out reply"), 0, "in phone: string?;\n  "), "2.0");
  ASSERT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 0);
  const std::string whole = Read(table);
  Change(table, R"("lanes":["fast","slow"])", R"("lanes":[])");
  const auto changed = Run({"lock", "--check", "shop.flow"});
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_NE(changed.err.find("error[MC7052]"), std::string::npos) << changed.err;
  EXPECT_EQ(Run({"compat", "shop.flow"}).exit_code, 1) << "a promise that was changed is no promise";
  const std::size_t promises = whole.find(",\n\"promises\"");
  world_.files.Put(table, whole.substr(0, promises) + "\n}\n");
  EXPECT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 1);
}

TEST_F(LockPromises, HoldTheLongestTimeUnderWay) {
  Release(test::kOrdersFlow, "1.0");
  Change("mesh.lock", "longest 30s", "longest 1s");
  for (const Words& words : {Words{"lock", "--check", "shop.flow"}, Words{"compat", "shop.flow"}}) {
    const auto outcome = Run(words);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("error[MC7052]"), std::string::npos) << outcome.err;
  }
}

TEST_F(LockPromises, OfALockWithoutSealsAreReadAndSealed) {
  Release(test::kOrdersFlow, "1.0");
  const std::string sealed = Read("mesh.lock");
  const std::size_t seal = sealed.find("seal ");
  ASSERT_NE(seal, std::string::npos) << sealed;
  Change("mesh.lock", sealed.substr(seal, sealed.find('\n', seal) + 1 - seal), "");
  const auto check = Run({"lock", "--check", "shop.flow"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  EXPECT_NE(check.err.find("1 version of mesh.lock has no seal"), std::string::npos) << check.err;
  ASSERT_EQ(Run({"lock", "shop.flow"}).exit_code, 0);
  EXPECT_EQ(Read("mesh.lock"), sealed);
}

TEST_F(LockPromises, AreOfTheFileThatIsChecked) {
  Release(test::kOrdersFlow, "1.0");
  world_.files.Put("shop.flow", "garbage");
  const auto garbage = Run({"lock", "--check", "shop.flow"});
  EXPECT_EQ(garbage.exit_code, 1);
  EXPECT_NE(garbage.err.find("shop.flow:1:"), std::string::npos) << garbage.err;
  std::string other = test::kOrdersFlow;
  world_.files.Put("shop.flow", other.replace(other.find("shop.orders"), 11, "shop.buying"));
  for (const Words& words :
       {Words{"lock", "--check", "shop.flow"},
        Words{"lock", "shop.flow", "--accept", "0123456789ab", "--until", "2026-12-31", "--because", "x"}}) {
    const auto outcome = Run(words);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("error[MC7055]"), std::string::npos) << outcome.err;
  }
}

TEST_F(LockPromises, OfANewerFormatNameTheirWriter) {
  Release(test::kOrdersFlow, "1.0");
  Change("mesh.lock", "meshc-lock 1", "meshc-lock 7 meshc 9.1");
  const auto outcome = Run({"compat", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(
      outcome.err.find("error[MC7051]: the lock cannot be read: it has format 7, which meshc 9.1 wrote"),
      std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("help: use meshc 9.1, or a newer one"), std::string::npos) << outcome.err;
}

TEST_F(LockPromises, HaveOneNameEach) {
  Release(test::kOrdersFlow, "1.0");
  const std::string before = Read("mesh.lock");
  const auto taken = Release(Lanes("fast"), "1.0");
  EXPECT_EQ(taken.exit_code, 2);
  EXPECT_NE(taken.err.find("mesh.lock has another version `1.0` already"), std::string::npos) << taken.err;
  EXPECT_EQ(Read("mesh.lock"), before);
  EXPECT_EQ(Release(test::kOrdersFlow, "1.0").exit_code, 0) << "it is that version";
  EXPECT_EQ(Read("mesh.lock"), before);
}

TEST_F(LockPromises, LackingTogetherAreOneFindingWithHelp) {
  Release(test::kOrdersFlow, "1.0");
  const std::string lock = Read("mesh.lock");
  world_.files.Put("mesh.lock", lock.substr(0, lock.find("call ")));
  const auto outcome = Run({"lock", "--check", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  const std::size_t first = outcome.err.find("error[MC7053]");
  EXPECT_NE(first, std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("error[MC7053]", first + 1), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("help: take the file of one side of the merge"), std::string::npos)
      << outcome.err;
}

class Accepting : public LockPromises {
 protected:
  test::Outcome Accept(const std::string& until, const std::string& because) {
    return Run({"lock", "shop.flow", "--accept", "0123456789ab", "--until", until, "--because", because,
                "--today", "2026-06-01"});
  }
};

TEST_F(Accepting, NeedsAReasonAndADayToCome) {
  Release(test::kOrdersFlow, "1.0");
  const std::string before = Read("mesh.lock");
  const auto blank = Accept("2026-12-31", " ");
  EXPECT_EQ(blank.exit_code, 2);
  EXPECT_NE(blank.err.find("--because"), std::string::npos) << blank.err;
  const auto past = Accept("2026-05-31", "x");
  EXPECT_EQ(past.exit_code, 2);
  EXPECT_NE(past.err.find("`2026-05-31` has passed"), std::string::npos) << past.err;
  EXPECT_EQ(Read("mesh.lock"), before);
}

TEST_F(Accepting, SaysThatNoFindingHasTheFingerprint) {
  Release(test::kOrdersFlow, "1.0");
  const auto outcome = Accept("2026-12-31", "x");
  EXPECT_EQ(outcome.exit_code, 0) << "it may be one against a commit";
  EXPECT_NE(outcome.err.find("warning[MC7060]"), std::string::npos) << outcome.err;
  EXPECT_NE(Read("mesh.lock").find("accept 0123456789ab"), std::string::npos);
}

TEST_F(Accepting, IsFoundAgainInItsLine) {
  Release(test::kOrdersFlow, "1.0");
  Accept("2026-12-31", "x");
  const auto unused = Run({"compat", "shop.flow", "--today", "2026-06-01"});
  EXPECT_NE(unused.err.find("mesh.lock:5:1: warning[MC7060]"), std::string::npos) << unused.err;
  EXPECT_NE(unused.err.find("help: remove the line"), std::string::npos) << unused.err;
  const auto late = Run({"lock", "--check", "shop.flow", "--today", "2027-01-01"});
  EXPECT_NE(late.err.find("mesh.lock:5:1: warning[MC7061]"), std::string::npos) << late.err;
}

TEST_F(Accepting, LetsNoReasonSteerATerminal) {
  Release(Lanes("fast, slow"), "1.0");
  world_.files.Put("shop.flow", Lanes("fast"));
  const std::string err = Run({"compat", "shop.flow"}).err;
  const std::string fingerprint = err.substr(err.find("--accept ") + 9, 12);
  Run({"lock", "shop.flow", "--accept", fingerprint, "--until", "2099-12-31", "--because",
       "ok\n::error file=x::pwned\n\033[31m"});
  const auto outcome = Run({"compat", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("accepted until 2099-12-31: ok\\n::error"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("\n::error"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find('\033'), std::string::npos) << outcome.out;
}

TEST_F(LockPromises, OfALockNameActorsAndTimesAsPeopleDo) {
  std::string two = test::kOrdersFlow;
  two.replace(two.find("flow main"), 0, "processor gone(text: string) { timeout 10081m; }\n\n");
  two.replace(two.find("  worker;"), 0, "  gone;\n");
  Release(two, "1.0");
  world_.files.Put("shop.flow", test::kOrdersFlow);
  const auto outcome = Run({"compat", "shop.flow", "--format", "markdown"});
  EXPECT_NE(outcome.out.find("remove the hosts of `gone`, which stayed until now"), std::string::npos)
      << outcome.out;
  EXPECT_EQ(outcome.out.find("deploy the hosts of `gone`"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("up to 7d 1m 30s"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("shop.flow:1:"), std::string::npos) << "what held the actor: " << outcome.err;
}

TEST_F(LockPromises, OfNoVersionAreSaidToBeNone) {
  Release(test::kOrdersFlow, "1.0");
  const std::string lock = Read("mesh.lock");
  Run({"lock", "shop.flow", "--drop", lock.substr(lock.find("version ") + 8, 16)});
  const auto outcome = Run({"compat", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("note: mesh.lock holds no version"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace meshc
