// What all programs have in common that check random Flow programs one seed after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace meshc::property {

enum class Verdict {
  kHolds,
  kRejected,  ///< By the compiler.
  kBroken,    ///< The check has printed the program and what is wrong.
};

struct ManyPrograms {
  std::string about;  ///< For --help.
  std::string held;   ///< "the budgets of {} programs hold"
  int count = 2000;   ///< Unless --count says something else.
  std::function<Verdict(std::uint64_t seed)> check;
};

/// Reads `[--seed FIRST] [--count N]` and checks until N programs were accepted. The exit code: 1 at the
/// first that is broken, or if the compiler rejects most.
int CheckManyPrograms(int argc, char** argv, const ManyPrograms& programs);

}  // namespace meshc::property
