#include "mesh/host/recast_outcome.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"

namespace mesh::host {

namespace {

class OutcomeRecaster {
 public:
  OutcomeRecaster(const compatibility::CallRecast& recast, const contract::Actor& actor, std::size_t heaviest)
      : recast_(recast), actor_(actor), heaviest_(heaviest) {}

  actor::Outcome operator()(const actor::Results& results) const {
    auto recast = recast_.Results(results.values, heaviest_);
    if (auto* values = std::get_if<ValueList>(&recast)) return actor::Results{std::move(*values)};
    const auto& broken = std::get<SchemaError>(recast);
    return Violation(
        fmt::format("results: {}{}{}", broken.path, broken.path.empty() ? "" : ": ", broken.message));
  }

  actor::Outcome operator()(const actor::Choice& choice) const {
    const contract::Index label = recast_.Label(choice.label);
    if (label != contract::kNone) return actor::Choice{label};
    return Violation("the chosen label is none of its labels");
  }

  actor::Outcome operator()(const actor::Plan& plan) const {
    actor::Plan recast;
    for (const std::string& step : plan.steps) recast.steps.emplace_back(recast_.Step(step));
    return recast;
  }

  actor::Outcome operator()(const Error& error) const {
    Error recast = error;
    recast.detail = recast_.Detail(error.name, error.detail, heaviest_);
    return recast;
  }

 private:
  Error Violation(std::string message) const {
    return route::MakeError(contract::BuiltinError::kContractViolation, std::move(message), actor_.name);
  }

  const compatibility::CallRecast& recast_;
  const contract::Actor& actor_;
  const std::size_t heaviest_;
};

}  // namespace

actor::Outcome RecastOutcome(const compatibility::CallRecast& recast, const contract::Actor& actor,
                             const actor::Outcome& answer, std::size_t heaviest) {
  return std::visit(OutcomeRecaster(recast, actor, heaviest), answer);
}

}  // namespace mesh::host
