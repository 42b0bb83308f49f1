#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/sema/checks.h"

namespace meshc::sema {
namespace {

/// Flows are entered from outside; deploys are picked on the command line.
bool MayBeUnused(SymbolKind kind) { return kind == SymbolKind::kFlow || kind == SymbolKind::kDeploy; }

void CheckFields(Context& context, const Symbol& symbol) {
  const types::Envelope& envelope = context.declarations().envelopes[{symbol.index}];
  const std::vector<bool>& used = context.used_fields[symbol.index];
  for (std::size_t slot = 0; slot < envelope.fields.size(); ++slot) {
    const types::Field& field = envelope.fields[slot];
    if (used[slot] || field.name.empty() || context.elsewhere.Uses(field.origin.range)) continue;
    context.diagnostics.Report(diag::UnusedField, field.origin.range, Name{field.name}, Name{envelope.name})
        .AddHelp("use it in a flow, or remove it");
  }
}

/// Errors that handlers may return: an actor declares them or an ancestor of theirs.
class RaisedErrors {
 public:
  explicit RaisedErrors(const types::Declarations& declarations)
      : declarations_(declarations), known_(declarations.errors.size()) {
    for (const types::Actor& actor : declarations.actors) {
      for (const ErrorId error : actor.raises) {
        if (error.has_value()) known_[error.index] = true;
      }
    }
  }

  /// What is found out on the way up is kept, so that long lines of descent cost no more than short ones.
  bool Has(ErrorId error) {
    std::vector<ErrorId> line;
    for (; error.has_value() && !known_[error.index]; error = declarations_.errors[error].parent)
      line.push_back(error);
    const bool raised = error.has_value() && *known_[error.index];
    for (const ErrorId descendant : line) known_[descendant.index] = raised;
    return raised;
  }

 private:
  const types::Declarations& declarations_;
  std::vector<std::optional<bool>> known_;
};

}  // namespace

void CheckUnused(Context& context) {
  // A file that breaks elsewhere may well have lost the use.
  if (context.is_library || context.diagnostics.HasErrors() || context.elsewhere.has_errors) return;
  const FileId root = context.program.files.front().id;
  RaisedErrors raised(context.declarations());
  for (const Symbol& symbol : context.table.symbols) {
    if (symbol.file != root || MayBeUnused(symbol.kind)) continue;
    const bool used = symbol.used || context.elsewhere.Uses(symbol.declaration->name.range) ||
                      (symbol.kind == SymbolKind::kError && raised.Has({symbol.index}));
    if (!used) {
      context.diagnostics
          .Report(diag::UnusedDeclaration, symbol.declaration->name.range,
                  Word{std::string(Noun(symbol.kind))}, Name{symbol.name.str()})
          .AddHelp("use it, or remove it");
    } else if (symbol.kind == SymbolKind::kEnvelope) {
      CheckFields(context, symbol);
    }
  }
}

}  // namespace meshc::sema
