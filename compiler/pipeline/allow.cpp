#include "compiler/pipeline/allow.h"
#include "compiler/diagnostics/diagnostics_0_driver.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include <algorithm>

namespace meshc::pipeline {
namespace {

using diagnostics::CodeRow;
using diagnostics::Diagnostic;
using source::SourceRange;

struct Allowance {
  diagnostics::Code code{};
  SourceRange where;
};

bool Covers(SourceRange outer, SourceRange inner) {
  return outer.file == inner.file && outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Collects the allowances of declarations and of everything below them that takes annotations.
class Collector {
 public:
  explicit Collector(diagnostics::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void Visit(const syntax::Declaration& declaration) {
    Take(declaration.leading, declaration.range);
    switch (declaration.kind) {
      case syntax::DeclarationKind::kRecord:
        return TakeAll(llvm::cast<syntax::RecordDeclaration>(declaration).members);
      case syntax::DeclarationKind::kEnum:
        return TakeAll(llvm::cast<syntax::EnumDeclaration>(declaration).values);
      case syntax::DeclarationKind::kUnion:
        return TakeAll(llvm::cast<syntax::UnionDeclaration>(declaration).tags);
      case syntax::DeclarationKind::kEnvelope:
        return TakeAll(llvm::cast<syntax::EnvelopeDeclaration>(declaration).fields);
      case syntax::DeclarationKind::kError:
        return TakeAll(llvm::cast<syntax::ErrorDeclaration>(declaration).fields);
      case syntax::DeclarationKind::kProcessor:
        TakeAll(llvm::cast<syntax::ProcessorDeclaration>(declaration).params);
        return TakeAll(llvm::cast<syntax::ProcessorDeclaration>(declaration).results);
      case syntax::DeclarationKind::kRouter:
        TakeAll(llvm::cast<syntax::RouterDeclaration>(declaration).params);
        return TakeAll(llvm::cast<syntax::RouterDeclaration>(declaration).labels);
      case syntax::DeclarationKind::kImport:
      case syntax::DeclarationKind::kTypeAlias:
      case syntax::DeclarationKind::kPolicy:
      case syntax::DeclarationKind::kFlow:
      case syntax::DeclarationKind::kScenario:
      case syntax::DeclarationKind::kFlavor:
      case syntax::DeclarationKind::kDeploy: return;
    }
  }

  const std::vector<Allowance>& allowances() const { return allowances_; }

 private:
  template <typename Parts>
  void TakeAll(const Parts& parts) {
    for (const auto& part : parts) Take(part.leading, part.range);
  }

  void Take(const syntax::Leading& leading, SourceRange where) {
    for (const syntax::Annotation& annotation : leading.annotations) {
      if (annotation.name.text != "allow" || annotation.arguments.empty()) continue;
      TakeCode(*annotation.arguments.front(), source::Cover(annotation.range, where));
    }
  }

  void TakeCode(const syntax::Expression& argument, SourceRange where) {
    const auto* name = llvm::dyn_cast<syntax::NameExpression>(&argument);
    const std::string text = name != nullptr ? name->name.text.str() : "";
    // Only the printed form is a code here: `3012` reads like a number that means nothing.
    const CodeRow* row = text.starts_with("MC") ? diagnostics::FindCode(text) : nullptr;
    if (row != nullptr) {
      allowances_.push_back({row->code, where});
    } else if (name != nullptr) {
      diagnostics_.Report(diagnostics::diag::UnknownAllow, argument.range, diagnostics::Lexeme{text})
          .AddHelp("`@allow` takes a code as it is printed: `@allow(MC5001, \"reason\")`");
    }
  }

  diagnostics::Diagnostics& diagnostics_;
  std::vector<Allowance> allowances_;
};

}  // namespace

void ApplyAllows(const std::vector<syntax::File>& files, diagnostics::Diagnostics& diagnostics) {
  Collector collector(diagnostics);
  for (const syntax::File& file : files) {
    for (const syntax::Declaration* declaration : file.declarations) collector.Visit(*declaration);
  }
  llvm::erase_if(diagnostics.all(), [&](const Diagnostic& diagnostic) {
    if (diagnostic.severity == diagnostics::Severity::kError) return false;
    return llvm::any_of(collector.allowances(), [&](const Allowance& allowance) {
      return allowance.code == diagnostic.code && Covers(allowance.where, diagnostic.range);
    });
  });
}

}  // namespace meshc::pipeline
