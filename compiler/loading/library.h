// The standard library, embedded in the binary: each file of `stdlib/` is an import `std.<name>`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_manager.h"

namespace meshc::loading {

/// The text of `stdlib/<name>.flow`; empty if there is none.
std::string_view FindLibrary(std::string_view name);

/// Of all its files, without `std.`, sorted.
std::vector<std::string_view> LibraryNames();

/// True if the source is one of its files, not one of the user's that bears such a name.
bool IsLibrary(const source::SourceManager& sources, source::FileId file);

/// For messages: "it has `std.a` and `std.b`", or that it is empty.
std::string DescribeLibrary();

}  // namespace meshc::loading
