#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {
namespace {

void WriteArguments(Writer& writer, const syntax::Call& call) {
  WriteList(writer, "(", ")", Break::kNothing, call.arguments, [&](const syntax::BindingArgument& argument) {
    // Without a name it is a mistake that the checker tells; the text stays as it is.
    if (!argument.param.text.empty()) {
      WriteName(writer, argument.param);
      writer.Attach(":");
      writer.Blank();
    }
    WriteExpression(writer, *argument.value);
  });
}

void WriteTargets(Writer& writer, const syntax::Call& call) {
  WriteList(writer, "{", "}", Break::kBlank, call.results, [&](const syntax::ResultTarget& target) {
    WriteName(writer, target.result);
    writer.Attach(":");
    writer.Blank();
    WriteName(writer, target.field);
  });
}

void WriteAs(Writer& writer, const syntax::Call& call) {
  writer.NextWord("as");
  writer.Blank();
  writer.IsAt("{") ? WriteTargets(writer, call) : WriteName(writer, call.results.front().field);
}

/// `as`, `timeout` and `retry`, in the order of the source.
void WriteOptions(Writer& writer, const syntax::Call& call) {
  while (true) {
    if (writer.IsAt("as")) {
      WriteAs(writer, call);
    } else if (writer.IsAt("timeout")) {
      writer.Blank();
      WriteClause(writer, "timeout", call.timeout.range);
    } else if (writer.IsAt("retry")) {
      writer.Blank();
      WriteRetry(writer, call.retry);
    } else {
      return;
    }
  }
}

}  // namespace

void WriteCall(Writer& writer, const syntax::Call& call) {
  WriteName(writer, call.callee);
  if (call.has_arguments) WriteArguments(writer, call);
  WriteOptions(writer, call);
}

void WriteChain(Writer& writer, const syntax::ChainStatement& chain) {
  if (chain.optional) {
    writer.Word("optional");
    writer.Blank();
  }
  writer.Open();
  WriteCall(writer, chain.calls.front());
  writer.Indent(kContinuation);
  for (const syntax::Call& call : chain.calls.drop_front()) {
    writer.Line(Break::kBlank);
    writer.Word("->");
    writer.Blank();
    WriteCall(writer, call);
  }
  writer.Dedent(kContinuation);
  writer.Attach(";");
  writer.Close();
}

}  // namespace meshc::format
