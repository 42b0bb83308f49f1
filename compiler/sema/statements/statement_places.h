// Which statement of a flow a place in the source belongs to.
#pragma once

#include <vector>

#include "compiler/syntax/declaration.h"

namespace meshc::sema {

class StatementPlaces {
 public:
  explicit StatementPlaces(const syntax::FlowDeclaration& flow);

  /// The innermost statement around a range of the flow's file; null: it stands in the header or in a
  /// clause of the flow itself.
  const syntax::Statement* Innermost(source::SourceRange range) const;

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  struct Entry {
    const syntax::Statement* statement = nullptr;
    std::size_t around = kNone;  ///< Index of the statement that it stands in.
  };
  std::vector<Entry> entries_;  ///< Sorted by their begin; a statement stands before its parts.
};

}  // namespace meshc::sema
