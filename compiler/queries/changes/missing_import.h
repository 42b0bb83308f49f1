// A name that another file declares.
#pragma once

#include <optional>
#include <string>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// True if the finding is about a name that an import may bring.
bool LacksAName(const diagnostics::Diagnostic& finding);

/// The import line for `target`, given relative to the file, behind those that the file has. None: it has it
/// already.
std::optional<diagnostics::Edit> ImportOf(const CheckedRoot& root, source::FileId file,
                                          const std::string& target);

/// True if an import of that file would bring a declaration of the name.
bool Brings(const CheckedRoot& root, source::FileId file, std::string_view name);

/// Files of the standard library that declare the name, as `std.NAME`, whoever imports them.
std::vector<std::string> LibrariesThatBring(std::string_view name);

}  // namespace meshc::queries
