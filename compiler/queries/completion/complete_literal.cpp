#include <llvm/Support/Casting.h>

#include <algorithm>
#include <functional>

#include "compiler/queries/completion/completion.h"
#include "compiler/queries/raised_error.h"
#include "compiler/queries/types_at.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using types::TypeId;
using types::TypeKind;

/// A name that stands before a colon, and the type of what stands behind it.
struct Slot {
  std::string name;
  TypeId type;
};
using Slots = std::vector<Slot>;

/// Of members or fields.
template <typename Part>
Slots SlotsOf(const std::vector<Part>& parts) {
  Slots slots;
  for (const Part& part : parts) slots.push_back({part.name, part.type});
  return slots;
}

/// What flows wait for under the name; none: nothing.
TypeId TypeOfSignal(const sema::TypedProgram& program, const std::string& name) {
  TypeId type;
  const std::function<void(const syntax::Statement&, bool)> look = [&](const syntax::Statement& statement,
                                                                       bool) {
    const auto* await = llvm::dyn_cast<syntax::AwaitStatement>(&statement);
    if (await != nullptr && await->signal.text == name) {
      // A statement that was never checked has no facts.
      const std::uint32_t index = program.facts[await->range.file.index].index[await->id];
      if (index < program.awaits.size()) type = program.awaits[index].type;
    }
    syntax::ForEachPart(statement, look);
  };
  for (const sema::Flow& flow : program.flows) {
    if (flow.declaration != nullptr) syntax::ForEachPart(*flow.declaration, look);
  }
  return type;
}

/// What values must be, told by the brackets around them: outside in.
class Expectations {
 public:
  explicit Expectations(CompletionList& list)
      : list_(list), around_(list.context().around), declarations_(list.declarations()) {}

  /// What the innermost bracket names; empty: it holds no literal.
  Slots Innermost() { return SlotsAt(around_.size() - 1); }

  /// Of what comes behind `words` in the bracket number `level`; none: unknown.
  TypeId TypeBehind(std::size_t level, Words words) {
    // What one of several operands must be, the whole must be.
    if (GoesOn(words)) words.resize(BeginOfValue(words));
    if (words.empty()) return TypeIn(level);
    const std::string& last = words.back();
    if (last == ":" && words.size() > 1) return Find(SlotsAt(level), words[words.size() - 2]);
    if (last == "=" && level == 1 && words[0] != "set") return TypeOfDeclared(words);
    const bool sets = words[0] == "set" && (last == "=" || last == "+=");
    if (!sets) return {};
    Words path(words.begin() + 1, words.end() - 1);
    std::erase(path, ".");
    const TypeId type = TypeOfPath(list_, path);
    return last == "+=" ? ElementOf(type) : type;
  }

 private:
  /// Behind the words comes another operand that may become the value: of `c ? a : b`, or of `a ?? b`.
  static bool GoesOn(const Words& words) {
    if (words.empty()) return false;
    const bool is_else = words.back() == ":" && words.size() > 2 && Has(words, "?");
    return words.back() == "?" || words.back() == "??" || is_else;
  }

  /// How many words come before the value, of which the others are a part.
  static std::size_t BeginOfValue(const Words& words) {
    if (words.size() > 1 && words[1] == ":") return 2;
    const auto begin =
        std::ranges::find_if(words, [](const std::string& word) { return word == "=" || word == "+="; });
    return begin == words.end() ? 0 : static_cast<std::size_t>(begin - words.begin()) + 1;
  }

  static TypeId Find(const Slots& slots, const std::string& name) {
    for (const Slot& slot : slots) {
      if (slot.name == name) return slot.type;
    }
    return {};
  }

  TypeId ElementOf(TypeId list) const {
    return list.has_value() ? declarations_.types[declarations_.types.Present(list)].element : TypeId{};
  }

  /// Of what comes first in the bracket; none: unknown.
  TypeId TypeIn(std::size_t level) {
    if (around_[level].bracket == '[') return ElementOf(LiteralAt(level));
    return around_[level].bracket == '(' ? LiteralAt(level) : TypeId{};
  }

  /// The type of the literal that the bracket belongs to.
  TypeId LiteralAt(std::size_t level) {
    return level == 0 ? TypeId{} : TypeBehind(level - 1, around_[level].head);
  }

  /// Of what is being declared, by the word before its colon: `var pair: Pair =`.
  TypeId TypeOfDeclared(const Words& words) const {
    const auto colon = std::ranges::find(words, ":");
    const Words& head = list_.context().declaration();
    if (colon == words.begin() || colon == words.end() || head.size() < 2) return {};
    const auto type_in = [&](const auto& declared, auto parts) {
      for (const auto& one : declared) {
        if (one.name == head[1]) return Find(SlotsOf(one.*parts), *std::prev(colon));
      }
      return TypeId{};
    };
    if (head[0] == "envelope") return type_in(declarations_.envelopes, &types::Envelope::fields);
    if (head[0] == "record") return type_in(declarations_.records, &types::Record::members);
    if (head[0] == "error") return type_in(declarations_.errors, &types::Error::fields);
    return head[0] == "processor" ? type_in(declarations_.actors, &types::Actor::params) : TypeId{};
  }

  const types::Actor* ActorOf(const std::string& name) const {
    for (const types::Actor& actor : declarations_.actors) {
      if (actor.name == name) return &actor;
    }
    return nullptr;
  }

  Slots GivenFields() const {
    Slots slots;
    const types::EnvelopeId envelope = list_.envelope();
    if (!envelope.has_value()) return slots;
    for (const types::Field& field : declarations_.envelopes[envelope].fields) {
      if (field.in) slots.push_back({field.name, field.type});
    }
    return slots;
  }

  Slots SlotsAt(std::size_t level) {
    const Words& head = around_[level].head;
    if (level == 0 || head.empty()) return LiteralSlots(level);
    const types::Actor* callee = ActorOf(head.back());
    if (around_[level].bracket == '(') return callee == nullptr ? Slots() : SlotsOf(callee->params);
    if (head.back() == "given") return GivenFields();
    if (const types::Error* error = FindRaised(declarations_, head)) return SlotsOf(error->fields);
    const bool returns = head.back() == "returns" || (head.back() == "then" && Has(head, "returns"));
    if (head[0] != "stub" || head.size() < 2 || !returns) return LiteralSlots(level);
    const types::Actor* actor = ActorOf(head[1]);
    return actor == nullptr ? Slots() : SlotsOf(actor->results);
  }

  Slots LiteralSlots(std::size_t level) {
    const Words& head = around_[level].head;
    TypeId type = around_[level].bracket == '{' ? LiteralAt(level) : TypeId{};
    if (level > 0 && head.size() > 1 && head[0] == "signal" && list_.context().declaration()[0] == "scenario")
      type = TypeOfSignal(*list_.root().program(), head[1]);
    if (!type.has_value()) return {};
    const types::Type present = declarations_.types[declarations_.types.Present(type)];
    if (present.kind == TypeKind::kRecord) return SlotsOf(declarations_.records[present.record()].members);
    if (present.kind == TypeKind::kUnion) return SlotsOf(declarations_.unions[present.union_type()].tags);
    return {};
  }

  CompletionList& list_;
  const std::vector<Enclosing>& around_;
  const types::Declarations& declarations_;
};

}  // namespace

bool CompleteLiteral(CompletionList& list) {
  const Enclosing& inner = list.context().innermost();
  if (Has(inner.item, ":")) return false;
  const Slots slots = Expectations(list).Innermost();
  for (const Slot& slot : slots) {
    const bool given = std::any_of(inner.done.begin(), inner.done.end(),
                                   [&](const Words& item) { return item.front() == slot.name; });
    if (!given) list.Add(slot.name, ItemKind::kField, 0, types::PrintType(list.declarations(), slot.type));
  }
  return !slots.empty();
}

TypeId ExpectedType(CompletionList& list, const Words& item) {
  return Expectations(list).TypeBehind(list.context().around.size() - 1, item);
}

}  // namespace meshc::queries
