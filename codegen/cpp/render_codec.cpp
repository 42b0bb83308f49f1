#include <fmt/core.h>

#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

std::string Codec(const EnumModel& type, Holes holes) {
  holes.Set("values", ValueHoles(type.values));
  return RenderTemplate(type.open ? "open_enum_codec" : "enum_codec", holes);
}

std::string Codec(const RecordModel& type, Holes holes) {
  holes.Set("members", NumberedNames(type.members));
  holes.Set("count", fmt::format("{}", type.members.size())).Set("bag", type.bag);
  return RenderTemplate("record_codec", holes);
}

std::string Codec(const UnionModel& type, Holes holes) {
  return RenderTemplate("union_codec", holes.Set("tags", ValueHoles(type.tags)));
}

std::string ErrorCodec(const ErrorModel& error, const std::string& space) {
  Holes holes;
  holes.Set("type", fmt::format("::{}::errors::{}", space, error.name));
  if (error.fields.empty()) return RenderTemplate("bare_error_codec", holes);
  std::vector<Holes> fields;
  for (const MemberModel& field : error.fields)
    fields.push_back(Holes().Set("value", (field.required ? "*error." : "error.") + field.name));
  holes.Set("fields", std::move(fields)).Set("count", fmt::format("{}", error.fields.size()));
  return RenderTemplate("error_codec", holes);
}

Holes Item(std::string definition) {
  definition.pop_back();
  return Holes().Set("definition", std::move(definition));
}

Holes Codec(const TypeModel& type, const std::string& space) {
  return std::visit(
      [&](const auto& one) {
        return Item(Codec(one, Holes().Set("type", fmt::format("::{}::{}", space, one.name))));
      },
      type);
}

}  // namespace

void RenderCodec(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> types;
  for (const TypeFile& file : model.types) {
    for (const TypeModel& type : file.types) types.push_back(Codec(type, model.space));
  }
  std::vector<Holes> errors;
  for (const ErrorModel& error : model.errors) {
    errors.push_back(Item(ErrorCodec(error, model.space)));
  }
  const Holes holes = MeshHoles(model).Set("types", std::move(types)).Set("errors", std::move(errors));
  AddGenerated(fmt::format("include/{}/codec.h", model.folder), RenderTemplate("codec.h", holes), artifacts);
  AddGenerated(fmt::format("src/{}/codec.cpp", model.folder), RenderTemplate("codec.cpp", holes), artifacts);
}

}  // namespace meshc::codegen
