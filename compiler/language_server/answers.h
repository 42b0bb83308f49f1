// The questions that are answered, one function each.
#pragma once

#include <string>

#include "compiler/language_server/session.h"

namespace meshc::language_server {

/// Takes `params`; throws RequestError, or what the JSON library throws of params that are not as they should
/// be.
using Answer = Json (*)(Session&, const Json& params);

/// Null: the method is unknown.
const Answer* FindAnswer(const std::string& method);

// answer_names.cpp
Json AnswerHover(Session& session, const Json& params);
Json AnswerDefinition(Session& session, const Json& params);
Json AnswerTypeDefinition(Session& session, const Json& params);
Json AnswerReferences(Session& session, const Json& params);
Json AnswerHighlight(Session& session, const Json& params);
// answer_shape.cpp
Json AnswerDocumentSymbol(Session& session, const Json& params);
Json AnswerWorkspaceSymbol(Session& session, const Json& params);
Json AnswerFolding(Session& session, const Json& params);
Json AnswerSelection(Session& session, const Json& params);
Json AnswerLinks(Session& session, const Json& params);
Json AnswerTokensFull(Session& session, const Json& params);
Json AnswerTokensRange(Session& session, const Json& params);
Json AnswerTokensDelta(Session& session, const Json& params);
Json AnswerHints(Session& session, const Json& params);
// answer_edit.cpp
Json AnswerCompletion(Session& session, const Json& params);
Json AnswerSignature(Session& session, const Json& params);
Json AnswerFormatting(Session& session, const Json& params);
Json AnswerRangeFormatting(Session& session, const Json& params);
Json AnswerOnTypeFormatting(Session& session, const Json& params);
// answer_rename.cpp
Json AnswerPrepareRename(Session& session, const Json& params);
Json AnswerRename(Session& session, const Json& params);
// answer_mends.cpp
Json AnswerCodeAction(Session& session, const Json& params);
// answer_flows.cpp
Json AnswerPrepareHierarchy(Session& session, const Json& params);
Json AnswerIncomingCalls(Session& session, const Json& params);
Json AnswerOutgoingCalls(Session& session, const Json& params);
Json AnswerImplementation(Session& session, const Json& params);
Json AnswerGraph(Session& session, const Json& params);
Json AnswerTrace(Session& session, const Json& params);
// answer_lenses.cpp
Json AnswerCodeLens(Session& session, const Json& params);
Json AnswerResolveLens(Session& session, const Json& params);
// run_scenario.cpp
Json AnswerCommand(Session& session, const Json& params);
// answer_findings.cpp
Json AnswerDiagnostic(Session& session, const Json& params);
Json AnswerContent(Session& session, const Json& params);

}  // namespace meshc::language_server
