// The shapes that constructs share: comma lists, and blocks of items that end in `;`.
#pragma once

#include <string_view>

#include "compiler/format/writer.h"

namespace meshc::format {

/// `[a, b]`, or one element a line, the last with a comma as well, if the group around it is
/// broken. `inside`: what stands between the brackets and the elements on one line.
template <typename Items, typename WriteItem>
void WriteListInGroup(Writer& writer, std::string_view opener, std::string_view closer, Break inside,
                      const Items& items, WriteItem write_item) {
  writer.Word(opener);
  if (items.empty() && !writer.HasRemark()) return writer.Word(closer);
  writer.Indent();
  for (const auto& item : items) {
    const bool first = &item == &*items.begin();
    if (!first) writer.Attach(",");
    writer.Line(first ? inside : Break::kBlank, first ? Groups::kInner : Groups::kAll);
    write_item(item);
  }
  writer.DropAll(",");
  if (!items.empty()) writer.TrailingComma();
  writer.EndIndent(inside);
  writer.Word(closer);
}

/// The same as a group of its own.
template <typename Items, typename WriteItem>
void WriteList(Writer& writer, std::string_view opener, std::string_view closer, Break inside,
               const Items& items, WriteItem write_item) {
  writer.Open();
  WriteListInGroup(writer, opener, closer, inside, items, write_item);
  writer.Close();
}

/// `a, b, c`: as many on a line as fit.
template <typename Items, typename WriteItem>
void WriteFilled(Writer& writer, const Items& items, WriteItem write_item) {
  writer.Indent(kContinuation);
  for (const auto& item : items) {
    const bool first = &item == &*items.begin();
    if (!first) {
      writer.Attach(",");
      writer.Line(Break::kFill);
    }
    write_item(item);
  }
  writer.DropAll(",");
  writer.Dedent(kContinuation);
}

/// `{ ... }` whose items stand on lines of their own, or, if `how` says so, on one if they fit.
/// `write_items` is given a function to call before each item.
template <typename WriteItems>
void WriteBlockOf(Writer& writer, Break how, WriteItems write_items) {
  writer.Word("{");
  writer.DropAll(";");
  if (writer.IsAt("}") && !writer.HasRemark()) return writer.Word("}");
  writer.Open();
  writer.Indent();
  bool first = true;
  write_items([&] {
    writer.DropAll(";");
    writer.Line(how, first ? Groups::kInner : Groups::kAll);
    first = false;
  });
  writer.DropAll(";");
  writer.EndIndent(how);
  writer.Word("}");
  writer.Close();
}

}  // namespace meshc::format
