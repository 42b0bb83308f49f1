// What has in common who asks of many random pairs whether a judge tells the truth.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "mesh/compatibility/rule.h"

namespace meshc::property {

struct Tally {
  int fits = 0;
  int breaks = 0;
  std::set<mesh::compatibility::Rule> caught;  ///< Without each of which a pair would pass that must not.
};

struct JudgedPairs {
  std::string about;                             ///< For --help.
  std::string told;                              ///< "{} pairs from seed {}: {} fit, {} do not"
  std::vector<mesh::compatibility::Rule> rules;  ///< That must be caught.
  /// Empty, or how the judge was wrong.
  std::function<std::string(std::uint64_t seed, Tally& tally)> check;
};

/// Reads `[--seed FIRST] [--count N]`. The exit code: 1 at the first pair that is judged wrongly, or if
/// nothing would show that a rule is missing.
int CheckJudgedPairs(int argc, char** argv, const JudgedPairs& pairs);

}  // namespace meshc::property
