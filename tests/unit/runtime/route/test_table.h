// Route tables by hand, for tests of what runs them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/table_data.h"

namespace mesh::route {

/// A table under construction. Actors and flows must be added in the order of their names.
struct TestTable {
  using Index = contract::Index;
  using Op = contract::Op;
  using Code = std::vector<contract::Instruction>;

  TestTable() {
    using contract::ErrorClass;
    data.mesh = "test";
    data.digest = "0123456789abcdef";
    for (Index i = 0; i < static_cast<Index>(contract::BuiltinError::kCount); ++i) {
      const auto error = static_cast<contract::BuiltinError>(i);
      const bool retriable =
          error == contract::BuiltinError::kTimeout || error == contract::BuiltinError::kCrash;
      const bool recoverable =
          error == contract::BuiltinError::kAny || error == contract::BuiltinError::kExpressionError ||
          error == contract::BuiltinError::kLoopExhausted || error == contract::BuiltinError::kJoinFailed;
      data.errors.push_back({.name = BuiltinName(error),
                             .parent = i == 0 ? contract::kNone : 0,
                             .error_class = retriable     ? ErrorClass::kRetriable
                                            : recoverable ? ErrorClass::kRecoverable
                                                          : ErrorClass::kFatal});
    }
    data.envelopes.push_back({"Payload", {0, 0}});
  }

  static Index Count(const auto& entries) { return static_cast<Index>(entries.size()); }
  template <typename T>
  static contract::Span Append(std::vector<T>& to, const std::vector<T>& entries) {
    const contract::Span span{Count(to), Count(entries)};
    to.insert(to.end(), entries.begin(), entries.end());
    return span;
  }
  template <typename T>
  static Index Push(std::vector<T>& to, T entry) {
    to.push_back(std::move(entry));
    return Count(to) - 1;
  }

  Index Type(contract::Type type) { return Push(data.pool.types, type); }
  Index Type(contract::TypeKind kind) { return Type(contract::Type{.kind = kind}); }
  Index Optional(Index element) { return Type({.kind = contract::TypeKind::kOptional, .element = element}); }
  Index List(Index element) { return Type({.kind = contract::TypeKind::kList, .element = element}); }
  Index Record(std::string_view name, const std::vector<contract::Member>& members) {
    return Type(
        {.kind = contract::TypeKind::kRecord, .name = name, .members = Append(data.pool.members, members)});
  }

  Index Int(std::int64_t value) {
    return Push(data.pool.constants, {.kind = contract::ConstantKind::kInt, .integer = value});
  }
  Index Text(std::string_view value) {
    return Push(data.pool.constants, {.kind = contract::ConstantKind::kString, .text = value});
  }
  Index Bool(bool value) {
    return Push(data.pool.constants, {.kind = contract::ConstantKind::kBool, .boolean = value});
  }
  Index Program(const Code& code, Index result = 0) {
    const contract::Span span = Append(data.pool.code, code);
    return Push(data.pool.programs, {span, result});
  }
  Index ReadField(Index slot) { return Program({{Op::kField, slot}}, data.fields[slot].type); }
  Index ReadConstant(Index constant) { return Program({{Op::kConstant, constant}}); }

  /// Of the one envelope.
  Index Field(std::string_view name, Index type, int mode, Index default_value = contract::kNone) {
    ++data.envelopes[0].fields.count;
    return Push(data.fields, {.name = name,
                              .type = type,
                              .mode = static_cast<std::uint8_t>(mode),
                              .default_value = default_value});
  }

  Index Error(std::string_view name, Index parent, contract::ErrorClass error_class,
              Index detail = contract::kNone) {
    return Push(data.errors,
                {.name = name, .parent = parent, .error_class = error_class, .detail_type = detail});
  }
  static Index Builtin(contract::BuiltinError error) { return static_cast<Index>(error); }

  Index Processor(std::string_view name, const std::vector<contract::Member>& params = {},
                  const std::vector<contract::Member>& results = {}, const std::vector<Index>& raises = {}) {
    return Push(data.actors, {.name = name,
                              .params = Append(data.pool.members, params),
                              .results = Append(data.pool.members, results),
                              .raises = Append(data.pool.indices, raises),
                              .timeout_ns = 30'000'000'000});
  }
  Index Choice(std::string_view name, const std::vector<std::string_view>& labels) {
    return Push(data.actors, {.name = name,
                              .kind = contract::ActorKind::kChoiceRouter,
                              .labels = Append(data.pool.strings, labels),
                              .timeout_ns = 30'000'000'000});
  }
  Index Flow(std::string_view name, Index entry, std::int64_t sla_ns = 0, contract::Span loops = {}) {
    return Push(data.flows, {.name = name, .envelope = 0, .entry = entry, .sla_ns = sla_ns, .loops = loops});
  }

  contract::Span Indices(const std::vector<Index>& indices) { return Append(data.pool.indices, indices); }
  contract::Span Bind(const std::vector<contract::Binding>& bindings) {
    return Append(data.bindings, bindings);
  }
  contract::Span Write(const std::vector<contract::Write>& writes) { return Append(data.writes, writes); }
  contract::Span Cases(const std::vector<contract::Case>& cases) { return Append(data.cases, cases); }
  Index Handler(Index target, std::uint32_t frames = 0, const std::vector<Index>& drop = {}) {
    return Push(data.handlers, {.target = target, .frames = frames, .drop_loops = Indices(drop)});
  }
  Index Point(contract::Point point) { return Push(data.points, point); }

  TableData data;
};

}  // namespace mesh::route
