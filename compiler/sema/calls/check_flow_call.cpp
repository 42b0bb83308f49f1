#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/calls/call_checker.h"

namespace meshc::sema {

void CallChecker::CheckFlowCall(const syntax::Call& call, CallPlace place, CallFacts& facts) {
  const Flow& flow = context_.program.flows[facts.flow];
  if (!CheckFlowPlace(call, flow, place)) return;
  CheckFlowOptions(call);
  context_.sites.edges.push_back({around_, facts.flow, call.callee.range});
  facts.own_envelope = !call.arguments.empty() || call.has_as || IsOtherEnvelope(flow);
  if (facts.own_envelope) CheckOwnEnvelope(call, place, {}, facts);
}

bool CallChecker::CheckFlowPlace(const syntax::Call& call, const Flow& flow, CallPlace place) {
  if (place == CallPlace::kStep || place == CallPlace::kTap) return true;
  context_.diagnostics
      .Report(diag::WrongStatement, call.callee.range, Name{flow.name}, Word{"a flow"},
              Word{place == CallPlace::kRoute ? "in `route`" : "in `follow`"})
      .AddLabel(flow.origin.range, "declared here")
      .AddHelp("call it as a step: `" + flow.name + ";`");
  return false;
}

void CallChecker::CheckFlowOptions(const syntax::Call& call) {
  const auto reject = [&](SourceRange range, const char* option) {
    context_.diagnostics.Report(diag::FlowCallOption, range, Word{option})
        .AddHelp("state it at the calls inside of the flow, or give the flow an `sla`");
  };
  if (call.timeout.present) reject(call.timeout.range, "timeout");
  if (call.retry.present) reject(call.retry.range, "retry");
}

bool CallChecker::IsOtherEnvelope(const Flow& flow) const {
  const bool known = flow.envelope.has_value() && scope_.envelope.has_value();
  return known && flow.envelope != scope_.envelope;
}

/// `in` fields are like params, `out` fields like results; all others are the callee's business.
void CallChecker::CheckOwnEnvelope(const syntax::Call& call, CallPlace place, SourceRange listed,
                                   CallFacts& facts) {
  const Flow& flow = context_.program.flows[facts.flow];
  if (!flow.envelope.has_value()) return CheckUnknownCall(call, facts);
  const types::Envelope& envelope = context_.declarations().envelopes[flow.envelope];
  const EnvelopeEnds ends = EndsOf(envelope);
  const Signature signature{flow.name, ends.inputs, ends.outputs, listed, &envelope};
  CallFacts by_name;
  CheckParams(call, signature, by_name);
  if (place == CallPlace::kTap)
    DropResults(call, ends.outputs.size(), by_name);
  else
    CheckResults(call, signature, by_name);
  UseEnds(call, flow.envelope);

  for (const types::Field& field : envelope.fields) {
    ParamSource& source = facts.params.emplace_back();
    source.kind = field.default_value ? ParamSource::Kind::kDefault : ParamSource::Kind::kNothing;
  }
  for (std::size_t i = 0; i < ends.inputs.size(); ++i) facts.params[ends.input_slots[i]] = by_name.params[i];
  facts.results.resize(envelope.fields.size());
  for (std::size_t i = 0; i < ends.outputs.size(); ++i) {
    facts.results[ends.output_slots[i]] = by_name.results[i];
  }
}

/// Fields that a call names are used, even if the flow itself never reads them.
void CallChecker::UseEnds(const syntax::Call& call, EnvelopeId envelope) {
  const auto use = [&](const Identifier& name) {
    if (const auto slot = FindField(context_, envelope, name.text)) {
      context_.used_fields[envelope.index][*slot] = true;
    }
  };
  for (const syntax::BindingArgument& argument : call.arguments) use(argument.param);
  for (const syntax::ResultTarget& target : call.results) use(target.result);
}

/// Points at a field of the callee that exists, but that no call may name so.
void CallChecker::LabelField(diagnostics::Builder report, const Signature& callee, const Identifier& name,
                             std::string_view text) {
  if (callee.envelope == nullptr) return;
  for (const types::Field& field : callee.envelope->fields) {
    if (name.text == field.name) report.AddLabel(field.origin.range, std::string(text));
  }
}

}  // namespace meshc::sema
