// Every place of the sources that names something declared: what "find all references" goes over.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/sema/names/elsewhere.h"
#include "compiler/sema/typed_program.h"

namespace meshc::sema {

enum class Access : std::uint8_t {
  kPlain,         ///< Of what is neither read nor written: types, actors, labels ...
  kRead,          ///< Of a field or variable.
  kWrite,         ///< Of a field.
  kImpliedRead,   ///< The name does not stand there: a step takes or fills the field of its param's
  kImpliedWrite,  ///< or result's name. The range is that of the step's name.
};

inline bool IsImplied(Access access) {
  return access == Access::kImpliedRead || access == Access::kImpliedWrite;
}

/// What is declared is known by the place of its name in its declaration.
struct Mention {
  source::SourceRange range;
  source::SourceRange declared;
  Access access = Access::kPlain;
  bool uses = true;  ///< False: names it without need of it, so that it may be unused all the same.
};

/// Sorted by place, each once. Declarations themselves are left out.
using Mentions = std::vector<Mention>;

/// `Check`, which also tells what each name was found to mean. Of programs with errors those are told that
/// mean something. `elsewhere` is of bodies that were left out of `files`.
TypedProgram CheckWithMentions(std::vector<syntax::File> files, const source::SourceManager& sources,
                               const source::FileSystem& file_system, diagnostics::Diagnostics& diagnostics,
                               RootKind root, Mentions& mentions, const Elsewhere& elsewhere = {});

}  // namespace meshc::sema
