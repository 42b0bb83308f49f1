#include "mesh/lines/inputs_under_way.h"

#include <utility>

namespace mesh::lines {

bool InputsUnderWay::IsUnderWay(std::uint64_t input) const {
  return input >= first_ && input - first_ < inputs_.size() &&
         inputs_[input - first_].is == Input::Is::kUnderWay;
}

void InputsUnderWay::Add(Taken taken) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t input = taken.place.input;
  if (inputs_.size() <= input - first_) inputs_.resize(input - first_ + 1);
  inputs_[input - first_] = {Input::Is::kUnderWay, std::move(taken)};
  ++size_;
}

std::optional<InputsUnderWay::Taken> InputsUnderWay::Remove(std::uint64_t input) {
  const std::lock_guard lock(mutex_);
  if (!IsUnderWay(input)) return std::nullopt;
  Taken taken = std::move(inputs_[input - first_].taken);
  inputs_[input - first_].is = Input::Is::kGone;
  --size_;
  for (; !inputs_.empty() && inputs_.front().is == Input::Is::kGone; ++first_) inputs_.pop_front();
  return taken;
}

std::size_t InputsUnderWay::size() const {
  const std::lock_guard lock(mutex_);
  return size_;
}

std::vector<std::uint64_t> InputsUnderWay::Numbers() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].is == Input::Is::kUnderWay) numbers.push_back(first_ + i);
  }
  return numbers;
}

std::string InputsUnderWay::EnvelopeOf(std::uint64_t input) const {
  const std::lock_guard lock(mutex_);
  return IsUnderWay(input) ? inputs_[input - first_].taken.envelope_id : std::string();
}

}  // namespace mesh::lines
