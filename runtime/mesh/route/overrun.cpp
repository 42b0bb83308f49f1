#include "mesh/route/overrun.h"

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/value/times.h"

namespace mesh::route {

Error NoAnswerWithin(std::int64_t limit_ns, contract::BuiltinError error, std::string_view actor) {
  return MakeError(error, fmt::format("no answer within {}", PrintDuration({limit_ns})), actor);
}

}  // namespace mesh::route
