// What one simulation does to its mesh: all of it follows from a seed, and can be made smaller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/broker/broker.h"

namespace mesh::simulation {

struct Fault {
  enum class Kind : std::uint8_t {
    kKill,          ///< A host dies between two steps.
    kKillInCall,    ///< A host dies in the next call of a handler.
    kLeave,         ///< A host stops as it should.
    kCutOff,        ///< A host loses its connection, and has it back.
    kDouble,        ///< A message is there twice.
    kBringBack,     ///< An acknowledged message is there again.
    kBringBackNew,  ///< The same, and nobody knows that it was lent before.
    kKillEntrance,  ///< Who submits dies, and submits again what it has not been told of.
    kReview,        ///< A host looks at its calls.
    kLapse,         ///< A loan lapses, and its holder does not know.
  };
  std::uint32_t step = 0;
  Kind kind = Kind::kKill;
};

struct Plan {
  std::uint64_t seed = 1;
  std::size_t mesh = 0;  ///< Of MeshTexts.
  std::uint32_t envelopes = 1;
  std::uint32_t hosts = 1;
  bool repeats = true;        ///< Messages may come twice; else state and messages change as one.
  std::uint32_t doubled = 0;  ///< Of a thousand messages that are sent.
  std::optional<test::Broker::Replication> replication = {};  ///< The state's, if messages may repeat.
  std::vector<Fault> faults = {};
};

/// `meshes`: how many there are.
Plan PlanOf(std::uint64_t seed, std::size_t meshes);
std::string Print(const Plan& plan);

/// The smallest plan that it finds on which `fails` still says true.
Plan Shrink(Plan plan, const std::function<bool(const Plan&)>& fails);

}  // namespace mesh::simulation
