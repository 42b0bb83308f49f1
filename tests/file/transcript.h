// An editor's session as a readable file: texts, edits, and questions at places; and what the language server
// says, through its real framing.
//
//   --- file shop.flow          the lines below are a file on disk; a `#` ends nothing, `---` does
//   --- open shop.flow          didOpen with that text
//   --- at shop.flow            below: a line of the text, then lines with `^` and methods under it
//       generator(text: text);
//       ^ hover definition references
//   --- replace shop.flow       the first place of these lines ...
//   --- with                    ... becomes these: an incremental didChange
//   --- type shop.flow BEFORE   one didChange per letter of the lines below, in front of the text BEFORE
//   --- close shop.flow
//   --- ask METHOD {json}       any request; `$uri(shop.flow)` stands for its URI
//   --- tell METHOD {json}      any notification
//   --- send TEXT               a message as it is
//   --- bytes TEXT              bytes without a header; \r \n are escapes
//   --- initialize {json}       only as the first line; what goes beside rootUri
#pragma once

#include <string>

namespace meshc::test {

/// What the server said, in order, with the questions before it.
std::string RunTranscript(const std::string& transcript);

}  // namespace meshc::test
