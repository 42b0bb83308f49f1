// The chart of the support agent, as its users give it values.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "helm_test.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "yaml_json.h"

namespace meshc::test {

class SupportChart : public HelmTest {
 protected:
  void Prepare() override {
    const std::filesystem::path flow = Example("support") / "support.flow";
    const ProgramRun run = RunProgram({Meshc(), "compile", flow.string(), "-o", (scratch_ / "out")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    chart_ = scratch_ / "out/deploy/helm/shop-support";
  }

  std::vector<nlohmann::json> Template(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> command = {helm_, "template", "release", chart_};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramRun run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return ParseYaml(run.out);
  }

  /// The options of the mesh alone, and of each of its deploys.
  std::vector<std::vector<std::string>> Deploys() const {
    return {{}, {"-f", chart_ + "/values-on_nats.yaml"}, {"-f", chart_ + "/values-on_rabbitmq.yaml"}};
  }

  ScratchFolder scratch_{"chart"};
  std::string chart_;
};

}  // namespace meshc::test
