#include "codegen/common/naming.h"

#include <algorithm>
#include <iterator>

#include "codegen/common/cpp_words.h"
#include "compiler/support/digest.h"

namespace meshc::codegen {
namespace {

// A file system takes 255 bytes, and tools add endings: `.cpp.o.d`, `.output.schema.json`.
constexpr std::size_t kMaxFileStem = 160;
constexpr std::size_t kFileHashDigits = 12;
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

/// Macros bear such names, and which ones there are depends on the system.
bool MayBeMacro(std::string_view name) {
  return std::count_if(name.begin(), name.end(), IsUpper) > 1 &&
         std::none_of(name.begin(), name.end(), IsLower);
}

/// At most `most` characters; longer names end in `separator` and so many digits of their hash.
std::string Shortened(std::string_view name, std::size_t most, std::size_t digits, char separator) {
  if (name.size() <= most) return std::string(name);
  std::string head(name.substr(0, most - digits - 1));
  if (separator == '-') TrimDashes(head);
  return head + separator + Digest(name, digits);
}

/// So many digits that names that differ have different files.
std::string ShortenedFile(std::string_view name, char separator) {
  return Shortened(name, kMaxFileStem, kFileHashDigits, separator);
}

/// Names that belong to the compiler: `_Bool`, `__int128`, `__FILE__`.
bool IsReserved(std::string_view name) {
  return name.size() > 1 && name[0] == '_' && (name[1] == '_' || IsUpper(name[1]));
}

template <std::size_t kCount>
bool IsOneOf(std::string_view name, const std::string_view (&names)[kCount]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// A rule, because a list would name what one version of one C library declares.
bool MayBeDeclaredByC(std::string_view identifier) {
  constexpr std::string_view kFirst[] = {"clock", "posix", "program", "pthread",
                                         "sched", "sem",   "timer",   "timespec"};
  constexpr std::string_view kLast[] = {"l", "np", "r", "t"};
  const auto first = identifier.substr(0, identifier.find('_'));
  const auto last = identifier.substr(identifier.rfind('_') + 1);
  return first == identifier || IsOneOf(first, kFirst) || IsOneOf(last, kLast);
}

}  // namespace

std::string CppIdentifier(std::string_view name) {
  const bool taken = IsCppWord(name) || MayBeMacro(name) || IsReserved(name);
  return std::string(name) + (taken ? "_" : "");
}

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
  // Namespaces, functions and constants of the generated code bear these names, and members of
  // the structs that stand for unions and open enums.
  constexpr std::string_view kTaken[] = {"Decode", "Encode", "Entries", "FromJson",       "Get",
                                         "Listed", "Make",   "Tag",     "ToJson",         "Variant",
                                         "actors", "errors", "kMesh",   "kRoutesLibrary", "kTableDigest",
                                         "mesh",   "std",    "tag",     "value"};
  return IsOneOf(name, kTaken) ? std::string(name) + "_" : CppIdentifier(name);
}

std::string CppActorClass(std::string_view name) {
  // Members of the base class bear these names.
  constexpr std::string_view kTaken[] = {"Context", "Declared", "DecodeInput", "EncodeOutput", "Handler",
                                         "Input",   "Invoke",   "Label",       "Open",         "Output",
                                         "Recode",  "Result",   "Step"};
  const std::string camel = UpperCamel(name);
  return IsOneOf(camel, kTaken) ? camel + "_" : camel;
}

std::string CppActorFactory(std::string_view name) { return "Make" + CppActorClass(name); }

std::string CppMember(std::string_view name, std::string_view owner) {
  const std::string member = CppIdentifier(name);
  return member == owner ? member + "_" : member;
}

std::string CppErrorField(std::string_view name, std::string_view owner) {
  return name == "message" ? "message_" : CppMember(name, owner);
}

std::string FileStem(std::string_view name) { return ShortenedFile(name, '-'); }

std::string MeshIdentifier(std::string_view mesh) {
  std::string identifier = ShortenedFile(mesh, '_');
  for (char& c : identifier) {
    if (c == '.') c = '_';
  }
  // The generated namespace stands beside these two.
  const bool taken = identifier == "std" || identifier == "mesh" || IsCppWord(identifier);
  return taken ? identifier + "_" : identifier;
}

std::string MeshNamespace(std::string_view mesh) {
  const std::string identifier = MeshIdentifier(mesh);
  return MayBeDeclaredByC(identifier) || MayBeMacro(identifier) ? identifier + "_" : identifier;
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
  std::string full = KebabCase(mesh) + "-" + KebabCase(actor);
  // A Service of Kubernetes bears it.
  if (IsDigit(full.front())) full.insert(0, "x");
  return Shortened(full, kMaxQueueName, kHashDigits, '-');
}

}  // namespace meshc::codegen
