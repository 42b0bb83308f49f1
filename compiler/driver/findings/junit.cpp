#include "compiler/driver/findings/junit.h"

#include <algorithm>
#include <pugixml.hpp>
#include <sstream>

namespace meshc::driver {
namespace {

void AddAttribute(pugi::xml_node& node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(value.c_str());
}

void AddCase(pugi::xml_node& suite, const std::string& suite_name, const JunitCase& one) {
  pugi::xml_node node = suite.append_child("testcase");
  AddAttribute(node, "classname", suite_name);
  AddAttribute(node, "name", one.name);
  AddAttribute(node, "file", one.file);
  if (one.line > 0) node.append_attribute("line").set_value(one.line);
  for (const JunitFailure& failure : one.failures) {
    pugi::xml_node child = node.append_child("failure");
    if (!failure.type.empty()) AddAttribute(child, "type", failure.type);
    // Attributes hold no line ends.
    AddAttribute(child, "message", failure.text.substr(0, failure.text.find('\n')));
    child.text().set(failure.text.c_str());
  }
  if (!one.output.empty()) node.append_child("system-out").text().set(one.output.c_str());
}

void AddSuite(pugi::xml_node& root, const JunitSuite& suite) {
  const auto failed = std::count_if(suite.cases.begin(), suite.cases.end(),
                                    [](const JunitCase& one) { return !one.failures.empty(); });
  pugi::xml_node node = root.append_child("testsuite");
  AddAttribute(node, "name", suite.name);
  node.append_attribute("tests").set_value(suite.cases.size());
  node.append_attribute("failures").set_value(failed);
  for (const JunitCase& one : suite.cases) AddCase(node, suite.name, one);
}

}  // namespace

std::string PrintJunit(const std::vector<JunitSuite>& suites) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  AddAttribute(declaration, "version", "1.0");
  AddAttribute(declaration, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  for (const JunitSuite& suite : suites) AddSuite(root, suite);
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent | pugi::format_skip_control_chars, pugi::encoding_utf8);
  return text.str();
}

}  // namespace meshc::driver
