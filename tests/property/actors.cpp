// Asks whether the judge of calls tells the truth: random pairs of actors, values with extremes on the way to
// the handler and back, and what decoder, recast and router really do with them.
//
//   actor_compatibility_test [--seed FIRST] [--count N]
//
// No false safe: where a handler serves a point, all goes through and comes out by name as the decoder reads
// it. No false break but `kind` and `pattern`. And a judge without any one of the rules would be found out.
#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mesh/compatibility/call_recast.h"
#include "mesh/compatibility/judge.h"
#include "mesh/value/json.h"
#include "tests/property/random.h"
#include "tests/property/schema/actor_mesh.h"
#include "tests/property/schema/documents.h"
#include "tests/property/schema/judged_pairs.h"
#include "tests/property/schema/kept.h"

namespace meshc::property {
namespace {

using mesh::Value;
using mesh::ValueList;
using mesh::compatibility::Finding;
using mesh::compatibility::Rule;
using mesh::compatibility::Side;
using mesh::contract::Index;
using mesh::contract::kNone;
using mesh::contract::Span;
using nlohmann::json;

constexpr std::size_t kHeaviest = 1 << 20;

bool IsOptional(const Side& side, Index type) {
  return side.schemas().type(type).kind == mesh::contract::TypeKind::kOptional;
}

/// As the decoder reads it; none where it refuses it.
std::optional<Value> Read(const Side& side, Index type, const json& document) {
  const auto parsed = mesh::ParseJson(document.dump());
  auto read = mesh::FromJson(side.schemas(), type, std::get<json>(parsed));
  if (!std::holds_alternative<Value>(read)) return std::nullopt;
  return std::get<Value>(std::move(read));
}

json Written(const Side& side, Index type, const Value& value) {
  return json::parse(mesh::ToJson(side.pool(), type, value));
}

/// One list of values for each extreme of each member; the others are what they are at first. None: there is
/// no value of one of the types.
std::optional<std::vector<ValueList>> Variants(const Side& side, const std::vector<Index>& types) {
  std::vector<std::vector<Value>> values;
  ValueList base;
  for (const Index type : types) {
    std::vector<Value>& own = values.emplace_back();
    for (const json& document : Documents(side, false).Of(type)) {
      const bool left_out = document.is_null() && IsOptional(side, type);
      own.push_back(left_out ? Value() : Read(side, type, document).value_or(Value()));
    }
    if (own.empty()) return std::nullopt;
    base.push_back(own.front());
  }
  std::vector<ValueList> all{base};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const Value& value : values[i]) {
      ValueList other = base;
      other[i] = value;
      all.push_back(std::move(other));
    }
  }
  return all;
}

/// What a decoder makes of the values of one list of members, written by name, as another. None: it refuses
/// them, or does not write them again equal.
std::optional<ValueList> Decoded(const Side& from, Span written, const ValueList& values, const Side& to,
                                 Span read) {
  ValueList made;
  for (Index i = read.first; i < read.first + read.count; ++i) {
    const mesh::contract::Member& member = to.pool().members[i];
    const std::string_view former = to.FormerName(mesh::contract::Named::kMember, i);
    Index found = kNone;
    for (const std::string_view name : {member.name, former}) {
      for (Index k = 0; found == kNone && !name.empty() && k < written.count; ++k) {
        if (from.pool().members[written.first + k].name == name) found = k;
      }
    }
    const Index type = found == kNone ? kNone : from.pool().members[written.first + found].type;
    const bool said =
        found != kNone && (values[found].present() ||
                           (!IsOptional(from, type) && values[found].kind() != mesh::ValueKind::kAbsent));
    if (!said) {
      if (member.default_value != kNone)
        made.push_back(mesh::FromConstant(to.pool(), member.default_value));
      else if (IsOptional(to, member.type))
        made.emplace_back();
      else
        return std::nullopt;
      continue;
    }
    const json document = Written(from, type, values[found]);
    const auto value = Read(to, member.type, document);
    if (!value || !Kept(Renamed(document, to, member.type), Written(to, member.type, *value)))
      return std::nullopt;
    made.push_back(*value);
  }
  return made;
}

bool Same(const Side& side, Span members, const ValueList& a, const ValueList& b) {
  for (Index i = 0; i < members.count; ++i) {
    const Index type = side.pool().members[members.first + i].type;
    if (a[i].present() != b[i].present()) return false;
    if (a[i].present() && Written(side, type, a[i]) != Written(side, type, b[i])) return false;
  }
  return true;
}

/// What becomes of the visits of one point.
enum class Fate { kFits, kRefused, kUntold, kWrong };

class Visits {
 public:
  Visits(const ActorMesh& made, const ActorMesh& server)
      : made_(made), server_(server), recasts_(made.side(), server.side()) {
    recasts_.Add(made.actor(), server.actor());
    recasts_.Finish();
  }

  /// kUntold: there are no values to try it with. kWrong: `wrong` says where recast and decoder differ.
  Fate Try() {
    for (const Fate fate : {Arguments(), Answers(), Choices(), Errors()}) {
      if (fate != Fate::kFits) return fate;
    }
    return Fate::kFits;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const mesh::compatibility::CallRecast& recast() const { return *recasts_.Of(made_.actor()); }

  Fate Wrong(std::string why) { return wrong_ = std::move(why), Fate::kWrong; }

  Fate Arguments() {
    std::vector<Index> types;
    std::vector<Index> slots;
    for (Index i = 0; i < made_.slots().size(); ++i) {
      if (made_.slots()[i] == kNone) continue;
      slots.push_back(made_.slots()[i]);
      types.push_back(made_.side().pool().members[made_.declared().params.first + i].type);
    }
    const auto variants = Variants(made_.side(), types);
    if (!variants) return Fate::kUntold;
    bool any = false;
    for (const ValueList& variant : *variants) {
      ValueList fields(made_.fields());
      for (std::size_t i = 0; i < slots.size(); ++i) fields[slots[i]] = variant[i];
      const mesh::Envelope waiting = made_.Waiting(std::move(fields));
      if (waiting.status.error) continue;
      any = true;
      waiting_ = waiting;
      const auto bound = made_.router().Bind(waiting);
      const auto& arguments = std::get<ValueList>(bound);
      const auto decoded = Decoded(made_.side(), made_.declared().params, arguments, server_.side(),
                                   server_.declared().params);
      if (!decoded) return Fate::kRefused;
      const auto recast = RecastArguments(arguments);
      if (!recast) return Wrong("the recast refuses arguments that the decoder reads");
      if (!Same(server_.side(), server_.declared().params, *recast, *decoded))
        return Wrong("recast arguments are not what the decoder reads");
    }
    return any ? Fate::kFits : Fate::kUntold;
  }

  std::optional<ValueList> RecastArguments(const ValueList& arguments) const {
    auto recast = this->recast().Arguments(arguments);
    if (!std::holds_alternative<ValueList>(recast)) return std::nullopt;
    return std::get<ValueList>(std::move(recast));
  }

  Fate Answers() {
    const Span results = server_.declared().results;
    std::vector<Index> types;
    for (const auto& member : Slice(server_.side().pool().members, results)) types.push_back(member.type);
    const auto variants = Variants(server_.side(), types);
    if (!variants) return Fate::kUntold;
    if (made_.declared().kind != mesh::contract::ActorKind::kProcessor) return Fate::kFits;
    for (const ValueList& variant : *variants) {
      const auto decoded = Decoded(server_.side(), results, variant, made_.side(), made_.declared().results);
      if (!decoded) return Fate::kRefused;
      const auto recast = this->recast().Results(variant, kHeaviest);
      if (!std::holds_alternative<ValueList>(recast))
        return Wrong("the recast refuses results that the decoder reads");
      const auto& values = std::get<ValueList>(recast);
      if (!Same(made_.side(), made_.declared().results, values, *decoded))
        return Wrong("recast results are not what the decoder reads");
      mesh::Envelope envelope = waiting_;
      made_.router().Complete(envelope, values, 0);
      if (envelope.status.error)
        return Wrong("the router refuses what was recast: " + envelope.status.error->message);
    }
    return Fate::kFits;
  }

  Fate Choices() {
    for (Index label = 0; label < server_.declared().labels.count; ++label) {
      mesh::Envelope envelope = waiting_;
      made_.router().Choose(envelope, recast().Label(label), 0);
      if (envelope.status.error) return Fate::kRefused;
    }
    for (const std::string_view step : Slice(server_.side().pool().strings, server_.declared().steps)) {
      mesh::Envelope envelope = waiting_;
      const std::vector<std::string> plan(server_.declared().max_steps, std::string(recast().Step(step)));
      made_.router().Follow(envelope, plan, 0);
      if (envelope.status.error) return Fate::kRefused;
    }
    return Fate::kFits;
  }

  Fate Errors() {
    const auto& table = server_.side().table();
    for (const Index error : Slice(table.pool.indices, server_.declared().raises)) {
      std::vector<Value> details{Value()};
      const Index type = table.errors[error].detail_type;
      if (type != kNone) {
        details.clear();
        for (const json& document : Documents(server_.side(), false).Of(type)) {
          if (auto value = Read(server_.side(), type, document)) details.push_back(std::move(*value));
        }
        if (details.empty()) return Fate::kUntold;
      }
      for (const Value& detail : details) {
        if (const Fate fate = Raise(table.errors[error], detail); fate != Fate::kFits) return fate;
      }
    }
    return Fate::kFits;
  }

  Fate Raise(const mesh::contract::ErrorKind& error, const Value& detail) {
    mesh::Envelope envelope = waiting_;
    const std::string name(error.name);
    mesh::Error raised{.name = name, .message = "on purpose"};
    raised.detail = recast().Detail(name, detail, kHeaviest);
    made_.router().Fail(envelope, std::move(raised), 0);
    if (envelope.status.error->name != name) return Fate::kRefused;
    const Index known = made_.side().FindError(name);
    const Index type = made_.side().table().errors[known].detail_type;
    if (type == kNone || error.detail_type == kNone) return Fate::kFits;
    const json document = Written(server_.side(), error.detail_type, detail);
    const json again = Written(made_.side(), type, envelope.status.error->detail);
    const bool kept = Kept(Renamed(document, made_.side(), type), again);
    return kept ? Fate::kFits : Wrong(fmt::format("the detail {} became {}", document.dump(), again.dump()));
  }

  const ActorMesh& made_;
  const ActorMesh& server_;
  mesh::compatibility::CallRecasts recasts_;
  mesh::Envelope waiting_;
  std::string wrong_;
};

/// May break more than need be.
bool IsCareful(const Finding& finding) {
  const auto has_pattern = [](const std::string& type) { return type.find("pattern") != std::string::npos; };
  return finding.rule == Rule::kKind || finding.rule == Rule::kPattern || has_pattern(finding.old_type) ||
         has_pattern(finding.new_type);
}

/// Empty, or how the judge was wrong.
std::string Check(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  const ActorTree from = MakeActor(random);
  const ActorTree to = MutateActor(from, random);
  const ActorMesh made(from);
  const ActorMesh server(to);
  const auto served = FindServed(server.side(), made.side(), {true});
  std::set<Rule> rules;
  for (const Finding& finding : served.findings) rules.insert(finding.rule);
  Fate fate = Fate::kRefused;
  std::string wrong;
  if (server.actor() != kNone && server.declared().kind == made.declared().kind) {
    Visits visits(made, server);
    fate = visits.Try();
    wrong = visits.wrong();
  }
  if (fate == Fate::kUntold) return "";
  if (served.calls[ActorMesh::kPoint]) {
    ++tally.fits;
    if (fate == Fate::kFits) return "";
    return fmt::format("false safe: {}", wrong.empty() ? "what is said to be served is refused" : wrong);
  }
  ++tally.breaks;
  // Where values do not fit nobody asks how they are recast.
  if (fate == Fate::kRefused || fate == Fate::kWrong) {
    if (rules.size() == 1) tally.caught.insert(*rules.begin());
    return "";
  }
  for (const Finding& finding : served.findings) {
    if (IsCareful(finding)) return "";
  }
  return fmt::format("false break: {}: {}, but everything goes through",
                     RowOf(served.findings.front().rule).name, served.findings.front().message);
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  using mesh::compatibility::Rule;
  return meshc::property::CheckJudgedPairs(
      argc, argv,
      {.about = "Asks whether the judge of calls tells the truth",
       .told = "{} pairs of actors from seed {}: {} are served, {} are not",
       .rules = {Rule::kNarrowed, Rule::kPattern, Rule::kEnumValue, Rule::kEnumOpen, Rule::kUnionTag,
                 Rule::kMissing, Rule::kNull, Rule::kKind, Rule::kLabel, Rule::kStep, Rule::kMaxSteps,
                 Rule::kRaises, Rule::kActorKind, Rule::kActorRemoved},
       .check = meshc::property::Check});
}
