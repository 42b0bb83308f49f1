#include "compiler/queries/signature.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>

#include "compiler/queries/cursor_context.h"
#include "compiler/queries/functions.h"
#include "compiler/queries/raised_error.h"
#include "compiler/queries/types_at.h"

namespace meshc::queries {
namespace {

const Declared* FindCallee(const CheckedRoot& root, const std::string& name) {
  for (const Declared& declared : root.names().all()) {
    const bool callable = declared.kind == DeclaredKind::kProcessor ||
                          declared.kind == DeclaredKind::kRouter || declared.kind == DeclaredKind::kFlow;
    if (callable && root.Text(declared.name) == name) return &declared;
  }
  return nullptr;
}

bool IsBound(const Enclosing& call, const std::string& name) {
  return std::any_of(call.done.begin(), call.done.end(),
                     [&](const Words& item) { return !item.empty() && item[0] == name; });
}

/// As it is declared, without the `;` of a field.
std::string TextOf(const CheckedRoot& root, const Declared& part) {
  std::string text(root.Text(part.extent));
  if (text.ends_with(';')) text.pop_back();
  return text;
}

/// What a call of the flow or actor is given: params, or the fields that its envelope takes.
void AddParams(const CheckedRoot& root, const Declared& callee, const Enclosing& call, Signature& signature) {
  const bool flow = callee.kind == DeclaredKind::kFlow;
  const Declared* of = flow ? TypeOf(root, callee) : &callee;
  if (of == nullptr) return;
  for (const Declared& part : root.names().all()) {
    if (part.declaration != of->declaration ||
        part.kind != (flow ? DeclaredKind::kField : DeclaredKind::kParam))
      continue;
    const std::string name(root.Text(part.name));
    std::string text = TextOf(root, part);
    if (flow && !text.starts_with("in")) continue;
    if (!call.item.empty() && call.item[0] == name) signature.active = signature.params.size();
    signature.params.push_back(
        {std::move(text), part.leading == nullptr ? "" : part.leading->doc.str(), IsBound(call, name)});
  }
}

/// Of `raise E("message") { field: value }`, whose message and fields may be left out.
std::optional<Signature> SignatureOfError(const CheckedRoot& root, const Enclosing& around) {
  const types::Error* error =
      root.program() == nullptr ? nullptr : FindRaised(root.program()->declarations, around.head);
  if (error == nullptr || around.bracket == '[') return std::nullopt;
  Signature signature;
  signature.name = error->name;
  const Declared* declared = root.names().Find(error->origin.range);
  if (declared != nullptr && declared->leading != nullptr) signature.doc = declared->leading->doc.str();
  const bool has_message = around.bracket == '(' || around.head.back() == "()";
  signature.params.push_back({"message: string", "", has_message && around.bracket == '{'});
  if (around.bracket == '(') signature.active = 0;
  if (!error->fields.empty()) signature.in_braces = 1;
  for (const types::Member& field : error->fields) {
    if (!around.item.empty() && around.item[0] == field.name) signature.active = signature.params.size();
    const Declared* part = root.names().Find(field.origin.range);
    const std::string text =
        part == nullptr
            ? fmt::format("{}: {}", field.name, types::PrintType(root.program()->declarations, field.type))
            : TextOf(root, *part);
    const bool has_doc = part != nullptr && part->leading != nullptr;
    signature.params.push_back({text, has_doc ? part->leading->doc.str() : "", IsBound(around, field.name)});
  }
  return signature;
}

}  // namespace

std::optional<Signature> FindSignature(const CheckedRoot& root, Place place) {
  const CursorContext context = ReadContext(root, place);
  const bool in_flow = !context.declaration().empty() &&
                       (context.declaration()[0] == "flow" || context.declaration()[0] == "scenario");
  if (!in_flow) return std::nullopt;
  for (auto around = context.around.rbegin(); around != context.around.rend(); ++around) {
    if (auto of_error = SignatureOfError(root, *around)) return of_error;
    if (around->bracket != '(' || around->head.empty()) continue;
    Signature signature;
    signature.name = around->head.back();
    const auto function = std::ranges::find(Functions(), signature.name, &Function::name);
    if (function != Functions().end()) {
      for (const std::string& param : function->params) signature.params.push_back({param, "", false});
      signature.active = around->done.size();
      return signature;
    }
    const Declared* callee = FindCallee(root, signature.name);
    if (callee == nullptr) continue;
    if (callee->leading != nullptr) signature.doc = callee->leading->doc.str();
    AddParams(root, *callee, *around, signature);
    return signature;
  }
  return std::nullopt;
}

}  // namespace meshc::queries
