#include "tests/property/entry.h"

#include "tests/property/reference/evaluate.h"

namespace meshc::property {

namespace {

mesh::Value OrNull(Random& random) {
  return random.OneIn(2) ? mesh::Value::Null() : mesh::Value::Int(random.Below(6) - 1);
}

mesh::Value RandomShape(Random& random) {
  switch (random.Below(3)) {
    case 0: return mesh::Value::Union(0, mesh::Value::Int(2));
    case 1: return mesh::Value::Union(1, mesh::Value::String("n"));
    default: return mesh::Value::Union(2, OrNull(random));
  }
}

mesh::Value RandomOuter(Random& random) {
  mesh::Value inner;
  if (random.OneIn(2)) inner = mesh::Value::Record({random.OneIn(2) ? mesh::Value() : mesh::Value::Int(4)});
  return mesh::Value::Record({mesh::Value::Int(random.Below(3)), std::move(inner)});
}

mesh::Value RandomMarks(Random& random) {
  mesh::ValueList marks;
  for (int left = random.Below(4); left > 0; --left) marks.push_back(OrNull(random));
  return mesh::Value::List(std::move(marks));
}

}  // namespace

mesh::ValueList EntryPayload(const types::Envelope& envelope, Random& random) {
  mesh::ValueList fields;
  for (const auto& field : envelope.fields) {
    mesh::Value value;
    if (field.default_value) value = ToValue(*field.default_value);
    if (field.mode == types::WriteMode::kLog) value = mesh::Value::List({});
    if (field.name == "i0") value = mesh::Value::Int(random.Below(5) - 1);
    if (field.name == "opt" && random.OneIn(2)) value = mesh::Value::Int(random.Below(9));
    if (field.name == "shape" && random.OneIn(2)) value = RandomShape(random);
    if (field.name == "outer" && random.OneIn(2)) value = RandomOuter(random);
    if (field.name == "marks") value = RandomMarks(random);
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
  for (int left = random.Below(4); left > 0; --left) signals["maybe"].push_back(OrNull(random));
  for (int left = random.Below(3); left > 0; --left) {
    signals["word"].push_back(mesh::Value::String(std::string(static_cast<std::size_t>(left), 's')));
  }
  return signals;
}

}  // namespace meshc::property
