#include <fmt/format.h>

#include "tests/property/print/source_text.h"

namespace meshc::property {
namespace {

const char* Word(syntax::BackoffWord word) {
  switch (word) {
    case syntax::BackoffWord::kNone: return "";
    case syntax::BackoffWord::kConstant: return "constant";
    case syntax::BackoffWord::kLinear: return "linear";
    case syntax::BackoffWord::kExponential: return "exponential";
  }
  return "";
}

std::string Target(const syntax::ResultTarget& target) {
  return target.result.text.str() + ": " + (target.dropped ? "_" : target.field.text.str());
}

std::string Targets(const syntax::Call& call) {
  if (!call.has_as) return "";
  if (call.results.size() == 1 && call.results[0].result.text.empty())
    return " as " + (call.results[0].dropped ? "_" : call.results[0].field.text.str());
  return " as { " + Joined(call.results, ", ", Target) + " }";
}

}  // namespace

std::string Text(const syntax::RetryClause& retry) {
  if (!retry.present) return "";
  if (!retry.policy.name.text.empty()) return " retry " + Text(retry.policy);
  std::string text = " retry " + Text(retry.attempts);
  if (retry.backoff != syntax::BackoffWord::kNone) {
    text += fmt::format(" backoff {} {}", Word(retry.backoff), Text(retry.delay));
    if (retry.has_max_delay) text += ".." + Text(retry.max_delay);
  }
  if (retry.jitter) text += " jitter";
  if (!retry.errors.empty()) text += " on " + Text(retry.errors);
  return text;
}

std::string Text(const syntax::Call& call) {
  std::string text = Text(call.callee);
  if (call.has_arguments) {
    text += "(" +
            Joined(call.arguments, ", ",
                   [](const syntax::BindingArgument& argument) {
                     // Without a name it is a mistake, which comes back as it was written.
                     if (argument.param.text.empty()) return Text(argument.value);
                     return argument.param.text.str() + ": " + Text(argument.value);
                   }) +
            ")";
  }
  return text + Targets(call) + Text(call.timeout, "timeout") + Text(call.retry);
}

std::string Text(const syntax::DurationClause& timeout, const char* word) {
  return timeout.present ? fmt::format(" {} {}", word, Text(timeout.value)) : "";
}

std::string Text(const syntax::CountClause& count, const char* word) {
  return count.present ? fmt::format(" {} {}", word, count.value) : "";
}

std::string Text(const syntax::WaitClause& wait) {
  if (!wait.present) return "";
  switch (wait.kind) {
    case syntax::WaitKind::kAll: return " wait all";
    case syntax::WaitKind::kAny: return " wait any";
    case syntax::WaitKind::kCount: return fmt::format(" wait {}", wait.count);
  }
  return "";
}

std::string Text(llvm::ArrayRef<syntax::QualifiedName> names) {
  return Joined(names, ", ", [](const syntax::QualifiedName& name) { return Text(name); });
}

std::string Text(llvm::ArrayRef<syntax::Identifier> names, const char* separator) {
  return Joined(names, separator, [](const syntax::Identifier& name) { return name.text.str(); });
}

}  // namespace meshc::property
