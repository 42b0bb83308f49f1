// What texts in settings have to look like, so that brokers and Kubernetes take them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string_view>

namespace meshc::sema {

enum class TextKind : std::uint8_t {
  kAny,
  kFilled,      ///< Not empty.
  kLabel,       ///< A namespace or volume: a DNS label.
  kObjectName,  ///< A claim or secret: DNS labels with `.` between them.
  kVariable,    ///< Of the environment.
  kPath,        ///< Absolute.
  kUrl,         ///< `scheme://rest`
};

bool IsWellFormed(TextKind kind, llvm::StringRef text);
/// `an absolute path`; empty where every text is well formed.
std::string_view Describe(TextKind kind);
/// How such a text is written.
std::string_view RuleOf(TextKind kind);

}  // namespace meshc::sema
