#include "compiler/driver/commands/project_name.h"

#include <algorithm>
#include <filesystem>

#include "compiler/syntax/file.h"

namespace meshc::driver {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string LastPart(std::string_view folder) {
  auto path = std::filesystem::path(folder).lexically_normal();
  // `.` and `..` are named by where they lead.
  if (const auto last = path.filename(); last == "." || last == "..")
    path = std::filesystem::absolute(path).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// The grammar knows the keywords; nothing else needs a list of them.
bool MayName(const std::string& mesh) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  syntax::ParseFile(sources, sources.Add("name.flow", "mesh " + mesh + ";\n"), diagnostics);
  return !diagnostics.HasErrors();
}

}  // namespace

std::string ProjectName(std::string_view folder) {
  std::string name;
  for (const char c : LastPart(folder)) {
    if (name.empty() && !IsLetter(c)) continue;
    if (IsLetter(c) || IsDigit(c))
      name += IsLetter(c) ? static_cast<char>(c | 0x20) : c;
    else if (name.back() != '_')
      name += '_';
  }
  if (!name.empty() && name.back() == '_') name.pop_back();
  return name.empty() || MayName(name) ? name : name + "_mesh";
}

}  // namespace meshc::driver
