#include "mesh/route/sound_bindings.h"

namespace mesh::route {

using contract::Index;
using contract::Instruction;
using contract::kNone;
using contract::Op;

Index BareType(const contract::Pool& pool, Index type) {
  while (type != kNone && pool.types[type].kind == contract::TypeKind::kOptional)
    type = pool.types[type].element;
  return type;
}

namespace {

/// The type that one link of a path leads to; kNone: it is no such link.
Index Enter(const contract::Pool& pool, Index type, const Instruction& link) {
  const bool member =
      link.op == Op::kMember || link.op == Op::kMemberSoft || link.op == Op::kTag || link.op == Op::kTagSoft;
  if (!member || type == kNone) return kNone;
  const auto members = Slice(pool.members, pool.types[type].members);
  if (link.a >= members.size) return kNone;
  // The value of a tag may be null where that is optional.
  const bool tag = link.op == Op::kTag || link.op == Op::kTagSoft;
  const bool optional = pool.types[members[link.a].type].kind == contract::TypeKind::kOptional;
  return tag && optional ? kNone : BareType(pool, members[link.a].type);
}

/// The bare type of the part of the payload that a program yields; kNone: it yields something else.
Index PartType(const contract::RouteTable& table, const contract::Point& point, Index program) {
  const contract::Pool& pool = table.pool;
  const auto code = Slice(pool.code, pool.programs[program].code);
  const bool field = code.size > 0 && (code[0].op == Op::kField || code[0].op == Op::kFieldSoft);
  const auto fields = Slice(table.fields, table.envelopes[table.flows[point.flow].envelope].fields);
  if (!field || code[0].a >= fields.size) return kNone;
  Index type = BareType(pool, fields[code[0].a].type);
  for (Index i = 1; i < code.size; ++i) type = Enter(pool, type, code[i]);
  return type;
}

}  // namespace

std::vector<bool> FindSoundBindings(const contract::RouteTable& table) {
  std::vector<bool> sound(table.bindings.size, false);
  for (const contract::Point& point : table.points) {
    for (Index i = 0; i < point.bindings.count && point.actor != kNone; ++i) {
      const Index index = point.bindings.first + i;
      const contract::Binding& binding = table.bindings[index];
      const auto params = Slice(table.pool.members, table.actors[point.actor].params);
      const Index part = PartType(table, point, binding.program);
      sound[index] = part != kNone && part == BareType(table.pool, params[binding.param].type);
    }
  }
  return sound;
}

}  // namespace mesh::route
