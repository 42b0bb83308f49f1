// Everything that has a name of its own in the sources, by the place of that name.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/syntax/file.h"

namespace meshc::queries {

enum class DeclaredKind : std::uint8_t {
  kImportAlias,
  kTypeAlias,
  kRecord,
  kEnum,
  kUnion,
  kEnvelope,
  kError,
  kProcessor,
  kRouter,
  kFlow,
  kPolicy,
  kFlavor,
  kDeploy,
  kScenario,
  kMember,
  kTag,
  kErrorField,
  kParam,
  kResult,
  kField,
  kValue,
  kLabel,
  kVariable,        ///< Of `each`.
  kClauseVariable,  ///< Of `on`.
};

/// `record`, `param`, `field` ...
std::string_view Noun(DeclaredKind kind);

struct Declared {
  DeclaredKind kind = DeclaredKind::kRecord;
  source::SourceRange name;                          ///< Of a scenario: its title.
  source::SourceRange extent;                        ///< All of it, without doc comment and annotations.
  const syntax::Declaration* declaration = nullptr;  ///< Which it is, or stands in.
  const syntax::Leading* leading = nullptr;          ///< Null: it can have none.
  const syntax::TypeExpression* type = nullptr;      ///< As written; null: it has none.
  const syntax::Statement* statement = nullptr;      ///< Of an `each` variable.

  /// True if it stands inside of a declaration.
  bool is_part() const { return kind >= DeclaredKind::kMember; }
};

/// In the order of places. Names that recovery did not find are left out.
class DeclaredNames {
 public:
  /// `files` must outlive it.
  explicit DeclaredNames(const std::vector<syntax::File>& files);

  /// Null: no declaration bears its name there.
  const Declared* Find(source::SourceRange name) const;
  /// The declaration whose name covers the place, its end included; null: none.
  const Declared* At(source::FileId file, std::uint32_t offset) const;
  const std::vector<Declared>& all() const { return all_; }

 private:
  std::vector<Declared> all_;
};

}  // namespace meshc::queries
