#include "compiler/sema/exact_json.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <utility>
#include <vector>

namespace meshc::sema {
namespace {

using Json = nlohmann::json;

/// The library's own builder of trees drops digits.
class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  Json TakeTree() { return std::move(root_); }

  bool null() override { return Add(nullptr); }
  bool boolean(bool value) override { return Add(value); }
  bool number_integer(std::int64_t value) override { return Add(value); }
  bool number_unsigned(std::uint64_t value) override {
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return Add(value <= kLargest ? Json(value) : Digits(std::to_string(value)));
  }
  bool number_float(double, const std::string& digits) override { return Add(Digits(digits)); }
  bool string(std::string& value) override { return Add(std::move(value)); }
  bool binary(Json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return Open(Json::object()); }
  bool key(std::string& name) override {
    member_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool end_object() override { return Close(); }
  bool start_array(std::size_t) override { return Open(Json::array()); }
  bool end_array() override { return Close(); }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }

 private:
  static Json Digits(const std::string& digits) { return Json::binary({digits.begin(), digits.end()}); }

  Json* Place(Json node) {
    Json& place = open_.empty() ? root_ : open_.back()->is_array() ? open_.back()->emplace_back() : *member_;
    place = std::move(node);
    return &place;
  }
  bool Add(Json node) { return Place(std::move(node)) != nullptr; }
  bool Open(Json node) {
    open_.push_back(Place(std::move(node)));
    return true;
  }
  bool Close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;  // Arrays and objects that have not ended, outermost first.
  Json* member_ = nullptr;   // Where the value of the last key goes.
};

}  // namespace

std::optional<Json> ParseExact(std::string_view text) {
  TreeBuilder builder;
  if (!Json::sax_parse(text, &builder)) return std::nullopt;
  return builder.TakeTree();
}

std::optional<std::string> DigitsOf(const Json& node) {
  if (!node.is_binary()) return std::nullopt;
  return std::string(node.get_binary().begin(), node.get_binary().end());
}

}  // namespace meshc::sema
