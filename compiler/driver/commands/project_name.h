// The name of a mesh that is made of a folder's name.
#pragma once

#include <string>
#include <string_view>

namespace meshc::driver {

/// The last part of the path as a mesh name: `work/My-Project` gives `my_project`. What is no letter
/// or digit becomes `_`, what stands before the first letter is dropped, a keyword gets `_mesh`.
/// Empty: no letter is left.
std::string ProjectName(std::string_view folder);

}  // namespace meshc::driver
