// What must not be shown: `@sensitive` values, and what is said about them.
//
// A declaration hides the field or member that it stands before. Here it is worked out which
// programs, params and results touch such values, so that no message about them tells what they
// are. A copy in a field that is not annotated is as open as that field.
#pragma once

#include <vector>

#include "mesh/contract/route_table.h"

namespace mesh::route {

/// Immutable after construction; share it between threads.
class Sensitivity {
 public:
  explicit Sensitivity(const contract::RouteTable& table);

  /// The field is, or has such a part.
  bool Hides(const contract::Field& field) const { return field.sensitive || types_[field.type]; }
  /// The program reads such a value: neither its result nor its failure is to be shown.
  bool HidesProgram(contract::Index program) const { return programs_[program]; }
  /// The param or result, by its index in the pool's members, gets or gives such a value somewhere.
  bool HidesMember(contract::Index member) const { return members_[member]; }

 private:
  class Finder;

  std::vector<bool> types_;
  std::vector<bool> programs_;
  std::vector<bool> members_;
};

}  // namespace mesh::route
