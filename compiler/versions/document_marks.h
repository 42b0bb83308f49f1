// What a document says at each place that a rule speaks of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "mesh/compatibility/rule.h"
#include "mesh/compatibility/side.h"

namespace meshc::versions {

/// A rule that the document would meet, if it were broken at this subject, `Ticket.phone`. A list and what it
/// holds have one subject: where values are too many or too large, the reader's type tells them apart.
struct Mark {
  mesh::compatibility::Rule rule = mesh::compatibility::Rule::kKind;
  std::string subject;
  std::string narrowed = {};  ///< The type as printed; empty but for `narrowed`.

  auto operator<=>(const Mark&) const = default;
};

/// Of a document given at the entry of `flow`, by the names of the version that reads it.
std::set<Mark> MarksOf(const mesh::compatibility::Side& reader, mesh::contract::Index flow,
                       const nlohmann::json& document);

}  // namespace meshc::versions
