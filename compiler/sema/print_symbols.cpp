#include <fmt/format.h>

#include <array>
#include <iterator>

#include "compiler/sema/deploys/print_deploys.h"
#include "compiler/sema/typed_program.h"

namespace meshc::sema {
namespace {

using types::ActorKind;
using types::Declarations;
using types::Member;

class SymbolPrinter {
 public:
  explicit SymbolPrinter(const TypedProgram& program)
      : program_(program), declarations_(program.declarations) {}

  std::string Print() {
    Line("mesh {}", declarations_.mesh);
    for (const auto& record : declarations_.records) {
      Line("record {}", record.name);
      PrintMembers(record.members);
    }
    for (const auto& type : declarations_.enums)
      Line("{}enum {}: {}", type.open ? "open " : "", type.name, Join(type.values));
    for (const auto& type : declarations_.unions) {
      Line("union {}", type.name);
      PrintMembers(type.tags);
    }
    for (const auto& envelope : declarations_.envelopes) PrintEnvelope(envelope);
    for (const auto& error : declarations_.errors) PrintError(error);
    for (const auto& actor : declarations_.actors) PrintActor(actor);
    for (const Flow& flow : program_.flows) PrintFlow(flow);
    for (const Scenario& scenario : program_.scenarios)
      Line("scenario \"{}\"", scenario.declaration->title.str());
    text_ += PrintDeploys(declarations_);
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  std::string Show(TypeId type) const { return types::PrintType(declarations_, type); }

  template <typename Items>
  static std::string Join(const Items& items) {
    std::string joined;
    for (const auto& item : items) joined += (joined.empty() ? "" : ", ") + item.name;
    return joined;
  }

  void PrintMembers(const std::vector<Member>& members) {
    for (const Member& member : members) {
      Line("  {}: {}{}", member.name, Show(member.type), member.default_value ? " = ..." : "");
    }
  }

  void PrintEnvelope(const types::Envelope& envelope) {
    Line("envelope {}", envelope.name);
    for (const types::Field& field : envelope.fields) {
      std::string modes;
      if (field.in) modes += "in ";
      if (field.out) modes += "out ";
      if (field.mode == types::WriteMode::kVar) modes += "var ";
      if (field.mode == types::WriteMode::kLog) modes += "log ";
      Line("  {}{}: {}{}", modes, field.name, Show(field.type), field.default_value ? " = ..." : "");
    }
  }

  void PrintError(const types::Error& error) {
    constexpr std::array<std::string_view, 3> kClasses{"retriable", "recoverable", "fatal"};
    const std::string parent = error.parent.has_value() ? ": " + declarations_.errors[error.parent].name : "";
    Line("error {}{} {}", error.name, parent, kClasses[static_cast<std::size_t>(error.error_class)]);
    PrintMembers(error.fields);
  }

  void PrintActor(const types::Actor& actor) {
    constexpr std::array<std::string_view, 3> kKinds{"processor", "router", "plan router"};
    Line("{} {}", kKinds[static_cast<std::size_t>(actor.kind)], actor.name);
    PrintMembers(actor.params);
    if (!actor.results.empty()) Line("  ->");
    PrintMembers(actor.results);
    if (!actor.labels.empty()) Line("  -> {}", Join(actor.labels));
    if (!actor.steps.empty()) Line("  -> steps {} max {}", fmt::join(actor.steps, ", "), actor.max_steps);
    for (const ErrorId error : actor.raises) Line("  raises {}", declarations_.errors[error].name);
    if (actor.undo.has_value()) Line("  undo {}", declarations_.actors[actor.undo].name);
  }

  void PrintFlow(const Flow& flow) {
    Line("flow {} on {}", flow.name,
         flow.envelope.has_value() ? declarations_.envelopes[flow.envelope].name : std::string("?"));
  }

  const TypedProgram& program_;
  const Declarations& declarations_;
  std::string text_;
};

}  // namespace

std::string PrintSymbols(const TypedProgram& program) { return SymbolPrinter(program).Print(); }

}  // namespace meshc::sema
