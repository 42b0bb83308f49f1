#include "compiler/sema/expressions/wire_text.h"

#include <utility>

#include "mesh/value/base64.h"
#include "mesh/value/times.h"

namespace meshc::sema {
namespace {

using types::Constant;
using types::ConstantKind;
using types::TypeKind;

std::optional<Constant> ReadTimestamp(std::string_view text) {
  mesh::Timestamp time;
  if (!mesh::ParseTimestamp(text, time)) return std::nullopt;
  Constant constant;
  constant.kind = ConstantKind::kTimestamp;
  constant.integer = time.seconds;
  constant.number = time.nanoseconds;
  return constant;
}

std::optional<Constant> ReadDuration(std::string_view text) {
  mesh::Duration span;
  return mesh::ParseDuration(text, span) ? std::optional(Constant::Duration(span.nanoseconds)) : std::nullopt;
}

std::optional<Constant> ReadBytes(std::string_view text) {
  auto raw = mesh::DecodeBase64(text);
  if (!raw) return std::nullopt;
  Constant constant;
  constant.kind = ConstantKind::kBytes;
  constant.text = std::move(*raw);
  return constant;
}

}  // namespace

std::optional<Constant> ReadWireText(TypeKind kind, llvm::StringRef text) {
  if (kind == TypeKind::kBytes) return ReadBytes(text);
  if (kind == TypeKind::kTimestamp) return ReadTimestamp(text);
  return kind == TypeKind::kDuration ? ReadDuration(text) : std::nullopt;
}

std::string_view WireTextExample(TypeKind kind) {
  if (kind == TypeKind::kTimestamp)
    return "a timestamp looks like \"2024-05-01T12:00:00Z\", in the years 0001 to 9999";
  if (kind == TypeKind::kDuration) return "a duration looks like \"1.5s\"";
  return "bytes are written in base64";
}

}  // namespace meshc::sema
