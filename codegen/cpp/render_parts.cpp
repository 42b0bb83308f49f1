// Pieces that several files of the C++ tree have in common.
#include <fmt/core.h>

#include "codegen/common/cpp_literals.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

/// Stands in rendered members where `#line` shall point back into the generated file.
constexpr std::string_view kReset = "#line reset";

std::string LineDirective(const Place& place) {
  if (place.line == 0) return {};
  return fmt::format("#line {} {}", place.line, CppString(place.file));
}

/// A comment line that ends in a backslash would swallow the next line.
std::string_view CommentText(std::string_view line) {
  const std::size_t last = line.find_last_not_of("\\ \t\r");
  return last == std::string_view::npos ? std::string_view() : line.substr(0, last + 1);
}

template <typename Action>
void ForEachLine(std::string_view text, Action action) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    action(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace

Holes MeshHoles(const CppModel& model) {
  return Holes().Set("mesh", model.mesh).Set("folder", model.folder).Set("space", model.space);
}

std::string DocComment(std::string_view text) {
  std::string comment;
  ForEachLine(text, [&](std::string_view line) {
    const std::string_view content = CommentText(line);
    comment += fmt::format("{}///{}{}", comment.empty() ? "" : "\n", content.empty() ? "" : " ", content);
  });
  return comment;
}

std::string RenderMembers(const std::vector<MemberModel>& members) {
  std::vector<Holes> items;
  for (const MemberModel& member : members) {
    items.push_back(Holes()
                        .Set("doc", DocComment(member.doc))
                        .Set("line", LineDirective(member.place))
                        .Set("type", member.type)
                        .Set("name", member.name)
                        .Set("initialiser", member.initialiser)
                        .Set("reset", std::string(member.place.line == 0 ? "" : kReset)));
  }
  std::string text = RenderTemplate("members", Holes().Set("members", std::move(items)));
  if (!text.empty()) text.pop_back();
  return text;
}

std::vector<Holes> NumberedNames(const std::vector<MemberModel>& members) {
  std::vector<Holes> items;
  for (const MemberModel& member : members) {
    items.push_back(Holes().Set("name", member.name).Set("index", fmt::format("{}", items.size())));
  }
  return items;
}

std::vector<Holes> ValueHoles(const std::vector<ValueModel>& values) {
  std::vector<Holes> items;
  for (const ValueModel& value : values) {
    items.push_back(Holes()
                        .Set("doc", DocComment(value.doc))
                        .Set("name", value.name)
                        .Set("text", CppString(value.text))
                        .Set("index", fmt::format("{}", items.size())));
  }
  return items;
}

void AddGenerated(const std::string& path, const std::string& text, ArtifactSet& artifacts) {
  std::string content;
  std::uint32_t line = 0;
  ForEachLine(text, [&](std::string_view source) {
    ++line;
    content += source == kReset ? fmt::format("#line {} {}", line + 1, CppString(path)) : std::string(source);
    content += '\n';
  });
  artifacts[path].content = std::move(content);
}

}  // namespace meshc::codegen
