#include "codegen/common/printer.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <kainjow/mustache.hpp>
#include <utility>

#include "codegen/common/embedded_templates.h"

namespace meshc::codegen {
namespace {

using kainjow::mustache::data;

// Marks put into values, which hold no control characters of their own: a line break inside a
// value, and the place of an empty one. Resolved by LayOut once everything is in its place.
constexpr char kBreak = '\x01';
constexpr char kEmpty = '\x02';

[[noreturn]] void Abort(std::string_view name, std::string_view problem) {
  fmt::print(stderr, "meshc: template `{}`: {}\n", name, problem);
  std::abort();
}

/// Looks holes up from the innermost frame outwards; one that nobody set is a bug.
class StrictContext : public kainjow::mustache::context<std::string> {
 public:
  StrictContext(std::string_view name, const data* root) : context(root), name_(name) {}

  const data* get(const std::string& hole) const override {
    const data* found = context::get(hole);
    if (found == nullptr) Abort(name_, fmt::format("nothing was given for the hole `{}`", hole));
    return found;
  }

 private:
  std::string_view name_;
};

std::string Marked(const std::string& value) {
  if (value.empty()) return {kEmpty};
  std::string marked;
  for (const char c : value) {
    marked += c;
    if (c == '\n') marked += kBreak;
  }
  return marked;
}

data ToData(const Holes& holes) {
  data object(data::type::object);
  for (const auto& [name, text] : holes.texts()) object.set(name, Marked(text));
  for (const auto& [name, items] : holes.lists()) {
    data list(data::type::list);
    for (const Holes& item : items) list.push_back(ToData(item));
    object.set(name, list);
  }
  return object;
}

bool IsDropped(std::string_view line) {
  return line.find(kEmpty) != std::string_view::npos &&
         line.find_first_not_of(" \x02") == std::string_view::npos;
}

std::string WithoutMarks(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c != kBreak && c != kEmpty) text += c;
  }
  return text.find_first_not_of(' ') == std::string::npos ? "" : text;
}

/// Resolves the marks, line by line.
std::string LayOut(std::string_view text) {
  std::string result;
  std::string indentation;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (IsDropped(line)) continue;
    const bool continued = !line.empty() && line.front() == kBreak;
    if (!continued) indentation = line.substr(0, std::min(line.find_first_not_of(' '), line.size()));
    const std::string plain = WithoutMarks(line);
    // Blank lines stay blank.
    if (continued && !plain.empty()) result += indentation;
    result += plain;
    if (end != std::string_view::npos) result += '\n';
  }
  return result;
}

}  // namespace

Holes& Holes::Set(std::string name, std::string text) {
  texts_.insert_or_assign(std::move(name), std::move(text));
  return *this;
}

Holes& Holes::Set(std::string name, std::vector<Holes> items) {
  lists_.insert_or_assign(std::move(name), std::move(items));
  return *this;
}

std::string RenderText(std::string_view name, std::string_view text, const Holes& holes) {
  kainjow::mustache::mustache compiled{std::string(text)};
  if (!compiled.is_valid()) Abort(name, compiled.error_message());
  compiled.set_custom_escape([](const std::string& value) { return value; });
  const data root = ToData(holes);
  StrictContext context(name, &root);
  return LayOut(compiled.render(static_cast<kainjow::mustache::basic_context<std::string>&>(context)));
}

std::string RenderTemplate(std::string_view name, const Holes& holes) {
  const std::string_view text = FindTemplate(name);
  if (text.empty()) Abort(name, "there is no such template");
  return RenderText(name, text, holes);
}

}  // namespace meshc::codegen
