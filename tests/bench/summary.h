// What rows of a run of benchmarks cost per item, and how they stand beside each other.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace mesh::test {

/// Nanoseconds per item.
struct Cost {
  double wall = 0;
  double cpu = 0;  ///< Of all threads of the process, where the row measures that; else of its own.
};

/// Prints the table as usual, and keeps what an item of each row has cost.
class Summary final : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override;
  void Print() const;

 private:
  void PrintParts() const;
  void PrintCodec(const char* what, const char* name, const char* peer, const char* peer_name) const;
  void PrintHops() const;
  void PrintLines() const;
  /// The median of its repetitions; none: it has not run.
  std::optional<Cost> Of(const std::string& name) const;

  std::map<std::string, std::vector<Cost>> costs_;  ///< By row: `Hop/1/2`.
};

}  // namespace mesh::test
