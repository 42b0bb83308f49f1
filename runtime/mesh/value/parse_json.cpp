#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "mesh/value/json.h"
#include "mesh/value/json_number.h"
#include "mesh/value/json_problem.h"

namespace mesh {
namespace {

using nlohmann::json;

/// Builds the tree of a text as it is read: the library's own builder drops the digits of numbers.
class TreeBuilder : public nlohmann::json_sax<json> {
 public:
  json TakeTree() { return std::move(root_); }

  bool null() override { return Add(nullptr); }
  bool boolean(bool value) override { return Add(value); }
  bool number_unsigned(std::uint64_t value) override { return Add(value); }
  bool number_integer(std::int64_t value) override {
    // Of the numbers with a minus only this one does not say its digits.
    return Add(value == 0 ? MakeExactNumber("-0") : json(value));
  }
  bool number_float(double value, const std::string& digits) override {
    return Add(PrintFloat(value) == digits ? json(value) : MakeExactNumber(digits));
  }
  bool string(std::string& value) override { return Add(std::move(value)); }
  bool binary(json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return Open(json::object()); }
  bool key(std::string& name) override {
    member_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool end_object() override { return Close(); }
  bool start_array(std::size_t) override { return Open(json::array()); }
  bool end_array() override { return Close(); }

  bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

 private:
  json* Place(json node) {
    json& place = open_.empty() ? root_ : open_.back()->is_array() ? open_.back()->emplace_back() : *member_;
    place = std::move(node);
    return &place;
  }
  bool Add(json node) { return Place(std::move(node)) != nullptr; }
  bool Open(json node) { return open_.push_back(Place(std::move(node))), true; }
  bool Close() { return open_.pop_back(), true; }

  json root_;
  std::vector<json*> open_;  ///< Arrays and objects that have not ended, outermost first.
  json* member_ = nullptr;   ///< Where the value of the last key goes.
};

}  // namespace

std::variant<json, SchemaError> ParseJson(std::string_view text) {
  if (auto problem = FindJsonProblem(text)) return SchemaError{"", problem->Describe()};
  TreeBuilder builder;
  json::sax_parse(text, &builder);
  return builder.TakeTree();
}

}  // namespace mesh
