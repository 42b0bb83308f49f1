// Work in a copy of the process, for libraries that lose memory or break down.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace meshc::language_server {

/// What `work` gives, run in a copy of this process (fork(2)) that ends with it: what it allocates, changes
/// or breaks is gone then. Waits for it. None: the copy did not come to its end within a minute, or broke
/// down. Where the system allows no copy the work is done here.
///
/// The copy has no thread but this one, so `work` must need no lock that another may hold; glibc's allocator
/// is safe, that of an address sanitizer may not be.
std::optional<std::string> RunApart(const std::function<std::string()>& work);

}  // namespace meshc::language_server
