// Which warnings are shown: -W, -Wno- and -Werror.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostic.h"

namespace meshc::pipeline {

/// A value. All warnings are shown unless they are switched off; errors always are.
class WarningPolicy {
 public:
  /// Takes what stands behind `-W`: `error`, `no-unused-field`, `unused-field`, `no-MC5001`.
  /// The last word on a warning wins. Returns what is wrong with the word, if something is.
  std::optional<std::string> Apply(std::string_view word);

  bool Shows(const diagnostics::Diagnostic& diagnostic) const;
  bool warnings_are_errors() const { return warnings_are_errors_; }

 private:
  std::set<diagnostics::Code> silent_;
  bool warnings_are_errors_ = false;
};

}  // namespace meshc::pipeline
