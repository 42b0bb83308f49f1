#include "tests/simulation/plan.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "tests/simulation/meshes.h"
#include "tests/support/broker/chance.h"

namespace mesh::simulation {

namespace {

using Kind = Fault::Kind;

std::string_view NameOf(Kind kind) {
  switch (kind) {
    case Kind::kKill: return "kill";
    case Kind::kKillInCall: return "kill in a call";
    case Kind::kLeave: return "leave";
    case Kind::kCutOff: return "cut off";
    case Kind::kDouble: return "double";
    case Kind::kBringBack: return "bring back";
    case Kind::kBringBackNew: return "bring back as new";
    case Kind::kKillEntrance: return "kill the entrance";
    case Kind::kReview: return "review";
    case Kind::kLapse: return "lapse";
  }
  return {};
}

/// What a transaction rules out.
bool NeedsRepeats(Kind kind) {
  return kind == Kind::kCutOff || kind == Kind::kDouble || kind == Kind::kBringBack ||
         kind == Kind::kBringBackNew || kind == Kind::kLapse;
}

}  // namespace

Plan PlanOf(std::uint64_t seed, std::size_t meshes) {
  test::Chance chance(seed ^ 0x51ab1e5ULL);
  Plan plan{.seed = seed, .mesh = static_cast<std::size_t>(seed % meshes)};
  plan.envelopes = static_cast<std::uint32_t>(1 + chance.Below(3));
  plan.hosts = static_cast<std::uint32_t>(1 + chance.Below(3));
  plan.repeats = chance.Below(4) != 0;
  plan.doubled = plan.repeats ? static_cast<std::uint32_t>(chance.Below(4) * 50) : 0;
  const std::size_t faults = chance.Below(12);
  for (std::size_t i = 0; i < faults; ++i) {
    const Fault fault{.step = static_cast<std::uint32_t>(chance.Below(400)),
                      .kind = static_cast<Kind>(chance.Below(static_cast<std::size_t>(Kind::kLapse) + 1))};
    if (plan.repeats || !NeedsRepeats(fault.kind)) plan.faults.push_back(fault);
  }
  if (plan.repeats && chance.Below(2) == 0) {
    plan.replication.emplace();
    plan.replication->late = static_cast<std::uint32_t>(chance.Below(4) * 50);
    plan.replication->elections = static_cast<std::uint32_t>(chance.Below(4) * 10);
  }
  std::ranges::stable_sort(plan.faults, {}, &Fault::step);
  return plan;
}

std::string Print(const Plan& plan) {
  std::string text = fmt::format("seed {}: mesh {}, {} envelopes, {} hosts, {}, {} of 1000 doubled",
                                 plan.seed, MeshTexts()[plan.mesh].name, plan.envelopes, plan.hosts,
                                 plan.repeats ? "messages may repeat" : "transactions", plan.doubled);
  if (plan.replication)
    text += fmt::format(", replicated state with {} late answers and {} elections of 1000",
                        plan.replication->late, plan.replication->elections);
  for (const Fault& fault : plan.faults)
    text += fmt::format("\n  at step {}: {}", fault.step, NameOf(fault.kind));
  return text;
}

Plan Shrink(Plan plan, const std::function<bool(const Plan&)>& fails) {
  const auto try_smaller = [&](Plan smaller) {
    if (!fails(smaller)) return false;
    plan = std::move(smaller);
    return true;
  };
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (std::size_t i = plan.faults.size(); i > 0; --i) {
      Plan without = plan;
      without.faults.erase(without.faults.begin() + static_cast<std::ptrdiff_t>(i - 1));
      smaller = try_smaller(std::move(without)) || smaller;
    }
    if (plan.replication && !plan.replication->accepts_conflicts) {
      Plan plain = plan;
      plain.replication.reset();
      smaller = try_smaller(std::move(plain)) || smaller;
    }
    for (std::uint32_t Plan::*count : {&Plan::envelopes, &Plan::hosts, &Plan::doubled}) {
      Plan fewer = plan;
      if (fewer.*count <= (count == &Plan::doubled ? 0U : 1U)) continue;
      fewer.*count = count == &Plan::doubled ? 0 : fewer.*count - 1;
      smaller = try_smaller(std::move(fewer)) || smaller;
    }
  }
  return plan;
}

}  // namespace mesh::simulation
