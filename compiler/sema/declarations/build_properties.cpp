#include <algorithm>
#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {
namespace {

using syntax::Property;
using syntax::PropertyKind;
using types::Actor;

constexpr std::array<std::string_view, 6> kPropertyNames{"raises", "timeout", "retry",
                                                         "effect", "undo",    "concurrency"};

std::string_view PropertyName(PropertyKind kind) { return kPropertyNames[static_cast<std::size_t>(kind)]; }

class PropertyReader {
 public:
  PropertyReader(Context& context, FileId file, Actor& actor)
      : context_(context), file_(file), actor_(actor) {}

  void Read(const Property& property) {
    SourceRange& known = seen_[static_cast<std::size_t>(property.kind)];
    const std::string name(PropertyName(property.kind));
    // `raises` may be spread over several lines.
    if (known.has_value() && property.kind != PropertyKind::kRaises) {
      context_.diagnostics.Report(diag::GivenTwice, property.range, Lexeme{name})
          .AddLabel(known, "given here first");
      return;
    }
    known = property.range;
    const bool router = actor_.kind != types::ActorKind::kProcessor;
    if (router && (property.kind == PropertyKind::kEffect || property.kind == PropertyKind::kUndo)) {
      context_.diagnostics.Report(diag::RouterProperty, property.range, Word{name})
          .AddHelp("a router only decides; let a processor do the work");
      return;
    }
    ReadKnown(property);
  }

 private:
  void ReadKnown(const Property& property) {
    switch (property.kind) {
      case PropertyKind::kRaises: return ReadRaises(property);
      case PropertyKind::kTimeout:
        if (const auto timeout = ReadDuration(context_, property.timeout)) actor_.timeout_ns = *timeout;
        return;
      case PropertyKind::kRetry: actor_.retry = BuildRetry(context_, file_, property.retry); return;
      case PropertyKind::kEffect: return ReadEffect(property);
      case PropertyKind::kUndo: return ReadUndo(property);
      case PropertyKind::kConcurrency:
        if (CheckCount(context_, property.concurrency, "concurrency", kNoLimit)) {
          actor_.concurrency = static_cast<std::uint32_t>(property.concurrency.value);
        }
        return;
    }
  }

  void ReadRaises(const Property& property) {
    for (const syntax::QualifiedName& name : property.raises) {
      const ErrorId error = FindError(context_, file_, name);
      if (!error.has_value()) continue;
      if (error == types::IdOf(types::BuiltinError::kAny)) {
        context_.diagnostics.Report(diag::AbstractError, name.range)
            .AddHelp("list the errors that it may raise");
      } else if (std::find(actor_.raises.begin(), actor_.raises.end(), error) != actor_.raises.end()) {
        context_.diagnostics.Report(diag::GivenTwice, name.range, Lexeme{name.name.text.str()});
      } else {
        actor_.raises.push_back(error);
      }
    }
  }

  void ReadEffect(const Property& property) {
    using syntax::EffectWord;
    using types::EffectKind;
    types::Effect& effect = actor_.effect;
    if (property.effect == EffectWord::kIdempotent) effect.kind = EffectKind::kIdempotent;
    if (property.effect == EffectWord::kAtLeastOnce) effect.kind = EffectKind::kAtLeastOnce;
    effect.shared = property.effect_shared;
    if (!property.effect_path.empty()) ReadEffectPath(property.effect_path);
  }

  /// `by param.member`: what tells one effect from another.
  void ReadEffectPath(llvm::ArrayRef<syntax::Identifier> path) {
    const auto param =
        std::find_if(actor_.params.begin(), actor_.params.end(),
                     [&](const types::Member& member) { return path.front().text == member.name; });
    if (param == actor_.params.end()) {
      auto report = context_.diagnostics.Report(diag::UnknownParam, path.front().range, Name{actor_.name},
                                                NameOf(path.front()));
      Suggest(context_, report, path.front(), NamesOf(actor_.params));
      return;
    }
    actor_.effect.param = static_cast<std::uint32_t>(param - actor_.params.begin());
    actor_.effect.has_key = true;
    context_.Mention(path.front().range, param->origin.range);
    TypeId type = param->type;
    for (const syntax::Identifier& link : path.drop_front()) {
      const auto member = FindMember(type, link);
      if (!member) return;
      actor_.effect.path.push_back(*member);
      const types::RecordId record = context_.types()[context_.types().Present(type)].record();
      type = context_.declarations().records[record].members[*member].type;
    }
  }

  /// The place of a member of a record type; reports anything else.
  std::optional<std::uint32_t> FindMember(TypeId of, const syntax::Identifier& name) {
    const types::Type type = context_.types()[context_.types().Present(of)];
    if (type.kind == types::TypeKind::kInvalid || name.text.empty()) return std::nullopt;
    if (type.kind != types::TypeKind::kRecord) {
      context_.diagnostics.Report(diag::NoMembers, name.range, Show(context_, of));
      return std::nullopt;
    }
    const NameIndex& index = context_.record_members[type.decl];
    const auto found = index.find(name.text);
    if (found != index.end()) {
      const auto& members = context_.declarations().records[type.record()].members;
      context_.Mention(name.range, members[found->second].origin.range);
      return found->second;
    }
    Suggest(context_,
            context_.diagnostics.Report(diag::UnknownMember, name.range, Show(context_, of), NameOf(name)),
            name, NamesOf(context_.declarations().records[type.record()].members));
    return std::nullopt;
  }

  void ReadUndo(const Property& property) {
    const Callee undo = FindCallee(context_, file_, property.undo);
    const bool is_processor = undo.actor.has_value() &&
                              context_.declarations().actors[undo.actor].kind == types::ActorKind::kProcessor;
    if (is_processor && &context_.declarations().actors[undo.actor] != &actor_) {
      actor_.undo = undo.actor;
      return;
    }
    context_.broken_undos.insert(actor_.name);
    if (is_processor) {
      context_.diagnostics.Report(diag::SelfUndo, property.undo.range, Name{actor_.name})
          .AddHelp("name the processor that takes back what `" + actor_.name + "` did");
    } else if (undo.actor.has_value() || undo.flow.has_value()) {
      const std::string what =
          undo.flow.has_value() ? "a flow" : Describe(context_.declarations().actors[undo.actor]);
      context_.diagnostics.Report(diag::WrongKind, property.undo.range, NameOf(property.undo.name),
                                  Word{what}, Word{"a processor"});
    }
  }

  Context& context_;
  FileId file_;
  Actor& actor_;
  std::array<SourceRange, 6> seen_;
};

}  // namespace

void BuildProperties(Context& context, FileId file, llvm::ArrayRef<Property> properties, Actor& actor) {
  PropertyReader reader(context, file, actor);
  for (const Property& property : properties) reader.Read(property);
  std::sort(actor.raises.begin(), actor.raises.end());
}

}  // namespace meshc::sema
