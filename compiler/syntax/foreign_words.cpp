#include "compiler/syntax/foreign_words.h"

#include <algorithm>

namespace meshc::syntax {
namespace {

struct ForeignRow {
  std::string_view name;
  std::string_view meant;
};

constexpr ForeignRow kFunctions[] = {
    {"len", "len"},
    {"length", "len"},
    {"size", "len"},
    {"count", "len"},
    {"strlen", "len"},
    {"exists", "has"},
    {"defined", "has"},
    {"isset", "has"},
    {"lower", "lower"},
    {"toLowerCase", "lower"},
    {"to_lower", "lower"},
    {"tolower", "lower"},
    {"lowercase", "lower"},
    {"upper", "upper"},
    {"toUpperCase", "upper"},
    {"to_upper", "upper"},
    {"toupper", "upper"},
    {"uppercase", "upper"},
    {"trim", "trim"},
    {"strip", "trim"},
    {"contains", "contains"},
    {"includes", "contains"},
    {"starts_with", "starts_with"},
    {"startsWith", "starts_with"},
    {"startswith", "starts_with"},
    {"ends_with", "ends_with"},
    {"endsWith", "ends_with"},
    {"endswith", "ends_with"},
    {"matches", "matches"},
    {"match", "matches"},
    {"regex", "matches"},
    {"abs", "abs"},
    {"parseInt", "int"},
    {"toInt", "int"},
    {"to_int", "int"},
    {"integer", "int"},
    {"parseFloat", "float"},
    {"toFloat", "float"},
    {"to_float", "float"},
    {"double", "float"},
    {"number", "float"},
    {"str", "string"},
    {"String", "string"},
    {"toString", "string"},
    {"to_string", "string"},
};

}  // namespace

std::string_view FunctionMeantBy(std::string_view name) {
  const auto* row = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                 [&](const ForeignRow& each) { return each.name == name; });
  return row == std::end(kFunctions) ? std::string_view() : row->meant;
}

bool MeansRest(std::string_view label) {
  return label == "default" || label == "else" || label == "otherwise";
}

}  // namespace meshc::syntax
