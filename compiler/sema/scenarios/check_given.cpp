#include <llvm/Support/Casting.h>

#include <algorithm>
#include <filesystem>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/scenarios/json_constant.h"
#include "compiler/sema/scenarios/scenario_checker.h"

namespace meshc::sema {

void ScenarioChecker::CheckGiven(const Item& item) {
  if (!envelope_.has_value()) return;
  if (!item.file.empty()) return CheckGivenFile(item);
  const auto* literal =
      item.value == nullptr ? nullptr : llvm::dyn_cast<syntax::RecordExpression>(item.value);
  if (literal != nullptr)
    CheckGivenLiteral(*literal);
  else
    given_failed_ = true;
}

void ScenarioChecker::CheckGivenLiteral(const syntax::RecordExpression& literal) {
  const types::Envelope& envelope = context_.declarations().envelopes[envelope_];
  std::vector<SourceRange> seen(envelope.fields.size());
  for (const syntax::RecordEntry& entry : literal.entries) {
    const auto slot = FindField(context_, envelope_, entry.key.text);
    if (!slot) {
      given_failed_ = true;
      if (entry.key.text.empty()) continue;
      Suggest(context_,
              context_.diagnostics.Report(diag::UnknownField, entry.key.range, Name{envelope.name},
                                          NameOf(entry.key)),
              entry.key, NamesOf(envelope.fields));
      context_.FollowsFrom(envelope.name);
      continue;
    }
    const types::Field& field = envelope.fields[*slot];
    context_.Mention(entry.key.range, field.origin.range, Access::kWrite);
    if (!field.in) {
      context_.diagnostics.Report(diag::GivenExtra, entry.key.range, Name{field.name})
          .AddLabel(field.origin.range, "the field");
      continue;
    }
    if (seen[*slot].has_value()) {
      context_.diagnostics.Report(diag::GivenTwice, entry.key.range, Lexeme{field.name})
          .AddLabel(seen[*slot], "given here first");
      continue;
    }
    seen[*slot] = entry.key.range;
    auto value = ReadInput(*entry.value, field.type);
    scenario_.given.emplace_back(*slot, value.value_or(types::Constant::Null()));
  }
  std::sort(scenario_.given.begin(), scenario_.given.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

void ScenarioChecker::CheckGivenFile(const Item& item) {
  const std::filesystem::path folder =
      std::filesystem::path(std::string(context_.sources.Name(declaration_.range.file))).parent_path();
  const std::string path = (folder / item.file.str()).lexically_normal().generic_string();
  const auto fail = [&](std::string reason) {
    given_failed_ = true;
    context_.diagnostics.Report(diag::GivenFile, item.file_range, Lexeme{item.file.str()},
                                Reason{std::move(reason)});
  };
  const auto text = context_.file_system.Read(path);
  if (!std::holds_alternative<std::string>(text)) {
    const bool missing = std::get<source::ReadError>(text) == source::ReadError::kNotFound;
    return fail(missing ? "there is no file `" + path + "`" : "it cannot be read");
  }
  auto given = ReadGiven(context_, envelope_, std::get<std::string>(text));
  if (auto* problem = std::get_if<std::string>(&given)) return fail(std::move(*problem));
  scenario_.given = std::move(std::get<GivenFields>(given));
}

/// Every required `in` field is given, with or without a `given`.
void ScenarioChecker::CheckGivenComplete() {
  if (!envelope_.has_value() || given_failed_ || declaration_.recovered) return;
  const std::vector<types::Field>& fields = context_.declarations().envelopes[envelope_].fields;
  std::vector<bool> given(fields.size(), false);
  for (const auto& [slot, value] : scenario_.given) given[slot] = true;
  std::vector<std::string> missing;
  for (std::size_t slot = 0; slot < fields.size(); ++slot) {
    const types::Field& field = fields[slot];
    const bool required = field.in && !field.default_value && !context_.types().IsOptional(field.type);
    if (required && !given[slot] && field.type != context_.types().invalid()) missing.push_back(field.name);
  }
  if (missing.empty()) return;
  const SourceRange given_range = seen_[static_cast<std::size_t>(syntax::ScenarioItemKind::kGiven)];
  context_.diagnostics
      .Report(diag::GivenMissing, given_range.has_value() ? given_range : declaration_.title_range,
              ListNames(missing))
      .AddHelp("write `given { " + missing.front() + ": ... };`");
}

}  // namespace meshc::sema
