// Values that envelopes wait for, given beside the inputs of a run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "mesh/contract/promises.h"
#include "mesh/contract/route_table.h"
#include "mesh/value/schemas.h"
#include "mesh/value/value.h"

namespace mesh::lines {

struct InputSignal {
  std::string name;
  Value value;       ///< Of the type that the `await` of that name takes.
  std::string json;  ///< The same, as it was written.
  std::size_t line = 0;
};

/// Reads one line `{"input": 1, "name": "approval", "value": …}` at a time. Immutable; the tables outlive it.
class SignalReader {
 public:
  /// An envelope may be on any of the versions, of which there is one at least. Values are read under former
  /// names, too.
  explicit SignalReader(std::span<const contract::Version> versions);

  /// The number of the input, from 1, and its signal. The name must be that of an `await`, the value of its
  /// type: that of the first version with one that takes it. Else the problem with the first version, for the
  /// line of that number.
  std::variant<std::pair<std::uint64_t, InputSignal>, std::string> ReadLine(std::string_view line,
                                                                            std::size_t number) const;

 private:
  struct Known {
    explicit Known(const contract::Version& version)
        : table(*version.table), schemas(version.table->pool, version.promises.former) {}
    const contract::RouteTable& table;
    const Schemas schemas;
  };
  static std::string Decode(const Known& known, const nlohmann::json& value, InputSignal& signal);

  std::deque<Known> versions_;
};

/// `3: there is no input 7, but 5 in all`
std::string DescribeUnmet(std::uint64_t input, const InputSignal& signal, std::uint64_t inputs);

/// Signals by the number of the input that they are for, in the order of the file. Immutable.
class InputSignals {
 public:
  InputSignals() = default;

  /// Reads lines as SignalReader does; blank ones are skipped. Else the problem, beginning with its line.
  static std::variant<InputSignals, std::string> Read(std::span<const contract::Version> versions,
                                                      std::string_view text);

  /// Inputs count from 1. The n-th wait for a name takes its n-th signal.
  const std::vector<InputSignal>& Of(std::uint64_t input) const;

  /// The problem of a signal for an input that never came; empty: there were as many as that.
  std::string FindUnmet(std::uint64_t inputs) const;

 private:
  std::map<std::uint64_t, std::vector<InputSignal>> by_input_;
};

}  // namespace mesh::lines
