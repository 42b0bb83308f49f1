#include "mesh/lines/inputs_under_way.h"

#include <utility>

namespace mesh::lines {

void InputsUnderWay::Add(Taken taken) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t input = taken.place.input;
  taken_.emplace(input, std::move(taken));
}

std::optional<InputsUnderWay::Taken> InputsUnderWay::Remove(std::uint64_t input) {
  const std::lock_guard lock(mutex_);
  const auto at = taken_.find(input);
  if (at == taken_.end()) return std::nullopt;
  Taken taken = std::move(at->second);
  taken_.erase(at);
  return taken;
}

std::size_t InputsUnderWay::size() const {
  const std::lock_guard lock(mutex_);
  return taken_.size();
}

std::vector<std::uint64_t> InputsUnderWay::Numbers() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, taken] : taken_) numbers.push_back(number);
  return numbers;
}

std::string InputsUnderWay::EnvelopeOf(std::uint64_t input) const {
  const std::lock_guard lock(mutex_);
  const auto at = taken_.find(input);
  return at == taken_.end() ? std::string() : at->second.envelope_id;
}

}  // namespace mesh::lines
