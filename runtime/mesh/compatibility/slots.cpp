// Members, fields and params of two versions against each other, by name.
#include <algorithm>

#include <fmt/format.h>

#include "mesh/compatibility/type_fit.h"
#include "mesh/compatibility/type_text.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;
using contract::TypeKind;

bool IsOptional(const Side& side, const Slot& slot) {
  return side.schemas().type(slot.type).kind == TypeKind::kOptional;
}

}  // namespace

std::vector<Slot> TypeFit::SlotsOf(const Side& side, contract::Span members) {
  std::vector<Slot> slots;
  slots.reserve(members.count);
  for (Index i = members.first; i < members.first + members.count; ++i) {
    const contract::Member& member = side.pool().members[i];
    slots.push_back({member.name, member.type, member.default_value, member.sensitive,
                     side.FormerName(contract::Named::kMember, i)});
  }
  return slots;
}

const Slot* TypeFit::Find(const std::vector<Slot>& writers, const Slot& reader) {
  const auto named = [&](std::string_view name) -> const Slot* {
    const auto found = std::ranges::find(writers, name, &Slot::name);
    return found == writers.end() || name.empty() ? nullptr : &*found;
  };
  const Slot* own = named(reader.name);
  return own != nullptr ? own : named(reader.was);
}

const Slot* TypeFit::FindTag(const std::vector<Slot>& readers, const Slot& writer) {
  const auto found = std::ranges::find(readers, writer.name, &Slot::name);
  if (found != readers.end()) return &*found;
  const auto former = std::ranges::find(readers, writer.name, &Slot::was);
  return former == readers.end() ? nullptr : &*former;
}

void TypeFit::Slots(const std::vector<Slot>& writer, const std::vector<Slot>& reader,
                    std::string_view container, bool defaults_fill) {
  for (const Slot& slot : reader) {
    if (const Slot* written = Find(writer, slot)) {
      OneSlot(*written, slot, container, defaults_fill);
      continue;
    }
    if (IsOptional(reader_, slot) || (defaults_fill && slot.default_value != kNone)) continue;
    found_.push_back(
        {Rule::kMissing, Subject{container, slot.name}.Text(), "", PrintType(reader_.pool(), slot.type), ""});
  }
}

void TypeFit::OneSlot(const Slot& written, const Slot& slot, std::string_view container, bool defaults_fill) {
  const Subject subject{container, slot.name};
  const bool optional = IsOptional(writer_, written);
  const bool left_out = optional || (who_ == Writer::kOutside && written.default_value != kNone);
  const bool required = !IsOptional(reader_, slot) && !(defaults_fill && slot.default_value != kNone);
  const Shape shape = Shape::Of(writer_.pool(), written.type);
  if (left_out && required) {
    Add(Rule::kMissing, subject, shape, slot.type, "nothing at all");
  } else if (optional && who_ == Writer::kOutside && !IsOptional(reader_, slot) &&
             reader_.schemas().type(slot.type).kind != TypeKind::kJson) {
    Add(Rule::kNull, subject, shape, slot.type, "null");
  }
  Value(Shape::Of(writer_.pool(), PresentIndex(writer_.pool(), written.type)), slot.type, subject);
  Notes(written, slot, subject);
}

std::vector<Misfit> TypeFit::JudgeNotes(const Slot& writer, const Slot& reader, std::string_view container,
                                        bool takes_default) {
  Notes(writer, reader, {container, reader.name}, takes_default);
  return Finish();
}

void TypeFit::Notes(const Slot& written, const Slot& slot, const Subject& subject, bool takes_default) {
  const Shape shape = Shape::Of(writer_.pool(), written.type);
  if (takes_default && written.default_value != kNone && slot.default_value != kNone) {
    const std::string from = PrintConstant(writer_.pool(), written.type, written.default_value);
    const std::string to = PrintConstant(reader_.pool(), slot.type, slot.default_value);
    const bool hidden = written.sensitive || slot.sensitive;
    if (from != to)
      Add(Rule::kDefault, subject, shape, slot.type,
          hidden ? std::string("(redacted)") : fmt::format("{} instead of {}", to, from));
  }
  const Slot& serving = reader_serves_ ? slot : written;
  const Slot& made = reader_serves_ ? written : slot;
  if (made.sensitive && !serving.sensitive) Add(Rule::kSensitive, subject, shape, slot.type);
}

}  // namespace mesh::compatibility
