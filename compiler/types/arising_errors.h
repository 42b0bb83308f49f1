// Which errors arise where, told by the place in the text. Found by `analysis`, for those who see the text
// only.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "compiler/source/source_range.h"
#include "compiler/types/ids.h"

namespace meshc::types {

/// Lists are sorted, without duplicates. Many places share few lists.
class ArisingErrors {
 public:
  using List = llvm::ArrayRef<ErrorId>;

  /// Of the call of the next actor, by id.
  void AddCall(std::vector<ErrorId> errors) { of_call_.push_back(std::move(errors)); }
  /// Adds to what arises at `place`.
  void AddAt(source::SourceRange place, const std::vector<ErrorId>& errors);

  /// What every delivery to an actor may raise, and what this one declares, with all that may stand for it.
  List OfCall(ActorId actor) const { return of_call_[actor.index]; }
  /// What else arises at a call, statement or condition itself, not in what stands in it.
  List At(source::SourceRange place) const;

 private:
  using Key = std::pair<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>;
  static Key KeyOf(source::SourceRange place) { return {place.file.index, {place.begin, place.end}}; }

  std::vector<std::vector<ErrorId>> of_call_;
  std::vector<std::vector<ErrorId>> lists_;
  std::map<std::vector<ErrorId>, std::uint32_t> numbers_;  ///< Of lists.
  llvm::DenseMap<Key, std::uint32_t> at_;                  ///< By place: the number of its list.
};

}  // namespace meshc::types
