// What an expression reads, and which of it may be absent.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include "compiler/analysis/known.h"
#include "compiler/analysis/narrowing.h"
#include "compiler/analysis/places.h"

namespace meshc::analysis {

enum class AbsenceKind : std::uint8_t {
  kPlace,    ///< A field, a member or the value of a tag that may be absent.
  kTag,      ///< A tag that may be another.
  kElement,  ///< An element of an optional type.
};

/// A read that may find nothing. `at` is the path up to what may be absent.
struct AbsentRead {
  AbsenceKind kind = AbsenceKind::kPlace;
  ir::ExpressionId at;
};

/// What becomes of a value. An optional param takes null, so the last link of a path that it is bound
/// to may lack its value.
enum class Takes : std::uint8_t { kValue, kNullToo };
Takes TakesOf(const ir::Mesh& mesh, types::TypeId param);

/// Calls `report` for every read in `value` that `present` does not cover, the first link of a path
/// only. Tests inside of the expression count where they dominate.
void FindAbsentReads(const ir::Mesh& mesh, const Places& places, ir::ExpressionId value, Takes takes,
                     SetPool& sets, SetId present, llvm::function_ref<void(const AbsentRead&)> report);

/// Places that evaluating `value` needs on every way through it. What is read at one point is
/// present after it: otherwise the first read is the mistake, and the second one is not told again.
void AddCertainReads(const ir::Mesh& mesh, const Places& places, ir::ExpressionId value, Takes takes,
                     llvm::SmallVectorImpl<PlaceId>& reads);

/// What must be there before a target is written: the record that a member is set in, the list
/// that an element is appended to. `depth` links of the target's path lead to the place.
struct TargetRead {
  PlaceId place;
  std::size_t depth = 0;
};
llvm::SmallVector<TargetRead, 2> TargetReads(const ir::Mesh& mesh, const Places& places,
                                             const ir::Target& target);

/// True if the value may be null though everything that it reads is present.
bool MayBeNull(const ir::Mesh& mesh, ir::ExpressionId value);

}  // namespace meshc::analysis
