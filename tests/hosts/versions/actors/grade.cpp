// The handler of router `grade`, of both versions.
#include "test_versions/actors/grade.h"

namespace test_versions::actors {
namespace {

class GradeHandler final : public Grade {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    return input.low < 10 ? Label::small : Label::large;
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeGrade() { return std::make_unique<GradeHandler>(); }

}  // namespace test_versions::actors
