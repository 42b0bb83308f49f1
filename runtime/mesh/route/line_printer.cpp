#include "mesh/route/line_printer.h"

#include <nlohmann/json.hpp>

namespace mesh::route {

void LinePrinter::Name(std::string_view name) {
  text_ += text_.empty() ? "{\n" : ",\n";
  text_ += nlohmann::ordered_json(name).dump() + ": ";
}

void LinePrinter::Add(std::string_view name, const nlohmann::ordered_json& value) {
  if (!value.is_array()) {
    Name(name);
    text_ += value.dump();
    return;
  }
  BeginArray(name);
  for (const nlohmann::ordered_json& entry : value) AddEntry(entry);
  EndArray();
}

void LinePrinter::BeginArray(std::string_view name) {
  Name(name);
  text_ += "[";
  has_entries_ = false;
}

void LinePrinter::AddEntry(const nlohmann::ordered_json& entry) {
  text_ += has_entries_ ? ",\n  " : "\n  ";
  text_ += entry.dump();
  has_entries_ = true;
}

void LinePrinter::EndArray() { text_ += has_entries_ ? "\n]" : "]"; }

std::string LinePrinter::Finish() && {
  if (text_.empty()) text_ = "{";
  return std::move(text_) + "\n}\n";
}

}  // namespace mesh::route
