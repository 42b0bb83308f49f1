// In the blocks of flavors and deploys. What they are called comes from the tables that read them; which
// words a setting takes next is told here.
#include <algorithm>
#include <cctype>

#include "compiler/queries/completion/completion.h"
#include "compiler/sema/deploys/setting_blocks.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {
namespace {

bool IsText(const std::string& word) { return word.starts_with('"'); }
bool IsNumber(const std::string& word) {
  return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
}

/// May stand more than once in a block.
bool IsRepeated(std::string_view name) {
  for (const char* each :
       {"actor", "pool", "volume", "env", "secret_env", "egress", "selector", "toleration"}) {
    if (name == each) return true;
  }
  return false;
}

/// Of the block around the cursor; empty: it has none.
std::vector<std::string_view> SettingNames(const CursorContext& context) {
  const Enclosing& around = context.innermost();
  const std::string block = around.head.empty() ? "" : around.head[0];
  if (context.around.size() == 2)
    return block == "deploy" ? sema::DeploySettingNames() : sema::ActorSettingNames();
  if (block == "transport") return sema::TransportSettingNames();
  if (block == "state") return sema::StateSettingNames();
  if (block == "node") return sema::NodeSettingNames();
  if (block == "resources") return sema::ResourceSettingNames();
  if (block == "limit") return {"cpu", "memory", "ephemeral"};
  if (block == "lanes") return {};
  std::vector<std::string_view> names = sema::ActorSettingNames();
  if (block == "pool") names.emplace_back("actors");
  return names;
}

void AddSettings(CompletionList& list) {
  Words done;
  for (const Words& item : list.context().innermost().done) done.push_back(item.front());
  const Words& before = list.context().innermost().item;
  if (!before.empty()) done.push_back(before.front());
  for (const std::string_view name : SettingNames(list.context())) {
    if (IsRepeated(name) || !Has(done, name)) list.Add(std::string(name), ItemKind::kProperty, 1, "setting");
  }
}

void CompleteActor(CompletionList& list, const Words& item) {
  Words named;
  if (item.size() == 1 && item[0] == "actor") {
    for (const Words& done : list.context().innermost().done) {
      if (done.size() > 1 && done[0] == "actor") named.push_back(done[1]);
    }
    for (const Declared& declared : list.root().names().all()) {
      const std::string name(list.root().Text(declared.name));
      const bool actor = declared.kind == DeclaredKind::kProcessor || declared.kind == DeclaredKind::kRouter;
      if (actor && !Has(named, name))
        list.Add(name, ItemKind::kStep, 1, std::string(Noun(declared.kind)), &declared);
    }
  } else if (item.back() == ":" || item.back() == ",") {
    for (const Declared& declared : list.root().names().all()) {
      const std::string name(list.root().Text(declared.name));
      if (declared.kind == DeclaredKind::kFlavor && !Has(item, name))
        list.Add(name, ItemKind::kProperty, 1, "flavor", &declared);
    }
  }
}

void CompleteVolume(CompletionList& list, const Words& item) {
  const bool claim = Has(item, "claim");
  if (item.size() == 2) return list.AddWords({"claim", "empty", "memory"}, 1);
  if (Has(item, "at")) {
    if (claim && IsText(item.back())) list.AddWords({"readonly"}, 1);
    return;
  }
  if (claim && IsText(item.back())) return list.AddWords({"at", "size"}, 1);
  if (item.size() < 4) return;
  list.AddWords({"at"}, 1);
  if (Has(item, "size") && !Has(item, "shared")) list.AddWords({"shared"}, 2);
}

void CompleteRetry(CompletionList& list, const Words& item) {
  if (item.size() == 1) return list.AddDeclared({DeclaredKind::kPolicy}, ItemKind::kProperty, 1);
  if (item.back() == "backoff") return list.AddWords({"constant", "linear", "exponential"}, 1);
  if (Has(item, "on")) return item.back() == "on" || item.back() == "," ? AddErrors(list) : void();
  if (!IsNumber(item[1])) return;
  if (!Has(item, "backoff")) list.AddWords({"backoff"}, 1);
  if (!Has(item, "jitter")) list.AddWords({"jitter"}, 2);
  list.AddWords({"on"}, 3);
}

void CompleteScale(CompletionList& list, const Words& item) {
  if (!Has(item, "..") || !IsNumber(item.back())) return;
  for (const char* part : {"per", "cooldown", "polling", "activation"}) {
    if (!Has(item, part)) list.AddWords({part}, 1);
  }
}

/// Of the deploy around the cursor, up to the next declaration; empty: nothing is known of it.
std::string_view DeployText(const CompletionList& list) {
  const Place place = list.place();
  const syntax::File* file = list.root().FileOf(place.file);
  if (file == nullptr) return {};
  const std::string_view text = list.root().sources().Text(place.file);
  std::size_t begin = text.size();
  std::size_t end = text.size();
  for (const syntax::Declaration* each : file->declarations) {
    const bool before = each->range.begin <= place.offset;
    if (before) begin = each->range.begin;
    if (!before) end = std::min<std::size_t>(end, each->range.begin);
  }
  return text.substr(begin, end - begin);
}

/// What stands behind the word `actors` in the pools of the deploy.
Words HeldByPools(std::string_view text) {
  Words held;
  bool in_list = false;
  bool is_first = true;  // Of a setting.
  for (const syntax::TextToken& token : syntax::ReadTokens(text)) {
    if (token.kind == syntax::TokenKind::kComment || token.kind == syntax::TokenKind::kDocComment) continue;
    const std::string_view word = token.In(text);
    const bool ends = word == ";" || word == "{" || word == "}";
    if (ends || in_list) {
      if (!ends) held.emplace_back(word);
      in_list = in_list && !ends;
    } else {
      in_list = is_first && word == "actors";
    }
    is_first = ends;
  }
  return held;
}

/// Actors that no pool of the deploy holds yet.
void CompletePool(CompletionList& list) {
  const Words held = HeldByPools(DeployText(list));
  for (const Declared& declared : list.root().names().all()) {
    const std::string name(list.root().Text(declared.name));
    const bool actor = declared.kind == DeclaredKind::kProcessor || declared.kind == DeclaredKind::kRouter;
    if (actor && !Has(held, name))
      list.Add(name, ItemKind::kStep, 1, std::string(Noun(declared.kind)), &declared);
  }
}

/// What a word of these names follows.
void CompleteWords(CompletionList& list, const Words& item) {
  const std::string& setting = item[0];
  const std::size_t at = item.size();
  if (setting == "transport" && at == 1) list.AddWords({"nats", "amqp"}, 1);
  if (setting == "state" && at == 1) list.AddWords({"nats_kv", "redis"}, 1);
  if (setting == "lanes" && item.back() == "policy") list.AddWords({"strict", "weighted"}, 1);
  if (setting == "secret_env" && at == 2) list.AddWords({"from"}, 1);
  if (setting == "secret_env" && at == 4) list.AddWords({"key"}, 1);
  if (setting == "egress" && at == 1) list.AddWords({"any"}, 1);
  if (setting == "egress" && at == 2) list.AddWords({"port"}, 1);
  if (setting == "actors") CompletePool(list);
  if (setting == "actor" || setting == "pool") CompleteActor(list, item);
  if (setting == "volume") CompleteVolume(list, item);
  if (setting == "retry") CompleteRetry(list, item);
  if (setting == "scale") CompleteScale(list, item);
}

}  // namespace

void CompleteInDeploy(CompletionList& list) {
  if (list.context().in_string) return;
  const Words& item = list.context().innermost().item;
  if (!item.empty() && item.back() == "@") return list.AddWords({"deprecated", "owner", "allow"}, 1);
  if (item.empty()) return AddSettings(list);
  if (item.back() == "{}") {
    if (item[0] == "lanes") list.AddWords({"policy"}, 1);
    return AddSettings(list);
  }
  CompleteWords(list, item);
}

}  // namespace meshc::queries
