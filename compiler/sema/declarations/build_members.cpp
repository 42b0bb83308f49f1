#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

std::string_view NounOf(MemberRole role) {
  switch (role) {
    case MemberRole::kMember: return "member";
    case MemberRole::kTag: return "tag";
    case MemberRole::kParam: return "param";
    case MemberRole::kResult: return "result";
    case MemberRole::kErrorField: return "field";
  }
  NoSuchEnumerator();
}

AnnotationPlace PlaceOf(MemberRole role) {
  return role == MemberRole::kTag ? AnnotationPlace::kTag : AnnotationPlace::kField;
}

/// Enters the names; the first one gets the place `first`.
template <typename Declaration>
void IndexAll(Context& context, llvm::ArrayRef<Declaration> declarations, std::string_view noun,
              NameIndex& index, std::uint32_t first) {
  std::uint32_t place = first;
  for (const Declaration& declaration : declarations) {
    const syntax::Identifier& name = declaration.name;
    const std::uint32_t own = place++;
    if (name.text.empty()) continue;
    const auto [entry, fresh] = index.try_emplace(name.text, own);
    if (fresh) continue;
    auto report =
        context.diagnostics.Report(diag::DuplicateName, name.range, Word{std::string(noun)}, NameOf(name));
    // Inherited fields of an error stand elsewhere.
    if (entry->second >= first)
      report.AddLabel(declarations[entry->second - first].name.range, "declared here first");
  }
}

}  // namespace

std::vector<types::Member> BuildMembers(Context& context, FileId file,
                                        llvm::ArrayRef<syntax::MemberDeclaration> declarations,
                                        MemberRole role, NameIndex& index, std::uint32_t first) {
  IndexAll(context, declarations, NounOf(role), index, first);
  std::vector<types::Member> members;
  members.reserve(declarations.size());
  for (const syntax::MemberDeclaration& declaration : declarations) {
    Annotated annotated = ReadLeading(context, declaration.leading, declaration.name, PlaceOf(role));
    CheckFormerName(context, annotated, index);
    types::Member& member = members.emplace_back();
    member.name = declaration.name.text.str();
    member.type = declaration.type == nullptr ? context.types().invalid()
                                              : ResolveType(context, file, *declaration.type);
    member.sensitive = annotated.sensitive;
    member.origin = std::move(annotated.origin);
  }
  return members;
}

void EvaluateDefaults(Context& context, FileId file, llvm::ArrayRef<syntax::MemberDeclaration> declarations,
                      MemberRole role, std::vector<types::Member>& members, std::size_t first) {
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    const syntax::Expression* value = declarations[i].default_value;
    if (value == nullptr) continue;
    if (role == MemberRole::kTag || role == MemberRole::kResult) {
      context.diagnostics.Report(diag::MisplacedDefault, value->range,
                                 Word{"a " + std::string(NounOf(role))});
      continue;
    }
    auto constant = EvaluateDefault(context, file, *value, members[first + i].type);
    members[first + i].default_value = std::move(constant);
  }
}

std::vector<types::EnumValue> BuildValues(Context& context,
                                          llvm::ArrayRef<syntax::ValueDeclaration> declarations,
                                          std::string_view noun, NameIndex& index) {
  IndexAll(context, declarations, noun, index, 0);
  std::vector<types::EnumValue> values;
  values.reserve(declarations.size());
  for (const syntax::ValueDeclaration& declaration : declarations) {
    Annotated annotated =
        ReadLeading(context, declaration.leading, declaration.name, AnnotationPlace::kValue);
    CheckFormerName(context, annotated, index);
    values.push_back({declaration.name.text.str(), std::move(annotated.origin)});
  }
  return values;
}

void CheckReserved(Context& context, llvm::ArrayRef<syntax::Identifier> reserved, const NameIndex& index,
                   const std::vector<SourceRange>& ranges) {
  llvm::StringMap<SourceRange> seen;
  for (const syntax::Identifier& name : reserved) {
    if (name.text.empty()) continue;
    if (!seen.try_emplace(name.text, name.range).second) {
      context.diagnostics.Report(diag::GivenTwice, name.range, Lexeme{name.text.str()});
      continue;
    }
    const auto used = index.find(name.text);
    if (used == index.end()) continue;
    context.diagnostics.Report(diag::ReservedNameUsed, ranges[used->second], NameOf(name))
        .AddLabel(name.range, "reserved here")
        .AddHelp("choose another name, so that old payloads are not misread");
  }
}

}  // namespace meshc::sema
