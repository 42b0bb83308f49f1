#include "compiler/queries/functions.h"

namespace meshc::queries {

const std::vector<Function>& Functions() {
  using enum types::TypeKind;
  static const std::vector<Function> kFunctions = {
      {"len", {"of: string | bytes | [T] | {T}"}, {kList, kMap, kString, kBytes}, ""},
      {"has", {"path"}, {kOptional}, ""},
      {"lower", {"text: string"}, {kString}, ""},
      {"upper", {"text: string"}, {kString}, ""},
      {"trim", {"text: string"}, {kString}, ""},
      {"contains", {"text: string", "part: string"}, {kString}, "\"\""},
      {"starts_with", {"text: string", "begin: string"}, {kString}, "\"\""},
      {"ends_with", {"text: string", "end: string"}, {kString}, "\"\""},
      {"matches", {"text: string", "pattern: string"}, {kString}, "\"\""},
      {"min", {"a", "b"}, {kInt, kFloat}, "0"},
      {"max", {"a", "b"}, {kInt, kFloat}, "0"},
      {"abs", {"number"}, {kInt, kFloat, kDuration}, ""},
      {"int", {"value"}, {kFloat, kString, kJson}, ""},
      {"float", {"value"}, {kInt, kString, kJson}, ""},
      {"string", {"value"}, {kInt, kFloat, kBool, kEnum, kTimestamp, kDuration, kJson}, ""},
  };
  return kFunctions;
}

}  // namespace meshc::queries
