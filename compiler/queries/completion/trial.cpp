#include "compiler/queries/completion/trial.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "compiler/pipeline/run_stages.h"
#include "compiler/queries/completion/kept_behind.h"
#include "compiler/queries/completion/needed_declarations.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::queries {
namespace {

using source::SourceRange;
using syntax::Declaration;
using syntax::DeclarationKind;

/// Of the copies: a millisecond or two.
constexpr std::size_t kUsualText = 12'000;
/// For the fewest that make a list it may be more.
constexpr std::size_t kFewestText = 40'000;
/// What is wrong with all is nobody's trouble: so many show that it is with all.
constexpr std::size_t kSeveral = 8;

bool IsCopied(const Declaration& declaration) {
  return declaration.kind != DeclarationKind::kImport && declaration.kind != DeclarationKind::kDeploy &&
         declaration.kind != DeclarationKind::kFlavor;
}

/// Others name what is copied; but a flow or an error that is named in itself leads to itself, and a scenario
/// is named by nothing.
bool MayBeNamedToo(const Declaration& declaration) {
  return declaration.kind != DeclarationKind::kFlow && declaration.kind != DeclarationKind::kError &&
         declaration.kind != DeclarationKind::kScenario;
}

/// Codes come in thousands: texts, then names, then types, then paths.
int Family(diagnostics::Code code) { return static_cast<int>(code) / 1000; }
constexpr int kSyntax = 1;
constexpr int kNames = 2;

/// Where in a declaration stands what tells it from its copies: the end of its name or title.
std::uint32_t EndOfName(const Declaration& declaration) {
  const auto* scenario = llvm::dyn_cast<syntax::ScenarioDeclaration>(&declaration);
  return scenario == nullptr ? declaration.name.range.end : scenario->title_range.end - 1;
}

/// The first declaration that begins behind the offset.
auto FirstBehind(const syntax::File& file, std::uint32_t offset) {
  return std::ranges::upper_bound(file.declarations, offset, {},
                                  [](const Declaration* each) { return each->range.begin; });
}

class Trial {
 public:
  Trial(const CheckedRoot& root, Place place, const CursorContext& context)
      : root_(root), place_(place), begin_(context.word_begin) {
    const syntax::File* file = root.FileOf(place.file);
    if (file == nullptr) return;
    const auto next = FirstBehind(*file, begin_);
    if (next == file->declarations.begin()) return;
    around_ = *std::prev(next);
    // What is broken may go on behind what was understood of it.
    end_ = place.offset <= around_->range.end ? around_->range.end
           : next == file->declarations.end() ? SizeOf(place.file)
                                              : (*next)->range.begin;
    if (!IsCopied(*around_) || EndOfName(*around_) >= begin_ || !IsBegun(context)) around_ = nullptr;
    behind_ = KeptBehind(root.sources().Text(place.file).substr(0, end_), place.offset, context);
  }

  std::vector<Troubles> Run(std::span<const std::string> texts, std::size_t wanted) {
    if (around_ == nullptr) return {};
    const std::vector<const Declaration*> callers = Callers();
    const std::size_t fits = CountThatFits(callers);
    if (fits < std::min(wanted, kSeveral)) return {};
    if (fits < texts.size()) texts = texts.first(std::min(fits, std::max(wanted, kSeveral)));
    source::MemoryFileSystem files;
    Write(callers, texts, files);
    pipeline::Compilation tried;
    pipeline::RunStages({root_.compilation().path, root_.compilation().imports, pipeline::Stage::kFacts,
                         sema::RootKind::kMeshOrLibrary},
                        files, tried);
    return Sorted(tried, texts);
  }

 private:
  /// The errors that touch a text, by where they begin before it.
  struct Touching {
    diagnostics::Code code;
    std::uint32_t before = 0;
    auto operator<=>(const Touching&) const = default;
  };

  /// False: the cursor is in a declaration of which nothing was understood.
  bool IsBegun(const CursorContext& context) const {
    const Words& words = context.declaration();
    return !words.empty() && root_.Text(around_->range).starts_with(words.front());
  }

  std::size_t CountThatFits(const std::vector<const Declaration*>& callers) const {
    std::size_t size = begin_ - around_->range.begin;
    for (const auto& [from, to] : behind_) size += to - from;
    for (const Declaration* each : callers) size += each->range.end - each->range.begin;
    const auto count = [&](std::size_t most) { return most / size; };
    return std::max(count(kUsualText), std::min(count(kFewestText), kFewest));
  }

  void Write(const std::vector<const Declaration*>& callers, std::span<const std::string> texts,
             source::MemoryFileSystem& files) {
    const NeededDeclarations needed = NeededBy(callers, texts);
    for (const syntax::File& file : root_.compilation().WholeFiles()) {
      if (file.id != place_.file) files.Put(std::string(root_.sources().Name(file.id)), needed.TextOf(file));
    }
    WriteWhatIsNamed(needed, callers);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      Copy(around_->range.begin, begin_, i);
      put_.emplace(static_cast<std::uint32_t>(text_.size()), i);
      text_ += texts[i];
      for (const auto& [from, to] : behind_) Copy(from, to, i);
      text_ += "\n";
      for (const Declaration* each : callers) {
        Copy(each->range.begin, each->range.end, i);
        text_ += "\n";
      }
    }
    files.Put(std::string(root_.sources().Name(place_.file)), std::move(text_));
  }

  void WriteWhatIsNamed(const NeededDeclarations& needed, const std::vector<const Declaration*>& callers) {
    const syntax::File& file = *root_.FileOf(place_.file);
    text_ = MeshLine(file);
    for (const Declaration* each : file.declarations) {
      const bool copied = std::ranges::find(callers, each) != callers.end();
      const bool is_named = each == around_ ? MayBeNamedToo(*each)
                                            : each->kind == DeclarationKind::kImport || needed.Holds(*each);
      if (!copied && is_named && !each->recovered) text_ += fmt::format("{}\n", root_.Text(each->range));
    }
  }

  /// The flows that come to the one around the cursor: what is written in it counts for them, too. Notes
  /// where their names stand.
  std::vector<const Declaration*> Callers() {
    std::vector<const Declaration*> callers;
    names_.insert(EndOfName(*around_));
    if (around_->kind != DeclarationKind::kFlow) return callers;
    std::set<std::uint32_t> declared{around_->name.range.begin};
    for (bool found = true; found;) {
      found = false;
      for (const sema::Mention& mention : root_.compilation().mentions) {
        const bool here = mention.range.file == place_.file && mention.declared.file == place_.file;
        if (!here || !declared.contains(mention.declared.begin) || sema::IsImplied(mention.access)) continue;
        names_.insert(mention.range.end);
        const Declaration* in = CallerAt(mention.range);
        if (in == nullptr || in == around_ || !declared.insert(in->name.range.begin).second) continue;
        callers.push_back(in);
        names_.insert(EndOfName(*in));
        found = true;
      }
    }
    return callers;
  }

  const Declaration* CallerAt(SourceRange range) const {
    const Declaration* at = DeclarationAt(range);
    const bool calls =
        at != nullptr && (at->kind == DeclarationKind::kFlow || at->kind == DeclarationKind::kRouter);
    return calls ? at : nullptr;
  }

  /// Checking the rest would tell nothing.
  NeededDeclarations NeededBy(const std::vector<const Declaration*>& callers,
                              std::span<const std::string> texts) const {
    NeededDeclarations needed(root_);
    for (const std::string& text : texts) needed.AddNamedIn(text);
    needed.AddNamedIn(
        root_.sources().Text(place_.file).substr(around_->range.begin, end_ - around_->range.begin));
    for (const Declaration* each : callers) needed.AddNamedIn(root_.Text(each->range));
    return needed;
  }

  /// The one that holds the place; null: none does.
  const Declaration* DeclarationAt(SourceRange range) const {
    const syntax::File& file = *root_.FileOf(place_.file);
    const auto behind = FirstBehind(file, range.begin);
    if (behind == file.declarations.begin() || (*std::prev(behind))->range.end < range.end) return nullptr;
    return *std::prev(behind);
  }

  /// With the names of what is copied marked.
  void Copy(std::uint32_t from, std::uint32_t to, std::size_t number) {
    const auto kept = root_.sources().Text(place_.file);
    for (auto name = names_.upper_bound(from); name != names_.end() && *name <= to; ++name) {
      text_ += kept.substr(from, *name - from);
      text_ += fmt::format("_try{}", number);
      from = *name;
    }
    text_ += kept.substr(from, to - from);
  }

  std::vector<Troubles> Sorted(const pipeline::Compilation& tried, std::span<const std::string> texts) const {
    std::vector<std::set<Touching>> touching(texts.size());
    std::set<std::size_t> malformed;
    const auto file = FileNamed(tried, root_.sources().Name(place_.file));
    for (const diagnostics::Diagnostic& each : tried.diagnostics.all()) {
      if (each.severity != diagnostics::Severity::kError || each.range.file != file) continue;
      // The last text that begins before the error ends.
      auto put = put_.lower_bound(std::max(each.range.end, each.range.begin + 1));
      if (put == put_.begin()) continue;
      --put;
      if (Family(each.code) == kSyntax) malformed.insert(put->second);
      if (each.range.begin >= put->first + texts[put->second].size()) continue;
      const std::uint32_t before = put->first > each.range.begin ? put->first - each.range.begin : 0;
      touching[put->second].insert({each.code, before});
    }
    std::set<Touching> everywhere = touching.front();
    for (const auto& each : touching)
      std::erase_if(everywhere, [&](const Touching& error) { return !each.contains(error); });
    // Where nothing makes a whole of what is there, something is still to come, and a name may go on.
    const bool unfinished = malformed.size() == texts.size();
    std::vector<Troubles> troubles;
    for (const auto& each : touching) {
      Troubles& own = troubles.emplace_back();
      for (const Touching& error : each) {
        const bool counts = error.before == 0 || !everywhere.contains(error);
        if (counts && (!unfinished || Family(error.code) == kNames)) own.push_back(error.code);
      }
    }
    return troubles;
  }

  std::uint32_t SizeOf(source::FileId file) const {
    return static_cast<std::uint32_t>(root_.sources().Text(file).size());
  }

  static source::FileId FileNamed(const pipeline::Compilation& c, std::string_view name) {
    for (std::uint32_t i = 0; i < c.sources.FileCount(); ++i) {
      if (c.sources.Name(source::FileId{i}) == name) return source::FileId{i};
    }
    return {};
  }

  const CheckedRoot& root_;
  Place place_;
  std::uint32_t begin_;
  const Declaration* around_ = nullptr;
  std::uint32_t end_ = 0;                                        ///< Of what is copied.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> behind_;  ///< What is copied behind the cursor.
  std::set<std::uint32_t> names_;  ///< Where names end that tell copies from each other.
  std::string text_;
  std::map<std::uint32_t, std::size_t> put_;  ///< Where in `text_` stands which of the texts.
};

}  // namespace

std::vector<Troubles> FindTroubles(const CheckedRoot& root, Place place, const CursorContext& context,
                                   const std::vector<std::string>& texts, std::size_t wanted) {
  if (texts.empty()) return {};
  return Trial(root, place, context).Run(texts, wanted);
}

}  // namespace meshc::queries
