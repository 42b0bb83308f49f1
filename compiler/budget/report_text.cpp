#include <fmt/format.h>

#include "compiler/budget/budget.h"
#include "compiler/budget/words.h"

namespace meshc::budget {
namespace {

class TextReport {
 public:
  explicit TextReport(const Report& report) : report_(report) {}

  std::string Print() {
    for (const FlowBudget& budget : report_.budgets) {
      if (!text_.empty()) text_ += '\n';
      Add(budget);
    }
    return std::move(text_);
  }

 private:
  void Line(std::string_view what, const std::string& value) {
    text_ += fmt::format("  {:<16}{}\n", what, value);
  }
  void Detail(std::string_view what, const std::string& value) {
    text_ += fmt::format("    {:<14}{}\n", what, value);
  }

  std::string Place(source::SourceRange range) const {
    const auto at = report_.sources.Locate(range.file, range.begin);
    return fmt::format("{}:{}:{}", report_.sources.Name(range.file), at.line, at.column);
  }

  void Add(const FlowBudget& budget) {
    const sema::Flow& flow = report_.program.flows[budget.flow];
    text_ += "flow " + flow.name;
    if (flow.sla_ns > 0) text_ += ", sla " + TimeText(Amount(flow.sla_ns));
    text_ += '\n';
    AddTimes(budget, flow.sla_ns);
    Line("most hops", CountText(budget.hops));
    Line("most messages", CountText(budget.messages));
    Line("most cost", MoneyText(budget.money));
    AddCause(budget);
    AddCoordination(budget.coordination);
  }

  void AddTimes(const FlowBudget& budget, std::int64_t sla_ns) {
    const std::string over = budget.exceeds(sla_ns) ? ", longer than the sla" : "";
    const bool parks = !(budget.clocked.time == budget.longest.time);
    Line("longest time", TimeText(budget.longest.time) + (parks ? "" : over));
    if (parks) Line("not parked", TimeText(budget.clocked.time) + over);
    if (!budget.longest.path.empty()) {
      Line("longest path", fmt::format("{}", fmt::join(budget.longest.path, " > ")));
    }
  }

  void AddCause(const FlowBudget& budget) {
    const source::SourceRange cause = budget.endless.count;
    if (cause.has_value())
      Line("unbounded", fmt::format("because of the `each` at {}, which states no `max`", Place(cause)));
  }

  void AddCoordination(const Coordination& found) {
    Line("coordination", found.is_free() ? "free" : "needed");
    for (const FieldState& field : found.fields) {
      std::vector<std::string> places;
      for (const Overwrite& one : field.overwrites)
        places.push_back(fmt::format("{} at {}", one.by, Place(one.range)));
      Detail("field", fmt::format("{}, overwritten by {}", field.name, fmt::join(places, ", ")));
    }
    for (const JoinState& join : found.joins) Detail("join", JoinText(join));
    for (const ParkState& park : found.parks) {
      Detail("park", fmt::format("{} at {}, timeout {}", park.signal, Place(park.range),
                                 TimeText(Amount(park.timeout_ns))));
    }
    for (const LoopState& loop : found.loops) {
      Detail("loop", fmt::format("{} at {}, max {}", loop.statement, Place(loop.range), loop.max));
    }
    for (const std::string& call : found.calls) Detail("call", call + ", a flow that needs coordination");
  }

  std::string JoinText(const JoinState& join) const {
    const std::string branches =
        join.branches ? fmt::format("{} branches", *join.branches) : "a branch per element";
    const std::string wait = join.wait ? fmt::format("waits for {} of them", *join.wait) : "waits for all";
    return fmt::format("{} at {}, {}, {}{}", join.statement, Place(join.range), branches, wait,
                       join.order_sensitive ? ": their order decides" : "");
  }

  const Report& report_;
  std::string text_;
};

}  // namespace

std::string PrintText(const Report& report) { return TextReport(report).Print(); }

}  // namespace meshc::budget
