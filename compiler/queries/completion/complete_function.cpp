#include <fmt/format.h>

#include <string>
#include <vector>

#include "compiler/queries/completion/completion.h"
#include "compiler/queries/functions.h"

namespace meshc::queries {
namespace {

using types::TypeKind;

/// The first field that is there and fits; empty: there is none.
std::string ArgumentOf(CompletionList& list, const Function& function) {
  const types::EnvelopeId envelope = list.envelope();
  if (!envelope.has_value()) return "";
  const auto& fields = list.declarations().envelopes[envelope].fields;
  const auto& presences = list.presences();
  for (const TypeKind kind : function.of) {
    for (std::size_t slot = 0; slot < fields.size(); ++slot) {
      const bool there = slot >= presences.size() || presences[slot] == analysis::Presence::kPresent;
      const bool asks = kind == TypeKind::kOptional;
      const bool fits = list.declarations().types[fields[slot].type].kind == kind;
      if (asks ? !there || fits : there && fits) return fields[slot].name;
    }
  }
  return "";
}

}  // namespace

void AddFunctions(CompletionList& list) {
  for (const Function& function : Functions()) {
    const std::string argument = ArgumentOf(list, function);
    if (argument.empty()) continue;
    const std::string& rest = function.rest;
    CompletionItem& item = list.Add(function.name, ItemKind::kFunction, 7, "function");
    item.insert = fmt::format("{}({}{}{})", function.name, argument, rest.empty() ? "" : ", ", rest);
    item.snippet = rest.empty() ? fmt::format("{}(${{1:{}}})", function.name, argument)
                                : fmt::format("{}(${{1:{}}}, ${{2:{}}})", function.name, argument, rest);
  }
}

}  // namespace meshc::queries
