// What the name under the cursor means, and where else it stands.
#include <set>

#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/loading/library.h"
#include "compiler/queries/definition.h"
#include "compiler/queries/hover.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/references.h"

namespace meshc::language_server {
namespace {

Json Locations(Session& session, const Cursor& cursor, const std::vector<source::SourceRange>& ranges) {
  Converter convert(session, cursor.root());
  Json locations = Json::array();
  for (const source::SourceRange range : ranges) locations.push_back(convert.Location(range));
  return locations;
}

int HighlightKind(sema::Access access) {
  constexpr int kText = 1;
  constexpr int kRead = 2;
  constexpr int kWrite = 3;
  if (access == sema::Access::kPlain) return kText;
  return access == sema::Access::kWrite || access == sema::Access::kImpliedWrite ? kWrite : kRead;
}

/// The declaration that the cursor is at, found again in another root that reaches its file.
const queries::Declared* FindAgain(const queries::CheckedRoot& from, const queries::Declared& declared,
                                   const queries::CheckedRoot& in) {
  const source::FileId file = in.FindFile(from.sources().Name(declared.name.file));
  if (!file.has_value()) return nullptr;
  return in.names().Find({file, declared.name.begin, declared.name.end});
}

}  // namespace

Json AnswerHover(Session& session, const Json& params) {
  const auto cursor = session.Focused(params);
  if (!cursor) return nullptr;
  const auto hover = queries::FindHover(cursor->root(), cursor->place);
  if (!hover) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", hover->markdown}}},
          {"range", Converter(session, cursor->root()).Range(hover->range)}};
}

Json AnswerDefinition(Session& session, const Json& params) {
  const auto cursor = session.Focused(params);
  if (!cursor) return nullptr;
  return Locations(session, *cursor, queries::FindDefinition(cursor->root(), cursor->place));
}

Json AnswerTypeDefinition(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  if (!cursor) return nullptr;
  return Locations(session, *cursor, queries::FindTypeDefinition(cursor->root(), cursor->place));
}

Json AnswerReferences(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  if (!cursor) return nullptr;
  const auto name = queries::FindNameAt(cursor->root(), cursor->place);
  if (!name) return nullptr;
  const bool with_declaration = params.value("/context/includeDeclaration"_json_pointer, true);
  const std::string of(cursor->root().sources().Name(name->declared->name.file));
  Json locations = Json::array();
  std::set<std::string> seen;
  // Whoever imports a file of the library may name what it declares.
  const bool library = loading::IsLibrary(cursor->root().sources(), name->declared->name.file);
  for (const Root& root : library ? session.workspace().AllRoots() : session.workspace().JudgesOf(of)) {
    const queries::Declared* declared = FindAgain(cursor->root(), *name->declared, *root);
    if (declared == nullptr) continue;
    Converter convert(session, *root);
    for (const queries::Reference& reference : queries::FindReferences(*root, *declared)) {
      if (reference.is_declaration && !with_declaration) continue;
      Json location = convert.Location(reference.range);
      if (seen.insert(location.dump()).second) locations.push_back(std::move(location));
    }
  }
  return locations;
}

Json AnswerHighlight(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  if (!cursor) return nullptr;
  const auto name = queries::FindNameAt(cursor->root(), cursor->place);
  if (!name) return nullptr;
  Converter convert(session, cursor->root());
  Json highlights = Json::array();
  for (const queries::Reference& reference : queries::FindReferences(cursor->root(), *name->declared)) {
    if (reference.range.file != cursor->place.file) continue;
    highlights.push_back(
        {{"range", convert.Range(reference.range)}, {"kind", HighlightKind(reference.access)}});
  }
  return highlights;
}

}  // namespace meshc::language_server
