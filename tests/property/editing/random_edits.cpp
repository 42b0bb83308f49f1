#include "tests/property/editing/random_edits.h"

#include <algorithm>
#include <array>

namespace meshc::property {
namespace {

/// `$` stands for a line end.
constexpr std::array kTyped = {"set x = 1;",
                               "retry 3",
                               "raises e",
                               "if a > 1 { } else { }",
                               "repeat max 3 { } until true;",
                               "timeout 5s;",
                               "// a remark",
                               "/// a doc",
                               "/* aside */",
                               "x: string?;",
                               "try { } on any { }",
                               "expect hops <= 3;",
                               "optional a;",
                               "as { r: f }",
                               "record R { a: int = 5.; }$",
                               "flow f on E { a -> b; }$",
                               "import \"other.flow\";$",
                               "\"text ${a}\"",
                               "\xC3\xA9t\xC3\xA9 \xE6\xBC\xA2 \xF0\x9F\x8E\xAD",
                               "processor p(a: int) -> (b: int);$",
                               "-- no comment",
                               "1e+5",
                               "'quoted'"};
constexpr std::array kOpened = {"{", "(", "[", "\"", "/*", "\"\"\"", "}", ")", ";", "@", "'"};

bool IsInside(const std::string& text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// The line around a place, with its end.
TextEdit LineAt(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t behind = text.find('\n', at);
  return {before == std::string::npos ? 0 : before + 1,
          behind == std::string::npos ? text.size() : behind + 1, ""};
}

}  // namespace

std::size_t RandomEdits::Place(const std::string& text) {
  auto at = static_cast<std::size_t>(random_.Below(static_cast<int>(text.size()) + 1));
  while (IsInside(text, at)) --at;
  return at;
}

TextEdit RandomEdits::Next(const std::string& text) {
  if (planned_.empty()) Plan(text);
  const TextEdit edit = planned_.front();
  planned_.pop_front();
  if (!undoing_)
    undo_.push_back(
        {edit.begin, edit.begin + edit.by.size(), text.substr(edit.begin, edit.end - edit.begin)});
  return edit;
}

void RandomEdits::Plan(const std::string& text) {
  // What is never taken back leaves no program after a while.
  undoing_ = undo_.size() > 12 || (!undo_.empty() && random_.OneIn(3));
  if (undoing_) return PlanUndo();
  switch (random_.Below(6)) {
    case 0:
    case 1: return PlanTyping(text);
    case 2: return PlanMovedLine(text);
    case 3: return void(planned_.push_back(DroppedLine(text)));
    case 4: return void(planned_.push_back(Cut(text)));
    default: {
      const std::size_t at = Place(text);
      planned_.push_back({at, at, kOpened[static_cast<std::size_t>(random_.Below(kOpened.size()))]});
    }
  }
}

void RandomEdits::PlanUndo() {
  const auto most = static_cast<int>(undo_.size());
  const int count = random_.OneIn(2) ? most : 1 + random_.Below(most);
  for (int i = 0; i < count; ++i) {
    planned_.push_back(undo_.back());
    undo_.pop_back();
  }
}

void RandomEdits::PlanTyping(const std::string& text) {
  std::string typed = kTyped[static_cast<std::size_t>(random_.Below(kTyped.size()))];
  std::replace(typed.begin(), typed.end(), '$', '\n');
  const std::size_t at = random_.OneIn(3) ? Place(text) : LineAt(text, Place(text)).begin;
  for (std::size_t begin = 0; begin < typed.size();) {
    std::size_t end = begin + 1;
    while (IsInside(typed, end)) ++end;
    planned_.push_back({at + begin, at + begin, typed.substr(begin, end - begin)});
    begin = end;
  }
}

void RandomEdits::PlanMovedLine(const std::string& text) {
  const TextEdit line = LineAt(text, Place(text));
  const std::string moved = text.substr(line.begin, line.end - line.begin);
  planned_.push_back(line);
  std::string rest = text;
  rest.erase(line.begin, line.end - line.begin);
  const std::size_t to = LineAt(rest, Place(rest)).begin;
  planned_.push_back({to, to, moved});
}

TextEdit RandomEdits::DroppedLine(const std::string& text) {
  const std::size_t import = text.find("import ");
  if (import != std::string::npos && random_.OneIn(3)) return LineAt(text, import);
  return LineAt(text, Place(text));
}

TextEdit RandomEdits::Cut(const std::string& text) {
  const std::size_t begin = Place(text);
  std::size_t end = std::min(text.size(), begin + static_cast<std::size_t>(random_.Below(40)));
  while (IsInside(text, end)) ++end;
  // Half of them are pasted over with something from elsewhere.
  if (random_.OneIn(2)) return {begin, end, ""};
  const TextEdit from = LineAt(text, Place(text));
  return {begin, end, text.substr(from.begin, from.end - from.begin)};
}

}  // namespace meshc::property
