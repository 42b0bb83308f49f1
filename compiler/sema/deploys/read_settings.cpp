#include "compiler/sema/deploys/read_settings.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/deploys/setting_blocks.h"

namespace meshc::sema {

llvm::StringRef NameOf(const syntax::Setting& setting) {
  const auto* word = llvm::dyn_cast<syntax::NameExpression>(setting.words.front());
  return word == nullptr ? llvm::StringRef() : word->name.text;
}

void ReportForeign(const SettingScope& scope, const syntax::Setting& setting, std::string_view block,
                   const std::vector<std::string_view>& names) {
  const SourceRange range = setting.words.front()->range;
  syntax::Identifier name;
  name.range = range;
  name.text = NameOf(setting);
  const Name shown{std::string(scope.context.sources.Text(range))};
  const auto home = HomeOf(name.text);
  if (home) {
    scope.context.diagnostics.Report(diag::MisplacedSetting, range, shown, Word{std::string(block)})
        .AddHelp("it stands in " + std::string(*home));
    return;
  }
  auto report =
      scope.context.diagnostics.Report(diag::UnknownSetting, range, Word{std::string(block)}, shown);
  if (!name.text.empty()) Suggest(scope.context, report, name, names);
}

bool OnceNames::Enter(Context& context, llvm::StringRef name, SourceRange range) {
  const auto [entry, fresh] = known_.try_emplace(name, range);
  if (fresh) return true;
  context.diagnostics.Report(diag::GivenTwice, range, Lexeme{name.str()})
      .AddLabel(entry->second, "given here first");
  return false;
}

}  // namespace meshc::sema
