// The chart of a mesh `shop.desk` with the values of its deploy `production`.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "chart_objects.h"
#include "helm_test.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "yaml_json.h"

namespace meshc::test {

class DeskChart : public HelmTest {
 protected:
  using Json = nlohmann::json;

  explicit DeskChart(const char* flow) : flow_(flow) {}

  void Prepare() override {
    const std::string flow = scratch_ / "desk.flow";
    WriteFile(flow, flow_);
    const ProgramRun run =
        RunProgram({Meshc(), "compile", "-Werror", flow, "-o", scratch_ / "out", "--only", "helm"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const ProgramRun lint = Helm({"lint", "--strict", chart_});
    EXPECT_EQ(lint.exit_code, 0) << lint.out << lint.err;
    const ProgramRun made = Helm({"template", "release", chart_});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    objects_ = ParseYaml(made.out);
  }

  ProgramRun Helm(std::vector<std::string> words) const {
    words.insert(words.begin(), helm_);
    words.insert(words.end(), {"--values", values_});
    return RunProgram(words);
  }
  /// What it makes of the chart where `set` is said, too.
  ProgramRun Template(const std::string& set) const {
    return Helm({"template", "release", chart_, "--set", set});
  }

  const Json& Object(const std::string& kind, const std::string& name) const {
    for (const Json* object : OfKind(objects_, kind)) {
      if (object->at("metadata").at("name") == name) return *object;
    }
    ADD_FAILURE() << "no " << kind << " is called " << name;
    static const Json none;
    return none;
  }
  Json Pod(const std::string& name) const {
    return Object("Deployment", name).at("spec").at("template").at("spec");
  }

  ScratchFolder scratch_{"desk_chart"};
  const std::string chart_ = scratch_ / "out/deploy/helm/shop-desk";
  const std::string values_ = chart_ + "/values-production.yaml";
  std::vector<Json> objects_;

 private:
  const char* const flow_;
};

}  // namespace meshc::test
