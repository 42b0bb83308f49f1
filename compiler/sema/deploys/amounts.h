// Amounts of memory and cpu, as literals write them.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/syntax/expression.h"
#include "compiler/types/deployment.h"

namespace meshc::sema {

/// The bytes of `512Mi`; none: no size above zero that fits 64 bits.
std::optional<types::Stated<std::int64_t>> BytesOf(const syntax::LiteralExpression& literal);

/// The thousandths of a core of `2` or `500m`; none: no share above zero.
std::optional<types::Stated<std::int64_t>> MilliCpuOf(const syntax::LiteralExpression& literal);

}  // namespace meshc::sema
