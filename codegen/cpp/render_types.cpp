#include <fmt/core.h>
#include <fmt/ranges.h>

#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

/// Templates end in a line end; a definition that becomes a value does not.
std::string Definition(std::string_view name, const Holes& holes) {
  std::string text = RenderTemplate(name, holes);
  text.pop_back();
  return text;
}

Holes NameHoles(const auto& type) { return Holes().Set("name", type.name).Set("doc", DocComment(type.doc)); }

std::string Define(const EnumModel& type) {
  return Definition(type.open ? "open_enum" : "enum", NameHoles(type).Set("values", ValueHoles(type.values)));
}

std::string Define(const RecordModel& type) {
  return Definition("record",
                    NameHoles(type).Set("members", RenderMembers(type.members)).Set("bag", type.bag));
}

std::string Define(const UnionModel& type) {
  return Definition("union", NameHoles(type)
                                 .Set("tags", ValueHoles(type.tags))
                                 .Set("types", fmt::format("{}", fmt::join(type.types, ", "))));
}

std::string Comparison(const RecordModel& type) {
  std::string text;
  for (const MemberModel& member : type.members)
    text += fmt::format("a.{} == b.{} && ", member.name, member.name);
  return text + fmt::format("a.{} == b.{}", type.bag, type.bag);
}

/// Defined in the source: in the header, members of a cycle would be compared while incomplete.
void AddEquality(const TypeModel& type, std::vector<Holes>& equalities) {
  if (const auto* record = std::get_if<RecordModel>(&type)) {
    equalities.push_back(Holes().Set("name", record->name).Set("comparison", Comparison(*record)));
  } else if (const auto* union_type = std::get_if<UnionModel>(&type)) {
    equalities.push_back(Holes().Set("name", union_type->name).Set("comparison", "a.value == b.value"));
  }
}

std::string Forward(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("struct {};\n", name);
  return text;
}

}  // namespace

void RenderTypes(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> definitions;
  std::vector<Holes> equalities;
  for (const TypeModel& type : model.types) {
    const std::string definition = std::visit([](const auto& one) { return Define(one); }, type);
    definitions.push_back(Holes().Set("definition", definition));
    AddEquality(type, equalities);
  }
  Holes header = MeshHoles(model);
  header.Set("forward", Forward(model.forward)).Set("types", std::move(definitions));
  AddGenerated(fmt::format("include/{}/types.h", model.folder), RenderTemplate("types.h", header), artifacts);
  const Holes source = MeshHoles(model).Set("equalities", std::move(equalities));
  AddGenerated(fmt::format("src/{}/types.cpp", model.folder), RenderTemplate("types.cpp", source), artifacts);
}

void RenderErrors(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> definitions;
  for (const ErrorModel& error : model.errors) {
    const Holes holes = NameHoles(error).Set("members", RenderMembers(error.fields));
    definitions.push_back(Holes().Set("definition", Definition("error", holes)));
  }
  const Holes holes = MeshHoles(model).Set("errors", std::move(definitions));
  AddGenerated(fmt::format("include/{}/errors.h", model.folder), RenderTemplate("errors.h", holes),
               artifacts);
}

}  // namespace meshc::codegen
