// The whole program in memory: files as a map, streams as strings.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/driver/main.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::test {

/// Writes into a map; refuses paths below `forbidden`, if that is set.
class MemoryOutputTree final : public driver::OutputTree {
 public:
  bool Exists(const std::string& path) const override { return files.contains(path); }
  bool IsTaken(const std::string& folder) const override {
    const auto below = files.lower_bound(folder + "/");
    return files.contains(folder) || (below != files.end() && below->first.starts_with(folder + "/"));
  }
  std::optional<std::string> Read(const std::string& path) const override {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  }
  std::optional<std::string> Commit(const driver::Changes& changes) override {
    for (const auto& write : changes.writes) {
      if (!forbidden.empty() && write.path.starts_with(forbidden)) return write.path + ": cannot be written";
    }
    for (const auto& write : changes.writes) files[write.path] = write.content;
    for (const auto& path : changes.removals) files.erase(path);
    written.clear();
    for (const auto& write : changes.writes) written.push_back(write.path);
    return std::nullopt;
  }

  std::map<std::string, std::string> files;
  std::vector<std::string> written;  ///< By the last commit.
  std::string forbidden;
};

/// Remembers what it was asked to run.
class RecordedProcesses final : public driver::ProcessRunner {
 public:
  std::variant<std::string, driver::ProcessFailure> Capture(const std::string&,
                                                            const std::vector<std::string>&) override {
    return printed;
  }
  std::variant<int, driver::ProcessFailure> Become(const std::string& program,
                                                   const std::vector<std::string>& arguments) override {
    calls.emplace_back(program, arguments);
    return answer;
  }

  std::vector<std::pair<std::string, std::vector<std::string>>> calls;
  std::variant<int, driver::ProcessFailure> answer = 0;
  std::variant<std::string, driver::ProcessFailure> printed = "";  ///< By what is captured.
};

/// Reads from one map and writes into another.
class MemoryRunFiles final : public driver::RunFiles {
 public:
  MemoryRunFiles(const source::FileSystem& files, MemoryOutputTree& output)
      : files_(files), output_(output) {}

  std::variant<driver::OpenRunFiles, std::string> Open(const std::string& input,
                                                       const std::string& rejects) override {
    driver::OpenRunFiles open;
    if (input != "-") {
      auto read = files_.Read(input);
      if (!std::holds_alternative<std::string>(read)) return "cannot read `" + input + "`";
      open.input = std::make_unique<std::istringstream>(std::get<std::string>(std::move(read)));
    }
    if (!rejects.empty()) {
      open.reject = [&kept = output_.files[rejects]](std::string_view bytes) {
        kept += bytes;
        return std::string();
      };
    }
    return open;
  }

 private:
  const source::FileSystem& files_;
  MemoryOutputTree& output_;
};

struct Outcome {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// One in-memory machine; run any number of commands on it.
struct MemoryWorld {
  source::MemoryFileSystem files;
  MemoryOutputTree output;
  RecordedProcesses processes;

  Outcome Run(const std::vector<std::string>& arguments, const std::string& input = "") {
    std::istringstream in(input);
    std::ostringstream out;
    std::ostringstream err;
    MemoryRunFiles run_files(files, output);
    driver::World world{in, out, err, files, output, processes, run_files, false};
    const int exit_code = driver::Main(arguments, world);
    return {exit_code, out.str(), err.str()};
  }
};

}  // namespace meshc::test
