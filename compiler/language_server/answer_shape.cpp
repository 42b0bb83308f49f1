// The shape of texts: symbols, folds, selections, links, colours, hints.
#include <array>

#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/token_legend.h"
#include "compiler/language_server/uris.h"
#include "compiler/loading/library.h"
#include "compiler/queries/colours.h"
#include "compiler/queries/hints.h"
#include "compiler/queries/outline.h"
#include "compiler/queries/symbols.h"
#include "compiler/support/enumerator.h"

namespace meshc::language_server {
namespace {

using queries::DeclaredKind;

/// The protocol's numbers for kinds of symbols.
int SymbolKind(DeclaredKind kind) {
  constexpr int kModule = 2, kNamespace = 3, kProperty = 7, kField = 8, kEnum = 10, kInterface = 11,
                kFunction = 12, kVariable = 13, kObject = 19, kEnumMember = 22, kStruct = 23, kEvent = 24,
                kOperator = 25, kClass = 5;
  switch (kind) {
    case DeclaredKind::kImportAlias: return kNamespace;
    case DeclaredKind::kTypeAlias: return kInterface;
    case DeclaredKind::kRecord:
    case DeclaredKind::kUnion: return kStruct;
    case DeclaredKind::kEnum: return kEnum;
    case DeclaredKind::kEnvelope: return kClass;
    case DeclaredKind::kError: return kEvent;
    case DeclaredKind::kProcessor: return kFunction;
    case DeclaredKind::kRouter: return kOperator;
    case DeclaredKind::kFlow: return kModule;
    case DeclaredKind::kPolicy:
    case DeclaredKind::kFlavor:
    case DeclaredKind::kDeploy:
    case DeclaredKind::kScenario: return kObject;
    case DeclaredKind::kMember:
    case DeclaredKind::kTag:
    case DeclaredKind::kErrorField:
    case DeclaredKind::kField: return kField;
    case DeclaredKind::kParam:
    case DeclaredKind::kResult: return kProperty;
    case DeclaredKind::kValue:
    case DeclaredKind::kLabel: return kEnumMember;
    case DeclaredKind::kVariable:
    case DeclaredKind::kClauseVariable: return kVariable;
  }
  NoSuchEnumerator();
}

constexpr int kDeprecatedSymbol = 1;

Json ToJson(const queries::Symbol& symbol, Converter& convert) {
  Json json = {{"name", symbol.name},
               {"detail", symbol.detail},
               {"kind", SymbolKind(symbol.declared->kind)},
               {"range", convert.Range(symbol.declared->extent)},
               {"selectionRange", convert.Range(symbol.declared->name)}};
  if (symbol.deprecated) json["tags"] = {kDeprecatedSymbol};
  if (symbol.parts.empty()) return json;
  for (const queries::Symbol& part : symbol.parts) json["children"].push_back(ToJson(part, convert));
  return json;
}

/// The part of a file that `params.range` names, or all of it.
source::SourceRange RangeOf(const Cursor& cursor, const Json& params, Converter& convert) {
  const auto size = static_cast<std::uint32_t>(cursor.root().sources().Text(cursor.place.file).size());
  if (!params.contains("range")) return {cursor.place.file, 0, size};
  return convert.ToRange(cursor.place.file, params["range"]);
}

/// Five numbers a token, each place relative to the one before; tokens over lines are cut at line ends.
class TokenWriter {
 public:
  TokenWriter(std::string_view text, const LineIndex& lines, Encoding encoding)
      : text_(text), lines_(lines), encoding_(encoding) {}

  void Add(const queries::Colour& colour, bool library) {
    const TokenClass kind = ClassOf(colour, text_, library);
    if (kind.type < 0) return;
    std::uint32_t begin = colour.token.begin;
    while (begin < colour.token.end) {
      const std::size_t line_end = text_.find('\n', begin);
      std::uint32_t end =
          std::min(colour.token.end, static_cast<std::uint32_t>(std::min(line_end, text_.size())));
      const std::uint32_t next = end + 1;
      if (end > begin && text_[end - 1] == '\r') --end;
      Write(begin, end, kind);
      begin = next;
    }
  }
  Json Take() { return std::move(data_); }

 private:
  void Write(std::uint32_t begin, std::uint32_t end, TokenClass kind) {
    const Position from = lines_.PositionOf(begin, encoding_);
    const Position to = lines_.PositionOf(end, encoding_);
    if (to.character <= from.character) return;
    const std::uint32_t line = from.line - last_.line;
    data_.push_back(line);
    data_.push_back(line == 0 ? from.character - last_.character : from.character);
    data_.push_back(to.character - from.character);
    data_.push_back(kind.type);
    data_.push_back(kind.modifiers);
    last_ = from;
  }

  std::string_view text_;
  const LineIndex& lines_;
  Encoding encoding_;
  Position last_;
  Json data_ = Json::array();
};

Json TokensOf(Session& session, const Json& params) {
  const auto cursor = params.contains("range") ? session.Focused(params) : session.File(params);
  if (!cursor) return Json::array();
  Converter convert(session, cursor->root());
  TokenWriter writer(cursor->root().sources().Text(cursor->place.file), convert.LinesOf(cursor->place.file),
                     session.encoding());
  for (const queries::Colour& colour :
       queries::ColoursOf(cursor->root(), RangeOf(*cursor, params, convert))) {
    const bool library = colour.declared != nullptr &&
                         loading::IsLibrary(cursor->root().sources(), colour.declared->name.file);
    writer.Add(colour, library);
  }
  return writer.Take();
}

}  // namespace

Json AnswerDocumentSymbol(Session& session, const Json& params) {
  const auto cursor = session.File(params);
  if (!cursor) return nullptr;
  Converter convert(session, cursor->root());
  Json symbols = Json::array();
  for (const queries::Symbol& symbol : queries::SymbolsOf(cursor->root(), cursor->place.file))
    symbols.push_back(ToJson(symbol, convert));
  return symbols;
}

Json AnswerWorkspaceSymbol(Session& session, const Json& params) {
  constexpr std::size_t kMost = 1000;
  const std::string query = params.value("query", "");
  Json found = Json::array();
  for (const Root& root : session.workspace().AllRoots()) {
    Converter convert(session, *root);
    for (const queries::Declared& declared : root->names().all()) {
      const std::string name(root->Text(declared.name));
      const bool local =
          declared.kind == DeclaredKind::kVariable || declared.kind == DeclaredKind::kClauseVariable;
      if (local || loading::IsLibrary(root->sources(), declared.name.file) ||
          !queries::MatchesLoosely(query, name))
        continue;
      Json symbol = {
          {"name", name}, {"kind", SymbolKind(declared.kind)}, {"location", convert.Location(declared.name)}};
      if (declared.is_part()) symbol["containerName"] = declared.declaration->name.text.str();
      if (found.size() < kMost && std::find(found.begin(), found.end(), symbol) == found.end())
        found.push_back(std::move(symbol));
    }
  }
  return found;
}

Json AnswerFolding(Session& session, const Json& params) {
  const std::string name = session.NameOf(params);
  const std::string* open = session.workspace().TextOf(name);
  const auto on_disk = open == nullptr ? session.workspace().Read(name) : std::nullopt;
  const std::string* text = on_disk ? &*on_disk : open;
  if (text == nullptr) return nullptr;
  const std::optional<LineIndex> own = on_disk ? std::optional<LineIndex>(*on_disk) : std::nullopt;
  const LineIndex& lines = own ? *own : *session.workspace().LinesOf(name);
  Json folds = Json::array();
  for (const queries::Fold& fold : queries::FoldsOf(*text, session.workspace().TokensOf(name, *text))) {
    const auto first = lines.PositionOf(fold.begin, session.encoding()).line;
    auto last = lines.PositionOf(fold.end, session.encoding()).line;
    // The closing bracket stays in sight.
    if (fold.kind == queries::FoldKind::kRegion && last > first + 1) --last;
    if (last <= first) continue;
    Json json = {{"startLine", first}, {"endLine", last}};
    if (fold.kind == queries::FoldKind::kComment) json["kind"] = "comment";
    if (fold.kind == queries::FoldKind::kImports) json["kind"] = "imports";
    folds.push_back(std::move(json));
  }
  return folds;
}

Json AnswerSelection(Session& session, const Json& params) {
  Json answers = Json::array();
  for (const Json& position : ListMember(params, "positions")) {
    const auto cursor = session.AtName(session.NameOf(params), position);
    if (!cursor) return nullptr;
    Converter convert(session, cursor->root());
    const auto ranges = queries::SelectionsAt(cursor->root(), cursor->place);
    Json selection;
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
      Json inner = {{"range", convert.Range(*range)}};
      if (!selection.is_null()) inner["parent"] = std::move(selection);
      selection = std::move(inner);
    }
    answers.push_back(std::move(selection));
  }
  return answers;
}

Json AnswerLinks(Session& session, const Json& params) {
  const auto cursor = session.File(params);
  if (!cursor) return nullptr;
  Converter convert(session, cursor->root());
  Json links = Json::array();
  for (const queries::FileLink& link : queries::LinksOf(cursor->root(), cursor->place.file)) {
    const std::string uri = link.library
                                ? std::string(kLibraryScheme) + link.target.substr(link.target.find('/') + 1)
                                : session.UriOfName(link.target);
    links.push_back({{"range", convert.Range(link.range)}, {"target", uri}});
  }
  return links;
}

Json AnswerTokensFull(Session& session, const Json& params) {
  Json data = TokensOf(session, params);
  return {{"resultId", session.KeepTokens(session.NameOf(params), data)}, {"data", std::move(data)}};
}

Json AnswerTokensRange(Session& session, const Json& params) { return {{"data", TokensOf(session, params)}}; }

/// One edit, between what the two have in common at their ends.
Json AnswerTokensDelta(Session& session, const Json& params) {
  const std::string name = session.NameOf(params);
  const Json* before = session.KeptTokens(name, params.value("previousResultId", ""));
  if (before == nullptr) return AnswerTokensFull(session, params);
  const Json old = *before;
  const Json data = TokensOf(session, params);
  std::size_t front = 0;
  while (front < std::min(old.size(), data.size()) && old[front] == data[front]) ++front;
  std::size_t back = 0;
  while (back < std::min(old.size(), data.size()) - front &&
         old[old.size() - 1 - back] == data[data.size() - 1 - back])
    ++back;
  Json edits = Json::array();
  if (front + back < old.size() || front + back < data.size()) {
    const Json fresh(std::vector<Json>(data.begin() + static_cast<std::ptrdiff_t>(front),
                                       data.end() - static_cast<std::ptrdiff_t>(back)));
    edits.push_back({{"start", front}, {"deleteCount", old.size() - front - back}, {"data", fresh}});
  }
  return {{"resultId", session.KeepTokens(name, data)}, {"edits", edits}};
}

/// The protocol's number.
constexpr int kTypeHint = 1;

/// In parts where something in it leads to what is declared.
Json LabelOf(const queries::Hint& hint, Converter& convert) {
  if (hint.names.empty()) return hint.text;
  Json parts = Json::array();
  std::size_t done = 0;
  const auto add = [&](std::size_t end) {
    if (end > done) parts.push_back({{"value", hint.text.substr(done, end - done)}});
    done = std::max(done, end);
  };
  for (const queries::HintName& name : hint.names) {
    add(name.begin);
    add(name.end);
    if (name.declared.has_value()) parts.back()["location"] = convert.Location(name.declared);
  }
  add(hint.text.size());
  return parts;
}

Json AnswerHints(Session& session, const Json& params) {
  const auto cursor = session.File(params);
  if (!cursor) return nullptr;
  const Switches& switches = session.switches();
  const queries::HintKinds kinds{switches.hint_params, switches.hint_results, switches.hint_presence,
                                 switches.hint_hops, switches.hint_types};
  Converter convert(session, cursor->root());
  Json hints = Json::array();
  for (const queries::Hint& hint :
       queries::HintsOf(cursor->root(), RangeOf(*cursor, params, convert), kinds)) {
    const Json range = convert.Range({cursor->place.file, hint.offset, hint.offset});
    Json json = {{"position", range["start"]}, {"label", LabelOf(hint, convert)}};
    if (hint.kind == queries::HintKind::kHop) json["paddingRight"] = true;
    if (hint.kind == queries::HintKind::kType) json["kind"] = kTypeHint;
    hints.push_back(std::move(json));
  }
  return hints;
}

}  // namespace meshc::language_server
