#include "compiler/pipeline/warning_policy.h"
#include "compiler/diagnostics/diagnostics_0_driver.h"

#include <gtest/gtest.h>

namespace meshc::pipeline {
namespace {

diagnostics::Diagnostic Warning() {
  diagnostics::Diagnostic diagnostic;
  diagnostic.code = diagnostics::diag::UnknownAllow.code;
  diagnostic.severity = diagnostics::Severity::kWarning;
  return diagnostic;
}

TEST(WarningPolicy, ShowsAllAtFirst) { EXPECT_TRUE(WarningPolicy().Shows(Warning())); }

TEST(WarningPolicy, TheLastWordWins) {
  WarningPolicy policy;
  EXPECT_EQ(policy.Apply("no-unknown-allow"), std::nullopt);
  EXPECT_FALSE(policy.Shows(Warning()));
  EXPECT_EQ(policy.Apply("MC0004"), std::nullopt);
  EXPECT_TRUE(policy.Shows(Warning()));
  EXPECT_EQ(policy.Apply("no-mc0004"), std::nullopt);
  EXPECT_FALSE(policy.Shows(Warning()));
}

TEST(WarningPolicy, NeverSilencesErrors) {
  WarningPolicy policy;
  EXPECT_NE(policy.Apply("no-empty-file"), std::nullopt);
  diagnostics::Diagnostic error = Warning();
  policy.Apply("no-unknown-allow");
  error.severity = diagnostics::Severity::kError;
  EXPECT_TRUE(policy.Shows(error));
}

TEST(WarningPolicy, KnowsNoOtherWords) {
  WarningPolicy policy;
  EXPECT_NE(policy.Apply("all"), std::nullopt);
  EXPECT_NE(policy.Apply(""), std::nullopt);
  EXPECT_FALSE(policy.warnings_are_errors());
  EXPECT_EQ(policy.Apply("error"), std::nullopt);
  EXPECT_TRUE(policy.warnings_are_errors());
}

}  // namespace
}  // namespace meshc::pipeline
