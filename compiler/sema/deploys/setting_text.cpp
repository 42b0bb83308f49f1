#include "compiler/sema/deploys/setting_text.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

namespace meshc::sema {
namespace {

bool IsLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || llvm::isDigit(c); }

bool IsLabel(llvm::StringRef text) {
  constexpr std::size_t kLongest = 63;
  return !text.empty() && text.size() <= kLongest && IsLowerOrDigit(text.front()) &&
         IsLowerOrDigit(text.back()) &&
         llvm::all_of(text, [](char c) { return IsLowerOrDigit(c) || c == '-'; });
}

bool IsObjectName(llvm::StringRef text) {
  constexpr std::size_t kLongest = 253;
  llvm::SmallVector<llvm::StringRef, 4> labels;
  text.split(labels, '.');
  return text.size() <= kLongest && llvm::all_of(labels, IsLabel);
}

bool IsVariable(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.'; });
}

bool IsUrl(llvm::StringRef text) {
  const auto [scheme, rest] = text.split("://");
  return !scheme.empty() && !rest.empty();
}

}  // namespace

bool IsWellFormed(TextKind kind, llvm::StringRef text) {
  switch (kind) {
    case TextKind::kAny: return true;
    case TextKind::kFilled: return !text.empty();
    case TextKind::kLabel: return IsLabel(text);
    case TextKind::kObjectName: return IsObjectName(text);
    case TextKind::kVariable: return IsVariable(text);
    case TextKind::kPath: return text.startswith("/") && !text.contains(':');
    case TextKind::kUrl: return IsUrl(text);
  }
  return true;
}

std::string_view Describe(TextKind kind) {
  switch (kind) {
    case TextKind::kAny: return "";
    case TextKind::kFilled: return "text that says something";
    case TextKind::kLabel:
    case TextKind::kObjectName: return "name that Kubernetes takes";
    case TextKind::kVariable: return "name of a variable";
    case TextKind::kPath: return "absolute path";
    case TextKind::kUrl: return "URL";
  }
  return "";
}

std::string_view RuleOf(TextKind kind) {
  switch (kind) {
    case TextKind::kAny: return "";
    case TextKind::kFilled: return "write something between the quotes";
    case TextKind::kLabel:
      return "such a name has lower-case letters, digits and `-` within it, at most 63 in all";
    case TextKind::kObjectName:
      return "such a name has lower-case letters and digits, and `-` and `.` within it";
    case TextKind::kVariable:
      return "such a name has letters, digits, `_`, `-` and `.`, and begins with no digit";
    case TextKind::kPath: return "such a path begins with `/` and has no `:`";
    case TextKind::kUrl: return "write it with its scheme, such as `nats://nats.messaging:4222`";
  }
  return "";
}

}  // namespace meshc::sema
