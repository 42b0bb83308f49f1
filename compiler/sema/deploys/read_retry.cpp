// The words of `retry`, as the clause that stands at processors, policies and calls.
#include <llvm/ADT/SmallVector.h>

#include "compiler/sema/declarations/build.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {
namespace {

using syntax::BackoffWord;

/// `backoff exponential 1s..60s`
void TakeBackoff(SettingWords& words, syntax::RetryClause& clause) {
  if (!words.Skip("backoff")) return;
  constexpr std::array kWords{BackoffWord::kConstant, BackoffWord::kLinear, BackoffWord::kExponential};
  const auto word = words.TakeOneOf({"constant", "linear", "exponential"});
  const auto delay = words.TakeQuantity();
  if (!word || !delay) return;
  clause.backoff = kWords[*word];
  clause.delay = *delay;
  if (!words.Skip("..")) return;
  const auto longest = words.TakeQuantity();
  clause.has_max_delay = longest.has_value();
  if (longest) clause.max_delay = *longest;
}

}  // namespace

void ReadRetry(SettingWords& words, ActorBlock& block) {
  syntax::RetryClause clause;
  clause.present = true;
  clause.range = words.range();
  llvm::SmallVector<syntax::QualifiedName, 4> errors;
  if (words.IsNumberNext()) {
    const auto attempts = words.TakeNumber();
    if (!attempts) return;
    clause.attempts.range = attempts->range;
    clause.attempts.value = attempts->value;
    TakeBackoff(words, clause);
    clause.jitter = words.Skip("jitter");
    if (words.Skip("on")) {
      do {
        if (const auto error = words.TakeName("the name of an error")) errors.push_back(*error);
      } while (words.Skip(","));
    }
    clause.errors = errors;
  } else {
    const auto policy = words.TakeName("a number of attempts or the name of a policy");
    if (!policy) return;
    clause.policy = *policy;
  }
  block.settings.retry = BuildRetry(words.scope().context, words.scope().file, clause);
}

}  // namespace meshc::sema
