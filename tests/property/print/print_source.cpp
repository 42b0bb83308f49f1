#include "tests/property/print/print_source.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <regex>

#include "tests/property/print/source_text.h"

namespace meshc::property {

using llvm::cast;
using syntax::DeclarationKind;

namespace {

const char* Word(syntax::ModeWord word) {
  switch (word) {
    case syntax::ModeWord::kIn: return "in ";
    case syntax::ModeWord::kOut: return "out ";
    case syntax::ModeWord::kVar: return "var ";
    case syntax::ModeWord::kLog: return "log ";
  }
  return "";
}

const char* Word(syntax::ClassWord word) {
  switch (word) {
    case syntax::ClassWord::kNone: return "";
    case syntax::ClassWord::kRetriable: return " retriable";
    case syntax::ClassWord::kRecoverable: return " recoverable";
    case syntax::ClassWord::kFatal: return " fatal";
  }
  return "";
}

std::string Name(const syntax::Declaration& declaration) { return declaration.name.text.str(); }

std::string Reserved(llvm::ArrayRef<syntax::Identifier> names) {
  return names.empty() ? "" : "reserved " + Text(names, ", ") + ";\n";
}

/// Members of a block, each behind a line end.
std::string Members(llvm::ArrayRef<syntax::MemberDeclaration> members) {
  return members.empty() ? "" : Text(members, ";\n") + ";\n";
}

std::string Values(llvm::ArrayRef<syntax::ValueDeclaration> values) {
  return "{ " +
         Joined(values, ", ",
                [](const syntax::ValueDeclaration& value) {
                  return Text(value.leading) + value.name.text.str();
                }) +
         " }";
}

std::string Fields(llvm::ArrayRef<syntax::FieldDeclaration> fields) {
  std::string text;
  for (const syntax::FieldDeclaration& field : fields) {
    text += Text(field.leading);
    for (const syntax::Mode& mode : field.modes) text += Word(mode.word);
    text += field.name.text.str() + ": " + Text(field.type);
    text += (field.default_value == nullptr ? "" : " = " + Text(field.default_value)) + ";\n";
  }
  return text;
}

std::string Effect(const syntax::Property& property) {
  std::string text = "effect ";
  switch (property.effect) {
    case syntax::EffectWord::kNone: text += "none"; break;
    case syntax::EffectWord::kIdempotent: text += "idempotent"; break;
    case syntax::EffectWord::kAtLeastOnce: text += "at_least_once"; break;
  }
  if (!property.effect_path.empty()) text += " by " + Text(property.effect_path, ".");
  return text + (property.effect_shared ? " shared" : "");
}

std::string Property(const syntax::Property& property) {
  switch (property.kind) {
    case syntax::PropertyKind::kRaises: return "raises " + Text(property.raises);
    case syntax::PropertyKind::kTimeout: return Text(property.timeout, "timeout");
    case syntax::PropertyKind::kRetry: return Text(property.retry);
    case syntax::PropertyKind::kEffect: return Effect(property);
    case syntax::PropertyKind::kUndo: return "undo " + Text(property.undo);
    case syntax::PropertyKind::kConcurrency: return Text(property.concurrency, "concurrency");
  }
  return "";
}

std::string Properties(llvm::ArrayRef<syntax::Property> properties) {
  std::string text = " {\n";
  for (const syntax::Property& property : properties) text += Property(property) + ";\n";
  return text + "}";
}

std::string Router(const syntax::RouterDeclaration& router) {
  const std::string head = "router " + Name(router) + "(" + Text(router.params, ", ") + ") -> ";
  if (!router.is_plan) return head + Values(router.labels) + Properties(router.properties);
  return head + "steps { " + Text(router.steps) + " }" + Text(router.max, "max") +
         Properties(router.properties);
}

std::string Processor(const syntax::ProcessorDeclaration& processor) {
  return fmt::format("processor {}({}) -> ({}){}", Name(processor), Text(processor.params, ", "),
                     Text(processor.results, ", "), Properties(processor.properties));
}

std::string Error(const syntax::ErrorDeclaration& error) {
  const std::string parent = error.parent.name.text.empty() ? "" : ": " + Text(error.parent);
  return "error " + Name(error) + parent + Word(error.error_class) + " {\n" + Members(error.fields) + "}";
}

std::string Import(const syntax::ImportDeclaration& import) {
  const std::string target = import.is_path ? Quoted(import.target) : import.target.str();
  return "import " + target + (Name(import).empty() ? "" : " as " + Name(import)) + ";";
}

std::string Words(llvm::ArrayRef<const syntax::Expression*> words) {
  return Joined(words, " ", [](const syntax::Expression* word) { return Text(word); });
}

std::string Settings(llvm::ArrayRef<syntax::Setting> settings);

std::string SettingText(const syntax::Setting& setting) {
  const std::string words = Words(setting.words);
  if (!setting.has_block) return words + ";\n";
  if (words != "lanes") return words + Settings(setting.block) + "\n";
  const auto lane = [](const syntax::Setting& one) { return Words(one.words); };
  return words + " { " + Joined(setting.block, ", ", lane) + " } " + Words(setting.tail) + ";\n";
}

std::string Settings(llvm::ArrayRef<syntax::Setting> settings) {
  std::string text = " {\n";
  for (const syntax::Setting& setting : settings) text += SettingText(setting);
  return text + "}";
}

std::string Flow(const syntax::FlowDeclaration& flow) {
  return fmt::format("flow {} on {}{} {}{}", Name(flow), Text(flow.envelope), Text(flow.sla, "sla"),
                     Text(flow.body), Text(flow.guards));
}

std::string Body(const syntax::Declaration& d) {
  switch (d.kind) {
    case DeclarationKind::kImport: return Import(cast<syntax::ImportDeclaration>(d));
    case DeclarationKind::kTypeAlias:
      return "type " + Name(d) + " = " + Text(cast<syntax::TypeAliasDeclaration>(d).type) + ";";
    case DeclarationKind::kRecord: {
      const auto& record = cast<syntax::RecordDeclaration>(d);
      return "record " + Name(d) + " {\n" + Members(record.members) + Reserved(record.reserved) + "}";
    }
    case DeclarationKind::kEnum: {
      const auto& e = cast<syntax::EnumDeclaration>(d);
      return (e.open ? "open enum " : "enum ") + Name(d) + " " + Values(e.values);
    }
    case DeclarationKind::kUnion:
      return "union " + Name(d) + " {\n" + Members(cast<syntax::UnionDeclaration>(d).tags) + "}";
    case DeclarationKind::kEnvelope: {
      const auto& envelope = cast<syntax::EnvelopeDeclaration>(d);
      return "envelope " + Name(d) + " {\n" + Fields(envelope.fields) + Reserved(envelope.reserved) + "}";
    }
    case DeclarationKind::kError: return Error(cast<syntax::ErrorDeclaration>(d));
    case DeclarationKind::kProcessor: return Processor(cast<syntax::ProcessorDeclaration>(d));
    case DeclarationKind::kRouter: return Router(cast<syntax::RouterDeclaration>(d));
    case DeclarationKind::kPolicy:
      return "policy " + Name(d) + " =" + Text(cast<syntax::PolicyDeclaration>(d).retry) + ";";
    case DeclarationKind::kFlow: return Flow(cast<syntax::FlowDeclaration>(d));
    case DeclarationKind::kScenario: return Text(cast<syntax::ScenarioDeclaration>(d));
    case DeclarationKind::kFlavor:
      return "flavor " + Name(d) + Settings(cast<syntax::FlavorDeclaration>(d).settings);
    case DeclarationKind::kDeploy: {
      const auto& deploy = cast<syntax::DeployDeclaration>(d);
      return "deploy " + Name(d) + " for " + deploy.mesh.str() + Settings(deploy.settings);
    }
  }
  return "";
}

}  // namespace

std::string PrintSource(const syntax::File& file) {
  std::string text = file.mesh.empty() ? "" : "mesh " + file.mesh.str() + ";\n";
  for (const auto* declaration : file.declarations)
    text += "\n" + Text(declaration->leading) + Body(*declaration) + "\n";
  return text;
}

std::string PrintShape(const syntax::File& file, const source::SourceManager& sources) {
  static const std::regex kPlace(" @[0-9]+:[0-9]+-[0-9]+:[0-9]+\n");
  return std::regex_replace(syntax::PrintTree(file, sources), kPlace, "\n");
}

}  // namespace meshc::property
