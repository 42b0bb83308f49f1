// Editors that count bytes and editors that count units of UTF-16 get the same answers, whatever stands in
// the text: characters of every length, a byte order mark, line ends of every kind.
//
//   encodings_test [--every N]
#include <fmt/format.h>

#include <string>
#include <vector>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/examples.h"
#include "tests/property/editing/run_every.h"

namespace meshc::property {
namespace {

/// The text with characters of two, three and four bytes in comments and strings, CRLF and a byte order mark.
std::string Dressed(const std::string& text) {
  constexpr std::string_view kComment = "/* \xC3\xA9 \xE6\xBC\xA2\xE5\xAD\x97 \xF0\x9F\x8E\xAD */ ";
  std::string dressed = "\xEF\xBB\xBF";
  std::size_t line = 0;
  bool begins = true;
  for (const char c : text) {
    // Inside of strings that go over several lines it is text like any other.
    if (begins && ++line % 3 == 0) dressed += kComment;
    begins = c == '\n';
    dressed += c == '\n' ? "\r\n" : std::string(1, c);
  }
  return dressed;
}

/// The answer with byte offsets in the place of positions.
void CountBytes(const Editor& editor, const std::string& path, Json& json) {
  if (json.is_object() && json.contains("line") && json.contains("character")) {
    json = editor.Offset(path, json);
    return;
  }
  // Places in another text are not those of this one.
  if (json.is_object() && json.contains("uri") && json["uri"] != Json(UriOf(path))) return;
  if (!json.is_structured()) return;
  for (Json& part : json) CountBytes(editor, path, part);
}

/// The two editors, side by side.
class Pair {
 public:
  Pair(const std::string& path, const std::string& text) : path_(path) {
    bytes_.Open(path, text);
    units_.Open(path, text);
  }

  /// Empty: they are told the same.
  std::string Ask(const std::string& method, std::size_t offset) {
    Json answers[2];
    Editor* editors[2] = {&bytes_, &units_};
    for (int i = 0; i < 2; ++i) {
      Json params = editors[i]->At(path_, offset);
      params["context"] = {{"includeDeclaration", true}};
      params["newName"] = "quite_another_name";
      params["range"] = {{"start", params["position"]}, {"end", params["position"]}};
      params["positions"] = Json::array({params["position"]});
      try {
        answers[i] =
            method.empty() ? editors[i]->Findings(path_) : editors[i]->Ask("textDocument/" + method, params);
        CountBytes(*editors[i], path_, answers[i]);
      } catch (const std::runtime_error& error) {
        answers[i] = error.what();
      }
    }
    if (answers[0] == answers[1]) return "";
    return fmt::format("{} at byte {} of {}\n--- in bytes: {}\n--- in units: {}", method, offset, path_,
                       answers[0].dump(1), answers[1].dump(1));
  }

 private:
  source::MemoryFileSystem disk_;
  Editor bytes_{disk_, Encoding::kUtf8}, units_{disk_, Encoding::kUtf16};
  std::string path_;
};

int Run(int every) {
  static const std::vector<std::string> kMethods = {"",
                                                    "hover",
                                                    "definition",
                                                    "references",
                                                    "documentHighlight",
                                                    "completion",
                                                    "signatureHelp",
                                                    "rename",
                                                    "documentSymbol",
                                                    "foldingRange",
                                                    "selectionRange",
                                                    "inlayHint",
                                                    "codeAction"};
  int asked = 0;
  int wrong = 0;
  for (const Texts& texts : Examples()) {
    if (texts.size() > 1) continue;
    const std::string text = Dressed(texts.begin()->second);
    Pair pair(texts.begin()->first, text);
    for (std::size_t at = 0; at < text.size(); at += static_cast<std::size_t>(every)) {
      if ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) continue;
      const std::string problem = pair.Ask(kMethods[static_cast<std::size_t>(asked++) % kMethods.size()], at);
      if (!problem.empty()) fmt::print("{}\n", problem);
      wrong += problem.empty() ? 0 : 1;
    }
  }
  fmt::print("{} questions, {} answered differently\n", asked, wrong);
  return asked > 0 && wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::RunEvery(argc, argv, "Asks in both encodings of positions", 61,
                                   meshc::property::Run);
}
