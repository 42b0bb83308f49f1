// What a former check has found of flows and scenarios, as a later one would find it again.
#include <algorithm>
#include <utility>

#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/increment.h"

namespace meshc::pipeline {
namespace {

namespace diag = diagnostics::diag;
using diagnostics::Diagnostic;
using source::SourceRange;

/// Asked of places in their order.
class Sweep {
 public:
  explicit Sweep(const std::vector<SourceRange>& ranges) : next_(ranges.begin()), end_(ranges.end()) {}

  bool Holds(SourceRange place) {
    while (next_ != end_ && IsBehind(place, *next_)) ++next_;
    return next_ != end_ && next_->file == place.file && next_->begin <= place.begin;
  }

 private:
  static bool IsBehind(SourceRange place, SourceRange range) {
    return place.file.index > range.file.index || (place.file == range.file && place.begin >= range.end);
  }

  std::vector<SourceRange>::const_iterator next_, end_;
};

/// The text of the flow or scenario that a finding is about, in the texts of `layout`.
std::optional<std::uint32_t> OwnerOf(const Diagnostic& found, const TextLayout& layout) {
  const auto own = layout.Around(found.range);
  if (own && layout.declarations[*own].has_body()) return own;
  // What a deploy makes of the time of a flow is told at the deploy.
  if (found.code != diag::SlaExceeded.code) return std::nullopt;
  for (const diagnostics::Label& label : found.labels) {
    const auto flow = layout.Around(label.range);
    if (flow && layout.declarations[*flow].has_body()) return flow;
  }
  return std::nullopt;
}

/// What the names in heads show by themselves, whatever bodies say: the check of the others has not looked
/// for it (`Elsewhere::heads_are_known`).
bool IsOfHeads(const Diagnostic& found) {
  return found.code == diag::NamingConvention.code || found.code == diag::CppNameCollision.code ||
         found.code == diag::QueueNameCollision.code;
}

class Mover {
 public:
  explicit Mover(const Increment& increment) : increment_(increment) {}

  void Move(SourceRange& range) {
    const auto moved = increment_.Moved(range);
    if (moved) range = *moved;
    failed_ |= !moved;
  }

  void Move(Diagnostic& found) {
    Move(found.range);
    for (diagnostics::Label& label : found.labels) Move(label.range);
    for (diagnostics::Note& note : found.notes) Move(note.range);
    for (diagnostics::Fix& fix : found.fixes) {
      for (diagnostics::Edit& edit : fix.edits) Move(edit.range);
    }
  }

  /// Something refers to what has changed.
  bool failed() const { return failed_; }

 private:
  const Increment& increment_;
  bool failed_ = false;
};

/// Findings in the order of their stages: those of texts, of names and types, of paths.
struct ByStage {
  std::vector<Diagnostic> of_texts, early, late;
};

ByStage KeepOwn(const Increment& increment, Compilation& c) {
  ByStage kept;
  auto& all = c.diagnostics.all();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < c.findings_of_texts) {
      kept.of_texts.push_back(std::move(all[i]));
      continue;
    }
    const auto owner = OwnerOf(all[i], increment.layout);
    if (owner && increment.left_out[*owner]) continue;
    (i < c.early_findings ? kept.early : kept.late).push_back(std::move(all[i]));
  }
  return kept;
}

void AddFormer(const FormerCheck& former, const Increment& increment, Mover& mover, ByStage& findings) {
  for (const FormerFinding& found : former.findings) {
    const auto owner = OwnerOf(found.diagnostic, former.layout);
    if (!IsOfHeads(found.diagnostic) && (!owner || !increment.left_out[*owner])) continue;
    Diagnostic moved = found.diagnostic;
    mover.Move(moved);
    (found.early ? findings.early : findings.late).push_back(std::move(moved));
  }
}

void PutTogether(ByStage findings, Compilation& c) {
  diagnostics::Diagnostics all;
  const auto add = [&](std::vector<Diagnostic>& part) {
    for (Diagnostic& each : part) all.Add(std::move(each));
  };
  add(findings.of_texts);
  add(findings.early);
  c.early_findings = all.all().size();
  add(findings.late);
  c.diagnostics = std::move(all);
}

sema::Mentions MergeMentions(const FormerCheck& former, const Increment& increment, Mover& mover,
                             sema::Mentions own) {
  sema::Mentions merged;
  merged.reserve(former.mentions.size() + own.size());
  Sweep now(increment.now);
  std::erase_if(own, [&](const sema::Mention& mention) { return now.Holds(mention.range); });
  sema::Mentions moved;
  Sweep before(increment.before);
  for (sema::Mention mention : former.mentions) {
    if (!before.Holds(mention.range)) continue;
    mover.Move(mention.range);
    mover.Move(mention.declared);
    moved.push_back(mention);
  }
  std::ranges::merge(own, moved, std::back_inserter(merged),
                     [](const sema::Mention& a, const sema::Mention& b) {
                       return sema::Elsewhere::IsBefore(a.range, b.range);
                     });
  return merged;
}

std::vector<SourceRange> DamagedBefore(const FormerCheck& former, const Increment& increment, Mover& mover) {
  std::vector<SourceRange> damaged;
  for (SourceRange range : former.damaged) {
    const auto owner = former.layout.Around(range);
    if (!owner || !increment.left_out[*owner]) continue;
    mover.Move(range);
    damaged.push_back(range);
  }
  return damaged;
}

}  // namespace

sema::Elsewhere ElsewhereOf(const FormerCheck& former, const Increment& increment) {
  sema::Elsewhere elsewhere;
  elsewhere.heads_are_known = true;
  for (const FormerFinding& found : former.findings) {
    const auto owner = OwnerOf(found.diagnostic, former.layout);
    const bool is_error = found.diagnostic.severity == diagnostics::Severity::kError;
    elsewhere.has_errors |= found.early && is_error && owner && increment.left_out[*owner];
  }
  std::vector<SourceRange> flows;
  for (std::size_t i = 0; i < increment.left_out.size(); ++i) {
    const PlacedDeclaration& each = former.layout.declarations[i];
    if (increment.left_out[i] && each.kind == syntax::DeclarationKind::kFlow) flows.push_back(each.range);
  }
  Sweep before(flows);
  for (const sema::Mention& mention : former.mentions) {
    if (!mention.uses || !before.Holds(mention.range)) continue;
    if (const auto declared = increment.Moved(mention.declared)) elsewhere.used.push_back(*declared);
  }
  std::ranges::sort(elsewhere.used, sema::Elsewhere::IsBefore);
  return elsewhere;
}

std::shared_ptr<const FormerCheck> TakeOver(const FormerCheck& former, Increment increment, Compilation& c) {
  if (!c.program) return nullptr;
  Mover mover(increment);
  ByStage findings = KeepOwn(increment, c);
  AddFormer(former, increment, mover, findings);
  PutTogether(std::move(findings), c);
  c.mentions = MergeMentions(former, increment, mover, std::move(c.mentions));
  std::vector<SourceRange> damaged = DamagedBefore(former, increment, mover);
  if (mover.failed()) return nullptr;
  return Remember(c, std::move(increment.layout), std::move(damaged));
}

}  // namespace meshc::pipeline
