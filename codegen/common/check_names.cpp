#include "codegen/common/check_names.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "codegen/common/error_details.h"
#include "codegen/common/naming.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"

namespace meshc::codegen {
namespace {

using diagnostics::Diagnostics;
using diagnostics::Name;
using types::Origin;

/// Names that have to differ from each other in one place of the outside world.
class Scope {
 public:
  using Row = diagnostics::Row<Name, Name, Name>;

  Scope(const Row& row, Diagnostics& diagnostics) : row_(row), diagnostics_(diagnostics) {}

  void Add(const std::string& name, std::string spelling, const Origin& origin) {
    Add({name, origin.range}, std::move(spelling));
  }
  void Add(const std::string& name, std::string spelling, source::SourceRange range) {
    Add(Entry{name, range}, std::move(spelling));
  }

  /// A spelling that goes with a name: it may not be another name's own, and takes none itself.
  void Check(const std::string& name, const std::string& spelling, const Origin& origin) {
    const auto taken = taken_.find(spelling);
    if (taken != taken_.end()) Compare({name, origin.range}, taken->second, spelling);
  }

 private:
  struct Entry {
    std::string name;
    source::SourceRange range;
  };

  void Add(const Entry& entry, std::string spelling) {
    const auto [taken, fresh] = taken_.try_emplace(std::move(spelling), entry);
    if (!fresh) Compare(entry, taken->second, taken->first);
  }

  /// Declarations come sorted by name; what people call the second stands further down.
  static bool StandsBefore(const Entry& a, const Entry& b) {
    return a.range.file == b.range.file && a.range.begin < b.range.begin;
  }

  void Compare(const Entry& entry, const Entry& other, const std::string& spelling) {
    // Equal names were reported by `sema`.
    if (entry.name == other.name) return;
    const bool before = StandsBefore(entry, other);
    Report(before ? entry : other, before ? other : entry, spelling);
  }

  void Report(const Entry& first, const Entry& second, const std::string& spelling) {
    auto report =
        diagnostics_.Report(row_, second.range, Name{second.name}, Name{first.name}, Name{spelling});
    report.AddHelp("rename one of the two");
    // Built-in errors stand nowhere.
    if (first.range.has_value()) report.AddLabel(first.range, "the other one");
  }

  const Row& row_;
  Diagnostics& diagnostics_;
  std::map<std::string, Entry> taken_;
};

template <typename Items, typename Spelling>
void CheckItems(const Items& items, Spelling spelling, Diagnostics& diagnostics) {
  Scope scope(diagnostics::diag::CppNameCollision, diagnostics);
  for (const auto& item : items) scope.Add(item.name, spelling(item.name), item.origin);
}

void CheckMembers(const std::vector<types::Member>& members, const std::string& owner,
                  Diagnostics& diagnostics) {
  CheckItems(
      members, [&owner](const std::string& name) { return CppMember(name, owner); }, diagnostics);
}

void CheckTypes(const types::Declarations& declarations, Diagnostics& diagnostics) {
  Scope scope(diagnostics::diag::CppNameCollision, diagnostics);
  const auto add = [&](const auto& type) { scope.Add(type.name, CppTypeName(type.name), type.origin); };
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
    classes.Add(actor.name, CppActorClass(actor.name), actor.origin);
  for (const auto& actor : declarations.actors)
    classes.Check(actor.name, CppActorFactory(actor.name), actor.origin);
  Scope queues(diagnostics::diag::QueueNameCollision, diagnostics);
  for (const auto& actor : declarations.actors) {
    queues.Add(actor.name, QueueName(declarations.mesh, actor.name), actor.origin);
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
    for (const types::Pool& pool : deploy.pools) pods.Add("pool " + pool.name, queue(pool.name), pool.range);
    for (const types::ActorId id : declarations.actors.ids()) {
      const types::Actor& actor = declarations.actors[id];
      if (deploy.PoolOf(id) == nullptr) pods.Check("actor " + actor.name, queue(actor.name), actor.origin);
    }
  }
}

/// Each lane of an actor is a queue.
void CheckLanes(const types::Declarations& declarations, Diagnostics& diagnostics) {
  for (const types::Deploy& deploy : declarations.deploys) {
    Scope queues(diagnostics::diag::QueueNameCollision, diagnostics);
    const types::Lanes& lanes = deploy.lanes;
    for (std::size_t i = 0; i < std::min(lanes.names.size(), lanes.ranges.size()); ++i)
      queues.Add("lane " + lanes.names[i], KebabCase(lanes.names[i]), lanes.ranges[i]);
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
