// Text templates with named holes: the one way in which C++ text is made.
//
// A template shows the whole skeleton of its output; what varies is a hole `{{name}}`, and what
// repeats is a list `{{#members}} ... {{/members}}`. Templates hold no decisions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace meshc::codegen {

/// The values of a template's holes, by name. Items of a list see the holes around them too.
class Holes {
 public:
  Holes& Set(std::string name, std::string text);
  Holes& Set(std::string name, std::vector<Holes> items);

  const std::map<std::string, std::string>& texts() const { return texts_; }
  const std::map<std::string, std::vector<Holes>>& lists() const { return lists_; }

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, std::vector<Holes>> lists_;
};

/// Fills `templates/cpp/<name>.mustache`. Lines of a value take the indentation of the line that
/// its hole stands on; a line whose holes are all empty and that holds nothing else is dropped.
/// An unknown template or hole is a bug of meshc: the process aborts and names it.
std::string RenderTemplate(std::string_view name, const Holes& holes);

/// The same for a text that is no embedded template; `name` is what is named on abort.
std::string RenderText(std::string_view name, std::string_view text, const Holes& holes);

}  // namespace meshc::codegen
