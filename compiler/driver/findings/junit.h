// JUnit XML, the test report that continuous-integration servers read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace meshc::driver {

struct JunitFailure {
  std::string type;  ///< May be empty.
  std::string text;  ///< Its first line is the message, which servers show in lists.
};

struct JunitCase {
  std::string name;
  std::string file;
  std::uint32_t line = 0;              ///< 0: none.
  std::vector<JunitFailure> failures;  ///< Empty: passed.
  std::string output;                  ///< What it said without failing; may be empty.
};

/// What belongs to one file.
struct JunitSuite {
  std::string name;
  std::vector<JunitCase> cases;
};

/// Characters that XML 1.0 cannot hold are left out.
std::string PrintJunit(const std::vector<JunitSuite>& suites);

}  // namespace meshc::driver
