#include <algorithm>

#include "compiler/queries/hover.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

using analysis::Presence;

/// The fields of the envelope that travels at a point, with what is known of each before it.
struct FieldsHere {
  const std::vector<types::Field>& fields;
  std::vector<Presence> presences;   ///< Empty: control never arrives there.
  std::vector<std::string> written;  ///< By the statement that the place is in.
};

/// What the statement's own words and steps write.
std::vector<std::string> WrittenBy(const CheckedRoot& root, ir::PointId point) {
  std::vector<std::string> names;
  for (const sema::Mention& mention : MentionsIn(root, root.mesh()->points[point].origin)) {
    if (mention.access != sema::Access::kWrite && mention.access != sema::Access::kImpliedWrite) continue;
    std::string name(root.Text(mention.declared));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

/// Behind a statement, what it wrote is there.
FieldsHere FieldsAt(const CheckedRoot& root, ir::PointId point, Place place) {
  const ir::Mesh& mesh = *root.mesh();
  FieldsHere here{mesh.declarations.envelopes[mesh.flows[mesh.points[point].flow].envelope].fields,
                  root.paths()->FieldsAt(point), WrittenBy(root, point)};
  if (Covers(mesh.points[point].origin, place)) return here;
  for (std::size_t slot = 0; slot < here.fields.size() && slot < here.presences.size(); ++slot) {
    const auto& written = here.written;
    if (std::find(written.begin(), written.end(), here.fields[slot].name) != written.end())
      here.presences[slot] = Presence::kPresent;
  }
  here.written.clear();
  return here;
}

void AddList(std::string& text, const std::string& what, const std::vector<std::string>& names) {
  if (names.empty()) return;
  text += text.empty() ? "\n\n" : "  \n";
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? what + ": `" : ", `") + names[i] + "`";
}

std::vector<std::string> NamesOf(const FieldsHere& here, Presence presence) {
  std::vector<std::string> names;
  for (std::size_t slot = 0; slot < here.fields.size() && slot < here.presences.size(); ++slot) {
    if (here.presences[slot] == presence) names.push_back(here.fields[slot].name);
  }
  return names;
}

}  // namespace

std::string DescribeFields(const CheckedRoot& root, Place place) {
  const ir::PointId point = PointNear(root, place);
  if (!point.has_value() || root.paths() == nullptr) return "";
  const FieldsHere here = FieldsAt(root, point, place);
  if (here.presences.empty()) return "\n\nControl never arrives here";
  std::string text;
  AddList(text, "*Present* here", NamesOf(here, Presence::kPresent));
  AddList(text, "*Maybe present*", NamesOf(here, Presence::kMaybe));
  AddList(text, "*Written* here", here.written);
  return text;
}

std::string DescribePresence(const CheckedRoot& root, Place place, const Declared& field) {
  const ir::PointId point = PointNear(root, place);
  if (!point.has_value() || root.paths() == nullptr) return "";
  const FieldsHere here = FieldsAt(root, point, place);
  for (std::size_t slot = 0; slot < here.fields.size() && slot < here.presences.size(); ++slot) {
    if (here.fields[slot].origin.range != field.name) continue;
    const auto& written = here.written;
    const bool writes = std::find(written.begin(), written.end(), here.fields[slot].name) != written.end();
    const std::string before = writes ? "\n\n*Written* here, before that " : "\n\n";
    if (here.presences[slot] == Presence::kPresent) return before + "*present* here";
    return before + (here.presences[slot] == Presence::kMaybe ? "*maybe present* here" : "not present here");
  }
  return "";
}

}  // namespace meshc::queries
