// Tests of what helm makes of a chart.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "helm_program.h"

namespace meshc::test {

/// Skips where helm cannot be had, with a word why.
class HelmTest : public testing::Test {
 protected:
  void SetUp() final {
    std::string reason;
    const auto helm = FindHelm(reason);
    if (!helm) GTEST_SKIP() << reason;
    helm_ = *helm;
    Prepare();
  }

  /// Once helm is there.
  virtual void Prepare() = 0;

  std::string helm_;
};

}  // namespace meshc::test
