#include <fmt/core.h>

#include "codegen/common/cpp_literals.h"
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
  holes.Set("fields", NumberedNames(error.fields)).Set("count", fmt::format("{}", error.fields.size()));
  return RenderTemplate("error_codec", holes);
}

Holes Item(std::string name, std::string definition) {
  definition.pop_back();
  return Holes().Set("name", std::move(name)).Set("definition", std::move(definition));
}

}  // namespace

void RenderCodec(const CppModel& model, ArtifactSet& artifacts) {
  std::vector<Holes> types;
  for (const TypeModel& type : model.types) {
    std::visit(
        [&](const auto& one) {
          const std::string name = fmt::format("::{}::{}", model.space, one.name);
          types.push_back(Item(one.name, Codec(one, Holes().Set("type", name))));
        },
        type);
  }
  std::vector<Holes> errors;
  for (const ErrorModel& error : model.errors) {
    errors.push_back(Item(error.name, ErrorCodec(error, model.space)).Set("text", CppString(error.text)));
  }
  const Holes holes = MeshHoles(model).Set("types", std::move(types)).Set("errors", std::move(errors));
  AddGenerated(fmt::format("include/{}/codec.h", model.folder), RenderTemplate("codec.h", holes), artifacts);
  AddGenerated(fmt::format("src/{}/codec.cpp", model.folder), RenderTemplate("codec.cpp", holes), artifacts);
}

}  // namespace meshc::codegen
