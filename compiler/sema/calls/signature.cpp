#include "compiler/sema/calls/signature.h"

namespace meshc::sema {
namespace {

types::Member AsMember(const types::Field& field) {
  return {field.name, field.type, field.default_value, field.sensitive, field.origin};
}

}  // namespace

EnvelopeEnds EndsOf(const types::Envelope& envelope) {
  EnvelopeEnds ends;
  for (std::uint32_t slot = 0; slot < envelope.fields.size(); ++slot) {
    const types::Field& field = envelope.fields[slot];
    if (field.in) {
      ends.inputs.push_back(AsMember(field));
      ends.input_slots.push_back(slot);
    }
    if (field.out) {
      ends.outputs.push_back(AsMember(field));
      ends.output_slots.push_back(slot);
    }
  }
  return ends;
}

}  // namespace meshc::sema
