// What a document says at each place that a rule speaks of.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <utility>

#include "mesh/compatibility/rule.h"
#include "mesh/compatibility/side.h"

namespace meshc::versions {

/// A rule that the document would meet, if it were broken at this subject: `Ticket.phone`.
using Mark = std::pair<mesh::compatibility::Rule, std::string>;

/// Of a document given at the entry of `flow`, by the names of the version that reads it.
std::set<Mark> MarksOf(const mesh::compatibility::Side& reader, mesh::contract::Index flow,
                       const nlohmann::json& document);

}  // namespace meshc::versions
