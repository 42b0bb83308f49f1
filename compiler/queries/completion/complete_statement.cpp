#include <llvm/Support/Casting.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>

#include "compiler/queries/completion/completion.h"
#include "compiler/queries/types_at.h"

namespace meshc::queries {
namespace {

bool EndsWith(const Words& words, std::string_view word) { return !words.empty() && words.back() == word; }

enum class ActorKind : std::uint8_t { kProcessor, kChoiceRouter, kPlanRouter };

std::optional<ActorKind> ActorKindOf(const Declared& declared) {
  if (declared.kind == DeclaredKind::kProcessor) return ActorKind::kProcessor;
  if (declared.kind != DeclaredKind::kRouter) return std::nullopt;
  const bool plans = llvm::cast<syntax::RouterDeclaration>(*declared.declaration).is_plan;
  return plans ? ActorKind::kPlanRouter : ActorKind::kChoiceRouter;
}

llvm::ArrayRef<syntax::MemberDeclaration> ParamsOf(const syntax::Declaration& actor) {
  const auto* processor = llvm::dyn_cast<syntax::ProcessorDeclaration>(&actor);
  return processor != nullptr ? processor->params : llvm::cast<syntax::RouterDeclaration>(actor).params;
}

/// What steps need where the cursor is.
class Needs {
 public:
  explicit Needs(CompletionList& list) : list_(list), presences_(list.presences()) {
    const types::EnvelopeId envelope = list.envelope();
    if (envelope.has_value()) fields_ = &list.declarations().envelopes[envelope].fields;
    for (const Declared& declared : list.root().names().all()) {
      if (declared.kind == DeclaredKind::kTypeAlias)
        aliases_[list.root().Text(declared.name)] =
            llvm::cast<syntax::TypeAliasDeclaration>(*declared.declaration).type;
    }
  }

  /// The first param of an actor that nothing here gives a value; empty: all are given, or it is unknown.
  std::string Lacking(const syntax::Declaration& actor) const {
    if (fields_ == nullptr) return "";
    for (const syntax::MemberDeclaration& param : ParamsOf(actor)) {
      if (param.default_value == nullptr && !IsGiven(param.name.text) && !IsOptional(param.type))
        return param.name.text.str();
    }
    return "";
  }

 private:
  bool IsGiven(llvm::StringRef name) const {
    const auto field = std::ranges::find_if(*fields_, [&](const auto& each) { return name == each.name; });
    const auto slot = static_cast<std::size_t>(field - fields_->begin());
    return field != fields_->end() &&
           (slot >= presences_.size() || presences_[slot] == analysis::Presence::kPresent);
  }

  bool IsOptional(const syntax::TypeExpression* type) const {
    // An alias that leads to itself is an error, and may be there all the same.
    for (std::size_t aliases = 0; type != nullptr && aliases <= aliases_.size(); ++aliases) {
      if (type->kind == syntax::TypeExpressionKind::kOptional) return true;
      std::string_view name = list_.root().Text(type->range);
      name.remove_prefix(name.rfind('.') + 1);  // Of one that is imported under another name, too.
      const auto alias = aliases_.find(name);
      if (alias == aliases_.end()) return false;
      type = alias->second;
    }
    return false;
  }

  const CompletionList& list_;
  const std::vector<analysis::Presence>& presences_;
  const std::vector<types::Field>* fields_ = nullptr;                  ///< Null: unknown.
  std::map<std::string_view, const syntax::TypeExpression*> aliases_;  ///< By name.
};

void AddActors(CompletionList& list, ActorKind kind, int rank) {
  const Needs needs(list);
  for (const Declared& declared : list.root().names().all()) {
    if (ActorKindOf(declared) != kind) continue;
    const std::string lacks = needs.Lacking(*declared.declaration);
    list.Add(std::string(list.root().Text(declared.name)), ItemKind::kStep, lacks.empty() ? rank : rank + 2,
             lacks.empty() ? "" : "lacks `" + lacks + "`", &declared);
  }
}

void AddSteps(CompletionList& list, int rank) {
  AddActors(list, ActorKind::kProcessor, rank);
  list.AddDeclared({DeclaredKind::kFlow}, ItemKind::kStep, rank + 1);
}

const Declared* Callee(const CompletionList& list, const Words& words) {
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    const Declared* found =
        list.Find(*word, {DeclaredKind::kProcessor, DeclaredKind::kRouter, DeclaredKind::kFlow});
    if (found != nullptr) return found;
  }
  return nullptr;
}

/// The names that arms, arguments or results of a bracket begin with already.
Words FirstWords(const std::vector<Words>& items) {
  Words first;
  for (const Words& item : items) {
    for (const std::string& word : item) {
      if (word == "=>" || word == ":") break;
      first.push_back(word);
    }
  }
  return first;
}

/// Those that a flow takes, or those that it gives; of an actor there are none.
void AddFieldsOfFlow(CompletionList& list, const Declared& flow, bool types::Field::*which,
                     const Words& taken) {
  const Declared* declared = flow.kind == DeclaredKind::kFlow ? TypeOf(list.root(), flow) : nullptr;
  if (declared == nullptr) return;
  for (const types::Envelope& envelope : list.declarations().envelopes) {
    if (envelope.origin.range != declared->name) continue;
    for (const types::Field& field : envelope.fields) {
      if (field.*which && !Has(taken, field.name))
        list.Add(field.name, ItemKind::kParam, 1, types::PrintType(list.declarations(), field.type),
                 list.root().names().Find(field.origin.range));
    }
  }
}

/// `p(`: params that are not bound yet; `p(x: `: a value.
void CompleteArgument(CompletionList& list, const Enclosing& around) {
  if (Has(around.item, ":")) {
    const auto colon = std::find(around.item.begin(), around.item.end(), ":");
    return CompleteExpression(list, {colon + 1, around.item.end()});
  }
  const Words callee_word = around.head.empty() ? Words{} : Words{around.head.back()};
  const Declared* callee = Callee(list, callee_word);
  if (callee == nullptr || !around.item.empty()) return CompleteExpression(list, around.item);
  list.AddParts(*callee, DeclaredKind::kParam, ItemKind::kParam, FirstWords(around.done));
  AddFieldsOfFlow(list, *callee, &types::Field::in, FirstWords(around.done));
}

void CompleteResults(CompletionList& list, const Enclosing& around) {
  if (Has(around.item, ":")) return AddFields(list);
  const Declared* callee = Callee(list, around.head);
  if (callee == nullptr) return;
  list.AddParts(*callee, DeclaredKind::kResult, ItemKind::kParam, FirstWords(around.done));
  AddFieldsOfFlow(list, *callee, &types::Field::out, FirstWords(around.done));
}

/// Labels of the router, or values of what is matched, that have no arm yet.
void CompleteArm(CompletionList& list, const Enclosing& around) {
  std::vector<Words> arms = around.done;
  arms.push_back(around.item);  // It may end here, or be of several labels.
  const Words taken = FirstWords(arms);
  if (around.head[0] == "route") {
    if (const Declared* router = Callee(list, around.head))
      list.AddParts(*router, DeclaredKind::kLabel, ItemKind::kEnumValue, taken);
    return;
  }
  Words path(around.head.begin() + 1, around.head.end());
  std::erase(path, ".");
  const types::TypeId type = TypeOfPath(list, path);
  const Declared* declared = type.has_value() ? DeclarationOf(list.root(), type) : nullptr;
  if (declared != nullptr) {
    list.AddParts(*declared, DeclaredKind::kValue, ItemKind::kEnumValue, taken);
    list.AddParts(*declared, DeclaredKind::kTag, ItemKind::kEnumValue, taken);
  }
  list.AddWords({"_"}, 4);
}

/// What an editor that can fill in makes of a keyword that is no statement by itself.
struct SkeletonRow {
  const char* word;
  const char* snippet;
};

constexpr std::array<SkeletonRow, 9> kSkeletons{{
    {"if", "if ${1:true} {\n\t$0\n}"},
    {"while", "while ${1:true} max ${2:3} {\n\t$0\n}"},
    {"repeat", "repeat max ${1:3} {\n\t$0\n} until ${2:true};"},
    {"loop", "loop max ${1:3} {\n\t$0\n}"},
    {"try", "try {\n\t$1\n} on ${2:any} {\n\t$0\n}"},
    {"parallel", "parallel {\n\t$0\n}"},
    {"saga", "saga {\n\t$0\n}"},
    {"match", "match ${1:field} {\n\t$0\n}"},
    {"route", "route ${1:router} {\n\t$0\n}"},
}};

/// Nothing on the line goes on with what is written here.
bool EndsLine(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(" \t");
  return next == std::string_view::npos || behind[next] == '\n' || behind[next] == '\r' ||
         behind[next] == '}';
}

void AddSkeletons(CompletionList& list) {
  const bool ends = EndsLine(list.behind());
  for (const SkeletonRow& row : kSkeletons) {
    CompletionItem& item = list.Add(row.word, ItemKind::kKeyword, 6);
    if (ends) item.snippet = row.snippet;
  }
}

void CompleteBegin(CompletionList& list) {
  AddSteps(list, 1);
  AddSkeletons(list);
  list.AddWords(
      {"set", "match", "route", "follow", "break", "continue", "return", "each", "raise", "tap", "await"}, 6);
  if (!list.context().innermost().head.empty() && list.context().innermost().head[0] == "parallel")
    list.AddWords({"optional"}, 2);
}

/// Behind the name of a step.
void CompleteOptions(CompletionList& list, const Words& item) {
  const std::string& last = item.back();
  if (last == "timeout") return;  // A duration.
  if (last == "->" || last == "optional") return AddSteps(list, 1);
  if (last == "as") return AddFields(list);
  if (last == "retry") return list.AddDeclared({DeclaredKind::kPolicy}, ItemKind::kProperty, 1);
  if (last == "backoff") return list.AddWords({"constant", "linear", "exponential"}, 1);
  if (last == "on" || last == ",") return AddErrors(list);
  if (Has(item, "retry")) list.AddWords({"backoff", "jitter", "on"}, 2);
  list.AddWords({"as", "timeout", "retry"}, 3);
}

bool IsAssignment(const std::string& word) {
  return word == "=" || word == "+=" || word == "-=" || word == "*=";
}

/// Behind the word that a statement begins with. False: it is a step.
bool CompleteAfterKeyword(CompletionList& list, const Words& item) {
  const std::string& word = item[0];
  const bool first = item.size() == 1;
  if (word == "set") {
    if (first)
      AddFields(list);
    else if (item.back() == "." || std::any_of(item.begin(), item.end(), IsAssignment))
      CompleteExpression(list, {item.begin() + 1, item.end()});
    return true;
  }
  if (word == "raise" || word == "on") {
    if (first || EndsWith(item, ","))
      AddErrors(list);
    else if (word == "on")
      list.AddWords({"as"});
    return true;
  }
  if (EndsWith(item, "else")) return list.AddWords({"if"}, 1), true;
  // A block.
  if ((first && (word == "try" || word == "saga")) || EndsWith(item, "finally")) return true;
  if (word == "route" && first) return AddActors(list, ActorKind::kChoiceRouter, 1), true;
  if (word == "follow" && first) return AddActors(list, ActorKind::kPlanRouter, 1), true;
  if (word == "tap" && first) return AddSteps(list, 1), true;
  if (word == "each" && !Has(item, "in")) return list.AddWords({"in"}, 1), true;
  if (EndsWith(item, "collect") || EndsWith(item, "into")) return AddFields(list), true;
  if (word == "await") {
    if (EndsWith(item, ":"))
      AddTypes(list);
    else if (EndsWith(item, "as") || EndsWith(item, "into"))
      AddFields(list);
    else
      list.AddWords({"as", "timeout", "else"});
    return true;
  }
  if (word == "parallel" || EndsWith(item, "wait"))
    return list.AddWords({"wait", "all", "any", "timeout"}), true;
  if (word == "repeat" && !Has(item, "until")) return list.AddWords({"max", "until", "else"}, 1), true;
  if (word == "loop") return list.AddWords({"max", "else"}, 1), true;
  const bool condition =
      word == "if" || word == "while" || word == "match" || word == "each" || word == "repeat";
  if (!condition) return false;
  CompleteExpression(list, {item.begin() + 1, item.end()});
  if (word == "while") list.AddWords({"max"}, 8);
  if (word == "each") list.AddWords({"max", "width", "wait", "timeout"}, 8);
  return true;
}

}  // namespace

void AddErrors(CompletionList& list) {
  list.AddDeclared({DeclaredKind::kError}, ItemKind::kError, 1);
  for (const types::Error& error : list.declarations().errors) {
    if (!error.origin.range.has_value()) list.Add(error.name, ItemKind::kError, 2, "built in");
  }
}

void CompleteStatement(CompletionList& list, const Words& whole) {
  const Enclosing& around = list.context().innermost();
  if (around.bracket == '(') return CompleteArgument(list, around);
  if (around.bracket == '[') return CompleteExpression(list, around.item);
  if (EndsWith(around.head, "as")) return CompleteResults(list, around);
  const std::string opener = around.head.empty() ? "" : around.head[0];
  const bool arms = (opener == "route" || opener == "match") && around.head.back() != "=>";
  const auto arrow = std::find(whole.rbegin(), whole.rend(), "=>");
  if (arms && (arrow == whole.rend() || EndsWith(whole, "{}"))) CompleteArm(list, around);
  if (arms && arrow == whole.rend()) return;
  const Words item(arrow.base(), whole.end());
  if (arms && item == Words{"{}"}) return;
  const bool literal = Has(around.head, "=") || EndsWith(around.head, ":") || opener == "raise";
  if (literal && CompleteLiteral(list)) return;
  if (literal) return CompleteExpression(list, item);
  // Behind a block a statement begins, or goes on.
  const bool value = item.size() > 1 && (item[item.size() - 2] == "=" || item[item.size() - 2] == "as");
  const bool block = EndsWith(item, "{}") && !value;
  if (block) list.AddWords({"else", "until", "on", "finally"}, 5);
  if (block && item[0] == "each") list.AddWords({"collect"}, 5);
  if (item.empty() || block) return CompleteBegin(list);
  if (!CompleteAfterKeyword(list, item)) CompleteOptions(list, item);
}

}  // namespace meshc::queries
