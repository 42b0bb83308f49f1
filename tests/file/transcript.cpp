#include "tests/file/transcript.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "compiler/language_server/framing.h"
#include "compiler/language_server/server.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::test {
namespace {

using language_server::Json;

constexpr const char* kFolder = "file:///mesh/";

struct Step {
  std::string word;
  std::string rest;   ///< Of its line.
  std::string lines;  ///< Below it.
};

std::vector<Step> ReadSteps(const std::string& transcript) {
  std::vector<Step> steps;
  std::istringstream stream(transcript);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("--- ")) {
      if (!steps.empty()) steps.back().lines += line + "\n";
      continue;
    }
    const std::size_t blank = std::min(line.find(' ', 4), line.size());
    steps.push_back({line.substr(4, blank - 4), blank < line.size() ? line.substr(blank + 1) : "", ""});
  }
  return steps;
}

/// Positions count bytes here: transcripts ask for utf-8 unless they say otherwise.
Json PositionAt(const std::string& text, std::size_t offset) {
  const std::size_t line_begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return {{"line", line}, {"character", offset - line_begin}};
}

std::string Trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

std::string Unescape(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == 'r' || text[i + 1] == 'n');
    bytes += escape ? (text[++i] == 'r' ? '\r' : '\n') : text[i];
  }
  return bytes;
}

/// Makes the messages of a transcript, and keeps what each was about.
class Client {
 public:
  explicit Client(const std::vector<Step>& steps) {
    for (const Step& step : steps) {
      if (step.word == "file") files_[step.rest] = step.lines;
    }
    Json params = {{"rootUri", "file:///mesh"},
                   {"capabilities", {{"general", {{"positionEncodings", {"utf-8"}}}}}}};
    std::size_t first = 0;
    if (!steps.empty() && steps[0].word == "initialize") {
      params.merge_patch(Json::parse(steps[0].rest));
      first = 1;
    }
    Ask("initialize", params, "");
    silent_.push_back(next_id_ - 1);
    Tell("initialized", Json::object());
    for (std::size_t i = first; i < steps.size(); ++i) Take(steps, i);
    Ask("shutdown", Json(), "");
    silent_.push_back(next_id_ - 1);
    Tell("exit", Json());
  }

  std::string Run() {
    source::MemoryFileSystem disk;
    for (const auto& [name, text] : files_) disk.Put("/mesh/" + name, text);
    std::istringstream in(bytes_);
    std::ostringstream out;
    std::ostringstream err;
    language_server::SessionDefaults defaults;
    defaults.folder = "/mesh";
    defaults.version = "0";
    const int exit_code =
        language_server::Serve(disk, defaults, {in, out, err, nullptr}, language_server::Pace::kOneByOne);
    return Show(out.str()) + (err.str().empty() ? "" : "stderr: " + err.str()) +
           (exit_code == 0 ? "" : "exit " + std::to_string(exit_code) + "\n");
  }

 private:
  void Take(const std::vector<Step>& steps, std::size_t i) {
    const Step& step = steps[i];
    if (step.word == "open") return Open(step.rest);
    if (step.word == "at") return AskAt(step);
    if (step.word == "replace") return Replace(step.rest, step.lines, steps.at(i + 1).lines);
    if (step.word == "type") return Type(step);
    if (step.word == "close")
      return Tell("textDocument/didClose", {{"textDocument", {{"uri", kFolder + step.rest}}}});
    if (step.word == "send") return Send(step.rest);
    if (step.word == "bytes") bytes_ += Unescape(step.rest);
    if (step.word != "ask" && step.word != "tell") return;
    const std::size_t blank = std::min(step.rest.find(' '), step.rest.size());
    const std::string method = step.rest.substr(0, blank);
    const std::string json = Named(blank < step.rest.size() ? step.rest.substr(blank + 1) : "{}");
    if (step.word == "tell") return Tell(method, Json::parse(json));
    Ask(method, Json::parse(json), method);
  }

  static std::string Named(std::string json) {
    for (std::size_t at = json.find("$uri("); at != std::string::npos; at = json.find("$uri(", at)) {
      const std::size_t end = json.find(')', at);
      json.replace(at, end + 1 - at, kFolder + json.substr(at + 5, end - at - 5));
    }
    return json;
  }

  void Send(const std::string& body) {
    std::ostringstream frame;
    language_server::WriteFrame(frame, body);
    bytes_ += frame.str();
  }

  void Ask(const std::string& method, const Json& params, const std::string& title) {
    titles_[next_id_] = title;
    Send(Json{{"jsonrpc", "2.0"}, {"id", next_id_}, {"method", method}, {"params", params}}.dump());
    ++next_id_;
  }

  void Tell(const std::string& method, const Json& params) {
    Send(Json{{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}.dump());
  }

  void Open(const std::string& name) {
    texts_[name] = files_.at(name);
    versions_[name] = 1;
    Tell("textDocument/didOpen",
         {{"textDocument",
           {{"uri", kFolder + name}, {"languageId", "meshflow"}, {"version", 1}, {"text", texts_[name]}}}});
  }

  void Edit(const std::string& name, std::size_t begin, std::size_t end, const std::string& text) {
    std::string& now = texts_.at(name);
    const Json range = {{"start", PositionAt(now, begin)}, {"end", PositionAt(now, end)}};
    Tell("textDocument/didChange",
         {{"textDocument", {{"uri", kFolder + name}, {"version", ++versions_[name]}}},
          {"contentChanges", {{{"range", range}, {"text", text}}}}});
    now.replace(begin, end - begin, text);
  }

  std::size_t Find(const std::string& name, const std::string& text) {
    const std::size_t at = texts_.at(name).find(text);
    if (at == std::string::npos)
      throw std::runtime_error("the transcript's `" + text + "` stands nowhere in " + name);
    return at;
  }

  void Replace(const std::string& name, std::string before, std::string after) {
    if (!before.empty()) before.pop_back();
    if (!after.empty()) after.pop_back();
    const std::size_t at = Find(name, before);
    Edit(name, at, at + before.size(), after);
  }

  void Type(const Step& step) {
    const std::size_t blank = step.rest.find(' ');
    const std::string name = step.rest.substr(0, blank);
    std::size_t at = Find(name, step.rest.substr(blank + 1));
    for (const char letter : Trim(step.lines)) {
      Edit(name, at, at, std::string(1, letter));
      ++at;
    }
  }

  /// Each marked line is a line of the text, found by what it says.
  void AskAt(const Step& step) {
    std::istringstream stream(step.lines);
    std::string shown;
    std::size_t begin = 0;
    for (std::string line; std::getline(stream, line);) {
      const std::size_t mark = line.find('^');
      if (mark == std::string::npos || line.find_first_not_of(' ') != mark) {
        shown = line;
        begin = Find(step.rest, Trim(line));
        continue;
      }
      const std::size_t offset = begin + mark - shown.find_first_not_of(' ');
      std::istringstream words(line.substr(mark + 1));
      for (std::string word; words >> word;)
        AskWord(step.rest, word, offset, Trim(shown) + "\n" + Under(shown, mark, word));
    }
  }

  static std::string Under(const std::string& shown, std::size_t mark, const std::string& word) {
    return std::string(mark - shown.find_first_not_of(' '), ' ') + "^ " + word;
  }

  /// `hover`, or `rename=new_name`.
  void AskWord(const std::string& name, const std::string& word, std::size_t offset,
               const std::string& title) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string method = "textDocument/" + word.substr(0, equals);
    const Json position = PositionAt(texts_.at(name), offset);
    Json params = {{"textDocument", {{"uri", kFolder + name}}}, {"position", position}};
    if (word.starts_with("rename")) params["newName"] = word.substr(std::min(equals + 1, word.size()));
    if (word.starts_with("references")) params["context"] = {{"includeDeclaration", true}};
    if (word.starts_with("selectionRange")) params["positions"] = {position};
    if (word.starts_with("codeAction")) {
      params["range"] = {{"start", position}, {"end", position}};
      params["context"] = {{"diagnostics", Json::array()}};
    }
    if (word.starts_with("inlayHint")) {
      const std::string& text = texts_.at(name);
      params["range"] = {{"start", PositionAt(text, 0)}, {"end", PositionAt(text, text.size())}};
    }
    if (word.starts_with("onTypeFormatting")) params["ch"] = "}";
    Ask(method, params, title);
  }

  std::string Show(const std::string& output) const {
    std::istringstream in(output);
    std::string shown;
    for (;;) {
      const auto frame = language_server::ReadFrame(in);
      if (frame.kind != language_server::Frame::Kind::kMessage) return shown;
      shown += ShowMessage(Json::parse(frame.body));
    }
  }

  std::string ShowMessage(const Json& message) const {
    if (message.contains("method")) return ShowNotification(message);
    std::string title;
    if (message["id"].is_number_integer()) {
      const int id = message["id"].get<int>();
      if (std::find(silent_.begin(), silent_.end(), id) != silent_.end()) return "";
      const auto found = titles_.find(id);
      if (found != titles_.end()) title = found->second;
    }
    const bool failed = message.contains("error");
    return "== " + title + "\n" + (failed ? "error " : "") +
           Print(failed ? message["error"] : message["result"], 0) + "\n";
  }

  std::string ShowNotification(const Json& message) const {
    if (message["method"] != "textDocument/publishDiagnostics")
      return "<< " + message["method"].get<std::string>() + " " + Print(message["params"], 0) + "\n";
    const Json& params = message["params"];
    std::string text = "<< findings of " + Short(params["uri"]);
    if (params.contains("version")) text += " v" + params["version"].dump();
    text += params["diagnostics"].empty() ? ": none\n" : "\n";
    for (const Json& finding : params["diagnostics"]) text += "  " + Print(finding, 2) + "\n";
    return text;
  }

  static std::string Short(const Json& uri) {
    std::string text = uri.get<std::string>();
    return text.starts_with(kFolder) ? text.substr(std::string(kFolder).size()) : text;
  }

  /// `3:5-3:9`, from 0 as the protocol counts.
  static bool IsRange(const Json& json) {
    return json.is_object() && json.size() == 2 && json.contains("start") && json.contains("end");
  }

  static Json Simplify(const Json& json) {
    const auto place = [](const Json& p) { return p["line"].dump() + ":" + p["character"].dump(); };
    if (IsRange(json)) return place(json["start"]) + "-" + place(json["end"]);
    if (json.is_object() && json.size() == 2 && json.contains("line") && json.contains("character"))
      return place(json);
    if (json.is_string() && json.get<std::string>().starts_with(kFolder)) return Short(json);
    Json simple = json;
    if (json.is_array()) {
      for (Json& part : simple) part = Simplify(part);
    }
    if (!json.is_object()) return simple;
    simple = Json::object();
    for (const auto& [key, value] : json.items())
      simple[key.starts_with(kFolder) ? key.substr(std::string(kFolder).size()) : key] = Simplify(value);
    return simple;
  }

  /// Short values on one line, long texts as they read.
  static std::string Print(const Json& json, int indent) { return PrintSimple(Simplify(json), indent); }

  static std::string PrintSimple(const Json& json, int indent) {
    const std::string line = json.dump();
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    if (json.is_string() && line.find("\\n") != std::string::npos) {
      std::string text;
      std::istringstream stream(json.get<std::string>());
      for (std::string part; std::getline(stream, part);) text += "\n" + margin + "  | " + part;
      return text;
    }
    if (line.size() < 110 && line.find("\\n") == std::string::npos) return line;
    if (!json.is_structured()) return line;
    std::string text;
    for (const auto& [key, value] : json.items()) {
      text +=
          "\n" + margin + "  " + (json.is_array() ? "-" : key + ":") + " " + PrintSimple(value, indent + 2);
    }
    return text;
  }

  std::map<std::string, std::string> files_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, int> versions_;
  std::map<int, std::string> titles_;
  std::vector<int> silent_;
  std::string bytes_;
  int next_id_ = 1;
};

}  // namespace

std::string RunTranscript(const std::string& transcript) { return Client(ReadSteps(transcript)).Run(); }

}  // namespace meshc::test
