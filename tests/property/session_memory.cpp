// What a session of the language server holds in memory does not grow with the edits that it has seen, nor
// with the number of files that the same declarations stand in.
//
//   session_memory_test [--edits N] [--files N]
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"

namespace meshc::property {
namespace {

constexpr int kFewEdits = 100;
/// Of which each makes Graphviz keep 90 KB, where it is asked.
constexpr int kPictures = 20;
constexpr std::size_t kMostOfPictures = kPictures * 20UL * 1024;
/// What the allocator's own blocks and texts of other lengths make of the same.
constexpr double kSame = 1.1;
/// Each file has a name, a text and an import of its own.
constexpr double kSameInFiles = 1.25;

/// Bytes that are allocated now, whatever the allocator keeps beside.
std::size_t HeapBytes() { return mallinfo2().uordblks; }

bool NotMoreThan(const char* what, std::size_t few, std::size_t many, double times) {
  const double ratio = static_cast<double>(many) / static_cast<double>(few);
  fmt::print("{}: {} KiB, then {} KiB: {:.3f} times, at most {}\n", what, few / 1024, many / 1024, ratio,
             times);
  return ratio <= times;
}

bool GrowsLittle(std::size_t before, std::size_t after) {
  const std::size_t grown = after > before ? after - before : 0;
  fmt::print("  {} pictures: {} KiB, at most {}\n", kPictures, grown / 1024, kMostOfPictures / 1024);
  return grown <= kMostOfPictures;
}

/// A word typed and taken back at one place after another, with the questions that editors ask then.
class Writer {
 public:
  Writer(Editor& editor, std::string path) : editor_(editor), path_(std::move(path)) {
    const std::string& text = editor.Text(path_);
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      places_.push_back(at);
  }

  void Edit() {
    const std::size_t place = places_[static_cast<std::size_t>(number_ / 2) * 31 % places_.size()];
    const bool types = number_++ % 2 == 0;
    if (types)
      editor_.Replace(path_, place, place, kTyped);
    else
      editor_.Replace(path_, place, place + kTyped.size(), "");
    editor_.Findings(path_);
    Ask(place);
  }

  /// Tells more of an actor, and takes that back: an open pane shows both.
  void Describe() {
    const std::string doc = "\n/// as pictures tell";
    const std::size_t actor = editor_.Text(path_).find("\nprocessor ");
    editor_.Replace(path_, actor, actor, doc);
    const Json described = editor_.Ask("meshc/graph", editor_.At(path_, actor));
    editor_.Replace(path_, actor, actor + doc.size(), "");
    if (editor_.Ask("meshc/graph", editor_.At(path_, actor))["picture"] == described["picture"])
      throw std::runtime_error("a picture that stays the same");
  }

 private:
  void Ask(std::size_t place) {
    static const std::vector<std::string> kMethods = {
        "completion",          "hover",      "definition",    "signatureHelp", "foldingRange", "codeLens",
        "semanticTokens/full", "references", "documentSymbol"};
    const std::string& method = kMethods[static_cast<std::size_t>(number_) % kMethods.size()];
    Json params = editor_.At(path_, place);
    params["context"] = {{"includeDeclaration", true}};
    editor_.Ask("textDocument/" + method, params);
  }

  const std::string kTyped = " set x";
  Editor& editor_;
  std::string path_;
  std::vector<std::size_t> places_;
  int number_ = 0;
};

bool StaysAfterEdits(int edits) {
  bool stays = true;
  for (const Texts& texts : Examples()) {
    const source::MemoryFileSystem disk;
    Editor editor(disk);
    for (const auto& [path, text] : texts) editor.Open(path, text);
    const std::string path = RootOf(texts);
    Writer writer(editor, path);
    for (int i = 0; i < kFewEdits; ++i) writer.Edit();
    writer.Describe();
    const std::size_t few = HeapBytes();
    for (int i = kFewEdits; i < edits; ++i) writer.Edit();
    stays &= NotMoreThan(path.c_str(), few, HeapBytes(), kSame);
    const std::size_t before = HeapBytes();
    for (int i = 0; i < kPictures; i += 2) writer.Describe();
    stays &= GrowsLittle(before, HeapBytes());
  }
  return stays;
}

std::string Domain(int n) {
  return fmt::format(
      "envelope Work{0} {{ in note: string; var draft: string = \"\"; out reply: string; }}\n"
      "error lost{0} recoverable;\n"
      "processor write{0}(note: string) -> (draft: string) {{ raises lost{0}; timeout 2s; }}\n"
      "processor tell{0}(draft: string) -> (reply: string);\n"
      "flow work{0} on Work{0} {{\n  repeat max 3 {{ write{0}; }} until len(draft) > 3;\n  tell{0};\n"
      "}} on lost{0} as e {{\n  tell{0};\n}}\n",
      n);
}

/// The same declarations in so many files: a root, which imports the others.
Texts InFiles(int domains, int files) {
  Texts texts;
  std::string root = "mesh many.files;\n";
  for (int file = 1; file < files; ++file) root += fmt::format("import \"part{}.flow\";\n", file);
  texts["/root.flow"] = root;
  for (int n = 0; n < domains; ++n) {
    const int file = n % files;
    texts[file == 0 ? "/root.flow" : fmt::format("/part{}.flow", file)] += Domain(n);
  }
  return texts;
}

/// One file is open, and has been edited.
std::size_t HeapOf(const Texts& texts) {
  const source::MemoryFileSystem disk(texts);
  const std::size_t before = HeapBytes();
  Editor editor(disk);
  editor.Open("/root.flow", texts.at("/root.flow"));
  Writer writer(editor, "/root.flow");
  for (int i = 0; i < kFewEdits; ++i) writer.Edit();
  return HeapBytes() - before;
}

bool StaysInFiles(int files) {
  constexpr int kDomains = 500;
  return NotMoreThan(fmt::format("in one file, and in {}", files).c_str(), HeapOf(InFiles(kDomains, 1)),
                     HeapOf(InFiles(kDomains, files)), kSameInFiles);
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Edits texts in a session of the language server and looks at what it holds in memory");
  int edits = 1000;
  int files = 50;
  app.add_option("--edits", edits, "In each example");
  app.add_option("--files", files, "That the same declarations stand in");
  CLI11_PARSE(app, argc, argv);
  try {
    const bool after_edits = meshc::property::StaysAfterEdits(edits);
    const bool in_files = meshc::property::StaysInFiles(files);
    return after_edits && in_files ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}
