// Times and bytes as they stand in JSON, read as hosts read them: RFC 3339, `1.5s`, base64. Pure functions.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string_view>

#include "compiler/types/constant.h"
#include "compiler/types/type.h"

namespace meshc::sema {

/// The timestamp, duration or bytes that `text` stands for; none if it stands for none.
std::optional<types::Constant> ReadWireText(types::TypeKind kind, llvm::StringRef text);

/// For messages: how such a text looks.
std::string_view WireTextExample(types::TypeKind kind);

}  // namespace meshc::sema
