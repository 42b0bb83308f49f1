// A program that is being written, flow by flow: callees before their callers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/property/program/expressions.h"
#include "tests/property/program/features.h"
#include "tests/property/program/preamble.h"
#include "tests/property/program/undoable.h"
#include "tests/property/random.h"

namespace meshc::property {

/// What callers have to know of a flow.
struct FlowForm {
  std::string name;
  const EnvelopeForm* envelope = nullptr;
  VarSet writes;            ///< Of a call on the caller's fields.
  bool completes = true;    ///< Control may come back.
  bool loose_join = false;  ///< Holds a join that goes on while branches run: not for a saga.
};

/// A plan router.
struct PlanForm {
  std::string name;
  VarSet writes;
  bool loose_join = false;
  bool lists_flow_on_f = false;  ///< Then only flows on `E` have a field for each result.
};

struct Draft {
  Draft(std::uint64_t seed, const Features& wanted) : random(seed), features(wanted), expressions(random) {}

  Random random;
  Features features;
  Expressions expressions;
  int variables = 0;            ///< Names given to clause and `each` variables.
  std::vector<FlowForm> flows;  ///< Whoever is written later may call them.
  std::vector<PlanForm> plans;
  std::vector<Undoable> undoables;
  std::vector<std::string> declarations;
};

}  // namespace meshc::property
