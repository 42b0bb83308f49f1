// The standard library, embedded in the binary: each file of `stdlib/` is an import `std.<name>`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace meshc::loading {

/// The text of `stdlib/<name>.flow`; empty if there is none.
std::string_view FindLibrary(std::string_view name);

/// Of all its files, without `std.`, sorted.
std::vector<std::string_view> LibraryNames();

/// For messages: "it has `std.a` and `std.b`", or that it is empty.
std::string DescribeLibrary();

}  // namespace meshc::loading
