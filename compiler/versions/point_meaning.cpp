// What a point does, by names instead of indices.
#include <fmt/format.h>

#include "compiler/versions/diff.h"
#include "compiler/versions/policy_text.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/route/expression_text.h"
#include "mesh/route/table_names.h"
#include "mesh/value/times.h"

namespace meshc::versions {
namespace {

namespace contract = mesh::contract;
using contract::Index;
using contract::kNone;
using contract::Point;
using contract::RouteTable;

class Meaning {
 public:
  Meaning(const RouteTable& table, const Point& point) : table_(table), point_(point) {}

  std::string Text() {
    text_ = mesh::route::NamesOf(point_.kind)[static_cast<std::size_t>(point_.kind)];
    if (point_.actor != kNone) Add(" {}", table_.actors[point_.actor].name);
    if (point_.callee != kNone) Add(" {}", table_.flows[point_.callee].name);
    Bindings("(", point_.bindings);
    if (point_.undo.count > 0) Bindings(" undo(", point_.undo);
    Program(" ", point_.program);
    Program(" with ", point_.detail);
    if (!point_.signal.empty()) Add(" {}", point_.signal);
    if (point_.type != kNone) Add(": {}", mesh::compatibility::PrintType(table_.pool, point_.type));
    if (point_.error != kNone) Add(" {}", table_.errors[point_.error].name);
    if (point_.loop != kNone) Add(" max {}", table_.loops[point_.loop].max);
    if (point_.timeout_ns >= 0) Add(" timeout {}", mesh::PrintDuration(mesh::Duration{point_.timeout_ns}));
    text_ += RetryText(table_, point_.retry);
    if (point_.fork != kNone) Fork(table_.forks[point_.fork]);
    Writes();
    Ways();
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...);
  }

  std::string_view Name(Index point) const { return table_.points[point].name; }

  contract::Array<contract::Field> Fields(Index flow) const {
    return Slice(table_.fields, table_.envelopes[table_.flows[flow].envelope].fields);
  }

  void Bindings(std::string_view open, contract::Span bindings) {
    if (bindings.count == 0) return;
    text_ += open;
    for (const contract::Binding& binding : Slice(table_.bindings, bindings)) {
      const std::string_view param =
          point_.callee != kNone ? Fields(point_.callee)[binding.param].name : ParamName(open, binding.param);
      Add("{}: {}; ", param, mesh::route::ExpressionText(table_, point_, binding.program));
    }
    text_ += ")";
  }

  std::string_view ParamName(std::string_view open, Index param) const {
    const bool undo = open.starts_with(' ');
    const contract::Actor& actor = table_.actors[undo ? table_.actors[point_.actor].undo : point_.actor];
    return table_.pool.members[actor.params.first + param].name;
  }

  void Program(std::string_view before, Index program) {
    if (program != kNone) Add("{}{}", before, mesh::route::ExpressionText(table_, point_, program));
  }

  void Fork(const contract::Fork& fork) {
    Add(" wait {}", fork.wait == contract::Wait::kAll ? "all" : std::to_string(fork.count));
    if (fork.timeout_ns > 0) Add(" timeout {}", mesh::PrintDuration(mesh::Duration{fork.timeout_ns}));
    Add(" max {} width {}", fork.max, fork.width);
    const auto targets = Slice(table_.pool.indices, point_.targets);
    for (const Index branch : Slice(table_.pool.indices, fork.optional))
      Add(" optional {}", Name(targets[branch]));
    for (const contract::Collect& each : Slice(table_.collects, fork.collects))
      Add(" collect {} => {}", Fields(point_.flow)[each.from].name, Fields(point_.flow)[each.into].name);
  }

  void Writes() {
    for (const contract::Write& write : Slice(table_.writes, point_.writes)) {
      if (write.field == kNone) continue;
      Add(" => {}{}", Fields(point_.flow)[write.field].name, write.append ? "[]" : "");
      for (const Index member : Slice(table_.pool.indices, write.path)) Add(".{}", member);
    }
  }

  void Ways() {
    for (const contract::Case& each : Slice(table_.cases, point_.cases)) {
      const std::string when = each.constant == kNone ? std::string(table_.errors[each.error].name)
                                                      : Constant(table_.pool.constants[each.constant]);
      Add(" [{}] {}", when, Name(each.target));
    }
    for (const Index target : Slice(table_.pool.indices, point_.targets)) Add(" -> {}", Name(target));
    if (point_.next != kNone) Add(" then {}", Name(point_.next));
    if (point_.handler != kNone) Add(" on error {}", Name(table_.handlers[point_.handler].target));
  }

  static std::string Constant(const contract::Constant& constant) {
    if (constant.kind == contract::ConstantKind::kString) return std::string(constant.text);
    if (constant.kind == contract::ConstantKind::kBool) return constant.boolean ? "true" : "false";
    return fmt::format("{}", constant.integer);
  }

  const RouteTable& table_;
  const Point& point_;
  std::string text_;
};

}  // namespace

std::string MeaningOf(const RouteTable& table, const Point& point) { return Meaning(table, point).Text(); }

}  // namespace meshc::versions
