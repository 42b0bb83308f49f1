#include "compiler/queries/declared.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <tuple>

#include "compiler/support/enumerator.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using llvm::cast;
using llvm::dyn_cast;
using syntax::Declaration;
using syntax::DeclarationKind;

DeclaredKind KindOf(DeclarationKind kind) {
  switch (kind) {
    case DeclarationKind::kImport: return DeclaredKind::kImportAlias;
    case DeclarationKind::kTypeAlias: return DeclaredKind::kTypeAlias;
    case DeclarationKind::kRecord: return DeclaredKind::kRecord;
    case DeclarationKind::kEnum: return DeclaredKind::kEnum;
    case DeclarationKind::kUnion: return DeclaredKind::kUnion;
    case DeclarationKind::kEnvelope: return DeclaredKind::kEnvelope;
    case DeclarationKind::kError: return DeclaredKind::kError;
    case DeclarationKind::kProcessor: return DeclaredKind::kProcessor;
    case DeclarationKind::kRouter: return DeclaredKind::kRouter;
    case DeclarationKind::kPolicy: return DeclaredKind::kPolicy;
    case DeclarationKind::kFlow: return DeclaredKind::kFlow;
    case DeclarationKind::kScenario: return DeclaredKind::kScenario;
    case DeclarationKind::kFlavor: return DeclaredKind::kFlavor;
    case DeclarationKind::kDeploy: return DeclaredKind::kDeploy;
  }
  NoSuchEnumerator();
}

auto KeyOf(source::SourceRange range) { return std::make_pair(range.file.index, range.begin); }

bool StandsBefore(const Declared& a, const Declared& b) { return KeyOf(a.name) < KeyOf(b.name); }

/// Goes over files and notes each name.
class Collector {
 public:
  explicit Collector(std::vector<Declared>& all) : all_(all) {}

  void Add(const Declaration& declaration) {
    const std::size_t first = all_.size();
    declaration_ = &declaration;
    const auto* scenario = dyn_cast<syntax::ScenarioDeclaration>(&declaration);
    Note(KindOf(declaration.kind), scenario == nullptr ? declaration.name.range : scenario->title_range,
         declaration.range, &declaration.leading);
    AddParts(declaration);
    std::sort(all_.begin() + static_cast<std::ptrdiff_t>(first), all_.end(), StandsBefore);
  }

 private:
  void Note(DeclaredKind kind, source::SourceRange name, source::SourceRange extent,
            const syntax::Leading* leading, const syntax::TypeExpression* type = nullptr) {
    if (!name.has_value() || name.begin == name.end) return;
    all_.push_back({kind, name, extent, declaration_, leading, type, nullptr});
  }

  void AddMembers(DeclaredKind kind, llvm::ArrayRef<syntax::MemberDeclaration> members) {
    for (const auto& member : members)
      Note(kind, member.name.range, member.range, &member.leading, member.type);
  }

  void AddValues(DeclaredKind kind, llvm::ArrayRef<syntax::ValueDeclaration> values) {
    for (const auto& value : values) Note(kind, value.name.range, value.range, &value.leading);
  }

  void AddParts(const Declaration& declaration) {
    if (const auto* record = dyn_cast<syntax::RecordDeclaration>(&declaration)) {
      AddMembers(DeclaredKind::kMember, record->members);
    } else if (const auto* enumeration = dyn_cast<syntax::EnumDeclaration>(&declaration)) {
      AddValues(DeclaredKind::kValue, enumeration->values);
    } else if (const auto* tagged = dyn_cast<syntax::UnionDeclaration>(&declaration)) {
      AddMembers(DeclaredKind::kTag, tagged->tags);
    } else if (const auto* envelope = dyn_cast<syntax::EnvelopeDeclaration>(&declaration)) {
      for (const auto& field : envelope->fields)
        Note(DeclaredKind::kField, field.name.range, field.range, &field.leading, field.type);
    } else if (const auto* error = dyn_cast<syntax::ErrorDeclaration>(&declaration)) {
      AddMembers(DeclaredKind::kErrorField, error->fields);
    } else if (const auto* processor = dyn_cast<syntax::ProcessorDeclaration>(&declaration)) {
      AddMembers(DeclaredKind::kParam, processor->params);
      AddMembers(DeclaredKind::kResult, processor->results);
    } else if (const auto* router = dyn_cast<syntax::RouterDeclaration>(&declaration)) {
      AddMembers(DeclaredKind::kParam, router->params);
      AddValues(DeclaredKind::kLabel, router->labels);
    } else if (const auto* flow = dyn_cast<syntax::FlowDeclaration>(&declaration)) {
      AddClauses(flow->guards);
      syntax::ForEachPart(*flow, [&](const syntax::Statement& part, bool) { AddVariables(part); });
    }
  }

  void AddClauses(const syntax::Guards& guards) {
    for (const syntax::OnClause& clause : guards.clauses)
      Note(DeclaredKind::kClauseVariable, clause.variable.range, clause.range, nullptr);
  }

  void AddVariables(const syntax::Statement& statement) {
    if (const auto* each = dyn_cast<syntax::EachStatement>(&statement)) {
      const std::size_t before = all_.size();
      Note(DeclaredKind::kVariable, each->variable.range, each->range, nullptr);
      if (all_.size() > before) all_.back().statement = each;
    }
    if (const auto* guarded = dyn_cast<syntax::TryStatement>(&statement)) AddClauses(guarded->guards);
    syntax::ForEachPart(statement, [&](const syntax::Statement& part, bool) { AddVariables(part); });
  }

  std::vector<Declared>& all_;
  const Declaration* declaration_ = nullptr;
};

}  // namespace

std::string_view Noun(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kImportAlias: return "import";
    case DeclaredKind::kTypeAlias: return "type";
    case DeclaredKind::kRecord: return "record";
    case DeclaredKind::kEnum: return "enum";
    case DeclaredKind::kUnion: return "union";
    case DeclaredKind::kEnvelope: return "envelope";
    case DeclaredKind::kError: return "error";
    case DeclaredKind::kProcessor: return "processor";
    case DeclaredKind::kRouter: return "router";
    case DeclaredKind::kFlow: return "flow";
    case DeclaredKind::kPolicy: return "policy";
    case DeclaredKind::kFlavor: return "flavor";
    case DeclaredKind::kDeploy: return "deploy";
    case DeclaredKind::kScenario: return "scenario";
    case DeclaredKind::kMember: return "member";
    case DeclaredKind::kTag: return "tag";
    case DeclaredKind::kErrorField: return "error field";
    case DeclaredKind::kParam: return "param";
    case DeclaredKind::kResult: return "result";
    case DeclaredKind::kField: return "field";
    case DeclaredKind::kValue: return "value";
    case DeclaredKind::kLabel: return "label";
    case DeclaredKind::kVariable: return "variable";
    case DeclaredKind::kClauseVariable: return "caught error";
  }
  NoSuchEnumerator();
}

DeclaredNames::DeclaredNames(const std::vector<syntax::File>& files) {
  std::size_t count = 0;
  for (const syntax::File& file : files) count += file.declarations.size();
  constexpr std::size_t kNamesOfMost = 4;
  all_.reserve(kNamesOfMost * count);
  Collector collector(all_);
  for (const syntax::File& file : files) {
    for (const Declaration* declaration : file.declarations) collector.Add(*declaration);
  }
  // Files and declarations come in the order of places.
  if (!std::is_sorted(all_.begin(), all_.end(), StandsBefore))
    std::sort(all_.begin(), all_.end(), StandsBefore);
}

const Declared* DeclaredNames::Find(source::SourceRange name) const {
  const auto found = std::lower_bound(all_.begin(), all_.end(), name, [](const Declared& d, const auto& n) {
    return KeyOf(d.name) < KeyOf(n);
  });
  return found == all_.end() || KeyOf(found->name) != KeyOf(name) ? nullptr : &*found;
}

const Declared* DeclaredNames::At(source::FileId file, std::uint32_t offset) const {
  const auto key = std::make_pair(file.index, offset);
  const auto behind = std::upper_bound(all_.begin(), all_.end(), key,
                                       [](const auto& k, const Declared& d) { return k < KeyOf(d.name); });
  if (behind == all_.begin()) return nullptr;
  const Declared& candidate = *(behind - 1);
  return candidate.name.file == file && offset <= candidate.name.end ? &candidate : nullptr;
}

}  // namespace meshc::queries
