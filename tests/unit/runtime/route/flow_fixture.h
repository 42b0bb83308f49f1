// Flows of a few calls without params and results, for tests of control flow.
#pragma once

#include <string>
#include <vector>

#include "router_fixture.h"

namespace mesh::route {

class RouterFlowTest : public RouterFixture {
 protected:
  RouterFlowTest() {
    int_ = table.Type(contract::TypeKind::kInt);
    n_ = table.Field("n", int_, contract::kModeVar);
    for (const char* name : {"a", "b", "c", "d"}) table.Processor(name);
    soft_error_ = table.Error("soft", TestTable::Builtin(contract::BuiltinError::kAny),
                              contract::ErrorClass::kRecoverable);
    child_error_ = table.Error("softer", soft_error_, contract::ErrorClass::kRecoverable);
    hard_error_ = table.Error("hard", soft_error_, contract::ErrorClass::kFatal);
    for (contract::Actor& actor : table.data.actors) actor.raises = table.Indices({soft_error_, hard_error_});
  }

  Index Call(const char* name, Index actor, Index next, Index handler = kNone, Index flow = 0) {
    return table.Point({.name = name,
                        .kind = PointKind::kCall,
                        .flow = flow,
                        .handler = handler,
                        .next = next,
                        .actor = actor});
  }
  Index Return(Index flow = 0) {
    return table.Point({.name = "return", .kind = PointKind::kReturn, .flow = flow});
  }

  /// Runs to the end; calls of `failing` fail with `error`.
  std::vector<std::string> RunToEnd(const std::string& failing = "", const std::string& error = "soft") {
    Step step = Enter({Value::Int(0)});
    for (int visits = 0; !At(step).empty() && visits < 1000; ++visits) {
      step = At(step) == failing ? router().Fail(envelope, {.name = error}, visits)
                                 : router().Complete(envelope, {}, visits);
    }
    return Visits();
  }
  using Names = std::vector<std::string>;

  Index int_, n_, soft_error_, child_error_, hard_error_;
};

}  // namespace mesh::route
