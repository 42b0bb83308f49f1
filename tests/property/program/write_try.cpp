#include <algorithm>
#include <array>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {
namespace {

/// Calls that may raise whatever a clause is written for.
constexpr const char* kRisky = "p_log as { v: trace }; p_value(i0: (m + 1)) as trace;";

/// What a clause names, and the names that no later clause may have.
struct ClauseForm {
  const char* names;
  std::vector<const char*> covers;
};

const std::array<ClauseForm, 8>& ClauseForms() {
  static const std::array<ClauseForm, 8> kForms = {{
      {"e1", {"e1"}},
      {"e0", {"e0", "e1"}},
      {"e2", {"e2"}},
      {"timeout, crash", {"timeout", "crash"}},
      {"e1, e2", {"e1", "e2"}},
      {"contract_violation", {"contract_violation"}},
      {"expression_error", {"expression_error"}},
      {"deadline_exceeded", {"deadline_exceeded"}},
  }};
  return kForms;
}

bool Overlap(const std::string& caught, const ClauseForm& form) {
  for (const char* name : form.covers) {
    if (caught.find(std::string(" ") + name + " ") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> FlowWriter::ClauseNames(int count) {
  std::vector<std::string> names;
  std::string caught = " ";
  for (int i = 0; i < count; ++i) {
    const ClauseForm& form = ClauseForms()[static_cast<std::size_t>(Below(8))];
    if (i + 1 == count && !OneIn(3)) {
      names.emplace_back("any");
    } else if (!Overlap(caught, form)) {
      names.emplace_back(form.names);
      for (const char* name : form.covers) caught += std::string(name) + " ";
    }
  }
  if (names.empty() && count > 0) names.emplace_back("e0");
  const bool may_follow_any = std::all_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "e0" || name == "contract_violation" || name == "deadline_exceeded";
  });
  // It leaves what is fatal to the clauses behind it: of `e0`, the child `e4`.
  if (count > 0 && may_follow_any && OneIn(2)) names.insert(names.begin(), "any");
  return names;
}

Code FlowWriter::Clauses(const Place& place, int count) {
  Code clauses{"", 0};
  for (const std::string& name : ClauseNames(count)) {
    Place clause = place.Inner();
    clause.clause = NewVariable("e");
    const Code body = Block(clause);
    clauses.text += Compose(" on # as # #", {name, clause.clause, body.text});
    clauses.ways |= body.ways;
  }
  return clauses;
}

Code FlowWriter::Try(Place& place) {
  const Code body = Block(place.Inner(), kRisky);
  const bool with_finally = OneIn(2);
  const Code clauses = Clauses(place, with_finally ? Below(3) : 1 + Below(2));
  Code guarded{"try " + body.text + clauses.text, body.ways | clauses.ways};
  return with_finally ? Finally(place, std::move(guarded)) : guarded;
}

Code FlowWriter::Finally(const Place& place, Code guarded) {
  Place last = place.Inner();
  last.may_return = false;
  last.in_loop = false;
  const Code block = Block(last);
  guarded.text += " finally " + block.text;
  // What does not come to the end of it raises.
  if ((block.ways & kFalls) == 0) guarded.ways = 0;
  return guarded;
}

}  // namespace meshc::property
