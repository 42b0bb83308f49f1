#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "codegen/common/cpp_literals.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

std::string Define(const EnumModel& type) {
  return Definition(type.open ? "open_enum" : "enum",
                    Holes().Set("name", type.name).Set("values", ValueHoles(type.values)));
}

std::string Define(const RecordModel& type) {
  return Definition(
      "record",
      Holes().Set("name", type.name).Set("members", RenderMembers(type.members)).Set("bag", type.bag));
}

std::string Define(const UnionModel& type) {
  return Definition("union", Holes()
                                 .Set("name", type.name)
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

RequiredMembers RequiredFields(const ErrorModel& error) {
  return {.owner = error.name,
          .scope = "declared::",
          .noun = "field",
          .refusal = [&error](const MemberModel& field) {
            return fmt::format("error `{}` has the field `{}`, which is not given here", error.text,
                               field.text);
          }};
}

std::string Forward(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += fmt::format("struct {};\n", name);
  return text;
}

std::string NameOf(const TypeModel& type) {
  return std::visit([](const auto& one) { return one.name; }, type);
}

void RenderTypeFile(const CppModel& model, const TypeFile& file, ArtifactSet& artifacts) {
  std::vector<Holes> definitions;
  std::vector<std::string> names;
  for (const TypeModel& type : file.types) {
    const std::string definition = std::visit([](const auto& one) { return Define(one); }, type);
    definitions.push_back(Holes().Set("definition", definition).Set("name", NameOf(type)));
    names.push_back(fmt::format("`{}`", NameOf(type)));
  }
  Holes holes = MeshHoles(model);
  holes.Set("names", fmt::format("{}", fmt::join(names, ", ")))
      .Set("includes", Includes(model, {"codec.h"}, {}, file.needs));
  holes.Set("forward", Forward(file.forward)).Set("types", std::move(definitions));
  AddGenerated(fmt::format("include/{}/types/{}.h", model.folder, file.stem), RenderTemplate("type.h", holes),
               artifacts);
}

}  // namespace

void RenderTypes(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<std::string> stems;
  std::vector<Holes> equalities;
  for (const TypeFile& file : model.types) {
    RenderTypeFile(model, file, artifacts);
    stems.push_back(file.stem);
    for (const TypeModel& type : file.types) AddEquality(type, equalities);
  }
  std::sort(stems.begin(), stems.end());
  AddGenerated(
      fmt::format("include/{}/types.h", model.folder),
      RenderTemplate("types.h", MeshHoles(model).Set("includes", Includes(model, {"codec.h"}, {}, stems))),
      artifacts);
  const Holes source = MeshHoles(model).Set("equalities", std::move(equalities));
  AddGenerated(fmt::format("src/{}/types.cpp", model.folder), RenderTemplate("types.cpp", source), artifacts);
}

void RenderErrors(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<std::string> stems;
  for (const ErrorModel& error : model.errors) {
    const RequiredMembers required = RequiredFields(error);
    const Holes names = Holes().Set("name", error.name).Set("members", RenderMembers(error.fields, required));
    Holes holes = MeshHoles(model);
    std::vector<Holes> declared;
    if (std::string text = RenderDeclared(error.fields, required); !text.empty())
      declared.push_back(Holes().Set("text", std::move(text)));
    holes.Set("declared", std::move(declared));
    holes.Set("text", error.text).Set("literal", CppString(error.text)).Set("name", error.name);
    holes.Set("definition", Definition("error", names))
        .Set("includes", Includes(model, {"codec.h", "error_codec.h", "required.h"}, {}, error.needs));
    AddGenerated(fmt::format("include/{}/errors/{}.h", model.folder, error.stem),
                 RenderTemplate("one_error.h", holes), artifacts);
    stems.push_back(error.stem);
  }
  AddGenerated(
      fmt::format("include/{}/errors.h", model.folder),
      RenderTemplate("errors.h", MeshHoles(model).Set("includes", Includes(model, {"result.h"}, stems, {}))),
      artifacts);
}

}  // namespace meshc::codegen
