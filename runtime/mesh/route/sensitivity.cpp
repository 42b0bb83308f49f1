#include "mesh/route/sensitivity.h"

#include <algorithm>

namespace mesh::route {

using contract::Index;
using contract::kNone;
using contract::Op;
using contract::Point;

/// Follows values through one table, in the order in which they are made.
class Sensitivity::Finder {
 public:
  Finder(const contract::RouteTable& table, Sensitivity& found) : table_(table), found_(found) {}

  void Run() {
    FindTypes();
    for (Index i = 0; i < table_.pool.members.size; ++i) found_.members_[i] = Hides(table_.pool.members[i]);
    // An inner loop's list may read an outer one's variable: variables grow until none is added.
    std::size_t known = 0;
    do {
      known = variables_.size();
      for (const Point& point : table_.points) FindVariable(point);
    } while (variables_.size() != known);
    for (const Point& point : table_.points) FindAt(point);
    for (const contract::Actor& actor : table_.actors) MarkProgram(actor.effect_key, {}, &actor);
  }

 private:
  bool Hides(const contract::Member& member) const { return member.sensitive || found_.types_[member.type]; }

  /// From the types that have a sensitive member to those that have them as parts.
  void FindTypes() {
    const contract::Pool& pool = table_.pool;
    std::vector<std::vector<Index>> holders(pool.types.size);
    std::vector<Index> open;
    const auto mark = [&](Index type) {
      if (found_.types_[type]) return;
      found_.types_[type] = true;
      open.push_back(type);
    };
    for (Index type = 0; type < pool.types.size; ++type) {
      const Index element = pool.types[type].element;
      if (element != kNone) holders[element].push_back(type);
      for (const contract::Member& member : Slice(pool.members, pool.types[type].members)) {
        holders[member.type].push_back(type);
        if (member.sensitive) mark(type);
      }
    }
    while (!open.empty()) {
      const Index type = open.back();
      open.pop_back();
      for (const Index holder : holders[type]) mark(holder);
    }
  }

  contract::Array<contract::Field> FieldsAt(const Point& point) const {
    return Slice(table_.fields, table_.envelopes[table_.flows[point.flow].envelope].fields);
  }

  bool Reads(const contract::Instruction& each, contract::Array<contract::Field> fields,
             const contract::Actor* actor) const {
    if (each.op == Op::kField || each.op == Op::kFieldSoft)
      return each.a < fields.size && found_.Hides(fields[each.a]);
    if (each.op == Op::kVariable)
      return std::find(variables_.begin(), variables_.end(), each.a) != variables_.end();
    if (each.op == Op::kCaught) {
      constexpr Index kDetail = 3;
      const auto hides = [&](const contract::ErrorKind& error) {
        return error.detail_type != kNone && found_.types_[error.detail_type];
      };
      return each.a == kDetail && std::any_of(table_.errors.begin(), table_.errors.end(), hides);
    }
    if (actor == nullptr || (each.op != Op::kParam && each.op != Op::kParamSoft)) return false;
    const bool result = each.a >= actor->params.count;
    const Index member =
        result ? actor->results.first + each.a - actor->params.count : actor->params.first + each.a;
    return member < found_.members_.size() && found_.members_[member];
  }

  bool MarkProgram(Index program, contract::Array<contract::Field> fields, const contract::Actor* actor) {
    if (program == kNone) return false;
    const auto code = Slice(table_.pool.code, table_.pool.programs[program].code);
    const auto reads = [&](const contract::Instruction& each) { return Reads(each, fields, actor); };
    if (std::any_of(code.begin(), code.end(), reads)) found_.programs_[program] = true;
    return found_.programs_[program];
  }

  void FindVariable(const Point& point) {
    if (point.kind != contract::PointKind::kEachFork) return;
    const Index variable = table_.forks[point.fork].variable;
    const bool known = std::find(variables_.begin(), variables_.end(), variable) != variables_.end();
    if (!known && MarkProgram(point.program, FieldsAt(point), nullptr)) variables_.push_back(variable);
  }

  void FindAt(const Point& point) {
    const auto fields = FieldsAt(point);
    MarkProgram(point.program, fields, nullptr);
    MarkProgram(point.detail, fields, nullptr);
    if (point.actor == kNone) {
      for (const contract::Binding& binding : Slice(table_.bindings, point.bindings))
        MarkProgram(binding.program, fields, nullptr);
      return;
    }
    const contract::Actor& actor = table_.actors[point.actor];
    MarkParams(point.bindings, fields, nullptr, actor);
    for (const contract::Write& write : Slice(table_.writes, point.writes)) {
      const bool hidden = write.field != kNone && found_.Hides(fields[write.field]);
      if (hidden && write.result != kNone) found_.members_[actor.results.first + write.result] = true;
    }
    if (actor.undo != kNone) MarkParams(point.undo, fields, &actor, table_.actors[actor.undo]);
  }

  /// `call`: whose params and results the programs may read.
  void MarkParams(contract::Span bindings, contract::Array<contract::Field> fields,
                  const contract::Actor* call, const contract::Actor& callee) {
    for (const contract::Binding& binding : Slice(table_.bindings, bindings)) {
      if (MarkProgram(binding.program, fields, call))
        found_.members_[callee.params.first + binding.param] = true;
    }
  }

  const contract::RouteTable& table_;
  Sensitivity& found_;
  std::vector<Index> variables_;
};

Sensitivity::Sensitivity(const contract::RouteTable& table)
    : types_(table.pool.types.size), programs_(table.pool.programs.size), members_(table.pool.members.size) {
  Finder(table, *this).Run();
}

}  // namespace mesh::route
