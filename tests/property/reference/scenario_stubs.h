// The stubs of a scenario as the behaviour of its actors.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "tests/property/behaviour.h"

namespace meshc::property {

class ScenarioStubs : public Behaviour {
 public:
  ScenarioStubs(const sema::TypedProgram& program, const sema::Scenario& scenario)
      : program_(program), scenario_(scenario), progress_(scenario.stubs.size()) {}

  /// Of the first stub of the actor whose condition holds; zeros if there is none, or it is used up.
  Reply Answer(types::ActorId actor, const mesh::ValueList& arguments) override;

 private:
  struct Progress {
    std::size_t answer = 0;
    std::int64_t used = 0;  ///< Of the current answer.
  };

  bool Holds(const sema::Stub& stub, const mesh::ValueList& arguments) const;
  static const sema::StubAnswer* Next(const sema::Stub& stub, Progress& progress);
  Reply ReplyOf(const types::Actor& actor, const sema::StubAnswer& answer) const;
  Outcome ZeroOf(const types::Actor& actor) const;

  const sema::TypedProgram& program_;
  const sema::Scenario& scenario_;
  std::vector<Progress> progress_;  ///< By stub.
};

/// The zero of a type, moved to the nearest value that its constraint allows; absent for `T?`.
mesh::Value ZeroValue(const types::Declarations& declarations, types::TypeId type);

}  // namespace meshc::property
