#include "compiler/queries/changes/rename.h"

#include <algorithm>
#include <map>

#include "compiler/queries/name_at.h"
#include "compiler/queries/references.h"
#include "compiler/queries/steps.h"
#include "compiler/support/enumerator.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

using diagnostics::Edit;
using Edits = std::vector<Edit>;

/// Parts may bear keywords; declarations and steps may not.
std::string WhyNoName(const std::string& name, bool part) {
  const auto tokens = syntax::ReadTokens(name);
  const bool one = tokens.size() == 1 && tokens.front().begin == 0 && tokens.front().end == name.size();
  const bool word = one && (tokens.front().kind == syntax::TokenKind::kName ||
                            tokens.front().kind == syntax::TokenKind::kWord ||
                            tokens.front().kind == syntax::TokenKind::kKeyword);
  if (!word) return "`" + name + "` is no name: letters, digits and `_`, no digit first";
  if (name == "true" || name == "false" || name == "null") return "`" + name + "` is a value";
  if (!part && tokens.front().kind == syntax::TokenKind::kKeyword) return "`" + name + "` is a keyword";
  return "";
}

/// Names of one kind of thing must differ.
int SpaceOf(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kTypeAlias:
    case DeclaredKind::kRecord:
    case DeclaredKind::kEnum:
    case DeclaredKind::kUnion:
    case DeclaredKind::kEnvelope: return 1;
    case DeclaredKind::kError: return 2;
    case DeclaredKind::kProcessor:
    case DeclaredKind::kRouter:
    case DeclaredKind::kFlow: return 3;
    case DeclaredKind::kPolicy:
    case DeclaredKind::kFlavor:
    case DeclaredKind::kDeploy: return 4;
    case DeclaredKind::kImportAlias: return 5;
    case DeclaredKind::kScenario: return 6;
    case DeclaredKind::kMember:
    case DeclaredKind::kTag:
    case DeclaredKind::kErrorField:
    case DeclaredKind::kField:
    case DeclaredKind::kValue:
    case DeclaredKind::kLabel: return 7;
    case DeclaredKind::kParam: return 8;
    case DeclaredKind::kResult: return 9;
    case DeclaredKind::kVariable:
    case DeclaredKind::kClauseVariable: return 10;
  }
  NoSuchEnumerator();
}

/// Variables live in their clause or loop: elsewhere in the flow another may bear the name.
bool Meet(const Declared& a, const Declared& b) {
  const bool variables = SpaceOf(a.kind) == SpaceOf(DeclaredKind::kVariable);
  return !variables || (a.extent.begin < b.extent.end && b.extent.begin < a.extent.end);
}

const Declared* NeighbourOf(const CheckedRoot& root, const Declared& declared, const std::string& name) {
  for (const Declared& other : root.names().all()) {
    const bool near = SpaceOf(other.kind) == SpaceOf(declared.kind) &&
                      (!declared.is_part() || other.declaration == declared.declaration) &&
                      Meet(declared, other);
    if (near && other.name != declared.name && root.Text(other.name) == name) return &other;
  }
  return nullptr;
}

/// A step that takes or gives by name says so from now on: `p;` becomes `p(old: new)`.
class Binder {
 public:
  Binder(const CheckedRoot& root, const Declared& declared, const std::string& name)
      : root_(root), declared_(declared), name_(name), old_(root.Text(declared.name)) {}

  /// The same word may be implied several times at a step, as param and as result, of it and of others.
  void Add(const sema::Mention& mention) {
    const Step step = StepAround(root_, {mention.range.file, mention.range.begin});
    if (step.call == nullptr) return;
    const bool takes = mention.access == sema::Access::kImpliedRead;
    Words& words = calls_[step.call];
    (takes ? words.takes : words.gives) = true;
  }

  void Finish(Edits& edits) {
    for (const auto& [call, words] : calls_) {
      if (words.takes) AddArgument(*call, edits);
      if (words.gives) AddResult(*call, edits);
    }
  }

 private:
  struct Words {
    bool takes = false;
    bool gives = false;
  };

  bool IsOfCallee() const {
    return declared_.kind == DeclaredKind::kParam || declared_.kind == DeclaredKind::kResult;
  }

  /// What stands before and behind the colon: the callee's word, and the flow's.
  std::string Pair() const {
    const std::string& callee = IsOfCallee() ? name_ : old_;
    const std::string& flow = IsOfCallee() ? old_ : name_;
    return callee + ": " + flow;
  }

  static Edit Insert(source::FileId file, std::uint32_t at, std::string text) {
    return {{file, at, at}, std::move(text)};
  }

  void AddArgument(const syntax::Call& call, Edits& edits) const {
    const source::FileId file = call.range.file;
    if (!call.arguments.empty()) {
      edits.push_back(Insert(file, call.arguments.back().range.end, ", " + Pair()));
      return;
    }
    if (!call.has_arguments) {
      edits.push_back(Insert(file, call.callee.range.end, "(" + Pair() + ")"));
      return;
    }
    const std::string_view rest = root_.Text({file, call.callee.range.end, call.range.end});
    edits.push_back(
        Insert(file, call.callee.range.end + static_cast<std::uint32_t>(rest.find('(')) + 1, Pair()));
  }

  void AddResult(const syntax::Call& call, Edits& edits) const {
    const source::FileId file = call.range.file;
    if (!call.results.empty()) {
      edits.push_back(Insert(file, call.results.back().range.end, ", " + Pair()));
      return;
    }
    std::uint32_t at = call.callee.range.end;
    if (call.has_arguments) {
      if (!call.arguments.empty()) at = call.arguments.back().range.end;
      const std::size_t close = root_.Text({file, at, call.range.end}).find(')');
      if (close != std::string_view::npos) at += static_cast<std::uint32_t>(close) + 1;
    }
    edits.push_back(Insert(file, at, " as { " + Pair() + " }"));
  }

  const CheckedRoot& root_;
  const Declared& declared_;
  const std::string& name_;
  std::string old_;
  std::map<const syntax::Call*, Words> calls_;
};

/// True of what versions under way know by its name.
bool MayKeepFormerName(DeclaredKind kind) {
  return kind == DeclaredKind::kProcessor || kind == DeclaredKind::kRouter || kind == DeclaredKind::kFlow ||
         kind == DeclaredKind::kField || kind == DeclaredKind::kMember || kind == DeclaredKind::kErrorField ||
         kind == DeclaredKind::kParam || kind == DeclaredKind::kResult || kind == DeclaredKind::kTag;
}

/// Where the name is declared.
void AddDeclaration(const CheckedRoot& root, const Declared& declared, const NewName& name, Edits& edits) {
  edits.push_back({declared.name, name.text});
  const syntax::Leading* leading = declared.leading;
  const bool has_was =
      leading != nullptr && std::any_of(leading->annotations.begin(), leading->annotations.end(),
                                        [](const auto& a) { return a.name.text == "was"; });
  if (!name.keep_was || leading == nullptr || has_was || !MayKeepFormerName(declared.kind)) return;
  const std::string was = "@was(\"" + std::string(root.Text(declared.name)) + "\")";
  const std::uint32_t at = declared.extent.begin;
  if (at == declared.name.begin)
    edits.back().text = was + " " + name.text;
  else
    edits.push_back({{declared.name.file, at, at}, was + (declared.is_part() ? " " : "\n")});
}

}  // namespace

std::variant<Edits, RenameRefusal> Rename(const CheckedRoot& root, const Declared& declared,
                                          const NewName& name) {
  if (declared.kind == DeclaredKind::kScenario)
    return RenameRefusal{"the title of a scenario is text: edit it"};
  if (std::string problem = WhyNoName(name.text, declared.is_part()); !problem.empty())
    return RenameRefusal{problem};
  if (const Declared* other = NeighbourOf(root, declared, name.text)) {
    return RenameRefusal{"a " + std::string(Noun(other->kind)) + " is called `" + name.text + "` already"};
  }
  Edits edits;
  Binder binder(root, declared, name.text);
  for (const sema::Mention& mention : root.compilation().mentions) {
    if (mention.declared != declared.name) continue;
    if (sema::IsImplied(mention.access))
      binder.Add(mention);
    else
      edits.push_back({mention.range, name.text});
  }
  AddDeclaration(root, declared, name, edits);
  binder.Finish(edits);
  std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) {
    return std::make_pair(a.range.file.index, a.range.begin) <
           std::make_pair(b.range.file.index, b.range.begin);
  });
  return edits;
}

}  // namespace meshc::queries
