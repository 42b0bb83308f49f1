// Opens all actors of a host, once.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "mesh/actor/handler.h"
#include "mesh/actor/settings.h"

namespace mesh::actor {

/// The entries, whose `make` gives objects that are ready to serve. Else: every actor that cannot be
/// served, with its reason, one a line.
std::variant<std::vector<Entry>, std::string> OpenActors(std::span<const Entry> entries,
                                                         const AllSettings& settings);

}  // namespace mesh::actor
