// Which flows and scenarios a check has to judge again, if it has judged nearly the same texts before.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "compiler/pipeline/former_check.h"
#include "compiler/sema/names/elsewhere.h"
#include "compiler/syntax/parse/text_change.h"

namespace meshc::pipeline {

struct Compilation;

/// Judged again are those whose bodies have changed, and all that they hang together with: who calls whom,
/// directly or not, before or now, and the scenarios of these. The others are left out.
struct Increment {
  TextLayout layout;                        ///< Of the texts as they are now.
  std::vector<bool> left_out;               ///< By number of the declaration.
  std::vector<syntax::TextChange> changes;  ///< By FileId.
  std::vector<source::SourceRange> before;  ///< Where stood what is left out, in order,
  std::vector<source::SourceRange> now;     ///< and where it stands.

  /// Where a place of the texts before is now; none: what stood there has changed.
  std::optional<source::SourceRange> Moved(source::SourceRange range) const;
};

/// None: more has changed than bodies, or most has to be judged again.
std::optional<Increment> FindIncrement(const FormerCheck& former, const source::SourceManager& sources,
                                       const std::vector<syntax::File>& files,
                                       const diagnostics::Diagnostics& of_texts);

/// Puts declarations without bodies in the place of those that are left out.
void LeaveOut(const Increment& increment, std::vector<syntax::File>& files);

/// What those left out have to do with the others.
sema::Elsewhere ElsewhereOf(const FormerCheck& former, const Increment& increment);

/// Adds to what was found of the others what `former` has found of those left out. Null, and `c` is of no
/// use: they turn out to hang together. Else what the next check may take over.
std::shared_ptr<const FormerCheck> TakeOver(const FormerCheck& former, Increment increment, Compilation& c);

}  // namespace meshc::pipeline
