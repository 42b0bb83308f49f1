#include "tests/property/reference/observation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/property/behaviour.h"

namespace meshc::property {

std::string Print(const Observation& observation) {
  return fmt::format("visits:\n  {}\noutcome: {}\npayload:\n  {}\n", fmt::join(observation.visits, "\n  "),
                     observation.outcome, fmt::join(observation.payload, "\n  "));
}

std::string PrintVisit(std::string_view actor, const mesh::ValueList& arguments, std::int64_t now_ns) {
  std::vector<std::string> shown;
  for (const mesh::Value& argument : arguments) shown.push_back(Fingerprint(argument));
  return fmt::format("{}({})@{}ms", actor, fmt::join(shown, " "), now_ns / 1'000'000);
}

std::vector<std::string> PrintPayload(const types::Envelope& envelope, const mesh::ValueList& fields) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const mesh::Value& value = fields[i];
    if (value.present()) lines.push_back(fmt::format("{} = {}", envelope.fields[i].name, Fingerprint(value)));
  }
  return lines;
}

}  // namespace meshc::property
