#include "compiler/queries/completion/completion.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "compiler/queries/completion/nearby_names.h"
#include "compiler/queries/completion/sound_items.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

/// Steps and members of text that is half written sort behind what begins with what is there.
bool BeginsWith(const std::string& label, const std::string& word) { return label.starts_with(word); }

const Declared* FlowOfScenario(const CompletionList& list) {
  const Words& head = list.context().declaration();
  const auto behind = std::find(head.begin(), head.end(), "for");
  if (behind == head.end() || behind + 1 == head.end()) return nullptr;
  return list.Find(*(behind + 1), {DeclaredKind::kFlow});
}

std::string EnvelopeName(const CompletionList& list) {
  const Words& head = list.context().declaration();
  if (head.empty()) return "";
  if (head[0] == "flow") {
    const auto on = std::find(head.begin(), head.end(), "on");
    return on == head.end() || on + 1 == head.end() ? "" : *(on + 1);
  }
  const Declared* flow = FlowOfScenario(list);
  if (flow == nullptr) return "";
  return llvm::cast<syntax::FlowDeclaration>(*flow->declaration).envelope.name.text.str();
}

}  // namespace

CompletionList::CompletionList(const CheckedRoot& root, Place place, CursorContext context)
    : root_(root), place_(place), context_(std::move(context)) {}

CompletionItem& CompletionList::Add(std::string label, ItemKind kind, int rank, std::string detail,
                                    const Declared* declared) {
  if (!context_.word.empty() && !BeginsWith(label, context_.word)) rank += 100;
  CompletionItem& item = items_.emplace_back();
  item.label = std::move(label);
  item.kind = kind;
  item.detail = std::move(detail);
  item.rank = rank;
  item.declared = declared;
  return item;
}

std::string_view CompletionList::behind() const {
  return root_.sources().Text(place_.file).substr(place_.offset);
}

void CompletionList::AddWords(std::initializer_list<const char*> words, int rank) {
  for (const char* word : words) Add(word, ItemKind::kKeyword, rank);
}

void CompletionList::AddDeclared(std::initializer_list<DeclaredKind> kinds, ItemKind kind, int rank) {
  for (const Declared& declared : root_.names().all()) {
    if (std::find(kinds.begin(), kinds.end(), declared.kind) == kinds.end()) continue;
    Add(std::string(root_.Text(declared.name)), kind, rank, std::string(Noun(declared.kind)), &declared);
  }
}

void CompletionList::AddParts(const Declared& of, DeclaredKind part, ItemKind kind, const Words& without,
                              int rank) {
  for (const Declared& declared : root_.names().all()) {
    if (declared.kind != part || declared.declaration != of.declaration) continue;
    const std::string name(root_.Text(declared.name));
    if (std::find(without.begin(), without.end(), name) != without.end()) continue;
    Add(name, kind, rank, declared.type == nullptr ? "" : std::string(root_.Text(declared.type->range)),
        &declared);
  }
}

const Declared* CompletionList::Find(const std::string& name,
                                     std::initializer_list<DeclaredKind> kinds) const {
  for (const Declared& declared : root_.names().all()) {
    if (std::find(kinds.begin(), kinds.end(), declared.kind) != kinds.end() &&
        root_.Text(declared.name) == name)
      return &declared;
  }
  return nullptr;
}

types::EnvelopeId CompletionList::envelope() const {
  const std::string name = EnvelopeName(*this);
  const auto& envelopes = declarations().envelopes;
  for (const types::EnvelopeId id : envelopes.ids()) {
    if (!name.empty() && envelopes[id].name == name) return id;
  }
  return {};
}

const std::vector<analysis::Presence>& CompletionList::presences() {
  if (presences_) return *presences_;
  presences_.emplace();
  const ir::PointId point = PointNear(root_, place_);
  if (point.has_value() && root_.paths() != nullptr) *presences_ = root_.paths()->FieldsAt(point);
  return *presences_;
}

std::vector<CompletionItem> CompletionList::Take() {
  using Ordered = std::pair<NearbyNames::Order, CompletionItem>;
  const NearbyNames nearby(root_, place_);
  std::vector<Ordered> ordered;
  // What has no name yet is nothing to choose.
  std::erase_if(items_, [](const CompletionItem& item) { return item.label.empty(); });
  for (CompletionItem& item : items_) {
    const NearbyNames::Order order =
        item.declared == nullptr ? NearbyNames::Order{} : nearby.OrderOf(root_.Text(item.declared->name));
    ordered.emplace_back(order, std::move(item));
  }
  std::stable_sort(ordered.begin(), ordered.end(), [](const Ordered& a, const Ordered& b) {
    return std::tie(a.second.rank, a.first, a.second.label) <
           std::tie(b.second.rank, b.first, b.second.label);
  });
  std::set<std::string> seen;
  std::vector<CompletionItem> items;
  for (auto& [order, item] : ordered) {
    if (seen.insert(item.label).second) items.push_back(std::move(item));
  }
  return items;
}

Completion Complete(const CheckedRoot& root, Place place) {
  CursorContext context = ReadContext(root, place);
  Completion completion;
  completion.begin = context.word_begin;
  const Words& begun = context.declaration();
  completion.wants_path = context.in_string && !begun.empty() && begun[0] == "import";
  // An empty file is no program, but one begins in it.
  const bool is_known = root.program() != nullptr || root.sources().Text(place.file).empty();
  if (context.in_comment || !is_known) return completion;
  CompletionList list(root, place, std::move(context));
  const Words& declaration = list.context().declaration();
  const std::string head = declaration.empty() ? "" : declaration[0];
  const bool inside = list.context().around.size() > 1;
  if (!list.context().innermost().item.empty()) AddUnitsOf(list, list.context().innermost().item);
  if (inside && head == "flow")
    CompleteStatement(list, list.context().innermost().item);
  else if (inside && head == "scenario")
    CompleteInScenario(list);
  else
    CompleteInDeclaration(list);
  completion.items = list.Take();
  LeaveOutWrong(root, place, list.context(), completion);
  return completion;
}

}  // namespace meshc::queries
