#include "codegen/graph/legend_markup.h"

#include <fmt/format.h>

#include "codegen/graph/legend.h"
#include "codegen/graph/style.h"

namespace meshc::codegen::graph {
namespace {

/// A box in the colours of the kind.
std::string Swatch(const char* fill, const char* border, const char* text) {
  return fmt::format("<TD BGCOLOR=\"{}\" COLOR=\"{}\" BORDER=\"1\" WIDTH=\"30\">{}</TD>", fill, border, text);
}

/// In letters, as tables hold no lines: solid, dashed, dotted.
std::string_view Arrow(std::string_view style) {
  if (style == "dashed") return "- - &gt;";
  if (style == "dotted") return "· · &gt;";
  return style == "bold" ? "==&gt;" : "--&gt;";
}

std::string Sample(const LegendRow& row) {
  if (row.node) return Swatch(StyleOf(*row.node).fill, StyleOf(*row.node).border, "");
  if (row.region) return Swatch(StyleOf(*row.region).fill, StyleOf(*row.region).border, "frame");
  const EdgeStyle style = StyleOf(*row.edge);
  return fmt::format("<TD><FONT COLOR=\"{}\"><B>{}</B></FONT></TD>", style.colour, Arrow(style.style));
}

}  // namespace

std::string EscapeMarkup(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "<BR/>"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

std::string LegendMarkup(const Model& model) {
  constexpr std::size_t kColumns = 3;
  const std::vector<LegendRow> rows = Legend(model);
  if (rows.empty()) return "";
  std::string table;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kColumns == 0) table += i == 0 ? "<TR>" : "</TR><TR>";
    table += Sample(rows[i]) + fmt::format("<TD ALIGN=\"LEFT\">{}  </TD>", EscapeMarkup(rows[i].meaning));
  }
  return fmt::format(
      "<FONT POINT-SIZE=\"9\" COLOR=\"{}\"><TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"4\" "
      "CELLPADDING=\"2\">{}</TR></TABLE></FONT>",
      kFaint, table);
}

}  // namespace meshc::codegen::graph
