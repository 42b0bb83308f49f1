#include "compiler/queries/hints.h"

#include <algorithm>

#include "compiler/queries/hops.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/presence.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

using Kind = sema::ParamSource::Kind;

/// Of one call: what it takes and gives without a word.
class CallHints {
 public:
  CallHints(const CheckedRoot& root, const Step& step, HintKinds kinds, std::vector<Hint>& hints)
      : root_(root), call_(*step.call), kinds_(kinds), hints_(hints) {
    const types::FlowId flow = IdOf(root, *step.flow);
    if (flow.has_value()) envelope_ = root.program()->flows[flow].envelope;
  }

  void Add() {
    const sema::CallFacts* facts = FactsOf(root_, call_);
    if (facts == nullptr || !facts->actor.has_value()) return;
    const types::Actor& actor = root_.program()->declarations.actors[facts->actor];
    if (kinds_.params) AddParams(actor, *facts);
    if (kinds_.results) AddResults(actor, *facts);
  }

 private:
  void AddParams(const types::Actor& actor, const sema::CallFacts& facts) {
    Hint hint = BeginOfParams();
    for (std::size_t i = 0; i < actor.params.size() && i < facts.params.size(); ++i) {
      const sema::ParamSource& source = facts.params[i];
      if (source.kind == Kind::kField) AddName(hint, actor.params[i].name, FieldName(source.field));
      if (source.kind == Kind::kVariable) AddName(hint, actor.params[i].name, {});
    }
    Finish(std::move(hint), call_.has_arguments ? "" : ")");
  }

  /// Behind the arguments that are there.
  Hint BeginOfParams() const {
    if (!call_.has_arguments) return {call_.callee.range.end, "(", HintKind::kParams, {}};
    if (!call_.arguments.empty()) return {call_.arguments.back().range.end, ", ", HintKind::kParams, {}};
    const std::size_t open =
        root_.Text({call_.range.file, call_.callee.range.end, call_.range.end}).find('(');
    return {call_.callee.range.end + static_cast<std::uint32_t>(open) + 1, "", HintKind::kParams, {}};
  }

  void AddResults(const types::Actor& actor, const sema::CallFacts& facts) {
    if (call_.has_as) return;
    Hint hint{EndOfCall(), " as {", HintKind::kResults, {}};
    for (std::size_t i = 0; i < actor.results.size() && i < facts.results.size(); ++i) {
      const auto& field = facts.results[i].field;
      if (field) AddName(hint, actor.results[i].name, FieldName(*field));
    }
    Finish(std::move(hint), "}");
  }

  /// Where the field is declared; nothing: of the flow too little is known.
  source::SourceRange FieldName(std::uint32_t slot) const {
    if (!envelope_.has_value()) return {};
    const auto& fields = root_.program()->declarations.envelopes[envelope_].fields;
    return slot < fields.size() ? fields[slot].origin.range : source::SourceRange{};
  }

  static void AddName(Hint& hint, const std::string& name, source::SourceRange declared) {
    if (!hint.names.empty()) hint.text += ", ";
    hint.names.push_back({hint.text.size(), hint.text.size() + name.size(), declared});
    hint.text += name;
  }

  void Finish(Hint hint, std::string_view end) {
    if (hint.names.empty()) return;
    hint.text += end;
    hints_.push_back(std::move(hint));
  }

  /// Behind the arguments.
  std::uint32_t EndOfCall() const {
    if (!call_.has_arguments) return call_.callee.range.end;
    const std::uint32_t from =
        call_.arguments.empty() ? call_.callee.range.end : call_.arguments.back().range.end;
    const std::string_view rest = root_.Text({call_.range.file, from, call_.range.end});
    const std::size_t close = rest.find(')');
    return close == std::string_view::npos ? from : from + static_cast<std::uint32_t>(close) + 1;
  }

  const CheckedRoot& root_;
  const syntax::Call& call_;
  HintKinds kinds_;
  types::EnvelopeId envelope_;
  std::vector<Hint>& hints_;
};

bool Overlaps(source::SourceRange a, source::SourceRange b) { return a.begin < b.end && b.begin < a.end; }

void AddHops(const CheckedRoot& root, const syntax::FlowDeclaration& flow, source::SourceRange within,
             std::vector<Hint>& hints) {
  const ir::Mesh* mesh = root.mesh();
  if (mesh == nullptr) return;
  for (const types::FlowId id : mesh->flows.ids()) {
    if (mesh->flows[id].origin.range != flow.name.range) continue;
    for (const auto& [point, hop] : HopNumbers(*mesh, id)) {
      const source::SourceRange origin = mesh->points[point].origin;
      if (!mesh->points[point].implied && origin.file == within.file && Overlaps(origin, within))
        hints.push_back({origin.begin, std::to_string(hop) + ":", HintKind::kHop, {}});
    }
  }
}

void AddPresence(const CheckedRoot& root, source::SourceRange within, std::vector<Hint>& hints) {
  const PresenceMap presence(root, within.file);
  for (const sema::Mention& mention : MentionsIn(root, within)) {
    if (mention.access == sema::Access::kRead && presence.IsMaybePresent(mention))
      hints.push_back({mention.range.end, "?", HintKind::kMaybePresent, {}});
  }
}

void AddTypes(const CheckedRoot& root, source::SourceRange within, std::vector<Hint>& hints) {
  const sema::TypedProgram& program = *root.program();
  for (const Declared& declared : root.names().all()) {
    if (declared.kind != DeclaredKind::kVariable || declared.name.file != within.file) continue;
    if (!Overlaps(declared.name, within)) continue;
    const auto& each = static_cast<const syntax::EachStatement&>(*declared.statement);
    const auto& known = program.facts[within.file.index].index;
    if (each.id >= known.size() || known[each.id] == types::FlowId::kNone) continue;
    const std::string type = types::PrintType(program.declarations, program.FactsOf(each).element);
    hints.push_back({declared.name.end, ": " + type, HintKind::kType, {}});
  }
}

}  // namespace

std::vector<Binding> BindingsOf(const CheckedRoot& root, source::SourceRange within) {
  std::vector<Binding> bindings;
  for (const Hint& hint : HintsOf(root, within, {})) {
    std::string pairs;
    for (const HintName& each : hint.names) {
      const std::string name = hint.text.substr(each.begin, each.end - each.begin);
      pairs += (pairs.empty() ? "" : ", ") + name + ": " + name;
    }
    if (hint.kind == HintKind::kResults)
      bindings.push_back({hint.offset, " as { " + pairs + " }"});
    else
      bindings.push_back({hint.offset, hint.text.substr(0, hint.names.front().begin) + pairs +
                                           hint.text.substr(hint.names.back().end)});
  }
  return bindings;
}

std::vector<Hint> HintsOf(const CheckedRoot& root, source::SourceRange within, HintKinds kinds) {
  std::vector<Hint> hints;
  const syntax::File* file = root.FileOf(within.file);
  if (file == nullptr || root.program() == nullptr) return hints;
  for (const syntax::Declaration* declaration : file->declarations) {
    if (declaration->kind != syntax::DeclarationKind::kFlow || !Overlaps(declaration->range, within))
      continue;
    const auto& flow = static_cast<const syntax::FlowDeclaration&>(*declaration);
    for (const Step& step : StepsOf(flow)) {
      if (Overlaps(step.call->range, within)) CallHints(root, step, kinds, hints).Add();
    }
    if (kinds.hops) AddHops(root, flow, within, hints);
  }
  if (kinds.presence) AddPresence(root, within, hints);
  if (kinds.types) AddTypes(root, within, hints);
  std::sort(hints.begin(), hints.end(), [](const Hint& a, const Hint& b) {
    return std::make_pair(a.offset, a.kind) < std::make_pair(b.offset, b.kind);
  });
  return hints;
}

}  // namespace meshc::queries
