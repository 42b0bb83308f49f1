#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

EffectWord BuildEffect(Build& build, FlowParser::PropertyContext* tree) {
  const Identifier word = BuildName(build, tree->effect);
  if (word.text == "none") return EffectWord::kNone;
  if (word.text == "at_least_once") return EffectWord::kAtLeastOnce;
  if (word.text != "idempotent") ReportUnknownWord(build, word, "`none`, `idempotent` or `at_least_once`");
  return EffectWord::kIdempotent;
}

void ReportKey(Build& build, const antlr4::Token* by) {
  build.reporter
      .Report(diagnostics::diag::UnknownWord, build.RangeOf(by), diagnostics::Reason{"`;`"},
              diagnostics::Lexeme{"by"})
      .AddHelp("only an idempotent effect happens once per value: `effect idempotent by ...;`");
}

void FillEffect(Build& build, FlowParser::PropertyContext* tree, Property& property) {
  property.kind = PropertyKind::kEffect;
  property.effect = BuildEffect(build, tree);
  if (tree->key == nullptr) return;
  if (property.effect != EffectWord::kIdempotent) return ReportKey(build, tree->key);
  property.effect_path = BuildPath(build, tree->path);
  if (tree->shared == nullptr) return;
  const Identifier word = BuildName(build, tree->shared);
  property.effect_shared = word.text == "shared";
  if (!property.effect_shared) ReportUnknownWord(build, word, "`shared` or `;`");
}

Property BuildProperty(Build& build, FlowParser::PropertyContext* tree) {
  Property property;
  property.range = build.RangeOf(tree);
  if (tree->errors != nullptr) {
    property.kind = PropertyKind::kRaises;
    property.raises = BuildNames(build, tree->errors);
  } else if (tree->timeout != nullptr) {
    property.kind = PropertyKind::kTimeout;
    property.timeout = BuildTimeout(build, tree->timeout);
  } else if (tree->retry != nullptr) {
    property.kind = PropertyKind::kRetry;
    property.retry = BuildRetry(build, tree->retry);
  } else if (tree->effect != nullptr) {
    FillEffect(build, tree, property);
  } else if (tree->undo != nullptr) {
    property.kind = PropertyKind::kUndo;
    property.undo = BuildQualifiedName(build, tree->undo);
  } else {
    property.kind = PropertyKind::kConcurrency;
    property.concurrency.present = true;
    property.concurrency.range = property.range;
    property.concurrency.value = BuildCount(build, tree->count);
  }
  return property;
}

llvm::ArrayRef<Property> BuildProperties(Build& build, FlowParser::PropertyBlockContext* tree) {
  llvm::SmallVector<Property, 8> properties;
  if (tree == nullptr) return {};
  for (auto* item : tree->items) {
    const bool empty = IsBroken(item) || item->start->getType() == FlowParser::SEMICOLON;
    if (!empty) properties.push_back(BuildProperty(build, item));
  }
  return build.Keep(properties);
}

}  // namespace

llvm::ArrayRef<MemberDeclaration> BuildParameters(Build& build, FlowParser::ParameterListContext* tree) {
  llvm::SmallVector<MemberDeclaration, 8> parameters;
  if (tree == nullptr) return {};
  for (auto* item : tree->items) {
    if (IsBroken(item)) continue;
    MemberDeclaration& parameter = parameters.emplace_back();
    parameter.range = build.RangeOf(item);
    parameter.leading = BuildLeading(build, item->annotations, item);
    parameter.name = BuildName(build, item->id);
    parameter.type = BuildType(build, item->written);
    if (item->value != nullptr) parameter.default_value = BuildExpression(build, item->value);
  }
  return build.Keep(parameters);
}

Declaration* BuildProcessor(Build& build, FlowParser::ProcessorDeclarationContext* tree) {
  auto* processor = build.New<ProcessorDeclaration>();
  processor->name = BuildName(build, tree->id);
  processor->params = BuildParameters(build, tree->parameters);
  processor->results = BuildParameters(build, tree->results);
  processor->properties = BuildProperties(build, tree->properties);
  return processor;
}

Declaration* BuildRouter(Build& build, FlowParser::RouterDeclarationContext* tree) {
  auto* router = build.New<RouterDeclaration>();
  router->name = BuildName(build, tree->id);
  router->params = BuildParameters(build, tree->parameters);
  router->is_plan = tree->plan != nullptr;
  if (router->is_plan) {
    router->steps = BuildNames(build, tree->plan->items);
    const SourceRange plan = build.RangeOf(tree->plan);
    router->max = BuildMax(build, tree->limit, build.reporter.Range(plan.end, plan.end));
    if (router->steps.empty()) ReportEmpty(build, plan, "a plan router has at least one step");
  } else {
    router->labels = BuildValues(build, tree->labels);
    if (router->labels.empty() && !IsBroken(tree->labels)) {
      ReportEmpty(build, build.RangeOf(tree->labels), "a choice router has at least one label");
    }
  }
  router->properties = BuildProperties(build, tree->properties);
  return router;
}

Declaration* BuildPolicy(Build& build, FlowParser::PolicyDeclarationContext* tree) {
  auto* policy = build.New<PolicyDeclaration>();
  policy->name = BuildName(build, tree->id);
  policy->retry = BuildRetry(build, tree->retry);
  return policy;
}

}  // namespace meshc::syntax
