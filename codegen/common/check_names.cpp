#include "codegen/common/check_names.h"

#include <llvm/ADT/StringMap.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/common/error_details.h"
#include "codegen/common/naming.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"

namespace meshc::codegen {
namespace {

using diagnostics::Diagnostics;
using diagnostics::Name;

/// Names that have to differ from each other in one place of the outside world. They live in the
/// declarations.
class Scope {
 public:
  using Row = diagnostics::Row<Name, Name, Name>;

  Scope(const Row& row, Diagnostics& diagnostics) : row_(row), diagnostics_(diagnostics) {}

  struct Entry {
    std::string_view name;
    source::SourceRange range;
    std::string_view kind = "";  ///< Where things of several kinds meet: `pool `, `actor `.
  };

  void Add(const Entry& entry, std::string_view spelling) {
    const auto [taken, fresh] = taken_.try_emplace({spelling.data(), spelling.size()}, entry);
    if (!fresh) Compare(entry, taken->second, spelling);
  }

  /// A spelling that goes with a name: it may not be another name's own, and takes none itself.
  void Check(const Entry& entry, std::string_view spelling) {
    const auto taken = taken_.find({spelling.data(), spelling.size()});
    if (taken != taken_.end()) Compare(entry, taken->second, spelling);
  }

 private:
  /// Declarations come sorted by name; what people call the second stands further down.
  static bool StandsBefore(const Entry& a, const Entry& b) {
    return a.range.file == b.range.file && a.range.begin < b.range.begin;
  }

  void Compare(const Entry& entry, const Entry& other, std::string_view spelling) {
    // Equal names were reported by `sema`.
    if (entry.kind == other.kind && entry.name == other.name) return;
    const bool before = StandsBefore(entry, other);
    Report(before ? entry : other, before ? other : entry, spelling);
  }

  static Name NameOf(const Entry& entry) { return {std::string(entry.kind).append(entry.name)}; }

  void Report(const Entry& first, const Entry& second, std::string_view spelling) {
    auto report =
        diagnostics_.Report(row_, second.range, NameOf(second), NameOf(first), Name{std::string(spelling)});
    report.AddHelp("rename one of the two");
    // Built-in errors stand nowhere.
    if (first.range.has_value()) report.AddLabel(first.range, "the other one");
  }

  const Row& row_;
  Diagnostics& diagnostics_;
  llvm::StringMap<Entry> taken_;
};

template <typename Items, typename Spelling>
void CheckItems(const Items& items, Spelling spelling, Diagnostics& diagnostics) {
  if (items.size() < 2) return;
  Scope scope(diagnostics::diag::CppNameCollision, diagnostics);
  for (const auto& item : items) scope.Add({item.name, item.origin.range}, spelling(item.name));
}

void CheckMembers(const std::vector<types::Member>& members, const std::string& owner,
                  Diagnostics& diagnostics) {
  CheckItems(
      members, [&owner](const std::string& name) { return CppMember(name, owner); }, diagnostics);
}

void CheckTypes(const types::Declarations& declarations, Diagnostics& diagnostics) {
  Scope scope(diagnostics::diag::CppNameCollision, diagnostics);
  const auto add = [&](const auto& type) {
    scope.Add({type.name, type.origin.range}, CppTypeName(type.name));
  };
  const std::vector<bool> is_detail = FindErrorDetails(declarations);
  for (const types::RecordId id : declarations.records.ids()) {
    if (is_detail[id.index]) continue;
    add(declarations.records[id]);
    CheckMembers(declarations.records[id].members, CppTypeName(declarations.records[id].name), diagnostics);
  }
  for (const auto& type : declarations.enums) add(type);
  for (const auto& type : declarations.unions) add(type);
  for (const auto& type : declarations.enums) CheckItems(type.values, CppIdentifier, diagnostics);
  for (const auto& type : declarations.unions) CheckItems(type.tags, CppIdentifier, diagnostics);
}

void CheckErrors(const types::Declarations& declarations, Diagnostics& diagnostics) {
  CheckItems(declarations.errors, UpperCamel, diagnostics);
  for (const auto& error : declarations.errors) {
    const auto spell = [owner = UpperCamel(error.name)](const std::string& name) {
      return CppErrorField(name, owner);
    };
    CheckItems(error.fields, spell, diagnostics);
  }
}

void CheckActors(const types::Declarations& declarations, Diagnostics& diagnostics) {
  Scope classes(diagnostics::diag::CppNameCollision, diagnostics);
  for (const auto& actor : declarations.actors)
    classes.Add({actor.name, actor.origin.range}, CppActorClass(actor.name));
  for (const auto& actor : declarations.actors)
    classes.Check({actor.name, actor.origin.range}, CppActorFactory(actor.name));
  Scope queues(diagnostics::diag::QueueNameCollision, diagnostics);
  for (const auto& actor : declarations.actors) {
    queues.Add({actor.name, actor.origin.range}, QueueName(declarations.mesh, actor.name));
    CheckMembers(actor.params, "Input", diagnostics);
    CheckMembers(actor.results, "Output", diagnostics);
    CheckItems(actor.labels, CppIdentifier, diagnostics);
  }
}

/// Pools give names to pods, as the actors outside of them do.
void CheckPools(const types::Declarations& declarations, Diagnostics& diagnostics) {
  for (const types::Deploy& deploy : declarations.deploys) {
    if (deploy.pools.empty()) continue;
    Scope pods(diagnostics::diag::QueueNameCollision, diagnostics);
    const auto queue = [&](const std::string& name) { return QueueName(declarations.mesh, name); };
    for (const types::Pool& pool : deploy.pools) pods.Add({pool.name, pool.range, "pool "}, queue(pool.name));
    for (const types::ActorId id : declarations.actors.ids()) {
      const types::Actor& actor = declarations.actors[id];
      if (deploy.PoolOf(id) == nullptr)
        pods.Check({actor.name, actor.origin.range, "actor "}, queue(actor.name));
    }
  }
}

/// Each lane of an actor is a queue.
void CheckLanes(const types::Declarations& declarations, Diagnostics& diagnostics) {
  for (const types::Deploy& deploy : declarations.deploys) {
    Scope queues(diagnostics::diag::QueueNameCollision, diagnostics);
    const types::Lanes& lanes = deploy.lanes;
    for (std::size_t i = 0; i < std::min(lanes.names.size(), lanes.ranges.size()); ++i)
      queues.Add({lanes.names[i], lanes.ranges[i], "lane "}, KebabCase(lanes.names[i]));
  }
}

}  // namespace

void CheckNames(const types::Declarations& declarations, Diagnostics& diagnostics) {
  CheckTypes(declarations, diagnostics);
  CheckErrors(declarations, diagnostics);
  CheckActors(declarations, diagnostics);
  CheckPools(declarations, diagnostics);
  CheckLanes(declarations, diagnostics);
}

}  // namespace meshc::codegen
