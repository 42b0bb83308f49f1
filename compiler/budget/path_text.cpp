#include <fmt/format.h>

#include <algorithm>

#include "compiler/budget/path.h"

namespace meshc::budget {
namespace {

constexpr std::uint32_t kHead = 8;
constexpr std::uint32_t kTail = 24;
constexpr const char* kCut = "…";

/// Steps that are taken several times become one text.
class Groups {
 public:
  void Open(Amount count) {
    open_.push_back({count.is_bounded() ? fmt::format("{}", count.value()) : "n", {}});
  }
  void Add(std::string text) { open_.back().texts.push_back(std::move(text)); }

  void AddCut() {
    const auto& texts = open_.back().texts;
    if (texts.empty() || texts.back() != kCut) Add(kCut);
  }

  void Close() {
    const Group group = std::move(open_.back());
    open_.pop_back();
    const std::string texts = fmt::format("{}", fmt::join(group.texts, " > "));
    Add(group.count + " x " + (group.texts.size() == 1 ? texts : "(" + texts + ")"));
  }

  std::vector<std::string> Take() && { return std::move(open_.front().texts); }

 private:
  struct Group {
    std::string count;
    std::vector<std::string> texts;
  };
  std::vector<Group> open_{1};
};

/// From left to right with a stack of its own: a path is as deep as it is long. What is cut out is not
/// entered, so that a path which doubles with every level takes no longer than another one.
class PathWriter {
 public:
  explicit PathWriter(const Paths& paths) : paths_(paths) {}

  std::vector<std::string> Write(PathId path) && {
    if (path.has_value()) open_.push_back({path, 0, 0});
    while (!open_.empty()) {
      const Place next = open_.back();
      open_.pop_back();
      if (next.path.has_value()) {
        Enter(next);
      } else {
        groups_.Close();
      }
    }
    return std::move(groups_).Take();
  }

 private:
  /// A part, and how many steps stand before and behind it. Without a path: the end of a group.
  struct Place {
    PathId path;
    std::uint32_t before = 0;
    std::uint32_t behind = 0;
  };

  void Enter(const Place& place) {
    const Paths::Part& part = paths_[place.path];
    if (place.before >= kHead && place.behind >= kTail) return groups_.AddCut();
    switch (part.kind) {
      case Paths::Kind::kStep: return groups_.Add(paths_.StepOf(part).text);
      case Paths::Kind::kThen:
        open_.push_back({part.second, More(place.before, part.first), place.behind});
        open_.push_back({part.first, place.before, More(place.behind, part.second)});
        return;
      case Paths::Kind::kTimes:
        groups_.Open(part.count);
        open_.push_back({});
        open_.push_back({part.first, place.before, place.behind});
        return;
    }
  }

  std::uint32_t More(std::uint32_t steps, PathId path) const {
    return std::min(steps + paths_[path].size, Paths::kManySteps);
  }

  const Paths& paths_;
  Groups groups_;
  std::vector<Place> open_;
};

}  // namespace

std::vector<std::string> PathText(const Paths& paths, PathId path) { return PathWriter(paths).Write(path); }

}  // namespace meshc::budget
