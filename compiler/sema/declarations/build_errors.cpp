#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/annotations.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/declarations/error_sources.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

using types::ErrorClass;

std::optional<ErrorClass> ClassOf(syntax::ClassWord word) {
  switch (word) {
    case syntax::ClassWord::kNone: return std::nullopt;
    case syntax::ClassWord::kRetriable: return ErrorClass::kRetriable;
    case syntax::ClassWord::kRecoverable: return ErrorClass::kRecoverable;
    case syntax::ClassWord::kFatal: return ErrorClass::kFatal;
  }
  NoSuchEnumerator();
}

/// True if nothing is written before which a class could be taken over.
bool IsRoot(const syntax::ErrorDeclaration& source) {
  return source.parent.name.text.empty() ||
         (source.parent.qualifier.text.empty() && source.parent.name.text == "any");
}

/// Each error has a copy of what it inherits. A limit on all copies together, far above what people
/// write, keeps a deep hierarchy of generated errors from filling the memory; it is reported once.
class Inheritance {
 public:
  explicit Inheritance(Context& context) : context_(context) {}

  /// False: the fields of the parent are left out, which is an error.
  bool Allows(const ErrorSource& source, std::size_t inherited) {
    constexpr std::size_t kMost = 100'000;
    const bool was_full = count_ > kMost;
    count_ += inherited;
    if (count_ <= kMost) return true;
    if (!was_full && inherited > 0) {
      context_.diagnostics
          .Report(diag::TooManyInherited, source.declaration->name.range,
                  Number{static_cast<std::int64_t>(kMost)})
          .AddHelp("declare fields on the errors that have them, and fewer levels of errors");
    }
    return inherited == 0;
  }

 private:
  Context& context_;
  std::size_t count_ = 0;  ///< Of inherited fields so far.
};

void BuildError(Context& context, const ErrorSource& source, Inheritance& inheritance,
                std::vector<NameIndex>& indices) {
  auto& errors = context.declarations().errors;
  const ErrorId parent = errors[source.error].parent;
  NameIndex& index = indices[source.error.index];
  std::vector<types::Member> fields;
  if (inheritance.Allows(source, errors[parent].fields.size())) {
    index = indices[parent.index];
    fields = errors[parent].fields;
  }
  auto own = BuildMembers(context, source.symbol->file, source.declaration->fields, MemberRole::kErrorField,
                          index, static_cast<std::uint32_t>(fields.size()));
  fields.insert(fields.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));

  types::Error& error = errors[source.error];
  error.fields = std::move(fields);
  error.origin = ReadDeclaration(context, *source.symbol, AnnotationPlace::kError).origin;
  const auto stated = ClassOf(source.declaration->error_class);
  if (!stated && IsRoot(*source.declaration)) {
    context.diagnostics
        .Report(diag::MissingErrorClass, source.declaration->name.range, NameOf(source.declaration->name))
        .AddHelp("write `retriable`, `recoverable` or `fatal` behind it");
  }
  error.error_class = stated.value_or(errors[parent].error_class);
  if (error.detail.has_value()) {
    const types::RecordId detail = context.types()[error.detail].record();
    context.declarations().records[detail].members = error.fields;
    context.record_members[detail.index] = index;
  }
}

}  // namespace

std::vector<ErrorSource> SortedErrorSources(Context& context) {
  const auto& errors = context.declarations().errors;
  std::vector<ErrorSource> sources;
  std::vector<std::uint32_t> depths(errors.size(), 0);
  std::vector<ErrorId> chain;
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.kind != SymbolKind::kError) continue;
    for (ErrorId at{symbol.index}; errors[at].parent.has_value() && depths[at.index] == 0;
         at = errors[at].parent) {
      chain.push_back(at);
    }
    for (; !chain.empty(); chain.pop_back())
      depths[chain.back().index] = depths[errors[chain.back()].parent.index] + 1;
    const ErrorId error{symbol.index};
    sources.push_back({&symbol, static_cast<const syntax::ErrorDeclaration*>(symbol.declaration), error,
                       depths[error.index]});
  }
  std::stable_sort(sources.begin(), sources.end(),
                   [](const ErrorSource& a, const ErrorSource& b) { return a.depth < b.depth; });
  return sources;
}

void BuildErrors(Context& context) {
  std::vector<NameIndex> indices(context.declarations().errors.size());
  Inheritance inheritance(context);
  for (const ErrorSource& source : SortedErrorSources(context))
    BuildError(context, source, inheritance, indices);
}

}  // namespace meshc::sema
