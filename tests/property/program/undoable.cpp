#include "tests/property/program/undoable.h"

#include <algorithm>
#include <array>

#include "tests/property/program/compose.h"

namespace meshc::property {
namespace {

using Kind = IntForm::Kind;

/// Fields that are there, fields that may not be, what only an `each` variable may be, and nothing at all.
constexpr std::array kNames = {"n", "m", "i0", "small", "o", "opt", "q0", "element", "k"};

const IntForm* Find(const std::vector<IntForm>& forms, const std::string& name) {
  const auto found =
      std::find_if(forms.begin(), forms.end(), [&](const IntForm& form) { return form.name == name; });
  return found == forms.end() ? nullptr : &*found;
}

std::vector<IntForm> RandomForms(int count, bool are_params, Random& random) {
  std::vector<IntForm> forms;
  for (int i = 0; i < count; ++i) {
    const std::string name = kNames[static_cast<std::size_t>(random.Below(static_cast<int>(kNames.size())))];
    if (Find(forms, name) != nullptr) continue;
    Kind kind = random.OneIn(3) ? Kind::kOptional : random.OneIn(5) ? Kind::kSmall : Kind::kPlain;
    if (are_params && random.OneIn(4)) kind = Kind::kDefault;
    forms.push_back({kind, name});
  }
  return forms;
}

/// Whether some call leaves a param of the undo of that name without a value.
bool MayBeAbsent(const Undoable& done, const std::string& name) {
  const IntForm* param = Find(done.params, name);
  if (param != nullptr && param->kind == Kind::kOptional) return true;
  const IntForm* result = Find(done.results, name);
  if (result != nullptr) return result->kind == Kind::kOptional;
  const bool always_bound = param != nullptr && !param->may_be_left_out();
  return !always_bound && !IsCertainField(name);
}

std::vector<IntForm> UndoParams(const Undoable& done, Random& random) {
  std::vector<IntForm> params = RandomForms(1 + random.Below(2), true, random);
  for (const auto* own : {&done.params, &done.results}) {
    for (const IntForm& form : *own) {
      if (random.OneIn(2) && Find(params, form.name) == nullptr) params.push_back({Kind::kPlain, form.name});
    }
  }
  for (IntForm& param : params) {
    if (MayBeAbsent(done, param.name) && !param.may_be_left_out() && !random.OneIn(30))
      param.kind = random.OneIn(2) ? Kind::kOptional : Kind::kDefault;
    else if (param.kind == Kind::kPlain && random.OneIn(3))
      param.kind = Kind::kSmall;
  }
  return params;
}

std::string Text(const std::vector<IntForm>& forms) {
  std::string text;
  for (const IntForm& form : forms) {
    static constexpr std::array kTypes = {"int", "int?", "int = 6", "int(0..5)"};
    text += (text.empty() ? "" : ", ") + form.name + ": " + kTypes[static_cast<std::size_t>(form.kind)];
  }
  return text;
}

}  // namespace

bool IsCertainField(const std::string& name) {
  return name == "n" || name == "m" || name == "i0" || name == "small";
}

Undoable DeclareUndoable(int number, Random& random, std::vector<std::string>& declarations) {
  const std::string digits = std::to_string(number);
  const int params = 1 + random.Below(3);
  const int results = random.Below(3);
  Undoable done{"b_any" + digits, RandomForms(params, true, random), RandomForms(results, false, random)};
  std::string text = Compose("processor #(#) ", {done.name, Text(done.params)});
  if (!done.results.empty()) text += Compose("-> (#) ", {Text(done.results)});
  text += Compose("{ raises e1;# undo u_any#; }", {random.OneIn(3) ? " effect idempotent;" : "", digits});
  declarations.push_back(std::move(text));
  declarations.push_back(
      Compose("processor u_any#(#) { raises e2; retry 2;# }",
              {digits, Text(UndoParams(done, random)), random.OneIn(3) ? " effect idempotent;" : ""}));
  return done;
}

}  // namespace meshc::property
