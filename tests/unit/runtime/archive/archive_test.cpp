#include "mesh/archive/archive.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "mesh/archive/read_segment.h"
#include "tests/support/host_fixture.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

namespace fs = std::filesystem;

std::string Ended(const std::string& id, const std::string& phase, const std::string& more = "") {
  return R"({"id":")" + id + R"(","route":{"flow":"main"},"status":{"phase":")" + phase + R"(","error":)" +
         (phase == "failed" ? R"({"name":"busy"})" : "null") + "}" + more + "}";
}

class ArchiveFolder : public testing::Test {
 protected:
  std::unique_ptr<archive::Archive> Open(archive::ArchiveOptions options = {}) {
    options.folder = file_.path();
    options.mesh = "shop.support";
    auto opened = archive::Archive::Open(std::move(options));
    if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
    return std::get<0>(std::move(opened));
  }
  std::vector<std::string> Segments() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(file_.path())) names.insert(entry.path());
    return {names.begin(), names.end()};
  }
  std::vector<archive::Line> Lines() const {
    std::vector<archive::Line> lines;
    for (const std::string& segment : Segments())
      EXPECT_EQ(archive::ReadSegment(segment, [&](const archive::Line& line) { lines.push_back(line); }), "");
    return lines;
  }

  ScratchFile file_{"archive"};
};

TEST_F(ArchiveFolder, HasALineWhenItSaysSo) {
  const auto archive = Open();
  std::atomic<int> safe = 0;
  for (int i = 0; i < 100; ++i) {
    archive->Add(Ended("e" + std::to_string(i), "succeeded"), [this, &safe, i] {
      // Whoever reads the file now finds it.
      EXPECT_TRUE(i > 0 || !Lines().empty());
      ++safe;
    });
  }
  archive->Flush();
  EXPECT_EQ(safe, 100);
  EXPECT_EQ(Lines().size(), 100U);
  EXPECT_EQ(Segments().size(), 1U);
  const std::string name = fs::path(Segments().front()).filename();
  EXPECT_TRUE(name.starts_with("shop.support-") && name.ends_with(".jsonl.gz")) << name;
}

TEST_F(ArchiveFolder, BeginsANewSegmentWhenOneIsLong) {
  const auto archive = Open({.segment_bytes = 1});
  for (int i = 0; i < 3; ++i) {
    archive->Add(Ended("e", "succeeded"), [] {});
    archive->Flush();
  }
  EXPECT_EQ(Segments().size(), 3U);
  EXPECT_EQ(Lines().size(), 3U);
}

TEST_F(ArchiveFolder, SharesItsFolder) {
  const auto one = Open();
  const auto other = Open();
  one->Add(Ended("a", "succeeded"), [] {});
  one->Flush();
  other->Add(Ended("b", "succeeded"), [] {});
  other->Flush();
  EXPECT_EQ(Lines().size(), 2U);
}

TEST_F(ArchiveFolder, WaitsWhileTheDiskIsFull) {
  std::atomic<int> problems = 0;
  std::atomic<int> mends = 0;
  const auto archive =
      Open({.on_problem = [&](const std::string& problem) { ++(problem.empty() ? mends : problems); },
            .pause = std::chrono::milliseconds(1)});
  archive->Add(Ended("before", "succeeded"), [] {});
  archive->Flush();
  // As a full disk has it: what does not fit is refused, after a part was written.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit unlimited{};
  getrlimit(RLIMIT_FSIZE, &unlimited);
  const rlimit full{.rlim_cur = fs::file_size(Segments().front()) + 10, .rlim_max = unlimited.rlim_max};
  setrlimit(RLIMIT_FSIZE, &full);
  std::atomic<bool> safe = false;
  archive->Add(Ended("after", "succeeded"), [&safe] { safe = true; });
  archive->Flush();
  EXPECT_FALSE(safe);
  EXPECT_NE(archive->problem().find("File too large"), std::string::npos) << archive->problem();
  EXPECT_EQ(Lines().size(), 1U) << "what was written in part is cut off";
  setrlimit(RLIMIT_FSIZE, &unlimited);
  EXPECT_TRUE(Eventually([&safe] { return safe.load(); }));
  EXPECT_EQ(problems, 1) << "it is told once";
  EXPECT_EQ(mends, 1);
  EXPECT_EQ(Lines().size(), 2U);
}

TEST_F(ArchiveFolder, TellsNobodyOfWhatIsAbandoned) {
  fs::create_directories(file_.path());
  const auto archive = Open({.pause = std::chrono::milliseconds(1)});
  fs::remove_all(file_.path());
  bool safe = false;
  archive->Add(Ended("e", "succeeded"), [&safe] { safe = true; });
  archive->Flush();
  EXPECT_NE(archive->problem(), "");
  archive->Abandon();
  EXPECT_FALSE(safe);
}

TEST(ArchiveFolders, AreRefusedWhereTheyCannotBe) {
  const ScratchFile file("archive");
  std::ofstream(file.path()) << "a file";
  const auto opened = archive::Archive::Open({.folder = file.path(), .mesh = "shop"});
  EXPECT_TRUE(std::holds_alternative<std::string>(opened));
}

TEST(ReadSegment, GivesWhatAReplayGoesOnFrom) {
  const ScratchFile file("lines.jsonl");
  std::ofstream(file.path()) << Ended("good", "succeeded") << "\n\n"
                             << Ended("bad", "failed", R"(,"before":{"id":"bad","route":{}})");
  std::vector<archive::Line> lines;
  EXPECT_EQ(archive::ReadSegment(file.path(), [&](const archive::Line& line) { lines.push_back(line); }), "");
  ASSERT_EQ(lines.size(), 2U) << "a file that is not compressed, and without a last line end";
  EXPECT_FALSE(lines[0].failed);
  EXPECT_EQ(lines[0].stand, Ended("good", "succeeded"));
  EXPECT_TRUE(lines[1].failed);
  EXPECT_EQ(lines[1].error, "busy");
  EXPECT_EQ(lines[1].stand, R"({"id":"bad","route":{}})");
}

TEST(ReadSegment, SaysWhatIsNoEnvelope) {
  const ScratchFile file("lines.jsonl");
  std::ofstream(file.path()) << Ended("good", "succeeded") << "\n{\"a\": 1}\n";
  EXPECT_EQ(archive::ReadSegment(file.path(), [](const archive::Line&) {}), file.path() + ":2: no envelope");
  EXPECT_NE(archive::ReadSegment(file.path() + ".none", [](const archive::Line&) {}), "");
}

TEST_F(ArchiveFolder, CanBeReadAfterItsLastBatchWasCutOff) {
  const auto archive = Open();
  for (const char* id : {"a", "b"}) {
    archive->Add(Ended(id, "succeeded"), [] {});
    archive->Flush();
  }
  fs::resize_file(Segments().front(), fs::file_size(Segments().front()) - 30);
  EXPECT_EQ(Lines().size(), 1U);
}

}  // namespace
}  // namespace mesh::test
