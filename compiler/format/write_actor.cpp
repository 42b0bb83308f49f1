#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

using syntax::EffectWord;
using syntax::Property;
using syntax::PropertyKind;

std::string_view Spelling(EffectWord word) {
  switch (word) {
    case EffectWord::kNone: return "none";
    case EffectWord::kIdempotent: return "idempotent";
    case EffectWord::kAtLeastOnce: return "at_least_once";
  }
  NoSuchEnumerator();
}

void WriteEffect(Writer& writer, const Property& property) {
  writer.Word("effect");
  writer.NextWord(Spelling(property.effect));
  if (!property.effect_path.empty()) {
    writer.NextWord("by");
    writer.Blank();
    WriteDottedName(writer, property.effect_path.back().range.end);
  }
  if (property.effect_shared) writer.NextWord("shared");
}

void WriteUndo(Writer& writer, const Property& property) {
  writer.Word("undo");
  writer.Blank();
  WriteName(writer, property.undo);
}

void WriteRaises(Writer& writer, const Property& property) {
  writer.Word("raises");
  writer.Blank();
  WriteNames(writer, property.raises);
}

void WriteConcurrency(Writer& writer) {
  writer.Word("concurrency");
  writer.Blank();
  writer.Name();
}

void WriteProperty(Writer& writer, const Property& property) {
  switch (property.kind) {
    case PropertyKind::kRaises: WriteRaises(writer, property); break;
    case PropertyKind::kTimeout: WriteClause(writer, "timeout", property.timeout.range); break;
    case PropertyKind::kRetry: WriteRetry(writer, property.retry); break;
    case PropertyKind::kEffect: WriteEffect(writer, property); break;
    case PropertyKind::kUndo: WriteUndo(writer, property); break;
    case PropertyKind::kConcurrency: WriteConcurrency(writer); break;
  }
  writer.Attach(";");
}

/// `word name(params)`, in a group that goes on: if the head of the declaration is too long, the
/// params go to lines of their own before the results do.
void OpenHead(Writer& writer, std::string_view word, const syntax::Declaration& actor,
              llvm::ArrayRef<syntax::MemberDeclaration> params) {
  writer.Word(word);
  writer.Blank();
  WriteName(writer, actor.name);
  writer.Open();
  WriteListInGroup(writer, "(", ")", Break::kNothing, params,
                   [&](const syntax::MemberDeclaration& param) { WriteMember(writer, param); });
}

/// Ends that group, and the declaration. A single property stands on the same line if it fits.
void CloseHead(Writer& writer, llvm::ArrayRef<Property> properties) {
  if (writer.IsAt(";")) {
    writer.Attach(";");
    return writer.Close();
  }
  writer.Blank();
  writer.Close();
  WriteBlockOf(writer, properties.size() > 1 ? Break::kAlways : Break::kBlank, [&](auto next_item) {
    for (const Property& property : properties) {
      next_item();
      WriteProperty(writer, property);
    }
  });
}

}  // namespace

void WriteProcessor(Writer& writer, const syntax::ProcessorDeclaration& processor) {
  OpenHead(writer, "processor", processor, processor.params);
  if (writer.IsAt("->")) {
    writer.NextWord("->");
    writer.Blank();
    WriteList(writer, "(", ")", Break::kNothing, processor.results,
              [&](const syntax::MemberDeclaration& result) { WriteMember(writer, result); });
  }
  CloseHead(writer, processor.properties);
}

void WriteRouter(Writer& writer, const syntax::RouterDeclaration& router) {
  OpenHead(writer, "router", router, router.params);
  writer.NextWord("->");
  writer.Blank();
  if (router.is_plan) {
    writer.Word("steps");
    writer.Blank();
    WriteList(writer, "{", "}", Break::kBlank, router.steps,
              [&](const syntax::QualifiedName& step) { WriteName(writer, step); });
    if (router.max.present) {
      writer.Blank();
      WriteClause(writer, "max", router.max.range);
    }
  } else {
    WriteValues(writer, router.labels);
  }
  CloseHead(writer, router.properties);
}

void WritePolicy(Writer& writer, const syntax::PolicyDeclaration& policy) {
  writer.Word("policy");
  writer.Blank();
  WriteName(writer, policy.name);
  writer.NextWord("=");
  writer.Blank();
  WriteRetry(writer, policy.retry);
  writer.Attach(";");
}

}  // namespace meshc::format
