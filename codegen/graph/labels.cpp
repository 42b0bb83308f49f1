#include "codegen/graph/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codegen/common/sensitive_expressions.h"
#include "compiler/ir/print_constant.h"
#include "compiler/ir/print_redacted.h"

namespace meshc::codegen::graph {
namespace {

/// True if the field or a member on the way is.
bool IsSensitive(const ir::Mesh& mesh, const ir::Target& target, const types::Field& field) {
  bool sensitive = field.sensitive;
  types::TypeId type = field.type;
  for (const std::uint32_t index : target.path) {
    const types::Type& record = mesh.declarations.types[mesh.declarations.types.Present(type)];
    const types::Member& member = mesh.declarations.records[record.record()].members[index];
    sensitive = sensitive || member.sensitive;
    type = member.type;
  }
  return sensitive;
}

std::string PrintRetry(const types::Retry& retry) {
  return fmt::format("{} attempt{}", retry.attempts, retry.attempts == 1 ? "" : "s");
}

std::string PrintCase(const types::Constant& constant) {
  const bool bare = constant.kind == types::ConstantKind::kString && !constant.text.empty() &&
                    constant.text.find(' ') == std::string::npos;
  return bare ? constant.text : ir::PrintConstant(constant);
}

}  // namespace

std::string PrintCase(const ir::Mesh& mesh, const ir::Match& match, const types::Constant& constant,
                      types::FlowId flow) {
  return ReadsSensitive(mesh, match.subject, mesh.flows[flow].envelope) ? "(redacted)" : PrintCase(constant);
}

std::string PrintCondition(const ir::Mesh& mesh, ir::ExpressionId id, types::FlowId flow) {
  return PrintForPeople(mesh, id, mesh.flows[flow].envelope);
}

std::string PrintSet(const ir::Mesh& mesh, const ir::Set& set, types::FlowId flow) {
  const types::Envelope& envelope = mesh.declarations.envelopes[mesh.flows[flow].envelope];
  const types::Field& field = envelope.fields[set.target.field];
  const std::string value = IsSensitive(mesh, set.target, field)
                                ? ir::PrintRedacted(mesh, set.value, mesh.flows[flow].envelope,
                                                    [](ir::ExpressionId) { return true; })
                                : PrintCondition(mesh, set.value, flow);
  const char* below = set.target.path.empty() ? "" : ".…";
  return fmt::format("{}{} {} {}", field.name, below, set.target.append ? "+=" : "=", value);
}

std::vector<std::string> ActorDetails(const types::Actor& actor) { return VisitDetails(actor, {}); }

std::vector<std::string> VisitDetails(const types::Actor& actor, const ir::Visit& visit) {
  std::vector<std::string> details;
  std::string limits = "timeout " + ir::PrintDuration(visit.timeout_ns.value_or(actor.timeout_ns));
  const std::optional<types::Retry>& retry = visit.retry ? visit.retry : actor.retry;
  if (retry && retry->attempts > 1) limits += " · " + PrintRetry(*retry);
  details.push_back(std::move(limits));
  if (actor.effect.kind == types::EffectKind::kIdempotent) details.push_back("effect idempotent");
  if (actor.effect.kind == types::EffectKind::kAtLeastOnce) details.push_back("effect at_least_once");
  return details;
}

std::vector<std::string> ActorSignature(const types::Declarations& declarations, const types::Actor& actor) {
  std::vector<std::string> lines;
  const auto add = [&](const char* way, const std::vector<types::Member>& members) {
    for (const types::Member& member : members) {
      lines.push_back(
          fmt::format("{} {}: {}", way, member.name, types::PrintType(declarations, member.type)));
    }
  };
  add("in", actor.params);
  add("out", actor.results);
  for (const types::EnumValue& label : actor.labels) lines.push_back("=> " + label.name);
  return lines;
}

std::string PrintErrors(const ir::Mesh& mesh, const std::vector<types::ErrorId>& errors) {
  std::string text;
  for (const types::ErrorId error : errors)
    text += (text.empty() ? "" : ", ") + mesh.declarations.errors[error].name;
  return text;
}

std::string Wrap(std::string_view text, std::size_t width) {
  std::string wrapped;
  std::size_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool breaks = line > 0 && line + 1 + word.size() > width;
    if (!wrapped.empty()) wrapped += breaks ? '\n' : ' ';
    line = breaks ? word.size() : line + 1 + word.size();
    wrapped += word;
  }
  return wrapped;
}

std::string EdgeText(const Edge& edge) {
  constexpr std::size_t kWidth = 36;
  return Wrap(edge.label, kWidth);
}

}  // namespace meshc::codegen::graph
