// Pieces that several files of the C++ tree have in common.
#include <fmt/core.h>

#include <utility>

#include "codegen/common/cpp_literals.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

/// A comment line that ends in a backslash, or in what some compilers take for one, would swallow the next
/// line.
std::string_view WithoutEnd(std::string_view line) {
  for (;;) {
    const std::size_t last = line.find_last_not_of("\\ \t\r");
    line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
    if (!line.ends_with("?\?/")) return line;
    line.remove_suffix(3);
  }
}

std::string CommentText(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (TurnsDirection(line.substr(i)))
      i += 2;
    else
      text += line[i];
  }
  return std::string(WithoutEnd(text));
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
    const std::string content = CommentText(line);
    comment += fmt::format("{}///{}{}", comment.empty() ? "" : "\n", content.empty() ? "" : " ", content);
  });
  return comment;
}

std::string RenderMembers(const std::vector<MemberModel>& members) {
  std::vector<Holes> items;
  for (const MemberModel& member : members) {
    items.push_back(
        Holes().Set("type", member.type).Set("name", member.name).Set("initialiser", member.initialiser));
  }
  std::string text = RenderTemplate("members", Holes().Set("members", std::move(items)));
  if (!text.empty()) text.pop_back();
  return text;
}

std::string RenderMembers(std::vector<MemberModel> members, const RequiredMembers& required) {
  for (MemberModel& member : members) {
    if (!member.required) continue;
    member.type = fmt::format("mesh::actor::Required<{}, {}{}::{}_{}>", member.type, required.scope,
                              required.owner, member.name, required.noun);
    member.initialiser.clear();
  }
  return RenderMembers(members);
}

std::string RenderDeclared(const std::vector<MemberModel>& members, const RequiredMembers& required) {
  std::vector<Holes> items;
  for (const MemberModel& member : members) {
    if (member.required)
      items.push_back(Holes().Set("name", member.name).Set("refusal", CppString(required.refusal(member))));
  }
  if (items.empty()) return {};
  return RenderTemplate(
      "declared",
      Holes().Set("required", std::move(items)).Set("owner", required.owner).Set("noun", required.noun));
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
                        .Set("name", value.name)
                        .Set("text", CppString(value.text))
                        .Set("index", fmt::format("{}", items.size())));
  }
  return items;
}

std::vector<Holes> Includes(const CppModel& model, const std::vector<std::string>& runtime,
                            const std::vector<std::string>& errors, const std::vector<std::string>& types) {
  std::vector<Holes> items;
  const auto add = [&](const std::string& path) { items.push_back(Holes().Set("path", path)); };
  for (const std::string& path : runtime) add("mesh/actor/" + path);
  for (const std::string& stem : errors) add(fmt::format("{}/errors/{}.h", model.folder, stem));
  for (const std::string& stem : types) add(fmt::format("{}/types/{}.h", model.folder, stem));
  return items;
}

std::string Definition(std::string_view name, const Holes& holes) {
  std::string text = RenderTemplate(name, holes);
  text.pop_back();
  return text;
}

void AddGenerated(const std::string& path, std::string text, ArtifactSet& artifacts) {
  artifacts[path].content = std::move(text);
}

}  // namespace meshc::codegen
