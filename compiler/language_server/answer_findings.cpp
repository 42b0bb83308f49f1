// Findings for editors that ask, and pages that no disk has.
#include "compiler/diagnostics/explain_page.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/findings.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/uris.h"
#include "compiler/loading/library.h"

namespace meshc::language_server {
namespace {

constexpr std::string_view kPageScheme = "meshc-explain:/";

std::string_view Between(std::string_view uri, std::string_view scheme, std::string_view ending) {
  if (!uri.starts_with(scheme) || !uri.ends_with(ending)) return {};
  uri.remove_prefix(scheme.size());
  return uri.substr(0, uri.size() - ending.size());
}

}  // namespace

Json AnswerDiagnostic(Session& session, const Json& params) {
  const std::string name = session.NameOf(params);
  const auto found = CollectFindings(session, session.workspace().FindingsOf(name));
  Json report = {{"kind", "full"}, {"items", Json::array()}};
  Json related = Json::object();
  for (const auto& [file, findings] : found) {
    if (file == name)
      report["items"] = findings;
    else
      related[session.UriOfName(file)] = {{"kind", "full"}, {"items", findings}};
  }
  if (session.has_capability("/textDocument/diagnostic/relatedDocumentSupport") && !related.empty())
    report["relatedDocuments"] = std::move(related);
  return report;
}

Json AnswerContent(Session&, const Json& params) {
  const std::string& uri = TextMember(params, "uri");
  std::string text(loading::FindLibrary(Between(uri, kLibraryScheme, ".flow")));
  const auto* row = diagnostics::FindCode(Between(uri, kPageScheme, ".md"));
  if (text.empty() && row != nullptr) text = diagnostics::ExplainPage(row->code);
  if (text.empty()) throw RequestError(ErrorCode::kRequestFailed, "there is no `" + uri + "`");
  return {{"text", text}};
}

}  // namespace meshc::language_server
