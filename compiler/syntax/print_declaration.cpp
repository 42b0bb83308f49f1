#include <llvm/Support/Casting.h>

#include "compiler/support/enumerator.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::syntax {
namespace {

using llvm::cast;

std::string Spelling(llvm::ArrayRef<Mode> modes) {
  std::string out;
  for (const Mode& mode : modes) {
    switch (mode.word) {
      case ModeWord::kIn: out += " in"; break;
      case ModeWord::kOut: out += " out"; break;
      case ModeWord::kVar: out += " var"; break;
      case ModeWord::kLog: out += " log"; break;
    }
  }
  return out;
}

std::string_view Spelling(ClassWord word) {
  switch (word) {
    case ClassWord::kNone: return "";
    case ClassWord::kRetriable: return " retriable";
    case ClassWord::kRecoverable: return " recoverable";
    case ClassWord::kFatal: return " fatal";
  }
  NoSuchEnumerator();
}

void PrintLeading(TreePrinter& printer, const Leading& leading, SourceRange range) {
  if (!leading.doc.empty()) {
    std::string doc = leading.doc.str();
    for (std::size_t at = doc.find('\n'); at != std::string::npos; at = doc.find('\n', at))
      doc.replace(at, 1, " | ");
    printer.Line(range, "Doc {}", doc);
  }
  for (const Annotation& annotation : leading.annotations) {
    std::string arguments;
    for (const Expression* argument : annotation.arguments) arguments += " " + Show(argument);
    printer.Line(annotation.range, "Annotation {}{}", annotation.name.text.str(), arguments);
  }
}

std::string ShowDefault(const Expression* value) {
  return value == nullptr ? std::string() : " = " + Show(value);
}

void PrintMembers(TreePrinter& printer, std::string_view word, llvm::ArrayRef<MemberDeclaration> members) {
  const Nested nested(printer);
  for (const MemberDeclaration& member : members) {
    printer.Line(member.range, "{} {}: {}{}", word, member.name.text.str(), Show(member.type),
                 ShowDefault(member.default_value));
    const Nested inner(printer);
    PrintLeading(printer, member.leading, member.range);
  }
}

void PrintFields(TreePrinter& printer, llvm::ArrayRef<FieldDeclaration> fields) {
  const Nested nested(printer);
  for (const FieldDeclaration& field : fields) {
    printer.Line(field.range, "Field{} {}: {}{}", Spelling(field.modes), field.name.text.str(),
                 Show(field.type), ShowDefault(field.default_value));
    const Nested inner(printer);
    PrintLeading(printer, field.leading, field.range);
  }
}

void PrintReserved(TreePrinter& printer, llvm::ArrayRef<Identifier> names) {
  const Nested nested(printer);
  for (const Identifier& name : names) printer.Line(name.range, "Reserved {}", name.text.str());
}

void PrintValues(TreePrinter& printer, std::string_view word, llvm::ArrayRef<ValueDeclaration> values) {
  const Nested nested(printer);
  for (const ValueDeclaration& value : values) {
    printer.Line(value.range, "{} {}", word, value.name.text.str());
    const Nested inner(printer);
    PrintLeading(printer, value.leading, value.range);
  }
}

std::string ShowEffect(const Property& property) {
  switch (property.effect) {
    case EffectWord::kNone: return "none";
    case EffectWord::kAtLeastOnce: return "at_least_once";
    case EffectWord::kIdempotent: break;
  }
  const std::string path =
      property.effect_path.empty() ? std::string() : " by " + Show(property.effect_path, ".");
  return fmt::format("idempotent{}{}", path, property.effect_shared ? " shared" : "");
}

std::string Show(const Property& property) {
  switch (property.kind) {
    case PropertyKind::kRaises: return "raises " + syntax::Show(property.raises);
    case PropertyKind::kTimeout: return "timeout " + syntax::Show(property.timeout.value);
    case PropertyKind::kRetry: return "retry " + syntax::Show(property.retry);
    case PropertyKind::kEffect: return "effect " + ShowEffect(property);
    case PropertyKind::kUndo: return "undo " + syntax::Show(property.undo);
    case PropertyKind::kConcurrency: return fmt::format("concurrency {}", property.concurrency.value);
  }
  NoSuchEnumerator();
}

void PrintProperties(TreePrinter& printer, llvm::ArrayRef<Property> properties) {
  const Nested nested(printer);
  for (const Property& property : properties) printer.Line(property.range, "Property {}", Show(property));
}

void PrintRouter(TreePrinter& printer, const RouterDeclaration& router) {
  PrintMembers(printer, "Param", router.params);
  PrintValues(printer, "Label", router.labels);
  if (router.is_plan) {
    const Nested nested(printer);
    printer.Line(router.max.range, "Steps {}{}", syntax::Show(router.steps),
                 router.max.present ? fmt::format(" max {}", router.max.value) : std::string());
  }
  PrintProperties(printer, router.properties);
}

void PrintFlow(TreePrinter& printer, const FlowDeclaration& flow) {
  const Nested nested(printer);
  const std::string sla = flow.sla.present ? " sla " + syntax::Show(flow.sla.value) : std::string();
  printer.Line(flow.header, "On {}{}", syntax::Show(flow.envelope), sla);
  PrintBlock(printer, flow.body);
  PrintGuards(printer, flow.guards);
}

std::string ShowWords(llvm::ArrayRef<const Expression*> words) {
  std::string out;
  for (const Expression* word : words) out += " " + syntax::Show(word);
  return out;
}

void PrintSettings(TreePrinter& printer, llvm::ArrayRef<Setting> settings) {
  const Nested nested(printer);
  for (const Setting& setting : settings) {
    printer.Line(setting.range, "Setting{}", ShowWords(setting.words));
    PrintSettings(printer, setting.block);
    if (!setting.tail.empty()) printer.Line(setting.range, "Tail{}", ShowWords(setting.tail));
  }
}

/// In the order of DeclarationKind.
constexpr std::string_view kWords[] = {
#define MESHC_DECLARATION(Kind) #Kind,
#include "compiler/syntax/nodes.def"
};

std::string_view Word(DeclarationKind kind) { return kWords[static_cast<std::size_t>(kind)]; }

std::string Headline(const Declaration& declaration) {
  if (const auto* import = llvm::dyn_cast<ImportDeclaration>(&declaration)) {
    const std::string alias = import->name.text.empty() ? std::string() : " as " + import->name.text.str();
    return (import->is_path ? fmt::format(" \"{}\"", import->target.str()) : " " + import->target.str()) +
           alias;
  }
  if (const auto* scenario = llvm::dyn_cast<ScenarioDeclaration>(&declaration)) {
    return fmt::format(" \"{}\" for {}", scenario->title.str(), syntax::Show(scenario->flow));
  }
  std::string out = " " + declaration.name.text.str();
  if (const auto* alias = llvm::dyn_cast<TypeAliasDeclaration>(&declaration))
    out += " = " + syntax::Show(alias->type);
  if (const auto* error = llvm::dyn_cast<ErrorDeclaration>(&declaration)) {
    if (!error->parent.name.text.empty()) out += ": " + syntax::Show(error->parent);
    out += Spelling(error->error_class);
  }
  if (const auto* policy = llvm::dyn_cast<PolicyDeclaration>(&declaration))
    out += " = retry " + syntax::Show(policy->retry);
  if (const auto* deploy = llvm::dyn_cast<DeployDeclaration>(&declaration))
    out += " for " + deploy->mesh.str();
  if (const auto* values = llvm::dyn_cast<EnumDeclaration>(&declaration)) out += values->open ? " open" : "";
  return out;
}

void PrintBody(TreePrinter& printer, const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::kImport:
    case DeclarationKind::kTypeAlias:
    case DeclarationKind::kPolicy: return;
    case DeclarationKind::kRecord: {
      const auto* record = cast<RecordDeclaration>(&declaration);
      PrintMembers(printer, "Member", record->members);
      return PrintReserved(printer, record->reserved);
    }
    case DeclarationKind::kEnum:
      return PrintValues(printer, "Value", cast<EnumDeclaration>(&declaration)->values);
    case DeclarationKind::kUnion:
      return PrintMembers(printer, "Tag", cast<UnionDeclaration>(&declaration)->tags);
    case DeclarationKind::kEnvelope: {
      const auto* envelope = cast<EnvelopeDeclaration>(&declaration);
      PrintFields(printer, envelope->fields);
      return PrintReserved(printer, envelope->reserved);
    }
    case DeclarationKind::kError:
      return PrintMembers(printer, "Member", cast<ErrorDeclaration>(&declaration)->fields);
    case DeclarationKind::kProcessor: {
      const auto* processor = cast<ProcessorDeclaration>(&declaration);
      PrintMembers(printer, "Param", processor->params);
      PrintMembers(printer, "Result", processor->results);
      return PrintProperties(printer, processor->properties);
    }
    case DeclarationKind::kRouter: return PrintRouter(printer, *cast<RouterDeclaration>(&declaration));
    case DeclarationKind::kFlow: return PrintFlow(printer, *cast<FlowDeclaration>(&declaration));
    case DeclarationKind::kScenario: return PrintScenario(printer, *cast<ScenarioDeclaration>(&declaration));
    case DeclarationKind::kFlavor:
      return PrintSettings(printer, cast<FlavorDeclaration>(&declaration)->settings);
    case DeclarationKind::kDeploy:
      return PrintSettings(printer, cast<DeployDeclaration>(&declaration)->settings);
  }
}

}  // namespace

void PrintDeclaration(TreePrinter& printer, const Declaration& declaration) {
  printer.Line(declaration.range, "{}{}{}", Word(declaration.kind), Headline(declaration),
               declaration.recovered ? " (recovered)" : "");
  {
    const Nested nested(printer);
    PrintLeading(printer, declaration.leading, declaration.range);
  }
  PrintBody(printer, declaration);
}

}  // namespace meshc::syntax
