#include "codegen/common/cpp_words.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace meshc::codegen {
namespace {

// Both sorted, as ASCII sorts.

/// Of C++20, alternative tokens, and what GNU extensions add.
constexpr std::string_view kKeywords[] = {
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",    "typeid",    "typename",  "typeof",       "union",
    "unsigned",    "using",    "virtual",    "void",      "volatile",  "wchar_t",      "while",
    "xor",         "xor_eq",
};
static_assert(std::is_sorted(std::begin(kKeywords), std::end(kKeywords)));

/// What headers of C++ and POSIX define, and compilers themselves; a rule of `naming.cpp` covers macros in
/// capitals.
constexpr std::string_view kMacros[] = {
    "EOF",
    "INFINITY",
    "NAN",
    "NULL",
    "alloca",
    "assert",
    "assert_perror",
    "be16toh",
    "be32toh",
    "be64toh",
    "d_fileno",
    "errno",
    "h_addr",
    "h_errno",
    "htobe16",
    "htobe32",
    "htobe64",
    "htole16",
    "htole32",
    "htole64",
    "i386",
    "issubnormal",
    "le16toh",
    "le32toh",
    "le64toh",
    "linux",
    "major",
    "makedev",
    "math_errhandling",
    "minor",
    "offsetof",
    "pthread_cleanup_pop",
    "pthread_cleanup_pop_restore_np",
    "pthread_cleanup_push",
    "pthread_cleanup_push_defer_np",
    "s6_addr",
    "s6_addr16",
    "s6_addr32",
    "sa_handler",
    "sa_sigaction",
    "sched_priority",
    "setjmp",
    "si_addr",
    "si_addr_lsb",
    "si_arch",
    "si_band",
    "si_call_addr",
    "si_fd",
    "si_int",
    "si_lower",
    "si_overrun",
    "si_pid",
    "si_pkey",
    "si_ptr",
    "si_status",
    "si_stime",
    "si_syscall",
    "si_timerid",
    "si_uid",
    "si_upper",
    "si_utime",
    "si_value",
    "sigev_notify_attributes",
    "sigev_notify_function",
    "sigmask",
    "sigsetjmp",
    "st_atime",
    "st_ctime",
    "st_mtime",
    "stderr",
    "stdin",
    "stdout",
    "strdupa",
    "strndupa",
    "timeradd",
    "timerclear",
    "timercmp",
    "timerisset",
    "timersub",
    "unix",
    "va_arg",
    "va_copy",
    "va_end",
    "va_start",
};
static_assert(std::is_sorted(std::begin(kMacros), std::end(kMacros)));

template <std::size_t kCount>
bool IsIn(const std::string_view (&words)[kCount], std::string_view name) {
  return std::binary_search(std::begin(words), std::end(words), name);
}

}  // namespace

bool IsCppWord(std::string_view name) { return IsIn(kKeywords, name) || IsIn(kMacros, name); }

}  // namespace meshc::codegen
