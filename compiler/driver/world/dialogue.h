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
  /// Closes the program's input and waits for its end. Returns its exit code, or -1 if a signal ended it.
  virtual int Close() = 0;
  /// The standard error of the program so far, its line ends and runs of blanks as one blank each.
  virtual std::string Complaint() const = 0;
};

/// Starts a program from the PATH, without a shell, in this process's environment less the variables
/// `without`.
std::variant<std::unique_ptr<Dialogue>, ProcessFailure> StartDialogue(
    const std::string& program, const std::vector<std::string>& arguments,
    const std::vector<std::string>& without = {});

}  // namespace meshc::driver
