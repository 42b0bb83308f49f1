// Misfits of types in words.
#include <fmt/format.h>

#include "mesh/compatibility/comparison.h"

namespace mesh::compatibility {

std::string DescribeMisfit(const Misfit& m, std::string_view writer, std::string_view reader) {
  switch (m.rule) {
    case Rule::kMissing:
      if (m.writer_type.empty())
        return fmt::format("{} needs `{}`, of which {} knows nothing", reader, m.subject, writer);
      return fmt::format("{} needs `{}`, which {} may leave out", reader, m.subject, writer);
    case Rule::kNull:
      return fmt::format("`{}`: `null` of {} is no `{}` of {}", m.subject, writer, m.reader_type, reader);
    case Rule::kEnumValue:
      return fmt::format("`{}`: {} may write {}, which is no value of `{}` in {}", m.subject, writer,
                         m.values, m.reader_type, reader);
    case Rule::kEnumOpen:
      return fmt::format("`{}`: any text may be written by {}, {} takes the listed values only", m.subject,
                         writer, reader);
    case Rule::kUnionTag:
      return fmt::format("`{}`: {} may write this tag, {} does not know it", m.subject, writer, reader);
    case Rule::kPattern:
      return fmt::format("`{}`: {} of {} need not match `{}` of {}", m.subject,
                         m.values.empty() ? "`" + m.writer_type + "`" : m.values, writer, m.reader_type,
                         reader);
    case Rule::kNarrowed:
      return fmt::format("`{}`: not all values that {} writes as `{}` are `{}` of {}{}", m.subject, writer,
                         m.writer_type, m.reader_type, reader, m.values.empty() ? "" : ": " + m.values);
    case Rule::kPrecision:
      return fmt::format("`{}`: an int of {} beyond 2^53 is rounded to a float by {}", m.subject, writer,
                         reader);
    case Rule::kDefault:
      return fmt::format("`{}` has another default in {}: {}", m.subject, reader, m.values);
    case Rule::kSensitive: return fmt::format("`{}` is no longer `@sensitive`", m.subject);
    default:
      return fmt::format("`{}`: `{}` of {} is another kind of value than `{}` of {}", m.subject,
                         m.writer_type, writer, m.reader_type, reader);
  }
}

std::string HelpFor(Rule rule) {
  switch (rule) {
    case Rule::kMissing: return "give it a default, make it optional, or name its former name with `@was`";
    case Rule::kNull: return "make it optional";
    case Rule::kEnumValue: return "keep the value, or make the enum `open`";
    case Rule::kEnumOpen: return "keep the enum `open`";
    case Rule::kUnionTag: return "keep the tag, or name its former name with `@was`";
    case Rule::kPattern:
    case Rule::kNarrowed: return "keep taking these values, and refuse them behind the border";
    case Rule::kKind: return "keep the type, and give the new one a name of its own";
    case Rule::kSensitive: return "keep `@sensitive`, or make sure that nobody minds";
    default: return "";
  }
}

}  // namespace mesh::compatibility
