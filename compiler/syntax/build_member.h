// The lines of a record, union, error or envelope. Private to the folder.
#pragma once

#include "compiler/syntax/build.h"

namespace meshc::syntax {

/// What may stand in the block, apart from members.
struct MemberRules {
  bool modes = false;     ///< `in`, `out`, `var`, `log` before a name.
  bool reserved = false;  ///< `reserved a, b;`
};

/// An envelope's fields have all that the members of others have.
struct MemberLines {
  llvm::SmallVector<FieldDeclaration, 16> fields;
  llvm::SmallVector<Identifier, 4> reserved;
};

/// Tells members and `reserved` lists apart and reports what `rules` forbid.
MemberLines BuildMemberLines(Build& build, FlowParser::MemberBlockContext* tree, MemberRules rules);

/// The same without modes.
llvm::ArrayRef<MemberDeclaration> KeepMembers(Build& build, const MemberLines& lines);

}  // namespace meshc::syntax
