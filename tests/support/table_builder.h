// Builds small route tables by hand, for tests of the runtime.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/route/table_data.h"

namespace mesh::test {

using contract::Index;
using contract::kNone;
using contract::Span;

/// Appends entries and returns their indices. Actors and points are added in the order of their
/// names, as in every table. Strings are literals or outlive the builder.
class TableBuilder {
 public:
  explicit TableBuilder(std::string mesh = "test.mesh", std::string digest = "0123456789abcdef") {
    data_.mesh = std::move(mesh);
    data_.digest = std::move(digest);
    AddBuiltinErrors();
  }

  route::TableData& data() { return data_; }
  /// Valid while the builder stands still.
  contract::RouteTable View() const { return data_.View(); }

  Index AddType(contract::Type type) { return Append(data_.pool.types, type); }
  Index AddType(contract::TypeKind kind) { return AddType(contract::Type{.kind = kind}); }
  Index AddConstant(contract::Constant constant) { return Append(data_.pool.constants, constant); }
  Span AddIndices(std::initializer_list<Index> indices) { return AppendAll(data_.pool.indices, indices); }
  Span AddStrings(std::initializer_list<std::string_view> strings) {
    return AppendAll(data_.pool.strings, strings);
  }
  Span AddMembers(std::initializer_list<contract::Member> members) {
    return AppendAll(data_.pool.members, members);
  }
  Span AddBindings(std::initializer_list<contract::Binding> bindings) {
    return AppendAll(data_.bindings, bindings);
  }
  Span AddWrites(std::initializer_list<contract::Write> writes) { return AppendAll(data_.writes, writes); }
  Span AddCases(std::initializer_list<contract::Case> cases) { return AppendAll(data_.cases, cases); }
  Span AddCollects(std::initializer_list<contract::Collect> collects) {
    return AppendAll(data_.collects, collects);
  }
  Index AddHandler(contract::Handler handler) { return Append(data_.handlers, handler); }
  Index AddFork(contract::Fork fork) { return Append(data_.forks, fork); }
  Index AddRetry(contract::RetryPolicy policy) { return Append(data_.retries, policy); }
  Index AddLoop(contract::Loop loop) { return Append(data_.loops, loop); }
  Index AddActor(contract::Actor actor) { return Append(data_.actors, actor); }
  Index AddPoint(contract::Point point) { return Append(data_.points, point); }
  Index AddError(contract::ErrorKind error) { return Append(data_.errors, error); }

  Index AddProgram(std::initializer_list<contract::Instruction> code, Index result) {
    return Append(data_.pool.programs,
                  contract::Program{.code = AppendAll(data_.pool.code, code), .result = result});
  }
  /// The program that reads a field.
  Index AddFieldProgram(Index slot, Index type) {
    return AddProgram({{contract::Op::kField, slot, 0}}, type);
  }

  /// A flow of its own envelope, with the fields as they stand.
  Index AddFlow(contract::Flow flow, std::initializer_list<contract::Field> fields) {
    const Span span = AppendAll(data_.fields, fields);
    flow.envelope = Append(data_.envelopes, contract::EnvelopeSchema{.name = "Work", .fields = span});
    return Append(data_.flows, flow);
  }

 private:
  template <typename T>
  static Index Append(std::vector<T>& entries, const T& entry) {
    entries.push_back(entry);
    return static_cast<Index>(entries.size() - 1);
  }

  template <typename T>
  static Span AppendAll(std::vector<T>& entries, std::initializer_list<T> added) {
    const auto first = static_cast<Index>(entries.size());
    entries.insert(entries.end(), added);
    return {first, static_cast<Index>(added.size())};
  }

  void AddBuiltinErrors() {
    using enum contract::ErrorClass;
    AddError({.name = "any", .parent = kNone, .error_class = kFatal, .detail_type = kNone});
    const std::pair<std::string_view, contract::ErrorClass> rest[] = {{"timeout", kRetriable},
                                                                      {"crash", kRetriable},
                                                                      {"contract_violation", kFatal},
                                                                      {"expression_error", kRecoverable},
                                                                      {"loop_exhausted", kRecoverable},
                                                                      {"join_failed", kRecoverable},
                                                                      {"deadline_exceeded", kFatal},
                                                                      {"cancelled", kFatal},
                                                                      {"unroutable", kFatal}};
    for (const auto& [name, error_class] : rest) {
      AddError({.name = name, .parent = 0, .error_class = error_class, .detail_type = kNone});
    }
  }

  route::TableData data_;
};

}  // namespace mesh::test
