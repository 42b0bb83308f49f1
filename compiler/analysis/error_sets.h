// Sets of errors, and which errors a name stands for.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/mesh.h"
#include "compiler/support/set_pool.h"

namespace meshc::analysis {

/// Members of the sets are indices of errors. A mesh has many errors and many points, but few sets.
class ErrorSets {
 public:
  explicit ErrorSets(const types::Declarations& declarations);

  SetPool& pool() { return pool_; }
  SetId Add(SetId set, types::ErrorId error) { return pool_.Add(set, error.index); }
  /// All errors but `any`, which no point raises.
  SetId All();
  /// What raises `error` may raise these: itself and its descendants.
  SetId Family(types::ErrorId error) const { return families_[error.index]; }
  /// What a clause that names `error` matches: its family, and `any` everything that is not fatal.
  SetId MatchedBy(types::ErrorId error) const;
  /// The least by index of a set that is not empty.
  types::ErrorId First(SetId set) const { return {pool_.Least(set)}; }
  std::vector<types::ErrorId> List(SetId set) const;

 private:
  SetPool pool_;
  std::vector<SetId> families_;  ///< By error.
  SetId not_fatal_;
};

}  // namespace meshc::analysis
