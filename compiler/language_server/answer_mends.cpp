// What can be done about findings, and to the text around the cursor.
#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>

#include "compiler/diagnostics/mend.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/scenario_here.h"
#include "compiler/loading/library.h"
#include "compiler/queries/changes/additions.h"
#include "compiler/queries/changes/extract_flow.h"
#include "compiler/queries/changes/missing_import.h"
#include "compiler/queries/changes/missing_step.h"
#include "compiler/queries/changes/move_deploys.h"
#include "compiler/queries/hints.h"

namespace meshc::language_server {
namespace {

using diagnostics::Applicability;
using diagnostics::Diagnostic;
using diagnostics::Fix;
using source::SourceRange;

bool Overlaps(SourceRange a, SourceRange b) {
  return a.file == b.file && a.begin <= b.end && b.begin <= a.end;
}

/// True if the editor wants actions of this kind.
bool IsWanted(const Json& params, const std::string& kind) {
  const Json::json_pointer only("/context/only");
  if (!params.contains(only) || !params.at(only).is_array()) return true;
  for (const Json& wanted : params.at(only)) {
    if (!wanted.is_string()) continue;
    const std::string prefix = wanted.get<std::string>();
    // The empty kind is that of all.
    if (prefix.empty() || (kind + ".").starts_with(prefix + ".")) return true;
  }
  return false;
}

/// What is found through several roots is mended once.
using Mended = std::set<std::tuple<diagnostics::Code, std::uint32_t, std::uint32_t, std::string>>;

class Actions {
 public:
  Actions(Session& session, const Cursor& cursor, const Json& params, Mended& mended)
      : session_(session),
        cursor_(cursor),
        convert_(session, cursor.root()),
        params_(params),
        mended_(mended),
        range_(convert_.ToRange(cursor.place.file, Member(params, "range"))) {}

  /// Of what no other root has found.
  Json TakeFixes() {
    if (IsWanted(params_, "quickfix")) AddFixes();
    return std::move(actions_);
  }

  Json Take() {
    if (IsWanted(params_, "quickfix")) AddFixes();
    if (IsWanted(params_, "source.fixAll.meshc")) AddFixAll();
    if (IsWanted(params_, "refactor.rewrite")) AddBindings();
    if (IsWanted(params_, "refactor.rewrite")) AddWhatLacks();
    if (IsWanted(params_, "refactor.extract")) AddExtractions();
    return std::move(actions_);
  }

 private:
  const std::vector<Diagnostic>& Findings() const { return cursor_.root().compilation().diagnostics.all(); }

  void Add(const std::string& title, const std::string& kind, const std::vector<diagnostics::Edit>& edits,
           const Diagnostic* finding, bool preferred) {
    WorkspaceEdit edit;
    for (const diagnostics::Edit& part : edits)
      edit.Add(convert_.Uri(part.range.file), convert_.Edit(part.range, part.text));
    Json action = {{"title", title}, {"kind", kind}, {"edit", edit.ToJson(session_)}};
    if (finding != nullptr) action["diagnostics"] = {convert_.Finding(*finding)};
    if (preferred) action["isPreferred"] = true;
    actions_.push_back(std::move(action));
  }

  void AddFixes() {
    for (const Diagnostic& finding : Findings()) {
      if (!finding.range.has_value() || !Overlaps(finding.range, range_)) continue;
      if (!mended_.emplace(finding.code, finding.range.begin, finding.range.end, finding.message).second)
        continue;
      for (const Fix& fix : finding.fixes) {
        if (!fix.edits.empty())
          Add(fix.help, "quickfix", fix.edits, &finding, fix.applicability == Applicability::kMachine);
      }
      if (finding.severity == diagnostics::Severity::kWarning) AddAllow(finding);
      if (queries::LacksAName(finding)) AddImports(finding);
      for (const queries::MissingStep& step : queries::StepsThatMend(cursor_.root(), finding))
        Add(step.title, "quickfix", {step.edit}, &finding, false);
    }
  }

  /// The user fills in the reason.
  void AddAllow(const Diagnostic& finding) {
    const syntax::File* file = cursor_.root().FileOf(cursor_.place.file);
    if (file == nullptr) return;
    const std::string code = diagnostics::PrintCode(finding.code);
    for (const syntax::Declaration* declaration : file->declarations) {
      const bool import = declaration->kind == syntax::DeclarationKind::kImport;
      if (import || !Overlaps(declaration->range, finding.range)) continue;
      const SourceRange before{cursor_.place.file, declaration->range.begin, declaration->range.begin};
      return Add("allow " + code + " here", "quickfix", {{before, "@allow(" + code + ", \"\")\n"}}, &finding,
                 false);
    }
  }

  /// Of files in the workspace, and of the library, that declare what is called so.
  void AddImports(const Diagnostic& finding) {
    const std::string name(cursor_.root().Text(finding.range));
    const std::filesystem::path folder = std::filesystem::path(cursor_.name).parent_path();
    std::set<std::string> offered;
    for (const Root& root : session_.workspace().AllRoots()) {
      for (std::uint32_t i = 0; i < root->sources().FileCount(); ++i) {
        const std::string file(root->sources().Name({i}));
        if (file == cursor_.name || !queries::Brings(*root, {i}, name) || !offered.insert(file).second)
          continue;
        const bool library = loading::IsLibrary(root->sources(), {i});
        const std::filesystem::path path(file);
        const std::string target = library ? "std." + path.stem().generic_string()
                                           : path.lexically_relative(folder).generic_string();
        AddImport(finding, name, target);
      }
    }
    for (const std::string& library : queries::LibrariesThatBring(name)) {
      if (!offered.contains("std/" + library.substr(4) + ".flow")) AddImport(finding, name, library);
    }
  }

  void AddImport(const Diagnostic& finding, const std::string& name, const std::string& target) {
    if (const auto edit = queries::ImportOf(cursor_.root(), cursor_.place.file, target))
      Add("import `" + name + "` from " + target, "quickfix", {*edit}, &finding, false);
  }

  void AddExtractions() {
    const auto flow = range_.begin < range_.end ? queries::ExtractFlow(cursor_.root(), range_) : std::nullopt;
    if (flow) Add("extract into a flow", "refactor.extract", *flow, nullptr, false);
    if (const auto moved = queries::MoveDeploys(cursor_.root(), cursor_.place.file); moved && IsAtPlatform())
      AddMove(*moved);
    // A run takes longer than editors may wait for who did not ask.
    constexpr int kUnasked = 2;
    const Json& context = Member(params_, "context");
    if (IntegerOr(context, "triggerKind", 1) != kUnasked) AddScenario();
  }

  /// At the end of the root file, which scenarios are of.
  void AddScenario() {
    const auto text = ScenarioHere(session_, {cursor_.roots, {range_.file, range_.begin}, cursor_.name});
    if (!text) return;
    const auto end = static_cast<std::uint32_t>(cursor_.root().sources().Text(source::FileId{0}).size());
    const SourceRange behind{{0}, end, end};
    const std::vector<diagnostics::Edit> edits{diagnostics::Edit{behind, "\n" + *text}};
    Add("scenario that comes by here", "refactor.extract", edits, nullptr, false);
  }

  bool IsAtPlatform() const {
    const syntax::File* file = cursor_.root().FileOf(cursor_.place.file);
    return std::any_of(file->declarations.begin(), file->declarations.end(), [&](const auto* declaration) {
      const bool platform = declaration->kind == syntax::DeclarationKind::kDeploy ||
                            declaration->kind == syntax::DeclarationKind::kFlavor;
      return platform && Overlaps(declaration->range, range_);
    });
  }

  /// For editors that can make files, unless there is one already.
  void AddMove(const queries::MovedDeploys& moved) {
    if (!session_.has_resource_operation("create") || session_.workspace().Exists(moved.file)) return;
    WorkspaceEdit edit;
    const std::string uri = session_.UriOfName(moved.file);
    const Json begin = ToJson(Position{});
    edit.CreateFile(uri);
    edit.Add(uri, {{"range", {{"start", begin}, {"end", begin}}}, {"newText", moved.text}});
    for (const diagnostics::Edit& part : moved.edits)
      edit.Add(convert_.Uri(part.range.file), convert_.Edit(part.range, part.text));
    actions_.push_back({{"title", "move deploys to " + moved.file},
                        {"kind", "refactor.extract"},
                        {"edit", edit.ToJson(session_)}});
  }

  /// Every mend of the file that needs no choice.
  void AddFixAll() {
    std::vector<diagnostics::Edit> edits;
    for (const Diagnostic& finding : Findings()) {
      for (const Fix& fix : finding.fixes) {
        if (fix.applicability != Applicability::kMachine || fix.edits.empty()) continue;
        if (Fits(fix, edits)) edits.insert(edits.end(), fix.edits.begin(), fix.edits.end());
        break;
      }
    }
    if (!edits.empty()) Add("mend all that needs no choice", "source.fixAll.meshc", edits, nullptr, false);
  }

  bool Fits(const Fix& fix, const std::vector<diagnostics::Edit>& edits) const {
    for (const diagnostics::Edit& part : fix.edits) {
      if (part.range.file != cursor_.place.file) return false;
      for (const diagnostics::Edit& other : edits) {
        if (Overlaps(part.range, other.range)) return false;
      }
    }
    return true;
  }

  /// What a step takes and gives by name, written out.
  void AddBindings() {
    std::vector<diagnostics::Edit> edits;
    for (const queries::Binding& binding : queries::BindingsOf(cursor_.root(), range_))
      edits.push_back({{cursor_.place.file, binding.offset, binding.offset}, binding.text});
    if (!edits.empty()) Add("write params and results out", "refactor.rewrite", edits, nullptr, false);
  }

  void AddWhatLacks() {
    for (const queries::Addition& addition :
         queries::AdditionsAt(cursor_.root(), {range_.file, range_.begin}))
      Add(addition.title, "refactor.rewrite", {addition.edit}, nullptr, false);
  }

  Session& session_;
  const Cursor& cursor_;
  Converter convert_;
  const Json& params_;
  Mended& mended_;
  SourceRange range_;
  Json actions_ = Json::array();
};

}  // namespace

Json AnswerCodeAction(Session& session, const Json& params) {
  const auto cursor = session.File(params);
  if (!cursor) return nullptr;
  Mended mended;
  Json actions = Actions(session, *cursor, params, mended).Take();
  for (std::size_t i = 1; i < cursor->roots.size(); ++i) {
    const Root& root = cursor->roots[i];
    const Cursor other{{root}, {root->FindFile(cursor->name), 0}, cursor->name};
    for (Json& fix : Actions(session, other, params, mended).TakeFixes()) actions.push_back(std::move(fix));
  }
  return actions;
}

}  // namespace meshc::language_server
