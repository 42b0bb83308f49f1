// Which clause of a `try` or of a flow catches an error.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>

#include <cstddef>

#include "compiler/sema/typed_program.h"

namespace meshc::budget {

class ClauseIndex {
 public:
  ClauseIndex(const sema::TypedProgram& program, llvm::ArrayRef<syntax::OnClause> clauses);

  /// The first clause that catches it; their number, if none does.
  std::size_t Find(types::ErrorId error) const;

 private:
  std::size_t Naming(types::ErrorId error) const;

  const types::Declarations& declarations_;
  std::size_t count_;
  llvm::DenseMap<std::uint32_t, std::size_t> naming_;  ///< The first clause that names an error.
};

}  // namespace meshc::budget
