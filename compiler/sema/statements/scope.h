// What bare names mean at one place of the source.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <vector>

#include "compiler/sema/context.h"
#include "compiler/sema/statements/variable.h"

namespace meshc::sema {

enum class NameMode : std::uint8_t {
  kFlow,      ///< Variables, then fields of the envelope, then enum values.
  kStub,      ///< Params of the stubbed actor, then enum values.
  kConstant,  ///< Defaults: enum values only.
  kInput,     ///< `given`, `returns`, `signal`: enum values, which may be strings, like times and bytes.
};

struct Scope {
  NameMode mode = NameMode::kConstant;
  FileId file;
  EnvelopeId envelope;              ///< kFlow; none: reported.
  ActorId actor;                    ///< kStub
  std::vector<Variable> variables;  ///< Innermost last.

  /// Null if no variable has the name.
  const Variable* Find(llvm::StringRef name) const;
};

/// The slot of a field; none if the envelope has none of that name.
std::optional<std::uint32_t> FindField(const Context& context, EnvelopeId envelope, llvm::StringRef name);
/// Marks a field as used at `range`.
void UseField(Context& context, EnvelopeId envelope, std::uint32_t slot, SourceRange range,
              Access access = Access::kRead);

}  // namespace meshc::sema
