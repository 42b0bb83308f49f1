// A project that tests/hosts/build_hosts.py has compiled and built: an example, or a mesh of the tests.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "run_program.h"

namespace meshc::test {

/// All processes of a test run share it: its folder is read, never written.
class BuiltProject {
 public:
  explicit BuiltProject(const std::string& name);

  /// Why it cannot be used; empty: it can.
  std::string problem() const;
  /// The tests that the project brings along; succeeds where there are none.
  ProgramRun RunOwnTests() const;

  std::string flow() const;
  std::string host() const;
  std::string messages() const { return (folder_ / "messages.jsonl").string(); }
  std::string scenarios() const { return output() + "/routes/scenarios.json"; }
  /// What `compile` has made.
  std::string output() const { return (folder_ / "out").string(); }
  /// Where its host stands, with the libraries of its tables.
  const std::filesystem::path& build() const { return build_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path build_;
};

/// The JSON lines that a host has printed.
std::vector<nlohmann::json> Results(const std::string& lines);

}  // namespace meshc::test
