#include "compiler/ir/print_constant.h"

#include <fmt/format.h>

#include <array>

#include "compiler/support/enumerator.h"

namespace meshc::ir {
namespace {

using types::Constant;
using types::ConstantKind;

std::string PrintFloat(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string PrintChildren(const Constant& constant) {
  std::string text;
  for (const Constant& child : constant.children) {
    if (!text.empty()) text += ", ";
    text += PrintConstant(child);
  }
  return text;
}

std::string PrintEntries(const Constant& constant) {
  std::string text;
  for (const auto& [key, value] : constant.entries) {
    if (!text.empty()) text += ", ";
    text += Quote(key) + ": " + PrintConstant(value);
  }
  return text;
}

}  // namespace

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    switch (c) {
      case '\n': quoted += "\\n"; break;
      case '\t': quoted += "\\t"; break;
      case '\r': quoted += "\\r"; break;
      case '"': quoted += "\\\""; break;
      case '\\': quoted += "\\\\"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          quoted += fmt::format("\\u{{{:x}}}", static_cast<unsigned>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted + '"';
}

std::string PrintDuration(std::int64_t nanoseconds) {
  struct Unit {
    std::int64_t size;
    const char* name;
  };
  static constexpr std::array<Unit, 5> kUnits = {{{86'400'000'000'000, "d"},
                                                  {3'600'000'000'000, "h"},
                                                  {60'000'000'000, "m"},
                                                  {1'000'000'000, "s"},
                                                  {1'000'000, "ms"}}};
  for (const Unit& unit : kUnits) {
    if (nanoseconds != 0 && nanoseconds % unit.size == 0)
      return fmt::format("{}{}", nanoseconds / unit.size, unit.name);
  }
  return fmt::format("{}ms", static_cast<double>(nanoseconds) / 1e6);
}

std::string PrintConstant(const Constant& constant) {
  switch (constant.kind) {
    case ConstantKind::kNull: return "null";
    case ConstantKind::kBool: return constant.boolean ? "true" : "false";
    case ConstantKind::kInt: return fmt::format("{}", constant.integer);
    case ConstantKind::kFloat: return PrintFloat(constant.number);
    case ConstantKind::kString: return Quote(constant.text);
    case ConstantKind::kBytes: return fmt::format("bytes({})", Quote(constant.text));
    case ConstantKind::kTimestamp:
      return fmt::format("timestamp({}s {}ns)", constant.integer, constant.number);
    case ConstantKind::kDuration: return PrintDuration(constant.integer);
    case ConstantKind::kList: return fmt::format("[{}]", PrintChildren(constant));
    case ConstantKind::kMap: return fmt::format("{{{}}}", PrintEntries(constant));
    case ConstantKind::kRecord: return fmt::format("{{{}}}", PrintChildren(constant));
    case ConstantKind::kUnion: return fmt::format("tag {}({})", constant.integer, PrintChildren(constant));
  }
  NoSuchEnumerator();
}

}  // namespace meshc::ir
