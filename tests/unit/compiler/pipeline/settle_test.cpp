#include "compiler/pipeline/settle.h"

#include <gtest/gtest.h>

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/syntax/file.h"

namespace meshc::pipeline {
namespace {

using diagnostics::Severity;

/// A text whose record allows MC0004, and findings of that code.
class SettleTest : public testing::Test {
 protected:
  SettleTest() {
    c_.files.push_back(syntax::ParseFile(c_.sources, file_, c_.diagnostics));
    EXPECT_TRUE(c_.diagnostics.all().empty());
  }

  void Find(Severity severity, std::string_view at) {
    diagnostics::Diagnostic found;
    found.code = diagnostics::diag::UnknownAllow.code;
    found.severity = severity;
    const auto begin = static_cast<std::uint32_t>(kText.find(at));
    found.range = {file_, begin, begin + 1};
    c_.diagnostics.Add(std::move(found));
  }
  std::vector<Severity> Settled(const WarningPolicy& warnings = {}) {
    Settle(warnings, c_);
    std::vector<Severity> settled;
    for (const diagnostics::Diagnostic& each : c_.diagnostics.all()) settled.push_back(each.severity);
    return settled;
  }

 private:
  static constexpr std::string_view kText =
      "mesh t;\n@allow(MC0004, \"why\")\nrecord Allowed { a: int; }\nrecord Other { b: int; }\n";
  Compilation c_;
  source::FileId file_ = c_.sources.Add("t.flow", std::string(kText));
};

TEST_F(SettleTest, AnAllowanceSilencesWarningsOfWhatItStandsAt) {
  Find(Severity::kWarning, "a: int");
  Find(Severity::kWarning, "b: int");
  EXPECT_EQ(Settled(), std::vector{Severity::kWarning});
}

TEST_F(SettleTest, AnAllowanceSilencesNoError) {
  Find(Severity::kError, "a: int");
  EXPECT_EQ(Settled(), std::vector{Severity::kError});
}

TEST_F(SettleTest, AllWarningsThatAreShownMayBeErrors) {
  WarningPolicy warnings;
  EXPECT_EQ(warnings.Apply("error"), std::nullopt);
  Find(Severity::kWarning, "Other");
  Find(Severity::kWarning, "b: int");
  EXPECT_EQ(Settled(warnings), (std::vector{Severity::kError, Severity::kError}));
}

}  // namespace
}  // namespace meshc::pipeline
