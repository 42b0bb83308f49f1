#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using types::WriteMode;

template <typename Items>
std::vector<SourceRange> RangesOf(const Items& items) {
  std::vector<SourceRange> ranges;
  for (const auto& item : items) ranges.push_back(item.origin.range);
  return ranges;
}

void BuildRecord(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::RecordDeclaration&>(*symbol.declaration);
  NameIndex& index = context.record_members[symbol.index];
  auto members = BuildMembers(context, symbol.file, source.members, MemberRole::kMember, index);
  types::Record& record = context.declarations().records[{symbol.index}];
  record.origin = ReadDeclaration(context, symbol, AnnotationPlace::kType).origin;
  record.members = std::move(members);
  for (const syntax::Identifier& name : source.reserved) record.reserved.push_back(name.text.str());
  if (!source.reserved.empty()) CheckReserved(context, source.reserved, index, RangesOf(record.members));
}

void BuildEnum(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::EnumDeclaration&>(*symbol.declaration);
  types::Enum& type = context.declarations().enums[{symbol.index}];
  type.origin = ReadDeclaration(context, symbol, AnnotationPlace::kType).origin;
  type.open = source.open;
  type.values = BuildValues(context, source.values, "enum value", context.enum_values[symbol.index]);
}

void BuildUnion(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::UnionDeclaration&>(*symbol.declaration);
  auto tags =
      BuildMembers(context, symbol.file, source.tags, MemberRole::kTag, context.union_tags[symbol.index]);
  types::Union& type = context.declarations().unions[{symbol.index}];
  type.origin = ReadDeclaration(context, symbol, AnnotationPlace::kType).origin;
  type.tags = std::move(tags);
}

std::string_view Spelling(syntax::ModeWord word) {
  switch (word) {
    case syntax::ModeWord::kIn: return "in";
    case syntax::ModeWord::kOut: return "out";
    case syntax::ModeWord::kVar: return "var";
    case syntax::ModeWord::kLog: return "log";
  }
  NoSuchEnumerator();
}

/// The modes that a field has, from words in any order.
class Modes {
 public:
  Modes(Context& context, llvm::ArrayRef<syntax::Mode> words) : context_(context) {
    for (const syntax::Mode& mode : words) Add(mode);
    Exclude(syntax::ModeWord::kVar, syntax::ModeWord::kLog);
    Exclude(syntax::ModeWord::kIn, syntax::ModeWord::kLog);
  }

  bool Has(syntax::ModeWord word) const { return At(word).has_value(); }
  WriteMode write_mode() const {
    if (Has(syntax::ModeWord::kLog)) return WriteMode::kLog;
    return Has(syntax::ModeWord::kVar) ? WriteMode::kVar : WriteMode::kOnce;
  }

 private:
  SourceRange At(syntax::ModeWord word) const { return words_[static_cast<std::size_t>(word)]; }

  void Add(const syntax::Mode& mode) {
    SourceRange& known = words_[static_cast<std::size_t>(mode.word)];
    if (known.has_value()) {
      context_.diagnostics.Report(diag::GivenTwice, mode.range, Lexeme{std::string(Spelling(mode.word))})
          .AddLabel(known, "given here first");
      return;
    }
    known = mode.range;
  }

  void Exclude(syntax::ModeWord a, syntax::ModeWord b) {
    if (!Has(a) || !Has(b)) return;
    const SourceRange first = At(a);
    const SourceRange second = At(b);
    context_.diagnostics
        .Report(diag::ModeConflict, first.begin < second.begin ? second : first,
                Word{std::string(Spelling(a))}, Word{std::string(Spelling(b))})
        .AddHelp("a `log` starts empty and only grows; a `var` is overwritten");
  }

  Context& context_;
  std::array<SourceRange, 4> words_;
};

types::Field BuildField(Context& context, FileId file, const syntax::FieldDeclaration& source,
                        const NameIndex& index) {
  Annotated annotated = ReadLeading(context, source.leading, source.name, AnnotationPlace::kField);
  CheckFormerName(context, annotated, index);
  const Modes modes(context, source.modes);
  types::Field field;
  field.name = source.name.text.str();
  field.type = source.type == nullptr ? context.types().invalid() : ResolveType(context, file, *source.type);
  field.mode = modes.write_mode();
  if (field.mode == WriteMode::kLog && field.type != context.types().invalid()) {
    field.type = context.types().List(field.type);
  }
  field.in = modes.Has(syntax::ModeWord::kIn);
  field.out = modes.Has(syntax::ModeWord::kOut);
  field.sensitive = annotated.sensitive;
  field.origin = std::move(annotated.origin);
  return field;
}

void IndexFields(Context& context, llvm::ArrayRef<syntax::FieldDeclaration> fields, NameIndex& index) {
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name.text.empty()) continue;
    const auto [entry, fresh] = index.try_emplace(fields[i].name.text, i);
    if (fresh) continue;
    context.diagnostics
        .Report(diag::DuplicateName, fields[i].name.range, Word{"field"}, NameOf(fields[i].name))
        .AddLabel(fields[entry->second].name.range, "declared here first");
  }
}

/// What is known of each field is kept for every point of a flow.
void CheckFieldCount(Context& context, const syntax::EnvelopeDeclaration& source) {
  constexpr std::size_t kMostFields = 4096;
  if (source.fields.size() <= kMostFields) return;
  context.diagnostics
      .Report(diag::TooManyFields, source.fields[kMostFields].name.range, NameOf(source.name),
              Number{static_cast<std::int64_t>(kMostFields)})
      .AddHelp("put fields that belong together into a record");
}

void BuildEnvelope(Context& context, const Symbol& symbol) {
  const auto& source = static_cast<const syntax::EnvelopeDeclaration&>(*symbol.declaration);
  NameIndex& index = context.envelope_fields[symbol.index];
  CheckFieldCount(context, source);
  IndexFields(context, source.fields, index);
  types::Envelope& envelope = context.declarations().envelopes[{symbol.index}];
  envelope.origin = ReadDeclaration(context, symbol, AnnotationPlace::kType).origin;
  envelope.fields.reserve(source.fields.size());
  for (const syntax::FieldDeclaration& field : source.fields) {
    envelope.fields.push_back(BuildField(context, symbol.file, field, index));
  }
  for (const syntax::Identifier& name : source.reserved) envelope.reserved.push_back(name.text.str());
  if (!source.reserved.empty()) CheckReserved(context, source.reserved, index, RangesOf(envelope.fields));
  context.used_fields[symbol.index].resize(envelope.fields.size());
}

void BuildOne(Context& context, const Symbol& symbol) {
  switch (symbol.kind) {
    case SymbolKind::kTypeAlias: ReadDeclaration(context, symbol, AnnotationPlace::kType); break;
    case SymbolKind::kRecord: BuildRecord(context, symbol); break;
    case SymbolKind::kEnum: BuildEnum(context, symbol); break;
    case SymbolKind::kUnion: BuildUnion(context, symbol); break;
    case SymbolKind::kEnvelope: BuildEnvelope(context, symbol); break;
    case SymbolKind::kError:
    case SymbolKind::kProcessor:
    case SymbolKind::kRouter:
    case SymbolKind::kFlow:
    case SymbolKind::kPolicy:
    case SymbolKind::kFlavor:
    case SymbolKind::kDeploy: break;
  }
}

}  // namespace

void BuildTypes(Context& context) {
  const types::Declarations& declarations = context.declarations();
  context.record_members.resize(declarations.records.size());
  context.enum_values.resize(declarations.enums.size());
  context.union_tags.resize(declarations.unions.size());
  context.envelope_fields.resize(declarations.envelopes.size());
  context.used_fields.resize(declarations.envelopes.size());
  for (const Symbol& symbol : context.table.symbols) BuildOne(context, symbol);
}

}  // namespace meshc::sema
