#include "compiler/language_server/capabilities.h"

#include "compiler/language_server/token_legend.h"

namespace meshc::language_server {

using Json = nlohmann::json;

Json Capabilities(Encoding encoding, bool pull) {
  constexpr int kIncremental = 2;
  Json capabilities = {
      {"positionEncoding", encoding == Encoding::kUtf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}, {"save", true}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"declarationProvider", true},
      {"typeDefinitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"implementationProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"foldingRangeProvider", true},
      {"selectionRangeProvider", true},
      {"documentLinkProvider", {{"resolveProvider", false}}},
      {"semanticTokensProvider",
       {{"legend", {{"tokenTypes", TokenTypes()}, {"tokenModifiers", TokenModifiers()}}},
        {"range", true},
        {"full", {{"delta", true}}}}},
      {"inlayHintProvider", true},
      {"completionProvider", {{"triggerCharacters", {".", ":", "@", ">"}}, {"resolveProvider", false}}},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
      {"renameProvider", {{"prepareProvider", true}}},
      {"documentFormattingProvider", true},
      {"documentRangeFormattingProvider", true},
      {"documentOnTypeFormattingProvider", {{"firstTriggerCharacter", "}"}, {"moreTriggerCharacter", {";"}}}},
      {"codeActionProvider",
       {{"codeActionKinds", {"quickfix", "source.fixAll.meshc", "refactor.rewrite", "refactor.extract"}}}},
      {"codeLensProvider", {{"resolveProvider", true}}},
      {"callHierarchyProvider", true},
      {"executeCommandProvider",
       {{"commands", {"meshc.runScenario", "meshc.traceScenario", "meshc.explain", "meshc.report"}}}},
      {"workspace",
       {{"textDocumentContent", {{"schemes", {"meshc-std", "meshc-explain"}}}},
        {"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}},
  };
  if (pull) {
    capabilities["diagnosticProvider"] = {
        {"identifier", "meshc"}, {"interFileDependencies", true}, {"workspaceDiagnostics", false}};
  }
  return capabilities;
}

}  // namespace meshc::language_server
