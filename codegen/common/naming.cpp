#include "codegen/common/naming.h"

#include <algorithm>
#include <iterator>

#include "codegen/common/cpp_words.h"
#include "codegen/common/digest.h"

namespace meshc::codegen {
namespace {

constexpr std::size_t kMaxQueueName = 54;
constexpr std::size_t kHashDigits = 6;

// The language's names are ASCII; the functions of <cctype> depend on the locale.
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char ToLower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
char ToUpper(char c) { return IsLower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

void TrimDashes(std::string& text) {
  while (!text.empty() && text.back() == '-') text.pop_back();
}

/// True if a word starts at `i`: `rateLimit`, and the last capital of `HTTPError`.
bool StartsWord(std::string_view name, std::size_t i) {
  if (i == 0 || !IsUpper(name[i])) return false;
  const char before = name[i - 1];
  if (IsLower(before) || IsDigit(before)) return true;
  return IsUpper(before) && i + 1 < name.size() && IsLower(name[i + 1]);
}

/// A rule, because a list would name what one version of one C library declares.
bool MayBeDeclaredByC(std::string_view identifier) {
  constexpr std::string_view kFirst[] = {"clock", "posix", "program", "pthread",
                                         "sched", "sem",   "timer",   "timespec"};
  constexpr std::string_view kLast[] = {"l", "np", "r", "t"};
  const auto first = identifier.substr(0, identifier.find('_'));
  const auto last = identifier.substr(identifier.rfind('_') + 1);
  return first == identifier || std::find(std::begin(kFirst), std::end(kFirst), first) != std::end(kFirst) ||
         std::find(std::begin(kLast), std::end(kLast), last) != std::end(kLast);
}

}  // namespace

std::string CppIdentifier(std::string_view name) { return std::string(name) + (IsCppWord(name) ? "_" : ""); }

std::string UpperCamel(std::string_view name) {
  std::string camel;
  bool start = true;
  for (const char c : name) {
    if (c == '_') {
      start = true;
      continue;
    }
    camel += start ? ToUpper(c) : c;
    start = false;
  }
  if (camel.empty() || IsDigit(camel.front())) camel.insert(0, "_");
  return CppIdentifier(camel);
}

std::string CppTypeName(std::string_view name) {
  // Namespaces and functions of the generated code bear these names.
  const bool taken = name == "errors" || name == "actors" || name == "std" || name == "mesh" ||
                     name == "Encode" || name == "Decode" || name == "ToJson" || name == "FromJson";
  return taken ? std::string(name) + "_" : CppIdentifier(name);
}

std::string CppActorClass(std::string_view name) {
  const std::string camel = UpperCamel(name);
  // Members of the base class bear these names.
  const bool taken = camel == "Input" || camel == "Output" || camel == "Label" || camel == "Step" ||
                     camel == "Result" || camel == "Context" || camel == "Invoke" || camel == "Recode";
  return taken ? camel + "_" : camel;
}

std::string CppErrorField(std::string_view name) {
  return name == "message" ? "message_" : CppIdentifier(name);
}

std::string MeshIdentifier(std::string_view mesh) {
  std::string identifier(mesh);
  for (char& c : identifier) {
    if (c == '.') c = '_';
  }
  // The generated namespace stands beside these two.
  if (identifier == "std" || identifier == "mesh") return identifier + "_";
  return CppIdentifier(identifier);
}

std::string MeshNamespace(std::string_view mesh) {
  const std::string identifier = MeshIdentifier(mesh);
  return MayBeDeclaredByC(identifier) ? identifier + "_" : identifier;
}

std::string KebabCase(std::string_view name) {
  std::string kebab;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool plain = IsLower(name[i]) || IsUpper(name[i]) || IsDigit(name[i]);
    const bool dash = !plain || StartsWord(name, i);
    if (dash && !kebab.empty() && kebab.back() != '-') kebab += '-';
    if (plain) kebab += ToLower(name[i]);
  }
  TrimDashes(kebab);
  // A name of underscores alone: the outside world wants at least one letter.
  return kebab.empty() ? "x" : kebab;
}

std::string QueueName(std::string_view mesh, std::string_view actor) {
  const std::string full = KebabCase(mesh) + "-" + KebabCase(actor);
  if (full.size() <= kMaxQueueName) return full;
  std::string head = full.substr(0, kMaxQueueName - kHashDigits - 1);
  TrimDashes(head);
  return head + "-" + Digest(full, kHashDigits);
}

}  // namespace meshc::codegen
