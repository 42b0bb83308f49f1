#include "compiler/budget/path.h"

#include <fmt/format.h>

namespace meshc::budget {
namespace {

constexpr std::size_t kMostSteps = 60;

std::string CountText(Amount count) { return count.is_bounded() ? fmt::format("{}", count.value()) : "n"; }

/// Parts that are taken several times become one text.
class Groups {
 public:
  void Open(Amount count) { open_.push_back({CountText(count), {}}); }
  void Add(std::string text) { open_.back().texts.push_back(std::move(text)); }

  void Close() {
    const Group group = std::move(open_.back());
    open_.pop_back();
    const std::string texts = fmt::format("{}", fmt::join(group.texts, " > "));
    Add(group.count + " x " + (group.texts.size() == 1 ? texts : "(" + texts + ")"));
  }

  std::vector<std::string> Finish() && {
    while (open_.size() > 1) Close();
    return std::move(open_.front().texts);
  }

 private:
  struct Group {
    std::string count;
    std::vector<std::string> texts;
  };
  std::vector<Group> open_{1};
};

}  // namespace

PathId Paths::Add(Part part) { return parts_.Add(std::move(part)); }

PathId Paths::Add(Step step) {
  steps_.push_back(std::move(step));
  return Add({Kind::kStep, static_cast<std::uint32_t>(steps_.size() - 1), {}, {}, {}});
}

PathId Paths::Then(PathId first, PathId second) {
  if (!first.has_value()) return second;
  if (!second.has_value()) return first;
  return Add({Kind::kThen, 0, first, second, {}});
}

PathId Paths::Times(PathId path, Amount count) {
  if (!path.has_value() || count == Amount()) return {};
  return count == Amount(1) ? path : Add({Kind::kTimes, 0, path, {}, count});
}

// From left to right with a stack of its own: a path is as deep as it is long. A none id closes a group.
std::vector<std::string> PathText(const Paths& paths, PathId path) {
  Groups groups;
  std::vector<PathId> open;
  if (path.has_value()) open.push_back(path);
  for (std::size_t steps = 0; !open.empty();) {
    const PathId id = open.back();
    open.pop_back();
    if (!id.has_value()) {
      groups.Close();
      continue;
    }
    const Paths::Part& part = paths.parts_[id];
    if (part.kind == Paths::Kind::kStep) {
      const bool more = ++steps <= kMostSteps;
      groups.Add(more ? paths.steps_[part.step].text : "...");
      if (!more) break;
    } else if (part.kind == Paths::Kind::kThen) {
      open.insert(open.end(), {part.second, part.first});
    } else {
      groups.Open(part.count);
      open.insert(open.end(), {PathId{}, part.first});
    }
  }
  return std::move(groups).Finish();
}

}  // namespace meshc::budget
