#include "compiler/language_server/answers.h"

#include <unordered_map>

namespace meshc::language_server {

const Answer* FindAnswer(const std::string& method) {
  static const std::unordered_map<std::string, Answer> kAnswers = {
      {"textDocument/hover", AnswerHover},
      {"textDocument/definition", AnswerDefinition},
      {"textDocument/declaration", AnswerDefinition},
      {"textDocument/typeDefinition", AnswerTypeDefinition},
      {"textDocument/references", AnswerReferences},
      {"textDocument/documentHighlight", AnswerHighlight},
      {"textDocument/implementation", AnswerImplementation},
      {"textDocument/documentSymbol", AnswerDocumentSymbol},
      {"workspace/symbol", AnswerWorkspaceSymbol},
      {"textDocument/foldingRange", AnswerFolding},
      {"textDocument/selectionRange", AnswerSelection},
      {"textDocument/documentLink", AnswerLinks},
      {"textDocument/semanticTokens/full", AnswerTokensFull},
      {"textDocument/semanticTokens/full/delta", AnswerTokensDelta},
      {"textDocument/semanticTokens/range", AnswerTokensRange},
      {"textDocument/inlayHint", AnswerHints},
      {"textDocument/completion", AnswerCompletion},
      {"textDocument/signatureHelp", AnswerSignature},
      {"textDocument/prepareRename", AnswerPrepareRename},
      {"textDocument/rename", AnswerRename},
      {"textDocument/formatting", AnswerFormatting},
      {"textDocument/rangeFormatting", AnswerRangeFormatting},
      {"textDocument/onTypeFormatting", AnswerOnTypeFormatting},
      {"textDocument/codeAction", AnswerCodeAction},
      {"textDocument/codeLens", AnswerCodeLens},
      {"codeLens/resolve", AnswerResolveLens},
      {"textDocument/prepareCallHierarchy", AnswerPrepareHierarchy},
      {"callHierarchy/incomingCalls", AnswerIncomingCalls},
      {"callHierarchy/outgoingCalls", AnswerOutgoingCalls},
      {"workspace/executeCommand", AnswerCommand},
      {"meshc/graph", AnswerGraph},
      {"meshc/trace", AnswerTrace},
      {"textDocument/diagnostic", AnswerDiagnostic},
      {"workspace/textDocumentContent", AnswerContent},
  };
  const auto found = kAnswers.find(method);
  return found == kAnswers.end() ? nullptr : &found->second;
}

}  // namespace meshc::language_server
