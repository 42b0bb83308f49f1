// Constants from JSON text, by type: the `given file` of scenarios.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// The members of a JSON object that an envelope's `in` fields take, as slots and values, in the
/// order of the fields; or what is wrong with the text. Reports nothing.
using GivenFields = std::vector<std::pair<std::uint32_t, types::Constant>>;
std::variant<GivenFields, std::string> ReadGiven(Context& context, EnvelopeId envelope,
                                                 std::string_view json);

}  // namespace meshc::sema
