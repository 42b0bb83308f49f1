// A small mesh that is right, and ways to break it.
#pragma once

#include <string>

#include "tests/support/memory_world.h"

namespace meshc::test {

inline constexpr const char* kNotes = R"(mesh demo.notes;

envelope Note {
  in text: string;
  out reply: string;
}

processor answer(text: string) -> (reply: string);

flow keep on Note {
  answer;
}

scenario "an answer is kept" for keep {
  given { text: "hello" };
  stub answer returns { reply: "hi" };
  expect visits answer;
  expect reply == "hi";
}
)";

inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

inline MemoryWorld WorldWith(const std::string& text) {
  MemoryWorld world;
  world.files.Put("notes.flow", text);
  return world;
}

}  // namespace meshc::test
