#include "tests/property/entry.h"

#include "tests/property/reference/evaluate.h"

namespace meshc::property {

mesh::ValueList EntryPayload(const types::Envelope& envelope, Random& random) {
  mesh::ValueList fields;
  for (const auto& field : envelope.fields) {
    mesh::Value value;
    if (field.default_value) value = ToValue(*field.default_value);
    if (field.mode == types::WriteMode::kLog) value = mesh::Value::List({});
    if (field.name == "i0") value = mesh::Value::Int(random.Below(5) - 1);
    if (field.name == "opt" && random.OneIn(2)) value = mesh::Value::Int(random.Below(9));
    if (field.name == "shape" && random.OneIn(2)) {
      value = random.OneIn(2) ? mesh::Value::Union(0, mesh::Value::Int(2))
                              : mesh::Value::Union(1, mesh::Value::String("n"));
    }
    fields.push_back(value);
  }
  return fields;
}

Signals RandomSignals(Random& random) {
  Signals signals;
  for (const char* name : {"go", "more"}) {
    for (int left = random.Below(4); left > 0; --left) {
      signals[name].push_back(mesh::Value::Int(random.Below(20) - 5));
    }
  }
  for (int left = random.Below(3); left > 0; --left) {
    signals["word"].push_back(mesh::Value::String(std::string(static_cast<std::size_t>(left), 's')));
  }
  return signals;
}

}  // namespace meshc::property
