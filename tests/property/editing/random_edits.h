// What people do to a text while they write.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "tests/property/random.h"

namespace meshc::property {

/// Replaces the bytes [begin, end).
struct TextEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string by;
};

/// Words typed letter by letter, lines moved and dropped, brackets opened, pieces cut and pasted, and most of
/// it undone. The same seed and texts give the same edits. Never splits a character.
class RandomEdits {
 public:
  explicit RandomEdits(Random& random) : random_(random) {}

  /// The next edit of the text, which is what the edits before have made of it.
  TextEdit Next(const std::string& text);

 private:
  void Plan(const std::string& text);
  void PlanTyping(const std::string& text);
  void PlanMovedLine(const std::string& text);
  void PlanUndo();
  TextEdit DroppedLine(const std::string& text);
  TextEdit Cut(const std::string& text);
  std::size_t Place(const std::string& text);

  Random& random_;
  std::deque<TextEdit> planned_;
  bool undoing_ = false;        // The planned ones take back others.
  std::vector<TextEdit> undo_;  // What takes back the edits so far, the newest last.
};

}  // namespace meshc::property
