// `if`, `match` and `route`: one of several arms.
#include <fmt/format.h>

#include "compiler/budget/flow_walk.h"

namespace meshc::budget {
namespace {

std::string PatternText(const std::optional<types::Constant>& pattern) {
  if (!pattern) return "_";
  switch (pattern->kind) {
    case types::ConstantKind::kBool: return pattern->boolean ? "true" : "false";
    case types::ConstantKind::kInt: return fmt::format("{}", pattern->integer);
    case types::ConstantKind::kString: return pattern->text;
    case types::ConstantKind::kNull:
    case types::ConstantKind::kFloat:
    case types::ConstantKind::kBytes:
    case types::ConstantKind::kTimestamp:
    case types::ConstantKind::kDuration:
    case types::ConstantKind::kList:
    case types::ConstantKind::kMap:
    case types::ConstantKind::kRecord:
    case types::ConstantKind::kUnion: break;
  }
  return "";
}

std::string MarkOf(const std::vector<std::optional<types::Constant>>& patterns) {
  std::vector<std::string> texts;
  for (const auto& pattern : patterns) texts.push_back(PatternText(pattern));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

std::string MarkOf(const syntax::RouteArm& arm) {
  std::vector<std::string> labels;
  for (const syntax::Identifier& label : arm.labels) labels.push_back(label.text.str());
  return fmt::format("[{}]", fmt::join(labels, ", "));
}

}  // namespace

// A mark with nothing behind it would seem to belong to what follows.
void FlowWalk::Arm(const Cost& before, const std::string& mark, std::optional<Cost>& joined, Body body) {
  here_ = Marked(paths_, before, mark);
  const PathId done = here_->done.longest.path;
  const PathId clocked = here_->clocked.path;
  body();
  if (here_ && here_->done.longest.path == done) here_->done.longest.path = before.done.longest.path;
  if (here_ && here_->clocked.path == clocked) here_->clocked.path = before.clocked.path;
  KeepWorse(joined, here_);
}

void FlowWalk::If(const syntax::IfStatement& statement) {
  const Cost before = *here_;
  std::optional<Cost> joined;
  bool is_first = true;
  bool has_else = false;
  for (const syntax::IfArm& arm : statement.arms) {
    here_ = before;
    Evaluate(arm.condition);
    has_else = arm.condition == nullptr;
    Arm(before, has_else ? "[else]" : is_first ? "[then]" : "[else if]", joined, [&] { Walk(arm.body); });
    is_first = false;
  }
  if (!has_else) KeepWorse(joined, before);
  here_ = joined;
}

void FlowWalk::Match(const syntax::MatchStatement& match) {
  Evaluate(match.subject);
  const Cost before = *here_;
  const auto& patterns = program_.FactsOf(match).patterns;
  std::optional<Cost> joined;
  for (std::size_t i = 0; i < match.arms.size(); ++i) {
    Arm(before, MarkOf(patterns[i]), joined, [&] { Walk(*match.arms[i].body); });
  }
  here_ = joined;
}

void FlowWalk::Route(const syntax::RouteStatement& route) {
  Call(route.router);
  const Cost before = *here_;
  std::optional<Cost> joined;
  for (const syntax::RouteArm& arm : route.arms) {
    Arm(before, MarkOf(arm), joined, [&] { Walk(*arm.body); });
  }
  here_ = joined;
}

}  // namespace meshc::budget
