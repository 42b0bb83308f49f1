// Conversations with programs: what is asked on their standard input is answered on their standard output.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/driver/world/process.h"

namespace meshc::driver {

class Dialogue {
 public:
  virtual ~Dialogue() = default;
  /// False: nobody reads any more.
  virtual bool Write(std::string_view text) = 0;
  /// A line without its end; none: the program has nothing more to say.
  virtual std::optional<std::string> ReadLine() = 0;
  /// Exactly so many bytes; none: there are fewer.
  virtual std::optional<std::string> ReadBytes(std::size_t count) = 0;
  /// Waits for the end of the program, whose input closes; its exit code, or -1.
  virtual int Close() = 0;
};

/// Starts a program that is looked for in the PATH, without a shell; its standard error is dropped.
std::variant<std::unique_ptr<Dialogue>, ProcessFailure> StartDialogue(
    const std::string& program, const std::vector<std::string>& arguments);

}  // namespace meshc::driver
