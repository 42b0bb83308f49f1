#include <type_traits>

#include <nlohmann/json.hpp>

#include "mesh/route/pool_json.h"
#include "mesh/route/same_member.h"
#include "mesh/route/table_fields.h"
#include "mesh/route/table_names.h"
#include "mesh/value/base64.h"

namespace mesh::route {
namespace {

using contract::Span;
using nlohmann::ordered_json;

ordered_json ValueToJson(std::string_view text) { return std::string(text); }
ordered_json ValueToJson(Span span) { return ordered_json::array({span.first, span.count}); }
template <typename T>
ordered_json ValueToJson(T value) {
  if constexpr (std::is_enum_v<T>)
    return std::string(NamesOf(value)[static_cast<std::size_t>(value)]);
  else
    return value;
}

template <typename Entry>
ordered_json EntryToJson(const Entry& entry) {
  if constexpr (std::is_class_v<Entry> && !std::same_as<Entry, std::string_view>) {
    const Entry defaults{};
    ordered_json object = ordered_json::object();
    Members<Entry>([&](MemberName name, auto member) {
      if (!Same(entry.*member, defaults.*member)) object[name.wire] = ValueToJson(entry.*member);
    });
    if constexpr (std::same_as<Entry, contract::Constant>) {
      if (entry.kind == contract::ConstantKind::kBytes) object["text"] = EncodeBase64(entry.text);
    }
    return object;
  } else {
    return ValueToJson(entry);
  }
}

template <typename Owner>
void PrintAll(const Owner& owner, LinePrinter& printer) {
  Arrays<Owner>([&](ArrayName name, auto member) {
    printer.BeginArray(name.wire);
    for (const auto& entry : owner.*member) printer.AddEntry(EntryToJson(entry));
    printer.EndArray();
  });
}

}  // namespace

void PrintPool(const contract::Pool& pool, LinePrinter& printer) { PrintAll(pool, printer); }
void PrintArrays(const contract::RouteTable& table, LinePrinter& printer) { PrintAll(table, printer); }

}  // namespace mesh::route
