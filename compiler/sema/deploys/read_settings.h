// A block of settings against the table of those that may stand in it.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringMap.h>

#include <string_view>
#include <vector>

#include "compiler/sema/deploys/setting_words.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

enum class Times : std::uint8_t { kOnce, kAny };

/// One setting: its name, how it may be written, and what takes it over into `Target`.
template <typename Target>
struct SettingRow {
  std::string_view name;
  std::string_view example;
  Times times;
  void (*read)(SettingWords& words, Target& target);
};

/// Reports a setting that `block` does not have: it stands elsewhere, or nowhere.
void ReportForeign(const SettingScope& scope, const syntax::Setting& setting, std::string_view block,
                   const std::vector<std::string_view>& names);

/// Names that stand once each.
class OnceNames {
 public:
  /// False if the name is known, which is reported.
  bool Enter(Context& context, llvm::StringRef name, SourceRange range);

 private:
  llvm::StringMap<SourceRange> known_;
};

/// The name of a setting; empty: it begins with a literal.
llvm::StringRef NameOf(const syntax::Setting& setting);

/// `block` says where the settings stand: `a flavor`.
template <typename Target>
void ReadSettings(const SettingScope& scope, llvm::ArrayRef<syntax::Setting> settings, std::string_view block,
                  llvm::ArrayRef<SettingRow<Target>> rows, Target& target) {
  OnceNames once;
  for (const syntax::Setting& setting : settings) {
    if (setting.words.empty()) continue;
    const auto* row = llvm::find_if(
        rows, [&](const SettingRow<Target>& r) { return NameOf(setting) == llvm::StringRef(r.name); });
    if (row == rows.end()) {
      ReportForeign(scope, setting, block, NamesOf(rows));
      continue;
    }
    if (row->times == Times::kOnce && !once.Enter(scope.context, row->name, setting.words.front()->range))
      continue;
    SettingWords words(scope, setting, row->example);
    row->read(words, target);
    words.Finish();
  }
}

}  // namespace meshc::sema
