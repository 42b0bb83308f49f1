#include "compiler/sema/statements/scope.h"

#include <algorithm>

#include "compiler/sema/names/lookup.h"

namespace meshc::sema {

const Variable* Scope::Find(llvm::StringRef name) const {
  const auto found = std::find_if(variables.rbegin(), variables.rend(),
                                  [&](const Variable& variable) { return variable.name.text == name; });
  return found == variables.rend() ? nullptr : &*found;
}

std::optional<std::uint32_t> FindField(const Context& context, EnvelopeId envelope, llvm::StringRef name) {
  if (!envelope.has_value()) return std::nullopt;
  const NameIndex& index = context.envelope_fields[envelope.index];
  const auto found = index.find(name);
  if (found == index.end()) return std::nullopt;
  return found->second;
}

void UseField(Context& context, EnvelopeId envelope, std::uint32_t slot, SourceRange range, Access access) {
  if (!context.in_scenario) context.used_fields[envelope.index][slot] = true;
  const types::Field& field = context.declarations().envelopes[envelope].fields[slot];
  NoteUse(context, field.name, field.origin, range, access);
}

}  // namespace meshc::sema
