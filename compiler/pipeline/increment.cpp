#include "compiler/pipeline/increment.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <string_view>

namespace meshc::pipeline {
namespace {

using source::SourceRange;
using syntax::TextChange;

std::uint32_t Shifted(std::uint32_t at, const TextChange& change) {
  return at >= change.old_end ? at + change.grown() : at;
}

class Finder {
 public:
  Finder(const FormerCheck& former, TextLayout now, const std::vector<syntax::File>& files)
      : before_(former.layout), files_(files) {
    found_.layout = std::move(now);
  }

  std::optional<Increment> Find() {
    if (!HasSameFiles()) return std::nullopt;
    for (std::size_t i = 0; i < now().files.size(); ++i) {
      if (!HasSameHeads(now().files[i])) return std::nullopt;
    }
    FillInNames();
    FindJudged();
    if (!IsWorthIt()) return std::nullopt;
    CollectLeftOut();
    return std::move(found_);
  }

 private:
  TextLayout& now() { return found_.layout; }

  bool HasSameFiles() {
    if (now().has_loose_errors || before_.files.size() != now().files.size() ||
        before_.declarations.size() != now().declarations.size())
      return false;
    for (std::size_t i = 0; i < now().files.size(); ++i) {
      const PlacedFile& was = before_.files[i];
      const PlacedFile& is = now().files[i];
      if (was.id != is.id || was.name != is.name || was.end != is.end) return false;
      if (found_.changes.size() <= is.id.index) found_.changes.resize(is.id.index + 1);
      found_.changes[is.id.index] = syntax::Compare(was.text, is.text);
    }
    return true;
  }

  /// True if the texts differ within one body at most.
  bool HasSameHeads(const PlacedFile& is) {
    const TextChange& change = found_.changes[is.id.index];
    const bool differ = change.begin != change.old_end || change.begin != change.end;
    bool in_body = false;
    for (std::uint32_t i = is.begin; i < is.end; ++i) {
      const PlacedDeclaration& before = before_.declarations[i];
      const PlacedDeclaration& after = now().declarations[i];
      if (before.kind != after.kind || (after.mended && !after.has_body())) return false;
      const bool touched = differ && before.head_end < change.begin && change.old_end < before.range.end;
      in_body |= touched;
      if (touched) changed_.push_back(i);
      if (!StandsTheSame(before, after, change, touched)) return false;
    }
    return !differ || in_body;
  }

  /// But for what has changed in its body.
  static bool StandsTheSame(const PlacedDeclaration& before, const PlacedDeclaration& after,
                            const TextChange& change, bool touched) {
    const std::uint32_t moved = touched ? 0 : Shifted(before.range.begin, change) - before.range.begin;
    return after.range.begin == before.range.begin + moved && after.head_end == before.head_end + moved &&
           after.range.end == Shifted(before.range.end, change);
  }

  void FillInNames() {
    const NamedFlows flows(now(), files_);
    for (std::size_t i = 0; i < now().declarations.size(); ++i)
      now().declarations[i].names = before_.declarations[i].names;
    for (const std::uint32_t i : changed_) {
      const SourceRange range = now().declarations[i].range;
      now().declarations[i].names = flows.In(TextOf(range), i);
    }
  }

  std::string_view TextOf(SourceRange range) {
    for (const PlacedFile& file : now().files) {
      if (file.id == range.file)
        return std::string_view(file.text).substr(range.begin, range.end - range.begin);
    }
    return {};
  }

  /// Along calls in both directions: callers hand on what is present, callees what is written and raised.
  void FindJudged() {
    std::vector<std::vector<std::uint32_t>> near(now().declarations.size());
    const auto link = [&](std::uint32_t from, const PlacedDeclaration& of) {
      for (const std::uint32_t to : of.names) {
        near[from].push_back(to);
        near[to].push_back(from);
      }
    };
    for (std::uint32_t i = 0; i < near.size(); ++i) link(i, now().declarations[i]);
    for (const std::uint32_t i : changed_) link(i, before_.declarations[i]);
    judged_.resize(near.size(), false);
    std::vector<std::uint32_t> open;
    const auto judge = [&](std::uint32_t i) {
      if (!judged_[i]) open.push_back(i);
      judged_[i] = true;
    };
    for (const std::uint32_t i : changed_) judge(i);
    for (std::uint32_t i = 0; i < near.size(); ++i) {
      if (now().declarations[i].mended || before_.declarations[i].mended) judge(i);
    }
    while (!open.empty()) {
      const std::uint32_t next = open.back();
      open.pop_back();
      for (const std::uint32_t i : near[next]) judge(i);
    }
  }

  /// Where little is left out, a check of all does nearly the same, and knows more.
  bool IsWorthIt() {
    std::size_t judged = 0;
    std::size_t left_out = 0;
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      const PlacedDeclaration& each = now().declarations[i];
      if (each.has_body()) (judged_[i] ? judged : left_out) += each.range.end - each.range.begin;
    }
    return judged <= left_out && left_out > 0;
  }

  void CollectLeftOut() {
    found_.left_out.resize(judged_.size(), false);
    for (std::size_t i = 0; i < judged_.size(); ++i) {
      if (judged_[i] || !now().declarations[i].has_body()) continue;
      found_.left_out[i] = true;
      found_.before.push_back(before_.declarations[i].range);
      found_.now.push_back(now().declarations[i].range);
    }
  }

  const TextLayout& before_;
  const std::vector<syntax::File>& files_;
  Increment found_;
  std::vector<std::uint32_t> changed_;
  std::vector<bool> judged_;
};

template <typename Kind>
Kind* CopyOf(const syntax::Declaration& declaration, llvm::BumpPtrAllocator& arena) {
  return new (arena.Allocate<Kind>()) Kind(llvm::cast<Kind>(declaration));
}

const syntax::Declaration* WithoutBody(const syntax::Declaration& declaration,
                                       llvm::BumpPtrAllocator& arena) {
  if (declaration.kind == syntax::DeclarationKind::kScenario) {
    auto* scenario = CopyOf<syntax::ScenarioDeclaration>(declaration, arena);
    scenario->flow = {};
    scenario->items = {};
    return scenario;
  }
  auto* flow = CopyOf<syntax::FlowDeclaration>(declaration, arena);
  flow->body.statements = {};
  flow->guards.clauses = {};
  flow->guards.finally_body.statements = {};
  flow->guards.has_finally = false;
  return flow;
}

}  // namespace

std::optional<SourceRange> Increment::Moved(SourceRange range) const {
  if (!range.has_value() || range.file.index >= changes.size()) return range;
  const TextChange& change = changes[range.file.index];
  const bool apart = range.end <= change.begin || range.begin >= change.old_end;
  const bool around = range.begin <= change.begin && range.end >= change.old_end;
  if (range.end <= change.begin) return range;
  if (!apart && !around) return std::nullopt;
  const std::uint32_t begin = around && !apart ? range.begin : Shifted(range.begin, change);
  return SourceRange{range.file, begin, Shifted(range.end, change)};
}

std::optional<Increment> FindIncrement(const FormerCheck& former, const source::SourceManager& sources,
                                       const std::vector<syntax::File>& files,
                                       const diagnostics::Diagnostics& of_texts) {
  return Finder(former, LayoutOf(sources, files, of_texts), files).Find();
}

void LeaveOut(const Increment& increment, std::vector<syntax::File>& files) {
  std::size_t number = 0;
  for (syntax::File& file : files) {
    if (file.arena == nullptr) file.arena = std::make_unique<llvm::BumpPtrAllocator>();
    for (const syntax::Declaration*& each : file.declarations) {
      if (increment.left_out[number++]) each = WithoutBody(*each, *file.arena);
    }
  }
}

}  // namespace meshc::pipeline
