// What a check has found that holds for the next one of nearly the same texts.
#pragma once

#include <memory>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/pipeline/text_layout.h"
#include "compiler/sema/names/mentions.h"

namespace meshc::pipeline {

struct Compilation;

/// A finding, and whether names and types showed it already, before any path was looked at.
struct FormerFinding {
  diagnostics::Diagnostic diagnostic;
  bool early = false;
};

/// A value: it refers to nothing of the run that it comes of. Of each flow and scenario it knows what was
/// found in it, and what it means.
struct FormerCheck {
  TextLayout layout;
  std::vector<FormerFinding> findings;  ///< But those of the texts themselves.
  sema::Mentions mentions;
  std::vector<source::SourceRange> damaged;  ///< Statements that are gaps.
};

/// What a run to the facts has found, before its findings are settled; `damaged` are statements of flows that
/// it did not see. Null: what is found of one flow may hang together with others in ways that texts do not
/// show.
std::shared_ptr<const FormerCheck> Remember(const Compilation& c, TextLayout layout,
                                            std::vector<source::SourceRange> damaged = {});

}  // namespace meshc::pipeline
