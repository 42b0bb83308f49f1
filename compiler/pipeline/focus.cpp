#include "compiler/pipeline/focus.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <string_view>

#include "compiler/support/words.h"
#include "compiler/syntax/borrow_file.h"

namespace meshc::pipeline {
namespace {

using syntax::Declaration;
using syntax::DeclarationKind;

/// What leads to others by their names.
bool Leads(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::kFlow || declaration.kind == DeclarationKind::kRouter;
}

class Slice {
 public:
  Slice(const source::SourceManager& sources, const std::vector<syntax::File>& files)
      : sources_(sources), files_(files) {
    std::size_t count = 0;
    for (const syntax::File& file : files) count += file.declarations.size();
    named_.reserve(static_cast<unsigned>(count));
    for (const syntax::File& file : files) {
      for (const Declaration* each : file.declarations) named_[each->name.text].push_back(each);
    }
  }

  void Run(const Focus& focus) {
    for (const syntax::File& file : files_) {
      if (sources_.Name(file.id) != focus.file) continue;
      // What is broken may go on behind what was understood of it: the last one before the place counts.
      const auto first = std::ranges::find_if(
          file.declarations, [&](const Declaration* each) { return each->range.end >= focus.begin; });
      const bool between = first == file.declarations.end() || (*first)->range.begin > focus.begin;
      auto each = between && first != file.declarations.begin() ? std::prev(first) : first;
      for (; each != file.declarations.end() && (*each)->range.begin <= focus.end; ++each) Add(**each);
      AddNamedAtEnd(file, focus);
    }
    // Those that come to a flow say what is present in it.
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (Leads(*open_[i])) AddThoseThatName(*open_[i]);
    }
    while (!open_.empty()) {
      const Declaration* next = open_.back();
      open_.pop_back();
      EachWord(sources_.Text(next->range), [&](std::string_view word) { AddNamed(word); });
    }
  }

  /// An error stands for those below it, which it does not name.
  bool Holds(const Declaration* declaration) const {
    return declaration->kind == DeclarationKind::kImport || declaration->kind == DeclarationKind::kError ||
           held_.contains(declaration);
  }

 private:
  void Add(const Declaration& declaration) {
    if (held_.insert(&declaration).second) open_.push_back(&declaration);
  }

  /// By what stands between the last declaration before the end of the focus and the next one.
  void AddNamedAtEnd(const syntax::File& file, const Focus& focus) {
    const auto next = std::ranges::upper_bound(file.declarations, focus.end, {},
                                               [](const Declaration* each) { return each->range.begin; });
    const std::uint32_t begin = next == file.declarations.begin() ? 0 : (*std::prev(next))->range.end;
    if (begin >= focus.end) return;
    const std::string_view text = sources_.Text(file.id);
    const std::size_t end = next == file.declarations.end() ? text.size() : (*next)->range.begin;
    EachWord(text.substr(begin, end - begin), [&](std::string_view word) { AddNamed(word); });
  }

  void AddNamed(std::string_view word) {
    const auto found = named_.find(llvm::StringRef(word.data(), word.size()));
    if (found == named_.end()) return;
    for (const Declaration* each : found->second) Add(*each);
  }

  void AddThoseThatName(const Declaration& flow) {
    const std::string_view name(flow.name.text.data(), flow.name.text.size());
    if (name.empty()) return;
    for (const syntax::File& file : files_) {
      const std::string_view text = sources_.Text(file.id);
      for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool whole =
            (at == 0 || !IsWordLetter(text[at - 1])) && (end == text.size() || !IsWordLetter(text[end]));
        const Declaration* around = whole ? DeclarationAt(file, static_cast<std::uint32_t>(at)) : nullptr;
        if (around != nullptr && Leads(*around)) Add(*around);
      }
    }
  }

  /// Null: the place is in none.
  static const Declaration* DeclarationAt(const syntax::File& file, std::uint32_t offset) {
    const auto behind = std::ranges::upper_bound(file.declarations, offset, {},
                                                 [](const Declaration* each) { return each->range.begin; });
    if (behind == file.declarations.begin() || (*std::prev(behind))->range.end < offset) return nullptr;
    return *std::prev(behind);
  }

  const source::SourceManager& sources_;
  const std::vector<syntax::File>& files_;
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<const Declaration*, 1>> named_;
  llvm::DenseSet<const Declaration*> held_;
  std::vector<const Declaration*> open_;  ///< Held, and their words not yet looked at.
};

}  // namespace

std::vector<syntax::File> FocusOn(const Focus& focus, const source::SourceManager& sources,
                                  std::vector<syntax::File>& files) {
  Slice slice(sources, files);
  slice.Run(focus);
  std::vector<syntax::File> all;
  for (const syntax::File& file : files) all.push_back(syntax::Borrow(file));
  for (syntax::File& file : files)
    std::erase_if(file.declarations, [&](const Declaration* each) { return !slice.Holds(each); });
  return all;
}

}  // namespace meshc::pipeline
