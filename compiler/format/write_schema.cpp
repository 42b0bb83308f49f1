#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/format/write_member.h"
#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

/// `word Name`
void WriteHead(Writer& writer, std::string_view word, const syntax::Declaration& declaration) {
  writer.Word(word);
  writer.Blank();
  WriteName(writer, declaration.name);
}

std::string_view Spelling(syntax::ClassWord word) {
  switch (word) {
    case syntax::ClassWord::kNone: return "";
    case syntax::ClassWord::kRetriable: return "retriable";
    case syntax::ClassWord::kRecoverable: return "recoverable";
    case syntax::ClassWord::kFatal: return "fatal";
  }
  NoSuchEnumerator();
}

}  // namespace

void WriteRecord(Writer& writer, const syntax::RecordDeclaration& record) {
  WriteHead(writer, "record", record);
  writer.Blank();
  WriteMembers(writer, record.members, record.reserved, ShortOrBroken(record.members, record.reserved));
}

void WriteUnion(Writer& writer, const syntax::UnionDeclaration& declaration) {
  WriteHead(writer, "union", declaration);
  writer.Blank();
  WriteMembers(writer, declaration.tags, {}, ShortOrBroken(declaration.tags, {}));
}

void WriteEnvelope(Writer& writer, const syntax::EnvelopeDeclaration& envelope) {
  WriteHead(writer, "envelope", envelope);
  writer.Blank();
  WriteMembers(writer, envelope.fields, envelope.reserved, Break::kAlways);
}

void WriteError(Writer& writer, const syntax::ErrorDeclaration& error) {
  WriteHead(writer, "error", error);
  if (!error.parent.name.text.empty()) {
    writer.Attach(":");
    writer.Blank();
    WriteName(writer, error.parent);
  }
  if (error.error_class != syntax::ClassWord::kNone) writer.NextWord(Spelling(error.error_class));
  if (writer.IsAt(";")) return writer.Attach(";");
  writer.Blank();
  WriteMembers(writer, error.fields, {}, ShortOrBroken(error.fields, {}));
}

void WriteValues(Writer& writer, llvm::ArrayRef<syntax::ValueDeclaration> values) {
  WriteList(writer, "{", "}", Break::kBlank, values, [&](const syntax::ValueDeclaration& value) {
    WriteAnnotations(writer, value.leading);
    WriteName(writer, value.name);
  });
}

void WriteEnum(Writer& writer, const syntax::EnumDeclaration& declaration) {
  if (declaration.open) {
    writer.Word("open");
    writer.Blank();
  }
  WriteHead(writer, "enum", declaration);
  writer.Blank();
  WriteValues(writer, declaration.values);
}

}  // namespace meshc::format
