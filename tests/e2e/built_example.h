// An example, or a mesh of the tests, as its users have it: compiled and built, in a folder of its own.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_program.h"
#include "scratch.h"

namespace meshc::test {

/// A copy of a project without anything that was generated there by hand.
class BuiltExample {
 public:
  explicit BuiltExample(const std::filesystem::path& source);

  /// Why there is no host; empty: there is one.
  const std::string& problem() const { return problem_; }
  /// Tests that the example brings along; succeeds where there are none.
  ProgramRun RunOwnTests() const;

  const std::string& flow() const { return flow_; }
  const std::string& host() const { return host_; }
  std::string messages() const { return scratch_ / "messages.jsonl"; }
  std::string scenarios() const { return folder() + "/routes/scenarios.json"; }
  /// What `compile` has made.
  std::string folder() const { return scratch_ / "out"; }

 private:
  std::string build() const { return scratch_ / "out/build"; }
  void Do(const std::vector<std::string>& command);

  ScratchFolder scratch_;
  std::string flow_;
  std::string host_;
  std::string problem_;
};

/// The JSON lines that a host has printed.
std::vector<nlohmann::json> Results(const std::string& lines);

}  // namespace meshc::test
