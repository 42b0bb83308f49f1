#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

namespace diag = diagnostics::diag;

Declaration* BuildChosenDeclaration(Build& build, antlr4::ParserRuleContext* chosen) {
  switch (chosen->getRuleIndex()) {
    case FlowParser::RuleImportDeclaration:
      return BuildImport(build, As<FlowParser::ImportDeclarationContext>(chosen));
    case FlowParser::RuleTypeAlias: return BuildTypeAlias(build, As<FlowParser::TypeAliasContext>(chosen));
    case FlowParser::RuleRecordDeclaration:
      return BuildRecord(build, As<FlowParser::RecordDeclarationContext>(chosen));
    case FlowParser::RuleEnumDeclaration:
      return BuildEnum(build, As<FlowParser::EnumDeclarationContext>(chosen));
    case FlowParser::RuleUnionDeclaration:
      return BuildUnion(build, As<FlowParser::UnionDeclarationContext>(chosen));
    case FlowParser::RuleEnvelopeDeclaration:
      return BuildEnvelope(build, As<FlowParser::EnvelopeDeclarationContext>(chosen));
    case FlowParser::RuleErrorDeclaration:
      return BuildError(build, As<FlowParser::ErrorDeclarationContext>(chosen));
    case FlowParser::RuleProcessorDeclaration:
      return BuildProcessor(build, As<FlowParser::ProcessorDeclarationContext>(chosen));
    case FlowParser::RuleRouterDeclaration:
      return BuildRouter(build, As<FlowParser::RouterDeclarationContext>(chosen));
    case FlowParser::RulePolicyDeclaration:
      return BuildPolicy(build, As<FlowParser::PolicyDeclarationContext>(chosen));
    case FlowParser::RuleFlowDeclaration:
      return BuildFlow(build, As<FlowParser::FlowDeclarationContext>(chosen));
    case FlowParser::RuleScenarioDeclaration:
      return BuildScenario(build, As<FlowParser::ScenarioDeclarationContext>(chosen));
    case FlowParser::RuleFlavorDeclaration:
      return BuildFlavor(build, As<FlowParser::FlavorDeclarationContext>(chosen));
    default: return BuildDeploy(build, As<FlowParser::DeployDeclarationContext>(chosen));
  }
}

// Some declarations are known by no name: they are kept if they parsed to their end.
bool IsKnown(const Declaration& declaration, const antlr4::ParserRuleContext* chosen) {
  if (!declaration.name.text.empty()) return true;
  const bool nameless =
      declaration.kind == DeclarationKind::kImport || declaration.kind == DeclarationKind::kScenario;
  return nameless && chosen->exception == nullptr;
}

void BuildMeshLine(Build& build, FlowParser::MeshLineContext* tree, File& file) {
  const SourceRange range = build.RangeOf(tree);
  if (file.mesh_range.has_value()) {
    build.reporter.Report(diag::MisplacedMesh, range, diagnostics::Word{"a second"})
        .AddLabel(file.mesh_range, "the first one")
        .AddHelp("a file belongs to one mesh: remove this line");
    return;
  }
  if (!file.declarations.empty()) {
    build.reporter.Report(diag::MisplacedMesh, range, diagnostics::Word{"a late"})
        .AddHelp("move it before all declarations");
  }
  file.mesh = BuildDottedName(build, tree->path, file.mesh_range);
}

}  // namespace

llvm::ArrayRef<Annotation> BuildAnnotations(Build& build,
                                            const std::vector<FlowParser::AnnotationContext*>& trees) {
  llvm::SmallVector<Annotation, 4> annotations;
  for (auto* tree : trees) {
    if (IsBroken(tree)) continue;
    Annotation& annotation = annotations.emplace_back();
    annotation.range = build.RangeOf(tree);
    annotation.name = BuildName(build, tree->id);
    llvm::SmallVector<const Expression*, 4> arguments;
    for (auto* argument : tree->arguments) arguments.push_back(BuildExpression(build, argument));
    annotation.arguments = build.Keep(arguments);
  }
  return build.Keep(annotations);
}

Leading BuildLeading(Build& build, const std::vector<FlowParser::AnnotationContext*>& annotations,
                     const antlr4::ParserRuleContext* owner) {
  Leading leading;
  const auto* first = static_cast<const Token*>(owner->start);
  const Token* last = first;
  if (!annotations.empty()) {
    leading.annotations = BuildAnnotations(build, annotations);
    if (annotations.back()->stop != nullptr) last = static_cast<const Token*>(annotations.back()->stop) + 1;
  }
  const std::uint32_t begin = first == build.window->tokens().data() ? 0 : (first - 1)->end();
  leading.doc = build.KeepText(build.docs.Take(begin, last->begin()));
  return leading;
}

void RefuseAnnotations(Build& build, llvm::ArrayRef<Annotation> annotations, std::string_view what) {
  for (const Annotation& annotation : annotations) {
    build.misplaced.push_back(annotation);
    build.reporter
        .Report(diag::MisplacedAnnotation, annotation.range, diagnostics::Name{annotation.name.text.str()},
                diagnostics::Word{std::string(what)})
        .AddFix("remove it", {{annotation.range, ""}}, diagnostics::Applicability::kMachine);
  }
}

const Declaration* BuildDeclaration(Build& build, FlowParser::DeclarationContext* tree, File& file) {
  antlr4::ParserRuleContext* item = tree == nullptr ? nullptr : TreeParser::Choice(tree);
  antlr4::ParserRuleContext* chosen = item == nullptr ? nullptr : TreeParser::Choice(item);
  if (chosen == nullptr) return nullptr;
  const Leading leading = BuildLeading(build, tree->annotations, tree);
  if (chosen->getRuleIndex() == FlowParser::RuleMeshLine) {
    RefuseAnnotations(build, leading.annotations, "a `mesh` line");
    BuildMeshLine(build, As<FlowParser::MeshLineContext>(chosen), file);
    return nullptr;
  }
  Declaration* declaration = BuildChosenDeclaration(build, chosen);
  declaration->range = build.RangeOf(chosen);
  declaration->leading = leading;
  declaration->recovered = build.reporter.HasErrorIn(build.RangeOf(tree));
  return IsKnown(*declaration, chosen) ? declaration : nullptr;
}

}  // namespace meshc::syntax
