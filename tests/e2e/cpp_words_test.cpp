// Every word of C++ is a legal name in Flow, and what is generated for it compiles, by g++ and by clang++.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "run_program.h"
#include "scratch.h"
#include "tests/support/cpp_keywords.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

/// `pattern` for every word that is no literal of Flow, which stands for each `%`.
std::string EachWord(std::string_view pattern) {
  std::string text;
  for (const std::string_view word : kCppKeywords) {
    if (word == "true" || word == "false") continue;
    for (const char c : pattern) text += c == '%' ? word : std::string_view(&c, 1);
  }
  return text;
}

/// Also unions that contain each other, and a type that the factory of an actor would hide.
std::string FlowOfWords() {
  const std::string words = EachWord("%, ");
  const std::string numbers = EachWord("%: int; ");
  const std::string params = EachWord("%: int, ");
  return "mesh words;\n"
         "enum Word { " +
         words + "}\nopen enum OpenWord { " + words +
         "}\n"
         "record Words { " +
         numbers + "}\nunion AnyWord { " + numbers +
         "}\n"
         "union Left { leaf: int; rights: [Right]; }\nunion Right { leaf: string; left: Left; }\n"
         "record MakeWords { words: Words; }\n"
         "error broken retriable { " +
         numbers +
         "}\n"
         "envelope Note {\n"
         "  in word: Word; in open: OpenWord; in any: AnyWord; in left: Left; in made: MakeWords;\n" +
         EachWord("  in %: int; var new_%: int?;\n") +
         "}\n"
         "processor take(word: Word, open: OpenWord, any: AnyWord, left: Left) { raises broken; }\n"
         "processor words(made: MakeWords);\nprocessor yield(made: MakeWords);\n"
         "processor params(" +
         params + ") -> (" + params +
         ");\n"
         "router pick(word: Word) -> { " +
         words +
         "};\n"
         "flow f on Note {\n"
         "  take; words; yield; params as { " +
         EachWord("%: new_%, ") +
         "};\n"
         "  route pick { " +
         EachWord("% => { } ") + "}\n}\n";
}

/// All that is compiled, as the unity builds of the generated project do: one file after the other.
std::string IncludesOf(const ScratchFolder& scratch) {
  std::string text;
  for (const char* folder : {"out/src/words/actors", "actors"}) {
    for (const auto& [name, content] : ReadTree(scratch.path() / folder))
      text += "#include \"" + (scratch / (std::string(folder) + "/" + name)) + "\"\n";
  }
  for (const char* file : {"types", "codec", "entries"})
    text += "#include \"" + (scratch / ("out/src/words/" + std::string(file) + ".cpp")) + "\"\n";
  return text;
}

TEST(CppWords, AreNamesThatBothCompilersTake) {
  const ScratchFolder scratch("cpp_words");
  WriteFile(scratch.path() / "words.flow", FlowOfWords());
  const ProgramRun compiled =
      RunProgram({Meshc(), "compile", "words.flow", "-o", "out"}, {.folder = scratch.path().string()});
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  WriteFile(scratch.path() / "all.cpp", IncludesOf(scratch));
  for (const char* compiler : {"g++", "clang++"}) {
    if (RunProgram({compiler, "--version"}).exit_code != 0) continue;
    // The mode that the generated project asks for: C++20 with the compiler's extensions.
    const ProgramRun run = RunProgram({compiler, "-std=gnu++20", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                                       "-fsyntax-only", "-I", scratch / "out/include", "-I",
                                       (test::SourceFolder() / "runtime").string(), scratch / "all.cpp"});
    EXPECT_EQ(run.exit_code, 0) << compiler << "\n" << run.err.substr(0, 2000);
  }
}

}  // namespace
}  // namespace meshc::test
