// Patterns that readers of JSON Schema cannot hold.
#include <fmt/core.h>

#include <map>
#include <string>
#include <variant>

#include "codegen/schema/ecma_pattern.h"
#include "codegen/schema/schema.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"

namespace meshc::codegen {
namespace {

using types::Declarations;
using types::TypeId;

/// Each pattern with the first place that has it.
class Patterns {
 public:
  explicit Patterns(const Declarations& declarations) : types_(declarations.types) {}

  template <typename Members>
  void Add(const Members& members) {
    for (const auto& member : members) Add(member.type, member.origin.range);
  }

  void Report(diagnostics::Diagnostics& diagnostics) const {
    for (const auto& [pattern, range] : places_) {
      const auto translated = ToEcmaPattern(pattern);
      const auto* gap = std::get_if<EcmaGap>(&translated);
      if (gap == nullptr) continue;
      diagnostics.Report(diagnostics::diag::PatternLeftOut, range, diagnostics::Lexeme{std::string(pattern)})
          .AddNote(fmt::format(
              "ECMA-262 has no {}, so schemas have it as `x-pattern-re2`; hosts hold it all the same",
              gap->lacks))
          .AddHelp(std::string(gap->instead));
    }
  }

 private:
  void Add(TypeId type, source::SourceRange range) {
    const types::Type& described = types_[type];
    if (described.element.has_value()) Add(described.element, range);
    const std::string& pattern = described.constraint.pattern;
    if (pattern.empty()) return;
    const auto [place, fresh] = places_.try_emplace(pattern, range);
    if (!fresh && StandsBefore(range, place->second)) place->second = range;
  }

  static bool StandsBefore(source::SourceRange a, source::SourceRange b) {
    return a.file == b.file ? a.begin < b.begin : a.file.index < b.file.index;
  }

  const types::TypeStore& types_;
  std::map<std::string_view, source::SourceRange> places_;
};

}  // namespace

void CheckSchemas(const Declarations& declarations, diagnostics::Diagnostics& diagnostics) {
  Patterns patterns(declarations);
  for (const types::Record& record : declarations.records) patterns.Add(record.members);
  for (const types::Union& type : declarations.unions) patterns.Add(type.tags);
  for (const types::Envelope& envelope : declarations.envelopes) patterns.Add(envelope.fields);
  for (const types::Error& error : declarations.errors) patterns.Add(error.fields);
  for (const types::Actor& actor : declarations.actors) {
    patterns.Add(actor.params);
    patterns.Add(actor.results);
  }
  patterns.Report(diagnostics);
}

}  // namespace meshc::codegen
