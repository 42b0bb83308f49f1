// Words that people bring from other languages, and what Flow calls the same thing.
#pragma once

#include <string_view>

namespace meshc::syntax {

/// The function of Flow that `name`, a function or method elsewhere, does the work of; of a name that Flow
/// has, too, the name itself. Empty: none is known.
std::string_view FunctionMeantBy(std::string_view name);

/// True if `label` is how an arm for all that is left begins elsewhere: `default`.
bool MeansRest(std::string_view label);

}  // namespace meshc::syntax
