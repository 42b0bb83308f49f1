// The begin and the end of texts, llvm::StringRef among them, whose functions for this have one name in LLVM
// 14 and another in LLVM 19.
#pragma once

#include <string_view>

namespace meshc {

inline bool StartsWith(std::string_view text, std::string_view begin) { return text.starts_with(begin); }
inline bool EndsWith(std::string_view text, std::string_view end) { return text.ends_with(end); }

}  // namespace meshc
