#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {
namespace {

using llvm::cast;
using syntax::DeclarationKind;

void WriteAnnotation(Writer& writer, const syntax::Annotation& annotation) {
  writer.Word("@");
  WriteName(writer, annotation.name);
  if (writer.at() >= annotation.range.end) return;
  WriteList(writer, "(", ")", Break::kNothing, annotation.arguments,
            [&](const syntax::Expression* argument) { WriteExpression(writer, *argument); });
}

}  // namespace

void WriteAnnotations(Writer& writer, const syntax::Leading& leading) {
  for (const syntax::Annotation& annotation : leading.annotations) {
    WriteAnnotation(writer, annotation);
    writer.Blank();
  }
}

void WriteMisplaced(Writer& writer, bool on_own_lines) {
  const auto& all = writer.file().misplaced;
  auto next = llvm::partition_point(
      all, [&](const syntax::Annotation& annotation) { return annotation.range.begin < writer.at(); });
  for (; next != all.end() && next->range.begin == writer.at(); ++next) {
    WriteAnnotation(writer, *next);
    on_own_lines ? writer.Line(Break::kAlways) : writer.Blank();
  }
}

void WriteDeclaration(Writer& writer, const syntax::Declaration& declaration) {
  for (const syntax::Annotation& annotation : declaration.leading.annotations) {
    WriteAnnotation(writer, annotation);
    writer.Line(Break::kAlways);
  }
  switch (declaration.kind) {
    case DeclarationKind::kImport: return WriteImport(writer, *cast<syntax::ImportDeclaration>(&declaration));
    case DeclarationKind::kTypeAlias:
      return WriteTypeAlias(writer, *cast<syntax::TypeAliasDeclaration>(&declaration));
    case DeclarationKind::kRecord: return WriteRecord(writer, *cast<syntax::RecordDeclaration>(&declaration));
    case DeclarationKind::kEnum: return WriteEnum(writer, *cast<syntax::EnumDeclaration>(&declaration));
    case DeclarationKind::kUnion: return WriteUnion(writer, *cast<syntax::UnionDeclaration>(&declaration));
    case DeclarationKind::kEnvelope:
      return WriteEnvelope(writer, *cast<syntax::EnvelopeDeclaration>(&declaration));
    case DeclarationKind::kError: return WriteError(writer, *cast<syntax::ErrorDeclaration>(&declaration));
    case DeclarationKind::kProcessor:
      return WriteProcessor(writer, *cast<syntax::ProcessorDeclaration>(&declaration));
    case DeclarationKind::kRouter: return WriteRouter(writer, *cast<syntax::RouterDeclaration>(&declaration));
    case DeclarationKind::kPolicy: return WritePolicy(writer, *cast<syntax::PolicyDeclaration>(&declaration));
    case DeclarationKind::kFlow: return WriteFlow(writer, *cast<syntax::FlowDeclaration>(&declaration));
    case DeclarationKind::kScenario:
      return WriteScenario(writer, *cast<syntax::ScenarioDeclaration>(&declaration));
    case DeclarationKind::kFlavor: return WriteFlavor(writer, *cast<syntax::FlavorDeclaration>(&declaration));
    case DeclarationKind::kDeploy: return WriteDeploy(writer, *cast<syntax::DeployDeclaration>(&declaration));
  }
}

void WriteImport(Writer& writer, const syntax::ImportDeclaration& import) {
  writer.Word("import");
  writer.Blank();
  import.is_path ? writer.Leaf(import.target_range.end) : WriteDottedName(writer, import.target_range.end);
  if (!import.name.text.empty()) {
    writer.NextWord("as");
    writer.Blank();
    WriteName(writer, import.name);
  }
  writer.Attach(";");
}

void WriteTypeAlias(Writer& writer, const syntax::TypeAliasDeclaration& alias) {
  writer.Word("type");
  writer.Blank();
  WriteName(writer, alias.name);
  writer.NextWord("=");
  writer.Blank();
  WriteType(writer, *alias.type);
  writer.Attach(";");
}

}  // namespace meshc::format
